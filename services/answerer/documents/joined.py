"""What two statements of one paper come to together: a rate and its cap, a total and the fee for each instalment, a
price for each of what is held in a year.

Each operand is named by the question or stands beside what it names; where one is blank, doubled or of another period,
nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from services.answerer.documents.figures import FigureList, exact
from services.answerer.documents.lookup import describe, found_in_cell, number_answer
from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentCalibration
from services.answerer.documents.question import Term, Wanted
from services.answerer.documents.terms import content_words, fold, notions, words
from services.answerer.documents.views import CellView, Sheet
from services.answerer.documents.vocabulary import NUMBER_WORDS
from services.answerer.model import FigureOp, FigureUnit, Scale
from services.common.printed import find_numbers

_UNWANTED = (Wanted.YES_NO, Wanted.TEXT, Wanted.DATE, Wanted.NAME, Wanted.RATE)
_NUMBER = rf"\d{{1,3}}|{'|'.join(word for word, number in NUMBER_WORDS.items() if number > 1)}"
_SCORED = r"points?|miles?|stars?|credits?|coins?|tokens?"
_CURRENCIES = {
    "dollar": ("USD", "CAD", "AUD", "NZD", "SGD", "HKD"),
    "euro": ("EUR",),
    "pound": ("GBP",),
}
_PERIODS = {"monthly": "month", "quarterly": "quarter", "annual": "year", "yearly": "year"}

# "What is the most points I can earn on dining in a quarter?"
_MOST_IN_TIME = re.compile(
    rf"\b(?:most|max(?:imum)?(?: number of)?|how many) (?P<unit>{_SCORED})\b"
    r"(?P<between>.*)\b(?:in|per|each|every|over) (?:a |one |any |the |each |a single )?(?P<time>month|quarter|year)\b"
)
_SAYS_MOST = re.compile(r"\b(?:most|max(?:imum)?|at most|up to)\b")
_PER_MONEY = re.compile(
    rf"^(?P<unit>{_SCORED})(?: earned)? (?:per|for each|for every) (?:[$€£]1|(?P<money>dollar|euro|pound))(?: spent)?$"
)
_CAP = re.compile(
    r"^(?:(?P<before>monthly|quarterly|annual|yearly) (?:spend(?:ing)? |purchase )?(?:cap|limit|maximum)"
    r"|(?:spend(?:ing)? |purchase )?(?:cap|limit|maximum) per (?P<after>month|quarter|year))$"
)
_TALK_OF_MOST = frozenset(words("most maximum max many earn get collect earned can possible spend month quarter year"))

# "If I pay in ten instalments what is the total?"
_IN_INSTALMENTS = re.compile(
    rf"\b(?:in|by|with|over|using) (?P<count>{_NUMBER}) (?:equal |monthly )*(?:instal+ments|payments)\b"
)
_ASKS_TOTAL = re.compile(r"\b(?:total|altogether|in all|all in|come to|add(?:s)? up to)\b")
_FEE_OF_EACH = re.compile(
    r"\b(?:fee|charge) of (?P<price>\S+) (?:is|will be|gets) (?:added to|charged (?:for|on|with)|due with|payable with)"
    rf" each of (?:the )?(?P<count>{_NUMBER}) (?:equal |monthly )*(?:instal+ments|payments)\b"
)
_WHOLE = re.compile(r"\btotal\b.*\b(?:annual|yearly)\b|\b(?:annual|yearly)\b.*\btotal\b|\btotal for the year\b")
_TALK_OF_INSTALMENTS = frozenset(
    words(
        "pay paid paying instalment instalments installment installments payment payments monthly total "
        "year annual altogether cost come"
    )
)

# "Two positions for a year (asset custody)"
_NAMED_ASIDE = re.compile(r"\((?P<name>[^()]{6,60})\)")
_SO_MANY = re.compile(rf"\b(?P<count>{_NUMBER}) (?:[a-z-]+ ){{0,2}}?(?P<noun>[a-z]{{3,}}s)\b")
_FOR_TIME = re.compile(r"\b(?:for|over|in) (?:a|one|the|a full|a whole|the whole) (?P<time>month|quarter|year)\b")
_PER_EACH = re.compile(
    r"^(?:per|for each|each) (?P<noun>[a-z]+)(?:,? (?:per|each|every|a) (?P<time>month|quarter|year))?$"
)


def joined(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """What the two come to, where the question asks for one of these and a paper has both."""
    if matcher.asked.wanted in _UNWANTED:
        return None
    text = fold(matcher.asked.text)
    for find in (_most_in_time, _in_instalments, _several_of_named):
        answer = find(matcher, calibration, text)
        if answer is not None:
            return answer
    return None


def _most_in_time(matcher: Matcher, calibration: DocumentCalibration, text: str) -> DocumentAnswer | None:
    """The most that can be earned in a period: what each unit of money earns, up to the row's cap on spending."""
    asked = _MOST_IN_TIME.search(text)
    if asked is None or matcher.asked.numbers or not _SAYS_MOST.search(text):
        return None
    found = []
    for view in _in_force(matcher):
        head = _PER_MONEY.match(fold(" ".join(view.cell.column_path)))
        if head is None or not _same_thing(head["unit"], asked["unit"]) or not view.cell.number:
            continue
        talk = _TALK_OF_MOST | {asked["unit"]}
        if not _is_row_named(view.cell.row_path, text) or not _is_all_said(matcher, view.sheet, view.row, talk):
            continue
        caps = [one for one in _row_of(matcher, view) if _CAP.match(fold(" ".join(one.cell.column_path)))]
        found.append((view, caps, head["money"]))
    if len(found) != 1 or len(found[0][1]) != 1:
        return None
    view, (cap,), money = found[0]
    head = _CAP.match(fold(" ".join(cap.cell.column_path)))
    assert head is not None, "caps are the cells whose column says so"
    time = head["after"] or _PERIODS[head["before"]]
    if (
        not cap.cell.number
        or not _is_money(cap, money)
        or time != asked["time"]
        or cap.cell.scale is not view.cell.scale
    ):
        return None
    made = FigureList()
    most, each = made.cell(cap), made.cell(view)
    value = made.make(FigureOp.MULTIPLY, [most, each], exact(most) * exact(each), describe(view), unit=FigureUnit.COUNT)
    answer = number_answer(made, value, found_in_cell(view, matcher.fit_cell(view), calibration))
    return replace(answer, score=1.0, counted=asked["unit"])


def _in_instalments(matcher: Matcher, calibration: DocumentCalibration, text: str) -> DocumentAnswer | None:
    """The year's total with the fee that is added to each of so many instalments."""
    asked = _IN_INSTALMENTS.search(text)
    if asked is None or not _ASKS_TOTAL.search(text) or len(matcher.asked.numbers) > 1:
        return None
    found = []
    for sentence, _ in matcher.sentences():
        fee = _FEE_OF_EACH.search(fold(sentence.text))
        prices = [one for one in find_numbers(sentence.text) if one.currency]
        if fee is None or len(prices) != 1 or _count(fee["count"]) != _count(asked["count"]):
            continue
        totals = [
            view
            for view in _in_force(matcher)
            if view.sheet is sentence.sheet
            and _WHOLE.search(fold(" ".join(view.cell.row_path[-1:])))
            and view.cell.unit == prices[0].currency
            and view.cell.scale is Scale.UNSPECIFIED
        ]
        if len(totals) == 1 and _is_all_said(matcher, sentence.sheet, totals[0].row, _TALK_OF_INSTALMENTS):
            found.append((sentence, prices[0], totals[0]))
    if len(found) != 1 or not found[0][2].cell.number:
        return None
    sentence, price, total = found[0]
    made = FigureList()
    whole, each = made.cell(total), made.printed(price, sentence.passage, sentence.text)
    times = made.constant(Decimal(_count(asked["count"])), "instalments")
    fees = made.make(FigureOp.MULTIPLY, [each, times], exact(each) * exact(times), "fees", like=each)
    value = made.make(FigureOp.ADD, [whole, fees], exact(whole) + exact(fees), describe(total), like=whole)
    return replace(number_answer(made, value, found_in_cell(total, matcher.fit_cell(total), calibration)), score=1.0)


def _several_of_named(matcher: Matcher, calibration: DocumentCalibration, text: str) -> DocumentAnswer | None:
    """So many of what a row is priced by, where the question gives the row's own name in brackets."""
    aside, time = _NAMED_ASIDE.search(text), _FOR_TIME.search(text)
    counts = [(_count(one["count"]), one["noun"]) for one in _SO_MANY.finditer(_NAMED_ASIDE.sub(" ", text))]
    if aside is None or len(counts) != 1 or matcher.asked.numbers:
        return None
    rows: dict[object, list[CellView]] = {}
    for view in _in_force(matcher):
        if fold(" ".join(view.cell.row_path[-1:])) == aside["name"].strip():
            rows.setdefault((view.table_key, view.cell.row_path), []).append(view)
    if len(rows) != 1:
        return None
    (views,) = rows.values()
    prices = [view for view in views if view.cell.number and _is_currency(view.cell.unit)]
    bases = [match for view in views if (match := _PER_EACH.match(fold(view.cell.printed).strip())) is not None]
    number, noun = counts[0]
    if len(prices) != 1 or len(bases) != 1 or not _same_thing(bases[0]["noun"], noun):
        return None
    view = prices[0]
    if (time["time"] if time is not None else None) != bases[0]["time"] or view.cell.scale is not Scale.UNSPECIFIED:
        return None
    made = FigureList()
    each, times = made.cell(view), made.constant(Decimal(number), noun)
    value = made.make(FigureOp.MULTIPLY, [each, times], exact(each) * number, describe(view), like=each)
    return replace(number_answer(made, value, found_in_cell(view, matcher.fit_cell(view), calibration)), score=1.0)


# --- shared ----------------------------------------------------------------------------------------------------------


def _in_force(matcher: Matcher) -> Iterator[CellView]:
    """Cells of papers that govern, by the question's period."""
    return (view for view, _ in matcher.cells())


def _row_of(matcher: Matcher, view: CellView) -> list[CellView]:
    return [one for one in matcher.views.siblings(view) if one.cell.row_path == view.cell.row_path]


def _is_row_named(labels: Sequence[str], text: str) -> bool:
    """Whether the question says every word of the labels."""
    said = frozenset().union(*(notions(word) for word in content_words(text)), frozenset())
    named = [word for label in labels for word in content_words(label)]
    return bool(named) and all(notions(word) & said for word in named)


def _is_all_said(matcher: Matcher, sheet: Sheet | None, held: frozenset[str], talk: frozenset[str]) -> bool:
    """Whether what the question names, beside the words of its kind, is the row or its paper."""
    around = held | (sheet.identity if sheet is not None else frozenset())
    terms: Sequence[Term] = (*matcher.asked.terms, *matcher.asked.optional)
    return all(term.is_in(around) for term in terms if not _is_talk(term, talk))


def _is_talk(term: Term, talk: frozenset[str]) -> bool:
    parts = term.phrase.split() if term.phrase else [term.word]
    return term.word.startswith(("~", "=")) or all(part in talk for part in parts) or term.word in talk


def _is_money(view: CellView, word: str | None) -> bool:
    return _is_currency(view.cell.unit) and (word is None or view.cell.unit in _CURRENCIES[word])


def _is_currency(unit: str) -> bool:
    return re.fullmatch(r"[A-Z]{3}", unit) is not None


def _same_thing(one: str, other: str) -> bool:
    return bool(notions(one) & notions(other))


def _count(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBER_WORDS[word]
