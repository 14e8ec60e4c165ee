"""Requirements 4 and 5: every call ends in time, and a cancelled one leaves nothing behind."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import grpc
import pytest
from google.protobuf.wrappers_pb2 import StringValue

from services.common.client import Channels, Peer
from services.common.errors import DeadlineExceeded, Unavailable, decode
from services.common.interceptors.policy import MethodPolicy
from tests.fixtures.proxy import StartProxy
from tests.fixtures.server import StartServer, until
from tests.integration.runtime.echo import KINDS, EchoServicer, EchoStub, call, serve_echo, words

every_kind = pytest.mark.parametrize("kind", KINDS)


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {token}"),)


@every_kind
async def test_a_call_without_a_deadline_gets_the_methods_cap(
    kind: str, start_server: StartServer, token_a: str
) -> None:
    """4: gRPC has no deadline by default; ours has, and says so with a reason."""
    servicer = EchoServicer()
    policy = MethodPolicy(deadline=timedelta(milliseconds=200))
    server = await start_server(serve_echo(servicer), methods={kind: policy})
    started = time.monotonic()
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call(EchoStub(server.raw_channel()), kind, "wait", metadata=bearer(token_a))
    failure = decode(raised.value)
    assert (failure.code, failure.reason) == (grpc.StatusCode.DEADLINE_EXCEEDED, "DEADLINE_EXCEEDED")
    assert 0.15 < time.monotonic() - started < 3
    assert servicer.left == ["wait"]


@pytest.mark.parametrize(("asked", "lowest", "highest"), [(0.5, 0.2, 0.5), (60.0, 3.0, 5.0), (None, 3.0, 5.0)])
async def test_the_handlers_budget_is_the_shorter_of_both(
    asked: float | None, lowest: float, highest: float, start_server: StartServer, token_a: str
) -> None:
    """4: the caller's deadline, cut to the cap of 5 s."""
    servicer = EchoServicer()
    server = await start_server(
        serve_echo(servicer), methods={"UnaryUnary": MethodPolicy(deadline=timedelta(seconds=5))}
    )
    await call(EchoStub(server.raw_channel()), "UnaryUnary", "x", metadata=bearer(token_a), timeout=asked)
    (budget,) = servicer.budgets
    assert budget is not None
    assert lowest < budget <= 1.1 * highest  # gRPC rounds what it sends up by a few percent.


class Forwarder(EchoServicer):
    """A service that asks another one."""

    def __init__(self, peer: EchoStub) -> None:
        super().__init__()
        self._peer = peer

    async def UnaryUnary(self, request: StringValue, _context: Any) -> StringValue:  # noqa: N802
        await super().UnaryUnary(StringValue(value="asking"), None)
        (word,) = await call(self._peer, "UnaryUnary", request.value)
        return StringValue(value=word)


@pytest.mark.parametrize("share", [1.0, 0.25])
async def test_the_budget_goes_along_to_the_next_service(share: float, start_server: StartServer, token_a: str) -> None:
    """4: the second service has no more than its share of the first's, whatever the channel's own timeout is.

    6: one that can be done without leaves time to do without it.
    """
    behind = EchoServicer()
    second = await start_server(serve_echo(behind))
    channels = Channels("first")
    peer = Peer("second", second.target, timeout=timedelta(seconds=60), share=share)
    front = Forwarder(EchoStub(channels.open(peer)))
    first = await start_server(serve_echo(front), close=[channels.close])
    await call(EchoStub(first.channel(token_a)), "UnaryUnary", "x", timeout=2)
    (first_budget,), (second_budget,) = front.budgets, behind.budgets
    assert first_budget is not None
    assert second_budget is not None
    # gRPC rounds what it sends up by a few percent; 60 s of the channel's own would be far from it.
    assert 0 < second_budget < 1.1 * share * first_budget < 2.4 * share


async def test_a_silent_peer_costs_only_the_budget(
    start_server: StartServer, start_proxy: StartProxy, token_a: str
) -> None:
    """4: a peer that accepts and never answers is away, in time, for a caller who can wait longer than it was given."""
    second = await start_server(serve_echo(EchoServicer()))
    proxy = await start_proxy("127.0.0.1", second.process.data_port)
    proxy.silence()
    channels = Channels("first")
    front = Forwarder(EchoStub(channels.open(Peer("second", proxy.target, timeout=timedelta(milliseconds=300)))))
    first = await start_server(serve_echo(front), close=[channels.close])
    started = time.monotonic()
    with pytest.raises(Unavailable):
        await call(EchoStub(first.channel(token_a)), "UnaryUnary", "x", timeout=10)
    assert time.monotonic() - started < 3
    with pytest.raises(DeadlineExceeded):
        await call(EchoStub(first.channel(token_a)), "UnaryUnary", "x", timeout=0.2)


@every_kind
async def test_a_caller_that_leaves_frees_everything(kind: str, start_server: StartServer, token_a: str) -> None:
    """5, 16: cancelled in the middle: the handler's cleanup runs within a second, permit and task are gone."""
    servicer = EchoServicer()
    server = await start_server(serve_echo(servicer))
    echo = EchoStub(server.channel(token_a))
    calling = asyncio.create_task(call(echo, kind, "wait"))
    await asyncio.wait_for(servicer.entered.wait(), 5)
    calling.cancel()
    await asyncio.gather(calling, return_exceptions=True)
    await until(lambda: server.process.running_count == 0, 1.0)
    assert servicer.left == ["wait"]
    assert await call(echo, kind, "again") == ["again"]


async def test_a_stream_left_in_the_middle_is_closed_by_its_own_task(start_server: StartServer, token_a: str) -> None:
    """5, 16: the caller stops reading an endless answer; the generator's cleanup runs, in the call's own task."""
    ended = asyncio.Event()
    tasks: list[object] = []

    class Endless(EchoServicer):
        async def UnaryStream(self, request: StringValue, _context: Any) -> AsyncIterator[StringValue]:  # noqa: N802
            tasks.append(asyncio.current_task())
            try:
                while True:
                    yield request
            finally:
                tasks.append(asyncio.current_task())
                ended.set()

    server = await start_server(serve_echo(Endless()))
    stream = EchoStub(server.channel(token_a)).UnaryStream(StringValue(value="x" * 1000))
    assert (await anext(stream)).value
    await stream.aclose()
    await asyncio.wait_for(ended.wait(), 1)
    assert tasks[0] is tasks[1]


@every_kind
async def test_a_stray_cancellation_is_an_error_not_silence(kind: str, start_server: StartServer, token_a: str) -> None:
    """5: a CancelledError that nobody asked for would leave the caller without any status (grpc#29248)."""
    server = await start_server(serve_echo(EchoServicer()))
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call(EchoStub(server.raw_channel()), kind, "!stray", metadata=bearer(token_a), timeout=5)
    assert decode(raised.value).reason == "INTERNAL"


async def test_a_spent_budget_makes_no_call(start_server: StartServer, token_a: str) -> None:
    """4: with nothing left to spend, the peer is not bothered."""
    servicer = EchoServicer()
    server = await start_server(serve_echo(servicer))
    with pytest.raises(DeadlineExceeded):
        await EchoStub(server.channel(token_a)).StreamUnary(words("x"), timeout=0)
    assert servicer.seen == []
