"""Which rows a question is about: periods, kinds of movement, accounts, currencies, amounts."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from services.answerer.dates import DAYS, Days, PeriodSpan, Unit, label
from services.answerer.grammar.amounts import currency_code
from services.answerer.grammar.cue import Cue
from services.answerer.grammar.draft import Draft, Named
from services.answerer.grammar.reading import Decline, Declined
from services.answerer.grammar.text import NAME
from services.answerer.model import (
    AccountCoverage,
    AmountSide,
    Candidate,
    EntityKind,
    LedgerFilter,
    MovementKind,
    Netting,
    Period,
    RefusalReason,
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
        first = replace(first, days=Days(first.days.start, following.days.end), unit=Unit.RANGE, other=None, near=None)
    return first


def period_of(draft: Draft, span: PeriodSpan | None) -> tuple[Period | None, str]:
    """The filter's period and its label."""
    if span is None or span.unit is Unit.ALL:
        return whole_coverage(draft)
    days = covered(draft, span.days)
    start = days.start or draft.coverage.first_date
    assert start is not None
    assert days.end is not None
    return Period(days.start, days.end), label(start, days.end)


def whole_coverage(draft: Draft) -> tuple[Period | None, str]:
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
        excluded_merchant_ids=ids_of(merchants),
        excluded_category_ids=tuple(
            dict.fromkeys(one for named in categories for one in named.candidates[0].category_ids)
        ),
    )
    return replace(scope, filter=chosen, label=f"{scope.label} without {joined(draft.excluded)}")


def _where(draft: Draft, scope: Scope, by_kind: dict[EntityKind, list[Named]]) -> str:
    """The words for what narrows a movement further; bounds on amounts are said from the filter."""
    words = ""
    if accounts := account_ids(draft, by_kind.get(EntityKind.ACCOUNT, [])):
        held = [one.account_name for one in draft.accounts if one.account_id in accounts]
        if not any(name in scope.label for name in held):
            words += f" on {' and '.join(held)}"
    if countries := by_kind.get(EntityKind.COUNTRY, []):
        words += f" in {joined(countries)}"
    if draft.has(Cue.ABROAD):
        words += " abroad"
    if draft.has(Cue.WEEKEND):
        words += " at weekends"
    elif draft.has(Cue.WEEKDAYS):
        words += " on working days"
    elif days := _weekdays(draft):
        words += " on " + " and ".join(f"{DAYS[day - 1].title()}s" for day in days)
    return words


def ids_of(named: list[Named]) -> tuple[str, ...]:
    return tuple(one.candidates[0].entity_id for one in named)


def joined(named: list[Named]) -> str:
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
        words = f"at {joined(merchants)}"
    elif categories:
        words = f"on {joined(categories)}"
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
    base = LedgerFilter(kinds=(MovementKind.PERSON_PAYMENT,), counterparty_ids=ids_of(people))
    if draft.has(Cue.FEES, Cue.INTEREST, Cue.CASH) or from_them == to_them or (draft.has(Cue.REFUND) and to_them):
        raise unsupported()
    if from_them:
        return Scope(replace(base, side=AmountSide.IN), Netting.INFLOW, f"from {joined(people)}", sign=-1)
    return Scope(replace(base, side=AmountSide.OUT), Netting.GROSS, f"to {joined(people)}")


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
    into = way == "to" or re.search(rf"\bin (?:my |our |the )?[{chr(NAME)}-{chr(NAME + 0x3FF)}]", draft.working)
    if into and not credit and not draft.has(*_INWARD):
        # Money that goes into an account is not spent on it, whatever words say how it got there.
        raise unsupported()
    return None


_INWARD = (
    Cue.INCOME,
    Cue.WAGES,
    Cue.PAID_ME,
    Cue.RECEIVED,
    Cue.REFUND,
    Cue.INTEREST,
    Cue.INTEREST_EARNED,
    Cue.FEES,
    Cue.FEE_KIND,
)


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


_OUTWARD = re.compile(r"spen[dt]|cost|expen|outlay|splash|splurge|blew|drop")


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
        if not said and any(one.cue is Cue.SPEND and _OUTWARD.match(one.words) for one in draft.cues):
            # What was spent there, or on it: who pays the user only has a name that begins so.
            raise Decline(Declined(RefusalReason.NO_DATA, mention=payers[0].text))
        chosen = LedgerFilter(kinds=INCOME, counterparty_ids=ids_of(payers))
        return Scope(chosen, Netting.INFLOW, f"from {joined(payers)}", sign=-1)
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


def _cash(draft: Draft, by_kind: dict[EntityKind, list[Named]], accounts: tuple[str, ...]) -> Scope | None:
    if not draft.has(Cue.CASH):
        return None
    if any(by_kind.get(kind) for kind in (EntityKind.MERCHANT, EntityKind.CATEGORY, EntityKind.PAYER)):
        raise unsupported()
    if draft.has(Cue.REFUND, Cue.RECEIVED, Cue.INCOME):
        raise unsupported()
    saved = next(
        (one for one in draft.accounts if one.account_id in accounts and one.account_subtype == "savings"), None
    )
    if saved is not None and not re.search(r"\bcash\b|\batms?\b", draft.folded):
        # What is taken out of savings is cash at times, and mostly moved to another account.
        raise Decline(Declined(RefusalReason.AMBIGUOUS, mention=saved.account_name))
    chosen = LedgerFilter(kinds=(MovementKind.CASH_WITHDRAWAL,), side=AmountSide.OUT)
    return Scope(chosen, Netting.GROSS, "cash withdrawn")


def _refunds(draft: Draft, by_kind: dict[EntityKind, list[Named]], _accounts: tuple[str, ...]) -> Scope | None:
    if not draft.has(Cue.REFUND):
        return None
    named = by_kind.get(EntityKind.MERCHANT, []) or by_kind.get(EntityKind.CATEGORY, [])
    chosen = LedgerFilter(kinds=(MovementKind.REFUND, MovementKind.REVERSAL), side=AmountSide.IN)
    words = f"refunds from {joined(named)}" if named else "refunds"
    return Scope(chosen, Netting.REFUNDS, words, sign=-1)


def _narrowed(
    draft: Draft, chosen: LedgerFilter, by_kind: dict[EntityKind, list[Named]], period: Period | None
) -> LedgerFilter:
    merchants, categories = by_kind.get(EntityKind.MERCHANT, []), by_kind.get(EntityKind.CATEGORY, [])
    if merchants:
        chosen = replace(chosen, merchant_ids=ids_of(merchants))
    if categories:
        ids = tuple(dict.fromkeys(one for named in categories for one in named.candidates[0].category_ids))
        chosen = replace(chosen, category_ids=ids)
    accounts = account_ids(draft, by_kind.get(EntityKind.ACCOUNT, []))
    if accounts:
        chosen = replace(chosen, account_ids=accounts)
    if countries := by_kind.get(EntityKind.COUNTRY, []):
        chosen = replace(chosen, country_codes=ids_of(countries))
    if draft.has(Cue.ABROAD):
        chosen = replace(chosen, abroad=True)
    if period is not None:
        chosen = replace(chosen, period=period)
    if weekdays := _weekdays(draft):
        chosen = replace(chosen, weekdays=weekdays)
    return _with_money(draft, chosen)


def _weekdays(draft: Draft) -> tuple[int, ...]:
    weekend = draft.get(Cue.WEEKEND)
    if weekend is not None and not draft.periods and re.search(r"the weekend$", weekend.words):
        # "At the weekend": the last one, or all of them.
        raise Decline(Declined(RefusalReason.AMBIGUOUS, mention=weekend.words))
    if weekend is not None:
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
    home = draft.home_currency or main_currency(draft)
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


def main_currency(draft: Draft) -> str:
    """The currency of most rows."""
    rows: dict[str, int] = {}
    for one in draft.accounts:
        if one.currency_code:
            rows[one.currency_code] = rows.get(one.currency_code, 0) + one.row_count
    return max(rows, key=lambda code: (rows[code], code)) if rows else ""


def account_ids(draft: Draft, named: list[Named]) -> tuple[str, ...]:
    """The accounts that the question names, by name or by type ("my checking account")."""
    if named:
        return ids_of(named)
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
