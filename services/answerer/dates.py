"""Stretches of a question that say a period, as calendar days (money semantics, section 6).

Days are inclusive at both ends, weeks run Monday to Sunday, and a name of a month without a year is the most recent one
that has begun. Everything is counted from `today`, the question's day in the user's time zone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from dateutil.easter import easter
from dateutil.relativedelta import FR, MO, SA, SU, TH, TU, WE, relativedelta

from services.answerer.bank_holidays import bank_holiday

MONTHS = (
    "january february march april may june july august september october november december".split()  # noqa: SIM905
)
NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "  # noqa: SIM905
        "eighteen nineteen twenty".split(),
        start=1,
    )
} | {"thirty": 30, "sixty": 60, "ninety": 90, "couple of": 2, "few": 3}
DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()  # noqa: SIM905
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
ORDINALS = {
    "front": 1,
    "back": 2,
    "latter": 2,
    "first": 1,
    "1st": 1,
    "second": 2,
    "2nd": 2,
    "third": 3,
    "3rd": 3,
    "fourth": 4,
    "4th": 4,
    "last": 0,
}
EARLIEST = date(1970, 1, 1)
WEEKDAY_RULES = (MO, TU, WE, TH, FR, SA, SU)


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


@dataclass(frozen=True, slots=True)
class PeriodSpan:
    """A stretch of the text, characters `start` to `end`, with the days that it says.

    `parts` are the two sides of a range ("June to August"), which a comparison reads as from and to. `other` is a
    second reading that is as good, `near` one that the policy's own reading stands before. `yearless` marks a month or
    day whose year was not said, `same_last_year` one that is counted from the question's other period.
    """

    start: int
    end: int
    days: Days
    unit: Unit
    count: int = 1
    parts: tuple[PeriodSpan, ...] = ()
    other: Days | None = None
    near: Days | None = None
    yearless: bool = False
    same_last_year: bool = False


Reader = Callable[[re.Match[str], date], "PeriodSpan | None"]
Feast = Callable[[int], tuple[date, date]]

_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_YEAR = r"(?:(?P<year>(?:19|20)\d\d)\b|'(?P<short>\d\d)\b)"
_OF_YEAR = (
    rf"(?:(?:,| of|,? in)?\s+(?:the\s+)?(?:year\s+)?(?:{_YEAR}|(?P<said>last|this|previous|the previous)\s+year))"
)
_NUMBER = r"(?P<number>\d{1,3}|" + "|".join(NUMBER_WORDS) + ")"
_DAY = r"(?P<day>[0-3]?\d(?:st|nd|rd|th)?|first)"
_BACK = r"(?:last|past|previous|prior|preceding|most recent)"


def find_periods(text: str, today: date, *, day_first: bool = False, country: str = "") -> list[PeriodSpan]:
    """Every period that `text` says, in order, without overlap. `text` is in lower case.

    `day_first` decides 3/4/2025 where both orders are dates, `country` (ISO 3166) which days are bank holidays.
    """
    atoms = _year_from_neighbour(text, _take_longest(_atoms(text, today, day_first, country)))
    return _years_before(_ranges(text, atoms, today), today)


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


def _atoms(text: str, today: date, day_first: bool, country: str) -> Iterator[PeriodSpan]:
    for pattern, reader in _PATTERNS:
        for match in pattern.finditer(text):
            if (span := reader(match, today)) is not None:
                yield span
    for match in _SLASHED.finditer(text):
        if (span := _slashed(match, day_first)) is not None:
            yield span
    for match in _BANK_HOLIDAY.finditer(text):
        if (span := _bank_holiday(match, today, country)) is not None:
            yield span


def _take_longest(spans: Iterator[PeriodSpan]) -> list[PeriodSpan]:
    taken: list[PeriodSpan] = []
    for span in sorted(spans, key=lambda one: (one.start - one.end, one.start)):
        if all(span.end <= other.start or span.start >= other.end for other in taken):
            taken.append(span)
    return sorted(taken, key=lambda one: one.start)


def _span(match: re.Match[str], start: date | None, end: date | None, unit: Unit, count: int = 1) -> PeriodSpan:
    return PeriodSpan(match.start(), match.end(), Days(start, end), unit, count)


# --- calendar arithmetic ---------------------------------------------------------------------------------------------


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


def _year_said(match: re.Match[str], today: date) -> int | None:
    groups = match.groupdict()
    if year := groups.get("year") or groups.get("joined"):
        return int(year)
    if short := groups.get("short") or groups.get("joined_short"):
        return 2000 + int(short)
    if groups.get("said"):
        return today.year - (0 if groups["said"] == "this" else 1)
    return None


def _number(text: str) -> int:
    return NUMBER_WORDS[text] if text in NUMBER_WORDS else int(text)


def _month_number(name: str) -> int:
    return next(number for number, full in enumerate(MONTHS, start=1) if full.startswith(name.rstrip(".")[:3]))


# --- readers, one a way to say it ------------------------------------------------------------------------------------


def _iso_day(match: re.Match[str], _today: date) -> PeriodSpan | None:
    try:
        day = date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None
    return _span(match, day, day, Unit.DAY)


def _iso_month(match: re.Match[str], _today: date) -> PeriodSpan | None:
    if not 1 <= int(match[2]) <= 12:
        return None
    days = month_days(int(match[1]), int(match[2]))
    return _span(match, days.start, days.end, Unit.MONTH)


def _slashed(match: re.Match[str], day_first: bool) -> PeriodSpan | None:
    first, second, year = int(match[1]), int(match[2]), int(match[3])
    year += 2000 if year < 100 else 0
    orders = ((first, second), (second, first)) if day_first else ((second, first), (first, second))
    for day, month in orders:
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        return _span(match, found, found, Unit.DAY)
    return None


def _end_of_month(match: re.Match[str], today: date) -> PeriodSpan | None:
    """The first or last day of a month."""
    month = _month(match, today)
    if month is None:
        return None
    day = month.days.start if match["place"] == "first" else month.days.end
    return replace(_span(match, day, day, Unit.DAY), yearless=month.yearless)


def _day_of_month(match: re.Match[str], today: date) -> PeriodSpan | None:
    month, year = _month_number(match["month"]), _year_said(match, today)
    number = 1 if match["day"] == "first" else int(re.sub(r"\D", "", match["day"]))
    for candidate in (year,) if year is not None else range(today.year, today.year - 5, -1):
        try:
            day = date(candidate, month, number)
        except ValueError:
            continue
        if year is not None or day <= today:
            return replace(_span(match, day, day, Unit.DAY), yearless=year is None)
    return None


def _month(match: re.Match[str], today: date) -> PeriodSpan | None:
    number, year = _month_number(match["month"]), _year_said(match, today)
    before = (match.groupdict().get("which") or "").strip()
    if match["month"] == "apr" and re.search(
        r"\b(?:the|an?|my|is|explain|what's)\s*$", match.string[: match.start("month")]
    ):
        # The rate of a loan.
        return None
    if (
        year is None
        and match["month"] in ("may", "march", "mar", "sun")
        and not before
        and match[0].startswith(match["month"])
        and not _is_month(match)
    ):
        return None
    yearless = year is None
    if year is None:
        year = today.year if number <= today.month else today.year - 1
        if before in ("last", "previous", "this past") and (year, number) == (today.year, today.month):
            year -= 1
    days = month_days(year, number)
    return replace(_span(match, days.start, days.end, Unit.MONTH), yearless=yearless)


def _is_month(match: re.Match[str]) -> bool:
    """ "may" and "march" are months after a word that takes a time, or beside another month."""
    before, after = match.string[: match.start()].rstrip(), match.string[match.end() :]
    return bool(
        re.search(
            r"(?:\b(?:in|since|for|during|of|from|to|until|till|through|and|or|vs|versus|than|between|by|on|before"
            r"|after|of|say|over|and|minus|less|my|our|compared with|compared to|against)\.?|[,:;(&–-])$",
            before,
        )
        or re.match(r"'s\b|\s+(?:spend(?:ing)?|expenses|total|bills?|purchases|outgoings|fees|income|refunds)\b", after)
        or re.match(rf"\s*(?:vs\.?|versus|and|or|to|-|–|compared (?:to|with))\s+{_MONTH}", after)
    )


def _quarter(match: re.Match[str], today: date) -> PeriodSpan | None:
    number = int(match["quarter"]) if match["quarter"].isdigit() else ORDINALS[match["quarter"]] or 4
    year = _year_said(match, today)
    if year is None:
        year = today.year if date(today.year, 3 * number - 2, 1) <= today else today.year - 1
    days = whole(date(year, 3 * number - 2, 1), Unit.QUARTER)
    return _span(match, days.start, days.end, Unit.QUARTER)


def _half(match: re.Match[str], today: date) -> PeriodSpan | None:
    number = int(match["half"]) if match["half"].isdigit() else ORDINALS[match["half"]] or 2
    year = _year_said(match, today)
    if year is None:
        year = today.year if date(today.year, 6 * number - 5, 1) <= today else today.year - 1
    days = whole(date(year, 6 * number - 5, 1), Unit.HALF)
    return _span(match, days.start, days.end, Unit.HALF)


def _tax_year(match: re.Match[str], today: date) -> PeriodSpan | None:
    """The United Kingdom's: 6 April to 5 April."""
    if match.groupdict().get("which"):
        current = today.year if today >= date(today.year, 4, 6) else today.year - 1
        start = current - (0 if match["which"] in ("this", "current") else 1)
    else:
        start = int(match["start"])
        if (start + 1) % 100 != int(match["end"]) % 100:
            return None
    return _span(match, date(start, 4, 6), date(start + 1, 4, 5), Unit.YEAR)


def _named_unit(match: re.Match[str], today: date) -> PeriodSpan | None:
    unit, which = Unit(match["unit"]), match["which"].removeprefix("the ")
    if which in ("this", "current"):
        return _span(match, unit_start(today, unit), today, unit)
    days = whole(today, unit, -2 if "before last" in match[0] else -1)
    found = _span(match, days.start, days.end, unit)
    if which == "past":
        running = Days(shift(today, unit, -1) + timedelta(days=1), today)
        # Past months are complete ones. "The past week" may be the seven days up to now or the last calendar week, and
        # "the past year" likewise: of these neither is clearly meant.
        return replace(found, near=running) if unit in (Unit.MONTH, Unit.QUARTER) else replace(found, other=running)
    return found


def _last_many(match: re.Match[str], today: date) -> PeriodSpan | None:
    count, unit = _number(match["number"]), Unit(match["unit"])
    if count < 1:
        return None
    if unit in (Unit.DAY, Unit.WEEK):
        days = count * (7 if unit is Unit.WEEK else 1)
        return _span(match, today - timedelta(days=days - 1), today, unit, count)
    end = unit_start(today, unit)
    return _span(match, shift(end, unit, -count), end - timedelta(days=1), unit, count)


def _to_date(match: re.Match[str], today: date) -> PeriodSpan | None:
    groups = match.groupdict()
    said = groups.get("unit") or groups.get("unit2") or {"y": "year", "m": "month", "q": "quarter"}[groups["letter"]]
    unit = Unit(said)
    return _span(match, unit_start(today, unit), today, unit)


def _single_day(match: re.Match[str], today: date) -> PeriodSpan | None:
    back = {"today": 0, "yesterday": 1, "the day before yesterday": 2}[match[0]]
    day = today - timedelta(days=back)
    return _span(match, day, day, Unit.DAY)


def _days_ago(match: re.Match[str], today: date) -> PeriodSpan | None:
    day = today - timedelta(days=_number(match["number"]))
    return _span(match, day, day, Unit.DAY)


def _weekday(match: re.Match[str], today: date) -> PeriodSpan | None:
    back = (today.weekday() - DAYS.index(match["weekday"])) % 7
    if match["which"].strip() in ("last", "this past") and back == 0:
        back = 7
    day = today - timedelta(days=back)
    return _span(match, day, day, Unit.DAY)


def _weekend(match: re.Match[str], today: date) -> PeriodSpan | None:
    monday = unit_start(today, Unit.WEEK)
    saturday = monday + timedelta(days=5)
    if match["which"] == "the":
        saturday -= timedelta(days=14)
    elif match["which"] == "over the":
        saturday -= timedelta(days=0 if saturday <= today else 7)
    elif match["which"] != "this":
        saturday -= timedelta(days=7)
    elif saturday > today:
        return None
    return _span(match, saturday, min(saturday + timedelta(days=1), today), Unit.RANGE)


def _season(match: re.Match[str], today: date) -> PeriodSpan | None:
    month, year = SEASONS[match["season"]], _year_said(match, today)
    if year is None:
        year = today.year if date(today.year, month, 1) <= today else today.year - 1
        if match["which"] == "last" and date(year, month, 1) + relativedelta(months=3) > today:
            year -= 1
    start = date(year, month, 1)
    return _span(match, start, start + relativedelta(months=3, days=-1), Unit.RANGE)


def _fortnight(match: re.Match[str], today: date) -> PeriodSpan | None:
    return _span(match, today - timedelta(days=13), today, Unit.WEEK, 2)


def _units_ago(match: re.Match[str], today: date) -> PeriodSpan | None:
    """ "Two months ago": the calendar month; "two weeks ago" may be that day or that week."""
    unit, count = Unit(match["unit"]), _number(match.groupdict().get("number") or "one")
    days = whole(today, unit, -count)
    day = shift(today, unit, -count)
    other = Days(day, day) if unit in (Unit.WEEK, Unit.YEAR) else None
    return replace(_span(match, days.start, days.end, unit), other=other)


def _week_of(match: re.Match[str], today: date) -> PeriodSpan | None:
    day = _day_of_month(match, today)
    if day is None or day.days.start is None:
        return None
    week = whole(day.days.start, Unit.WEEK)
    from_it = Days(day.days.start, day.days.start + timedelta(days=6))
    if week == from_it:
        return _span(match, week.start, week.end, Unit.WEEK)
    if "of" in match[0].split()[:3]:
        # Weeks run from Monday to Sunday.
        return replace(_span(match, week.start, week.end, Unit.WEEK), near=from_it)
    return _span(match, from_it.start, from_it.end, Unit.WEEK)


def _days_of_month(match: re.Match[str], today: date) -> PeriodSpan | None:
    """ "Between the 1st and the 15th of January"."""
    last = _day_of_month(match, today)
    if last is None or last.days.start is None:
        return None
    first = 1 if match["from"] == "first" else int(re.sub(r"\D", "", match["from"]))
    if not 0 < first <= last.days.start.day:
        return None
    return _span(match, last.days.start.replace(day=first), last.days.start, Unit.RANGE)


def _first_week(match: re.Match[str], today: date) -> PeriodSpan | None:
    month = _month(match, today)
    if month is None or month.days.start is None:
        return None
    start = month.days.start
    week = whole(start, Unit.WEEK)
    other = week if week.start == start else whole(start, Unit.WEEK, 1)
    days = Days(start, start + timedelta(days=6))
    return replace(_span(match, days.start, days.end, Unit.RANGE), other=None if other == days else other)


def _edge_of_month(match: re.Match[str], today: date) -> PeriodSpan | None:
    """ "The first two weeks of December", "the last ten days of May"."""
    month = _month(match, today)
    if month is None or month.days.start is None or month.days.end is None:
        return None
    count = _number(match.groupdict().get("number") or "one") * (7 if match["unit"] == "week" else 1)
    if not 0 < count <= (month.days.end - month.days.start).days:
        return None
    days = Days(month.days.start, month.days.start + timedelta(days=count - 1))
    if match["place"] == "last":
        days = Days(month.days.end - timedelta(days=count - 1), month.days.end)
    weeks = _weeks_beside(days, at_the_end=match["place"] == "last") if match["unit"] == "week" else None
    return replace(_span(match, days.start, days.end, Unit.RANGE), other=weeks)


def _weeks_beside(days: Days, *, at_the_end: bool) -> Days | None:
    """As many calendar weeks from the month's first Monday, or up to the week of its last day; None: the same days."""
    assert days.start is not None
    assert days.end is not None
    length = days.end - days.start
    if at_the_end:
        last = unit_start(days.end, Unit.WEEK) + timedelta(days=6)
        weeks = Days(last - length, last)
    else:
        week = unit_start(days.start, Unit.WEEK)
        first = week if week == days.start else week + timedelta(days=7)
        weeks = Days(first, first + length)
    return None if weeks == days else weeks


def _week_ending(match: re.Match[str], today: date) -> PeriodSpan | None:
    day = _day_of_month(match, today)
    if day is None or day.days.start is None:
        return None
    return _span(match, day.days.start - timedelta(days=6), day.days.start, Unit.WEEK)


def _beside_holiday(match: re.Match[str], today: date) -> PeriodSpan | None:
    """ "The day after Christmas"."""
    feast = _holiday(match, today)
    if feast is None or feast.days.start is None or feast.days.end is None:
        return None
    after = match["side"] == "after"
    day = feast.days.end + timedelta(days=1) if after else feast.days.start - timedelta(days=1)
    return _span(match, day, day, Unit.DAY)


def _fortnight_ago(match: re.Match[str], today: date) -> PeriodSpan | None:
    days, day = whole(today, Unit.WEEK, -2), today - timedelta(days=14)
    return replace(_span(match, days.start, days.end, Unit.WEEK), other=Days(day, day))


def _same_last_year(match: re.Match[str], today: date) -> PeriodSpan | None:
    """The year before's share of whatever period it is compared with; alone, of the year to date."""
    start = date(today.year - 1, 1, 1)
    return replace(_span(match, start, today - relativedelta(years=1), Unit.RANGE), same_last_year=True)


def _holiday(match: re.Match[str], today: date) -> PeriodSpan | None:
    """A feast by its name: its last one that has begun, or that of the year that is said."""
    name = next(key for key in HOLIDAYS if match.groupdict().get(_group(key)))
    if name in _SEASONS_TOO and not re.search(r"\b(?:day|sunday)\b", match[0]):
        # "At Christmas", "over Easter": the day, or the days around it.
        before = match.string[: match.start()].rstrip()
        if not re.search(r"\b(?:on|since|after|before|until|till|from|between|and|to)$", before):
            return None
    year = _year_said(match, today)
    for candidate in (year,) if year is not None else (today.year, today.year - 1):
        first, last = HOLIDAYS[name][1](candidate)
        if year is not None or first <= today:
            unit = Unit.DAY if first == last else Unit.RANGE
            return _span(match, first, last, unit)
    return None


def _bank_holiday(match: re.Match[str], today: date, country: str) -> PeriodSpan | None:
    """ "The early May bank holiday weekend": Saturday to Monday; without the weekend, the Monday."""
    place, month = (match["place"] or "").strip(), 0
    if match["month"]:
        month = _month_number(match["month"])
    elif place in ("spring", "summer"):
        # The United Kingdom's names for those of May and August; other countries have none of these names.
        month = {"spring": 5, "summer": 8}[place] if country == "GB" else 0
        if not month:
            return None
    which = "first" if place in ("early", "first") else "last" if place else ""
    weekend = match["rest"] is not None and "weekend" in match["rest"]
    begun = today + timedelta(days=2 if weekend else 0)
    monday = bank_holiday(country, begun, month=month, place=which, year=_year_said(match, today))
    if monday is None:
        return None
    start = monday - timedelta(days=2 if weekend else 0)
    return _span(match, start, min(monday, today) if start <= today else monday, Unit.RANGE if weekend else Unit.DAY)


def _group(name: str) -> str:
    return re.sub(r"\W", "_", name)


def _beginning(match: re.Match[str], today: date) -> PeriodSpan | None:
    """ "The start of the year": a day to count from."""
    groups = match.groupdict()
    if groups.get("season"):
        month = SEASONS[groups["season"]]
        start = date(today.year if date(today.year, month, 1) <= today else today.year - 1, month, 1)
    elif groups.get("month"):
        year = _year_said(match, today)
        number = _month_number(match["month"])
        start = date(year or (today.year if number <= today.month else today.year - 1), number, 1)
    elif groups.get("unit"):
        start = unit_start(today, Unit(groups["unit"]))
        if groups.get("which") in ("last", "previous"):
            start = shift(start, Unit(groups["unit"]), -1)
    else:
        year = _year_said(match, today)
        assert year is not None
        start = date(year, 1, 1)
    return _span(match, start, start, Unit.DAY)


def _calendar_year(match: re.Match[str], _today: date) -> PeriodSpan | None:
    year = int(match["year"])
    return _span(match, date(year, 1, 1), date(year, 12, 31), Unit.YEAR)


def _all_time(match: re.Match[str], _today: date) -> PeriodSpan | None:
    return _span(match, None, None, Unit.ALL)


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


# How a feast is said, and its days in a year. Easter: dateutil's Gregorian computus.
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
_SEASONS_TOO = ("christmas", "easter", "thanksgiving")
_HOLIDAY = "|".join(f"(?P<{_group(name)}>{said})" for name, (said, _) in HOLIDAYS.items())

_UNIT = r"(?P<unit>week|month|quarter|year)"
_PATTERNS: tuple[tuple[re.Pattern[str], Reader], ...] = tuple(
    (re.compile(pattern), reader)
    for pattern, reader in (
        (r"\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b", _iso_day),
        (r"\b((?:19|20)\d\d)-(\d\d)\b(?!-)", _iso_month),
        (rf"\b(?:on )?the day (?P<side>before|after) (?:{_HOLIDAY})\b(?:{_OF_YEAR})?", _beside_holiday),
        (rf"\b(?:{_HOLIDAY})\b(?:{_OF_YEAR})?", _holiday),
        (
            (
                rf"\b(?:the )?(?P<place>first|last) {_NUMBER} (?P<unit>day|week)s (?:of|in) (?:the month of )?"
                rf"{_MONTH}{_OF_YEAR}?"
            ),
            _edge_of_month,
        ),
        (rf"\b(?:the )?(?P<place>last) (?P<unit>week) (?:of|in) {_MONTH}{_OF_YEAR}?", _edge_of_month),
        (
            rf"\b(?:the )?week ending(?: on)? (?:the )?(?:{_DAY}(?: of)? {_MONTH}){_OF_YEAR}?",
            _week_ending,
        ),
        (rf"\b(?:the )?week ending(?: on)? (?:the )?{_MONTH} {_DAY}(?![\d/:.]*\d)\b{_OF_YEAR}?", _week_ending),
        (r"\ba fortnight ago\b", _fortnight_ago),
        (rf"\b(?:the )?{_DAY}(?: of)?\s+{_MONTH}{_OF_YEAR}?", _day_of_month),
        (rf"\b{_MONTH}\s+(?:the )?{_DAY}(?![\d/:.]*\d)\b{_OF_YEAR}?", _day_of_month),
        (rf"\b(?:(?P<which>last|previous|this|this past)\s+)?{_MONTH}{_OF_YEAR}?", _month),
        (
            (
                rf"\bq(?P<quarter>[1-4])\b(?:{_OF_YEAR}"
                rf"|[/-]{_YEAR.replace('<year>', '<joined>').replace('<short>', '<joined_short>')})?"
            ),
            _quarter,
        ),
        (rf"\b{_YEAR}[ -]?q(?P<quarter>[1-4])\b", _quarter),
        (rf"\bquarter (?P<quarter>[1-4])\b{_OF_YEAR}?", _quarter),
        (rf"\b(?:the )?(?P<quarter>first|second|third|fourth|1st|2nd|3rd|4th|last) quarter{_OF_YEAR}", _quarter),
        (r"\b(?:the )?(?P<quarter>first|second|third|fourth|1st|2nd|3rd|4th) quarter\b", _quarter),
        (rf"\bh(?P<half>[12])\b{_OF_YEAR}?", _half),
        (rf"\b{_YEAR}[ -]?h(?P<half>[12])\b", _half),
        (rf"\b(?:the )?(?P<half>first|second|1st|2nd|last) half{_OF_YEAR}", _half),
        (r"\b(?:the )?(?P<half>first|second|1st|2nd) half of the year\b", _half),
        (r"\b(?:the )?(?P<start>20\d\d)\s*[/–-]\s*(?P<end>(?:20)?\d\d) (?:uk )?(?:tax|financial) year\b", _tax_year),
        (
            r"\b(?:the )?(?:uk )?(?:tax|financial) year (?P<start>20\d\d)\s*[/–-]\s*(?P<end>(?:20)?\d\d)\b",
            _tax_year,
        ),
        (r"\b(?:the )?(?P<which>this|current|last|previous) (?:uk )?tax year\b", _tax_year),
        (
            (
                rf"\b(?P<which>(?:the )?(?:this|current|last|previous|prior|past|preceding)) (?:calendar "
                rf"|full )?{_UNIT}(?: before last)?\b"
            ),
            _named_unit,
        ),
        (rf"\b(?P<which>the) {_UNIT} before last\b", _named_unit),
        (rf"\b(?P<which>the) (?:last )?full {_UNIT}\b", _named_unit),
        (
            rf"\b(?:(?:the )?(?:whole )?(?:calendar )?month of|back in|way back in) (?:the )?{_MONTH}{_OF_YEAR}?",
            _month,
        ),
        (rf"\b(?:for )?(?:the )?{_BACK} fortnight\b|\bin a fortnight\b", _fortnight),
        (rf"\b{_NUMBER} (?P<unit>week|month|quarter|year)s? ago\b", _units_ago),
        (r"\b(?P<which>a) (?P<unit>week|month|quarter|year) ago\b", _units_ago),
        (
            (
                rf"\b(?:the )?week (?:of|starting(?: on)?|beginning(?: on)?|commencing) (?:the )?{_DAY}(?: of)?"
                rf" {_MONTH}{_OF_YEAR}?"
            ),
            _week_of,
        ),
        (
            (
                rf"\b(?:the )?week (?:of|starting(?: on)?|beginning(?: on)?|commencing) (?:the )?{_MONTH}"
                rf" {_DAY}(?![\d/:.]*\d)\b{_OF_YEAR}?"
            ),
            _week_of,
        ),
        (rf"\b(?:the )?first week of {_MONTH}{_OF_YEAR}?", _first_week),
        (rf"\b(?:the )?(?:very )?(?P<place>first|last|final) day of {_MONTH}{_OF_YEAR}?", _end_of_month),
        (
            (
                rf"\b(?:between|from) (?:the )?(?P<from>[0-3]?\d(?:st|nd|rd|th)?|first) (?:and|to|until|till"
                rf"|through|[-–])"
                rf" (?:the )?{_DAY}(?: of)? {_MONTH}{_OF_YEAR}?"
            ),
            _days_of_month,
        ),
        (
            (
                r"\b(?:the )?(?:same (?:period|time|stretch|months|dates|days|point)(?: of| in)?(?: the)?|this time)"
                r" (?:last|previous|prior) year\b|\b(?:the )?(?:same|equivalent) period (?:a year (?:ago"
                r"|earlier|before)"
                r"|the year before)\b"
            ),
            _same_last_year,
        ),
        (
            rf"\b(?:the )?(?P<half>first|second|1st|2nd|front|back|last|latter) half(?: of)?(?: the year)?{_OF_YEAR}",
            _half,
        ),
        (r"\b(?:the )?(?P<half>first|second|1st|2nd|front|back|latter) half\b(?! of)", _half),
        (
            rf"\b(?:the )?{_BACK} {_NUMBER} (?:full |complete |calendar )?(?P<unit>day|week|month|quarter|year)s?\b",
            _last_many,
        ),
        (
            (
                rf"\b(?:the )?{_NUMBER} (?P<unit>day|week|month|quarter|year)s (?:(?:leading )?up )?to(?: and"
                rf" including)?"
                rf" (?:today|now)\b"
            ),
            _last_many,
        ),
        (rf"\b(?:the )?(?P<half>first|second|last) (?:six|6) months{_OF_YEAR}", _half),
        (rf"\b(?:{_UNIT}|(?P<letter>[ymq]))[ -]?to[ -]?date\b", _to_date),
        (r"\b(?P<letter>[ymq])td\b", _to_date),
        (rf"\b(?:so far|thus far|already)(?: in)? (?:this|the current) {_UNIT}\b", _to_date),
        (rf"\bthis {_UNIT} (?:so far|to date|thus far|until now|up to now)\b", _to_date),
        (r"\b(?:the day before yesterday|yesterday|today)\b", _single_day),
        (rf"\b{_NUMBER} days? ago\b", _days_ago),
        (r"\b(?P<which>(?:on |last |this past |(?<=since )))(?:the )?(?P<weekday>" + "|".join(DAYS) + r")\b", _weekday),
        (r"\b(?P<which>this|last|the last|this past|the past) weekend\b", _weekend),
        (r"\b(?P<which>the) weekend before last\b", _weekend),
        (r"\b(?:at |on |over )?(?:the |this )?(?P<which>)weekend (?:just )?(?:gone|past)\b", _weekend),
        (r"\b(?P<which>over the) weekend\b(?! before)", _weekend),
        (
            (
                rf"\b(?:(?P<which>this|last|in|over|during|the)\s+)?(?:the )?(?P<season>spring|summer|autumn"
                rf"|fall){_OF_YEAR}"
            ),
            _season,
        ),
        (
            r"\b(?P<which>this|last|in the|over the|during the|in|over) (?P<season>summer|autumn|spring|winter)\b",
            _season,
        ),
        (r"\b(?:the )?(?:start|beginning|first day) of (?:the |this )?(?P<season>summer|autumn|spring)\b", _beginning),
        (
            rf"\b(?:the )?(?:start|beginning|first day) of (?:the )?(?:(?P<which>this|last|previous) )?{_UNIT}\b",
            _beginning,
        ),
        (rf"\b(?:the )?(?:start|beginning) of {_MONTH}{_OF_YEAR}?", _beginning),
        (rf"\b(?:the )?(?:start|beginning) of {_YEAR}", _beginning),
        (
            (
                r"\b(?:the )?(?:whole|entire|full|complete"
                r"|all)(?: of)?(?: the)?(?: calendar)?(?: year)?(?: of)? (?P<year>(?:19|20)\d\d)\b"
            ),
            _calendar_year,
        ),
        (
            (
                r"\b(?:the )?(?:calendar )?(?:year )?(?<![$£€.,\d/])(?P<year>(?:19|20)\d\d)\b(?![%/]|[.,]\d| (?:dollars"
                r"|euros|pounds|times|purchases))"
            ),
            _calendar_year,
        ),
        (
            (
                r"\b(?:since|from)? ?(?:when )?(?:my |the |our )?(?:data|records|history|ledger|transactions"
                r"|bank data)s? (?:starts?|started|begins?|began)\b"
            ),
            _all_time,
        ),
        (r"\b(?:since|from) the (?:very )?(?:start|beginning)(?! of)\b", _all_time),
        (
            (
                r"\b(?:so far|thus far|to date|of all time|all[- ]time|until now|up to now|till now|all told|in"
                r" my (?:whole "
                r"|entire )?(?:history|records|data))\b"
            ),
            _all_time,
        ),
    )
)
_BANK_HOLIDAY = re.compile(
    r"\b(?:the |on |over )*(?:(?P<place>early|late|first|last|spring|summer|end of)(?: |-))?"
    rf"(?:{_MONTH} )?bank holiday(?P<rest> monday| weekend)?\b{_OF_YEAR}?"
)
_SLASHED = re.compile(r"\b(\d{1,2})[/.](\d{1,2})[/.](\d{4}|\d{2})\b")


def _year_from_neighbour(text: str, spans: list[PeriodSpan]) -> list[PeriodSpan]:
    """ "June and July 2025": a month or day without a year takes the year of the one that it is joined to."""
    joined = re.compile(
        r"\s*(?:,|and|or|vs\.?|versus|to|until|through|than|minus|less|[-–&]|compared (?:to|with))(?: in| on)?\s*"
    )
    out = list(spans)
    for index in range(len(out) - 2, -1, -1):
        one, following = out[index], out[index + 1]
        if (
            one.yearless
            and not following.yearless
            and following.unit in (Unit.MONTH, Unit.DAY)
            and following.days.start
        ):
            if joined.fullmatch(text[one.end : following.start]) is None:
                continue
            assert one.days.start is not None
            start = one.days.start
            start = start.replace(
                year=following.days.start.year, day=min(start.day, 28) if start.day == 29 else start.day
            )
            if start > following.days.start and _is_range(text, one, following):
                start = start - relativedelta(years=1)
            days = month_days(start.year, start.month) if one.unit is Unit.MONTH else Days(start, start)
            out[index] = replace(one, days=days, yearless=False)
        elif one.unit in (Unit.MONTH, Unit.DAY) and following.yearless and _is_range(text, one, following):
            out[index + 1] = _after(one, following)
    return out


def _is_range(text: str, one: PeriodSpan, following: PeriodSpan) -> bool:
    between = text[one.end : following.start].strip().removesuffix(" the")
    before = text[: one.start].rstrip()
    if between == "though":
        # One letter short of the word that is meant.
        between = "through"
    return between in ("to", "until", "till", "through", "-", "–", "up to", "and up to", "right up to") or (
        between == "and" and bool(re.search(r"\bbetween(?: the)?$", before))
    )


def _after(one: PeriodSpan, following: PeriodSpan) -> PeriodSpan:
    """The first time that `following` comes round at or after `one`."""
    assert one.days.start is not None
    assert following.days.start is not None
    if one.yearless:
        return following
    start = following.days.start.replace(year=one.days.start.year)
    if start < one.days.start:
        start += relativedelta(years=1)
    days = month_days(start.year, start.month) if following.unit is Unit.MONTH else Days(start, start)
    return replace(following, days=days, yearless=False)


_SINCE = re.compile(r"(?:\bsince|\bever since|\bstarting(?: from| in| on)?|\bbeginning(?: in| on)?)(?: the)?\s*$")
_FROM = re.compile(r"\bfrom(?: the)?\s*$")
_ONWARDS = re.compile(
    r"\s*(?:on|onwards?|forward|(?:right )?(?:up )?(?:till|til|until|to) (?:now|date|the present)|began|started|begins"
    r"|starts)\b(?! \w+ (?:did|do|have))"
)
# "What did I get through last month" says how, not until when.
_UNTIL = re.compile(
    r"\b(?:until|till|(?<!add )(?<!adds )(?<!added )up to|(?<!go )(?<!get )(?<!got )(?<!gone )(?<!goes )(?<!went"
    r" )(?<!going )(?<!getting )(?<!burn )"
    r"(?<!burned )(?<!burnt )(?<!run )(?<!ran )(?<!come )(?<!came )(?<!comes )(?<!coming )through|before|prior to"
    r"|up until)(?: the)?(?: end of)?\s*$"
)
_INCLUSIVE = re.compile(r",? (?:inclusive(?:ly)?|\(inclusive\)|both (?:days )?included)\b")
_AFTER = re.compile(r"\bafter(?: the)?\s*$")
# All that says a period, for whoever wants the words of it.
PERIOD_PATTERNS = (*(pattern for pattern, _ in _PATTERNS), _SINCE, _FROM, _ONWARDS, _UNTIL, _INCLUSIVE, _AFTER)


def _ranges(text: str, atoms: list[PeriodSpan], today: date) -> list[PeriodSpan]:
    out: list[PeriodSpan] = []
    index = 0
    while index < len(atoms):
        one = atoms[index]
        if out and one.start < out[-1].end:
            # "Till now" belonged to the range before it.
            index += 1
            continue
        following = atoms[index + 1] if index + 1 < len(atoms) else None
        joined = None
        if following is not None and _is_range(text, one, following) and one.days.start and following.days.end:
            joined = _joined(text, one, following)
        if joined is not None:
            out.append(joined)
            index += 2
            continue
        out.append(_opened(text, one, today))
        index += 1
    return out


def _joined(text: str, one: PeriodSpan, following: PeriodSpan) -> PeriodSpan | None:
    start = one.days.start
    assert start is not None
    assert following.days.end is not None
    if start > following.days.end and one.yearless:
        start -= relativedelta(years=1)
    # A comparison of the two sides means each as it was said; only the run between them begins a year earlier.
    if start > following.days.end:
        return None
    word = re.search(r"\b(?:between|from)(?: the)?\s*$", text[: one.start])
    begins = word.start() if word else one.start
    after = _INCLUSIVE.match(text[following.end :])
    ends = following.end + (after.end() if after else 0)
    return PeriodSpan(begins, ends, Days(start, following.days.end), Unit.RANGE, parts=(one, following))


def _opened(text: str, one: PeriodSpan, today: date) -> PeriodSpan:
    before, after = text[: one.start], text[one.end :]
    if one.days.start is None or one.days.end is None:
        return one
    onwards = _ONWARDS.match(after)
    if (word := _SINCE.search(before)) or ((word := _FROM.search(before)) and onwards):
        end = one.end + (onwards.end() if onwards else 0)
        return PeriodSpan(word.start(), end, Days(one.days.start, today), Unit.RANGE)
    if onwards and one.unit in (Unit.DAY, Unit.MONTH) and ("ward" in onwards[0] or "now" in onwards[0]):
        return PeriodSpan(one.start, one.end + onwards.end(), Days(one.days.start, today), Unit.RANGE)
    if word := _AFTER.search(before):
        return PeriodSpan(word.start(), one.end, Days(one.days.end + timedelta(days=1), today), Unit.RANGE)
    if word := _UNTIL.search(before):
        inclusive = not re.search(r"before|prior", word[0])
        last = one.days.end if inclusive else one.days.start - timedelta(days=1)
        return PeriodSpan(word.start(), one.end, Days(None, last), Unit.RANGE)
    return one


# --- counting --------------------------------------------------------------------------------------------------------


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
