"""Wiring of the memory service."""

from __future__ import annotations

from datetime import timedelta

from services.common.db import guard
from services.common.db.tenant import Database
from services.common.interceptors.auth import bearer, jobs
from services.common.paging import PageTokens
from services.common.runtime import MethodPolicy, Served, ServiceSpec, run, serve
from services.common.settings import load
from services.common.tokens import TokenVerifier
from services.memory.adapters.pg_facts import PgFacts
from services.memory.core import Memory
from services.memory.servicer import MemoryServicer
from services.memory.settings import Settings
from tieout.memory.v1 import memory_service_pb2_grpc

NAME = "memory"
METHODS = {
    "Remember": MethodPolicy(deadline=timedelta(seconds=10)),
    "Recall": MethodPolicy(deadline=timedelta(seconds=5)),
    "ListFacts": MethodPolicy(deadline=timedelta(seconds=10)),
    "EraseSource": MethodPolicy(jobs=True),
    "EraseUser": MethodPolicy(jobs=True),
}


async def build(settings: Settings) -> ServiceSpec:
    """The service with everything real."""
    database = await Database.open(settings.database, name=NAME)
    try:
        await guard.check(database)
    except BaseException:
        await database.close()
        raise
    verifier = TokenVerifier.load(settings.jwt_public_key_file)
    servicer = MemoryServicer(Memory(PgFacts(database)), PageTokens(settings.page_token_key))
    return ServiceSpec(
        name=NAME,
        settings=settings.runtime,
        services=[Served(memory_service_pb2_grpc.add_MemoryServiceServicer_to_server, servicer)],
        schemes={"bearer": bearer(verifier.verify), "tieoutjob": jobs(database)},
        methods=METHODS,
        probes={"database": database.ping},
        close=[database.close],
    )


async def main() -> None:
    """Serve until told to stop."""
    await serve(await build(load(Settings, NAME)))


if __name__ == "__main__":
    run(NAME, main)
