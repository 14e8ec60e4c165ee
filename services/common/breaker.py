"""A circuit breaker for one peer, around its retries: after some failures in a row the peer is left alone for a while.

pybreaker keeps the state; this wrapper makes it fit for asyncio. The work runs outside of pybreaker and only its
outcome is reported, because pybreaker would count a cancellation (as a failure or as a success, never as nothing)
and would let every waiting call through when it tries the peer again. docs/decisions/0022-breaker.md
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, NoReturn

import grpc
import pybreaker

from services.common import telemetry
from services.common.errors import Unavailable, translate

CLOSED, HALF_OPEN, OPEN = pybreaker.STATE_CLOSED, pybreaker.STATE_HALF_OPEN, pybreaker.STATE_OPEN
_STATE_NUMBERS = {CLOSED: 0, HALF_OPEN: 1, OPEN: 2}

# What says that the peer is ill. Other codes are answers: the peer is well.
FAILURES = frozenset(
    (
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.INTERNAL,
        grpc.StatusCode.UNKNOWN,
    )
)

_state_gauge = telemetry.meter.create_gauge(
    "tieout.runtime.breaker_state", description="0 closed, 1 half open, 2 open, by peer."
)


class Breaker:
    """Opens after `fail_max` failures in a row; after `reset_timeout` one call tries the peer while others stay out."""

    def __init__(
        self,
        peer: str,
        *,
        fail_max: int = 5,
        reset_timeout: timedelta = timedelta(seconds=10),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.peer = peer
        self._reset = reset_timeout.total_seconds()
        self._clock = clock
        self._opened_at = 0.0
        self._probing = asyncio.Semaphore(1)
        self._breaker = pybreaker.CircuitBreaker(
            fail_max=fail_max,
            reset_timeout=0,  # When to try again is decided here, by a clock that never jumps.
            listeners=[_Changes(self._changed)],
            name=peer,
            throw_new_error_on_trip=False,
        )
        _state_gauge.set(_STATE_NUMBERS[CLOSED], {"peer": peer})

    @property
    def state(self) -> str:
        """ "closed", "half-open" or "open"."""
        return str(self._breaker.current_state)

    @property
    def retry_after(self) -> timedelta | None:
        """Until a call is let through to try the peer. None unless the breaker is open."""
        if self.state != OPEN:
            return None
        return timedelta(seconds=max(0.0, self._opened_at + self._reset - self._clock()))

    @asynccontextmanager
    async def guard(self) -> AsyncIterator[None]:
        """Run one call to the peer. Raises `Unavailable(peer)` without running it while the breaker is open."""
        if self.state == CLOSED:
            async with self._watched():
                yield
            return
        wait = self._opened_at + self._reset - self._clock()
        if self.state == OPEN and wait > 0:
            raise Unavailable(self.peer, timedelta(seconds=wait))
        if self._probing.locked():
            raise Unavailable(self.peer)
        async with self._probing:
            if self.state == OPEN:
                self._breaker.half_open()
            async with self._watched(probe=True):
                yield

    @asynccontextmanager
    async def _watched(self, *, probe: bool = False) -> AsyncIterator[None]:
        try:
            yield
        except Exception as error:
            self._report(probe, error if _code(error) in FAILURES else None)
            raise
        # A cancellation passes unreported: it says nothing about the peer.
        self._report(probe, None)

    def _report(self, probe: bool, failure: Exception | None) -> None:
        if not probe and self.state != CLOSED:
            return  # Started before the breaker opened; its news is old.

        def outcome() -> None:
            if failure is not None:
                _fail(failure)

        try:
            self._breaker.call(outcome)
        except Exception as error:
            if error is not failure:
                raise

    def _changed(self, state: str) -> None:
        if state == OPEN:
            self._opened_at = self._clock()
        _state_gauge.set(_STATE_NUMBERS[state], {"peer": self.peer})
        telemetry.log.warning("breaker", peer=self.peer, state=state)


def _code(error: Exception) -> grpc.StatusCode:
    # The peer's own word, where there is one: what it means to our caller is another matter (errors.from_peer).
    return error.code() if isinstance(error, grpc.aio.AioRpcError) else translate(error).code


def _fail(failure: Exception) -> NoReturn:
    raise failure


class _Changes(pybreaker.CircuitBreakerListener):
    def __init__(self, changed: Callable[[str], None]) -> None:
        self._changed = changed

    def state_change(self, _breaker: Any, _old: Any, new: Any) -> None:
        self._changed(new.name)
