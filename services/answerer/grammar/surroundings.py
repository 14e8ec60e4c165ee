"""What people say before and after a question, when the grammar does not know the words: why they ask, and to whom.

Only whole clauses go, and only those that hold nothing a plan could turn on: no name, no period, no number,
nothing that leaves out or joins. What stays has to be a complete question by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from services.answerer.grammar.cue import Cue
from services.answerer.grammar.draft import Draft
from services.answerer.grammar.lexicon import CUES

_END = re.compile(r"(?:[.!;:…]+|,(?: (?:so|and|but|then|anyway))*,?|\s[-–—]+\s|\b(?:so|but|anyway|and),| \()\s*")
_ASKS = re.compile(
    r"\W*(?:and |so |but |then |now |i mean,? |i meant,? |no wait,? |wait no,? |wait,? |scratch"
    r" that,? |or rather,? |please |pls |just |well |ok )*(?:what|how|which|when|where"
    r"|who|list|show|give|did|do|does|was|were|is|are|am|have|has"
    r"|total|sum|count|number|average|median|add|is|biggest|largest|top|in|for|from|during|over|since|between|last|this"
    r"|on|at|my|the|out of|tell|name|itemi[sz]e|[\ue000-\ue7ff])(?![a-z])"
)
# "When did I cancel... I mean when was the last payment": what stood before is taken back.
_REPAIR = re.compile(r"\W*(?:i mean|i meant|no wait|wait no|wait|scratch that|or rather)\b")
_WHY = re.compile(
    r"\W*(?:i|i'm|i've|i'd|i'll|we're|we've|for (?:my|our|the|a|an)|because|cause|cos|coz|since"
    r" (?:i|my|we|the)|as (?:i|my|we)|need|needed"
    r"|just (?:curious|wondering|asking|checking|because|for|need|want)|asking|it's (?:for|just"
    r"|only|because|been|bugging|driving)|so that|to (?:help|see|check|plan|work|get|put|fill"
    r"|finish|settle|sort)"
    r"|that's (?:all|it|what)|if (?:you|that|it|poss\w*)|no (?:rush|hurry|worries|idea|clue)"
    r"|sorry|cheers|thanks|thank|hope|hopefully|trying|doing|working|planning|curious|wondering"
    r"|please|pls"
    r"|can you|could you|would you|my (?:\w+ ){1,2}(?:want\w*|need\w*|ask\w*|keep\w*|is|was|will)"
    r"|bit of a|kinda|sort of)\b"
)
_TURNS = re.compile(
    r"\b(?:not|no|never|except|excluding|exclude|without|ignor\w+|apart|besides|only (?:the|those"
    r"|at|on|in|for)|but not|other than|minus|less|plus|including|include|aside"
    r"|instead|leav\w+ out|leaving|per|each|every|average|total|compared|versus|vs|than|and then"
    r"|refunds?|cash|fees?|interest)\b|[\ue000-\uebff]|\d|\?"
)
_ASIDE_CUES = frozenset(
    (
        Cue.IT,
        Cue.THERE,
        Cue.SPEND,
        Cue.WHO,
        Cue.AND,
        Cue.BUDGET,
        Cue.MADE,
        Cue.SAVED,
        Cue.MOVED,
        Cue.LAST,
        Cue.NOW,
        Cue.BANK,
        Cue.CHARGE,
        Cue.NEGATION,
    )
)


def without_surroundings(draft: Draft) -> Iterator[str]:
    """The question with clauses before and after it blanked, so that all offsets hold; the least blanked first."""
    for start, end in _openings(draft):
        yield draft.question[:start] + " " * (end - start) + draft.question[end:]
    for start, end in _closings(draft):
        yield draft.question[:start] + " " * (end - start) + draft.question[end:]


def _openings(draft: Draft) -> Iterator[tuple[int, int]]:
    folded = draft.folded
    for match in _END.finditer(folded):
        lead = folded[: match.start()]
        if not lead.strip():
            continue
        rest = folded[match.end() :]
        repaired = _REPAIR.match(rest) is not None
        if _TURNS.search(lead) or not (repaired or _says_nothing(lead)):
            return
        if _ASKS.match(rest) and (repaired or not _question(lead)):
            yield 0, _origin(draft, match.end())


def _says_nothing(clause: str) -> bool:
    """Whether a clause has no word that could say which rows, or what of them."""
    found = {cue for cue, pattern in CUES if any(match[0].strip() for match in pattern.finditer(clause))}
    return found <= _ASIDE_CUES


def _question(lead: str) -> bool:
    """Whether the words before ask something themselves."""
    return re.match(r"\W*(?:what|how|which|when|where|who|list|show|did|do|does|was|were|is|are)\b", lead) is not None


def _closings(draft: Draft) -> Iterator[tuple[int, int]]:
    folded = draft.folded
    ends = list(_END.finditer(folded)) + list(re.finditer(r"[?]+\s*", folded))
    for match in sorted(ends, key=lambda one: -one.start()):
        rest = folded[match.end() :]
        if not rest.strip(" ?.!)"):
            continue
        if _TURNS.search(rest.rstrip(" ?.!)")) or not _says_nothing(rest):
            return
        if _WHY.match(rest):
            yield _origin(draft, match.start()), len(draft.question)


def _origin(draft: Draft, position: int) -> int:
    """Where a character of the folded text, names and periods being one character each, stands in the question."""
    return draft.origin[position] if position < len(draft.origin) else len(draft.question)
