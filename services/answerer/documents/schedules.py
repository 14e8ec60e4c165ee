"""What is left of a debt after a payment, or at the end of a year, from a schedule of repayments.

A schedule has a row for each payment or year, by its number or its day, and a column for what is left. "After ten
years" is payment 120 of a schedule by month.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from services.answerer.documents.kinds import Kind, kind_of_head
from services.answerer.documents.lookup import answer_with_cell
from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentCalibration, Lead
from services.answerer.documents.question import Wanted
from services.answerer.documents.terms import fold
from services.answerer.documents.views import CellView, Sheet
from services.answerer.documents.vocabulary import NUMBER_WORDS
from services.common.printed import MONTH, MONTHS, parse_date

_LEFT = re.compile(
    r"\b(?:still |do i |will i |would i )?owed?\b|\b(?:is|be|was) (?:still )?left\b|"
    r"\bleft (?:to (?:pay|repay)|after|at|on|of)\b|\boutstanding\b|\bremain\w*\b|\bbalance\b"
)
_YEARS_ON = re.compile(r"\b(?:after|in) (?P<count>\d{1,2}|[a-z]+) years?\b(?! of service)")
_PAYMENT = re.compile(
    r"\bafter (?:the )?(?:payment (?:number |no\.? |#)?(?P<number>\d{1,3})|(?P<ordinal>\d{1,3})(?:st|nd|rd|th) payment|"
    r"(?P<count>\d{1,3}|[a-z]+) payments)\b"
)
_END_OF_YEAR = re.compile(r"\b(?:end of|by the end of|in|after|at) (?P<year>20\d\d)\b")
_OF_MONTH = re.compile(
    rf"\bafter (?:the )?(?P<month>{MONTH}),? (?P<year>20\d\d)(?:'s)? payment\b|"
    rf"\bafter (?:the )?payment (?:of|in|for) (?P<month2>{MONTH}),? (?P<year2>20\d\d)\b"
)
_TALK = frozenset(
    (
        *("after", "balance", "debt", "end", "left", "loan", "mortgage", "month", "outstanding", "owe", "payment"),
        *("payments", "principal", "remain", "remaining", "remains", "schedule", "still", "year", "years"),
    )
)
_FEWEST = 4


def left_of_debt(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """What is left after the payment or the time that the question names; None where no one row is it."""
    text = fold(matcher.asked.text)
    found = [one for views in _schedules(matcher, text) if (one := _row_of(views, text)) is not None]
    if len(found) != 1:
        return None
    answer = answer_with_cell(matcher, found[0], matcher.fit_cell(found[0]), calibration)
    return None if answer is None else replace(answer, score=1.0)


def rows_to_look_for(matcher: Matcher) -> list[Lead]:
    """The numbers of rows that the question is about, of schedules of which other rows were found."""
    text = fold(matcher.asked.text)
    leads = []
    for views in _schedules(matcher, text):
        number = _number(views, text)
        if number and _row_of(views, text) is None:
            leads.append(Lead(str(number), views[0].sheet.document_id))
    return leads


def _schedules(matcher: Matcher, text: str) -> list[list[CellView]]:
    """The columns for what is left, of each table of papers that the question can be about."""
    unasked = (Wanted.YES_NO, Wanted.TEXT, Wanted.DATE, Wanted.RATE, Wanted.NAME)
    if matcher.asked.wanted in unasked or not _LEFT.search(text):
        return []
    tables: dict[object, list[CellView]] = {}
    governing = set(map(id, matcher.sheets()))
    for view in matcher.views.cells:
        if kind_of_head(view.cell.column_path) is Kind.BALANCE and view.cell.number and id(view.sheet) in governing:
            tables.setdefault((view.sheet.document_id, view.cell.column_path, view.cell.table_caption), []).append(view)
    return [views for views in tables.values() if _is_named(matcher, views[0].sheet)]


def _is_named(matcher: Matcher, sheet: Sheet) -> bool:
    """Whether the paper, or what stands in it, says what is owed on."""
    prose = matcher.prose.get(sheet.document_id, frozenset())
    named = [term for term in matcher.asked.terms if term.word not in _TALK and not term.word.startswith("~")]
    return all(term.is_in(sheet.identity | prose) for term in named)


def _row_of(views: Sequence[CellView], text: str) -> CellView | None:
    """The cell of the row that the time or the number is of, where just one row of a schedule is."""
    rows = _rows(views)
    chosen: list[CellView] = []
    if (month := _OF_MONTH.search(text)) is not None:
        wanted = (int(month["year"] or month["year2"]), MONTHS[(month["month"] or month["month2"]).lower()])
        chosen = [view for path, view in rows.items() if (day := _day(path)) and (day.year, day.month) == wanted]
    elif _PAYMENT.search(text) is not None or _YEARS_ON.search(text) is not None:
        number = _number(views, text)
        chosen = [view for path, view in rows.items() if number and path[:1] == (str(number),)]
    elif (end := _END_OF_YEAR.search(text)) is not None:
        chosen = [view for path, view in rows.items() if path == (end["year"],)]
    return chosen[0] if len(chosen) == 1 else None


def _number(views: Sequence[CellView], text: str) -> int:
    """The number of the row that a payment or a time is of; 0 where rows have none."""
    rows = _rows(views)
    if (payment := _PAYMENT.search(text)) is not None:
        return _count(payment["number"] or payment["ordinal"] or payment["count"]) if _is_numbered(rows) else 0
    if (years := _YEARS_ON.search(text)) is None or not rows:
        return 0
    count = _count(years["count"])
    return count * 12 if _is_by_month(rows) else count if _is_by_year(views[0]) else 0


def _rows(views: Sequence[CellView]) -> dict[tuple[str, ...], CellView]:
    """The cells by their rows; none where two rows are called the same, or where there are few."""
    rows = {view.cell.row_path: view for view in views}
    return rows if len(rows) == len(views) >= _FEWEST else {}


def _count(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBER_WORDS.get(word, 0)


def _day(path: Sequence[str]) -> date | None:
    return next((day for part in path if (day := parse_date(part)) is not None), None)


def _is_numbered(rows: dict[tuple[str, ...], CellView]) -> bool:
    numbers = [int(path[0]) for path in rows if path and path[0].isdecimal()]
    return len(numbers) >= _FEWEST and max(numbers) < 1000 and len(set(numbers)) == len(numbers)


def _is_by_month(rows: dict[tuple[str, ...], CellView]) -> bool:
    """Whether the numbered rows are a month apart."""
    days = {int(path[0]): _day(path[1:]) for path in rows if path and path[0].isdecimal()}
    steps = [
        (after.year - before.year) * 12 + after.month - before.month
        for number, before in days.items()
        if before is not None and (after := days.get(number + 1)) is not None
    ]
    return _is_numbered(rows) and bool(steps) and set(steps) == {1}


def _is_by_year(view: CellView) -> bool:
    return re.search(r"\byears?\b", fold(view.cell.table_caption)) is not None
