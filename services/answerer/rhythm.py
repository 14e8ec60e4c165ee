"""The rhythm of a charge that comes back: on which day of its week, month or year it comes, and when that is next.

A fact of the days that were, and no forecast: where most of them keep to no day, there is no rhythm to go by.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta

from services.answerer.dates import Unit, month_days, shift
from services.answerer.model import Cadence

# The latest days decide: a day of the month that was changed years ago is no rhythm now.
DECIDING = 12
_STEPS = {
    Cadence.WEEKLY: (Unit.WEEK, 1),
    Cadence.MONTHLY: (Unit.MONTH, 1),
    Cadence.QUARTERLY: (Unit.MONTH, 3),
    Cadence.YEARLY: (Unit.YEAR, 1),
}


def next_day(days: Sequence[date], cadence: Cadence) -> date | None:
    """The day of the rhythm that follows the latest of `days`; None where most of the latest keep to no one day.

    A day that a month does not have is its last day. A charge that slipped (a weekend, a bank holiday) moves nothing.
    """
    if cadence not in _STEPS or not days:
        return None
    latest = sorted(days)[-DECIDING:]
    unit, count = _STEPS[cadence]
    about = shift(latest[-1], unit, count)
    # A charge slips by less than half of a rhythm, and a week's by less than a few days.
    reach = 3 if cadence is Cadence.WEEKLY else 14
    near = [about + timedelta(days=one) for one in range(-reach, reach + 1)]
    best: tuple[int, int, date] | None = None
    for keeps in _rhythms(latest, cadence):
        kept = sum(1 for one in latest if keeps(one))
        fits = [one for one in near if keeps(one)]
        if kept * 2 > len(latest) and fits:
            nearest = min(fits, key=lambda one: abs((one - about).days))
            candidate = (kept, -abs((nearest - about).days), nearest)
            best = candidate if best is None or candidate > best else best
    return best[2] if best is not None else None


def _rhythms(days: Sequence[date], cadence: Cadence) -> list[Callable[[date], bool]]:
    if cadence is Cadence.WEEKLY:
        return [_on_weekday(one) for one in sorted({day.weekday() for day in days})]
    if cadence is Cadence.YEARLY:
        return [_on_day(day, month) for month, day in sorted({(one.month, one.day) for one in days})]
    return [_on_day(one) for one in sorted({day.day for day in days})]


def _on_weekday(weekday: int) -> Callable[[date], bool]:
    return lambda one: one.weekday() == weekday


def _on_day(day: int, month: int = 0) -> Callable[[date], bool]:
    def keeps(one: date) -> bool:
        last = month_days(one.year, one.month).end
        assert last is not None
        return one.day == min(day, last.day) and month in (0, one.month)

    return keeps
