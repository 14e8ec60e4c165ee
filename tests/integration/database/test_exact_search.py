"""A4: nearest neighbours of one user among many, by the exact scan of a covering index that leads with the user."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import numpy as np
import psycopg
import pytest
from pgvector import HalfVector
from pgvector.psycopg import register_vector

from services.common.identity import Identity
from tests.fixtures.pg import DatabaseFor

DIMENSIONS = 384
OTHERS, PER_OTHER, OWN, K = 20, 600, 30, 20

TABLE = f"""
SET ROLE tieout_owner;
CREATE TABLE retriever.point (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    space_id text NOT NULL,
    point_id bigint NOT NULL,
    embedding halfvec({DIMENSIONS}) NOT NULL
);
CREATE UNIQUE INDEX ON retriever.point (user_id, space_id, point_id) INCLUDE (embedding);
SELECT tieout.fence('retriever.point');
SELECT tieout.seed_probe('retriever.point');
GRANT SELECT ON retriever.point TO tieout_retriever;
RESET ROLE;
"""
NEAREST = (
    "SELECT point_id FROM retriever.point WHERE user_id = %s AND space_id = 'L' "
    f"ORDER BY embedding <=> %s::halfvec({DIMENSIONS}) LIMIT {K}"
)


@pytest.fixture(scope="module")
def points(admin: psycopg.Connection[Any], identity_a: Identity) -> np.ndarray[Any, np.dtype[np.float32]]:
    """A's 30 points, far from the question; 12,000 of others' lie between, so a shared index would find only those."""
    randomness = np.random.default_rng(4)
    register_vector(admin)
    admin.execute(TABLE)
    near = randomness.normal(1.0, 0.1, (OTHERS * PER_OTHER, DIMENSIONS))
    own = randomness.normal(0.0, 1.0, (OWN, DIMENSIONS))
    with admin.cursor().copy(
        "COPY retriever.point (user_id, space_id, point_id, embedding) FROM STDIN WITH (FORMAT binary)"
    ) as copy:
        copy.set_types(["uuid", "text", "int8", "halfvec"])
        for number, vector in enumerate(near):
            copy.write_row((UUID(int=0xE << 124 | number // PER_OTHER), "L", number, HalfVector(vector)))
        for number, vector in enumerate(own):
            copy.write_row((identity_a.user_id, "L", number, HalfVector(vector)))
    admin.execute("VACUUM ANALYZE retriever.point")
    return own.astype(np.float16).astype(np.float32)


async def test_k_of_few_own_points_are_found_among_many_of_others(
    database_for: DatabaseFor, identity_a: Identity, points: np.ndarray[Any, np.dtype[np.float32]]
) -> None:
    """k = 20 of A's 30 gives 20, in exactly the order of the distances."""
    database = await database_for("retriever")
    question = np.ones(DIMENSIONS, dtype=np.float32)
    rows = await database.fetch(identity_a, NEAREST, (identity_a.user_id, HalfVector(question)))
    cosine = points @ question / np.linalg.norm(points, axis=1)
    assert [row["point_id"] for row in rows] == np.argsort(-cosine, kind="stable")[:K].tolist()


@pytest.mark.usefixtures("points")
async def test_the_search_reads_the_index_of_one_user_only(database_for: DatabaseFor, identity_a: Identity) -> None:
    """Under row-level security the plan is an index-only scan over that user's range, and no heap is visited."""
    database = await database_for("retriever")
    question = HalfVector(np.ones(DIMENSIONS, dtype=np.float32))
    rows = await database.fetch(identity_a, "EXPLAIN (ANALYZE, FORMAT JSON) " + NEAREST, (identity_a.user_id, question))
    nodes = list(_nodes(rows[0]["QUERY PLAN"][0]["Plan"]))
    scans = [node for node in nodes if node.get("Relation Name") == "point"]
    assert [scan["Node Type"] for scan in scans] == ["Index Only Scan"]
    assert scans[0]["Actual Rows"] == OWN
    assert scans[0]["Heap Fetches"] == 0
    assert "user_id" in scans[0]["Index Cond"]


@pytest.mark.usefixtures("points")
async def test_search_settings_belong_to_the_role(database_for: DatabaseFor) -> None:
    """Custom plans for every service, and filtered HNSW scans that go on until k are found for the retriever."""
    rows = await (await database_for("retriever")).fetch_without_user(
        "SELECT current_setting('plan_cache_mode') AS plans, current_setting('hnsw.iterative_scan') AS scan"
    )
    assert rows == [{"plans": "force_custom_plan", "scan": "strict_order"}]


def _nodes(plan: dict[str, Any]) -> list[dict[str, Any]]:
    return [plan, *(node for child in plan.get("Plans", []) for node in _nodes(child))]
