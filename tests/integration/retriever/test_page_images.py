"""Whoever would rather look gets the page with the cell outlined; the file behind it goes when its document goes."""

from __future__ import annotations

import io
import uuid
from collections import Counter

import numpy as np
import psycopg
import pytest
from PIL import Image

from tests.fixtures.pg import Copy
from tests.integration.retriever.document_fixtures import NewUser, count_rows, database, new_user
from tests.integration.retriever.document_service import Client
from tests.unit.retriever import pdf_files
from tieout.retriever.v1.retriever_service_pb2 import (
    EraseSourceRequest,
    GetEvidenceRequest,
    GetEvidenceResponse,
    PageImageOptions,
    PageImageState,
)
from tieout.type.v1.erasure_pb2 import Source as SourceMessage
from tieout.type.v1.evidence_pb2 import Cell, Passage

__all__ = ["database", "new_user"]

RED = (200, 30, 30)
POINTS = 72


def fee_schedule(overdraft: str = "$35.00") -> bytes:
    """Two pages; the table stands on the second."""
    return pdf_files.flowing(
        pdf_files.title("Marrow Bank – account fees"),
        pdf_files.text("Effective March 1, 2026. These are the fees of all accounts."),
        pdf_files.PageBreak(),
        pdf_files.table(
            [["Service", "Fee", "Limit"], ["Overdraft", overdraft, "3 a day"], ["Wire out", "$18.00", "none"]],
            pdf_files.GRID,
            pdf_files.HEAD,
        ),
    )


async def find_cell(client: Client, printed: str) -> tuple[Passage, Cell]:
    hits = (await client.search("fees of the account service overdraft wire")).hits
    return next((hit.passage, cell) for hit in hits for cell in hit.passage.cells if cell.printed == printed)


async def evidence(client: Client, *tokens: str, dots_per_inch: int = 0) -> GetEvidenceResponse:
    options = PageImageOptions(dots_per_inch=dots_per_inch)
    request = GetEvidenceRequest(citations=tokens, page_images=options)
    return await client.stub.GetEvidence(request, timeout=20, metadata=client.metadata)


def picture(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def colors(part: Image.Image) -> Counter[tuple[int, ...]]:
    """How many dots of each colour, red, green and blue."""
    return Counter(tuple(map(int, dot)) for dot in np.asarray(part).reshape(-1, 3))


async def test_a_cell_says_its_page_table_row_column_and_box(new_user: NewUser) -> None:
    client, _ = await new_user()
    document = await client.upload(fee_schedule(), "fees.pdf")
    passage, cell = await find_cell(client, "$18.00")
    assert (document.page_count, list(document.unread_pages), passage.page) == (2, [], 2)
    assert (list(cell.row_path), list(cell.column_path)) == (["Wire out"], ["Fee"])
    assert (cell.page, cell.table_number) == (2, 1)
    assert 0 < cell.box.left < cell.box.right < pdf_files.WIDTH
    assert 0 < cell.box.top < cell.box.bottom < pdf_files.HEIGHT
    assert passage.box.left <= cell.box.left
    assert cell.box.bottom <= passage.box.bottom


async def test_the_page_is_drawn_with_the_cell_outlined_where_its_letters_are(new_user: NewUser) -> None:
    client, _ = await new_user()
    await client.upload(fee_schedule(), "fees.pdf")
    passage, cell = await find_cell(client, "$18.00")
    response = await evidence(client, f"{passage.document_id}:{cell.cell_id}", dots_per_inch=144)
    assert [one.passage.chunk_id for one in response.citations] == [passage.chunk_id]
    (image,) = response.page_images
    assert (image.state, image.page) == (PageImageState.PAGE_IMAGE_STATE_DRAWN, 2)
    drawn = picture(image.png)
    assert drawn.size == (image.width, image.height) == (pdf_files.WIDTH * 2, pdf_files.HEIGHT * 2)
    scale = 144 / POINTS
    box = [round(side * scale) for side in (cell.box.left, cell.box.top, cell.box.right, cell.box.bottom)]
    around = drawn.crop((box[0] - 8, box[1] - 8, box[2] + 8, box[3] + 8))
    inside = drawn.crop((box[0], box[1], box[2], box[3]))
    assert RED in colors(around)
    [((red, green, blue), _)] = colors(inside).most_common(1)
    assert red > green > blue + 20, "what is outlined is washed in yellow"
    assert any(max(color) < 100 for color in colors(inside)), "the cell's letters stand inside its box"
    elsewhere = drawn.crop((0, 0, drawn.width, box[1] - 60)), drawn.crop((0, box[3] + 60, *drawn.size))
    assert not any(RED in colors(part) for part in elsewhere)


async def test_a_passage_is_outlined_whole_and_text_alone_comes_without_a_picture(new_user: NewUser) -> None:
    client, _ = await new_user()
    await client.upload(fee_schedule(), "fees.pdf")
    passage, _ = await find_cell(client, "$18.00")
    (image,) = (await evidence(client, passage.citation)).page_images
    assert [(box.left, box.bottom) for box in image.outlines] == [(passage.box.left, passage.box.bottom)]
    request = GetEvidenceRequest(citations=[passage.citation])
    response = await client.stub.GetEvidence(request, timeout=10, metadata=client.metadata)
    assert len(response.citations) == 1
    assert not response.page_images


async def test_a_format_without_pages_says_so(new_user: NewUser) -> None:
    client, _ = await new_user()
    document = await client.upload("Savings pay 2% a year.\n\nNo fee is charged.", "savings.txt")
    response = await evidence(client, f"{document.document_id}:c1")
    assert len(response.citations) == 1
    assert [(one.state, one.page) for one in response.page_images] == [(PageImageState.PAGE_IMAGE_STATE_NO_PAGES, 0)]
    assert document.page_count == 0


async def test_pictures_are_bounded_in_number_and_size(new_user: NewUser) -> None:
    client, _ = await new_user()
    document = await client.upload(fee_schedule(), "fees.pdf")
    passage, cell = await find_cell(client, "$18.00")
    count = len(passage.cells)
    assert count >= 4
    tokens = [f"{document.document_id}:{one.cell_id}" for one in passage.cells]
    tokens += [passage.citation, f"{document.document_id}:c1", f"{document.document_id}:{cell.cell_id}".upper()]
    response = await evidence(client, *tokens, dots_per_inch=200)
    states = [one.state for one in response.page_images]
    assert states == [PageImageState.PAGE_IMAGE_STATE_DRAWN] * 6 + [PageImageState.PAGE_IMAGE_STATE_OVER_LIMIT] * (
        len(tokens) - 6
    )
    assert all(0 < len(one.png) <= 512 * 1024 for one in response.page_images[:6])


async def test_another_user_gets_neither_text_nor_picture(new_user: NewUser) -> None:
    owner, _ = await new_user()
    document = await owner.upload(fee_schedule(), "fees.pdf")
    stranger, _ = await new_user()
    response = await evidence(stranger, f"{document.document_id}:c1", f"{document.document_id}:c1.1")
    assert not response.citations
    assert not response.page_images


async def test_a_replaced_file_is_gone_and_the_new_one_is_drawn(new_user: NewUser, pg: Copy) -> None:
    client, identity = await new_user()
    await client.upload(fee_schedule("$35.00"), "fees.pdf", key="fees")
    before = await count_rows(pg, identity.user_id)
    assert before["retriever.document_file"] == 1
    replacement = fee_schedule("$30.00")
    await client.upload(replacement, "fees.pdf", key="fees")
    assert await count_rows(pg, identity.user_id) == before
    assert await kept_files(pg, identity.user_id) == [replacement]
    await client.upload("Overdraft fees are $20 now.\n\nNothing else changes.", "fees.txt", key="fees")
    assert await kept_files(pg, identity.user_id) == []


async def test_erasing_a_document_takes_its_file_along_and_counts_it(new_user: NewUser, pg: Copy) -> None:
    client, identity = await new_user()
    document = await client.upload(fee_schedule(), "fees.pdf")
    request = EraseSourceRequest(request_id=str(uuid.uuid4()), source=SourceMessage(document_id=document.document_id))
    receipt = (await client.stub.EraseSource(request, timeout=10, metadata=client.metadata)).receipt
    lines = {line.store: (line.erased_count, line.remaining_count) for line in receipt.stores}
    assert lines["document_file"] == (1, 0)
    assert await kept_files(pg, identity.user_id) == []
    assert not (await evidence(client, f"{document.document_id}:c1")).page_images


async def test_a_large_file_is_kept_in_parts_and_drawn_from_them(new_user: NewUser, pg: Copy) -> None:
    client, identity = await new_user()
    # What stands behind the end of a PDF is no part of it and still of the file.
    content = fee_schedule() + b"\n%" + b"x" * (2 * 1024 * 1024) + b"\n"
    document = await client.upload(content, "fees.pdf")
    assert (await count_rows(pg, identity.user_id))["retriever.document_file"] == 3
    assert await kept_files(pg, identity.user_id) == [content]
    (image,) = (await evidence(client, f"{document.document_id}:c1")).page_images
    assert image.state == PageImageState.PAGE_IMAGE_STATE_DRAWN


@pytest.mark.parametrize("cell", ["0", "999999999"])
async def test_a_cell_that_is_not_there_is_left_out(new_user: NewUser, cell: str) -> None:
    client, _ = await new_user()
    document = await client.upload(fee_schedule(), "fees.pdf")
    response = await evidence(client, f"{document.document_id}:c1.{cell}")
    assert not response.citations
    assert not response.page_images


async def kept_files(pg: Copy, user_id: uuid.UUID) -> list[bytes]:
    """The user's files, seen from behind the fence."""
    async with await psycopg.AsyncConnection.connect(pg.admin_dsn) as connection:
        cursor = await connection.execute(
            "SELECT string_agg(content, ''::bytea ORDER BY position) FROM retriever.document_file "
            "WHERE user_id = %s GROUP BY document_id",
            (user_id,),
        )
        return [bytes(row[0]) for row in await cursor.fetchall()]
