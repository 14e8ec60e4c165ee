"""One question while it is answered: who is asked, what is known so far, and the answer before it closes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from services.answerer.compose import Composed
from services.answerer.grammar import OwnName
from services.answerer.model import (
    Answer,
    AskEvidence,
    AskStatus,
    AskText,
    Coverage,
    Degradation,
    Evidence,
    Figure,
    Gate,
    Grounded,
    NameSpan,
    Plan,
    Question,
    Reading,
    RecallResponse,
    Refusal,
    StageTiming,
)
from services.answerer.ports import Documents, Graph, Ledger, Memory, QuestionEmbedder
from services.common import telemetry
from services.common.errors import DeadlineExceeded, Overloaded, Unavailable
from services.common.identity import Identity

Event = AskStatus | AskEvidence | AskText | Answer
# What a peer that is only helpful may do wrong without taking the answer with it.
ABSENT = (Unavailable, DeadlineExceeded, Overloaded)


@dataclass(frozen=True, slots=True)
class Peers:
    """Who is asked. `fallback` embeds in this process when the embedder is down."""

    ledger: Ledger
    documents: Documents
    memory: Memory
    graph: Graph
    embedder: QuestionEmbedder
    fallback: QuestionEmbedder | None = None


@dataclass
class Stopwatch:
    """Time by stage."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time one stage."""
        started = time.perf_counter()
        try:
            yield
        finally:
            taken = time.perf_counter() - started
            self.seconds[name] = self.seconds.get(name, 0.0) + taken
            telemetry.add_stage(name, taken)

    def timings(self) -> tuple[StageTiming, ...]:
        """As the answer carries them."""
        return tuple(StageTiming(name, timedelta(seconds=taken)) for name, taken in self.seconds.items())


@dataclass
class Asked:
    """One question while it is answered."""

    identity: Identity
    question: Question
    as_of: datetime
    today: date
    watch: Stopwatch = field(default_factory=Stopwatch)
    degraded: list[Degradation] = field(default_factory=list)
    coverage: Coverage = field(default_factory=Coverage)
    revision: int = 0
    spans: tuple[NameSpan, ...] = ()
    recalled: RecallResponse | None = None
    own_names: tuple[OwnName, ...] = ()
    previous: Plan | None = None

    def miss(self, part: str, effect: str) -> None:
        """Note that a part did not take part."""
        if all(one.part != part for one in self.degraded):
            self.degraded.append(Degradation(part, effect))

    def is_missing(self, part: str) -> bool:
        """Whether a part did not take part."""
        return any(one.part == part for one in self.degraded)


@dataclass(frozen=True, slots=True)
class Draft:
    """An answer before it closes."""

    composed: Composed
    grounded: Grounded | None = None
    refusal: Refusal | None = None
    figures: tuple[Figure, ...] = ()
    plan: Plan | None = None
    gate: Gate | None = None
    revision: int = 0
    notices: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    other_readings: tuple[Reading, ...] = ()
