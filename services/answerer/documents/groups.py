"""Rows of a table that belong together: their sum, the one with the most or the least, those that are below zero."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from services.answerer.documents.figures import FigureList, exact
from services.answerer.documents.lines import NO_PERIOD, Grade, Line, grade, read_operand
from services.answerer.documents.lookup import describe, found_in_cell, number_answer
from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentCalibration, ValueKind
from services.answerer.documents.periods import asked_periods
from services.answerer.documents.question import AskedQuestion, Wanted
from services.answerer.documents.scope import is_of_the_user_alone
from services.answerer.documents.terms import fold, notions, text_notions
from services.answerer.documents.views import CellView, is_for_asked_period
from services.answerer.documents.vocabulary import GENERIC_WORDS, LIGHT_WORDS
from services.answerer.model import FigureOp, GateStratum, Scale

APART = 0.05
STATED = 0.7
_EXPLICIT = re.compile(r"\b(?:add(?:ed)?|sum of|together|combined|altogether|both)\b", re.IGNORECASE)
_TOTAL_ROW = re.compile(
    r"^(?:grand |net |gross )?(?:sub)?totals?\b|\b(?:sub)?totals?$|\ball\b|\bsum\b|"
    r"\bnet (?:pay|income|total)\b|\bgross (?:pay|total)\b",
    re.IGNORECASE,
)
_ADD = re.compile(
    r"\b(?:add(?:ed)?(?: up| together)?|sum of|in total|total|altogether|together|combined|in all)\b", re.IGNORECASE
)
_COMPARES = re.compile(
    r"\b(?:than|sav(?:e|es|ed|ing)|difference|compared|more|less|cheaper|dearer|change[sd]?|by how much)\b",
    re.IGNORECASE,
)
_MEAN = re.compile(r"\b(?:average|mean|which|each|per|difference)\b", re.IGNORECASE)
# "Both cars", "the two statement years": of each thing one column, and both are meant.
_TWO = re.compile(
    r"\b(?:for|of|over|across|on|in|with) (?:both|(?:the|my|our|all) two)\b|\bboth \w+ (?:together|combined)\b",
    re.IGNORECASE,
)
_BOTH = re.compile(r"\bboth\b", re.IGNORECASE)
_MOST = (
    r"highest|largest|biggest|greatest|most|higher|larger|bigger|greater|fastest|best|dearest|costliest|longest|more"
)
_LEAST = r"lowest|smallest|least|fewest|lower|smaller|fewer|less|slowest|worst|cheapest|cheaper|shortest"
_WHICH = re.compile(
    rf"^(?:in |for )?(?:which|what|what'?s|who)\b(?: is| are| was|"
    rf" were)?(?: the)?(?P<of>.*?)\b(?P<end>most expensive|least expensive|{_MOST}|"
    rf"{_LEAST})\b(?P<rest>.*)$"
)
_PERIOD_NOUN = re.compile(r"^\s*(?:fiscal |financial )?(?:years?|fys?|quarters?|months?|periods?|dates?|days?)\b")
_LOSSES = re.compile(
    r"^which (?P<of>.+?) (?:ran at|made|had|reported|posted|were in|was in|lost|"
    r"show(?:ed)?)\b.*?(?P<sign>\bloss(?:es)?\b|\blost\b|\bnegative\b|\bin the red\b)"
)
# "The most it can come to", "at 5% or less": a limit, and no row beside others.
_IS_LIMIT = re.compile(
    r"^(?:what|what's) (?:is |are |was )?the (?:most|least)\b.*\b(?:can|could|may|might|will|would|must|have to)\b|"
    r"\b(?:or|and) (?:less|more|fewer|lower|higher)$"
)
_GREW = re.compile(r"\bgrew|grown|growing\b")


@dataclass(frozen=True)
class Group:
    """Rows of one table in one column, with what they are called together."""

    lines: tuple[Line, ...]
    views: tuple[CellView, ...]
    score: float


def sum_of_rows(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """The sum over all rows under one head, where the question asks for them added up; None where none stands apart."""
    text = matcher.asked.text
    if not _ADD.search(text) or len(matcher.asked.years) > 1 or matcher.asked.numbers or _COMPARES.search(text):
        return None
    words = re.sub(r"\s+", " ", _BOTH.sub(" ", _ADD.sub(" ", fold(text))))
    group = _best(matcher, words, calibration)
    if group is None or (not _EXPLICIT.search(text) and _is_stated(matcher, words, group.score - APART)):
        return None
    if _BOTH.search(text) and len(group.views) != 2:
        return None
    if not _is_only_column(matcher, group, words):
        return None
    stated = [view for view in group.views if view.cell.number]
    if len(stated) < 2 or len({(view.cell.scale, view.cell.unit) for view in stated}) > 1:
        return None
    if stated[0].cell.scale in (Scale.PERCENT, Scale.BASIS_POINT):
        return None
    made = FigureList()
    leaves = [made.cell(view) for view in stated]
    total = sum(map(exact, leaves), Decimal(0))
    value = made.make(FigureOp.ADD, leaves, total, describe(stated[0]), like=leaves[0])
    if total < 0:
        # What is taken off is printed as negative; how much it is has no sign.
        value = made.make(FigureOp.NEGATE, [value], -total, describe(stated[0]), like=value)
    return _scored(
        number_answer(made, value, found_in_cell(stated[0], matcher.fit_cell(stated[0]), calibration)), group
    )


def sum_of_columns(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """One row over the two columns that it has, where the question is for both; None where it is not sure which."""
    text = matcher.asked.text
    if not _TWO.search(text) or _COMPARES.search(text) or matcher.asked.numbers or _MEAN.search(text):
        return None
    if matcher.asked.wanted not in (Wanted.VALUE, Wanted.MONEY, Wanted.ANY) or is_of_the_user_alone(text):
        return None
    rows: dict[object, list[CellView]] = {}
    for view, fit in matcher.cells():
        unsaid = [one for one in fit.missing if one.word not in GENERIC_WORDS and one.word not in LIGHT_WORDS]
        if view.cell.number and view.cell.column_path and fit.row_strong and not unsaid:
            rows.setdefault((view.table_key, view.cell.row_path), []).append(view)
    rows = _of_asked_year(matcher, rows)
    told = [key for key, views in rows.items() if _TOTAL_ROW.search(views[0].cell.row_path[-1])]
    chosen = rows[told[0]] if len(told) == 1 and _ADD.search(text) else next(iter(rows.values()), [])
    if len(rows) > 1 and len(told) != 1:
        return None
    named = [sum(1 for term in matcher.asked.terms if term.is_in(view.column)) for view in chosen]
    views = [view for view, said in zip(chosen, named, strict=True) if said == max(named)]
    heads = {view.cell.column_path[:-1] for view in views}
    if len(views) != 2 or len(heads) > 1 or len({(view.cell.scale, view.cell.unit) for view in views}) > 1:
        return None
    if any(_TOTAL_ROW.search(view.cell.column_path[-1]) for view in views) or not _is_money(views[0]):
        return None
    made = FigureList()
    leaves = [made.cell(view) for view in views]
    value = made.make(FigureOp.ADD, leaves, sum(map(exact, leaves), Decimal(0)), describe(views[0]), like=leaves[0])
    return number_answer(made, value, found_in_cell(views[0], matcher.fit_cell(views[0]), calibration))


def _of_asked_year(matcher: Matcher, rows: dict[object, list[CellView]]) -> dict[object, list[CellView]]:
    """Of one row in papers of several years, those of the paper that began to hold in the year that is asked for."""
    sheets = {view.sheet for views in rows.values() for view in views}
    dates = {sheet.effective_date for sheet in sheets}
    if len(matcher.asked.years) != 1 or len(sheets) < 2 or None in dates:
        return rows
    kept = {
        key: views
        for key, views in rows.items()
        if views[0].sheet.effective_date and views[0].sheet.effective_date.year == matcher.asked.years[0]
    }
    return kept or rows


def _is_money(view: CellView) -> bool:
    return view.cell.scale not in (Scale.PERCENT, Scale.BASIS_POINT) and bool(view.cell.unit or view.cell.scale)


def _is_only_column(matcher: Matcher, group: Group, words: str) -> bool:
    """Whether the question says the column, or the table has no other one with numbers for these rows and this time."""
    asked = read_operand(words)
    column = text_notions(" ".join(group.lines[0].column))
    if any(term.is_in(column) for term in (*asked.terms, *asked.soft)):
        return True
    rows = {line.row for line in group.lines}
    others = {
        line.column
        for line in matcher.lines
        if line.place == group.lines[0].place
        and line.row in rows
        and line.column != group.lines[0].column
        and any(
            view.cell.number and is_for_asked_period(matcher.asked, view, matcher.as_of) for view in line.cells.values()
        )
    }
    return not others


def _is_stated(matcher: Matcher, words: str, least: float) -> bool:
    """Whether some line is nearly what is asked for: then its total is stated, and not to be added up."""
    asked = read_operand(words)
    grades = (
        grade(
            # What heads a row is what it is a part of.
            replace(line, row=line.row[-1:], section=""),
            asked,
            matcher.prose.get(line.single.sheet.document_id, frozenset()),
            matcher.names,
        )
        for line in matcher.lines
    )
    return any(found.in_label > 0 and found.score >= max(STATED, least) for found in grades)


def row_of_extreme(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """The row with the most or the least in a column; None where the question asks for none, or two would do."""
    folded = fold(matcher.asked.text).strip(" ?!.")
    match = _WHICH.match(folded)
    if not match or _PERIOD_NOUN.match(match["of"]) or " than " in match["rest"] or _IS_LIMIT.search(folded):
        return None
    words = f"{match['of']} {match['rest']}"
    if _GREW.search(words):
        words = _GREW.sub("growth", words)
    group = _best_column(matcher, words, calibration)
    if group is None or any(not view.cell.number for view in group.views):
        return None
    sign = -1 if re.fullmatch(_LEAST + "|least expensive", match["end"]) else 1
    ordered = sorted(group.views, key=lambda view: Decimal(view.cell.number) * sign, reverse=True)
    if len(ordered) < 2 or ordered[0].cell.number == ordered[1].cell.number:
        return None
    return _row_names(matcher, group, ordered[:1], calibration)


def rows_below_zero(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """The rows of a column whose figure is negative, by name."""
    match = _LOSSES.match(fold(matcher.asked.text).strip(" ?!."))
    if not match:
        return None
    group = _best_column(matcher, f"{match['of']} income", calibration)
    if group is None:
        return None
    below = [view for view in group.views if view.cell.number.startswith("-")]
    return _row_names(matcher, group, below, calibration) if below else None


def _row_names(
    matcher: Matcher, group: Group, views: Sequence[CellView], calibration: DocumentCalibration
) -> DocumentAnswer:
    found = found_in_cell(views[0], matcher.fit_cell(views[0]), calibration)
    names = tuple(view.cell.row_path[-1] for view in views)
    kind = ValueKind.TEXT if len(names) == 1 else ValueKind.LIST
    value: str | tuple[str, ...] = names[0] if len(names) == 1 else names
    passages = tuple(dict.fromkeys(view.passage for view in views))
    return _scored(
        replace(
            found, kind=kind, value=value, quotation=names[0], cells=tuple(one.cell for one in views), passages=passages
        ),
        group,
    )


def _scored(answer: DocumentAnswer, group: Group) -> DocumentAnswer:
    return replace(
        answer,
        score=min(1.0, group.score),
        passages=tuple(dict.fromkeys((*answer.passages, *(view.passage for view in group.views)))),
    )


def _columns(matcher: Matcher) -> dict[object, list[Line]]:
    """The lines of each column of each table that governs, rows that add up others left out."""
    sheets = set(map(id, matcher.sheets()))
    columns: dict[object, list[Line]] = {}
    for line in matcher.lines:
        if id(line.single.sheet) in sheets and line.row and not _TOTAL_ROW.search(line.row[-1]):
            columns.setdefault((line.place, line.column), []).append(line)
    return columns


def _view(matcher: Matcher, line: Line) -> CellView | None:
    """The line's cell of the asked period."""
    periods = asked_periods(matcher.asked.text)
    if len(periods) == 1:
        view = line.at(periods[0])
        if view is None and len(line.cells) == 1 and NO_PERIOD in line.cells:
            only = line.cells[NO_PERIOD]
            view = only if is_for_asked_period(matcher.asked, only, matcher.as_of) else None
        return view
    return next(iter(line.cells.values())) if len(line.cells) == 1 and not periods else None


def _best(matcher: Matcher, words: str, calibration: DocumentCalibration) -> Group | None:
    """The rows under the head that says the words, or the rows that all bear their noun."""
    asked = read_operand(words)
    found: list[Group] = []
    for lines in _columns(matcher).values():
        for head, held in _heads(lines).items():
            views = [(line, view) for line in held if (view := _view(matcher, line)) is not None]
            if sum(1 for _, view in views if view.cell.number) < 2:
                continue
            score = _grade_of(matcher, views[0][0], head, asked).score
            found.append(Group(tuple(line for line, _ in views), tuple(view for _, view in views), score))
    return _apart(_of_named_paper(matcher, found), calibration)


def _of_named_paper(matcher: Matcher, groups: Sequence[Group]) -> list[Group]:
    """Of groups of one head in several papers, those of the paper that the question names, where it names one."""
    said = {
        id(group): sum(1 for term in matcher.asked.terms if term.is_in(group.views[0].sheet.naming)) for group in groups
    }
    kept = []
    for group in groups:
        rivals = [
            other
            for other in groups
            if other.views[0].sheet is not group.views[0].sheet
            and [view.cell.row_path[:-1] for view in other.views] == [view.cell.row_path[:-1] for view in group.views]
        ]
        if all(said[id(other)] <= said[id(group)] for other in rivals):
            kept.append(group)
    return kept


def _heads(lines: Sequence[Line]) -> dict[str, list[Line]]:
    heads: dict[str, list[Line]] = {}
    for line in lines:
        for head in dict.fromkeys((" ".join(line.row[:-1]), line.section, line.single.cell.table_caption)):
            if head:
                heads.setdefault(head, []).append(line)
        for noun in text_notions(line.row[-1]):
            if noun.startswith("=") or noun.isalpha():
                heads.setdefault(f"\0{noun}", []).append(line)
    return heads


def _grade_of(matcher: Matcher, line: Line, head: str, asked: AskedQuestion) -> Grade:
    """The grade of a group as if its head were the label of a row."""
    if head.startswith("\0"):
        noun = head[1:]
        own = [term for term in asked.terms if noun in term.means]
        if not own:
            return Grade(0.0, 0.0, (), 0)
        head = own[0].word
    named = replace(line, row=(head,), section="")
    found = grade(named, asked, matcher.prose.get(line.single.sheet.document_id, frozenset()), matcher.names)
    return found if found.in_label else Grade(0.0, 0.0, (), 0)


def _best_column(matcher: Matcher, words: str, calibration: DocumentCalibration) -> Group | None:
    """The column, over all rows of its table, that says the words together with what the table is about."""
    asked = read_operand(words)
    wanted = [
        term
        for term in (*asked.terms, *asked.soft)
        if len(term.word) > 2 and term.word not in GENERIC_WORDS and term.word not in LIGHT_WORDS
    ]
    if not wanted:
        return None
    found: list[Group] = []
    columns: dict[object, list[Line]] = {}
    for lines in _columns(matcher).values():
        # A list that goes on in another table, or over sections, is one list.
        columns.setdefault((lines[0].single.sheet.document_id, lines[0].column), []).extend(lines)
    for lines in columns.values():
        views = [(line, view) for line in lines if (view := _view(matcher, line)) is not None and view.cell.number]
        if len(views) < 2 or len({view.cell.scale for _, view in views}) > 1:
            continue
        view = views[0][1]
        column = text_notions(" ".join(view.cell.column_path))
        around = view.around | view.sheet.identity | text_notions(view.cell.table_caption)
        prose = matcher.prose.get(view.sheet.document_id, frozenset())
        in_column = [term for term in wanted if term.is_in(column)]
        said = sum(
            1.0 if term.is_in(column) else 0.9 if term.is_in(around) else 0.6 if term.is_in(prose) else 0.0
            for term in wanted
        )
        if in_column or not lines[0].column:
            extra = sum(
                1
                for word in column
                if not word.startswith("=") and not any(notions(word) & term.means for term in wanted)
            )
            found.append(
                Group(
                    tuple(line for line, _ in views), tuple(one for _, one in views), said / len(wanted) - 0.03 * extra
                )
            )
    return _apart(found, calibration)


def _apart(groups: Sequence[Group], calibration: DocumentCalibration) -> Group | None:
    """The best group, where it is good enough and no other one of other cells is as good."""
    ordered = sorted(groups, key=lambda group: -group.score)
    if not ordered or ordered[0].score < calibration.threshold(GateStratum.LOOKUP):
        return None
    rivals = [
        group
        for group in ordered[1:]
        if group.score >= ordered[0].score - APART and set(map(id, group.views)) != set(map(id, ordered[0].views))
    ]
    return None if rivals else ordered[0]
