"""The text of a bank's file: by its marks, by what it declares, by what fits."""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
# Files that declare one of these hold Windows-1252 as often as not, which reads both alike.
_WESTERN = frozenset({"", "none", "iso8859-1", "latin-1", "cp1252", "ascii", "utf-8"})
SAMPLE = 2000
"""How much of a file tells whether it is text, in bytes or characters."""


def decode_text(content: bytes, declared: str = "") -> str:
    """The text of a file. `declared` is what its own header says ("1252", "ISO-8859-2"), which is believed only where
    the bytes allow it: banks declare US-ASCII and send UTF-8. Raises `ValueError` for what is no text."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content.decode(encoding)
    wide = _wide_encoding(content[:SAMPLE])
    if wide:
        return content.decode(wide)
    name = codec_name(declared)
    for encoding in ("utf-8", *(() if name in _WESTERN else (name,))):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return _decode_single_byte(content, declared=bool(name))


def split_lines(text: str) -> list[str]:
    """Lines as files have them: other separators of Unicode's are characters of a text."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def codec_name(declared: str) -> str:
    """Python's name of a charset as files declare it; "" for none and for an unknown one."""
    text = re.sub(r"^(?:windows|cp|ms)[-_]?(?=\d)", "", declared.strip().lower())
    for name in (f"cp{text}" if text.isdigit() else text, f"iso-{text}"):
        try:
            return codecs.lookup(name).name
        except LookupError:
            continue
    return ""


def _wide_encoding(sample: bytes) -> str:
    nulls = sample.count(0)
    if nulls <= len(sample) // 4:
        return ""
    return "utf-16-be" if sample[::2].count(0) > nulls // 2 else "utf-16-le"


def _decode_single_byte(content: bytes, *, declared: bool) -> str:
    try:
        western = content.decode("cp1252")
    except UnicodeDecodeError:
        western = ""
    if western and declared:
        return western
    # A handful of letters is too little for a detector: its finding needs to read better than Windows-1252.
    best = from_bytes(content).best()
    if best is not None and best.encoding not in ("cp1252", "latin_1") and (not western or best.chaos < 0.02):
        detected = str(best)
        if not western or _oddness(detected) < _oddness(western):
            return detected
    if not western:
        raise ValueError("the charset is not known")
    return western


def _oddness(text: str) -> int:
    """Characters that bank files hardly ever hold."""
    return sum(
        1
        for character in text
        if not character.isascii() and not character.isalpha() and character not in "€£¥°–—’‘“”…·\xa0§"
    )
