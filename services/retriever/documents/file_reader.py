"""A file's bytes to blocks: which format it is, by what it holds, and the reader for it. Its name is never asked."""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Callable

from services.retriever.documents.archives import open_archive
from services.retriever.documents.csv_reader import find_delimiter, read_csv
from services.retriever.documents.faults import unreadable
from services.retriever.documents.html_reader import read_html
from services.retriever.documents.markdown_reader import read_markdown
from services.retriever.documents.model import MediaType, Reading
from services.retriever.documents.plain_reader import read_plain
from services.retriever.ledger.charsets import decode_text

MAX_CHARACTERS = 20_000_000
MAX_CSV_LINE = 10_000
READ = "PDF, HTML, DOCX, XLSX, CSV, e-mail, Markdown and plain text are read"

_OTHER_FORMATS = (
    (b"{\\rtf", "RTF"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"II*\0", "a TIFF image"),
    (b"MM\0*", "a TIFF image"),
    (b"\x1f\x8b", "a gzip file"),
    (b"BZh", "a bzip2 file"),
    (b"7z\xbc\xaf", "a 7z file"),
    (b"Rar!", "a RAR file"),
    (b"%!PS", "PostScript"),
    (b"SQLite format 3", "a database file"),
)
_MAIL_HEADERS = frozenset(
    b"from to cc bcc subject date reply-to sender content-type content-transfer-encoding importance x-priority".split()
)
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
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


def read_file(
    content: bytes, depth: int = 0, follow: Callable[[int, int], object] | None = None
) -> tuple[MediaType, Reading]:
    """What a file is and what it says. `depth` counts the messages that it is attached in; `follow` is told how many
    pages of how many have been read. Pictures of text are read in a file of its own only.

    Raises `InvalidArgument` with FORMAT_UNREADABLE for what is not read, with the reason for a person to read.
    """
    try:
        return _read(content, depth, follow)
    except RecursionError:
        raise unreadable("it is nested too deeply") from None


def _read(content: bytes, depth: int, follow: Callable[[int, int], object] | None) -> tuple[MediaType, Reading]:
    if b"%PDF-" in content[:1_024]:
        from services.retriever.documents.pdf_reader import read_pdf

        return MediaType.PDF, read_pdf(content, follow, recognize=not depth)
    if content.startswith(b"PK\x03\x04"):
        return _read_archive(content)
    if content.startswith(_OLD_OFFICE):
        locked = "EncryptedPackage".encode("utf-16-le") in content
        raise unreadable("it is protected by a password" if locked else f"it is an old Office file; {READ}")
    for magic, name in _OTHER_FORMATS:
        if content.startswith(magic):
            raise unreadable(f"it is {name}; {READ}")
    if _looks_like_mail(content):
        from services.retriever.documents.eml_reader import MAX_DEPTH, read_eml

        if depth >= MAX_DEPTH:
            raise unreadable("it is a message inside messages inside messages")
        return MediaType.EML, read_eml(content, lambda part: read_file(part, depth + 1)[1])
    text = _decode(content)
    if len(text) > MAX_CHARACTERS:
        raise unreadable(f"it holds more than {MAX_CHARACTERS} characters")
    control = sum(1 for char in text[:10_000] if char < " " and char not in "\t\n\r\f\v")
    if control > max(2, len(text[:10_000]) // 200):
        raise unreadable(f"it is binary; {READ}")
    if looks_like_csv(text):
        return MediaType.CSV, read_csv(text)
    media_type = find_media_type(text)
    return media_type, _TEXT_READERS[media_type](text)


def _read_archive(content: bytes) -> tuple[MediaType, Reading]:
    names = set(open_archive(content).namelist())
    if "word/document.xml" in names or any(re.match(r"word/document\d*\.xml$", name) for name in names):
        from services.retriever.documents.docx_reader import read_docx

        return MediaType.DOCX, read_docx(content)
    if "xl/workbook.xml" in names:
        from services.retriever.documents.xlsx_reader import read_xlsx

        return MediaType.XLSX, read_xlsx(content)
    raise unreadable(f"it is a ZIP container that holds neither a document nor a workbook; {READ}")


def is_binary(content: bytes) -> bool:
    """Whether a file is of a format whose reader is better kept in a process of its own."""
    return b"%PDF-" in content[:1_024] or content.startswith(b"PK\x03\x04") or _looks_like_mail(content)


def find_media_type(text: str) -> MediaType:
    """The format of a text by what it holds."""
    start = text.lstrip()[:2_000]
    if re.match(r"<!doctype\s+html|<html[\s>]", start, re.IGNORECASE):
        return MediaType.HTML
    marks = sum(1 for pattern in _MARKDOWN if pattern.search(text))
    tags = len(_HTML.findall(text[:200_000]))
    if start.startswith("<") and tags and not _MARKDOWN[0].search(text):
        return MediaType.HTML
    if marks >= 2 or _MARKDOWN[1].search(text) or (_MARKDOWN[0].search(text) and not text.startswith("#!")):
        return MediaType.MARKDOWN
    return MediaType.HTML if tags >= 3 else MediaType.PLAIN


_TEXT_READERS = {MediaType.HTML: read_html, MediaType.MARKDOWN: read_markdown, MediaType.PLAIN: read_plain}
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def _decode(content: bytes) -> str:
    encoding = next((name for bom, name in _BOMS if content.startswith(bom)), "")
    declared = _CHARSET.search(content[:2_048])
    if not encoding and not declared and content[:2_000].count(0) > len(content[:2_000]) // 4:
        return decode_text(content)
    encoding = encoding or (declared[1].decode("ascii") if declared else "utf-8")
    try:
        return content.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        # Windows-1252 is what text without a declaration is in practice (WHATWG Encoding, 4.2).
        return content.decode("cp1252", errors="replace")


def looks_like_csv(text: str) -> bool:
    """Most lines have the same number of fields, and few fields are sentences."""
    lines = [line[:MAX_CSV_LINE] for line in text[:200_000].splitlines()[:200] if line.strip()]
    mark = find_delimiter(text)
    if len(lines) < 2 or not mark or _MARKDOWN[1].search(text) or text.lstrip().startswith("<"):
        return False
    rows = [row for row in csv.reader(lines, delimiter=mark) if row]
    fields = [field for row in rows for field in row if field.strip()]
    # Commas stand in sentences as well: those have a space after them and few of them are alike.
    spaced = sum(field.startswith(" ") for row in rows for field in row[1:])
    parts = sum(len(row) - 1 for row in rows)
    if mark == "," and spaced > 0.5 * max(parts, 1) and not all(len(row) == len(rows[0]) for row in rows):
        return False
    if not fields:
        return False
    # A table may hold a sentence in a row or two; prose is made of them.
    sentences = sum(_is_sentence(row, mark) for row in rows)
    alike = len(rows[0]) > 2 and all(len(row) == len(rows[0]) for row in rows)
    return sentences <= (0.5 if alike else 0.1) * len(rows)


def _is_sentence(row: list[str], mark: str) -> bool:
    fields = [field for field in row if field.strip()]
    if sum(len(field.split()) for field in fields) >= 5 * max(1, len(fields)):
        return True
    return mark == "," and re.search(r"[a-z][.!?]$", row[-1].strip()) is not None


def _looks_like_mail(content: bytes) -> bool:
    head = re.split(rb"\r?\n\r?\n", content[:64_000], maxsplit=1)[0]
    if not re.match(rb"(?:From |[A-Za-z-]+:[ \t])", head):
        return False
    names = {name.lower() for name in re.findall(rb"^([A-Za-z-]+):", head, re.MULTILINE)}
    if b"from" in names and names & {b"received", b"mime-version", b"message-id"}:
        return True
    # A saved message may have lost all other headers; a memo of the same look says more than they do.
    return {b"from", b"subject", b"date"} <= names <= _MAIL_HEADERS
