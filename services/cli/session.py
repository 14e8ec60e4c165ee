"""One user's calls to a running stack, as a calling back end would make them."""

from __future__ import annotations

import asyncio
import hashlib
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar
from zoneinfo import ZoneInfo

import grpc
from google.type.date_pb2 import Date as DateMessage

from services.common.client import Peer, channel_options
from services.common.errors import Failure, decode
from services.common.tokens import TokenMinter
from services.common.types import UserId, date_to_proto, instant_to_proto
from tieout.answerer.v1 import answer_pb2, answerer_service_pb2, answerer_service_pb2_grpc
from tieout.embedder.v1 import embedder_service_pb2, embedder_service_pb2_grpc
from tieout.memory.v1 import memory_service_pb2, memory_service_pb2_grpc
from tieout.retriever.v1 import document_pb2, import_pb2, retriever_service_pb2, retriever_service_pb2_grpc
from tieout.type.v1 import erasure_pb2, ledger_pb2, space_pb2

CHUNK_BYTES = 128 * 1024
TOKEN_LIFETIME = timedelta(minutes=15)
CALL_SECONDS = 60.0
FILE_SECONDS = 300.0
ROWS_PER_PAGE = 1000
MAX_HITS = 50
# Reads, and writes that carry a request id: these may be repeated when a service is away for a moment.
REPEATABLE = {
    "tieout.answerer.v1.AnswererService": ("Ask", "GetAnswer", "VerifyAnswer", "EraseUser"),
    "tieout.embedder.v1.EmbedderService": ("Embed", "ListSpaces"),
    "tieout.memory.v1.MemoryService": ("Remember", "Recall", "ListFacts", "Forget"),
    "tieout.retriever.v1.RetrieverService": (
        "ListRows",
        "Search",
        "GetCoverage",
        "ListDocuments",
        "EraseSource",
        "GetErasure",
    ),
}
# How often the number of jobs that still wait is asked for.
DRAIN_SECONDS = 0.1

R = TypeVar("R")
M = TypeVar("M")
Tell = Callable[[import_pb2.ImportProgress], None]


class CallFailed(Exception):
    """A call that did not come to an answer. `failure` has its code, reason and metadata."""

    def __init__(self, method: str, failure: Failure) -> None:
        reason = f" {failure.reason}" if failure.reason else ""
        violations = "".join(f"\n  {one.field}: {one.description}" for one in failure.violations)
        super().__init__(f"{method}: {failure.code.name}{reason}: {failure.message}{violations}")
        self.method = method
        self.failure = failure


class Session:
    """Calls as one user. A token is minted for each call, so that none expires in a long run."""

    def __init__(self, targets: Mapping[str, str], minter: TokenMinter, user_id: UserId) -> None:
        self._targets = targets
        self._minter = minter
        self._user_id = user_id
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        self._answerer = answerer_service_pb2_grpc.AnswererServiceStub(
            await self._open("answerer", "tieout.answerer.v1.AnswererService")
        )
        self._memory = memory_service_pb2_grpc.MemoryServiceStub(
            await self._open("memory", "tieout.memory.v1.MemoryService")
        )
        self._retriever = retriever_service_pb2_grpc.RetrieverServiceStub(
            await self._open("retriever", "tieout.retriever.v1.RetrieverService")
        )
        self._embedder = embedder_service_pb2_grpc.EmbedderServiceStub(
            await self._open("embedder", "tieout.embedder.v1.EmbedderService")
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def import_file(
        self, path: Path, options: import_pb2.ImportOptions | None = None, tell: Tell = lambda _: None
    ) -> import_pb2.ImportReport:
        """Send a ledger file. The same bytes again change nothing. `tell` hears how far it has come."""
        content = await asyncio.to_thread(path.read_bytes)
        request = retriever_service_pb2.ImportTransactionsStreamRequest
        parts = _parts(request, _header(path.name, content, options), content)
        method = self._retriever.ImportTransactionsStream
        report = import_pb2.ImportReport()
        try:
            async for event in method(parts, timeout=FILE_SECONDS, metadata=self._metadata()):
                if event.WhichOneof("event") == "progress":
                    tell(event.progress)
                else:
                    report = event.report
        except grpc.aio.AioRpcError as error:
            raise CallFailed("ImportTransactions", decode(error)) from error
        return report

    async def preview_import(
        self, path: Path, options: import_pb2.ImportOptions | None = None
    ) -> retriever_service_pb2.PreviewImportResponse:
        """What an import would do; nothing is stored."""
        content = await asyncio.to_thread(path.read_bytes)
        request = retriever_service_pb2.PreviewImportRequest
        parts = _parts(request, _header(path.name, content, options), content)
        return await self._call(self._retriever.PreviewImport, parts, FILE_SECONDS)

    async def upload(self, path: Path) -> document_pb2.Document:
        """Send a document. One of the same file name replaces the earlier."""
        content = await asyncio.to_thread(path.read_bytes)
        header = retriever_service_pb2.UploadHeader(
            request_id=str(uuid.uuid4()),
            file_name=path.name,
            size_bytes=len(content),
            sha256=hashlib.sha256(content).hexdigest(),
        )

        async def parts() -> AsyncIterator[retriever_service_pb2.UploadDocumentRequest]:
            yield retriever_service_pb2.UploadDocumentRequest(header=header)
            for start in range(0, len(content), CHUNK_BYTES):
                yield retriever_service_pb2.UploadDocumentRequest(chunk=content[start : start + CHUNK_BYTES])

        response = await self._call(self._retriever.UploadDocument, parts(), FILE_SECONDS)
        return response.document

    async def list_spaces(self) -> embedder_service_pb2.ListSpacesResponse:
        """The embedding spaces, the one for questions first."""
        return await self._call(self._embedder.ListSpaces, embedder_service_pb2.ListSpacesRequest())

    async def embed_question(self, text: str, space_id: str) -> space_pb2.Vectors:
        """The question's vector in a space."""
        request = embedder_service_pb2.EmbedRequest(
            texts=[text], space_id=space_id, kind=embedder_service_pb2.TEXT_KIND_QUESTION
        )
        return (await self._call(self._embedder.Embed, request)).vectors

    async def search_uncalibrated(
        self, text: str, vector: space_pb2.Vectors, as_of: datetime
    ) -> retriever_service_pb2.SearchResponse:
        """As many hits as a search gives, with nothing left out below a floor."""
        request = retriever_service_pb2.SearchRequest(
            query=text, vector=vector, as_of_date=date_to_proto(as_of.date()), page_size=MAX_HITS, uncalibrated=True
        )
        return await self._call(self._retriever.Search, request)

    async def remember(self, text: str, stated_at: datetime | None = None) -> memory_service_pb2.RememberResponse:
        """Keep a statement."""
        request = memory_service_pb2.RememberRequest(request_id=str(uuid.uuid4()), text=text)
        if stated_at is not None:
            request.stated_time.CopyFrom(instant_to_proto(stated_at))
        return await self._call(self._memory.Remember, request)

    async def ask(
        self, text: str, as_of: datetime | None = None, time_zone: str = "", previous_answer_id: str = ""
    ) -> answer_pb2.Answer:
        """One question, one answer or refusal."""
        question = answerer_service_pb2.Question(text=text, time_zone=time_zone, previous_answer_id=previous_answer_id)
        if as_of is not None:
            question.as_of_time.CopyFrom(instant_to_proto(as_of))
        response = await self._call(self._answerer.Ask, answerer_service_pb2.AskRequest(question=question))
        return response.answer

    async def verify(self, answer_id: str) -> answerer_service_pb2.VerifyAnswerResponse:
        """Have an answer computed again."""
        request = answerer_service_pb2.VerifyAnswerRequest(answer_id=answer_id)
        return await self._call(self._answerer.VerifyAnswer, request)

    async def coverage(self) -> retriever_service_pb2.GetCoverageResponse:
        """The days, accounts and documents there are."""
        return await self._call(self._retriever.GetCoverage, retriever_service_pb2.GetCoverageRequest())

    async def list_documents(self) -> list[document_pb2.Document]:
        """All documents, newest first."""
        documents: list[document_pb2.Document] = []
        request = retriever_service_pb2.ListDocumentsRequest()
        while True:
            page = await self._call(self._retriever.ListDocuments, request)
            documents += page.documents
            if not page.next_page_token:
                return documents
            request.page_token = page.next_page_token

    async def list_rows(self, first: ledger_pb2.RowSet) -> list[ledger_pb2.LedgerRow]:
        """A whole set of rows, from its first page on."""
        rows, token = list(first.rows), first.next_page_token
        while token:
            request = retriever_service_pb2.ListRowsRequest(page_token=token, page_size=ROWS_PER_PAGE)
            page = await self._call(self._retriever.ListRows, request)
            rows += page.rows
            token = page.next_page_token
        return rows

    async def find_rows(
        self, found_by: ledger_pb2.LedgerFilter, as_of: DateMessage, ledger_revision: int
    ) -> list[ledger_pb2.LedgerRow]:
        """All rows that a figure's filter finds up to a day, at a revision."""
        request = retriever_service_pb2.ListRowsRequest(
            filter=found_by, as_of_date=as_of, ledger_revision=ledger_revision, page_size=ROWS_PER_PAGE
        )
        page = await self._call(self._retriever.ListRows, request)
        return await self.list_rows(ledger_pb2.RowSet(rows=page.rows, next_page_token=page.next_page_token))

    async def drain(self, seconds: float) -> int:
        """Wait until the worker has nothing left of this user's, and return the number of jobs that still wait."""
        deadline = asyncio.get_running_loop().time() + seconds
        while waiting := (await self.coverage()).pending_job_count:
            if asyncio.get_running_loop().time() > deadline:
                break
            await asyncio.sleep(DRAIN_SECONDS)
        return waiting

    async def erase_user(self) -> erasure_pb2.ErasureReceipt:
        """Erase everything of this user's, everywhere; the receipt says how far it has come."""
        request = retriever_service_pb2.EraseUserRequest(request_id=str(uuid.uuid4()))
        return (await self._call(self._retriever.EraseUser, request)).receipt

    async def erase_source(self, source: erasure_pb2.Source) -> erasure_pb2.ErasureReceipt:
        """Erase one account, import or document."""
        request = retriever_service_pb2.EraseSourceRequest(request_id=str(uuid.uuid4()), source=source)
        return (await self._call(self._retriever.EraseSource, request)).receipt

    async def get_erasure(self, erasure_id: str) -> erasure_pb2.ErasureReceipt:
        """How far an erasure has come."""
        request = retriever_service_pb2.GetErasureRequest(erasure_id=erasure_id)
        return (await self._call(self._retriever.GetErasure, request)).receipt

    async def _open(self, name: str, service: str) -> grpc.aio.Channel:
        peer = Peer(name, self._targets[name], service, REPEATABLE[service])
        return await self._stack.enter_async_context(
            grpc.aio.insecure_channel(peer.target, options=channel_options(peer))
        )

    def _metadata(self) -> tuple[tuple[str, str], ...]:
        token = self._minter.mint(self._user_id, TOKEN_LIFETIME).reveal()
        return (("authorization", f"Bearer {token}"),)

    async def _call(self, method: Callable[..., Awaitable[R]], request: Any, seconds: float = CALL_SECONDS) -> R:
        try:
            return await method(request, timeout=seconds, metadata=self._metadata())
        except grpc.aio.AioRpcError as error:
            raise CallFailed(_name(method), decode(error)) from error


def _header(name: str, content: bytes, options: import_pb2.ImportOptions | None) -> import_pb2.ImportHeader:
    return import_pb2.ImportHeader(
        request_id=str(uuid.uuid4()),
        file_name=name,
        size_bytes=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        options=options,
    )


async def _parts(request: Callable[..., M], header: import_pb2.ImportHeader, content: bytes) -> AsyncIterator[M]:
    yield request(header=header)
    for start in range(0, len(content), CHUNK_BYTES):
        yield request(chunk=content[start : start + CHUNK_BYTES])


def end_of_day(day: date, time_zone: str = "") -> datetime:
    """The last second of a day, so that all that was said or booked on it has happened."""
    return datetime.combine(day, time(23, 59, 59), ZoneInfo(time_zone) if time_zone else UTC)


def parse_instant(text: str, time_zone: str = "") -> datetime:
    """A day (its end) or an RFC 3339 instant. Raises `ValueError`."""
    if len(text) == len("2026-10-31"):
        return end_of_day(date.fromisoformat(text), time_zone)
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError("an instant carries its offset from UTC")
    return instant


def _name(method: Any) -> str:
    path = getattr(method, "_method", b"")
    return path.decode().rsplit("/", 1)[-1] if isinstance(path, bytes) else str(path)
