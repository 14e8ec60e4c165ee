"""Yes or no is said where a clause settles it, and left open where it depends, or where clause and question turn."""

from __future__ import annotations

import pytest

from services.answerer.documents.policy import asks_yes_or_no, is_of_other_side, polarity, premise_holds
from services.answerer.documents.question import read_question
from services.answerer.documents.scope import (
    is_forecast,
    is_live,
    is_of_the_user_alone,
    is_out_of_scope,
    is_out_of_scope_unless_said,
)
from services.answerer.model import Polarity
from tests.unit.answerer.document_vault import TODAY


@pytest.mark.parametrize(
    ("question", "clause", "expected"),
    [
        ("can I borrow against my pension", "Loans from the account are not permitted.", Polarity.NO),
        ("am I allowed to sublet?", "The tenant may not sublet the flat.", Polarity.NO),
        ("Can I close the account at any time?", "You may close the account at any time.", Polarity.YES),
        ("Is theft of a bicycle covered?", "Theft of bicycles is covered anywhere in the country.", Polarity.YES),
        ("is flood damage excluded?", "Loss caused by flood is excluded.", Polarity.YES),
        ("Do I have to give notice?", "You must give notice in writing.", Polarity.YES),
        ("Do I need to give notice?", "Notice is not required.", Polarity.NO),
        # The number of the question is on the side of the bound that the clause is about.
        ("is it covered if the house was empty for three months?",
         "Vandalism is not covered when the house has been empty for more than 60 days.", Polarity.NO),
        # It is not, and the clause says nothing of the other side.
        ("is it covered if the house was empty for two weeks?",
         "Vandalism is not covered when the house has been empty for more than 60 days.", Polarity.UNSPECIFIED),
        # Under conditions of which the question says nothing.
        ("Can I add an owner?", "An owner can be added only at a branch.", Polarity.UNSPECIFIED),
        ("Can I transfer the account?", "You may transfer it, but never to a minor.", Polarity.UNSPECIFIED),
        # What is negated is not what is asked.
        ("Are my points kept?", "Points do not expire.", Polarity.UNSPECIFIED),
        # "Cannot … without": whether that is a yes turns on what is asked.
        ("Would you need a court to take it back?", "We cannot take it back without going to court.",
         Polarity.UNSPECIFIED),
        ("Do I need a licence?", "You must hold a licence.", Polarity.YES),
        # The question turns the clause around.
        ("Can I pay early without a fee?", "You may pay early without a fee.", Polarity.UNSPECIFIED),
    ],
)  # fmt: skip
def test_yes_or_no_is_said_where_the_clause_settles_it(question: str, clause: str, expected: Polarity) -> None:
    assert polarity(read_question(question), clause) is expected


@pytest.mark.parametrize(
    ("question", "clause", "expected"),
    [
        ("a cheque for $9,000", "A deposit of more than $6,725 may be held.", True),
        ("a cheque for $900", "A deposit of more than $6,725 may be held.", False),
        ("I let it for six weeks", "Letting for more than 31 nights ends the cover.", True),
        ("I let it for a while", "Letting for more than 31 nights ends the cover.", None),
        ("a $25 taxi", "Receipts are needed for an expense of at least $40.", False),
        ("a $25 taxi", "Receipts are needed.", None),
    ],
)
def test_a_number_of_the_question_is_held_against_the_bound(question: str, clause: str, expected: bool | None) -> None:
    assert premise_holds(question, clause) is expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Can I sublet?", True),
        ("ok to sublet when I'm away?", True),
        ("the flat is empty - is the window covered?", True),
        ("What can I claim?", False),
        ("How much can I claim?", False),
        ("When can I leave?", False),
    ],
)
def test_a_question_for_yes_or_no_is_told_from_others(question: str, expected: bool) -> None:
    assert asks_yes_or_no(read_question(question)) is expected


def test_what_the_house_may_do_is_not_what_the_user_may() -> None:
    assert is_of_other_side("Can they close my account?", "You may close the account at any time.")
    assert not is_of_other_side("Can I close my account?", "You may close the account at any time.")


@pytest.mark.parametrize(
    "question",
    [
        "Should I move my savings to a credit union?",
        "Is Teal stock a buy at this price?",
        "Will mortgage rates fall next year?",
        "Will the central bank cut rates?",
        "What is the average rent in Milwaukee?",
        "What is a typical overdraft rate in the UK?",
        "how much does my colleague Ruben earn",
        "how much rent does the guy in 3A pay",
        "Is ten years fixed smarter than twenty?",
        "Will the lender approve my application?",
        "will the franc get cheaper by spring",
        "will water rates go up next year",
        "how much will i earn in the second half",
        "What's the usual booking fee for holiday lets?",
        "how big is my brother-in-law's pension",
        "how much does the kiosk next to us make",
        "how much rent do the neighbours pay",
        "Is the bond fund right for me?",
    ],
)
def test_advice_forecasts_the_world_and_other_people_are_out_of_scope(question: str) -> None:
    assert is_out_of_scope(question)


@pytest.mark.parametrize(
    "question",
    [
        "What is the average daily balance that waives the fee?",
        "What will the payment be from January 2027?",
        "Does the policy cover my roommate's things?",
        "What is the best rate on the schedule?",
        "May I pay early?",
        "When should I send the reading?",
        "What is the recommended holding period?",
        "will my premium go up if I claim",
        "what is the usual fee for my account",
    ],
)
def test_what_a_paper_can_say_is_in_scope(question: str) -> None:
    assert not is_out_of_scope(question)


@pytest.mark.parametrize(
    "question",
    ["What is an index-linked gilt?", "How is a bond different from a loan?", "what will flour cost at easter",
     "Will Orchard's turnover climb in 2027?", "Is $200,000 enough for us?", "salaried or freelance, which is better?"],
)  # fmt: skip
def test_the_world_the_future_and_opinion_are_out_of_scope_unless_a_paper_says_them(question: str) -> None:
    assert is_out_of_scope_unless_said(question)
    assert not is_out_of_scope(question)


@pytest.mark.parametrize(
    "question",
    ["What is a month of parking?", "what is late fee", "What will the rent be from May?", "What is the pay on Sunday?",
     "How does my deductible work?", "What income must the tenant have?"],
)  # fmt: skip
def test_a_figure_or_rule_of_the_users_own_is_for_papers(question: str) -> None:
    assert not is_out_of_scope_unless_said(question)


def test_what_lies_ahead_is_a_forecast_and_what_is_stated_is_not() -> None:
    assert is_forecast("What will my electric bill be next July?", TODAY)
    assert is_forecast("How much will my pension be worth in 2040?", TODAY) or is_out_of_scope(
        "How much will my pension be worth in 2040?"
    )
    assert not is_forecast("What will the fee be after the renewal?", TODAY)


def test_what_only_the_user_knows_is_no_matter_of_papers() -> None:
    assert is_live("what's the balance on my account right now")
    assert is_of_the_user_alone("How many claims did I file in 2023?")
    assert is_of_the_user_alone("How much do I have in my pension?")
    assert not is_of_the_user_alone("How many claims may I file in a year?")
