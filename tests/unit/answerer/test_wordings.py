"""What ways of asking come to, on a made-up ledger: the value and the rows, or the refusal."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from services.answerer import closure
from services.answerer.model import (
    Answer,
    Cadence,
    Candidate,
    EntityKind,
    MatchKind,
    PriceStep,
    Question,
    RecurringCharge,
    RefusalReason,
)
from tests.unit.answerer.ledger_fake import FakeLedger, make_row, sample_rows
from tests.unit.answerer.peer_fakes import ALICE, World

STREAM = "ENTERTAINMENT_TV_AND_MOVIES"
GYM = "PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS"


def _ledger() -> FakeLedger:
    """The sample rows, a year of a club at one price, and what comes back of them."""
    months = [date(2025, 6 + place, 12) if place < 7 else date(2026, place - 6, 12) for place in range(12)]
    club = [make_row(300 + place, day, "30.00", "Cedar Club", GYM) for place, day in enumerate(months)]
    rows = [*sample_rows(), *club]
    streams = [row for row in rows if row.merchant_name == "Streamly"]
    streams.sort(key=lambda row: row.date or date.min)
    step = PriceStep(streams[-2], streams[-1])
    charges = (
        RecurringCharge("m-streamly", "Streamly", Cadence.MONTHLY, streams[-1], (step,), True, 3, True),
        RecurringCharge("m-cedar-club", "Cedar Club", Cadence.MONTHLY, club[-1], (), False, 12, True),
    )
    return FakeLedger(rows, charges=charges)


async def _ask(question: str, ledger: FakeLedger | None = None) -> Answer:
    world = World(ledger=ledger or _ledger())
    answer = await world.answerer.ask(ALICE, Question(question))
    closure.check(answer.pieces, answer.text, answer.figures, answer.citations)
    return answer


def _said(answer: Answer) -> object:
    assert answer.grounded is not None, answer.text
    value = answer.grounded.value
    assert value is not None
    if value.money is not None:
        return str(value.money.amount)
    if value.number is not None:
        return str(value.number.value)
    if value.text is not None:
        return value.text.text
    if value.names is not None:
        return value.names.names
    if value.rows is not None:
        return tuple(row.source_transaction_id for row in value.rows.rows)
    return value.date


@pytest.mark.parametrize(
    ("question", "value"),
    [
        # An amount is asked, not a day or a share.
        ("What did I pay Marlpit Grocers last time?", "77.77"),
        ("When was the last time I was at Marlpit Grocers?", date(2026, 6, 10)),
        ("How much of our money did Osteria Blu take in May?", "32.00"),
        # What stands first is what is compared with.
        ("Compared with May, how much more did coffee cost me in June?", "-12.60"),
        ("How much more did coffee cost me in May than in June?", "12.60"),
        ("Did I spend more on coffee in June than in May?", "no"),
        ("Did I spend less on coffee in June than in May?", "yes"),
        ("When was coffee higher, in May or in June?", "May 2026"),
        ("Compared to the same period last year, by what percent did coffee change this year?", "422.0"),
        # The price that holds.
        ("what does Streamly charge me per month nowadays", "11.99"),
        ("is Streamly still active", "yes"),
        # The rhythm that was, and the price at its end.
        ("when will Streamly charge me next", date(2026, 6, 27)),
        ("what was I paying Cedar Club a month before I cancelled", "30.00"),
        ("What was my Cedar Club membership costing me when I had it?", "30.00"),
        ("By how many percent did Streamly go up?", "20.0"),
        ("What's my dearest subscription?", "Streamly"),
        # One of several, several of many.
        ("What's my top coffee merchant in May?", "Juniper Roast"),
        ("How many different coffee shops did I go to in May?", "2"),
        ("How many different merchants did I buy food and drink from in May?", "5"),
        ("Name every shop I bought groceries at in May", ("Marlpit Grocers",)),
        ("Which merchant do I use most often for coffee?", "Juniper Roast"),
        ("Who has paid me the most in 2026?", "Lintel Studio"),
        ("where did I last spend on eating out", "Casa Lola"),
        ("my two most recent Marlpit Grocers purchases", ("t0010", "t0009")),
        ("when did I start going to Marlpit Grocers", date(2025, 10, 11)),
        # One amount says which row.
        ("which shop did I pay exactly £61.15?", "Marlpit Grocers"),
        ("what day was the £88.00 Fenwick & Daughters charge", date(2026, 2, 11)),
        # What is left out.
        ("food and drink in May without Marlpit Grocers", "90.00"),
        ("How much did I spend on food and drink in May, leaving out groceries?", "90.00"),
        ("Marlpit Grocers, not Tramway, in May", "168.42"),
        ("what did coffee cost in May, other than at Juniper Roast", "7.00"),
        ("what's my biggest source of income in 2026", "Lintel Studio"),
        ("last payday from Lintel Studio", date(2026, 5, 29)),
        # A share of a part.
        ("What percentage of my coffee spending was at Juniper Roast in May?", "58.8"),
        # A comma explains.
        ("groceries in May - Marlpit Grocers", "168.42"),
        ("interest I got charged on Amber Card in May", "3.20"),
        ("what did I get through on Boxing Day", "0.00"),
        ("what do Juniper Roast and Osteria Blu add up to last month?", "42.00"),
        ("coffee over the weekend, how much", "0.00"),
        ("has the Fenwick & Daughters refund come through last month", "no"),
        ("the ttal for coffee in May", "17.00"),
        ("middle value of my Marlpit Grocers purchases in May", "84.21"),
    ],
)
async def test_it_comes_to(question: str, value: object) -> None:
    said = _said(await _ask(question))
    if isinstance(value, str) and isinstance(said, str) and value.replace(".", "").lstrip("-").isdigit():
        assert Decimal(said) == Decimal(value)
    else:
        assert said == value


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Which of these was the dearest?", RefusalReason.AMBIGUOUS),
        ("how much is in my Rainy Day Saver", RefusalReason.NOT_IN_DATA),
        # No longer charged, a bill by usage, a price that changed within the year.
        ("what am I paying Cedar Club a month now", RefusalReason.UNSUPPORTED),
        ("how much is Marlpit Grocers a month", RefusalReason.UNSUPPORTED),
        # Has ended; never came back by a rhythm; has not ended; was no yearly price.
        ("When is my next Cedar Club payment?", RefusalReason.NO_DATA),
        ("When will Marlpit Grocers charge me next?", RefusalReason.OUT_OF_SCOPE),
        ("what did I pay a month for Streamly before I cancelled", RefusalReason.UNSUPPORTED),
        ("what did I pay a year for Cedar Club before I cancelled", RefusalReason.UNSUPPORTED),
        ("what did I pay a month for Marlpit Grocers when I had it", RefusalReason.UNSUPPORTED),
        ("What's Streamly costing me a year?", RefusalReason.AMBIGUOUS),
        ("How much did Shell Harbour cost me in May?", RefusalReason.NO_DATA),
        ("How much coffee without Hollow Beans in May?", RefusalReason.NO_DATA),
    ],
)
async def test_it_is_refused(question: str, reason: RefusalReason) -> None:
    answer = await _ask(question)
    assert answer.refusal is not None, answer.text
    assert answer.refusal.reason is reason


async def test_a_currency_is_no_country() -> None:
    ledger = _ledger()
    ledger.names["us"] = [Candidate(EntityKind.COUNTRY, "US", "United States", MatchKind.EXACT, 1.0, (), 0)]
    answer = await _ask("spending in US dollars in May", ledger)
    assert answer.plan is not None
    chosen = answer.plan.selections[0].filter
    assert chosen is not None
    assert (chosen.currency_code, chosen.country_codes) == ("USD", ())


async def test_totals_on_an_account_are_said_in_plain_words() -> None:
    answer = await _ask("How much did I spend on my Amber Card in May?")
    assert answer.text.startswith("You spent £51.20 on Amber Card")
