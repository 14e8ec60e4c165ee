"""The latent truth of an invented person's ledger: real events with exact cents, before any bank renders them.

The events are the gold. What a bank makes of them is in `rendering`; nothing here reads it back.
"""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import dataclass, field, replace

Day = dt.date

CATEGORY = {
    "GRO": "FOOD_AND_DRINK_GROCERIES",
    "COF": "FOOD_AND_DRINK_COFFEE",
    "RES": "FOOD_AND_DRINK_RESTAURANT",
    "FF": "FOOD_AND_DRINK_FAST_FOOD",
    "ALC": "FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR",
    "GAS": "TRANSPORTATION_GAS",
    "TAXI": "TRANSPORTATION_TAXIS_AND_RIDE_SHARES",
    "PT": "TRANSPORTATION_PUBLIC_TRANSIT",
    "PARK": "TRANSPORTATION_PARKING",
    "TOLL": "TRANSPORTATION_TOLLS",
    "FLY": "TRAVEL_FLIGHTS",
    "HOTEL": "TRAVEL_LODGING",
    "CAR": "TRAVEL_RENTAL_CARS",
    "TV": "ENTERTAINMENT_TV_AND_MOVIES",
    "MUS": "ENTERTAINMENT_MUSIC_AND_AUDIO",
    "GAME": "ENTERTAINMENT_VIDEO_GAMES",
    "EVENT": "ENTERTAINMENT_SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS",
    "CLO": "GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES",
    "ELE": "GENERAL_MERCHANDISE_ELECTRONICS",
    "BOOK": "GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS",
    "PETS": "GENERAL_MERCHANDISE_PET_SUPPLIES",
    "VET": "MEDICAL_VETERINARY_SERVICES",
    "HW": "HOME_IMPROVEMENT_HARDWARE",
    "FUR": "HOME_IMPROVEMENT_FURNITURE",
    "PHA": "MEDICAL_PHARMACIES_AND_SUPPLEMENTS",
    "DOC": "MEDICAL_PRIMARY_CARE",
    "DEN": "MEDICAL_DENTAL_CARE",
    "EYE": "MEDICAL_EYE_CARE",
    "ELEC": "RENT_AND_UTILITIES_GAS_AND_ELECTRICITY",
    "WAT": "RENT_AND_UTILITIES_WATER",
    "NET": "RENT_AND_UTILITIES_INTERNET_AND_CABLE",
    "TEL": "RENT_AND_UTILITIES_TELEPHONE",
    "RENT": "RENT_AND_UTILITIES_RENT",
    "INS": "GENERAL_SERVICES_INSURANCE",
    "KID": "GENERAL_SERVICES_CHILDCARE",
    "GYM": "PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS",
    "HAIR": "PERSONAL_CARE_HAIR_AND_BEAUTY",
    "CHA": "GOVERNMENT_AND_NON_PROFIT_DONATIONS",
    "SUP": "GENERAL_MERCHANDISE_SUPERSTORES",
    "MKT": "GENERAL_MERCHANDISE_ONLINE_MARKETPLACES",
    "SVC": "GENERAL_SERVICES_OTHER_GENERAL_SERVICES",
    "DEPT": "GENERAL_MERCHANDISE_DEPARTMENT_STORES",
    "SPORT": "GENERAL_MERCHANDISE_SPORTING_GOODS",
    "AUTO": "GENERAL_SERVICES_AUTOMOTIVE",
    "CONV": "GENERAL_MERCHANDISE_CONVENIENCE_STORES",
    "TAX": "GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT",
    "LOAN": "LOAN_PAYMENTS_CAR_PAYMENT",
    "MORT": "LOAN_PAYMENTS_MORTGAGE_PAYMENT",
    "STUD": "LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT",
}


@dataclass(frozen=True, slots=True)
class Account:
    key: str
    name: str
    subtype: str
    mask: str
    currency: str


@dataclass(frozen=True, slots=True)
class Merchant:
    name: str
    category: str
    rate: float
    low: int
    high: int
    online: bool = False
    account: str = ""
    old_name: str = ""
    renamed_on: Day | None = None
    country: str = ""
    city: str = ""
    currency: str = ""
    second_category: str = ""


@dataclass(frozen=True, slots=True)
class Charge:
    """Something charged month by month: a bill, an instalment, a subscription. Prices are (first day, cents)."""

    name: str
    category: str
    day: int
    prices: tuple[tuple[Day, int], ...]
    end: Day | None = None
    subscription: bool = False
    jitter: int = 0
    account: str = ""
    every: int = 1


@dataclass(frozen=True, slots=True)
class Source:
    name: str
    category: str
    cents: int
    spread: int
    every_days: int = 0
    day: int = 0
    account: str = ""
    end: Day | None = None


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    out_rate: float
    in_rate: float
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Spec:
    user: str
    country: str
    city: str
    region: str
    first: Day
    as_of: Day
    accounts: tuple[Account, ...]
    merchants: tuple[Merchant, ...]
    charges: tuple[Charge, ...]
    sources: tuple[Source, ...]
    people: tuple[Person, ...]
    savings: tuple[tuple[str, str, int, int], ...]
    cards: tuple[str, ...]
    main: str
    spend_on: tuple[tuple[str, float], ...]
    cash_rate: float
    fee_rate: float
    categories: bool = True
    refund_rate: float = 0.05
    statements: tuple[tuple[str, str], ...] = ()
    pfx: str = "us"


@dataclass(frozen=True, slots=True)
class Event:
    """One real movement. `cents` is positive for money out, in the smallest unit (whole yen for JPY)."""

    key: str
    date: Day
    account: str
    cents: int
    currency: str
    kind: str
    merchant: str = ""
    category: str = ""
    person: str = ""
    source: str = ""
    other: str = ""
    country: str = ""
    note: str = ""
    traits: frozenset[str] = field(default_factory=frozenset)


ZERO_DECIMALS = {"JPY"}


def months(first: Day, last: Day) -> list[tuple[int, int]]:
    out, y, m = [], first.year, first.month
    while (y, m) <= (last.year, last.month):
        out.append((y, m))
        y, m = (y + 1, 1) if m == 12 else (y, m + 1)
    return out


def month_end(y: int, m: int) -> Day:
    return (dt.date(y + (m == 12), m % 12 + 1, 1)) - dt.timedelta(days=1)


def _poisson(rng: random.Random, rate: float) -> int:
    n = int(rate)
    return n + (rng.random() < rate - n) + (rng.choice((-1, 0, 0, 1)) if rate >= 2 else 0)


class _Maker:
    def __init__(self, spec: Spec, rng: random.Random) -> None:
        self.spec, self.rng, self.events, self.n = spec, rng, [], 0  # type: ignore[var-annotated]
        self.currency = {a.key: a.currency for a in spec.accounts}

    def add(self, date: Day, account: str, cents: int, kind: str, **more: object) -> None:
        if self.spec.first <= date <= self.spec.as_of:
            self.n += 1
            currency = str(more.pop("currency", "") or self.currency[account])
            self.events.append(Event(f"{self.spec.user}-{self.n:05d}", date, account, cents, currency, kind, **more))  # type: ignore[arg-type]

    def pick_account(self) -> str:
        keys = [k for k, _ in self.spec.spend_on]
        return self.rng.choices(keys, [w for _, w in self.spec.spend_on])[0]


def _purchases(mk: _Maker) -> None:
    rng, spec = mk.rng, mk.spec
    for mer in spec.merchants:
        for y, m in months(spec.first, spec.as_of):
            for _ in range(max(0, _poisson(rng, mer.rate))):
                date = dt.date(y, m, rng.randint(1, month_end(y, m).day))
                account = mer.account or mk.pick_account()
                currency = mk.currency[account]
                cents = rng.randint(mer.low, mer.high)
                if currency not in ZERO_DECIMALS and rng.random() < 0.25:
                    cents = cents // 100 * 100 + rng.choice((0, 50, 95, 99))
                located = not mer.online and (rng.random() < 0.7 or bool(mer.country))
                country = (mer.country or spec.country) if located else ""
                category = mer.category
                if mer.second_category and rng.random() < 0.3:
                    category = mer.second_category
                parts = [cents]
                if mer.online and cents > 6000 and rng.random() < 0.2:
                    cut = rng.randint(cents // 4, cents // 2)
                    parts = [cents - cut, cut]
                for part in parts:
                    mk.add(
                        date,
                        account,
                        part,
                        "purchase",
                        merchant=mer.name,
                        category=category,
                        country=country,
                        traits=frozenset({"split"}) if len(parts) > 1 else frozenset(),
                    )
                if rng.random() < 0.03:  # the same thing bought again on the same day
                    mk.add(
                        date,
                        account,
                        parts[0],
                        "purchase",
                        merchant=mer.name,
                        category=category,
                        country=country,
                        traits=frozenset({"same-day"}),
                    )
                if rng.random() < spec.refund_rate * (
                    2.0 if mer.category in ("CLO", "MKT", "ELE", "SUP", "HW") else 0.4
                ):
                    later = date + dt.timedelta(days=rng.randint(2, 38))
                    back = parts[0] if rng.random() < 0.45 else max(100, parts[0] * rng.randint(15, 70) // 100)
                    if currency in ZERO_DECIMALS:
                        back = max(100, back)
                    mk.add(later, account, -back, "refund", merchant=mer.name, category=category, country=country)


def _charges(mk: _Maker) -> None:
    rng, spec = mk.rng, mk.spec
    for ch in spec.charges:
        for i, (y, m) in enumerate(months(spec.first, spec.as_of)):
            if i % ch.every:
                continue
            date = dt.date(y, m, min(ch.day, month_end(y, m).day))
            if ch.end and date > ch.end or date < ch.prices[0][0]:
                continue
            cents = [c for d, c in ch.prices if d <= date][-1]
            if ch.jitter:
                cents += rng.randint(-ch.jitter, ch.jitter)
            elif not ch.subscription and rng.random() < 0.3:
                date += dt.timedelta(days=rng.randint(0, 2))
            mk.add(date, ch.account or spec.main, cents, "purchase", merchant=ch.name, category=ch.category)


def _money_in(mk: _Maker) -> None:
    rng, spec = mk.rng, mk.spec
    for s in spec.sources:
        days: list[Day] = []
        if s.every_days:
            d = spec.first + dt.timedelta(days=rng.randint(1, s.every_days))
            while d <= spec.as_of:
                days.append(d)
                d += dt.timedelta(days=s.every_days)
        else:
            days = [dt.date(y, m, min(s.day, month_end(y, m).day)) for y, m in months(spec.first, spec.as_of)]
        for d in days:
            if s.end is None or d <= s.end:
                mk.add(
                    d,
                    s.account or spec.main,
                    -(s.cents + rng.randint(-s.spread, s.spread)),
                    "income",
                    category=s.category,
                    source=s.name,
                )


def _own_and_people(mk: _Maker) -> None:
    rng, spec = mk.rng, mk.spec
    for y, m in months(spec.first, spec.as_of):
        end = month_end(y, m)
        for src, dst, cents, day in spec.savings:
            d = dt.date(y, m, min(day, end.day))
            if d > spec.as_of - dt.timedelta(days=2) or rng.random() < 0.12:
                continue
            amount = cents + rng.choice((0, 0, 0, 5000, -2500))
            mk.add(d, src, amount, "transfer_out", other=dst)
            mk.add(d, dst, -amount, "transfer_in", other=src)
        for p in spec.people:
            for rate, sign, kind in ((p.out_rate, 1, "p2p_out"), (p.in_rate, -1, "p2p_in")):
                for _ in range(max(0, int(rate) + (rng.random() < rate % 1))):
                    mk.add(
                        dt.date(y, m, rng.randint(1, end.day)),
                        spec.main,
                        sign * rng.randint(p.low, p.high),
                        kind,
                        person=p.name,
                    )
        for _ in range(max(0, int(spec.cash_rate) + (rng.random() < spec.cash_rate % 1))):
            d = dt.date(y, m, rng.randint(1, end.day))
            mk.add(d, spec.main, rng.choice((2000, 4000, 6000, 8000, 10000, 12000, 20000)), "cash")
            if rng.random() < 0.4:
                mk.add(d, spec.main, rng.choice((250, 300, 350)), "fee", category="BANK_FEES_ATM_FEES")
        if rng.random() < spec.fee_rate:
            d = dt.date(y, m, rng.randint(1, end.day))
            cents = rng.choice((1500, 2500, 3400))
            mk.add(d, spec.main, cents, "fee", category="BANK_FEES_OVERDRAFT_FEES")
            if rng.random() < 0.35:
                mk.add(
                    d + dt.timedelta(days=rng.randint(1, 9)),
                    spec.main,
                    -cents,
                    "fee_refund",
                    category="BANK_FEES_OVERDRAFT_FEES",
                )
        for card in spec.cards:
            if rng.random() < 0.35:
                mk.add(
                    dt.date(y, m, min(23, end.day)),
                    card,
                    rng.randint(311, 4870),
                    "interest",
                    category="BANK_FEES_INTEREST_CHARGE",
                )
        kept = {a.key for a in spec.accounts if a.subtype == "savings"}
        for dst in sorted({d for _, d, _, _ in spec.savings} & kept):
            mk.add(end, dst, -rng.randint(180, 5200), "income", category="INCOME_INTEREST_EARNED", source="")
    start = spec.first + dt.timedelta(days=36)
    for y, m in months(start, spec.as_of):
        d = dt.date(y, m, 14)
        for card in spec.cards:
            owed = sum(
                e.cents
                for e in mk.events
                if e.account == card
                and e.kind in ("purchase", "refund", "interest", "fee")
                and d - dt.timedelta(days=40) < e.date <= d - dt.timedelta(days=9)
            )
            if owed > 3000 and d + dt.timedelta(days=2) <= spec.as_of:
                mk.add(d, spec.main, owed, "card_out", other=card)
                mk.add(d + dt.timedelta(days=rng.randint(0, 2)), card, -owed, "card_in", other=spec.main)


def _foreign_fees(mk: _Maker) -> None:
    for e in list(mk.events):
        if (
            e.kind == "purchase"
            and e.country
            and e.country != mk.spec.country
            and mk.rng.random() < 0.3
            and e.account in mk.spec.cards
        ):
            mk.add(e.date, e.account, max(10, e.cents * 3 // 100), "fee", category="BANK_FEES_FOREIGN_TRANSACTION_FEES")


def make_events(spec: Spec, seed: int) -> list[Event]:
    """All events of `spec`, by day. The same seed gives the same events."""
    mk = _Maker(spec, random.Random(f"{seed}/{spec.user}/events"))
    _purchases(mk)
    _charges(mk)
    _money_in(mk)
    _own_and_people(mk)
    _foreign_fees(mk)
    # Coverage starts on a known day: the first event lies on it.
    events = sorted(mk.events, key=lambda e: (e.date, e.key))
    first = events[0]
    if first.date != spec.first:
        i = next(i for i, e in enumerate(events) if e.kind == "purchase")
        events[i] = replace(events[i], date=spec.first)
    return sorted(events, key=lambda e: (e.date, e.key))
