"""Names, walks and neighbours over the wire, on a real database."""

from __future__ import annotations

import pytest

from tests.integration.graph.conftest import User, ends, node, refusal, support
from tieout.graph.v1 import entity_pb2
from tieout.graph.v1 import graph_service_pb2 as pb
from tieout.type.v1 import ledger_pb2

IN = entity_pb2.EDGE_KIND_IN_CATEGORY
ON = entity_pb2.EDGE_KIND_ON_ACCOUNT
ABOUT = entity_pb2.EDGE_KIND_DOCUMENT_ABOUT
HELD_AT = entity_pb2.EDGE_KIND_HELD_AT
PART_OF = entity_pb2.EDGE_KIND_PART_OF
INVALID = ("INVALID_ARGUMENT", "FIELD_INVALID")


async def bank(user: User) -> None:
    """Two shops, one account at a bank, and the bank's fee schedule."""
    bean = (("merchant:bean", IN, "category:COFFEE"), ("merchant:bean", ON, "account:a1"))
    shop = (("merchant:shop", IN, "category:FOOD"), ("merchant:shop", ON, "account:a1"))
    part = ("category:COFFEE", PART_OF, "category:FOOD")
    await user.upsert(
        *(support(f"b{number}", *bean, part, source="a1") for number in range(3)),
        support("s1", *shop, source="a1"),
        support("account:a1", ("account:a1", HELD_AT, "institution:harborline"), source="a1"),
        support("d1:title", ("document:d1", ABOUT, "institution:harborline"), source="d1"),
    )


async def test_a_walk_names_what_is_near_with_its_rows(user: User) -> None:
    """From the coffee shop: its category, the one above it, its account; each with the rows that say so."""
    await bank(user)
    walked = await user.walk("merchant:bean")
    assert ends(walked)[:3] == [("account:a1", "1"), ("category:COFFEE", "1"), ("category:FOOD", "1")]
    (coffee,) = [path for path in walked.paths if path.nodes[-1].node_id == "category:COFFEE"]
    assert [one.node_id for one in coffee.nodes] == ["merchant:bean", "category:COFFEE"]
    assert list(coffee.edges[0].support_ids) == ["b0", "b1", "b2"]
    assert coffee.edges[0].support_count == 3
    assert not walked.truncated
    assert walked.timings[0].stage == "walk"


async def test_a_walk_goes_against_the_edges_too(user: User) -> None:
    """From food to the shops, by the share of food's own rows; the rows behind the edge are the same."""
    await bank(user)
    walked = await user.walk("category:FOOD", end_kinds=[ledger_pb2.ENTITY_KIND_MERCHANT])
    # Four rows name food: three through coffee, one the shop itself.
    assert ends(walked) == [("merchant:bean", "0.75"), ("merchant:shop", "0.25")]
    assert list(walked.paths[1].edges[0].support_ids) == ["s1"]


async def test_a_document_is_reached_over_its_bank(user: User) -> None:
    """A light way is found where a light one is asked for, over the named kinds of edges only."""
    await bank(user)
    kinds = {"edge_kinds": [HELD_AT, ABOUT], "end_kinds": [ledger_pb2.ENTITY_KIND_DOCUMENT]}
    walked = await user.walk("account:a1", min_weight="0", **kinds)
    assert [path.nodes[-1].node_id for path in walked.paths] == ["document:d1"]
    assert ends(await user.walk("account:a1", min_weight="0.9", **kinds)) == []
    assert ends(await user.walk("account:a1", min_weight="0", max_hops=1, **kinds)) == []


async def test_a_walk_keeps_within_its_bounds(user: User) -> None:
    """Hops, weight, budget and count; what is left out is said."""
    chain = [(f"merchant:m{number}", IN, f"merchant:m{number + 1}") for number in range(6)]
    await user.upsert(*(support(f"r{number}", edge) for number, edge in enumerate(chain)))
    assert len((await user.walk("merchant:m0", max_hops=9, min_weight="0")).paths) == 4
    assert len((await user.walk("merchant:m0", min_weight="0")).paths) == 2
    assert len((await user.walk("merchant:m0", max_hops=4, min_weight="0.3")).paths) == 2
    cut = await user.walk("merchant:m0", max_hops=4, min_weight="0", budget=2)
    assert (cut.truncated, cut.visited_count) == (True, 2)
    assert len((await user.walk("merchant:m0", max_hops=4, min_weight="0", limit=1)).paths) == 1
    for weight in ("2", "-1", "NaN", "much"):
        assert await refusal(user.walk("merchant:m0", min_weight=weight)) == INVALID
    assert await refusal(user.walk("merchant:m0", edge_kinds=[99])) == INVALID
    assert await refusal(user.walk("merchant:m0", end_kinds=[99])) == INVALID


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("cafe rene", [("merchant:m1", 1.0)]),
        ("CAFÉ RENÉ!", [("merchant:m1", 1.0)]),
        ("Apple", [("merchant:m2", 1.0)]),
        ("Uber", [("merchant:m4", 1.0)]),
        ("Ubre Eats", []),
        ("—", []),
        ("' OR 1=1 --", []),
    ],
)
async def test_a_name_is_found_exactly_or_nearly_spelt(user: User, text: str, found: list[tuple[str, float]]) -> None:
    """Folded the same: exactly it. Apple is not Applebee's, Uber is not Uber Eats."""
    names = {"m1": "Café René", "m2": "Apple", "m3": "Applebee's", "m4": "Uber", "m5": "Uber Eats"}
    nodes = [node(f"merchant:{key}", name) for key, name in names.items()]
    await user.upsert(pb.Support(support_id="r1", source_id="a", nodes=nodes))
    resolved = await user.resolve(text)
    if text == "Ubre Eats":
        assert [one for one, _ in resolved] == ["merchant:m5"]
        assert 0.85 <= resolved[0][1] < 1
    else:
        assert resolved == found
    assert await user.resolve(text, kinds=[ledger_pb2.ENTITY_KIND_DOCUMENT]) == []


async def test_pages_of_neighbours_hold_each_once(user: User) -> None:
    """Strongest first, ties by id; a token is good for its own node and kinds only."""
    for number in range(7):
        rows = range(7 - number // 2)
        await user.upsert(*(support(f"r{number}-{row}", ("merchant:m", IN, f"category:C{number}")) for row in rows))
    seen: list[tuple[str, int]] = []
    token = ""
    while True:
        page = await user.neighbours("merchant:m", page_size=3, page_token=token)
        seen += [(one.node.node_id, one.edge.support_count) for one in page.neighbours]
        if not page.next_page_token:
            break
        token = page.next_page_token
    assert seen == [(f"category:C{number}", 7 - number // 2) for number in range(7)]
    foreign = ("INVALID_ARGUMENT", "PAGE_TOKEN_INVALID")
    assert await refusal(user.neighbours("category:C1", page_token=token)) == foreign
    assert await refusal(user.neighbours("merchant:m", page_token=token, edge_kinds=[ON])) == foreign


async def test_evidence_that_makes_no_sense_is_refused_whole(user: User) -> None:
    """And nothing of it is kept."""
    good = support("r1", ("merchant:m1", IN, "category:FOOD"))
    merchant = ledger_pb2.ENTITY_KIND_MERCHANT
    bad_nodes = [
        entity_pb2.Node(entity_id="x", display_name="x"),
        entity_pb2.Node(kind=merchant),
        entity_pb2.Node(kind=merchant, entity_id="x", node_id="merchant:y"),
    ]
    bad = [
        *(pb.Support(support_id="r2", source_id="a", nodes=[one]) for one in bad_nodes),
        support("r2", ("merchant:m1", IN, "merchant:m1")),
        support("r2", ("merchant:m1", 0, "category:FOOD")),
        support("r1", ("merchant:m1", IN, "category:FOOD")),
    ]
    for one in bad:
        assert await refusal(user.upsert(good, one)) == INVALID
    assert await refusal(user.upsert(good, removed=["r1"])) == INVALID
    assert await user.resolve("m1") == []
