"""A question that compares rows with a paper is taken apart into one for each; any other question is left alone."""

from __future__ import annotations

import pytest

from services.answerer.reconciliation import read_comparison


@pytest.mark.parametrize(
    ("text", "thing", "for_documents", "for_rows", "asks"),
    [
        ("Was I charged the overdraft fee my bank states?", "overdraft fee", "How much is the overdraft fee?",
         "List my overdraft fees", "same"),
        ("did my bank charge me more for foreign transactions than its schedule says", "foreign transactions",
         "How much is the foreign transaction fee in the schedule?", "List my foreign transaction fees", "more"),
        ("Does my rent in the lease match what I paid last month?", "rent", "How much is the rent in the lease?",
         "List my rent last month", "same"),
        ("Did I pay less rent than my lease says in April?", "rent", "How much is the rent in the lease?",
         "List my rent in April", "less"),
        ("did i pay what my lease says for rent in may?", "rent", "How much is the rent in the lease?",
         "List my rent in may", "same"),
        ("Did the bank charge me the stop payment fee its fee schedule lists in May?", "stop payment fee",
         "How much is the stop payment fee in the fee schedule?", "List my stop payment fees in May", "same"),
    ],
)  # fmt: skip
def test_a_comparison_is_two_questions(text: str, thing: str, for_documents: str, for_rows: str, asks: str) -> None:
    found = read_comparison(text)
    assert found is not None
    assert (found.thing, found.for_documents, found.for_rows[0], found.asks) == (thing, for_documents, for_rows, asks)


@pytest.mark.parametrize(
    "text",
    [
        "How much did I pay in overdraft fees?",
        "Did I pay more for coffee in May than in April?",
        "What is the overdraft fee my bank states?",
        "Does the lease say that I pay for heat?",
        "Does my policy cover what I paid for the bike?",
        "Was I charged an overdraft fee in May?",
    ],
)
def test_a_question_for_one_side_is_no_comparison(text: str) -> None:
    assert read_comparison(text) is None
