"""The last day of a paper that says of itself when it was made and for how many days it holds."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentCalibration, ValueKind
from services.answerer.documents.question import Wanted
from services.answerer.documents.quotation import found_in_sentence
from services.answerer.documents.terms import fold, text_notions, words
from services.answerer.documents.views import dates_of
from services.answerer.documents.vocabulary import NUMBER_WORDS

_PAPER = r"offer|proposal|quote|quotation|estimate|tender|bid"
_ASKS_END = re.compile(
    rf"\b(?:last|final) day (?:of|for|to accept|to take up)\b.*\b(?P<paper>{_PAPER})\b"
    rf"|\b(?:until when|when|what (?:day|date))\b.*\b(?P<paper2>{_PAPER})\b.*"
    r"\b(?:expires?|lapses?|ends?|runs? out|closes?|good until|valid)\b"
    rf"|\b(?:until when|how long)\b.*\b(?P<paper3>{_PAPER})\b"
)
# "Proposal of October 9, 2026; valid for 21 days."
_HOLDS = re.compile(
    rf"^(?:this |our |the )?(?:\w+ ){{0,2}}(?P<paper>{_PAPER})(?: (?:is|was))?,? (?:of|dated|made on|issued on|issued) "
    r"(?P<day>[^;:]{8,20}?)(?:[;,.]| and)(?: (?:is|it is))? "
    r"(?:valid|open|good|holds|firm)(?: for acceptance)? for (?P<count>\d{1,3}|[a-z]+) (?P<unit>days|weeks)"
    r"(?: (?:from|after|of) (?:that|this|its|the) (?:day|date)(?: of issue)?)?\.?$"
)
_TALK = frozenset(
    words(
        "last final day date offer proposal quote quotation estimate tender bid expire expires lapse end "
        "ends valid good close closes open long accept acceptance take"
    )
)


def last_day_of_paper(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """The day on which the offer that the question names ends."""
    asked = _ASKS_END.search(fold(matcher.asked.text))
    if asked is None or matcher.asked.wanted in (Wanted.YES_NO, Wanted.MONEY, Wanted.RATE):
        return None
    named = [term for term in matcher.asked.terms if term.word not in _TALK and not term.phrase]
    found = []
    for view, fit in matcher.sentences():
        holds = _HOLDS.match(fold(view.text).strip())
        days = dates_of(view.text)
        if holds is None or len(days) != 1 or fold(days[0][0]) != holds["day"]:
            continue
        if not named or not all(term.is_in(view.sheet.identity) for term in named):
            continue
        paper = asked["paper"] or asked["paper2"] or asked["paper3"]
        count = int(holds["count"]) if holds["count"].isdecimal() else NUMBER_WORDS.get(holds["count"])
        if count is None or not text_notions(paper) & (text_notions(holds["paper"]) | view.sheet.naming):
            continue
        last = days[0][1] + timedelta(days=count * (7 if holds["unit"] == "weeks" else 1))
        found.append((last, replace(found_in_sentence(view, fit, calibration), kind=ValueKind.DATE, value=last)))
    return replace(found[0][1], score=1.0) if len(found) == 1 else None
