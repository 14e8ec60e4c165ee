"""Whether evidence is enough, by kind of question. Thresholds come from calibration, never from a caller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from services.answerer.documents.model import DocumentRefusal
from services.answerer.model import Gate, GateStratum, RefusalReason, SearchHit

# A plan that explains every word of its question, over a complete set, has nothing left to weigh.
LEDGER = Gate(GateStratum.LEDGER, 1.0, 1.0, "complete-set-1")
MEMORY_THRESHOLD = 0.95
MEMORY_VERSION = "slot-1"
# Below this the words of a question may be about something else than the user's own name for a thing.
OWN_NAME_FLOOR = 0.9


def memory(score: float) -> Gate:
    """The gate of what was said: a fact whose slot the question names, in full."""
    return Gate(GateStratum.MEMORY, score, MEMORY_THRESHOLD, MEMORY_VERSION)


def with_best_cosine(refusal: DocumentRefusal, hits: Sequence[SearchHit]) -> DocumentRefusal:
    """A refusal for want of near passages, with the score that its floor is a floor for: the best hit's cosine."""
    cosines = [hit.vector_score for hit in hits if hit.vector_score is not None]
    if refusal.reason is not RefusalReason.BELOW_FLOOR or not refusal.space_id or not cosines:
        return refusal
    return replace(refusal, best_score=max(cosines))


def passes(gate: Gate) -> bool:
    """Whether an answer may be given."""
    return gate.score >= gate.threshold
