"""Reads the written files back: every evidence string must stand in the text that its paper shows."""

from __future__ import annotations

import email
import email.policy
import re
from io import BytesIO

SUPER = str.maketrans("", "", "⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜ")


def flat(text: str) -> str:
    return " ".join(text.replace("\u00a0", " ").translate(SUPER).split())


def _html(data: bytes) -> str:
    from lxml import html

    root = html.fromstring(data.decode("utf-8"))
    for e in root.xpath("//comment()|//style|//script|//sup"):
        e.drop_tree()
    for e in root.xpath("//*[@style]"):
        if re.search(r"display:\s*none|left:\s*-\d{3,}|font-size:\s*0|visibility:\s*hidden|color:\s*#fff", e.get("style")):
            e.drop_tree()
    return " ".join(root.itertext())


def _pdf(data: bytes) -> str:
    import pypdfium2

    d = pypdfium2.PdfDocument(data)
    return " ".join(p.get_textpage().get_text_range().replace("\ufffe", "") for p in d)


def _docx(data: bytes) -> str:
    from docx import Document
    from docx.oxml.ns import qn

    out = []
    for p in Document(BytesIO(data)).element.body.iter(qn("w:p")):
        run_texts = []
        for r in p.iter(qn("w:r")):
            props = r.find(qn("w:rPr"))
            if props is not None and (props.find(qn("w:vanish")) is not None or props.find(qn("w:vertAlign")) is not None):
                continue
            run_texts.append("".join(t.text or "" for t in r.iter(qn("w:t"))))
        out.append("".join(run_texts))
    return " ".join(out)


def _display(value: object, fmt: str) -> str:
    if not isinstance(value, int | float):
        return str(value)
    if fmt == "General":
        return str(value)
    form = fmt.split(";")
    negative = len(form) > 1 and value < 0
    f = form[0]
    sign = m.group(1) if (m := re.match(r'"(.*?)"', f)) else ""
    places = len(f.split(".")[1].rstrip("%")) if "." in f else 0
    x = abs(value) if negative else value
    if f.endswith("%"):
        return f"{x * 100:.{places}f}%"
    body = f"{x:,.{places}f}" if "#,##0" in f else f"{x:.{places}f}"
    return f"({sign}{body})" if negative else f"{sign}{body}"


def _xlsx(data: bytes) -> str:
    from openpyxl import load_workbook

    out = []
    for sheet in load_workbook(BytesIO(data)).worksheets:
        if sheet.sheet_state != "visible":
            continue
        for row in sheet.iter_rows():
            out += [_display(c.value, c.number_format) for c in row if c.value is not None]
    return " ".join(out)


def _eml(data: bytes) -> str:
    m = email.message_from_bytes(data, policy=email.policy.default)
    out = []
    for part in m.walk():
        if part.is_multipart():
            continue
        name = part.get_filename()
        body = part.get_payload(decode=True)
        assert isinstance(body, bytes)
        out.append(shown(name, body) if name else shown("a.html" if part.get_content_type() == "text/html" else "a.txt", body))
    return " ".join(out)


def shown(name: str, data: bytes) -> str:
    """The visible text of a file, white space made one space, without footnote marks where the format has them apart."""
    ending = name.rsplit(".", 1)[-1].lower()
    readers = {"html": _html, "htm": _html, "pdf": _pdf, "docx": _docx, "xlsx": _xlsx, "eml": _eml}
    if ending in readers:
        return flat(readers[ending](data))
    for code in ("utf-8", "cp1252"):
        try:
            text = data.decode(code)
            break
        except UnicodeDecodeError:
            continue
    else:
        raise ValueError(name)
    return flat(re.sub(r"\[[0-9a-z]\]", "", text))
