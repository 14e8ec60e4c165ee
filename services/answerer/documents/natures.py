"""Whether an answer is of the nature that a question asks for: an amount and no rate, what is paid and not what is got,
the end of something and no other day of it.

Demands like those of `demands`, of kinds of quantities instead of words. Each is general; none knows a paper.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer, ValueKind
from services.answerer.documents.question import Wanted
from services.answerer.documents.terms import all_notions, content_words, fold, notions, text_notions
from services.answerer.model import FigureOp, FigureUnit, Scale
from services.common.printed import MONTH, find_numbers

_NUMERIC = (ValueKind.MONEY, ValueKind.NUMBER, ValueKind.FIGURE)
_RATE_WORDS = re.compile(
    r"\b(?:rates?|percent(?:age)?s?|per cent|apr|apy|aer|ear|ltv|interest|margins?|spreads?|yields?|returns?|"
    r"performance|share|portion|proportion|fraction|part|points?|discount|co-?insurance|commission|mark-?ups?|growth|inflation|"
    r"utili[sz]ation|occupancy|ratios?|(?:dai|week|month|quarter|year)ly|annual(?:ly)?)\b|%",
    re.IGNORECASE,
)
# "One year's interest", "a month of interest": what the rate comes to.
_FOR_A_TIME = re.compile(
    r"\b(?:one|a|two|three|four|five|six|twelve|\d+|whole|full) (?:days?|weeks?|months?|quarters?|years?)(?:['’]s?)? "
    r"(?:of |worth of )?(?!rates?\b)[a-z]",
    re.IGNORECASE,
)
_LEAST_AMOUNT = 1000
_ASKS_LIMIT = re.compile(r"\b(?:most|max(?:imum)?|limit|can|may|allowed)\b", re.IGNORECASE)
_ASKS_PRICE = re.compile(r"\bhow much\b|\bwhat (?:do|would|will|did|must) (?:i|we) (?:have to )?pay\b", re.IGNORECASE)
# Of a term or a tariff; "in winter" may be said of anything.
_SEASON = re.compile(
    r"\b(?i:(spring|summer|autumn|winter|fall))\b(?=\s+(?:(?:19|20)\d\d|(?:term|semester|session|tariff|rate)s?)\b)"
    r"|(?<=[a-z] )(Spring|Summer|Autumn|Winter)\b"
)
_IS_CHARGED = re.compile(
    r"\b(?:excess|deductible|charges?|charged|fees?|costs?|price|penalty|premium)\b", re.IGNORECASE
)
_IS_PAID_OUT = re.compile(
    r"\b(?:get|gets|receive|refund\w*|reimburs\w*|repays?|compensat\w*|cover(?:s|ed)?|benefit|payout|"
    r"(?:they|you|it|plan|insurer|insurance|bank|policy) pays?)\b",
    re.IGNORECASE,
)
_WE_PAY = re.compile(r"\bwe (?:will |may )?(?:pay|refund|reimburse|credit|give|contribute)\b", re.IGNORECASE)
_ASKS_LEAVE = re.compile(r"\W*(?:and |so )?(?:can|could|may|might|am i allowed|are we allowed)\b", re.IGNORECASE)
# "May" is a month as well.
_RULES = re.compile(
    r"\b(?:(?-i:may)|might|can|cannot|could|must|shall|will|won|not|no|none|nothing|neither|nor|never|only|unless|yes|free|"
    r"possible|available|subject|consent|without|lets?|"
    r"(?:allow|permi|entitle|need|requir|accept|cover|includ|exclud|insur|pa[iy]|charge|agree|waive|appl|refund)\w*)\b",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"^\W*(?:and |so )?(?:until when\b|when\b.*\b(?:ends?|finish(?:es)?|expires?|runs? out|over|terminates?)\W*$)",
    re.IGNORECASE,
)
_SAYS_END = re.compile(
    r"\b(?:end(?:s|ed|ing)?|finish\w*|expir\w*|until|till|through|runs? out|terminat\w*|last day|matur\w*|"
    r"clos(?:es?|ing)|over)\b"
    rf"|(?:\bto|-|–|—)\s+(?:midnight on )?(?:\d|(?:{MONTH})\b)",
    re.IGNORECASE,
)
_HAS_HAPPENED = re.compile(
    r"^\W*(?:has|have|had)\b.*\b(?:yet|already)\W*$|^\W*(?:has|have) .+\b(?:been\b|[a-z]+ed\b|paid\b|sent\b)",
    re.IGNORECASE,
)
_SAYS_HAPPENED = re.compile(
    r"\b(?:has|have|had|was|were)\b(?: not)?(?: been)? [a-z]+(?:ed|en|id|t)\b|\bnot yet\b|\b(?:paid|received) on\b",
    re.IGNORECASE,
)
# "Once the landlord has approved it" says nothing of whether he has.
_IN_CASE = re.compile(r"\b(?:once|if|when|whenever|unless|until|after|as soon as|where|provided)\b", re.IGNORECASE)
_WITHOUT = re.compile(
    r"\b(?:without|excluding|except(?: for)?|not counting|leaving out|apart from|before|net of)\s+"
    r"(?:the |my |any |an? )?([a-z][a-z -]*)",
    re.IGNORECASE,
)
_AND = re.compile(r"\s+(?:and|or|for|in|of|on|at|from|to|is|was|i|we|you)\b.*")


def _is_rate_for_amount(matcher: Matcher, found: DocumentAnswer) -> bool:
    """ "The penalty for one day late" or "a month's charge" is no rate of something, unless a rate is asked for."""
    is_rate = found.unit is FigureUnit.PERCENT or found.scale is Scale.PERCENT
    if not is_rate or found.kind not in _NUMERIC or len(found.figures) > 1:
        return False
    text = matcher.asked.text
    is_for_a_time = matcher.asked.wanted is not Wanted.RATE and _FOR_A_TIME.search(text) is not None
    if found.cells:
        # The fee that a row names may well be a rate; of an amount that is stated it comes to an amount.
        is_of_amount = any(one.currency or one.value >= _LEAST_AMOUNT for one in matcher.asked.numbers)
        return is_for_a_time or (is_of_amount and _RATE_WORDS.search(text) is None)
    return is_for_a_time or _RATE_WORDS.search(text) is None


def _is_yes_for_amount(matcher: Matcher, found: DocumentAnswer) -> bool:
    """What is paid for a thing is not told by whether a plan has it."""
    is_yes = found.kind is ValueKind.TEXT and str(found.value).strip(" .").casefold() in {"yes", "no"}
    return is_yes and matcher.asked.wanted is not Wanted.YES_NO and _ASKS_PRICE.search(matcher.asked.text) is not None


def _is_of_another_season(matcher: Matcher, found: DocumentAnswer) -> bool:
    """A season names a term or a tariff: what answers, or its paper, names it too."""
    seasons = [match[1] or match[2] for match in _SEASON.finditer(matcher.asked.text)]
    if not seasons or found.kind not in _NUMERIC:
        return False
    held = _held(matcher, found)
    return any(not notions(fold(season)) & held for season in seasons)


def _is_paid_the_other_way(matcher: Matcher, found: DocumentAnswer) -> bool:
    """What a house pays is no charge of its."""
    text = matcher.asked.text
    if found.cells or found.kind not in _NUMERIC or not _IS_CHARGED.search(text) or _IS_PAID_OUT.search(text):
        return False
    places = [one.start for one in find_numbers(found.quotation) if one.value == found.value]
    return any(_WE_PAY.search(re.split(r"[;:.]\s", found.quotation[:place])[-1]) for place in places)


def _rules_nothing(matcher: Matcher, found: DocumentAnswer) -> bool:
    """Whether one may do something is told by a rule: by what may, must, is covered, charged or not."""
    if found.kind is not ValueKind.TEXT or found.cells or matcher.asked.wanted is not Wanted.YES_NO:
        return False
    return _ASKS_LEAVE.match(matcher.asked.text) is not None and _RULES.search(found.quotation) is None


def _is_one_of_several_columns(matcher: Matcher, found: DocumentAnswer) -> bool:
    """A cell whose column has no name, beside another of its row that prints otherwise, is any of them."""
    if len(found.cells) != 1 or len(found.figures) > 1 or "".join(found.cells[0].column_path).strip():
        return False
    return any(
        one.cell.row_path == view.cell.row_path
        and (one.cell.unit, one.cell.scale) == (view.cell.unit, view.cell.scale)
        and bool(one.cell.number) is bool(view.cell.number)
        and one.cell.printed.strip() not in ("", view.cell.printed.strip())
        for view in matcher.views.cells_of(found.cells, (found.passage,))
        for one in matcher.views.siblings(view)
    )


def _is_not_the_end(matcher: Matcher, found: DocumentAnswer) -> bool:
    """When something ends is told by what says that it does."""
    if _ENDS.search(matcher.asked.text) is None or found.kind not in (ValueKind.DATE, ValueKind.TEXT):
        return False
    labels = (part for one in found.cells for part in (*one.row_path, *one.column_path))
    return _SAYS_END.search(" ".join((found.quotation, *labels))) is None


def _is_no_report(matcher: Matcher, found: DocumentAnswer) -> bool:
    """Whether something has happened yet is told by a report of it and by no rule."""
    if _HAS_HAPPENED.search(matcher.asked.text) is None:
        return False
    if found.cells:
        return False
    clauses = re.split(r"[,;:.]\s", found.quotation)
    reports = [(clause, match) for clause in clauses if (match := _SAYS_HAPPENED.search(clause)) is not None]
    return all(_IN_CASE.search(clause[: match.start()]) for clause, match in reports)


def _is_with_what_is_left_out(matcher: Matcher, found: DocumentAnswer) -> bool:
    """What is to be left out of an amount is said by what answers, and is no part that was added."""
    if found.kind not in _NUMERIC or _ASKS_LIMIT.search(matcher.asked.text):
        return False
    for match in _WITHOUT.finditer(matcher.asked.text):
        named = content_words(_AND.sub("", match[1]))[:3]
        if not named:
            continue
        if any(one.op is FigureOp.SUBTRACT for one in found.figures):
            continue
        leaves = [one.cell.row_path for one in found.figures if one.cell is not None]
        if len(leaves) > 1 and any(all(notions(word) & all_notions(path) for word in named) for path in leaves):
            return True
        if len(found.figures) == 1 and not any(notions(word) & _held(matcher, found) for word in named):
            return True
    return False


def _held(matcher: Matcher, found: DocumentAnswer) -> frozenset[str]:
    """Notions of the labels, tables, headings, notes and names of all that an answer rests on."""
    passages = found.passages or (found.passage,)
    views = matcher.views.cells_of(found.cells, passages)
    documents = {one.document_id for one in passages}
    naming = (sheet.identity for sheet in matcher.views.sheets if sheet.document_id in documents)
    headings = (line for one in passages for line in one.heading_path)
    of_cells = (view.row | view.column | view.around | view.notes for view in views)
    return text_notions(found.quotation) | all_notions((*headings, *found.notes)).union(*naming, *of_cells)


DEMANDS: tuple[Callable[[Matcher, DocumentAnswer], bool], ...] = (
    _is_rate_for_amount,
    _is_yes_for_amount,
    _is_of_another_season,
    _is_paid_the_other_way,
    _rules_nothing,
    _is_one_of_several_columns,
    _is_not_the_end,
    _is_no_report,
    _is_with_what_is_left_out,
)
