"""The embedder's use cases with small fakes: what is cached, for whom, and what is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from uuid import UUID

import numpy as np
import pytest

from services.common.errors import InvalidArgument, Unavailable
from services.common.identity import Identity
from services.common.types import Secret, UserId
from services.embedder.core import Embedding, Reranking
from services.embedder.model import Availability, Matrix, ModelOutput, Space, TextKind

A = Identity(UserId(UUID("a1000000-0000-4000-8000-000000000001")), Secret("a"))
B = Identity(UserId(UUID("b2000000-0000-4000-8000-000000000002")), Secret("b"))
LIFE = timedelta(hours=24)


class LetterModel:
    """Vectors that tell which text they are of; counts what it was asked."""

    def __init__(self, space_id: str = "letters", *, available: bool = True) -> None:
        self.space = Space(space_id, "letters", "1", 2, "mean", normalised=False)
        self.available = available
        self.breaker = Availability.CLOSED
        self.retry_delay = None
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str], kind: TextKind) -> ModelOutput:
        self.asked += texts
        vectors = np.array([[len(text), ord(text[0])] for text in texts], np.float32)
        cut = sum(len(text) > 10 for text in texts)
        return ModelOutput(vectors, cut, timedelta(milliseconds=1), timedelta(milliseconds=2))


class DictCache:
    """A cache of each user's own."""

    def __init__(self) -> None:
        self.kept: dict[tuple[UserId, str, bytes], Matrix] = {}

    async def find(self, identity: Identity, space: Space, digests: Sequence[bytes]) -> Mapping[bytes, Matrix]:
        keys = {digest: (identity.user_id, space.space_id, digest) for digest in digests}
        return {digest: self.kept[key] for digest, key in keys.items() if key in self.kept}

    async def store(self, identity: Identity, space: Space, vectors: Mapping[bytes, Matrix], life: timedelta) -> None:
        for digest, vector in vectors.items():
            self.kept[identity.user_id, space.space_id, digest] = vector


class AbsentCache:
    """A cache whose database is down."""

    async def find(self, identity: Identity, space: Space, digests: Sequence[bytes]) -> Mapping[bytes, Matrix]:
        raise Unavailable("database")

    async def store(self, identity: Identity, space: Space, vectors: Mapping[bytes, Matrix], life: timedelta) -> None:
        raise Unavailable("database")


async def test_vectors_come_in_the_order_of_the_texts_also_when_some_are_cached() -> None:
    model = LetterModel()
    embedding = Embedding([model], DictCache(), LIFE)
    await embedding.embed(A, ["bb"], TextKind.QUESTION)
    result = await embedding.embed(A, ["a", "bb", "ccc", "a"], TextKind.QUESTION)
    assert [row[0] for row in result.vectors.tolist()] == [1, 2, 3, 1]
    assert result.cached_count == 1
    assert model.asked == ["bb", "a", "ccc"]


async def test_a_question_asked_again_costs_no_model() -> None:
    model = LetterModel()
    embedding = Embedding([model], DictCache(), LIFE)
    for _ in range(3):
        await embedding.embed(A, ["how much"], TextKind.QUESTION)
    assert model.asked == ["how much"]
    assert embedding.list_spaces()[0].hit_ratio == pytest.approx(2 / 3)


async def test_another_user_does_not_profit_from_the_cache() -> None:
    model = LetterModel()
    embedding = Embedding([model], DictCache(), LIFE)
    await embedding.embed(A, ["how much"], TextKind.QUESTION)
    result = await embedding.embed(B, ["how much"], TextKind.QUESTION)
    assert result.cached_count == 0
    assert model.asked == ["how much"] * 2


async def test_passages_are_never_kept() -> None:
    model, cache = LetterModel(), DictCache()
    await Embedding([model], cache, LIFE).embed(A, ["a passage of a document"], TextKind.PASSAGE)
    assert cache.kept == {}
    assert model.asked == ["a passage of a document"]


async def test_texts_over_the_window_are_counted() -> None:
    embedding = Embedding([LetterModel()], DictCache(), LIFE)
    result = await embedding.embed(A, ["short", "much too long for this model"], TextKind.PASSAGE)
    assert result.truncated_count == 1


async def test_without_the_cache_the_model_answers() -> None:
    result = await Embedding([LetterModel()], AbsentCache(), LIFE).embed(A, ["how much"], TextKind.QUESTION)
    assert result.vectors.tolist() == [[8, ord("h")]]


async def test_an_unknown_space_is_refused_as_a_mismatch() -> None:
    embedding = Embedding([LetterModel()], DictCache(), LIFE)
    with pytest.raises(InvalidArgument) as raised:
        await embedding.embed(A, ["how much"], TextKind.QUESTION, "other-space")
    assert raised.value.reason_name == "SPACE_MISMATCH"


async def test_too_many_texts_for_one_response_are_refused() -> None:
    with pytest.raises(InvalidArgument):
        await Embedding([LetterModel()], DictCache(), LIFE).embed(A, ["a"] * 257, TextKind.PASSAGE)


async def test_questions_go_to_the_first_space_that_is_available() -> None:
    embedding = Embedding([LetterModel("first", available=False), LetterModel("second")], DictCache(), LIFE)
    result = await embedding.embed(A, ["how much"], TextKind.QUESTION)
    assert result.space.space_id == "second"


async def test_no_space_at_all_is_unavailable() -> None:
    with pytest.raises(Unavailable):
        await Embedding([LetterModel(available=False)], DictCache(), LIFE).embed(A, ["x"], TextKind.QUESTION)


async def test_reranking_is_off_without_a_model() -> None:
    reranking = Reranking(None)
    assert not reranking.available
    with pytest.raises(Unavailable):
        await reranking.score("how much", ["a passage"])
