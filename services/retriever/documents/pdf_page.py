"""What is printed on a page of a PDF: its visible glyphs, its ruling lines, its fills and its images.

PDFium reads the page and draws it twice, with its text and without. A glyph that changes no pixel, or that has the
colour of what lies behind it, is nothing that a reader sees, whatever the file did to hide it.
"""

from __future__ import annotations

import ctypes
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as c

from services.retriever.documents.faults import unreadable

MAX_GLYPHS = 150_000
MAX_OBJECTS = 60_000
MAX_PIXELS = 4_000_000
MIN_SIZE = 2.5
# What two colours have to differ by, of 255, to be told apart.
CONTRAST = 20
_DEPTH = 8

Box: TypeAlias = tuple[float, float, float, float]
Matrix: TypeAlias = tuple[float, float, float, float, float, float]
_Pixels: TypeAlias = np.ndarray[Any, Any]
_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_INVISIBLE_MODES = {c.FPDF_TEXTRENDERMODE_INVISIBLE, c.FPDF_TEXTRENDERMODE_CLIP}

_SPACES = dict.fromkeys(
    map(ord, "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f")
)
_LETTERS = {
    **dict.fromkeys(_SPACES, " "),
    ord("\t"): " ",
    ord("\u3000"): " ",
    0x2: "-",
    0xFFFE: "-",
    0xAD: "-",
    0x2010: "-",
    0x2011: "-",
    0xFB00: "ff",
    0xFB01: "fi",
    0xFB02: "fl",
    0xFB03: "ffi",
    0xFB04: "ffl",
    0xFB05: "st",
    0xFB06: "st",
    # Symbol and Wingdings print their bullets from the private use area.
    **dict.fromkeys((0xF0B7, 0xF0A7, 0xF0A8, 0xF0D8, 0xF0FC, 0xF076, 0xF06C, 0xF06E), "•"),
}


@dataclass(slots=True)
class Glyph:
    """One character as it stands: coordinates in points from the page's top left, `size` of its font."""

    text: str
    x0: float
    x1: float
    baseline: float
    size: float
    bold: bool = False
    raised: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line, horizontal (`at` is its y) or vertical (`at` is its x), from `start` to `end`."""

    at: float
    start: float
    end: float


@dataclass(slots=True)
class PageContent:
    """One page, upright. `turns`: quarter turns clockwise that were taken back to set its text upright.

    `sideways` is text that runs another way, by its own turns, in coordinates in which it is upright.
    """

    number: int
    width: float
    height: float
    glyphs: list[Glyph] = field(default_factory=list)
    sideways: list[tuple[int, list[Glyph]]] = field(default_factory=list)
    horizontals: list[Rule] = field(default_factory=list)
    verticals: list[Rule] = field(default_factory=list)
    fills: list[Box] = field(default_factory=list)
    images: list[Box] = field(default_factory=list)
    hidden: Counter[str] = field(default_factory=Counter)
    unmapped_count: int = 0
    turns: int = 0
    recognized: bool = False
    """Whether its glyphs were read from a picture."""

    @property
    def pictured_part(self) -> float:
        """The part of the page that its largest picture takes, 0 to 1."""
        area = self.width * self.height
        return max(((x1 - x0) * (y1 - y0) / area for x0, y0, x1, y1 in self.images), default=0.0)

    def as_displayed(self, box: Box) -> Box:
        """The box in the coordinates of the page as a viewer shows it."""
        # Back from an upright page: its height is across where it was turned by a quarter.
        x0, y0, x1, y1 = _turned(box, -self.turns % 4, self.width, self.height)
        return (round(x0, 1), round(y0, 1), round(x1, 1), round(y1, 1))

    def as_upright(self, box: Box, turns: int) -> Box:
        """The box of sideways text in the coordinates of this page. Only for pages that were not turned themselves."""
        width, height = (self.height, self.width) if turns % 2 else (self.width, self.height)
        return _turned(box, -turns % 4, width, height)


@dataclass(slots=True)
class _Style:
    """What the glyphs of one text object share."""

    size: float
    bold: bool
    turns: int
    color: tuple[int, int, int] | None
    hidden: str
    order: int


@dataclass(slots=True)
class _Mark:
    """A character with the box that it takes, as displayed."""

    text: str
    box: Box
    origin: tuple[float, float]
    style: _Style


def read_page(document: Any, index: int) -> PageContent | None:
    """Read page `index` (from 0), None where it is damaged. Forms and notes that print are part of the page."""
    page = None
    try:
        page = load_page(document, index)
        return None if page is None else _Reader(page, index + 1).read()
    except (pdfium.PdfiumError, ValueError, OverflowError):
        # Broken numbers reach here as NaN or infinity.
        return None
    finally:
        if page is not None:
            page.close()


def load_page(document: Any, index: int) -> Any:
    """Page `index` (from 0) with the forms and notes that print on it; None where it is damaged."""
    try:
        page = document[index]
        annotated = c.FPDFPage_GetAnnotCount(page.raw) > 0
        if annotated and c.FPDFPage_Flatten(page.raw, c.FLAT_NORMALDISPLAY) == c.FLATTEN_SUCCESS:
            page.close()
            page = document[index]
    except pdfium.PdfiumError:
        return None
    return page


class _Reader:
    def __init__(self, page: Any, number: int) -> None:
        self._page = page
        self._width, self._height = page.get_size()
        self._display = _display_matrix(page.raw, self._width, self._height)
        self._content = PageContent(number, self._width, self._height)
        self._orders: dict[int, int] = {}
        self._covers: list[tuple[int, Box]] = []
        self._texts: list[Any] = []
        self._count = 0
        self._scale = min(1.0, math.sqrt(MAX_PIXELS / max(1.0, self._width * self._height)))

    def read(self) -> PageContent:
        content = self._content
        self._walk(_objects(self._page.raw), self._display, 0)
        marks = self._marks()
        shown = self._drop_hidden(marks)
        turns = Counter(mark.style.turns for mark in shown)
        content.turns = turns.most_common(1)[0][0] if turns else 0
        for turn in sorted(turns):
            glyphs = [_glyph(mark, turn, self._width, self._height) for mark in shown if mark.style.turns == turn]
            if turn == content.turns:
                content.glyphs = glyphs
            else:
                content.sideways.append((turn, glyphs))
        if content.turns:
            self._turn_shapes()
        return content

    def _walk(self, objects: Iterator[Any], matrix: Matrix, depth: int) -> None:
        for one in objects:
            self._count += 1
            if self._count > MAX_OBJECTS:
                return
            kind = c.FPDFPageObj_GetType(one)
            if kind == c.FPDF_PAGEOBJ_TEXT:
                self._orders[_address(one)] = self._count
                self._texts.append(one)
            elif kind == c.FPDF_PAGEOBJ_PATH:
                self._path(one, _concat(_matrix(one), matrix))
            elif kind == c.FPDF_PAGEOBJ_IMAGE:
                box = _bounds(_concat(_matrix(one), matrix), ((0, 0), (1, 0), (0, 1), (1, 1)))
                self._content.images.append(box)
                if not c.FPDFPageObj_HasTransparency(one):
                    self._covers.append((self._count, box))
            elif kind == c.FPDF_PAGEOBJ_FORM and depth < _DEPTH:
                self._walk(_form_objects(one), _concat(_matrix(one), matrix), depth + 1)

    def _path(self, path: Any, matrix: Matrix) -> None:
        mode, stroked = ctypes.c_int(), c.FPDF_BOOL()
        c.FPDFPath_GetDrawMode(path, mode, stroked)
        for points in self._subpaths(path, matrix):
            x0, y0, x1, y1 = _bounds(_IDENTITY, points)
            straight = all(abs(a[0] - b[0]) < 0.5 or abs(a[1] - b[1]) < 0.5 for a, b in pairwise(points))
            if not straight:
                continue
            if min(x1 - x0, y1 - y0) <= 2.5:
                self._rule(x0, y0, x1, y1)
            elif len(points) in (4, 5):
                if mode.value:
                    self._content.fills.append((x0, y0, x1, y1))
                    if _color(path, c.FPDFPageObj_GetFillColor)[1] >= 250:
                        self._covers.append((self._count, (x0, y0, x1, y1)))
                if stroked.value:
                    self._frame(points)
            elif stroked.value:
                self._frame(points)

    def _frame(self, points: list[tuple[float, float]]) -> None:
        for a, b in pairwise(points):
            self._rule(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))

    def _rule(self, x0: float, y0: float, x1: float, y1: float) -> None:
        if x1 - x0 >= y1 - y0 and x1 - x0 > 3:
            self._content.horizontals.append(Rule((y0 + y1) / 2, x0, x1))
        elif y1 - y0 > 3:
            self._content.verticals.append(Rule((x0 + x1) / 2, y0, y1))

    def _subpaths(self, path: Any, matrix: Matrix) -> Iterator[list[tuple[float, float]]]:
        points: list[tuple[float, float]] = []
        x, y = ctypes.c_float(), ctypes.c_float()
        curved = False
        count = c.FPDFPath_CountSegments(path)
        self._count += count
        for index in range(min(count, MAX_OBJECTS)):
            segment = c.FPDFPath_GetPathSegment(path, index)
            kind = c.FPDFPathSegment_GetType(segment)
            c.FPDFPathSegment_GetPoint(segment, x, y)
            if kind == c.FPDF_SEGMENT_MOVETO:
                if len(points) > 1 and not curved:
                    yield points
                points, curved = [], False
            curved = curved or kind == c.FPDF_SEGMENT_BEZIERTO
            points.append(_apply(matrix, x.value, y.value))
            if c.FPDFPathSegment_GetClose(segment) and points[-1] != points[0]:
                points.append(points[0])
        if len(points) > 1 and not curved:
            yield points

    def _marks(self) -> list[_Mark]:
        text_page = self._page.get_textpage()
        try:
            return list(self._characters(text_page.raw))
        finally:
            text_page.close()

    def _characters(self, page: Any) -> Iterator[_Mark]:
        styles: dict[int, _Style] = {}
        display = self._display
        box, x, y = c.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
        box_out, x_out, y_out = ctypes.byref(box), ctypes.byref(x), ctypes.byref(y)
        count = c.FPDFText_CountChars(page)
        for index in range(min(count, MAX_GLYPHS)):
            if c.FPDFText_IsGenerated(page, index) == 1:
                continue
            text = _letter(c.FPDFText_GetUnicode(page, index))
            if not text:
                self._content.unmapped_count += 1
                continue
            owner = c.FPDFText_GetTextObject(page, index)
            address = _address(owner)
            style = styles.get(address)
            if style is None:
                style = styles[address] = self._style(page, index, owner, address)
            c.FPDFText_GetLooseCharBox(page, index, box_out)
            c.FPDFText_GetCharOrigin(page, index, x_out, y_out)
            ax, ay = _apply(display, box.left, box.bottom)
            bx, by = _apply(display, box.right, box.top)
            place = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
            yield _Mark(text, place, _apply(display, x.value, y.value), style)

    def _style(self, page: Any, index: int, owner: Any, address: int) -> _Style:
        matrix = c.FS_MATRIX()
        c.FPDFText_GetMatrix(page, index, matrix)
        display = self._display
        dx = display[0] * matrix.a + display[2] * matrix.b
        dy = display[1] * matrix.a + display[3] * matrix.b
        turns = round(math.atan2(dy, dx) / (math.pi / 2)) % 4 if dx or dy else 0
        # The size that a font is set in counts only with the matrix that it is drawn by.
        up = (display[0] * matrix.c + display[2] * matrix.d, display[1] * matrix.c + display[3] * matrix.d)
        size = c.FPDFText_GetFontSize(page, index) * math.hypot(*up)
        name = ctypes.create_string_buffer(128)
        flags = ctypes.c_int()
        c.FPDFText_GetFontInfo(page, index, name, len(name), flags)
        font = name.value.decode("utf-8", "replace").lower()
        weight = c.FPDFText_GetFontWeight(page, index)
        bold = any(word in font for word in ("bold", "black", "heavy", "semibold", "demi")) or weight >= 600
        mode = c.FPDFTextObj_GetTextRenderMode(owner) if owner else c.FPDF_TEXTRENDERMODE_FILL
        getter = c.FPDFPageObj_GetStrokeColor if mode == c.FPDF_TEXTRENDERMODE_STROKE else c.FPDFPageObj_GetFillColor
        color, alpha = _color(owner, getter) if owner else (None, 255)
        hidden = ""
        if mode in _INVISIBLE_MODES or alpha < CONTRAST:
            hidden = "an invisible text layer"
        elif size < MIN_SIZE:
            hidden = "its size"
        return _Style(size, bold, turns, color, hidden, self._orders.get(address, 0))

    def _drop_hidden(self, marks: list[_Mark]) -> list[_Mark]:
        """What a reader sees. Hidden stretches are counted with their reason, one for each run of characters."""
        inked = [mark for mark in marks if mark.text != " "]
        reasons = {id(mark): mark.style.hidden for mark in inked if mark.style.hidden}
        rest = [mark for mark in inked if not mark.style.hidden]
        if rest:
            drawn, bare = self._draw()
            for mark, reason in zip(rest, self._sights(rest, drawn, bare), strict=True):
                if reason:
                    reasons[id(mark)] = reason
        shown: list[_Mark] = []
        last = ""
        for mark in marks:
            if mark.text == " ":
                if not last:
                    shown.append(mark)
                continue
            reason = reasons.get(id(mark), "")
            if reason and reason != last:
                self._content.hidden[reason] += 1
            if not reason:
                shown.append(mark)
            last = reason
        return shown

    def _draw(self) -> tuple[_Pixels, _Pixels]:
        """The page's pixels with its text and without."""
        drawn = self._pixels()
        for text in self._texts:
            c.FPDFPageObj_SetIsActive(text, False)
        return drawn, self._pixels()

    def _pixels(self) -> _Pixels:
        """Rows of pixels, each one number of 32 bits: red in the lowest byte, then green and blue."""
        bitmap = self._page.render(scale=self._scale, may_draw_forms=False, rev_byteorder=True, prefer_bgrx=True)
        pixels: _Pixels = np.ascontiguousarray(bitmap.to_numpy()).view(np.uint32)[:, :, 0] & 0xFFFFFF
        bitmap.close()
        return pixels

    def _sights(self, marks: list[_Mark], drawn: _Pixels, bare: _Pixels) -> list[str]:
        """For each mark why it is not seen; empty where it is."""
        height, width = drawn.shape
        boxes = np.array([mark.box for mark in marks]) * self._scale
        left, top = np.floor(boxes[:, 0]).astype(int), np.floor(boxes[:, 1]).astype(int)
        right = np.maximum(np.ceil(boxes[:, 2]).astype(int), left + 1)
        bottom = np.maximum(np.ceil(boxes[:, 3]).astype(int), top + 1)
        off = (right <= 0) | (bottom <= 0) | (left >= width) | (top >= height)
        left, right = np.clip(left, 0, width - 1), np.clip(right, 1, width)
        top, bottom = np.clip(top, 0, height - 1), np.clip(bottom, 1, height)
        unseen = _is_empty(drawn != bare, left, top, right, bottom)
        colors = np.array([mark.style.color or (-255, -255, -255) for mark in marks])
        same = np.ones(len(marks), dtype=bool)
        for x, y in ((left, top), ((left + right) // 2, (top + bottom) // 2), (right - 1, bottom - 1)):
            behind = bare[y, x]
            channels = np.stack([behind & 255, behind >> 8 & 255, behind >> 16 & 255], axis=1).astype(int)
            same &= np.abs(channels - colors).max(axis=1) < CONTRAST
        unseen |= same
        # Only a cover that is drawn after the first text can lie over one.
        first = min((mark.style.order for mark in marks), default=0)
        covers = [(order, box) for order, box in self._covers if order > first > 0]
        reasons = ["its colour, or by what lies over it" if one else "" for one in unseen]
        for index, mark in enumerate(marks):
            if off[index]:
                reasons[index] = "standing off the page"
            elif any(order > mark.style.order and _holds(box, mark.box) for order, box in covers):
                reasons[index] = "its colour, or by what lies over it"
        return reasons

    def _turn_shapes(self) -> None:
        content, turns = self._content, self._content.turns
        for name in ("fills", "images"):
            setattr(content, name, [_turned(box, turns, self._width, self._height) for box in getattr(content, name)])
        rules = [(rule.start, rule.at, rule.end, rule.at) for rule in content.horizontals]
        rules += [(rule.at, rule.start, rule.at, rule.end) for rule in content.verticals]
        content.horizontals, content.verticals = [], []
        for rule in rules:
            self._rule(*_turned(rule, turns, self._width, self._height))
        if turns % 2:
            content.width, content.height = self._height, self._width


def _letter(code: int) -> str:
    if code in _LETTERS:
        return _LETTERS[code]
    if code < 0x20 or 0x7F <= code < 0xA0 or 0xE000 <= code <= 0xF8FF or 0x200B <= code <= 0x200F:
        return ""
    return "" if code in (0xFFFD, 0xFFFF, 0xFEFF, 0x2060) or code > 0x10FFFF or 0xD800 <= code < 0xE000 else chr(code)


def _glyph(mark: _Mark, turns: int, width: float, height: float) -> Glyph:
    x0, _, x1, _ = _turned(mark.box, turns, width, height)
    baseline = _turned((*mark.origin, *mark.origin), turns, width, height)[1]
    return Glyph(mark.text, x0, x1, baseline, mark.style.size, mark.style.bold)


def _turned(box: Box, turns: int, width: float, height: float) -> Box:
    """The box after `turns` quarter turns against the clock, so that text which ran down or up runs to the right."""
    if not turns:
        return box
    x0, y0, x1, y1 = box
    if turns == 1:
        return (y0, width - x1, y1, width - x0)
    if turns == 2:
        return (width - x1, height - y1, width - x0, height - y0)
    return (height - y1, x0, height - y0, x1)


def _display_matrix(page: Any, width: float, height: float) -> Matrix:
    """From the page's own space to points from its displayed top left; PDFium knows about rotation and crop box."""
    fine = 100.0
    size = (round(width * fine), round(height * fine))

    def at(x: float, y: float) -> tuple[float, float]:
        across, down = ctypes.c_int(), ctypes.c_int()
        c.FPDF_PageToDevice(page, 0, 0, *size, 0, x, y, across, down)
        return across.value / fine, down.value / fine

    origin, along, up = at(0, 0), at(1_000, 0), at(0, 1_000)
    return (
        (along[0] - origin[0]) / 1_000,
        (along[1] - origin[1]) / 1_000,
        (up[0] - origin[0]) / 1_000,
        (up[1] - origin[1]) / 1_000,
        *origin,
    )


def _objects(page: Any) -> Iterator[Any]:
    for index in range(c.FPDFPage_CountObjects(page)):
        yield c.FPDFPage_GetObject(page, index)


def _form_objects(form: Any) -> Iterator[Any]:
    for index in range(c.FPDFFormObj_CountObjects(form)):
        yield c.FPDFFormObj_GetObject(form, index)


def _address(one: Any) -> int:
    return ctypes.cast(one, ctypes.c_void_p).value or 0


def _matrix(one: Any) -> Matrix:
    matrix = c.FS_MATRIX()
    if not c.FPDFPageObj_GetMatrix(one, matrix):
        return _IDENTITY
    return (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)


def _color(one: Any, getter: Any) -> tuple[tuple[int, int, int] | None, int]:
    """Colour and opacity; no colour where it is a pattern."""
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not getter(one, red, green, blue, alpha):
        return None, 255
    return (red.value, green.value, blue.value), alpha.value


def _concat(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, cc, d, e, f = inner
    g, h, i, j, k, m = outer
    return (a * g + b * i, a * h + b * j, cc * g + d * i, cc * h + d * j, e * g + f * i + k, e * h + f * j + m)


def _apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    return matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]


def _bounds(matrix: Matrix, points: Any) -> Box:
    placed = [_apply(matrix, x, y) for x, y in points]
    xs, ys = [x for x, _ in placed], [y for _, y in placed]
    return (min(xs), min(ys), max(xs), max(ys))


def _holds(outer: Box, inner: Box) -> bool:
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]


def _is_empty(changed: np.ndarray[Any, Any], left: Any, top: Any, right: Any, bottom: Any) -> np.ndarray[Any, Any]:
    """For each box whether nothing in it changed, by running sums along the rows."""
    sums = np.zeros((changed.shape[0], changed.shape[1] + 1), dtype=np.int32)
    np.cumsum(changed, axis=1, out=sums[:, 1:])
    total = np.zeros(len(left), dtype=np.int64)
    for down in range(int((bottom - top).max())):
        row = np.minimum(top + down, bottom - 1)
        total += sums[row, right] - sums[row, left]
    empty: np.ndarray[Any, Any] = total == 0
    return empty


def open_pdf(content: bytes) -> Any:
    """The document. Raises FORMAT_UNREADABLE with what is wrong with it."""
    try:
        return pdfium.PdfDocument(content)
    except pdfium.PdfiumError as error:
        code = getattr(error, "err_code", None)
        if code == c.FPDF_ERR_PASSWORD:
            raise unreadable("it is protected by a password") from None
        if code == c.FPDF_ERR_SECURITY:
            raise unreadable("it is protected in a way that is not read") from None
        raise unreadable("it is damaged: it starts as a PDF does, and no PDF can be read from it") from None
