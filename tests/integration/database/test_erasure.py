"""Receipts of erasure count what went and ask the table what is left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from services.common.db.tenant import Database
from services.common.identity import Identity
from services.common.types import UserId
from tests.fixtures.pg import DatabaseFor
from tests.integration.database.conftest import Session

pytestmark = pytest.mark.usefixtures("notes")
START = "INSERT INTO tieout.erasure (scope, source_id) VALUES ('user', '') RETURNING erasure_id"
ERASE = "SELECT deleted, remaining FROM tieout.erase_table(%s, 'retriever.note')"
RECEIPT = "SELECT service, store, deleted_count, remaining_count FROM tieout.erasure_part WHERE erasure_id = %s"


async def start(database: Database, identity: Identity) -> UUID:
    """Begin an erasure."""
    erasure_id: UUID = (await database.fetch(identity, START))[0]["erasure_id"]
    return erasure_id


async def test_erasing_a_table_takes_own_rows_and_writes_a_receipt(
    database_for: DatabaseFor, admin: psycopg.Connection[Any], identity_a: Identity, identity_b: Identity
) -> None:
    """A's rows go and are counted, B's stay; the receipt says which service's store and what is left."""
    database = await database_for("retriever")
    of_b = "SELECT count(*) FROM retriever.note WHERE user_id = %s"
    before = admin.execute(of_b, (identity_b.user_id,)).fetchone()
    assert before == (1,)
    erasure_id = await start(database, identity_a)
    assert await database.fetch(identity_a, ERASE, (erasure_id,)) == [{"deleted": 1, "remaining": 0}]
    assert await database.fetch(identity_a, RECEIPT, (erasure_id,)) == [
        {"service": "retriever", "store": "note", "deleted_count": 1, "remaining_count": 0}
    ]
    assert admin.execute(of_b, (identity_b.user_id,)).fetchone() == before
    assert await database.fetch(identity_b, RECEIPT, (erasure_id,)) == []


async def test_repeating_an_erasure_adds_up(
    database_for: DatabaseFor, make_identity: Callable[[UserId], Identity]
) -> None:
    """A retried erasure does not lose the first one's count."""
    database = await database_for("retriever")
    identity = make_identity(UserId(UUID("c3000000-0000-4000-8000-000000000031")))
    erasure_id = await start(database, identity)
    for _ in range(2):
        await database.fetch(identity, "INSERT INTO retriever.note (title) VALUES ('again')")
        await database.fetch(identity, ERASE, (erasure_id,))
    rows = await database.fetch(identity, RECEIPT, (erasure_id,))
    assert [(row["deleted_count"], row["remaining_count"]) for row in rows] == [(2, 0)]


async def test_a_receipt_belongs_to_an_erasure_of_the_same_user(
    database_for: DatabaseFor, session: Session, identity_a: Identity, identity_b: Identity
) -> None:
    """A part for another's erasure fails like one for an erasure that never was."""
    foreign = await start(await database_for("retriever"), identity_a)
    for erasure_id in (foreign, uuid4()):
        with session("memory", identity_b) as connection:
            with pytest.raises(psycopg.errors.ForeignKeyViolation):
                connection.execute(
                    "INSERT INTO tieout.erasure_part (erasure_id, service, store, deleted_count, remaining_count) "
                    "VALUES (%s, 'memory', 'fact', 0, 0)",
                    (erasure_id,),
                )
            connection.execute("ROLLBACK")


async def test_a_receipt_cannot_be_removed_by_a_service(session: Session, identity_a: Identity) -> None:
    """Receipts outlive what they count."""
    for table in ("tieout.erasure", "tieout.erasure_part"):
        with session("retriever", identity_a) as connection:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(f"DELETE FROM {table}")
            connection.execute("ROLLBACK")
