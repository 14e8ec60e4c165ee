"""What two statements of one paper come to together."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from services.answerer.documents.model import DocumentAnswer
from tests.unit.answerer.document_vault import Paper, ask

MILES = Paper("heron.csv", "Heron card earnings").table(
    ["Kind", "Miles per dollar", "Monthly cap"], ["Rail", "4", "$250.00"], ["Hotels", "2", ""]
)
BOAT = (
    Paper("boat.pdf", "Boat insurance schedule")
    .table(["Item", "Amount"], ["Total annual premium", "$880.00"])
    .prose("A service charge of $3.50 is added to each of six payments.")
)
LOAN = (
    Paper("loan.docx", "Wexley car loan")
    .table(["Item", "Value"], ["Term", "3 years"], ["Principal", "$9,000.00"])
    .table(["Extra", "Price per month"], ["Gap insurance", "$11.00"])
    .prose("The arrangement fee is $95.00.")
)
STORE = Paper("store.html", "Surf store prices").table(
    ["Service", "Price", "Basis"], ["Storage of boards", "$18.00", "per board, per year"], ["Waxing", "$9.00", "each"]
)
QUOTE = Paper("quote.docx", "Roof repair", institution="Tarn Roofing").prose(
    "Quote dated May 4, 2026; valid for two weeks.", "Work begins within five days."
)


@pytest.mark.parametrize(
    ("question", "paper", "value"),
    [
        ("What is the most miles I can earn on rail in a month?", MILES, Decimal(1000)),
        ("what is the total if I pay the boat premium in six payments?", BOAT, Decimal("901.00")),
        ("What does the gap insurance cost for the whole term of the loan?", LOAN, Decimal("396.00")),
        ("Last day of the Tarn quote?", QUOTE, date(2026, 5, 18)),
        ("How much for keeping three carved boards for a year (storage of boards)?", STORE, Decimal("54.00")),
    ],
)
def test_two_statements_are_put_together(question: str, paper: Paper, value: object) -> None:
    answer = ask(question, paper)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == value


@pytest.mark.parametrize(
    ("question", "paper", "wrong"),
    [
        pytest.param("most miles I can earn on rail in a year?", MILES, Decimal(1000), id="another period"),
        pytest.param("total if I pay the boat premium in ten payments?", BOAT, Decimal("901.00"), id="another number"),
        pytest.param("arrangement fee for the whole term?", LOAN, Decimal("3420.00"), id="paid once"),
        pytest.param("Keeping three boards for a month (storage of boards)?", STORE, Decimal("54.00"), id="not a year"),
        pytest.param("Last day of the Marl quote?", QUOTE, date(2026, 5, 18), id="another house"),
    ],
)
def test_what_does_not_fit_is_not_put_together(question: str, paper: Paper, wrong: object) -> None:
    answer = ask(question, paper)
    assert not isinstance(answer, DocumentAnswer) or answer.value != wrong
