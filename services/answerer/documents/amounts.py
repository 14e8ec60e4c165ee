"""What comes to be paid on an amount, or for a number of things, at the price that a cell states.

A rate of the amount, a price for each, steps of an amount; with the least and the most that the row or the text states.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from services.answerer.documents.bands import band_of
from services.answerer.documents.figures import FigureList, exact
from services.answerer.documents.lookup import describe, found_in_cell, number_answer, tells_little
from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentCalibration
from services.answerer.documents.objections import bounds_in_prose, is_beyond_a_limit, part_of_other, without_old
from services.answerer.documents.question import Wanted
from services.answerer.documents.rephrased import likeliest_by_words
from services.answerer.documents.terms import content_words, notions
from services.answerer.documents.views import CellView, Sheet
from services.answerer.documents.vocabulary import GENERIC_WORDS, LIGHT_WORDS
from services.answerer.model import Figure, FigureOp, FigureUnit, GateStratum, Scale
from services.common.printed import PrintedNumber, find_numbers
from services.common.printed import Scale as PrintedScale

APART = 0.05
_LEAST = re.compile(
    r"\b(?:min(?:imum)?|at least|no less than|whichever is (?:the )?(?:greater|more|higher|larger)|"
    r"(?:the )?greater of|lowest)\b",
    re.IGNORECASE,
)
_MOST = re.compile(
    r"\b(?:max(?:imum)?|at most|up to|no more than|whichever is (?:the )?(?:less|lower|smaller)|(?:the )?lesser of|"
    r"cap(?:ped)?(?: at)?|highest)\b",
    re.IGNORECASE,
)
_EACH = re.compile(r"\b(?:per|each|every|an?|for each) ([a-z]+)\b|\beach\b", re.IGNORECASE)
_NO_PRICE = re.compile(r"\b(?:up to|limit|max(?:imum)?|at most|cap(?:ped)?)\b", re.IGNORECASE)
_FIXED = re.compile(
    r"\b(?:fixed|flat|per (?:item|transaction|trade|order|sale|deal|payment)|plus|each (?:item|transaction|trade))\b",
    re.IGNORECASE,
)
_STEP = re.compile(
    r"^(?:the )?(?P<kind>first|next|above|over|more than|remainder|thereafter|rest|everything above)\b", re.IGNORECASE
)
_SEPARATELY = re.compile(
    r"\b(?:each (?:band|bracket|tier|slab|step|portion|part)(?: of \w+)? separately|band by band|(?:on|to) (?:that|"
    r"the|each) (?:portion|part) of|"
    r"marginal|within each|only (?:on|to) the (?:part|portion))",
    re.IGNORECASE,
)


def part_of_amount(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """A charge in percent of the amount that the question states, with the least and the most that go with it."""
    amount = _stated(matcher, with_currency=True)
    if amount is None:
        return None
    chosen = _chosen(matcher, [view for view in _governing(matcher) if len(_percents(view)) == 1], calibration)
    if chosen is None:
        return None
    view, score = chosen
    if any(band_of(label) for label in view.cell.row_path[-1:]) and is_by_steps(matcher, view.sheet):
        return None
    percent = _percents(view)[0]
    bound = _bound(matcher, view, after=percent)
    beside = _fixed_parts(matcher, view)
    if (bound is None and not amount.currency) or len(beside) > 1:
        return None
    fixed = beside[0] if beside else None
    if fixed is not None and not find_numbers(fixed.cell.printed)[0].currency:
        # "25¢" is in another unit than the amount.
        return None
    bounds = bounds_in_prose(matcher, view)
    is_others = part_of_other(matcher, view)
    if bounds is None or is_others is None or is_beyond_a_limit(matcher, view, amount.value):
        return None
    made = FigureList()
    stated = made.constant(amount.value, "amount asked about")
    rate = made.printed(percent, view.passage, describe(view), view.cell)
    value = _percent_of(made, stated, rate, describe(view), amount.currency)
    if bound is not None:
        value = _bounded(made, value, bound)
    for number, sentence, op in bounds:
        value = _bounded(made, value, (number, replace(view, passage=sentence.passage), op))
    if is_others:
        value = made.make(
            FigureOp.SUBTRACT, [stated, value], exact(stated) - exact(value), describe(view), like=value, rounding=2
        )
    if fixed is not None:
        part = made.cell(fixed)
        if part.currency_code not in ("", value.currency_code):
            return None
        total = exact(value) + exact(part)
        value = made.make(FigureOp.ADD, [value, part], total, describe(view), like=value, rounding=2)
    found = replace(found_in_cell(view, matcher.fit_cell(view), calibration), score=score)
    return number_answer(made, value, found)


def _fixed_parts(matcher: Matcher, view: CellView) -> list[CellView]:
    """What is charged for each beside the rate ("Per item 25¢", "Fixed part € 1.75"), in other columns of the row."""
    row = [one for one in matcher.views.siblings(view) if one.cell.row_path == view.cell.row_path]
    return [
        one
        for one in row
        if one is not view
        and len(find_numbers(one.cell.printed)) == 1
        and find_numbers(one.cell.printed)[0].scale is not PrintedScale.PERCENT
        and _FIXED.search(" ".join(one.cell.column_path))
    ]


def price_of_several(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """So many things at a price for each, with the least and the most that go with it."""
    number = _stated(matcher, with_currency=False)
    if number is None or number.value <= 1 or number.value != number.value.to_integral_value():
        return None
    counted = _counted(matcher.asked.text, number)
    views = [view for view in _governing(matcher) if _is_for_each(view, counted)]
    chosen = _chosen(matcher, views, calibration)
    if chosen is None:
        return None
    view, score = chosen
    made = FigureList()
    price = made.printed(find_numbers(view.cell.printed)[0], view.passage, describe(view), view.cell)
    times = made.constant(number.value, "how many")
    value = made.make(FigureOp.MULTIPLY, [price, times], exact(price) * number.value, describe(view), like=price)
    bound = _bound(matcher, view, after=None)
    if bound is not None:
        value = _bounded(made, value, bound)
    found = replace(found_in_cell(view, matcher.fit_cell(view), calibration), score=score)
    return number_answer(made, value, found)


def over_steps(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """A charge in steps ("first $250,000", "next $750,000"), each at its own rate where the document says so."""
    amount = _stated(matcher, with_currency=True)
    if amount is None:
        return None
    tables: dict[object, list[CellView]] = {}
    for view in _governing(matcher):
        label = view.cell.row_path[-1] if view.cell.row_path else ""
        if (_STEP.match(label) or band_of(label)) and len(_percents(view)) == 1:
            tables.setdefault((view.table_key, view.cell.column_path), []).append(view)
    fitting = [views for views in tables.values() if len(views) > 1 and _is_about(matcher, views[0])]
    if len(fitting) != 1:
        return None
    views = fitting[0]
    if not is_by_steps(matcher, views[0].sheet):
        return None
    made = FigureList()
    stated = made.constant(amount.value, "amount asked about")
    rest, top, parts = stated, Decimal(0), list[Figure]()
    for view in views:
        label = view.cell.row_path[-1]
        is_named = re.match(r"(?:the )?(?:first|next)\b", label, re.IGNORECASE) is not None
        edges = band_of(label)
        edge = next(iter(find_numbers(label)), None) if is_named else edges[1] if edges else None
        if is_named and len(find_numbers(label)) != 1:
            return None
        rate = made.printed(_percents(view)[0], view.passage, describe(view), view.cell)
        until = None if edge is None else top + edge.value if is_named else edge.value
        if until is None or amount.value <= until:
            parts.append(_percent_of(made, rest, rate, describe(view), amount.currency, rounding=None))
            break
        if until <= top:
            return None
        width = made.printed(edge, view.passage, describe(view), view.cell) if edge is not None else stated
        if not is_named and top:
            floor = made.constant(top, "where the step begins")
            width = made.make(FigureOp.SUBTRACT, [width, floor], exact(width) - top, "part in the step")
        parts.append(_percent_of(made, width, rate, describe(view), amount.currency, rounding=None))
        rest = made.make(FigureOp.SUBTRACT, [rest, width], exact(rest) - exact(width), "what is left")
        top = until
    currency = amount.currency or next(
        (one.currency for view in views for one in find_numbers(view.cell.row_path[-1])), ""
    )
    value = made.make(
        FigureOp.ADD, parts, sum(map(exact, parts), Decimal(0)), describe(views[0]), unit=FigureUnit.MONEY, rounding=2
    )
    made.figures[-1] = value = replace(value, currency_code=currency)
    bound = _bound_in_prose(matcher, views[0])
    if bound is not None:
        value = _bounded(made, value, bound)
    found = replace(found_in_cell(views[0], matcher.fit_cell(views[0]), calibration), score=0.9)
    return number_answer(made, value, found)


# --- shared ----------------------------------------------------------------------------------------------------------


def _stated(matcher: Matcher, *, with_currency: bool) -> PrintedNumber | None:
    """The one number of the question: an amount of money, or how many."""
    asked = matcher.asked
    if len(asked.numbers) != 1 or asked.wanted not in (Wanted.VALUE, Wanted.MONEY, Wanted.ANY, Wanted.RATE):
        return None
    number = asked.numbers[0]
    if number.scale is PrintedScale.PERCENT or bool(number.currency) != with_currency:
        return None
    if asked.wanted is Wanted.RATE and not re.search(r"\b(?:interest|fee|charge|cost) \w+", asked.text, re.IGNORECASE):
        return None
    return number


def _governing(matcher: Matcher) -> list[CellView]:
    return without_old(matcher, [view for view, _ in matcher.cells()])


def _chosen(
    matcher: Matcher, views: Sequence[CellView], calibration: DocumentCalibration
) -> tuple[CellView, float] | None:
    """The cell whose line is what the question names, where no other one is nearly as much so.

    The amount, which the cell's price is for, counts as one more thing said.
    """
    said = len(matcher.asked.terms)
    graded = sorted(
        (
            ((grade.score * said + 1) / (said + 1), index, view)
            for index, view in enumerate(views)
            if (grade := matcher.grade(view)).in_label
        ),
        key=lambda one: (-one[0], one[1]),
    )
    if (
        not graded
        or graded[0][0] < calibration.threshold(GateStratum.LOOKUP)
        or not tells_little(matcher, graded[0][2])
    ):
        likeliest = likeliest_by_words(matcher, views)
        return None if likeliest is None else (likeliest.view, min(1.0, likeliest.said))
    near = [view for score, _, view in graded if score >= graded[0][0] - APART]
    if len({view.cell.printed for view in near}) > 1:
        return None
    return graded[0][2], graded[0][0]


def _percents(view: CellView) -> list[PrintedNumber]:
    return [number for number in find_numbers(view.cell.printed) if number.scale is PrintedScale.PERCENT]


def _percent_of(
    made: FigureList, amount: Figure, rate: Figure, label: str, currency: str, rounding: int | None = 2
) -> Figure:
    hundred = made.constant(Decimal(100), "percent")
    product = made.make(FigureOp.MULTIPLY, [amount, rate], exact(amount) * exact(rate), "amount × rate")
    value = made.make(
        FigureOp.DIVIDE, [product, hundred], exact(product) / 100, label, unit=FigureUnit.MONEY, rounding=rounding
    )
    made.figures[-1] = value = replace(value, currency_code=currency, scale=Scale.UNSPECIFIED)
    return value


def _bound(
    matcher: Matcher, view: CellView, after: PrintedNumber | None
) -> tuple[PrintedNumber, CellView, FigureOp] | None:
    """The least or the most that is charged: in the cell beside its rate, or in a column of its row."""
    row = [
        one
        for one in matcher.views.cells
        if one.table_key == view.table_key and one.cell.row_path == view.cell.row_path
    ]
    if after is not None:
        inside = [number for number in find_numbers(view.cell.printed) if number.currency]
        if len(inside) == 1 and (op := _sense(view.cell.printed)) is not None:
            return inside[0], view, op
    for one in row:
        numbers = [number for number in find_numbers(one.cell.printed) if number.currency]
        op = _sense(" ".join((*one.cell.column_path, one.cell.printed)))
        if one is not view and len(numbers) == 1 and op is not None:
            return numbers[0], one, op
    return None


def _bound_in_prose(matcher: Matcher, view: CellView) -> tuple[PrintedNumber, CellView, FigureOp] | None:
    """The least or the most that a sentence of the table's section states ("the lowest fee in a year is $350")."""
    for sentence in matcher.views.sentences:
        if sentence.sheet is not view.sheet:
            continue
        numbers = [number for number in find_numbers(sentence.text) if number.currency]
        op = _sense(sentence.text)
        if len(numbers) == 1 and op is not None and len(content_words(sentence.text)) <= 6:
            return numbers[0], replace(view, passage=sentence.passage), op
    return None


def _sense(text: str) -> FigureOp | None:
    if _LEAST.search(text):
        return FigureOp.MAX
    return FigureOp.MIN if _MOST.search(text) else None


def _bounded(made: FigureList, value: Figure, bound: tuple[PrintedNumber, CellView, FigureOp]) -> Figure:
    number, view, op = bound
    leaf = made.printed(number, view.passage, describe(view), view.cell)
    pick = max if op is FigureOp.MAX else min
    return made.make(op, [value, leaf], pick(exact(value), exact(leaf)), describe(view), like=leaf)


def _counted(text: str, number: PrintedNumber) -> frozenset[str]:
    """Notions of the words that follow the number: what is counted."""
    return frozenset().union(*(notions(word) for word in content_words(text[number.end :])[:3]), frozenset())


def _is_for_each(view: CellView, counted: frozenset[str]) -> bool:
    """Whether a cell prints one price for each of what is counted."""
    numbers = find_numbers(view.cell.printed)
    if len(numbers) != 1 or not numbers[0].currency:
        return False
    if _NO_PRICE.search(" ".join((view.cell.printed, *view.cell.column_path))):
        return False
    each = _EACH.search(" ".join((view.cell.printed[numbers[0].end :], *view.cell.row_path, *view.cell.column_path)))
    return each is not None and (each[1] is None or bool(notions(each[1].lower()) & counted))


def is_by_steps(matcher: Matcher, sheet: Sheet) -> bool:
    """Whether a paper says that each step of an amount has its own rate, and the amount as a whole none."""
    return any(one.sheet is sheet and _SEPARATELY.search(one.text) for one in matcher.views.sentences)


def _is_about(matcher: Matcher, view: CellView) -> bool:
    """Whether the document's text and the table's surroundings say what the question is about."""
    held = view.column | view.around | view.sheet.identity | matcher.prose.get(view.sheet.document_id, frozenset())
    return all(
        term.is_in(held) or term.word in GENERIC_WORDS or term.word in LIGHT_WORDS for term in matcher.asked.terms
    ) and any(term.is_in(held) for term in matcher.asked.terms)
