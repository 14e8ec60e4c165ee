"""The whole migrated schema, every service's tables included, read from the catalogue: no exception goes unnamed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from psycopg import sql

from services.common.db import migrate
from services.common.identity import Identity
from services.common.types import UserId
from services.embedder.adapters.local_model import LOCAL_SPACE
from tests.fixtures.pg import Copy
from tests.integration.database.conftest import open_session

Admin = psycopg.Connection[Any]

# Tables without a user, or with rules of their own. Adding one is a decision: say why in its migration.
UNFENCED = {"embedder.space", "migration.content", "tieout.key", "tieout.probe", "tieout.unfenced_table"}
QUEUE = {"tieout.job"}  # Fenced for services; its functions see across users.
# Of no user, and what vectors refer to: who keeps vectors may read which spaces there are.
REGISTRY = ("embedder", "space")
SERVICES = tuple(role for role in migrate.LOGIN_ROLES if role != "tieout_migrator")
OURS = "n.nspname = ANY (ARRAY['tieout', 'embedder', 'retriever', 'graph', 'memory', 'answerer'])"


def offenders(admin: Admin, query: str, *params: Any) -> list[Any]:
    """First column of each row of a query that should find nothing."""
    return [row[0] for row in admin.execute(query, params or None).fetchall()]


def test_every_table_is_fenced_but_a_named_few(admin: Admin) -> None:
    """ENABLE and FORCE on every table and partition of ours; what is not, is on the list with its reason."""
    unfenced = offenders(
        admin,
        f"SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
        f"WHERE {OURS} AND c.relkind IN ('r', 'p') AND NOT (c.relrowsecurity AND c.relforcerowsecurity)",
    )
    listed = offenders(admin, "SELECT name FROM tieout.unfenced_table WHERE reason <> ''")
    assert set(unfenced) == UNFENCED - {"migration.content"}
    assert set(listed) == UNFENCED | QUEUE


def test_every_fenced_table_has_the_one_policy(admin: Admin) -> None:
    """USING and WITH CHECK of each policy are the template's; only the queue has a second one, for its owner."""
    policies = admin.execute(
        "SELECT format('%I.%I', n.nspname, c.relname), p.polname, p.polcmd::text, p.polroles::regrole[]::text, "
        "pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid) "
        "FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid JOIN pg_namespace n ON n.oid = c.relnamespace"
    ).fetchall()
    template = "(user_id = ( SELECT tieout.get_current_user_id() AS get_current_user_id))"
    for table, name, command, roles, using, check in policies:
        if (table, name) == ("tieout.job", "queue"):
            assert roles == "{tieout_queue}"
        else:
            assert (name, command, roles, using, check) == ("tenant", "*", "{-}", template, template), table
    fenced = offenders(
        admin, "SELECT format('%I.%I', relnamespace::regnamespace, relname) FROM pg_class WHERE relforcerowsecurity"
    )
    assert sorted(fenced) == sorted(table for table, name, *_ in policies if name == "tenant")


def test_user_id_leads_every_key(admin: Admin) -> None:
    """Every index, unique or not, and every foreign key of a fenced table starts with user_id."""
    found = offenders(
        admin,
        "SELECT key FROM pg_class c, LATERAL tieout.find_keys_without_user(c.oid) AS key WHERE c.relforcerowsecurity",
    )
    assert found == ["tieout.job_due"]  # The queue's own, for leasing across users.


def test_a_vector_belongs_to_a_registered_space_of_its_width(admin: Admin) -> None:
    """By schema: each table's rows refer to the registry by id and width, and the width is the table's own."""
    found = admin.execute(
        "SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE contype = 'f' AND confrelid = 'embedder.space'::regclass AND convalidated ORDER BY 1"
    ).fetchall()
    whole = "FOREIGN KEY (space_id, width) REFERENCES embedder.space(space_id, width)"
    widths = ("1024", "384", "512", "768")
    assert [one for one in found if one[1] == whole] == [(f"retriever.vector_{width}", whole) for width in widths]
    for width in widths:
        with pytest.raises(psycopg.errors.CheckViolation), admin.transaction():
            admin.execute(
                sql.SQL("UPDATE {} SET width = width + 1").format(sql.Identifier("retriever", f"vector_{width}"))
            )


def test_the_local_space_is_registered_as_the_services_know_it(admin: Admin) -> None:
    row = admin.execute(
        "SELECT space_id, model, revision, width, pooling, normalised, canary, retired_at FROM embedder.space"
        " WHERE space_id = %s",
        (LOCAL_SPACE.space_id,),
    ).fetchone()
    assert row == (*dataclasses.astuple(LOCAL_SPACE), None, None)


def test_user_id_defaults_to_whoever_asks(admin: Admin) -> None:
    """A write that does not name its user belongs to the caller."""
    assert not offenders(
        admin,
        "SELECT c.oid::regclass::text FROM pg_class c "
        "LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'user_id' "
        "LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum "
        "WHERE c.relforcerowsecurity AND (a.attnotnull IS NOT TRUE "
        "OR pg_get_expr(d.adbin, c.oid) IS DISTINCT FROM 'tieout.get_current_user_id()')",
    )


def test_nothing_is_owned_by_who_logs_in(admin: Admin) -> None:
    """Login roles own no relation, function, type or schema, and are members of nothing but the migrator's owner."""
    for catalogue, owner in (
        ("pg_class", "relowner"),
        ("pg_proc", "proowner"),
        ("pg_type", "typowner"),
        ("pg_namespace", "nspowner"),
    ):
        query = f"SELECT oid FROM {catalogue} WHERE {owner} IN (SELECT oid FROM pg_roles WHERE rolname = ANY (%s))"
        assert not offenders(admin, query, list(migrate.LOGIN_ROLES))
    members = admin.execute(
        "SELECT m.member::regrole::text, m.roleid::regrole::text, m.inherit_option FROM pg_auth_members m "
        "WHERE m.member::regrole::text LIKE 'tieout%'"
    ).fetchall()
    assert members == [("tieout_migrator", "tieout_owner", False)]


def test_no_role_of_ours_is_above_the_fence(admin: Admin) -> None:
    """NOSUPERUSER, NOBYPASSRLS, NOCREATEROLE, NOCREATEDB, NOREPLICATION; owners cannot log in."""
    assert not offenders(
        admin,
        "SELECT rolname FROM pg_roles WHERE rolname LIKE 'tieout%' "
        "AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication)",
    )
    loginless = offenders(
        admin, "SELECT rolname FROM pg_roles WHERE rolname LIKE 'tieout%' AND NOT rolcanlogin ORDER BY 1"
    )
    assert loginless == ["tieout_keys", "tieout_owner", "tieout_queue"]


def test_views_read_with_the_callers_rights(admin: Admin) -> None:
    """No materialised view, no foreign table, and security_invoker on every view of ours."""
    assert not offenders(
        admin,
        f"SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE {OURS} "
        "AND (c.relkind IN ('m', 'f') "
        "OR c.relkind = 'v' AND NOT coalesce('security_invoker=true' = ANY (c.reloptions), false))",
    )


def test_definer_functions_belong_to_two_roles_and_fix_their_path(admin: Admin) -> None:
    """SECURITY DEFINER only for the keys' and the queue's owner, each with a search_path of its own."""
    rows = admin.execute(
        f"SELECT p.oid::regprocedure::text, p.proowner::regrole::text, p.proconfig FROM pg_proc p "
        f"JOIN pg_namespace n ON n.oid = p.pronamespace WHERE {OURS} AND p.prosecdef"
    ).fetchall()
    assert rows
    for name, owner, settings in rows:
        assert owner in ("tieout_keys", "tieout_queue"), name
        assert settings == ["search_path=pg_catalog, pg_temp"], name


def test_functions_are_granted_by_name(admin: Admin) -> None:
    """Nothing of ours is executable by PUBLIC."""
    assert not offenders(
        admin,
        f"SELECT p.oid::regprocedure::text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE {OURS} "
        "AND (p.proacl IS NULL OR EXISTS (SELECT FROM aclexplode(p.proacl) a WHERE a.grantee = 0))",
    )


def test_tables_are_granted_to_their_service_and_for_rows_only(admin: Admin) -> None:
    """A service reaches its own schema and the shared one, the worker what its jobs write; PUBLIC nothing.

    Nobody has TRUNCATE, REFERENCES or TRIGGER.
    """
    grants = admin.execute(
        "SELECT n.nspname, c.relname, a.grantee::regrole::text, a.privilege_type, a.grantee = c.relowner "
        "FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace, LATERAL aclexplode(c.relacl) a "
        f"WHERE {OURS} AND c.relkind IN ('r', 'p', 'v')"
    ).fetchall()
    assert grants
    for schema, table, grantee, privilege, is_owner in grants:
        if is_owner:
            continue
        assert privilege in ("SELECT", "INSERT", "UPDATE", "DELETE"), f"{grantee} may {privilege} {schema}.{table}"
        reads_registry = ((schema, table), grantee, privilege) == (REGISTRY, "tieout_retriever", "SELECT")
        assert schema == "tieout" or grantee in (f"tieout_{schema}", "tieout_worker") or reads_registry, (
            f"{grantee} reaches {schema}.{table}"
        )
        assert grantee != "-", f"PUBLIC reaches {schema}.{table}"


def test_partitions_are_not_granted(admin: Admin) -> None:
    """Grants stand on parents only."""
    assert not offenders(
        admin,
        "SELECT c.oid::regclass::text FROM pg_class c, LATERAL aclexplode(c.relacl) a "
        "WHERE c.relispartition AND a.grantee <> c.relowner",
    )


def test_every_fenced_table_has_probe_rows(admin: Admin) -> None:
    """A probe of an empty table would prove nothing, so migrations seed both tenants in each."""
    with admin.transaction():
        assert not offenders(admin, "SELECT tieout.find_tables_without_probe()")


def test_the_database_is_closed_to_public(admin: Admin) -> None:
    """Neither CONNECT nor TEMP for PUBLIC; no CREATE for anybody of ours."""
    assert not offenders(
        admin,
        "SELECT a.privilege_type FROM pg_database d, LATERAL aclexplode(d.datacl) a "
        "WHERE d.datname = current_database() AND a.grantee = 0",
    )
    assert not offenders(
        admin,
        "SELECT rolname FROM pg_roles WHERE rolname = ANY (%s) "
        "AND (has_database_privilege(oid, current_database(), 'CREATE') "
        "OR has_database_privilege(oid, current_database(), 'TEMPORARY'))",
        list(migrate.LOGIN_ROLES),
    )


def test_case_folds_beyond_ascii(admin: Admin) -> None:
    """The database's locale knows accents and Cyrillic, on every platform alike."""
    row = admin.execute(
        "SELECT lower('ÉCOLE МИР'), datlocprovider::text, datlocale FROM pg_database WHERE datname = current_database()"
    ).fetchone()
    assert row == ("école мир", "b", "C.UTF-8")


def test_promise_4_nobody_sees_anothers_rows(
    pg: Copy, admin: Admin, make_identity: Callable[[UserId], Identity], identity_a: Identity, identity_b: Identity
) -> None:
    """In every fenced table, for every role that can read it: another user's rows cannot be seen, changed or added to.

    The rows are the probe tenants'; a user that has none sees none, and without a token nothing is answered.
    """
    tables = admin.execute(
        "SELECT relnamespace::regnamespace::text, relname FROM pg_class WHERE relforcerowsecurity ORDER BY 1, 2"
    ).fetchall()
    assert len(tables) >= 4
    judged = 0
    for schema, table in tables:
        name = sql.Identifier(schema, table)
        behind = admin.execute(sql.SQL("SELECT count(*) FROM {}").format(name)).fetchone()
        assert behind is not None
        assert behind[0] >= 2, f"{schema}.{table} has no rows to hide"
        for role in SERVICES:
            may = {
                privilege
                for privilege in ("SELECT", "INSERT", "UPDATE", "DELETE")
                if admin.execute(
                    "SELECT has_table_privilege(%s, %s, %s)", (role, f"{schema}.{table}", privilege)
                ).fetchone()
                == (True,)
            }
            if not may:
                continue
            judged += 1
            if "SELECT" in may:
                with open_session(pg, role, None) as connection:
                    with pytest.raises(psycopg.errors.InvalidAuthorizationSpecification):
                        connection.execute(sql.SQL("SELECT * FROM {}").format(name))
                    connection.execute("ROLLBACK")
            with open_session(pg, role, identity_a) as connection:
                if "SELECT" in may:
                    assert connection.execute(sql.SQL("SELECT * FROM {}").format(name)).fetchall() == []
                if "UPDATE" in may:
                    assert connection.execute(sql.SQL("UPDATE {} SET user_id = user_id").format(name)).rowcount == 0
                if "DELETE" in may:
                    assert connection.execute(sql.SQL("DELETE FROM {}").format(name)).rowcount == 0
                if "INSERT" in may:
                    with pytest.raises(
                        (psycopg.errors.InsufficientPrivilege, psycopg.errors.NotNullViolation)
                    ) as caught:
                        connection.execute(
                            sql.SQL("INSERT INTO {} (user_id) VALUES (%s)").format(name), (identity_b.user_id,)
                        )
                    if isinstance(caught.value, psycopg.errors.InsufficientPrivilege):
                        assert "row-level security" in str(caught.value)
                    connection.execute("ROLLBACK")
        after = admin.execute(sql.SQL("SELECT count(*) FROM {}").format(name)).fetchone()
        assert after == behind
    assert judged >= len(tables)
