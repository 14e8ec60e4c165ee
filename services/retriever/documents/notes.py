"""Footnotes: which paragraphs are notes, and which marks in a text refer to one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from services.retriever.documents.html_reader import MARK_CLOSE, MARK_OPEN
from services.retriever.documents.model import Block, Heading, Note, Paragraph, SourceTable

_RAISED = re.compile(f"{MARK_OPEN}([^{MARK_CLOSE}]*){MARK_CLOSE}")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_SUPERSCRIPT = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
# A note that is written in plain text starts with its mark.
_PLAIN_NOTE = re.compile(
    r"(?:note\s+)?(?:\((\d{1,2}|[a-z])\)|\[(\d{1,2}|[a-z])\]|([*†‡§]{1,3})|([⁰¹²³⁴⁵⁶⁷⁸⁹]+)|note\s+(\d{1,2}):)\s*(?=\S)",
    re.IGNORECASE,
)
_PLAIN_MARK = re.compile(
    r"(?<=\S)\s?(?:\((\d{1,2}|[a-z])\)|\[(\d{1,2}|[a-z])\]|([*†‡§]{1,3}))(?=\s*(?:$|[|,;]))", re.IGNORECASE
)


def separate_notes(blocks: Sequence[Block]) -> list[Block]:
    """The blocks with every footnote as a `Note`; a paragraph that starts with a mark is one where the mark is used."""
    used = {mark for block in blocks for text in _marked_texts(block) for mark in _marks_of(text)}
    separated: list[Block] = []
    for block in blocks:
        if isinstance(block, Paragraph):
            separated.extend(_split_paragraph(block, used))
        else:
            separated.append(block)
    return separated


def split_marks(text: str, known: frozenset[str]) -> tuple[str, tuple[str, ...]]:
    """The text without footnote marks, and the marks. A raised text that is no known note's mark stays raised."""
    marks: list[str] = []

    def take(mark: str) -> bool:
        if mark in known:
            marks.append(mark)
            return True
        return False

    plain = _RAISED.sub(lambda match: "" if take(match[1]) else match[1].translate(_RAISE), text)
    plain = _SUPERSCRIPT.sub(lambda match: "" if take(match[0].translate(_SUPERSCRIPTS)) else match[0], plain)
    for match in reversed(list(_PLAIN_MARK.finditer(plain))):
        if take(next(group for group in match.groups() if group)):
            plain = plain[: match.start()] + plain[match.end() :]
    return re.sub(r"\s+([,.;:)])", r"\1", re.sub(r"[ \t]+", " ", plain)).strip(), tuple(dict.fromkeys(marks))


_RAISE = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def known_marks(blocks: Iterable[Block]) -> frozenset[str]:
    """Marks that a note of the document explains."""
    return frozenset(block.mark for block in blocks if isinstance(block, Note))


def notes_for(blocks: Sequence[Block], index: int) -> dict[str, Note]:
    """The note for each mark as seen from the block at `index`: the next one below it, else the last one above."""
    found: dict[str, Note] = {}
    for block in [*blocks[index + 1 :], *reversed(blocks[:index])]:
        if isinstance(block, Note):
            found.setdefault(block.mark, block)
    return found


def _marked_texts(block: Block) -> list[str]:
    if isinstance(block, SourceTable):
        return [block.caption, *(cell.text for row in block.rows for cell in row)]
    if isinstance(block, Paragraph):
        # Its own first mark is not a use of it.
        start = _leading_mark(block.text)
        return [block.text[len(start[1]) :] if start else block.text]
    return [block.text] if isinstance(block, Heading) else []


def _marks_of(text: str) -> set[str]:
    marks = {match[1] for match in _RAISED.finditer(text)}
    marks |= {match[0].translate(_SUPERSCRIPTS) for match in _SUPERSCRIPT.finditer(text)}
    marks |= {next(group for group in match.groups() if group) for match in _PLAIN_MARK.finditer(text)}
    return marks


def _leading_mark(text: str) -> tuple[str, str] | None:
    """The mark that the text starts with, and the stretch that it takes."""
    raised = _RAISED.match(text)
    if raised:
        return raised[1], raised[0]
    plain = _PLAIN_NOTE.match(text)
    if plain:
        return next(group for group in plain.groups() if group).translate(_SUPERSCRIPTS), plain[0]
    return None


def _split_paragraph(block: Paragraph, used: set[str]) -> list[Block]:
    """One paragraph can hold several notes, one a line or one after another with raised marks."""
    lines = block.text.split("\n")
    if len(lines) == 1:
        starts = [match.start() for match in _RAISED.finditer(block.text)]
        if len(starts) > 1 and starts[0] == 0:
            lines = [block.text[a:b] for a, b in zip(starts, [*starts[1:], None], strict=True)]
    parts: list[Block] = []
    for line in lines:
        start = _leading_mark(line.strip())
        if start and start[0] in used:
            parts.append(Note(start[0], line.strip()[len(start[1]) :].strip(), block.place))
        elif parts and isinstance(parts[-1], Paragraph):
            parts[-1] = Paragraph(f"{parts[-1].text}\n{line}", block.is_item, block.place)
        else:
            parts.append(Paragraph(line, block.is_item, block.place))
    return parts
