"""A reading as JSON: how it comes out of the process that read the file. Nothing in it is ever run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from services.retriever.documents.model import (
    Block,
    Heading,
    MediaType,
    Note,
    Pages,
    Paragraph,
    Place,
    Reading,
    SourceCell,
    SourceTable,
    UnreadReason,
)

PROGRESS = "pages read: "
"""Begins the lines by which that process says how far it has come: pages, and of how many."""


def to_json(media_type: MediaType, reading: Reading) -> bytes:
    """The reading in compact JSON, UTF-8."""
    content = {
        "media_type": media_type.value,
        "blocks": [_block(block) for block in reading.blocks],
        "notices": reading.notices,
        "margins": reading.margins,
        "pages": [reading.pages.count, reading.pages.unread, reading.pages.recognized],
    }
    # Lone surrogates may come from a file and cannot be stored as text.
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def from_json(content: bytes) -> tuple[MediaType, Reading]:
    """The reading back. Raises `ValueError`, `KeyError` or `TypeError` for anything else."""
    fields = json.loads(content)
    blocks = tuple(_to_block(one) for one in fields["blocks"])
    count, unread, recognized = fields["pages"]
    pages = Pages(
        int(count), tuple((int(page), UnreadReason(reason)) for page, reason in unread), tuple(map(int, recognized))
    )
    texts = _texts(fields["notices"]), _texts(fields["margins"])
    return MediaType(fields["media_type"]), Reading(blocks, *texts, pages)


def _block(block: Block) -> list[Any]:
    if isinstance(block, Heading):
        return ["h", block.level, block.text, _place(block.place)]
    if isinstance(block, Paragraph):
        return ["p", block.text, block.is_item, _place(block.place)]
    if isinstance(block, Note):
        return ["n", block.mark, block.text, _place(block.place)]
    return ["t", block.caption, block.header_row_count, [[_cell(cell) for cell in row] for row in block.rows]]


def _cell(cell: SourceCell) -> list[Any]:
    return [
        cell.text, cell.is_header, cell.row_span, cell.column_span, list(cell.marks), cell.indent, _place(cell.place)
    ]  # fmt: skip


def _place(place: Place | None) -> list[float] | None:
    return [place.page, *place.box] if place is not None else None


def _to_block(fields: Sequence[Any]) -> Block:
    kind, *rest = fields
    if kind == "h":
        return Heading(int(rest[0]), str(rest[1]), _to_place(rest[2]))
    if kind == "p":
        return Paragraph(str(rest[0]), bool(rest[1]), _to_place(rest[2]))
    if kind == "n":
        return Note(str(rest[0]), str(rest[1]), _to_place(rest[2]))
    if kind != "t":
        raise ValueError("no such block")
    return SourceTable(tuple(tuple(map(_to_cell, row)) for row in rest[2]), str(rest[0]), int(rest[1]))


def _to_cell(fields: Sequence[Any]) -> SourceCell:
    text, is_header, row_span, column_span, marks, indent, place = fields
    return SourceCell(
        str(text), bool(is_header), int(row_span), int(column_span), _texts(marks), int(indent), _to_place(place)
    )


def _to_place(fields: Sequence[float] | None) -> Place | None:
    if fields is None:
        return None
    page, left, top, right, bottom = fields
    return Place(int(page), (float(left), float(top), float(right), float(bottom)))


def _texts(texts: Sequence[Any]) -> tuple[str, ...]:
    return tuple(str(text) for text in texts)
