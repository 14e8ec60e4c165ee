"""Rules for two sides: changes, shares, differences, which is more."""

from __future__ import annotations

import re
from dataclasses import replace

from services.answerer.dates import Days, PeriodSpan
from services.answerer.grammar.cue import Cue
from services.answerer.grammar.draft import Draft, Named
from services.answerer.grammar.naming import MARK
from services.answerer.grammar.planning import (
    YES_OR_NO,
    Context,
    only,
    other_readings,
    period_name,
    rows_names,
    two_periods,
    unique,
)
from services.answerer.grammar.reading import Planned
from services.answerer.grammar.scopes import SPENDING, Scope, joined, one_period, scope_of, unsupported
from services.answerer.model import AnswerForm, EntityKind, LedgerFilter, Measure, RowOrder


def change(context: Context) -> Planned | None:
    """Percent change between two periods."""
    draft = context.draft
    changed = draft.has(Cue.CHANGED) and draft.has(Cue.IN_PERCENT, Cue.SHARE)
    percent = draft.has(Cue.CHANGE, Cue.IN_PERCENT) and any(one.same_last_year for one in draft.periods)
    if not draft.has(Cue.CHANGE) and not changed and not percent:
        return None
    only(
        draft,
        Cue.CHANGE,
        Cue.CHANGED,
        Cue.IN_PERCENT,
        Cue.SHARE,
        Cue.DIFFERENCE,
        Cue.THAN,
        Cue.MORE,
        Cue.LESS,
        *((Cue.EXISTS,) if percent else ()),
    )
    sides = _last_year_and_this(draft) or two_periods(draft)
    if sides is None:
        raise unsupported()
    first, second = sides
    compared = draft.has(Cue.THAN) or any("compar" in found.words for found in draft.cues)
    if compared and not _last_year_and_this(draft) and not _baseline_first(draft):
        first, second = second, first
    names = rows_names(draft)
    selections = [context.selection(scope_of(draft, names, span), span) for span in (first, second)]
    return Planned(context.plan("change", Measure.CHANGE, *selections, form=AnswerForm.PERCENT))


def _last_year_and_this(draft: Draft) -> tuple[PeriodSpan, PeriodSpan] | None:
    """ "On the same period last year": from then to the period said beside it, or else to this year up to today."""
    earlier = next((one for one in draft.periods if one.same_last_year), None)
    if earlier is None or len(draft.periods) > 2:
        return None
    later = next((one for one in draft.periods if one is not earlier), None)
    if later is None:
        later = replace(earlier, days=Days(draft.today.replace(month=1, day=1), draft.today), same_last_year=False)
    return earlier, later


def share(context: Context) -> Planned | None:
    """A part as a percentage of all spending of the same period."""
    draft = context.draft
    if not draft.has(Cue.SHARE):
        return None
    only(draft, Cue.SHARE, Cue.IN_PERCENT, Cue.LIST)
    if draft.has(Cue.LIST) and not re.search(r"\beverything (?:i|we)\b", draft.working):
        raise unsupported()
    if draft.excluded:
        raise unsupported()
    within = _share_within(draft)
    names = [one for one in rows_names(draft) if one is not within] if within else rows_names(draft)
    named = [one for one in names if one.kind is not EntityKind.ACCOUNT]
    if draft.has(
        Cue.REFUND,
        Cue.INCOME,
        Cue.PAID_ME,
        Cue.RECEIVED,
        Cue.CARD_PAYMENT,
        Cue.CASH,
        Cue.WAGES,
        Cue.WEEKEND,
        Cue.WEEKDAYS,
        Cue.DAY_OF_WEEK,
    ):
        raise unsupported()
    part_said = named or draft.has(Cue.FEES, Cue.INTEREST, Cue.FEE_KIND, Cue.ABROAD)
    if not part_said or len(named) > 1 or draft.amounts:
        raise unsupported()
    if any(one.kind in (EntityKind.PERSON, EntityKind.PAYER) for one in named):
        raise unsupported()
    span = one_period(draft)
    part = scope_of(draft, names, span)
    whole_filter = replace(
        LedgerFilter(kinds=SPENDING, period=part.filter.period, currency_code=part.filter.currency_code),
        side=part.filter.side,
    )
    whole = Scope(whole_filter, part.netting, "all spending")
    if within is not None:
        ids = within.candidates[0].category_ids
        part = replace(part, filter=replace(part.filter, category_ids=ids))
        whole = Scope(replace(whole_filter, category_ids=ids), part.netting, f"on {joined([within])}")
    selections = context.selection(part, span), context.selection(whole, span)
    return Planned(
        context.plan("share", Measure.SHARE, *selections, form=AnswerForm.PERCENT), other_readings(context, span, share)
    )


def _share_within(draft: Draft) -> Named | None:
    """ "What share of my coffee spending was at Starbucks?": the category is the whole, the merchant the part."""
    merchants, categories = draft.of_kind(EntityKind.MERCHANT), draft.of_kind(EntityKind.CATEGORY)
    if len(merchants) != 1 or len(categories) != 1 or len(draft.names) != 2:
        return None
    of_category = re.search(rf"\bof (?:my |our |all |the |total )*{MARK}", draft.working)
    if of_category is None or of_category.end() - 1 != categories[0].position:
        raise unsupported()
    return categories[0]


def compare(context: Context) -> Planned | None:
    """A difference, or which is more: two names in one period, or two periods of one name."""
    draft = context.draft
    if not draft.has(Cue.DIFFERENCE, Cue.MORE, Cue.LESS, Cue.MINUS, Cue.OR, Cue.THAN):
        return None
    only(
        draft,
        Cue.DIFFERENCE,
        Cue.MORE,
        Cue.LESS,
        Cue.MINUS,
        Cue.OR,
        Cue.THAN,
        Cue.WHO,
        Cue.WHERE,
        Cue.MOST,
        Cue.LEAST,
        Cue.EXISTS,
        Cue.PEAK,
        *((Cue.WHEN,) if draft.has(Cue.OR) and len(draft.periods) == 2 else ()),
    )
    names = unique(draft.names)
    sided = [one for one in names if one.kind is not EntityKind.ACCOUNT] or names
    rest = [one for one in names if one not in sided]
    periods = two_periods(draft) if len(sided) <= 1 else None
    if len(sided) == 2 and len(draft.periods) <= 1:
        span = one_period(draft)
        scopes = [(scope_of(draft, [side, *rest], span), span) for side in sided]
        rule = "names"
    elif periods is not None and len(sided) <= 1:
        scopes = [(scope_of(draft, names, span), span) for span in periods]
        rule = "periods"
    else:
        raise unsupported()
    selections = [context.selection(scope, span) for scope, span in scopes]
    which = draft.has(Cue.WHICH, Cue.WHO, Cue.WHERE, Cue.OR, Cue.EXISTS, Cue.PEAK, Cue.WHEN) or any(
        # "A vs B: who won?"
        found.cue is Cue.MORE and re.match(r"wh", found.words)
        for found in draft.cues
    )
    differing = draft.get(Cue.DIFFERENCE)
    if differing is not None or draft.has(Cue.MINUS):
        if _baseline_first(draft):
            selections.reverse()
        if any(one.cue is Cue.DIFFERENCE and re.search(r"\b(?:less|lower)\b", one.words) for one in draft.cues):
            selections.reverse()
        if draft.has(Cue.WHICH, Cue.WHO, Cue.WHERE):
            raise unsupported()
        return Planned(context.plan(f"difference.{rule}", Measure.COMPARE, *selections, form=AnswerForm.MONEY))
    if YES_OR_NO.match(draft.working) and draft.has(Cue.THAN) and not draft.has(Cue.WHICH, Cue.WHO, Cue.WHERE, Cue.OR):
        if draft.has(Cue.MORE) == draft.has(Cue.LESS) or not (draft.has(Cue.SPEND) or draft.periods):
            # "Is X cheaper than Y?" asks about prices, not about what was spent.
            raise unsupported()
        order = RowOrder.SMALLEST if draft.has(Cue.LESS) else RowOrder.LARGEST
        return Planned(
            context.plan(f"is_more.{rule}", Measure.COMPARE, *selections, form=AnswerForm.YES_NO, order=order)
        )
    # "At A or B" alone is neither a comparison nor a total.
    asked = draft.has(Cue.WHICH, Cue.WHO, Cue.WHERE) and draft.has(Cue.OR)
    if not which or not (asked or draft.has(Cue.MORE, Cue.LESS, Cue.MOST, Cue.LEAST)):
        raise unsupported()
    least = draft.has(Cue.LESS, Cue.LEAST)
    if rule == "periods":
        spans = [span for _, span in scopes]
        selections = [replace(one, label=period_name(span)) for one, span in zip(selections, spans, strict=True)]
    else:
        selections = [
            replace(one, label=side.candidates[0].display_name) for one, side in zip(selections, sided, strict=True)
        ]
    order = RowOrder.SMALLEST if least else RowOrder.LARGEST
    return Planned(context.plan(f"which.{rule}", Measure.COMPARE, *selections, form=AnswerForm.NAME, order=order))


def _baseline_first(draft: Draft) -> bool:
    """ "Compared with March, how much more ... in May?": what is compared with stands first."""
    found = next((one for one in draft.cues if "compared" in one.words), None)
    if found is None:
        return False
    sides = [match.start() for match in re.finditer(r"[\ue000-\ue7ff]", draft.working)]
    return (
        bool(sides)
        and found.position < sides[0]
        and re.search(r"\b(?:how much|what|by)\b", draft.working[sides[0] :]) is not None
    )
