"""What jobs need from outside. Everything happens under the identity of the job's one user."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Protocol
from uuid import UUID

from services.common.erasure import Receipt, Source
from services.common.identity import Identity
from services.worker.model import (
    Backlog,
    DocumentVersion,
    Gap,
    PassageText,
    PassageVectors,
    Purged,
    Retained,
    SpaceStatus,
    VectorSpace,
)


class PassageStore(Protocol):
    """The user's passages and their vectors."""

    async def find_without_vector(
        self, identity: Identity, document: DocumentVersion, space: VectorSpace, limit: int
    ) -> Sequence[PassageText]:
        """Passages of this version that lack a vector of this space, up to `limit`; none when the version is gone."""

    async def find_any_without_vector(
        self, identity: Identity, space: VectorSpace, limit: int
    ) -> Sequence[PassageText]:
        """The same of all documents."""

    async def count_without_vector(self, identity: Identity, space: VectorSpace) -> Gap:
        """What all documents lack."""

    async def store_vectors(self, identity: Identity, passages: Sequence[PassageText], vectors: PassageVectors) -> None:
        """Keep vectors; those of passages that are gone by now are dropped."""

    async def set_aside(self, identity: Identity, space: VectorSpace, passage: PassageText, reason: str) -> None:
        """Leave a passage out of this space until an operator asks for it; `reason` is the name of one of ours."""

    async def remove_retired(self, identity: Identity, limit: int) -> Mapping[str, int]:
        """Remove up to `limit` vectors of spaces that were given up; how many stay for now, by space."""

    async def plan_backfill(self, identity: Identity, delay: timedelta, backlog: Backlog, failures: int = 0) -> None:
        """The user's next `backfill` job, or a sooner turn for the one that waits."""


class Embedder(Protocol):
    """Makes vectors of passages. Raises `Unavailable`, `Overloaded` or `DeadlineExceeded` when it cannot now, and
    TEXT_REFUSED (`FailedPrecondition`) when the model is well and takes one of the texts never."""

    async def list_spaces(self) -> Sequence[SpaceStatus]:
        """All spaces that vectors are made of."""

    async def embed(self, texts: Sequence[str], space: VectorSpace) -> PassageVectors:
        """Vectors of this space and no other."""


class Participant(Protocol):
    """A service that takes part in erasures."""

    async def erase(self, erasure: UUID, source: Source) -> None:
        """Erase what it holds of the source and add its lines to the receipt."""


class Erasures(Protocol):
    """The receipts, and the stores that belong to no service."""

    async def count_running_jobs(self, identity: Identity) -> int:
        """Other jobs of the user that run now."""

    async def erase_shared(self, identity: Identity, erasure: UUID, source: Source) -> None:
        """Erase waiting jobs and the stored responses of earlier requests, which may quote what is erased."""

    async def close(self, identity: Identity, erasure: UUID) -> Receipt:
        """Close the receipt if every store is clean, and return it."""


class Retention(Protocol):
    """What is kept for a time only."""

    async def purge(self, identity: Identity, rules: Sequence[Retained]) -> Purged:
        """Delete what has outlived its rule."""

    async def schedule(self, identity: Identity, delay: timedelta) -> None:
        """Look again after `delay`, unless that is planned already."""
