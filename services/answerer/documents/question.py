"""A question about documents, read: what kind of answer, about which notions, for which period, with which numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import Enum, auto

from services.answerer.documents.terms import (
    LENGTH,
    fold,
    length_notion,
    letters_named,
    notions,
    take_phrases,
    words,
)
from services.answerer.documents.vocabulary import (
    FILLER_VERBS,
    MONEY_WORDS,
    NUMBER_WORDS,
    OPTIONAL_WORDS,
    PRODUCT_WORDS,
    RATE_WORDS,
    STOPWORDS,
)
from services.common.printed import CURRENCY_WORDS, MONTH, MONTHS, PrintedNumber, Scale, find_numbers


class Wanted(Enum):
    """What kind of value answers."""

    ANY = auto()
    VALUE = auto()
    MONEY = auto()
    RATE = auto()
    COUNT = auto()
    DURATION = auto()
    DATE = auto()
    YES_NO = auto()
    TEXT = auto()
    NAME = auto()


class Task(Enum):
    """What has to be done to get from cells to the value."""

    LOOK_UP = auto()
    SUM = auto()
    DIFFERENCE = auto()
    PERCENT_CHANGE = auto()
    SHARE = auto()
    OVER_TIME = auto()
    BAND = auto()
    BAND_EDGE = auto()
    BAND_TAX = auto()
    EXTREME = auto()


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that the answer has to be about. `parts`: the words of a phrase, which say the same all together."""

    word: str
    means: frozenset[str]
    parts: tuple[frozenset[str], ...] = ()
    phrase: str = ""
    """The words as they stand in the question, where there are several."""

    @property
    def shown(self) -> str:
        """How a person reads it."""
        return self.phrase or self.word

    def is_in(self, held: frozenset[str]) -> bool:
        """Whether a label with these notions says it."""
        return bool(self.means & held) or (bool(self.parts) and all(part & held for part in self.parts))


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question, read. `soft` words need no place in a label; `years` and `months` are periods that are named."""

    text: str
    wanted: Wanted
    task: Task
    terms: tuple[Term, ...]
    soft: tuple[Term, ...] = ()
    optional: tuple[Term, ...] = ()
    products: tuple[str, ...] = ()
    years: tuple[int, ...] = ()
    months: tuple[int, ...] = ()
    days: tuple[int, ...] = ()
    numbers: tuple[PrintedNumber, ...] = ()
    count: Decimal | None = None
    """How many times or months something is meant ("twelve months of")."""
    per: str = ""
    """The stretch of time that `count` counts, or that a cost is asked over ("annual", "monthly")."""
    edge: str = ""
    """Of a band: "low" or "high"."""
    asks_future: bool = False
    is_now: bool = False
    negated: bool = False
    raw_words: frozenset[str] = field(default=frozenset())


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_YES_NO = re.compile(
    r"^(?:and |so |but |then |\w+: )?(?:can|could|may|do|does|did|is|are|am|was|were|will|would|must|should|"
    r"has|have|had)\b(?!.*\bhow (?:much|many|long)\b)"
    r"|\b(?:allowed|permitted|possible|okay|ok)\b[^.]*\?*$|\bis (?:there|it)\b"
)
# "May I add a fee when people pay by card?" asks for no day.
_MODAL = re.compile(r"^(?:can|could|may|do|does|is|are|am|will|would|must)\b")
_LATER_WHEN = re.compile(r"\bwhen (?:people|somebody|someone|a|an|the|i|my|you|it|we|they|he|she|\w+s|\w+ing)\b")
_DATE = re.compile(
    r"\bwhen\b|\b(?:what|which) (?:date|day|month)\b|\bby when\b|\bfrom what date\b|\bfrom which date\b|"
    r"\bdeadline\b|\bdue date\b|\buntil when\b|\btill when\b|^(?:what(?: is|'s) )?(?:the |my )?(?:last|final) day\b"
)
_DURATION = re.compile(
    r"\bhow long\b|\bhow many (?:days|weeks|months|years|hours|business days|working days|billing cycles|"
    r"nights)\b|\bin (?:days|months|years)\b"
)
_COUNT = re.compile(r"\bhow many\b|\bat what age\b|\bage\b|\bnumber of\b|\bhow old\b|\bhow often\b")
_MONEY = re.compile(
    r"\bhow much\b|\b(?:want|ask)(?:s|ed|ing)? for an?\b|"
    r"\b(?:fee|fees|cost|costs|charge|charges|price|penalty|premium|deductible|balance|payment|"
    r"amount|allowance|limit|salary|bill|rent|"
    r"minimum|maximum|revenue|sales|income|profit|loss|earnings|eps|dividends?|capex|debt|expenditure|"
    r"assets|commission|come to|worth)\b"
)
_RATE = re.compile(
    r"\b(?:rate|rates|apr|apy|aer|percent|percentage|per cent|yield|ratio|margin|share of|portion|proportion)\b|%"
)
_POINTS = re.compile(r"\bbasis points?\b|\bbps\b")
_NAME = re.compile(r"\b(?:which|who|name of|whose)\b")
_TEXT = re.compile(
    r"^(?:and |so )?how (?:is|are|was|were|do|does|did|can|could|will|should|has|have)\b|\b(?:what|who) (?:is|are|"
    r"was) an? |^what are (?!.*\b(?:19|20)\d{2})|\b(?:what happens|how do i|how can i|how does|why|"
    r"what counts as|what makes|what is meant|define|definition|describe|explain|what does .* mean|"
    r"what are the (?:rules|conditions|terms))\b"
)
# "How did my fund do in 2025": a figure says how.
_HOW_IT_DID = re.compile(
    r"^(?:and |so )?how (?:did|have|has) .+ (?:do|done|perform|performed|fare|fared|return)\b(?! (?:i|we|you|they)\b)"
)
_IN_MONEY = re.compile(r"\bin (?:[$£€]|(?:us )?dollars|pounds|euros?|cad)(?:\s|$)")
_NO_VALUE = re.compile(
    r"^what (?:is|was|were|are) the (?:result|effect|impact|purpose|basis|nature|method|meaning|"
    r"definition|status|title)\b"
    # Why something moved: by how much is no answer.
    r"|^(?:what|which)\b(?!.*\b(?:amount|percent(?:age)?|share|portion)\b).*\b(?:reasons?|causes?|drivers?)\b"
    r"|^what (?:led to|caused|drove|drives|contributed to|explains)\b"
    r"|^(?:what|which)\b.*\b(?:due|attributable|attributed) to\W*$|^(?:what|which)\b.*\b(?:driven by|because of)\W*$"
)
_SUM = re.compile(r"\b(?:total|add(?:ed)? up|sum|together|combined|altogether|in all|in total|overall)\b")
_PERCENT_CHANGE = re.compile(
    r"(?:\b|(?=%))(?:by (?:what|how many|how much) percent(?:age)?|(?:percent(?:age)?|%) (?:change|increase|"
    r"decrease|rise|"
    r"growth|drop|fall)|(?:growth|change|increase|rise|decrease)\b.*\b(?:in|as a) percent(?:age)?|"
    r"what percent(?:age)? .*\b(?:rise|increase|grow|change|fall|drop|go up|go down|more|higher|lower)|"
    r"how many percent)"
)
_DIFFERENCE = re.compile(
    r"\b(?:by how much|difference between|differ|how much (?:more|less|higher|lower|cheaper|dearer|bigger|"
    r"smaller)|how many more|how many fewer|change (?:in|from)|"
    r"(?:go|went|goes) (?:up|down)|(?:rise|rose|increase|increased|drop|dropped|fall|fell|decrease|"
    r"decreased|grow|grew|climb|climbed) (?:from|between|by))\b"
)
_SHARE = re.compile(
    r"\b(?:what|which) (?:share|percent(?:age)?|portion|proportion|fraction|part) of\b|\bas a (?:share|"
    r"percent(?:age)?) of\b|\butili[sz]ation\b"
)
_EXTREME = re.compile(
    r"\b(?:highest|largest|biggest|most expensive|dearest|greatest|top|lowest|smallest|cheapest|"
    r"least expensive|best|worst)\b"
)
_FUTURE = re.compile(
    r"\b(?:will|would|renewal|renews?|upcoming|next|future|coming|planned|new|from january|after|once)\b"
)
_NOW = re.compile(r"\b(?:now|right now|currently|current|today|at the moment|these days|at present|present)\b")
_EDGE_LOW = re.compile(r"\b(?:start|starts|begin|begins|from|bottom|lower (?:end|limit|bound)|kick in|kicks in)\b")
_EDGE_HIGH = re.compile(r"\b(?:end|ends|top|stop|stops|upper (?:end|limit|bound)|up to|ceiling|highest)\b")
_BAND_WORDS = re.compile(r"\b(?:band|bracket|tier|slab|range|step)s?\b")
_YEAR = re.compile(
    r"\b(?:fy|fiscal(?: year)?|financial year|calendar(?: year)?|year)?\s?((?:19|20)\d{2})\b|\bfy\s?'?(\d{2})\b"
)
_YEAR_SPAN = re.compile(r"\b((?:19|20)\d{2})\s?(?:-|to|through|until|and)\s?((?:19|20)\d{2})\b")
# "apr" is a rate, "mar", "may" and "dec" are words, unless a day or a year follows.
_MONTH_NAMED = re.compile(
    rf"\b(?!(?:apr|mar|may|dec|sep|jun|jul|jan|feb|aug|oct|"
    rf"nov)\b(?!\.?\s+\d))({MONTH})\b\.?(?:\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?!\d))?"
)
_MAY = re.compile(
    r"\b(?:in|of|since|until|to|by|from|through|last|this) may\b|"
    r"\bmay (?:statement|bill|csv|file|invoice|payslip|slip|pdf|sheet)\b"
)
_TIME_COUNT = re.compile(r"\b(\d+|[a-z]+)[ -](month|year|week|quarter|day)s?\b")
_A_TIME = re.compile(
    r"\b(?:in the same|within the same|a|per|each|every|one|whole|full|in a|over a)\s(year|month|week|"
    r"quarter)\b|\b(yearly|annually|monthly|weekly|quarterly)\b"
)
_TIMES_OF = re.compile(
    r"\b(?:\d+|[a-z]+)[ -](?:month|year|week|quarter|day)s?(?='?s? (?:of|worth|from|in a row)\b)|\b(?:for|"
    r"of) (?:a|one|the|the whole|the full) year\b|\ba year of\b"
)
# A thing whose name says how often it comes.
_TIMED_NAME = re.compile(
    r"\b(?:monthly|weekly|quarterly|yearly) (?:payment|repayment|instal?lment|fee|charge|cost|rent|premium|"
    r"maintenance|service)s?\b"
)
_NEXT_WORD = re.compile(r"\s([a-zA-Z]+)\b")
_PER_NAMES = {
    "year": "annual",
    "yearly": "annual",
    "annually": "annual",
    "month": "monthly",
    "monthly": "monthly",
    "week": "weekly",
    "weekly": "weekly",
    "quarter": "quarterly",
    "quarterly": "quarterly",
    "day": "daily",
}


def read_question(text: str) -> AskedQuestion:
    """Read a question. What it names must later be found in a label; what only shapes it must not."""
    folded = re.sub(r"\s+", " ", fold(text)).strip(" ?!.")
    wanted, task, edge = _wanted(folded), _task(folded), ""
    numbers = [_in_thousands(_in_currency(one, text)) for one in find_numbers(text) if not _is_year(one, text)]
    years = _years(folded)
    months, days = _months(folded)
    if _BAND_WORDS.search(folded) and any(one.scale is Scale.PERCENT for one in numbers):
        low, high = _EDGE_LOW.search(folded), _EDGE_HIGH.search(folded)
        if low or high:
            task, edge = Task.BAND_EDGE, "low" if low and not (high and high.start() < low.start()) else "high"
            wanted = Wanted.MONEY
    count, per, spent = _times(folded)
    named = _TIMED_NAME.search(folded)
    rest = _YEAR.sub(" ", _TIMES_OF.sub(" ", folded) if count is not None else folded)
    rest = _MONTH_NAMED.sub(" ", _A_TIME.sub(" ", rest) if per and count is None and not named else rest)
    rest, phrases = take_phrases(_POINTS.sub(" ", rest))
    rest, lengths = _lengths(rest)
    terms, soft, optional, products = _terms(rest, phrases, wanted, task)
    terms += [Term(length, frozenset((length,)), phrase=length.lstrip("~")) for length, _ in lengths]
    terms += [Term(letter, frozenset((letter,)), phrase=name) for name, letter in letters_named(text)]
    spent |= {digits for _, digits in lengths}
    numbers = [one for one in numbers if one.printed not in spent]
    return AskedQuestion(
        text=text,
        wanted=wanted,
        task=task,
        terms=tuple(terms),
        soft=tuple(soft),
        optional=tuple(optional),
        products=tuple(products),
        years=years,
        months=months,
        days=days,
        numbers=tuple(numbers),
        count=count,
        per=per,
        edge=edge,
        asks_future=_FUTURE.search(folded) is not None,
        is_now=_NOW.search(folded) is not None,
        negated=re.search(r"\b(?:not|without|except|other than|but not|excluding)\b", folded) is not None,
        raw_words=frozenset(words(folded)),
    )


def _wanted(folded: str) -> Wanted:
    if _MODAL.match(folded) and _LATER_WHEN.search(folded):
        return Wanted.YES_NO
    if _DATE.search(folded) and not re.search(
        r"\bwhen (?:the|i|my|you|a|an|it|we|they)\b(?! (?:need|have|do|must|should))", folded[5:]
    ):
        return Wanted.DATE
    if _DURATION.search(folded):
        return Wanted.DURATION
    if _YES_NO.search(folded):
        return Wanted.YES_NO
    if _IN_MONEY.search(folded):
        return Wanted.MONEY
    if _HOW_IT_DID.match(folded):
        return Wanted.VALUE
    if _TEXT.search(folded) or _NO_VALUE.match(folded):
        return Wanted.TEXT
    if _COUNT.search(folded) and not _POINTS.search(folded) and not re.search(r"\bhow much\b", folded):
        return Wanted.COUNT
    if re.search(r"\bhow much\b|\bin dollars\b|\bhow many dollars\b", folded):
        if re.search(r"\b(?:percent|percentage|per cent)\b", folded):
            return Wanted.RATE
        return Wanted.MONEY if re.search(r"\bdollars\b|\bhow much money\b", folded) else Wanted.VALUE
    if _RATE.search(folded) or _POINTS.search(folded):
        return Wanted.RATE
    if _NAME.search(folded) and not _MONEY.search(folded.partition("which")[2][:25]):
        return Wanted.NAME
    return Wanted.VALUE if _MONEY.search(folded) else Wanted.ANY


def _task(folded: str) -> Task:
    for pattern, task in (
        (_PERCENT_CHANGE, Task.PERCENT_CHANGE),
        (_DIFFERENCE, Task.DIFFERENCE),
        (_SHARE, Task.SHARE),
        (_SUM, Task.SUM),
        (_EXTREME, Task.EXTREME),
    ):
        if pattern.search(folded):
            return task
    return Task.LOOK_UP


def _in_currency(number: PrintedNumber, text: str) -> PrintedNumber:
    """A number before the word for a currency ("4.000 euros") is an amount of it."""
    following = _NEXT_WORD.match(text, number.end)
    code = CURRENCY_WORDS.get(following[1].lower()) if following and not number.currency else None
    return replace(number, currency=code) if code else number


def _in_thousands(number: PrintedNumber) -> PrintedNumber:
    """An amount with a point before three digits ("€ 15.000") is in thousands: no currency has three decimals here."""
    if number.currency and re.fullmatch(r"\D*\d{1,3}\.\d{3}\D*", number.printed):
        return replace(number, value=number.value * 1000)
    return number


def _is_year(number: PrintedNumber, text: str) -> bool:
    whole = re.fullmatch(r"(?:19|20)\d{2}", number.printed) is not None
    return whole and text[number.end : number.end + 1] != "%"


def _years(folded: str) -> tuple[int, ...]:
    span = _YEAR_SPAN.search(folded)
    named = {int(full) if full else 2000 + int(short) for full, short in _YEAR.findall(folded)}
    if (
        span
        and 0 < int(span[2]) - int(span[1]) <= 30
        and re.search(r"-|\bto\b|\bthrough\b", span[0])
        and _SUM.search(folded)
    ):
        named |= set(range(int(span[1]), int(span[2]) + 1))
    return tuple(sorted(named))


def _months(folded: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    months, days = [], []
    for name, day in _MONTH_NAMED.findall(folded):
        if name == "may" and not re.search(
            r"\b(?:in|of|since|until|to|by|from|through|last|this) may\b|\bmay \d|"
            r"\bmay (?:statement|bill|csv|file|invoice|payslip|slip|pdf|sheet)\b",
            folded,
        ):
            continue
        months.append(MONTHS[name])
        if day:
            days.append(int(day))
    if _MAY.search(folded):
        months.append(5)
    return tuple(dict.fromkeys(months)), tuple(days)


def _times(folded: str) -> tuple[Decimal | None, str, set[str]]:
    """How often or how long, with the printed numbers that say so and are used up by it."""
    for match in _TIME_COUNT.finditer(folded):
        number = Decimal(match[1]) if match[1].isdecimal() else NUMBER_WORDS.get(match[1])
        if number is not None and re.match(r"\s*(?:of|worth|'s worth|from|in a row)\b", folded[match.end() :]):
            return Decimal(number), _PER_NAMES[match[2]], {match[1]}
    once = _A_TIME.search(folded)
    per = _PER_NAMES[once[1] or once[2]] if once else ""
    if re.search(r"\b(?:for|of) (?:a|one|the|the whole|the full) year\b|\ba year of\b|\byear's worth\b", folded):
        return Decimal(1), "annual", set()
    return None, per, set()


def _lengths(rest: str) -> tuple[str, list[tuple[str, str]]]:
    """Stretches of time that tell one offer from another ("the 36 month plan"), with the digits that say so."""
    found: list[tuple[str, str]] = []

    def take(match: re.Match[str]) -> str:
        length = length_notion(match[1], match[2])
        if length is None:
            return match[0]
        found.append((length, match[1]))
        return " "

    return LENGTH.sub(take, rest), found


def _terms(
    rest: str, phrases: Sequence[tuple[str, tuple[str, ...]]], wanted: Wanted, task: Task
) -> tuple[list[Term], list[Term], list[Term], list[str]]:
    terms = [
        Term(name, notions(name), tuple(notions(word) for word in parts), " ".join(parts)) for name, parts in phrases
    ]
    soft: list[Term] = []
    optional: list[Term] = []
    products: list[str] = []
    for word in words(rest):
        term = Term(word, notions(word))
        if word in STOPWORDS or len(word) < 2:
            continue
        if word in OPTIONAL_WORDS:
            optional.append(term)
        elif word in NUMBER_WORDS or word in _shaping(wanted, task):
            soft.append(term)
        elif word in PRODUCT_WORDS or (word.endswith("s") and word[:-1] in PRODUCT_WORDS):
            products.append(word)
            soft.append(term)
        elif word in MONEY_WORDS or word in RATE_WORDS or word in FILLER_VERBS:
            soft.append(term)
        elif all(word != other.word for other in terms):
            terms.append(term)
    return terms, soft, optional, products


_DATE_SHAPE = _words(
    "stand stands valid good open last lasts run runs until till file submit send date day deadline due "
    "need by last final time since"
)
_TASK_SHAPE = {
    Task.SUM: "total sum add added combined altogether overall",
    Task.PERCENT_CHANGE: (
        "change increase increased increases decrease decreased rise rises rose growth grow grew drop dropped "
        "fall fell higher lower more less percentage percent"
    ),
    Task.DIFFERENCE: (
        "change increase increased increases decrease decreased rise rises rose growth grow grew drop dropped "
        "fall fell higher lower more less difference differ cheaper climb climbed fewer"
    ),
    Task.SHARE: "share portion proportion percent percentage fraction part utilization utilisation",
    Task.EXTREME: "highest largest biggest most expensive dearest greatest top lowest smallest cheapest least "
    "best worst",
    Task.BAND_EDGE: "band bands bracket brackets tier start starts begin begins end ends top bottom upper lower",
}


def _shaping(wanted: Wanted, task: Task) -> frozenset[str]:
    """Words that say what is wanted and done, not what it is about."""
    shape = set(_TASK_SHAPE.get(task, "").split())
    if wanted is Wanted.DATE:
        shape |= _DATE_SHAPE
    if wanted in (Wanted.COUNT, Wanted.DURATION):
        shape |= {"number", "days", "weeks", "months", "years", "hours", "day", "month", "year", "week", "time"}
    if wanted is Wanted.YES_NO:
        shape |= {"allowed", "permitted", "possible", "okay", "able"}
    if wanted is Wanted.RATE:
        shape |= {"basis", "bps"}
    return frozenset(shape)
