"""Pictures of the pages that evidence stands on, drawn when they are asked for and kept nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from uuid import UUID

from services.common.errors import InvalidArgument
from services.common.identity import Identity
from services.retriever.documents.model import MediaType, PageImage, PageImageState, Place, StoredPassage
from services.retriever.documents.ports import DocumentStore
from services.retriever.documents.reading_process import ReadingProcess

# What fits into one message beside the evidence itself.
MAX_IMAGES = 6


class PageImages:
    """Draws from the files that the store keeps."""

    def __init__(self, store: DocumentStore, process: ReadingProcess) -> None:
        self._store = store
        self._process = process

    async def draw(
        self, identity: Identity, passages: Sequence[tuple[StoredPassage, int]], dots_per_inch: int
    ) -> list[list[PageImage]]:
        """For each passage, or its one cell where a number from 1 names it, the pages that it stands on.

        A picture that cannot be had says why; the others are drawn.
        """
        drawn: list[list[PageImage]] = []
        wanted: dict[UUID, list[list[Place]]] = {}
        count = 0
        for passage, cell in passages:
            images = []
            for places in _by_page(_places(passage, cell)):
                count += 1
                if count > MAX_IMAGES:
                    images.append(PageImage(PageImageState.OVER_LIMIT, places[0].page))
                    continue
                outlines = tuple(place.box for place in places)
                images.append(PageImage(PageImageState.DRAWN, places[0].page, outlines=outlines))
                wanted.setdefault(passage.document_id, []).append(places)
            drawn.append(images or [PageImage(_why_none(passage))])
        pictures = {}
        for document_id, pages in wanted.items():
            pictures[document_id] = await self._draw(identity, document_id, pages, dots_per_inch)
        return [
            [_with_picture(image, pictures.get(passage.document_id, iter(()))) for image in images]
            for (passage, _), images in zip(passages, drawn, strict=True)
        ]

    async def _draw(
        self, identity: Identity, document_id: UUID, pages: Sequence[Sequence[Place]], dots_per_inch: int
    ) -> Iterator[tuple[PageImageState, bytes]]:
        """What becomes of each page of one document, in order; one process draws them all."""
        file = await self._store.read_file(identity, document_id)
        if not file:
            return iter([(PageImageState.NOT_KEPT, b"")] * len(pages))
        try:
            pictures = await self._process.draw(file, pages, dots_per_inch)
        except InvalidArgument:
            return iter([(PageImageState.FAILED, b"")] * len(pages))
        return iter([(PageImageState.DRAWN if one else PageImageState.FAILED, one) for one in pictures])


def _with_picture(image: PageImage, pictures: Iterator[tuple[PageImageState, bytes]]) -> PageImage:
    """The picture that is still to come, in place of what stands for it; others stay as they are."""
    if image.state is not PageImageState.DRAWN:
        return image
    state, png = next(pictures)
    return replace(image, state=state, png=png) if png else PageImage(state, image.page)


def _places(passage: StoredPassage, cell: int) -> list[Place]:
    """The cell's place, or the passage's and those of its cells on further pages."""
    if cell:
        place = passage.cells[cell - 1].place
        return [place] if place is not None else []
    if passage.place is None:
        return []
    further = [one.place for one in passage.cells if one.place is not None and one.place.page != passage.place.page]
    return [passage.place, *further]


def _by_page(places: Sequence[Place]) -> list[list[Place]]:
    pages = sorted({place.page for place in places})
    return [[place for place in places if place.page == page] for page in pages]


def _why_none(passage: StoredPassage) -> PageImageState:
    return PageImageState.NOT_KEPT if passage.media_type == MediaType.PDF.value else PageImageState.NO_PAGES
