"""One user's vectors as the worker's role sees them, and what searches are told of their indexes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from psycopg import sql

from services.common.db.jobs import enqueue
from services.common.db.tenant import Database, Transaction
from services.common.db.vector_indexes import WIDTHS
from services.common.identity import Identity
from services.indexer.model import Measured, Space

JOB_KIND = "partial_index"
# How many of the user's own vectors stand for questions, and for how many neighbours each is asked.
SAMPLE = 50
SIZES = (10, 50)
# What a search starts with (role settings of tieout_retriever).
SEARCH_SETTINGS = {"hnsw.iterative_scan": "strict_order", "hnsw.ef_search": "100"}
# Distances of halves that are nearer than this are equal.
SAME = 1e-6

_COUNT = sql.SQL(" UNION ALL ").join(
    sql.SQL("SELECT space_id, {width}::integer AS width, count(*) AS rows FROM retriever.{table}"
            " WHERE user_id = %(user)s GROUP BY space_id").format(
        width=sql.Literal(width), table=sql.Identifier(f"vector_{width}")
    )
    for width in WIDTHS
)  # fmt: skip
# In an order that has nothing to do with documents, and the same each time.
_SAMPLE = sql.SQL("""
SELECT passage_id FROM retriever.{table} WHERE user_id = %(user)s AND space_id = %(space)s
ORDER BY hashint8extended(passage_id, 0), passage_id LIMIT %(sample)s
""")
# The sum keeps an index on the distance from being taken.
_EXACT = sql.SQL("""
SELECT n.passage_id, n.embedding <=> q.embedding AS distance FROM retriever.{table} n, retriever.{table} q
WHERE n.user_id = %(user)s AND n.space_id = %(space)s AND q.user_id = %(user)s AND q.space_id = %(space)s
  AND q.passage_id = %(passage)s AND n.passage_id <> q.passage_id
ORDER BY (n.embedding <=> q.embedding) + 0 LIMIT %(size)s
""")
_NEAR = sql.SQL("""
SELECT n.passage_id, n.embedding <=> (
    SELECT q.embedding FROM retriever.{table} q
    WHERE q.user_id = %(user)s AND q.space_id = %(space)s AND q.passage_id = %(passage)s) AS distance
FROM retriever.{table} n WHERE n.user_id = %(user)s AND n.space_id = %(space)s
ORDER BY distance LIMIT %(size)s
""")
_READ = "SELECT space_id, width, usable, recall, row_count FROM retriever.vector_index WHERE user_id = %s"
_TELL = sql.SQL("""
INSERT INTO retriever.vector_index (user_id, space_id, width, usable, recall, row_count, counted_to)
SELECT %(user)s, %(space)s, {width}, %(usable)s, %(recall)s, %(rows)s, coalesce((
    SELECT max(v.passage_id) FROM retriever.{table} v WHERE v.user_id = %(user)s AND v.space_id = %(space)s
      AND NOT EXISTS (
        SELECT FROM retriever.passage p WHERE p.user_id = %(user)s AND NOT EXISTS (
            SELECT FROM retriever.{table} held
            WHERE held.user_id = %(user)s AND held.space_id = %(space)s AND held.passage_id = p.passage_id))), 0)
ON CONFLICT (user_id, space_id, width) DO UPDATE SET usable = excluded.usable, recall = excluded.recall,
    row_count = excluded.row_count, counted_to = excluded.counted_to, measured_at = clock_timestamp()
""")
_FORGET = "DELETE FROM retriever.vector_index WHERE user_id = %s AND space_id = %s AND width = %s"


class PgVectors:
    """The port `Vectors`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def count(self, identity: Identity) -> Mapping[Space, int]:
        """By exact scans of the index that the tables have."""
        rows = await self._database.fetch(identity, _COUNT, {"user": identity.user_id})
        return {Space(row["space_id"], row["width"]): row["rows"] for row in rows}

    async def measure(self, identity: Identity, space: Space) -> float:
        """The lowest mean recall of the sizes: neighbours as near as the true ones, of those that there are."""
        table = sql.Identifier(f"vector_{space.width}")
        asked: dict[str, Any] = {"user": identity.user_id, "space": space.space_id, "sample": SAMPLE}
        found = {size: [0, 0] for size in SIZES}
        async with self._database.transaction(identity) as tx:
            for name, value in SEARCH_SETTINGS.items():
                await tx.execute("SELECT set_config(%s, %s, true)", (name, value))
            passages = [row["passage_id"] for row in await tx.fetch(_SAMPLE.format(table=table), asked)]
            for passage in passages:
                for size, counted in found.items():
                    true, near = await _neighbours(tx, table, asked | {"passage": passage}, size)
                    counted[0] += sum(one <= true[-1] + SAME for one in near) if true else 0
                    counted[1] += len(true)
        return min((hits / total for hits, total in found.values() if total), default=1.0)

    async def read(self, identity: Identity) -> Mapping[Space, Measured]:
        """As it stands."""
        rows = await self._database.fetch(identity, _READ, (identity.user_id,))
        spaces = [(Space(row["space_id"], row["width"]), row) for row in rows]
        return {space: Measured(space, row["usable"], row["recall"], row["row_count"]) for space, row in spaces}

    async def tell(self, identity: Identity, measured: Measured) -> None:
        """From the next search on."""
        space = measured.space
        query = _TELL.format(width=sql.Literal(space.width), table=sql.Identifier(f"vector_{space.width}"))
        told = {"usable": measured.usable, "recall": measured.recall, "rows": measured.rows}
        await self._database.fetch(identity, query, {"user": identity.user_id, "space": space.space_id, **told})

    async def forget(self, identity: Identity, space: Space) -> None:
        """From the next search on."""
        await self._database.fetch(identity, _FORGET, (identity.user_id, space.space_id, space.width))

    async def plan(self, identity: Identity, delay: timedelta) -> None:
        """One job a user, however often it is planned."""
        async with self._database.transaction(identity) as tx:
            await enqueue(tx, JOB_KIND, {}, dedupe_key=JOB_KIND, delay=delay)


async def _neighbours(
    tx: Transaction, table: sql.Identifier, asked: dict[str, Any], size: int
) -> tuple[Sequence[float], Sequence[float]]:
    """Distances of the true neighbours of a passage and of those that the index finds, both without itself."""
    exact = await tx.fetch(_EXACT.format(table=table), asked | {"size": size})
    near = await tx.fetch(_NEAR.format(table=table), asked | {"size": size + 1})
    others = [row["distance"] for row in near if row["passage_id"] != asked["passage"]]
    return [row["distance"] for row in exact], others[:size]
