"""A small vault of made-up documents as a search would bring them back, for questions about them.

The texts stand here as passages and cells, as the retriever hands them out; no service is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from services.answerer.documents.core import answer_from_passages
from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from services.answerer.model import Cell, Document, Passage, Scale, SearchHit, SearchSummary

TODAY = date(2026, 10, 31)


class Paper:
    """One document, built passage by passage."""

    def __init__(
        self, name: str, title: str, *context: str, institution: str = "", effective: date | None = None
    ) -> None:
        self.name, self.title, self.institution, self.effective = name, title, institution, effective
        self._path = (title, " · ".join(context)) if context else (title,)
        self.passages: list[Passage] = []

    @property
    def document(self) -> Document:
        """What ListDocuments says of it."""
        return Document(
            document_id=self.name,
            display_name=self.name,
            title=self.title,
            institution=self.institution,
            effective_date=self.effective,
        )

    def prose(self, *lines: str, under: Sequence[str] = ()) -> Paper:
        """A passage of sentences; a line that starts with "## " is a heading inside it."""
        return self._add("\n".join(lines), (), under)

    def table(
        self,
        head: Sequence[str],
        *rows: Sequence[str],
        caption: str = "",
        notes: dict[str, str] | None = None,
        scale: Scale = Scale.UNSPECIFIED,
        unit: str = "",
    ) -> Paper:
        """A table whose first column names rows; `a > b` in a head is a path; `$1[x]` hangs note x on the row."""
        notes = notes or {}
        cells: list[Cell] = []
        lines = [" | ".join(head)]
        for row in rows:
            label, *values = row
            lines.append(" | ".join(value.partition("[")[0] for value in row))
            for column, value in zip(head[1:], values, strict=True):
                printed, _, mark = value.partition("[")
                cells.append(
                    _cell(
                        len(cells),
                        tuple(label.split(" > ")),
                        tuple(column.split(" > ")),
                        printed,
                        " – ".join(part for part in (caption, head[0]) if part),
                        (notes[mark.rstrip("]")],) if mark else (),
                        scale,
                        unit,
                    )
                )
        lines += [f"Note {mark}: {text}" for mark, text in notes.items()]
        return self._add("\n".join([*([caption] if caption else []), *lines]), tuple(cells), ())

    def _add(self, body: str, cells: tuple[Cell, ...], under: Sequence[str]) -> Paper:
        path = (*self._path, *under)
        chunk = f"c{len(self.passages) + 1}"
        self.passages.append(
            Passage(
                document_id=self.name,
                chunk_id=chunk,
                document_name=self.name,
                document_version=1,
                effective_date=self.effective,
                text=f"{' > '.join(path)}\n{body}",
                heading_path=path,
                cells=tuple(cells),
                citation=f"[Citation ID: {self.name}:{chunk}]",
            )
        )
        return self


def _cell(
    position: int,
    row: tuple[str, ...],
    column: tuple[str, ...],
    printed: str,
    caption: str,
    footnotes: tuple[str, ...],
    scale: Scale,
    unit: str,
) -> Cell:
    digits = printed.strip("$()%−-").replace(",", "")
    number = digits if digits.replace(".", "").isdigit() and printed.count("$") < 2 else ""
    negative = printed.startswith(("(", "-"))
    is_rate = printed.endswith("%")
    return Cell(
        cell_id=f"x{position}",
        row_path=row,
        column_path=column,
        printed=printed,
        number=format(-Decimal(number) if negative else Decimal(number), "f") if number else "",
        unit="USD" if "$" in printed else ("" if is_rate else unit),
        scale=Scale.PERCENT if is_rate else (Scale.UNSPECIFIED if "$" in printed and not scale else scale),
        footnotes=footnotes,
        table_caption=caption,
    )


def ask(question: str, *papers: Paper, as_of: date = TODAY) -> DocumentAnswer | DocumentRefusal:
    """What the papers answer."""
    hits = [SearchHit(passage=passage) for paper in papers for passage in paper.passages]
    return answer_from_passages(question, as_of, hits, SearchSummary(), [paper.document for paper in papers])


CARD = (
    Paper(
        "osprey-card.html", "Osprey Mastercard: pricing", "Heron Bank, N.A.", "Effective April 20, 2026.",
        institution="Heron Bank, N.A.", effective=date(2026, 4, 20),
    )
    .table(
        ["Annual percentage rate", "Credit > Good", "Credit > Very good", "Credit > Excellent"],
        ["Purchases", "26.24%", "23.24%", "18.24%"],
        ["Cash advances", "30.99%", "30.99%", "30.99%"],
    )
    .table(
        ["Charge", "Amount", "When"],
        ["Annual membership", "$59.00[1]", "Every year"],
        ["Payment received late", "$34.00", "Each time"],
        ["Paper statement", "$1.25", "Each month"],
        ["Cash advance", "4%", "Of each advance, $12 minimum"],
        ["Replacement card", "", "Each"],
        notes={"1": "Waived in the first year when the account is opened online."},
    )
    .prose(
        "Cash advances are limited to $500 a day. Payments must arrive by 6:00 p.m. on the due date.",
        "You may not use the card for gambling. The card can be used abroad.",
        "From the spring of 2027 the late fee is $39.",
    )
)  # fmt: skip
REPORT = (
    Paper("teal-q2.html", "Teal Instruments: second quarter of fiscal 2026", "Unaudited. In millions.")
    .table(
        ["", "Three months ended March 31, > 2026", "Three months ended March 31, > 2025",
         "Six months ended March 31, > 2026", "Six months ended March 31, > 2025"],
        ["Product revenue", "108.2", "100.4", "211.9", "199.3"],
        ["Total revenue", "132.0", "121.7", "259.1", "241.5"],
        ["Net income (loss)", "10.9", "7.7", "(1.4)", "15.0"],
        ["Restructuring", "", "2.1", "", "2.1"],
        scale=Scale.MILLION, unit="USD", caption="In millions",
    )
    .prose("Management expects total revenue of $520 million to $540 million for fiscal 2026.")
)  # fmt: skip
HISTORY = Paper("anvil.txt", "Anvil Freight Co.", "Millions of dollars", institution="Anvil Freight Co").table(
    ["Item", "2025", "2024", "2023"],
    ["Dividends per share", "$0.60", "$0.58", "$0.52"],
    ["Capital expenditure", "310", "", "265"],
    ["Operating ratio", "91.7%", "91.9%", "90.2%"],
    scale=Scale.MILLION,
    unit="USD",
)
TAX = (
    Paper(
        "tax.html", "Norland Revenue: income tax for 2026", "Tax is worked out on each band separately.",
        institution="Norland Revenue", effective=date(2026, 1, 1),
    )
    .table(
        ["Rate", "Taxable income > Single", "Taxable income > Married"],
        ["10%", "$0 to $10,000", "$0 to $20,000"],
        ["20%", "$10,001 to $40,000", "$20,001 to $80,000"],
        ["30%", "Over $40,000", "Over $80,000"],
    )
    .prose(
        "Returns for 2026 are due by May 3, 2027.",
        "The penalty for late payment is 0.6% of the unpaid tax for each month.",
    )
)  # fmt: skip
LOAN = (
    Paper(
        "offer.html", "Brisk Lending: personal loan offer", "This offer is good until June 30, 2027.",
        institution="Brisk Lending",
    )
    .table(
        ["Term", "Interest rate", "Monthly payment"],
        ["24 months", "7.9%", "$452.10"],
        ["60 months", "9.1%", "$208.30"],
    )
    .prose(
        "## Early repayment",
        "You can pay the loan back early without any charge.",
        "## Late payment",
        "A reminder is sent after 10 days.",
    )
)  # fmt: skip
BOXES = (
    Paper("boxes.md", "Granite Vaults: safe deposit boxes", institution="Granite Vaults")
    .table(["Box", "Yearly rent", "Key deposit"], ["Small", "$60.00", "$20.00"], ["Large", "$180.00", "$40.00"])
    .table(["Service", "Charge"], ["First transfer out", "Free"], ["Further transfer out", "$85.00"])
    .prose("Two visits a month are free; each further visit costs $5.")
)
