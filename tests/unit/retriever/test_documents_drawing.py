"""A page is drawn within bounds whatever the file holds, and its outline stands where the reading says."""

from __future__ import annotations

import io

import numpy as np
import pypdfium2 as pdfium
import pytest
from PIL import Image
from reportlab.lib.pagesizes import LETTER, landscape
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from services.common.errors import InvalidArgument
from services.retriever.documents.page_drawing import MAX_BYTES, draw_page
from services.retriever.documents.pdf_page import MAX_PIXELS
from services.retriever.documents.reading import read_document
from services.retriever.documents.tokens import count_tokens
from tests.unit.retriever.pdf_files import GRID, HEAD, drawn, flowing, lines, table, title

DOTS = 110


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


def reds(png: bytes) -> tuple[int, int, int, int]:
    """The box around what is drawn in the outline's red."""
    dots = np.asarray(opened(png).convert("RGB")).astype(int)
    ys, xs = np.nonzero((dots[:, :, 0] > 150) & (dots[:, :, 1] < 90) & (dots[:, :, 2] < 90))
    return int(xs.min()), int(ys.min()), int(xs.max()), int(ys.max())


def test_a_page_of_any_size_stays_within_the_bounds() -> None:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(14_400, 14_400))
    canvas.drawString(100, 100, "A poster")
    canvas.save()
    png = draw_page(buffer.getvalue(), 1, [(90.0, 14_280.0, 200.0, 14_310.0)], 200)
    picture = opened(png)
    assert picture.width * picture.height <= MAX_PIXELS * 1.01
    assert len(png) <= MAX_BYTES


def test_a_picture_that_no_compression_helps_is_drawn_smaller() -> None:
    noise = np.random.default_rng(5).integers(0, 255, (1200, 900, 3), dtype=np.uint8)
    page = drawn(lambda canvas: canvas.drawImage(ImageReader(Image.fromarray(noise)), 0, 0, *LETTER))
    png = draw_page(page, 1, [], 200)
    assert len(png) <= MAX_BYTES
    assert opened(png).width >= 200


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_the_outline_stands_around_the_cell_however_the_page_is_turned(turned: int) -> None:
    content = flowing(title("Fees"), table([["Service", "Fee"], ["Overdraft", "$35.00"]], GRID, HEAD))
    document = pdfium.PdfDocument(content)
    document[0].set_rotation(turned)
    buffer = io.BytesIO()
    document.save(buffer)
    (cell,) = [
        cell
        for passage in read_document(buffer.getvalue(), "fees.pdf", count_tokens).passages
        for cell in passage.cells
    ]
    assert cell.place is not None
    png = draw_page(buffer.getvalue(), 1, [cell.place.box], DOTS)
    width, height = LETTER if turned % 180 == 0 else landscape(LETTER)
    assert opened(png).size == (round(width * DOTS / 72), round(height * DOTS / 72))
    found = [side * 72 / DOTS for side in reds(png)]
    assert all(abs(a - b) < 4 for a, b in zip(found, cell.place.box, strict=True))
    left, top, right, bottom = (round(side * DOTS / 72) for side in cell.place.box)
    inside = np.asarray(opened(png).convert("L").crop((left, top, right, bottom)))
    assert (inside < 100).sum() > 10


@pytest.mark.parametrize("page", [0, 2, 99])
def test_a_page_that_is_not_there_is_refused(page: int) -> None:
    with pytest.raises(InvalidArgument):
        draw_page(drawn(lambda canvas: lines(canvas, 72, 700, ["One page"])), page, [], DOTS)


def test_a_box_off_the_page_spoils_nothing() -> None:
    content = drawn(lambda canvas: lines(canvas, 72, 700, ["One page"]))
    boxes = [(-500.0, -500.0, -400.0, -400.0), (5_000.0, 5_000.0, 6_000.0, 6_000.0), (100.0, 100.0, 100.0, 100.0)]
    assert opened(draw_page(content, 1, boxes, DOTS)).size == (935, 1210)
