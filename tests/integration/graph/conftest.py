"""The graph service by its production builder on a real socket, and a new user for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import pytest
import pytest_asyncio
from google.type.decimal_pb2 import Decimal as DecimalMessage

from services.common.client import Channels, Peer
from services.common.db.tenant import DatabaseSettings
from services.common.errors import TieoutError, decode
from services.common.tokens import TokenMinter
from services.common.types import UserId
from services.graph.__main__ import build
from services.graph.settings import Settings
from tests.fixtures.pg import Copy
from tests.fixtures.server import SETTINGS, serving
from tieout.graph.v1 import entity_pb2
from tieout.graph.v1 import graph_service_pb2 as pb
from tieout.graph.v1.graph_service_pb2_grpc import GraphServiceStub
from tieout.type.v1 import ledger_pb2

KINDS = {
    "merchant": ledger_pb2.ENTITY_KIND_MERCHANT,
    "category": ledger_pb2.ENTITY_KIND_CATEGORY,
    "account": ledger_pb2.ENTITY_KIND_ACCOUNT,
    "institution": ledger_pb2.ENTITY_KIND_INSTITUTION,
    "document": ledger_pb2.ENTITY_KIND_DOCUMENT,
}


def node(node_id: str, name: str = "") -> entity_pb2.Node:
    """A node by its id; named like its id unless said."""
    kind, _, entity_id = node_id.partition(":")
    return entity_pb2.Node(kind=KINDS[kind], entity_id=entity_id, display_name=name or entity_id)


def support(
    support_id: str, *edges: tuple[str, int, str], source: str = "acc1", nodes: Iterable[entity_pb2.Node] | None = None
) -> pb.Support:
    """A support of edges (from, kind, to); it names all their ends unless `nodes` says otherwise."""
    ends = dict.fromkeys(end for start, _kind, stop in edges for end in (start, stop))
    return pb.Support(
        support_id=support_id,
        source_id=source,
        nodes=[node(end) for end in ends] if nodes is None else nodes,
        edges=[entity_pb2.Edge(from_node_id=start, kind=kind, to_node_id=stop) for start, kind, stop in edges],  # type: ignore[arg-type]
    )


@dataclass
class User:
    """Somebody with a graph."""

    user_id: UserId
    stub: Any

    async def upsert(self, *supports: pb.Support, removed: Iterable[str] = (), request_id: str = "") -> tuple[int, int]:
        """Send evidence; how many nodes and edges there are now."""
        response = await self.stub.UpsertEvidence(
            pb.UpsertEvidenceRequest(
                request_id=request_id or str(uuid4()), supports=supports, removed_support_ids=removed
            )
        )
        return response.node_count, response.edge_count

    async def resolve(self, text: str, **fields: Any) -> list[tuple[str, float]]:
        """Node ids with similarity."""
        response = await self.stub.Resolve(pb.ResolveRequest(text=text, **fields))
        return [(one.node.node_id, one.similarity) for one in response.nodes]

    async def walk(self, *starts: str, min_weight: str = "", **fields: Any) -> pb.WalkResponse:
        """Walk from nodes."""
        request = pb.WalkRequest(start_node_ids=starts, **fields)
        if min_weight:
            request.min_weight.CopyFrom(DecimalMessage(value=min_weight))
        return await self.stub.Walk(request)  # type: ignore[no-any-return]

    async def neighbours(self, node_id: str, **fields: Any) -> pb.ListNeighboursResponse:
        """The edges at a node."""
        return await self.stub.ListNeighbours(pb.ListNeighboursRequest(node_id=node_id, **fields))  # type: ignore[no-any-return]


async def refusal(call: Awaitable[Any]) -> tuple[str, str | None]:
    """Code and reason that a call fails with, as they stand on the wire."""
    with pytest.raises(TieoutError) as caught:
        await call
    error = caught.value.__cause__
    assert isinstance(error, grpc.aio.AioRpcError)
    return error.code().name, decode(error).reason


def ends(response: pb.WalkResponse) -> list[tuple[str, str]]:
    """The end of each walk, with its weight."""
    return [(path.nodes[-1].node_id, path.weight.value) for path in response.paths]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def graph_target(pg: Copy, state_directory: Path) -> AsyncIterator[str]:
    """The address of a running graph service on this module's database."""
    spec = await build(
        Settings(
            jwt_public_key_file=state_directory / "keys" / "jwt_public.pem",
            database=DatabaseSettings(pg.dsn("graph"), pool_max=4),
            runtime=SETTINGS,
        )
    )
    async with serving(spec) as server:
        yield server.target


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def open_stub(graph_target: str) -> AsyncIterator[Callable[[str], Any]]:
    """A stub that sends the given `authorization`."""
    channels = Channels("test")

    def open_as(authorization: str) -> Any:
        return GraphServiceStub(channels.open(Peer("graph", graph_target), lambda: authorization or None))

    yield open_as
    await channels.close()


@pytest_asyncio.fixture
async def new_user(open_stub: Callable[[str], Any], minter: TokenMinter) -> Callable[[], User]:
    """Makes users that nobody has seen before."""

    def make() -> User:
        user_id = UserId(uuid4())
        return User(user_id, open_stub(f"Bearer {minter.mint(user_id, timedelta(hours=1)).reveal()}"))

    return make


@pytest_asyncio.fixture
async def user(new_user: Callable[[], User]) -> User:
    """One such user."""
    return new_user()
