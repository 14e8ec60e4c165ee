"""A mutating request that comes twice is carried out once (AIP-155).

    key = request_key("tieout.memory.v1.MemoryService/Remember", request.request_id, request)     # servicer
    async with self._database.transaction(identity) as tx:                                        # adapter
        return await once(tx, identity, key, write, encode=json_bytes, decode=from_json_bytes)

The ledger row is written in the transaction of the write itself, so there is never one without the other. Rows are
kept for 24 hours (a setting of the retention job); after that the same id is a new request.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, LiteralString, Protocol, TypeVar

from services.common.errors import ErrorReason, InvalidArgument
from services.common.identity import Identity
from services.common.types import RequestKey

T = TypeVar("T")


class Transaction(Protocol):
    """The part of the database's transaction that is used here."""

    async def fetch(self, query: LiteralString, params: tuple[Any, ...] = ..., /) -> list[dict[str, Any]]:
        """Rows of one statement."""
        ...

    async def execute(self, query: LiteralString, params: tuple[Any, ...] = ..., /) -> int:
        """Rows that one statement changed."""
        ...


# A second request with the same id waits here for the first one's transaction, then finds its row.
_CLAIM = """
INSERT INTO tieout.request (user_id, method, request_id, request_sha256, response)
VALUES (%s, %s, %s, %s, ''::bytea)
ON CONFLICT (user_id, method, request_id) DO NOTHING
RETURNING request_id
"""
_FIND = """
SELECT request_sha256, response FROM tieout.request WHERE user_id = %s AND method = %s AND request_id = %s
"""
_STORE = """
UPDATE tieout.request SET response = %s WHERE user_id = %s AND method = %s AND request_id = %s
"""


async def once(
    tx: Transaction,
    identity: Identity,
    key: RequestKey,
    write: Callable[[], Awaitable[T]],
    *,
    encode: Callable[[T], bytes],
    decode: Callable[[bytes], T],
) -> T:
    """Run `write` in `tx` and remember what it returned; for a repeated request return that instead.

    Raises `InvalidArgument` (REQUEST_ID_REUSED) when the id came before with another payload. A write that fails
    leaves no trace, so the same id may be tried again.
    """
    row = (identity.user_id, key.method, key.request_id)
    if await tx.fetch(_CLAIM, (*row, key.request_hash)):
        result = await write()
        await tx.execute(_STORE, (encode(result), *row))
        return result
    stored = (await tx.fetch(_FIND, row))[0]
    if bytes(stored["request_sha256"]) != key.request_hash:
        raise InvalidArgument(
            "request_id",
            "was used before with another payload; a new request has a new id",
            reason=ErrorReason.ERROR_REASON_REQUEST_ID_REUSED,
            metadata={"request_id": str(key.request_id)},
        )
    return decode(bytes(stored["response"]))
