"""Papers as files: HTML, DOCX, XLSX, CSV, Markdown, plain text, e-mail. PDF is in `render_pdf`."""

from __future__ import annotations

import csv
import html
import io
import re
import textwrap
from decimal import Decimal
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from tests.eval.vault_exam.latent import MARK, Grid, number, unmarked
from tests.eval.vault_exam.paper import Paper
from tests.eval.vault_exam.render_pdf import pdf

SUPERSCRIPT = str.maketrans("0123456789abc", "⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜ")


def split_money(grid: Grid, cell: str) -> tuple[str, str]:
    """(currency cell, figure cell) where the table prints its currency apart."""
    sign = grid.own_currency
    if sign and cell.startswith(sign):
        return sign, cell.removeprefix(sign).strip()
    return "", cell


def money_columns(grid: Grid) -> tuple[int, ...]:
    if not grid.own_currency:
        return ()
    return grid.money_cols or tuple(c for c in range(grid.width) if c != grid.label)


def spread(grid: Grid, line: tuple[str, ...], *, head: bool) -> list[str]:
    """The cells of a line with the currency in cells of its own."""
    apart = money_columns(grid)
    out: list[str] = []
    for c, cell in enumerate(line):
        if c not in apart:
            out.append(cell)
        elif head:
            out += [cell, "<<"]
        elif cell in ("<<", "^^"):
            out += [cell, cell]
        else:
            out += split_money(grid, cell)
    return out


def lines(grid: Grid) -> tuple[list[list[str]], list[tuple[bool, list[str]]]]:
    head = [spread(grid, h, head=True) for h in grid.head]
    body = [(True, [x.section]) if x.is_section else (False, spread(grid, x.cells, head=False)) for x in grid.body]
    return head, body


def joins(block: list[list[str]], r: int, c: int) -> tuple[int, int]:
    """(columns, rows) that the cell at r, c covers."""
    width = 1
    while c + width < len(block[r]) and block[r][c + width] == "<<":
        width += 1
    height = 1
    while r + height < len(block) and c < len(block[r + height]) and block[r + height][c] == "^^":
        height += 1
    return width, height


# ---------------------------------------------------------------------------------------------- HTML
def _inline_html(text: str, style: str = "sup") -> str:
    body = html.escape(text, quote=False)
    return MARK.sub(lambda m: f"<{style}>{m.group(1)}</{style}>", body)


def _html_table(grid: Grid, css: str) -> str:
    head, body = lines(grid)
    width = len(head[0]) if head else max(len(x) for s, x in body if not s)
    out = [f'<table class="{css}">']
    if grid.caption:
        out.append(f"<caption>{_inline_html(grid.caption)}</caption>")

    def row(block: list[list[str]], r: int, tag: str) -> str:
        cells = []
        for c, cell in enumerate(block[r]):
            if cell in ("<<", "^^"):
                continue
            w, h = joins(block, r, c)
            attr = (f' colspan="{w}"' if w > 1 else "") + (f' rowspan="{h}"' if h > 1 else "")
            cells.append(f"<{tag}{attr}>{_inline_html(cell) or '&nbsp;'}</{tag}>")
        return "<tr>" + "".join(cells) + "</tr>"

    if head:
        out.append("<thead>" + "".join(row(head, r, "th") for r in range(len(head))) + "</thead>")
    out.append("<tbody>")
    plain = [x for s, x in body if not s]
    k = 0
    for is_section, x in body:
        if is_section:
            out.append(f'<tr class="sec"><td colspan="{width}"><strong>{_inline_html(x[0])}</strong></td></tr>')
        else:
            out.append(row(plain, k, "td"))
            k += 1
    out.append("</tbody></table>")
    return "\n".join(out)


def _html_pairs(grid: Grid) -> str:
    """A table of two columns as a list of terms, as many sites write it."""
    out = ['<dl class="facts">']
    for x in grid.body:
        if x.is_section:
            out.append(f"</dl><h4>{_inline_html(x.section)}</h4><dl class=\"facts\">")
        else:
            out.append(f"<dt>{_inline_html(x.cells[0])}</dt><dd>{_inline_html(x.cells[1])}</dd>")
    return "\n".join([*out, "</dl>"])


def html_page(paper: Paper) -> str:
    look = paper.look
    body: list[str] = []
    for b in paper.blocks:
        if b.kind == "heading":
            body.append(f"<h{b.level}>{_inline_html(b.text)}</h{b.level}>")
        elif b.kind == "text":
            body.append(f"<p>{_inline_html(b.text)}</p>")
        elif b.kind == "note":
            body.append(f'<p class="fn"><sup>{b.options["mark"]}</sup> {_inline_html(b.text)}</p>')
        elif b.kind == "list":
            tag = "ol" if b.options.get("numbered") else "ul"
            body.append(f"<{tag}>" + "".join(f"<li>{_inline_html(i)}</li>" for i in b.items) + f"</{tag}>")
        elif b.kind == "table":
            assert b.grid
            body.append(_html_pairs(b.grid) if b.options.get("pairs") else _html_table(b.grid, look.get("css", "t")))
        elif b.kind == "hidden":
            how = b.options["how"]
            if how == "comment":
                body.append(f"<!-- {b.text} -->")
            elif how == "attribute":
                body.append(f'<img src="x.gif" alt="" data-note="{html.escape(b.text)}">')
            else:
                style = how or "display:none"
                body.append(f'<div style="{style}">{html.escape(b.text)}</div>')
    style = look.get("style", "body{font-family:sans-serif}table{border-collapse:collapse}td,th{padding:4px 9px;border-bottom:1px solid #ccc;text-align:left}")
    title = html.escape(look.get("title", paper.name))
    top, end = look.get("top", ""), look.get("end", "")
    return (
        f'<!DOCTYPE html>\n<html lang="{look.get("lang", "en")}"><head><meta charset="utf-8"><title>{title}</title>\n'
        f"<style>{style}</style></head>\n<body>\n{top}\n<main>\n" + "\n".join(body) + f"\n</main>\n{end}\n</body></html>\n"
    )


# ---------------------------------------------------------------------------------------------- DOCX
def docx(paper: Paper, path: Path) -> None:
    from docx import Document
    from docx.enum.text import WD_BREAK
    from docx.shared import Pt

    d = Document()
    base = d.styles["Normal"]
    base.font.name = paper.look.get("font", "Calibri")
    base.font.size = Pt(paper.look.get("size", 10.5))
    if paper.look.get("header"):
        d.sections[0].header.paragraphs[0].text = paper.look["header"]
    if paper.look.get("footer"):
        d.sections[0].footer.paragraphs[0].text = paper.look["footer"]

    def runs(p: Any, text: str, *, bold: bool = False) -> None:
        at = 0
        for m in MARK.finditer(text):
            p.add_run(text[at : m.start()]).bold = bold or None
            p.add_run(m.group(1)).font.superscript = True
            at = m.end()
        if text[at:]:
            p.add_run(text[at:]).bold = bold or None

    for b in paper.blocks:
        if b.kind == "heading":
            if paper.look.get("fake_headings"):
                runs(d.add_paragraph(), b.text, bold=True)
            else:
                d.add_heading(b.text, b.level)
        elif b.kind == "text":
            runs(d.add_paragraph(), b.text)
        elif b.kind == "note":
            p = d.add_paragraph()
            p.add_run(b.options["mark"]).font.superscript = True
            runs(p, " " + b.text)
        elif b.kind == "list":
            for i in b.items:
                runs(d.add_paragraph(style="List Number" if b.options.get("numbered") else "List Bullet"), i)
        elif b.kind == "page":
            d.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
        elif b.kind == "hidden":
            p = d.add_paragraph()
            p.add_run(b.text).font.hidden = True
        elif b.kind == "table":
            assert b.grid
            if b.grid.caption:
                runs(d.add_paragraph(), b.grid.caption)
            head, body = lines(b.grid)
            width = len(head[0]) if head else max(len(x) for s, x in body if not s)
            t = d.add_table(rows=0, cols=width)
            t.style = paper.look.get("table", "Table Grid")
            whole = head + [x if not s else [x[0], *["<<"] * (width - 1)] for s, x in body]
            for _ in whole:
                t.add_row()
            for r, line in enumerate(whole):
                for c, cell in enumerate(line):
                    if cell in ("<<", "^^"):
                        continue
                    w, h = joins(whole, r, c)
                    box = t.cell(r, c)
                    if w > 1 or h > 1:
                        box = box.merge(t.cell(r + h - 1, c + w - 1))
                    runs(box.paragraphs[0], cell, bold=r < len(head) or (len(line) > 1 and line[1] == "<<" and w == width))
            d.add_paragraph()
    d.core_properties.title = paper.look.get("title", "")
    d.core_properties.comments = paper.look.get("comments", "")
    d.save(str(path))


# ---------------------------------------------------------------------------------------------- XLSX
def _typed(cell: str) -> tuple[Any, str]:
    """(value, number format) that displays as the cell is printed; words stay words."""
    s = unmarked(cell)
    if m := re.fullmatch(r"([€£$]?)(-?)(\d{1,3}(?:,\d{3})*|\d+)(\.\d+)?", s):
        sign, _, whole, frac = m.groups()
        grouped = "," in whole or (sign and len(whole) < 4)
        fmt = ("#,##0" if grouped else "0") + ("." + "0" * (len(frac) - 1) if frac else "")
        value = float(s.replace(sign, "").replace(",", "")) if frac else int(s.replace(sign, "").replace(",", "") if sign else s.replace(",", ""))
        return value, (f'"{sign}"{fmt}' if sign else fmt)
    if m := re.fullmatch(r"(-?\d+)(\.\d+)?%", s):
        frac = m.group(2) or ""
        return float(Decimal(s[:-1]) / 100), "0" + ("." + "0" * (len(frac) - 1) if frac else "") + "%"
    if m := re.fullmatch(r"\((\d{1,3}(?:,\d{3})*|\d+)(\.\d+)?\)", s):
        frac = m.group(2) or ""
        f = "#,##0" + ("." + "0" * (len(frac) - 1) if frac else "")
        v = -number(s.strip("()"))
        return (float(v) if frac else int(v)), f"{f};({f})"
    return cell, "General"


def xlsx(paper: Paper, path: Path) -> None:
    from openpyxl import Workbook
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = paper.look.get("sheet", "Sheet1")
    r = 1
    for b in paper.blocks:
        if b.kind == "sheet":
            sheet = book.create_sheet(b.text)
            r = 1
        elif b.kind in ("heading", "text", "note"):
            text = (b.options["mark"] + " " if b.kind == "note" else "") + b.text
            sheet.cell(r, 1, text).font = Font(bold=b.kind == "heading")
            r += 1
        elif b.kind == "list":
            for i in b.items:
                sheet.cell(r, 1, i)
                r += 1
        elif b.kind == "hidden":
            other = book.create_sheet("calc")
            other.sheet_state = "hidden"
            other.cell(1, 1, b.text)
        elif b.kind == "table":
            assert b.grid
            if b.grid.caption:
                sheet.cell(r, 1, b.grid.caption)
                r += 1
            head, body = lines(b.grid)
            width = len(head[0]) if head else max(len(x) for s, x in body if not s)
            whole = head + [x if not s else [x[0]] for s, x in body]
            for k, line in enumerate(whole):
                for c, cell in enumerate(line):
                    if cell in ("<<", "^^", ""):
                        continue
                    w, h = joins(whole, k, c)
                    value, fmt = _typed(cell) if k >= len(head) and c != b.grid.label else (cell, "General")
                    box = sheet.cell(r + k, c + 1, MARK.sub(r"", value) if isinstance(value, str) and not MARK.search(value) else MARK.sub(lambda m: m.group(1).translate(SUPERSCRIPT), value) if isinstance(value, str) else value)
                    box.number_format = fmt
                    if k < len(head):
                        box.font = Font(bold=True)
                    if w > 1 or h > 1:
                        sheet.merge_cells(start_row=r + k, start_column=c + 1, end_row=r + k + h - 1, end_column=c + w)
            r += len(whole) + 1
            for c in range(width):
                sheet.column_dimensions[get_column_letter(c + 1)].width = 30 if c == 0 else 16
    book.properties.title = paper.look.get("title", "")
    book.save(str(path))


# ---------------------------------------------------------------------------------------------- text
def _plain(cell: str) -> str:
    return MARK.sub(lambda m: m.group(1).translate(SUPERSCRIPT), cell) if cell not in ("<<", "^^") else ""


def text(paper: Paper) -> str:
    look = paper.look
    width = look.get("width", 92)
    out: list[str] = []
    for b in paper.blocks:
        if b.kind == "heading":
            title = b.text.upper() if look.get("capitals") and b.level < 3 else b.text
            out += [title, (look.get("rule", "=") if b.level == 1 else "-") * len(title), ""]
        elif b.kind in ("text", "note"):
            t = (b.options["mark"].translate(SUPERSCRIPT) + " " if b.kind == "note" else "") + _plain(b.text)
            out += (textwrap.wrap(t, width) if look.get("wrap", True) else [t]) + [""]
        elif b.kind == "list":
            for n, i in enumerate(b.items, 1):
                mark = f"{n}. " if b.options.get("numbered") else "* "
                out += textwrap.wrap(mark + _plain(i), width, subsequent_indent="   ")
            out.append("")
        elif b.kind == "table":
            assert b.grid
            g = b.grid
            if g.caption:
                out += [g.caption, ""]
            head, body = lines(g)
            if not head and g.width == 2 and look.get("leaders"):
                for x in g.body:
                    out.append(x.section if x.is_section else f"{_plain(x.cells[0])} ".ljust(width - 24, ".") + f" {_plain(x.cells[1])}")
                out.append("")
                continue
            plain = [[_plain(c) for c in h] for h in head] + [[_plain(c) for c in x] for s, x in body if not s]
            wide = [max(len(x[c]) for x in plain) for c in range(len(plain[0]))]

            def fit(x: list[str], wide: list[int] = wide, g: Grid = g) -> str:
                return "   ".join(c.ljust(w) if k <= g.label else c.rjust(w) for k, (c, w) in enumerate(zip(x, wide, strict=True))).rstrip()

            for h in head:
                out.append(fit([_plain(c) for c in h]))
            if head:
                out.append("-" * (sum(wide) + 3 * len(wide) - 3))
            for s, x in body:
                out.append(x[0] if s else fit([_plain(c) for c in x]))
            out.append("")
        elif b.kind == "page":
            out += ["", look.get("break", "\f"), ""]
    return "\n".join(out)


def markdown(paper: Paper) -> str:
    out: list[str] = []

    def md(t: str) -> str:
        return MARK.sub(r"[\1]", t) if t not in ("<<", "^^") else ""

    for b in paper.blocks:
        if b.kind == "heading":
            out += ["#" * b.level + " " + b.text, ""]
        elif b.kind == "text":
            out += [md(b.text), ""]
        elif b.kind == "note":
            out += [f"[{b.options['mark']}] {b.text}", ""]
        elif b.kind == "list":
            out += [(f"{n}. " if b.options.get("numbered") else "- ") + md(i) for n, i in enumerate(b.items, 1)] + [""]
        elif b.kind == "hidden":
            out += [f"<!-- {b.text} -->", ""]
        elif b.kind == "table":
            assert b.grid
            if b.grid.caption:
                out += [f"*{b.grid.caption}*" if paper.look.get("italic_caption") else b.grid.caption, ""]
            head, body = lines(b.grid)
            width = len(head[0]) if head else max(len(x) for s, x in body if not s)
            top = head[0] if head else [""] * width
            out.append("| " + " | ".join(md(c) for c in top) + " |")
            out.append("|" + "|".join("---" if c <= b.grid.label else "---:" for c in range(width)) + "|")
            for h in head[1:]:
                out.append("| " + " | ".join(md(c) for c in h) + " |")
            for s, x in body:
                cells = [f"**{x[0]}**", *[""] * (width - 1)] if s else [md(c) for c in x]
                out.append("| " + " | ".join(cells) + " |")
            out.append("")
    return "\n".join(out)


def csv_text(paper: Paper) -> str:
    f = io.StringIO()
    w = csv.writer(f, delimiter=paper.look.get("delimiter", ","), lineterminator="\r\n")
    for b in paper.blocks:
        if b.kind in ("heading", "text", "note"):
            w.writerow([(b.options["mark"] + " " if b.kind == "note" else "") + b.text])
        elif b.kind == "table":
            assert b.grid
            head, body = lines(b.grid)
            for h in head:
                w.writerow([_plain(c) for c in h])
            for _, x in body:
                w.writerow([_plain(c) for c in x])
    return f.getvalue()


# ---------------------------------------------------------------------------------------------- e-mail
def email(paper: Paper, folder: Path) -> bytes:
    look = paper.look
    m = EmailMessage()
    m["From"], m["To"], m["Subject"], m["Date"] = look["sender"], look["to"], look["subject"], look["date"]
    m["Message-ID"] = f"<{look.get('message_id', 'a1')}@mail.invalid>"
    if look.get("x_note"):
        m["X-Note"] = look["x_note"]
    m.set_content(text(paper))
    if look.get("html", False):
        m.add_alternative(html_page(paper), subtype="html")
    for a in paper.attached:
        data = rendered(a, folder)
        main, sub = {
            ".pdf": ("application", "pdf"), ".html": ("text", "html"), ".csv": ("text", "csv"), ".txt": ("text", "plain"),
            ".docx": ("application", "vnd.openxmlformats-officedocument.wordprocessingml.document"),
            ".xlsx": ("application", "vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        }[Path(a.name).suffix]
        m.add_attachment(data, maintype=main, subtype=sub, filename=a.name)
    # A fixed boundary: the same exam is written byte for byte.
    for n, part in enumerate(p for p in m.walk() if p.is_multipart()):
        part.set_boundary(f"=_part_{n}_{len(paper.name)}")
    return m.as_bytes()


def rendered(paper: Paper, folder: Path) -> bytes:
    """The bytes of a paper in the format that its name ends with."""
    ending = Path(paper.name).suffix.lower()
    if ending in (".docx", ".xlsx", ".pdf"):
        path = folder / paper.name
        {".docx": docx, ".xlsx": xlsx, ".pdf": pdf}[ending](paper, path)
        data = path.read_bytes()
        path.unlink()
        return data
    if ending == ".eml":
        return email(paper, folder)
    if ending == ".csv":
        return csv_text(paper).encode(paper.look.get("encoding", "utf-8"))
    maker = {".html": html_page, ".htm": html_page, ".txt": text, ".md": markdown}[ending]
    return maker(paper).encode(paper.look.get("encoding", "utf-8"))
