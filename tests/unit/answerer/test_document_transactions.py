"""Entries of a statement, found by what they are called; the balance at the end, only where the order is proven."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from services.answerer.documents.core import answer_from_passages
from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from services.answerer.model import SearchHit, SearchSummary
from tests.unit.answerer.document_vault import TODAY, Paper

HEAD = ["Booked", "Amount", "Balance"]
JUNE = (
    Paper("corran_2026-06.csv", "corran_2026-06")
    .table(
        HEAD,
        ["2026-06-02 > Dog walker 118", "-45.00", "955.00"],
        ["2026-06-05 > Wages Orrin Mill", "1,310.00", "2,265.00"],
        ["2026-06-09 > Dentist Abara", "-80.50", "2,184.50"],
    )
    .table(
        HEAD,
        ["2026-06-17 > Dog walker 274", "-45.00", "2,139.50"],
        ["2026-06-29 > Ferry tickets", "-61.20", "2,078.30"],
    )
)


def told(question: str, paper: Paper, *, passages: int | None = None) -> DocumentAnswer | DocumentRefusal:
    hits = [SearchHit(passage=passage) for passage in paper.passages]
    document = replace(paper.document, passage_count=len(hits) if passages is None else passages)
    return answer_from_passages(question, TODAY, hits, SearchSummary(), [document])


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("my wages credit in the June csv", Decimal("1310.00")),
        ("How much left my account for the dentist in June?", Decimal("80.50")),
        ("what did the ferry tickets cost me", Decimal("61.20")),
        ("balance after the dentist entry", Decimal("2184.50")),
        ("What was the Corran balance at the end of the June file?", Decimal("2078.30")),
    ],
)
def test_an_entry_answers_with_the_column_that_is_meant(question: str, value: Decimal) -> None:
    answer = told(question, JUNE)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == value


@pytest.mark.parametrize(
    "question",
    [
        "How much left my account for the dog walker in June?",
        "my wages credit in the May csv",
        "How much wages left my account in June?",
    ],
)
def test_two_entries_another_month_or_the_other_way_are_not_guessed(question: str) -> None:
    assert isinstance(told(question, JUNE), DocumentRefusal)


def test_there_is_no_last_balance_while_a_passage_is_missing() -> None:
    question = "What was the Corran balance at the end of the June file?"
    assert isinstance(told(question, JUNE, passages=3), DocumentRefusal)
