"""Dates and amounts as banks print them; order and decimal mark are decided for a whole column, never for one cell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from decimal import Decimal

from babel.numbers import list_currencies

from services.retriever.ledger import decimal_marks
from services.retriever.ledger.refusals import AMBIGUOUS_AMOUNT, RowRefusal
from services.retriever.model import DateOrder

_SYMBOLS = {
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
    "US$": "USD",
    "C$": "CAD",
    "A$": "AUD",
    "zł": "PLN",
    "₩": "KRW",
    "R$": "BRL",
}
_CODE = re.compile(r"(?<![A-Za-z])([A-Z]{3})(?![A-Za-z])")


def find_currency(text: str) -> str:
    """The ISO code in a cell or header, by code or by a symbol that belongs to one currency; "$" alone tells none."""
    for code in _CODE.findall(text):
        if code in list_currencies():
            return str(code)
    return next((code for symbol, code in _SYMBOLS.items() if symbol in text), "")


def _plain(text: str) -> str:
    """A printed number without what stands beside it."""
    return re.sub(r"[A-Za-zł$€£¥₹₩%]+", "", re.sub(r"(?i)\b(?:cr|dr)\b\.?", "", text)).strip()


class Amount:
    """What a column of amounts looks like."""

    @staticmethod
    def may_be(text: str) -> bool:
        """Whether a cell is a number with nothing but a currency beside it."""
        bare = re.sub(r"[\s\u00a0\u202f'’]", "", _plain(text)).strip("-−–+()")
        letters = re.sub(r"[^A-Za-z]", "", text)
        return bool(re.fullmatch(r"[\d.,]*\d[\d.,]*", bare)) and len(letters) <= 3 and not DateColumn.may_be(text)


def choose_decimal_mark(cells: Iterable[str], currency: str) -> str:
    """The decimal mark that the cells of the columns prove; "" where none does or they differ."""
    return decimal_marks.find_decimal_mark((_plain(cell) for cell in cells), currency)


def read_amount(text: str, mark: str, currency: str = "") -> Decimal | None:
    """The number in a cell, negative for a leading or trailing minus or parentheses; None for none or a broken one.

    Raises `RowRefusal` for one that can be read in two ways.
    """
    try:
        return decimal_marks.read_amount(_plain(text), mark, currency)
    except RowRefusal as refusal:
        if str(refusal) == AMBIGUOUS_AMOUNT:
            raise
        return None


_ISO = re.compile(r"^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s].*)?$")
_COMPACT = re.compile(r"^((?:19|20)\d{2})(\d{2})(\d{2})$")
_NUMERIC = re.compile(r"^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?:[,\s]+\d{1,2}:\d{2}.*)?$")
_DAY_MONTH = re.compile(r"^(\d{1,2})[-\s/.]*([A-Za-zäéû]{3,10})\.?[-\s/,.]*(\d{4}|\d{2})(?:[,\s]+\d{1,2}:\d{2}.*)?$")
_MONTH_DAY = re.compile(
    r"^([A-Za-zäéû]{3,10})\.?[-\s]*(\d{1,2})(?:st|nd|rd|th)?,?[-\s]+(\d{4}|\d{2})(?:[,\s]+\d{1,2}:\d{2}.*)?$"
)
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january januar janvier ene enero",
            "feb february februar fev fevrier febrero",
            "mar march marz maerz mrz mars marzo",
            "apr april avr avril abr abril",
            "may mai mayo",
            "jun june juni juin junio",
            "jul july juli juil juillet julio",
            "aug august aout ago agosto",
            "sep sept september septembre septiembre",
            "oct october okt oktober octobre octubre",
            "nov november novembre noviembre",
            "dec december dez dezember decembre dic diciembre",
        ),
        start=1,
    )
    for name in names.split()
}


@dataclass(frozen=True, slots=True)
class DateColumn:
    """A column of dates with the orders that it allows; one when it is decided."""

    orders: tuple[DateOrder, ...]
    zone: tzinfo

    @staticmethod
    def may_be(text: str) -> bool:
        """Whether a cell looks like a date."""
        return any(
            pattern.match(text) for pattern in (_ISO, _COMPACT, _NUMERIC, _DAY_MONTH, _MONTH_DAY)
        ) and not re.fullmatch(r"\d+[.,]\d+", text)

    @classmethod
    def read(cls, cells: Sequence[str], wanted: DateOrder, zone: tzinfo) -> DateColumn:
        """Decide the order of day and month for the whole column. Dates with points are day first, as they are used."""
        if wanted is not DateOrder.UNSPECIFIED:
            return cls((wanted,), zone)
        numeric = [match for cell in cells if (match := _NUMERIC.match(cell))]
        if not numeric:
            return cls((DateOrder.YMD,), zone)
        firsts, seconds = [int(one[1]) for one in numeric], [int(one[3]) for one in numeric]
        day_first = all(second <= 12 for second in seconds) or sum(first > 12 for first in firsts) > sum(
            second > 12 for second in seconds
        )
        month_first = all(first <= 12 for first in firsts) or sum(second > 12 for second in seconds) > sum(
            first > 12 for first in firsts
        )
        if day_first and month_first and all(one[2] == "." for one in numeric):
            return cls((DateOrder.DMY,), zone)
        if day_first and month_first and firsts == seconds:
            return cls((DateOrder.DMY,), zone)
        orders = tuple(order for order, fits in ((DateOrder.DMY, day_first), (DateOrder.MDY, month_first)) if fits)
        return cls(orders or (DateOrder.DMY, DateOrder.MDY), zone)

    def day(self, text: str) -> date | None:
        """The day of a cell; None where it is none. An instant with an offset becomes the day in the zone."""
        try:
            return self._day(text)
        except (ValueError, OverflowError):
            return None

    def _day(self, text: str) -> date | None:
        if match := _ISO.match(text):
            if re.search(r"[T\s]\d{1,2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$", text):
                instant = datetime.fromisoformat(text.replace("/", "-").replace(" ", "T", 1).replace(" ", ""))
                return instant.astimezone(self.zone).date()
            return date(int(match[1]), int(match[2]), int(match[3]))
        if match := _COMPACT.match(text):
            return date(int(match[1]), int(match[2]), int(match[3]))
        if match := _NUMERIC.match(text):
            first, second, year = int(match[1]), int(match[3]), _year(match[4])
            if self.orders[0] is DateOrder.MDY:
                return date(year, first, second)
            return date(year, second, first)
        if match := _DAY_MONTH.match(text):
            return date(_year(match[3]), _month(match[2]), int(match[1]))
        if match := _MONTH_DAY.match(text):
            return date(_year(match[3]), _month(match[1]), int(match[2]))
        return None


def _month(name: str) -> int:
    folded = name.lower().replace("ä", "a").replace("é", "e").replace("û", "u")
    number = _MONTHS.get(folded)
    if number is None:
        raise ValueError("a month's name")
    return number


def _year(text: str) -> int:
    return int(text) if len(text) == 4 else 2000 + int(text)
