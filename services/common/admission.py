"""Permits for work: some run, some wait, the rest is told at once to come back later.

A queue that is allowed to grow answers everybody too late; a short one keeps the answers that are given fast.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

from services.common import deadline, telemetry
from services.common.errors import Overloaded

_in_use = telemetry.meter.create_up_down_counter(
    "tieout.runtime.permits", description="Calls that hold a permit, by class."
)
_shed = telemetry.meter.create_counter("tieout.runtime.shed", description="Calls refused for want of a permit.")
# How much the newest duration moves the running average: about the last ten calls count.
_WEIGHT = 0.2


@dataclass(frozen=True, slots=True)
class Limit:
    """How much of one class of work is taken on."""

    running: int = 32
    """Calls at once."""
    waiting: int = 64
    """Calls that may queue for a permit."""
    patience: timedelta = timedelta(seconds=2)
    """The longest that one of them waits."""


class Permits:
    """The permits of one class, handed out in order of arrival."""

    def __init__(self, name: str, limit: Limit) -> None:
        self.name = name
        self._limit = limit
        self._free = asyncio.Semaphore(limit.running)
        self._waiting = 0
        self._average = 0.0

    @property
    def waiting_count(self) -> int:
        """Calls in the queue now."""
        return self._waiting

    @asynccontextmanager
    async def take(self) -> AsyncIterator[None]:
        """Hold a permit. Raises `Overloaded` at once when the queue is full or would outlast the caller's patience."""
        await self._acquire()
        started = time.monotonic()
        _in_use.add(1, {"class": self.name})
        try:
            yield
        finally:
            _in_use.add(-1, {"class": self.name})
            self._free.release()
            self._average += _WEIGHT * (time.monotonic() - started - self._average)

    async def _acquire(self) -> None:
        if not self._free.locked():
            await self._free.acquire()
            return
        patience = deadline.within(self._limit.patience.total_seconds())
        if self._waiting >= self._limit.waiting or self._expected_wait() > patience:
            raise self._overloaded()
        self._waiting += 1
        try:
            with telemetry.stage("queue"):
                async with asyncio.timeout(patience):
                    await self._free.acquire()
        except TimeoutError:
            raise self._overloaded() from None
        finally:
            self._waiting -= 1

    def _expected_wait(self) -> float:
        return self._average * (self._waiting + 1) / self._limit.running

    def _overloaded(self) -> Overloaded:
        _shed.add(1, {"class": self.name})
        # Spread, so that those who were refused together don't come back together.
        seconds = min(5.0, max(0.1, self._expected_wait())) * random.uniform(0.75, 1.5)  # noqa: S311
        return Overloaded(self.name, timedelta(seconds=seconds))
