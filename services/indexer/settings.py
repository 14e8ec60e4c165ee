"""Settings of the indexer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from services.common.db.tenant import DatabaseSettings
from services.common.runtime import RuntimeSettings
from services.common.settings import group
from services.common.types import Secret
from services.indexer.model import Limits


@dataclass(frozen=True, slots=True)
class Settings:
    """Defaults are for one indexer beside a cluster."""

    migrator_dsn: Secret
    """Role tieout_migrator, which may become the owner of the tables; no service has it."""
    database: DatabaseSettings = group("DATABASE")
    """Role tieout_worker: leases jobs, counts and measures as their one user."""
    runtime: RuntimeSettings = group()
    """Admin listener, drain, logs."""
    build_rows: int = 25_000
    """Vectors of one user in one space from which on an index is built."""
    drop_rows: int = 15_000
    """Vectors below which it is dropped."""
    least_recall: float = 0.97
    """Share of the true neighbours, among the first ten and the first fifty, that an index has to find to be used."""
    memory: str = "256MB"
    """What one build may take of the server (maintenance_work_mem)."""
    lease: timedelta = timedelta(minutes=30)
    """How long a job may take; a build that is not done by then is begun again."""
    poll: timedelta = timedelta(seconds=5)
    """Between two looks at an empty queue."""
    period: timedelta = timedelta(hours=24)
    """Between two looks at a large user's indexes, where nothing says so sooner."""

    @property
    def limits(self) -> Limits:
        """When an index is worth having."""
        return Limits(self.build_rows, self.drop_rows, self.least_recall)
