"""DOCX to blocks: the text that a reader sees, with headings, lists, tables, footnotes; hidden text stays out."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import docx
from docx.opc.exceptions import OpcError
from docx.oxml.exceptions import XmlchemyError
from docx.oxml.ns import qn
from lxml import etree

from services.common.printed import find_numbers
from services.retriever.documents.archives import DAMAGE, open_archive
from services.retriever.documents.captions import is_caption, is_unit_line
from services.retriever.documents.faults import unreadable
from services.retriever.documents.html_reader import MARK_CLOSE, MARK_OPEN
from services.retriever.documents.model import (
    Block,
    Heading,
    Paragraph,
    Reading,
    SourceCell,
    SourceTable,
)

MAX_DEPTH = 60
MAX_BLOCKS = 200_000
MIN_HALF_POINTS = 5
MAX_HEADING_WORDS = 14
_HEADING = re.compile(r"(?:heading|überschrift|titre|título)\s*(\d)", re.IGNORECASE)
_LIST = re.compile(r"\blist\b", re.IGNORECASE)
_MARK = re.compile(r"[\[(]?(\d{1,2}|[a-z]|[ivx]{1,4}|[*†‡§]{1,3})[\])]?", re.IGNORECASE)
_OFF = frozenset({"0", "false", "off", "none"})
# Deleted text, instructions of fields, and what another version of the same drawing repeats.
_SKIPPED = frozenset(qn(name) for name in ("w:del", "w:moveFrom", "w:instrText", "w:delText", "w:pPr", "w:rPr"))
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_DIGIT_MARKS = frozenset({"footnote", "endnote"})


def read_docx(content: bytes) -> Reading:
    """Read a Word document. Raises FORMAT_UNREADABLE where it cannot be opened or holds too much."""
    open_archive(content)
    try:
        document = docx.Document(io.BytesIO(content))
        return _DocxReader(document).read()
    except (OpcError, XmlchemyError, *DAMAGE) as error:
        raise unreadable(f"it is a damaged Word document ({type(error).__name__})") from None


@dataclass(slots=True)
class _Line:
    """The visible text of a paragraph. `is_bold`: all of it."""

    text: str = ""
    is_bold: bool = True
    notes: list[str] = field(default_factory=list)
    boxes: list[Any] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Look:
    """What style and run say of how text is drawn."""

    hidden: bool = False
    bold: bool = False
    white: bool = False
    raised: bool = False
    tiny: bool = False
    shaded: bool = False


class _DocxReader:
    def __init__(self, document: Any) -> None:
        self._document = document
        self._styles = {style.get(qn("w:styleId")): style for style in document.styles.element.iter(qn("w:style"))}
        self._looks: dict[tuple[str, str], _Look] = {}
        self._notes = _notes(document)
        self._numbers: dict[str, str] = {}
        self._hidden: Counter[str] = Counter()
        self._deleted = 0
        self._blocks: list[Block] = []
        self._tabbed: list[list[str]] = []
        self._heading_level = 1

    def read(self) -> Reading:
        body = self._document.element.body
        self._deleted = sum(1 for one in body.iter(qn("w:del")) if next(one.iter(qn("w:delText")), None) is not None)
        self._walk(body, 0)
        self._flush_tabbed()
        notices = [
            f"{count} hidden {'passage' if count == 1 else 'passages'} of text left out (by {reason})"
            for reason, count in sorted(self._hidden.items())
        ]
        if self._deleted:
            notices.append(f"{self._deleted} deleted {'passage' if self._deleted == 1 else 'passages'} left out")
        return Reading(tuple(self._blocks), tuple(notices), tuple(self._margins()))

    def _walk(self, parent: Any, depth: int) -> None:
        if depth > MAX_DEPTH or len(self._blocks) > MAX_BLOCKS:
            return
        for child in parent:
            if child.tag == qn("w:p"):
                self._paragraph(child, depth)
            elif child.tag == qn("w:tbl"):
                self._flush_tabbed()
                self._table(child, depth)
            elif child.tag == qn("w:sdt"):
                gallery = child.find(f"{qn('w:sdtPr')}/{qn('w:docPartObj')}/{qn('w:docPartGallery')}")
                if gallery is not None and "Contents" in (gallery.get(qn("w:val")) or ""):
                    continue
                content = child.find(qn("w:sdtContent"))
                if content is not None:
                    self._walk(content, depth + 1)
            elif child.tag in (qn("w:ins"), qn("w:moveTo"), qn("w:customXml"), qn("w:smartTag")):
                self._walk(child, depth + 1)

    # Paragraphs

    def _paragraph(self, paragraph: Any, depth: int) -> None:
        properties = paragraph.find(qn("w:pPr"))
        style = _value(properties, "w:pStyle")
        line = self._line(paragraph, style)
        for box in line.boxes:
            self._walk(box, depth + 1)
        text = line.text.strip()
        name = self._style_name(style)
        if not text or name.lower().startswith("toc"):
            self._flush_tabbed()
            self._note_blocks(line.notes)
            return
        level = self._level(properties, style, name)
        if level == 0 and "\t" in text and _is_columns(text):
            self._tabbed.append([_squeeze(part) for part in re.split(r"\t+", text)])
            return
        self._flush_tabbed()
        text = "\n".join(one for one in map(_squeeze, text.split("\n")) if one)
        if level:
            self._heading_level = level
            self._blocks.append(Heading(level, text.replace("\n", " ")))
        elif self._looks_like_heading(text, line):
            self._blocks.append(Heading(min(self._heading_level + 1, 6), text))
        else:
            is_item = bool(_LIST.search(name)) or self._is_numbered(properties, style)
            self._blocks.append(Paragraph(text, is_item))
        self._note_blocks(line.notes)

    def _line(self, paragraph: Any, style: str) -> _Line:
        line = _Line()
        parts: list[str] = []
        letters = bold_letters = 0
        hidden_before = ""
        for run, child in self._runs(paragraph, 0):
            look = self._run_look(run, style)
            text = self._text_of(child, line)
            if not text:
                continue
            reason = _hidden_by(look)
            if reason and text.strip():
                if reason != hidden_before:
                    self._hidden[reason] += 1
                hidden_before = reason
                continue
            hidden_before = hidden_before if not text.strip() else ""
            letters += len(text.strip())
            bold_letters += len(text.strip()) if look.bold else 0
            mark = _MARK.fullmatch(text.strip()) if look.raised and MARK_OPEN not in text else None
            parts.append(f"{MARK_OPEN}{mark[1]}{MARK_CLOSE}" if mark else text)
        line.text = "".join(parts)
        line.is_bold = letters > 0 and bold_letters == letters
        return line

    def _runs(self, parent: Any, depth: int) -> Iterator[tuple[Any, Any]]:
        """Each part of each run, in order, also inside links, fields, insertions and controls."""
        if depth > MAX_DEPTH:
            return
        for child in parent:
            if child.tag in _SKIPPED or child.tag == _FALLBACK:
                continue
            if child.tag == qn("w:r"):
                for part in child:
                    if part.tag not in _SKIPPED:
                        yield child, part
            elif isinstance(child.tag, str):
                yield from self._runs(child, depth + 1)

    def _text_of(self, part: Any, line: _Line) -> str:
        if part.tag == qn("w:t"):
            return (part.text or "").replace(MARK_OPEN, "").replace(MARK_CLOSE, "").replace("\u00a0", " ")
        if part.tag in (qn("w:tab"), qn("w:ptab")):
            return "\t"
        if part.tag in (qn("w:br"), qn("w:cr")):
            return "\n"
        if part.tag == qn("w:noBreakHyphen"):
            return "-"
        for kind in ("footnote", "endnote"):
            if part.tag == qn(f"w:{kind}Reference"):
                key = f"{kind}:{part.get(qn('w:id'))}"
                if key not in self._notes or _is_on(part.get(qn("w:customMarkFollows")), default=False):
                    return ""
                self._numbers.setdefault(key, str(len(self._numbers) + 1))
                line.notes.append(key)
                return f"{MARK_OPEN}{self._numbers[key]}{MARK_CLOSE}"
        # Text boxes are read after the paragraph that they hang on.
        for box in part.iter(qn("w:txbxContent")):
            if not any(above.tag == _FALLBACK for above in box.iterancestors()):
                line.boxes.append(box)
        return ""

    def _note_blocks(self, keys: Sequence[str]) -> None:
        for key in dict.fromkeys(keys):
            texts = [self._line(one, _value(one.find(qn("w:pPr")), "w:pStyle")).text for one in self._notes[key]]
            text = _squeeze(" ".join(texts))
            if text:
                self._blocks.append(Paragraph(f"{MARK_OPEN}{self._numbers[key]}{MARK_CLOSE} {text}"))

    def _flush_tabbed(self) -> None:
        """Lines of the same number of tabs are a table; one alone is a line."""
        rows, self._tabbed = self._tabbed, []
        while rows:
            width = len(rows[0])
            count = next((index for index, row in enumerate(rows) if len(row) != width), len(rows))
            if count > 1:
                self._blocks.append(SourceTable(tuple(tuple(map(SourceCell, row)) for row in rows[:count])))
            else:
                self._blocks.append(Paragraph("  ".join(rows[0])))
            rows = rows[count:]

    # Tables

    def _table(self, table: Any, depth: int) -> None:
        rows: list[list[SourceCell]] = []
        bolds: list[bool] = []
        marked = 0
        notes: list[str] = []
        open_spans: dict[int, tuple[int, int]] = {}
        sources = [row for row in _table_rows(table) if not self._is_hidden_row(row)]
        if _is_layout(sources):
            for row in sources:
                for cell in _cells(row):
                    self._walk(cell, depth + 1)
            return
        for row in sources:
            properties = row.find(qn("w:trPr"))
            column = int(_value(properties, "w:gridBefore") or 0)
            cells: list[SourceCell] = [SourceCell("") for _ in range(column)]
            row_bold = True
            for cell in _cells(row):
                cell_properties = cell.find(qn("w:tcPr"))
                span = max(1, min(_number(_value(cell_properties, "w:gridSpan")), 1_000))
                merge = cell_properties.find(qn("w:vMerge")) if cell_properties is not None else None
                if merge is not None and (merge.get(qn("w:val")) or "continue") == "continue" and column in open_spans:
                    at, place = open_spans[column]
                    old = rows[at][place]
                    rows[at][place] = SourceCell(
                        old.text, old.is_header, old.row_span + 1, old.column_span, indent=old.indent
                    )
                else:
                    lines, bold, indent = self._cell_text(cell, notes)
                    row_bold = row_bold and (bold or not lines)
                    if merge is not None:
                        open_spans[column] = (len(rows), len(cells))
                    else:
                        open_spans.pop(column, None)
                    cells.append(SourceCell(" ".join(lines), column_span=span, indent=indent if column == 0 else 0))
                column += span
            rows.append(cells)
            bolds.append(row_bold and any(cell.text for cell in cells))
            if properties is not None and _flag(properties, "w:tblHeader") and marked == len(rows) - 1:
                marked = len(rows)
        heads = marked or next((index for index, bold in enumerate(bolds) if not bold), 0)
        heads = _through_spans(rows, heads)
        above: list[str] = []
        while self._blocks and isinstance(last := self._blocks[-1], Paragraph) and len(above) < 2:
            if not is_caption(last.text) and not is_unit_line(last.text):
                break
            above.insert(0, last.text)
            self._blocks.pop()
        if any(cell.text for row in rows for cell in row):
            source = tuple(
                tuple(SourceCell(c.text, index < heads, c.row_span, c.column_span, indent=c.indent) for c in row)
                for index, row in enumerate(rows)
            )
            self._blocks.append(SourceTable(source, " ".join(above), heads))
        self._note_blocks(notes)

    def _cell_text(self, cell: Any, notes: list[str]) -> tuple[list[str], bool, int]:
        lines: list[str] = []
        bold, indent = True, 0
        for paragraph in cell.iter(qn("w:p")):
            properties = paragraph.find(qn("w:pPr"))
            line = self._line(paragraph, _value(properties, "w:pStyle"))
            notes += line.notes
            text = _squeeze(line.text)
            if not text:
                continue
            if not lines and properties is not None and (ind := properties.find(qn("w:ind"))) is not None:
                indent = _number(ind.get(qn("w:left")) or ind.get(qn("w:start"))) // 160
            leading = len(line.text) - len(line.text.lstrip(" \u2003"))
            indent = indent or (leading // 2 if not lines else 0)
            bold = bold and line.is_bold
            lines.append(text)
        return lines, bold, indent

    def _is_hidden_row(self, row: Any) -> bool:
        properties = row.find(qn("w:trPr"))
        if properties is None or not _flag(properties, "w:hidden"):
            return False
        if any((one.text or "").strip() for one in row.iter(qn("w:t"))):
            self._hidden["a hidden row"] += 1
        return True

    # Styles

    def _style_name(self, style: str) -> str:
        element = self._styles.get(style)
        return _value(element, "w:name") if element is not None else ""

    def _chain(self, style: str) -> Iterator[Any]:
        """A style and the ones that it is based on, the outermost last."""
        seen: set[str] = set()
        while style and style not in seen and style in self._styles:
            seen.add(style)
            yield self._styles[style]
            style = _value(self._styles[style], "w:basedOn")

    def _level(self, properties: Any, style: str, name: str) -> int:
        """The heading level, 0 for text."""
        if name.lower() == "title":
            return 1
        match = _HEADING.match(name)
        if match:
            return int(match[1])
        for holder in [properties, *(one.find(qn("w:pPr")) for one in self._chain(style))]:
            outline = _value(holder, "w:outlineLvl")
            if outline:
                return _number(outline) + 1 if _number(outline) < 9 else 0
        return 0

    def _is_numbered(self, properties: Any, style: str) -> bool:
        for holder in [properties, *(one.find(qn("w:pPr")) for one in self._chain(style))]:
            number = holder.find(qn("w:numPr")) if holder is not None else None
            if number is not None:
                return _value(number, "w:numId") not in ("", "0")
        return False

    @staticmethod
    def _looks_like_heading(text: str, line: _Line) -> bool:
        stated = any(number.currency for number in find_numbers(text)) or re.search(r"\d[.,]\d|%", text)
        short = len(text.split()) <= MAX_HEADING_WORDS and "\n" not in text and text[-1:] not in ".,;"
        return line.is_bold and short and not stated and sum(map(str.isalpha, text)) > 1 and MARK_OPEN not in text[:1]

    def _run_look(self, run: Any, style: str) -> _Look:
        own = run.find(qn("w:rPr"))
        key = (style, _value(own, "w:rStyle"))
        if key not in self._looks:
            self._looks[key] = self._style_look(*key)
        return _with(self._looks[key], own)

    def _style_look(self, style: str, run_style: str) -> _Look:
        defaults = self._document.styles.element.find(f"{qn('w:docDefaults')}/{qn('w:rPrDefault')}/{qn('w:rPr')}")
        look = _with(_Look(), defaults)
        for name in (style or self._default_style(), run_style):
            for one in reversed(list(self._chain(name))):
                look = _with(look, one.find(qn("w:rPr")))
        return look

    def _default_style(self) -> str:
        for name, style in self._styles.items():
            if style.get(qn("w:type")) == "paragraph" and style.get(qn("w:default")) == "1":
                return str(name)
        return ""

    def _margins(self) -> list[str]:
        """Heads and feet of the pages."""
        texts: dict[str, None] = {}
        for section in self._document.sections:
            for part in (section.header, section.footer, section.first_page_header, section.first_page_footer):
                if part.is_linked_to_previous:
                    continue
                for paragraph in part.paragraphs:
                    text = _squeeze(self._line(paragraph._p, "").text)  # noqa: SLF001 - python-docx has no other way
                    if text and not re.fullmatch(r"(?:page\s*)?\d*(?:\s*of\s*\d*)?", text, re.IGNORECASE):
                        texts[text] = None
        return list(texts)


def _notes(document: Any) -> dict[str, list[Any]]:
    """Paragraphs of footnotes and endnotes by kind and id; separators are none."""
    found: dict[str, list[Any]] = {}
    for relation in document.part.rels.values():
        for kind in ("footnote", "endnote"):
            if relation.is_external or not relation.reltype.endswith(f"/{kind}s"):
                continue
            parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
            root = etree.fromstring(relation.target_part.blob, parser=parser)
            for note in root.iter(qn(f"w:{kind}")):
                if note.get(qn("w:type")) in (None, "normal"):
                    found[f"{kind}:{note.get(qn('w:id'))}"] = list(note.iter(qn("w:p")))
    return found


def _with(look: _Look, properties: Any) -> _Look:
    """The look with what these run properties change of it."""
    if properties is None:
        return look
    color, size = properties.find(qn("w:color")), _value(properties, "w:sz")
    fill = properties.find(qn("w:shd"))
    shaded = properties.find(qn("w:highlight")) is not None or (
        fill is not None and (fill.get(qn("w:fill")) or "auto").lower() not in ("auto", "ffffff")
    )
    raised = _value(properties, "w:vertAlign")
    return _Look(
        hidden=_switch(properties, "w:vanish", look.hidden) or _switch(properties, "w:webHidden", default=False),
        bold=_switch(properties, "w:b", look.bold),
        white=(color.get(qn("w:val")) or "").upper() == "FFFFFF" if color is not None else look.white,
        raised=raised == "superscript" if raised else look.raised,
        tiny=_number(size) < MIN_HALF_POINTS if size else look.tiny,
        shaded=shaded or look.shaded,
    )


def _hidden_by(look: _Look) -> str:
    if look.hidden:
        return "hidden characters"
    if look.tiny:
        return "its size"
    return "its colour" if look.white and not look.shaded else ""


def _through_spans(rows: list[list[SourceCell]], heads: int) -> int:
    """A head ends below its cells that reach down; a table that is all head has none."""
    for index in range(min(heads, len(rows))):
        for cell in rows[index]:
            heads = max(heads, index + cell.row_span) if cell.row_span > 1 and index == 0 and heads else heads
    return heads if heads < len(rows) else 0


def _table_rows(table: Any) -> Iterator[Any]:
    for child in table:
        if child.tag == qn("w:tr"):
            properties = child.find(qn("w:trPr"))
            if properties is None or properties.find(qn("w:del")) is None:
                yield child
        elif child.tag in (qn("w:sdt"), qn("w:sdtContent"), qn("w:ins")):
            yield from _table_rows(child)


def _cells(row: Any) -> Iterator[Any]:
    for child in row:
        if child.tag == qn("w:tc"):
            yield child
        elif child.tag in (qn("w:sdt"), qn("w:sdtContent")):
            yield from _cells(child)


def _is_layout(rows: Sequence[Any]) -> bool:
    """A table that only places its content: one column, or tables inside its cells."""
    counts = [len(list(_cells(row))) for row in rows]
    nested = any(next(cell.iter(qn("w:tbl")), None) is not None for row in rows for cell in _cells(row))
    return nested or all(count < 2 for count in counts) or sum(counts) < 2


def _is_columns(text: str) -> bool:
    return 1 <= len(re.findall(r"\t+", text.strip("\t"))) <= 8 and not text.startswith("\t")


def _value(parent: Any, name: str) -> str:
    child = parent.find(qn(name)) if parent is not None else None
    return str(child.get(qn("w:val")) or "") if child is not None else ""


def _switch(properties: Any, name: str, default: bool) -> bool:
    child = properties.find(qn(name))
    return default if child is None else _is_on(child.get(qn("w:val")), default=True)


def _flag(properties: Any, name: str) -> bool:
    return _switch(properties, name, default=False)


def _is_on(value: str | None, *, default: bool) -> bool:
    return default if value is None else value.lower() not in _OFF


def _number(text: str | None) -> int:
    match = re.match(r"-?\d{1,9}", text or "")
    return int(match[0]) if match else 0


def _squeeze(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()
