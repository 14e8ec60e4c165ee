"""Questions over split rows: each answer takes the parts that it asks for, cites the row, and can be checked later."""

from __future__ import annotations

from decimal import Decimal
from typing import Any
from uuid import uuid4

from google.type.money_pb2 import Money

from tests.integration.answerer.conftest import User
from tests.integration.answerer.test_answers import money
from tieout.answerer.v1 import answer_pb2
from tieout.answerer.v1 import answerer_service_pb2 as pb
from tieout.retriever.v1 import retriever_service_pb2 as retriever_pb

GROCERIES, PETS = "FOOD_AND_DRINK_GROCERIES", "GENERAL_MERCHANDISE_PET_SUPPLIES"


async def split(user: User, transaction: str, *parts: tuple[int, str]) -> None:
    """Split a row into whole dollars of categories."""
    (found,) = [one for one in await user.rows() if one.source_transaction_id == transaction]
    whole = found.amount
    left = Money(currency_code="USD", units=whole.units - sum(units for units, _ in parts), nanos=whole.nanos)
    amounts = [*((Money(currency_code="USD", units=units), category) for units, category in parts), (left, "")]
    splits = [retriever_pb.RowSplit(amount=amount, category_id=category) for amount, category in amounts]
    annotation = retriever_pb.RowAnnotation(row_id=found.row_id, splits=splits)
    await user.retriever.AnnotateRows(
        retriever_pb.AnnotateRowsRequest(request_id=str(uuid4()), annotations=[annotation])
    )


def value(answer: answer_pb2.Answer) -> Decimal:
    return money(answer.grounded.value.money)


async def test_answers_take_the_parts_and_count_the_row_once(user: User) -> None:
    await split(user, "t5", (50, PETS))
    assert value(await user.ask("How much did I spend on groceries in May?")) == Decimal("98.02")
    assert value(await user.ask("How much did I spend on pet supplies in May?")) == Decimal("50.00")
    assert value(await user.ask("How much did I spend at Marlpit Grocers in May?")) == Decimal("148.02")
    assert value(await user.ask("How much did I spend in May?")) == Decimal("199.02")
    counted = await user.ask("How many times did I go to Marlpit Grocers in May?")
    assert counted.grounded.value.number.value.value == "2"
    largest = await user.ask("What was my largest purchase in May?")
    assert value(largest) == Decimal("120.40")
    by_part = await user.ask("What was my largest grocery purchase in May?")
    assert value(by_part) == Decimal("70.40")
    (line,) = by_part.grounded.row_set.rows or [
        row for one in by_part.citations for row in (one.row, *one.row_set.rows)
    ]
    assert (money(line.amount), money(line.whole_amount), len(line.parts)) == (Decimal("70.40"), Decimal("120.40"), 2)


async def test_a_split_makes_an_answer_stale_with_the_difference_and_the_old_one_replays(user: User) -> None:
    answers: dict[str, Any] = {
        text: await user.ask(text)
        for text in ("How much did I spend on groceries in May?", "How much did I spend at Marlpit Grocers in May?")
    }
    await split(user, "t5", (50, PETS))
    food, shop = [await user.verify(one.answer_id) for one in answers.values()]
    assert (food.verdict, shop.verdict) == (pb.VERDICT_STALE, pb.VERDICT_STALE)
    assert ("148.02", "98.02") in {(one.answered.value, one.current.value) for one in food.differences}
    assert not shop.differences
    after = await user.ask("How much did I spend on groceries in May?")
    assert (await user.verify(after.answer_id)).verdict == pb.VERDICT_HOLDS
    await split(user, "t5", (100, PETS))
    for answer in (*answers.values(), after):
        replayed = await user.answerer.Replay(pb.ReplayRequest(answer_id=answer.answer_id))
        assert replayed.equal
        assert list(replayed.figures) == list(answer.figures)
