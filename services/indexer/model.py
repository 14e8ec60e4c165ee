"""What the indexer speaks of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Space:
    """Vectors of one user in one embedding space."""

    space_id: str
    width: int


@dataclass(frozen=True, slots=True)
class Measured:
    """What an index was found to be worth: `recall` the lowest of the sizes that were tried, `rows` how many then."""

    space: Space
    usable: bool
    recall: float
    rows: int


@dataclass(frozen=True, slots=True)
class Limits:
    """When an index is worth having, and what is asked of it.

    Built from `build_rows` vectors on, dropped below `drop_rows`: a user at the limit does not go to and fro.
    """

    build_rows: int = 25_000
    drop_rows: int = 15_000
    least_recall: float = 0.97
    regrowth: float = 1.2
    """An index that failed is tried again when there are so many times as many vectors."""

    def __post_init__(self) -> None:
        if not 0 < self.drop_rows <= self.build_rows:
            raise ValueError("an index is dropped below the size from which it is built")
        if not 0 < self.least_recall <= 1:
            raise ValueError("recall is over 0 and at most 1")
