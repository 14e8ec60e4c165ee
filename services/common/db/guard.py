"""What a service proves before it serves: that its role cannot see past the fence, and that the fence stands.

`check` raises `UnsafeDatabase` with every reason it found. A setting that looks right proves little, so it also probes:
without a token, with forged ones, and as probe tenant A in every table that the role can read.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from uuid import UUID

from psycopg import sql

from services.common.db.embedded import WARNING as EMBEDDED_WARNING
from services.common.db.history import read_history
from services.common.db.tenant import Database, Row, UnsafeDatabase
from services.common.errors import TieoutError, Unauthenticated
from services.common.identity import Identity
from services.common.types import Secret, UserId

logger = logging.getLogger(__name__)

# The first release of each major version with the fixes of November 2026 (CVE-2026-120154, CVE-2026-6460).
SERVER_FLOORS: Mapping[int, int] = {15: 150020, 16: 160016, 17: 170012, 18: 180007}
# pgvector 0.8.2 to 0.8.4: leaks in parallel builds, corrupt HNSW graphs after vacuum.
VECTOR_FLOOR = (0, 8, 4)

_ROLE = """
SELECT CASE WHEN r.rolsuper THEN 'a superuser' WHEN r.rolbypassrls THEN 'may bypass row-level security'
            WHEN r.rolcreaterole THEN 'may create roles' WHEN r.rolreplication THEN 'may replicate'
       END AS fault
FROM pg_roles r WHERE r.rolname IN (current_user, session_user)
UNION ALL
SELECT format('a member of %s', m.roleid::regrole) FROM pg_auth_members m WHERE m.member = current_user::regrole
UNION ALL
SELECT format('the owner of %s', c.oid::regclass) FROM pg_class c WHERE c.relowner = current_user::regrole
UNION ALL
SELECT format('the owner of function %s', p.oid::regprocedure) FROM pg_proc p WHERE p.proowner = current_user::regrole
UNION ALL
SELECT format('the owner of schema %s', n.nspname) FROM pg_namespace n WHERE n.nspowner = current_user::regrole
UNION ALL
SELECT format('allowed to create in schema %s', n.nspname) FROM pg_namespace n
WHERE n.nspname !~ '^pg_(toast_)?temp' AND has_schema_privilege(n.oid, 'CREATE')
UNION ALL
SELECT format('allowed to %s in database %s', privilege, current_database())
FROM unnest(ARRAY['TEMPORARY', 'CREATE']) AS privilege WHERE has_database_privilege(current_database(), privilege)
"""

# Everything of ours that the role can touch in any way; what an extension brought is not ours.
_REACHABLE = """
SELECT format('%I.%I', n.nspname, c.relname) AS name, n.nspname AS schema, c.relname AS relation,
       c.relkind::text AS kind,
       c.relrowsecurity AND c.relforcerowsecurity AS fenced,
       coalesce('security_invoker=true' = ANY (c.reloptions), false) AS invoker,
       EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'user_id' AND NOT a.attisdropped
               AND has_column_privilege(c.oid, a.attnum, 'SELECT')) AS readable_by_user,
       ARRAY(SELECT privilege FROM unnest(ARRAY['TRUNCATE', 'REFERENCES', 'TRIGGER']) AS privilege
             WHERE has_table_privilege(c.oid, privilege)) AS excessive,
       EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polpermissive
               AND p.polroles && ARRAY[0::oid, current_user::regrole::oid]
               AND (strpos(coalesce(pg_get_expr(p.polqual, c.oid), ''), 'tieout.get_current_user_id()') = 0
                    OR strpos(coalesce(pg_get_expr(p.polwithcheck, c.oid), ''), 'tieout.get_current_user_id()') = 0)
       ) AS holed,
       EXISTS (SELECT FROM tieout.unfenced_table u WHERE u.name = format('%I.%I', n.nspname, c.relname)) AS exempt
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
  AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_toast'
  AND (has_table_privilege(c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
       OR has_any_column_privilege(c.oid, 'SELECT, INSERT, UPDATE, REFERENCES'))
  AND NOT EXISTS (SELECT FROM pg_depend d
                  WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
ORDER BY 1
"""

_FUNCTION = """
SELECT p.provolatile = 's' AND p.prosecdef AND p.proowner <> current_user::regrole AS sound
FROM pg_proc p WHERE p.oid = 'tieout.get_current_user_id()'::regprocedure
"""

_VERSIONS = """
SELECT current_setting('server_version_num')::integer AS server,
       coalesce(current_setting('tieout.embedded', true), '') = 'on' AS embedded,
       (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector
"""

_SHARED_FUNCTIONS = """
SELECT p.oid::regprocedure::text AS name FROM pg_proc p
WHERE p.pronamespace = 'pg_catalog'::regnamespace
  AND (p.proname LIKE 'lo\\_%' OR p.proname IN ('loread', 'lowrite', 'pg_notify'))
  AND has_function_privilege(p.oid, 'EXECUTE')
"""

_WHO = "SELECT tieout.get_current_user_id()"


async def check(database: Database) -> tuple[str, ...]:
    """Return what an operator should know, logged as warnings; raise `UnsafeDatabase` for what must not be served.

    Runs once at start, in about a dozen statements of the service's own role.
    """
    # In steps, as what comes later needs what comes before: a role without rights here cannot even be probed.
    _refuse([f"this role is {row['fault']}" for row in await database.fetch_without_user(_ROLE) if row["fault"]])
    faults, warnings = judge_versions((await database.fetch_without_user(_VERSIONS))[0])
    faults += await _find_missing_migrations(database)
    reachable = await database.fetch_without_user(_REACHABLE)
    for table in reachable:
        faults += _judge_table(table)
    if [row["sound"] for row in await database.fetch_without_user(_FUNCTION)] != [True]:
        faults.append("tieout.get_current_user_id() is not STABLE SECURITY DEFINER of another owner")
    _refuse(faults)
    _refuse(await _probe(database, [table for table in reachable if table["fenced"] and table["readable_by_user"]]))
    if shared := [row["name"] for row in await database.fetch_without_user(_SHARED_FUNCTIONS)]:
        warnings.append(f"functions that tenants share could not be revoked here: {', '.join(shared)}")
    for warning in warnings:
        logger.warning(warning)
    return tuple(warnings)


def _refuse(faults: list[str]) -> None:
    if faults:
        raise UnsafeDatabase("; ".join(faults))


def judge_versions(row: Row) -> tuple[list[str], list[str]]:
    """Faults and warnings of the versions in `row`: `server` (as server_version_num), `embedded`, `vector`."""
    faults: list[str] = []
    warnings: list[str] = []
    server: int = row["server"]
    major, minor = divmod(server, 10000)
    floor = SERVER_FLOORS.get(major, 0 if major > max(SERVER_FLOORS) else max(SERVER_FLOORS.values()))
    if row["embedded"]:
        warnings.append(EMBEDDED_WARNING)
    elif server < floor:
        known = ", ".join(f"{of_major}.{number % 10000}" for of_major, number in sorted(SERVER_FLOORS.items()))
        faults.append(f"PostgreSQL {major}.{minor} lacks security fixes; it must be {known}, or newer")
    vector = str(row["vector"] or "0")
    if tuple(int(part) for part in vector.split(".")) < VECTOR_FLOOR:
        faults.append(f"pgvector {vector} is older than {'.'.join(map(str, VECTOR_FLOOR))}")
    return faults, warnings


async def _find_missing_migrations(database: Database) -> list[str]:
    """A newer schema than ours is fine, so that a database can be migrated before its services are replaced."""
    applied = {row["name"] for row in await database.fetch_without_user("SELECT name FROM migration.content")}
    missing = [migration.name for migration in read_history() if migration.name not in applied]
    return [f"the database lacks {', '.join(missing)}; run the migrations"] if missing else []


def _judge_table(table: Row) -> list[str]:
    name: str = table["name"]
    faults = []
    match table["kind"]:
        case "v" if not table["invoker"]:
            faults.append(f"view {name} reads with its owner's rights (no security_invoker)")
        case "m":
            faults.append(f"materialised view {name} holds rows of all users")
        case "f":
            faults.append(f"foreign table {name} is outside the fence")
        case "r" | "p" if not table["fenced"] and not table["exempt"]:
            faults.append(f"table {name} lacks forced row-level security")
    if table["holed"]:
        faults.append(f"a policy of {name} does not ask who the user is")
    if table["excessive"]:
        faults.append(f"this role may {', '.join(table['excessive'])} {name}")
    return faults


async def _probe(database: Database, tables: list[Row]) -> list[str]:
    rows = await database.fetch_without_user("SELECT user_id, token FROM tieout.probe")
    if len(rows) != 1:
        return ["the probe tenant's token is missing; run the migrations"]
    user_id, token = UserId(rows[0]["user_id"]), str(rows[0]["token"])
    faults = []
    for what, forged in _forgeries(user_id, token).items():
        try:
            if forged:
                await database.fetch(Identity(user_id, Secret(forged)), _WHO)
            else:  # `fetch` itself would refuse, and the question is what the database does.
                await database.fetch_without_user(_WHO)
            faults.append(f"the database accepts {what}")
        except Unauthenticated:
            pass
        except TieoutError as error:
            faults.append(f"the database does not refuse {what} but fails with {error.reason_name}")
    if not tables:
        return faults
    probe = Identity(user_id, Secret(token))
    for row in await database.fetch(probe, _probe_query(tables), [user_id, user_id] * len(tables)):
        if row["own"] == 0:
            faults.append(f"probe tenant A does not see its own row in {row['name']}")
        if row["other"] > 0:
            faults.append(f"probe tenant A sees rows of other users in {row['name']}")
    return faults


def _probe_query(tables: list[Row]) -> sql.Composed:
    """Counts per table, on purpose without a predicate of the query's own: the policy alone has to hide."""
    return sql.SQL(" UNION ALL ").join(
        sql.SQL(
            "SELECT {name} AS name, count(*) FILTER (WHERE user_id = %s) AS own, "
            "count(*) FILTER (WHERE user_id <> %s) AS other FROM {table}"
        ).format(name=sql.Literal(table["name"]), table=sql.Identifier(table["schema"], table["relation"]))
        for table in tables
    )


def _forgeries(user_id: UUID, token: str) -> dict[str, str]:
    """Tokens that must be refused, each one change away from a good one."""
    other = UUID(int=user_id.int ^ 1)
    last = "0" if token[-1] != "0" else "1"
    version, kid, subject, expires, mac = token.split(".")
    return {
        "a call without a token": "",
        "a token with a wrong signature": token[:-1] + last,
        "a token of another user": token.replace(str(user_id), str(other)),
        "an expired token": ".".join((version, kid, subject, "1", mac)),
        "a token of an unknown key": ".".join((version, "899999999", subject, expires, mac)),
        "text that is no token": "x",
    }
