"""Which merchant each row belongs to, and what that merchant is called, from all rows of one user together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from services.retriever.ledger import ids
from services.retriever.ledger.brands import describes, find_brand
from services.retriever.ledger.drafts import Draft, Merchant
from services.retriever.ledger.folding import fold, joined
from services.retriever.ledger.merchants import (
    Business,
    Noise,
    Opening,
    full_words,
    name_key,
    noise_in,
    read_descriptor,
    read_openings,
)
from services.retriever.ledger.words import QUESTION_WORDS
from services.retriever.model import MovementKind, SourceRow


class _MerchantBook:
    """Which descriptors and names belong to which merchant, learnt from the rows that carry the aggregator's id."""

    def __init__(self, drafts: Iterable[Draft], cities: frozenset[str]) -> None:
        self._by_descriptor: dict[str, Counter[str]] = defaultdict(Counter)
        self._by_name: dict[str, Counter[str]] = defaultdict(Counter)
        self._by_core: dict[str, Counter[str]] = defaultdict(Counter)
        self._cities = cities
        self.names: dict[str, list[tuple[str, Noise]]] = defaultdict(list)
        self._trusted: dict[str, Counter[str]] = defaultdict(Counter)
        for draft in drafts:
            row = draft.row
            if not row.merchant_entity_id or (draft.kind is not None and draft.kind != MovementKind.INCOME):
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

    def _find_before_memo(self, draft: Draft) -> str:
        """A known merchant whose name starts a descriptor that goes on with a free text."""
        for text in dict.fromkeys((draft.row.descriptor, draft.row.long_descriptor)):
            for opening in read_openings(text, draft.row.city, self._cities):
                merchant = self._known(opening.business)
                if merchant and _is_memo(opening):
                    return merchant
        return ""

    def _known(self, business: Business) -> str:
        """The merchant that a text without anything behind it stands for."""
        brand = brand_of(business)
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

    def find(self, draft: Draft) -> tuple[str, str]:
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
        brand = brand_of(business)
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


def brand_of(business: Business) -> str | None:
    """The known business that a descriptor stands for: all of it, or its start before words that only describe."""
    words = ["".join(full_words(word)) for word in business.words]
    for length in range(len(words), 0, -1):
        brand = find_brand("".join(words[:length]))
        if brand is not None:
            if all(describes(word, brand.category_id) for word in words[length:]):
                return brand.name
            return None
    return None


def identify_merchants(drafts: list[Draft], cities: frozenset[str]) -> dict[str, Merchant]:
    book = _MerchantBook(drafts, cities)
    merchants: dict[str, Merchant] = {}
    for merchant_id, names in book.names.items():
        latest, former = _latest_name(names)
        merchants[merchant_id] = Merchant(merchant_id, latest, former)
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
            merchants.setdefault(draft.merchant, Merchant(draft.merchant))
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


def _new_merchant(draft: Draft, cities: frozenset[str]) -> tuple[str, str, str]:
    name = _name_given(draft.row, cities)[0] or draft.name_hint
    if name:
        key = name_key(name)
        return (ids.merchant_id("name", key), "v1.merchant.name", name) if key else ("", "", "")
    brand = brand_of(draft.business)
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
