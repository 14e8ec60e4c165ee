"""Which columns are of the kind that a question asks for: a price, a limit, money out or in, what is left.

A row often prints several things of one item ("Limit", "Premium"). The words of the question that ask for one of them
("pay for", "insured for") stand in no label, and tell them apart all the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, auto
from functools import lru_cache

from services.answerer.documents.terms import fold, words
from services.answerer.documents.views import CellView
from services.common.printed import is_nil


class Kind(Enum):
    """What a column holds of its rows."""

    BALANCE = auto()
    DEDUCTIBLE = auto()
    LIMIT = auto()
    IN = auto()
    OUT = auto()
    PRICE = auto()


_HEADS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (Kind.BALANCE, re.compile(r"\b(?:balance|saldo|outstanding|remaining|still owed)\b")),
    (Kind.DEDUCTIBLE, re.compile(r"\b(?:deductibles?|excess)\b")),
    (
        Kind.LIMIT,
        re.compile(r"\b(?:limits?|sums? insured|insured up to|cover up to|maximum (?:benefit|payout|cover))\b"),
    ),
    (Kind.IN, re.compile(r"^(?:money |paid |amounts? )?in$|\bdeposits?\b|\bcredits?\b|\breceipts?\b")),
    (Kind.OUT, re.compile(r"^(?:money |paid |amounts? )?out$|\bwithdrawals?\b|\bdebits?\b")),
    (Kind.PRICE, re.compile(r"\b(?:fees?|price|costs?|charges?|premiums?|tariff|you pay)\b")),
)
# In the order in which they are asked for: "the most they pay" is a limit, although it says "pay".
_ASKED: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (Kind.BALANCE, re.compile(r"\bbalances?\b|\b(?:still|left to) (?:owe|pay)\b|\boutstanding\b")),
    (Kind.DEDUCTIBLE, re.compile(r"\b(?:deductibles?|excess|out of (?:my )?pocket)\b")),
    (
        Kind.LIMIT,
        re.compile(
            r"\blimits?\b|\b(?:insured|covered) (?:for|up to|to)\b|\bmost (?:they|it|you|we|the \w+) (?:will |would )?"
            r"(?:pay|cover)|\b(?:max(?:imum)?|largest|biggest) (?:payout|pay-out|benefit|claim)\b|"
            r"\bhow much (?:cover|coverage|insurance)\b"
        ),
    ),
    (
        Kind.IN,
        re.compile(
            r"\bcredit(?:ed|s)?\b(?! card)|\breceived?\b|\b(?:came|come|paid|pay) in\b|\bdeposit(?:ed)?\b|"
            r"\b(?:pay|paid|pays|send|sent|refund\w*) (?:me|us)\b|\brefund(?:ed)?\b|\bdid (?:i|we) get from\b"
        ),
    ),
    (
        Kind.OUT,
        re.compile(
            r"\b(?:left|leave|leaves|leaving|out of) (?:my|our|the) (?:\w+ )?account\b|\b(?:went|go|goes|gone|going|"
            r"taken|took|take|came) out\b|\bdebit(?:ed|s)?\b(?! card)|\bwithdr[ae]w\w*\b|\bspen[dt]\b"
        ),
    ),
    (
        Kind.PRICE,
        re.compile(
            r"\b(?:do|does|did|would|will) (?:i|we|they|it|you|that|this|[\w' -]{3,40}?) (?:have to )?(?:pay|cost|"
            r"charge|want|ask|add|bill|set (?:me|us) back)\b|\b(?:price|cost|costs|fee|fees|charge|premium)\b|"
            r"\bhow much is\b"
        ),
    ),
)


# Of such phrases, the words that name nothing themselves.
_ASKING_WORDS = frozenset(
    (
        *("add", "ask", "asks", "bills", "came", "come", "coming", "covered", "credit", "credited", "credits", "debit"),
        *("debited", "debits", "deposit", "deposited", "gone", "going", "goes", "in", "insured", "leave", "leaves"),
        *("leaving", "left", "most", "out", "pocket", "refund", "refunded", "sent", "set", "spend", "spent", "still"),
        *("taken", "took", "want", "wants", "went", "withdrawn", "withdrew"),
    )
)


def asked_kind(text: str) -> Kind | None:
    """The kind that a question asks for in its own words; None where it leaves it to the row."""
    return _asked(text)[0]


@lru_cache(maxsize=2_000)
def _asked(text: str) -> tuple[Kind | None, frozenset[str]]:
    """The kind, and the words that ask for it."""
    folded = fold(text)
    for kind, pattern in _ASKED:
        if found := pattern.search(folded):
            return kind, frozenset(words(found[0])) & _ASKING_WORDS
    return None, frozenset()


def says_kind(text: str, word: str, view: CellView) -> bool:
    """Whether a word of the question only asks for what the cell's column holds ("went out" for "Withdrawals")."""
    kind, asking = _asked(text)
    return word in asking and kind_of_head(view.cell.column_path) is kind


@lru_cache(maxsize=20_000)
def kind_of_head(column_path: tuple[str, ...]) -> Kind | None:
    """What a column holds, by its last head; None where that names a plan, a period or anything else."""
    head = fold(column_path[-1]).strip(" .:()*") if column_path else ""
    return next((kind for kind, pattern in _HEADS if pattern.search(head)), None)


def are_of_asked_kind(text: str, views: Sequence[CellView]) -> list[bool]:
    """Of each cell, whether it may be what is asked for: not where only another cell of its row is of that kind."""
    kind = asked_kind(text)
    if kind is None:
        return [True] * len(views)
    own = [kind_of_head(view.cell.column_path) is kind for view in views]
    rows = {_row(view) for view, is_own in zip(views, own, strict=True) if is_own and _is_amount(view)}
    return [is_own or _row(view) not in rows for view, is_own in zip(views, own, strict=True)]


def _row(view: CellView) -> tuple[object, ...]:
    return (view.table_key, view.cell.row_path)


def _is_amount(view: CellView) -> bool:
    return bool(view.cell.number) or is_nil(view.cell.printed)
