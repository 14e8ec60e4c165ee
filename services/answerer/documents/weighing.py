"""How much speaks for each cell as the answer to a question put in other words: its words, its labels, its nearness.

`matching` and `lines` ask whether a cell says what the question says. Where none does, all cells of the asked period
and kind are weighed against each other: by the share of the question that their labels say, each word the more the
fewer rows hold it; by the share of their labels that the question says; and by how near row and column are to the
question in the embedder's space (docs/decisions/0085).
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from services.answerer.documents.bands import holds_amount
from services.answerer.documents.clauses import Nearness
from services.answerer.documents.kinds import says_kind
from services.answerer.documents.lines import PLAIN, Line, is_length_within, is_numbered
from services.answerer.documents.matching import Fit, Matcher
from services.answerer.documents.question import Term
from services.answerer.documents.terms import all_notions, fold, notions, stem, words
from services.answerer.documents.views import CellView
from services.answerer.documents.vocabulary import GENERIC_WORDS, LIGHT_WORDS, STOPWORDS
from services.common.printed import PrintedNumber, find_numbers

MOST_WEIGHED = 32
"""Cells whose labels are embedded for a question."""
# What a word counts by where it is said: as in `lines`, but a note and the document's text less.
_ROW, _COLUMN, _SECTION, _NAMING, _AROUND, _IDENTITY, _NOTES, _PROSE = 1.0, 1.0, 0.95, 0.9, 0.85, 0.85, 0.6, 0.4
_BY_SYNONYM = 0.95
_LITTLE = 0.25
_NUMBERED = 0.9
_UNSAID = 0.41
# The order of the candidates: shares of the question said, of the row's and the column's words said, nearness, a band
# that holds the question's amount, words for kinds of values.
_SAID, _ROW_SAID, _COLUMN_SAID, _NEAR, _IN_BAND, _KIND = 1.0, 0.15, 0.10, 1.0, 0.30, 0.04

_LABEL_BY_WORDS, _IN_LABEL = 0.25, 0.10
_LETTER = re.compile(r"\b(?:band|class|zone|tier|group|category|grade|series|option|plan|type|form) ([a-z])\b")


@dataclass(frozen=True, slots=True)
class WeighedCell:
    """A cell with what speaks for it.

    `said`: weighted share (0 to 1) of the question's known terms; `unknown`: terms that no paper says; `missing`: known
    terms that this cell and what stands around it do not say; `row`, `column`: shares of the labels' words that the
    question says; `in_label`: terms that its own row or column says; `nearness`: cosine, 0 where it is not known.
    """

    view: CellView
    fit: Fit
    said: float
    unknown: tuple[Term, ...]
    missing: tuple[Term, ...]
    row: float
    column: float
    in_label: int
    in_band: bool
    kinds: int
    nearness: float
    said_count: int = 0
    """How many terms it says."""

    @property
    def score(self) -> float:
        """How much speaks for it in all."""
        return (
            _SAID * self.said
            + _ROW_SAID * self.row
            + _COLUMN_SAID * self.column
            + _NEAR * self.nearness
            + _IN_BAND * self.in_band
            + _KIND * min(self.kinds, 2)
        )

    @property
    def score_by_words(self) -> float:
        """How much speaks for it where nearness is not known: what its labels say beside counts the more."""
        labels = _LABEL_BY_WORDS * (self.row + self.column) + _IN_LABEL * self.in_label
        return _SAID * self.said + labels + _IN_BAND * self.in_band + _KIND * min(self.kinds, 2)


def _holds(label: str, number: PrintedNumber) -> bool:
    """Whether a label is the number's band, or says it."""
    stated = ((one.value, one.scale) for one in find_numbers(label))
    return holds_amount(label, number.value) or (number.value, number.scale) in stated


def labels_of(view: CellView) -> str:
    """Row and column of a cell, as they are compared with the question."""
    return " – ".join(part for part in (" › ".join(view.cell.row_path), " › ".join(view.cell.column_path)) if part)


class CellWeights:
    """The cells that can answer, weighed against one question."""

    def __init__(self, matcher: Matcher, candidates: Sequence[tuple[CellView, Fit]], beside: str = "") -> None:
        self._matcher = matcher
        self._candidates = candidates
        self._beside = beside
        """What is said beside the question's own terms, and may stand in a label."""

    def weigh(self, nearness: Nearness | None = None) -> list[WeighedCell]:
        """Every candidate, the best first."""
        near = nearness or {}
        found = [self._weighed(view, fit, near.get(labels_of(view), 0.0)) for view, fit in self._candidates]
        return sorted(found, key=lambda one: -one.score)

    def to_embed(self) -> tuple[str, ...]:
        """Labels whose nearness is worth knowing: those of the cells that words alone put first."""
        return tuple(dict.fromkeys(labels_of(one.view) for one in self.weigh()))[:MOST_WEIGHED]

    def _weighed(self, view: CellView, fit: Fit, nearness: float) -> WeighedCell:
        asked = self._matcher.asked
        line = self._matcher.line_of(view)
        known = said = 0.0
        in_label = said_count = 0
        unknown: list[Term] = []
        missing: list[Term] = []
        for term in asked.terms:
            worth = self._worth(term, view, line)
            weight = self._weights[term]
            in_label += worth > 0 and (term.is_in(view.row) or term.is_in(view.column))
            if weight is None and not worth:
                unknown.append(term)
                continue
            weight = (1.0 if weight is None else weight) * (
                _LITTLE if term.word in GENERIC_WORDS or term.word in LIGHT_WORDS else 1.0
            )
            known += weight
            said += weight * worth
            if worth < _UNSAID:
                missing.append(term)
            else:
                said_count += 1
        labels = (*view.cell.row_path, *view.cell.column_path)
        return WeighedCell(
            view=view,
            fit=fit,
            said=said / known if known else 0.0,
            unknown=tuple(unknown),
            missing=tuple(missing),
            row=self._share(" ".join(view.cell.row_path[-1:])),
            column=self._share(" ".join(view.cell.column_path)),
            in_label=in_label,
            in_band=any(_holds(label, number) for number in asked.numbers for label in labels)
            or any(label.strip().casefold() in self._letters for label in labels)
            or (line is not None and any(is_length_within(term, line) for term in asked.terms)),
            kinds=sum(1 for term in (*asked.soft, *asked.optional) if term.is_in(view.column | view.row)),
            nearness=nearness,
            said_count=said_count,
        )

    def _worth(self, term: Term, view: CellView, line: Line | None) -> float:
        best = 0.0
        section = all_notions((line.section,)) if line is not None else frozenset()
        for held, worth in (
            (view.row, _ROW),
            (view.column, _COLUMN),
            (section, _SECTION),
            (view.sheet.naming, _NAMING),
            (view.around, _AROUND),
            (view.sheet.identity, _IDENTITY),
            (view.notes, _NOTES),
            (self._matcher.prose.get(view.sheet.document_id, frozenset()), _PROSE),
        ):
            if worth > best and term.is_in(held):
                best = worth * (1.0 if term.parts or stem(term.word) in held else _BY_SYNONYM)
        if best < _COLUMN and says_kind(self._matcher.asked.text, term.word, view):
            return _COLUMN
        if line is not None and best < _NUMBERED and is_numbered(term, line, self._matcher.asked):
            return _NUMBERED
        return 1.0 if line is not None and not best and is_length_within(term, line) else best

    @cached_property
    def _weights(self) -> dict[Term, float | None]:
        """How much each term tells labels and sentences apart (BM25's inverse document frequency); None where none
        holds it."""
        cells = self._matcher.views.cells
        rows = {(view.sheet.document_id, view.cell.row_path): view.row for view in cells}
        columns = {(view.sheet.document_id, view.cell.column_path): view.column for view in cells}
        units = [*rows.values(), *columns.values()]
        units += [sentence.held for sentence in self._matcher.views.sentences]
        sheets = [sheet.identity for sheet in self._matcher.views.sheets]
        found: dict[Term, float | None] = {}
        for term in self._matcher.asked.terms:
            held = sum(1 for unit in units if term.is_in(unit))
            is_known = held or any(term.is_in(sheet) for sheet in sheets)
            if term.word.startswith("~"):
                # A length tells one column from the next, however many sentences count in months.
                held = min(held, 1)
            found[term] = math.log(1 + (len(units) - held + 0.5) / (held + 0.5)) if is_known else None
        return found

    @cached_property
    def _letters(self) -> frozenset[str]:
        """Letters that name a row or a column in the question ("band E")."""
        return frozenset(_LETTER.findall(fold(self._matcher.asked.text)))

    @cached_property
    def _meant(self) -> frozenset[str]:
        asked = self._matcher.asked
        return frozenset().union(
            *(term.means for term in (*asked.terms, *asked.soft, *asked.optional)),
            *(part for term in asked.terms for part in term.parts),
            *(notions(word) for word in words(fold(f"{asked.text} {self._beside}"))),
        )

    def _share(self, label: str) -> float:
        """The share of a label's words that the question says; 1 for a label without words."""
        named = [word for word in words(fold(label)) if word not in STOPWORDS and word not in PLAIN and len(word) > 1]
        if not named:
            return 1.0
        return sum(1 for word in named if notions(word) & self._meant) / len(named)
