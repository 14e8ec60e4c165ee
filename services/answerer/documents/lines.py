"""Lines of tables: the cells that differ by their period only, and how well a line is what some words name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from services.answerer.documents.bands import holds_amount, holds_months
from services.answerer.documents.periods import Period, label_period, order_of, without_periods
from services.answerer.documents.question import AskedQuestion, Term, read_question
from services.answerer.documents.terms import all_notions, content_words, fold, notions, stem, take_phrases, words
from services.answerer.documents.views import CellView
from services.answerer.documents.vocabulary import GENERIC_WORDS, LIGHT_WORDS, RATE_WORDS, STOPWORDS

# What a term counts by where it is said.
_IN_LABEL, _IN_PATH, _IN_COLUMN, _NAMING, _AROUND, _IN_DOCUMENT = 1.0, 0.98, 0.98, 0.95, 0.88, 0.85
_IN_SECTION = 0.93
_IN_PROSE = 0.6
_NUMBERED = 0.9
_BY_SYNONYM = 0.95
_SAME_WORDS = 0.1
_UNSAID_LABEL = 0.40
_UNSAID_PATH = 0.03
_UNSAID_COLUMN = 0.12
_SOFT_SAID, _COLUMN_SAID = 0.03, 0.06
PLAIN = frozenset(
    (
        "total",
        "amount",
        "amounts",
        "value",
        "balance",
        "net",
        "number",
        "item",
        "figure",
        "reported",
        "company",
        "group",
    )
)
# What the head of a column that holds prices or amounts says goes without saying.
_PLAIN_COLUMN = frozenset(
    (
        *("fee", "fees", "charge", "charges", "charged", "rate", "rates", "price", "cost", "amount", "value", "each"),
        *("basis", "points", "months", "years", "this", "period"),
    )
)
_PLAIN_WEIGHT = 0.35
# Words that a grammar needs and that also tell one line of a statement from another.
TELLING_WORDS = frozenset(
    ("current", "before", "after", "under", "over", "without", "not", "per", "excluding", "including")
)
# What a text says that something has done is not what a line of figures is.
_CALCULATED = frozenset(
    ("increase", "increases", "decrease", "decreases", "change", "changes", "growth", "average", "difference", "ratio")
)
_UNIT_LABEL = re.compile(
    r"\(?(?:(?:all )?(?:figures|amounts|dollars|values)? ?(?:in|expressed in) )?(?:(?:us|a|c|s|nz|hk) ?)?(?:[$€£]|"
    r"usd|eur|gbp|rmb|dollars?)? ?"
    r"(?:'?000s?|'?k|thousands?|millions?|billions?|m|mn|mm|bn|cents?|%|n/m)?(?: (?:of )?(?:us |u\.s\. )?(?:dollars|"
    r"shares|units))?"
    r"(?:,? except .*)?\)?"
)
# A year's figures that were restated are that year's.
_RESTATED = re.compile(r"\(?(?:as )?restated\)?")
_ASIDE = re.compile(r"\([^()]*\)")
_DIGITS = re.compile(r"(?<![\w.,$])\d[\d.,]*(?![\w%])")


@dataclass(frozen=True, slots=True)
class Grade:
    """How well a line fits: `score` from 0 to 1; `said` the share of the words that is said, `missing` what is not."""

    score: float
    said: float
    missing: tuple[Term, ...]
    in_label: int


@dataclass(frozen=True)
class Line:
    """Cells of one table that differ by their period only. `place` names the table, `row` the path of labels."""

    cells: dict[Period, CellView]
    single: CellView
    row: tuple[str, ...]
    column: tuple[str, ...]
    place: tuple[object, ...] = field(default=(), hash=False)
    section: str = ""
    """The label of the last row above that has no values: what the rows below it are about."""

    def at(self, period: Period) -> CellView | None:
        """The one cell of a period; None where there is none, or more than one."""
        exact = [view for own, view in self.cells.items() if period.holds(own)]
        return exact[0] if len(exact) == 1 else None

    def in_time(self) -> list[tuple[Period, CellView]]:
        """The cells in the order of time."""
        return sorted(self.cells.items(), key=lambda one: order_of(one[0]))


NO_PERIOD = Period()


def lines_of(cells: Iterable[CellView]) -> list[Line]:
    """All lines of the cells, in order."""
    groups: dict[object, dict[Period, CellView]] = {}
    names: dict[object, tuple[tuple[str, ...], tuple[str, ...], tuple[object, ...]]] = {}
    cells = list(cells)
    sections = _sections(cells)
    within: dict[object, str] = {}
    printed: dict[object, dict[str, int]] = {}
    for view in cells:
        row, column = view.cell.row_path, view.cell.column_path
        by_column, by_row = label_period(column), label_period(row[-1:])
        period = by_column or by_row or NO_PERIOD
        name = (row, _without(column))
        key: tuple[object, ...] = (view.table_key, *name, "columns")
        if by_column is None and by_row is not None:
            name = ((*row[:-1], *_without(row[-1:])), column)
            key = (view.table_key, *name, "rows")
        # Two rows of one name are two lines: of each print of a period, the next one.
        prints = printed.setdefault((*key, period), {})
        count = prints.setdefault(view.cell.printed, len(prints))
        groups.setdefault((*key, count), {}).setdefault(period, view)
        names[(*key, count)] = (*name, view.table_key)
        within.setdefault((*key, count), sections.get(id(view), ""))
    return [Line(held, next(iter(held.values())), *names[key], within[key]) for key, held in groups.items()]


def _sections(cells: Sequence[CellView]) -> dict[int, str]:
    """Under which row without values each cell stands, by the cell's identity."""
    rows: list[list[CellView]] = []
    for view in cells:
        last = rows[-1][-1] if rows else None
        if last is not None and last.table_key == view.table_key and last.cell.row_path == view.cell.row_path:
            rows[-1].append(view)
        else:
            rows.append([view])
    found: dict[int, str] = {}
    section, table = "", None
    for row in rows:
        if row[0].table_key != table:
            section, table = "", row[0].table_key
        if all(not view.cell.printed.strip() for view in row):
            section = " ".join(row[0].cell.row_path[-1:])
        elif section:
            found.update({id(view): section for view in row})
    return found


@lru_cache(maxsize=20_000)
def _without(labels: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        rest
        for label in labels
        if (rest := without_periods(label))
        and not _UNIT_LABEL.fullmatch(fold(rest).strip())
        and not _RESTATED.fullmatch(fold(rest).strip())
    )


@lru_cache(maxsize=2_000)
def read_operand(text: str) -> AskedQuestion:
    """Words that name a thing, read as a question's words are."""
    asked = read_question(text)
    known = {term.word for term in (*asked.terms, *asked.soft)}
    telling = [word for word in words(fold(text)) if word in TELLING_WORDS and word not in known]
    return replace(asked, terms=(*asked.terms, *(Term(word, notions(word)) for word in telling)))


def grade(
    line: Line, asked: AskedQuestion, prose: frozenset[str] = frozenset(), names: frozenset[str] = frozenset()
) -> Grade:
    """How well the line's labels and surroundings say the words, and say nothing beside them.

    `prose` are the notions of the text of the line's document: what it says of itself, its tables take for granted;
    but not the words in `names`, which name something that other lines are about.
    """
    view = line.single
    label = line.row[-1] if line.row else ""
    section = all_notions((line.section,))
    own, path, column = all_notions((label,)), all_notions(line.row[:-1]), all_notions(line.column)
    column |= {one for one in view.column if one.startswith("~")}
    total = said = 0.0
    missing: list[Term] = []
    in_label = 0
    for term in asked.terms:
        weight = 0.25 if term.word in GENERIC_WORDS or term.word in LIGHT_WORDS else 1.0
        best = 0.0
        for held, worth in (
            (own, _IN_LABEL),
            (path, _IN_PATH),
            (section, _IN_SECTION),
            (column, _IN_COLUMN),
            (view.around, _AROUND),
            (view.sheet.naming, _NAMING),
            (view.sheet.identity, _IN_DOCUMENT),
            (frozenset() if term.word in names or term.word in _CALCULATED else prose, _IN_PROSE),
        ):
            if worth > best and term.is_in(held):
                best = worth * (1.0 if stem(term.word) in held or term.parts else _BY_SYNONYM)
        if best < _NUMBERED and is_numbered(term, line, asked):
            best = _NUMBERED
        if not best and is_length_within(term, line):
            best = _IN_LABEL
            in_label += 1
        in_label += term.is_in(own) or term.is_in(column)
        total += weight
        said += weight * best
        if not best:
            missing.append(term)
    is_total = "total" in own and any(term.word == "total" for term in asked.soft)
    in_label += is_total and not _names(re.sub(r"\btotals?\b", "", fold(label)))
    asked_digits = _digits(asked.text)
    held_digits = _digits(" ".join((*line.row, *line.column)))
    around_digits = _digits(" ".join((view.cell.table_caption, *view.passage.heading_path)))
    amounts = [one.value for one in asked.numbers]
    if any(holds_amount(part, value) for part in (*line.row, *line.column) for value in amounts):
        # An amount that lies in the line's band is what the band is for.
        in_label += 1
        total, said = total + 1.0, said + 1.0
        asked_digits, held_digits = frozenset(), frozenset()
    for digits in asked_digits:
        total += 1.0
        said += 1.0 if digits in held_digits else 0.8 if digits in around_digits else 0.0
    if not total:
        soft = [term for term in asked.soft if term.is_in(own)]
        if len(soft) < len(asked.soft) or not soft:
            return Grade(0.0, 0.0, (), 0)
        total, said, in_label = 1.0, 0.9, 1
    share = said / total
    meant = frozenset().union(
        *(term.means for term in (*asked.terms, *asked.soft, *asked.optional)),
        *(part for term in asked.terms for part in term.parts),
    )
    extra = _unsaid(label, meant, view) + len(held_digits - asked_digits)
    of = max(1.0, sum(_weight(word) for word in _names(label)))
    score = share - _UNSAID_LABEL * min(1.0, extra / (of + 1))
    score -= _UNSAID_PATH * sum(1 for part in line.row[:-1] if _unsaid(part, meant, view) >= 1)
    score -= _UNSAID_COLUMN * min(2.0, _unsaid(" ".join(line.column), meant, view, _PLAIN_COLUMN))
    score += _SOFT_SAID * sum(1 for term in (*asked.soft, *asked.optional) if term.is_in(own | column))
    score += _COLUMN_SAID * sum(1 for term in asked.soft if term.word in RATE_WORDS and stem(term.word) in column)
    score += _SAME_WORDS * (_bare(label) == _bare(asked.text))
    return Grade(max(0.0, score), share, tuple(missing), in_label)


@lru_cache(maxsize=20_000)
def _bare(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", without_periods(fold(text)).removeprefix("the ")))


def is_numbered(term: Term, line: Line, asked: AskedQuestion) -> bool:
    """Whether the word only says what kind of thing the number is that the row bears ("payment number 60")."""
    return any(
        re.search(rf"\b{re.escape(term.word)}s?(?: (?:number|no\.?|#))? #?{re.escape(part)}\b", fold(asked.text))
        is not None
        for part in line.row
        if part.isdecimal()
    )


def is_length_within(term: Term, line: Line) -> bool:
    """Whether a stretch of months that is asked about lies in a label of the line ("24 to 47 months").

    What the head of the labels counts ("Years of service") need not stand in each of them ("3 to 6").
    """
    months = re.fullmatch(r"~(\d+) months", term.word)
    if months is None:
        return False
    head, length = line.single.cell.table_caption, int(months[1])
    return any(holds_months(part, length, head) for part in line.row) or any(
        holds_months(part, length) for part in line.column
    )


@lru_cache(maxsize=20_000)
def _digits(text: str) -> frozenset[str]:
    """The numbers of a text that are no years."""
    plain = re.sub(r"\(\s?\w\s?\)", " ", fold(text))
    return frozenset(one for one in _DIGITS.findall(plain) if not re.fullmatch(r"(?:19|20)\d{2}", one))


@lru_cache(maxsize=20_000)
def _names(label: str) -> tuple[str, ...]:
    return tuple(
        word for word in words(fold(label)) if (word not in STOPWORDS or word in TELLING_WORDS) and len(word) > 1
    )


def _names_beside(label: str, meant: frozenset[str]) -> tuple[str, ...]:
    """The words of a label without the phrases that are meant, in whatever words they were asked for."""
    rest, phrases = take_phrases(fold(label))
    unsaid = " ".join(" ".join(parts) for name, parts in phrases if not notions(name) & meant)
    return _names(f"{rest} {unsaid}") if phrases else _names(label)


def _weight(word: str) -> float:
    return _PLAIN_WEIGHT if word in PLAIN else 1.0


def _unsaid(label: str, meant: frozenset[str], view: CellView, plain: frozenset[str] = frozenset()) -> float:
    aside = set(content_words(" ".join(_ASIDE.findall(label))))
    found = 0.0
    for word in _names_beside(label, meant):
        if word in plain or notions(word) & meant or notions(word) & view.sheet.naming:
            continue
        found += _weight(word) * (0.3 if word in aside else 1.0)
    return found


def best_lines(
    lines: Sequence[Line],
    asked: AskedQuestion,
    margin: float,
    prose: Mapping[str, frozenset[str]],
    names: frozenset[str] = frozenset(),
) -> list[tuple[Line, Grade]]:
    """The lines whose score is within the margin of the best, best first; `prose` (by document id) as in `grade`."""
    graded = sorted(
        ((line, grade(line, asked, prose.get(line.single.sheet.document_id, frozenset()), names)) for line in lines),
        key=lambda one: -one[1].score,
    )
    return [one for one in graded if one[1].score >= graded[0][1].score - margin] if graded else []


_PROPER = re.compile(r"(?<=[\w,] )[A-Z][\w&-]*(?!\w|'s|’s)")


def proper_names(text: str) -> frozenset[str]:
    """Words in capitals inside a question, possessives left out."""
    return frozenset(word for found in _PROPER.findall(text) for word in words(fold(found)))
