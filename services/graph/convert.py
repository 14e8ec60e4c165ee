"""Protobuf to the service's own types and back."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from decimal import Decimal, InvalidOperation

from google.protobuf.duration_pb2 import Duration
from google.type.decimal_pb2 import Decimal as DecimalMessage

from services.common.errors import InvalidArgument
from services.graph.model import (
    Counts,
    Edge,
    EdgeKind,
    EntityKind,
    NeighbourPage,
    Node,
    Resolved,
    Support,
    Tie,
    Walked,
    WalkLimits,
    fold,
    node_id,
)
from tieout.graph.v1 import entity_pb2
from tieout.graph.v1 import graph_service_pb2 as pb
from tieout.type.v1 import ledger_pb2, timing_pb2

HOPS_DEFAULT, HOPS_MAX = 2, 4
BUDGET_DEFAULT, BUDGET_MAX = 500, 5000
PATHS_DEFAULT, PATHS_MAX = 10, 50
MIN_WEIGHT = Decimal("0.05")
# A weight below what can be written is still above 0.
SMALLEST = Decimal("0.000001")


def support_from_proto(message: pb.Support) -> Support:
    """One row or passage. Nodes must have a kind, a name, and an id that is made of their own parts."""
    return Support(
        message.support_id,
        message.source_id,
        tuple(_node_from_proto(node) for node in message.nodes),
        tuple(_tie_from_proto(edge) for edge in message.edges),
    )


def counts_to_proto(counts: Counts) -> pb.UpsertEvidenceResponse:
    """The response of UpsertEvidence."""
    return pb.UpsertEvidenceResponse(node_count=counts.node_count, edge_count=counts.edge_count)


def resolved_to_proto(nodes: Iterable[Resolved]) -> pb.ResolveResponse:
    """The response of Resolve."""
    return pb.ResolveResponse(
        nodes=[pb.ResolvedNode(node=_node_to_proto(one.node), similarity=one.similarity) for one in nodes]
    )


def limits_from_proto(request: pb.WalkRequest) -> WalkLimits:
    """Where a walk stops; what is absent takes its default, what is too much its maximum."""
    return WalkLimits(
        max_hops=min(request.max_hops, HOPS_MAX) or HOPS_DEFAULT,
        min_weight=_weight_from_proto(request.min_weight) if request.HasField("min_weight") else MIN_WEIGHT,
        edge_kinds=edge_kinds_from_proto(request.edge_kinds),
        end_kinds=entity_kinds_from_proto(request.end_kinds, "end_kinds"),
        budget=min(request.budget, BUDGET_MAX) or BUDGET_DEFAULT,
        limit=min(request.limit, PATHS_MAX) or PATHS_DEFAULT,
    )


def walked_to_proto(walked: Walked, taken: timedelta) -> pb.WalkResponse:
    """The response of Walk."""
    duration = Duration()
    duration.FromTimedelta(taken)
    return pb.WalkResponse(
        paths=[
            pb.Path(
                nodes=[_node_to_proto(node) for node in path.nodes],
                edges=[_edge_to_proto(edge) for edge in path.edges],
                weight=_weight_to_proto(path.weight),
            )
            for path in walked.paths
        ],
        visited_count=walked.visited_count,
        truncated=walked.truncated,
        timings=[timing_pb2.StageTiming(stage="walk", duration=duration)],
    )


def neighbours_to_proto(page: NeighbourPage, next_page_token: str) -> pb.ListNeighboursResponse:
    """The response of ListNeighbours."""
    return pb.ListNeighboursResponse(
        neighbours=[
            pb.Neighbour(edge=_edge_to_proto(one.edge), node=_node_to_proto(one.node)) for one in page.neighbours
        ],
        next_page_token=next_page_token,
    )


def edge_kinds_from_proto(numbers: Iterable[int]) -> tuple[EdgeKind, ...]:
    """A filter; unspecified in it means every kind."""
    try:
        found = {EdgeKind(number) for number in numbers if number}
    except ValueError:
        raise InvalidArgument("edge_kinds", "kinds of edges") from None
    return tuple(sorted(found))


def entity_kinds_from_proto(numbers: Iterable[int], field: str = "kinds") -> tuple[EntityKind, ...]:
    """A filter; unspecified in it means any kind."""
    try:
        found = {EntityKind(number) for number in numbers if number}
    except ValueError:
        raise InvalidArgument(field, "kinds of entities") from None
    return tuple(sorted(found))


def _node_from_proto(message: entity_pb2.Node) -> Node:
    try:
        kind = EntityKind(message.kind)
    except ValueError:
        raise InvalidArgument("supports.nodes.kind", "a kind of entity") from None
    entity_id = message.entity_id or fold(message.display_name)
    if not entity_id or len(entity_id) > 200 or len(message.display_name) > 500:
        raise InvalidArgument("supports.nodes", "an id of up to 200 characters or a name of up to 500")
    if message.node_id and message.node_id != node_id(kind, entity_id):
        raise InvalidArgument("supports.nodes.node_id", "<kind>:<entity_id>, or empty")
    return Node(kind, entity_id, message.display_name or entity_id)


def _tie_from_proto(message: entity_pb2.Edge) -> Tie:
    try:
        kind = EdgeKind(message.kind)
    except ValueError:
        raise InvalidArgument("supports.edges.kind", "a kind of edge") from None
    if not message.from_node_id or not message.to_node_id or message.from_node_id == message.to_node_id:
        raise InvalidArgument("supports.edges", "two different node ids")
    if max(len(message.from_node_id), len(message.to_node_id)) > 300:
        raise InvalidArgument("supports.edges", "node ids of up to 300 characters")
    return Tie(message.from_node_id, message.to_node_id, kind)


def _node_to_proto(node: Node) -> entity_pb2.Node:
    return entity_pb2.Node(
        node_id=node.node_id,
        kind=ledger_pb2.EntityKind.Name(int(node.kind)),
        entity_id=node.entity_id,
        display_name=node.display_name,
    )


def _edge_to_proto(edge: Edge) -> entity_pb2.Edge:
    return entity_pb2.Edge(
        from_node_id=edge.from_node_id,
        to_node_id=edge.to_node_id,
        kind=entity_pb2.EdgeKind.Name(int(edge.kind)),
        weight=_weight_to_proto(edge.weight),
        support_count=edge.support_count,
        support_ids=edge.support_ids,
    )


def _weight_to_proto(weight: Decimal) -> DecimalMessage:
    rounded = max(weight.quantize(SMALLEST), SMALLEST).normalize()
    return DecimalMessage(value=format(rounded, "f"))


def _weight_from_proto(message: DecimalMessage) -> Decimal:
    try:
        weight = Decimal(message.value or "0")
    except InvalidOperation:
        weight = Decimal("NaN")
    if not weight.is_finite() or not 0 <= weight <= 1:
        raise InvalidArgument("min_weight", "0 to 1")
    return weight
