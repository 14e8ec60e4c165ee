"""A cross-encoder as the reranker: the packaged one, or any that `CrossEncoder` reads, by path or id."""

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
from services.common.encoders import default_cache, packaged_model_path
from services.common.errors import DeadlineExceeded, Overloaded, Unavailable
from services.embedder.adapters import packed_weights
from services.embedder.model import Scores

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

PACKAGED = "packaged"
PACKAGED_FOLDER = Path(__file__).parent.parent / "reranker"
BATCH_PASSAGES = 8
# The first guess of what a passage costs on one core, until calls have been measured.
PASSAGE_SECONDS = 0.05


class CrossEncoderReranker:
    """One model in one worker thread, loaded by `warm_up`. An id is looked up on the network, a path never is.

    A call whose deadline would pass before its turn is refused with `Overloaded` before any work, so that its caller
    goes on without scores at once.
    """

    def __init__(
        self, model: str, revision: str, breaker: Breaker, *, threads: int = 0, cache: Path | None = None
    ) -> None:
        self._source = model
        self._revision = revision
        self._breaker = breaker
        self._threads = threads
        self._cache = cache or default_cache()
        self._model: CrossEncoder | None = None
        self._executor = ThreadPoolExecutor(1, "cross-encoder")
        self._passage_seconds = PASSAGE_SECONDS
        self._waiting = 0
        # The hub's client reads this once, at its first import, which may be the local model's.
        local = model == PACKAGED or Path(model).exists()
        os.environ.setdefault("HF_HUB_OFFLINE", "1" if local else "0")

    async def warm_up(self) -> None:
        """Load the model; blocks a thread for seconds. Raises `OSError` where there is none."""
        self._model = await asyncio.get_running_loop().run_in_executor(self._executor, self._load)

    async def ping(self) -> None:
        """Raise `Unavailable` until the model is loaded."""
        if self._model is None:
            raise Unavailable("reranker")

    async def score(self, question: str, passages: Sequence[str]) -> Scores:
        """Scores of the passages in their order.

        Raises `Unavailable` while the model is not loaded or fails, `Overloaded` where the time left is too short.
        """
        await self.ping()
        asked = time.monotonic()
        left = deadline.remaining()
        if left is not None and left <= 0:
            raise DeadlineExceeded
        expected = (self._waiting + len(passages)) * self._passage_seconds
        if left is not None and expected > left:
            raise Overloaded("rerank", timedelta(seconds=expected))
        ends_at = None if left is None else asked + left
        self._waiting += len(passages)
        try:
            async with self._breaker.guard():
                try:
                    started, scores = await asyncio.get_running_loop().run_in_executor(
                        self._executor, self._score, question, passages, ends_at
                    )
                except RuntimeError as error:  # What torch raises.
                    raise Unavailable("reranker") from error
        finally:
            self._waiting -= len(passages)
        taken = time.monotonic() - started
        if passages:
            self._passage_seconds += 0.2 * (taken / len(passages) - self._passage_seconds)
        return Scores(
            scores=scores,
            model=f"{self._source}@{self._revision}" if self._revision else self._source,
            queue_time=timedelta(seconds=started - asked),
            model_time=timedelta(seconds=taken),
        )

    async def close(self) -> None:
        """End the thread after the call that runs."""
        await asyncio.to_thread(self._executor.shutdown, cancel_futures=True)

    def _load(self) -> CrossEncoder:
        import torch
        from sentence_transformers import CrossEncoder
        from transformers.utils import logging as transformers_logging

        transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        if self._threads:
            torch.set_num_threads(self._threads)
        packaged = self._source == PACKAGED
        path = (
            str(packed_weights.unpack(PACKAGED_FOLDER, self._cache, packaged_model_path()))
            if packaged
            else self._source
        )
        revision = None if packaged else self._revision or None
        if packaged:
            self._revision = packed_weights.digest(PACKAGED_FOLDER)
        # Half the time of float32 where the processor has it; its effect on the order was measured for this model only.
        fast = packaged and bool(torch.cpu.get_capabilities().get("avx512_bf16"))
        options = {"dtype": torch.bfloat16 if fast else torch.float32}
        # The packaged model's head is a class of this package; no other folder's or id's code is run.
        model: CrossEncoder = CrossEncoder(
            path, revision=revision, device="cpu", model_kwargs=options, trust_remote_code=packaged
        )
        # The first call costs several times a later one.
        model.predict([("warm", "warm")], show_progress_bar=False)
        return model

    def _score(self, question: str, passages: Sequence[str], ends_at: float | None) -> tuple[float, tuple[float, ...]]:
        started = time.monotonic()
        if ends_at is not None and ends_at <= started:
            raise DeadlineExceeded  # Nobody waits for it any more.
        assert self._model is not None, "ping saw it"
        pairs = [(question, passage) for passage in passages]
        scores = self._model.predict(pairs, batch_size=BATCH_PASSAGES, show_progress_bar=False, convert_to_numpy=True)
        return started, tuple(float(score) for score in scores)
