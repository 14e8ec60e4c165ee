"""tieout.graph.v1.GraphService: messages in, use cases, messages out."""

from __future__ import annotations

import json
import time
from datetime import timedelta
from typing import Any

from services.common import identity, telemetry
from services.common.erasure import Scope, Source, receipt_to_proto, source_from_proto
from services.common.paging import PageTokens
from services.common.types import page_size, request_key
from services.graph import convert
from services.graph.core import Graph
from tieout.graph.v1 import graph_service_pb2 as pb
from tieout.graph.v1 import graph_service_pb2_grpc

SERVICE = "tieout.graph.v1.GraphService"
RESOLVE_DEFAULT, RESOLVE_MAX = 5, 20
PAGE_DEFAULT, PAGE_MAX = 50, 200


class GraphServicer(graph_service_pb2_grpc.GraphServiceServicer):
    """The RPCs."""

    def __init__(self, graph: Graph, pages: PageTokens) -> None:
        self._graph = graph
        self._pages = pages

    async def UpsertEvidence(  # noqa: N802
        self, request: pb.UpsertEvidenceRequest, context: Any
    ) -> pb.UpsertEvidenceResponse:
        """Add, replace and take away evidence."""
        counts = await self._graph.upsert(
            identity.current(),
            request_key(f"{SERVICE}/UpsertEvidence", request.request_id, request),
            [convert.support_from_proto(support) for support in request.supports],
            list(request.removed_support_ids),
        )
        return convert.counts_to_proto(counts)

    async def Resolve(self, request: pb.ResolveRequest, context: Any) -> pb.ResolveResponse:  # noqa: N802
        """Nodes by name."""
        nodes = await self._graph.resolve(
            identity.current(),
            request.text,
            convert.entity_kinds_from_proto(request.kinds),
            min(request.limit, RESOLVE_MAX) or RESOLVE_DEFAULT,
        )
        return convert.resolved_to_proto(nodes)

    async def Walk(self, request: pb.WalkRequest, context: Any) -> pb.WalkResponse:  # noqa: N802
        """Walks from nodes."""
        started = time.perf_counter()
        walked = await self._graph.walk(
            identity.current(), list(request.start_node_ids), convert.limits_from_proto(request)
        )
        taken = time.perf_counter() - started
        telemetry.add_stage("walk", taken)
        return convert.walked_to_proto(walked, timedelta(seconds=taken))

    async def ListNeighbours(  # noqa: N802
        self, request: pb.ListNeighboursRequest, context: Any
    ) -> pb.ListNeighboursResponse:
        """A page of the edges at a node."""
        caller = identity.current()
        kinds = convert.edge_kinds_from_proto(request.edge_kinds)
        # A token is good for this node and these kinds only.
        sealed_for = json.dumps(["ListNeighbours", request.node_id, kinds])
        position = self._pages.open(caller, sealed_for, request.page_token)["position"] if request.page_token else ""
        page = await self._graph.list_neighbours(
            caller,
            request.node_id,
            kinds,
            page_size(request.page_size, default=PAGE_DEFAULT, maximum=PAGE_MAX),
            position,
        )
        following = {"position": page.next_position}
        token = self._pages.seal(caller, sealed_for, following) if page.next_position else ""
        return convert.neighbours_to_proto(page, token)

    async def EraseSource(self, request: pb.EraseSourceRequest, context: Any) -> pb.EraseSourceResponse:  # noqa: N802
        """What a source supported; edges and nodes without support go."""
        key = request_key(f"{SERVICE}/EraseSource", request.request_id, request)
        source = source_from_proto(request.source)
        receipt = await self._graph.erase(identity.current(), key, source, request.erasure_id)
        return pb.EraseSourceResponse(receipt=receipt_to_proto(receipt))

    async def EraseUser(self, request: pb.EraseUserRequest, context: Any) -> pb.EraseUserResponse:  # noqa: N802
        """The user's graph here, and by a job everything of theirs everywhere."""
        key = request_key(f"{SERVICE}/EraseUser", request.request_id, request)
        receipt = await self._graph.erase(identity.current(), key, Source(Scope.USER), request.erasure_id)
        return pb.EraseUserResponse(receipt=receipt_to_proto(receipt))
