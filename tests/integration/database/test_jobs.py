"""Leased jobs: what a worker gets to see, what survives it, and where a job ends that cannot be done."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest

from services.common.db.jobs import Job, JobQueue, PermanentJobError, Worker, enqueue
from services.common.db.tenant import Database
from services.common.errors import Conflict, TieoutError, Unauthenticated
from services.common.identity import Identity
from services.common.types import Secret, UserId
from tests.fixtures.pg import DatabaseFor
from tests.integration.database.conftest import Session

LEASE = timedelta(seconds=30)
OWN_JOBS = "SELECT job_id, kind, state, attempt, error_class FROM tieout.job ORDER BY created_at"

Admin = psycopg.Connection[Any]


@pytest.fixture
async def retriever(database_for: DatabaseFor) -> Database:
    """A service, which enqueues."""
    return await database_for("retriever")


@pytest.fixture
async def queue(database_for: DatabaseFor) -> JobQueue:
    """The worker's side."""
    return JobQueue(await database_for("worker"))


@pytest.fixture(autouse=True)
def _empty_queue(admin: Admin) -> Iterator[None]:
    yield
    admin.execute("DELETE FROM tieout.job WHERE kind <> 'probe'")


async def add(database: Database, identity: Identity, kind: str = "embed_passages", **options: Any) -> UUID:
    """Enqueue one job in a transaction of its own."""
    async with database.transaction(identity) as transaction:
        return await enqueue(transaction, kind, {"document_id": "d1"}, **options)


async def take(queue: JobQueue, *kinds: str, lease: timedelta = LEASE) -> Job:
    """Lease a job that has to be there."""
    job = await queue.lease(kinds or ("embed_passages",), lease)
    assert job is not None
    return job


def expire(admin: Admin, job_id: UUID) -> None:
    """Let a lease end now, as it does when its worker dies: its time is moved, for the queue and for nobody's token."""
    admin.execute("UPDATE tieout.job SET due_at = now() WHERE job_id = %s", (job_id,))


async def test_a_job_exists_if_and_only_if_its_write_does(
    retriever: Database, queue: JobQueue, identity_a: Identity
) -> None:
    """The queue is the outbox: a transaction that fails leaves no job behind."""

    async def fail() -> None:
        async with retriever.transaction(identity_a) as transaction:
            await enqueue(transaction, "embed_passages", {})
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        await fail()
    assert await queue.lease(["embed_passages"], LEASE) is None
    await add(retriever, identity_a)
    assert await queue.lease(["embed_passages"], LEASE) is not None


async def test_a_lease_gives_one_job_and_one_users_identity(
    retriever: Database, queue: JobQueue, identity_a: Identity, identity_b: Identity
) -> None:
    """The oldest due job of the kinds asked for, its payload, and a token for its user alone."""
    first = await add(retriever, identity_a)
    await add(retriever, identity_b)
    assert await queue.lease(["graph_evidence"], LEASE) is None
    job = await take(queue)
    assert (job.job_id, job.kind, job.payload, job.attempt) == (first, "embed_passages", {"document_id": "d1"}, 1)
    assert job.identity.user_id == identity_a.user_id
    assert job.identity.is_job
    rows = await retriever.fetch(job.identity, "SELECT DISTINCT user_id FROM tieout.job")
    assert rows == [{"user_id": identity_a.user_id}]


async def test_a_leased_job_is_nobody_elses(retriever: Database, queue: JobQueue, identity_a: Identity) -> None:
    """While a lease runs no other worker gets the job; many at once get one each."""
    jobs = {await add(retriever, identity_a) for _ in range(8)}
    leased = await asyncio.gather(*(queue.lease(["embed_passages"], LEASE) for _ in range(12)))
    assert {job.job_id for job in leased if job is not None} == jobs
    assert sum(job is None for job in leased) == 4


async def test_a_lease_token_shows_no_other_users_rows(
    retriever: Database, queue: JobQueue, session: Session, identity_a: Identity, identity_b: Identity
) -> None:
    """Under A's job, B's job does not exist, not even for the worker; without a job nothing is answered."""
    await add(retriever, identity_a)
    hidden = await add(retriever, identity_b)
    job = await take(queue)
    with session("worker", job.identity) as connection:
        assert connection.execute("SELECT user_id FROM tieout.job").fetchall() == [(identity_a.user_id,)]
        assert connection.execute("SELECT FROM tieout.job WHERE job_id = %s", (hidden,)).fetchone() is None
    with session("worker", None) as connection:
        with pytest.raises(psycopg.errors.InvalidAuthorizationSpecification):
            connection.execute("SELECT user_id FROM tieout.job")
        connection.execute("ROLLBACK")
    with pytest.raises(Conflict):
        await queue.complete(Job(hidden, job.kind, {}, 1, job.identity, LEASE))


async def test_only_the_worker_leases(session: Session, identity_a: Identity) -> None:
    """The functions that see across users are granted to the worker alone, and none writes the table directly."""
    for role in ("embedder", "retriever", "graph", "memory", "answerer"):
        for statement in (
            "SELECT tieout.lease_job('{embed_passages}', 30)",
            "SELECT tieout.get_queue_depth()",
            "SELECT tieout.list_dead_jobs()",
        ):
            with session(role, identity_a) as connection:
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    connection.execute(statement)
                connection.execute("ROLLBACK")
    for statement in (
        "INSERT INTO tieout.job (kind) VALUES ('x')",
        "UPDATE tieout.job SET attempt = 0",
        "DELETE FROM tieout.job",
        "SELECT tieout.mint_job_token('b2000000-0000-4000-8000-000000000002', 9999999999)",
    ):
        with session("worker", identity_a) as connection:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)
            connection.execute("ROLLBACK")


async def test_a_job_is_enqueued_for_the_caller_alone(session: Session, identity_a: Identity) -> None:
    """There is no way to enqueue without an identity, or for somebody else: the user is no parameter."""
    with session("retriever", None) as connection:
        with pytest.raises(psycopg.errors.InvalidAuthorizationSpecification):
            connection.execute("SELECT tieout.enqueue_job('embed_passages', '{}')")
        connection.execute("ROLLBACK")
    with session("retriever", identity_a) as connection:
        connection.execute("SELECT tieout.enqueue_job('embed_passages', %s)", ('{"user_id": "b2"}',))
        assert connection.execute("SELECT user_id FROM tieout.job").fetchall() == [(identity_a.user_id,)]


async def test_a_completed_job_is_gone(retriever: Database, queue: JobQueue, identity_a: Identity) -> None:
    """Done is deleted; completing twice is a conflict."""
    await add(retriever, identity_a)
    job = await take(queue)
    await queue.complete(job)
    assert await retriever.fetch(identity_a, OWN_JOBS) == []
    with pytest.raises(Conflict):
        await queue.complete(job)


async def test_a_users_token_completes_nothing(retriever: Database, queue: JobQueue, identity_a: Identity) -> None:
    """Only the identity of the lease ends a job; the user's own session does not."""
    await add(retriever, identity_a)
    job = await take(queue)
    with pytest.raises(Unauthenticated):
        await queue.complete(Job(job.job_id, job.kind, job.payload, 1, identity_a, LEASE))
    with pytest.raises(Unauthenticated):
        await queue.fail(Job(job.job_id, job.kind, job.payload, 1, identity_a, LEASE), "Error")


async def test_verify_job_takes_leases_and_no_session(
    retriever: Database, queue: JobQueue, identity_a: Identity
) -> None:
    """A peer service lets a leased job in, and a user's own database token not."""
    await add(retriever, identity_a)
    job = await take(queue)
    assert await retriever.verify_job(job.identity.tdb) == job.identity
    for tdb in (identity_a.tdb, Secret("v1.1.x"), Secret("")):
        with pytest.raises(Unauthenticated):
            await retriever.verify_job(tdb)


async def test_a_lease_that_ends_is_given_again(
    retriever: Database, queue: JobQueue, admin: Admin, identity_a: Identity
) -> None:
    """A worker that died loses its job to the next one, and can no longer touch it when it wakes up."""
    await add(retriever, identity_a)
    late = await take(queue)
    expire(admin, late.job_id)
    again = await take(queue, lease=2 * LEASE)
    assert (again.job_id, again.attempt) == (late.job_id, 2)
    for touch in (queue.complete, lambda job: queue.fail(job, "Error"), lambda job: queue.extend(job, LEASE)):
        with pytest.raises(Conflict):
            await touch(late)
    await queue.complete(again)


async def test_a_lease_token_ends_with_the_lease(retriever: Database, queue: JobQueue, identity_a: Identity) -> None:
    """After a lease of one second, its identity opens nothing."""
    await add(retriever, identity_a)
    job = await take(queue, lease=timedelta(seconds=1))
    ends_at = int(job.identity.tdb.reveal().split(".")[3])
    rows = await retriever.fetch(job.identity, "SELECT extract(epoch FROM now())::float8 AS now")
    assert 0 < ends_at - rows[0]["now"] <= 2
    # The server's own clock is waited for, inside one statement of nobody's.
    await retriever.fetch_without_user(
        "SELECT pg_sleep(greatest(0, %s - extract(epoch FROM now())::float8))", (ends_at,)
    )
    with pytest.raises(Unauthenticated):
        await retriever.fetch(job.identity, OWN_JOBS)


async def test_a_lease_can_be_extended(
    retriever: Database, queue: JobQueue, admin: Admin, identity_a: Identity
) -> None:
    """Long work asks for more time and gets a new token; the old one no longer ends the job."""
    await add(retriever, identity_a)
    job = await take(queue, lease=timedelta(seconds=5))
    longer = await queue.extend(job, timedelta(minutes=10))
    assert longer.identity.tdb != job.identity.tdb
    with pytest.raises(Conflict):
        await queue.complete(job)
    await queue.complete(longer)


@pytest.mark.parametrize("seconds", [0, -1, 3601])
async def test_a_lease_has_bounds(queue: JobQueue, seconds: int) -> None:
    """A second to an hour; a lease for ever would be a token for ever."""
    with pytest.raises(TieoutError):
        await queue.lease(["embed_passages"], timedelta(seconds=seconds))


async def test_a_failed_job_waits_longer_each_time_and_dies_visibly(
    retriever: Database, queue: JobQueue, admin: Admin, identity_a: Identity
) -> None:
    """Backoff doubles, and after the last attempt the job is dead: named, kept, never leased again."""
    await add(retriever, identity_a)
    waits = []
    for attempt in range(1, 9):
        job = await take(queue)
        assert job.attempt == attempt
        state = await queue.fail(job, "ModelUnavailable")
        row = admin.execute(
            "SELECT extract(epoch FROM due_at - clock_timestamp())::float8 FROM tieout.job WHERE job_id = %s",
            (job.job_id,),
        ).fetchone()
        assert row is not None
        waits.append(row[0])
        assert state == ("dead" if attempt == 8 else "queued")
        assert attempt == 8 or await queue.lease(["embed_passages"], LEASE) is None
        expire(admin, job.job_id)
    for number, wait in enumerate(waits):
        assert 0.45 * 2**number < wait <= 2**number
    assert await queue.lease(["embed_passages"], LEASE) is None
    rows = await retriever.fetch(identity_a, OWN_JOBS)
    assert [(row["state"], row["attempt"], row["error_class"]) for row in rows] == [("dead", 8, "ModelUnavailable")]
    assert [(depth.kind, depth.state, depth.jobs) for depth in await queue.depth()] == [("embed_passages", "dead", 1)]


async def test_an_operator_sees_and_revives_dead_jobs(
    retriever: Database, queue: JobQueue, admin: Admin, identity_a: Identity
) -> None:
    """The dead-letter list holds kinds and classes, no payload; a revived job starts over."""
    job_id = await add(retriever, identity_a)
    await queue.fail(await take(queue), "PermanentJobError", permanent=True)
    with admin.transaction():
        admin.execute("SET LOCAL ROLE tieout_owner")
        dead = admin.execute("SELECT job_id, kind, error_class, attempt FROM tieout.list_dead_jobs()").fetchall()
        assert dead == [(job_id, "embed_passages", "PermanentJobError", 1)]
        assert admin.execute("SELECT tieout.revive_dead_job(%s)", (job_id,)).fetchone() == (True,)
    assert (await take(queue)).attempt == 1


async def test_a_job_whose_workers_keep_dying_ends_dead(
    retriever: Database, queue: JobQueue, admin: Admin, identity_a: Identity
) -> None:
    """A job that kills its worker each time is not leased for ever."""
    await add(retriever, identity_a)
    for _ in range(8):
        expire(admin, (await take(queue)).job_id)
    assert await queue.lease(["embed_passages"], LEASE) is None
    rows = await retriever.fetch(identity_a, OWN_JOBS)
    assert [(row["state"], row["error_class"]) for row in rows] == [("dead", "lease_expired")]


async def test_an_error_text_is_not_stored(retriever: Database, queue: JobQueue, identity_a: Identity) -> None:
    """Only the name of a class is; a message, which may hold a user's data, becomes a placeholder."""
    await add(retriever, identity_a)
    await queue.fail(await take(queue), "could not embed 'rent is 1,650'", permanent=True)
    assert [row["error_class"] for row in await retriever.fetch(identity_a, OWN_JOBS)] == ["unnamed_error"]


async def test_waiting_twins_are_one_job(
    retriever: Database, queue: JobQueue, identity_a: Identity, identity_b: Identity
) -> None:
    """With a key, what still waits stands for the next one too; what runs already does not, and users never share."""
    first = await add(retriever, identity_a, "compact_postings", dedupe_key="all", delay=timedelta(hours=1))
    assert await add(retriever, identity_a, "compact_postings", dedupe_key="all") == first
    assert await add(retriever, identity_b, "compact_postings", dedupe_key="all") != first
    running = await take(queue, "compact_postings")
    second = await add(retriever, identity_a, "compact_postings", dedupe_key="all")
    assert second != first
    assert running.job_id == first
    assert await queue.fail(running, "Error") == "superseded"
    assert [row["job_id"] for row in await retriever.fetch(identity_a, OWN_JOBS)] == [second]


async def test_a_delayed_job_is_not_due(retriever: Database, queue: JobQueue, identity_a: Identity) -> None:
    """What is for later is not leased now."""
    await add(retriever, identity_a, "retention", delay=timedelta(hours=24))
    assert await queue.lease(["retention"], LEASE) is None


async def test_erasing_takes_a_users_waiting_jobs_only(
    retriever: Database, database_for: DatabaseFor, queue: JobQueue, identity_a: Identity, identity_b: Identity
) -> None:
    """What waits for A goes; the erasure itself, what runs, and B's stay."""
    await add(retriever, identity_a)
    running = await take(queue)
    await add(retriever, identity_a)
    await add(retriever, identity_a, "erase")
    await add(retriever, identity_b)
    worker = await database_for("worker")
    assert await worker.fetch(identity_a, "SELECT tieout.erase_jobs() AS erased") == [{"erased": 1}]
    left = [(row["job_id"], row["kind"]) for row in await retriever.fetch(identity_a, OWN_JOBS)]
    assert (running.job_id, "embed_passages") in left
    assert [kind for _, kind in left] == ["embed_passages", "erase"]
    assert len(await retriever.fetch(identity_b, OWN_JOBS)) == 1


async def test_the_worker_runs_handlers_as_the_jobs_user(
    retriever: Database, queue: JobQueue, identity_a: Identity, identity_b: Identity
) -> None:
    """Each handler gets its kind, under the identity of the job; finished jobs are gone."""
    seen: list[tuple[str, UserId]] = []

    async def record(job: Job) -> None:
        rows = await retriever.fetch(job.identity, "SELECT tieout.get_current_user_id() AS user_id")
        seen.append((job.kind, rows[0]["user_id"]))

    await add(retriever, identity_a, "embed_passages")
    await add(retriever, identity_b, "graph_evidence")
    await add(retriever, identity_b, "unknown_kind")
    worker = Worker(queue, {"embed_passages": record, "graph_evidence": record})
    assert await worker.run_due() == 2
    assert seen == [("embed_passages", identity_a.user_id), ("graph_evidence", identity_b.user_id)]
    assert [row["kind"] for row in await retriever.fetch(identity_b, OWN_JOBS)] == ["unknown_kind"]


async def test_the_worker_gives_failures_back(retriever: Database, queue: JobQueue, identity_a: Identity) -> None:
    """A handler that raises puts its job back; one that says trying again cannot help makes it dead at once."""

    async def raise_error(_: Job) -> None:
        raise ValueError("a message with a user's data")

    async def give_up(_: Job) -> None:
        raise PermanentJobError("never")

    await add(retriever, identity_a, "embed_passages")
    await add(retriever, identity_a, "graph_evidence")
    await Worker(queue, {"embed_passages": raise_error, "graph_evidence": give_up}).run_due()
    rows = await retriever.fetch(identity_a, OWN_JOBS)
    assert [(row["kind"], row["state"], row["error_class"]) for row in rows] == [
        ("embed_passages", "queued", "ValueError"),
        ("graph_evidence", "dead", "PermanentJobError"),
    ]


async def test_a_handler_ends_with_its_lease(retriever: Database, queue: JobQueue, identity_a: Identity) -> None:
    """What outlasts its lease is cancelled, and the job is there for the next worker."""
    cancelled = asyncio.Event()

    async def hang(_: Job) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    await add(retriever, identity_a)
    assert await Worker(queue, {"embed_passages": hang}, lease=timedelta(seconds=1)).run_one()
    assert cancelled.is_set()
    assert [row["kind"] for row in await retriever.fetch(identity_a, OWN_JOBS)] == ["embed_passages"]


async def test_the_worker_stops_when_told(
    retriever: Database, queue: JobQueue, make_identity: Callable[[UserId], Identity]
) -> None:
    """It works while it runs, and `stop` ends it after the job in hand."""
    stop, started, release = asyncio.Event(), asyncio.Event(), asyncio.Event()
    done: list[UserId] = []

    async def slow(job: Job) -> None:
        started.set()
        await release.wait()
        done.append(job.identity.user_id)

    identity = make_identity(UserId(UUID("c3000000-0000-4000-8000-000000000021")))
    running = asyncio.create_task(Worker(queue, {"embed_passages": slow}, concurrency=1).run(stop))
    await add(retriever, identity)
    await asyncio.wait_for(started.wait(), 10)
    stop.set()
    release.set()
    await asyncio.wait_for(running, 10)
    assert done == [identity.user_id]
    assert await retriever.fetch(identity, OWN_JOBS) == []
