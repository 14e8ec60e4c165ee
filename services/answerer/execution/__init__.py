"""Carries out a ledger plan: queries for complete sets, figures from them, and the value that they come to.

The same plan at the same revision always makes the same figures under the same ids; `VerifyAnswer` rests on that.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from services.answerer.execution.outcome import Outcome
from services.answerer.execution.ranking import Ranking
from services.answerer.execution.recurring import Recurring
from services.answerer.execution.rows import Rows
from services.answerer.execution.sets import Sets
from services.answerer.execution.sums import Sums
from services.answerer.model import Coverage, LedgerFilter, LedgerGroup, Measure, Plan, RowSet
from services.answerer.ports import Ledger
from services.common.identity import Identity

__all__ = ["Outcome", "execute"]

_MEASURES: dict[Measure, Callable[[Sets], Awaitable[Outcome]]] = {
    Measure.SUM: lambda sets: Sums(sets).sum(),
    Measure.AVERAGE: lambda sets: Sums(sets).average(),
    Measure.MEDIAN: lambda sets: Sums(sets).median(),
    Measure.SHARE: lambda sets: Sums(sets).share(),
    Measure.CHANGE: lambda sets: Sums(sets).change(),
    Measure.COMPARE: lambda sets: Sums(sets).compare(),
    Measure.COUNT: lambda sets: Rows(sets).count(),
    Measure.EXISTS: lambda sets: Rows(sets).exists(),
    Measure.MAXIMUM: lambda sets: Rows(sets).extreme(),
    Measure.MINIMUM: lambda sets: Rows(sets).extreme(),
    Measure.FIRST: lambda sets: Rows(sets).end(),
    Measure.LAST: lambda sets: Rows(sets).end(),
    Measure.DAYS_SINCE: lambda sets: Rows(sets).days_since(),
    Measure.LIST: lambda sets: Rows(sets).list(),
    Measure.TOP: lambda sets: Ranking(sets).top(),
    Measure.RECURRING: lambda sets: Recurring(sets).recurring(),
    Measure.PRICE_STEP: lambda sets: Recurring(sets).price_step(),
}


async def execute(
    ledger: Ledger,
    identity: Identity,
    plan: Plan,
    *,
    revision: int = 0,
    currency: str = "",
    coverage: Coverage | None = None,
    brief: bool = False,
    held: Mapping[LedgerFilter, LedgerGroup] | None = None,
) -> Outcome:
    """What a plan comes to for one user at one ledger revision (0: the newest). `coverage` is what the text may name.

    `brief`: no row is shown, so that none is sent; figures and sets are the same. `held`: sets at hand, of this
    revision. Raises `Decline` where the rows hold no answer.
    """
    sets = Sets(ledger, identity, plan, revision=revision, currency=currency, brief=brief, held=held or {})
    outcome = await _MEASURES[plan.measure](sets)
    return replace(
        outcome,
        value=replace(outcome.value, rows=_without_ids(outcome.value.rows)),
        row_set=_without_ids(outcome.row_set),
        figures=sets.calculation.figures,
        rule_ids=tuple(sorted(sets.rules)),
        revision=sets.revision,
        coverage=coverage or Coverage(),
    )


def _without_ids(row_set: RowSet | None) -> RowSet | None:
    """A set as an answer shows it: which rows a figure rests on, its leaf says."""
    if row_set is None or not row_set.row_ids:
        return row_set
    return replace(row_set, row_ids=(), source_transaction_ids=())
