"""How well a cell or a sentence is what a question asks about."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from functools import cached_property

from services.answerer.documents.bands import holds_amount
from services.answerer.documents.kinds import says_kind
from services.answerer.documents.lines import (
    TELLING_WORDS,
    Grade,
    Line,
    grade,
    is_length_within,
    lines_of,
    proper_names,
    read_operand,
)
from services.answerer.documents.question import AskedQuestion, Term, Wanted
from services.answerer.documents.tasks import operand_of
from services.answerer.documents.terms import fold, notions, take_phrases, words
from services.answerer.documents.views import CellView, SentenceView, Sheet, Views, is_for_asked_period
from services.answerer.documents.vocabulary import NUMBER_WORDS, STOPWORDS
from services.answerer.model import Scale
from services.common.printed import find_numbers, is_nil, parse_date

# Words of a label that need not be in the question: they say that it is a sum, an amount, a price.


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PLAIN_LABEL_WORDS = _words(
    "total amount amounts fee fees charge charges cost price rate balance payment payments paid received due "
    "per each item value"
)
# Of a column: the period that a slip or statement is of goes without saying; a price each or a quantity does not.
_PLAIN_COLUMN_WORDS = (_PLAIN_LABEL_WORDS | _words("period current")) - _words("rate")
# Words of a question that a sentence says in another way.
SAID_OTHERWISE = {
    "earliest": re.compile(r"\b(?:from|no earlier than|not before|at least|minimum|after|first)\b", re.IGNORECASE),
    "soonest": re.compile(r"\b(?:from|no earlier than|not before|at least|minimum|after|first)\b", re.IGNORECASE),
    "youngest": re.compile(r"\b(?:from|at least|minimum)\b", re.IGNORECASE),
    "latest": re.compile(r"\b(?:by|until|no later than|before)\b", re.IGNORECASE),
    "most": re.compile(
        r"\b(?:up to|at most|no more than|maximum|limit(?:ed)?|not (?:more than|exceed))\b", re.IGNORECASE
    ),
    "maximum": re.compile(r"\b(?:up to|at most|no more than|limit(?:ed)?|not (?:more than|exceed))\b", re.IGNORECASE),
    "max": re.compile(
        r"\b(?:up to|at most|no more than|maximum|limit(?:ed)?|not (?:more than|exceed))\b", re.IGNORECASE
    ),
    "minimum": re.compile(r"\b(?:at least|no less than|not less than|from)\b", re.IGNORECASE),
    "least": re.compile(r"\b(?:at least|no less than|minimum)\b", re.IGNORECASE),
}
_COST_OF = re.compile(r"\bcosts? of\b", re.IGNORECASE)
_ASKS_OLD = re.compile(r"\b(?:superseded|previous|prior|former|old|earlier|used to|before)\b", re.IGNORECASE)
_MONEY_NOTIONS = frozenset(("=fee",))


@dataclass(frozen=True, slots=True)
class Fit:
    """How a cell or sentence fits: terms that its own words say, that only its surroundings say, that nothing says;
    and words of its own that the question does not say."""

    strong: tuple[Term, ...]
    weak: tuple[Term, ...]
    noted: tuple[Term, ...]
    missing: tuple[Term, ...]
    extra: int
    column_extra: int = 0
    optional: int = 0
    row_strong: int = 0
    near: int = 0
    """Terms that the row, the column or what stands around the table says, and not only the document's head."""

    @property
    def score(self) -> float:
        """0 to 1: the share of the terms that is said, most for what the cell says itself, less for words beside."""
        total = len(self.strong) + len(self.weak) + len(self.noted) + len(self.missing)
        if not total:
            return 0.0
        said = (len(self.strong) + 0.85 * (len(self.weak) + len(self.noted))) / total
        return max(0.0, said - 0.08 * self.extra - 0.04 * self.column_extra)


class Matcher:
    """Compares one question with what was found for it."""

    def __init__(self, asked: AskedQuestion, views: Views, as_of: date) -> None:
        self.asked = asked
        self.views = views
        self.as_of = as_of

    def about(self, asked: AskedQuestion) -> Matcher:
        """The same passages compared with another question."""
        other = Matcher(asked, self.views, self.as_of)
        # What does not depend on the question is worked out once.
        other.lines, other.prose, other._line_of_cell = self.lines, self.prose, self._line_of_cell
        return other

    @cached_property
    def lines(self) -> list[Line]:
        """The lines of all tables found."""
        return lines_of(self.views.cells)

    @cached_property
    def prose(self) -> dict[str, frozenset[str]]:
        """What the text of each document says, by its id."""
        held: dict[str, set[str]] = {}
        for sentence in self.views.sentences:
            held.setdefault(sentence.sheet.document_id, set()).update(sentence.held)
        return {key: frozenset(found) for key, found in held.items()}

    @cached_property
    def names(self) -> frozenset[str]:
        """Names in the question: what they name has to be named by the line itself."""
        return proper_names(self.asked.text)

    def line_periods(self, view: CellView) -> int:
        """How many periods the line of a cell has figures for."""
        line = self.line_of(view)
        return 0 if line is None else sum(1 for period in line.cells if period.year is not None)

    def line_of(self, view: CellView) -> Line | None:
        """The line that a cell belongs to."""
        return self._line_of_cell.get(_place(view))

    @cached_property
    def excluded(self) -> tuple[str, ...]:
        """Words in "(not ...)", which say what is not meant."""
        return tuple(re.findall(r"\(not (?:the )?(\w+)\)", fold(self.asked.text)))

    @cached_property
    def _line_of_cell(self) -> dict[tuple[str, str, str], Line]:
        return {_place(view): line for line in self.lines for view in line.cells.values()}

    def grade(self, view: CellView) -> Grade:
        """How well the line of a cell is what the question as a whole names."""
        line = self._line_of_cell.get(_place(view))
        labels = fold(" ".join((*view.cell.row_path, *view.cell.column_path)))
        if line is None or any(word in words(labels) for word in self.excluded):
            return Grade(0.0, 0.0, (), 0)
        return grade(line, self._graded_question, self.prose.get(view.sheet.document_id, frozenset()), self.names)

    @cached_property
    def _graded_question(self) -> AskedQuestion:
        """The question as what it asks about, with words that only labels of statements tell apart by."""
        labels = frozenset(word for view in self.views.cells for word in view.label_words)
        known = {term.word for term in self.asked.terms}
        telling = [
            term
            for term in read_operand(self.asked.text).terms
            if term.word in TELLING_WORDS and term.word in labels and term.word not in known
        ]
        terms = tuple(term for term in self.asked.terms if term.word not in self.excluded)
        return replace(self.asked, text=operand_of(self.asked.text), terms=(*terms, *telling))

    def sheets(self) -> list[Sheet]:
        """Documents that can govern: not those that begin to hold later, unless the question looks ahead."""
        asked = self.asked
        ahead = asked.asks_future or any(year > self.as_of.year for year in asked.years)
        return [
            one
            for one in self.views.sheets
            if (one.is_in_force(self.as_of) or (ahead and not asked.is_now))
            and (not one.is_superseded or set(asked.years) & one.years or _ASKS_OLD.search(asked.text))
        ]

    def cells(self) -> list[tuple[CellView, Fit]]:
        """Cells of the asked period in documents that govern, each with its fit."""
        return self._fitted

    @cached_property
    def _fitted(self) -> list[tuple[CellView, Fit]]:
        sheets = set(map(id, self.sheets()))
        return [
            (view, self.fit_cell(view))
            for view in self.views.cells
            if id(view.sheet) in sheets
            and is_for_asked_period(self.asked, view, self.as_of)
            and not (self.asked.years and not view.years and view.table_key in self.views.tables_by_year)
        ]

    def sentences(self) -> list[tuple[SentenceView, Fit]]:
        """Sentences of documents that govern, each with its fit."""
        sheets = set(map(id, self.sheets()))
        return [(view, self.fit_sentence(view)) for view in self.views.sentences if id(view.sheet) in sheets]

    def fit_cell(self, view: CellView) -> Fit:
        """How the cell's row, column, table, notes and document say what the question names."""
        strong, weak, noted, missing = [], [], [], []
        row_strong = 0
        near = sum(1 for term in self.asked.terms if term.is_in(view.row | view.column | view.around))
        # A row that is a year names what it is about as words do.
        row_strong += bool(view.row_years & set(self.asked.years))
        for term in self.asked.terms:
            if term.is_in(view.row) or self._is_number_label(term, view) or self._is_length_of_row(term, view):
                strong.append(term)
                row_strong += not term.means & _MONEY_NOTIONS
            elif term.is_in(view.column) or says_kind(self.asked.text, term.word, view):
                strong.append(term)
            elif term.is_in(view.row | view.column | view.around) or term.is_in(
                view.sheet.identity | view.around | view.row | view.column
            ):
                weak.append(term)
            elif term.is_in(view.notes):
                noted.append(term)
            else:
                missing.append(term)
        said = frozenset().union(
            *(term.means for term in (*self.asked.terms, *self.asked.soft, *self.asked.optional)),
            *(part for term in self.asked.terms for part in term.parts),
        )
        label_words = _words_beside_phrases(" ".join(view.cell.row_path[-1:]), said)
        extra = sum(1 for word in label_words if self._is_extra(word, said, view.sheet))
        # What something cost is another row than what it brought in.
        label = " ".join(view.cell.row_path[-1:])
        extra += _COST_OF.match(label) is not None and _COST_OF.search(self.asked.text) is None
        column_words = _words_beside_phrases(" ".join(view.cell.column_path), said)
        column_extra = sum(1 for word in column_words if self._is_extra(word, said, view.sheet, _PLAIN_COLUMN_WORDS))
        optional = sum(1 for term in self.asked.optional if term.is_in(view.row | view.column))
        return Fit(
            tuple(strong), tuple(weak), tuple(noted), tuple(missing), extra, column_extra, optional, row_strong, near
        )

    def fit_sentence(self, view: SentenceView) -> Fit:
        """How the sentence, its headings and its document say what the question names."""
        strong, weak, missing = [], [], []
        for term in self.asked.terms:
            otherwise = SAID_OTHERWISE.get(term.word)
            if term.is_in(view.held) or (otherwise is not None and otherwise.search(view.text)):
                strong.append(term)
            elif term.is_in(view.held | view.around | view.sheet.identity):
                weak.append(term)
            else:
                missing.append(term)
        return Fit(
            tuple(strong),
            tuple(weak),
            (),
            tuple(missing),
            0,
            row_strong=sum(1 for t in strong if not t.means & _MONEY_NOTIONS),
        )

    def _is_extra(
        self, word: str, said: frozenset[str], sheet: Sheet, plain: frozenset[str] = _PLAIN_LABEL_WORDS
    ) -> bool:
        if word in STOPWORDS or word in plain or len(word) < 2:
            return False
        return not notions(word) & said and not notions(word) & sheet.identity

    def _is_length_of_row(self, term: Term, view: CellView) -> bool:
        line = self.line_of(view) if term.word.startswith("~") else None
        return line is not None and is_length_within(term, line)

    @staticmethod
    def _is_number_label(term: Term, view: CellView) -> bool:
        return term.word.isdecimal() and term.word in " ".join(view.cell.row_path)

    def numbers_unused(self, view: CellView) -> bool:
        """Whether the question states a number that the cell's labels do not: then it asks for more than the cell."""
        labels = " ".join((*view.cell.row_path, *view.cell.column_path))
        if self.counts_unsaid(labels):
            return True
        held = {number.value for number in find_numbers(labels)}
        parts = (*view.cell.row_path, *view.cell.column_path)
        return any(
            number.value not in held and not any(holds_amount(part, number.value) for part in parts)
            for number in self.asked.numbers
        )

    def counts_unsaid(self, text: str) -> bool:
        """Whether the question states a number of things that the text does not: then one of them is not the answer."""
        if self.asked.wanted in (Wanted.YES_NO, Wanted.TEXT, Wanted.DATE):
            return False
        counts = [term.word for term in self.asked.soft if NUMBER_WORDS.get(term.word, 0) > 1]
        said = words(fold(text))
        return any(word not in said and str(NUMBER_WORDS[word]) not in text for word in counts)

    def is_wanted(self, view: CellView) -> bool:
        """Whether the cell holds the kind of value that the question wants; a blank one may hold any."""
        cell, wanted = view.cell, self.asked.wanted
        if not cell.printed.strip():
            return True
        is_rate = cell.scale in (Scale.PERCENT, Scale.BASIS_POINT)
        if wanted is Wanted.DATE:
            return parse_date(cell.printed) is not None
        if wanted is Wanted.RATE:
            return is_rate
        if wanted is Wanted.MONEY:
            return (bool(cell.number) and not is_rate) or is_nil(cell.printed)
        if wanted is Wanted.COUNT:
            return bool(cell.number) and not is_rate and not re.fullmatch(r"[A-Z]{3}", cell.unit)
        if wanted is Wanted.VALUE:
            return bool(cell.number) or is_nil(cell.printed)
        return True


def _place(view: CellView) -> tuple[str, str, str]:
    return (view.sheet.document_id, view.passage.chunk_id, view.cell.cell_id)


def _words_beside_phrases(label: str, said: frozenset[str]) -> list[str]:
    """The words of a label without the phrases that the question says in its own way."""
    rest, phrases = take_phrases(fold(label))
    return [*words(rest), *(word for name, parts in phrases if not notions(name) & said for word in parts)]


def cell_number(cell_number_text: str) -> Decimal | None:
    """The number of a cell, None where it has none."""
    return Decimal(cell_number_text) if cell_number_text else None


def has_waiver(text: str) -> bool:
    """Whether a note says that something is not charged."""
    return (
        re.search(
            r"\b(?:waived?|free|no (?:charge|fee|cost)|not charged|nil|does not apply|no \w+ fee)\b",
            text,
            re.IGNORECASE,
        )
        is not None
    )
