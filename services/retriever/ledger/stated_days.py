"""Days as files state them: a day is a day, an instant with an offset is a day in the user's time zone."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone
from functools import lru_cache
from zoneinfo import ZoneInfo

from services.common.types import zone_from_proto
from services.retriever.ledger.refusals import NO_DATE, RowRefusal

_STATED = re.compile(
    r"(?P<year>\d{4})-?(?P<month>\d{2})-?(?P<day>\d{2})"
    r"(?:[T ]?(?P<hour>\d{2}):?(?P<minute>\d{2})(?::?(?P<second>\d{2})(?:[.,]\d*)?)?)?"
    r"\s*(?:(?P<utc>Z)|\[(?P<hours>[-+]?\d{1,2}(?:\.\d+)?)(?::\w*)?\]|(?P<sign>[-+])(?P<off_hour>\d{2}):?(?P<off_minute>\d{2}))?"
    r"(?:\[.*\])?",
    re.ASCII,
)


def find_zone(name: str) -> ZoneInfo:
    """The caller's time zone; UTC for "". Raises `InvalidArgument` for an unknown one."""
    return zone_from_proto(name, "header.options.time_zone")


# A file states few days many times; equal ones are one date in memory.
@lru_cache(maxsize=4096)
def read_day(text: str, zone: ZoneInfo) -> date:
    """The day of `20260701`, `2026-07-01T00:30:00+01:00`, `20260701003000.000[+1:BST]`. Raises `RowRefusal`.

    Midnight and noon to the second are what programs write for a day without a time, so they stay on their day.
    """
    stated = _STATED.fullmatch(text.strip())
    if stated is None:
        raise RowRefusal(NO_DATE)
    try:
        return _read_day(stated, zone)
    except (ValueError, OverflowError):
        raise RowRefusal(NO_DATE) from None


def _read_day(stated: re.Match[str], zone: ZoneInfo) -> date:
    day = date(int(stated["year"]), int(stated["month"]), int(stated["day"]))
    offset = _read_offset(stated)
    if stated["hour"] is None or offset is None:
        return day
    hour, minute, second = int(stated["hour"]), int(stated["minute"]), int(stated["second"] or 0)
    if (hour, minute, second) in ((0, 0, 0), (12, 0, 0)):
        return day
    instant = datetime(day.year, day.month, day.day, hour, minute, second, tzinfo=timezone(offset))
    return instant.astimezone(zone).date()


def _read_offset(stated: re.Match[str]) -> timedelta | None:
    if stated["utc"]:
        return timedelta()
    if stated["hours"]:
        return timedelta(hours=float(stated["hours"]))
    if stated["sign"]:
        size = timedelta(hours=int(stated["off_hour"]), minutes=int(stated["off_minute"]))
        return -size if stated["sign"] == "-" else size
    return None
