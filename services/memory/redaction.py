"""Taking a forgotten value out of words that stay: the same length, so that every other span still holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from services.memory import amounts
from services.memory.model import Value

BLANK = "\u2007"  # A figure space: folds to nothing, so it is never found as a word.


def blank(text: str, start: int, end: int) -> str:
    """The text with the code points `[start, end)` blanked."""
    return text[:start] + BLANK * (end - start) + text[end:]


def without(text: str, value: Value, currency: str) -> str:
    """The text with every mention of a value blanked: the words of a name, or any way to write the amount."""
    for start, end in list(_mentions(text, value, currency)):
        text = blank(text, start, end)
    return text


def _mentions(text: str, value: Value, currency: str) -> Iterator[tuple[int, int]]:
    if value.text:
        words = r"\W+".join(re.escape(word) for word in re.findall(r"\w+", value.text))
        for match in re.finditer(rf"(?<!\w){words}(?!\w)" if words else r"(?!)", text, re.IGNORECASE):
            yield match.span()
    if value.money:
        for match in re.finditer(amounts.AMOUNT, text):
            money = amounts.read_money(match[0], currency)
            if money is not None and money == value.money:
                yield match.span()
