"""Cells that a question names one after the other are taken together: less, plus, as a share, from then to now."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from services.answerer.documents.comparisons import Made, read_comparison
from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from services.answerer.model import FigureUnit
from tests.unit.answerer.document_vault import Paper, ask

PLANS = Paper("plans.md", "Selkirk Savings: chequing plans", institution="Selkirk Savings").table(
    ["", "Basic", "Plus", "Premier"],
    ["Monthly fee", "$4.95", "$9.00", "$30.95"],
    ["Cheque drafts a year", "0", "1", "12"],
    ["Wire, ordered in branch", "$25.00", "$18.00", "$10.00"],
    ["Wire, ordered in the app", "$20.00", "$15.00", "$5.00"],
)
BOOKS = Paper("books.xlsx", "Profit and loss of Bramble Kitchen").table(
    ["", "Q1 2026", "Q2 2026"],
    ["Total income", "47,694", "79,225"],
    ["Wages", "20,000", "22,950"],
    ["Royalties", "(4,769.40)", "(7,000)"],
)
RATES = Paper("rates.docx", "Brimley Mutual: fixed loans").table(
    ["Term", "Loan to value > up to 60%", "Loan to value > up to 80%"],
    ["10 years", "3.49%", "3.62%"],
    ["20 years", "3.87%", "3.99%"],
)
TAX = Paper("demand.pdf", "Fellgate council tax").table(
    ["", "A", "D", "E"],
    ["Police", "$236.67", "$300.10", "$433.89"],
    ["Community council", "$31.40", "$44.00", "$57.57"],
)


WAGES = Paper("pay guide.xlsx", "Hourly rates from 1 July 2026").table(
    ["Level", "Weekday", "Saturday", "Sunday", "Public holiday"],
    ["Introductory", "24.10", "28.92", "33.74", "54.23"],
    ["Level 1", "24.73", "29.68", "34.62", "55.64"],
    ["Level 2", "25.61", "30.73", "35.85", "57.62"],
)


def fees(year: int, price: str) -> Paper:
    """A house's price list of a year."""
    return Paper(
        f"fees-{year}.pdf", f"Tarn Bank price list {year}", institution="Tarn Bank", effective=date(year, 3, 1)
    ).table(["Service", "Fee"], ["Account transfer out, full", price], ["Debit card, yearly", "$10.00"])


@pytest.mark.parametrize(
    ("question", "papers", "value"),
    [
        ("gap between premier and basic monthly fee", [PLANS], "26.00"),
        ("How much dearer is a branch wire than one in the app, on Basic?", [PLANS], "5.00"),
        ("Q2 income minus Q1 income", [BOOKS], "31531"),
        ("Royalties as a percent of total income in Q1 2026", [BOOKS], "10.00"),
        ("How much more did we pay in wages in Q2 than in Q1?", [BOOKS], "2950"),
        ("How many percentage points dearer is 20 years fixed than 10 years at up to 80%?", [RATES], "0.37"),
        ("police plus community council for band E", [TAX], "491.46"),
        ("How much has that transfer-out fee come down since the 2025 list?",
         [fees(2025, "$95.00"), fees(2026, "$75.00")], "20.00"),
        ("percentage drop in the full transfer out fee from 2025 to 2026",
         [fees(2025, "$95.00"), fees(2026, "$76.00")], "20.00"),
    ],
)  # fmt: skip
def test_two_cells_are_compared_as_people_ask(question: str, papers: list[Paper], value: str) -> None:
    """Each thing is a word or two; the column, the row or the paper that they share says the rest."""
    answer = ask(question, *papers)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == Decimal(value)
    assert len([one for one in answer.figures if not one.input_ids]) == 2


def test_a_change_between_rates_is_in_points() -> None:
    answer = ask("difference between 20 years and 10 years at up to 60%", RATES)
    assert isinstance(answer, DocumentAnswer)
    assert (answer.value, answer.unit) == (Decimal("0.38"), FigureUnit.PERCENT)


@pytest.mark.parametrize(
    "question",
    [
        pytest.param("gap between premier and gold monthly fee", id="a plan that is not there"),
        pytest.param("gap between premier and basic", id="of which row"),
        pytest.param("police plus fire for band E", id="a row that is not there"),
        pytest.param("How much dearer is a branch wire than one by phone, on Basic?", id="a way that is not there"),
    ],
)
def test_nothing_is_compared_with_what_is_not_there(question: str) -> None:
    assert isinstance(ask(question, PLANS, TAX), DocumentRefusal)


def test_a_plan_called_plus_adds_nothing() -> None:
    """ "Plus" in a name is no sum."""
    assert [one.made for one in read_comparison("Basic plus premier fee")] == [Made.SUM]
    assert read_comparison("Basic plus premier fee", is_plus_a_name=True) == []


@pytest.mark.parametrize(
    ("question", "level", "value"),
    [
        ("Difference between Sunday and weekday pay at level 1", "Level 1", "9.89"),
        ("How much more is Saturday than weekday at level 2?", "Level 2", "5.12"),
        ("gap between public holiday and Sunday, level 2", "Level 2", "21.77"),
    ],
)
def test_two_columns_are_compared_in_the_row_that_the_question_names_once(
    question: str, level: str, value: str
) -> None:
    found = ask(question, WAGES)
    assert isinstance(found, DocumentAnswer), found
    assert found.value == Decimal(value)
    assert [one.cell.row_path for one in found.figures if one.cell is not None] == [(level,), (level,)]
