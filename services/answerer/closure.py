"""The last check before an answer leaves: every digit and every citation has a source (promise 1).

Pieces come first: a literal may hold no digit in any script and no number word. The rendered text is the second line:
what stands in it must be the pieces and nothing else, and every citation token must be one of the answer's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from services.answerer import number_words
from services.answerer.model import Citation, Figure, TextPiece

_TOKEN = re.compile(r"\[Citation ID: ([^\[\]]*)\]")
_SLOT = re.compile(r"\{[A-Za-z]\d*\}")
_LOOKS_CITED = re.compile(r"citation\s*id|\bdoc_id\b|\bchunk_id\b|[\[\]［］【】〔〕]", re.IGNORECASE)
_LOOKS_SLOTTED = re.compile(r"[{}｛｝⟨⟩]|<<|>>")
_ADDRESS = re.compile(
    r"\b[a-z][a-z0-9+.-]*://|\bwww\.|\b[\w-]+\.(?:com|org|net|io|co|info|biz|app|dev|gov|edu|me|eu|uk|de|fr|ai|xyz)\b"
    r"|\b(?:mailto|tel|javascript|data):",
    re.IGNORECASE,
)
_MAIL = re.compile(r"@|(?:\bat\b|\(at\)) ?\w+ ?(?:\bdot\b|\(dot\))", re.IGNORECASE)
_BRACKETS = str.maketrans(
    {"[": "(", "]": ")", "{": "(", "}": ")", "［": "(", "］": ")", "｛": "(", "｝": ")", "【": "(", "】": ")"}
)
MAX_NAME = 120


class NotClosed(Exception):
    """A text that holds something without a source. `faults` say what; they quote no content."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = tuple(faults)


def has_number(text: str) -> bool:
    """Whether a text holds a digit of any script, a numeral sign (Ⅷ, ½, ², 三) or an English number word."""
    return _has_numeral(text) or bool(number_words.ENGLISH.search(text))


def untied(text: str) -> tuple[str, ...]:
    """What in a model's own words would need a source and can have none, by kind; empty: nothing.

    Stricter than `has_number`, which judges our own templates: number words of several languages, percentages,
    currencies, days and months, addresses, mail, and what looks like a citation or a slot.
    """
    found = (
        ("digit", _has_numeral(text)),
        ("number word", number_words.written_out().search(text) is not None),
        ("percent", any(one in text for one in "%٪％﹪‰‱")),
        (
            "currency",
            any(unicodedata.category(one) == "Sc" for one in text) or bool(number_words.moneys().search(text)),
        ),
        ("date", number_words.days_and_months().search(text) is not None),
        ("address", _ADDRESS.search(text) is not None),
        ("mail", _MAIL.search(text) is not None),
        ("citation", _LOOKS_CITED.search(text) is not None),
        ("slot", _LOOKS_SLOTTED.search(text) is not None),
    )
    return tuple(dict.fromkeys(kind for kind, is_there in found if is_there))


def _has_numeral(text: str) -> bool:
    return any(
        unicodedata.category(one) in ("Nd", "Nl", "No") or unicodedata.numeric(one, None) is not None for one in text
    )


def plain(text: str) -> str:
    """The same without characters that steer a display or a reader: brackets become parentheses, controls blanks."""
    kept = "".join(" " if unicodedata.category(one) in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp") else one for one in text)
    return kept.translate(_BRACKETS)


def escape(text: str, limit: int = MAX_NAME) -> str:
    """A stranger's words so that they cannot pass for a citation, a slot or a new line. At most `limit` characters."""
    shown = " ".join(plain(text).split())
    return shown if len(shown) <= limit else shown[: limit - 1].rstrip() + "…"


def check(pieces: Sequence[TextPiece], text: str, figures: Sequence[Figure], citations: Iterable[Citation]) -> None:
    """Raise `NotClosed` unless every number and citation of the text has its source."""
    faults = []
    shown = {one.figure_id: one.rendered for one in figures}
    tokens = {one.token for one in citations}
    for index, piece in enumerate(pieces):
        if piece.literal and has_number(piece.rendered):
            faults.append(f"literal piece {index} holds a number")
        if piece.figure_id and shown.get(piece.figure_id) != piece.rendered:
            faults.append(f"piece {index} does not show its figure")
        if piece.citation and piece.citation not in tokens:
            faults.append(f"piece {index} cites what is not evidence")
        if not piece.citation and (_TOKEN.search(piece.rendered) or _SLOT.search(piece.rendered)):
            faults.append(f"piece {index} imitates a citation or a slot")
        if not _has_source(piece):
            faults.append(f"piece {index} has no source")
    if text != "".join(piece.rendered for piece in pieces):
        faults.append("the text is not its pieces")
    faults += [
        f"citation {place} is not evidence" for place, one in enumerate(_TOKEN.finditer(text)) if one[0] not in tokens
    ]
    if faults:
        raise NotClosed(faults)


def _has_source(piece: TextPiece) -> bool:
    sources = (
        piece.literal,
        piece.figure_id,
        piece.plan_value,
        piece.entity_id,
        piece.quotation_of,
        piece.citation,
        piece.row_id,
    )
    return sum(bool(one) for one in sources) == 1
