"""What the use cases need from outside."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from services.common.erasure import Erased, Receipt, Source
from services.common.identity import Identity
from services.common.types import RequestKey
from services.memory.model import Attribute, Clock, Fact, FactId, FactPage, Slot, Statement, StatementId


@dataclass(frozen=True, slots=True)
class Done:
    """What a write did, by ids alone: a repeated request is answered from it, so it holds no words."""

    statement_id: StatementId | None = None
    fact_ids: tuple[FactId, ...] = ()
    other_ids: tuple[FactId, ...] = ()


class FactWriter(Protocol):
    """One transaction of one user. No other write of the same user's runs meanwhile."""

    async def add_statement(self, statement: Statement) -> None:
        """Keep the words."""

    async def find(self, fact_id: FactId) -> Fact | None:
        """One fact as it stands now."""

    async def find_slot(self, slot: Slot) -> tuple[Fact, ...]:
        """Everything in the slot as it stands now, retracted facts included."""

    async def find_dependents(self, fact_ids: Sequence[FactId]) -> tuple[Fact, ...]:
        """Facts derived from these, directly or not, as they stand now."""

    async def find_derived_from(self, source_id: str) -> tuple[Fact, ...]:
        """Facts derived from rows of an account or document, as they stand now."""

    async def find_resting_on(self, statement_id: StatementId) -> tuple[Fact, ...]:
        """Facts that a statement says, as they stand now."""

    async def find_statements(self, statement_ids: Sequence[StatementId]) -> tuple[Statement, ...]:
        """Statements by id; those that are gone are left out."""

    async def store(self, facts: Sequence[Fact]) -> None:
        """Write what is new of these: the fact itself, its sayings, and a version with spans, links and standing."""

    async def rewrite(self, statement: Statement) -> None:
        """Replace a statement's words (redaction only), and a note's that quotes all of them."""

    async def erase_facts(self, fact_ids: Sequence[FactId]) -> tuple[Erased, ...]:
        """Erase facts with versions, sayings and inputs, and every link to them."""

    async def erase_sayings(self, statement_id: StatementId) -> tuple[Erased, ...]:
        """Take a statement from under the facts that rest on others as well."""

    async def erase_statements(self, statement_ids: Sequence[StatementId]) -> tuple[Erased, ...]:
        """Erase statements."""

    async def erase_rows_of(self, source_id: str) -> tuple[Erased, ...]:
        """Erase which rows of an account or document facts were derived from."""

    async def erase_elsewhere(self, fact_ids: Sequence[FactId]) -> None:
        """Begin an erasure of each fact, so that a job erases what other services took from it."""

    async def erase_all(self) -> tuple[Erased, ...]:
        """Erase everything of the user here."""


Write = Callable[[FactWriter], Awaitable[Done]]
Erase = Callable[[FactWriter], Awaitable[Sequence[Erased]]]


class FactStore(Protocol):
    """A user's statements and facts."""

    async def once(self, identity: Identity, key: RequestKey, write: Write) -> Done:
        """Run `write` in one transaction, once for each key; a repeated key gives the first result."""

    async def erase(
        self, identity: Identity, key: RequestKey, source: Source, erasure_id: str, erase: Erase
    ) -> Receipt:
        """Take part in an erasure: run `erase` in one transaction and record its lines in the receipt."""

    async def find_facts(self, identity: Identity, fact_ids: Sequence[FactId]) -> tuple[Fact, ...]:
        """Facts as they stand now, in the order asked; those that are gone are left out."""

    async def find_held(self, identity: Identity, clock: Clock, attributes: Sequence[Attribute]) -> tuple[Fact, ...]:
        """Facts that held at the clock's valid time as known at its record time, newest first, at most 5,000."""

    async def list_facts(
        self,
        identity: Identity,
        clock: Clock,
        attributes: Sequence[Attribute],
        *,
        history: bool,
        size: int,
        position: str,
    ) -> FactPage:
        """A page of facts, newest first; with `history` whatever was known at the record time."""
