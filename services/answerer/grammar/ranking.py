"""Rules for what stands out: merchants, payers and months with the most, the largest and smallest rows."""

from __future__ import annotations

import re
from dataclasses import replace

from services.answerer.grammar.cue import Cue
from services.answerer.grammar.draft import Draft
from services.answerer.grammar.naming import MARK
from services.answerer.grammar.planning import LISTED, Context, at_merchants, counted, only, other_readings, rows_names
from services.answerer.grammar.reading import Planned
from services.answerer.grammar.scopes import INCOME, SPENDING, Scope, one_period, period_of, scope_of, unsupported
from services.answerer.model import (
    AmountSide,
    AnswerForm,
    EntityKind,
    GroupKey,
    LedgerFilter,
    Measure,
    MovementKind,
    Netting,
    RowOrder,
)

# Beside a superlative these say: of all the time that there is.
_OF_ALL_TIME = ("in total", "altogether", "overall", "in all")
_SUPERLATIVE = "largest|biggest|highest|most expensive|priciest|costliest|smallest|cheapest|lowest"
_PLURAL = "purchases|charges|payments|transactions|expenses|orders|bills|outgoings"


def distinct(context: Context) -> Planned | None:
    """How many different merchants."""
    draft = context.draft
    if not draft.has(Cue.DISTINCT) or draft.has(Cue.CHARGE) or draft.of_kind(EntityKind.MERCHANT):
        return None
    only(draft, Cue.DISTINCT, Cue.SHOPS, Cue.EXISTS)
    names = rows_names(draft)
    if not (draft.has(Cue.SHOPS) or draft.of_kind(EntityKind.CATEGORY)) or "times" in draft.working:
        raise unsupported()
    if any(one.kind not in (EntityKind.CATEGORY, EntityKind.ACCOUNT, EntityKind.COUNTRY) for one in names):
        raise unsupported()
    span = one_period(draft)
    scope = scope_of(draft, names, span)
    if scope.filter.kinds != SPENDING or scope.outflow:
        raise unsupported()
    selection = context.selection(at_merchants(scope), span)
    plan = context.plan("count.merchants", Measure.COUNT, selection, form=AnswerForm.NUMBER, group_by=GroupKey.MERCHANT)
    return Planned(plan, other_readings(context, span, distinct))


_BUSINESSES = re.compile(
    r"(?:shops|stores|places|restaurants|caf[eé]s|pubs|bars|supermarkets|grocers|stations"
    r"|pharmacies|chemists|drugstores|hotels"
    r"|airlines|gyms|salons|bookshops|bookstores|takeaways|markets|garages|vets)$"
)
_WENT = re.compile(
    r"(?:\b(?:which|what)|\b(?:list|name|show me|give me)(?: me)?(?: all)?(?: of)?) (?:the |my "
    r"|all |all the )?[\ue000-\ue3ff] (?:that |did |have |do |were |was )?"
    r"(?:i|we)(?:'ve)? (?:ever )?(?:been|go|gone|went|visit\w*|use\w*|eat|ate|eaten|shop\w*|buy"
    r"|bought|paid|pay|stay\w*)\b"
)
_MANY_SHOPS = r"(?:merchants|shops|stores|places|businesses|retailers|vendors|companies|restaurants)"


def merchants_of(context: Context) -> Planned | None:
    """The names of the merchants that rows are at."""
    draft = context.draft
    named = any(found.cue is Cue.LIST and found.words.startswith("name") for found in draft.cues)
    several = any(
        found.cue is Cue.WHERE and re.search(r"(?:which|what) (?!business$)\w+s$", found.words) for found in draft.cues
    )
    businesses = any(_BUSINESSES.search(one.text.lower()) for one in draft.of_kind(EntityKind.CATEGORY))
    if (
        businesses
        and _WENT.search(draft.working)
        and not draft.has(Cue.COUNT, Cue.HOW_MUCH, Cue.CHARGE, Cue.DIFFERENCE)
    ):
        # "Which restaurants did I go to?", "list the coffee shops I went to".
        several = True
    asked = (
        several
        or re.search(rf"\bwhat (?:{MARK} )?{_MANY_SHOPS}\b", draft.working)
        or (draft.has(Cue.SHOPS) and (draft.has(Cue.LIST) or draft.has(Cue.WHICH) or "which" in draft.working))
    )
    if not (asked or (named and draft.of_kind(EntityKind.CATEGORY) and not draft.has(Cue.CHARGE))):
        return None
    if draft.has(Cue.TOP, Cue.MOST, Cue.LEAST, Cue.LARGEST, Cue.SMALLEST, Cue.FIRST, Cue.LAST, Cue.FREQUENT, Cue.OR):
        return None
    if draft.has(Cue.COUNT, Cue.DISTINCT, Cue.SUBSCRIPTION, Cue.HOW_MUCH, Cue.TOTAL) and not named:
        return None
    if draft.has(Cue.WHERE) and not (named or several):
        return None
    if draft.amounts:
        # Single purchases over it, or all that was spent there.
        raise unsupported()
    only(draft, Cue.LIST, Cue.SHOPS, Cue.WHERE, Cue.EXISTS)
    names = rows_names(draft)
    if any(one.kind not in (EntityKind.CATEGORY, EntityKind.ACCOUNT, EntityKind.COUNTRY) for one in names):
        raise unsupported()
    span = one_period(draft)
    scope = scope_of(draft, names, span)
    if scope.filter.kinds != SPENDING or scope.outflow:
        raise unsupported()
    plan = context.plan(
        "merchants",
        Measure.TOP,
        context.selection(at_merchants(scope), span),
        form=AnswerForm.NAMES,
        group_by=GroupKey.MERCHANT,
        order=RowOrder.LARGEST,
    )
    return Planned(plan, other_readings(context, span, merchants_of))


def most_often(context: Context) -> Planned | None:
    """The merchant with most purchases."""
    draft = context.draft
    if not draft.has(Cue.FREQUENT):
        return None
    only(draft, Cue.FREQUENT, Cue.SHOPS, Cue.WHERE, Cue.WHO, Cue.MOST)
    names = rows_names(draft)
    asked = draft.has(Cue.SHOPS, Cue.WHERE, Cue.WHO)
    if not asked or any(one.kind not in (EntityKind.CATEGORY, EntityKind.ACCOUNT) for one in names):
        raise unsupported()
    span = one_period(draft)
    scope = scope_of(draft, names, span)
    if scope.filter.kinds != SPENDING or scope.outflow:
        raise unsupported()
    plan = context.plan(
        "top.count",
        Measure.TOP,
        context.selection(at_merchants(scope), span),
        form=AnswerForm.NAME,
        group_by=GroupKey.MERCHANT,
        order=RowOrder.LARGEST,
        limit=1,
    )
    return Planned(plan, other_readings(context, span, most_often))


def top_payer(context: Context) -> Planned | None:
    """Who paid the user most."""
    draft = context.draft
    source = any(found.cue is Cue.INCOME and re.search(r"source|stream|pay", found.words) for found in draft.cues)
    # "Where does most of my income come from?"
    source = source or (draft.has(Cue.WHERE, Cue.WHO) and draft.has(Cue.INCOME, Cue.WAGES))
    main = draft.has(Cue.MOST, Cue.LARGEST) or any(
        found.cue is Cue.INCOME and re.search(r"\b(?:main|primary|top|biggest|largest)\b", found.words)
        for found in draft.cues
    )
    if not (source and main) and not (draft.has(Cue.WHO) and draft.has(Cue.PAID_ME) and draft.has(Cue.MOST)):
        return None
    only(draft, Cue.WHO, Cue.WHERE, Cue.MOST, Cue.LARGEST)
    if draft.names or draft.amounts or draft.has(Cue.REFUND, Cue.INTEREST, Cue.INTEREST_EARNED):
        raise unsupported()
    span = one_period(draft)
    period, _ = period_of(draft, span)
    chosen = LedgerFilter(kinds=INCOME, period=period)
    scope = Scope(chosen, Netting.INFLOW, "income", sign=-1)
    plan = context.plan(
        "top",
        Measure.TOP,
        context.selection(scope, span),
        form=AnswerForm.NAME,
        group_by=GroupKey.COUNTERPARTY,
        order=RowOrder.LARGEST,
        limit=1,
    )
    return Planned(plan, other_readings(context, span, top_payer))


def peak_month(context: Context) -> Planned | None:
    """The calendar month with the most, or the least."""
    draft = context.draft
    if not draft.has(Cue.PEAK, Cue.LOW_MONTH) or (len(draft.periods) == 2 and draft.has(Cue.OR)):
        return None
    only(draft, Cue.PEAK, Cue.LOW_MONTH, Cue.MOST, Cue.LEAST, Cue.LARGEST, Cue.SMALLEST)
    asked = draft.get(Cue.PEAK)
    if (
        asked is not None
        and re.search(r"(?:which|what) month", asked.words)
        and not draft.has(Cue.MOST, Cue.LEAST, Cue.LARGEST, Cue.SMALLEST)
        and not re.search(r"worst|iest|hardest|dearest|peak|highest", asked.words)
    ):
        raise unsupported()
    span = one_period(draft)
    scope = scope_of(draft, rows_names(draft), span)
    low = draft.has(Cue.LOW_MONTH, Cue.LEAST, Cue.SMALLEST)
    plan = context.plan(
        "peak_month",
        Measure.TOP,
        context.selection(scope, span),
        form=AnswerForm.NAME,
        group_by=GroupKey.MONTH,
        order=RowOrder.SMALLEST if low else RowOrder.LARGEST,
        limit=1,
    )
    return Planned(plan, other_readings(context, span, peak_month))


def top(context: Context) -> Planned | None:
    """The merchants (or people) with the most."""
    draft = context.draft
    ranked = draft.get(Cue.TOP)
    shops = draft.has(Cue.SHOPS, Cue.WHERE, Cue.WHO)
    if not (
        (ranked and shops)
        or (shops and draft.has(Cue.MOST))
        or (
            shops
            and draft.has(Cue.LARGEST)
            and _BIGGEST_SHOP.search(draft.working)
            and not draft.has(Cue.CHARGE, Cue.WHERE)
        )
    ):
        return None
    only(draft, Cue.TOP, Cue.SHOPS, Cue.WHERE, Cue.WHO, Cue.MOST, Cue.LARGEST, Cue.LIST)
    limit = 1
    if ranked is not None:
        said = next(
            (ranked.groups[key] for key in ("limit", "limit2", "limit3", "limit4") if ranked.groups.get(key)), None
        )
        several = re.search(rf"{re.escape(ranked.words)}\s+(?:{MARK}\s+)?\w+(?<=s)\b", draft.working)
        limit = counted(said) if said else LISTED if several else 1
    span = one_period(draft)
    names = rows_names(draft)
    if any(one.kind in (EntityKind.MERCHANT, EntityKind.PERSON, EntityKind.PAYER) for one in names):
        raise unsupported()
    people = draft.has(Cue.WHO) and draft.has(Cue.SENT)
    if people:
        chosen = LedgerFilter(
            kinds=(MovementKind.PERSON_PAYMENT,), side=AmountSide.OUT, period=period_of(draft, span)[0]
        )
        scope, key = Scope(chosen, Netting.GROSS, "payments to people"), GroupKey.COUNTERPARTY
    else:
        scope, key = scope_of(draft, names, span), GroupKey.MERCHANT
        if scope.sign < 0 or scope.outflow:
            raise unsupported()
        scope = replace(scope, filter=replace(scope.filter, merchant_only=True))
    form = AnswerForm.NAMES if ranked is not None and limit != 1 else AnswerForm.NAME
    plan = context.plan(
        "top",
        Measure.TOP,
        context.selection(scope, span),
        form=form,
        group_by=key,
        order=RowOrder.LARGEST,
        limit=limit,
    )
    return Planned(plan, other_readings(context, span, top))


_BIGGEST_SHOP = re.compile(
    r"\b(?:largest|biggest|highest|top|most expensive|priciest|costliest|dearest|main|number one)"
    r" (?:single )?(?:[\ue000-\ue3ff] )?"
    r"(?:merchants?|shops?|stores?|places?|business(?:es)?|retailers?|vendors?|compan(?:y|ies)|payees?)\b"
)
_ONE_ROW = re.compile(r"\b(?:charge|bill|purchase|payment|transaction|order|visit|receipt|expense|single|shop)\b")


def _single_row(draft: Draft) -> bool:
    """Whether one row is asked for by a word that also says what was spent ("the biggest grocery bill")."""
    return _ONE_ROW.search(draft.working) is not None


def extreme(context: Context) -> Planned | None:
    """The largest or smallest row: its amount, its day or its merchant; or the N largest."""
    draft = context.draft
    ranked = draft.get(Cue.TOP)
    at_once = draft.has(Cue.AT_ONCE) and draft.has(Cue.MOST, Cue.LEAST)
    if not draft.has(Cue.LARGEST, Cue.SMALLEST) and not at_once and not (ranked and draft.has(Cue.CHARGE, Cue.SPEND)):
        return None
    only(
        draft,
        Cue.AT_ONCE,
        Cue.MOST,
        Cue.LEAST,
        Cue.LARGEST,
        Cue.SMALLEST,
        Cue.WHERE,
        Cue.WHO,
        Cue.WHEN,
        Cue.TOP,
        Cue.LIST,
        Cue.EXISTS,
        Cue.SHOPS,
        Cue.MADE,
    )
    if draft.has(Cue.LARGEST, Cue.MOST) and draft.has(Cue.SMALLEST, Cue.LEAST):
        raise unsupported()
    if draft.has(Cue.WHERE, Cue.SHOPS) and not draft.has(Cue.CHARGE, Cue.AT_ONCE) and not _single_row(draft):
        # "Which shop had my largest spend?": one payment, or all that was paid there.
        raise unsupported()
    span = one_period(draft)
    scope = scope_of(draft, rows_names(draft), span)
    if scope.outflow or any(one.cue is Cue.TOTAL and one.words not in _OF_ALL_TIME for one in draft.cues):
        raise unsupported()
    selection = context.selection(scope.purchases, span)
    largest = not draft.has(Cue.SMALLEST, Cue.LEAST)
    order = RowOrder.LARGEST if largest else RowOrder.SMALLEST
    if ranked is not None:
        said = next(
            (ranked.groups[key] for key in ("limit", "limit2", "limit3", "limit4") if ranked.groups.get(key)), None
        )
        if said is None:
            raise unsupported()
        plan = context.plan(
            "list.largest", Measure.LIST, selection, form=AnswerForm.ROWS, order=order, limit=counted(said)
        )
        return Planned(plan, other_readings(context, span, extreme))
    if re.search(rf"\b(?:{_SUPERLATIVE}) (?:{_PLURAL})\b", draft.working):
        plan = context.plan("list.largest", Measure.LIST, selection, form=AnswerForm.ROWS, order=order, limit=LISTED)
        return Planned(plan, other_readings(context, span, extreme))
    form = AnswerForm.MONEY
    if draft.has(Cue.WHERE, Cue.WHO, Cue.SHOPS):
        form = AnswerForm.NAME
    elif draft.has(Cue.WHEN):
        form = AnswerForm.DATE
    measure = Measure.MAXIMUM if largest else Measure.MINIMUM
    rule = f"{measure.name.lower()}.{form.name.lower()}"
    plan = context.plan(rule, measure, selection, form=form, order=order)
    return Planned(plan, other_readings(context, span, extreme))
