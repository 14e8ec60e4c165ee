"""Protobuf to the service's own types and back."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

from google.protobuf.duration_pb2 import Duration
from google.type.decimal_pb2 import Decimal as DecimalMessage

from services.embedder.model import Availability, Embeddings, Scores, Space, SpaceState, TextKind, pack
from tieout.embedder.v1 import embedder_service_pb2 as pb
from tieout.type.v1 import space_pb2, timing_pb2

TEXT_KINDS = {pb.TEXT_KIND_QUESTION: TextKind.QUESTION, pb.TEXT_KIND_PASSAGE: TextKind.PASSAGE}
_BREAKER_STATES = {
    Availability.CLOSED: pb.BREAKER_STATE_CLOSED,
    Availability.HALF_OPEN: pb.BREAKER_STATE_HALF_OPEN,
    Availability.OPEN: pb.BREAKER_STATE_OPEN,
}


def space_to_proto(space: Space) -> space_pb2.Space:
    """Without a floor: floors belong to a corpus' search, and the retriever states the one that it applied."""
    return space_pb2.Space(
        space_id=space.space_id,
        model=space.model,
        revision=space.revision,
        width=space.width,
        pooling=space.pooling,
        normalised=space.normalised,
    )


def embeddings_to_proto(embeddings: Embeddings) -> pb.EmbedResponse:
    """The response of Embed."""
    return pb.EmbedResponse(
        vectors=space_pb2.Vectors(
            space_id=embeddings.space.space_id,
            width=embeddings.space.width,
            data=pack(embeddings.vectors),
            count=len(embeddings.vectors),
        ),
        space=space_to_proto(embeddings.space),
        truncated_count=embeddings.truncated_count,
        cached_count=embeddings.cached_count,
        timings=_timings(embeddings.queue_time, embeddings.model_time, "embed"),
        missed_space_id=embeddings.missed_space_id,
    )


def scores_to_proto(scores: Scores) -> pb.RerankResponse:
    """The response of Rerank."""
    return pb.RerankResponse(
        scores=scores.scores, model=scores.model, timings=_timings(scores.queue_time, scores.model_time, "rerank")
    )


def space_state_to_proto(state: SpaceState) -> pb.SpaceStatus:
    """One space of ListSpaces."""
    message = pb.SpaceStatus(
        space=space_to_proto(state.space),
        available=state.available,
        breaker_state=_BREAKER_STATES[state.breaker],
        cache_hit_ratio=DecimalMessage(value=str(Decimal(state.hit_ratio).quantize(Decimal("0.0001")))),
        refused_count=state.refused_count,
    )
    if state.retry_delay is not None:
        message.retry_delay.CopyFrom(_duration(state.retry_delay))
    return message


def _timings(queue: timedelta, model: timedelta, stage: str) -> list[timing_pb2.StageTiming]:
    return [
        timing_pb2.StageTiming(stage="queue", duration=_duration(queue)),
        timing_pb2.StageTiming(stage=stage, duration=_duration(model)),
    ]


def _duration(value: timedelta) -> Duration:
    message = Duration()
    message.FromTimedelta(value)
    return message
