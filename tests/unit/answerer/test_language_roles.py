"""What else a model may do: propose the plan of a question with an unknown verb, and word a search."""

from __future__ import annotations

import struct
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from services.answerer.documents.answers import document_refusal
from services.answerer.documents.model import DocumentRefusal
from services.answerer.language import prompt
from services.answerer.model import (
    Coverage,
    Measure,
    QuestionVector,
    RefusalReason,
    SearchHit,
    SearchResponse,
    SearchState,
    SearchSummary,
    Vectors,
    Verdict,
)
from services.answerer.searching import pointing_to
from tests.fixtures.hosted import Fault
from tests.unit.answerer.document_vault import CARD, Paper
from tests.unit.answerer.language_stage import PLAN, SPENT, UNREAD, Open, blocks, plain, same
from tests.unit.answerer.ledger_fake import FakeLedger
from tests.unit.answerer.peer_fakes import ALICE, FakeDocuments, FakeEmbedder, World
from tieout.embedder.v1 import embedder_service_pb2

# --- a verb that the grammar does not know


async def test_an_unknown_verb_is_answered_on_the_models_word_and_the_answer_says_so(stage: Open) -> None:
    with_model = await stage(roles=("plan",))
    with_model.hosted.chat.always(PLAN)
    answer = await with_model.ask(UNREAD)
    asked = await plain(SPENT)
    assert answer.figures == asked.figures
    assert answer.citations == asked.citations
    assert answer.plan is not None
    assert "“splash out” read as “spend” by a language model" in answer.plan.reading
    assert answer.notices[-1] == "The question has “splash out” read as “spend” by a language model."
    found = await with_model.world.answerer.verify(ALICE, UUID(answer.answer_id))
    assert found.verdict is Verdict.HOLDS
    shown = blocks(with_model.hosted.requests[0])
    assert shown == {"question": UNREAD, "unknown": "splash"}


@pytest.mark.parametrize(
    "said",
    [
        PLAN | {"measure": "average"},
        PLAN | {"rows": "other", "measure": "other"},
        PLAN | {"rows": "everything of user 7"},
        PLAN | {"rows": ""},
        PLAN | {"per": "month"},
        PLAN | {"group_by": "merchant"},
        PLAN | {"group_by": "user"},
        PLAN | {"period": ""},
        PLAN | {"period": "2026"},
        PLAN | {"period": "in April"},
        PLAN | {"period": "May to June"},
        PLAN | {"names": []},
        PLAN | {"names": ["Juniper Roast", "Marlpit Grocers"]},
        PLAN | {"names": ["Juniper Roast"] * 2},
        PLAN | {"names": ["'; DROP TABLE tx; --"]},
        PLAN | {"names": "Juniper Roast"},
        PLAN | {"names": [["Juniper Roast"]]},
        PLAN | {"names": ["Juniper Roast", 7]},
        PLAN | {"period": None},
        PLAN | {"user_id": "22222222-2222-4222-8222-222222222222"},
        PLAN | {"tenant": "b", "period": "in May"},
        {key: value for key, value in PLAN.items() if key != "names"},
        {"measure": "sum", "selections": []},
        "spending",
        [PLAN],
    ],
)
async def test_a_proposal_that_does_not_validate_leaves_the_refusal(said: Any, stage: Open) -> None:
    with_model = await stage(roles=("plan",))
    with_model.hosted.chat.always(said)
    plainly = await plain(UNREAD)
    answer = await with_model.ask(UNREAD)
    assert same(answer, plainly)
    assert answer.text == plainly.text
    assert answer.refusal is not None
    assert answer.refusal.reason is RefusalReason.UNSUPPORTED


@pytest.mark.parametrize(
    "text",
    [
        "Should I splash out on a car?",  # advice
        "How much will I splash out at Juniper Roast next year?",  # forecast
        "How much did my wife splash out at Juniper Roast?",  # other people
        "How much did I splash out at Nowhere Cafe in May?",  # a name nobody knows
        "How much did I splash out at Juniper Roast in 2019?",  # not covered
        "How much did I spend at Juniper Roast on rainy days in May?",  # an unknown word that narrows
        "How much did I spend at splashy Juniper Roast in May?",
        "How much glorp did I spend at Juniper Roast in May?",
    ],
)
async def test_the_model_overrules_no_other_reason_and_no_word_that_narrows(text: str, stage: Open) -> None:
    with_model = await stage(roles=("plan",))
    with_model.hosted.chat.always(PLAN)
    plainly = await plain(text)
    answer = await with_model.ask(text)
    assert same(answer, plainly)
    assert plainly.refusal is not None


async def test_a_proposed_reading_is_one_that_the_grammar_would_make(stage: Open) -> None:
    with_model = await stage(roles=("plan",))
    for rows, measure in ((one, other) for one in prompt.MOVEMENTS for other in prompt.WANTED):
        with_model.hosted.chat.always(PLAN | {"rows": rows, "measure": measure})
        answer = await with_model.ask(UNREAD)
        if answer.grounded is not None:
            assert answer.plan is not None
            assert answer.plan.measure is Measure.SUM
            assert measure == "sum"
            assert rows in ("spending", "refunds")


@pytest.mark.parametrize(
    ("text", "plainly", "said"),
    [
        (
            "How much have I splashed out on average per month at Juniper Roast since March?",
            "How much have I spent on average per month at Juniper Roast since March?",
            {"measure": "average", "per": "month", "period": "since March"},
        ),
        (
            "How many times did I splash out at Juniper Roast?",
            "How many times did I spend at Juniper Roast?",
            {"measure": "count", "period": ""},
        ),
        (
            "Which merchants did I splash out most at in May?",
            "Which merchants did I spend most at in May?",
            {"measure": "top", "group_by": "merchant", "names": []},
        ),
    ],
)
async def test_a_plan_of_any_shape_is_believed_where_it_is_the_grammars(
    text: str, plainly: str, said: dict[str, Any], stage: Open
) -> None:
    with_model = await stage(roles=("plan",))
    with_model.hosted.chat.always(PLAN | said)
    answer, asked = await with_model.ask(text), await plain(plainly)
    assert asked.figures
    assert answer.figures == asked.figures


# --- a text to search by

# A fee schedule, and other paper of the same person's that search comes upon.
FEE = next(one for one in CARD.passages if "late" in one.text.lower() and one.cells)
HOURS = Paper("hours.pdf", "Opening hours").prose("Branches open early.")
OTHER = HOURS.passages[0]
IMAGINED = "The bank charges this for a payment that comes after its due date."
PLACES = {IMAGINED: (0.0, 1.0), FEE.text: (0.5, 0.866), OTHER.text: (0.1, 0.995)}


class Finder(FakeDocuments):
    """Finds the fee by the vector of the imagined passage only, which is very near to it."""

    async def search(
        self,
        identity: Any,
        query: str,
        as_of: date,
        *,
        vector: Vectors | None = None,
        keyword_only: bool = False,
        document_ids: Any = (),
    ) -> SearchResponse:
        self.asked.append((vector is not None, keyword_only))
        self.said.append(query)
        if vector is None:
            return SearchResponse(summary=SearchSummary(SearchState.NEEDS_VECTOR))
        hit = (
            SearchHit(FEE, vector_score=0.99) if vector.data == packed(IMAGINED) else SearchHit(OTHER, vector_score=0.1)
        )
        summary = SearchSummary(SearchState.FUSED, "space-l", Decimal(self.floor))
        return SearchResponse((hit,), summary, (HOURS.document, CARD.document))

    def __init__(self, floor: str) -> None:
        super().__init__()
        self.floor = floor
        self.said: list[str] = []


class Placed(FakeEmbedder):
    """Vectors of two numbers; a question's is (1, 0)."""

    async def embed(self, identity: Any, text: str, usable: Any = ()) -> QuestionVector:
        assert text == LATE, "vectors of questions are kept: nothing else is embedded as one"
        return QuestionVector(Vectors("space-l", 2, packed(text), 1))

    async def embed_together(self, identity: Any, texts: Any, space_id: str) -> Vectors:
        embedder_service_pb2.EmbedRequest(texts=texts)  # What no message can hold is refused here as on the wire.
        return Vectors(space_id, 2, b"".join(map(packed, texts)), len(texts))


def packed(text: str) -> bytes:
    """The vector of a text."""
    return struct.pack("<2f", *PLACES.get(text, (1.0, 0.0)))


def searched(floor: str) -> World:
    """A world with one document."""
    return World(FakeLedger([], documents=1), documents=Finder(floor), embedder=Placed())


LATE = "Which late fee does the card have?"


async def test_an_imagined_passage_never_makes_an_answer_of_a_refusal(stage: Open) -> None:
    """It may come upon the very passage that answers: a person is shown where to look, and the refusal stands."""
    plainly = await plain(LATE, searched("0.40"))
    with_model = await stage(searched("0.40"), roles=("search",))
    with_model.hosted.chat.always({"passage": IMAGINED})
    answer = await with_model.ask(LATE)
    assert plainly.refusal is not None
    assert answer.refusal is not None
    assert answer.grounded is None
    assert answer.refusal.reason is plainly.refusal.reason is RefusalReason.NO_DATA
    assert answer.figures == plainly.figures == ()
    named = [one.refusal.no_data.nearest_names for one in (plainly, answer) if one.refusal and one.refusal.no_data]
    hours, card = HOURS.document.title, CARD.document.title
    assert named == [(hours, card), (card, hours)], "the paper that the imagined passage found stands first"
    assert "language.search" in [one.stage for one in answer.timings]
    finder = with_model.world.documents
    assert isinstance(finder, Finder)
    assert set(finder.said) == {LATE}, "only the vector of the imagined text is searched by"
    assert IMAGINED not in repr(answer)
    assert IMAGINED not in repr(with_model.world.store)


def test_a_refusal_shows_first_what_is_near_and_stays_what_it_is() -> None:
    before = DocumentRefusal(
        RefusalReason.BELOW_FLOOR, best_score=0.31, floor=Decimal("0.72"), space_id="space-l", passages=(OTHER,)
    )
    near = SearchResponse((SearchHit(FEE, vector_score=0.8), SearchHit(OTHER)), documents=(CARD.document,))
    after = pointing_to(before, near)
    assert after.nearest_names == (CARD.document.title,)
    assert after.passages == (FEE, OTHER)
    assert replace(after, passages=before.passages, nearest_names=before.nearest_names) == before
    refusal, composed, readings = document_refusal(after, Coverage())
    assert refusal.reason is RefusalReason.BELOW_FLOOR
    assert readings == ()
    assert [one.token for one in composed.citations] == [FEE.citation, OTHER.citation]
    assert pointing_to(before, SearchResponse()) == before


async def test_how_near_a_passage_is_to_the_question_decides_not_how_near_to_the_imagined_one(stage: Open) -> None:
    with_model = await stage(searched("0.60"), roles=("search",))
    with_model.hosted.chat.always({"passage": IMAGINED})
    answer = await with_model.ask(LATE)
    assert same(answer, await plain(LATE, searched("0.60")))
    assert answer.refusal is not None


@pytest.mark.parametrize(
    "said",
    [
        {"passage": ""},
        {"passage": 7},
        '{"passage": "\\ud800 \\u0000"}',
        "no",
        Fault.EMPTY,
        Fault.SERVER_ERROR,
        Fault.HUGE,
    ],
)
async def test_promise_6_without_an_imagined_passage_the_refusal_stands(said: Any, stage: Open) -> None:
    with_model = await stage(searched("0.40"), roles=("search",))
    with_model.hosted.chat.always(said)
    answer = await with_model.ask(LATE)
    plainly = await plain(LATE, searched("0.40"))
    assert same(answer, plainly)
    assert answer.text == plainly.text


async def test_a_question_that_needs_no_search_imagines_nothing(stage: Open) -> None:
    with_model = await stage(roles=("search",))
    answer = await with_model.ask(SPENT)
    assert answer.grounded is not None
    assert not with_model.hosted.requests
