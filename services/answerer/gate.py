"""Whether evidence is enough, by kind of question. Thresholds come from calibration, never from a caller."""

from __future__ import annotations

from services.answerer.model import Gate, GateStratum

# A plan that explains every word of its question, over a complete set, has nothing left to weigh.
LEDGER = Gate(GateStratum.LEDGER, 1.0, 1.0, "complete-set-1")
MEMORY_THRESHOLD = 0.95
MEMORY_VERSION = "slot-1"
# Below this the words of a question may be about something else than the user's own name for a thing.
OWN_NAME_FLOOR = 0.9


def memory(score: float) -> Gate:
    """The gate of what was said: a fact whose slot the question names, in full."""
    return Gate(GateStratum.MEMORY, score, MEMORY_THRESHOLD, MEMORY_VERSION)


def passes(gate: Gate) -> bool:
    """Whether an answer may be given."""
    return gate.score >= gate.threshold
