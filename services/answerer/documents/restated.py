"""A figure that is printed twice for one period: as first reported, and restated.

The restated print governs, in the column beside or in a later report of the same house; the first one is what a
question means that asks for it ("as originally reported", "before it was restated"). What the restatement itself did
needs both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from services.answerer.documents.terms import fold
from services.answerer.documents.views import CellView, Views

_FIRST = re.compile(
    r",?\s?\b(?:(?:as )?(?:it was |were |was )?(?:originally|first|initially|previously)(?: (?:reported|printed|stated|"
    r"published|shown))|as reported|before (?:it was|they were|being|the) restate(?:d|ment)|"
    r"(?:before|prior to) restatement|not restated|unrestated)\b,?",
    re.IGNORECASE,
)
_RESTATED = re.compile(
    r",?\s?\b(?:as restated|restated(?= (?:19|20)\d\d\b)|after (?:it was |the )?restate(?:d|ment)|\(restated\))",
    re.IGNORECASE,
)
_BOTH = re.compile(
    r"\b(?:restatements?|(?:did|was|were|has been) restat\w+|(?:and|to|than|versus|vs) (?:as )?restated)\b",
    re.IGNORECASE,
)
_IS_RESTATED = re.compile(r"\brestated\b", re.IGNORECASE)
_IS_FIRST = re.compile(
    r"\b(?:(?:as )?(?:originally|previously|first) (?:reported|stated)|as reported)\b", re.IGNORECASE
)


def one_print(question: str, views: Views) -> tuple[str, Views]:
    """The question without words that pick a print, and what was found without the prints that are not meant."""
    first = _FIRST.search(question)
    if first is None and _BOTH.search(question):
        return question, views
    if first is not None:
        text = re.sub(r"\s+", " ", _FIRST.sub(" ", question)).strip()
        kept = _without(views, _restated_beside)
        if len(kept.cells) == len(views.cells):
            kept = _without(views, _printed_earlier)
        # Where nothing is printed twice the words pick nothing.
        return (text, kept) if len(kept.cells) < len(views.cells) else (question, views)
    kept = _without(views, _first_beside)
    text = re.sub(r"\s+", " ", _RESTATED.sub(" ", question)).strip()
    return (text, kept) if len(kept.cells) < len(views.cells) else (question, views)


def _without(views: Views, find_dropped: Callable[[Sequence[CellView]], Iterable[CellView]]) -> Views:
    alike: dict[object, list[CellView]] = {}
    for view in views.cells:
        if view.years and view.cell.row_path and view.cell.number:
            alike.setdefault((fold(view.cell.row_path[-1]), view.years), []).append(view)
    dropped = {id(view) for group in alike.values() if len(group) > 1 for view in find_dropped(group)}
    if not dropped:
        return views
    return replace(views, cells=tuple(view for view in views.cells if id(view) not in dropped))


def _restated_beside(alike: Sequence[CellView]) -> Iterable[CellView]:
    """The restated prints that the first one stands beside."""
    return _beside(alike, _IS_RESTATED, _IS_FIRST)


def _first_beside(alike: Sequence[CellView]) -> Iterable[CellView]:
    """The first prints that the restated one stands beside."""
    return _beside(alike, _IS_FIRST, _IS_RESTATED)


def _beside(alike: Sequence[CellView], one: re.Pattern[str], other: re.Pattern[str]) -> Iterable[CellView]:
    rows = {(view.table_key, view.cell.row_path) for view in alike if _says(other, view)}
    return (view for view in alike if (view.table_key, view.cell.row_path) in rows and _says(one, view))


def _printed_earlier(alike: Sequence[CellView]) -> Iterable[CellView]:
    """The prints of a row and a period that an earlier report of the same house has too."""
    earliest: dict[object, int] = {}
    for view in alike:
        year, key = _year(view), _report(view)
        earliest[key] = min(year, earliest.get(key, year))
    return (view for view in alike if view.sheet.institution and earliest[_report(view)] < _year(view))


def _report(view: CellView) -> tuple[str, ...]:
    return view.sheet.title, view.sheet.institution, fold(" ".join(view.cell.column_path))


def _year(view: CellView) -> int:
    return max(view.sheet.years, default=0)


def _says(pattern: re.Pattern[str], view: CellView) -> bool:
    return pattern.search(" ".join(view.cell.column_path)) is not None
