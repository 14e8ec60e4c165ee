"""The migrations that this version brings, in their order."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

MIGRATIONS = Path(__file__).parent / "migrations"


@dataclass(frozen=True, slots=True)
class Migration:
    """One file: `NNNN_<service>_<what>` and its SQL."""

    name: str
    content: str

    @property
    def digest(self) -> str:
        """SHA-256 of the content, in hex."""
        return hashlib.sha256(self.content.encode()).hexdigest()


def read_history(directory: Path = MIGRATIONS) -> list[Migration]:
    """All files of the directory, first to last."""
    return [Migration(path.stem, path.read_text(encoding="utf-8")) for path in sorted(directory.glob("[0-9]*.sql"))]
