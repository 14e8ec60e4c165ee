"""The money-semantics policy, version 1: from rows as the source says them to rows that questions can be asked about.

It reads all live rows of one user at once, because a merchant's latest name, its trusted category and what a bare
descriptor stands for follow from the other rows. Every decision leaves the id of its rule on the row.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal

from services.retriever.ledger import ids
from services.retriever.ledger.brands import find_brand, trade_in_name
from services.retriever.ledger.categories import DETAILED
from services.retriever.ledger.descriptors import is_business, read_counterparty, read_kind, read_payer
from services.retriever.ledger.drafts import Draft, Merchant
from services.retriever.ledger.folding import fold, joined
from services.retriever.ledger.merchant_book import brand_of, identify_merchants
from services.retriever.ledger.merchants import learn_cities, name_key, read_descriptor
from services.retriever.ledger.movements import WITHOUT_MERCHANT, kind_of_category
from services.retriever.ledger.parts import PartReader
from services.retriever.ledger.tables import WORDS
from services.retriever.model import Account, AccountId, Annotation, MovementKind, Reading, RowId, SourceRow

TRUSTED = frozenset({"MEDIUM", "HIGH", "VERY_HIGH", ""})
PAIR_DAYS = timedelta(days=5)

K = MovementKind

_REVERSED = {K.PURCHASE: K.REVERSAL, K.REFUND: K.REVERSAL, K.FEE: K.FEE_REFUND}


@dataclass(frozen=True, slots=True)
class LedgerReading:
    """The policy's reading of a whole ledger: its rows, and the names that merchants had before."""

    rows: Mapping[RowId, Reading]
    former_names: Mapping[str, tuple[str, ...]]


def read_ledger(
    accounts: Mapping[AccountId, Account],
    rows: Iterable[SourceRow],
    annotations: Mapping[RowId, Annotation],
    aliases: Mapping[str, str],
) -> LedgerReading:
    """Read all live rows of one user."""
    live = sorted(rows, key=lambda row: (row.date, row.row_id))
    cities = learn_cities((text, row.city) for row in live for text in (row.descriptor, row.long_descriptor) if text)
    drafts = [_draft(_taken_back(row), annotations.get(row.row_id), cities) for row in live]
    for draft in drafts:
        _decide_movement(draft, accounts)
    merchants = identify_merchants(drafts, cities)
    _decide_categories(drafts, merchants)
    for draft in drafts:
        _decide_kind(draft)
    _pair_transfers(drafts)
    _apply_aliases(drafts, merchants, aliases)
    for draft in drafts:
        _kind_of_reversal(draft)
    people = _name_counterparties(drafts)
    parts = PartReader(merchants, aliases)
    readings: dict[RowId, Reading] = {}
    rules: dict[tuple[str, ...], tuple[str, ...]] = {}
    texts: dict[str, str] = {}
    drafts.reverse()
    while drafts:  # A large ledger needs the room of its drafts for its readings.
        draft = drafts.pop()
        reading = _finish(draft, merchants, people, annotations, rules, texts)
        readings[reading.row_id] = parts.split(draft, reading, annotations)
    former = {merchant.merchant_id: merchant.former for merchant in merchants.values() if merchant.former}
    return LedgerReading(readings, former)


def _taken_back(row: SourceRow) -> SourceRow:
    """A stated reversal is read as the row that it takes back, whose kind it then has with the other sign."""
    return replace(row, amount=-row.amount) if row.reversal else row


def _kind_of_reversal(draft: Draft) -> None:
    if draft.row.reversal and draft.kind in _REVERSED:
        draft.kind = _REVERSED[draft.kind]
        draft.rules.append("v1.kind.reversal.stated")


def _draft(row: SourceRow, annotation: Annotation | None, cities: frozenset[str]) -> Draft:
    text = row.long_descriptor if _is_clean_name(row) else row.descriptor
    business = read_descriptor(text or row.descriptor, row.city, cities)
    if annotation is not None and annotation.category_id:
        return Draft(row, annotation.category_id, True, business, ["v1.category.user"])
    trusted = row.bank_category if row.bank_category and row.bank_confidence in TRUSTED else ""
    return Draft(row, trusted, False, business, ["v1.category.bank"] if trusted else [])


def _is_clean_name(row: SourceRow) -> bool:
    """Plaid often puts the clean name where the descriptor stands; the bank's own text is then the long one."""
    return bool(row.long_descriptor) and row.descriptor == row.merchant_name


# --- movements without a merchant ------------------------------------------------------------------------------------


def _decide_movement(draft: Draft, accounts: Mapping[AccountId, Account]) -> None:
    row = draft.row
    texts = (row.descriptor, row.long_descriptor)
    if draft.trusted:
        person = read_counterparty(*texts) if draft.trusted.startswith("TRANSFER_") else ""
        if person and _names_own_account(person, accounts):
            person = ""
        kind = kind_of_category(draft.trusted, row.amount, names_someone=bool(person))
        if kind in WITHOUT_MERCHANT or kind in (K.PERSON_PAYMENT, K.INCOME):
            _settle(draft, kind, f"v1.kind.category.{kind.name.lower().replace('_', '-')}", draft.trusted, person)
        return
    if row.merchant_entity_id:
        return
    account = accounts.get(row.account_id)
    rule = read_kind(
        *texts, money_out=row.amount >= 0, credit_account=account is not None and account.account_type == "credit"
    )
    if rule is None or (rule.rule_id in ("v1.kind.fee", "v1.kind.fee-refund") and not _is_bank_fee(row)):
        return
    if rule.kind in (K.PERSON_PAYMENT, K.TRANSFER):
        person = read_counterparty(*texts)
        if person and not _names_own_account(person, accounts) and rule.rule_id != "v1.kind.transfer.own":
            if is_business(person):
                if row.amount >= 0:
                    draft.name_hint = person
                    draft.rules.append("v1.merchant.payee")
                else:
                    _settle(draft, K.INCOME, "v1.kind.income.business", "INCOME_OTHER_INCOME", "", inferred=True)
                return
            category = "TRANSFER_OUT_ACCOUNT_TRANSFER" if row.amount >= 0 else "TRANSFER_IN_ACCOUNT_TRANSFER"
            _settle(draft, K.PERSON_PAYMENT, "v1.kind.person", category, person, inferred=True)
            return
        if rule.kind == K.PERSON_PAYMENT and not person:
            return
        category = "TRANSFER_OUT_ACCOUNT_TRANSFER" if row.amount >= 0 else "TRANSFER_IN_ACCOUNT_TRANSFER"
        _settle(draft, K.TRANSFER, rule.rule_id, category, "", inferred=True)
        return
    _settle(draft, rule.kind, rule.rule_id, rule.category_id, "", inferred=True)


def _settle(draft: Draft, kind: MovementKind, rule: str, category: str, person: str, *, inferred: bool = False) -> None:
    row = draft.row
    draft.kind, draft.category, draft.inferred = kind, category, inferred
    draft.rules.append(rule)
    if kind == K.PERSON_PAYMENT:
        draft.counterparty_kind, draft.counterparty = "per", person
    elif kind == K.INCOME:
        payer = row.merchant_name or (row.counterparty if row.counterparty_type == "income_source" else "")
        payer = payer or read_payer(row.descriptor, row.long_descriptor) or draft.business.display_name
        draft.counterparty_kind, draft.counterparty = "pay", payer


def _is_bank_fee(row: SourceRow) -> bool:
    """Whether a descriptor with "fee" in it holds nothing but a bank's words: a club or a school has fees too."""
    words = [word for word in fold(row.descriptor, umlauts=True).split() if not any(map(str.isdigit, word))]
    return all(word in WORDS["bank fee words"] or len(word) < 3 for word in words)


def _names_own_account(name: str, accounts: Mapping[AccountId, Account]) -> bool:
    words = {word for word in fold(name).split() if not word.isdigit()}
    generic = {
        "chk",
        "sav",
        "checking",
        "savings",
        "account",
        "acct",
        "own",
        "current",
        "isa",
        "brokerage",
        "card",
        "my",
    }
    if words & generic:
        return True
    return any(words and words <= set(fold(account.name).split()) for account in accounts.values())


# --- categories and kinds --------------------------------------------------------------------------------------------


def _decide_categories(drafts: list[Draft], merchants: dict[str, Merchant]) -> None:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for draft in drafts:
        if draft.merchant and draft.trusted and not draft.by_user:
            counts[draft.merchant][draft.trusted] += 1
    for merchant_id, counted in counts.items():
        merchants[merchant_id].category = min(counted, key=lambda one: (-counted[one], one))
    for draft in drafts:
        if draft.kind is not None:
            continue
        if draft.trusted:
            draft.category = draft.trusted
            continue
        if not draft.merchant:
            continue
        draft.inferred = True
        merchant = merchants[draft.merchant]
        if merchant.category:
            draft.category = merchant.category
            draft.rules.append("v1.category.merchant")
            continue
        brand = find_brand(name_key(merchant.name)) or find_brand(name_key(brand_of(draft.business) or ""))
        if brand is not None and brand.category_id:
            draft.category = brand.category_id
            draft.rules.append("v1.category.brand")
            continue
        draft.category = trade_in_name(merchant.name) or trade_in_name(" ".join(draft.business.words))
        draft.inferred = bool(draft.category)
        if draft.category:
            draft.rules.append("v1.category.name")


def _decide_kind(draft: Draft) -> None:
    if draft.kind is not None:
        return
    if draft.category in DETAILED:
        draft.kind = kind_of_category(draft.category, draft.row.amount, names_someone=False)
        draft.rules.append(f"v1.kind.category.{draft.kind.name.lower().replace('_', '-')}")
        if draft.kind in WITHOUT_MERCHANT:
            draft.merchant = ""
        return
    if draft.row.amount >= 0:
        draft.kind = K.PURCHASE
        draft.rules.append("v1.kind.merchant.purchase" if draft.merchant else "v1.kind.out")
    else:
        draft.kind = K.UNDECIDED
        draft.rules.append("v1.kind.undecided")


def _pair_transfers(drafts: list[Draft]) -> None:
    """Money in that nothing explains: a refund of a merchant that was paid before, or the other leg of a transfer."""
    paid = {draft.merchant for draft in drafts if draft.merchant and draft.row.amount > 0}
    legs: dict[tuple[Decimal, str], list[Draft]] = defaultdict(list)
    for draft in drafts:
        if draft.kind in (K.TRANSFER, K.CARD_PAYMENT) and draft.row.amount > 0:
            legs[draft.row.amount, draft.row.currency].append(draft)
    taken: set[str] = set()
    for draft in drafts:
        if draft.kind != K.UNDECIDED or draft.row.amount >= 0:
            continue
        if draft.merchant in paid:
            draft.kind = K.REFUND
            draft.rules[-1] = "v1.kind.merchant.refund"
            continue
        for leg in legs.get((-draft.row.amount, draft.row.currency), ()):
            near = abs(leg.row.date - draft.row.date) <= PAIR_DAYS
            if near and leg.row.account_id != draft.row.account_id and leg.row.row_id not in taken:
                taken.add(leg.row.row_id)
                draft.kind, draft.merchant = leg.kind, ""
                draft.rules[-1] = "v1.kind.transfer.paired"
                break


# --- names -----------------------------------------------------------------------------------------------------------


def _apply_aliases(drafts: list[Draft], merchants: dict[str, Merchant], aliases: Mapping[str, str]) -> None:
    """The user's own names. Merchants that the user calls the same, or calls by another merchant's name, are one."""
    by_name: dict[str, str] = {}
    for merchant_id in sorted(merchants):
        if merchant_id not in aliases and merchants[merchant_id].name:
            by_name.setdefault(name_key(merchants[merchant_id].name), merchant_id)
    target: dict[str, str] = {}
    for merchant_id in sorted(set(aliases) & set(merchants)):
        alias = aliases[merchant_id]
        first = by_name.setdefault(name_key(alias), merchant_id)
        target[merchant_id] = first
        previous = merchants[merchant_id]
        names = (previous.name, *previous.former)
        if first == merchant_id:
            merchants[merchant_id] = replace(previous, name=alias, former=names)
        else:
            known = merchants[first]
            merchants[first] = replace(known, former=tuple(dict.fromkeys((*known.former, *names))))
    for draft in drafts:
        if draft.merchant in target:
            draft.merchant = target[draft.merchant]
            draft.rules.append("v1.merchant.alias")


def _name_counterparties(drafts: list[Draft]) -> dict[str, str]:
    """People and payers: the id of each by folded name, shown as most rows spell it, mixed case first."""
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    for draft in drafts:
        if draft.counterparty:
            key = ids.counterparty_id(draft.counterparty_kind, joined(draft.counterparty, umlauts=True))
            spellings[key][draft.counterparty] += 1
    names: dict[str, str] = {}
    for key, counts in spellings.items():
        best = min(counts, key=lambda name: (name.isupper() or name.islower(), -counts[name], name))
        names[key] = best.title() if best.isupper() or best.islower() else best
    return names


def _finish(
    draft: Draft,
    merchants: Mapping[str, Merchant],
    people: Mapping[str, str],
    annotations: Mapping[RowId, Annotation],
    rules: dict[tuple[str, ...], tuple[str, ...]],
    texts: dict[str, str],
) -> Reading:
    """`rules`, `texts`: the same tuple and the same text for all rows that have equal ones."""
    row = draft.row
    if row.pending:
        draft.rules.append("v1.row.pending")
    applied = tuple(dict.fromkeys(draft.rules))
    assert draft.kind is not None, "every draft has been decided"
    annotation = annotations.get(row.row_id)
    folded = fold(f"{row.descriptor} {row.long_descriptor}")
    person = ""
    if draft.counterparty:
        person = ids.counterparty_id(draft.counterparty_kind, joined(draft.counterparty, umlauts=True))
    return Reading(
        row_id=row.row_id,
        account_id=row.account_id,
        source_transaction_id=row.source_transaction_id,
        date=row.date,
        amount=-row.amount if row.reversal else row.amount,
        currency=row.currency,
        kind=draft.kind,
        merchant_id=draft.merchant,
        merchant_name=merchants[draft.merchant].name if draft.merchant else "",
        counterparty_id=person,
        counterparty_name=people.get(person, ""),
        category_id=draft.category,
        category_inferred=draft.inferred and bool(draft.category),
        pending=row.pending,
        country_code=row.country_code,
        descriptor=row.descriptor,
        folded_text=texts.setdefault(folded, folded),
        rule_ids=rules.setdefault(applied, applied),
        tags=annotation.tags if annotation is not None else (),
        note=annotation.note if annotation is not None else "",
    )
