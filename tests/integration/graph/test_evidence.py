"""Nodes and edges stand on rows and passages, and fall with them."""

from __future__ import annotations

from uuid import uuid4

from tests.integration.graph.conftest import User, node, support
from tieout.graph.v1 import entity_pb2
from tieout.graph.v1 import graph_service_pb2 as pb

IN = entity_pb2.EDGE_KIND_IN_CATEGORY
ON = entity_pb2.EDGE_KIND_ON_ACCOUNT
SAME_DAY = entity_pb2.EDGE_KIND_SAME_DAY


async def test_a_merchant_of_four_sessions_is_one_node(user: User) -> None:
    """A5: the same id four times, and the same name without an id four times."""
    for session in range(4):
        await user.upsert(
            support(f"r{session}", ("merchant:m1", IN, "category:FOOD"), nodes=[node("merchant:m1", "DGI")])
        )
    assert await user.resolve("DGI") == [("merchant:m1", 1.0)]
    for session in range(4):
        unnamed = entity_pb2.Node(
            kind=node("institution:x").kind, display_name=["DGI Bank", "dgi bank", "DGI  BANK", "Dgi-Bank"][session]
        )
        await user.upsert(pb.Support(support_id=f"d{session}", source_id="doc", nodes=[unnamed]))
    assert await user.resolve("dgi bank") == [("institution:dgi bank", 1.0)]


async def test_an_edge_stands_while_one_row_supports_it(user: User) -> None:
    """A6: two rows support it; the first goes, it stays; the second goes, it and the lone nodes go."""
    edge = ("merchant:m1", IN, "category:FOOD")
    assert await user.upsert(support("r1", edge), support("r2", edge)) == (2, 1)
    (neighbour,) = (await user.neighbours("merchant:m1")).neighbours
    assert (neighbour.edge.support_count, list(neighbour.edge.support_ids)) == (2, ["r1", "r2"])
    assert await user.upsert(removed=["r1"]) == (2, 1)
    (neighbour,) = (await user.neighbours("merchant:m1")).neighbours
    assert (neighbour.edge.support_count, list(neighbour.edge.support_ids)) == (1, ["r2"])
    assert await user.upsert(removed=["r2"]) == (0, 0)
    assert await user.resolve("m1") == []


async def test_a_row_that_changes_replaces_what_it_said(user: User) -> None:
    """The row moves to another category: the old edge and the old category go."""
    await user.upsert(support("r1", ("merchant:m1", IN, "category:FOOD")))
    assert await user.upsert(support("r1", ("merchant:m1", IN, "category:TRAVEL"))) == (2, 1)
    (neighbour,) = (await user.neighbours("merchant:m1")).neighbours
    assert neighbour.node.node_id == "category:TRAVEL"
    assert await user.resolve("FOOD") == []


async def test_weights_are_shares_of_the_nodes_own_rows(user: User) -> None:
    """Three of four rows of the shop are food; all rows of food are the shop's."""
    food, travel = ("merchant:m1", IN, "category:FOOD"), ("merchant:m1", IN, "category:TRAVEL")
    await user.upsert(support("r1", food), support("r2", food), support("r3", food), support("r4", travel))
    neighbours = (await user.neighbours("merchant:m1")).neighbours
    assert [(one.node.node_id, one.edge.weight.value) for one in neighbours] == [
        ("category:FOOD", "0.75"),
        ("category:TRAVEL", "0.25"),
    ]
    (back,) = (await user.neighbours("category:FOOD")).neighbours
    assert (back.edge.from_node_id, back.edge.weight.value) == ("category:FOOD", "1")


async def test_an_edge_waits_for_both_of_its_ends(user: User) -> None:
    """A support may speak of a node that nothing names yet; the edge is there once the node is, and goes with it."""
    day = support("day:1", ("merchant:a", SAME_DAY, "merchant:b"), nodes=[])
    assert await user.upsert(support("r1", ("merchant:a", IN, "category:FOOD")), day) == (2, 1)
    assert await user.upsert(support("r2", ("merchant:b", IN, "category:FOOD"))) == (3, 3)
    assert await user.upsert(removed=["r2"]) == (2, 1)
    assert await user.upsert(support("r3", ("merchant:b", IN, "category:FOOD"))) == (3, 3)


async def test_the_same_request_is_carried_out_once(user: User) -> None:
    """The second time gives the first answer, though the graph has moved on."""
    request_id = str(uuid4())
    first = await user.upsert(support("r1", ("merchant:m1", IN, "category:FOOD")), request_id=request_id)
    await user.upsert(support("r2", ("merchant:m2", IN, "category:FOOD")))
    again = await user.upsert(support("r1", ("merchant:m1", IN, "category:FOOD")), request_id=request_id)
    assert first == again == (2, 1)
