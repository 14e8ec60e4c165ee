"""The rule for a sum and what it is made of: by category, by merchant, by account, each month."""

from __future__ import annotations

import re

from services.answerer.grammar.cue import Cue
from services.answerer.grammar.planning import Context, only, other_readings, rows_names
from services.answerer.grammar.reading import Planned
from services.answerer.grammar.scopes import SPENDING, one_period, scope_of, unsupported
from services.answerer.model import AnswerForm, GroupKey, Measure

_GROUPS = {
    "cat": GroupKey.CATEGORY,
    "spe": GroupKey.CATEGORY,
    "mer": GroupKey.MERCHANT,
    "sho": GroupKey.MERCHANT,
    "sto": GroupKey.MERCHANT,
    "pay": GroupKey.MERCHANT,
    "acc": GroupKey.ACCOUNT,
    "car": GroupKey.ACCOUNT,
    "mon": GroupKey.MONTH,
    "wee": GroupKey.WEEK,
    "day": GroupKey.DAY,
    "dai": GroupKey.DAY,
    "yea": GroupKey.YEAR,
    "ann": GroupKey.YEAR,
}


def breakdown(context: Context) -> Planned | None:
    """A sum and what it is made of: by category, by merchant, each month."""
    draft = context.draft
    if draft.has(Cue.SUBSCRIPTION, Cue.RISE):
        return None
    said = [found.groups[key] for found in draft.cues for key in ("by", "by2", "by3", "by4") if found.groups.get(key)]
    each = draft.has(Cue.EACH) and draft.periods and re.search(r"\b(?:did|have|spent|was|were)\b", draft.working)
    if each and not said and not draft.has(Cue.AVERAGE):
        said = [
            unit
            for cue, unit in (
                (Cue.PER_MONTH, "month"),
                (Cue.PER_WEEK, "week"),
                (Cue.PER_DAY, "day"),
                (Cue.PER_YEAR, "year"),
            )
            if draft.has(cue)
        ]
    if not said:
        if draft.has(Cue.BY_ACCOUNT):
            raise unsupported("What did I spend by category?")
        return None
    if len({_GROUPS[one[:3]] for one in said if one}) > 1:
        raise unsupported()
    key = _GROUPS[(said[0] or "")[:3]]
    timed = (Cue.PER_MONTH, Cue.PER_WEEK, Cue.PER_DAY, Cue.PER_YEAR) if each else ()
    only(draft, Cue.BY_ACCOUNT, Cue.LIST, Cue.OUTFLOW, Cue.EACH, Cue.EXISTS, Cue.CATEGORY_WORD, Cue.MADE, *timed)
    span = one_period(draft)
    scope = scope_of(draft, rows_names(draft), span)
    if scope.outflow or draft.amounts or draft.has(Cue.COUNT):
        raise unsupported()
    if key is GroupKey.MERCHANT and scope.filter.kinds != SPENDING:
        key = GroupKey.COUNTERPARTY
    selection = context.selection(scope, span)
    plan = context.plan("breakdown", Measure.SUM, selection, form=AnswerForm.MONEY, group_by=key)
    return Planned(plan, other_readings(context, span, breakdown))
