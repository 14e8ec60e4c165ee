"""Requirements 6 and 7: what a caller sees of a failure."""

from __future__ import annotations

import grpc
import pytest
from google.protobuf.wrappers_pb2 import StringValue

from services.common.errors import MAX_VIOLATIONS, Failure, Overloaded, Unavailable, decode
from tests.fixtures.server import Running, StartServer
from tests.integration.runtime.conftest import Recorded
from tests.integration.runtime.echo import SERVICE, EchoServicer, EchoStub, call, serve_echo

C = grpc.StatusCode


async def failing(server: Running, word: str, token: str) -> tuple[Failure, dict[str, str | bytes]]:
    """The failure of a call as a foreign client sees it, and its trailers."""
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call(
            EchoStub(server.raw_channel()),
            "UnaryUnary",
            word,
            metadata=(("authorization", f"Bearer {token}"), ("x-request-id", "r-42")),
            timeout=5,
        )
    return decode(raised.value), dict(raised.value.trailing_metadata() or ())


@pytest.mark.parametrize(
    ("word", "code", "reason", "metadata"),
    [
        ("!invalid", C.INVALID_ARGUMENT, "FIELD_INVALID", {"field": "word"}),
        ("!missing", C.NOT_FOUND, "RESOURCE_NOT_FOUND", {"resource": "answers/1"}),
        ("!down", C.UNAVAILABLE, "DEPENDENCY_UNAVAILABLE", {"dependency": "retriever"}),
        ("!database", C.UNAVAILABLE, "DATABASE_UNAVAILABLE", {}),
        ("!full", C.RESOURCE_EXHAUSTED, "OVERLOADED", {"class": "ask"}),
        ("!conflict", C.ABORTED, "WRITE_CONFLICT", {}),
        ("!state", C.FAILED_PRECONDITION, "STATE_NOT_ALLOWED", {"state": "ERASED"}),
        ("!group", C.NOT_FOUND, "RESOURCE_NOT_FOUND", {"resource": "answers/2"}),
        ("!leak", C.INTERNAL, "INTERNAL", {"request_id": "r-42"}),
    ],
)
async def test_the_table_on_the_wire(
    word: str, code: C, reason: str, metadata: dict[str, str], start_server: StartServer, token_a: str
) -> None:
    """6, 7: code, reason and metadata arrive, with the request id; retry hints where a retry makes sense."""
    server = await start_server(serve_echo(EchoServicer()))
    failure, trailers = await failing(server, word, token_a)
    assert (failure.code, failure.reason, failure.metadata) == (code, reason, metadata)
    assert trailers["x-request-id"] == "r-42"
    retryable = code in (C.UNAVAILABLE, C.RESOURCE_EXHAUSTED)
    assert (failure.retry_after is not None) == retryable
    assert ("grpc-retry-pushback-ms" in trailers) == retryable


async def test_an_unforeseen_exception_leaks_nothing(
    start_server: StartServer, token_a: str, recorded: Recorded
) -> None:
    """6, 25: the caller gets a request id; the log gets class, place and a masked sentence, no more."""
    server = await start_server(serve_echo(EchoServicer()))
    failure, trailers = await failing(server, "!leak", token_a)
    told = f"{failure} {trailers}"
    (line,) = [line for line in recorded.lines if line["event"] == "unexpected"]
    assert (line["exception"], line["request_id"]) == ("RuntimeError", "r-42")
    assert any("echo.py" in place for place in line["where"])
    for hidden in ("hunter2", "postgresql", "Alice", "1234.56"):
        assert hidden not in told
        assert hidden not in recorded.text
    assert "RuntimeError" not in told


async def test_two_thousand_violations_still_fit(start_server: StartServer, token_a: str) -> None:
    """6: the trailers of 2,000 violations would be dropped and the call would end as RESOURCE_EXHAUSTED."""
    server = await start_server(serve_echo(EchoServicer()))
    failure, _ = await failing(server, "!violations", token_a)
    assert (failure.code, failure.reason) == (C.INVALID_ARGUMENT, "FIELD_INVALID")
    assert 0 < len(failure.violations) <= MAX_VIOLATIONS


async def test_an_unknown_method_has_a_reason_too(start_server: StartServer, recorded: Recorded) -> None:
    """6, 25: UNIMPLEMENTED with ErrorInfo; its name makes no new series in our metrics."""
    server = await start_server(serve_echo(EchoServicer()))
    method = server.raw_channel().unary_unary(
        f"/{SERVICE}/Nothing",
        request_serializer=StringValue.SerializeToString,
        response_deserializer=StringValue.FromString,
    )
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await method(StringValue(value="x"), timeout=5)
    failure = decode(raised.value)
    assert (failure.code, failure.reason) == (C.UNIMPLEMENTED, "NOT_IMPLEMENTED")
    methods = {point.attributes["rpc.method"] for point in recorded.points("rpc.server.call.duration")}
    assert "_other/_other" in methods
    assert not any("Nothing" in name for name in methods)


async def test_our_own_client_raises_domain_errors(start_server: StartServer, token_a: str) -> None:
    """7: an adapter catches `Unavailable`, not a transport error; the hint of the far end survives."""
    server = await start_server(serve_echo(EchoServicer()))
    echo = EchoStub(server.channel(token_a))
    with pytest.raises(Unavailable) as down:
        await call(echo, "UnaryUnary", "!down")
    assert down.value.dependency == "tested"
    assert down.value.retry_after is not None
    with pytest.raises(Overloaded):
        await call(echo, "StreamStream", "!full")


async def test_a_request_id_that_is_none_is_replaced(start_server: StartServer, token_a: str) -> None:
    """25: what a caller sends lands in our logs, so it is an id or it is not used."""
    server = await start_server(serve_echo(EchoServicer()))
    for given in ("x" * 65, "a b", '{"a": 1}', ""):
        calling = EchoStub(server.raw_channel()).UnaryUnary(
            StringValue(value="x"),
            metadata=(("authorization", f"Bearer {token_a}"), ("x-request-id", given)),
            timeout=5,
        )
        await calling
        trailers = dict(await calling.trailing_metadata())
        assert len(trailers["x-request-id"]) == 36
