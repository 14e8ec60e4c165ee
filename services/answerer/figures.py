"""The calculation behind an answer: a directed acyclic graph over `Decimal`, inputs before what uses them.

Leaves come from rows, document cells, facts and the plan; everything else is made here. Values are exact; one that is
rounded says so, and is rounded once, half up. Amounts of two currencies never meet.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext

from services.answerer.dates import label as days_label
from services.answerer.model import Figure, FigureOp, FigureUnit, LedgerFilter, LedgerRow, RowLeaf, Scale

MAX_ROW_IDS = 1000
# The day from which days are counted, as in Unix time.
EPOCH = date(1970, 1, 1)
EXACT = Context(prec=50, rounding=ROUND_HALF_UP)
SYMBOLS = {"USD": "$", "GBP": "£", "EUR": "€"}
DECIMALS = {
    "JPY": 0,
    "KRW": 0,
    "VND": 0,
    "CLP": 0,
    "ISK": 0,
    "HUF": 2,
    "BHD": 3,
    "KWD": 3,
    "OMR": 3,
    "TND": 3,
    "JOD": 3,
}
SCALE_WORDS = {
    Scale.THOUSAND: " thousand",
    Scale.MILLION: " million",
    Scale.BILLION: " billion",
    Scale.BASIS_POINT: " basis points",
}
LEAVES = frozenset(
    (FigureOp.ROW_SUM, FigureOp.ROW_COUNT, FigureOp.ROW_AMOUNT, FigureOp.CELL, FigureOp.FACT, FigureOp.CONSTANT)
)


class CurrencyMismatch(Exception):
    """Two currencies were about to meet in one figure."""


@dataclass(frozen=True, slots=True)
class RowSource:
    """Rows of one currency with what picks them again."""

    filter: LedgerFilter
    digest: str
    count: int
    row_ids: tuple[str, ...]
    source_ids: tuple[str, ...]
    sign: int = 1

    @classmethod
    def of_row(cls, row: LedgerRow, chosen: LedgerFilter, sign: int = 1) -> RowSource:
        """One row."""
        return cls(chosen, digest_of((row,)), 1, (row.row_id,), (row.source_transaction_id,), sign)

    def leaf(self) -> RowLeaf:
        """The leaf's rows: their ids up to 1,000, above that only the digest stands."""
        named = self.count <= MAX_ROW_IDS and len(self.row_ids) == self.count
        return RowLeaf(
            digest=self.digest,
            row_count=self.count,
            row_ids=self.row_ids if named else (),
            filter=self.filter,
            row_sign=self.sign,
            source_transaction_ids=self.source_ids if named else (),
        )


class Calculation:
    """Figures in the making, after those that there are. Each method adds one and returns it."""

    def __init__(self, figures: Sequence[Figure] = ()) -> None:
        self._figures: list[Figure] = list(figures)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All figures so far, inputs before what uses them."""
        return tuple(self._figures)

    def _add(self, figure: Figure) -> Figure:
        named = replace(figure, figure_id=f"f{len(self._figures) + 1}")
        value, exponent = named.value or Decimal(0), named.rounding
        if exponent is not None:
            value = round_half_up(value, exponent)
        named = replace(named, value=value)
        named = replace(named, rendered=named.rendered or render(named))
        self._figures.append(named)
        return named

    def take(self, figures: Sequence[Figure]) -> dict[str, str]:
        """Add figures that were made elsewhere, under new ids: old id to new."""
        ids: dict[str, str] = {}
        for one in figures:
            added = self._add(replace(one, input_ids=tuple(ids[old] for old in one.input_ids)))
            ids[one.figure_id] = added.figure_id
        return ids

    # --- leaves

    def row_sum(self, source: RowSource, total: Decimal, currency: str, label: str, *, side: bool = False) -> Figure:
        """Signed sum of the rows. `total` is the rows' sum with money out positive."""
        value = total * source.sign
        formula = f"sum of {source.count} amounts"
        return self._add(
            Figure(
                "",
                FigureOp.ROW_SUM,
                (),
                value,
                FigureUnit.MONEY,
                currency,
                label=label,
                formula=formula,
                rows=source.leaf(),
                side=side,
            )
        )

    def row_count(self, source: RowSource, label: str, *, side: bool = False) -> Figure:
        """Number of rows."""
        value = Decimal(source.count)
        return self._add(
            Figure(
                "",
                FigureOp.ROW_COUNT,
                (),
                value,
                FigureUnit.COUNT,
                label=label,
                formula="number of rows",
                rows=source.leaf(),
                side=side,
            )
        )

    def row_amount(
        self, row: LedgerRow, filter_: LedgerFilter, label: str, *, sign: int = 1, side: bool = False
    ) -> Figure:
        """Amount of one row."""
        assert row.amount is not None
        source = RowSource.of_row(row, filter_, sign)
        return self._add(
            Figure(
                "",
                FigureOp.ROW_AMOUNT,
                (),
                row.amount.amount * sign,
                FigureUnit.MONEY,
                row.amount.currency,
                label=label,
                formula="amount of the row",
                rows=source.leaf(),
                side=side,
            )
        )

    def constant(self, value: Decimal, unit: FigureUnit, label: str) -> Figure:
        """A number that the question states or that follows from the plan."""
        return self._add(Figure("", FigureOp.CONSTANT, (), value, unit, label=label, formula="from the question"))

    def fact(self, value: Decimal, unit: FigureUnit, currency: str, label: str, citation: str) -> Figure:
        """A number that the user stated."""
        return self._add(
            Figure("", FigureOp.FACT, (), value, unit, currency, label=label, formula="as you said", citation=citation)
        )

    # --- what is made of them

    def add(self, inputs: Sequence[Figure], label: str) -> Figure:
        """Sum of the inputs."""
        with localcontext(EXACT):
            value = sum((number(one) for one in inputs), Decimal(0))
        return self._make(FigureOp.ADD, inputs, value, label, " + ")

    def subtract(self, first: Figure, second: Figure, label: str) -> Figure:
        """First less second."""
        with localcontext(EXACT):
            value = number(first) - number(second)
        return self._make(FigureOp.SUBTRACT, (first, second), value, label, " − ")

    def divide(self, first: Figure, second: Figure, label: str, *, rounding: int | None = None) -> Figure:
        """First by second; the unit is the first's."""
        with localcontext(EXACT):
            value = number(first) / number(second)
        return self._add(
            Figure(
                "",
                FigureOp.DIVIDE,
                (first.figure_id, second.figure_id),
                value,
                first.unit,
                first.currency_code,
                label=label,
                formula=f"{first.figure_id} ÷ {second.figure_id}",
                rounding=rounding,
            )
        )

    def percent_of(self, part: Figure, whole: Figure, label: str, *, rounding: int = 1) -> Figure:
        """Part ÷ whole × 100."""
        _same_currency((part, whole))
        with localcontext(EXACT):
            value = number(part) / number(whole) * 100
        formula = f"{part.figure_id} ÷ {whole.figure_id} × 100"
        return self._percent(FigureOp.PERCENT_OF, (part, whole), value, label, formula, rounding)

    def percent_change(self, before: Figure, after: Figure, label: str, *, rounding: int = 1) -> Figure:
        """(after − before) ÷ before × 100."""
        _same_currency((before, after))
        with localcontext(EXACT):
            value = (number(after) - number(before)) / number(before) * 100
        formula = f"({after.figure_id} − {before.figure_id}) ÷ {before.figure_id} × 100"
        return self._percent(FigureOp.PERCENT_CHANGE, (before, after), value, label, formula, rounding)

    def median(self, inputs: Sequence[Figure], label: str, *, rounding: int) -> Figure:
        """Middle of the inputs, or the mean of the two middle ones."""
        _same_currency(inputs)
        ordered = sorted(number(one) for one in inputs)
        middle = len(ordered) // 2
        with localcontext(EXACT):
            value = ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
        first = inputs[0]
        return self._add(
            Figure(
                "",
                FigureOp.MEDIAN,
                tuple(one.figure_id for one in inputs),
                value,
                first.unit,
                first.currency_code,
                label=label,
                formula=f"middle of {len(inputs)} amounts",
                rounding=rounding,
            )
        )

    def count_of(self, inputs: Sequence[Figure], label: str) -> Figure:
        """Number of inputs."""
        return self._add(
            Figure(
                "",
                FigureOp.COUNT,
                tuple(one.figure_id for one in inputs),
                Decimal(len(inputs)),
                FigureUnit.COUNT,
                label=label,
                formula="number of them",
            )
        )

    def days_between(self, row: LedgerRow, filter_: LedgerFilter, to: date, label: str) -> Figure:
        """Days from the row's date to `to`."""
        assert row.date is not None
        source = RowSource.of_row(row, filter_)
        return self._add(
            Figure(
                "",
                FigureOp.DAYS_BETWEEN,
                (),
                Decimal((to - row.date).days),
                FigureUnit.DAYS,
                label=label,
                formula=f"{row.date.isoformat()} to {to.isoformat()}",
                rows=source.leaf(),
            )
        )

    def next_day(self, source: RowSource, day: date, label: str, formula: str) -> Figure:
        """The day on which the rhythm of the rows comes again."""
        return self._add(
            Figure(
                "",
                FigureOp.NEXT_DAY,
                (),
                Decimal((day - EPOCH).days),
                FigureUnit.DATE,
                label=label,
                formula=formula,
                rows=source.leaf(),
                rendered=days_label(day, day),
            )
        )

    def _make(self, op: FigureOp, inputs: Sequence[Figure], value: Decimal, label: str, sign: str) -> Figure:
        _same_currency(inputs)
        first = inputs[0]
        return self._add(
            Figure(
                "",
                op,
                tuple(one.figure_id for one in inputs),
                value,
                first.unit,
                first.currency_code,
                label=label,
                formula=sign.join(one.figure_id for one in inputs),
            )
        )

    def _percent(
        self, op: FigureOp, inputs: Sequence[Figure], value: Decimal, label: str, formula: str, rounding: int
    ) -> Figure:
        ids = tuple(one.figure_id for one in inputs)
        return self._add(
            Figure("", op, ids, value, FigureUnit.PERCENT, label=label, formula=formula, rounding=rounding)
        )


def number(figure: Figure) -> Decimal:
    """The figure's value."""
    return figure.value if figure.value is not None else Decimal(0)


def _same_currency(figures: Sequence[Figure]) -> None:
    if len({(one.unit, one.currency_code, one.scale) for one in figures}) > 1:
        raise CurrencyMismatch


def round_half_up(value: Decimal, decimals: int) -> Decimal:
    """`value` with so many decimals; a half goes away from zero. Negative zero becomes zero."""
    with localcontext(EXACT):
        rounded = value.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
    return rounded.copy_abs() if rounded.is_zero() else rounded


def money_decimals(currency: str) -> int:
    """Decimals that amounts of a currency are written with."""
    return DECIMALS.get(currency, 2)


def render_money(value: Decimal, currency: str, *, scaled: bool = False) -> str:
    """An amount as the text shows it ("$1,204.50", "-£3.20", "CHF 12.00"); never fewer decimals than it has.

    `scaled`: thousands or more follow in words, and the currency's own decimals say nothing.
    """
    exponent = value.normalize().as_tuple().exponent
    decimals = max(0 if scaled else money_decimals(currency), -exponent if isinstance(exponent, int) else 0)
    shown = f"{round_half_up(value.copy_abs(), decimals):,.{decimals}f}"
    sign = "-" if value < 0 else ""
    symbol = SYMBOLS.get(currency)
    return f"{sign}{symbol}{shown}" if symbol else f"{sign}{currency} {shown}"


def render(figure: Figure) -> str:
    """A figure as the text shows it."""
    value = number(figure)
    times = SCALE_WORDS.get(figure.scale, "")
    if figure.unit is FigureUnit.MONEY:
        return render_money(value, figure.currency_code, scaled=bool(times)) + times
    text = f"{value:,f}"
    if "." in text and figure.rounding is None:
        text = text.rstrip("0").rstrip(".")
    if figure.unit is FigureUnit.PERCENT or figure.scale is Scale.PERCENT:
        return f"{text}%"
    return text + times


def digest_of(rows: Sequence[LedgerRow]) -> str:
    """SHA-256 over sorted row ids and the revisions of their versions, for a set that no query named."""
    lines = sorted(f"{row.row_id}:{row.from_revision}" for row in rows)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def figures_digest(figures: Sequence[Figure]) -> str:
    """SHA-256 over everything that a figure says; equal digests mean equal figures."""
    lines = []
    for one in figures:
        rows = one.rows
        told = (
            one.figure_id,
            one.op.name,
            ",".join(one.input_ids),
            format(number(one), "f"),
            one.unit.name,
            one.currency_code,
            one.scale.name,
            "" if one.rounding is None else str(one.rounding),
            f"{rows.digest}:{rows.row_count}:{rows.row_sign}:{','.join(rows.row_ids)}" if rows is not None else "",
            one.cell.printed if one.cell is not None else "",
        )
        lines.append("|".join(told))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
