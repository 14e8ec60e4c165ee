"""Measure document search on a vault: what keywords find, what vectors find, and what both find together.

    python -m scripts.measure_search tests/eval/vault/dev [--reranker packaged]

For each question whose expected document can be read, a passage is right when it holds an evidence string. With
`--reranker`, the fused order is measured once more as the answerer has it after a cross-encoder has read its best.
Where the floors of a space lie, `tieout calibrate` measures.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from services.answerer import reranking
from services.answerer.model import Passage as PassageMessage
from services.answerer.model import SearchHit
from services.common.breaker import Breaker
from services.common.encoders import load_model, packaged_model_path
from services.common.errors import InvalidArgument
from services.embedder.adapters.cross_encoder import CrossEncoderReranker
from services.retriever.documents.lexemes import lexemes, query_lexemes
from services.retriever.documents.model import Passage
from services.retriever.documents.ranking import (
    CONFIDENT_COVERAGE,
    CONFIDENT_LEAD,
    CONFIDENT_TERMS,
    bm25,
    fuse,
    inverse_document_frequency,
    term_coverage,
)
from services.retriever.documents.reading import read_document
from services.retriever.documents.tokens import count_tokens


@dataclass(frozen=True)
class Asked:
    """One question with its rankings over its user's passages and the passages that are right."""

    text: str
    right: frozenset[int]
    scores: list[float]
    by_keyword: list[int]
    by_vector: list[int]
    cosines: Any
    is_confident: bool
    is_answerable: bool


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure document search on a vault.")
    parser.add_argument("vault", type=Path)
    parser.add_argument("--reranker", default=None, help="`packaged`, a folder or an id")
    chosen = parser.parse_args()
    vault = chosen.vault
    passages = {user.name: _passages(user / "documents") for user in sorted((vault / "users").iterdir())}
    questions = [
        json.loads(line)
        for line in (vault / "questions.jsonl").read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]
    model = load_model(packaged_model_path())

    def embed(texts: Sequence[str]) -> Any:
        return model.encode(list(texts), normalize_embeddings=True, show_progress_bar=False)

    vectors = {user: embed([one.text for _, one in held]) for user, held in passages.items() if held}
    asked = [
        _ask(question, passages[question["user"]], vectors[question["user"]], embed([question["question"]])[0])
        for question in questions
        if passages[question["user"]]
    ]
    found = [one for one in asked if one.right]
    users = [question["user"] for question in questions if passages[question["user"]]]
    texts = [[held.text for _, held in passages[user]] for user, one in zip(users, asked, strict=True) if one.right]
    right = np.concatenate([one.cosines[sorted(one.right)] for one in found])
    others = np.concatenate([np.delete(one.cosines, sorted(one.right)) for one in found])
    unanswerable = np.array([one.cosines.max() for one in asked if not one.is_answerable])
    report = {
        "questions": len(found),
        "passages": sum(len(held) for held in passages.values()),
        "keyword": _quality([(one.by_keyword, one.right) for one in found]),
        "vector": _quality([(one.by_vector, one.right) for one in found]),
        "fused": _quality([(_fused(one), one.right) for one in found]),
        "keyword_confident": {
            "coverage_needed": CONFIDENT_COVERAGE,
            "lead_needed": CONFIDENT_LEAD,
            "terms_needed": CONFIDENT_TERMS,
            "questions": sum(one.is_confident for one in found),
            "right_passage_first": sum(one.is_confident and bool(one.right & {*one.by_keyword[:1]}) for one in found),
            "right_passage_in_five": sum(one.is_confident and bool(one.right & {*one.by_keyword[:5]}) for one in found),
        },
        "cosine": {
            "right": _quantiles(right),
            "other_passages_of_the_user": _quantiles(others),
            "best_for_questions_to_refuse": _quantiles(unanswerable),
        },
    }
    if chosen.reranker is not None:
        report["reranked"] = _quality(asyncio.run(_reranked(found, texts, chosen.reranker)))
    sys.stdout.write(json.dumps(report, indent=2) + "\n")


def _passages(folder: Path) -> list[tuple[str, Passage]]:
    held: list[tuple[str, Passage]] = []
    for file in sorted(folder.iterdir()) if folder.is_dir() else ():
        try:
            document = read_document(file.read_bytes(), file.name, count_tokens)
        except InvalidArgument:
            continue
        held.extend((file.name, passage) for passage in document.passages)
    return held


def _ask(question: dict[str, Any], passages: list[tuple[str, Passage]], vectors: Any, vector: Any) -> Asked:
    expect = question["expect"]
    names = {expect.get("document"), *expect.get("documents", [])}
    evidence = expect.get("evidence", [])
    right = frozenset(
        index
        for index, (name, passage) in enumerate(passages)
        if name in names and any(_squeeze(one) in _squeeze(passage.text) for one in evidence)
    )
    terms = query_lexemes(question["question"])
    texts = [lexemes(passage.text) for _, passage in passages]
    scores = bm25(terms, texts)
    by_keyword = [index for index in sorted(range(len(texts)), key=lambda at: -scores[at]) if scores[index] > 0]
    held = [frozenset(text) for text in texts]
    weights = {
        term: inverse_document_frequency(len(texts), holding)
        for term in terms
        if (holding := sum(term in one for one in held))
    }
    best = term_coverage(held[by_keyword[0]] & set(terms), terms, weights, len(texts)) if by_keyword else 0.0
    cosines = vectors @ vector
    by_vector = [int(index) for index in np.argsort(-cosines)]
    leads = len(by_keyword) < 2 or scores[by_keyword[0]] >= CONFIDENT_LEAD * scores[by_keyword[1]]
    confident = leads and best >= CONFIDENT_COVERAGE and len(terms) >= CONFIDENT_TERMS
    return Asked(
        question["question"], right, scores, by_keyword, by_vector, cosines, confident, expect["status"] == "answered"
    )


def _fused(one: Asked) -> list[int]:
    scores = fuse([one.by_keyword, one.by_vector])
    return sorted(scores, key=lambda index: -scores[index])


async def _reranked(
    found: Sequence[Asked], texts: Sequence[Sequence[str]], model: str
) -> list[tuple[list[int], frozenset[int]]]:
    """Each question's order after reranking, and the passages that are right."""
    reranker = CrossEncoderReranker(model, "", Breaker("reranker"))
    await reranker.warm_up()
    rankings = []
    for one, held in zip(found, texts, strict=True):
        hits = [
            SearchHit(PassageMessage(chunk_id=str(at), text=held[at]), one.scores[at], vector_score=one.cosines[at])
            for at in _fused(one)
        ]
        read = await reranker.score(one.text, reranking.to_rerank(hits))
        order = [int(hit.passage.chunk_id) for hit in reranking.rerank(hits, read.scores) if hit.passage is not None]
        rankings.append((order, one.right))
    await reranker.close()
    return rankings


def _quality(rankings: Sequence[tuple[list[int], frozenset[int]]]) -> dict[str, float]:
    ranks = [
        next((rank for rank, index in enumerate(ranking, start=1) if index in right), 0) for ranking, right in rankings
    ]
    return {
        "mrr": round(sum(1 / rank for rank in ranks if rank) / len(ranks), 3),
        "recall_at_5": round(sum(1 for rank in ranks if 0 < rank <= 5) / len(ranks), 3),
        "first": round(sum(1 for rank in ranks if rank == 1) / len(ranks), 3),
    }


def _quantiles(values: Any) -> dict[str, float]:
    return {f"p{share}": round(float(np.quantile(values, share / 100)), 3) for share in (5, 25, 50, 75, 95)}


def _squeeze(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    main()
