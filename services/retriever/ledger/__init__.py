"""Money semantics and the reading of ledger files: pure functions, no socket, no database."""

from __future__ import annotations
