"""Rules for one set of rows: its sum, count, average, ends, existence, and the rows themselves."""

from __future__ import annotations

import re
from dataclasses import replace

from services.answerer.dates import PeriodSpan, Unit
from services.answerer.grammar.cue import Cue
from services.answerer.grammar.draft import Draft
from services.answerer.grammar.planning import (
    SCOPING,
    YES_OR_NO,
    Context,
    at_merchants,
    counted,
    only,
    other_readings,
    rows_names,
)
from services.answerer.grammar.reading import Decline, Declined, Planned
from services.answerer.grammar.scopes import INCOME, SPENDING, Scope, one_period, scope_of, unsupported
from services.answerer.model import (
    AmountSide,
    AnswerForm,
    EntityKind,
    Measure,
    MovementKind,
    Netting,
    Per,
    RefusalReason,
    RowOrder,
    Selection,
)


def days_since(context: Context) -> Planned | None:
    """Days from the last row with money out (or in) to today."""
    draft = context.draft
    if not draft.has(Cue.DAYS_SINCE):
        return None
    only(draft, Cue.DAYS_SINCE, Cue.LAST, Cue.EXISTS)
    if draft.periods and draft.periods[0].unit is not Unit.ALL:
        raise unsupported()
    if not draft.names and not draft.has(*SCOPING):
        raise unsupported()
    scope = scope_of(draft, rows_names(draft), None).purchases
    selection = context.selection(scope, None)
    return Planned(context.plan("days_since", Measure.DAYS_SINCE, selection, form=AnswerForm.NUMBER))


def newest(context: Context) -> Planned | None:
    """The N latest rows."""
    draft = context.draft
    found = draft.get(Cue.NEWEST)
    if found is None:
        return None
    only(draft, Cue.NEWEST, Cue.LIST, Cue.MADE)
    names = rows_names(draft)
    scope = scope_of(draft, names, one_period(draft))
    if scope.outflow or draft.has(Cue.HOW_MUCH, Cue.TOTAL):
        raise unsupported()
    limit = counted(found.groups["limit"] or found.groups["limit2"] or found.groups["limit3"] or "")
    selection = context.selection(scope.purchases, one_period(draft))
    return Planned(
        context.plan("list.newest", Measure.LIST, selection, form=AnswerForm.ROWS, order=RowOrder.NEWEST, limit=limit)
    )


def by_amount(context: Context) -> Planned | None:
    """The merchant of the row of exactly one amount."""
    draft = context.draft
    if any(one.exact for one in draft.amounts) and draft.has(Cue.WHERE, Cue.WHO, Cue.SHOPS):
        # "Which shop is the payment from?": from the user to the shop.
        draft.cues = [one for one in draft.cues if one.cue is not Cue.PAID_ME or not one.words.startswith("payment")]
    if not any(one.exact for one in draft.amounts) or not draft.has(Cue.WHERE, Cue.WHO, Cue.SHOPS):
        return None
    only(draft, Cue.WHERE, Cue.WHO, Cue.SHOPS)
    names = rows_names(draft)
    if any(one.kind not in (EntityKind.CATEGORY, EntityKind.ACCOUNT) for one in names) or draft.has(Cue.PAID_ME):
        raise unsupported()
    span = one_period(draft)
    scope = scope_of(draft, names, span)
    if scope.filter.kinds != SPENDING or scope.outflow:
        raise unsupported()
    plan = context.plan(
        "exact", Measure.LAST, context.selection(at_merchants(scope), span), form=AnswerForm.NAME, limit=1
    )
    return Planned(plan, other_readings(context, span, by_amount))


def average(context: Context) -> Planned | None:
    """A mean per purchase, day, week, month or year."""
    draft = context.draft
    per = {
        Cue.PER_ROW: Per.PURCHASE,
        Cue.PER_DAY: Per.DAY,
        Cue.PER_WEEK: Per.WEEK,
        Cue.PER_MONTH: Per.MONTH,
        Cue.PER_YEAR: Per.YEAR,
    }
    units = {"day": Per.DAY, "week": Per.WEEK, "month": Per.MONTH, "year": Per.YEAR}
    said = [per[found.cue] for found in draft.cues if found.cue in per]
    said += [units[found.groups["unit"] or ""] for found in draft.cues if found.groups.get("unit") in units]
    if not said and not draft.has(Cue.AVERAGE, Cue.MEDIAN):
        return None
    ever = all(found.words == "ever" for found in draft.cues if found.cue is Cue.EXISTS)
    only(draft, Cue.AVERAGE, Cue.MEDIAN, Cue.EACH, *per, *((Cue.EXISTS,) if ever else ()))
    ended = [one.days.end for one in draft.periods if one.unit is Unit.YEAR and one.days.end is not None]
    whole_years = bool(ended) and len(ended) == len(draft.periods) and max(ended) < draft.today
    if Per.YEAR in said and not whole_years:
        # A year that is not over, or not all covered, would make the mean too small.
        raise unsupported()
    if draft.has(Cue.EACH) and not draft.has(Cue.AVERAGE):
        # "Each month" may ask for every month's sum or for their mean.
        raise unsupported()
    if len(set(said)) > 1 or draft.has(Cue.COUNT):
        raise unsupported()
    if set(said) & {Per.MONTH, Per.YEAR} and _asks_a_price(draft):
        raise unsupported()
    span = one_period(draft)
    names = rows_names(draft)
    scope = scope_of(draft, names, span)
    if scope.outflow:
        raise unsupported()
    if draft.has(Cue.MEDIAN):
        if said and said[0] is not Per.PURCHASE:
            raise unsupported()
        selection = context.selection(scope.purchases, span)
        return Planned(context.plan("median", Measure.MEDIAN, selection, form=AnswerForm.MONEY, per=Per.PURCHASE))
    over = said[0] if said else None
    if over is None:
        one_each = (
            draft.has(Cue.CHARGE)
            or re.search(r"[\ue000-\ue3ff] charge\b", draft.working)
            or re.search(r"\b(?:pay|paid|paycheck|paycheque|payslip)\b", draft.working)
        )
        if not one_each or not names:
            selection = context.selection(scope.purchases, span)
            by_row = context.plan(
                "average.purchase", Measure.AVERAGE, selection, form=AnswerForm.MONEY, per=Per.PURCHASE
            )
            by_month = context.plan(
                "average.month", Measure.AVERAGE, context.selection(scope, span), form=AnswerForm.MONEY, per=Per.MONTH
            )
            return Planned(by_row, (by_month,))
        over = Per.PURCHASE
    rule = f"average.{over.name.lower()}"
    chosen = scope.purchases if over is Per.PURCHASE else scope
    plan = context.plan(rule, Measure.AVERAGE, context.selection(chosen, span), form=AnswerForm.MONEY, per=over)
    return Planned(plan, other_readings(context, span, average))


_SPENDING = re.compile(r"\b(?:spend|spends|spending|spent|did|have|has|paid|was|were|been|usually|typically)\b")


def _asks_a_price(draft: Draft) -> bool:
    """ "How much is Netflix a month?": what it costs, and no mean of what was paid over the years."""
    if draft.periods or draft.has(Cue.AVERAGE, Cue.MEDIAN) or not draft.of_kind(EntityKind.MERCHANT):
        return False
    return _SPENDING.search(draft.working) is None


def when(context: Context) -> Planned | None:
    """The day of the only row; several days are ambiguous."""
    draft = context.draft
    if not draft.has(Cue.WHEN) or draft.has(Cue.FIRST, Cue.LAST, Cue.NTH):
        return None
    only(draft, Cue.WHEN, Cue.EXISTS, Cue.MADE)
    if not (draft.names or draft.amounts or draft.has(Cue.REFUND, Cue.CASH, Cue.WAGES)):
        raise unsupported()
    span = one_period(draft)
    scope = scope_of(draft, rows_names(draft), span)
    if scope.outflow or draft.has(Cue.TOTAL, Cue.HOW_MUCH):
        raise unsupported()
    plan = context.plan("when", Measure.LAST, context.selection(scope.purchases, span), form=AnswerForm.DATE, limit=1)
    return Planned(plan, other_readings(context, span, when))


def first_or_last(context: Context) -> Planned | None:
    """The first, last or n-th row: its day or its amount."""
    draft = context.draft
    nth = draft.get(Cue.NTH)
    if draft.has(Cue.PREMISE):
        # "Is there a second charge, was I billed twice?"
        return None
    if not draft.has(Cue.FIRST, Cue.LAST) and nth is None:
        return None
    placed = draft.has(Cue.WHERE, Cue.WHO, Cue.SHOPS)
    # "Last payday from X": the day of the last payment.
    payday = draft.has(Cue.PAY_DAY) and bool(draft.of_kind(EntityKind.PAYER))
    only(
        draft,
        *(Cue.FIRST, Cue.LAST, Cue.NTH, Cue.WHEN, Cue.EXISTS, Cue.WHERE, Cue.WHO, Cue.SHOPS),
        *((Cue.PAY_DAY,) if payday else ()),
    )
    if placed and (draft.has(Cue.WHEN, Cue.HOW_MUCH) or nth is not None):
        raise unsupported()
    if draft.has(Cue.FIRST) + draft.has(Cue.LAST) + (nth is not None) != 1:
        raise unsupported()
    if not draft.names and not draft.has(*(SCOPING - {Cue.SUBSCRIPTION, Cue.AND})) and not draft.amounts:
        raise unsupported()
    span = one_period(draft)
    scope = scope_of(draft, rows_names(draft), span)
    if scope.outflow:
        raise unsupported()
    said_time = any(
        found.cue in (Cue.FIRST, Cue.LAST) and re.search(r"time|day|date", found.words) for found in draft.cues
    )
    priced = re.search(
        r"\bwhat(?:'s| is| did| was| does| do)\b.*\b(?:costs?|charged?|pay|paid|payment|bill|billed|amount|spend"
        r"|spent|fare"
        r"|paycheck|salary|wages?|refund)\b",
        draft.working,
    )
    started = any(found.cue is Cue.FIRST and found.words.startswith(("start", "beg")) for found in draft.cues)
    if placed:
        form = AnswerForm.NAME
    elif draft.has(Cue.WHEN) or payday or (said_time and not draft.has(Cue.HOW_MUCH) and not priced):
        form = AnswerForm.DATE
    elif started:
        raise unsupported()
    elif draft.has(Cue.HOW_MUCH) or priced or re.search(r"\bamount\b", draft.working):
        form = AnswerForm.MONEY
    else:
        raise unsupported()
    rows_of = scope.purchases
    if placed:
        rows_of = replace(rows_of, filter=replace(rows_of.filter, merchant_only=scope.filter.kinds == SPENDING))
    selection = context.selection(rows_of, span)
    if nth is not None:
        number = {"second": 2, "third": 3, "fourth": 4, "fifth": 5}.get(nth.groups["nth"] or "") or int(
            (nth.groups["nth"] or "2")[0]
        )
        plan = context.plan("nth", Measure.FIRST, selection, form=form, limit=number)
    else:
        measure = Measure.FIRST if draft.has(Cue.FIRST) else Measure.LAST
        plan = context.plan(measure.name.lower(), measure, selection, form=form, limit=1)
    return Planned(plan)


def count(context: Context) -> Planned | None:
    """How many rows."""
    draft = context.draft
    visits = any(
        found.cue is Cue.DISTINCT and re.match(r"how many(?: separate| individual)?$", found.words)
        for found in draft.cues
    )
    if not draft.has(Cue.COUNT, Cue.PREMISE) and not (visits and draft.of_kind(EntityKind.MERCHANT)):
        return None
    only(
        draft,
        Cue.COUNT,
        Cue.PREMISE,
        Cue.EXISTS,
        Cue.MADE,
        Cue.NEGATION,
        *((Cue.NTH,) if draft.has(Cue.PREMISE) else ()),
        *((Cue.DISTINCT,) if visits else ()),
    )
    if draft.has(Cue.NEGATION):
        raise unsupported()
    if draft.has(Cue.PREMISE) and not draft.names:
        raise unsupported()
    said = draft.names or draft.amounts or draft.has(*(SCOPING - {Cue.AND, Cue.SUBSCRIPTION}))
    if not said and (draft.has(Cue.IT, Cue.THERE) or not draft.has(Cue.CHARGE, Cue.SPEND)):
        raise Decline(Declined(RefusalReason.AMBIGUOUS, mention=draft.question.strip()))
    span = one_period(draft)
    scope = scope_of(draft, rows_names(draft), span)
    if scope.outflow:
        raise unsupported()
    plan = context.plan("count", Measure.COUNT, context.selection(scope.purchases, span), form=AnswerForm.NUMBER)
    return Planned(plan, other_readings(context, span, count))


def exists(context: Context) -> Planned | None:
    """Whether there is any row."""
    draft = context.draft
    if not draft.has(Cue.EXISTS) or draft.has(Cue.HOW_MUCH, Cue.LIST, Cue.WHEN, Cue.TOTAL):
        return None
    if all(one.words == "ever" for one in draft.cues if one.cue is Cue.EXISTS) and not YES_OR_NO.match(draft.working):
        # "My spending in Spain ever": of all time, and nothing for yes or no.
        return None
    only(draft, Cue.EXISTS, Cue.MADE)
    if not draft.names and not draft.has(*(SCOPING - {Cue.AND, Cue.SUBSCRIPTION})) and not draft.amounts:
        raise unsupported()
    span = one_period(draft)
    scope = scope_of(draft, rows_names(draft), span)
    if scope.outflow:
        raise unsupported()
    if draft.amounts and not draft.has(Cue.CHARGE):
        # "Did I spend over 500 in May?" asks about a total, not about single rows.
        raise unsupported()
    plan = context.plan("exists", Measure.EXISTS, context.selection(scope.purchases, span), form=AnswerForm.YES_NO)
    return Planned(plan, other_readings(context, span, exists))


def rows(context: Context) -> Planned | None:
    """The rows themselves."""
    draft = context.draft
    # "Transactions at Tesco in May": as over a list of them.
    headed = re.search(r"\btransactions\b", draft.working) and not _ASKING.search(draft.working) and draft.names
    if not (draft.has(Cue.LIST) or headed) or draft.has(Cue.TOTAL, Cue.HOW_MUCH):
        return None
    only(draft, Cue.LIST, Cue.MADE, Cue.EXISTS, Cue.SHOPS)
    if draft.has(Cue.SHOPS):
        raise unsupported()
    bought = any("buy" in found.words or "bought" in found.words for found in draft.cues)
    charges = draft.has(Cue.CHARGE) or "expenses" in draft.working
    bounded = bool(draft.amounts) and not draft.has(Cue.SPEND)
    if (
        not draft.names
        and not (charges or bounded)
        and not draft.has(*(SCOPING - {Cue.AND}))
        and not (bought and draft.periods)
    ):
        raise unsupported()
    span = one_period(draft)
    scope = scope_of(draft, rows_names(draft), span)
    if scope.outflow:
        raise unsupported()
    plan = context.plan("list", Measure.LIST, context.selection(scope.purchases, span), form=AnswerForm.ROWS)
    return Planned(plan, other_readings(context, span, rows))


_ASKING = re.compile(
    r"\b(?:is|are|was|were|do|does|did|has|have|had|who|what|when|where|why|how|can|could|i|we"
    r"|get|got|take|took|make|made"
    r"|can|let|happen\w*|why)\b|'s\b"
)


def _is_heading(draft: Draft) -> bool:
    """ "Groceries in May", "Rogers, the internet bill, 2025": a name and a time and nothing asked, as over a sum."""
    cues = {found.cue for found in draft.cues} - {Cue.AND, Cue.CHARGE, Cue.WEEKEND, Cue.WEEKDAYS, Cue.DAY_OF_WEEK}
    named = draft.of_kind(EntityKind.MERCHANT, EntityKind.CATEGORY)
    return bool(
        named
        and draft.periods
        and not cues
        and not draft.has(Cue.CHARGE)
        and len(named) == len(draft.names)
        and not _ASKING.search(draft.working)
    )


_WHICH_OF_A_CATEGORY = re.compile(r"\b(?:which|what) (?:of (?:the|my) )?[\ue000-\ue3ff] (?:did|have|do|had|were|are)\b")


def total(context: Context) -> Planned | None:
    """A sum."""
    draft = context.draft
    measured = draft.has(
        Cue.HOW_MUCH, Cue.SPEND, Cue.TOTAL, Cue.OUTFLOW, Cue.SENT, Cue.CARD_PAYMENT, Cue.MOVED, Cue.NET, Cue.GROSS
    )
    kind = draft.has(
        Cue.FEES,
        Cue.FEE_KIND,
        Cue.INTEREST,
        Cue.INTEREST_EARNED,
        Cue.REFUND,
        Cue.CASH,
        Cue.INCOME,
        Cue.WAGES,
        Cue.PAID_ME,
        Cue.RECEIVED,
    )
    made = draft.has(Cue.MADE) and not draft.names
    rest = any(found.cue is Cue.EXCEPT and re.match(r"everything|all", found.words) for found in draft.removed)
    if not (measured or kind or made or rest or _is_heading(draft)):
        return None
    if _WHICH_OF_A_CATEGORY.search(draft.working) and draft.of_kind(EntityKind.CATEGORY):
        # "Which restaurants did I go to?": names, and no sum.
        raise unsupported()
    everything = any(one.cue is Cue.LIST and re.search(r"everything.*sp[ea]n[dt]", one.words) for one in draft.cues)
    said = kind or made or everything or rest or draft.has(Cue.SPEND, Cue.OUTFLOW, Cue.ACCOUNT_TYPE)
    if not (said or draft.names or draft.periods):
        raise Decline(Declined(RefusalReason.AMBIGUOUS, mention=draft.question.strip()))
    only(draft, Cue.OUTFLOW, Cue.EXISTS, Cue.LIST, Cue.MADE)
    span = one_period(draft)
    names = rows_names(draft)
    if draft.has(Cue.CHARGE) and not measured and not kind:
        raise unsupported()
    scope = scope_of(draft, names, span)
    if draft.has(Cue.NET, Cue.GROSS) and set(scope.filter.kinds) & set(INCOME):
        # Net of what, nobody said: taxes, spending, fees.
        raise unsupported()
    if draft.has(Cue.SPEND) and _present_price(draft):
        raise Decline(Declined(RefusalReason.AMBIGUOUS, mention=draft.question.strip()))
    if draft.amounts and not scope.outflow and scope.sign > 0:
        # A bound is on single rows with money out.
        scope = replace(scope.purchases, netting=Netting.GROSS)
    rule = "outflow" if scope.outflow else "sum"
    selections = [context.selection(scope, span)]
    if scope.outflow:
        selections += _outflow_parts(context, scope, span)
    plan = context.plan(rule, Measure.SUM, *selections, form=AnswerForm.MONEY)
    others = other_readings(context, span, total)
    if scope.filter.kinds == (MovementKind.INTEREST_CHARGED,) and not _interest_is_charged(draft):
        earned = Scope(
            replace(scope.filter, kinds=(MovementKind.INTEREST_EARNED,)), Netting.INFLOW, "interest earned", sign=-1
        )
        others += (context.plan("sum", Measure.SUM, context.selection(earned, span), form=AnswerForm.MONEY),)
    return Planned(plan, others)


def _present_price(draft: Draft) -> bool:
    """ "What does Netflix cost me?": its price now, or all that it has cost; a period or a total would say which."""
    if draft.periods or draft.has(Cue.TOTAL, Cue.NET, Cue.GROSS) or not draft.of_kind(EntityKind.MERCHANT):
        return False
    return bool(
        re.search(r"\b(?:does|do|is|are|am)\b.*\b(?:cost|costs|costing|pay|paying|charge|charging)\b", draft.working)
    )


def _interest_is_charged(draft: Draft) -> bool:
    """Whether the words say which way the interest went."""
    said = draft.get(Cue.INTEREST)
    plain = said is not None and said.words == "interest"
    return not plain or draft.has(Cue.SPEND, Cue.FEES, Cue.CHARGE, Cue.BANK)


def _outflow_parts(context: Context, scope: Scope, span: PeriodSpan | None) -> list[Selection]:
    leaving = replace(
        scope.filter,
        kinds=(MovementKind.CASH_WITHDRAWAL, MovementKind.PERSON_PAYMENT),
        side=AmountSide.OUT,
    )
    return [context.selection(Scope(leaving, Netting.GROSS, "cash and payments to people"), span)]
