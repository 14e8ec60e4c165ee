"""The worker's jobs with small fakes: each can be run again, and each says when it has to be."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

import numpy as np
import pytest

from services.common import deadline
from services.common.erasure import Erased, Receipt, Scope, Source
from services.common.errors import Unavailable
from services.common.identity import Identity
from services.common.types import Secret, UserId
from services.worker.core import CarryOutErasure, EmbedPassages, NotClean, PurgeExpired, StillRunning
from services.worker.model import (
    DocumentVersion,
    PassageText,
    PassageVectors,
    Purged,
    Retained,
    VectorSpace,
    in_batches,
)

A = Identity(UserId(UUID("a1000000-0000-4000-8000-000000000001")), Secret("a"), is_job=True)
DOCUMENT = DocumentVersion(UUID(int=1), 1)
SPACE = VectorSpace("letters", 2)
ERASURE = UUID(int=7)


class Passages:
    """Passages in memory, and which of them have a vector."""

    def __init__(self, count: int) -> None:
        self.texts = [PassageText(number, f"passage {number}") for number in range(count)]
        self.vectors: dict[int, str] = {}

    async def find_without_vector(
        self, identity: Identity, document: DocumentVersion, space: VectorSpace, limit: int
    ) -> Sequence[PassageText]:
        return [one for one in self.texts if one.passage_id not in self.vectors][:limit]

    async def store_vectors(self, identity: Identity, passages: Sequence[PassageText], vectors: PassageVectors) -> None:
        assert len(passages) == len(vectors.vectors)
        self.vectors |= {one.passage_id: vectors.space_id for one in passages}


class CountingEmbedder:
    """Vectors of nothing; fails from the call numbered `fails_at` on."""

    def __init__(self, fails_at: int = 10**6) -> None:
        self.calls = 0
        self.fails_at = fails_at

    async def embed(self, texts: Sequence[str], space_id: str) -> PassageVectors:
        self.calls += 1
        if self.calls >= self.fails_at:
            raise Unavailable("embedder")
        return PassageVectors(space_id, np.zeros((len(texts), 2), np.float32))


async def test_all_passages_of_a_document_get_vectors() -> None:
    store = Passages(600)
    assert await EmbedPassages(store, CountingEmbedder(), SPACE).run(A, DOCUMENT)
    assert len(store.vectors) == 600


async def test_a_repeated_job_embeds_nothing_twice() -> None:
    store, embedder = Passages(40), CountingEmbedder()
    for _ in range(2):
        await EmbedPassages(store, embedder, SPACE).run(A, DOCUMENT)
    assert embedder.calls == 2


async def test_what_was_embedded_before_a_failure_stays() -> None:
    store = Passages(100)
    with pytest.raises(Unavailable):
        await EmbedPassages(store, CountingEmbedder(fails_at=3), SPACE).run(A, DOCUMENT)
    assert len(store.vectors) == 64
    assert await EmbedPassages(store, CountingEmbedder(), SPACE).run(A, DOCUMENT)
    assert len(store.vectors) == 100


async def test_a_job_stops_in_time_for_its_lease() -> None:
    store = Passages(100)

    async def nearly_over() -> bool:
        deadline.set_budget(5.0)
        return await EmbedPassages(store, CountingEmbedder(), SPACE).run(A, DOCUMENT)

    assert not await asyncio.create_task(nearly_over())
    assert store.vectors == {}


def test_batches_keep_order_and_bounds() -> None:
    texts = [PassageText(number, "x" * length) for number, length in enumerate((5, 5, 5, 20, 1))]
    batches = in_batches(texts, batch_texts=2, batch_characters=12)
    assert [[one.passage_id for one in batch] for batch in batches] == [[0, 1], [2], [3], [4]]


class Stores:
    """Receipts in memory, with what each store reports."""

    def __init__(self, *, running: int = 0, remaining: int = 0) -> None:
        self.running = running
        self.remaining = remaining
        self.steps: list[str] = []

    async def count_running_jobs(self, identity: Identity) -> int:
        return self.running

    async def erase_shared(self, identity: Identity, erasure: UUID, source: Source) -> None:
        self.steps.append("shared")

    async def close(self, identity: Identity, erasure: UUID) -> Receipt:
        self.steps.append("close")
        now = datetime(2026, 11, 30, tzinfo=UTC)
        store = Erased("retriever", "passage", 3, remaining_count=self.remaining)
        return Receipt(erasure, (store,), now, None if self.remaining else now)


class Service:
    """Takes part and notes when."""

    def __init__(self, name: str, steps: list[str]) -> None:
        self.name = name
        self.steps = steps

    async def erase(self, erasure: UUID, source: Source) -> None:
        assert erasure == ERASURE
        self.steps.append(self.name)


async def test_every_service_takes_part_before_the_receipt_is_closed() -> None:
    stores = Stores()
    services = [Service("answerer", stores.steps), Service("retriever", stores.steps)]
    await CarryOutErasure(services, stores).run(A, ERASURE, Source(Scope.USER))
    assert stores.steps == ["shared", "answerer", "retriever", "close"]


async def test_an_import_is_erased_at_the_retriever_before_the_answers() -> None:
    """It alone knows whose rows those were."""
    stores = Stores()
    services = [Service("answerer", stores.steps), Service("retriever", stores.steps)]
    await CarryOutErasure(services, stores).run(A, ERASURE, Source(Scope.IMPORT, "i"))
    assert stores.steps == ["shared", "retriever", "answerer", "close"]


async def test_an_erasure_waits_for_a_job_that_could_write_again() -> None:
    stores = Stores(running=1)
    with pytest.raises(StillRunning):
        await CarryOutErasure([Service("retriever", stores.steps)], stores).run(A, ERASURE, Source(Scope.USER))
    assert "retriever" not in stores.steps


async def test_a_store_that_is_not_clean_brings_the_job_back() -> None:
    with pytest.raises(NotClean):
        await CarryOutErasure([], Stores(remaining=2)).run(A, ERASURE, Source(Scope.DOCUMENT, "d"))


class Kept:
    """Rows in memory by table; counts what was planned."""

    def __init__(self, remaining: int) -> None:
        self.remaining = remaining
        self.planned: list[timedelta] = []

    async def purge(self, identity: Identity, rules: Sequence[Retained]) -> Purged:
        return Purged(1, self.remaining)

    async def schedule(self, identity: Identity, delay: timedelta) -> None:
        self.planned.append(delay)


@pytest.mark.parametrize(("remaining", "planned"), [(3, [timedelta(hours=24)]), (0, [])])
async def test_a_purge_is_planned_while_anything_is_kept(remaining: int, planned: list[timedelta]) -> None:
    kept = Kept(remaining)
    rule = Retained("tieout.request", "created_at", timedelta(hours=24))
    await PurgeExpired(kept, [rule], timedelta(hours=24)).run(A)
    assert kept.planned == planned
