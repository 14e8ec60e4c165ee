"""Words as names: folding for comparison, with the place of each word in the text kept.

Folding: Unicode NFKD, combining marks dropped, case folded, apostrophes dropped, everything else that is no letter or
digit a space.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

DETERMINERS = frozenset({"my", "our", "the", "a", "an"})
OWN = frozenset({"my", "our"})
# Somebody else's, so never a name that this user gave.
FOREIGN = frozenset({"his", "her", "their", "your", "its", "whose"})

_APOSTROPHES = "'’ʼ`´"
_WORD = re.compile(rf"[^\W_][\w\u0300-\u036f]*(?:[{_APOSTROPHES}][^\W_][\w\u0300-\u036f]*)*[{_APOSTROPHES}]?")
_POSSESSIVE = re.compile(rf"(?:[{_APOSTROPHES}]s|s[{_APOSTROPHES}])$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text, at its code points `[start, end)`."""

    raw: str
    folded: str
    start: int
    end: int

    @property
    def possessive(self) -> bool:
        """Whether it ends as a genitive ("gym's", "parents'")."""
        return _POSSESSIVE.search(self.raw) is not None

    @property
    def capitalised(self) -> bool:
        """Whether it is written as a proper name is."""
        return self.raw[:1].isupper() or any(letter.isdigit() for letter in self.raw)

    @property
    def forms(self) -> frozenset[str]:
        """What it may be compared by: as it stands, without its genitive, and as singular."""
        base = fold(_POSSESSIVE.sub("", self.raw)) if self.possessive else self.folded
        return frozenset({self.folded, base, singular(self.folded), singular(base)} - {""})


def fold(text: str) -> str:
    """The text as names are compared."""
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter)).casefold()
    bare = re.sub(f"[{_APOSTROPHES}]", "", bare)
    return " ".join(re.sub(r"[\W_]+", " ", bare).split())


def singular(word: str) -> str:
    """An English plural's singular; other words as they are. Good enough to compare, not to print."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def find_words(text: str) -> tuple[Word, ...]:
    """The words of a text, in order."""
    return tuple(
        Word(match[0], folded, match.start(), match.end())
        for match in _WORD.finditer(text)
        if (folded := fold(match[0]))
    )


def slot_key(qualifier: str) -> str:
    """The key of a name as said: folded, without a determiner before or a genitive behind."""
    words = list(find_words(qualifier))
    while len(words) > 1 and words[0].folded in DETERMINERS:
        words = words[1:]
    if not words:
        return ""
    last = fold(_POSSESSIVE.sub("", words[-1].raw)) if re.search(r"['’]s$", words[-1].raw) else words[-1].folded
    return " ".join([*(word.folded for word in words[:-1]), last])


def same_word(left: Word, right: Word) -> bool:
    """Whether two words are the same but for number and genitive."""
    return not left.forms.isdisjoint(right.forms)
