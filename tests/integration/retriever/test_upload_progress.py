"""An upload that is followed says how far it has come; whoever leaves stores nothing."""

from __future__ import annotations

import uuid

import grpc
import pytest

from services.common import errors
from tests.fixtures.pg import Copy
from tests.integration.retriever.document_fixtures import NewUser, count_rows, database, new_user
from tests.integration.retriever.document_service import Client, upload_stream
from tests.unit.retriever import pdf_files
from tieout.retriever.v1.document_pb2 import Document
from tieout.retriever.v1.retriever_service_pb2 import UploadDocumentStreamResponse, UploadProgress, UploadStage

__all__ = ["database", "new_user"]

SECONDS = 60
RECEIVED, READING, CUTTING, STORING = (
    UploadStage.UPLOAD_STAGE_RECEIVED,
    UploadStage.UPLOAD_STAGE_READING,
    UploadStage.UPLOAD_STAGE_CUTTING,
    UploadStage.UPLOAD_STAGE_STORING,
)


def agreement(pages: int) -> bytes:
    """An agreement of so many pages."""
    story = [pdf_files.title("Deposit agreement")]
    for page in range(pages):
        story += [pdf_files.text(f"Section {page + 1}. The bank may close an unused account. " * 10)]
        story += [pdf_files.PageBreak()]
    return pdf_files.flowing(*story)


async def follow(client: Client, content: bytes, **fields: str) -> list[UploadDocumentStreamResponse]:
    call = client.stub.UploadDocumentStream(upload_stream(content, **fields), timeout=SECONDS, metadata=client.metadata)
    return [event async for event in call]


def progress(events: list[UploadDocumentStreamResponse]) -> list[UploadProgress]:
    return [event.progress for event in events if event.WhichOneof("event") == "progress"]


async def test_stages_come_in_order_pages_only_rise_and_the_document_is_last(new_user: NewUser) -> None:
    client, _ = await new_user()
    events = await follow(client, agreement(40), name="agreement.pdf")
    assert [event.sequence for event in events] == list(range(1, len(events) + 1))
    told = progress(events)
    stages = [one.stage for one in told]
    assert stages == sorted(stages)
    assert set(stages) == {RECEIVED, READING, CUTTING, STORING}
    pages = [(one.page, one.page_count) for one in told if one.stage == READING]
    assert pages == sorted(pages)
    assert pages[-1] == (40, 40)
    document = events[-1].document
    assert (document.page_count, document.version) == (40, 1)
    assert [one.document_id for one in (await client.list()).documents] == [document.document_id]


async def test_a_format_without_pages_is_followed_by_its_stages(new_user: NewUser) -> None:
    client, _ = await new_user()
    events = await follow(client, b"# Fees\n\nThe overdraft fee is $35.\n", name="fees.md")
    assert [one.stage for one in progress(events)] == [RECEIVED, CUTTING, STORING]
    assert events[-1].document.page_count == 0


async def test_a_file_that_cannot_be_read_ends_the_stream_with_its_reason(new_user: NewUser, pg: Copy) -> None:
    client, identity = await new_user()
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await follow(client, b"%PDF-1.7 and no more", name="fees.pdf")
    assert errors.decode(caught.value).reason == "FORMAT_UNREADABLE"
    assert not any((await count_rows(pg, identity.user_id)).values())


async def test_the_same_request_by_either_way_is_stored_once(new_user: NewUser) -> None:
    client, _ = await new_user()
    request_id = str(uuid.uuid4())
    content = agreement(2)
    first: Document = await client.upload(content, "agreement.pdf", request_id=request_id)
    again = (await follow(client, content, name="agreement.pdf", request_id=request_id))[-1].document
    assert again == first


async def test_whoever_leaves_while_pages_are_read_stores_nothing_and_the_service_goes_on(
    new_user: NewUser, pg: Copy
) -> None:
    client, identity = await new_user()
    content = agreement(120)
    call = client.stub.UploadDocumentStream(
        upload_stream(content, name="left.pdf"), timeout=SECONDS, metadata=client.metadata
    )
    async for event in call:
        if event.progress.stage == READING:
            call.cancel()
            break
    # The same file once more takes the time that the first would have needed to its end.
    document = (await follow(client, content, name="kept.pdf"))[-1].document
    assert [one.document_id for one in (await client.list()).documents] == [document.document_id]
    assert (await count_rows(pg, identity.user_id))["retriever.document"] == 1
