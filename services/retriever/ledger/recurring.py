"""Charges that come back: at least three at a steady distance and a constant price, which may step.

Subscriptions are those for a service or membership; rent, utilities, phone, internet, insurance, loans, childcare and
usage-based bills come back too and are not.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import pairwise
from statistics import median

from services.retriever.model import Cadence, LedgerRow, RecurringCharge

LEAST = 3
# A price holds for several charges: at most one change for so many of them. A bill by usage differs nearly every time.
CHARGES_PER_CHANGE = 3
# Days between charges of a cadence, and days after the last one in which the next may still come.
_DISTANCES = {
    Cadence.WEEKLY: (5, 9, 10),
    Cadence.MONTHLY: (25, 36, 35),
    Cadence.QUARTERLY: (80, 102, 105),
    Cadence.YEARLY: (350, 380, 380),
}
# Services and memberships, by category.
_SUBSCRIPTIONS = (
    "ENTERTAINMENT_MUSIC_AND_AUDIO",
    "ENTERTAINMENT_TV_AND_MOVIES",
    "ENTERTAINMENT_VIDEO_GAMES",
    "ENTERTAINMENT_OTHER_ENTERTAINMENT",
    "GENERAL_SERVICES_OTHER_GENERAL_SERVICES",
    "GENERAL_SERVICES_STORAGE",
    "GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS",
    "PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS",
)
# What a descriptor without a category says of one.
_SAYS_SO = re.compile(r"\b(?:subscription|subscr|subs?|membership|member|premium|monthly plan|renewal|abo)\b")


def find_recurring(rows: Iterable[LedgerRow], as_of: date) -> list[RecurringCharge]:
    """Recurring charges among rows with money out, ordered by name."""
    by_merchant: dict[tuple[str, str], list[LedgerRow]] = defaultdict(list)
    for row in rows:
        by_merchant[row.reading.merchant_id, row.reading.currency].append(row)
    found = []
    for (merchant, _), charges in by_merchant.items():
        charge = _read(merchant, sorted(charges, key=lambda row: (row.reading.date, row.reading.row_id)), as_of)
        if charge is not None:
            found.append(charge)
    return sorted(found, key=lambda one: (one.merchant_name.casefold(), one.merchant_id))


def _read(merchant: str, charges: Sequence[LedgerRow], as_of: date) -> RecurringCharge | None:
    if len(charges) < LEAST:
        return None
    distances = [(after.reading.date - before.reading.date).days for before, after in pairwise(charges)]
    cadence = _cadence(distances)
    if cadence is None or not _is_constant(charges):
        return None
    latest = charges[-1].reading
    steps = tuple(
        (before, after) for before, after in pairwise(charges) if before.reading.amount != after.reading.amount
    )
    patience = _DISTANCES[cadence][2]
    return RecurringCharge(
        merchant,
        latest.merchant_name,
        cadence,
        charges[-1],
        steps,
        (as_of - latest.date).days <= patience,
        len(charges),
        latest.category_id in _SUBSCRIPTIONS or (not latest.category_id and bool(_SAYS_SO.search(latest.folded_text))),
    )


def _cadence(distances: Sequence[int]) -> Cadence | None:
    """The cadence of the usual distance, when nearly all distances keep to it (a pause is a multiple)."""
    usual = median(distances)
    for cadence, (least, most, _) in _DISTANCES.items():
        if least <= usual <= most:
            kept = sum(1 for one in distances if least <= one <= most)
            return cadence if kept >= 0.8 * len(distances) else None
    return None


def _is_constant(charges: Sequence[LedgerRow]) -> bool:
    changes = sum(1 for before, after in pairwise(charges) if before.reading.amount != after.reading.amount)
    return changes * CHARGES_PER_CHANGE <= len(charges)
