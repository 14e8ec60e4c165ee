"""Periods that words join or open: "from June to August", "since May", "until the 3rd", and the year of a neighbour."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from services.answerer.dates.calendar import Days, Unit, month_days
from services.answerer.dates.spans import PeriodSpan

SINCE = re.compile(r"(?:\bsince|\bever since|\bstarting(?: from| in| on)?|\bbeginning(?: in| on)?)(?: the)?\s*$")
FROM = re.compile(r"\bfrom(?: the)?\s*$")
ONWARDS = re.compile(
    r"\s*(?:on|onwards?|forward|(?:right )?(?:up )?(?:till|til|until|to) (?:now|date|the present)|began|started|begins"
    r"|starts)\b(?! \w+ (?:did|do|have))"
)
# "What did I get through last month" says how, not until when.
UNTIL = re.compile(
    r"\b(?:until|till|(?<!add )(?<!adds )(?<!added )up to|(?<!go )(?<!get )(?<!got )(?<!gone )(?<!goes )(?<!went"
    r" )(?<!going )(?<!getting )(?<!burn )"
    r"(?<!burned )(?<!burnt )(?<!run )(?<!ran )(?<!come )(?<!came )(?<!comes )(?<!coming )through|before|prior to"
    r"|up until)(?: the)?(?: end of)?\s*$"
)
INCLUSIVE = re.compile(r",? (?:inclusive(?:ly)?|\(inclusive\)|both (?:days )?included)\b")
AFTER = re.compile(r"\bafter(?: the)?\s*$")


def give_years(text: str, spans: list[PeriodSpan]) -> list[PeriodSpan]:
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


def join_ranges(text: str, atoms: list[PeriodSpan], today: date) -> list[PeriodSpan]:
    """The same periods, with those made one that a word joins and those opened to one side that a word opens."""
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
    after = INCLUSIVE.match(text[following.end :])
    ends = following.end + (after.end() if after else 0)
    return PeriodSpan(begins, ends, Days(start, following.days.end), Unit.RANGE, parts=(one, following))


def _opened(text: str, one: PeriodSpan, today: date) -> PeriodSpan:
    before, after = text[: one.start], text[one.end :]
    if one.days.start is None or one.days.end is None:
        return one
    onwards = ONWARDS.match(after)
    if (word := SINCE.search(before)) or ((word := FROM.search(before)) and onwards):
        end = one.end + (onwards.end() if onwards else 0)
        return PeriodSpan(word.start(), end, Days(one.days.start, today), Unit.RANGE)
    if onwards and one.unit in (Unit.DAY, Unit.MONTH) and ("ward" in onwards[0] or "now" in onwards[0]):
        return PeriodSpan(one.start, one.end + onwards.end(), Days(one.days.start, today), Unit.RANGE)
    if word := AFTER.search(before):
        return PeriodSpan(word.start(), one.end, Days(one.days.end + timedelta(days=1), today), Unit.RANGE)
    if word := UNTIL.search(before):
        inclusive = not re.search(r"before|prior", word[0])
        last = one.days.end if inclusive else one.days.start - timedelta(days=1)
        return PeriodSpan(word.start(), one.end, Days(None, last), Unit.RANGE)
    return one
