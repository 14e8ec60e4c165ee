"""docs/operations.md, *Backup and restore*, as it is written there: from one cluster into another, empty one."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from services.common.db import guard, migrate
from services.common.db.embedded import EmbeddedServer, create_temporary, find_program
from services.common.db.tenant import Database, DatabaseSettings
from services.common.errors import Unauthenticated
from services.common.identity import Identity
from tests.fixtures.pg import Copy

NOTES = "SELECT title FROM retriever.note"
NAME = "restored"

pytestmark = [pytest.mark.usefixtures("notes"), pytest.mark.slow]


def run(program: str, *arguments: str, stdin: bytes = b"") -> bytes:
    """The output of one of PostgreSQL's programs; its error text where it fails."""
    ran = subprocess.run([find_program(program), *arguments], input=stdin, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
    return ran.stdout


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[EmbeddedServer]:
    """A cluster that knows nothing: no role, no table."""
    server = create_temporary()
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def restored(pg: Copy, elsewhere: EmbeddedServer, notes: None, state_directory: Path, tmp_path_factory: Any) -> Copy:
    """The three commands of the page, then the migration as the Job runs it."""
    dump = tmp_path_factory.mktemp("backup") / "tieout.dump"
    roles = run("pg_dumpall", "--roles-only", f"--dbname={pg.admin_dsn}")
    run("pg_dump", "--format=custom", f"--file={dump}", pg.admin_dsn)
    elsewhere.create_database(NAME)
    # The superuser is there already; all else has to go without an error.
    mine = b"\n".join(line for line in roles.splitlines() if b"ROLE postgres" not in line)
    run("psql", "--quiet", "--set=ON_ERROR_STOP=1", elsewhere.admin_dsn(NAME), stdin=mine)
    run("pg_restore", "--exit-on-error", f"--dbname={elsewhere.admin_dsn(NAME)}", str(dump))
    dsns = migrate.provision(elsewhere, state_directory, database=NAME)
    passwords = {
        role: type(dsn)(str(psycopg.conninfo.conninfo_to_dict(dsn.reveal())["password"])) for role, dsn in dsns.items()
    }
    return Copy(elsewhere, NAME, passwords)


@pytest.fixture
async def database(restored: Copy) -> Any:
    """The retriever's, on what was restored."""
    opened = await Database.open(DatabaseSettings(restored.dsn("retriever")))
    yield opened
    await opened.close()


async def test_a_restored_database_has_every_row_and_the_tokens_of_before_hold(
    database: Database, restored: Copy, pg: Copy, identity_a: Identity, identity_b: Identity
) -> None:
    """The keys came along, so that sessions go on; row counts of all tables are those of the original."""
    assert await database.fetch(identity_a, NOTES) == [{"title": "mine"}]
    assert await database.fetch(identity_b, NOTES) == [{"title": "secret7"}]
    assert counts(restored) == counts(pg)


async def test_the_fence_stands_after_a_restore(database: Database, identity_a: Identity) -> None:
    """Policies, FORCE, grants and the probe tenants: a service's own guard accepts it, and nobody is nobody."""
    await guard.check(database)
    with pytest.raises(Unauthenticated):
        await database.fetch_without_user(NOTES)
    await database.fetch(identity_a, "INSERT INTO retriever.note (title) VALUES ('after')")
    assert len(await database.fetch(identity_a, NOTES)) == 2
    await database.fetch(identity_a, "DELETE FROM retriever.note WHERE title = 'after'")


async def test_the_migration_has_nothing_to_do_after_a_restore(restored: Copy) -> None:
    """Its history came along too."""
    assert migrate.migrate(restored.admin_dsn) == ()


def test_a_backup_by_a_role_that_does_not_see_all_fails_and_is_not_half(pg: Copy) -> None:
    """pg_dump turns row-level security off, which is an error for whoever it binds, not a smaller file."""
    ran = subprocess.run(
        [find_program("pg_dump"), "--table=retriever.note", pg.dsn("retriever").reveal()],
        capture_output=True,
        check=False,
    )
    assert ran.returncode != 0
    assert b"row-level security" in ran.stderr


def counts(copy: Copy) -> dict[str, int]:
    """Rows by table, all schemas of ours."""
    with psycopg.connect(copy.admin_dsn) as admin:
        tables = admin.execute(
            "SELECT schemaname, tablename FROM pg_tables"
            " WHERE schemaname IN ('tieout', 'embedder', 'retriever', 'graph', 'memory', 'answerer')"
        ).fetchall()
        return {
            f"{schema}.{name}": admin.execute(
                sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(schema, name))
            ).fetchall()[0][0]
            for schema, name in tables
        }
