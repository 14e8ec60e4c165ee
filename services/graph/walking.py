"""Walks over a graph of weighted edges: for each node the heaviest way there, within hops, weight and budget.

A layer for each hop, because with bounded hops a lighter way with fewer hops can lead further than a heavier one.
Ties are decided by ids, so the same graph always gives the same walks.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from decimal import Decimal

from services.graph.model import Edge, Neighbour, Node, Path, Walked, WalkLimits

Fetch = Callable[[Mapping[str, Decimal], int], Awaitable[Sequence[Neighbour]]]
"""Edges at nodes: node id → the least weight that an edge may have there, and how many edges at most. Ordered by
the place of the node in the mapping, then by weight, heaviest first, then by ids."""


async def walk(starts: Sequence[Node], limits: WalkLimits, fetch: Fetch) -> Walked:
    """Walk from all of `starts` at once."""
    best: dict[str, Path] = {}
    layer = {node.node_id: Path((node,), (), Decimal(1)) for node in starts}
    visited = 0
    truncated = False
    for _hop in range(limits.max_hops):
        frontier = sorted(layer.values(), key=_rank)
        wanted = {path.nodes[-1].node_id: limits.min_weight / path.weight for path in frontier}
        left = limits.budget - visited
        neighbours = await fetch(wanted, left + 1) if wanted else ()
        truncated = len(neighbours) > left
        neighbours = neighbours[:left]
        visited += len(neighbours)
        ahead: dict[str, Path] = {}
        for neighbour in neighbours:
            path = _step(layer[neighbour.edge.from_node_id], neighbour)
            if path is None or path.weight < limits.min_weight:
                continue
            end = neighbour.node.node_id
            if end not in ahead or _rank(path) < _rank(ahead[end]):
                ahead[end] = path
        for end, path in ahead.items():
            if end not in best or _rank(path) < _rank(best[end]):
                best[end] = path
        layer = ahead
        if truncated:
            break
    start_ids = {node.node_id for node in starts}
    found = [
        path
        for end, path in best.items()
        if end not in start_ids and (not limits.end_kinds or path.nodes[-1].kind in limits.end_kinds)
    ]
    return Walked(tuple(sorted(found, key=_rank)[: limits.limit]), visited, truncated)


def _step(path: Path, neighbour: Neighbour) -> Path | None:
    """The walk one edge further, or None where it would come back to where it was."""
    edge: Edge = neighbour.edge
    if any(node.node_id == neighbour.node.node_id for node in path.nodes):
        return None
    return Path((*path.nodes, neighbour.node), (*path.edges, edge), path.weight * edge.weight)


def _rank(path: Path) -> tuple[Decimal, int, tuple[str, ...]]:
    return (-path.weight, len(path.edges), tuple(node.node_id for node in path.nodes))
