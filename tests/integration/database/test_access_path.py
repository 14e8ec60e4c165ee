"""The way to a connection: identity for one transaction, deadlines, and what a pool hands out."""

from __future__ import annotations

import pytest

from services.common.db import guard
from services.common.db.embedded import WARNING as EMBEDDED_WARNING
from services.common.identity import Identity
from tests.fixtures.pg import DatabaseFor


async def test_a_user_sees_only_what_the_user_wrote(
    database_for: DatabaseFor, identity_a: Identity, identity_b: Identity
) -> None:
    """What A enqueues, A sees, and B does not."""
    database = await database_for("retriever")
    await database.fetch(identity_a, "SELECT tieout.enqueue_job('embed_passages', '{}')")
    query = "SELECT user_id FROM tieout.job"
    assert [row["user_id"] for row in await database.fetch(identity_a, query)] == [identity_a.user_id]
    assert await database.fetch(identity_b, query) == []


@pytest.mark.parametrize("role", ["embedder", "retriever", "graph", "memory", "answerer", "worker"])
async def test_every_service_role_passes_the_guard(database_for: DatabaseFor, role: str) -> None:
    """A migrated database lets each service start, with the embedded server's warning."""
    assert await guard.check(await database_for(role)) == (EMBEDDED_WARNING,)
