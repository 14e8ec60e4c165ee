"""What is left of a debt after a payment or a time, from the row of a schedule that it is."""

from __future__ import annotations

from decimal import Decimal

import pytest

from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from tests.unit.answerer.document_vault import Paper, ask

BOAT = Paper("boat.xlsx", "Boat loan 77-120, repayments").table(
    ["No.", "Interest", "Principal", "Balance"],
    *(
        [f"{number} > 2026-{number:02}-15", f"{60 - number}.00", f"{200 + number}.00", f"{9000 - 200 * number}.00"]
        for number in range(1, 13)
    ),
)
BARN = Paper("barn.csv", "Barn mortgage of Tessel Bank").table(
    ["Year", "Repaid", "Outstanding"],
    ["2027", "4,000", "96,000"],
    ["2028", "4,100", "91,900"],
    ["2029", "4,200", "87,700"],
    ["2030", "4,300", "83,400"],
)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What will I still owe on the boat after 1 year?", Decimal(6600)),
        ("boat loan balance after payment 5", Decimal(8000)),
        ("How much is left on the boat after the March 2026 payment?", Decimal(8400)),
        ("How much of the barn mortgage is left at the end of 2029?", Decimal(87700)),
    ],
)
def test_what_is_left_stands_in_the_row_of_the_time(question: str, value: Decimal) -> None:
    answer = ask(question, BOAT, BARN)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == value


@pytest.mark.parametrize(
    "question",
    [
        "What will I still owe on the boat after 2 years?",
        "boat loan balance after payment 40",
        "How much is left on the caravan after the March 2026 payment?",
        "How much of the barn mortgage is left at the end of 2035?",
    ],
)
def test_a_time_or_a_debt_that_no_schedule_has_is_refused(question: str) -> None:
    assert isinstance(ask(question, BOAT, BARN), DocumentRefusal)
