"""Requirement 3: a server goes down without losing a call."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.common.client import Channels, Peer
from services.common.errors import TieoutError, decode
from services.common.health import NOT_SERVING, SERVING
from services.common.runtime import Process
from tests.fixtures.proxy import StartProxy
from tests.fixtures.server import StartServer
from tests.integration.runtime.echo import KINDS, SERVICE, EchoServicer, EchoStub, call, serve_echo


async def test_an_open_watch_learns_of_the_drain_and_does_not_hold_it_up(start_server: StartServer) -> None:
    """3: grpcio's own servicer keeps `stop` waiting for the whole grace; here 30 s of it."""
    server = await start_server(serve_echo(EchoServicer()), changes={"grace": timedelta(seconds=30)})
    health = health_pb2_grpc.HealthStub(server.raw_channel())
    seen: list[int] = []
    watching = asyncio.Event()

    async def watch() -> None:
        async for response in health.Watch(health_pb2.HealthCheckRequest(service="readiness")):
            seen.append(response.status)
            watching.set()

    watcher = asyncio.create_task(watch())
    await asyncio.wait_for(watching.wait(), 5)
    started = time.monotonic()
    await server.drain()
    assert time.monotonic() - started < 5
    await asyncio.wait_for(watcher, 5)
    assert seen == [SERVING, NOT_SERVING]


async def test_a_watch_opened_during_the_drain_is_refused_so_that_clients_back_off(start_server: StartServer) -> None:
    """3: a Watch that answers and ends is opened again at once by health-checking channels, in a tight loop."""
    server = await start_server(serve_echo(EchoServicer()))
    await server.process.health.drain()
    health = health_pb2_grpc.HealthStub(server.raw_channel())
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        [response async for response in health.Watch(health_pb2.HealthCheckRequest(service="readiness"), timeout=5)]
    assert refused.value.code() == grpc.StatusCode.UNAVAILABLE


async def test_running_calls_finish_before_anything_is_closed(start_server: StartServer, token_a: str) -> None:
    """3: the order is out of service, calls, then pool; the pool sees no handler any more."""
    servicer = EchoServicer()
    servicer.cleaning = 0.02
    states: list[str] = []
    started: list[Process] = []

    async def close_pool() -> None:
        states.append(f"pool closed after {len(servicer.left)} of {len(servicer.seen)}")
        states.append(f"ready={started[0].health.is_ready} running={started[0].running_count}")

    server = await start_server(serve_echo(servicer), close=[close_pool])
    started.append(server.process)
    echo = EchoStub(server.channel(token_a))
    running = asyncio.create_task(call(echo, "StreamStream", "one two three"))
    await asyncio.wait_for(servicer.entered.wait(), 5)
    await server.drain()
    assert await running == ["one", "two", "three"]
    assert states == ["pool closed after 3 of 3", "ready=False running=0"]


@pytest.mark.parametrize("kind", KINDS)
async def test_a_call_that_outlasts_the_grace_is_cut_and_cleans_up_first(
    kind: str, start_server: StartServer, token_a: str
) -> None:
    """3, 5: `stop` returns while a cancelled handler still cleans up; the pool is closed after it, and the
    caller is told DRAINING."""
    servicer = EchoServicer()
    servicer.cleaning = 0.05
    order: list[str] = []

    async def close_pool() -> None:
        order.append(f"left={servicer.left}")

    server = await start_server(serve_echo(servicer), close=[close_pool], changes={"grace": timedelta(milliseconds=50)})
    metadata = (("authorization", f"Bearer {token_a}"),)
    hanging = asyncio.create_task(call(EchoStub(server.raw_channel()), kind, "wait", metadata=metadata))
    await asyncio.wait_for(servicer.entered.wait(), 5)
    await server.drain()
    assert order == ["left=['wait']"]
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await hanging
    failure = decode(raised.value)
    assert (failure.code, failure.reason) == (grpc.StatusCode.UNAVAILABLE, "DRAINING")
    assert failure.retry_after is not None


async def test_a_rolling_restart_under_load_loses_no_call(
    start_server: StartServer, start_proxy: StartProxy, token_a: str
) -> None:
    """3, 8: the old server drains while a new one takes over behind the same address; retries hide the change."""
    old = await start_server(serve_echo(EchoServicer()))
    new = await start_server(serve_echo(EchoServicer()))
    old_proxy = await start_proxy("127.0.0.1", old.process.data_port)
    channels = Channels("test")
    target = f"ipv4:{old_proxy.target},{new.target}"
    channel = channels.open(Peer("echo", target, SERVICE, idempotent=("UnaryUnary",)), lambda: f"Bearer {token_a}")
    echo = EchoStub(channel)
    answered = asyncio.Semaphore(0)
    lost: list[TieoutError] = []
    stop = asyncio.Event()

    async def load() -> None:
        while not stop.is_set():
            try:
                await call(echo, "UnaryUnary", "x")
                answered.release()
            except TieoutError as error:
                lost.append(error)

    callers = [asyncio.create_task(load()) for _ in range(8)]
    for _ in range(200):
        await answered.acquire()
    await old.drain()
    for _ in range(200):
        await answered.acquire()
    stop.set()
    await asyncio.gather(*callers)
    await channels.close()
    assert lost == []


async def test_a_server_goes_on_as_long_as_calls_come_and_twice_its_delay_at_most(
    start_server: StartServer, token_a: str
) -> None:
    """3: a caller that has not heard yet that the server is going is answered, not cut."""
    delay = 0.3
    server = await start_server(serve_echo(EchoServicer()), changes={"drain_delay": timedelta(seconds=delay)})
    deaf = EchoStub(server.raw_channel())
    metadata = (("authorization", f"Bearer {token_a}"),)
    assert await call(deaf, "UnaryUnary", "x", metadata=metadata) == ["x"]
    started = time.monotonic()
    draining = asyncio.create_task(server.drain())

    async def call_until_refused() -> None:
        while True:
            await call(deaf, "UnaryUnary", "x", metadata=metadata)

    with pytest.raises(grpc.aio.AioRpcError):
        await call_until_refused()
    assert time.monotonic() - started >= 2 * delay
    await draining


async def test_calls_that_reach_a_server_while_it_stops_are_answered_elsewhere(
    start_server: StartServer, token_a: str
) -> None:
    """3, 8: gRPC ends such calls as CANCELLED (some ten at each of these stops): they are repeated, however many at
    once, and none of their callers sees it. No delay and no word of health here, as if the callers were starved."""
    stays = await start_server(serve_echo(EchoServicer()))
    lost: list[TieoutError] = []
    for _ in range(5):
        goes = await start_server(serve_echo(EchoServicer()))
        channels = Channels("test")
        peer = Peer("echo", f"ipv4:{goes.target},{stays.target}", SERVICE, idempotent=("UnaryUnary",))
        echo = EchoStub(channels.open(peer, lambda: f"Bearer {token_a}"))
        answered = asyncio.Semaphore(0)
        stop = asyncio.Event()

        async def load(echo: EchoStub, answered: asyncio.Semaphore, stop: asyncio.Event) -> None:
            while not stop.is_set():
                try:
                    await call(echo, "UnaryUnary", "x")
                    answered.release()
                except TieoutError as error:
                    lost.append(error)

        callers = [asyncio.create_task(load(echo, answered, stop)) for _ in range(32)]
        for _ in range(200):
            await answered.acquire()
        await goes.process._data.stop(5)
        for _ in range(200):
            await answered.acquire()
        stop.set()
        await asyncio.gather(*callers)
        await channels.close()
    assert lost == []
