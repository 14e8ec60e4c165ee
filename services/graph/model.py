"""The user's entities, what connects them, and the rows and passages that say so.

Ids are the retriever's: the graph copies them and never decides what a merchant is. An edge is kept in the direction
in which it was stated and walked in both; its weight is always the share of the supports of the node walked from.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum


class EntityKind(IntEnum):
    """What a node is; numbers as in the contract."""

    MERCHANT = 1
    CATEGORY = 2
    ACCOUNT = 3
    PERSON = 4
    PAYER = 5
    COUNTRY = 6
    INSTITUTION = 7
    DOCUMENT = 8


class EdgeKind(IntEnum):
    """How two nodes hang together; numbers as in the contract."""

    IN_CATEGORY = 1
    ON_ACCOUNT = 2
    SAME_DAY = 3
    DOCUMENT_ABOUT = 4
    HELD_AT = 5
    PART_OF = 6


def fold(name: str) -> str:
    """A name as names are compared: NFKD without marks, case folded, letters and digits only, single spaces."""
    decomposed = unicodedata.normalize("NFKD", name)
    letters = (one for one in decomposed.casefold() if not unicodedata.combining(one) and one not in "'’")
    return " ".join("".join(one if one.isalnum() else " " for one in letters).split())


def node_id(kind: EntityKind, entity_id: str) -> str:
    """`<kind>:<entity_id>`, the kind in small letters."""
    return f"{kind.name.lower()}:{entity_id}"


@dataclass(frozen=True, slots=True)
class Node:
    """A thing of the user's. What the retriever has no id for goes by its folded name."""

    kind: EntityKind
    entity_id: str
    display_name: str

    @property
    def node_id(self) -> str:
        """Its id here."""
        return node_id(self.kind, self.entity_id)


@dataclass(frozen=True, slots=True)
class Tie:
    """What a support says about two nodes: an edge without counts."""

    from_node_id: str
    to_node_id: str
    kind: EdgeKind


@dataclass(frozen=True, slots=True)
class Support:
    """One row or passage: the nodes that it names and the edges that it supports.

    `source_id` is the account or document that it came from. A support that names no node of an edge's end still
    supports the edge, which exists while both ends do.
    """

    support_id: str
    source_id: str
    nodes: tuple[Node, ...] = ()
    ties: tuple[Tie, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """A connection as seen from `from_node_id`: `weight` is the share of that node's supports, above 0, at most 1."""

    from_node_id: str
    to_node_id: str
    kind: EdgeKind
    weight: Decimal
    support_count: int
    support_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An edge with the node at its other end."""

    edge: Edge
    node: Node


@dataclass(frozen=True, slots=True)
class NeighbourPage:
    """Neighbours, strongest first. `next_position` is empty at the end."""

    neighbours: tuple[Neighbour, ...]
    next_position: str


@dataclass(frozen=True, slots=True)
class Resolved:
    """A node with how alike its name is, 0 to 1; 1 is the same name, folded."""

    node: Node
    similarity: float


@dataclass(frozen=True, slots=True)
class Path:
    """One walk: a node more than edges; `weight` is the product of the edges'."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    weight: Decimal


@dataclass(frozen=True, slots=True)
class WalkLimits:
    """Where a walk stops."""

    max_hops: int
    min_weight: Decimal
    edge_kinds: tuple[EdgeKind, ...]
    end_kinds: tuple[EntityKind, ...]
    budget: int
    limit: int


@dataclass(frozen=True, slots=True)
class Walked:
    """Heaviest first, one for each end. `truncated`: the budget ended the walk before it had seen everything."""

    paths: tuple[Path, ...]
    visited_count: int
    truncated: bool


@dataclass(frozen=True, slots=True)
class Counts:
    """How large a user's graph is."""

    node_count: int
    edge_count: int
