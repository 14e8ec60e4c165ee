"""One question put to several papers: which of them is less or more, how far apart they are, what they come to.

"Which offer has the lower APR", "how much cheaper is A than B", "combine A's revenue with B's": what is asked of each
paper is read without the papers' names and without what is made of the answers, and answered from that paper alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum, auto

from services.answerer.documents.doubts import is_older
from services.answerer.documents.figures import FigureList, exact
from services.answerer.documents.lookup import answer_with_cell, number_answer
from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentCalibration, ValueKind
from services.answerer.documents.question import Term, read_question
from services.answerer.documents.scope import is_of_the_user_alone, is_out_of_scope
from services.answerer.documents.terms import content_words, fold, notions, stem, text_notions, words
from services.answerer.documents.views import Sheet, Views
from services.answerer.documents.vocabulary import (
    GENERIC_WORDS,
    NUMBER_WORDS,
    ORGANISATION_WORDS,
    PRODUCT_WORDS,
    STOPWORDS,
)
from services.answerer.model import Figure, FigureOp, FigureUnit, Scale


class Made(Enum):
    """What is made of the papers' answers."""

    LEAST = auto()
    MOST = auto()
    APART = auto()
    CHANGE = auto()
    """From the older paper to the newer."""
    SUM = auto()


@dataclass(frozen=True, slots=True)
class PaperQuestion:
    """What is asked of each of some papers, or of all of one house. `scale`: in which the question wants the sum."""

    made: Made
    once: str
    sheets: tuple[tuple[Sheet, ...], ...]
    scale: Scale = Scale.UNSPECIFIED


_LEAST = r"less|lower|cheaper|smaller|fewer|shorter|lowest|cheapest|least|smallest|fewest|shortest"
_MOST = r"more|higher|dearer|bigger|larger|greater|longer|highest|dearest|most|biggest|largest|longest"
_WHICH = re.compile(
    r"^(?:and |so )?(?:which|who|whose)\b(?: one)?(?: of\b)?(?: (?:my|the|our|these|those)\b)?"
    r"(?: (?:two|three|both)\b)?"
    rf"(?P<kind>.*?)\b(?P<verb>has|have|had|charge[sd]?|pays?|paid|costs?|asks?|offers?|gives?|wants?|is|are|was|were|"
    rf"made|makes|earned|does|lets)(?: the| me)? (?P<end>{_LEAST}|{_MOST})\b(?P<rest>.*)$"
)
_OR = re.compile(r"[,:;-]?\s(?:the )?(?P<first>[\w&.' -]{2,40}?) or (?:the )?(?P<second>[\w&.' -]{2,40})$")
_APART = re.compile(
    rf"\b(?:how much|how many|by how much)\b.*\b(?:{_LEAST}|{_MOST})\b.*\bthan\b|\bdifferences?\b.*\bbetween\b|"
    r"\b(?:gap|spread) between\b"
)
_CHANGE = re.compile(
    r"\b(?:get|got|gone|go|went|become|became)\b.*\b(?:more expensive|dearer|cheaper|up|down)\b.*"
    r"\b(?:between|from|since)\b"
)
_SUM = re.compile(r"\b(?:combined?|combine|together|add(?:ed)?(?: up)?|in total for|sum of|plus)\b")
_SHAPE = re.compile(
    rf"\b(?:how much|how many|by how much|difference|gap|spread|between|than|combined?|together|added|add(?: up)?|"
    rf"sum of|plus|with|and|or|from|since|did|does|do|is|are|was|were|get|got|gone|more expensive|dearer|"
    rf"{_LEAST}|{_MOST}|"
    rf"in total|what|which|who)\b"
)
_IN_SCALE = re.compile(r",?\s?\bin (?P<scale>thousands|millions|billions)(?: of (?:dollars|euros|pounds))?\b")
_SCALES = {"thousands": Scale.THOUSAND, "millions": Scale.MILLION, "billions": Scale.BILLION}
_POWERS = {Scale.UNSPECIFIED: 0, Scale.THOUSAND: 3, Scale.MILLION: 6, Scale.BILLION: 9}
_LATEST = re.compile(
    r"\b(?:in |for |of )?(?:the |its |their )?(?:latest|last|most recent|newest) (?:fiscal |financial )?years?\b"
)
# What a sum leaves out, it says beside the sum.
_BEFORE = re.compile(
    r"\b(?:before|excluding|not counting|without) (?:any |the )?(?:fees?|charges?|tax(?:es)?|costs?)\b"
)
_PRICED = re.compile(r"charge|cost|ask|want|pay|is|are|was|were")
_UNNAMING = STOPWORDS | ORGANISATION_WORDS | PRODUCT_WORDS | GENERIC_WORDS | frozenset(NUMBER_WORDS) | {"plus", "minus"}
MOST_PAPERS = 4


def read_paper_questions(matcher: Matcher) -> Iterator[PaperQuestion]:
    """The ways to put a question to several papers; none where it names or means no two of them."""
    text = re.sub(r"\s+", " ", fold(matcher.asked.text)).strip(" ?!.")
    if is_out_of_scope(matcher.asked.text) or is_of_the_user_alone(text) or matcher.asked.numbers:
        return
    match = _WHICH.match(text)
    if match:
        yield from _of_extreme(matcher, match)
        return
    made = Made.CHANGE if _CHANGE.search(text) else Made.APART if _APART.search(text) else None
    made = made or (Made.SUM if _SUM.search(text) else None)
    if made is None:
        return
    scale = _IN_SCALE.search(text)
    plain = _IN_SCALE.sub(" ", text)
    named = _named(matcher, plain, needs_names=made is Made.SUM)
    if len(named) == 2:
        names = frozenset().union(*(names for _, names in named))
        once = _SHAPE.sub(" ", " ".join(_without(plain, names)))
        once = _BEFORE.sub(" ", once)
        once = re.sub(r"\s+", " ", re.sub(r"[?.,:;()]|(?<!\w)'s\b", " ", once)).strip()
        if content_words(once):
            sheets = tuple(group for group, _ in named)
            yield PaperQuestion(made, once, sheets, _SCALES[scale["scale"]] if scale else Scale.UNSPECIFIED)


def _of_extreme(matcher: Matcher, match: re.Match[str]) -> Iterator[PaperQuestion]:
    rest = match["rest"]
    either = _OR.search(rest)
    if either:
        rest = rest[: either.start()]
    made = Made.LEAST if re.fullmatch(_LEAST, match["end"]) else Made.MOST
    what = "charge " if _PRICED.match(match["verb"]) and not re.match(r" (?:expensive|interest|rate)", rest) else ""
    once = f"{what}{rest}".strip(" ,:")
    if " than " in rest or not content_words(once):
        return
    if either:
        named = _named(matcher, f"{either['first']} {either['second']}")
        sheets = tuple(group for group, _ in named)
    else:
        kinds = _kinds(match["kind"])
        sheets = tuple(
            (sheet,) for sheet in _governing(matcher) if kinds and all(term.is_in(sheet.identity) for term in kinds)
        )
    if 2 <= len(sheets) <= MOST_PAPERS:
        yield PaperQuestion(made, once, sheets)


def _kinds(text: str) -> list[Term]:
    return [Term(word, notions(word)) for word in content_words(text) if word.removesuffix("s") not in PRODUCT_WORDS]


def _governing(matcher: Matcher) -> list[Sheet]:
    """Papers in force that no newer one of their house has taken the place of."""
    held = matcher.sheets()
    houses = [sheet.institution for sheet in held]
    return [
        sheet
        for sheet in held
        if not (houses.count(sheet.institution) > 1 and sheet.institution and is_older(matcher, sheet))
    ]


def _named(matcher: Matcher, text: str, *, needs_names: bool = False) -> list[tuple[tuple[Sheet, ...], frozenset[str]]]:
    """The papers, or houses with theirs, that a text names by a word that others are not called by, in its order."""
    sheets = matcher.views.sheets
    names = {word for found in re.findall(r"\b[A-Z][\w&-]+", matcher.asked.text) for word in words(fold(found))}
    found: dict[frozenset[str], tuple[tuple[Sheet, ...], set[str]]] = {}
    for word in dict.fromkeys(words(text)):
        if word in _UNNAMING or len(word) < 3:
            continue
        bearing = tuple(sheet for sheet in sheets if stem(word) in sheet.naming)
        if bearing and len(bearing) < len(sheets) and (len(bearing) == 1 or word in names):
            key = frozenset(sheet.document_id for sheet in bearing)
            found.setdefault(key, (bearing, set()))[1].add(word)
    proper = {key: one for key, one in found.items() if one[1] & names}
    # Where two are called by their names, the other words are about something else.
    found = proper if len(proper) > 1 or needs_names else found
    least = {key: one for key, one in found.items() if not any(other < key for other in found)}
    return [(bearing, frozenset(held)) for bearing, held in least.values()]


def _without(text: str, names: frozenset[str]) -> list[str]:
    return [word for word in text.split() if not (set(words(word)) & names)]


# --- asking ----------------------------------------------------------------------------------------------------------


def of_one_paper(matcher: Matcher, question: PaperQuestion, sheets: Sequence[Sheet]) -> Matcher:
    """What is asked, of one paper, or of those of one house, alone."""
    held = set(map(id, sheets))
    views = Views(
        tuple(sheets),
        tuple(view for view in matcher.views.cells if id(view.sheet) in held),
        tuple(view for view in matcher.views.sentences if id(view.sheet) in held),
    )
    asked = read_question(_LATEST.sub(" ", question.once))
    # A paper that is of one length says so in a row of its own.
    lengths = frozenset().union(
        frozenset(), *(text_notions(view.cell.printed) for view in views.cells if not view.cell.unit)
    )
    terms = tuple(term for term in asked.terms if not (term.word.startswith("~") and term.is_in(lengths)))
    # "APR" and "fee" name a row where nothing else is left to name it.
    terms = terms or asked.soft
    years = asked.years
    if _LATEST.search(question.once):
        stated = {year for view in views.cells for year in view.years if year <= matcher.as_of.year}
        years = (max(stated),) if stated else years
    return Matcher(replace(asked, terms=terms, years=years, products=()), views, matcher.as_of)


def at_the_same_place(
    matcher: Matcher,
    answers: Sequence[DocumentAnswer | None],
    sheets: Sequence[Sequence[Sheet]],
    calibration: DocumentCalibration,
) -> list[DocumentAnswer]:
    """The answers, with the cell of the same row and column for a paper whose words leave several open."""
    cell = next((one.cells[0] for one in answers if one is not None and len(one.cells) == 1), None)
    found: list[DocumentAnswer] = []
    for answer, group in zip(answers, sheets, strict=True):
        if answer is None and cell is not None:
            views = [
                view
                for view in matcher.views.cells
                if any(view.sheet is sheet for sheet in group)
                and (view.cell.row_path, view.cell.column_path) == (cell.row_path, cell.column_path)
            ]
            same = len({view.cell.printed for view in views}) == 1
            other = answer_with_cell(matcher, views[0], matcher.fit_cell(views[0]), calibration) if same else None
            found += [other] if other is not None else []
        elif answer is not None:
            found.append(answer)
    return found


def compared(matcher: Matcher, question: PaperQuestion, answers: Sequence[DocumentAnswer]) -> DocumentAnswer | None:
    """What is made of the papers' answers; None where they are not of one kind."""
    made = FigureList()
    values = [made.adopt(answer) for answer in answers]
    figures = [value for value in values if value is not None]
    if len(figures) < len(answers) or len({_kind(one) for one in figures}) > 1:
        return None
    if question.made in (Made.LEAST, Made.MOST):
        return _name(matcher, question, figures, answers)
    if question.made is Made.SUM:
        return _sum(made, question, figures, answers)
    if len({one.scale for one in figures}) > 1:
        return None
    first, second = figures
    if question.made is Made.CHANGE:
        dates = [group[0].effective_date for group in question.sheets]
        if dates[0] is not None and dates[1] is not None and dates[0] > dates[1]:
            first, second = second, first
        first, second = second, first
    elif exact(first) < exact(second):
        first, second = second, first
    unit = FigureUnit.PERCENTAGE_POINT if first.scale is Scale.PERCENT else FigureUnit.UNSPECIFIED
    label = " / ".join(answer.reading for answer in answers)
    value = made.make(FigureOp.SUBTRACT, [first, second], exact(first) - exact(second), label, like=first, unit=unit)
    return number_answer(made, value, _found(answers))


def _kind(figure: Figure) -> tuple[object, ...]:
    return figure.currency_code, figure.scale is Scale.PERCENT, figure.unit is FigureUnit.COUNT


def _found(answers: Sequence[DocumentAnswer]) -> DocumentAnswer:
    passages = tuple(dict.fromkeys(passage for answer in answers for passage in answer.passages))
    return replace(answers[0], passages=passages, score=min(one.score for one in answers), notes=(), date_named=None)


def _sum(
    made: FigureList, question: PaperQuestion, figures: Sequence[Figure], answers: Sequence[DocumentAnswer]
) -> DocumentAnswer | None:
    if figures[0].scale is Scale.PERCENT:
        return None
    scales = {one.scale for one in figures}
    if len(scales) > 1 and question.scale is Scale.UNSPECIFIED:
        return None
    scale = question.scale or next(iter(scales))
    parts = [_in_scale(made, one, scale) for one in figures]
    total = sum(map(exact, parts), Decimal(0))
    value = made.make(FigureOp.ADD, parts, total, " + ".join(answer.reading for answer in answers), like=parts[0])
    return number_answer(made, value, _found(answers))


def _in_scale(made: FigureList, figure: Figure, scale: Scale) -> Figure:
    if figure.scale is scale:
        return figure
    power = _POWERS[scale] - _POWERS[figure.scale]
    by = made.constant(Decimal(1).scaleb(abs(power)), "scale")
    op, value = (
        (FigureOp.DIVIDE, exact(figure) / exact(by)) if power > 0 else (FigureOp.MULTIPLY, exact(figure) * exact(by))
    )
    turned = made.make(op, [figure, by], value, figure.label, like=figure)
    made.figures[-1] = turned = replace(turned, scale=scale)
    return turned


def _name(
    matcher: Matcher, question: PaperQuestion, figures: Sequence[Figure], answers: Sequence[DocumentAnswer]
) -> DocumentAnswer | None:
    """The name of the paper that has the least or the most, as its own head says it."""
    sign = -1 if question.made is Made.LEAST else 1
    in_full = [exact(one).scaleb(_POWERS.get(one.scale, 0)) * sign for one in figures]
    best = max(range(len(in_full)), key=lambda place: in_full[place])
    if sum(1 for value in in_full if value == in_full[best]) > 1:
        return None
    sheet, answer = question.sheets[best][0], answers[best]
    others = frozenset().union(*(one.identity for group in question.sheets for one in group if one is not sheet))
    parts = [part for part in (*sheet.context, sheet.title, sheet.institution) if part and text_notions(part) - others]
    said = frozenset().union(*map(notions, words(fold(matcher.asked.text))))
    own = sorted(parts, key=lambda part: not (text_notions(part) - others) & said)
    if not own:
        return None
    name = own[0].split(". ")[0].strip()
    cells = tuple(cell for one in answers for cell in one.cells)
    return replace(
        _found(answers),
        kind=ValueKind.TEXT, value=name, quotation=answer.quotation, passage=answer.passage, reading=answer.reading,
        unit=FigureUnit.UNSPECIFIED, currency="", scale=Scale.UNSPECIFIED, cells=cells, figures=(), value_figure_id="",
    )  # fmt: skip
