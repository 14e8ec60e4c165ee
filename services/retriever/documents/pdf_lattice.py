"""Tables of a PDF page that have a grid of lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from services.retriever.documents.model import Place, SourceCell
from services.retriever.documents.pdf_lines import Aside, Row, Stretch, Word, bounds, lines_of
from services.retriever.documents.pdf_page import PageContent, Rule
from services.retriever.documents.pdf_tables import (
    MAX_HEAD_ROWS,
    DraftTable,
    is_filled,
    join_lines,
    without_sign_columns,
)

MAX_RULES = 3_000
MAX_GRID = 20_000
# How far lines may miss each other, in points, and still meet.
REACH = 3.0


def ruled_tables(page: PageContent, rows: Sequence[Row], asides: list[Aside]) -> list[DraftTable]:
    """Tables with a grid of lines. A cell that no line parts is one cell. Asides that stand in a cell are taken."""
    horizontals, verticals = _merged(page.horizontals), _merged(page.verticals)
    if not horizontals or not verticals or len(horizontals) + len(verticals) > MAX_RULES:
        return []
    found = []
    for across, down in _connected(horizontals, verticals):
        table = _Lattice(page, across, down).read(rows, asides)
        if table is not None:
            found.append(table)
    return found


def _merged(rules: Sequence[Rule]) -> list[Rule]:
    """Pieces of one line as one."""
    merged: list[Rule] = []
    for rule in sorted(rules, key=lambda one: (round(one.at / 1.5), one.start)):
        near = next(
            (
                index
                for index in range(len(merged) - 1, max(-1, len(merged) - 40), -1)
                if abs(merged[index].at - rule.at) <= 1.5
                and rule.start <= merged[index].end + REACH
                and merged[index].start <= rule.end + REACH
            ),
            None,
        )
        if near is None:
            merged.append(rule)
        else:
            old = merged[near]
            merged[near] = Rule(old.at, min(old.start, rule.start), max(old.end, rule.end))
    return merged


def _connected(horizontals: list[Rule], verticals: list[Rule]) -> list[tuple[list[Rule], list[Rule]]]:
    """Lines that touch each other, grid by grid."""
    parent = list(range(len(horizontals) + len(verticals)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    for h, across in enumerate(horizontals):
        for v, down in enumerate(verticals):
            if (
                across.start - REACH <= down.at <= across.end + REACH
                and down.start - REACH <= across.at <= down.end + REACH
            ):
                parent[root(h)] = root(len(horizontals) + v)
    groups: dict[int, tuple[list[Rule], list[Rule]]] = {}
    for index in range(len(parent)):
        group = groups.setdefault(root(index), ([], []))
        if index < len(horizontals):
            group[0].append(horizontals[index])
        else:
            group[1].append(verticals[index - len(horizontals)])
    return [group for group in groups.values() if group[0] and group[1]]


class _Lattice:
    def __init__(self, page: PageContent, across: list[Rule], down: list[Rule]) -> None:
        self._page = page
        left, right = min(rule.start for rule in across), max(rule.end for rule in across)
        top, bottom = min(rule.start for rule in down), max(rule.end for rule in down)
        xs, ys = _positions(down), _positions(across)
        # A frame may be open at its sides: the lines that reach out say how far the outer cells go.
        down, across = list(down), list(across)
        for at in (left, right):
            if min(abs(at - x) for x in xs) > 8:
                down.append(Rule(at, ys[0], ys[-1]))
        for at in (top, bottom):
            if min(abs(at - y) for y in ys) > 8:
                across.append(Rule(at, xs[0], xs[-1]))
        self._across, self._down = across, down
        self._xs, self._ys = _positions(down), _positions(across)

    def read(self, rows: Sequence[Row], asides: list[Aside]) -> DraftTable | None:
        xs, ys = self._xs, self._ys
        if len(xs) < 3 or len(ys) < 2 or len(xs) * len(ys) > MAX_GRID:
            return None
        owners = self._merged_cells()
        words: dict[tuple[int, int], list[tuple[Stretch, Word]]] = {}
        for row in rows:
            if not ys[0] - REACH <= row.baseline <= ys[-1] + REACH:
                continue
            for stretch in row.stretches:
                middle = stretch.baseline - 0.3 * stretch.size
                for word in stretch.words:
                    slot = _slot_of(xs, (word.x0 + word.x1) / 2), _slot_of(ys, middle)
                    if slot[0] is not None and slot[1] is not None:
                        words.setdefault(owners[slot[1], slot[0]], []).append((stretch, word))
        if len({row for row, _ in words}) < 2 or len({column for _, column in words}) < 2:
            return None
        if any(_holds_table(found) for found in words.values()):
            return None
        texts = {key: lines_of(found) for key, found in words.items()}
        self._take(asides, owners, texts)
        return self._table(owners, texts)

    def _take(
        self,
        asides: list[Aside],
        owners: dict[tuple[int, int], tuple[int, int]],
        texts: dict[tuple[int, int], list[Row]],
    ) -> None:
        """Put lines that run up or down into the empty cells that they stand in: heads of narrow columns."""
        cells: dict[tuple[int, int], list[Aside]] = {}
        for aside in asides:
            x0, y0, x1, y1 = aside.box
            column, row = _slot_of(self._xs, (x0 + x1) / 2), _slot_of(self._ys, (y0 + y1) / 2)
            if column is not None and row is not None and owners[row, column] not in texts:
                cells.setdefault(owners[row, column], []).append(aside)
        for place, found in cells.items():
            # Lines that run up follow each other to the right, those that run down to the left.
            found.sort(key=lambda one: one.box[0] if one.turns == 3 else -one.box[0])
            texts[place] = [one.row for one in found]
            asides[:] = [one for one in asides if not any(one is taken for taken in found)]

    def _merged_cells(self) -> dict[tuple[int, int], tuple[int, int]]:
        """For each place of the grid the first place of its cell."""
        xs, ys = self._xs, self._ys
        height, width = len(ys) - 1, len(xs) - 1
        owners = {(row, column): (row, column) for row in range(height) for column in range(width)}
        members = {place: [place] for place in owners}

        def join(place: tuple[int, int], other: tuple[int, int]) -> None:
            old, new = owners[other], owners[place]
            if old == new:
                return
            both = members[old] + members[new]
            rows, columns = [one[0] for one in both], [one[1] for one in both]
            box = (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)
            if box != len(both):
                pending.append((place, other))
                return
            first = (min(rows), min(columns))
            del members[old], members[new]
            members[first] = both
            owners.update(dict.fromkeys(both, first))

        pending: list[tuple[tuple[int, int], tuple[int, int]]] = []
        for row in range(height):
            for column in range(width):
                y, x = (ys[row] + ys[row + 1]) / 2, (xs[column] + xs[column + 1]) / 2
                if column + 1 < width and not _crossed(self._down, xs[column + 1], y):
                    join((row, column), (row, column + 1))
                if row + 1 < height and not _crossed(self._across, ys[row + 1], x):
                    join((row, column), (row + 1, column))
        # A block of two by two is no rectangle until its last part joins.
        for _ in range(3):
            again, pending = pending, []
            for place, other in again:
                join(place, other)
        return owners

    def _table(
        self, owners: dict[tuple[int, int], tuple[int, int]], texts: dict[tuple[int, int], list[Row]]
    ) -> DraftTable | None:
        xs, ys = self._xs, self._ys
        rows: list[list[SourceCell]] = []
        bolds: list[bool] = []
        ends: dict[tuple[int, int], tuple[int, int]] = {}
        for place, owner in owners.items():
            end = ends.get(owner, place)
            ends[owner] = (max(end[0], place[0]), max(end[1], place[1]))
        lefts = [
            min((line.box[0] for row in range(len(ys) - 1) for line in texts.get((row, column), [])), default=0.0)
            for column in range(len(xs) - 1)
        ]
        for row in range(len(ys) - 1):
            cells: list[SourceCell] = []
            lines: list[Row] = []
            for column in range(len(xs) - 1):
                if owners[row, column] != (row, column):
                    continue
                low, right = ends[row, column]
                own = texts.get((row, column), [])
                lines += own
                box = (xs[column], ys[row], xs[right + 1], ys[low + 1])
                indent = _indent(own, lefts[0]) if column == 0 else 0
                cells.append(
                    SourceCell(
                        join_lines([line.text for line in own]),
                        row_span=low - row + 1,
                        column_span=right - column + 1,
                        indent=indent,
                        place=Place(self._page.number, self._page.as_displayed(box)),
                    )
                )
            rows.append(cells)
            bolds.append(bool(lines) and all(line.bold for line in lines))
        box = (xs[0], ys[0], xs[-1], ys[-1])
        table = DraftTable(rows, list(xs), box, self._page.number, is_ruled=True)
        self._split_tall_rows(table, owners, texts, bolds)
        _mark_head(table, bolds, self._shaded(table))
        return without_sign_columns(table)

    def _split_tall_rows(
        self,
        table: DraftTable,
        owners: dict[tuple[int, int], tuple[int, int]],
        texts: dict[tuple[int, int], list[Row]],
        bolds: list[bool],
    ) -> None:
        """A row that no lines part may hold many: each line of its first cell that others stand beside is one."""
        plain = {place for place, owner in owners.items() if place == owner}
        for row in reversed(range(len(table.rows))):
            cells = [texts.get((row, column), []) for column in range(len(self._xs) - 1)]
            if any((row, column) not in plain for column in range(len(cells))) or any(
                cell.column_span > 1 or cell.row_span > 1 for cell in table.rows[row]
            ):
                continue
            starts = [line.baseline for line in cells[0]]
            beside = [sum(any(abs(line.baseline - at) < 2 for line in cell) for at in starts) for cell in cells[1:]]
            if len(starts) < 3 or max(beside, default=0) < max(3, 0.8 * len(starts)):
                continue
            parts: list[list[SourceCell]] = []
            part_bolds: list[bool] = []
            for index, at in enumerate(starts):
                until = starts[index + 1] - 2 if index + 1 < len(starts) else float("inf")
                since = at - 2 if index else float("-inf")
                chosen = [[line for line in cell if since <= line.baseline < until] for cell in cells]
                boxes = [
                    bounds(line.box for line in lines)
                    if lines
                    else (self._xs[column], at - 8, self._xs[column + 1], at)
                    for column, lines in enumerate(chosen)
                ]
                parts.append(
                    [
                        SourceCell(
                            join_lines([line.text for line in lines]),
                            indent=_indent(lines, cells[0][0].box[0]) if column == 0 else 0,
                            place=Place(self._page.number, self._page.as_displayed(box)),
                        )
                        for column, (lines, box) in enumerate(zip(chosen, boxes, strict=True))
                    ]
                )
                part_bolds.append(all(line.bold for lines in chosen for line in lines))
            table.rows[row : row + 1] = parts
            bolds[row : row + 1] = part_bolds

    def _shaded(self, table: DraftTable) -> list[bool]:
        """For each row whether every cell of it lies on a fill."""
        shaded = []
        for row in table.rows:
            boxes = [cell.place.box for cell in row if cell.place is not None]
            shaded.append(bool(boxes) and all(is_filled(self._page, box) for box in boxes))
        return shaded


def _indent(lines: Sequence[Row], left: float) -> int:
    """How far a label is set in, in steps of 8 points; a number is set to the right and tells nothing."""
    if not lines or not lines[0].text[:1].isalpha():
        return 0
    steps = round((lines[0].box[0] - left) / 8)
    return steps if 0 <= steps <= 8 else 0


def _mark_head(table: DraftTable, bolds: list[bool], shaded: list[bool]) -> None:
    """Count the head: rows at the top that are set in bold or on a fill where the rest is not."""
    for marks in (bolds, shaded):
        count = 0
        for index, (row, marked) in enumerate(zip(table.rows, marks, strict=True)):
            texts = [cell.text for cell in row if cell.text]
            spans_all = len(row) == 1 and row[0].column_span == table.column_count
            covered = any(cell.row_span > above for above, cell in _reaching(table.rows, index))
            if not (marked or (covered and not texts) or (not texts and not index)) or (
                spans_all and index == count > 0
            ):
                break
            count = index + 1
        if 0 < count < len(table.rows) and count <= MAX_HEAD_ROWS and not all(marks):
            table.head_count = count
            break
    first = table.rows[0]
    if table.head_count > 1 and len(first) == 1 and first[0].column_span == table.column_count and first[0].text:
        table.caption = first[0].text
        table.rows = table.rows[1:]
        table.head_count -= 1


def _reaching(rows: list[list[SourceCell]], index: int) -> list[tuple[int, SourceCell]]:
    """Cells of rows above with how many rows further up they start."""
    return [(index - above, cell) for above in range(index) for cell in rows[above]]


def _holds_table(words: Sequence[tuple[Stretch, Word]]) -> bool:
    """Whether one cell holds lines with gaps: then the lines around it are a frame, and words are the columns."""
    lines: dict[float, set[int]] = {}
    for stretch, _ in words:
        lines.setdefault(stretch.baseline, set()).add(id(stretch))
    return len(lines) > 3 and sum(len(stretches) > 1 for stretches in lines.values()) > len(lines) / 2


def _positions(rules: Sequence[Rule]) -> list[float]:
    """Where lines run, those that are as good as one taken together."""
    ats = sorted(rule.at for rule in rules)
    groups: list[list[float]] = []
    for at in ats:
        if groups and at - groups[-1][-1] <= REACH:
            groups[-1].append(at)
        else:
            groups.append([at])
    return [sum(group) / len(group) for group in groups]


def _crossed(rules: Sequence[Rule], at: float, other: float) -> bool:
    return any(abs(rule.at - at) <= REACH and rule.start - 1 <= other <= rule.end + 1 for rule in rules)


def _slot_of(edges: list[float], at: float) -> int | None:
    return next((index for index, (a, b) in enumerate(pairwise(edges)) if a - 0.5 <= at <= b + 0.5), None)
