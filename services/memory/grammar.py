"""Reads facts from what a user says, by rules alone: a sentence that fits no rule as a whole is a note.

Strict on purpose. A hedge, a negation, a past tense or a question makes no fact, because a wrong fact would scope
every later answer; the words themselves are kept either way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from services.memory import amounts
from services.memory.model import Attribute, Ending, Reading, Slot, Value
from services.memory.names import DETERMINERS, find_words, fold, singular, slot_key
from services.memory.vocabulary import NO_NAME, PREDICATES, PRONOUNS, ROLES

MAX_NAME_WORDS = 6
MAX_VALUE_WORDS = 8
# Facts are said shortly; what is longer is a note, and costs no search.
MAX_CLAUSE = 300


@dataclass(frozen=True, slots=True)
class Frame:
    """What words mean relative to: when and where they were said, and the user's own currency."""

    stated_at: datetime
    zone: ZoneInfo
    currency: str


@dataclass(frozen=True, slots=True)
class _Found:
    attribute: Attribute
    qualifier: str
    value: Value
    since: datetime | None = None


# --- statement → clauses ---------------------------------------------------------------------------------------------

_SENTENCE_END = re.compile(
    r"(?<!\bSt)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bDr)(?<!\bJr)(?<!\bSr)(?<!\bMt)(?<!\bFt)(?<!\bCo)(?<!\bNo)(?<!\bvs)"
    r"[.!?]+[\"”’)]*(?:\s+(?=[\"“‘'(]?[A-Z0-9])|\s*$)|\s*;\s+|\s*\n+\s*"
)
_JOINT = re.compile(r"\s*,?\s+(?:and|but)\s+(?=(?:my|our|i|we|call)\b)", re.IGNORECASE)
_LEAD_IN = re.compile(
    r"(?:(?:(?:actually|please|also|btw|by the way|fyi|for the record|just so you know|note|remember|keep in mind|"
    r"to be clear|from now on|as of now)\b(?:\s+that\b)?\s*[,:–—-]*"
    # Short words open names as well ("No. 1 Noodles"), so these need a mark or a new clause behind them.
    r"|(?:hey|hi|hello|ok(?:ay)?|so|well|oh|no|now|today|sorry|update|correction|and)"
    r"(?:\s*[,:–—-]+|(?=\s+(?:my|our|i|we|call|when)\b))"
    r")\s*)+",
    re.IGNORECASE,
)
_NO_FACT = re.compile(
    r"\b(?:maybe|perhaps|might|may be|could be|i (?:think|guess|believe|suppose)|not sure|probably|possibly|"
    r"if i remember|no longer|not any ?more|isn['’]?t|aren['’]?t|is not|are not|don['’]?t|do not|doesn['’]?t|never|"
    r"wasn['’]?t|used to|was|were|had|would be|should be|wish|hopefully|pretend|suppose)\b",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"^(?!when(?:ever)? (?:i|we) (?:say|talk|write|mention|refer|ask)\b|what (?:i|we) call\b)"
    r"(?:what|when|where|who|whom|whose|which|why|how|is|are|do|does|did|can|could|will|would|should|am|has|have)\b"
    r"|\?\s*$",
    re.IGNORECASE,
)
_REPLACED = re.compile(
    # Small letters only: a florist may be called "Forget Me Not".
    r"\s*,?\s+(?-i:not|rather than|instead of)\s+[^,]+$|\s*,?\s+(?:instead|any ?more)$",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\s*,?\s+(?:now|these days|currently|at the moment|nowadays|from now on|at present|today)$", re.IGNORECASE
)
_SINCE = re.compile(
    rf"\s*,?\s*\b(?:since|from|starting(?:\s+(?:in|on|from))?|as of|effective|beginning)\s+(?P<day>{amounts.DAY})",
    re.IGNORECASE,
)


def read(text: str, frame: Frame) -> tuple[Reading, ...]:
    """The facts of a statement, in the order of the words. A clause without one is a note; a question is nothing."""
    sentences = list(_sentences(text))
    read_sentences = [_read_sentence(text, start, end, frame) for start, end in sentences]
    readings = [reading for found in read_sentences for reading in found]
    if readings and all(read_sentences) and all(one.slot.attribute is Attribute.NOTE for one in readings):
        # Nothing but words: they stay together.
        (start, end), *_ = _trimmed(text, 0, len(text))
        return (_reading(_Found(Attribute.NOTE, "", Value(text=text[start:end])), start, end),)
    unique = {(reading.slot, reading.value): reading for reading in reversed(readings)}
    return tuple(sorted(unique.values(), key=lambda reading: reading.start))


def read_endings(text: str, frame: Frame) -> tuple[Ending, ...]:
    """What a statement says to hold no longer, or not at all. Its words are a note as well, see `read`."""
    endings = []
    for start, end in _sentences(text):
        if not _QUESTION.search(text[start:end]):
            for a, b in _clauses(text[start:end]):
                ending = _read_ending(text[start + a : start + b], frame)
                endings += [ending] if ending is not None else []
    return tuple(dict.fromkeys(endings))


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _SENTENCE_END.finditer(text):
        # The mark stays with its sentence: it says whether this is a question.
        mark = len(match[0]) - len(match[0].lstrip('.!?"”’)'))
        yield from _trimmed(text, start, match.start() + mark)
        start = match.end()
    yield from _trimmed(text, start, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if find_words(text[start:end]):
        yield start, end


def _read_sentence(text: str, start: int, end: int, frame: Frame) -> list[Reading]:
    sentence = text[start:end]
    bare = sentence[_lead_in(sentence) :]
    if _QUESTION.search(bare):
        return []
    clauses = _clauses(sentence)
    found = [_read_clause(sentence[a:b], frame) for a, b in clauses]
    if len(clauses) > 1 and not any(found):
        clauses, found = [(0, len(sentence))], [_read_clause(sentence, frame)]
    return [
        _reading(
            one or _Found(Attribute.NOTE, "", Value(text=sentence[a:b])),
            start + a,
            start + (b if one is None else a + _said_length(sentence[a:b])),
        )
        for (a, b), one in zip(clauses, found, strict=True)
    ]


def _clauses(sentence: str) -> list[tuple[int, int]]:
    joints = list(_JOINT.finditer(sentence))
    starts = [0, *(joint.end() for joint in joints)]
    ends = [*(joint.start() for joint in joints), len(sentence)]
    return list(zip(starts, ends, strict=True))


def _reading(found: _Found, start: int, end: int) -> Reading:
    key = slot_key(found.qualifier) if found.attribute.single else ""
    return Reading(Slot(found.attribute, key), found.qualifier, found.value, start, end, found.since)


def _lead_in(clause: str) -> int:
    match = _LEAD_IN.match(clause)
    return match.end() if match is not None else 0


def _said_length(clause: str) -> int:
    """Characters that say the fact, without "not Waitrose" behind: an old value must not live on in a new fact."""
    match = _REPLACED.search(clause.rstrip(".!,; "))
    return len(clause) if match is None else match.start()


def _read_clause(clause: str, frame: Frame) -> _Found | None:
    bare = re.sub("[()]", "", clause[_lead_in(clause) :]).strip().rstrip(".!,; ")
    bare = _REPLACED.sub("", bare)
    if not bare or len(bare) > MAX_CLAUSE or _NO_FACT.search(bare):
        return None
    bare, since = _take_since(bare, frame)
    bare = _NOW.sub("", bare)
    for rule in _RULES:
        if (found := rule(bare, frame)) is not None:
            return replace(found, since=since)
    return None


def _take_since(clause: str, frame: Frame) -> tuple[str, datetime | None]:
    match = _SINCE.search(clause)
    if match is None:
        return clause, None
    span = amounts.read_span(match["day"], frame.stated_at.astimezone(frame.zone).date())
    if span is None:
        return clause, None
    return (clause[: match.start()] + clause[match.end() :]).strip(" ,"), amounts.start_of(span[0], frame.zone)


# --- amounts: rent, income, budget, goals ----------------------------------------------------------------------------

_MOVED = r"(?:gone|went|goes|going|increased|dropped|fell|rose|changed|changes)"
_IS = (
    r"(?:\s+is|\s+are|['’]s|\s*[:=]|\s+will be|\s+comes to"
    rf"|\s+(?:has |have )?(?:now )?{_MOVED}(?:\s+(?:up|down))?\s+to)"
)
_NEAR = r"(?:\s+(?:now|currently|about|around|roughly|just|only|up to|exactly|at|still))*"
_MONEY = rf"(?P<money>{amounts.AMOUNT})"
_PER = rf"(?:\s*,?\s*(?:{amounts.PER}))?"
_PER_BEHIND = _PER.replace("?P<per>", "?P<per2>").replace("?P<adverb>", "?P<adverb2>")
_BEFORE_TAX = r"(?:\s+(?:before|after)\s+tax(?:es)?|\s+(?:net|gross))?"
_OWNER = r"(?:my|our|the)"
_WHO = r"(?:i|we)"
_BY = rf"(?:\s*,?\s+(?:by|before|until|till)\s+(?P<due>{amounts.DAY}|\w+(?:\s+\w+)?))?"
_FOR = r"(?:\s+(?:for|towards?)\s+(?P<purpose>(?!\d)[^,\d]{1,60}?))?"


def _rule(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_RENT = (
    _rule(
        rf"{_OWNER}\s+(?P<kind>(?:[\w'’-]+\s+){{0,3}}?)rent(?P<of>\s+(?:for|on)\s+[^,\d]+?)?"
        rf"{_IS}{_NEAR}\s*{_MONEY}{_PER}"
    ),
    _rule(
        rf"{_WHO}\s+pay{_NEAR}\s*{_MONEY}{_PER}\s+(?:in|for|of|as)\s+(?P<kind>)(?:my\s+|our\s+)?rent(?P<of>)"
        rf"{_PER_BEHIND}"
    ),
    _rule(rf"{_WHO}\s+pay{_NEAR}\s*{_MONEY}\s+(?P<kind>)(?P<of>)rent{_PER}"),
    _rule(rf"(?P<kind>)rent(?P<of>){_IS}{_NEAR}\s*{_MONEY}{_PER}"),
)
_PAY = r"(?:salary|income|wages?|pay|earnings|take[- ]home)"
_INCOME = (
    _rule(
        rf"{_OWNER}\s+(?:(?:annual|yearly|monthly|weekly|net|gross|take[- ]home|base|total)\s+)*{_PAY}"
        rf"{_IS}{_NEAR}\s*{_MONEY}{_PER}{_BEFORE_TAX}{_PER_BEHIND}"
    ),
    _rule(
        rf"{_WHO}\s+(?:earn|make|take home|am paid|are paid|get paid|bring home|bring in)"
        rf"{_NEAR}\s*{_MONEY}{_PER}{_BEFORE_TAX}"
    ),
)
_INCOME_ADVERB = _rule(rf"\b(annual|yearly|monthly|weekly)\s+(?:(?:net|gross|base|total)\s+)?{_PAY}")
_ON_WHAT = r"(?P<purpose>[^,\d]{1,60}?)"
_BUDGET = (
    _rule(rf"{_OWNER}\s+(?:\w+ly\s+)?budget\s+(?:for|on)\s+{_ON_WHAT}{_IS}{_NEAR}\s*{_MONEY}{_PER}"),
    _rule(rf"{_OWNER}\s+(?P<purpose>(?:[\w'’&-]+\s+){{0,4}}?)budget{_IS}{_NEAR}\s*{_MONEY}{_PER}"),
    _rule(rf"{_WHO}\s+budget(?:ed)?{_NEAR}\s*{_MONEY}{_PER}\s+(?:for|on)\s+{_ON_WHAT}{_PER_BEHIND}"),
    _rule(
        rf"{_WHO}\s+(?:want|would like|plan|need|aim|['’]?d like)\s+to\s+(?:spend|keep(?:\s+to)?)"
        rf"\s+(?:no more than|at most|under|less than|max(?:imum)?|up to)\s*{_MONEY}{_PER}\s+(?:on|for)\s+"
        rf"{_ON_WHAT}{_PER_BEHIND}"
    ),
)
_WANT = (
    rf"{_WHO}(?:\s+|['’])"
    r"(?:want|would like|d like|plan|hope|intend|need|aim|(?:am|are) (?:planning|hoping|trying))\s+to"
)
_SAVED = r"(?:saved(?:\s+up)?|put (?:aside|away)|set aside|in savings)"
_SAVE = r"(?:save(?:\s+up)?|put (?:aside|away)|set aside)"
_FOR_BEHIND = _FOR.replace("purpose", "purpose2")
_GOAL = (
    _rule(rf"{_WANT}\s+have{_NEAR}\s*{_MONEY}\s+{_SAVED}{_FOR}{_BY}{_FOR_BEHIND}"),
    _rule(rf"{_WANT}\s+{_SAVE}{_NEAR}\s*{_MONEY}{_FOR}{_BY}{_FOR_BEHIND}"),
    _rule(rf"{_WHO}(?:\s+am|\s+are|['’]m|['’]re)\s+saving(?:\s+up)?{_NEAR}\s*{_MONEY}{_FOR}{_BY}"),
    _rule(
        rf"{_OWNER}\s+(?P<purpose2>(?:[\w'’-]+\s+){{0,3}}?)(?:savings?\s+)?(?:goal|target){_FOR}{_IS}"
        rf"(?:\s+to\s+(?:save|have))?{_NEAR}\s*{_MONEY}(?:\s+saved)?{_BY}"
    ),
    _rule(
        rf"{_OWNER}\s+(?:savings?\s+)?(?:goal|target){_IS}\s+to\s+(?:save|have){_NEAR}\s*{_MONEY}(?:\s+saved)?"
        rf"{_FOR}{_BY}"
    ),
)


def _read_rent(clause: str, frame: Frame) -> _Found | None:
    for pattern in _RENT:
        if (match := pattern.fullmatch(clause)) is not None:
            kind = match["kind"].strip() or _without_determiner(re.sub(r"^\s+(?:for|on)\s+", "", match["of"] or ""))
            return _amount(Attribute.RENT, kind, match, frame)
    return None


def _read_income(clause: str, frame: Frame) -> _Found | None:
    for pattern in _INCOME:
        if (match := pattern.fullmatch(clause)) is not None:
            found = _amount(Attribute.INCOME, "", match, frame)
            adverb = _INCOME_ADVERB.search(clause)
            if found is not None and not found.value.per and adverb is not None:
                per = {"annual": "year", "yearly": "year", "monthly": "month", "weekly": "week"}[adverb[1].casefold()]
                return replace(found, value=replace(found.value, per=per))
            return found
    return None


def _read_budget(clause: str, frame: Frame) -> _Found | None:
    for pattern in _BUDGET:
        if (match := pattern.fullmatch(clause)) is not None:
            purpose = re.sub(
                r"^(?:monthly|weekly|yearly|annual)\b\s*", "", match["purpose"].strip(), flags=re.IGNORECASE
            )
            return _amount(Attribute.BUDGET, _without_determiner(purpose), match, frame)
    return None


def _read_goal(clause: str, frame: Frame) -> _Found | None:
    for pattern in _GOAL:
        if (match := pattern.fullmatch(clause)) is not None:
            parts = match.groupdict()
            purpose = _without_determiner((parts.get("purpose") or parts.get("purpose2") or "").strip())
            if fold(purpose) in ("saving", "savings", "new", "next"):
                purpose = ""
            found = _amount(Attribute.SAVINGS_GOAL, purpose, match, frame)
            if found is None:
                return None
            return replace(found, value=replace(found.value, due=_due(parts.get("due") or "", frame)))
    return None


def _due(text: str, frame: Frame) -> date | None:
    """The last day that keeps the promise. "By 2027" may mean its first day or its last, so it is left open."""
    span = amounts.read_span(text, frame.stated_at.astimezone(frame.zone).date())
    return None if span is None or re.fullmatch(r"\d{4}", text.strip()) else span[1]


def _amount(attribute: Attribute, qualifier: str, match: re.Match[str], frame: Frame) -> _Found | None:
    money = amounts.read_money(match["money"], frame.currency)
    if money is None:
        return None
    per = amounts.read_per(*(part for name, part in match.groupdict().items() if name.startswith(("per", "adverb"))))
    return _Found(attribute, qualifier, Value(money=money, per=per))


# --- pay day and home ------------------------------------------------------------------------------------------------

_WEEKDAY = r"mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?"
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th)"
_OF_MONTH = r"(?:\s+(?:day\s+)?(?:of\s+(?:each|every|the)\s+month|each month|every month|monthly|of the month))?"
_PAY_WHEN = (
    rf"(?:on\s+)?(?:the\s+)?(?P<day>{_ORDINAL}|(?<=\s)\d{{1,2}}){_OF_MONTH}"
    rf"|(?:on\s+)?(?:the\s+)?(?P<first>{_ORDINAL})\s+and\s+(?:the\s+)?(?P<second>{_ORDINAL}){_OF_MONTH}"
    r"|(?:on\s+)?(?:the\s+)?(?P<last>last\s+(?:(?:working|business)\s+)?day)(?:\s+of\s+(?:the|each|every)\s+month)?"
    rf"|(?:(?:on\s+)?(?:the\s+)?last\s+(?P<last_weekday>{_WEEKDAY})(?:\s+of\s+(?:the|each|every)\s+month)?)"
    rf"|(?:on\s+|every\s+|each\s+)?(?P<weekday>{_WEEKDAY})"
    rf"|every\s+(?:other|second|two weeks on)\s+(?P<fortnight>{_WEEKDAY})"
)
_PAY_HOW = (
    r"(?:\s+(?:monthly|weekly|every (?:other )?week|every month|bi-?weekly|semi-?monthly|once a month|twice a month)"
    r"\s*,?)?"
)
_PAYCHECK = r"(?:pay(?:check|cheque)?|salary|wages?)"
_PAY_DAY = (
    _rule(
        rf"{_WHO}(?:\s+(?:always\s+|usually\s+|now\s+)?(?:get|am|are)|['’]m|['’]re)\s+(?:now\s+)?paid"
        rf"{_PAY_HOW}\s+(?:{_PAY_WHEN})"
    ),
    _rule(rf"(?:{_OWNER}\s+)?pay[\s-]?day{_IS}\s+(?:{_PAY_WHEN})"),
    _rule(
        rf"{_OWNER}\s+{_PAYCHECK}\s+(?:comes?|arrives?|lands?|hits|is paid|are paid|gets? paid|is deposited|drops)"
        rf"(?:\s+in)?\s+(?:{_PAY_WHEN})"
    ),
    _rule(rf"{_WHO}\s+(?:get|receive)\s+(?:my|our)\s+{_PAYCHECK}\s+(?:{_PAY_WHEN})"),
    _rule(rf"{_OWNER}\s+(?:employer|work|company|boss)\s+pays\s+(?:me|us)\s+(?:{_PAY_WHEN})"),
)
_HOME = (
    _rule(
        rf"{_WHO}(?:['’]ve|\s+have)?\s+(?:just\s+|recently\s+|now\s+)?(?:live|moved|relocated)\s+(?:in|to|at)\s+"
        rf"(?P<place>.+?)(?:\s+(?:in|on|at the)\s+(?:{amounts.DAY})|\s+(?:last|this)\s+\w+)?"
    ),
    _rule(rf"{_WHO}(?:\s+am|\s+are|['’]m|['’]re)\s+(?:now\s+)?(?:living|based)\s+in\s+(?P<place>.+)"),
    _rule(r"(?:my|our)\s+(?:home|home town|hometown|city)\s+is\s+(?:in\s+)?(?P<place>.+)"),
)


def _read_pay_day(clause: str, _frame: Frame) -> _Found | None:
    for pattern in _PAY_DAY:
        if (match := pattern.fullmatch(clause)) is not None and (value := _pay_day(match)) is not None:
            return _Found(Attribute.PAY_DAY, "", value)
    return None


def _pay_day(match: re.Match[str]) -> Value | None:
    if match["day"]:
        return _day_of_month(match["day"])
    if match["first"]:
        days = [_day_of_month(match["first"]), _day_of_month(match["second"])]
        return None if None in days else Value(text=f"{match['first']} and {match['second']}".casefold())
    if match["last"]:
        return Value(text=f"{' '.join(match['last'].casefold().split())} of the month")
    if match["last_weekday"]:
        return Value(text=f"last {_weekday(match['last_weekday'])} of the month")
    if match["fortnight"]:
        return Value(text=f"every other {_weekday(match['fortnight'])}")
    return Value(text=_weekday(match["weekday"]))


def _day_of_month(text: str) -> Value | None:
    number = int(re.sub(r"\D", "", text))
    return Value(number=Decimal(number)) if 1 <= number <= 31 else None


def _weekday(text: str) -> str:
    return text.casefold().removesuffix("s").capitalize()


def _read_home(clause: str, _frame: Frame) -> _Found | None:
    for pattern in _HOME:
        if (match := pattern.fullmatch(clause)) is not None:
            place = match["place"].strip()
            named = place.removeprefix("the ")
            if named[:1].isupper() and len(find_words(place)) <= MAX_VALUE_WORDS and not _SENTENCE_WORDS.search(place):
                return _Found(Attribute.HOME, "", Value(text=place))
    return None


# --- names -----------------------------------------------------------------------------------------------------------

_NAME = r"(?P<name>.{1,80}?)"
_VALUE = r"(?P<value>.{1,120}?)"
# Words that say in so many words that one thing is called another: then any value will do.
_MEANING = rf"(?:{_WHO}\s+(?:mean|(?:am|are) talking about)|(?:that|it)\s+means|{_WHO}['’](?:m|re)\s+talking about)"
_CALLING = rf"(?:{_WHO}\s+(?:also\s+|usually\s+|always\s+)?call|(?:please\s+)?call|let['’]?s call)"
_EXPLICIT = (
    _rule(
        rf"(?:when(?:ever)?|if)\s+{_WHO}\s+(?:say|talk about|write|mention|refer to|ask about|ask for)\s+{_NAME}"
        rf"\s*,?\s+{_MEANING}\s+{_VALUE}"
    ),
    _rule(rf"by\s+{_NAME}\s*,?\s+{_WHO}\s+mean\s+{_VALUE}"),
    _rule(rf"what\s+{_WHO}\s+call\s+{_NAME}\s+is\s+{_VALUE}"),
    _rule(rf"{_NAME}\s+is\s+what\s+{_WHO}\s+call\s+{_VALUE}"),
    _rule(
        rf"{_NAME}\s+(?:means|stands for|refers to|is short for|is (?:my|our) (?:nick)?name for"
        rf"|is another (?:name|word) for)\s+{_VALUE}"
    ),
    _rule(rf"{_CALLING}\s+(?P<value>[^\"“]{{1,120}}?)\s+[\"“]{_NAME}[\"”]"),
    _rule(rf"{_CALLING}\s+(?P<value>.{{1,120}})\s+(?P<name>(?:my|our|the)\s+(?:(?!\b(?:my|our|the)\b).)+)"),
)
_PLAIN = (
    _rule(rf"(?:my|our)\s+{_NAME}\s+(?:is|are|is called|is named|is at|is now|has changed to|=|will be)\s+{_VALUE}"),
    _rule(rf"{_VALUE}\s+(?:is|are|is now|=)\s+(?P<name>(?:my|our)\s+.+)"),
    _rule(rf"the\s+(?P<name>(?:[\w'’&-]+\s+){{0,4}}?(?:{'|'.join(sorted(ROLES))}))\s+(?:is|is now)\s+{_VALUE}"),
    _rule(rf"{_WHO}\s+use\s+{_VALUE}\s+(?:as|for)\s+(?P<name>(?:my|our)\s+.+)"),
)
# In small letters these make a sentence of what should be a name.
_SENTENCE_WORDS = re.compile(
    r"\b(?:is|are|was|were|has|have|will|would|because|but|so|when|if|that|which|who|costs?|pays?|very|too|really|due|"
    r"going|getting|it|we|you|they|he|she)\b|\bI\b"
)


def _read_name(clause: str, _frame: Frame) -> _Found | None:
    for patterns, explicit in ((_EXPLICIT, True), (_PLAIN, False)):
        for pattern in patterns:
            match = pattern.fullmatch(clause)
            if match is None:
                continue
            said_name, said_value = _unquoted(match["name"]), _unquoted(match["value"])
            if explicit and _has_small_determiner(said_value) and said_name == _without_determiner(said_name):
                # "Powell's is what I call my bookshop": the own name is the one with "my" or "the".
                said_name, said_value = said_value, said_name
            name, value = _without_determiner(said_name), _without_owner(said_value)
            if not explicit and value != said_value and said_value[:3].casefold() in ("my ", "our"):
                continue
            if _is_own_name(name) and _is_value(value, name, explicit=explicit):
                return _Found(Attribute.NAME_FOR, name, Value(text=value))
    return None


def _has_small_determiner(text: str) -> bool:
    return text.partition(" ")[0] in ("my", "our", "the")


def _is_own_name(name: str) -> bool:
    words = find_words(name)
    return (
        0 < len(words) <= MAX_NAME_WORDS
        and not any(word.folded in PRONOUNS for word in words)
        and singular(words[-1].folded) not in NO_NAME
        and words[0].folded not in ("favourite", "favorite")
        and not all(word.folded.isdigit() for word in words)
        and not _SENTENCE_WORDS.search(name)
        and "," not in name
    )


def _is_value(value: str, name: str, *, explicit: bool) -> bool:
    words = find_words(value)
    if not 0 < len(words) <= MAX_VALUE_WORDS or words[0].folded in PRONOUNS or _SENTENCE_WORDS.search(value):
        return False
    if explicit:
        return words[0].folded not in PREDICATES
    if len(words) == 1 and words[0].folded in PREDICATES:
        return False
    if words[0].capitalised and not re.match(amounts.AMOUNT + r"\s*$", value):
        return True
    head = singular(find_words(name)[-1].folded)
    return head in ROLES and not any(word.folded in PREDICATES for word in words)


def _unquoted(text: str) -> str:
    return text.strip().strip("\"“”‘’'").strip() if text.strip()[:1] in "\"“‘'" else text.strip().strip('"“”').strip()


def _without_determiner(text: str) -> str:
    first, _, rest = text.strip().partition(" ")
    return _without_determiner(_unquoted(rest)) if rest and first.casefold() in DETERMINERS else text.strip()


def _without_owner(text: str) -> str:
    """The value without a small-letter determiner; "The Home Depot" keeps its own."""
    first, _, rest = text.partition(" ")
    return rest.strip() if rest and (first.casefold() in ("my", "our") or first in ("the", "a", "an")) else text


# --- what holds no longer --------------------------------------------------------------------------------------------

_NOT = r"(?:\s+no\s+longer|\s+not|n['’]?t)"
_ANY_MORE = r"(?:\s+(?:any\s?more|any\s?longer|now))?(?:\s*,.*|\s+but\s+.*)?"
_NAME_ENDS = (
    _rule(rf"(?:my|our)\s+{_NAME}\s+(?:is|are){_NOT}\s+{_VALUE}{_ANY_MORE}"),
    _rule(rf"{_VALUE}\s+(?:is|are){_NOT}\s+(?P<name>(?:my|our)\s+.{{1,80}}?){_ANY_MORE}"),
    _rule(rf"{_WHO}\s+(?:no\s+longer|do\s+not|don['’]?t)\s+have\s+(?:a|an|my|our)\s+{_NAME}(?P<value>){_ANY_MORE}"),
)
_RENT_ENDS = _rule(rf"{_WHO}\s+(?:no\s+longer|do\s+not|don['’]?t)\s+pay\s+(?:any\s+)?rent{_ANY_MORE}")


def _read_ending(clause: str, frame: Frame) -> Ending | None:
    bare = clause[_lead_in(clause) :].strip().rstrip(".!,; ")
    if len(bare) > MAX_CLAUSE:
        return None
    if _RENT_ENDS.fullmatch(bare):
        return Ending(Slot(Attribute.RENT))
    for pattern in _NAME_ENDS:
        if (match := pattern.fullmatch(bare)) is not None:
            name, value = _without_determiner(_unquoted(match["name"])), _without_owner(_unquoted(match["value"]))
            if fold(name) == "rent":
                money = amounts.read_money(value, frame.currency)
                return Ending(Slot(Attribute.RENT), Value(money=money)) if money is not None else None
            if _is_own_name(name):
                return Ending(Slot(Attribute.NAME_FOR, slot_key(name)), Value(text=value) if value else None)
    return None


_RULES: tuple[Callable[[str, Frame], _Found | None], ...] = (
    _read_rent,
    _read_pay_day,
    _read_income,
    _read_budget,
    _read_goal,
    _read_home,
    _read_name,
)
