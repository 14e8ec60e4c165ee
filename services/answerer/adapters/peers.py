"""The services that are asked, as the ports say. Messages become the model's dataclasses by their field names."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from enum import IntEnum
from typing import Any

import grpc

from services.answerer.model import (
    Citation,
    Coverage,
    EdgeKind,
    EntityKind,
    FactAttribute,
    GroupKey,
    GroupOrder,
    LedgerFilter,
    ListRecurringResponse,
    ListRowsRequest,
    ListRowsResponse,
    Mention,
    QueryLedgerRequest,
    QueryLedgerResponse,
    QuestionVector,
    RecallResponse,
    ResolvedNode,
    ResolveNamesResponse,
    RowOrder,
    SearchResponse,
    Vectors,
    WalkResponse,
)
from services.common.identity import Identity
from services.common.mapping import from_message, to_message
from services.common.types import date_to_proto, instant_to_proto
from tieout.embedder.v1 import embedder_service_pb2, embedder_service_pb2_grpc
from tieout.graph.v1 import graph_service_pb2, graph_service_pb2_grpc
from tieout.memory.v1 import memory_service_pb2, memory_service_pb2_grpc
from tieout.retriever.v1 import retriever_service_pb2, retriever_service_pb2_grpc
from tieout.type.v1 import space_pb2

# Helpful peers get little of the budget: an answer without them is better than none.
MEMORY_SECONDS = 2.0
GRAPH_SECONDS = 3.0
# All that a search gives: what is cut off could hold the later print, or the other product, that decides.
HITS = 50
EMBED_SECONDS = 5.0
# Several times what the packaged cross-encoder takes: beyond it the order of the search is good enough.
RERANK_SECONDS = 1.5
RESOLVED_NODES = 5


class PeerRetriever:
    """Ledger, names and passages of the retriever service. The caller's identity goes along by itself."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub: Any = retriever_service_pb2_grpc.RetrieverServiceStub(channel)

    async def resolve_names(
        self, identity: Identity, question: str, mentions: Sequence[Mention], as_of: date
    ) -> ResolveNamesResponse:
        """What the names of a question stand for."""
        del identity
        request = retriever_service_pb2.ResolveNamesRequest(
            question=question,
            mentions=[to_message(one, retriever_service_pb2.Mention()) for one in mentions],
            as_of_date=date_to_proto(as_of),
        )
        return from_message(await self._stub.ResolveNames(request), ResolveNamesResponse)

    async def query(
        self,
        identity: Identity,
        chosen: LedgerFilter,
        as_of: date,
        *,
        group_by: GroupKey = GroupKey.UNSPECIFIED,
        order: RowOrder = RowOrder.UNSPECIFIED,
        revision: int = 0,
        page_size: int = 0,
        with_row_ids: bool = False,
        without_rows: bool = False,
        max_groups: int = 0,
        group_order: GroupOrder = GroupOrder.UNSPECIFIED,
        without_coverage: bool = False,
        with_out_set: bool = False,
    ) -> QueryLedgerResponse:
        """Sums, counts, ids and first rows over the complete set; of the groups, the first `max_groups` (0: all)."""
        del identity
        asked = QueryLedgerRequest(
            chosen,
            group_by,
            as_of,
            revision,
            order,
            page_size,
            with_row_ids,
            without_rows,
            max_groups,
            group_order,
            without_coverage,
            with_out_set,
        )
        request = to_message(asked, retriever_service_pb2.QueryLedgerRequest())
        return from_message(await self._stub.QueryLedger(request), QueryLedgerResponse)

    async def list_rows(
        self,
        identity: Identity,
        chosen: LedgerFilter,
        as_of: date,
        *,
        order: RowOrder = RowOrder.UNSPECIFIED,
        revision: int = 0,
        page_size: int = 0,
        page_token: str = "",
    ) -> ListRowsResponse:
        """One page of rows."""
        del identity
        asked = ListRowsRequest(chosen, as_of, revision, order, page_size, page_token)
        request = to_message(asked, retriever_service_pb2.ListRowsRequest())
        return from_message(await self._stub.ListRows(request), ListRowsResponse)

    async def list_recurring(
        self, identity: Identity, as_of: date, *, revision: int = 0, merchant_id: str = ""
    ) -> ListRecurringResponse:
        """Charges that come back."""
        del identity
        request = retriever_service_pb2.ListRecurringRequest(
            as_of_date=date_to_proto(as_of), ledger_revision=revision, merchant_id=merchant_id
        )
        return from_message(await self._stub.ListRecurring(request), ListRecurringResponse)

    async def get_coverage(self, identity: Identity, as_of: date) -> tuple[Coverage, int]:
        """The days covered and the newest ledger revision."""
        del identity
        response = await self._stub.GetCoverage(
            retriever_service_pb2.GetCoverageRequest(as_of_date=date_to_proto(as_of))
        )
        return from_message(response.coverage, Coverage), int(response.ledger_revision)

    async def search(
        self,
        identity: Identity,
        query: str,
        as_of: date,
        *,
        vector: Vectors | None = None,
        keyword_only: bool = False,
        document_ids: Sequence[str] = (),
    ) -> SearchResponse:
        """Passages for a question."""
        del identity
        request = retriever_service_pb2.SearchRequest(
            query=query,
            as_of_date=date_to_proto(as_of),
            keyword_only=keyword_only,
            page_size=HITS,
            document_ids=document_ids,
        )
        if vector is not None:
            request.vector.CopyFrom(to_message(vector, space_pb2.Vectors()))
        return from_message(await self._stub.Search(request), SearchResponse)

    async def get_evidence(self, identity: Identity, tokens: Sequence[str]) -> tuple[Citation, ...]:
        """What citation tokens point to."""
        del identity
        response = await self._stub.GetEvidence(retriever_service_pb2.GetEvidenceRequest(citations=tokens))
        return tuple(from_message(one, Citation) for one in response.citations)


class PeerEmbedder:
    """Question vectors and reranking by the embedder service."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub: Any = embedder_service_pb2_grpc.EmbedderServiceStub(channel)

    async def embed(self, identity: Identity, text: str, usable: Sequence[str] = ()) -> QuestionVector:
        """One vector of the space that the embedder chooses."""
        del identity
        request = embedder_service_pb2.EmbedRequest(
            texts=[text], kind=embedder_service_pb2.TEXT_KIND_QUESTION, usable_space_ids=usable
        )
        response = await self._stub.Embed(request, timeout=EMBED_SECONDS)
        return QuestionVector(from_message(response.vectors, Vectors), response.missed_space_id)

    async def embed_together(self, identity: Identity, texts: Sequence[str], space_id: str) -> Vectors:
        """One vector a text, of this space."""
        del identity
        request = embedder_service_pb2.EmbedRequest(
            texts=texts, kind=embedder_service_pb2.TEXT_KIND_PASSAGE, space_id=space_id
        )
        response = await self._stub.Embed(request, timeout=EMBED_SECONDS)
        return from_message(response.vectors, Vectors)

    async def rerank(self, identity: Identity, question: str, passages: Sequence[str]) -> tuple[float, ...]:
        """One score a passage."""
        del identity
        request = embedder_service_pb2.RerankRequest(question=question, passages=passages)
        response = await self._stub.Rerank(request, timeout=RERANK_SECONDS)
        return tuple(response.scores)


class PeerMemory:
    """Facts of the memory service."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub: Any = memory_service_pb2_grpc.MemoryServiceStub(channel)

    async def recall(
        self,
        identity: Identity,
        text: str,
        *,
        attributes: Sequence[FactAttribute] = (),
        as_of_valid: datetime | None = None,
        limit: int = 0,
    ) -> RecallResponse:
        """Facts that a text names."""
        del identity
        request = memory_service_pb2.RecallRequest(text=text, limit=limit)
        request.attributes.extend(_numbers(attributes))
        if as_of_valid is not None:
            request.as_of_valid_time.CopyFrom(instant_to_proto(as_of_valid))
        return from_message(await self._stub.Recall(request, timeout=MEMORY_SECONDS), RecallResponse)


class PeerGraph:
    """Walks of the graph service."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub: Any = graph_service_pb2_grpc.GraphServiceStub(channel)

    async def resolve(self, identity: Identity, text: str, kinds: Sequence[EntityKind]) -> tuple[ResolvedNode, ...]:
        """Nodes by a name."""
        del identity
        request = graph_service_pb2.ResolveRequest(text=text[:200], limit=RESOLVED_NODES)
        request.kinds.extend(_numbers(kinds))
        response = await self._stub.Resolve(request, timeout=GRAPH_SECONDS)
        return tuple(from_message(one, ResolvedNode) for one in response.nodes)

    async def walk(
        self,
        identity: Identity,
        start_node_ids: Sequence[str],
        *,
        edge_kinds: Sequence[EdgeKind] = (),
        end_kinds: Sequence[EntityKind] = (),
        max_hops: int = 0,
        limit: int = 0,
    ) -> WalkResponse:
        """Walks from nodes."""
        del identity
        request = graph_service_pb2.WalkRequest(start_node_ids=start_node_ids, max_hops=max_hops, limit=limit)
        request.edge_kinds.extend(_numbers(edge_kinds))
        if edge_kinds:
            # The kinds narrow the walk; by weight alone an account's one document is lost among its many rows.
            request.min_weight.value = "0.000001"
        request.end_kinds.extend(_numbers(end_kinds))
        return from_message(await self._stub.Walk(request, timeout=GRAPH_SECONDS), WalkResponse)


def _numbers(kinds: Sequence[IntEnum]) -> Any:
    return [int(kind) for kind in kinds]
