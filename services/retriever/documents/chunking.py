"""Cuts a document into parents (800 to 1,200 tokens) and passages (150 to 250), at its own structure.

A passage starts with its heading path, which counts. A table row is never cut; every part of a table repeats the line
that names its columns. Short neighbours share a passage, but a table has passages of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from services.retriever.documents.model import (
    Block,
    Cell,
    Heading,
    Note,
    Paragraph,
    Parent,
    Passage,
    Place,
    SourceTable,
    Table,
    TableRow,
)
from services.retriever.documents.notes import known_marks, notes_for, split_marks
from services.retriever.documents.profile import CONTEXT_SEPARATOR
from services.retriever.documents.table_parts import parts_of
from services.retriever.documents.tables import TableSetting, stated_units, understand
from services.retriever.documents.tokens import TokenCounter

PASSAGE_MIN, PASSAGE_MAX = 150, 250
PARENT_MIN, PARENT_MAX = 800, 1_200
# The heading path may take this much of a passage; a longer one is cut from its outer end.
PATH_MAX = 70
_SENTENCE = re.compile(r"(?<=[.!?;])\s+(?=[A-Z0-9\"“(])")
SEPARATOR = " > "


@dataclass(slots=True)
class _Section:
    """Consecutive blocks under one heading path."""

    path: tuple[str, ...]
    lines: list[str] = field(default_factory=list)
    places: list[Place | None] = field(default_factory=list)
    table: Table | None = None

    def add(self, line: str, place: Place | None = None) -> None:
        """Add a line and where it stands."""
        self.lines.append(line)
        self.places.append(place)


@dataclass(slots=True)
class _Draft:
    path: tuple[str, ...]
    text: str
    tokens: int
    cells: tuple[Cell, ...] = ()
    place: Place | None = None


def cut(
    blocks: Sequence[Block], context: tuple[str, ...], count: TokenCounter, *, decimal_comma: bool, currency: str
) -> tuple[tuple[Parent, ...], tuple[Passage, ...]]:
    """Parents and passages of a document, in reading order. `context` heads every heading path."""
    sections = list(_sections(blocks, context, decimal_comma=decimal_comma, currency=currency))
    drafts = list(_Cutter(count).cut(sections))
    parents: list[Parent] = []
    passages: list[Passage] = []
    group: list[_Draft] = []

    def close() -> None:
        text = _parent_text(group)
        parents.append(Parent(_common_path([draft.path for draft in group]), text, count(text)))
        group.clear()

    total = 0
    for index, draft in enumerate(drafts):
        new_part = (
            group and draft.path[len(context) : len(context) + 1] != group[-1].path[len(context) : len(context) + 1]
        )
        if group and (total + draft.tokens > PARENT_MAX or (total >= PARENT_MIN and new_part)):
            close()
            total = 0
        group.append(draft)
        total += draft.tokens
        passages.append(
            Passage(f"c{index + 1}", len(parents), draft.path, draft.text, draft.tokens, draft.cells, draft.place)
        )
    if not drafts:
        head = SEPARATOR.join(context)
        group.append(_Draft(context, head, count(head)))
        passages.append(Passage("c1", 0, context, head, count(head)))
    if group:
        close()
    return tuple(parents), tuple(passages)


def _sections(
    blocks: Sequence[Block], context: tuple[str, ...], *, decimal_comma: bool, currency: str
) -> Iterator[_Section]:
    known = known_marks(blocks)
    unit_note = stated_units(block.text for block in blocks if isinstance(block, Paragraph))
    stack: list[tuple[int, str]] = []
    taken_notes: set[int] = set()
    current = _Section(context)
    lead = ""
    table_count = 0
    for index, block in enumerate(blocks):
        if isinstance(block, Heading):
            text = split_marks(block.text, known)[0]
            if text == context[0] and not stack:
                continue
            if current.lines:
                yield current
            stack = [one for one in stack if one[0] < block.level] + [(block.level, text)]
            current = _Section(context + tuple(one[1] for one in stack if one[1] not in context))
        elif isinstance(block, Paragraph):
            text = split_marks(block.text, known)[0]
            lead = text
            if not any(text in part.split(CONTEXT_SEPARATOR) for part in context):
                current.add(f"- {text}" if block.is_item else text, block.place)
                continue
        elif isinstance(block, Note):
            if index not in taken_notes:
                current.add(f"Note {block.mark}: {block.text}", block.place)
        else:
            lead = current.lines[-1] if current.lines else lead
            notes = notes_for(blocks, index)
            setting = TableSetting(current.path, lead, notes, known, decimal_comma, currency, unit_note)
            understood = [understand(part, setting) for part in parts_of(block, known)]
            tables = [table for table in understood if table is not None]
            if not tables:
                place = common_place(cell.place for row in block.rows for cell in row)
                for line in _as_lines(block, known):
                    current.add(line, place)
                continue
            if current.lines:
                yield current
            for table in tables:
                table_count += 1
                yield _Section(current.path, table=_numbered(table, table_count))
            current, lead = _Section(current.path), ""
            used = {id(note) for table in tables for row in table.rows for note in row.notes}
            taken_notes |= {at for at, one in enumerate(blocks) if id(one) in used}
    if current.lines:
        yield current


def _numbered(table: Table, number: int) -> Table:
    def row(one: TableRow) -> TableRow:
        return replace(one, cells=tuple(replace(cell, table_number=number) for cell in one.cells))

    return replace(table, rows=tuple(map(row, table.rows)))


def common_place(places: Iterable[Place | None]) -> Place | None:
    """The box around all that stands on the first page of what is given."""
    known = [place for place in places if place is not None]
    if not known:
        return None
    page = min(place.page for place in known)
    lefts, tops, rights, bottoms = zip(*(place.box for place in known if place.page == page), strict=True)
    return Place(page, (min(lefts), min(tops), max(rights), max(bottoms)))


def _as_lines(block: SourceTable, known: frozenset[str]) -> list[str]:
    rows = ([split_marks(cell.text, known)[0] for cell in row] for row in block.rows)
    return [" | ".join(text for text in row if text) for row in rows if any(row)]


class _Cutter:
    def __init__(self, count: TokenCounter) -> None:
        self._count = count

    def cut(self, sections: Sequence[_Section]) -> Iterator[_Draft]:
        pending: list[_Section] = []
        for section in sections:
            if section.table is not None:
                yield from self._prose(pending)
                pending = []
                yield from self._table(section.path, section.table)
            else:
                pending.append(section)
        yield from self._prose(pending)

    def _head(self, path: tuple[str, ...]) -> str:
        kept = list(path)
        while len(kept) > 1 and self._count(SEPARATOR.join(kept)) > PATH_MAX:
            # The section nearest to the text says most, then the title.
            kept.pop(1 if len(kept) > 2 else 0)
        head = SEPARATOR.join(kept)
        return head if self._count(head) <= PATH_MAX else next(self._parts(head, PATH_MAX // 2))

    def _prose(self, sections: Sequence[_Section]) -> Iterator[_Draft]:
        """Pack sections; a heading inside a passage stands on a line of its own, marked as in Markdown."""
        batch: list[tuple[tuple[str, ...], str, Place | None]] = []

        def draft() -> _Draft:
            path = _common_path([one[0] for one in batch])
            lines = [self._head(path)]
            last: tuple[str, ...] = path
            for own, line, _ in batch:
                if own != last:
                    lines.extend(f"## {name}" for name in _new_names(last, own, len(path)))
                lines.append(line)
                last = own
            text = "\n".join(lines)
            return _Draft(path, text, self._count(text), place=common_place(one[2] for one in batch))

        for section in sections:
            for line, place in self._fit(section):
                batch.append((section.path, line, place))
                merged = draft()
                if merged.tokens <= PASSAGE_MAX:
                    continue
                last = batch.pop()
                if batch:
                    yield draft()
                batch = [last]
            if batch and draft().tokens >= PASSAGE_MIN:
                yield draft()
                batch = []
        if batch:
            yield draft()

    def _fit(self, section: _Section) -> Iterator[tuple[str, Place | None]]:
        """The section's paragraphs, the ones that are too long for one passage cut at sentences, then at words."""
        room = PASSAGE_MAX - self._count(self._head(section.path)) - 2
        for line, place in zip(section.lines, section.places, strict=True):
            if self._count(line) <= room:
                yield line, place
                continue
            piece = ""
            for part in self._parts(line, room):
                longer = f"{piece} {part}".strip()
                if piece and self._count(longer) > room:
                    yield piece, place
                    piece = part
                else:
                    piece = longer
            if piece:
                yield piece, place

    def _parts(self, line: str, room: int) -> Iterator[str]:
        for sentence in _SENTENCE.split(line):
            if self._count(sentence) <= room:
                yield sentence
                continue
            words = sentence.split(" ")
            while words:
                if self._count(words[0]) > room:
                    # No letter takes more than a token.
                    words[:1] = [words[0][:room], words[0][room:]]
                # No word takes less than a token, so no more than these can fit.
                size = min(len(words), room)
                while size > 1 and self._count(" ".join(words[:size])) > room:
                    size = max(1, size // 2)
                yield " ".join(words[:size])
                words = words[size:]

    def _table(self, path: tuple[str, ...], table: Table) -> Iterator[_Draft]:
        head = self._head(path)
        top = [head, *([table.caption] if table.caption and table.caption not in head else [])]
        top += [table.header] if table.header else []
        if self._count("\n".join(top)) > PASSAGE_MAX * 2 // 3:
            # So wide a table names its columns at each value and not above them.
            top, table = [head], _with_names_inline(table)
        rows: list[TableRow] = []

        def draft(chosen: Sequence[TableRow]) -> _Draft:
            notes = {note.mark: note.text for row in chosen for note in row.notes}
            lines = [*top, *map(_with_marks, chosen), *(f"Note {mark}: {text}" for mark, text in notes.items())]
            text = "\n".join(lines)
            cells = tuple(cell for row in chosen for cell in row.cells)
            return _Draft(path, text, self._count(text), cells, common_place(cell.place for cell in cells))

        # Tokens never span a line break, so lines add up but for the two special tokens of a text.
        special = self._count("")
        start = used = self._count("\n".join(top))
        marks: set[str] = set()
        room = PASSAGE_MAX - start
        for row in (part for whole in table.rows for part in self._fit_row(whole, room)):
            new = [note for note in row.notes if note.mark not in marks]
            lines = [_with_marks(row), *(f"Note {note.mark}: {note.text}" for note in new)]
            cost = sum(self._count(line) - special for line in lines)
            if rows and used + cost > PASSAGE_MAX:
                yield draft(rows)
                rows, used, marks = [], start, set()
            rows.append(row)
            used += cost
            marks |= {note.mark for note in row.notes}
        if rows:
            yield draft(rows)

    def _fit_row(self, row: TableRow, room: int) -> Iterator[TableRow]:
        """The row; where it is too long for a passage, its label with some cells at a time. Long notes follow it."""
        noted = sum(self._count(f"Note {note.mark}: {note.text}") for note in row.notes)
        if self._count(_with_marks(row)) + noted <= room:
            yield row
            return
        bare = replace(row, notes=row.notes if noted <= room // 3 else ())
        line_room = room - (noted if bare.notes else 0)
        if self._count(_with_marks(bare)) <= line_room:
            yield bare
        else:
            yield from self._row_parts(bare, line_room)
        if row.notes and not bare.notes:
            for note in row.notes:
                for part in self._parts(f"Note {note.mark}: {note.text}", room):
                    yield TableRow(part, ())

    def _row_parts(self, row: TableRow, room: int) -> Iterator[TableRow]:
        label = SEPARATOR.join(row.cells[0].row_path) if row.cells else ""
        label = label if self._count(label) <= room // 3 else next(self._parts(label, room // 3), "")
        left = room - self._count(f"{label} | ") - sum(self._count(f"(note {note.mark})") for note in row.notes)
        lines: list[str] = []
        cells: list[Cell] = []

        def part() -> TableRow:
            return TableRow(" | ".join([label, *lines]), tuple(cells), row.notes)

        pieces: list[tuple[str, Cell | None]] = [(_named(cell), cell) for cell in row.cells]
        for text, cell in pieces or [(row.line, None)]:
            for piece in self._parts(text, left):
                if lines and self._count(" | ".join([*lines, piece])) > left:
                    yield part()
                    lines, cells = [], []
                lines.append(piece)
            cells += [cell] if cell is not None else []
        if lines:
            yield part()


def _with_marks(row: TableRow) -> str:
    return " ".join([row.line, *(f"(note {note.mark})" for note in row.notes)])


def _named(cell: Cell) -> str:
    return f"{SEPARATOR.join(cell.column_path)}: {cell.printed}" if cell.column_path else cell.printed


def _with_names_inline(table: Table) -> Table:
    """The table with each value's column named beside it, and no line above that names them all."""

    def spelled(row: TableRow) -> str:
        if not row.cells:
            return row.line
        return " | ".join([SEPARATOR.join(row.cells[0].row_path), *map(_named, row.cells)])

    return Table(table.caption, "", tuple(TableRow(spelled(row), row.cells, row.notes) for row in table.rows))


def _common_path(paths: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    shortest = min(paths, key=len)
    length = 0
    while length < len(shortest) and all(path[length] == shortest[length] for path in paths):
        length += 1
    return shortest[:length]


def _new_names(last: tuple[str, ...], own: tuple[str, ...], common: int) -> tuple[str, ...]:
    shared = common
    while shared < min(len(last), len(own)) and last[shared] == own[shared]:
        shared += 1
    return own[shared:]


def _parent_text(drafts: Sequence[_Draft]) -> str:
    """The passages one after another, each heading path only where it changes."""
    lines: list[str] = []
    last = ""
    for draft in drafts:
        head, _, rest = draft.text.partition("\n")
        if head != last:
            lines.append(head)
            last = head
        lines.append(rest)
    return "\n".join(line for line in lines if line)
