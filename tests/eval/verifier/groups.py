"""What the verifier learns from: questions, each with texts of its papers, of which some answer it or none does.

Texts are read and ranked as `claims` does, so that training and use see the same. Three sources: folders in the form of
../FORMAT.md, by the evidence of what is expected; TAT-QA's part `train`, where what is expected stands in one place
only; and `papers`, each with what people ask about its cells and sentences.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any
from unittest.mock import patch

from services.answerer.documents.core import Inquiry, read_matcher
from services.answerer.documents.views import CellView, SentenceView
from services.answerer.model import Document, Passage, SearchHit
from services.common.encoders import Encoder
from tests.eval import measure_vault
from tests.eval.measure_tatqa import read_filing
from tests.eval.measure_vault import Vault
from tests.eval.score import norm
from tests.eval.verifier.claims import rivals_of

PAPERS = Path(__file__).parent / "papers"
DEPTH = 60
"""Texts of a question that are kept, highest ranks first, beside those that answer."""
STRANGERS = 3
"""Other papers that a question's paper stands among."""
# Nothing that a text could show: the question is refused for what it is, or for more than one answer.
_LEFT_OUT = frozenset(("ambiguous", "out_of_scope", "needs_user_input"))
_WORKED_OUT = frozenset(("arith", "count"))
_LEAST_CLAUSE = 12

Ranked = list[tuple[str, CellView | SentenceView]]


@dataclass(frozen=True, slots=True)
class Group:
    """A question; its texts, likeliest first; which of them answer; and which are taken for an answer easily.

    `is_worked_out`: those that answer are what the answer is worked out from.
    """

    question: str
    texts: tuple[str, ...]
    right: frozenset[int]
    near: frozenset[int] = frozenset()
    is_worked_out: bool = False


def of_vaults(folder: Path, encoder: Encoder) -> Iterator[Group]:
    """Every question of a folder whose evidence is found, and every one that its papers do not answer."""
    vaults: dict[str, Vault] = {}
    for line in (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        user, expect = question["user"], question["expect"]
        if user not in vaults:
            vaults[user] = Vault(folder / "users" / user, encoder)
        day = date.fromisoformat(question["as_of"][:10])
        with patch.object(measure_vault, "Inquiry", wraps=Inquiry) as asked:
            vaults[user].ask(question["question"], day)
        hits, documents = asked.call_args_list[0].args[2], asked.call_args_list[0].args[4]
        ranked = _ranked(question["question"], day, hits, documents)
        if expect["status"] == "answered":
            wanted = [norm(one) for one in expect.get("evidence", [])]
            right = frozenset(
                place
                for place, (_, view) in enumerate(ranked)
                if _is_evidence(view, wanted, expect.get("document", ""))
            )
            if right:
                is_worked_out = not _WORKED_OUT.isdisjoint(question["tags"])
                yield replace(_group(question["question"], ranked, right), is_worked_out=is_worked_out)
        elif expect.get("reason") not in _LEFT_OUT:
            yield _group(question["question"], ranked, frozenset())


def of_filings(bench: Path) -> Iterator[Group]:
    """Questions of TAT-QA's part `train` whose numbers stand in one cell each, or whose clause in one sentence."""
    parts = {one["id"]: one["part"] for one in _lines(bench / "blocks.jsonl")}
    filings: dict[str, Any] = {}
    for question in _lines(bench / "dev" / "questions.jsonl"):
        if parts.get(question["id"]) != "train":
            continue
        user, expect = question["user"], question["expect"]
        if user not in filings:
            filings[user] = read_filing(next((bench / "dev" / "users" / user / "documents").iterdir()))
        filing = filings[user]
        day = date.fromisoformat(question["as_of"][:10])
        ranked = _ranked(question["question"], day, _hits(filing.passages, ""), [filing.document])
        right = _stated(expect, ranked)
        if right:
            is_worked_out = not expect.get("printed") and expect["kind"] != "text"
            yield replace(_group(question["question"], ranked, right), is_worked_out=is_worked_out)


def of_papers(folder: Path = PAPERS, seed: int = 5) -> Iterator[Group]:
    """Questions about each paper, which stands among some of the others."""
    rng = random.Random(seed)
    files = sorted(folder.glob("*.md"))
    read = {file: read_filing(file) for file in files}
    for file in files:
        others = rng.sample([one for one in files if one != file], min(STRANGERS, len(files) - 1))
        hits, documents = [], []
        for one in (file, *others):
            hits += _hits(read[one].passages, one.stem)
            documents.append(replace(read[one].document, document_id=one.stem))
        for entry in _lines(file.with_suffix(".jsonl")):
            for question in entry.get("q") or entry["none"]:
                ranked = _ranked(question, date(2026, 11, 1), hits, documents)
                own = {place for place, (_, view) in enumerate(ranked) if view.sheet.document_id == file.stem}
                right, near = _places(entry, [(place, ranked[place][1]) for place in sorted(own)])
                if right or "none" in entry:
                    yield replace(_group(question, ranked, right, near), is_worked_out="cells" in entry)


def _ranked(question: str, day: date, hits: Sequence[SearchHit], documents: Sequence[Document]) -> Ranked:
    return rivals_of(read_matcher(question, day, hits, documents))


def _group(question: str, ranked: Ranked, right: frozenset[int], near: frozenset[int] = frozenset()) -> Group:
    kept = [*range(min(DEPTH, len(ranked))), *sorted(place for place in right | near if place >= DEPTH)]
    place_of = {place: index for index, place in enumerate(kept)}
    return Group(
        question,
        tuple(ranked[place][0] for place in kept),
        frozenset(place_of[place] for place in right),
        frozenset(place_of[place] for place in near),
    )


def _is_evidence(view: CellView | SentenceView, wanted: Sequence[str], document: str) -> bool:
    if document and norm(document) != norm(view.sheet.name):
        return False
    if isinstance(view, SentenceView):
        text = norm(view.text)
        return any(len(one) > _LEAST_CLAUSE and one in text for one in wanted)
    label, printed = norm(" ".join(view.cell.row_path)), norm(view.cell.printed)
    return bool(printed) and printed in wanted and any(one and (one in label or label in one) for one in wanted)


def _stated(expect: dict[str, Any], ranked: Ranked) -> frozenset[int]:
    """Where what is expected stands, each part of it in one place; else nowhere."""
    if expect["kind"] == "text":
        clause = norm(str(expect["value"]))
        if expect.get("match") != "clause" or len(clause) <= _LEAST_CLAUSE:
            return frozenset()
        return frozenset(
            p for p, (_, view) in enumerate(ranked) if isinstance(view, SentenceView) and clause in norm(view.text)
        )
    printed = [expect["printed"]] if expect.get("printed") else re.findall(r"\d[\d,.]*", expect.get("derivation") or "")
    found: set[int] = set()
    for one in printed:
        if _digits(one) in ("", "2", "3", "100"):
            continue
        places = [
            p
            for p, (_, view) in enumerate(ranked)
            if isinstance(view, CellView) and _digits(view.cell.printed) == _digits(one)
        ]
        if len(places) != 1:
            return frozenset()
        found.update(places)
    return frozenset(found)


def _places(
    entry: dict[str, Any], views: Sequence[tuple[int, CellView | SentenceView]]
) -> tuple[frozenset[int], frozenset[int]]:
    """Places of what an entry of a paper names: what answers, and what is near and does not."""
    if "none" in entry:
        near = entry.get("near")
        places = _cell(near, views) if near else _clause(entry.get("near_clause", ""), views)
        return frozenset(), frozenset(places)
    if "clause" in entry:
        return frozenset(_clause(entry["clause"], views)), frozenset()
    named = entry.get("cells") or [entry["cell"]]
    found = [_cell(one, views, entry.get("value"), entry.get("table", "")) for one in named]
    return frozenset(place for places in found for place in places) if all(found) else frozenset(), frozenset()


def _cell(
    labels: Sequence[str],
    views: Sequence[tuple[int, CellView | SentenceView]],
    value: str | None = None,
    table: str = "",
) -> list[int]:
    row, column = norm(labels[0]), norm(labels[1]).replace(" / ", " > ")
    found = [
        (place, view)
        for place, view in views
        if isinstance(view, CellView)
        and norm(" > ".join(view.cell.row_path)).endswith(row)
        and norm(" > ".join(view.cell.column_path)).replace(" / ", " > ").endswith(column)
    ]
    if value is not None and len(found) > 1:
        found = [one for one in found if norm(one[1].cell.printed) == norm(value)] or found
    if table and len(found) > 1:
        found = [
            one
            for one in found
            if norm(table) in norm(" ".join((one[1].cell.table_caption, *one[1].passage.heading_path)))
        ] or found
    return [place for place, _ in found[:1]]


def _clause(clause: str, views: Sequence[tuple[int, CellView | SentenceView]]) -> list[int]:
    wanted = norm(clause)
    return [
        place
        for place, view in views
        if wanted
        and isinstance(view, SentenceView)
        and (wanted in norm(view.text) or (len(norm(view.text)) > _LEAST_CLAUSE and norm(view.text) in wanted))
    ]


def _hits(passages: Sequence[Passage], document_id: str) -> list[SearchHit]:
    return [SearchHit(passage=replace(one, document_id=document_id) if document_id else one) for one in passages]


def _digits(text: str) -> str:
    return re.sub(r"[^\d.]", "", text)


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
