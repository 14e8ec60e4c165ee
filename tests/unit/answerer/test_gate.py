"""A refusal for want of near passages states a score and a floor that are of one space."""

from __future__ import annotations

from decimal import Decimal

from services.answerer import gate
from services.answerer.documents.model import DocumentRefusal
from services.answerer.model import RefusalReason, SearchHit

HITS = (SearchHit(keyword_score=9.0), SearchHit(vector_score=0.41), SearchHit(vector_score=0.55))
BELOW = DocumentRefusal(RefusalReason.BELOW_FLOOR, best_score=0.9, floor=Decimal("0.72"), space_id="space")


def test_the_score_of_a_refusal_is_the_best_cosine() -> None:
    told = gate.with_best_cosine(BELOW, HITS)
    assert (told.best_score, told.floor, told.space_id) == (0.55, Decimal("0.72"), "space")


def test_where_no_vector_was_compared_or_another_reason_holds_nothing_changes() -> None:
    assert gate.with_best_cosine(BELOW, HITS[:1]) == BELOW
    other = DocumentRefusal(RefusalReason.NO_DATA)
    assert gate.with_best_cosine(other, HITS) == other
    words_only = DocumentRefusal(RefusalReason.BELOW_FLOOR, best_score=0.9)
    assert gate.with_best_cosine(words_only, HITS) == words_only
