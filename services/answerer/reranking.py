"""In which order passages stand once a cross-encoder has read the best of them. Pure functions.

The cross-encoder reads the first `TOP` hits of the fused order; what it says is weighed with what the legs said. Hits
that it did not read keep their order behind those that it did.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from services.answerer.model import SearchHit

# Measured on the train part of TAT-QA, see docs/decisions/0041-search.md.
TOP = 12
FUSED_WEIGHT = 2.0
# A score of exactly 0 or 1 says no more than this.
SMALLEST = 1e-4


def to_rerank(hits: Sequence[SearchHit]) -> list[str]:
    """The texts that the cross-encoder reads, in the order of the hits."""
    return [hit.passage.text if hit.passage is not None else "" for hit in hits[:TOP]]


def rerank(hits: Sequence[SearchHit], scores: Sequence[float]) -> tuple[SearchHit, ...]:
    """The hits, best first, each that was read with its score. `scores`, 0 to 1, are those of the first hits."""
    read = [replace(hit, rerank_score=score) for hit, score in zip(hits, scores, strict=False)]
    best = max((hit.fused_score for hit in read), default=0.0) or 1.0
    weights = [_log_odds(hit.rerank_score or 0.0) + FUSED_WEIGHT * hit.fused_score / best for hit in read]
    order = sorted(range(len(read)), key=lambda place: -weights[place])
    return (*(read[place] for place in order), *hits[len(read) :])


def lost_in_the_middle(hits: Sequence[SearchHit]) -> tuple[SearchHit, ...]:
    """Best-first hits for a reader that overlooks the middle: the best at the two ends, the worst between.

    Liu et al., "Lost in the Middle: How Language Models Use Long Contexts", TACL 12 (2024).
    """
    return (*hits[::2], *hits[1::2][::-1])


def _log_odds(score: float) -> float:
    bounded = min(max(score, SMALLEST), 1 - SMALLEST)
    return math.log(bounded / (1 - bounded))
