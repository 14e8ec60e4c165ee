"""Erasure of what this service keeps: ledger and documents."""

from __future__ import annotations

from uuid import UUID

from services.common.db.erasure import erase_rows, read_receipt, record, take_part
from services.common.db.tenant import Database, Transaction
from services.common.erasure import Erased, Receipt, Scope, Source
from services.common.identity import Identity
from services.common.types import RequestKey
from services.retriever.adapters.pg_documents import DOCUMENT_TABLES, PgDocuments
from services.retriever.adapters.pg_ledger import LEDGER_TABLES, erase_source
from services.retriever.ports import Plan


class PgErasure:
    """Takes part in erasures of every scope. What this service holds nothing of is recorded as such."""

    def __init__(self, database: Database, documents: PgDocuments) -> None:
        self._database = database
        self._documents = documents

    async def erase(self, identity: Identity, key: RequestKey, source: Source, erasure_id: str, plan: Plan) -> Receipt:
        """Erase here, and elsewhere by a job when a user asked."""

        async def erase_here(tx: Transaction, erasure: UUID) -> None:
            if source.scope is Scope.USER:
                for table in (*LEDGER_TABLES, *DOCUMENT_TABLES):
                    await erase_rows(tx, erasure, table)
            elif source.scope is Scope.DOCUMENT:
                await self._documents.erase_document(tx, identity, erasure, source.source_id)
            elif source.scope in (Scope.ACCOUNT, Scope.IMPORT):
                await erase_source(tx, identity, erasure, source, plan)
            else:
                await record(tx, erasure, Erased("retriever", "ledger_row", 0))

        return await take_part(self._database, identity, key, source, erasure_id, erase_here)

    async def read_receipt(self, identity: Identity, erasure_id: UUID) -> Receipt:
        """How far an erasure has come."""
        async with self._database.transaction(identity) as tx:
            return await read_receipt(tx, identity, erasure_id)
