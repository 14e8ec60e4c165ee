"""An amount is no rate, what is got is no charge, and another day is not the end: answers of the nature asked for."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from services.answerer.documents import core
from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from tests.unit.answerer.document_vault import Paper
from tests.unit.answerer.test_document_demands import ask_weighed

LOAN = Paper("loan.html", "Stoat Finance: terms of your loan", institution="Stoat Finance").prose(
    "Interest on overdue instalments is charged at 9.5% a year.",
    "The handling surcharge is 1.5% a month on what is overdue.",
    "If the gearbox fails after the warranty, we pay $600 towards another.",
    "A borrower must settle a bill within ten days.",
)
DEPOSIT = Paper("deposit.html", "Finch Estates: garage", institution="Finch Estates").prose(
    "The deposit for the garage tenancy was lodged on 4 February 2025."
)
LEASE = Paper("lease.html", "Finch Estates: garage", institution="Finch Estates").prose(
    "The tenancy runs from 1 March 2025 to 29 February 2028."
)
HOUSE = Paper("house.html", "Finch Estates: the garage flat", institution="Finch Estates").prose(
    "The garage flat is on the Silver service and the yard on the Bronze one.",
    "The lease of the boathouse runs out on 3 May 2027.",
)
RATES = Paper("rates.md", "Dunlin Bank: deposits", institution="Dunlin Bank").table(
    ["Term", "Below $3,000", ""], ["2 years to under 3 years", "4.10%", "4.60%"], ["3 years to 5", "4.20%", "4.70%"]
)
PLANS = Paper("plans.html", "Teal Heating: plans", institution="Teal Heating").table(
    ["Cover", "Basic", "Full"], ["Boiler and radiators", "No", "Yes"], ["Yearly service", "No", "Yes"]
)
AID = Paper("aid.html", "Wharton Aid: your award", institution="Wharton Aid").table(
    ["Award", "Autumn", "Spring"], ["Bursary", "$900.00", "$800.00"], ["Book grant", "$150.00", "$120.00"]
)
FUND = Paper("fund.html", "Heron Funds: costs", institution="Heron Funds").table(
    ["Cost", "Figure"], ["Ongoing fee", "0.85%"], ["Purchase fee", "1.20%"]
)


@pytest.mark.parametrize(
    ("question", "paper", "near"),
    [
        pytest.param("Penalty for paying an instalment overdue?", LOAN, "overdue inst", id="a rate for a penalty"),
        pytest.param("One month's handling surcharge?", LOAN, "handling", id="a rate for what it comes to"),
        pytest.param("What does Stoat charge when the gearbox fails?", LOAN, "gearbox", id="what they pay"),
        pytest.param("When does the garage tenancy end?", DEPOSIT, "lodged", id="the day of something else"),
        pytest.param("Can my sister move into the garage flat?", HOUSE, "flat", id="what is so for what may be"),
        pytest.param("Can I put the boathouse on a swap site?", HOUSE, "boathouse", id="what ends for what may be"),
        pytest.param("interest rate on a two-year Dunlin deposit?", RATES, "", id="a column without a name"),
        pytest.param("What do I pay for the yearly service on Full?", PLANS, "", id="that a plan has it"),
        pytest.param("Bursary and book grant together in spring, without the book grant?", AID, "", id="left out"),
        pytest.param("Has the borrower settled the bill yet?", LOAN, "settle", id="a rule for what happened"),
    ],
)
def test_an_answer_of_another_nature_is_not_given(
    question: str, paper: Paper, near: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be given, were nothing demanded."""
    assert isinstance(ask_weighed(question, paper, near), DocumentRefusal)
    monkeypatch.setattr(core, "is_unmet", lambda _matcher, _found: False)
    assert isinstance(ask_weighed(question, paper, near), DocumentAnswer)


@pytest.mark.parametrize(
    ("question", "paper", "near", "value"),
    [
        pytest.param("What is the interest on overdue instalments?", LOAN, "overdue inst", "9.5", id="of interest"),
        pytest.param("When does the tenancy end?", LEASE, "runs from", date(2028, 2, 29), id="the end"),
        pytest.param("How much do they pay if the gearbox fails?", LOAN, "gearbox", "600", id="what is got"),
        pytest.param("What is the purchase fee?", FUND, "", "1.20", id="a fee that a row gives in percent"),
        pytest.param("Bursary in spring?", AID, "", "800.00", id="the season that is there"),
    ],
)
def test_what_is_of_the_nature_asked_for_is_given(question: str, paper: Paper, near: str, value: str | date) -> None:
    found = ask_weighed(question, paper, near)
    assert isinstance(found, DocumentAnswer), found
    assert found.value == (Decimal(value) if isinstance(value, str) else value)
