"""Pages that are pictures are read where text recognition is installed, and no doubtful digit becomes a number."""

from __future__ import annotations

import io
from decimal import Decimal
from functools import partial

import pypdfium2 as pdfium
import pytest
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from services.retriever.documents import recognition
from services.retriever.documents.model import Cell, ParsedDocument, SourceCell, UnreadReason
from services.retriever.documents.pdf_reader import read_pdf
from services.retriever.documents.reading import cut_reading, read_document
from services.retriever.documents.reading_process import ReadingProcess
from services.retriever.documents.tokens import count_tokens
from tests.unit.retriever.pdf_files import GRID, HEAD, HEIGHT, WIDTH, drawn, flowing, lines, table, text, title

installed = pytest.mark.skipif(not recognition.is_installed(), reason="needs the extra `ocr`")

FEES = flowing(
    title("Marrow Bank account fees"),
    text("Effective March 1, 2026. A charge is taken on the day the service is used."),
    table(
        [["Service", "Fee", "Charged"], ["Overdraft", "$35.00", "Each item"], ["Wire out", "$1,018.50", "Once"]],
        GRID,
        HEAD,
    ),
)


def scanned(content: bytes, dots_per_inch: int = 200) -> bytes:
    """The pages of a PDF as pictures, as a scanner makes them: grey, and compressed with loss."""

    def place(picture: ImageReader, canvas: Canvas) -> None:
        canvas.drawImage(picture, 0, 0, WIDTH, HEIGHT)

    pictures = []
    for page in pdfium.PdfDocument(content):
        buffer = io.BytesIO()
        page.render(scale=dots_per_inch / 72).to_pil().convert("L").save(buffer, "JPEG", quality=75)
        pictures.append(ImageReader(buffer))
    return drawn(*[partial(place, picture) for picture in pictures])


def cells(document: ParsedDocument) -> list[Cell]:
    return [cell for passage in document.passages for cell in passage.cells]


@installed
def test_a_scanned_table_is_read_with_its_rows_columns_and_boxes_and_is_marked() -> None:
    document = read_document(scanned(FEES), "fees.pdf", count_tokens)
    found = {(cell.row_path, cell.column_path): cell for cell in cells(document)}
    fee = found[("Overdraft",), ("Fee",)]
    assert (fee.printed, fee.number, fee.unit) == ("$35.00", Decimal("35.00"), "USD")
    assert found[("Wire out",), ("Fee",)].number == Decimal("1018.50")
    printed = {cell.printed: cell.place for cell in cells(read_document(FEES, "fees.pdf", count_tokens))}["$35.00"]
    assert fee.place is not None
    assert printed is not None
    assert fee.place.page == 1
    assert abs(fee.place.box[1] - printed.box[1]) < 12
    assert document.pages.recognized == (1,)
    assert all(passage.recognized for passage in document.passages)
    assert any("text recognition" in notice for notice in document.notices)


@installed
def test_only_pages_without_text_are_recognized_and_pictures_of_nothing_stay_unread() -> None:
    picture = scanned(FEES)
    blank = scanned(drawn(lambda canvas: canvas.rect(100, 100, 300, 300, fill=1)))
    merged = pdfium.PdfDocument.new()
    for part in (
        drawn(lambda canvas: lines(canvas, 72, 700, ["The bank may close an unused account."])),
        picture,
        blank,
    ):
        merged.import_pages(pdfium.PdfDocument(part))
    buffer = io.BytesIO()
    merged.save(buffer)
    reading = read_pdf(buffer.getvalue(), recognize=True)
    assert reading.pages.recognized == (2,)
    assert reading.pages.unread == ((3, UnreadReason.IMAGE_ONLY),)


@installed
async def test_the_process_for_strangers_files_recognizes_within_its_limits() -> None:
    media_type, reading = await ReadingProcess().read(scanned(FEES))
    document = cut_reading(media_type, reading, "fees.pdf", count_tokens)
    assert document.pages.recognized == (1,)
    assert any(cell.printed == "$35.00" for cell in cells(document))


def test_without_recognition_the_page_is_named_and_the_file_says_why_it_is_refused() -> None:
    part = drawn(lambda canvas: lines(canvas, 72, 700, ["The bank may close an unused account."]))
    merged = pdfium.PdfDocument(part)
    merged.import_pages(pdfium.PdfDocument(scanned(FEES)))
    buffer = io.BytesIO()
    merged.save(buffer)
    reading = read_pdf(buffer.getvalue())
    assert reading.pages.count == 2
    assert reading.pages.unread == ((2, UnreadReason.IMAGE_ONLY),)
    assert reading.pages.recognized == ()


def word(texts: str, *, sure: float = 95.0, raised_from: int = 99) -> recognition._Word | None:
    """What is made of a word whose characters are 10 dots wide and 20 high; some at its end are raised."""
    symbols = [
        (char, (10 * at, 90 if at >= raised_from else 100, 10 * at + 9, 104 if at >= raised_from else 120))
        for at, char in enumerate(texts)
    ]
    return recognition._word(symbols, (0, 90, 10 * len(texts), 120), sure)


@pytest.mark.parametrize(
    "printed", ["$1,018.50", "(2,500)", "7.25%", "2026", "35", "1-800-555-0142", "03/01/2026", "$500."]
)
def test_sure_and_well_formed_numbers_are_kept(printed: str) -> None:
    read = word(printed)
    assert read is not None
    assert read.text == printed


@pytest.mark.parametrize("printed", ["$12.001", "$29.00%", "55.214", "1,5001", "$58214", "4I2", "$1O.00", "089"])
def test_numbers_that_no_paper_prints_so_are_unclear(printed: str) -> None:
    read = word(printed)
    assert read is not None
    assert read.text == recognition.UNCLEAR


def test_a_number_that_is_not_sure_is_unclear_and_a_word_may_be() -> None:
    number, text_word = word("58,214", sure=66.0), word("Overdraft", sure=66.0)
    assert number is not None
    assert text_word is not None
    assert (number.text, text_word.text) == (recognition.UNCLEAR, "Overdraft")


@pytest.mark.parametrize(
    ("printed", "at", "rest"), [("$12.001", 6, "$12.00"), ("$29.00%", 6, "$29.00"), ("352", 2, "35")]
)
def test_a_raised_digit_is_a_mark_and_no_digit_of_the_number(printed: str, at: int, rest: str) -> None:
    read = word(printed, raised_from=at)
    assert read is not None
    assert read.text == rest
    assert read.mark


def test_a_number_that_lacks_its_columns_decimals_lost_its_point_and_is_unclear() -> None:
    rows = [
        ["Line", "2025", "Share"],
        ["Revenue", "412.8", "61%"],
        ["Cost", "472", "9%"],
        ["Margin", "(9.1)", "30%"],
        ["Tax", "—", "5%"],
        ["Net", "35.2", "4%"],
        ["Cash", "58.2", "3%"],
    ]
    read = recognition.doubt_columns([[SourceCell(text) for text in row] for row in rows])
    assert [row[1].text for row in read[1:]] == ["412.8", recognition.UNCLEAR, "(9.1)", "—", "35.2", "58.2"]
    assert [row[2].text for row in read[1:]] == [row[2] for row in rows[1:]]


@pytest.mark.parametrize("printed", ["|", "‘", "||"])
def test_lines_of_a_table_are_no_words(printed: str) -> None:
    assert word(printed) is None
