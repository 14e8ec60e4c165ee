"""Bring a database to the newest schema: plain SQL files, one linear history, each applied whole or not at all.

`migrate` is run once by an administrator, who alone can make roles and extensions, and later by `tieout_migrator`.
`provision` does what an embedded stack needs on top: passwords, keys and DSNs in the state directory.
"""

from __future__ import annotations

import contextlib
import io
import json
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import psycopg
from psycopg import sql
from yoyo import read_migrations
from yoyo.backends.core.postgresql import PostgresqlPsycopgBackend
from yoyo.connections import DatabaseURI

from services.common import tokens
from services.common.db.embedded import DATABASE, EmbeddedServer
from services.common.db.history import MIGRATIONS, Migration, read_history
from services.common.types import Secret

LOGIN_ROLES = (
    "tieout_migrator",
    "tieout_embedder",
    "tieout_retriever",
    "tieout_graph",
    "tieout_memory",
    "tieout_answerer",
    "tieout_worker",
)
SCHEMAS = ("tieout", "embedder", "retriever", "graph", "memory", "answerer")
# A migration whose name says so needs rights that tieout_migrator lacks.
ADMINISTRATOR = "_admin_"
DSN_FILE = "database.json"

PolicyForm = Literal["initplan", "direct"]


class MigrationError(Exception):
    """The history on disk and the one in the database do not fit, or the caller may not go on."""


def migrate(admin_dsn: str, *, policy_form: PolicyForm = "initplan", directory: Path = MIGRATIONS) -> tuple[str, ...]:
    """Apply what is missing and return the names of it. Safe to call from several processes at once.

    `policy_form` is "direct" where Citus will distribute the tables. A file that changed after it was applied, or that
    comes before an applied one, raises `MigrationError`: history only grows at its end.
    """
    files = read_history(directory)
    with psycopg.connect(admin_dsn, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(hashtext('tieout.migrate'))")
        _prepare(connection)
        connection.execute("SET ROLE tieout_owner")
        applied: dict[str, str] = dict(connection.execute("SELECT name, sha256 FROM migration.content").fetchall())
        missing = _find_missing(files, applied)
        if any(ADMINISTRATOR in file.name for file in missing):
            _require_administrator(connection)
        if missing:
            _apply(admin_dsn, directory, missing, policy_form)
        if _is_superuser(connection):
            connection.execute("RESET ROLE; SELECT tieout.restrict_database(); SET ROLE tieout_owner")
        unproven = [row[0] for row in connection.execute("SELECT tieout.find_tables_without_probe()").fetchall()]
    if unproven:
        raise MigrationError(f"no probe rows (call tieout.seed_probe in the migration): {', '.join(sorted(unproven))}")
    return tuple(file.name for file in missing)


def add_key(admin_dsn: str, key: tokens.TdbKey) -> None:
    """Let the database accept tokens signed with this key. Adding the same key again changes nothing."""
    with as_owner(admin_dsn) as connection:
        connection.execute("SELECT tieout.add_key(%s, %s)", (key.kid, key.secret))


def retire_key(admin_dsn: str, kid: int, delay_seconds: int = 0) -> None:
    """Refuse tokens of this key from `delay_seconds` on (give the lifetime of a token, so that none is cut short)."""
    with as_owner(admin_dsn) as connection:
        connection.execute("SELECT tieout.retire_key(%s, now() + make_interval(secs => %s))", (kid, delay_seconds))


def set_password(admin_dsn: str, role: str, password: Secret) -> None:
    """Give a LOGIN role its password. The server sees the scram verifier, so no log or statement holds the password."""
    with psycopg.connect(admin_dsn, autocommit=True) as connection:
        verifier = connection.pgconn.encrypt_password(password.reveal().encode(), role.encode(), b"scram-sha-256")
        connection.execute(
            sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(role), sql.Literal(verifier.decode()))
        )


def set_passwords(admin_dsn: str, dsns: Mapping[str, str]) -> None:
    """Give each LOGIN role the password that its service's DSN holds. `dsns`: by role name.

    Raises `MigrationError`, before any is set, for a DSN of another role or without a password.
    """
    passwords = {}
    for role, dsn in dsns.items():
        parts = psycopg.conninfo.conninfo_to_dict(dsn)
        if parts.get("user") != role or not parts.get("password"):
            raise MigrationError(f"the DSN given for {role} is not of that role with a password")
        passwords[role] = Secret(str(parts["password"]))
    for role, password in passwords.items():
        set_password(admin_dsn, role, password)


def provision(server: EmbeddedServer, state: Path, *, database: str = DATABASE) -> dict[str, Secret]:
    """Migrate a database of an embedded server and return the DSN of each LOGIN role, by role name.

    Passwords and keys are made on first use and kept in `state` (`database.json`, `keys/`), readable by its owner only.
    """
    keys = tokens.create_keys(state)
    admin_dsn = server.admin_dsn(database)
    server.create_database(database)
    migrate(admin_dsn)
    add_key(admin_dsn, keys)
    path = state / DSN_FILE
    known: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    passwords = {role: _password(known.get(role)) for role in LOGIN_ROLES}
    for role, password in passwords.items():
        set_password(admin_dsn, role, password)
    dsns = {role: server.dsn(role, password.reveal(), database) for role, password in passwords.items()}
    if database == DATABASE:
        write_private(path, json.dumps(dsns, indent=1))
    return {role: Secret(dsn) for role, dsn in dsns.items()}


def write_private(path: Path, content: str) -> None:
    """Replace a file that only its owner can read; readers see the old content or the new."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    part.touch(mode=0o600, exist_ok=False)
    part.write_text(content)
    part.replace(path)


def _password(dsn: str | None) -> Secret:
    if dsn is None:
        return Secret(secrets.token_urlsafe(24))
    return Secret(str(psycopg.conninfo.conninfo_to_dict(dsn)["password"]))


def _prepare(connection: psycopg.Connection[Any]) -> None:
    """The owner of everything and the place of the history, which the first migration already needs."""
    if connection.execute("SELECT FROM pg_namespace WHERE nspname = 'migration'").fetchone() is not None:
        return
    _require_administrator(connection)
    if connection.execute("SELECT FROM pg_roles WHERE rolname = 'tieout_owner'").fetchone() is None:
        connection.execute("CREATE ROLE tieout_owner NOLOGIN NOINHERIT")
    if not _is_superuser(connection):
        connection.execute("GRANT tieout_owner TO CURRENT_USER")
    with connection.transaction():
        connection.execute("CREATE SCHEMA migration AUTHORIZATION tieout_owner")
        connection.execute("SET LOCAL ROLE tieout_owner")
        connection.execute("CREATE TABLE migration.content (name text PRIMARY KEY, sha256 text NOT NULL)")


def _find_missing(files: list[Migration], applied: Mapping[str, str]) -> list[Migration]:
    names = [file.name for file in files]
    if gone := sorted(applied.keys() - set(names)):
        raise MigrationError(f"the database has migrations that this version does not: {', '.join(gone)}")
    for file in files:
        if file.name in applied and applied[file.name] != file.digest:
            raise MigrationError(f"{file.name} was changed after it was applied; add a new migration instead")
    missing = [file for file in files if file.name not in applied]
    if missing and applied and missing[0].name < max(applied):
        raise MigrationError(f"{missing[0].name} comes before the applied {max(applied)}; give it a later number")
    return missing


def _apply(admin_dsn: str, directory: Path, missing: list[Migration], policy_form: PolicyForm) -> None:
    backend = PostgresqlPsycopgBackend(_uri(admin_dsn, policy_form), "_yoyo_migration")
    with backend:
        backend.init_database()
        backend.ensure_internal_schema_updated()
        by_name = {migration.id: migration for migration in read_migrations(str(directory))}
        for file in missing:
            migration = by_name[file.name]
            migration.load()
            # yoyo's own loop marks a migration in a transaction of its own and prints the rows of each SELECT.
            with backend.transaction(), contextlib.redirect_stdout(io.StringIO()):
                try:
                    for step in migration.steps:
                        step.apply(backend)
                except psycopg.Error as error:
                    raise MigrationError(f"{file.name}: {error}") from error
                backend.execute("SET LOCAL ROLE tieout_owner")
                backend.mark_one(migration, log=False)
                backend.execute(
                    "INSERT INTO migration.content (name, sha256) VALUES (:name, :sha256)",
                    {"name": file.name, "sha256": file.digest},
                )


def _uri(admin_dsn: str, policy_form: PolicyForm) -> DatabaseURI:
    """The administrator acting as the owner of everything, so that no table belongs to anybody else."""
    parts: dict[str, Any] = psycopg.conninfo.conninfo_to_dict(admin_dsn)
    given = parts.get("options", "")
    parts["options"] = (
        f"{given} -c role=tieout_owner -c search_path=migration,public -c tieout.policy_form={policy_form}".strip()
    )
    database = parts.pop("dbname", None)
    return DatabaseURI("postgresql+psycopg", None, None, None, None, database, parts)


def _is_superuser(connection: psycopg.Connection[Any]) -> bool:
    row = connection.execute("SELECT rolsuper FROM pg_roles WHERE rolname = session_user").fetchone()
    return row == (True,)


def _require_administrator(connection: psycopg.Connection[Any]) -> None:
    row = connection.execute("SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = session_user").fetchone()
    if row != (True,):
        raise MigrationError("an administrator has to apply the migrations named _admin_; this role may not")


@contextlib.contextmanager
def as_owner(admin_dsn: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection as the role that owns the tables, for what an administrator does by hand."""
    with psycopg.connect(admin_dsn, autocommit=True) as connection:
        connection.execute("SET ROLE tieout_owner")
        yield connection
