"""Groups of a complete set, ranked: merchants, categories, months."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from services.answerer.dates import months_touched
from services.answerer.execution.outcome import Outcome, declined, needs_rate
from services.answerer.execution.sets import (
    MINUS_SIGN,
    Sets,
    amount_of,
    code_of,
    filter_of,
    group_name,
    in_group,
    total_of,
)
from services.answerer.model import (
    AnswerForm,
    AnswerValue,
    GroupKey,
    GroupOrder,
    LedgerFilter,
    LedgerGroup,
    NameList,
    Period,
    RefusalReason,
    RowOrder,
    RowSet,
    Selection,
    TextValue,
)

COUNTED = ("top.count", "merchants")


class Ranking:
    """Groups by size or by number of rows."""

    def __init__(self, sets: Sets) -> None:
        self._sets = sets
        self._plan = sets.plan
        self._calculation = sets.calculation

    async def top(self) -> Outcome:
        """The largest, or smallest, groups."""
        selection, plan = self._sets.selection, self._plan
        chosen = filter_of(selection)
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
            return amount_of(group.totals[0]) * sign

        ranked = sorted(groups, key=lambda one: (size(one) * (1 if smallest else -1), one.key))
        limit = plan.limit or len(ranked)
        kept = ranked[:limit]
        if len(ranked) > limit and size(ranked[limit]) == size(kept[-1]):
            raise declined(RefusalReason.AMBIGUOUS, mention="several are equal")
        names = []
        for group in kept:
            source = await self._sets.source(in_group(chosen, plan.group_by, group.key), group, sign)
            total = group.totals[0]
            figure = (
                self._calculation.row_count(source, group.label or group.key)
                if by_count
                else self._calculation.row_sum(source, amount_of(total), code_of(total), group.label or group.key)
            )
            names.append((group.key, group_name(plan.group_by, group), figure))
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
            groups = list(
                (await self._sets.query(chosen, group_by=plan.group_by, rows=False, ids=not plan.limit)).groups
            )
            if not by_count and len({code_of(total) for one in groups for total in one.totals}) > 1:
                raise needs_rate()
            return groups
        order = {
            (False, False): GroupOrder.UNSPECIFIED,
            (False, True): GroupOrder.NET_SMALLEST,
            (True, False): GroupOrder.MOST_ROWS,
            (True, True): GroupOrder.FEWEST_ROWS,
        }[by_count, upwards]
        response = await self._sets.query(
            replace(chosen, merchant_only=True),
            group_by=plan.group_by,
            ids=True,
            rows=False,
            max_groups=plan.limit + 1,
            group_order=order,
        )
        if not by_count and len(total_of(response).totals) > 1:
            raise needs_rate()
        return list(response.groups)

    async def _has_empty_month(self, selection: Selection, groups: Sequence[LedgerGroup]) -> bool:
        period = (selection.filter.period if selection.filter else None) or Period()
        start = period.start_date or (await self._sets.coverage()).first_date
        assert start is not None
        return months_touched(start, min(period.end_date or self._sets.today, self._sets.today)) > len(groups)

    async def _winners(self, chosen: LedgerFilter, key: GroupKey, keys: Sequence[str]) -> RowSet | None:
        if key is GroupKey.MERCHANT and not self._plan.limit:
            return total_of(await self._sets.query(replace(chosen, merchant_only=True))).row_set
        if key is GroupKey.MERCHANT:
            return total_of(await self._sets.query(replace(chosen, merchant_ids=tuple(keys)))).row_set
        if key is GroupKey.COUNTERPARTY:
            return total_of(await self._sets.query(replace(chosen, counterparty_ids=tuple(keys)))).row_set
        return total_of(await self._sets.query(in_group(chosen, key, keys[0]))).row_set
