"""General words of finance, from vocabulary.toml: which mean the same, which say what kind of answer fits."""

from __future__ import annotations

import tomllib
from pathlib import Path

_DATA = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def _words(name: str) -> frozenset[str]:
    return frozenset(_DATA[name].split())


STOPWORDS = _words("stopwords")
OPTIONAL_WORDS = _words("optional_words")
PRODUCT_WORDS = _words("product_words")
ORGANISATION_WORDS = _words("organisation_words")
MONEY_WORDS = _words("money_words")
RATE_WORDS = _words("rate_words")
GENERIC_WORDS = _words("generic_words")
LIGHT_WORDS = _words("light_words")
FILLER_VERBS = _words("filler_verbs")
SYNONYMS: tuple[tuple[str, ...], ...] = tuple(tuple(line.split()) for line in _DATA["synonyms"].strip().splitlines())
"""Groups of words that mean the same, each named by its first word."""
PHRASES: tuple[tuple[str, str], ...] = tuple((pattern, name) for name, pattern in _DATA["phrases"])
"""Regular expressions and the notions that they stand for, in the order in which they are tried."""

_UNITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
NUMBER_WORDS = {word: number for number, word in enumerate(_UNITS)} | {
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "ninety": 90,
    "hundred": 100,
    "dozen": 12,
    "couple": 2,
    "twice": 2,
    "once": 1,
}
