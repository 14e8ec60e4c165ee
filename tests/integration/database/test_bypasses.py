"""Ways around row-level security that people have found (design: one test a line), tried as a service's role."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from services.common.identity import Identity
from tests.fixtures.pg import Copy
from tests.integration.database.conftest import NOTE_A, NOTE_B, NOTE_OF_NOBODY, Session

pytestmark = pytest.mark.usefixtures("notes")

Admin = psycopg.Connection[Any]


def test_a_select_without_a_predicate_sees_own_rows_only(session: Session, identity_a: Identity) -> None:
    """The policy hides, not the query."""
    with session("retriever", identity_a) as connection:
        assert connection.execute("SELECT title FROM retriever.note").fetchall() == [("mine",)]


def test_writes_reach_own_rows_only(session: Session, identity_a: Identity) -> None:
    """Updates and deletes that name another's row, or none, change nothing of it."""
    with session("retriever", identity_a) as connection:
        assert connection.execute("UPDATE retriever.note SET title = 'x' WHERE note_id = %s", (NOTE_B,)).rowcount == 0
        assert connection.execute("DELETE FROM retriever.note").rowcount == 1


def test_a_row_cannot_be_written_for_or_given_to_somebody_else(
    session: Session, identity_a: Identity, identity_b: Identity
) -> None:
    """INSERT and UPDATE with another user's id break the policy's check."""
    for statement in (
        "INSERT INTO retriever.note (user_id, title) VALUES (%s, 'planted')",
        "UPDATE retriever.note SET user_id = %s",
    ):
        with session("retriever", identity_a) as connection:
            with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
                connection.execute(statement, (identity_b.user_id,))
            connection.execute("ROLLBACK")


def test_the_owner_is_fenced_too(pg: Copy, identity_a: Identity) -> None:
    """FORCE binds the owner of the table, as the migrator acts."""
    with psycopg.connect(pg.dsn("migrator").reveal(), autocommit=True) as connection:
        connection.execute("SET ROLE tieout_owner")
        with pytest.raises(psycopg.errors.InvalidAuthorizationSpecification):
            connection.execute("SELECT * FROM retriever.note")
        with connection.transaction():
            connection.execute("SELECT set_config('tieout.identity', %s, true)", (identity_a.tdb.reveal(),))
            assert connection.execute("SELECT title FROM retriever.note").fetchall() == [("mine",)]


def test_row_security_off_is_an_error(session: Session, identity_a: Identity) -> None:
    """Switching row security off makes a query fail; it opens nothing."""
    with session("retriever", identity_a) as connection:
        connection.execute("SET LOCAL row_security = off")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("SELECT * FROM retriever.note")
        connection.execute("ROLLBACK")


def test_an_invoker_view_filters_and_a_plain_view_cannot_be_made(
    admin: Admin, session: Session, identity_a: Identity
) -> None:
    """A view with security_invoker shows own rows; a service cannot create views at all."""
    admin.execute("CREATE OR REPLACE VIEW retriever.note_view WITH (security_invoker = true) AS TABLE retriever.note")
    admin.execute("GRANT SELECT ON retriever.note_view TO tieout_retriever")
    with session("retriever", identity_a) as connection:
        assert connection.execute("SELECT title FROM retriever.note_view").fetchall() == [("mine",)]
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("CREATE VIEW retriever.hole AS TABLE retriever.note")
        connection.execute("ROLLBACK")


def test_partitions_are_fenced_and_not_granted(
    admin: Admin, session: Session, identity_a: Identity, identity_b: Identity
) -> None:
    """Policies do not cascade, so each partition carries its own; and only the parent is granted."""
    admin.execute("SET ROLE tieout_owner")
    admin.execute(
        "CREATE TABLE retriever.part (user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(), "
        "part_id int NOT NULL DEFAULT 0, PRIMARY KEY (user_id, part_id)) PARTITION BY HASH (user_id)"
    )
    admin.execute("CREATE TABLE retriever.part_0 PARTITION OF retriever.part FOR VALUES WITH (MODULUS 1, REMAINDER 0)")
    admin.execute("SELECT tieout.fence('retriever.part')")
    admin.execute("GRANT SELECT ON retriever.part TO tieout_retriever")
    admin.execute("SELECT tieout.seed_probe('retriever.part')")
    admin.execute("RESET ROLE")
    admin.execute("INSERT INTO retriever.part (user_id) VALUES (%s), (%s)", (identity_a.user_id, identity_b.user_id))
    with session("retriever", identity_a) as connection:
        assert connection.execute("SELECT user_id FROM retriever.part").fetchall() == [(identity_a.user_id,)]
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("SELECT * FROM retriever.part_0")
        connection.execute("ROLLBACK")
    admin.execute("GRANT SELECT ON ALL TABLES IN SCHEMA retriever TO tieout_retriever")
    with session("retriever", identity_a) as connection:
        assert connection.execute("SELECT user_id FROM retriever.part_0").fetchall() == [(identity_a.user_id,)]


def test_a_foreign_key_does_not_tell_hidden_from_missing(admin: Admin, session: Session, identity_a: Identity) -> None:
    """Referring to another's note fails in the same words as referring to none."""
    admin.execute(
        "SET ROLE tieout_owner;"
        "CREATE TABLE retriever.remark ("
        " user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(), note_id uuid NOT NULL,"
        " PRIMARY KEY (user_id, note_id), FOREIGN KEY (user_id, note_id) REFERENCES retriever.note);"
        "SELECT tieout.fence('retriever.remark'); GRANT SELECT, INSERT ON retriever.remark TO tieout_retriever;"
        "SELECT tieout.seed_probe('retriever.remark'); RESET ROLE"
    )
    texts = []
    for note_id in (NOTE_B, NOTE_OF_NOBODY):
        with session("retriever", identity_a) as connection:
            with pytest.raises(psycopg.errors.ForeignKeyViolation) as caught:
                connection.execute("INSERT INTO retriever.remark (note_id) VALUES (%s)", (note_id,))
            texts.append(str(caught.value).replace(note_id, "…"))
            connection.execute("ROLLBACK")
    assert texts[0] == texts[1]
    with session("retriever", identity_a) as connection:
        connection.execute("INSERT INTO retriever.remark (note_id) VALUES (%s)", (NOTE_A,))


def test_a_unique_key_does_not_tell_hidden_from_missing(session: Session, identity_a: Identity) -> None:
    """The id of another's note is as free for A as an unused one."""
    for note_id in (NOTE_B, NOTE_OF_NOBODY):
        with session("retriever", identity_a) as connection:
            inserted = connection.execute(
                "INSERT INTO retriever.note (note_id, title) VALUES (%s, 'x') ON CONFLICT DO NOTHING", (note_id,)
            )
            assert inserted.rowcount == 1


@pytest.mark.parametrize(
    "condition", ["note.title::integer = 1", "note.title LIKE 's%%'", "1 / (length(note.title) - 7) = 1"]
)
def test_on_conflict_evaluates_nothing_of_a_hidden_row(
    session: Session, identity_a: Identity, identity_b: Identity, condition: str
) -> None:
    """With the victim's key the policy fails first: same error whatever the condition, and no word of the row."""
    statement = (
        "INSERT INTO retriever.note (user_id, note_id, title) VALUES (%s, %s, 'x') "
        f"ON CONFLICT (user_id, note_id) DO UPDATE SET title = 'y' WHERE {condition}"
    )
    for note_id in (NOTE_B, NOTE_OF_NOBODY):
        with session("retriever", identity_a) as connection:
            with pytest.raises(psycopg.errors.InsufficientPrivilege) as caught:
                connection.execute(statement, (identity_b.user_id, note_id))
            assert "secret7" not in str(caught.value)
            connection.execute("ROLLBACK")


@pytest.mark.parametrize(
    "condition",
    ["8 / (length(title) - 7) <> 0", "CASE title WHEN 'secret7' THEN 1 / (length(title) - 7) ELSE 1 END = 1"],
)
def test_a_condition_that_could_leak_is_not_run_on_hidden_rows(
    session: Session, identity_a: Identity, condition: str
) -> None:
    """A filter that fails on B's row and not on A's never fails for A, as B's row is hidden before it."""
    with session("retriever", identity_a) as connection:
        assert connection.execute(f"SELECT title FROM retriever.note WHERE {condition}").fetchall() == [("mine",)]


def test_an_error_quotes_own_rows_only(session: Session, identity_a: Identity) -> None:
    """A cast that fails on every row names A's text to A, never B's."""
    with session("retriever", identity_a) as connection:
        with pytest.raises(psycopg.errors.InvalidTextRepresentation, match='"mine"'):
            connection.execute("SELECT title FROM retriever.note WHERE title::integer = 1")
        connection.execute("ROLLBACK")


def test_statistics_hide_values(admin: Admin, session: Session, identity_a: Identity) -> None:
    """pg_stats has nothing of a fenced table for a service."""
    admin.execute("ANALYZE retriever.note")
    with session("retriever", identity_a) as connection:
        assert connection.execute("SELECT * FROM pg_stats WHERE tablename = 'note'").fetchall() == []


def test_copy_out_is_filtered_and_copy_in_refused(session: Session, identity_a: Identity) -> None:
    """COPY TO gives own rows; COPY FROM does not work with row-level security and says so."""
    with session("retriever", identity_a) as connection:
        cursor = connection.cursor()
        with cursor.copy("COPY (SELECT title FROM retriever.note) TO STDOUT") as copy:
            assert b"".join(bytes(block) for block in copy) == b"mine\n"
        with cursor.copy("COPY retriever.note (title) TO STDOUT") as copy:
            assert b"".join(bytes(block) for block in copy) == b"mine\n"
        with (
            pytest.raises(psycopg.errors.FeatureNotSupported),
            cursor.copy("COPY retriever.note (title) FROM STDIN") as copy,
        ):
            copy.write(b"planted\n")
        connection.execute("ROLLBACK")


@pytest.mark.parametrize(
    "statement",
    [
        "TRUNCATE retriever.note",
        "CREATE TEMP TABLE t (x int)",
        "CREATE FUNCTION pg_temp.f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "CREATE TABLE public.t (x int)",
        "CREATE TABLE retriever.t (x int)",
        "CREATE FUNCTION retriever.f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "CREATE SCHEMA s",
        "CREATE EXTENSION pg_trgm",
        "ALTER TABLE retriever.note NO FORCE ROW LEVEL SECURITY",
        "ALTER TABLE retriever.note DISABLE ROW LEVEL SECURITY",
        "CREATE POLICY hole ON retriever.note USING (true)",
        "DROP POLICY tenant ON retriever.note",
        "CREATE INDEX ON retriever.note (title)",
        "CREATE STATISTICS s ON user_id, title FROM retriever.note",
        "SELECT lo_create(0)",
        "SELECT lo_from_bytea(0, 'x')",
        "SELECT lo_get(1)",
        "SELECT pg_notify('channel', 'payload')",
        "SELECT pg_terminate_backend(pg_backend_pid())",
        "SELECT pg_cancel_backend(pg_backend_pid())",
        "SELECT pg_read_file('postgresql.conf')",
        "SELECT pg_ls_dir('.')",
        "COPY retriever.note TO '/stolen'",
        "COPY retriever.note TO PROGRAM 'cat'",
        "CREATE ROLE r",
        "ALTER ROLE tieout_retriever BYPASSRLS",
        "SET session_authorization = postgres",
        "SET log_statement = 'all'",
        "SET session_replication_role = replica",
        "SELECT * FROM pg_authid",
        "DELETE FROM migration.content",
        "SELECT * FROM migration._yoyo_log",
    ],
)
def test_what_tenants_would_share_or_what_moves_the_fence_is_refused(
    session: Session, identity_a: Identity, statement: str
) -> None:
    """None of this is a service's to do: permission denied, each time."""
    with session("retriever", identity_a) as connection:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(statement)
        connection.execute("ROLLBACK")


def test_a_bound_token_is_not_seen_by_other_sessions(
    pg: Copy, session: Session, identity_a: Identity, identity_b: Identity
) -> None:
    """pg_stat_activity shows a role its own sessions' statements; the token is a parameter and not in them."""
    with session("retriever", identity_b), session("retriever", identity_a) as connection:
        seen = connection.execute("SELECT query FROM pg_stat_activity WHERE usename = current_user").fetchall()
        assert len(seen) >= 2
        assert not any("v1." in query for (query,) in seen)
    assert identity_b.tdb.reveal() not in pg.server.log_file.read_text(encoding="utf-8")


def test_the_log_holds_no_parameter_and_no_row(pg: Copy, session: Session, identity_a: Identity) -> None:
    """A statement that fails leaves neither its parameters nor the conflicting row in the server's log."""
    marker = "hush-5f1c"
    for params in ((NOTE_A, marker), ("no-uuid-" + marker, "x")):
        with session("retriever", identity_a) as connection:
            with pytest.raises(psycopg.Error):
                connection.execute("INSERT INTO retriever.note (note_id, title) VALUES (%s::text::uuid, %s)", params)
            connection.execute("ROLLBACK")
    log = pg.server.log_file.read_text(encoding="utf-8")
    assert "duplicate key" in log
    assert "(user_id, note_id)" not in log
    assert NOTE_A not in log


def test_cached_plans_keep_users_apart(pg: Copy, identity_a: Identity, identity_b: Identity) -> None:
    """One prepared statement with one generic plan, run by A and B in turn: each gets the own rows each time."""
    with psycopg.connect(pg.dsn("retriever").reveal(), autocommit=True) as connection:
        connection.execute("SET plan_cache_mode = force_generic_plan")
        connection.execute("PREPARE titles AS SELECT title FROM retriever.note")
        for identity, title in ((identity_a, "mine"), (identity_b, "secret7")) * 4:
            with connection.transaction():
                connection.execute("SELECT set_config('tieout.identity', %s, true)", (identity.tdb.reveal(),))
                assert connection.execute("EXECUTE titles").fetchall() == [(title,)]


def test_an_immutable_identity_would_leak(admin: Admin, pg: Copy, identity_a: Identity, identity_b: Identity) -> None:
    """Why the guard insists on STABLE: with IMMUTABLE, B gets A's row out of the cached plan."""
    function = "tieout.get_current_user_id()"
    admin.execute(f"ALTER FUNCTION {function} IMMUTABLE")
    try:
        with psycopg.connect(pg.dsn("retriever").reveal(), autocommit=True) as connection:
            connection.execute("SET plan_cache_mode = force_generic_plan")
            for number, identity in enumerate((identity_a, identity_b)):
                with connection.transaction():
                    connection.execute("SELECT set_config('tieout.identity', %s, true)", (identity.tdb.reveal(),))
                    if number == 0:
                        connection.execute("PREPARE titles AS SELECT title FROM retriever.note")
                    assert connection.execute("EXECUTE titles").fetchall() == [("mine",)]
    finally:
        admin.execute(f"ALTER FUNCTION {function} STABLE")


def test_granting_on_passes_nothing_on(admin: Admin, session: Session, identity_a: Identity) -> None:
    """A service may use its tables and cannot hand them to anybody."""
    query = "SELECT relacl::text FROM pg_class WHERE oid = 'retriever.note'::regclass"
    before = admin.execute(query).fetchone()
    with session("retriever", identity_a) as connection:
        connection.execute("GRANT SELECT ON retriever.note TO PUBLIC")
        connection.execute("COMMIT")
    assert admin.execute(query).fetchone() == before


def test_explicit_sequences_of_others_are_not_readable(admin: Admin) -> None:
    """A shared sequence tells how much everybody writes; no service can read one."""
    readable = admin.execute(
        "SELECT c.oid::regclass::text, r.rolname FROM pg_class c, pg_roles r WHERE c.relkind = 'S' "
        "AND r.rolname LIKE 'tieout%' AND r.rolcanlogin AND has_sequence_privilege(r.oid, c.oid, 'SELECT, USAGE')"
    ).fetchall()
    assert readable == []
