"""Spaces, vectors and scores: data and pure functions."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

import numpy as np
import numpy.typing as npt

from services.common.errors import ErrorReason, FailedPrecondition, Internal

Matrix = npt.NDArray[np.float32]
"""Shape (texts, width), one vector a row."""

MESSAGE_BYTES = 4 * 1024 * 1024
# Room for everything in a response that is not a vector.
MESSAGE_MARGIN = 64 * 1024
MAX_TEXTS = 256
# What is shorter cannot be brought to length 1 without making noise of it.
SHORTEST, LARGEST = 1e-6, 1e9
WIDTHS = (384, 512, 768, 1024)
"""Widths that there is a table of vectors for."""


class TextKind(Enum):
    """What a text is, which decides whether its vector is kept and who waits for whom."""

    QUESTION = "question"
    PASSAGE = "passage"


class Availability(Enum):
    """State of what makes vectors."""

    CLOSED = "closed"
    HALF_OPEN = "half-open"
    OPEN = "open"


class TextRefused(FailedPrecondition):
    """The model of a space is well and takes one of the texts not, now or later."""

    def __init__(self, space_id: str) -> None:
        reason = ErrorReason.ERROR_REASON_TEXT_REFUSED
        super().__init__(reason, f"The model of {space_id} refuses one of the texts.", {"space_id": space_id})


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
    missed_space_id: str = ""
    """The space that would have been chosen, had it not failed, been left alone or been of no use to the caller. Empty:
    nothing was missed."""


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
    """Until a call is let through again. None while none is known."""
    hit_ratio: float
    """Share of question texts served from the cache since start, 0 to 1."""
    refused_count: int = 0
    """Requests since start in which the model refused a text while it was well."""


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


def hosted_space(model: str, revision: str, width: int) -> Space:
    """Space H of a hosted model, whose pooling is its own business; vectors are brought to length 1 here.

    The id shows the model's name and ends in a digest of all that makes the space, so that no two share one.
    """
    pooling, normalised = "hosted", True
    whole = "\0".join((model, revision, str(width), pooling, str(normalised)))
    name = re.sub(r"[^a-z0-9.]+", "-", model.lower()).strip("-")[:60]
    digest = hashlib.sha256(whole.encode()).hexdigest()[:8]
    return Space(f"{name}-{width}-{digest}", model, revision, width, pooling, normalised)


def arrange(items: Sequence[tuple[object, object]], count: int, width: int) -> Matrix:
    """Vectors of length 1 in the order of the texts, from (index, numbers) in whatever order they came.

    Raises `Internal` unless each of the `count` texts has one vector of `width` finite numbers that are not all zero;
    `ValueError` or `TypeError` where they are no numbers at all.
    """
    by_index = {index: numbers for index, numbers in items if type(index) is int}
    if len(items) != count or by_index.keys() != set(range(count)):
        raise Internal(f"{len(items)} vectors for {count} texts, or under wrong indexes")
    vectors = np.empty((count, width), np.float64)
    for index, numbers in by_index.items():
        vector = np.asarray(numbers, np.float64)
        if vector.shape != (width,):
            raise Internal(f"a vector of shape {vector.shape} where the width is {width}")
        vectors[index] = vector
    if not (np.abs(vectors) < LARGEST).all():
        raise Internal("a vector whose numbers are not finite")
    lengths = np.linalg.norm(vectors, axis=1)
    if not (lengths > SHORTEST).all():
        raise Internal("a vector without a direction")
    return np.asarray(vectors / lengths[:, None], np.float32)


def cosine(one: Matrix, other: Matrix) -> float:
    """Of two vectors of length 1 and one width, −1 to 1."""
    return float(np.dot(one, other))


def is_same_model(replied: object, asked: str) -> bool:
    """Whether a reply's name of its model is the one that was asked for, or the reply names none.

    Some endpoints put a maker's path before it (`openai/`) or a tag behind it (`:latest`).
    """
    if not isinstance(replied, str) or not replied:
        return True
    names, tags = zip(*(_parts_of_name(one) for one in (replied, asked)), strict=True)
    return names[0] == names[1] and (tags[0] == tags[1] or "" in tags)


def _parts_of_name(model: str) -> tuple[str, str]:
    name, _, tag = model.lower().rpartition("/")[2].partition(":")
    return name, "" if tag == "latest" else tag
