"""What can be calculated from cells: over time, over columns, between two of them, by bands, as a share.

Every number comes from a cell or from the question; the steps are figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from services.answerer.documents.amounts import over_steps, part_of_amount, price_of_several
from services.answerer.documents.bands import band_of, is_within
from services.answerer.documents.charges import charge_in_percent
from services.answerer.documents.comparisons import compare
from services.answerer.documents.extremes import column_of_extreme
from services.answerer.documents.figures import FigureList, exact
from services.answerer.documents.groups import row_of_extreme, rows_below_zero, sum_of_columns, sum_of_rows
from services.answerer.documents.lookup import blank, choose, describe, found_in_cell, number_answer
from services.answerer.documents.matching import Fit, Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentCalibration, DocumentRefusal
from services.answerer.documents.objections import in_force, is_of_one_of
from services.answerer.documents.question import AskedQuestion, Task, Term, Wanted, read_question
from services.answerer.documents.quotation import found_in_sentence, frequency
from services.answerer.documents.ranges import sum_of_range
from services.answerer.documents.series import calculate_over_lines
from services.answerer.documents.terms import all_notions, fold, notions
from services.answerer.documents.views import CellView
from services.answerer.documents.vocabulary import NUMBER_WORDS
from services.answerer.model import Figure, FigureOp, FigureUnit, Scale
from services.common.printed import PrintedNumber, find_numbers
from services.common.printed import Scale as PrintedScale

Outcome = DocumentAnswer | DocumentRefusal | None

_MONTHS_IN = {"monthly": Decimal(1), "quarterly": Decimal(3), "annual": Decimal(12)}
_TIME_NOTIONS = frozenset(("=annual", "=monthly", "=weekly", "=quarterly", "=daily"))
_FREE = re.compile(r"\b(\d+|[a-z]+)\s+(?:\w+\s+){0,5}(?:free|included|without charge|at no charge)\b")
_FURTHER = re.compile(r"\b(?:each|every|any) (?:further|additional|extra|other|subsequent|more)\b", re.IGNORECASE)
_FALLS = re.compile(r"\b(?:drop|fall|fell|decrease|decline|reduc)", re.IGNORECASE)
_RISES = re.compile(r"\b(?:rise|rose|increase|grow|grew|change)", re.IGNORECASE)
# What a newer paper did to a price is told by both.
_FROM_ONE_TO_THE_NEXT = re.compile(
    rf"{_RISES.pattern}|{_FALLS.pattern}|\b(?:rais\w+|went|gone|goes?|going|get|got|since|from|now|new|last|ago|"
    r"versions?)\b",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"\b(?:current|old|previous|prior|former|before|existing|estimate|estimated|original|last|opening)\b", re.IGNORECASE
)
_LATER = re.compile(
    r"\b(?:new|renewal|next|coming|upcoming|revised|proposed|after|final|actual|future|this|closing|updated)\b",
    re.IGNORECASE,
)
_TOGETHER = re.compile(
    r"\b(?:both|combined|together|altogether|sum|add(?:ed)? up|over|across|through|cumulative)\b|\d{4}\s?[-–]\s?\d{4}",
    re.IGNORECASE,
)
_EACH_BAND = re.compile(
    r"\b(?:each (?:band|bracket|tier|slab|portion|part) separately|band by band|(?:on|to) (?:that|the|"
    r"each) (?:portion|part) of|marginal|within each|only (?:on|to) the (?:part|portion))",
    re.IGNORECASE,
)


def calculate(matcher: Matcher, calibration: DocumentCalibration) -> Outcome:
    """The value that the question's task makes of cells; None where the question asks for no calculation."""
    found = _calculated(matcher, calibration)
    current = in_force(matcher)
    if current is None or isinstance(found, DocumentRefusal):
        return found
    if found is None and _FROM_ONE_TO_THE_NEXT.search(matcher.asked.text):
        return None
    is_replaced = found is None or is_of_one_of(matcher, found, current)
    return _calculated(current, calibration) if is_replaced else found


def _calculated(matcher: Matcher, calibration: DocumentCalibration) -> Outcome:
    asked = matcher.asked
    if asked.wanted is Wanted.TEXT:
        # Why something moved, or what it is, no number says.
        return None
    in_range = sum_of_range(matcher, calibration)
    if in_range is not None:
        return in_range
    over_lines = calculate_over_lines(matcher, calibration)
    if over_lines is not None:
        return over_lines
    compared = compare(matcher, calibration)
    if compared is not None:
        return compared
    for applies, find in (
        (True, row_of_extreme),
        (True, column_of_extreme),
        (asked.task is Task.BAND_EDGE, _band_edge),
        (len(asked.numbers) == 1 and asked.task in (Task.LOOK_UP, Task.SUM), _by_band),
        (True, part_of_amount),
        (True, charge_in_percent),
        (True, price_of_several),
        (True, over_steps),
        (asked.count is not None or bool(asked.per), _over_time),
        (asked.task is Task.SUM and len(asked.years) > 1, _over_columns),
        (asked.task in (Task.DIFFERENCE, Task.PERCENT_CHANGE), _between_two),
        (asked.task is Task.SHARE, _share),
        (asked.wanted is not Wanted.YES_NO, _several_times),
        (asked.task in (Task.LOOK_UP, Task.SUM), _sum_of_parts),
        (True, sum_of_columns),
        (True, rows_below_zero),
        (asked.wanted not in (Wanted.RATE, Wanted.YES_NO) and not _has_total(matcher), sum_of_rows),
    ):
        if applies:
            outcome = find(matcher, calibration)
            if outcome is not None:
                return outcome
    return None


def _has_total(matcher: Matcher) -> bool:
    """Whether a line states the total that is asked for."""
    return matcher.asked.task is Task.SUM and isinstance(_one_cell(matcher.asked, matcher), tuple)


# --- one cell, over time ---------------------------------------------------------------------------------------------


def _over_time(matcher: Matcher, calibration: DocumentCalibration) -> Outcome:
    """A charge that comes back, over the time that is asked for."""
    asked = matcher.asked
    terms = tuple(term for term in asked.terms if not (term.means & _TIME_NOTIONS and not term.parts))
    found = _one_cell(replace(asked, terms=terms, count=None, per=""), matcher)
    if found is None or isinstance(found, DocumentRefusal):
        return found
    view, fit = found
    often = _frequency(matcher, view)
    if often is None or not view.cell.number or often not in _MONTHS_IN or asked.per not in _MONTHS_IN:
        return None
    times = (asked.count or Decimal(1)) * _MONTHS_IN[asked.per] / _MONTHS_IN[often]
    if times == 1 and asked.count is None:
        return None
    if times != times.to_integral_value() or times < 1:
        return None
    made = FigureList()
    leaf = made.cell(view)
    count = made.constant(times, f"{asked.per} in {often}")
    value = made.make(FigureOp.MULTIPLY, [leaf, count], exact(leaf) * times, describe(view), like=leaf)
    return number_answer(made, value, found_in_cell(view, fit, calibration))


def _frequency(matcher: Matcher, view: CellView) -> str | None:
    """How often the row's charge comes, by its labels and by what else its row says."""
    row = [one.cell.printed for one in matcher.views.siblings(view) if one.cell.row_path == view.cell.row_path]
    for text in (" ".join((*view.cell.row_path, *view.cell.column_path)), " ".join(row), view.cell.table_caption):
        name = frequency(text)
        if name is not None:
            return name
    return None


# --- a number of things ----------------------------------------------------------------------------------------------


def _several_times(matcher: Matcher, calibration: DocumentCalibration) -> Outcome:
    """So many of one thing: its price each time, or the first one's price and the further ones'."""
    asked = matcher.asked
    number = next((NUMBER_WORDS[term.word] for term in asked.soft if 1 < NUMBER_WORDS.get(term.word, 0) <= 20), None)
    if number is None or asked.task is not Task.LOOK_UP or asked.wanted not in (Wanted.VALUE, Wanted.MONEY):
        return None
    fitting = [
        (view, fit)
        for view, fit in matcher.cells()
        if not fit.missing and fit.row_strong and (view.cell.number or view.cell.printed)
    ]
    first = [
        one for one in fitting if re.match(r"(?:the )?(?:first|1st|initial)\b", one[0].cell.row_path[-1], re.IGNORECASE)
    ]
    further = [
        one
        for one in fitting
        if re.match(
            r"(?:each |every )?(?:further|additional|subsequent|extra|other|next|second)\b",
            one[0].cell.row_path[-1],
            re.IGNORECASE,
        )
    ]
    made = FigureList()
    if (
        len(first) == 1
        and len(further) == 1
        and further[0][0].cell.number
        and first[0][0].table_key == further[0][0].table_key
    ):
        rest = made.cell(further[0][0])
        times = made.constant(Decimal(number - 1), "further ones")
        value = made.make(
            FigureOp.MULTIPLY, [rest, times], exact(rest) * (number - 1), describe(further[0][0]), like=rest
        )
        if first[0][0].cell.number:
            start = made.cell(first[0][0])
            value = made.make(
                FigureOp.ADD, [start, value], exact(start) + exact(value), describe(first[0][0]), like=start
            )
        return number_answer(made, value, found_in_cell(further[0][0], further[0][1], calibration))
    found = _one_cell(replace(asked, soft=()), matcher)
    if found is None or isinstance(found, DocumentRefusal):
        return _beyond_free(matcher, number, calibration)
    view, fit = found
    row = " ".join(one.cell.printed for one in matcher.views.siblings(view) if one.cell.row_path == view.cell.row_path)
    if not view.cell.number or not re.search(
        r"\b(?:each|per|every|apiece)\b", " ".join((row, *view.cell.row_path, *view.cell.column_path)), re.IGNORECASE
    ):
        return None
    if _frequency(matcher, view) is not None or view.cell.scale in (Scale.PERCENT, Scale.BASIS_POINT):
        return None
    leaf = made.cell(view)
    times = made.constant(Decimal(number), "times")
    value = made.make(FigureOp.MULTIPLY, [leaf, times], exact(leaf) * number, describe(view), like=leaf)
    return number_answer(made, value, found_in_cell(view, fit, calibration))


def _beyond_free(matcher: Matcher, number: int, calibration: DocumentCalibration) -> Outcome:
    """The price of those that come after the free ones ("two a month are free; each further visit costs $5")."""
    plain = Matcher(replace(matcher.asked, soft=()), matcher.views, matcher.as_of)
    found = []
    for view, fit in plain.sentences():
        free, each = _FREE.search(fold(view.text)), _FURTHER.search(view.text)
        prices = [one for one in find_numbers(view.text) if one.currency]
        if (
            fit.missing
            or not fit.row_strong
            or not free
            or not each
            or len(prices) != 1
            or prices[0].start < each.start()
        ):
            continue
        allowed = int(free[1]) if free[1].isdecimal() else NUMBER_WORDS.get(free[1])
        if allowed is not None:
            found.append((view, fit, allowed, prices[0]))
    if len(found) != 1:
        return None
    view, fit, allowed, price = found[0]
    made = FigureList()
    charged = made.constant(Decimal(max(0, number - allowed)), "beyond the free ones")
    leaf = made.printed(price, view.passage, view.text)
    value = made.make(FigureOp.MULTIPLY, [leaf, charged], price.value * exact(charged), view.text, like=leaf)
    return number_answer(made, value, found_in_sentence(view, fit, calibration))


# --- parts that are added --------------------------------------------------------------------------------------------

_PLUS = re.compile(r"\s(?:plus|together with|with the|and the|as well as)\s", re.IGNORECASE)


def _sum_of_parts(matcher: Matcher, calibration: DocumentCalibration) -> Outcome:
    """The sum of two cells that the question names one after the other, of one document and currency."""
    asked = matcher.asked
    texts = _PLUS.split(asked.text)
    if any(NUMBER_WORDS.get(term.word, 0) > 1 for term in asked.soft):
        return None
    if len(texts) != 2 or asked.wanted not in (Wanted.VALUE, Wanted.MONEY, Wanted.ANY) or asked.numbers or asked.count:
        return None
    shared = tuple(
        term
        for term in asked.terms
        if term.word.startswith("~") or any(term.is_in(sheet.naming) for sheet in matcher.views.sheets)
    )
    found: list[tuple[CellView, Fit]] = []
    for text in texts:
        part = read_question(text)
        own = tuple(term for term in part.terms if all(term.means != other.means for other in shared))
        plain = replace(part, years=asked.years, wanted=Wanted.MONEY, task=Task.LOOK_UP, count=None, per="")
        tried = ((*own, *shared), own)
        one = next(
            (cell for terms in tried if isinstance(cell := _one_cell(replace(plain, terms=terms), matcher), tuple)),
            None,
        )
        if one is None and found:
            one = _in_row_of(matcher, found[0][0], own)
        if not own or one is None or not one[0].cell.number:
            return None
        found.append(one)
    (first, fit), (second, _) = found
    if first.sheet is not second.sheet or first.cell.unit != second.cell.unit or first.cell.scale != second.cell.scale:
        return None
    if first.passage is second.passage and first.cell.cell_id == second.cell.cell_id:
        return None
    made = FigureList()
    leaves = [made.cell(first), made.cell(second)]
    total = sum(map(exact, leaves), Decimal(0))
    value = made.make(FigureOp.ADD, leaves, total, f"{describe(first)} + {describe(second)}", like=leaves[0])
    return number_answer(made, value, found_in_cell(first, fit, calibration))


def _in_row_of(matcher: Matcher, view: CellView, terms: Sequence[Term]) -> tuple[CellView, Fit] | None:
    """The cell beside another one whose column says all of the terms."""
    row = [one for one in matcher.views.siblings(view) if one.cell.row_path == view.cell.row_path]
    named = [one for one in row if all(term.is_in(one.column) for term in terms)]
    return (named[0], matcher.fit_cell(named[0])) if len(named) == 1 else None


# --- columns, years, versions ----------------------------------------------------------------------------------------


def _over_columns(matcher: Matcher, calibration: DocumentCalibration) -> Outcome:
    """The sum of a row over the years that are named; a blank one counts for nothing."""
    by_year = _one_row_by_year(matcher)
    if by_year is None or len(by_year) < len(matcher.asked.years):
        return None
    made = FigureList()
    leaves = [made.cell(view) for _, (view, _) in sorted(by_year.items()) if view.cell.number]
    if len(leaves) < 2:
        return None
    total = sum(map(exact, leaves), Decimal(0))
    view, fit = by_year[matcher.asked.years[0]]
    if re.search(r"\btotal\b", " ".join(view.cell.row_path), re.IGNORECASE) and not _TOGETHER.search(
        matcher.asked.text
    ):
        return None
    value = made.make(FigureOp.ADD, leaves, total, describe(view), like=leaves[0])
    return number_answer(made, value, found_in_cell(view, fit, calibration))


def _one_row_by_year(matcher: Matcher) -> dict[int, tuple[CellView, Fit]] | None:
    """The cells of the one row that fits best, by year; None where two rows fit alike."""
    by_year: dict[int, tuple[CellView, Fit]] = {}
    for year in matcher.asked.years:
        found = _one_cell(replace(matcher.asked, years=(year,), task=Task.LOOK_UP, wanted=Wanted.VALUE), matcher)
        if isinstance(found, DocumentRefusal) and found.missing:
            view = _blank_view(matcher, year, by_year)
            if view is not None:
                by_year[year] = view
                continue
        if found is None or isinstance(found, DocumentRefusal):
            return None
        by_year[year] = found
    cells = {(view.passage.chunk_id, view.cell.cell_id, view.sheet.document_id) for view, _ in by_year.values()}
    if len(cells) < len(by_year):
        return None
    rows = {view.cell.row_path for view, _ in by_year.values()}
    columns = {view.cell.column_path for view, _ in by_year.values()}
    by_row = len(columns) == 1 and all(year in view.years for year, (view, _) in by_year.items())
    return by_year if len(rows) == 1 or by_row else None


def _blank_view(matcher: Matcher, year: int, by_year: dict[int, tuple[CellView, Fit]]) -> tuple[CellView, Fit] | None:
    for view, fit in by_year.values():
        for one in matcher.views.siblings(view):
            if one.cell.row_path == view.cell.row_path and year in one.years:
                return one, fit
    return None


def _between_two(matcher: Matcher, calibration: DocumentCalibration) -> Outcome:
    """From an earlier value of a row to a later one: of two years, or of two columns that say before and after."""
    asked = matcher.asked
    if len(asked.years) == 2:
        by_year = _one_row_by_year(matcher)
        if by_year is None:
            return None
        pair = by_year[asked.years[0]], by_year[asked.years[1]]
        if pair[0][0].sheet is pair[1][0].sheet:
            # Two years of one document are a line of its table, which has had its say.
            return None
    elif not asked.years:
        columns = _before_and_after(matcher)
        if columns is None:
            return None
        pair = columns
    else:
        return None
    (old, fit), (new, _) = pair
    for view in (old, new):
        if not view.cell.number:
            return blank(view) if not view.cell.printed.strip() else None
    units = {view.cell.unit for view in (old, new) if view.cell.unit}
    if old.cell.scale != new.cell.scale or len(units) > 1:
        return None
    made = FigureList()
    before, after = made.cell(old), made.cell(new)
    if asked.task is Task.PERCENT_CHANGE:
        if exact(before) <= 0:
            # What a percentage of a loss means, readers do not agree on.
            return None
        if before.scale is Scale.PERCENT:
            # Between two rates the change is in points.
            value = made.make(
                FigureOp.SUBTRACT,
                [after, before],
                exact(after) - exact(before),
                describe(new),
                unit=FigureUnit.PERCENTAGE_POINT,
            )
            return number_answer(made, value, found_in_cell(new, fit, calibration))
        change = (exact(after) - exact(before)) / exact(before) * 100
        value = made.make(
            FigureOp.PERCENT_CHANGE, [before, after], change, describe(new), unit=FigureUnit.PERCENT, rounding=2
        )
        if change < 0 and _FALLS.search(asked.text) and not _RISES.search(asked.text):
            value = made.make(FigureOp.NEGATE, [value], -exact(value), describe(new), unit=FigureUnit.PERCENT)
    else:
        value = _difference(made, before, after, new, asked)
    return number_answer(made, value, found_in_cell(new, fit, calibration))


def _difference(made: FigureList, before: Figure, after: Figure, view: CellView, asked: AskedQuestion) -> Figure:
    unit = FigureUnit.PERCENTAGE_POINT if after.scale is Scale.PERCENT else FigureUnit.UNSPECIFIED
    falls = exact(after) < exact(before)
    first, second = (
        (before, after)
        if falls
        and re.search(
            r"\b(?:drop|fall|fell|decrease|decline|cheaper|less|lower|down|difference)", asked.text, re.IGNORECASE
        )
        else (after, before)
    )
    return made.make(
        FigureOp.SUBTRACT, [first, second], exact(first) - exact(second), describe(view), like=after, unit=unit
    )


def _before_and_after(matcher: Matcher) -> tuple[tuple[CellView, Fit], tuple[CellView, Fit]] | None:
    fitting = [one for one in matcher.cells() if not one[1].missing or _only_time_missing(one[1])]
    fitting = [one for one in fitting if one[1].row_strong]
    rows = {(view.table_key, view.cell.row_path) for view, _ in fitting}
    if len(rows) != 1:
        return None
    row = [view for view in matcher.views.siblings(fitting[0][0]) if view.cell.row_path == fitting[0][0].cell.row_path]
    old = [
        view
        for view in row
        if _EARLIER.search(" ".join(view.cell.column_path)) and not _LATER.search(" ".join(view.cell.column_path))
    ]
    new = [
        view
        for view in row
        if _LATER.search(" ".join(view.cell.column_path)) and not _EARLIER.search(" ".join(view.cell.column_path))
    ]
    if len(old) != 1 or len(new) != 1:
        return None
    return (old[0], fitting[0][1]), (new[0], fitting[0][1])


def _only_time_missing(fit: Fit) -> bool:
    return all(_LATER.fullmatch(term.word) or _EARLIER.fullmatch(term.word) for term in fit.missing)


# --- shares ----------------------------------------------------------------------------------------------------------

_SHARE_OF = re.compile(
    r"\b(?:share|percent(?:age)?|portion|proportion|fraction|part) of (?:my |the |our |its |their |"
    r"all )?(.+?) (?:is|was|are|were|did|do|does|have|has|went|goes|came|comes|i|we)\b(.*)",
    re.IGNORECASE,
)
# Credit in use is what the statement's closing balance says.
_IN_USE = re.compile(r"\b(?:in use|used|using|utili[sz]ed|drawn)\b", re.IGNORECASE)


def _share(matcher: Matcher, calibration: DocumentCalibration) -> Outcome:
    """One row as a percentage of another one of the same document and column."""
    parts = _SHARE_OF.search(matcher.asked.text)
    if not parts:
        return None
    of_whole = all_notions((parts[1],))
    whole_terms = tuple(term for term in matcher.asked.terms if term.is_in(of_whole))
    part_terms = tuple(term for term in matcher.asked.terms if term not in whole_terms)
    if not whole_terms:
        return None
    if _IN_USE.search(parts[2]) and any("creditlimit" in term.means for term in whole_terms):
        part_terms = (
            *(term for term in part_terms if any(term.is_in(sheet.identity) for sheet in matcher.views.sheets)),
            Term("closingbalance", notions("closingbalance")),
        )
        around = tuple(term for term in part_terms if term.word != "closingbalance")
        whole_terms = (*whole_terms, *around)
    whole = _one_cell(replace(matcher.asked, terms=whole_terms, task=Task.LOOK_UP, wanted=Wanted.VALUE), matcher)
    part = _one_cell(replace(matcher.asked, terms=part_terms, task=Task.LOOK_UP, wanted=Wanted.VALUE), matcher)
    if whole is None or part is None or isinstance(whole, DocumentRefusal) or isinstance(part, DocumentRefusal):
        return None
    if (
        whole[0].sheet is not part[0].sheet
        or whole[0].cell.unit != part[0].cell.unit
        or whole[0].cell.scale != part[0].cell.scale
    ):
        return None
    made = FigureList()
    numerator, denominator = made.cell(part[0]), made.cell(whole[0])
    if not exact(denominator):
        return None
    value = made.make(
        FigureOp.PERCENT_OF, [numerator, denominator], exact(numerator) / exact(denominator) * 100,
        f"{describe(part[0])} of {describe(whole[0])}", unit=FigureUnit.PERCENT, rounding=2,
    )  # fmt: skip
    return number_answer(made, value, found_in_cell(part[0], part[1], calibration))


# --- bands -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Band:
    """A row whose cell is a run of amounts; `low` and `high` as printed, None where it is open."""

    view: CellView
    low: PrintedNumber | None
    high: PrintedNumber | None
    in_label: bool

    def holds(self, amount: Decimal) -> bool:
        """Whether the amount lies in it."""
        return is_within(amount, (self.low, self.high))


def _bands(matcher: Matcher) -> Iterator[list[_Band]]:
    """The bands of each column (or of the labels) of each table, where there are two or more."""
    columns: dict[object, list[_Band]] = {}
    for view in matcher.views.cells:
        in_cell = band_of(view.cell.printed)
        if in_cell:
            columns.setdefault((view.table_key, view.cell.column_path), []).append(
                _Band(view, *in_cell, in_label=False)
            )
        in_label = band_of(view.cell.row_path[-1]) if view.cell.row_path else None
        if in_label and not in_cell:
            columns.setdefault((view.table_key, view.cell.column_path, "label"), []).append(
                _Band(view, *in_label, in_label=True)
            )
    yield from (bands for bands in columns.values() if len(bands) > 1)


def _asked_bands(matcher: Matcher) -> list[_Band] | None:
    """The bands that the question is about; None where it is about none, or cannot tell between two columns."""
    sheets = set(map(id, matcher.sheets()))
    found: list[tuple[int, list[_Band]]] = []
    for bands in _bands(matcher):
        view = bands[0].view
        held = view.column | view.around | view.sheet.identity
        labels = all_notions(" ".join(band.view.cell.row_path) for band in bands)
        beside = all_notions(" ".join(one.cell.column_path) for one in matcher.views.siblings(view))
        missing = [term for term in matcher.asked.terms if not term.is_in(held | labels | beside)]
        if id(view.sheet) not in sheets or missing:
            continue
        if any(
            not view.sheet.covers_year(year, matcher.as_of) and year not in view.years for year in matcher.asked.years
        ):
            continue
        found.append((sum(1 for term in matcher.asked.terms if term.is_in(view.column)), bands))
    if not found:
        return None
    best = max(strong for strong, _ in found)
    chosen = [bands for strong, bands in found if strong == best]
    return chosen[0] if len(chosen) == 1 else None


def _band_edge(matcher: Matcher, calibration: DocumentCalibration) -> Outcome:
    """Where the band of a rate starts or ends."""
    bands = _asked_bands(matcher)
    rates = [number.value for number in matcher.asked.numbers if number.scale is PrintedScale.PERCENT]
    if bands is None or len(rates) != 1:
        return None
    chosen = [band for band in bands if _rate(band) == rates[0]]
    if len(chosen) != 1:
        return None
    band = chosen[0]
    edge = band.low if matcher.asked.edge == "low" else band.high
    if edge is None:
        return None
    made = FigureList()
    leaf = made.printed(edge, band.view.passage, describe(band.view), band.view.cell)
    return number_answer(made, leaf, found_in_cell(band.view, matcher.fit_cell(band.view), calibration))


def _rate(band: _Band) -> Decimal | None:
    """The one rate of a band: its row's label, or its cell where the label is the band."""
    text = band.view.cell.printed if band.in_label else band.view.cell.row_path[-1]
    numbers = [number for number in find_numbers(text) if number.scale is PrintedScale.PERCENT]
    return numbers[0].value if len(numbers) == 1 else None


def _by_band(matcher: Matcher, calibration: DocumentCalibration) -> Outcome:
    """What the band of an amount states; or, where the question asks what comes to be paid, the sum over the bands."""
    asked = matcher.asked
    amount = asked.numbers[0]
    if amount.scale is PrintedScale.PERCENT:
        return None
    bands = _asked_bands(matcher)
    if bands is None:
        return None
    holding = [band for band in bands if band.holds(amount.value)]
    if len(holding) != 1:
        return None
    band = holding[0]
    made = FigureList()
    fit = matcher.fit_cell(band.view)
    # Which band an amount lies in is settled, so the row's own words are not the question's to say.
    fit = replace(fit, strong=(*fit.strong, *fit.missing), missing=(), extra=0, column_extra=0)
    if asked.wanted is Wanted.RATE:
        leaf = _rate_leaf(made, band)
        return None if leaf is None else number_answer(made, leaf, found_in_cell(band.view, fit, calibration))
    if (
        asked.wanted in (Wanted.VALUE, Wanted.MONEY, Wanted.ANY)
        and _rate(band) is None
        and band.in_label
        and band.view.cell.number
    ):
        leaf = made.cell(band.view)
        return number_answer(made, leaf, found_in_cell(band.view, fit, calibration))
    if asked.wanted in (Wanted.VALUE, Wanted.MONEY) and all(_rate(one) is not None for one in bands):
        return _over_bands(matcher, made, bands, amount, fit, calibration)
    return None


def _rate_leaf(made: FigureList, band: _Band) -> Figure | None:
    if band.in_label and band.view.cell.scale is Scale.BASIS_POINT:
        return made.cell(band.view)
    text = band.view.cell.printed if band.in_label else band.view.cell.row_path[-1]
    numbers = [number for number in find_numbers(text) if number.scale is PrintedScale.PERCENT]
    return (
        made.printed(numbers[0], band.view.passage, describe(band.view), band.view.cell) if len(numbers) == 1 else None
    )


def _over_bands(
    matcher: Matcher,
    made: FigureList,
    bands: Sequence[_Band],
    amount: PrintedNumber,
    fit: Fit,
    calibration: DocumentCalibration,
) -> Outcome:
    """Tax on an amount: on each band's part of it where the document says so, else at its band's rate on all of it."""
    ordered = sorted(bands, key=lambda band: band.low.value if band.low else Decimal(0))
    view = ordered[0].view
    texts = [
        " ".join(view.passage.heading_path),
        *(one.text for one in matcher.views.sentences if one.sheet is view.sheet),
    ]
    separately = any(_EACH_BAND.search(text) for text in texts)
    stated = made.constant(amount.value, "amount asked about")
    hundred = made.constant(Decimal(100), "percent")
    currency = next(
        (edge.currency for band in ordered for edge in (band.low, band.high) if edge and edge.currency), amount.currency
    )
    parts: list[Figure] = []
    floor: Figure | None = None
    for band in ordered:
        holds = band.holds(amount.value)
        if not holds and not separately:
            continue
        leaf = _rate_leaf(made, band)
        if leaf is None:
            return None
        top = (
            stated
            if holds
            else (
                made.printed(band.high, band.view.passage, describe(band.view), band.view.cell) if band.high else None
            )
        )
        if top is None:
            return None
        width = top
        if separately and floor is not None:
            width = made.make(FigureOp.SUBTRACT, [top, floor], exact(top) - exact(floor), "part in the band")
        product = made.make(FigureOp.MULTIPLY, [width, leaf], exact(width) * exact(leaf), "part × rate")
        parts.append(made.make(FigureOp.DIVIDE, [product, hundred], exact(product) / 100, "tax of the band"))
        floor = top
        if holds:
            break
    total = sum(map(exact, parts), Decimal(0))
    value = made.make(FigureOp.ADD, parts, total, describe(view), unit=FigureUnit.MONEY, rounding=2)
    made.figures[-1] = value = replace(value, currency_code=currency)
    return number_answer(made, value, found_in_cell(view, fit, calibration))


# --- shared ----------------------------------------------------------------------------------------------------------


def _one_cell(asked: AskedQuestion, matcher: Matcher) -> tuple[CellView, Fit] | DocumentRefusal | None:
    """The one cell that a changed question names; a blank one is a refusal."""
    chosen = choose(Matcher(asked, matcher.views, matcher.as_of))
    if isinstance(chosen, DocumentRefusal) or not chosen:
        return chosen if isinstance(chosen, DocumentRefusal) else None
    view, fit = chosen[0]
    return blank(view) if not view.cell.printed.strip() else (view, fit)
