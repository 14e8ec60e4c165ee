"""What an operator may set: TIEOUT_RETRIEVER_<NAME>."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from services.common.db.tenant import DatabaseSettings
from services.common.runtime import RuntimeSettings
from services.common.settings import group
from services.common.types import Secret


@dataclass(frozen=True, slots=True)
class Settings:
    """Defaults are for a laptop."""

    jwt_public_key_file: Path
    """PEM file with the public keys that session tokens are verified with."""
    database: DatabaseSettings = group("DATABASE")
    """Role tieout_retriever."""
    runtime: RuntimeSettings = group()
    """Listeners, drain, logs."""
    page_token_key: Secret | None = None
    """Seals page tokens; the same for all processes. Unset: made at start, and a token is good for one process."""
    calibrations: Path | None = None
    """Folder with calibrations of more spaces, as `tieout calibrate` writes them. Without one, words alone find."""
    cached_users: int = 256
    """Users whose names are kept in memory for ResolveNames."""
