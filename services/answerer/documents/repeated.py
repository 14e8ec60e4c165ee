"""What something comes to over a stretch of time, or for so many of it, from what it costs once.

The question is asked again without the stretch or the number ("the Unlimited plan", "one night in Paris"). Where that
has an answer whose cell or sentence says how often it comes, or that it is for each, it is multiplied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from services.answerer.documents.figures import FigureList, exact
from services.answerer.documents.lookup import number_answer
from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer
from services.answerer.documents.quotation import frequency
from services.answerer.documents.terms import fold, notions, words
from services.answerer.documents.views import CellView
from services.answerer.documents.vocabulary import NUMBER_WORDS
from services.answerer.model import FigureOp


@dataclass(frozen=True, slots=True)
class Repetition:
    """A question without what it asks to multiply by. `months`: of the stretch; else `count` of what `noun` says.
    `of_term`: for as long as the paper that answers it says that it runs."""

    once: str
    months: Decimal | None = None
    of_term: bool = False
    count: Decimal | None = None
    noun: str = ""


_MONTHS_IN = {"monthly": Decimal(1), "quarterly": Decimal(3), "annual": Decimal(12)}
_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_NUMBER = rf"\d{{1,3}}|{'|'.join(word for word, number in NUMBER_WORDS.items() if number > 1)}"
_STRETCH = re.compile(
    rf",?\s?\b(?:(?:for|over|in|during|across|throughout)\s+)(?:all (?:of )?|(?:a|one|the|each|every|my|its)\s+)?"
    rf"(?:(?:whole|full|entire|calendar|complete)\s+)?(?:(?P<count>{_NUMBER})[ -](?:full )?)?"
    rf"(?P<unit>months?|quarters?|years?)\b(?: (?:in )?total)?"
    r"(?=\s*(?:[?.,!:]|$|\b(?:on|at|with|without|if|to|from|when|as)\b))",
    re.IGNORECASE,
)
_ALL_OF_YEAR = re.compile(
    r"\b(?:for|over|in|during) (?:all of|the whole of|the full year|the whole year) (?P<year>20\d\d)\b", re.IGNORECASE
)
_WHOLE_TERM = re.compile(
    r",?\s?\b(?:for|over|during|across|through(?:out)?)\s+(?:the|its|my) (?:whole|full|entire) "
    r"(?P<name>(?:[\w-]+ ){0,2})(?:term|life)\b(?: of (?:the|my|this) (?:loan|lease|plan|contract|agreement))?"
    r"(?=\s*(?:[?.,!:]|$))",
    re.IGNORECASE,
)
_TERM_LABEL = re.compile(
    r"^(?:(?:loan|lease|contract|repayment|agreement|plan) )?(?:term|period)"
    r"(?: of (?:the )?(?:loan|lease|contract|agreement))?$"
)
_TERM_LENGTH = re.compile(r"^(?P<count>\d{1,3}) (?P<unit>month|year)s?$")
_YEARLY = re.compile(r"\b(?:a year|per year|each year)\b(?=\s*(?:[?.,!:]|$|with\b|if\b))", re.IGNORECASE)
_SEVERAL = re.compile(
    rf"(?<![\w.,€$£-])(?P<before>(?:\w+ )?)(?P<all>all )?(?P<count>{_NUMBER})(?![\d.,]) (?P<of>(?:[a-z-]+ ){{0,2}}?)"
    r"(?P<noun>[a-z]{3,}s)\b",
)
# What stands before a number that is one of several, and no number of them.
_DEFINITE = frozenset(
    ("the", "first", "last", "next", "those", "these", "both", "payment", "number", "plan", "year", "month", "box", "q")
)
_NO_NOUNS = frozenset(("this", "was", "has", "does", "yes", "its"))
_TIME = frozenset(("day", "night", "week", "month", "quarter", "year", "hour", "time"))
_TOTAL = re.compile(r"\b(?:in total|altogether|total(?: of)?|all together|in all|come to|comes to)\b", re.IGNORECASE)
# Said where the first ones are free, or the price is another one after some.
_STEPS = re.compile(
    r"\b(?:free|included|first|further|additional|extra|thereafter|up to|maximum|at most|no more than|capped|"
    r"more than|over|above|at least|minimum|added to|each of)\b",
    re.IGNORECASE,
)
_NUMBER_OF = re.compile(r"\b(?:number|count|quantity) of\b", re.IGNORECASE)
_EACH = re.compile(r"\b(?:per|each|every|an?|for each) (?P<noun>[a-z]+)\b|\b(?P<each>each|apiece)\b", re.IGNORECASE)
MOST = 400


def read_repetition(text: str) -> Iterator[Repetition]:
    """The ways to ask a question for one time, the stretch of time first."""
    plain = _TOTAL.sub(" ", text)
    year = _ALL_OF_YEAR.search(plain)
    if year:
        yield Repetition(_ALL_OF_YEAR.sub(f" in {year['year']}", plain), months=Decimal(12))
        return
    if term := _WHOLE_TERM.search(plain):
        once = f"{plain[: term.start()]} {term['name']} {plain[term.end() :]}"
        yield Repetition(re.sub(r"[\s,]+$", "", once), of_term=True)
        return
    stretch = _STRETCH.search(plain)
    if stretch:
        count = _number(stretch["count"]) if stretch["count"] else Decimal(1)
        months = count * _MONTHS[stretch["unit"].lower().removesuffix("s")]
        if months > 1:
            yield Repetition(f"{plain[: stretch.start()]} {plain[stretch.end() :]}", months=months)
    elif _YEARLY.search(plain):
        yield Repetition(_YEARLY.sub(" ", plain), months=Decimal(12))
    lowered = plain[:1].lower() + plain[1:]
    several = [match for match in _SEVERAL.finditer(lowered) if match["noun"] not in _NO_NOUNS]
    if len(several) == 1 and not stretch and (several[0]["all"] or several[0]["before"].strip() not in _DEFINITE):
        match = several[0]
        noun = match["noun"].removesuffix("s")
        if noun not in ("month", "quarter", "year"):
            once = f"{lowered[: match.start('count')]}a {match['of']}{noun}{lowered[match.end() :]}"
            yield Repetition(once, count=_number(match["count"]), noun=noun)


def multiplied(matcher: Matcher, repetition: Repetition, once: DocumentAnswer) -> DocumentAnswer | None:
    """What the answer for one time comes to; None where nothing says that it comes again, or comes in steps."""
    figure = next((one for one in once.figures if one.figure_id == once.value_figure_id), None)
    if figure is None or not figure.currency_code or exact(figure) < 0:
        return None
    said = _said_around(matcher, once)
    if _STEPS.search(" ".join(once.notes)) or (not once.cells and _STEPS.search(once.quotation)):
        return None
    term = _term_of(matcher, once) if repetition.of_term else None
    months = repetition.months if term is None else _months_of(term)
    if months is not None:
        often = next((name for text in said if (name := frequency(text)) is not None), None)
        times = months / _MONTHS_IN[often] if often in _MONTHS_IN else None
    else:
        times = repetition.count if _is_for_each(repetition, said) else None
    if times is None or times != times.to_integral_value() or not 1 <= times <= MOST:
        return None
    if times == 1:
        return once
    if exact(figure) == times or any(_NUMBER_OF.search(text) for text in said[:2]):
        # How many there are is no price.
        return None
    made = FigureList()
    made.figures, made.passages, made.cells = list(once.figures), list(once.passages), list(once.cells)
    count = None if term is None else made.cell(term)
    if count is None or exact(count) != times:
        count = made.constant(times, "times")
    value = made.make(FigureOp.MULTIPLY, [figure, count], exact(figure) * times, once.reading, like=figure)
    return number_answer(made, value, replace(once, notes=()))


def _term_of(matcher: Matcher, once: DocumentAnswer) -> CellView | None:
    """The one cell in which the paper that answers says how long it runs."""
    terms = [
        view
        for view, _ in matcher.cells()
        if view.sheet.document_id == once.passage.document_id
        and _TERM_LABEL.match(fold(" ".join(view.cell.row_path[-1:])).strip())
    ]
    return terms[0] if len(terms) == 1 and _months_of(terms[0]) is not None else None


def _months_of(view: CellView) -> Decimal | None:
    length = _TERM_LENGTH.match(fold(view.cell.printed).strip())
    return None if length is None else Decimal(length["count"]) * _MONTHS[length["unit"]]


def _said_around(matcher: Matcher, once: DocumentAnswer) -> list[str]:
    """What says how often something comes, the nearest to it first: its labels, its row, the table, the sentence."""
    texts = [once.quotation]
    for view in _views_of(matcher, once):
        labels = " ".join((*view.cell.row_path[-1:], *view.cell.column_path))
        row = [one for one in matcher.views.siblings(view) if one.cell.row_path == view.cell.row_path]
        line = matcher.line_of(view)
        section = " ".join((*view.cell.row_path[:-1], line.section if line is not None else ""))
        texts = [view.cell.printed, labels, " ".join(one.cell.printed for one in row), section, view.cell.table_caption]
    return texts


def _views_of(matcher: Matcher, once: DocumentAnswer) -> list[CellView]:
    if len(once.cells) != 1:
        return []
    return [view for view in matcher.views.cells if view.cell.cell_id == once.cells[0].cell_id
            and view.passage is once.passage][:1]  # fmt: skip


def _is_for_each(repetition: Repetition, said: list[str]) -> bool:
    """Whether a price is for each of what is counted: it says so, or its row is called so."""
    counted = notions(repetition.noun)
    is_time = repetition.noun in _TIME
    for text in said[:3]:
        for each in _EACH.finditer(text):
            if each["each"] and not is_time:
                return True
            if each["noun"] and notions(each["noun"].lower()) & counted:
                return True
    labels = said[1] if len(said) > 1 else ""
    named = any(notions(word) & counted for word in words(fold(labels)))
    return named and (is_time or not any(frequency(text) for text in said[:2]) or _is_payment(repetition.noun))


def _is_payment(noun: str) -> bool:
    return bool(notions(noun) & notions("instalment")) or noun in ("rental", "rent", "premium")


def _number(text: str) -> Decimal:
    return Decimal(text) if text.isdecimal() else Decimal(NUMBER_WORDS[text.lower()])
