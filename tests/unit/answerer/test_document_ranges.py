"""Sums over rows that bear numbers or years."""

from __future__ import annotations

from decimal import Decimal

import pytest

from services.answerer.documents.model import DocumentAnswer
from services.answerer.model import FigureOp
from tests.unit.answerer.document_vault import Paper, ask

BOAT = Paper("boat.xlsx", "Boat loan: repayment schedule").table(
    ["No.", "Instalment", "Interest", "Capital", "Balance"],
    ["1", "$210.00", "$60.00", "$150.00", "$5,850.00"],
    ["2", "$210.00", "$58.50", "$151.50", "$5,698.50"],
    ["3", "$210.00", "$56.90", "$153.10", "$5,545.40"],
    ["4", "$210.00", "$55.40", "$154.60", "$5,390.80"],
)
CABIN = Paper("cabin.csv", "Cabin loan by year").table(
    ["Year", "Interest", "Principal"],
    ["2027", "1,200.10", "800.00"],
    ["2028", "1,150.05", "850.05"],
    ["2029", "", "903.00"],
    unit="USD",
)


@pytest.mark.parametrize(
    ("question", "paper", "value", "count"),
    [
        ("total interest over the first three instalments of the boat loan", BOAT, "175.40", 3),
        ("how much interest in payments 2, 3 and 4 of the boat loan?", BOAT, "170.80", 3),
        ("boat loan: interest paid in payments 1 to 4 in total", BOAT, "230.80", 4),
        ("total principal on the cabin loan 2027 through 2029", CABIN, "2553.05", 3),
        ("how much cabin loan principal in 2027 and 2028 together?", CABIN, "1650.05", 2),
    ],
)
def test_numbered_rows_are_added(question: str, paper: Paper, value: str, count: int) -> None:
    answer = ask(question, paper)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == Decimal(value)
    assert sum(1 for one in answer.figures if one.op is FigureOp.CELL) == count


@pytest.mark.parametrize(
    ("question", "paper"),
    [
        pytest.param("total boat interest over the first six instalments", BOAT, id="rows that are not there"),
        pytest.param("total interest over the first three instalments of the car", BOAT, id="another loan"),
        pytest.param("total interest on the cabin loan 2028 through 2029", CABIN, id="a blank row"),
        pytest.param("average interest over the first three instalments of the boat loan", BOAT, id="no sum"),
    ],
)
def test_a_sum_is_not_made_of_what_is_not_stated(question: str, paper: Paper) -> None:
    answer = ask(question, paper)
    assert not isinstance(answer, DocumentAnswer) or answer.figures[-1].op is not FigureOp.ADD
