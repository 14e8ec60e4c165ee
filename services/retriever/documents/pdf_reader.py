"""PDF to blocks: what is printed on each page, in reading order, without the furniture that every page repeats.

What stands side by side is parted first (`pdf_columns`); tables come from lines or from alignment; type that is larger
or heavier than the text is a heading. A table goes on over pages where its columns do.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import TypeAlias

from services.common.printed import find_numbers
from services.retriever.documents.captions import is_caption, is_unit_line
from services.retriever.documents.facts import fact_of
from services.retriever.documents.faults import unreadable
from services.retriever.documents.html_reader import MARK_OPEN
from services.retriever.documents.model import (
    Block,
    Heading,
    Pages,
    Paragraph,
    Place,
    Reading,
    SourceTable,
    UnreadReason,
)
from services.retriever.documents.pdf_aligned import aligned_tables
from services.retriever.documents.pdf_columns import Entry, first_columns, row_entry, sides
from services.retriever.documents.pdf_joins import goes_on
from services.retriever.documents.pdf_lattice import ruled_tables
from services.retriever.documents.pdf_lines import Aside, Row, Stretch, bounds, read_rows
from services.retriever.documents.pdf_page import Box, PageContent, open_pdf, read_page
from services.retriever.documents.pdf_tables import DraftTable, join_lines
from services.retriever.documents.recognition import Recognizer, doubt_columns, is_installed

MAX_PAGES = 2_000
# Heads and feet of pages lie in this part of the height, and repeat within so many pages.
MARGIN = 0.115
NEIGHBOURS = 2
# What parts head and foot from the text, in parts of the type's size.
_APART = 2.0
MAX_HEADING_WORDS = 16
_IMAGE_PART = 0.2
_DEPTH = 5

_BULLET = re.compile(r"^(?:[•▪◦‣■●○∙·*]|[–—-](?=\s))\s*")
_NUMBERED = re.compile(r"^\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+", re.IGNORECASE)
_ITEM_MARK = re.compile(r"[•▪◦‣■●○∙·*–—-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]|\[\d{1,2}\]", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"(?:page\s*|p\.\s*)?[-–—]?\s*(?:\d{1,4}|x{0,3}(?:ix|iv|v?i{1,3}|v|x))\s*[-–—]?(?:\s*(?:of|/|von)\s*\d{1,4})?",
    re.IGNORECASE,
)
_PAGE_WORDS = re.compile(r"\bpage\s+\d+(?:\s+of\s+\d+)?\b", re.IGNORECASE)
_CONTINUED = re.compile(
    r"[\s(–—-]*\b(?:continued|cont'd|cont\.)(?:\s+(?:from|on)\s+(?:the\s+)?(?:next|previous)\s+page)?\s*\)?\s*$",
    re.IGNORECASE,
)


@dataclass(slots=True)
class _Text:
    """A paragraph or heading before it is known which."""

    lines: list[Row]
    page: int
    box: Box
    is_item: bool = False
    text: str = ""
    is_aside: bool = False
    ends_open: bool = False

    @property
    def size(self) -> float:
        return median(line.size for line in self.lines)

    @property
    def bold(self) -> bool:
        return all(line.bold for line in self.lines)


_Draft: TypeAlias = _Text | DraftTable


@dataclass(slots=True)
class _Page:
    content: PageContent
    rows: list[Row]
    margins: dict[str, list[float]]


Follow: TypeAlias = Callable[[int, int], object]
"""Is told how many pages of how many have been read."""


def read_pdf(content: bytes, follow: Follow | None = None, *, recognize: bool = False) -> Reading:
    """Read a PDF page by page. CPU-bound, about 30 ms a page; some seconds for one that is a picture, where
    `recognize` is set and text recognition is installed.

    Raises FORMAT_UNREADABLE where it cannot be opened, has too many pages, or shows no text on any page.
    """
    document = open_pdf(content)
    try:
        count = len(document)
        if count > MAX_PAGES:
            raise unreadable(f"it has {count} pages; up to {MAX_PAGES} are read")
        recognizer = Recognizer() if recognize and is_installed() else None
        reader = _PdfReader(count, recognizes=recognizer is not None)
        for index in range(count):
            page = read_page(document, index)
            if page is None:
                reader.skip(index + 1)
            else:
                if recognizer is not None and _is_picture(page):
                    recognizer.read(document, index, page)
                reader.add(page)
            if follow is not None:
                follow(index + 1, count)
        return reader.close()
    finally:
        document.close()


def _is_picture(page: PageContent) -> bool:
    return not page.glyphs and not page.sideways and page.pictured_part >= _IMAGE_PART


class _PdfReader:
    def __init__(self, count: int, *, recognizes: bool) -> None:
        self._count = count
        self._why_unread = "text recognition found none in it" if recognizes else "text in images is not read"
        self._waiting: deque[_Page] = deque()
        self._done: deque[_Page] = deque(maxlen=NEIGHBOURS)
        self._drafts: list[_Draft] = []
        self._margins: dict[str, None] = {}
        self._hidden: Counter[tuple[int, str]] = Counter()
        self._images: list[int] = []
        self._partly: list[int] = []
        self._unmapped: list[int] = []
        self._damaged: list[int] = []
        self._recognized: list[int] = []
        self._sizes: Counter[float] = Counter()

    def add(self, content: PageContent) -> None:
        """Take in the next page. It is laid out once its neighbours are known."""
        rows = [_with_item_mark(row) for row in read_rows(content.glyphs)]
        content.glyphs = []
        margins: dict[str, list[float]] = {}
        for row in rows:
            if _in_margin(row, content.height):
                margins.setdefault(_signature(row.text), []).append(row.baseline)
        self._waiting.append(_Page(content, rows, margins))
        if len(self._waiting) > NEIGHBOURS:
            self._lay_out()

    def skip(self, number: int) -> None:
        """Note a page that cannot be read."""
        self._damaged.append(number)

    def close(self) -> Reading:
        """The document, with what was left out."""
        while self._waiting:
            self._lay_out()
        blocks = _Finisher(self._drafts, self._sizes).blocks()
        if not blocks:
            raise unreadable(self._why_empty())
        return Reading(tuple(blocks), tuple(self._notices()), tuple(self._margins), self._pages())

    def _pages(self) -> Pages:
        unread = dict.fromkeys(self._unmapped, UnreadReason.UNNAMED_LETTERS)
        unread |= dict.fromkeys(self._images, UnreadReason.IMAGE_ONLY)
        unread |= dict.fromkeys(self._damaged, UnreadReason.DAMAGED)
        return Pages(self._count, tuple(sorted(unread.items())), tuple(self._recognized))

    def _why_empty(self) -> str:
        if self._images:
            return f"its pages are images without text, and {self._why_unread}"
        if self._damaged:
            return "its pages are damaged"
        if self._unmapped:
            return "its fonts do not say which letters they draw, so that no text can be read from it"
        return "no page of it shows any text"

    def _notices(self) -> list[str]:
        notices = []
        for (page, reason), number in sorted(self._hidden.items()):
            noun = "passage" if number == 1 else "passages"
            notices.append(f"page {page}: {number} hidden {noun} of text left out (by {reason})")
        if self._images:
            notices.append(f"{_pages(self._images)} without text: an image only, and {self._why_unread}")
        if self._recognized:
            notices.append(
                f"{_pages(self._recognized)} read from an image by text recognition: letters and digits can be wrong"
            )
        if self._partly:
            notices.append(f"{_pages(self._partly)} with an image of some size: text in images is not read")
        if self._damaged:
            notices.append(f"{_pages(self._damaged)} left out: the file is damaged there")
        if self._unmapped:
            notices.append(f"{_pages(self._unmapped)} with letters that the file does not name: they are not read")
        return notices

    def _lay_out(self) -> None:
        page = self._waiting.popleft()
        near = [*self._done, *list(self._waiting)[:NEIGHBOURS]]
        content = page.content
        furniture = self._furniture(page, near)
        rows = [row for row in page.rows if id(row) not in furniture]
        for row in page.rows:
            if id(row) in furniture:
                self._margins.update(dict.fromkeys(_margin_texts(row)))
        self._done.append(page)
        for row in rows:
            for stretch in row.stretches:
                self._sizes[round(stretch.size * 2) / 2] += len(stretch.text)
        for reason, number in content.hidden.items():
            self._hidden[content.number, reason] += number
        if content.unmapped_count > 20 and content.unmapped_count > 0.2 * sum(len(row.text) for row in rows):
            self._unmapped.append(content.number)
        covered = content.pictured_part
        asides = [
            Aside(row, turns, content.as_upright(row.box, turns))
            for turns, glyphs in content.sideways
            for row in read_rows(glyphs)
        ]
        if not rows and not asides:
            if covered >= _IMAGE_PART:
                self._images.append(content.number)
            return
        if content.recognized:
            self._recognized.append(content.number)
        elif covered >= _IMAGE_PART:
            self._partly.append(content.number)
        drafts = _Layout(content).read(rows, asides)
        for draft in drafts:
            if content.recognized and isinstance(draft, DraftTable):
                draft.rows = doubt_columns(draft.rows)
        for aside in asides:
            box = content.as_displayed(aside.box)
            drafts.append(_Text([aside.row], content.number, box, text=_squeeze(aside.row.text), is_aside=True))
        self._append(drafts)

    def _furniture(self, page: _Page, near: Sequence[_Page]) -> set[int]:
        """Head and foot of a page: what repeats there and stands apart from the text, from the edge inwards."""
        furniture: set[int] = set()
        for rows in (page.rows, page.rows[::-1]):
            edge: list[Row] = []
            for row, inner in zip(rows, [*rows, None][1:], strict=True):
                if not self._is_furniture(row, page, near):
                    break
                edge.append(row)
                if inner is None or abs(inner.baseline - row.baseline) > _APART * max(row.size, inner.size):
                    furniture |= {id(one) for one in edge}
        return furniture

    def _is_furniture(self, row: Row, page: _Page, near: Sequence[_Page]) -> bool:
        height = page.content.height
        if not _in_margin(row, height) or row.text.startswith(MARK_OPEN) or _is_ruled(row, page.content):
            return False
        if _PAGE_NUMBER.fullmatch(row.text.strip()) and not any(sign in row.text for sign in "$€£%"):
            return True
        own = _signature(row.text)
        if any(abs(at - row.baseline) <= 6 for other in near for at in other.margins.get(own, ())):
            return True
        if self._count > 1:
            return False
        # A single page has nothing to be compared with: small type that stands apart at its very edge.
        body = _usual_size(page.rows)
        rest = [one for one in page.rows if one is not row and abs(one.baseline - row.baseline) < 2.2 * row.size]
        at_edge = min(row.baseline, height - row.baseline) < 0.075 * height
        return at_edge and row.size <= 0.93 * body and not rest and len(row.text.split()) <= 16

    def _append(self, drafts: list[_Draft]) -> None:
        """Add a page's drafts; what the page break cut is joined."""
        if self._drafts and drafts:
            _join_pages(self._drafts, drafts)
        self._drafts += drafts


class _Layout:
    """One page's rows in reading order."""

    def __init__(self, content: PageContent) -> None:
        self._content = content

    def read(self, rows: Sequence[Row], asides: list[Aside]) -> list[_Draft]:
        tables = ruled_tables(self._content, rows, asides)
        tables = [one for one in tables if not any(_inside(one.box, other.box) for other in tables if other is not one)]
        entries = [Entry(one.box[1], one.box[3], [(one.box[0], one.box[2])], table=one) for one in tables]
        for row in rows:
            rest = [stretch for stretch in row.stretches if not any(_is_in(stretch, one.box) for one in tables)]
            if rest:
                entries.append(row_entry(Row(row.baseline, rest)))
        return self._flow(sorted(entries, key=_order), 0)

    def _flow(self, entries: list[Entry], depth: int) -> list[_Draft]:
        drafts: list[_Draft] = []
        beside: list[_Draft] = []
        while (columns := first_columns(entries, self._content) if depth < _DEPTH else None) is not None:
            above = self._plain(entries[: columns.start])
            _join_wrapped(drafts, beside, above)
            drafts += beside + above
            left, right = sides(entries[columns.start : columns.end], columns.gutter)
            first, beside = self._flow(left, depth + 1), self._flow(right, depth + 1)
            _join_wrapped(drafts, [], first)
            drafts += first
            entries = entries[columns.end :]
        rest = self._plain(entries)
        _join_wrapped(drafts, beside, rest)
        return drafts + beside + rest

    def _plain(self, entries: Sequence[Entry]) -> list[_Draft]:
        drafts: list[_Draft] = []
        rows: list[Row] = []
        for entry in entries:
            if entry.row is not None:
                rows.append(entry.row)
                continue
            drafts += self._rows(rows)
            rows = []
            if entry.table is not None:
                drafts.append(entry.table)
        return drafts + self._rows(rows)

    def _rows(self, rows: Sequence[Row]) -> list[_Draft]:
        drafts: list[_Draft] = []
        done = 0
        for start, end, table in aligned_tables(self._content, rows):
            drafts += self._paragraphs(rows[done:start])
            drafts.append(table)
            done = end
        return drafts + self._paragraphs(rows[done:])

    def _paragraphs(self, rows: Sequence[Row]) -> list[_Draft]:
        if not rows:
            return []
        right = max(row.box[2] for row in rows)
        left = min(row.box[0] for row in rows)
        leadings = {size: _leading(rows, size, left, right) for size in {_type_size(row) for row in rows}}
        groups: list[list[Row]] = []
        for row in rows:
            if groups and self._goes_on(groups[-1], row, leadings[_type_size(row)], left, right):
                groups[-1].append(row)
            else:
                groups.append([row])
        return [self._text(group, right, left) for group in groups]

    @staticmethod
    def _goes_on(group: list[Row], row: Row, leading: float, left: float, right: float) -> bool:
        last, first = group[-1], group[0]
        gap = row.baseline - last.baseline
        if abs(row.size - last.size) > 0.08 * last.size or row.bold != last.bold:
            return False
        usual = leading if not row.bold else max(leading, 1.3 * row.size)
        text = row.text
        if gap > 1.22 * usual or _BULLET.match(text) or _NUMBERED.match(text) or text.startswith(MARK_OPEN):
            return False
        if fact_of(text) is not None and (len(group) > 1 or fact_of(last.text) is not None):
            return fact_of(join_lines([one.text for one in group])) is None and last.box[2] > left + 0.75 * (
                right - left
            )
        width = max(1.0, right - left)
        end = (last.box[2] - left) / width
        if end < 0.75 and re.search(r"[.:;!?]$", last.text):
            return False
        if end < 0.55 and not row.bold and text[:1].isupper():
            return False
        is_item = _BULLET.match(first.text) or _NUMBERED.match(first.text)
        shift = row.box[0] - last.box[0]
        if is_item:
            return len(group) > 1 or shift > -2 or (end > 0.8 and last.text[-1:] not in ".!?")
        return shift < 0.8 * row.size or (len(group) == 1 and shift < 3 * row.size and last.text[-1:] not in ".!?")

    def _text(self, rows: list[Row], right: float, left: float) -> _Text:
        text = join_lines([_squeeze(row.text) for row in rows])
        bullet = _BULLET.match(text)
        is_item = bool(bullet or _NUMBERED.match(text))
        box = self._content.as_displayed(bounds(row.box for row in rows))
        if bullet:
            text = text[bullet.end() :]
        open_end = not re.search(r"[.!?:;]['\"”’)]*$", text) and rows[-1].box[2] > left + 0.7 * (right - left)
        return _Text(rows, self._content.number, box, is_item, text, ends_open=open_end)


# Reading order


def _order(entry: Entry) -> tuple[float, float]:
    middle = (entry.top + entry.bottom) / 2 if entry.row is not None else entry.top
    return middle, entry.spans[0][0]


def _join_wrapped(before: list[_Draft], beside: list[_Draft], after: list[_Draft]) -> None:
    """Join a sentence that goes on where the width of its column changes, as below a table that stood beside it."""
    if after and isinstance(after[0], _Text) and after[0].text[:1].islower():
        # Of two columns the second one is read last, unless it is a table.
        is_text = bool(beside) and isinstance(beside[-1], _Text)
        _join_texts(beside if is_text else before, after)


def _leading(rows: Sequence[Row], size: float, left: float, right: float) -> float:
    """The distance between lines of one paragraph here, of those that are set in this size."""
    same = [(a, b) for a, b in pairwise(rows) if _type_size(a) == _type_size(b)]
    own = [pair for pair in same if _type_size(pair[0]) == size]
    # Too few lines of a size tell nothing: the others then do.
    gaps = sorted((b.baseline - a.baseline) * size / _type_size(a) for a, b in (own if len(own) > 2 else same))
    gaps = [gap for gap in gaps if gap > 0.7 * size]
    if not gaps:
        return 1.3 * size
    lines = [row for row in rows if _type_size(row) == size]
    full = sum((row.box[2] - left) > 0.85 * (right - left) for row in lines) / len(lines)
    return min(gaps[len(gaps) // 5], (2.0 if full > 0.5 and len(lines) > 3 else 1.45) * size)


def _type_size(row: Row) -> float:
    return round(row.size * 2) / 2


# Page breaks


def _join_pages(before: list[_Draft], after: list[_Draft]) -> None:
    """Join what goes on: a table whose columns are the same, or a paragraph in the middle of a sentence."""
    at = next((index for index in range(len(before) - 1, -1, -1) if not _is_page_end(before[index])), None)
    if at is None:
        return
    table = before[at]
    lead = 0
    while lead < len(after) and isinstance(one := after[lead], _Text) and _CONTINUED.search(one.text):
        lead += 1
    following = after[lead] if lead < len(after) else None
    if isinstance(table, DraftTable) and isinstance(following, DraftTable) and goes_on(table, following):
        del after[: lead + 1]
        return
    _join_texts(before, after)


def _join_texts(before: list[_Draft], after: list[_Draft]) -> None:
    """Join a paragraph that ends in the middle of a sentence with the next one, which goes on with it."""
    if not before or not after:
        return
    last, first = before[-1], after[0]
    if (
        isinstance(last, _Text)
        and isinstance(first, _Text)
        and last.ends_open
        and not first.is_item
        and abs(last.size - first.size) < 0.05 * last.size
        and last.bold == first.bold
        and first.text[:1] not in (MARK_OPEN, "")
        and (first.text[:1].islower() or len(last.lines) > 1)
    ):
        last.text = join_lines([last.text, first.text])
        last.lines += first.lines
        last.ends_open = first.ends_open
        del after[0]


def _is_page_end(draft: _Draft) -> bool:
    """Notes and a word that the table goes on may stand between the parts of a table."""
    if isinstance(draft, DraftTable):
        return False
    return draft.text.startswith(MARK_OPEN) or _CONTINUED.search(draft.text) is not None


# Headings


class _Finisher:
    """Decides over the whole document what is a heading, and of which level."""

    def __init__(self, drafts: Sequence[_Draft], sizes: Counter[float]) -> None:
        self._drafts = drafts
        self._body = sizes.most_common(1)[0][0] if sizes else 10.0

    def blocks(self) -> list[Block]:
        headed = {id(one) for one in self._drafts if isinstance(one, _Text) and self._is_heading(one)}
        kinds = sorted(
            {self._kind(one) for one in self._drafts if isinstance(one, _Text) and id(one) in headed}, reverse=True
        )
        levels = {kind: min(level, 6) for level, kind in enumerate(kinds, start=1)}
        blocks: list[Block] = []
        for index, draft in enumerate(self._drafts):
            if isinstance(draft, DraftTable):
                blocks.append(self._table(draft))
                continue
            following = self._drafts[index + 1] if index + 1 < len(self._drafts) else None
            place = Place(draft.page, draft.box)
            if isinstance(following, DraftTable) and (is_caption(draft.text) or is_unit_line(draft.text)):
                following.caption = f"{draft.text} {following.caption}".strip()
            elif id(draft) in headed:
                blocks.append(Heading(levels[self._kind(draft)], draft.text, place))
            else:
                blocks.append(Paragraph(draft.text, draft.is_item, place))
        return blocks

    def _kind(self, draft: _Text) -> tuple[float, bool]:
        return (round(draft.size * 2) / 2, draft.bold)

    def _is_heading(self, draft: _Text) -> bool:
        text = draft.text
        letters = sum(char.isalpha() for char in text)
        if (
            draft.is_aside
            or letters < 2
            or len(text.split()) > MAX_HEADING_WORDS
            or len(draft.lines) > 3
            or text.startswith(MARK_OPEN)
        ):
            return False
        if draft.size >= 1.3 * self._body:
            return True
        if text[-1:] in ".,;" or (draft.is_item and not draft.bold and draft.size < 1.08 * self._body):
            return False
        stated = any(number.currency for number in find_numbers(text)) or re.search(r"\d[.,]\d|%", text)
        larger = draft.size >= 1.07 * self._body
        capitals = text.isupper() and letters >= 4 and len(draft.lines) == 1
        return (larger or draft.bold or capitals) and not stated and draft.size >= 0.9 * self._body

    @staticmethod
    def _table(draft: DraftTable) -> SourceTable:
        rows = tuple(
            tuple(replace(cell, is_header=cell.is_header or index < draft.head_count) for cell in row)
            for index, row in enumerate(draft.rows)
        )
        return SourceTable(rows, draft.caption, draft.head_count)


# Rows


def _with_item_mark(row: Row) -> Row:
    """A bullet or a number that hangs before one stretch of text belongs to it."""
    if len(row.stretches) == 2 and _ITEM_MARK.fullmatch(row.stretches[0].text):
        mark, text = row.stretches
        if text.x0 - mark.x1 < 4 * text.size and len(text.words) > 1:
            return Row(row.baseline, [Stretch([*mark.words, *text.words], text.baseline, text.size, text.bold)])
    return row


def _in_margin(row: Row, height: float) -> bool:
    return row.baseline < MARGIN * height or row.baseline > (1 - MARGIN) * height


def _is_ruled(row: Row, content: PageContent) -> bool:
    """Whether the row stands between the lines of a table."""
    beside = [one for one in content.verticals if one.start <= row.baseline <= one.end]
    return sum(one.end - one.start < 0.9 * content.height for one in beside) > 1


def _signature(text: str) -> str:
    """The text of a head or foot, with page numbers taken out."""
    plain = _squeeze(text)
    plain = _PAGE_WORDS.sub("page #", plain)
    if not re.search(r"[$€£%]|\d[.,]\d", plain):
        plain = re.sub(r"^\d{1,4}\b|\b\d{1,4}$", "#", plain)
    return plain.lower()


def _margin_texts(row: Row) -> list[str]:
    texts = [_squeeze(stretch.text) for stretch in row.stretches]
    return [text for text in texts if not _PAGE_NUMBER.fullmatch(text) and not _PAGE_WORDS.fullmatch(text)]


def _usual_size(rows: Sequence[Row]) -> float:
    sizes: Counter[float] = Counter()
    for row in rows:
        for stretch in row.stretches:
            sizes[stretch.size] += len(stretch.text)
    return sizes.most_common(1)[0][0] if sizes else 10.0


def _is_in(stretch: Stretch, box: Box) -> bool:
    x, y = (stretch.x0 + stretch.x1) / 2, stretch.baseline - 0.3 * stretch.size
    return box[0] - 1 <= x <= box[2] + 1 and box[1] - 1 <= y <= box[3] + 1


def _inside(inner: Box, outer: Box) -> bool:
    return (
        outer[0] - 1 <= inner[0] and inner[2] <= outer[2] + 1 and outer[1] - 1 <= inner[1] and inner[3] <= outer[3] + 1
    )


def _pages(numbers: Sequence[int]) -> str:
    """ "page 2", "pages 2, 4 to 9"."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    texts = [str(a) if a == b else f"{a} to {b}" for a, b in runs]
    return f"page{'s' if len(numbers) > 1 else ''} {', '.join(texts)}"


def _squeeze(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()
