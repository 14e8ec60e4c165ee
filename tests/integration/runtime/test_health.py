"""Requirements 1, 2, 19 and 23: health on both listeners, true to its dependencies; reflection; one process a port."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import grpc
import pytest
from grpc_channelz.v1 import channelz_pb2, channelz_pb2_grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from services.common.admission import Limit
from services.common.health import NOT_SERVING, SERVICE_UNKNOWN, SERVING, Health
from tests.fixtures.server import Running, StartServer
from tests.integration.runtime.echo import SERVICE, EchoServicer, EchoStub, call, serve_echo

NAMES = ("", "liveness", "readiness", SERVICE)


class Dependency:
    """Something that readiness depends on."""

    def __init__(self, *, up: bool) -> None:
        self.up = up

    async def ping(self) -> None:
        if not self.up:
            raise ConnectionError("down")


def stub(server: Running, *, admin: bool) -> health_pb2_grpc.HealthStub:
    return health_pb2_grpc.HealthStub(server.raw_channel(server.admin_target if admin else server.target))


async def check(health: health_pb2_grpc.HealthStub, name: str) -> int:
    response = await health.Check(health_pb2.HealthCheckRequest(service=name), timeout=5)
    return int(response.status)


async def watched(health: health_pb2_grpc.HealthStub, name: str) -> AsyncIterator[int]:
    async for response in health.Watch(health_pb2.HealthCheckRequest(service=name), timeout=10):
        yield response.status


@pytest.mark.parametrize("admin", [False, True], ids=["data", "admin"])
async def test_all_names_follow_readiness_both_ways_but_liveness(admin: bool, start_server: StartServer) -> None:
    """1, 2: NOT_SERVING until the dependency answers, then SERVING, then not again; liveness asks nobody. No token."""
    dependency = Dependency(up=False)
    server = await start_server(serve_echo(EchoServicer()), probes={"database": dependency.ping}, wait=False)
    health = stub(server, admin=admin)
    assert {name: await check(health, name) for name in NAMES} == {
        name: SERVING if name == "liveness" else NOT_SERVING for name in NAMES
    }
    seen = watched(health, SERVICE)
    assert await anext(seen) == NOT_SERVING
    dependency.up = True
    assert await anext(seen) == SERVING
    assert {await check(health, name) for name in NAMES} == {SERVING}
    dependency.up = False
    assert await anext(seen) == NOT_SERVING
    assert await check(health, "liveness") == SERVING
    await seen.aclose()  # type: ignore[attr-defined]


async def test_everything_is_not_serving_before_start() -> None:
    """1: grpcio's own servicer starts with SERVING; ours does not."""
    health = Health([SERVICE])
    listed = await health.List(health_pb2.HealthListRequest(), None)
    assert {name: one.status for name, one in listed.statuses.items()} == dict.fromkeys(NAMES, NOT_SERVING)


async def test_a_dependency_that_hangs_is_not_ready(start_server: StartServer) -> None:
    """1: a probe that never answers counts as failed, it does not leave the last state standing."""

    async def hang() -> None:
        await asyncio.Event().wait()

    server = await start_server(serve_echo(EchoServicer()), probes={"database": hang}, wait=False)
    health = stub(server, admin=True)
    assert await check(health, "readiness") == NOT_SERVING
    assert await check(health, "liveness") == SERVING


async def test_one_failed_round_is_a_busy_moment(start_server: StartServer) -> None:
    """1: a ping that finds no free connection once must not send all callers away."""
    rounds = asyncio.Semaphore(0)
    results = iter([True, True, False, True, False, True, *[True] * 1000])

    async def ping() -> None:
        rounds.release()
        if not next(results):
            raise ConnectionError("busy")

    server = await start_server(serve_echo(EchoServicer()), probes={"database": ping})
    health = stub(server, admin=True)
    seen: list[int] = []

    async def watch() -> None:
        seen.extend([status async for status in watched(health, "readiness")])

    watcher = asyncio.create_task(watch())
    for _ in range(8):
        await rounds.acquire()
    await server.drain()
    await asyncio.wait_for(watcher, 5)
    assert seen == [SERVING, NOT_SERVING]


async def test_unknown_names_are_told_apart(start_server: StartServer) -> None:
    """1: NOT_FOUND on Check, SERVICE_UNKNOWN on Watch, as the protocol says."""
    server = await start_server(serve_echo(EchoServicer()))
    health = stub(server, admin=True)
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await check(health, "nobody")
    assert raised.value.code() is grpc.StatusCode.NOT_FOUND
    seen = watched(health, "nobody")
    assert await anext(seen) == SERVICE_UNKNOWN
    await seen.aclose()  # type: ignore[attr-defined]


async def test_health_answers_while_everything_else_is_shed(start_server: StartServer, token_a: str) -> None:
    """2, 17: probes need no permit: a server at its limit is busy, not ill."""
    servicer = EchoServicer()
    server = await start_server(serve_echo(servicer), limits={"default": Limit(running=1, waiting=0)})
    echo = EchoStub(server.channel(token_a))
    holder = asyncio.create_task(call(echo, "UnaryUnary", "wait"))
    await asyncio.wait_for(servicer.entered.wait(), 5)
    shed = await asyncio.gather(*(call(echo, "UnaryUnary", "x") for _ in range(20)), return_exceptions=True)
    assert {type(one).__name__ for one in shed} == {"Overloaded"}
    for admin in (False, True):
        assert await check(stub(server, admin=admin), "readiness") == SERVING
    holder.cancel()
    await asyncio.gather(holder, return_exceptions=True)


async def reflected(server: Running, target: str) -> list[str]:
    reflection = reflection_pb2_grpc.ServerReflectionStub(server.raw_channel(target))
    request = reflection_pb2.ServerReflectionRequest(list_services="")
    async for response in reflection.ServerReflectionInfo(iter([request]), timeout=5):
        return [service.name for service in response.list_services_response.service]
    return []


async def test_reflection_is_on_admin_and_by_a_setting_on_data(start_server: StartServer) -> None:
    """2: the data listener tells strangers nothing unless a developer asked for it."""
    server = await start_server(serve_echo(EchoServicer()))
    assert SERVICE in await reflected(server, server.admin_target)
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await reflected(server, server.target)
    assert raised.value.code() is grpc.StatusCode.UNIMPLEMENTED
    developer = await start_server(serve_echo(EchoServicer()), changes={"reflection_on_data": True})
    assert SERVICE in await reflected(developer, developer.target)


async def test_channelz_is_on_admin_when_asked_for(start_server: StartServer) -> None:
    """2: off by default, never on the data listener."""
    request = channelz_pb2.GetServersRequest()
    server = await start_server(serve_echo(EchoServicer()), changes={"channelz": True})
    stub = channelz_pb2_grpc.ChannelzStub(server.raw_channel(server.admin_target))
    assert (await stub.GetServers(request, timeout=5)).server
    default = await start_server(serve_echo(EchoServicer()))
    for target in (server.target, default.admin_target):
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await channelz_pb2_grpc.ChannelzStub(server.raw_channel(target)).GetServers(request, timeout=5)
        assert raised.value.code() is grpc.StatusCode.UNIMPLEMENTED


async def test_the_admin_listener_answers_no_calls(start_server: StartServer, token_a: str) -> None:
    """2: data goes through the data listener, with its limits, or not at all."""
    server = await start_server(serve_echo(EchoServicer()))
    echo = EchoStub(server.channel(token_a, target=server.admin_target))
    with pytest.raises(Exception, match="not served"):
        await call(echo, "UnaryUnary", "x")


async def test_a_second_process_on_the_port_fails(start_server: StartServer) -> None:
    """19: with SO_REUSEPORT both would start, and each would get half of the calls."""
    first = await start_server(serve_echo(EchoServicer()))
    with pytest.raises(OSError, match="cannot listen"):
        await start_server(serve_echo(EchoServicer()), changes={"data_address": first.target})
