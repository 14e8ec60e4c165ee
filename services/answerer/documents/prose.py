"""The one clause that answers a question put in other words: a rule, a meaning, a way, a day, a length, an amount.

Unlike `quotation`, which needs all that is asked to be said, this chooses among the clauses of the kind that is asked
for by words and nearness together, and answers only where one stands apart from the next.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from enum import Enum, auto

from services.answerer.documents.assurance import BAR, Signs, assurance
from services.answerer.documents.clauses import MONEY_NOTIONS, Clause, Clauses, Nearness, Weighed
from services.answerer.documents.doubts import is_older
from services.answerer.documents.lookup import blank, choose, found_in_cell
from services.answerer.documents.matching import Fit, Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentCalibration, DocumentRefusal, ValueKind
from services.answerer.documents.policy import asks_yes_or_no, is_of_other_side, polarity, premise_holds
from services.answerer.documents.question import Task, Term, Wanted
from services.answerer.documents.quotation import (
    amount_in,
    amounts_in,
    count_in,
    date_in,
    duration_in,
    ends,
    explains,
    found_in_sentence,
    is_table_line,
    last_day_in,
    names_a_day,
    starts,
    things_in,
    times_in,
)
from services.answerer.documents.scope import is_out_of_scope
from services.answerer.documents.terms import content_words, fold, notions, words
from services.answerer.documents.views import SentenceView, dates_of, days_agree, months_of, years_of
from services.answerer.documents.vocabulary import NUMBER_WORDS
from services.answerer.model import Polarity
from services.common.printed import MONTH, MONTHS, PrintedNumber, Scale, find_numbers, is_nil


class Kind(Enum):
    """What kind of clause answers."""

    RULING = auto()
    ESCAPE = auto()
    EXPLANATION = auto()
    DATE = auto()
    LENGTH = auto()
    COUNT = auto()
    AMOUNT = auto()


_ASKS_IF_CHARGED = re.compile(
    r"\b(?:is|are|was|will) there (?:be )?(?:an? |any )?(?:\w+ ){0,2}(?:charge|fee|cost|penalty|surcharge)s?\b|"
    r"\b(?:do|does|will|would) (?:\w+ ){1,3}(?:charge|cost)\b|\bis (?:\w+ ){1,4}free\b",
    re.IGNORECASE,
)
_OF_NUMBERS = (Kind.LENGTH, Kind.COUNT, Kind.AMOUNT, Kind.DATE)
_TIMES = re.compile(r"\b(?:days|weeks|months|hours|nights)\b", re.IGNORECASE)
_HOW_MUCH = re.compile(r"\bhow much\b", re.IGNORECASE)
_DAY_OF_MONTH = re.compile(r"\bday of (?:the|each|every) month\b", re.IGNORECASE)
_DEADLINE = re.compile(r"\bdeadline\b|\bby when\b|\bhow late\b", re.IGNORECASE)
# "Within 30 days of", "no later than two years after": the length of a time that something starts.
_AFTER = re.compile(
    r"\b(?:within|no later than|not later than|up to)\b[^.;]*\b(?:of|after|from|since)\b|"
    r"\b(?:within|no later than) [\w ]{1,20}(?:days|weeks|months|years)\b",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:first|last) (?:\w+ )?day\b", re.IGNORECASE)
_STATES_TIMES = re.compile(
    rf"\b(?:\d+|{'|'.join(NUMBER_WORDS)}|several|few)[ -](?:\w+ )?(?:days|weeks|months|hours|nights)\b", re.IGNORECASE
)
_SOON = re.compile(r"\bhow (?:fast|soon|quickly)\b|\bwithin how many\b", re.IGNORECASE)
_ASKS_WHAT_FOR = re.compile(
    r"\bwhat (?:is|was|are|were) .+ (?:about|for)\b\W*$|\bwhat (?:do|must) (?:i|we) (?:need|have)\b|"
    r"\bwhat must (?:i|we)\b|\bwhat .+ (?:relate|refer) to\b",
    re.IGNORECASE,
)
# "401(k)", "W-2": numbers that are names.
_NUMBER_NAMES = re.compile(r"\b(?:401|403|457|529|1099|1040)(?:\s?\(?[a-z]\)?)?", re.IGNORECASE)
_ESCAPE = re.compile(
    r"\b(?:avoid|waive[ds]?|waiving|get out of|getting out of|escape|dodge|not (?:have to )?pay|without paying|skip|"
    r"get rid of|stop paying)\b",
    re.IGNORECASE,
)
_WAIVER = re.compile(
    r"\b(?:waive[ds]?|not charged|no (?:\w+ ){0,2}(?:charge|fee|cost)|free (?:if|when|of charge|for)|is free|"
    r"(?:does|do|will|shall) not apply|exempt)\b",
    re.IGNORECASE,
)
_RULE = re.compile(
    r"\b(?:may|can|cannot|must|shall|will|needs?|not|never|no|only|unless|ends?|requires?|required|allow\w*|permit\w*|cover\w*|"
    r"includ\w+|exclud\w+|entitled|eligible|free|available|prohibited|forbidden|none|nobody|without|are|is)\b|n't\b",
    re.IGNORECASE,
)
_ON_A_DAY = re.compile(
    r"\bwhat (?:date|day)\b|\bwhich (?:date|day)\b|\buntil when\b|\btill when\b|\bsince when\b", re.IGNORECASE
)
_WHEN = re.compile(r"\bwhen\b", re.IGNORECASE)
_ASKS_WHO_MAY = re.compile(
    r"^\W*(?:who|which (?:\w+ ){1,2})\s*(?:may|must|can|needs?|has to|have to|do)\b", re.IGNORECASE
)
_MAY_ONE = re.compile(r"\b(?:can|may|must|should|do|am) (?:i|we)\b", re.IGNORECASE)
_SETS_IN = re.compile(r"\b(?:kicks? in|appl(?:y|ies)|starts?|begins?|takes? effect|charged)\b", re.IGNORECASE)
_CONDITION = re.compile(
    r"\b(?:when|if|after|once|upon|unless|until|as soon as|at once|on the (?:first|last)|at the end|only)\b",
    re.IGNORECASE,
)
# "Between 8 a.m. and 8 p.m.", "the next business day", "each month in which".
_TIME_OF = re.compile(
    r"\b(?:between|each|every|during|within|immediately)\b|\b[ap]\.m\.|\b(?:next|same|following) (?:\w+ )?day\b|"
    r"\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:daily|weekly|monthly|quarterly|yearly|annually)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{3,}")
# "The fee on Slate", "premium for my boat": what a figure is asked of.
_WHOSE = re.compile(r"\b(?:(?:on|from|at|with|by|under)(?: the| my| our| an?)?|my|our) ([a-z]{3,})", re.IGNORECASE)
# Whose they are, not what a paper would be called.
_KIN = frozenset(("family", "wife", "husband", "spouse", "partner", "kids", "children", "heirs", "estate", "parents"))
_SUPERLATIVE = re.compile(r"\w+est|most|least|top", re.IGNORECASE)
# Whether a loss is insured is ruled by a clause that says what is paid for.
_ASKS_IF_COVERED = re.compile(r"\b(?:cover(?:s|ed)?|insured?|insures|claim for|claimable)\b", re.IGNORECASE)
_SAYS_WHAT_IS_COVERED = re.compile(
    r"\b(?:insur\w+|cover\w*|pay|pays|paid|payable|exclu\w+|loss(?:es)?|damages?|reimburs\w+|compensat\w+|claims?|"
    r"benefits?|includ\w+|protect\w*|eligible)\b",
    re.IGNORECASE,
)
_RESULT = re.compile(
    r"\bhow (?:did|do|does|has|have|is|are|was|were)\b.*\b(?:do|done|doing|perform\w*|fare\w*|go|gone|move\w*|"
    r"develop\w*|chang\w+|compare\w*)\b",
    re.IGNORECASE,
)
_NAMED_DAY = re.compile(
    r"\bfirst day of\b|^\W*(?:the )?(?:start|beginning|end|expiry) of\b|\b(?:start|starting|due|pay(?:ment)?) date\b|"
    r"\b(?:last|final) day\b|\b(?:expiry|expiration|end|due|maturity|closing) date\b|\bdeadline\b",
    re.IGNORECASE,
)
_WHICHEVER = re.compile(r"\bwhichever\b|\b(?:greater|lesser|higher|lower) of\b", re.IGNORECASE)
_BEFORE = re.compile(rf"\b(?:before|prior to|until)\s+(?:({MONTH})\s+)?(20\d\d)\b", re.IGNORECASE)
_REGULAR = re.compile(r"\b(?:regular|normal|standard|full|usual|list)\b", re.IGNORECASE)
_REDUCED = re.compile(r"\b(?:promotional|introductory|discounted|reduced|special)\b", re.IGNORECASE)
_OF_MONEY = re.compile(r"\bhow many (?:dollars|euros|pounds|bucks|cents|francs|yen)\b|\bworth\b", re.IGNORECASE)
# "The charge is three months' interest": an amount that no number states.
_IN_WORDS = re.compile(r"\b(?:charge|fee|cost|penalty|premium|price)s? (?:is|are|equals?)\b", re.IGNORECASE)
# What is an amount beside the one that it is taken of.
_OTHER_AMOUNT = re.compile(r"\b(penalty|surcharge|fine|discount|rebate|bonus|refund)\b", re.IGNORECASE)
# "Two cycles later" counts no things.
_COUNT_OF_THINGS = re.compile(
    rf"\b({'|'.join(NUMBER_WORDS)})\b"
    r"(?![ -](?:\w+[ -])?(?:days?|weeks?|months?|quarters?|years?|hours?|nights?|cycles?)\b)"
)
_BY = re.compile(r"\bby(?: about| nearly| some| up to)?\s*$", re.IGNORECASE)
_ASKS_BY = re.compile(
    r"\bby how much\b|\bhow much (?:more|less|higher|lower)\b|\b(?:reduction|increase|cut|rise)\b", re.IGNORECASE
)
_FIRST = re.compile(r"\b(?:first|1st|initial)\b", re.IGNORECASE)
_LATER = re.compile(
    r"\b(?:second|2nd|third|another|further|subsequent|following|repeat(?:ed)?|additional|next|again)\b", re.IGNORECASE
)
_MOST_WORDS = 60
# How much of the question a clause has to say to explain it in whatever form.
_SAID_FOR_EXPLANATION = 0.4
# How much of the question a clause has to say for its condition to stand for a day.
_SAID_FOR_CONDITION = 0.9
# A clause that is further from the question than this is not quoted for words that both have.
_LEAST_NEAR = 0.3
# A clause of another kind that is this much nearer is what is asked about, unless this one is near itself.
_CLEARLY_NEARER, _NEAR_BEHIND_OTHERS = 0.1, 0.5
# Of rules and meanings, one that is not very near has to stand apart.
_LEAST_LEAD, _NEAR_WITHOUT_LEAD = 0.10, 0.60
# What it needs where other clauses say more of the question.
_NEAR_THOUGH_SAID_ELSEWHERE = 0.7
# Shares of the question that other clauses may say where the one is far ahead: of a rule, and of one with a number.
_LITTLE_ELSEWHERE, _MOST_ELSEWHERE = 0.3, 0.7
# From here on a clause is so much nearer than any other that words that it does not say are a paraphrase: nearness, how
# far the next one is behind in nearness, and in all.
_ALONE = ((0.45, 0.20, 0.0), (0.60, 0.15, 0.40))


def clauses_to_weigh(matcher: Matcher, calibration: DocumentCalibration) -> tuple[str, ...]:
    """Texts whose nearness to the question would help to answer it; empty where words alone decide."""
    kind = _kind(matcher)
    if kind is None:
        return ()

    def is_wanted(weighed: Weighed) -> bool:
        return _is_admissible(matcher, kind, weighed) and _answer(matcher, kind, weighed, calibration) is not None

    return Clauses(matcher).to_embed(is_wanted)


def answer_in_prose(
    matcher: Matcher, calibration: DocumentCalibration, nearness: Nearness | None
) -> DocumentAnswer | None:
    """The answer of the clause that is sure enough; None where none is, or where nearness is not known."""
    best = best_clause(matcher, calibration, nearness)
    if best is None:
        return None
    kind, signs, answer = best
    assured = assurance(kind.name.lower(), signs)
    return replace(answer, score=assured, threshold=BAR) if assured >= BAR else None


def best_clause(
    matcher: Matcher, calibration: DocumentCalibration, nearness: Nearness | None
) -> tuple[Kind, Signs, DocumentAnswer] | None:
    """The clause that answers best, with what speaks for and against it; None where none can be meant."""
    kind = _kind(matcher)
    if kind is None or not nearness:
        return None
    clauses = Clauses(matcher)
    if _names_a_stranger(matcher, kind, clauses):
        return None
    ranked = []
    for weighed in clauses.weigh(nearness):
        if weighed.nearness is None or clauses.belongs_elsewhere(weighed) or not _is_admissible(matcher, kind, weighed):
            continue
        if kind in (Kind.AMOUNT, Kind.COUNT) and not _shares_a_word(matcher, weighed):
            continue
        answer = _answer(matcher, kind, weighed, calibration)
        if answer is not None:
            ranked.append((weighed, answer))
    if not ranked:
        return None
    best, answer = ranked[0]
    others = [other for other, says in ranked[1:] if not _says_the_same(answer, says)]
    signs = clauses.signs(best, others)
    if kind in (Kind.AMOUNT, Kind.COUNT) and not _stands_alone(signs):
        # A clause beside the point leaves the place to the next that is not.
        fitting = [one for one in ranked if not clauses.is_beside_the_point(one[0])]
        if not fitting:
            return None
        best, answer = fitting[0]
        others = [other for other, says in fitting[1:] if not _says_the_same(answer, says)]
        signs = clauses.signs(best, others)
    if any(other.clause.has_wording_of(best.clause) for other in others):
        # The same clause for another product, with another number: nothing says whose is meant.
        return None
    if signs.misnamed > 0 and answer.kind is ValueKind.DATE and starts(matcher.asked.text):
        # Since when a paper holds is for that paper to say.
        return None
    if answer.kind is ValueKind.TEXT and (
        signs.nearness < _LEAST_NEAR or (signs.nearness < _NEAR_BEHIND_OTHERS and signs.nearer >= _CLEARLY_NEARER)
    ):
        return None
    # A rule may be near by the half of the question that it says, and another clause rule on the rest.
    most = _MOST_ELSEWHERE if kind in _OF_NUMBERS else _LITTLE_ELSEWHERE
    stands_alone = _stands_alone(signs) and signs.elsewhere <= most
    return (kind, signs, answer) if stands_alone or not _is_outweighed(kind, best, signs) else None


def _is_outweighed(kind: Kind, best: Weighed, signs: Signs) -> bool:
    """Whether another clause is as near, or others say more of the question."""
    if kind in (Kind.RULING, Kind.EXPLANATION) and max(signs.lead, signs.nearness - _NEAR_WITHOUT_LEAD) < _LEAST_LEAD:
        return True
    is_said_elsewhere = 0 < signs.elsewhere >= best.own
    return is_said_elsewhere and signs.nearness < _NEAR_THOUGH_SAID_ELSEWHERE


def _stands_alone(signs: Signs) -> bool:
    """Whether a clause is near, the nearest of all, and far ahead of every other that answers otherwise."""
    return signs.nearer <= 0 and any(
        signs.nearness >= near and signs.nearness_lead >= ahead and signs.lead >= lead for near, ahead, lead in _ALONE
    )


def _shares_a_word(matcher: Matcher, weighed: Weighed) -> bool:
    """Whether the clause itself says something that the question says; that both are of a charge is too little."""
    held = weighed.clause.view.held | weighed.clause.labels
    soft = (term for term in matcher.asked.soft if not term.means & MONEY_NOTIONS)
    return weighed.own > 0 or any(term.is_in(held) for term in soft)


def is_for_prose(matcher: Matcher) -> bool:
    """Whether no cell of a table answers a question of this kind by its number."""
    kind = _kind(matcher)
    return kind in (Kind.ESCAPE, Kind.EXPLANATION, Kind.LENGTH) or (
        kind is Kind.RULING and matcher.asked.wanted is not Wanted.NAME
    )


def rule_in_cell(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | DocumentRefusal | None:
    """Whether something is charged for, by the cell of it: "None" is no, an amount is yes, blank is not said."""
    if _kind(matcher) is not Kind.RULING or not _ASKS_IF_CHARGED.search(matcher.asked.text):
        return None
    asked = replace(matcher.asked, wanted=Wanted.VALUE)
    chosen = choose(Matcher(asked, matcher.views, matcher.as_of))
    if isinstance(chosen, DocumentRefusal) or not chosen:
        return chosen if isinstance(chosen, DocumentRefusal) else None
    view, fit = chosen[0]
    if not view.cell.printed.strip():
        return blank(view)
    is_free = is_nil(view.cell.printed) or (bool(view.cell.number) and Decimal(view.cell.number) == 0)
    if not is_free and not view.cell.number:
        return None
    return replace(found_in_cell(view, fit, calibration), polarity=Polarity.NO if is_free else Polarity.YES)


def _kind(matcher: Matcher) -> Kind | None:
    asked = matcher.asked
    if is_out_of_scope(asked.text) or not asked.terms:
        return None
    is_measured = asked.wanted in (Wanted.DURATION, Wanted.COUNT, Wanted.DATE) or _HOW_MUCH.search(asked.text)
    if _ESCAPE.search(asked.text) and not is_measured:
        return Kind.ESCAPE
    if asked.task not in (Task.LOOK_UP, Task.EXTREME, Task.SHARE) or len(asked.years) > 1:
        return None
    if _RESULT.search(asked.text) or _OF_MONEY.search(asked.text):
        return None
    if asks_yes_or_no(asked) or (asked.wanted is Wanted.NAME and _ASKS_WHO_MAY.search(asked.text)):
        return Kind.RULING
    states_length = any(term.word.startswith("~") for term in asked.terms) or _STATES_TIMES.search(asked.text)
    if _SOON.search(asked.text) or (asked.wanted is Wanted.ANY and _TIMES.search(asked.text) and not states_length):
        return Kind.LENGTH
    if _ASKS_WHAT_FOR.search(asked.text):
        return Kind.EXPLANATION
    if _NAMED_DAY.search(asked.text):
        return Kind.DATE
    return {
        Wanted.TEXT: Kind.EXPLANATION,
        Wanted.DATE: Kind.DATE,
        Wanted.DURATION: Kind.LENGTH,
        Wanted.COUNT: Kind.COUNT,
        Wanted.VALUE: Kind.AMOUNT,
        Wanted.MONEY: Kind.AMOUNT,
        Wanted.RATE: Kind.AMOUNT,
        Wanted.ANY: Kind.AMOUNT,
    }.get(asked.wanted)


def _names_a_stranger(matcher: Matcher, kind: Kind, clauses: Clauses) -> bool:
    """Whether the question bears a name that no document does."""
    text = matcher.asked.text
    # A figure is asked of something; a rule may be asked for anything.
    whose = _WHOSE.findall(text) if kind in (Kind.AMOUNT, Kind.COUNT) else []
    names = {name.lower() for name in (*_NAME.findall(text), *whose) if not _SUPERLATIVE.fullmatch(name)} - _KIN
    return any(term.word in names and clauses.is_unknown(term) for term in matcher.asked.terms)


def _is_admissible(matcher: Matcher, kind: Kind, weighed: Weighed) -> bool:
    view = weighed.clause.view
    if (weighed.clause.is_part and kind not in _OF_NUMBERS) or is_older(matcher, view.sheet):
        return False
    if is_table_line(view.text):
        return False
    length = len(content_words(view.text))
    if length < {Kind.RULING: 2, Kind.ESCAPE: 3, Kind.EXPLANATION: 3}.get(kind, 1) or length > _MOST_WORDS:
        return False
    years = years_of(view.text)
    for year in matcher.asked.years:
        if year not in years and (years or not view.sheet.covers_year(year, matcher.as_of)):
            return False
    before = _BEFORE.search(matcher.asked.text)
    if before:
        # A paper that holds since then, or of no known day, is not what held before.
        start = date(int(before[2]), MONTHS[before[1].lower()] if before[1] else 1, 1)
        return view.sheet.effective_date is not None and view.sheet.effective_date < start
    if not days_agree(matcher.asked, view.text):
        return False
    if kind in _OF_NUMBERS and not _is_of_months(matcher, weighed.clause):
        return False
    return kind is Kind.RULING or _numbers_agree(matcher, weighed.clause)


def _is_of_months(matcher: Matcher, clause: Clause) -> bool:
    named = set(matcher.asked.months)
    return not named or bool(named & (clause.view.sheet.months | months_of(clause.view.text)))


def _numbers_agree(matcher: Matcher, clause: Clause) -> bool:
    """A number of the question is said by the clause or by the cell that it hangs on, or is on its side of a bound."""
    named = {number.value for match in _NUMBER_NAMES.finditer(matcher.asked.text) for number in find_numbers(match[0])}
    asked = [number for number in matcher.asked.numbers if number.value not in named]
    texts = [clause.view.text, *(one.cell.printed for one in clause.cells)]
    held = {number.value for text in texts for number in find_numbers(text)}
    return all(number.value in held for number in asked) or (
        premise_holds(matcher.asked.text, clause.view.text) is True
    )


def _answer(matcher: Matcher, kind: Kind, weighed: Weighed, calibration: DocumentCalibration) -> DocumentAnswer | None:
    view, asked = weighed.clause.view, matcher.asked
    found = found_in_sentence(view, Fit((), (), (), (), 0), calibration)
    found = replace(found, score=min(1.0, weighed.score), cells=tuple(one.cell for one in weighed.clause.cells[:1]))
    match kind:
        case Kind.RULING:
            if not _RULE.search(view.text) or is_of_other_side(asked.text, view.text):
                return None
            if _ASKS_IF_COVERED.search(asked.text) and not _SAYS_WHAT_IS_COVERED.search(view.text):
                return None
            return replace(found, polarity=polarity(asked, view.text)) if asks_yes_or_no(asked) else found
        case Kind.ESCAPE:
            return found if _WAIVER.search(view.text) else None
        case Kind.EXPLANATION:
            return found if explains(asked.text, view.text) or weighed.own >= _SAID_FOR_EXPLANATION else None
        case Kind.DATE:
            if _DAY_OF_MONTH.search(asked.text):
                return found if _ORDINAL.search(view.text) else None
            day = last_day_in(matcher, view, found) or date_in(matcher, view, found)
            if day is None and names_a_day(view.text) and not dates_of(view.text):
                return found
            if day is None and _DEADLINE.search(asked.text) and _AFTER.search(view.text):
                return duration_in(matcher, view, found)
            if day is not None or _ON_A_DAY.search(asked.text) or not _WHEN.search(asked.text):
                return day
            if _SETS_IN.search(asked.text) and not _MAY_ONE.search(asked.text) and weighed.own >= _SAID_FOR_CONDITION:
                return duration_in(matcher, view, found)
            is_condition = (_CONDITION.search(view.text) or _TIME_OF.search(view.text)) and not dates_of(view.text)
            return found if is_condition and not _is_of_an_edge(asked.text) else None
        case Kind.LENGTH:
            return duration_in(matcher, view, found)
        case Kind.COUNT:
            return count_in(matcher, view, found) or times_in(matcher, view, found)
        case Kind.AMOUNT:
            return _amount(matcher, view, found)


def _is_of_an_edge(question: str) -> bool:
    """Whether the question is about the day on which a time ends or begins, and not when its asker may begin."""
    return ends(question) or (starts(question) and _MAY_ONE.search(question) is None)


def _amount(matcher: Matcher, view: SentenceView, found: DocumentAnswer) -> DocumentAnswer | None:
    """The amount that a sentence states; of several, the one for the time that the question counts ("the second")."""
    asked = matcher.asked
    amounts = [number for number in amounts_in(view.text) if number.currency or number.scale is Scale.PERCENT]
    if not amounts and _IN_WORDS.search(view.text) and not asked.numbers and asked.wanted is not Wanted.RATE:
        return found
    if (
        _counts_more(matcher, view)
        or _WHICHEVER.search(view.text)
        or (_REGULAR.search(asked.text) and _REDUCED.search(view.text))
    ):
        return None
    if any(_BY.search(view.text[: number.start]) for number in amounts) and not _ASKS_BY.search(asked.text):
        return None
    said = frozenset().union(*map(notions, asked.raw_words))
    if any(not notions(word.lower()) & said for word in _OTHER_AMOUNT.findall(view.text)):
        return None
    if any(_is_said_of_another(view.text, term, amounts) for term in asked.optional):
        return None
    if len(amounts) <= 1:
        amount = amount_in(matcher, view, found)
        return amount if amount is not None or asked.wanted is not Wanted.ANY else things_in(matcher, view, found)
    which = _counted(asked.text)
    if which is None:
        beside = [number for number in amounts if _follows_a_term(matcher, view, number)]
        return amount_in(matcher, _only(view, beside[0]), found) if len(beside) == 1 else None
    parts = [part for part in re.split(r",\s|;\s|\s(?=and\s)", view.text) if which.search(part)]
    of_part = [number for number in amounts for part in parts if number.printed in part]
    return amount_in(matcher, replace(view, text=parts[0]), found) if len(parts) == 1 and len(of_part) == 1 else None


def _is_said_of_another(text: str, term: Term, amounts: Sequence[PrintedNumber]) -> bool:
    """Whether "regular" stands in a sentence about the regular price, and not before the amount that it states."""
    at = [match.start() for match in re.finditer(r"[A-Za-z]+", text) if notions(match[0].lower()) & term.means]
    return bool(at) and not any(number.start - 40 < place < number.start for place in at for number in amounts)


def _follows_a_term(matcher: Matcher, view: SentenceView, number: PrintedNumber) -> bool:
    """Whether the words just before a number are the question's ("a day pass of € 4.95")."""
    before = content_words(view.text[max(0, number.start - 30) : number.start])[-1:]
    return any(notions(word) & term.means for word in before for term in matcher.asked.terms)


def _only(view: SentenceView, number: PrintedNumber) -> SentenceView:
    """The words around one number, up to the next."""
    start = max((other.end for other in find_numbers(view.text) if other.end <= number.start), default=0)
    return replace(view, text=view.text[start : number.end])


def _counts_more(matcher: Matcher, view: SentenceView) -> bool:
    """Whether the question is for a number of things that the sentence does not price together ("five visits")."""
    counts = [NUMBER_WORDS.get(word, 0) for word in _COUNT_OF_THINGS.findall(fold(matcher.asked.text))]
    stated = {number.value for number in find_numbers(view.text) if not number.currency}
    stated |= {Decimal(NUMBER_WORDS[word]) for word in words(fold(view.text)) if word in NUMBER_WORDS}
    return any(count > 1 and count not in stated for count in counts)


def _counted(question: str) -> re.Pattern[str] | None:
    """Which time the question means first, the first one or a later one."""
    named = {pattern: match.start() for pattern in (_FIRST, _LATER) if (match := pattern.search(question))}
    return min(named, key=lambda pattern: named[pattern]) if named else None


def _says_the_same(one: DocumentAnswer, other: DocumentAnswer) -> bool:
    if one.kind is ValueKind.TEXT or other.kind is ValueKind.TEXT:
        return str(one.value) == str(other.value)
    return (one.kind, one.value, one.unit) == (other.kind, other.value, other.unit)
