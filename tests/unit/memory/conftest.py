"""Statements without a database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest

from services.memory import grammar, timeline
from services.memory.grammar import Frame, read
from services.memory.model import Ending, Fact, FactId, Reading, Saying, StatementId

NOW = datetime(2025, 10, 5, 12, tzinfo=UTC)
ReadText = Callable[..., tuple[Reading, ...]]
ReadEndings = Callable[[str], tuple[Ending, ...]]
Remember = Callable[[Sequence[tuple[str, str]]], list[Fact]]


@pytest.fixture
def read_text() -> ReadText:
    """Reads a statement that was said on 5 October 2025 in New York."""

    def reads(text: str, currency: str = "USD") -> tuple[Reading, ...]:
        return read(text, Frame(NOW, ZoneInfo("America/New_York"), currency))

    return reads


@pytest.fixture
def read_endings() -> ReadEndings:
    """What a statement of that day says to hold no longer."""
    return lambda text: grammar.read_endings(text, Frame(NOW, ZoneInfo("America/New_York"), "USD"))


@pytest.fixture
def remember() -> Remember:
    """All facts of (day, text) statements, in the order given."""

    def facts(statements: Sequence[tuple[str, str]]) -> list[Fact]:
        slots: dict[object, tuple[Fact, ...]] = {}
        for day, text in statements:
            at = datetime.fromisoformat(day).replace(tzinfo=UTC)
            statement_id = StatementId(uuid4())
            for reading in read(text, Frame(at, ZoneInfo("UTC"), "USD")):
                key = (reading.slot, None if reading.slot.attribute.single else reading.value)
                saying = Saying(statement_id, at, reading.since or at, reading.start, reading.end)
                slots[key], _ = timeline.place(slots.get(key, ()), reading, saying, lambda: FactId(uuid4()))
        return [fact for history in slots.values() for fact in history]

    return facts
