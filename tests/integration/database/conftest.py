"""A fenced table of notes, and plain sessions of a service's role, for what the access path would never send."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import psycopg
import pytest

from services.common.identity import Identity
from tests.fixtures.pg import Copy

Session = Callable[[str, Identity | None], AbstractContextManager[psycopg.Connection[Any]]]

NOTES = """
SET ROLE tieout_owner;
CREATE TABLE retriever.note (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    note_id uuid NOT NULL DEFAULT uuidv7(),
    title text NOT NULL,
    PRIMARY KEY (user_id, note_id)
);
SELECT tieout.fence('retriever.note');
GRANT SELECT, INSERT, UPDATE, DELETE ON retriever.note TO tieout_retriever;
SELECT tieout.seed_probe('retriever.note');
RESET ROLE;
"""


@contextmanager
def open_session(copy: Copy, role: str, identity: Identity | None) -> Iterator[psycopg.Connection[Any]]:
    """A transaction of `role`, as this user or as nobody, rolled back at the end."""
    with psycopg.connect(copy.dsn(role).reveal(), autocommit=True) as connection:
        connection.execute("BEGIN")
        if identity is not None:
            connection.execute("SELECT set_config('tieout.identity', %s, true)", (identity.tdb.reveal(),))
        yield connection
        connection.execute("ROLLBACK")


@pytest.fixture
def session(pg: Copy) -> Session:
    """`with session("retriever", identity) as connection:` on this module's copy."""
    return lambda role, identity: open_session(pg, role, identity)


@pytest.fixture(scope="module")
def admin(pg: Copy) -> Iterator[psycopg.Connection[Any]]:
    """The superuser, who sees behind the fence."""
    with psycopg.connect(pg.admin_dsn, autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="module")
def notes(admin: psycopg.Connection[Any], identity_a: Identity, identity_b: Identity) -> None:
    """`retriever.note` with one note of A's and one of B's, whose title is a secret of seven letters."""
    admin.execute(NOTES)
    admin.execute(
        "INSERT INTO retriever.note (user_id, note_id, title) VALUES (%s, %s, 'mine'), (%s, %s, 'secret7')",
        (identity_a.user_id, NOTE_A, identity_b.user_id, NOTE_B),
    )


NOTE_A = "00000000-0000-7000-8000-00000000aaaa"
NOTE_B = "00000000-0000-7000-8000-00000000bbbb"
NOTE_OF_NOBODY = "00000000-0000-7000-8000-00000000cccc"
