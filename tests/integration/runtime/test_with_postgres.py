"""Requirements 5, 7, 10 and 21 where the database has its part: repeated writes, cancelled queries, jobs, outages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import grpc
import psycopg
import pytest
from google.protobuf.wrappers_pb2 import StringValue

from services.common import identity
from services.common.db.tenant import Database
from services.common.errors import Conflict, ErrorReason, InvalidArgument, TieoutError, decode
from services.common.idempotency import once
from services.common.identity import Identity
from services.common.interceptors.auth import Authenticate, jobs
from services.common.interceptors.policy import MethodPolicy
from services.common.types import RequestKey, request_key
from tests.fixtures.pg import Copy
from tests.fixtures.server import StartServer, until
from tests.integration.runtime.echo import EchoServicer, EchoStub, call, serve_echo

METHOD = "tieout.test.v1.EchoService/UnaryUnary"
DatabaseFor = Callable[..., Awaitable[Database]]


def key(payload: str = "pay 10", request_id: str = "") -> RequestKey:
    return request_key(METHOD, request_id or str(uuid4()), StringValue(value=payload))


class Writes:
    """A write that counts itself; `fail` makes it fail."""

    def __init__(self, database: Database) -> None:
        self.count = 0
        self.fail = False
        self._database = database

    async def __call__(self, caller: Identity, request: RequestKey) -> str:
        async def write() -> str:
            self.count += 1
            if self.fail:
                raise Conflict
            return f"written {self.count}"

        async with self._database.transaction(caller) as tx:
            return await once(tx, caller, request, write, encode=str.encode, decode=bytes.decode)


@pytest.fixture
async def writes(database_for: DatabaseFor) -> Writes:
    return Writes(await database_for("memory"))


async def test_the_same_request_is_carried_out_once(writes: Writes, identity_a: Identity) -> None:
    """10: a replay gets the first response, also ten at once."""
    request = key()
    assert await writes(identity_a, request) == "written 1"
    assert await asyncio.gather(*(writes(identity_a, request) for _ in range(10))) == ["written 1"] * 10
    assert writes.count == 1


async def test_at_the_same_time_it_is_carried_out_once_too(writes: Writes, identity_a: Identity) -> None:
    """10: the second waits for the first one's commit."""
    request = key()
    assert set(await asyncio.gather(*(writes(identity_a, request) for _ in range(8)))) == {"written 1"}


async def test_an_id_with_another_payload_is_refused(writes: Writes, identity_a: Identity) -> None:
    """10: REQUEST_ID_REUSED, and nothing is written."""
    request_id = str(uuid4())
    await writes(identity_a, key("pay 10", request_id))
    with pytest.raises(InvalidArgument) as raised:
        await writes(identity_a, key("pay 1000", request_id))
    assert raised.value.reason == ErrorReason.ERROR_REASON_REQUEST_ID_REUSED
    assert raised.value.metadata["request_id"] == request_id
    assert writes.count == 1


async def test_a_write_that_failed_may_be_tried_again(writes: Writes, identity_a: Identity) -> None:
    """10: ledger row and write are one transaction."""
    request = key()
    writes.fail = True
    with pytest.raises(Conflict):
        await writes(identity_a, request)
    writes.fail = False
    assert await writes(identity_a, request) == "written 2"


async def test_another_users_id_is_another_request(writes: Writes, identity_a: Identity, identity_b: Identity) -> None:
    """10, 21: ids of two users never meet, so one cannot learn of the other's."""
    request = key()
    assert [await writes(identity_a, request), await writes(identity_b, request)] == ["written 1", "written 2"]


class Querying(EchoServicer):
    """Runs SQL: "sleep" takes long, "boom" breaks, "whoami" asks the database."""

    def __init__(self, database: Database) -> None:
        super().__init__()
        self._database = database

    async def _answer(self, word: str) -> StringValue:
        self.entered.set()
        caller = identity.current()
        if word == "sleep":
            await self._database.fetch(caller, "SELECT pg_sleep(60) -- runtime test")
        if word == "boom":
            await self._database.fetch(caller, "SELECT 'Alice 1234.56'::uuid")
        if word == "whoami":
            rows = await self._database.fetch(caller, "SELECT tieout.get_current_user_id() AS id")
            return StringValue(value=str(rows[0]["id"]))
        return await super()._answer(word)


def sleeping(pg: Copy) -> int:
    """Queries of this test that run on the server now."""
    with psycopg.connect(pg.admin_dsn) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%%pg_sleep(60) -- runtime test%%'"
            " AND state = 'active' AND pid <> pg_backend_pid()"
        ).fetchone()
    assert row is not None
    return int(row[0])


@pytest.mark.parametrize("kind", ["UnaryUnary", "UnaryStream", "StreamUnary", "StreamStream"])
async def test_a_call_cancelled_in_its_query_leaves_pool_and_server_clean(
    kind: str, database_for: DatabaseFor, pg: Copy, start_server: StartServer, token_a: str
) -> None:
    """5, 16: the query is gone from the server within a second, the connections are back, the next call is right."""
    database = await database_for("memory")
    server = await start_server(serve_echo(Querying(database)))
    stub = EchoStub(server.channel(token_a))
    calls = [asyncio.create_task(call(stub, kind, "sleep")) for _ in range(3)]
    await until(lambda: sleeping(pg) == 3)
    for one in calls:
        one.cancel()
    await asyncio.gather(*calls, return_exceptions=True)
    await until(lambda: sleeping(pg) == 0, 1.0)
    await until(lambda: server.process.running_count == 0, 1.0)
    answers = await asyncio.gather(*(call(stub, kind, "whoami") for _ in range(12)))
    assert len({tuple(answer) for answer in answers}) == 1


async def test_the_calls_deadline_ends_its_query(
    database_for: DatabaseFor, pg: Copy, start_server: StartServer, token_a: str
) -> None:
    """4, 7: the budget is the statement timeout, so the caller still gets its reason, from the server's clock."""
    server = await start_server(serve_echo(Querying(await database_for("memory"))))
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call(
            EchoStub(server.raw_channel()),
            "UnaryUnary",
            "sleep",
            metadata=(("authorization", f"Bearer {token_a}"),),
            timeout=0.5,
        )
    assert raised.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    await until(lambda: sleeping(pg) == 0, 1.0)


async def test_a_drivers_sentence_stays_inside(
    database_for: DatabaseFor, start_server: StartServer, token_a: str
) -> None:
    """6, 7: PostgreSQL quotes the value that it could not read; the caller sees a neutral sentence."""
    server = await start_server(serve_echo(Querying(await database_for("memory"))))
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call(
            EchoStub(server.raw_channel()), "UnaryUnary", "boom", metadata=(("authorization", f"Bearer {token_a}"),)
        )
    failure = decode(raised.value)
    assert failure.code is grpc.StatusCode.INVALID_ARGUMENT
    assert "Alice" not in f"{failure} {raised.value}"


class Leased:
    """A job of user A, leased by the worker's role."""

    def __init__(self, user_id: UUID, tdb: str) -> None:
        self.user_id = user_id
        self.tdb = tdb


@pytest.fixture
async def leased(database_for: DatabaseFor, identity_a: Identity) -> Leased:
    memory, worker = await database_for("memory"), await database_for("worker")
    await memory.fetch(identity_a, "SELECT tieout.enqueue_job('graph_evidence', '{}'::jsonb)")
    (row,) = await worker.fetch_without_user("SELECT * FROM tieout.lease_job(%s, 60)", (["graph_evidence"],))
    return Leased(row["user_id"], row["tdb"])


@pytest.fixture
async def schemes(database_for: DatabaseFor, bearer_scheme: Authenticate) -> dict[str, Authenticate]:
    return {"bearer": bearer_scheme, "tieoutjob": jobs(await database_for("memory"))}


async def with_header(stub: EchoStub, header: str, word: str = "whoami") -> Any:
    """One call with that authorization; the words or the failure."""
    try:
        return await call(stub, "UnaryUnary", word, metadata=(("authorization", header),), timeout=5)
    except TieoutError as error:
        return error.reason_name
    except grpc.aio.AioRpcError as error:
        return decode(error).reason


async def test_a_leased_job_acts_for_its_user_where_jobs_may(
    leased: Leased, schemes: dict[str, Authenticate], start_server: StartServer
) -> None:
    """21: the database-minted identity opens methods that are for jobs, and only those."""
    server = await start_server(
        serve_echo(EchoServicer()), schemes=schemes, methods={"UnaryUnary": MethodPolicy(jobs=True)}
    )
    header = f"TieoutJob {leased.tdb}"
    assert await with_header(EchoStub(server.raw_channel()), header) == [str(leased.user_id)]
    closed = await start_server(serve_echo(EchoServicer()), schemes=schemes)
    assert await with_header(EchoStub(closed.raw_channel()), header) == "CALLER_NOT_ALLOWED"


async def test_a_user_cannot_pose_as_a_job(
    identity_a: Identity, leased: Leased, schemes: dict[str, Authenticate], start_server: StartServer
) -> None:
    """21: a user's own database token (it stands in the session token) and forged ones are refused."""
    servicer = EchoServicer()
    server = await start_server(serve_echo(servicer), schemes=schemes, methods={"UnaryUnary": MethodPolicy(jobs=True)})
    stub = EchoStub(server.raw_channel())
    version, kid, subject, expires, _ = leased.tdb.split(".")
    forged = ".".join((version, kid, subject, expires, "0" * 64))
    stretched = leased.tdb.replace(expires, str(int(expires) + 3600))
    for credentials in (identity_a.tdb.reveal(), forged, stretched, "x" * 100):
        assert await with_header(stub, f"TieoutJob {credentials}") == "TOKEN_INVALID"
    assert servicer.seen == []
