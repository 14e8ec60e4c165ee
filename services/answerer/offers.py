"""Readings near the one that was taken: which there are, what they come to, and how an answer offers them.

The policy decides which reading is taken; what a person may have meant instead is computed beside it, at the same
revision, as side figures that a replay makes again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from services.answerer.compose import Words, entities_of, say_money, say_reading
from services.answerer.execution import Outcome
from services.answerer.figures import Calculation, number
from services.answerer.grammar import Decline
from services.answerer.grammar.scopes import SPENDING
from services.answerer.model import (
    AmountSide,
    AnswerForm,
    Coverage,
    EntityKind,
    Figure,
    GroupKey,
    LedgerFilter,
    LedgerGroup,
    Measure,
    Netting,
    Plan,
    Reading,
    Selection,
)
from services.answerer.together import every
from services.common.errors import NotFound

PENDING_RULE = "v1.row.pending"
# Merchants of rows that a category leaves out, the largest sums first.
SHOWN_LEFT_OUT = 2
# Categories that the rows of such a merchant are named as being in.
SHOWN_CATEGORIES = 2


class Way(Enum):
    """How a reading differs from the one that was taken."""

    PERIOD = auto()
    GROSS = auto()
    SETTLED = auto()
    LEFT_OUT = auto()


@dataclass(frozen=True, slots=True)
class Offer:
    """A reading that is near, before it is computed."""

    way: Way
    plan: Plan


@dataclass(frozen=True, slots=True)
class Offered:
    """A reading that is near with what it came to; its figures are those of the answer."""

    way: Way
    plan: Plan
    outcome: Outcome

    @property
    def figures(self) -> tuple[Figure, ...]:
        """What the text shows: the value, or how many rows a list has."""
        if self.outcome.value_figures and _is_number(self.outcome):
            return self.outcome.value_figures if self.plan.measure is Measure.SUM else self.outcome.value_figures[:1]
        return (self.outcome.count,) if self.outcome.count is not None else ()


def nearest_readings(plan: Plan, outcome: Outcome, periods: Sequence[Plan]) -> list[Offer]:
    """The readings near `plan`, whose outcome shows which of them could come to something else.

    `periods`: the same question over days that its words say less clearly.
    """
    offers = [Offer(Way.PERIOD, one) for one in periods]
    if len(plan.selections) != 1 or plan.group_by is not GroupKey.UNSPECIFIED:
        return offers
    selection = plan.selections[0]
    chosen = selection.filter or LedgerFilter()
    if plan.measure is Measure.SUM and selection.netting is Netting.NET and outcome.refunds is not None:
        gross = replace(selection, netting=Netting.GROSS, filter=replace(chosen, side=AmountSide.OUT))
        offers.append(Offer(Way.GROSS, replace(plan, selections=(gross,))))
    if plan.measure in (Measure.SUM, Measure.COUNT) and PENDING_RULE in outcome.rule_ids and chosen.pending is None:
        settled = replace(selection, filter=replace(chosen, pending=False))
        offers.append(Offer(Way.SETTLED, replace(plan, selections=(settled,))))
    return offers


def left_out_of(plan: Plan) -> LedgerFilter | None:
    """Which rows a question about a category leaves out although they are near it; None for any other question.

    They are of merchants that are mostly in the category or whose name tells of it, and in another category.
    """
    if plan.measure not in (Measure.SUM, Measure.COUNT) or len(plan.selections) != 1 or not plan.names:
        return None
    chosen = plan.selections[0].filter
    if chosen is None or chosen.kinds != SPENDING or chosen.merchant_ids or not chosen.category_ids:
        return None
    if plan.group_by is not GroupKey.UNSPECIFIED:
        return None
    named = [one.candidate for one in plan.names if one.candidate is not None]
    near = [merchant for one in named if one.kind is EntityKind.CATEGORY for merchant in one.near_merchant_ids]
    near = [one for one in dict.fromkeys(near) if one not in chosen.excluded_merchant_ids]
    if not near:
        return None
    return replace(
        chosen,
        category_ids=(),
        merchant_ids=tuple(near),
        excluded_category_ids=(*chosen.excluded_category_ids, *chosen.category_ids),
    )


def left_out_offers(plan: Plan, left_out: LedgerFilter, groups: Sequence[LedgerGroup]) -> list[Offer]:
    """One reading for each of the first merchants that have such rows: what they come to, by their own categories."""
    base = plan.selections[0]
    offers = []
    for group in groups[:SHOWN_LEFT_OUT]:
        selection = Selection(
            replace(left_out, merchant_ids=(group.key,)), Netting.NET, f"at {group.label}", base.period_label
        )
        one = replace(
            plan,
            measure=Measure.SUM,
            rule="left_out",
            selections=(selection,),
            form=AnswerForm.MONEY,
            group_by=GroupKey.CATEGORY,
            names=(),
        )
        offers.append(Offer(Way.LEFT_OUT, one))
    return offers


async def compute(
    run: Callable[[Plan], Awaitable[Outcome]], outcome: Outcome, offers: Sequence[Offer]
) -> tuple[tuple[Figure, ...], tuple[Offered, ...], tuple[Plan, ...]]:
    """The answer's figures with the readings' behind them, the readings, and other days that come to the same.

    A reading that has no answer is left out.
    """

    async def attempt(plan: Plan) -> Outcome | None:
        try:
            return await run(plan)
        except (Decline, NotFound):
            return None

    results = await every([attempt(one.plan) for one in offers])
    calculation = Calculation(outcome.figures)
    offered, same = [], []
    for offer, again in zip(offers, results, strict=True):
        if again is not None and again.value != outcome.value:
            offered.append(Offered(offer.way, offer.plan, beside(calculation, again)))
        elif again is not None and offer.way is Way.PERIOD:
            same.append(offer.plan)
    return calculation.figures, tuple(offered), tuple(same)


def beside(calculation: Calculation, outcome: Outcome) -> Outcome:
    """The outcome of another plan with its figures as side figures of the calculation, under ids of their own."""
    ids = calculation.take([replace(one, side=True) for one in outcome.figures])
    new = {one.figure_id: one for one in calculation.figures}

    def renamed(figure: Figure) -> Figure:
        return new[ids[figure.figure_id]]

    return replace(
        outcome,
        figures=tuple(renamed(one) for one in outcome.figures),
        value_figures=tuple(renamed(one) for one in outcome.value_figures),
        names=tuple((key, name, renamed(one) if one is not None else None) for key, name, one in outcome.names),
        count=renamed(outcome.count) if outcome.count is not None else None,
        refunds=renamed(outcome.refunds) if outcome.refunds is not None else None,
    )


def say_offers(words: Words, offered: Sequence[Offered]) -> None:
    """The sentences that offer the readings, with what each comes to."""
    for one in offered:
        {
            Way.PERIOD: _say_period,
            Way.GROSS: _say_gross,
            Way.SETTLED: _say_settled,
            Way.LEFT_OUT: _say_left_out,
        }[one.way](words, one)


def _say_period(words: Words, one: Offered) -> None:
    words.say(" Read as")
    say_reading(words, one.plan.selections[0])
    _say_value(words, one)


def _say_gross(words: Words, one: Offered) -> None:
    words.say(" Before refunds")
    _say_value(words, one)


def _say_settled(words: Words, one: Offered) -> None:
    words.say(" Without what is pending")
    _say_value(words, one)


def _say_value(words: Words, one: Offered) -> None:
    text = one.outcome.value.text
    if text is not None and not text.polarity and text.text:
        words.say(", it is ").name(text.text, "name")
    elif one.figures:
        words.say(", it is ")
        say_money(words, one.figures)
        if one.plan.measure is Measure.LIST:
            words.say(" row" if number(one.figures[0]) == 1 else " rows")
    else:
        words.say(", it may come to something else")
    words.say(".")


def _say_left_out(words: Words, one: Offered) -> None:
    merchant = (one.plan.selections[0].filter or LedgerFilter()).merchant_ids[0]
    count = one.outcome.count
    words.say(" ")
    if count is not None:
        words.figure(count).say(" row" if number(count) == 1 else " rows")
    words.say(" at ").name(one.plan.selections[0].label.removeprefix("at "), merchant).say(" counted under ")
    names = list(dict.fromkeys((key, name) for key, name, _ in one.outcome.names))
    if len(names) > SHOWN_CATEGORIES:
        words.say("other categories")
    for index, (key, name) in enumerate(names if len(names) <= SHOWN_CATEGORIES else ()):
        words.say(" and " if index else "").name(name, key)
    words.say(" are left out, " if count is None or number(count) != 1 else " is left out, ")
    say_money(words, one.figures)
    words.say(".")


def as_readings(offered: Sequence[Offered], coverage: Coverage) -> tuple[Reading, ...]:
    """The readings as the answer carries them."""
    readings = []
    for one in offered:
        words = Words(entities_of((one.plan,), coverage))
        say_offers(words, [one])
        readings.append(Reading(words.done().text.strip(), one.plan, one.figures[0] if one.figures else None))
    return tuple(readings)


def _is_number(outcome: Outcome) -> bool:
    value = outcome.value
    return value.money is not None or value.money_by_currency is not None or value.number is not None
