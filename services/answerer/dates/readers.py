"""Readers of periods, one a way to say it: a pattern, and the days that its match means on the question's day."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from services.answerer.dates.bank_holidays import bank_holiday
from services.answerer.dates.calendar import DAYS, SEASONS, Days, Unit, month_days, shift, unit_start, whole
from services.answerer.dates.feasts import HOLIDAY, HOLIDAYS, SEASONS_TOO, group_name
from services.answerer.dates.spans import (
    BACK,
    DAY,
    MONTH,
    NUMBER,
    OF_YEAR,
    YEAR,
    PeriodSpan,
    month_number,
    number_said,
    span_of,
    year_said,
)

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

Reader = Callable[[re.Match[str], date], "PeriodSpan | None"]


def read_periods(text: str, today: date, day_first: bool, country: str) -> Iterator[PeriodSpan]:
    """Whatever each pattern finds in a text in lower case; stretches may overlap."""
    for pattern, reader in PATTERNS:
        if pattern.search(text) is None:
            continue
        for match in pattern.finditer(text):
            if (span := reader(match, today)) is not None:
                yield span
    for match in _SLASHED.finditer(text):
        if (span := _slashed(match, day_first)) is not None:
            yield span
    for match in _BANK_HOLIDAY.finditer(text):
        if (span := _bank_holiday(match, today, country)) is not None:
            yield span


def _iso_day(match: re.Match[str], _today: date) -> PeriodSpan | None:
    try:
        day = date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None
    return span_of(match, day, day, Unit.DAY)


def _iso_month(match: re.Match[str], _today: date) -> PeriodSpan | None:
    if not 1 <= int(match[2]) <= 12:
        return None
    days = month_days(int(match[1]), int(match[2]))
    return span_of(match, days.start, days.end, Unit.MONTH)


def _slashed(match: re.Match[str], day_first: bool) -> PeriodSpan | None:
    first, second, year = int(match[1]), int(match[2]), int(match[3])
    year += 2000 if year < 100 else 0
    orders = ((first, second), (second, first)) if day_first else ((second, first), (first, second))
    for day, month in orders:
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        return span_of(match, found, found, Unit.DAY)
    return None


def _end_of_month(match: re.Match[str], today: date) -> PeriodSpan | None:
    """The first or last day of a month."""
    month = _month(match, today)
    if month is None:
        return None
    day = month.days.start if match["place"] == "first" else month.days.end
    return replace(span_of(match, day, day, Unit.DAY), yearless=month.yearless)


def _day_of_month(match: re.Match[str], today: date) -> PeriodSpan | None:
    month, year = month_number(match["month"]), year_said(match, today)
    number = 1 if match["day"] == "first" else int(re.sub(r"\D", "", match["day"]))
    for candidate in (year,) if year is not None else range(today.year, today.year - 5, -1):
        try:
            day = date(candidate, month, number)
        except ValueError:
            continue
        if year is not None or day <= today:
            return replace(span_of(match, day, day, Unit.DAY), yearless=year is None)
    return None


def _month(match: re.Match[str], today: date) -> PeriodSpan | None:
    number, year = month_number(match["month"]), year_said(match, today)
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
    return replace(span_of(match, days.start, days.end, Unit.MONTH), yearless=yearless)


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
        or re.match(rf"\s*(?:vs\.?|versus|and|or|to|-|–|compared (?:to|with))\s+{MONTH}", after)
    )


def _quarter(match: re.Match[str], today: date) -> PeriodSpan | None:
    number = int(match["quarter"]) if match["quarter"].isdigit() else ORDINALS[match["quarter"]] or 4
    year = year_said(match, today)
    if year is None:
        year = today.year if date(today.year, 3 * number - 2, 1) <= today else today.year - 1
    days = whole(date(year, 3 * number - 2, 1), Unit.QUARTER)
    return span_of(match, days.start, days.end, Unit.QUARTER)


def _half(match: re.Match[str], today: date) -> PeriodSpan | None:
    number = int(match["half"]) if match["half"].isdigit() else ORDINALS[match["half"]] or 2
    year = year_said(match, today)
    if year is None:
        year = today.year if date(today.year, 6 * number - 5, 1) <= today else today.year - 1
    days = whole(date(year, 6 * number - 5, 1), Unit.HALF)
    return span_of(match, days.start, days.end, Unit.HALF)


def _tax_year(match: re.Match[str], today: date) -> PeriodSpan | None:
    """The United Kingdom's: 6 April to 5 April."""
    if match.groupdict().get("which"):
        current = today.year if today >= date(today.year, 4, 6) else today.year - 1
        start = current - (0 if match["which"] in ("this", "current") else 1)
    else:
        start = int(match["start"])
        if (start + 1) % 100 != int(match["end"]) % 100:
            return None
    return span_of(match, date(start, 4, 6), date(start + 1, 4, 5), Unit.YEAR)


def _named_unit(match: re.Match[str], today: date) -> PeriodSpan | None:
    unit, which = Unit(match["unit"]), match["which"].removeprefix("the ")
    if which in ("this", "current"):
        return span_of(match, unit_start(today, unit), today, unit)
    days = whole(today, unit, -2 if "before last" in match[0] else -1)
    found = span_of(match, days.start, days.end, unit)
    if which == "past":
        running = Days(shift(today, unit, -1) + timedelta(days=1), today)
        # Past months are complete ones. "The past week" may be the seven days up to now or the last calendar week, and
        # "the past year" likewise: of these neither is clearly meant.
        return replace(found, near=running) if unit in (Unit.MONTH, Unit.QUARTER) else replace(found, other=running)
    return found


def _last_many(match: re.Match[str], today: date) -> PeriodSpan | None:
    count, unit = number_said(match["number"]), Unit(match["unit"])
    if count < 1:
        return None
    if unit in (Unit.DAY, Unit.WEEK):
        days = count * (7 if unit is Unit.WEEK else 1)
        return span_of(match, today - timedelta(days=days - 1), today, unit, count)
    end = unit_start(today, unit)
    return span_of(match, shift(end, unit, -count), end - timedelta(days=1), unit, count)


def _to_date(match: re.Match[str], today: date) -> PeriodSpan | None:
    groups = match.groupdict()
    said = groups.get("unit") or groups.get("unit2") or {"y": "year", "m": "month", "q": "quarter"}[groups["letter"]]
    unit = Unit(said)
    return span_of(match, unit_start(today, unit), today, unit)


def _single_day(match: re.Match[str], today: date) -> PeriodSpan | None:
    back = {"today": 0, "yesterday": 1, "the day before yesterday": 2}[match[0]]
    day = today - timedelta(days=back)
    return span_of(match, day, day, Unit.DAY)


def _days_ago(match: re.Match[str], today: date) -> PeriodSpan | None:
    day = today - timedelta(days=number_said(match["number"]))
    return span_of(match, day, day, Unit.DAY)


def _weekday(match: re.Match[str], today: date) -> PeriodSpan | None:
    back = (today.weekday() - DAYS.index(match["weekday"])) % 7
    if match["which"].strip() in ("last", "this past") and back == 0:
        back = 7
    day = today - timedelta(days=back)
    return span_of(match, day, day, Unit.DAY)


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
    return span_of(match, saturday, min(saturday + timedelta(days=1), today), Unit.RANGE)


def _season(match: re.Match[str], today: date) -> PeriodSpan | None:
    month, year = SEASONS[match["season"]], year_said(match, today)
    if year is None:
        year = today.year if date(today.year, month, 1) <= today else today.year - 1
        if match["which"] == "last" and date(year, month, 1) + relativedelta(months=3) > today:
            year -= 1
    start = date(year, month, 1)
    return span_of(match, start, start + relativedelta(months=3, days=-1), Unit.RANGE)


def _fortnight(match: re.Match[str], today: date) -> PeriodSpan | None:
    return span_of(match, today - timedelta(days=13), today, Unit.WEEK, 2)


def _units_ago(match: re.Match[str], today: date) -> PeriodSpan | None:
    """ "Two months ago": the calendar month; "two weeks ago" may be that day or that week."""
    unit, count = Unit(match["unit"]), number_said(match.groupdict().get("number") or "one")
    days = whole(today, unit, -count)
    day = shift(today, unit, -count)
    other = Days(day, day) if unit in (Unit.WEEK, Unit.YEAR) else None
    return replace(span_of(match, days.start, days.end, unit), other=other)


def _week_of(match: re.Match[str], today: date) -> PeriodSpan | None:
    day = _day_of_month(match, today)
    if day is None or day.days.start is None:
        return None
    week = whole(day.days.start, Unit.WEEK)
    from_it = Days(day.days.start, day.days.start + timedelta(days=6))
    if week == from_it:
        return span_of(match, week.start, week.end, Unit.WEEK)
    if "of" in match[0].split()[:3]:
        # Weeks run from Monday to Sunday.
        return replace(span_of(match, week.start, week.end, Unit.WEEK), near=from_it)
    return span_of(match, from_it.start, from_it.end, Unit.WEEK)


def _days_of_month(match: re.Match[str], today: date) -> PeriodSpan | None:
    """ "Between the 1st and the 15th of January"."""
    last = _day_of_month(match, today)
    if last is None or last.days.start is None:
        return None
    first = 1 if match["from"] == "first" else int(re.sub(r"\D", "", match["from"]))
    if not 0 < first <= last.days.start.day:
        return None
    return span_of(match, last.days.start.replace(day=first), last.days.start, Unit.RANGE)


def _first_week(match: re.Match[str], today: date) -> PeriodSpan | None:
    month = _month(match, today)
    if month is None or month.days.start is None:
        return None
    start = month.days.start
    week = whole(start, Unit.WEEK)
    other = week if week.start == start else whole(start, Unit.WEEK, 1)
    days = Days(start, start + timedelta(days=6))
    return replace(span_of(match, days.start, days.end, Unit.RANGE), other=None if other == days else other)


def _edge_of_month(match: re.Match[str], today: date) -> PeriodSpan | None:
    """ "The first two weeks of December", "the last ten days of May"."""
    month = _month(match, today)
    if month is None or month.days.start is None or month.days.end is None:
        return None
    count = number_said(match.groupdict().get("number") or "one") * (7 if match["unit"] == "week" else 1)
    if not 0 < count <= (month.days.end - month.days.start).days:
        return None
    days = Days(month.days.start, month.days.start + timedelta(days=count - 1))
    if match["place"] == "last":
        days = Days(month.days.end - timedelta(days=count - 1), month.days.end)
    weeks = _weeks_beside(days, at_the_end=match["place"] == "last") if match["unit"] == "week" else None
    return replace(span_of(match, days.start, days.end, Unit.RANGE), other=weeks)


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
    return span_of(match, day.days.start - timedelta(days=6), day.days.start, Unit.WEEK)


def _beside_holiday(match: re.Match[str], today: date) -> PeriodSpan | None:
    """ "The day after Christmas"."""
    feast = _holiday(match, today)
    if feast is None or feast.days.start is None or feast.days.end is None:
        return None
    after = match["side"] == "after"
    day = feast.days.end + timedelta(days=1) if after else feast.days.start - timedelta(days=1)
    return span_of(match, day, day, Unit.DAY)


def _fortnight_ago(match: re.Match[str], today: date) -> PeriodSpan | None:
    days, day = whole(today, Unit.WEEK, -2), today - timedelta(days=14)
    return replace(span_of(match, days.start, days.end, Unit.WEEK), other=Days(day, day))


def _same_last_year(match: re.Match[str], today: date) -> PeriodSpan | None:
    """The year before's share of whatever period it is compared with; alone, of the year to date."""
    start = date(today.year - 1, 1, 1)
    return replace(span_of(match, start, today - relativedelta(years=1), Unit.RANGE), same_last_year=True)


def _holiday(match: re.Match[str], today: date) -> PeriodSpan | None:
    """A feast by its name: its last one that has begun, or that of the year that is said."""
    name = next(key for key in HOLIDAYS if match.groupdict().get(group_name(key)))
    if name in SEASONS_TOO and not re.search(r"\b(?:day|sunday)\b", match[0]):
        # "At Christmas", "over Easter": the day, or the days around it.
        before = match.string[: match.start()].rstrip()
        if not re.search(r"\b(?:on|since|after|before|until|till|from|between|and|to)$", before):
            return None
    year = year_said(match, today)
    for candidate in (year,) if year is not None else (today.year, today.year - 1):
        first, last = HOLIDAYS[name][1](candidate)
        if year is not None or first <= today:
            unit = Unit.DAY if first == last else Unit.RANGE
            return span_of(match, first, last, unit)
    return None


def _bank_holiday(match: re.Match[str], today: date, country: str) -> PeriodSpan | None:
    """ "The early May bank holiday weekend": Saturday to Monday; without the weekend, the Monday."""
    place, month = (match["place"] or "").strip(), 0
    if match["month"]:
        month = month_number(match["month"])
    elif place in ("spring", "summer"):
        # The United Kingdom's names for those of May and August; other countries have none of these names.
        month = {"spring": 5, "summer": 8}[place] if country == "GB" else 0
        if not month:
            return None
    which = "first" if place in ("early", "first") else "last" if place else ""
    weekend = match["rest"] is not None and "weekend" in match["rest"]
    begun = today + timedelta(days=2 if weekend else 0)
    monday = bank_holiday(country, begun, month=month, place=which, year=year_said(match, today))
    if monday is None:
        return None
    start = monday - timedelta(days=2 if weekend else 0)
    return span_of(match, start, min(monday, today) if start <= today else monday, Unit.RANGE if weekend else Unit.DAY)


def _beginning(match: re.Match[str], today: date) -> PeriodSpan | None:
    """ "The start of the year": a day to count from."""
    groups = match.groupdict()
    if groups.get("season"):
        month = SEASONS[groups["season"]]
        start = date(today.year if date(today.year, month, 1) <= today else today.year - 1, month, 1)
    elif groups.get("month"):
        year = year_said(match, today)
        number = month_number(match["month"])
        start = date(year or (today.year if number <= today.month else today.year - 1), number, 1)
    elif groups.get("unit"):
        start = unit_start(today, Unit(groups["unit"]))
        if groups.get("which") in ("last", "previous"):
            start = shift(start, Unit(groups["unit"]), -1)
    else:
        year = year_said(match, today)
        assert year is not None
        start = date(year, 1, 1)
    return span_of(match, start, start, Unit.DAY)


def _calendar_year(match: re.Match[str], _today: date) -> PeriodSpan | None:
    year = int(match["year"])
    return span_of(match, date(year, 1, 1), date(year, 12, 31), Unit.YEAR)


def _all_time(match: re.Match[str], _today: date) -> PeriodSpan | None:
    return span_of(match, None, None, Unit.ALL)


_UNIT = r"(?P<unit>week|month|quarter|year)"
PATTERNS: tuple[tuple[re.Pattern[str], Reader], ...] = tuple(
    (re.compile(pattern), reader)
    for pattern, reader in (
        (r"\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b", _iso_day),
        (r"\b((?:19|20)\d\d)-(\d\d)\b(?!-)", _iso_month),
        (rf"\b(?:on )?the day (?P<side>before|after) (?:{HOLIDAY})\b(?:{OF_YEAR})?", _beside_holiday),
        (rf"\b(?:{HOLIDAY})\b(?:{OF_YEAR})?", _holiday),
        (
            (
                rf"\b(?:the )?(?P<place>first|last) {NUMBER} (?P<unit>day|week)s (?:of|in) (?:the month of )?"
                rf"{MONTH}{OF_YEAR}?"
            ),
            _edge_of_month,
        ),
        (rf"\b(?:the )?(?P<place>last) (?P<unit>week) (?:of|in) {MONTH}{OF_YEAR}?", _edge_of_month),
        (
            rf"\b(?:the )?week ending(?: on)? (?:the )?(?:{DAY}(?: of)? {MONTH}){OF_YEAR}?",
            _week_ending,
        ),
        (rf"\b(?:the )?week ending(?: on)? (?:the )?{MONTH} {DAY}(?![\d/:.]*\d)\b{OF_YEAR}?", _week_ending),
        (r"\ba fortnight ago\b", _fortnight_ago),
        (rf"\b(?:the )?{DAY}(?: of)?\s+{MONTH}{OF_YEAR}?", _day_of_month),
        (rf"\b{MONTH}\s+(?:the )?{DAY}(?![\d/:.]*\d)\b{OF_YEAR}?", _day_of_month),
        (rf"\b(?:(?P<which>last|previous|this|this past)\s+)?{MONTH}{OF_YEAR}?", _month),
        (
            (
                rf"\bq(?P<quarter>[1-4])\b(?:{OF_YEAR}"
                rf"|[/-]{YEAR.replace('<year>', '<joined>').replace('<short>', '<joined_short>')})?"
            ),
            _quarter,
        ),
        (rf"\b{YEAR}[ -]?q(?P<quarter>[1-4])\b", _quarter),
        (rf"\bquarter (?P<quarter>[1-4])\b{OF_YEAR}?", _quarter),
        (rf"\b(?:the )?(?P<quarter>first|second|third|fourth|1st|2nd|3rd|4th|last) quarter{OF_YEAR}", _quarter),
        (r"\b(?:the )?(?P<quarter>first|second|third|fourth|1st|2nd|3rd|4th) quarter\b", _quarter),
        (rf"\bh(?P<half>[12])\b{OF_YEAR}?", _half),
        (rf"\b{YEAR}[ -]?h(?P<half>[12])\b", _half),
        (rf"\b(?:the )?(?P<half>first|second|1st|2nd|last) half{OF_YEAR}", _half),
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
            rf"\b(?:(?:the )?(?:whole )?(?:calendar )?month of|back in|way back in) (?:the )?{MONTH}{OF_YEAR}?",
            _month,
        ),
        (rf"\b(?:for )?(?:the )?{BACK} fortnight\b|\bin a fortnight\b", _fortnight),
        (rf"\b{NUMBER} (?P<unit>week|month|quarter|year)s? ago\b", _units_ago),
        (r"\b(?P<which>a) (?P<unit>week|month|quarter|year) ago\b", _units_ago),
        (
            (
                rf"\b(?:the )?week (?:of|starting(?: on)?|beginning(?: on)?|commencing) (?:the )?{DAY}(?: of)?"
                rf" {MONTH}{OF_YEAR}?"
            ),
            _week_of,
        ),
        (
            (
                rf"\b(?:the )?week (?:of|starting(?: on)?|beginning(?: on)?|commencing) (?:the )?{MONTH}"
                rf" {DAY}(?![\d/:.]*\d)\b{OF_YEAR}?"
            ),
            _week_of,
        ),
        (rf"\b(?:the )?first week of {MONTH}{OF_YEAR}?", _first_week),
        (rf"\b(?:the )?(?:very )?(?P<place>first|last|final) day of {MONTH}{OF_YEAR}?", _end_of_month),
        (
            (
                rf"\b(?:between|from) (?:the )?(?P<from>[0-3]?\d(?:st|nd|rd|th)?|first) (?:and|to|until|till"
                rf"|through|[-–])"
                rf" (?:the )?{DAY}(?: of)? {MONTH}{OF_YEAR}?"
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
            rf"\b(?:the )?(?P<half>first|second|1st|2nd|front|back|last|latter) half(?: of)?(?: the year)?{OF_YEAR}",
            _half,
        ),
        (r"\b(?:the )?(?P<half>first|second|1st|2nd|front|back|latter) half\b(?! of)", _half),
        (
            rf"\b(?:the )?{BACK} {NUMBER} (?:full |complete |calendar )?(?P<unit>day|week|month|quarter|year)s?\b",
            _last_many,
        ),
        (
            (
                rf"\b(?:the )?{NUMBER} (?P<unit>day|week|month|quarter|year)s (?:(?:leading )?up )?to(?: and"
                rf" including)?"
                rf" (?:today|now)\b"
            ),
            _last_many,
        ),
        (rf"\b(?:the )?(?P<half>first|second|last) (?:six|6) months{OF_YEAR}", _half),
        (rf"\b(?:{_UNIT}|(?P<letter>[ymq]))[ -]?to[ -]?date\b", _to_date),
        (r"\b(?P<letter>[ymq])td\b", _to_date),
        (rf"\b(?:so far|thus far|already)(?: in)? (?:this|the current) {_UNIT}\b", _to_date),
        (rf"\bthis {_UNIT} (?:so far|to date|thus far|until now|up to now)\b", _to_date),
        (r"\b(?:the day before yesterday|yesterday|today)\b", _single_day),
        (rf"\b{NUMBER} days? ago\b", _days_ago),
        (r"\b(?P<which>(?:on |last |this past |(?<=since )))(?:the )?(?P<weekday>" + "|".join(DAYS) + r")\b", _weekday),
        (r"\b(?P<which>this|last|the last|this past|the past) weekend\b", _weekend),
        (r"\b(?P<which>the) weekend before last\b", _weekend),
        (r"\b(?:at |on |over )?(?:the |this )?(?P<which>)weekend (?:just )?(?:gone|past)\b", _weekend),
        (r"\b(?P<which>over the) weekend\b(?! before)", _weekend),
        (
            (
                rf"\b(?:(?P<which>this|last|in|over|during|the)\s+)?(?:the )?(?P<season>spring|summer|autumn"
                rf"|fall){OF_YEAR}"
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
        (rf"\b(?:the )?(?:start|beginning) of {MONTH}{OF_YEAR}?", _beginning),
        (rf"\b(?:the )?(?:start|beginning) of {YEAR}", _beginning),
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
    rf"(?:{MONTH} )?bank holiday(?P<rest> monday| weekend)?\b{OF_YEAR}?"
)
_SLASHED = re.compile(r"\b(\d{1,2})[/.](\d{1,2})[/.](\d{4}|\d{2})\b")
