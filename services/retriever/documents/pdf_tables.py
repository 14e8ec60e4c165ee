"""Tables of a PDF page, however they were found: what they hold, and the columns that only hold signs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from services.common.printed import AFFIXES, find_numbers, is_nil
from services.retriever.documents.model import SourceCell
from services.retriever.documents.pdf_page import Box, PageContent

DASHES = frozenset("-–—")
MAX_HEAD_ROWS = 5


@dataclass(slots=True)
class DraftTable:
    """A table of one page. `edges` are the left and right ends of its columns, to know it again on the next page."""

    rows: list[list[SourceCell]]
    edges: list[float]
    box: Box
    page: int
    head_count: int = 0
    caption: str = ""
    is_ruled: bool = False
    spans: list[tuple[float, float]] = field(default_factory=list)
    """Where what stands in each column begins and ends; empty where lines tell."""

    @property
    def column_count(self) -> int:
        """Columns of its grid."""
        return len(self.edges) - 1


def is_filled(page: PageContent, box: Box) -> bool:
    """Whether the middle of a box, as displayed, lies on a fill."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    for fill in page.fills:
        left, top, right, bottom = page.as_displayed(fill)
        if left <= x <= right and top <= y <= bottom:
            return True
    return False


def join_lines(lines: Sequence[str]) -> str:
    """Lines of a cell or a paragraph as one text; a word that a line's end parts is whole again."""
    text = ""
    for line in lines:
        if re.search(r"[a-z]-$", text) and re.match(r"[a-z]", line):
            text = text[:-1] + line
        elif re.search(r"\w[-–/]$", text) and re.match(r"\w", line):
            text += line
        else:
            text = f"{text} {line}" if text else line
    return text


@lru_cache(maxsize=50_000)
def is_value(text: str) -> bool:
    """Whether a cell states an amount, a share, a count, or that there is none."""
    stripped = text.strip()
    return bool(stripped) and (
        stripped in AFFIXES or is_nil(stripped) or (bool(find_numbers(stripped)) and len(stripped.split()) <= 4)
    )


def without_sign_columns(table: DraftTable) -> DraftTable:
    """Columns that hold nothing but currency signs, or dashes where the number beside them is missing, join it."""
    column = 1
    while column < table.column_count - 1:
        placed = list(_placed(table.rows))
        pairs = [
            (cells.get(column), cells.get(column + 1))
            for cells in ({at: cell for at, cell in row if cell.column_span == 1} for row in placed[table.head_count :])
        ]
        texts = [left.text for left, _ in pairs if left is not None and left.text]
        signs = bool(texts) and all(text in AFFIXES or text in DASHES for text in texts)
        clash = any(left and right and left.text in DASHES and left.text and right.text for left, right in pairs)
        if not signs or clash:
            column += 1
            continue
        table.rows = [_joined_row(row, column, index < table.head_count) for index, row in enumerate(placed)]
        del table.edges[column + 1]
        if table.spans:
            table.spans[column : column + 2] = [(table.spans[column][0], table.spans[column + 1][1])]
    return table


def _placed(rows: Sequence[Sequence[SourceCell]]) -> Iterator[list[tuple[int, SourceCell]]]:
    """Each row's own cells with the columns that they start at, past the cells that reach down from above."""
    reaching: dict[int, int] = {}
    for row in rows:
        placed: list[tuple[int, SourceCell]] = []
        at = 0
        below = {column: left - 1 for column, left in reaching.items() if left > 1}
        for cell in row:
            while reaching.get(at, 0):
                at += 1
            placed.append((at, cell))
            if cell.row_span > 1:
                below |= dict.fromkeys(range(at, at + cell.column_span), cell.row_span - 1)
            at += cell.column_span
        yield placed
        reaching = below


def _joined_row(row: Sequence[tuple[int, SourceCell]], column: int, is_head: bool) -> list[SourceCell]:
    """The row with `column` and the one after it as one."""
    joined: list[SourceCell] = []
    sign: SourceCell | None = None
    for at, cell in row:
        end = at + cell.column_span
        if at <= column and end > column + 1:
            joined.append(replace(cell, column_span=cell.column_span - 1))
        elif end == column + 1:
            sign = cell
        elif sign is not None and at == column + 1:
            joined += _pair(sign, cell, is_head)
            sign = None
        else:
            joined.append(cell)
    return [*joined, sign] if sign is not None else joined


def _pair(sign: SourceCell, cell: SourceCell, is_head: bool) -> list[SourceCell]:
    if sign.column_span > 1:
        return [replace(sign, column_span=sign.column_span - 1), cell]
    if cell.column_span > 1:
        return [sign, replace(cell, column_span=cell.column_span - 1)] if sign.text else [cell]
    if not cell.text:
        return [replace(sign, row_span=cell.row_span)]
    gap = " " if sign.text and (is_head or sign.text.isalpha()) else ""
    return [replace(cell, text=f"{sign.text}{gap}{cell.text}")]
