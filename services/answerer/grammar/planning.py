"""What the rules share: the context of a question, which cues a rule leaves unexplained, second readings."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal

from services.answerer.dates import NUMBER_WORDS, PeriodSpan, Unit, label
from services.answerer.grammar.cue import Cue
from services.answerer.grammar.draft import Draft, Named
from services.answerer.grammar.naming import resolved
from services.answerer.grammar.reading import Decline, Planned
from services.answerer.grammar.scopes import SEMANTICS, Scope, period_of, unsupported
from services.answerer.model import AnswerForm, EntityKind, Measure, Plan, Selection, Subject

YES_OR_NO = re.compile(r"^\W*(?:so |and |but )?(?:did|do|does|is|was|are|am|have|has|were)\b")
# "My biggest purchases" without a number.
LISTED = 5

# Cues that add nothing to a measure which another cue or a name already says.
NEUTRAL = frozenset(
    (
        Cue.HOW_MUCH,
        Cue.SPEND,
        Cue.TOTAL,
        Cue.CHARGE,
        Cue.WHICH,
        Cue.EVERY_SOURCE,
        Cue.THERE,
        Cue.IT,
        Cue.NET,
        Cue.GROSS,
        Cue.NOW,
    )
)
# Cues that say which rows, and go with every measure over rows.
SCOPING = frozenset(
    (
        Cue.FEES,
        Cue.FEE_KIND,
        Cue.INTEREST,
        Cue.INTEREST_EARNED,
        Cue.REFUND,
        Cue.CASH,
        Cue.CARD_PAYMENT,
        Cue.MOVED,
        Cue.SAVED,
        Cue.ACCOUNT_TYPE,
        Cue.WAGES,
        Cue.PAID_ME,
        Cue.RECEIVED,
        Cue.INCOME,
        Cue.SENT,
        Cue.WEEKEND,
        Cue.WEEKDAYS,
        Cue.DAY_OF_WEEK,
        Cue.ABROAD,
        Cue.CURRENCY,
        Cue.BY_CURRENCY,
        Cue.ACCOUNT_OF,
        Cue.SUBSCRIPTION,
        Cue.AND,
    )
)


@dataclass(frozen=True, slots=True)
class Context:
    """What every plan of one question shares."""

    draft: Draft
    time_zone: str

    def plan(self, rule: str, measure: Measure, *selections: Selection, form: AnswerForm, **fields: object) -> Plan:
        """A ledger plan by `rule`."""
        draft = self.draft
        constants: dict[str, Decimal] = {}
        for index, number in enumerate(number for span in draft.amounts for number in span.numbers):
            constants["amount" if index == 0 else "amount_to"] = number
        base = Plan(
            subject=Subject.LEDGER,
            measure=measure,
            selections=selections,
            form=form,
            as_of_date=draft.today,
            time_zone=self.time_zone,
            names=tuple(resolved(one) for one in (*draft.names, *draft.excluded)),
            semantics_version=SEMANTICS,
            rule=rule,
            constants=constants,
        )
        return replace(base, **fields)  # type: ignore[arg-type]

    def selection(self, scope: Scope, span: PeriodSpan | None) -> Selection:
        """The rows of `scope` with the words for its days."""
        return Selection(scope.filter, scope.netting, scope.label, period_of(self.draft, span)[1])


Rule = Callable[[Context], Planned | None]


def only(draft: Draft, *cues: Cue) -> None:
    """Decline when a cue was found that is neither neutral, nor about rows, nor one of `cues`."""
    allowed = NEUTRAL | SCOPING | set(cues)
    if draft.has(Cue.CHARGE, Cue.COUNT):
        allowed |= {Cue.MADE}
    if draft.has(Cue.INCOME, Cue.PAID_ME, Cue.RECEIVED) or not draft.names:
        allowed |= {Cue.MADE}
    if draft.has(Cue.FEES, Cue.FEE_KIND, Cue.INTEREST, Cue.NO_INTEREST):
        allowed |= {Cue.BANK}
    if draft.has(Cue.FEES, Cue.FEE_KIND):
        allowed |= {Cue.NO_INTEREST}
    if draft.has(Cue.OUTFLOW):
        allowed |= {Cue.OUTFLOW_PARTS}
    if draft.of_kind(EntityKind.MERCHANT):
        # "Shops at Tesco" are visits to it.
        allowed |= {Cue.SHOPS} if draft.has(Cue.COUNT, Cue.DISTINCT) else set()
    extra = {found.cue for found in draft.cues} - allowed
    if extra:
        raise unsupported()


def rows_names(draft: Draft) -> list[Named]:
    """The names that pick rows, checked to be joined rather than compared."""
    same = [
        one
        for one in draft.names
        if one.kind
        in (EntityKind.MERCHANT, EntityKind.CATEGORY, EntityKind.PERSON, EntityKind.PAYER, EntityKind.COUNTRY)
    ]
    several = len({one.candidates[0].entity_id for one in same}) > 1
    part_of_category = draft.has(Cue.SHARE) and {one.kind for one in same} == {EntityKind.MERCHANT, EntityKind.CATEGORY}
    if several and not draft.has(Cue.AND) and not part_of_category:
        raise unsupported()
    return unique(draft.names)


def unique(names: list[Named]) -> list[Named]:
    seen: dict[tuple[EntityKind, str], Named] = {}
    for named in names:
        seen.setdefault((named.kind, named.candidates[0].entity_id), named)
    return list(seen.values())


def two_periods(draft: Draft) -> tuple[PeriodSpan, PeriodSpan] | None:
    if len(draft.periods) == 2:
        return draft.periods[0], draft.periods[1]
    if len(draft.periods) == 1 and len(draft.periods[0].parts) == 2:
        return draft.periods[0].parts[0], draft.periods[0].parts[1]
    return None


def period_name(span: PeriodSpan | None) -> str:
    """A period by its own name ("October 2025", "Q2 2025", "2025"), else its days."""
    assert span is not None
    start, end = span.days.start, span.days.end
    assert start is not None
    assert end is not None
    match span.unit:
        case Unit.MONTH:
            return f"{start:%B %Y}"
        case Unit.QUARTER:
            return f"Q{(start.month + 2) // 3} {start.year}"
        case Unit.HALF:
            return f"H{1 if start.month == 1 else 2} {start.year}"
        case Unit.YEAR if (start.month, start.day) == (1, 1):
            return f"{start.year}"
    return label(start, end)


def at_merchants(scope: Scope) -> Scope:
    """Purchases at merchants: fees, interest and people take no part."""
    scope = scope.purchases
    return replace(scope, filter=replace(scope.filter, merchant_only=True))


def counted(said: str) -> int:
    return NUMBER_WORDS.get(said) or int(said)


def other_readings(context: Context, span: PeriodSpan | None, rule: Rule) -> tuple[Plan, ...]:
    """The same question over the period's second reading."""
    if span is None or span.other is None:
        return ()
    again = replace(span, days=span.other, other=None)
    draft = replace(context.draft, periods=[again])
    planned = rule(replace(context, draft=draft))
    return (planned.plan,) if planned is not None else ()


def near_readings(context: Context, rule: Rule) -> tuple[Plan, ...]:
    """The same question over the days that its words say too, where the policy prefers others."""
    periods = context.draft.periods
    if all(one.near is None for one in periods):
        return ()
    again = [replace(one, days=one.near or one.days, near=None) for one in periods]
    try:
        planned = rule(replace(context, draft=replace(context.draft, periods=again)))
    except Decline:
        return ()
    return (planned.plan,) if planned is not None else ()
