"""One user's calls to the documents of a retriever."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import grpc

from tieout.retriever.v1 import retriever_service_pb2 as pb
from tieout.retriever.v1 import retriever_service_pb2_grpc as pb_grpc
from tieout.retriever.v1.document_pb2 import Document

CHUNK = 64 * 1024


@dataclass
class Client:
    """One user's calls."""

    stub: pb_grpc.RetrieverServiceAsyncStub
    token: str

    @classmethod
    def on(cls, channel: grpc.aio.Channel, token: str) -> Client:
        """A client on a plain channel, so that tests see failures as foreign callers do."""
        return cls(pb_grpc.RetrieverServiceStub(channel), token)

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What makes a call this user's."""
        return (("authorization", f"Bearer {self.token}"),)

    async def upload(
        self, content: str | bytes, name: str = "fees.html", *, key: str = "", request_id: str = ""
    ) -> Document:
        """Upload one file and return it as stored."""
        data = content.encode() if isinstance(content, str) else content
        header = _header(data, name, key, request_id)
        response = await self.stub.UploadDocument(_parts(header, data), timeout=60, metadata=self.metadata)
        return response.document

    async def search(self, query: str, **fields: object) -> pb.SearchResponse:
        """Search by keyword unless a vector is given."""
        return await self.stub.Search(pb.SearchRequest(query=query, **fields), timeout=10, metadata=self.metadata)  # type: ignore[arg-type]

    async def list(self, **fields: object) -> pb.ListDocumentsResponse:
        """A page of documents."""
        request = pb.ListDocumentsRequest(**fields)  # type: ignore[arg-type]
        return await self.stub.ListDocuments(request, timeout=10, metadata=self.metadata)

    async def texts(self, query: str) -> Sequence[str]:
        """The passages that a search finds."""
        return [hit.passage.text for hit in (await self.search(query)).hits]


def upload_stream(
    content: bytes, name: str, *, key: str = "", request_id: str = ""
) -> Iterator[pb.UploadDocumentStreamRequest]:
    """The messages of an upload that is followed."""
    yield pb.UploadDocumentStreamRequest(header=_header(content, name, key, request_id))
    for start in range(0, len(content), CHUNK):
        yield pb.UploadDocumentStreamRequest(chunk=content[start : start + CHUNK])


def _header(data: bytes, name: str, key: str, request_id: str) -> pb.UploadHeader:
    return pb.UploadHeader(
        request_id=request_id or str(uuid.uuid4()),
        file_name=name,
        size_bytes=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
        caller_key=key,
    )


def _parts(header: pb.UploadHeader, data: bytes) -> Iterator[pb.UploadDocumentRequest]:
    yield pb.UploadDocumentRequest(header=header)
    for start in range(0, len(data), CHUNK):
        yield pb.UploadDocumentRequest(chunk=data[start : start + CHUNK])
