"""Rows from the retriever and evidence to the graph, each call under the identity of the running job."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from services.common.types import date_from_proto
from services.worker.model import Account, Document, Kind, Node, Row, Support
from tieout.graph.v1 import entity_pb2
from tieout.graph.v1 import graph_service_pb2 as graph_pb
from tieout.retriever.v1 import retriever_service_pb2 as retriever_pb
from tieout.type.v1 import ledger_pb2

PAGE_ROWS = 1000
PAGE_DOCUMENTS = 200
# Well under the size of a message.
BATCH_SUPPORTS = 1000
BATCH_REMOVED = 2000

_NAMED = {ledger_pb2.ENTITY_KIND_MERCHANT: Kind.MERCHANT, ledger_pb2.ENTITY_KIND_ACCOUNT: Kind.ACCOUNT}
# A title that is only spelt like a name does not name it.
_SURE = frozenset(
    {
        retriever_pb.MATCH_KIND_ALIAS,
        retriever_pb.MATCH_KIND_EXACT,
        retriever_pb.MATCH_KIND_DESCRIPTIVE,
        retriever_pb.MATCH_KIND_FORMER_NAME,
    }
)


class PeerLedger:
    """What the retriever says of the user."""

    def __init__(self, stub: Any) -> None:
        self._stub = stub

    async def list_rows(self, account_ids: Sequence[str], revision: int) -> Sequence[Row]:
        """All rows of the accounts at a ledger revision; 0: the newest."""
        rows: list[Row] = []
        request = retriever_pb.ListRowsRequest(
            filter=ledger_pb2.LedgerFilter(account_ids=account_ids), ledger_revision=revision, page_size=PAGE_ROWS
        )
        while True:
            response = await self._stub.ListRows(request)
            rows += [_row(message) for message in response.rows]
            if not response.next_page_token:
                return rows
            request.page_token = response.next_page_token

    async def list_accounts(self) -> tuple[Sequence[Account], int]:
        """All accounts, and the newest ledger revision."""
        response = await self._stub.GetCoverage(retriever_pb.GetCoverageRequest())
        accounts = [Account(one.account_id, one.account_name, one.institution) for one in response.coverage.accounts]
        return accounts, response.ledger_revision

    async def list_documents(self) -> Sequence[Document]:
        """All documents, with what their titles name."""
        documents: list[Document] = []
        request = retriever_pb.ListDocumentsRequest(page_size=PAGE_DOCUMENTS)
        while True:
            response = await self._stub.ListDocuments(request)
            for one in response.documents:
                title = one.title or one.display_name
                named = await self._named(" ".join((one.institution, title)).strip())
                documents.append(Document(one.document_id, title, one.institution, named))
            if not response.next_page_token:
                return documents
            request.page_token = response.next_page_token

    async def _named(self, text: str) -> tuple[Node, ...]:
        """Merchants and accounts that a title names beyond doubt: the retriever decides, as it does for questions."""
        if not text:
            return ()
        response = await self._stub.ResolveNames(retriever_pb.ResolveNamesRequest(question=text[:2000]))
        found: dict[str, Node] = {}
        for span in response.spans:
            sure = [one for one in span.candidates if one.match in _SURE]
            if len(sure) == 1 and sure[0].kind in _NAMED:
                node = Node(_NAMED[sure[0].kind], sure[0].entity_id, sure[0].display_name)
                found[node.node_id] = node
        return tuple(found.values())


class PeerGraph:
    """The user's graph at the graph service."""

    def __init__(self, stub: Any) -> None:
        self._stub = stub

    async def upsert(self, supports: Sequence[Support], removed_ids: Sequence[str]) -> None:
        """In batches; a repetition says the same again."""
        for start in range(0, len(removed_ids), BATCH_REMOVED):
            await self._send((), removed_ids[start : start + BATCH_REMOVED])
        for start in range(0, len(supports), BATCH_SUPPORTS):
            await self._send(supports[start : start + BATCH_SUPPORTS], ())

    async def _send(self, supports: Sequence[Support], removed_ids: Sequence[str]) -> None:
        await self._stub.UpsertEvidence(
            graph_pb.UpsertEvidenceRequest(
                request_id=str(uuid.uuid4()),
                supports=[support_to_proto(support) for support in supports],
                removed_support_ids=removed_ids,
            )
        )


def support_to_proto(support: Support) -> graph_pb.Support:
    """A support on the wire."""
    return graph_pb.Support(
        support_id=support.support_id,
        source_id=support.source_id,
        nodes=[
            entity_pb2.Node(
                node_id=node.node_id,
                kind=node.kind.value,
                entity_id=node.entity_id,
                display_name=node.name,
            )
            for node in support.nodes
        ],
        edges=[
            entity_pb2.Edge(from_node_id=start, kind=relation.value, to_node_id=end)
            for start, relation, end in support.edges
        ],
    )


def _row(message: ledger_pb2.LedgerRow) -> Row:
    return Row(
        row_id=message.row_id,
        account_id=message.account_id,
        account_name=message.account_name,
        date=date_from_proto(message.date),
        merchant_id=message.merchant_id,
        merchant_name=message.merchant_name,
        counterparty_id=message.counterparty_id,
        counterparty_name=message.counterparty_name,
        category_id=message.category_id,
        is_income=message.kind == ledger_pb2.MOVEMENT_KIND_INCOME,
    )
