"""The operator's view of the job `backfill`, across users and in numbers only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import psycopg

from services.common.db.migrate import as_owner
from services.common.local_embedder import SPACE_ID


@dataclass(frozen=True, slots=True)
class Backlog:
    """Users whose turn is now or to come, users whose job died, and by space what the last look at each user found.

    `missing`: passages without a vector; `refused`: passages that will not get one, as the model refused their text;
    `retired`: vectors of a space that was given up.
    """

    due_users: int
    dead_users: int
    missing: Mapping[str, int]
    refused: Mapping[str, int] = field(default_factory=dict)
    retired: Mapping[str, int] = field(default_factory=dict)


class UnknownSpaceError(Exception):
    """There is no such space that could be given up. The message says which there are."""


def hasten(admin_dsn: str) -> int:
    """Let every user's turn be due now, as after a change of the model; how many were brought forward.

    Texts that a model refused before are tried again, once.
    """
    with as_owner(admin_dsn) as connection:
        connection.execute("UPDATE embedder.space SET refusals_from = clock_timestamp()")
        return _hasten(connection)


def retire(admin_dsn: str, space_id: str) -> int | None:
    """Give up a hosted model's space. Its vectors go by the users' turns, which are due now: how many turns that are.

    None: no vector is left, and the space is out of the registry, so that it may be new again. Raises
    `UnknownSpaceError` for a space that nobody registered, and for the local one, which is always there.
    """
    with as_owner(admin_dsn) as connection:
        found = connection.execute(
            "UPDATE embedder.space SET retired_at = coalesce(retired_at, clock_timestamp())"
            " WHERE space_id = %s AND space_id <> %s AND model <> 'probe'",
            (space_id, SPACE_ID),
        )
        if not found.rowcount:
            hosted = connection.execute(
                "SELECT space_id FROM embedder.space WHERE space_id <> %s AND model <> 'probe' ORDER BY 1", (SPACE_ID,)
            ).fetchall()
            raise UnknownSpaceError(", ".join(one for (one,) in hosted) or "none")
        try:
            connection.execute("DELETE FROM embedder.space WHERE space_id = %s", (space_id,))
        except psycopg.errors.ForeignKeyViolation:
            return _hasten(connection)
    return None


def _hasten(connection: psycopg.Connection[Any]) -> int:
    row = connection.execute("SELECT tieout.hasten_jobs('backfill')").fetchone()
    assert row is not None, "the function returns one row"
    return int(row[0])


def read_backlog(admin_dsn: str) -> Backlog:
    """What is still to do."""
    with as_owner(admin_dsn) as connection:
        row = connection.execute(
            "SELECT due_users, dead_users, missing, refused, retired FROM tieout.get_backfill()"
        ).fetchone()
    assert row is not None, "the function returns one row"
    return Backlog(*row)
