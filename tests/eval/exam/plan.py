"""A question as a plan: which movements, and what is computed from them. Both computations of the gold read it, nothing else does."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

# Word of a category -> the bank's detailed categories (SEMANTICS section 4), by the codes of `latent.CATEGORY`.
CATEGORIES: dict[str, tuple[str, ...]] = {
    "coffee": ("COF",),
    "restaurants": ("RES",),
    "fast food": ("FF",),
    "eating out": ("RES", "FF"),
    "groceries": ("GRO",),
    "food and drink": ("GRO", "COF", "RES", "FF", "ALC"),
    "fuel": ("GAS",),
    "taxis": ("TAXI",),
    "public transit": ("PT",),
    "parking": ("PARK",),
    "tolls": ("TOLL",),
    "transport": ("GAS", "TAXI", "PT", "PARK", "TOLL"),
    "flights": ("FLY",),
    "hotels": ("HOTEL",),
    "travel": ("FLY", "HOTEL", "CAR"),
    "entertainment": ("TV", "MUS", "GAME", "EVENT"),
    "video games": ("GAME",),
    "clothes": ("CLO",),
    "electronics": ("ELE",),
    "books": ("BOOK",),
    "pets": ("PETS", "VET"),
    "home improvement": ("HW", "FUR"),
    "pharmacies": ("PHA",),
    "healthcare": ("PHA", "DOC", "DEN", "EYE"),
    "utilities": ("ELEC", "WAT", "NET", "TEL"),
    "insurance": ("INS",),
    "childcare": ("KID",),
    "gym": ("GYM",),
    "haircuts": ("HAIR",),
    "charity": ("CHA",),
    "rent": ("RENT",),
}


@dataclass(frozen=True, slots=True)
class Sel:
    """A set of movements. Amounts in the smallest unit, strict; days inclusive; None means no filter."""

    what: str = "spend"  # spend fees interest feesint int_earned income cash p2p_out p2p_in moved_in card_paid outflow
    merchants: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    not_merchants: tuple[str, ...] = ()
    not_categories: tuple[str, ...] = ()
    account: str = ""
    currency: str = ""
    over: int | None = None
    under: int | None = None
    weekdays: tuple[int, ...] = ()
    country: str = ""  # "abroad" or a country code
    person: str = ""
    source: str = ""
    start: dt.date | None = None
    end: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    measure: str
    sel: Sel
    other: Sel | None = None
    n: int = 1
    labels: tuple[str, str] = ("", "")
    wanted: dict[str, Any] = field(default_factory=dict, hash=False)


class Undefined(ValueError):
    """The plan has no single clear answer on this ledger (a tie, two currencies, nothing there): it is not asked."""


def half_up(value: Decimal, places: str) -> Decimal:
    return value.quantize(Decimal(places), ROUND_HALF_UP)


def money(cents: Decimal | int, currency: str) -> str:
    """To the smallest unit of the currency, written with two places."""
    value = half_up(Decimal(cents), "1") if currency == "JPY" else Decimal(cents) / 100
    text = f"{half_up(value, '0.01')}"
    return text.removeprefix("-") if Decimal(text) == 0 else text


def month_name(y: int, m: int) -> str:
    return f"{dt.date(y, m, 1):%B} {y}"
