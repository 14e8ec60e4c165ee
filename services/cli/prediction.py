"""An answer as a prediction of the benchmark's format (tests/eval/FORMAT.md)."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from google.type.date_pb2 import Date as DateMessage

from services.common.types import money_from_proto
from tieout.answerer.v1 import answer_pb2 as pb
from tieout.type.v1 import evidence_pb2, ledger_pb2

CompleteSet = Callable[[ledger_pb2.RowSet], Awaitable[Sequence[ledger_pb2.LedgerRow]]]
CompleteLeaf = Callable[[ledger_pb2.LedgerFilter, DateMessage, int], Awaitable[Sequence[ledger_pb2.LedgerRow]]]

_REASONS = {
    pb.REFUSAL_REASON_NO_DATA: "no_data",
    pb.REFUSAL_REASON_OUT_OF_COVERAGE: "out_of_coverage",
    pb.REFUSAL_REASON_NOT_IN_DATA: "not_in_data",
    pb.REFUSAL_REASON_AMBIGUOUS: "ambiguous",
    pb.REFUSAL_REASON_CONFLICT: "ambiguous",
    pb.REFUSAL_REASON_OUT_OF_SCOPE: "out_of_scope",
    pb.REFUSAL_REASON_UNSUPPORTED: "unsupported",
    pb.REFUSAL_REASON_DEGRADED: "degraded",
}
_UNITS = {
    pb.FIGURE_UNIT_COUNT: "count",
    pb.FIGURE_UNIT_PERCENT: "percent",
    pb.FIGURE_UNIT_PERCENTAGE_POINT: "percent",
    pb.FIGURE_UNIT_DAYS: "days",
    pb.FIGURE_UNIT_WEEKS: "weeks",
    pb.FIGURE_UNIT_MONTHS: "months",
    pb.FIGURE_UNIT_YEARS: "years",
}
_SCALES = {
    evidence_pb2.SCALE_THOUSAND: "thousand",
    evidence_pb2.SCALE_MILLION: "million",
    evidence_pb2.SCALE_BILLION: "billion",
    evidence_pb2.SCALE_PERCENT: "percent",
}
_ROW_OPS = {
    pb.FIGURE_OP_ROW_SUM: "row_sum",
    pb.FIGURE_OP_ROW_COUNT: "row_count",
    pb.FIGURE_OP_ROW_AMOUNT: "row_amount",
}
_OPS = {
    pb.FIGURE_OP_ADD: "add",
    pb.FIGURE_OP_SUBTRACT: "subtract",
    pb.FIGURE_OP_MULTIPLY: "multiply",
    pb.FIGURE_OP_DIVIDE: "divide",
    pb.FIGURE_OP_PERCENT_CHANGE: "percent_change",
    pb.FIGURE_OP_PERCENT_OF: "percent_of",
    pb.FIGURE_OP_AVERAGE: "average",
    pb.FIGURE_OP_NEGATE: "negate",
    pb.FIGURE_OP_MAX: "max",
    pb.FIGURE_OP_MIN: "min",
    pb.FIGURE_OP_COUNT: "count",
}
_NUMBER = re.compile(r"[$€£¥]?\d[\d,]*(?:\.\d+)?%?")


async def predict(
    question_id: str, answer: pb.Answer, latency_ms: float, complete_set: CompleteSet, complete_leaf: CompleteLeaf
) -> dict[str, Any]:
    """The prediction's JSON object. `complete_set` and `complete_leaf` page through what the answer only begins."""
    prediction: dict[str, Any] = {
        "id": question_id,
        "status": "answered" if answer.HasField("grounded") else "refused",
        "reason": "",
        "text": answer.text,
        "latency_ms": round(latency_ms, 1),
        "rows": [],
        "citations": [_citation(one) for one in answer.citations],
        "figures": await _figures(answer, complete_leaf),
        "passages": _passages(answer.citations),
        "rule": answer.plan.rule,
        "degraded": [one.part for one in answer.degraded],
    }
    if answer.HasField("refusal"):
        prediction["reason"] = _reason(answer)
        return prediction
    prediction["rows"] = [_source_id(row) for row in await complete_set(answer.grounded.row_set)]
    prediction.update(await _value(answer.grounded.value, complete_set))
    return prediction


def failed(question_id: str, message: str, latency_ms: float) -> dict[str, Any]:
    """The prediction of a call that came to no answer."""
    return {"id": question_id, "status": "error", "error": message, "latency_ms": round(latency_ms, 1)}


def _reason(answer: pb.Answer) -> str:
    if answer.refusal.reason == pb.REFUSAL_REASON_BELOW_FLOOR:
        # A passage that is cited although it is below the floor names the document that governs.
        return "not_in_data" if any(one.HasField("passage") for one in answer.citations) else "no_data"
    return _REASONS[answer.refusal.reason]


async def _value(value: pb.AnswerValue, complete_set: CompleteSet) -> dict[str, Any]:
    match value.WhichOneof("value"):
        case "money":
            return {"kind": "money", "value": _amount(value.money), "currency": value.money.currency_code}
        case "money_by_currency":
            amounts = value.money_by_currency.amounts
            return {"kind": "money", "by_currency": {one.currency_code: _amount(one) for one in amounts}}
        case "number":
            return {"kind": "number", "value": value.number.value.value, "unit": _UNITS.get(value.number.unit, "")}
        case "date":
            return {"kind": "date", "value": f"{value.date.year:04}-{value.date.month:02}-{value.date.day:02}"}
        case "text":
            polarity = {pb.POLARITY_YES: "yes", pb.POLARITY_NO: "no"}.get(value.text.polarity)
            return {"kind": "text", "value": value.text.text, **({"polarity": polarity} if polarity else {})}
        case "names":
            return {"kind": "list", "of": "names", "value": list(value.names.names)}
        case "rows":
            return {"kind": "list", "of": "rows", "value": [_source_id(row) for row in await complete_set(value.rows)]}
        case "document_figure":
            figure = value.document_figure
            return {
                "kind": "figure",
                "value": figure.value.value,
                "scale": _SCALES.get(figure.scale, ""),
                **({"currency": figure.currency_code} if figure.currency_code else {}),
            }
    return {}


async def _figures(answer: pb.Answer, complete_leaf: CompleteLeaf) -> list[dict[str, Any]]:
    """The calculation in the format's operations. Constants have none there: they stand among the inputs."""
    by_id = {figure.figure_id: figure for figure in answer.figures}
    figures = []
    for figure in answer.figures:
        written: dict[str, Any] | None
        if figure.op in _ROW_OPS:
            rows = await _leaf_rows(figure.rows, answer, complete_leaf)
            written = {"op": _ROW_OPS[figure.op], "rows": rows}
        elif figure.op == pb.FIGURE_OP_CELL:
            written = {"op": "cell", "printed": figure.cell.printed}
        elif figure.op == pb.FIGURE_OP_FACT:
            written = _fact(figure, answer.citations)
        else:
            written = _derived(figure, by_id)
        if written is not None:
            figures.append({"id": figure.figure_id, "value": figure.value.value, **written})
    return figures


def _derived(figure: pb.Figure, by_id: Mapping[str, pb.Figure]) -> dict[str, Any] | None:
    if figure.op in (pb.FIGURE_OP_CONSTANT, pb.FIGURE_OP_NEXT_DAY):
        # A day of the calendar is no number there: it stands as the value of the answer.
        return None
    if figure.op == pb.FIGURE_OP_MEDIAN:
        # The middle, by the operations that the format has: the mean of the one or two inputs that stand there.
        ordered = sorted(figure.input_ids, key=lambda one: Decimal(by_id[one].value.value))
        middle = ordered[(len(ordered) - 1) // 2 : len(ordered) // 2 + 1]
        return {"op": "average", "inputs": _inputs(middle, by_id)}
    if figure.op == pb.FIGURE_OP_DAYS_BETWEEN:
        # Dates are no inputs there; a whole number of days is a constant.
        return {"op": "add", "inputs": [figure.value.value]}
    return {"op": _OPS[figure.op], "inputs": _inputs(figure.input_ids, by_id)}


def _inputs(figure_ids: Iterable[str], by_id: Mapping[str, pb.Figure]) -> list[str]:
    return [by_id[one].value.value if by_id[one].op == pb.FIGURE_OP_CONSTANT else one for one in figure_ids]


def _fact(figure: pb.Figure, citations: Iterable[evidence_pb2.Citation]) -> dict[str, Any]:
    """A stated number is, to the format, a number printed in a passage: the user's own words."""
    quotation = next((one.fact.quotation for one in citations if one.token == figure.citation), "")
    wanted = Decimal(figure.value.value)
    printed = next(
        (one for one in _NUMBER.findall(quotation) if Decimal(re.sub(r"[^\d.]", "", one)) == wanted), figure.rendered
    )
    return {"op": "cell", "printed": printed}


async def _leaf_rows(leaf: pb.RowLeaf, answer: pb.Answer, complete_leaf: CompleteLeaf) -> list[str]:
    if len(leaf.row_ids) < leaf.row_count:
        found = await complete_leaf(leaf.filter, answer.plan.as_of_date, answer.ledger_revision)
        return [_source_id(row) for row in found]
    sources = list(leaf.source_transaction_ids) or [""] * len(leaf.row_ids)
    return [source or row_id for source, row_id in zip(sources, leaf.row_ids, strict=True)]


def _passages(citations: Iterable[evidence_pb2.Citation]) -> list[dict[str, Any]]:
    passages = []
    for one in citations:
        if one.HasField("passage"):
            passage = one.passage
            passages.append({"citation": _citation(one), "text": passage.text, "page": passage.page})
        elif one.HasField("fact"):
            passages.append({"citation": _citation(one), "text": one.fact.quotation, "page": 0})
    return passages


def _citation(citation: evidence_pb2.Citation) -> str:
    if citation.HasField("row"):
        return f"txn:{_source_id(citation.row)}"
    return citation.token.removeprefix("[Citation ID: ").removesuffix("]")


def _source_id(row: ledger_pb2.LedgerRow) -> str:
    return row.source_transaction_id or row.row_id


def _amount(money: Any) -> str:
    return f"{money_from_proto(money).amount:f}"
