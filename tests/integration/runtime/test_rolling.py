"""Requirement 3: processes are replaced under a steady stream of calls, and none is lost.

Counts only: how fast the machine is decides nothing here. `python -m tests.load rolling` is the same for whole stacks.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import pytest

from services.common.client import Channels, Peer
from services.common.errors import TieoutError
from tests.fixtures.server import until
from tests.integration.runtime.echo import SERVICE, EchoStub, call
from tests.load.generator import OK, Phase, arrivals, run

CHECKOUT = Path(__file__).resolve().parents[3]
# So few that a machine which is twenty times too busy still answers them: calls that are shed say nothing here.
CALLS_PER_SECOND = 8.0
START_SECONDS = 60.0
LONGEST_SECONDS = 3600.0
SEED = 20261130

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


class Instance:
    """One address and the processes that follow each other on it."""

    def __init__(self, address: str, log: Path, environ: dict[str, str]) -> None:
        self.address = address
        self._log = log
        self._environ = {**environ, "TIEOUT_EXAMPLE_DATA_ADDRESS": address}
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Return when it has answered its first call: its callers have found it, as after `minReadySeconds`."""
        with self._log.open("wb") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.integration.runtime.example_service",
                cwd=CHECKOUT, env=self._environ, stdout=log, stderr=log,
            )  # fmt: skip
        await until(lambda: f"{SERVICE}/UnaryUnary" in self._log.read_text(encoding="utf-8"), START_SECONDS)

    async def end(self) -> None:
        """SIGTERM, and its exit code is 0."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            assert await asyncio.wait_for(self._process.wait(), START_SECONDS) == 0
            self._process = None


@asynccontextmanager
async def instances(count: int, folder: Path, state: Path, peers: str = "") -> AsyncIterator[list[Instance]]:
    """Addresses for `count` processes that nobody listens on yet."""
    environ = {
        **os.environ,
        "PYTHONPATH": f"{CHECKOUT}:{CHECKOUT / 'gen'}",
        "TIEOUT_EXAMPLE_JWT_PUBLIC_KEY_FILE": str(state / "keys" / "jwt_public.pem"),
        "TIEOUT_EXAMPLE_ADMIN_ADDRESS": "127.0.0.1:0",
        "TIEOUT_EXAMPLE_DRAIN_DELAY": "300ms",
        "TIEOUT_EXAMPLE_PEER_TARGET": peers,
        "OTEL_EXPORTER_OTLP_ENDPOINT": "",
    }
    with ExitStack() as held:
        ports = []
        for _ in range(count):
            probe = held.enter_context(socket.socket())
            probe.bind(("127.0.0.1", 0))
            ports.append(probe.getsockname()[1])
    made = [Instance(f"127.0.0.1:{port}", folder / f"{port}.log", environ) for port in ports]
    try:
        yield made
    finally:
        await asyncio.gather(*(one.end() for one in made))


def target(*listed: Instance) -> str:
    """What a headless name resolves to."""
    return "ipv4:" + ",".join(one.address for one in listed)


class Stream:
    """Calls at a steady rate, by the shipped client configuration, until the block ends."""

    def __init__(self, where: str, token: str) -> None:
        self._channels = Channels("test")
        self._echo = EchoStub(
            self._channels.open(Peer("echo", where, SERVICE, ("UnaryUnary",)), lambda: f"Bearer {token}")
        )
        self._stop = asyncio.Event()
        self.ends: Counter[str] = Counter()

    async def __aenter__(self) -> Counter[str]:
        due = arrivals([Phase(CALLS_PER_SECOND, LONGEST_SECONDS)], SEED)
        self._calling = asyncio.create_task(run(due, self._one, self._stop))
        return self.ends

    async def __aexit__(self, *_exc: object) -> None:
        self._stop.set()
        self.ends.update(one.code for one in await self._calling)
        await self._channels.close()

    async def _one(self, _number: int) -> str:
        try:
            await call(self._echo, "UnaryUnary", "x", timeout=60)
        except TieoutError as error:
            return f"{error.code.name} {error.reason_name} {error.metadata}"
        return OK


async def test_two_of_each_service_are_replaced_in_turn(tmp_path: Path, state_directory: Path, token_a: str) -> None:
    """Callers, a service, and its own peer behind it: every process gets SIGTERM and a successor, and no call is lost,
    neither at the edge nor between the services."""
    async with (
        instances(2, tmp_path, state_directory) as back,
        instances(2, tmp_path, state_directory, target(*back)) as front,
    ):
        async with Stream(target(*back), token_a):
            await asyncio.gather(*(one.start() for one in back))
        async with Stream(target(*front), token_a):
            await asyncio.gather(*(one.start() for one in front))
        async with Stream(target(*front), token_a) as ends:
            for one in (*back, *front):
                await one.end()
                await one.start()
        assert set(ends) == {OK}, ends
        # The faster the machine, the shorter it takes and the fewer calls there are.
        assert ends[OK] > len(back) + len(front)


async def test_the_only_one_is_replaced_by_a_successor_that_came_first(
    tmp_path: Path, state_directory: Path, token_a: str
) -> None:
    """A Deployment with one replica: there and back again."""
    async with instances(2, tmp_path, state_directory) as (first, second):
        async with Stream(first.address, token_a):
            await first.start()
        async with Stream(target(first, second), token_a) as ends:
            for comes, goes in ((second, first), (first, second)):
                await comes.start()
                await goes.end()
        assert set(ends) == {OK}, ends
