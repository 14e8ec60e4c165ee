"""Keeps the vector indexes of one user: builds, measures, tells searches, drops. It may be run twice at any place.

Searches scan all vectors until they are told of an index that was measured, and again before one goes.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

from services.common import telemetry
from services.common.identity import Identity
from services.indexer.model import Limits, Measured, Space
from services.indexer.ports import Indexes, Vectors


class KeepIndexes:
    """The job. `name_of` is the name of the index of a user's space."""

    def __init__(
        self,
        vectors: Vectors,
        indexes: Indexes,
        name_of: Callable[[UUID, str, int], str],
        limits: Limits,
        period: timedelta,
    ) -> None:
        self._vectors = vectors
        self._indexes = indexes
        self._name_of = name_of
        self._limits = limits
        self._period = period

    async def run(self, identity: Identity) -> None:
        """Bring the user's indexes in line with the vectors that there are; plan the next look while there are many."""
        counts = await self._vectors.count(identity)
        told = await self._vectors.read(identity)
        held = {one.name: one.valid for one in await self._indexes.find(identity.user_id)}
        there = {space for space in counts if held.get(self._name(identity, space))}
        wanted = {
            space for space, rows in counts.items() if self._is_wanted(rows, told.get(space), is_there=space in there)
        }
        for space in told.keys() - wanted:
            if told[space].usable or counts.get(space, 0) < self._limits.drop_rows:
                await self._vectors.forget(identity, space)
        for name in held.keys() - {self._name(identity, space) for space in wanted & there}:
            await self._indexes.drop(name)
        for space in sorted(wanted, key=lambda one: (one.width, one.space_id)):
            await self._keep(identity, space, counts[space], is_there=space in there)
        if any(rows >= self._limits.drop_rows for rows in counts.values()):
            await self._vectors.plan(identity, self._period)

    def _name(self, identity: Identity, space: Space) -> str:
        return self._name_of(identity.user_id, space.space_id, space.width)

    def _is_wanted(self, rows: int, before: Measured | None, *, is_there: bool) -> bool:
        if before is not None and not before.usable and rows < before.rows * self._limits.regrowth:
            return False
        return rows >= (self._limits.drop_rows if is_there else self._limits.build_rows)

    async def _keep(self, identity: Identity, space: Space, rows: int, *, is_there: bool) -> None:
        if not is_there:
            await self._indexes.build(identity.user_id, space.space_id, space.width)
        recall = await self._vectors.measure(identity, space)
        usable = recall >= self._limits.least_recall
        await self._vectors.tell(identity, Measured(space, usable, recall, rows))
        telemetry.log.info("vector_index", space_id=space.space_id, rows=rows, recall=round(recall, 4), usable=usable)
        if not usable:
            await self._indexes.drop(self._name(identity, space))
