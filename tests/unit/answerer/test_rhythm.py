"""The day on which a charge comes next by its own past days, and none where these keep to no day."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.answerer.dates import Unit, shift
from services.answerer.model import Cadence
from services.answerer.rhythm import next_day


def _monthly(day: int, months: int = 12, *, start: date = date(2025, 1, 1)) -> list[date]:
    """The same day of each month, or its last where it has no such day."""
    return [shift(start.replace(day=day), Unit.MONTH, one) for one in range(months)]


@given(st.integers(1, 31), st.integers(3, 40))
def test_a_day_of_the_month_comes_again_or_the_last_day_where_there_is_none(day: int, months: int) -> None:
    *past, following = _monthly(day, months + 1)
    # A run that begins in a short month and saw no longer one knows no later day.
    assert next_day(past, Cadence.MONTHLY) == following


@pytest.mark.parametrize("slip", [-2, -1, 1, 2, 3])
def test_a_charge_that_slipped_over_a_weekend_moves_nothing(slip: int) -> None:
    *past, following = _monthly(14, 9)
    past[-1] += timedelta(days=slip)
    assert next_day(past, Cadence.MONTHLY) == following


def test_a_slip_over_the_end_of_a_month_is_still_that_months_charge() -> None:
    past = [*_monthly(1, 8), date(2025, 8, 29)]
    assert next_day(past, Cadence.MONTHLY) == date(2025, 10, 1)


def test_a_day_that_was_changed_counts_from_when_most_of_the_latest_keep_to_it() -> None:
    moved = [*_monthly(3, 10), *_monthly(20, 8, start=date(2025, 11, 1))]
    assert next_day(moved, Cadence.MONTHLY) == date(2026, 7, 20)


@pytest.mark.parametrize(
    ("cadence", "days", "following"),
    [
        (Cadence.WEEKLY, [date(2026, 5, 1), date(2026, 5, 8), date(2026, 5, 16)], date(2026, 5, 22)),
        (Cadence.QUARTERLY, [date(2025, 8, 31), date(2025, 11, 30), date(2026, 2, 28)], date(2026, 5, 31)),
        (Cadence.YEARLY, [date(2023, 3, 9), date(2024, 3, 9), date(2025, 3, 10)], date(2026, 3, 9)),
    ],
)
def test_other_rhythms_have_their_own_day(cadence: Cadence, days: list[date], following: date) -> None:
    assert next_day(days, cadence) == following


def test_days_that_keep_to_none_have_no_next() -> None:
    scattered = [date(2026, 1, 3), date(2026, 2, 9), date(2026, 3, 6), date(2026, 4, 12)]
    assert next_day(scattered, Cadence.MONTHLY) is None
    assert next_day([], Cadence.MONTHLY) is None
    assert next_day(scattered, Cadence.UNSPECIFIED) is None
