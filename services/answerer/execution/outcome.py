"""What a plan came to, and how sums and rows are read as values. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from services.answerer.figures import money_decimals, number
from services.answerer.grammar import Decline, Declined
from services.answerer.model import (
    AnswerValue,
    Coverage,
    Figure,
    FigureUnit,
    LedgerFilter,
    LedgerGroup,
    LedgerRow,
    MoneyByCurrency,
    NumberValue,
    PriceStep,
    RecurringCharge,
    RefusalReason,
    RowSet,
)
from services.common.types import Money


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


def needs_rate() -> Decline:
    return declined(RefusalReason.NOT_IN_DATA, missing="exchange rates", instead="amounts in their own currencies")


def money(figures: Sequence[Figure]) -> AnswerValue:
    amounts = [Money(number(one), one.currency_code) for one in figures]
    if len(amounts) == 1:
        return AnswerValue(money=amounts[0])
    ordered = tuple(sorted(amounts, key=lambda one: one.currency))
    return AnswerValue(money_by_currency=MoneyByCurrency(ordered))


def number_value(figure: Figure, unit: FigureUnit) -> AnswerValue:
    return AnswerValue(number=NumberValue(number(figure), unit))


def mean_decimals(currency: str) -> int:
    """Decimals of a mean: to the cent, as the money semantics round, where a currency has no minor unit too."""
    return max(money_decimals(currency), 2)
