"""A servicer with one method of each cardinality, whose requests say what it shall do.

`StringValue` goes in and comes out. A request is a word: any text is echoed, "!x" raises what `FAILURES["!x"]` holds,
and "wait" waits until the call is cancelled.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import grpc
from google.protobuf.wrappers_pb2 import StringValue

from services.common import deadline, identity
from services.common.errors import (
    Conflict,
    ErrorReason,
    FailedPrecondition,
    InvalidArgument,
    NotFound,
    Overloaded,
    Unavailable,
    Violation,
)
from services.common.runtime import Served

SERVICE = "tieout.test.v1.EchoService"

FAILURES: dict[str, Callable[[], BaseException]] = {
    "!leak": lambda: RuntimeError("postgresql://tieout:hunter2@db/tieout failed for 'Alice Example' with 1234.56"),
    "!stray": lambda: asyncio.CancelledError("nobody cancelled this"),
    "!invalid": lambda: InvalidArgument("word", "not this one"),
    "!violations": lambda: InvalidArgument(
        "word", "many", violations=[Violation(f"words[{n}]", "x" * 400) for n in range(2000)]
    ),
    "!missing": lambda: NotFound("answers/1"),
    "!down": lambda: Unavailable("retriever"),
    "!database": lambda: Unavailable("database"),
    "!full": lambda: Overloaded("ask"),
    "!conflict": Conflict,
    "!state": lambda: FailedPrecondition(
        ErrorReason.ERROR_REASON_STATE_NOT_ALLOWED, "The answer is erased.", {"state": "ERASED"}
    ),
    "!group": lambda: ExceptionGroup("two", [RuntimeError("secret"), NotFound("answers/2")]),
}


class EchoServicer:
    """What the tests call. `seen` holds what ran, `left` what has ended, cleanup included."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.left: list[str] = []
        self.budgets: list[float | None] = []
        self.entered = asyncio.Event()
        self.cleaning = 0.0

    async def _answer(self, word: str) -> StringValue:
        self.seen.append(word)
        self.budgets.append(deadline.remaining())
        self.entered.set()
        try:
            if word in FAILURES:
                failure = FAILURES[word]()
                raise failure
            if word == "wait":
                await asyncio.Event().wait()
            if word == "whoami":
                return StringValue(value=str(identity.current().user_id))
            if word == "huge":
                return StringValue(value="x" * (5 * 1024 * 1024))
            return StringValue(value=word)
        finally:
            for _ in range(5):  # Cleanup that takes several turns of the loop, as closing a cursor does.
                await asyncio.sleep(self.cleaning)
            self.left.append(word)

    async def UnaryUnary(self, request: StringValue, _context: Any) -> StringValue:  # noqa: N802
        return await self._answer(request.value)

    async def UnaryStream(self, request: StringValue, _context: Any) -> AsyncIterator[StringValue]:  # noqa: N802
        for word in request.value.split(" "):
            yield await self._answer(word)

    async def StreamUnary(self, requests: AsyncIterator[StringValue], _context: Any) -> StringValue:  # noqa: N802
        return StringValue(value=" ".join([(await self._answer(one.value)).value async for one in requests]))

    async def StreamStream(  # noqa: N802
        self, requests: AsyncIterator[StringValue], _context: Any
    ) -> AsyncIterator[StringValue]:
        async for request in requests:
            yield await self._answer(request.value)


KINDS = {
    "UnaryUnary": grpc.unary_unary_rpc_method_handler,
    "UnaryStream": grpc.unary_stream_rpc_method_handler,
    "StreamUnary": grpc.stream_unary_rpc_method_handler,
    "StreamStream": grpc.stream_stream_rpc_method_handler,
}


def add_echo(servicer: Any, server: grpc.aio.Server) -> None:
    """What generated code calls `add_EchoServiceServicer_to_server`."""
    handlers = {
        name: build(
            getattr(servicer, name),
            request_deserializer=StringValue.FromString,
            response_serializer=StringValue.SerializeToString,
        )
        for name, build in KINDS.items()
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, handlers),))


def serve_echo(servicer: EchoServicer) -> Served:
    """For the builder."""
    return Served(add_echo, servicer)


class EchoStub:
    """What generated code calls `EchoServiceStub`."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        def method(kind: str, name: str) -> Any:
            return getattr(channel, kind)(
                f"/{SERVICE}/{name}",
                request_serializer=StringValue.SerializeToString,
                response_deserializer=StringValue.FromString,
            )

        self.UnaryUnary = method("unary_unary", "UnaryUnary")
        self.UnaryStream = method("unary_stream", "UnaryStream")
        self.StreamUnary = method("stream_unary", "StreamUnary")
        self.StreamStream = method("stream_stream", "StreamStream")


async def words(*texts: str) -> AsyncIterator[StringValue]:
    """A client stream."""
    for text in texts:
        yield StringValue(value=text)


async def call(stub: EchoStub, kind: str, text: str, **options: Any) -> list[str]:
    """One call of that cardinality with the words of `text`; the words that came back."""
    if kind == "UnaryUnary":
        return [(await stub.UnaryUnary(StringValue(value=text), **options)).value]
    if kind == "StreamUnary":
        return str((await stub.StreamUnary(words(*text.split(" ")), **options)).value).split(" ")
    if kind == "UnaryStream":
        return [one.value async for one in stub.UnaryStream(StringValue(value=text), **options)]
    return [one.value async for one in stub.StreamStream(words(*text.split(" ")), **options)]
