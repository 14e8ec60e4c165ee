"""The one cell that answers a question put in other words than the table's.

Comes after everything that needs the question's words to be said. Of all cells of the asked period and kind the best
(`weighing.py`) answers where it clears a bar and nothing speaks against it: a calculation that the question asks
for, a word of it that another row or column of the same table bears, a name or a length that no paper says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from services.answerer.documents.clauses import Nearness
from services.answerer.documents.kinds import are_of_asked_kind
from services.answerer.documents.lookup import (
    answer_with_cell,
    found_in_cell,
    governing,
    printed_value,
    unnamed_products,
    with_row_notes,
)
from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentCalibration
from services.answerer.documents.question import Task, Term, Wanted
from services.answerer.documents.quotation import frequency
from services.answerer.documents.refusal import is_a_name
from services.answerer.documents.scope import is_of_the_user_alone
from services.answerer.documents.terms import fold, notions, words
from services.answerer.documents.views import CellView
from services.answerer.documents.weighing import CellWeights, WeighedCell
from services.answerer.model import Scale
from services.common.printed import find_numbers, is_nil

WELL_APART = 0.5
CLEAR = 0.15
NEAR = 0.35
"""How far behind the best a cell is still looked at for a newer version of the same row."""

# The question makes something of more than one number.
CALCULATES = re.compile(
    r"\b(?:differ\w*|minus|plus|less than|more than|together|both|combined|altogether|sum|add(?:ed)?|between|average|"
    r"mean|net of|left over|than|versus|vs|compared|each of|ratio|times|twice|change[ds]?|increase[ds]?|decrease[ds]?|"
    r"rise|rose|drop(?:ped)?|fell|go(?:ne)? (?:up|down)|went (?:up|down)|sav(?:e|ing)|extra|cheaper|dearer|share|"
    r"percent(?:age)? of|portion|proportion|how many times|multiplied|doubled?|combined?|c[ao]me down|since|in all)\b|"
    r"\d\s?[x×]\s",
    re.IGNORECASE,
)
_OVER_A_TIME = re.compile(
    r"\b(?:over|for|during|across|after|in|within|of) (?:the |a |an |all |my )?(?:first |next |last |full |whole |"
    r"entire )?(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|half|full|whole)?[ -]?"
    r"(?:days?|nights?|weeks?|months?|quarters?|years?|term)\b",
    re.IGNORECASE,
)
_WITHOUT = re.compile(r"\b(?:without|not|no|except|other than|excluding|non)\b", re.IGNORECASE)
# Said of a figure, such a word makes it another one.
_TURNING = re.compile(
    r"discounts?|caps?|limits?|minimum|maximum|min|max|least|most|waived?|rebate|refund|surcharge|tax|unit|average|total|"
    r"subtotal|difference|change|growth|previous|prior|opening|closing|before|after"
)
_BOUNDS = re.compile(r"\b(?:most|least|max\w*|min\w*|highest|lowest|largest|smallest|biggest)\b", re.IGNORECASE)
_TIMES = frozenset(("before", "after", "since", "until", "till", "during", "once"))
_CHOOSES = re.compile(r"^\W*(?:and |so )?(?:which|who|whose)\b|\bhow many (?:of|rows|different)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Bar:
    """What the best cell needs: nearness, the share of the question that it says, and how far it is ahead."""

    nearness: float
    said: float
    margin: float

    def is_cleared(self, best: WeighedCell, margin: float) -> bool:
        """Whether the cell has all of it."""
        return best.nearness >= self.nearness and best.said >= self.said and margin >= self.margin


# Measured as docs/decisions/0085 says.
NOTHING_MISSING = Bar(0.30, 0.60, 0.18)
SOMETHING_MISSING = Bar(0.50, 0.60, 0.28)
IN_ITS_BAND = Bar(0.50, 0.85, 0.03)
BY_WORDS = Bar(0.0, 0.85, 0.18)
MOST_UNKNOWN = 0.34


def cells_to_weigh(matcher: Matcher) -> tuple[str, ...]:
    """Labels whose nearness to the question would help to find its cell; empty where none can answer."""
    return _weights(matcher).to_embed() if _is_asked(matcher) else ()


def answer_in_cell(
    matcher: Matcher, calibration: DocumentCalibration, nearness: Nearness | None
) -> DocumentAnswer | None:
    """The cell that most speaks for, where it is likely enough; None where none is, or nearness is not known."""
    if not nearness or not _is_asked(matcher):
        return None
    chosen = best_cell(matcher, nearness)
    if chosen is None:
        return None
    best, margin = chosen
    bar = SOMETHING_MISSING if best.missing else IN_ITS_BAND if best.in_band else NOTHING_MISSING
    if not bar.is_cleared(best, margin) or _is_barred(matcher, best, margin):
        return None
    return replace(_answer(matcher, best, calibration), score=min(1.0, best.said), threshold=bar.said)


def _answer(matcher: Matcher, best: WeighedCell, calibration: DocumentCalibration) -> DocumentAnswer:
    found = found_in_cell(best.view, best.fit, calibration)
    if _is_worded(best.view):
        return found
    return answer_with_cell(matcher, best.view, replace(best.fit, noted=()), calibration) or found


def likeliest_by_words(matcher: Matcher, views: Sequence[CellView]) -> WeighedCell | None:
    """Of some cells the one whose labels say nearly all of the question, far ahead of what prints something else."""
    weighed = CellWeights(matcher, [(view, matcher.fit_cell(view)) for view in views]).weigh()
    # A step or a band that the amount is not in is another line, whatever else it says.
    fitting = [one for one in weighed if one.in_band or not _is_band(one.view)]
    ranked = sorted(fitting, key=lambda one: -one.score_by_words)
    if not ranked:
        return None
    best = ranked[0]
    rivals = [one for one in ranked if printed_value(one.view) != printed_value(best.view)]
    margin = best.score_by_words - rivals[0].score_by_words if rivals else WELL_APART
    asked = len(best.unknown) + len(best.missing) + best.said_count
    is_said = best.said >= BY_WORDS.said and len(best.unknown) <= MOST_UNKNOWN * asked
    if not is_said or margin < BY_WORDS.margin or _is_barred(matcher, best, margin, of_amount=True):
        return None
    return best


def _is_band(view: CellView) -> bool:
    labels = (*view.cell.row_path, *view.cell.column_path)
    return any(number.currency for label in labels for number in find_numbers(label))


def best_cell(matcher: Matcher, nearness: Nearness) -> tuple[WeighedCell, float] | None:
    """The cell that most speaks for, and how far ahead it is of the next that prints something else."""
    weighed = _weights(matcher).weigh(nearness)
    if not weighed:
        return None
    near = [one for one in weighed if one.score >= weighed[0].score - NEAR]
    held = {id(view) for view, _ in governing(matcher, [(one.view, one.fit) for one in near])}
    in_force = [one for one in near if id(one.view) in held]
    best = in_force[0]
    if not best.view.cell.printed.strip():
        return None
    rivals = [one for one in (*in_force, *weighed[len(near) :]) if printed_value(one.view) != printed_value(best.view)]
    return best, best.score - rivals[0].score if rivals else WELL_APART


def _weights(matcher: Matcher) -> CellWeights:
    candidates = [
        (view, fit)
        for view, fit in with_row_notes(matcher.cells())
        if _is_of_kind(matcher, view) and not matcher.numbers_unused(view)
    ]
    of_kind = are_of_asked_kind(matcher.asked.text, [view for view, _ in candidates])
    return CellWeights(matcher, [one for one, kept in zip(candidates, of_kind, strict=True) if kept])


def _is_asked(matcher: Matcher) -> bool:
    """Whether one cell can answer at all."""
    asked = matcher.asked
    if asked.task is not Task.LOOK_UP or asked.wanted in (Wanted.YES_NO, Wanted.TEXT, Wanted.DURATION, Wanted.NAME):
        return False
    if len(asked.years) > 1 or asked.count is not None or not asked.terms:
        return False
    return not (CALCULATES.search(asked.text) or _CHOOSES.search(asked.text))


def _is_of_kind(matcher: Matcher, view: CellView) -> bool:
    """Whether it prints what is asked for; "120 days of interest" is a penalty too."""
    return matcher.is_wanted(view) or (matcher.asked.wanted is Wanted.VALUE and _is_worded(view))


def _is_worded(view: CellView) -> bool:
    """Whether it says in words what its number is of ("120 days of interest")."""
    numbers = find_numbers(view.cell.printed)
    rest = view.cell.printed[numbers[0].end :] if len(numbers) == 1 else ""
    return re.match(r"\s*[a-z]+ (?:of|after|before|in|from|plus|less) [a-z]+", rest, re.IGNORECASE) is not None


def _is_barred(matcher: Matcher, best: WeighedCell, margin: float, *, of_amount: bool = False) -> bool:
    """Whether something says that the cell answers another question, however much speaks for it.

    `of_amount`: the cell's rate is to be taken of an amount, over whatever time that is for.
    """
    asked, view = matcher.asked, best.view
    if is_of_the_user_alone(asked.text) or not best.in_label:
        return True
    unsaid = (*best.unknown, *best.missing)
    if any(term.word.startswith("~") or term.word in _TIMES for term in unsaid):
        return True
    if any(is_a_name(asked.text, term) for term in best.unknown) or any(
        _BOUNDS.fullmatch(term.word) for term in unsaid
    ):
        return True
    return (
        any(_is_of_a_neighbour(matcher, best, margin, term) for term in best.missing)
        or any(_is_of_another_paper(matcher, view, term) for term in best.missing)
        or _is_turned(matcher, view)
        or (not of_amount and (_is_rate_of_amount(matcher, view) or _is_for_another_time(matcher, view)))
        or _is_negated_otherwise(matcher, view)
        or bool(unnamed_products(matcher, view.sheet))
        or matcher.counts_unsaid(" ".join((*view.cell.row_path, *view.cell.column_path, view.cell.printed)))
    )


def _is_of_another_paper(matcher: Matcher, view: CellView, term: Term) -> bool:
    """Whether another paper is called so, and this one is not."""
    return any(term.is_in(sheet.naming) for sheet in matcher.views.sheets if sheet is not view.sheet)


def _is_turned(matcher: Matcher, view: CellView) -> bool:
    """Whether the row's label says a word that makes another figure of it, and the question does not."""
    said = frozenset().union(*map(notions, words(fold(matcher.asked.text))))
    said |= frozenset().union(frozenset(), *(term.means for term in matcher.asked.terms))
    label = " ".join((*view.cell.row_path[-1:], *view.cell.column_path[-1:]))
    return any(_TURNING.fullmatch(word) and not notions(word) & said for word in words(fold(label)))


def _is_rate_of_amount(matcher: Matcher, view: CellView) -> bool:
    """Whether an amount is asked about, and the cell has only the rate of it."""
    asked = matcher.asked
    return bool(asked.numbers) and asked.wanted is not Wanted.RATE and view.cell.scale is Scale.PERCENT


def _is_of_a_neighbour(matcher: Matcher, best: WeighedCell, margin: float, term: Term) -> bool:
    """Whether another column of the same table is called so, or a row that says as much of the question."""
    view = best.view
    mine = sum(1 for one in matcher.asked.terms if one.is_in(view.row))
    for other in matcher.views.siblings(view):
        if term.is_in(other.column) and other.cell.column_path != view.cell.column_path:
            return True
        theirs = sum(1 for one in matcher.asked.terms if one.is_in(other.row)) if term.is_in(other.row) else 0
        if theirs > mine or (theirs == mine and theirs and margin < CLEAR):
            return True
    return False


def _is_for_another_time(matcher: Matcher, view: CellView) -> bool:
    """Whether the question is for a stretch of time, and the cell's price for another one."""
    asked = matcher.asked
    texts = (*view.cell.row_path, *view.cell.column_path, view.cell.printed, view.cell.table_caption)
    said = frequency(" ".join(texts))
    if said is None or is_nil(view.cell.printed):
        return False
    meant = asked.per or frequency(asked.text)
    return (meant is not None and bool(meant) and meant != said) or _OVER_A_TIME.search(asked.text) is not None


def _is_negated_otherwise(matcher: Matcher, view: CellView) -> bool:
    labels = " ".join((*view.cell.row_path, *view.cell.column_path))
    return bool(_WITHOUT.search(matcher.asked.text)) != bool(_WITHOUT.search(labels))
