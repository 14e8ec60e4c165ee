"""Rows of an account statement: the one entry that a question names, and the balance at the end of a file or a day.

An entry bears a day and a description, an amount (signed, or in a column for what went out or came in) and often the
balance after it. Which of these is meant is said by the question's talk, not by a label. A running balance proves the
order of the rows; only where it does, and where every passage of the paper was found, is there a last row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from services.answerer.documents.figures import FigureList
from services.answerer.documents.kinds import Kind, asked_kind, kind_of_head
from services.answerer.documents.lookup import describe, found_in_cell, number_answer
from services.answerer.documents.matching import Fit, Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentCalibration
from services.answerer.documents.question import Task, Term, Wanted
from services.answerer.documents.terms import fold, text_notions
from services.answerer.documents.views import CellView, Sheet
from services.answerer.model import Document, FigureOp
from services.common.printed import MONTH, MONTHS, parse_date

_DAY = re.compile(
    rf"(?P<iso>(?:19|20)\d\d-\d\d-\d\d)|(?P<month>{MONTH})\.?\s+(?P<day>\d{{1,2}})(?:,?\s+\d{{4}})?|"
    rf"(?P<day2>\d{{1,2}})\.?\s+(?P<month2>{MONTH})\.?(?:,?\s+\d{{4}})?|\d{{1,2}}/\d{{1,2}}(?:/\d{{2,4}})?",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"^(?:transaction )?(?:amount|value|sum)\b")
_CLOSING = re.compile(
    r"\bbalance\b.*\b(?:at|by|on|as of) the end\b|\b(?:closing|final|ending|end|last) balance\b|\bend(?:ed)? with\b"
)
_BALANCE_ON = re.compile(r"\bbalance\b.*\b(?:on|at|as of|after)\b")
# Talk about entries, which names none.
_TALK = frozenset(
    (
        *("account", "amount", "august", "balance", "bank", "come", "credit", "credited", "csv", "debit", "debited"),
        *(
            "deposit",
            "end",
            "entry",
            "file",
            "go",
            "gone",
            "last",
            "leave",
            "left",
            "line",
            "list",
            "listed",
            "listing",
        ),
        *(
            "money",
            "month",
            "out",
            "paid",
            "pay",
            "payment",
            "receive",
            "received",
            "row",
            "spend",
            "spent",
            "statement",
        ),
        *("taken", "transaction", "went", "came", "closingbalance", "final", "ending", "closing", "in", "day"),
    )
)
_ADDING_UP = 0.9
_FEWEST = 4
"""Rows with a day that make a table a statement."""


@dataclass
class Entry:
    """One row: its day as (month, day), what it is called, and its cells by what they hold."""

    month: int
    day: int
    called: frozenset[str]
    sheet: Sheet
    balance: CellView | None = None
    amount: CellView | None = None
    out: CellView | None = None
    into: CellView | None = None
    place: tuple[int, int] = field(default=(0, 0))

    @property
    def moved(self) -> CellView | None:
        """The one cell that prints the amount, whichever way it went; None where none or two do."""
        filled = [view for view in (self.amount, self.out, self.into) if view is not None and view.cell.number]
        return filled[0] if len(filled) == 1 else None

    @property
    def signed(self) -> Decimal | None:
        """The amount as it changes the balance."""
        view = self.moved
        if view is None:
            return None
        value = Decimal(view.cell.number)
        return -abs(value) if view is self.out else abs(value) if view is self.into else value


def find_entry(
    matcher: Matcher, calibration: DocumentCalibration, documents: Sequence[Document] = ()
) -> DocumentAnswer | None:
    """The entry, or the balance, that a question about a statement names; None where it is not one, or not surely."""
    asked = matcher.asked
    if asked.task is not Task.LOOK_UP or asked.wanted in (Wanted.YES_NO, Wanted.TEXT, Wanted.RATE, Wanted.DATE):
        return None
    if asked.count is not None or asked.numbers:
        return None
    entries = [one for one in entries_of(matcher) if _is_of_period(matcher, one)]
    if not entries:
        return None
    sheets = {one.sheet.document_id for one in entries}
    named = [term for term in asked.terms if not _is_talk(term, [one.sheet for one in entries])]
    named += [term for term in asked.soft if any(term.is_in(one.called) for one in entries) and term.word not in _TALK]
    if named:
        fitting = [one for one in entries if all(term.is_in(one.called) for term in named)]
        return _answer(matcher, fitting[0], calibration) if len(fitting) == 1 else None
    if len(sheets) != 1 or asked_kind(asked.text) is not Kind.BALANCE:
        return None
    folded = fold(asked.text)
    if not (_CLOSING.search(folded) or (asked.days and _BALANCE_ON.search(folded))):
        return None
    last = _last(matcher, entries, documents)
    return _cell(last.balance, calibration) if last is not None and last.balance is not None else None


def entries_of(matcher: Matcher) -> list[Entry]:
    """The entries of all statements among the papers that govern, in the papers' order."""
    governing = set(map(id, matcher.sheets()))
    rows: dict[tuple[str, str, tuple[str, ...]], Entry] = {}
    twice: set[tuple[str, str, tuple[str, ...]]] = set()
    for position, view in enumerate(matcher.views.cells):
        path = view.cell.row_path
        day = _day(path[0]) if len(path) > 1 else None
        if day is None or id(view.sheet) not in governing:
            continue
        key = (view.sheet.document_id, view.passage.chunk_id, path)
        entry = rows.get(key)
        if entry is None:
            place = (_number(view.passage.chunk_id), position)
            called = text_notions(" ".join(path[1:]))
            entry = rows.setdefault(key, Entry(*day, called, view.sheet, place=place))
        slot = _slot(view)
        if slot and getattr(entry, slot) is not None:
            twice.add(key)
        elif slot:
            setattr(entry, slot, view)
    found = [one for key, one in rows.items() if key not in twice and one.moved is not None]
    counts = {one.sheet.document_id: 0 for one in found}
    for one in found:
        counts[one.sheet.document_id] += 1
    kept = [one for one in found if counts[one.sheet.document_id] >= _FEWEST]
    # Where two rows cannot be told apart, what is called so is not one entry.
    doubled = [text_notions(" ".join(path[1:])) for _, _, path in twice]
    return [one for one in kept if one.called not in doubled]


def _slot(view: CellView) -> str:
    kind = kind_of_head(view.cell.column_path)
    head = fold(view.cell.column_path[-1]) if view.cell.column_path else ""
    if kind in (Kind.BALANCE, Kind.IN, Kind.OUT):
        return {Kind.BALANCE: "balance", Kind.IN: "into", Kind.OUT: "out"}[kind]
    return "amount" if _AMOUNT.search(head) else ""


def _day(label: str) -> tuple[int, int] | None:
    match = _DAY.fullmatch(label.strip())
    if match is None:
        return None
    name, day = match["month"] or match["month2"], match["day"] or match["day2"]
    if name:
        return MONTHS[name.lower()], int(day)
    found = parse_date(label)
    return (found.month, found.day) if found is not None else None


def _number(chunk_id: str) -> int:
    digits = re.sub(r"\D", "", chunk_id)
    return int(digits) if digits else 0


def _is_of_period(matcher: Matcher, entry: Entry) -> bool:
    asked = matcher.asked
    if asked.months and entry.month not in asked.months:
        return False
    if asked.days and _CLOSING.search(fold(asked.text)) is None and entry.day not in asked.days:
        return False
    return not asked.years or bool(set(asked.years) & entry.sheet.years)


def _is_talk(term: Term, sheets: Iterable[Sheet]) -> bool:
    return term.word in _TALK or any(term.is_in(sheet.naming) for sheet in sheets)


def _answer(matcher: Matcher, entry: Entry, calibration: DocumentCalibration) -> DocumentAnswer | None:
    kind = asked_kind(matcher.asked.text)
    if kind is Kind.BALANCE:
        return _cell(entry.balance, calibration) if entry.balance is not None else None
    view, signed = entry.moved, entry.signed
    if view is None or signed is None or kind in (Kind.LIMIT, Kind.DEDUCTIBLE):
        return None
    if (kind is Kind.OUT and signed > 0) or (kind is Kind.IN and signed < 0):
        return None
    return _cell(view, calibration)


def _cell(view: CellView, calibration: DocumentCalibration) -> DocumentAnswer:
    made = FigureList()
    leaf = made.cell(view)
    head = fold(view.cell.column_path[-1]) if view.cell.column_path else ""
    if leaf.value is not None and leaf.value < 0 and _AMOUNT.search(head):
        # What went out is told as an amount, as a person says it.
        leaf = made.make(FigureOp.NEGATE, [leaf], -leaf.value, describe(view), like=leaf)
    found = found_in_cell(view, Fit((), (), (), (), 0), calibration)
    return replace(number_answer(made, leaf, found), score=1.0)


def _last(matcher: Matcher, entries: Sequence[Entry], documents: Sequence[Document]) -> Entry | None:
    """The last entry of the period, where the running balance proves the order and nothing of the paper is missing."""
    sheet = entries[0].sheet
    held = {one.passage.chunk_id for one in matcher.views.cells if one.sheet is sheet}
    held |= {one.passage.chunk_id for one in matcher.views.sentences if one.sheet is sheet}
    count = next((one.passage_count for one in documents if one.document_id == sheet.document_id), 0)
    if not count or len(held) < count:
        return None
    ordered = sorted(entries, key=lambda one: one.place)
    if any(one.balance is None or not one.balance.cell.number for one in ordered):
        return None
    if _adds_up(ordered):
        return ordered[-1]
    return ordered[0] if _adds_up(ordered[::-1]) else None


def _adds_up(entries: Sequence[Entry]) -> bool:
    """Whether nearly all the days run on and the balances are the ones before and the amounts; the last ones do."""
    days = [(one.month, one.day) for one in entries]
    balances = [Decimal(one.balance.cell.number) for one in entries if one.balance is not None]
    steps = [
        after - before == one.signed and day <= following
        for before, after, day, following, one in zip(balances, balances[1:], days, days[1:], entries[1:], strict=False)
    ]
    return bool(steps) and steps[-1] and sum(steps) >= _ADDING_UP * len(steps)
