"""The one way to a connection. Whoever asks brings an identity, and PostgreSQL decides by it which rows exist.

Identity and statement timeout are set for one transaction only, in the same round trip as the query. A connection is
never held across another call: take what you need, then call.
"""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from typing import Any, Literal, LiteralString, TypeAlias

import psycopg
from pgvector.psycopg import register_vector_async
from psycopg import AsyncConnection, sql
from psycopg.rows import DictRow, dict_row
from psycopg_pool import PoolTimeout

from services.common import deadline, telemetry
from services.common.db.connection import Connection, Pool
from services.common.db.prepared import fetch_together
from services.common.errors import DeadlineExceeded, ErrorReason, Internal, TieoutError, Unauthenticated, translate
from services.common.identity import Identity
from services.common.types import Secret, UserId

logger = logging.getLogger(__name__)

Query: TypeAlias = LiteralString | sql.SQL | sql.Composed
Params: TypeAlias = Sequence[Any] | Mapping[str, Any]
Row: TypeAlias = dict[str, Any]
Isolation: TypeAlias = Literal["read committed", "repeatable read", "serializable"]

# The server gives up this long before the caller's deadline, so that the reason still reaches the caller.
MARGIN_SECONDS = 0.020
_NAME = re.compile(r"%\((\w+)\)s")

# Left of `set_config` on purpose: a value that is there before ours was left behind by an earlier use.
_SET = """
SELECT nullif(current_setting('tieout.identity', true), '') IS NOT NULL AS leftover,
       set_config('tieout.identity', %s, true), set_config('statement_timeout', %s, true)
"""
_SET_AND_PLAN_ONCE = """
SELECT nullif(current_setting('tieout.identity', true), '') IS NOT NULL AS leftover,
       set_config('tieout.identity', $1, true), set_config('statement_timeout', $2, true),
       set_config('plan_cache_mode', 'force_generic_plan', true)
"""
_SET_TIMEOUT = "SELECT set_config('statement_timeout', %s, true)"


@dataclass(frozen=True, slots=True)
class DatabaseSettings:
    """Where the database is and how much of it one process uses."""

    dsn: Secret
    """DSN of the service's own LOGIN role."""
    pool_min: int = 1
    pool_max: int = 10
    """Connections of this process at most."""
    acquire_timeout: timedelta = timedelta(seconds=2)
    """How long a call waits for a connection before it is told UNAVAILABLE."""
    statement_timeout: timedelta = timedelta(seconds=30)
    """For one statement of work without a deadline, and the cap for work with one."""

    def __post_init__(self) -> None:
        if not 0 <= self.pool_min <= self.pool_max or self.pool_max < 1:
            raise ValueError("pool_min is 0 to pool_max, and pool_max at least 1")


@dataclass(frozen=True, slots=True)
class Statement:
    """A query that is asked again and again: each connection parses and plans it once, for whatever values come.

    That is half of what a small query costs. Not for one whose best plan depends on its values, as with the partial
    index of one user; not in a transaction.
    """

    text: LiteralString
    """With `$1`, `$2` … for values."""
    names: tuple[str, ...]
    """Of the values, in their order."""


@lru_cache(maxsize=512)
def statement(query: LiteralString) -> Statement:
    """The statement of a query with `%(name)s` for values."""
    names = tuple(dict.fromkeys(_NAME.findall(query)))
    places = {name: f"${place}" for place, name in enumerate(names, 1)}
    text = _NAME.sub(lambda found: places[found[1]], query).replace("%%", "%")
    return Statement(text, names)


class UnsafeDatabase(Exception):
    """This role or this database would not keep users apart. A service that meets it does not start."""


class Database:
    """A pool of connections of one role. Make it with `open`, inside the running loop."""

    def __init__(self, pool: Pool, settings: DatabaseSettings) -> None:
        self._pool = pool
        self._settings = settings

    @classmethod
    async def open(cls, settings: DatabaseSettings, *, name: str = "tieout") -> Database:
        """Connect, or raise `Unavailable`; `UnsafeDatabase` for a role that row-level security does not bind.

        `name` is shown in `pg_stat_activity`.
        """
        options: dict[str, Any] = {"autocommit": True, "application_name": name, "tcp_user_timeout": 10_000}
        # A call cancelled while psycopg prepares what it asks would leave a name that the server never learned. What
        # is asked again and again is prepared by `fetch_together`.
        options["prepare_threshold"] = None
        with _translated():
            # The pool would retry a refused role until its time is up.
            first = await Connection.connect(settings.dsn.reveal(), row_factory=dict_row, **options)
            async with first:
                await _configure(first)
        pool = Pool(
            settings.dsn.reveal(),
            connection_class=Connection,
            kwargs={"row_factory": dict_row, **options},
            min_size=settings.pool_min,
            max_size=settings.pool_max,
            timeout=settings.acquire_timeout.total_seconds(),
            configure=_configure,
            check=Pool.check_connection if settings.pool_min == 0 else None,
            name=name,
            open=False,
        )
        database = cls(pool, settings)
        with _translated():
            try:
                await pool.open(wait=True, timeout=max(settings.acquire_timeout.total_seconds(), 5.0))
            except BaseException:
                await pool.close()
                raise
        return database

    async def close(self) -> None:
        """Close the connections. Calls that are still running fail with `Unavailable`."""
        await self._pool.close()

    def statistics(self) -> dict[str, int]:
        """The pool in numbers, as psycopg_pool names them (`pool_size`, `pool_available`, `requests_waiting` …)."""
        return self._pool.get_stats()

    async def ping(self) -> None:
        """Raise `Unavailable` unless the database answers now. Needs no identity and sees no row."""
        with _translated():
            async with self._connection() as connection:
                await connection.execute("SELECT 1")

    async def verify_job(self, tdb: Secret) -> Identity:
        """The identity of a leased job, by its token. A user's token, or no good one, raises `Unauthenticated`."""
        rows = await self._fetch(tdb.reveal(), "SELECT tieout.get_current_job_user_id() AS user_id", ())
        return Identity(UserId(rows[0]["user_id"]), tdb, is_job=True)

    async def fetch(self, identity: Identity, query: Query | Statement, params: Params = ()) -> list[Row]:
        """Run one statement as this user and return its rows (none for a statement that returns none).

        One round trip and one implicit transaction. Also say `user_id = %s` in the query: row-level security hides
        other users' rows anyway, but only the explicit predicate gives the planner the right row count.
        Raises `Unauthenticated` when the database refuses the identity, `DeadlineExceeded`, `Conflict`, `Unavailable`.
        """
        return await self._fetch(_token(identity), query, params)

    async def fetch_without_user(self, query: Query, params: Params = ()) -> list[Row]:
        """Run one statement as nobody: for tables without a user and for the job queue's functions.

        On a table of users' rows it raises `Unauthenticated`.
        """
        return await self._fetch("", query, params)

    @asynccontextmanager
    async def transaction(
        self, identity: Identity, *, isolation: Isolation = "read committed"
    ) -> AsyncIterator[Transaction]:
        """Several statements as this user, committed together at the end of the block or not at all.

        Call nothing else inside the block that waits for anything but this database.
        """
        with _translated():
            async with self._connection() as connection, connection.transaction():
                if isolation != "read committed":
                    await connection.execute(
                        sql.SQL("SET TRANSACTION ISOLATION LEVEL {}").format(sql.SQL(isolation.upper()))
                    )
                cursor = await connection.execute(_SET, (_token(identity), self._timeout()))
                await _refuse_leftover(connection, await cursor.fetchone())
                yield Transaction(connection, self._timeout)

    async def _fetch(self, token: str, query: Query | Statement, params: Params) -> list[Row]:
        with _translated():
            timeout = self._timeout()
            async with self._connection() as connection:
                if isinstance(query, Statement):
                    return await _fetch_prepared(connection, (token, timeout), query, params)
                async with connection.pipeline():
                    setting = await connection.execute(_SET, (token, timeout))
                    cursor = await connection.execute(query, params or None)
                await _refuse_leftover(connection, await setting.fetchone())
                return await cursor.fetchall() if cursor.description is not None else []

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Connection]:
        patience = self._settings.acquire_timeout.total_seconds()
        left = deadline.remaining()
        try:
            async with self._pool.connection(timeout=patience if left is None else min(patience, left)) as connection:
                yield connection
        except PoolTimeout as error:
            if left is not None and left <= patience:
                raise DeadlineExceeded from error
            raise

    def _timeout(self) -> str:
        cap = self._settings.statement_timeout.total_seconds()
        left = deadline.remaining()
        seconds = cap if left is None else min(cap, left - MARGIN_SECONDS)
        milliseconds = int(seconds * 1000)
        if milliseconds < 1:  # 0 would mean no limit at all.
            raise DeadlineExceeded
        return f"{milliseconds}ms"


class Transaction:
    """Statements of one transaction and one user; made by `Database.transaction`."""

    def __init__(self, connection: AsyncConnection[DictRow], timeout: Any) -> None:
        self._connection = connection
        self._timeout = timeout

    async def fetch(self, query: Query, params: Params = ()) -> list[Row]:
        """Run one statement and return its rows."""
        cursor = await self._run(query, params)
        return await cursor.fetchall() if cursor.description is not None else []

    async def execute(self, query: Query, params: Params = ()) -> int:
        """Run one statement and return how many rows it changed."""
        return (await self._run(query, params)).rowcount

    async def executemany(self, query: Query, rows: Sequence[Params]) -> int:
        """Run one statement for each of `rows`, pipelined, and return how many rows all of them changed."""
        if not rows:
            return 0
        await self._connection.execute(_SET_TIMEOUT, (self._timeout(),))
        cursor = self._connection.cursor()
        await cursor.executemany(query, rows)
        return cursor.rowcount

    async def _run(self, query: Query, params: Params) -> psycopg.AsyncCursor[DictRow]:
        async with self._connection.pipeline():
            await self._connection.execute(_SET_TIMEOUT, (self._timeout(),))
            return await self._connection.execute(query, params or None)


async def _fetch_prepared(
    connection: Connection, setting: tuple[str, str], query: Statement, params: Params
) -> list[Row]:
    assert isinstance(params, Mapping), "a statement's values have names"
    asked = query.text, [params[name] for name in query.names]
    try:
        (set_row,), rows = await fetch_together(connection, (_SET_AND_PLAN_ONCE, setting), asked)
    except BaseException:
        await connection.close()
        raise
    await _refuse_leftover(connection, set_row)
    return rows


async def _configure(connection: AsyncConnection[DictRow]) -> None:
    """Refuse a role that row-level security does not bind, on every new connection, and learn the vector types."""
    cursor = await connection.execute(
        "SELECT rolsuper OR rolbypassrls AS unbound FROM pg_roles WHERE rolname IN (current_user, session_user)"
    )
    if any(row["unbound"] for row in await cursor.fetchall()):
        raise UnsafeDatabase("this role is a superuser or may bypass row-level security")
    await register_vector_async(connection)


def _token(identity: Identity | None) -> str:
    if identity is None or not identity.tdb:
        raise Unauthenticated(ErrorReason.ERROR_REASON_TOKEN_MISSING, "The call carries no session token.")
    return identity.tdb.reveal()


async def _refuse_leftover(connection: AsyncConnection[DictRow], row: DictRow | None) -> None:
    if row is None or row["leftover"]:
        await connection.close()
        raise Internal("a connection carried an earlier identity; it was closed")


@contextmanager
def _translated() -> Iterator[None]:
    """Driver errors leave as errors of ours; the driver's own stays as the cause, for the log."""
    try:
        with telemetry.stage("db"):
            yield
    except TieoutError:
        raise
    except (psycopg.Error, PoolTimeout) as error:
        raise translate(error) from error
