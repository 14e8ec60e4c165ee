"""Erasure of the question vectors."""

from __future__ import annotations

from uuid import UUID

from services.common.db.erasure import erase_rows, record, take_part
from services.common.db.tenant import Database, Transaction
from services.common.erasure import Erased, Receipt, Scope, Source
from services.common.identity import Identity
from services.common.types import RequestKey

TABLE = "embedder.question_vector"


class PgErasure:
    """Takes part in erasures. A source other than the user has left no trace here, and the receipt says so."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def erase(self, identity: Identity, key: RequestKey, source: Source, erasure_id: str) -> Receipt:
        """Erase the user's vectors, or none."""

        async def erase_here(tx: Transaction, erasure: UUID) -> None:
            if source.scope is Scope.USER:
                await erase_rows(tx, erasure, TABLE)
            else:
                await record(tx, erasure, Erased("embedder", "question_vector", 0))

        return await take_part(self._database, identity, key, source, erasure_id, erase_here)
