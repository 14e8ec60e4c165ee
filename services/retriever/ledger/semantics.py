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
from services.retriever.ledger.brands import describes, find_brand, trade_in_name
from services.retriever.ledger.categories import DETAILED
from services.retriever.ledger.descriptors import is_business, read_counterparty, read_kind, read_payer
from services.retriever.ledger.folding import fold, joined
from services.retriever.ledger.merchants import (
    Business,
    Noise,
    Opening,
    full_words,
    learn_cities,
    name_key,
    noise_in,
    read_descriptor,
    read_openings,
)
from services.retriever.ledger.tables import WORDS
from services.retriever.ledger.words import QUESTION_WORDS
from services.retriever.model import Account, AccountId, Annotation, MovementKind, Reading, RowId, SourceRow

TRUSTED = frozenset({"MEDIUM", "HIGH", "VERY_HIGH", ""})
PAIR_DAYS = timedelta(days=5)

K = MovementKind
_WITHOUT_MERCHANT = frozenset(
    {
        K.FEE,
        K.FEE_REFUND,
        K.INTEREST_CHARGED,
        K.INTEREST_EARNED,
        K.TRANSFER,
        K.CARD_PAYMENT,
        K.CASH_WITHDRAWAL,
        K.DEPOSIT,
    }
)
_ACCOUNT_TRANSFERS = ("ACCOUNT_TRANSFER", "OTHER_TRANSFER_IN", "OTHER_TRANSFER_OUT", "WIRE")


def kind_of_category(category_id: str, amount: Decimal, *, names_someone: bool) -> MovementKind:
    """The kind of a row by its category and side. `names_someone`: its descriptor names a person."""
    out = amount >= 0
    if category_id == "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT":
        return K.CARD_PAYMENT
    if category_id == "BANK_FEES_INTEREST_CHARGE":
        return K.INTEREST_CHARGED
    if category_id.startswith("BANK_FEES_"):
        return K.FEE if out else K.FEE_REFUND
    if category_id == "INCOME_INTEREST_EARNED":
        return K.INTEREST_EARNED
    if category_id.startswith("INCOME_"):
        return K.INCOME
    if category_id == "TRANSFER_OUT_WITHDRAWAL":
        return K.CASH_WITHDRAWAL
    if category_id in ("TRANSFER_IN_DEPOSIT", "TRANSFER_IN_CASH_ADVANCES_AND_LOANS"):
        return K.DEPOSIT
    if category_id.startswith(("TRANSFER_IN_", "TRANSFER_OUT_")):
        return K.PERSON_PAYMENT if names_someone and category_id.endswith(_ACCOUNT_TRANSFERS) else K.TRANSFER
    if category_id.startswith("LOAN_PAYMENTS_"):
        return K.LOAN_PAYMENT if out else K.REFUND
    return K.PURCHASE if out else K.REFUND


_REVERSED = {K.PURCHASE: K.REVERSAL, K.REFUND: K.REVERSAL, K.FEE: K.FEE_REFUND}


@dataclass(slots=True)
class _Draft:
    """A row while the policy reads it."""

    row: SourceRow
    trusted: str
    """Category by the user or, trusted, by the bank."""
    by_user: bool
    business: Business
    rules: list[str]
    kind: MovementKind | None = None
    merchant: str = ""
    name_hint: str = ""
    """Name of a merchant that no id and no bank names."""
    counterparty_kind: str = ""
    counterparty: str = ""
    category: str = ""
    inferred: bool = False


@dataclass(slots=True)
class _Merchant:
    """What is known of one merchant from all its rows."""

    merchant_id: str
    name: str = ""
    former: tuple[str, ...] = ()
    category: str = ""


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
    cities = learn_cities([(text, row.city) for row in live for text in (row.descriptor, row.long_descriptor) if text])
    drafts = [_draft(_taken_back(row), annotations.get(row.row_id), cities) for row in live]
    for draft in drafts:
        _decide_movement(draft, accounts)
    merchants = _identify_merchants(drafts, cities)
    _decide_categories(drafts, merchants)
    for draft in drafts:
        _decide_kind(draft)
    _pair_transfers(drafts)
    _apply_aliases(drafts, merchants, aliases)
    for draft in drafts:
        _kind_of_reversal(draft)
    people = _name_counterparties(drafts)
    readings = {draft.row.row_id: _finish(draft, merchants, people, annotations) for draft in drafts}
    former = {merchant.merchant_id: merchant.former for merchant in merchants.values() if merchant.former}
    return LedgerReading(readings, former)


def _taken_back(row: SourceRow) -> SourceRow:
    """A stated reversal is read as the row that it takes back, whose kind it then has with the other sign."""
    return replace(row, amount=-row.amount) if row.reversal else row


def _kind_of_reversal(draft: _Draft) -> None:
    if draft.row.reversal and draft.kind in _REVERSED:
        draft.kind = _REVERSED[draft.kind]
        draft.rules.append("v1.kind.reversal.stated")


def _draft(row: SourceRow, annotation: Annotation | None, cities: frozenset[str]) -> _Draft:
    text = row.long_descriptor if _is_clean_name(row) else row.descriptor
    business = read_descriptor(text or row.descriptor, row.city, cities)
    if annotation is not None and annotation.category_id:
        return _Draft(row, annotation.category_id, True, business, ["v1.category.user"])
    trusted = row.bank_category if row.bank_category and row.bank_confidence in TRUSTED else ""
    return _Draft(row, trusted, False, business, ["v1.category.bank"] if trusted else [])


def _is_clean_name(row: SourceRow) -> bool:
    """Plaid often puts the clean name where the descriptor stands; the bank's own text is then the long one."""
    return bool(row.long_descriptor) and row.descriptor == row.merchant_name


# --- movements without a merchant ------------------------------------------------------------------------------------


def _decide_movement(draft: _Draft, accounts: Mapping[AccountId, Account]) -> None:
    row = draft.row
    texts = (row.descriptor, row.long_descriptor)
    if draft.trusted:
        person = read_counterparty(*texts) if draft.trusted.startswith("TRANSFER_") else ""
        if person and _names_own_account(person, accounts):
            person = ""
        kind = kind_of_category(draft.trusted, row.amount, names_someone=bool(person))
        if kind in _WITHOUT_MERCHANT or kind in (K.PERSON_PAYMENT, K.INCOME):
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


def _settle(
    draft: _Draft, kind: MovementKind, rule: str, category: str, person: str, *, inferred: bool = False
) -> None:
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


# --- merchants -------------------------------------------------------------------------------------------------------


class _MerchantBook:
    """Which descriptors and names belong to which merchant, learnt from the rows that carry the aggregator's id."""

    def __init__(self, drafts: Iterable[_Draft], cities: frozenset[str]) -> None:
        self._by_descriptor: dict[str, Counter[str]] = defaultdict(Counter)
        self._by_name: dict[str, Counter[str]] = defaultdict(Counter)
        self._by_core: dict[str, Counter[str]] = defaultdict(Counter)
        self._cities = cities
        self.names: dict[str, list[tuple[str, Noise]]] = defaultdict(list)
        self._trusted: dict[str, Counter[str]] = defaultdict(Counter)
        for draft in drafts:
            row = draft.row
            if not row.merchant_entity_id or (draft.kind is not None and draft.kind != K.INCOME):
                continue
            merchant = ids.merchant_id("entity", row.merchant_entity_id)
            for key in self._descriptor_keys(row):
                self._by_descriptor[key][merchant] += 1
            if row.merchant_name:
                self.names[merchant].append(_name_given(row, cities))
            if draft.trusted:
                self._trusted[merchant][draft.trusted] += 1

    def add_name(self, merchant: str, name: str) -> None:
        """A clean name of a merchant, by which rows without an id may call it."""
        for key in {joined(name), name_key(name)}:
            self._by_name[key][merchant] += 1
        category = self._trusted[merchant].most_common(1)
        core = _core(full_words(name), category[0][0] if category else "")
        if core:
            self._by_core[core][merchant] += 1
        brand = find_brand(name_key(name))
        if brand is not None:
            self._by_name[name_key(brand.name)][merchant] += 1

    def add_descriptor(self, merchant: str, key: str) -> None:
        """A merchant known by nothing but its descriptors."""
        self._by_name[key][merchant] += 1

    def _find_before_memo(self, draft: _Draft) -> str:
        """A known merchant whose name starts a descriptor that goes on with a free text."""
        for text in dict.fromkeys((draft.row.descriptor, draft.row.long_descriptor)):
            for opening in read_openings(text, draft.row.city, self._cities):
                merchant = self._known(opening.business)
                if merchant and _is_memo(opening):
                    return merchant
        return ""

    def _known(self, business: Business) -> str:
        """The merchant that a text without anything behind it stands for."""
        brand = _brand_of(business)
        return (
            _dominant(self._by_descriptor.get(business.key))
            or _dominant(self._by_name.get(business.key))
            or (_dominant(self._by_name.get(name_key(brand))) if brand is not None else "")
        )

    def _descriptor_keys(self, row: SourceRow) -> list[str]:
        keys = [
            read_descriptor(text, row.city, self._cities).key for text in (row.long_descriptor, row.descriptor) if text
        ]
        return [key for key in dict.fromkeys(keys) if key]

    def find(self, draft: _Draft) -> tuple[str, str]:
        """The merchant of a row without an id, and the rule that found it; empty where nothing known fits."""
        row = draft.row
        if row.merchant_name:
            for key in (joined(row.merchant_name), name_key(row.merchant_name)):
                if merchant := _dominant(self._by_name.get(key)):
                    return merchant, "v1.merchant.name"
        for key in self._descriptor_keys(row):
            if merchant := _dominant(self._by_descriptor.get(key)):
                return merchant, "v1.merchant.descriptor-learned"
        business = draft.business
        if merchant := _dominant(self._by_name.get(business.key)):
            return merchant, "v1.merchant.descriptor-name"
        brand = _brand_of(business)
        if brand and (merchant := _dominant(self._by_name.get(name_key(brand)))):
            return merchant, "v1.merchant.brand"
        if merchant := self._find_before_memo(draft):
            return merchant, "v1.merchant.before-memo"
        if brand is None:
            core = _core(full_words(" ".join(business.words)), "")
            if core and (merchant := _dominant(self._by_core.get(core))):
                return merchant, "v1.merchant.descriptive-words"
        return "", ""


def _name_given(row: SourceRow, cities: frozenset[str]) -> tuple[str, Noise]:
    """The name that the aggregator gives the merchant of a row: the cleaner one where it gives two."""
    name = row.merchant_name
    noise = noise_in(name, row.city)
    if noise is Noise.NONE:
        raw = [text for text in (row.long_descriptor, row.descriptor) if text and text != name]
        return name, Noise.REPEATED if any(fold(name) == fold(text) for text in raw) else Noise.NONE
    if row.counterparty_type == "merchant" and row.counterparty:
        other = noise_in(row.counterparty, row.city)
        if other < noise:
            return row.counterparty, other
    return (_clean_name(name, row.city, cities) if noise is Noise.MARKED else name), noise


def _clean_name(name: str, city: str, cities: frozenset[str]) -> str:
    """What a name that repeats a bank's descriptor says of the business alone."""
    return read_descriptor(name.upper(), city, cities).display_name or name


def _dominant(counts: Counter[str] | None) -> str:
    """The merchant that nearly all of these rows belong to; none when they are divided."""
    if not counts:
        return ""
    (merchant, count), *_ = counts.most_common(1)
    return merchant if count >= 0.9 * counts.total() else ""


def _core(words: list[str], category: str) -> str:
    kept = [word for part in words for word in part.split() if not describes(word, category)]
    return "".join(kept)


def _is_memo(opening: Opening) -> bool:
    """Whether what goes on behind a name is a free text and not the rest of a longer name."""
    words = [word for part in opening.rest for word in full_words(part) if not word.isdigit()]
    if opening.closed or opening.marked or len(opening.business.words) > 1:
        return len(words) >= 3
    return len(words) >= 4 and sum(1 for word in words if word in QUESTION_WORDS) >= 2


def _brand_of(business: Business) -> str | None:
    """The known business that a descriptor stands for: all of it, or its start before words that only describe."""
    words = ["".join(full_words(word)) for word in business.words]
    for length in range(len(words), 0, -1):
        brand = find_brand("".join(words[:length]))
        if brand is not None:
            if all(describes(word, brand.category_id) for word in words[length:]):
                return brand.name
            return None
    return None


def _identify_merchants(drafts: list[_Draft], cities: frozenset[str]) -> dict[str, _Merchant]:
    book = _MerchantBook(drafts, cities)
    merchants: dict[str, _Merchant] = {}
    for merchant_id, names in book.names.items():
        latest, former = _latest_name(names)
        merchants[merchant_id] = _Merchant(merchant_id, latest, former)
        for name in (latest, *former):
            book.add_name(merchant_id, name)
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    given: dict[str, Counter[str]] = defaultdict(Counter)
    # Short descriptors first: a name alone has to be known before the same name with a memo behind it.
    for draft in sorted(drafts, key=lambda draft: len(draft.business.words)):
        if draft.kind is not None:
            continue
        if draft.row.merchant_entity_id:
            draft.merchant, rule = ids.merchant_id("entity", draft.row.merchant_entity_id), "v1.merchant.entity"
        else:
            draft.merchant, rule = book.find(draft)
            if draft.merchant and draft.row.merchant_name:
                given[draft.merchant][_name_given(draft.row, cities)[0]] += 1
            elif rule == "v1.merchant.descriptor-name":
                spellings[draft.merchant][draft.business.display_name] += 1
        if not draft.merchant:
            draft.merchant, rule, name = _new_merchant(draft, cities)
            if draft.merchant:
                (given if draft.row.merchant_name else spellings)[draft.merchant][name] += 1
                book.add_descriptor(draft.merchant, draft.business.key)
        if draft.merchant:
            draft.rules.append(rule)
            merchants.setdefault(draft.merchant, _Merchant(draft.merchant))
    for merchant_id, counts in (spellings | given).items():
        if not merchants[merchant_id].name:
            merchants[merchant_id].name = _best_spelling(counts)
    for draft in drafts:  # An id whose rows never say a name.
        if draft.merchant and not merchants[draft.merchant].name:
            merchants[draft.merchant].name = draft.business.display_name or draft.row.descriptor
    return merchants


def _best_spelling(counts: Counter[str]) -> str:
    """The most frequent spelling, mixed case before capitals; long capitals are no name's own spelling."""
    best = min(counts, key=lambda name: (name.isupper() and len(name) > 5, -counts[name], -len(name), name))
    if not (best.isupper() and len(best) > 5):
        return best
    brand = find_brand(name_key(best))
    return brand.name if brand is not None else Business(tuple(best.split())).display_name


def _new_merchant(draft: _Draft, cities: frozenset[str]) -> tuple[str, str, str]:
    name = _name_given(draft.row, cities)[0] or draft.name_hint
    if name:
        key = name_key(name)
        return (ids.merchant_id("name", key), "v1.merchant.name", name) if key else ("", "", "")
    brand = _brand_of(draft.business)
    if brand is not None:
        return ids.merchant_id("name", name_key(brand)), "v1.merchant.brand", brand
    if not draft.business.key:
        return "", "", ""
    return ids.merchant_id("name", draft.business.key), "v1.merchant.descriptor", draft.business.display_name


def _latest_name(names: list[tuple[str, Noise]]) -> tuple[str, tuple[str, ...]]:
    """The latest name and the former ones, of names by date with their noise.

    Spellings of one folded name are one name, shown as most rows spell it.
    """
    places: dict[str, list[int]] = defaultdict(list)
    spelling: dict[str, Counter[str]] = defaultdict(Counter)
    least: dict[str, Noise] = {}
    for place, (name, noise) in enumerate(names):
        key = fold(name)
        places[key].append(place)
        spelling[key][name] += 1
        least[key] = min(noise, least.get(key, noise))
    newest = [fold(name) for name, _ in names[-3:]]
    kept = {
        key: found
        for key, found in places.items()
        if least[key] is Noise.NONE
        or (least[key] is Noise.REPEATED and (len(found) * 4 > len(names) or set(newest) == {key}))
    }
    cleanest = min(least.values())
    kept = kept or {key: found for key, found in places.items() if least[key] is cleanest}
    # A rare name that only adds words to the usual one, or a lone one between others, is the aggregator's slip.
    last = max(found[-1] for found in kept.values())
    kept = {key: found for key, found in kept.items() if not _is_slip(key, kept, last)} or kept
    ordered = sorted(kept, key=lambda key: kept[key][-1], reverse=True)
    shown = [min(spelling[key], key=lambda name: (-spelling[key][name], name.isupper(), name)) for key in ordered]
    return shown[0], tuple(shown[1:])


def _is_slip(key: str, places: Mapping[str, list[int]], last: int) -> bool:
    count = len(places[key])
    longer = any(key.startswith(f"{other} ") and len(found) >= 4 * count for other, found in places.items())
    return longer or (count == 1 and places[key][0] != last and len(places) > 1)


# --- categories and kinds --------------------------------------------------------------------------------------------


def _decide_categories(drafts: list[_Draft], merchants: dict[str, _Merchant]) -> None:
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
        brand = find_brand(name_key(merchant.name)) or find_brand(name_key(_brand_of(draft.business) or ""))
        if brand is not None and brand.category_id:
            draft.category = brand.category_id
            draft.rules.append("v1.category.brand")
            continue
        draft.category = trade_in_name(merchant.name) or trade_in_name(" ".join(draft.business.words))
        draft.inferred = bool(draft.category)
        if draft.category:
            draft.rules.append("v1.category.name")


def _decide_kind(draft: _Draft) -> None:
    if draft.kind is not None:
        return
    if draft.category in DETAILED:
        draft.kind = kind_of_category(draft.category, draft.row.amount, names_someone=False)
        draft.rules.append(f"v1.kind.category.{draft.kind.name.lower().replace('_', '-')}")
        if draft.kind in _WITHOUT_MERCHANT:
            draft.merchant = ""
        return
    if draft.row.amount >= 0:
        draft.kind = K.PURCHASE
        draft.rules.append("v1.kind.merchant.purchase" if draft.merchant else "v1.kind.out")
    else:
        draft.kind = K.UNDECIDED
        draft.rules.append("v1.kind.undecided")


def _pair_transfers(drafts: list[_Draft]) -> None:
    """Money in that nothing explains: a refund of a merchant that was paid before, or the other leg of a transfer."""
    paid = {draft.merchant for draft in drafts if draft.merchant and draft.row.amount > 0}
    legs: dict[tuple[Decimal, str], list[_Draft]] = defaultdict(list)
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


def _apply_aliases(drafts: list[_Draft], merchants: dict[str, _Merchant], aliases: Mapping[str, str]) -> None:
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


def _name_counterparties(drafts: list[_Draft]) -> dict[str, str]:
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
    draft: _Draft,
    merchants: Mapping[str, _Merchant],
    people: Mapping[str, str],
    annotations: Mapping[RowId, Annotation],
) -> Reading:
    row = draft.row
    assert draft.kind is not None, "every draft has been decided"
    annotation = annotations.get(row.row_id)
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
        folded_text=fold(f"{row.descriptor} {row.long_descriptor}"),
        rule_ids=tuple(dict.fromkeys(draft.rules)),
        tags=annotation.tags if annotation is not None else (),
        note=annotation.note if annotation is not None else "",
    )
