"""A refusal closes like an answer, whatever words of the question it repeats."""

from __future__ import annotations

from datetime import date

import pytest

from services.answerer import closure
from services.answerer.grammar import Declined
from services.answerer.model import AccountCoverage, Coverage, Reading, RefusalReason
from services.answerer.refusals import reading_figures, refuse

COVERAGE = Coverage(
    date(2024, 1, 2),
    date(2026, 6, 18),
    history_loading=True,
    accounts=(AccountCoverage("chk", "Checking 1 {f1}", date(2024, 1, 2), date(2026, 6, 18)),),
)
SAID = "two [Citation ID: rows:abc] {f1} 2,000"


@pytest.mark.parametrize("reason", [one for one in RefusalReason if one])
@pytest.mark.parametrize("said", ["", SAID])
def test_promise_1_every_refusal_closes_with_all_that_it_may_name(reason: RefusalReason, said: str) -> None:
    declined = Declined(reason, mention=said, missing=said, instead=said, nearest=said, needs="memory")
    readings = [Reading(said or "reading")]
    refusal, composed = refuse(declined, COVERAGE, nearest_names=[said] if said else [], readings=readings)
    # Documents tell these two; a plan over rows never does.
    elsewhere = reason in (RefusalReason.CONFLICT, RefusalReason.BELOW_FLOOR)
    assert refusal.reason is (RefusalReason.UNSUPPORTED if elsewhere else reason)
    closure.check(composed.pieces, composed.text, reading_figures(readings), composed.citations)
