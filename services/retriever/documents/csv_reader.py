"""CSV to blocks: the rows as one table, or as the tables that blank lines and new heads part it into."""

from __future__ import annotations

import csv
import io
from collections import Counter

from services.retriever.documents.faults import unreadable
from services.retriever.documents.grids import GridCell, as_text, read_grid
from services.retriever.documents.model import Reading

DELIMITERS = (",", ";", "\t", "|")
MAX_CELLS = 400_000


def read_csv(text: str) -> Reading:
    """Read a CSV file. Rows may be ragged. Raises FORMAT_UNREADABLE where it holds more cells than are read."""
    mark = find_delimiter(text) or ","
    rows = list(csv.reader(io.StringIO(text.replace("\0", ""), newline=""), delimiter=mark))
    if sum(map(len, rows)) > MAX_CELLS:
        raise unreadable(f"it holds more than {MAX_CELLS} cells")
    width = max((len(row) for row in rows), default=0)
    grid = [[as_text(GridCell(text)) for text in [*row, *[""] * (width - len(row))]] for row in rows]
    return Reading(tuple(read_grid(grid, level=1)))


def find_delimiter(text: str) -> str:
    """The mark that parts the same number of fields in most lines; empty where no mark does."""
    best, best_score = "", 0.0
    sample = text[:20_000]
    for mark in DELIMITERS:
        try:
            rows = [row for row in csv.reader(io.StringIO(sample, newline=""), delimiter=mark) if any(row)]
        except csv.Error:
            continue
        # The sample may end inside a row.
        rows = rows[:-1] if len(sample) < len(text) and len(rows) > 2 else rows
        widths = Counter(len(row) for row in rows if len(row) > 1)
        if len(rows) < 2 or not widths:
            continue
        width, count = widths.most_common(1)[0]
        score = count / len(rows) * min(width, 4)
        if count >= 0.6 * len(rows) and score > best_score:
            best, best_score = mark, score
    return best
