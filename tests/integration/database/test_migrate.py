"""The migration history, the policy's two forms, and the embedded server's own rules."""

from __future__ import annotations

import json
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from services.common.db import embedded, migrate
from services.common.db.embedded import EmbeddedServer
from services.common.db.history import MIGRATIONS
from services.common.types import Secret
from tests.fixtures.pg import Copy
from tests.integration.database.conftest import NOTES

NEXT = "9000_retriever_more.sql"
USER = "user_id uuid NOT NULL DEFAULT tieout.get_current_user_id()"
ZOO = f"""
CREATE TYPE retriever.mood AS ENUM ('calm', 'cross');
CREATE DOMAIN retriever.code AS text CHECK (VALUE <> '');
CREATE TABLE retriever.zoo (
    {USER}, id uuid NOT NULL DEFAULT uuidv7(), a text NOT NULL, b int NOT NULL, c numeric(12, 2) NOT NULL,
    d boolean NOT NULL, e date NOT NULL, f timestamptz NOT NULL, g bytea NOT NULL, h jsonb NOT NULL, i text[] NOT NULL,
    j public.halfvec(4) NOT NULL, k public.vector(2) NOT NULL, l retriever.mood NOT NULL, m retriever.code NOT NULL,
    n daterange NOT NULL, o float8 NOT NULL, p interval NOT NULL, q uuid, r text, s int NOT NULL DEFAULT 7,
    t int GENERATED ALWAYS AS (b + 1) STORED, u char(3) NOT NULL, w varchar(5) NOT NULL, PRIMARY KEY (user_id, id)
);
SELECT tieout.fence('retriever.zoo')
"""


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """A copy of the migrations that a test may change."""
    directory = tmp_path / "migrations"
    directory.mkdir()
    for path in MIGRATIONS.glob("*.sql"):
        (directory / path.name).write_text(path.read_text(encoding="utf-8"))
    return directory


@pytest.fixture
def empty(pg_server: EmbeddedServer) -> Iterator[str]:
    """An empty database."""
    pg_server.create_database("test_empty")
    yield pg_server.admin_dsn("test_empty")
    pg_server.drop_database("test_empty")


def names(directory: Path) -> tuple[str, ...]:
    """The history in its order."""
    return tuple(sorted(path.stem for path in directory.glob("*.sql")))


def test_migrating_twice_changes_nothing(fresh_pg: Copy) -> None:
    """A migrated database has nothing to apply."""
    assert migrate.migrate(fresh_pg.admin_dsn) == ()


def test_the_migrator_applies_what_needs_no_administrator(fresh_pg: Copy, history: Path) -> None:
    """After the first time `tieout_migrator` does it, and what it makes belongs to tieout_owner."""
    (history / NEXT).write_text(NOTES.replace("SET ROLE tieout_owner;", "").replace("RESET ROLE;", ""))
    assert migrate.migrate(fresh_pg.dsn("migrator").reveal(), directory=history) == ("9000_retriever_more",)
    with psycopg.connect(fresh_pg.admin_dsn) as connection:
        owner = connection.execute(
            "SELECT relowner::regrole::text FROM pg_class WHERE oid = 'retriever.note'::regclass"
        ).fetchone()
    assert owner == ("tieout_owner",)


def test_the_migrator_cannot_apply_an_administrators_migration(fresh_pg: Copy, history: Path) -> None:
    """It says who has to, instead of failing half way."""
    (history / "9000_admin_more.sql").write_text("SET LOCAL ROLE NONE; CREATE ROLE tieout_new;")
    with pytest.raises(migrate.MigrationError, match="administrator"):
        migrate.migrate(fresh_pg.dsn("migrator").reveal(), directory=history)


def test_a_migration_is_applied_whole_or_not_at_all(fresh_pg: Copy, history: Path) -> None:
    """What fails in its third statement leaves nothing of the first two, and can be tried again."""
    (history / NEXT).write_text("CREATE TABLE retriever.half (x int); SELECT 1; SELECT 1 / 0;")
    with pytest.raises(migrate.MigrationError, match="9000_retriever_more: division by zero"):
        migrate.migrate(fresh_pg.admin_dsn, directory=history)
    with psycopg.connect(fresh_pg.admin_dsn) as connection:
        assert connection.execute("SELECT to_regclass('retriever.half')").fetchone() == (None,)
    (history / NEXT).write_text("SELECT 1;")
    assert migrate.migrate(fresh_pg.admin_dsn, directory=history) == ("9000_retriever_more",)


def test_an_applied_migration_cannot_change(fresh_pg: Copy, history: Path) -> None:
    """An edited file is found by its content."""
    path = next(history.glob("0003_*"))
    path.write_text(path.read_text(encoding="utf-8") + "\n-- more\n")
    with pytest.raises(migrate.MigrationError, match="0003_tieout_fence was changed"):
        migrate.migrate(fresh_pg.admin_dsn, directory=history)


def test_history_only_grows_at_its_end(fresh_pg: Copy, history: Path) -> None:
    """A file before an applied one, or an applied one that is gone, is refused."""
    (history / "0002_retriever_late.sql").write_text("SELECT 1;")
    with pytest.raises(migrate.MigrationError, match="0002_retriever_late comes before"):
        migrate.migrate(fresh_pg.admin_dsn, directory=history)
    (history / "0002_retriever_late.sql").unlink()
    next(history.glob("0003_*")).unlink()
    with pytest.raises(migrate.MigrationError, match="0003_tieout_fence"):
        migrate.migrate(fresh_pg.admin_dsn, directory=history)


def test_a_table_without_probe_rows_is_named(fresh_pg: Copy, history: Path) -> None:
    """A migration that forgets seed_probe does not pass."""
    (history / NEXT).write_text(
        f"CREATE TABLE retriever.bare ({USER}, PRIMARY KEY (user_id));SELECT tieout.fence('retriever.bare');"
    )
    with pytest.raises(migrate.MigrationError, match=r"no probe rows.*retriever\.bare"):
        migrate.migrate(fresh_pg.admin_dsn, directory=history)


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ("CREATE TABLE retriever.t (x int)", "needs .user_id uuid NOT NULL"),
        ("CREATE TABLE retriever.t (user_id uuid NOT NULL, PRIMARY KEY (user_id))", "needs .user_id uuid NOT NULL"),
        ("CREATE TABLE retriever.t ({user}, x int PRIMARY KEY)", "must lead every index and key"),
        ("CREATE TABLE retriever.t ({user}, x int, UNIQUE (x, user_id))", "must lead every index and key"),
        ("CREATE TABLE retriever.t ({user}, x int); CREATE INDEX ON retriever.t (x)", "must lead every index and key"),
        (
            "CREATE TABLE retriever.t ({user}, k text REFERENCES tieout.unfenced_table (name))",
            "must lead every index and key",
        ),
    ],
)
def test_the_fence_refuses_a_table_that_would_leak(fresh_pg: Copy, history: Path, table: str, reason: str) -> None:
    """`tieout.fence` checks the shape of the table before anybody's row is in it."""
    (history / NEXT).write_text(table.format(user=USER) + "; SELECT tieout.fence('retriever.t');")
    with pytest.raises(migrate.MigrationError, match=reason):
        migrate.migrate(fresh_pg.admin_dsn, directory=history)


def test_two_processes_migrate_one_after_the_other(empty: str) -> None:
    """Both succeed, and each migration is applied once."""
    applied: list[tuple[str, ...]] = []
    threads = [threading.Thread(target=lambda: applied.append(migrate.migrate(empty))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(applied, key=len) == [(), names(MIGRATIONS)]


def test_the_direct_form_has_no_subquery(empty: str) -> None:
    """Citus refuses subqueries in policies; the other form says the same without one, and fences as well."""
    migrate.migrate(empty, policy_form="direct")
    with psycopg.connect(empty, autocommit=True) as connection:
        quals = connection.execute(
            "SELECT DISTINCT pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid) "
            "FROM pg_policy WHERE polname = 'tenant'"
        ).fetchall()
        direct = "(user_id = tieout.get_current_user_id())"
        assert quals == [(direct, direct)]
        connection.execute("SET ROLE tieout_owner")
        assert connection.execute("SELECT tieout.find_tables_without_probe()").fetchall() == []


def test_all_value_types_can_be_seeded(empty: str) -> None:
    """seed_probe finds a value for every kind of column, and overrides win."""
    migrate.migrate(empty)
    with psycopg.connect(empty, autocommit=True) as connection:
        connection.execute("SET ROLE tieout_owner")
        connection.execute(ZOO)
        connection.execute("""SELECT tieout.seed_probe('retriever.zoo', '{"u": "EUR", "b": 41, "q": null}')""")
        connection.execute("""SELECT tieout.seed_probe('retriever.zoo', '{"u": "EUR"}')""")
        connection.execute("RESET ROLE")
        rows = connection.execute("SELECT id::text, b, t, s, u, l::text, j::text, q FROM retriever.zoo").fetchall()
    assert rows == [("00000000-0000-4000-8000-00000000000d", 41, 42, 7, "EUR", "calm", "[1,1,1,1]", None)] * 2


@pytest.fixture
def own_server() -> Iterator[EmbeddedServer]:
    """A server of its own, as stopping the shared one would stop other tests."""
    server = embedded.create_temporary()
    server.start()
    yield server
    server.stop()


def test_dsns_are_kept_private_and_stable(own_server: EmbeddedServer, tmp_path: Path) -> None:
    """A second start gives the same passwords; files and keys are their owner's alone."""
    first = migrate.provision(own_server, tmp_path)
    assert migrate.provision(own_server, tmp_path) == first
    assert set(first) == set(migrate.LOGIN_ROLES)
    assert json.loads((tmp_path / migrate.DSN_FILE).read_text(encoding="utf-8")).keys() == first.keys()
    for path in (tmp_path / migrate.DSN_FILE, *(tmp_path / "keys").iterdir()):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name
    assert stat.S_IMODE((tmp_path / "keys").stat().st_mode) == 0o700
    with psycopg.connect(first["tieout_memory"].reveal()) as connection:
        assert connection.execute("SELECT current_user").fetchone() == ("tieout_memory",)


def test_the_superuser_has_no_way_in_by_network(own_server: EmbeddedServer) -> None:
    """Not by TCP with any password, not by the socket under another name; and a login role not without its password."""
    with psycopg.connect(own_server.admin_dsn("postgres"), autocommit=True) as connection:
        connection.execute("ALTER ROLE postgres PASSWORD 'known'")
        connection.execute("CREATE ROLE app LOGIN PASSWORD 'right'")
    refused = [
        own_server.dsn("postgres", "known", "postgres"),
        own_server.dsn("app", "wrong", "postgres"),
        own_server.dsn("app", "", "postgres"),
        own_server.admin_dsn("postgres").replace("user=postgres", "user=app"),
    ]
    for dsn in refused:
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(dsn, connect_timeout=5)
    with psycopg.connect(own_server.dsn("app", "right", "postgres")) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_running_server_is_shared_and_a_killed_one_replaced(tmp_path: Path) -> None:
    """A second object on the same directory uses the first one's server; after a crash a start recovers, data and port
    included."""
    tmp_path.chmod(0o755)
    first, second = EmbeddedServer(tmp_path / "pg"), EmbeddedServer(tmp_path / "pg")
    first.start()
    try:
        with psycopg.connect(first.admin_dsn(), autocommit=True) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 1 AS x")
        second.start()
        assert second.admin_dsn() == first.admin_dsn()
        second.stop()
        with psycopg.connect(first.admin_dsn()) as connection:
            assert connection.execute("SELECT x FROM kept").fetchone() == (1,)
        first.kill()
        second.start()
        assert second.port == first.port
        with psycopg.connect(second.admin_dsn()) as connection:
            assert connection.execute("SELECT x FROM kept").fetchone() == (1,)
    finally:
        second.stop()
        first.stop()


def test_the_server_says_what_it_lacks(own_server: EmbeddedServer, caplog: pytest.LogCaptureFixture) -> None:
    """Each start warns, naming the missing fixes and the versions that have them."""
    with caplog.at_level("WARNING", logger=embedded.__name__):
        EmbeddedServer(own_server.log_file.parent, temporary=True).start()
    for word in ("development only", "CVE-2026-120154", "18.7"):
        assert word in caplog.text


def test_no_password_can_be_printed(pg_passwords: dict[str, Secret]) -> None:
    """What the fixtures and the stack hand around does not show in logs."""
    assert "***" in repr(pg_passwords)
    assert not any(password.reveal() in repr(pg_passwords) for password in pg_passwords.values())


def test_roles_take_the_passwords_of_their_services_dsns(fresh_pg: Copy) -> None:
    """A deployment has one place for a password: the DSN that the service reads."""
    migrate.set_passwords(fresh_pg.admin_dsn, {"tieout_graph": _with_password(fresh_pg, "graph", "new")})
    with psycopg.connect(_with_password(fresh_pg, "graph", "new")) as connection:
        assert connection.execute("SELECT current_user").fetchone() == ("tieout_graph",)
    migrate.set_passwords(fresh_pg.admin_dsn, {"tieout_graph": fresh_pg.dsn("graph").reveal()})


def test_a_dsn_of_another_role_sets_no_password(fresh_pg: Copy) -> None:
    """A service that was given its neighbour's DSN must not come up as it, and nobody's password changes by half."""
    wrong = {
        "tieout_graph": _with_password(fresh_pg, "graph", "new"),
        "tieout_memory": fresh_pg.dsn("graph").reveal(),
    }
    with pytest.raises(migrate.MigrationError, match="tieout_memory"):
        migrate.set_passwords(fresh_pg.admin_dsn, wrong)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(wrong["tieout_graph"])


def _with_password(copy: Copy, service: str, password: str) -> str:
    parts = psycopg.conninfo.conninfo_to_dict(copy.dsn(service).reveal())
    return psycopg.conninfo.make_conninfo("", **{**parts, "password": password})


def test_vectors_that_are_there_already_get_their_space(empty: str, tmp_path: Path) -> None:
    """A database that was used before: what the local model made stays, what is of a space that nobody registered is
    registered as given up, and what lies under another width than its space's is gone."""
    for file in MIGRATIONS.glob("00*.sql"):
        if file.name < "0075":
            (tmp_path / file.name).write_bytes(file.read_bytes())
    migrate.migrate(empty, directory=tmp_path)
    local, user = "minilm-l6-v2-384-mean-l2", "a1000000-0000-4000-8000-000000000001"
    with psycopg.connect(empty, autocommit=True) as connection:
        # The passages behind them are not needed.
        connection.execute("SET session_replication_role = replica")
        for width in (384, 512):
            for space in (local, "of-before"):
                connection.execute(
                    f"INSERT INTO retriever.vector_{width} (user_id, space_id, passage_id, embedding)"
                    " SELECT %s, %s, number, %s::halfvec FROM generate_series(1, 3) AS number",
                    (user, space, str([1.0] * width)),
                )
    migrate.migrate(empty)
    with psycopg.connect(empty, autocommit=True) as connection:
        for width, spaces in ((384, {local: 3, "of-before": 3}), (512, {})):
            query = f"SELECT space_id, count(*) FROM retriever.vector_{width} WHERE user_id = %s GROUP BY 1"
            assert dict(connection.execute(query, (user,)).fetchall()) == spaces
        registry = "SELECT space_id, width, retired_at IS NULL FROM embedder.space WHERE model <> 'probe' ORDER BY 1"
        assert connection.execute(registry).fetchall() == [(local, 384, True), ("of-before", 384, False)]
        forced = (
            "SELECT bool_and(relforcerowsecurity) FROM pg_class WHERE relname ~ '^vector_[0-9]+$' AND relkind = 'r'"
        )
        assert connection.execute(forced).fetchone() == (True,)
