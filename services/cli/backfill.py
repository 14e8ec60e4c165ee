"""`tieout backfill` and `tieout retire-space`: bring every user's next look forward, and follow how far it has come."""

from __future__ import annotations

import time
from pathlib import Path

import click

from services.cli.state import read_stack
from services.common.db.backfill import Backlog, UnknownSpaceError, hasten, read_backlog, retire
from services.common.db.embedded import EmbeddedServer

PERIOD_SECONDS = 0.5


def run_backfill(state: Path, dsn: str | None, space: str, *, follow: bool) -> int:
    """The exit code: 0 when nothing is missing, 1 when something is. Without a DSN: on the stack of this machine."""
    dsn = dsn or _dsn_of_stack(state)
    click.echo(f"{hasten(dsn)} users brought forward")
    backlog = read_backlog(dsn)
    click.echo(_line(backlog, space))
    while follow and (backlog.due_users or _missing(backlog, space)):
        time.sleep(PERIOD_SECONDS)
        newest = read_backlog(dsn)
        if newest != backlog:
            backlog = newest
            click.echo(_line(backlog, space))
    return 1 if backlog.due_users or backlog.dead_users or _missing(backlog, space) else 0


def run_retire(state: Path, dsn: str | None, space: str, *, follow: bool) -> int:
    """The exit code: 0 when the space and its vectors are gone, 1 while some are there, 2 for no such space."""
    dsn = dsn or _dsn_of_stack(state)
    while True:
        try:
            hastened = retire(dsn, space)
        except UnknownSpaceError as unknown:
            click.echo(f"no space of a hosted model is called {space}; there are: {unknown}", err=True)
            return 2
        if hastened is None:
            click.echo(f"{space}: gone")
            return 0
        click.echo(f"{hastened} users brought forward")
        backlog = read_backlog(dsn)
        # Nobody's turn is to come, and vectors are there: of users whose job died.
        if not follow or not backlog.due_users:
            click.echo(f"{space}: vectors are left; {backlog.dead_users:,} users given up, see docs/operations.md")
            return 1
        while backlog.due_users:
            time.sleep(PERIOD_SECONDS)
            newest = read_backlog(dsn)
            if newest.retired != backlog.retired:
                click.echo(f"{space}: {newest.retired.get(space, 0):,} vectors known to be left")
            backlog = newest


def _dsn_of_stack(state: Path) -> str:
    if read_stack(state) is None:
        raise SystemExit(f"no stack is running on {state}; for another database give its administrator's DSN")
    server = EmbeddedServer(state / "postgres")
    server.start()  # It runs already, and is left running.
    return server.admin_dsn()


def _missing(backlog: Backlog, space: str) -> int:
    return backlog.missing.get(space, 0) if space else sum(backlog.missing.values())


def _line(backlog: Backlog, space: str) -> str:
    spaces = [one for one in sorted(backlog.missing) if space in ("", one)]
    told = [f"{one}: {backlog.missing[one]:,} passages to go" for one in spaces]
    refused = [
        f"{one}: {number:,} passages refused by the model"
        for one, number in sorted(backlog.refused.items())
        if space in ("", one)
    ]
    dead = [f"{backlog.dead_users:,} users given up, see docs/operations.md"] if backlog.dead_users else []
    return "; ".join(
        [f"{backlog.due_users:,} users to look at", *(told or ["nothing known to be missing"]), *refused, *dead]
    )
