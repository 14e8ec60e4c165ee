"""A figure that is printed twice for one period: as first reported, and restated.

The restated print governs, in the column beside or in a later report of the same house; the first one is what a
question means that asks for it ("as originally reported", "before it was restated"). What the restatement itself did
needs both.
"""

from __future__ import annotations

import re
from collections.abc import Callable
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
        kept = _without(views, _is_restated_beside)
        if len(kept.cells) == len(views.cells):
            kept = _without(views, _is_printed_earlier)
        # Where nothing is printed twice the words pick nothing.
        return (text, kept) if len(kept.cells) < len(views.cells) else (question, views)
    kept = _without(views, _is_first_beside)
    text = re.sub(r"\s+", " ", _RESTATED.sub(" ", question)).strip()
    return (text, kept) if len(kept.cells) < len(views.cells) else (question, views)


def _without(views: Views, is_dropped: Callable[[CellView, list[CellView]], bool]) -> Views:
    alike: dict[object, list[CellView]] = {}
    for view in views.cells:
        if view.years and view.cell.row_path and view.cell.number:
            alike.setdefault((fold(view.cell.row_path[-1]), view.years), []).append(view)
    dropped = {id(view) for group in alike.values() if len(group) > 1 for view in group if is_dropped(view, group)}
    if not dropped:
        return views
    return replace(views, cells=tuple(view for view in views.cells if id(view) not in dropped))


def _is_beside(one: CellView, other: CellView) -> bool:
    return one.table_key == other.table_key and one.cell.row_path == other.cell.row_path


def _is_restated_beside(view: CellView, alike: list[CellView]) -> bool:
    """Whether a cell is the restated print, and the first one stands beside it."""
    return _says(_IS_RESTATED, view) and any(_is_beside(one, view) and _says(_IS_FIRST, one) for one in alike)


def _is_first_beside(view: CellView, alike: list[CellView]) -> bool:
    """Whether a cell is the first print, and the restated one stands beside it."""
    return _says(_IS_FIRST, view) and any(_is_beside(one, view) and _says(_IS_RESTATED, one) for one in alike)


def _is_printed_earlier(view: CellView, alike: list[CellView]) -> bool:
    """Whether an earlier report of the same house prints the row for the same period."""
    mine = view.sheet
    return any(
        one.sheet is not mine
        and mine.institution
        and (one.sheet.title, one.sheet.institution) == (mine.title, mine.institution)
        and fold(" ".join(one.cell.column_path)) == fold(" ".join(view.cell.column_path))
        and max(one.sheet.years, default=0) < max(mine.years, default=0)
        for one in alike
    )


def _says(pattern: re.Pattern[str], view: CellView) -> bool:
    return pattern.search(" ".join(view.cell.column_path)) is not None
