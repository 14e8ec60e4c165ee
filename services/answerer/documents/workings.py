"""What a question asks to be worked out, and an answer only reads off: one month's payment for all of a year's, one of
two amounts for how far they are apart, a count for an amount.

Demands like those of `demands`, about what has to be done with what is printed. Each is general; none knows a paper.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from services.answerer.documents.kinds import Kind, kind_of_head
from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer, ValueKind
from services.answerer.documents.scope import is_of_the_user_alone
from services.answerer.documents.terms import fold, notions, words
from services.answerer.documents.views import CellView
from services.answerer.model import FigureUnit, Scale
from services.common.printed import CURRENCY_CODES

_NUMERIC = (ValueKind.MONEY, ValueKind.NUMBER, ValueKind.FIGURE)
_TIME = r"(?:days?|weeks?|months?|quarters?|years?)"
_SOME = r"(?:an?|one|two|three|four|five|six|ten|twelve|\d+|the)"
# "Over a year", "over the first three contract years", "for all of lease year 3", "a year's interest".
_OVER_A_TIME = re.compile(
    rf"\bover {_SOME}(?: \w+){{0,3}} (?P<over>{_TIME})\b(?! (?:late|old|due))"
    rf"|\b(?:for|in|during) (?:all of|the whole(?: of)?|the entire|the full) (?:\w+ ){{0,3}}(?P<all>{_TIME})\b"
    rf"|\b(?:an?|one|the (?:whole|full)|{_SOME} full) (?P<of>day|week|month|quarter|year)['’]s "
    r"(?!notice|time|end)[a-z]",
    re.IGNORECASE,
)
# "The monthly instalment over 5 years" is one of them.
_EACH = re.compile(
    r"\b(?:each|every|per|dai?ly|weekly|monthly|quarterly|yearly|annual(?:ly)?|an? (?:day|week|month|year)(?!['’]))\b"
    r"|/ ?\w",
    re.IGNORECASE,
)
_SAYS_TIME = {
    "day": r"\bdai?l?y?s?\b|\bdays?\b",
    "week": r"\bweek(?:s|ly)?\b",
    "month": r"\bmonth(?:s|ly)?\b|\bp\.?m\.?\b",
    "quarter": r"\bquarter(?:s|ly)?\b",
    "year": r"\byear(?:s|ly)?\b|\bann(?:ual(?:ly)?|um)\b|\bp\.?a\.?\b|\b12[- ]months?\b|\btwelve months\b",
}
# "47 car payments come to how much"
_SO_MANY = re.compile(
    r"^\W*(?:what (?:do|would|will) )?(?:my |our |the |all )?(?!1\b)\d{1,3} (?:\w+ ){0,3}"
    r"(?:payments?|instal?ments?|months?|weeks?|nights?|days?|visits?|lessons?|sessions?)\b.*"
    r"\b(?:come|comes|cost|costs|add|adds|total|amount|worth|how much)\b",
    re.IGNORECASE,
)
_SAYS_TOTAL = re.compile(r"\b(?:total|all|altogether|sum|together|combined|gross|overall)\b", re.IGNORECASE)
_AS_THINGS_STAND = re.compile(
    r"\b(?:i|we) (?:still )?owe\b.*\b(?:today|now|at the moment)\b|\b(?:am i|are we) using\b|"
    r"\b(?:has|have) \w+(?: \w+)? (?:used|spent|driven|called|sent|taken)\b.*\b(?:this|so far|today|now)\b",
    re.IGNORECASE,
)
_WHAT_IS_COVERED = re.compile(
    r"^\W*what(?:['’]s| is| are| isn['’]?t| is not| aren['’]?t)(?: \w+)? (?:covered|excluded|included)\b|"
    r"^\W*what (?:does|do)(?:n['’]?t| not)? (?:[\w'’]+ ){1,5}?(?:cover|exclude|include)\W*$",
    re.IGNORECASE,
)
_ABBREVIATION = re.compile(r"\b[A-Z]{3,5}\b")
_APART = re.compile(
    r"\bhow (?:far|much) (?:is|are|was|were|do|does|did|will|would)\b.*\b(?:above|below|beyond|jump|climb|rise|"
    r"go up|go down|more than|less than|higher than|lower than|apart)\b"
    r"|\bby how (?:much|many)\b|\bthe (?:gap|difference) between\b",
    re.IGNORECASE,
)
_SAYS_APART = re.compile(
    r"\b(?:differ\w*|chang\w+|increas\w*|decreas\w*|ris(?:e|es|en)|rose|falls?|fell|jump\w*|above|below|more|less|higher|lower|"
    r"margin|spread|gap|premium|discount|shortfall|excess|up|down|plus|minus)\b",
    re.IGNORECASE,
)
_TWO = re.compile(
    r"(?<=[\w)]) \+ (?=\w)|\bplus\b(?! vat\b)|\b(?:added|put|taken) together\b|\bcombined\b|"
    r"\b(?:and|with) .* together\b",
    re.IGNORECASE,
)
# "Plus" is also the name of an account.
_SAYS_BOTH = re.compile(r" \+ |\band\b|&|\bplus\b|\bincl", re.IGNORECASE)
_A_COUNT = re.compile(r"^(?:no\.?|nos\.?|number|count|qty|quantity|units?|items?|transactions?|#)$", re.IGNORECASE)
_ASKS_COUNT = re.compile(
    r"\bhow many\b|\bnumber of\b|\bcount\b|\bno\. of\b|\bquantit(?:y|ies)\b|\bhow often\b|#", re.IGNORECASE
)
_MANY = re.compile(
    r"\bhow many\b|\bnumber of\b|"
    r"^\W*(?:miles|kilomet(?:re|er)s|km|days|weeks|months|nights|hours|minutes|texts|gigabytes|gb)\b",
    re.IGNORECASE,
)
_OF_MONEY = re.compile(
    r"\bhow many (?:dollars|pounds|euros|cents|pence|rand|rupees|francs|kr|points|percent|£|\$|€)", re.IGNORECASE
)
_IN_PERCENT = re.compile(
    r"\bin (?:%|percent|per cent)(?:\W|$)|\b(?:what|how many|which) (?:%|percent(?:age)?|per cent)\b|"
    r"\bpercent(?:age)? (?:change|increase|decrease|rise|drop|fall)\b",
    re.IGNORECASE,
)


def _is_for_one_of_the_time(matcher: Matcher, found: DocumentAnswer) -> bool:
    """What comes to so much over a time is asked, and one printed figure is given that is not for that time."""
    match = _OVER_A_TIME.search(matcher.asked.text)
    about = _about(matcher, found)
    if match is None or not _is_read(found) or _SAYS_TOTAL.search(about) or _EACH.search(matcher.asked.text):
        return False
    if found.unit is FigureUnit.PERCENT or found.scale is Scale.PERCENT:
        return match["of"] is not None or "rate" not in fold(matcher.asked.text)
    unit = (match["over"] or match["all"] or match["of"]).lower().rstrip("s")
    return re.search(_SAYS_TIME[unit], about, re.IGNORECASE) is None


def _is_as_things_stand(matcher: Matcher, found: DocumentAnswer) -> bool:
    """What is still owed, in use or used up by now stands in no paper that was written before, and what was paid in no
    list of prices."""
    if found.kind not in _NUMERIC:
        return False
    is_price = any(kind_of_head(view.cell.column_path) is Kind.PRICE for view in _views(matcher, found))
    return _AS_THINGS_STAND.search(matcher.asked.text) is not None or (
        is_price and is_of_the_user_alone(matcher.asked.text)
    )


def _is_figure_for_what_is_covered(matcher: Matcher, found: DocumentAnswer) -> bool:
    """What is covered, or is not, are things."""
    return _WHAT_IS_COVERED.match(matcher.asked.text) is not None and found.kind in _NUMERIC


def _names_what_no_paper_names(matcher: Matcher, _found: DocumentAnswer) -> bool:
    """An abbreviation in the question that no passage and no paper's name holds is of something else."""
    text = matcher.asked.text
    if text == text.upper():
        return False
    written = {word.lower() for word in _ABBREVIATION.findall(text) if word not in CURRENCY_CODES}
    return any(
        term.word in written
        and not term.parts
        and term.word not in matcher.views.vocabulary
        and not any(term.is_in(sheet.identity) for sheet in matcher.views.sheets)
        and not any(term.is_in(one.row | one.column | one.around) for one in matcher.views.cells)
        and not any(term.is_in(one.held) for one in matcher.views.sentences)
        for term in matcher.asked.terms
    )


def _is_one_of_so_many(matcher: Matcher, found: DocumentAnswer) -> bool:
    """What so many payments come to is asked, and a figure is given that no label calls a total."""
    return (
        _SO_MANY.search(matcher.asked.text) is not None
        and _is_read(found)
        and _SAYS_TOTAL.search(_about(matcher, found)) is None
    )


def _is_one_of_those_apart(matcher: Matcher, found: DocumentAnswer) -> bool:
    """How far two things are apart is asked, and one of them is given."""
    return (
        _APART.search(matcher.asked.text) is not None
        and _is_read(found)
        and _SAYS_APART.search(_about(matcher, found)) is None
    )


def _is_one_of_those_added(matcher: Matcher, found: DocumentAnswer) -> bool:
    """What two things come to together is asked, and one figure is given that no label says is of both."""
    return _TWO.search(matcher.asked.text) is not None and _is_read(found) and not _names_both(matcher, found)


def _counts_instead(matcher: Matcher, found: DocumentAnswer) -> bool:
    """A column says how many there were and another how much; without a word of number, the amount is meant."""
    if _ASKS_COUNT.search(matcher.asked.text) or found.kind not in _NUMERIC:
        return False
    return any(
        _A_COUNT.match(_head(view).strip()) is not None
        and not notions(fold(_head(view))) & _said(matcher)
        and any(
            one.cell.row_path == view.cell.row_path and _A_COUNT.match(_head(one).strip()) is None and one.cell.number
            for one in matcher.views.siblings(view)
        )
        for view in _views(matcher, found)
    )


def _is_money_for_a_number(matcher: Matcher, found: DocumentAnswer) -> bool:
    """How many there are is no amount of money and no rate."""
    text = matcher.asked.text
    if _MANY.search(text) is None or _OF_MONEY.search(text) or found.kind not in _NUMERIC:
        return False
    heads = " ".join(_head(view) for view in _views(matcher, found))
    is_money = found.kind is ValueKind.MONEY or found.unit is FigureUnit.MONEY or bool(found.currency)
    return is_money or re.search(r"\(\s*(?:[A-Z]{1,3}|[$€£₹])\s*\)\s*$", heads) is not None


def _is_no_percentage(matcher: Matcher, found: DocumentAnswer) -> bool:
    """A percentage is asked for, and something else was worked out."""
    if _IN_PERCENT.search(matcher.asked.text) is None or found.kind not in _NUMERIC:
        return False
    return found.unit is not FigureUnit.PERCENT and found.scale is not Scale.PERCENT


def _is_read(found: DocumentAnswer) -> bool:
    """Whether the answer is one printed figure, with nothing done to it."""
    return found.kind in _NUMERIC and len(found.figures) <= 1


def _about(matcher: Matcher, found: DocumentAnswer) -> str:
    labels = (part for view in _views(matcher, found) for part in (*view.cell.row_path, *view.cell.column_path))
    return " ".join((*labels, found.quotation, *found.notes))


def _names_both(matcher: Matcher, found: DocumentAnswer) -> bool:
    about = _about(matcher, found)
    return _SAYS_TOTAL.search(about) is not None or _SAYS_BOTH.search(about) is not None


def _said(matcher: Matcher) -> frozenset[str]:
    return frozenset().union(*map(notions, words(fold(matcher.asked.text))))


def _head(view: CellView) -> str:
    return view.cell.column_path[-1] if view.cell.column_path else ""


def _views(matcher: Matcher, found: DocumentAnswer) -> list[CellView]:
    return matcher.views.cells_of(found.cells, (found.passage, *found.passages))


DEMANDS: tuple[Callable[[Matcher, DocumentAnswer], bool], ...] = (
    _is_for_one_of_the_time,
    _is_as_things_stand,
    _is_figure_for_what_is_covered,
    _names_what_no_paper_names,
    _is_one_of_so_many,
    _is_one_of_those_apart,
    _is_one_of_those_added,
    _counts_instead,
    _is_money_for_a_number,
    _is_no_percentage,
)
