"""What the graph does: take evidence in, find names, walk, and let go of what nothing supports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from rapidfuzz import fuzz, process

from services.common.erasure import Receipt, Source
from services.common.errors import InvalidArgument, NotFound
from services.common.identity import Identity
from services.common.types import RequestKey
from services.graph import walking
from services.graph.model import (
    Counts,
    EdgeKind,
    EntityKind,
    Neighbour,
    NeighbourPage,
    Resolved,
    Support,
    Walked,
    WalkLimits,
    fold,
)
from services.graph.ports import GraphStore

# Below this a spelling is another name: `Apple` and `Applebee's` are 0.71, `Uber` and `Uber Eats` 0.62.
NEAR_NAME = 0.85
# Names compared in process; a user has hundreds.
MAX_NAMES = 5000


class Graph:
    """The use cases of the graph service."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    async def upsert(
        self, identity: Identity, key: RequestKey, supports: Sequence[Support], removed_ids: Sequence[str]
    ) -> Counts:
        """Replace, add or take away evidence. A support that is both given and removed is a mistake."""
        ids = [support.support_id for support in supports]
        if len(set(ids)) != len(ids):
            raise InvalidArgument("supports", "each support id once")
        if not set(ids).isdisjoint(removed_ids):
            raise InvalidArgument("removed_support_ids", "not among the supports given")
        return await self._store.upsert(identity, key, supports, removed_ids)

    async def resolve(
        self, identity: Identity, text: str, kinds: Sequence[EntityKind], limit: int
    ) -> tuple[Resolved, ...]:
        """Nodes of this name; only where there is none, nodes whose names are spelt nearly so."""
        folded = fold(text)
        if not folded:
            return ()
        exact = await self._store.find_by_name(identity, folded, kinds, limit)
        if exact:
            return tuple(Resolved(node, 1.0) for node in exact)
        nodes = await self._store.list_names(identity, kinds, MAX_NAMES)
        near = process.extract(
            folded,
            [fold(node.display_name) for node in nodes],
            scorer=fuzz.ratio,
            score_cutoff=NEAR_NAME * 100,
            limit=limit,
        )
        found = [Resolved(nodes[index], min(0.999, round(score / 100, 4))) for _name, score, index in near]
        return tuple(sorted(found, key=lambda one: (-one.similarity, one.node.node_id)))

    async def walk(self, identity: Identity, start_ids: Sequence[str], limits: WalkLimits) -> Walked:
        """Walks from nodes. One that does not exist, or is another user's, is NOT_FOUND."""
        unique = tuple(dict.fromkeys(start_ids))
        starts = await self._store.find_nodes(identity, unique)
        if len(starts) < len(unique):
            raise NotFound("A start node")

        async def fetch(least: Mapping[str, Decimal], limit: int) -> Sequence[Neighbour]:
            return await self._store.fetch_edges(identity, least, limits.edge_kinds, limit)

        walked = await walking.walk(starts, limits, fetch)
        paths = await self._store.add_supports(identity, walked.paths)
        return Walked(paths, walked.visited_count, walked.truncated)

    async def list_neighbours(
        self, identity: Identity, node_id: str, kinds: Sequence[EdgeKind], size: int, position: str
    ) -> NeighbourPage:
        """The edges at a node. One that does not exist, or is another user's, is NOT_FOUND."""
        if not await self._store.find_nodes(identity, [node_id]):
            raise NotFound("The node")
        return await self._store.list_neighbours(identity, node_id, kinds, size, position)

    async def erase(self, identity: Identity, key: RequestKey, source: Source, erasure_id: str) -> Receipt:
        """Erase what hangs on a source, or everything of the user's."""
        return await self._store.erase(identity, key, source, erasure_id)
