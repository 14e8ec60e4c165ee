"""An answer's pieces as a text with slots, and a model's wording of it as pieces again.

The template's sources stay what they are: a slot stands for one piece, and only that piece can fill it. What is worded
is the text up to its first citation or its first line break; the rest follows as it is, whatever was written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from services.answerer.closure import plain
from services.answerer.language.wording import NotWorded, check_wording
from services.answerer.model import TextPiece

SLOT = re.compile(r"\{([a-z]\d{1,2})\}")
MAX_SLOTS = 24
_LAST_MARKS = ".:;,"
_KINDS = (
    ("figure_id", "f"),
    ("citation", "c"),
    ("quotation_of", "q"),
    ("plan_value", "p"),
    ("entity_id", "n"),
    ("row_id", "r"),
)


@dataclass(frozen=True, slots=True)
class Template:
    """A text with slots, the pieces that they stand for, and the pieces that follow it."""

    text: str
    slots: dict[str, TextPiece]
    tail: tuple[TextPiece, ...]

    @property
    def mark(self) -> str:
        """The mark that the text ends with, or nothing."""
        return self.text[-1] if self.text[-1] in _LAST_MARKS else ""

    @property
    def free(self) -> frozenset[str]:
        """Slots that may stand anywhere in the text: the only name, and the only period."""
        names = [slot for slot, piece in self.slots.items() if piece.entity_id]
        days = [slot for slot, piece in self.slots.items() if piece.plan_value]
        only = [one for group in (names, days) if len(group) == 1 for one in group]
        return frozenset(one for one in only if self.slots[one].plan_value in ("", "period"))


def template_of(pieces: Sequence[TextPiece]) -> Template | None:
    """The template of a text; None where it has nothing to word, or too much."""
    head, tail = _parted(pieces)
    text = ""
    slots: dict[str, TextPiece] = {}
    for piece in head:
        if piece.literal:
            text += plain(piece.rendered)
            continue
        kind = next(letter for name, letter in _KINDS if getattr(piece, name))
        slot = f"{kind}{sum(one.startswith(kind) for one in slots) + 1}"
        slots[slot] = piece
        text += f"{{{slot}}}"
    worded = text.rstrip()
    if not slots or len(slots) > MAX_SLOTS or worded != " ".join(worded.split()):
        return None
    between = text[len(worded) :]
    template = Template(worded, slots, ((TextPiece(between, literal=True), *tail) if between else tuple(tail)))
    try:
        check_wording(worded, worded, template.free)
    except NotWorded:
        return None  # No wording of it could be told from a wrong one.
    return template


def _parted(pieces: Sequence[TextPiece]) -> tuple[list[TextPiece], list[TextPiece]]:
    """What stands before the first citation or line break, and the rest."""
    for place, piece in enumerate(pieces):
        if piece.citation:
            return list(pieces[:place]), list(pieces[place:])
        if piece.literal and "\n" in piece.rendered:
            before, mark, after = piece.rendered.partition("\n")
            head = [*pieces[:place], *([replace(piece, rendered=before)] if before else [])]
            return head, [replace(piece, rendered=mark + after), *pieces[place + 1 :]]
    return list(pieces), []


def fill(template: Template, written: str) -> tuple[TextPiece, ...]:
    """The pieces of a wording, with the template's own citations behind it.

    Raises `NotWorded` unless it says what the template says: docs/decisions/0101-a-wording-keeps-its-words.md.
    """
    text = " ".join(written.split()).rstrip(_LAST_MARKS) + template.mark
    check_wording(template.text, text, template.free)
    pieces: list[TextPiece] = []
    place = 0
    for found in SLOT.finditer(text):
        if found.start() > place:
            pieces.append(TextPiece(text[place : found.start()], literal=True))
        if found[1] not in template.slots:
            raise NotWorded("slots")
        pieces.append(template.slots[found[1]])
        place = found.end()
    if place < len(text):
        pieces.append(TextPiece(text[place:], literal=True))
    return (*pieces, *template.tail)
