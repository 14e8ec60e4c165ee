"""Columns of a page: where white space parts what stands side by side and belongs to different texts.

Every gap that reaches down through several rows is a candidate (white space as in Breuel, "Two Geometric Algorithms
for Layout Analysis", DAS 2002), and what it parts is cut again (the recursive X-Y cut of Nagy and Seth, ICPR 1984).
The gaps between the columns of a table reach down as well. A gap is one of the page where a side of it is running
text, or a table of its own; where a row needs what stands on the other side, it is one of a table.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from services.common.printed import is_year
from services.retriever.documents.pdf_lines import Row, Stretch
from services.retriever.documents.pdf_page import PageContent
from services.retriever.documents.pdf_tables import DraftTable, is_value

# Space between words is stretched, and lines up by chance: a narrow gap counts where many lines leave it.
MIN_GUTTER, WIDE_GUTTER = 7.0, 9.0
MIN_LINES, MANY_LINES = 3, 8
# No page in print has as many lines, and the work grows with their square.
MAX_ENTRIES = 1_200
# Edges that miss each other by this much, in points, are one.
_REACH = 2.0
_SENTENCE_END = re.compile(r"[.:;!?]['\"”’)]*$")
_ITEM = re.compile(r"^(?:[•▪◦‣■●○∙·*–—-]|\(?(?:\d{1,2}|[a-z])[.)])(?:\s|$)")
_LABELLED = re.compile(r"^[A-Z][^:.]{1,40}:\s?\S")


_VALUE = re.compile(r"(?:[A-Z]{3}\s?)?[^A-Za-z]*\d")


@dataclass(slots=True)
class Entry:
    """A row or a ruled table, for the order of reading: the intervals of the page's width that it takes."""

    top: float
    bottom: float
    spans: list[tuple[float, float]]
    row: Row | None = None
    table: DraftTable | None = None


@dataclass(frozen=True, slots=True)
class Columns:
    """Entries `start` to before `end` stand in two columns; `gutter` is the middle of the gap between them."""

    start: int
    end: int
    gutter: float


@dataclass(frozen=True, slots=True)
class _Gap:
    start: int
    end: int
    low: float
    high: float


def row_entry(row: Row) -> Entry:
    """The entry of a row. Words of one stretch that are a gutter apart may belong to two columns."""
    spans: list[tuple[float, float]] = []
    for word in (word for stretch in row.stretches for word in stretch.words):
        if spans and word.x0 - spans[-1][1] < MIN_GUTTER:
            spans[-1] = (spans[-1][0], max(spans[-1][1], word.x1))
        else:
            spans.append((word.x0, word.x1))
    box = row.box
    return Entry(box[1], box[3], spans, row=row)


def first_columns(entries: Sequence[Entry], page: PageContent) -> Columns | None:
    """The columns that start highest; None where all of it is read from one side of the page to the other."""
    if len(entries) > MAX_ENTRIES:
        return None
    best: tuple[int, float] | None = None
    chosen = None
    for gap in _gaps(entries):
        if best is not None and gap.start > best[0]:
            continue
        for part in _parts(entries, gap, page):
            start = _without_head(entries, part)
            end = _without_tail(entries, replace(part, start=start))
            if end <= start or (best is not None and start > best[0]):
                continue
            height = entries[end - 1].bottom - entries[start].top
            rank = (start, -height * (part.high - part.low))
            if (best is None or rank < best) and _are_columns(entries[start:end], part, page):
                best, chosen = rank, Columns(start, end, (part.low + part.high) / 2)
    return _with_totals(entries, chosen) if chosen is not None else None


def _with_totals(entries: Sequence[Entry], columns: Columns) -> Columns:
    """The columns, with the rows under a line that closes both: a label and its value on either side."""
    end = columns.end
    while end < len(entries) and all(
        len(one) == 1 and _Side(one).is_labelled for one in sides(entries[end : end + 1], columns.gutter)
    ):
        end += 1
    return replace(columns, end=end)


def sides(entries: Sequence[Entry], gutter: float) -> tuple[list[Entry], list[Entry]]:
    """What stands left and right of the gutter."""
    parted: tuple[list[Entry], list[Entry]] = ([], [])
    for entry in entries:
        if entry.row is None:
            parted[entry.spans[0][0] > gutter].append(entry)
            continue
        for is_right in (False, True):
            stretches = [part for one in entry.row.stretches if (part := _part(one, gutter, is_right)) is not None]
            if stretches:
                parted[is_right].append(row_entry(Row(entry.row.baseline, stretches)))
    return parted


def _part(stretch: Stretch, gutter: float, is_right: bool) -> Stretch | None:
    words = [word for word in stretch.words if (word.x0 > gutter) == is_right]
    return Stretch(words, stretch.baseline, stretch.size, stretch.bold) if words else None


# White space


def _gaps(entries: Sequence[Entry]) -> Iterator[_Gap]:
    """Gaps that several entries in a row leave, with something on both sides."""
    lefts: Counter[int] = Counter()
    exact: dict[int, float] = {}
    for entry in entries:
        for x0, _ in entry.spans:
            key = round(x0 / _REACH)
            lefts[key] += 1 if entry.row is not None else MIN_LINES
            exact[key] = min(exact.get(key, x0), x0)
    for key in sorted(exact):
        if lefts[key] + lefts[key - 1] + lefts[key + 1] < 2:
            continue
        high = exact[key]
        yield from _runs(entries, high - MIN_GUTTER, high - 0.05)


def _runs(entries: Sequence[Entry], low: float, high: float) -> Iterator[_Gap]:
    start = 0
    for index in range(len(entries) + 1):
        if index < len(entries) and not any(x0 < high and x1 > low for x0, x1 in entries[index].spans):
            continue
        if index - start > 1:
            spans = [span for entry in entries[start:index] for span in entry.spans]
            left = max((x1 for _, x1 in spans if x1 <= low), default=None)
            right = min((x0 for x0, _ in spans if x0 >= high), default=None)
            if left is not None and right is not None and right - high < _REACH:
                yield _Gap(start, index, left, right)
        start = index + 1


def _parts(entries: Sequence[Entry], gap: _Gap, page: PageContent) -> Iterator[_Gap]:
    """The gap, cut where a line or a band of colour crosses it, and where rows need both sides of it."""
    hard = gap.start
    for index in range(gap.start + 1, gap.end + 1):
        if index < gap.end and not _is_crossed(entries[index - 1], entries[index], gap, page):
            continue
        yield from _blocks(entries, _Gap(hard, index, gap.low, gap.high))
        hard = index


def _is_crossed(above: Entry, below: Entry, gap: _Gap, page: PageContent) -> bool:
    top, bottom = (above.top + above.bottom) / 2, (below.top + below.bottom) / 2
    reach = 2 * MIN_GUTTER
    if any(
        top < rule.at < bottom and rule.start < gap.low - reach and rule.end > gap.high + reach
        for rule in page.horizontals
    ):
        return True
    size = above.row.size if above.row is not None else 10.0
    return any(
        x0 < gap.low - reach
        and x1 > gap.high + reach
        and y1 - y0 < 2.5 * size
        and (y0 < top < y1) != (y0 < bottom < y1)
        for x0, y0, x1, y1 in page.fills
    )


def _blocks(entries: Sequence[Entry], gap: _Gap) -> Iterator[_Gap]:
    """Stretches of the gap without the blocks, parted by blank space on both sides, whose rows go across it."""
    blanks: list[float] = []
    low = entries[gap.start].bottom
    for entry in entries[gap.start + 1 : gap.end]:
        blanks.append(entry.top - low)
        low = max(low, entry.bottom)
    usual = median([one for one in blanks if one > 0] or [0.0])
    edges = [gap.start]
    for index, blank in enumerate(blanks, start=gap.start + 1):
        row = entries[index].row
        if blank > max(0.75 * (row.size if row is not None else 10.0), 1.4 * usual):
            edges.append(index)
    edges.append(gap.end)
    blocks = list(pairwise(edges))
    across = [_goes_across(entries[first:end], gap) for first, end in blocks]
    start = gap.start
    for index, (first, end) in enumerate(blocks):
        # A row that names columns stands right over the values.
        heads = (
            end - first == 1
            and len(sides(entries[first:end], gap.high - 1)[1]) == 1
            and any(across[index + 1 : index + 2])
        )
        if across[index] or heads:
            if first > start:
                yield _Gap(start, first, gap.low, gap.high)
            start = end
    if gap.end > start:
        yield _Gap(start, gap.end, gap.low, gap.high)


def _goes_across(block: Sequence[Entry], gap: _Gap) -> bool:
    """Whether most that stands right of the gap here begins with the value of what stands left of it."""
    across = alone = 0
    for entry in block:
        rights = [one for one in entry.spans if one[0] >= gap.high - 0.1]
        if not rights or entry.row is None:
            continue
        first = _first_right(entry.row, gap.high)
        if len(rights) < len(entry.spans) and first is not None and _is_value(first):
            across += 1
        else:
            alone += 1
    return across > alone


def _is_value(text: str) -> bool:
    """Whether this is a value and nothing else: no label with a number in it."""
    if not is_value(text) or _ITEM.match(text):
        return False
    return not any(map(str.isdigit, text)) or _VALUE.match(text) is not None


def _first_right(row: Row, high: float) -> str | None:
    for stretch in row.stretches:
        words = [word for word in stretch.words if word.x0 >= high - 0.1]
        if words:
            return " ".join(word.text for word in words)
    return None


def _without_head(entries: Sequence[Entry], part: _Gap) -> int:
    """The first entry of the columns, after what stands over them: larger or bolder, or apart."""
    start = part.start
    while start + 1 < part.end:
        entry, after = entries[start], entries[start + 1]
        both = len({x0 >= part.high - 0.1 for x0, _ in entry.spans}) > 1
        if both or entry.row is None or (after.row is not None and after.top < entry.bottom - 0.3 * entry.row.size):
            break
        rest = [one.row for one in entries[start + 1 : start + 5] if one.row is not None]
        if not rest:
            break
        usual = median(row.size for row in rest)
        apart = after.top - entry.bottom > 0.8 * entry.row.size
        if not (entry.row.size > 1.08 * usual or apart):
            break
        start += 1
    return start


def _without_tail(entries: Sequence[Entry], part: _Gap) -> int:
    """The end of the columns, before what only stands below the left one: a heading over the whole width, say."""
    start, end = part.start, part.end
    right = [index for index in range(start, end) if any(x0 >= part.high - 0.1 for x0, _ in entries[index].spans)]
    if not right:
        return start
    gutter = (part.low + part.high) / 2
    inside = [side.row for side in sides(entries[start : right[-1] + 1], gutter)[0] if side.row is not None]
    if not inside:
        return end if any(one.table is not None for one in entries[start:end]) else start
    usual = median(row.size for row in inside)
    largest = max(row.size for row in inside)
    for index in range(right[-1] + 1, end):
        row = entries[index].row
        if row is None:
            return index
        gap = entries[index].top - max(side.bottom for side in sides(entries[start:index], gutter)[0])
        larger = row.size > 1.08 * usual and row.size > 1.05 * largest
        bolder = row.bold and not any(one.bold for one in inside)
        if larger or bolder or gap > 1.8 * row.size:
            return index
    return end


# What stands on both sides


class _Side:
    """One side of a gap: its rows, and its ruled tables."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self.rows = [one.row for one in entries if one.row is not None]
        self.tables = [one for one in entries if one.table is not None]
        self.leading = _leading(self.rows)

    @property
    def top(self) -> float:
        return self.entries[0].top

    @property
    def bottom(self) -> float:
        return max(one.bottom for one in self.entries)

    @property
    def is_ruled(self) -> bool:
        """Whether it is a table with lines of its own, and at most a few words with it."""
        return bool(self.tables) and len(self.rows) <= 3 * len(self.tables)

    @property
    def begins_with_values(self) -> bool:
        """Whether it is the values of rows whose labels stand elsewhere."""
        firsts = [row.stretches[0].text for row in self.rows]
        return sum(map(_is_value, firsts)) > 0.4 * len(firsts) if firsts else False

    @property
    def is_worded(self) -> bool:
        """Whether its lines say something: numbers of rows belong to what they count."""
        return sum(re.search(r"[^\W\d_]{3}", row.text) is not None for row in self.rows) >= 0.5 * len(self.rows)

    @property
    def is_running(self) -> bool:
        """Whether sentences run from line to line; cells of a table start anew each time."""
        if len(self.rows) < MIN_LINES:
            return False
        lines = [row for row in self.rows if len(row.stretches) == 1 and not _is_value(row.text)]
        if len(lines) < 0.5 * len(self.rows) or len(lines) < MIN_LINES:
            return False
        widths = sorted(row.box[2] - row.box[0] for row in lines)
        full = sum(width >= 0.6 * widths[len(widths) * 4 // 5] for width in widths)
        if full < 0.5 * len(lines) or median(len(row.stretches[0].words) for row in lines) < 3:
            return False
        return sum(self._goes_on(row) for row in lines) >= max(2, 0.25 * len(lines))

    @staticmethod
    def _goes_on(row: Row) -> bool:
        first = row.text[:1]
        return first.isalpha() and not first.isupper()

    @property
    def is_table(self) -> bool:
        """Whether rows of it hold a label and its value."""
        if self.tables:
            return True
        held = sum(
            _is_labelled(row)
            or (len(row.stretches) == 1 and _LABELLED.match(row.text) is not None and not self._goes_on(row))
            for row in self.rows
        )
        return held >= 2 and held >= 0.4 * len(self.rows)

    @property
    def is_labelled(self) -> bool:
        """Whether each row is a label with its value."""
        return bool(self.rows) and all(map(_is_labelled, self.rows))

    @property
    def is_listed(self) -> bool:
        """Whether its lines are items of a list."""
        return len(self.rows) > 1 and sum(bool(_ITEM.match(row.text)) for row in self.rows) >= 0.4 * len(self.rows)

    def units(self) -> list[tuple[float, float]]:
        """First and last baseline of each paragraph or cell."""
        units: list[list[float]] = []
        left = min((row.box[0] for row in self.rows), default=0.0)
        right = max((row.box[2] for row in self.rows), default=0.0)
        for index, row in enumerate(self.rows):
            if index and not self._begins_unit(self.rows[index - 1], row, left, right):
                units[-1][1] = row.baseline
            else:
                units.append([row.baseline, row.baseline])
        return [(first, last) for first, last in units]

    def _begins_unit(self, before: Row, row: Row, left: float, right: float) -> bool:
        if row.baseline - before.baseline > 1.15 * self.leading or _ITEM.match(row.text):
            return True
        if self._goes_on(row):
            return False
        end = (before.box[2] - left) / max(1.0, right - left)
        ended = end < 0.8 and _SENTENCE_END.search(before.text)
        return bool(ended or end < 0.5 or _LABELLED.match(row.text) or len(row.stretches) > 1)


def _is_labelled(row: Row) -> bool:
    texts = [one.text for one in row.stretches]
    return len(texts) > 1 and not _is_value(texts[0]) and _is_value(texts[-1])


def _leading(rows: Sequence[Row]) -> float:
    gaps = sorted(b.baseline - a.baseline for a, b in pairwise(rows))
    gaps = [gap for gap in gaps if gap > 3]
    return gaps[len(gaps) // 4] if gaps else 12.0


def _are_columns(entries: Sequence[Entry], gap: _Gap, page: PageContent) -> bool:
    left, right = map(_Side, sides(entries, (gap.low + gap.high) / 2))
    if not left.entries or not right.entries:
        return False
    if gap.high - gap.low < WIDE_GUTTER and min(len(left.rows), len(right.rows)) < MANY_LINES:
        return False
    shared = min(left.bottom, right.bottom) - max(left.top, right.top)
    if shared <= 0.4 * min(left.bottom - left.top, right.bottom - right.top):
        return False
    if left.is_ruled or right.is_ruled:
        return True
    if any(len(side.rows) < 2 or side.begins_with_values or not side.is_worded for side in (left, right)):
        return False
    pairs = _pairs(left, right)
    if _need_each_other(pairs):
        return False
    if left.is_running or right.is_running:
        return not (_are_cells(left, right) or _are_cells(right, left))
    if left.is_table and right.is_table:
        apart = _shared_lines(left, right) < 0.6 or _are_underlined(left, right, page)
        return apart or _is_boxed(left, right, gap, page) or _are_two_tables(left, right, pairs)
    if left.is_table or right.is_table:
        other = right if left.is_table else left
        return _is_boxed(left, right, gap, page) or (
            len(other.rows) >= MIN_LINES and (other.is_listed or _shared_lines(left, right) < 0.4)
        )
    return _is_boxed(left, right, gap, page)


def _pairs(left: _Side, right: _Side) -> list[tuple[Row, Row]]:
    """Rows that stand on one line."""
    bases = [row.baseline for row in right.rows]

    def near(row: Row) -> Sequence[Row]:
        reach = 0.15 * row.size
        return right.rows[bisect_left(bases, row.baseline - reach) : bisect_right(bases, row.baseline + reach)]

    return [
        (row, other)
        for row in left.rows
        for other in near(row)
        if abs(row.baseline - other.baseline) <= 0.15 * min(row.size, other.size)
    ]


def _need_each_other(pairs: Sequence[tuple[Row, Row]]) -> bool:
    """Whether rows begin with a label on the left, and on the right with its value."""
    valued = sum(_is_value(b.stretches[0].text) and not _is_value(a.stretches[0].text) for a, b in pairs)
    return valued >= max(2, 0.4 * len(pairs))


def _are_cells(text: _Side, other: _Side) -> bool:
    """Whether the paragraphs of one side are cells of the other's rows: one beside each, by its top, middle or foot."""
    units, rows = text.units(), other.units()
    if len(units) < (MIN_LINES if other.is_running else 2) or len(rows) < 2:
        return False
    reach = 0.3 * text.leading
    matched = 0
    for first, last in units:
        beside = [one for one in rows if first - reach <= one[0] <= last + reach or first - reach <= one[1] <= last]
        if len(beside) == 1:
            start, end = beside[0]
            middle = abs((start + end) / 2 - (first + last) / 2)
            matched += min(abs(start - first), abs(end - last), middle) <= reach
    return matched >= 0.75 * len(units) and len(rows) <= 1.5 * len(units)


def _shared_lines(left: _Side, right: _Side) -> float:
    """The part of the shorter side's lines that stand on a line of the other."""
    few, many = sorted((left, right), key=lambda side: len(side.rows))
    bases = sorted(row.baseline for row in many.rows)
    inside = [row for row in few.rows if bases[0] - 1 <= row.baseline <= bases[-1] + 1]
    shared = sum(
        bisect_right(bases, row.baseline + 0.15 * row.size) > bisect_left(bases, row.baseline - 0.15 * row.size)
        for row in inside
    )
    return shared / len(inside) if inside else 0.0


def _are_two_tables(left: _Side, right: _Side, pairs: Sequence[tuple[Row, Row]]) -> bool:
    """Whether tables that share their lines are two all the same: alike heads, one longer than the other, or labels on
    both sides and no head that names all columns."""
    if not (_are_labels(left.rows) and _are_labels(right.rows)):
        return False
    for a, b in pairs[:2]:
        names, others = [one.text for one in a.stretches], [one.text for one in b.stretches]
        if any(re.search(r"\d", text) and not is_year(text) for text in (*names[1:], *others[1:])):
            break
        if names == others:
            return True
        if len(names) > 1 and len(others) > 1:
            short, long = sorted((left.bottom, right.bottom))
            return long - short > 1.5 * min(left.leading, right.leading) or bool(_words(names[0]) & _words(others[0]))
    return True


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"[a-z]+", text.lower()) if len(word) > 2}


def _are_labels(rows: Sequence[Row]) -> bool:
    """Whether rows with several parts begin with words, each with others."""
    texts = [row.stretches[0].text for row in rows if len(row.stretches) > 1 and not is_year(row.stretches[0].text)]
    return len(set(texts)) >= 0.8 * len(texts) and sum(map(_is_value, texts)) < 0.2 * len(texts)


def _are_underlined(left: _Side, right: _Side, page: PageContent) -> bool:
    """Whether lines go over all of one side and end at the gap, on both sides."""
    for side in (left, right):
        x0 = min(span[0] for entry in side.entries for span in entry.spans)
        x1 = max(span[1] for entry in side.entries for span in entry.spans)
        if not any(
            side.top < rule.at < side.bottom and abs(rule.start - x0) < MIN_GUTTER and abs(rule.end - x1) < MIN_GUTTER
            for rule in page.horizontals
        ):
            return False
    return True


def _is_boxed(left: _Side, right: _Side, gap: _Gap, page: PageContent) -> bool:
    """Whether a frame or a fill around one side ends in the gap."""
    for side, is_right in ((left, False), (right, True)):
        bases = [row.baseline - 0.3 * row.size for row in side.rows]
        for x0, y0, x1, y1 in [*page.fills, *_frames(page)]:
            edge = x0 if is_right else x1
            if not gap.low - 1 <= edge <= gap.high + 1:
                continue
            if sum(y0 <= at <= y1 for at in bases) >= 0.8 * len(bases) and len(bases) >= MIN_LINES:
                return True
    return False


def _frames(page: PageContent) -> Iterator[tuple[float, float, float, float]]:
    """Boxes of two lines across and the two down that meet them."""
    downs = page.verticals[:200]
    for rule in downs:
        for other in downs:
            if (
                other.at > rule.at + MIN_GUTTER
                and abs(rule.start - other.start) <= _REACH
                and abs(rule.end - other.end) <= _REACH
                and any(
                    abs(across.at - rule.start) <= _REACH
                    and across.start <= rule.at + _REACH
                    and across.end >= other.at - _REACH
                    for across in page.horizontals
                )
            ):
                yield (rule.at, rule.start, other.at, rule.end)
