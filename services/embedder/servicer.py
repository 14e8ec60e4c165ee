"""tieout.embedder.v1.EmbedderService: messages in, use cases, messages out."""

from __future__ import annotations

from typing import Any

from services.common import identity, telemetry
from services.common.erasure import Scope, Source, receipt_to_proto, source_from_proto
from services.common.types import request_key
from services.embedder import convert
from services.embedder.core import Embedding, Erasing, Reranking
from tieout.embedder.v1 import embedder_service_pb2 as pb
from tieout.embedder.v1 import embedder_service_pb2_grpc

SERVICE = "tieout.embedder.v1.EmbedderService"


class EmbedderServicer(embedder_service_pb2_grpc.EmbedderServiceServicer):
    """The RPCs."""

    def __init__(self, embedding: Embedding, reranking: Reranking, erasing: Erasing) -> None:
        self._embedding = embedding
        self._reranking = reranking
        self._erasing = erasing

    async def Embed(self, request: pb.EmbedRequest, context: Any) -> pb.EmbedResponse:  # noqa: N802
        """Vectors for texts."""
        embeddings = await self._embedding.embed(
            identity.current(),
            request.texts,
            convert.TEXT_KINDS[request.kind],
            request.space_id,
            request.usable_space_ids,
        )
        telemetry.add_stage("queue", embeddings.queue_time.total_seconds())
        telemetry.add_stage("model", embeddings.model_time.total_seconds())
        return convert.embeddings_to_proto(embeddings)

    async def Rerank(self, request: pb.RerankRequest, context: Any) -> pb.RerankResponse:  # noqa: N802
        """Scores for passages."""
        scores = await self._reranking.score(request.question, request.passages)
        telemetry.add_stage("queue", scores.queue_time.total_seconds())
        telemetry.add_stage("model", scores.model_time.total_seconds())
        return convert.scores_to_proto(scores)

    async def ListSpaces(self, request: pb.ListSpacesRequest, context: Any) -> pb.ListSpacesResponse:  # noqa: N802
        """The spaces and the state of what makes them."""
        model = self._embedding.question_model
        return pb.ListSpacesResponse(
            spaces=[convert.space_state_to_proto(state) for state in self._embedding.list_spaces()],
            question_space_id=model.space.space_id if model is not None else "",
            reranker_available=self._reranking.available,
        )

    async def EraseSource(self, request: pb.EraseSourceRequest, context: Any) -> pb.EraseSourceResponse:  # noqa: N802
        """Nothing is held of a source; the receipt says so."""
        key = request_key(f"{SERVICE}/EraseSource", request.request_id, request)
        source = source_from_proto(request.source)
        receipt = await self._erasing.erase(identity.current(), key, source, request.erasure_id)
        return pb.EraseSourceResponse(receipt=receipt_to_proto(receipt))

    async def EraseUser(self, request: pb.EraseUserRequest, context: Any) -> pb.EraseUserResponse:  # noqa: N802
        """The user's question vectors here, and by a job everything of theirs everywhere."""
        key = request_key(f"{SERVICE}/EraseUser", request.request_id, request)
        receipt = await self._erasing.erase(identity.current(), key, Source(Scope.USER), request.erasure_id)
        return pb.EraseUserResponse(receipt=receipt_to_proto(receipt))
