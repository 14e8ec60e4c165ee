"""Questions that no document of the user's is there to answer: advice, forecasts, the world at large, other people."""

from __future__ import annotations

import re

_ADVICE = (
    r"\b(?:should|shall|ought) (?:i|we|my|our|one)\b|\b(?:i|we) should\b",
    r"\b(?:recommend\w*|advise|advisable|suggestions?|your opinion|do you think|what would you)\b",
    r"\bworth (?:it|buying|keeping|having|paying|switching|refinancing|getting)\b",
    r"\b(?:good (?:idea|deal|time|buy)|bad idea|a (?:buy|sell|bargain|rip[ -]?off)|better off|smart move|wise)\b",
    r"\b(?:makes? sense|fair price|too expensive)\b",
    r"\bbest (?:\w+ )?(?:for (?:me|us)|to (?:buy|get|choose|pick))\b",
    r"\b(?:is|are) (?:it|this|that|they|my \w+) (?:any good|a good|a fair|a bad|reasonable|competitive)\b",
)
# What a document says of a day ahead is no forecast; what markets and prices will do is.
_MARKETS = r"\b(?:rates?|prices?|stocks?|shares?|markets?|inflation|economy|dollar|euro)\b"
_MOVES = r"\b(?:rise|rising|fall|falling|drop|go up|go down|crash|increase|decrease|climb|recover|be higher|be lower)\b"
_FORECASTS = (
    rf"\bwill\b[^?]*{_MARKETS}[^?]*{_MOVES}",
    r"\b(?:forecast|predict|prediction|outlook for)\b",
    r"\b(?:how much|what) will (?:my|our|the) [\w ]{2,30} be worth\b",
    r"\b(?:stock|share|house|home) price\b[^?]*\b(?:next|in (?:five|ten|\d+) years|by 20\d\d)\b",
)
_PLACES = r"(?:the (?:us|usa|u\.s\.|uk|country|world|market|industry)|america|europe|britain|canada)"
_WORLD = (
    rf"\b(?:average|typical|median|national|usual)\b[^?]*\b(?:in {_PLACES}|nationwide|nationally|in general)\b",
    r"\b(?:capital of|president|prime minister|weather|recipe|who (?:invented|wrote|won|discovered)|world cup)\b",
    r"\b(?:other|most) (?:banks|insurers|lenders|people|customers|companies|employers|landlords) (?:\w+)\b",
)
_OTHERS = r"(?:neighbou?r|friend|boss|colleague|co-?worker|flatmate|roommate|cousin|uncle|aunt|ex|manager)"
_THEIR_MONEY = r"(?:spend|spent|pays?|paid|earns?|earned|makes?|made|gets?|got|have|owes?|salary|wages?|income|bonus)"
_PEOPLE = (
    rf"\bmy {_OTHERS}s?(?:'s)?(?: \w+)? {_THEIR_MONEY}\b",
    rf"\b(?:somebody|someone|anyone|another (?:customer|user|member|employee)) else(?:'s)?\b[^?]*\b{_THEIR_MONEY}\b",
)
_OUTSIDE = tuple(re.compile(pattern) for pattern in (*_ADVICE, *_FORECASTS, *_WORLD, *_PEOPLE))


def is_out_of_scope(question: str) -> bool:
    """Whether a question asks for advice, a forecast, general knowledge or about other people."""
    text = re.sub(r"\s+", " ", question.lower().replace("’", "'"))
    return any(pattern.search(text) for pattern in _OUTSIDE)
