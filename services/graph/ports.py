"""What the use cases need from outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Protocol

from services.common.erasure import Receipt, Source
from services.common.identity import Identity
from services.common.types import RequestKey
from services.graph.model import Counts, EdgeKind, EntityKind, Neighbour, NeighbourPage, Node, Path, Support


class GraphStore(Protocol):
    """A user's graph. What is another user's is as if it were not there."""

    async def upsert(
        self, identity: Identity, key: RequestKey, supports: Sequence[Support], removed_ids: Sequence[str]
    ) -> Counts:
        """Replace what each support said before, take away what is removed, and drop what nothing supports now."""

    async def find_nodes(self, identity: Identity, node_ids: Sequence[str]) -> tuple[Node, ...]:
        """Nodes by id, in the order asked; missing ones are left out."""

    async def find_by_name(
        self, identity: Identity, folded: str, kinds: Sequence[EntityKind], limit: int
    ) -> tuple[Node, ...]:
        """Nodes of exactly this folded name, those with the most supports first."""

    async def list_names(self, identity: Identity, kinds: Sequence[EntityKind], limit: int) -> tuple[Node, ...]:
        """Nodes with the most supports first."""

    async def fetch_edges(
        self, identity: Identity, least: Mapping[str, Decimal], kinds: Sequence[EdgeKind], limit: int
    ) -> tuple[Neighbour, ...]:
        """Edges at nodes, each at least as heavy as its node's number, by node in the order given, heaviest first."""

    async def add_supports(self, identity: Identity, paths: Sequence[Path]) -> tuple[Path, ...]:
        """The paths with the first supports of each edge."""

    async def list_neighbours(
        self, identity: Identity, node_id: str, kinds: Sequence[EdgeKind], size: int, position: str
    ) -> NeighbourPage:
        """Edges at a node, heaviest first."""

    async def erase(self, identity: Identity, key: RequestKey, source: Source, erasure_id: str) -> Receipt:
        """Take part in an erasure: drop the source's supports and what nothing supports then."""
