"""Tables that stand below each other without a gap: where rows of names head the columns anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from services.common.printed import is_year
from services.retriever.documents.model import SourceTable
from services.retriever.documents.table_heads import LENGTH, count_head_rows, names_periods
from services.retriever.documents.table_slots import PERIOD, Slot, is_unit, is_value, spread

MAX_HEAD_ROWS = 4


def parts_of(source: SourceTable, known: frozenset[str]) -> list[SourceTable]:
    """The table, or each part of it under its own head.

    A head in the middle fills the columns that the first one fills, with some of the same names or with other periods;
    one that only repeats the first is none.
    """
    grid = spread(source, known)
    count = source.header_row_count or (count_head_rows(grid) if grid else 0)
    if not count or len(grid) < count + 4:
        return [source]
    starts: list[tuple[int, int]] = []
    index = count + 1
    while index < len(grid) - 1:
        length = _head_length(grid, index, grid[:count])
        if length and not _is_crossed(source, index):
            starts.append((index, length))
        index += max(1, length)
    edges = [0, *(start for start, _ in starts), len(grid)]
    heads = [source.header_row_count, *(length for _, length in starts)]
    return [
        replace(source, rows=source.rows[start:end], header_row_count=head)
        for start, end, head in zip(edges[:-1], edges[1:], heads, strict=True)
    ]


def _head_length(grid: list[list[Slot]], start: int, head: list[list[Slot]]) -> int:
    """How many rows from `start` head the columns anew; 0 where they do not."""
    end = start
    while end < min(len(grid), start + MAX_HEAD_ROWS) and _names_columns(grid[end], head):
        end += 1
    if end == start or end == len(grid) or not _is_valued(grid[start - 1]) or not _is_valued(grid[end]):
        return 0
    if _texts(grid[start:end]) == _texts(head):
        return 0
    last, first = grid[end - 1], head[-1]
    if _filled(last) != _filled(first) or len(_filled(last)) < 2:
        return 0
    alike = sum(a.text == b.text for a, b in zip(last[1:], first[1:], strict=True) if b.text)
    return end - start if alike * 2 >= len(_filled(last)) or (names_periods(last) and names_periods(first)) else 0


def _names_columns(row: list[Slot], head: list[list[Slot]]) -> bool:
    values = [slot.text for slot in row[1:] if slot.text]
    stub = not row[0].text or any(row[0].text == one[0].text for one in head)
    stated = any(is_value(text) and not PERIOD.search(text) and not LENGTH.fullmatch(text) for text in values)
    return stub and bool(values) and not stated


def _is_valued(row: list[Slot]) -> bool:
    return any(is_value(slot.text) and not is_year(slot.text) and not is_unit(slot.text) for slot in row[1:])


def _filled(row: list[Slot]) -> set[int]:
    return {column for column, slot in enumerate(row) if column and slot.text}


def _texts(rows: Sequence[Sequence[Slot]]) -> list[list[str]]:
    return [[slot.text for slot in row] for row in rows]


def _is_crossed(source: SourceTable, index: int) -> bool:
    """Whether a cell reaches down over the edge above row `index`."""
    return any(above + cell.row_span > index for above in range(index) for cell in source.rows[above])
