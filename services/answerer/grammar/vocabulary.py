"""What a typing error may have been meant for: every word of the grammar's own patterns.

A name of the user's is never put in the place of a word, nor a word in the place of one.
"""

from __future__ import annotations

import re
import re._constants as code  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterable
from typing import Any

from services.answerer.dates import DAYS, MONTHS, PERIOD_PATTERNS
from services.answerer.grammar.chatter import ASIDE, ASIDE_CORE, ASIDE_VERBS, BESIDE_NAME, CHATTER, FILLERS
from services.answerer.grammar.idioms import IDIOMS
from services.answerer.grammar.lexicon import CUES
from services.answerer.grammar.outside import NOT_IN_DATA, OUT_OF_SCOPE

SHORTEST = 4
# More than any word of the patterns can be spelt in.
_MANY = 4000
Begun = frozenset[str]


def spelt(pattern: re.Pattern[str]) -> set[str]:
    """Every whole word of letters that a pattern can match; a part that may match anything belongs to no word."""
    found: set[str] = set()

    def ended(begun: Begun) -> Begun:
        found.update(one for one in begun if one.isalpha())
        return frozenset(("",))

    def walk(tree: Iterable[Any], begun: Begun) -> Begun:
        for op, value in tree:
            if op is code.LITERAL:
                letter = chr(value)
                begun = frozenset(one + letter for one in begun) if letter.isalpha() else ended(begun)
            elif op is code.SUBPATTERN:
                begun = walk(value[3], begun)
            elif op is code.BRANCH:
                begun = frozenset().union(*(walk(branch, begun) for branch in value[1]))
            elif op in (code.MAX_REPEAT, code.MIN_REPEAT):
                least, _, inside = value
                once = walk(inside, begun)
                begun = once if least else begun | once
            elif op in (code.ASSERT, code.ASSERT_NOT):
                ended(walk(value[1], frozenset(("",))))
            elif op is code.AT:
                begun = ended(begun)
            elif op is code.IN and _letters(value):
                begun = frozenset(one + letter for one in begun for letter in _letters(value))
            else:
                # Any character may stand here: what was begun is no whole word.
                begun = frozenset(("",)) if op is code.IN and _apart(value) else frozenset(("\0",))
            if len(begun) > _MANY:
                begun = frozenset(("\0",))
        return begun

    ended(walk(parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE), frozenset(("",))))
    return found


def _letters(value: Iterable[Any]) -> list[str]:
    """The letters of a class of a few letters, as in "itemi[sz]e"; none where it holds anything else."""
    plain = [chr(one) for op, one in value if op is code.LITERAL and chr(one).isalpha()]
    return plain if len(plain) == len(list(value)) else []


def _apart(value: Iterable[Any]) -> bool:
    """Whether a class of characters holds no letter, so that words end before it."""
    return all(op is code.LITERAL and not chr(one).isalpha() for op, one in value if op is not code.NEGATE)


def _words() -> frozenset[str]:
    patterns = [*(pattern for _, pattern in CUES), *CHATTER, *(pattern for pattern, _ in IDIOMS), *PERIOD_PATTERNS]
    words = set().union(*(spelt(one) for one in patterns))
    words |= {*FILLERS, *ASIDE, *ASIDE_CORE, *ASIDE_VERBS, *BESIDE_NAME, *MONTHS, *DAYS}
    return frozenset(one for one in words if len(one) >= SHORTEST and one.isascii() and one.isalpha())


VOCABULARY = _words()
# Words that are right as they stand: what lies outside is not bent into what lies inside.
KNOWN = VOCABULARY | frozenset().union(*(spelt(one) for one in (*OUT_OF_SCOPE, *(each for *_, each in NOT_IN_DATA))))
# Plain words that a name of the user's has to stand out from, by a capital or a word before it.
PLAIN = frozenset(
    """what which when where much many often number count spend spent spending cost costs paid paying payment
        payments charge charged charges purchase purchases purchased transaction transactions expense expenses
        bought order orders total altogether overall amount money average largest biggest highest smallest
        cheapest lowest expensive most least first last latest recent list show percent percentage share change
        difference compared compare more less income earned earn earnings salary received deposit deposits
        interest fees refund refunds refunded cash withdraw withdrew withdrawn withdrawals subscription
        subscriptions increase increased price prices raise raised sent send transferred transfer moved abroad
        overseas foreign countries currency weekend weekends weekdays month months monthly week weeks weekly
        year years yearly quarter half days since between until during over under above below from with merchant
        merchants shop shops store stores place places visit visits today yesterday previous start beginning
        summer have went goes ever there please before after ignoring excluding including this that did account
        accounts card credit debit checking savings outflow three seven eight twelve fifteen twenty thirty
        twice still period calendar paycheck combined previous
        different distinct exactly together single biggest anything everything separate dearest median times
        bigger smaller larger cheapest
        inclusive onwards costing counting without typical receive received receiving active priciest""".split()  # noqa: SIM905
) | {*MONTHS, *DAYS}
