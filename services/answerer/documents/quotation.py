"""A sentence that answers: quoted, or for the one number or date that it states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

from services.answerer.documents.clauses import is_order
from services.answerer.documents.figures import FigureList
from services.answerer.documents.lookup import number_answer, unnamed_products
from services.answerer.documents.matching import Fit, Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentCalibration, DocumentRefusal, ValueKind
from services.answerer.documents.question import Task, Wanted
from services.answerer.documents.terms import content_words, fold, notions, stem, text_notions, words
from services.answerer.documents.views import SentenceView, dates_of, days_agree, months_of, years_of
from services.answerer.documents.vocabulary import NUMBER_WORDS
from services.answerer.model import FigureOp, FigureUnit, GateStratum, Polarity
from services.common.printed import MONTH, PrintedNumber, Scale, find_numbers

Candidate = tuple[SentenceView, Fit]

# A longer sentence says more than what was asked, and what is about what in it cannot be told.
MAX_CONTENT_WORDS = 32

_CONDITION = re.compile(
    r"^(?:from|after|before|until|once|if|when|unless|during|for|in|on|as of)\b([^,]*?)(?:,|"
    r"\bthe\b(?=.*\b(?:is|are|will)\b))",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\b(?:not|never|no|none|cannot|can't|won't|isn't|aren't|doesn't|prohibited|excluded|excludes?|"
    r"forbidden|ended|denied|declined?|ineligible|without)\b",
    re.IGNORECASE,
)
_YES = re.compile(
    r"\b(?:may|can|is|are|will be) (?:\w+ )?(?:allowed|permitted|possible|available|covered|included|"
    r"entitled|taken|added|used|free|given|paid|made)\b|\b(?:may|can)\b",
    re.IGNORECASE,
)
_LIMITED = re.compile(
    r"\b(?:only|unless|except|until|if|provided|as long as|subject to|but|however|after|within|at least|"
    r"no more than)\b",
    re.IGNORECASE,
)
_DURATION = re.compile(
    r"(?<![\d.,])(\d[\d,]*(?:\.\d+)?|[a-z]+)(?: \(\d+\))?(?:[ -](?:business|calendar|working|billing|statement|policy|"
    r"consecutive|full))*[ -](days?|weeks?|months?|years?|hours?|cycles?|nights?)\b",
    re.IGNORECASE,
)
_TIME_UNIT = re.compile(
    r"\s*(?:calendar |business |working |full |consecutive )?(years?|quarters?|months?|weeks?|days?|hours?|minutes?)\b",
    re.IGNORECASE,
)
# A time is named or understood ("25 days a year"): it makes no rate.
_FOR_EACH = re.compile(
    r"\d\s+[a-z]+\s+(?:an?|per|for (?:each|every)|each|every)\s+"
    r"(?!(?:calendar |business |working )?(?:years?|quarters?|months?|weeks?|days?|hours?|times?)\b)([a-z]+)",
    re.IGNORECASE,
)
_SPELT = re.compile(rf"\b(?:{'|'.join(NUMBER_WORDS)})\b", re.IGNORECASE)
_EXPLANATIONS = tuple(
    (re.compile(asks, re.IGNORECASE), re.compile(says, re.IGNORECASE))
    for asks, says in (
        (
            r"\bwhy\b|\breason\b",
            r"\b(?:because|due to|as a result|since|owing to|reflects?|c[oa]mes? from|caused by|result(?:s|ed) from)\b",
        ),
        (
            r"\bhow (?:do|can|could|should) (?:i|we|you)\b",
            r"\b(?:must|may|can|call|write|visit|ask|send|by|need|have to)\b",
        ),
        (
            r"\bhow (?:is|are|was|were)\b|\bhow (?:does|do|did)\b",
            r"\b(?:by|using|through|based on|according to|at|as)\b.*\b\w+",
        ),
        (r"\bwhat happens\b|\bwhat if\b", r"\b(?:is|are|will|may|must|ends?|becomes?|moved?|charged?)\b"),
        (
            r"\bwhat (?:counts as|makes|is meant)|\bwhat does\b.*\bmean\b|\bdefin|\b(?:who|what) (?:is|are|was) an? ",
            r"\b(?:means?|is (?:an?|the|when)|refers? to|defined as|is \w+ when)\b",
        ),
        (r"\bwhat are the (?:rules|conditions|terms)\b", r"\b(?:must|may|only|if|when)\b"),
    )
)
_FREQUENCY = (
    (
        "monthly",
        re.compile(r"\b(?:monthly|(?:each|every|per|a) (?:calendar |statement )?month|/ ?mo(?:nth)?\b)", re.IGNORECASE),
    ),
    ("quarterly", re.compile(r"\b(?:quarterly|(?:each|every|per|a) quarter)\b", re.IGNORECASE)),
    ("weekly", re.compile(r"\b(?:weekly|(?:each|every|per|a) week)\b", re.IGNORECASE)),
    ("annual", re.compile(r"\b(?:annual(?:ly)?|yearly|(?:each|every|per|a) year|per annum|p\.a\.)", re.IGNORECASE)),
)
_UNTIL = re.compile(r"\b(?:until|till|expires?|ends?|valid|good)\b", re.IGNORECASE)
_SINCE = re.compile(r"\b(?:effective|in force|since|applies|apply|from|effect)\b", re.IGNORECASE)
_END = re.compile(
    r"\b(?:until|till|through|by|before|to|expires?(?: on)?|ends?(?: on)?|ended(?: on)?|matures?(?: on)?|no later than|"
    r"up to)\s+$",
    re.IGNORECASE,
)
_ON = re.compile(r"\bon\s+$", re.IGNORECASE)
_STARTING = re.compile(
    r"\b(?:start\w*|begin\w*|began|first day|commence\w*|(?:since|from) when|take effect|effective|in force|kick in)\b",
    re.IGNORECASE,
)
_START = re.compile(
    r"\b(?:from|since|as of|effective|in force|commenc\w+|beg[ia]n\w*|start\w*|runs|applies|apply|valid)"
    r"(?: on| from| as of| since)?:?\s+$",
    re.IGNORECASE,
)
_DAY_OF_YEAR = re.compile(
    rf"\b(?:(?:{MONTH})\.? \d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|th)? (?:of )?(?:{MONTH}))\b(?!,? \d{{4}})",
    re.IGNORECASE,
)
_ON_TO = re.compile(r"\s*(?:to|-|–|until|till|through)\s", re.IGNORECASE)
_HOW_LONG = re.compile(r"\bhow long\b|\bby when\b", re.IGNORECASE)
_CHANGE = re.compile(
    r"\b(?:reduc|cut|lower|rais|ris|rose|increas|decreas|declin|drop|fall|fell|gr[eo]w|chang|restat|adjust)",
    re.IGNORECASE,
)
_CHANGED_BY = re.compile(rf"{_CHANGE.pattern}\w*(?: \w+)? by(?: about| nearly| some)?\s*$", re.IGNORECASE)
# Units of time that come to whole numbers of a smaller one.
_VALID = re.compile(r"\b(?:valid|good|open|expires?|ends?|lasts?|runs?|stands?|within)\b", re.IGNORECASE)
_ENDING = re.compile(
    r"\b(?:last|final) day\b|\bexpir\w*|"
    r"\buntil\b|\btill\b|\bend\w*\b|\bdeadline\b|\bvalid\b|\bby when\b|\bruns? out\b|\bis over\b|\bstops?\b",
    re.IGNORECASE,
)
# A cost over a time is more than what is paid each month of it.
_OVER_A_TIME = re.compile(
    r"\b(?:over|for|during|across) (?:the |a |an |all )?(?:full |whole |entire )?(?:\d+|twelve|six|three|year|term)\b|"
    r"\b(?:full|whole|entire) (?:\d+ months|year|term)\b|\ba year's\b",
    re.IGNORECASE,
)
# "Profit includes a charge of …": the amount of another thing.
_PART_OF = re.compile(
    r"\b(?:includ(?:es|ed|ing)|after|before|net of|less) (?:an? |the )?(?:\w+ ){1,3}of\s*$", re.IGNORECASE
)
_EURO = re.compile(r"\s+euros?\b", re.IGNORECASE)
_NEEDED = re.compile(r"\b(?:needs?|must|minimum|at least|required?|have to)\b", re.IGNORECASE)
_AT_LEAST = re.compile(r"\b(?:at least|no less than)\s*$", re.IGNORECASE)
_THE_MOST = re.compile(r"\bthe (?:most|maximum)\b|\bcapped\b|\bcap of\b", re.IGNORECASE)
_ASKS_MOST = re.compile(r"\b(?:most|max\w*|cap\w*|limit\w*|ceiling|at worst|more than|up to|top)\b", re.IGNORECASE)
# A line of a table that was set as text.
_LEADERS = re.compile(r"\.{4,}|_{4,}|(?:\. ){4,}")
_ORDINAL = re.compile(r"\b\d+(?:st|nd|rd|th)\b", re.IGNORECASE)
_HOW_MANY_TIMES = re.compile(r"\bhow (?:many times|often)\b", re.IGNORECASE)
_TIMES_SAID = re.compile(r"(?<!at )\b(once|twice)\b|\b(\d+|[a-z]+) times\b", re.IGNORECASE)
_MANY = {("year", "month"): 12, ("week", "day"): 7, ("day", "hour"): 24}
# Nobody counts more days than these in hours.
_MOST_DAYS_IN_HOURS = 3
_UNITS = {"day": FigureUnit.DAYS, "week": FigureUnit.WEEKS, "month": FigureUnit.MONTHS, "year": FigureUnit.YEARS}


def frequency(text: str) -> str | None:
    """How often a text says that something comes; None where it says nothing of it."""
    return next((name for name, pattern in _FREQUENCY if pattern.search(text)), None)


def says_frequency(text: str, name: str) -> bool:
    """Whether a text says this of how often something comes."""
    return any(pattern.search(text) for other, pattern in _FREQUENCY if other == name)


def quote(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | DocumentRefusal | None:
    """The answer of the one sentence that says all that the question names, but for the name of its paper.

    What only its headings say, or since when a paper holds, is left to be weighed with nearness (`prose`).
    """
    if matcher.asked.task not in (Task.LOOK_UP, Task.EXTREME) or len(matcher.asked.years) > 1:
        return None
    if matcher.asked.wanted is Wanted.DATE and starts(matcher.asked.text):
        return None
    fitting = [one for one in matcher.sentences() if _is_about_all(matcher, *one) and not is_order(one[0].text)]
    answers = [(one, answer) for one in fitting if (answer := _answer(matcher, *one, calibration)) is not None]
    if not answers:
        return None
    most = max(_rank(one) for one, _ in answers)
    best = [answer for one, answer in answers if _rank(one) == most]
    if len({(answer.kind, str(answer.value).casefold()) for answer in best}) > 1:
        return None
    if unnamed_products(matcher, next(one for one, answer in answers if answer is best[0])[0].sheet):
        return None
    return best[0]


def _rank(candidate: Candidate) -> tuple[float, ...]:
    view, fit = candidate
    return (len(fit.strong), fit.row_strong, -len(content_words(view.text)) // 12)


def _is_about_all(matcher: Matcher, view: SentenceView, fit: Fit) -> bool:
    """Nothing that the question names is missing, most of it stands in the sentence, and it is of the asked time."""
    asked = matcher.asked
    says_when = asked.wanted is Wanted.DATE and _says_when(asked.text, view.text)
    named = view.sheet.naming
    if fit.missing or not all(term.is_in(named) for term in fit.weak) or is_table_line(view.text):
        return False
    if not (fit.row_strong or says_when):
        return False
    said = [term for term in fit.strong if not term.is_in(named)]
    if len(content_words(view.text)) > MAX_CONTENT_WORDS:
        return False
    if not said and not says_when:
        return False
    if matcher.counts_unsaid(view.text):
        return False
    return (
        _is_of_time(matcher, view)
        and _numbers_said(matcher, view)
        and not _has_unsaid_condition(matcher, view)
        and bool(asked.terms)
    )


def is_table_line(text: str) -> bool:
    """Whether a text is a line of a table, with dots that lead to the amount, and no sentence."""
    return _LEADERS.search(text) is not None


def _says_when(question: str, sentence: str) -> bool:
    """Whether question and sentence speak of the same end, or the same start, of a time."""
    return any(asks.search(question) and asks.search(sentence) for asks in (_UNTIL, _SINCE))


def _is_of_time(matcher: Matcher, view: SentenceView) -> bool:
    years = years_of(view.text)
    for year in matcher.asked.years:
        if year not in years and (years or not view.sheet.covers_year(year, matcher.as_of)):
            return False
    own = months_of(view.text)
    months = own or view.sheet.months
    return days_agree(matcher.asked, view.text) and all(month in months for month in matcher.asked.months)


def _numbers_said(matcher: Matcher, view: SentenceView) -> bool:
    held = {number.value for number in find_numbers(view.text)}
    return all(number.value in held for number in matcher.asked.numbers)


def _has_unsaid_condition(matcher: Matcher, view: SentenceView) -> bool:
    """A sentence that begins with when or for whom it holds answers only a question that says so too."""
    condition = _CONDITION.match(view.text)
    if not condition or matcher.asked.wanted in (Wanted.YES_NO, Wanted.TEXT, Wanted.DATE):
        return False
    said = frozenset().union(*(term.means for term in (*matcher.asked.terms, *matcher.asked.soft)))
    said |= frozenset().union(*(part for term in matcher.asked.terms for part in term.parts), frozenset())
    words = [word for word in content_words(condition[1]) if word not in ("date", "day", "time")]
    return bool(words) and not any(notions(word) & said or notions(word) & view.sheet.identity for word in words)


def _answer(matcher: Matcher, view: SentenceView, fit: Fit, calibration: DocumentCalibration) -> DocumentAnswer | None:
    wanted = matcher.asked.wanted
    found = found_in_sentence(view, fit, calibration)
    if wanted is Wanted.YES_NO:
        return _ruling(matcher, view, fit, found)
    if wanted is Wanted.TEXT and explains(matcher.asked.text, view.text):
        return found
    if wanted is Wanted.DATE:
        return date_in(matcher, view, found)
    if wanted is Wanted.DURATION:
        return duration_in(matcher, view, found)
    if wanted is Wanted.COUNT:
        return count_in(matcher, view, found)
    if wanted in (Wanted.RATE, Wanted.VALUE, Wanted.MONEY):
        return amount_in(matcher, view, found)
    return None


def found_in_sentence(view: SentenceView, fit: Fit, calibration: DocumentCalibration) -> DocumentAnswer:
    """A sentence, quoted, with all that an answer from it says beside its value."""
    return DocumentAnswer(
        kind=ValueKind.TEXT,
        value=view.text,
        quotation=view.text,
        passage=view.passage,
        reading=" › ".join(view.headings) or view.sheet.title or view.sheet.name,
        score=min(1.0, fit.score),
        threshold=calibration.threshold(GateStratum.DOCUMENT),
        stratum=GateStratum.DOCUMENT,
        passages=(view.passage,),
        date_named=view.sheet.effective_date,
    )


def explains(question: str, sentence: str) -> bool:
    """Whether the sentence is of the kind that the question wants: a reason, a way, a meaning, a consequence."""
    for asks, says in _EXPLANATIONS:
        if asks.search(question):
            return says.search(sentence) is not None
    return False


def _ruling(matcher: Matcher, view: SentenceView, fit: Fit, found: DocumentAnswer) -> DocumentAnswer | None:
    """A rule, quoted. What it says is stated only where it says it without ifs."""
    if len(fit.strong) < 2 and len(matcher.asked.terms) - len(fit.weak) > 1:
        return None
    says_no, says_yes = _NO.search(view.text) is not None, _YES.search(view.text) is not None
    if not says_no and not says_yes:
        return None
    polarity = Polarity.UNSPECIFIED
    if not _LIMITED.search(view.text) and not matcher.asked.negated:
        polarity = Polarity.NO if says_no else Polarity.YES
    return replace(found, polarity=polarity)


def _ends_in(text: str, days: Sequence[tuple[str, date]]) -> list[tuple[str, date]]:
    """The days on which a time ends, as the words before them say; else those on which something happens."""
    before = [(one, text[: text.index(one[0])]) for one in days]
    return [one for one, words in before if _END.search(words)] or [
        one for one, words in before if _ON.search(words) and not _START.search(words)
    ]


def _is_start(text: str, printed: str) -> bool:
    """Whether a time begins on a day that a text prints: "from 1 March", "1 March to 31 May"."""
    at = text.index(printed)
    return _START.search(text[:at]) is not None or _ON_TO.match(text[at + len(printed) :]) is not None


def date_in(matcher: Matcher, view: SentenceView, found: DocumentAnswer) -> DocumentAnswer | None:
    """The one day that the sentence states, as the question asks for one."""
    question, days = matcher.asked.text, dates_of(view.text)
    if _ENDING.search(question) or _HOW_LONG.search(question):
        ends = _ends_in(view.text, days)
        days = ends if _ENDING.search(question) else ends or days
    elif _STARTING.search(question):
        days = [one for one in days if _is_start(view.text, one[0])]
    if len(days) != 1:
        return None
    return replace(found, kind=ValueKind.DATE, value=days[0][1])


def amounts_in(text: str) -> list[PrintedNumber]:
    """The numbers of a text, those of "700 euro" with their currency. A dollar or a pound may be of several."""
    return [
        replace(number, currency="EUR") if not number.currency and _EURO.match(text, number.end) else number
        for number in find_numbers(text)
    ]


def amount_in(matcher: Matcher, view: SentenceView, found: DocumentAnswer) -> DocumentAnswer | None:
    """The one amount or rate that the sentence states, where it is what is asked for and no part or bound of it."""
    question = matcher.asked.text
    if frequency(view.text) and _OVER_A_TIME.search(question):
        return None
    if _THE_MOST.search(view.text) and not _ASKS_MOST.search(question):
        return None
    if any(day not in view.text for day in _ORDINAL.findall(question)):
        return None
    numbers = [number for number in amounts_in(view.text) if _is_amount(number, matcher.asked.wanted, view.text)]
    said = {number.value for number in matcher.asked.numbers}
    numbers = [number for number in numbers if number.value not in said]
    if len(numbers) != 1:
        clause = _clause(matcher, view, numbers)
        numbers = clause if clause is not None else []
    if len(numbers) == 1 and _PART_OF.search(view.text[: numbers[0].start]):
        return None
    if (
        len(numbers) != 1
        or _is_unasked_bound(question, view.text, numbers[0])
        or _is_unasked_change(matcher, view.text, numbers[0])
    ):
        return None
    if matcher.asked.per and not says_frequency(view.text, matcher.asked.per):
        return None
    made = FigureList()
    leaf = made.printed(numbers[0], view.passage, found.reading)
    return number_answer(made, leaf, found)


def _clause(matcher: Matcher, view: SentenceView, numbers: Sequence[PrintedNumber]) -> list[PrintedNumber] | None:
    """The numbers of the one clause that says what the question names."""
    start, found = 0, []
    for part in re.split(r"(?<=[;:,])\s|\s(?=(?:and|but|while|plus)\s)", view.text):
        at = view.text.index(part, start)
        start = at + len(part)
        held = text_notions(part)
        said = sum(1 for term in matcher.asked.terms if term.is_in(held) and not term.is_in(view.sheet.naming))
        found.append((said, [number for number in numbers if at <= number.start < start]))
    with_numbers = [one for one in found if one[1]]
    if not with_numbers:
        return None
    best = max(said for said, _ in with_numbers)
    chosen = [inside for said, inside in with_numbers if said == best]
    return chosen[0] if best and len(chosen) == 1 else None


def _is_amount(number: PrintedNumber, wanted: Wanted, text: str) -> bool:
    # So much for each person is a limit, not a rate.
    is_each = re.match(
        r"\s+(?:a|an|per|each|for each) (?!(?:person|holder|customer|member|head)\b)[a-z]+", text[number.end :]
    )
    is_rate = number.scale in (Scale.PERCENT, Scale.BASIS_POINT)
    if wanted is Wanted.RATE:
        return is_rate or (bool(number.currency) and is_each is not None)
    if wanted is Wanted.MONEY:
        return bool(number.currency)
    return bool(number.currency) or (is_rate and wanted in (Wanted.VALUE, Wanted.ANY))


def _is_unasked_bound(question: str, text: str, number: PrintedNumber) -> bool:
    """Whether the number is the edge of a condition; the least that is needed is what some questions ask for."""
    is_asked = _NEEDED.search(question) is not None and _AT_LEAST.search(text[: number.start]) is not None
    return _is_bound(text, number) and not is_asked


def _is_bound(text: str, number: PrintedNumber) -> bool:
    """Whether the number is the edge of a condition ("above $180,000") and not what is stated."""
    return (
        re.search(
            r"\b(?:above|below|over|under|exceeds?|more than|less than|at least|first)\s+(?:an? \w+ of )?$",
            text[: number.start] + " ",
            re.IGNORECASE,
        )
        is not None
    )


def _is_unasked_change(matcher: Matcher, text: str, number: PrintedNumber) -> bool:
    """Whether the number is by how much something changed, which is no answer to how much it is."""
    return _CHANGED_BY.search(text[: number.start]) is not None and not _CHANGE.search(matcher.asked.text)


def count_in(matcher: Matcher, view: SentenceView, found: DocumentAnswer) -> DocumentAnswer | None:
    """The one number of things that the sentence states, in digits or as a word."""
    said = {number.value for number in matcher.asked.numbers}
    numbers = [
        n
        for n in find_numbers(view.text)
        if not n.currency
        and n.scale is Scale.UNSPECIFIED
        and not re.fullmatch(r"(?:19|20)\d{2}", n.printed)
        and not _is_of_unasked_time(matcher.asked.text, view.text[n.end :])
    ]
    if any(n.value in said for n in numbers) or _is_a_rate(matcher.asked.text, view.text):
        return None
    beside = [n for n in numbers if _is_beside_term(matcher, view.text, n.start, n.end)]
    chosen = beside if len(beside) == 1 else numbers
    made = FigureList()
    if len(chosen) == 1:
        leaf = made.printed(chosen[0], view.passage, found.reading)
        value = chosen[0].value
    else:
        spelt = [
            match
            for match in _SPELT.finditer(view.text)
            if NUMBER_WORDS[match[0].lower()] > 1 and _is_beside_term(matcher, view.text, *match.span())
        ]
        if numbers or len(spelt) != 1:
            return None
        value = Decimal(NUMBER_WORDS[spelt[0][0].lower()])
        leaf = made.constant(value, spelt[0][0])
    counted = made.make(FigureOp.ADD, [leaf], value, found.reading, unit=FigureUnit.COUNT)
    return number_answer(made, counted, found)


def times_in(matcher: Matcher, view: SentenceView, found: DocumentAnswer) -> DocumentAnswer | None:
    """How many times something may be done, where the sentence says "once", "twice" or "five times"."""
    said = _TIMES_SAID.findall(view.text)
    if not _HOW_MANY_TIMES.search(matcher.asked.text) or len(said) != 1:
        return None
    word = fold(said[0][0] or said[0][1])
    count = Decimal(word) if word.isdecimal() else NUMBER_WORDS.get(word)
    if count is None:
        return None
    made = FigureList()
    value = Decimal(count)
    counted = made.make(FigureOp.ADD, [made.constant(value, word)], value, found.reading, unit=FigureUnit.COUNT)
    return number_answer(made, counted, found)


def _is_of_unasked_time(question: str, after: str) -> bool:
    """Whether a number counts a unit of time that the question does not count in: months are no points."""
    unit = _TIME_UNIT.match(after)
    return unit is not None and stem(unit[1].lower()) not in set(map(stem, words(fold(question))))


def _is_a_rate(question: str, text: str) -> bool:
    """Whether the sentence counts for each of something that the question does not name ("3 points a dollar").

    How many there are for each of them is not how many there are.
    """
    each = [match[1].lower() for match in _FOR_EACH.finditer(text)]
    return bool(each) and not any(stem(one) in set(map(stem, words(fold(question)))) for one in each)


def things_in(matcher: Matcher, view: SentenceView, found: DocumentAnswer) -> DocumentAnswer | None:
    """The number of the things that the question names ("leave hours left"), where the sentence counts just those."""
    counted = [
        number
        for number in find_numbers(view.text)
        if not number.currency
        and any(
            notions(word) & term.means
            for word in re.findall(r"^ ([a-z]{3,})", view.text[number.end :])
            for term in matcher.asked.terms
        )
    ]
    return count_in(matcher, view, found) if len(counted) == 1 else None


def ends(question: str) -> bool:
    """Whether the question is about the end of a time."""
    return _ENDING.search(question) is not None


def names_a_day(text: str) -> bool:
    """Whether a text names a day of each year ("until 31 December")."""
    return _DAY_OF_YEAR.search(text) is not None


def starts(question: str) -> bool:
    """Whether the question is about the start of a time."""
    return _STARTING.search(question) is not None


def last_day_in(matcher: Matcher, view: SentenceView, found: DocumentAnswer) -> DocumentAnswer | None:
    """The day on which a time ends that the sentence states by its first day and its length."""
    days, lengths = dates_of(view.text), [match for match in _DURATION.finditer(view.text) if _VALID.search(view.text)]
    if len(days) != 1 or len(lengths) != 1 or not _ENDING.search(matcher.asked.text):
        return None
    number, unit = fold(lengths[0][1]), lengths[0][2].lower().removesuffix("s")
    count = int(number) if number.isdecimal() else NUMBER_WORDS.get(number)
    if count is None or unit not in ("day", "week"):
        return None
    last = days[0][1] + timedelta(days=count * (7 if unit == "week" else 1))
    return replace(found, kind=ValueKind.DATE, value=last)


def _is_beside_term(matcher: Matcher, text: str, start: int, end: int) -> bool:
    near = content_words(text[:start])[-1:] + content_words(text[end:])[:1]
    return any(notions(word) & term.means for word in near for term in matcher.asked.terms)


def duration_in(matcher: Matcher, view: SentenceView, found: DocumentAnswer) -> DocumentAnswer | None:
    """The one length of time that the sentence states."""
    stated_lengths: list[tuple[re.Match[str], Decimal]] = []
    for match in _DURATION.finditer(view.text):
        word = fold(match[1])
        value = _decimal(word) if word[:1].isdecimal() else NUMBER_WORDS.get(word)
        if value is not None:
            stated_lengths.append((match, Decimal(value)))
    asked_unit = _asked_unit(matcher.asked.text)
    if len(stated_lengths) > 1 and asked_unit:
        # "Within 10 days, and the police within 24 hours": the unit that is asked for picks one.
        stated_lengths = [one for one in stated_lengths if one[0][2].lower().removesuffix("s") == asked_unit]
    if len(stated_lengths) != 1:
        return None
    match, value = stated_lengths[0]
    if re.search(r"\d\s*(?:to|-|–|or|and)\s*$", view.text[: match.start()]):
        return None
    stated_unit = match[2].lower().removesuffix("s")
    wanted_unit = asked_unit or ("month" if stated_unit == "year" else stated_unit)
    times = _MANY.get((stated_unit, wanted_unit))
    if times is not None and wanted_unit == "hour" and value > _MOST_DAYS_IN_HOURS:
        return None
    if stated_unit != wanted_unit and times is None:
        return None
    unit = _UNITS.get(wanted_unit, FigureUnit.COUNT)
    if unit is FigureUnit.COUNT:
        # Hours, nights and cycles are units of their own that a figure does not have.
        found = replace(found, counted=wanted_unit if value == 1 and times is None else f"{wanted_unit}s")
    made = FigureList()
    numbers = [number for number in find_numbers(match[0]) if number.value == value]
    leaf = made.printed(numbers[0], view.passage, found.reading) if numbers else made.constant(value, match[1])
    if times is not None:
        each = made.constant(Decimal(times), f"{wanted_unit}s in a {stated_unit}")
        stated = made.make(FigureOp.MULTIPLY, [leaf, each], value * times, match[0], unit=unit)
    else:
        stated = made.make(FigureOp.ADD, [leaf], value, match[0], unit=unit)
    return number_answer(made, stated, found)


def _decimal(printed: str) -> Decimal:
    """A printed number; a comma that no three digits follow is a decimal one."""
    if re.search(r",(?!\d{3}\b)", printed) and "." not in printed:
        return Decimal(printed.replace(",", "."))
    return Decimal(printed.replace(",", ""))


def _asked_unit(question: str) -> str | None:
    """The unit of time that the answer is wanted in: the one that is asked for last."""
    named = re.findall(
        r"(?:\b(?:how many|in) |^\W*|, (?=\w+\W*$))(?:(?:business|billing|calendar|full|whole) )?"
        r"(day|week|month|year|hour|cycle|night)s\b",
        question,
        re.IGNORECASE,
    )
    return named[-1].lower() if named else None
