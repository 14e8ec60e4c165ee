"""Sums over rows that bear numbers or years: payments 10 to 12, the first three payments, 2027 through 2029."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from services.answerer.documents.figures import FigureList, exact
from services.answerer.documents.lookup import describe, found_in_cell, number_answer
from services.answerer.documents.matching import Fit, Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentCalibration
from services.answerer.documents.question import Term, Wanted
from services.answerer.documents.scope import is_of_the_user_alone
from services.answerer.documents.terms import fold, notions, words
from services.answerer.documents.views import CellView
from services.answerer.documents.vocabulary import GENERIC_WORDS, LIGHT_WORDS, NUMBER_WORDS
from services.answerer.model import FigureOp, GateStratum, Scale

MOST_ROWS = 60
_COUNT = rf"(?P<count>\d{{1,2}}|{'|'.join(word for word, number in NUMBER_WORDS.items() if number > 1)})"
_FIRST = re.compile(
    rf"\b(?:the )?first {_COUNT} (?:[a-z]+ )?(?P<noun>payments|instal?lments|months|rows|periods|years)\b"
)
_NUMBERED = re.compile(
    r"\b(?P<noun>payments|instal?lments|months|rows|periods|numbers)(?: (?:numbers?|nos?\.?|#))? "
    r"(?P<list>#?\d{1,3}(?:(?:, | and |, and | & )#?\d{1,3})+|#?\d{1,3} ?(?:to|through|-|until) ?#?\d{1,3})\b"
)
_YEARS = re.compile(
    r"\b(?P<list>20\d\d(?:(?:, | and |, and | & |plus )20\d\d)+|20\d\d ?(?:to|through|-|until) ?20\d\d)\b"
)
_SUM = re.compile(
    r"\b(?:total|together|altogether|combined|in all|sum|add(?:ed)?|how much|paid|over the|across|during|through)\b"
)
_OTHER = re.compile(
    r"\b(?:average|mean|more|less|than|difference|change|share|percent(?:age)?|balance|owe|left|outstanding|higher|"
    r"lower|between|highest|lowest|each|which|increase|rise|grow)\b|%"
)
# What the words around a sum say beside the thing that is added.
_TALK = frozenset(
    (
        *("downpayment", "together", "first", "down", "off", "altogether", "combined", "through", "during", "over"),
        *("schedule", "file", "table", "amortisation", "amortization"),
    )
)


def sum_of_range(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """The sum of one column over the rows that the question numbers; None where a row or the column is not sure."""
    folded = re.sub(r"\s+", " ", fold(matcher.asked.text)).strip(" ?!.")
    read = _rows(folded)
    if read is None or not _SUM.search(folded) or _OTHER.search(folded) or is_of_the_user_alone(folded):
        return None
    if matcher.asked.wanted not in (Wanted.VALUE, Wanted.MONEY, Wanted.ANY):
        return None
    rows, noun = read
    terms = [term for term in matcher.asked.terms if not _is_talk(term, noun)]
    found = [
        views
        for cells in _columns(matcher).values()
        if (views := _of_rows(cells, rows)) is not None and _is_column(matcher, views[0], terms)
    ]
    if len({tuple(view.cell.number for view in views) for views in found}) != 1:
        return None
    views = found[0]
    made = FigureList()
    leaves = [made.cell(view) for view in views]
    if len({(one.scale, one.currency_code) for one in leaves}) > 1 or leaves[0].scale is Scale.PERCENT:
        return None
    value = made.make(FigureOp.ADD, leaves, sum(map(exact, leaves), Decimal(0)), describe(views[0]), like=leaves[0])
    answer = found_in_cell(views[0], Fit((), (), (), (), 0), calibration)
    score = max(calibration.threshold(GateStratum.LOOKUP), 0.9)
    return number_answer(made, value, replace(answer, score=score, notes=()))


def _rows(folded: str) -> tuple[list[str], str] | None:
    """The labels of the rows, and the noun that numbers them; None where none are named."""
    first = _FIRST.search(folded)
    if first:
        count = int(first["count"]) if first["count"].isdecimal() else NUMBER_WORDS[first["count"]]
        return ([str(number) for number in range(1, count + 1)], first["noun"]) if count > 1 else None
    numbered = _NUMBERED.search(folded)
    years = None if numbered else _YEARS.search(folded)
    match = numbered or years
    if match is None:
        return None
    numbers = [int(one) for one in re.findall(r"\d+", match["list"])]
    if re.search(r"to|through|-|until", match["list"]) and len(numbers) == 2:
        numbers = list(range(numbers[0], numbers[1] + 1))
    noun = match["noun"] if numbered else "year"
    return ([str(one) for one in numbers], noun) if 1 < len(numbers) <= MOST_ROWS else None


def _is_talk(term: Term, noun: str) -> bool:
    if term.word in _TALK or term.word in GENERIC_WORDS or term.word in LIGHT_WORDS or term.word.startswith("~"):
        return True
    return bool(term.means & notions(noun)) or term.word in NUMBER_WORDS


def _columns(matcher: Matcher) -> dict[object, list[CellView]]:
    """The cells of each column of each paper that governs; a table over pages is one."""
    sheets = set(map(id, matcher.sheets()))
    columns: dict[object, list[CellView]] = {}
    for view in matcher.views.cells:
        if id(view.sheet) in sheets and view.cell.row_path and view.cell.column_path:
            columns.setdefault((view.sheet.document_id, view.cell.column_path), []).append(view)
    return columns


def _of_rows(cells: Sequence[CellView], rows: Sequence[str]) -> list[CellView] | None:
    """The cell of each row, where there is just one and it prints a number."""
    by_label: dict[str, list[CellView]] = {}
    for view in cells:
        by_label.setdefault(view.cell.row_path[0].strip(), []).append(view)
    found = [by_label.get(row, []) for row in rows]
    if any(len({view.cell.printed for view in held}) != 1 or not held[0].cell.number for held in found):
        return None
    return [held[0] for held in found]


def _is_column(matcher: Matcher, view: CellView, terms: Sequence[Term]) -> bool:
    """Whether the column is what is added, and nothing that the question says is left over."""
    own = [term for term in terms if term.is_in(view.column)]
    head = [word for word in words(fold(" ".join(view.cell.column_path))) if word not in GENERIC_WORDS]
    said = frozenset().union(*map(notions, words(fold(matcher.asked.text))), *(term.means for term in terms))
    prose = matcher.prose.get(view.sheet.document_id, frozenset())
    around = view.around | view.sheet.identity | prose | view.column
    return bool(own) and all(term.is_in(around) for term in terms) and any(notions(word) & said for word in head)
