"""What speaks against a calculation: a paper that no longer holds, a limit left out, a part that is someone else's.

Each looks at the cells that a calculation used and at what stands beside them. Better no figure than one that the
next line of the same paper corrects.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from services.answerer.documents.lookup import is_newer_version
from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer
from services.answerer.documents.terms import content_words, fold, notions
from services.answerer.documents.views import CellView, SentenceView, Sheet, Views
from services.answerer.documents.vocabulary import GENERIC_WORDS, LIGHT_WORDS
from services.answerer.model import FigureOp
from services.common.printed import PrintedNumber, find_numbers
from services.common.printed import Scale as PrintedScale

_ASKS_OLD = re.compile(
    r"\b(?:superseded|previous|prior|former|old|earlier|used to|before|was|were|did)\b", re.IGNORECASE
)
_NEVER_LESS = re.compile(
    r"\b(?:never less than|(?:no|not) less than|at least|minimum|lowest|or .{1,20} if (?:that|this|it) is "
    r"(?:more|greater|higher)|if (?:that|this|it) is (?:more|greater|higher)|"
    r"whichever is (?:the )?(?:more|greater|higher))\b",
    re.IGNORECASE,
)
_NEVER_MORE = re.compile(
    r"\b(?:never more than|(?:no|not) more than|at most|maximum|capped at|"
    r"if (?:that|this|it) is (?:less|lower|smaller)|whichever is (?:the )?(?:less|lower|smaller))\b",
    re.IGNORECASE,
)
_PER_TIME = re.compile(
    r"\b(?:a|per|each|every|in a|in any|calendar|policy) (?:calendar |policy |billing )?"
    r"(?:day|week|month|quarter|year)\b|\b(?:monthly|yearly|annual(?:ly)?|quarterly)\b",
    re.IGNORECASE,
)
_UP_TO = re.compile(r"\b(?:up to|limit|cap|max(?:imum)?|first|spend(?:ing)?)\b", re.IGNORECASE)
_OF_THE_PRICE = re.compile(r"\b(?:fee|charge|commission|price|premium|cost|brokerage)\b", re.IGNORECASE)
_OTHERS_PART = re.compile(
    r"\b(?:plan|insurer|insurance|we|fund|employer|carrier|policy|medicare|scheme|cover|company)\b.{0,12}\b(?:pays?|"
    r"covers?|reimburses?|refunds?|contributes?)\b|\b(?:reimbursement|refund(?:ed)?|covered|"
    r"paid by (?:the |your )?(?:plan|insurer|fund|employer))\b",
    re.IGNORECASE,
)
_OWN_PART = re.compile(
    r"\b(?:you(?:r)? (?:pay|share|part)|co-?(?:pay(?:ment)?|insurance)|patient pays|member pays)\b", re.IGNORECASE
)
_ASKS_OWN = re.compile(
    r"\b(?:(?:i|we) (?:have to |must |need to |still |would |will )?(?:pay|owe|cover)|my(?:self| share| part| own)|"
    r"mine|out of (?:my |our )?(?:own )?pocket|left (?:for|to) (?:me|us)|cost(?:s)? me)\b",
    re.IGNORECASE,
)
_ASKS_OTHERS = re.compile(
    r"\b(?:(?:plan|insurer|insurance|they|fund|employer|policy|it|scheme) (?:\w+ )?"
    r"(?:pay|cover|reimburse|refund|give)s?|(?:i|we) (?:get|receive) back|refund|reimburs\w+|back)\b",
    re.IGNORECASE,
)
_DEDUCTIBLE = re.compile(r"\b(?:deductible|excess|franchise)\b", re.IGNORECASE)

LEAST_SHARED = 3
Bound = tuple[PrintedNumber, SentenceView, FigureOp]


def superseded(matcher: Matcher) -> frozenset[int]:
    """Cells, by identity, that a newer paper in force prints again, where the question asks for no earlier day."""
    asked = matcher.asked
    if asked.years or asked.months or _ASKS_OLD.search(asked.text):
        return frozenset()
    sheets = [one for one in matcher.sheets() if one.institution and one.effective_date]
    ids = set(map(id, sheets))
    rows: dict[object, list[CellView]] = {}
    for view in matcher.views.cells:
        if id(view.sheet) in ids and view.cell.row_path:
            rows.setdefault((view.sheet.institution, fold(view.cell.row_path[-1])), []).append(view)
    return frozenset(
        id(view)
        for views in rows.values()
        for view in views
        if any(other.sheet is not view.sheet and is_newer_version(other, view) for other in views)
    )


def in_force(matcher: Matcher) -> Matcher | None:
    """The same question without the papers that a newer one takes the place of; None where there are none such.

    A newer paper has most of the rows of the older one, whatever either is called. A question that names a time, or
    asks what changed, is about both.
    """
    asked = matcher.asked
    if asked.years or asked.months or _ASKS_OLD.search(asked.text):
        return None
    sheets = matcher.sheets()
    old = [one for one in sheets if any(_takes_its_place(matcher, one, other) for other in sheets if other is not one)]
    if not old:
        return None
    dropped = set(map(id, old))
    views = matcher.views
    kept = Views(
        tuple(one for one in views.sheets if id(one) not in dropped),
        tuple(one for one in views.cells if id(one.sheet) not in dropped),
        tuple(one for one in views.sentences if id(one.sheet) not in dropped),
    )
    return Matcher(asked, kept, matcher.as_of)


def is_of_one_of(matcher: Matcher, found: DocumentAnswer, current: Matcher) -> bool:
    """Whether a calculation used cells of one paper only, and that one is replaced."""
    sheets = {id(view.sheet) for view in matcher.views.cells_of(found.cells, found.passages)}
    return len(sheets) == 1 and not sheets & set(map(id, current.views.sheets))


def _takes_its_place(matcher: Matcher, mine: Sheet, other: Sheet) -> bool:
    """Whether another paper is newer and has most of the rows, and no word of the question picks the older one."""
    if mine.effective_date is None or other.effective_date is None or mine.is_series or other.is_series:
        return False
    if other.effective_date <= mine.effective_date:
        return False
    rows, theirs = _rows(matcher, mine), _rows(matcher, other)
    shared = rows & theirs
    if len(shared) < LEAST_SHARED or 2 * len(shared) < min(len(rows), len(theirs)):
        return False
    return not any(term.is_in(mine.naming) and not term.is_in(other.identity) for term in matcher.asked.terms)


def _rows(matcher: Matcher, sheet: Sheet) -> frozenset[str]:
    return frozenset(
        fold(view.cell.row_path[-1]).strip()
        for view in matcher.views.cells
        if view.sheet is sheet and view.cell.row_path
    )


def bounds_in_prose(matcher: Matcher, view: CellView) -> list[Bound] | None:
    """The least and the most that sentences of the paper set for what the row is called; None where one is unclear.

    What hangs on other rows as a note is theirs.
    """
    label = " ".join(view.cell.row_path[-1:])
    own = {word for word in content_words(label) if word not in GENERIC_WORDS and word not in LIGHT_WORDS}
    meant = frozenset().union(*map(notions, own)) if own else frozenset()
    row = [one for one in matcher.views.siblings(view) if one.cell.row_path == view.cell.row_path]
    mine = {note for one in row for note in one.cell.footnotes}
    notes = {note for one in matcher.views.cells if one.sheet is view.sheet for note in one.cell.footnotes}
    found: list[Bound] = []
    for sentence in matcher.views.sentences:
        if sentence.sheet is not view.sheet or sentence.text == view.cell.printed or "|" in sentence.text:
            continue
        if sentence.text in notes - mine:
            continue
        least, most = _NEVER_LESS.search(sentence.text), _NEVER_MORE.search(sentence.text)
        numbers = [one for one in find_numbers(sentence.text) if one.currency]
        if not (least or most) or not numbers:
            continue
        before = sentence.text[: numbers[0].start]
        if sentence.text not in mine and not any(notions(word) & meant for word in content_words(before)):
            continue
        if any(one.scale is PrintedScale.PERCENT for one in find_numbers(sentence.text)):
            # A charge of its own, with its own least and most.
            continue
        if len(numbers) > 1 or (least and most) or _PER_TIME.search(sentence.text):
            return None
        found.append((numbers[0], sentence, FigureOp.MAX if least else FigureOp.MIN))
    return found if len({(one.value, op) for one, _, op in found}) <= 2 else None


def is_beyond_a_limit(matcher: Matcher, view: CellView, amount: Decimal) -> bool:
    """Whether the row says up to what amount its rate holds ("up to $500 a month"), and the amount is beyond it."""
    for one in matcher.views.siblings(view):
        if one is view or one.cell.row_path != view.cell.row_path:
            continue
        numbers = [number for number in find_numbers(one.cell.printed) if number.currency]
        said = " ".join((*one.cell.column_path, one.cell.printed))
        if (
            len(numbers) == 1
            and _UP_TO.search(said)
            and not _OF_THE_PRICE.search(said)
            and (_PER_TIME.search(said) or re.search(r"\bup to|limit|first|spend", said, re.IGNORECASE))
            and amount > numbers[0].value
        ):
            return True
    return False


def part_of_other(matcher: Matcher, view: CellView) -> bool | None:
    """Whether a share is another's than the one asked for: the plan's where the question is what is left to pay.

    None where the question cannot be told, or something is taken off first.
    """
    labels = " ".join((view.cell.printed, *view.cell.row_path, *view.cell.column_path, view.cell.table_caption))
    is_others, is_own = _OTHERS_PART.search(labels) is not None, _OWN_PART.search(labels) is not None
    if is_others == is_own:
        return None if is_others else False
    text = matcher.asked.text
    asks_own, asks_others = _ASKS_OWN.search(text) is not None, _ASKS_OTHERS.search(text) is not None
    if asks_own == asks_others:
        return None
    if has_deductible(matcher, view.sheet):
        return None
    return is_others == asks_own


def has_deductible(matcher: Matcher, sheet: Sheet) -> bool:
    """Whether the paper takes something off before shares are reckoned."""
    labels = (
        " ".join((*one.cell.row_path, *one.cell.column_path)) for one in matcher.views.cells if one.sheet is sheet
    )
    return any(map(_DEDUCTIBLE.search, labels)) or any(
        one.sheet is sheet and _DEDUCTIBLE.search(one.text) for one in matcher.views.sentences
    )


def without_old(matcher: Matcher, views: Sequence[CellView]) -> list[CellView]:
    """The cells that no newer paper in force prints again."""
    old = superseded(matcher)
    return [view for view in views if id(view) not in old]
