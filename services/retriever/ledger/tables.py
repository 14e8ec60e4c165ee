"""Word tables in `data/`: sections in brackets, entries by comma or line, lines with # for the reader."""

from __future__ import annotations

from importlib import resources


def read_sections(name: str) -> list[tuple[str, tuple[str, ...]]]:
    """Sections of a table in order, each with its entries. Entries before the first section stand under ""."""
    sections: list[tuple[str, list[str]]] = [("", [])]
    for line in _lines(name):
        if line.startswith("["):
            sections.append((line.strip("[]"), []))
        else:
            sections[-1][1].extend(entry for part in line.split(",") if (entry := part.strip()))
    return [(section, tuple(entries)) for section, entries in sections if entries]


def read_words(name: str) -> frozenset[str]:
    """A table that is just words."""
    return frozenset(word for line in _lines(name) for word in line.split())


def _lines(name: str) -> list[str]:
    text = resources.files("services.retriever.ledger").joinpath("data", name).read_text(encoding="utf-8")
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


WORDS = {section: frozenset(entries) for section, entries in read_sections("word_lists.txt")}
"""Short lists of folded words, by what they are."""
