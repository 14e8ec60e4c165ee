"""What can be done with a ledger: bring rows in, say one's own words of them, ask for complete sets, erase."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import TypeVar
from uuid import UUID

from services.common.erasure import Receipt, Source
from services.common.errors import ErrorReason, FailedPrecondition, InvalidArgument, NotFound
from services.common.identity import Identity
from services.common.types import RequestKey, UserId
from services.retriever.ledger import categories, recurring
from services.retriever.ledger.descriptors import read_issuer
from services.retriever.ledger.files import read_file
from services.retriever.ledger.folding import fold
from services.retriever.ledger.imports import Outcome, apply_file, pending_links
from services.retriever.ledger.names import NameIndex
from services.retriever.ledger.queries import decode_query, encode_query
from services.retriever.ledger.semantics import LedgerReading, read_ledger
from services.retriever.ledger.spool import LARGE, Spool
from services.retriever.model import (
    Annotation,
    Change,
    Coverage,
    EntityKind,
    ImportFile,
    ImportPreview,
    ImportProgress,
    ImportRecord,
    ImportReport,
    ImportStage,
    LedgerChange,
    LedgerFilter,
    LedgerQuery,
    LedgerRow,
    LedgerState,
    LedgerStatus,
    Mention,
    MovementKind,
    NamedEntity,
    ParsedFile,
    QueryResult,
    Reading,
    RecurringCharge,
    ResolvedNames,
    Revision,
    RowChange,
    RowDetail,
    RowId,
    RowPage,
    RowSet,
    Side,
)
from services.retriever.ports import LedgerEraser, LedgerStore, Tell

T = TypeVar("T")

SHOWN_REFUSED = 100
SHOWN_PREVIEW = 20
# Where reading a ledger takes longer than this many rows, it is done beside the event loop.
INLINE_ROWS = 200
MAX_TEXT_WORDS = 8


class LedgerCore:
    """Use cases on a ledger. Names of `cached_users` users are kept in this process, by revision."""

    def __init__(self, store: LedgerStore, eraser: LedgerEraser, *, cached_users: int = 256) -> None:
        self._store = store
        self._eraser = eraser
        self._names: OrderedDict[UserId, tuple[str, NameIndex]] = OrderedDict()
        self._cached_users = cached_users

    # --- imports -----------------------------------------------------------------------------------------------------

    async def import_file(
        self, identity: Identity, key: RequestKey, file: ImportFile, tell: Tell = lambda _: None
    ) -> ImportReport:
        """Store a file's rows. The same request again gives the same report; the same file again changes nothing.

        Raises `FailedPrecondition` (FORMAT_AMBIGUOUS) when the caller has to choose first; then nothing is stored.
        """
        tell(ImportProgress(ImportStage.READING))
        parsed = await asyncio.to_thread(read_file, file.content, file.file_name, file.options)
        file = replace(file, content=b"")  # A large file has to leave room for its rows.
        found, links = len(parsed.changes), pending_links(parsed)
        tell(ImportProgress(ImportStage.READING, found, found))
        if parsed.choices:
            choice, options = next(iter(parsed.choices.items()))
            raise FailedPrecondition(
                ErrorReason.ERROR_REASON_FORMAT_AMBIGUOUS,
                f"The file can be read in more than one way: choose {choice}.",
                {"choice": choice, "options": ",".join(options)},
            )
        import_id = str(uuid.uuid4())
        outcomes: list[Outcome] = []
        spool: Spool | None = None
        if found >= LARGE:
            # These have to leave room for the ledger that they are laid over.
            spool = await asyncio.to_thread(Spool, parsed.changes)
            parsed = replace(parsed, changes=())

        async def plan(state: LedgerState) -> LedgerChange:
            tell(ImportProgress(ImportStage.COMPARING, 0, found))
            outcome = await _beside(found, apply_file, state, parsed, spool)
            outcomes.append(replace(outcome, rows={}))
            tell(ImportProgress(ImportStage.COMPARING, found, found))
            tell(ImportProgress(ImportStage.DECIDING, 0, len(outcome.rows)))
            item = replace(parsed.item, history_loading=parsed.item.history_loading and not _is_complete(state, parsed))
            record = ImportRecord(import_id, parsed.format, file.file_name, file.sha256, item, outcome.brought)
            if outcome.rows == state.rows and outcome.accounts == state.accounts:
                return _unchanged(state, record)
            change = await _read(replace(state, rows=outcome.rows, accounts=outcome.accounts), record)
            tell(ImportProgress(ImportStage.DECIDING, len(outcome.rows), len(outcome.rows)))
            return change

        def make_report(change: Change, coverage: Coverage) -> ImportReport:
            return _report(import_id, parsed, outcomes[-1], change.revision, coverage)

        return await self._store.import_rows(identity, key, links, plan, make_report, tell)

    async def preview(self, identity: Identity, file: ImportFile) -> ImportPreview:
        """What an import would do, and what has to be chosen before."""
        parsed = await asyncio.to_thread(read_file, file.content, file.file_name, file.options)
        state = await self._store.read_state(identity, pending_links(parsed))
        outcome = await _beside(len(parsed.changes), apply_file, state, parsed)
        readings = (await _read_policy(replace(state, rows=outcome.rows, accounts=outcome.accounts))).rows
        coverage = Coverage(None, None, False, ())
        rows = sorted(outcome.brought, key=lambda row_id: (readings[row_id].date, row_id))[:SHOWN_PREVIEW]
        shown = tuple(
            LedgerRow(reading, Revision(0), outcome.accounts[reading.account_id].name)
            for reading in (readings[row_id] for row_id in rows)
        )
        report = _report("", parsed, outcome, state.revision, coverage)
        return ImportPreview(report, shown, parsed.options, parsed.choices)

    async def annotate(self, identity: Identity, key: RequestKey, changes: Sequence[RowChange]) -> Change:
        """Store the user's words for rows. Raises `NotFound` for a row that is not there, and stores nothing then."""
        for change in changes:
            if change.category_id and change.category_id not in categories.DETAILED:
                raise InvalidArgument("annotations.category_id", "a detailed category id")

        async def plan(state: LedgerState) -> LedgerChange:
            annotations, aliases = _annotated(state, changes)
            return await _read(replace(state, annotations=annotations, aliases=aliases), None)

        return await self._store.annotate(identity, key, [change.row_id for change in changes], plan)

    # --- questions ---------------------------------------------------------------------------------------------------

    async def query(self, identity: Identity, query: LedgerQuery, detail: RowDetail) -> QueryResult:
        """What a query comes to over its complete set."""
        prepared = _prepare(query)
        encoded = json.dumps(encode_query(replace(prepared, revision=Revision(0))))
        return await self._store.query(identity, prepared, detail, encoded)

    async def list_rows(self, identity: Identity, query: LedgerQuery, position: int, size: int) -> RowPage:
        """Rows of a query's set from a position."""
        return await self._store.list_rows(identity, _prepare(query), position, size)

    async def find_rows(self, identity: Identity, row_ids: Sequence[str], revision: Revision) -> dict[str, LedgerRow]:
        """Rows by id."""
        return {row.reading.row_id: row for row in await self._store.find_rows(identity, row_ids, revision)}

    async def find_row_set(self, identity: Identity, digest: str, size: int) -> RowSet | None:
        """The set that a digest names, with its first rows; None for one that was never given out, or can't be read
        again because rows of it were erased."""
        encoded = await self._store.find_row_set(identity, digest)
        if encoded is None:
            return None
        query = decode_query(json.loads(encoded))
        result = await self._store.query(identity, query, RowDetail(size), encoded)
        return result.total.row_set if result.total.row_set.digest == digest else None

    async def read_status(self, identity: Identity, as_of: date | None) -> LedgerStatus:
        """Where the ledger stands."""
        status = await self._store.read_status(identity)
        return replace(status, coverage=_up_to(status.coverage, as_of))

    async def resolve(
        self, identity: Identity, question: str, mentions: Sequence[Mention], as_of: date | None
    ) -> ResolvedNames:
        """What the names in a question, and the mentions beside it, stand for."""
        status = await self._store.read_status(identity)
        state, index = self._names.get(identity.user_id, ("", None))
        if index is None or state != status.state:
            revision, entities, payments = await self._store.read_entities(identity)
            index = NameIndex(revision, (*entities, *_issuers(payments)))
            self._names[identity.user_id] = (status.state, index)
            while len(self._names) > self._cached_users:
                self._names.popitem(last=False)
        self._names.move_to_end(identity.user_id)
        return ResolvedNames(
            tuple(index.find_spans(question)) if question else (),
            tuple(index.resolve(mention) for mention in mentions),
            _up_to(status.coverage, as_of),
            index.revision,
        )

    async def list_recurring(
        self, identity: Identity, as_of: date, revision: Revision, merchant_id: str
    ) -> tuple[list[RecurringCharge], Revision]:
        """Charges that come back at a constant price."""
        wanted = LedgerFilter(
            merchant_ids=(merchant_id,) if merchant_id else (),
            kinds=(MovementKind.PURCHASE, MovementKind.LOAN_PAYMENT),
            side=Side.OUT,
            merchant_only=True,
        )
        rows, read_at = await self._store.list_steady(
            identity, LedgerQuery(wanted, as_of, revision), recurring.LEAST, recurring.CHARGES_PER_CHANGE
        )
        charges = await asyncio.to_thread(recurring.find_recurring, rows, as_of)
        return charges, read_at

    # --- erasure -----------------------------------------------------------------------------------------------------

    async def erase(self, identity: Identity, key: RequestKey, source: Source, erasure_id: str) -> Receipt:
        """Erase an account, an import, or all."""
        self._names.pop(identity.user_id, None)

        async def plan(state: LedgerState) -> LedgerChange:
            if not state.aliases:
                return await _read(state, None)
            # Names are given to merchants as they are without any names: those that no row has any more go too.
            bare = await _read_policy(replace(state, aliases={}))
            left = {reading.merchant_id for reading in bare.rows.values()}
            kept = {merchant: alias for merchant, alias in state.aliases.items() if merchant in left}
            return await _read(replace(state, aliases=kept), None)

        return await self._eraser.erase(identity, key, source, erasure_id, plan)

    async def read_receipt(self, identity: Identity, erasure_id: str) -> Receipt:
        """How far an erasure has come."""
        try:
            known = UUID(erasure_id)
        except ValueError:
            raise NotFound(f"erasures/{erasure_id}") from None
        return await self._eraser.read_receipt(identity, known)


async def _beside(rows: int, work: Callable[..., T], *arguments: object) -> T:
    if rows <= INLINE_ROWS:
        return work(*arguments)
    return await asyncio.to_thread(work, *arguments)


def _unchanged(state: LedgerState, imported: ImportRecord) -> LedgerChange:
    """A ledger to which a file adds nothing: only the import is kept."""
    return LedgerChange(state.accounts, state.rows, state.annotations, state.aliases, None, {}, imported)


async def _read_policy(state: LedgerState) -> LedgerReading:
    """The policy's reading of a whole ledger."""
    arguments = (state.accounts, tuple(state.rows.values()), state.annotations, state.aliases)
    if len(state.rows) <= INLINE_ROWS:
        return read_ledger(*arguments)
    return await asyncio.to_thread(read_ledger, *arguments)


async def _read(state: LedgerState, imported: ImportRecord | None) -> LedgerChange:
    """What a ledger becomes when the policy reads it."""
    reading = await _read_policy(state)
    return LedgerChange(
        state.accounts, state.rows, state.annotations, state.aliases, reading.rows, reading.former_names, imported
    )


def _issuers(descriptors: Sequence[str]) -> list[NamedEntity]:
    """The banks that card payments go to: "paid Chase" may mean the card."""
    names = sorted({issuer for descriptor in descriptors if (issuer := read_issuer(descriptor))})
    return [NamedEntity(EntityKind.INSTITUTION, f"ins:{name}", name, 0) for name in names]


def _is_complete(state: LedgerState, parsed: ParsedFile) -> bool:
    """Whether an item's history had been reported complete before: a late older report does not undo that."""
    known = state.items.get(parsed.item.item_id)
    return known is not None and not known.history_loading


def _report(
    import_id: str, parsed: ParsedFile, outcome: Outcome, revision: Revision, coverage: Coverage
) -> ImportReport:
    return ImportReport(
        import_id,
        parsed.format,
        revision,
        outcome.added,
        outcome.changed,
        outcome.removed,
        outcome.unchanged,
        len(parsed.refused),
        parsed.refused[:SHOWN_REFUSED],
        tuple(one for one in coverage.accounts if one.account.account_id in outcome.touched_accounts),
        (*parsed.notices, *outcome.notices),
    )


def _annotated(state: LedgerState, changes: Sequence[RowChange]) -> tuple[dict[RowId, Annotation], dict[str, str]]:
    annotations, aliases = dict(state.annotations), dict(state.aliases)
    for change in changes:
        reading = state.readings.get(change.row_id)
        if reading is None:
            raise NotFound(f"rows/{change.row_id}")
        known = annotations.get(change.row_id, Annotation(change.row_id))
        annotations[change.row_id] = replace(
            known,
            category_id=known.category_id if change.category_id is None else change.category_id,
            tags=known.tags if change.tags is None else change.tags,
            note=known.note if change.note is None else change.note,
            parts=known.parts if change.parts is None else change.parts,
        )
        _check_parts(change, reading)
        if change.merchant_alias is not None:
            if not reading.merchant_id:
                raise InvalidArgument("annotations.merchant_alias", "for rows of a merchant only")
            if change.merchant_alias and not fold(change.merchant_alias):
                raise InvalidArgument("annotations.merchant_alias", "a name with a letter or digit")
            if change.merchant_alias:
                aliases[reading.merchant_id] = change.merchant_alias
            else:
                aliases.pop(reading.merchant_id, None)
    return annotations, aliases


def _check_parts(change: RowChange, reading: Reading) -> None:
    """Refuse parts that are not the row's money."""
    if not change.parts:
        return
    field = "annotations.splits"
    if change.currency != reading.currency:
        raise InvalidArgument(field, "amounts in the row's currency")
    if any(not part.amount or (part.amount > 0) != (reading.amount > 0) for part in change.parts):
        raise InvalidArgument(field, "amounts that are not zero, and of the row's sign")
    if any(part.category_id and part.category_id not in categories.DETAILED for part in change.parts):
        raise InvalidArgument(f"{field}.category_id", "a detailed category id")
    if any(part.merchant_name and not fold(part.merchant_name) for part in change.parts):
        raise InvalidArgument(f"{field}.merchant_name", "a name with a letter or digit")
    if sum(part.amount for part in change.parts) != reading.amount:
        raise InvalidArgument(field, "amounts that add up to the row's")


def _prepare(query: LedgerQuery) -> LedgerQuery:
    """Primary categories become their detailed ones, the text folded words."""
    wanted = query.filter
    words = fold(wanted.text).split()
    if wanted.text and not words:
        raise InvalidArgument("filter.text", "words with a letter or digit")
    if len(words) > MAX_TEXT_WORDS:
        raise InvalidArgument("filter.text", f"at most {MAX_TEXT_WORDS} words")
    return replace(
        query,
        filter=replace(
            wanted,
            category_ids=categories.expand(wanted.category_ids),
            excluded_category_ids=categories.expand(wanted.excluded_category_ids),
            text=" ".join(words),
        ),
    )


def _up_to(coverage: Coverage, as_of: date | None) -> Coverage:
    return coverage if as_of is None or coverage.first is None else replace(coverage, last=as_of)
