"""Small PDFs for tests, drawn with reportlab."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

from reportlab.lib import colors
from reportlab.lib.pagesizes import LETTER
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table

STYLES = getSampleStyleSheet()
WIDTH, HEIGHT = LETTER
GRID = ("GRID", (0, 0), (-1, -1), 0.5, colors.grey)
HEAD = ("FONTNAME", (0, 0), (-1, 0), "Helvetica-Bold")


def drawn(*pages: Callable[[Canvas], object], encrypt: str | None = None) -> bytes:
    """A PDF with one page for each function that draws on a canvas."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=LETTER, encrypt=encrypt, invariant=1)
    for page in pages:
        canvas.setFont("Helvetica", 10)
        page(canvas)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def flowing(*story: Any, furniture: Callable[[Canvas, Any], None] | None = None) -> bytes:
    """A PDF of paragraphs, tables and page breaks; `furniture` draws on every page."""
    buffer = io.BytesIO()
    template = SimpleDocTemplate(buffer, pagesize=LETTER, invariant=1)
    draw = furniture or (lambda _canvas, _template: None)
    template.build(list(story), onFirstPage=draw, onLaterPages=draw)
    return buffer.getvalue()


def title(text: str) -> Paragraph:
    """A title."""
    return Paragraph(text, STYLES["Title"])


def heading(text: str) -> Paragraph:
    """A heading of a section."""
    return Paragraph(text, STYLES["Heading2"])


def text(content: str) -> Paragraph:
    """A paragraph."""
    return Paragraph(content, STYLES["BodyText"])


def table(rows: Sequence[Sequence[Any]], *style: tuple[Any, ...], widths: Sequence[float] | None = None) -> Table:
    """A table whose lines and types `style` gives."""
    return Table([list(row) for row in rows], colWidths=widths, style=list(style))


def lines(canvas: Canvas, x: float, top: float, texts: Sequence[str], step: float = 14) -> None:
    """Lines of text below each other."""
    for index, line in enumerate(texts):
        canvas.drawString(x, top - index * step, line)


__all__ = [
    "GRID",
    "HEAD",
    "HEIGHT",
    "WIDTH",
    "PageBreak",
    "Spacer",
    "drawn",
    "flowing",
    "heading",
    "lines",
    "table",
    "text",
    "title",
]
