"""Search in the user's documents: keywords first, and vectors where they do not settle it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import replace

from services.answerer import gate
from services.answerer.asked import ABSENT, Asked, Peers
from services.answerer.documents.clauses import Nearness, nearness_of
from services.answerer.documents.core import Inquiry, answer_from_passages
from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from services.answerer.language.writer import Writer
from services.answerer.model import RefusalReason, SearchHit, SearchResponse, SearchState, Vectors

# The space in which what is near enough for a clause was measured: the local model's, which is always there.
CLAUSE_SPACE = "minilm-l6-v2-384-mean-l2"
# Refusals that say that little was found.
_THIN = (RefusalReason.BELOW_FLOOR, RefusalReason.NO_DATA)


class Searching:
    """What documents say to a question. A part that is missing is noted at the question."""

    def __init__(self, peers: Peers, writer: Writer | None = None) -> None:
        self._peers = peers
        self._writer = writer

    async def find(self, asked: Asked) -> DocumentAnswer | DocumentRefusal | None:
        """The answer of the passages, why they hold none, or None where there are no documents."""
        with asked.watch.stage("search"):
            response = await self._passages(asked)
        summary = response.summary
        if summary is None or summary.state is SearchState.NO_DOCUMENTS:
            return None
        passages = (asked.question.text, asked.today, response.hits, summary, response.documents)
        with asked.watch.stage("gate"):
            inquiry = await asyncio.to_thread(Inquiry, *passages)
            found = await asyncio.to_thread(inquiry.by_words)
        if isinstance(found, DocumentRefusal) and found.unweighed:
            nearness = await self._nearness(asked, found.unweighed)
            if nearness is not None:
                with asked.watch.stage("gate"):
                    found = await asyncio.to_thread(inquiry.with_nearness, nearness)
        if isinstance(found, DocumentRefusal) and found.reason in _THIN and summary.state is SearchState.FUSED:
            more = await self._imagined(asked, response)
            if more:
                with asked.watch.stage("gate"):
                    hits = (*response.hits, *more)
                    again = await asyncio.to_thread(answer_from_passages, *passages[:2], hits, *passages[3:])
                found = again if isinstance(again, DocumentAnswer) else found
        return gate.with_best_cosine(found, response.hits) if isinstance(found, DocumentRefusal) else found

    async def _imagined(self, asked: Asked, first: SearchResponse) -> tuple[SearchHit, ...]:
        """More passages, near to the one that a model imagines. How near they are to the question decides, as always.

        Gao et al., "Precise Zero-Shot Dense Retrieval without Relevance Labels", ACL 2023 (HyDE).
        """
        summary = first.summary
        if self._writer is None or summary is None or summary.floor is None:
            return ()
        imagined = await self._writer.imagine(asked)
        # As a passage, not as a question: vectors of questions are kept for a while.
        both = await self._together(asked, [imagined], summary.space_id) if imagined else None
        if both is None or both.space_id != summary.space_id:
            return ()
        vector = replace(both, data=both.data[len(both.data) // both.count :], count=1)
        with asked.watch.stage("search"):
            found = await self._peers.documents.search(asked.identity, asked.question.text, asked.today, vector=vector)
        known = {hit.passage.citation for hit in first.hits if hit.passage is not None}
        new = [hit for hit in found.hits if hit.passage is not None and hit.passage.citation not in known]
        texts = [hit.passage.text for hit in new if hit.passage is not None]
        vectors = await self._together(asked, texts, summary.space_id) if texts else None
        if vectors is None or vectors.space_id != summary.space_id:
            return ()
        near = nearness_of(texts, vectors)
        weighed = [replace(hit, vector_score=near[text]) for hit, text in zip(new, texts, strict=True)]
        return tuple(hit for hit in weighed if (hit.vector_score or 0.0) >= summary.floor)

    async def _nearness(self, asked: Asked, clauses: Sequence[str]) -> Nearness | None:
        vectors = await self._together(asked, clauses, CLAUSE_SPACE)
        if vectors is None:
            asked.miss("embedder", "clauses were compared by their words only")
            return None
        return nearness_of(clauses, vectors)

    async def _together(self, asked: Asked, texts: Sequence[str], space_id: str) -> Vectors | None:
        """The vectors of the question and these texts, of this space."""
        together = asked.identity, [asked.question.text, *texts], space_id
        with asked.watch.stage("embed"), contextlib.suppress(*ABSENT):
            return await self._peers.embedder.embed_together(*together)
        if self._peers.fallback is None:
            return None
        with asked.watch.stage("embed"), contextlib.suppress(*ABSENT):
            vectors = await self._peers.fallback.embed_together(*together)
            asked.miss("embedder", "texts were compared by the local model")
            return vectors
        return None

    async def _passages(self, asked: Asked) -> SearchResponse:
        text = asked.question.text
        first = await self._peers.documents.search(asked.identity, text, asked.today)
        if first.summary is None or first.summary.state is not SearchState.NEEDS_VECTOR:
            return first
        vector = await self._embed(asked, text)
        if vector is None:
            return await self._peers.documents.search(asked.identity, text, asked.today, keyword_only=True)
        found = await self._peers.documents.search(asked.identity, text, asked.today, vector=vector)
        if found.summary is not None and not found.summary.space_id:
            asked.miss("vectors", "passages were found by keyword only: nothing says how near is near in that space")
        elif found.summary is not None and found.summary.missing_vector_count:
            missing, searched = found.summary.missing_vector_count, found.summary.searched_count
            asked.miss("vectors", f"{missing:,} of {searched:,} passages were found by keyword only")
        return found

    async def _embed(self, asked: Asked, text: str) -> Vectors | None:
        with asked.watch.stage("embed"):
            try:
                embedded = await self._peers.embedder.embed(asked.identity, text)
            except ABSENT:
                pass
            else:
                if embedded.missed_space_id:
                    asked.miss("hosted embedder", "the question was embedded by the local model")
                return embedded.vectors
            if self._peers.fallback is not None:
                try:
                    embedded = await self._peers.fallback.embed(asked.identity, text)
                except ABSENT:
                    asked.miss("embedder", "passages were found by keyword only")
                    return None
                asked.miss("embedder", "the question was embedded by the local model")
                return embedded.vectors
            asked.miss("embedder", "passages were found by keyword only")
            return None
