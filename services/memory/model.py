"""What the memory knows of a user: statements, facts, slots and their two clocks.

A fact fills a slot: whom it is about, what about, and which of several. `valid` time is when it held, `record` time
when we knew it; both spans are half-open, and an absent start means always, an absent end still.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from enum import IntEnum, StrEnum
from typing import NewType
from uuid import UUID

from services.common.types import Money

FactId = NewType("FactId", UUID)
StatementId = NewType("StatementId", UUID)


class Attribute(IntEnum):
    """What a fact is about; numbers as in the contract."""

    NAME_FOR = 1
    RENT = 2
    PAY_DAY = 3
    SAVINGS_GOAL = 4
    BUDGET = 5
    INCOME = 6
    HOME = 7
    NOTE = 8

    @property
    def single(self) -> bool:
        """Whether a new value takes the slot from the old one; otherwise it stands beside it."""
        return self is not Attribute.NOTE

    @property
    def timeless(self) -> bool:
        """Whether the first value of the slot holds before it was said as well."""
        return self is Attribute.NAME_FOR


class Rank(IntEnum):
    """Who stands behind a fact, strongest first; numbers as in the contract."""

    STATED = 1
    CONFIRMED = 2
    DERIVED = 3
    INFERRED = 4


class State(IntEnum):
    """Where a fact stands; numbers as in the contract."""

    CURRENT = 1
    SUPERSEDED = 2
    RETRACTED = 3
    UNKNOWN = 4


class Standing(StrEnum):
    """The part of the state that does not follow from time."""

    HELD = "held"
    RETRACTED = "retracted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Value:
    """What a fact says: exactly one of `text`, `money`, `day` and `number`.

    `due` is until when a goal is to be reached. `per` is what an amount is for ("month", "week", "year"); two amounts
    that differ in it are different values.
    """

    text: str | None = None
    money: Money | None = None
    day: date | None = None
    number: Decimal | None = None
    due: date | None = None
    per: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """The key that decides what contradicts what. `key` is the folded qualifier."""

    attribute: Attribute
    key: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A fact that the grammar found in a statement, at the code points `[start, end)` of it."""

    slot: Slot
    qualifier: str
    value: Value
    start: int
    end: int
    since: datetime | None = None
    """Since when the words say that it holds. None: since they were said."""


@dataclass(frozen=True, slots=True)
class Ending:
    """A statement's words that a slot holds a value no longer; without `value` whatever it holds."""

    slot: Slot
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """What the user said, word for word."""

    statement_id: StatementId
    text: str
    stated_at: datetime
    time_zone: str
    currency: str


@dataclass(frozen=True, slots=True)
class Saying:
    """One statement's support of a fact."""

    statement_id: StatementId
    stated_at: datetime
    since: datetime
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact as it stands at one record time. `sayings` are in the order in which they were said."""

    fact_id: FactId
    slot: Slot
    qualifier: str
    value: Value
    rank: Rank = Rank.STATED
    standing: Standing = Standing.HELD
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    supersedes: FactId | None = None
    superseded_by: FactId | None = None
    sayings: tuple[Saying, ...] = ()
    statement_count: int = 1
    recorded_at: datetime | None = None
    """Since when it is known. None until stored."""
    retracted_at: datetime | None = None
    quotation: str = ""
    row_ids: tuple[str, ...] = ()
    input_fact_ids: tuple[FactId, ...] = ()

    def state(self, at: datetime) -> State:
        """Where it stands at the valid time `at`."""
        if self.standing is Standing.RETRACTED:
            return State.RETRACTED
        if self.standing is Standing.UNKNOWN:
            return State.UNKNOWN
        return State.SUPERSEDED if self.valid_to is not None and self.valid_to <= at else State.CURRENT

    def holds(self, at: datetime) -> bool:
        """Whether it held at the valid time `at`, as far as is known."""
        if self.standing is not Standing.HELD:
            return False
        return (self.valid_from is None or self.valid_from <= at) and (self.valid_to is None or at < self.valid_to)

    def said_again(self, saying: Saying) -> Fact:
        """The same fact, resting on one saying more; what was derived or inferred is confirmed by it."""
        sayings = tuple(sorted((*self.sayings, saying), key=lambda one: one.stated_at))
        return replace(self, sayings=sayings, statement_count=len(sayings), rank=min(self.rank, Rank.CONFIRMED))


@dataclass(frozen=True, slots=True)
class Clock:
    """The two times that a read asks for. None: now."""

    valid: datetime | None = None
    recorded: datetime | None = None


@dataclass(frozen=True, slots=True)
class Recalled:
    """A fact that a question needs; `[start, end)` are code points of the question, empty where it is only near."""

    fact: Fact
    start: int
    end: int
    score: float


@dataclass(frozen=True, slots=True)
class UnknownName:
    """A name of the user's own in a question that was never said. `name` is without the determiner."""

    start: int
    end: int
    name: str


@dataclass(frozen=True, slots=True)
class Recollection:
    """What a question brings back, best first, and which names it does not."""

    facts: tuple[Recalled, ...]
    unknown_names: tuple[UnknownName, ...]


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a statement did."""

    statement_id: StatementId
    facts: tuple[Fact, ...]
    superseded: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Retracted:
    """What a retraction did."""

    fact: Fact
    unknown: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class FactPage:
    """Facts newest first. `next_position` is empty at the end."""

    facts: tuple[Fact, ...]
    next_position: str
