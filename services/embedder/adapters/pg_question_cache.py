"""Question vectors in PostgreSQL, behind row-level security."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from services.common.db.tenant import Database
from services.common.identity import Identity
from services.embedder.model import Matrix, Space, pack, unpack

_FIND = """
SELECT question_sha256, vector FROM embedder.question_vector
WHERE user_id = %s AND space_id = %s AND question_sha256 = ANY(%s) AND expires_at > statement_timestamp()
"""
_STORE = """
INSERT INTO embedder.question_vector (space_id, question_sha256, vector, expires_at)
SELECT %s, sha256, vector, statement_timestamp() + %s
FROM unnest(%s::bytea[], %s::bytea[]) AS made (sha256, vector)
ON CONFLICT (user_id, space_id, question_sha256)
DO UPDATE SET vector = excluded.vector, expires_at = excluded.expires_at
"""


class PgQuestionCache:
    """The table embedder.question_vector. What has expired is not found, also before a job removes it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, identity: Identity, space: Space, digests: Sequence[bytes]) -> Mapping[bytes, Matrix]:
        """Vectors by digest, each of shape (width,)."""
        rows = await self._database.fetch(identity, _FIND, (identity.user_id, space.space_id, list(digests)))
        return {bytes(row["question_sha256"]): unpack(row["vector"], space.width)[0] for row in rows}

    async def store(self, identity: Identity, space: Space, vectors: Mapping[bytes, Matrix], life: timedelta) -> None:
        """Keep them for `life` from now; a repeated one lives on."""
        # One order for all writers, so that two of a user's calls cannot lock each other's rows.
        digests = sorted(vectors)
        await self._database.fetch(
            identity, _STORE, (space.space_id, life, digests, [pack(vectors[digest]) for digest in digests])
        )
