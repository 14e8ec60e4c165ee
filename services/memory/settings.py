"""What an operator may set: TIEOUT_MEMORY_<NAME>."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from services.common.db.tenant import DatabaseSettings
from services.common.runtime import RuntimeSettings
from services.common.settings import group
from services.common.types import Secret


@dataclass(frozen=True, slots=True)
class Settings:
    """Defaults are for one process."""

    jwt_public_key_file: Path
    """PEM file with the public keys that session tokens are verified with."""
    database: DatabaseSettings = group("DATABASE")
    """Role tieout_memory."""
    runtime: RuntimeSettings = group()
    """Listeners, drain, logs."""
    page_token_key: Secret | None = None
    """Seals page tokens; the same in every process of the service. None: tokens are good for one process only."""
