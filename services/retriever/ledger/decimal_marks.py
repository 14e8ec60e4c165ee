"""Amounts of files that a program wrote: what a value says by itself counts, then what the file's others say.

`1,000.20`, `4.711,98`, `-9,00` and `1,00,000.00` say it themselves; `1,234` does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from babel.numbers import get_currency_precision, list_currencies

from services.retriever.ledger.refusals import AMBIGUOUS_AMOUNT, NO_AMOUNT, RowRefusal

_PRINTED = re.compile(
    r"(?P<open>\()?\s*(?P<sign>[-+−–])?\s*(?:[A-Z]{3}|[€$£¥₹])?\s*(?P<inner>[-+−–])?\s*"
    r"(?P<digits>[0-9][0-9.,'’\s]*|[.,][0-9]+)\s*(?:[A-Z]{3}|[€$£¥₹])?\s*(?P<trailing>[-−])?\s*(?P<close>\))?"
)
_SPACES = re.compile(r"[\s'’]")
_SPACED = re.compile(r"[0-9]{1,3}(?:[\s'’][0-9]{3})*(?:[.,][0-9]*)?|[0-9][0-9.,]*|[.,][0-9]+")
_GROUPS = {
    ".": re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+"),
    # India groups by two above the thousands.
    ",": re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}"),
}
_OTHER = {".": ",", ",": "."}


def find_decimal_mark(texts: Iterable[str], currency: str = "") -> str:
    """The decimal mark that a file's amounts prove: "." or ",", "" where none does or both do."""
    found = {mark for text in texts if (mark := _own_mark(_digits(text), currency))}
    return found.pop() if len(found) == 1 else ""


def read_amount(text: str, mark: str = "", currency: str = "") -> Decimal:
    """The number that is printed, exact; negative with a minus before or behind it, or in parentheses.

    `mark` is the file's decimal mark, for values that don't say it themselves. Raises `RowRefusal`.
    """
    printed = _PRINTED.fullmatch(text.strip())
    if printed is None or (printed["open"] is None) != (printed["close"] is None):
        raise RowRefusal(NO_AMOUNT)
    signs = [sign for sign in (printed["sign"], printed["inner"], printed["trailing"]) if sign]
    if len(signs) > 1 or not _SPACED.fullmatch(printed["digits"].strip()):
        raise RowRefusal(NO_AMOUNT)
    value = _read_digits(_SPACES.sub("", printed["digits"]), mark, currency)
    negative = printed["open"] is not None or (bool(signs) and signs[0] != "+")
    return -value if negative and value else value


def _digits(text: str) -> str:
    printed = _PRINTED.fullmatch(text.strip())
    return _SPACES.sub("", printed["digits"]) if printed is not None else ""


def _own_mark(digits: str, currency: str) -> str:
    """The decimal mark that a value proves alone; "" where it has none or leaves it open.

    Three digits behind a single mark are decimals in currencies of three, and thousands in those without any.
    """
    dots, commas = digits.count("."), digits.count(",")
    if dots and commas:
        return "." if digits.rfind(".") > digits.rfind(",") else ","
    if not dots and not commas:
        return ""
    used = "." if dots else ","
    if dots + commas > 1:
        return _OTHER[used]
    whole, _, decimals = digits.partition(used)
    if len(decimals) != 3 or len(whole) > 3 or whole in ("", "0"):
        return used
    places = get_currency_precision(currency) if currency in list_currencies() else 2
    return used if places == 3 else "" if places else _OTHER[used]


def _read_digits(digits: str, mark: str, currency: str) -> Decimal:
    mark = _own_mark(digits, currency) or mark
    if not mark:
        if "." in digits or "," in digits:
            raise RowRefusal(AMBIGUOUS_AMOUNT)
        return Decimal(digits)
    whole, _, decimals = digits.partition(mark)
    grouping = _OTHER[mark]
    if grouping in decimals or mark in decimals or (grouping in whole and not _GROUPS[grouping].fullmatch(whole)):
        raise RowRefusal(NO_AMOUNT)
    whole = whole.replace(grouping, "") or "0"
    return Decimal(f"{whole}.{decimals}" if decimals else whole)
