"""An open-loop load generator: calls start when they are due, whether or not earlier ones have come back.

A closed loop (N callers, each waits for its answer) slows down with the server and so hides its stalls, which G. Tene
named coordinated omission. Here each call's time runs from the moment that it was scheduled, which also counts what the
generator itself was late by.
"""

from __future__ import annotations

import asyncio
import math
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

OK = "OK"


@dataclass(frozen=True, slots=True)
class Phase:
    """Calls at one rate for a while. Arrivals are Poisson: people do not come on a beat."""

    calls_per_second: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """One call."""

    due: float
    """Seconds from the start of the run."""
    seconds: float
    """From when it was due to its answer."""
    code: str
    """OK, or the gRPC code and reason."""


def arrivals(phases: Sequence[Phase], seed: int) -> Iterator[float]:
    """When each call is due, in seconds from the start."""
    source = random.Random(seed)
    begin = 0.0
    for phase in phases:
        due = begin
        while (due := due + source.expovariate(phase.calls_per_second)) < begin + phase.seconds:
            yield due
        begin += phase.seconds


async def run(
    due: Iterable[float], call: Callable[[int], Awaitable[str]], stop: asyncio.Event | None = None
) -> list[Outcome]:
    """Start `call(n)` at each time of `due` and return when all are back. `call` returns a code and never raises.

    With `stop`, none is started any more once that is set.
    """
    loop = asyncio.get_running_loop()
    start = loop.time()

    async def one(number: int, at: float) -> Outcome:
        code = await call(number)
        return Outcome(at, loop.time() - start - at, code)

    running = []
    for number, at in enumerate(due):
        await asyncio.sleep(start + at - loop.time())
        if stop is not None and stop.is_set():
            break
        running.append(asyncio.create_task(one(number, at)))
    return await asyncio.gather(*running)


def percentile(ordered: Sequence[float], share: float) -> float:
    """The smallest value that `share` of all are at or below (nearest rank); NaN without any."""
    if not ordered:
        return math.nan
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def summarise(outcomes: Sequence[Outcome], seconds: float, limit: float) -> dict[str, Any]:
    """Counts by code, percentiles in ms of the calls that succeeded, and goodput: successes within `limit` a second."""
    good = sorted(one.seconds for one in outcomes if one.code == OK)
    return {
        "calls": len(outcomes),
        "offered_per_second": round(len(outcomes) / seconds, 2),
        "goodput_per_second": round(sum(one <= limit for one in good) / seconds, 2),
        "codes": dict(Counter(one.code for one in outcomes).most_common()),
        **{
            f"p{name}_ms": round(percentile(good, share) * 1000, 1)
            for name, share in (("50", 0.5), ("95", 0.95), ("99", 0.99), ("99.9", 0.999))
        },
    }
