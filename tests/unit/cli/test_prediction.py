"""Answers as predictions: what the benchmark's own scorer makes of them."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from google.type.date_pb2 import Date
from google.type.decimal_pb2 import Decimal as DecimalMessage
from google.type.money_pb2 import Money

from services.cli.prediction import failed, predict
from tieout.answerer.v1 import answer_pb2 as pb
from tieout.answerer.v1 import plan_pb2
from tieout.type.v1 import evidence_pb2, ledger_pb2

SCORER = Path(__file__).resolve().parents[2] / "eval" / "score.py"
ROWS = {"t_1": {"amount": "12.40"}, "t_2": {"amount": "7.60"}, "t_3": {"amount": "-5.00"}}


@pytest.fixture(scope="module")
def scorer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("score", SCORER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["score"] = module
    spec.loader.exec_module(module)
    return module


async def _whole_set(first: ledger_pb2.RowSet) -> Sequence[ledger_pb2.LedgerRow]:
    if first.next_page_token:
        return [*first.rows, _row("t_3")]
    return list(first.rows)


async def _whole_leaf(_filter: ledger_pb2.LedgerFilter, as_of: Date, revision: int) -> Sequence[ledger_pb2.LedgerRow]:
    assert (as_of.year, revision) == (2026, 4)
    return [_row("t_1"), _row("t_2"), _row("t_3")]


async def _predict(answer: pb.Answer) -> dict[str, Any]:
    return await predict("q-1", answer, 12.34, _whole_set, _whole_leaf)


def _row(source_id: str) -> ledger_pb2.LedgerRow:
    return ledger_pb2.LedgerRow(row_id=f"r_{source_id}", source_transaction_id=source_id)


def _figure(figure_id: str, op: pb.FigureOp, value: str, *inputs: str, **fields: Any) -> pb.Figure:
    return pb.Figure(figure_id=figure_id, op=op, value=DecimalMessage(value=value), input_ids=inputs, **fields)


def _leaf(*source_ids: str) -> pb.RowLeaf:
    return pb.RowLeaf(
        row_count=len(source_ids),
        row_ids=[f"r_{one}" for one in source_ids],
        source_transaction_ids=source_ids,
    )


def _grounded(value: pb.AnswerValue, *figures: pb.Figure, **fields: Any) -> pb.Answer:
    return pb.Answer(grounded=pb.Grounded(value=value), figures=figures, ledger_revision=4, **fields)


def _money(units: int, cents: int = 0, currency: str = "USD") -> Money:
    return Money(currency_code=currency, units=units, nanos=cents * 10**7)


def _recomputed(scorer: ModuleType, prediction: dict[str, Any], question: str = "how much?") -> tuple[Any, int]:
    held, broken = scorer.verified_figures({"question": question}, prediction, ROWS)
    return held, broken


async def test_a_sum_is_right_and_its_figures_recompute(scorer: ModuleType) -> None:
    answer = _grounded(
        pb.AnswerValue(money=_money(15)), _figure("f1", pb.FIGURE_OP_ROW_SUM, "15.00", rows=_leaf("t_1", "t_2", "t_3"))
    )
    prediction = await _predict(answer)
    expected = {"status": "answered", "kind": "money", "value": "15.00", "currency": "USD"}
    assert scorer.judge({"expect": expected}, prediction)[0] == "right"
    held, broken = _recomputed(scorer, prediction)
    assert (held, broken) == ({"f1": Decimal("15.00")}, 0)
    assert scorer.backed(prediction, held)


async def test_a_set_is_cited_whole_although_the_answer_begins_it_only() -> None:
    answer = _grounded(pb.AnswerValue(money=_money(15)))
    answer.grounded.row_set.CopyFrom(
        ledger_pb2.RowSet(row_count=3, rows=[_row("t_1"), _row("t_2")], next_page_token="more")
    )
    assert (await _predict(answer))["rows"] == ["t_1", "t_2", "t_3"]


async def test_a_leaf_over_a_large_set_is_read_again_by_its_filter(scorer: ModuleType) -> None:
    answer = _grounded(
        pb.AnswerValue(money=_money(15)),
        _figure("f1", pb.FIGURE_OP_ROW_SUM, "15.00", rows=pb.RowLeaf(row_count=3, digest="d")),
        plan=plan_pb2.Plan(as_of_date=Date(year=2026, month=10, day=31)),
    )
    prediction = await _predict(answer)
    assert prediction["figures"][0]["rows"] == ["t_1", "t_2", "t_3"]
    assert _recomputed(scorer, prediction)[1] == 0


@pytest.mark.parametrize(
    ("op", "value", "name"),
    [
        (pb.FIGURE_OP_ADD, "20.00", "add"),
        (pb.FIGURE_OP_SUBTRACT, "4.80", "subtract"),
        (pb.FIGURE_OP_PERCENT_CHANGE, "-38.71", "percent_change"),
        (pb.FIGURE_OP_PERCENT_OF, "163.16", "percent_of"),
        (pb.FIGURE_OP_AVERAGE, "10.00", "average"),
        (pb.FIGURE_OP_MAX, "12.40", "max"),
        (pb.FIGURE_OP_MIN, "7.60", "min"),
        (pb.FIGURE_OP_COUNT, "2", "count"),
        (pb.FIGURE_OP_MEDIAN, "10.00", "average"),
    ],
)
async def test_figures_of_figures_recompute(scorer: ModuleType, op: pb.FigureOp, value: str, name: str) -> None:
    answer = _grounded(
        pb.AnswerValue(money=_money(1)),
        _figure("f1", pb.FIGURE_OP_ROW_AMOUNT, "12.40", rows=_leaf("t_1")),
        _figure("f2", pb.FIGURE_OP_ROW_AMOUNT, "7.60", rows=_leaf("t_2")),
        _figure("f3", op, value, "f1", "f2"),
    )
    prediction = await _predict(answer)
    assert prediction["figures"][2]["op"] == name
    held, broken = _recomputed(scorer, prediction)
    assert broken == 0
    assert held["f3"] == Decimal(value)


async def test_a_constant_stands_among_the_inputs(scorer: ModuleType) -> None:
    answer = _grounded(
        pb.AnswerValue(money=_money(5)),
        _figure("f1", pb.FIGURE_OP_ROW_SUM, "15.00", rows=_leaf("t_1", "t_2", "t_3")),
        _figure("f2", pb.FIGURE_OP_CONSTANT, "3"),
        _figure("f3", pb.FIGURE_OP_DIVIDE, "5.00", "f1", "f2"),
    )
    prediction = await _predict(answer)
    assert prediction["figures"][1]["inputs"] == ["f1", "3"]
    assert _recomputed(scorer, prediction)[1] == 0


async def test_days_between_two_dates_are_backed(scorer: ModuleType) -> None:
    value = pb.NumberValue(value=DecimalMessage(value="32"), unit=pb.FIGURE_UNIT_DAYS)
    answer = _grounded(pb.AnswerValue(number=value), _figure("f1", pb.FIGURE_OP_DAYS_BETWEEN, "32"))
    prediction = await _predict(answer)
    held, broken = _recomputed(scorer, prediction)
    assert broken == 0
    assert scorer.backed(prediction, held)
    assert (prediction["kind"], prediction["unit"]) == ("number", "days")


async def test_a_day_of_the_calendar_is_the_value_and_no_number(scorer: ModuleType) -> None:
    answer = _grounded(
        pb.AnswerValue(date=Date(year=2026, month=7, day=14)),
        _figure("f1", pb.FIGURE_OP_ROW_COUNT, "3", rows=_leaf("t_1", "t_2", "t_3")),
        _figure("f2", pb.FIGURE_OP_NEXT_DAY, "20648", unit=pb.FIGURE_UNIT_DATE, rows=_leaf("t_1", "t_2", "t_3")),
    )
    prediction = await _predict(answer)
    assert (prediction["kind"], prediction["value"]) == ("date", "2026-07-14")
    assert [one["id"] for one in prediction["figures"]] == ["f1"]
    assert _recomputed(scorer, prediction)[1] == 0


async def test_a_cell_is_backed_by_the_passage_that_prints_it(scorer: ModuleType) -> None:
    passage = evidence_pb2.Passage(
        document_id="d1", chunk_id="c2", text="Stop payment order | $28.00 | per order", page=3
    )
    token = "[Citation ID: d1:c2]"
    answer = _grounded(
        pb.AnswerValue(money=_money(28)),
        _figure("f1", pb.FIGURE_OP_CELL, "28.00", cell=evidence_pb2.Cell(printed="$28.00"), citation=token),
        citations=[evidence_pb2.Citation(token=token, passage=passage)],
    )
    prediction = await _predict(answer)
    assert prediction["citations"] == ["d1:c2"]
    assert prediction["passages"][0]["page"] == 3
    held, broken = _recomputed(scorer, prediction)
    assert broken == 0
    assert scorer.backed(prediction, held)


async def test_a_stated_number_is_backed_by_the_users_words(scorer: ModuleType) -> None:
    token = "[Citation ID: memory:s1]"
    said = evidence_pb2.FactEvidence(fact_id="x", quotation="I want to save $6,000 for a kayak trip.")
    answer = _grounded(
        pb.AnswerValue(money=_money(6000)),
        _figure("f1", pb.FIGURE_OP_FACT, "6000.00", citation=token),
        citations=[evidence_pb2.Citation(token=token, fact=said)],
    )
    prediction = await _predict(answer)
    held, broken = _recomputed(scorer, prediction)
    assert broken == 0
    assert scorer.backed(prediction, held)


async def test_rows_are_cited_by_the_sources_ids() -> None:
    answer = _grounded(
        pb.AnswerValue(money=_money(1)),
        citations=[
            evidence_pb2.Citation(token="[Citation ID: a:b]", row=_row("t_1")),
            evidence_pb2.Citation(token="[Citation ID: a:c]", row=ledger_pb2.LedgerRow(row_id="r_9")),
        ],
    )
    assert (await _predict(answer))["citations"] == ["txn:t_1", "txn:r_9"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (
            pb.AnswerValue(money_by_currency=pb.MoneyByCurrency(amounts=[_money(1, 50), _money(2, currency="EUR")])),
            {"kind": "money", "by_currency": {"USD": "1.50", "EUR": "2.00"}},
        ),
        (pb.AnswerValue(date=Date(year=2026, month=3, day=7)), {"kind": "date", "value": "2026-03-07"}),
        (
            pb.AnswerValue(text=pb.TextValue(text="Yes.", polarity=pb.POLARITY_YES)),
            {"kind": "text", "value": "Yes.", "polarity": "yes"},
        ),
        (
            pb.AnswerValue(names=pb.NameList(names=["A", "B"], ordered=True)),
            {"kind": "list", "of": "names", "value": ["A", "B"]},
        ),
        (
            pb.AnswerValue(rows=ledger_pb2.RowSet(rows=[_row("t_1")], next_page_token="more")),
            {"kind": "list", "of": "rows", "value": ["t_1", "t_3"]},
        ),
        (
            pb.AnswerValue(
                document_figure=pb.DocumentFigure(value=DecimalMessage(value="4.35"), scale=evidence_pb2.SCALE_PERCENT)
            ),
            {"kind": "figure", "value": "4.35", "scale": "percent"},
        ),
    ],
)
async def test_each_kind_of_value_has_its_form(value: pb.AnswerValue, expected: dict[str, Any]) -> None:
    prediction = await _predict(_grounded(value))
    assert {key: prediction[key] for key in expected} == expected


def _refusal(reason: Any, *citations: evidence_pb2.Citation) -> pb.Answer:
    return pb.Answer(refusal=pb.Refusal(reason=reason), citations=citations)


async def test_every_refusal_reason_has_a_name_of_the_format() -> None:
    names = {reason: (await _predict(_refusal(reason)))["reason"] for reason in pb.RefusalReason.values() if reason}
    assert set(names.values()) == {
        "no_data",
        "out_of_coverage",
        "not_in_data",
        "ambiguous",
        "out_of_scope",
        "unsupported",
        "degraded",
    }
    assert names[pb.REFUSAL_REASON_BELOW_FLOOR] == "no_data"
    assert names[pb.REFUSAL_REASON_CONFLICT] == "ambiguous"


async def test_below_the_floor_with_a_governing_document_is_not_in_data() -> None:
    passage = evidence_pb2.Citation(token="[Citation ID: d:c]", passage=evidence_pb2.Passage(document_id="d"))
    prediction = await _predict(_refusal(pb.REFUSAL_REASON_BELOW_FLOOR, passage))
    assert prediction["reason"] == "not_in_data"


def test_a_failed_call_is_an_error_and_nothing_else() -> None:
    assert failed("q-1", "Ask: UNAVAILABLE", 3.21) == {
        "id": "q-1",
        "status": "error",
        "error": "Ask: UNAVAILABLE",
        "latency_ms": 3.2,
    }
