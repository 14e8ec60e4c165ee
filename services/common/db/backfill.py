"""The operator's view of the job `backfill`, across users and in numbers only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from services.common.db.migrate import as_owner


@dataclass(frozen=True, slots=True)
class Backlog:
    """Users whose turn is now or to come, users whose job died, and passages without a vector, by space.

    The passages are those of the last look at each user.
    """

    due_users: int
    dead_users: int
    missing: Mapping[str, int]


def hasten(admin_dsn: str) -> int:
    """Let every user's turn be due now, as after a change of the model; how many were brought forward."""
    with as_owner(admin_dsn) as connection:
        row = connection.execute("SELECT tieout.hasten_jobs('backfill')").fetchone()
    assert row is not None, "the function returns one row"
    return int(row[0])


def read_backlog(admin_dsn: str) -> Backlog:
    """What is still to do."""
    with as_owner(admin_dsn) as connection:
        row = connection.execute("SELECT due_users, dead_users, missing FROM tieout.get_backfill()").fetchone()
    assert row is not None, "the function returns one row"
    return Backlog(row[0], row[1], row[2])
