"""Carries out a ledger plan: queries for complete sets, figures from them, and the value that they come to.

The same plan at the same revision always makes the same figures under the same ids; `VerifyAnswer` rests on that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal

from services.answerer.dates import month_days, months_touched, years_touched
from services.answerer.figures import MAX_ROW_IDS, Calculation, RowSource, money_decimals, number
from services.answerer.grammar import Decline, Declined
from services.answerer.model import (
    AmountRange,
    AmountSide,
    AnswerForm,
    AnswerValue,
    Cadence,
    Coverage,
    CurrencyTotal,
    Figure,
    FigureUnit,
    GroupKey,
    GroupOrder,
    LedgerFilter,
    LedgerGroup,
    LedgerRow,
    Measure,
    MoneyByCurrency,
    NameList,
    Netting,
    NumberValue,
    Per,
    Period,
    Plan,
    Polarity,
    PriceStep,
    QueryLedgerResponse,
    RecurringCharge,
    RefusalReason,
    RowOrder,
    RowSet,
    Selection,
    TextValue,
)
from services.answerer.ports import Ledger
from services.answerer.rhythm import next_day
from services.answerer.together import every
from services.common.identity import Identity
from services.common.types import Money

# Rows that an answer shows of a set; the rest is a page token away.
FIRST_PAGE = 20
# The most that a query gives.
LARGEST_PAGE = 500
# Names that the text of a count of merchants lists.
SHOWN_NAMES = 20
A_YEAR = 12
# Rules whose groups are ranked by rows, whatever their currencies.
# Parts that a breakdown names; what is left of the others is one part more.
SHOWN_PARTS = 40
TIMED = (GroupKey.MONTH, GroupKey.YEAR, GroupKey.WEEK, GroupKey.DAY)
NO_MERCHANT, OTHERS = "without a merchant", "others"
COUNTED = ("top.count", "merchants")
_A_TIME = {Cadence.WEEKLY: "a week", Cadence.MONTHLY: "a month", Cadence.YEARLY: "a year"}
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


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a plan came to. `lines` are rows that the text names, `names` the groups that won."""

    value: AnswerValue
    figures: tuple[Figure, ...]
    value_figures: tuple[Figure, ...] = ()
    row_set: RowSet | None = None
    lines: tuple[LedgerRow, ...] = ()
    names: tuple[tuple[str, str, Figure | None], ...] = ()
    count: Figure | None = None
    refunds: Figure | None = None
    steps: tuple[tuple[RecurringCharge, PriceStep], ...] = ()
    rule_ids: tuple[str, ...] = ()
    revision: int = 0
    coverage: Coverage = field(default_factory=Coverage)
    beside: Mapping[LedgerFilter, LedgerGroup] = field(default_factory=dict)
    """Sets that came with those of the plan."""


def declined(reason: RefusalReason, *, mention: str = "", missing: str = "", instead: str = "") -> Decline:
    """A refusal that only the rows could tell."""
    return Decline(Declined(reason, mention=mention, missing=missing, instead=instead))


def _needs_rate() -> Decline:
    return declined(RefusalReason.NOT_IN_DATA, missing="exchange rates", instead="amounts in their own currencies")


class Execution:
    """One plan, one user, one ledger revision (0: the newest). `coverage` is what the text may name.

    `brief`: no row is shown, so that none is sent; figures and sets are the same. `held`: sets at hand, of this
    revision.
    """

    def __init__(
        self,
        ledger: Ledger,
        identity: Identity,
        plan: Plan,
        *,
        revision: int = 0,
        currency: str = "",
        coverage: Coverage | None = None,
        brief: bool = False,
        held: Mapping[LedgerFilter, LedgerGroup] | None = None,
    ) -> None:
        self._brief = brief
        self._held = held or {}
        self._ledger = ledger
        self._identity = identity
        self._plan = plan
        self._revision = revision
        self._home = currency
        self._named = coverage or Coverage()
        self._covered: Coverage | None = None
        self._calculation = Calculation()
        self._rules: set[str] = set()
        assert plan.as_of_date is not None
        self._today = plan.as_of_date

    async def run(self) -> Outcome:
        """Query, calculate. Raises `Decline` where the rows hold no answer."""
        runner = {
            Measure.SUM: self._breakdown if self._plan.group_by is not GroupKey.UNSPECIFIED else self._sum,
            Measure.COUNT: self._count,
            Measure.AVERAGE: self._average,
            Measure.MEDIAN: self._median,
            Measure.MAXIMUM: self._extreme,
            Measure.MINIMUM: self._extreme,
            Measure.FIRST: self._end,
            Measure.LAST: self._end,
            Measure.LIST: self._list,
            Measure.SHARE: self._share,
            Measure.CHANGE: self._change,
            Measure.COMPARE: self._compare,
            Measure.EXISTS: self._exists,
            Measure.DAYS_SINCE: self._days_since,
            Measure.TOP: self._top,
            Measure.RECURRING: self._recurring,
            Measure.PRICE_STEP: self._price_step,
        }[self._plan.measure]
        outcome = await runner()
        return replace(
            outcome,
            value=replace(outcome.value, rows=_without_ids(outcome.value.rows)),
            row_set=_without_ids(outcome.row_set),
            figures=self._calculation.figures,
            rule_ids=tuple(sorted(self._rules)),
            revision=self._revision,
            coverage=self._named,
        )

    # --- queries

    async def _query(
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
            self._today,
            group_by=group_by,
            order=order,
            revision=self._revision,
            page_size=page_size,
            with_row_ids=ids,
            without_rows=not rows or self._brief,
            max_groups=max_groups,
            group_order=group_order,
            without_coverage=True,
            with_out_set=out_set,
        )
        self._rules.update(_total(response).rule_ids)
        if not self._revision:
            # What follows must read the same revision, whatever is imported meanwhile.
            self._revision = response.ledger_revision
        return response

    async def _coverage(self) -> Coverage:
        """What the ledger covers at the revision; few plans rest on it."""
        if self._covered is None:
            none = LedgerFilter(row_ids=("none",))
            response = await self._ledger.query(
                self._identity, none, self._today, revision=self._revision, without_rows=True
            )
            self._revision = self._revision or response.ledger_revision
            self._covered = response.coverage or Coverage()
        return self._covered

    async def _first_rows(
        self, chosen: LedgerFilter, row_set: RowSet, order: RowOrder = RowOrder.UNSPECIFIED, *, size: int = MAX_ROW_IDS
    ) -> tuple[LedgerRow, ...]:
        """So many rows of a set, or all that there are."""
        if len(row_set.rows) >= min(row_set.row_count, size):
            return row_set.rows
        page = await self._ledger.list_rows(
            self._identity, chosen, self._today, order=order, revision=self._revision, page_size=size
        )
        return page.rows

    async def _source(self, chosen: LedgerFilter, group: LedgerGroup, sign: int) -> RowSource:
        row_set = group.row_set or RowSet()
        if len(row_set.row_ids) < row_set.row_count <= MAX_ROW_IDS:
            # One of so many groups that not all name their rows.
            group = _total(await self._query(chosen, ids=True, rows=False))
        return _source_of(chosen, group.row_set, sign)

    async def _sides(self, *, shown: int | None = None, out_set: bool = False) -> list[Side]:
        """All selections, read at the same time. `shown`: the one with its first rows; `out_set`: as in a query."""
        selections = self._plan.selections
        groups = await every(
            [self._whole(_filter(one), rows=place == shown, out_set=out_set) for place, one in enumerate(selections)]
        )
        # Figures are made one after the other: their ids follow from the plan alone.
        return [await self._side(one, group) for one, group in zip(selections, groups, strict=True)]

    async def _whole(self, chosen: LedgerFilter, *, rows: bool, out_set: bool) -> LedgerGroup:
        held = self._held.get(chosen)
        return held or _total(await self._query(chosen, ids=True, rows=rows, out_set=out_set))

    async def _side(self, selection: Selection, group: LedgerGroup) -> Side:
        """The complete set of a selection, with one sum for each of its currencies."""
        chosen = _filter(selection)
        sign = -1 if selection.netting in MINUS_SIGN else 1
        label = _labelled(selection)
        if len(group.totals) <= 1:
            source = _source_of(chosen, group.row_set, sign)
            total = group.totals[0] if group.totals else None
            currency = _code(total) or chosen.currency_code or await self._currency()
            figure = self._calculation.row_sum(source, _amount(total), currency, label)
            return Side(selection, (figure,), group, (source,))
        narrowed = [replace(chosen, currency_code=_code(total)) for total in group.totals]
        parts = await every([self._query(one, ids=True, rows=False) for one in narrowed])
        sources = [_source_of(one, _total(part).row_set, sign) for one, part in zip(narrowed, parts, strict=True)]
        figures = [
            self._calculation.row_sum(source, _amount(total), _code(total), label)
            for source, total in zip(sources, group.totals, strict=True)
        ]
        return Side(selection, tuple(figures), group, tuple(sources))

    async def _currency(self) -> str:
        """The home currency: as the question says, else the one of the account with most rows."""
        if self._home:
            return self._home
        held = sorted((await self._coverage()).accounts, key=lambda one: -one.row_count)
        return next((one.currency_code for one in held if one.currency_code), "USD")

    async def _only_currency(self, sides: Sequence[Side]) -> str:
        codes = {figure.currency_code for side in sides for figure in side.sums if side.count}
        if len(codes) > 1 or any(len(side.sums) > 1 for side in sides):
            raise _needs_rate()
        return codes.pop() if codes else await self._currency()

    async def _union(self, sides: Sequence[Side]) -> RowSet | None:
        """One set of all rows of several selections. None above 1,000 rows: then each is cited on its own."""
        filled = [side for side in sides if side.count]
        if not filled:
            return sides[0].group.row_set
        if len(filled) == 1:
            return await self._shown(filled[0])
        if sum(side.count for side in filled) > MAX_ROW_IDS:
            return None
        ids = (row_id for side in filled for source in side.sources for row_id in source.row_ids)
        return await self._set_of(list(dict.fromkeys(ids)))

    async def _shown(self, side: Side) -> RowSet | None:
        """The set of a side with its first rows."""
        row_set = side.group.row_set
        if row_set is None or row_set.rows or self._brief:
            return row_set
        return _total(await self._query(_filter(side.selection))).row_set

    async def _set_of(self, row_ids: Sequence[str]) -> RowSet | None:
        if not row_ids:
            return None
        group = _total(await self._query(LedgerFilter(row_ids=tuple(row_ids))))
        return group.row_set

    def _selection(self) -> Selection:
        return self._plan.selections[0]

    # --- measures

    async def _sum(self) -> Outcome:
        single = len(self._plan.selections) == 1
        # What a net sum comes to before refunds may be offered beside it.
        net = single and self._selection().netting is Netting.NET and not self._brief
        sides = await self._sides(shown=0 if single else None, out_set=net)
        if single:
            side = sides[0]
            values = side.sums
        else:
            side = sides[0]
            values = self._added(sides)
        count = self._counted(side) if single else None
        refunds = self._refunds(side) if single else None
        row_set = await self._union(sides)
        return Outcome(
            _money(values), (), values, row_set, count=count, refunds=refunds, beside=_outward(side) if refunds else {}
        )

    def _added(self, sides: Sequence[Side]) -> tuple[Figure, ...]:
        by_currency: dict[str, list[Figure]] = {}
        for side in sides:
            for figure in side.sums:
                if side.count or figure is sides[0].sums[0]:
                    by_currency.setdefault(figure.currency_code, []).append(figure)
        added = []
        for _, figures in sorted(by_currency.items()):
            added.append(figures[0] if len(figures) == 1 else self._calculation.add(figures, "money out"))
        if len(added) > 1:
            added = [one for one in added if number(one) != 0] or added[:1]
        return tuple(added)

    def _counted(self, side: Side) -> Figure | None:
        """How many rows a sum has, for the text; of one currency only, as a set has one digest."""
        if not side.count:
            return None
        source = side.sources[0]
        if len(side.sources) > 1:
            row_set = side.group.row_set or RowSet()
            merged = RowSet(
                row_set.row_count,
                row_set.digest,
                row_ids=tuple(one for each in side.sources for one in each.row_ids),
                source_transaction_ids=tuple(one for each in side.sources for one in each.source_ids),
            )
            source = _source_of(_filter(side.selection), merged, 1)
        return self._calculation.row_count(source, f"rows {_labelled(side.selection)}")

    def _refunds(self, side: Side) -> Figure | None:
        """The number of refunds that a net sum holds, beside it."""
        if side.selection.netting is not Netting.NET or side.group.in_set is None:
            return None
        chosen = replace(_filter(side.selection), side=AmountSide.IN)
        return self._calculation.row_count(_source_of(chosen, side.group.in_set, 1), "refunds", side=True)

    async def _breakdown(self) -> Outcome:
        """The sum of a set and its parts: what each merchant, category, account, month, week, day or year comes to."""
        plan, selection = self._plan, self._selection()
        chosen = _filter(selection)
        (whole,) = await self._sides(shown=0)
        sign = -1 if selection.netting in MINUS_SIGN else 1
        response = await self._query(chosen, group_by=plan.group_by, ids=True, rows=False)
        timed = plan.group_by in TIMED

        def place(group: LedgerGroup) -> tuple[Decimal, str]:
            size = max((abs(_amount(each)) for each in group.totals), default=Decimal(0))
            return (Decimal(0) if timed else -size), group.key

        groups = sorted(response.groups, key=place)
        if timed and len(groups) > SHOWN_PARTS:
            raise declined(RefusalReason.UNSUPPORTED)
        parts: dict[str, list[Figure]] = {}
        names: list[tuple[str, str, Figure | None]] = []
        for group in groups[:SHOWN_PARTS]:
            label = _group_name(plan.group_by, group) or NO_MERCHANT
            source = _source_of(_in_group(chosen, plan.group_by, group.key), group.row_set, sign)
            for total in group.totals:
                narrowed = source
                if len(group.totals) > 1:
                    narrowed = await self._source_in(source.filter, _code(total), sign)
                figure = self._calculation.row_sum(narrowed, _amount(total), _code(total), label)
                parts.setdefault(figure.currency_code, []).append(figure)
                names.append((group.key or "none", label, figure))
        rest = OTHERS if len(groups) > SHOWN_PARTS else NO_MERCHANT
        for one in whole.sums:
            shown = parts.get(one.currency_code, [])
            if shown and sum(number(part) for part in shown) != number(one):
                listed = shown[0] if len(shown) == 1 else self._calculation.add(shown, "the parts shown")
                names.append(("others", rest, self._calculation.subtract(one, listed, rest)))
        count = self._counted(whole)
        return Outcome(_money(whole.sums), (), whole.sums, whole.group.row_set, names=tuple(names), count=count)

    async def _source_in(self, chosen: LedgerFilter, currency: str, sign: int) -> RowSource:
        narrowed = replace(chosen, currency_code=currency)
        group = _total(await self._query(narrowed, ids=True, rows=False))
        return _source_of(narrowed, group.row_set, sign)

    async def _count(self) -> Outcome:
        selection = self._selection()
        chosen = _filter(selection)
        if self._plan.group_by is GroupKey.MERCHANT:
            return await self._count_merchants(chosen)
        group = _total(await self._query(chosen, ids=True))
        source = _source_of(chosen, group.row_set, 1)
        figure = self._calculation.row_count(source, _labelled(selection))
        return Outcome(_number(figure, FigureUnit.COUNT), (), (figure,), group.row_set, count=figure)

    async def _count_merchants(self, chosen: LedgerFilter) -> Outcome:
        """How many merchants have a row of the set."""
        response = await self._query(chosen, group_by=GroupKey.MERCHANT, ids=True)
        counted = []
        for group in response.groups:
            if group.key:
                source = await self._source(replace(chosen, merchant_ids=(group.key,)), group, 1)
                counted.append((group, self._calculation.row_count(source, group.label)))
        figure = self._calculation.count_of([one for _, one in counted], "merchants")
        names = tuple((group.key, group.label, rows) for group, rows in counted[:SHOWN_NAMES])
        row_set = _total(response).row_set
        return Outcome(_number(figure, FigureUnit.COUNT), (), (figure,), row_set, names=names, count=figure)

    async def _average(self) -> Outcome:
        selection = self._selection()
        (side,) = await self._sides(shown=0)
        if not side.count and self._plan.per is Per.PURCHASE:
            raise declined(RefusalReason.NO_DATA, mention=selection.label)
        if self._plan.per is Per.PURCHASE:
            divisors = [self._calculation.row_count(source, f"rows {_labelled(selection)}") for source in side.sources]
        else:
            divisor = await self._periods(selection)
            divisors = [divisor] * len(side.sums)
        averages = tuple(
            self._calculation.divide(
                total, divisor, f"average {_labelled(selection)}", rounding=_mean_decimals(total.currency_code)
            )
            for total, divisor in zip(side.sums, divisors, strict=True)
        )
        count = divisors[0] if self._plan.per is Per.PURCHASE and len(divisors) == 1 else None
        return Outcome(_money(averages), (), averages, side.group.row_set, count=count)

    async def _periods(self, selection: Selection) -> Figure:
        """How many days, weeks, months or years the period has."""
        period = (selection.filter.period if selection.filter else None) or Period()
        start = period.start_date or (await self._coverage()).first_date
        end = min(period.end_date or self._today, self._today)
        assert start is not None
        days = (end - start).days + 1
        match self._plan.per:
            case Per.MONTH:
                return self._calculation.constant(
                    Decimal(months_touched(start, end)), FigureUnit.MONTHS, "months of the period"
                )
            case Per.YEAR:
                return self._calculation.constant(
                    Decimal(years_touched(start, end)), FigureUnit.YEARS, "years of the period"
                )
            case Per.WEEK if days % 7 == 0:
                return self._calculation.constant(Decimal(days // 7), FigureUnit.WEEKS, "weeks of the period")
            case Per.WEEK:
                whole = self._calculation.constant(Decimal(days), FigureUnit.DAYS, "days of the period")
                week = self._calculation.constant(Decimal(7), FigureUnit.DAYS, "days of a week")
                return self._calculation.divide(whole, week, "weeks of the period")
        return self._calculation.constant(Decimal(days), FigureUnit.DAYS, "days of the period")

    async def _median(self) -> Outcome:
        selection = self._selection()
        chosen = _filter(selection)
        group = _total(await self._query(chosen))
        if len(group.totals) != 1:
            raise _needs_rate() if group.totals else declined(RefusalReason.NO_DATA, mention=selection.label)
        row_set = group.row_set or RowSet()
        rows = await self._first_rows(chosen, row_set) if row_set.row_count <= MAX_ROW_IDS else ()
        if group.row_set is None or len(rows) < group.row_set.row_count:
            raise declined(RefusalReason.UNSUPPORTED)
        sign = -1 if selection.netting in MINUS_SIGN else 1
        amounts = [
            self._calculation.row_amount(row, replace(chosen, row_ids=(row.row_id,)), "amount", sign=sign)
            for row in rows
        ]
        figure = self._calculation.median(
            amounts, f"median {_labelled(selection)}", rounding=_mean_decimals(_code(group.totals[0]))
        )
        return Outcome(_money((figure,)), (), (figure,), group.row_set)

    async def _extreme(self) -> Outcome:
        selection = self._selection()
        chosen = _filter(selection)
        group = _total(await self._query(chosen, order=self._plan.order, page_size=1))
        if not group.totals:
            raise declined(RefusalReason.NO_DATA, mention=selection.label)
        if len(group.totals) > 1 and self._plan.form is not AnswerForm.MONEY:
            raise _needs_rate()
        sign = -1 if selection.netting in MINUS_SIGN else 1
        largest = self._plan.measure is Measure.MAXIMUM
        figures: list[Figure] = []
        holders: list[LedgerRow] = []
        sets: list[RowSet] = []
        for total in group.totals:
            row = total.largest_row if largest else total.smallest_row
            assert row is not None
            equal, held = await self._equal_rows(chosen, row)
            sets.append(equal)
            holders += held
            figures.append(
                self._calculation.row_amount(
                    held[0], replace(chosen, row_ids=(held[0].row_id,)), _labelled(selection), sign=sign
                )
            )
        value = self._row_value(holders, tuple(figures))
        row_set = sets[0] if len(sets) == 1 else await self._set_of([row.row_id for row in holders])
        return Outcome(value, (), tuple(figures), row_set, lines=tuple(holders))

    async def _equal_rows(self, chosen: LedgerFilter, row: LedgerRow) -> tuple[RowSet, tuple[LedgerRow, ...]]:
        """All rows of exactly this amount: the largest may be held by several."""
        assert row.amount is not None
        size = row.amount.amount.copy_abs()
        bound = _exactly(size)
        same = replace(chosen, amount=bound, currency_code=row.amount.currency)
        row_set = _total(await self._query(same)).row_set or RowSet()
        return row_set, await self._first_rows(same, row_set)

    def _row_value(self, rows: Sequence[LedgerRow], figures: tuple[Figure, ...]) -> AnswerValue:
        """The amount, day or merchant of rows that are equally good; several days or merchants are ambiguous."""
        if self._plan.form is AnswerForm.MONEY:
            return _money(figures)
        if self._plan.form is AnswerForm.DATE:
            days = {row.date for row in rows}
            if len(days) > 1:
                raise declined(RefusalReason.AMBIGUOUS, mention="several days are equal")
            return AnswerValue(date=days.pop())
        names = {row.merchant_name or row.counterparty_name for row in rows}
        if len(names) > 1:
            raise declined(RefusalReason.AMBIGUOUS, mention="several are equal")
        name = names.pop()
        if not name:
            raise declined(RefusalReason.NO_DATA, missing="a merchant")
        return AnswerValue(text=TextValue(name))

    async def _end(self) -> Outcome:
        selection = self._selection()
        chosen = _filter(selection)
        last = self._plan.measure is Measure.LAST
        order = RowOrder.NEWEST if last else RowOrder.UNSPECIFIED
        place = max(self._plan.limit, 1)
        row_set = _total(await self._query(chosen, order=order)).row_set or RowSet()
        rows = await self._whole_days(chosen, row_set, order, place)
        if len(rows) < place:
            raise declined(RefusalReason.NO_DATA, mention=selection.label)
        row = rows[place - 1]
        same_day = [one for one in rows if one.date == row.date]
        if self._plan.rule == "exact":
            same_day = list(rows)
        if self._plan.rule == "when" and len(same_day) < len(rows):
            raise declined(RefusalReason.AMBIGUOUS, mention=f"several days {selection.label}")
        sign = -1 if selection.netting in MINUS_SIGN else 1
        holders = same_day if place == 1 else [row]
        if self._plan.form is AnswerForm.MONEY:
            if len({(one.amount, one.row_id) for one in same_day}) > 1 and len({one.amount for one in same_day}) > 1:
                raise declined(RefusalReason.AMBIGUOUS, mention="several rows are of the same day")
            holders = [row]
        figure = self._calculation.row_amount(
            row, replace(chosen, row_ids=(row.row_id,)), _labelled(selection), sign=sign
        )
        found = await self._set_of([one.row_id for one in holders])
        return Outcome(self._row_value(holders, (figure,)), (), (figure,), found, lines=tuple(holders))

    async def _whole_days(
        self, chosen: LedgerFilter, row_set: RowSet, order: RowOrder, place: int
    ) -> tuple[LedgerRow, ...]:
        """The first rows of a set by age, at least all those of the day of the row at `place`."""
        rows = row_set.rows
        is_whole = len(rows) == row_set.row_count or (len(rows) > place and rows[-1].date != rows[place - 1].date)
        return rows if is_whole and self._plan.rule != "exact" else await self._first_rows(chosen, row_set, order)

    async def _days_since(self) -> Outcome:
        selection = self._selection()
        chosen = _filter(selection)
        row_set = _total(await self._query(chosen, order=RowOrder.NEWEST)).row_set or RowSet()
        rows = await self._whole_days(chosen, row_set, RowOrder.NEWEST, 1)
        if not rows:
            raise declined(RefusalReason.NO_DATA, mention=selection.label)
        same_day = [one for one in rows if one.date == rows[0].date]
        figure = self._calculation.days_between(
            rows[0], replace(chosen, row_ids=(rows[0].row_id,)), self._today, _labelled(selection)
        )
        found = await self._set_of([one.row_id for one in same_day])
        return Outcome(_number(figure, FigureUnit.DAYS), (), (figure,), found, lines=tuple(same_day))

    async def _list(self) -> Outcome:
        selection = self._selection()
        chosen = _filter(selection)
        if self._plan.form is AnswerForm.NAMES:
            return await self._accounts(chosen)
        size = min(max(FIRST_PAGE, self._plan.limit + 1), LARGEST_PAGE)
        group = _total(await self._query(chosen, order=self._plan.order, page_size=size, ids=True))
        if self._plan.limit and self._plan.limit < (group.row_set.row_count if group.row_set else 0):
            return await self._largest_rows(group)
        source = _source_of(chosen, group.row_set, 1)
        count = self._calculation.row_count(source, _labelled(selection))
        lines = (group.row_set or RowSet()).rows
        return Outcome(AnswerValue(rows=group.row_set), (), (), group.row_set, lines=lines, count=count)

    async def _largest_rows(self, group: LedgerGroup) -> Outcome:
        rows = (group.row_set or RowSet()).rows
        if len(group.totals) > 1 and self._plan.order is not RowOrder.NEWEST:
            raise _needs_rate()
        kept = rows[: self._plan.limit]
        newest = self._plan.order is RowOrder.NEWEST
        if newest and len(rows) > len(kept) and rows[len(kept)].date == kept[-1].date:
            raise declined(RefusalReason.AMBIGUOUS, mention="several rows are of the same day")
        if not newest and len(rows) > len(kept) and abs(_size(rows[len(kept)])) == abs(_size(kept[-1])):
            raise declined(RefusalReason.AMBIGUOUS, mention="several are equal")
        row_set = await self._set_of([row.row_id for row in kept])
        if row_set is not None:
            row_set = replace(row_set, rows=kept)
        return Outcome(AnswerValue(rows=row_set), (), (), row_set, lines=kept)

    async def _accounts(self, chosen: LedgerFilter) -> Outcome:
        """The accounts that a merchant occurs on, from the complete set."""
        response = await self._query(chosen, group_by=GroupKey.ACCOUNT, ids=True)
        if not response.groups:
            raise declined(RefusalReason.NO_DATA, mention=self._selection().label)
        names = []
        for group in response.groups:
            narrowed = replace(chosen, account_ids=(group.key,))
            figure = self._calculation.row_count(await self._source(narrowed, group, 1), f"rows on {group.label}")
            names.append((group.key, group.label, figure))
        names.sort(key=lambda one: (-number(one[2]), one[1]))
        value = AnswerValue(names=NameList(tuple(label for _, label, _ in names)))
        return Outcome(value, (), (), _total(response).row_set, names=tuple(names))

    async def _share(self) -> Outcome:
        part, whole = await self._sides(shown=1)
        await self._only_currency([part, whole])
        if number(whole.sums[0]) == 0:
            raise declined(RefusalReason.NO_DATA, mention=whole.selection.label)
        part_figure = part.sums[0]
        if part_figure.currency_code != whole.sums[0].currency_code:
            part_figure = self._calculation.row_sum(
                part.sources[0], Decimal(0), whole.sums[0].currency_code, part_figure.label
            )
        figure = self._calculation.percent_of(part_figure, whole.sums[0], _labelled(part.selection))
        value = AnswerValue(number=NumberValue(number(figure), FigureUnit.PERCENT))
        row_set = whole.group.row_set
        if row_set is not None:
            # Its accounts alone would not be all that the answer rests on.
            row_set = replace(row_set, account_ids=())
        return Outcome(value, (), (figure, part_figure, whole.sums[0]), row_set)

    async def _change(self) -> Outcome:
        before, after = await self._sides()
        code = await self._only_currency([before, after])
        first, second = self._in(before, code), self._in(after, code)
        if number(first) == 0:
            raise declined(
                RefusalReason.NO_DATA, missing="anything to compare with", mention=before.selection.period_label
            )
        figure = self._calculation.percent_change(first, second, _labelled(after.selection))
        value = AnswerValue(number=NumberValue(number(figure), FigureUnit.PERCENT))
        return Outcome(value, (), (figure, first, second), await self._union([before, after]))

    def _in(self, side: Side, code: str) -> Figure:
        """The side's sum in this currency; an empty set is zero in any."""
        figure = side.sums[0]
        if figure.currency_code == code:
            return figure
        return self._calculation.row_sum(side.sources[0], Decimal(0), code, figure.label)

    async def _compare(self) -> Outcome:
        first, second = await self._sides()
        if self._plan.form is AnswerForm.MONEY and {one.currency_code for one in first.sums} == {
            one.currency_code for one in second.sums
        }:
            differences = tuple(
                self._calculation.subtract(one, two, "difference")
                for one, two in zip(first.sums, second.sums, strict=True)
            )
            shown = (*differences, *first.sums, *second.sums)
            return Outcome(_money(differences), (), shown, await self._union([first, second]))
        code = await self._only_currency([first, second])
        one, two = self._in(first, code), self._in(second, code)
        row_set = await self._union([first, second])
        if self._plan.form is AnswerForm.MONEY:
            figure = self._calculation.subtract(one, two, "difference")
            return Outcome(_money((figure,)), (), (figure, one, two), row_set)
        if self._plan.form is AnswerForm.YES_NO:
            holds = number(one) < number(two) if self._plan.order is RowOrder.SMALLEST else number(one) > number(two)
            said = TextValue("yes", Polarity.YES) if holds else TextValue("no", Polarity.NO)
            return Outcome(AnswerValue(text=said), (), (one, two), row_set)
        if number(one) == number(two):
            raise declined(RefusalReason.AMBIGUOUS, mention="both are equal")
        more = number(one) > number(two)
        if self._plan.order is RowOrder.SMALLEST:
            more = not more
        name = (first if more else second).selection.label
        return Outcome(AnswerValue(text=TextValue(name)), (), (one, two), row_set)

    async def _exists(self) -> Outcome:
        selection = self._selection()
        chosen = _filter(selection)
        group = _total(await self._query(chosen, ids=True))
        source = _source_of(chosen, group.row_set, 1)
        figure = self._calculation.row_count(source, _labelled(selection))
        said = TextValue("yes", Polarity.YES) if source.count else TextValue("no", Polarity.NO)
        return Outcome(AnswerValue(text=said), (), (), group.row_set, count=figure if source.count else None)

    async def _top(self) -> Outcome:
        selection, plan = self._selection(), self._plan
        chosen = _filter(selection)
        by_count = plan.rule in COUNTED
        sign = -1 if selection.netting in MINUS_SIGN else 1
        smallest = plan.order is RowOrder.SMALLEST
        groups = await self._ranked(chosen, by_count=by_count, upwards=smallest is (by_count or sign > 0))
        if not groups:
            raise declined(RefusalReason.NO_DATA, mention=selection.label)
        if smallest and plan.group_by is GroupKey.MONTH and await self._has_empty_month(selection, groups):
            raise declined(RefusalReason.AMBIGUOUS, mention="a month of the period has no rows")

        def size(group: LedgerGroup) -> Decimal:
            if by_count:
                return Decimal(group.row_set.row_count if group.row_set else 0)
            return _amount(group.totals[0]) * sign

        ranked = sorted(groups, key=lambda one: (size(one) * (1 if smallest else -1), one.key))
        limit = plan.limit or len(ranked)
        kept = ranked[:limit]
        if len(ranked) > limit and size(ranked[limit]) == size(kept[-1]):
            raise declined(RefusalReason.AMBIGUOUS, mention="several are equal")
        names = []
        for group in kept:
            source = await self._source(_in_group(chosen, plan.group_by, group.key), group, sign)
            total = group.totals[0]
            figure = (
                self._calculation.row_count(source, group.label or group.key)
                if by_count
                else self._calculation.row_sum(source, _amount(total), _code(total), group.label or group.key)
            )
            names.append((group.key, _group_name(plan.group_by, group), figure))
        row_set = await self._winners(chosen, plan.group_by, [one.key for one in kept])
        if plan.form is AnswerForm.NAMES:
            value = AnswerValue(names=NameList(tuple(label for _, label, _ in names), ordered=True))
        else:
            value = AnswerValue(text=TextValue(names[0][1]))
        return Outcome(value, (), tuple(one[2] for one in names), row_set, names=tuple(names))

    async def _ranked(self, chosen: LedgerFilter, *, by_count: bool, upwards: bool) -> list[LedgerGroup]:
        """The groups that can win, and the next one; all, where the others decide too. `upwards`: smallest first."""
        plan = self._plan
        if plan.group_by is not GroupKey.MERCHANT or not plan.limit:
            # A list of all of them rests on each of them.
            groups = list((await self._query(chosen, group_by=plan.group_by, rows=False, ids=not plan.limit)).groups)
            if not by_count and len({_code(total) for one in groups for total in one.totals}) > 1:
                raise _needs_rate()
            return groups
        order = {
            (False, False): GroupOrder.UNSPECIFIED,
            (False, True): GroupOrder.NET_SMALLEST,
            (True, False): GroupOrder.MOST_ROWS,
            (True, True): GroupOrder.FEWEST_ROWS,
        }[by_count, upwards]
        response = await self._query(
            replace(chosen, merchant_only=True),
            group_by=plan.group_by,
            ids=True,
            rows=False,
            max_groups=plan.limit + 1,
            group_order=order,
        )
        if not by_count and len(_total(response).totals) > 1:
            raise _needs_rate()
        return list(response.groups)

    async def _has_empty_month(self, selection: Selection, groups: Sequence[LedgerGroup]) -> bool:
        period = (selection.filter.period if selection.filter else None) or Period()
        start = period.start_date or (await self._coverage()).first_date
        assert start is not None
        return months_touched(start, min(period.end_date or self._today, self._today)) > len(groups)

    async def _winners(self, chosen: LedgerFilter, key: GroupKey, keys: Sequence[str]) -> RowSet | None:
        if key is GroupKey.MERCHANT and not self._plan.limit:
            return _total(await self._query(replace(chosen, merchant_only=True))).row_set
        if key is GroupKey.MERCHANT:
            return _total(await self._query(replace(chosen, merchant_ids=tuple(keys)))).row_set
        if key is GroupKey.COUNTERPARTY:
            return _total(await self._query(replace(chosen, counterparty_ids=tuple(keys)))).row_set
        return _total(await self._query(_in_group(chosen, key, keys[0]))).row_set

    # --- recurring charges

    async def _recurring(self) -> Outcome:
        if self._selection().filter is not None and _filter(self._selection()).merchant_ids:
            return await self._recurring_charge()
        charges = await self._charges()
        active = [one for one in charges if one.active and one.subscription and one.latest_row is not None]
        if self._plan.form is AnswerForm.MONEY and any(one.cadence.name != "MONTHLY" for one in active):
            active = [one for one in active if one.cadence.name == "MONTHLY"]
        if not active:
            raise declined(RefusalReason.NO_DATA, mention="subscriptions")
        figures = []
        for one in active:
            assert one.latest_row is not None
            chosen = LedgerFilter(row_ids=(one.latest_row.row_id,))
            figures.append(self._calculation.row_amount(one.latest_row, chosen, one.merchant_name))
        names = tuple((one.merchant_id, one.merchant_name, figure) for one, figure in zip(active, figures, strict=True))
        if self._plan.rule == "recurring.top":
            return await self._dearest(active, figures)
        row_set = await self._set_of([one.latest_row.row_id for one in active if one.latest_row])
        count = self._calculation.count_of(figures, "active subscriptions")
        if self._plan.form is AnswerForm.NUMBER:
            return Outcome(_number(count, FigureUnit.COUNT), (), (count,), row_set, names=names, count=count)
        if self._plan.form is AnswerForm.NAMES:
            value = AnswerValue(names=NameList(tuple(label for _, label, _ in names)))
            return Outcome(value, (), (), row_set, names=names, count=count)
        totals = []
        for code in sorted({figure.currency_code for figure in figures}):
            same = [figure for figure in figures if figure.currency_code == code]
            totals.append(same[0] if len(same) == 1 else self._calculation.add(same, "subscriptions a month"))
        return Outcome(_money(totals), (), tuple(totals), row_set, names=names, count=count)

    async def _dearest(self, active: Sequence[RecurringCharge], figures: Sequence[Figure]) -> Outcome:
        """The active subscription of the largest, or smallest, charge a month."""
        if any(one.cadence is not Cadence.MONTHLY for one in active):
            raise declined(RefusalReason.AMBIGUOUS, mention="charges a month and charges a year")
        if len({one.currency_code for one in figures}) > 1:
            raise _needs_rate()
        sizes = [number(one) for one in figures]
        best = min(sizes) if self._plan.order is RowOrder.SMALLEST else max(sizes)
        if sizes.count(best) > 1:
            raise declined(RefusalReason.AMBIGUOUS, mention="several are equal")
        place = sizes.index(best)
        charge, figure = active[place], figures[place]
        assert charge.latest_row is not None
        row_set = await self._set_of([charge.latest_row.row_id])
        names = ((charge.merchant_id, charge.merchant_name, figure),)
        return Outcome(AnswerValue(text=TextValue(charge.merchant_name)), (), (figure,), row_set, names=names)

    async def _recurring_charge(self) -> Outcome:
        """Whether one merchant's recurring charge still comes, or what it costs now."""
        selection = self._selection()
        chosen = _filter(selection)
        charges = [one for one in await self._charges(chosen.merchant_ids[0]) if one.latest_row is not None]
        if not charges and self._plan.rule == "recurring.next":
            # What keeps to no rhythm could only be foreseen.
            raise declined(RefusalReason.OUT_OF_SCOPE)
        if len(charges) != 1:
            raise declined(RefusalReason.UNSUPPORTED)
        charge = charges[0]
        assert charge.latest_row is not None
        latest = charge.latest_row
        newest = _total(await self._query(chosen, order=RowOrder.NEWEST, page_size=A_YEAR))
        rows = newest.row_set.rows if newest.row_set else ()
        if not rows or rows[0].date != latest.date or latest.amount is None:
            raise declined(RefusalReason.UNSUPPORTED)
        if self._plan.form is AnswerForm.YES_NO:
            figure = self._amount_of(latest, chosen, "latest charge")
            holds = charge.active != (self._plan.rule == "recurring.ended")
            said = TextValue("yes", Polarity.YES) if holds else TextValue("no", Polarity.NO)
            row_set = await self._set_of([latest.row_id])
            return Outcome(AnswerValue(text=said), (), (figure,), row_set, lines=(latest,))
        if self._plan.rule == "recurring.cadence":
            return await self._cadence(charge, chosen)
        if self._plan.rule == "recurring.next":
            return await self._next_charge(charge, chosen)
        if self._plan.rule == "recurring.then":
            return await self._price_then(charge, latest, chosen)
        if not charge.active or not charge.subscription or charge.cadence is not Cadence.MONTHLY:
            # A bill by usage, or one that has ended, has no price now.
            raise declined(RefusalReason.UNSUPPORTED)
        if self._plan.per is Per.MONTH:
            figure = self._amount_of(latest, chosen, "latest charge")
            row_set = await self._set_of([latest.row_id])
            return Outcome(_money((figure,)), (), (figure,), row_set, lines=(latest,))
        year = rows[:A_YEAR]
        if len(year) < A_YEAR or any(row.amount != latest.amount for row in year):
            raise declined(RefusalReason.AMBIGUOUS, mention="the price changed within a year")
        ids = LedgerFilter(row_ids=tuple(row.row_id for row in year))
        group = _total(await self._query(ids, ids=True))
        source = _source_of(ids, group.row_set, 1)
        figure = self._calculation.row_sum(
            source, _amount(group.totals[0]), _code(group.totals[0]), "the latest twelve charges"
        )
        return Outcome(_money((figure,)), (), (figure,), group.row_set, lines=(latest,))

    async def _cadence(self, charge: RecurringCharge, chosen: LedgerFilter) -> Outcome:
        """How often a charge comes, which its rows have to show."""
        group = _total(await self._query(chosen, ids=True))
        if charge.cadence is Cadence.UNSPECIFIED or group.row_set is None:
            raise declined(RefusalReason.UNSUPPORTED)
        count = self._calculation.row_count(_source_of(chosen, group.row_set, 1), "charges")
        said = AnswerValue(text=TextValue(charge.cadence.name.lower()))
        return Outcome(said, (), (count,), group.row_set, count=count)

    async def _next_charge(self, charge: RecurringCharge, chosen: LedgerFilter) -> Outcome:
        """The day on which the rhythm of the charges so far comes again."""
        if not charge.active:
            raise declined(RefusalReason.NO_DATA, mention=f"a charge {self._selection().label} that still comes")
        found = _total(await self._query(chosen, order=RowOrder.NEWEST, page_size=LARGEST_PAGE, ids=True)).row_set
        rows = found.rows if found is not None else ()
        day = next_day([row.date for row in rows if row.date is not None], charge.cadence)
        if found is None or day is None:
            raise declined(RefusalReason.OUT_OF_SCOPE)
        source = _source_of(chosen, found, 1)
        count = self._calculation.row_count(source, "charges so far")
        said = f"{charge.cadence.name.lower()}, after {rows[0].date}"
        figure = self._calculation.next_day(source, day, "the next day on that rhythm", said)
        # Where not all rows are at hand, the earliest is not known.
        lines = (rows[0], rows[-1]) if len(rows) == found.row_count else (rows[0],)
        names = ((charge.merchant_id, charge.cadence.name.lower(), None),)
        return Outcome(AnswerValue(date=day), (), (figure,), found, lines=lines, names=names, count=count)

    async def _price_then(self, charge: RecurringCharge, latest: LedgerRow, chosen: LedgerFilter) -> Outcome:
        """The last price of a charge that has ended, for the time that it was charged for."""
        asked = {Per.MONTH: Cadence.MONTHLY, Per.YEAR: Cadence.YEARLY}.get(self._plan.per, charge.cadence)
        if charge.active or charge.cadence is not asked or charge.cadence not in _A_TIME:
            raise declined(RefusalReason.UNSUPPORTED)
        figure = self._amount_of(latest, chosen, "last charge")
        row_set = await self._set_of([latest.row_id])
        names = ((charge.merchant_id, _A_TIME[charge.cadence], None),)
        return Outcome(_money((figure,)), (), (figure,), row_set, lines=(latest,), names=names)

    def _amount_of(self, row: LedgerRow, chosen: LedgerFilter, words: str) -> Figure:
        return self._calculation.row_amount(row, replace(chosen, row_ids=(row.row_id,)), words)

    async def _charges(self, merchant_id: str = "") -> tuple[RecurringCharge, ...]:
        response = await self._ledger.list_recurring(
            self._identity, self._today, revision=self._revision, merchant_id=merchant_id
        )
        self._revision = self._revision or response.ledger_revision
        return response.charges

    async def _price_step(self) -> Outcome:
        selection = self._selection()
        chosen = _filter(selection)
        merchant = chosen.merchant_ids[0] if chosen.merchant_ids else ""
        charges = await self._charges(merchant)
        if not merchant:
            charges = tuple(one for one in charges if one.subscription)
        rises = [
            (one, step)
            for one in charges
            for step in one.price_steps
            if _is_rise(step) and _within(step, chosen.period)
        ]
        form = self._plan.form
        if not rises and form in (AnswerForm.NAMES, AnswerForm.NUMBER) and charges:
            return await self._no_rise(form)
        if not rises:
            raise declined(RefusalReason.NO_DATA, mention=f"a price rise {selection.label}")
        if form in (AnswerForm.DATE, AnswerForm.MONEY, AnswerForm.PERCENT):
            return await self._latest_rise(rises, form)
        ids = [row.row_id for _, step in rises for row in (step.before, step.after) if row is not None]
        row_set = await self._set_of(ids)
        labels = tuple(dict.fromkeys(one.merchant_name for one, _ in rises))
        figures = [self._rise(step) for _, step in rises]
        if form is AnswerForm.YES_NO:
            return Outcome(
                AnswerValue(text=TextValue("yes", Polarity.YES)), (), tuple(figures), row_set, steps=tuple(rises)
            )
        if form is AnswerForm.NUMBER:
            unique = {one.merchant_id: figure for (one, _), figure in zip(rises, figures, strict=True)}
            count = self._calculation.count_of(list(unique.values()), "price rises")
            return Outcome(_number(count, FigureUnit.COUNT), (), (count,), row_set, steps=tuple(rises))
        return Outcome(AnswerValue(names=NameList(labels)), (), tuple(figures), row_set, steps=tuple(rises))

    async def _no_rise(self, form: AnswerForm) -> Outcome:
        count = self._calculation.count_of((), "price rises")
        if form is AnswerForm.NUMBER:
            return Outcome(_number(count, FigureUnit.COUNT), (), (count,), None)
        return Outcome(AnswerValue(names=NameList()), (), (), None)

    async def _latest_rise(self, rises: Sequence[tuple[RecurringCharge, PriceStep]], form: AnswerForm) -> Outcome:
        charge, step = max(rises, key=lambda one: _day(one[1]))
        period = self._selection().filter.period if self._selection().filter else None  # type: ignore[union-attr]
        if form is AnswerForm.PERCENT and len(rises) > 1:
            raise declined(RefusalReason.AMBIGUOUS, mention=f"several price rises {self._selection().label}")
        if form is AnswerForm.MONEY and period is not None and len(rises) > 1:
            raise declined(RefusalReason.AMBIGUOUS, mention=f"several price rises {self._selection().label}")
        assert step.before is not None
        assert step.after is not None
        row_set = await self._set_of([step.before.row_id, step.after.row_id])
        if form is AnswerForm.PERCENT:
            percent = self._calculation.percent_change(*self._ends(step), "price rise")
            number_value = AnswerValue(number=NumberValue(number(percent), FigureUnit.PERCENT))
            return Outcome(number_value, (), (percent,), row_set, steps=((charge, step),))
        figure = self._rise(step)
        value = _money((figure,)) if form is AnswerForm.MONEY else AnswerValue(date=step.after.date)
        return Outcome(value, (), (figure,), row_set, steps=((charge, step),))

    def _ends(self, step: PriceStep) -> tuple[Figure, Figure]:
        """The charges before and after."""
        assert step.before is not None
        assert step.after is not None
        before = self._calculation.row_amount(step.before, LedgerFilter(row_ids=(step.before.row_id,)), "charge before")
        after = self._calculation.row_amount(step.after, LedgerFilter(row_ids=(step.after.row_id,)), "charge after")
        return before, after

    def _rise(self, step: PriceStep) -> Figure:
        before, after = self._ends(step)
        return self._calculation.subtract(after, before, "price rise")


# --- small readings of responses -------------------------------------------------------------------------------------


def _without_ids(row_set: RowSet | None) -> RowSet | None:
    """A set as an answer shows it: which rows a figure rests on, its leaf says."""
    if row_set is None or not row_set.row_ids:
        return row_set
    return replace(row_set, row_ids=(), source_transaction_ids=())


def _filter(selection: Selection) -> LedgerFilter:
    return selection.filter or LedgerFilter()


def _outward(side: Side) -> dict[LedgerFilter, LedgerGroup]:
    """What the side's rows that took money out come to: the set of the same filter with that side."""
    if side.group.out_set is None:
        return {}
    totals = tuple(
        CurrencyTotal(one.out_sum, one.out_sum, row_count=one.out_count, out_count=one.out_count)
        for one in side.group.totals
        if one.out_count
    )
    chosen = replace(_filter(side.selection), side=AmountSide.OUT)
    return {chosen: LedgerGroup(totals=totals, row_set=side.group.out_set)}


def _total(response: QueryLedgerResponse) -> LedgerGroup:
    return response.total or LedgerGroup()


def _labelled(selection: Selection) -> str:
    return f"{selection.label}, {selection.period_label}" if selection.period_label else selection.label


def _amount(total: CurrencyTotal | None) -> Decimal:
    return total.row_sum.amount if total is not None and total.row_sum is not None else Decimal(0)


def _code(total: CurrencyTotal | None) -> str:
    return total.row_sum.currency if total is not None and total.row_sum is not None else ""


def _size(row: LedgerRow) -> Decimal:
    return row.amount.amount if row.amount is not None else Decimal(0)


def _source_of(chosen: LedgerFilter, row_set: RowSet | None, sign: int) -> RowSource:
    found = row_set or RowSet()
    return RowSource(chosen, found.digest, found.row_count, found.row_ids, found.source_transaction_ids, sign)


def _exactly(size: Decimal) -> AmountRange:
    return AmountRange(at_least=size, at_most=size)


def _money(figures: Sequence[Figure]) -> AnswerValue:
    amounts = [Money(number(one), one.currency_code) for one in figures]
    if len(amounts) == 1:
        return AnswerValue(money=amounts[0])
    ordered = tuple(sorted(amounts, key=lambda one: one.currency))
    return AnswerValue(money_by_currency=MoneyByCurrency(ordered))


def _number(figure: Figure, unit: FigureUnit) -> AnswerValue:
    return AnswerValue(number=NumberValue(number(figure), unit))


def _mean_decimals(currency: str) -> int:
    """Decimals of a mean: to the cent, as the money semantics round, where a currency has no minor unit too."""
    return max(money_decimals(currency), 2)


def _in_group(chosen: LedgerFilter, key: GroupKey, value: str) -> LedgerFilter:
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


def _group_name(key: GroupKey, group: LedgerGroup) -> str:
    if key is GroupKey.MONTH:
        year, month = (int(part) for part in group.key.split("-"))
        return f"{date(year, month, 1):%B %Y}"
    return group.label


def _day(step: PriceStep) -> date:
    assert step.after is not None
    assert step.after.date is not None
    return step.after.date


def _is_rise(step: PriceStep) -> bool:
    return step.before is not None and step.after is not None and _size(step.after) > _size(step.before)


def _within(step: PriceStep, period: Period | None) -> bool:
    if period is None:
        return True
    day = _day(step)
    return (period.start_date is None or day >= period.start_date) and (
        period.end_date is None or day <= period.end_date
    )
