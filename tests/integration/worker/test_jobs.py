"""The worker's jobs against the real schema, the real embedder service and the real queue."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
import pytest_asyncio

from services.common.client import Channels
from services.common.db.jobs import JobQueue, Worker, enqueue
from services.common.db.tenant import Database, DatabaseSettings
from services.common.identity import Identity
from services.common.local_embedder import SPACE_ID
from services.common.runtime import start
from services.common.types import UserId
from services.embedder.__main__ import build as build_embedder
from services.embedder.settings import Settings as EmbedderSettings
from services.worker.__main__ import make_handlers
from services.worker.settings import Settings
from tests.fixtures.pg import Copy, DatabaseFor
from tests.fixtures.server import SETTINGS, Running

NOBODY = "127.0.0.1:1"
# Waits for a day; after it a user's vectors are looked at again.
NEXT_LOOK = ("backfill", "queued", None)
TEXTS = ("Stop payment order: $28.00", "The fee is waived when the balance is $750 or more.", "fee " * 600)


@pytest.fixture(scope="module")
def admin(pg: Copy) -> Any:
    with psycopg.connect(pg.admin_dsn, autocommit=True) as connection:
        yield connection


@pytest.fixture(autouse=True)
def _empty_queue(admin: psycopg.Connection[Any]) -> Iterator[None]:
    """A job that waits for another try would be due in a later test."""
    yield
    admin.execute("DELETE FROM tieout.job WHERE kind <> 'probe'")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def embedder(pg: Copy, state_directory: Path) -> AsyncIterator[Running]:
    settings = EmbedderSettings(
        jwt_public_key_file=state_directory / "keys" / "jwt_public.pem",
        database=DatabaseSettings(pg.dsn("embedder"), pool_max=4),
        runtime=SETTINGS,
    )
    running = Running(await start(await build_embedder(settings)))
    try:
        await running.until_ready()
        yield running
    finally:
        await running.close()


@pytest.fixture
async def worker(pg: Copy, embedder: Running, database_for: DatabaseFor) -> AsyncIterator[Worker]:
    settings = Settings(
        embedder_target=embedder.target,
        retriever_target=NOBODY,
        graph_target=NOBODY,
        memory_target=NOBODY,
        answerer_target=NOBODY,
        database=DatabaseSettings(pg.dsn("worker")),
        runtime=SETTINGS,
    )
    database = await database_for("worker")
    channels = Channels("worker")
    yield Worker(JobQueue(database), make_handlers(settings, database, channels), lease=timedelta(seconds=60))
    await channels.close()


@pytest.fixture
async def retriever(database_for: DatabaseFor) -> Database:
    return await database_for("retriever")


@pytest.fixture
def identity(make_identity: Callable[[UserId], Identity]) -> Identity:
    """A user of this test's own."""
    return make_identity(UserId(uuid4()))


def _store_document(admin: psycopg.Connection[Any], identity: Identity, texts: tuple[str, ...]) -> UUID:
    document_id = uuid4()
    with admin.transaction():
        admin.execute("SELECT set_config('tieout.identity', %s, true)", (identity.tdb.reveal(),))
        admin.execute(
            "INSERT INTO retriever.document (user_id, document_id, version, segment, first_passage_id, last_passage_id,"
            " caller_key, display_name, title, institution, media_type, sha256, size_bytes, passage_count, cell_count,"
            " length_sum)"
            " VALUES (%s, %s, 1, 1, 1, %s, 'k', 'n', 't', '', 'text/plain', '', 1, %s, 0, 0)",
            (identity.user_id, document_id, len(texts), len(texts)),
        )
        for number, text in enumerate(texts, 1):
            admin.execute(
                "INSERT INTO retriever.passage (user_id, passage_id, document_id, chunk_id, parent_position,"
                " heading_path, body, token_count) VALUES (%s, %s, %s, %s, 0, '{}', %s, 1)",
                (identity.user_id, number, document_id, f"c{number}", text),
            )
    return document_id


async def _enqueue(retriever: Database, identity: Identity, kind: str, **payload: Any) -> None:
    async with retriever.transaction(identity) as tx:
        await enqueue(tx, kind, payload)


def _jobs(admin: psycopg.Connection[Any], user: UserId) -> list[tuple[Any, ...]]:
    query = "SELECT kind, state, error_class FROM tieout.job WHERE user_id = %s ORDER BY kind"
    return admin.execute(query, (user,)).fetchall()


async def test_passages_of_a_document_get_vectors_of_the_local_space(
    admin: psycopg.Connection[Any], worker: Worker, retriever: Database, identity: Identity
) -> None:
    document_id = _store_document(admin, identity, TEXTS)
    await _enqueue(retriever, identity, "embed_passages", document_id=str(document_id), version=1)
    assert await worker.run_due() == 1
    found = admin.execute(
        "SELECT passage_id, space_id, l2_norm(embedding) FROM retriever.vector_384 WHERE user_id = %s ORDER BY 1",
        (identity.user_id,),
    ).fetchall()
    assert [(row[0], row[1]) for row in found] == [(1, SPACE_ID), (2, SPACE_ID), (3, SPACE_ID)]
    assert [row[2] for row in found] == pytest.approx([1.0] * 3, abs=1e-3)
    assert _jobs(admin, identity.user_id) == [NEXT_LOOK]


async def test_a_version_that_is_gone_is_nothing_to_do(
    admin: psycopg.Connection[Any], worker: Worker, retriever: Database, identity: Identity
) -> None:
    await _enqueue(retriever, identity, "embed_passages", document_id=str(uuid4()), version=1)
    assert await worker.run_due() == 1
    assert _jobs(admin, identity.user_id) == [NEXT_LOOK]


async def test_a_job_whose_service_is_down_waits_for_another_try(
    admin: psycopg.Connection[Any],
    worker: Worker,
    retriever: Database,
    identity: Identity,
) -> None:
    """The other four services are not there, so an erasure can't be carried out; it must not be lost or closed."""
    async with retriever.transaction(identity) as tx:
        rows = await tx.fetch("INSERT INTO tieout.erasure (scope) VALUES ('user') RETURNING erasure_id")
    erasure = rows[0]["erasure_id"]
    await _enqueue(retriever, identity, "erase", erasure_id=str(erasure), scope="user", source_id="")
    await worker.run_one()
    assert _jobs(admin, identity.user_id) == [("erase", "queued", "Unavailable")]
    closed = admin.execute("SELECT finished_at FROM tieout.erasure WHERE erasure_id = %s", (erasure,)).fetchone()
    assert closed == (None,)


async def test_a_payload_that_makes_no_sense_goes_to_the_dead_letters(
    admin: psycopg.Connection[Any], worker: Worker, retriever: Database, identity: Identity
) -> None:
    await _enqueue(retriever, identity, "embed_passages", document_id="no uuid", version=1)
    await worker.run_one()
    assert _jobs(admin, identity.user_id) == [("embed_passages", "dead", "PermanentJobError")]


async def test_what_is_kept_for_a_time_plans_its_own_purge(
    admin: psycopg.Connection[Any], worker: Worker, database_for: DatabaseFor, identity: Identity
) -> None:
    user = identity.user_id
    embedder = await database_for("embedder")
    for digest, age in (("a" * 64, "2 days"), ("b" * 64, "-1 hour")):
        await embedder.fetch(
            identity,
            "INSERT INTO embedder.question_vector (space_id, question_sha256, vector, expires_at)"
            " VALUES ('s', decode(%s, 'hex'), '\\x00000000', statement_timestamp() - %s::interval)",
            (digest, age),
        )
    assert _jobs(admin, user) == [("retention", "queued", None)]
    admin.execute("UPDATE tieout.job SET due_at = now() WHERE user_id = %s", (user,))
    assert await worker.run_due() == 1
    left = admin.execute(
        "SELECT encode(question_sha256, 'hex') FROM embedder.question_vector WHERE user_id = %s", (user,)
    )
    assert left.fetchall() == [("b" * 64,)]
    assert _jobs(admin, user) == [("retention", "queued", None)]
    admin.execute(
        "UPDATE embedder.question_vector SET expires_at = now() - interval '1 hour' WHERE user_id = %s", (user,)
    )
    admin.execute("UPDATE tieout.job SET due_at = now() WHERE user_id = %s", (user,))
    assert await worker.run_due() == 1
    assert _jobs(admin, user) == []


async def test_every_rule_of_retention_names_a_table_that_the_worker_may_purge(
    admin: psycopg.Connection[Any], worker: Worker, database_for: DatabaseFor, identity: Identity
) -> None:
    answerer = await database_for("answerer")
    for age in ("91 days", "1 day"):
        await answerer.fetch(
            identity,
            "INSERT INTO answerer.answer (answer_id, created_at, ledger_revision, rule, body)"
            " VALUES (gen_random_uuid(), statement_timestamp() - %s::interval, 0, 'sum.merchant', '')",
            (age,),
        )
    admin.execute("UPDATE tieout.job SET due_at = now() WHERE user_id = %s", (identity.user_id,))
    assert await worker.run_due() == 1
    left = admin.execute("SELECT count(*) FROM answerer.answer WHERE user_id = %s", (identity.user_id,)).fetchone()
    assert left == (1,)
    assert _jobs(admin, identity.user_id) == [("retention", "queued", None)]
