"""Text of strangers inside a prompt: as data, between marks that nobody who wrote it could know."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field

from services.answerer.closure import escape

# A run of these is how a block begins or ends.
_MARKS = re.compile(r"[<＜]{2,}|[>＞]{2,}")
MAX_BLOCK = 4000


@dataclass(frozen=True, slots=True)
class Fence:
    """The marks of one request. `token` has 128 random bits and is used once."""

    token: str = field(default_factory=lambda: secrets.token_urlsafe(16))

    def block(self, name: str, text: str, limit: int = MAX_BLOCK) -> str:
        """A stranger's text, on one line: no bracket, brace, control or run of marks of it is left."""
        return self.own_block(name, escape(_MARKS.sub("|", text).replace(self.token, "|"), limit))

    def own_block(self, name: str, text: str) -> str:
        """A text that code made, as it is."""
        return f"<<<{self.token} {name}\n{text}\n{self.token}>>>"
