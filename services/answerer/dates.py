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

from dateutil.relativedelta import relativedelta

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
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9}
ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 0}
EARLIEST = date(1970, 1, 1)


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
    second reading that is as good. `yearless` marks a month or day whose year was not said.
    """

    start: int
    end: int
    days: Days
    unit: Unit
    count: int = 1
    parts: tuple[PeriodSpan, ...] = ()
    other: Days | None = None
    yearless: bool = False


Reader = Callable[[re.Match[str], date], "PeriodSpan | None"]

_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_YEAR = r"(?:(?P<year>(?:19|20)\d\d)\b|'(?P<short>\d\d)\b)"
_OF_YEAR = (
    rf"(?:(?:,| of|,? in)?\s+(?:the\s+)?(?:year\s+)?(?:{_YEAR}|(?P<said>last|this|previous|the previous)\s+year))"
)
_NUMBER = r"(?P<number>\d{1,3}|" + "|".join(NUMBER_WORDS) + ")"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_BACK = r"(?:last|past|previous|prior|preceding|most recent)"


def find_periods(text: str, today: date, *, day_first: bool = False) -> list[PeriodSpan]:
    """Every period that `text` says, in order, without overlap. `text` is in lower case.

    `day_first` decides 3/4/2025 where both orders are dates.
    """
    atoms = _year_from_neighbour(text, _take_longest(_atoms(text, today, day_first)))
    return _ranges(text, atoms, today)


def _atoms(text: str, today: date, day_first: bool) -> Iterator[PeriodSpan]:
    for pattern, reader in _PATTERNS:
        for match in pattern.finditer(text):
            if (span := reader(match, today)) is not None:
                yield span
    for match in _SLASHED.finditer(text):
        if (span := _slashed(match, day_first)) is not None:
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


def _day_of_month(match: re.Match[str], today: date) -> PeriodSpan | None:
    month, number, year = _month_number(match["month"]), int(match["day"]), _year_said(match, today)
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
    if year is None and match["month"] in ("may", "march", "mar", "sun") and not before and not _is_month(match):
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
            r"|after|of|say|over|and|minus|less|my|our)\.?|[,:;(&–-])$",
            before,
        )
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
        # "The past week" may be the seven days up to now or the last calendar week: neither is clearly meant.
        return replace(found, other=Days(shift(today, unit, -1) + timedelta(days=1), today))
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
    if match["which"] != "this":
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


_UNIT = r"(?P<unit>week|month|quarter|year)"
_PATTERNS: tuple[tuple[re.Pattern[str], Reader], ...] = tuple(
    (re.compile(pattern), reader)
    for pattern, reader in (
        (r"\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b", _iso_day),
        (r"\b((?:19|20)\d\d)-(\d\d)\b(?!-)", _iso_month),
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
        (rf"\b(?:the )?(?P<quarter>first|second|third|fourth|1st|2nd|3rd|4th|last) quarter{_OF_YEAR}", _quarter),
        (r"\b(?:the )?(?P<quarter>first|second|third|fourth|1st|2nd|3rd|4th) quarter\b", _quarter),
        (rf"\bh(?P<half>[12])\b{_OF_YEAR}?", _half),
        (rf"\b{_YEAR}[ -]?h(?P<half>[12])\b", _half),
        (rf"\b(?:the )?(?P<half>first|second|1st|2nd|last) half{_OF_YEAR}", _half),
        (r"\b(?:the )?(?P<half>first|second|1st|2nd) half of the year\b", _half),
        (r"\b(?:the )?(?P<start>20\d\d)\s*[/–-]\s*(?P<end>(?:20)?\d\d) (?:uk )?(?:tax|financial) year\b", _tax_year),
        (r"\b(?:the )?(?:uk )?tax year (?P<start>20\d\d)\s*[/–-]\s*(?P<end>(?:20)?\d\d)\b", _tax_year),
        (r"\b(?:the )?(?P<which>this|current|last|previous) (?:uk )?tax year\b", _tax_year),
        (
            (
                rf"\b(?P<which>(?:the )?(?:this|current|last|previous|prior|past|preceding)) (?:calendar "
                rf"|full )?{_UNIT}(?: before last)?\b"
            ),
            _named_unit,
        ),
        (rf"\b(?P<which>the) {_UNIT} before last\b", _named_unit),
        (
            rf"\b(?:the )?{_BACK} {_NUMBER} (?:full |complete |calendar )?(?P<unit>day|week|month|quarter|year)s?\b",
            _last_many,
        ),
        (rf"\b(?:the )?{_NUMBER} (?P<unit>day|week|month|quarter|year)s (?:up )?to (?:today|now)\b", _last_many),
        (rf"\b(?:{_UNIT}|(?P<letter>[ymq]))[ -]?to[ -]?date\b", _to_date),
        (r"\b(?P<letter>[ymq])td\b", _to_date),
        (rf"\b(?:so far|thus far|already)(?: in)? (?:this|the current) {_UNIT}\b", _to_date),
        (rf"\bthis {_UNIT} (?:so far|to date|thus far|until now|up to now)\b", _to_date),
        (r"\b(?:the day before yesterday|yesterday|today)\b", _single_day),
        (rf"\b{_NUMBER} days? ago\b", _days_ago),
        (r"\b(?P<which>(?:on |last |this past ))(?:the )?(?P<weekday>" + "|".join(DAYS) + r")\b", _weekday),
        (r"\b(?P<which>this|last|the last|this past|the past) weekend\b", _weekend),
        (
            (
                rf"\b(?:(?P<which>this|last|in|over|during|the)\s+)?(?:the )?(?P<season>spring|summer|autumn"
                rf"|fall){_OF_YEAR}"
            ),
            _season,
        ),
        (r"\b(?P<which>this|last|in the|over the|during the|in|over) (?P<season>summer|autumn|spring)\b", _season),
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
                r"\b(?:so far|thus far|to date|of all time|all[- ]time|until now|up to now|in my (?:whole "
                r"|entire )?(?:history|records|data))\b"
            ),
            _all_time,
        ),
    )
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
    between = text[one.end : following.start].strip()
    before = text[: one.start].rstrip()
    return between in ("to", "until", "till", "through", "-", "–", "up to") or (
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
_ONWARDS = re.compile(r"\s*(?:on|onwards?|forward)\b(?! \w+ (?:did|do|have))")
_UNTIL = re.compile(r"\b(?:until|till|up to|through|before|prior to|up until)(?: the)?(?: end of)?\s*$")
_AFTER = re.compile(r"\bafter(?: the)?\s*$")


def _ranges(text: str, atoms: list[PeriodSpan], today: date) -> list[PeriodSpan]:
    out: list[PeriodSpan] = []
    index = 0
    while index < len(atoms):
        one = atoms[index]
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
    return PeriodSpan(begins, following.end, Days(start, following.days.end), Unit.RANGE, parts=(one, following))


def _opened(text: str, one: PeriodSpan, today: date) -> PeriodSpan:
    before, after = text[: one.start], text[one.end :]
    if one.days.start is None or one.days.end is None:
        return one
    onwards = _ONWARDS.match(after)
    if (word := _SINCE.search(before)) or ((word := _FROM.search(before)) and onwards):
        end = one.end + (onwards.end() if onwards else 0)
        return PeriodSpan(word.start(), end, Days(one.days.start, today), Unit.RANGE)
    if onwards and one.unit in (Unit.DAY, Unit.MONTH) and "ward" in onwards[0]:
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
