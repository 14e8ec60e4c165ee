"""A question as the grammar works on it: folded, small typing errors undone, and what is understood taken out.

Names, periods and amounts become single private-use characters, so that a cue can never be found inside a name and a
name never inside a cue. Every character remembers where it stood in the question.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

NAME, PERIOD, AMOUNT = 0xE000, 0xE400, 0xE800
SLOTS = 0x400
GONE = "\uf8ff"
ANY_NAME, ANY_PERIOD, ANY_AMOUNT = "[\ue000-\ue3ff]", "[\ue400-\ue7ff]", "[\ue800-\uebff]"

_QUOTES = {ord(mark): "'" for mark in "’‘`´ʼ"} | {ord(mark): '"' for mark in "“”„«»"}
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")


def fold(text: str) -> str:
    """Lower case without accents, quotation marks plain; as many characters as before, so that offsets hold."""
    return "".join(_fold_character(character) for character in text.translate(_QUOTES))


@lru_cache(maxsize=4096)
def _fold_character(character: str) -> str:
    plain = "".join(part for part in unicodedata.normalize("NFKD", character) if not unicodedata.combining(part))
    plain = plain.lower()
    if character.isspace():
        return " "
    # Private-use characters are ours; a question that brings some of its own must not pass for them.
    if unicodedata.category(character) in ("Co", "Cc", "Cf"):
        return " "
    return plain if len(plain) == 1 else character.lower() if len(character.lower()) == 1 else character


@dataclass
class Working:
    """The question while it is read. `text[i]` stood at `origin[i]` in the question."""

    question: str
    text: str
    origin: list[int]

    @classmethod
    def of(cls, question: str) -> Working:
        """The folded question, nothing taken out yet."""
        folded = fold(question)
        return cls(question, folded, list(range(len(folded))))

    def replace(self, start: int, end: int, by: str) -> None:
        """Put `by` in the place of the characters from `start` to `end` of the working text."""
        self.text = self.text[:start] + by + self.text[end:]
        self.origin[start:end] = [self.origin[start] if start < len(self.origin) else len(self.question)] * len(by)

    def stretch(self, start: int, end: int) -> tuple[int, int]:
        """The characters of the question that a stretch of the working text stands for, to the end of the word."""
        last = self.origin[end - 1]
        while last + 1 < len(self.question) and self.question[last + 1].isalnum():
            last += 1
        return self.origin[start], last + 1


# Short words that are meant far more often than any other that is one letter off.
_LIKELY = frozenset("total still which spend spent month count where since until today after every first".split())  # noqa: SIM905


def undo_typos(working: Working, vocabulary: frozenset[str], known: frozenset[str]) -> list[tuple[int, int, str]]:
    """Put words of the grammar in the place of words that are one slip of the keyboard away; returns where, and which.

    A slip is two letters swapped, or in words of six letters and more one too many, one too few or one other. Words
    that begin with a capital inside the sentence are names, and a word after "at" stands where a name stands: both are
    left alone.
    """
    found = []
    for match in reversed(list(_WORD.finditer(working.text))):
        word = match[0]
        if len(word) < 4 or "'" in word or word in known or _may_be_name(working, match.start()):
            continue
        if (meant := _nearest(word, vocabulary)) is not None:
            found.append((working.origin[match.start()], working.origin[match.end() - 1] + 1, meant))
            working.replace(match.start(), match.end(), meant)
    return found


def _may_be_name(working: Working, start: int) -> bool:
    before = working.text[:start].rstrip()
    if re.search(r"\bat$", before):
        return True
    first = working.question[working.origin[start]]
    return first.isupper() and before != "" and before[-1] not in ".?!:"


@lru_cache(maxsize=4096)
def _nearest(word: str, vocabulary: frozenset[str]) -> str | None:
    found = [one for one in vocabulary if abs(len(one) - len(word)) <= 1 and _is_slip(word, one)]
    if len(found) > 1:
        found = [one for one in found if one[0] == word[0] and one[-1] == word[-1]] or found
    if len(found) > 1:
        # "Purchaes": one thing or several of it, which a question does not turn on.
        found = [one for one in found if all(other.startswith(one.removesuffix("s")) for other in found)]
    return found[0] if found else None


def _is_slip(word: str, meant: str) -> bool:
    if word == meant[0] + re.sub(r"[aeiou]", "", meant[1:]):
        return True
    if OSA.distance(word, meant, score_cutoff=1) != 1:
        return False
    if sorted(word) == sorted(meant):
        return True
    if word[0] != meant[0] or word[-1] != meant[-1]:
        return False
    if len(word) == len(meant):
        return len(word) >= 7
    return meant in _LIKELY or (min(len(word), len(meant)) >= 5 and max(len(word), len(meant)) >= 6)


def words(text: str) -> Iterable[re.Match[str]]:
    """The words and numbers that are still there."""
    return re.finditer(r"[^\W_]+(?:['’.&-][^\W_]+)*", text)
