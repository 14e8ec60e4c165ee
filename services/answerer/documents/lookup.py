"""One cell that answers, with its footnotes; or the blank cell, or the readings, that stand in the way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from services.answerer.documents.figures import FigureList, exact
from services.answerer.documents.kinds import asked_kind, kind_of_head
from services.answerer.documents.matching import Fit, Matcher, has_waiver
from services.answerer.documents.model import (
    DocumentAnswer,
    DocumentCalibration,
    DocumentReading,
    DocumentRefusal,
    ValueKind,
)
from services.answerer.documents.question import Task, Wanted
from services.answerer.documents.terms import text_notions
from services.answerer.documents.views import CellView, Sheet, Views
from services.answerer.documents.vocabulary import GENERIC_WORDS, LIGHT_WORDS
from services.answerer.model import Figure, FigureOp, FigureUnit, GateStratum, RefusalReason, Scale
from services.common.printed import find_numbers, is_nil, parse_date

Candidate = tuple[CellView, Fit]

GRADED, GRADED_BY_AMOUNT = 0.9, 0.8
"""The grade that a line needs where not all words of the question are its own."""
STATEMENT_LINE = 0.8
"""The grade that a line over several periods needs: a statement has many lines whose names are nearly the same."""
APART = 0.06
"""How far the next line that prints something else has to be."""

_ESCAPE = re.compile(
    r"\b(?:avoid|waive[ds]?|waiving|get out of|escape|dodge|not (?:have to )?pay|without paying|skip)\b", re.IGNORECASE
)
# How many, or how much went out: a figure that a table prints as negative for that is meant as an amount.
_COUNTED = re.compile(
    r"\b(?:number of|how many)\b|\bhow much\b.*\b(?:writ\w+|wrote|spen[dt]|pa(?:y|id)|lose|lost|cost|charged?|"
    r"deduct\w*|withheld)\b",
    re.IGNORECASE,
)
_INTEREST_RATE = re.compile(r"(?:annual |yearly |nominal |note )?(?:interest )?rate(?: of interest)?", re.IGNORECASE)
_FROM = re.compile(r"\b(?:from|over|above|lower|at least|starts?|begins?)\b", re.IGNORECASE)
_TO = re.compile(r"\b(?:to|up to|through|upper|not over|at most|ends?|top)\b", re.IGNORECASE)
_NONE_OF = re.compile(r"\b(?:no|without|zero|none|free)\b", re.IGNORECASE)


def look_up(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | DocumentRefusal | None:
    """The cell that the question names; None where no cell is about all of it."""
    if matcher.asked.task not in (Task.LOOK_UP, Task.SUM) or matcher.asked.wanted in (
        Wanted.YES_NO,
        Wanted.TEXT,
        Wanted.DURATION,
    ):
        return None
    if len(matcher.asked.years) > 1 or matcher.asked.count is not None:
        return None
    if matcher.asked.wanted is Wanted.NAME and _NONE_OF.search(matcher.asked.text):
        return None
    chosen = choose(matcher)
    if not chosen or isinstance(chosen, DocumentRefusal):
        return chosen if isinstance(chosen, DocumentRefusal) else None
    if matcher.asked.task is Task.SUM and not any(
        "total" in label.lower() for label in (*chosen[0][0].cell.row_path, *chosen[0][0].cell.column_path)
    ):
        return None
    view, fit = chosen[0]
    if not view.cell.printed.strip():
        return blank(view)
    if _ESCAPE.search(matcher.asked.text):
        return _condition(chosen[0], calibration)
    if fit.noted and not has_waiver(" ".join(view.cell.footnotes)):
        return None
    return answer_with_cell(matcher, view, fit, calibration)


def edge_in_column(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """Where the band of a rate starts or ends, of a table that has a column for each ("Single from", "Single to")."""
    asked = matcher.asked
    rates = [number.value for number in asked.numbers]
    if asked.task is not Task.BAND_EDGE or len(rates) != 1:
        return None
    head = _FROM if asked.edge == "low" else _TO
    found = [
        (view, fit)
        for view, fit in matcher.cells()
        if view.cell.number
        and view.cell.scale is not Scale.PERCENT
        and not fit.missing
        and view.cell.column_path
        and head.search(view.cell.column_path[-1])
        and rates == [number.value for number in find_numbers(" ".join(view.cell.row_path[-1:]))]
    ]
    if not found or len({printed_value(view) for view, _ in found}) > 1:
        return None
    answer = answer_with_cell(matcher, *found[0], calibration)
    return None if answer is None else replace(answer, score=1.0)


def rate_of_paper(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """The interest rate of the one paper that the question names, where it names nothing else.

    What such a paper is for bears one rate: "the rate on the June estimate" is its row "Interest rate".
    """
    asked = matcher.asked
    if asked.wanted is not Wanted.RATE or asked.task is not Task.LOOK_UP or not asked.terms or asked.numbers:
        return None
    if not any(term.word in ("rate", "rates") for term in asked.soft):
        return None
    found = [
        (view, fit)
        for view, fit in matcher.cells()
        if view.cell.scale is Scale.PERCENT
        and _INTEREST_RATE.fullmatch(" ".join(view.cell.row_path).strip())
        and all(term.is_in(view.sheet.naming) for term in asked.terms)
    ]
    if len({printed_value(view) for view, _ in found}) != 1 or len({id(view.sheet) for view, _ in found}) != 1:
        return None
    answer = answer_with_cell(matcher, *found[0], calibration)
    return None if answer is None else replace(answer, score=1.0)


def choose(matcher: Matcher) -> list[Candidate] | DocumentRefusal:
    """The best cells, all of which print the same; empty where none fits; a refusal where they differ."""
    held = [
        (view, fit)
        for view, fit in with_row_notes(matcher.cells())
        if matcher.is_wanted(view) and not matcher.numbers_unused(view)
    ]
    wanted = [one for one in held if _is_about_all(one[1])]
    if not wanted:
        return _graded(matcher, held)
    wanted = governing(matcher, wanted)
    best = max(_rank(one) for one in wanted)
    chosen = [one for one in wanted if _rank(one) == best]
    if len({printed_value(view) for view, _ in chosen}) > 1 and len({view.table_key for view, _ in chosen}) == 1:
        # In one table the words that a line leaves unsaid tell it from the next; two documents are two products.
        grades = [matcher.grade(view).score for view, _ in chosen]
        chosen = [one for one, score in zip(chosen, grades, strict=True) if score >= max(grades) - APART / 2]
    if len({printed_value(view) for view, _ in chosen}) > 1:
        chosen = _of_asked_kind(matcher, chosen)
    if len({printed_value(view) for view, _ in chosen}) > 1:
        return _ambiguous(chosen, ())
    if not _is_named_whole(matcher, chosen[0][0]):
        return []
    product = unnamed_products(matcher, chosen[0][0].sheet)
    return _ambiguous(chosen, product) if product else chosen


def _of_asked_kind(matcher: Matcher, chosen: Sequence[Candidate]) -> list[Candidate]:
    """Without the cells that are of another kind than the question asks for, where one is of that kind."""
    views = [view for view, _ in chosen]
    kind = asked_kind(matcher.asked.text)
    if kind is not None and any(kind_of_head(view.cell.column_path) is kind for view in views):
        return [one for one in chosen if kind_of_head(one[0].cell.column_path) is kind]
    return list(chosen)


def _is_named_whole(matcher: Matcher, view: CellView) -> bool:
    """Whether a line over several periods, as statements have many alike, is named by nearly all of its words."""
    return matcher.line_periods(view) < 2 or matcher.grade(view).score >= STATEMENT_LINE


def _graded(matcher: Matcher, held: Sequence[Candidate]) -> list[Candidate] | DocumentRefusal:
    """Where no cell says every word: the one whose line says nearly all of them, and stands apart from the next."""
    graded = sorted(
        (
            (grade.score, (view, replace(fit, missing=(), weak=(*fit.weak, *fit.missing))))
            for view, fit in held
            if (grade := matcher.grade(view)).in_label
        ),
        key=lambda one: -one[0],
    )
    # An amount that a label's band holds is a word of its own kind.
    needed = GRADED_BY_AMOUNT if matcher.asked.numbers else GRADED
    if not graded or graded[0][0] < needed:
        return []
    near = governing(matcher, [one for score, one in graded if score >= graded[0][0] - APART])
    if not _is_named_whole(matcher, graded[0][1][0]):
        return []
    if len({printed_value(view) for view, _ in near}) > 1 or not all(tells_little(matcher, view) for view, _ in near):
        return []
    product = unnamed_products(matcher, near[0][0].sheet)
    return _ambiguous(near, product) if product else near


def tells_little(matcher: Matcher, view: CellView) -> bool:
    """Whether what the line leaves unsaid are words that say little about what is asked."""
    return all(term.word in GENERIC_WORDS or term.word in LIGHT_WORDS for term in matcher.grade(view).missing)


def with_row_notes(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Notes that hang on any cell of a row speak for the row's other cells too."""
    notes: dict[object, tuple[str, ...]] = {}
    for view, _ in candidates:
        key = (view.table_key, view.cell.row_path)
        notes[key] = tuple(dict.fromkeys((*notes.get(key, ()), *view.cell.footnotes)))
    found = []
    for view, fit in candidates:
        own = notes[(view.table_key, view.cell.row_path)]
        if fit.missing and own and own != view.cell.footnotes:
            held = frozenset().union(*(text_notions(note) for note in own))
            noted = tuple(term for term in fit.missing if term.is_in(held))
            missing = tuple(term for term in fit.missing if term not in noted)
            found.append(
                (
                    _with_notes(view, own),
                    replace(fit, noted=fit.noted + noted, missing=missing),
                )
            )
        else:
            found.append((_with_notes(view, own) if own else view, fit))
    return found


def governing(matcher: Matcher, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Of candidates in versions of one document, those of the newest in force; years that are named decide else."""
    years = matcher.asked.years
    if len(years) > 1 or len({id(view.sheet) for view, _ in candidates}) == 1:
        return list(candidates)
    kept = []
    for view, fit in candidates:
        newer = [
            other.sheet
            for other, other_fit in candidates
            if is_newer_version(other, view)
            and len(other_fit.strong) >= len(fit.strong)
            and not (years and view.years and not _is_later_report(other, view))
            and not (years and other.sheet.effective_date and other.sheet.effective_date.year > years[0])
        ]
        if not newer:
            kept.append((view, fit))
    return kept or list(candidates)


def unnamed_products(matcher: Matcher, sheet: Sheet) -> tuple[Sheet, ...]:
    """Documents of other products of the kind that a question means without naming which ("my card")."""
    if not matcher.asked.products:
        return ()
    kinds = frozenset().union(*(_kind(word) for word in matcher.asked.products))
    others = tuple(
        one for one in matcher.views.sheets if one is not sheet and one.identity & kinds and sheet.identity & kinds
    )
    # A word that they all bear ("offer") picks none of them.
    picks = [term for term in matcher.asked.terms if term.is_in(sheet.identity)]
    if not picks:
        return others
    if any(not all(term.is_in(one.identity) for one in others) for term in picks):
        return ()
    stating = {id(view.sheet) for view, fit in matcher.cells() if not fit.missing and fit.row_strong}
    return tuple(one for one in others if id(one) in stating)


def answer_with_cell(
    matcher: Matcher, view: CellView, fit: Fit, calibration: DocumentCalibration
) -> DocumentAnswer | None:
    """The answer that one cell states."""
    cell = view.cell
    found = found_in_cell(view, fit, calibration)
    day = parse_date(cell.printed)
    if day is not None:
        return replace(found, kind=ValueKind.DATE, value=day)
    made = FigureList()
    if is_nil(cell.printed) and (matcher.asked.wanted is not Wanted.ANY or _is_dash_among_numbers(matcher, view)):
        zero = made.constant(Decimal(0), cell.printed)
        value = made.make(FigureOp.ADD, [zero], Decimal(0), describe(view), unit=FigureUnit.MONEY)
        currency = _currency_near(matcher.views, view)
        return replace(
            found,
            kind=ValueKind.MONEY if currency else ValueKind.NUMBER,
            value=Decimal(0),
            currency=currency,
            figures=tuple(made.figures),
            value_figure_id=value.figure_id,
        )
    if len(find_numbers(cell.printed)) != 1:
        return found if matcher.asked.wanted in (Wanted.ANY, Wanted.NAME) else None
    leaf = made.cell(view)
    if exact(leaf) < 0 and _COUNTED.search(matcher.asked.text):
        leaf = made.make(FigureOp.NEGATE, [leaf], -exact(leaf), describe(view), like=leaf)
    if fit.noted:
        none = made.constant(Decimal(0), " ".join(cell.footnotes))
        leaf = made.make(FigureOp.MULTIPLY, [leaf, none], Decimal(0), "waived", like=leaf)
    return number_answer(made, leaf, found)


def _is_dash_among_numbers(matcher: Matcher, view: CellView) -> bool:
    """Whether a cell prints only a dash, and others of its column numbers: then it states zero, and not a word."""
    if any(map(str.isalnum, view.cell.printed)):
        return False
    return any(
        one.cell.number and one.cell.column_path == view.cell.column_path and one.cell.row_path != view.cell.row_path
        for one in matcher.views.siblings(view)
    )


def found_in_cell(view: CellView, fit: Fit, calibration: DocumentCalibration) -> DocumentAnswer:
    """What a cell prints, as words, with all that an answer from it says beside its value."""
    return DocumentAnswer(
        kind=ValueKind.TEXT,
        value=view.cell.printed,
        quotation=view.cell.printed,
        passage=view.passage,
        reading=describe(view),
        score=min(1.0, fit.score),
        threshold=calibration.threshold(GateStratum.LOOKUP),
        stratum=GateStratum.LOOKUP,
        passages=(view.passage,),
        cells=(view.cell,),
        notes=view.cell.footnotes,
        date_named=view.sheet.effective_date,
    )


def number_answer(made: FigureList, figure: Figure, found: DocumentAnswer) -> DocumentAnswer:
    """`found` with a figure as its value: money in full units, percentages as numbers, everything else as printed."""
    kind, unit = ValueKind.FIGURE, FigureUnit.UNSPECIFIED
    if figure.scale is Scale.PERCENT or figure.unit in (FigureUnit.PERCENT, FigureUnit.PERCENTAGE_POINT):
        kind, unit = ValueKind.NUMBER, FigureUnit.PERCENT
    elif figure.currency_code and figure.scale is Scale.UNSPECIFIED:
        kind = ValueKind.MONEY
    elif figure.unit is not FigureUnit.UNSPECIFIED and figure.unit is not FigureUnit.MONEY:
        kind, unit = ValueKind.NUMBER, figure.unit
    return replace(
        found,
        kind=kind,
        value=exact(figure),
        unit=unit,
        currency=figure.currency_code if kind is ValueKind.MONEY else "",
        scale=figure.scale if kind is ValueKind.FIGURE else Scale.UNSPECIFIED,
        passages=tuple(dict.fromkeys((found.passage, *made.passages))),
        cells=tuple(made.cells) or found.cells,
        figures=tuple(made.figures),
        value_figure_id=figure.figure_id,
    )


def blank(view: CellView) -> DocumentRefusal:
    """The right cell is there and states nothing."""
    return DocumentRefusal(
        RefusalReason.NOT_IN_DATA,
        missing=describe(view),
        held_instead=view.sheet.title or view.sheet.name,
        passages=(view.passage,),
    )


def describe(view: CellView) -> str:
    """What a cell is, in its document's words."""
    path = " – ".join(part for part in (" › ".join(view.cell.row_path), " › ".join(view.cell.column_path)) if part)
    return f"{path} ({view.sheet.title or view.sheet.name})"


def _is_about_all(fit: Fit) -> bool:
    if fit.missing or not fit.row_strong:
        return False
    # A row whose own words the question mostly leaves unsaid is another row.
    return fit.extra <= max(1, fit.row_strong) and fit.extra <= 2


def _rank(candidate: Candidate) -> tuple[float, ...]:
    view, fit = candidate
    return (
        len(fit.strong),
        fit.near,
        -len(fit.noted),
        -fit.extra,
        fit.optional,
        -fit.column_extra,
        bool(view.cell.number) or not view.cell.printed.strip(),
    )


def printed_value(view: CellView) -> tuple[str, int, str]:
    number = view.cell.number
    return (
        str(Decimal(number).normalize()) if number else view.cell.printed.strip().casefold(),
        int(view.cell.scale),
        view.cell.unit,
    )


def _ambiguous(chosen: Sequence[Candidate], others: Sequence[Sheet]) -> DocumentRefusal:
    readings = {
        (printed_value(view), describe(view)): DocumentReading(describe(view), view.cell.printed, view.passage)
        for view, _ in chosen
    }
    blank_only = all(not view.cell.printed.strip() for view, _ in chosen)
    if blank_only and not others:
        return blank(chosen[0][0])
    return DocumentRefusal(
        RefusalReason.AMBIGUOUS,
        readings=tuple(readings.values())[:5],
        nearest_names=tuple(sheet.title or sheet.name for sheet in others),
    )


def is_newer_version(other: CellView, view: CellView) -> bool:
    mine, theirs = view.sheet, other.sheet
    if _is_later_report(other, view):
        return True
    if mine is theirs or not mine.institution or mine.institution != theirs.institution:
        return False
    if mine.effective_date is None or theirs.effective_date is None or mine.is_series or theirs.is_series:
        return False
    same_row = other.cell.row_path[-1:] == view.cell.row_path[-1:]
    names = (mine.identity ^ theirs.identity) - frozenset(str(year) for year in range(1990, 2100))
    return theirs.effective_date > mine.effective_date and same_row and len(names) <= 6


def _is_later_report(other: CellView, view: CellView) -> bool:
    """Whether a later report of the same house prints the same row for the same year again: that print holds."""
    mine, theirs = view.sheet, other.sheet
    if mine is theirs or not mine.institution or (mine.title, mine.institution) != (theirs.title, theirs.institution):
        return False
    if not (mine.is_series and theirs.is_series and view.years and view.years == other.years):
        return False
    same_row = other.cell.row_path[-1:] == view.cell.row_path[-1:]
    return same_row and max(theirs.years, default=0) > max(mine.years, default=0)


def _kind(word: str) -> frozenset[str]:
    cards = frozenset(("card", "visa", "mastercard", "amex"))
    stem = word.removesuffix("s")
    return cards if stem == "card" else frozenset((stem,))


def _currency_near(views: Views, view: CellView) -> str:
    units = {one.cell.unit for one in views.siblings(view) if re.fullmatch(r"[A-Z]{3}", one.cell.unit)}
    return units.pop() if len(units) == 1 else ""


def _with_notes(view: CellView, notes: tuple[str, ...]) -> CellView:
    return replace(view, cell=replace(view.cell, footnotes=notes))


def _condition(candidate: Candidate, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """The note that says when a charge is not made."""
    view, fit = candidate
    conditions = [
        note
        for note in view.cell.footnotes
        if re.search(r"\b(?:waived?|not charged|no (?:charge|fee)|free|when|if)\b", note, re.IGNORECASE)
    ]
    if len(conditions) != 1:
        return None
    return replace(found_in_cell(view, fit, calibration), value=conditions[0], quotation=conditions[0])
