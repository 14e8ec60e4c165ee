"""The RPCs on documents. `RetrieverServicer` mixes them in."""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import AsyncIterator
from typing import Any

from services.common import identity
from services.common.errors import ErrorReason, InvalidArgument
from services.common.types import Page, page_size, request_key
from services.common.upload import UploadLimits, receive
from services.retriever.document_convert import document_to_proto, new_document, search_query, search_response
from services.retriever.document_core import DocumentCore
from tieout.retriever.v1.retriever_service_pb2 import (
    ListDocumentsRequest,
    ListDocumentsResponse,
    SearchRequest,
    SearchResponse,
    UploadDocumentRequest,
    UploadDocumentResponse,
)

UPLOAD_METHOD = "tieout.retriever.v1.RetrieverService/UploadDocument"
LIMITS = UploadLimits(max_bytes=64 * 1024 * 1024)


class DocumentRpcs:
    """Needs `self._documents`, a `DocumentCore`."""

    _documents: DocumentCore

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

    async def ListDocuments(  # noqa: N802 - the contract's name
        self,
        request: ListDocumentsRequest,
        context: Any,  # noqa: ARG002 - gRPC decides the signature
    ) -> ListDocumentsResponse:
        """A page of the user's documents."""
        page = Page(page_size(request.page_size, default=50, maximum=200), _position(request.page_token))
        documents, following = await self._documents.list_documents(identity.current(), page)
        return ListDocumentsResponse(
            documents=[document_to_proto(document) for document in documents], next_page_token=_token(following)
        )

    async def Search(  # noqa: N802 - the contract's name
        self,
        request: SearchRequest,
        context: Any,  # noqa: ARG002 - gRPC decides the signature
    ) -> SearchResponse:
        """Find passages."""
        return search_response(await self._documents.search(identity.current(), search_query(request)))


def _token(position: str) -> str:
    return base64.urlsafe_b64encode(position.encode()).decode() if position else ""


def _position(token: str) -> str:
    try:
        return base64.urlsafe_b64decode(token.encode()).decode("ascii")
    except (binascii.Error, UnicodeError):
        raise InvalidArgument(
            "page_token", "one that this list gave out", reason=ErrorReason.ERROR_REASON_PAGE_TOKEN_INVALID
        ) from None
