"""What logs may not hold: tokens, who somebody is, amounts, names, words of papers, sayings and questions."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tests.integration.isolation.stack import User

# Of every person's rows, papers, statements and questions, and of the hostile texts that tests send.
PHRASES = (
    "stop payment",
    "waived",
    "schedule of fees",
    "dinghy",
    "my gym",
    "how much",
    "i want to save",
    "get paid",
    "moose lodge",
    "interest paid",
    "duluth",
    "barbell",
    "apartments",
    "credit union",
    "pg_sleep",
    "jndi",
    "/etc/passwd",
    "citation id",
    "kayak",
)
_TOKENS = re.compile(r"eyJ[\w-]{8,}|\bv1\.\d+\.[0-9a-f]{8}-|\bbearer\s+\S|\btieoutjob\s+\S", re.IGNORECASE)
_WORDS = re.compile(r"[a-z]+")
_NUMBERS = re.compile(r"(?<![0-9a-f.-])\d+(?:\.\d+)?(?![0-9a-f.-])")
_IDS = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def leaks(text: str, users: Iterable[User]) -> set[str]:
    """What of these users, or of any token, stands in a log."""
    folded = text.lower()
    words, numbers, ids = (set(one.findall(folded)) for one in (_WORDS, _NUMBERS, _IDS))
    found = {match[0][:12] for match in _TOKENS.finditer(text)} | {one for one in PHRASES if one in folded}
    for user in users:
        person = user.person
        found |= {person.word} if person.word.lower() in words else set()
        found |= numbers & {person.fee, person.spent, person.goal, *person.prices}
        found |= ids & {str(user.user_id)}
    return found
