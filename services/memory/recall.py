"""Which facts a question names, and where. Pure; nothing is written from a question."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from services.memory.model import Attribute, Fact, Recalled, Recollection, UnknownName
from services.memory.names import FOREIGN, OWN, Word, find_words, same_word, singular
from services.memory.vocabulary import ABOUT_RECALL, ADJECTIVES, FINANCE, MEASURES, MONTHS, STOP, TIMES

# How sure it is that words mean the user's own name for something.
OWN_NAME = 1.0
THE_NAME = 0.95
BARE_NAME = 0.9
BARE_WORD = 0.6
SLOT = 1.0
OTHER_QUALIFIER = 0.8
NOTE_CAP = 0.5
MAX_NAME_WORDS = 6


@dataclass(frozen=True, slots=True)
class _Phrase:
    """ "my …" in a question: the words behind the determiner, and where it starts."""

    start: int
    words: tuple[Word, ...]


def recall(question: str, facts: Sequence[Fact], attributes: Collection[Attribute], limit: int) -> Recollection:
    """The facts of these attributes that the question names or is near to, best first, at most `limit`; and own names
    without a fact, whatever the attributes."""
    words = find_words(question)
    names = [fact for fact in facts if fact.slot.attribute is Attribute.NAME_FOR]
    phrases = list(_phrases(question, words))
    named = _find_names(words, names, phrases)
    taken = [(one.start, one.end) for one in named]
    left = [_unknown_name(question, phrase) for phrase in phrases if not _covered(phrase, taken)]
    others = [fact for fact in facts if fact.slot.attribute not in (Attribute.NAME_FOR, Attribute.NOTE)]
    notes = [fact for fact in facts if fact.slot.attribute is Attribute.NOTE]
    near = [*named, *_find_slots(question, words, others), *_find_notes(words, notes)]
    found = [one for one in near if one.fact.slot.attribute in attributes]
    found.sort(key=lambda one: (-one.score, one.start, one.fact.slot.attribute, str(one.fact.fact_id)))
    return Recollection(tuple(found[:limit]), tuple(name for name in left if name is not None))


# --- own names -------------------------------------------------------------------------------------------------------


def _find_names(words: Sequence[Word], facts: Sequence[Fact], phrases: Sequence[_Phrase]) -> list[Recalled]:
    """Every stretch that is one of the names; the longest where they overlap."""
    found: list[Recalled] = []
    for fact in facts:
        key = find_words(fact.slot.key)
        for position in range(len(words) - len(key) + 1):
            stretch = words[position : position + len(key)]
            if key and all(same_word(left, right) for left, right in zip(stretch, key, strict=True)):
                one = _recalled(fact, words, position, len(key), phrases)
                if one is not None:
                    found.append(one)
    found.sort(key=lambda one: (one.start - one.end, -one.score, one.start))
    kept: list[Recalled] = []
    for one in found:
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return kept


def _recalled(
    fact: Fact, words: Sequence[Word], position: int, length: int, phrases: Sequence[_Phrase]
) -> Recalled | None:
    first, last = words[position], words[position + length - 1]
    before = words[position - 1] if position else None
    if before is not None and (before.folded in FOREIGN or (before.possessive and not before.capitalised)):
        return None
    if before is not None and before.folded in OWN:
        return Recalled(fact, before.start, last.end, OWN_NAME)
    if any(phrase.start < first.start < phrase.words[-1].end for phrase in phrases):
        # "my old gym" is not "my gym".
        return None
    if before is not None and before.folded == "the":
        return Recalled(fact, before.start, last.end, THE_NAME)
    if length == 1 and first.capitalised and before is not None and before.capitalised:
        # The last word of somebody else's proper name: "Rose City Vet".
        return None
    exact = all(
        word.folded == part
        for word, part in zip(words[position : position + length], fact.slot.key.split(), strict=True)
    )
    return Recalled(fact, first.start, last.end, BARE_NAME if length > 1 and exact else BARE_WORD)


def _phrases(question: str, words: Sequence[Word]) -> Iterator[_Phrase]:
    for position, word in enumerate(words):
        if word.folded not in OWN:
            continue
        inside: list[Word] = []
        previous = word
        for follower in words[position + 1 : position + 1 + MAX_NAME_WORDS]:
            between = question[previous.end : follower.start]
            if between.strip(" -&\u00a0") or _ends_phrase(follower, first=not inside):
                break
            inside.append(follower)
            previous = follower
        if inside:
            yield _Phrase(word.start, tuple(inside))


def _ends_phrase(word: Word, *, first: bool) -> bool:
    """Whether a phrase stops before this word; right behind the determiner it may be one of several ("my last …")."""
    if first and word.folded in ADJECTIVES:
        return False
    return word.folded in STOP or singular(word.folded) in STOP


def _covered(phrase: _Phrase, taken: Sequence[tuple[int, int]]) -> bool:
    return any(start <= phrase.start < end for start, end in taken)


def _unknown_name(question: str, phrase: _Phrase) -> UnknownName | None:
    """The phrase as an own name that was never said; None for a proper name or for what everybody has."""
    inside = list(phrase.words)
    while inside and inside[0].folded in ADJECTIVES:
        inside.pop(0)
    while inside and singular(inside[-1].folded) in MEASURES:
        inside.pop()
    shouting = question.isupper()
    if not inside or any(word.capitalised and not shouting for word in inside):
        return None
    if not inside[-1].forms.isdisjoint(FINANCE | MEASURES):
        return None
    end = inside[-1].end
    name = question[inside[0].start : end]
    return UnknownName(phrase.start, end, re.sub(r"['’]s$", "", name))


# --- other slots -----------------------------------------------------------------------------------------------------

_ASKED: dict[Attribute, re.Pattern[str]] = {
    attribute: re.compile(pattern, re.IGNORECASE)
    for attribute, pattern in {
        Attribute.RENT: r"\b(?:(?:my|our|the)\s+)?(?:[\w'’-]+\s+)??rents?\b",
        Attribute.PAY_DAY: r"\b(?:(?:my|our)\s+)?pay[\s-]?days?\b|\b(?:get|gets|getting|got|be|am|i['’]m|are)\s+paid\b"
        r"|\bmy\s+(?:pay(?:check|cheque)?|salary|wages?)\s+(?:comes?|arrives?|lands?|hits?|day|date)\b"
        r"|\bpay\s+date\b",
        Attribute.SAVINGS_GOAL: r"\b(?:(?:my|our|the)\s+)?(?:savings?|saving)\s+(?:goals?|targets?)\b"
        r"|\b(?:my|our)\s+(?:\w+\s+)?goals?\b"
        r"|\b(?:want(?:ed)?|plan(?:ned|ning)?|aim(?:ed|ing)?|hop(?:e|ed|ing)|trying|like|goal|intend(?:ed)?)\s+to\s+"
        r"(?:have(?:\s+\w+)?\s+(?:saved|put\s+aside|set\s+aside)|save|put\s+(?:aside|away)|set\s+aside)\b"
        r"|\bsaving\s+(?:up\s+)?for\b",
        Attribute.BUDGET: r"\b(?:(?:my|our|the)\s+)?(?:[\w'’-]+\s+)??budget(?:ed|s)?\b",
        Attribute.INCOME: r"\b(?:my|our)\s+(?:\w+\s+)?(?:salary|income|earnings|wages?|pay)\b"
        r"|\b(?:i|we)\s+(?:earn|make)\b",
        Attribute.HOME: r"\b(?:i|we)\s+live\b|\b(?:my|our)\s+(?:home\s*town|home|city)\b",
    }.items()
}
_PURPOSE = re.compile(
    r"\b(?:for|on|towards?)\s+(?:(?:my|our|a|an|the|some)\s+)?(?P<purpose>(?!me\b|us\b|that\b|this\b|it\b|when\b|sure\b|now\b)[^\W\d][\w'’-]*(?:\s+[^\W\d][\w'’-]*)?)",
    re.IGNORECASE,
)
_QUALIFIED = (Attribute.SAVINGS_GOAL, Attribute.BUDGET, Attribute.RENT)


def _find_slots(question: str, words: Sequence[Word], facts: Sequence[Fact]) -> list[Recalled]:
    found = []
    for fact in facts:
        match = _ASKED[fact.slot.attribute].search(question)
        if match is None:
            continue
        score = _qualifier_score(question, words, match, fact)
        if score > 0:
            found.append(Recalled(fact, match.start(), match.end(), score))
    return found


def _qualifier_score(question: str, words: Sequence[Word], match: re.Match[str], fact: Fact) -> float:
    """1 where question and slot say the same qualifier or none; less where only the slot has one; 0 if they differ."""
    asked = _asked_qualifier(question, match, fact.slot.attribute)
    if fact.slot.key:
        named = all(any(same_word(word, part) for word in words) for part in find_words(fact.slot.key))
        return SLOT if named else 0.0 if asked else OTHER_QUALIFIER
    return 0.0 if asked else SLOT


def _asked_qualifier(question: str, match: re.Match[str], attribute: Attribute) -> bool:
    """Whether the question names which of several it means: "save for a car", "my grocery budget"."""
    if attribute not in _QUALIFIED:
        return False
    inside = [word for word in find_words(match[0]) if word.folded not in OWN | {"the", "a", "an"}]
    if (
        attribute is not Attribute.SAVINGS_GOAL
        and len(inside) > 1
        and inside[0].folded not in STOP | ADJECTIVES | {"is"}
    ):
        return True
    purpose = _PURPOSE.search(question, match.start())
    return purpose is not None and not any(
        word.folded in (TIMES | MONTHS) or word.folded in STOP or singular(word.folded) in (TIMES | MONTHS)
        for word in find_words(purpose["purpose"])[:1]
    )


# --- notes -----------------------------------------------------------------------------------------------------------


def _find_notes(words: Sequence[Word], facts: Sequence[Fact]) -> list[Recalled]:
    """Notes that share words with the question which say what it is about."""
    asked = [word for word in words if _telling(word)]
    found = []
    for fact in facts:
        said = [word for word in find_words(fact.value.text or "") if _telling(word)]
        shared = sum(1 for word in asked if any(same_word(word, other) for other in said))
        if shared:
            found.append(Recalled(fact, 0, 0, round(NOTE_CAP * shared / len(asked), 3)))
    return found


def _telling(word: Word) -> bool:
    return (
        len(word.folded) > 2
        and word.folded not in STOP | ADJECTIVES
        and word.forms.isdisjoint(FINANCE | MEASURES)
        and not word.folded.isdigit()
        and word.folded not in ABOUT_RECALL
    )
