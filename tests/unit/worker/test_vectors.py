"""Vectors of passages with small fakes: what is made, what is left for later, and what never holds up anything else."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta
from uuid import UUID

import numpy as np
import pytest

from services.common import deadline
from services.common.errors import ErrorReason, FailedPrecondition, Internal, TieoutError, Unavailable
from services.common.identity import Identity
from services.common.types import Secret, UserId
from services.worker.model import (
    Backlog,
    DocumentVersion,
    Gap,
    PassageText,
    PassageVectors,
    SpaceStatus,
    VectorSpace,
    in_batches,
)
from services.worker.vectors import PAGE_PASSAGES, REMOVED_AT_ONCE, Backfill, EmbedPassages, Filling, Pace

A = Identity(UserId(UUID("a1000000-0000-4000-8000-000000000001")), Secret("a"), is_job=True)
DOCUMENT = DocumentVersion(UUID(int=1), 1)
LOCAL, HOSTED = VectorSpace("local", 2), VectorSpace("hosted", 3)
DAY = timedelta(days=1)


class Passages:
    """Passages in memory, which of them have a vector in which space, and the backfills that were planned."""

    def __init__(self, count: int) -> None:
        self.texts = [PassageText(number, f"passage {number}") for number in range(count)]
        self.vectors: set[tuple[str, int]] = set()
        self.planned: list[tuple[timedelta, dict[str, int], int]] = []
        self.told: list[Backlog] = []
        self.aside: dict[tuple[str, int], str] = {}
        self.retired: dict[str, int] = {}

    def count(self, space: VectorSpace) -> int:
        return sum(space_id == space.space_id for space_id, _ in self.vectors)

    async def find_any_without_vector(
        self, identity: Identity, space: VectorSpace, limit: int
    ) -> Sequence[PassageText]:
        known = self.vectors | self.aside.keys()
        return [one for one in self.texts if (space.space_id, one.passage_id) not in known][:limit]

    async def find_without_vector(
        self, identity: Identity, document: DocumentVersion, space: VectorSpace, limit: int
    ) -> Sequence[PassageText]:
        return await self.find_any_without_vector(identity, space, limit)

    async def count_without_vector(self, identity: Identity, space: VectorSpace) -> Gap:
        refused = sum(space_id == space.space_id for space_id, _ in self.aside)
        return Gap(len(self.texts), len(self.texts) - self.count(space) - refused, refused)

    async def store_vectors(self, identity: Identity, passages: Sequence[PassageText], vectors: PassageVectors) -> None:
        assert len(passages) == len(vectors.vectors)
        self.vectors |= {(vectors.space_id, one.passage_id) for one in passages}

    async def set_aside(self, identity: Identity, space: VectorSpace, passage: PassageText, reason: str) -> None:
        self.aside[space.space_id, passage.passage_id] = reason

    async def remove_retired(self, identity: Identity, limit: int) -> Mapping[str, int]:
        self.retired = {space: left - limit for space, left in self.retired.items() if left > limit}
        return dict(self.retired)

    async def plan_backfill(self, identity: Identity, delay: timedelta, backlog: Backlog, failures: int = 0) -> None:
        self.planned.append((delay, dict(backlog.missing), failures))
        self.told.append(backlog)


class Models:
    """Vectors of nothing. `fails`: what a space's calls raise, from one call on.

    `refused`: texts that a model does not take and says so; `odd`: texts that make it fail.
    """

    def __init__(self, *spaces: VectorSpace) -> None:
        self.statuses = {space: SpaceStatus(space, available=True) for space in spaces}
        self.calls: list[tuple[VectorSpace, int]] = []
        self.fails: dict[VectorSpace, TieoutError] = {}
        self.fails_from = 1
        self.refused: set[str] = set()
        self.odd: set[str] = set()
        self.away: TieoutError | None = None

    async def list_spaces(self) -> Sequence[SpaceStatus]:
        if self.away is not None:
            raise self.away
        return list(self.statuses.values())

    async def embed(self, texts: Sequence[str], space: VectorSpace) -> PassageVectors:
        self.calls.append((space, len(texts)))
        if space in self.fails and len(self.calls) >= self.fails_from:
            raise self.fails[space]
        if self.odd & set(texts):
            raise Unavailable("hosted embedder")
        if self.refused & set(texts):
            raise FailedPrecondition(ErrorReason.ERROR_REASON_TEXT_REFUSED, "no")
        return PassageVectors(space.space_id, np.zeros((len(texts), space.width), np.float32))


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def embedding(store: Passages, models: Models) -> EmbedPassages:
    return EmbedPassages(Filling(store, models), DAY)


def backfill(store: Passages, models: Models, pace: Pace | None = None) -> Backfill:
    return Backfill(Filling(store, models), pace or Pace(1e6), DAY)


# --- a document that was just uploaded


async def test_a_document_gets_vectors_of_every_space_and_a_later_look_is_planned() -> None:
    store = Passages(600)
    assert await embedding(store, Models(LOCAL, HOSTED)).run(A, DOCUMENT)
    assert (store.count(LOCAL), store.count(HOSTED)) == (600, 600)
    assert store.planned == [(DAY, {}, 0)]


async def test_a_repeated_job_embeds_nothing_twice() -> None:
    store, models = Passages(40), Models(LOCAL)
    for _ in range(2):
        await embedding(store, models).run(A, DOCUMENT)
    assert models.calls == [(LOCAL, 32), (LOCAL, 8)]


async def test_what_was_embedded_before_a_failure_stays() -> None:
    store, models = Passages(100), Models(LOCAL)
    models.fails, models.fails_from = {LOCAL: Unavailable("embedder")}, 3
    with pytest.raises(Unavailable):
        await embedding(store, models).run(A, DOCUMENT)
    assert store.count(LOCAL) == 64
    assert await embedding(store, Models(LOCAL)).run(A, DOCUMENT)
    assert store.count(LOCAL) == 100


async def test_a_job_stops_in_time_for_its_lease() -> None:
    store = Passages(100)

    async def nearly_over() -> bool:
        deadline.set_budget(5.0)
        return await embedding(store, Models(LOCAL)).run(A, DOCUMENT)

    assert not await asyncio.create_task(nearly_over())
    assert store.vectors == set()


@pytest.mark.parametrize("failing", [LOCAL, HOSTED])
@pytest.mark.parametrize("error", [Unavailable("embedder"), Internal("nonsense")])
async def test_a_space_that_fails_does_not_hold_back_the_others_vectors(
    failing: VectorSpace, error: TieoutError
) -> None:
    """The job is tried again for it, and on its last try leaves it to the backfill."""
    store, models = Passages(70), Models(LOCAL, HOSTED)
    models.fails = {failing: error}
    other = HOSTED if failing is LOCAL else LOCAL
    with pytest.raises(type(error)):
        await embedding(store, models).run(A, DOCUMENT)
    assert (store.count(other), store.count(failing), store.planned) == (70, 0, [])
    assert await embedding(store, models).run(A, DOCUMENT, last_try=True)
    assert store.planned == [(timedelta(0), {}, 0)]


async def test_a_space_that_is_known_to_be_away_is_left_to_the_backfill_at_once() -> None:
    store, models = Passages(10), Models(LOCAL, HOSTED)
    models.statuses[HOSTED] = SpaceStatus(HOSTED, available=False)
    assert await embedding(store, models).run(A, DOCUMENT)
    assert (store.count(LOCAL), store.count(HOSTED)) == (10, 0)
    assert store.planned == [(timedelta(0), {}, 0)]


async def test_an_embedder_that_stays_away_leaves_no_dead_job_behind() -> None:
    store, models = Passages(10), Models(LOCAL)
    models.away = Unavailable("embedder")
    with pytest.raises(Unavailable):
        await embedding(store, models).run(A, DOCUMENT)
    assert await embedding(store, models).run(A, DOCUMENT, last_try=True)
    assert store.planned == [(timedelta(0), {}, 0)]


# --- what is missing


async def test_a_page_of_each_space_is_filled_and_the_rest_has_its_turn_later() -> None:
    store, models = Passages(PAGE_PASSAGES + 10), Models(LOCAL, HOSTED)
    await backfill(store, models).run(A)
    assert (store.count(LOCAL), store.count(HOSTED)) == (PAGE_PASSAGES, PAGE_PASSAGES)
    await backfill(store, models).run(A)
    assert store.planned == [(timedelta(0), {"local": 10, "hosted": 10}, 0), (DAY, {}, 0)]


async def test_a_new_space_beside_a_full_one_is_filled_alone() -> None:
    """What a change of the model comes to."""
    store, models = Passages(100), Models(LOCAL, HOSTED)
    store.vectors = {("local", number) for number in range(100)}
    await backfill(store, models).run(A)
    assert store.count(HOSTED) == 100
    assert {space for space, _ in models.calls} == {HOSTED}


async def test_a_user_without_passages_is_not_looked_at_again() -> None:
    store = Passages(0)
    await backfill(store, Models(LOCAL)).run(A)
    assert store.planned == []


async def test_a_space_that_is_away_waits_while_the_other_is_filled() -> None:
    store, models, clock = Passages(5), Models(LOCAL, HOSTED), Clock()
    pace = Pace(1e6, clock)
    models.statuses[HOSTED] = SpaceStatus(HOSTED, available=False, retry_delay=timedelta(seconds=8))
    await backfill(store, models, pace).run(A)
    assert store.count(LOCAL) == 5
    assert store.planned == [(timedelta(0), {"hosted": 5}, 0)]
    clock.now += 7.9
    assert pace.is_resting()
    clock.now += 0.2
    assert not pace.is_resting()


async def test_an_embedder_that_is_away_keeps_the_turn_and_the_process_rests() -> None:
    store, models, clock = Passages(5), Models(LOCAL), Clock()
    pace = Pace(1e6, clock)
    models.away = Unavailable("embedder")
    await backfill(store, models, pace).run(A, failures=3)
    assert store.planned == [(timedelta(0), {}, 3)]
    assert pace.is_resting()


async def test_a_user_whose_passages_fail_waits_longer_each_time_and_keeps_nobody_else() -> None:
    store, models, clock = Passages(5), Models(HOSTED), Clock()
    pace = Pace(1e6, clock)
    models.fails = {HOSTED: Internal("nonsense")}
    for failures in range(12):
        await backfill(store, models, pace).run(A, failures)
    waits = [delay.total_seconds() for delay, _, _ in store.planned]
    assert waits[:3] == [5, 10, 20]
    assert waits[-1] == 600
    assert [failures for _, _, failures in store.planned] == list(range(1, 13))
    clock.now += 0.1
    assert not pace.is_resting()


async def test_a_passage_that_a_model_refuses_is_set_aside_and_holds_up_no_other() -> None:
    """The first time already, on an upload and on a backfill alike, and it counts as no failure."""
    store, models = Passages(80), Models(LOCAL, HOSTED)
    models.refused = {"passage 0", "passage 40", "passage 41"}
    assert await embedding(store, models).run(A, DOCUMENT)
    refused = {(space, number): "TEXT_REFUSED" for space in ("local", "hosted") for number in (0, 40, 41)}
    assert (store.count(LOCAL), store.count(HOSTED), store.aside) == (77, 77, refused)
    store.vectors.clear()
    store.aside.clear()
    await backfill(store, models).run(A)
    assert (store.count(LOCAL), store.count(HOSTED), store.aside) == (77, 77, refused)
    assert store.planned[-1] == (DAY, {}, 0)
    assert store.told[-1].refused == {"local": 3, "hosted": 3}
    calls = len(models.calls)
    await backfill(store, models).run(A)
    assert len(models.calls) == calls, "it is not tried again"


async def test_what_is_left_of_a_space_that_was_given_up_goes_in_turns() -> None:
    store = Passages(5)
    store.retired = {"old": 2 * REMOVED_AT_ONCE + 1}
    for _ in range(3):
        await backfill(store, Models(LOCAL)).run(A)
    assert [(delay, one.retired) for (delay, _, _), one in zip(store.planned, store.told, strict=True)] == [
        (timedelta(0), {"old": REMOVED_AT_ONCE + 1}),
        (timedelta(0), {"old": 1}),
        (DAY, {}),
    ]


async def test_what_is_left_of_a_space_goes_while_the_embedder_is_away() -> None:
    store, models = Passages(5), Models(LOCAL)
    store.retired, models.away = {"old": 1}, Unavailable("embedder")
    await backfill(store, models).run(A)
    assert (store.retired, store.told[-1].retired) == ({}, {})


async def test_one_passage_that_makes_a_model_fail_holds_up_no_other() -> None:
    store, models = Passages(80), Models(HOSTED)
    models.odd = {"passage 40"}
    for failures in range(3):
        await backfill(store, models).run(A, failures)
    assert store.count(HOSTED) == 79
    assert store.planned[-1] == (timedelta(seconds=20), {"hosted": 1}, 3)


async def test_the_rate_of_passages_is_bounded() -> None:
    """Pages of all users together: after 100 passages at 50 a second the process rests for two seconds."""
    clock = Clock()
    pace = Pace(50, clock)
    assert not pace.is_resting()
    await backfill(Passages(100), Models(LOCAL), pace).run(A)
    clock.now += 1.9
    assert pace.is_resting()
    clock.now += 0.2
    assert not pace.is_resting()
    pace.spend(50)
    pace.spend(50)
    clock.now += 1.9
    assert pace.is_resting()


@pytest.mark.parametrize(("said", "seconds"), [(None, 5), (0.01, 1), (8, 8), (3600, 30)])
def test_a_space_that_is_away_is_looked_at_when_it_said_within_bounds(said: float | None, seconds: float) -> None:
    clock = Clock()
    pace = Pace(1e6, clock)
    pace.rest(None if said is None else timedelta(seconds=said))
    clock.now += seconds - 0.1
    assert pace.is_resting()
    clock.now += 0.2
    assert not pace.is_resting()


def test_batches_keep_order_and_bounds() -> None:
    texts = [PassageText(number, "x" * length) for number, length in enumerate((5, 5, 5, 20, 1))]
    batches = in_batches(texts, batch_texts=2, batch_characters=12)
    assert [[one.passage_id for one in batch] for batch in batches] == [[0, 1], [2], [3], [4]]
