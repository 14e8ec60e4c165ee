"""XLSX to blocks: what each visible sheet displays. Formulas count as their stored result."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterator
from typing import Any

import openpyxl
from openpyxl.utils.exceptions import InvalidFileException

from services.retriever.documents.archives import DAMAGE, open_archive
from services.retriever.documents.faults import unreadable
from services.retriever.documents.grids import GridCell, as_text, read_grid
from services.retriever.documents.model import Block, Heading, Reading
from services.retriever.documents.number_format import display

MAX_CELLS = 400_000
_CELL = re.compile(rb"<(?:\w+:)?c[ >/]")
_FORMULA = re.compile(rb"<(?:\w+:)?f[ >/]")
_PLAIN_NAME = re.compile(r"(?:sheet|tabelle|feuil|hoja|table)\s?\d*", re.IGNORECASE)
_WHITE = frozenset({"FFFFFFFF", "00FFFFFF"})


def read_xlsx(content: bytes) -> Reading:
    """Read a workbook. Raises FORMAT_UNREADABLE where it cannot be opened or holds too much."""
    archive = open_archive(content)
    if sum(_count(archive, name, _CELL) for name in _sheet_parts(archive)) > MAX_CELLS:
        raise unreadable(f"its sheets hold more than {MAX_CELLS} cells")
    has_formulas = any(_count(archive, name, _FORMULA) for name in _sheet_parts(archive))
    try:
        with warnings.catch_warnings():
            # openpyxl warns of what it drops (charts, extensions); none of it is text.
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(io.BytesIO(content), data_only=True, keep_links=False)
            return _Workbook(book, _unsolved(content, book) if has_formulas else {}).read()
    except (InvalidFileException, *DAMAGE) as error:
        raise unreadable(f"it is a damaged workbook ({type(error).__name__})") from None


def _sheet_parts(archive: zipfile.ZipFile) -> list[str]:
    return [name for name in archive.namelist() if re.match(r"xl/worksheets/[^/]+\.xml$", name)]


def _count(archive: zipfile.ZipFile, name: str, pattern: re.Pattern[bytes]) -> int:
    """How often a pattern of at most a few bytes occurs in an entry, read piece by piece."""
    count, rest = 0, b""
    try:
        with archive.open(name) as file:
            while piece := file.read(1 << 20):
                text = rest + piece
                cut = text.rfind(b"<")
                cut = len(text) if cut < len(text) - 16 else cut
                count += len(pattern.findall(text, 0, cut))
                rest = text[cut:]
    except (zipfile.BadZipFile, OSError, NotImplementedError, EOFError):
        raise unreadable("it is a damaged ZIP container") from None
    return count + len(pattern.findall(rest))


def _unsolved(content: bytes, book: Any) -> dict[str, int]:
    """Formulas without a stored result, by sheet: they display nothing here, and that is said."""
    unsolved: dict[str, int] = {}
    source = openpyxl.load_workbook(io.BytesIO(content), keep_links=False)
    for sheet in source.worksheets:
        results = book[sheet.title]
        unsolved[sheet.title] = sum(
            cell.data_type == "f" and results.cell(cell.row, cell.column).value is None
            for row in sheet.iter_rows()
            for cell in row
        )
    return unsolved


class _Workbook:
    def __init__(self, book: Any, unsolved: dict[str, int]) -> None:
        self._book = book
        self._unsolved = unsolved
        self._notices: list[str] = []

    def read(self) -> Reading:
        blocks: list[Block] = []
        visible = [sheet for sheet in self._book.worksheets if sheet.sheet_state == "visible"]
        hidden = [sheet for sheet in self._book.worksheets if sheet.sheet_state != "visible"]
        if hidden:
            noun = "sheet" if len(hidden) == 1 else "sheets"
            self._notices.append(f"{len(hidden)} hidden {noun} left out")
        for sheet in visible:
            inside = read_grid(list(self._grid(sheet)), level=3)
            if not inside:
                continue
            # The first title is what the document is called; names such as "Sheet1" say nothing.
            if not blocks and isinstance(inside[0], Heading):
                blocks.append(Heading(1, inside[0].text))
                inside = inside[1:]
            if not _PLAIN_NAME.fullmatch(sheet.title.strip()):
                titled = blocks and isinstance(blocks[-1], Heading) and blocks[-1].text == sheet.title.strip()
                if not titled:
                    blocks.append(Heading(2, sheet.title.strip()))
            blocks += inside
        return Reading(tuple(blocks), tuple(self._notices))

    def _grid(self, sheet: Any) -> Iterator[list[GridCell]]:
        hidden_rows = {index for index, row in sheet.row_dimensions.items() if row.hidden or row.height == 0}
        hidden_columns = _hidden_columns(sheet)
        spans, covered = _merged(sheet, hidden_rows, hidden_columns)
        left_out: Counter[str] = Counter()
        rows = sheet.iter_rows(max_row=sheet.max_row, max_col=sheet.max_column)
        for row in rows:
            cells: list[GridCell] = []
            for cell in row:
                place = (cell.row, cell.column)
                if cell.row in hidden_rows or cell.column in hidden_columns:
                    if cell.value is not None:
                        left_out["rows and columns" if place not in covered else ""] += 1
                    continue
                if place in covered:
                    cells.append(GridCell(covered=True))
                    continue
                text = display(cell.value, cell.number_format)
                if text and _is_white(cell):
                    left_out["cells by their colour"] += 1
                    text = ""
                elif not text and cell.value not in (None, ""):
                    left_out["cells by their number format"] += 1
                down, across = spans.get(place, (1, 1))
                indent = int(cell.alignment.indent or 0) if cell.alignment is not None else 0
                cells.append(as_text(GridCell(text, bool(cell.font and cell.font.b), down, across, indent=indent)))
            if row and row[0].row not in hidden_rows:
                yield cells
        self._notices += [
            f"sheet {sheet.title}: {count} hidden {'value' if count == 1 else 'values'} left out ({what})"
            for what, count in sorted(left_out.items())
            if what
        ]
        if self._unsolved.get(sheet.title):
            self._notices.append(
                f"sheet {sheet.title}: {self._unsolved[sheet.title]} formulas without a stored result are left blank"
            )


def _hidden_columns(sheet: Any) -> set[int]:
    hidden: set[int] = set()
    for dimension in sheet.column_dimensions.values():
        if dimension.hidden or (dimension.width == 0 and dimension.customWidth):
            hidden |= set(range(dimension.min or 0, min(dimension.max or 0, 16_384) + 1))
    return hidden


def _merged(
    sheet: Any, hidden_rows: set[int], hidden_columns: set[int]
) -> tuple[dict[tuple[int, int], tuple[int, int]], set[tuple[int, int]]]:
    """Spans of merged cells over what is visible of them, and the places that they cover."""
    spans: dict[tuple[int, int], tuple[int, int]] = {}
    covered: set[tuple[int, int]] = set()
    for merged in sheet.merged_cells.ranges:
        last_row, last_column = min(merged.max_row, sheet.max_row), min(merged.max_col, sheet.max_column)
        rows = [row for row in range(merged.min_row, last_row + 1) if row not in hidden_rows]
        columns = [column for column in range(merged.min_col, last_column + 1) if column not in hidden_columns]
        places = {(row, column) for row in rows for column in columns}
        covered |= places - {(merged.min_row, merged.min_col)}
        spans[merged.min_row, merged.min_col] = (max(1, len(rows)), max(1, len(columns)))
    return spans, covered


def _is_white(cell: Any) -> bool:
    """White letters on no fill."""
    color = cell.font.color if cell.font is not None else None
    if color is None:
        return False
    white = (color.type == "rgb" and color.rgb in _WHITE) or (
        color.type == "theme" and color.theme == 0 and not color.tint
    )
    return bool(white and (cell.fill is None or cell.fill.fill_type is None))
