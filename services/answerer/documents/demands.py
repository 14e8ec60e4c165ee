"""What a question demands in so many words and an answer that was found does not give: then it answers another one.

`doubts` asks whether something else is meant; this asks whether all that is meant is met: the letter of a plan, a day
that has come, a price for each, both of two things. Each demand is general; none knows a paper.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from services.answerer.documents import natures, workings
from services.answerer.documents.kinds import Kind, asked_kind, kind_of_head
from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer, ValueKind
from services.answerer.documents.question import Wanted
from services.answerer.documents.terms import all_notions, content_words, fold, notions, text_notions, words
from services.answerer.documents.views import CellView, dates_of
from services.answerer.model import FigureOp, Scale
from services.common.printed import find_numbers

_PER = re.compile(
    r"\b(?:per|each|every|for (?:one|each|every)) (day|night|week|month|quarter|year|hour)\b", re.IGNORECASE
)
_PER_SAID = {
    "day": r"per day|a day|each day|every day|daily|/ ?day|per diem",
    "night": r"per night|a night|each night|every night|nightly|/ ?night",
    "week": r"per week|a week|each week|every week|weekly|/ ?week|/ ?wk",
    "month": r"month|/ ?mo\b",
    "quarter": r"quarter",
    "year": r"year|annual|annum|p\.?a\.?\b|/ ?yr",
    "hour": r"hour|/ ?hr?\b",
}
# "Prepaid interest, 4 days", "Total for 12 months": an amount for several of them.
_FOR_SEVERAL = re.compile(r"\b(?:[2-9]|\d{2,3})[ -](day|night|week|month|quarter|year|hour)s?\b", re.IGNORECASE)
_BOTH = re.compile(r"\bboth\b", re.IGNORECASE)
_FROM = re.compile(r"\b(?:from|starting|effective|as of|beginning|on and after|after)\b", re.IGNORECASE)
_LIMIT_BEFORE = re.compile(r"\b(?:at most|capped at|no more than|not more than|limited to)\s*$", re.IGNORECASE)
_ASKS_LIMIT = re.compile(
    r"\b(?:most|max(?:imum)?|limit\w*|cap(?:ped)?|up to|ceiling|high(?:est)?|largest|biggest|can i|could i|worst)\b",
    re.IGNORECASE,
)
_COUNTED_NOUN = re.compile(
    r"\bhow many (?:business |working |calendar )?(?:days|weeks|months|hours|nights|years)(?:['’]| of)\s*"
    r"((?:[a-z'-]+ ?){1,4})",
    re.IGNORECASE,
)
_OWN_PURCHASES = re.compile(
    r"^\W*(?:what|which) (?:items|things|products|goods|stuff)\b.*\bdid (?:i|we)\b", re.IGNORECASE
)
_OWN_CLAIMS = re.compile(
    r"\b(?:has|have|did|was|were)\b.{0,60}\b(?:paid|pay|reimbursed|refunded|claimed|spent|used)\b.*"
    r"\b(?:this|last) (?:year|month|quarter|week)\b|\bso far (?:this|in)\b",
    re.IGNORECASE,
)
_INCLUDING = re.compile(r"\b([a-z]{4,}) (?:incl\.?|including|inclusive of) (?:the |my )?[a-z]", re.IGNORECASE)
_WHAT_IS_MY = re.compile(r"^\W*(?:what(?:'s|’s| is| was) )(?:my|our) ([a-z]+) ([a-z]+)\W*$", re.IGNORECASE)
_WHAT_IS = re.compile(r"^\W*what(?:'s|’s| is| are) (?:an? )?[a-z][\w -]*\W*$", re.IGNORECASE)
_WHAT_IS_OWN = re.compile(r"\b(?:my|our|the)\b", re.IGNORECASE)
_WHAT_IS_LEFT = re.compile(
    r"\bwhat(?:'s|’s| is| would be) left of\b|\bhow much (?:is|would be) left of\b", re.IGNORECASE
)
_SAYS_LEFT = re.compile(r"\b(?:left|remain\w*|balance|reduced to)\b", re.IGNORECASE)
_HEADS = re.compile(
    r"\b(?:employees?|people|staff|headcount|workers?|persons?|stores?|branches|customers?)\b", re.IGNORECASE
)
_DANGLING = re.compile(
    r"(?:,|\b(?:at|of|or|and|the|an?|to|for|from|with|at least|at most|plus|up to|than|if|when))\s*$",
    re.IGNORECASE,
)
# A name of several words, all of them common ("Pay As You Earn"): no single word of it need be looked for.
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+(?: [A-Z][a-z]+){2,}")


def is_unmet(matcher: Matcher, found: DocumentAnswer) -> bool:
    """Whether the question demands something that this answer, right or not in itself, does not give."""
    return any(demand(matcher, found) for demand in _DEMANDS)


def _said(matcher: Matcher, found: DocumentAnswer) -> str:
    """All that the answer rests on, as text: its labels, what it prints, its notes and its quotation."""
    views = _views(matcher, found)
    labels = (part for view in views for part in (*view.cell.row_path, *view.cell.column_path, view.cell.printed))
    tables = (part for view in views for part in (view.cell.table_caption, *view.cell.footnotes))
    return " ".join((*labels, *tables, found.quotation, *found.notes))


def _views(matcher: Matcher, found: DocumentAnswer) -> list[CellView]:
    return matcher.views.cells_of(found.cells, (found.passage, *found.passages))


def _lacks_the_letter(matcher: Matcher, found: DocumentAnswer) -> bool:
    """ "Shield B", "Plan C": the answer of its neighbour, or of none of them, has another letter or none."""
    letters = [term for term in matcher.asked.terms if term.word.startswith("§")]
    if not letters:
        return False
    views = _views(matcher, found)
    labels = [label for view in views for label in (*view.cell.row_path, *view.cell.column_path)]
    held = all_notions(labels or (found.quotation, *found.passage.heading_path))
    naming = frozenset().union(*(view.sheet.naming for view in views), text_notions(found.passage.document_name))
    return any(not term.is_in(held) and not term.is_in(naming) for term in letters)


def _is_yet_to_come(matcher: Matcher, found: DocumentAnswer) -> bool:
    """Its row or column holds from a day that has not come, and the question names neither that day nor the future."""
    asked = matcher.asked
    if asked.asks_future and not asked.is_now:
        return False
    for view in _views(matcher, found):
        for label in (*view.cell.row_path, *view.cell.column_path):
            for printed, day in dates_of(label):
                begins = _FROM.search(label[: label.find(printed)]) is not None
                if begins and day > matcher.as_of and day.year not in asked.years and day.month not in asked.months:
                    return True
    return False


def _is_for_several(matcher: Matcher, found: DocumentAnswer) -> bool:
    """What one of them comes to is asked, and the label says that it is for so many."""
    per = _PER.search(matcher.asked.text)
    if per is None or len(found.figures) > 1:
        return False
    unit = per[1].lower()
    for view in _views(matcher, found):
        label = " ".join((*view.cell.row_path, *view.cell.column_path))
        if any(several[1].lower() == unit for several in _FOR_SEVERAL.finditer(label)):
            head = " ".join((view.cell.printed, *view.cell.column_path[-1:]))
            return re.search(_PER_SAID[unit], head, re.IGNORECASE) is None
    return False


def _is_of_another_kind(matcher: Matcher, found: DocumentAnswer) -> bool:
    """A premium is asked for, the table has a column of premiums, and this is the limit."""
    kind = asked_kind(matcher.asked.text)
    if kind not in (Kind.PRICE, Kind.LIMIT, Kind.DEDUCTIBLE) or len(found.figures) > 1:
        return False
    for view in _views(matcher, found):
        own = kind_of_head(view.cell.column_path)
        heads = {label for one in matcher.views.siblings(view) for label in one.cell.column_path}
        beside = {kind_of_head((head,)) for head in heads if len(head.split()) <= 3}
        if own in (Kind.PRICE, Kind.LIMIT, Kind.DEDUCTIBLE) and own is not kind and kind in beside:
            return True
    return False


def _is_one_of_both(matcher: Matcher, found: DocumentAnswer) -> bool:
    """Both are asked for, and one amount is given that no label says is of both."""
    is_amount = found.kind in (ValueKind.MONEY, ValueKind.FIGURE, ValueKind.NUMBER)
    if not is_amount or len(found.figures) > 1 or _BOTH.search(matcher.asked.text) is None:
        return False
    return re.search(r"\b(?:both|each|either|all|total|combined)\b", _said(matcher, found), re.IGNORECASE) is None


def _is_a_limit(matcher: Matcher, found: DocumentAnswer) -> bool:
    """A sentence says what something is at most, and the question asks what it is."""
    if found.cells or found.kind not in (ValueKind.MONEY, ValueKind.FIGURE) or _ASKS_LIMIT.search(matcher.asked.text):
        return False
    numbers = [one for one in find_numbers(found.quotation) if one.value == found.value]
    return any(_LIMIT_BEFORE.search(found.quotation[: one.start]) for one in numbers)


def _counts_something_else(matcher: Matcher, found: DocumentAnswer) -> bool:
    """ "How many days' notice": days of something that the answer does not speak of."""
    counted = _COUNTED_NOUN.search(matcher.asked.text)
    if counted is None or found.kind is ValueKind.TEXT:
        return False
    named = content_words(counted[1])[:2]
    held = text_notions(_said(matcher, found))
    return bool(named) and not any(notions(word) & held for word in named)


def _is_of_the_askers_doings(matcher: Matcher, found: DocumentAnswer) -> bool:
    """What its reader bought or was paid this year stands in no rule."""
    text = matcher.asked.text
    if _OWN_PURCHASES.search(text):
        return found.kind is not ValueKind.LIST
    return not found.cells and found.kind is not ValueKind.TEXT and _OWN_CLAIMS.search(text) is not None


def _lacks_the_head(matcher: Matcher, found: DocumentAnswer) -> bool:
    """Of "credit score" the answer says "credit", or of "payment including escrow" the escrow alone."""
    text = matcher.asked.text
    heads = [match[1] for match in (_INCLUDING.search(text),) if match]
    heads += [match[2] for match in (_WHAT_IS_MY.search(text),) if match]
    held = text_notions(_said(matcher, found))
    return any(not notions(word) & held for head in heads for word in content_words(head))


def _explains_no_word_of_it(matcher: Matcher, found: DocumentAnswer) -> bool:
    """What a thing is, in general, is told by a sentence, or a row, that names all of it."""
    text = matcher.asked.text
    if found.kind is not ValueKind.TEXT or _WHAT_IS_OWN.search(text) or not _WHAT_IS.search(text):
        return False
    held = text_notions(_said(matcher, found))
    return any(not notions(word) & held for word in content_words(text))


def _is_not_what_is_left(matcher: Matcher, found: DocumentAnswer) -> bool:
    """What remains of something is asked, and an amount is given that is not said to remain."""
    is_asked = _WHAT_IS_LEFT.search(matcher.asked.text) is not None
    return is_asked and len(found.figures) < 2 and _SAYS_LEFT.search(_said(matcher, found)) is None


def _counts_heads_in_thousands(matcher: Matcher, found: DocumentAnswer) -> bool:
    """The scale of a report's money is no scale of its people."""
    asked = matcher.asked
    is_scaled = found.scale in (Scale.THOUSAND, Scale.MILLION, Scale.BILLION)
    return asked.wanted is Wanted.COUNT and is_scaled and _HEADS.search(asked.text) is not None


def _takes_unlike_from_another(_matcher: Matcher, found: DocumentAnswer) -> bool:
    """A difference of an amount with cents and a currency, and of a bare whole number, is one of two kinds of thing."""
    leaves = [one.cell.printed for one in found.figures if one.op is FigureOp.CELL and one.cell is not None]
    if len(leaves) != 2 or not any(one.op is FigureOp.SUBTRACT for one in found.figures):
        return False
    amounts = [one for one in leaves if re.search(r"[$€£]", one) and re.search(r"\d\.\d\d\b", one)]
    bare = [one for one in leaves if re.fullmatch(r"\d{1,3}", one.strip())]
    return len(amounts) == len(bare) == 1


def _is_cut_off(matcher: Matcher, found: DocumentAnswer) -> bool:
    """What the reader of a page tore in the middle of a sentence says only half of it ("5% of each advance, at")."""
    return any(_DANGLING.search(view.cell.printed) for view in _views(matcher, found))


def _is_of_another_column(matcher: Matcher, found: DocumentAnswer) -> bool:
    """Two words of the question head a column of the table, and what is given stands in another."""
    said = frozenset().union(*map(notions, words(fold(matcher.asked.text))))
    views = _views(matcher, found)
    given = [view.cell.column_path[-1:] for view in views]
    if any((own := content_words(" ".join(head))) and all(notions(word) & said for word in own) for head in given):
        return False
    for view in views:
        row = text_notions(" ".join(view.cell.row_path))
        for one in matcher.views.siblings(view):
            head = content_words(" ".join(one.cell.column_path[-1:]))
            if len(head) > 1 and all(notions(word) & said for word in head):
                return not all(notions(word) & row for word in head)
    return False


def _lacks_the_name(matcher: Matcher, found: DocumentAnswer) -> bool:
    """A name of common words stands nowhere in the paper that answers."""
    text = matcher.asked.text
    capitals = sum(word[:1].isupper() for word in text.split())
    if capitals * 2 > len(text.split()):
        return False
    sheets = {view.sheet.document_id for view in _views(matcher, found)} | {found.passage.document_id}
    held = [fold(one.text) for one in matcher.views.sentences if one.sheet.document_id in sheets]
    held += [fold(_said(matcher, found))]
    held += [
        fold(" ".join((*one.cell.row_path, *one.cell.column_path)))
        for one in matcher.views.cells
        if one.sheet.document_id in sheets
    ]
    return any(all(fold(name) not in one for one in held) for name in _NAME.findall(text))


_DEMANDS: tuple[Callable[[Matcher, DocumentAnswer], bool], ...] = (
    _lacks_the_letter,
    _is_yet_to_come,
    _is_for_several,
    _is_of_another_kind,
    _is_one_of_both,
    _is_a_limit,
    _counts_something_else,
    _is_of_the_askers_doings,
    _lacks_the_head,
    _explains_no_word_of_it,
    _is_not_what_is_left,
    _counts_heads_in_thousands,
    _takes_unlike_from_another,
    _is_cut_off,
    _is_of_another_column,
    _lacks_the_name,
    *natures.DEMANDS,
    *workings.DEMANDS,
)
