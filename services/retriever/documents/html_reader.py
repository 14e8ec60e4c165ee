"""HTML to blocks: what a reader sees, in order. Tables that only lay out a page are read through."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import cssselect2
import lxml.etree
import lxml.html

from services.retriever.documents.css import Sight, StyleSheet
from services.retriever.documents.faults import unreadable
from services.retriever.documents.model import Block, Heading, Paragraph, Reading, SourceCell, SourceTable
from services.retriever.documents.plain_reader import read_plain

# Text between these two is a raised mark of the source. They are private use characters and leave the source first.
MARK_OPEN: str = "\ue000"
MARK_CLOSE: str = "\ue001"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MAX_SPAN = 1_000
MAX_DEPTH = 200

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = _words(
    "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure "
    "footer form header "
    "hgroup hr html legend main ol p pre section summary ul"
)
_TABLE_PARTS = frozenset(("thead", "tbody", "tfoot"))
_MARK = re.compile(r"\s*[\[(]?\s*([0-9]{1,2}|[a-z]|[ivx]{1,4}|[*†‡§¶#]{1,3})\s*[\])]?[.,]?\s*", re.IGNORECASE)


def read_html(text: str) -> Reading:
    """Read a page. Scripts, comments, metadata and whatever style or attributes hide stay out and are counted."""
    cleaned = text.replace("\0", "").replace(MARK_OPEN, "").replace(MARK_CLOSE, "")
    if not cleaned.strip():
        return Reading(())
    # Without "huge" libxml2 drops whatever follows an element 256 deep; depth is bounded below, where it can be told.
    parser = lxml.html.HTMLParser(remove_comments=False, remove_pis=True, no_network=True, huge_tree=True)
    # A string with an encoding declaration is refused by lxml, and the text is decoded already.
    root = lxml.html.document_fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", cleaned), parser=parser)
    if any(error.type_name == "ERR_RESOURCE_LIMIT" for error in parser.error_log):
        # The parser stops there, and what it has not read could be what matters.
        raise unreadable("its elements are nested too deep")
    sheets = ["".join(style.itertext()) for style in root.iter("style")]
    reader = _HtmlReader(StyleSheet(sheets))
    reader.read(root)
    return Reading(tuple(reader.blocks), reader.notices())


class _HtmlReader:
    def __init__(self, styles: StyleSheet) -> None:
        self.blocks: list[Block] = []
        self._styles = styles
        self._line: list[str] = []
        self._is_item = False
        self._hidden: Counter[str] = Counter()
        self._too_deep = 0

    def read(self, root: Any) -> None:
        wrapped = cssselect2.ElementWrapper.from_html_root(root)
        self._walk(wrapped, Sight(), 0)
        self._flush()

    def notices(self) -> tuple[str, ...]:
        deep = [f"{self._too_deep} elements left out (nested over {MAX_DEPTH} deep)"] if self._too_deep else []
        return (
            *deep,
            *(
                f"{count} hidden {'passage' if count == 1 else 'passages'} of text left out (by {reason})"
                for reason, count in sorted(self._hidden.items())
            ),
        )

    def _see(self, element: Any, parent: Sight) -> Sight | None:
        """How the element is drawn, or None where a reader does not see it."""
        sight = self._styles.sight(element, parent)
        if sight.shown:
            return sight
        if sight.reason and "".join(element.etree_element.itertext()).strip():
            self._hidden[sight.reason] += 1
        return None

    def _walk(self, element: Any, parent: Sight, depth: int) -> None:
        sight = self._see(element, parent)
        if sight is None:
            return
        if depth > MAX_DEPTH:
            self._too_deep += 1
            return
        tag = element.local_name
        if tag == "nav" or element.etree_element.attrib.get("role") in ("navigation", "search"):
            return
        if tag in _HEADINGS:
            self._flush()
            self._walk_children(element, sight, depth)
            self._flush_heading(_HEADINGS[tag])
        elif tag == "table":
            self._flush()
            self._table(element, sight, depth)
        elif tag == "li":
            self._flush()
            self._is_item = True
            self._walk_children(element, sight, depth)
            self._flush()
        elif tag == "pre":
            self._flush()
            # Spaces line up columns there; a short line in it is no heading of the page.
            text = "".join(self._preformatted(element, sight, depth))
            self.blocks += (
                Paragraph(block.text) if isinstance(block, Heading) else block for block in read_plain(text).blocks
            )
        elif tag in _BLOCKS:
            self._flush()
            self._walk_children(element, sight, depth)
            self._flush()
        elif tag == "br":
            self._line.append("\n")
        else:
            self._inline(element, sight, depth)

    def _walk_children(self, element: Any, sight: Sight, depth: int) -> None:
        self._line.append(element.etree_element.text or "")
        for child in _children(element):
            self._walk(child, sight, depth + 1)
            self._line.append(child.etree_element.tail or "")
        self._line.extend(_comment_tails(element))

    def _preformatted(self, element: Any, sight: Sight, depth: int) -> Iterator[str]:
        """The visible text of an element as it stands in the source."""
        yield element.etree_element.text or ""
        for child in _children(element):
            seen = self._see(child, sight)
            if child.local_name == "br":
                yield "\n"
            elif seen is not None and depth < MAX_DEPTH:
                yield from self._preformatted(child, seen, depth + 1)
            yield child.etree_element.tail or ""
        yield from _comment_tails(element)

    def _inline(self, element: Any, sight: Sight, depth: int) -> None:
        if element.local_name == "sup":
            mark = _MARK.fullmatch("".join(element.etree_element.itertext()))
            if mark:
                self._line.append(f"{MARK_OPEN}{mark[1]}{MARK_CLOSE}")
                return
        if element.local_name in ("img", "input", "select", "textarea", "button"):
            return
        self._walk_children(element, sight, depth)

    def _flush(self) -> None:
        lines, self._line = _lines(self._line), []
        is_item, self._is_item = self._is_item, False
        if lines:
            self.blocks.append(Paragraph("\n".join(lines), is_item))

    def _flush_heading(self, level: int) -> None:
        lines, self._line = _lines(self._line), []
        if lines:
            self.blocks.append(Heading(level, " ".join(lines)))

    def _table(self, table: Any, sight: Sight, depth: int) -> None:
        rows = list(self._rows(table, sight))
        cells = [self._seen_cells(row, drawn) for row, drawn, _ in rows]
        if _is_layout(table, [[cell for cell, _ in row] for row in cells]):
            for caption in (child for child in _children(table) if child.local_name == "caption"):
                self._walk(caption, sight, depth + 1)
                self._flush()
            for row in cells:
                for cell, seen in row:
                    self._walk_children(cell, seen, depth + 1)
                    self._flush()
            return
        caption = " ".join(
            self._text(child, sight, depth) for child in _children(table) if child.local_name == "caption"
        ).replace("\n", " ")
        source = tuple(tuple(self._cell(cell, seen, depth) for cell, seen in row) for row in cells)
        head = sum(1 for (_, _, part), row in zip(rows, cells, strict=True) if part == "thead" and row)
        kept = tuple(row for row in source if row)
        if kept:
            self.blocks.append(SourceTable(kept, caption.strip(), head))

    def _rows(self, table: Any, sight: Sight) -> Iterator[tuple[Any, Sight, str]]:
        for child in _children(table):
            if child.local_name == "tr":
                if (seen := self._see(child, sight)) is not None:
                    yield child, seen, ""
            elif child.local_name in _TABLE_PARTS and (part := self._see(child, sight)) is not None:
                for row in _children(child):
                    if row.local_name == "tr" and (seen := self._see(row, part)) is not None:
                        yield row, seen, child.local_name

    def _seen_cells(self, row: Any, drawn: Sight) -> list[tuple[Any, Sight]]:
        cells = (cell for cell in _children(row) if cell.local_name in ("td", "th"))
        return [(cell, seen) for cell in cells if (seen := self._see(cell, drawn)) is not None]

    def _cell(self, cell: Any, sight: Sight, depth: int) -> SourceCell:
        attributes = cell.etree_element.attrib
        text = self._text(cell, sight, depth, seen=True)
        leading = len(re.match(r"[\u00a0\u2003]*", cell.etree_element.text or "").group())  # type: ignore[union-attr]
        padding = re.search(r"padding-left\s*:\s*(\d+)", attributes.get("style", ""))
        return SourceCell(
            text.replace("\n", " "),
            cell.local_name == "th",
            _span(attributes.get("rowspan", "")),
            _span(attributes.get("colspan", "")),
            indent=leading + (int(padding[1]) // 8 if padding else 0),
        )

    def _text(self, element: Any, parent: Sight, depth: int, *, seen: bool = False) -> str:
        """The visible text inside one element, lines by newline; what was gathered before stays as it is."""
        before, self._line, blocks, self.blocks = self._line, [], self.blocks, []
        if seen:
            self._walk_children(element, parent, depth + 1)
        else:
            self._walk(element, parent, depth + 1)
        self._flush()
        inside, self.blocks, self._line = self.blocks, blocks, before
        return "\n".join(block.text for block in inside if not isinstance(block, SourceTable))


def _children(element: Any) -> Iterator[Any]:
    for child in element.iter_children():
        if isinstance(child.etree_element.tag, str):
            yield child


def _comment_tails(element: Any) -> list[str]:
    return [child.tail for child in element.etree_element if not isinstance(child.tag, str) and child.tail]


def _is_layout(table: Any, cells: list[list[Any]]) -> bool:
    if table.etree_element.attrib.get("role", "").lower() in ("presentation", "none"):
        return True
    flat = [cell for row in cells for cell in row]
    if len(flat) < 2 or all(len(row) < 2 for row in cells):
        return True
    return any(
        cell.etree_element.find(".//" + tag) is not None
        for cell in flat
        for tag in ("table", "h1", "h2", "h3", "h4", "ul", "ol")
    )


def _span(value: str) -> int:
    return min(max(int(value), 1), MAX_SPAN) if value.strip().isdecimal() else 1


def _lines(parts: list[str]) -> list[str]:
    # A newline of the source is white space; only <br> breaks a line, and it arrives as a part of its own.
    text = "".join("\v" if part == "\n" else re.sub(r"\s+", " ", part) for part in parts)
    return [line for line in (re.sub(r"\s+", " ", one).strip() for one in text.split("\v")) if line]
