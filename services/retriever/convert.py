"""Messages of the ledger's RPCs ↔ model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from enum import IntEnum
from typing import Any, TypeVar

from google.protobuf.field_mask_pb2 import FieldMask
from google.type.date_pb2 import Date
from google.type.decimal_pb2 import Decimal as DecimalMessage

from services.common.errors import InvalidArgument
from services.common.types import (
    Money,
    currency_from_proto,
    date_from_proto,
    date_to_proto,
    money_from_proto,
    money_to_proto,
    zone_from_proto,
)
from services.retriever.model import (
    SEMANTICS_VERSION,
    AccountCoverage,
    AmountRange,
    Candidate,
    Coverage,
    CurrencyTotal,
    DateOrder,
    EntityKind,
    Group,
    GroupKey,
    GroupOrder,
    ImportOptions,
    ImportPreview,
    ImportProgress,
    ImportReport,
    LedgerFilter,
    LedgerFormat,
    LedgerQuery,
    LedgerRow,
    Mention,
    MovementKind,
    Part,
    RecurringCharge,
    ResolvedNames,
    Revision,
    RowChange,
    RowDetail,
    RowId,
    RowOrder,
    RowSet,
    Side,
    SignRule,
    SourcePart,
)
from tieout.retriever.v1 import import_pb2
from tieout.retriever.v1 import retriever_service_pb2 as pb
from tieout.type.v1 import ledger_pb2
from tieout.type.v1.period_pb2 import Period
from tieout.type.v1.timing_pb2 import StageTiming

E = TypeVar("E", bound=IntEnum)
ANNOTATION_FIELDS = frozenset({"category_id", "tags", "note", "merchant_alias", "splits"})


def _enum(kind: type[E], number: int, field: str) -> E:
    try:
        return kind(number)
    except ValueError:
        raise InvalidArgument(field, "one of the values of its enum") from None


def optional_date(message: Any, field: str) -> date | None:
    """The date of an optional field, None when it is absent."""
    return date_from_proto(getattr(message, field), field) if message.HasField(field) else None


# --- queries ---------------------------------------------------------------------------------------------------------


def filter_from_proto(message: ledger_pb2.LedgerFilter) -> LedgerFilter:
    """A filter; bounds, dates and enums that cannot be raise `InvalidArgument`."""
    period: Period = message.period
    start, end = optional_date(period, "start_date"), optional_date(period, "end_date")
    if start is not None and end is not None and end < start:
        raise InvalidArgument("filter.period", "its first day is not after its last")
    return LedgerFilter(
        merchant_ids=tuple(message.merchant_ids),
        category_ids=tuple(message.category_ids),
        excluded_category_ids=tuple(message.excluded_category_ids),
        kinds=tuple(_enum(MovementKind, kind, "filter.kinds") for kind in message.kinds if kind),
        account_ids=tuple(message.account_ids),
        counterparty_ids=tuple(message.counterparty_ids),
        currency=message.currency_code.upper(),
        amount=AmountRange(
            over=_bound(message.amount, "over"),
            at_least=_bound(message.amount, "at_least"),
            under=_bound(message.amount, "under"),
            at_most=_bound(message.amount, "at_most"),
        ),
        start=start,
        end=end,
        weekdays=tuple(sorted({int(day) for day in message.weekdays if day})),
        side=_enum(Side, message.side, "filter.side"),
        country_codes=tuple(code.upper() for code in message.country_codes),
        abroad=message.abroad,
        text=message.text,
        pending=message.pending if message.HasField("pending") else None,
        merchant_only=message.merchant_only,
        row_ids=tuple(message.row_ids),
        excluded_merchant_ids=tuple(message.excluded_merchant_ids),
    )


def _bound(message: ledger_pb2.AmountRange, field: str) -> Decimal | None:
    if not message.HasField(field):
        return None
    text: DecimalMessage = getattr(message, field)
    try:
        value = Decimal(text.value)
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite() or value < 0 or value.adjusted() > 18:
        raise InvalidArgument(f"filter.amount.{field}", "a decimal number, 0 or more")
    return value


def query_from_proto(request: pb.QueryLedgerRequest) -> LedgerQuery:
    """The query of QueryLedger."""
    return LedgerQuery(
        filter_from_proto(request.filter),
        optional_date(request, "as_of_date"),
        Revision(request.ledger_revision),
        _enum(RowOrder, request.order, "order"),
        _enum(GroupKey, request.group_by, "group_by"),
    )


def detail_from_proto(request: pb.QueryLedgerRequest, page_size: int) -> RowDetail:
    """What of the rows is sent."""
    return RowDetail(
        page_size,
        rows=not request.without_rows,
        ids=request.with_row_ids,
        max_groups=request.max_groups,
        group_order=_enum(GroupOrder, request.group_order, "group_order"),
        coverage=not request.without_coverage,
        out_set=request.with_out_set,
    )


def list_query_from_proto(request: pb.ListRowsRequest) -> LedgerQuery:
    """The query of ListRows."""
    return LedgerQuery(
        filter_from_proto(request.filter),
        optional_date(request, "as_of_date"),
        Revision(request.ledger_revision),
        _enum(RowOrder, request.order, "order"),
    )


# --- rows and sets ---------------------------------------------------------------------------------------------------


def row_to_proto(row: LedgerRow) -> ledger_pb2.LedgerRow:
    """A row as a caller sees it."""
    reading = row.reading
    return ledger_pb2.LedgerRow(
        row_id=reading.row_id,
        source_transaction_id=reading.source_transaction_id,
        account_id=reading.account_id,
        account_name=row.account_name,
        date=date_to_proto(reading.date),
        amount=money_to_proto(Money(reading.amount, reading.currency)),
        descriptor=reading.descriptor,
        merchant_id=reading.merchant_id,
        merchant_name=reading.merchant_name,
        counterparty_id=reading.counterparty_id,
        counterparty_name=reading.counterparty_name,
        category_id=reading.category_id,
        category_inferred=reading.category_inferred,
        kind=int(reading.kind),  # type: ignore[arg-type]
        rule_ids=reading.rule_ids,
        pending=reading.pending,
        country_code=reading.country_code,
        from_revision=row.from_revision,
        citation=row.citation,
        tags=reading.tags,
        note=reading.note,
        parts=[_part_to_proto(part, reading.currency) for part in reading.parts],
        whole_amount=None if row.whole_amount is None else money_to_proto(Money(row.whole_amount, reading.currency)),
    )


def _part_to_proto(part: Part, currency: str) -> ledger_pb2.RowPart:
    return ledger_pb2.RowPart(
        number=part.number,
        amount=money_to_proto(Money(part.amount, currency)),
        category_id=part.category_id,
        category_inferred=part.category_inferred,
        kind=int(part.kind),  # type: ignore[arg-type]
        merchant_id=part.merchant_id,
        merchant_name=part.merchant_name,
        note=part.note,
        rule_ids=part.rule_ids,
    )


def row_set_to_proto(row_set: RowSet, next_page_token: str = "") -> ledger_pb2.RowSet:
    """A set with its first page."""
    return ledger_pb2.RowSet(
        row_count=row_set.row_count,
        digest=row_set.digest,
        ledger_revision=row_set.revision,
        rows=[row_to_proto(row) for row in row_set.rows],
        next_page_token=next_page_token,
        row_ids=row_set.row_ids,
        source_transaction_ids=row_set.source_ids,
        account_ids=row_set.account_ids,
    )


def total_to_proto(total: CurrencyTotal) -> pb.CurrencyTotal:
    """Sums of one currency."""

    def money(amount: Decimal) -> Any:
        return money_to_proto(Money(amount, total.currency))

    message = pb.CurrencyTotal(
        row_sum=money(total.row_sum),
        out_sum=money(total.out_sum),
        in_sum=money(total.in_sum),
        row_count=total.row_count,
        out_count=total.out_count,
        in_count=total.in_count,
    )
    if total.smallest is not None:
        message.smallest_row.CopyFrom(row_to_proto(total.smallest))
    if total.largest is not None:
        message.largest_row.CopyFrom(row_to_proto(total.largest))
    return message


def group_to_proto(group: Group, label: str, next_page_token: str) -> pb.LedgerGroup:
    """One group."""
    message = pb.LedgerGroup(
        key=group.key,
        label=label,
        totals=[total_to_proto(total) for total in group.totals],
        row_set=row_set_to_proto(group.row_set, next_page_token),
        rule_ids=group.rule_ids,
    )
    if group.first is not None:
        message.first_row.CopyFrom(row_to_proto(group.first))
    if group.last is not None:
        message.last_row.CopyFrom(row_to_proto(group.last))
    if group.in_set is not None:
        message.in_set.CopyFrom(row_set_to_proto(group.in_set))
    if group.out_set is not None:
        message.out_set.CopyFrom(row_set_to_proto(group.out_set))
    return message


def coverage_to_proto(coverage: Coverage) -> ledger_pb2.Coverage:
    """The days covered."""
    return ledger_pb2.Coverage(
        first_date=_date(coverage.first),
        last_date=_date(coverage.last),
        history_loading=coverage.history_loading,
        accounts=[account_to_proto(account) for account in coverage.accounts],
        document_count=coverage.document_count,
    )


def account_to_proto(covered: AccountCoverage) -> ledger_pb2.AccountCoverage:
    """The days of one account."""
    account = covered.account
    return ledger_pb2.AccountCoverage(
        account_id=account.account_id,
        account_name=account.name,
        first_date=_date(covered.first),
        last_date=_date(covered.last),
        row_count=covered.row_count,
        history_loading=covered.history_loading,
        currency_code=account.currency,
        account_type=account.account_type,
        account_subtype=account.account_subtype,
        mask=account.mask,
        institution=account.institution,
    )


def _date(day: date | None) -> Date | None:
    return None if day is None else date_to_proto(day)


def timings_to_proto(stages: Mapping[str, float]) -> list[StageTiming]:
    """Seconds by stage."""
    timings = []
    for stage, seconds in stages.items():
        timing = StageTiming(stage=stage)
        timing.duration.FromNanoseconds(int(seconds * 1e9))
        timings.append(timing)
    return timings


# --- names -----------------------------------------------------------------------------------------------------------


def mention_from_proto(message: pb.Mention) -> Mention:
    """A mention; kind 0 means any."""
    kinds = frozenset(_enum(EntityKind, kind, "mentions.kinds") for kind in message.kinds if kind)
    return Mention(message.text, kinds)


def candidate_to_proto(candidate: Candidate) -> pb.Candidate:
    """What a name can stand for."""
    return pb.Candidate(
        kind=int(candidate.kind),  # type: ignore[arg-type]
        entity_id=candidate.entity_id,
        display_name=candidate.display_name,
        match=int(candidate.match),  # type: ignore[arg-type]
        similarity=candidate.similarity,
        category_ids=candidate.category_ids,
        row_count=candidate.row_count,
        near_merchant_ids=candidate.near_merchant_ids,
    )


def names_to_proto(names: ResolvedNames) -> pb.ResolveNamesResponse:
    """All names of a question."""
    return pb.ResolveNamesResponse(
        spans=[
            pb.NameSpan(start=span.start, end=span.end, candidates=[candidate_to_proto(one) for one in span.candidates])
            for span in names.spans
        ],
        mentions=[
            pb.ResolvedMention(
                text=mention.text,
                candidates=[candidate_to_proto(one) for one in mention.candidates],
                nearest_names=mention.nearest_names,
            )
            for mention in names.mentions
        ],
        coverage=coverage_to_proto(names.coverage),
        ledger_revision=names.revision,
    )


# --- recurring charges -----------------------------------------------------------------------------------------------


def recurring_to_proto(charges: Iterable[RecurringCharge], revision: Revision) -> pb.ListRecurringResponse:
    """Charges that come back."""
    return pb.ListRecurringResponse(
        charges=[
            pb.RecurringCharge(
                merchant_id=charge.merchant_id,
                merchant_name=charge.merchant_name,
                cadence=int(charge.cadence),  # type: ignore[arg-type]
                latest_row=row_to_proto(charge.latest),
                price_steps=[
                    pb.PriceStep(before=row_to_proto(before), after=row_to_proto(after))
                    for before, after in charge.steps
                ],
                active=charge.active,
                charge_count=charge.charge_count,
                subscription=charge.subscription,
            )
            for charge in charges
        ],
        ledger_revision=revision,
        semantics_version=SEMANTICS_VERSION,
    )


# --- imports and annotations -----------------------------------------------------------------------------------------


def options_from_proto(message: import_pb2.ImportOptions) -> ImportOptions:
    """What the caller knows of a file."""
    return ImportOptions(
        format=_enum(LedgerFormat, message.format, "header.options.format"),
        account_key=message.account_key,
        account_name=message.account_name,
        account_subtype=message.account_subtype,
        currency=currency_from_proto(message.currency_code, "header.options.currency_code"),
        date_order=_enum(DateOrder, message.date_order, "header.options.date_order"),
        sign_rule=_enum(SignRule, message.sign_rule, "header.options.sign_rule"),
        time_zone=zone_from_proto(message.time_zone, "header.options.time_zone").key if message.time_zone else "",
    )


def options_to_proto(options: ImportOptions) -> import_pb2.ImportOptions:
    """What was understood of a file."""
    return import_pb2.ImportOptions(
        format=int(options.format),  # type: ignore[arg-type]
        account_key=options.account_key,
        account_name=options.account_name,
        account_subtype=options.account_subtype,
        currency_code=options.currency,
        date_order=int(options.date_order),  # type: ignore[arg-type]
        sign_rule=int(options.sign_rule),  # type: ignore[arg-type]
        time_zone=options.time_zone,
    )


def report_to_proto(report: ImportReport) -> import_pb2.ImportReport:
    """What an import did."""
    return import_pb2.ImportReport(
        import_id=report.import_id,
        format=int(report.format),  # type: ignore[arg-type]
        ledger_revision=report.revision,
        added_count=report.added,
        changed_count=report.changed,
        removed_count=report.removed,
        unchanged_count=report.unchanged,
        refused_count=report.refused_count,
        refused_rows=[import_pb2.RefusedRow(position=one.position, reason=one.reason) for one in report.refused],
        accounts=[account_to_proto(account) for account in report.accounts],
        notices=report.notices,
    )


def progress_to_proto(progress: ImportProgress) -> import_pb2.ImportProgress:
    """How far an import has come."""
    return import_pb2.ImportProgress(
        stage=int(progress.stage),  # type: ignore[arg-type]
        row_count=progress.row_count,
        row_total=progress.row_total,
    )


def preview_to_proto(preview: ImportPreview) -> pb.PreviewImportResponse:
    """What an import would do."""
    return pb.PreviewImportResponse(
        report=report_to_proto(preview.report),
        rows=[row_to_proto(row) for row in preview.rows],
        options=options_to_proto(preview.options),
        choices=_choices(preview.choices),
    )


def _choices(choices: Mapping[str, tuple[str, ...]]) -> list[str]:
    return [f"{name}: {' or '.join(options)}" for name, options in choices.items()]


def _parts_from_proto(splits: Sequence[pb.RowSplit] | None) -> tuple[tuple[SourcePart, ...] | None, str]:
    """The parts and their one currency; None where nothing is said of them."""
    if splits is None:
        return None, ""
    amounts = [money_from_proto(split.amount, "annotations.splits") for split in splits]
    currencies = {amount.currency for amount in amounts}
    if len(currencies) > 1:
        raise InvalidArgument("annotations.splits", "of one currency")
    parts = tuple(
        SourcePart(amount.amount, split.category_id, " ".join(split.merchant_name.split()), split.note)
        for split, amount in zip(splits, amounts, strict=True)
    )
    return parts, next(iter(currencies), "")


def changes_from_proto(request: pb.AnnotateRowsRequest) -> list[RowChange]:
    """The annotations, with fields that the mask does not name as None."""
    mask: FieldMask = request.update_mask
    named = set(mask.paths)
    unknown = named - ANNOTATION_FIELDS
    if unknown:
        raise InvalidArgument("update_mask", f"fields of RowAnnotation: {', '.join(sorted(ANNOTATION_FIELDS))}")
    changes = []
    for annotation in request.annotations:

        def chosen(field: str, annotation: pb.RowAnnotation = annotation) -> bool:
            return field in named if named else bool(getattr(annotation, field))

        changes.append(
            RowChange(
                RowId(annotation.row_id),
                annotation.category_id if chosen("category_id") else None,
                tuple(dict.fromkeys(annotation.tags)) if chosen("tags") else None,
                annotation.note if chosen("note") else None,
                annotation.merchant_alias if chosen("merchant_alias") else None,
                *_parts_from_proto(annotation.splits if chosen("splits") else None),
            )
        )
    return changes
