"""The last check before an answer leaves: every digit and every citation has a source (promise 1).

Pieces come first: a literal may hold no digit in any script and no number word. The rendered text is the second line:
what stands in it must be the pieces and nothing else, and every citation token must be one of the answer's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from services.answerer.model import Citation, Figure, TextPiece

_NUMBER_WORDS = re.compile(
    r"\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
    r"|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million"
    r"|billion|trillion|dozen|score|half|halves|third|thirds|quarters?|first|second|fourth|fifth|sixth|seventh|eighth"
    r"|ninth|tenth|once|twice|thrice|single|double|triple|pair|couple|both|nil|percent)s?\b",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"\[Citation ID: ([^\[\]]*)\]")
_SLOT = re.compile(r"\{[A-Za-z]\d*\}")
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
    """Whether a text holds a digit of any script, a numeral sign (Ⅷ, ½, ²) or an English number word."""
    return any(unicodedata.category(one) in ("Nd", "Nl", "No") for one in text) or bool(_NUMBER_WORDS.search(text))


def escape(text: str, limit: int = MAX_NAME) -> str:
    """A stranger's words so that they cannot pass for a citation, a slot or a new line. At most `limit` characters."""
    plain = "".join(" " if unicodedata.category(one) in ("Cc", "Cf", "Co", "Zl", "Zp") else one for one in text)
    plain = " ".join(plain.translate(_BRACKETS).split())
    return plain if len(plain) <= limit else plain[: limit - 1].rstrip() + "…"


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
