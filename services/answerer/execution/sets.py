"""The complete sets that a plan is about, read at one revision of the ledger, and the sums of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from services.answerer.dates import month_days
from services.answerer.execution.outcome import needs_rate
from services.answerer.figures import MAX_ROW_IDS, Calculation, RowSource
from services.answerer.model import (
    Coverage,
    CurrencyTotal,
    Figure,
    GroupKey,
    GroupOrder,
    LedgerFilter,
    LedgerGroup,
    LedgerRow,
    Netting,
    Period,
    Plan,
    QueryLedgerResponse,
    RecurringCharge,
    RowOrder,
    RowSet,
    Selection,
)
from services.answerer.ports import Ledger
from services.answerer.together import every
from services.common.identity import Identity

# Rows that an answer shows of a set; the rest is a page token away.
FIRST_PAGE = 20
# The most that a query gives.
LARGEST_PAGE = 500
MINUS_SIGN = (Netting.INFLOW, Netting.REFUNDS)


@dataclass(frozen=True, slots=True)
class Side:
    """One selection with its complete set: a figure for each currency, and the rows."""

    selection: Selection
    sums: tuple[Figure, ...]
    group: LedgerGroup
    sources: tuple[RowSource, ...]

    @property
    def count(self) -> int:
        """Rows of the set."""
        return self.group.row_set.row_count if self.group.row_set else 0


class Sets:
    """What one plan of one user reads, and the calculation that its figures are nodes of.

    `revision` is that of the first query where it is 0; `rules` are those that decided what is in a set. The rest is as
    `execute` has it.
    """

    def __init__(
        self,
        ledger: Ledger,
        identity: Identity,
        plan: Plan,
        *,
        revision: int,
        currency: str,
        brief: bool,
        held: Mapping[LedgerFilter, LedgerGroup],
    ) -> None:
        self.plan = plan
        self.brief = brief
        self.revision = revision
        self.rules: set[str] = set()
        self.calculation = Calculation()
        self._ledger = ledger
        self._identity = identity
        self._home = currency
        self._held = held
        self._covered: Coverage | None = None
        assert plan.as_of_date is not None
        self.today = plan.as_of_date

    @property
    def selection(self) -> Selection:
        """The first selection of the plan, the only one of most."""
        return self.plan.selections[0]

    async def query(
        self,
        chosen: LedgerFilter,
        *,
        group_by: GroupKey = GroupKey.UNSPECIFIED,
        order: RowOrder = RowOrder.UNSPECIFIED,
        page_size: int = FIRST_PAGE,
        ids: bool = False,
        rows: bool = True,
        max_groups: int = 0,
        group_order: GroupOrder = GroupOrder.UNSPECIFIED,
        out_set: bool = False,
    ) -> QueryLedgerResponse:
        """`ids`: name all rows of the sets; `rows`: send the first page of them whole; `out_set`: with that set."""
        response = await self._ledger.query(
            self._identity,
            chosen,
            self.today,
            group_by=group_by,
            order=order,
            revision=self.revision,
            page_size=page_size,
            with_row_ids=ids,
            without_rows=not rows or self.brief,
            max_groups=max_groups,
            group_order=group_order,
            without_coverage=True,
            with_out_set=out_set,
        )
        self.rules.update(total_of(response).rule_ids)
        if not self.revision:
            # What follows must read the same revision, whatever is imported meanwhile.
            self.revision = response.ledger_revision
        return response

    async def coverage(self) -> Coverage:
        """What the ledger covers at the revision; few plans rest on it."""
        if self._covered is None:
            none = LedgerFilter(row_ids=("none",))
            response = await self._ledger.query(
                self._identity, none, self.today, revision=self.revision, without_rows=True
            )
            self.revision = self.revision or response.ledger_revision
            self._covered = response.coverage or Coverage()
        return self._covered

    async def first_rows(
        self, chosen: LedgerFilter, row_set: RowSet, order: RowOrder = RowOrder.UNSPECIFIED, *, size: int = MAX_ROW_IDS
    ) -> tuple[LedgerRow, ...]:
        """So many rows of a set, or all that there are."""
        if len(row_set.rows) >= min(row_set.row_count, size):
            return row_set.rows
        page = await self._ledger.list_rows(
            self._identity, chosen, self.today, order=order, revision=self.revision, page_size=size
        )
        return page.rows

    async def source(self, chosen: LedgerFilter, group: LedgerGroup, sign: int) -> RowSource:
        row_set = group.row_set or RowSet()
        if len(row_set.row_ids) < row_set.row_count <= MAX_ROW_IDS:
            # One of so many groups that not all name their rows.
            group = total_of(await self.query(chosen, ids=True, rows=False))
        return source_of(chosen, group.row_set, sign)

    async def sides(self, *, shown: int | None = None, out_set: bool = False) -> list[Side]:
        """All selections, read at the same time. `shown`: the one with its first rows; `out_set`: as in a query."""
        selections = self.plan.selections
        groups = await every(
            [self._whole(filter_of(one), rows=place == shown, out_set=out_set) for place, one in enumerate(selections)]
        )
        # Figures are made one after the other: their ids follow from the plan alone.
        return [await self._side(one, group) for one, group in zip(selections, groups, strict=True)]

    async def _whole(self, chosen: LedgerFilter, *, rows: bool, out_set: bool) -> LedgerGroup:
        held = self._held.get(chosen)
        return held or total_of(await self.query(chosen, ids=True, rows=rows, out_set=out_set))

    async def _side(self, selection: Selection, group: LedgerGroup) -> Side:
        """The complete set of a selection, with one sum for each of its currencies."""
        chosen = filter_of(selection)
        sign = -1 if selection.netting in MINUS_SIGN else 1
        label = labelled(selection)
        if len(group.totals) <= 1:
            source = source_of(chosen, group.row_set, sign)
            total = group.totals[0] if group.totals else None
            currency = code_of(total) or chosen.currency_code or await self.currency()
            figure = self.calculation.row_sum(source, amount_of(total), currency, label)
            return Side(selection, (figure,), group, (source,))
        narrowed = [replace(chosen, currency_code=code_of(total)) for total in group.totals]
        parts = await every([self.query(one, ids=True, rows=False) for one in narrowed])
        sources = [source_of(one, total_of(part).row_set, sign) for one, part in zip(narrowed, parts, strict=True)]
        figures = [
            self.calculation.row_sum(source, amount_of(total), code_of(total), label)
            for source, total in zip(sources, group.totals, strict=True)
        ]
        return Side(selection, tuple(figures), group, tuple(sources))

    async def currency(self) -> str:
        """The home currency: as the question says, else the one of the account with most rows."""
        if self._home:
            return self._home
        held = sorted((await self.coverage()).accounts, key=lambda one: -one.row_count)
        return next((one.currency_code for one in held if one.currency_code), "USD")

    async def only_currency(self, sides: Sequence[Side]) -> str:
        codes = {figure.currency_code for side in sides for figure in side.sums if side.count}
        if len(codes) > 1 or any(len(side.sums) > 1 for side in sides):
            raise needs_rate()
        return codes.pop() if codes else await self.currency()

    async def union(self, sides: Sequence[Side]) -> RowSet | None:
        """One set of all rows of several selections. None above 1,000 rows: then each is cited on its own."""
        filled = [side for side in sides if side.count]
        if not filled:
            return sides[0].group.row_set
        if len(filled) == 1:
            return await self.shown(filled[0])
        if sum(side.count for side in filled) > MAX_ROW_IDS:
            return None
        ids = (row_id for side in filled for source in side.sources for row_id in source.row_ids)
        return await self.set_of(list(dict.fromkeys(ids)))

    async def shown(self, side: Side) -> RowSet | None:
        """The set of a side with its first rows."""
        row_set = side.group.row_set
        if row_set is None or row_set.rows or self.brief:
            return row_set
        return total_of(await self.query(filter_of(side.selection))).row_set

    async def set_of(self, row_ids: Sequence[str]) -> RowSet | None:
        if not row_ids:
            return None
        group = total_of(await self.query(LedgerFilter(row_ids=tuple(row_ids))))
        return group.row_set

    async def charges(self, merchant_id: str = "") -> tuple[RecurringCharge, ...]:
        response = await self._ledger.list_recurring(
            self._identity, self.today, revision=self.revision, merchant_id=merchant_id
        )
        self.revision = self.revision or response.ledger_revision
        return response.charges


def filter_of(selection: Selection) -> LedgerFilter:
    return selection.filter or LedgerFilter()


def total_of(response: QueryLedgerResponse) -> LedgerGroup:
    return response.total or LedgerGroup()


def labelled(selection: Selection) -> str:
    return f"{selection.label}, {selection.period_label}" if selection.period_label else selection.label


def amount_of(total: CurrencyTotal | None) -> Decimal:
    return total.row_sum.amount if total is not None and total.row_sum is not None else Decimal(0)


def code_of(total: CurrencyTotal | None) -> str:
    return total.row_sum.currency if total is not None and total.row_sum is not None else ""


def size_of(row: LedgerRow) -> Decimal:
    return row.amount.amount if row.amount is not None else Decimal(0)


def source_of(chosen: LedgerFilter, row_set: RowSet | None, sign: int) -> RowSource:
    found = row_set or RowSet()
    return RowSource(chosen, found.digest, found.row_count, found.row_ids, found.source_transaction_ids, sign)


def in_group(chosen: LedgerFilter, key: GroupKey, value: str) -> LedgerFilter:
    """The filter of one group."""
    if key is GroupKey.MERCHANT:
        return replace(chosen, merchant_ids=(value,))
    if key is GroupKey.COUNTERPARTY:
        return replace(chosen, counterparty_ids=(value,))
    if key is GroupKey.CATEGORY:
        return replace(chosen, category_ids=(value,))
    if key is GroupKey.ACCOUNT:
        return replace(chosen, account_ids=(value,))
    if key is not GroupKey.MONTH:
        return chosen
    year, month = (int(part) for part in value.split("-"))
    days = month_days(year, month)
    period = chosen.period or Period()
    start = max(one for one in (days.start, period.start_date) if one is not None)
    end = min(one for one in (days.end, period.end_date) if one is not None)
    return replace(chosen, period=Period(start, end))


def group_name(key: GroupKey, group: LedgerGroup) -> str:
    if key is GroupKey.MONTH:
        year, month = (int(part) for part in group.key.split("-"))
        return f"{date(year, month, 1):%B %Y}"
    return group.label
