"""Calendar arithmetic: days, and the weeks, months, quarters, halves and years that they lie in.

Days are inclusive at both ends, weeks run Monday to Sunday (money semantics, section 6).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from dateutil.relativedelta import relativedelta

MONTHS = (
    "january february march april may june july august september october november december".split()  # noqa: SIM905
)
DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()  # noqa: SIM905
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}


class Unit(StrEnum):
    """What a period is made of."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    HALF = "half"
    YEAR = "year"
    RANGE = "range"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Days:
    """A run of days. `start` None: since the first covered day. `end` None: up to today."""

    start: date | None
    end: date | None


def month_days(year: int, month: int) -> Days:
    """First to last day of a calendar month."""
    first = date(year, month, 1)
    return Days(first, first + relativedelta(months=1, days=-1))


def unit_start(day: date, unit: Unit) -> date:
    """First day of the calendar week, month, quarter, half or year that holds `day`."""
    match unit:
        case Unit.WEEK:
            return day - timedelta(days=day.weekday())
        case Unit.MONTH:
            return day.replace(day=1)
        case Unit.QUARTER:
            return date(day.year, (day.month - 1) // 3 * 3 + 1, 1)
        case Unit.HALF:
            return date(day.year, 1 if day.month <= 6 else 7, 1)
        case Unit.YEAR:
            return date(day.year, 1, 1)
    return day


def shift(day: date, unit: Unit, count: int) -> date:
    """`day` moved by `count` units; the end of a shorter month stands for a day that it lacks."""
    step = {
        Unit.DAY: relativedelta(days=count),
        Unit.WEEK: relativedelta(weeks=count),
        Unit.MONTH: relativedelta(months=count),
        Unit.QUARTER: relativedelta(months=3 * count),
        Unit.HALF: relativedelta(months=6 * count),
        Unit.YEAR: relativedelta(years=count),
    }[unit]
    return day + step


def whole(day: date, unit: Unit, count: int = 0) -> Days:
    """The calendar unit `count` units from the one that holds `day`."""
    start = shift(unit_start(day, unit), unit, count)
    return Days(start, shift(start, unit, 1) - timedelta(days=1))


def months_touched(start: date, end: date) -> int:
    """Calendar months that the days from `start` to `end` lie in."""
    return (end.year - start.year) * 12 + end.month - start.month + 1


def years_touched(start: date, end: date) -> int:
    """Calendar years that the days from `start` to `end` lie in."""
    return end.year - start.year + 1


def label(start: date, end: date) -> str:
    """The days as a person writes them ("1–31 October 2025"). Holds nothing but days, months and years."""
    if start == end:
        return f"{start.day} {start:%B %Y}"
    if (start.year, start.month) == (end.year, end.month):
        return f"{start.day}–{end.day} {end:%B %Y}"
    return f"{start.day} {start:%B %Y} – {end.day} {end:%B %Y}"
