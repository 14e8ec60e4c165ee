"""Questions that go on from the one before: "and the month before?", "what about groceries?", "and at Tesco in April?".

The earlier plan stays, but for what the new words replace: its name, its period, or both. Anything else that the new
words hold makes it no follow-up. "How many of those were over 20?" asks a question of its own about the earlier rows.
"""

from __future__ import annotations

import re
from dataclasses import replace

from services.answerer.dates import Days, Unit, label, unit_start, whole
from services.answerer.grammar.cue import Cue
from services.answerer.grammar.draft import Draft, Named
from services.answerer.grammar.naming import resolved, settle_names
from services.answerer.grammar.planning import Context
from services.answerer.grammar.reading import Decline, Declined, Planned
from services.answerer.grammar.scopes import SPENDING, covered, one_period, period_of
from services.answerer.model import (
    AmountSide,
    EntityKind,
    GroupKey,
    LedgerFilter,
    Measure,
    Netting,
    Period,
    Plan,
    RefusalReason,
    ResolvedName,
    Selection,
    Subject,
)

OPENING = re.compile(r"^\W*(?:and|what about|how about|same|also|ok and|but)\b")
_BEFORE = re.compile(
    r"\b(?:the )?(?P<unit>day|week|month|quarter|year) before(?: that)?\b|\b(?:the )?(?:one )?before that\b"
    r"|\bthe previous one\b|\bthe (?P<unit2>day|week|month|quarter|year) earlier\b"
)
_SAID = frozenset((Cue.AND, Cue.SPEND, Cue.HOW_MUCH, Cue.TOTAL, Cue.IT, Cue.THERE, Cue.WHICH, Cue.CHARGE))
_WORDS = frozenset(("before", "that", "same", "one", "previous", "earlier", "day", "week", "month", "quarter", "year"))
_THOSE = re.compile(
    r"\b(?:(?:(?:out )?of|among|from) )?(?:those|these|them)\b(?: (?:purchases|charges|payments|transactions|ones))?"
    r"|\b(?:out )?of that\b",
    re.IGNORECASE,
)
_ONE_OF = re.compile(r"\b(?:\w+est|first|last|most expensive|least expensive)(?: one)? $", re.IGNORECASE)
# Plans over rows whose rows another question can be about.
_OF_ROWS = ("sum", "count", "list", "exists", "average.purchase")
_RULES = ("sum", "count", "average.", "maximum.", "minimum.", "list", "exists", "top", "peak_month")


def is_follow_up(draft: Draft) -> bool:
    """Whether the words only make sense after another question."""
    return bool(OPENING.match(draft.working)) or bool(_BEFORE.search(draft.working))


def continue_plan(context: Context, previous: Plan) -> Planned:
    """The earlier plan with what the new words replace."""
    draft = context.draft
    if previous.subject is not Subject.LEDGER or not previous.rule.startswith(_RULES) or len(previous.selections) != 1:
        raise _unclear(draft)
    settle_names(draft)
    before = _BEFORE.search(draft.working)
    words = {one.word.lower() for one in draft.leftovers} - (_WORDS if before else set())
    about = words - {"about", "how", "what", "same"}
    if about or draft.amounts or {found.cue for found in draft.cues} - _SAID or len(draft.names) > 1:
        raise _unclear(draft)
    selection = previous.selections[0]
    left_out = selection.filter is not None and (
        selection.filter.excluded_merchant_ids or selection.filter.excluded_category_ids
    )
    if left_out and draft.names:
        raise _unclear(draft)
    names = list(previous.names)
    if draft.names:
        selection, names = _with_name(selection, previous, draft.names[0])
    if draft.periods:
        period, said = period_of(draft, one_period(draft))
        selection = _with_period(selection, period, said)
    elif before is not None:
        selection = _shifted(draft, selection, before["unit"] or before["unit2"])
    elif not draft.names:
        raise _unclear(draft)
    plan = replace(
        previous, selections=(selection,), names=tuple(names), as_of_date=draft.today, time_zone=context.time_zone
    )
    return Planned(plan)


def asks_of_those(question: str) -> tuple[str, int, int] | None:
    """The question about rows as such, and the stretch of it that pointed at those of the answer before."""
    match = _THOSE.search(question)
    if match is None:
        return None
    said = "purchase" if _ONE_OF.search(question[: match.start()]) else "purchases"
    return question[: match.start()] + said + question[match.end() :], match.start(), match.end()


def narrow_plan(context: Context, asked: Planned, previous: Plan) -> Planned:
    """What `asked` asks, of the rows of the earlier plan only."""
    draft, plan = context.draft, asked.plan
    earlier = previous.selections[0] if len(previous.selections) == 1 else None
    alone = len(plan.selections) == 1 and plan.group_by is GroupKey.UNSPECIFIED and not asked.others
    whole = previous.group_by is GroupKey.UNSPECIFIED and not previous.limit
    if earlier is None or not whole or not alone or draft.periods or previous.subject is not Subject.LEDGER:
        raise _unclear(draft)
    if previous.rule not in _OF_ROWS or not plan.rule.startswith((*_OF_ROWS, "maximum.", "minimum.", "median")):
        raise _unclear(draft)
    selection = plan.selections[0]
    chosen = _both(draft, earlier.filter or LedgerFilter(), selection.filter or LedgerFilter())
    if earlier.netting in (Netting.INFLOW, Netting.REFUNDS):
        chosen = replace(chosen, side=AmountSide.IN)
    elif plan.measure is not Measure.SUM or chosen.amount is not None:
        chosen = replace(chosen, side=AmountSide.OUT)
    narrower = selection.label.removeprefix("spending").strip()
    label = f"{earlier.label}, {narrower}" if narrower else earlier.label
    netting = earlier.netting if earlier.netting in (Netting.INFLOW, Netting.REFUNDS) else selection.netting
    merged = Selection(chosen, netting, label, earlier.period_label)
    names = (*previous.names, *(one for one in plan.names if one not in previous.names))
    return Planned(replace(plan, selections=(merged,), names=names))


def _both(draft: Draft, earlier: LedgerFilter, new: LedgerFilter) -> LedgerFilter:
    """The rows that both filters pick."""
    if new.kinds not in ((), SPENDING, earlier.kinds) or (earlier.amount and new.amount):
        raise _unclear(draft)
    fields: dict[str, object] = {}
    for name in ("merchant_ids", "category_ids", "account_ids", "counterparty_ids", "country_codes", "weekdays"):
        before, after = getattr(earlier, name), getattr(new, name)
        fields[name] = tuple(one for one in before if one in after) if before and after else before or after
        if before and after and not fields[name]:
            raise _unclear(draft)
    return replace(
        earlier,
        **fields,  # type: ignore[arg-type]
        amount=earlier.amount or new.amount,
        currency_code=earlier.currency_code or new.currency_code,
        abroad=earlier.abroad or new.abroad,
        excluded_merchant_ids=(*earlier.excluded_merchant_ids, *new.excluded_merchant_ids),
        excluded_category_ids=(*earlier.excluded_category_ids, *new.excluded_category_ids),
    )


def _unclear(draft: Draft) -> Decline:
    return Decline(Declined(RefusalReason.AMBIGUOUS, mention=draft.question.strip()))


def _with_name(selection: Selection, previous: Plan, named: Named) -> tuple[Selection, list[ResolvedName]]:
    candidate = named.candidates[0]
    chosen = selection.filter or LedgerFilter()
    kinds = {EntityKind.MERCHANT: "at", EntityKind.CATEGORY: "on"}
    if candidate.kind not in kinds or chosen.counterparty_ids or candidate.row_count == 0:
        raise Decline(Declined(RefusalReason.NO_DATA, mention=named.text))
    old = [one for one in previous.names if one.candidate is not None and one.candidate.kind in kinds]
    said = f"{kinds[candidate.kind]} {candidate.display_name}"
    words = selection.label
    joined = " and ".join(one.candidate.display_name for one in old if one.candidate is not None)
    for lead in ("at", "on"):
        words = words.replace(f"{lead} {joined}", said) if old else words
    if not old:
        if not words.startswith("spending"):
            raise Decline(Declined(RefusalReason.AMBIGUOUS, mention=named.text))
        words = words.replace("spending", said, 1)
    is_merchant = candidate.kind is EntityKind.MERCHANT
    chosen = replace(
        chosen,
        merchant_ids=(candidate.entity_id,) if is_merchant else (),
        category_ids=() if is_merchant else candidate.category_ids,
    )
    rest = [one for one in previous.names if one not in old]
    return replace(selection, filter=chosen, label=words), [*rest, resolved(named)]


def _with_period(selection: Selection, period: Period | None, said: str) -> Selection:
    chosen = replace(selection.filter or LedgerFilter(), period=period)
    return replace(selection, filter=chosen, period_label=said)


def _shifted(draft: Draft, selection: Selection, said: str | None) -> Selection:
    """The calendar unit before the earlier period; without a unit said, the earlier period's own."""
    period = selection.filter.period if selection.filter is not None else None
    if period is None or period.start_date is None or period.end_date is None:
        raise _unclear(draft)
    unit = Unit(said) if said else _unit_of(Days(period.start_date, period.end_date), draft)
    before = whole(period.start_date, unit, -1)
    days = covered(draft, before)
    assert days.start is not None
    assert days.end is not None
    return _with_period(selection, Period(days.start, days.end), label(days.start, days.end))


def _unit_of(days: Days, draft: Draft) -> Unit:
    """The calendar unit that a period is, or is the beginning of."""
    assert days.start is not None
    for unit in (Unit.DAY, Unit.WEEK, Unit.MONTH, Unit.QUARTER, Unit.HALF, Unit.YEAR):
        full = whole(days.start, unit)
        if days.start == unit_start(days.start, unit) and days.end in (
            full.end,
            min(full.end or draft.today, draft.today),
        ):
            return unit
    raise _unclear(draft)
