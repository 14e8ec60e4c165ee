"""The column, or the row, that has the most or the least: which plan, account, term or region, by its name."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from services.answerer.documents.bands import holds_amount
from services.answerer.documents.lines import read_operand
from services.answerer.documents.lookup import found_in_cell
from services.answerer.documents.matching import Fit, Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentCalibration, ValueKind
from services.answerer.documents.periods import label_period
from services.answerer.documents.question import Term
from services.answerer.documents.scope import is_of_the_user_alone
from services.answerer.documents.terms import fold, notions, text_notions, words
from services.answerer.documents.views import CellView
from services.answerer.documents.weighing import CellWeights, WeighedCell
from services.common.printed import find_numbers, is_nil

SAID = 0.85
APART = 0.10
MOST_UNKNOWN = 0.34
_LEAST = r"cheapest|cheaper|lowest|lower|smallest|smaller|least expensive|least|fewest|fewer|shortest|shorter|less"
_MOST = (
    r"dearest|dearer|most expensive|highest|higher|biggest|bigger|largest|larger|longest|longer|most|more|best|better"
)
_WHICH = re.compile(
    rf"^(?:and |so )?(?:(?:which|what)\b(?P<of>.*?)|(?P<noun>[a-z ]{{3,20}}) with the )"
    rf"\b(?P<end>{_LEAST}|{_MOST})\b(?P<rest>.*)$"
)
_BEST = re.compile(r"\b(?:best|better)\b")
_GOOD_HIGH = re.compile(r"\b(?:rates?|yield|return|apy|aer|interest|savings?|deposits?|certificates?|cds?)\b")
_NATURE = re.compile(r"\b(excess|deductible|co-?pay|premium|penalt|refund|reimburse|benefit)", re.IGNORECASE)
_TALK = re.compile(
    r"\b(?:one|account|plan|product|offer|deal|of|the|has|have|is|are|or|for|my|charges?|makes?|lets?|me)\b"
)


def column_of_extreme(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """The name of the column; None where the row is not found surely, or two columns are alike."""
    text = fold(matcher.asked.text).strip(" ?!.")
    match = _WHICH.match(text)
    if not match or " than " in match["rest"] or matcher.asked.numbers or is_of_the_user_alone(text):
        return None
    sign = _direction(match["end"], text)
    if sign is None:
        return None
    about = " ".join(part for part in (match["of"], match["noun"], match["rest"]) if part)
    row = _row(matcher, about, match["end"])
    if row is None or _is_of_another_nature(matcher, row.view):
        return None
    cells = _columns(matcher, row.view, text)
    values = {id(view): Decimal(view.cell.number) if view.cell.number else Decimal(0) for view in cells}
    ordered = sorted(cells, key=lambda view: values[id(view)] * sign, reverse=True)
    if len(ordered) < 2 or values[id(ordered[0])] == values[id(ordered[1])]:
        return None
    best = ordered[0]
    found = found_in_cell(best, Fit((), (), (), (), 0), calibration)
    name = best.cell.column_path[-1]
    return replace(
        found,
        kind=ValueKind.TEXT,
        value=name,
        quotation=name,
        score=min(1.0, row.said),
        cells=tuple(view.cell for view in cells),
        passages=tuple(dict.fromkeys((best.passage, *(view.passage for view in cells)))),
        notes=(),
    )


def _direction(end: str, text: str) -> int | None:
    """1 for the most, -1 for the least; None where "best" may be either."""
    if _BEST.fullmatch(end):
        return 1 if _GOOD_HIGH.search(text) else None
    return -1 if re.fullmatch(_LEAST, end) else 1


def _row(matcher: Matcher, about: str, end: str) -> WeighedCell | None:
    """A cell of the row that the question compares columns of."""
    priced = " fee cost price" if re.match(r"cheap|dear", end) or "expensive" in end else ""
    asked = read_operand(_TALK.sub(" ", about))
    soft = asked.soft if asked.terms else (*asked.soft, *read_operand(priced).soft)
    # "Rate" and "fee" name a row where some row is called so.
    asked = replace(asked, terms=(*asked.terms, *(term for term in soft if _names_a_row(matcher, term.means))))
    columns = frozenset().union(*(view.column for view in matcher.views.cells), frozenset())
    # A column's name is among the answers, and says nothing of the row.
    asked = replace(
        asked, terms=tuple(term for term in asked.terms if not _names_column_only(matcher, term.means, columns))
    )
    if not asked.terms:
        return None
    candidates = [(view, _NO_FIT) for view, _ in matcher.cells() if view.cell.column_path and _is_value(view)]
    weighed = CellWeights(matcher.about(asked), candidates).weigh()
    ranked = sorted(weighed, key=_by_row, reverse=True)
    if not ranked:
        return None
    best = ranked[0]
    key = (best.view.table_key, best.view.cell.row_path)
    rival = next((one for one in ranked if (one.view.table_key, one.view.cell.row_path) != key), None)
    said_in_row = sum(1 for term in asked.terms if term.is_in(best.view.row))
    asked_count = len(best.unknown) + len(best.missing) + best.said_count
    if best.said < SAID or not said_in_row or len(best.unknown) > MOST_UNKNOWN * asked_count:
        return None
    return best if rival is None or _by_row(rival) <= _by_row(best) - APART else None


def _is_of_another_nature(matcher: Matcher, view: CellView) -> bool:
    """Whether the row is what is kept back, and the question asks for what is given, or the other way round."""
    own = {stem.lower() for stem in _NATURE.findall(" ".join(view.cell.row_path[-1:]))}
    return bool(own - {stem.lower() for stem in _NATURE.findall(matcher.asked.text)})


_NO_FIT = Fit((), (), (), (), 0)


def _by_row(one: WeighedCell) -> float:
    return one.said + 0.25 * one.row + 0.1 * one.in_label


def _names_column_only(matcher: Matcher, means: frozenset[str], columns: frozenset[str]) -> bool:
    return bool(means & columns) and not _names_a_row(matcher, means)


def _names_a_row(matcher: Matcher, means: frozenset[str]) -> bool:
    return any(means & view.row for view in matcher.views.cells)


def _is_value(view: CellView) -> bool:
    return bool(view.cell.number) or is_nil(view.cell.printed)


def _columns(matcher: Matcher, view: CellView, text: str) -> list[CellView]:
    """The cells of the row under heads that are no periods; only those that the question names, where it names two."""
    row = [
        one
        for one in matcher.views.siblings(view)
        if one.cell.row_path == view.cell.row_path and one.passage is view.passage and one.cell.column_path
    ]
    if any(not _is_value(one) or label_period(one.cell.column_path) for one in row):
        return []
    if len({(one.cell.scale, one.cell.unit) for one in row if one.cell.number}) > 1:
        return []
    said = frozenset().union(*(notions(word) for word in words(text)))
    named = [one for one in row if text_notions(one.cell.column_path[-1]) & said and _is_named(one, text)]
    return named if len(named) > 1 else row


def _is_named(view: CellView, text: str) -> bool:
    return all(word in words(text) for word in words(fold(view.cell.column_path[-1])))


_ROWS = re.compile(
    rf"^(?:and |so )?(?:which|what)\b(?P<of>.*?)\b(?P<end>{_LEAST}|{_MOST}|fastest|slowest|quickest)\b(?P<rest>.*)$"
)
_GROWTH = re.compile(r"\b(?:grew|grow\w*|ris\w+|rose|increas\w+|gain\w*|chang\w+|fastest|slowest|quickest)\b")
_CHANGE = re.compile(r"\b(?:change|growth|increase|variance|gain)\b")
_TOTAL = re.compile(r"\b(?:total|subtotal|sum|all|overall|average)\b")


def row_of_extreme(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """The name of the row that has the most or the least ("which term pays the most for $5,000").

    The head above the rows' labels has to be called what the question asks for; every column that may be meant has to
    name the same row.
    """
    text = fold(matcher.asked.text).strip(" ?!.")
    match = _ROWS.match(text)
    if not match or " than " in match["rest"] or is_of_the_user_alone(text):
        return None
    end = match["end"]
    sign = {"fastest": 1, "quickest": 1, "slowest": -1}.get(end) or _direction(end, text)
    if sign is None:
        return None
    tables: dict[object, list[CellView]] = {}
    for view, _ in matcher.cells():
        if len(view.cell.row_path) == 1 and view.cell.column_path and _is_value(view):
            tables.setdefault((view.sheet.document_id, view.cell.table_caption), []).append(view)
    told = [one for views in tables.values() if (one := _best_row(matcher, views, sign, text)) is not None]
    if len({(one.sheet.document_id, one.cell.row_path) for one in told}) != 1:
        return None
    best = told[0]
    name = best.cell.row_path[-1]
    found = found_in_cell(best, _NO_FIT, calibration)
    return replace(found, kind=ValueKind.TEXT, value=name, quotation=name, score=1.0, notes=())


def _best_row(matcher: Matcher, views: list[CellView], sign: int, text: str) -> CellView | None:
    """A cell of the row with the most or the least, the same row in every column that the question may mean."""
    head = text_notions(views[0].cell.table_caption.rpartition(" – ")[2])
    noun = next((term for term in _things(matcher) if term.is_in(head)), None)
    if noun is None:
        return None
    is_growth = _GROWTH.search(text) is not None
    columns: dict[tuple[str, ...], list[CellView]] = {}
    for view in views:
        if (_CHANGE.search(fold(" ".join(view.cell.column_path))) is not None) is is_growth:
            columns.setdefault(view.cell.column_path, []).append(view)
    amounts = [one.value for one in matcher.asked.numbers]
    around = views[0].around | views[0].sheet.identity | head
    all_heads = frozenset().union(*(cells[0].column for cells in columns.values()), frozenset())
    rest = [term for term in _things(matcher) if term is not noun and not term.is_in(around)]
    if any(not term.is_in(all_heads) for term in rest):
        return None
    meant = [
        cells
        for path, cells in columns.items()
        if all(term.is_in(cells[0].column) for term in rest)
        and all(any(holds_amount(part, amount) or _says(part, amount) for part in path) for amount in amounts)
    ]
    best = [_first(cells, sign) for cells in meant]
    rows = {one.cell.row_path for one in best if one is not None}
    return best[0] if best and None not in best and len(rows) == 1 else None


def _first(cells: list[CellView], sign: int) -> CellView | None:
    rows = [one for one in cells if not _TOTAL.search(fold(one.cell.row_path[-1]))]
    if len(rows) < 3 or len({(one.cell.scale, one.cell.unit) for one in rows if one.cell.number}) > 1:
        return None
    if sign < 0 and any(not one.cell.number and not re.search(r"\w", one.cell.printed) for one in rows):
        # A dash may be nothing to pay as well as nothing on offer.
        return None
    ordered = sorted(rows, key=lambda one: _number(one) * sign, reverse=True)
    return None if _number(ordered[0]) == _number(ordered[1]) else ordered[0]


def _number(view: CellView) -> Decimal:
    return Decimal(view.cell.number) if view.cell.number else Decimal(0)


def _says(label: str, amount: Decimal) -> bool:
    return any(one.value == amount for one in find_numbers(label))


def _things(matcher: Matcher) -> list[Term]:
    """Words that name something, and neither the end that is asked for nor what makes it one."""
    asked = matcher.asked
    return [
        term
        for term in asked.terms
        if not re.fullmatch(rf"{_LEAST}|{_MOST}|fastest|slowest|quickest", term.word)
        and not _GROWTH.fullmatch(term.word)
    ]
