"""The graph in PostgreSQL (schema `graph`)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import LiteralString
from uuid import UUID

from services.common.db.erasure import erase_rows, record, take_part
from services.common.db.tenant import Database, Row, Transaction
from services.common.erasure import Erased, Receipt, Scope, Source
from services.common.idempotency import once
from services.common.identity import Identity
from services.common.types import RequestKey, UserId
from services.graph.model import (
    Counts,
    Edge,
    EdgeKind,
    EntityKind,
    Neighbour,
    NeighbourPage,
    Node,
    Path,
    Support,
    fold,
)

MAX_SUPPORT_IDS = 20

_LOCK = "INSERT INTO graph.writer (user_id) VALUES (%s) ON CONFLICT (user_id) DO UPDATE SET turn = writer.turn + 1"
_COUNTS = """
SELECT (SELECT count(*) FROM graph.node WHERE user_id = %(user)s) AS nodes,
       (SELECT count(*) FROM graph.edge WHERE user_id = %(user)s) AS edges
"""

# --- writing ---------------------------------------------------------------------------------------------------------

_TOUCHED_NODES = """
SELECT DISTINCT node_id FROM graph.support_node WHERE user_id = %s AND support_id = ANY (%s::text[])
"""
_TOUCHED_EDGES = """
SELECT DISTINCT from_node_id, to_node_id, kind FROM graph.support_edge
WHERE user_id = %s AND support_id = ANY (%s::text[])
"""
_DROP_SUPPORTS = "DELETE FROM graph.support WHERE user_id = %s AND support_id = ANY (%s::text[])"
_ADD_SUPPORTS = """
INSERT INTO graph.support (user_id, support_id, source_id)
SELECT %s, * FROM unnest(%s::text[], %s::text[])
"""
_ADD_SUPPORT_NODES = """
INSERT INTO graph.support_node (user_id, node_id, support_id)
SELECT %s, * FROM unnest(%s::text[], %s::text[]) ON CONFLICT DO NOTHING
"""
_ADD_SUPPORT_EDGES = """
INSERT INTO graph.support_edge (user_id, from_node_id, to_node_id, kind, support_id)
SELECT %s, * FROM unnest(%s::text[], %s::text[], %s::smallint[], %s::text[]) ON CONFLICT DO NOTHING
"""
# A node is counted anew from what is said about it; one that nothing names any more goes, with its edges.
_PUT_NODES = """
INSERT INTO graph.node AS node (user_id, node_id, kind, entity_id, display_name, folded_name, support_count)
SELECT %(user)s, given.node_id, given.kind, given.entity_id, given.display_name, given.folded_name, 1
FROM unnest(%(ids)s::text[], %(kinds)s::smallint[], %(entities)s::text[], %(names)s::text[], %(folded)s::text[])
     AS given (node_id, kind, entity_id, display_name, folded_name)
ON CONFLICT (user_id, node_id) DO UPDATE SET display_name = excluded.display_name, folded_name = excluded.folded_name
RETURNING node_id, (xmax = 0) AS is_new
"""
_DROP_NODES = """
DELETE FROM graph.node n WHERE n.user_id = %(user)s AND n.node_id = ANY (%(ids)s::text[])
AND NOT EXISTS (SELECT FROM graph.support_node s WHERE s.user_id = n.user_id AND s.node_id = n.node_id)
"""
_COUNT_NODES = """
UPDATE graph.node n SET support_count = counted.supports
FROM (SELECT node_id, count(*) AS supports FROM graph.support_node
      WHERE user_id = %(user)s AND node_id = ANY (%(ids)s::text[]) GROUP BY node_id) counted
WHERE n.user_id = %(user)s AND n.node_id = counted.node_id AND n.support_count <> counted.supports
"""
# What a support said of a node that was not there yet counts from the moment when the node is.
_EDGES_AT = """
SELECT DISTINCT from_node_id, to_node_id, kind FROM graph.support_edge
WHERE user_id = %(user)s AND (from_node_id = ANY (%(ids)s::text[]) OR to_node_id = ANY (%(ids)s::text[]))
"""
_DROP_EDGES = """
DELETE FROM graph.edge e USING unnest(%(starts)s::text[], %(ends)s::text[], %(kinds)s::smallint[]) AS t (f, t, k)
WHERE e.user_id = %(user)s AND e.from_node_id = t.f AND e.to_node_id = t.t AND e.kind = t.k
"""
_PUT_EDGES = """
INSERT INTO graph.edge (user_id, from_node_id, to_node_id, kind, support_count)
SELECT %(user)s, s.from_node_id, s.to_node_id, s.kind, count(*)
FROM unnest(%(starts)s::text[], %(ends)s::text[], %(kinds)s::smallint[]) AS t (f, t, k)
JOIN graph.support_edge s ON s.user_id = %(user)s AND s.from_node_id = t.f AND s.to_node_id = t.t AND s.kind = t.k
WHERE EXISTS (SELECT FROM graph.node n WHERE n.user_id = %(user)s AND n.node_id = t.f)
  AND EXISTS (SELECT FROM graph.node n WHERE n.user_id = %(user)s AND n.node_id = t.t)
GROUP BY s.from_node_id, s.to_node_id, s.kind
"""
# --- erasing ---------------------------------------------------------------------------------------------------------

_SUPPORTS_OF = "SELECT support_id FROM graph.support WHERE user_id = %s AND source_id = %s"
_DROP_MENTIONS = (
    """
DELETE FROM graph.support_edge
WHERE user_id = %(user)s AND (from_node_id = %(node)s::text OR to_node_id = %(node)s::text)
""",
    "DELETE FROM graph.support_node WHERE user_id = %(user)s AND node_id = %(node)s::text",
    "DELETE FROM graph.node WHERE user_id = %(user)s AND node_id = %(node)s::text",
)
_UNSUPPORTED = """
SELECT (SELECT count(*) FROM graph.node n WHERE n.user_id = %(user)s AND NOT EXISTS
            (SELECT FROM graph.support_node s WHERE s.user_id = n.user_id AND s.node_id = n.node_id)) AS nodes,
       (SELECT count(*) FROM graph.edge e WHERE e.user_id = %(user)s AND NOT EXISTS
            (SELECT FROM graph.support_edge s WHERE s.user_id = e.user_id AND s.from_node_id = e.from_node_id
             AND s.to_node_id = e.to_node_id AND s.kind = e.kind)) AS edges
"""

# --- reading ---------------------------------------------------------------------------------------------------------

_NODES_BY_ID = """
SELECT node_id, kind, entity_id, display_name FROM graph.node WHERE user_id = %s AND node_id = ANY (%s::text[])
"""
_NODES = """
SELECT node_id, kind, entity_id, display_name FROM graph.node
WHERE user_id = %(user)s AND (%(folded)s::text IS NULL OR folded_name = %(folded)s)
  AND (cardinality(%(kinds)s::smallint[]) = 0 OR kind = ANY (%(kinds)s))
ORDER BY support_count DESC, node_id LIMIT %(limit)s
"""
_EDGES: LiteralString = """
SELECT side.near, side.far, side.kind, side.support_count,
       least(1, side.support_count::numeric / n.support_count) AS weight,
       side.place, o.node_id, o.kind AS node_kind, o.entity_id, o.display_name
FROM (
    SELECT e.from_node_id AS near, e.to_node_id AS far, e.kind, e.support_count, w.place, w.least
    FROM unnest(%(ids)s::text[], %(least)s::numeric[]) WITH ORDINALITY AS w (node_id, least, place)
    JOIN graph.edge e ON e.user_id = %(user)s AND e.from_node_id = w.node_id
    UNION ALL
    SELECT e.to_node_id, e.from_node_id, e.kind, e.support_count, w.place, w.least
    FROM unnest(%(ids)s::text[], %(least)s::numeric[]) WITH ORDINALITY AS w (node_id, least, place)
    JOIN graph.edge e ON e.user_id = %(user)s AND e.to_node_id = w.node_id AND e.from_node_id <> e.to_node_id
) side
JOIN graph.node n ON n.user_id = %(user)s AND n.node_id = side.near
JOIN graph.node o ON o.user_id = %(user)s AND o.node_id = side.far
WHERE (cardinality(%(kinds)s::smallint[]) = 0 OR side.kind = ANY (%(kinds)s))
  AND least(1, side.support_count::numeric / n.support_count) >= side.least
"""
_SUPPORT_IDS = """
SELECT t.f, t.t, t.k, ARRAY(
    SELECT s.support_id FROM graph.support_edge s
    WHERE s.user_id = %(user)s AND s.from_node_id = t.f AND s.to_node_id = t.t AND s.kind = t.k
    ORDER BY s.support_id LIMIT %(limit)s
) AS support_ids
FROM unnest(%(starts)s::text[], %(ends)s::text[], %(kinds)s::smallint[]) AS t (f, t, k)
"""


class PgGraph:
    """The store of one service; every method runs as the caller."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def upsert(
        self, identity: Identity, key: RequestKey, supports: Sequence[Support], removed_ids: Sequence[str]
    ) -> Counts:
        """Replace what each support said before, take away what is removed, and drop what nothing supports now."""
        async with self._database.transaction(identity) as tx:

            async def write() -> Counts:
                user = identity.user_id
                await tx.execute(_LOCK, (user,))
                await _replace(tx, user, supports, [*(support.support_id for support in supports), *removed_ids])
                row = (await tx.fetch(_COUNTS, {"user": user}))[0]
                return Counts(row["nodes"], row["edges"])

            return await once(
                tx,
                identity,
                key,
                write,
                encode=lambda counts: json.dumps([counts.node_count, counts.edge_count]).encode(),
                decode=lambda data: Counts(*json.loads(data)),
            )

    async def find_nodes(self, identity: Identity, node_ids: Sequence[str]) -> tuple[Node, ...]:
        """Nodes by id, in the order asked; missing ones are left out."""
        rows = await self._database.fetch(identity, _NODES_BY_ID, (identity.user_id, list(node_ids)))
        found = {row["node_id"]: _node(row) for row in rows}
        return tuple(found[node_id] for node_id in node_ids if node_id in found)

    async def find_by_name(
        self, identity: Identity, folded: str, kinds: Sequence[EntityKind], limit: int
    ) -> tuple[Node, ...]:
        """Nodes of exactly this folded name, those with the most supports first."""
        return await self._find_nodes(identity, folded, kinds, limit)

    async def list_names(self, identity: Identity, kinds: Sequence[EntityKind], limit: int) -> tuple[Node, ...]:
        """Nodes with the most supports first."""
        return await self._find_nodes(identity, None, kinds, limit)

    async def fetch_edges(
        self, identity: Identity, least: Mapping[str, Decimal], kinds: Sequence[EdgeKind], limit: int
    ) -> tuple[Neighbour, ...]:
        """Edges at nodes, each at least as heavy as its node's number, by node in the order given, heaviest first."""
        rows = await self._database.fetch(
            identity,
            _EDGES + " ORDER BY side.place, weight DESC, side.far, side.kind LIMIT %(limit)s",
            {
                "user": identity.user_id,
                "ids": list(least),
                "least": list(least.values()),
                "kinds": [int(kind) for kind in kinds],
                "limit": limit,
            },
        )
        return tuple(_neighbour(row) for row in rows)

    async def add_supports(self, identity: Identity, paths: Sequence[Path]) -> tuple[Path, ...]:
        """The paths with the first supports of each edge."""
        edges = {edge for path in paths for edge in path.edges}
        if not edges:
            return tuple(paths)
        supports = await self._find_support_ids(identity, edges)
        return tuple(
            replace(path, edges=tuple(replace(edge, support_ids=supports[_undirected(edge)]) for edge in path.edges))
            for path in paths
        )

    async def list_neighbours(
        self, identity: Identity, node_id: str, kinds: Sequence[EdgeKind], size: int, position: str
    ) -> NeighbourPage:
        """Edges at a node, heaviest first."""
        after = json.loads(position) if position else [None, None, None]
        rows = await self._database.fetch(
            identity,
            _EDGES
            + " AND (%(count)s::bigint IS NULL OR side.support_count < %(count)s OR (side.support_count = %(count)s"
            + " AND (side.far, side.kind) > (%(far)s::text, %(kind)s::smallint)))"
            + " ORDER BY side.support_count DESC, side.far, side.kind LIMIT %(limit)s",
            {
                "user": identity.user_id,
                "ids": [node_id],
                "least": [Decimal(0)],
                "kinds": [int(kind) for kind in kinds],
                "limit": size + 1,
                "count": after[0],
                "far": after[1],
                "kind": after[2],
            },
        )
        page = [_neighbour(row) for row in rows[:size]]
        supports = await self._find_support_ids(identity, {one.edge for one in page}) if page else {}
        neighbours = tuple(
            replace(one, edge=replace(one.edge, support_ids=supports[_undirected(one.edge)])) for one in page
        )
        last = rows[size - 1] if len(rows) > size else None
        return NeighbourPage(
            neighbours, json.dumps([last["support_count"], last["far"], last["kind"]]) if last is not None else ""
        )

    async def erase(self, identity: Identity, key: RequestKey, source: Source, erasure_id: str) -> Receipt:
        """Take part in an erasure: drop the source's supports and what nothing supports then."""

        async def erase_here(tx: Transaction, erasure: UUID) -> None:
            await tx.execute(_LOCK, (identity.user_id,))
            if source.scope is Scope.USER:
                for table in ("graph.edge", "graph.node", "graph.support_edge", "graph.support_node", "graph.support"):
                    await erase_rows(tx, erasure, table)
                await erase_rows(tx, erasure, "graph.writer")
                return
            for line in await _erase_source(tx, identity.user_id, source):
                await record(tx, erasure, line)

        return await take_part(self._database, identity, key, source, erasure_id, erase_here)

    async def _find_nodes(
        self, identity: Identity, folded: str | None, kinds: Sequence[EntityKind], limit: int
    ) -> tuple[Node, ...]:
        rows = await self._database.fetch(
            identity,
            _NODES,
            {"user": identity.user_id, "folded": folded, "kinds": [int(kind) for kind in kinds], "limit": limit},
        )
        return tuple(_node(row) for row in rows)

    async def _find_support_ids(
        self, identity: Identity, edges: set[Edge]
    ) -> dict[tuple[frozenset[str], EdgeKind], tuple[str, ...]]:
        """By edge, whichever way it is walked: it was stated one way, so the other finds nothing."""
        both = [*((edge.from_node_id, edge.to_node_id, edge.kind) for edge in edges)]
        both += [(end, start, kind) for start, end, kind in both]
        both = list(dict.fromkeys(both))
        rows = await self._database.fetch(
            identity,
            _SUPPORT_IDS,
            {
                "user": identity.user_id,
                "starts": [start for start, _end, _kind in both],
                "ends": [end for _start, end, _kind in both],
                "kinds": [int(kind) for _start, _end, kind in both],
                "limit": MAX_SUPPORT_IDS,
            },
        )
        found: dict[tuple[frozenset[str], EdgeKind], tuple[str, ...]] = {}
        for row in rows:
            key = (frozenset((row["f"], row["t"])), EdgeKind(row["k"]))
            found[key] = tuple(sorted({*found.get(key, ()), *row["support_ids"]}))[:MAX_SUPPORT_IDS]
        return found


async def _replace(tx: Transaction, user: UserId, supports: Sequence[Support], going_ids: Sequence[str]) -> None:
    """Put `supports` in the place of everything that `going_ids` said, then count nodes and edges that this touches."""
    going = list(going_ids)
    nodes = {row["node_id"] for row in await tx.fetch(_TOUCHED_NODES, (user, going))}
    edges = {_key(row) for row in await tx.fetch(_TOUCHED_EDGES, (user, going))}
    await tx.execute(_DROP_SUPPORTS, (user, going))
    said = [(node.node_id, support.support_id) for support in supports for node in support.nodes]
    ties = [(tie, support.support_id) for support in supports for tie in support.ties]
    await tx.execute(_ADD_SUPPORTS, (user, [one.support_id for one in supports], [one.source_id for one in supports]))
    await tx.execute(_ADD_SUPPORT_NODES, (user, [one for one, _ in said], [support for _, support in said]))
    await tx.execute(
        _ADD_SUPPORT_EDGES,
        (
            user,
            [tie.from_node_id for tie, _ in ties],
            [tie.to_node_id for tie, _ in ties],
            [int(tie.kind) for tie, _ in ties],
            [support for _, support in ties],
        ),
    )
    given = {node.node_id: node for support in supports for node in support.nodes}
    put = await tx.fetch(
        _PUT_NODES,
        {
            "user": user,
            "ids": list(given),
            "kinds": [int(node.kind) for node in given.values()],
            "entities": [node.entity_id for node in given.values()],
            "names": [node.display_name for node in given.values()],
            "folded": [fold(node.display_name) for node in given.values()],
        },
    )
    nodes |= set(given)
    edges |= {(tie.from_node_id, tie.to_node_id, int(tie.kind)) for tie, _ in ties}
    new_ids = [row["node_id"] for row in put if row["is_new"]]
    if new_ids:
        edges |= {_key(row) for row in await tx.fetch(_EDGES_AT, {"user": user, "ids": new_ids})}
    await _count_again(tx, user, nodes, edges)


async def _count_again(tx: Transaction, user: UserId, nodes: set[str], edges: set[tuple[str, str, int]]) -> None:
    ordered = sorted(edges)
    triples = {
        "user": user,
        "starts": [start for start, _, _ in ordered],
        "ends": [end for _, end, _ in ordered],
        "kinds": [kind for _, _, kind in ordered],
    }
    await tx.execute(_DROP_EDGES, triples)
    await tx.execute(_DROP_NODES, {"user": user, "ids": sorted(nodes)})
    await tx.execute(_COUNT_NODES, {"user": user, "ids": sorted(nodes)})
    await tx.execute(_PUT_EDGES, triples)


async def _erase_source(tx: Transaction, user: UserId, source: Source) -> list[Erased]:
    """The source's supports, and its own node wherever other supports name it (a document that is about an account)."""
    before = (await tx.fetch(_COUNTS, {"user": user}))[0]
    rows = await tx.fetch(_SUPPORTS_OF, (user, source.source_id))
    await _replace(tx, user, (), [row["support_id"] for row in rows])
    if source.scope in (Scope.ACCOUNT, Scope.DOCUMENT):
        named = {"user": user, "node": f"{source.scope.value}:{source.source_id}"}
        for statement in _DROP_MENTIONS:
            await tx.execute(statement, named)
    after = (await tx.fetch(_COUNTS, {"user": user}))[0]
    left = await tx.fetch(_SUPPORTS_OF, (user, source.source_id))
    unsupported = (await tx.fetch(_UNSUPPORTED, {"user": user}))[0]
    return [
        Erased("graph", "support", len(rows), remaining_count=len(left)),
        Erased("graph", "node", before["nodes"] - after["nodes"], remaining_count=unsupported["nodes"]),
        Erased("graph", "edge", before["edges"] - after["edges"], remaining_count=unsupported["edges"]),
    ]


def _key(row: Row) -> tuple[str, str, int]:
    return row["from_node_id"], row["to_node_id"], row["kind"]


def _undirected(edge: Edge) -> tuple[frozenset[str], EdgeKind]:
    return frozenset((edge.from_node_id, edge.to_node_id)), edge.kind


def _node(row: Row) -> Node:
    return Node(EntityKind(row["kind"]), row["entity_id"], row["display_name"])


def _neighbour(row: Row) -> Neighbour:
    edge = Edge(row["near"], row["far"], EdgeKind(row["kind"]), row["weight"], row["support_count"])
    return Neighbour(edge, Node(EntityKind(row["node_kind"]), row["entity_id"], row["display_name"]))
