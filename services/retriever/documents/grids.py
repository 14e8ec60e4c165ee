"""Blocks of a grid of cells, as spreadsheets and CSV files have them: titles, notes, and the tables between them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from services.common.printed import find_numbers, is_nil, is_year
from services.retriever.documents.captions import is_unit_line
from services.retriever.documents.model import Block, Heading, Paragraph, SourceCell, SourceTable

_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{1,2}[ -][A-Za-z]{3,9}[ -]\d{2,4}")
MAX_KEY_COLUMNS = 3
MAX_TITLE_WORDS = 16


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell as it is displayed. Merged cells have their text in the first one, `covered` in the others."""

    text: str = ""
    bold: bool = False
    row_span: int = 1
    column_span: int = 1
    covered: bool = False
    indent: int = 0


def read_grid(grid: Sequence[Sequence[GridCell]], level: int = 2) -> list[Block]:
    """The blocks of one sheet. Blank rows part tables, blank columns do where both sides are tables."""
    blocks: list[Block] = []
    for index, band in enumerate(_bands(grid)):
        for part in _side_by_side(band):
            _read_band(part, level, blocks, is_first=index == 0)
    return blocks


def _bands(grid: Sequence[Sequence[GridCell]]) -> list[list[list[GridCell]]]:
    bands: list[list[list[GridCell]]] = [[]]
    for row in grid:
        if any(cell.text or cell.covered for cell in row):
            bands[-1].append(list(row))
        elif bands[-1]:
            bands.append([])
    return [band for band in bands if band]


def _side_by_side(band: list[list[GridCell]]) -> list[list[list[GridCell]]]:
    """Tables that stand beside each other: parted by a blank column, at least two columns wide and two rows high."""
    width = max(len(row) for row in band)
    padded = [[*row, *[GridCell()] * (width - len(row))] for row in band]
    blank = [all(not row[column].text and not row[column].covered for row in padded) for column in range(width)]
    parts: list[tuple[int, int]] = []
    start = None
    for column in range(width + 1):
        if column < width and not blank[column]:
            start = column if start is None else start
        elif start is not None:
            parts.append((start, column))
            start = None
    cut = [[row[left:right] for row in padded] for left, right in parts]
    tables = [part for part in cut if sum(sum(bool(cell.text) for cell in row) > 1 for row in part) > 1]
    if len(cut) > 1 and len(tables) == len(cut):
        return [[row for row in part if any(cell.text or cell.covered for cell in row)] for part in cut]
    left, right = parts[0][0], parts[-1][1]
    return [[row[left:right] for row in padded]]


def _read_band(band: list[list[GridCell]], level: int, blocks: list[Block], *, is_first: bool) -> None:
    rows = list(band)
    if len(rows) > 2 and all(_is_alone(row) for row in rows):
        blocks.extend(Paragraph(cell.text, is_item=True) for row in rows for cell in row if cell.text)
        return
    while rows and _is_alone(rows[0]):
        text = next(cell.text for cell in rows[0] if cell.text)
        bold = any(cell.bold for cell in rows[0] if cell.text)
        is_title = len(text.split()) <= MAX_TITLE_WORDS and text[-1:] not in ".;" and not is_unit_line(text)
        # Without a table below it, a lone cell is a title only where it is set as one.
        heads = (len(rows) > 1 and not _is_alone(rows[1])) or (is_first and not blocks)
        blocks.append(Heading(level, text) if is_title and (bold or heads) else Paragraph(text))
        rows = rows[1:]
    tail: list[str] = []
    while rows and len(rows) > 1 and _is_alone(rows[-1]) and _is_note(rows[-1]):
        tail.insert(0, next(cell.text for cell in rows[-1] if cell.text))
        rows = rows[:-1]
    for part in _split_heads(rows):
        blocks.extend(_table(part, blocks))
    blocks.extend(Paragraph(text) for text in tail)


def _is_alone(row: Sequence[GridCell]) -> bool:
    filled = [cell for cell in row if cell.text or cell.covered]
    return sum(bool(cell.text) for cell in filled) == 1 and bool(filled[0].text)


def _is_note(row: Sequence[GridCell]) -> bool:
    text = next(cell.text for cell in row if cell.text)
    return bool(row[0].text) and (len(text.split()) > 6 or text[-1:] == "." or re.match(r"[*†(\[]", text) is not None)


def _split_heads(rows: list[list[GridCell]]) -> list[list[list[GridCell]]]:
    """Tables right below each other: a row of words after rows of values starts another one."""
    parts: list[list[list[GridCell]]] = [[]]
    for index, row in enumerate(rows):
        part = parts[-1]
        filled = [cell for cell in row if cell.text]
        below = [cell for cell in rows[index + 1] if cell.text] if index + 1 < len(rows) else []
        starts = (
            len(part) > 1
            and len(filled) > 1
            and bool(row[0].text)
            and not any(is_stated(cell.text) for cell in filled)
            and any(is_stated(cell.text) for cell in below)
            and len(below) >= len(filled) - 1
            and _width(row) != _width(part[-1])
            and all(_width(one) <= _width(row) for one in rows[index + 1 : index + 3])
            and any(is_stated(cell.text) for cell in part[-1][1:])
        )
        if starts:
            parts.append([])
        parts[-1].append(row)
    return [part for part in parts if part]


def _width(row: Sequence[GridCell]) -> int:
    return max((index + 1 for index, cell in enumerate(row) if cell.text), default=0)


def _table(rows: list[list[GridCell]], before: list[Block]) -> list[Block]:
    width = max(max((i + c.column_span for i, c in enumerate(row) if c.text or c.covered), default=1) for row in rows)
    rows = [[*row[:width], *[GridCell()] * (width - len(row))] for row in rows]
    if width == 1:
        return [Paragraph(row[0].text, is_item=True) for row in rows if row[0].text]
    heads = _head_count(rows)
    caption = ""
    if before and isinstance(before[-1], Paragraph) and is_unit_line(before[-1].text):
        caption = before[-1].text
        before.pop()
    keys = _key_columns(rows[heads:])
    source = tuple(
        tuple(
            SourceCell(
                cell.text,
                is_header=index < heads or (column < keys and _is_keyed(row, keys)),
                row_span=cell.row_span,
                column_span=cell.column_span,
                indent=cell.indent if column == 0 else 0,
            )
            for column, cell in enumerate(row)
            if not cell.covered
        )
        for index, row in enumerate(rows)
    )
    return [SourceTable(source, caption, heads)]


def _is_keyed(row: Sequence[GridCell], keys: int) -> bool:
    return keys > 1 and sum(bool(cell.text) for cell in row) > 1


def _head_count(rows: list[list[GridCell]]) -> int:
    """Rows at the top that are set in bold, or hold words above values. 0: the first row is like the others."""
    bold = 0
    while bold < min(len(rows) - 1, 4) and all(cell.bold for cell in rows[bold] if cell.text):
        bold += 1
    if bold and not all(cell.bold for row in rows for cell in row if cell.text):
        return bold
    first, rest = rows[0], rows[1:]
    if not rest or any(is_stated(cell.text) and not is_year(cell.text) for cell in first[1:]):
        return 0
    stated = [cell.text for row in rest for cell in row[1:] if cell.text]
    named = sum(bool(cell.text) for cell in first)
    if any(is_stated(text) for text in stated) and named >= max(2, len(first) // 2):
        return 1
    # Words above words: the first row names the columns where every column has a name and no name comes again.
    column_texts = [{row[column].text for row in rest} for column in range(len(first))]
    unique = all(cell.text and cell.text not in texts for cell, texts in zip(first, column_texts, strict=True))
    return 1 if unique and len(rest) > 1 else 0


def _key_columns(rows: Sequence[Sequence[GridCell]]) -> int:
    """Columns at the left that name a row together: words, until no two rows have the same name."""
    width = len(rows[0]) if rows else 0
    firsts = [row[0].text for row in rows if row[0].text]
    if width > 2 and len(firsts) > 2 and _is_running(firsts):
        # A running number names nothing that the column after it does not name better.
        following = [row[1].text for row in rows if row[1].text]
        return 2 if following and not any(is_stated(text) for text in following) else 1
    for count in range(1, min(MAX_KEY_COLUMNS + 1, width)):
        names = [tuple(cell.text for cell in row[:count]) for row in rows if any(cell.text for cell in row[count:])]
        column = [row[count].text for row in rows if row[count].text] if count < width else []
        if len(set(names)) == len(names):
            return count
        if count + 1 >= width or not column or any(is_stated(text) for text in column):
            return count
    return 1


def _is_running(texts: Sequence[str]) -> bool:
    """Whether the texts count 1, 2, 3, from any start."""
    return texts[0].isdecimal() and list(texts) == [str(int(texts[0]) + index) for index in range(len(texts))]


def is_stated(text: str) -> bool:
    """Whether a cell states a number, an amount or none, and is no date or name."""
    plain = text.strip()
    if not plain or _DATE.fullmatch(plain):
        return False
    return is_nil(plain) or (bool(find_numbers(plain)) and re.match(r"[^A-Za-z]*\d", plain) is not None)


def as_text(cell: GridCell) -> GridCell:
    """The cell with its white space made plain."""
    return replace(cell, text=re.sub(r"\s+", " ", cell.text).strip())
