"""Categories: Plaid's personal finance categories (version 2 names of 2023), and the words that people use for them.

https://plaid.com/documents/transactions-personal-finance-category-taxonomy.csv
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from services.retriever.ledger.folding import fold
from services.retriever.ledger.tables import read_sections

TAXONOMY = dict(read_sections("categories.txt"))
"""Primary ids → the rest of their detailed ones."""
PRIMARIES = frozenset(TAXONOMY)
DETAILED = frozenset(f"{primary}_{rest}" for primary, rests in TAXONOMY.items() for rest in rests)


def expand(category_ids: Iterable[str]) -> tuple[str, ...]:
    """Detailed ids of detailed and primary ones; an id that is neither stays as it is, and matches only itself."""
    expanded: dict[str, None] = {}
    for category_id in category_ids:
        rests = TAXONOMY.get(category_id)
        if rests is None:
            expanded[category_id] = None
        else:
            expanded.update((f"{category_id}_{rest}", None) for rest in rests)
    return tuple(expanded)


@dataclass(frozen=True, slots=True)
class CategoryGroup:
    """What a word for spending stands for. `name` is its id and how it is shown."""

    name: str
    category_ids: tuple[str, ...]
    words: tuple[str, ...]


def _read_groups() -> tuple[CategoryGroup, ...]:
    groups = []
    for name, (first, *words) in read_sections("category_words.txt"):
        listed = first.removeprefix("=").split()
        left_out = {one[1:] for one in listed if one.startswith("-")}
        category_ids = expand(one for one in listed if not one.startswith("-"))
        groups.append(CategoryGroup(name, tuple(one for one in category_ids if one not in left_out), tuple(words)))
    return tuple(groups)


GROUPS = _read_groups()


def display_name(category_id: str) -> str:
    """A category as a person reads it: the group that is just it, or its id in words."""
    named = _names().get(category_id)
    if named:
        return named
    return category_id.removeprefix(f"{primary_of(category_id)}_").replace("_", " ").lower()


def primary_of(category_id: str) -> str:
    """The primary category of a detailed one, or ""."""
    return next((one for one in PRIMARIES if category_id.startswith(f"{one}_")), "")


@cache
def _names() -> dict[str, str]:
    return {group.category_ids[0]: group.name for group in reversed(GROUPS) if len(group.category_ids) == 1}


@cache
def groups_by_words() -> dict[tuple[str, ...], CategoryGroup]:
    """Folded words → what they stand for."""
    return {tuple(fold(word).split()): group for group in GROUPS for word in group.words}


def find_group(words: str) -> CategoryGroup | None:
    """The category that a text names as a whole, or None."""
    return groups_by_words().get(tuple(fold(words).split()))


def read_bank_category(text: str) -> str:
    """A detailed id for what a bank's own file calls a category ("Food > Coffee", "Groceries"), or ""."""
    for part in reversed([one.strip() for one in text.replace("/", ">").replace(":", ">").split(">")]):
        if part.upper() in DETAILED:
            return part.upper()
        group = find_group(part)
        if group is not None and len(group.category_ids) == 1:
            return group.category_ids[0]
        if group is not None:
            primary = next((one for one in PRIMARIES if group.category_ids == expand((one,))), "")
            if primary:
                return f"{primary}_OTHER_{primary}" if f"{primary}_OTHER_{primary}" in DETAILED else ""
    return ""
