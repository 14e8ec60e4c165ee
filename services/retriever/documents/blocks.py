"""The blocks of a passage, and which of them a question is about. Pure functions.

A passage is what is searched; a block is what is shown of it, or marked in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from services.retriever.documents.chunking import SEPARATOR
from services.retriever.documents.lexemes import lexemes
from services.retriever.documents.model import Cell, PassageBlock
from services.retriever.documents.ranking import term_coverage

_HEADING = "## "


def blocks_of(text: str, cells: Sequence[Cell]) -> list[PassageBlock]:
    """All blocks of a passage, in reading order. Its first line is its heading path; headings are no blocks."""
    head, *lines = text.split("\n")
    sections = {label for cell in cells for label in cell.row_path[:-1]}
    top, near = [head], ""
    blocks: list[PassageBlock] = []
    end = len(head)
    for line in lines:
        start, end = end + 1, end + 1 + len(line)
        row = _row_of(line, cells)
        if line.startswith(_HEADING):
            near = line
        elif line.rstrip(":") in sections or not line:
            continue
        elif cells and row is None and not blocks:
            top.append(line)
        else:
            over = SEPARATOR.join(row.row_path[:-1]) if row is not None else near
            blocks.append(PassageBlock(start, end, line, (*top, over) if over else tuple(top)))
    return blocks


def best_first(
    blocks: Sequence[PassageBlock], terms: Sequence[str], weights: Mapping[str, float], passage_count: int
) -> tuple[PassageBlock, ...]:
    """The blocks, those first that hold most of a question: its distinct lexemes `terms`, weighed as a search does.

    What stands next over a block counts as its own; the heading path stands over all and tells none from another. Of
    two that hold as much, the earlier is first.
    """

    def covered(block: PassageBlock) -> float:
        own = frozenset(lexemes("\n".join((*block.over[1:], block.line))))
        return term_coverage(own, terms, weights, passage_count)

    weighed = [replace(block, term_coverage=covered(block)) for block in blocks]
    return tuple(sorted(weighed, key=lambda block: block.term_coverage, reverse=True))


def _row_of(line: str, cells: Sequence[Cell]) -> Cell | None:
    """The first cell of the row that the line prints; None where it prints none."""
    return next(
        (
            cell
            for cell in cells
            if cell.printed and cell.printed in line and (not cell.row_path or cell.row_path[-1] in line)
        ),
        None,
    )
