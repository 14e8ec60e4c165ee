"""Cells that a calculation takes together: of one column, of one row, or of one line in several versions of a paper.

Each thing that the question calculates with is named in a word or two ("premier", "the September bill"), which alone
would fit many cells. Together they fit few: what is calculated with stands in one column, in one row, or at the same
place in two papers of one house. The group of cells is chosen that says most of all the things.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cached_property

from services.answerer.documents.lines import read_operand
from services.answerer.documents.lookup import printed_value
from services.answerer.documents.matching import Fit, Matcher
from services.answerer.documents.periods import Period, label_period, order_of, without_periods
from services.answerer.documents.terms import fold, words
from services.answerer.documents.views import CellView, Sheet, is_for_asked_period
from services.answerer.documents.vocabulary import GENERIC_WORDS, LIGHT_WORDS
from services.answerer.documents.weighing import CellWeights, WeighedCell
from services.answerer.model import Scale

SAID, SAID_EACH = 0.85, 0.60
"""The mean share of the words that the cells say, and each cell's."""
APART = 0.10
"""How far ahead the group is of the next that prints something else, and each cell of the next in its group."""
ANYWHERE = 0.15
"""What cells lose that share a table, and neither its row nor its column."""
FROM_TOP = 0.12
"""How far behind the best cell for a thing the one of the group may be."""
ROW_SAID = 0.25
MOST_UNKNOWN = 0.34
"""The share of a thing's words that no paper may say."""
_DAY_OR_NUMBER = re.compile(r"[\d/.,-]+")
# A label that took the first digits of its value with it.
_TORN = re.compile(r"\.{4,}\s*\d+$")
_NO_FIT = Fit((), (), (), (), 0)


class When(Enum):
    """Which of several prints of a line is meant, where the question names no period."""

    NEWEST = auto()
    ONE_BEFORE = auto()


@dataclass(frozen=True, slots=True)
class Thing:
    """What is calculated with: its words, and its period where it has one of its own."""

    words: str
    period: Period | When | None = None


@dataclass(frozen=True, slots=True)
class Together:
    """The cells of the things, in their order. `score`: the mean share of their words that they say."""

    views: tuple[CellView, ...]
    score: float
    in_band: bool
    """Whether a number of the question is in a label of theirs."""


class Groups:
    """Groups of cells, weighed for the things of one question."""

    def __init__(self, matcher: Matcher, document_periods: dict[str, Period | None], *, of_rates: bool = False) -> None:
        self._matcher = matcher
        self._of_rates = of_rates
        self._document_periods = document_periods

    def choose(self, things: Sequence[Thing]) -> Together | None:
        """One cell for each thing; None where no group fits, or two do."""
        named_words = frozenset(word for thing in things for word in words(thing.words))
        beside = " ".join(word for word in words(fold(self._matcher.asked.text)) if word not in named_words)
        weighed = [self._weighed(thing, beside) for thing in things]
        if not all(weighed):
            return None
        tops = [max(map(_own, held.values())) for held in weighed]
        named = next((thing.period for thing in things if isinstance(thing.period, Period)), None)
        found: list[tuple[float, tuple[WeighedCell, ...], bool]] = []
        for key, cells in self._groups.items():
            held_at = [self._at(cells, thing.period, named) for thing in things]
            chosen = [_best_of(views, held) for views, held in zip(held_at, weighed, strict=True)]
            if all(one is not None for one, _ in chosen):
                best = tuple(one for one, _ in chosen if one is not None)
                # Cells that share neither row nor column are each named by a row of their own.
                is_named_apart = key[0] != "table" or all(one.row > 0 for one in best)
                if is_named_apart and len({id(one.view) for one in best}) == len(best):
                    score = sum(one.score_by_words for one in best) / len(best) - (
                        ANYWHERE if key[0] == "table" else 0.0
                    )
                    found.append((score, best, all(is_apart for _, is_apart in chosen)))
        found.sort(key=lambda one: -one[0])
        if not found:
            return None
        score, best, _ = found[0]
        printed = [printed_value(one.view) for one in best]
        same = [other for other in found if [printed_value(one.view) for one in other[1]] == printed]
        rivals = [other for other in found if other not in same]
        # A column may tell apart what the whole table does not.
        if (
            not any(is_apart for _, _, is_apart in same)
            or (rivals and rivals[0][0] > score - APART / len(things))
            or not all(map(_is_named, best))
        ):
            return None
        if any(_own(one) < top - FROM_TOP for one, top in zip(best, tops, strict=True)):
            # The thing is another cell, that does not stand with the others.
            return None
        if not _are_of_one_house([one.view.sheet for one in best]):
            return None
        if any(self._is_of_a_neighbour(one, thing) for one, thing in zip(best, things, strict=True)):
            return None
        said = sum(one.said for one in best) / len(best)
        in_band = any(one.in_band for one in best)
        return Together(tuple(one.view for one in best), said, in_band) if said >= SAID else None

    def _is_of_a_neighbour(self, one: WeighedCell, thing: Thing) -> bool:
        """Whether another row of the table says a word of the thing that the cell's labels do not."""
        view = one.view
        rows = [other.row for other in self._matcher.views.siblings(view) if other.cell.row_path != view.cell.row_path]
        own = view.row | view.column
        return any(
            not term.is_in(own) and any(term.is_in(row) for row in rows) for term in read_operand(thing.words).terms
        )

    def _weighed(self, thing: Thing, beside: str) -> dict[int, WeighedCell]:
        asked = read_operand(thing.words)
        if not asked.terms:
            asked = replace(asked, terms=(*asked.optional, *asked.soft))
        named = thing.period if isinstance(thing.period, Period) else None
        cells = [
            view
            for view in self._cells
            if (self._is_of(view, named) if named is not None else not self._is_of_unsaid_day(view))
        ]
        if not asked.terms and thing.period is None:
            return {}
        weights = CellWeights(self._matcher.about(asked), [(view, _NO_FIT) for view in cells], beside)
        return {id(one.view): one for one in weights.weigh()}

    def _at(self, cells: Sequence[CellView], period: Period | When | None, named: Period | None) -> list[CellView]:
        """The cells of a group that are of a period; of the newest that is not ahead; or of the one before that, or
        before the one that is named."""
        if isinstance(period, Period):
            return [view for view in cells if self._is_of(view, period)]
        if period is None:
            return list(cells)
        starts = {id(view): start for view in cells if (start := self._start(view)) is not None}
        until = self._today
        if period is When.ONE_BEFORE and named is not None:
            until = min(
                (starts[id(one)] for one in cells if id(one) in starts and self._is_of(one, named)), default=until
            )
        days = sorted({start for start in starts.values() if start <= until})
        place = -1 if period is When.NEWEST else -2
        return [view for view in cells if starts.get(id(view)) == days[place]] if len(days) > 1 else []

    def _start(self, view: CellView) -> tuple[int, int, int, int] | None:
        """When the cell's period, or its paper, begins to hold."""
        own = label_period(view.cell.column_path)
        if own is not None and own.year is not None:
            return order_of(own)
        day = view.sheet.effective_date
        if day is not None:
            return (day.year, (day.month + 2) // 3, day.month, day.day)
        document = self._document_periods.get(view.sheet.document_id)
        return order_of(document) if document is not None and document.year is not None else None

    @property
    def _today(self) -> tuple[int, int, int, int]:
        day = self._matcher.as_of
        return (day.year, (day.month + 2) // 3, day.month, day.day)

    def _is_of(self, view: CellView, period: Period) -> bool:
        own = label_period(view.cell.column_path) or label_period(view.cell.row_path[-1:])
        document = self._document_periods.get(view.sheet.document_id)
        if own is not None and own.year is None and document is not None and document.year is not None:
            own = replace(own, year=document.year)
        if own is not None:
            return period.holds(own)
        day = view.sheet.effective_date
        if day is not None and period.month is not None and not view.sheet.is_series:
            document = Period(day.year, day.month)
        return document is not None and period.holds(document)

    def _is_of_unsaid_day(self, view: CellView) -> bool:
        """Whether the row is one of many that bear days or numbers, of which the question says none."""
        parts = [part for part in view.cell.row_path if _DAY_OR_NUMBER.fullmatch(part.strip())]
        return bool(parts) and not any(part.strip() in self._matcher.asked.text for part in parts)

    @cached_property
    def _cells(self) -> list[CellView]:
        sheets = set(map(id, self._matcher.sheets()))
        timeless = replace(self._matcher.asked, years=(), months=(), days=())
        return [
            view
            for view in self._matcher.views.cells
            if view.cell.number
            and (not self._of_rates or view.cell.scale in (Scale.PERCENT, Scale.BASIS_POINT))
            and id(view.sheet) in sheets
            and not _TORN.search(" ".join(view.cell.row_path))
            and is_for_asked_period(timeless, view, self._matcher.as_of)
        ]

    @cached_property
    def _groups(self) -> dict[tuple[object, ...], list[CellView]]:
        found: dict[tuple[object, ...], list[CellView]] = {}
        for view in self._cells:
            for key in _keys(view):
                found.setdefault(key, []).append(view)
        return {key: views for key, views in found.items() if len(views) > 1}


def _own(one: WeighedCell) -> float:
    """How much its row alone speaks for a cell: the column may be named by another of the things."""
    return one.said + ROW_SAID * one.row


def _best_of(views: Sequence[CellView], held: dict[int, WeighedCell]) -> tuple[WeighedCell | None, bool]:
    """The cell of a group that a thing is, and whether it stands apart in it."""
    ranked = sorted((held[id(view)] for view in views if id(view) in held), key=lambda one: -one.score_by_words)
    if not ranked:
        return None, False
    best = ranked[0]
    rivals = [one for one in ranked[1:] if printed_value(one.view) != printed_value(best.view)]
    return best, not rivals or rivals[0].score_by_words <= best.score_by_words - APART


def _keys(view: CellView) -> Iterator[tuple[object, ...]]:
    cell = view.cell
    yield "column", view.table_key, cell.column_path
    yield "row", view.table_key, cell.row_path
    yield "table", view.table_key
    yield "papers", plain(cell.row_path[-1:]), plain(cell.column_path[-1:])
    yield "papers", plain(cell.row_path[-1:])


def plain(labels: Sequence[str]) -> tuple[str, ...]:
    """Labels without their periods, folded."""
    return tuple(fold(without_periods(label)) for label in labels)


def _are_of_one_house(sheets: Sequence[Sheet]) -> bool:
    """Whether papers are prints of one thing: of one institution, of one title, or of names that share two words."""
    first, *others = sheets
    return all(
        other is first
        or (first.institution and first.institution == other.institution)
        or plain((first.title,)) == plain((other.title,))
        or len({word for word in first.naming & other.naming if word.isalpha()}) > 1
        for other in others
    )


def _is_named(one: WeighedCell) -> bool:
    """Whether the cell says most of its thing, and no paper leaves out much of it."""
    unknown = [term for term in one.unknown if term.word not in GENERIC_WORDS and term.word not in LIGHT_WORDS]
    asked = len(one.unknown) + len(one.missing) + one.said_count
    return one.said >= SAID_EACH and one.in_label > 0 and len(unknown) <= MOST_UNKNOWN * max(1, asked)
