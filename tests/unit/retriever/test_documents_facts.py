"""Facts that stand one to a line are read as cells: what a line is called, and what it states."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from reportlab.pdfgen.canvas import Canvas

from services.retriever.documents.facts import fact_of
from services.retriever.documents.model import Cell
from services.retriever.documents.reading import read_document
from services.retriever.documents.tokens import count_tokens
from tests.unit.retriever.pdf_files import drawn, lines

FACTS = ["Berth number: K-14", "Yearly rent: €1,840.00", "Length: up to 9.5 m", "Electric meter: not fitted"]


def cells(content: bytes, name: str) -> dict[str, Cell]:
    found = read_document(content, name, count_tokens)
    return {cell.row_path[-1]: cell for passage in found.passages for cell in passage.cells if cell.row_path}


LETTER = (
    "Harbour office\n\nYour berth\n\n"
    + "\n".join(FACTS)
    + "\n\nPlease tell us before the season starts if you give it up.\n"
)
MARKDOWN = "# Harbour office\n\n## Your berth\n\n" + "".join(f"- {fact}\n" for fact in FACTS) + "\nCall us **early**.\n"
PAGE = (
    f"<html><body><h1>Harbour office</h1><h2>Your berth</h2>{''.join(f'<p>{fact}</p>' for fact in FACTS)}</body></html>"
)


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (LETTER.encode(), "berth.txt"),
        (MARKDOWN.encode(), "berth.md"),
        (PAGE.encode(), "berth.html"),
        (drawn(lambda canvas: lines(canvas, 72, 700, ["Harbour office", "", *FACTS])), "berth.pdf"),
    ],
)
def test_lines_with_a_label_and_a_value_are_cells(content: bytes, name: str) -> None:
    found = cells(content, name)
    assert found["Yearly rent"].printed == "€1,840.00"
    assert found["Yearly rent"].number == 1840
    assert found["Yearly rent"].unit == "EUR"
    assert found["Berth number"].printed == "K-14"
    assert found["Electric meter"].printed == "not fitted"


@pytest.mark.parametrize(
    "text",
    [
        "Note: nobody may sleep on board from November to March without leave.",
        "We charge for three things: water, power and waste.",
        "Opening hours: we are there from 8. Call before you come.",
        "https://harbour.example",
        "At 10:30",
    ],
)
def test_a_sentence_with_a_colon_is_no_fact(text: str) -> None:
    assert fact_of(text) is None


def put(canvas: Canvas, x: float, right: float, top: float, rows: Sequence[tuple[str, str]]) -> None:
    for index, (label, value) in enumerate(rows):
        canvas.drawString(x, top - 14 * index, label)
        canvas.drawRightString(right, top - 14 * index, value)


def test_a_slip_with_two_columns_of_amounts_and_totals_under_a_line_is_read_as_cells() -> None:
    def page(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 9)
        put(canvas, 60, 290, 735, [("Worker", "Ines Falk"), ("Number", "3381"), ("Trade", "Rigger")])
        put(canvas, 330, 550, 735, [("Paid on", "30 June 2031"), ("Month", "June 2031"), ("Tax table", "33")])
        canvas.setFont("Helvetica-Bold", 10)
        canvas.drawString(60, 670, "Earned")
        canvas.drawString(330, 670, "Taken off")
        canvas.setFont("Helvetica", 9)
        put(canvas, 60, 290, 654, [("Yard", "2,220.00"), ("Night watch", "192.00"), ("Holidays", "310.40")])
        put(canvas, 330, 550, 654, [("Income tax", "604.10"), ("Union", "21.00"), ("Pension", "111.00")])
        canvas.line(60, 606, 550, 606)
        put(canvas, 60, 290, 594, [("All earned", "2,722.40")])
        put(canvas, 330, 550, 594, [("All taken off", "736.10")])
        canvas.rect(330, 540, 220, 26)
        put(canvas, 340, 540, 549, [("To be paid", "1,986.30")])

    found = cells(drawn(page), "slip.pdf")
    assert {label: found[label].printed for label in ("Paid on", "Night watch", "Union", "To be paid")} == {
        "Paid on": "30 June 2031",
        "Night watch": "192.00",
        "Union": "21.00",
        "To be paid": "1,986.30",
    }
    assert found["All earned"].number is not None
    assert found["All earned"].column_path == ()
    assert found["All taken off"].printed == "736.10"


def test_names_over_larger_values_in_boxes_are_facts() -> None:
    facts = [("New balance", "$1,284.20"), ("Least to pay", "$38.00"), ("Pay by", "July 18, 2031"), ("Limit", "$6,000")]

    def page(canvas: Canvas) -> None:
        for index, (label, value) in enumerate(facts):
            x = 60 + 125 * index
            canvas.rect(x, 690, 120, 40)
            canvas.setFont("Helvetica", 8)
            canvas.drawString(x + 5, 715, label)
            canvas.setFont("Helvetica-Bold", 11)
            canvas.drawString(x + 5, 698, value)

    found = cells(drawn(page), "card.pdf")
    assert {label: found[label].printed for label, _ in facts} == dict(facts)


def test_a_label_with_nothing_beside_it_is_blank_where_all_labels_end_with_a_colon() -> None:
    rows = [("Cover number:", "HM-20418"), ("Hull:", "$310,000"), ("Tender:", ""), ("Excess:", "$1,000")]
    found = cells(drawn(lambda canvas: put(canvas, 60, 300, 700, rows)), "cover.pdf")
    assert found["Tender:"].printed == ""
    assert found["Excess:"].row_path == ("Excess:",)
