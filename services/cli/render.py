"""Answers and reports as lines for a terminal. Stranger's text is shown without control characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from google.type.date_pb2 import Date as DateMessage
from google.type.money_pb2 import Money as MoneyMessage

from services.common.types import money_from_proto
from tieout.answerer.v1 import answer_pb2, answerer_service_pb2
from tieout.memory.v1 import fact_pb2, memory_service_pb2
from tieout.retriever.v1 import document_pb2, import_pb2, retriever_service_pb2
from tieout.type.v1 import evidence_pb2, ledger_pb2

ROWS_SHOWN = 6
WORDS_SHOWN = 30


def answer_text(answer: answer_pb2.Answer) -> str:
    """The answer, how it was calculated, what it rests on, and what was missing."""
    lines = [_plain(answer.text)]
    if answer.HasField("refusal"):
        lines.append(f"  refused: {refusal_name(answer)}")
    lines += [f"  = {line}" for line in _figures(answer.figures)]
    lines += [f"  ^ {line}" for line in _citations(answer.citations)]
    lines += [f"  ! {_plain(notice)}" for notice in answer.notices]
    lines += [f"  ! without {one.part}: {_plain(one.effect)}" for one in answer.degraded]
    if answer.answer_id:
        lines.append(f"  id {answer.answer_id}")
    return "\n".join(lines)


def refusal_name(answer: answer_pb2.Answer) -> str:
    """The typed reason without the enum's prefix; empty for an answer that is no refusal."""
    if not answer.HasField("refusal"):
        return ""
    name: str = answer_pb2.RefusalReason.Name(answer.refusal.reason)
    return name.removeprefix("REFUSAL_REASON_")


def value_text(value: answer_pb2.AnswerValue) -> str:
    """The typed value in one line: "41.85 USD", "6 count", "2026-10-19", words, or names separated by commas."""
    match value.WhichOneof("value"):
        case "money":
            return _money(value.money)
        case "money_by_currency":
            return ", ".join(_money(one) for one in value.money_by_currency.amounts)
        case "number":
            unit = answer_pb2.FigureUnit.Name(value.number.unit).removeprefix("FIGURE_UNIT_").lower()
            return f"{value.number.value.value} {unit}"
        case "date":
            return _date(value.date)
        case "names":
            return ", ".join(value.names.names)
        case "rows":
            return _rows(value.rows.row_count)
        case "document_figure":
            figure = value.document_figure
            return f"{figure.value.value} {figure.currency_code or figure.unit}".strip()
    return value.text.text


def import_text(file_name: str, report: import_pb2.ImportReport) -> str:
    """What an import did."""
    counts = {
        "new": report.added_count,
        "changed": report.changed_count,
        "removed": report.removed_count,
        "unchanged": report.unchanged_count,
        "refused": report.refused_count,
    }
    said = ", ".join(f"{count} {what}" for what, count in counts.items() if count) or "nothing"
    form = import_pb2.LedgerFormat.Name(report.format).removeprefix("LEDGER_FORMAT_")
    lines = [f"{file_name} ({form}): {said}; ledger revision {report.ledger_revision}"]
    lines += [f"  {_plain(one.account_name)}: {_rows(one.row_count)}, {_days(one)}" for one in report.accounts]
    lines += [f"  ! line {row.position}: {_plain(row.reason)}" for row in report.refused_rows]
    lines += [f"  ! {_plain(notice)}" for notice in report.notices]
    return "\n".join(lines)


def preview_text(file_name: str, preview: retriever_service_pb2.PreviewImportResponse) -> str:
    """What an import would do, its first rows, and what has to be chosen before."""
    lines = [import_text(file_name, preview.report).replace("; ledger revision", "; nothing is stored, revision", 1)]
    for row in preview.rows:
        kind = ledger_pb2.MovementKind.Name(row.kind).removeprefix("MOVEMENT_KIND_").lower().replace("_", " ")
        name = _plain(row.merchant_name or row.counterparty_name or row.descriptor)
        inferred = " (inferred)" if row.category_inferred else ""
        lines.append(f"  {_date(row.date)}  {_money(row.amount)}  {name}  {kind}  {row.category_id}{inferred}".rstrip())
    lines += [f"  ? choose {choice}" for choice in preview.choices]
    return "\n".join(lines)


def document_text(document: document_pb2.Document) -> str:
    """What was stored of a document."""
    shown = f"{_plain(document.display_name)} (version {document.version}, {document.document_id})"
    lines = [f"{shown}: {document.passage_count} passages, {document.cell_count} table cells"]
    lines += [f"  ! {_plain(notice)}" for notice in document.notices]
    return "\n".join(lines)


def remembered_text(response: memory_service_pb2.RememberResponse) -> str:
    """The facts that a statement made, and those that it replaced."""
    lines = [f"remembered: {_fact(fact)}" for fact in response.facts] or ["remembered as words only"]
    lines += [f"  in place of: {_fact(fact)}" for fact in response.superseded_facts]
    return "\n".join(lines)


def verification_text(response: answerer_service_pb2.VerifyAnswerResponse) -> str:
    """What a verification found."""
    verdict = answerer_service_pb2.Verdict.Name(response.verdict).removeprefix("VERDICT_")
    lines = [f"{verdict} (ledger revision {response.answered_revision}, now {response.current_revision})"]
    lines += [
        f"  {one.figure_id}: {one.answered.value} then, {one.current.value} today" for one in response.differences
    ]
    return "\n".join(lines)


def _figures(figures: Iterable[answer_pb2.Figure]) -> Iterator[str]:
    for figure in figures:
        formula = _plain(figure.formula) or answer_pb2.FigureOp.Name(figure.op).removeprefix("FIGURE_OP_").lower()
        rows = f" over {_rows(figure.rows.row_count)}" if figure.HasField("rows") else ""
        side = "beside the answer: " if figure.side else ""
        shown = _plain(figure.rendered) or figure.value.value
        yield f"{figure.figure_id} = {shown}   {side}{_plain(figure.label)} [{formula}{rows}]"


def _citations(citations: Iterable[evidence_pb2.Citation]) -> Iterator[str]:
    for one in citations:
        match one.WhichOneof("source"):
            case "row":
                yield _row(one.row)
            case "row_set":
                yield f"{one.token}: {_rows(one.row_set.row_count)}"
                yield from (f"    {_row(row)}" for row in one.row_set.rows[:ROWS_SHOWN])
                if one.row_set.row_count > ROWS_SHOWN:
                    yield f"    … and {one.row_set.row_count - ROWS_SHOWN} more"
            case "passage":
                words = _plain(one.passage.text).split()
                more = " …" if len(words) > WORDS_SHOWN else ""
                yield f"{one.token} {_plain(one.passage.document_name)}: {' '.join(words[:WORDS_SHOWN])}{more}"
            case "fact":
                yield f"{one.token} you said: “{_plain(one.fact.quotation)}”"


def _row(row: ledger_pb2.LedgerRow) -> str:
    amount = money_from_proto(row.amount)
    direction = "out" if amount.amount >= 0 else "in"
    said = f"{direction} {abs(amount.amount):f} {amount.currency}"
    return f"{row.citation} {_date(row.date)} {_plain(row.descriptor)}: {said}"


def _fact(fact: fact_pb2.Fact) -> str:
    attribute = fact_pb2.FactAttribute.Name(fact.attribute).removeprefix("FACT_ATTRIBUTE_").lower().replace("_", " ")
    match fact.value.WhichOneof("value"):
        case "money":
            value = _money(fact.value.money)
        case "date":
            value = _date(fact.value.date)
        case "number":
            value = fact.value.number.value
        case _:
            value = _plain(fact.value.text)
    return f"{attribute} {_plain(fact.qualifier)} = {value}".replace("  ", " ")


def _days(account: ledger_pb2.AccountCoverage) -> str:
    if not account.HasField("first_date"):
        return "no rows"
    return f"{_date(account.first_date)} to {_date(account.last_date)}"


def _rows(count: int) -> str:
    return f"{count} row" if count == 1 else f"{count} rows"


def _money(money: MoneyMessage) -> str:
    exact = money_from_proto(money)
    return f"{exact.amount:f} {exact.currency}"


def _date(day: DateMessage) -> str:
    return f"{day.year:04}-{day.month:02}-{day.day:02}"


def _plain(text: str) -> str:
    """A terminal obeys control characters, and text of a bank or a document is a stranger's."""
    return "".join(one if one.isprintable() else " " for one in text).strip()
