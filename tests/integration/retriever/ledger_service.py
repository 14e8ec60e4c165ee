"""The retriever with everything real behind the production builder, and one user's calls to its ledger."""

from __future__ import annotations

import base64
import hashlib
import json
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import grpc

from services.common.db.tenant import Database
from services.common.paging import PageTokens
from services.common.runtime import Served
from services.retriever.__main__ import LIMITS, METHODS
from services.retriever.adapters.document_floors import load_floors
from services.retriever.adapters.pg_documents import PgDocuments
from services.retriever.adapters.pg_erasure import PgErasure
from services.retriever.adapters.pg_ledger import PgLedger
from services.retriever.core import LedgerCore
from services.retriever.document_core import DocumentCore
from services.retriever.documents.tokens import count_tokens
from services.retriever.servicer import RetrieverServicer
from tieout.retriever.v1 import import_pb2
from tieout.retriever.v1 import retriever_service_pb2 as pb
from tieout.retriever.v1 import retriever_service_pb2_grpc as pb_grpc
from tieout.type.v1.ledger_pb2 import LedgerFilter, MovementKind

SPENDING = [1, 2, 3, 4, 5, 6, 11]
CHUNK = 64 * 1024
__all__ = [
    "LIMITS",
    "METHODS",
    "SPENDING",
    "LedgerClient",
    "MovementKind",
    "account",
    "money",
    "page",
    "row",
    "serve_ledger",
]


def serve_ledger(database: Database) -> Served:
    """What `start_server` takes, with `methods=METHODS`."""
    documents = PgDocuments(database)
    ledger = LedgerCore(PgLedger(database), PgErasure(database, documents))
    servicer = RetrieverServicer(ledger, DocumentCore(documents, count_tokens, load_floors()), PageTokens())
    return Served(pb_grpc.add_RetrieverServiceServicer_to_server, servicer)


def account(account_id: str, name: str = "Everyday Checking", **fields: Any) -> dict[str, Any]:
    """A Plaid account."""
    return {
        "account_id": account_id,
        "name": name,
        "type": "depository",
        "subtype": "checking",
        "balances": {"iso_currency_code": "USD"},
        **fields,
    }


def row(
    transaction_id: str, day: str, amount: str, name: str, account_id: str = "chk", /, **fields: Any
) -> dict[str, Any]:
    """A Plaid transaction. `amount` is a string, so that no float comes in between."""
    return {
        "transaction_id": transaction_id,
        "account_id": account_id,
        "amount": amount,
        "iso_currency_code": "USD",
        "date": day,
        "name": name,
        "pending": False,
        **fields,
    }


def page(
    added: Sequence[dict[str, Any]] = (), modified: Sequence[dict[str, Any]] = (), removed: Sequence[str] = ()
) -> dict[str, Any]:
    """One page of /transactions/sync."""
    return {
        "added": list(added),
        "modified": list(modified),
        "removed": [{"transaction_id": one} for one in removed],
        "has_more": False,
    }


def money(message: Any) -> Decimal:
    """The amount of a google.type.Money."""
    return Decimal(message.units) + Decimal(message.nanos) / 10**9


@dataclass
class LedgerClient:
    """One user's calls."""

    stub: Any
    token: str

    @classmethod
    def on(cls, channel: grpc.aio.Channel, token: str) -> LedgerClient:
        """A client on a plain channel, so that tests see failures as foreign callers do."""
        return cls(pb_grpc.RetrieverServiceStub(channel), token)

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What makes a call this user's."""
        return (("authorization", f"Bearer {self.token}"),)

    @property
    def user_id(self) -> uuid.UUID:
        """Whose calls these are."""
        claims = self.token.split(".")[1]
        return uuid.UUID(json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["sub"])

    async def sync(
        self, *pages: dict[str, Any], accounts: Sequence[dict[str, Any]] = (), **more: Any
    ) -> import_pb2.ImportReport:
        """Import pages of a sync."""
        content = json.dumps({"accounts": list(accounts) or [account("chk")], "sync": list(pages), **more})
        return await self.load(content.encode(), "transactions.json")

    async def load(
        self, content: bytes, name: str = "file", *, request_id: str = "", **options: Any
    ) -> import_pb2.ImportReport:
        """Import a file."""
        header = self.header(content, name, request_id, **options)
        parts = self.parts(pb.ImportTransactionsRequest, header, content)
        response: pb.ImportTransactionsResponse = await self.stub.ImportTransactions(parts, metadata=self.metadata)
        return response.report

    def follow(self, content: bytes, name: str = "file", *, request_id: str = "", **options: Any) -> Any:
        """Import a file and follow it: the call, whose events can be read."""
        header = self.header(content, name, request_id, **options)
        parts = self.parts(pb.ImportTransactionsStreamRequest, header, content)
        return self.stub.ImportTransactionsStream(parts, metadata=self.metadata)

    async def preview(self, content: bytes, name: str = "file", **options: Any) -> pb.PreviewImportResponse:
        """Preview a file."""
        header = self.header(content, name, "", **options)
        parts = self.parts(pb.PreviewImportRequest, header, content)
        response: pb.PreviewImportResponse = await self.stub.PreviewImport(parts, metadata=self.metadata)
        return response

    @staticmethod
    def header(content: bytes, name: str, request_id: str, **options: Any) -> import_pb2.ImportHeader:
        """The header of an upload of `content`."""
        return import_pb2.ImportHeader(
            request_id=request_id or str(uuid.uuid4()),
            file_name=name,
            size_bytes=len(content),
            sha256=hashlib.sha256(content).hexdigest(),
            options=import_pb2.ImportOptions(**options),
        )

    @staticmethod
    def parts(kind: Any, header: import_pb2.ImportHeader, content: bytes) -> Iterator[Any]:
        """The messages of an upload."""
        yield kind(header=header)
        for start in range(0, len(content), CHUNK):
            yield kind(chunk=content[start : start + CHUNK])

    async def query(self, **fields: Any) -> pb.QueryLedgerResponse:
        """QueryLedger; fields of the request, and of the filter with the prefix `f_`."""
        wanted = LedgerFilter(**{name[2:]: value for name, value in fields.items() if name.startswith("f_")})
        rest = {name: value for name, value in fields.items() if not name.startswith("f_")}
        response: pb.QueryLedgerResponse = await self.stub.QueryLedger(
            pb.QueryLedgerRequest(filter=wanted, **rest), metadata=self.metadata
        )
        return response

    async def spend(self, **fields: Any) -> Decimal:
        """Net spending in the only currency, 0 without rows."""
        response = await self.query(**{"f_kinds": SPENDING, **fields})
        totals = response.total.totals
        assert len(totals) <= 1, "one currency"
        return money(totals[0].row_sum) if totals else Decimal(0)

    async def resolve(self, question: str = "", mentions: Sequence[str] = ()) -> pb.ResolveNamesResponse:
        """ResolveNames."""
        request = pb.ResolveNamesRequest(question=question, mentions=[pb.Mention(text=text) for text in mentions])
        response: pb.ResolveNamesResponse = await self.stub.ResolveNames(request, metadata=self.metadata)
        return response

    async def spend_at(self, name: str, **fields: Any) -> tuple[Decimal, int]:
        """Net spending at the merchant that a mention resolves to, and its rows."""
        mention = (await self.resolve(mentions=[name])).mentions[0]
        assert len(mention.candidates) == 1, f"{name}: {mention}"
        response = await self.query(f_kinds=SPENDING, f_merchant_ids=[mention.candidates[0].entity_id], **fields)
        totals = response.total.totals
        return (money(totals[0].row_sum) if totals else Decimal(0)), response.total.row_set.row_count

    async def rows(self, **fields: Any) -> list[Any]:
        """All rows of a filter, as ListRows pages them."""
        wanted = LedgerFilter(**fields)
        found: list[Any] = []
        token = ""
        while True:
            response = await self.stub.ListRows(
                pb.ListRowsRequest(filter=wanted, page_token=token, page_size=500), metadata=self.metadata
            )
            found.extend(response.rows)
            token = response.next_page_token
            if not token:
                return found
