"""Requirements 14, 15 and 22: what a message may hold, and how files come in pieces."""

from __future__ import annotations

import asyncio
import hashlib
import resource
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import grpc
import pytest
from google.protobuf.wrappers_pb2 import StringValue

from services.common.errors import MessageTooLarge, TieoutError, decode
from services.common.runtime import Served
from services.common.upload import UploadLimits, receive
from tests.fixtures.server import StartServer
from tests.integration.runtime.echo import EchoServicer, EchoStub, call, serve_echo
from tieout.embedder.v1 import embedder_service_pb2 as embedder
from tieout.embedder.v1 import embedder_service_pb2_grpc as embedder_grpc
from tieout.retriever.v1 import import_pb2
from tieout.retriever.v1 import retriever_service_pb2 as retriever
from tieout.retriever.v1 import retriever_service_pb2_grpc as retriever_grpc

MIB = 1024 * 1024
CHUNK = 256 * 1024


async def test_a_request_over_four_mebibytes_is_refused_before_it_is_sent(
    start_server: StartServer, token_a: str
) -> None:
    """14: by our client with its reason, by the transport for others."""
    servicer = EchoServicer()
    server = await start_server(serve_echo(servicer))
    big = "x" * (4 * MIB + 1)
    with pytest.raises(MessageTooLarge):
        await call(EchoStub(server.channel(token_a)), "UnaryUnary", big)
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call(
            EchoStub(server.raw_channel()), "UnaryUnary", big, metadata=(("authorization", f"Bearer {token_a}"),)
        )
    assert raised.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert servicer.seen == []


@pytest.mark.parametrize("kind", ["UnaryUnary", "StreamStream"])
async def test_an_answer_over_four_mebibytes_has_a_reason(kind: str, start_server: StartServer, token_a: str) -> None:
    """14: the caller is told MESSAGE_TOO_LARGE, not left with a transport error."""
    server = await start_server(serve_echo(EchoServicer()))
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call(EchoStub(server.raw_channel()), kind, "huge", metadata=(("authorization", f"Bearer {token_a}"),))
    assert decode(raised.value).reason == "MESSAGE_TOO_LARGE"


class FakeEmbedder(embedder_grpc.EmbedderServiceServicer):
    """Counts what the rules of the proto let through."""

    def __init__(self) -> None:
        self.seen = 0

    async def Embed(self, request: embedder.EmbedRequest, _context: Any) -> embedder.EmbedResponse:  # noqa: N802
        self.seen += 1
        return embedder.EmbedResponse()


@pytest.mark.parametrize(
    ("request_message", "fields"),
    [
        (embedder.EmbedRequest(kind=embedder.TEXT_KIND_QUESTION), {"texts"}),
        (
            embedder.EmbedRequest(texts=["ok", "", "x" * 9000], kind=embedder.TEXT_KIND_QUESTION),
            {"texts[1]", "texts[2]"},
        ),
        (embedder.EmbedRequest(texts=["hunter2"]), {"kind"}),
        (embedder.EmbedRequest(texts=["a"] * 300, space_id="s" * 200, kind=99), {"texts", "space_id", "kind"}),  # type: ignore[arg-type]
    ],
)
async def test_rules_of_the_proto_are_checked_before_the_handler(
    request_message: embedder.EmbedRequest, fields: set[str], start_server: StartServer, token_a: str
) -> None:
    """22: BadRequest names each field; values are not repeated."""
    servicer = FakeEmbedder()  # type: ignore[abstract]
    server = await start_server(Served(embedder_grpc.add_EmbedderServiceServicer_to_server, servicer))
    stub = embedder_grpc.EmbedderServiceStub(server.raw_channel())
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await stub.Embed(request_message, metadata=(("authorization", f"Bearer {token_a}"),), timeout=5)
    failure = decode(raised.value)
    assert (failure.code, failure.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "FIELD_INVALID")
    assert {one.field for one in failure.violations} == fields
    assert "hunter2" not in str(failure)
    assert servicer.seen == 0
    good = embedder.EmbedRequest(texts=["ok"], kind=embedder.TEXT_KIND_QUESTION)
    await stub.Embed(good, metadata=(("authorization", f"Bearer {token_a}"),), timeout=5)
    assert servicer.seen == 1


class FakeRetriever(retriever_grpc.RetrieverServiceServicer):
    """Takes an import and says how large it was."""

    def __init__(self, limits: UploadLimits) -> None:
        self._limits = limits
        self.files: list[Any] = []
        self.digests: list[str] = []

    async def ImportTransactions(  # noqa: N802
        self, requests: AsyncIterator[retriever.ImportTransactionsRequest], _context: Any
    ) -> retriever.ImportTransactionsResponse:
        async with receive(requests, self._limits) as upload:
            self.files.append(upload.file)
            digest = await asyncio.to_thread(hashlib.file_digest, upload.file, "sha256")  # type: ignore[arg-type]
            self.digests.append(digest.hexdigest())
            report = import_pb2.ImportReport(added_count=upload.size_bytes)
            return retriever.ImportTransactionsResponse(report=report)


REQUEST_ID = "7e6c1f0a-5c5e-4c0a-9d5e-0f4c2d1b3a49"


async def parts(
    content: bytes, *, size: int | None = None, sha256: str = "", chunk: int = CHUNK, headers: int = 1
) -> AsyncIterator[retriever.ImportTransactionsRequest]:
    """An import stream of `content`; the arguments make it lie."""
    header = import_pb2.ImportHeader(
        request_id=REQUEST_ID,
        size_bytes=len(content) if size is None else size,
        sha256=sha256 or hashlib.sha256(content).hexdigest(),
    )
    for _ in range(headers):
        yield retriever.ImportTransactionsRequest(header=header)
    for start in range(0, len(content), chunk):
        yield retriever.ImportTransactionsRequest(chunk=content[start : start + chunk])


async def upload(
    start_server: StartServer, token: str, stream: Any, limits: UploadLimits | None = None
) -> tuple[FakeRetriever, retriever.ImportTransactionsResponse]:
    servicer = FakeRetriever(limits or UploadLimits())  # type: ignore[abstract]
    server = await start_server(Served(retriever_grpc.add_RetrieverServiceServicer_to_server, servicer))
    stub = retriever_grpc.RetrieverServiceStub(server.raw_channel())
    response = await stub.ImportTransactions(stream, metadata=(("authorization", f"Bearer {token}"),), timeout=60)
    return servicer, response


@pytest.mark.parametrize("size", [1, CHUNK, CHUNK + 1, 3 * MIB])
async def test_a_file_arrives_whole_and_is_gone_after(size: int, start_server: StartServer, token_a: str) -> None:
    """15: the bytes that were sent, whatever their number of chunks; the spool file is closed with the call."""
    content = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    servicer, response = await upload(start_server, token_a, parts(content))
    assert response.report.added_count == size
    assert servicer.digests == [hashlib.sha256(content).hexdigest()]
    assert servicer.files[0].closed


@pytest.mark.parametrize(
    ("stream", "reason"),
    [
        (lambda: parts(b"x" * 100, headers=0), "UPLOAD_MALFORMED"),
        (lambda: parts(b"x" * 100, headers=2), "UPLOAD_MALFORMED"),
        (lambda: parts(b"x" * 1000, chunk=1), "UPLOAD_MALFORMED"),
        (lambda: parts(b"", size=5, headers=0), "UPLOAD_MALFORMED"),
        (lambda: parts(b"x" * 100, size=50 * MIB), "UPLOAD_TOO_LARGE"),
        (lambda: parts(b"x" * 100, size=99), "UPLOAD_HASH_MISMATCH"),
        (lambda: parts(b"x" * 100, size=101), "UPLOAD_HASH_MISMATCH"),
        (lambda: parts(b"x" * 100, sha256="0" * 64), "UPLOAD_HASH_MISMATCH"),
        (lambda: parts(b"x" * 2 * CHUNK, chunk=CHUNK + 1), "FIELD_INVALID"),
    ],
)
async def test_an_upload_that_lies_is_refused(
    stream: Any, reason: str, start_server: StartServer, token_a: str
) -> None:
    """15: order, number, size, limit, hash; chunks over 256 KiB by the proto's own rule."""
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await upload(start_server, token_a, stream(), UploadLimits(max_bytes=MIB))
    failure = decode(raised.value)
    assert (failure.code, failure.reason) == (grpc.StatusCode.INVALID_ARGUMENT, reason)


async def test_a_silent_upload_ends(start_server: StartServer, token_a: str) -> None:
    """15: nobody holds a permit by not sending."""

    async def stalling() -> AsyncIterator[retriever.ImportTransactionsRequest]:
        async for part in parts(b"x" * 100):
            yield part
            await asyncio.Event().wait()

    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await upload(start_server, token_a, stalling(), UploadLimits(idle=timedelta(milliseconds=50)))
    failure = decode(raised.value)
    assert (failure.code, failure.reason) == (grpc.StatusCode.DEADLINE_EXCEEDED, "UPLOAD_IDLE")
    assert failure.metadata == {"idle_seconds": "0.05"}


async def test_memory_of_an_upload_is_bounded(start_server: StartServer, token_a: str) -> None:
    """15: 192 MiB through one stream raise the peak of the whole process by less than a sixth of it."""
    chunk, count = b"\x5a" * CHUNK, 768
    digest = hashlib.sha256()
    for _ in range(count):
        digest.update(chunk)

    async def large() -> AsyncIterator[retriever.ImportTransactionsRequest]:
        header = import_pb2.ImportHeader(request_id=REQUEST_ID, size_bytes=CHUNK * count, sha256=digest.hexdigest())
        yield retriever.ImportTransactionsRequest(header=header)
        for _ in range(count):
            yield retriever.ImportTransactionsRequest(chunk=chunk)

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    _, response = await upload(start_server, token_a, large(), UploadLimits(max_bytes=256 * MIB))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert response.report.added_count == CHUNK * count
    assert grown < 32 * 1024


async def test_a_stream_of_ours_can_upload_too(start_server: StartServer, token_a: str) -> None:
    """15: the channel of ours carries client streams; a refused one is a domain error."""
    servicer = FakeRetriever(UploadLimits(max_bytes=10))  # type: ignore[abstract]
    server = await start_server(Served(retriever_grpc.add_RetrieverServiceServicer_to_server, servicer))
    stub = retriever_grpc.RetrieverServiceStub(server.channel(token_a))
    assert (await stub.ImportTransactions(parts(b"x" * 10))).report.added_count == 10
    with pytest.raises(TieoutError, match="UPLOAD_TOO_LARGE"):
        await stub.ImportTransactions(parts(b"x" * 11))


async def test_text_survives_unchanged(start_server: StartServer, token_a: str) -> None:
    """14: just under the limit, any code point."""
    text = "𝟘é\u202e" * 1000
    server = await start_server(serve_echo(EchoServicer()))
    assert await EchoStub(server.channel(token_a)).UnaryUnary(StringValue(value=text)) == StringValue(value=text)
