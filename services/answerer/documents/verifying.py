"""What a verifier reads of an answer from papers: the cells and sentences that it rests on, among those that rival them.

The verifier is a cross-encoder that scores how well each answers the question; nothing else decides which rival which
here. An answer stands where what it rests on takes its share of the whole (docs/decisions/0120). Nothing here does I/O.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer
from services.answerer.documents.question import Term
from services.answerer.documents.terms import fold, words
from services.answerer.documents.views import CellView, SentenceView

RIVALS = 24
"""Texts that are read for an answer beside those that it rests on: a limit of work, more bring little."""
# Of the texts beside an answer, those in its own row and column: the likeliest to be taken for it.
_BESIDE = 8
# What a term counts by where it is said: by the row or the column, by what stands around, or by nothing.
_AROUND = 0.5
_HEAD, _SENTENCE = 160, 240
"""Characters of headings, and of a sentence, that are read."""


@dataclass(frozen=True, slots=True)
class Claims:
    """Texts to be scored beside the question. The first `own` of them are what the answer rests on."""

    texts: tuple[str, ...]
    own: int


def claims_of(matcher: Matcher, found: DocumentAnswer) -> Claims:
    """What an answer rests on, and what rivals it, likeliest first."""
    views = matcher.views
    passages = found.passages or (found.passage,)
    leaves = [figure.cell for figure in found.figures if figure.cell is not None]
    cells = views.cells_of([*found.cells, *leaves], passages)
    own = dict.fromkeys(map(text_of_cell, cells))
    if not own:
        own = dict.fromkeys(map(text_of_sentence, _quoted(matcher, found)))
    if not own:
        own = {_headed(found.passage.heading_path[:1], found.quotation[:_SENTENCE]): None}
    rows = {(one.table_key, one.cell.row_path) for one in cells}
    columns = {(one.table_key, one.cell.column_path) for one in cells}
    ranked = rivals_of(matcher)
    beside = [
        text
        for text, view in ranked
        if isinstance(view, CellView)
        and ((view.table_key, view.cell.row_path) in rows or (view.table_key, view.cell.column_path) in columns)
    ]
    others = [text for text in (*beside[:_BESIDE], *(text for text, _ in ranked)) if text not in own]
    return Claims((*own, *list(dict.fromkeys(others))[:RIVALS]), len(own))


def share_of(scores: Sequence[float], own: int) -> float:
    """The probability that the first `own` texts answer, where each text and "none of them" is a choice.

    `scores` are log-odds against "none of them", as the verifier was trained to give (softmax with a null choice).
    """
    weights = [math.exp(min(score, 30.0)) for score in scores]
    return sum(weights[:own]) / (1.0 + sum(weights))


def rivals_of(matcher: Matcher) -> list[tuple[str, CellView | SentenceView]]:
    """Every cell and sentence that was found, those first that say most of the question."""
    views, terms = matcher.views, matcher.asked.terms
    weights = _weights(matcher)
    total = sum(weights.values()) or 1.0

    def said(own: frozenset[str], around: Iterable[frozenset[str]]) -> float:
        beside = frozenset().union(*around)
        return sum(
            weights[term] * (1.0 if term.is_in(own) else _AROUND if term.is_in(beside) else 0.0) for term in terms
        ) / total  # fmt: skip

    raw = frozenset(words(fold(matcher.asked.text)))
    found: dict[str, tuple[float, CellView | SentenceView]] = {}
    for cell in views.cells:
        text = text_of_cell(cell)
        weight = said(cell.row | cell.column, (cell.around, cell.notes, cell.sheet.identity)) + _typed(raw, text)
        found.setdefault(text, (weight, cell))
    for sentence in views.sentences:
        text = text_of_sentence(sentence)
        weight = said(sentence.held, (sentence.around, sentence.sheet.identity)) + _typed(raw, text)
        found.setdefault(text, (weight, sentence))
    ranked = sorted(found.items(), key=lambda one: -one[1][0])
    return [(text, view) for text, (_, view) in ranked]


def text_of_cell(view: CellView) -> str:
    """A cell as the verifier reads it: paper, headings and caption, row, column, what is printed."""
    cell = view.cell
    head = _head((view.sheet.title, *view.passage.heading_path[2:], cell.table_caption))
    labels = (head, " > ".join(cell.row_path), " > ".join(cell.column_path))
    return f"{' | '.join(label for label in labels if label)} = {cell.printed.strip() or 'blank'}"


def text_of_sentence(view: SentenceView) -> str:
    """A sentence as the verifier reads it."""
    return _headed((view.sheet.title, *view.headings[-1:]), view.text[:_SENTENCE])


def _headed(head: Iterable[str], text: str) -> str:
    return " | ".join(part for part in (_head(head), text) if part)


def _head(parts: Iterable[str]) -> str:
    return " - ".join(dict.fromkeys(part for part in parts if part))[:_HEAD]


def _quoted(matcher: Matcher, found: DocumentAnswer) -> list[SentenceView]:
    documents = {passage.document_id for passage in found.passages or (found.passage,)}
    quoted = found.quotation.strip()
    return [
        one
        for one in matcher.views.sentences
        if one.passage.document_id in documents and quoted and (quoted in one.text or one.text in quoted)
    ]


def _typed(raw: frozenset[str], text: str) -> float:
    """A little for words as they were typed, function words too."""
    return 0.3 * len(raw & _words_of(text)) / (len(raw) or 1)


@lru_cache(maxsize=20_000)
def _words_of(text: str) -> frozenset[str]:
    return frozenset(words(fold(text)))


def _weights(matcher: Matcher) -> dict[Term, float]:
    """How much each term tells rows, columns and sentences apart (BM25's inverse document frequency)."""
    views = matcher.views
    units = [
        *{cell.row for cell in views.cells},
        *{cell.column for cell in views.cells},
        *(sentence.held for sentence in views.sentences),
    ]
    held = {term: sum(1 for unit in units if term.is_in(unit)) for term in matcher.asked.terms}
    return {term: math.log(1 + (len(units) - count + 0.5) / (count + 0.5)) for term, count in held.items()}
