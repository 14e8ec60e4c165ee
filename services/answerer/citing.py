"""Which rules of the money-semantics policy an answer cites: those that made its set another one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from services.answerer.execution import Outcome
from services.answerer.grammar.scopes import INCOME, SPENDING
from services.answerer.model import GroupKey, LedgerFilter, Measure, MovementKind, Netting, Plan, Selection
from services.answerer.offers import PENDING_RULE, Offered, Way

MOST_RULES = 6
_FEES = {MovementKind.FEE, MovementKind.FEE_REFUND}
_SINGLE_ROWS = {Measure.COUNT, Measure.AVERAGE, Measure.MEDIAN, Measure.MAXIMUM, Measure.MINIMUM}
_OF_KINDS = {
    (MovementKind.CASH_WITHDRAWAL,): "v1.set.cash",
    (MovementKind.PERSON_PAYMENT,): "v1.set.people",
    (MovementKind.TRANSFER,): "v1.set.own-accounts",
    (MovementKind.CARD_PAYMENT,): "v1.set.own-accounts",
    (MovementKind.INTEREST_CHARGED,): "v1.set.interest",
    (MovementKind.INTEREST_EARNED,): "v1.set.interest",
    INCOME: "v1.set.income",
    (MovementKind.INCOME,): "v1.set.income",
}
# Rules of single rows that a person may not expect, and what a question has to pick rows by for them to matter.
_OF_CATEGORIES = ("v1.category.user", "v1.category.merchant", "v1.category.brand", "v1.category.name")
_OF_MERCHANTS = ("v1.merchant.alias",)
_ALWAYS = (
    "v1.kind.reversal.stated",
    "v1.kind.merchant.refund",
    "v1.kind.transfer.paired",
    "v1.part.user",
    "v1.part.source",
    "v1.part.rest",
    "v1.part.does-not-fit",
    PENDING_RULE,
)


def token_of(rule_id: str) -> str:
    """The citation of a rule."""
    return f"[Citation ID: policy:{rule_id}]"


def rules_of(plan: Plan, outcome: Outcome, offered: Sequence[Offered]) -> tuple[str, ...]:
    """The rules that decided which rows count, the widest first; at most six."""
    found = [*_of_set(plan, outcome), *_of_rows(plan, outcome)]
    if any(one.way is Way.LEFT_OUT for one in offered):
        found.append("v1.set.category")
    return tuple(dict.fromkeys(found))[:MOST_RULES]


def _of_set(plan: Plan, outcome: Outcome) -> Iterator[str]:
    if plan.measure in (Measure.RECURRING, Measure.PRICE_STEP):
        if not any((one.filter or LedgerFilter()).merchant_ids for one in plan.selections):
            yield "v1.set.subscriptions"
        return
    if plan.rule == "outflow":
        yield "v1.set.outflow"
        return
    for selection in plan.selections:
        yield from _of_selection(plan, selection)
    if outcome.refunds is not None:
        yield "v1.set.net"


def _of_selection(plan: Plan, selection: Selection) -> Iterator[str]:
    chosen = selection.filter or LedgerFilter()
    kinds = chosen.kinds
    if kinds and set(kinds) <= _FEES:
        yield "v1.set.fees"
    elif kinds in _OF_KINDS:
        yield _OF_KINDS[kinds]
    elif selection.netting is Netting.REFUNDS:
        yield "v1.set.refunds"
    elif kinds == SPENDING:
        if not (chosen.merchant_ids or chosen.category_ids or chosen.row_ids or chosen.merchant_only):
            yield "v1.set.spending"
        if plan.measure in _SINGLE_ROWS or chosen.amount is not None:
            yield "v1.set.purchases"
        elif selection.netting is Netting.GROSS:
            yield "v1.set.gross"


def _of_rows(plan: Plan, outcome: Outcome) -> Iterator[str]:
    filters = [one.filter or LedgerFilter() for one in plan.selections]
    by_category = plan.group_by is GroupKey.CATEGORY or any(one.category_ids for one in filters)
    by_merchant = any(one.merchant_ids for one in filters)
    wanted = (*_ALWAYS, *(_OF_CATEGORIES if by_category else ()), *(_OF_MERCHANTS if by_merchant else ()))
    yield from (one for one in wanted if one in outcome.rule_ids)
