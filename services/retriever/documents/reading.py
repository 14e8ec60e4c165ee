"""A file's bytes to a document that can be stored: what it is, what it says, how it is cut."""

from __future__ import annotations

import codecs
import csv
import re

from services.common.printed import CURRENCY_CODES, CURRENCY_SIGNS, uses_decimal_comma
from services.retriever.documents.chunking import cut
from services.retriever.documents.faults import unreadable
from services.retriever.documents.html_reader import read_html
from services.retriever.documents.markdown_reader import read_markdown
from services.retriever.documents.model import Heading, MediaType, Note, Paragraph, ParsedDocument, Reading, SourceTable
from services.retriever.documents.notes import separate_notes
from services.retriever.documents.plain_reader import read_plain
from services.retriever.documents.profile import read_profile
from services.retriever.documents.tokens import TokenCounter

MAX_CHARACTERS = 20_000_000
MAX_CSV_LINE = 10_000

_OTHER_FORMATS = (
    (b"%PDF-", "PDF"),
    (b"PK\x03\x04", "a ZIP container (DOCX, XLSX)"),
    (b"\xd0\xcf\x11\xe0", "an old Office file"),
    (b"{\\rtf", "RTF"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"\x1f\x8b", "a gzip file"),
    (b"SQLite format 3", "a database file"),
)
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_CHARSET = re.compile(
    rb"""<(?:meta[^>]{0,200}charset|\?xml[^>]{0,200}encoding)\s*=\s*["']?([\w-]{2,20})""", re.IGNORECASE
)
_HTML = re.compile(
    r"<!doctype\s+html|<html[\s>]|<(?:body|table|h[1-6]|p|div|ul|ol|section|article)[\s>]", re.IGNORECASE
)
_MARKDOWN = (
    re.compile(r"^#{1,6} \S", re.MULTILINE),
    re.compile(r"^\|?(?:\s*:?-{3,}:?\s*\|)+\s*:?-*:?\s*\|?\s*$", re.MULTILINE),
    re.compile(r"\[[^\]\n]+\]\([^)\s]+\)"),
    re.compile(r"^(?:```|~~~)", re.MULTILINE),
    re.compile(r"\*\*[^*\n]+\*\*|__[^_\n]+__"),
    re.compile(r"^\[\^[^\]]+\]:", re.MULTILINE),
)


def read_document(content: bytes, display_name: str, count: TokenCounter) -> ParsedDocument:
    """Read and cut a file. CPU-bound, some seconds for a megabyte of HTML: run it in a thread.

    Raises `InvalidArgument` with FORMAT_UNREADABLE for formats that are not read, and for files without visible text.
    """
    text = _decode(content)
    media_type = find_media_type(text)
    reading = _READERS[media_type](text)
    blocks = separate_notes(reading.blocks)
    texts = [text for block in blocks for text in _texts(block)]
    if not any(text.strip() for text in texts):
        raise unreadable("it holds no text that a reader could see")
    profile = read_profile(blocks, display_name)
    parents, passages = cut(
        blocks, profile.context, count, decimal_comma=uses_decimal_comma(texts), currency=_one_currency(texts)
    )
    if not passages:
        raise unreadable("it holds no text beyond its title")
    return ParsedDocument(media_type, profile, parents, passages, reading.notices)


def find_media_type(text: str) -> MediaType:
    """The format of a text by what it holds; its name is never asked."""
    start = text.lstrip()[:2_000]
    if re.match(r"<!doctype\s+html|<html[\s>]", start, re.IGNORECASE):
        return MediaType.HTML
    marks = sum(1 for pattern in _MARKDOWN if pattern.search(text))
    tags = len(_HTML.findall(text[:200_000]))
    if start.startswith("<") and tags and not _MARKDOWN[0].search(text):
        return MediaType.HTML
    if marks >= 2 or _MARKDOWN[1].search(text) or (_MARKDOWN[0].search(text) and not _looks_like_script(text)):
        return MediaType.MARKDOWN
    return MediaType.HTML if tags >= 3 else MediaType.PLAIN


_READERS = {MediaType.HTML: read_html, MediaType.MARKDOWN: read_markdown, MediaType.PLAIN: read_plain}


def _decode(content: bytes) -> str:
    for magic, name in _OTHER_FORMATS:
        if content.startswith(magic):
            raise unreadable(f"it is {name}; HTML, Markdown and plain text are read")
    encoding = next((name for bom, name in _BOMS if content.startswith(bom)), "")
    if not encoding:
        declared = _CHARSET.search(content[:2_048])
        encoding = declared[1].decode("ascii") if declared else "utf-8"
    try:
        text = content.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        # Windows-1252 is what text without a declaration is in practice (WHATWG Encoding, 4.2).
        text = content.decode("cp1252", errors="replace")
    if len(text) > MAX_CHARACTERS:
        raise unreadable(f"it holds more than {MAX_CHARACTERS} characters")
    control = sum(1 for char in text[:10_000] if char < " " and char not in "\t\n\r\f\v")
    if control > max(2, len(text[:10_000]) // 200):
        raise unreadable("it is binary; HTML, Markdown and plain text are read")
    if _looks_like_mail(text):
        raise unreadable("it is an e-mail; HTML, Markdown and plain text are read")
    if _looks_like_csv(text):
        raise unreadable("it is CSV; HTML, Markdown and plain text are read")
    return text


def _looks_like_csv(text: str) -> bool:
    """Every line has the same number of fields, and few fields are sentences."""
    lines = [line[:MAX_CSV_LINE] for line in text.splitlines()[:50] if line.strip()]
    if len(lines) < 2 or _MARKDOWN[1].search(text):
        return False
    for mark in (",", ";", "\t"):
        rows = list(csv.reader(lines, delimiter=mark))
        fields = [field for row in rows for field in row]
        if (
            len({len(row) for row in rows}) == 1
            and len(rows[0]) > 1
            and sum(len(field.split()) for field in fields) < 4 * len(fields)
        ):
            return not any(re.search(r"[a-z][.!?]$", line) for line in lines)
    return False


def _looks_like_mail(text: str) -> bool:
    head = re.split(r"\r?\n\r?\n", text, maxsplit=1)[0]
    names = {name.lower() for name in re.findall(r"^([A-Za-z-]+):", head, re.MULTILINE)}
    return (
        re.match(r"[A-Za-z-]+: ", text) is not None
        and bool(names & {"received", "mime-version", "message-id"})
        and "from" in names
    )


def _looks_like_script(text: str) -> bool:
    return text.startswith("#!")


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


__all__ = ["Reading", "find_media_type", "read_document"]
