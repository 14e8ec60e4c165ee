"""Work that follows from a write: leased jobs, run by the worker as the one user that each belongs to.

A service enqueues in the transaction of its write (`SELECT tieout.enqueue_job(kind, payload)`), so the job exists if
and only if the write does. A lease ends by itself; what was not completed by then is leased again, so every handler
has to bear being run twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal
from uuid import UUID

from psycopg.types.json import Jsonb

from services.common import deadline
from services.common.db.tenant import Database, Transaction
from services.common.errors import TieoutError
from services.common.identity import Identity
from services.common.types import Secret, UserId

logger = logging.getLogger(__name__)

JobState = Literal["queued", "dead", "superseded"]
# For how long a process that is told to go waits for the job that it runs.
FINISH_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Job:
    """A leased job. `identity` is good for its one user and ends with the lease."""

    job_id: UUID
    kind: str
    payload: Mapping[str, Any]
    attempt: int
    identity: Identity
    lease: timedelta


@dataclass(frozen=True, slots=True)
class QueueDepth:
    """How many jobs of a kind are in a state, and for how long the oldest has been due (0 if none is)."""

    kind: str
    state: str
    jobs: int
    oldest_due: timedelta


class PermanentJobError(Exception):
    """Raised by a handler when trying again cannot help: the job goes to the dead-letter state at once."""


async def enqueue(
    transaction: Transaction,
    kind: str,
    payload: Mapping[str, Any],
    *,
    dedupe_key: str | None = None,
    delay: timedelta = timedelta(0),
) -> UUID:
    """Add a job for the transaction's user; it exists when the transaction commits.

    With a `dedupe_key`, a job of the same kind and key that still waits stands for this one too.
    """
    rows = await transaction.fetch(
        "SELECT tieout.enqueue_job(%s, %s, %s, %s) AS job_id", (kind, Jsonb(dict(payload)), dedupe_key, delay)
    )
    job_id: UUID = rows[0]["job_id"]
    return job_id


class JobQueue:
    """The worker's side of the queue; its `Database` is opened as `tieout_worker`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def lease(self, kinds: Sequence[str], lease: timedelta) -> Job | None:
        """The job that has been due longest, of any user, or None. `lease`: 1 s to 1 h."""
        rows = await self._database.fetch_without_user(
            "SELECT * FROM tieout.lease_job(%s, %s)", (list(kinds), int(lease.total_seconds()))
        )
        if not rows:
            return None
        row = rows[0]
        identity = Identity(UserId(row["user_id"]), Secret(row["tdb"]), is_job=True)
        return Job(row["job_id"], row["kind"], row["payload"], row["attempt"], identity, lease)

    async def extend(self, job: Job, lease: timedelta) -> Job:
        """The same job with a lease from now on, and the identity that goes with it. The old identity stays good until
        its own end. `Conflict` or `Unauthenticated` when the lease is over."""
        rows = await self._database.fetch(
            job.identity, "SELECT tieout.extend_lease(%s, %s) AS tdb", (job.job_id, int(lease.total_seconds()))
        )
        identity = Identity(job.identity.user_id, Secret(rows[0]["tdb"]), is_job=True)
        return Job(job.job_id, job.kind, job.payload, job.attempt, identity, lease)

    async def complete(self, job: Job) -> None:
        """Remove a job that is done. `Conflict` or `Unauthenticated` when the lease is over."""
        await self._database.fetch(job.identity, "SELECT tieout.complete_job(%s)", (job.job_id,))

    async def fail(self, job: Job, error_class: str, *, permanent: bool = False) -> JobState:
        """Give a job back: queued again with backoff, or dead after its last attempt.

        `error_class` is the name of a class; a message could hold a user's data and is not stored.
        """
        rows = await self._database.fetch(
            job.identity, "SELECT tieout.fail_job(%s, %s, %s) AS state", (job.job_id, error_class, permanent)
        )
        state: JobState = rows[0]["state"]
        return state

    async def depth(self) -> tuple[QueueDepth, ...]:
        """The queue in numbers, for metrics."""
        rows = await self._database.fetch_without_user("SELECT * FROM tieout.get_queue_depth()")
        return tuple(
            QueueDepth(row["kind"], row["state"], row["jobs"], timedelta(seconds=row["oldest_due_seconds"]))
            for row in rows
        )


Handler = Callable[[Job], Awaitable[None]]


class Worker:
    """Leases jobs of the kinds that it has handlers for and runs them, `concurrency` at a time.

    A handler that outlasts its lease is cancelled. Nothing of the database is held while a handler runs. Jobs of a kind
    that `is_paused` now stay in the queue.
    """

    def __init__(
        self,
        queue: JobQueue,
        handlers: Mapping[str, Handler],
        *,
        lease: timedelta = timedelta(minutes=2),
        poll: timedelta = timedelta(milliseconds=250),
        concurrency: int = 2,
        is_paused: Callable[[str], bool] = lambda _kind: False,
    ) -> None:
        self._queue = queue
        self._handlers = dict(handlers)
        self._lease = lease
        self._poll = poll
        self._concurrency = concurrency
        self._is_paused = is_paused

    async def run(self, stop: asyncio.Event) -> None:
        """Work until `stop` is set, then finish the jobs that run. A database that is away is waited for."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._concurrency):
                group.create_task(self._run_one_at_a_time(stop))

    async def run_until_cancelled(self) -> None:
        """As background work of a process: told to go, it finishes what runs; what takes longer is left to the next."""
        stop = asyncio.Event()
        running: asyncio.Task[Any] = asyncio.create_task(self.run(stop), name="jobs")
        try:
            await asyncio.shield(running)
        except asyncio.CancelledError:
            stop.set()
            await asyncio.wait((running,), timeout=FINISH_SECONDS)
            running.cancel()
            raise

    async def run_due(self) -> int:
        """Run what is due now, one after the other, and return how many jobs that were."""
        count = 0
        while await self.run_one():
            count += 1
        return count

    async def run_one(self) -> bool:
        """Run the job that has been due longest; False when none is."""
        kinds = tuple(kind for kind in self._handlers if not self._is_paused(kind))
        job = await self._queue.lease(kinds, self._lease)
        if job is None:
            return False
        # A task of its own, as the deadline of one job must not shorten the next one's.
        await asyncio.create_task(self._handle(job), name=f"job-{job.kind}")
        return True

    async def _run_one_at_a_time(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            try:
                worked = await self.run_one()
            except TieoutError as error:
                logger.warning("the queue is not reachable: %s", error.reason_name)
                worked = False
            if not worked:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), self._poll.total_seconds())

    async def _handle(self, job: Job) -> None:
        deadline.set_budget(job.lease.total_seconds())
        try:
            async with asyncio.timeout(job.lease.total_seconds()):
                await self._handlers[job.kind](job)
                await self._queue.complete(job)
        except Exception as error:  # noqa: BLE001 - whatever a handler raises, the job goes back to the queue
            await self._give_back(job, error)

    async def _give_back(self, job: Job, error: Exception) -> None:
        error_class = type(error).__name__
        try:
            state: str = await self._queue.fail(job, error_class, permanent=isinstance(error, PermanentJobError))
        except TieoutError as failure:  # The lease is over, so the queue has the job back already.
            state = failure.reason_name
        logger.warning("job %s (%s), attempt %d: %s, now %s", job.job_id, job.kind, job.attempt, error_class, state)
