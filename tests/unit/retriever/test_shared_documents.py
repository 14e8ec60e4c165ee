"""Documents of other projects are read, or refused with the reason, without a crash or an endless run."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from services.common.errors import InvalidArgument
from services.retriever.documents import recognition
from services.retriever.documents.file_reader import read_file
from services.retriever.documents.model import SourceTable

SHARED = Path(os.environ.get("TIEOUT_SHARED") or Path(__file__).parents[4] / "shared") / "files"
FOLDERS = ("camelot-dev__camelot", "jsvine__pdfplumber", "docling-project__docling", "dgunning__edgartools")
REFUSED = {"health_protected.pdf": "protected by a password"} | (
    {} if recognition.is_installed() else {"image.pdf": "images without text"}
)
# Cells of the files as one sees them, in the order of their table's rows.
SEEN = {
    "agstat.pdf": [["1", "Balasore", "23.65", "20.81"], ["19", "Rayagada", "9.83", "8.65"]],
    "background_lines_1.pdf": [["Gujarat", "20.12.2009 to 3.1.2010", "6", "13", "6.03", "3,810", "2,317", "1,453"]],
    "budget_2014-15.pdf": [["2. Department of Agricultural Research and Education", "3715.00", "...", "3715.00"]],
    "edge_tol.pdf": [["Costs", "(106,870)"], ["Net Asset Value per unit at 31 December", "104.22"]],
    "us-030.pdf": [["4234_1", "0.59", "58.7", "8.5%", "1.3%", "8.5%", "3.3%"]],
    "table-curves-example.pdf": [["Anaemia", "Common", "Common", "Common"]],
    "issue-466-example.pdf": [["T2-20-last", "T2-21-last", "T2-22-last"]],
    "csv-semicolon.csv": [["1", "DD37Cf93aecA6Dc", "Sheryl"]],
}
SECONDS = 20

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not (SHARED / FOLDERS[0]).is_dir(), reason="the shared folder is absent"),
]


def documents() -> list[Path]:
    """Every file but the licences."""
    paths = [path for folder in FOLDERS for path in sorted((SHARED / folder).rglob("*.*"))]
    return [path for path in paths if path.is_file() and not path.name.startswith("LICENSE")]


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.name)
def test_a_document_is_read_or_refused_with_its_reason(path: Path) -> None:
    started = time.process_time()
    if path.name in REFUSED:
        with pytest.raises(InvalidArgument) as caught:
            read_file(path.read_bytes())
        assert REFUSED[path.name] in caught.value.metadata["detail"]
        return
    _, reading = read_file(path.read_bytes())
    assert time.process_time() - started < SECONDS
    assert reading.blocks
    rows = [
        [cell.text for cell in row] for block in reading.blocks if isinstance(block, SourceTable) for row in block.rows
    ]
    for seen in SEEN.get(path.name, []):
        assert any(row[: len(seen)] == seen for row in rows), seen
