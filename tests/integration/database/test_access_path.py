"""The way to a connection: identity for one transaction, deadlines, and what a pool hands out."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest
from pgvector import HalfVector

from services.common import deadline
from services.common.db.connection import Connection
from services.common.db.prepared import MOST_PREPARED
from services.common.db.tenant import Database, DatabaseSettings, statement
from services.common.errors import (
    Conflict,
    DeadlineExceeded,
    Internal,
    NotFound,
    TieoutError,
    Unauthenticated,
    Unavailable,
)
from services.common.identity import Identity
from services.common.types import Secret, UserId
from tests.fixtures.pg import Copy, DatabaseFor
from tests.fixtures.server import until
from tests.integration.database.conftest import NOTE_OF_NOBODY

WHO = "SELECT tieout.get_current_user_id() AS user_id"
pytestmark = pytest.mark.usefixtures("notes")


@pytest.fixture
async def database(database_for: DatabaseFor) -> Database:
    """The retriever's database over one connection, so that each call gets the last one's."""
    return await database_for("retriever", pool_max=1)


async def within(seconds: float, work: Callable[[], Any]) -> Any:
    """Run `work` as an RPC with that much time would."""

    async def run() -> Any:
        deadline.set_budget(seconds)
        return await work()

    return await asyncio.create_task(run())


async def test_a_user_sees_only_own_rows(database: Database, identity_a: Identity, identity_b: Identity) -> None:
    """The same query on the same connection: A's note for A, B's for B."""
    query = "SELECT title FROM retriever.note"
    for identity, title in ((identity_a, "mine"), (identity_b, "secret7"), (identity_a, "mine")):
        assert await database.fetch(identity, query) == [{"title": title}]


async def test_the_identity_ends_with_the_pipeline(database: Database, identity_a: Identity) -> None:
    """A3: after A's call, a call without a user on the same connection is UNAUTHENTICATED and never sees A's rows."""
    await database.fetch(identity_a, WHO)
    with pytest.raises(Unauthenticated):
        await database.fetch_without_user(WHO)
    with pytest.raises(Unauthenticated):
        await database.fetch_without_user("SELECT * FROM retriever.note")
    rows = await database.fetch_without_user("SELECT current_setting('tieout.identity', true) AS left_over")
    assert rows == [{"left_over": ""}]


async def test_the_identity_ends_with_the_transaction(database: Database, identity_a: Identity) -> None:
    """A3, for explicit transactions, whether they commit or fail."""
    async with database.transaction(identity_a) as transaction:
        await transaction.fetch(WHO)
    with pytest.raises(Unauthenticated):
        await database.fetch_without_user(WHO)

    async def fail() -> None:
        async with database.transaction(identity_a) as transaction:
            await transaction.fetch(WHO)
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        await fail()
    with pytest.raises(Unauthenticated):
        await database.fetch_without_user(WHO)


async def test_a_call_without_a_user_is_unauthenticated(database: Database, identity_a: Identity) -> None:
    """A2: no identity, or one without a token, is an error and never everybody's rows."""
    for nobody in (None, Identity(identity_a.user_id, Secret(""))):
        with pytest.raises(Unauthenticated):
            await database.fetch(nobody, "SELECT * FROM retriever.note")  # type: ignore[arg-type]
        with pytest.raises(Unauthenticated):
            async with database.transaction(nobody):  # type: ignore[arg-type]
                raise AssertionError("not reached")


async def test_a_leftover_identity_is_never_handed_on(
    database: Database, identity_a: Identity, identity_b: Identity
) -> None:
    """An identity that was set for the session, by whatever fault, closes the connection at its next use."""
    session_wide = "SELECT pg_backend_pid() AS pid, set_config('tieout.identity', %s, false)"
    async with database.transaction(identity_a) as transaction:
        pid = (await transaction.fetch(session_wide, (identity_a.tdb.reveal(),)))[0]["pid"]
    with pytest.raises(Internal, match="earlier identity"):
        await database.fetch(identity_b, WHO)
    rows = await database.fetch(identity_b, "SELECT pg_backend_pid() AS pid, tieout.get_current_user_id() AS user_id")
    assert rows[0]["user_id"] == identity_b.user_id
    assert rows[0]["pid"] != pid


async def test_a_request_to_cancel_that_comes_late_does_not_end_the_next_calls_query(
    database_for: DatabaseFor,
    admin: psycopg.Connection[Any],
    identity_a: Identity,
    identity_b: Identity,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is sent when the query it was meant for has ended by itself, while that connection could serve the next."""
    database = await database_for("retriever", pool_max=1)
    arrived = asyncio.Event()

    def is_active(marker: str) -> bool:
        query = "SELECT FROM pg_stat_activity WHERE query LIKE %s AND state = 'active' AND pid <> pg_backend_pid()"
        return admin.execute(query, (f"%{marker}%",)).fetchone() is not None

    async def send_late(connection: Connection, **_: Any) -> None:
        async def send() -> None:
            request = connection.pgconn.get_cancel()
            await until(lambda: not is_active("abandoned"))
            with contextlib.suppress(TimeoutError):
                await until(lambda: is_active("the next"), seconds=0.5)
            await asyncio.to_thread(request.cancel)
            arrived.set()

        # On the wire: whoever stops waiting for it does not take it back.
        await asyncio.shield(asyncio.create_task(send()))

    monkeypatch.setattr(Connection, "cancel_safe", send_late)
    doomed = asyncio.create_task(database.fetch(identity_a, "SELECT pg_sleep(0.5) /* abandoned */"))
    await until(lambda: is_active("abandoned"))
    doomed.cancel()
    rows = await database.fetch(identity_b, WHO + ", pg_sleep(1) /* the next */")
    assert rows[0]["user_id"] == identity_b.user_id
    await asyncio.wait_for(arrived.wait(), 5)
    with pytest.raises(asyncio.CancelledError):
        await doomed


async def test_1500_calls_on_2_connections_with_500_cancelled_never_mix_users(
    database_for: DatabaseFor, make_identity: Callable[[UserId], Identity]
) -> None:
    """Each call gets its own user or its cancellation; afterwards the pool is whole and remembers nobody."""
    database = await database_for("retriever", pool_max=2, acquire_timeout=timedelta(seconds=60))
    randomness = random.Random(20261130)
    identities = [make_identity(UserId(UUID(int=0xD << 124 | 4 << 76 | 8 << 60 | number))) for number in range(20)]
    wrong, answered, cancelled = [], 0, 0

    async def ask(identity: Identity) -> None:
        nonlocal answered
        if randomness.random() < 0.3:
            async with database.transaction(identity) as transaction:
                await transaction.fetch("SELECT pg_sleep(0.0005)")
                rows = await transaction.fetch(WHO)
        else:
            rows = await database.fetch(identity, WHO + ", pg_sleep(0.0005)")
        answered += 1
        if rows[0]["user_id"] != identity.user_id:
            wrong.append(identity.user_id)

    tasks = [asyncio.create_task(ask(randomness.choice(identities))) for _ in range(1500)]
    doomed = randomness.sample(tasks, 500)
    for task in doomed:
        for _ in range(randomness.randrange(20)):  # Some are cancelled before they start, some on the server.
            await asyncio.sleep(0)
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, asyncio.CancelledError):
            cancelled += 1
        else:
            assert result is None
    assert wrong == []
    assert answered + cancelled == 1500
    assert cancelled > 300
    await until(lambda: database.statistics()["pool_available"] == database.statistics()["pool_size"] <= 2)
    for _ in range(4):
        rows = await database.fetch_without_user("SELECT current_setting('tieout.identity', true) AS left_over")
        assert rows[0]["left_over"] in ("", None)


async def test_a_call_given_up_while_it_hands_its_connection_back_leaves_it_to_the_pool(
    database: Database, admin: psycopg.Connection[Any], identity_a: Identity
) -> None:
    """The answer is there, the pool is busy with somebody else, and the caller hangs up: one connection less for ever,
    by psycopg_pool alone."""
    admin.execute("SELECT pg_advisory_lock(7)")
    waiting = "SELECT FROM pg_stat_activity WHERE wait_event = 'advisory'"
    busy = database._pool._lock
    call = asyncio.create_task(database.fetch(identity_a, "SELECT pg_advisory_xact_lock_shared(7)"))
    await until(lambda: admin.execute(waiting).fetchone() is not None)
    async with busy:
        admin.execute("SELECT pg_advisory_unlock(7)")
        await until(lambda: bool(busy._waiters))
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
    await until(lambda: database.statistics()["pool_available"] == database.statistics()["pool_size"])
    assert await database.fetch(identity_a, WHO) == [{"user_id": identity_a.user_id}]


async def test_a_call_given_up_at_any_step_poisons_no_connection(
    database_for: DatabaseFor, identity_a: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    """psycopg lets a busy loop run after steps that did not wait, and a call may be cancelled there: between entering
    pipeline mode and saying so, it left a connection on which every later call failed."""
    monkeypatch.setattr("psycopg.waiting.MAX_BUSY_TIME", 0.0)
    database = await database_for("retriever", pool_min=1, pool_max=1)
    prepared = statement("SELECT %(step)s::int AS step")
    for step in range(40):
        call = asyncio.create_task(database.fetch(identity_a, "SELECT 1 AS one"))
        for _ in range(step):
            await asyncio.sleep(0)
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
        # Each of the ways to ask, as what one leaves behind may be of no matter to another.
        assert await database.fetch(identity_a, prepared, {"step": step}) == [{"step": step}]
        assert await database.fetch(identity_a, WHO) == [{"user_id": identity_a.user_id}]
        async with database.transaction(identity_a) as transaction:
            assert await transaction.fetch(WHO) == [{"user_id": identity_a.user_id}]


async def test_no_call_is_handed_a_connection_that_the_server_has_closed(
    database_for: DatabaseFor, admin: psycopg.Connection[Any], identity_a: Identity
) -> None:
    """After a restart of the server a call would fail for each connection that the pool still holds."""
    database = await database_for("retriever", pool_min=3, pool_max=3)
    mine = "SELECT pid FROM pg_stat_activity WHERE pid = ANY(%s)"
    held = [(await database.fetch(identity_a, "SELECT pg_backend_pid() AS pid"))[0]["pid"] for _ in range(6)]
    assert len(set(held)) == 3
    admin.execute("SELECT pg_terminate_backend(pid) FROM unnest(%s::int[]) AS pid", (held,))
    await _until(lambda: not admin.execute(mine, (held,)).fetchall())
    for _ in range(6):
        assert await database.fetch(identity_a, WHO) == [{"user_id": identity_a.user_id}]


async def test_a_cancelled_query_is_gone_from_the_server(
    database: Database, admin: psycopg.Connection[Any], identity_a: Identity
) -> None:
    """Whoever hangs up does not leave a query running, and the next caller gets a clean connection."""
    marker = "SELECT pg_sleep(60) /* abandoned */"
    task = asyncio.create_task(database.fetch(identity_a, marker))
    running = (
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE query LIKE '%abandoned%' AND state = 'active' AND pid <> pg_backend_pid()"
    )
    await _until(lambda: admin.execute(running).fetchone() == (1,))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await _until(lambda: admin.execute(running).fetchone() == (0,))
    assert await database.fetch(identity_a, WHO) == [{"user_id": identity_a.user_id}]


async def test_the_deadline_of_the_call_stops_the_statement(database: Database, identity_a: Identity) -> None:
    """The server gives up before the caller's time is over, in both ways to run a statement."""

    async def slow_fetch() -> None:
        await database.fetch(identity_a, "SELECT pg_sleep(30)")

    async def slow_transaction() -> None:
        async with database.transaction(identity_a) as transaction:
            await transaction.fetch("SELECT pg_sleep(30)")

    async def slow_many() -> None:
        async with database.transaction(identity_a) as transaction:
            await transaction.executemany("SELECT pg_sleep(%s)", [(30,)])

    for slow in (slow_fetch, slow_transaction, slow_many):
        started = time.monotonic()
        with pytest.raises(DeadlineExceeded):
            await within(0.2, slow)
        assert time.monotonic() - started < 2
        assert await database.fetch(identity_a, WHO) == [{"user_id": identity_a.user_id}]


async def test_no_time_left_starts_no_statement(database: Database, identity_a: Identity) -> None:
    """Under the margin nothing is sent at all."""
    with pytest.raises(DeadlineExceeded):
        await within(0.01, lambda: database.fetch(identity_a, "SELECT pg_sleep(30)"))


async def test_work_without_a_deadline_is_capped(database_for: DatabaseFor, identity_a: Identity) -> None:
    """The settings bound a statement where no call does."""
    database = await database_for("retriever", statement_timeout=timedelta(milliseconds=100))
    with pytest.raises(DeadlineExceeded):
        await database.fetch(identity_a, "SELECT pg_sleep(30)")


async def test_a_full_pool_is_unavailable_and_a_short_deadline_is_that(
    database_for: DatabaseFor, identity_a: Identity
) -> None:
    """Who waits longer for a connection than the settings allow is told so; who has less time than that, too."""
    database = await database_for("retriever", pool_max=1, acquire_timeout=timedelta(milliseconds=150))
    async with database.transaction(identity_a):
        with pytest.raises(Unavailable) as caught:
            await database.fetch(identity_a, WHO)
        assert caught.value.dependency == "database"
        with pytest.raises(DeadlineExceeded):
            await within(0.05, lambda: database.fetch(identity_a, WHO))
    assert await database.fetch(identity_a, WHO)


async def test_a_server_that_is_away_is_unavailable(pg: Copy) -> None:
    """Nobody listening is UNAVAILABLE at once."""
    nowhere = psycopg.conninfo.make_conninfo(pg.dsn("retriever").reveal(), port=1)
    with pytest.raises(Unavailable):
        await Database.open(DatabaseSettings(Secret(nowhere)))


async def test_a_lost_connection_is_unavailable_once(
    database_for: DatabaseFor, admin: psycopg.Connection[Any], identity_a: Identity
) -> None:
    """When the server ends a session its call fails with UNAVAILABLE, and the pool gets a new one."""
    database = await database_for("retriever", pool_max=1, acquire_timeout=timedelta(seconds=5))
    pid = (await database.fetch(identity_a, "SELECT pg_backend_pid() AS pid"))[0]["pid"]
    task = asyncio.create_task(database.fetch(identity_a, "SELECT pg_sleep(60)"))
    await _until(
        lambda: (
            admin.execute("SELECT query FROM pg_stat_activity WHERE pid = %s AND state = 'active'", (pid,)).fetchone()
            is not None
        )
    )
    admin.execute("SELECT pg_terminate_backend(%s)", (pid,))
    with pytest.raises(Unavailable):
        await task
    assert await database.fetch(identity_a, WHO) == [{"user_id": identity_a.user_id}]


async def test_a_transaction_is_all_or_nothing(database: Database, make_identity: Callable[[UserId], Identity]) -> None:
    """What a block wrote is there after it, or none of it when the block failed."""
    identity = make_identity(UserId(UUID("c3000000-0000-4000-8000-000000000011")))
    insert, count = "INSERT INTO retriever.note (title) VALUES (%s)", "SELECT count(*) AS notes FROM retriever.note"

    async def fail() -> None:
        async with database.transaction(identity) as transaction:
            assert await transaction.execute(insert, ("one",)) == 1
            assert await transaction.fetch(count) == [{"notes": 1}]
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        await fail()
    assert await database.fetch(identity, count) == [{"notes": 0}]
    async with database.transaction(identity) as transaction:
        assert await transaction.executemany(insert, [("one",), ("two",), ("three",)]) == 3
        assert await transaction.executemany(insert, []) == 0
    assert await database.fetch(identity, count) == [{"notes": 3}]
    assert await database.fetch(identity, "DELETE FROM retriever.note") == []


async def test_a_write_conflict_is_a_conflict(database_for: DatabaseFor, identity_a: Identity) -> None:
    """Two serialisable transactions over the same rows: one is told to retry (ABORTED)."""
    database = await database_for("retriever", pool_max=2)
    count = "SELECT count(*) FROM retriever.note WHERE title LIKE 'serial%%'"
    insert = "INSERT INTO retriever.note (title) VALUES ('serial')"

    async def race() -> None:
        async with database.transaction(identity_a, isolation="serializable") as first:
            await first.fetch(count)
            async with database.transaction(identity_a, isolation="serializable") as second:
                await second.fetch(count)
                await first.execute(insert)
                await second.execute(insert)

    with pytest.raises(Conflict):
        await race()
    await database.fetch(identity_a, "DELETE FROM retriever.note WHERE title = 'serial'")


async def test_driver_errors_leave_as_ours_without_values(database: Database, identity_a: Identity) -> None:
    """Hidden and missing alike are NOT_FOUND, a taken key is a conflict, a value that cannot be stored is told so."""
    with pytest.raises(Conflict):
        await database.fetch(
            identity_a, "INSERT INTO retriever.note (note_id, title) VALUES (%s, 'x'), (%s, 'y')", (NOTE_OF_NOBODY,) * 2
        )
    for query, params in (("SELECT 1 / 0", ()), ("SELECT %s::uuid", ("hush",)), ("SELECT * FROM missing", ())):
        with pytest.raises(TieoutError) as caught:
            await database.fetch(identity_a, query, params)
        assert isinstance(caught.value.__cause__, psycopg.Error)
        assert not isinstance(caught.value, NotFound)


async def test_vectors_travel_both_ways(database: Database, identity_a: Identity) -> None:
    """pgvector's types are known on every connection."""
    rows = await database.fetch(identity_a, "SELECT %s::halfvec(3) AS vector", (HalfVector([1, 2, 3]),))
    assert rows[0]["vector"] == HalfVector([1, 2, 3])


async def test_text_that_looks_like_sql_is_text(
    database: Database, make_identity: Callable[[UserId], Identity]
) -> None:
    """Injection strings come back as they went in."""
    identity = make_identity(UserId(UUID("c3000000-0000-4000-8000-000000000012")))
    texts = [
        "'; DROP TABLE retriever.note; --",
        "x' OR '1'='1",
        "$$; SELECT set_config('tieout.identity', '', false); $$",
        "%s %(name)s %",
        "\\'; DELETE FROM retriever.note; --",
        "'||(SELECT token FROM tieout.probe)||'",
        "\u2019; SELECT 1; --",
    ]
    async with database.transaction(identity) as transaction:
        await transaction.executemany("INSERT INTO retriever.note (title) VALUES (%s)", [(text,) for text in texts])
    rows = await database.fetch(identity, "SELECT title FROM retriever.note")
    assert sorted(row["title"] for row in rows) == sorted(texts)


async def _until(condition: Callable[[], bool], seconds: float = 10) -> None:
    """Wait for what another session does."""
    ends_at = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends_at, "did not happen in time"
        await asyncio.sleep(0.01)


NOTES = statement(
    "SELECT title, current_setting('plan_cache_mode') AS plans FROM retriever.note WHERE title <> %(not)s"
)
PREPARED = (
    "SELECT count(*) AS prepared, sum(generic_plans) AS generic FROM pg_prepared_statements WHERE statement LIKE %s"
)


async def test_a_statement_is_planned_once_and_gives_each_user_the_own_rows(
    database: Database, identity_a: Identity, identity_b: Identity
) -> None:
    """One plan on one connection for A and B in turn, and it plans so for this statement only."""
    for identity, title in ((identity_a, "mine"), (identity_b, "secret7"), (identity_a, "mine")):
        rows = await database.fetch(identity, NOTES, {"not": "", "more": 1})
        assert rows == [{"title": title, "plans": "force_generic_plan"}]
    used = await database.fetch(identity_a, PREPARED, ("SELECT title, current_setting%",))
    assert used == [{"prepared": 1, "generic": 3}]
    mode = "SELECT current_setting('plan_cache_mode') AS plans"
    assert await database.fetch(identity_a, mode) == [{"plans": "force_custom_plan"}]
    with pytest.raises(Unauthenticated):
        await database.fetch_without_user(WHO)


async def test_a_connection_lets_go_of_the_statements_that_nobody_asked_for_longest(
    database: Database, identity_a: Identity
) -> None:
    """More of them than a connection keeps: the first is prepared anew when it is asked again."""
    texts = [f"SELECT title, {number} AS number, 'one of many' AS what FROM retriever.note" for number in range(64)]
    for number, text in [*enumerate(texts), (0, texts[0])]:
        assert await database.fetch(identity_a, statement(text), {}) == [
            {"title": "mine", "number": number, "what": "one of many"}
        ]
    (kept,) = await database.fetch(identity_a, PREPARED, ("%one of many%",))
    # One of the sixty says whose rows they are.
    assert kept["prepared"] == MOST_PREPARED - 1


async def test_a_value_larger_than_what_a_socket_takes_at_once_arrives_whole(
    database: Database, identity_a: Identity
) -> None:
    large = "ä" * 4_000_000
    query = statement("SELECT %(large)s::text AS large FROM retriever.note")
    assert await database.fetch(identity_a, query, {"large": large}) == [{"large": large}]
    assert await database.fetch(identity_a, query, {"large": None}) == [{"large": None}]


async def test_a_statement_that_is_cancelled_amid_its_preparation_is_asked_again_at_once(
    database: Database, identity_a: Identity
) -> None:
    """Its connection is not used again: the server may know less than the driver thinks."""
    slow = statement("SELECT pg_sleep(%(seconds)s)::text AS slept, 'cancelled' AS why")
    for _ in range(3):
        call = asyncio.create_task(database.fetch(identity_a, slow, {"seconds": 30.0}))
        await until(lambda: not database.statistics()["pool_available"])
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert await database.fetch(identity_a, slow, {"seconds": 0.0}) == [{"slept": "", "why": "cancelled"}]
