"""Amounts and days as people write them in a sentence. What can be read in two ways is not read at all.

Formats: 2,100 · 2 100 · 2'100 · 2100.50 · 2.100,50 · 1,00,000 · 2k · 2.5m, with a symbol, code or word for the
currency before or behind. `1.650` alone is a thousand and some or one and some, so it is None.
"""

from __future__ import annotations

import calendar
import re
from datetime import date, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from services.common.types import Money
from services.memory.vocabulary import CURRENCIES

# A `$` is the user's own dollar where their currency is one of these; otherwise it is the American one.
_DOLLARS = frozenset({"USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "CLP", "COP", "ARS", "TWD"})
_CROWNS = frozenset({"SEK", "NOK", "DKK", "ISK", "CZK"})
_SYMBOLS = {
    "£": "GBP",
    "€": "EUR",
    "₹": "INR",
    "US$": "USD",
    "CA$": "CAD",
    "C$": "CAD",
    "AU$": "AUD",
    "A$": "AUD",
    "NZ$": "NZD",
    "HK$": "HKD",
    "S$": "SGD",
    "₩": "KRW",
    "₺": "TRY",
    "₴": "UAH",
    "zł": "PLN",
    "R$": "BRL",
}
_WORDS = {
    "pound": "GBP",
    "pounds": "GBP",
    "quid": "GBP",
    "euro": "EUR",
    "euros": "EUR",
    "yen": "JPY",
    "rupees": "INR",
    "rupee": "INR",
    "francs": "CHF",
    "franc": "CHF",
    "zloty": "PLN",
}
_SCALES = {"": 1, "k": 1_000, "m": 1_000_000}

_SYMBOL = r"(?:US|CA|AU|NZ|HK|C|A|S|R)?\$|[£€¥₹₩₺₴]|zł"
_WORD = r"(?:US |Canadian |Australian )?dollars?|bucks?|pounds?|quid|euros?|yen|rupees?|francs?|zloty|kr(?:onor|oner)?"
_CODE = r"[A-Z]{3}"
AMOUNT = (
    rf"(?:(?:{_SYMBOL})|(?:{_CODE}))?\s?"
    r"\d(?:[\d.,'’\u00a0\u202f]| (?=\d{3}\b))*(?<![.,'’])\s?[kKmM]?\b"
    rf"\s?(?:(?:{_SYMBOL})|(?:{_CODE})\b|(?i:{_WORD})\b)?"
)
_PARTS = re.compile(
    rf"(?P<before>{_SYMBOL}|{_CODE})?\s?(?P<number>\d(?:[\d.,'’\u00a0\u202f]| (?=\d{{3}}\b))*(?<![.,'’]))"
    rf"\s?(?P<scale>[kKmM]?)\b\s?(?P<behind>{_SYMBOL}|{_CODE}\b|(?i:{_WORD})\b)?"
)

PER = (
    r"(?:(?:a|per|each|every)\s+|/\s?)(?P<per>day|week|fortnight|month|quarter|year|annum)"
    r"|(?P<adverb>daily|weekly|monthly|quarterly|yearly|annually)"
)
_ADVERBS = {
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "quarterly": "quarter",
    "yearly": "year",
    "annually": "year",
    "annum": "year",
    "fortnight": "two weeks",
}

_MONTHS = {name.casefold(): number for number, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.casefold(): number for number, name in enumerate(calendar.month_abbr) if name} | {"sept": 9}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
DAY = (
    r"\d{4}-\d{2}-\d{2}"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?(?:\s+of)?\s+(?:{_MONTH})\b\.?(?:,?\s+\d{{4}})?"
    rf"|(?:{_MONTH})\b\.?\s+\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?(?!\d)"
    rf"|(?:next\s+)?(?:{_MONTH})\b\.?(?:,?\s+(?:of\s+)?\d{{4}})?"
    r"|(?:the\s+)?end\s+of\s+(?:the\s+year|this\s+year|next\s+year|\d{4})"
    r"|(?:this|next)\s+(?:month|year)|\d{4}"
)
_DAY_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"(?P<year>\d{4})-(?P<number>\d{2})-(?P<day>\d{2})",
        rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?\s+(?P<month>{_MONTH})\.?(?:,?\s+(?P<year>\d{{4}}))?",
        rf"(?P<month>{_MONTH})\.?\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?P<year>\d{{4}}))?",
        rf"(?:next\s+)?(?P<month>{_MONTH})\.?(?:,?\s+(?:of\s+)?(?P<year>\d{{4}}))?",
        r"(?:(?:the\s+)?end\s+of\s+)?(?P<year>\d{4})",
        r"(?:(?:the\s+)?end\s+of\s+)?(?P<relative>(?:the|this|next)\s+(?:month|year))",
    )
)


def read_number(text: str) -> Decimal | None:
    """The number that `text` writes, or None where separators leave it open."""
    bare = re.sub(r"[\s'’\u00a0\u202f]", "", text)
    if "," in bare and "." in bare:
        decimal_mark = max(",.", key=bare.rfind)
        other = ",." if decimal_mark == "." else ".,"
        if bare.count(decimal_mark) > 1:
            return None
        bare = bare.replace(other[0], "").replace(decimal_mark, ".")
    elif "," in bare:
        if re.fullmatch(r"\d{1,3}(?:,\d{2,3})*,\d{3}", bare):
            bare = bare.replace(",", "")
        elif re.fullmatch(r"\d+,\d{1,2}", bare):
            bare = bare.replace(",", ".")
        else:
            return None
    elif re.fullmatch(r"\d{1,3}(?:\.\d{3}){2,}", bare):
        bare = bare.replace(".", "")
    elif re.fullmatch(r"[1-9]\d{0,2}\.\d{3}", bare):
        return None
    return Decimal(bare) if re.fullmatch(r"\d{1,15}(?:\.\d{1,4})?", bare) else None


def read_money(text: str, home_currency: str) -> Money | None:
    """The amount that `text` is, all of it; `home_currency` where it names none."""
    match = _PARTS.fullmatch(text.strip())
    if match is None:
        return None
    number = read_number(match["number"])
    before, behind = match["before"], match["behind"]
    if number is None or (before and behind and not behind.casefold().endswith(("dollars", "dollar"))):
        return None
    currency = _read_currency(before or behind or "", home_currency)
    if currency is None:
        return None
    return Money(number * _SCALES[match["scale"].casefold()], currency)


def _read_currency(mark: str, home: str) -> str | None:
    word = mark.casefold()
    if not mark:
        return home
    if mark == "$" or word in ("dollar", "dollars", "buck", "bucks"):
        return home if home in _DOLLARS else "USD"
    if word.endswith(("dollar", "dollars")):
        return {"us": "USD", "canadian": "CAD", "australian": "AUD"}[word.split()[0]]
    if mark == "¥":
        return home if home in ("JPY", "CNY") else "JPY"
    if word.startswith("kr"):
        return home if home in _CROWNS else None
    found = _SYMBOLS.get(mark) or _WORDS.get(word)
    return found or (mark if mark in CURRENCIES else None)


def read_per(*parts: str | None) -> str:
    """What an amount is for ("month"), of the groups of a match that holds `PER`. Empty: not said."""
    said = next((part for part in parts if part), "").casefold()
    return _ADVERBS.get(said, said)


def read_span(text: str, today: date) -> tuple[date, date] | None:
    """First and last day of what `text` names: a day, a month or a year. Without a year, the next one from `today`."""
    bare = " ".join(text.split())
    for form in _DAY_FORMS:
        if (match := form.fullmatch(bare)) is not None:
            return _span(match.groupdict(), today)
    return None


def _span(parts: dict[str, str | None], today: date) -> tuple[date, date] | None:
    if relative := parts.get("relative"):
        ahead = relative.casefold().startswith("next")
        if relative.endswith("year"):
            return _year(today.year + ahead)
        first = (today.replace(day=1) + timedelta(days=32)).replace(day=1) if ahead else today.replace(day=1)
        return _month(first.year, first.month)
    number = parts.get("number")
    name = parts.get("month")
    month = int(number) if number else _MONTHS[name.casefold()] if name else 0
    day = int(parts.get("day") or 0)
    if not month:
        return _year(int(parts["year"] or 0))
    try:
        if parts.get("year"):
            year = int(parts["year"] or 0)
            return (date(year, month, day),) * 2 if day else _month(year, month)
        span = (date(today.year, month, day),) * 2 if day else _month(today.year, month)
        if span[1] < today:
            span = (date(today.year + 1, month, day),) * 2 if day else _month(today.year + 1, month)
        return span
    except ValueError:  # 31 April, or month 13.
        return None


def _year(year: int) -> tuple[date, date] | None:
    return (date(year, 1, 1), date(year, 12, 31)) if 1900 <= year <= 2999 else None


def _month(year: int, month: int) -> tuple[date, date]:
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


def start_of(day: date, zone: ZoneInfo) -> datetime:
    """The first instant of a day in a time zone."""
    return datetime(day.year, day.month, day.day, tzinfo=zone)
