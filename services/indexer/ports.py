"""What the indexer needs from outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Protocol
from uuid import UUID

from services.common.identity import Identity
from services.indexer.model import Measured, Space


class Built(Protocol):
    """An index that is there."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def valid(self) -> bool:
        """Whether it was built to its end."""
        ...


class Vectors(Protocol):
    """One user's vectors, under the identity of the job."""

    async def count(self, identity: Identity) -> Mapping[Space, int]:
        """How many there are of each space."""
        ...

    async def measure(self, identity: Identity, space: Space) -> float:
        """The share of true neighbours that a search by the index finds, on a sample of the user's own vectors."""
        ...

    async def read(self, identity: Identity) -> Mapping[Space, Measured]:
        """What searches are told."""
        ...

    async def tell(self, identity: Identity, measured: Measured) -> None:
        """Tell searches what an index is worth."""
        ...

    async def forget(self, identity: Identity, space: Space) -> None:
        """Let searches scan all vectors from now on."""
        ...

    async def plan(self, identity: Identity, delay: timedelta) -> None:
        """Look again after that time."""
        ...


class Indexes(Protocol):
    """Builds and drops indexes; it reads no vector."""

    async def find(self, user_id: UUID) -> Sequence[Built]:
        """The user's."""
        ...

    async def build(self, user_id: UUID, space_id: str, width: int) -> None:
        """Build one beside whoever writes."""
        ...

    async def drop(self, name: str) -> None:
        """Drop one, if it is there."""
        ...
