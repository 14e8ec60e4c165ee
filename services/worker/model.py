"""What jobs work on: data and pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import Enum
from uuid import UUID

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float32]
"""Shape (texts, width), one vector a row."""


@dataclass(frozen=True, slots=True)
class DocumentVersion:
    """Whose passages a job is about."""

    document_id: UUID
    version: int


@dataclass(frozen=True, slots=True)
class PassageText:
    """A passage that has no vector yet."""

    passage_id: int
    text: str


@dataclass(frozen=True, slots=True)
class VectorSpace:
    """A space and how many numbers its vectors have."""

    space_id: str
    width: int


@dataclass(frozen=True, slots=True)
class SpaceStatus:
    """A space and whether vectors of it can be made now. `retry_delay`: until it may be asked again, where known."""

    space: VectorSpace
    available: bool
    retry_delay: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Gap:
    """How many passages a user has, how many of them lack a vector of a space, and how many more never get one.

    `refused`: their text was refused by the model and is not tried again before an operator asks for it.
    """

    total: int
    missing: int
    refused: int = 0


@dataclass(frozen=True, slots=True)
class Backlog:
    """What a user's backfill knows at the end of a turn, each by space id: passages that lack a vector, passages that
    were refused, vectors of spaces that were given up and are still there."""

    missing: Mapping[str, int] = field(default_factory=dict)
    refused: Mapping[str, int] = field(default_factory=dict)
    retired: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PassageVectors:
    """Vectors of one space, in the order of the passages that they were asked for."""

    space_id: str
    vectors: Matrix


@dataclass(frozen=True, slots=True)
class Retained:
    """Rows of one table go `life` after the time in `column`."""

    table: str
    column: str
    life: timedelta


@dataclass(frozen=True, slots=True)
class Purged:
    """What a purge came to: rows that went, and rows that stay for now."""

    purged_count: int
    remaining_count: int


class Kind(Enum):
    """What a node is; the value is how the contract names it."""

    MERCHANT = "ENTITY_KIND_MERCHANT"
    CATEGORY = "ENTITY_KIND_CATEGORY"
    ACCOUNT = "ENTITY_KIND_ACCOUNT"
    PERSON = "ENTITY_KIND_PERSON"
    PAYER = "ENTITY_KIND_PAYER"
    INSTITUTION = "ENTITY_KIND_INSTITUTION"
    DOCUMENT = "ENTITY_KIND_DOCUMENT"


class Relation(Enum):
    """How two nodes hang together; the value is how the contract names it."""

    IN_CATEGORY = "EDGE_KIND_IN_CATEGORY"
    ON_ACCOUNT = "EDGE_KIND_ON_ACCOUNT"
    SAME_DAY = "EDGE_KIND_SAME_DAY"
    DOCUMENT_ABOUT = "EDGE_KIND_DOCUMENT_ABOUT"
    HELD_AT = "EDGE_KIND_HELD_AT"
    PART_OF = "EDGE_KIND_PART_OF"


@dataclass(frozen=True, slots=True)
class Node:
    """A thing of the user's, by the retriever's id; an institution goes by its folded name."""

    kind: Kind
    entity_id: str
    name: str

    @property
    def node_id(self) -> str:
        """Its id in the graph: `<kind>:<entity_id>`."""
        return f"{self.kind.name.lower()}:{self.entity_id}"


@dataclass(frozen=True, slots=True)
class Support:
    """One row or passage with what it supports, as (from, relation, to)."""

    support_id: str
    source_id: str
    nodes: tuple[Node, ...] = ()
    edges: tuple[tuple[str, Relation, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """What of a ledger row matters here."""

    row_id: str
    account_id: str
    account_name: str
    date: date
    merchant_id: str = ""
    merchant_name: str = ""
    counterparty_id: str = ""
    counterparty_name: str = ""
    category_id: str = ""
    is_income: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """An account; `institution` is empty where the source does not name it."""

    account_id: str
    name: str
    institution: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """The newest version of a document. `named` are the merchants and accounts that its title names."""

    document_id: str
    name: str
    institution: str = ""
    named: tuple[Node, ...] = ()


def in_batches(texts: Sequence[PassageText], batch_texts: int, batch_characters: int) -> list[list[PassageText]]:
    """Batches of at most so many texts and characters, in order; a text over the limit is a batch of its own."""
    batches: list[list[PassageText]] = []
    size = 0
    for text in texts:
        if not batches or len(batches[-1]) == batch_texts or size + len(text.text) > batch_characters:
            batches.append([])
            size = 0
        batches[-1].append(text)
        size += len(text.text)
    return batches
