"""Calculations over lines of tables: changes, averages, sums, shares, ratios, differences, the period of an extreme.

Every number is a printed cell; the steps are figures.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

from services.answerer.documents.figures import FigureList, exact
from services.answerer.documents.lines import NO_PERIOD, Grade, Line, best_lines, read_operand
from services.answerer.documents.lookup import blank, describe, number_answer
from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import (
    DocumentAnswer,
    DocumentCalibration,
    DocumentReading,
    DocumentRefusal,
    ValueKind,
)
from services.answerer.documents.periods import Period, order_of
from services.answerer.documents.tasks import Calculation, Operation, read_calculation
from services.answerer.documents.views import CellView, Sheet, years_of
from services.answerer.documents.vocabulary import NUMBER_WORDS
from services.answerer.model import Figure, FigureOp, FigureUnit, GateStratum, RefusalReason, Scale
from services.common.printed import PrintedNumber, find_numbers, is_nil

Outcome = DocumentAnswer | DocumentRefusal | None

NAMED = 0.78
"""The grade that the line of an operand needs."""
MARGIN = 0.04
"""Lines whose scores are nearer than this are told apart by what they print only."""


@dataclass(frozen=True, slots=True)
class Operand:
    """What one operand came to: its figure, the cells behind it and how well their line fits."""

    figure: Figure
    views: tuple[CellView, ...]
    score: float


class Series:
    """Calculates with lines of the tables that govern."""

    def __init__(self, matcher: Matcher, calibration: DocumentCalibration) -> None:
        self.matcher = matcher
        self.calibration = calibration
        sheets = set(map(id, matcher.sheets()))
        self.lines = [line for line in matcher.lines if id(line.single.sheet) in sheets]
        self.versions = _across_documents(matcher.lines)
        self.made = FigureList()

    def outcome(self, task: Calculation) -> Outcome:
        """The answer of a calculation; None where its operands are not found surely enough."""
        match task.operation:
            case Operation.CHANGE | Operation.PERCENT_CHANGE:
                return self._change(task)
            case Operation.AVERAGE:
                return self._over_periods(task, is_average=True)
            case Operation.SUM:
                return self._over_periods(task, is_average=False) if len(task.operands) == 1 else self._sum(task)
            case Operation.DIFFERENCE | Operation.PERCENT_DIFFERENCE | Operation.RATIO | Operation.SHARE:
                return self._of_two(task)
            case Operation.WHICH_PERIOD:
                return self._which_period(task)
            case Operation.EACH_PERIOD:
                return self._each_period(task)
            case Operation.LIST_PERIODS | Operation.COUNT_PERIODS:
                return self._list_periods(task)
            case _:
                return None

    # --- finding

    def line(self, operand: str, periods: Sequence[Period], least: int = 1) -> tuple[Line, Grade] | None:
        """The line that the operand names, with a number for each period (`least` of any); None where two would do."""
        asked = read_operand(operand)
        if periods:
            held = [*self.lines, *self.versions]
            fitting = [line for line in held if all(self._is_stated(self._at(line, one)) for one in periods)]
        else:
            fitting = [line for line in self.lines if sum(map(self._is_stated, line.cells.values())) >= least]
        if _PERCENT_OF.match(operand):
            fitting = [line for line in fitting if line.single.cell.scale is Scale.PERCENT]
        best = best_lines(fitting, asked, MARGIN, self.matcher.prose, self.matcher.names)
        if not best or best[0][1].score < NAMED or not best[0][1].in_label:
            return None
        chosen = [self._at(best[0][0], period) for period in periods]
        if len(set(map(id, chosen))) < len(chosen):
            return None
        printed = {tuple(_number(self._at(line, period)) for period in periods) for line, _ in best}
        if periods and len(printed) > 1:
            return None
        if not periods and len(best) > 1 and len({_numbers(line) for line, _ in best}) > 1:
            return None
        return best[0]

    @staticmethod
    def _is_stated(view: CellView | None) -> bool:
        return view is not None and (bool(view.cell.number) or is_nil(view.cell.printed))

    def _at(self, line: Line, period: Period) -> CellView | None:
        view = line.at(period)
        if view is not None:
            return view
        if period.month and period.year:
            # A column that says the year only is of the day that stands around the table.
            view = line.cells.get(Period(period.year))
            if view is not None:
                return view
        only = line.cells.get(NO_PERIOD)
        if only is not None and period.year is not None and len(line.cells) == 1:
            said = years_of(" ".join((only.cell.table_caption, *only.passage.heading_path)))
            if period.year in said or (not said and period.year in only.sheet.years):
                return only
        return None

    # --- calculations

    def _change(self, task: Calculation) -> Outcome:
        periods = sorted(dict.fromkeys(task.periods), key=order_of)
        if len(periods) > 2:
            periods = [periods[0], periods[-1]]
        found = self.line(task.operands[0], periods, 2)
        if found is None:
            return None
        line, fit = found
        if len(periods) < 2:
            own = [one for one in line.in_time() if one[0] != NO_PERIOD]
            if len(own) != 2 or (periods and not any(periods[0].holds(one[0]) for one in own)):
                return None
            if periods and not periods[0].holds(own[-1][0]) and not _SINCE.search(self.matcher.asked.text):
                return None
            pair = (own[0][1], own[1][1])
        else:
            first, last = self._at(line, periods[0]), self._at(line, periods[1])
            if first is None or last is None:
                return None
            pair = (first, last)
        for view in pair:
            if not view.cell.number:
                return blank(view) if not view.cell.printed.strip() else None
        old, new = pair
        if _is_outflow(pair) and task.operation is Operation.CHANGE:
            return self._either_sign(pair, _moved(pair))
        if old is new or old.cell.scale != new.cell.scale:
            return None
        before, after = self.made.cell(old), self.made.cell(new)
        if task.operation is Operation.PERCENT_CHANGE and before.scale is not Scale.PERCENT:
            value = self._percent_change(before, after, new)
            if value is None:
                return None
        else:
            # Between two rates the change is in points.
            unit = FigureUnit.PERCENTAGE_POINT if after.scale is Scale.PERCENT else FigureUnit.UNSPECIFIED
            value = self.made.make(
                FigureOp.SUBTRACT,
                [after, before],
                exact(after) - exact(before),
                describe(new),
                like=after,
                unit=unit,
            )
        if task.direction < 0 and exact(value) < 0 <= min(exact(before), exact(after)):
            value = self.made.make(FigureOp.NEGATE, [value], -exact(value), describe(new), like=value, unit=value.unit)
        return self._answer(value, new, fit)

    def _percent_change(self, before: Figure, after: Figure, view: CellView) -> Figure | None:
        if not exact(before):
            return None
        change = (exact(after) - exact(before)) / exact(before) * 100
        return self.made.make(
            FigureOp.PERCENT_CHANGE, [before, after], change, describe(view), unit=FigureUnit.PERCENT, rounding=2
        )

    def _over_periods(self, task: Calculation, *, is_average: bool) -> Outcome:
        found = self.line(task.operands[0], task.periods, 2)
        if found is None:
            return None
        line, fit = found
        if len(task.periods) > 1:
            views = [view for period in task.periods if (view := self._at(line, period)) is not None]
        else:
            views = [view for period, view in line.in_time() if period != NO_PERIOD]
            if task.periods or len(views) < 2 or not is_average:
                return None
        views = [view for view in views if view.cell.number]
        if len(views) < 2 or len({view.cell.scale for view in views}) > 1:
            return None
        if (
            not is_average
            and "total" in " ".join(line.row[-1:]).lower()
            and not _TOGETHER.search(self.matcher.asked.text)
        ):
            # The total of each period, or of both: the words leave it open.
            return None
        if _is_outflow(views):
            return self._either_sign(views, _mean(views) if is_average else _total(views))
        leaves = [self.made.cell(view) for view in views]
        total = sum(map(exact, leaves), Decimal(0))
        if is_average:
            value = self.made.make(
                FigureOp.AVERAGE, leaves, total / len(leaves), describe(views[-1]), like=leaves[0], rounding=None
            )
        else:
            value = self.made.make(FigureOp.ADD, leaves, total, describe(views[-1]), like=leaves[0])
        return self._answer(value, views[-1], fit)

    def _sum(self, task: Calculation) -> Outcome:
        parts = self._operands(task)
        known = [one for one in parts if one is not None]
        if len(known) < len(parts) or len({one.views for one in known}) < len(known):
            return None
        figures = [one.figure for one in known]
        if len({one.scale for one in figures}) > 1:
            return None
        total = sum(map(exact, figures), Decimal(0))
        value = self.made.make(FigureOp.ADD, figures, total, describe(known[0].views[0]), like=figures[0])
        return self._answer_of(value, known)

    def _operands(self, task: Calculation) -> list[Operand | None]:
        """Each operand; one that is not found by its own words shares the other's ("domestic and foreign rates")."""
        found = [self._operand(name, task, index) for index, name in enumerate(task.operands)]
        if len(found) != 2 or sum(1 for one in found if one is None) != 1:
            return list(found)
        lost = 0 if found[0] is None else 1
        own, other = task.operands[lost].split(), task.operands[1 - lost].split()
        for count in range(1, len(other)):
            shared = [*own, *other[count:]] if lost == 0 else [*other[:-count], *own]
            one = self._operand(" ".join(shared), task, lost)
            if one is not None:
                found[lost] = one
                break
        return list(found)

    def _operand(self, name: str, task: Calculation, index: int) -> Operand | None:
        own = task.operand_periods[index] if index < len(task.operand_periods) else ()
        periods = own or task.periods
        times, name = _times(name)
        if task.averaged:
            found = self.line(name, periods)
            if found is None:
                return None
            line, fit = found
            views = [view for period in periods if (view := self._at(line, period))] or [
                view for _, view in line.in_time()
            ]
            if len(views) < 2 or any(not view.cell.number for view in views):
                return None
            leaves = [self.made.cell(view) for view in views]
            mean = sum(map(exact, leaves), Decimal(0)) / len(leaves)
            figure = self.made.make(FigureOp.AVERAGE, leaves, mean, describe(views[-1]), like=leaves[0])
            return Operand(figure, tuple(views), fit.score)
        if len(periods) > 1:
            return None
        found = self.line(name, periods)
        if found is None:
            return None
        line, fit = found
        view = self._at(line, periods[0]) if periods else _only(line)
        if view is None or not view.cell.number:
            return None
        figure = self.made.cell(view)
        if times > 1:
            count = self.made.constant(Decimal(times), "times")
            figure = self.made.make(
                FigureOp.MULTIPLY, [figure, count], exact(figure) * times, describe(view), like=figure
            )
        return Operand(figure, (view,), fit.score)

    def _of_two(self, task: Calculation) -> Outcome:
        first, second = self._operands(task)
        if first is None or second is None or first.views == second.views:
            return None
        if not _are_placed(task.operands, first.views[0], second.views[0]):
            return None
        one, other = first.figure, second.figure
        if one.scale != other.scale or (
            one.currency_code != other.currency_code and one.currency_code and other.currency_code
        ):
            return None
        label = f"{describe(first.views[0])} / {describe(second.views[0])}"
        if task.operation is Operation.DIFFERENCE:
            unit = FigureUnit.PERCENTAGE_POINT if one.scale is Scale.PERCENT else FigureUnit.UNSPECIFIED
            if exact(one) < exact(other) and exact(one) >= 0:
                one, other = other, one
            value = self.made.make(
                FigureOp.SUBTRACT, [one, other], exact(one) - exact(other), label, like=one, unit=unit
            )
            return self._answer_of(value, (first, second))
        if not exact(other):
            return None
        if task.operation is Operation.PERCENT_DIFFERENCE:
            change = self._percent_change(other, one, first.views[0])
            return None if change is None else self._answer_of(change, (first, second))
        if task.operation is Operation.RATIO:
            value = self.made.make(FigureOp.DIVIDE, [one, other], exact(one) / exact(other), label, rounding=4)
        else:
            share = exact(one) / exact(other) * 100
            if not 0 <= share <= 100:
                return None
            value = self.made.make(FigureOp.PERCENT_OF, [one, other], share, label, unit=FigureUnit.PERCENT, rounding=2)
        return self._answer_of(value, (first, second))

    def _which_period(self, task: Calculation) -> Outcome:
        found = self.line(task.operands[0], (), 2)
        if found is None:
            return None
        line, fit = found
        cells = [(period, view) for period, view in line.in_time() if period != NO_PERIOD and view.cell.number]
        if task.periods:
            cells = [one for one in cells if any(period.holds(one[0]) for period in task.periods)]
        if len(cells) < 2 or len({period.year for period, _ in cells}) < len(cells):
            return None
        ordered = sorted(cells, key=lambda one: Decimal(one[1].cell.number) * -task.direction)
        if task.rank > len(ordered):
            return None
        chosen = ordered[task.rank - 1]
        if sum(1 for one in ordered if one[1].cell.number == chosen[1].cell.number) > 1:
            return None
        period, view = chosen
        return self._period(view, _printed_period(view, period), fit)

    def _list_periods(self, task: Calculation) -> Outcome:
        found = self.line(task.operands[0], (), 2)
        if found is None:
            return None
        line, fit = found
        cells = [(period, view) for period, view in line.cells.items() if period != NO_PERIOD]
        if task.periods:
            cells = [one for one in cells if any(period.holds(one[0]) for period in task.periods)]
        if not cells or any(not view.cell.number for _, view in cells):
            return None
        if task.threshold:
            limits = find_numbers(task.threshold)
            if len(limits) != 1:
                return None
            limit = in_full(limits[0].value, Scale(int(limits[0].scale)))
            cells = [
                one
                for one in cells
                if (in_full(Decimal(one[1].cell.number), one[1].cell.scale) - limit) * task.direction > 0
            ]
        if not cells:
            return None
        view = cells[0][1]
        if task.operation is Operation.COUNT_PERIODS:
            leaves = [self.made.cell(view) for _, view in cells]
            value = self.made.make(FigureOp.COUNT, leaves, Decimal(len(cells)), describe(view), unit=FigureUnit.COUNT)
            return self._answer(value, view, fit)
        names = tuple(_printed_period(view, period) for period, view in cells)
        if len(names) == 1:
            return self._period(view, names[0], fit)
        return replace(self._words(names[0], view, fit), kind=ValueKind.LIST, value=names)

    def _period(self, view: CellView, text: str, fit: Grade) -> DocumentAnswer:
        """A period as an answer: a year is a number that stands in a label."""
        if not text.isdecimal():
            return self._words(text, view, fit)
        leaf = self.made.printed(PrintedNumber(Decimal(text), text, 0, len(text)), view.passage, describe(view))
        return self._answer(leaf, view, fit)

    def _each_period(self, task: Calculation) -> Outcome:
        found = self.line(task.operands[0], task.periods, 2)
        if found is None:
            return None
        line, fit = found
        views = [view for period in task.periods if (view := self._at(line, period)) is not None]
        if len(views) < 2 or any(not view.cell.number for view in views):
            return None
        made = [self.made.cell(view) for view in views]
        answer = self._words(views[0].cell.printed, views[0], fit)
        return replace(
            answer,
            kind=ValueKind.LIST,
            value=tuple(view.cell.printed for view in views),
            figures=tuple(self.made.figures),
            passages=tuple(dict.fromkeys(view.passage for view in views)),
            cells=tuple(view.cell for view in views),
            value_figure_id="",
            scale=made[0].scale,
        )

    def _either_sign(self, views: Sequence[CellView], value: Decimal) -> DocumentRefusal:
        """What goes out is printed as negative: as printed and as amounts the result has opposite signs."""
        view = views[-1]
        readings = (
            DocumentReading(f"as printed, {describe(view)}", format(value, "f"), view.passage),
            DocumentReading(f"as amounts, {describe(view)}", format(-value, "f"), view.passage),
        )
        return DocumentRefusal(RefusalReason.AMBIGUOUS, readings=readings)

    # --- answers

    def _answer(self, value: Figure, view: CellView, fit: Grade) -> DocumentAnswer:
        return number_answer(self.made, value, self._found(view, fit.score))

    def _answer_of(self, value: Figure, operands: Sequence[Operand]) -> DocumentAnswer:
        return number_answer(self.made, value, self._found(operands[0].views[0], min(one.score for one in operands)))

    def _words(self, text: str, view: CellView, fit: Grade) -> DocumentAnswer:
        return replace(self._found(view, fit.score), value=text)

    def _found(self, view: CellView, score: float) -> DocumentAnswer:
        return DocumentAnswer(
            kind=ValueKind.TEXT,
            value=view.cell.printed,
            quotation=view.cell.printed,
            passage=view.passage,
            reading=describe(view),
            score=min(1.0, score),
            threshold=self.calibration.threshold(GateStratum.LOOKUP),
            stratum=GateStratum.LOOKUP,
            passages=(view.passage,),
            cells=(view.cell,),
            notes=view.cell.footnotes,
            date_named=view.sheet.effective_date,
        )


def calculate_over_lines(matcher: Matcher, calibration: DocumentCalibration) -> Outcome:
    """The value of the calculation that the question's words ask for; None where they ask for none, or it is unsure."""
    task = read_calculation(matcher.asked.text)
    return None if task is None else Series(matcher, calibration).outcome(task)


def _times(name: str) -> tuple[int, str]:
    """How many of a thing its words say ("three wires"), and the thing."""
    first, _, rest = name.partition(" ")
    number = NUMBER_WORDS.get(first, 0) if rest else 0
    return (number, rest) if 0 < number <= 20 else (1, name)


_PERCENT_OF = re.compile(r"(?:percent(?:age)?|%|per cent)(?: of)?\b")
_SINCE = re.compile(r"\b(?:since|from|compared (?:to|with)|against|versus|vs)\b", re.IGNORECASE)
_TOGETHER = re.compile(
    r"\b(?:both|altogether|combined|together|between|from|sum|collectively|across|over|in all|to|through)\b",
    re.IGNORECASE,
)
_OUTFLOW = re.compile(
    r"\b(?:expenses?|costs?|loss(?:es)?|charges?|payments?|allowances?|deductions?|write-?offs?|fees?)\b", re.IGNORECASE
)


_EITHER_WAY = re.compile(r"\b(?:income|gains?|profits?|benefits?|net|result|credits?)\b", re.IGNORECASE)


def _across_documents(lines: Sequence[Line]) -> list[Line]:
    """Lines of one name in several documents of one house, each of its own period: versions of a price, slips."""
    groups: dict[object, dict[Period, CellView]] = {}
    named: dict[object, Line] = {}
    for line in lines:
        view = line.cells.get(NO_PERIOD)
        period = document_period(line.single.sheet)
        if view is None or len(line.cells) > 1 or period is None:
            continue
        house = line.single.sheet.institution or line.single.sheet.title
        key = (house, tuple(map(str.casefold, line.row)), tuple(map(str.casefold, line.column)))
        held = groups.setdefault(key, {})
        if period in held and held[period].cell.printed != view.cell.printed:
            held[NO_PERIOD] = view
        held.setdefault(period, view)
        named.setdefault(key, line)
    return [
        replace(named[key], cells=held)
        for key, held in groups.items()
        if len(held) > 1
        and NO_PERIOD not in held
        and len({view.sheet.document_id for view in held.values()}) == len(held)
    ]


def document_period(sheet: Sheet) -> Period | None:
    """The period that a document as a whole is of: a statement's month, or the year since which it holds."""
    year = sheet.effective_date.year if sheet.effective_date else None
    if sheet.is_series and len(sheet.months) == 1:
        years = sorted(sheet.years)
        return Period(years[-1] if years else year, next(iter(sheet.months)))
    if year is not None:
        return Period(year)
    return Period(next(iter(sheet.years))) if len(sheet.years) == 1 else None


_POWERS = {Scale.THOUSAND: 3, Scale.MILLION: 6, Scale.BILLION: 9}


def in_full(value: Decimal, scale: Scale) -> Decimal:
    """A printed value in full units; percentages stay in percent."""
    return value.scaleb(_POWERS.get(scale, 0))


def _total(views: Sequence[CellView]) -> Decimal:
    return sum((Decimal(view.cell.number) for view in views), Decimal(0))


def _mean(views: Sequence[CellView]) -> Decimal:
    return (_total(views) / len(views)).quantize(Decimal("0.01"), ROUND_HALF_UP)


def _moved(pair: Sequence[CellView]) -> Decimal:
    """Later less earlier, as printed."""
    return Decimal(pair[1].cell.number) - Decimal(pair[0].cell.number)


def _is_outflow(views: Sequence[CellView]) -> bool:
    """Whether money that goes out is printed as negative: as what it is to be counted, readers do not agree on."""
    labels = [" ".join(view.cell.row_path[-1:]) for view in views]
    return all(view.cell.number.startswith("-") for view in views) and any(
        _OUTFLOW.search(label) and not _EITHER_WAY.search(label) for label in labels
    )


def _number(view: CellView | None) -> str:
    return "" if view is None else view.cell.number or view.cell.printed


def _numbers(line: Line) -> tuple[str, ...]:
    return tuple(view.cell.number for _, view in line.in_time())


def _only(line: Line) -> CellView | None:
    return line.single if len(line.cells) == 1 else None


def _printed_period(view: CellView, period: Period) -> str:
    for label in (*reversed(view.cell.column_path), *reversed(view.cell.row_path)):
        if period.year is not None and period.year in years_of(label):
            return str(period.year) if period == Period(period.year) or period.month else label
    return str(period.year)


def _are_placed(names: Sequence[str], one: CellView, other: CellView) -> bool:
    """Whether two cells of a table share its row or its column, or each stands in a row that its own words name."""
    if (
        one.table_key != other.table_key
        or one.cell.row_path == other.cell.row_path
        or one.cell.column_path == other.cell.column_path
    ):
        return True
    pairs = zip(names, (one, other), strict=False)
    return all(any(term.is_in(view.row) for term in read_operand(name).terms) for name, view in pairs)
