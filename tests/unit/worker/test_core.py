"""The worker's jobs with small fakes: each can be run again, and each says when it has to be."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from services.common.erasure import Erased, Receipt, Scope, Source
from services.common.identity import Identity
from services.common.types import Secret, UserId
from services.worker.core import CarryOutErasure, NotClean, PurgeExpired, StillRunning
from services.worker.model import Purged, Retained

A = Identity(UserId(UUID("a1000000-0000-4000-8000-000000000001")), Secret("a"), is_job=True)
ERASURE = UUID(int=7)


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
