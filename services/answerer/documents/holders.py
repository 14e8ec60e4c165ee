"""Who pays for something: the word in a column that says so, or the head of the one column that has the amount.

"Paid by" may be a column of names ("Tenant"), or the amounts may stand under the heads of those who pay ("Buyer-paid",
"Paid by others"). The names, asked for the other way round, list the rows that bear them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from services.answerer.documents.lookup import found_in_cell, governing
from services.answerer.documents.matching import Fit, Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentCalibration, ValueKind
from services.answerer.documents.question import Term
from services.answerer.documents.terms import fold, notions, text_notions, words
from services.answerer.documents.views import CellView
from services.common.printed import is_nil

_WHO_PAYS = re.compile(
    r"^\W*(?:and |so |but )?who(?:'s| is| was| has| will| would| must| does)?(?: \w+){0,2}? "
    r"(?:pay(?:s|ing)?|paid|cover(?:s|ed)?|bears?|bore|owes?|responsible|liable)\b"
)
_WHAT_ONE_PAYS = re.compile(
    r"^\W*(?:and |so )?(?:which|what|list|name)\b.*\b(?P<who>[a-z]+)\b (?:has to |must |have to |will )?"
    r"(?:pays?|bears?|covers?)\b"
)
_BY_WHOM = re.compile(r"\b(?:paid by|payer|who pays|payable by|borne by|responsib\w+|for account of)\b")
_PAYER_HEAD = re.compile(r"\b\w+[- ]paid\b|\bpaid by\b|\bborne by\b|\bpays\b")
_TALK = frozenset(
    (
        *(
            "bear",
            "bears",
            "bore",
            "charge",
            "cost",
            "cover",
            "covered",
            "covers",
            "does",
            "fee",
            "liable",
            "me",
            "owes",
        ),
        *("paid", "paying", "pay", "pays", "payment", "responsible", "say", "says", "us", "who"),
    )
)
_NO_FIT = Fit((), (), (), (), 0)


def who_pays(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """Who pays for the row that is named; None where no column says, or papers or columns say it differently."""
    if not _WHO_PAYS.search(fold(matcher.asked.text)):
        return None
    held = {_place(view): view for view in _in_named_rows(matcher)}
    told: list[tuple[str, CellView]] = []
    for row in {key[:2] for key in held}:
        cells = [view for key, view in held.items() if key[:2] == row]
        found = _payer(cells)
        if found is None:
            return None
        told.append(found)
    if len({name.casefold() for name, _ in told}) != 1:
        return None
    kept = governing(matcher, [(view, _NO_FIT) for _, view in told])
    view = max((view for view, _ in kept), key=lambda one: str(one.sheet.effective_date or ""))
    name = told[0][0]
    answer = found_in_cell(view, _NO_FIT, calibration)
    return replace(answer, kind=ValueKind.TEXT, value=name, quotation=name, notes=(), score=1.0)


def paid_by_one(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """The rows that one of those pays for, by the name in the column that says so."""
    match = _WHAT_ONE_PAYS.search(fold(matcher.asked.text))
    if match is None:
        return None
    who = notions(match["who"])
    columns: dict[object, list[CellView]] = {}
    for view, _ in matcher.cells():
        if _BY_WHOM.search(_head(view)) and view.cell.printed.strip() and not view.cell.number:
            columns.setdefault((view.table_key, view.cell.column_path), []).append(view)
    named = {key: [one for one in cells if text_notions(one.cell.printed) & who] for key, cells in columns.items()}
    fitting = [(columns[key], cells) for key, cells in named.items() if cells]
    if len(fitting) != 1:
        return None
    cells, chosen = fitting[0]
    rows = frozenset().union(*(view.row for view in cells))
    # A word that only some rows say asks for fewer than all.
    if any(term.is_in(rows) for term in _things(matcher, cells)):
        return None
    names = tuple(dict.fromkeys(view.cell.row_path[-1] for view in chosen))
    answer = found_in_cell(chosen[0], _NO_FIT, calibration)
    return replace(
        answer,
        kind=ValueKind.LIST,
        value=names,
        quotation=", ".join(names[:1]),
        passages=tuple(dict.fromkeys(view.passage for view in chosen)),
        cells=tuple(view.cell for view in chosen),
        notes=(),
        score=1.0,
    )


def _things(matcher: Matcher, views: Sequence[CellView]) -> list[Term]:
    naming = frozenset().union(*(view.sheet.identity for view in views))
    return [
        term
        for term in matcher.asked.terms
        if term.word not in _TALK and not term.is_in(naming) and not any(term.is_in(view.column) for view in views)
    ]


def _in_named_rows(matcher: Matcher) -> list[CellView]:
    """The cells of the rows that say all that the question names, with the amount that it states."""
    rows: dict[object, list[CellView]] = {}
    for view, _ in matcher.cells():
        rows.setdefault(_place(view)[:2], []).append(view)
    found = []
    for cells in rows.values():
        things = _things(matcher, cells[:1])
        if not things or not all(term.is_in(cells[0].row) for term in things):
            continue
        amounts = {Decimal(view.cell.number) for view in cells if view.cell.number}
        if all(number.value in amounts for number in matcher.asked.numbers):
            found.append(cells)
    # "Heat and hot water" is called heating before "Parking, heated garage" is.
    first = [cells for cells in found if any(term.is_in(_first_word(cells[0])) for term in _things(matcher, cells[:1]))]
    return [view for cells in first or found for view in cells]


def _payer(cells: Sequence[CellView]) -> tuple[str, CellView] | None:
    """Who pays for a row, with the cell that says so."""
    by_name = [one for one in cells if _BY_WHOM.search(_head(one)) and one.cell.printed.strip() and not one.cell.number]
    if len(by_name) == 1:
        return by_name[0].cell.printed.strip(), by_name[0]
    paying = [one for one in cells if any(_PAYER_HEAD.search(fold(part)) for part in one.cell.column_path)]
    filled = [one for one in paying if one.cell.number and not is_nil(one.cell.printed)]
    if by_name or len(filled) != 1 or len({_payer_head(one) for one in paying}) < 2:
        return None
    return _payer_head(filled[0]), filled[0]


def _payer_head(view: CellView) -> str:
    return next(part for part in view.cell.column_path if _PAYER_HEAD.search(fold(part)))


def _head(view: CellView) -> str:
    return fold(view.cell.column_path[-1]) if view.cell.column_path else ""


def _first_word(view: CellView) -> frozenset[str]:
    return frozenset().union(*(notions(word) for word in words(fold(" ".join(view.cell.row_path[-1:])))[:1]))


def _place(view: CellView) -> tuple[object, tuple[str, ...], tuple[str, ...]]:
    return (view.table_key, view.cell.row_path, view.cell.column_path)
