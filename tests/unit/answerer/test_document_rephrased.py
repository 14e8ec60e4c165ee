"""A cell answers a question put in other words, where it stands apart and nothing speaks against it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from services.answerer.documents.core import answer_from_passages
from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from services.answerer.model import SearchHit, SearchSummary
from tests.unit.answerer.document_vault import TODAY, Paper

PLANS = Paper("plans.md", "Selkirk Savings: chequing plans", institution="Selkirk Savings").table(
    ["", "Basic", "Premier"],
    ["Monthly fee", "$4.95", "$30.95"],
    ["Senior discount a month", "$2.00", "$4.00"],
    ["ABM outside Canada", "$5.00", "$3.00"],
    ["Box rent, small", "", "$60.00"],
)
QUARTERS = Paper("books.xlsx", "Profit and loss of Bramble Kitchen").table(
    ["", "Q1 2026", "Q2 2026"], ["Catering", "15,002", "17,320"], ["Repairs", "7,655", "1,140"]
)
CERTIFICATES = Paper("certificates.html", "Tully Credit Union: certificates").table(
    ["Term", "Penalty for early withdrawal"],
    ["Up to 6 months", "60 days of simple interest"],
    ["Over 6 to 24 months", "120 days of simple interest"],
)


def told(question: str, paper: Paper, **near: float) -> DocumentAnswer | DocumentRefusal:
    """What is answered when the labels that hold these words are so near, and all others are far."""
    hits = [SearchHit(passage=passage) for passage in paper.passages]
    arguments = (question, TODAY, hits, SearchSummary(), [paper.document])
    first = answer_from_passages(*arguments)
    if isinstance(first, DocumentAnswer):
        return first
    nearness = {
        text: next((value for word, value in near.items() if word.replace("_", " ") in text), 0.2)
        for text in first.unweighed
    }
    return answer_from_passages(*arguments, nearness=nearness)


@pytest.mark.parametrize(
    ("question", "paper", "near", "value"),
    [
        ("cash machine outside canada on premier", PLANS, {"Canada_–_Premier": 0.6}, Decimal("3.00")),
        ("How much is the Premier plan a month?", PLANS, {"fee_–_Premier": 0.8}, Decimal("30.95")),
        ("How much did the repairs run to in Q1?", QUARTERS, {"Repairs": 0.7}, Decimal(7655)),
        ("q2 catering takings", QUARTERS, {"Catering": 0.7}, Decimal(17320)),
    ],
)
def test_a_cell_answers_in_other_words(question: str, paper: Paper, near: dict[str, float], value: Decimal) -> None:
    """What no row says ("cash machine") is no reason to refuse where row and column fit and no other cell does."""
    answer = told(question, paper, **near)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == value


def test_words_around_a_number_are_kept() -> None:
    """ "120 days of simple interest" is a penalty, and no number of days."""
    answer = told("Penalty if I break a 12-month certificate?", CERTIFICATES, Over_6=0.6)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == "120 days of simple interest"


@pytest.mark.parametrize(
    ("question", "paper", "near"),
    [
        pytest.param("What would a senior pay on Premier?", PLANS, {"discount_–_Premier": 0.8}, id="a discount"),
        pytest.param("small box on Basic, what rent?", PLANS, {"small_–_Premier": 0.8}, id="the blank beside"),
        pytest.param("weekly price of the Premier plan", PLANS, {"fee_–_Premier": 0.8}, id="a price for another time"),
        pytest.param("average fee, Premier", PLANS, {"fee_–_Premier": 0.8}, id="a calculation"),
        pytest.param("Fee for crypto trades?", PLANS, {"fee_–_Premier": 0.3, "fee_–_Basic": 0.29}, id="no column"),
        pytest.param("How much of the Premier fee have I used?", PLANS, {"fee_–_Premier": 0.8}, id="personal"),
        pytest.param("Repairs since Q1 of the van", QUARTERS, {"Repairs": 0.7}, id="since then"),
    ],
)
def test_a_near_cell_that_answers_another_question_does_not(
    question: str, paper: Paper, near: dict[str, float]
) -> None:
    """However near a cell is, what makes another figure of it is said by the question, or it does not answer."""
    assert isinstance(told(question, paper, **near), DocumentRefusal)


def test_cells_are_weighed_only_with_their_nearness() -> None:
    """Words alone do not choose between rows that the question does not name."""
    hits = [SearchHit(passage=passage) for passage in PLANS.passages]
    found = answer_from_passages(
        "cash machine outside canada on premier", TODAY, hits, SearchSummary(), [PLANS.document], nearness={}
    )
    assert isinstance(found, DocumentRefusal)
