"""Text recognition for pages that are pictures: an extra (`pip install tieout[ocr]`), used where it is installed.

RapidOCR runs PP-OCR's models, which its package brings, on ONNX Runtime. What it reads is placed on the page as if the
file had printed it, so that columns and tables are found in it as in any other page; the page is marked as recognized.
"""

from __future__ import annotations

import importlib.util
import math
import time
from typing import Any

import numpy as np

from services.retriever.documents.pdf_page import MAX_PIXELS, Glyph, load_page

ENGINE = "rapidocr_onnxruntime"
DOTS_PER_INCH = 150
MIN_SCORE = 0.6
# A page takes some seconds; what is over this of the process's 180 is left unread, and the rest of the file is read.
CPU_SECONDS = 110.0
# The part of a line's box that lies above its baseline, and what of it the type's size is.
_BASELINE, _SIZE = 0.8, 0.85


def is_installed() -> bool:
    """Whether pictures can be read here."""
    return importlib.util.find_spec(ENGINE) is not None


class Recognizer:
    """Reads pages from their pictures. Its models (15 MB) are loaded for the first page that needs them."""

    def __init__(self) -> None:
        self._engine: Any = None

    def read(self, document: Any, index: int) -> list[Glyph]:
        """Glyphs of page `index` (from 0) in points from its top left; none where no text is found or time is up."""
        if time.process_time() > CPU_SECONDS or not is_installed():
            return []
        page = load_page(document, index)
        if page is None:
            return []
        width, height = page.get_size()
        scale = min(DOTS_PER_INCH / 72, math.sqrt(MAX_PIXELS / max(1.0, width * height)))
        bitmap = page.render(scale=scale)
        pixels = np.ascontiguousarray(bitmap.to_numpy()[:, :, :3])
        page.close()
        lines, _ = self._loaded()(pixels)
        return [
            glyph
            for box, text, score in lines or ()
            if float(score) >= MIN_SCORE
            for glyph in _glyphs(np.asarray(box, dtype=float) / scale, str(text))
        ]

    def _loaded(self) -> Any:
        if self._engine is None:
            module = importlib.import_module(ENGINE)
            self._engine = module.RapidOCR(intra_op_num_threads=2)
        return self._engine


def _glyphs(corners: np.ndarray[Any, Any], text: str) -> list[Glyph]:
    """One line's characters, each with an equal part of the line's box."""
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    step = (right - left) / max(1, len(text))
    baseline = top + _BASELINE * (bottom - top)
    size = _SIZE * (bottom - top)
    return [Glyph(char, left + at * step, left + (at + 1) * step, baseline, size) for at, char in enumerate(text)]
