"""Fit how sure a clause is that answers a question: services/answerer/documents/assurance.toml (decision 0087).

    python -m tests.eval.fit_clauses VAULT_DIR... [--write] [--show]

Each question of the folders (in the shape of FORMAT.md) is put to its own papers, to those of one other user, and to
its own papers without the sentences that hold its answer. What the best clause of each would answer is right where
tests/eval/score.py says so; from other papers nothing is. A logistic regression (L2) of that on the signs gives the
weights. What is printed is cross-validated: each user is judged by weights that were fitted without them.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import numpy as np
import numpy.typing as npt

from services.answerer.documents import assurance
from services.answerer.documents.assurance import Signs
from services.answerer.documents.clauses import Nearness
from services.answerer.documents.core import CALIBRATION, read_matcher
from services.answerer.documents.doubts import doubt
from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer, ValueKind
from services.answerer.documents.prose import Kind, best_clause, clauses_to_weigh
from services.answerer.documents.question import Wanted
from services.answerer.documents.scope import is_live, is_of_the_user_alone, is_out_of_scope
from services.answerer.model import FigureUnit, Polarity, Scale, SearchHit
from services.common.encoders import default_cache, open_encoder, packaged_model_path
from services.common.errors import InvalidArgument
from services.retriever.documents.lexemes import lexemes, query_lexemes
from services.retriever.documents.model import StoredDocument
from services.retriever.documents.ranking import bm25
from services.retriever.documents.versions import governing, is_version_of
from tests.eval import score
from tests.eval.measure_tatqa import Filing, read_filing

FLOATS = npt.NDArray[np.float64]
KINDS = tuple(kind.name.lower() for kind in Kind)
SIGNS = tuple(field.name for field in fields(Signs))
# Papers of others are what search does not bring; they only steady the weights.
WEIGHT_OF_OTHERS = 0.4
RIDGE = 0.5
# What speaks for a clause; the other signs speak against it.
FOR = ("nearness", "said", "lead", "nearness_lead")
LEAST = 0.5
MOST_HITS = 50
SEED = 5
_SCALES = {Scale.THOUSAND: "thousand", Scale.MILLION: "million", Scale.BILLION: "billion", Scale.PERCENT: "percent"}
_UNITS = {unit: unit.name.lower() for unit in (FigureUnit.COUNT, FigureUnit.DAYS, FigureUnit.WEEKS, FigureUnit.MONTHS)}
_UNITS |= {FigureUnit.YEARS: "years", FigureUnit.PERCENT: "percent", FigureUnit.PERCENTAGE_POINT: "percent"}


@dataclass(frozen=True)
class Vault:
    """The papers of one user, with the family that each is a version in."""

    user: str
    papers: tuple[Filing, ...]
    stored: tuple[StoredDocument, ...]


@dataclass(frozen=True)
class Example:
    """What the best clause would answer, and whether that is right. `source`: "own", "other" or "cut"."""

    question: dict[str, Any]
    user: str
    source: str
    kind: str
    signs: Signs
    answer: DocumentAnswer
    is_right: bool


def main() -> None:
    folders = [Path(one) for one in sys.argv[1:] if not one.startswith("--")]
    examples = list(_examples(folders))
    odds = _cross_validated(examples)
    for bar in (0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 0.9):
        above = [one for one, value in zip(examples, odds, strict=True) if value >= bar]
        counts = {
            f"{source} {'right' if right else 'wrong'}": sum(
                one.source == source and one.is_right is right for one in above
            )
            for source in ("own", "other", "cut")
            for right in (True, False)
            if source == "own" or not right
        }
        sys.stdout.write(json.dumps({"bar": bar} | counts) + "\n")
    if "--show" in sys.argv:
        for one, value in sorted(zip(examples, odds, strict=True), key=lambda pair: -pair[1]):
            if not one.is_right:
                sys.stdout.write(f"{value:.2f} {one.source} {one.question['question']} | {one.answer.quotation}\n")
    if "--write" in sys.argv:
        _write(_fitted(*_arrays(examples)))


# --- examples --------------------------------------------------------------------------------------------------------


def _examples(folders: Sequence[Path]) -> Iterator[Example]:
    vaults = {(folder, path.name): _vault(path) for folder in folders for path in sorted((folder / "users").iterdir())}
    weigh, chance = _Weigher(), random.Random(SEED)
    for folder in folders:
        for question in map(json.loads, (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()):
            here = (folder, question["user"])
            there = chance.choice([key for key in vaults if key != here])
            if is_out_of_scope(question["question"]) or is_live(question["question"]):
                continue
            own = _matcher(question, vaults[here])
            if own.asked.wanted is Wanted.YES_NO and is_of_the_user_alone(question["question"]):
                continue
            for source, matcher in (
                ("own", own),
                ("other", _matcher(question, vaults[there])),
                ("cut", _without_answer(question, own)),
            ):
                found = weigh(matcher) if matcher is not None else None
                if matcher is None or found is None or not isinstance(doubt(matcher, found[2]), DocumentAnswer):
                    continue
                kind, signs, answer = found
                outcome, _ = score.judge(question, _prediction(question["id"], answer))  # type: ignore[no-untyped-call]
                if source == "own" or outcome != "right":
                    user = f"{folder.name}/{question['user']}"
                    yield Example(question, user, source, kind.name.lower(), signs, answer, outcome == "right")


def _vault(folder: Path) -> Vault:
    papers = []
    for file in sorted((folder / "documents").iterdir()):
        try:
            papers.append((file, read_filing(file)))
        except InvalidArgument:
            continue
    stored: list[tuple[StoredDocument, tuple[str, str, frozenset[str], date | None]]] = []
    for file, paper in papers:
        document, key = paper.document, uuid5(NAMESPACE_URL, str(file))
        mine = (document.display_name, document.institution, paper.family, document.effective_date)
        family = next((other.family_id for other, theirs in stored if is_version_of(*mine, *theirs)), key)
        one = StoredDocument(
            key, 1, document.display_name, document.display_name, document.title, document.institution, "",
            document.effective_date, "", 0, len(paper.passages), 0, datetime.now(UTC), family_id=family,
        )  # fmt: skip
        stored.append((one, mine))
    return Vault(folder.name, tuple(paper for _, paper in papers), tuple(one for one, _ in stored))


def _matcher(question: dict[str, Any], vault: Vault) -> Matcher:
    """The question and what a search by words brings from the papers that govern it."""
    text, day = question["question"], date.fromisoformat(question["as_of"][:10])
    chosen = {one.display_name for one in governing(vault.stored, text, day)}
    passages = [one for paper in vault.papers if paper.document.display_name in chosen for one in paper.passages]
    scores = bm25(query_lexemes(text), [lexemes(one.text) for one in passages])
    ranked = sorted(range(len(passages)), key=lambda index: -scores[index])[:MOST_HITS]
    hits = [SearchHit(passage=passages[index]) for index in ranked]
    return read_matcher(text, day, hits, [paper.document for paper in vault.papers])


def _without_answer(question: dict[str, Any], matcher: Matcher) -> Matcher | None:
    """The same without the sentences and notes that hold the answer; None where none does."""
    held = [" ".join(str(one).split()) for one in question["expect"].get("evidence", ()) if len(str(one).split()) > 3]
    views = matcher.views
    kept = tuple(one for one in views.sentences if not any(text in one.text or one.text in text for text in held))
    if len(kept) == len(views.sentences):
        return None
    cells = tuple(replace(one, cell=replace(one.cell, footnotes=())) for one in views.cells)
    return Matcher(matcher.asked, replace(views, sentences=kept, cells=cells), matcher.as_of)


class _Weigher:
    """The best clause of a vault, with the packaged model's nearness."""

    def __init__(self) -> None:
        self._encoder = open_encoder(packaged_model_path(), cache=default_cache())
        self._vectors: dict[str, FLOATS] = {}

    def __call__(self, matcher: Matcher) -> tuple[Kind, Signs, DocumentAnswer] | None:
        texts = clauses_to_weigh(matcher, CALIBRATION)
        return best_clause(matcher, CALIBRATION, self._nearness(matcher.asked.text, texts)) if texts else None

    def _nearness(self, question: str, texts: Sequence[str]) -> Nearness:
        new = [text for text in dict.fromkeys((question, *texts)) if text not in self._vectors]
        if new:
            vectors, _ = self._encoder.encode(new)
            self._vectors |= {text: np.asarray(row, float) for text, row in zip(new, vectors, strict=True)}
        return {text: float(self._vectors[text] @ self._vectors[question]) for text in texts}


def _prediction(question_id: str, answer: DocumentAnswer) -> dict[str, Any]:
    value = answer.value
    prediction = {
        "id": question_id,
        "status": "answered",
        "kind": answer.kind.value,
        "value": list(value) if isinstance(value, tuple) else str(value),
        "unit": _UNITS.get(answer.unit, ""),
        "scale": _SCALES.get(answer.scale, ""),
        "currency": answer.currency,
        "passages": [{"citation": one.citation, "text": one.text} for one in answer.passages],
    }
    if answer.kind is ValueKind.TEXT and answer.polarity is not Polarity.UNSPECIFIED:
        prediction["polarity"] = answer.polarity.name.lower()
    return prediction


# --- fitting ---------------------------------------------------------------------------------------------------------


def _arrays(examples: Sequence[Example]) -> tuple[FLOATS, FLOATS, FLOATS]:
    rows = [(*astuple(one.signs), *(one.kind == kind for kind in KINDS)) for one in examples]
    weights = [1.0 if one.source == "own" else WEIGHT_OF_OTHERS for one in examples]
    return np.array(rows, float), np.array([one.is_right for one in examples], float), np.array(weights)


def _fitted(rows: FLOATS, right: FLOATS, weights: FLOATS) -> FLOATS:
    """The coefficients. A sign whose weight would come out smaller than `LEAST` its own way is held there, and the rest
    fitted again: the examples left by the rules are too few to say that it does not matter."""
    held: dict[int, float] = {}
    while True:
        found = _newton(rows, right, weights, held)
        wrong = {
            index: LEAST * (1 if name in FOR else -1)
            for index, name in enumerate(SIGNS)
            if found[index] * (1 if name in FOR else -1) < LEAST and index not in held
        }
        if not wrong:
            return found
        held |= wrong


def _newton(rows: FLOATS, right: FLOATS, weights: FLOATS, held: Mapping[int, float]) -> FLOATS:
    found = np.zeros(rows.shape[1])
    found[list(held)] = list(held.values())
    free = [index for index in range(rows.shape[1]) if index not in held]
    for _ in range(50):
        chances = 1 / (1 + np.exp(-rows @ found))
        some = rows[:, free]
        slope = some.T @ (weights * (chances - right)) + RIDGE * found[free]
        curve = (some * (weights * chances * (1 - chances))[:, None]).T @ some + RIDGE * np.eye(len(free))
        found[free] -= np.linalg.solve(curve, slope)
    return found


def _cross_validated(examples: Sequence[Example]) -> FLOATS:
    rows, right, weights = _arrays(examples)
    users = np.array([one.user for one in examples])
    chances = np.zeros(len(examples))
    for user in sorted(set(users)):
        out = users == user
        found = _fitted(rows[~out], right[~out], weights[~out])
        chances[out] = 1 / (1 + np.exp(-rows[out] @ found))
    return chances


def _write(found: FLOATS) -> None:
    lines = [f'version = "{assurance.VERSION}"', f"bar = {assurance.BAR}", "", "[weights]"]
    lines += [f"{name} = {value:.2f}" for name, value in zip(SIGNS, found, strict=False)]
    lines += ["", "[kinds]"]
    lines += [f"{name} = {value:.2f}" for name, value in zip(KINDS, found[len(SIGNS) :], strict=True)]
    file = Path(assurance.__file__).with_suffix(".toml")
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
