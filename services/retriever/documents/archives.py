"""ZIP containers of office files, opened only when what they hold fits."""

from __future__ import annotations

import io
import zipfile
import zlib

from services.retriever.documents.faults import unreadable

MAX_ENTRIES = 10_000
MAX_UNPACKED = 300 * 1024 * 1024
# What the libraries for office files raise on parts that are not what they say. Malformed XML is a SyntaxError.
DAMAGE = (
    SyntaxError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    OSError,
    EOFError,
    zipfile.BadZipFile,
    zlib.error,
)


def open_archive(content: bytes) -> zipfile.ZipFile:
    """The container. What an entry declares as its size bounds what can be read of it, so the sum bounds all."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        raise unreadable("it is a damaged ZIP container") from None
    entries = archive.infolist()
    if len(entries) > MAX_ENTRIES:
        raise unreadable(f"it is a container of more than {MAX_ENTRIES} files")
    if sum(entry.file_size for entry in entries) > MAX_UNPACKED:
        raise unreadable(f"it would unpack to more than {MAX_UNPACKED // 1024 // 1024} MB")
    if any(entry.flag_bits & 1 for entry in entries):
        raise unreadable("it is protected by a password")
    return archive
