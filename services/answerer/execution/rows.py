"""Rows of complete sets: how many, which, the first, the last, the largest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from services.answerer.execution.outcome import Outcome, declined, money, needs_rate, number_value
from services.answerer.execution.sets import (
    FIRST_PAGE,
    LARGEST_PAGE,
    MINUS_SIGN,
    Sets,
    filter_of,
    labelled,
    size_of,
    source_of,
    total_of,
)
from services.answerer.figures import number
from services.answerer.model import (
    AmountRange,
    AnswerForm,
    AnswerValue,
    Figure,
    FigureUnit,
    GroupKey,
    LedgerFilter,
    LedgerGroup,
    LedgerRow,
    Measure,
    NameList,
    Polarity,
    RefusalReason,
    RowOrder,
    RowSet,
    TextValue,
)

# Names that the text of a count of merchants lists.
SHOWN_NAMES = 20


class Rows:
    """Measures over rows."""

    def __init__(self, sets: Sets) -> None:
        self._sets = sets
        self._plan = sets.plan
        self._calculation = sets.calculation

    async def count(self) -> Outcome:
        """How many rows, or how many merchants have one."""
        selection = self._sets.selection
        chosen = filter_of(selection)
        if self._plan.group_by is GroupKey.MERCHANT:
            return await self._count_merchants(chosen)
        group = total_of(await self._sets.query(chosen, ids=True))
        source = source_of(chosen, group.row_set, 1)
        figure = self._calculation.row_count(source, labelled(selection))
        return Outcome(number_value(figure, FigureUnit.COUNT), (), (figure,), group.row_set, count=figure)

    async def _count_merchants(self, chosen: LedgerFilter) -> Outcome:
        """How many merchants have a row of the set."""
        response = await self._sets.query(chosen, group_by=GroupKey.MERCHANT, ids=True)
        counted = []
        for group in response.groups:
            if group.key:
                source = await self._sets.source(replace(chosen, merchant_ids=(group.key,)), group, 1)
                counted.append((group, self._calculation.row_count(source, group.label)))
        figure = self._calculation.count_of([one for _, one in counted], "merchants")
        names = tuple((group.key, group.label, rows) for group, rows in counted[:SHOWN_NAMES])
        row_set = total_of(response).row_set
        return Outcome(number_value(figure, FigureUnit.COUNT), (), (figure,), row_set, names=names, count=figure)

    async def exists(self) -> Outcome:
        """Whether there is any row."""
        selection = self._sets.selection
        chosen = filter_of(selection)
        group = total_of(await self._sets.query(chosen, ids=True))
        source = source_of(chosen, group.row_set, 1)
        figure = self._calculation.row_count(source, labelled(selection))
        said = TextValue("yes", Polarity.YES) if source.count else TextValue("no", Polarity.NO)
        return Outcome(AnswerValue(text=said), (), (), group.row_set, count=figure if source.count else None)

    async def extreme(self) -> Outcome:
        """The largest or smallest row, and all that equal it."""
        selection = self._sets.selection
        chosen = filter_of(selection)
        group = total_of(await self._sets.query(chosen, order=self._plan.order, page_size=1))
        if not group.totals:
            raise declined(RefusalReason.NO_DATA, mention=selection.label)
        if len(group.totals) > 1 and self._plan.form is not AnswerForm.MONEY:
            raise needs_rate()
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
                    held[0], replace(chosen, row_ids=(held[0].row_id,)), labelled(selection), sign=sign
                )
            )
        value = self._row_value(holders, tuple(figures))
        row_set = sets[0] if len(sets) == 1 else await self._sets.set_of([row.row_id for row in holders])
        return Outcome(value, (), tuple(figures), row_set, lines=tuple(holders))

    async def _equal_rows(self, chosen: LedgerFilter, row: LedgerRow) -> tuple[RowSet, tuple[LedgerRow, ...]]:
        """All rows of exactly this amount: the largest may be held by several."""
        assert row.amount is not None
        size = row.amount.amount.copy_abs()
        bound = _exactly(size)
        same = replace(chosen, amount=bound, currency_code=row.amount.currency)
        row_set = total_of(await self._sets.query(same)).row_set or RowSet()
        return row_set, await self._sets.first_rows(same, row_set)

    def _row_value(self, rows: Sequence[LedgerRow], figures: tuple[Figure, ...]) -> AnswerValue:
        """The amount, day or merchant of rows that are equally good; several days or merchants are ambiguous."""
        if self._plan.form is AnswerForm.MONEY:
            return money(figures)
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

    async def end(self) -> Outcome:
        """The first or the last row, or the one at a place from there."""
        selection = self._sets.selection
        chosen = filter_of(selection)
        last = self._plan.measure is Measure.LAST
        order = RowOrder.NEWEST if last else RowOrder.UNSPECIFIED
        place = max(self._plan.limit, 1)
        row_set = total_of(await self._sets.query(chosen, order=order)).row_set or RowSet()
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
            row, replace(chosen, row_ids=(row.row_id,)), labelled(selection), sign=sign
        )
        found = await self._sets.set_of([one.row_id for one in holders])
        return Outcome(self._row_value(holders, (figure,)), (), (figure,), found, lines=tuple(holders))

    async def _whole_days(
        self, chosen: LedgerFilter, row_set: RowSet, order: RowOrder, place: int
    ) -> tuple[LedgerRow, ...]:
        """The first rows of a set by age, at least all those of the day of the row at `place`."""
        rows = row_set.rows
        is_whole = len(rows) == row_set.row_count or (len(rows) > place and rows[-1].date != rows[place - 1].date)
        return rows if is_whole and self._plan.rule != "exact" else await self._sets.first_rows(chosen, row_set, order)

    async def days_since(self) -> Outcome:
        """Days from the last row to the day of the question."""
        selection = self._sets.selection
        chosen = filter_of(selection)
        row_set = total_of(await self._sets.query(chosen, order=RowOrder.NEWEST)).row_set or RowSet()
        rows = await self._whole_days(chosen, row_set, RowOrder.NEWEST, 1)
        if not rows:
            raise declined(RefusalReason.NO_DATA, mention=selection.label)
        same_day = [one for one in rows if one.date == rows[0].date]
        figure = self._calculation.days_between(
            rows[0], replace(chosen, row_ids=(rows[0].row_id,)), self._sets.today, labelled(selection)
        )
        found = await self._sets.set_of([one.row_id for one in same_day])
        return Outcome(number_value(figure, FigureUnit.DAYS), (), (figure,), found, lines=tuple(same_day))

    async def list(self) -> Outcome:
        """The rows, or the accounts that they are on."""
        selection = self._sets.selection
        chosen = filter_of(selection)
        if self._plan.form is AnswerForm.NAMES:
            return await self._accounts(chosen)
        size = min(max(FIRST_PAGE, self._plan.limit + 1), LARGEST_PAGE)
        group = total_of(await self._sets.query(chosen, order=self._plan.order, page_size=size, ids=True))
        if self._plan.limit and self._plan.limit < (group.row_set.row_count if group.row_set else 0):
            return await self._largest_rows(group)
        source = source_of(chosen, group.row_set, 1)
        count = self._calculation.row_count(source, labelled(selection))
        lines = (group.row_set or RowSet()).rows
        return Outcome(AnswerValue(rows=group.row_set), (), (), group.row_set, lines=lines, count=count)

    async def _largest_rows(self, group: LedgerGroup) -> Outcome:
        rows = (group.row_set or RowSet()).rows
        if len(group.totals) > 1 and self._plan.order is not RowOrder.NEWEST:
            raise needs_rate()
        kept = rows[: self._plan.limit]
        newest = self._plan.order is RowOrder.NEWEST
        if newest and len(rows) > len(kept) and rows[len(kept)].date == kept[-1].date:
            raise declined(RefusalReason.AMBIGUOUS, mention="several rows are of the same day")
        if not newest and len(rows) > len(kept) and abs(size_of(rows[len(kept)])) == abs(size_of(kept[-1])):
            raise declined(RefusalReason.AMBIGUOUS, mention="several are equal")
        row_set = await self._sets.set_of([row.row_id for row in kept])
        if row_set is not None:
            row_set = replace(row_set, rows=kept)
        return Outcome(AnswerValue(rows=row_set), (), (), row_set, lines=kept)

    async def _accounts(self, chosen: LedgerFilter) -> Outcome:
        """The accounts that a merchant occurs on, from the complete set."""
        response = await self._sets.query(chosen, group_by=GroupKey.ACCOUNT, ids=True)
        if not response.groups:
            raise declined(RefusalReason.NO_DATA, mention=self._sets.selection.label)
        names = []
        for group in response.groups:
            narrowed = replace(chosen, account_ids=(group.key,))
            figure = self._calculation.row_count(await self._sets.source(narrowed, group, 1), f"rows on {group.label}")
            names.append((group.key, group.label, figure))
        names.sort(key=lambda one: (-number(one[2]), one[1]))
        value = AnswerValue(names=NameList(tuple(label for _, label, _ in names)))
        return Outcome(value, (), (), total_of(response).row_set, names=tuple(names))


def _exactly(size: Decimal) -> AmountRange:
    return AmountRange(at_least=size, at_most=size)
