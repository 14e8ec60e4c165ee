"""Pictures of the pages that evidence stands on, drawn when they are asked for and kept nowhere."""

from __future__ import annotations

from collections.abc import Sequence
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
        files: dict[UUID, bytes] = {}
        drawn: list[list[PageImage]] = []
        count = 0
        for passage, cell in passages:
            images = []
            for places in _by_page(_places(passage, cell)):
                count += 1
                if count > MAX_IMAGES:
                    images.append(PageImage(PageImageState.OVER_LIMIT, places[0].page))
                    continue
                if passage.document_id not in files:
                    files = {passage.document_id: await self._store.read_file(identity, passage.document_id)}
                images.append(await self._draw(files[passage.document_id], places, dots_per_inch))
            drawn.append(images or [PageImage(_why_none(passage))])
        return drawn

    async def _draw(self, file: bytes, places: Sequence[Place], dots_per_inch: int) -> PageImage:
        page = places[0].page
        if not file:
            return PageImage(PageImageState.NOT_KEPT, page)
        try:
            png = await self._process.draw(file, places, dots_per_inch)
        except InvalidArgument:
            return PageImage(PageImageState.FAILED, page)
        return PageImage(PageImageState.DRAWN, page, png, tuple(place.box for place in places))


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
