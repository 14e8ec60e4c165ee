"""The RPCs on documents. `RetrieverServicer` mixes them in."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from typing import Any

from services.common import identity
from services.common.paging import PageTokens
from services.common.types import Page, page_size, request_key
from services.common.upload import UploadLimits, receive
from services.retriever.document_convert import (
    document_to_proto,
    new_document,
    progress_to_proto,
    search_query,
    search_response,
)
from services.retriever.document_core import DocumentCore
from services.retriever.documents.model import UploadProgress
from tieout.retriever.v1.retriever_service_pb2 import (
    ListDocumentsRequest,
    ListDocumentsResponse,
    SearchRequest,
    SearchResponse,
    UploadDocumentRequest,
    UploadDocumentResponse,
    UploadDocumentStreamRequest,
    UploadDocumentStreamResponse,
)

UPLOAD_METHOD = "tieout.retriever.v1.RetrieverService/UploadDocument"
LIMITS = UploadLimits(max_bytes=64 * 1024 * 1024)


class DocumentRpcs:
    """Needs `self._documents` and `self._tokens`."""

    _documents: DocumentCore
    _tokens: PageTokens

    async def UploadDocument(  # noqa: N802 - the contract's name
        self,
        request_iterator: AsyncIterator[UploadDocumentRequest],
        context: Any,  # noqa: ARG002 - gRPC decides the signature
    ) -> UploadDocumentResponse:
        """Store a document; acknowledged once keywords find it."""
        async with receive(request_iterator, LIMITS) as upload:
            key = request_key(UPLOAD_METHOD, upload.header.request_id, upload.header)
            content = await asyncio.to_thread(upload.file.read)
            document = await self._documents.upload(identity.current(), key, new_document(upload.header), content)
        return UploadDocumentResponse(document=document_to_proto(document))

    async def UploadDocumentStream(  # noqa: N802 - the contract's name
        self,
        request_iterator: AsyncIterator[UploadDocumentStreamRequest],
        context: Any,  # noqa: ARG002 - gRPC decides the signature
    ) -> AsyncIterator[UploadDocumentStreamResponse]:
        """Store a document and say how far it has come. A caller that leaves ends the reading; nothing is stored."""
        sequence = itertools.count(1)
        events: asyncio.Queue[UploadProgress | None] = asyncio.Queue()
        async with receive(request_iterator, LIMITS) as upload:
            # The same key as UploadDocument's: a file sent again by either way is stored once.
            key = request_key(UPLOAD_METHOD, upload.header.request_id, upload.header)
            content = await asyncio.to_thread(upload.file.read)
            new = new_document(upload.header)
            work = asyncio.create_task(self._documents.upload(identity.current(), key, new, content, events.put_nowait))
            work.add_done_callback(lambda _: events.put_nowait(None))
            try:
                while (progress := await events.get()) is not None:
                    yield UploadDocumentStreamResponse(sequence=next(sequence), progress=progress_to_proto(progress))
                document = await work
            finally:
                work.cancel()
                await asyncio.wait({work})
        yield UploadDocumentStreamResponse(sequence=next(sequence), document=document_to_proto(document))

    async def ListDocuments(  # noqa: N802 - the contract's name
        self,
        request: ListDocumentsRequest,
        context: Any,  # noqa: ARG002 - gRPC decides the signature
    ) -> ListDocumentsResponse:
        """A page of the user's documents."""
        caller = identity.current()
        token = request.page_token
        after = str(self._tokens.open(caller, "ListDocuments", token)["after"]) if token else ""
        page = Page(page_size(request.page_size, default=50, maximum=200), after)
        documents, following = await self._documents.list_documents(caller, page)
        return ListDocumentsResponse(
            documents=[document_to_proto(document) for document in documents],
            next_page_token=self._tokens.seal(caller, "ListDocuments", {"after": following}) if following else "",
        )

    async def Search(  # noqa: N802 - the contract's name
        self,
        request: SearchRequest,
        context: Any,  # noqa: ARG002 - gRPC decides the signature
    ) -> SearchResponse:
        """Find passages."""
        return search_response(await self._documents.search(identity.current(), search_query(request)))
