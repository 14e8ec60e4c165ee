"""tieout.retriever.v1.RetrieverService: the RPCs on the ledger, with those on documents mixed in."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from services.common import identity, telemetry
from services.common.erasure import Scope, Source, receipt_to_proto, source_from_proto
from services.common.identity import Identity
from services.common.paging import PageTokens
from services.common.types import date_from_proto, page_size, request_key
from services.common.upload import Upload, UploadLimits, receive
from services.retriever import convert
from services.retriever.core import LedgerCore
from services.retriever.document_convert import (
    dots_per_inch,
    is_cited,
    page_image_to_proto,
    parse_passage_citation,
    passage_to_proto,
)
from services.retriever.document_core import DocumentCore
from services.retriever.document_servicer import DocumentRpcs
from services.retriever.ledger.categories import display_name
from services.retriever.ledger.policy import find_rule
from services.retriever.ledger.queries import decode_query, encode_query
from services.retriever.model import (
    SEMANTICS_VERSION,
    Group,
    GroupKey,
    ImportFile,
    ImportProgress,
    LedgerQuery,
    LedgerRow,
    QueryResult,
    Revision,
    RowSet,
)
from tieout.retriever.v1 import retriever_service_pb2 as pb
from tieout.retriever.v1 import retriever_service_pb2_grpc
from tieout.type.v1.evidence_pb2 import Citation, Passage, PolicyRule

SERVICE = "tieout.retriever.v1.RetrieverService"
IMPORT_LIMITS = UploadLimits(max_bytes=256 * 1024 * 1024)
ROWS_OF_A_SET = 50

_ROW_TOKEN = re.compile(r"(?:\[Citation ID: )?(acc_[a-z2-7]+):(txn_[a-z2-7]+)\]?")
_RULE_TOKEN = re.compile(r"(?:\[Citation ID: )?policy:(v\d+\.[a-z.-]+)\]?")
_SET_TOKEN = re.compile(r"(?:\[Citation ID: )?rows:([0-9a-f]{64})\]?")


class LedgerRpcs:
    """Needs `self._ledger`, `self._documents` and `self._tokens`."""

    _ledger: LedgerCore
    _documents: DocumentCore
    _tokens: PageTokens

    async def ImportTransactions(  # noqa: N802
        self, request_iterator: AsyncIterator[pb.ImportTransactionsRequest], context: Any
    ) -> pb.ImportTransactionsResponse:
        """Store a ledger file."""
        async with receive(request_iterator, IMPORT_LIMITS) as upload:
            key = request_key(f"{SERVICE}/ImportTransactions", upload.header.request_id, upload.header)
            report = await self._ledger.import_file(identity.current(), key, await _file(upload))
        return pb.ImportTransactionsResponse(report=convert.report_to_proto(report))

    async def ImportTransactionsStream(  # noqa: N802
        self, request_iterator: AsyncIterator[pb.ImportTransactionsStreamRequest], context: Any
    ) -> AsyncIterator[pb.ImportTransactionsStreamResponse]:
        """Store a ledger file and say how far it has come. A caller that leaves ends the import; nothing is stored."""
        events: asyncio.Queue[ImportProgress | None] = asyncio.Queue()
        sequence = itertools.count(1)
        async with receive(request_iterator, IMPORT_LIMITS) as upload:
            # The same key as ImportTransactions': a file sent again by either way is stored once.
            key = request_key(f"{SERVICE}/ImportTransactions", upload.header.request_id, upload.header)
            importing = self._ledger.import_file(identity.current(), key, await _file(upload), events.put_nowait)
            work = asyncio.create_task(importing)
            del importing
            work.add_done_callback(lambda _: events.put_nowait(None))
            try:
                while (progress := await events.get()) is not None:
                    yield pb.ImportTransactionsStreamResponse(
                        sequence=next(sequence), progress=convert.progress_to_proto(progress)
                    )
                report = await work
            finally:
                work.cancel()
                await asyncio.wait({work})
        yield pb.ImportTransactionsStreamResponse(sequence=next(sequence), report=convert.report_to_proto(report))

    async def PreviewImport(  # noqa: N802
        self, request_iterator: AsyncIterator[pb.PreviewImportRequest], context: Any
    ) -> pb.PreviewImportResponse:
        """Say what an import would do."""
        async with receive(request_iterator, IMPORT_LIMITS) as upload:
            preview = await self._ledger.preview(identity.current(), await _file(upload))
        return convert.preview_to_proto(preview)

    async def AnnotateRows(self, request: pb.AnnotateRowsRequest, context: Any) -> pb.AnnotateRowsResponse:  # noqa: N802
        """Store the user's own words for rows."""
        key = request_key(f"{SERVICE}/AnnotateRows", request.request_id, request)
        change = await self._ledger.annotate(identity.current(), key, convert.changes_from_proto(request))
        return pb.AnnotateRowsResponse(ledger_revision=change.revision, changed_count=change.changed_rows)

    async def QueryLedger(self, request: pb.QueryLedgerRequest, context: Any) -> pb.QueryLedgerResponse:  # noqa: N802
        """Sums and sets."""
        caller = identity.current()
        query = convert.query_from_proto(request)
        size = page_size(request.page_size, default=50, maximum=500)
        detail = convert.detail_from_proto(request, size)
        with telemetry.stage("query"):
            result = await self._ledger.query(caller, query, detail)
        return self._query_response(caller, query, result)

    async def ListRows(self, request: pb.ListRowsRequest, context: Any) -> pb.ListRowsResponse:  # noqa: N802
        """A page of a set."""
        caller = identity.current()
        if request.page_token:
            content = self._tokens.open(caller, "ListRows", request.page_token)
            query, position = decode_query(content["query"]), int(content["position"])
        else:
            query, position = convert.list_query_from_proto(request), 0
        page = await self._ledger.list_rows(
            caller, query, position, page_size(request.page_size, default=100, maximum=1000)
        )
        pinned = encode_query(replace(query, revision=page.revision))
        following = self._token(caller, pinned, page.position) if page.position >= 0 else ""
        return pb.ListRowsResponse(
            rows=[convert.row_to_proto(row) for row in page.rows],
            next_page_token=following,
            total_count=page.total_count,
            ledger_revision=page.revision,
        )

    async def ResolveNames(self, request: pb.ResolveNamesRequest, context: Any) -> pb.ResolveNamesResponse:  # noqa: N802
        """What names stand for."""
        caller = identity.current()
        mentions = [convert.mention_from_proto(mention) for mention in request.mentions]
        as_of = convert.optional_date(request, "as_of_date")
        return convert.names_to_proto(await self._ledger.resolve(caller, request.question, mentions, as_of))

    async def ListRecurring(self, request: pb.ListRecurringRequest, context: Any) -> pb.ListRecurringResponse:  # noqa: N802
        """Charges that come back."""
        charges, revision = await self._ledger.list_recurring(
            identity.current(),
            date_from_proto(request.as_of_date, "as_of_date"),
            Revision(request.ledger_revision),
            request.merchant_id,
        )
        return convert.recurring_to_proto(charges, revision)

    async def GetEvidence(self, request: pb.GetEvidenceRequest, context: Any) -> pb.GetEvidenceResponse:  # noqa: N802
        """What citation tokens name; unknown ones are left out."""
        caller = identity.current()
        tokens = [token.strip() for token in request.citations]
        rows = {token: match[2] for token in tokens if (match := _ROW_TOKEN.fullmatch(token))}
        sets = {token: match[1] for token in tokens if (match := _SET_TOKEN.fullmatch(token))}
        chunks = {token: chunk for token in tokens if (chunk := parse_passage_citation(token))}
        found_rows = (
            await self._ledger.find_rows(caller, list(rows.values()), Revision(request.ledger_revision)) if rows else {}
        )
        found_sets = {
            digest: await self._ledger.find_row_set(caller, digest, ROWS_OF_A_SET) for digest in set(sets.values())
        }
        found = await self._documents.find_passages(caller, [one.chunk for one in chunks.values()]) if chunks else []
        passages = {(one.document_id, one.chunk_id): one for one in found}
        chunks = {token: one for token, one in chunks.items() if is_cited(one, passages.get(one.chunk))}
        by_chunk = {chunk: passage_to_proto(one) for chunk, one in passages.items()}
        citations = []
        for token in tokens:
            row, row_set = found_rows.get(rows.get(token, "")), found_sets.get(sets.get(token, ""))
            cited = chunks.get(token)
            citation = _citation(row, row_set, by_chunk.get(cited.chunk) if cited is not None else None)
            citation = citation or _rule_citation(token)
            if citation is not None and (
                row is None or token.strip("[]").removeprefix("Citation ID: ").startswith(row.reading.account_id)
            ):
                citations.append(citation)
        images: list[pb.PageImage] = []
        if request.HasField("page_images") and chunks:
            wanted = [(passages[one.chunk], one.cell) for one in chunks.values()]
            drawn = await self._documents.draw_pages(caller, wanted, dots_per_inch(request.page_images))
            images = [page_image_to_proto(token, one) for token, own in zip(chunks, drawn, strict=True) for one in own]
        return pb.GetEvidenceResponse(citations=citations, page_images=images)

    async def GetCoverage(self, request: pb.GetCoverageRequest, context: Any) -> pb.GetCoverageResponse:  # noqa: N802
        """The days covered."""
        status = await self._ledger.read_status(identity.current(), convert.optional_date(request, "as_of_date"))
        return pb.GetCoverageResponse(
            coverage=convert.coverage_to_proto(status.coverage),
            ledger_revision=status.revision,
            semantics_version=SEMANTICS_VERSION,
            pending_job_count=status.pending_job_count,
        )

    async def EraseSource(self, request: pb.EraseSourceRequest, context: Any) -> pb.EraseSourceResponse:  # noqa: N802
        """Erase an account, an import or a document here, and by a job elsewhere."""
        key = request_key(f"{SERVICE}/EraseSource", request.request_id, request)
        source = source_from_proto(request.source)
        receipt = await self._ledger.erase(identity.current(), key, source, request.erasure_id)
        return pb.EraseSourceResponse(receipt=receipt_to_proto(receipt))

    async def EraseUser(self, request: pb.EraseUserRequest, context: Any) -> pb.EraseUserResponse:  # noqa: N802
        """Erase the user's rows and documents here, and by a job everything of theirs everywhere."""
        key = request_key(f"{SERVICE}/EraseUser", request.request_id, request)
        receipt = await self._ledger.erase(identity.current(), key, Source(Scope.USER), request.erasure_id)
        return pb.EraseUserResponse(receipt=receipt_to_proto(receipt))

    async def GetErasure(self, request: pb.GetErasureRequest, context: Any) -> pb.GetErasureResponse:  # noqa: N802
        """How far an erasure has come."""
        receipt = await self._ledger.read_receipt(identity.current(), request.erasure_id)
        return pb.GetErasureResponse(receipt=receipt_to_proto(receipt))

    def _query_response(self, caller: Identity, query: LedgerQuery, result: QueryResult) -> pb.QueryLedgerResponse:
        pinned = encode_query(replace(query, revision=result.revision, group=GroupKey.NONE, group_value=""))

        def group(one: Group, value: str) -> pb.LedgerGroup:
            narrowed = pinned | ({"group": int(query.group), "group_value": value} if value else {})
            shown = len(one.row_set.rows)
            token = self._token(caller, narrowed, shown) if shown < one.row_set.row_count else ""
            label = display_name(one.key) if value and query.group is GroupKey.CATEGORY else one.label
            return convert.group_to_proto(one, label, token)

        return pb.QueryLedgerResponse(
            total=group(result.total, ""),
            groups=[group(one, one.key) for one in result.groups],
            ledger_revision=result.revision,
            semantics_version=SEMANTICS_VERSION,
            coverage=None if result.coverage is None else convert.coverage_to_proto(result.coverage),
            timings=convert.timings_to_proto(telemetry.stages()),
        )

    def _token(self, caller: Identity, query: dict[str, Any], position: int) -> str:
        return self._tokens.seal(caller, "ListRows", {"query": query, "position": position})


class RetrieverServicer(LedgerRpcs, DocumentRpcs, retriever_service_pb2_grpc.RetrieverServiceServicer):
    """All RPCs."""

    def __init__(self, ledger: LedgerCore, documents: DocumentCore, tokens: PageTokens) -> None:
        self._ledger = ledger
        self._documents = documents
        self._tokens = tokens


async def _file(upload: Upload[Any]) -> ImportFile:
    content = await asyncio.to_thread(upload.file.read)
    header = upload.header
    return ImportFile(header.file_name, header.sha256, content, convert.options_from_proto(header.options))


def _rule_citation(token: str) -> Citation | None:
    match = _RULE_TOKEN.fullmatch(token)
    text = find_rule(match[1]) if match is not None else None
    if match is None or text is None:
        return None
    rule = PolicyRule(rule_id=match[1], text=text, semantics_version=SEMANTICS_VERSION)
    return Citation(token=f"[Citation ID: policy:{match[1]}]", rule=rule)


def _citation(row: LedgerRow | None, row_set: RowSet | None, passage: Passage | None) -> Citation | None:
    if row is not None:
        return Citation(token=row.citation, row=convert.row_to_proto(row))
    if row_set is not None:
        return Citation(token=f"[Citation ID: rows:{row_set.digest}]", row_set=convert.row_set_to_proto(row_set))
    if passage is not None:
        return Citation(token=passage.citation, passage=passage)
    return None
