"""The scale and the percent sign of a table that prints them beside its cells only."""

from __future__ import annotations

from decimal import Decimal

import pytest

from services.answerer.documents.model import DocumentAnswer, DocumentRefusal, ValueKind
from services.answerer.documents.scales import scaled, stated_scale
from services.answerer.model import Cell, FigureUnit, Scale
from tests.unit.answerer.document_vault import Paper, ask


def cell(label: str, printed: str, column: str = "2025", scale: Scale = Scale.UNSPECIFIED) -> Cell:
    number = printed.strip("$%").replace(",", "")
    return Cell(row_path=(label,), column_path=(column,), printed=printed, number=number, scale=scale)


@pytest.mark.parametrize(
    ("text", "scale"),
    [
        ("(In thousands, except per share amounts)", Scale.THOUSAND),
        ("All amounts are expressed in millions of US dollars.", Scale.MILLION),
        ("US$'000", Scale.THOUSAND),
        ("Year ended 31 May 2025 compared to 2024 (in 000’s)", Scale.THOUSAND),
        ("€m", Scale.MILLION),
        ("The firm has thousands of customers.", Scale.UNSPECIFIED),
        ("Sales rose by $3 million.", Scale.UNSPECIFIED),
    ],
)
def test_a_scale_is_read_where_it_is_stated(text: str, scale: Scale) -> None:
    assert stated_scale([text]) is scale


@pytest.mark.parametrize("label", ["Cafés, number", "Shops (no.)", "Number of sites", "Vans, no."])
def test_a_line_that_says_it_counts_is_in_no_scale_and_no_currency(label: str) -> None:
    read = Cell(row_path=(label,), column_path=("FY26",), printed="46", number="46", unit="AUD", scale=Scale.THOUSAND)
    counted, bare = (
        scaled([read, cell("Revenue", "84,310", scale=Scale.THOUSAND)], (), ())[0],
        scaled([cell(label, "46"), cell("Revenue", "84,310")], ["A$'000"], ()),
    )
    assert (counted.scale, counted.unit) == (Scale.UNSPECIFIED, "")
    assert [one.scale for one in bare] == [Scale.UNSPECIFIED, Scale.THOUSAND]


def test_two_statements_that_differ_say_nothing() -> None:
    assert stated_scale(["In thousands", "In millions"]) is Scale.UNSPECIFIED


def test_text_that_quotes_the_cells_shows_their_scale() -> None:
    cells = [cell("Net income", "24,193"), cell("Charges", "47,625")]
    prose = ["Net income was $24.2 million and charges were $47.6 million."]
    assert [one.scale for one in scaled(cells, (), prose)] == [Scale.THOUSAND, Scale.THOUSAND]


def test_one_number_that_happens_to_agree_shows_no_scale() -> None:
    cells = [cell("Net income", "24,193"), cell("Charges", "51")]
    assert scaled(cells, (), ["Another firm earned $24.2 million."])[0].scale is Scale.UNSPECIFIED


def test_people_and_prices_for_a_share_are_printed_in_full() -> None:
    cells = [cell("Revenue", "8,200"), cell("Employees", "310"), cell("Earnings per share", "1.20")]
    assert [one.scale for one in scaled(cells, ("In millions",), ())] == [
        Scale.MILLION,
        Scale.UNSPECIFIED,
        Scale.UNSPECIFIED,
    ]
    counted = [cell("Revenue", "8,200", scale=Scale.MILLION), cell("Employees", "310", scale=Scale.MILLION)]
    assert scaled(counted, (), ())[1].scale is Scale.UNSPECIFIED


def test_a_column_with_percent_signs_at_its_ends_is_in_percent() -> None:
    cells = [
        cell("Sales", "100.0%", scale=Scale.PERCENT),
        cell("Costs", "61.5"),
        cell("Tax", "8.0"),
        cell("Net", "30.5%", scale=Scale.PERCENT),
    ]
    assert {one.scale for one in scaled(cells, (), ())} == {Scale.PERCENT}


def test_a_label_that_says_percent_makes_its_change_one_in_points() -> None:
    paper = Paper("bank.html", "Alder Inns: year").table(
        ["", "2025", "2024"], ["Occupancy (%)", "71.5", "69.0"], ["Rooms", "410", "400"]
    )
    found = ask("What was the change in occupancy from 2024 to 2025?", paper)
    assert isinstance(found, DocumentAnswer)
    assert (found.kind, found.value, found.unit) == (ValueKind.NUMBER, Decimal("2.5"), FigureUnit.PERCENT)


YEARS = (["", "2025", "2024"], ["Income tax", "$14,694", "$34,105"], ["Employees", "310", "290"])
FAR = "Taxes of $36.5 million were paid in 2025, and $418,000 came back."


@pytest.mark.parametrize(
    ("question", "prose", "value"),
    [
        ("What was the income tax in 2025?", FAR, None),
        ("What was the change in income tax from 2024 to 2025?", FAR, None),
        ("What was the percentage change in income tax from 2024 to 2025?", FAR, Decimal("-56.92")),
        ("What was the number of employees in 2025?", FAR, Decimal(310)),
        ("What was the income tax in 2025?", "Taxes of $36,500 were paid in 2025.", Decimal(14694)),
        ("What was the income tax in 2025?", "The group was sold for $1.2 million.", Decimal(14694)),
    ],
    ids=["an amount", "made of amounts", "a ratio", "a count", "no scale said", "not far beyond"],
)
def test_an_amount_of_a_table_that_leaves_its_scale_unsaid_is_not_told(
    question: str, prose: str, value: Decimal | None
) -> None:
    paper = Paper("report.html", "Alder Inns: year").table(*YEARS).prose(prose)
    found = ask(question, paper)
    if value is None:
        assert isinstance(found, DocumentRefusal)
    else:
        assert isinstance(found, DocumentAnswer)
        assert isinstance(found.value, Decimal)
        assert round(found.value, 2) == value
