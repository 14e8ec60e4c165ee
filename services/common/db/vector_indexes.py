"""Partial HNSW indexes, each of one user's vectors in one space: built and dropped beside whoever reads and writes.

Only the owner of a table may do that, and CONCURRENTLY not in a transaction, so not in a function either. It takes the
role `tieout_migrator`, which becomes the owner by SET ROLE; nothing of a user is read by it.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

import psycopg
from psycopg import sql

from services.common.types import Secret

WIDTHS = (384, 512, 768, 1024)
# pgvector's own defaults; recall is measured after the build and not assumed.
_BUILD = sql.SQL("""
CREATE INDEX CONCURRENTLY {name} ON retriever.{table} USING hnsw (embedding halfvec_cosine_ops)
WITH (m = 16, ef_construction = 64) WHERE user_id = {user} AND space_id = {space}
""")
_DROP = sql.SQL("DROP INDEX CONCURRENTLY IF EXISTS retriever.{}")
_HELD = """
SELECT c.relname AS name, i.indisvalid AS valid
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'retriever' AND starts_with(c.relname, %s) ORDER BY c.relname
"""


@dataclass(frozen=True, slots=True)
class BuiltIndex:
    """One that is there. One that is not valid was not built to its end, and no query takes it."""

    name: str
    valid: bool


def index_name(user_id: UUID, space_id: str, width: int) -> str:
    """A name that says neither who nor what."""
    return f"{_prefix(user_id)}{width}_{_digest(space_id)}"


def _prefix(user_id: UUID) -> str:
    return f"hnsw_{_digest(str(user_id), 16)}_"


def _digest(text: str, length: int = 8) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:length]


class VectorIndexes:
    """The indexes of a database. `dsn`: of tieout_migrator; `memory`: what a build may take (maintenance_work_mem)."""

    def __init__(self, dsn: Secret, *, memory: str = "256MB", patience: timedelta = timedelta(minutes=5)) -> None:
        self._dsn = dsn
        self._memory = memory
        self._patience = patience

    async def find(self, user_id: UUID) -> tuple[BuiltIndex, ...]:
        """The user's."""
        async with self._owner() as connection:
            rows = await (await connection.execute(_HELD, (_prefix(user_id),))).fetchall()
        return tuple(BuiltIndex(name, valid) for name, valid in rows)

    async def build(self, user_id: UUID, space_id: str, width: int) -> None:
        """Build one. It waits for writes that run now, `patience` at most; what it leaves then is not valid."""
        if width not in WIDTHS:
            raise ValueError(f"no vectors are {width} wide")
        name = index_name(user_id, space_id, width)
        query = _BUILD.format(
            name=sql.Identifier(name),
            table=sql.Identifier(f"vector_{width}"),
            user=sql.Literal(user_id),
            space=sql.Literal(space_id),
        )
        async with self._owner() as connection:
            await connection.execute("SELECT set_config('maintenance_work_mem', %s, false)", (self._memory,))
            await connection.execute(query)

    async def drop(self, name: str) -> None:
        """Drop one; nothing happens where there is none."""
        async with self._owner() as connection:
            await connection.execute(_DROP.format(sql.Identifier(name)))

    @contextlib.asynccontextmanager
    async def _owner(self) -> AsyncIterator[psycopg.AsyncConnection[tuple[Any, ...]]]:
        connection = await psycopg.AsyncConnection.connect(self._dsn.reveal(), autocommit=True)
        async with connection:
            await connection.execute("SET ROLE tieout_owner")
            await connection.execute("SET statement_timeout = 0")
            wait = f"{int(self._patience.total_seconds() * 1000)}ms"
            await connection.execute("SELECT set_config('lock_timeout', %s, false)", (wait,))
            yield connection
