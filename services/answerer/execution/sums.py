"""Sums of complete sets, and what is made of them: averages, shares, changes, comparisons, parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from services.answerer.dates import months_touched, years_touched
from services.answerer.execution.outcome import Outcome, declined, mean_decimals, money, needs_rate
from services.answerer.execution.sets import (
    MINUS_SIGN,
    Sets,
    Side,
    amount_of,
    code_of,
    filter_of,
    group_name,
    in_group,
    labelled,
    source_of,
    total_of,
)
from services.answerer.figures import MAX_ROW_IDS, RowSource, number
from services.answerer.model import (
    AmountSide,
    AnswerForm,
    AnswerValue,
    CurrencyTotal,
    Figure,
    FigureUnit,
    GroupKey,
    LedgerFilter,
    LedgerGroup,
    Netting,
    NumberValue,
    Per,
    Period,
    Polarity,
    RefusalReason,
    RowOrder,
    RowSet,
    Selection,
    TextValue,
)

# Parts that a breakdown names; what is left of the others is one part more.
SHOWN_PARTS = 40
TIMED = (GroupKey.MONTH, GroupKey.YEAR, GroupKey.WEEK, GroupKey.DAY)
NO_MERCHANT, OTHERS = "without a merchant", "others"


class Sums:
    """Measures over sums."""

    def __init__(self, sets: Sets) -> None:
        self._sets = sets
        self._plan = sets.plan
        self._calculation = sets.calculation

    async def sum(self) -> Outcome:
        """What the selections come to together, or one of them and its parts."""
        if self._plan.group_by is not GroupKey.UNSPECIFIED:
            return await self._breakdown()
        single = len(self._plan.selections) == 1
        # What a net sum comes to before refunds may be offered beside it.
        net = single and self._sets.selection.netting is Netting.NET and not self._sets.brief
        sides = await self._sets.sides(shown=0 if single else None, out_set=net)
        if single:
            side = sides[0]
            values = side.sums
        else:
            side = sides[0]
            values = self._added(sides)
        count = self._counted(side) if single else None
        refunds = self._refunds(side) if single else None
        row_set = await self._sets.union(sides)
        return Outcome(
            money(values), (), values, row_set, count=count, refunds=refunds, beside=_outward(side) if refunds else {}
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
            source = source_of(filter_of(side.selection), merged, 1)
        return self._calculation.row_count(source, f"rows {labelled(side.selection)}")

    def _refunds(self, side: Side) -> Figure | None:
        """The number of refunds that a net sum holds, beside it."""
        if side.selection.netting is not Netting.NET or side.group.in_set is None:
            return None
        chosen = replace(filter_of(side.selection), side=AmountSide.IN)
        return self._calculation.row_count(source_of(chosen, side.group.in_set, 1), "refunds", side=True)

    async def _breakdown(self) -> Outcome:
        """The sum of a set and its parts: what each merchant, category, account, month, week, day or year comes to."""
        plan, selection = self._plan, self._sets.selection
        chosen = filter_of(selection)
        (whole,) = await self._sets.sides(shown=0)
        sign = -1 if selection.netting in MINUS_SIGN else 1
        response = await self._sets.query(chosen, group_by=plan.group_by, ids=True, rows=False)
        timed = plan.group_by in TIMED

        def place(group: LedgerGroup) -> tuple[Decimal, str]:
            size = max((abs(amount_of(each)) for each in group.totals), default=Decimal(0))
            return (Decimal(0) if timed else -size), group.key

        groups = sorted(response.groups, key=place)
        if timed and len(groups) > SHOWN_PARTS:
            raise declined(RefusalReason.UNSUPPORTED)
        parts: dict[str, list[Figure]] = {}
        names: list[tuple[str, str, Figure | None]] = []
        for group in groups[:SHOWN_PARTS]:
            label = group_name(plan.group_by, group) or NO_MERCHANT
            source = source_of(in_group(chosen, plan.group_by, group.key), group.row_set, sign)
            for total in group.totals:
                narrowed = source
                if len(group.totals) > 1:
                    narrowed = await self._source_in(source.filter, code_of(total), sign)
                figure = self._calculation.row_sum(narrowed, amount_of(total), code_of(total), label)
                parts.setdefault(figure.currency_code, []).append(figure)
                names.append((group.key or "none", label, figure))
        rest = OTHERS if len(groups) > SHOWN_PARTS else NO_MERCHANT
        for one in whole.sums:
            shown = parts.get(one.currency_code, [])
            if shown and sum(number(part) for part in shown) != number(one):
                listed = shown[0] if len(shown) == 1 else self._calculation.add(shown, "the parts shown")
                names.append(("others", rest, self._calculation.subtract(one, listed, rest)))
        count = self._counted(whole)
        return Outcome(money(whole.sums), (), whole.sums, whole.group.row_set, names=tuple(names), count=count)

    async def _source_in(self, chosen: LedgerFilter, currency: str, sign: int) -> RowSource:
        narrowed = replace(chosen, currency_code=currency)
        group = total_of(await self._sets.query(narrowed, ids=True, rows=False))
        return source_of(narrowed, group.row_set, sign)

    async def average(self) -> Outcome:
        """What a purchase, a day, a week, a month or a year of it comes to on average."""
        selection = self._sets.selection
        (side,) = await self._sets.sides(shown=0)
        if not side.count and self._plan.per is Per.PURCHASE:
            raise declined(RefusalReason.NO_DATA, mention=selection.label)
        if self._plan.per is Per.PURCHASE:
            divisors = [self._calculation.row_count(source, f"rows {labelled(selection)}") for source in side.sources]
        else:
            divisor = await self._periods(selection)
            divisors = [divisor] * len(side.sums)
        averages = tuple(
            self._calculation.divide(
                total, divisor, f"average {labelled(selection)}", rounding=mean_decimals(total.currency_code)
            )
            for total, divisor in zip(side.sums, divisors, strict=True)
        )
        count = divisors[0] if self._plan.per is Per.PURCHASE and len(divisors) == 1 else None
        return Outcome(money(averages), (), averages, side.group.row_set, count=count)

    async def _periods(self, selection: Selection) -> Figure:
        """How many days, weeks, months or years the period has."""
        period = (selection.filter.period if selection.filter else None) or Period()
        start = period.start_date or (await self._sets.coverage()).first_date
        end = min(period.end_date or self._sets.today, self._sets.today)
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

    async def median(self) -> Outcome:
        """The amount in the middle, of at most `MAX_ROW_IDS` rows."""
        selection = self._sets.selection
        chosen = filter_of(selection)
        group = total_of(await self._sets.query(chosen))
        if len(group.totals) != 1:
            raise needs_rate() if group.totals else declined(RefusalReason.NO_DATA, mention=selection.label)
        row_set = group.row_set or RowSet()
        rows = await self._sets.first_rows(chosen, row_set) if row_set.row_count <= MAX_ROW_IDS else ()
        if group.row_set is None or len(rows) < group.row_set.row_count:
            raise declined(RefusalReason.UNSUPPORTED)
        sign = -1 if selection.netting in MINUS_SIGN else 1
        amounts = [
            self._calculation.row_amount(row, replace(chosen, row_ids=(row.row_id,)), "amount", sign=sign)
            for row in rows
        ]
        figure = self._calculation.median(
            amounts, f"median {labelled(selection)}", rounding=mean_decimals(code_of(group.totals[0]))
        )
        return Outcome(money((figure,)), (), (figure,), group.row_set)

    async def share(self) -> Outcome:
        """How many percent of the second selection the first is."""
        part, whole = await self._sets.sides(shown=1)
        await self._sets.only_currency([part, whole])
        if number(whole.sums[0]) == 0:
            raise declined(RefusalReason.NO_DATA, mention=whole.selection.label)
        part_figure = part.sums[0]
        if part_figure.currency_code != whole.sums[0].currency_code:
            part_figure = self._calculation.row_sum(
                part.sources[0], Decimal(0), whole.sums[0].currency_code, part_figure.label
            )
        figure = self._calculation.percent_of(part_figure, whole.sums[0], labelled(part.selection))
        value = AnswerValue(number=NumberValue(number(figure), FigureUnit.PERCENT))
        row_set = whole.group.row_set
        if row_set is not None:
            # Its accounts alone would not be all that the answer rests on.
            row_set = replace(row_set, account_ids=())
        return Outcome(value, (), (figure, part_figure, whole.sums[0]), row_set)

    async def change(self) -> Outcome:
        """By how many percent the second selection is more, or less, than the first."""
        before, after = await self._sets.sides()
        code = await self._sets.only_currency([before, after])
        first, second = self._in(before, code), self._in(after, code)
        if number(first) == 0:
            raise declined(
                RefusalReason.NO_DATA, missing="anything to compare with", mention=before.selection.period_label
            )
        figure = self._calculation.percent_change(first, second, labelled(after.selection))
        value = AnswerValue(number=NumberValue(number(figure), FigureUnit.PERCENT))
        return Outcome(value, (), (figure, first, second), await self._sets.union([before, after]))

    def _in(self, side: Side, code: str) -> Figure:
        """The side's sum in this currency; an empty set is zero in any."""
        figure = side.sums[0]
        if figure.currency_code == code:
            return figure
        return self._calculation.row_sum(side.sources[0], Decimal(0), code, figure.label)

    async def compare(self) -> Outcome:
        """Which of two selections is more, whether the first is, or by how much."""
        first, second = await self._sets.sides()
        if self._plan.form is AnswerForm.MONEY and {one.currency_code for one in first.sums} == {
            one.currency_code for one in second.sums
        }:
            differences = tuple(
                self._calculation.subtract(one, two, "difference")
                for one, two in zip(first.sums, second.sums, strict=True)
            )
            shown = (*differences, *first.sums, *second.sums)
            return Outcome(money(differences), (), shown, await self._sets.union([first, second]))
        code = await self._sets.only_currency([first, second])
        one, two = self._in(first, code), self._in(second, code)
        row_set = await self._sets.union([first, second])
        if self._plan.form is AnswerForm.MONEY:
            figure = self._calculation.subtract(one, two, "difference")
            return Outcome(money((figure,)), (), (figure, one, two), row_set)
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


def _outward(side: Side) -> dict[LedgerFilter, LedgerGroup]:
    """What the side's rows that took money out come to: the set of the same filter with that side."""
    if side.group.out_set is None:
        return {}
    totals = tuple(
        CurrencyTotal(one.out_sum, one.out_sum, row_count=one.out_count, out_count=one.out_count)
        for one in side.group.totals
        if one.out_count
    )
    chosen = replace(filter_of(side.selection), side=AmountSide.OUT)
    return {chosen: LedgerGroup(totals=totals, row_set=side.group.out_set)}
