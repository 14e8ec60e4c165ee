"""The jobs that give passages their vectors, in every space that the embedder names.

`embed_passages` follows an upload: the document's vectors, now, in all spaces that are up. What it could not do is left
to `backfill`, of which each user has one: it fills what is missing a page at a time, so that a worker stays free
between two pages, and waits for the next look when nothing is. A space that is away, or fails, holds up itself and no
other, and a text that a model refuses holds up no other text. What is left of a space that was given up goes, some
vectors a turn.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from datetime import timedelta

from services.common import deadline, telemetry
from services.common.errors import DeadlineExceeded, ErrorReason, Overloaded, TieoutError, Unavailable
from services.common.identity import Identity
from services.worker.model import Backlog, DocumentVersion, Gap, PassageText, VectorSpace, in_batches
from services.worker.ports import Embedder, PassageStore

# One call of the embedder: small enough that a question that comes in between waits for a part of it only.
BATCH_TEXTS = 32
BATCH_CHARACTERS = 64 * 1024
# What the embedder takes of a text; the model itself reads less of it, so a longer passage has the same vector.
MAX_CHARACTERS = 8192
# Passages that are read at once, and that a backfill fills of one space before others have their turn.
PAGE_PASSAGES = 256
# Vectors of a space that was given up that go in one turn: well under a second of the database's time.
REMOVED_AT_ONCE = 2000
# No new batch starts when less than this is left of the lease.
SPARE_SECONDS = 15.0
# A space that is away is looked at again when it said, within these bounds, or after the usual pause.
SHORTEST_PAUSE, USUAL_PAUSE, LONGEST_PAUSE = timedelta(seconds=1), timedelta(seconds=5), timedelta(seconds=30)
# The turn of a user whose passages fail where the space itself is up: doubled from the one to the other.
FIRST_BACKOFF, LONGEST_BACKOFF = timedelta(seconds=5), timedelta(minutes=10)
# After so many failed turns passages go one by one, so that one that the model refuses holds up no other.
FAILURES_UNTIL_SINGLE = 2

# What says "not now" and nothing else.
AWAY = (Unavailable, Overloaded, DeadlineExceeded)


class OutOfTime(Exception):
    """The lease is nearly over."""


class Filling:
    """Has passages embedded and stores the vectors. What was stored stays, whatever happens after it.

    A batch with a text that the model refuses is halved until that text is alone and set aside.
    """

    def __init__(self, store: PassageStore, embedder: Embedder) -> None:
        self.store = store
        self.embedder = embedder

    async def fill(
        self, identity: Identity, space: VectorSpace, passages: Sequence[PassageText], batch_texts: int = BATCH_TEXTS
    ) -> None:
        """Raises `OutOfTime` before a batch that the lease leaves no time for, and at the end what failed first."""
        failure: TieoutError | None = None
        for batch in in_batches(passages, batch_texts, BATCH_CHARACTERS):
            left = deadline.remaining()
            if left is not None and left < SPARE_SECONDS:
                raise OutOfTime
            try:
                await self._fill_batch(identity, space, batch)
            except TieoutError as error:
                failure = failure or error
        if failure is not None:
            raise failure

    async def _fill_batch(self, identity: Identity, space: VectorSpace, batch: Sequence[PassageText]) -> None:
        try:
            vectors = await self.embedder.embed([one.text[:MAX_CHARACTERS] for one in batch], space)
        except TieoutError as error:
            if error.reason != ErrorReason.ERROR_REASON_TEXT_REFUSED:
                raise
            if len(batch) == 1:
                telemetry.log.warning("text_refused", space_id=space.space_id)
                await self.store.set_aside(identity, space, batch[0], error.reason_name)
                return
            for half in (batch[: len(batch) // 2], batch[len(batch) // 2 :]):
                await self._fill_batch(identity, space, half)
            return
        await self.store.store_vectors(identity, batch, vectors)


class EmbedPassages:
    """Vectors for the passages of one document version that lack them."""

    def __init__(self, filling: Filling, look_period: timedelta) -> None:
        self._filling = filling
        self._look_period = look_period

    async def run(self, identity: Identity, document: DocumentVersion, *, last_try: bool = False) -> bool:
        """Work until the spaces that are up have their vectors (True) or the lease is nearly over (False).

        All spaces at once, as one may be slow to fail. Raises the first failure, or leaves it to the backfill when this
        is the last try.
        """
        behind = False
        try:
            statuses = await self._filling.embedder.list_spaces()
            ended = await asyncio.gather(
                *(self._embed_in(identity, document, one.space) for one in statuses if one.available),
                return_exceptions=True,
            )
            if any(isinstance(one, OutOfTime) for one in ended):
                return False
            failures = [one for one in ended if isinstance(one, BaseException)]
            if failures:
                raise failures[0]
            behind = not all(one.available for one in statuses)
        except TieoutError as error:
            if not last_try:
                raise
            telemetry.log.warning("embed_passages", left_to="backfill", reason=error.reason_name)
            behind = True
        await self._filling.store.plan_backfill(identity, timedelta(0) if behind else self._look_period, Backlog())
        return True

    async def _embed_in(self, identity: Identity, document: DocumentVersion, space: VectorSpace) -> None:
        while page := await self._filling.store.find_without_vector(identity, document, space, PAGE_PASSAGES):
            await self._filling.fill(identity, space, page)


class Pace:
    """When this process may begin the next backfill: a rate of passages, and a rest while a space is away."""

    def __init__(self, passages_per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = passages_per_second
        self._clock = clock
        self._next = clock()

    def is_resting(self) -> bool:
        """Whether the next one has to wait."""
        return self._clock() < self._next

    def spend(self, passages: int) -> None:
        """So many passages were embedded."""
        self._next = max(self._next, self._clock()) + passages / self._rate

    def rest(self, delay: timedelta | None) -> None:
        """Something is away, for so long if that is known."""
        asked = USUAL_PAUSE if delay is None else min(max(delay, SHORTEST_PAUSE), LONGEST_PAUSE)
        self._next = max(self._next, self._clock() + asked.total_seconds())


class Backfill:
    """One page of each space in which a user's passages lack vectors, some of what a given-up space left, and the plan
    for the next turn."""

    def __init__(self, filling: Filling, pace: Pace, look_period: timedelta) -> None:
        self._filling = filling
        self._pace = pace
        self._look_period = look_period

    async def run(self, identity: Identity, failures: int = 0) -> None:
        """`failures`: turns of this user in a row that failed although the space was up."""
        retired = await self._filling.store.remove_retired(identity, REMOVED_AT_ONCE)
        try:
            spaces = await self._filling.embedder.list_spaces()
        except AWAY as error:
            self._pace.rest(error.retry_after)
            await self._filling.store.plan_backfill(identity, timedelta(0), Backlog(retired=retired), failures)
            return
        gaps: dict[str, Gap] = {}
        failed = False
        for status in spaces:
            gap = await self._filling.store.count_without_vector(identity, status.space)
            if gap.missing and status.available:
                failed |= not await self._fill_page(identity, status.space, failures)
                gap = await self._filling.store.count_without_vector(identity, status.space)
            elif gap.missing:
                self._pace.rest(status.retry_delay)
            gaps[status.space.space_id] = gap
        if not any(gap.total for gap in gaps.values()):
            return
        backlog = Backlog(
            missing={space_id: gap.missing for space_id, gap in gaps.items() if gap.missing},
            refused={space_id: gap.refused for space_id, gap in gaps.items() if gap.refused},
            retired=retired,
        )
        failures = failures + 1 if failed else 0
        delay = timedelta(0) if backlog.missing or retired else self._look_period
        if failed:
            delay = min(FIRST_BACKOFF * 2 ** min(failures - 1, 10), LONGEST_BACKOFF)
        await self._filling.store.plan_backfill(identity, delay, backlog, failures)

    async def _fill_page(self, identity: Identity, space: VectorSpace, failures: int) -> bool:
        page = await self._filling.store.find_any_without_vector(identity, space, PAGE_PASSAGES)
        try:
            await self._filling.fill(identity, space, page, BATCH_TEXTS if failures < FAILURES_UNTIL_SINGLE else 1)
        except OutOfTime:
            return True
        except TieoutError as error:
            telemetry.log.warning("backfill", space_id=space.space_id, reason=error.reason_name)
            return False
        finally:
            self._pace.spend(len(page))
        return True
