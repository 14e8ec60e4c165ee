"""Which charges come back, and which of them are subscriptions."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest

from services.retriever.ledger.recurring import find_recurring
from services.retriever.model import Cadence, LedgerRow, RecurringCharge, Revision
from tests.unit.retriever.ledger_rows import read, source_row

START = date(2026, 1, 5)


def charges(prices: list[str], days: list[int], descriptor: str = "FILMBOX", category: str = "") -> list[LedgerRow]:
    rows = [
        source_row(
            f"{descriptor}{number}", price, descriptor, day=(START + timedelta(day)).isoformat(), bank_category=category
        )
        for number, (price, day) in enumerate(zip(prices, days, strict=True))
    ]
    return [LedgerRow(reading, Revision(1), "") for reading in read(rows).values()]


def find(prices: list[str], days: list[int], category: str = "", as_of: int = 100) -> list[RecurringCharge]:
    return find_recurring(charges(prices, days, category=category), START + timedelta(as_of))


FILMS = "ENTERTAINMENT_TV_AND_MOVIES"


@pytest.mark.parametrize(
    ("prices", "days", "cadence"),
    [
        (["9"] * 4, [0, 31, 59, 90], Cadence.MONTHLY),
        (["9"] * 4, [0, 7, 14, 21], Cadence.WEEKLY),
        (["9"] * 4, [0, 91, 182, 273], Cadence.QUARTERLY),
        (["9"] * 3, [0, 365, 731], Cadence.YEARLY),
        (["9", "9", "9", "9", "12", "12"], [0, 30, 61, 91, 122, 152], Cadence.MONTHLY),
    ],
)
def test_a_steady_charge_is_found_with_its_cadence(prices: list[str], days: list[int], cadence: Cadence) -> None:
    (charge,) = find(prices, days, FILMS, as_of=days[-1] + 1)
    assert (charge.cadence, charge.active, charge.subscription, charge.charge_count) == (cadence, True, True, len(days))


@pytest.mark.parametrize(
    ("prices", "days"),
    [
        (["9", "9"], [0, 30]),
        (["9", "9", "9", "9"], [0, 3, 40, 44]),
        (["31.20", "28.90", "44.10", "39.00"], [0, 30, 61, 91]),
        (["9", "9", "9"], [0, 50, 100]),
    ],
)
def test_what_comes_at_no_steady_distance_or_price_is_not(prices: list[str], days: list[int]) -> None:
    assert find(prices, days, FILMS) == []


def test_a_step_is_the_last_charge_before_and_the_first_after() -> None:
    (charge,) = find(["9", "9", "9", "12", "12", "12"], [0, 30, 61, 91, 122, 152], FILMS)
    ((before, after),) = charge.steps
    assert (before.reading.amount, after.reading.amount) == (Decimal(9), Decimal(12))
    assert after.reading.date == START + timedelta(91)


@pytest.mark.parametrize(("as_of", "active"), [(90 + 35, True), (90 + 36, False)])
def test_a_monthly_charge_is_active_for_thirty_five_days(as_of: int, active: bool) -> None:
    (charge,) = find(["9"] * 4, [0, 31, 59, 90], FILMS, as_of=as_of)
    assert charge.active is active


@pytest.mark.parametrize(
    ("descriptor", "category", "subscription"),
    [
        ("FILMBOX", FILMS, True),
        ("IRON HALL GYM", "", True),
        ("CEDAR LETTINGS", "", False),
        ("SUNNY DAYCARE", "", False),
        ("ZORBLAT", "", False),
        ("ZORBLAT MEMBERSHIP", "", True),
        ("HOMELOAN CO", "LOAN_PAYMENTS_MORTGAGE_PAYMENT", False),
        ("CORNER CAFE", "FOOD_AND_DRINK_COFFEE", False),
    ],
)
def test_only_services_and_memberships_are_subscriptions(descriptor: str, category: str, subscription: bool) -> None:
    rows = charges(["9"] * 4, [0, 31, 59, 90], descriptor, category)
    (charge,) = find_recurring(rows, START + timedelta(91))
    assert charge.subscription is subscription
