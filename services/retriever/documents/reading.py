"""A file's bytes to a document that can be stored: what it is, what it says, how it is cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from services.common.printed import CURRENCY_CODES, CURRENCY_SIGNS, uses_decimal_comma
from services.retriever.documents.chunking import cut
from services.retriever.documents.facts import gather_facts
from services.retriever.documents.faults import unreadable
from services.retriever.documents.file_reader import find_media_type, read_file
from services.retriever.documents.model import (
    Heading,
    MediaType,
    Note,
    Paragraph,
    ParsedDocument,
    Passage,
    Reading,
    SourceTable,
)
from services.retriever.documents.notes import separate_notes
from services.retriever.documents.profile import read_profile
from services.retriever.documents.tokens import TokenCounter


def read_document(content: bytes, display_name: str, count: TokenCounter) -> ParsedDocument:
    """Read and cut a file. CPU-bound, some seconds for a megabyte of HTML: run it in a thread.

    Raises `InvalidArgument` with FORMAT_UNREADABLE for formats that are not read, and for files without visible text.
    """
    media_type, reading = read_file(content)
    return cut_reading(media_type, reading, display_name, count)


def cut_reading(media_type: MediaType, reading: Reading, display_name: str, count: TokenCounter) -> ParsedDocument:
    """Cut what a reader made of a file into what is stored.

    Raises `InvalidArgument` with FORMAT_UNREADABLE where it shows no text.
    """
    blocks = separate_notes(gather_facts(reading.blocks))
    texts = [text for block in blocks for text in _texts(block)]
    if not any(text.strip() for text in texts):
        raise unreadable("it holds no text that a reader could see")
    profile = read_profile(blocks, display_name, reading.margins)
    parents, passages = cut(
        blocks, profile.context, count, decimal_comma=uses_decimal_comma(texts), currency=_one_currency(texts)
    )
    if not passages:
        raise unreadable("it holds no text beyond its title")
    recognized = frozenset(reading.pages.recognized)
    if recognized:
        passages = tuple(replace(one, recognized=not recognized.isdisjoint(_page_numbers(one))) for one in passages)
    return ParsedDocument(media_type, profile, parents, passages, reading.notices, reading.pages)


def _page_numbers(passage: Passage) -> Iterator[int]:
    for place in (passage.place, *(cell.place for cell in passage.cells)):
        if place is not None:
            yield place.page


def _texts(block: Heading | Paragraph | Note | SourceTable) -> list[str]:
    if isinstance(block, SourceTable):
        return [block.caption, *(cell.text for row in block.rows for cell in row)]
    return [block.text]


def _one_currency(texts: list[str]) -> str:
    """The currency that the document names by code, where it names one and prints no other currency's sign."""
    joined = " ".join(texts)
    codes = set(re.findall(r"\b[A-Z]{3}\b", joined)) & CURRENCY_CODES
    signs = {CURRENCY_SIGNS[sign] for sign in ("€", "£", "¥", "₹") if sign in joined}
    named = codes | signs
    return named.pop() if len(named) == 1 and ("$" not in joined or not signs) else ""


__all__ = ["Reading", "cut_reading", "find_media_type", "read_document"]
