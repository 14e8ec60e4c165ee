"""Clauses that answer in words of their own: where one is near and all others are far, and where none is there."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

import pytest

from services.answerer.documents.core import Inquiry
from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from services.answerer.model import SearchHit, SearchSummary
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


def marina(*lines: str) -> Paper:
    """The rules of a harbour, beside a table of what it charges for."""
    return (
        Paper("marina.pdf", "Sandmouth marina: terms")
        .prose(*lines, "Visitors report to the harbour office on arrival.", "Electricity is metered at each berth.")
        .table(
            ["Service", "Price"], ["Crane lift", "$140.00"], ["Winter storage", "$900.00"], ["Pressure wash", "$55.00"]
        )
    )


def test_words_that_a_table_has_rows_for_do_not_silence_the_one_clause_that_is_near() -> None:
    rule = "The harbour lifts a boat out for survey once a year for $75."
    question = "How much is the lift of a boat for a survey in winter?"
    assert value(question, {rule: 0.62}, marina(rule)) == Decimal(75)
    # It is near, and another one is as near: nothing says which is meant.
    other = "A boat is lifted for repair for $95."
    assert value(question, {rule: 0.62, other: 0.55}, marina(rule, other)) is None


def test_a_rule_that_is_far_ahead_in_meaning_is_quoted_without_a_word_in_common() -> None:
    rule = "We may keep your vessel until the account is settled, but never one that somebody lives on."
    question = "Can the marina seize my houseboat over unpaid mooring?"
    other = "The marina may move any vessel for safety."
    assert value(question, {rule: 0.64, other: 0.35}, marina(rule, other)) == rule
    assert value(question, {rule: 0.44, other: 0.42}, marina(rule, other)) is None


@pytest.mark.parametrize(
    ("question", "nearest", "stepping_in"),
    [
        (
            "What would leaving the berth early cost in fees?",
            "A holder may give up the berth early for a fee of the fees of two months.",
            "A fee that is paid late carries a charge of $40.00.",
        ),
        (
            "Price of a guest card?",
            "A guest card runs until the next noon and not for a full day.",
            "Parking is $3.75 each time without a card.",
        ),
        (
            "rate when I pay in Danish kroner notes",
            "We take notes at the rate of the day of the first bank.",
            "Commission on foreign notes is 1.5% of the amount.",
        ),
    ],
)
def test_a_neighbour_does_not_step_in_where_the_nearest_clause_states_no_amount(
    question: str, nearest: str, stepping_in: str
) -> None:
    near = {nearest: 0.64, stepping_in: 0.56}
    assert value(question, near, marina(nearest, stepping_in)) is None
