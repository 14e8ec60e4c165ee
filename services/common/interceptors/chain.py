"""The interceptors in their order, and the one place that knows the four kinds of RPC.

Order, outermost first, and why:

1. request_id   so that everything below has an id to log and to send back
2. telemetry    so that every end is counted, also that of a call which is refused
3. errors       so that what any step below raises becomes a status, which telemetry then sees
4. deadline     so that checking a job's token and waiting for a permit spend the call's budget
5. auth         so that nobody unknown takes a permit or has a payload looked at
6. admission    so that load is shed before any work on the payload
7. validation   so that a handler only sees requests that keep the rules of the proto, and text that can be stored
8. limits       so that what a handler answers fits into a message

Health and reflection pass 1 to 3 only: a probe must be answered without a token and under full load.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, suppress
from typing import Any

import grpc
from google.protobuf.message import DecodeError, Message

from services.common.admission import Limit
from services.common.errors import InvalidArgument, Unimplemented
from services.common.interceptors.admission import AdmissionStep
from services.common.interceptors.auth import Authenticate, AuthStep
from services.common.interceptors.call import Call, Context, Step
from services.common.interceptors.deadline import DeadlineStep
from services.common.interceptors.errors import ErrorsStep
from services.common.interceptors.limits import LimitsStep
from services.common.interceptors.policy import Policies
from services.common.interceptors.request_id import RequestIdStep
from services.common.interceptors.telemetry import TelemetryStep
from services.common.interceptors.validation import ValidationStep

INFRASTRUCTURE = ("/grpc.health.", "/grpc.reflection.", "/grpc.channelz.")
# Unknown names are counted under one: whoever probes for methods must not fill our metrics with names.
UNKNOWN_METHOD = "/_other/_other"


class Chain(grpc.aio.ServerInterceptor):
    """The interceptor of a server. `drained()` waits until no handler runs any more, its cleanup included; those of
    health and reflection hold nothing that could be closed under them and are not waited for."""

    def __init__(
        self, policies: Policies, schemes: Mapping[str, Authenticate], limits: Mapping[str, Limit] | None = None
    ) -> None:
        self.infrastructure: tuple[Step, ...] = (RequestIdStep(), TelemetryStep(quiet=True), ErrorsStep())
        self.steps: tuple[Step, ...] = (
            RequestIdStep(),
            TelemetryStep(),
            ErrorsStep(),
            DeadlineStep(policies),
            AuthStep(schemes, policies),
            AdmissionStep(limits or {}, policies),
            ValidationStep(),
            LimitsStep(),
        )
        self._methods: dict[str, _Method] = {}
        self._running: dict[asyncio.Task[Any], Call] = {}
        self._last_came = -math.inf

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        """The handler of this method inside of its steps."""
        name = handler_call_details.method
        handler = await continuation(handler_call_details)
        if handler is None:
            # A stream of bytes fits whatever kind of call it was meant to be.
            name, handler = UNKNOWN_METHOD, _UNKNOWN_HANDLER
        open_to_all = name == UNKNOWN_METHOD or name.startswith(INFRASTRUCTURE)
        if not open_to_all:
            self._last_came = asyncio.get_running_loop().time()
        method = self._methods.get(name)
        if method is None:
            steps = self.infrastructure if open_to_all else self.steps
            running = {} if open_to_all else self._running
            method = self._methods[name] = _Method(name, handler, steps, running)
        return method.wrapped

    async def quiet(self, seconds: float, limit: float) -> None:
        """Wait until no call has come for so long, `limit` seconds at most. Health and reflection do not count."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        while (left := min(max(self._last_came, begun) + seconds, begun + limit) - loop.time()) > 0:  # noqa: ASYNC110
            await asyncio.sleep(left)

    def cut(self) -> None:
        """End the calls that still run, as UNAVAILABLE with the reason DRAINING. Streams may be resumed elsewhere."""
        for task, call in self._running.items():
            call.is_cut = True
            task.cancel()

    async def drained(self) -> None:
        """Wait for the handlers that still run. `Server.stop` returns before a cancelled one has cleaned up."""
        while self._running:
            await asyncio.wait(set(self._running))

    @property
    def running_count(self) -> int:
        """Handlers that run now, health and reflection left out."""
        return len(self._running)


class _Method:
    """One method: its handler inside of its steps, as the coroutine that fits its cardinality.

    Streams are written from here and never yielded to gRPC: a generator that gRPC drops in the middle is closed by
    another task, some time later, and would hold its permit and its identity until then.
    """

    def __init__(self, name: str, handler: Any, steps: Sequence[Step], running: dict[asyncio.Task[Any], Call]) -> None:
        self._name = name
        self._handler = handler
        self._around = [step.around for step in steps if type(step).around is not Step.around]
        self._on_request = [step.on_request for step in steps if type(step).on_request is not Step.on_request]
        self._on_response = [step.on_response for step in steps if type(step).on_response is not Step.on_response]
        self._on_response.reverse()
        self._running = running
        build, behaviour = {
            (False, False): (grpc.unary_unary_rpc_method_handler, self._unary_unary),
            (False, True): (grpc.unary_stream_rpc_method_handler, self._unary_stream),
            (True, False): (grpc.stream_unary_rpc_method_handler, self._stream_unary),
            (True, True): (grpc.stream_stream_rpc_method_handler, self._stream_stream),
        }[bool(handler.request_streaming), bool(handler.response_streaming)]
        # gRPC would refuse bytes that are no message as UNKNOWN or INTERNAL, before any step: they are read in here.
        self._read: Callable[[bytes], Any] | None = handler.request_deserializer
        self.wrapped: Any = build(
            behaviour,  # type: ignore[arg-type]  # one of four pairs that fit
            request_deserializer=None,
            response_serializer=handler.response_serializer,
        )

    async def _unary_unary(self, request: bytes, context: Context) -> Message:
        async with self._call(context) as call:
            return self._goes(call, await self._handler.unary_unary(self._came(call, request), context))
        raise AssertionError("a step swallowed an exception")

    async def _unary_stream(self, request: bytes, context: Context) -> None:
        async with self._call(context) as call:
            await self._write(call, self._handler.unary_stream(self._came(call, request), context))

    async def _stream_unary(self, requests: AsyncIterator[bytes], context: Context) -> Message:
        async with self._call(context) as call, aclosing(_Requests(self, call, requests)) as messages:
            return self._goes(call, await self._handler.stream_unary(messages, context))
        raise AssertionError("a step swallowed an exception")

    async def _stream_stream(self, requests: AsyncIterator[bytes], context: Context) -> None:
        async with self._call(context, requests) as call, aclosing(_Requests(self, call, requests)) as messages:
            await self._write(call, self._handler.stream_stream(messages, context))

    @asynccontextmanager
    async def _call(self, context: Context, unread: AsyncIterator[bytes] | None = None) -> AsyncIterator[Call]:
        task = asyncio.current_task()
        assert task is not None, "a handler runs in its task"
        call = self._running[task] = Call(self._name, context, _metadata(context), unread=unread)
        task.add_done_callback(self._running.pop)
        async with AsyncExitStack() as stack:
            for around in self._around:
                await stack.enter_async_context(around(call))
            yield call

    async def _write(self, call: Call, responses: AsyncGenerator[Message, None]) -> None:
        async with aclosing(responses):
            async for message in responses:
                await call.context.write(self._goes(call, message))

    def _came(self, call: Call, content: bytes) -> Any:
        if self._read is None:
            return content
        try:
            message = self._read(content)
        except (DecodeError, UnicodeDecodeError):
            raise InvalidArgument("request", "a message of this method, its text in UTF-8") from None
        for check in self._on_request:
            check(call, message)
        return message

    def _goes(self, call: Call, message: Message) -> Message:
        for check in self._on_response:
            check(call, message)
        return message


class _Requests:
    """The messages of a client stream, each passed through the steps."""

    def __init__(self, method: _Method, call: Call, messages: AsyncIterable[bytes]) -> None:
        self._method = method
        self._call = call
        self._messages = messages
        self._started: AsyncIterator[bytes] | None = None

    def __aiter__(self) -> _Requests:
        return self

    async def __anext__(self) -> Any:
        if self._started is None:
            self._started = aiter(self._messages)
        return self._method._came(self._call, await anext(self._started))  # noqa: SLF001 - one piece with _Method

    async def aclose(self) -> None:
        """End a stream that was not read to its end; one left to the garbage collector would be closed anywhere."""
        if isinstance(self._started, AsyncGenerator):
            with suppress(RuntimeError):  # A reader that the handler left behind holds it; it ends with its task.
                await self._started.aclose()


def _metadata(context: Context) -> dict[str, str]:
    """Text metadata by key; binary entries are nobody's business here."""
    return {key: value for key, value in context.invocation_metadata() or () if isinstance(value, str)}


async def _refuse_unknown(_requests: AsyncIterator[bytes], _context: Context) -> AsyncIterator[bytes]:
    for _ in ():
        yield b""  # Makes this a stream.
    raise Unimplemented


_UNKNOWN_HANDLER: Any = grpc.stream_stream_rpc_method_handler(_refuse_unknown)
