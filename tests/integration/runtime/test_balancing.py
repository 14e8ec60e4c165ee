"""Requirement 13: a headless name with several addresses, calls in turn, and none to who does not serve."""

from __future__ import annotations

import asyncio
import socket
from datetime import timedelta

import pytest

from services.common import client
from services.common.client import Channels, Peer
from services.common.errors import Unavailable
from tests.fixtures.dns import StartNameServer
from tests.fixtures.server import StartServer, until
from tests.integration.runtime.echo import SERVICE, EchoServicer, EchoStub, call, serve_echo

PODS = ("127.0.0.2", "127.0.0.3")


class Switch:
    """A dependency that is up or down."""

    def __init__(self) -> None:
        self.up = True

    async def ping(self) -> None:
        if not self.up:
            raise ConnectionError("down")


@pytest.fixture
def port() -> int:
    """One that every pod can listen on, each at its own address."""
    with socket.socket() as probe:
        probe.bind((PODS[0], 0))
        return int(probe.getsockname()[1])


@pytest.fixture
async def channels() -> Channels:
    """Of the calling service."""
    return Channels("test")


def pod(address: str, port: int) -> dict[str, str]:
    """Settings of a pod with that address."""
    return {"data_address": f"{address}:{port}"}


def ask(channels: Channels, target: str, token: str) -> EchoStub:
    """The shipped configuration of a client."""
    return EchoStub(channels.open(Peer("echo", target, SERVICE, ("UnaryUnary",)), lambda: f"Bearer {token}"))


async def reaches(echo: EchoStub, *servicers: EchoServicer) -> None:
    """Call until each of them has answered since now."""
    seen = [len(one.seen) for one in servicers]
    async with asyncio.timeout(60):
        while not all(len(one.seen) > before for one, before in zip(servicers, seen, strict=True)):
            assert await call(echo, "UnaryUnary", "x") == ["x"]


async def test_calls_go_to_all_pods_of_a_name_and_to_none_that_does_not_serve(
    start_server: StartServer, start_name_server: StartNameServer, token_a: str, port: int, channels: Channels
) -> None:
    """Both answer; one loses its database and gets no call, though it listens; it comes back and is called again."""
    names = await start_name_server(*PODS)
    first, second = EchoServicer(), EchoServicer()
    switch = Switch()
    await start_server(serve_echo(first), changes=pod(PODS[0], port))
    ill = await start_server(serve_echo(second), changes=pod(PODS[1], port), probes={"database": switch.ping})
    echo = ask(channels, names.target(port), token_a)
    await reaches(echo, first, second)
    switch.up = False
    await until(lambda: not ill.process.health.is_ready)
    # The word is on its way; from the first call on that went past the one whose turn it was, it has arrived.
    async with asyncio.timeout(60):
        while True:
            before = len(second.seen)
            for _ in range(4):
                await call(echo, "UnaryUnary", "x")
            if len(second.seen) == before:
                break
    before = len(second.seen)
    for _ in range(50):
        assert await call(echo, "UnaryUnary", "x") == ["x"]
    assert len(second.seen) == before
    switch.up = True
    await reaches(echo, first, second)
    await channels.close()


async def test_nobody_serving_is_unavailable_without_a_call(
    start_server: StartServer, token_a: str, channels: Channels, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lone pod that is not ready is not called either."""
    monkeypatch.setattr(client, "PATIENCE", timedelta(milliseconds=20))
    servicer, switch = EchoServicer(), Switch()
    server = await start_server(serve_echo(servicer), probes={"database": switch.ping})
    echo = ask(channels, server.target, token_a)
    await reaches(echo, servicer)
    switch.up = False
    await until(lambda: not server.process.health.is_ready)

    async def call_until_refused() -> None:
        async with asyncio.timeout(60):
            while True:
                await call(echo, "UnaryUnary", "x")

    with pytest.raises(Unavailable):
        await call_until_refused()
    before = len(servicer.seen)
    with pytest.raises(Unavailable):
        await call(echo, "UnaryUnary", "x")
    assert len(servicer.seen) == before
    await channels.close()


async def test_a_successor_behind_the_same_name_is_found_when_the_only_pod_goes(
    start_server: StartServer,
    start_name_server: StartNameServer,
    token_a: str,
    port: int,
    channels: Channels,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A rolling update of one replica: the name has a new address when the old pod is told to go, and no call that is
    made meanwhile is lost."""
    # However starved this process is, the new address is found while a call that met the old one is repeated or waits.
    monkeypatch.setattr(client, "PATIENCE", timedelta(seconds=30))
    names = await start_name_server(PODS[0])
    old, new = EchoServicer(), EchoServicer()
    going = await start_server(serve_echo(old), changes=pod(PODS[0], port) | {"drain_delay": timedelta(seconds=1)})
    echo = ask(channels, names.target(port), token_a)
    await reaches(echo, old)
    await start_server(serve_echo(new), changes=pod(PODS[1], port))
    names.addresses = PODS[1:]
    draining = asyncio.create_task(going.drain())
    await reaches(echo, new)
    await draining
    for _ in range(20):
        assert await call(echo, "UnaryUnary", "x") == ["x"]
    await channels.close()
