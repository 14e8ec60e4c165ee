"""The use cases: vectors with a cache for questions, scores, and what is available."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

import numpy as np

from services.common import telemetry
from services.common.erasure import Receipt, Source
from services.common.errors import ErrorReason, InvalidArgument, Unavailable
from services.common.identity import Identity
from services.common.types import RequestKey
from services.embedder.model import (
    Embeddings,
    Matrix,
    ModelOutput,
    Scores,
    Space,
    SpaceState,
    TextKind,
    TextRefused,
    max_texts,
    question_digest,
)
from services.embedder.ports import EmbeddingModel, Erasure, QuestionCache, Reranker

_refused = telemetry.meter.create_counter(
    "tieout.embedder.refused_texts",
    description="Requests in which the model of a space refused a text while it was well, by space.",
)


class Embedding:
    """Vectors for texts. Models come in the order in which questions prefer them."""

    def __init__(self, models: Sequence[EmbeddingModel], cache: QuestionCache, cache_life: timedelta) -> None:
        self._models = {model.space.space_id: model for model in models}
        self._cache = cache
        self._cache_life = cache_life
        self._asked = dict.fromkeys(self._models, 0)
        self._found = dict.fromkeys(self._models, 0)
        self._refused = dict.fromkeys(self._models, 0)

    @property
    def question_model(self) -> EmbeddingModel | None:
        """The first model that can make vectors now."""
        return next((model for model in self._models.values() if model.available), None)

    async def embed(
        self,
        identity: Identity,
        texts: Sequence[str],
        kind: TextKind,
        space_id: str = "",
        usable: Collection[str] = (),
    ) -> Embeddings:
        """Vectors in the named space, or in the first whose model does not fail; the result says what was missed.

        `usable`: the spaces to choose among, where it names any.
        """
        if space_id:
            return await self._embed_with(self._named(space_id), identity, texts, kind)
        missed: list[str] = []
        for model in self._models.values():
            if model.available and (not usable or model.space.space_id in usable):
                try:
                    made = await self._embed_with(model, identity, texts, kind)
                    return replace(made, missed_space_id=missed[0] if missed else "")
                except (Unavailable, TextRefused):
                    telemetry.log.warning("embedding", missed=model.space.space_id)
            missed.append(model.space.space_id)
        raise Unavailable("embedding model")

    async def _embed_with(
        self, model: EmbeddingModel, identity: Identity, texts: Sequence[str], kind: TextKind
    ) -> Embeddings:
        """The same words twice cost the model once; questions are kept for their user."""
        if len(texts) > (limit := max_texts(model.space.width)):
            raise InvalidArgument("texts", f"at most {limit} in this space")
        cached = await self._find(identity, model.space, texts) if kind is TextKind.QUESTION else {}
        missing = list(dict.fromkeys(text for text in texts if question_digest(text) not in cached))
        try:
            output = await model.embed(missing, kind) if missing else _nothing(model.space)
        except TextRefused:
            self._refused[model.space.space_id] += 1
            _refused.add(1, {"space_id": model.space.space_id})
            raise
        made: dict[bytes, Matrix] = {
            question_digest(text): vector for text, vector in zip(missing, output.vectors, strict=True)
        }
        if made and kind is TextKind.QUESTION:
            await self._store(identity, model.space, made)
        known = {**cached, **made}
        return Embeddings(
            space=model.space,
            vectors=np.stack([known[question_digest(text)] for text in texts]),
            truncated_count=output.truncated_count,
            cached_count=sum(question_digest(text) in cached for text in texts),
            queue_time=output.queue_time,
            model_time=output.model_time,
        )

    def list_spaces(self) -> tuple[SpaceState, ...]:
        """All spaces, the one for questions first."""
        first = self.question_model
        return tuple(
            SpaceState(
                space=model.space,
                available=model.available,
                breaker=model.breaker,
                retry_delay=model.retry_delay,
                hit_ratio=self._found[space_id] / max(1, self._asked[space_id]),
                refused_count=self._refused[space_id],
            )
            for space_id, model in sorted(self._models.items(), key=lambda one: one[1] is not first)
        )

    def _named(self, space_id: str) -> EmbeddingModel:
        if space_id not in self._models:
            raise InvalidArgument(
                "space_id",
                f"one of {', '.join(self._models)}",
                reason=ErrorReason.ERROR_REASON_SPACE_MISMATCH,
                metadata={"space_id": space_id, "spaces": ", ".join(self._models)},
            )
        return self._models[space_id]

    async def _find(self, identity: Identity, space: Space, texts: Sequence[str]) -> Mapping[bytes, Matrix]:
        self._asked[space.space_id] += len(texts)
        try:
            found = await self._cache.find(identity, space, [question_digest(text) for text in texts])
        except Unavailable:
            # The cache saves work and nothing else: without it the model answers.
            telemetry.log.warning("question cache", available=False)
            return {}
        self._found[space.space_id] += len(found)
        return found

    async def _store(self, identity: Identity, space: Space, vectors: Mapping[bytes, Matrix]) -> None:
        try:
            await self._cache.store(identity, space, vectors, self._cache_life)
        except Unavailable:
            telemetry.log.warning("question cache", available=False)


class Reranking:
    """Scores for passages, where a reranker is configured."""

    def __init__(self, reranker: Reranker | None) -> None:
        self._reranker = reranker

    @property
    def available(self) -> bool:
        """Whether a reranker is configured."""
        return self._reranker is not None

    async def score(self, question: str, passages: Sequence[str]) -> Scores:
        """Raises `Unavailable("reranker")` where none is configured."""
        if self._reranker is None:
            raise Unavailable("reranker")
        return await self._reranker.score(question, passages)


class Erasing:
    """Takes part in erasures, begun here or carried on by a job."""

    def __init__(self, erasure: Erasure) -> None:
        self._erasure = erasure

    async def erase(self, identity: Identity, key: RequestKey, source: Source, erasure_id: str) -> Receipt:
        """The receipt so far; for a user's own call a job carries the rest through every other service."""
        return await self._erasure.erase(identity, key, source, erasure_id)


def _nothing(space: Space) -> ModelOutput:
    return ModelOutput(np.empty((0, space.width), np.float32), 0, timedelta(), timedelta())
