"""Search in the user's documents: keywords first, and vectors where they do not settle it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import replace

from services.answerer import gate
from services.answerer.asked import ABSENT, Asked, Peers
from services.answerer.documents.clauses import Nearness, nearness_of
from services.answerer.documents.core import Inquiry
from services.answerer.documents.model import DocumentAnswer, DocumentRefusal, Lead
from services.answerer.language.writer import Writer
from services.answerer.model import (
    QuestionVector,
    RefusalReason,
    SearchHit,
    SearchResponse,
    SearchState,
    SearchSummary,
    Vectors,
)
from services.common import deadline

# The space in which what is near enough for a clause was measured: the local model's, which is always there.
CLAUSE_SPACE = "minilm-l6-v2-384-mean-l2"
# Of what passages refer to, so much is looked for, where so many seconds are left for it and for reading again.
MAX_LEADS = 3
LEAST_SECONDS = 0.5
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
        found, leads = await self._read(asked, response, summary)
        if leads and (fuller := await self._followed(asked, response, leads)) is not None:
            again, _ = await self._read(asked, fuller, summary)
            found = again if isinstance(again, DocumentAnswer) else found
        if isinstance(found, DocumentAnswer):
            return found
        # From here on it is a refusal, whatever a model imagines: the question's own passages have decided.
        refusal = gate.with_best_cosine(found, response.hits)
        if refusal.reason in _THIN and summary.state is SearchState.FUSED:
            return pointing_to(refusal, await self._imagined(asked, response))
        return refusal

    async def _read(
        self, asked: Asked, response: SearchResponse, summary: SearchSummary
    ) -> tuple[DocumentAnswer | DocumentRefusal, Sequence[Lead]]:
        """What the passages answer; where they do not, also what they say to look for."""
        passages = (asked.question.text, asked.today, response.hits, summary, response.documents)
        nearness = None
        with asked.watch.stage("gate"):
            inquiry = await asyncio.to_thread(Inquiry, *passages)
            found = await asyncio.to_thread(inquiry.by_words)
        if isinstance(found, DocumentRefusal) and found.unweighed:
            nearness = await self._nearness(asked, found.unweighed)
            if nearness is not None:
                with asked.watch.stage("gate"):
                    found = await asyncio.to_thread(inquiry.with_nearness, nearness)
        if isinstance(found, DocumentAnswer):
            return found, ()
        with asked.watch.stage("gate"):
            return found, await asyncio.to_thread(inquiry.leads, nearness)

    async def _followed(self, asked: Asked, first: SearchResponse, leads: Sequence[Lead]) -> SearchResponse | None:
        """The passages with those that leads lead to, once; None where there are no others, or no time for them."""
        if deadline.within(LEAST_SECONDS) < LEAST_SECONDS:
            return None
        words = " ".join(dict.fromkeys(lead.words for lead in leads[:MAX_LEADS]))
        papers = list(dict.fromkeys(lead.document_id for lead in leads[:MAX_LEADS]))
        try:
            with asked.watch.stage("search"):
                found = await self._peers.documents.search(
                    asked.identity, words, asked.today, keyword_only=True, document_ids=papers
                )
        except ABSENT:
            asked.miss("documents", "what the passages refer to was not looked for")
            return None
        new = _beyond(first, found)
        documents = {one.document_id: one for one in (*first.documents, *found.documents)}
        return replace(first, hits=(*first.hits, *new), documents=tuple(documents.values())) if new else None

    async def _imagined(self, asked: Asked, first: SearchResponse) -> SearchResponse:
        """More passages, near to the one that a model imagines and as near to the question as an answer's would be.

        Gao et al., "Precise Zero-Shot Dense Retrieval without Relevance Labels", ACL 2023 (HyDE).
        """
        summary = first.summary
        if self._writer is None or summary is None or summary.floor is None:
            return SearchResponse()
        imagined = await self._writer.imagine(asked)
        # As a passage, not as a question: vectors of questions are kept for a while.
        both = await self._together(asked, [imagined], summary.space_id) if imagined else None
        if both is None or both.space_id != summary.space_id:
            return SearchResponse()
        vector = replace(both, data=both.data[len(both.data) // both.count :], count=1)
        with asked.watch.stage("search"):
            found = await self._peers.documents.search(asked.identity, asked.question.text, asked.today, vector=vector)
        new = _beyond(first, found)
        texts = [hit.passage.text for hit in new if hit.passage is not None]
        vectors = await self._together(asked, texts, summary.space_id) if texts else None
        if vectors is None or vectors.space_id != summary.space_id:
            return SearchResponse()
        near = nearness_of(texts, vectors)
        weighed = [replace(hit, vector_score=near[text]) for hit, text in zip(new, texts, strict=True)]
        near_enough = [hit for hit in weighed if (hit.vector_score or 0.0) >= summary.floor]
        return replace(found, hits=tuple(sorted(near_enough, key=lambda hit: -(hit.vector_score or 0.0))))

    async def _nearness(self, asked: Asked, clauses: Sequence[str]) -> Nearness | None:
        vectors = await self._together(asked, clauses, CLAUSE_SPACE)
        return None if vectors is None else nearness_of(clauses, vectors)

    async def _together(self, asked: Asked, texts: Sequence[str], space_id: str) -> Vectors | None:
        """The vectors of the question and these texts, of this space."""
        together = asked.identity, [asked.question.text, *texts], space_id
        if not asked.is_missing("embedder"):
            with asked.watch.stage("embed"), contextlib.suppress(*ABSENT):
                return await self._peers.embedder.embed_together(*together)
        vectors = None
        if self._peers.fallback is not None:
            with asked.watch.stage("embed"), contextlib.suppress(*ABSENT):
                vectors = await self._peers.fallback.embed_together(*together)
        local = "texts were compared by the local model"
        asked.miss("embedder", local if vectors is not None else "clauses were compared by their words only")
        return vectors

    async def _passages(self, asked: Asked) -> SearchResponse:
        text = asked.question.text
        first = await self._peers.documents.search(asked.identity, text, asked.today)
        if first.summary is None or first.summary.state is not SearchState.NEEDS_VECTOR:
            return first
        usable = first.summary.usable_space_ids
        embedded = await self._embed(asked, text, usable)
        if embedded is None:
            return await self._peers.documents.search(asked.identity, text, asked.today, keyword_only=True)
        found = fuller = await self._peers.documents.search(asked.identity, text, asked.today, vector=embedded.vectors)
        summary = found.summary
        if summary is not None and not summary.space_id:
            asked.miss("vectors", "passages were found by keyword only: nothing says how near is near in that space")
        elif summary is not None:
            others = [one for one in usable if one != summary.space_id]
            fuller = await self._fuller(asked, text, summary, others) or found
            said = _said_of_missing(summary, fuller.summary or summary)
            if usable and embedded.missed_space_id and embedded.missed_space_id not in usable:
                said.insert(0, "nothing says how near is near in the space of first choice: another was searched")
            if said:
                asked.miss("vectors", "; ".join(said))
        return fuller

    async def _fuller(
        self, asked: Asked, text: str, first: SearchSummary, others: Sequence[str]
    ) -> SearchResponse | None:
        """The search in another space, where fewer passages wait for their vector; None where there is none."""
        if not others or not _waiting(first):
            return None
        embedded = await self._by_service(asked, text, others)
        if embedded is None:
            embedded = await self._by_fallback(asked, text, others)
            local = "another space was searched by the local model"
            asked.miss("embedder", local if embedded is not None else "another space was not searched")
        if embedded is None or embedded.vectors.space_id not in others:
            return None
        vector = embedded.vectors
        found = await self._peers.documents.search(asked.identity, text, asked.today, vector=vector)
        return found if found.summary is not None and _waiting(found.summary) < _waiting(first) else None

    async def _embed(self, asked: Asked, text: str, usable: Sequence[str]) -> QuestionVector | None:
        """The question's vector; what failed to make it is noted."""
        embedded = await self._by_service(asked, text, usable)
        if embedded is None:
            embedded = await self._by_fallback(asked, text, usable)
            local = "the question was embedded by the local model"
            asked.miss("embedder", local if embedded is not None else "passages were found by keyword only")
        elif embedded.missed_space_id and (not usable or embedded.missed_space_id in usable):
            asked.miss("hosted embedder", "the question was embedded by the local model")
        return embedded

    async def _by_service(self, asked: Asked, text: str, usable: Sequence[str]) -> QuestionVector | None:
        if asked.is_missing("embedder"):
            return None  # One question waits for it once.
        with asked.watch.stage("embed"), contextlib.suppress(*ABSENT):
            return await self._peers.embedder.embed(asked.identity, text, usable)
        return None

    async def _by_fallback(self, asked: Asked, text: str, usable: Sequence[str]) -> QuestionVector | None:
        if self._peers.fallback is not None:
            with asked.watch.stage("embed"), contextlib.suppress(*ABSENT):
                return await self._peers.fallback.embed(asked.identity, text, usable)
        return None


def pointing_to(refusal: DocumentRefusal, near: SearchResponse) -> DocumentRefusal:
    """The same refusal, with passages to look at and papers to look in: those that are near stand first."""
    passages = [hit.passage for hit in near.hits if hit.passage is not None]
    titles = {one.document_id: one.title or one.display_name for one in near.documents}
    named = [titles[one.document_id] for one in passages if one.document_id in titles]
    return replace(
        refusal,
        passages=tuple({one.citation: one for one in (*passages, *refusal.passages)}.values()),
        nearest_names=tuple(dict.fromkeys((*named, *refusal.nearest_names))),
    )


def _beyond(first: SearchResponse, found: SearchResponse) -> list[SearchHit]:
    """What a further search brought that the first did not."""
    known = {hit.passage.citation for hit in first.hits if hit.passage is not None}
    return [hit for hit in found.hits if hit.passage is not None and hit.passage.citation not in known]


def _waiting(summary: SearchSummary) -> int:
    """Passages that will have a vector in the space and have none yet."""
    return summary.missing_vector_count - summary.refused_vector_count


def _said_of_missing(first: SearchSummary, used: SearchSummary) -> list[str]:
    said = []
    if used is not first:
        waiting = f"{_waiting(first):,} of {first.searched_count:,} passages"
        said.append(f"{waiting} have no vector yet in the space of first choice: another was searched")
    if used.missing_vector_count:
        said.append(f"{used.missing_vector_count:,} of {used.searched_count:,} passages were found by keyword only")
    return said
