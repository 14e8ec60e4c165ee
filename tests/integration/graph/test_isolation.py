"""Nobody reaches another's graph, erasure follows every mention, and cancelled calls leave nothing behind."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from uuid import uuid4

import grpc
import psycopg
import pytest
import pytest_asyncio

from services.common.db.tenant import Database
from tests.fixtures.pg import Copy
from tests.fixtures.server import until
from tests.integration.graph.conftest import User, ends, node, refusal, support
from tieout.graph.v1 import entity_pb2
from tieout.graph.v1 import graph_service_pb2 as pb
from tieout.graph.v1.graph_service_pb2_grpc import GraphServiceStub
from tieout.type.v1 import erasure_pb2

IN = entity_pb2.EDGE_KIND_IN_CATEGORY
ON = entity_pb2.EDGE_KIND_ON_ACCOUNT
ABOUT = entity_pb2.EDGE_KIND_DOCUMENT_ABOUT
NOT_FOUND = ("NOT_FOUND", "RESOURCE_NOT_FOUND")


async def test_another_users_node_is_as_if_it_were_not_there(new_user: Callable[[], User]) -> None:
    """By every RPC: a hidden id and a missing one give the very same answer."""
    a, b = new_user(), new_user()
    await b.upsert(support("r1", ("merchant:m1", IN, "category:FOOD")))
    for node_id in ("merchant:m1", "merchant:nobody"):
        assert await refusal(a.walk(node_id)) == NOT_FOUND
        assert await refusal(a.neighbours(node_id)) == NOT_FOUND
    assert await a.resolve("m1") == await a.resolve("nobody") == []
    assert await a.upsert(removed=["r1"]) == (0, 0)
    await a.upsert(support("own", ("merchant:mine", IN, "category:FOOD")))
    assert await refusal(a.walk("merchant:mine", "merchant:m1")) == NOT_FOUND
    assert ends(await a.walk("merchant:mine")) == [("category:FOOD", "1")]
    assert ends(await b.walk("merchant:m1")) == [("category:FOOD", "1")]


async def test_the_same_ids_of_two_users_are_two_things(new_user: Callable[[], User]) -> None:
    """Node, edge and support ids may be equal; counts and names stay apart."""
    a, b = new_user(), new_user()
    edge = ("merchant:m1", IN, "category:FOOD")
    await a.upsert(support("r1", edge, nodes=[node("merchant:m1", "Ann's"), node("category:FOOD")]))
    await b.upsert(*(support(f"r{number}", edge) for number in range(5)))
    assert [one.edge.support_count for one in (await a.neighbours("merchant:m1")).neighbours] == [1]
    assert await b.resolve("Ann's") == []


async def test_a_call_without_a_user_is_an_error(graph_target: str) -> None:
    async with grpc.aio.insecure_channel(graph_target) as channel:
        stub = GraphServiceStub(channel)
        for call in (
            stub.Resolve(pb.ResolveRequest(text="m1")),
            stub.Walk(pb.WalkRequest(start_node_ids=["merchant:m1"])),
            stub.UpsertEvidence(pb.UpsertEvidenceRequest(request_id=str(uuid4()))),
            stub.EraseUser(pb.EraseUserRequest(request_id=str(uuid4()))),
        ):
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await call
            assert caught.value.code() == grpc.StatusCode.UNAUTHENTICATED


async def test_an_erased_account_is_named_nowhere(user: User) -> None:
    """Its rows, what only they supported, and its mention in a document's evidence; the rest stays."""
    await user.upsert(
        support("r1", ("merchant:m1", ON, "account:a1"), source="a1"),
        support("r2", ("merchant:m1", ON, "account:a2"), source="a2"),
        support("r3", ("merchant:m2", ON, "account:a1"), source="a1"),
        support("d1:title", ("document:d1", ABOUT, "account:a1"), ("document:d1", ABOUT, "merchant:m1"), source="d1"),
    )
    request = pb.EraseSourceRequest(request_id=str(uuid4()), source=erasure_pb2.Source(account_id="a1"))
    receipt = (await user.stub.EraseSource(request)).receipt
    assert (await user.stub.EraseSource(request)).receipt == receipt
    assert {one.store: one.erased_count for one in receipt.stores} == {"support": 2, "node": 2, "edge": 3}
    assert all(one.remaining_count == 0 for one in receipt.stores)
    assert await user.resolve("a1") == []
    assert await user.resolve("m2") == []
    assert {one.node.node_id for one in (await user.neighbours("merchant:m1")).neighbours} == {
        "account:a2",
        "document:d1",
    }


async def test_an_erased_user_leaves_no_node_or_edge(new_user: Callable[[], User], pg: Copy) -> None:
    """In no table of the graph; others keep theirs."""
    a, b = new_user(), new_user()
    for one in (a, b):
        await one.upsert(support("r1", ("merchant:m1", IN, "category:FOOD")))
    receipt = (await a.stub.EraseUser(pb.EraseUserRequest(request_id=str(uuid4())))).receipt
    assert sum(one.erased_count for one in receipt.stores) == 8
    with psycopg.connect(pg.admin_dsn, autocommit=True) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'graph'").fetchall()
        for (table,) in tables:
            left = connection.execute(f"SELECT FROM graph.{table} WHERE user_id = %s", (a.user_id,))
            assert left.rowcount == 0, table
    assert ends(await b.walk("merchant:m1")) == [("category:FOOD", "1")]


@pytest_asyncio.fixture
async def job_user(
    pg: Copy, user: User, database_for: Callable[..., Awaitable[Database]], open_stub: Callable[[str], Any]
) -> AsyncIterator[User]:
    """The user, acted for by a leased job."""
    with psycopg.connect(pg.admin_dsn, autocommit=True) as connection:
        connection.execute("DELETE FROM tieout.job WHERE state <> 'dead'")
        connection.execute("INSERT INTO tieout.job (user_id, kind) VALUES (%s, 'graph_evidence')", (user.user_id,))
    worker = await database_for("worker")
    (row,) = await worker.fetch_without_user("SELECT * FROM tieout.lease_job(%s, 60)", (["graph_evidence"],))
    yield User(user.user_id, open_stub(f"TieoutJob {row['tdb']}"))


async def test_a_job_brings_evidence_for_its_user_and_reads_nothing(user: User, job_user: User) -> None:
    await job_user.upsert(support("r1", ("merchant:m1", IN, "category:FOOD")))
    assert ends(await user.walk("merchant:m1")) == [("category:FOOD", "1")]
    denied = ("PERMISSION_DENIED", "CALLER_NOT_ALLOWED")
    assert await refusal(job_user.walk("merchant:m1")) == denied
    assert await refusal(job_user.resolve("m1")) == denied


async def test_writers_at_once_count_every_row(user: User) -> None:
    """Ten requests about the same nodes and edge: no deadlock, and each row counts once."""
    edge = ("merchant:m1", IN, "category:FOOD")
    await asyncio.gather(
        *(user.upsert(*(support(f"r{batch}-{row}", edge) for row in range(10))) for batch in range(10))
    )
    (neighbour,) = (await user.neighbours("merchant:m1")).neighbours
    assert (neighbour.edge.support_count, neighbour.edge.weight.value) == (100, "1")


async def test_cancelled_calls_leave_the_pool_whole_and_nothing_half_done(
    new_user: Callable[[], User], pg: Copy
) -> None:
    """A third of 150 writes is cancelled under way: each is there whole or not at all, and no query is left."""
    rng = random.Random(20260102)
    users = [new_user() for _ in range(3)]
    limit = asyncio.Semaphore(12)

    async def write(number: int) -> None:
        one = users[number % 3]
        name = f"{number % 3}-{number}"
        async with limit:
            call = asyncio.create_task(one.upsert(support(f"r{name}", (f"merchant:m{name}", IN, "category:FOOD"))))
            if rng.random() < 1 / 3:
                await asyncio.sleep(rng.random() * 0.01)
                call.cancel()
            await asyncio.gather(call, return_exceptions=True)

    await asyncio.gather(*(write(number) for number in range(150)))
    await until(lambda: running_queries(pg) == 0)
    for index, one in enumerate(users):
        nodes, edges = await one.upsert()
        assert nodes == edges + 1 >= 20
        page = await one.neighbours("category:FOOD", page_size=200)
        assert all(neighbour.node.node_id.startswith(f"merchant:m{index}-") for neighbour in page.neighbours)


def running_queries(pg: Copy) -> int:
    """Queries of the service that run now."""
    with psycopg.connect(pg.admin_dsn, autocommit=True) as connection:
        return connection.execute(
            "SELECT FROM pg_stat_activity WHERE usename = 'tieout_graph' AND datname = current_database() "
            "AND state <> 'idle'"
        ).rowcount
