"""What a question holds, taken apart: names, periods, amounts, cues, and the words that nothing explains."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from services.answerer.dates import PeriodSpan, Unit, find_periods
from services.answerer.grammar import chatter
from services.answerer.grammar.amounts import AmountSpan, currency_code, find_amounts, spelt_amounts, spelt_number
from services.answerer.grammar.cue import Cue
from services.answerer.grammar.idioms import IDIOMS
from services.answerer.grammar.lexicon import CUES
from services.answerer.grammar.outside import NOT_IN_DATA, OUT_OF_SCOPE
from services.answerer.grammar.text import AMOUNT, GONE, NAME, PERIOD, SLOTS, Working, fold, undo_typos, words
from services.answerer.grammar.vocabulary import KNOWN, PLAIN, VOCABULARY
from services.answerer.model import (
    AccountCoverage,
    Candidate,
    Coverage,
    EntityKind,
    MatchKind,
    NameSpan,
    RefusalReason,
    ResolutionSource,
)

# Categories by these words are kinds of movement or measures, which the cues read.
_NOT_A_CATEGORY = re.compile(
    r"(?:bank |card |all )?(?:fees?|charges)|.*interest.*|.*income.*|salary|wages|.*transfers?.*|cash.*|refunds?"
    r"|subscriptions?|payments?|.*withdrawals?|loans?|debts?|savings?|deposits?|tax(?:es)?|.*accounts?"
)


@dataclass(frozen=True, slots=True)
class Named:
    """A stretch of the question that stands for something of the user's; `candidates` are equally good."""

    text: str
    candidates: tuple[Candidate, ...]
    source: ResolutionSource = ResolutionSource.RETRIEVER
    source_id: str = ""
    position: int = 0

    @property
    def kind(self) -> EntityKind:
        """Kind of the candidates; UNSPECIFIED where they differ."""
        kinds = {one.kind for one in self.candidates}
        return kinds.pop() if len(kinds) == 1 else EntityKind.UNSPECIFIED


@dataclass(frozen=True, slots=True)
class Found:
    """A cue with where it stood in the working text and what it captured."""

    cue: Cue
    position: int
    words: str
    groups: dict[str, str | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OwnName:
    """A name of the user's own ("my gym") with what it stands for: characters `start` to `end` of the question."""

    start: int
    end: int
    candidates: tuple[Candidate, ...]
    fact_id: str


@dataclass(frozen=True, slots=True)
class Outside:
    """Words that lie outside what the ledger can hold or the product answers."""

    reason: RefusalReason
    missing: str = ""
    instead: str = ""


@dataclass(frozen=True, slots=True)
class Leftover:
    """A word that nothing explains: where it stands in the working text, and in the question."""

    word: str
    position: int
    start: int
    end: int


@dataclass
class Draft:
    """A question taken apart. `leftovers` are the words that nothing explains."""

    question: str
    today: date
    working: str
    names: list[Named]
    periods: list[PeriodSpan]
    amounts: list[AmountSpan]
    cues: list[Found]
    leftovers: list[Leftover]
    outside: Outside | None
    coverage: Coverage
    home_currency: str = ""
    folded: str = ""
    """The question in plain letters, names and periods being one character each, with all that stands around it."""
    origin: tuple[int, ...] = ()
    """Where each character of `folded` stands in the question."""
    spans: tuple[NameSpan, ...] = ()
    """Where names stand in the question."""
    excluded: list[Named] = field(default_factory=list)
    """Names whose rows are left out."""
    removed: list[Found] = field(default_factory=list)
    """The words that say what is left out, once they are read."""
    described: list[Named] = field(default_factory=list)
    """Categories that only say what a merchant of the question is ("the electric bill, Tucson Electric")."""

    def has(self, *cues: Cue) -> bool:
        """Whether any of these cues was found."""
        return any(found.cue in cues for found in self.cues)

    def get(self, cue: Cue) -> Found | None:
        """The first of this cue."""
        return next((found for found in self.cues if found.cue is cue), None)

    def of_kind(self, *kinds: EntityKind) -> list[Named]:
        """Names of these kinds, in order."""
        return [one for one in self.names if one.kind in kinds]

    @property
    def accounts(self) -> tuple[AccountCoverage, ...]:
        """The user's accounts."""
        return self.coverage.accounts

    @property
    def currencies(self) -> set[str]:
        """Currencies of the user's accounts."""
        return {one.currency_code for one in self.accounts if one.currency_code}


def take_apart(
    question: str,
    today: date,
    spans: Sequence[NameSpan],
    own_names: Sequence[OwnName],
    coverage: Coverage,
    *,
    day_first: bool = False,
    country: str = "",
    home_currency: str = "",
) -> Draft:
    """Read `question` into its parts. `spans` and `own_names` count characters of `question`."""
    working = Working.of(question)
    names = _take_names(working, spans, own_names)
    undo_typos(working, VOCABULARY, KNOWN)
    folded = _with_periods(working, today, day_first, country)
    # Before the courtesies, which would take words out of the middle of a clause, and after, for what they leave.
    _blank_asides(working)
    _say_plainly(working)
    for pattern in chatter.CHATTER:
        _blank(working, pattern)
    _blank_asides(working)
    _say_plainly(working)
    periods = find_periods(working.text, today, day_first=day_first, country=country)
    _mask(working, ((span.start, span.end) for span in periods), PERIOD)
    for match in reversed(list(spelt_amounts(working.text))):
        working.replace(match.start(), match.end(), spelt_number(match))
    amounts = find_amounts(working.text)
    _mask(working, ((span.start, span.end) for span in amounts), AMOUNT)
    masked = working.text
    outside = _outside(masked)
    cues = _take_cues(working)
    draft = Draft(
        question, today, masked, _placed(names, masked), _alive(periods), amounts, cues, [], outside, coverage
    )
    draft.home_currency, draft.spans = home_currency, tuple(spans)
    draft.folded, draft.origin = folded.text, tuple(folded.origin)
    draft.leftovers = _leftovers(working, draft)
    return draft


def slips_of(question: str, spans: Sequence[NameSpan]) -> list[tuple[int, int, str]]:
    """Slips of the keyboard outside names: the characters of the question and the word that is meant."""
    working = Working.of(question)
    _take_names(working, spans, ())
    return undo_typos(working, VOCABULARY, KNOWN)


def _with_periods(working: Working, today: date, day_first: bool, country: str) -> Working:
    folded = Working(working.question, working.text, list(working.origin))
    periods = find_periods(folded.text, today, day_first=day_first, country=country)
    _mask(folded, ((span.start, span.end) for span in periods), PERIOD)
    return folded


def _take_names(working: Working, spans: Sequence[NameSpan], own_names: Sequence[OwnName]) -> list[Named]:
    taken: list[tuple[int, int, Named]] = []
    for own in own_names:
        text = working.question[own.start : own.end]
        taken.append((own.start, own.end, Named(text, own.candidates, ResolutionSource.MEMORY, own.fact_id)))
    for span in spans:
        best = _best(span.candidates)
        if not best or any(span.start < end and start < span.end for start, end, _ in taken):
            continue
        if any(reads(working, span, best) for reads in (_is_plain_word, _is_currency, _is_account_of)):
            continue
        taken.append((span.start, span.end, Named(working.question[span.start : span.end], best)))
    taken.sort(key=lambda one: one[0])
    taken = taken[:SLOTS]
    for index in range(len(taken) - 1, -1, -1):
        start, end, _ = taken[index]
        # A possessive belongs to the name: "Trader Joe's purchases" and "Netflix's price".
        if working.text[end : end + 2] == "'s":
            end += 2
        working.replace(start, end, chr(NAME + index))
    return [named for _, _, named in taken]


def _best(candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """Those that nothing decides between: the same way of matching as the first."""
    return tuple(one for one in candidates if one.match == candidates[0].match)


def _is_plain_word(working: Working, span: NameSpan, best: tuple[Candidate, ...]) -> bool:
    text = fold(working.question[span.start : span.end])
    if all(one.kind is EntityKind.CATEGORY for one in best):
        return bool(_NOT_A_CATEGORY.fullmatch(text))
    if text not in PLAIN and text not in ("next", "gap", "best", "may", "us", "do", "you", "one"):
        return False
    before = working.question[: span.start].rstrip()
    after_preposition = re.search(r"\b(?:at|from|to|with|by|in the)$", fold(before)) is not None
    capital_inside = working.question[span.start].isupper() and before != "" and before[-1] not in ".?!:"
    return not (after_preposition or capital_inside)


_POINTS_ON = re.compile(r"\s+(?:that|which|i|we)\b")


def _is_account_of(working: Working, span: NameSpan, best: tuple[Candidate, ...]) -> bool:
    """ "The card that I pay Netflix with": which card, the rest of the clause says."""
    text = fold(working.question[span.start : span.end])
    if any(one.kind is not EntityKind.ACCOUNT for one in best) or text.split()[-1] not in ("card", "account"):
        return False
    plain = text.removeprefix("the ").removeprefix("my ") in ("card", "account", "bank account")
    return plain and _POINTS_ON.match(fold(working.question[span.end :])) is not None


def _is_currency(working: Working, span: NameSpan, best: tuple[Candidate, ...]) -> bool:
    """ "US dollars" is a currency and no country, "yen" a currency and no account."""
    text = fold(working.question[span.start : span.end])
    shortened = best[0].match in (MatchKind.SHORTENED, MatchKind.FUZZY, MatchKind.DESCRIPTIVE)
    if shortened or all(one.kind is EntityKind.COUNTRY for one in best):
        follows = r"\s+(?:dollars?|yen|pounds?|francs?|euros?|pesos?|day)\b"
        if re.match(follows, fold(working.question[span.end :])):
            return True
    return bool(currency_code(text)) and best[0].match not in (MatchKind.ALIAS, MatchKind.EXACT)


def _mask(working: Working, stretches: Iterable[tuple[int, int]], base: int) -> None:
    for index, (start, end) in reversed(list(enumerate(stretches))):
        working.replace(start, end, chr(base + index))


def _blank(working: Working, pattern: re.Pattern[str]) -> None:
    if pattern.search(working.text) is None:
        return
    for match in reversed(list(pattern.finditer(working.text))):
        if match[0].strip():
            working.replace(match.start(), match.end(), " ")


_CLAUSE = re.compile(r"[^,;:?!.()…]+?(?=$|[,;:?!.()…]| [-–—]+ )")


_ASIDE = chatter.ASIDE | chatter.ASIDE_CORE | chatter.ASIDE_VERBS


def _blank_asides(working: Working) -> None:
    """Take out clauses of the person's own circumstances: every word of them is known, and none says what is asked."""
    for match in reversed(list(_CLAUSE.finditer(working.text))):
        said = [one[0].removesuffix("'s") for one in words(match[0])]
        if set(said) <= _ASIDE and set(said) & chatter.ASIDE_CORE and set(said) & chatter.ASIDE_VERBS:
            working.replace(match.start(), match.end(), " ")


def _say_plainly(working: Working) -> None:
    for pattern, plain in IDIOMS:
        if pattern.search(working.text) is None:
            continue
        for match in reversed(list(pattern.finditer(working.text))):
            working.replace(match.start(), match.end(), match.expand(plain))


def _alive(periods: list[PeriodSpan]) -> list[PeriodSpan]:
    """ "So far" beside another period says nothing of its own."""
    real = [one for one in periods if one.unit is not Unit.ALL]
    return real or periods[:1]


def _placed(names: list[Named], masked: str) -> list[Named]:
    return [
        Named(one.text, one.candidates, one.source, one.source_id, masked.find(chr(NAME + index)))
        for index, one in enumerate(names)
    ]


# What a statement will show is no forecast of ours: the ledger holds no statements.
_HELD_ELSEWHERE = re.compile(r"\bstatement balance\b")


def _outside(text: str) -> Outside | None:
    if _HELD_ELSEWHERE.search(text):
        missing, instead, _ = next(one for one in NOT_IN_DATA if one[0] == "balances")
        return Outside(RefusalReason.NOT_IN_DATA, missing, instead)
    for pattern in OUT_OF_SCOPE:
        if pattern.search(text):
            return Outside(RefusalReason.OUT_OF_SCOPE)
    for missing, instead, pattern in NOT_IN_DATA:
        if pattern.search(text):
            return Outside(RefusalReason.NOT_IN_DATA, missing, instead)
    return None


def _take_cues(working: Working) -> list[Found]:
    found: list[Found] = []
    for cue, pattern in CUES:
        if pattern.search(working.text) is None:  # Nearly all are not there, and this is cheaper than all of none.
            continue
        for match in reversed(list(pattern.finditer(working.text))):
            if not match[0].strip():
                continue
            found.append(Found(cue, match.start(), match[0].strip(), match.groupdict()))
            # Names inside a cue stay where they are; as many characters as before keep positions comparable.
            kept = "".join(c if "\ue000" <= c <= "\uebff" else GONE for c in match[0])
            working.replace(match.start(), match.end(), kept)
    return sorted(found, key=lambda one: one.position)


def _leftovers(working: Working, draft: Draft) -> list[Leftover]:
    out: list[Leftover] = []
    has_name = any(one.kind in (EntityKind.MERCHANT, EntityKind.CATEGORY, EntityKind.ACCOUNT) for one in draft.names)
    for match in words(working.text):
        word = match[0]
        if word in chatter.FILLERS or (has_name and word in chatter.BESIDE_NAME):
            continue
        start, end = working.stretch(match.start(), match.end())
        out.append(Leftover(working.question[start:end], match.start(), start, end))
    return out
