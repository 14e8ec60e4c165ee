"""Measure search over vaults of ten filings of TAT-QA: the retriever's own search on PostgreSQL, stage by stage.

    python -m scripts.measure_tatqa_search BENCH/tatqa [--part test] [--reranker packaged]

Each vault is one user of an embedded PostgreSQL, who uploads ten filings; vectors are stored as the worker stores them.
A question is asked of its vault; a hit is right when its passage is a part of a block that answers (a table's rows, a
paragraph's sentences). Reported: first-hit rank (MRR), recall at 5, first hit, for each stage alone and for what the
services do together; and the same by blocks, where every paragraph and table of a passage takes a place of its own, in
the order that the search gives them (`SearchHit.blocks`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from scripts.reranker.pairs import encode
from scripts.reranker.tatqa import Block, Filing, Question, read_filings, read_questions, squeeze, vaults
from services.answerer import reranking
from services.answerer.model import Passage, SearchHit
from services.common.breaker import Breaker
from services.common.db import migrate
from services.common.db.embedded import create_temporary
from services.common.db.tenant import Database, DatabaseSettings
from services.common.encoders import Encoder, open_encoder, packaged_model_path
from services.common.identity import Identity
from services.common.local_embedder import SPACE_ID, WIDTH
from services.common.tokens import TokenMinter, TokenVerifier
from services.common.types import RequestId, RequestKey, UserId
from services.embedder.adapters.cross_encoder import CrossEncoderReranker
from services.retriever.adapters.document_floors import load_floors
from services.retriever.adapters.pg_documents import PgDocuments
from services.retriever.document_convert import MAX_HITS
from services.retriever.document_core import DocumentCore
from services.retriever.documents.model import Hit, NewDocument, QuestionVector, SearchQuery, SearchState
from services.retriever.documents.tokens import count_tokens
from services.worker.adapters.pg_passages import PgPassages
from services.worker.model import DocumentVersion, PassageVectors, SpaceStatus, VectorSpace
from services.worker.vectors import PAGE_PASSAGES, Filling

K = 5
LOCAL = VectorSpace(SPACE_ID, WIDTH)


@dataclass(frozen=True, slots=True)
class Found:
    """What one question's searches brought."""

    question: Question
    by_keyword: tuple[Hit, ...]
    fused: tuple[Hit, ...]
    is_confident: bool
    seconds: float


Read: TypeAlias = tuple[Hit, float | None]
"""A hit, and its score where the cross-encoder read it."""


class OneModel:
    """The worker's port for vectors, on a model in this process."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder

    def encode(self, texts: Sequence[str]) -> Any:
        """One unit vector a text."""
        return encode(self._encoder, texts)

    async def list_spaces(self) -> Sequence[SpaceStatus]:
        """The local space."""
        return [SpaceStatus(LOCAL, available=True)]

    async def embed(self, texts: Sequence[str], space: VectorSpace) -> PassageVectors:
        """Vectors of the local space."""
        return PassageVectors(space.space_id, self.encode(texts))


class Bench:
    """The retriever's document use cases on an embedded PostgreSQL, one user a vault."""

    def __init__(self, state: Path, dsns: dict[str, Any], filings: dict[str, Filing]) -> None:
        self._minter = TokenMinter.load(state)
        self._verifier = TokenVerifier.load(state / "keys" / "jwt_public.pem")
        self._dsns = dsns
        self._filings = filings
        self._names: dict[uuid.UUID, str] = {}

    async def open(self) -> None:
        """Connect as the two roles that take part."""
        retriever = await Database.open(DatabaseSettings(self._dsns["tieout_retriever"]), name="retriever")
        worker = await Database.open(DatabaseSettings(self._dsns["tieout_worker"]), name="worker")
        self._databases = (retriever, worker)
        self.core = DocumentCore(PgDocuments(retriever), count_tokens, load_floors())
        self._passages = PgPassages(worker)

    async def close(self) -> None:
        """Give the connections back."""
        for database in self._databases:
            await database.close()

    async def fill(self, vault: str, names: Sequence[str], model: OneModel) -> Identity:
        """Upload the vault's filings as its user, and store their vectors."""
        user = UserId(uuid.uuid5(uuid.NAMESPACE_URL, f"tatqa/{vault}"))
        identity = self._verifier.verify(self._minter.mint(user, timedelta(hours=4)).reveal())
        for name in names:
            content = self._filings[name].content
            new = NewDocument(f"{name}.html", name, sha256(content).hexdigest(), len(content))
            key = RequestKey("upload", RequestId(uuid.uuid4()), sha256(content).digest())
            stored = await self.core.upload(identity, key, new, content)
            self._names[stored.document_id] = name
            version = DocumentVersion(stored.document_id, stored.version)
            page = await self._passages.find_without_vector(identity, version, LOCAL, PAGE_PASSAGES)
            await Filling(self._passages, model).fill(identity, LOCAL, page)
        return identity

    async def ask(self, identity: Identity, question: Question, vector: Any) -> Found:
        """Search by keyword alone, and by both."""
        data = np.asarray(vector, "<f4").tobytes()
        both = SearchQuery(question.text, MAX_HITS, QuestionVector(SPACE_ID, WIDTH, data), with_blocks=True)
        first = await self.core.search(identity, SearchQuery(question.text, MAX_HITS))
        started = time.perf_counter()
        fused = await self.core.search(identity, both)
        taken = time.perf_counter() - started
        only = await self.core.search(
            identity, SearchQuery(question.text, MAX_HITS, keyword_only=True, with_blocks=True)
        )
        return Found(question, only.hits, fused.hits, first.state is SearchState.KEYWORD_CONFIDENT, taken)

    def is_right(self, question: Question, hit: Hit) -> bool:
        """Whether a hit's passage is a part of a block that answers."""
        if self._names[hit.passage.document_id] != question.filing:
            return False
        filing = self._filings[question.filing]
        return any(filing.holds(one, hit.passage.text, has_cells=bool(hit.passage.cells)) for one in question.blocks)

    def blocks(self, hit: Hit) -> list[str]:
        """What the benchmark calls the blocks of a hit, in their order: `table`, or a paragraph's place in the filing.

        A paragraph that was read as a heading comes after the first block that it stands over.
        """
        name = self._names[hit.passage.document_id]
        if hit.passage.cells:
            return [f"{name}:table"]
        head = hit.passage.text.partition("\n")[0]
        filing = self._filings[name]
        return [
            f"{name}:{place}"
            for text in (text for block in hit.blocks for text in (f"\n{block.line}", head))
            for place, paragraph in enumerate(filing.paragraphs)
            if filing.holds(Block(paragraph), text, has_cells=False)
        ]

    def right_blocks(self, question: Question) -> frozenset[str]:
        """The same names, of the blocks that answer."""
        paragraphs = self._filings[question.filing].paragraphs
        starts = [squeeze(one.paragraph) for one in question.blocks]
        places = (
            "table" if not start else next(at for at, one in enumerate(paragraphs) if one.startswith(start))
            for start in starts
        )
        return frozenset(f"{question.filing}:{place}" for place in places)


def by_vector(found: Found) -> list[Hit]:
    """The vector leg alone."""
    return sorted((hit for hit in found.fused if hit.vector_rank), key=lambda hit: hit.vector_rank)


async def rerank_all(
    found: Sequence[Found], reranker: CrossEncoderReranker
) -> tuple[dict[str, list[Read]], list[float]]:
    """Each question's fused hits as the answerer orders them by the cross-encoder, and the seconds of each call."""
    orders, seconds = {}, []
    for one in found:
        shown = [
            SearchHit(
                Passage(chunk_id=str(place), text=hit.passage.text),
                keyword_score=hit.keyword_score,
                vector_score=hit.vector_score,
            )
            for place, hit in enumerate(one.fused)
        ]
        scores = await reranker.score(one.question.text, reranking.to_rerank(shown))
        seconds.append(scores.model_time.total_seconds())
        orders[one.question.question_id] = [
            (one.fused[int(hit.passage.chunk_id)], hit.rerank_score)
            for hit in reranking.rerank(shown, scores.scores)
            if hit.passage is not None
        ]
    return orders, seconds


def quality(ranks: Sequence[int]) -> dict[str, float]:
    """MRR, recall at 5 and first hit of first-hit ranks; 0: not found."""
    return {
        "mrr": round(sum(1 / rank for rank in ranks if rank) / len(ranks), 3),
        "recall_at_5": round(sum(0 < rank <= K for rank in ranks) / len(ranks), 3),
        "first": round(sum(rank == 1 for rank in ranks) / len(ranks), 3),
    }


def report(
    bench: Bench, found: Sequence[Found], order: Callable[[Found], Sequence[Hit]]
) -> dict[str, dict[str, float]]:
    """Quality of one order, by passages and by blocks."""
    by_passage: list[int] = []
    by_block: list[int] = []
    for one in found:
        hits = order(one)
        marks = [bench.is_right(one.question, hit) for hit in hits]
        by_passage.append(marks.index(True) + 1 if True in marks else 0)
        shown = dict.fromkeys(block for hit in hits for block in bench.blocks(hit))
        right = bench.right_blocks(one.question)
        by_block.append(next((rank for rank, block in enumerate(shown, 1) if block in right), 0))
    return {"passages": quality(by_passage), "blocks": quality(by_block)}


def separation(bench: Bench, found: Sequence[Found], orders: dict[str, list[Read]]) -> dict[str, float]:
    """Share of wrong passages that a floor lets through which keeps 95 of 100 right ones, over the passages read."""
    read = [
        (bench.is_right(one.question, hit), hit.vector_score or 0.0, score)
        for one in found
        for hit, score in orders[one.question.question_id]
        if score is not None
    ]
    right = np.array([one[0] for one in read])
    shares = {}
    for name, values in (("cosine", [one[1] for one in read]), ("rerank_score", [one[2] for one in read])):
        scores = np.array(values)
        floor = float(np.quantile(scores[right], 0.05))
        shares[f"{name}_floor"] = round(floor, 3)
        shares[name] = round(float((scores[~right] >= floor).mean()), 3)
    return shares


async def measure(chosen: argparse.Namespace, state: Path, dsns: dict[str, Any]) -> dict[str, Any]:
    """Fill the vaults, ask the questions of the chosen part, and report every stage."""
    questions = read_questions(chosen.tatqa)
    asked = [one for one in questions if one.part == chosen.part and one.vault not in chosen.skip]
    model = OneModel(open_encoder(packaged_model_path(), threads=chosen.threads))
    bench = Bench(state, dsns, read_filings(chosen.tatqa))
    await bench.open()
    found: list[Found] = []
    try:
        for vault, names in vaults(questions).items():
            own = [one for one in asked if one.vault == vault]
            if not own:
                continue
            identity = await bench.fill(vault, names, model)
            vectors = model.encode([one.text for one in own])
            found += [await bench.ask(identity, one, vector) for one, vector in zip(own, vectors, strict=True)]
    finally:
        await bench.close()
    result: dict[str, Any] = {
        "part": chosen.part,
        "questions": len(found),
        "search_ms_p50": round(1000 * float(np.median([one.seconds for one in found])), 1),
        "vectors_only": report(bench, found, by_vector),
        "keywords_only": report(bench, found, lambda one: one.by_keyword),
        "fused": report(bench, found, lambda one: one.fused),
    }
    confident = [one for one in found if one.is_confident]
    result["keyword_confident"] = {
        "questions": len(confident),
        "first": sum(bool(one.by_keyword) and bench.is_right(one.question, one.by_keyword[0]) for one in confident),
    }
    if chosen.reranker is not None:
        reranker = CrossEncoderReranker(chosen.reranker, "", Breaker("reranker"), threads=chosen.threads)
        await reranker.warm_up()
        orders, seconds = await rerank_all(found, reranker)
        await reranker.close()

        def order(one: Found) -> list[Hit]:
            return [hit for hit, _ in orders[one.question.question_id]]

        result["reranked"] = report(bench, found, order)
        result["services"] = report(bench, found, lambda one: one.by_keyword if one.is_confident else order(one))
        result["let_through_where_95_of_100_right_are_kept"] = separation(bench, found, orders)
        result["rerank_ms_p50"] = round(1000 * float(np.median(seconds)), 1)
        result["reranked_passages"] = reranking.TOP
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure search on vaults of ten filings.")
    parser.add_argument("tatqa", type=Path)
    parser.add_argument("--part", choices=("train", "test"), default="test")
    parser.add_argument("--reranker", default=None, help="`packaged`, a folder or an id; none: without that stage")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--skip", nargs="*", default=[], help="vaults to leave out")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        state = Path(folder)
        server = create_temporary()
        server.start()
        try:
            dsns = migrate.provision(server, state, database="tatqa_search")
            result = asyncio.run(measure(chosen, state, dsns))
        finally:
            server.stop()
    sys.stdout.write(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
