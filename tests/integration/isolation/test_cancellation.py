"""A caller who goes away amid a query leaves nothing: no query, no handler, no connection, no half write."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from services.common.client import Channels, Peer
from services.common.db.tenant import DatabaseSettings
from services.common.runtime import start
from services.common.types import Secret
from services.memory.__main__ import build
from services.memory.settings import Settings
from tests.fixtures.proxy import StartProxy
from tests.fixtures.server import SETTINGS, Running, until
from tests.integration.isolation.contract import BY_ID, RPCS, Rpc
from tests.integration.isolation.samples import sample
from tests.integration.isolation.stack import POOL, Service, Stack, User, pool_of, question
from tieout.answerer.v1 import answerer_service_pb2
from tieout.memory.v1 import memory_service_pb2
from tieout.memory.v1.memory_service_pb2_grpc import MemoryServiceStub

# These ask the database nothing.
WITHOUT_DATABASE = {"embedder.ListSpaces", "embedder.Rerank"}
# Where a question can be held up on its way, and the question that comes by there.
STAGES = (
    ("retriever.ledger_row", 0),
    ("memory.fact", 1),
    ("retriever.posting", 2),
    ("embedder.question_vector", 5),
    ("graph.edge", 3),
    ("answerer.answer", 0),
)
_RUNNING = """
SELECT count(*) FILTER (WHERE wait_event_type = 'Lock') AS blocked, count(*) AS running FROM pg_stat_activity
WHERE datname = current_database() AND usename LIKE 'tieout\\_%' AND state <> 'idle' AND query NOT LIKE 'SELECT 1%'
"""


_LEFT = """
SELECT application_name, state, wait_event, clock_timestamp() - query_start, query FROM pg_stat_activity
WHERE datname = current_database() AND usename LIKE 'tieout\\_%' AND state <> 'idle'
"""


@asynccontextmanager
async def locked(stack: Stack, tables: Sequence[str]) -> AsyncIterator[None]:
    """Nobody else reads or writes the tables for as long as the block."""
    async with await psycopg.AsyncConnection.connect(stack.copy.admin_dsn) as connection:
        names = sql.SQL(", ").join(sql.Identifier(*table.split(".")) for table in tables)
        await connection.execute(sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE").format(names))
        yield
        await connection.rollback()


def _queries(stack: Stack) -> tuple[int, int]:
    """Queries of services that wait for a lock, and all that run."""
    blocked, running = stack.admin.execute(_RUNNING).fetchall()[0]
    return blocked, running


def _is_whole(service: Service) -> bool:
    numbers = service.pool.statistics()
    return numbers["pool_available"] == numbers["pool_size"] <= POOL and not numbers.get("requests_waiting")


async def until_clean(stack: Stack) -> None:
    """Wait until no handler runs, no query is left in PostgreSQL, and every pool has its connections back."""
    services = stack.services.values()
    try:
        await until(lambda: all(service.handlers == 0 for service in services))
        await until(lambda: _queries(stack)[1] == 0)
        await until(lambda: all(_is_whole(service) for service in services))
    except TimeoutError:
        handlers = {name: (one.handlers, one.pool.statistics()) for name, one in stack.services.items()}
        left = stack.admin.execute(_LEFT).fetchall()
        raise AssertionError(f"handlers and pools {handlers}, queries {left}") from None


async def _cancel_when_blocked(stack: Stack, call: asyncio.Task[object]) -> None:
    await until(lambda: _queries(stack)[0] > 0 or call.done())
    assert not call.done(), f"it came to an end without the tables: {call}"
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call


@pytest.fixture
def caller(rpc: Rpc, stack: Stack, ada: User, cleo: User) -> User:
    """Somebody whose call may write and erase."""
    if not rpc.writes:
        return ada
    if not rpc.erases:
        return cleo
    nobody = stack.new_user()
    nobody.has = cleo.has
    return nobody


@pytest.mark.parametrize("rpc", [one for one in RPCS if one.id not in WITHOUT_DATABASE], ids=lambda rpc: rpc.id)
async def test_a_cancelled_call_leaves_nothing_behind(rpc: Rpc, stack: Stack, caller: User) -> None:
    """While the tables are still locked, so that the query was cancelled and did not just come to its end."""
    messages = sample(rpc, caller)
    before = stack.fingerprint(caller)
    async with locked(stack, stack.fenced_tables):
        await _cancel_when_blocked(stack, asyncio.create_task(caller.call(rpc, *messages)))
        await until_clean(stack)
    assert stack.fingerprint(caller) == before
    # The same request, its id as well, is as good as new.
    outcome = await caller.call(rpc, *messages)
    assert outcome.code == "OK" or (rpc.erases and outcome.code == "NOT_FOUND")


@pytest.mark.parametrize("rpc", [BY_ID[name] for name in sorted(WITHOUT_DATABASE)], ids=lambda rpc: rpc.id)
async def test_what_needs_no_database_answers_without_one(rpc: Rpc, stack: Stack, ada: User) -> None:
    """Else it would be missing above."""
    async with locked(stack, stack.fenced_tables):
        outcome = await ada.call(rpc, *sample(rpc, ada))
    assert outcome.code == ("UNAVAILABLE" if rpc.name == "Rerank" else "OK")


@pytest.mark.parametrize("rpc", ["answerer.Ask", "answerer.AskStream"])
@pytest.mark.parametrize(("table", "number"), STAGES, ids=[table for table, _ in STAGES])
async def test_a_question_that_is_given_up_ends_in_every_service(
    rpc: str, table: str, number: int, stack: Stack, ada: User
) -> None:
    """Wherever it is held up: the peers that were asked stop too, and no answer is stored."""
    asked = answerer_service_pb2.Question(text=ada.person.questions[number])
    asked.CopyFrom(question(ada.person.questions[number]))
    kind = answerer_service_pb2.AskRequest if rpc == "answerer.Ask" else answerer_service_pb2.AskStreamRequest
    # What the embedder has cached it need not look up for longer than a moment, but it does look.
    before = stack.counts(ada)["answerer.answer"]
    async with locked(stack, [table]):
        await _cancel_when_blocked(stack, asyncio.create_task(ada.call(rpc, kind(question=asked))))
        await until_clean(stack)
    assert stack.counts(ada)["answerer.answer"] == before
    assert (await ada.call(rpc, kind(question=asked))).code == "OK"


@pytest.mark.parametrize(
    "rpc", ["retriever.QueryLedger", "memory.Recall", "graph.Walk", "embedder.Embed", "answerer.GetAnswer"]
)
async def test_a_call_whose_time_is_up_leaves_nothing_behind(rpc: str, stack: Stack, ada: User) -> None:
    """The caller's deadline is the query's too."""
    known = BY_ID[rpc]
    async with locked(stack, stack.fenced_tables):
        outcome = await ada.call(known, *sample(known, ada), timeout=0.25)
        assert outcome.code == "DEADLINE_EXCEEDED"
        await until_clean(stack)
    assert (await ada.call(known, *sample(known, ada))).code == "OK"


@pytest.mark.parametrize(
    "rpc", ["retriever.ListRows", "memory.Recall", "graph.Walk", "embedder.Embed", "answerer.GetAnswer"]
)
async def test_calls_cancelled_again_and_again_poison_no_connection(rpc: str, stack: Stack, ada: User) -> None:
    """A driver that prepares a statement at its sixth use, and is cancelled just then, must not count on it after."""
    known = BY_ID[rpc]
    for _ in range(7 * POOL):
        async with locked(stack, stack.fenced_tables):
            await _cancel_when_blocked(stack, asyncio.create_task(ada.call(known, *sample(known, ada))))
            await until_clean(stack)
    outcomes = await asyncio.gather(*(ada.call(known, *sample(known, ada)) for _ in range(2 * POOL)))
    assert {outcome.code for outcome in outcomes} == {"OK"}, stack.faults()


async def test_many_cancelled_at_once_leave_the_pools_whole(stack: Stack, ada: User) -> None:
    """Ten times as many as there are connections: those that wait for one go as quietly as those that have one."""
    names = ("retriever.QueryLedger", "memory.Recall", "graph.Walk", "answerer.Ask")
    rpcs = [BY_ID[name] for name in names for _ in range(5 * POOL)]
    async with locked(stack, stack.fenced_tables):
        calls = [asyncio.create_task(ada.call(rpc, *sample(rpc, ada))) for rpc in rpcs]
        await until(lambda: _queries(stack)[0] >= 3 * POOL)
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        await until_clean(stack)
    outcomes = await asyncio.gather(*(ada.call(rpc, *sample(rpc, ada)) for rpc in rpcs))
    assert {outcome.code for outcome in outcomes} == {"OK"}, stack.faults()


async def test_a_call_is_cancelled_though_the_database_is_silent(
    stack: Stack, ada: User, state_directory: Path, start_proxy: StartProxy
) -> None:
    """A network that swallows everything, the request to cancel too: the caller is free at once, the handler within
    seconds, and when the network is back the service serves."""
    dsn = psycopg.conninfo.conninfo_to_dict(stack.copy.dsn("memory").reveal())
    proxy = await start_proxy("127.0.0.1", int(str(dsn["port"])))
    database = DatabaseSettings(
        Secret(psycopg.conninfo.make_conninfo(stack.copy.dsn("memory").reveal(), port=proxy.port)), pool_max=POOL
    )
    spec = await build(Settings(state_directory / "keys" / "jwt_public.pem", database=database, runtime=SETTINGS))
    # Without its probes, which would wait at the silent database as well.
    running = Running(await start(replace(spec, probes={})))
    pool = pool_of(spec)
    channels = Channels("test")
    try:
        stub: Any = MemoryServiceStub(channels.open(Peer("memory", running.target), lambda: f"Bearer {ada.token}"))
        request = memory_service_pb2.RecallRequest(text=ada.person.questions[1])
        expected = await stub.Recall(request)
        assert expected.facts
        proxy.silence()
        call = asyncio.create_task(stub.Recall(request))
        await until(lambda: running.process.running_count == 1)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await until(lambda: running.process.running_count == 0, seconds=15)
        proxy.resume()
        await until(lambda: _is_whole(Service(running, pool)), seconds=15)
        assert (await stub.Recall(request)).facts == expected.facts
    finally:
        await channels.close()
        await running.close()
