"""Stretches of a question that say a period, as calendar days (money semantics, section 6).

Days are inclusive at both ends, weeks run Monday to Sunday, and a name of a month without a year is the most recent one
that has begun. Everything is counted from `today`, the question's day in the user's time zone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from dateutil.relativedelta import relativedelta

from services.answerer.dates.calendar import (
    DAYS,
    MONTHS,
    Days,
    Unit,
    label,
    month_days,
    months_touched,
    shift,
    unit_start,
    whole,
    years_touched,
)
from services.answerer.dates.ranges import AFTER, FROM, INCLUSIVE, ONWARDS, SINCE, UNTIL, give_years, join_ranges
from services.answerer.dates.readers import PATTERNS, read_periods
from services.answerer.dates.spans import NUMBER_WORDS, PeriodSpan

__all__ = [
    "DAYS",
    "MONTHS",
    "NUMBER_WORDS",
    "PERIOD_PATTERNS",
    "Days",
    "PeriodSpan",
    "Unit",
    "find_periods",
    "label",
    "month_days",
    "months_touched",
    "shift",
    "unit_start",
    "whole",
    "years_touched",
]

# All that says a period, for whoever wants the words of it.
PERIOD_PATTERNS = (*(pattern for pattern, _ in PATTERNS), SINCE, FROM, ONWARDS, UNTIL, INCLUSIVE, AFTER)


def find_periods(text: str, today: date, *, day_first: bool = False, country: str = "") -> list[PeriodSpan]:
    """Every period that `text` says, in order, without overlap. `text` is in lower case.

    `day_first` decides 3/4/2025 where both orders are dates, `country` (ISO 3166) which days are bank holidays.
    """
    atoms = give_years(text, _take_longest(read_periods(text, today, day_first, country)))
    return _years_before(join_ranges(text, atoms, today), today)


def _years_before(spans: list[PeriodSpan], today: date) -> list[PeriodSpan]:
    """ "The same period last year" is the other period of the question, cut at today, a year earlier."""
    others = [one for one in spans if not one.same_last_year and one.days.start and one.days.end]
    if len(spans) != 2 or len(others) != 1:
        return spans
    days = others[0].days
    assert days.start is not None
    assert days.end is not None
    year = relativedelta(years=1)
    shifted = Days(days.start - year, min(days.end, today) - year)
    if days.end <= today and days.end == month_days(days.end.year, days.end.month).end:
        shifted = Days(days.start - year, month_days(days.end.year - 1, days.end.month).end)
    return [replace(one, days=shifted) if one.same_last_year else one for one in spans]


def _take_longest(spans: Iterator[PeriodSpan]) -> list[PeriodSpan]:
    taken: list[PeriodSpan] = []
    for span in sorted(spans, key=lambda one: (one.start - one.end, one.start)):
        if all(span.end <= other.start or span.start >= other.end for other in taken):
            taken.append(span)
    return sorted(taken, key=lambda one: one.start)
