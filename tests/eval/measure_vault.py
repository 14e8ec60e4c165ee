"""Measure answers from documents over a benchmark folder, without services: minutes less than `tieout bench`.

    python -m tests.eval.measure_vault BENCH_DIR [--show wrong]

Readers, versions, BM25, fusion, the packaged embedder and answers are the product's own. The cross-encoder, and what
the rows of an account answer, are left out, so the figures of `tieout bench` may differ by a question or two.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import numpy as np

from services.answerer.documents.core import Inquiry
from services.answerer.documents.model import DocumentAnswer, DocumentRefusal, Lead
from services.answerer.model import Document, FigureUnit, Passage, Polarity, RefusalReason, Scale, SearchHit
from services.answerer.model import SearchSummary as Summary
from services.answerer.searching import MAX_LEADS
from services.common.encoders import Encoder, open_encoder, packaged_model_path
from services.retriever.documents.lexemes import lexemes, query_lexemes
from services.retriever.documents.ranking import bm25, first_page, fuse
from services.retriever.documents.versions import governing, is_version_of
from tests.eval import score
from tests.eval.measure_tatqa import read_filing

HITS = 50
_SCALES = {Scale.THOUSAND: "thousand", Scale.MILLION: "million", Scale.BILLION: "billion", Scale.PERCENT: "percent"}
_UNITS = {FigureUnit.PERCENTAGE_POINT: "percent", **{unit: unit.name.lower() for unit in FigureUnit}}
_UNITS[FigureUnit.UNSPECIFIED] = _UNITS[FigureUnit.MONEY] = ""
_SIDES = {Polarity.YES: "yes", Polarity.NO: "no"}


class Vault:
    """One user's documents, searched as the retriever does."""

    def __init__(self, folder: Path, encoder: Encoder) -> None:
        self._encoder = encoder
        self._documents: list[Any] = []
        self._passages: list[Passage] = []
        for file in sorted((folder / "documents").glob("*")):
            self._add(file)
        self._lexemes = [lexemes(passage.text) for passage in self._passages]
        self._vectors = encoder.encode([passage.text for passage in self._passages])[0]

    def _add(self, file: Path) -> None:
        try:
            filing = read_filing(file)
        except Exception as error:  # noqa: BLE001 - a file that is refused is not there, as in the product
            sys.stderr.write(f"not read: {file.name} ({type(error).__name__})\n")
            return
        document, key = filing.document, str(uuid5(NAMESPACE_URL, str(file)))
        words = frozenset(document.title.casefold().split()) - {str(year) for year in range(1990, 2100)}
        stored = SimpleNamespace(
            document_id=key, display_name=file.name, title=document.title, institution=document.institution,
            effective_date=document.effective_date, family_words=words, family_id=key,
            passage_count=len(filing.passages),
        )  # fmt: skip
        for other in self._documents:
            if is_version_of(*_profile(stored), *_profile(other)):
                stored.family_id = other.family_id
        self._documents.append(stored)
        self._passages += [_of(passage, key) for passage in filing.passages]

    def ask(self, question: str, day: date) -> DocumentAnswer | DocumentRefusal:
        """What the documents answer."""
        chosen = governing(self._documents, question, day)
        ids = {one.document_id for one in chosen}
        places = [place for place, passage in enumerate(self._passages) if passage.document_id in ids]
        scores = bm25(query_lexemes(question), [self._lexemes[place] for place in places])
        by_words = [
            place for found, place in sorted(zip(scores, places, strict=True), key=lambda o: -o[0]) if found > 0
        ]
        asked = self._encoder.encode([question])[0][0]
        cosines = {place: float(self._vectors[place] @ asked) for place in places}
        legs = [by_words, sorted(places, key=lambda place: -cosines[place])]
        fused = fuse(legs)
        order = sorted(fused, key=lambda one: (-fused[one], one))
        shown = first_page(order, legs, HITS)
        documents = [
            _document(one) for one in chosen if any(self._is_of(place, str(one.document_id)) for place in shown)
        ]
        found, leads = self._read(question, day, shown, documents, asked)
        if new := [place for place in self._follow(leads) if place not in shown]:
            again, _ = self._read(question, day, [*shown, *new], documents, asked)
            return again if isinstance(again, DocumentAnswer) else found
        return found

    def _read(
        self, question: str, day: date, places: Sequence[int], documents: Sequence[Document], asked: Any
    ) -> tuple[DocumentAnswer | DocumentRefusal, Sequence[Lead]]:
        hits = [SearchHit(passage=self._passages[one]) for one in places]
        inquiry = Inquiry(question, day, hits, Summary(), documents)
        found, nearness = inquiry.by_words(), None
        if isinstance(found, DocumentRefusal) and found.unweighed:
            rows = self._encoder.encode(list(found.unweighed))[0]
            nearness = dict(zip(found.unweighed, np.asarray(rows @ asked).tolist(), strict=True))
            found = inquiry.with_nearness(nearness)
        return found, () if isinstance(found, DocumentAnswer) else inquiry.leads(nearness)

    def _follow(self, leads: Sequence[Lead]) -> list[int]:
        """What a search for the leads finds in their papers."""
        words = " ".join(dict.fromkeys(lead.words for lead in leads[:MAX_LEADS]))
        papers = {lead.document_id for lead in leads[:MAX_LEADS]}
        places = [place for place, passage in enumerate(self._passages) if passage.document_id in papers]
        scores = bm25(query_lexemes(words), [self._lexemes[place] for place in places])
        ranked = sorted(zip(scores, places, strict=True), key=lambda one: -one[0])
        return [place for score, place in ranked if score > 0][:HITS]

    def _is_of(self, place: int, document_id: str) -> bool:
        return self._passages[place].document_id == document_id


def _profile(stored: Any) -> tuple[str, str, frozenset[str], date | None]:
    return stored.display_name, stored.institution, stored.family_words, stored.effective_date


def _of(passage: Passage, key: str) -> Passage:
    citation = f"[Citation ID: {key}:{passage.chunk_id}]"
    names = {name: getattr(passage, name) for name in ("chunk_id", "document_name", "effective_date", "text", "cells")}
    return Passage(document_id=key, heading_path=passage.heading_path, citation=citation, **names)


def _document(stored: Any) -> Document:
    return Document(
        document_id=stored.document_id, display_name=stored.display_name, title=stored.title,
        institution=stored.institution, effective_date=stored.effective_date, passage_count=stored.passage_count,
    )  # fmt: skip


def _prediction(found: DocumentAnswer | DocumentRefusal) -> dict[str, Any]:
    if isinstance(found, DocumentRefusal):
        below = "not_in_data" if found.passages else "no_data"
        reason = below if found.reason is RefusalReason.BELOW_FLOOR else found.reason.name.lower()
        return {"status": "refused", "reason": reason}
    value = found.value
    shown: object = list(value) if isinstance(value, tuple) else str(value)
    return {
        "status": "answered", "kind": found.kind.value, "of": "names", "currency": found.currency,
        "value": format(value, "f") if isinstance(value, Decimal) else shown,
        "scale": _SCALES.get(found.scale, ""), "unit": _UNITS.get(found.unit, ""),
        "passages": [{"citation": one.citation, "text": one.text} for one in found.passages],
        **({"polarity": _SIDES[found.polarity]} if found.polarity in _SIDES else {}),
    }  # fmt: skip


def main(arguments: Sequence[str]) -> None:
    bench = Path(arguments[0])
    encoder = open_encoder(packaged_model_path())
    vaults: dict[str, Vault] = {}
    outcomes: Counter[str] = Counter()
    answerable = 0
    for question in map(json.loads, (bench / "questions.jsonl").read_text(encoding="utf-8").splitlines()):
        user = question["user"]
        if user not in vaults:
            vaults[user] = Vault(bench / "users" / user, encoder)
        day = date.fromisoformat(question["as_of"][:10])
        prediction = _prediction(vaults[user].ask(question["question"], day))
        outcome, _ = score.judge(question, prediction)  # type: ignore[no-untyped-call]
        outcomes[outcome] += 1
        answerable += question["expect"]["status"] == "answered"
        if "--show" in arguments and outcome == "wrong":
            sys.stdout.write(f"{question['id']} {question['question']} | got {prediction['value']}\n")
    coverage = round(outcomes["right"] / max(1, answerable), 4)
    sys.stdout.write(json.dumps({"answerable": answerable, **outcomes, "coverage": coverage}) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
