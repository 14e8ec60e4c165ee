"""What the use cases need from outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Protocol

from services.common.erasure import Receipt, Source
from services.common.identity import Identity
from services.common.types import RequestKey
from services.embedder.model import Availability, Matrix, ModelOutput, Scores, Space, TextKind


class EmbeddingModel(Protocol):
    """Makes vectors of one space."""

    @property
    def space(self) -> Space:
        """The space of its vectors."""

    @property
    def available(self) -> bool:
        """Whether it can make vectors now."""

    @property
    def breaker(self) -> Availability:
        """State of the breaker before it."""

    @property
    def retry_delay(self) -> timedelta | None:
        """Until a call is let through again. None while none is known."""

    async def embed(self, texts: Sequence[str], kind: TextKind) -> ModelOutput:
        """Raises `Overloaded` before any work, `Unavailable` while it is ill, `TextRefused` for one it never takes."""


class Reranker(Protocol):
    """Scores passages against a question."""

    async def score(self, question: str, passages: Sequence[str]) -> Scores:
        """Raises `Unavailable` while it is ill."""


class QuestionCache(Protocol):
    """A user's question vectors, each for a limited time."""

    async def find(self, identity: Identity, space: Space, digests: Sequence[bytes]) -> Mapping[bytes, Matrix]:
        """Vectors by digest, of shape (width,), for those that are there and fresh."""

    async def store(self, identity: Identity, space: Space, vectors: Mapping[bytes, Matrix], life: timedelta) -> None:
        """Keep them for `life`."""


class SpaceRegistry(Protocol):
    """What is known of each space since its first use."""

    async def find_canary(self, space: Space) -> Matrix | None:
        """The vector of the canary when the space was first used, shape (width,); None when it never was.

        Raises `FailedPrecondition` for a space that was given up: nothing is made in it.
        """

    async def record_canary(self, space: Space, canary: Matrix) -> Matrix:
        """Keep it unless another process was first; returns the one that is kept."""


class Erasure(Protocol):
    """Takes part in erasures."""

    async def erase(self, identity: Identity, key: RequestKey, source: Source, erasure_id: str) -> Receipt:
        """Erase here, for a user's call (`erasure_id` empty) or for the job that carries an erasure on."""
