"""PgBouncer in transaction mode, as deploy/ ships it, between the services and PostgreSQL: 20 users on 2 back ends."""

from __future__ import annotations

import asyncio
import configparser
import os
import pwd
import random
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
import pytest_asyncio

from scripts.pgbouncer import OLDEST, Missing, pgbouncer, version
from services.common.db import guard
from services.common.db.tenant import Database, DatabaseSettings, statement
from services.common.errors import DeadlineExceeded, Unauthenticated, Unavailable
from services.common.identity import Identity
from services.common.types import Secret, UserId
from tests.fixtures.pg import Copy
from tests.fixtures.server import until

SHIPPED = Path(__file__).parents[3] / "deploy/kustomize/components/pgbouncer/pgbouncer.ini"
BACK_ENDS = 2
USERS = 20
# Three ways to ask, and what each has to come to: the caller's own notes.
TITLES = "SELECT user_id, title, pg_sleep(0.0005)::text AS slept FROM retriever.note"
PREPARED_TITLES = statement("SELECT user_id, title, %(any)s::int AS any FROM retriever.note")
PREPARED = """
SELECT count(*) AS prepared FROM pg_prepared_statements WHERE name LIKE 'PGBOUNCER_%%' AND statement LIKE %s
"""

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def command() -> tuple[str, ...]:
    """A PgBouncer that knows prepared statements."""
    try:
        found = pgbouncer()
    except Missing as missing:
        pytest.skip(str(missing))
    assert version(found) >= OLDEST
    return found


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def port(command: tuple[str, ...], pg: Copy, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[int]:
    """PgBouncer with the configuration that is shipped, but for addresses, encryption and the size of its pools."""
    folder = tmp_path_factory.mktemp("pgbouncer")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free: int = probe.getsockname()[1]
    settings = configparser.ConfigParser()
    settings.read_string(SHIPPED.read_text(encoding="utf-8"))
    settings["databases"] = {pg.name: f"host=127.0.0.1 port={pg.server.port} dbname={pg.name}"}
    changes = {
        "listen_addr": "127.0.0.1",
        "listen_port": str(free),
        "unix_socket_dir": "",
        "auth_file": str(folder / "userlist.txt"),
        "default_pool_size": str(BACK_ENDS),
        "query_wait_timeout": "30",
        "server_tls_sslmode": "disable",
        "logfile": str(folder / "log"),
    }
    settings["pgbouncer"].update(changes)
    with psycopg.connect(pg.admin_dsn) as admin:
        roles = admin.execute("SELECT rolname, rolpassword FROM pg_authid WHERE rolname LIKE 'tieout%' AND rolcanlogin")
        users = "".join(f'"{name}" "{secret}"\n' for name, secret in roles)
    (folder / "userlist.txt").write_text(users, encoding="utf-8")
    with (folder / "pgbouncer.ini").open("w", encoding="utf-8") as written:
        settings.write(written)
    user = None
    if os.geteuid() == 0:  # It refuses to run as root.
        user = pwd.getpwnam("nobody").pw_uid
        for path in (folder, *folder.iterdir()):
            os.chown(path, user, -1)
        for parent in folder.parents[:2]:
            parent.chmod(0o711)
    process = await asyncio.create_subprocess_exec(
        *command, str(folder / "pgbouncer.ini"), user=user, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        await until(lambda: _listens(free) or process.returncode is not None, 15)
        assert process.returncode is None, (folder / "log").read_text(encoding="utf-8")
        yield free
    finally:
        process.terminate()
        await process.wait()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest_asyncio.fixture
async def open_through(pg: Copy, port: int) -> AsyncIterator[Open]:
    """`await open_through(pool_max=20)`: the retriever's access path through PgBouncer."""
    opened: list[Database] = []

    async def open_for(role: str = "retriever", **changes: Any) -> Database:
        dsn = Secret(psycopg.conninfo.make_conninfo(pg.dsn(role).reveal(), port=port))
        opened.append(await Database.open(DatabaseSettings(dsn, **changes), name=f"through-{role}"))
        return opened[-1]

    yield open_for
    for database in opened:
        await database.close()


@pytest.fixture(scope="module")
def people(make_identity: Callable[[UserId], Identity], admin: psycopg.Connection[Any], notes: None) -> list[Identity]:
    """Twenty users, each with one note whose title is the user's own id."""
    ids = [UserId(UUID(int=0xE << 124 | 4 << 76 | 8 << 60 | number)) for number in range(USERS)]
    for one in ids:
        admin.execute("INSERT INTO retriever.note (user_id, title) VALUES (%s, %s)", (one, str(one)))
    return [make_identity(one) for one in ids]


async def test_20_users_on_2_back_ends_with_cancellations_never_see_each_other(
    open_through: Open, people: list[Identity], admin: psycopg.Connection[Any], pg: Copy
) -> None:
    """Each call, prepared or not or in a transaction, gets its own user's note or its own cancellation; PgBouncer
    keeps to two back ends, and afterwards everybody is answered and no back end remembers anybody."""
    database = await open_through(pool_max=USERS, acquire_timeout=timedelta(seconds=60))
    randomness = random.Random(20261130)
    wrong: list[tuple[UserId, Any]] = []
    ends: Counter[str] = Counter()

    async def ask(identity: Identity, way: float) -> None:
        if way < 0.3:
            async with database.transaction(identity) as transaction:
                await transaction.fetch("SELECT pg_sleep(0.0005)")
                rows = await transaction.fetch(TITLES)
        elif way < 0.6:
            rows = await database.fetch(identity, TITLES)
        else:
            rows = await database.fetch(identity, PREPARED_TITLES, {"any": 1})
        if [(row["user_id"], row["title"]) for row in rows] != [(identity.user_id, str(identity.user_id))]:
            wrong.append((identity.user_id, rows))

    tasks = [asyncio.create_task(ask(randomness.choice(people), randomness.random())) for _ in range(1500)]
    for task in randomness.sample(tasks, 500):
        for _ in range(randomness.randrange(20)):  # Some are cancelled before they start, some on the server.
            await asyncio.sleep(0)
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        ends["answered" if result is None else type(result).__name__] += 1
    assert wrong == []
    assert set(ends) == {"answered", "CancelledError"}
    assert ends["CancelledError"] > 300
    used = admin.execute(
        "SELECT count(*) FROM pg_stat_activity WHERE usename = 'tieout_retriever' AND datname = %s", (pg.name,)
    ).fetchone()
    assert used is not None
    assert 0 < used[0] <= BACK_ENDS
    for identity in people:
        await ask(identity, 0.9)
    assert wrong == []
    for _ in range(2 * BACK_ENDS):
        with pytest.raises(Unauthenticated):
            await database.fetch_without_user("SELECT title FROM retriever.note")


async def test_a_prepared_statement_is_prepared_once_a_back_end_and_again_on_a_new_one(
    open_through: Open, people: list[Identity], admin: psycopg.Connection[Any]
) -> None:
    """The services prepare by name on connections that each use many back ends: PgBouncer keeps the names apart."""
    database = await open_through(pool_max=4)
    query = statement("SELECT title, 'prepared through' AS how FROM retriever.note WHERE user_id = %(user_id)s")

    async def titles() -> list[str]:
        asked = (database.fetch(one, query, {"user_id": one.user_id}) for one in people)
        return [rows[0]["title"] for rows in await asyncio.gather(*asked)]

    expected = [str(one.user_id) for one in people]
    for _ in range(3):
        assert await titles() == expected
    counts = [await database.fetch(people[0], PREPARED, ("%prepared through%",)) for _ in range(4)]
    assert {rows[0]["prepared"] for rows in counts} == {1}
    admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'tieout_retriever'")
    await until(lambda: not _sessions(admin))
    assert await titles() == expected


def _sessions(admin: psycopg.Connection[Any]) -> int:
    row = admin.execute("SELECT count(*) FROM pg_stat_activity WHERE usename = 'tieout_retriever'").fetchone()
    return 0 if row is None else int(row[0])


async def test_a_cancelled_query_ends_on_its_back_end_and_nobody_elses_does(
    open_through: Open, people: list[Identity], admin: psycopg.Connection[Any]
) -> None:
    """The request to cancel goes through PgBouncer, which must not hand the back end on before it has arrived."""
    database = await open_through(pool_max=4)
    for _ in range(5):
        slow = asyncio.create_task(database.fetch(people[0], "SELECT pg_sleep(60), 'the slow one' AS which"))
        await until(lambda: _running(admin) == 1)
        slow.cancel()
        with pytest.raises(asyncio.CancelledError):
            await slow
        await until(lambda: _running(admin) == 0)
        rows = await asyncio.gather(*(database.fetch(one, TITLES) for one in people))
        assert [one[0]["title"] for one in rows] == [str(one.user_id) for one in people]


def _running(admin: psycopg.Connection[Any]) -> int:
    row = admin.execute(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE usename = 'tieout_retriever' AND state = 'active' AND query LIKE '%the slow one%'"
    ).fetchone()
    return 0 if row is None else int(row[0])


@pytest.mark.parametrize("role", ["embedder", "retriever", "graph", "memory", "answerer", "worker"])
async def test_every_service_starts_through_it(role: str, open_through: Open) -> None:
    """The start-up guard proves the fence, forged token included, through PgBouncer as it does without."""
    await guard.check(await open_through(role))


async def test_the_calls_deadline_ends_its_query_through_it(open_through: Open, people: list[Identity]) -> None:
    """`statement_timeout` is set for the transaction; the next one of that back end has its own."""
    database = await open_through(pool_max=1, statement_timeout=timedelta(milliseconds=150))
    patient = await open_through(pool_max=1)
    with pytest.raises(DeadlineExceeded):
        await database.fetch(people[0], "SELECT pg_sleep(30)")
    rows = await patient.fetch(people[1], "SELECT current_setting('statement_timeout') AS lasts, pg_sleep(0.3)::text")
    assert rows[0]["lasts"] == "30s"


async def test_a_back_end_that_dies_is_unavailable_once(
    open_through: Open, people: list[Identity], admin: psycopg.Connection[Any]
) -> None:
    """The call on it hears UNAVAILABLE, the next one is answered."""
    database = await open_through(pool_max=1)
    slow = asyncio.create_task(database.fetch(people[0], "SELECT pg_sleep(60), 'the slow one' AS which"))
    await until(lambda: _running(admin) == 1)
    admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'tieout_retriever'")
    with pytest.raises(Unavailable):
        await slow
    assert (await database.fetch(people[1], TITLES))[0]["title"] == str(people[1].user_id)
