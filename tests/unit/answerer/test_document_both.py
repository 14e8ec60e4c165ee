"""Two figures of one paper together, or one less the other, by the words that people use for both."""

from __future__ import annotations

from decimal import Decimal

import pytest

from services.answerer.documents.model import DocumentAnswer
from services.answerer.model import FigureOp
from tests.unit.answerer.document_vault import Paper, ask

FLEET = Paper("vans.pdf", "Larch Mutual: motor policy", institution="Larch Mutual").table(
    ["Cover", "Premium > Red van", "Premium > Blue van"],
    ["Collision", "$120.00", "$95.50"],
    ["Theft", "$40.00", "$38.25"],
)
SLIP = Paper("slip.pdf", "Salary slip").table(["Item", "Amount"], ["Gross pay", "$4,000.00"], ["Net pay", "$3,100.00"])
LEDGER = Paper("bank.pdf", "Account statement").table(
    ["Item", "Amount"], ["Paid in", "$1,900.00"], ["Paid out", "$2,350.40"], ["Closing balance", "$80.00"]
)


@pytest.mark.parametrize(
    ("question", "paper", "value", "operation"),
    [
        pytest.param("collision premium for both vans", FLEET, "215.50", FigureOp.ADD, id="one row, its two columns"),
        pytest.param("paid in minus paid out", LEDGER, "-450.40", FigureOp.SUBTRACT, id="rows that are called so"),
        pytest.param(
            "What percentage of my gross did I actually take home?",
            SLIP,
            "77.50",
            FigureOp.PERCENT_OF,
            id="net of gross",
        ),
    ],
)
def test_both_are_taken(question: str, paper: Paper, value: str, operation: FigureOp) -> None:
    answer = ask(question, paper)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == Decimal(value)
    assert answer.figures[-1].op is operation


def test_two_columns_are_not_added_where_two_rows_would_do() -> None:
    answer = ask("premium for both vans", FLEET)
    assert not isinstance(answer, DocumentAnswer) or answer.figures[-1].op is not FigureOp.ADD
