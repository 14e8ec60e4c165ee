"""The local model as the service's provider of vectors, behind a breaker."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from services.common.breaker import Breaker
from services.common.encoders import REVISION, ModelFault
from services.common.errors import Unavailable
from services.common.local_embedder import MODEL, POOLING, SPACE_ID, WIDTH, Lane, LocalEmbedder
from services.embedder.model import Availability, ModelOutput, Space, TextKind

LOCAL_SPACE = Space(space_id=SPACE_ID, model=MODEL, revision=REVISION, width=WIDTH, pooling=POOLING, normalised=True)
_LANES = {TextKind.QUESTION: Lane.QUESTION, TextKind.PASSAGE: Lane.PASSAGE}


class LocalModel:
    """Space L. A model that fails again and again is left alone for a while, as a remote one would be."""

    def __init__(self, embedder: LocalEmbedder, breaker: Breaker) -> None:
        self._embedder = embedder
        self._breaker = breaker

    @property
    def space(self) -> Space:
        """The space of its vectors."""
        return LOCAL_SPACE

    @property
    def available(self) -> bool:
        """Loaded, and not given up for now."""
        return self._embedder.ready and self.breaker is not Availability.OPEN

    @property
    def breaker(self) -> Availability:
        """State of the breaker before it."""
        return Availability(self._breaker.state)

    @property
    def retry_delay(self) -> timedelta | None:
        """Until the breaker lets a call through. None unless it is open."""
        return self._breaker.retry_after

    async def embed(self, texts: Sequence[str], kind: TextKind) -> ModelOutput:
        """Raises `Overloaded` before any work, `Unavailable` when the model fails or is given up for now."""
        try:
            async with self._breaker.guard():
                embedded = await self._embedder.embed(texts, _LANES[kind])
        except ModelFault as fault:
            raise Unavailable("embedding model") from fault
        return ModelOutput(
            embedded.vectors,
            embedded.truncated_count,
            timedelta(seconds=embedded.queue_seconds),
            timedelta(seconds=embedded.model_seconds),
        )
