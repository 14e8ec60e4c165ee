"""A table that a page break cut: whether the next page's goes on with it, and its rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from services.retriever.documents.model import SourceCell
from services.retriever.documents.pdf_tables import DraftTable

# How far columns may miss each other over a page, in points: lines stand still, words move with their numbers.
RULED_REACH, ALIGNED_REACH = 4.0, 30.0
_INSIDE = 8.0


def goes_on(table: DraftTable, following: DraftTable) -> bool:
    """Whether `following` is the next part of `table`; its rows are added then."""
    part = following if _same_columns(table, following) else _fitted(table, following)
    if part is None:
        return False
    _join_tables(table, part)
    return True


def _same_columns(table: DraftTable, following: DraftTable) -> bool:
    if table.column_count != following.column_count:
        return False
    reach = RULED_REACH if table.is_ruled and following.is_ruled else ALIGNED_REACH
    if any(abs(a - b) > reach for a, b in zip(table.edges, following.edges, strict=True)):
        return False
    heads = [_texts(one.rows[: one.head_count]) for one in (table, following)]
    return not following.head_count or heads[0] == heads[1]


def _join_tables(table: DraftTable, following: DraftTable) -> None:
    rows = following.rows[following.head_count :]
    repeated = 0
    while repeated < min(len(rows), 4) and _texts(rows[: repeated + 1]) == _texts(table.rows[: repeated + 1]):
        repeated += 1
    rows = rows[repeated:]
    if rows and len(table.rows) > table.head_count:
        last, first = table.rows[-1], rows[0]
        joined = _joined_label(last, first)
        if joined is not None:
            table.rows[-1:], rows = [joined], rows[1:]
    table.rows += rows


def _fitted(table: DraftTable, following: DraftTable) -> DraftTable | None:
    """A part without a head in which some columns stay blank, laid into the table's columns; None where it is none."""
    if following.head_count or following.is_ruled or table.is_ruled or not following.spans:
        return None
    if not 2 <= following.column_count < table.column_count:
        return None
    places = []
    for left, right in following.spans:
        at = next((i for i, edge in enumerate(table.edges[1:]) if (left + right) / 2 < edge), table.column_count - 1)
        if left < table.edges[at] - _INSIDE or right > table.edges[at + 1] + _INSIDE:
            return None
        places.append(at)
    if places[0] or len(set(places)) < len(places) or len(places) != following.column_count:
        return None
    if any(cell.column_span > 1 or cell.row_span > 1 for row in following.rows for cell in row):
        return None
    rows = []
    for row in following.rows:
        cells = [SourceCell("") for _ in range(table.column_count)]
        for at, cell in zip(places, row, strict=True):
            cells[at] = cell
        rows.append(cells)
    return replace(following, rows=rows, edges=table.edges)


def _joined_label(last: list[SourceCell], first: list[SourceCell]) -> list[SourceCell] | None:
    """One row of two halves: a label that the break cut, with its values on one side of it."""
    if len(last) != len(first) or len(last) < 2 or any(cell.column_span > 1 for cell in (*last, *first)):
        return None
    if not last[0].text or not first[0].text[:1].islower():
        return None
    blank_last, blank_first = not any(cell.text for cell in last[1:]), not any(cell.text for cell in first[1:])
    if blank_last == blank_first:
        return None
    values = first if blank_last else last
    return [replace(values[0], text=f"{last[0].text} {first[0].text}", indent=last[0].indent), *values[1:]]


def _texts(rows: Sequence[Sequence[SourceCell]]) -> list[list[str]]:
    return [[re.sub(r"\s+", " ", cell.text).strip() for cell in row] for row in rows]
