"""Calls to a peer service: one long-lived channel per peer, a budget for each call, and the caller's identity on it.

    channels = Channels("answerer")                                  # inside the running loop
    retriever = RetrieverServiceStub(channels.open(Peer(
        "retriever", settings.retriever_target, service="tieout.retriever.v1.RetrieverService",
        idempotent=("QueryLedger", "Search"), breaker=Breaker("retriever"))))
    response = await retriever.QueryLedger(request)                  # raises TieoutError only, see errors.from_peer
    async for event in retriever.Export(request): ...
    await channels.close()

Each call: timeout = min(own, the peer's share of what is left of ours less a margin); `authorization`, `x-request-id`
and W3C trace context go along; one client span and one `rpc.client.call.duration`; retries by service config only (a
server that is away or going, idempotent unary methods, at most 4 attempts, throttled), and the breaker, if any, outside
of them.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Self

import grpc
from google.protobuf.message import Message
from opentelemetry.trace import Span, SpanKind, StatusCode, set_span_in_context

from services.common import deadline, telemetry, tls
from services.common.breaker import Breaker
from services.common.errors import (
    REQUEST_ID_KEY,
    DeadlineExceeded,
    MessageTooLarge,
    TieoutError,
    Unavailable,
    from_peer,
    translate,
)
from services.common.identity import Identity
from services.common.interceptors import request_id
from services.common.interceptors.auth import AUTHORIZATION, forwarded
from services.common.interceptors.limits import MAX_MESSAGE_BYTES
from services.common.tls import Certificates, TlsSettings

MAX_ATTEMPTS = 4
# How a server that is not there, or is going, ends a call. CANCELLED comes from gRPC itself where a call reaches a
# server that has begun to stop; a call that its own caller cancels is never repeated.
AWAY = ["UNAVAILABLE", "CANCELLED"]
# What we keep of our own budget to make an answer of the peer's failure.
MARGIN = timedelta(milliseconds=20)
# How long a call waits where no process of the peer takes calls, and over how long one that was sent is repeated: a new
# process is being found. A peer that stays away opens the breaker, and then nobody waits.
PATIENCE = timedelta(seconds=1)
USER_AGENT = "tieout"

Metadata = tuple[tuple[str, str], ...]
Credentials = Callable[[], str | None]
"""The `authorization` value of a call; None sends none."""


@dataclass(frozen=True, slots=True)
class Peer:
    """Where a service is and what its caller may do to it."""

    name: str
    """Short name for errors, spans and metrics ("retriever")."""
    target: str
    """gRPC target ("127.0.0.1:57102", "dns:///retriever:57102")."""
    service: str = ""
    """Full name of the service, for the retry policy; may be left out when `idempotent` is empty."""
    idempotent: tuple[str, ...] = ()
    """Unary methods that may be repeated: reads, and writes that carry a request id."""
    timeout: timedelta = timedelta(seconds=10)
    """Own limit of a call where the caller gives none."""
    share: float = 1.0
    """The most of what is left of our own budget that one call may take, 0 to 1. Under 1: we can do without this peer,
    and when it stays silent there must be time to."""
    breaker: Breaker | None = None
    """Leaves an ill peer alone; None: every call is tried."""


def service_config(peer: Peer) -> str:
    """gRPC service config as JSON. Holds no `timeout`: gRPC makes it about a second short (grpc#34547)."""
    config: dict[str, Any] = {
        "loadBalancingConfig": [{"round_robin": {}}],
        # A server that drains or is not ready gets no new calls from the moment that it says so.
        "healthCheckConfig": {"serviceName": ""},
        "methodConfig": [],
    }
    if peer.idempotent:
        config["methodConfig"].append(
            {
                "name": [{"service": peer.service, "method": method} for method in peer.idempotent],
                # The first comes soon; together they last as long as a new process may take: 1 + 4 + 16 twentieths.
                "retryPolicy": {
                    "maxAttempts": MAX_ATTEMPTS,
                    "initialBackoff": f"{PATIENCE.total_seconds() / 20}s",
                    "maxBackoff": f"{PATIENCE.total_seconds()}s",
                    "backoffMultiplier": 4,
                    "retryableStatusCodes": AWAY,
                },
            }
        )
        # A server that ends takes the calls of all callers at once: what they repeat then must not be throttled.
        config["retryThrottling"] = {"maxTokens": 200, "tokenRatio": 0.2}
    return json.dumps(config)


def channel_options(peer: Peer) -> list[tuple[str, int | str]]:
    """Options of the channel. Keepalive every 30 s, well over the 10 s that our servers allow."""
    return [
        ("grpc.service_config", service_config(peer)),
        ("grpc.service_config_disable_resolution", 1),
        ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
        ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
        ("grpc.keepalive_time_ms", 30_000),
        ("grpc.keepalive_timeout_ms", 10_000),
        # What decides while a call runs; a minute by default.
        ("grpc.http2.ping_timeout_ms", 10_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.max_pings_without_data", 0),
        ("grpc.initial_reconnect_backoff_ms", 100),
        # Also the time that connecting may take.
        ("grpc.min_reconnect_backoff_ms", 2_000),
        ("grpc.max_reconnect_backoff_ms", 2_000),
        # By default a name is asked for again after 30 s at the soonest, in which all pods may have been replaced.
        ("grpc.dns_min_time_between_resolutions_ms", 1_000),
        # Channels of one process to one target would share a subchannel and its backoff.
        ("grpc.use_local_subchannel_pool", 1),
        ("grpc.primary_user_agent", USER_AGENT),
    ]


# How long calls that run on a channel may go on after its certificate was replaced: longer than any unary one.
DRAIN = timedelta(minutes=2)


class Channels:
    """The channels of one process. Made inside the running loop; closed once, at the end.

    With TLS `settings` they are encrypted and show this service's certificate; when its files change, each peer gets a
    new channel and the old one ends when its calls have.
    """

    def __init__(self, caller: str, settings: TlsSettings | None = None) -> None:
        self._caller = caller
        self._open: list[PeerChannel] = []
        self._certificates = Certificates(settings) if settings is not None and settings.enabled else None
        self._files = self._certificates.current() if self._certificates is not None else None
        self._closing: set[asyncio.Task[None]] = set()
        self._watch: asyncio.Task[None] | None = None
        if settings is not None and self._certificates is not None:
            self._watch = asyncio.create_task(self._follow(self._certificates, settings.reload.total_seconds()))

    def open(self, peer: Peer, credentials: Credentials = forwarded) -> PeerChannel:
        """A channel for the generated stub of `peer`. Opening does not connect, so an absent peer is no error here.

        `credentials` is asked at each call; the default forwards what the running call came with.
        """
        asyncio.get_running_loop()  # A channel made outside of the loop hangs at its first call.
        channel = PeerChannel(peer, self._dial(peer), credentials)
        self._open.append(channel)
        return channel

    async def close(self) -> None:
        """Close all, ending what still runs on them."""
        tasks = [*self._closing, *([self._watch] if self._watch is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for channel in self._open:
            await channel.close()
        self._open.clear()

    def _dial(self, peer: Peer) -> grpc.aio.Channel:
        options = channel_options(peer)
        if self._files is None:
            return grpc.aio.insecure_channel(peer.target, options=options)
        return grpc.aio.secure_channel(peer.target, tls.channel_credentials(self._files), options=options)

    async def _follow(self, certificates: Certificates, period: float) -> None:
        while True:
            await asyncio.sleep(period)
            newest = await asyncio.to_thread(certificates.current)
            if newest == self._files:
                continue
            self._files = newest
            for channel in self._open:
                old = channel.swap(self._dial(channel.peer))
                closing = asyncio.create_task(old.close(DRAIN.total_seconds()))
                self._closing.add(closing)
                closing.add_done_callback(self._closing.discard)


def job_credentials(identity: Callable[[], Identity | None]) -> Credentials:
    """`authorization` of a worker: the database-minted identity of the job that it runs now."""

    def credentials() -> str | None:
        job = identity()
        return None if job is None else f"TieoutJob {job.tdb.reveal()}"

    return credentials


class PeerChannel(grpc.aio.Channel):
    """A channel whose calls carry budget, identity and trace, and fail with domain errors."""

    def __init__(self, peer: Peer, channel: grpc.aio.Channel, credentials: Credentials) -> None:
        self.peer = peer
        self._channel = channel
        self._credentials = credentials

    def swap(self, channel: grpc.aio.Channel) -> grpc.aio.Channel:
        """Send new calls on another channel; returns the old one, whose calls go on."""
        old, self._channel = self._channel, channel
        return old

    @property
    def channel(self) -> grpc.aio.Channel:
        """The channel that calls are sent on now."""
        return self._channel

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_exc: object) -> None:
        await self.close()

    async def close(self, grace: float | None = None) -> None:
        await self._channel.close(grace)

    def get_state(self, try_to_connect: bool = False) -> grpc.ChannelConnectivity:
        return self._channel.get_state(try_to_connect)

    async def wait_for_state_change(self, last_observed_state: grpc.ChannelConnectivity) -> None:
        await self._channel.wait_for_state_change(last_observed_state)

    async def channel_ready(self) -> None:
        await self._channel.channel_ready()

    def unary_unary(self, method: str, *args: Any, **kwargs: Any) -> Any:
        return _UnaryCalls(self, method, lambda channel: channel.unary_unary(method, *args, **kwargs))

    def stream_unary(self, method: str, *args: Any, **kwargs: Any) -> Any:
        return _UnaryCalls(self, method, lambda channel: channel.stream_unary(method, *args, **kwargs))

    def unary_stream(self, method: str, *args: Any, **kwargs: Any) -> Any:
        return _StreamCalls(self, method, lambda channel: channel.unary_stream(method, *args, **kwargs))

    def stream_stream(self, method: str, *args: Any, **kwargs: Any) -> Any:
        return _StreamCalls(self, method, lambda channel: channel.stream_stream(method, *args, **kwargs))

    @asynccontextmanager
    async def call(self, method: str, timeout: float | None) -> AsyncIterator[dict[str, Any]]:
        """Span, metric, budget and breaker around one call; yields the keyword arguments for it."""
        name = method.removeprefix("/")
        attributes: dict[str, str] = {"rpc.system.name": "grpc", "rpc.method": name, "tieout.peer": self.peer.name}
        code = grpc.StatusCode.OK.name
        started = time.perf_counter()
        # Never made the current span: a stream may be closed by another task, which cannot undo that.
        span = telemetry.tracer.start_span(name, kind=SpanKind.CLIENT, attributes=attributes)
        try:
            self._budget(timeout)  # One that is spent says nothing about the peer.
            async with self._guard():
                await self._reachable()
                yield {"timeout": self._budget(timeout), "metadata": self._metadata(span)}
        except grpc.aio.AioRpcError as error:
            code = error.code().name
            raise self._meaning(error) from error
        except (asyncio.CancelledError, GeneratorExit):
            code = grpc.StatusCode.CANCELLED.name
            raise
        except Exception as error:
            code = translate(error).code.name
            raise
        finally:
            attributes["rpc.response.status_code"] = code
            if code != grpc.StatusCode.OK.name:
                attributes["error.type"] = code
                span.set_status(StatusCode.ERROR)
            span.set_attributes(attributes)
            span.end()
            telemetry.client_duration.record(time.perf_counter() - started, attributes)

    def _meaning(self, error: grpc.aio.AioRpcError) -> TieoutError:
        """What a failed call means to our own caller. A peer that is too slow while that one still waits is away."""
        left = deadline.remaining()
        if error.code() is grpc.StatusCode.DEADLINE_EXCEEDED and left is not None and left > 2 * MARGIN.total_seconds():
            return Unavailable(self.peer.name)
        return from_peer(error, self.peer.name)

    def _guard(self) -> AbstractAsyncContextManager[None]:
        return nullcontext() if self.peer.breaker is None else self.peer.breaker.guard()

    async def _reachable(self) -> None:
        """Give a peer that has no process to call a moment; gRPC would fail the call at once, and again each repeat."""
        if self._channel.get_state(try_to_connect=True) is not grpc.ChannelConnectivity.TRANSIENT_FAILURE:
            return
        patience = deadline.within(PATIENCE.total_seconds(), MARGIN.total_seconds(), self.peer.share)
        try:
            async with asyncio.timeout(patience):
                await self._channel.channel_ready()
        except TimeoutError:
            raise Unavailable(self.peer.name) from None

    def _budget(self, timeout: float | None) -> float:
        own = self.peer.timeout.total_seconds() if timeout is None else timeout
        budget = deadline.within(own, MARGIN.total_seconds(), self.peer.share)
        if budget <= 0:
            raise DeadlineExceeded(metadata={"dependency": self.peer.name})
        return budget

    def _metadata(self, span: Span) -> Metadata:
        carried: dict[str, str] = {}
        telemetry.propagator.inject(carried, set_span_in_context(span))
        authorization = self._credentials()
        if authorization is not None:
            carried[AUTHORIZATION] = authorization
        running = request_id.current()
        if running is not None:
            carried[REQUEST_ID_KEY] = running
        return tuple(carried.items())


class _Calls:
    def __init__(self, channel: PeerChannel, method: str, make: Callable[[grpc.aio.Channel], Any]) -> None:
        self._channel = channel
        self._method = method
        self._make = make
        self._on = channel.channel
        self._callable = make(self._on)

    def _send(self, request: Any, **options: Any) -> Any:
        """Start a call on the channel of now, which may have been swapped since the last one."""
        if self._on is not self._channel.channel:
            self._on = self._channel.channel
            self._callable = self._make(self._on)
        return self._callable(request, **options)


class _UnaryCalls(_Calls):
    """A method with one response: `await stub.Method(request)`."""

    async def __call__(
        self, request: Any, *, timeout: float | None = None, metadata: Any = (), wait_for_ready: bool | None = None
    ) -> Any:
        async with self._channel.call(self._method, timeout) as options:
            options["metadata"] += _own(metadata)
            return await self._send(_checked(request), wait_for_ready=wait_for_ready, **options)
        raise AssertionError("a guard swallowed an exception")


class _StreamCalls(_Calls):
    """A method with many responses: `async for message in stub.Method(request)`. Leaving the loop early ends the call
    once the generator is closed: wrap it in `contextlib.aclosing` where that matters."""

    async def __call__(
        self, request: Any, *, timeout: float | None = None, metadata: Any = (), wait_for_ready: bool | None = None
    ) -> AsyncIterator[Any]:
        async with self._channel.call(self._method, timeout) as options:
            options["metadata"] += _own(metadata)
            responses = self._send(_checked(request), wait_for_ready=wait_for_ready, **options)
            try:
                async for message in responses:
                    yield message
            finally:
                responses.cancel()  # No effect on a call that has ended.


def _own(metadata: Mapping[str, str] | Iterable[tuple[str, str]] | None) -> Metadata:
    return tuple(metadata.items() if isinstance(metadata, Mapping) else metadata or ())


def _checked(request: Message | AsyncIterable[Message]) -> Message | AsyncIterable[Message]:
    """A request that fits; one over the limit is refused here, where it has a reason."""
    if isinstance(request, Message) and request.ByteSize() > MAX_MESSAGE_BYTES:
        raise MessageTooLarge(MAX_MESSAGE_BYTES)
    return request
