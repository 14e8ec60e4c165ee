"""Two or more cells that a question names one after the other: less, plus, as a share, or from then to now.

`tasks` reads questions whose every word some line says; this one reads what people say for the same ("the gap", "A
minus B", "since the 2025 list", "A and B together") and takes the cells together (`pairing`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum, auto

from services.answerer.documents.figures import FigureList, exact
from services.answerer.documents.lookup import describe, found_in_cell, number_answer
from services.answerer.documents.matching import Fit, Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentCalibration
from services.answerer.documents.pairing import Groups, Thing, When, plain
from services.answerer.documents.periods import Period, asked_periods, order_of, periods_in, without_periods
from services.answerer.documents.scope import is_of_the_user_alone
from services.answerer.documents.series import document_period
from services.answerer.documents.terms import fold
from services.answerer.documents.terms import words as words_of
from services.answerer.documents.views import CellView
from services.answerer.documents.vocabulary import STOPWORDS
from services.answerer.model import Figure, FigureOp, FigureUnit, GateStratum, Scale
from services.common.printed import find_numbers


class Made(Enum):
    """What is made of the things."""

    LESS = auto()
    """The first less the second, as they are named."""
    APART = auto()
    """How far the two are apart."""
    CHANGE = auto()
    """From the first to the second."""
    PERCENT_CHANGE = auto()
    SHARE = auto()
    """The first in percent of the second."""
    SUM = auto()


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a question makes of which things. `falls`: it asks by how much something fell."""

    made: Made
    things: tuple[Thing, ...]
    falls: bool = False


_SENSE = r"(?:more|less|fewer|higher|lower|dearer|cheaper|bigger|smaller|greater|larger|longer|shorter)"
_MINUS = re.compile(r"^(?P<first>.+?) (?:minus|less) (?!than\b)(?P<second>.+)$")
_ARTICLE = re.compile(r"^(?:what(?:'s| is| was| are)? |how much (?:is|was) )?(?:the |my |our )?")
_IN_BRACKETS = re.compile(r"\((?P<inside>[^()]+)\)")
_GAP = re.compile(
    r"^(?P<head>.*?)\b(?:gap|differences?|spread) (?:(?:in|per|of) (?P<about>.+?) )?between "
    r"(?P<first>.+?) and (?P<second>.+)$"
)
_THAN = re.compile(rf"\bhow (?:much|many) (?P<about>.*?)\b{_SENSE}\b (?P<first>.+?) than (?P<second>.+)$")
_AGAINST = re.compile(
    rf"^(?P<first>.+?) (?:vs\.?|versus|against|compared (?:to|with)) (?P<second>.+?)[,:;]? how (?:much|many) {_SENSE}\b"
)
_MOVES = re.compile(
    r"\b(?:go(?:ne|es)? (?:up|down)|went (?:up|down)|com(?:e|es|ing) down|came down|got? (?:any )?(?:cheaper|dearer)|"
    r"get (?:any )?(?:cheaper|dearer|more expensive)|rises?|rose|risen|increase[ds]?|decrease[ds]?|drop(?:ped|s)?|"
    r"fall(?:en|s)?|fell|jump(?:ed|s)?|gr[eo]wn?|grew|climb(?:ed|s)?|chang(?:e|ed|es)|moved?|shr[aiu]nk|reduction)\b"
)
# The autumn term, and no fall of a figure.
_SEASON = re.compile(r"\bfall (?=(?:of )?(?:19|20)\d\d\b|terms?\b|semesters?\b)|\b(?:in|for) (?:the )?fall\b(?! of)")
_LEFT_OUT = re.compile(r",? \b(?:without|excluding|except(?: for)?|not counting|leaving out|other than|before)\b.*$")
_ASKS_CHANGE = re.compile(
    r"\bhow (?:much|many)\b|\bby how\b|\b(?:increase|decrease|rise|drop|fall|jump|change|reduction|growth|"
    r"how did .+ move)\b"
)
_DOWN = re.compile(r"\b(?:down|cheaper|decrease[ds]?|drop\w*|fall\w*|fell|less|lower|reduction|shr[aiu]nk)\b")
_PERCENT = re.compile(r"\bpercent(?:age)?\b(?! points?)|(?<![\d ])%|^%")
_UP = re.compile(
    r"\b(?:up|dearer|increase[ds]?|rises?|rose|risen|gr[eo]w\w*|climb\w*|more|higher|change[ds]?|move[ds]?)\b"
)
_MEAN = re.compile(r"\b(?:average|mean|median|change in the percentage)\b", re.IGNORECASE)
_EACH_TIME = re.compile(r"\b(?:per|a|each|every) (?:month|year|quarter|week)\b")
_POINTS = re.compile(r"\b(?:percentage |basis )?points?\b", re.IGNORECASE)
_TOGETHER = re.compile(r",?\s?\b(?:(?:all )?together|combined|altogether|in total|added (?:up|together)|both)\b")
_PLUS = re.compile(r"\s(?:plus|\+)\s(?:the |an? )?")
_AND = re.compile(r",\s(?:and\s)?|\sand\s(?:the )?")
_SHARE = re.compile(
    r"\b(?:what|which) (?:share|percent(?:age)?|proportion|portion|part) of (?P<whole>.+?) "
    r"(?:went to|go(?:es)? to|goes (?:on|into)|went (?:on|into)|came from|comes from|was|is|were|are) (?P<part>.+)$"
    r"|^(?P<part2>.+?),? as an? (?:percent(?:age)?|share|%) of (?P<whole2>.+)$"
    r"|\bshare of (?P<part3>.+?) in (?P<whole3>(?:total|all|overall|gross|net)\b.+)$"
)
# Of what is earned, what comes in is the net pay of the same slip.
_TAKEN_HOME = re.compile(
    r"\b(?:share|percent(?:age)?|proportion|portion|part) of (?:my |the )?(?:\w+ )?gross(?: pay| wages?| salary)? "
    r"(?:did|do|does) (?:i|we) (?:actually |really |finally )?(?:receive|take home|get|keep|see|bring home)\b"
)
_TALK = re.compile(
    r"^(?:and|so|but|then|what|what's|how much|how many|which|by how much|how|many|much|percentage|is|are|was|were|"
    r"do|does|did|has|have|had|"
    r"will|would|the|my|our|a|an|i|we|it|that|this|of|in|on|for|to|from|at|by|be|been|one|with|as|(?:percentage )?"
    r"points?|basis points?|pay|paid|cost|costs|price|per)\s+"
    r"|\s+(?:is|are|was|were|do|does|did|i|we|in|on|for|to|from|at|by|of|the|a|per|year|years|pay|be|since|than|"
    r"and|between|list|schedule|leaflet|leaflets|last|cost|each|points?)$|^[,:;\s]+|[,:;\s]+$"
)
_LENGTH_AT_END = re.compile(r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)[ -](?:years?|months?)$")
_SINCE = re.compile(r"\b(?:since|from|than|over|against|on)\b")
_LAST = re.compile(r"\b(?:(?:on|over|since|than) )?(?:last year|the year before|before|previous(?:ly)?)\b")
_AHEAD = re.compile(r"\b(?:will|would|going to)\b")
_NO_NUMBER = re.compile(r"^(?:why|who|where|which|can|could|should|may)\b")
LEAST_ADDED, MOST_ADDED = 2, 6


def compare(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """What the question's comparison comes to; None where it makes none, or its cells are not found surely enough."""
    text = matcher.asked.text
    is_alone = is_of_the_user_alone(text) and not _TAKEN_HOME.search(fold(text))
    if is_alone or _MEAN.search(text):
        return None
    by_labels = _less_by_labels(matcher, calibration)
    if by_labels is not None:
        return by_labels
    stated = find_numbers(without_periods(text))
    for comparison in read_comparison(text, is_plus_a_name=_is_plus_a_name(matcher)):
        periods = {sheet.document_id: document_period(sheet) for sheet in matcher.views.sheets}
        groups = Groups(matcher, periods, of_rates=_POINTS.search(text) is not None)
        together = groups.choose(comparison.things)
        if together is None or together.score < calibration.threshold(GateStratum.LOOKUP):
            continue
        if stated and not together.in_band:
            continue
        if comparison.made in (Made.CHANGE, Made.PERCENT_CHANGE) and not _is_one_line(together.views):
            continue
        made = FigureList()
        leaves = [made.cell(view) for view in together.views]
        if len({leaf.scale for leaf in leaves}) > 1 or len({leaf.currency_code for leaf in leaves} - {""}) > 1:
            return None
        value = _value(made, leaves, comparison, " / ".join(map(describe, together.views)))
        if value is None:
            return None
        found = found_in_cell(together.views[0], Fit((), (), (), (), 0), calibration)
        return number_answer(made, value, replace(found, score=min(1.0, together.score), notes=()))
    return None


def _less_by_labels(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """ "Money in minus money out", where two rows of one paper are called just so."""
    folded = re.sub(r"\s+", " ", fold(matcher.asked.text)).strip(" ?!.")
    match = _MINUS.match(re.sub(r"^[^:]{2,40}: ", "", folded))
    if not match:
        return None
    views: list[CellView] = []
    for name in (match["first"], match["second"]):
        called = _ARTICLE.sub("", without_periods(name)).strip()
        held = [
            view
            for view, _ in matcher.cells()
            if view.cell.number and view.cell.row_path and fold(view.cell.row_path[-1]).strip() == called
        ]
        if len({view.cell.number for view in held}) != 1:
            return None
        views.append(held[0])
    one, other = views
    if one.sheet is not other.sheet or (one.cell.scale, one.cell.unit) != (other.cell.scale, other.cell.unit):
        return None
    made = FigureList()
    value = _value(made, [made.cell(one), made.cell(other)], Comparison(Made.LESS, ()), describe(one))
    found = replace(found_in_cell(one, Fit((), (), (), (), 0), calibration), notes=())
    score = max(calibration.threshold(GateStratum.LOOKUP), 0.9)
    return None if value is None else number_answer(made, value, replace(found, score=score))


def _is_one_line(views: Sequence[CellView]) -> bool:
    """Whether cells differ by their period, or their paper, only."""
    lines = {(view.sheet.document_id, plain(view.cell.row_path), plain(view.cell.column_path)) for view in views}
    return len(lines) == 1 or len({document for document, _, _ in lines}) > 1


def _is_plus_a_name(matcher: Matcher) -> bool:
    """Whether something is called Plus: a column, a row, a paper."""
    labels = (label for view in matcher.views.cells for label in (*view.cell.row_path, *view.cell.column_path))
    names = (text for sheet in matcher.views.sheets for text in (sheet.name, sheet.title))
    return any(re.search(r"\bPlus\b", text) for text in (*labels, *names))


# --- reading ---------------------------------------------------------------------------------------------------------


def read_comparison(text: str, *, is_plus_a_name: bool = False) -> list[Comparison]:
    """The ways to read a question as a comparison, the likeliest first. A plan may be called Plus."""
    folded = re.sub(r"\s+", " ", fold(text)).strip(" ?!.")
    if is_plus_a_name:
        folded = re.sub(r"\bplus\b", "plus-", folded)
    if _NO_NUMBER.match(folded):
        return []
    readers = (_gap, _than, _against, _minus, _share, _moved, _added)
    return [found for read in readers if (found := read(folded)) is not None][:1]


def _gap(folded: str) -> Comparison | None:
    match = _GAP.search(folded)
    if not match:
        return None
    about = _words(f"{match['head']} {match['about'] or ''}")
    return _of_two(_percent_or(folded, Made.APART), f"{about} {match['first']}", f"{about} {match['second']}")


def _than(folded: str) -> Comparison | None:
    match = _THAN.search(folded)
    if not match:
        return None
    about = _words(match["about"])
    return _of_two(Made.APART, f"{about} {match['first']}", match["second"], shared=f"{about} {match['first']}")


def _against(folded: str) -> Comparison | None:
    match = _AGAINST.search(folded)
    return _of_two(Made.APART, match["first"], match["second"], shared=match["first"]) if match else None


def _minus(folded: str) -> Comparison | None:
    inside = _IN_BRACKETS.search(folded)
    match = (_MINUS.match(inside["inside"]) if inside else None) or _MINUS.match(folded)
    if not match or re.search(r"\bhow (?:much|many)$", match["first"]):
        return None
    return _of_two(Made.LESS, match["first"], match["second"], shared=match["first"])


def _share(folded: str) -> Comparison | None:
    taken_home = _TAKEN_HOME.search(folded)
    if taken_home:
        months = asked_periods(folded)
        month = months[0] if len(months) == 1 else None
        return Comparison(Made.SHARE, (Thing("net pay", month), Thing("gross pay", month)))
    match = _SHARE.search(folded)
    if not match:
        return None
    key = next(key for key in ("", "2", "3") if match["part" + key])
    part, whole = match["part" + key], match["whole" + key]
    period = asked_periods(folded)
    things = (_thing(part), _thing(whole))
    if len(period) == 1:
        things = (replace(things[0], period=period[0]), replace(things[1], period=period[0]))
    return Comparison(Made.SHARE, things) if all(one.words for one in things) else None


def _moved(folded: str) -> Comparison | None:
    """One thing at two times; where one is named, or none, the paper or column in force and the one before it."""
    periods = sorted(asked_periods(folded), key=order_of)
    if (
        not (_MOVES.search(_SEASON.sub(" ", folded)) and _ASKS_CHANGE.search(_SEASON.sub(" ", folded)))
        or len(periods) > 2
        or _TOGETHER.search(folded)
        or _AHEAD.search(folded)
    ):
        return None
    plain = _MOVES.sub(" ", without_periods(re.sub(r"\bagainst\b", " ", folded)))
    words = _words(_LAST.sub(" ", _PERCENT.sub(" ", plain)))
    if not words:
        return None
    named: tuple[Period | When, ...] = tuple(periods)
    if len(periods) == 1:
        named = (periods[0], When.NEWEST) if _SINCE.search(folded) else (When.ONE_BEFORE, periods[0])
    elif not periods:
        named = (When.ONE_BEFORE, When.NEWEST)
    things = tuple(Thing(words, period) for period in named)
    return Comparison(
        _percent_or(folded, Made.CHANGE), things, falls=bool(_DOWN.search(folded)) and not _UP.search(folded)
    )


def _added(folded: str) -> Comparison | None:
    inside = _IN_BRACKETS.search(folded)
    is_asked = _TOGETHER.search(folded) is not None
    text = inside["inside"] if inside and is_asked and len(_AND.split(inside["inside"])) > 1 else folded
    # What is to be left out is none of the parts.
    text = _TOGETHER.sub(" ", _LEFT_OUT.sub(" ", text))
    period = asked_periods(folded)
    if len(period) > 1:
        return None
    parts = _PLUS.split(text)
    if is_asked or len(parts) > 1:
        parts = [part for one in parts for part in (_AND.split(one) if is_asked else [one])]
    things = [_thing(part) for part in parts]
    if not LEAST_ADDED <= len(things) <= MOST_ADDED or not all(one.words for one in things):
        return None
    if period:
        things = [replace(one, period=period[0]) for one in things]
    return Comparison(Made.SUM, tuple(things))


def _of_two(made: Made, first: str, second: str, shared: str = "") -> Comparison | None:
    """Two things; the second takes the first one's words where it has none of its own but a period."""
    one, other = _thing(first), _thing(second)
    if not other.words and other.period is not None:
        other = replace(other, words=_thing(shared or first).words)
        if one.period is None:
            one = replace(one, period=When.NEWEST)
    if one.period is not None and other.period is not None and one.words != other.words and _is_period_only(second):
        other = replace(other, words=one.words)
    return Comparison(made, (one, other)) if one.words and other.words else None


def _is_period_only(text: str) -> bool:
    return not _words(without_periods(text))


def _thing(text: str) -> Thing:
    periods = periods_in(text)
    return Thing(_words(without_periods(text) if periods else text), periods[0] if len(periods) == 1 else None)


def _words(text: str) -> str:
    """A thing's words without the talk around them."""
    text = _EACH_TIME.sub(" ", text)
    if all(word in STOPWORDS for word in words_of(text)):
        return ""
    previous = None
    while text != previous:
        previous = text
        if _LENGTH_AT_END.search(text.strip()):
            text = re.sub(r"^[,:;\s]+", "", text.strip())
            kept = _TALK.sub("", text + " \0").removesuffix("\0").strip()
            text = kept or text
            continue
        text = _TALK.sub("", text)
    text = re.sub(r"^'s ", "", text.strip())
    return "" if all(word in STOPWORDS for word in words_of(text)) else text


def _percent_or(folded: str, otherwise: Made) -> Made:
    return Made.PERCENT_CHANGE if _PERCENT.search(folded) else otherwise


# --- calculating -----------------------------------------------------------------------------------------------------


def _value(made: FigureList, leaves: Sequence[Figure], comparison: Comparison, label: str) -> Figure | None:
    if comparison.made is Made.SUM:
        if leaves[0].scale is Scale.PERCENT:
            return None
        return made.make(FigureOp.ADD, leaves, sum(map(exact, leaves), Decimal(0)), label, like=leaves[0])
    first, second = leaves
    if comparison.made is Made.SHARE:
        part, whole = abs(exact(first)), abs(exact(second))
        if not whole or part > whole or first.scale is Scale.PERCENT:
            return None
        return _share_of(made, first, second, label)
    if comparison.made is Made.PERCENT_CHANGE and first.scale is not Scale.PERCENT:
        return _percent_change(made, first, second, comparison, label)
    if comparison.made in (Made.CHANGE, Made.PERCENT_CHANGE):
        first, second = second, first
    if comparison.made is Made.LESS and exact(second) < 0 < exact(first):
        # What goes out is printed as negative, and taken off once.
        return made.make(FigureOp.ADD, [first, second], exact(first) + exact(second), label, like=first)
    is_apart = comparison.made is Made.APART and exact(first) >= 0
    if exact(first) < exact(second) and (is_apart or comparison.falls):
        first, second = second, first
    unit = FigureUnit.PERCENTAGE_POINT if first.scale is Scale.PERCENT else FigureUnit.UNSPECIFIED
    return made.make(FigureOp.SUBTRACT, [first, second], exact(first) - exact(second), label, like=first, unit=unit)


def _share_of(made: FigureList, first: Figure, second: Figure, label: str) -> Figure:
    """A share of amounts: what is printed as negative because it is taken off is a share all the same."""
    share = exact(first) / exact(second) * 100
    value = made.make(FigureOp.PERCENT_OF, [first, second], share, label, unit=FigureUnit.PERCENT, rounding=2)
    if share >= 0:
        return value
    return made.make(FigureOp.NEGATE, [value], -exact(value), label, unit=FigureUnit.PERCENT)


def _percent_change(
    made: FigureList, first: Figure, second: Figure, comparison: Comparison, label: str
) -> Figure | None:
    if exact(first) <= 0:
        # What a percentage of a loss means, readers do not agree on.
        return None
    change = (exact(second) - exact(first)) / exact(first) * 100
    value = made.make(FigureOp.PERCENT_CHANGE, [first, second], change, label, unit=FigureUnit.PERCENT, rounding=2)
    if change < 0 and comparison.falls:
        return made.make(FigureOp.NEGATE, [value], -exact(value), label, unit=FigureUnit.PERCENT)
    return value
