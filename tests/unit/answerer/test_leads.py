"""What passages name is looked for once more before a refusal: once, where it can help, and where there is time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from services.answerer.asked import Asked
from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from services.answerer.model import Question, SearchHit, SearchResponse, SearchState, SearchSummary
from services.answerer.searching import Searching
from services.common import deadline
from services.common.errors import Unavailable
from tests.unit.answerer.document_vault import TODAY, Paper
from tests.unit.answerer.peer_fakes import ALICE, FakeDocuments, World

LATE = "What is the late fee in dollars if my instalment is 3 weeks late?"
NOTE = (
    Paper("note.html", "Elm Lending: note", institution="Elm Lending")
    .prose("A payment more than ten days late costs a late fee of 4% of the monthly instalment of principal.")
    .table(["Term", "Amount"], ["Sum lent", "$9,000.00"], ["Monthly instalment of principal", "$412.00"])
)


@dataclass
class InTurn(FakeDocuments):
    """One prepared response a search; what each asked for is kept. An exception is raised."""

    responses: Sequence[SearchResponse | Exception] = ()
    searches: list[tuple[str, tuple[str, ...], bool]] = field(default_factory=list)

    async def search(
        self, identity: Any, query: str, as_of: date, *, vector: Any = None, keyword_only: bool = False,
        document_ids: Sequence[str] = (),
    ) -> SearchResponse:  # fmt: skip
        said = self.responses[len(self.searches)]
        self.searches.append((query, tuple(document_ids), keyword_only))
        if isinstance(said, Exception):
            raise said
        return said


def found(*places: int, state: SearchState = SearchState.KEYWORD_CONFIDENT) -> SearchResponse:
    """A search that brought these passages of the paper."""
    hits = tuple(SearchHit(passage=NOTE.passages[place]) for place in places)
    return SearchResponse(hits, SearchSummary(state), (NOTE.document,))


async def ask(documents: InTurn, text: str = LATE) -> tuple[DocumentAnswer | DocumentRefusal | None, Asked]:
    asked = Asked(ALICE, Question(text), datetime(2026, 10, 31, tzinfo=UTC), TODAY)
    return await Searching(World(documents=documents).answerer._peers).find(asked), asked


async def test_what_a_percentage_is_of_is_looked_for_once_by_its_name_in_its_paper() -> None:
    documents = InTurn(responses=[found(0), found(1, 0)])
    answer, asked = await ask(documents)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == Decimal("16.48")
    assert documents.searches[1:] == [("monthly instalment of principal", ("note.html",), True)]
    assert not asked.degraded


async def test_nothing_more_is_looked_for_where_the_first_search_answers() -> None:
    documents = InTurn(responses=[found(0, 1)])
    answer, _ = await ask(documents)
    assert isinstance(answer, DocumentAnswer)
    assert len(documents.searches) == 1


async def test_there_is_no_third_search_and_the_first_refusal_stands_where_the_second_brings_nothing() -> None:
    alone, _ = await ask(InTurn(responses=[found(0), SearchResponse()]))
    documents = InTurn(responses=[found(0), found(0)])
    answer, asked = await ask(documents)
    assert isinstance(answer, DocumentRefusal)
    assert answer == alone
    assert len(documents.searches) == 2
    assert not asked.degraded


@pytest.mark.parametrize("text", ["Should I pay the late fee on my instalment?", "What did I pay in late fees in May?"])
async def test_no_lead_is_followed_for_what_no_paper_can_say(text: str) -> None:
    documents = InTurn(responses=[found(0)])
    answer, _ = await ask(documents, text)
    assert isinstance(answer, DocumentRefusal)
    assert len(documents.searches) == 1


async def test_without_time_the_refusal_comes_at_once() -> None:
    async def hurried() -> tuple[DocumentAnswer | DocumentRefusal | None, Asked]:
        deadline.set_budget(0.0)
        return await ask(documents)

    documents = InTurn(responses=[found(0), found(1, 0)])
    answer, _ = await asyncio.create_task(hurried())
    assert isinstance(answer, DocumentRefusal)
    assert len(documents.searches) == 1


async def test_a_second_search_that_fails_leaves_the_refusal_and_is_named() -> None:
    answer, asked = await ask(InTurn(responses=[found(0), Unavailable("retriever")]))
    assert isinstance(answer, DocumentRefusal)
    assert [(one.part, one.effect) for one in asked.degraded] == [
        ("documents", "what the passages refer to was not looked for")
    ]
