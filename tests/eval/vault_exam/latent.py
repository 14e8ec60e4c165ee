"""What a paper says before it is typeset: tables and clauses, and figures that remember where they stand.

A figure is typed once, in a table or a clause. The paper is rendered from it and the expected answer is computed from it.
Money and rates are Decimal; nothing here reads a rendered file.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal

from dateutil import parser as date_parser

MARK = re.compile(r"\^([0-9a-z*†‡]+)")
NUMBER = re.compile(r"\d[\d., ]*")


def unmarked(text: str) -> str:
    """The text without its footnote marks (`^1`)."""
    return MARK.sub("", text).strip()


def number(text: str, *, comma: bool = False) -> Decimal:
    """The one number that a printed cell states; parentheses and a leading minus are negative. ValueError for none or several."""
    plain = unmarked(text).replace("\u00a0", " ").replace("'", "")
    found = [m.group(0).strip(" .,") for m in NUMBER.finditer(plain)]
    if len(found) != 1:
        raise ValueError(f"{len(found)} numbers in {text!r}")
    digits = found[0].replace(" ", "")
    digits = digits.replace(".", "").replace(",", ".") if comma else digits.replace(",", "")
    negative = bool(re.match(r"\s*[€£$]?\s*[(\-−–]", plain)) or "(" in plain.split(found[0])[0]
    return -Decimal(digits) if negative else Decimal(digits)


class Source:
    """Something that stands in a paper; `paper` is the file name once it has been put there."""

    paper: str = ""


@dataclass(frozen=True, slots=True)
class Val:
    """A figure and the strings of the papers that prove it. Arithmetic keeps both."""

    value: Decimal
    ev: tuple[tuple[Source, str], ...] = ()
    currency: str = ""
    scale: str = ""

    def _with(self, other: Val | Decimal | int | str, value: Decimal) -> Val:
        ev = self.ev + (other.ev if isinstance(other, Val) else ())
        currency = self.currency or (other.currency if isinstance(other, Val) else "")
        return Val(value, tuple(dict.fromkeys(ev)), currency, self.scale)

    def __add__(self, o: Val | Decimal | int | str) -> Val:
        return self._with(o, self.value + _plain(o))

    def __sub__(self, o: Val | Decimal | int | str) -> Val:
        return self._with(o, self.value - _plain(o))

    def __mul__(self, o: Val | Decimal | int | str) -> Val:
        return self._with(o, self.value * _plain(o))

    def __truediv__(self, o: Val | Decimal | int | str) -> Val:
        return self._with(o, self.value / _plain(o))

    def __neg__(self) -> Val:
        return self._with(0, -self.value)

    def __abs__(self) -> Val:
        return self._with(0, abs(self.value))

    def pct_of(self, base: Val) -> Val:
        """How many percent of `base` this is."""
        return self / base * 100

    def pct_change(self, old: Val) -> Val:
        """From `old` to this, in percent of `old`."""
        return (self - old) / old * 100

    def also(self, *others: Val | Fact | tuple[Source, str]) -> Val:
        """The same figure with more evidence."""
        ev = list(self.ev)
        for o in others:
            ev += o.ev if isinstance(o, Val) else [(o, o.text)] if isinstance(o, Fact) else [o]
        return Val(self.value, tuple(dict.fromkeys(ev)), self.currency, self.scale)


def _plain(o: Val | Decimal | int | str) -> Decimal:
    return o.value if isinstance(o, Val) else Decimal(str(o))


def total(values: list[Val]) -> Val:
    out = values[0]
    for v in values[1:]:
        out = out + v
    return out


def greater(a: Val, b: Val) -> Val:
    return a._with(b, max(a.value, b.value))


def lesser(a: Val, b: Val) -> Val:
    return a._with(b, min(a.value, b.value))


def rounded(value: Decimal, places: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


@dataclass(eq=False)
class Fact(Source):
    """A clause as printed."""

    text: str
    currency: str = ""
    comma: bool = False

    def n(self, printed: str, *, evidence: str | None = None) -> Val:
        """The figure printed so in this clause; the whole clause is its evidence unless a part of it is given."""
        if printed not in self.text:
            raise ValueError(f"{printed!r} is not in {self.text!r}")
        shown = evidence or self.text
        if shown not in self.text:
            raise ValueError(f"{shown!r} is not in {self.text!r}")
        return Val(number(printed, comma=self.comma), ((self, shown),), self.currency)

    def word(self, printed: str, meaning: int) -> Val:
        """A number written as a word in this clause."""
        if printed not in self.text:
            raise ValueError(f"{printed!r} is not in {self.text!r}")
        return Val(Decimal(meaning), ((self, self.text),), self.currency)

    def day(self, printed: str, *, day_first: bool = False) -> tuple[dt.date, Fact]:
        if printed not in self.text:
            raise ValueError(f"{printed!r} is not in {self.text!r}")
        return date_parser.parse(printed, dayfirst=day_first).date(), self

    @property
    def ev(self) -> tuple[tuple[Source, str], ...]:
        return ((self, self.text),)


@dataclass(frozen=True, slots=True)
class Line:
    """One body line of a table: cells as typed (`<<` joined to the left, `^^` joined to the cell above), or a section heading."""

    cells: tuple[str, ...]
    section: str = ""
    is_section: bool = False


@dataclass(eq=False)
class Grid(Source):
    """A table typed as text, one line a row, cells between bars.

    `## words` is a section heading. The label is the cell in column `label` (0 unless the first column is a joined group).
    `own_currency` is printed in a cell of its own before each figure of the columns `money_cols` (all, where none are named).
    """

    typed: str
    heads: int = 1
    label: int = 0
    currency: str = ""
    scale: str = ""
    comma: bool = False
    own_currency: str = ""
    money_cols: tuple[int, ...] = ()
    caption: str = ""
    row_scale: dict[str, str] = field(default_factory=dict)
    head: list[tuple[str, ...]] = field(default_factory=list, init=False)
    body: list[Line] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        section = ""
        width = 0
        for raw in self.typed.strip("\n").splitlines():
            if not raw.strip():
                continue
            if raw.strip().startswith("##"):
                section = raw.strip()[2:].strip()
                self.body.append(Line((section,), section, True))
                continue
            cells = tuple(c.strip() for c in raw.strip().split("|"))
            width = max(width, len(cells))
            if len(self.head) < self.heads:
                self.head.append(cells)
            else:
                self.body.append(Line(cells, section))
        self.width = width
        for line in [*self.head, *(x.cells for x in self.body if not x.is_section)]:
            if len(line) != width:
                raise ValueError(f"{len(line)} cells for {width} columns: {line}")

    # ------------------------------------------------------------------ where things are
    def _row(self, key: str) -> int:
        section, _, label = key.rpartition("//")
        hits = [
            i
            for i, x in enumerate(self.body)
            if not x.is_section and (not section or x.section == section) and unmarked(x.cells[self.label]) == label
        ]
        if not hits:
            hits = [
                i
                for i, x in enumerate(self.body)
                if not x.is_section
                and (not section or x.section == section)
                and unmarked(x.cells[self.label]).startswith(label)
            ]
        if len(hits) != 1:
            raise KeyError(f"{len(hits)} rows for {key!r}")
        return hits[0]

    def _column(self, key: str | int) -> int:
        if isinstance(key, int):
            return key
        paths = []
        for c in range(self.width):
            parts: list[str] = []
            for r, line in enumerate(self.head):
                k = c
                while line[k] == "<<":
                    k -= 1
                text = line[k] if line[k] != "^^" else ""
                if text:
                    parts.append(unmarked(text))
                del r
            paths.append("/".join(parts))
        hits = [i for i, p in enumerate(paths) if p == key] or [
            i for i, p in enumerate(paths) if p.split("/")[-1] == key
        ]
        if len(hits) != 1:
            raise KeyError(f"{len(hits)} columns for {key!r} in {paths}")
        return hits[0]

    def printed(self, row: str, column: str | int) -> str:
        """The cell as printed, joined cells resolved, without marks."""
        r, c = self._row(row), self._column(column)
        while True:
            text = self.body[r].cells[c]
            if text == "<<":
                c -= 1
            elif text == "^^":
                r -= 1
            else:
                return unmarked(text)

    def name(self, row: str) -> str:
        return unmarked(self.body[self._row(row)].cells[self.label])

    def ev(self, row: str, column: str | int | None = None) -> tuple[tuple[Source, str], ...]:
        out: list[tuple[Source, str]] = [(self, self.name(row))]
        if column is not None and (shown := self.printed(row, column)):
            # A currency that is printed in a cell of its own is no part of the figure's cell.
            apart = self.own_currency and (not self.money_cols or self._column(column) in self.money_cols)
            out.append((self, shown.removeprefix(self.own_currency).strip() if apart else shown))
        return tuple(out)

    # ------------------------------------------------------------------ what they say
    def __getitem__(self, at: tuple[str, str | int]) -> Val:
        row, column = at
        shown = self.printed(row, column)
        if not shown:
            raise ValueError(f"{row}, {column} is blank")
        nil = shown in ("—", "–", "-", "None", "Free", "No charge", "Nil", "None charged", "free", "nil", "kostenlos")
        value = Decimal(0) if nil else number(shown, comma=self.comma)
        scale = self.row_scale.get(self.name(row), self.scale)
        return Val(value, self.ev(row, column), self.currency, scale)

    def part(self, row: str, column: str | int, piece: str) -> Val:
        """One of several numbers of a cell."""
        shown = self.printed(row, column)
        if piece not in shown:
            raise ValueError(f"{piece!r} is not in {shown!r}")
        return Val(number(piece, comma=self.comma), self.ev(row, column), self.currency)

    def day(self, row: str, column: str | int, *, day_first: bool = False) -> tuple[dt.date, Val]:
        shown = self.printed(row, column)
        return date_parser.parse(shown, dayfirst=day_first).date(), Val(Decimal(0), self.ev(row, column))

    def rows(self, section: str | None = None) -> list[str]:
        """Keys of the body lines, in order."""
        out = []
        for x in self.body:
            if not x.is_section and section in (None, x.section):
                label = unmarked(x.cells[self.label])
                out.append(f"{x.section}//{label}" if x.section else label)
        return out

    def col(self, column: str | int, rows: list[str] | None = None) -> list[Val]:
        return [self[r, column] for r in rows or self.rows() if self.printed(r, column)]

    def lookup(self, row: str, column: str | int) -> Val:
        """Evidence of a cell that holds words."""
        return Val(Decimal(0), self.ev(row, column))
