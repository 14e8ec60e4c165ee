"""What the names in a question stand for, among one user's merchants, people, payers, accounts, categories, countries.

Exact first, the user's own aliases before all; then with or without words that only describe the business; then names
that it had before; then the only one that starts so; small typing errors last. A longer name is another business, so a
name that goes on in the question beyond what matched has not matched.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from babel import Locale
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from services.retriever.ledger import categories, vocabulary
from services.retriever.ledger.brands import describes, find_brand, trades_near
from services.retriever.ledger.folding import Token, fold, joined, tokenise
from services.retriever.ledger.tables import WORDS
from services.retriever.ledger.words import (
    ACCOUNT_DESCRIPTIVE,
    ACCOUNT_WORDS,
    CALENDAR,
    QUESTION_WORDS,
    is_question_word,
)
from services.retriever.model import (
    Candidate,
    EntityKind,
    MatchKind,
    Mention,
    NamedEntity,
    NameSpan,
    ResolvedMention,
    Revision,
)

LONGEST_NAME = 8
NEAREST = 3
NEAREST_SCORE = 60.0
NEAR_MERCHANTS = 20
NETWORKS = ("visa", "mastercard", "amex")
_LEADING = WORDS["leading words"]
_ASKING = QUESTION_WORDS | CALENDAR
_COUNTRY_NAMES = {
    "uk": "GB",
    "britain": "GB",
    "great britain": "GB",
    "england": "GB",
    "scotland": "GB",
    "wales": "GB",
    "united kingdom": "GB",
    "usa": "US",
    "america": "US",
    "united states": "US",
    "the states": "US",
    "united states of america": "US",
    "holland": "NL",
    "the netherlands": "NL",
    "czech republic": "CZ",
    "turkey": "TR",
    "south korea": "KR",
    "russia": "RU",
    "hong kong": "HK",
    "ivory coast": "CI",
    "uae": "AE",
}
_QUESTION_LIST = [word for word in sorted(QUESTION_WORDS) if len(word) > 3]
_PROPER = frozenset({EntityKind.MERCHANT, EntityKind.PERSON, EntityKind.PAYER, EntityKind.ACCOUNT})


@dataclass(frozen=True, slots=True)
class _Word:
    """A token with the form that it has without a possessive 's."""

    token: Token
    stem: str
    breaks: bool
    """A comma or the like stands before it: no name goes across."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A run of words, and what it may stand for."""

    start: int
    end: int
    candidates: tuple[Candidate, ...]

    @property
    def match(self) -> MatchKind:
        return self.candidates[0].match


_Finder = Callable[[Sequence[_Word], int, int], list[Candidate]]


class NameIndex:
    """The names of one user at one ledger revision."""

    def __init__(self, revision: Revision, entities: Iterable[NamedEntity]) -> None:
        self.revision = revision
        self._exact: dict[str, list[tuple[NamedEntity, MatchKind]]] = defaultdict(list)
        self._core: dict[str, list[NamedEntity]] = defaultdict(list)
        self._starts: dict[str, list[NamedEntity]] = defaultdict(list)
        self._accounts: list[NamedEntity] = []
        self._merchants: list[tuple[NamedEntity, frozenset[str]]] = []
        self._category_rows: dict[str, int] = {}
        self._countries: dict[str, int] = {}
        self._display: dict[str, str] = {}
        self._fuzzy: dict[str, list[tuple[NamedEntity, MatchKind]]] = {}
        for entity in entities:
            self._add(entity)
        self._merchants.sort(key=lambda one: (-one[0].row_count, one[0].entity_id))
        self._fuzzy = {key: found for key, found in self._exact.items() if len(key) >= 5}
        for key, cores in self._core.items():
            if len(key) >= 5 and key not in self._fuzzy:
                self._fuzzy[key] = [(entity, MatchKind.DESCRIPTIVE) for entity in cores]
        self._fuzzy_keys = list(self._fuzzy)

    # --- building ----------------------------------------------------------------------------------------------------

    def _add(self, entity: NamedEntity) -> None:
        if entity.kind is EntityKind.CATEGORY:
            self._category_rows[entity.entity_id] = entity.row_count
            return
        if entity.kind is EntityKind.COUNTRY:
            self._countries[entity.entity_id] = entity.row_count
            return
        if entity.kind is EntityKind.ACCOUNT:
            self._accounts.append(entity)
        if entity.kind is EntityKind.MERCHANT:
            self._merchants.append((entity, _near_categories(entity)))
        names = [(alias, MatchKind.ALIAS) for alias in entity.aliases]
        # A bank is seldom what is meant; whoever else bears the name fits as well.
        weak = entity.kind is EntityKind.INSTITUTION
        names.append((entity.display_name, MatchKind.SHORTENED if weak else MatchKind.EXACT))
        former = MatchKind.EXACT if entity.kind is EntityKind.ACCOUNT else MatchKind.FORMER_NAME
        names.extend((name, former) for name in entity.former_names)
        self._display.setdefault(fold(entity.display_name), entity.display_name)
        for name, match in names:
            for umlauts in (False, True):
                key = joined(name, umlauts=umlauts)
                if key and (entity, match) not in self._exact[key]:
                    self._exact[key].append((entity, match))
            words = fold(name).split()
            core = "".join(word for word in words if not _describes(word, entity))
            if core and entity not in self._core[core]:
                self._core[core].append(entity)
            for start in _starts(words, entity.kind):
                if entity not in self._starts[start]:
                    self._starts[start].append(entity)

    # --- questions ---------------------------------------------------------------------------------------------------

    def find_spans(self, question: str) -> list[NameSpan]:
        """Every stretch of a question that names something, in order."""
        words = _words(question)
        foreign = self._foreign_brands(words)
        taken: list[_Found] = []
        for finder in (self._find_exact, self._find_shortened, self._find_fuzzy):
            taken.extend(
                one
                for one in list(self._scan(words, finder, taken))
                if not _goes_on(question, words, one, taken) and not _is_part_of_any(one, foreign)
            )
        spans: list[NameSpan] = []
        for one in sorted(taken, key=lambda one: one.start):
            span = NameSpan(words[one.start].token.start, words[one.end - 1].token.end, one.candidates)
            if spans and _is_one_phrase(question, spans[-1], span):
                span = replace(span, start=spans.pop().start)
            spans.append(span)
        return spans

    def _scan(self, words: Sequence[_Word], finder: _Finder, taken: Sequence[_Found]) -> Iterator[_Found]:
        covered = {place for one in taken for place in range(one.start, one.end)}
        found: list[_Found] = []
        for start in range(len(words)):
            for end in range(start + 1, min(start + LONGEST_NAME, len(words)) + 1):
                if covered & set(range(start, end)) or (end - start > 1 and words[end - 1].breaks):
                    break
                candidates = finder(words, start, end)
                if candidates:
                    found.append(_Found(start, end, tuple(candidates)))
        chosen: set[int] = set()
        for one in sorted(found, key=lambda one: (one.start - one.end, one.match, one.start)):
            places = set(range(one.start, one.end))
            if not places & chosen:
                chosen |= places
                yield one

    def _foreign_brands(self, words: Sequence[_Word]) -> list[tuple[int, int]]:
        """Runs of several words that name a known business which is none of this user's."""
        found = []
        for start in range(len(words)):
            for end in range(start + 2, min(start + LONGEST_NAME, len(words)) + 1):
                if words[end - 1].breaks:
                    break
                key = "".join(word.token.text for word in words[start:end])
                brand = find_brand(key)
                if brand is not None and key not in self._exact and joined(brand.name) not in self._exact:
                    found.append((start, end))
        return found

    def _find_exact(self, words: Sequence[_Word], start: int, end: int) -> list[Candidate]:
        run = words[start:end]
        texts = [word.token.text for word in run]
        found = self._by_key(texts)
        if run[-1].stem != texts[-1]:
            found += self._by_key([*texts[:-1], run[-1].stem])
        found += self._by_core(texts)
        found += self._by_mask(texts)
        # "The us" is no pronoun.
        capital = run[0].token.capital or (texts == ["us"] and start > 0 and words[start - 1].token.text == "the")
        if texts == ["us"] and capital:
            found.append(self._country("US"))
        found = [one for one in found if one.kind is not EntityKind.COUNTRY or capital or one.row_count]
        if found and _is_everyday(words, start, end):
            placed = _stands_as_a_name(words, start, end)
            found = [
                one
                for one in found
                if one.kind not in _PROPER
                or one.match is MatchKind.ALIAS
                or (placed and one.match is MatchKind.EXACT)
                or (one.kind is EntityKind.ACCOUNT and one.match is MatchKind.EXACT and len(run) > 1)
            ]
        if found and all(one.kind is EntityKind.COUNTRY for one in found):
            # A first name that is a country's too ("Jordan"): who bears it fits as well.
            people = [one for one in self._by_start(texts) if one.kind is EntityKind.PERSON]
            if people:
                return _best([replace(one, match=MatchKind.SHORTENED) for one in (*found, *people)])
        return self._with_equal_fits(texts, found)

    def _find_shortened(self, words: Sequence[_Word], start: int, end: int) -> list[Candidate]:
        run = words[start:end]
        texts = [word.token.text for word in run]
        if all(is_question_word(text) for text in texts) and not (run[0].token.capital and start > 0):
            return []
        if texts[0] in CALENDAR or texts[0] in _LEADING:
            return []
        found = self._by_start(texts)
        if not found and run[-1].stem != texts[-1]:
            found = self._by_start([*texts[:-1], run[-1].stem])
        return _best(found)

    def _find_fuzzy(self, words: Sequence[_Word], start: int, end: int) -> list[Candidate]:
        run = words[start:end]
        texts = [word.token.text for word in run]
        if texts[0] in _ASKING or texts[-1] in _ASKING or texts[-1].isdigit():
            return []
        if len(texts) == 1 and _is_slip_of_question_word(texts[0]):
            return []
        found = self._by_likeness(texts)
        if not found and run[-1].stem != texts[-1]:
            found = self._by_likeness([*texts[:-1], run[-1].stem])
        if not found and len(texts) <= 3 and "".join(texts) not in self._exact:
            found = self._category_by_likeness(" ".join(texts))
        return _best(found)

    # --- mentions ----------------------------------------------------------------------------------------------------

    def resolve(self, mention: Mention) -> ResolvedMention:
        """What a stretch that must be a name stands for; the nearest names when nothing fits."""
        texts = [token.text for token in tokenise(mention.text)]
        while len(texts) > 1 and texts[0] in _LEADING and not self._exact.get("".join(texts)):
            texts = texts[1:]
        stems = fold(mention.text.replace("'s", "").replace("’s", "")).split()
        for find in (self._by_key, self._by_core, self._by_mask, self._by_start, self._by_likeness_of):
            for form in (texts, stems):
                found = [one for one in find(form) if not mention.kinds or one.kind in mention.kinds] if form else []
                if found:
                    fits = [
                        one
                        for one in self._with_equal_fits(form, found)
                        if not mention.kinds or one.kind in mention.kinds
                    ]
                    return ResolvedMention(mention.text, tuple(fits), ())
        return ResolvedMention(mention.text, (), self._nearest(mention.text))

    def _nearest(self, text: str) -> tuple[str, ...]:
        near = process.extract(
            fold(text), list(self._display), scorer=fuzz.WRatio, limit=NEAREST, score_cutoff=NEAREST_SCORE
        )
        return tuple(self._display[name] for name, _, _ in near)

    # --- by each kind of match ---------------------------------------------------------------------------------------

    def _by_key(self, texts: Sequence[str]) -> list[Candidate]:
        found = [_candidate(entity, match, 1.0) for entity, match in self._exact.get("".join(texts), ())]
        group = categories.groups_by_words().get(tuple(texts))
        if group is not None:
            found.append(self._category(group, MatchKind.EXACT, 1.0))
        if tuple(texts) == ("gas",):
            found.extend(self._gas())
        found.extend(self._account_words(texts))
        found.extend(self._by_card(texts))
        code = _country_codes().get(" ".join(texts))
        if code is not None:
            found.append(self._country(code))
        return found

    def _by_core(self, texts: Sequence[str]) -> list[Candidate]:
        """Equal but for words that only describe: those of the name may be dropped, those of the question added."""
        found: list[Candidate] = []
        whole = "".join(texts)
        brand = find_brand(whole)
        seen: set[str] = set()
        for core in _cores(texts):
            for entity in self._core.get(core, ()):
                if entity.entity_id in seen or whole in (
                    joined(entity.display_name),
                    joined(entity.display_name, umlauts=True),
                ):
                    continue
                name = fold(entity.display_name).split()
                extra = _extra_words(texts, name, entity)
                if extra is None or not all(_describes(word, entity) for word in extra):
                    continue
                if "and" in texts and "and" not in name:
                    continue
                # "Blue Grill House" is not Blue Coffee Company: words of the trade are dropped or added, not changed.
                missing = [word for word in name if word not in texts]
                swapped = [one for one in (extra, missing) if not all(describes(word, "-") for word in one)]
                if entity.kind is EntityKind.MERCHANT and len(swapped) > 1:
                    continue
                if any(edge in ("and", "the") and edge not in name for edge in (texts[0], texts[-1])):
                    continue
                if brand is not None and entity.kind is EntityKind.MERCHANT and not _same_brand(brand.name, entity):
                    continue
                seen.add(entity.entity_id)
                found.append(
                    _candidate(entity, MatchKind.DESCRIPTIVE, fuzz.ratio(whole, joined(entity.display_name)) / 100)
                )
        return found

    def _with_equal_fits(self, texts: Sequence[str], found: list[Candidate]) -> list[Candidate]:
        """What the best match is; where it only left words out, others whose names start so fit as well."""
        best = _best(found)
        if not best or best[0].match not in (MatchKind.DESCRIPTIVE, MatchKind.SHORTENED):
            return best
        shorter = best[0].match is MatchKind.SHORTENED or any(
            len(fold(one.display_name).split()) > len(texts) for one in best
        )
        known = {one.entity_id for one in best}
        weak = [one for one in found if one.match is MatchKind.SHORTENED]
        others = [one for one in (*weak, *self._by_start(texts)) if one.entity_id not in known] if shorter else []
        if not others:
            return best
        return _best([replace(one, match=MatchKind.SHORTENED) for one in best] + others)

    def _by_start(self, texts: Sequence[str]) -> list[Candidate]:
        key = "".join(texts)
        if len(key) < 3 or any(match is not MatchKind.SHORTENED for _, match in self._exact.get(key, ())):
            return []
        brand = find_brand(key)
        found: list[Candidate] = []
        for entity in self._starts.get(key, ()):
            if brand is not None and entity.kind is EntityKind.MERCHANT and not _same_brand(brand.name, entity):
                continue
            found.append(_candidate(entity, MatchKind.SHORTENED, fuzz.ratio(key, joined(entity.display_name)) / 100))
        return found

    def _by_likeness_of(self, texts: Sequence[str]) -> list[Candidate]:
        return self._by_likeness(texts) or self._category_by_likeness(" ".join(texts))

    def _by_likeness(self, texts: Sequence[str]) -> list[Candidate]:
        key = "".join(texts)
        if len(key.replace("and", "")) < 5 or find_brand(key) is not None:
            return []
        limit = 1 if len(key) < 9 else 2
        near = process.extract(key, self._fuzzy_keys, scorer=OSA.distance, score_cutoff=limit, limit=5)
        near = [one for one in near if one[1] and (one[0][0] == key[0] or one[1] == 1)]
        found: list[tuple[int, Candidate]] = []
        for name, distance, _ in near:
            similarity = 1 - distance / max(len(name), len(key))
            for entity, _ in self._fuzzy[name]:
                if _is_typing_error(texts, entity):
                    found.append((distance, _candidate(entity, MatchKind.FUZZY, similarity)))
            if name not in self._exact:
                # A shortened name, misspelt: every name that starts so fits.
                starting = [one for one in self._starts.get(name, ()) if _is_typing_error(texts, one)]
                found.extend((distance, _candidate(one, MatchKind.FUZZY, similarity)) for one in starting)
        least = min((distance for distance, _ in found), default=0)
        return [candidate for distance, candidate in found if distance == least]

    def _category_by_likeness(self, text: str) -> list[Candidate]:
        if len(text) < 5:
            return []
        limit = 1 if len(text) < 8 else 2
        near = process.extractOne(text, _category_words(), scorer=OSA.distance, score_cutoff=limit)
        if near is None or near[0][0] != text[0]:
            return []
        group = categories.groups_by_words()[tuple(near[0].split())]
        return [self._category(group, MatchKind.FUZZY, 1 - near[1] / max(len(near[0]), len(text)))]

    def _by_mask(self, texts: Sequence[str]) -> list[Candidate]:
        """ "account ending in 4821", "card 4821"."""
        *lead, digits = texts
        if not digits.isdigit() or len(digits) < 3 or not lead or lead[0] not in WORDS["before a mask"]:
            return []
        if not set(lead) <= WORDS["before a mask"] | {"in", "with"}:
            return []
        return [_candidate(one, MatchKind.EXACT, 1.0) for one in self._accounts if one.mask == digits]

    def _account_words(self, texts: Sequence[str]) -> list[Candidate]:
        subtypes = ACCOUNT_WORDS.get(tuple(texts))
        if subtypes is None:
            return []
        fits = [
            one
            for one in self._accounts
            if fold(one.account_subtype) in subtypes or f"type:{fold(one.account_type)}" in subtypes
        ]
        return [_candidate(one, MatchKind.EXACT, 1.0) for one in fits]

    def _by_card(self, texts: Sequence[str]) -> list[Candidate]:
        """ "The REI card", "my Mastercard": credit cards whose name begins so, or names the network."""
        *lead, last = texts
        if last not in ("card", *NETWORKS) or (last == "card" and not lead):
            return []
        cards = [
            one for one in self._accounts if one.account_type == "credit" and "".join(texts) != joined(one.display_name)
        ]
        fits = [
            one
            for one in cards
            if (last == "card" or last in fold(one.display_name).split())
            and fold(one.display_name).split()[: len(lead)] == list(lead)
        ]
        return [_candidate(one, MatchKind.DESCRIPTIVE, 1.0) for one in fits]

    def _gas(self) -> list[Candidate]:
        named = ("fuel", "gas and electricity")
        both = [self._category(group, MatchKind.EXACT, 1.0) for group in categories.GROUPS if group.name in named]
        return [one for one in both if one.row_count] or both

    def _category(self, group: categories.CategoryGroup, match: MatchKind, similarity: float) -> Candidate:
        rows = sum(self._category_rows.get(one, 0) for one in group.category_ids)
        near = self._near(group.category_ids)
        return Candidate(EntityKind.CATEGORY, group.name, group.name, match, similarity, rows, group.category_ids, near)

    def _near(self, category_ids: tuple[str, ...]) -> tuple[str, ...]:
        """Merchants that are mostly in one of the categories or whose name tells of one, the busiest first."""
        wanted = set(category_ids)
        near = [one for one in self._merchants if wanted & one[1]]
        return tuple(entity.entity_id for entity, _ in near[:NEAR_MERCHANTS])

    def _country(self, code: str) -> Candidate:
        name = Locale("en").territories.get(code, code)
        return Candidate(EntityKind.COUNTRY, code, name, MatchKind.EXACT, 1.0, self._countries.get(code, 0))


def _near_categories(merchant: NamedEntity) -> frozenset[str]:
    """The category that a merchant is mostly in, and those of the same kind that its name makes one think of."""
    own = merchant.category_id
    alike = {
        one
        for one in trades_near(merchant.display_name)
        if not own or categories.primary_of(one) == categories.primary_of(own)
    }
    return frozenset({own, *alike} - {""})


def _is_typing_error(texts: Sequence[str], entity: NamedEntity) -> bool:
    """Whether every word that the entity's names lack is no English word, or is one of theirs in singular or plural.

    "Blue Barn" is no slip for "Blue Bean": whoever writes a word means it.
    """
    names = [entity.display_name, *entity.aliases, *entity.former_names]
    words = {word for name in names for word in fold(name).split()}
    known = words | {f"{word}s" for word in words} | {word.removesuffix("s") for word in words}
    return all(text in known or (not vocabulary.is_word(text) and not text.isdigit()) for text in texts)


def _candidate(entity: NamedEntity, match: MatchKind, similarity: float) -> Candidate:
    return Candidate(entity.kind, entity.entity_id, entity.display_name, match, similarity, entity.row_count)


def _best(found: list[Candidate]) -> list[Candidate]:
    """The candidates of the best match, each once, those with most rows first."""
    if not found:
        return []
    best = min(one.match for one in found)
    kept: dict[tuple[EntityKind, str], Candidate] = {}
    for one in found:
        if one.match is best:
            kept.setdefault((one.kind, one.entity_id), one)
    # A business that the user pays and a category of the same name: the category is the wider reading, both stand.
    return sorted(kept.values(), key=lambda one: (-one.similarity, -one.row_count, one.display_name, one.entity_id))


def _describes(word: str, entity: NamedEntity) -> bool:
    if entity.kind is EntityKind.ACCOUNT:
        return word in ACCOUNT_DESCRIPTIVE
    if entity.kind is EntityKind.PERSON:
        return False
    category = entity.category_id if entity.kind is EntityKind.MERCHANT else "INCOME"
    return describes(word, category) or (word == "and" and entity.kind is EntityKind.MERCHANT)


def _same_brand(brand: str, entity: NamedEntity) -> bool:
    known = find_brand(joined(entity.display_name))
    return joined(brand) == joined(entity.display_name) or (known is not None and known.name == brand)


def _starts(words: Sequence[str], kind: EntityKind) -> Iterator[str]:
    """Shortened forms: the first words; for people the last name too, for accounts any run but single common words."""
    for end in range(1, len(words)):
        if not all(describes(word, "") for word in words[:end]):
            yield "".join(words[:end])
    if kind is EntityKind.PERSON and len(words) > 1:
        yield words[-1]
    if kind is EntityKind.ACCOUNT:
        for start in range(1, len(words)):
            for end in range(start + 1, len(words) + 1):
                run = words[start:end]
                if len(run) > 1 or (run[0] not in ACCOUNT_DESCRIPTIVE and not is_question_word(run[0])):
                    yield "".join(run)


def _cores(texts: Sequence[str]) -> set[str]:
    """The run without words that may only describe some business: all of them, or those at its ends."""
    kept = [text for text in texts if not describes(text, "") and text not in ACCOUNT_DESCRIPTIVE and text != "and"]
    cores = {"".join(kept), "".join(texts)}
    start, end = 0, len(texts)
    while end > start and (describes(texts[end - 1], "") or texts[end - 1] in ACCOUNT_DESCRIPTIVE):
        end -= 1
        cores.add("".join(texts[start:end]))
    return cores - {""}


def _extra_words(texts: Sequence[str], name: Sequence[str], entity: NamedEntity) -> list[str] | None:
    """Words that the run has and the name has not; None when the run lacks a word of the name that tells something."""
    remaining = list(name)
    extra: list[str] = []
    for text in texts:
        if text in remaining:
            remaining.remove(text)
        else:
            extra.append(text)
    if any(not _describes(word, entity) for word in remaining):
        squeezed = "".join(text for text in texts if not _describes(text, entity))
        core = "".join(word for word in name if not _describes(word, entity))
        return [] if squeezed == core else None
    return extra


def _words(question: str) -> list[_Word]:
    words: list[_Word] = []
    end = 0
    for token in tokenise(question):
        words.append(_Word(token, _stem(question, token), bool(set(question[end : token.start]) & set(',;:?!()\n"'))))
        end = token.end
    return words


def _is_one_phrase(question: str, first: NameSpan, second: NameSpan) -> bool:
    """Two words for one category with nothing but "and" between: "haircuts and beauty"."""
    same = [one.entity_id for one in first.candidates] == [one.entity_id for one in second.candidates]
    between = question[first.end : second.start].strip().lower()
    return same and first.candidates[0].kind is EntityKind.CATEGORY and between in ("and", "&", "or", "/")


def _stem(question: str, token: Token) -> str:
    raw = question[token.start : token.end]
    if len(raw) > 2 and raw[-1] in "sS" and raw[-2] in "'’ʼ":
        return token.text[:-1]
    return token.text


def _goes_on(question: str, words: Sequence[_Word], found: _Found, taken: Sequence[_Found]) -> bool:
    """Whether the name goes on beyond the run: then it is another, longer name, and this run is none."""
    if all(one.kind not in (EntityKind.MERCHANT, EntityKind.PERSON, EntityKind.PAYER) for one in found.candidates):
        return False
    shouting = _mostly_capital(words)
    weak = found.match in (MatchKind.SHORTENED, MatchKind.FUZZY)
    covered = {place for one in taken for place in range(one.start, one.end)}
    after, before = found.end, found.start - 1
    # A possessive ends a name: "Netflix's Premium plan".
    closed = words[after - 1].stem != words[after - 1].token.text
    if after < len(words) and not closed and _adjoins(question, words[after - 1].token, words[after].token):
        if after in covered:
            # "Amazon groceries" is both; "Cedar Valley Water" is not Cedar Valley Hospital.
            single = any(one.start == after and one.end == after + 1 for one in taken)
            return weak and single and not describes(words[after].token.text, "")
        if _is_namelike(words[after].token, shouting):
            return True
    if before >= 0 and before not in covered and _adjoins(question, words[before].token, words[before + 1].token):
        word = words[before].token
        plain = is_question_word(word.text) or _is_misspelt_question_word(word.text)
        if not plain and words[before].stem == word.text:
            return (word.capital and not shouting) or weak
    return False


def _is_part_of_any(found: _Found, runs: Sequence[tuple[int, int]]) -> bool:
    """Whether a run is only part of a known business's name: neither "Foods" nor "Whole" of Whole Foods is meant."""
    return any(
        start <= found.start and found.end <= end and (start, end) != (found.start, found.end) for start, end in runs
    )


def _is_everyday(words: Sequence[_Word], start: int, end: int) -> bool:
    """Whether a run is only words that people ask with, written as words: "next", "total", "the whole"."""
    run = words[start:end]
    if not _mostly_capital(words) and any(word.token.capital for word in run[1 if start == 0 else 0 :]):
        return False
    short = len(run) == 1 and (len(run[0].token.text) < 2 or run[0].token.text.isdigit())
    return short or all(word.token.text in _ASKING or word.token.text in _LEADING for word in run)


def _stands_as_a_name(words: Sequence[_Word], start: int, end: int) -> bool:
    """Whether an everyday word stands where a business does: "at next", but not "at next week"."""
    if start == 0 or words[start - 1].token.text not in ("at", "from"):
        return False
    return end == len(words) or words[end].breaks or words[end].token.text not in CALENDAR | WORDS["periods"]


def _is_namelike(word: Token, shouting: bool) -> bool:
    if word.text in CALENDAR or word.text.isdigit():
        return False
    if categories.groups_by_words().get((word.text,)) is not None and not word.capital:
        return False
    if word.capital and not shouting and word.text not in ("i", "im", "ive"):
        return True
    return not is_question_word(word.text) and not _is_misspelt_question_word(word.text)


@lru_cache(maxsize=4096)
def _is_slip_of_question_word(word: str) -> bool:
    """Whether a word is no English word and a question word with two letters swapped ("ttoal")."""
    if len(word) < 4 or vocabulary.is_word(word):
        return False
    return any(
        len(one) == len(word) and sorted(one) == sorted(word) and OSA.distance(one, word) == 1 for one in _QUESTION_LIST
    )


@lru_cache(maxsize=4096)
def _is_misspelt_question_word(word: str) -> bool:
    if len(word) < 5 or vocabulary.is_word(word):
        return False
    return process.extractOne(word, _QUESTION_LIST, scorer=OSA.distance, score_cutoff=1) is not None


def _adjoins(question: str, left: Token, right: Token) -> bool:
    return question[left.end : right.start].strip() == ""


def _mostly_capital(words: Sequence[_Word]) -> bool:
    """A question in capitals or in title case tells nothing by its capitals."""
    plain = [word for word in words if is_question_word(word.token.text)]
    return len(plain) > 3 and sum(word.token.capital for word in plain) * 2 > len(plain)


_codes: dict[str, str] = {}
_category_texts: list[str] = []


def _country_codes() -> dict[str, str]:
    if not _codes:
        for code, name in Locale("en").territories.items():
            if len(code) == 2 and code.isalpha() and code not in ("EU", "EZ", "UN", "XA", "XB", "QO", "ZZ"):
                _codes.setdefault(fold(name), code)
        _codes.update(_COUNTRY_NAMES)
    return _codes


def _category_words() -> list[str]:
    if not _category_texts:
        _category_texts.extend(" ".join(words) for words in categories.groups_by_words())
    return _category_texts


def warm_up() -> None:
    """Load tables now, not in the first call that needs them."""
    vocabulary.warm_up()
    _country_codes()
    _category_words()
