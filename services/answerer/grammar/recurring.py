"""Rules for what comes again: subscriptions, their prices and when these rose."""

from __future__ import annotations

import re

from services.answerer.dates import Days, Unit, label
from services.answerer.grammar.cue import Cue
from services.answerer.grammar.planning import SCOPING, Context, only, unique
from services.answerer.grammar.reading import Decline, Declined, Planned
from services.answerer.grammar.scopes import SPENDING, ids_of, joined, one_period, period_of, unsupported
from services.answerer.model import (
    AmountSide,
    AnswerForm,
    EntityKind,
    LedgerFilter,
    Measure,
    Netting,
    Per,
    RefusalReason,
    RowOrder,
    Selection,
)


def price_steps(context: Context) -> Planned | None:
    """When, by how much and for which subscriptions a price rose."""
    draft = context.draft
    percent = draft.has(Cue.CHANGE, Cue.IN_PERCENT, Cue.SHARE)
    # "What percent did Netflix rise?": a price of its own is all that can rise there.
    rose = draft.has(Cue.CHANGE, Cue.CHANGED) and percent and len(draft.names) == 1 and not draft.periods
    if (not draft.has(Cue.RISE) and not rose) or (
        percent and (draft.periods or not draft.of_kind(EntityKind.MERCHANT))
    ):
        return None
    only(
        draft,
        Cue.RISE,
        *((Cue.CHANGE, Cue.CHANGED, Cue.IN_PERCENT, Cue.SHARE) if percent else ()),
        Cue.WHEN,
        Cue.DIFFERENCE,
        Cue.PER_ROW,
        Cue.EXISTS,
        Cue.LIST,
        Cue.COUNT,
        Cue.MORE,
        Cue.LAST,
        Cue.PER_MONTH,
        Cue.WHO,
        Cue.WHERE,
    )
    names = unique(draft.names)
    if any(one.kind is not EntityKind.MERCHANT for one in names) or len(names) > 1:
        raise unsupported()
    span = one_period(draft)
    period, words = period_of(draft, span)
    chosen = LedgerFilter(kinds=SPENDING, merchant_ids=ids_of(names), period=period)
    named = f"at {joined(names)}" if names else "subscriptions"
    selection = Selection(chosen, Netting.GROSS, named, words)
    if not names:
        form = AnswerForm.NUMBER if draft.has(Cue.COUNT) else AnswerForm.NAMES
    elif draft.has(Cue.WHEN) or any("since when" in found.words for found in draft.cues):
        form = AnswerForm.DATE
    elif percent:
        form = AnswerForm.PERCENT
    elif draft.has(Cue.HOW_MUCH, Cue.DIFFERENCE) or re.search(
        r"\bwhat(?:'s| was| is)? the\b|\bhow (?:much|big|large)\b|\bwhat (?:did|has) .*\bby\b", draft.working
    ):
        form = AnswerForm.MONEY
    elif draft.has(Cue.EXISTS):
        form = AnswerForm.YES_NO
    else:
        raise unsupported()
    return Planned(context.plan("price_step", Measure.PRICE_STEP, selection, form=form))


def next_charge(context: Context) -> Planned | None:
    """On which day a recurring charge comes next by its past rhythm; how much it will be is nobody's to say."""
    draft = context.draft
    if not draft.has(Cue.UPCOMING):
        return None
    merchants = unique(draft.of_kind(EntityKind.MERCHANT))
    if len(merchants) != 1 or len(unique(draft.names)) != 1 or draft.has(Cue.HOW_MUCH, Cue.SPEND, Cue.PRICE):
        raise Decline(Declined(RefusalReason.OUT_OF_SCOPE))
    only(draft, Cue.UPCOMING, Cue.RHYTHM)
    if draft.amounts or draft.has(*(SCOPING - {Cue.SUBSCRIPTION})):
        raise unsupported()
    if any(one.unit is not Unit.ALL and one.days != Days(draft.today, draft.today) for one in draft.periods):
        raise unsupported()
    chosen = LedgerFilter(kinds=SPENDING, merchant_ids=ids_of(merchants), side=AmountSide.OUT)
    selection = Selection(chosen, Netting.GROSS, f"at {joined(merchants)}", label(draft.today, draft.today))
    return Planned(context.plan("recurring.next", Measure.RECURRING, selection, form=AnswerForm.DATE))


def price_then(context: Context) -> Planned | None:
    """What a recurring charge that has ended cost at its end."""
    draft = context.draft
    if not draft.has(Cue.WHEN_HELD):
        return None
    merchants = unique(draft.of_kind(EntityKind.MERCHANT))
    timed = draft.has(Cue.PER_MONTH, Cue.PER_YEAR, Cue.SUBSCRIPTION, Cue.PRICE) or _USED_TO.search(draft.working)
    if len(merchants) != 1 or len(unique(draft.names)) != 1 or not timed:
        raise unsupported()
    only(draft, Cue.WHEN_HELD, Cue.PER_MONTH, Cue.PER_YEAR, Cue.EACH, Cue.PRICE, Cue.LAST)
    asks_other = draft.has(Cue.TOTAL, Cue.NOW, *(SCOPING - {Cue.SUBSCRIPTION}))
    if draft.amounts or asks_other or (draft.has(Cue.LAST) and not draft.has(Cue.PRICE)):
        raise unsupported()
    if any(one.unit is not Unit.ALL for one in draft.periods) or (draft.has(Cue.PER_MONTH) and draft.has(Cue.PER_YEAR)):
        raise unsupported()
    per = Per.YEAR if draft.has(Cue.PER_YEAR) else Per.MONTH if draft.has(Cue.PER_MONTH) else Per.UNSPECIFIED
    chosen = LedgerFilter(kinds=SPENDING, merchant_ids=ids_of(merchants), side=AmountSide.OUT)
    selection = Selection(chosen, Netting.GROSS, f"at {joined(merchants)}", label(draft.today, draft.today))
    return Planned(context.plan("recurring.then", Measure.RECURRING, selection, form=AnswerForm.MONEY, per=per))


_USED_TO = re.compile(r"\buse(?:d)? to\b")


def price_now(context: Context) -> Planned | None:
    """What one recurring charge costs now, a month or a year, and whether it still comes."""
    draft = context.draft
    merchants = draft.of_kind(EntityKind.MERCHANT)
    still = draft.has(Cue.STILL_ACTIVE)
    if len(unique(merchants)) != 1 or len(merchants) != len(draft.names):
        return None
    current = all(one.unit is Unit.ALL or one.days == Days(draft.today, draft.today) for one in draft.periods)
    if draft.has(Cue.CADENCE):
        only(draft, Cue.CADENCE, Cue.COUNT, Cue.STILL_ACTIVE)
        if not current or draft.amounts:
            raise unsupported()
        form, rule, per = AnswerForm.NAME, "recurring.cadence", Per.UNSPECIFIED
    elif draft.has(Cue.ENDED):
        only(draft, Cue.ENDED, Cue.EXISTS)
        if not current or draft.amounts:
            raise unsupported()
        form, rule, per = AnswerForm.YES_NO, "recurring.ended", Per.UNSPECIFIED
    elif still:
        only(draft, Cue.STILL_ACTIVE, Cue.EXISTS, Cue.PER_MONTH)
        if not current or draft.amounts:
            raise unsupported()
        form, rule, per = AnswerForm.YES_NO, "recurring.active", Per.UNSPECIFIED
    else:
        present = not _PAST.search(draft.working)
        timed = draft.has(Cue.PER_MONTH, Cue.PER_YEAR, Cue.NOW, Cue.SUBSCRIPTION, Cue.PRICE)
        if not ((present or draft.has(Cue.NOW, Cue.PRICE)) and timed and current) or draft.has(
            Cue.AVERAGE, Cue.MEDIAN, Cue.COUNT, Cue.TOTAL, Cue.DIFFERENCE
        ):
            return None
        if draft.has(Cue.RISE, Cue.WHEN, Cue.FIRST, Cue.LAST, Cue.MOST, Cue.SHARE, Cue.CHANGE, Cue.REFUND, Cue.LIST):
            return None
        only(draft, Cue.PER_MONTH, Cue.PER_YEAR, Cue.EACH, Cue.PRICE)
        if draft.amounts or (draft.has(Cue.PER_MONTH) and draft.has(Cue.PER_YEAR)):
            raise unsupported()
        form, rule = AnswerForm.MONEY, "recurring.price"
        per = Per.YEAR if draft.has(Cue.PER_YEAR) else Per.MONTH
    chosen = LedgerFilter(kinds=SPENDING, merchant_ids=ids_of(merchants[:1]), side=AmountSide.OUT)
    selection = Selection(chosen, Netting.GROSS, f"at {joined(merchants[:1])}", label(draft.today, draft.today))
    return Planned(context.plan(rule, Measure.RECURRING, selection, form=form, per=per))


_PAST = re.compile(r"\b(?:spend|spending|spent|did|have|has|had|paid|was|were|been|average|typically|usually)\b")


def dearest_subscription(context: Context) -> Planned | None:
    """The subscription that costs most, or least, a month."""
    draft = context.draft
    if not draft.has(Cue.SUBSCRIPTION) or not draft.has(Cue.MOST, Cue.LARGEST, Cue.LEAST, Cue.SMALLEST):
        return None
    only(draft, Cue.MOST, Cue.LARGEST, Cue.LEAST, Cue.SMALLEST, Cue.PER_MONTH, Cue.EACH, Cue.WHERE, Cue.SHOPS)
    if draft.names or draft.amounts or any(one.unit is not Unit.ALL for one in draft.periods):
        raise unsupported()
    order = RowOrder.SMALLEST if draft.has(Cue.LEAST, Cue.SMALLEST) else RowOrder.LARGEST
    selection = Selection(LedgerFilter(kinds=SPENDING), Netting.GROSS, "subscriptions", label(draft.today, draft.today))
    return Planned(context.plan("recurring.top", Measure.RECURRING, selection, form=AnswerForm.NAME, order=order))


def subscriptions(context: Context) -> Planned | None:
    """The list, the number and the monthly cost of subscriptions."""
    draft = context.draft
    if not draft.has(Cue.SUBSCRIPTION) or draft.names:
        return None
    only(draft, Cue.COUNT, Cue.LIST, Cue.PER_MONTH, Cue.EACH, Cue.EXISTS, Cue.WHERE, Cue.SHOPS)
    if draft.amounts or draft.has(*(SCOPING - {Cue.SUBSCRIPTION, Cue.AND, Cue.BY_CURRENCY})):
        raise unsupported()
    today = all(one.unit is Unit.ALL or one.days == Days(draft.today, draft.today) for one in draft.periods)
    subject = draft.get(Cue.SUBSCRIPTION)
    assert subject is not None
    before = draft.working[: subject.position]
    asks_which = re.search(r"\b(?:what|which)(?: of)?(?: my| the| all| other)*\s*$", before) or re.search(
        r"\bwhat (?:am|are) (?:i|we) paying for (?:every|each)\b", before
    )
    if draft.has(Cue.COUNT):
        form, rule = AnswerForm.NUMBER, "recurring.count"
    elif (asks_which and not draft.has(Cue.HOW_MUCH, Cue.TOTAL)) or any(
        found.cue is Cue.LIST and found.words.startswith(("list", "name")) for found in draft.cues
    ):
        form, rule = AnswerForm.NAMES, "recurring.list"
    elif draft.has(Cue.HOW_MUCH, Cue.SPEND, Cue.TOTAL):
        form, rule = AnswerForm.MONEY, "recurring.cost"
    elif draft.has(Cue.LIST, Cue.WHICH, Cue.EXISTS) or re.search(r"\bwhat\b|\bmy\b", draft.working):
        form, rule = AnswerForm.NAMES, "recurring.list"
    else:
        raise unsupported()
    if rule == "recurring.cost" and not draft.has(Cue.PER_MONTH):
        raise unsupported("What do my subscriptions cost a month?")
    if not today:
        # What was active then is not what is active now.
        raise unsupported("Which subscriptions do I have?")
    selection = Selection(LedgerFilter(kinds=SPENDING), Netting.GROSS, "subscriptions", label(draft.today, draft.today))
    return Planned(context.plan(rule, Measure.RECURRING, selection, form=form))
