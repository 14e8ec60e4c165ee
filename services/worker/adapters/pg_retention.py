"""Deletes what has outlived its time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from psycopg import sql

from services.common.db.jobs import enqueue
from services.common.db.tenant import Database
from services.common.identity import Identity
from services.worker.model import Purged, Retained

JOB_KIND = "retention"
_PURGE = sql.SQL("DELETE FROM {table} WHERE user_id = %s AND {column} < statement_timestamp() - %s")
_REMAINING = sql.SQL("SELECT count(*) AS remaining FROM {table} WHERE user_id = %s")


class PgRetention:
    """Tables that the worker's role may delete from."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def purge(self, identity: Identity, rules: Sequence[Retained]) -> Purged:
        """Delete by each rule, in one transaction."""
        purged = remaining = 0
        async with self._database.transaction(identity) as tx:
            for rule in rules:
                table = sql.Identifier(*rule.table.split("."))
                column = sql.Identifier(rule.column)
                purged += await tx.execute(_PURGE.format(table=table, column=column), (identity.user_id, rule.life))
                rows = await tx.fetch(_REMAINING.format(table=table), (identity.user_id,))
                remaining += rows[0]["remaining"]
        return Purged(purged, remaining)

    async def schedule(self, identity: Identity, delay: timedelta) -> None:
        """One job a user, however often it is asked for."""
        async with self._database.transaction(identity) as tx:
            await enqueue(tx, JOB_KIND, {}, dedupe_key=JOB_KIND, delay=delay)
