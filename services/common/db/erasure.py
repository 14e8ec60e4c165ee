"""Erasure as every service takes part in it.

    async def erase(self, identity, key, source, erasure_id):                                # an adapter
        async def erase_here(tx, erasure):
            await erase_rows(tx, erasure, "memory.statement")
        return await take_part(self._database, identity, key, source, erasure_id, erase_here)

A user's call begins an erasure: it erases here at once, and a job of kind `erase`, enqueued in the same transaction,
makes every other service take part. The job's calls carry the erasure's id and erase here only. Each store counts
what went and what a query finds after, and the worker closes the receipt when all stores are clean.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from uuid import UUID

from services.common.db.jobs import enqueue
from services.common.db.tenant import Database, Transaction
from services.common.erasure import Erased, Receipt, Source, receipt_from_proto, receipt_to_proto
from services.common.errors import InvalidArgument, NotFound
from services.common.idempotency import once
from services.common.identity import Identity
from services.common.types import RequestKey
from tieout.type.v1.erasure_pb2 import ErasureReceipt

JOB_KIND = "erase"

EraseHere = Callable[[Transaction, UUID], Awaitable[None]]
"""Deletes what this service holds of the source, and records a line for each store."""

_BEGIN = "INSERT INTO tieout.erasure (scope, source_id) VALUES (%s, %s) RETURNING erasure_id"
_RECORD = """
INSERT INTO tieout.erasure_part AS part
    (erasure_id, service, store, deleted_count, redacted_count, remaining_count)
VALUES (%s, %s, %s, %s, %s, %s)
ON CONFLICT (user_id, erasure_id, service, store) DO UPDATE SET
    deleted_count = part.deleted_count + excluded.deleted_count,
    redacted_count = part.redacted_count + excluded.redacted_count,
    remaining_count = excluded.remaining_count, checked_at = clock_timestamp()
"""
_FIND = "SELECT requested_at, finished_at FROM tieout.erasure WHERE user_id = %s AND erasure_id = %s"
_PARTS = """
SELECT service, store, deleted_count, redacted_count, remaining_count FROM tieout.erasure_part
WHERE user_id = %s AND erasure_id = %s ORDER BY service, store
"""
_NAME_ROWS = """
UPDATE tieout.erasure SET account_ids = ARRAY(
    SELECT DISTINCT account_id FROM unnest(account_ids || %s::text[]) AS one (account_id) ORDER BY account_id
), row_ids = ARRAY(SELECT DISTINCT row_id FROM unnest(row_ids || %s::text[]) AS one (row_id))
WHERE user_id = %s AND erasure_id = %s
"""
_ROWS = "SELECT account_ids, row_ids FROM tieout.erasure WHERE user_id = %s AND erasure_id = %s"
_FINISH = """
UPDATE tieout.erasure SET finished_at = statement_timestamp(), row_ids = '{}'
WHERE user_id = %s AND erasure_id = %s AND finished_at IS NULL
"""


async def take_part(
    database: Database, identity: Identity, key: RequestKey, source: Source, erasure_id: str, erase_here: EraseHere
) -> Receipt:
    """Erase here, for a user's own call (`erasure_id` empty) or for the job that carries an erasure on.

    The same request id again gives the same receipt. Raises `NotFound` for a job's unknown erasure.
    """
    async with database.transaction(identity) as tx:

        async def write() -> Receipt:
            erasure = await _continue(tx, identity, erasure_id) if identity.is_job else await begin(tx, source)
            await erase_here(tx, erasure)
            return await read_receipt(tx, identity, erasure)

        if erasure_id and not identity.is_job:
            raise InvalidArgument("erasure_id", "is set by jobs only")
        return await once(
            tx,
            identity,
            key,
            write,
            encode=lambda receipt: receipt_to_proto(receipt).SerializeToString(),
            decode=lambda data: receipt_from_proto(ErasureReceipt.FromString(data)),
        )


async def begin(tx: Transaction, source: Source) -> UUID:
    """A new erasure of the transaction's user, with the job that carries it through every service."""
    erasure: UUID = (await tx.fetch(_BEGIN, (source.scope.value, source.source_id)))[0]["erasure_id"]
    payload = {"erasure_id": str(erasure), "scope": source.scope.value, "source_id": source.source_id}
    await enqueue(tx, JOB_KIND, payload)
    return erasure


async def record(tx: Transaction, erasure: UUID, line: Erased) -> None:
    """Add a store's line. A repeated erasure adds to what went and replaces what remains."""
    counts = (line.erased_count, line.redacted_count, line.remaining_count)
    await tx.execute(_RECORD, (erasure, line.service, line.store, *counts))


async def erase_rows(tx: Transaction, erasure: UUID, table: str) -> None:
    """Delete all rows of the transaction's user in `schema.table`, count, check and record them."""
    await tx.fetch("SELECT * FROM tieout.erase_table(%s, %s::text::regclass)", (erasure, table))


async def name_rows(
    tx: Transaction, identity: Identity, erasure: UUID, account_ids: Sequence[str], row_ids: Sequence[str]
) -> None:
    """Tell the other services which rows, of which accounts, an import's erasure takes. For the retriever."""
    await tx.execute(_NAME_ROWS, (list(account_ids), list(row_ids), identity.user_id, erasure))


async def read_rows(tx: Transaction, identity: Identity, erasure: UUID) -> tuple[Sequence[str], frozenset[str]]:
    """The accounts and the ids of the rows that the erasure of an import takes; none before the retriever has taken
    part."""
    (found,) = await tx.fetch(_ROWS, (identity.user_id, erasure))
    return list(found["account_ids"]), frozenset(found["row_ids"])


async def read_receipt(tx: Transaction, identity: Identity, erasure: UUID) -> Receipt:
    """The receipt as far as it has come. Raises `NotFound`."""
    found = await tx.fetch(_FIND, (identity.user_id, erasure))
    if not found:
        raise NotFound(f"erasures/{erasure}")
    parts = await tx.fetch(_PARTS, (identity.user_id, erasure))
    return Receipt(
        erasure,
        tuple(
            Erased(row["service"], row["store"], row["deleted_count"], row["redacted_count"], row["remaining_count"])
            for row in parts
        ),
        found[0]["requested_at"],
        found[0]["finished_at"],
    )


async def finish(tx: Transaction, identity: Identity, erasure: UUID) -> None:
    """Close the receipt. For the worker, when every store has reported and is clean."""
    await tx.execute(_FINISH, (identity.user_id, erasure))


async def _continue(tx: Transaction, identity: Identity, erasure_id: str) -> UUID:
    try:
        erasure = UUID(erasure_id)
    except ValueError:
        raise InvalidArgument("erasure_id", "the UUID of the erasure that the job carries on") from None
    if not await tx.fetch(_FIND, (identity.user_id, erasure)):
        raise NotFound(f"erasures/{erasure}")
    return erasure
