"""Receipts, and the stores that all services share."""

from __future__ import annotations

from uuid import UUID

from services.common.db import erasure as erasures
from services.common.db.tenant import Database
from services.common.erasure import Erased, Receipt, Scope, Source
from services.common.identity import Identity

# The job that asks is leased too.
_RUNNING = "SELECT count(*) - 1 AS others FROM tieout.job WHERE user_id = %s AND state = 'leased'"
# Responses of erasures hold ids and counts only, and keep a repeated call from erasing again.
_ERASE_REQUESTS = """
WITH gone AS (DELETE FROM tieout.request WHERE user_id = %s AND method NOT LIKE '%%/Erase%%' RETURNING 1)
SELECT count(*) AS erased FROM gone
"""


class PgErasures:
    """The tables of schema `tieout`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def count_running_jobs(self, identity: Identity) -> int:
        """Other jobs of the user that run now."""
        rows = await self._database.fetch(identity, _RUNNING, (identity.user_id,))
        return int(rows[0]["others"])

    async def erase_shared(self, identity: Identity, erasure: UUID, source: Source) -> None:
        """For the whole user waiting jobs as well; those of one source find nothing to do and end by themselves."""
        async with self._database.transaction(identity) as tx:
            if source.scope is Scope.USER:
                jobs = (await tx.fetch("SELECT tieout.erase_jobs() AS erased"))[0]["erased"]
                await erasures.record(tx, erasure, Erased("tieout", "job", jobs))
            requests = (await tx.fetch(_ERASE_REQUESTS, (identity.user_id,)))[0]["erased"]
            await erasures.record(tx, erasure, Erased("tieout", "request", requests))

    async def close(self, identity: Identity, erasure: UUID) -> Receipt:
        """Close the receipt if every store is clean, and return it."""
        async with self._database.transaction(identity) as tx:
            receipt = await erasures.read_receipt(tx, identity, erasure)
            if any(store.remaining_count for store in receipt.stores):
                return receipt
            await erasures.finish(tx, identity, erasure)
            return await erasures.read_receipt(tx, identity, erasure)
