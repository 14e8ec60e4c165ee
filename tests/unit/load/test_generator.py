"""The load generator counts time from when a call was due, not from when it was sent."""

from __future__ import annotations

import asyncio
import math

import pytest

from tests.load.generator import OK, Outcome, Phase, arrivals, percentile, run, summarise


def test_arrivals_come_at_the_rate_of_each_phase_and_the_same_each_time() -> None:
    phases = [Phase(100, 20), Phase(1000, 2), Phase(100, 20)]
    due = list(arrivals(phases, 7))
    assert due == list(arrivals(phases, 7))
    assert due == sorted(due)
    counted = [sum(low <= one < high for one in due) for low, high in ((0, 20), (20, 22), (22, 42))]
    # Poisson: five standard deviations around 2,000 each.
    assert all(abs(count - 2000) < 5 * math.sqrt(2000) for count in counted)


async def test_a_call_that_waits_for_a_slow_one_is_counted_from_when_it_was_due() -> None:
    """A server that handles one call at a time: a closed loop would show the time of one call for each."""
    turn = asyncio.Lock()
    released = asyncio.Event()

    async def call(number: int) -> str:
        if number == 4:
            released.set()
        async with turn:
            await released.wait()
        return OK

    outcomes = await run([0.0, 0.01, 0.02, 0.03, 0.2], call)
    # The first four are held until the fifth comes, although each of them alone takes no time.
    assert [one.seconds >= 0.2 - one.due for one in outcomes] == [True] * 5
    assert [one.due for one in outcomes] == [0.0, 0.01, 0.02, 0.03, 0.2]


async def test_calls_start_without_waiting_for_earlier_ones() -> None:
    started: list[int] = []
    all_there = asyncio.Event()

    async def call(number: int) -> str:
        started.append(number)
        if len(started) == 3:
            all_there.set()
        await all_there.wait()
        return OK

    async with asyncio.timeout(10):
        await run([0.0, 0.0, 0.0], call)
    assert started == [0, 1, 2]


@pytest.mark.parametrize(("share", "expected"), [(0.5, 50), (0.95, 95), (0.99, 99), (0.999, 100), (1.0, 100)])
def test_percentiles_are_values_that_were_measured(share: float, expected: int) -> None:
    assert percentile(list(range(1, 101)), share) == expected


def test_late_and_failed_calls_are_no_goodput() -> None:
    outcomes = [Outcome(0, 0.1, OK), Outcome(1, 2.0, OK), Outcome(2, 0.1, "UNAVAILABLE DRAINING"), Outcome(3, 0.2, OK)]
    told = summarise(outcomes, 4.0, 1.0)
    assert told["goodput_per_second"] == 0.5
    assert told["codes"] == {OK: 3, "UNAVAILABLE DRAINING": 1}
    assert told["p50_ms"] == 200.0
