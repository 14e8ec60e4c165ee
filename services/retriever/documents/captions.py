"""Lines above a table that belong to it: its caption, and what its numbers are in."""

from __future__ import annotations

import re

MAX_WORDS, MAX_LENGTH = 16, 200
_CAPTION = re.compile(r"(?:table|exhibit|schedule|figure|chart)\s+[\dA-Z][\w.-]*\s*[.:–—-]?\s", re.IGNORECASE)
_UNIT_LINE = re.compile(
    r"\(?\s*(?:(?:unaudited|all|stated|expressed|presented|amounts?|figures|values|dollars?|euros?|pounds?|us|u\.s\.|usd|"
    r"eur|gbp|[$€£]|are|and|shares?)[\s,;:]*)*"
    r"in\s+(?:[\w.$€£]+\s+){0,2}?(?:thousands|millions|billions|lakhs?|crores?|dollars|euros|pounds|percent|%|usd|eur|gbp)"
    r"\b[^.;!?]{0,80}[.)]*",
    re.IGNORECASE,
)


def is_caption(text: str) -> bool:
    """Whether a line names a table: "Table 3. Segment revenue"."""
    return _CAPTION.match(text) is not None


def is_unit_line(text: str) -> bool:
    """Whether a line only says what numbers are in: "(In thousands, except per share data)", "Amounts in euros"."""
    return len(text) <= MAX_LENGTH and len(text.split()) <= MAX_WORDS and _UNIT_LINE.fullmatch(text.strip()) is not None
