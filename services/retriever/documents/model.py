"""What is understood of a document: blocks in reading order, tables with their cells, parents and passages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import IntEnum, StrEnum
from typing import TypeAlias
from uuid import UUID

from services.common.printed import Scale


class MediaType(StrEnum):
    """Formats that are read."""

    HTML = "text/html"
    MARKDOWN = "text/markdown"
    PLAIN = "text/plain"
    PDF = "application/pdf"
    DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    CSV = "text/csv"
    EML = "message/rfc822"


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is printed: page from 1, box as left, top, right, bottom in points from the page's top left."""

    page: int
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; `level` 1 is the outermost."""

    level: int
    text: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text, or one item of a list."""

    text: str
    is_item: bool = False
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote's text, found by its mark."""

    mark: str
    text: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class SourceCell:
    """One cell as the source has it, before spans are spread out. `marks` are footnote marks, taken out of `text`."""

    text: str
    is_header: bool = False
    row_span: int = 1
    column_span: int = 1
    marks: tuple[str, ...] = ()
    indent: int = 0
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class SourceTable:
    """A table as the source has it. `header_row_count` is what the source marks as head; 0: it does not say."""

    rows: tuple[tuple[SourceCell, ...], ...]
    caption: str = ""
    header_row_count: int = 0


Block: TypeAlias = Heading | Paragraph | Note | SourceTable


class UnreadReason(IntEnum):
    """Why a page was not read; numbers as in `tieout.retriever.v1.UnreadReason`."""

    IMAGE_ONLY = 1
    DAMAGED = 2
    UNNAMED_LETTERS = 3


@dataclass(frozen=True, slots=True)
class Pages:
    """How the pages of a file were read. `count` 0: its format has none. Pages count from 1, ascending."""

    count: int = 0
    unread: tuple[tuple[int, UnreadReason], ...] = ()
    recognized: tuple[int, ...] = ()
    """Pages that text recognition read from pictures."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader made of a file: visible blocks in reading order, and what it left out and why.

    `margins`: what heads and feet of pages repeat. It tells whose the document is, and is no evidence.
    """

    blocks: tuple[Block, ...]
    notices: tuple[str, ...] = ()
    margins: tuple[str, ...] = ()
    pages: Pages = Pages()


@dataclass(frozen=True, slots=True)
class Cell:
    """One body cell of a table; `printed` empty is a blank cell: not stated.

    `number` is what `printed` states when it holds exactly one number (parentheses negative), before `scale`; `unit` an
    ISO 4217 code or a word.
    """

    row_path: tuple[str, ...]
    column_path: tuple[str, ...]
    printed: str
    number: Decimal | None = None
    unit: str = ""
    scale: Scale = Scale.UNSPECIFIED
    period: str = ""
    footnotes: tuple[str, ...] = ()
    table_caption: str = ""
    place: Place | None = None
    table_number: int = 0
    """The cell's table, from 1 in reading order."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """One body row, never cut: its line of text, its cells, and the notes that hang on it."""

    line: str
    cells: tuple[Cell, ...]
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table that has been understood. `header` is one line that names every column by its path."""

    caption: str
    header: str
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """What a document says of itself. `family`: the words that name its product, without dates and version words."""

    title: str
    institution: str
    effective_date: date | None
    family: frozenset[str]
    context: tuple[str, ...] = ()
    """Title and dateline, for the head of every passage's heading path."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A child chunk. `text` starts with its heading path; `token_count` counts all of it."""

    chunk_id: str
    parent_index: int
    heading_path: tuple[str, ...]
    text: str
    token_count: int
    cells: tuple[Cell, ...] = ()
    place: Place | None = None
    """Where it starts: its first paragraph's place, or the box around its rows on their first page."""
    recognized: bool = False
    """Whether some of it was read from a picture."""


@dataclass(frozen=True, slots=True)
class Parent:
    """What is read with a passage: up to 1,200 tokens around it."""

    heading_path: tuple[str, ...]
    text: str
    token_count: int


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A file, read and cut."""

    media_type: MediaType
    profile: Profile
    parents: tuple[Parent, ...]
    passages: tuple[Passage, ...]
    notices: tuple[str, ...] = field(default=())
    pages: Pages = Pages()

    @property
    def cell_count(self) -> int:
        """Cells of all passages."""
        return sum(len(passage.cells) for passage in self.passages)


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document as the store has it. `is_complete`: every passage has a vector in the local space."""

    document_id: UUID
    version: int
    caller_key: str
    display_name: str
    title: str
    institution: str
    media_type: str
    effective_date: date | None
    sha256: str
    size_bytes: int
    passage_count: int
    cell_count: int
    created_at: datetime
    notices: tuple[str, ...] = ()
    is_complete: bool = False
    segment: int = 0
    passage_ids: tuple[int, int] = (0, 0)
    """First and last passage id."""
    family_id: UUID | None = None
    """Shared by the versions of one product's document."""
    family_words: frozenset[str] = frozenset()
    pages: Pages = Pages()


@dataclass(frozen=True, slots=True)
class StoredPassage:
    """A passage as the store has it, with what its document is called."""

    passage_id: int
    document_id: UUID
    chunk_id: str
    document_name: str
    document_version: int
    effective_date: date | None
    heading_path: tuple[str, ...]
    text: str
    parent_position: int
    cells: tuple[Cell, ...] = ()
    place: Place | None = None
    recognized: bool = False
    media_type: str = ""


@dataclass(frozen=True, slots=True)
class NewDocument:
    """What a caller says of a file that it uploads."""

    display_name: str
    caller_key: str
    sha256: str
    size_bytes: int
    effective_date: date | None = None


class UploadStage(IntEnum):
    """What is being done with an uploaded file; numbers as in `tieout.retriever.v1.UploadStage`."""

    RECEIVED = 1
    READING = 2
    CUTTING = 3
    STORING = 4


@dataclass(frozen=True, slots=True)
class UploadProgress:
    """How far an upload has come. Pages are 0 but while pages are read."""

    stage: UploadStage
    page: int = 0
    page_count: int = 0


class PageImageState(IntEnum):
    """What became of a picture of a page; numbers as in `tieout.retriever.v1.PageImageState`."""

    DRAWN = 1
    NO_PAGES = 2
    NOT_KEPT = 3
    FAILED = 4
    OVER_LIMIT = 5


@dataclass(frozen=True, slots=True)
class PageImage:
    """A page with evidence outlined. `png` empty unless drawn; `page` 0 where the format has none."""

    state: PageImageState
    page: int = 0
    png: bytes = b""
    outlines: tuple[tuple[float, float, float, float], ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in dots, from the picture's header (PNG, 11.2.1); zeros where there is no picture."""
        return (int.from_bytes(self.png[16:20], "big"), int.from_bytes(self.png[20:24], "big"))


@dataclass(frozen=True, slots=True)
class Posting:
    """A word's passages in one document: positions (from 0), how often, and how long each passage is."""

    positions: tuple[int, ...]
    frequencies: tuple[int, ...]
    lengths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SpaceFloor:
    """What was measured for a space (services/common/calibration.py).

    `floor`: the cosine from which the best passage of a question is near enough; `evidence`: the one below which a
    passage that no word finds is no evidence.
    """

    space_id: str
    width: int
    floor: Decimal
    evidence: float
    version: str


@dataclass(frozen=True, slots=True)
class QuestionVector:
    """A question's vector, of a width that is kept; little-endian float32 as it came."""

    space_id: str
    width: int
    data: bytes


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A search. `document_ids` empty: all documents; `as_of` None: the newest version governs."""

    text: str
    size: int
    vector: QuestionVector | None = None
    document_ids: tuple[UUID, ...] = ()
    as_of: date | None = None
    keyword_only: bool = False
    uncalibrated: bool = False
    """Whether vectors are compared in a space without a calibration too: only to measure one."""
    with_blocks: bool = False
    """Whether hits say which of their blocks the question is about."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a search may look: segments for postings, passage ranges for vectors."""

    segments: tuple[int, ...]
    ranges: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class KeywordMatch:
    """One passage of the keyword leg: its BM25 score and the words of the question that it holds."""

    passage_id: int
    score: float
    terms: frozenset[str]


@dataclass(frozen=True, slots=True)
class KeywordLeg:
    """The keyword leg. `weights`: inverse document frequency of every word of the question that some passage holds."""

    matches: tuple[KeywordMatch, ...]
    weights: Mapping[str, float]
    passage_count: int


@dataclass(frozen=True, slots=True)
class VectorLeg:
    """The vector leg: passages and cosines, nearest first; how many of the searched passages have no vector, and how
    many of these will not get one."""

    matches: tuple[tuple[int, float], ...]
    missing_count: int
    refused_count: int = 0


@dataclass(frozen=True, slots=True)
class PassageBlock:
    """A line of a passage's text, from character `start` to before `end`: a paragraph, list item, note or table row.

    `over`: what stands over it in the passage: the heading path, the line that names a table's columns, and the heading
    or the sections next to it.
    """

    start: int
    end: int
    line: str
    over: tuple[str, ...]
    term_coverage: float = 0.0
    """Share of a question's words that it holds, each weighted by how rare it is in the collection."""

    @property
    def text(self) -> str:
        """The block as it can be read by itself."""
        return "\n".join((*self.over, self.line))


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage found, with what speaks for it; ranks count from 1, 0 where a leg does not have it."""

    passage: StoredPassage
    keyword_score: float = 0.0
    keyword_rank: int = 0
    vector_score: float | None = None
    vector_rank: int = 0
    fused_score: float = 0.0
    term_coverage: float = 0.0
    collapsed_chunk_ids: tuple[str, ...] = ()
    blocks: tuple[PassageBlock, ...] = ()
    """Those first that the question is about; empty unless asked for."""


class SearchState(IntEnum):
    """What a search came to; numbers as in `tieout.retriever.v1.SearchState`."""

    KEYWORD_CONFIDENT = 1
    NEEDS_VECTOR = 2
    FUSED = 3
    KEYWORD_ONLY = 4
    NO_DOCUMENTS = 5


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A search's hits, best first, and how good they can be. `timings` are seconds by stage."""

    state: SearchState
    hits: tuple[Hit, ...] = ()
    documents: tuple[StoredDocument, ...] = ()
    space: SpaceFloor | None = None
    space_id: str = ""
    missing_vector_count: int = 0
    searched_count: int = 0
    unmatched_terms: tuple[str, ...] = ()
    usable_space_ids: tuple[str, ...] = ()
    """Spaces in which a vector of the question would be compared, where the search needs one."""
    refused_vector_count: int = 0
    timings: tuple[tuple[str, float], ...] = ()
