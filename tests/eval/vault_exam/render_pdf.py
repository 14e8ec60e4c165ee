"""Papers as PDF, with ReportLab (BSD)."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any

from tests.eval.vault_exam.latent import MARK, Grid
from tests.eval.vault_exam.paper import Paper


def _xml(text: str) -> str:
    return MARK.sub(lambda m: f"<super>{m.group(1)}</super>", html.escape(text, quote=False))


def _picture(lines: list[str], width: float) -> Any:
    """Lines of text as a picture: a scanned page."""
    from io import BytesIO

    from PIL import Image as Raster
    from PIL import ImageDraw, ImageFont
    from reportlab.platypus import Image

    face = ImageFont.load_default(size=26)
    page = Raster.new("L", (1100, 90 + 48 * len(lines)), 250)
    pen = ImageDraw.Draw(page)
    for n, line in enumerate(lines):
        pen.text((50, 40 + 48 * n), line, fill=25, font=face)
    data = BytesIO()
    page.save(data, "PNG")
    data.seek(0)
    return Image(data, width, width * page.height / page.width)


def pdf(paper: Paper, path: Path) -> None:
    """`look`: page (A4, LETTER), font (Helvetica, Times), size, columns (1, 2), rules (grid, lines, zebra, none), header, footer."""
    from reportlab.lib import colors, pagesizes
    from reportlab.lib.enums import TA_RIGHT
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import BaseDocTemplate, Frame, PageBreak, PageTemplate, Paragraph, Spacer, Table

    from tests.eval.vault_exam.render import joins, lines

    look = paper.look
    size = look.get("size", 9.5)
    plain, bold = {"Times": ("Times-Roman", "Times-Bold"), "Courier": ("Courier", "Courier-Bold")}.get(
        look.get("font", "Helvetica"), ("Helvetica", "Helvetica-Bold")
    )
    page = pagesizes.LETTER if look.get("page") == "LETTER" else pagesizes.A4
    margin = look.get("margin", 54)
    colour = colors.HexColor(look.get("colour", "#1d3557"))
    body = ParagraphStyle("body", fontName=plain, fontSize=size, leading=size * 1.32, spaceAfter=5)
    small = ParagraphStyle("small", parent=body, fontSize=size - 1.8, leading=(size - 1.8) * 1.3, spaceAfter=2)
    heads = [
        ParagraphStyle(f"h{n}", parent=body, fontName=bold, fontSize=size + s, leading=(size + s) * 1.25, spaceBefore=8, spaceAfter=5, textColor=colour)
        for n, s in ((1, 7), (2, 3.5), (3, 1.2), (4, 0.5))
    ]
    cell_left = ParagraphStyle("cl", parent=body, fontSize=size - 0.6, leading=(size - 0.6) * 1.2, spaceAfter=0)
    cell_right = ParagraphStyle("cr", parent=cell_left, alignment=TA_RIGHT)
    head_left = ParagraphStyle("hl", parent=cell_left, fontName=bold)
    head_right = ParagraphStyle("hr", parent=head_left, alignment=TA_RIGHT)
    columns = look.get("columns", 1)
    gap = 18
    room = (page[0] - 2 * margin - gap * (columns - 1)) / columns

    def table(g: Grid, options: dict[str, Any]) -> Any:
        head, rows = lines(g)
        width = len(head[0]) if head else max(len(x) for s, x in rows if not s)
        whole = head + [x if not s else [x[0], *["<<"] * (width - 1)] for s, x in rows]
        style: list[Any] = [("VALIGN", (0, 0), (-1, -1), "MIDDLE" if look.get("rules") == "grid" else "TOP"),
                            ("TOPPADDING", (0, 0), (-1, -1), 2.2), ("BOTTOMPADDING", (0, 0), (-1, -1), 2.6)]
        data: list[list[Any]] = []
        words = set(options.get("left", ()))
        for r, line in enumerate(whole):
            is_head = r < len(head)
            is_section = not is_head and len(line) > 1 and all(c == "<<" for c in line[1:])
            out: list[Any] = []
            for c, cell in enumerate(line):
                if cell in ("<<", "^^"):
                    out.append("")
                    continue
                w, h = joins(whole, r, c)
                if w > 1 or h > 1:
                    style.append(("SPAN", (c, r), (c + w - 1, r + h - 1)))
                left = c <= g.label or c in words or (is_head and w > 1 and look.get("rules") == "zebra")
                p = (head_left if left else head_right) if is_head or is_section else (cell_left if left else cell_right)
                out.append(Paragraph(_xml(cell), p))
            data.append(out)
        if options.get("widths"):
            shares = options["widths"]
        else:
            shares = [options.get("label_share", 2.4) if c == g.label else 1.0 for c in range(width)]
            if g.own_currency:
                shares = [0.25 if head and c + 1 < width and head[-1][c + 1] == "<<" else s for c, s in enumerate(shares)]
        part = options.get("share", 1.0) * room
        rules = options.get("rules", look.get("rules", "lines"))
        if rules == "grid":
            style.append(("GRID", (0, 0), (-1, -1), 0.4, colors.grey))
        elif rules == "lines":
            style += [("LINEBELOW", (0, 0), (-1, -1), 0.25, colors.lightgrey)]
            if head:
                style.append(("LINEBELOW", (0, len(head) - 1), (-1, len(head) - 1), 0.9, colour))
        elif rules == "zebra":
            style.append(("ROWBACKGROUNDS", (0, len(head)), (-1, -1), [colors.whitesmoke, colors.white]))
            if head:
                style.append(("BACKGROUND", (0, 0), (-1, len(head) - 1), colors.HexColor("#dfe7ef")))
        t = Table(data, [part * s / sum(shares) for s in shares], repeatRows=len(head) if options.get("repeat", True) else 0, hAlign="LEFT")
        t.setStyle(style)
        return t

    story: list[Any] = []
    hidden: list[tuple[str, str]] = []
    for b in paper.blocks:
        if b.kind == "heading":
            story.append(Paragraph(_xml(b.text), heads[b.level - 1]))
        elif b.kind == "text":
            story.append(Paragraph(_xml(b.text), small if b.options.get("small") else body))
        elif b.kind == "note":
            story.append(Paragraph(f"<super>{b.options['mark']}</super> {_xml(b.text)}", small))
        elif b.kind == "list":
            for n, i in enumerate(b.items, 1):
                mark = f"{n}." if b.options.get("numbered") else "•"
                story.append(Paragraph(f"{mark} {_xml(i)}", ParagraphStyle("li", parent=body, leftIndent=12, firstLineIndent=-9)))
        elif b.kind == "table":
            assert b.grid
            if b.grid.caption:
                story.append(Paragraph(_xml(b.grid.caption), small))
            story += [table(b.grid, b.options), Spacer(1, 7)]
        elif b.kind == "page":
            story.append(PageBreak())
        elif b.kind == "picture":
            story.append(_picture(b.items, room))
        elif b.kind == "hidden":
            hidden.append((b.text, b.options["how"]))

    def furnish(c: Canvas, d: Any) -> None:
        c.saveState()
        c.setFont(plain, 7.5)
        c.setFillGray(0.35)
        if look.get("header"):
            c.drawString(margin, page[1] - 30, look["header"])
        if look.get("footer"):
            c.drawString(margin, 26, look["footer"])
        if look.get("numbers", True):
            c.drawRightString(page[0] - margin, 26, look.get("numbering", "Page {}").format(d.page))
        if d.page == 1:
            for k, (t, how) in enumerate(hidden):
                if how == "invisible":
                    run = c.beginText(margin, 60 + 12 * k)
                    run.setTextRenderMode(3)
                    run.setFont(plain, 8)
                    run.textOut(t)
                    c.drawText(run)
                else:
                    c.setFillGray(1)
                    c.setFont(plain, 0.9 if how == "tiny" else 6)
                    c.drawString(margin, 44 + 8 * k, t)
        c.restoreState()

    d = BaseDocTemplate(str(path), pagesize=page, leftMargin=margin, rightMargin=margin, topMargin=margin, bottomMargin=margin,
                        title=look.get("title", ""), author=look.get("author", ""), subject=look.get("subject", ""), invariant=1)
    frames = [Frame(margin + k * (room + gap), margin, room, page[1] - 2 * margin, 0, 0, 0, 0, id=f"f{k}") for k in range(columns)]
    d.addPageTemplates(PageTemplate(id="all", frames=frames, onPage=furnish))
    d.build(story)
