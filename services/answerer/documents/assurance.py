"""How sure it is that a clause answers a question: what speaks for it and against it, weighed together.

The weights and the bar come from labelled questions (`tests/eval/fit_clauses.py`, decision 0087). Pure functions.
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import astuple, dataclass, fields
from pathlib import Path

_DATA = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))

BAR: float = _DATA["bar"]
"""What the assurance of an answer has to reach; 0 to 1."""
VERSION: str = _DATA["version"]
_WEIGHTS: dict[str, float] = _DATA["weights"]
_KINDS: dict[str, float] = _DATA["kinds"]
# A lead beyond this says no more: there is nothing else of the kind.
MOST_LEAD = 0.5


@dataclass(frozen=True, slots=True)
class Signs:
    """What tells whether a clause answers. Shares are of the question's words, weighed by how rare they are.

    `nearness`: cosine of question and clause. `said`: share that the clause says, with its headings at a discount.
    `lead`, `nearness_lead`: how far score and nearness are above the next clause that answers otherwise, at most
    `MOST_LEAD`. `unknown`: share that no paper says. `elsewhere`: share that other clauses say and this one does not.
    `misnamed`: how much better the question names another document than the clause's. `in_a_cell`: the largest share
    that the labels of one cell say. `nearer`: how much nearer the nearest clause of whatever kind is.
    """

    nearness: float
    said: float
    lead: float
    nearness_lead: float
    unknown: float
    elsewhere: float
    misnamed: float
    in_a_cell: float
    nearer: float


def assurance(kind: str, signs: Signs) -> float:
    """The probability, 0 to 1, that a clause with these signs answers a question of this kind."""
    names = (field.name for field in fields(signs))
    odds = _KINDS[kind] + sum(_WEIGHTS[name] * value for name, value in zip(names, astuple(signs), strict=True))
    return 1 / (1 + math.exp(-odds))
