"""An answer that is right in itself and to another question is not given: what speaks against one, kind by kind.

Each is asked beside the question that the same paper does answer, so that a refusal shows the doubt and nothing else.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from services.answerer.documents.clauses import Nearness
from services.answerer.documents.core import answer_from_passages
from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from services.answerer.model import RefusalReason, SearchHit, SearchSummary
from tests.unit.answerer.document_vault import TODAY, Paper, ask

COVER = Paper("cover.xlsx", "Tarrant Health: what is covered", institution="Tarrant Health").table(
    ["Benefit", "Silver > Yearly limit", "Silver > Share", "Gold > Yearly limit", "Gold > Share"],
    ["Dental", "$800.00", "60%", "$1,600.00", "80%"],
    ["Glasses", "$200.00", "50%", "$200.00", "70%"],
)
LOAN = Paper("fixed.html", "Brimley Mutual: fixed loans", institution="Brimley Mutual").table(
    ["Early repayment charge", "Share of the balance"],
    ["Year 2", "2%"],
    ["Year 3", "1%"],
)
PENSION = Paper("pension.html", "Ashby Pensions: benefit statement, tax year 2025", institution="Ashby Pensions").table(
    ["Item", "Amount"],
    ["Pension for the year", "$14,905.20"],
    ["Tax withheld", "$1,467.00"],
)
DEPOSITS = (
    Paper("deposits.docx", "Corvo Savings: term deposits", institution="Corvo Savings")
    .table(
        ["", "Corvo 12", "Corvo 24"],
        ["Smallest amount", "$500.00", "$5,000.00"],
        ["Top-ups", "No", "Yes"],
    )
    .prose("Deposits are guaranteed up to $250,000 for each holder.")
)


def price_list(effective: date, price: str) -> Paper:
    """A bank's price list of some day; the newer is laid out so that the row is not found."""
    return Paper(
        f"prices-{effective.year}.html",
        "Tejo Bank: price list for persons",
        institution="Tejo Bank",
        effective=effective,
    ).table(["Service", "Price"], [f"Returned cheque{'' if price else ' (see counter)'}", price or "$1.00"])


def told(question: str, paper: Paper, nearness: Nearness) -> DocumentAnswer | DocumentRefusal:
    """What the papers answer when it is known how near their clauses are."""
    hits = [SearchHit(passage=passage) for passage in paper.passages]
    return answer_from_passages(question, TODAY, hits, SearchSummary(), [paper.document], nearness=nearness)


def test_plans_that_the_question_leaves_open_are_asked_for() -> None:
    """Two columns of one name under different plans: naming the plan answers, and what both print needs no plan."""
    refused = ask("What is the yearly limit for dental?", COVER)
    assert isinstance(refused, DocumentRefusal)
    assert refused.reason is RefusalReason.AMBIGUOUS
    assert {one.printed for one in refused.readings} == {"$800.00", "$1,600.00"}
    named = ask("What is the yearly limit for dental on Gold?", COVER)
    assert isinstance(named, DocumentAnswer)
    assert named.value == Decimal("1600.00")
    both = ask("What is the yearly limit for glasses?", COVER)
    assert isinstance(both, DocumentAnswer)
    assert both.value == Decimal("200.00")


@pytest.mark.parametrize("asked", ["year one", "year 1", "the first year"])
def test_the_second_year_does_not_answer_for_the_first(asked: str) -> None:
    assert isinstance(ask(f"What is the early repayment charge in {asked}?", LOAN), DocumentRefusal)
    second = ask("What is the early repayment charge in year 2?", LOAN)
    assert isinstance(second, DocumentAnswer)
    assert second.value == Decimal(2)


def test_a_word_that_another_row_is_called_by_is_not_left_out() -> None:
    """ "Tax" stands in the paper's head too; it is a row of its own, so the pension is not the answer."""
    found = ask("How much tax was taken off my pension?", PENSION)
    assert not isinstance(found, DocumentAnswer) or found.value == Decimal("1467.00")


def test_the_best_of_several_is_no_figure_that_shares_a_word() -> None:
    assert isinstance(ask("Which deposit has the best guarantee?", DEPOSITS), DocumentRefusal)
    assert isinstance(ask("Which Corvo deposit lets me top up the most?", DEPOSITS), DocumentRefusal)


def test_an_older_price_list_does_not_answer_while_a_newer_one_holds() -> None:
    old, new = price_list(date(2025, 1, 1), "$35.00"), price_list(date(2026, 2, 16), "")
    assert isinstance(ask("How much is a returned cheque?", old, new), DocumentRefusal)
    alone = ask("How much is a returned cheque?", old)
    assert isinstance(alone, DocumentAnswer)
    assert alone.value == Decimal("35.00")


def test_what_is_added_to_a_base_is_not_the_base() -> None:
    clause = "The tracker is Bank Rate plus 0.64%."
    paper = Paper("tracker.md", "Brimley Mutual: trackers", institution="Brimley Mutual").prose(clause)
    assert isinstance(told("What is the Bank Rate?", paper, {clause: 0.9}), DocumentRefusal)


def test_of_two_prices_that_a_day_divides_neither_is_guessed() -> None:
    clause = "Your package is $31.50 a month until 11 February 2027 and $44.00 a month afterwards."
    paper = Paper("order.md", "Fennick Broadband: your order", institution="Fennick Broadband").prose(clause)
    found = told("What will my package cost a month after February 2027?", paper, {clause: 0.9})
    assert not isinstance(found, DocumentAnswer) or found.value == Decimal("44.00")


def test_a_clause_does_not_answer_for_a_word_that_another_clause_says() -> None:
    """The papers know pets; a clause about parking is not about them, near as it seems."""
    pets, parking = "Pets need the landlord's consent in writing.", "Tenants may park one car in the yard."
    paper = Paper("lease.md", "Lease of 4 Quarry Row").prose(pets, parking)
    found = told("May tenants keep pets?", paper, {parking: 0.65, pets: 0.3})
    assert not isinstance(found, DocumentAnswer) or found.quotation == pets


def test_no_policy_says_what_its_reader_did() -> None:
    clause = "If you pay the fee by the fifth of the month, no penalty applies."
    paper = Paper("handbook.md", "Prairie Court: owner handbook").prose(clause)
    assert isinstance(told("Have I paid this month's fee?", paper, {clause: 0.9}), DocumentRefusal)


RESULTS = Paper("results.html", "Penrith Foods: results for the year", institution="Penrith Foods").table(
    ["", "2025", "2024", "Change"],
    ["Wages (%)", "22.9", "23.1", "(16) bps"],
    ["Freight", "$936", "$1,033", "$(97)"],
    ["Rent", "$412", "", "$12"],
)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What was freight in 2025?", Decimal(936)),
        ("What was the change in freight?", Decimal(-97)),
        ("What was rent in 2024?", None),
    ],
)
def test_a_column_of_changes_answers_only_who_asks_for_one(question: str, value: Decimal | None) -> None:
    found = ask(question, RESULTS)
    assert isinstance(found, DocumentRefusal if value is None else DocumentAnswer)
    assert getattr(found, "value", None) == value


@pytest.mark.parametrize(
    "question",
    [
        "What was the main reason for the change in freight from 2024 to 2025?",
        "What led to the decrease in freight in 2025?",
        "What was the decrease in freight from 2024 to 2025 due to?",
        "Which causes were behind the fall in freight between 2024 and 2025?",
    ],
)
def test_no_number_says_why_something_moved(question: str) -> None:
    assert isinstance(ask("What was the change in freight from 2024 to 2025?", RESULTS), DocumentAnswer)
    found = ask(question, RESULTS)
    assert isinstance(found, DocumentRefusal)


def test_the_worth_of_an_account_is_no_limit_for_it() -> None:
    """A row called as an account is in one table, and the account's holdings in another, answers for its own table."""
    paper = (
        Paper("funds.xlsx", "Rockcliff Funds")
        .table(["Plan", "2026"], ["RRSP", "12,384"], ["TFSA", "7,000"])
        .table(["Holding", "Market value"], ["RRSP > Bond fund", "$100.00"], ["RRSP > World fund", "$250.00"])
    )
    limit = ask("RRSP 2026", paper)
    assert isinstance(limit, DocumentAnswer)
    assert limit.value == Decimal(12384)
    assert isinstance(ask("What is my whole RRSP worth?", paper), DocumentRefusal)
