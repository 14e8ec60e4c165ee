"""A language model overlooks what stands in the middle of what it reads: the best passages stand at the two ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

import pytest

from services.answerer.asked import Asked, Draft
from services.answerer.compose import Words
from services.answerer.language.writer import PHRASE, Writer
from services.answerer.model import Evidence, Grounded, Passage, Question
from services.answerer.ports import Reranker
from services.common.errors import Overloaded, TieoutError, Unavailable
from services.common.identity import Identity
from tests.unit.answerer.language_stage import Open, blocks
from tests.unit.answerer.peer_fakes import ALICE


@dataclass
class FakeReranker:
    """The cross-encoder's port: a score by text."""

    scores: dict[str, float]
    fault: TieoutError | None = None
    asked: list[Sequence[str]] = field(default_factory=list)

    async def rerank(self, identity: Identity, question: str, passages: Sequence[str]) -> tuple[float, ...]:
        del identity, question
        self.asked.append(passages)
        if self.fault is not None:
            raise self.fault
        return tuple(self.scores[one] for one in passages)


async def read_by_model(stage: Open, reranker: Reranker, texts: Sequence[str]) -> tuple[list[str], Asked]:
    """The passages in the order in which a model reads them."""
    opened = await stage(roles=(PHRASE,))
    kept = opened.world.writer
    assert kept is not None
    writer = Writer(kept._model, reranker, window=4096, seconds=4.0, roles=frozenset((PHRASE,)))
    now = datetime(2026, 6, 18, tzinfo=UTC)
    asked = Asked(ALICE, Question("Which is the least?"), now, date(2026, 6, 18))
    words = Words().say("It is ").name("Rowan Bank", "d1").say(".")
    evidence = tuple(
        Evidence(passage=Passage(chunk_id=str(at), text=text, citation=f"[Citation ID: d{at}:c]"))
        for at, text in enumerate(texts)
    )
    await writer.phrase(asked, Draft(words.done(), grounded=Grounded(), evidence=evidence))
    shown = blocks(opened.hosted.requests[-1])
    return [text for name, text in shown.items() if name.startswith("passage")], asked


async def test_the_best_passages_stand_at_the_two_ends(stage: Open) -> None:
    reranker = FakeReranker({"worst": 0.1, "best": 0.9, "middling": 0.3, "good": 0.7})
    read, asked = await read_by_model(stage, reranker, ["worst", "best", "middling", "good"])
    assert read == ["best", "middling", "worst", "good"]
    assert "rerank" in asked.watch.seconds


async def test_two_passages_are_at_the_ends_anyhow_and_are_not_scored(stage: Open) -> None:
    reranker = FakeReranker({})
    read, asked = await read_by_model(stage, reranker, ["one", "two"])
    assert read == ["one", "two"]
    assert not reranker.asked
    assert all(one.part != "reranker" for one in asked.degraded)


@pytest.mark.parametrize("fault", [Unavailable("reranker"), Overloaded("rerank")], ids=["down", "busy"])
async def test_without_scores_the_answers_order_is_kept_and_the_part_is_named(stage: Open, fault: TieoutError) -> None:
    read, asked = await read_by_model(stage, FakeReranker({}, fault), ["one", "two", "three"])
    assert read == ["one", "three", "two"]
    assert [one.part for one in asked.degraded if one.part == "reranker"] == ["reranker"]
