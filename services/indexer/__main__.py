"""Wiring of the indexer: jobs of one kind, with the rights that building an index takes, and no RPC but health."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from services.common.db import guard
from services.common.db.jobs import Handler, Job, JobQueue, Worker
from services.common.db.tenant import Database
from services.common.db.vector_indexes import VectorIndexes, index_name
from services.common.runtime import ServiceSpec, run, serve
from services.common.settings import load
from services.indexer.adapters.pg_vectors import JOB_KIND, PgVectors
from services.indexer.core import KeepIndexes
from services.indexer.settings import Settings

NAME = "indexer"


async def build(settings: Settings) -> ServiceSpec:
    """The indexer with everything real."""
    database = await Database.open(settings.database, name=NAME)
    await guard.check(database)
    # One at a time: a build takes a processor and its memory for itself.
    worker = Worker(
        JobQueue(database),
        make_handlers(settings, database),
        lease=settings.lease,
        poll=settings.poll,
        concurrency=1,
    )
    runtime = replace(settings.runtime, data_address=settings.runtime.data_address or "127.0.0.1:0")
    return ServiceSpec(
        name=NAME,
        settings=runtime,
        services=[],
        schemes={},
        probes={"database": database.ping},
        background={"jobs": worker.run_until_cancelled},
        close=[database.close],
    )


def make_handlers(settings: Settings, database: Database) -> Mapping[str, Handler]:
    """What is done for the one kind of job."""
    indexes = VectorIndexes(settings.migrator_dsn, memory=settings.memory)
    keeping = KeepIndexes(PgVectors(database), indexes, index_name, settings.limits, settings.period)

    async def keep_indexes(job: Job) -> None:
        await keeping.run(job.identity)

    return {JOB_KIND: keep_indexes}


async def main() -> None:
    """Work until told to stop."""
    await serve(await build(load(Settings, NAME)))


if __name__ == "__main__":
    run(NAME, main)
