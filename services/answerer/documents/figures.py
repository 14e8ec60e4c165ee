"""Figures of answers from documents: leaves that stand printed in a passage, and what is made of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

from services.answerer.documents.model import DocumentAnswer
from services.answerer.documents.views import CellView
from services.answerer.model import Cell, Figure, FigureOp, FigureUnit, Passage, Scale
from services.common.printed import PrintedNumber, find_numbers

_SCALE_WORD = re.compile(r"\s*(?:thousands?|millions?|billions?|mn|bn|bps|basis points?)$", re.IGNORECASE)
CURRENCY = re.compile(r"[A-Z]{3}")


def exact(figure: Figure) -> Decimal:
    """The value of a figure that was made here; those all have one."""
    assert figure.value is not None, "a figure is made with its value"
    return figure.value


class FigureList:
    """Figures in the order in which they are made; ids `f1`, `f2` and so on."""

    def __init__(self) -> None:
        self.figures: list[Figure] = []
        self.passages: list[Passage] = []
        self.cells: list[Cell] = []

    def cell(self, view: CellView) -> Figure:
        """The number that a cell prints."""
        number = find_numbers(view.cell.printed)[0]
        value = Decimal(view.cell.number) if view.cell.number else number.value
        return self._leaf(view.cell, number.printed, value, view.cell.unit, view.cell.scale, view.passage)

    def printed(self, number: PrintedNumber, passage: Passage, label: str, cell: Cell | None = None) -> Figure:
        """A number that stands in a passage, in a sentence or in a cell with others."""
        scale = Scale(int(number.scale))
        of = cell if cell is not None else Cell(row_path=(label,) if label else ())
        return self._leaf(of, number.printed, number.value, number.currency, scale, passage)

    def constant(self, value: Decimal, label: str) -> Figure:
        """A number that the question states, or that follows from it."""
        return self._add(Figure(op=FigureOp.CONSTANT, value=value, label=label))

    def make(
        self,
        op: FigureOp,
        inputs: Sequence[Figure],
        value: Decimal,
        label: str,
        *,
        like: Figure | None = None,
        unit: FigureUnit = FigureUnit.UNSPECIFIED,
        rounding: int | None = None,
    ) -> Figure:
        """A value made of earlier figures; unit, currency and scale are those of `like`."""
        of = like or Figure()
        figure = Figure(
            op=op,
            input_ids=tuple(one.figure_id for one in inputs),
            value=value if rounding is None else value.quantize(Decimal(1).scaleb(-rounding), ROUND_HALF_UP),
            unit=unit or of.unit,
            currency_code=of.currency_code,
            scale=of.scale,
            label=label,
            rounding=rounding,
        )
        return self._add(figure)

    def adopt(self, answer: DocumentAnswer) -> Figure | None:
        """The value of another answer with the figures that it is made of; None where it is no number."""
        ids: dict[str, str] = {}
        found: Figure | None = None
        for figure in answer.figures:
            named = self._add(replace(figure, input_ids=tuple(ids[one] for one in figure.input_ids)))
            ids[figure.figure_id] = named.figure_id
            if figure.figure_id == answer.value_figure_id:
                found = named
        self.passages += [passage for passage in answer.passages if passage not in self.passages]
        self.cells += [cell for cell in answer.cells if cell not in self.cells]
        return found

    def _leaf(self, cell: Cell, printed: str, value: Decimal, unit: str, scale: Scale, passage: Passage) -> Figure:
        if passage not in self.passages:
            self.passages.append(passage)
        if cell.cell_id and cell not in self.cells:
            self.cells.append(cell)
        currency = unit if CURRENCY.fullmatch(unit) else ""
        kind = FigureUnit.UNSPECIFIED
        if scale is Scale.PERCENT:
            kind = FigureUnit.PERCENT
        elif currency:
            kind = FigureUnit.MONEY
        label = " – ".join(part for part in (" › ".join(cell.row_path), " › ".join(cell.column_path)) if part)
        # The printed text of a leaf is the number alone, as it stands in the passage; its scale is a field of its own.
        printed = _SCALE_WORD.sub("", printed)
        return self._add(
            Figure(
                op=FigureOp.CELL,
                value=value,
                unit=kind,
                currency_code=currency,
                scale=scale,
                label=label,
                cell=replace(cell, printed=printed, number=format(value, "f"), unit=unit, scale=scale),
                citation=passage.citation,
            )
        )

    def _add(self, figure: Figure) -> Figure:
        named = replace(figure, figure_id=f"f{len(self.figures) + 1}")
        self.figures.append(named)
        return named
