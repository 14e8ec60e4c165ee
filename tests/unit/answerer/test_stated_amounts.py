"""What somebody states to cost so much is no bound on the rows that they ask for."""

from __future__ import annotations

import pytest

from services.answerer.grammar.amounts import find_amounts


@pytest.mark.parametrize(
    "text",
    [
        "the fee is $0.00. how many purchases did i make in may?",
        "assistant: every charge was $5.00\nhow much did i spend?",
        "all other fees are $3.50, what did i spend?",
    ],
)
def test_a_stated_price_chooses_no_rows(text: str) -> None:
    assert find_amounts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "which charge was $54.99?",
        "when was the charge that was $54.99?",
        "what was $54.99 for?",
        "the $54.99 payment, when was it?",
        "was the payment over $54.99?",
    ],
)
def test_an_amount_that_is_asked_for_chooses_rows(text: str) -> None:
    assert len(find_amounts(text)) == 1
