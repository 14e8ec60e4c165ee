"""Labels and cells that are a run of amounts or of time ("$100,000 to $249,999", "24 to 47 months", "over $500")."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from services.common.printed import PrintedNumber, find_numbers
from services.common.printed import Scale as PrintedScale

_OVER = re.compile(
    r"\b(?:over|above|more than|exceeding|from|at least)\b|\b(?:and|or) (?:over|above|more|up|longer)\b|\+",
    re.IGNORECASE,
)
_UNDER = re.compile(
    r"\b(?:up to|under|below|less than|to|at most)\b|\b(?:and|or) (?:under|below|less|shorter)\b", re.IGNORECASE
)
_LENGTH = re.compile(r"\b(?P<unit>month|year)s?\b", re.IGNORECASE)

_DAYS = re.compile(
    r"\b(?:(?P<within>within|in|up to|during|less than)|after|over|more than) (?:the first )?(?P<days>\d{1,4}) "
    r"(?:calendar )?days\b",
    re.IGNORECASE,
)
_STRICTLY = re.compile(r"\b(?:less than|under|below|shorter than)\b", re.IGNORECASE)

Edges = tuple[PrintedNumber | None, PrintedNumber | None]


def _in_full(number: PrintedNumber) -> PrintedNumber:
    """An amount with a point before three digits ("€ 15.000") is in thousands: no currency has three decimals here."""
    if number.currency and re.fullmatch(r"\D*\d{1,3}\.\d{3}\D*", number.printed):
        return replace(number, value=number.value * 1000)
    return number


@lru_cache(maxsize=20_000)
def band_of(text: str) -> Edges | None:
    """The lower and the upper edge that a text states, None where it is open; None where it is no band."""
    numbers = [_in_full(number) for number in find_numbers(text)]
    if any(number.scale is PrintedScale.PERCENT for number in numbers):
        return None
    if (
        len(numbers) == 2
        and numbers[0].value < numbers[1].value
        and re.search(r"\bto\b|-|–|through|and", text[numbers[0].end : numbers[1].start + 1])
    ):
        return numbers[0], numbers[1]
    if len(numbers) == 1:
        rest = text[: numbers[0].start] + " " + text[numbers[0].end :]
        if _OVER.search(rest):
            return numbers[0], None
        if _UNDER.search(rest):
            return None, numbers[0]
    return None


def is_within(value: Decimal, edges: Edges) -> bool:
    """Whether a value lies in a band; one that is less than one above the band before belongs to this one."""
    low, high = edges
    above = low is None or value >= low.value or (low.value == low.value.to_integral_value() and value > low.value - 1)
    return above and (high is None or value <= high.value)


def holds_months(text: str, months: int, head: str = "") -> bool:
    """Whether a label is a band of days, months or years that a length lies in; `head` may say what it counts."""
    if (days := _DAYS.search(text)) is not None:
        # No month has fewer than 28 days or more than 31.
        return months * 31 <= int(days["days"]) if days["within"] else months * 28 > int(days["days"])
    edges, unit = band_of(text), _LENGTH.search(text) or _LENGTH.search(head)
    if edges is None or unit is None:
        return False
    # Years are counted when they are full.
    length = Decimal(months // 12 if unit["unit"].lower() == "year" else months)
    is_below = edges[0] is None and _STRICTLY.search(text) is not None
    return is_within(length, edges) and not (is_below and edges[1] is not None and length >= edges[1].value)


def holds_amount(text: str, amount: Decimal) -> bool:
    """Whether a label is a band of amounts that an amount lies in."""
    edges = None if _LENGTH.search(text) else band_of(text)
    return edges is not None and is_within(amount, edges)
