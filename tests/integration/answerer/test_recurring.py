"""Subscriptions over real services: the day on which one comes next by its past rhythm, and what an ended one cost."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.integration.answerer.conftest import NewUser, User, row
from tieout.answerer.v1 import answer_pb2
from tieout.answerer.v1 import answerer_service_pb2 as pb

STREAM = "ENTERTAINMENT_TV_AND_MOVIES"
# Netflix slipped by a weekend once; Hulu rose in price and ended; the cafe keeps to no rhythm.
ROWS = (
    *(
        row(f"n{place}", day, "15.49", "Netflix", STREAM)
        for place, day in enumerate(
            ("2026-01-14", "2026-02-14", "2026-03-16", "2026-04-14", "2026-05-14", "2026-06-14")
        )
    ),
    *(
        row(f"h{month}", f"2025-{month:02}-07", "7.99" if month < 7 else "9.99", "Hulu", STREAM)
        for month in range(1, 11)
    ),
    row("c1", "2026-05-02", "6.30", "Juniper Roast"),
    row("c2", "2026-05-09", "3.70", "Juniper Roast"),
)


@pytest.mark.parametrize(
    "text",
    ["When is my next Netflix payment?", "When will Netflix charge me next?", "what day does my Netflix renew"],
)
async def test_the_next_day_is_a_fact_of_the_days_that_were(new_user: NewUser, text: str) -> None:
    user = await new_user(rows=ROWS)
    answer = await user.ask(text)
    day = answer.grounded.value.date
    assert (day.year, day.month, day.day) == (2026, 7, 14)
    assert (
        "since 14 January 2026, the latest on 14 June 2026; on that rhythm the next day is 14 July 2026" in answer.text
    )
    assert answer.grounded.row_set.row_count == 6
    figure = answer.figures[-1]
    assert (figure.op, figure.unit) == (answer_pb2.FIGURE_OP_NEXT_DAY, answer_pb2.FIGURE_UNIT_DATE)
    assert sorted(figure.rows.source_transaction_ids) == [f"n{place}" for place in range(6)]
    replayed = await user.answerer.Replay(pb.ReplayRequest(answer_id=answer.answer_id))
    assert replayed.equal


async def test_a_next_day_is_stale_when_a_charge_came(new_user: NewUser) -> None:
    user = await new_user(rows=ROWS)
    answer = await user.ask("When is my next Netflix payment?")
    assert (await user.verify(answer.answer_id)).verdict == pb.VERDICT_HOLDS
    await user.sync(row("n6", "2026-06-17", "15.49", "Netflix", STREAM))
    assert (await user.verify(answer.answer_id)).verdict == pb.VERDICT_STALE


async def test_a_charge_that_is_late_is_said_to_be(new_user: NewUser) -> None:
    user = await new_user(rows=[one for one in ROWS if one["transaction_id"] != "n5"])
    answer = await user.ask("When is my next Netflix payment?")
    assert "the next day was 14 June 2026, which has gone by without a charge" in answer.text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("When is my next Hulu payment?", "NO_DATA"),
        ("When will Juniper Roast charge me next?", "OUT_OF_SCOPE"),
        ("How much will Netflix charge me next?", "OUT_OF_SCOPE"),
        ("What did I pay a month for Netflix before I cancelled?", "UNSUPPORTED"),
        ("What did I pay a month for Juniper Roast when I had it?", "UNSUPPORTED"),
    ],
)
async def test_what_has_no_rhythm_or_no_end_is_refused(new_user: NewUser, text: str, reason: str) -> None:
    user: User = await new_user(rows=ROWS)
    answer = await user.ask(text)
    assert answer_pb2.RefusalReason.Name(answer.refusal.reason) == f"REFUSAL_REASON_{reason}", answer.text


@pytest.mark.parametrize(
    "text",
    ["What was my Hulu subscription costing when I had it?", "what did I pay a month for Hulu before I cancelled"],
)
async def test_a_past_subscription_has_its_last_price_and_its_end(new_user: NewUser, text: str) -> None:
    user = await new_user(rows=ROWS)
    answer = await user.ask(text)
    money = answer.grounded.value.money
    assert Decimal(money.units) + Decimal(money.nanos) / 10**9 == Decimal("9.99")
    assert answer.text.startswith("$9.99 a month at Hulu, by the last charge before it ended, on 7 October 2025")
    assert [one.source_transaction_id for one in answer.grounded.row_set.rows] == ["h10"]
    assert (await user.verify(answer.answer_id)).verdict == pb.VERDICT_HOLDS
