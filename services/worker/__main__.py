"""Wiring of the worker: leased jobs, and no RPC but health."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from services.common import identity, telemetry
from services.common.client import Channels
from services.common.db import guard
from services.common.db.jobs import Handler, Job, JobQueue, PermanentJobError, Worker, enqueue
from services.common.db.tenant import Database
from services.common.erasure import Scope, Source
from services.common.errors import TieoutError
from services.common.runtime import ServiceSpec, run, serve
from services.common.settings import load
from services.worker.adapters.peer_graph import PeerGraph, PeerLedger
from services.worker.adapters.peers import PeerEmbedder, PeerParticipant, open_peer
from services.worker.adapters.pg_erasures import PgErasures
from services.worker.adapters.pg_passages import BACKFILL_JOB, PgPassages
from services.worker.adapters.pg_retention import PgRetention
from services.worker.core import CarryOutErasure, PurgeExpired
from services.worker.graph_evidence import BuildGraph
from services.worker.model import Backlog, DocumentVersion, Retained
from services.worker.settings import Settings
from services.worker.vectors import Backfill, EmbedPassages, Filling, Pace
from tieout.answerer.v1 import answerer_service_pb2, answerer_service_pb2_grpc
from tieout.embedder.v1 import embedder_service_pb2, embedder_service_pb2_grpc
from tieout.graph.v1 import graph_service_pb2, graph_service_pb2_grpc
from tieout.memory.v1 import memory_service_pb2, memory_service_pb2_grpc
from tieout.retriever.v1 import retriever_service_pb2, retriever_service_pb2_grpc

NAME = "worker"
_jobs = telemetry.meter.create_gauge("tieout.worker.jobs", description="Jobs by kind and state; alert on any dead one.")
_oldest_due = telemetry.meter.create_gauge(
    "tieout.worker.oldest_due", unit="s", description="For how long the oldest job has been due, by kind and state."
)
_backfill = telemetry.meter.create_gauge(
    "tieout.worker.backfill",
    description="By space and state at the last look at each user: passages without a vector (missing), passages that "
    "the model refused (refused), vectors of a space that was given up (retired).",
)
# Attempts at a document's vectors, a few seconds in all, before what fails is left to the backfill.
EMBED_TRIES = 4


async def build(settings: Settings) -> ServiceSpec:
    """The worker with everything real."""
    database = await Database.open(settings.database, name=NAME)
    await guard.check(database)
    channels = Channels(NAME, settings.runtime.tls)
    queue = JobQueue(database)
    pace = Pace(settings.backfill_rate)
    worker = Worker(
        queue,
        make_handlers(settings, database, channels, pace),
        lease=settings.lease,
        poll=settings.poll,
        concurrency=settings.concurrency,
        is_paused=lambda kind: kind == BACKFILL_JOB and pace.is_resting(),
    )
    # Nobody calls it, so no port has to be known.
    runtime = replace(settings.runtime, data_address=settings.runtime.data_address or "127.0.0.1:0")
    return ServiceSpec(
        name=NAME,
        settings=runtime,
        services=[],
        schemes={},
        probes={"database": database.ping},
        background={
            "jobs": worker.run_until_cancelled,
            "queue depth": lambda: _watch_queue(queue, PgPassages(database), settings.depth_period),
        },
        close=[channels.close, database.close],
    )


def make_handlers(
    settings: Settings, database: Database, channels: Channels, pace: Pace | None = None
) -> Mapping[str, Handler]:
    """What is done for each kind of job."""
    # Not Embed: vectors that could not be made are made by a later job, and two layers would retry for each other.
    embedder = open_peer(channels, "embedder", settings.embedder_target, ["ListSpaces", "EraseSource", "EraseUser"])
    erasing = ("EraseSource", "EraseUser")
    reading = ("ListRows", "GetCoverage", "ListDocuments", "ResolveNames")
    retriever = open_peer(channels, "retriever", settings.retriever_target, (*erasing, *reading))
    graph = open_peer(channels, "graph", settings.graph_target, (*erasing, "UpsertEvidence"))
    memory = open_peer(channels, "memory", settings.memory_target, erasing)
    answerer = open_peer(channels, "answerer", settings.answerer_target, erasing)
    filling = Filling(PgPassages(database), PeerEmbedder(embedder))
    embedding = EmbedPassages(filling, settings.backfill_period)
    backfilling = Backfill(filling, pace or Pace(settings.backfill_rate), settings.backfill_period)
    erasure = CarryOutErasure(
        # Answers first: they must not quote for a moment what is gone elsewhere.
        [
            PeerParticipant(answerer_service_pb2, answerer_service_pb2_grpc.AnswererServiceStub(answerer)),
            PeerParticipant(retriever_service_pb2, retriever_service_pb2_grpc.RetrieverServiceStub(retriever)),
            PeerParticipant(graph_service_pb2, graph_service_pb2_grpc.GraphServiceStub(graph)),
            PeerParticipant(memory_service_pb2, memory_service_pb2_grpc.MemoryServiceStub(memory)),
            PeerParticipant(embedder_service_pb2, embedder_service_pb2_grpc.EmbedderServiceStub(embedder)),
        ],
        PgErasures(database),
    )
    building = BuildGraph(
        PeerLedger(retriever_service_pb2_grpc.RetrieverServiceStub(retriever)),
        PeerGraph(graph_service_pb2_grpc.GraphServiceStub(graph)),
    )
    purge = PurgeExpired(PgRetention(database), retention_rules(settings), settings.retention_period)

    async def embed_passages(job: Job) -> None:
        with _reading_payload():
            document = DocumentVersion(UUID(job.payload["document_id"]), int(job.payload["version"]))
        if not await embedding.run(job.identity, document, last_try=job.attempt >= EMBED_TRIES):
            async with database.transaction(job.identity) as tx:
                await enqueue(tx, job.kind, job.payload)

    async def backfill(job: Job) -> None:
        with _reading_payload():
            failures = int(job.payload.get("failures", 0))
        await backfilling.run(job.identity, failures)

    async def graph_evidence(job: Job) -> None:
        with _reading_payload():
            accounts, revision = list(job.payload.get("account_ids", ())), int(job.payload.get("revision", 0))
        await building.run(accounts, revision)

    async def erase(job: Job) -> None:
        with _reading_payload():
            source = Source(Scope(job.payload["scope"]), job.payload["source_id"])
            erasure_id = UUID(job.payload["erasure_id"])
        await erasure.run(job.identity, erasure_id, source)

    async def retention(job: Job) -> None:
        await purge.run(job.identity)

    return {
        "embed_passages": _as_job(embed_passages),
        BACKFILL_JOB: _as_job(backfill),
        "graph_evidence": _as_job(graph_evidence),
        "erase": _as_job(erase),
        "retention": _as_job(retention),
    }


def retention_rules(settings: Settings) -> tuple[Retained, ...]:
    """What is kept for how long."""
    return (
        Retained("tieout.request", "created_at", settings.request_life),
        Retained("embedder.question_vector", "expires_at", timedelta(0)),
        Retained("answerer.answer", "created_at", settings.answer_life),
        Retained("retriever.row_set", "created_at", settings.answer_life),
    )


def _as_job(handler: Callable[[Job], Awaitable[None]]) -> Handler:
    """Calls to peers carry the identity of the running job."""

    async def handle(job: Job) -> None:
        identity.bind(job.identity)
        await handler(job)

    return handle


@contextmanager
def _reading_payload() -> Iterator[None]:
    """A payload that cannot be read will not be readable at the next try either."""
    try:
        yield
    except (KeyError, TypeError, ValueError) as error:
        raise PermanentJobError from error


async def _watch_queue(queue: JobQueue, passages: PgPassages, period: timedelta) -> None:
    """Show what waits, runs and has died, and what vectors lack. What is gone from the queue is shown as none."""
    shown: set[tuple[str, str]] = set()
    spaces: set[tuple[str, str]] = set()
    while True:
        try:
            depths, backlog = await queue.depth(), await passages.sum_backlogs()
        except TieoutError:
            depths, backlog = (), Backlog()  # Readiness tells that the database is away.
        counts = dict.fromkeys(shown, 0) | {(one.kind, one.state): one.jobs for one in depths}
        for (kind, state), count in counts.items():
            _jobs.set(count, {"kind": kind, "state": state})
        for one in depths:
            _oldest_due.set(one.oldest_due.total_seconds(), {"kind": one.kind, "state": one.state})
        shown |= counts.keys()
        of_spaces = {"missing": backlog.missing, "refused": backlog.refused, "retired": backlog.retired}
        told = {(space, state): number for state, by_space in of_spaces.items() for space, number in by_space.items()}
        for (space, state), number in (dict.fromkeys(spaces, 0) | told).items():
            _backfill.set(number, {"space_id": space, "state": state})
        spaces |= told.keys()
        await asyncio.sleep(period.total_seconds())


async def main() -> None:
    """Work until told to stop."""
    await serve(await build(load(Settings, NAME)))


if __name__ == "__main__":
    run(NAME, main)
