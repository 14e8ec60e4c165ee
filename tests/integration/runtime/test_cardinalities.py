"""Requirement 21 (and 6): every interceptor works for all four kinds of RPC."""

from __future__ import annotations

import grpc
import pytest

from services.common.errors import decode
from tests.fixtures.server import StartServer
from tests.fixtures.tokens import USER_A
from tests.integration.runtime.echo import KINDS, EchoServicer, EchoStub, call, serve_echo

every_kind = pytest.mark.parametrize("kind", KINDS)


@every_kind
async def test_a_valid_token_names_the_caller(kind: str, start_server: StartServer, token_a: str) -> None:
    """21: the identity comes from the token and reaches the handler."""
    server = await start_server(serve_echo(EchoServicer()))
    assert await call(EchoStub(server.channel(token_a)), kind, "whoami") == [str(USER_A)]


@every_kind
@pytest.mark.parametrize(
    ("header", "reason"),
    [
        (None, "TOKEN_MISSING"),
        ("Bearer", "TOKEN_MISSING"),
        ("Bearer nonsense", "TOKEN_INVALID"),
        ("Basic dXNlcjpwYXNz", "TOKEN_INVALID"),
        ("TieoutJob v1.900000001.a1000000-0000-4000-8000-000000000001.1." + "0" * 64, "TOKEN_INVALID"),
    ],
)
async def test_no_good_token_no_work(kind: str, header: str | None, reason: str, start_server: StartServer) -> None:
    """21: UNAUTHENTICATED with a reason, in every cardinality, and the handler never runs."""
    servicer = EchoServicer()
    server = await start_server(serve_echo(servicer))
    metadata = (("authorization", header),) if header else ()
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call(EchoStub(server.raw_channel()), kind, "whoami", metadata=metadata, timeout=5)
    failure = decode(raised.value)
    assert (failure.code, failure.reason) == (grpc.StatusCode.UNAUTHENTICATED, reason)
    assert servicer.seen == []


@every_kind
async def test_what_a_handler_raises_arrives_with_its_reason(
    kind: str, start_server: StartServer, token_a: str
) -> None:
    """6: the error table works in every cardinality, also in the middle of a stream."""
    server = await start_server(serve_echo(EchoServicer()))
    stub = EchoStub(server.raw_channel())
    text = "!missing" if kind == "UnaryUnary" else "one !missing three"
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call(stub, kind, text, metadata=(("authorization", f"Bearer {token_a}"),), timeout=5)
    failure = decode(raised.value)
    assert (failure.code, failure.reason) == (grpc.StatusCode.NOT_FOUND, "RESOURCE_NOT_FOUND")
    assert failure.metadata == {"resource": "answers/1"}
