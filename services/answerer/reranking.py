"""In which order passages stand once a cross-encoder has read the best of them. Pure functions.

The cross-encoder reads the first `TOP` of them; what it says is weighed with what the legs said, where there were any.
Hits that it did not read keep their order behind those that it did. Who answers reads all hits in any order, so only
what a language model is given to read is ordered so (docs/decisions/0091-what-reranking-decides.md).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from services.answerer.model import SearchHit

T = TypeVar("T")

# Chosen on questions that training left out, see docs/decisions/0041-search.md.
TOP = 8
KEYWORD_WEIGHT = 3.0
COSINE_WEIGHT = 3.0
# A score of exactly 0 or 1 says no more than this.
SMALLEST = 1e-4


def to_rerank(hits: Sequence[SearchHit]) -> list[str]:
    """The texts that the cross-encoder reads, in the order of the hits."""
    return [hit.passage.text if hit.passage is not None else "" for hit in hits[:TOP]]


def rerank(hits: Sequence[SearchHit], scores: Sequence[float]) -> tuple[SearchHit, ...]:
    """The hits, best first, each that was read with its score. `scores`, 0 to 1, are those of the first hits."""
    read = [replace(hit, rerank_score=score) for hit, score in zip(hits, scores, strict=False)]
    most = max((hit.keyword_score for hit in read), default=0.0) or 1.0
    # A passage whose vector is still to be made is taken for the least like of those that have one.
    least = min((hit.vector_score for hit in read if hit.vector_score is not None), default=0.0)

    def weight(hit: SearchHit) -> float:
        cosine = least if hit.vector_score is None else hit.vector_score
        legs = KEYWORD_WEIGHT * hit.keyword_score / most + COSINE_WEIGHT * cosine
        return _log_odds(hit.rerank_score or 0.0) + legs

    return (*sorted(read, key=weight, reverse=True), *hits[len(read) :])


def lost_in_the_middle(hits: Sequence[T]) -> tuple[T, ...]:
    """Best-first things for a reader that overlooks the middle: the best at the two ends, the worst between.

    Liu et al., "Lost in the Middle: How Language Models Use Long Contexts", TACL 12 (2024).
    """
    return (*hits[::2], *hits[1::2][::-1])


def _log_odds(score: float) -> float:
    bounded = min(max(score, SMALLEST), 1 - SMALLEST)
    return math.log(bounded / (1 - bounded))
