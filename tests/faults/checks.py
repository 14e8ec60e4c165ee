"""What every fault is held to, and how a wire is broken."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import grpc

from tests.faults.conftest import Exam
from tests.faults.room import Run, faults_in
from tests.faults.stack import WiredStack
from tests.fixtures.collector import Collector
from tests.fixtures.proxy import Proxy
from tests.fixtures.server import until

HOWS = ("refused", "cut", "silent")
CUT_SECONDS = 0.05
# Long, as nothing that a busy machine does slowly may fail.
RECOVERY_SECONDS = 600.0
METRIC_SECONDS = 120.0
STATE = "tieout.runtime.breaker_state"
OPEN, CLOSED = 2.0, 0.0


@asynccontextmanager
async def broken(wire: Proxy, how: str) -> AsyncIterator[None]:
    """The wire is broken inside of the block."""
    cutting: asyncio.Task[None] | None = None
    if how == "refused":
        await wire.stop()
    elif how == "silent":
        wire.silence()
    else:
        cutting = asyncio.create_task(_cut_again_and_again(wire))
    try:
        yield
    finally:
        if cutting is not None:
            cutting.cancel()
            await asyncio.gather(cutting, return_exceptions=True)
        if how == "refused":
            await wire.start()
        wire.resume()


async def _cut_again_and_again(wire: Proxy) -> None:
    while True:
        await wire.cut()
        await asyncio.sleep(CUT_SECONDS)


async def tripped(collector: Collector, service: str, peer: str) -> None:
    """Return when the metrics show that the breaker of that process is open."""
    await until(lambda: collector.latest(STATE, service, peer=peer) == OPEN, METRIC_SECONDS)


async def closed(collector: Collector, service: str, peer: str) -> None:
    """Return when the metrics show that the breaker of that process is closed."""
    await until(lambda: collector.latest(STATE, service, peer=peer) == CLOSED, METRIC_SECONDS)


async def recovered(exam: Exam) -> None:
    """Return when questions that go through every part are answered again with nothing missing."""
    lacking = exam.few
    async with asyncio.timeout(RECOVERY_SECONDS):
        while lacking:
            lacking = (await exam.room.ask(lacking)).lacking


class Watch:
    """What has been logged since now."""

    def __init__(self, stack: WiredStack) -> None:
        self._stack = stack
        self._before = {name: len(lines) for name, lines in stack.logged().items()}

    @property
    def unforeseen(self) -> Sequence[str]:
        """Lines of what nobody handled."""
        return [
            f"{name}: {line}"
            for name, lines in self._stack.logged().items()
            for line in faults_in(lines[self._before[name] :])
        ]


def check(run: Run, exam: Exam, watch: Watch) -> None:
    """What holds of every run: nothing wrong that is not wrong anyway, nothing untied, nothing unforeseen."""
    assert not [one for one in run.failures if one.code is grpc.StatusCode.DEADLINE_EXCEEDED]
    assert run.wrong <= exam.alone.wrong
    assert run.untied.items() <= exam.alone.untied.items()
    unforeseen = watch.unforeseen
    assert not unforeseen, "\n".join(unforeseen)
