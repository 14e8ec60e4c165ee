"""Requirements 11 and 12: what keeps a connection, and what ends it, at a thirtieth of the shipped times."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator, Callable
from datetime import timedelta

import pytest
from google.protobuf.wrappers_pb2 import StringValue

from services.common import client, runtime
from services.common.client import Channels, Peer
from services.common.errors import Unavailable
from tests.fixtures.proxy import Proxy, StartProxy
from tests.fixtures.server import Running, StartServer, until
from tests.integration.runtime.echo import SERVICE, EchoServicer, EchoStub, call, serve_echo

# gRPC sends no more than one ping a second.
FASTER = 30
PING_BYTES = 17
"""A PING frame: 9 bytes of header and 8 of its own (RFC 9113, 6.7)."""
PINGS = 12
"""Four times what ends a connection by gRPC's defaults, if each of them were early."""
TIMES = frozenset(
    (
        "grpc.keepalive_time_ms",
        "grpc.http2.min_ping_interval_without_data_ms",
        "grpc.max_connection_age_ms",
    )
)
"""Those that may be divided. How long the answer to a ping may take is not among them: a starved process needs it."""

Options = list[tuple[str, int | str]]
Fast = Callable[..., None]


def shorter(options: Options, changed: dict[str, int] | None) -> Options:
    """The same options with their times divided, and with those that are given by their names without "grpc."."""
    found: dict[str, int | str] = {name: int(value) // FASTER if name in TIMES else value for name, value in options}
    return list((found | {f"grpc.{name}": value for name, value in (changed or {}).items()}).items())


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> Fast:
    """`fast(server={…}, calling={…})`: servers and channels that are made now live thirty times as fast."""
    served, called = runtime._SERVER_OPTIONS, client.channel_options

    def change(server: dict[str, int] | None = None, calling: dict[str, int] | None = None) -> None:
        monkeypatch.setattr(runtime, "_SERVER_OPTIONS", shorter(list(served), server))
        monkeypatch.setattr(client, "channel_options", lambda peer: shorter(called(peer), calling))

    return change


@pytest.fixture
async def channels() -> AsyncIterator[Channels]:
    """Closed after the test."""
    made = Channels("test")
    yield made
    await made.close()


def ask(channels: Channels, proxy: Proxy, token: str) -> EchoStub:
    """Through the proxy, by the shipped configuration."""
    return EchoStub(channels.open(Peer("echo", proxy.target, SERVICE, ("UnaryUnary",)), lambda: f"Bearer {token}"))


async def an_idle_hour(start_server: StartServer, start_proxy: StartProxy, channels: Channels, token: str) -> Proxy:
    """A call, pings that nobody interrupts, another call. The proxy saw them."""
    server = await start_server(serve_echo(EchoServicer()))
    proxy = await start_proxy("127.0.0.1", server.process.data_port)
    echo = ask(channels, proxy, token)
    assert await call(echo, "UnaryUnary", "before") == ["before"]
    passed = proxy.byte_count
    await until(lambda: proxy.byte_count - passed > 2 * PING_BYTES * PINGS, 90)
    assert await call(echo, "UnaryUnary", "after") == ["after"]
    return proxy


async def test_an_idle_hour_of_pings_leaves_the_connection_as_it_was(
    start_server: StartServer, start_proxy: StartProxy, channels: Channels, token_a: str, fast: Fast
) -> None:
    """11: pings of client and server fit each other: one connection before and after, though nobody called."""
    # Only pings shall pass: the connection's age is for another test.
    fast(server={"max_connection_age_ms": 3_600_000})
    proxy = await an_idle_hour(start_server, start_proxy, channels, token_a)
    assert proxy.connection_count == 1


async def test_a_server_that_allows_fewer_pings_ends_the_connection(
    start_server: StartServer, start_proxy: StartProxy, channels: Channels, token_a: str, fast: Fast
) -> None:
    """11: what the test above would see if the numbers did not fit: gRPC's own defaults on the server."""
    fast(
        server={
            "max_connection_age_ms": 3_600_000,
            "http2.min_ping_interval_without_data_ms": 300_000,
            "http2.max_ping_strikes": 2,
        }
    )
    proxy = await an_idle_hour(start_server, start_proxy, channels, token_a)
    assert proxy.connection_count > 1


async def test_a_peer_that_fell_silent_is_noticed_without_the_calls_deadline(
    start_server: StartServer, start_proxy: StartProxy, channels: Channels, token_a: str, fast: Fast
) -> None:
    """11: the connection stays open and nothing comes: the pings find out, the call is UNAVAILABLE."""
    fast(calling={"keepalive_timeout_ms": 500, "http2.ping_timeout_ms": 500})
    servicer = EchoServicer()
    server = await start_server(serve_echo(servicer))
    proxy = await start_proxy("127.0.0.1", server.process.data_port)
    channel = channels.open(Peer("echo", proxy.target), lambda: f"Bearer {token_a}")
    waiting = asyncio.create_task(call(EchoStub(channel), "UnaryUnary", "wait", timeout=100))
    await asyncio.wait_for(servicer.entered.wait(), 30)
    proxy.silence()
    with pytest.raises(Unavailable):
        await waiting
    proxy.resume()


async def survives(server: Running, count: int) -> bool:
    """Whether a connection is still there after so many pings in one write, as a starved server reads those of a
    while."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.process.data_port)
    frame = struct.Struct("!HBBBI")  # RFC 9113, 4.1
    ping, goaway, acknowledged = 6, 7, 1

    def pings(first: int, last: int) -> bytes:
        return b"".join(frame.pack(0, 8, ping, 0, 0) + struct.pack("!Q", number) for number in range(first, last))

    try:
        writer.write(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame.pack(0, 0, 4, 0, 0) + pings(0, count))
        while True:
            _, length, kind, flags, _ = frame.unpack(await reader.readexactly(frame.size))
            content = await reader.readexactly(length)
            if kind == goaway:
                return False
            if (kind, flags) == (ping, acknowledged):
                (number,) = struct.unpack("!Q", content)
                if number == count:
                    return True
                if number == count - 1:  # One more, by which a connection that was ended shows it.
                    writer.write(pings(count, count + 1))
    except (asyncio.IncompleteReadError, ConnectionError):
        return False
    finally:
        writer.close()


async def test_pings_that_a_starved_server_reads_at_once_do_not_end_a_connection_and_a_flood_does(
    start_server: StartServer, fast: Fast
) -> None:
    """11: a client that measures the bandwidth of a large answer sends pings between its own; gRPC's default is to end
    the connection, and the calls on it, at the third."""
    shipped = await start_server(serve_echo(EchoServicer()))
    assert await asyncio.wait_for(survives(shipped, 50), 30)
    assert not await asyncio.wait_for(survives(shipped, 2000), 30)
    fast(server={"http2.max_ping_strikes": 2})
    strict = await start_server(serve_echo(EchoServicer()))
    assert not await asyncio.wait_for(survives(strict, 50), 30)


async def test_unary_calls_lose_nothing_when_connections_end_by_age(
    start_server: StartServer, start_proxy: StartProxy, channels: Channels, token_a: str, fast: Fast
) -> None:
    """12: many callers over several lives of the connection; the method is not one that may be repeated."""
    fast(server={"max_connection_age_ms": 200})
    server = await start_server(serve_echo(EchoServicer()))
    proxy = await start_proxy("127.0.0.1", server.process.data_port)
    echo = EchoStub(channels.open(Peer("echo", proxy.target), lambda: f"Bearer {token_a}"))

    async def keep_calling() -> int:
        count = 0
        while proxy.connection_count < 5:
            assert await call(echo, "UnaryUnary", "x", timeout=60) == ["x"]
            count += 1
        return count

    counts = await asyncio.wait_for(asyncio.gather(*(keep_calling() for _ in range(8))), 90)
    assert min(counts) > 0


async def test_a_stream_shorter_than_the_grace_outlives_its_connections_age(
    start_server: StartServer, start_proxy: StartProxy, channels: Channels, token_a: str, fast: Fast
) -> None:
    """12: it is finished on the old connection while others have moved to a new one; one over the grace is
    UNAVAILABLE and may be asked again."""
    fast(server={"max_connection_age_ms": 200, "max_connection_age_grace_ms": 60_000})
    server = await start_server(serve_echo(EchoServicer()))
    proxy = await start_proxy("127.0.0.1", server.process.data_port)
    echo = ask(channels, proxy, token_a)
    more: asyncio.Queue[str] = asyncio.Queue()

    async def requests() -> AsyncIterator[StringValue]:
        while word := await more.get():
            yield StringValue(value=word)

    stream = echo.StreamStream(requests(), timeout=100)
    await more.put("one")
    assert (await anext(stream)).value == "one"
    begun_with = proxy.connection_count
    async with asyncio.timeout(60):
        while proxy.connection_count < begun_with + 2:
            await call(echo, "UnaryUnary", "x")
    await more.put("two")
    assert (await anext(stream)).value == "two"
    await more.put("")
    assert [one async for one in stream] == []


def test_the_shipped_age_and_grace_are_those_that_were_decided() -> None:
    """12: five minutes, and a grace of at least a minute that no unary method outlasts."""
    options = dict(runtime._SERVER_OPTIONS)
    assert options["grpc.max_connection_age_ms"] == 5 * 60_000
    grace = timedelta(milliseconds=options["grpc.max_connection_age_grace_ms"])
    assert grace >= timedelta(minutes=1)
