"""Who PostgreSQL believes: tokens it must refuse, and what an injected query can do with the identity."""

from __future__ import annotations

import time
from typing import Any
from uuid import UUID

import psycopg
import pytest

from services.common import tokens
from services.common.db import migrate
from services.common.db.tenant import Database
from services.common.errors import Unauthenticated
from services.common.identity import Identity
from services.common.types import Secret, UserId
from tests.fixtures.pg import Copy, DatabaseFor
from tests.integration.database.conftest import Session

WHO = "SELECT tieout.get_current_user_id() AS user_id"

NO_TOKENS = {
    "empty": "",
    "a plain user id": "b2000000-0000-4000-8000-000000000002",
    "quotes": "'; SELECT set_config('tieout.identity', '', false); --",
    "a huge kid": "v1.99999999999999999999.b2000000-0000-4000-8000-000000000002.9999999999." + "0" * 64,
    "no number as kid": "v1.x.b2000000-0000-4000-8000-000000000002.9999999999." + "0" * 64,
    "no uuid": "v1.1.b2000000.9999999999." + "0" * 64,
    "a negative end": "v1.1.b2000000-0000-4000-8000-000000000002.-1." + "0" * 64,
    "no hex": "v1.1.b2000000-0000-4000-8000-000000000002.9999999999." + "z" * 64,
    "another version": "v2.1.b2000000-0000-4000-8000-000000000002.9999999999." + "0" * 64,
    "a second line": "v1.1.b2000000-0000-4000-8000-000000000002.9999999999." + "0" * 64 + "\n",
    "capitals": "v1.1.B2000000-0000-4000-8000-000000000002.9999999999." + "0" * 64,
}


@pytest.fixture
async def database(database_for: DatabaseFor) -> Database:
    """The retriever's database."""
    return await database_for("retriever")


@pytest.fixture(scope="session")
def tdb_key(state_directory: Any) -> tokens.TdbKey:
    """The key that the minter shares with the database."""
    return tokens.load_tdb_key(state_directory)


def soon() -> int:
    """A minute from now; from when the module was loaded, it may be long ago."""
    return int(time.time()) + 60


async def refused(database: Database, token: Secret, user_id: UserId) -> bool:
    """Whether the database turns the token away, as a fault of the caller's."""
    try:
        await database.fetch(Identity(user_id, token), WHO)
    except Unauthenticated:
        return True
    return False


async def test_a_good_token_names_its_user(database: Database, identity_a: Identity) -> None:
    """The database reads the user out of the token itself."""
    assert await database.fetch(identity_a, WHO) == [{"user_id": identity_a.user_id}]


async def test_no_token_is_refused(database: Database) -> None:
    """Without a token a fenced table raises; it does not look empty."""
    with pytest.raises(Unauthenticated):
        await database.fetch_without_user("SELECT * FROM tieout.job")


@pytest.mark.parametrize("text", NO_TOKENS.values(), ids=NO_TOKENS.keys())
async def test_what_is_no_token_is_refused(database: Database, user_b: UserId, text: str) -> None:
    """Garbage is refused as a bad identity; none of it reaches a cast or another error."""
    assert await refused(database, Secret(text), user_b)


async def test_an_expired_token_is_refused(database: Database, tdb_key: tokens.TdbKey, user_a: UserId) -> None:
    """A token is good until its end and not a second longer."""
    assert await refused(database, tdb_key.sign(user_a, soon() - 61), user_a)
    assert await refused(database, tdb_key.sign(user_a, int(time.time())), user_a)
    assert not await refused(database, tdb_key.sign(user_a, soon()), user_a)


async def test_a_forged_token_is_refused(database: Database, identity_a: Identity, user_b: UserId) -> None:
    """A's signature does not carry over to another user, another end or another key."""
    version, kid, subject, expires, mac = identity_a.tdb.reveal().split(".")
    forgeries = [
        ".".join((version, kid, str(user_b), expires, mac)),
        ".".join((version, kid, subject, str(int(expires) + 1), mac)),
        ".".join((version, "2", subject, expires, mac)),
        ".".join((version, kid, subject, expires, mac[:-1] + ("0" if mac[-1] != "0" else "1"))),
    ]
    for forgery in forgeries:
        assert await refused(database, Secret(forgery), identity_a.user_id)


async def test_a_token_of_an_unknown_key_is_refused(database: Database, user_a: UserId) -> None:
    """Well signed, with a key that the database never saw."""
    stranger = tokens.TdbKey(7, b"k" * 32)
    assert await refused(database, stranger.sign(user_a, soon()), user_a)


async def test_a_known_kid_with_another_secret_is_refused(database: Database, user_a: UserId) -> None:
    """The kid of a known key does not help without its secret."""
    assert await refused(database, tokens.TdbKey(1, b"k" * 32).sign(user_a, soon()), user_a)


async def test_keys_rotate_by_kid(database: Database, pg: Copy, user_a: UserId, tdb_key: tokens.TdbKey) -> None:
    """A new key is accepted beside the old one, and a retired one is refused while the other goes on."""
    new = tokens.TdbKey(41, b"n" * 32)
    migrate.add_key(pg.admin_dsn, new)
    migrate.add_key(pg.admin_dsn, new)
    assert not await refused(database, new.sign(user_a, soon()), user_a)
    migrate.retire_key(pg.admin_dsn, 41)
    assert await refused(database, new.sign(user_a, soon()), user_a)
    assert not await refused(database, tdb_key.sign(user_a, soon()), user_a)


def test_a_kid_never_gets_a_second_secret(pg: Copy) -> None:
    """Rotation is a new kid: replacing a key under its kid is refused."""
    with pytest.raises(psycopg.errors.InvalidParameterValue):
        migrate.add_key(pg.admin_dsn, tokens.TdbKey(1, b"o" * 32))


async def test_the_minters_key_opens_no_probe_tenant_and_the_probes_key_no_user(
    database: Database, admin: psycopg.Connection[Any], tdb_key: tokens.TdbKey, user_a: UserId
) -> None:
    """The probe's audience is good for the two probe tenants, and nothing else is good for them."""
    for probe in tokens.PROBE_USERS:
        assert await refused(database, tdb_key.sign(probe, soon()), probe)
    row = admin.execute("SELECT tieout.mint_token('tieout-probe', %s, %s)", (user_a, soon())).fetchone()
    assert row is not None
    assert await refused(database, Secret(row[0]), user_a)


def test_a_service_can_read_no_key_and_mint_no_token(session: Session, identity_a: Identity) -> None:
    """Keys and everything that signs are out of a service's reach."""
    for statement in (
        "SELECT * FROM tieout.key",
        "SELECT tieout.mint_token('tieout', tieout.get_current_user_id(), 9999999999)",
        "SELECT tieout.mint_job_token(tieout.get_current_user_id(), 9999999999)",
        "SELECT tieout.mint_probe_token(tieout.get_current_user_id())",
        "SELECT tieout.add_key(5, 'x')",
        "SELECT tieout.store_key(5, 'tieout', 'x')",
        "SELECT tieout.retire_key(1, now())",
        "SET ROLE tieout_keys",
        "SET ROLE tieout_queue",
        "SET ROLE tieout_owner",
    ):
        with session("retriever", identity_a) as connection:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)
            connection.execute("ROLLBACK")


@pytest.mark.usefixtures("notes")
async def test_an_injected_query_cannot_become_somebody_else(
    database: Database, identity_a: Identity, user_b: UserId
) -> None:
    """Setting the identity inside a statement needs a good token of the victim's; a user id is not one."""
    inject = "SELECT title FROM (SELECT set_config('tieout.identity', %s, true) OFFSET 0) s, retriever.note"
    assert await refused(database, Secret(str(user_b)), user_b)
    with pytest.raises(Unauthenticated):
        await database.fetch(identity_a, inject, (str(user_b),))


async def test_the_hmac_is_rfc_2104(tdb_key: tokens.TdbKey, pg: Copy, database: Database) -> None:
    """Keys of 32 to 64 bytes sign in Python and verify in SQL."""
    user_id = UserId(UUID("c3000000-0000-4000-8000-000000000003"))
    for kid, length in ((51, 32), (52, 33), (53, 64)):
        key = tokens.TdbKey(kid, bytes(range(length)))
        migrate.add_key(pg.admin_dsn, key)
        assert await database.fetch(Identity(user_id, key.sign(user_id, soon())), WHO) == [{"user_id": user_id}]
    for length in (31, 65):
        with pytest.raises(psycopg.errors.InvalidParameterValue):
            migrate.add_key(pg.admin_dsn, tokens.TdbKey(54, bytes(length)))


def test_the_identity_function_is_stable(admin: psycopg.Connection[Any]) -> None:
    """Folded into a plan (IMMUTABLE) it would give the next user the last one's rows; per row (VOLATILE) it is slow."""
    row = admin.execute(
        "SELECT provolatile, proparallel, prosecdef, proowner::regrole::text FROM pg_proc "
        "WHERE oid = 'tieout.get_current_user_id()'::regprocedure"
    ).fetchone()
    assert row == ("s", "s", True, "tieout_keys")
