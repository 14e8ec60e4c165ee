"""From the parts of a question to its plan.

A rule reads a question only when every word of it is explained: a cue that the rule does not use, or a word that is
neither cue, name, period nor filler, means that something else was asked, and then there is no plan.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal

from services.answerer.dates import DAYS, NUMBER_WORDS, Days, PeriodSpan, Unit, label
from services.answerer.grammar.amounts import currency_code
from services.answerer.grammar.draft import Draft, Named
from services.answerer.grammar.lexicon import Cue
from services.answerer.grammar.reading import Decline, Declined, GraphStep, Planned
from services.answerer.grammar.text import NAME
from services.answerer.model import (
    AccountCoverage,
    AmountSide,
    AnswerForm,
    Candidate,
    EntityKind,
    FactAttribute,
    FactQuery,
    GroupKey,
    LedgerFilter,
    Measure,
    MovementKind,
    Netting,
    Per,
    Period,
    Plan,
    RefusalReason,
    ResolutionSource,
    ResolvedName,
    RowOrder,
    Selection,
    Subject,
)

SEMANTICS = "v1"
SPENDING = (
    MovementKind.PURCHASE,
    MovementKind.REFUND,
    MovementKind.REVERSAL,
    MovementKind.FEE,
    MovementKind.FEE_REFUND,
    MovementKind.INTEREST_CHARGED,
    MovementKind.LOAN_PAYMENT,
)
INCOME = (MovementKind.INCOME, MovementKind.INTEREST_EARNED)
FEE_CATEGORIES = {
    "atm": "BANK_FEES_ATM_FEES",
    "cash machine": "BANK_FEES_ATM_FEES",
    "cashpoint": "BANK_FEES_ATM_FEES",
    "foreign transaction": "BANK_FEES_FOREIGN_TRANSACTION_FEES",
    "foreign exchange": "BANK_FEES_FOREIGN_TRANSACTION_FEES",
    "fx": "BANK_FEES_FOREIGN_TRANSACTION_FEES",
    "overdraft": "BANK_FEES_OVERDRAFT_FEES",
    "insufficient funds": "BANK_FEES_INSUFFICIENT_FUNDS",
    "nsf": "BANK_FEES_INSUFFICIENT_FUNDS",
}

_YES_OR_NO = re.compile(r"^\W*(?:so |and |but )?(?:did|do|does|is|was|are|am|have|has|were)\b")
# Beside a superlative these say: of all the time that there is.
_OF_ALL_TIME = ("in total", "altogether", "overall", "in all")
# "My biggest purchases" without a number.
LISTED = 5
_SUPERLATIVE = "largest|biggest|highest|most expensive|priciest|costliest|smallest|cheapest|lowest"
_PLURAL = "purchases|charges|payments|transactions|expenses|orders|bills|outgoings"

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


def unsupported(nearest: str = "") -> Decline:
    """No plan expresses it."""
    return Decline(Declined(RefusalReason.UNSUPPORTED, nearest=nearest))


@dataclass(frozen=True, slots=True)
class Scope:
    """Which rows one side of a question is about. `sign` −1: money in is what is counted as positive."""

    filter: LedgerFilter
    netting: Netting
    label: str
    sign: int = 1
    outflow: bool = False

    def on_side(self, side: AmountSide) -> Scope:
        """The same rows, money in this direction only."""
        return replace(self, filter=replace(self.filter, side=side))

    @property
    def purchases(self) -> Scope:
        """The rows that count as one purchase, charge or deposit each."""
        side = AmountSide.OUT if self.sign > 0 else AmountSide.IN
        return self.on_side(side)


# --- names -----------------------------------------------------------------------------------------------------------


def settle_names(draft: Draft) -> None:
    """Leave one candidate to each name, or decline: a name that fits two equally is ambiguous."""
    settled = []
    for named in draft.names:
        candidates = _by_context(draft, named)
        if len(candidates) > 1:
            raise Decline(
                Declined(
                    RefusalReason.AMBIGUOUS,
                    mention=named.text,
                    choices=candidates,
                )
            )
        settled.append(replace(named, candidates=candidates))
    draft.names = settled


def _by_context(draft: Draft, named: Named) -> tuple[Candidate, ...]:
    kinds = {one.kind for one in named.candidates}
    drop: set[EntityKind] = set()
    if kinds - {EntityKind.INSTITUTION, EntityKind.DOCUMENT}:
        drop |= {EntityKind.INSTITUTION, EntityKind.DOCUMENT}
    income = draft.has(Cue.INCOME, Cue.PAID_ME, Cue.RECEIVED, Cue.WAGES)
    if EntityKind.PAYER in kinds and EntityKind.MERCHANT in kinds:
        drop.add(EntityKind.MERCHANT if income else EntityKind.PAYER)
    if EntityKind.PAYER in kinds and EntityKind.PERSON in kinds:
        drop.add(EntityKind.PERSON if draft.has(Cue.INCOME, Cue.WAGES) else EntityKind.PAYER)
    if EntityKind.COUNTRY in kinds and len(kinds - drop) > 1:
        placed = re.search(r"\bin (?:the )?$", draft.working[: named.position]) is not None
        drop |= kinds - {EntityKind.COUNTRY} if placed else {EntityKind.COUNTRY}
    left = tuple(one for one in named.candidates if one.kind not in drop)
    if {one.kind for one in left} == {EntityKind.CATEGORY} and len(left) > 1:
        wider = max(left, key=lambda one: len(one.category_ids))
        if all(set(one.category_ids) <= set(wider.category_ids) for one in left):
            return (wider,)
    return left


def resolved(named: Named) -> ResolvedName:
    """A name as the plan keeps it."""
    return ResolvedName(named.text, named.candidates[0], named.source, named.source_id)


# --- what is left out ------------------------------------------------------------------------------------------------

_MARK = f"[{chr(NAME)}-{chr(NAME + 0x3FF)}]"
_LEFT_OUT = re.compile(
    rf"\s*(?:at |on |from |for |to )?(?:the |my |our |any |all )*{_MARK}(?:(?:,| and| or| nor| plus)+ (?:the |my "
    rf"|our )?{_MARK})*"
)
_PLACES = (EntityKind.MERCHANT, EntityKind.PERSON, EntityKind.PAYER)


def take_exclusions(draft: Draft) -> None:
    """Names that the question leaves out go from `names` to `excluded`; what says so goes from the cues.

    "Costco, not Costa" only says which of two is meant: nothing of Costco is left out.
    """
    for found in [one for one in draft.cues if one.cue is Cue.EXCEPT]:
        after = found.position + len(found.words)
        if found.words == "aside":
            start, end = found.position - 2, found.position
        else:
            match = _LEFT_OUT.match(draft.working, after)
            if match is None:
                continue
            start, end = match.start(), match.end()
        left_out = [one for one in draft.names if start <= one.position < end]
        if not left_out:
            continue
        draft.names = [one for one in draft.names if one not in left_out]
        draft.cues = [
            one
            for one in draft.cues
            if one is not found and not (start <= one.position < end and one.cue in (Cue.AND, Cue.OR, Cue.EXCEPT))
        ]
        draft.excluded += left_out
    if not draft.excluded:
        return
    kinds, left = {one.kind for one in draft.names} - {EntityKind.ACCOUNT}, {one.kind for one in draft.excluded}
    same = {one.candidates[0].entity_id for one in draft.names} & {
        one.candidates[0].entity_id for one in draft.excluded
    }
    if same or not left <= {EntityKind.MERCHANT, EntityKind.CATEGORY, EntityKind.PERSON, EntityKind.PAYER}:
        raise unsupported()
    if kinds and kinds <= set(_PLACES):
        if not left <= set(_PLACES):
            raise unsupported()
        draft.excluded = []
    elif not left <= {EntityKind.MERCHANT, EntityKind.CATEGORY}:
        raise unsupported()


def take_description(draft: Draft) -> None:
    """A category beside a merchant, with a comma or the like between: the merchant is meant."""
    merchants, categories = draft.of_kind(EntityKind.MERCHANT), draft.of_kind(EntityKind.CATEGORY)
    if len(merchants) != 1 or len(categories) != 1 or draft.has(Cue.SHARE, Cue.AND, Cue.OR, Cue.THAN, Cue.MINUS):
        return
    first, second = sorted((merchants[0], categories[0]), key=lambda one: one.position)
    between = draft.working[first.position + 1 : second.position]
    aside = re.search(r"[,:;(.?!]|\s[-–—]+\s|\bthat's\b|\bi mean\b", between)
    if aside is None or first.position < 0:
        return
    draft.names = [one for one in draft.names if one is not categories[0]]
    draft.described = categories


def with_description(draft: Draft, planned: Planned) -> Planned:
    """Where the merchant's rows in the category that describes it are fewer than its rows, nothing says which."""
    ids = tuple(one for named in draft.described for one in named.candidates[0].category_ids)
    if not ids:
        return planned
    narrowed = replace(
        planned.plan,
        selections=tuple(
            replace(one, filter=replace(one.filter or LedgerFilter(), category_ids=ids))
            for one in planned.plan.selections
        ),
    )
    return replace(planned, others=(*planned.others, narrowed))


# --- periods ---------------------------------------------------------------------------------------------------------


def covered(draft: Draft, days: Days) -> Days:
    """The days cut at today, or a decline when a day of them is not covered."""
    first = draft.coverage.first_date
    if first is None:
        raise Decline(Declined(RefusalReason.NO_DATA, mention="", missing="rows"))
    end = min(days.end or draft.today, draft.today)
    late = days.start is not None and days.start > draft.today
    early = (days.start is not None and days.start < first) or end < first
    if late or early:
        raise Decline(Declined(RefusalReason.OUT_OF_COVERAGE))
    return Days(days.start, end)


def one_period(draft: Draft) -> PeriodSpan | None:
    """The question's only period; several that touch are one."""
    if len({one.days for one in draft.periods}) <= 1:
        # "Last winter, December to February": one period said twice.
        return draft.periods[0] if draft.periods else None
    first, *rest = draft.periods
    for following in rest:
        touching = (
            first.days.end is not None
            and following.days.start is not None
            and (following.days.start - first.days.end).days == 1
        )
        if not touching or not draft.has(Cue.AND):
            raise unsupported()
        first = replace(first, days=Days(first.days.start, following.days.end), unit=Unit.RANGE, other=None)
    return first


def period_of(draft: Draft, span: PeriodSpan | None) -> tuple[Period | None, str]:
    """The filter's period and its label."""
    if span is None or span.unit is Unit.ALL:
        return _whole_coverage(draft)
    days = covered(draft, span.days)
    start = days.start or draft.coverage.first_date
    assert start is not None
    assert days.end is not None
    return Period(days.start, days.end), label(start, days.end)


def _whole_coverage(draft: Draft) -> tuple[Period | None, str]:
    days = covered(draft, Days(None, None))
    first = draft.coverage.first_date
    assert first is not None
    assert days.end is not None
    return None, label(first, days.end)


# --- scopes ----------------------------------------------------------------------------------------------------------


def scope_of(draft: Draft, names: list[Named], span: PeriodSpan | None) -> Scope:
    """The rows that cues and `names` pick, in the days of `span`."""
    period, _ = period_of(draft, span)
    by_kind: dict[EntityKind, list[Named]] = {}
    for named in names:
        by_kind.setdefault(named.kind, []).append(named)
    for named in by_kind.get(EntityKind.CATEGORY, []):
        if named.candidates[0].row_count == 0:
            raise Decline(Declined(RefusalReason.NO_DATA, mention=named.text))
    if by_kind.keys() - {
        EntityKind.MERCHANT,
        EntityKind.CATEGORY,
        EntityKind.ACCOUNT,
        EntityKind.PERSON,
        EntityKind.PAYER,
        EntityKind.COUNTRY,
    }:
        raise unsupported()
    scope = _movement(draft, by_kind)
    words = scope.label + _where(draft, scope, by_kind)
    scope = replace(scope, filter=_narrowed(draft, scope.filter, by_kind, period), label=words)
    return _without(draft, scope) if draft.excluded else scope


def _without(draft: Draft, scope: Scope) -> Scope:
    """The scope without the rows that the question leaves out."""
    if scope.filter.kinds != SPENDING or scope.outflow:
        raise unsupported()
    merchants = [one for one in draft.excluded if one.kind is EntityKind.MERCHANT]
    categories = [one for one in draft.excluded if one.kind is EntityKind.CATEGORY]
    chosen = replace(
        scope.filter,
        excluded_merchant_ids=_ids(merchants),
        excluded_category_ids=tuple(
            dict.fromkeys(one for named in categories for one in named.candidates[0].category_ids)
        ),
    )
    return replace(scope, filter=chosen, label=f"{scope.label} without {_joined(draft.excluded)}")


def _where(draft: Draft, scope: Scope, by_kind: dict[EntityKind, list[Named]]) -> str:
    """The words for what narrows a movement further; bounds on amounts are said from the filter."""
    words = ""
    if accounts := account_ids(draft, by_kind.get(EntityKind.ACCOUNT, [])):
        held = [one.account_name for one in draft.accounts if one.account_id in accounts]
        if not any(name in scope.label for name in held):
            words += f" on {' and '.join(held)}"
    if countries := by_kind.get(EntityKind.COUNTRY, []):
        words += f" in {_joined(countries)}"
    if draft.has(Cue.ABROAD):
        words += " abroad"
    if draft.has(Cue.WEEKEND):
        words += " at weekends"
    elif draft.has(Cue.WEEKDAYS):
        words += " on working days"
    elif days := _weekdays(draft):
        words += " on " + " and ".join(f"{DAYS[day - 1].title()}s" for day in days)
    return words


def _ids(named: list[Named]) -> tuple[str, ...]:
    return tuple(one.candidates[0].entity_id for one in named)


def _joined(named: list[Named]) -> str:
    return " and ".join(one.candidates[0].display_name for one in named)


def _movement(draft: Draft, by_kind: dict[EntityKind, list[Named]]) -> Scope:
    merchants, categories = by_kind.get(EntityKind.MERCHANT, []), by_kind.get(EntityKind.CATEGORY, [])
    people, payers = by_kind.get(EntityKind.PERSON, []), by_kind.get(EntityKind.PAYER, [])
    accounts = account_ids(draft, by_kind.get(EntityKind.ACCOUNT, []))
    kinds_named = [group for group in (merchants, categories, people, payers) if group]
    if len(kinds_named) > 1:
        if merchants and categories and len(kinds_named) == 2:
            raise Decline(
                Declined(
                    RefusalReason.NOT_IN_DATA, missing="what a payment was for", instead="the merchant of each payment"
                )
            )
        raise unsupported()
    for finder in (_people, _account_movement, _income, _bank, _cash, _refunds):
        if (scope := finder(draft, by_kind, accounts)) is not None:
            return scope
    if payers:
        raise unsupported()
    if draft.has(Cue.OUTFLOW) and not kinds_named:
        return Scope(LedgerFilter(kinds=SPENDING), Netting.NET, "money out", outflow=True)
    if merchants and draft.has(Cue.PAID_ME, Cue.RECEIVED, Cue.INCOME):
        raise Decline(Declined(RefusalReason.AMBIGUOUS, mention=merchants[0].text))
    chosen = LedgerFilter(kinds=SPENDING)
    words = "spending"
    if merchants:
        words = f"at {_joined(merchants)}"
    elif categories:
        words = f"on {_joined(categories)}"
    netting = Netting.NET
    if draft.has(Cue.GROSS):
        netting, chosen = Netting.GROSS, replace(chosen, side=AmountSide.OUT)
    if draft.has(Cue.ABROAD) or by_kind.get(EntityKind.COUNTRY):
        chosen = replace(chosen, merchant_only=True)
    return Scope(chosen, netting, words)


def _people(draft: Draft, by_kind: dict[EntityKind, list[Named]], _accounts: tuple[str, ...]) -> Scope | None:
    people = by_kind.get(EntityKind.PERSON, [])
    if not people:
        return None
    mark = f"[{chr(NAME)}-{chr(NAME + 0x3FF)}]"
    from_them = bool(
        re.search(
            rf"\bfrom (?:my )?{mark}|{mark} (?:\w+ )?(?:sent|paid|pay|pays|send|gave|give|transferred|zelled) (?:me"
            rf"|us|back)|(?:did|has|have) {mark} (?:\w+ )?(?:sent|send|paid|pay|give|given|gave|transferred)",
            draft.working,
        )
    )
    to_them = bool(
        re.search(
            rf"\b(?:to|sent|send|paid|pay|give|gave|given|lent|owe|zelle|venmo|wired) (?:my |off )?{mark}",
            draft.working,
        )
    )
    base = LedgerFilter(kinds=(MovementKind.PERSON_PAYMENT,), counterparty_ids=_ids(people))
    if draft.has(Cue.FEES, Cue.INTEREST, Cue.CASH) or from_them == to_them or (draft.has(Cue.REFUND) and to_them):
        raise unsupported()
    if from_them:
        return Scope(replace(base, side=AmountSide.IN), Netting.INFLOW, f"from {_joined(people)}", sign=-1)
    return Scope(replace(base, side=AmountSide.OUT), Netting.GROSS, f"to {_joined(people)}")


def _account_movement(draft: Draft, _by_kind: dict[EntityKind, list[Named]], accounts: tuple[str, ...]) -> Scope | None:
    named = any(_by_kind.get(kind) for kind in (EntityKind.MERCHANT, EntityKind.CATEGORY, EntityKind.PAYER))
    if named:
        return None
    if draft.has(Cue.CARD_PAYMENT) and not accounts:
        cards = tuple(one.account_id for one in draft.accounts if one.account_type == "credit")
        side = AmountSide.IN if cards else AmountSide.OUT
        chosen = LedgerFilter(kinds=(MovementKind.CARD_PAYMENT,), account_ids=cards, side=side)
        return Scope(chosen, Netting.INFLOW if cards else Netting.GROSS, "paid off on cards", sign=-1 if cards else 1)
    if len(accounts) != 1:
        if draft.has(Cue.MOVED, Cue.SAVED) and not draft.has(Cue.SENT, Cue.INCOME, Cue.PAID_ME):
            raise unsupported()
        return None
    account = next(one for one in draft.accounts if one.account_id == accounts[0])
    way = _way(draft)
    credit = account.account_type == "credit"
    words = account.account_name
    if credit and way == "to" and draft.has(Cue.CARD_PAYMENT, Cue.SENT, Cue.MOVED, Cue.SPEND, Cue.CHARGE):
        chosen = LedgerFilter(kinds=(MovementKind.CARD_PAYMENT,), account_ids=accounts, side=AmountSide.IN)
        return Scope(chosen, Netting.INFLOW, f"paid off on {words}", sign=-1)
    paid_on = re.search(
        rf"\b(?:pay|paid|payments?)\b.*\bon\s+(?:my |the )?[{chr(NAME)}-{chr(NAME + 0x3FF)}]", draft.working
    )
    if credit and way == "on" and paid_on and not draft.has(Cue.CARD_PAYMENT, Cue.FEES, Cue.INTEREST, Cue.CHARGE):
        # Paid with the card, or paid off on it.
        raise Decline(Declined(RefusalReason.AMBIGUOUS, mention=words))
    if draft.has(Cue.CARD_PAYMENT):
        if not credit:
            raise unsupported()
        chosen = LedgerFilter(kinds=(MovementKind.CARD_PAYMENT,), account_ids=accounts, side=AmountSide.IN)
        return Scope(chosen, Netting.INFLOW, f"paid off on {words}", sign=-1)
    if draft.has(Cue.MOVED, Cue.SAVED) or (way == "to" and draft.has(Cue.SENT, Cue.SPEND)):
        if draft.has(Cue.INCOME, Cue.WAGES, Cue.REFUND):
            return None
        side = AmountSide.OUT if way == "from" else AmountSide.IN
        chosen = LedgerFilter(kinds=(MovementKind.TRANSFER,), account_ids=accounts, side=side)
        if side is AmountSide.IN:
            return Scope(chosen, Netting.INFLOW, f"moved into {words}", sign=-1)
        return Scope(chosen, Netting.GROSS, f"moved out of {words}")
    return None


def _way(draft: Draft) -> str:
    """Whether the money goes to the account that is named, or from it."""
    mark = f"(?:[{chr(NAME)}-{chr(NAME + 0x3FF)}]|(?:checking|current|savings?|credit card|credit|isa|brokerage))"
    text = draft.working
    if re.search(rf"\b(?:into|in to|to|onto|towards?|off|off on|down|down on|off of)\s+(?:my |our |the )?{mark}", text):
        return "to"
    if re.search(rf"\b(?:from|out of|off of|leave|left)\s+(?:my |our |the )?{mark}", text):
        return "from"
    if re.search(rf"\b(?:paid off|pay off)\b.*\b(?:on|to)\s+(?:my |our |the )?{mark}", text):
        return "to"
    return "on"


def _income(draft: Draft, by_kind: dict[EntityKind, list[Named]], _accounts: tuple[str, ...]) -> Scope | None:
    payers = by_kind.get(EntityKind.PAYER, [])
    if draft.has(Cue.INTEREST_EARNED) and not payers:
        chosen = LedgerFilter(kinds=(MovementKind.INTEREST_EARNED,))
        return Scope(chosen, Netting.INFLOW, "interest earned", sign=-1)
    said = draft.has(Cue.INCOME, Cue.WAGES) or (
        draft.has(Cue.PAID_ME, Cue.RECEIVED, Cue.MADE)
        and not draft.has(Cue.REFUND, Cue.CHARGE, Cue.INTEREST, Cue.FEES, Cue.CASH, Cue.MOVED)
    )
    if payers:
        if draft.has(Cue.REFUND, Cue.FEES, Cue.INTEREST, Cue.SENT) and not draft.has(Cue.PAID_ME):
            raise unsupported()
        chosen = LedgerFilter(kinds=INCOME, counterparty_ids=_ids(payers))
        return Scope(chosen, Netting.INFLOW, f"from {_joined(payers)}", sign=-1)
    if not said:
        return None
    if by_kind.get(EntityKind.MERCHANT) or by_kind.get(EntityKind.CATEGORY):
        return None
    surely = draft.has(Cue.INCOME, Cue.WAGES, Cue.PAID_ME)
    if draft.has(Cue.RECEIVED, Cue.MADE) and draft.has(Cue.CHARGE) and not surely:
        raise unsupported()
    if draft.has(Cue.WAGES):
        return Scope(
            LedgerFilter(kinds=(MovementKind.INCOME,), category_ids=("INCOME_WAGES",)), Netting.INFLOW, "wages", sign=-1
        )
    return Scope(LedgerFilter(kinds=INCOME), Netting.INFLOW, "income", sign=-1)


def _bank(draft: Draft, by_kind: dict[EntityKind, list[Named]], accounts: tuple[str, ...]) -> Scope | None:
    if by_kind.get(EntityKind.CATEGORY) or by_kind.get(EntityKind.MERCHANT):
        if draft.has(Cue.FEES, Cue.FEE_KIND, Cue.INTEREST):
            raise unsupported()
        return None
    saved = [one for one in draft.accounts if one.account_id in accounts and one.account_subtype == "savings"]
    if draft.has(Cue.INTEREST) and (draft.has(Cue.PAID_ME, Cue.RECEIVED, Cue.INCOME) or saved):
        if draft.has(Cue.FEES, Cue.FEE_KIND):
            raise unsupported()
        return Scope(LedgerFilter(kinds=(MovementKind.INTEREST_EARNED,)), Netting.INFLOW, "interest earned", sign=-1)
    kinds: tuple[MovementKind, ...] = ()
    labels = []
    if draft.has(Cue.FEES, Cue.FEE_KIND):
        kinds += (MovementKind.FEE, MovementKind.FEE_REFUND)
        labels.append("bank fees")
    if draft.has(Cue.INTEREST):
        kinds += (MovementKind.INTEREST_CHARGED,)
        labels.append("interest charged")
    if not kinds:
        return None
    if draft.has(Cue.REFUND):
        if labels != ["bank fees"]:
            raise unsupported()
        chosen = LedgerFilter(kinds=(MovementKind.FEE_REFUND,), side=AmountSide.IN)
        return Scope(chosen, Netting.REFUNDS, "refunds of bank fees", sign=-1)
    chosen = LedgerFilter(kinds=kinds)
    if (kind := draft.get(Cue.FEE_KIND)) is not None:
        if draft.has(Cue.FEES, Cue.INTEREST):
            raise unsupported()
        chosen = replace(chosen, category_ids=(FEE_CATEGORIES[kind.groups["fee"] or ""],))
        labels = [kind.words.replace("charges", "fees")]
    if draft.has(Cue.GROSS):
        return Scope(replace(chosen, side=AmountSide.OUT), Netting.GROSS, " and ".join(labels))
    return Scope(chosen, Netting.NET, " and ".join(labels))


def _cash(draft: Draft, by_kind: dict[EntityKind, list[Named]], _accounts: tuple[str, ...]) -> Scope | None:
    if not draft.has(Cue.CASH):
        return None
    if any(by_kind.get(kind) for kind in (EntityKind.MERCHANT, EntityKind.CATEGORY, EntityKind.PAYER)):
        raise unsupported()
    if draft.has(Cue.REFUND, Cue.RECEIVED, Cue.INCOME):
        raise unsupported()
    chosen = LedgerFilter(kinds=(MovementKind.CASH_WITHDRAWAL,), side=AmountSide.OUT)
    return Scope(chosen, Netting.GROSS, "cash withdrawn")


def _refunds(draft: Draft, by_kind: dict[EntityKind, list[Named]], _accounts: tuple[str, ...]) -> Scope | None:
    if not draft.has(Cue.REFUND):
        return None
    named = by_kind.get(EntityKind.MERCHANT, []) or by_kind.get(EntityKind.CATEGORY, [])
    chosen = LedgerFilter(kinds=(MovementKind.REFUND, MovementKind.REVERSAL), side=AmountSide.IN)
    words = f"refunds from {_joined(named)}" if named else "refunds"
    return Scope(chosen, Netting.REFUNDS, words, sign=-1)


def _narrowed(
    draft: Draft, chosen: LedgerFilter, by_kind: dict[EntityKind, list[Named]], period: Period | None
) -> LedgerFilter:
    merchants, categories = by_kind.get(EntityKind.MERCHANT, []), by_kind.get(EntityKind.CATEGORY, [])
    if merchants:
        chosen = replace(chosen, merchant_ids=_ids(merchants))
    if categories:
        ids = tuple(dict.fromkeys(one for named in categories for one in named.candidates[0].category_ids))
        chosen = replace(chosen, category_ids=ids)
    accounts = account_ids(draft, by_kind.get(EntityKind.ACCOUNT, []))
    if accounts:
        chosen = replace(chosen, account_ids=accounts)
    if countries := by_kind.get(EntityKind.COUNTRY, []):
        chosen = replace(chosen, country_codes=_ids(countries))
    if draft.has(Cue.ABROAD):
        chosen = replace(chosen, abroad=True)
    if period is not None:
        chosen = replace(chosen, period=period)
    if weekdays := _weekdays(draft):
        chosen = replace(chosen, weekdays=weekdays)
    return _with_money(draft, chosen)


def _weekdays(draft: Draft) -> tuple[int, ...]:
    if draft.has(Cue.WEEKEND):
        return (6, 7)
    if draft.has(Cue.WEEKDAYS):
        return (1, 2, 3, 4, 5)
    days = [found.groups["weekday"] for found in draft.cues if found.cue is Cue.DAY_OF_WEEK]
    return tuple(sorted({DAYS.index(day) + 1 for day in days if day}))


def _with_money(draft: Draft, chosen: LedgerFilter) -> LedgerFilter:
    said = draft.amounts[0].currency if draft.amounts else ""
    codes = [
        currency_code(re.sub(r"^(?:us|u\.s\.|american|british|japanese) ", "", found.groups["code"] or ""))
        for found in draft.cues
        if found.cue is Cue.CURRENCY
    ]
    if len(set(codes)) > 1:
        raise unsupported()
    if codes:
        said = codes[0]
    # One sign stands for several currencies: the home currency, where it is one of them.
    home = draft.home_currency or _main_currency(draft)
    if said == "USD" and not codes and home in ("CAD", "AUD", "NZD", "SGD", "HKD", "MXN"):
        said = home
    if len(draft.amounts) > 1:
        raise unsupported()
    if draft.amounts:
        chosen = replace(chosen, amount=draft.amounts[0].bounds)
    if said and draft.currencies and said not in draft.currencies:
        if codes:
            return replace(chosen, currency_code=said)
        raise Decline(
            Declined(RefusalReason.NOT_IN_DATA, missing="exchange rates", instead="amounts in their own currencies")
        )
    if said and (codes or len(draft.currencies) > 1):
        chosen = replace(chosen, currency_code=said)
    return chosen


def _main_currency(draft: Draft) -> str:
    """The currency of most rows."""
    rows: dict[str, int] = {}
    for one in draft.accounts:
        if one.currency_code:
            rows[one.currency_code] = rows.get(one.currency_code, 0) + one.row_count
    return max(rows, key=lambda code: (rows[code], code)) if rows else ""


def account_ids(draft: Draft, named: list[Named]) -> tuple[str, ...]:
    """The accounts that the question names, by name or by type ("my checking account")."""
    if named:
        return _ids(named)
    said = draft.get(Cue.ACCOUNT_TYPE)
    if said is None:
        return ()
    kind = (said.groups.get("type") or "card").replace("-", " ")
    fits = [one for one in draft.accounts if _is_type(one, kind)]
    if len(fits) == 1:
        return (fits[0].account_id,)
    if not fits:
        raise Decline(Declined(RefusalReason.NO_DATA, mention=said.words))
    raise Decline(Declined(RefusalReason.AMBIGUOUS, mention=said.words, choices=tuple(_account(one) for one in fits)))


def _account(account: AccountCoverage) -> Candidate:
    return Candidate(EntityKind.ACCOUNT, account.account_id, account.account_name, row_count=account.row_count)


def _is_type(account: AccountCoverage, kind: str) -> bool:
    subtype, name = account.account_subtype.lower(), account.account_name.lower()
    match kind:
        case "checking" | "current" | "debit card":
            return subtype == "checking"
        case "saving" | "savings":
            return subtype in ("savings", "money market", "cd", "cash isa")
        case "credit card" | "credit" | "card":
            return account.account_type == "credit"
        case "joint" | "business" | "isa" | "brokerage":
            return kind in name or kind in subtype
    return False


# --- plans -----------------------------------------------------------------------------------------------------------


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
        allowed |= {Cue.SHOPS} if draft.has(Cue.COUNT) else set()
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
    return _unique(draft.names)


def _unique(names: list[Named]) -> list[Named]:
    seen: dict[tuple[EntityKind, str], Named] = {}
    for named in names:
        seen.setdefault((named.kind, named.candidates[0].entity_id), named)
    return list(seen.values())


def price_steps(context: Context) -> Planned | None:
    """When, by how much and for which subscriptions a price rose."""
    draft = context.draft
    percent = draft.has(Cue.CHANGE, Cue.IN_PERCENT, Cue.SHARE)
    if not draft.has(Cue.RISE) or (percent and (draft.periods or not draft.of_kind(EntityKind.MERCHANT))):
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
    names = _unique(draft.names)
    if any(one.kind is not EntityKind.MERCHANT for one in names) or len(names) > 1:
        raise unsupported()
    span = one_period(draft)
    period, words = period_of(draft, span)
    chosen = LedgerFilter(kinds=SPENDING, merchant_ids=_ids(names), period=period)
    named = f"at {_joined(names)}" if names else "subscriptions"
    selection = Selection(chosen, Netting.GROSS, named, words)
    if not names:
        form = AnswerForm.NUMBER if draft.has(Cue.COUNT) else AnswerForm.NAMES
    elif draft.has(Cue.WHEN) or any("since when" in found.words for found in draft.cues):
        form = AnswerForm.DATE
    elif percent:
        form = AnswerForm.PERCENT
    elif draft.has(Cue.HOW_MUCH, Cue.DIFFERENCE) or re.search(r"\bwhat(?:'s| was| is)? the\b", draft.working):
        form = AnswerForm.MONEY
    elif draft.has(Cue.EXISTS):
        form = AnswerForm.YES_NO
    else:
        raise unsupported()
    return Planned(context.plan("price_step", Measure.PRICE_STEP, selection, form=form))


def price_now(context: Context) -> Planned | None:
    """What one recurring charge costs now, a month or a year, and whether it still comes."""
    draft = context.draft
    merchants = draft.of_kind(EntityKind.MERCHANT)
    still = draft.has(Cue.STILL_ACTIVE)
    if len(_unique(merchants)) != 1 or len(merchants) != len(draft.names):
        return None
    current = all(one.unit is Unit.ALL or one.days == Days(draft.today, draft.today) for one in draft.periods)
    if still:
        only(draft, Cue.STILL_ACTIVE, Cue.EXISTS)
        if not current or draft.amounts:
            raise unsupported()
        form, rule, per = AnswerForm.YES_NO, "recurring.active", Per.UNSPECIFIED
    else:
        present = re.search(
            r"(?:'s|\b(?:is|are|am|does|do|costs|charges))\b(?!.*\b(?:spend|spending|spent|average)\b)", draft.working
        )
        timed = draft.has(Cue.PER_MONTH, Cue.PER_YEAR, Cue.NOW, Cue.SUBSCRIPTION)
        if not (present and timed and current) or draft.has(
            Cue.AVERAGE, Cue.MEDIAN, Cue.COUNT, Cue.TOTAL, Cue.DIFFERENCE
        ):
            return None
        if draft.has(Cue.RISE, Cue.WHEN, Cue.FIRST, Cue.LAST, Cue.MOST, Cue.SHARE, Cue.CHANGE, Cue.REFUND, Cue.LIST):
            return None
        only(draft, Cue.PER_MONTH, Cue.PER_YEAR, Cue.EACH)
        if draft.amounts or (draft.has(Cue.PER_MONTH) and draft.has(Cue.PER_YEAR)):
            raise unsupported()
        form, rule = AnswerForm.MONEY, "recurring.price"
        per = Per.YEAR if draft.has(Cue.PER_YEAR) else Per.MONTH
    chosen = LedgerFilter(kinds=SPENDING, merchant_ids=_ids(merchants[:1]), side=AmountSide.OUT)
    selection = Selection(chosen, Netting.GROSS, f"at {_joined(merchants[:1])}", label(draft.today, draft.today))
    return Planned(context.plan(rule, Measure.RECURRING, selection, form=form, per=per))


def dearest_subscription(context: Context) -> Planned | None:
    """The subscription that costs most, or least, a month."""
    draft = context.draft
    if not draft.has(Cue.SUBSCRIPTION) or not draft.has(Cue.MOST, Cue.LARGEST, Cue.LEAST, Cue.SMALLEST):
        return None
    only(draft, Cue.MOST, Cue.LARGEST, Cue.LEAST, Cue.SMALLEST, Cue.PER_MONTH, Cue.WHERE, Cue.SHOPS)
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
    if draft.has(Cue.COUNT):
        form, rule = AnswerForm.NUMBER, "recurring.count"
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
    sides = _last_year_and_this(draft) or _two_periods(draft)
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


def _two_periods(draft: Draft) -> tuple[PeriodSpan, PeriodSpan] | None:
    if len(draft.periods) == 2:
        return draft.periods[0], draft.periods[1]
    if len(draft.periods) == 1 and len(draft.periods[0].parts) == 2:
        return draft.periods[0].parts[0], draft.periods[0].parts[1]
    return None


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
        whole = Scope(replace(whole_filter, category_ids=ids), part.netting, f"on {_joined([within])}")
    selections = context.selection(part, span), context.selection(whole, span)
    return Planned(
        context.plan("share", Measure.SHARE, *selections, form=AnswerForm.PERCENT), _other(context, span, share)
    )


def _share_within(draft: Draft) -> Named | None:
    """ "What share of my coffee spending was at Starbucks?": the category is the whole, the merchant the part."""
    merchants, categories = draft.of_kind(EntityKind.MERCHANT), draft.of_kind(EntityKind.CATEGORY)
    if len(merchants) != 1 or len(categories) != 1 or len(draft.names) != 2:
        return None
    of_category = re.search(rf"\bof (?:my |our |all |the |total )*{_MARK}", draft.working)
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
    names = _unique(draft.names)
    sided = [one for one in names if one.kind is not EntityKind.ACCOUNT] or names
    rest = [one for one in names if one not in sided]
    periods = _two_periods(draft) if len(sided) <= 1 else None
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
    which = draft.has(Cue.WHICH, Cue.WHO, Cue.WHERE, Cue.OR, Cue.EXISTS, Cue.PEAK, Cue.WHEN)
    differing = draft.get(Cue.DIFFERENCE)
    if differing is not None or draft.has(Cue.MINUS):
        if _baseline_first(draft):
            selections.reverse()
        if any(one.cue is Cue.DIFFERENCE and re.search(r"\b(?:less|lower)\b", one.words) for one in draft.cues):
            selections.reverse()
        if draft.has(Cue.WHICH, Cue.WHO, Cue.WHERE):
            raise unsupported()
        return Planned(context.plan(f"difference.{rule}", Measure.COMPARE, *selections, form=AnswerForm.MONEY))
    if _YES_OR_NO.match(draft.working) and draft.has(Cue.THAN) and not draft.has(Cue.WHICH, Cue.WHO, Cue.WHERE, Cue.OR):
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


def distinct(context: Context) -> Planned | None:
    """How many different merchants."""
    draft = context.draft
    if not draft.has(Cue.DISTINCT) or draft.has(Cue.CHARGE):
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
    selection = context.selection(_at_merchants(scope), span)
    plan = context.plan("count.merchants", Measure.COUNT, selection, form=AnswerForm.NUMBER, group_by=GroupKey.MERCHANT)
    return Planned(plan, _other(context, span, distinct))


def _at_merchants(scope: Scope) -> Scope:
    """Purchases at merchants: fees, interest and people take no part."""
    scope = scope.purchases
    return replace(scope, filter=replace(scope.filter, merchant_only=True))


def merchants_of(context: Context) -> Planned | None:
    """The names of the merchants that rows are at."""
    draft = context.draft
    named = any(found.cue is Cue.LIST and found.words.startswith("name") for found in draft.cues)
    several = any(
        found.cue is Cue.WHERE and re.search(r"(?:which|what) (?!business$)\w+s$", found.words) for found in draft.cues
    )
    asked = several or (
        draft.has(Cue.SHOPS) and (draft.has(Cue.LIST) or draft.has(Cue.WHICH) or "which" in draft.working)
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
        context.selection(_at_merchants(scope), span),
        form=AnswerForm.NAMES,
        group_by=GroupKey.MERCHANT,
        order=RowOrder.LARGEST,
    )
    return Planned(plan, _other(context, span, merchants_of))


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
        context.selection(_at_merchants(scope), span),
        form=AnswerForm.NAME,
        group_by=GroupKey.MERCHANT,
        order=RowOrder.LARGEST,
        limit=1,
    )
    return Planned(plan, _other(context, span, most_often))


def top_payer(context: Context) -> Planned | None:
    """Who paid the user most."""
    draft = context.draft
    source = any(found.cue is Cue.INCOME and re.search(r"source|stream", found.words) for found in draft.cues)
    main = draft.has(Cue.MOST, Cue.LARGEST) or any(
        found.cue is Cue.INCOME and re.search(r"\b(?:main|primary|top|biggest|largest)\b", found.words)
        for found in draft.cues
    )
    if not (source and main) and not (draft.has(Cue.WHO) and draft.has(Cue.PAID_ME) and draft.has(Cue.MOST)):
        return None
    only(draft, Cue.WHO, Cue.MOST, Cue.LARGEST)
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
    return Planned(plan, _other(context, span, top_payer))


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
    limit = _count(found.groups["limit"] or found.groups["limit2"] or "")
    selection = context.selection(scope.purchases, one_period(draft))
    return Planned(
        context.plan("list.newest", Measure.LIST, selection, form=AnswerForm.ROWS, order=RowOrder.NEWEST, limit=limit)
    )


def by_amount(context: Context) -> Planned | None:
    """The merchant of the row of exactly one amount."""
    draft = context.draft
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
        "exact", Measure.LAST, context.selection(_at_merchants(scope), span), form=AnswerForm.NAME, limit=1
    )
    return Planned(plan, _other(context, span, by_amount))


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
    return Planned(plan, _other(context, span, peak_month))


def top(context: Context) -> Planned | None:
    """The merchants (or people) with the most."""
    draft = context.draft
    ranked = draft.get(Cue.TOP)
    shops = draft.has(Cue.SHOPS, Cue.WHERE, Cue.WHO)
    if not (
        (ranked and shops)
        or (shops and draft.has(Cue.MOST))
        or (shops and draft.has(Cue.LARGEST) and draft.has(Cue.SHOPS) and not draft.has(Cue.CHARGE, Cue.WHERE))
    ):
        return None
    only(draft, Cue.TOP, Cue.SHOPS, Cue.WHERE, Cue.WHO, Cue.MOST, Cue.LARGEST, Cue.LIST)
    limit = 1
    if ranked is not None:
        said = next(
            (ranked.groups[key] for key in ("limit", "limit2", "limit3", "limit4") if ranked.groups.get(key)), None
        )
        several = re.search(rf"{re.escape(ranked.words)}\s+(?:{_MARK}\s+)?\w+(?<=s)\b", draft.working)
        limit = _count(said) if said else LISTED if several else 1
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
    return Planned(plan, _other(context, span, top))


def _count(said: str) -> int:
    return NUMBER_WORDS.get(said) or int(said)


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
        one_each = draft.has(Cue.CHARGE) or re.search(r"\b(?:pay|paid|paycheck|paycheque|payslip)\b", draft.working)
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
    return Planned(plan, _other(context, span, average))


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
            "list.largest", Measure.LIST, selection, form=AnswerForm.ROWS, order=order, limit=_count(said)
        )
        return Planned(plan, _other(context, span, extreme))
    if re.search(rf"\b(?:{_SUPERLATIVE}) (?:{_PLURAL})\b", draft.working):
        plan = context.plan("list.largest", Measure.LIST, selection, form=AnswerForm.ROWS, order=order, limit=LISTED)
        return Planned(plan, _other(context, span, extreme))
    form = AnswerForm.MONEY
    if draft.has(Cue.WHERE, Cue.WHO, Cue.SHOPS):
        form = AnswerForm.NAME
    elif draft.has(Cue.WHEN):
        form = AnswerForm.DATE
    measure = Measure.MAXIMUM if largest else Measure.MINIMUM
    rule = f"{measure.name.lower()}.{form.name.lower()}"
    plan = context.plan(rule, measure, selection, form=form, order=order)
    return Planned(plan, _other(context, span, extreme))


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
    return Planned(plan, _other(context, span, when))


def first_or_last(context: Context) -> Planned | None:
    """The first, last or n-th row: its day or its amount."""
    draft = context.draft
    nth = draft.get(Cue.NTH)
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
    said_time = any(found.cue in (Cue.FIRST, Cue.LAST) and "time" in found.words for found in draft.cues)
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
    elif draft.has(Cue.HOW_MUCH) or priced:
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
    if not draft.has(Cue.COUNT, Cue.PREMISE):
        return None
    only(draft, Cue.COUNT, Cue.PREMISE, Cue.EXISTS, Cue.MADE, Cue.NEGATION)
    if draft.has(Cue.NEGATION):
        raise unsupported()
    if draft.has(Cue.PREMISE) and not draft.names:
        raise unsupported()
    span = one_period(draft)
    scope = scope_of(draft, rows_names(draft), span)
    if scope.outflow:
        raise unsupported()
    plan = context.plan("count", Measure.COUNT, context.selection(scope.purchases, span), form=AnswerForm.NUMBER)
    return Planned(plan, _other(context, span, count))


def exists(context: Context) -> Planned | None:
    """Whether there is any row."""
    draft = context.draft
    if not draft.has(Cue.EXISTS) or draft.has(Cue.HOW_MUCH, Cue.LIST, Cue.WHEN, Cue.TOTAL):
        return None
    if all(one.words == "ever" for one in draft.cues if one.cue is Cue.EXISTS) and not _YES_OR_NO.match(draft.working):
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
    return Planned(plan, _other(context, span, exists))


def rows(context: Context) -> Planned | None:
    """The rows themselves."""
    draft = context.draft
    if not draft.has(Cue.LIST) or draft.has(Cue.TOTAL, Cue.HOW_MUCH):
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
    return Planned(plan, _other(context, span, rows))


_ASKING = re.compile(
    r"\b(?:is|are|was|were|do|does|did|has|have|had|who|what|when|where|why|how|can|could|i|we|get|got|take|took|make|made"
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
    if not (measured or kind or made or _is_heading(draft)):
        return None
    everything = any(one.cue is Cue.LIST and re.search(r"everything.*sp[ea]n[dt]", one.words) for one in draft.cues)
    said = kind or made or everything or draft.has(Cue.SPEND, Cue.OUTFLOW, Cue.ACCOUNT_TYPE)
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
    others = _other(context, span, total)
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


def _other(context: Context, span: PeriodSpan | None, rule: Rule) -> tuple[Plan, ...]:
    """The same question over the period's second reading."""
    if span is None or span.other is None:
        return ()
    again = replace(span, days=span.other, other=None)
    draft = replace(context.draft, periods=[again])
    planned = rule(replace(context, draft=draft))
    return (planned.plan,) if planned is not None else ()


# --- what was said, and what only the graph holds --------------------------------------------------------------------


def recall(context: Context) -> Planned | None:
    """What the user said: an amount, a day, a place."""
    draft = context.draft
    attribute = None
    if _asks_what_a_name_means(draft):
        attribute = FactAttribute.NAME_FOR
    elif draft.has(Cue.PAY_DAY) and not draft.of_kind(EntityKind.PAYER):
        attribute = FactAttribute.PAY_DAY
    elif draft.has(Cue.GOAL):
        attribute = FactAttribute.SAVINGS_GOAL
    elif draft.has(Cue.BUDGET):
        attribute = FactAttribute.BUDGET
    elif draft.has(Cue.HOME):
        attribute = FactAttribute.HOME
    elif draft.has(Cue.RECALL):
        attribute = _recalled(draft)
    if attribute is None:
        if draft.has(Cue.RECALL):
            raise Decline(Declined(RefusalReason.NO_DATA, mention=_tail(draft), needs="memory"))
        return None
    if draft.has(Cue.SPEND, Cue.COUNT, Cue.AVERAGE, Cue.DIFFERENCE, Cue.MORE) and not draft.has(
        Cue.RECALL, Cue.PAY_DAY
    ):
        return None
    qualifier = " ".join(one.word for one in draft.leftovers)
    if draft.names:
        qualifier = " ".join([*(one.text for one in draft.names), qualifier]).strip()
    plan = Plan(
        subject=Subject.MEMORY,
        measure=Measure.RECALL,
        fact=FactQuery(attribute, qualifier),
        as_of_date=draft.today,
        time_zone=context.time_zone,
        semantics_version=SEMANTICS,
        rule="recall",
        reading="what you said",
    )
    return Planned(plan)


def _asks_what_a_name_means(draft: Draft) -> bool:
    """ "Who is my landlord?", "Which shop do I call my big shop?": an own name alone, and nothing about money."""
    own = [one for one in draft.names if one.source is ResolutionSource.MEMORY]
    if len(own) != 1 or len(draft.names) != 1 or draft.periods or draft.amounts or draft.leftovers:
        return False
    asking = {Cue.WHO, Cue.WHICH, Cue.WHERE, Cue.RECALL, Cue.SHOPS}
    cues = {found.cue for found in draft.cues}
    return cues <= asking and bool(re.search(r"\b(?:who|what|what's|who's|which|where)\b", draft.working))


def _recalled(draft: Draft) -> FactAttribute | None:
    text = draft.working
    for attribute, pattern in (
        (FactAttribute.SAVINGS_GOAL, r"\b(?:sav(?:e|ed|ing|ings)|put aside|set aside|goal|target)\b"),
        (FactAttribute.RENT, r"\brent\b"),
        (FactAttribute.PAY_DAY, r"\b(?:get paid|paid on|pay ?day)\b"),
        (FactAttribute.BUDGET, r"\b(?:budget|keep to|spend at most|limit)\b"),
        (FactAttribute.INCOME, r"\b(?:earn|salary|make|income|wage)\b"),
        (FactAttribute.HOME, r"\b(?:live|home|address)\b"),
    ):
        if re.search(pattern, text) or any(re.search(pattern, one.text.lower()) for one in draft.names):
            return attribute
    return None


def _tail(draft: Draft) -> str:
    return " ".join(one.word for one in draft.leftovers)


def graph_question(context: Context) -> Planned | None:
    """Questions that a walk over the graph answers."""
    draft = context.draft
    names = _unique(draft.names)
    if draft.has(Cue.ABOUT_DOCUMENT):
        if len(names) != 1 or draft.leftovers or draft.periods:
            raise unsupported()
        only(draft, Cue.ABOUT_DOCUMENT, Cue.EXISTS, Cue.LIST)
        return _walk(context, names[0], EntityKind.DOCUMENT, "graph.documents")
    if draft.has(Cue.SAME_DAY):
        if len(names) != 1 or draft.leftovers or draft.periods:
            raise unsupported()
        only(draft, Cue.SAME_DAY, Cue.LIST)
        return _walk(context, names[0], EntityKind.MERCHANT, "graph.same_day")
    if draft.has(Cue.WHICH_ACCOUNT) and names and not draft.leftovers:
        only(draft, Cue.WHICH_ACCOUNT, Cue.EXISTS, Cue.LIST)
        if len(names) != 1 or draft.periods or draft.has(Cue.HOW_MUCH, Cue.TOTAL):
            raise unsupported()
        return _walk(context, names[0], EntityKind.ACCOUNT, "graph.account")
    return None


def _walk(context: Context, named: Named, end: EntityKind, rule: str) -> Planned:
    candidate = named.candidates[0]
    if candidate.kind not in (
        EntityKind.MERCHANT,
        EntityKind.ACCOUNT,
        EntityKind.PERSON,
        EntityKind.PAYER,
        EntityKind.INSTITUTION,
    ):
        raise unsupported()
    step = GraphStep(candidate.kind, candidate.entity_id, candidate.display_name, end)
    selection = Selection(LedgerFilter(), Netting.UNSPECIFIED, candidate.display_name)
    if end is EntityKind.ACCOUNT:
        chosen = (
            LedgerFilter(merchant_ids=(candidate.entity_id,))
            if candidate.kind is EntityKind.MERCHANT
            else LedgerFilter(counterparty_ids=(candidate.entity_id,))
        )
        selection = Selection(chosen, Netting.UNSPECIFIED, candidate.display_name, _whole_coverage(context.draft)[1])
    plan = context.plan(rule, Measure.LIST, selection, form=AnswerForm.NAMES)
    return Planned(plan, graph=step)


def account_of(draft: Draft) -> GraphStep | None:
    """ "The account that I pay Netflix from": takes Netflix out of the names and says where to walk."""
    found = draft.get(Cue.ACCOUNT_OF)
    if found is None:
        return None
    inside = [one for one in draft.names if found.position <= one.position < found.position + len(found.words) + 1]
    if len(inside) != 1 or inside[0].kind not in (EntityKind.MERCHANT, EntityKind.PAYER, EntityKind.PERSON):
        raise unsupported()
    draft.names = [one for one in draft.names if one is not inside[0]]
    candidate = inside[0].candidates[0]
    return GraphStep(candidate.kind, candidate.entity_id, candidate.display_name, EntityKind.ACCOUNT, "account")


LEDGER_RULES: tuple[Rule, ...] = (
    price_steps,
    price_now,
    dearest_subscription,
    subscriptions,
    newest,
    by_amount,
    distinct,
    most_often,
    top_payer,
    merchants_of,
    days_since,
    change,
    share,
    peak_month,
    top,
    extreme,
    average,
    compare,
    first_or_last,
    when,
    count,
    exists,
    rows,
    total,
)
