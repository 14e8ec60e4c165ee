"""What a search brought, laid out to be compared with a question: documents, their cells in tables, their sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property, lru_cache

from services.answerer.documents.periods import asked_periods, label_period
from services.answerer.documents.question import AskedQuestion
from services.answerer.documents.scales import scaled
from services.answerer.documents.terms import all_notions, length_notion, notions, text_notions, words
from services.answerer.documents.terms import fold as fold_text
from services.answerer.model import Cell, Document, Passage, SearchHit
from services.common.printed import MONTH, MONTHS, parse_date

_YEAR = re.compile(r"(?<![\d$,.-])((?:19|20)\d{2})(?![\d,]|\.\d)|\bFY\s?'?(\d{2})\b", re.IGNORECASE)
_MONTH_NAME = re.compile(rf"\b({MONTH})\b", re.IGNORECASE)
_DATE = re.compile(
    rf"(?:{MONTH})\.?\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}|\d{{1,2}}(?:st|nd|rd|"
    rf"th)?\s+(?:of\s+)?(?:{MONTH})\.?,?\s+\d{{4}}"
    rf"|\d{{4}}-\d{{2}}-\d{{2}}|\d{{1,2}}/\d{{1,2}}/\d{{4}}",
    re.IGNORECASE,
)
_SUPERSEDED = re.compile(
    r"\b(?:superseded|replaced by|no longer (?:in force|valid|applies)|withdrawn|expired|obsolete|archived?)\b",
    re.IGNORECASE,
)
_MONTH_DAY = re.compile(rf"\b({MONTH})\.?\s+(\d{{1,2}})\b(?!\d)", re.IGNORECASE)
_SENTENCE = re.compile(
    r"(?<=[.!?])(?<![ap]\.m\.)(?<!\b[ei]\.[ge]\.)(?<!\bNo\.)(?<!\bvs\.)(?<!\bInc\.)(?<!\bCo\.)(?<!\bN\.A\.)[\"”’)]?\s+(?=[A-Z0-9\"“(])|\n"
)
_TO_DATE = notions("yeartodate")
_DURATIONS = frozenset(("threemonth", "sixmonth", "ninemonth", "fullyear"))
# "Six-month premium" names a price and no stretch of time that the column is for.
_ADJECTIVE_LENGTH = re.compile(r"\b(?:three|six|nine|[369])[- ]month\s+[a-z]", re.IGNORECASE)
# "2019 Falcon Wagon" is a thing of that year.
_THING_OF_YEAR = re.compile(r"(?:19|20)\d{2}(?:\s+[A-Z][a-z]+){2,}")
_STATED_PERIOD = re.compile(
    r"^(?:(?:pay|statement|billing|reporting|invoice|bill|service|salary|wage) )?(?:period|date|month)\s*[|:]\s*(.+)$",
    re.IGNORECASE | re.MULTILINE,
)
_NAMED_MONTH = re.compile(r"(?<!\d)(?:19|20)\d{2}[-_ ]?(0[1-9]|1[0-2])(?:[-_ ]?[0-3]\d)?(?!\d)")
_PERIOD_LABEL = re.compile(
    rf"\b(?:in|for|ended|ending|fiscal|as of|as at|at|FY|year|since|to|{MONTH})\W+(?:\w+\W+){{0,3}}(?:19|20)\d{{2}}"
    r"|^\W*(?:19|20)\d{2}\W*$",
    re.IGNORECASE,
)


@lru_cache(maxsize=50_000)
def years_of(text: str) -> frozenset[int]:
    """Calendar years in a text."""
    return frozenset(int(full) if full else 2000 + int(short) for full, short in _YEAR.findall(text))


@lru_cache(maxsize=50_000)
def months_of(text: str) -> frozenset[int]:
    """Months that a text names."""
    named = {MONTHS[name.lower()] for name in _MONTH_NAME.findall(text) if name[:1].isupper()}
    return frozenset(named | {found.month for _, found in dates_of(text)})


def dates_of(text: str) -> list[tuple[str, date]]:
    """Full dates in a text, as printed and as days."""
    found = ((match[0], parse_date(match[0])) for match in _DATE.finditer(text))
    return [(printed, day) for printed, day in found if day is not None]


@dataclass(frozen=True)
class Sheet:
    """One document as far as it was found."""

    document_id: str
    name: str
    title: str
    institution: str
    effective_date: date | None
    context: tuple[str, ...]
    periods: tuple[str, ...] = ()

    @cached_property
    def naming(self) -> frozenset[str]:
        """Notions of what the document is called and by whom."""
        name = re.sub(r"[_\-.]+", " ", re.sub(r"\.[a-z]{2,5}$", "", self.name))
        return all_notions((name, self.title, self.institution))

    @cached_property
    def identity(self) -> frozenset[str]:
        """Notions of what the document is called and says of itself at its head."""
        return self.naming | all_notions(self.context)

    @cached_property
    def years(self) -> frozenset[int]:
        """Years that the document is about."""
        stated = frozenset().union(*(years_of(text) for text in (self.title, *self.context, *self.periods)))
        if not stated and not self.effective_date and (named := _NAMED_MONTH.search(self.name)):
            return frozenset((int(named[0][:4]),))
        return stated | ({self.effective_date.year} if self.effective_date else frozenset())

    @cached_property
    def months(self) -> frozenset[int]:
        """Months that the document is about: of its period's end, or since when it holds."""
        text = " ".join((self.title, *self.context, *self.periods))
        ends = [parse_date(end) for end in re.findall(rf"(?:-|–|to|through)\s*({_DATE.pattern})", text, re.IGNORECASE)]
        months = {end.month for end in ends if end is not None}
        if not months:
            months = set(months_of(text))
        named = _NAMED_MONTH.search(self.name)
        if not months and not self.effective_date and named:
            # Nothing that is printed says of which month it is; its name does.
            months = {int(named[1])}
        return frozenset(months | ({self.effective_date.month} if self.effective_date and not ends else set()))

    def is_in_force(self, as_of: date) -> bool:
        """Whether it has begun to hold."""
        return self.effective_date is None or self.effective_date <= as_of

    def covers_year(self, year: int, as_of: date) -> bool:
        """Whether what it says without a year of its own can be meant for that year."""
        if year in self.years:
            return True
        return self.effective_date is not None and not self.is_series and self.effective_date.year <= year <= as_of.year

    @cached_property
    def is_superseded(self) -> bool:
        """Whether it says, or its name says, that something else has taken its place."""
        said = re.sub(r"[_\-.]+", " ", " ".join((self.name, self.title, *self.context)))
        return _SUPERSEDED.search(said) is not None

    @cached_property
    def is_series(self) -> bool:
        """Whether it is of one period and says nothing about others (a statement, a slip, a report)."""
        return (
            re.search(
                r"\b(?:statement|slip|stub|period|quarter|half|report|results?)\b",
                " ".join((self.title, *self.context)),
                re.IGNORECASE,
            )
            is not None
        )


@dataclass(frozen=True)
class CellView:
    """A cell with the notions of what names it."""

    cell: Cell
    passage: Passage
    sheet: Sheet
    row: frozenset[str]
    column: frozenset[str]
    around: frozenset[str]
    notes: frozenset[str]
    table_key: tuple[object, ...]

    @cached_property
    def label_words(self) -> tuple[str, ...]:
        """Words of the row's own label."""
        return tuple(words(fold_text(" ".join(self.cell.row_path[-1:]))))

    @cached_property
    def years(self) -> frozenset[int]:
        """Years that the cell's own labels give it."""
        columns = (label for label in self.cell.column_path if not _THING_OF_YEAR.fullmatch(label.strip()))
        texts = [*columns, *(label for label in self.cell.row_path if _PERIOD_LABEL.search(label))]
        return frozenset().union(*(years_of(text) for text in texts)) if texts else frozenset()

    @cached_property
    def row_years(self) -> frozenset[int]:
        """The year that the row is, where its label is one."""
        return frozenset(int(label) for label in self.cell.row_path[-1:] if re.fullmatch(r"(?:19|20)\d{2}", label))

    @cached_property
    def durations(self) -> frozenset[str]:
        """Lengths of time that the cell's column is for."""
        if any(_ADJECTIVE_LENGTH.search(label) for label in self.cell.column_path):
            return frozenset()
        return self.column & _DURATIONS

    @cached_property
    def months(self) -> frozenset[int]:
        """Months that the cell's own labels name."""
        return months_of(" ".join((*self.cell.column_path, *self.cell.row_path)))


@dataclass(frozen=True)
class SentenceView:
    """A sentence with the notions that it and its headings hold."""

    text: str
    passage: Passage
    sheet: Sheet
    held: frozenset[str]
    around: frozenset[str]
    headings: tuple[str, ...]


@dataclass(frozen=True)
class Views:
    """Everything found, by kind."""

    sheets: tuple[Sheet, ...]
    cells: tuple[CellView, ...]
    sentences: tuple[SentenceView, ...]

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every word of every passage found."""
        found: set[str] = set()
        for sentence in self.sentences:
            found.update(words(fold_text(sentence.text)))
        for view in self.cells:
            found.update(
                words(fold_text(" ".join((*view.cell.row_path, *view.cell.column_path, view.cell.table_caption))))
            )
        for sheet in self.sheets:
            found.update(words(fold_text(" ".join((sheet.title, sheet.institution, *sheet.context, sheet.name)))))
        return frozenset(found)

    @cached_property
    def tables_by_year(self) -> frozenset[tuple[object, ...]]:
        """Tables whose rows are years: a row of theirs that is none is a total or a remark, and of no one year."""
        years: dict[tuple[object, ...], set[int]] = {}
        for view in self.cells:
            years.setdefault(view.table_key, set()).update(view.row_years)
        return frozenset(key for key, found in years.items() if len(found) > 1)

    def cells_of(self, cells: Sequence[Cell], passages: Sequence[Passage]) -> list[CellView]:
        """Cells that were cited, as they were laid out: notes may have been hung on them since."""
        cited = {(cell.cell_id, cell.row_path, cell.column_path) for cell in cells}
        documents = {passage.document_id for passage in passages}
        return [
            view
            for view in self.cells
            if (view.cell.cell_id, view.cell.row_path, view.cell.column_path) in cited
            and view.passage.document_id in documents
        ]

    def siblings(self, view: CellView) -> list[CellView]:
        """All cells of the same table, as far as they were found."""
        return [one for one in self.cells if one.table_key == view.table_key]


@dataclass
class _Builder:
    sheets: dict[str, Sheet] = field(default_factory=dict)
    cells: list[CellView] = field(default_factory=list)
    sentences: list[SentenceView] = field(default_factory=list)
    periods: dict[str, list[str]] = field(default_factory=dict)
    """Lines that say which period a document is of."""


def lay_out(hits: Sequence[SearchHit], documents: Sequence[Document]) -> Views:
    """Views of all passages found, in order of rank."""
    known = {document.document_id: document for document in documents}
    built = _Builder()
    for hit in hits:
        if hit.passage is not None:
            stated = built.periods.setdefault(hit.passage.document_id, [])
            stated += [
                match[0]
                for match in _STATED_PERIOD.finditer(hit.passage.text)
                if dates_of(match[0]) or months_of(match[0])
            ]
    for hit in hits:
        if hit.passage is not None:
            _add(built, hit.passage, known.get(hit.passage.document_id))
    return Views(tuple(built.sheets.values()), _with_scales(built), tuple(built.sentences))


def _with_scales(built: _Builder) -> tuple[CellView, ...]:
    """The cells with the scales that their tables' surroundings state."""
    prose: dict[str, list[str]] = {}
    for sentence in built.sentences:
        prose.setdefault(sentence.sheet.document_id, []).append(sentence.text)
    tables: dict[object, list[int]] = {}
    for index, view in enumerate(built.cells):
        tables.setdefault(view.table_key, []).append(index)
    cells = list(built.cells)
    for indexes in tables.values():
        views = [built.cells[index] for index in indexes]
        near = [line for passage in dict.fromkeys(view.passage for view in views) for line in passage.heading_path]
        found = scaled([view.cell for view in views], near, prose.get(views[0].sheet.document_id, []))
        for index, view, cell in zip(indexes, views, found, strict=True):
            if cell is not view.cell:
                cells[index] = replace(view, cell=cell)
    return tuple(cells)


def _add(built: _Builder, passage: Passage, document: Document | None) -> None:
    sheet = built.sheets.get(passage.document_id)
    if sheet is None:
        title = document.title if document is not None else (passage.heading_path[0] if passage.heading_path else "")
        context = passage.heading_path[:2] if passage.heading_path[:1] == (title,) else passage.heading_path[:1]
        sheet = Sheet(
            passage.document_id,
            passage.document_name,
            title,
            document.institution if document is not None else "",
            passage.effective_date,
            tuple(part for line in context[1:] for part in line.split(" · ")),
            tuple(dict.fromkeys(built.periods.get(passage.document_id, ()))),
        )
        built.sheets[passage.document_id] = sheet
        built.sentences.extend(_sentences_of(" · ".join(sheet.context).replace(" · ", "\n"), passage, sheet, ()))
    headings = tuple(passage.heading_path[1 + bool(sheet.context) :])
    stated = {(cell.row_path, cell.column_path) for cell in passage.cells if cell.printed.strip()}
    for cell in passage.cells:
        if not cell.printed.strip() and (cell.row_path, cell.column_path) in stated:
            # A blank column under the same head is where the currency's sign stands in other rows.
            continue
        around = all_notions((cell.table_caption, *headings))
        built.cells.append(
            CellView(
                cell,
                passage,
                sheet,
                all_notions(cell.row_path) | _length_of_label(cell),
                all_notions(cell.column_path) | _length_of_column(cell),
                around,
                all_notions(cell.footnotes),
                (passage.document_id, headings, cell.table_caption, _columns_of(passage)),
            )
        )
    built.sentences.extend(_prose(passage, sheet, headings))


def _length_of_label(cell: Cell) -> frozenset[str]:
    """A bare number in a column of months or years is a stretch of time."""
    unit = re.search(r"\b(month|year)s?\b", cell.table_caption, re.IGNORECASE)
    label = cell.row_path[-1] if cell.row_path else ""
    length = length_notion(label, unit[1].lower()) if unit and label.isdecimal() else None
    return frozenset((length,)) if length else frozenset()


def _length_of_column(cell: Cell) -> frozenset[str]:
    """A bare number under or above a head of months or years ("Months › 36") is a stretch of time."""
    path = " ".join(cell.column_path)
    unit = re.search(r"\b(month|year)s?\b", path, re.IGNORECASE)
    number = next((part for part in cell.column_path if part.isdecimal() and len(part) < 4), None)
    length = length_notion(number, unit[1].lower()) if unit and number else None
    return frozenset((length,)) if length else frozenset()


def _columns_of(passage: Passage) -> tuple[tuple[str, ...], ...]:
    return tuple(dict.fromkeys(cell.column_path for cell in passage.cells))


def _prose(passage: Passage, sheet: Sheet, headings: tuple[str, ...]) -> list[SentenceView]:
    table_lines = bool(passage.cells)
    found: list[SentenceView] = []
    inner: tuple[str, ...] = headings
    for line in passage.text.split("\n")[1:]:
        if line.startswith("## "):
            inner = (*headings, line[3:])
        elif not (table_lines and not line.startswith("Note ")):
            found.extend(_sentences_of(re.sub(r"^Note [^:]{1,3}: |^- ", "", line), passage, sheet, inner))
    return found


def _sentences_of(text: str, passage: Passage, sheet: Sheet, headings: tuple[str, ...]) -> list[SentenceView]:
    around = all_notions(headings)
    return [
        SentenceView(one.strip(), passage, sheet, text_notions(one), around, headings)
        for one in _SENTENCE.split(text)
        if len(one.split()) > 1
    ]


def _asks_year_to_date(asked: AskedQuestion) -> bool:
    said = any(_TO_DATE & term.means for term in asked.terms)
    return said or re.search(r"\b(?:this|the whole|all) year\b", asked.text, re.IGNORECASE) is not None


def is_for_asked_period(asked: AskedQuestion, view: CellView, as_of: date) -> bool:
    """Whether the cell is for the period that the question names, and for no other one.

    A column that is for a length of time ("three months ended") answers only a question that asks for that length.
    """
    asked_durations = {name for term in asked.terms for name in term.means} & _DURATIONS
    if _TO_DATE & view.column and not _asks_year_to_date(asked):
        # What has come together since January is no answer for the month.
        return False
    unsaid_year = view.durations == {"fullyear"} and not asked_durations
    if view.durations and not (view.durations & asked_durations) and not unsaid_year:
        return False
    if view.years and asked.years and not (view.years & set(asked.years)):
        return False
    for year in asked.years:
        if year not in view.years and not (not view.years and view.sheet.covers_year(year, as_of)):
            return False
    own = label_period(view.cell.column_path)
    quarters = {period.quarter for period in asked_periods(asked.text) if period.quarter is not None}
    if own is not None and own.quarter is not None and quarters and own.quarter not in quarters:
        return False
    if own is not None and own.month is not None and asked.months and own.month not in asked.months:
        return False
    near = (
        view.months | view.sheet.months | months_of(" ".join((view.cell.table_caption, *view.passage.heading_path[2:])))
    )
    return all(month in near for month in asked.months)


def days_agree(asked: AskedQuestion, text: str) -> bool:
    """Whether no date of the text is another day of the month that the question names with its day."""
    if not asked.days or len(asked.months) != 1:
        return True
    days = {day.day for _, day in dates_of(text) if day.month == asked.months[0]}
    days |= {int(day) for name, day in _MONTH_DAY.findall(text) if MONTHS[name.lower()] == asked.months[0]}
    return not days or bool(days & set(asked.days))
