"""Periods as questions and labels name them: years, fiscal years, pairs of years, months, days, quarters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from services.common.printed import MONTH, MONTHS

_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
_QUARTER = rf"(?P<ordinal>{'|'.join(_ORDINALS)})[ -]quarter|\bq(?P<q>[1-4])\b"
_PERIOD = re.compile(
    rf"(?P<slash>(?<![\d.,$/])(?:19|20)\d{{2}}\s?/\s?(?:(?:19|20)\d{{2}}|\d{{2}}))(?![\d/])"
    rf"|\b(?P<month>{MONTH})\b\.?[\s-]*(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!\d))?(?:,?[\s-]*(?P<year>(?:19|"
    rf"20)\d{{2}})\b)?"
    rf"|\b(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<month2>{MONTH})\b\.?(?:,?\s*(?P<year2>(?:19|"
    rf"20)\d{{2}})\b)?"
    rf"|(?P<iso>(?:19|20)\d{{2}}-\d{{2}}-\d{{2}})"
    rf"|\b(?:fy|fye|f)\s?'?(?P<fiscal>\d{{2}}|(?:19|20)\d{{2}})\b(?!\s?/)"
    rf"|(?<![\d.$/])(?:(?<!,)|(?<=\d{{4}},))(?P<plain>(?:19|20)\d{{2}})(?![\d%]|\.\d|,\d{{3}}(?!\d))"
    rf"|{_QUARTER}",
    re.IGNORECASE,
)
# "apr" is a rate, "may", "mar" and "dec" are words, unless a day or a year follows.
_NO_MONTH_ALONE = frozenset(
    ("apr", "mar", "may", "dec", "sep", "jun", "jul", "jan", "feb", "aug", "oct", "nov", "march")
)
_MONTH_DAY = re.compile(rf"\b(?:{MONTH})\b", re.IGNORECASE)
_LIST_OF_YEARS = re.compile(
    r"\b(?:19|20)\d{2}\s?(?:-|to|through|until|thru)\s?(?:(?:fy|fiscal(?: year)?|year)\s?)?(?:19|20)\d{2}\b"
)
_PERIOD_WORDS = re.compile(
    r"\b(?:the )?(?:fiscal |financial |calendar |full )?(?:years?|fy|fye|fys|quarters?|periods?)(?: ended| ending|"
    r"[- ]end)?\b|\b(?:as of|as at|for the|"
    r"ended|ending|year[- ]end|fiscal|respectively|balance as)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """A period as far as it is named; `None` for what is not. `until` is the second year of a pair ("2018/19")."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    quarter: int | None = None
    until: int | None = None

    def holds(self, other: Period) -> bool:
        """Whether a label's period `other` is this one: nothing that is named here is missing or different there."""
        return all(
            mine is None or mine == theirs
            for mine, theirs in (
                (self.year, other.year),
                (self.month, other.month),
                (self.day, other.day),
                (self.quarter, other.quarter),
            )
        ) and (self.until is None or other.until is None or self.until == other.until)


@lru_cache(maxsize=50_000)
def periods_in(text: str) -> tuple[Period, ...]:
    """The periods that a text names, in order; a month and day without a year take the next year that is named."""
    return _found(text)[0]


@lru_cache(maxsize=50_000)
def _found(text: str) -> tuple[tuple[Period, ...], tuple[tuple[int, int], ...]]:
    """The periods, and where all that names one stands."""
    found: list[tuple[Period, re.Match[str]]] = []
    spans: list[tuple[int, int]] = []
    alone = len(_MONTH_DAY.findall(text)) == 1
    for match in _PERIOD.finditer(text):
        period = _period(match)
        if period is None or (
            alone
            and period.day
            and period.year is None
            and re.match(r"\s(?:in|for|of)\s(?:19|20)\d{2}\b", text[match.end() :])
        ):
            # "outstanding at 1 April in 2019": the day names the line.
            continue
        spans.append(match.span())
        if found and period.quarter is None and found[-1][0].quarter is not None and found[-1][0].year is None:
            # "the third quarter of 2019"
            found[-1] = (Period(period.year, period.month, period.day, found[-1][0].quarter), match)
            continue
        if (
            found
            and period.quarter is not None
            and period.year is None
            and found[-1][0].year
            and not (found[-1][0].month or found[-1][0].quarter)
        ):
            between = text[found[-1][1].end() : match.start()]
            if len(between.split()) <= 1:
                # "the fiscal 2019 third quarter"
                found[-1] = (Period(found[-1][0].year, quarter=period.quarter), match)
                continue
        found.append((period, match))
    following: int | None = None
    for index in reversed(range(len(found))):
        period, match = found[index]
        if period.year is not None:
            following = period.year
        elif following is not None and (period.month or period.quarter):
            found[index] = (Period(following, period.month, period.day, period.quarter), match)
    last: int | None = None
    for index, (period, match) in enumerate(found):
        if period.year is not None:
            last = period.year
        elif last is not None and (period.month or period.quarter):
            found[index] = (Period(last, period.month, period.day, period.quarter), match)
    named = [period for period, _ in found]
    # "July 27 and April 27 in 2019" names two days, and their year.
    exact = {one.year for one in named if one.month or one.quarter}
    return tuple(one for one in named if one != Period(one.year) or one.year not in exact), tuple(spans)


def _period(match: re.Match[str]) -> Period | None:
    if match["slash"]:
        first, second = re.split(r"\s?/\s?", match["slash"])
        until = int(second) if len(second) == 4 else int(first[:2] + second)
        return Period(int(first), until=until) if until == int(first) + 1 else None
    if match["iso"]:
        year, month, day = match["iso"].split("-")
        return Period(int(year), int(month), int(day))
    if match["month"] or match["month2"]:
        name = (match["month"] or match["month2"]).lower()
        day, year = match["day"] or match["day2"], match["year"] or match["year2"]
        if name in _NO_MONTH_ALONE and not day and not year:
            return None
        return Period(int(year) if year else None, MONTHS[name], int(day) if day else None)
    if match["fiscal"]:
        return Period(int(match["fiscal"]) if len(match["fiscal"]) == 4 else 2000 + int(match["fiscal"]))
    if match["plain"]:
        return Period(int(match["plain"]))
    return Period(quarter=_ORDINALS[match["ordinal"].lower()] if match["ordinal"] else int(match["q"]))


@lru_cache(maxsize=50_000)
def without_periods(text: str) -> str:
    """The text without its periods and the words that only introduce them."""
    rest, end = [], 0
    for start, stop in _found(text)[1]:
        if start >= end:
            rest.append(text[end:start])
            end = stop
    rest.append(text[end:])
    return re.sub(r"\s+", " ", _PERIOD_WORDS.sub(" ", " ".join(rest))).strip(" ,.;:-–()")


@lru_cache(maxsize=50_000)
def asked_periods(text: str) -> tuple[Period, ...]:
    """The periods that a question names, each once, in order; "2017 to 2019" names the years between them too."""
    periods = list(dict.fromkeys(periods_in(text)))
    if _LIST_OF_YEARS.search(text):
        years = [one.year for one in periods if one.year is not None]
        if len(years) == 2 and all(one == Period(one.year) for one in periods) and 1 < abs(years[1] - years[0]) <= 30:
            low, high = sorted(years)
            return tuple(Period(year) for year in range(low, high + 1))
    return tuple(periods)


@lru_cache(maxsize=50_000)
def label_period(labels: tuple[str, ...]) -> Period | None:
    """The one period of a label path, as exact as its parts together say; None where they name none, or two."""
    periods = [period for label in labels for period in periods_in(label)]
    if not periods:
        return None
    years = {one.year for one in periods if one.year is not None}
    if len(years) > 1:
        return None
    year = years.pop() if years else None
    months = {(one.month, one.day) for one in periods if one.month}
    quarters = {one.quarter for one in periods if one.quarter}
    if len(months) > 1 or len(quarters) > 1:
        return None
    month, day = months.pop() if months else (None, None)
    until = next((one.until for one in periods if one.until), None)
    return Period(year, month, day, quarters.pop() if quarters else None, until)


def order_of(period: Period) -> tuple[int, int, int, int]:
    """A key that puts periods in the order of time."""
    return (period.year or 0, period.quarter or 0, period.month or 0, period.day or 0)


def years_of_periods(periods: Iterable[Period]) -> tuple[int, ...]:
    """The years of some periods, each once, in order."""
    return tuple(sorted({one.year for one in periods if one.year is not None}))


def is_earlier_first(periods: Sequence[Period]) -> bool:
    """Whether two periods are named in the order of time."""
    return order_of(periods[0]) <= order_of(periods[-1])
