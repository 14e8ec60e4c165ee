"""Measure answers over TAT-QA (https://aclanthology.org/2021.acl-long.254), one filing a user, without services.

    python -m tests.eval.measure_tatqa BENCH_DIR BLOCKS_JSONL [--show wrong]

For each fixed part (train, test): answered, right among them as tests/eval/score.py judges, and exact match and F1 as
the data set defines them (numbers by value and scale, spans by bags of words, several spans matched one to one), over
what is answered and over all. Readers, search order and answers are the product's own; no model is loaded.
The data set's answers are spans and numbers. It has no days and no stretches of time, so such an answer stands as the
filing prints it: "January 1, 2018" for 2018-01-01, and the clause that was quoted for 84 months.
"""

from __future__ import annotations

import json
import re
import string
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import permutations
from pathlib import Path
from typing import Any

from services.answerer.documents.core import answer_from_passages
from services.answerer.documents.model import DocumentAnswer, ValueKind
from services.answerer.model import Cell, Document, FigureUnit, Passage, Scale, SearchHit, SearchSummary
from services.common.printed import MONTH, parse_date
from services.retriever.documents.lexemes import lexemes, query_lexemes
from services.retriever.documents.ranking import bm25
from services.retriever.documents.reading import read_document
from services.retriever.documents.tokens import count_tokens
from tests.eval import score

_SCALES = {Scale.THOUSAND: "thousand", Scale.MILLION: "million", Scale.BILLION: "billion", Scale.PERCENT: "percent"}
_FACTORS = {"": Decimal(1), "thousand": Decimal(1000), "million": Decimal(10**6), "billion": Decimal(10**9)}
_PERCENT = Decimal("0.01")
_UNITS = {
    FigureUnit.PERCENT: "percent",
    FigureUnit.PERCENTAGE_POINT: "percent",
    FigureUnit.COUNT: "count",
    FigureUnit.DAYS: "days",
    FigureUnit.MONTHS: "months",
}
_MOST_SPANS = 6
_DAY = re.compile(rf"(?:{MONTH})\.? \d{{1,2}},? \d{{4}}|\d{{1,2}} (?:{MONTH}),? \d{{4}}", re.IGNORECASE)


@dataclass(frozen=True)
class Filing:
    """A filing as a search would bring it back."""

    passages: tuple[Passage, ...]
    document: Document
    family: frozenset[str] = frozenset()
    """Words that the versions of one product's paper share."""


@dataclass(frozen=True)
class Marked:
    """One question with what came of it."""

    question: dict[str, Any]
    prediction: dict[str, Any] | None
    is_right: bool
    exact: float
    f1: float


def main() -> None:
    bench, blocks = Path(sys.argv[1]), Path(sys.argv[2])
    parts = {one["id"]: one["part"] for one in map(json.loads, blocks.read_text(encoding="utf-8").splitlines())}
    filings: dict[str, Filing] = {}
    marked: dict[str, list[Marked]] = {}
    for question in map(json.loads, (bench / "questions.jsonl").read_text(encoding="utf-8").splitlines()):
        user = question["user"]
        if user not in filings:
            filings[user] = read_filing(next((bench / "users" / user / "documents").iterdir()))
        marked.setdefault(parts[question["id"]], []).append(_mark(question, _answer(filings[user], question)))
    for part, found in sorted(marked.items(), reverse=True):
        sys.stdout.write(json.dumps({"part": part} | _summary(found)) + "\n")
    if "--show" in sys.argv:
        for one in marked["train"]:
            if one.prediction is not None and not one.is_right:
                gold, got = one.question["expect"], one.prediction
                sys.stdout.write(
                    f"{one.question['id']} {one.question['question']} | {gold['value']} | {got['value']}\n"
                )


def _summary(marked: Sequence[Marked]) -> dict[str, float]:
    answered = [one for one in marked if one.prediction is not None]
    return {
        "questions": len(marked),
        "answered": len(answered),
        "coverage": round(len(answered) / len(marked), 4),
        "precision": round(sum(one.is_right for one in answered) / max(1, len(answered)), 4),
        "exact_match_answered": round(sum(one.exact for one in answered) / max(1, len(answered)), 4),
        "f1_answered": round(sum(one.f1 for one in answered) / max(1, len(answered)), 4),
        "exact_match": round(sum(one.exact for one in marked) / len(marked), 4),
        "f1": round(sum(one.f1 for one in marked) / len(marked), 4),
    }


# --- asking ----------------------------------------------------------------------------------------------------------


def read_filing(file: Path) -> Filing:
    """A document as its reader cuts it. Raises `InvalidArgument` where it is not read."""
    read = read_document(file.read_bytes(), file.name, count_tokens)
    name, profile = file.name, read.profile
    passages = []
    for passage in read.passages:
        cells = tuple(
            Cell(
                cell_id=f"{passage.chunk_id}.{index}",
                row_path=cell.row_path,
                column_path=cell.column_path,
                printed=cell.printed,
                number="" if cell.number is None else format(cell.number, "f"),
                unit=cell.unit,
                scale=Scale(int(cell.scale)),
                period=cell.period,
                footnotes=cell.footnotes,
                table_caption=cell.table_caption,
            )
            for index, cell in enumerate(passage.cells, start=1)
        )
        passages.append(
            Passage(
                document_id=name,
                chunk_id=passage.chunk_id,
                document_name=name,
                document_version=1,
                effective_date=profile.effective_date,
                text=passage.text,
                heading_path=passage.heading_path,
                cells=cells,
                citation=f"[Citation ID: {name}:{passage.chunk_id}]",
            )
        )
    document = Document(
        document_id=name,
        display_name=name,
        title=profile.title,
        institution=profile.institution,
        effective_date=profile.effective_date,
    )
    return Filing(tuple(passages), document, profile.family)


def _answer(filing: Filing, question: dict[str, Any]) -> dict[str, Any] | None:
    scores = bm25(query_lexemes(question["question"]), [lexemes(passage.text) for passage in filing.passages])
    ranked = sorted(range(len(scores)), key=lambda index: -scores[index])
    hits = [SearchHit(passage=filing.passages[index]) for index in ranked]
    day = date.fromisoformat(question["as_of"])
    found = answer_from_passages(question["question"], day, hits, SearchSummary(), [filing.document])
    if not isinstance(found, DocumentAnswer):
        return None
    if (printed := _as_printed(found)) is not None:
        return {
            "id": question["id"],
            "status": "answered",
            "kind": "text",
            "value": printed,
            "passages": [{"citation": one.citation, "text": one.text} for one in found.passages],
        }
    value = found.value
    shown: object = list(value) if isinstance(value, tuple) else str(value)
    if isinstance(value, Decimal):
        shown = format(value, "f")
    return {
        "id": question["id"],
        "status": "answered",
        "kind": found.kind.value,
        "value": shown,
        "scale": _SCALES.get(found.scale, ""),
        "unit": _UNITS.get(found.unit, ""),
        "currency": found.currency,
        "passages": [{"citation": one.citation, "text": one.text} for one in found.passages],
    }


def _as_printed(found: DocumentAnswer) -> str | None:
    """A day or a stretch of time as the passage prints it; None for other answers, and where it is not printed."""
    if found.kind is ValueKind.NUMBER and found.unit in (FigureUnit.DAYS, FigureUnit.MONTHS):
        return found.quotation if len(found.figures) < 2 else None
    if found.kind is not ValueKind.DATE:
        return None
    texts = (found.quotation, *(one.text for one in found.passages or (found.passage,)))
    days = (match[0] for text in texts for match in _DAY.finditer(text))
    return next((day for day in days if parse_date(day) == found.value), None)


# --- marking ---------------------------------------------------------------------------------------------------------


def _mark(question: dict[str, Any], prediction: dict[str, Any] | None) -> Marked:
    if prediction is None:
        return Marked(question, None, False, 0.0, 0.0)
    outcome, _ = score.judge(question, prediction)  # type: ignore[no-untyped-call]
    gold, got = _spans(question["expect"]), _spans(prediction)
    exact = float(sorted(gold) == sorted(got))
    is_number = (
        question["expect"]["kind"] == "figure" or "arithmetic" in question["tags"] or "count" in question["tags"]
    )
    return Marked(question, prediction, outcome == "right", exact, exact if is_number else _f1(gold, got))


def _spans(answer: dict[str, Any]) -> list[str]:
    """The answer's spans in the form in which the data set compares them: numbers in full, words folded."""
    values = answer["value"] if isinstance(answer["value"], list) else [answer["value"]]
    scale = answer.get("scale") or ("percent" if answer.get("unit") == "percent" else "")
    return [_span(str(value), scale) for value in values]


def _span(text: str, scale: str) -> str:
    plain = re.sub(r"[$€£,\s]", "", text)
    match = re.fullmatch(r"(\()?(-?\d+(?:\.\d+)?)(\))?(%)?\)?(thousand|million|billion|percent)?", plain.lower())
    if match:
        number = Decimal(match[2]).quantize(Decimal("0.01")) * (-1 if match[1] else 1)
        named = "percent" if match[4] else match[5] or scale
        number *= _PERCENT if named == "percent" else _FACTORS[named]
        return format(number.quantize(Decimal("0.0001")), "f")
    words = re.sub(r"\b(?:a|an|the)\b", " ", "".join(one for one in text.lower() if one not in string.punctuation))
    return " ".join(words.split())


def _f1(gold: Sequence[str], got: Sequence[str]) -> float:
    """The mean F1 of spans matched one to one as well as can be; a span too many or too few counts as nothing."""
    size = max(len(gold), len(got))
    rows, columns = [*gold, *[""] * (size - len(gold))], [*got, *[""] * (size - len(got))]
    if size > _MOST_SPANS:
        return sum(max(_bags(one, other) for other in columns) for one in rows) / size
    return max(sum(map(_bags, rows, order)) for order in permutations(columns)) / size


def _bags(gold: str, got: str) -> float:
    one, other = Counter(gold.split()), Counter(got.split())
    shared = sum((one & other).values())
    return 2 * shared / (sum(one.values()) + sum(other.values())) if shared else 0.0


if __name__ == "__main__":
    main()
