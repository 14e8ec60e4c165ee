"""The jobs. Each may be run twice: it does what is still to do, and nothing when nothing is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from services.common.erasure import Scope, Source
from services.common.errors import Conflict
from services.common.identity import Identity
from services.worker.model import Retained
from services.worker.ports import Erasures, Participant, Retention


class StillRunning(Conflict):
    """Another job of the same user runs and could write what was just erased."""


class NotClean(Conflict):
    """A store still holds something after it was erased."""


class CarryOutErasure:
    """One erasure through every service, ended by a receipt that a query has checked."""

    def __init__(self, participants: Sequence[Participant], erasures: Erasures) -> None:
        self._participants = participants
        self._erasures = erasures

    async def run(self, identity: Identity, erasure: UUID, source: Source) -> None:
        """Raises `StillRunning` or `NotClean` when it has to be tried again."""
        await self._erasures.erase_shared(identity, erasure, source)
        if await self._erasures.count_running_jobs(identity):
            raise StillRunning
        participants = self._participants
        if source.scope is Scope.IMPORT:
            # Whose rows an import brought is known by the retriever only, and by the others once it has taken part.
            participants = participants[::-1]
        for participant in participants:
            await participant.erase(erasure, source)
        receipt = await self._erasures.close(identity, erasure)
        if receipt.completed_at is None:
            raise NotClean


class PurgeExpired:
    """What is kept for a time only, when that time is over."""

    def __init__(self, retention: Retention, rules: Sequence[Retained], period: timedelta) -> None:
        self._retention = retention
        self._rules = rules
        self._period = period

    async def run(self, identity: Identity) -> None:
        """Purge, and plan the next look while anything is kept."""
        if (await self._retention.purge(identity, self._rules)).remaining_count:
            await self._retention.schedule(identity, self._period)
