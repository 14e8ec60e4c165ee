"""Walks over the user's graph: from a thing that a question names to what is near it."""

from __future__ import annotations

from services.answerer.grammar import GraphStep
from services.answerer.model import EdgeKind, EntityKind, Plan, WalkResponse
from services.answerer.ports import Graph
from services.common.identity import Identity

MAX_ENDS = 20
# Rules whose answer is the end of a walk and nothing of the ledger.
WALKED = {"graph.documents": EntityKind.DOCUMENT, "graph.same_day": EntityKind.MERCHANT}
_EDGES = {
    "graph.documents": EdgeKind.DOCUMENT_ABOUT,
    "graph.same_day": EdgeKind.SAME_DAY,
    "graph.account": EdgeKind.ON_ACCOUNT,
}
_NODE_KINDS = {
    EntityKind.MERCHANT: "merchant",
    EntityKind.ACCOUNT: "account",
    EntityKind.PERSON: "person",
    EntityKind.PAYER: "payer",
    EntityKind.INSTITUTION: "institution",
    EntityKind.DOCUMENT: "document",
    EntityKind.CATEGORY: "category",
}


async def walk(graph: Graph, identity: Identity, plan: Plan, step: GraphStep) -> WalkResponse:
    """The walks that a plan's step asks for, heaviest first. Raises `Unavailable` when the graph is down."""
    start = f"{_NODE_KINDS[step.start_kind]}:{step.start_id}"
    edge = EdgeKind.ON_ACCOUNT if step.fills else _EDGES[plan.rule]
    return await graph.walk(
        identity, [start], edge_kinds=[edge], end_kinds=[step.end_kind], max_hops=_hops(edge), limit=MAX_ENDS
    )


def _hops(edge: EdgeKind) -> int:
    return 1 if edge in (EdgeKind.ON_ACCOUNT, EdgeKind.SAME_DAY) else 2
