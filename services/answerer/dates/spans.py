"""A stretch of a question that says a period, and the words that all of them are made of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from services.answerer.dates.calendar import MONTHS, Days, Unit

NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "  # noqa: SIM905
        "eighteen nineteen twenty".split(),
        start=1,
    )
} | {"thirty": 30, "sixty": 60, "ninety": 90, "couple of": 2, "few": 3}
MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
YEAR = r"(?:(?P<year>(?:19|20)\d\d)\b|'(?P<short>\d\d)\b)"
OF_YEAR = rf"(?:(?:,| of|,? in)?\s+(?:the\s+)?(?:year\s+)?(?:{YEAR}|(?P<said>last|this|previous|the previous)\s+year))"
NUMBER = r"(?P<number>\d{1,3}|" + "|".join(NUMBER_WORDS) + ")"
DAY = r"(?P<day>[0-3]?\d(?:st|nd|rd|th)?|first)"
BACK = r"(?:last|past|previous|prior|preceding|most recent)"


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


def span_of(match: re.Match[str], start: date | None, end: date | None, unit: Unit, count: int = 1) -> PeriodSpan:
    """The stretch that matched, with the days that it says."""
    return PeriodSpan(match.start(), match.end(), Days(start, end), unit, count)


def year_said(match: re.Match[str], today: date) -> int | None:
    """The year of a match of `YEAR` or `OF_YEAR`; None: it says none."""
    groups = match.groupdict()
    if year := groups.get("year") or groups.get("joined"):
        return int(year)
    if short := groups.get("short") or groups.get("joined_short"):
        return 2000 + int(short)
    if groups.get("said"):
        return today.year - (0 if groups["said"] == "this" else 1)
    return None


def number_said(text: str) -> int:
    """The number of a match of `NUMBER`."""
    return NUMBER_WORDS[text] if text in NUMBER_WORDS else int(text)


def month_number(name: str) -> int:
    """1 to 12 for a name that `MONTH` matches."""
    return next(number for number, full in enumerate(MONTHS, start=1) if full.startswith(name.rstrip(".")[:3]))
