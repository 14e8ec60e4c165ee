"""Tables of a PDF page without a grid, by how their words are aligned."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from services.common.printed import find_numbers
from services.retriever.documents.model import Place, SourceCell
from services.retriever.documents.pdf_lines import Row, Stretch, bounds
from services.retriever.documents.pdf_page import PageContent
from services.retriever.documents.pdf_tables import (
    DASHES,
    MAX_HEAD_ROWS,
    DraftTable,
    is_filled,
    is_value,
    join_lines,
    without_sign_columns,
)

# Work on a page is bounded: where a table may start, and how many lines tell how far apart its rows are.
MAX_STARTS = 12
_LINES_TOLD = 30
_OPEN_END = re.compile(r"(?:,|\b(?:and|or|of|the|to|at|in|per|for|with))$")


@dataclass(slots=True)
class _Slot:
    """A cell of a table that has no grid: its words, and the columns that it takes."""

    stretches: list[Stretch] = field(default_factory=list)
    first: int = 0
    last: int = 0

    @property
    def text(self) -> str:
        return " ".join(stretch.text for stretch in self.stretches)


def aligned_tables(page: PageContent, rows: Sequence[Row]) -> list[tuple[int, int, DraftTable]]:
    """Tables without a grid, each with the first and one past the last of the rows that it takes."""
    found: list[tuple[int, int, DraftTable]] = []
    rejected: Counter[int] = Counter()
    index = 0
    while index < len(rows):
        end = _region_end(page, rows, index)
        if end - index >= 2:
            if rejected[end] > MAX_STARTS:
                index = end
                continue
            start = _region_start(rows, index, found[-1][1] if found else 0)
            table = _Aligned(page, rows[start:end]).read()
            if table is not None:
                found.append((start, end, table))
                index = end
                continue
            rejected[end] += 1
        elif _is_total(rows[index]):
            found.append((index, index + 1, _one_row(page, rows[index])))
        index += 1
    return found


def _is_total(row: Row) -> bool:
    """Whether a row that stands alone is a label and, far from it, its value."""
    if len(row.stretches) != 2:
        return False
    label, value = row.stretches
    return (
        value.x0 - label.x1 > 3 * row.size
        and len(label.words) <= 6
        and label.text[:1].isalpha()
        and not is_value(label.text)
        and re.match(r"[(+-]?\s?(?:[A-Z]{3}\s?)?[$€£]?\s?\d[\d.,]*\)?%?$", value.text) is not None
        and find_numbers(value.text) != []
    )


def _one_row(page: PageContent, row: Row) -> DraftTable:
    cells = [SourceCell(one.text, place=Place(page.number, page.as_displayed(one.box))) for one in row.stretches]
    (label, value), box = row.stretches, row.box
    spans = [(one.x0, one.x1) for one in row.stretches]
    return DraftTable([cells], [box[0], (label.x1 + value.x0) / 2, box[2]], box, page.number, spans=spans)


def _region_end(page: PageContent, rows: Sequence[Row], start: int) -> int:
    """One past the last row of the table that may start here; `start` itself where none does."""
    if len(rows[start].stretches) < 2:
        return start
    last, loose = start, 0
    pitches: list[float] = []
    for index in range(start + 1, len(rows)):
        row = rows[index]
        gap = row.baseline - rows[index - 1].baseline
        usual = median(pitches[-_LINES_TOLD:]) if pitches else 1.6 * row.size
        larger = row.size > 1.25 * rows[start].size
        # Values may be set larger than their names right over them.
        larger = larger and not (index == start + 1 and len(row.stretches) == len(rows[start].stretches))
        if gap > max(2.6 * row.size, 1.9 * usual) or _is_prose(row) or larger:
            break
        if index > last and _begins_another(page, rows[start:index], row):
            break
        if len(row.stretches) > 1:
            last, loose = index, 0
        else:
            loose += 1
            if loose > 3:
                break
        pitches.append(gap)
    # A table may end in the middle of a cell of several lines.
    while (
        last + 1 < len(rows)
        and rows[last + 1].baseline - rows[last].baseline <= 1.3 * rows[last + 1].size
        and _is_cells_next_line(rows[last + 1], rows[start : last + 1])
    ):
        last += 1
    # A label without values may end a table: it is blank, and not a line of text.
    while (
        last + 1 < len(rows)
        and len(rows[last + 1].stretches) == 1
        and _is_label(rows[last + 1], rows[start : last + 1])
        and rows[last + 1].baseline - rows[last].baseline <= 1.15 * (median(pitches) if pitches else 0)
    ):
        last += 1
    return last + 1


def _is_cells_next_line(row: Row, table: Sequence[Row]) -> bool:
    """Whether the row goes on with what the last column says, right under it."""
    above, x0, x1 = table[-1].stretches[-1], row.box[0], row.box[2]
    lasts = [one.stretches[-1] for one in table if len(one.stretches) > 1]
    left, right = min(one.x0 for one in lasts), max(one.x1 for one in lasts)
    return (
        len(row.stretches) == 1
        and left - 2 <= x0
        and x1 <= right + 2
        and left > min(one.box[0] for one in table) + 4 * row.size
        and min(x1, above.x1) > max(x0, above.x0)
        and _goes_on(above.text, row.text)
    )


def _goes_on(above: str, text: str) -> bool:
    """Whether a line is left open by its end, or the next one begins as none does."""
    return (text[:1].isalpha() and not text[:1].isupper()) or _OPEN_END.search(above) is not None


def _begins_another(page: PageContent, above: Sequence[Row], row: Row) -> bool:
    """Whether the row heads a table of its own: it names columns, in a type or on a fill that the rows above lack,
    after rows with values."""
    if len(row.stretches) < 2 or any(is_value(one.text) and not _is_year(one.text) for one in row.stretches):
        return False
    if not any(is_value(part.text) for part in above[-1].stretches[1:]):
        return False
    if row.bold:
        return not any(one.bold for one in above[-2:])
    return _is_shaded(page, row) and not any(_is_shaded(page, one) for one in above[-2:])


def _is_shaded(page: PageContent, row: Row) -> bool:
    return all(is_filled(page, (one.x0, one.baseline - 0.6 * one.size, one.x1, one.baseline)) for one in row.stretches)


def _region_start(rows: Sequence[Row], start: int, floor: int) -> int:
    """Rows right above that stand over the columns and not over the labels belong to the head."""
    left = min(row.stretches[0].x0 for row in rows[start : start + 4])
    while start > floor:
        above = rows[start - 1]
        gap = rows[start].baseline - above.baseline
        over_columns = above.stretches[0].x0 > left + 4 * above.size
        names = len(above.stretches) > 2 and not any(is_value(one.text) for one in above.stretches)
        if _is_prose(above) or gap > (5 if names else 2.2) * above.size or above.size > 1.2 * rows[start].size:
            break
        if not names and (len(above.stretches) > 2 or not over_columns):
            break
        start -= 1
    return start


def _is_prose(row: Row) -> bool:
    words = [len(stretch.words) for stretch in row.stretches]
    return (len(words) == 1 and words[0] > 12) or (len(words) > 1 and min(words) > 9)


def _is_label(row: Row, table: Sequence[Row]) -> bool:
    first = [one.stretches[0] for one in table if len(one.stretches) > 1]
    stretch = row.stretches[0]
    left = min(one.x0 for one in first)
    widest = max(one.x1 for one in first)
    same_type = abs(stretch.size - median(one.size for one in first)) < 0.3 and not (
        stretch.bold and not any(one.bold for one in first)
    )
    return (
        same_type
        and stretch.x1 <= widest + 2
        and left - 2 <= stretch.x0 <= left + 30
        and stretch.text[-1:] not in ".:;"
    )


class _Aligned:
    def __init__(self, page: PageContent, rows: Sequence[Row]) -> None:
        self._page = page
        self._rows = list(rows)
        self._columns: list[tuple[float, float]] = []

    def read(self) -> DraftTable | None:
        facts = self._facts()
        if facts is not None:
            return facts
        self._columns = self._find_columns()
        if len(self._columns) < 2:
            return None
        grid = [self._slots(row) for row in self._rows]
        filled = [row for row in grid if len(row) > 1]
        if len(filled) < 2 or not self._is_tabular(grid):
            return None
        head = self._head_count(grid)
        grid, head = self._join_head_lines(grid, head)
        self._span_heads(grid[:head])
        lines = self._lines_of(grid)
        grid = self._join_wrapped(grid, head, lines)
        rows = [self._cells(row, index < head, grid, index) for index, row in enumerate(grid)]
        edges = self._edges()
        box = bounds(row.box for row in self._rows)
        table = DraftTable(rows, edges, box, self._page.number, head, spans=list(self._columns))
        return without_sign_columns(table)

    def _facts(self) -> DraftTable | None:
        """Names in a row with their values right under them, set in another type: a label and a value each."""
        if len(self._rows) != 2 or len(self._rows[0].stretches) != len(self._rows[1].stretches):
            return None
        names, values = (row.stretches for row in self._rows)
        pairs = list(zip(names, values, strict=True))
        apart = all(name.bold != value.bold or abs(name.size - value.size) > 0.08 * value.size for name, value in pairs)
        under = all(min(name.x1, value.x1) > max(name.x0, value.x0) for name, value in pairs)
        named = not any(re.search(r"\d", name.text) for name in names)
        if len(pairs) < 2 or not (apart and under and named and re.search(r"\d", values[0].text)):
            return None
        number = self._page.number
        rows = [
            [SourceCell(one.text, place=Place(number, self._page.as_displayed(one.box))) for one in pair]
            for pair in pairs
        ]
        box = bounds(row.box for row in self._rows)
        return DraftTable(rows, [box[0], (box[0] + box[2]) / 2, box[2]], box, number, is_ruled=True)

    # Columns

    def _find_columns(self) -> list[tuple[float, float]]:
        """Stretches of the page's width that rows fill and the gaps between them part."""
        many = [row for row in self._rows if len(row.stretches) > 1]
        most = max(len(row.stretches) for row in many)
        # Heads span columns and long words run over them: rows with few stretches tell less.
        telling = [row for row in many if len(row.stretches) >= max(2, most * 0.6)]
        spans = sorted((stretch.x0, stretch.x1) for row in telling for stretch in row.stretches)
        tolerance = len(telling) // 12
        changes: Counter[float] = Counter()
        for left, right in spans:
            changes[left] += 1
            changes[right] -= 1
        columns: list[list[float]] = []
        cover = 0
        for left, right in pairwise(sorted(changes)):
            cover += changes[left]
            if cover <= tolerance:
                continue
            if columns and left - columns[-1][1] < 0.5:
                columns[-1][1] = right
            else:
                columns.append([left, right])
        found = [(left, right) for left, right in columns if right - left > 1]
        return self._without_splits(self._with_named(found, many), telling)

    def _with_named(self, columns: list[tuple[float, float]], rows: Sequence[Row]) -> list[tuple[float, float]]:
        """The columns, and those that hardly any row fills but the head names."""
        head = max(self._rows[:3], key=lambda row: len(row.stretches))
        if any(is_value(one.text) and not _is_year(one.text) for one in head.stretches):
            return columns

        def taken(one: Stretch) -> bool:
            return any(one.x0 < right and one.x1 > left for left, right in columns)

        loose = [one for row in rows for one in row.stretches if not taken(one)]

        def is_named(column: tuple[float, float] | None) -> bool:
            return column is None or any(one.x0 < column[1] and one.x1 > column[0] for one in head.stretches)

        named = []
        for name in (one for one in head.stretches if not taken(one)):
            before = next((one for one in reversed(columns) if one[1] <= name.x0), None)
            after = next((one for one in columns if one[0] >= name.x1), None)
            if not is_named(before) or not is_named(after):
                # It stands beside the column that it names, as names that are centred do.
                continue
            under = [one for one in loose if one.x0 < name.x1 and one.x1 > name.x0]
            named.append((min(one.x0 for one in under), max(one.x1 for one in under)))
        apart = [b for a, b in pairwise([(0.0, 0.0), *sorted(named)]) if b[0] > a[1]]
        return sorted([*columns, *apart])

    def _without_splits(self, columns: list[tuple[float, float]], rows: Sequence[Row]) -> list[tuple[float, float]]:
        """Neighbours that no row fills both, words in one and numbers in the other, are one column."""
        held = [self._held(row, columns) for row in rows]
        named = self._held(max(self._rows[:3], key=lambda row: len(row.stretches)), columns)
        merged: list[tuple[float, float]] = []
        members: list[set[int]] = []
        last = -1
        for index, column in enumerate(columns):
            own = {number for number, row in enumerate(held) if index in row}
            apart = not merged or len(merged) < 2 or members[-1] & own or {index, last} <= named
            if apart or _is_numeric(rows, merged[-1]) == _is_numeric(rows, column):
                merged.append(column)
                members.append(own)
            else:
                merged[-1] = (merged[-1][0], column[1])
                members[-1] |= own
            last = index
        return merged

    @staticmethod
    def _held(row: Row, columns: list[tuple[float, float]]) -> set[int]:
        return {
            index
            for index, (left, right) in enumerate(columns)
            if any(stretch.x0 < right and stretch.x1 > left for stretch in row.stretches)
        }

    def _edges(self) -> list[float]:
        inner = [(a[1] + b[0]) / 2 for a, b in pairwise(self._columns)]
        return [self._columns[0][0], *inner, self._columns[-1][1]]

    # Rows

    def _slots(self, row: Row) -> list[_Slot]:
        slots: list[_Slot] = []
        for stretch in row.stretches:
            for piece in self._pieces(stretch):
                touched = [
                    index for index, (left, right) in enumerate(self._columns) if piece.x0 < right and piece.x1 > left
                ]
                if not touched:
                    middle = (piece.x0 + piece.x1) / 2
                    nearest = min(
                        range(len(self._columns)),
                        key=lambda index: min(abs(middle - edge) for edge in self._columns[index]),
                    )
                    touched = [nearest]
                if slots and slots[-1].last >= touched[0]:
                    slots[-1].stretches.append(piece)
                    slots[-1].last = max(slots[-1].last, touched[-1])
                else:
                    slots.append(_Slot([piece], touched[0], touched[-1]))
        return slots

    def _pieces(self, stretch: Stretch) -> list[Stretch]:
        """A stretch that runs over several columns, cut where it has a gap between them."""
        inner = [(a[1] + b[0]) / 2 for a, b in pairwise(self._columns)]
        cuts = [
            index
            for index, (left, right) in enumerate(pairwise(stretch.words), start=1)
            if right.x0 - left.x1 > 0.45 * stretch.size and any(left.x1 - 1 <= edge <= right.x0 + 1 for edge in inner)
        ]
        starts = [0, *cuts]
        return [
            Stretch(stretch.words[a:b], stretch.baseline, stretch.size, stretch.bold)
            for a, b in zip(starts, [*cuts, len(stretch.words)], strict=True)
        ]

    def _is_tabular(self, grid: list[list[_Slot]]) -> bool:
        values = [slot for row in grid for slot in row if slot.first > 0 and len(row) > 1]
        labels = [slot for row in grid for slot in row if slot.first == 0]
        numeric = sum(1 for slot in values if is_value(slot.text))
        words = [len(slot.text.split()) for slot in values]
        if not labels or not values:
            return False
        if numeric >= 0.3 * len(values):
            return median(words) <= 8
        starts = sorted(slot.stretches[0].x0 for slot in values if slot.last == slot.first)
        near = (bisect_right(starts, start + 2) - bisect_left(starts, start - 2) for start in starts)
        aligned = max(near, default=0) >= max(1, 0.4 * len(starts))
        return aligned and median(words) <= 6 and median(len(slot.text.split()) for slot in labels) <= 6

    def _head_count(self, grid: list[list[_Slot]]) -> int:
        count = 0
        cells = [slot.text for row in grid[1:] for slot in row if slot.first > 0]
        numeric = sum(map(is_value, cells)) > 0.6 * len(cells)
        for index, row in enumerate(grid[:MAX_HEAD_ROWS]):
            bold = all(stretch.bold for slot in row for stretch in slot.stretches)
            valued = any(is_value(slot.text) and not _is_year(slot.text) for slot in row if slot.first > 0)
            named_all = any(len(above) > 1 for above in grid[:index])
            lone = len(row) == 1 and row[0].first > 0 and not (named_all and len(row[0].text.split()) > 4)
            ruled = self._has_rule_below(row, index)
            named = numeric and len(row) > 1 and self._stands_over_values(row, grid[index + 1 :])
            # "Statement date  August 19": one of several facts.
            named = named and not (len(self._columns) == 2 and _states_day(row[-1].text))
            if not valued and (bold or ((lone or ruled or named) and count == index)):
                if len(row) == 1 and row[0].first == 0 and row[0].last == 0 and index:
                    break
                count = index + 1
                if ruled and not bold and not lone:
                    break
            else:
                break
        everything_bold = all(stretch.bold for row in grid for slot in row for stretch in slot.stretches)
        return 0 if everything_bold or count >= len(grid) else count

    @staticmethod
    def _stands_over_values(row: list[_Slot], below: list[list[_Slot]]) -> bool:
        """Whether each name has a value right under it: words beside numbers in the same column name nothing."""
        values = [
            one for other in below for slot in other if slot.first and is_value(slot.text) for one in slot.stretches
        ]
        return all(
            any(one.x0 < name.x1 and one.x1 > name.x0 for one in values)
            for slot in row
            if slot.first
            for name in slot.stretches
        )

    def _has_rule_below(self, row: list[_Slot], index: int) -> bool:
        """Whether a line under this row, and under no row near it, parts head and body."""
        bottom = row[0].stretches[0].baseline
        if index + 1 >= len(self._rows):
            return False
        following = self._rows[index + 1].baseline
        after = self._rows[index + 2].baseline if index + 2 < len(self._rows) else following

        def ruled(a: float, b: float, size: float) -> bool:
            left, right = self._columns[0][0], self._columns[-1][1]
            return any(
                a < rule.at < b - 0.5 * size and rule.start < left + 20 and rule.end > right - 20
                for rule in self._page.horizontals
            )

        size = row[0].stretches[0].size
        return ruled(bottom, following, size) and not ruled(following, after, size)

    def _join_head_lines(self, grid: list[list[_Slot]], head: int) -> tuple[list[list[_Slot]], int]:
        """Head rows that are lines of the same names, set tight, become one row."""
        index = 0
        while index + 1 < head:
            upper, lower = grid[index], grid[index + 1]
            gap = lower[0].stretches[0].baseline - upper[0].stretches[0].baseline
            tight = gap <= 1.35 * upper[0].stretches[0].size
            # A year below a name is a level of its own, and so is whatever stands below a name that spans.
            spans = any(
                slot.last > slot.first or sum(slot.first - 1 <= low.first <= slot.last + 1 for low in lower) > 1
                for slot in upper
            ) and len(upper) < len(lower)
            if not tight or spans or any(slot.last > slot.first for slot in (*upper, *lower)):
                index += 1
                continue
            for slot in lower:
                above = next((one for one in upper if one.first == slot.first), None)
                if above is None:
                    upper.append(slot)
                else:
                    above.stretches += slot.stretches
            upper.sort(key=lambda one: one.first)
            del grid[index + 1], self._rows[index + 1]
            head -= 1
        return grid, head

    def _span_heads(self, head: list[list[_Slot]]) -> None:
        """A name over several columns is set over their middle; it spans the columns that it is the middle of."""
        for upper, lower in pairwise(head):
            taken = [set(range(slot.first, slot.last + 1)) for slot in upper]
            below = {slot.first for slot in lower}
            for index, slot in enumerate(upper):
                if slot.first == 0 and slot.last == 0:
                    continue
                others = set().union(*(one for at, one in enumerate(taken) if at != index)) if len(taken) > 1 else set()
                best = self._best_span(slot, others, below)
                slot.first, slot.last = best
                taken[index] = set(range(best[0], best[1] + 1))

    def _best_span(self, slot: _Slot, others: set[int], below: set[int]) -> tuple[int, int]:
        middle = (slot.stretches[0].x0 + slot.stretches[-1].x1) / 2
        best, best_miss = (slot.first, slot.last), float("inf")
        for first in range(1, slot.first + 1):
            for last in range(slot.last, len(self._columns)):
                span = set(range(first, last + 1))
                if span & others or not span & below:
                    continue
                left = self._columns[first][0]
                right = self._columns[last][1]
                miss = abs((left + right) / 2 - middle) - 0.02 * (right - left)
                if miss < best_miss - 0.5:
                    best, best_miss = (first, last), miss
        # A lone name above several columns spans them all, wherever it is set.
        if not others - {0} and len(below - {0}) > 1:
            return min(1, slot.first), len(self._columns) - 1
        return best

    def _lines_of(self, grid: list[list[_Slot]]) -> list[float]:
        return [min(stretch.baseline for slot in row for stretch in slot.stretches) for row in grid]

    def _join_wrapped(self, grid: list[list[_Slot]], head: int, lines: list[float]) -> list[list[_Slot]]:
        """Lines that only carry on the cells above them, or a label whose values stand on its last line."""
        body = list(range(head, len(grid)))
        pitches = [lines[b] - lines[a] for a, b in pairwise(body)]
        if not pitches:
            return grid
        usual = median(pitches)
        kept: list[list[_Slot]] = [list(row) for row in grid[:head]]
        index = head
        while index < len(grid):
            row, above = grid[index], kept[-1] if index > head else None
            gap = lines[index] - lines[index - 1] if index else float("inf")
            if above is not None and _is_tight(gap, row, usual) and self._carries_on(row, above):
                _attach(above, row)
                index += 1
                continue
            last = self._label_below(grid, lines, index, gap)
            kept.append(row)
            for below in grid[index + 1 : last + 1]:
                _attach(row, below)
            index = last + 1
        return kept

    def _label_below(self, grid: list[list[_Slot]], lines: list[float], index: int, gap: float) -> int:
        """The row whose label belongs to the cells that start here with words only; `index` where there is none."""
        row = grid[index]
        at = index
        while at + 1 < len(grid) and row[0].first > 0 and not any(is_value(slot.text) for slot in grid[at]):
            below, step = grid[at + 1], lines[at + 1] - lines[at]
            if step > 1.3 * row[0].stretches[0].size or step > 0.85 * gap:
                break
            at += 1
            if below[0].first == 0:
                return at if all(any(one.first == slot.first for one in below) for slot in row) else index
        return index

    def _carries_on(self, row: list[_Slot], above: list[_Slot]) -> bool:
        values = [slot for slot in row if slot.first > 0]
        label = row[0] if row[0].first == 0 else None
        if label is None and all(
            any(one.first == slot.first and _goes_on(one.text, slot.text) for one in above) for slot in values
        ):
            return True
        if any(is_value(slot.text) for slot in values):
            # The values of a label that takes two lines may stand on its second one.
            lone = len(above) == 1 and above[0].first == 0 and above[0].last == 0
            return lone and label is not None and label.text[:1].islower()
        if label is None:
            return bool(values) and all(any(one.first <= slot.first <= one.last for one in above) for slot in values)
        return label.text[:1].islower() or (label.text[:1] in "(&/" and not values)

    def _cells(self, row: list[_Slot], is_head: bool, grid: list[list[_Slot]], index: int) -> list[SourceCell]:
        cells: list[SourceCell] = []
        column = 0
        left = self._columns[0][0]
        if not is_head and len(row) == 1 and row[0].first == 0 and self._is_section(row[0], grid, index):
            row[0].last = len(self._columns) - 1
        lines = [stretch for slot in row for stretch in slot.stretches]
        top, bottom = bounds(stretch.box for stretch in lines)[1::2]
        for slot in row:
            while column < slot.first:
                cells.append(SourceCell("", place=self._place(column, column, top, bottom)))
                column += 1
            own = _by_line(slot.stretches)
            indent = round((slot.stretches[0].x0 - left) / 8) if slot.first == 0 else 0
            cells.append(
                SourceCell(
                    join_lines(own),
                    is_header=is_head,
                    column_span=slot.last - slot.first + 1,
                    indent=max(0, indent),
                    place=Place(self._page.number, self._page.as_displayed(bounds(one.box for one in slot.stretches))),
                )
            )
            column = slot.last + 1
        while column < len(self._columns):
            cells.append(SourceCell("", place=self._place(column, column, top, bottom)))
            column += 1
        return cells

    def _place(self, first: int, last: int, top: float, bottom: float) -> Place:
        box = (self._columns[first][0], top, self._columns[last][1], bottom)
        return Place(self._page.number, self._page.as_displayed(box))

    def _is_section(self, slot: _Slot, grid: list[list[_Slot]], index: int) -> bool:
        """A label without values that heads the rows below it, and is not one whose cells are blank."""
        stretch = slot.stretches[0]
        below = grid[index + 1] if index + 1 < len(grid) else None
        if below is None:
            return False
        bold = all(one.bold for one in slot.stretches) and not all(
            one.bold for one in below[0].stretches if below[0].first == 0
        )
        indented = below[0].first == 0 and below[0].stretches[0].x0 > stretch.x0 + 0.5 * stretch.size
        value_x = (self._columns[-1][0] + self._columns[-1][1]) / 2
        middle = stretch.baseline - 0.3 * stretch.size
        shaded = is_filled(self._page, self._page.as_displayed((value_x - 1, middle - 1, value_x + 1, middle + 1)))
        shaded_below = is_filled(
            self._page,
            self._page.as_displayed(
                (value_x - 1, below[0].stretches[0].baseline - 3, value_x + 1, below[0].stretches[0].baseline - 1)
            ),
        )
        labels = [row[0].text for row in grid if row[0].first == 0 and len(row) > 1]
        # Where labels end so, one with nothing beside it is blank.
        colon = slot.text.endswith(":") and sum(label.endswith(":") for label in labels) <= 0.5 * len(labels)
        return bold or indented or colon or (shaded and not shaded_below) or slot.text.isupper()


def _is_tight(gap: float, row: list[_Slot], usual: float) -> bool:
    return gap <= 1.3 * row[0].stretches[0].size or gap < 0.85 * usual


def _attach(row: list[_Slot], more: list[_Slot]) -> None:
    """Add the next line of its cells to a row."""
    for slot in more:
        target = next((one for one in row if one.first <= slot.first <= one.last), None)
        if target is None:
            row.append(slot)
        else:
            target.stretches += slot.stretches
    row.sort(key=lambda one: one.first)


def _is_numeric(rows: Sequence[Row], column: tuple[float, float]) -> bool:
    texts = [one.text for row in rows for one in row.stretches if one.x0 < column[1] and one.x1 > column[0]]
    return sum(is_value(text) and text not in DASHES for text in texts) * 2 > len(texts)


def _by_line(stretches: Sequence[Stretch]) -> list[str]:
    lines: dict[float, list[str]] = {}
    for stretch in stretches:
        lines.setdefault(stretch.baseline, []).append(stretch.text)
    return [" ".join(texts) for texts in lines.values()]


def _states_day(text: str) -> bool:
    return re.search(r"\d", text) is not None and not _is_year(text)


def _is_year(text: str) -> bool:
    return re.fullmatch(r"(?:FY\s?)?(?:19|20)\d\d(?:[-–/]\d{2,4})?[A-Z]?", text.strip()) is not None
