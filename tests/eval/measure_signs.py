"""Measure what tells a right answer from a wrong one: risk by coverage, each person judged by the others' weights.

    python -m tests.eval.measure_signs VAULT_DIR...

Each question of the folders is answered as `measure_vault` does. An answer is described by signs that do not come from
what found it: how much of the question its labels or its clause say, how far it is ahead of the next cell and the next
sentence in words and in nearness. A logistic regression (L2) of right and wrong on them orders the answers of each
family; printed is how many of the surest tenths are wrong (docs/decisions/0119).
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from datetime import date
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from services.answerer.documents.core import Inquiry, read_matcher
from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer, ValueKind
from services.answerer.documents.terms import text_notions
from services.answerer.documents.views import CellView
from services.answerer.documents.weighing import labels_of
from services.common.encoders import Encoder, open_encoder, packaged_model_path
from tests.eval import measure_vault, score
from tests.eval.fit_clauses import FLOATS, _newton
from tests.eval.measure_vault import Vault, _prediction

RIVAL_CELLS, RIVAL_SENTENCES = 8, 6
TENTHS = (0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


@dataclass(frozen=True)
class Signs:
    """Shares of the question's terms, weighed by how rare they are, and cosines of the question and a text.

    `own`: said by the answer's labels or clause. `paper`: with its headings and what its document is called. `lead_*`:
    how far `own`, and the nearness, are above the best other cell and the best other sentence. `score`: the finder's.
    """

    own: float
    paper: float
    lead_cells: float
    lead_sentences: float
    nearness: float
    nearer_cells: float
    nearer_sentences: float
    score: float


@dataclass(frozen=True)
class Judged:
    """An answer with its signs. `family`: calculation, cell, number or text (of a sentence)."""

    person: str
    family: str
    signs: Signs
    is_right: bool


def judged(folder: Path, encoder: Encoder) -> Iterator[Judged]:
    """Every answer that the questions of a folder get."""
    vaults: dict[str, Vault] = {}
    for question in map(json.loads, (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()):
        user = question["user"]
        if user not in vaults:
            vaults[user] = Vault(folder / "users" / user, encoder)
        with patch.object(measure_vault, "Inquiry", wraps=Inquiry) as asked:
            found = vaults[user].ask(question["question"], date.fromisoformat(question["as_of"][:10]))
        if not isinstance(found, DocumentAnswer):
            continue
        text, day, hits, _, documents = asked.call_args.args[:5]
        outcome, _ = score.judge(question, _prediction(found))  # type: ignore[no-untyped-call]
        signs = signs_of(read_matcher(text, day, hits, documents), found, encoder)
        yield Judged(f"{folder.name}/{user}", _family(found), signs, outcome == "right")


def _family(found: DocumentAnswer) -> str:
    if len(found.figures) > 1:
        return "calculation"
    if found.cells:
        return "cell"
    return "text" if found.kind in (ValueKind.TEXT, ValueKind.LIST) else "number"


def signs_of(matcher: Matcher, found: DocumentAnswer, encoder: Encoder) -> Signs:
    """What speaks for an answer and against it."""
    terms, views = matcher.asked.terms, matcher.views
    units = [
        *{one.row for one in views.cells},
        *{one.column for one in views.cells},
        *(s.held for s in views.sentences),
    ]
    held = [sum(1 for unit in units if term.is_in(unit)) for term in terms]
    weights = [math.log(1 + (len(units) - one + 0.5) / (one + 0.5)) for one in held]

    def share(notions: frozenset[str]) -> float:
        said = sum(weight for term, weight in zip(terms, weights, strict=True) if term.is_in(notions))
        return said / (sum(weights) or 1.0)

    passages = found.passages or (found.passage,)
    leaves = [one.cell for one in found.figures if one.cell is not None]
    mine = views.cells_of([*found.cells, *leaves], passages)
    own = frozenset().union(*(one.row | one.column for one in mine)) if mine else text_notions(found.quotation)
    documents = {one.document_id for one in passages}
    naming = (sheet.identity for sheet in views.sheets if sheet.document_id in documents)
    around = frozenset().union(own, *naming, *(one.around | one.notes for one in mine))
    printed = {one.cell.printed.strip() for one in mine}
    cells = [
        (share(one.row | one.column), _text(one)) for one in views.cells if one.cell.printed.strip() not in printed
    ]
    sentences = [(share(one.held), one.text) for one in views.sentences if one.text not in found.quotation]
    rivals = [
        sorted(dict.fromkeys(one), reverse=True)[:most]
        for one, most in ((cells, RIVAL_CELLS), (sentences, RIVAL_SENTENCES))
    ]
    texts = [*dict.fromkeys(map(_text, mine))][:4] or [found.quotation]
    parts = [[matcher.asked.text], texts, *([text for _, text in one] for one in rivals)]
    rows = encoder.encode([text for part in parts for text in part])[0]
    cosines = iter((rows @ rows[0]).tolist()[1:])
    near, cell, sentence = (max((next(cosines) for _ in part), default=0.0) for part in parts[1:])
    best = [max((one for one, _ in part), default=0.0) for part in rivals]
    leads = (share(own) - best[0], share(own) - best[1])
    return Signs(share(own), share(around), *leads, near, near - cell, near - sentence, found.score)


def _text(view: CellView) -> str:
    return " – ".join(part for part in (view.sheet.title, view.cell.table_caption, labels_of(view)) if part)


def held_out(answers: Sequence[Judged]) -> FLOATS:
    """The probability that each is right, by weights of the other people's answers."""
    rows = np.array([astuple(one.signs) for one in answers], float)
    right = np.array([one.is_right for one in answers], float)
    people = np.array([one.person for one in answers])
    found = np.zeros(len(answers))
    for person in sorted(set(people)):
        out = people == person
        middle, spread = rows[~out].mean(axis=0), rows[~out].std(axis=0) + 1e-6
        scaled = np.column_stack([(rows - middle) / spread, np.ones(len(rows))])
        weights = _newton(scaled[~out], right[~out], np.ones(int((~out).sum())), {})
        found[out] = 1 / (1 + np.exp(-scaled[out] @ weights))
    return found


def report(family: str, answers: Sequence[Judged]) -> dict[str, Any]:
    """Wrong ones among the surest part of the answers, by how large that part is."""
    order = np.argsort(-held_out(answers))
    wrong = np.cumsum([not answers[index].is_right for index in order])
    sizes = [max(1, int(len(answers) * tenth)) for tenth in TENTHS]
    curve = {f"{tenth:.0%}": f"{wrong[size - 1]} of {size}" for tenth, size in zip(TENTHS, sizes, strict=True)}
    return {"family": family, "signs": len(fields(Signs)), "wrong among the surest": curve}


def main() -> None:
    encoder = open_encoder(packaged_model_path())
    answers = [one for folder in sys.argv[1:] for one in judged(Path(folder), encoder)]
    for family in sorted({one.family for one in answers}):
        mine = [one for one in answers if one.family == family]
        if len({one.person for one in mine}) > 1 and len({one.is_right for one in mine}) > 1:
            sys.stdout.write(json.dumps(report(family, mine)) + "\n")


if __name__ == "__main__":
    main()
