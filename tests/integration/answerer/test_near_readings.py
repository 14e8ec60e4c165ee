"""What else a question may have meant: offered beside the answer with its own figure, which ties out like any other."""

from __future__ import annotations

import random
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from tests.integration.answerer.conftest import LEDGER, NewUser, User, row
from tests.integration.answerer.test_answers import money
from tieout.answerer.v1 import answer_pb2
from tieout.answerer.v1 import answerer_service_pb2 as pb
from tieout.retriever.v1 import retriever_service_pb2 as retriever_pb

RESTAURANT, GROCERIES, COFFEE = "FOOD_AND_DRINK_RESTAURANT", "FOOD_AND_DRINK_GROCERIES", "FOOD_AND_DRINK_COFFEE"


def figure_of(answer: answer_pb2.Answer, reading: answer_pb2.Reading) -> answer_pb2.Figure:
    """The figure of a reading as it stands in the answer."""
    return next(one for one in answer.figures if one.figure_id == reading.figure.figure_id)


async def replayed(user: User, answer: answer_pb2.Answer) -> pb.ReplayResponse:
    response: pb.ReplayResponse = await user.answerer.Replay(pb.ReplayRequest(answer_id=answer.answer_id))
    return response


async def test_the_past_month_is_the_complete_one_and_the_days_up_to_today_are_offered(user: User) -> None:
    answer = await user.ask("How much did I spend at Juniper Roast in the past month?")
    assert money(answer.grounded.value.money) == Decimal("10.00")
    (other,) = answer.other_readings
    assert other.description == "Read as at Juniper Roast, 19 May 2026 – 18 June 2026, it is $0.00."
    assert other.description in answer.text
    assert other.plan.selections[0].period_label == "19 May 2026 – 18 June 2026"
    assert figure_of(answer, other).side
    assert not figure_of(answer, other).rows.row_ids
    assert (await user.verify(answer.answer_id)).verdict == pb.VERDICT_HOLDS
    assert (await replayed(user, answer)).equal


async def test_where_no_rule_prefers_a_reading_both_are_given_and_none_is_taken(user: User) -> None:
    answer = await user.ask("How much did I spend at Marlpit Grocers in the past year?")
    assert answer.refusal.reason in (
        answer_pb2.REFUSAL_REASON_AMBIGUOUS,
        answer_pb2.REFUSAL_REASON_OUT_OF_COVERAGE,
    )
    week = await user.ask("How much did I spend at Casa Lola two weeks ago?")
    assert week.refusal.reason == answer_pb2.REFUSAL_REASON_AMBIGUOUS or week.HasField("grounded")
    assert not answer.other_readings


async def test_a_net_sum_offers_what_it_was_before_refunds(user: User) -> None:
    answer = await user.ask("How much did I spend at Marlpit Grocers in May?")
    assert money(answer.grounded.value.money) == Decimal("148.02")
    (other,) = answer.other_readings
    assert other.description == "Before refunds, it is $168.42."
    assert sorted(figure_of(answer, other).rows.source_transaction_ids) == ["t4", "t5"]
    assert (await user.verify(answer.answer_id)).verdict == pb.VERDICT_HOLDS
    without = await user.ask("How much did I spend at Marlpit Grocers in May before refunds?")
    assert money(without.grounded.value.money) == Decimal("168.42")
    assert not without.other_readings


async def test_a_cafe_that_the_bank_files_under_restaurants_is_named_as_left_out_of_coffee(new_user: NewUser) -> None:
    rows = [
        *LEDGER,
        row("l1", "2026-05-03", "14.00", "Luna Café", RESTAURANT),
        row("l2", "2026-05-04", "17.20", "Luna Café", RESTAURANT),
        row("l3", "2026-04-04", "9.00", "Luna Café", RESTAURANT),
    ]
    user = await new_user(rows=rows)
    answer = await user.ask("How much did I spend on coffee in May?")
    assert money(answer.grounded.value.money) == Decimal("10.00")
    (other,) = answer.other_readings
    assert other.description == "2 rows at Luna Café counted under restaurants are left out, $31.20."
    assert other.description in answer.text
    assert sorted(figure_of(answer, other).rows.source_transaction_ids) == ["l1", "l2"]
    assert sorted(one.row_id for one in answer.grounded.row_set.rows) == sorted(
        one.row_id for one in await user.rows(category_ids=[COFFEE]) if one.date.month == 5
    )
    assert "[Citation ID: policy:v1.set.category]" in answer.text
    assert (await replayed(user, answer)).equal
    counted = await user.ask("How many coffee purchases did I make in May?")
    assert counted.grounded.value.number.value.value == "2"
    assert any("Luna Café" in one.description for one in counted.other_readings)
    april = await user.ask("How much did I spend on coffee in February?")
    assert not april.other_readings


async def test_a_merchant_of_the_category_with_some_rows_filed_elsewhere_is_named(new_user: NewUser) -> None:
    user = await new_user(
        rows=[
            *LEDGER,
            row("m1", "2026-05-06", "30.00", "Marlpit Grocers", "GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE"),
            row("m2", "2026-05-07", "5.00", "Pewter Tools", "HOME_IMPROVEMENT_HARDWARE"),
        ]
    )
    answer = await user.ask("How much did I spend on groceries in May?")
    (left_out,) = [one for one in answer.other_readings if "left out" in one.description]
    assert "1 row at Marlpit Grocers counted under" in left_out.description
    assert left_out.description.endswith("is left out, $30.00.")


async def test_a_sum_with_pending_rows_offers_what_it_is_without_them(new_user: NewUser) -> None:
    user = await new_user(rows=[*LEDGER, row("p1", "2026-06-17", "4.50", "Juniper Roast") | {"pending": True}])
    answer = await user.ask("How much have I spent at Juniper Roast since May 1?")
    assert money(answer.grounded.value.money) == Decimal("14.50")
    (other,) = answer.other_readings
    assert other.description == "Without what is pending, it is $10.00."
    assert "[Citation ID: policy:v1.row.pending]" in answer.text
    assert (await user.verify(answer.answer_id)).verdict == pb.VERDICT_HOLDS


async def test_an_offered_figure_that_changed_since_makes_the_answer_stale(new_user: NewUser) -> None:
    user = await new_user()
    answer = await user.ask("How much did I spend at Juniper Roast in the past month?")
    await user.sync(row("n1", "2026-06-01", "5.00", "Juniper Roast"))
    stale = await user.verify(answer.answer_id)
    assert stale.verdict == pb.VERDICT_STALE
    assert stale.replay_digest == stale.answered_digest
    offered = answer.other_readings[0].figure.figure_id
    assert (offered, "0", "5.00") in {
        (one.figure_id, str(Decimal(one.answered.value).normalize()), one.current.value) for one in stale.differences
    }


async def test_every_offered_figure_is_the_sum_of_the_rows_that_it_names(new_user: NewUser) -> None:
    """Over a ledger drawn at random: every leaf of every side figure adds up to its value, and names live rows only."""
    draw = random.Random(20261130)
    shops = [
        ("Luna Café", RESTAURANT),
        ("Juniper Roast", COFFEE),
        ("Marlpit Grocers", GROCERIES),
        ("Corner Market", RESTAURANT),
        ("Casa Lola", RESTAURANT),
    ]
    rows = []
    for place in range(220):
        name, category = draw.choice(shops)
        if draw.random() < 0.1:
            category = draw.choice((RESTAURANT, GROCERIES, COFFEE))
        day = date(2026, 6, 18) - timedelta(days=draw.randrange(300))
        size = Decimal(draw.randrange(100, 9000)) / 100 * (-1 if draw.random() < 0.1 else 1)
        one: dict[str, Any] = row(f"x{place}", day.isoformat(), str(size), name, category)
        rows.append(one | {"pending": (date(2026, 6, 18) - day).days < 4})
    user = await new_user(rows=rows)
    amounts = {one["transaction_id"]: one["amount"] for one in rows}
    questions = [
        f"{asked} {when}"
        for asked in ("How much did I spend on coffee", "How many times did I go to restaurants", "groceries total")
        for when in ("in the past month", "this year", "in the week of June 10", "in May", "so far")
    ]
    ways = set()
    for text in questions:
        answer = await user.ask(text)
        assert answer.HasField("grounded"), text
        for reading in answer.other_readings:
            ways.add(reading.description.split(",")[0].split()[0])
            leaf = figure_of(answer, reading)
            held = [amounts[one] for one in leaf.rows.source_transaction_ids]
            expected = len(held) if leaf.op == answer_pb2.FIGURE_OP_ROW_COUNT else sum(held, Decimal(0))
            assert Decimal(leaf.value.value) == expected, (text, reading.description)
            assert leaf.rendered in reading.description
        assert (await replayed(user, answer)).equal, text
        assert (await user.verify(answer.answer_id)).verdict == pb.VERDICT_HOLDS, text
    assert {"Read", "Before", "Without"} <= ways
    assert ways & {str(number) for number in range(1, 60)}, "some are left out"


@pytest.mark.parametrize(
    ("text", "rule", "says"),
    [
        ("How much did I spend in May?", "v1.set.spending", "own accounts"),
        ("How much did I spend at Marlpit Grocers in May?", "v1.set.net", "Refunds are taken off"),
        ("How much did I spend at Marlpit Grocers in May before refunds?", "v1.set.gross", "money out"),
        ("How many times did I go to Juniper Roast in May?", "v1.set.purchases", "refunds neither"),
        ("How much in bank fees in May?", "v1.set.fees", "without interest"),
        ("How much did I withdraw in cash in May?", "v1.set.cash", "fee of the machine"),
        ("What was my income in May?", "v1.set.income", "left out"),
    ],
)
async def test_the_rule_that_decided_which_rows_count_is_cited_and_can_be_read(
    user: User, text: str, rule: str, says: str
) -> None:
    answer = await user.ask(text)
    assert answer.HasField("grounded"), answer.text
    token = f"[Citation ID: policy:{rule}]"
    cited = next(one for one in answer.citations if one.token == token)
    assert token in answer.text
    assert cited.rule.rule_id == rule
    assert cited.rule.semantics_version == "v1"
    request = retriever_pb.GetEvidenceRequest(citations=[token])
    (evidence,) = (await user.retriever.GetEvidence(request)).citations
    assert evidence.rule == cited.rule
    assert says in evidence.rule.text


async def test_a_category_that_was_inferred_is_cited_as_the_rule_that_inferred_it(new_user: NewUser) -> None:
    unknown = row("i1", "2026-05-20", "4.00", "Juniper Roast")
    unknown["personal_finance_category"]["confidence_level"] = "LOW"
    user = await new_user(rows=[*LEDGER, unknown])
    answer = await user.ask("How much did I spend on coffee in May?")
    assert money(answer.grounded.value.money) == Decimal("14.00")
    assert "[Citation ID: policy:v1.category.merchant]" in answer.text
    plain = await user.ask("How much did I spend on groceries in May?")
    assert "policy:v1.category" not in plain.text
