"""Requirement 17: permits before work, a short queue, the rest shed at once."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from services.common import deadline
from services.common.admission import Limit, Permits
from services.common.errors import Overloaded


class Work:
    """Calls that hold their permit until released."""

    def __init__(self, permits: Permits) -> None:
        self.permits = permits
        self.release = asyncio.Event()
        self.order: list[int] = []

    async def run(self, number: int) -> None:
        async with self.permits.take():
            self.order.append(number)
            await self.release.wait()

    def start(self, count: int) -> list[asyncio.Task[None]]:
        return [asyncio.create_task(self.run(number)) for number in range(count)]


async def turns() -> None:
    """Let every task that can run do so."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_some_run_some_wait_the_rest_is_told() -> None:
    """2 run, 3 queue, 5 of 10 get OVERLOADED at once; the queue is served in order."""
    work = Work(Permits("ask", Limit(running=2, waiting=3)))
    tasks = work.start(10)
    await turns()
    assert work.order == [0, 1]
    assert work.permits.waiting_count == 3
    shed = [task.exception() for task in tasks if task.done()]
    assert len(shed) == 5
    for error in shed:
        assert isinstance(error, Overloaded)
        assert error.metadata == {"class": "ask"}
        assert error.retry_after is not None
        assert error.retry_after > timedelta(0)
    work.release.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert work.order == [0, 1, 2, 3, 4]


async def test_a_cancelled_waiter_takes_no_permit_with_it() -> None:
    """After cancellations of running and waiting calls all permits are there again."""
    work = Work(Permits("ask", Limit(running=2, waiting=10)))
    tasks = work.start(8)
    await turns()
    for task in tasks[::2]:
        task.cancel()
    await turns()
    work.release.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    again = Work(work.permits)
    tasks = again.start(2)
    await turns()
    assert again.order == [0, 1]
    again.release.set()
    await asyncio.gather(*tasks)


async def test_nobody_queues_past_their_patience_or_deadline() -> None:
    """A call whose budget ends in the queue is told before it ends, not after."""
    work = Work(Permits("ask", Limit(running=1, waiting=10, patience=timedelta(seconds=30))))
    holder = work.start(1)
    await turns()

    async def hurried() -> None:
        deadline.set_budget(0.02)
        await work.run(99)

    with pytest.raises(Overloaded):
        await asyncio.create_task(hurried())
    work.release.set()
    await asyncio.gather(*holder)
    assert work.order == [0]


async def test_a_wait_that_would_be_in_vain_is_refused_at_once() -> None:
    """When the usual duration says that the permit comes too late, the call does not queue at all."""
    permits = Permits("slow", Limit(running=1, waiting=10, patience=timedelta(milliseconds=10)))
    permits._average = 5.0
    work = Work(permits)
    holder = work.start(1)
    await turns()
    with pytest.raises(Overloaded):
        await work.run(1)
    assert permits.waiting_count == 0
    work.release.set()
    await asyncio.gather(*holder)
