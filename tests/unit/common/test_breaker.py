"""Requirement 9: the breaker counts what says that a peer is ill, and tries it with one call."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from services.common.breaker import CLOSED, HALF_OPEN, OPEN, Breaker
from services.common.errors import Conflict, DeadlineExceeded, InvalidArgument, NotFound, Overloaded, Unavailable


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def fail(breaker: Breaker, error: Exception | None = None) -> None:
    """One call that ends with `error`."""
    with pytest.raises(type(error or Unavailable(""))):
        async with breaker.guard():
            raise error or Unavailable("peer")


async def opened(clock: Clock) -> Breaker:
    """A breaker that has just opened."""
    breaker = Breaker("peer", fail_max=3, reset_timeout=timedelta(seconds=10), clock=clock)
    for _ in range(3):
        await fail(breaker)
    assert breaker.state == OPEN
    return breaker


async def test_it_opens_after_failures_in_a_row_and_says_when_to_come_back() -> None:
    """While open no call is made; the caller learns the rest of the wait."""
    clock = Clock()
    breaker = await opened(clock)
    clock.now = 4.0
    with pytest.raises(Unavailable) as raised:
        async with breaker.guard():
            pytest.fail("the peer was called")
    assert raised.value.retry_after == timedelta(seconds=6)
    assert raised.value.metadata == {"dependency": "peer"}


async def test_a_success_between_failures_keeps_it_closed() -> None:
    """In a row means in a row."""
    breaker = Breaker("peer", fail_max=2)
    for _ in range(5):
        await fail(breaker)
        async with breaker.guard():
            pass
    assert breaker.state == CLOSED


@pytest.mark.parametrize("error", [InvalidArgument("q", "x"), NotFound("rows/1"), Conflict(), Overloaded("ask")])
async def test_answers_are_not_failures(error: Exception) -> None:
    """A peer that refuses a bad request is well."""
    breaker = Breaker("peer", fail_max=2)
    for _ in range(5):
        await fail(breaker, error)
    assert breaker.state == CLOSED


@pytest.mark.parametrize("error", [DeadlineExceeded(), RuntimeError("x")])
async def test_silence_and_crashes_are_failures(error: Exception) -> None:
    """DEADLINE_EXCEEDED and INTERNAL count as UNAVAILABLE does."""
    breaker = Breaker("peer", fail_max=2)
    for _ in range(2):
        await fail(breaker, error)
    assert breaker.state == OPEN


async def cancelled(breaker: Breaker) -> None:
    """A call whose caller goes away."""
    entered = asyncio.Event()

    async def call() -> None:
        async with breaker.guard():
            entered.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(call())
    await entered.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_cancellation_counts_for_nothing() -> None:
    """Neither as a failure nor as the success that would forgive the failures before it."""
    breaker = Breaker("peer", fail_max=3)
    for _ in range(10):
        await cancelled(breaker)
    assert breaker.state == CLOSED
    await fail(breaker)
    await fail(breaker)
    await cancelled(breaker)
    await fail(breaker)
    assert breaker.state == OPEN


async def test_half_open_lets_one_of_many_through() -> None:
    """Ten callers at once after the wait: one tries the peer, nine are told at once that it is down."""
    clock = Clock()
    breaker = await opened(clock)
    clock.now = 10.0
    release, tried = asyncio.Event(), 0

    async def call() -> None:
        nonlocal tried
        async with breaker.guard():
            tried += 1
            await release.wait()

    calls = [asyncio.create_task(call()) for _ in range(10)]
    refused, _ = await asyncio.wait(calls, timeout=5, return_when=asyncio.FIRST_COMPLETED)
    while len(refused) < 9:
        refused, _ = await asyncio.wait(calls, timeout=5, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(0)
    assert tried == 1
    assert breaker.state == HALF_OPEN
    assert all(isinstance(task.exception(), Unavailable) for task in refused)
    release.set()
    await asyncio.gather(*calls, return_exceptions=True)
    assert breaker.state == CLOSED


async def probe_ok(breaker: Breaker) -> None:
    async with breaker.guard():
        pass


@pytest.mark.parametrize(
    ("probe", "state"),
    [(probe_ok, CLOSED), (fail, OPEN), (cancelled, HALF_OPEN)],
)
async def test_the_probe_decides(probe: Callable[[Breaker], Awaitable[None]], state: str) -> None:
    """Good: closed. Bad: open for another wait. Cancelled: undecided, and the next call is the probe."""
    clock = Clock()
    breaker = await opened(clock)
    clock.now = 10.0
    await probe(breaker)
    assert breaker.state == state
    if state == OPEN:
        with pytest.raises(Unavailable):
            await probe_ok(breaker)
        clock.now = 20.0
    await probe_ok(breaker)
    assert breaker.state == CLOSED


async def test_old_news_does_not_close_an_open_breaker() -> None:
    """A call that started before it opened and ends well later says nothing about now."""
    clock = Clock()
    breaker = Breaker("peer", fail_max=1, reset_timeout=timedelta(seconds=10), clock=clock)
    release = asyncio.Event()

    async def slow() -> None:
        async with breaker.guard():
            await release.wait()

    task = asyncio.create_task(slow())
    await asyncio.sleep(0)
    await fail(breaker)
    release.set()
    await task
    assert breaker.state == OPEN
