"""A figure is given only where the next line of the same papers does not correct it."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from services.answerer.documents.model import DocumentAnswer
from tests.unit.answerer.document_vault import Paper, ask

AGENT = (
    Paper("agent.html", "Fernley Lets: prices", institution="Fernley Lets")
    .table(["", "Standard", "Premium"], ["Valuation, share of the price", "1.5%", "2%"], ["Viewing report", "4%", "5%"])
    .prose("The valuation is never less than $900.", "Every photograph costs at least $15.")
)
BROKER = Paper("broker.md", "Gull Broking tariff", institution="Gull Broking").table(
    ["", "Bonds", "Shares"],
    ["Commission", "0.2%[a]", "0.5%[a]"],
    ["Stamp duty", "0.1%", "0.3%"],
    notes={"a": "Of the commission we take $25 if that is less."},
)
REWARDS = Paper("rewards.html", "Otter Card rewards", institution="Otter Card").table(
    ["Category", "Reward", "Up to"], ["Petrol", "4%", "$200 a month"], ["Books", "2%", "$100 a month"]
)
DENTAL = Paper("dental.pdf", "Willow dental plan", institution="Willow").table(
    ["Treatment", "Plan pays"], ["Root canal", "60%"], ["Scaling", "90%"]
)
HOSPITAL = Paper("hospital.pdf", "Cedar hospital plan", institution="Cedar").table(
    ["", "Plan One"], ["Deductible a year", "$2,000"], ["Co-insurance", "20%"]
)


@pytest.mark.parametrize(
    ("question", "paper", "value"),
    [
        pytest.param("standard valuation for a price of $40,000?", AGENT, "900", id="the least in a sentence"),
        pytest.param("standard valuation for a price of $100,000?", AGENT, "1500", id="above the least"),
        pytest.param("commission on $20,000 of shares", BROKER, "25", id="the most in a note of the row"),
        pytest.param("stamp duty on $20,000 of shares", BROKER, "60", id="a note of another row"),
        pytest.param("what do I pay myself for a root canal of $500", DENTAL, "200", id="what the plan does not pay"),
        pytest.param("how much does the plan pay for a root canal of $500", DENTAL, "300", id="what the plan pays"),
        pytest.param("reward on $150 of petrol", REWARDS, "6", id="within the limit"),
    ],
)
def test_a_part_of_an_amount_keeps_to_what_stands_beside_its_rate(question: str, paper: Paper, value: str) -> None:
    answer = ask(question, paper)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == Decimal(value)


@pytest.mark.parametrize(
    ("question", "paper"),
    [
        pytest.param("reward on $350 of petrol in a month", REWARDS, id="beyond the limit of the row"),
        pytest.param("reward for 150 spent on petrol in one month", REWARDS, id="a limit is no price for each"),
        pytest.param("a bill of $9,000 on Plan One: co-insurance?", HOSPITAL, id="something is taken off first"),
    ],
)
def test_no_figure_where_the_row_says_that_more_counts(question: str, paper: Paper) -> None:
    answer = ask(question, paper)
    assert not (isinstance(answer, DocumentAnswer) and isinstance(answer.value, Decimal) and len(answer.figures) > 1)


def _prices(effective: date, *prices: str, title: str) -> Paper:
    rows = zip(("Site survey", "Drawing", "Permit", "Second visit"), prices, strict=True)
    return Paper(f"{effective}.pdf", title, effective=effective).table(
        ["", "Price"], *([name, one] for name, one in rows)
    )


def test_a_sum_is_of_the_paper_in_force_whatever_it_is_called() -> None:
    old = _prices(date(2025, 3, 1), "$80.00", "$120.00", "$35.00", "$50.00", title="Charges for builders")
    new = _prices(date(2026, 3, 1), "$90.00", "$140.00", "$40.00", "$55.00", title="Terms of business")
    answer = ask("site survey plus drawing", old, new)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == Decimal("230.00")


TERMS = Paper("aid.html", "Kestrel College: aid 2026-27").table(
    ["", "Fall 2026 > Grant", "Fall 2026 > Loan", "Winter 2027 > Grant", "Winter 2027 > Loan"],
    ["Regional", "$900.00", "$1,100.00", "$600.00", "$800.00"],
    ["County", "$300.00", "$500.00", "$200.00", "$400.00"],
    ["Book money", "$70.00", "$0.00", "$70.00", "$0.00"],
)


def test_the_fall_term_is_no_fall_of_a_figure() -> None:
    answer = ask("county loan fall 2026", TERMS)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == Decimal("500.00")


def test_what_is_left_out_is_no_part_of_a_sum() -> None:
    answer = ask("regional and county grants together for Fall 2026, without the book money?", TERMS)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == Decimal("1200.00")


@pytest.mark.parametrize(
    "question", ["What's the most the regional grant can come to?", "Which grants are at $300 or less?"]
)
def test_a_limit_is_not_read_as_the_row_with_the_most(question: str) -> None:
    answer = ask(question, TERMS)
    assert not (isinstance(answer, DocumentAnswer) and answer.value in ("Regional", "County", "Book money"))
