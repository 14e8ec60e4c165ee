"""What speaks against an answer that was found: it is right in itself, and to another question.

An answer is dropped where a word of the question names the line beside it, where it is not of the kind that is asked
for, where a product, a step or a day that the question leaves open decides between several, or where it comes from an
older paper than one that holds. Each doubt is general; none knows a paper. Better no answer than the neighbour's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentReading, DocumentRefusal, ValueKind
from services.answerer.documents.question import Task, Term
from services.answerer.documents.scales import is_amount, is_scale_untold
from services.answerer.documents.terms import all_notions, fold, notions, text_notions, words
from services.answerer.documents.views import CellView, Sheet, years_of
from services.answerer.documents.vocabulary import NUMBER_WORDS
from services.answerer.model import FigureOp, FigureUnit, RefusalReason
from services.common.printed import MONTH, MONTHS, find_numbers, is_nil

_MONEY_NOTIONS = frozenset(("=fee",))
_HOW_OFTEN = re.compile(r"\bhow (?:often|frequently)\b", re.IGNORECASE)
_OFTEN = re.compile(
    r"\b(?:daily|weekly|fortnightly|monthly|quarterly|yearly|annual(?:ly)?|every|each|per|once|twice|times|at each)\b|"
    r"\ba (?:day|week|month|quarter|year)\b",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"\b(?:percent|per cent|percentage)\b(?! points?)|%", re.IGNORECASE)
_ALL_OF_IT = re.compile(r"\b(?:worth|whole|altogether|in total|all of|value of)\b", re.IGNORECASE)
_WHICH_ONE = re.compile(
    r"^\W*(?:and |so )?(?:which|who)\b|\b(?:best|cheapest|dearest|highest|lowest|biggest|largest|smallest)\b",
    re.IGNORECASE,
)
# "Bank Rate plus 0.64%" does not say what Bank Rate is.
_BESIDE_A_BASE = re.compile(r"\b(?:plus|minus|above|below|over)\s*[$£€]?\s*$", re.IGNORECASE)
_ASKS_BESIDE = re.compile(
    r"\b(?:plus|minus|above|below|over|margin|spread|markup|mark-up|add(?:s|ed)?)\b", re.IGNORECASE
)
_IN_TIME = re.compile(
    r"\b(?:after|afterwards|before|until|till|from|since|then|first|introductory|once|during)\b", re.IGNORECASE
)
_PERIOD = re.compile(
    rf"\b(?:20\d\d|quarter|half|months?|weeks?|years?|ended|period|to date|ytd|Q[1-4]|{MONTH})\b", re.IGNORECASE
)
_RATIOS = (FigureOp.DIVIDE, FigureOp.PERCENT_CHANGE, FigureOp.PERCENT_OF, FigureOp.COUNT)
_CHANGE_HEAD = re.compile(
    r"\b(?:chang(?:e|es|ed)|varian(?:ce|ces)|variations?|differences?|increases?|decreases?|growth|movements?)\b",
    re.IGNORECASE,
)
_ASKS_CHANGE = re.compile(
    _CHANGE_HEAD.pattern
    + r"|\b(?:increas|decreas|differ|vari|grow|grew|ris(?:e|ing|en)|rose|fall|fell|drop|declin|climb|gain|mov|up\b|"
    r"down\b|more\b|less\b|higher|lower|compar|over the year|year[- ](?:on|over)[- ]year|yoy)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\b([a-z]{3,})\s+(\d{1,2})\b")
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}
_NUMBERS = {word: number for word, number in {**NUMBER_WORDS, **_ORDINALS}.items() if number}


def doubt(
    matcher: Matcher, found: DocumentAnswer, *, of_neighbours: bool = True
) -> DocumentAnswer | DocumentRefusal | None:
    """The answer where nothing speaks against it; the readings where several columns answer; None where it goes.

    `of_neighbours` false: that words name the line beside it has been weighed.
    """
    if not _is_of_kind(matcher, found) or _is_another_amount(matcher, found) or _is_a_change(matcher, found):
        return None
    if is_of_untold_scale(matcher, found):
        return None
    view = _only_cell(matcher, found)
    if view is None:
        return found
    if of_neighbours and any(_names_a_neighbour(matcher, view)):
        return None
    if _has_other_number(matcher, view) or is_older(matcher, view.sheet) or _is_worth_of_a_section(matcher, view):
        return None
    others = _columns_left_open(matcher, view)
    return _readings([view, *others]) if others else found


def _is_of_kind(matcher: Matcher, found: DocumentAnswer) -> bool:
    text = matcher.asked.text
    if _HOW_OFTEN.search(text):
        return found.kind is ValueKind.TEXT and _OFTEN.search(found.quotation) is not None
    if (
        found.kind in (ValueKind.MONEY, ValueKind.FIGURE)
        and _PERCENT.search(text)
        and matcher.asked.task is not Task.LOOK_UP
    ):
        return found.unit is FigureUnit.PERCENT
    # "What share went to the largest client" is told of one of them, in a sentence.
    is_told_share = matcher.asked.task is Task.SHARE and not found.cells and found.unit is FigureUnit.PERCENT
    if matcher.asked.task is Task.EXTREME or (_WHICH_ONE.search(text) and not is_told_share):
        # A name, or a calculation that compared: not the first figure that shares a word.
        return found.kind in (ValueKind.LIST, ValueKind.DATE) or len(found.figures) > 1 or _is_name(found)
    return True


def _is_name(found: DocumentAnswer) -> bool:
    text = str(found.value).strip().rstrip(".").casefold()
    return found.kind is ValueKind.TEXT and text not in {"yes", "no"} and not is_nil(text)


def _is_another_amount(matcher: Matcher, found: DocumentAnswer) -> bool:
    """Whether a sentence states the amount beside something else, or several of which a time decides."""
    if found.cells or found.kind not in (ValueKind.MONEY, ValueKind.NUMBER, ValueKind.FIGURE) or len(found.figures) > 1:
        return False
    numbers = [one for one in find_numbers(found.quotation) if one.value == found.value]
    if not _ASKS_BESIDE.search(matcher.asked.text) and any(
        _BESIDE_A_BASE.search(found.quotation[: one.start]) for one in numbers
    ):
        return True
    alike = {
        one.value
        for one in find_numbers(found.quotation)
        if numbers and (one.currency, one.scale) == (numbers[0].currency, numbers[0].scale)
    }
    return len(alike) > 1 and bool(_IN_TIME.search(matcher.asked.text)) and bool(numbers and numbers[0].currency)


def _only_cell(matcher: Matcher, found: DocumentAnswer) -> CellView | None:
    """The cell that the answer is, where it is one and nothing was calculated."""
    if len(found.cells) != 1 or len(found.figures) > 1:
        return None
    return next((view for view in matcher.views.cells_of(found.cells, (found.passage,))), None)


def _names_a_neighbour(matcher: Matcher, view: CellView) -> Iterator[Term]:
    """Terms that another row of the table is called by, and this line is not."""
    own = view.row | view.column
    rows = {one.cell.row_path: one.row for one in matcher.views.cells if one.table_key == view.table_key}
    for term in matcher.asked.terms:
        if not term.means & _MONEY_NOTIONS and not term.is_in(own) and any(term.is_in(row) for row in rows.values()):
            yield term


def _is_worth_of_a_section(matcher: Matcher, view: CellView) -> bool:
    """Whether all of something is asked for, and what the row is called by heads several rows of another table."""
    if not _ALL_OF_IT.search(matcher.asked.text):
        return False
    own = [term for term in matcher.asked.terms if term.is_in(view.row)]
    rows = {
        one.cell.row_path
        for one in matcher.views.cells
        if one.table_key != view.table_key
        and len(one.cell.row_path) > 1
        and all(term.is_in(all_notions(one.cell.row_path[:-1])) for term in own)
    }
    return bool(own) and len(rows) > 1


def _has_other_number(matcher: Matcher, view: CellView) -> bool:
    """Whether a label counts what the question counts otherwise: "Year 2" for year one."""
    said = words(fold(matcher.asked.text))
    meant = {_NUMBERS.get(word, int(word) if word.isdecimal() and len(word) < 3 else 0) for word in said} - {0}
    labels = fold(" ".join((*view.cell.row_path, *view.cell.column_path)))
    return bool(meant) and any(
        noun not in MONTHS and notions(noun) & frozenset().union(*map(notions, said)) and int(number) not in meant
        for noun, number in _NUMBERED.findall(labels)
    )


def _is_a_change(matcher: Matcher, found: DocumentAnswer) -> bool:
    """Whether a column says how much the others differ, and the question asks for one of those."""
    heads = [" ".join(one.column_path) for one in found.cells] if len(found.figures) == 1 else []
    return any(map(_CHANGE_HEAD.search, heads)) and not _ASKS_CHANGE.search(matcher.asked.text)


def is_of_untold_scale(matcher: Matcher, found: DocumentAnswer) -> bool:
    """Whether it is an amount, or made of amounts, of a table over years that leaves its scale unsaid."""
    if found.unit not in (FigureUnit.UNSPECIFIED, FigureUnit.MONEY) or any(one.op in _RATIOS for one in found.figures):
        return False
    leaves = {(one.citation, one.cell.cell_id) for one in found.figures if one.cell is not None and is_amount(one.cell)}
    views = matcher.views
    tables = {
        one.table_key: one.sheet
        for one in views.cells
        if (one.passage.citation, one.cell.cell_id) in leaves and (one.years or one.row_years)
    }
    return any(
        is_scale_untold(
            [one.cell for one in views.cells if one.table_key == key],
            [one.text for one in views.sentences if one.sheet is sheet],
        )
        for key, sheet in tables.items()
    )


def is_older(matcher: Matcher, mine: Sheet) -> bool:
    """Whether a newer paper of the same kind and house is in force, and the question asks for no earlier day."""
    since = _since(mine, matcher.as_of)
    if since is None or mine.is_series or matcher.asked.years or matcher.asked.months:
        return False
    return any(
        (theirs := _since(other, matcher.as_of)) is not None
        and theirs > since
        and not other.is_series
        and _is_same_kind(mine, other)
        for other in matcher.sheets()
        if other is not mine
    )


def _since(sheet: Sheet, as_of: date) -> date | None:
    """Since when a paper holds: its date, or the first day of the year that it is called by, or is about."""
    called = years_of(re.sub(r"[_.-]+", " ", f"{sheet.title} {sheet.name}"))
    years = [year for year in called or sheet.years if year <= as_of.year]
    return sheet.effective_date or (date(max(years), 1, 1) if years else None)


def _is_same_kind(one: Sheet, other: Sheet) -> bool:
    house = text_notions(one.institution) & text_notions(other.institution)
    mine, theirs = one.naming - house, other.naming - house
    return len(mine & theirs) >= max(2 - bool(house), (min(len(mine), len(theirs)) + 1) // 2)


def _columns_left_open(matcher: Matcher, view: CellView) -> list[CellView]:
    """Cells of the same row under the same last head, that print something else, where nothing asked tells the heads
    above apart."""
    said = frozenset().union(
        *(term.means for term in (*matcher.asked.terms, *matcher.asked.soft, *matcher.asked.optional))
    )
    said |= frozenset().union(*map(notions, words(fold(matcher.asked.text))))
    above = frozenset().union(*map(notions, words(fold(" ".join(view.cell.column_path[:-1])))))
    if len(view.cell.column_path) < 2 or above & said or _PERIOD.search(" ".join(view.cell.column_path)):
        return []
    return [
        one
        for one in matcher.views.cells
        if one.table_key == view.table_key
        and one.cell.row_path == view.cell.row_path
        and one.cell.column_path[-1:] == view.cell.column_path[-1:]
        and one.cell.column_path != view.cell.column_path
        and one.cell.printed.strip()
        and one.cell.printed.strip() != view.cell.printed.strip()
        and one.years == view.years
    ]


def _readings(views: list[CellView]) -> DocumentRefusal:
    readings = (
        DocumentReading(" – ".join((*one.cell.row_path, *one.cell.column_path)), one.cell.printed, one.passage)
        for one in views[:5]
    )
    return DocumentRefusal(RefusalReason.AMBIGUOUS, readings=tuple(readings))
