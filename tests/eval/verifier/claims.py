"""What a verifier reads of an answer from papers: what it rests on, cells and sentences, among those that rival it.

The verifier is a cross-encoder that scores how well each answers the question, against none of them doing so. How far
what an answer rests on is ahead of what rivals it says how likely it is right (docs/decisions/0115).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from functools import lru_cache

from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer
from services.answerer.documents.question import Term
from services.answerer.documents.terms import fold, words
from services.answerer.documents.views import CellView, SentenceView

RIVALS = 20
"""Texts that are read for an answer beside those that it rests on: a limit of work."""
# Of the texts beside an answer, those in its own row and column: the likeliest to be taken for it.
_BESIDE = 8
# What a term counts by where it is said: by the row or the column, by what stands around, or by nothing.
_AROUND = 0.5
_HEAD, _SENTENCE = 160, 240
"""Characters of headings, and of a sentence, that are read."""


class Basis(Enum):
    """What an answer rests on."""

    CELL = "cell"
    SENTENCE = "sentence"
    CALCULATION = "calculation"


@dataclass(frozen=True, slots=True)
class Claims:
    """Texts to be scored beside the question. The first `own` of them are what the answer rests on."""

    texts: tuple[str, ...]
    own: int
    basis: Basis


def claims_of(matcher: Matcher, found: DocumentAnswer) -> Claims:
    """What an answer rests on, and what rivals it, likeliest first.

    What prints the same, or has the same labels under the same heads, is no rival: nothing in it would be answered
    otherwise, or what tells them apart is no matter of reading.
    """
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
    printed, labels = {one.cell.printed.strip() for one in cells}, {text.rpartition(" = ")[0] for text in own}
    ranked = [
        (text, view)
        for text, view in rivals_of(matcher)
        if text not in own
        and not (isinstance(view, CellView) and view.cell.printed.strip() in printed)
        and text.rpartition(" = ")[0] not in labels
    ]
    beside = [
        text
        for text, view in ranked
        if isinstance(view, CellView)
        and ((view.table_key, view.cell.row_path) in rows or (view.table_key, view.cell.column_path) in columns)
    ]
    others = dict.fromkeys((*beside[:_BESIDE], *(text for text, _ in ranked)))
    texts = (*own, *list(others)[:RIVALS])
    if len(found.figures) > 1 and isinstance(found.value, Decimal):
        return Claims(tuple(map(as_part, texts)), len(own), Basis.CALCULATION)
    return Claims(texts, len(own), Basis.CELL if cells else Basis.SENTENCE)


def as_part(text: str) -> str:
    """A text as something to reckon with: who asks for a year's cost is not answered by the cell of a month's."""
    return f"from: {text}"


def lead_of(claims: Claims, scores: Sequence[float]) -> float:
    """How far what an answer rests on is ahead of what rivals it, and of nothing answering.

    `scores` are log-odds against "none of them", as the verifier is trained to give: softmax with a null choice.
    """
    own, rivals = scores[: claims.own], scores[claims.own :]
    mine = sum(own) / len(own) if claims.basis is Basis.CALCULATION else min(own)
    return mine - max((0.0, *rivals))


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
