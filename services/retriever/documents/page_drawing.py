"""A page of a PDF as a picture, with boxes outlined: for people who would rather look.

The page is drawn as it was read, with its forms and the notes that print. Size and weight of the picture are bounded
whatever the file holds.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from typing import Any

from PIL import Image, ImageDraw

from services.common.errors import InvalidArgument
from services.retriever.documents.faults import unreadable
from services.retriever.documents.pdf_page import MAX_PIXELS, Box, load_page, open_pdf

MAX_BYTES = 512 * 1024
_POINTS = 72
_LEVEL, _TRIES = 4, 5
_INK, _WASH = (200, 30, 30), (255, 214, 0, 64)
# What an outline keeps clear of the letters that it is drawn around, in points.
_CLEARANCE = 2.0


def draw_page(content: bytes, page_number: int, boxes: Sequence[Box], dots_per_inch: int) -> bytes:
    """The page (from 1) as PNG of at most `MAX_BYTES`; `boxes` in points from its displayed top left.

    Raises `InvalidArgument` (FORMAT_UNREADABLE) where the file or the page cannot be drawn.
    """
    document = open_pdf(content)
    try:
        return _draw(document, page_number, boxes, dots_per_inch)
    finally:
        document.close()


def draw_pages(content: bytes, wanted: Sequence[tuple[int, Sequence[Box]]], dots_per_inch: int) -> list[bytes]:
    """Several pages, each with its boxes; empty for one that cannot be drawn. Raises where the file cannot be read."""
    pictures = []
    document = open_pdf(content)
    try:
        for page_number, boxes in wanted:
            try:
                pictures.append(_draw(document, page_number, boxes, dots_per_inch))
            except InvalidArgument:
                pictures.append(b"")
    finally:
        document.close()
    return pictures


def _draw(document: Any, page_number: int, boxes: Sequence[Box], dots_per_inch: int) -> bytes:
    page = load_page(document, page_number - 1) if 1 <= page_number <= len(document) else None
    if page is None:
        raise unreadable("its page cannot be drawn")
    width, height = page.get_size()
    finest = math.sqrt(MAX_PIXELS / max(1.0, width * height))
    scale = min(dots_per_inch / _POINTS, finest)
    picture = page.render(scale=scale).to_pil().convert("RGB")
    page.close()
    return _encode(_outline(picture, boxes, scale))


def _outline(picture: Image.Image, boxes: Sequence[Box], scale: float) -> Image.Image:
    wash = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    pen = ImageDraw.Draw(wash)
    for left, top, right, bottom in boxes:
        x0, y0 = max(0.0, (left - _CLEARANCE) * scale), max(0.0, (top - _CLEARANCE) * scale)
        x1 = min(picture.width - 1.0, max((right + _CLEARANCE) * scale, x0 + 1))
        y1 = min(picture.height - 1.0, max((bottom + _CLEARANCE) * scale, y0 + 1))
        if x0 < x1 and y0 < y1:
            pen.rectangle((x0, y0, x1, y1), fill=_WASH, outline=(*_INK, 255), width=max(2, round(1.2 * scale)))
    return Image.alpha_composite(picture.convert("RGBA"), wash).convert("RGB")


def _encode(picture: Image.Image) -> bytes:
    """PNG within the bound: in all its colours, else in 64 of them, else so much smaller as it is too large."""
    size = 0
    for _ in range(_TRIES):
        for candidate in (picture, picture.quantize(64, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)):
            buffer = io.BytesIO()
            candidate.save(buffer, "PNG", compress_level=_LEVEL)
            size = buffer.tell()
            if size <= MAX_BYTES:
                return buffer.getvalue()
        part = 0.95 * math.sqrt(MAX_BYTES / size)
        picture = picture.resize((max(1, int(picture.width * part)), max(1, int(picture.height * part))))
    raise unreadable("its page cannot be drawn small enough")
