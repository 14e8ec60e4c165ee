"""A walk finds the heaviest way to each node, within hops and weight, and always the same one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from services.graph.model import Edge, EdgeKind, EntityKind, Neighbour, Node, Walked, WalkLimits
from services.graph.walking import walk

Graph = Mapping[str, Mapping[str, Decimal]]


def node(name: str) -> Node:
    return Node(EntityKind.CATEGORY if name.isupper() else EntityKind.MERCHANT, name, name)


NODES = [node(name) for name in "abcDEF"]


def limits(
    max_hops: int = 4,
    min_weight: str = "0",
    end_kinds: tuple[EntityKind, ...] = (),
    budget: int = 5000,
    limit: int = 50,
) -> WalkLimits:
    return WalkLimits(max_hops, Decimal(min_weight), (), end_kinds, budget, limit)


def fetcher(graph: Graph) -> object:
    async def fetch(least: Mapping[str, Decimal], limit: int) -> Sequence[Neighbour]:
        by_id = {one.node_id: one for one in NODES}
        found = []
        for node_id, bound in least.items():
            edges = sorted(graph.get(node_id, {}).items(), key=lambda item: (-item[1], item[0]))
            found += [
                Neighbour(Edge(node_id, end, EdgeKind.IN_CATEGORY, weight, 1), by_id[end])
                for end, weight in edges
                if weight >= bound
            ]
        return found[:limit]

    return fetch


async def walked(graph: Graph, start: Node, within: WalkLimits) -> Walked:
    return await walk([start], within, fetcher(graph))  # type: ignore[arg-type]


def ways(graph: Graph, trail: tuple[str, ...], weight: Decimal, hops: int) -> Iterator[tuple[tuple[str, ...], Decimal]]:
    """Every simple way, by brute force."""
    if hops == 0:
        return
    for end, share in graph.get(trail[-1], {}).items():
        if end not in trail:
            yield (*trail, end), weight * share
            yield from ways(graph, (*trail, end), weight * share, hops - 1)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    shares = st.sampled_from([Decimal(one) for one in ("0.1", "0.25", "0.5", "0.75", "1")])
    pairs = [(one.node_id, other.node_id) for one in NODES for other in NODES if one != other]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=14))
    graph: dict[str, dict[str, Decimal]] = {}
    for start, end in chosen:
        graph.setdefault(start, {})[end] = draw(shares)
    return graph


@given(graphs(), st.integers(1, 4), st.sampled_from(["0", "0.05", "0.3"]))
async def test_each_end_has_its_heaviest_way(graph: Graph, hops: int, least: str) -> None:
    """The same ends and weights as by trying all ways; every step is an edge of the graph."""
    result = await walked(graph, NODES[0], limits(hops, least))
    best: dict[str, Decimal] = {}
    for trail, weight in ways(graph, (NODES[0].node_id,), Decimal(1), hops):
        if weight >= Decimal(least):
            best[trail[-1]] = max(weight, best.get(trail[-1], Decimal(0)))
    assert {path.nodes[-1].node_id: path.weight for path in result.paths} == best
    for path in result.paths:
        assert len(path.edges) == len(path.nodes) - 1 <= hops
        product = Decimal(1)
        for edge, (start, end) in zip(path.edges, zip(path.nodes, path.nodes[1:], strict=False), strict=True):
            assert (edge.from_node_id, edge.to_node_id) == (start.node_id, end.node_id)
            product *= edge.weight
        assert path.weight == product
    assert [path.weight for path in result.paths] == sorted((path.weight for path in result.paths), reverse=True)
    assert not result.truncated
    assert await walked(graph, NODES[0], limits(hops, least)) == result


@given(graphs(), st.integers(1, 6))
async def test_a_budget_ends_the_walk_and_says_so(graph: Graph, budget: int) -> None:
    """Never more edges than the budget; where it was enough, the walk is the same as without one."""
    whole = await walked(graph, NODES[0], limits())
    part = await walked(graph, NODES[0], limits(budget=budget))
    assert part.visited_count <= budget
    assert part.truncated == (whole.visited_count > budget)
    if not part.truncated:
        assert part == whole


@given(graphs())
async def test_only_the_wanted_kinds_are_ends(graph: Graph) -> None:
    """Ways lead through other kinds all the same."""
    whole = await walked(graph, NODES[0], limits())
    some = await walked(graph, NODES[0], limits(end_kinds=(EntityKind.CATEGORY,)))
    assert some.paths == tuple(path for path in whole.paths if path.nodes[-1].kind is EntityKind.CATEGORY)
