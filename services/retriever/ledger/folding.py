"""One folding of text for every comparison of names: case, accents, apostrophes and punctuation set aside.

Look-alikes of other scripts are never merged: only letters that Unicode itself decomposes are.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ı": "i"})
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa"})
_APOSTROPHES = re.compile("['’‘`´ʼ]")
_WORD = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"(?<=\w)['’ʼ]s\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a text: folded, with its place in code points."""

    text: str
    start: int
    end: int
    capital: bool


@lru_cache(maxsize=65536)
def fold(text: str, *, umlauts: bool = False) -> str:
    """Lower case without accents and apostrophes; `&` and `+` become words, other punctuation a single blank.

    With `umlauts`, ä ö ü å become ae oe ue aa, as card networks write them.
    """
    text = _APOSTROPHES.sub("", unicodedata.normalize("NFC", text).casefold())
    if umlauts:
        text = text.translate(_UMLAUTS)
    text = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    text = "".join(letter for letter in text if not unicodedata.combining(letter))
    text = text.replace("&", " and ").replace("+", " plus ")
    return " ".join(_WORD.findall(text))


def fold_words(text: str) -> tuple[str, ...]:
    """The folded words of a text."""
    return tuple(fold(text).split())


def joined(text: str, *, umlauts: bool = False) -> str:
    """The folded text without blanks: "7-Eleven" and "7 Eleven" are the same."""
    return fold(text, umlauts=umlauts).replace(" ", "")


def tokenise(text: str) -> list[Token]:
    """Words of a text with their places. A possessive 's belongs to its word; `&` and `+` are words of their own."""
    tokens: list[Token] = []
    for match in re.finditer(r"[\w]+(?:['’‘`´ʼ]\w+)*|[&+]", text):
        raw = match.group()
        folded = fold(raw).replace(" ", "") or {"&": "and", "+": "plus"}.get(raw, "")
        if folded:
            tokens.append(Token(folded, match.start(), match.end(), raw[:1].isupper()))
    return tokens


def without_possessive(text: str) -> str:
    """ "Netflix's price" → "Netflix price"."""
    return _POSSESSIVE.sub("", text)
