"""English words by frequency (SymSpell's dictionary, MIT): tells words from names, and typing errors from words."""

from __future__ import annotations

from functools import cache
from importlib import resources

_FILE = "frequency_dictionary_en_82_765.txt"


@cache
def _ranks() -> dict[str, int]:
    text = resources.files("symspellpy").joinpath(_FILE).read_text(encoding="utf-8-sig")
    return {line.split(" ", 1)[0]: rank for rank, line in enumerate(text.splitlines())}


def rank(word: str) -> int | None:
    """Place of a folded word by frequency, from 0; None where it is no English word."""
    return _ranks().get(word)


def is_word(word: str) -> bool:
    """Whether a folded word is English; plurals and 's forms of known words count."""
    ranks = _ranks()
    return word in ranks or (word.endswith("s") and word[:-1] in ranks)


def warm_up() -> None:
    """Load the dictionary now, not in the first call that needs it."""
    _ranks()
