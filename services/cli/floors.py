"""Floors from the scores of labelled questions, with bounds for what was not seen. Pure functions.

Bounds: Clopper and Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial",
Biometrika 26 (1934), one-sided. Floors are tried from the highest down, and the first that fails ends it, so that the
bound holds for the one that is kept: fixed sequence testing, as in Angelopoulos et al., "Learn then Test" (2021).
Risk at a coverage: Geifman and El-Yaniv, "Selective classification for deep neural networks", NeurIPS 2017.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

import numpy as np
from scipy.stats import beta

from services.common.calibration import Accept, Evidence

CONFIDENCE = Decimal("0.95")
# The share of passages that answer which the evidence floor lets go.
LOST = 0.05
STEPS = 100
"""Floors are hundredths."""
QUANTILES = (5, 25, 50, 75, 95)
_DIGITS = Decimal("0.0001")


class TooFew(Exception):
    """There are too few questions to refuse: even without a false accept the bound is above the rate."""


@dataclass(frozen=True, slots=True)
class Scored:
    """One labelled question. `best`: its best passage's cosine; `right`: that of the best one that answers, else None.

    `right` is None for a question to refuse, and where no passage that answers was found.
    """

    is_answerable: bool
    best: float
    right: float | None = None

    @property
    def is_right(self) -> bool:
        """Whether the best passage is one that answers."""
        return self.right is not None and self.right >= self.best


def upper_bound(events: int, of: int, confidence: Decimal = CONFIDENCE) -> float:
    """What the rate of events is at most, where `events` were seen among `of`."""
    return 1.0 if events >= of else float(beta.ppf(float(confidence), events + 1, of - events))


def lower_bound(events: int, of: int, confidence: Decimal = CONFIDENCE) -> float:
    """What the rate of events is at least."""
    return 0.0 if events <= 0 else float(beta.ppf(1 - float(confidence), events, of - events + 1))


def accept_floor(scored: Sequence[Scored], rate: Decimal) -> Accept:
    """The lowest floor down to which the bound of false accepts stays within the rate. Raises `TooFew`."""
    refused = [one.best for one in scored if not one.is_answerable]
    right = [one.right for one in scored if one.is_answerable]
    needed = math.ceil(math.log(1 - float(CONFIDENCE)) / math.log(1 - float(rate)))
    if len(refused) < needed:
        raise TooFew(f"{len(refused)} questions to refuse; a rate of {rate} needs {needed} or more")
    kept = None
    for step in range(STEPS, -STEPS - 1, -1):
        floor = Decimal(step) / STEPS
        accepted = sum(one >= float(floor) for one in refused)
        bound = upper_bound(accepted, len(refused))
        if bound > rate:
            break
        share = sum(one is not None and one >= float(floor) for one in right) / max(1, len(right))
        kept = Accept(floor, rate, CONFIDENCE, accepted, len(refused), _up(bound), _down(share))
    if kept is None:
        raise TooFew("a question to refuse has a passage with a cosine of 1")
    return kept


def evidence_floor(scored: Sequence[Scored]) -> Evidence:
    """The hundredth below the cosine that all but the lost share of passages that answer reach. Raises `TooFew`."""
    right = [one.right for one in scored if one.right is not None]
    if not right:
        raise TooFew("no passage that answers was found")
    floor = Decimal(math.floor(float(np.quantile(right, LOST)) * STEPS)) / STEPS
    kept = sum(one >= float(floor) for one in right)
    return Evidence(floor, CONFIDENCE, kept, len(right), _down(lower_bound(kept, len(right))))


def quantiles(values: Sequence[float]) -> dict[str, Decimal]:
    """How scores are spread, for people to look at."""
    return {f"p{one}": _down(float(np.quantile(values, one / 100))) for one in QUANTILES} if values else {}


def risk_by_coverage(scored: Sequence[Scored]) -> list[tuple[float, float]]:
    """(coverage, risk) for every floor, the highest first.

    Coverage: the share of all questions whose best passage reaches it. Risk: the share of those whose best passage does
    not answer.
    """
    ordered = sorted(scored, key=lambda one: -one.best)
    wrong = np.cumsum([not one.is_right for one in ordered])
    return [
        (count / len(ordered), int(wrong[count - 1]) / count)
        for count in range(1, len(ordered) + 1)
        if count == len(ordered) or ordered[count].best < ordered[count - 1].best
    ]


def _up(share: float) -> Decimal:
    return Decimal(share).quantize(_DIGITS, ROUND_CEILING)


def _down(share: float) -> Decimal:
    return Decimal(share).quantize(_DIGITS, ROUND_FLOOR)
