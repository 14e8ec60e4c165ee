"""The model is the contract: the same fields, the same enum numbers, and nothing lost on the way."""

from __future__ import annotations

import dataclasses
import inspect
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import IntEnum
from typing import Any

import pytest

from services.answerer import model
from services.common.mapping import from_message, missing_fields, to_message
from services.common.types import Money
from tieout.answerer.v1 import answer_pb2, answerer_service_pb2, plan_pb2
from tieout.graph.v1 import entity_pb2, graph_service_pb2
from tieout.memory.v1 import fact_pb2, memory_service_pb2
from tieout.retriever.v1 import document_pb2, retriever_service_pb2, search_pb2
from tieout.type.v1 import evidence_pb2, ledger_pb2, period_pb2, space_pb2, timing_pb2

MODULES = (
    answer_pb2,
    answerer_service_pb2,
    plan_pb2,
    entity_pb2,
    graph_service_pb2,
    fact_pb2,
    memory_service_pb2,
    document_pb2,
    retriever_service_pb2,
    search_pb2,
    evidence_pb2,
    ledger_pb2,
    period_pb2,
    space_pb2,
    timing_pb2,
)
# What the answerer has no use for.
LEFT_OUT: dict[str, set[str]] = {"Document": {"page_count", "unread_pages", "recognized_pages"}}


def _wire(name: str) -> Any:
    return next((getattr(module, name) for module in MODULES if hasattr(module, name)), None)


MESSAGES = sorted(
    name
    for name, one in vars(model).items()
    if dataclasses.is_dataclass(one) and _wire(name) is not None and name != "Money"
)
ENUMS = sorted(
    name
    for name, one in vars(model).items()
    if inspect.isclass(one) and issubclass(one, IntEnum) and one is not IntEnum
)


@pytest.mark.parametrize("name", MESSAGES)
def test_a_message_and_its_dataclass_have_the_same_fields(name: str) -> None:
    assert missing_fields(getattr(model, name), _wire(name).DESCRIPTOR) == LEFT_OUT.get(name, set())


@pytest.mark.parametrize("name", ENUMS)
def test_an_enum_has_the_contracts_numbers(name: str) -> None:
    wire = _wire(name)
    prefix = "".join(f"_{letter}" if letter.isupper() else letter.upper() for letter in name).lstrip("_") + "_"
    assert {f"{prefix}{one.name}": one.value for one in getattr(model, name)} == dict(wire.items())


def test_an_answer_comes_back_as_it_went() -> None:
    leaf = model.RowLeaf(
        "d",
        2,
        ("a", "b"),
        model.LedgerFilter(kinds=(model.MovementKind.FEE,), pending=False, period=model.Period(date(2024, 1, 1))),
        -1,
        ("ta", ""),
    )
    figure = model.Figure(
        "f1", model.FigureOp.ROW_SUM, (), Decimal("-0.05"), model.FigureUnit.MONEY, "USD", rounding=0, rows=leaf
    )
    answer = model.Answer(
        "x",
        grounded=model.Grounded(model.AnswerValue(money=Money(Decimal("-0.05"), "USD")), "f1"),
        pieces=(model.TextPiece("a", literal=True), model.TextPiece("b", figure_id="f1")),
        figures=(figure,),
        plan=model.Plan(constants={"amount": Decimal(3)}, measure=model.Measure.SUM),
        create_time=datetime(2026, 1, 2, 3, 4, 5, 678000, tzinfo=UTC),
        timings=(model.StageTiming("plan", timedelta(milliseconds=3)),),
        gate=model.Gate(model.GateStratum.LEDGER, 1.0, 1.0, "v"),
    )
    assert from_message(to_message(answer, answer_pb2.Answer()), model.Answer) == answer


def test_a_refusal_without_details_is_still_a_refusal() -> None:
    answer = model.Answer("x", refusal=model.Refusal(model.RefusalReason.OUT_OF_SCOPE))
    message = to_message(answer, answer_pb2.Answer())
    assert message.WhichOneof("outcome") == "refusal"


def test_an_amount_of_zero_and_an_empty_list_of_names_choose_their_branch() -> None:
    zero = to_message(model.AnswerValue(money=Money(Decimal(0), "EUR")), answer_pb2.AnswerValue())
    none = to_message(model.AnswerValue(names=model.NameList()), answer_pb2.AnswerValue())
    assert (zero.WhichOneof("value"), none.WhichOneof("value")) == ("money", "names")
