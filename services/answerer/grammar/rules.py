"""From the parts of a question to its plan.

A rule reads a question only when every word of it is explained: a cue that the rule does not use, or a word that is
neither cue, name, period nor filler, means that something else was asked, and then there is no plan.
"""

from __future__ import annotations

from services.answerer.grammar.breaking_down import breakdown
from services.answerer.grammar.comparing import change, compare, share
from services.answerer.grammar.measuring import (
    average,
    by_amount,
    count,
    days_since,
    exists,
    first_or_last,
    newest,
    rows,
    total,
    when,
)
from services.answerer.grammar.planning import Rule
from services.answerer.grammar.ranking import distinct, extreme, merchants_of, most_often, peak_month, top, top_payer
from services.answerer.grammar.recurring import (
    dearest_subscription,
    next_charge,
    price_now,
    price_steps,
    price_then,
    subscriptions,
)

LEDGER_RULES: tuple[Rule, ...] = (
    next_charge,
    price_then,
    price_steps,
    price_now,
    breakdown,
    dearest_subscription,
    subscriptions,
    newest,
    by_amount,
    distinct,
    most_often,
    top_payer,
    merchants_of,
    days_since,
    change,
    share,
    peak_month,
    top,
    extreme,
    average,
    compare,
    first_or_last,
    when,
    count,
    exists,
    rows,
    total,
)
