"""The local model in this process, for when the embedder service is down: same weights, same space, same vectors."""

from __future__ import annotations

from collections.abc import Sequence

from services.answerer.model import QuestionVector, Vectors
from services.common.encoders import ModelFault
from services.common.errors import Unavailable
from services.common.identity import Identity
from services.common.local_embedder import SPACE_ID, WIDTH, LocalEmbedder


class LocalFallback:
    """Refuses until it is warm: a question must not wait for torch to be imported."""

    def __init__(self, embedder: LocalEmbedder) -> None:
        self._embedder = embedder

    async def embed(self, identity: Identity, text: str, usable: Sequence[str] = ()) -> QuestionVector:
        """One vector of the local space, where that is of use."""
        if usable and SPACE_ID not in usable:
            raise Unavailable("embedder")
        return QuestionVector(await self.embed_together(identity, [text], SPACE_ID))

    async def embed_together(self, identity: Identity, texts: Sequence[str], space_id: str) -> Vectors:
        """One vector a text, of the local space; of no other one can they be made here."""
        del identity
        if space_id != SPACE_ID or not self._embedder.ready:
            raise Unavailable("embedder")
        try:
            embedded = await self._embedder.embed(texts)
        except ModelFault:
            raise Unavailable("embedder") from None
        return Vectors(SPACE_ID, WIDTH, embedded.vectors.astype("<f4").tobytes(), len(texts))
