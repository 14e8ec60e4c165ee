"""A cross-encoder as the reranker: any model that sentence-transformers' `CrossEncoder` reads, by path or id."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from services.common import deadline
from services.common.breaker import Breaker
from services.common.errors import DeadlineExceeded, Unavailable
from services.embedder.model import Scores

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder


class CrossEncoderReranker:
    """One model in one worker thread, loaded by `warm_up`. An id is looked up on the network, a path never is."""

    def __init__(self, model: str, revision: str, breaker: Breaker) -> None:
        self._name = model
        self._revision = revision
        self._breaker = breaker
        self._model: CrossEncoder | None = None
        self._executor = ThreadPoolExecutor(1, "cross-encoder")
        # The hub's client reads this once, at its first import, which may be the local model's.
        os.environ.setdefault("HF_HUB_OFFLINE", "1" if Path(model).exists() else "0")

    async def warm_up(self) -> None:
        """Load the model; blocks a thread for seconds."""
        self._model = await asyncio.get_running_loop().run_in_executor(self._executor, self._load)

    async def ping(self) -> None:
        """Raise `Unavailable` until the model is loaded."""
        if self._model is None:
            raise Unavailable("reranker")

    async def score(self, question: str, passages: Sequence[str]) -> Scores:
        """Scores of the passages in their order. Raises `Unavailable` while the model is not loaded or fails."""
        await self.ping()
        asked = time.monotonic()
        left = deadline.remaining()
        ends_at = None if left is None else asked + left
        async with self._breaker.guard():
            try:
                started, scores = await asyncio.get_running_loop().run_in_executor(
                    self._executor, self._score, question, passages, ends_at
                )
            except RuntimeError as error:  # What torch raises.
                raise Unavailable("reranker") from error
        return Scores(
            scores=scores,
            model=f"{self._name}@{self._revision}" if self._revision else self._name,
            queue_time=timedelta(seconds=started - asked),
            model_time=timedelta(seconds=time.monotonic() - started),
        )

    async def close(self) -> None:
        """End the thread after the call that runs."""
        await asyncio.to_thread(self._executor.shutdown, cancel_futures=True)

    def _load(self) -> CrossEncoder:
        from sentence_transformers import CrossEncoder
        from transformers.utils import logging as transformers_logging

        transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        model: CrossEncoder = CrossEncoder(self._name, revision=self._revision or None, device="cpu")
        return model

    def _score(self, question: str, passages: Sequence[str], ends_at: float | None) -> tuple[float, tuple[float, ...]]:
        started = time.monotonic()
        if ends_at is not None and ends_at <= started:
            raise DeadlineExceeded  # Nobody waits for it any more.
        assert self._model is not None, "ping saw it"
        pairs = [(question, passage) for passage in passages]
        scores = self._model.predict(pairs, batch_size=16, show_progress_bar=False, convert_to_numpy=True)
        return started, tuple(float(score) for score in scores)
