"""What a service refuses to start over, each on a database that was spoilt in just that way."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import psycopg
import pytest
from psycopg import sql

from services.common.db import guard
from services.common.db.embedded import WARNING
from services.common.db.tenant import Database, DatabaseSettings, UnsafeDatabase
from services.common.types import Secret
from tests.fixtures.pg import Copy, DatabaseFor
from tests.integration.database.conftest import NOTES

Spoil = Callable[[str], None]


@pytest.fixture
def spoil(fresh_pg: Copy) -> Spoil:
    """Run statements as the superuser on a copy that this test alone uses."""

    def run(statements: str) -> None:
        with psycopg.connect(fresh_pg.admin_dsn, autocommit=True) as connection:
            connection.execute(statements)

    return run


@pytest.fixture
async def service(fresh_pg: Copy) -> AsyncIterator[Database]:
    """The retriever on that copy."""
    database = await Database.open(DatabaseSettings(fresh_pg.dsn("retriever")))
    yield database
    await database.close()


@pytest.fixture
def login(pg_server: Any) -> Iterator[Callable[[str], str]]:
    """Make a role for one test; roles belong to the whole server, so it is dropped after."""
    name = "test_spoilt"
    with psycopg.connect(pg_server.admin_dsn("postgres"), autocommit=True) as connection:

        def make(attributes: str) -> str:
            connection.execute(f"CREATE ROLE {name} LOGIN PASSWORD 'test' {attributes}")
            return name

        yield make
        connection.execute(f"DROP ROLE IF EXISTS {name}")


async def refusal(database: Database) -> str:
    """Why the guard refuses."""
    with pytest.raises(UnsafeDatabase) as caught:
        await guard.check(database)
    return str(caught.value)


@pytest.mark.parametrize("role", ["embedder", "retriever", "graph", "memory", "answerer", "worker"])
async def test_every_service_passes_on_a_migrated_database(database_for: DatabaseFor, role: str) -> None:
    """Each service's role starts, and the embedded server's missing fixes are the only warning."""
    assert await guard.check(await database_for(role)) == (WARNING,)


async def test_a_superuser_is_refused(fresh_pg: Copy) -> None:
    """The superuser never serves: the pool does not even open."""
    with pytest.raises(UnsafeDatabase, match="superuser"):
        await Database.open(DatabaseSettings(Secret(fresh_pg.admin_dsn)))


async def test_bypassrls_is_refused(fresh_pg: Copy, spoil: Spoil, login: Callable[[str], str]) -> None:
    """A role that may bypass row-level security never serves either."""
    name = login("BYPASSRLS")
    spoil(f"GRANT CONNECT ON DATABASE {fresh_pg.name} TO {name}")
    dsn = fresh_pg.server.dsn(name, "test", fresh_pg.name)
    with pytest.raises(UnsafeDatabase, match="bypass row-level security"):
        await Database.open(DatabaseSettings(Secret(dsn)))
    spoil(f"REVOKE ALL ON DATABASE {fresh_pg.name} FROM {name}")


async def test_the_migrator_is_refused(fresh_pg: Copy) -> None:
    """Who can become the owner of the tables does not serve."""
    database = await Database.open(DatabaseSettings(fresh_pg.dsn("migrator")))
    try:
        with pytest.raises(UnsafeDatabase, match="a member of tieout_owner"):
            await guard.check(database)
    finally:
        await database.close()


REPLACE = (
    "CREATE OR REPLACE FUNCTION tieout.get_current_user_id() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER"
)
SPOILT = {
    "an owner": ("ALTER TABLE retriever.note OWNER TO tieout_retriever", "the owner of retriever.note"),
    "a function's owner": (
        """CREATE FUNCTION retriever.f() RETURNS int LANGUAGE sql AS 'SELECT 1';
        ALTER FUNCTION retriever.f() OWNER TO tieout_retriever""",
        "the owner of function retriever.f",
    ),
    "no FORCE": (
        "ALTER TABLE retriever.note NO FORCE ROW LEVEL SECURITY",
        "retriever.note lacks forced row-level security",
    ),
    "no RLS": (
        "ALTER TABLE retriever.note DISABLE ROW LEVEL SECURITY",
        "retriever.note lacks forced row-level security",
    ),
    "a new table": (
        "CREATE TABLE retriever.t (x int); GRANT SELECT ON retriever.t TO tieout_retriever",
        "retriever.t lacks forced row-level security",
    ),
    "a column of a new table": (
        "CREATE TABLE public.t (x int); GRANT SELECT (x) ON public.t TO PUBLIC",
        "public.t lacks forced row-level security",
    ),
    "a partition": (
        """CREATE TABLE retriever.p (user_id uuid) PARTITION BY HASH (user_id);
        CREATE TABLE retriever.p0 PARTITION OF retriever.p FOR VALUES WITH (MODULUS 1, REMAINDER 0);
        GRANT SELECT ON retriever.p0 TO tieout_retriever""",
        "retriever.p0 lacks forced row-level security",
    ),
    "a view with its owner's rights": (
        "CREATE VIEW retriever.v AS TABLE retriever.note; GRANT SELECT ON retriever.v TO tieout_retriever",
        "view retriever.v reads with its owner's rights",
    ),
    "a materialised view": (
        "CREATE MATERIALIZED VIEW retriever.m AS TABLE retriever.note; GRANT SELECT ON retriever.m TO tieout_retriever",
        "materialised view retriever.m",
    ),
    "an open policy": (
        "CREATE POLICY hole ON retriever.note TO tieout_retriever USING (true)",
        "a policy of retriever.note does not ask who the user is",
    ),
    "an open policy for writes": (
        "CREATE POLICY hole ON retriever.note FOR INSERT WITH CHECK (true)",
        "a policy of retriever.note does not ask who the user is",
    ),
    "TRUNCATE": ("GRANT TRUNCATE ON retriever.note TO tieout_retriever", "may TRUNCATE retriever.note"),
    "REFERENCES": ("GRANT REFERENCES ON retriever.note TO tieout_retriever", "may REFERENCES retriever.note"),
    "TEMP": ("GRANT TEMP ON DATABASE {database} TO PUBLIC", "allowed to TEMPORARY"),
    "CREATE": ("GRANT CREATE ON SCHEMA retriever TO tieout_retriever", "allowed to create in schema retriever"),
    "IMMUTABLE": ("ALTER FUNCTION tieout.get_current_user_id() IMMUTABLE", "not STABLE SECURITY DEFINER"),
    "VOLATILE": ("ALTER FUNCTION tieout.get_current_user_id() VOLATILE", "not STABLE SECURITY DEFINER"),
    "INVOKER": ("ALTER FUNCTION tieout.get_current_user_id() SECURITY INVOKER", "not STABLE SECURITY DEFINER"),
    "a function that believes": (
        f"{REPLACE} AS $$ BEGIN RETURN split_part(current_setting('tieout.identity', true), '.', 3)::uuid; END $$",
        "accepts a token with a wrong signature",
    ),
    "a function that believes nobody": (
        f"{REPLACE} AS $$ BEGIN RETURN '00000000-0000-4000-8000-00000000000a'::uuid; END $$",
        "accepts a call without a token",
    ),
    "a policy that only names the function": (
        """DROP POLICY tenant ON retriever.note; CREATE POLICY tenant ON retriever.note
        USING (user_id = tieout.get_current_user_id() OR true) WITH CHECK (user_id = tieout.get_current_user_id())""",
        "sees rows of other users in retriever.note",
    ),
    "no probe row": (
        "DELETE FROM retriever.note WHERE user_id = '00000000-0000-4000-8000-00000000000a'",
        "does not see its own row in retriever.note",
    ),
    "an older schema": (
        "DELETE FROM migration.content WHERE name = '0006_tieout_erasure'",
        "lacks 0006_tieout_erasure",
    ),
    "no probe token": ("DELETE FROM tieout.probe", "probe tenant's token is missing"),
    "old pgvector": (
        "UPDATE pg_extension SET extversion = '0.8.3' WHERE extname = 'vector'",
        "pgvector 0.8.3 is older",
    ),
}


@pytest.mark.parametrize(("spoiling", "reason"), SPOILT.values(), ids=SPOILT.keys())
async def test_a_fence_with_a_hole_is_refused(
    fresh_pg: Copy, spoil: Spoil, service: Database, spoiling: str, reason: str
) -> None:
    """Each hole that the design names is found at start, and named."""
    spoil(NOTES)
    assert await guard.check(service) == (WARNING,)
    spoil(spoiling.replace("{database}", sql.Identifier(fresh_pg.name).as_string(None)))
    assert reason in await refusal(service)


async def test_a_newer_schema_is_served(spoil: Spoil, service: Database) -> None:
    """A database is migrated before its services are replaced, so the old ones have to start on it."""
    spoil("INSERT INTO migration.content VALUES ('9999_retriever_later', 'x')")
    assert await guard.check(service) == (WARNING,)


async def test_functions_that_tenants_share_are_named(spoil: Spoil, service: Database) -> None:
    """Where a managed server keeps large objects open, the operator is told."""
    spoil("GRANT EXECUTE ON FUNCTION pg_notify(text, text) TO PUBLIC")
    warnings = await guard.check(service)
    assert any("pg_notify(text,text)" in warning for warning in warnings)


@pytest.mark.parametrize(
    ("server", "served"),
    [
        (140030, False),
        (150019, False),
        (150020, True),
        (160015, False),
        (160016, True),
        (170011, False),
        (170012, True),
        (180006, False),
        (180007, True),
        (190000, True),
    ],
)
def test_servers_below_the_floor_are_refused(server: int, served: bool) -> None:
    """18.7, 17.12, 16.16 and 15.20 carry the fixes; the embedded server alone may be older, with a warning."""
    row = {"server": server, "embedded": False, "vector": "0.8.4"}
    faults, warnings = guard.judge_versions(row)
    assert (faults == []) is served
    assert warnings == []
    assert guard.judge_versions(row | {"embedded": True}) == ([], [WARNING])


@pytest.mark.parametrize(
    ("vector", "served"), [(None, False), ("0.8.3", False), ("0.8.4", True), ("0.8.6", True), ("0.10.0", True)]
)
def test_pgvector_below_the_floor_is_refused(vector: str | None, served: bool) -> None:
    """Versions compare as numbers."""
    faults, _ = guard.judge_versions({"server": 180007, "embedded": False, "vector": vector})
    assert (faults == []) is served
