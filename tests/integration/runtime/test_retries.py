"""Requirements 8, 9 and 13: who retries what, how often, and when nobody does."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from typing import Any

import pytest
from google.protobuf.wrappers_pb2 import StringValue

from services.common import client
from services.common.breaker import CLOSED, OPEN, Breaker
from services.common.client import MAX_ATTEMPTS, Peer, channel_options, service_config
from services.common.errors import InvalidArgument, TieoutError, Unavailable
from tests.fixtures.proxy import StartProxy
from tests.fixtures.server import Running, StartServer, until
from tests.integration.runtime.conftest import Recorded
from tests.integration.runtime.echo import SERVICE, EchoServicer, EchoStub, call, serve_echo, words


class Flaky(EchoServicer):
    """Fails the first `failures` calls."""

    def __init__(self, failures: int, error: TieoutError | None = None) -> None:
        super().__init__()
        self.failures = failures
        self.attempts = 0
        self.error = error or Unavailable("database", timedelta(milliseconds=1))

    async def _answer(self, word: str) -> StringValue:
        self.attempts += 1
        if self.attempts <= self.failures:
            raise self.error
        return await super()._answer(word)


def retrying(server: Running, token: str, **peer: Any) -> EchoStub:
    """A client that may repeat UnaryUnary."""
    return EchoStub(server.channel(token, service=SERVICE, idempotent=("UnaryUnary",), **peer))


async def test_unavailable_is_retried_for_idempotent_methods(start_server: StartServer, token_a: str) -> None:
    """8: three failures are hidden from the caller."""
    servicer = Flaky(3)
    server = await start_server(serve_echo(servicer))
    assert await call(retrying(server, token_a), "UnaryUnary", "x") == ["x"]
    assert servicer.attempts == 4


async def test_at_most_four_attempts(start_server: StartServer, token_a: str) -> None:
    """8: then the caller learns of it."""
    servicer = Flaky(100)
    server = await start_server(serve_echo(servicer))
    with pytest.raises(Unavailable):
        await call(retrying(server, token_a), "UnaryUnary", "x")
    assert servicer.attempts == MAX_ATTEMPTS == 4


async def test_nothing_else_is_retried(start_server: StartServer, token_a: str) -> None:
    """8: no other code, no method that was not named, no stream."""
    servicer = Flaky(100, InvalidArgument("q", "x"))
    server = await start_server(serve_echo(servicer))
    with pytest.raises(TieoutError):
        await call(retrying(server, token_a), "UnaryUnary", "x")
    assert servicer.attempts == 1
    servicer.error = Unavailable("database")
    for kind in ("StreamUnary", "UnaryStream", "StreamStream"):
        servicer.attempts = 0
        with pytest.raises(Unavailable):
            await call(retrying(server, token_a), kind, "x")
        assert servicer.attempts == 1
    servicer.attempts = 0
    with pytest.raises(Unavailable):
        await call(EchoStub(server.channel(token_a)), "UnaryUnary", "x")
    assert servicer.attempts == 1


async def test_the_server_says_when(start_server: StartServer, token_a: str) -> None:
    """7, 8: pushback of a minute outlasts the caller's deadline, so there is one attempt and no waiting for it."""
    servicer = Flaky(100, Unavailable("database", timedelta(minutes=1)))
    server = await start_server(serve_echo(servicer))
    with pytest.raises(TieoutError):
        await retrying(server, token_a).UnaryUnary(StringValue(value="x"), timeout=0.5)
    assert servicer.attempts == 1


async def test_a_down_peer_is_not_hammered(start_server: StartServer, token_a: str) -> None:
    """8: throttling: after a hundred failed attempts the channel stops repeating them."""
    servicer = Flaky(1000)
    server = await start_server(serve_echo(servicer))
    echo = retrying(server, token_a)
    failed = await asyncio.gather(*(call(echo, "UnaryUnary", "x") for _ in range(150)), return_exceptions=True)
    assert {type(one) for one in failed} == {Unavailable}
    assert servicer.attempts < 150 + 3 * 50


async def test_one_breaker_decision_covers_all_attempts(
    start_server: StartServer, token_a: str, recorded: Recorded
) -> None:
    """9: the breaker is outside of the retries: two failed calls (eight attempts) open one with fail_max=2."""
    servicer = Flaky(8)
    server = await start_server(serve_echo(servicer))
    breaker = Breaker("tested", fail_max=2, reset_timeout=timedelta(hours=1))
    echo = retrying(server, token_a, breaker=breaker)
    with pytest.raises(Unavailable):
        await call(echo, "UnaryUnary", "x")
    assert (breaker.state, servicer.attempts) == (CLOSED, 4)
    with pytest.raises(Unavailable):
        await call(echo, "UnaryUnary", "x")
    assert (breaker.state, servicer.attempts) == (OPEN, 8)
    with pytest.raises(Unavailable) as refused:
        await call(echo, "UnaryUnary", "x")
    assert servicer.attempts == 8
    assert refused.value.retry_after is not None
    assert refused.value.retry_after > timedelta(minutes=59)
    states = {point.attributes["peer"]: point.value for point in recorded.points("tieout.runtime.breaker_state")}
    assert states["tested"] == 2


@pytest.mark.parametrize("error", [InvalidArgument("q", "x")])
async def test_a_peers_refusals_do_not_open_the_breaker(
    error: TieoutError, start_server: StartServer, token_a: str
) -> None:
    """9: though a refusal of our own request is INTERNAL to our caller, the peer is well."""
    server = await start_server(serve_echo(Flaky(100, error)))
    breaker = Breaker("tested", fail_max=2)
    echo = EchoStub(server.channel(token_a, breaker=breaker))
    for _ in range(5):
        with pytest.raises(TieoutError):
            await call(echo, "UnaryUnary", "x")
    assert breaker.state == CLOSED


async def test_a_peer_that_comes_back_is_found_again(
    start_server: StartServer, start_proxy: StartProxy, token_a: str
) -> None:
    """8, 13: cut, refused, back: the one long-lived channel recovers by itself, without a call that was lost twice."""
    server = await start_server(serve_echo(EchoServicer()))
    proxy = await start_proxy("127.0.0.1", server.process.data_port)
    channel = server.channel(token_a, target=proxy.target, service=SERVICE, idempotent=("UnaryUnary",))
    echo = EchoStub(channel)
    assert await call(echo, "UnaryUnary", "one") == ["one"]
    await proxy.cut()
    assert await call(echo, "UnaryUnary", "two") == ["two"]
    await proxy.stop()
    with pytest.raises(Unavailable):
        await call(echo, "UnaryUnary", "three")
    await proxy.start()
    assert await echo.StreamUnary(words("four"), wait_for_ready=True) == StringValue(value="four")


async def test_a_call_that_its_caller_cancels_is_made_once(start_server: StartServer, token_a: str) -> None:
    """8: CANCELLED is repeated where a stopping server said it, never where the caller did."""
    servicer = EchoServicer()
    server = await start_server(serve_echo(servicer))
    echo = retrying(server, token_a)
    running = asyncio.create_task(call(echo, "UnaryUnary", "wait"))
    await asyncio.wait_for(servicer.entered.wait(), 5)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    await until(lambda: servicer.left == ["wait"])
    assert await call(echo, "UnaryUnary", "x") == ["x"]
    assert servicer.seen == ["wait", "x"]


async def test_a_peer_between_two_processes_is_waited_for(
    start_server: StartServer, start_proxy: StartProxy, token_a: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """8, 13: gRPC fails a call at once while no process takes calls; ours waits a moment, and not for ever."""
    server = await start_server(serve_echo(EchoServicer()))
    proxy = await start_proxy("127.0.0.1", server.process.data_port)
    echo = EchoStub(server.channel(token_a, target=proxy.target))  # Nothing may be repeated on this channel.
    assert await call(echo, "UnaryUnary", "one") == ["one"]
    await proxy.stop()
    monkeypatch.setattr(client, "PATIENCE", timedelta(milliseconds=20))
    for _ in range(2):
        with pytest.raises(Unavailable):
            await call(echo, "UnaryUnary", "two")
    monkeypatch.setattr(client, "PATIENCE", timedelta(seconds=30))
    waiting = asyncio.create_task(call(echo, "UnaryUnary", "three", timeout=60))
    await proxy.start()
    assert await waiting == ["three"]


def test_the_service_config_is_what_was_decided() -> None:
    """4, 8: no timeout (it would be a second short), no hedging, at most four attempts, throttled; only what says that
    a server is away or going."""
    config = json.loads(service_config(Peer("p", "t", SERVICE, ("UnaryUnary",))))
    (method,) = config["methodConfig"]
    assert method["name"] == [{"service": SERVICE, "method": "UnaryUnary"}]
    assert set(method) == {"name", "retryPolicy"}
    assert method["retryPolicy"]["maxAttempts"] == 4
    assert method["retryPolicy"]["retryableStatusCodes"] == ["UNAVAILABLE", "CANCELLED"]
    assert config["retryThrottling"]
    assert config["healthCheckConfig"] == {"serviceName": ""}
    assert "retryThrottling" not in json.loads(service_config(Peer("p", "t")))
    options = dict(channel_options(Peer("p", "t")))
    assert options["grpc.max_receive_message_length"] == options["grpc.max_send_message_length"] == 4 * 1024 * 1024
    assert int(options["grpc.keepalive_time_ms"]) >= 2 * 10_000
