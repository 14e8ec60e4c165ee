"""Widely known businesses: how card networks abbreviate them, and what they sell, for banks that say neither.

Also the words in a business's name that tell its trade, and the words that only describe it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from services.retriever.ledger.folding import fold, joined
from services.retriever.ledger.merchants import name_key
from services.retriever.ledger.tables import read_sections


@dataclass(frozen=True, slots=True)
class Brand:
    """A known business. `category_id` is empty where what it sells differs from shop to shop."""

    name: str
    category_id: str


@cache
def _index() -> dict[str, Brand]:
    index: dict[str, Brand] = {}
    for category_id, entries in read_sections("brands.txt"):
        for entry in entries:
            name, *aliases = (one.strip() for one in entry.split("="))
            brand = Brand(name, category_id)
            for alias in (name, *aliases):
                index.setdefault(joined(alias), brand)
                index.setdefault(name_key(alias), brand)
    return index


def find_brand(key: str) -> Brand | None:
    """The business with this name or abbreviation (folded, without blanks)."""
    return _index().get(key)


@cache
def _trades() -> dict[tuple[str, ...], str]:
    trades: dict[tuple[str, ...], str] = {}
    for category_id, words in read_sections("trades.txt"):
        for word in words:
            trades[tuple(fold(word).split())] = category_id
    return trades


def trade_in_name(name: str) -> str:
    """The category that a business's own name tells ("Bridgeport Dental Group"), or "". The last such word decides."""
    words = fold(name, umlauts=True).split()
    trades = _trades()
    for end in range(len(words), 0, -1):
        for length in (3, 2, 1):
            if end - length >= 0 and (category_id := trades.get(tuple(words[end - length : end]))):
                return category_id
    return ""


@cache
def _hints() -> dict[str, frozenset[str]]:
    hints: dict[str, set[str]] = {}
    for category_id, words in read_sections("near_trades.txt"):
        for word in words:
            hints.setdefault(fold(word), set()).add(category_id)
    return {word: frozenset(found) for word, found in hints.items()}


def trades_near(name: str) -> frozenset[str]:
    """The categories that a business's name may make one think of ("Luna Café": coffee, restaurants).

    Too little to decide what a row is; enough to say which rows a category leaves out.
    """
    words = fold(name, umlauts=True).split()
    found = set().union(*(_hints().get(word, frozenset()) for word in words))
    trade = trade_in_name(name)
    return frozenset(found | {trade} if trade else found)


@cache
def _descriptive() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for primary, words in read_sections("descriptive.txt"):
        for word in words:
            table.setdefault(fold(word), set()).add(primary)
    return {word: frozenset(primaries) for word, primaries in table.items()}


def describes(word: str, category_id: str) -> bool:
    """Whether a folded word says nothing new about a business of that category ("" where it is not known)."""
    primaries = _descriptive().get(word)
    if primaries is None:
        return False
    return "" in primaries or not category_id or any(category_id.startswith(primary) for primary in primaries)
