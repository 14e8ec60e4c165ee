"""A refusal says why: the period, the product, the row or the paper that is not there, or the readings that are."""

from __future__ import annotations

from datetime import date

import pytest

from services.answerer.documents.model import DocumentRefusal
from services.answerer.model import RefusalReason
from tests.unit.answerer.document_vault import BOXES, CARD, HISTORY, LOAN, TAX, Paper, ask

SLIPS = [
    Paper(f"slip-{month}.pdf", "Payslip", f"Pay period: {name} 1 to {name} 30, 2026").table(
        ["", "This period"], ["Net pay", amount], ["Bonus", ""]
    )
    for month, name, amount in (("08", "August", "$3,776.60"), ("09", "September", "$3,932.10"))
]
FEES = Paper("fees.html", "Quarry Bank: schedule of fees", institution="Quarry Bank").table(
    ["Service", "Fee"], ["Wire transfer", "$25.00"]
)
RENT = Paper("lease.docx", "Residential lease", institution="Millrace Homes").table(
    ["Item", "Monthly"], ["Rent", "$1,385.00"], ["Parking, surface stall", "$60.00"], ["Parking, garage", "$140.00"]
)

LESSONS = Paper("lessons.html", "Tarn Music School: lessons", institution="Tarn Music School").table(
    ["Grade", "Weekday", "Weekend"], ["Grade 1", "$31.00", "$36.00"], ["Grade 2", "$34.00", "$39.00"]
)
LISTS = [
    Paper(
        f"list-{year}.pdf", f"Quarry Bank: prices from 1 March {year}", institution="Quarry Bank", effective=day
    ).table(["Service", "Price"], *rows)
    for year, day, rows in (
        (2025, date(2025, 3, 1), (["Wire transfer", "$24.00"],)),
        (2026, date(2026, 3, 1), (["Wire transfer", "$25.00"], ["Safe deposit box", "$60.00"])),
    )
]


@pytest.mark.parametrize(
    ("question", "papers", "reason"),
    [
        # Out of scope whatever the papers say.
        ("Should I get the Osprey card?", [CARD], RefusalReason.OUT_OF_SCOPE),
        ("What is the average card APR in the US?", [CARD], RefusalReason.OUT_OF_SCOPE),
        # What a word means, where no paper says it.
        ("What is a zero-coupon bond?", [CARD, LOAN], RefusalReason.OUT_OF_SCOPE),
        ("How does inheritance tax work?", [CARD], RefusalReason.OUT_OF_SCOPE),
        ("What do plumbers normally charge?", [CARD], RefusalReason.OUT_OF_SCOPE),
        ("Will the government scrap the levy?", [FEES], RefusalReason.OUT_OF_SCOPE),
        # A number that ends a name names another thing than another number; another product is no reading.
        ("Grade 7 on a weekday", [LESSONS], RefusalReason.NOT_IN_DATA),
        ("Grade 1 lessons", [LESSONS], RefusalReason.AMBIGUOUS),
        # The list of that date is there and has no such row, though a later one has.
        ("How much was a safe deposit box on the March 2025 list?", LISTS, RefusalReason.NOT_IN_DATA),
        ("How much of the parking rent have I used?", [RENT], RefusalReason.NOT_IN_DATA),
        # The right papers, of other times.
        ("my net pay for June 2026?", SLIPS, RefusalReason.OUT_OF_COVERAGE),
        ("Anvil operating ratio 2019", [HISTORY], RefusalReason.OUT_OF_COVERAGE),
        # The right paper, which does not say.
        ("Anvil capital expenditure 2024", [HISTORY], RefusalReason.NOT_IN_DATA),
        ("Osprey replacement card fee", [CARD], RefusalReason.NOT_IN_DATA),
        ("what's the balance on my Osprey card right now", [CARD], RefusalReason.NOT_IN_DATA),
        ("Norland company tax rate", [TAX], RefusalReason.NOT_IN_DATA),
        ("how many days off have I taken this year", [SLIPS[0]], RefusalReason.NOT_IN_DATA),
        # A paper of that house is there, and it does not say.
        ("Osprey crypto fee", [CARD], RefusalReason.NOT_IN_DATA),
        ("What does Brisk take for a gigabit line?", [LOAN, CARD], RefusalReason.NOT_IN_DATA),
        # A paper of fees has no row for it.
        ("How much is the notary fee?", [BOXES, FEES], RefusalReason.NOT_IN_DATA),
        # No paper is about it.
        ("What does my gas bill come to?", [CARD, LOAN], RefusalReason.NO_DATA),
        ("monthly payment on the Quillmark loan", [CARD, TAX], RefusalReason.NO_DATA),
        ("premium for my boat", [CARD, BOXES], RefusalReason.NO_DATA),
        # Several cells say all that is asked.
        ("what's the parking rent", [RENT], RefusalReason.AMBIGUOUS),
    ],
)
def test_the_reason_is_the_one_that_fits(question: str, papers: list[Paper], reason: RefusalReason) -> None:
    found = ask(question, *papers)
    assert isinstance(found, DocumentRefusal), found
    assert found.reason is reason


def test_an_ambiguous_question_is_offered_what_each_reading_prints() -> None:
    found = ask("what's the parking rent", RENT)
    assert isinstance(found, DocumentRefusal)
    assert {one.printed for one in found.readings} == {"$60.00", "$140.00"}


def test_advice_is_not_answered_by_a_cell_that_says_all_its_words() -> None:
    assert isinstance(ask("Should I pay the Brisk loan back early?", LOAN), DocumentRefusal)
