"""Wiring of the graph service."""

from __future__ import annotations

from datetime import timedelta

from services.common.db import guard
from services.common.db.tenant import Database
from services.common.interceptors.auth import bearer, jobs
from services.common.paging import PageTokens
from services.common.runtime import Limit, MethodPolicy, Served, ServiceSpec, run, serve
from services.common.settings import load
from services.common.tokens import TokenVerifier
from services.graph.adapters.pg_graph import PgGraph
from services.graph.core import Graph
from services.graph.servicer import GraphServicer
from services.graph.settings import Settings
from tieout.graph.v1 import graph_service_pb2_grpc

NAME = "graph"
METHODS = {
    "UpsertEvidence": MethodPolicy(deadline=timedelta(seconds=60), permit="bulk", jobs=True),
    "Resolve": MethodPolicy(deadline=timedelta(seconds=5)),
    "Walk": MethodPolicy(deadline=timedelta(seconds=5)),
    "ListNeighbours": MethodPolicy(deadline=timedelta(seconds=10)),
    "EraseSource": MethodPolicy(permit="bulk", jobs=True),
    "EraseUser": MethodPolicy(permit="bulk", jobs=True),
}
# Evidence comes by the thousand and can wait; questions cannot.
LIMITS = {"bulk": Limit(running=4, waiting=32)}


async def build(settings: Settings) -> ServiceSpec:
    """The service with everything real."""
    database = await Database.open(settings.database, name=NAME)
    try:
        await guard.check(database)
    except BaseException:
        await database.close()
        raise
    verifier = TokenVerifier.load(settings.jwt_public_key_file)
    servicer = GraphServicer(Graph(PgGraph(database)), PageTokens(settings.page_token_key))
    return ServiceSpec(
        name=NAME,
        settings=settings.runtime,
        services=[Served(graph_service_pb2_grpc.add_GraphServiceServicer_to_server, servicer)],
        schemes={"bearer": bearer(verifier.verify), "tieoutjob": jobs(database)},
        methods=METHODS,
        limits=LIMITS,
        probes={"database": database.ping},
        close=[database.close],
    )


async def main() -> None:
    """Serve until told to stop."""
    await serve(await build(load(Settings, NAME)))


if __name__ == "__main__":
    run(NAME, main)
