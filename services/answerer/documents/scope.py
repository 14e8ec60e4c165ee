"""Questions that no document of the user's is there to answer: advice, forecasts, the world at large, other people."""

from __future__ import annotations

import re
from datetime import date

from services.common.printed import MONTH

_ADVICE = (
    # "When should I send it?" asks for a rule that a paper states.
    r"(?<!when )(?<!by when )(?<!where )\b(?:should|shall|ought) (?:i|we|my|our|one)\b|(?<!when )\b(?:i|we) should\b",
    r"\b(?:recommend(?:ations?)?|advise|advisable|suggestions?|your opinion|do you think|what would you)\b",
    r"\bdo you recommend|\b(?:right|suitable|good enough|best) for (?:me|us|somebody like me)\b",
    r"\bworth (?:it|buying|keeping|having|paying|switching|refinancing|getting)\b",
    r"\b(?:good (?:idea|deal|time|buy)|bad idea|a (?:buy|sell|bargain|rip[ -]?off)|better off|smart move|wise)\b",
    r"\b(?:makes? sense|fair price|too expensive)\b",
    r"\b(?:is|be|was) (?:it|that|this) (?:smart|clever|sensible|prudent|silly|stupid|crazy|risky|foolish) to\b",
    r"\bbest (?:\w+ )?(?:for (?:me|us)|to (?:buy|get|choose|pick))\b",
    r"\b(?:smarter|wiser|safer|a better (?:deal|choice|idea)) than\b",
    r"\b(?:is|are) (?:it|this|that|they|my \w+) (?:any good|a good|a fair|a bad|reasonable|competitive)\b",
)
# What a document says of a day ahead is no forecast; what markets and prices will do is.
_MARKETS = r"\b(?:rates?|prices?|stocks?|shares?|markets?|inflation|economy|dollar|euro)\b"
_MOVES = (
    r"\b(?:rise|rising|fall|falling|drop|go up|go down|crash|increase|decrease|climb|recover|be higher|be lower|"
    r"get (?:any )?(?:cheaper|dearer|better|worse|stronger|weaker))\b"
)
_AHEAD_OF_TIME = (
    r"\b(?:next (?:year|month|spring|summer|autumn|fall|winter)|by (?:spring|summer|autumn|winter|christmas))\b"
)
_FORECASTS = (
    r"\bwill\b[^?]*\b(?:cut|raise|lower|hike|drop)\b[^?]*\brates?\b",
    rf"\bwhere (?:will|are)\b[^?]*{_MARKETS}[^?]*\b(?:be|going|heading)\b",
    rf"\bwill\b[^?]*{_MARKETS}[^?]*{_MOVES}",
    rf"^\W*will\b[^?]*{_MOVES}[^?]*{_AHEAD_OF_TIME}",
    r"\b(?:how much|what) will (?:i|we) (?:make|earn)\b",
    r"\bwill [\w ]{2,30} (?:approve|accept|reject|decline|grant) (?:my|our|me|us)\b",
    r"\b(?:forecast|predict|prediction|outlook for)\b",
    r"\b(?:how much|what) will (?:my|our|the) [\w ]{2,30} be worth\b",
    r"\b(?:stock|share|house|home) price\b[^?]*\b(?:next|in (?:five|ten|\d+) years|by 20\d\d)\b",
)
_PLACES = r"(?:the (?:us|usa|u\.s\.|uk|country|world|market|industry)|america|europe|britain|canada)"
_WORLD = (
    rf"\b(?:average|typical|median|national|usual)\b[^?]*\b(?:in {_PLACES}|nationwide|nationally|in general)\b",
    r"\b(?:capital of|president|prime minister|weather|recipe|who (?:invented|wrote|won|discovered)|world cup)\b",
    r"\b(?:national|nationwide|country's)\b[^?]*\b(?:average|history|statistics|figures)\b",
    r"\b(?:usual|typical|going) (?:\w+ ){0,3}(?:rate|price|fee|cost|salary|rent)s? for (?!my|our|the)(?:\w+ )?\w+s\W*$",
    r"\b(?:other|most) (?:banks|insurers|lenders|people|customers|companies|employers|landlords) (?:\w+)\b",
    r"\b(?:set|fixed|published|paid) by (?:the )?(?:irs|hmrc|government|state|fed|central bank|bank of england)\b",
)
# A mean of a place in the world ("the average rent in Milwaukee") is no mean of what the papers hold.
_MEAN_OF_A_PLACE = re.compile(r"\b(?:[Aa]verage|[Tt]ypical|[Uu]sual|[Mm]edian)\b[^?]*\bin (?:the )?[A-Z][a-z]+")
_OTHERS = (
    r"(?:neighbou?r|friend|boss|colleague|co-?worker|flatmate|roommate|cousin|uncle|aunt|ex|manager|"
    r"(?:sister|brother|mother|father|son|daughter)-in-law)"
)
_THEIR_MONEY = r"(?:spend|spent|pays?|paid|earns?|earned|makes?|made|gets?|got|have|owes?|salary|wages?|income|bonus)"
_SOMEBODY = r"(?:guy|man|woman|lady|person|people|tenant|family|couple)"
_PEOPLE = (
    rf"\bthe {_SOMEBODY} (?:in|from|next|upstairs|downstairs)\b[^?]*\b{_THEIR_MONEY}\b",
    rf"\b(?:my|the) {_OTHERS}s?(?:'s)?(?: \w+){{0,2}} {_THEIR_MONEY}\b",
    rf"\bmy {_OTHERS}'s (?:\w+ )?(?:pension|salary|pay|wages?|income|savings|rent|mortgage|bonus|balance)\b",
    rf"\bthe [\w ]{{2,30}} next (?:door|to (?:me|us))\b[^?]*\b{_THEIR_MONEY}\b",
    rf"\b(?:somebody|someone|anyone|another (?:customer|user|member|employee)) else(?:'s)?\b[^?]*\b{_THEIR_MONEY}\b",
)
_OUTSIDE = tuple(re.compile(pattern) for pattern in (*_ADVICE, *_FORECASTS, *_WORLD, *_PEOPLE))
# What a paper may well say, and what is of the world, of the future or of opinion where none does.
_FIGURES = (
    r"(?:rates?|fees?|charges?|prices?|costs?|premiums?|limits?|balances?|deductibles?|excess|dates?|days?|numbers?|"
    r"amounts?|payments?|rent|pay|salary|due|total|apr|apy)"
)
_TRADES = r"(?:tenant|landlord|agent|lodger|buyer|seller|builder|contractor|accountant|doctor)"
_OUTSIDE_UNLESS_SAID = tuple(
    re.compile(pattern)
    for pattern in (
        r"^what(?:'s| is| are) an? (?!new\b|single\b|day\b|week\b|month\b|quarter\b|year\b)[\w' -]+$",
        rf"^what (?:is|are) (?!the\b|my\b|our\b|your\b|their\b)(?:[a-z]+[ -]){{0,2}}(?!{_FIGURES}\b)[a-z]+$",
        r"^how (?:does|do|did) (?!my\b|our\b|the\b|this\b|i\b|we\b)[\w' -]+? work\b",
        r"^how (?:is|are) (?!my\b|our\b|the\b|this\b)[\w' -]+ different (?:from|to|than)\b",
        r"\b(?:usually|normally|typically|generally) (?:charge|cost|pay|earn|ask)s?\b",
        r"^will (?:congress|parliament|(?:the )?government|the (?:fed|senate|president|treasury|central bank))\b",
        rf"^will\b[^?]*{_MOVES}",
        rf"^what will\b[^?]*\b(?:cost|be)\b[^?]*(?:{_AHEAD_OF_TIME}|\bat (?:christmas|easter)\b|\bin \w+ years?\b)",
        r"\b(?:which|what)(?: \w+)?(?: is|'s| are) (?:the )?better\b|\bis it (?:smarter|better|wiser|safer) to\b",
        r"\b(?:is|are|will)\b[^?]*\benough for (?:me|us|my|our)\b",
        rf"\b(?:the|my|our) {_TRADES}\b[^?]*\b(?:earns?|salary|wages)\b",
    )
)


_AHEAD = re.compile(
    r"\b(?:will|would)\b[^?]*\b(?:my|our|the|i|it)\b[^?]*\b(?:next (?:year|month|week|summer|winter|" + MONTH + r")|"
    r"in (?:five|ten|twenty|\d+) years|by the time|when i retire|in 20\d\d|by 20\d\d)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b20\d\d\b")
_DID = (
    r"(?:pay|paid|owed?|missed|renewed?|cancel(?:led)?|signed?|used?|take|taken|took|filed?|get|got|claim|claimed|"
    r"visit|visited|join|joined|received?|spend|spent)"
)
_ALONE = re.compile(
    rf"\b(?:have|had|did) (?:i|we)(?: \w+)? {_DID}\b|\b(?:i|we) (?:have )?(?:used|taken|filed)\b|"
    r"\bhow (?:much|many)[\w ]{0,20} do (?:i|we) have (?:in|on|at|left)\b|"
    r"\b(?:my|our)\b[^?]*\b(?:right now|today|at the moment|as we speak|so far this week)\b|"
    r"\b(?:market|resale|current|today's) (?:value|price|worth) of (?:my|our)\b|"
    r"\b(?:approve|accept|reject|decline) (?:my|our)\b",
    re.IGNORECASE,
)
_LIVE = re.compile(
    r"\bbalances?\b[^?]*\b(?:right now|today|at the moment|now|currently)\b|\bcurrent balance\b", re.IGNORECASE
)


def is_out_of_scope(question: str) -> bool:
    """Whether a question asks for advice, a forecast, general knowledge or about other people."""
    text = re.sub(r"\s+", " ", question.lower().replace("’", "'"))
    return _MEAN_OF_A_PLACE.search(question) is not None or any(pattern.search(text) for pattern in _OUTSIDE)


def is_out_of_scope_unless_said(question: str) -> bool:
    """Whether a question is for what a word means, how the world goes or what is better; where no paper says it."""
    text = re.sub(r"\s+", " ", question.lower().replace("’", "'")).strip(" ?!.")
    return any(pattern.search(text) for pattern in _OUTSIDE_UNLESS_SAID)


def is_forecast(question: str, as_of: date) -> bool:
    """Whether a question asks what will be, at a time that lies ahead; for where the documents say nothing of it."""
    years = [int(year) for year in _YEAR.findall(question)]
    return _AHEAD.search(question) is not None and not (years and max(years) <= as_of.year)


def is_of_the_user_alone(question: str) -> bool:
    """Whether a question is for what the user did or has, which no schedule, policy or agreement can hold."""
    return _ALONE.search(question) is not None or is_live(question)


def is_live(question: str) -> bool:
    """Whether a question is for a balance as it is now, which no paper holds."""
    return _LIVE.search(question) is not None
