"""The local embedding model, all-MiniLM-L6-v2: the embedder service's, and the answerer's when that service is down.

The model is loaded on `warm_up` only, by an engine of `encoders`: importing this module, and constructing the class,
cost nothing, so that services which only need `SPACE_ID` and `WIDTH` stay light.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum
from pathlib import Path

import numpy as np
import numpy.typing as npt

from services.common import deadline
from services.common.encoders import Encoder, Engine, ModelFault, open_encoder, packaged_model_path
from services.common.errors import DeadlineExceeded, Overloaded, Unavailable

MODEL = "sentence-transformers/all-MiniLM-L6-v2"
SPACE_ID = "minilm-l6-v2-384-mean-l2"
WIDTH = 384
POOLING = "mean"

# Where one batch on two cores takes about 0.2 s for full windows; larger ones are no faster per text.
BATCH_TEXTS = 8
# The first guess of what a text costs, until batches have been measured.
TEXT_SECONDS = 0.02


class Lane(Enum):
    """Who waits. Questions go before passages: a person waits for the one, a job for the other."""

    QUESTION = 0
    PASSAGE = 1


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors of one call: float32, shape (number of texts, 384), each of length 1, in the order of the texts."""

    vectors: npt.NDArray[np.float32]
    truncated_count: int
    """Texts that were longer than the model's window of 256 tokens and were cut there."""
    queue_seconds: float
    """From the call to the first batch."""
    model_seconds: float
    """Time of the batches that held a text of this call."""


@dataclass(slots=True)
class _Request:
    texts: Sequence[str]
    lane: Lane
    ends_at: float | None
    done: asyncio.Future[Embedded]
    vectors: npt.NDArray[np.float32]
    accepted_at: float
    started_at: float | None = None
    taken: int = 0
    truncated_count: int = 0
    model_seconds: float = 0.0

    @property
    def waiting(self) -> int:
        """Texts of it that no batch has taken yet."""
        return len(self.texts) - self.taken


@dataclass(slots=True)
class _Batch:
    """Texts of one lane that run together, each with the place that its vector goes to."""

    texts: list[str] = field(default_factory=list)
    places: list[tuple[_Request, int]] = field(default_factory=list)


class LocalEmbedder:
    """One model in one worker thread behind a bounded queue.

    While a batch runs, texts gather; the next batch takes what has come, questions first. A call is refused with
    `Overloaded` before any work when the queue is full or its deadline would pass before its turn. A call that is
    cancelled, or whose deadline passes while it waits, is dropped unread.
    """

    def __init__(
        self,
        *,
        queue_texts: int = 1024,
        threads: int = 0,
        model_path: Path | None = None,
        engine: Engine = "auto",
        cache: Path | None = None,
    ) -> None:
        self._queue_texts = queue_texts
        self._threads = threads
        self._path = model_path
        self._engine = engine
        self._cache = cache
        self._encoder: Encoder | None = None
        self._executor = ThreadPoolExecutor(1, "local-embedder")
        self._lanes: dict[Lane, deque[_Request]] = {lane: deque() for lane in Lane}
        self._text_seconds = dict.fromkeys(Lane, TEXT_SECONDS)
        self._arrived = asyncio.Event()
        self._loading: asyncio.Task[None] | None = None
        self._running: asyncio.Task[None] | None = None

    @property
    def ready(self) -> bool:
        """Whether the model is loaded."""
        return self._encoder is not None

    async def warm_up(self) -> None:
        """Load the model and embed one text: a second from OpenVINO's cache, about 5 s for the import of torch.

        Calls that come meanwhile wait for the same load. Raises `ModelFault` when the weights are not the published
        file; the next call tries again.
        """
        if self._encoder is None:
            if self._loading is None or self._loading.done():
                self._loading = asyncio.create_task(self._load())
            await asyncio.shield(self._loading)

    async def embed(self, texts: Sequence[str], lane: Lane = Lane.QUESTION) -> Embedded:
        """Vectors for texts. Raises `Overloaded` before any work, `ModelFault` when the model fails."""
        await self.warm_up()
        if not texts:
            return Embedded(np.empty((0, WIDTH), np.float32), 0, 0.0, 0.0)
        now = time.monotonic()
        left = deadline.remaining()
        self._admit(len(texts), lane, left)
        request = _Request(
            texts=texts,
            lane=lane,
            ends_at=None if left is None else now + left,
            done=asyncio.get_running_loop().create_future(),
            vectors=np.empty((len(texts), WIDTH), np.float32),
            accepted_at=now,
        )
        self._lanes[lane].append(request)
        self._arrived.set()
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run())
        return await request.done

    async def close(self) -> None:
        """End the thread after the batch that runs. Calls that wait end with `Unavailable`."""
        for task in (self._loading, self._running):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        for lane in self._lanes.values():
            for request in lane:
                if not request.done.done():
                    request.done.set_exception(Unavailable(""))
            lane.clear()
        await asyncio.to_thread(self._executor.shutdown)

    def _admit(self, count: int, lane: Lane, left: float | None) -> None:
        waiting = {one: sum(request.waiting for request in self._lanes[one]) for one in Lane}
        before = [one for one in Lane if one.value <= lane.value]
        expected = sum(waiting[one] * self._text_seconds[one] for one in before)
        full = sum(waiting.values()) + count > self._queue_texts and any(waiting.values())
        if full or (left is not None and expected > left):
            raise Overloaded("embed", timedelta(seconds=max(0.1, expected)))

    async def _load(self) -> None:
        loop = asyncio.get_running_loop()
        path = self._path or packaged_model_path()
        self._encoder = await loop.run_in_executor(
            self._executor,
            lambda: open_encoder(path, engine=self._engine, threads=self._threads, cache=self._cache),
        )

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            batch = self._next_batch()
            if not batch.texts:
                self._arrived.clear()
                await self._arrived.wait()
                continue
            started = time.monotonic()
            try:
                vectors, truncated = await loop.run_in_executor(self._executor, self._encode, batch.texts)
            except Exception as error:  # noqa: BLE001 - a text that breaks the model fails its call, not the queue
                self._fail(batch, error)
                continue
            self._settle(batch, vectors, truncated, time.monotonic() - started)

    def _next_batch(self) -> _Batch:
        """Up to `BATCH_TEXTS` texts of one lane: mixed lengths would pad the short ones to the longest."""
        batch = _Batch()
        now = time.monotonic()
        for lane in Lane:
            requests = self._lanes[lane]
            while requests and len(batch.texts) < BATCH_TEXTS:
                request = requests[0]
                if request.ends_at is not None and request.ends_at <= now and not request.done.done():
                    request.done.set_exception(DeadlineExceeded())
                if request.done.done():
                    requests.popleft()
                    continue
                request.started_at = request.started_at or now
                take = min(BATCH_TEXTS - len(batch.texts), request.waiting)
                for place in range(request.taken, request.taken + take):
                    batch.texts.append(request.texts[place])
                    batch.places.append((request, place))
                request.taken += take
                if not request.waiting:
                    requests.popleft()
            if batch.texts:
                break
        return batch

    def _encode(self, texts: list[str]) -> tuple[npt.NDArray[np.float32], list[bool]]:
        assert self._encoder is not None, "embed waits for warm_up"
        return self._encoder.encode(texts)

    def _settle(
        self, batch: _Batch, vectors: npt.NDArray[np.float32], truncated: Sequence[bool], seconds: float
    ) -> None:
        lane = batch.places[0][0].lane
        self._text_seconds[lane] += 0.2 * (seconds / len(batch.texts) - self._text_seconds[lane])
        for (request, place), vector, cut in zip(batch.places, vectors, truncated, strict=True):
            request.vectors[place] = vector
            request.truncated_count += cut
        for request in {id(request): request for request, _ in batch.places}.values():
            request.model_seconds += seconds
            if not request.waiting and not request.done.done():
                assert request.started_at is not None, "a batch took it"
                request.done.set_result(
                    Embedded(
                        request.vectors,
                        request.truncated_count,
                        request.started_at - request.accepted_at,
                        request.model_seconds,
                    )
                )

    def _fail(self, batch: _Batch, error: Exception) -> None:
        for request in {id(request): request for request, _ in batch.places}.values():
            if request in self._lanes[request.lane]:
                self._lanes[request.lane].remove(request)
            if not request.done.done():
                fault = ModelFault(f"the model failed: {type(error).__name__}")
                fault.__cause__ = error
                request.done.set_exception(fault)
