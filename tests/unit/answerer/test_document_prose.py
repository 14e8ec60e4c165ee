"""Which clause may answer, however near it is: the one of the asked kind, day, paper and thing; else none does."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

import pytest

from services.answerer.documents.core import Inquiry
from services.answerer.documents.model import DocumentAnswer, DocumentRefusal, ValueKind
from services.answerer.model import Polarity, SearchHit, SearchSummary
from tests.unit.answerer.document_vault import TODAY, Paper


def told(question: str, nearness: Mapping[str, float], *papers: Paper) -> DocumentAnswer | DocumentRefusal:
    """What the papers answer where the clauses that begin so are so near, and all others far."""
    hits = [SearchHit(passage=passage) for paper in papers for passage in paper.passages]
    inquiry = Inquiry(question, TODAY, hits, SearchSummary(), [paper.document for paper in papers])
    first = inquiry.by_words()
    if isinstance(first, DocumentAnswer) or not first.unweighed:
        return first
    near = {
        text: next((value for begin, value in nearness.items() if text.startswith(begin)), 0.1)
        for text in first.unweighed
    }
    return inquiry.with_nearness(near)


def value(question: str, nearness: Mapping[str, float], *papers: Paper) -> object:
    """The value of what is answered; None where it is refused."""
    found = told(question, nearness, *papers)
    return found.value if isinstance(found, DocumentAnswer) else None


LEASE = Paper("lease.md", "Lease of 4 Quarry Row").prose(
    "The term begins on June 1, 2026 and ends on May 31, 2028.",
    "Delivery was accepted on March 3, 2026 and the guarantee runs until March 2, 2029.",
    "Insurance can be cancelled until 30 November of each year.",
    "Rent is paid on the 3rd of each month.",
    "The deposit is returned within 120 days after the tenant has left.",
)


@pytest.mark.parametrize(
    ("question", "clause", "expected"),
    [
        ("When does my lease run out?", "The term", date(2028, 5, 31)),
        ("When does my lease start?", "The term", date(2026, 6, 1)),
        ("Start of my lease?", "The term", date(2026, 6, 1)),
        ("When does the guarantee end?", "Delivery", date(2029, 3, 2)),
        ("Last day of the guarantee?", "Delivery", date(2029, 3, 2)),
    ],
)
def test_of_two_days_the_one_that_is_asked_for_answers(question: str, clause: str, expected: date) -> None:
    assert value(question, {clause: 0.75}, LEASE) == expected


def test_a_day_of_every_year_is_quoted() -> None:
    found = told("Deadline to cancel the insurance?", {"Insurance": 0.8}, LEASE)
    assert isinstance(found, DocumentAnswer)
    assert found.kind is ValueKind.TEXT
    assert "30 November" in found.quotation


def test_when_one_may_begin_is_quoted_and_no_length_of_it() -> None:
    rule = "You may start contributing on the first day of the month after 60 days of service."
    paper = Paper("plan.md", "Savings plan").prose(rule, "Loans are not permitted.")
    assert value("When can I start contributing?", {rule: 0.8}, paper) == rule


def test_a_day_of_the_month_is_no_date() -> None:
    question = "on which day of the month is the rent paid"
    assert "3rd of each month" in str(value(question, {"Rent is paid": 0.8}, LEASE))
    assert value(question, {"The term begins": 0.8}, LEASE) is None


def test_days_are_not_counted_in_hours() -> None:
    near = {"The deposit": 0.8}
    assert value("Within how many days is the deposit returned?", near, LEASE) == Decimal(120)
    assert value("Within how many hours is the deposit returned?", near, LEASE) is None


def cover(year: int) -> Paper:
    """The schedule of some year, which no date on it says since when it holds."""
    return Paper(f"motor-{year}.pdf", f"Schedule of motor insurance {year}", "Ridge Mutual", institution="Ridge Mutual")


def test_the_day_is_of_the_paper_in_force() -> None:
    old = cover(2025).prose("Cover runs from 1 March 2025 to 28 February 2026.")
    new = cover(2026).prose("Cover runs from 1 March 2026 to 28 February 2027.")
    near = {"Cover runs": 0.7}
    assert value("When does my motor cover end?", near, old, new) == date(2027, 2, 28)
    # Its name says of which year it is where nothing on it does.
    unnamed = Paper("motor-2026.pdf", "Schedule of motor insurance", "Ridge Mutual", institution="Ridge Mutual")
    unnamed.prose("Cover runs from 1 March 2026 to 28 February 2027.")
    assert value("When does my motor cover end?", near, old, unnamed) == date(2027, 2, 28)


def test_since_when_a_paper_holds_is_for_that_paper_to_say() -> None:
    prices = Paper("prices.pdf", "Price list for persons", "Tejo Bank").prose("Everything is charged in euros here.")
    deposits = Paper("deposits.pdf", "Term deposits", "Tejo Bank").prose("Conditions for deposits from May 4, 2026.")
    near = {"Conditions": 0.7}
    assert value("since when do the conditions for deposits apply", near, prices, deposits) == date(2026, 5, 4)
    assert value("since when does the price list apply", near, prices, deposits) is None


CARD = Paper("card.md", "Card terms", "Moss Bank").prose(
    "Interest on late instalments runs at 0.75% a month.",
    "Leaving early costs $21.40 for every month left.",
    "The penalty for late payment is 0.6% of the unpaid tax for each month.",
    "Deposits are guaranteed up to $100,000 for each person.",
    "Profit for 2024 includes a charge of $96.4 million for the recall.",
    "Premium before discount ............................ $478.20",
)


@pytest.mark.parametrize(
    ("question", "clause"),
    [
        # It shares no word with the question.
        ("APR of the hire purchase", "Interest on late"),
        # That both are of a charge is too little.
        ("What will the line cost me per month?", "Leaving early"),
        # A limit for each person is no rate.
        ("What is the rate on deposits?", "Deposits are"),
        # It is taken of what is asked for.
        ("What is the company tax rate?", "The penalty"),
        # The amount is of a part.
        ("What was the profit for 2024?", "Profit for"),
        # A line of a table is no sentence.
        ("How much is the discount on the premium?", "Premium before"),
    ],
)
def test_an_amount_of_something_else_is_not_given(question: str, clause: str) -> None:
    assert value(question, {clause: 0.8}, CARD) is None


@pytest.mark.parametrize(
    ("question", "clause", "expected"),
    [
        # Only what it is an amount of is shared; the paper is named.
        ("loan rate at Moss", "Your rate", Decimal("4.54")),
        # The least that is needed is asked for.
        ("how much insurance do I need", "The borrower shall", Decimal(29000)),
        # A currency in letters.
        ("What is the most I can take out in a day?", "You can take out", Decimal(700)),
        # A rate, where no kind of number is asked for.
        ("tax on the interest", "Interest is taxed", Decimal(28)),
    ],
)
def test_an_amount_is_read_as_it_is_asked_for(question: str, clause: str, expected: Decimal) -> None:
    paper = Paper("moss.pdf", "Moss Bank loan", "Moss Bank", institution="Moss Bank").prose(
        "Your rate is 4.54%, fixed until October 1, 2028.",
        "The borrower shall hold insurance for at least $29,000.",
        "You can take out up to 700 euro a day.",
        "Interest is taxed at 28% at source.",
    )
    assert value(question, {clause: 0.75}, paper) == expected


def test_what_only_headings_say_is_not_quoted_by_its_words() -> None:
    paper = Paper("terms.pdf", "Account terms").prose(
        "## 11. PINs", "You have thirteen months to tell us that a payment is wrong.",
        "## 12. Cards", "Three wrong PINs in a row block the card.",
    )  # fmt: skip
    found = told("what happens after three wrong PINs", {"Three wrong": 0.7}, paper)
    assert isinstance(found, DocumentAnswer)
    assert found.quotation == "Three wrong PINs in a row block the card."


def test_who_must_is_answered_by_the_rule_and_no_side_is_taken() -> None:
    rule = "Adding a signer needs the signatures of all owners."
    paper = Paper("business.html", "Business checking").prose(rule, "Statements are sent each month.")
    found = told("who must sign to add a signer", {rule: 0.75}, paper)
    assert isinstance(found, DocumentAnswer)
    assert found.quotation == rule
    assert found.polarity is Polarity.UNSPECIFIED


def test_what_the_words_answer_needs_no_nearness() -> None:
    paper = Paper("loan.md", "Loan").prose("The late fee is $25.00.")
    hits = [SearchHit(passage=passage) for passage in paper.passages]
    inquiry = Inquiry("How much is the late fee?", TODAY, hits, SearchSummary(), [paper.document])
    found = inquiry.by_words()
    assert isinstance(found, DocumentAnswer)
    assert inquiry.with_nearness({}) is found


CARD = Paper("card.html", "Piedmont Visa: terms").prose(
    "You earn 3 points a dollar at supermarkets and gather them for as long as the card is yours.",
    "You have 25 days a year of extended cover abroad.",
    "Drivers are paid 2 coupons per parcel that they carry.",
    "Points expire 36 months after they were earned.",
)


@pytest.mark.parametrize(
    ("question", "clause", "expected"),
    [
        pytest.param("How many points do I have?", "You earn", None, id="a holding is no rate"),
        pytest.param("How many points do I have?", "Points expire", None, id="months are no points"),
        pytest.param("After how many months do points expire?", "Points expire", Decimal(36), id="asked in months"),
        pytest.param("How many coupons have I got?", "Drivers", None, id="per parcel"),
        pytest.param("How many points do I earn for a dollar at supermarkets?", "You earn", Decimal(3), id="asked so"),
        pytest.param("How many days of extended cover do I have abroad?", "You have", Decimal(25), id="for a time"),
    ],
)
def test_how_many_there_are_for_each_is_not_how_many_there_are(
    question: str, clause: str, expected: Decimal | None
) -> None:
    assert value(question, {clause: 0.8}, CARD) == expected
