"""What jobs need from outside. Everything happens under the identity of the job's one user."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Protocol
from uuid import UUID

from services.common.erasure import Receipt, Source
from services.common.identity import Identity
from services.worker.model import DocumentVersion, PassageText, PassageVectors, Purged, Retained, VectorSpace


class PassageStore(Protocol):
    """The user's passages and their vectors."""

    async def find_without_vector(
        self, identity: Identity, document: DocumentVersion, space: VectorSpace, limit: int
    ) -> Sequence[PassageText]:
        """Passages of this version that lack a vector of this space, up to `limit`; none when the version is gone."""

    async def store_vectors(self, identity: Identity, passages: Sequence[PassageText], vectors: PassageVectors) -> None:
        """Keep vectors; those of passages that are gone by now are dropped."""


class Embedder(Protocol):
    """Makes vectors of passages."""

    async def embed(self, texts: Sequence[str], space_id: str) -> PassageVectors:
        """Raises `Unavailable` or `Overloaded`; the job is then tried again later."""


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
