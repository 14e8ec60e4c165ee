"""Spaces, vectors and scores: data and pure functions."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float32]
"""Shape (texts, width), one vector a row."""

MESSAGE_BYTES = 4 * 1024 * 1024
# Room for everything in a response that is not a vector.
MESSAGE_MARGIN = 64 * 1024
MAX_TEXTS = 256


class TextKind(Enum):
    """What a text is, which decides whether its vector is kept and who waits for whom."""

    QUESTION = "question"
    PASSAGE = "passage"


class Availability(Enum):
    """State of what makes vectors."""

    CLOSED = "closed"
    HALF_OPEN = "half-open"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Space:
    """One model at one revision, width, pooling and normalisation. Vectors of two spaces are never compared."""

    space_id: str
    model: str
    revision: str
    width: int
    pooling: str
    normalised: bool


@dataclass(frozen=True, slots=True)
class ModelOutput:
    """What the model made of some texts, in their order."""

    vectors: Matrix
    truncated_count: int
    queue_time: timedelta
    model_time: timedelta


@dataclass(frozen=True, slots=True)
class Embeddings:
    """What a caller gets for its texts, in their order."""

    space: Space
    vectors: Matrix
    truncated_count: int
    cached_count: int
    queue_time: timedelta
    model_time: timedelta


@dataclass(frozen=True, slots=True)
class Scores:
    """One score a passage, in order; higher answers better. Comparable under the same `model` only."""

    scores: tuple[float, ...]
    model: str
    queue_time: timedelta
    model_time: timedelta


@dataclass(frozen=True, slots=True)
class SpaceState:
    """A space and whether vectors of it can be made now."""

    space: Space
    available: bool
    breaker: Availability
    retry_delay: timedelta | None
    """Until the breaker lets a call through. None unless it is open."""
    hit_ratio: float
    """Share of question texts served from the cache since start, 0 to 1."""


def max_texts(width: int) -> int:
    """How many vectors of this width fit into one response, and at most what the contract allows."""
    return min(MAX_TEXTS, (MESSAGE_BYTES - MESSAGE_MARGIN) // (4 * width))


def question_digest(text: str) -> bytes:
    """The cache key of a question: SHA-256 of its words as they are, as another case or space is another input."""
    return hashlib.sha256(text.encode()).digest()


def pack(vectors: Matrix) -> bytes:
    """Little-endian IEEE 754 float32, one vector after another: 4 × width × count bytes."""
    return vectors.astype("<f4", copy=False).tobytes()


def unpack(data: bytes, width: int) -> Matrix:
    """The inverse of `pack`. Raises `ValueError` when the bytes are no whole number of vectors."""
    return np.frombuffer(data, "<f4").astype(np.float32, copy=False).reshape(-1, width)
