"""What can be done with documents: store one, list them, search them, hand out what a citation names."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from services.common.errors import ErrorReason, InvalidArgument
from services.common.identity import Identity
from services.common.types import Page, RequestKey
from services.retriever.documents.blocks import best_first, blocks_of
from services.retriever.documents.lexemes import query_lexemes
from services.retriever.documents.model import (
    Hit,
    KeywordLeg,
    NewDocument,
    PageImage,
    PassageBlock,
    Scope,
    SearchQuery,
    SearchResult,
    SearchState,
    SpaceFloor,
    StoredDocument,
    StoredPassage,
    UploadProgress,
    UploadStage,
    VectorLeg,
)
from services.retriever.documents.page_images import PageImages
from services.retriever.documents.ports import DocumentStore
from services.retriever.documents.ranking import (
    build_postings,
    collapse,
    first_page,
    fuse,
    is_keyword_confident,
    term_coverage,
)
from services.retriever.documents.reading import cut_reading
from services.retriever.documents.reading_process import ReadingProcess
from services.retriever.documents.tokens import TokenCounter
from services.retriever.documents.versions import find_family, governing

# Near-identical passages take places in the legs, so more are fetched than shown.
OVER_FETCH = 3
MAX_FETCH = 150


class DocumentCore:
    """Use cases on documents. `floors` are the calibrated spaces by id; in others, words alone find passages."""

    def __init__(self, store: DocumentStore, count: TokenCounter, floors: Mapping[str, SpaceFloor]) -> None:
        self._store = store
        self._count = count
        self._floors = floors
        self._reading = ReadingProcess()
        self._images = PageImages(store, self._reading)

    async def upload(
        self, identity: Identity, key: RequestKey, new: NewDocument, content: bytes, follow: Follow | None = None
    ) -> StoredDocument:
        """Read, cut and store a file; when this returns, keywords find it. Vectors follow by a job.

        `follow` is told of every stage. Raises `InvalidArgument` (FORMAT_UNREADABLE) and stores nothing where the file
        cannot be read.
        """
        follow = follow or _unfollowed
        follow(UploadProgress(UploadStage.RECEIVED))
        media_type, reading = await self._reading.read(
            content, lambda page, count: follow(UploadProgress(UploadStage.READING, page, count))
        )
        follow(UploadProgress(UploadStage.CUTTING))
        parsed = await asyncio.to_thread(cut_reading, media_type, reading, new.display_name, self._count)
        postings, length_sum = await asyncio.to_thread(build_postings, parsed.passages)
        others = [one for one in await self._store.list_documents(identity) if one.caller_key != new.caller_key]
        family_id = find_family(new, parsed.profile, others)
        follow(UploadProgress(UploadStage.STORING))
        # Only what has pages to show is worth keeping a stranger's file for.
        file = content if parsed.pages.count else b""
        return await self._store.save(identity, key, new, parsed, postings, length_sum, family_id, file)

    async def list_documents(self, identity: Identity, page: Page) -> tuple[list[StoredDocument], str]:
        """A page of documents, newest first, and where the next one starts (empty: nowhere)."""
        found = await self._store.list_documents(identity, page)
        more = len(found) > page.size
        return found[: page.size], str(found[page.size - 1].document_id) if more else ""

    async def count_documents(self, identity: Identity) -> int:
        """How many documents can be searched."""
        return await self._store.count_documents(identity)

    async def find_passages(self, identity: Identity, chunks: Sequence[tuple[UUID, str]]) -> list[StoredPassage]:
        """The passages that citations name, in that order; unknown ones are left out."""
        found = {(one.document_id, one.chunk_id): one for one in await self._store.find_passages(identity, chunks)}
        return [found[chunk] for chunk in chunks if chunk in found]

    async def draw_pages(
        self, identity: Identity, passages: Sequence[tuple[StoredPassage, int]], dots_per_inch: int
    ) -> list[list[PageImage]]:
        """For each passage, or its one cell where a number from 1 names it, the pages that it stands on."""
        return await self._images.draw(identity, passages, dots_per_inch)

    async def search(self, identity: Identity, query: SearchQuery) -> SearchResult:
        """Search by keyword, and by vector where one is given and keywords alone do not settle it."""
        watch = _Watch()
        documents = await self._store.list_documents(identity)
        if query.document_ids:
            documents = [one for one in documents if one.document_id in query.document_ids]
        if not documents:
            return SearchResult(SearchState.NO_DOCUMENTS, timings=watch.timings())
        chosen = governing(documents, query.text, query.as_of)
        scope = _scope(chosen)
        watch.lap("plan")
        terms = query_lexemes(query.text)
        limit = min(query.size * OVER_FETCH, MAX_FETCH)
        keywords = await self._store.match_keywords(identity, terms, scope, limit)
        watch.lap("query")
        state, vectors, space = await self._match_vector(identity, query, keywords, scope, limit)
        if query.vector is not None:
            watch.lap("search")
        found = await self._hits(identity, keywords, vectors, terms)
        if state is SearchState.NEEDS_VECTOR and is_keyword_confident(found, terms):
            state = SearchState.KEYWORD_CONFIDENT
        hits = _first_page(found, query.size)
        if query.with_blocks:
            hits = [replace(hit, blocks=_blocks(hit, terms, keywords)) for hit in hits]
        watch.lap("fetch")
        named = {hit.passage.document_id for hit in hits}
        return SearchResult(
            state,
            tuple(hits),
            tuple(one for one in chosen if one.document_id in named),
            space,
            query.vector.space_id if query.vector is not None and vectors is not None else "",
            vectors.missing_count if vectors is not None else 0,
            sum(one.passage_count for one in chosen),
            tuple(term for term in terms if term not in keywords.weights),
            tuple(self._floors) if state is SearchState.NEEDS_VECTOR else (),
            vectors.refused_count if vectors is not None else 0,
            watch.timings(),
        )

    async def _match_vector(
        self, identity: Identity, query: SearchQuery, keywords: KeywordLeg, scope: Scope, limit: int
    ) -> tuple[SearchState, VectorLeg | None, SpaceFloor | None]:
        if query.keyword_only:
            return SearchState.KEYWORD_ONLY, None, None
        if query.vector is None:
            return SearchState.NEEDS_VECTOR, None, None
        vector, space = query.vector, self._floors.get(query.vector.space_id)
        width = space.width if space is not None else await self._registered_width(vector.space_id)
        if width != vector.width:
            raise InvalidArgument(
                "vector",
                "its width is not the space's",
                reason=ErrorReason.ERROR_REASON_SPACE_MISMATCH,
                metadata={"space_id": vector.space_id},
            )
        if space is None and not query.uncalibrated:
            return SearchState.KEYWORD_ONLY, None, None
        leg = await self._store.match_vector(identity, vector, scope, limit)
        if query.uncalibrated or space is None:
            return SearchState.FUSED, leg, space
        found = {match.passage_id for match in keywords.matches}
        near = tuple(one for one in leg.matches if one[0] in found or one[1] >= space.evidence)
        return SearchState.FUSED, replace(leg, matches=near), space

    async def _registered_width(self, space_id: str) -> int:
        registered = await self._store.list_spaces()
        if space_id not in registered:
            spaces = ", ".join(sorted({*registered, *self._floors}))
            raise InvalidArgument(
                "vector.space_id",
                f"one of {spaces}",
                reason=ErrorReason.ERROR_REASON_SPACE_MISMATCH,
                metadata={"space_id": space_id, "spaces": spaces},
            )
        return registered[space_id]

    async def _hits(
        self, identity: Identity, keywords: KeywordLeg, vectors: VectorLeg | None, terms: Sequence[str]
    ) -> list[Hit]:
        by_keyword = [match.passage_id for match in keywords.matches]
        by_vector = [passage_id for passage_id, _ in vectors.matches] if vectors is not None else []
        fused = fuse([by_keyword, by_vector])
        order = sorted(fused, key=lambda passage_id: (-fused[passage_id], passage_id))
        passages = {one.passage_id: one for one in await self._store.get_passages(identity, order)}
        matches = {match.passage_id: (rank, match) for rank, match in enumerate(keywords.matches, start=1)}
        cosines = dict(vectors.matches) if vectors is not None else {}
        hits = []
        for passage_id in order:
            if passage_id not in passages:
                continue
            rank, match = matches.get(passage_id, (0, None))
            held = match.terms if match is not None else frozenset()
            hits.append(
                Hit(
                    passages[passage_id],
                    match.score if match is not None else 0.0,
                    rank,
                    cosines.get(passage_id),
                    by_vector.index(passage_id) + 1 if passage_id in cosines else 0,
                    fused[passage_id],
                    term_coverage(held, terms, keywords.weights, keywords.passage_count),
                )
            )
        return collapse(hits)


Follow = Callable[[UploadProgress], object]


def _unfollowed(progress: UploadProgress) -> None:
    del progress


def _blocks(hit: Hit, terms: Sequence[str], keywords: KeywordLeg) -> tuple[PassageBlock, ...]:
    blocks = blocks_of(hit.passage.text, hit.passage.cells)
    return best_first(blocks, terms, keywords.weights, keywords.passage_count)


def _first_page(found: Sequence[Hit], size: int) -> list[Hit]:
    """Of hits, best first, those that are shown, in the same order."""
    by_id = {hit.passage.passage_id: hit for hit in found}
    by_keyword = sorted((hit.keyword_rank, one) for one, hit in by_id.items() if hit.keyword_rank)
    by_vector = sorted((hit.vector_rank, one) for one, hit in by_id.items() if hit.vector_rank)
    legs = [[one for _, one in leg] for leg in (by_keyword, by_vector)]
    return [by_id[one] for one in first_page(list(by_id), legs, size)]


def _scope(documents: Sequence[StoredDocument]) -> Scope:
    return Scope(tuple(one.segment for one in documents), tuple(one.passage_ids for one in documents))


class _Watch:
    """Seconds since the last lap, by stage."""

    def __init__(self) -> None:
        self._last = time.perf_counter()
        self._laps: list[tuple[str, float]] = []

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self._laps.append((stage, now - self._last))
        self._last = now

    def timings(self) -> tuple[tuple[str, float], ...]:
        return tuple(self._laps)
