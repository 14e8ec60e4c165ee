"""Periods in words, at the edges of the calendar."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.answerer.dates import Unit, find_periods, label, months_touched, unit_start, whole
from services.answerer.dates.bank_holidays import country_of


def days(text: str, today: date) -> tuple[date | None, date | None]:
    """The only period that a text says."""
    (span,) = find_periods(text.lower(), today)
    return span.days.start, span.days.end


@pytest.mark.parametrize(
    ("text", "today", "start", "end"),
    [
        # Weeks run from Monday to Sunday.
        ("this week", date(2026, 6, 15), date(2026, 6, 15), date(2026, 6, 15)),
        ("this week", date(2026, 6, 21), date(2026, 6, 15), date(2026, 6, 21)),
        ("last week", date(2026, 6, 15), date(2026, 6, 8), date(2026, 6, 14)),
        ("last week", date(2026, 1, 1), date(2025, 12, 22), date(2025, 12, 28)),
        ("at the weekend just gone", date(2026, 6, 17), date(2026, 6, 13), date(2026, 6, 14)),
        ("on the last day of february", date(2026, 6, 1), date(2026, 2, 28), date(2026, 2, 28)),
        # The turn of the year.
        ("last month", date(2026, 1, 31), date(2025, 12, 1), date(2025, 12, 31)),
        ("last quarter", date(2026, 2, 1), date(2025, 10, 1), date(2025, 12, 31)),
        ("last year", date(2026, 1, 1), date(2025, 1, 1), date(2025, 12, 31)),
        ("in december", date(2026, 1, 1), date(2025, 12, 1), date(2025, 12, 31)),
        ("last 3 months", date(2026, 2, 28), date(2025, 11, 1), date(2026, 1, 31)),
        ("the month before last", date(2026, 1, 15), date(2025, 11, 1), date(2025, 11, 30)),
        # 29 February.
        ("last month", date(2024, 3, 31), date(2024, 2, 1), date(2024, 2, 29)),
        ("in february 2023", date(2024, 3, 31), date(2023, 2, 1), date(2023, 2, 28)),
        ("on 29 february", date(2026, 6, 1), date(2024, 2, 29), date(2024, 2, 29)),
        ("on february 29, 2024", date(2026, 6, 1), date(2024, 2, 29), date(2024, 2, 29)),
        # The edges of a month.
        ("the first two weeks of december 2025", date(2026, 6, 1), date(2025, 12, 1), date(2025, 12, 14)),
        ("the last ten days of february", date(2024, 3, 31), date(2024, 2, 20), date(2024, 2, 29)),
        ("the week ending 8 february", date(2026, 6, 1), date(2026, 2, 2), date(2026, 2, 8)),
        # Beside a feast, and feasts with their weekends.
        ("the day after christmas", date(2026, 1, 2), date(2025, 12, 26), date(2025, 12, 26)),
        ("the day before thanksgiving", date(2026, 1, 2), date(2025, 11, 26), date(2025, 11, 26)),
        ("over mlk weekend", date(2026, 6, 1), date(2026, 1, 17), date(2026, 1, 19)),
        ("presidents' day weekend", date(2026, 6, 1), date(2026, 2, 14), date(2026, 2, 16)),
        # Quarters and halves.
        ("quarter 3", date(2026, 6, 1), date(2025, 7, 1), date(2025, 9, 30)),
        ("in q1", date(2026, 1, 1), date(2026, 1, 1), date(2026, 3, 31)),
        ("in q4", date(2026, 9, 30), date(2025, 10, 1), date(2025, 12, 31)),
        ("q2 2025", date(2026, 6, 18), date(2025, 4, 1), date(2025, 6, 30)),
        ("the third quarter of 2025", date(2026, 6, 18), date(2025, 7, 1), date(2025, 9, 30)),
        ("h2 2025", date(2026, 6, 18), date(2025, 7, 1), date(2025, 12, 31)),
        ("the first half of last year", date(2026, 6, 18), date(2025, 1, 1), date(2025, 6, 30)),
        # The tax year of the United Kingdom.
        ("in the 2024/25 tax year", date(2026, 6, 18), date(2024, 4, 6), date(2025, 4, 5)),
        ("this tax year", date(2026, 4, 5), date(2025, 4, 6), date(2026, 4, 5)),
        ("this tax year", date(2026, 4, 6), date(2026, 4, 6), date(2027, 4, 5)),
        ("last tax year", date(2026, 4, 6), date(2025, 4, 6), date(2026, 4, 5)),
        # Days back, today among them.
        ("in the last 90 days", date(2026, 1, 11), date(2025, 10, 14), date(2026, 1, 11)),
        ("over the last 8 weeks", date(2026, 6, 18), date(2026, 4, 24), date(2026, 6, 18)),
        ("yesterday", date(2026, 3, 1), date(2026, 2, 28), date(2026, 2, 28)),
        ("3 days ago", date(2026, 1, 2), date(2025, 12, 30), date(2025, 12, 30)),
        # Since, until, between, from.
        ("since march 3", date(2026, 3, 2), date(2025, 3, 3), date(2026, 3, 2)),
        ("since june 2023", date(2026, 6, 18), date(2023, 6, 1), date(2026, 6, 18)),
        ("from march 3 onwards", date(2026, 6, 18), date(2026, 3, 3), date(2026, 6, 18)),
        ("since the start of summer", date(2026, 5, 31), date(2025, 6, 1), date(2026, 5, 31)),
        ("between 6 may and 18 june 2025", date(2026, 6, 18), date(2025, 5, 6), date(2025, 6, 18)),
        ("between november and february", date(2026, 6, 18), date(2025, 11, 1), date(2026, 2, 28)),
        ("from march 28, 2026 to may 7", date(2026, 6, 18), date(2026, 3, 28), date(2026, 5, 7)),
        ("year to date", date(2026, 6, 18), date(2026, 1, 1), date(2026, 6, 18)),
        ("so far this month", date(2026, 6, 18), date(2026, 6, 1), date(2026, 6, 18)),
        # Orders of day and month.
        ("on october 5th, 2025", date(2026, 6, 18), date(2025, 10, 5), date(2025, 10, 5)),
        ("on the 5th of october 2025", date(2026, 6, 18), date(2025, 10, 5), date(2025, 10, 5)),
        ("on 2025-10-05", date(2026, 6, 18), date(2025, 10, 5), date(2025, 10, 5)),
        ("oct '25", date(2026, 6, 18), date(2025, 10, 1), date(2025, 10, 31)),
        ("march last year", date(2026, 6, 18), date(2025, 3, 1), date(2025, 3, 31)),
        ("in the whole of 2024", date(2026, 6, 18), date(2024, 1, 1), date(2024, 12, 31)),
        ("so far", date(2026, 6, 18), None, None),
        ("since my data starts", date(2026, 6, 18), None, None),
    ],
)
def test_a_period_is_the_days_that_it_says(text: str, today: date, start: date | None, end: date | None) -> None:
    assert days(text, today) == (start, end)


@pytest.mark.parametrize(
    ("text", "country", "start", "end"),
    [
        ("the early may bank holiday weekend", "GB", date(2026, 5, 2), date(2026, 5, 4)),
        ("the late may bank holiday", "GB", date(2025, 5, 26), date(2025, 5, 26)),
        ("the spring bank holiday weekend 2024", "GB", date(2024, 5, 25), date(2024, 5, 27)),
        ("the last bank holiday", "GB", date(2026, 5, 4), date(2026, 5, 4)),
        ("the august bank holiday weekend", "IE", date(2025, 8, 2), date(2025, 8, 4)),
        ("the october bank holiday 2024", "IE", date(2024, 10, 28), date(2024, 10, 28)),
    ],
)
def test_a_bank_holiday_is_the_country_s(text: str, country: str, start: date, end: date) -> None:
    (span,) = find_periods(text, date(2026, 5, 20), country=country)
    assert (span.days.start, span.days.end) == (start, end)


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("over the bank holiday weekend", ""),
        ("over the bank holiday weekend", "US"),
        # Scotland's is another day than England's, and May has two.
        ("over the summer bank holiday weekend", "GB"),
        ("on the spring bank holiday", "IE"),
    ],
)
def test_a_bank_holiday_is_not_guessed(text: str, country: str) -> None:
    place = text.index("bank holiday")
    assert all(one.end <= place for one in find_periods(text, date(2026, 5, 20), country=country))


@pytest.mark.parametrize(
    ("locale", "time_zone", "country"),
    [
        ("en-GB", "", "GB"),
        ("en_IE", "Europe/Dublin", "IE"),
        ("en", "Europe/London", "GB"),
        ("zh-Hant-TW", "UTC", "TW"),
        ("en-GB", "America/New_York", ""),
        ("", "UTC", ""),
    ],
)
def test_a_country_is_said_by_locale_or_time_zone_or_not_at_all(locale: str, time_zone: str, country: str) -> None:
    assert country_of(locale, time_zone) == country


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("in the past month", (date(2026, 5, 21), date(2026, 6, 20))),
        ("the week of june 10", (date(2026, 6, 10), date(2026, 6, 16))),
    ],
)
def test_where_the_policy_prefers_a_reading_the_other_is_near(text: str, near: tuple[date, date]) -> None:
    (span,) = find_periods(text, date(2026, 6, 20))
    assert span.near is not None
    assert (span.near.start, span.near.end) == near
    assert span.other is None


@pytest.mark.parametrize("text", ["the past week", "the past year", "two weeks ago", "a fortnight ago"])
def test_where_no_rule_prefers_a_reading_the_other_is_as_good(text: str) -> None:
    (span,) = find_periods(text, date(2026, 6, 20))
    assert span.other is not None
    assert span.near is None


def test_a_slashed_date_is_read_in_the_locales_order() -> None:
    (american,) = find_periods("on 3/4/2026", date(2026, 6, 18))
    (british,) = find_periods("on 3/4/2026", date(2026, 6, 18), day_first=True)
    assert (american.days.start, british.days.start) == (date(2026, 3, 4), date(2026, 4, 3))


def test_a_slashed_date_that_has_only_one_order_is_read_in_it() -> None:
    (span,) = find_periods("on 13/04/2026", date(2026, 6, 18))
    assert span.days.start == date(2026, 4, 13)


@pytest.mark.parametrize(
    "text", ["on 31 february 2025", "on 2025-13-01", "on 99/99/2025", "q5 2025 is not a", "may i ask", "march on"]
)
def test_what_is_no_period_is_left_alone(text: str) -> None:
    found = [span for span in find_periods(text, date(2026, 6, 18)) if span.unit is not Unit.YEAR]
    assert [span for span in found if span.unit is Unit.DAY or text in ("may i ask", "march on")] == []


def test_two_months_joined_share_the_year_that_is_said() -> None:
    first, second = find_periods("june vs july 2025", date(2026, 6, 18))
    assert (first.days.start, second.days.start) == (date(2025, 6, 1), date(2025, 7, 1))


def test_a_range_keeps_its_two_sides_for_a_comparison() -> None:
    (span,) = find_periods("from june 2024 to february 2026", date(2026, 6, 18))
    assert [part.days.start for part in span.parts] == [date(2024, 6, 1), date(2026, 2, 1)]


def test_in_may_on_the_card_is_may() -> None:
    (span,) = find_periods("what did i spend in may on the card", date(2026, 6, 18))
    assert (span.days.start, span.days.end) == (date(2026, 5, 1), date(2026, 5, 31))


@given(
    st.dates(date(2001, 1, 1), date(2099, 12, 31)),
    st.sampled_from([Unit.WEEK, Unit.MONTH, Unit.QUARTER, Unit.HALF, Unit.YEAR]),
)
def test_calendar_units_follow_each_other_without_gap(day: date, unit: Unit) -> None:
    this, before = whole(day, unit), whole(day, unit, -1)
    assert this.start is not None
    assert this.end is not None
    assert before.end is not None
    assert this.start <= day <= this.end
    assert (this.start - before.end).days == 1
    assert unit_start(day, unit) == this.start


@given(st.dates(date(2001, 1, 1), date(2099, 12, 31)), st.integers(1, 36))
def test_last_n_months_are_n_complete_months_that_end_before_this_one(today: date, count: int) -> None:
    start, end = days(f"last {count} months", today)
    assert start is not None
    assert end is not None
    assert (today.replace(day=1) - end).days == 1
    assert start.day == 1
    assert months_touched(start, end) == count


@given(st.dates(date(1990, 1, 1), date(2099, 12, 31)), st.integers(0, 800))
def test_a_label_names_both_ends(start: date, length: int) -> None:
    end = date.fromordinal(start.toordinal() + length)
    said = label(start, end)
    assert str(start.day) in said
    assert str(end.year) in said
