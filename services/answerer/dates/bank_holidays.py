"""Bank holidays of a country, by the tables of the `holidays` library; never of a country that nobody named."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache

import holidays
from babel.core import get_global

# Countries that call them bank holidays.
_COUNTRIES = ("GB", "IE")
MONDAY = 0


def country_of(locale: str, time_zone: str) -> str:
    """The country (ISO 3166) that a locale or a time zone says; "" where neither does, or they say two."""
    parts = locale.replace("_", "-").split("-")[1:]
    said = next((one.upper() for one in parts if len(one) == 2), "")
    lived_in = get_global("zone_territories").get(time_zone, "")
    if said and lived_in and said != lived_in:
        return ""
    return said or lived_in


def bank_holiday(country: str, today: date, *, month: int = 0, place: str = "", year: int | None = None) -> date | None:
    """The Monday of a bank holiday up to `today`, the same in every part of the country; else None.

    `month` 0: the latest of any. `place`: "first" or "last" of several in the month. `year` None: the most recent.
    """
    if country not in _COUNTRIES:
        return None
    found = {_in_region(country, region, today, month, place, year) for region in _regions(country)}
    return found.pop() if len(found) == 1 else None


def _in_region(country: str, region: str, today: date, month: int, place: str, year: int | None) -> date | None:
    for candidate in (today.year, today.year - 1) if year is None else (year,):
        mondays = [one for one in _mondays(country, region, candidate) if not month or one.month == month]
        if month and len(mondays) > 1 and not place:
            return None
        if not month and year is None:
            mondays = [one for one in mondays if one <= today]
        day = (mondays[0] if place == "first" else mondays[-1]) if mondays else None
        if day is not None and (year is not None or day <= today):
            return day
    return None


def _regions(country: str) -> Sequence[str]:
    return holidays.country_holidays(country).subdivisions or ("",)


@lru_cache(maxsize=64)
def _mondays(country: str, region: str, year: int) -> tuple[date, ...]:
    listed = holidays.country_holidays(country, subdiv=region or None, years=year)
    return tuple(sorted(day for day in listed if day.weekday() == MONDAY))
