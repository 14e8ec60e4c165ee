"""Facts that stand one to a line are read as cells: what a line is called, and what it states."""

from __future__ import annotations

import pytest

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
