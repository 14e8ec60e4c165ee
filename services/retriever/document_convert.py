"""Documents, passages and searches between the contract and the domain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from uuid import UUID

from google.protobuf.duration_pb2 import Duration
from google.type.decimal_pb2 import Decimal as DecimalMessage

from services.common.calibration import WIDTHS
from services.common.errors import ErrorReason, InvalidArgument
from services.common.types import date_from_proto, date_to_proto, instant_to_proto, page_size
from services.retriever.documents.model import (
    Cell,
    Hit,
    NewDocument,
    PageImage,
    Place,
    QuestionVector,
    SearchQuery,
    SearchResult,
    StoredDocument,
    StoredPassage,
    UploadProgress,
)
from tieout.retriever.v1.document_pb2 import Document, IndexState, UnreadPage
from tieout.retriever.v1.retriever_service_pb2 import PageImage as PageImageMessage
from tieout.retriever.v1.retriever_service_pb2 import PageImageOptions, SearchRequest, SearchResponse, UploadHeader
from tieout.retriever.v1.retriever_service_pb2 import UploadProgress as UploadProgressMessage
from tieout.retriever.v1.search_pb2 import PassageBlock, SearchHit, SearchSummary
from tieout.type.v1.evidence_pb2 import Box, Passage
from tieout.type.v1.evidence_pb2 import Cell as CellMessage
from tieout.type.v1.timing_pb2 import StageTiming

DEFAULT_HITS, MAX_HITS = 10, 50

# What a stranger wrote in the shape of our own tokens is shown so that nothing can take it for one.
_TOKEN = re.compile(r"\[(\s*citation\s+id\s*:)", re.IGNORECASE)
_CITATION = re.compile(r"(?:\[Citation ID: )?([0-9a-f-]{36}):(c\d{1,9})(?:\.([1-9]\d{0,8}))?\]?", re.IGNORECASE)
DEFAULT_DPI, MIN_DPI = 110, 50


def citation_token(document_id: UUID, chunk_id: str) -> str:
    """The token that names a passage."""
    return f"[Citation ID: {document_id}:{chunk_id}]"


@dataclass(frozen=True, slots=True)
class Cited:
    """What a token names: a passage, or one cell of it, counted from 1 (0: the passage)."""

    chunk: tuple[UUID, str]
    cell: int = 0


def parse_passage_citation(token: str) -> Cited | None:
    """What a passage's or a cell's token names, or None where it is neither's."""
    match = _CITATION.fullmatch(token.strip())
    return Cited((UUID(match[1]), match[2].lower()), int(match[3] or 0)) if match else None


def is_cited(cited: Cited, passage: StoredPassage | None) -> bool:
    """Whether a passage that was found holds what the token names."""
    return passage is not None and cited.cell <= len(passage.cells)


def escape_tokens(text: str) -> str:
    """Text of a document with whatever looks like a citation token made readable and harmless."""
    return _TOKEN.sub(r"(\1", text)


def new_document(header: UploadHeader) -> NewDocument:
    """What an upload says of its file."""
    effective_date = (
        date_from_proto(header.effective_date, "header.effective_date") if header.HasField("effective_date") else None
    )
    return NewDocument(
        header.file_name, header.caller_key or header.file_name, header.sha256, header.size_bytes, effective_date
    )


def document_to_proto(document: StoredDocument) -> Document:
    """The document as callers see it."""
    return Document(
        name=f"documents/{document.document_id}",
        document_id=str(document.document_id),
        version=document.version,
        display_name=document.display_name,
        caller_key=document.caller_key,
        title=escape_tokens(document.title),
        institution=document.institution,
        media_type=document.media_type,
        effective_date=None if document.effective_date is None else date_to_proto(document.effective_date),
        sha256=document.sha256,
        size_bytes=document.size_bytes,
        passage_count=document.passage_count,
        cell_count=document.cell_count,
        index_state=IndexState.INDEX_STATE_COMPLETE if document.is_complete else IndexState.INDEX_STATE_KEYWORD,
        create_time=instant_to_proto(document.created_at),
        notices=document.notices,
        page_count=document.pages.count,
        unread_pages=[UnreadPage(page=page, reason=int(why)) for page, why in document.pages.unread],  # type: ignore[arg-type]
        recognized_pages=document.pages.recognized,
    )


def passage_to_proto(passage: StoredPassage) -> Passage:
    """The passage with its cells and its citation; citation-shaped text inside is escaped."""
    return Passage(
        document_id=str(passage.document_id),
        chunk_id=passage.chunk_id,
        document_name=escape_tokens(passage.document_name),
        document_version=passage.document_version,
        effective_date=None if passage.effective_date is None else date_to_proto(passage.effective_date),
        text=escape_tokens(passage.text),
        heading_path=[escape_tokens(heading) for heading in passage.heading_path],
        parent_id=f"p{passage.parent_position + 1}",
        cells=[_cell(passage.chunk_id, position, cell) for position, cell in enumerate(passage.cells, start=1)],
        citation=citation_token(passage.document_id, passage.chunk_id),
        page=passage.place.page if passage.place is not None else 0,
        box=_box(passage.place),
        recognized=passage.recognized,
    )


def _cell(chunk_id: str, position: int, cell: Cell) -> CellMessage:
    return CellMessage(
        cell_id=f"{chunk_id}.{position}",
        row_path=[escape_tokens(label) for label in cell.row_path],
        column_path=[escape_tokens(label) for label in cell.column_path],
        printed=escape_tokens(cell.printed),
        number="" if cell.number is None else format(cell.number, "f"),
        unit=cell.unit,
        scale=int(cell.scale),  # type: ignore[arg-type]
        period=cell.period,
        footnotes=[escape_tokens(note) for note in cell.footnotes],
        table_caption=escape_tokens(cell.table_caption),
        page=cell.place.page if cell.place is not None else 0,
        box=_box(cell.place),
        table_number=cell.table_number,
    )


def _box(place: Place | None) -> Box | None:
    if place is None:
        return None
    left, top, right, bottom = place.box
    return Box(left=left, top=top, right=right, bottom=bottom)


def dots_per_inch(options: PageImageOptions) -> int:
    """What pages are drawn at."""
    return max(MIN_DPI, options.dots_per_inch) if options.dots_per_inch else DEFAULT_DPI


def page_image_to_proto(token: str, image: PageImage) -> PageImageMessage:
    """A picture, with the citation that it is for."""
    width, height = image.size
    return PageImageMessage(
        token=token,
        state=int(image.state),  # type: ignore[arg-type]
        page=image.page,
        png=image.png,
        width=width,
        height=height,
        outlines=[box for one in image.outlines if (box := _box(Place(image.page, one))) is not None],
    )


def progress_to_proto(progress: UploadProgress) -> UploadProgressMessage:
    """How far an upload has come."""
    return UploadProgressMessage(
        stage=int(progress.stage),  # type: ignore[arg-type]
        page=progress.page,
        page_count=progress.page_count,
    )


def search_query(request: SearchRequest) -> SearchQuery:
    """What is searched. Raises `InvalidArgument` for a vector that is not one vector of its width."""
    vector = None
    if request.HasField("vector") and not request.keyword_only:
        sent = request.vector
        whole = sent.count == 1 and sent.width in WIDTHS and len(sent.data) == 4 * sent.width
        if not whole or not sent.space_id:
            raise InvalidArgument(
                "vector",
                "one vector with its space and width",
                reason=ErrorReason.ERROR_REASON_SPACE_MISMATCH,
                metadata={"space_id": sent.space_id},
            )
        vector = QuestionVector(sent.space_id, sent.width, sent.data)
    return SearchQuery(
        request.query,
        page_size(request.page_size, default=DEFAULT_HITS, maximum=MAX_HITS),
        vector,
        _document_ids(request.document_ids),
        date_from_proto(request.as_of_date, "as_of_date") if request.HasField("as_of_date") else None,
        request.keyword_only,
        request.uncalibrated,
        request.with_blocks,
    )


def _document_ids(texts: Sequence[str]) -> tuple[UUID, ...]:
    """Ids that are none of the user's find nothing, and so do ids that are no ids."""
    ids = []
    for text in texts:
        try:
            ids.append(UUID(text))
        except ValueError:
            ids.append(UUID(int=0))
    return tuple(ids)


def search_response(result: SearchResult) -> SearchResponse:
    """A search's outcome."""
    summary = SearchSummary(
        state=int(result.state),  # type: ignore[arg-type]
        space_id=result.space_id,
        floor=None if result.space is None else DecimalMessage(value=_decimal(result.space.floor)),
        missing_vector_count=result.missing_vector_count,
        searched_count=result.searched_count,
        unmatched_terms=result.unmatched_terms,
        usable_space_ids=result.usable_space_ids,
        refused_vector_count=result.refused_vector_count,
    )
    return SearchResponse(
        hits=[_hit(hit, rank) for rank, hit in enumerate(result.hits, start=1)],
        summary=summary,
        documents=[document_to_proto(document) for document in result.documents],
        timings=[StageTiming(stage=stage, duration=_duration(seconds)) for stage, seconds in result.timings],
    )


def _hit(hit: Hit, rank: int) -> SearchHit:
    return SearchHit(
        passage=passage_to_proto(hit.passage),
        keyword_score=hit.keyword_score,
        keyword_rank=hit.keyword_rank,
        vector_score=hit.vector_score,
        vector_rank=hit.vector_rank,
        fused_score=hit.fused_score,
        term_coverage=hit.term_coverage,
        collapsed_chunk_ids=hit.collapsed_chunk_ids,
        fused_rank=rank,
        blocks=[PassageBlock(start=one.start, end=one.end, term_coverage=one.term_coverage) for one in hit.blocks],
    )


def _decimal(value: Decimal) -> str:
    return format(value, "f")


def _duration(seconds: float) -> Duration:
    message = Duration()
    message.FromTimedelta(timedelta(seconds=seconds))
    return message
