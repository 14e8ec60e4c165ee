"""Clauses are compared with the question by one model or the other, and an answer says which was away."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from services.answerer.asked import Asked
from services.answerer.model import Question, SearchSummary
from services.answerer.searching import Searching
from tests.unit.answerer.peer_fakes import ALICE, FakeEmbedder, World


@pytest.mark.parametrize(
    ("down", "fallback", "degraded"),
    [
        (False, None, {}),
        (True, FakeEmbedder(), {"embedder": "texts were compared by the local model"}),
        (True, FakeEmbedder(down=True), {"embedder": "clauses were compared by their words only"}),
        (True, None, {"embedder": "clauses were compared by their words only"}),
    ],
)
async def test_an_embedder_that_is_away_is_named_when_clauses_are_compared(
    down: bool, fallback: FakeEmbedder | None, degraded: dict[str, str]
) -> None:
    world = World(embedder=FakeEmbedder(down=down), fallback=fallback)
    asked = Asked(ALICE, Question("a fee?"), datetime(2026, 6, 18, tzinfo=UTC), date(2026, 6, 18))
    await Searching(world.answerer._peers)._nearness(asked, ["A fee."])
    assert {one.part: one.effect for one in asked.degraded} == degraded


async def test_a_question_waits_only_once_for_an_embedder_that_is_away() -> None:
    """Each wait is a part of the caller's deadline; what was silent a moment ago is silent still."""
    world = World(embedder=FakeEmbedder(down=True), fallback=FakeEmbedder())
    searching = Searching(world.answerer._peers)
    asked = Asked(ALICE, Question("a fee?"), datetime(2026, 6, 18, tzinfo=UTC), date(2026, 6, 18))
    assert await searching._embed(asked, "a fee?", ()) is not None
    assert await searching._nearness(asked, ["A fee."]) is not None
    assert world.embedder.asked_for == []
    assert world.fallback is not None
    assert len(world.fallback.asked_for) == 1


@pytest.mark.parametrize("fallback", [None, FakeEmbedder()])
async def test_what_a_second_space_found_away_is_not_asked_when_texts_are_compared(
    fallback: FakeEmbedder | None,
) -> None:
    world = World(embedder=FakeEmbedder(down=True), fallback=fallback)
    searching = Searching(world.answerer._peers)
    asked = Asked(ALICE, Question("a fee?"), datetime(2026, 6, 18, tzinfo=UTC), date(2026, 6, 18))
    half_filled = SearchSummary(searched_count=4, missing_vector_count=3)
    await searching._fuller(asked, "a fee?", half_filled, ["space-h"])
    assert asked.is_missing("embedder")
    await searching._together(asked, ["A fee."], "space-h")
    assert world.embedder.asked_for == []


async def test_without_a_fallback_texts_are_compared_only_once_too() -> None:
    """What the first comparison found away is not asked again by the next, whatever it is for."""
    world = World(embedder=FakeEmbedder(down=True), fallback=None)
    searching = Searching(world.answerer._peers)
    asked = Asked(ALICE, Question("a fee?"), datetime(2026, 6, 18, tzinfo=UTC), date(2026, 6, 18))
    assert await searching._together(asked, ["A fee."], "space-h") is None
    assert await searching._together(asked, ["Another."], "space-h") is None
    assert world.embedder.asked_for == ["space-h"]
    assert asked.is_missing("embedder")
