"""What jobs work on: data and pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float32]
"""Shape (texts, width), one vector a row."""


@dataclass(frozen=True, slots=True)
class DocumentVersion:
    """Whose passages a job is about."""

    document_id: UUID
    version: int


@dataclass(frozen=True, slots=True)
class PassageText:
    """A passage that has no vector yet."""

    passage_id: int
    text: str


@dataclass(frozen=True, slots=True)
class VectorSpace:
    """A space and how many numbers its vectors have."""

    space_id: str
    width: int


@dataclass(frozen=True, slots=True)
class PassageVectors:
    """Vectors of one space, in the order of the passages that they were asked for."""

    space_id: str
    vectors: Matrix


@dataclass(frozen=True, slots=True)
class Retained:
    """Rows of one table go `life` after the time in `column`."""

    table: str
    column: str
    life: timedelta


@dataclass(frozen=True, slots=True)
class Purged:
    """What a purge came to: rows that went, and rows that stay for now."""

    purged_count: int
    remaining_count: int


def in_batches(texts: Sequence[PassageText], batch_texts: int, batch_characters: int) -> list[list[PassageText]]:
    """Batches of at most so many texts and characters, in order; a text over the limit is a batch of its own."""
    batches: list[list[PassageText]] = []
    size = 0
    for text in texts:
        if not batches or len(batches[-1]) == batch_texts or size + len(text.text) > batch_characters:
            batches.append([])
            size = 0
        batches[-1].append(text)
        size += len(text.text)
    return batches
