"""Days with a name: how each is said, and its days in a year."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

from dateutil.easter import easter
from dateutil.relativedelta import FR, MO, SA, SU, TH, TU, WE, relativedelta

WEEKDAY_RULES = (MO, TU, WE, TH, FR, SA, SU)

Feast = Callable[[int], tuple[date, date]]


def _nth_weekday(year: int, month: int, weekday: int, place: int) -> date:
    """The `place`-th of a weekday in a month; -1 the last."""
    return date(year, month, 1) + relativedelta(day=31 if place < 0 else 1, weekday=WEEKDAY_RULES[weekday](place))


def _one(month: int, day: int) -> Feast:
    return lambda year: (date(year, month, day), date(year, month, day))


def _moving(first: Callable[[int], date], days: int = 1) -> Feast:
    return lambda year: (first(year), first(year) + timedelta(days=days - 1))


def _thanksgiving(year: int) -> date:
    return _nth_weekday(year, 11, 3, 4)


def _weekend_to(monday: Callable[[int], date]) -> Feast:
    return lambda year: (monday(year) - timedelta(days=2), monday(year))


def _victoria_day(year: int) -> date:
    return date(year, 5, 24) + relativedelta(weekday=WEEKDAY_RULES[0](-1))


# Easter: dateutil's Gregorian computus.
HOLIDAYS: dict[str, tuple[str, Feast]] = {
    "black friday": (r"black friday", _moving(lambda year: _thanksgiving(year) + timedelta(days=1))),
    "cyber monday": (r"cyber monday", _moving(lambda year: _thanksgiving(year) + timedelta(days=4))),
    "thanksgiving weekend": (r"thanksgiving weekend", _moving(_thanksgiving, 4)),
    "thanksgiving": (r"(?:american |us )?thanksgiving(?: day)?", _moving(_thanksgiving)),
    "christmas eve": (r"christmas eve|xmas eve", _one(12, 24)),
    "christmas": (r"(?:christmas|xmas)(?: day)?(?! (?:week|period|season|holiday|break|shopping|time))", _one(12, 25)),
    "boxing day": (r"boxing day|(?:st\.? |saint )?stephen'?s day", _one(12, 26)),
    "new year's eve": (r"new year'?s eve|nye", _one(12, 31)),
    "new year's day": (r"new year'?s(?: day)?|the new year", _one(1, 1)),
    "valentine's day": (r"(?:st\.? )?valentine'?s(?: day)?", _one(2, 14)),
    "st patrick's day": (r"(?:st\.? |saint )?patrick'?s day|paddy'?s day", _one(3, 17)),
    "halloween": (r"halloween", _one(10, 31)),
    "good friday": (r"good friday", _moving(lambda year: easter(year) - timedelta(days=2))),
    "easter weekend": (r"(?:the )?easter weekend", _moving(lambda year: easter(year) - timedelta(days=2), 4)),
    "easter monday": (r"easter monday", _moving(lambda year: easter(year) + timedelta(days=1))),
    "easter": (r"easter(?: sunday)?", _moving(easter)),
    "memorial day weekend": (r"memorial day weekend", _weekend_to(lambda year: _nth_weekday(year, 5, 0, -1))),
    "memorial day": (r"memorial day", _moving(lambda year: _nth_weekday(year, 5, 0, -1))),
    "labor day weekend": (r"labou?r day weekend", _weekend_to(lambda year: _nth_weekday(year, 9, 0, 1))),
    "labor day": (r"labou?r day", _moving(lambda year: _nth_weekday(year, 9, 0, 1))),
    "martin luther king weekend": (
        r"(?:mlk|martin luther king(?:,? jr\.?)?)(?:'s)?(?: day)? weekend",
        _weekend_to(lambda year: _nth_weekday(year, 1, 0, 3)),
    ),
    "martin luther king day": (
        r"(?:mlk|martin luther king(?:,? jr\.?)?)(?:'s)?(?: birthday)? day|mlk",
        _moving(lambda year: _nth_weekday(year, 1, 0, 3)),
    ),
    "presidents' day weekend": (
        r"presidents?'?s?'? day weekend",
        _weekend_to(lambda year: _nth_weekday(year, 2, 0, 3)),
    ),
    "presidents' day": (r"presidents?'?s?'? day", _moving(lambda year: _nth_weekday(year, 2, 0, 3))),
    "juneteenth": (r"juneteenth", _one(6, 19)),
    "veterans day": (r"veterans?'?s?'? day", _one(11, 11)),
    "columbus day weekend": (
        r"(?:columbus|indigenous peoples'?) day weekend",
        _weekend_to(lambda year: _nth_weekday(year, 10, 0, 2)),
    ),
    "columbus day": (
        r"(?:columbus|indigenous peoples'?) day",
        _moving(lambda year: _nth_weekday(year, 10, 0, 2)),
    ),
    "independence day": (r"(?:the )?(?:4th|fourth) of july|july (?:4th|fourth)|independence day", _one(7, 4)),
    "canada day": (r"canada day", _one(7, 1)),
    "victoria day weekend": (r"victoria day weekend", _weekend_to(_victoria_day)),
    "victoria day": (r"victoria day", _moving(_victoria_day)),
    "st nicholas": (r"st\.? nicholas(?:'? day)?|sinterklaas", _one(12, 6)),
    "king's day": (r"king'?s day", _one(4, 27)),
}
SEASONS_TOO = ("christmas", "easter", "thanksgiving")


def group_name(name: str) -> str:
    """The group of `HOLIDAY` that matched where the feast of that name was said."""
    return re.sub(r"\W", "_", name)


HOLIDAY = "|".join(f"(?P<{group_name(name)}>{said})" for name, (said, _) in HOLIDAYS.items())
