"""The registry of spaces in PostgreSQL: what each is, and the canary's vector when it was first used."""

from __future__ import annotations

from services.common.db.tenant import Database
from services.common.errors import ErrorReason, FailedPrecondition
from services.embedder.model import Matrix, Space, pack, unpack

_FIND = "SELECT canary, retired_at IS NOT NULL AS is_retired FROM embedder.space WHERE space_id = %s"
_RECORD = """
INSERT INTO embedder.space (space_id, model, revision, width, pooling, normalised, canary)
VALUES (%s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (space_id) DO NOTHING
"""


class PgSpaceRegistry:
    """The table embedder.space, which belongs to no user."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find_canary(self, space: Space) -> Matrix | None:
        """Shape (width,), or None for a space that was never used. `FailedPrecondition`: it was given up."""
        rows = await self._database.fetch_without_user(_FIND, (space.space_id,))
        if rows and rows[0]["is_retired"]:
            reason = ErrorReason.ERROR_REASON_STATE_NOT_ALLOWED
            raise FailedPrecondition(reason, f"The space {space.space_id} was given up.", {"state": "RETIRED"})
        return unpack(rows[0]["canary"], space.width)[0] if rows else None

    async def record_canary(self, space: Space, canary: Matrix) -> Matrix:
        """Keep it unless another process was first; the one that is kept."""
        await self._database.fetch_without_user(
            _RECORD,
            (
                space.space_id,
                space.model,
                space.revision,
                space.width,
                space.pooling,
                space.normalised,
                pack(canary[None, :]),
            ),
        )
        kept = await self.find_canary(space)
        assert kept is not None, "it was kept, by this process or by another"
        return kept
