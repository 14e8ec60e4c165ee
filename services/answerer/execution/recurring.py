"""Charges that come again: which, what they cost, when their prices rose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from services.answerer.execution.outcome import Outcome, declined, money, needs_rate, number_value
from services.answerer.execution.sets import (
    LARGEST_PAGE,
    Sets,
    amount_of,
    code_of,
    filter_of,
    size_of,
    source_of,
    total_of,
)
from services.answerer.figures import number
from services.answerer.model import (
    AnswerForm,
    AnswerValue,
    Cadence,
    Figure,
    FigureUnit,
    LedgerFilter,
    LedgerRow,
    NameList,
    NumberValue,
    Per,
    Period,
    Polarity,
    PriceStep,
    RecurringCharge,
    RefusalReason,
    RowOrder,
    TextValue,
)
from services.answerer.rhythm import next_day

A_YEAR = 12
_A_TIME = {Cadence.WEEKLY: "a week", Cadence.MONTHLY: "a month", Cadence.YEARLY: "a year"}


class Recurring:
    """Measures over recurring charges."""

    def __init__(self, sets: Sets) -> None:
        self._sets = sets
        self._plan = sets.plan
        self._calculation = sets.calculation

    async def recurring(self) -> Outcome:
        """The active subscriptions, or one merchant's charge."""
        if self._sets.selection.filter is not None and filter_of(self._sets.selection).merchant_ids:
            return await self._recurring_charge()
        charges = await self._sets.charges()
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
        row_set = await self._sets.set_of([one.latest_row.row_id for one in active if one.latest_row])
        count = self._calculation.count_of(figures, "active subscriptions")
        if self._plan.form is AnswerForm.NUMBER:
            return Outcome(number_value(count, FigureUnit.COUNT), (), (count,), row_set, names=names, count=count)
        if self._plan.form is AnswerForm.NAMES:
            value = AnswerValue(names=NameList(tuple(label for _, label, _ in names)))
            return Outcome(value, (), (), row_set, names=names, count=count)
        totals = []
        for code in sorted({figure.currency_code for figure in figures}):
            same = [figure for figure in figures if figure.currency_code == code]
            totals.append(same[0] if len(same) == 1 else self._calculation.add(same, "subscriptions a month"))
        return Outcome(money(totals), (), tuple(totals), row_set, names=names, count=count)

    async def _dearest(self, active: Sequence[RecurringCharge], figures: Sequence[Figure]) -> Outcome:
        """The active subscription of the largest, or smallest, charge a month."""
        if any(one.cadence is not Cadence.MONTHLY for one in active):
            raise declined(RefusalReason.AMBIGUOUS, mention="charges a month and charges a year")
        if len({one.currency_code for one in figures}) > 1:
            raise needs_rate()
        sizes = [number(one) for one in figures]
        best = min(sizes) if self._plan.order is RowOrder.SMALLEST else max(sizes)
        if sizes.count(best) > 1:
            raise declined(RefusalReason.AMBIGUOUS, mention="several are equal")
        place = sizes.index(best)
        charge, figure = active[place], figures[place]
        assert charge.latest_row is not None
        row_set = await self._sets.set_of([charge.latest_row.row_id])
        names = ((charge.merchant_id, charge.merchant_name, figure),)
        return Outcome(AnswerValue(text=TextValue(charge.merchant_name)), (), (figure,), row_set, names=names)

    async def _recurring_charge(self) -> Outcome:
        """Whether one merchant's recurring charge still comes, or what it costs now."""
        selection = self._sets.selection
        chosen = filter_of(selection)
        charges = [one for one in await self._sets.charges(chosen.merchant_ids[0]) if one.latest_row is not None]
        if not charges and self._plan.rule == "recurring.next":
            # What keeps to no rhythm could only be foreseen.
            raise declined(RefusalReason.OUT_OF_SCOPE)
        if len(charges) != 1:
            raise declined(RefusalReason.UNSUPPORTED)
        charge = charges[0]
        assert charge.latest_row is not None
        latest = charge.latest_row
        newest = total_of(await self._sets.query(chosen, order=RowOrder.NEWEST, page_size=A_YEAR))
        rows = newest.row_set.rows if newest.row_set else ()
        if not rows or rows[0].date != latest.date or latest.amount is None:
            raise declined(RefusalReason.UNSUPPORTED)
        if self._plan.form is AnswerForm.YES_NO:
            figure = self._amount_of(latest, chosen, "latest charge")
            holds = charge.active != (self._plan.rule == "recurring.ended")
            said = TextValue("yes", Polarity.YES) if holds else TextValue("no", Polarity.NO)
            row_set = await self._sets.set_of([latest.row_id])
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
            row_set = await self._sets.set_of([latest.row_id])
            return Outcome(money((figure,)), (), (figure,), row_set, lines=(latest,))
        year = rows[:A_YEAR]
        if len(year) < A_YEAR or any(row.amount != latest.amount for row in year):
            raise declined(RefusalReason.AMBIGUOUS, mention="the price changed within a year")
        ids = LedgerFilter(row_ids=tuple(row.row_id for row in year))
        group = total_of(await self._sets.query(ids, ids=True))
        source = source_of(ids, group.row_set, 1)
        figure = self._calculation.row_sum(
            source, amount_of(group.totals[0]), code_of(group.totals[0]), "the latest twelve charges"
        )
        return Outcome(money((figure,)), (), (figure,), group.row_set, lines=(latest,))

    async def _cadence(self, charge: RecurringCharge, chosen: LedgerFilter) -> Outcome:
        """How often a charge comes, which its rows have to show."""
        group = total_of(await self._sets.query(chosen, ids=True))
        if charge.cadence is Cadence.UNSPECIFIED or group.row_set is None:
            raise declined(RefusalReason.UNSUPPORTED)
        count = self._calculation.row_count(source_of(chosen, group.row_set, 1), "charges")
        said = AnswerValue(text=TextValue(charge.cadence.name.lower()))
        return Outcome(said, (), (count,), group.row_set, count=count)

    async def _next_charge(self, charge: RecurringCharge, chosen: LedgerFilter) -> Outcome:
        """The day on which the rhythm of the charges so far comes again."""
        if not charge.active:
            raise declined(RefusalReason.NO_DATA, mention=f"a charge {self._sets.selection.label} that still comes")
        found = total_of(
            await self._sets.query(chosen, order=RowOrder.NEWEST, page_size=LARGEST_PAGE, ids=True)
        ).row_set
        rows = found.rows if found is not None else ()
        day = next_day([row.date for row in rows if row.date is not None], charge.cadence)
        if found is None or day is None:
            raise declined(RefusalReason.OUT_OF_SCOPE)
        source = source_of(chosen, found, 1)
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
        row_set = await self._sets.set_of([latest.row_id])
        names = ((charge.merchant_id, _A_TIME[charge.cadence], None),)
        return Outcome(money((figure,)), (), (figure,), row_set, lines=(latest,), names=names)

    def _amount_of(self, row: LedgerRow, chosen: LedgerFilter, words: str) -> Figure:
        return self._calculation.row_amount(row, replace(chosen, row_ids=(row.row_id,)), words)

    async def price_step(self) -> Outcome:
        """Which charges rose, when and by how much."""
        selection = self._sets.selection
        chosen = filter_of(selection)
        merchant = chosen.merchant_ids[0] if chosen.merchant_ids else ""
        charges = await self._sets.charges(merchant)
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
        row_set = await self._sets.set_of(ids)
        labels = tuple(dict.fromkeys(one.merchant_name for one, _ in rises))
        figures = [self._rise(step) for _, step in rises]
        if form is AnswerForm.YES_NO:
            return Outcome(
                AnswerValue(text=TextValue("yes", Polarity.YES)), (), tuple(figures), row_set, steps=tuple(rises)
            )
        if form is AnswerForm.NUMBER:
            unique = {one.merchant_id: figure for (one, _), figure in zip(rises, figures, strict=True)}
            count = self._calculation.count_of(list(unique.values()), "price rises")
            return Outcome(number_value(count, FigureUnit.COUNT), (), (count,), row_set, steps=tuple(rises))
        return Outcome(AnswerValue(names=NameList(labels)), (), tuple(figures), row_set, steps=tuple(rises))

    async def _no_rise(self, form: AnswerForm) -> Outcome:
        count = self._calculation.count_of((), "price rises")
        if form is AnswerForm.NUMBER:
            return Outcome(number_value(count, FigureUnit.COUNT), (), (count,), None)
        return Outcome(AnswerValue(names=NameList()), (), (), None)

    async def _latest_rise(self, rises: Sequence[tuple[RecurringCharge, PriceStep]], form: AnswerForm) -> Outcome:
        charge, step = max(rises, key=lambda one: _day(one[1]))
        period = self._sets.selection.filter.period if self._sets.selection.filter else None
        if form is AnswerForm.PERCENT and len(rises) > 1:
            raise declined(RefusalReason.AMBIGUOUS, mention=f"several price rises {self._sets.selection.label}")
        if form is AnswerForm.MONEY and period is not None and len(rises) > 1:
            raise declined(RefusalReason.AMBIGUOUS, mention=f"several price rises {self._sets.selection.label}")
        assert step.before is not None
        assert step.after is not None
        row_set = await self._sets.set_of([step.before.row_id, step.after.row_id])
        if form is AnswerForm.PERCENT:
            percent = self._calculation.percent_change(*self._ends(step), "price rise")
            number_value = AnswerValue(number=NumberValue(number(percent), FigureUnit.PERCENT))
            return Outcome(number_value, (), (percent,), row_set, steps=((charge, step),))
        figure = self._rise(step)
        value = money((figure,)) if form is AnswerForm.MONEY else AnswerValue(date=step.after.date)
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


def _day(step: PriceStep) -> date:
    assert step.after is not None
    assert step.after.date is not None
    return step.after.date


def _is_rise(step: PriceStep) -> bool:
    return step.before is not None and step.after is not None and size_of(step.after) > size_of(step.before)


def _within(step: PriceStep, period: Period | None) -> bool:
    if period is None:
        return True
    day = _day(step)
    return (period.start_date is None or day >= period.start_date) and (
        period.end_date is None or day <= period.end_date
    )
