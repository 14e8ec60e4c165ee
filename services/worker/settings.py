"""What an operator may set: TIEOUT_WORKER_<NAME>."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from services.common.db.tenant import DatabaseSettings
from services.common.runtime import RuntimeSettings
from services.common.settings import group


@dataclass(frozen=True, slots=True)
class Settings:
    """Defaults are for one worker beside five services."""

    embedder_target: str
    """gRPC targets of the services that jobs call."""
    retriever_target: str
    graph_target: str
    memory_target: str
    answerer_target: str
    database: DatabaseSettings = group("DATABASE")
    """Role tieout_worker."""
    runtime: RuntimeSettings = group()
    """Admin listener, drain, logs."""
    concurrency: int = 2
    """Jobs at a time."""
    lease: timedelta = timedelta(minutes=2)
    """How long a job is this worker's; one that died leaves its jobs for the next after that time."""
    poll: timedelta = timedelta(milliseconds=250)
    """Between two looks at an empty queue."""
    depth_period: timedelta = timedelta(seconds=15)
    """Between two looks at the queue for the metrics."""
    backfill_rate: float = 50.0
    """Passages a second that this process embeds for vectors that are missing; new documents come on top."""
    backfill_period: timedelta = timedelta(hours=24)
    """Between two looks at whether a user's passages lack vectors of a space, where nothing says so sooner."""
    request_life: timedelta = timedelta(hours=24)
    """How long a request id is remembered."""
    answer_life: timedelta = timedelta(days=90)
    """How long answers are kept."""
    retention_period: timedelta = timedelta(hours=24)
    """Between two purges of one user's data."""

    def __post_init__(self) -> None:
        if self.backfill_rate <= 0:
            raise ValueError("the backfill rate is over 0")
