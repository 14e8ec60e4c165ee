"""Whether a wording says what its template says. No model judges this, and no list of forbidden words could.

Every word of meaning of the template must be there, in the template's order among its slots, and no other. What a
wording may add, drop or move are the words of `FREE`, which carry no meaning of their own in a sentence of ours, light
punctuation, and slots that may stand anywhere. So a wording cannot turn a sum into an average, spending into income,
"more" into "less", "no" into "yes", one figure into another's place, or say anything beside them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from services.answerer.closure import untied

_ARTICLES = ("a", "an", "the", "this", "that", "that's", "these", "those", "it", "its", "it's", "here", "here's")
_YOU = ("you", "your", "yours", "you've")
_PREPOSITIONS = ("and", "in", "on", "at", "for", "of", "with", "during", "across")
_BE = ("is", "was", "are", "were", "be", "been", "has", "have", "had")
FREE = frozenset((*_ARTICLES, *_YOU, *_PREPOSITIONS, *_BE))
# But "$3 of $5" and "$3 and $5" are not the same, where "an average of $5" is an average.
_JOINING = frozenset(("of", "and"))
# Free as pairs: "came to $5", where a bare "to" is of "from … to …".
_FREE_PAIRS = frozenset((verb, "to") for verb in ("came", "comes", "come", "amounts", "amounted", "amount"))
_PER = frozenset(("a", "per", "each", "every"))
_TIMES = frozenset(("day", "week", "month", "quarter", "year", "purchase", "charge"))
# Forms of one word.
_SAME = {
    "spent": "spend",
    "spending": "spend",
    "receive": "received",
    "send": "sent",
    "rows": "row",
    "refunds": "refund",
    "days": "day",
    "charges": "charge",
    "purchases": "purchase",
    "payments": "payment",
    "times": "time",
    "merchants": "merchant",
    "subscriptions": "subscription",
}
_TOKEN = re.compile(r"\{[a-z]\d{1,2}\}|[^\W\d_]+(?:[’'][^\W\d_]+)*|\s+|.", re.DOTALL)
_FREE_MARKS = frozenset(".,;:")
# Free before a name ("$30 — fees.pdf"); between two figures it would be a minus or a range.
_DASHES = frozenset("—–")
# "No subscription rose" and "No, a subscription rose".
_POLAR = frozenset(("yes", "no", "not", "none", "nothing", "never"))
_OPENS, _CLOSES = frozenset("“("), frozenset("”)")
# Before and after a slot: nothing that would become a part of what fills it ("-$5", "$5k", "$1,5").
_GLUED = re.compile(r"[^\s“(]\{[a-z]\d{1,2}\}|\{[a-z]\d{1,2}\}(?![\s”)]|$|[.,;:](?:\s|$))")
# What no sentence has: a small word with nothing behind it, marks in a row, small words without end, no beginning.
_SMALL = "|".join(("a", "an", "the", "your", *_PREPOSITIONS))
_ILL_FORMED = re.compile(
    rf"\b(?:{_SMALL})\s*(?:[.,;:)”—–]|$)|[.,;:]\s*[.,;:]|(?:\b(?:{'|'.join(sorted(FREE))})\s+){{4,}}|^[a-z]"
    rf"|\b(?:{_SMALL})\s+(?:{'|'.join(_PREPOSITIONS)})\b|\b([a-z]+)\s+\1\b",
)
# A wording is about as long as its template.
MAX_RATIO, MAX_MORE = 2, 80


class NotWorded(Exception):
    """A wording that is not used. `reason` is one word for metrics; it quotes nothing."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def longest(template: str) -> int:
    """Characters that a wording may have."""
    return MAX_RATIO * len(template) + MAX_MORE


def check_wording(template: str, written: str, free_slots: Collection[str]) -> None:
    """Raise `NotWorded` unless `written` says what `template` says. Both have their slots in braces ("{f1}")."""
    if not written or len(written) > longest(template):
        raise NotWorded("length")
    known = set(untied(_without_slots(template)))
    strange = [one for one in untied(_without_slots(written)) if one not in known]
    if strange:
        raise NotWorded(strange[0])
    if _GLUED.search(written):
        raise NotWorded("glued")
    if _ILL_FORMED.search(written):
        raise NotWorded("form")
    if sorted(_slots(written)) != sorted(_slots(template)):
        raise NotWorded("slots")
    # "Received from {n1}": what follows a word of meaning belongs to it, and nothing else may come to follow one.
    free = [one for one in free_slots if not _follows_a_word(template, one)]
    if any(_follows_a_word(written, one) for one in free):
        raise NotWorded("words")
    if list(_meant(written, free)) != list(_meant(template, free)):
        raise NotWorded("words")


def _slots(text: str) -> list[str]:
    return re.findall(r"\{([a-z]\d{1,2})\}", text)


def _without_slots(text: str) -> str:
    return re.sub(r"\{[a-z]\d{1,2}\}", " ", text)


def _follows_a_word(text: str, slot: str) -> bool:
    before = text.partition(f"{{{slot}}}")[0].split()
    return bool(before) and before[-1].isalpha() and before[-1].casefold() not in FREE


def _meant(text: str, free_slots: Collection[str]) -> Iterator[str]:
    """Words of meaning, marks and bound slots, in order.

    Between quotation marks or parentheses everything is meant, and behind yes or no all up to what they are said of.
    """
    words = [one.casefold().replace("’", "'") for one in _TOKEN.findall(text) if not one.isspace()]
    before, inside, polar, place = "", 0, False, 0
    while place < len(words):
        word, following = words[place], words[place + 1] if place + 1 < len(words) else ""
        inside += (word in _OPENS) - (word in _CLOSES)
        place += 1
        if polar or inside:
            yield _SAME.get(word, word)
        elif word in _PER and _SAME.get(following, following) in _TIMES:
            yield f"per {_SAME.get(following, following)}"
            place += 1
        elif (word, following) in _FREE_PAIRS:
            place += 1
        elif not _is_free(before, word, following, free_slots):
            yield _SAME.get(word, word)
        polar = word in _POLAR or (polar and word in FREE | _FREE_MARKS | _DASHES)
        before = word


def _is_free(before: str, word: str, following: str, free_slots: Collection[str]) -> bool:
    if word in _DASHES:
        return following.isalpha() or following[1:-1] in free_slots
    if word in _JOINING and following.startswith("{") and not before.isalpha():
        return following[1:-1] in free_slots
    return word in FREE or word in _FREE_MARKS or word[1:-1] in free_slots
