"""Numbers and dates as documents print them: separators, currency, parentheses, percent, scale words, months."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import IntEnum


class Scale(IntEnum):
    """What multiplies a printed figure; numbers as in `tieout.type.v1.Scale`."""

    UNSPECIFIED = 0
    THOUSAND = 1
    MILLION = 2
    BILLION = 3
    PERCENT = 4
    BASIS_POINT = 5


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


CURRENCY_SIGNS = {
    "US$": "USD",
    "C$": "CAD",
    "CA$": "CAD",
    "A$": "AUD",
    "AU$": "AUD",
    "NZ$": "NZD",
    "HK$": "HKD",
    "S$": "SGD",
    "R$": "BRL",
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
    "₩": "KRW",
    "₺": "TRY",
    "₪": "ILS",
    "zł": "PLN",
    "Kč": "CZK",
}
CURRENCY_CODES = _words(
    "USD EUR GBP JPY CHF CAD AUD NZD SEK NOK DKK PLN CZK HUF INR CNY HKD SGD MXN BRL ZAR ILS KRW TRY BHD KWD"
)
CURRENCY_WORDS = {
    "dollar": "USD",
    "dollars": "USD",
    "euro": "EUR",
    "euros": "EUR",
    "pound": "GBP",
    "pounds": "GBP",
    "sterling": "GBP",
    "yen": "JPY",
    "francs": "CHF",
}
SCALE_WORDS = {
    "thousand": Scale.THOUSAND,
    "thousands": Scale.THOUSAND,
    "million": Scale.MILLION,
    "millions": Scale.MILLION,
    "mn": Scale.MILLION,
    "billion": Scale.BILLION,
    "billions": Scale.BILLION,
    "bn": Scale.BILLION,
}
AFFIXES = frozenset({*CURRENCY_SIGNS, "%", ")", ")%", "(", *CURRENCY_CODES})
NIL_WORDS = frozenset({"—", "–", "-", "none", "free", "nil", "no charge", "no fee", "no cost", "waived", "n/c", "zero"})

MONTHS = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
         "september sep sept", "october oct", "november nov", "december dec"), start=1)
    for name in names.split()
}  # fmt: skip
MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
"""A month's name or short form, as a regular expression."""

_SIGN = "|".join(re.escape(sign) for sign in sorted(CURRENCY_SIGNS, key=len, reverse=True))
_CODE = "|".join(sorted(CURRENCY_CODES))
_DIGITS = r"\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?|\d[\d.,'’]*\d|\d"
_NUMBER = re.compile(
    rf"(?P<open>\()?(?P<minus>[-−–+])?\s?(?:(?P<sign>{_SIGN})|(?P<code>{_CODE})\s?)?\s?(?P<open2>\()?(?P<minus2>[-−])?"
    rf"(?P<digits>{_DIGITS})(?P<close2>\))?"
    rf"(?:\s?(?P<percent>%|percent\b|per cent\b)|\s(?P<bp>basis points?\b|bps?\b)|\s(?P<scale>thousand|"
    rf"million|billion|mn|bn)s?\b|(?P<kilo>k)\b)?"
    rf"(?P<close>\))?(?P<percent2>%)?(?:\s?(?P<after>{_SIGN}(?![\d\w])|(?:{_CODE})\b))?",
    re.IGNORECASE,
)
_DATE = re.compile(
    rf"\d{{4}}-\d{{2}}-\d{{2}}|\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{2,4}}|\d{{1,2}}(?:st|nd|rd|"
    rf"th)?\s+(?:{MONTH})[a-z]*\.?,?\s+\d{{4}}"
    rf"|(?:{MONTH})[a-z]*\.?\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}|\d{{1,2}}:\d{{2}}|"
    rf"(?:{MONTH})[a-z]*\.?\s+\d{{1,2}}\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """One number with what is printed around it; `start` and `end` are its place in the text."""

    value: Decimal
    printed: str
    start: int
    end: int
    currency: str = ""
    scale: Scale = Scale.UNSPECIFIED


def uses_decimal_comma(texts: Iterable[str]) -> bool:
    """Whether the unambiguous numbers of a document have decimal commas (`4.711,98`, `12,5`)."""
    comma = point = 0
    for text in texts:
        for digits in re.findall(r"\d[\d.,]*\d", text):
            if re.fullmatch(r"(?:\d{1,3}(?:\.\d{3})+|\d+),\d{1,2}", digits):
                comma += 1
            elif re.fullmatch(r"(?:\d{1,3}(?:,\d{3})+|\d+)\.\d{1,2}|\d{1,3}(?:,\d{3})+", digits):
                point += 1
    return comma > point


def to_decimal(digits: str, *, decimal_comma: bool = False) -> Decimal | None:
    """The value of digits with separators, or None where they cannot be one number.

    With both separators the last one is the decimal's; with one kind, groups of three are thousands unless the document
    has decimal commas (or points) elsewhere.
    """
    plain = re.sub(r"[ \u00a0\u202f'’]", "", digits)
    point, comma = plain.rfind("."), plain.rfind(",")
    if point >= 0 and comma >= 0:
        decimal = "." if point > comma else ","
    elif comma >= 0:
        grouped = re.fullmatch(r"\d{1,3}(?:,\d{2,3})*,\d{3}", plain) is not None
        decimal = "," if (decimal_comma and plain.count(",") == 1) or not grouped else "."
    elif plain.count(".") > 1 or (decimal_comma and re.fullmatch(r"\d{1,3}(?:\.\d{3})+", plain)):
        decimal = ","
    else:
        decimal = "."
    other = "," if decimal == "." else "."
    plain = plain.replace(other, "")
    if plain.count(decimal) > 1:
        return None
    whole, _, fraction = plain.partition(decimal)
    if not whole.isdecimal() or (fraction and not fraction.isdecimal()):
        return None
    return Decimal(f"{whole}.{fraction}" if fraction else whole)


def find_numbers(text: str, *, decimal_comma: bool = False) -> list[PrintedNumber]:
    """Every number in the text, dates and times left out."""
    blanked = _DATE.sub(lambda match: "\0" * len(match.group()), text)
    found = []
    for match in _NUMBER.finditer(blanked):
        if _is_part_of_code(blanked, match):
            continue
        value = to_decimal(match["digits"], decimal_comma=decimal_comma)
        if value is None:
            continue
        value = value * 1000 if match["kilo"] else value
        opened, closed = match["open"] or match["open2"], match["close"] or match["close2"]
        start, end = match.span()
        is_range = match["minus"] is not None and start > 0 and blanked[start - 1].isalnum()
        minus = not is_range and match["minus"] in ("-", "−")
        negative = bool(opened and closed) or minus or match["minus2"] in ("-", "−")
        if bool(opened) != bool(closed):
            start, end = _without_half_parenthesis(match)
        before = (match["sign"] or match["code"] or "").upper().replace("ZŁ", "zł").replace("KČ", "Kč")
        after = (match["after"] or "").strip()
        currency = next((CURRENCY_SIGNS.get(one, one.upper()) for one in (before, after) if one), "")
        scale = Scale.UNSPECIFIED
        if match["percent"] or match["percent2"]:
            scale = Scale.PERCENT
        elif match["bp"]:
            scale = Scale.BASIS_POINT
        elif match["scale"]:
            scale = SCALE_WORDS[match["scale"].lower()]
        printed = text[start:end].strip()
        if is_range or match["minus"] in ("–", "+"):
            printed = printed.lstrip("-−–+ ")
        found.append(PrintedNumber(-value if negative else value, printed, start, end, currency, scale))
    return found


def _is_part_of_code(text: str, match: re.Match[str]) -> bool:
    """Whether the digits belong to a name or number of a thing (`PA-31-20559`, `4G`), which states no quantity."""
    start, end = match.span("digits")
    while start and not text[start - 1].isspace() and text[start - 1] not in "([":
        start -= 1
    chunk = text[start : match.end("digits")]
    if text[end : end + 1].isalpha() and not match["after"] and not match["kilo"]:
        return True
    letters = re.match(r"[^\W\d_]+", chunk)
    return letters is not None and letters.group().upper() not in CURRENCY_CODES and not match["sign"]


def _without_half_parenthesis(match: re.Match[str]) -> tuple[int, int]:
    start, end = match.span()
    if match["open"] and not match["close"] and not match["close2"]:
        start += 1
    if match["close"] and not match["open"] and not match["open2"]:
        end = match.start("close")
    if match["close2"] and not match["open"] and not match["open2"]:
        end = match.start("close2")
    return start, end


def is_nil(printed: str) -> bool:
    """Whether the words state that there is nothing (a dash, "None", "Free"); a blank cell does not."""
    return printed.strip().casefold().rstrip(".") in NIL_WORDS


def is_year(text: str) -> bool:
    """Whether the text is a calendar or fiscal year on its own."""
    return re.fullmatch(r"(?:fy|fiscal|year)?\s?(?:19|20)\d{2}\s?[a-z*]?", text.strip(), re.IGNORECASE) is not None


def parse_date(text: str) -> date | None:
    """A date as documents print it; month and year alone mean the month's first day. None where it is none."""
    folded = text.lower().replace(",", " ").replace(".", " ")
    if match := re.fullmatch(r"\s*(\d{4})-(\d{2})-(\d{2})\s*", folded):
        return _date(int(match[1]), int(match[2]), int(match[3]))
    if match := re.fullmatch(r"\s*(\d{1,2})/(\d{1,2})/(\d{4})\s*", folded):
        first, second = int(match[1]), int(match[2])
        # Month first unless that cannot be; a day that could be both is American here, as the rest of the text is.
        return _date(int(match[3]), first, second) if first <= 12 else _date(int(match[3]), second, first)
    if match := re.fullmatch(rf"\s*({MONTH})\s+(\d{{1,2}})(?:st|nd|rd|th)?\s+(\d{{4}})\s*", folded):
        return _date(int(match[3]), MONTHS[match[1]], int(match[2]))
    if match := re.fullmatch(rf"\s*(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?({MONTH})\s+(\d{{4}})\s*", folded):
        return _date(int(match[3]), MONTHS[match[2]], int(match[1]))
    if match := re.fullmatch(rf"\s*({MONTH})\s+(\d{{4}})\s*", folded):
        return _date(int(match[2]), MONTHS[match[1]], 1)
    return None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
