"""What the use cases need from outside."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol
from uuid import UUID

from services.common.erasure import Receipt, Source
from services.common.identity import Identity
from services.common.types import RequestKey
from services.retriever.model import (
    Change,
    Coverage,
    ImportProgress,
    ImportReport,
    LedgerChange,
    LedgerQuery,
    LedgerRow,
    LedgerState,
    LedgerStatus,
    NamedEntity,
    QueryResult,
    Revision,
    RowDetail,
    RowId,
    RowPage,
)

Plan = Callable[[LedgerState], Awaitable[LedgerChange]]
"""From a ledger to what it becomes. Runs while the ledger's other writers wait."""
Tell = Callable[[ImportProgress], None]
"""Says how far an import has come. Called on the event loop."""
MakeReport = Callable[[Change, Coverage], ImportReport]


class LedgerStore(Protocol):
    """A user's ledger, kept: versions of rows by revision, and one writer at a time."""

    async def read_state(self, identity: Identity, closed: frozenset[str]) -> LedgerState:
        """All that is live, without readings, and the row ids of those of the `closed` source ids that are gone."""
        ...

    async def import_rows(
        self,
        identity: Identity,
        key: RequestKey,
        closed: frozenset[str],
        plan: Plan,
        make_report: MakeReport,
        tell: Tell,
    ) -> ImportReport:
        """Carry out an import once; the same request again gives the same report."""
        ...

    async def annotate(self, identity: Identity, key: RequestKey, row_ids: Sequence[RowId], plan: Plan) -> Change:
        """Carry out annotations of rows once. The plan gets the readings of these rows."""
        ...

    async def query(self, identity: Identity, query: LedgerQuery, detail: RowDetail, encoded: str) -> QueryResult:
        """What a query comes to, in one statement. `encoded` is the query as `find_row_set` gives it back."""
        ...

    async def list_rows(self, identity: Identity, query: LedgerQuery, position: int, size: int) -> RowPage:
        """Rows of a query's set, in its order, from a position."""
        ...

    async def list_steady(
        self, identity: Identity, query: LedgerQuery, least: int, rows_per_change: int
    ) -> tuple[list[LedgerRow], Revision]:
        """All rows of those merchants in a query's set that have at least `least` rows of one currency, whose amount
        changes from row to row at most once in `rows_per_change`; and the revision read."""
        ...

    async def find_rows(self, identity: Identity, row_ids: Sequence[str], revision: Revision) -> list[LedgerRow]:
        """Rows by id, as they stood at a revision (0: now)."""
        ...

    async def find_row_set(self, identity: Identity, digest: str) -> str | None:
        """The encoded query whose set has this digest."""
        ...

    async def read_status(self, identity: Identity) -> LedgerStatus:
        """Coverage of the newest revision without an `as_of`, and the revision."""
        ...

    async def read_entities(self, identity: Identity) -> tuple[Revision, list[NamedEntity], list[str]]:
        """Everything of the newest revision that has a name, and the descriptors of card payments."""
        ...


class LedgerEraser(Protocol):
    """Erasure of what this service keeps; documents are their own part's."""

    async def erase(self, identity: Identity, key: RequestKey, source: Source, erasure_id: str, plan: Plan) -> Receipt:
        """Erase a source here, and elsewhere by jobs when a user asked."""
        ...

    async def read_receipt(self, identity: Identity, erasure_id: UUID) -> Receipt:
        """How far an erasure has come."""
        ...
