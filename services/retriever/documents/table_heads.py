"""Which rows at the top of a table name its columns, and which of their names stand over which column."""

from __future__ import annotations

import re
from dataclasses import replace

from services.common.printed import AFFIXES, is_year
from services.retriever.documents.facts import CODE, FULL_DAY, are_facts
from services.retriever.documents.table_slots import PERIOD, PERIOD_HEAD, Slot, is_unit, is_value

# "1-3 years", "2021-2022", "0 to 30 days past due", ">360", "2019 over 2018": heads where others beside them are.
_SPAN_HEAD = re.compile(
    r"(?:[<>≤≥]\s?\d{1,4}|\d{1,4}\s?(?:[-–—]|to)\s?\d{1,4}|\d{1,3}\+?\s(?=(?:day|week|month|year)s?\b)"
    r"|(?:19|20)\d{2}\s(?:vs\.?|over|versus|compared (?:to|with))\s(?:19|20)\d{2})"
    r"(?:\s?(?:days?|weeks?|months?|years?)\b.{0,20})?",
    re.IGNORECASE,
)
LENGTH = re.compile(r"\d{1,2}[ -](?:days?|weeks?|months?|quarters?)", re.IGNORECASE)
_SHORT_YEAR = re.compile(r"\bFY?\s?\d{2}\b")
# What stands over one column, and over no group of them.
_OVER_ONE = re.compile(r"\b(?:restated|adjusted|unaudited|audited|pro forma|change|variance|notes?)\b", re.IGNORECASE)


def count_head_rows(grid: list[list[Slot]]) -> int:
    """Rows at the top that name columns: marked as such, or without values above rows with values."""
    marked = 0
    for row in grid:
        filled = [slot for slot in row if slot.text]
        if filled and (
            all(slot.is_header for slot in filled) or (marked and all(is_unit(slot.text) for slot in filled))
        ):
            marked += 1
        elif not filled and marked == 0:
            continue
        else:
            break
    if marked:
        return marked if marked < len(grid) else 0
    if _begins_with_section(grid):
        return 0
    count = 0
    for index, row in enumerate(grid[:-1]):
        filled = [slot for slot in row if slot.text]
        values = [slot for slot in row[1:] if slot.text and slot.text not in AFFIXES]
        if filled and all(is_unit(slot.text) for slot in filled):
            count = index + 1
            continue
        lone = (
            len(filled) == 1 and (PERIOD.search(filled[0].text) or not row[0].text) and not filled[0].text.endswith(":")
        )
        if lone and index and any(map(_is_period_alone, grid[index + 1 :])) and _is_period_alone(row):
            # One of several periods that each stand over rows of their own.
            break
        if index == 0 and not values and (_is_head(grid[1]) or _is_titled(grid)):
            # The table's name stands in the corner, alone.
            count = 1
            continue
        weeks = not row[0].text and not grid[index + 1][0].text
        stated = any(
            (is_value(slot.text) and not (weeks and LENGTH.fullmatch(slot.text))) or CODE.search(slot.text)
            for slot in values
        )
        if (not values and not lone) or (stated and not _names_spans(row, grid[index + 1 :])):
            break
        count = index + 1
        # A second head row fills what the first one spans; without that it is a row of words.
        spans = any(slot.spans_columns or slot.spans_rows for slot in row)
        below = grid[index + 1]
        units_below = all(is_unit(slot.text) for slot in below if slot.text)
        unfinished = not row[0].text or any(not slot.text for slot in row[1:]) or names_periods(below)
        if not (lone or spans or units_below or unfinished):
            break
    rest = [slot.text for row in grid[count:] for slot in row[1:] if slot.text]
    if count and len(grid[0]) == 2 and (are_facts(rest) or _is_dated_fact(grid[0], rest)):
        return 0
    return count if any(is_value(text) for text in rest) or count == 1 else 0


def _is_dated_fact(row: list[Slot], below: list[str]) -> bool:
    """Whether a label has a day beside it, and what stands below the day is no column of amounts."""
    is_day = bool(row[0].text) and FULL_DAY.search(row[1].text) is not None
    return is_day and not all(is_value(text) or is_year(text) for text in below)


def _begins_with_section(grid: list[list[Slot]]) -> bool:
    """Whether the first row spans all columns, right over values, and others further down do too."""
    spanning = [bool(row[0].text) and len({slot.origin for slot in row}) == 1 for row in grid]
    return spanning[0] and any(spanning[2:]) and any(is_value(slot.text) for slot in grid[1][1:])


def _is_period_alone(row: list[Slot]) -> bool:
    return bool(PERIOD.search(row[0].text)) and not any(slot.text for slot in row[1:])


def _is_head(row: list[Slot]) -> bool:
    """Whether a row without a label names columns by periods."""
    return not row[0].text and names_periods(row)


def names_periods(row: list[Slot]) -> bool:
    """Whether all that stands beside a row's label is years or other periods."""
    texts = [slot.text for slot in row[1:] if slot.text]
    return bool(texts) and all(is_year(text) or PERIOD_HEAD.fullmatch(text) for text in texts)


def _is_titled(grid: list[list[Slot]]) -> bool:
    """Whether a head that stands over several columns, with a row of names under it, follows a title."""
    if (
        len(grid) > 3
        and _is_head(grid[2])
        and grid[1][0].text
        and any(PERIOD.search(slot.text) for slot in grid[1][1:])
    ):
        return not any(is_value(slot.text) for slot in grid[1][1:])
    above, names = ([slot.text for slot in row] for row in [*grid[1:3], [], []][:2])
    return (
        len(grid) > 3
        and not above[0]
        and sum(map(bool, above)) == 1
        and all(names[1:])
        and not any(map(is_value, names[1:]))
    )


def _names_spans(row: list[Slot], below: list[list[Slot]]) -> bool:
    """Whether spans of time or of numbers ("1-3 years") head columns: each another one, over rows of plain values."""
    texts = [slot.text for slot in row[1:] if slot.text]
    if len(texts) < 2 or len(set(texts)) < len(texts) or not any(map(_SPAN_HEAD.fullmatch, texts)):
        return False
    if any(is_value(text) and not _SPAN_HEAD.fullmatch(text) for text in texts):
        return False
    under = [slot.text for one in below[:3] for slot in one[1:] if slot.text]
    return any(is_value(text) and not _SPAN_HEAD.fullmatch(text) for text in under)


def fill_spanning_heads(head: list[list[Slot]]) -> list[list[Slot]]:
    """Columns without a head of their own under the one that spans them (spans lost in conversion).

    A blank right of a head, with a name below it, stands under that head; where the heads stand over the middle of
    their columns, each column stands under the nearest.
    """
    filled = [list(row) for row in head]
    for level, row in enumerate(filled[:-1]):
        # What stands over the labels alone names the table.
        if any(slot.spans_columns for slot in row) or not any(slot.text for slot in row[1:]):
            continue
        names = [next((one[at].text for one in head[level + 1 :] if one[at].text), "") for at in range(len(row))]
        if _is_centred(row, names) and (spread := _spread_centred(row, names)):
            filled[level] = spread
            continue
        below = filled[level + 1]
        for column in range(1, len(row)):
            left = row[column - 1]
            has_names = below[column].text and (column > 1 or below[column - 1].text)
            if not row[column].text and left.text and has_names and _is_under(left, names[column - 1], names[column]):
                row[column] = replace(left, origin=left.origin)
    return filled


def _is_centred(row: list[Slot], names: list[str]) -> bool:
    """Whether heads stand over the middle of their columns: the first, and a later one, have a name and no head.

    Of two columns one may just as well have a name of several lines, unless it is years that are named.
    """
    heads = [column for column, slot in enumerate(row) if slot.text]
    return (
        bool(heads)
        and heads[0] > 1
        and bool(names[1])
        and not is_unit(names[1])
        and not _OVER_ONE.search(row[heads[0]].text)
        and (sum(map(bool, names[1:])) > 2 or _is_time(row[heads[0]].text))
        and (len(heads) == 1 or any(names[column] and not row[column].text for column in range(heads[0], len(row))))
    )


def _spread_centred(row: list[Slot], names: list[str]) -> list[Slot]:
    """Each column under the head that is nearest; half way between two, under the one whose columns are named alike.

    Empty where a name came twice under one head: the first column then is of none.
    """
    heads = [column for column, slot in enumerate(row) if slot.text]
    spread = list(row)
    under: set[tuple[int, str]] = set()
    for column in range(1, len(row)):
        left = max((one for one in heads if one <= column), default=heads[0])
        right = min((one for one in heads if one >= column), default=heads[-1])
        nearest = left if abs(column - left) < abs(right - column) else right
        if column - left == right - column > 0:
            is_alike = _is_time(names[column - 1]) == _is_time(names[column])
            nearest = left if is_alike and names[column] not in names[1:column] else right
        if names[column] and (nearest, names[column]) in under:
            return []
        under.add((nearest, names[column]))
        head = row[nearest]
        if names[column] and _is_under(head, names[nearest], names[column]):
            spread[column] = replace(row[column], text=head.text, marks=head.marks, origin=head.origin)
    return spread


def _is_under(head: Slot, named: str, name: str) -> bool:
    """Whether a column may stand under a head that is right over a column `named` so: no "Change" is of a year."""
    return not (_is_time(head.text) and _is_time(named)) or _is_time(name)


def _is_time(text: str) -> bool:
    return any((PERIOD.search(text), _SHORT_YEAR.search(text), _SPAN_HEAD.fullmatch(text)))


def column_path(head: list[list[Slot]], column: int) -> tuple[str, ...]:
    path: list[str] = []
    last_origin = None
    for row in head:
        slot = row[column]
        if slot.text and slot.origin != last_origin and (not path or path[-1] != slot.text):
            path.append(slot.text)
        last_origin = slot.origin if slot.text else last_origin
    return tuple(path)
