"""A large user's vectors get an index of their own: measured before a search takes it, dropped when it is not due."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any

import numpy as np
import psycopg
import pytest
from pgvector import HalfVector
from psycopg import sql

from services.common.db.jobs import JobQueue
from services.common.db.tenant import Database, DatabaseSettings
from services.common.db.vector_indexes import VectorIndexes, index_name
from services.common.identity import Identity
from services.common.runtime import start
from services.common.tokens import TokenMinter, TokenVerifier
from services.common.types import UserId
from services.indexer.__main__ import build
from services.indexer.adapters.pg_vectors import JOB_KIND, PgVectors
from services.indexer.core import KeepIndexes
from services.indexer.model import Limits, Measured, Space
from services.indexer.settings import Settings
from services.retriever.adapters.pg_documents import _VECTOR, DOCUMENT_TABLES, PgDocuments
from services.retriever.documents.model import QuestionVector, Scope
from tests.fixtures.pg import Copy
from tests.fixtures.server import SETTINGS, Running

SPACE = Space("minilm-l6-v2-384-mean-l2", 384)
ROWS, FEW = 1500, 700
LIMITS = Limits(build_rows=1000, drop_rows=800)
DatabaseFor = Callable[..., Awaitable[Database]]


class Room:
    """One database with a retriever, a worker and an indexer."""

    def __init__(
        self, pg: Copy, retriever: Database, worker: Database, verifier: TokenVerifier, minter: TokenMinter
    ) -> None:
        self.pg = pg
        self.retriever = retriever
        self.worker = worker
        self.indexes = VectorIndexes(pg.dsn("migrator"), memory="64MB")
        self.vectors = PgVectors(worker)
        self._verifier, self._minter = verifier, minter

    def new_user(self) -> Identity:
        return self._verifier.verify(self._minter.mint(UserId(uuid.uuid4()), timedelta(minutes=10)).reveal())

    def fill(self, identity: Identity, rows: int, *, space: Space = SPACE, first: int = 1, seed: int = 7) -> np.ndarray:
        """Vectors that lie in clusters, as texts of a few subjects do. The documents behind them are not needed."""
        draw = np.random.default_rng(seed)
        centres = draw.normal(size=(40, space.width))
        made = centres[draw.integers(0, 40, rows)] + 0.6 * draw.normal(size=(rows, space.width))
        made = (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)
        with psycopg.connect(self.pg.admin_dsn) as connection:
            connection.execute("SET session_replication_role = replica")
            with connection.cursor().copy(
                f"COPY retriever.vector_{space.width} (user_id, space_id, passage_id, embedding) FROM STDIN"
            ) as copy:
                for place, vector in enumerate(made):
                    copy.write_row((identity.user_id, space.space_id, first + place, str(HalfVector(vector).to_text())))
        return np.asarray(made)

    async def keep(self, identity: Identity, limits: Limits = LIMITS) -> None:
        """The job."""
        await KeepIndexes(self.vectors, self.indexes, index_name, limits, timedelta(hours=1)).run(identity)

    async def search(
        self,
        identity: Identity,
        vector: np.ndarray,
        ranges: Sequence[tuple[int, int]] = ((1, 100_000),),
        limit: int = 20,
    ) -> list[int]:
        asked = QuestionVector(SPACE.space_id, SPACE.width, vector.astype("<f4").tobytes())
        found = await PgDocuments(self.retriever).match_vector(identity, asked, Scope((), tuple(ranges)), limit)
        return [passage for passage, _ in found.matches]

    async def plan_of(self, identity: Identity, vector: np.ndarray, in_scope: int = 100_000) -> str:
        """What the search did, node by node."""
        query = sql.SQL("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ") + _VECTOR.format(
            width=sql.Literal(SPACE.width), table=sql.Identifier(f"vector_{SPACE.width}")
        )
        values: dict[str, Any] = {
            "user": identity.user_id,
            "space": SPACE.space_id,
            "vector": HalfVector(vector),
            "ranges": "{[1,100000]}",
            "in_scope": in_scope,
            "limit": 20,
        }
        rows = await self.retriever.fetch(identity, query, values)
        return "\n".join(row["QUERY PLAN"] for row in rows)

    async def names(self, identity: Identity) -> list[str]:
        return [one.name for one in await self.indexes.find(identity.user_id)]


@pytest.fixture
async def room(pg: Copy, database_for: DatabaseFor, verifier: TokenVerifier, minter: TokenMinter) -> Room:
    return Room(pg, await database_for("retriever"), await database_for("worker"), verifier, minter)


def took_index(plan: str, name: str) -> bool:
    """Whether a scan of the index was carried out, and not only planned."""
    return any(name in line and "never executed" not in line for line in plan.splitlines())


async def test_a_user_who_grows_past_the_limit_is_searched_by_an_index_that_was_measured(room: Room) -> None:
    user = room.new_user()
    made = room.fill(user, ROWS)
    exact = [await room.search(user, vector) for vector in made[:30]]
    await room.keep(user)
    (name,) = await room.names(user)
    told = (await room.vectors.read(user))[SPACE]
    assert told.usable
    assert told.recall >= LIMITS.least_recall
    assert told.rows == ROWS
    assert took_index(await room.plan_of(user, made[0]), name)
    again = [await room.search(user, vector) for vector in made[:30]]
    shared = sum(len(set(one) & set(two)) for one, two in zip(exact, again, strict=True))
    assert shared / (30 * 20) >= LIMITS.least_recall
    await room.keep(user)
    assert await room.names(user) == [name]


async def test_an_index_that_was_not_measured_yet_is_not_taken(room: Room) -> None:
    user = room.new_user()
    made = room.fill(user, ROWS)
    await room.indexes.build(user.user_id, SPACE.space_id, SPACE.width)
    (name,) = await room.names(user)
    assert not took_index(await room.plan_of(user, made[0]), name)
    await room.vectors.tell(user, Measured(SPACE, True, 1.0, ROWS))
    assert took_index(await room.plan_of(user, made[0]), name)


async def test_what_lacks_a_vector_is_counted_exactly_though_not_all_are_looked_at(room: Room) -> None:
    user = room.new_user()
    made = room.fill(user, ROWS)
    await room.keep(user)
    (name,) = await room.names(user)
    # Ten passages came since, and six of them have no vector yet; a document in the middle is out of scope.
    room.fill(user, 4, first=ROWS + 1, seed=9)
    asked = QuestionVector(SPACE.space_id, SPACE.width, made[0].astype("<f4").tobytes())
    scope = Scope((), ((1, 700), (801, ROWS - 100), (ROWS - 99, ROWS + 10)))
    assert took_index(await room.plan_of(user, made[0], in_scope=ROWS - 90), name)
    found = await PgDocuments(room.retriever).match_vector(user, asked, scope, 20)
    assert found.missing_count == 6
    await room.indexes.drop(name)
    await room.vectors.forget(user, SPACE)
    scanned = await PgDocuments(room.retriever).match_vector(user, asked, scope, 20)
    assert scanned.missing_count == 6
    assert scanned.matches[0] == found.matches[0]


async def test_nobody_else_is_searched_by_it(room: Room) -> None:
    owner, other = room.new_user(), room.new_user()
    made = room.fill(owner, ROWS)
    theirs = room.fill(other, ROWS, seed=8)
    await room.keep(owner)
    (name,) = await room.names(owner)
    assert await room.names(other) == []
    # Even told so, the other has no index that fits the question.
    await room.vectors.tell(other, Measured(SPACE, True, 1.0, ROWS))
    plan = await room.plan_of(other, theirs[3])
    assert name not in plan
    assert "hnsw" not in plan
    assert (await room.search(other, theirs[3]))[0] == 4
    assert took_index(await room.plan_of(owner, made[3]), name)
    assert not await room.vectors.read(room.new_user())


async def test_a_small_part_of_the_papers_is_searched_without_the_index(room: Room) -> None:
    user = room.new_user()
    made = room.fill(user, ROWS)
    await room.keep(user)
    (name,) = await room.names(user)
    assert not took_index(await room.plan_of(user, made[0], in_scope=ROWS // 2 - 1), name)
    found = await room.search(user, made[0], ranges=((1401, 1450),), limit=50)
    assert sorted(found) == list(range(1401, 1451))


async def test_an_index_that_finds_too_little_is_dropped_and_said_and_not_tried_again_at_once(room: Room) -> None:
    user = room.new_user()
    draw = np.random.default_rng(3)
    room.fill(user, ROWS)
    # Vectors without any order: what is near is decided in the last digits, and no graph finds it all.
    with psycopg.connect(room.pg.admin_dsn) as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute("DELETE FROM retriever.vector_384 WHERE user_id = %s", (user.user_id,))
        noise = draw.normal(size=(6000, SPACE.width))
        noise /= np.linalg.norm(noise, axis=1, keepdims=True)
        with connection.cursor().copy(
            "COPY retriever.vector_384 (user_id, space_id, passage_id, embedding) FROM STDIN"
        ) as copy:
            for place, vector in enumerate(noise):
                copy.write_row((user.user_id, SPACE.space_id, place + 1, HalfVector(vector).to_text()))
    strict = Limits(LIMITS.build_rows, LIMITS.drop_rows, least_recall=1.0)
    await room.keep(user, strict)
    assert await room.names(user) == []
    told = (await room.vectors.read(user))[SPACE]
    assert not told.usable
    assert told.recall < 1
    await room.keep(user, strict)
    assert (await room.vectors.read(user))[SPACE] == told
    assert (await room.search(user, noise[11].astype(np.float32)))[0] == 12


async def test_a_user_who_shrinks_below_the_limit_loses_the_index(room: Room) -> None:
    user = room.new_user()
    made = room.fill(user, ROWS)
    await room.keep(user)
    await room.retriever.fetch(user, "DELETE FROM retriever.vector_384 WHERE user_id = %s AND passage_id > %s",
                               (user.user_id, FEW))  # fmt: skip
    await room.keep(user)
    assert await room.names(user) == []
    assert not await room.vectors.read(user)
    assert (await room.search(user, made[5]))[0] == 6


async def test_spaces_of_one_user_have_indexes_of_their_own(room: Room) -> None:
    user = room.new_user()
    room.fill(user, ROWS)
    wide = Space("hosted-512", 512)
    room.fill(user, ROWS, space=wide)
    room.fill(user, FEW, space=Space("small-768", 768))
    await room.keep(user)
    assert sorted(await room.names(user)) == sorted(
        index_name(user.user_id, one.space_id, one.width) for one in (SPACE, wide)
    )
    assert (await room.vectors.read(user)).keys() == {SPACE, wide}


async def test_an_index_that_was_not_built_to_its_end_is_built_again(room: Room) -> None:
    user = room.new_user()
    made = room.fill(user, ROWS)
    await room.keep(user)
    (name,) = await room.names(user)
    with psycopg.connect(room.pg.admin_dsn) as connection:
        connection.execute(
            "UPDATE pg_index SET indisvalid = false WHERE indexrelid = %s::regclass", (f"retriever.{name}",)
        )
    assert [one.valid for one in await room.indexes.find(user.user_id)] == [False]
    await room.keep(user)
    assert [one.valid for one in await room.indexes.find(user.user_id)] == [True]
    assert took_index(await room.plan_of(user, made[0]), name)


async def test_when_a_user_is_erased_a_job_drops_the_index(room: Room) -> None:
    user = room.new_user()
    room.fill(user, ROWS)
    await room.keep(user)
    assert await room.names(user)
    await room.worker.fetch(user, "SELECT tieout.erase_jobs()")
    async with room.retriever.transaction(user) as tx:
        for table in DOCUMENT_TABLES:
            await tx.execute(
                sql.SQL("DELETE FROM {} WHERE user_id = %s").format(sql.Identifier(*table.split("."))), (user.user_id,)
            )
    waiting = await room.worker.fetch(
        user, "SELECT payload FROM tieout.job WHERE user_id = %s AND kind = %s", (user.user_id, JOB_KIND)
    )
    assert len(waiting) == 1, "the deletion of the documents planned it"
    with psycopg.connect(room.pg.admin_dsn) as connection:
        connection.execute("UPDATE tieout.job SET due_at = now() WHERE user_id = %s", (user.user_id,))
    queue = JobQueue(room.worker)
    job = await queue.lease([JOB_KIND], timedelta(minutes=1))
    assert job is not None
    assert job.identity.user_id == user.user_id
    await room.keep(job.identity)
    await queue.complete(job)
    assert await room.names(user) == []
    left = await room.worker.fetch(user, "SELECT FROM tieout.job WHERE user_id = %s", (user.user_id,))
    assert not left


@pytest.mark.parametrize(("passages", "jobs"), [(9_999, 0), (10_000, 1)])
async def test_the_papers_of_a_large_user_plan_a_look(room: Room, passages: int, jobs: int) -> None:
    user = room.new_user()
    await room.retriever.fetch(
        user,
        """INSERT INTO retriever.document (version, segment, first_passage_id, last_passage_id, caller_key,
               display_name, title, institution, media_type, sha256, size_bytes, passage_count, cell_count, length_sum)
           VALUES (1, 1, 1, %s, 'k', 'n', 't', 'i', 'text/plain', 'x', 1, %s, 0, 1)""",
        (passages, passages),
    )
    waiting = await room.worker.fetch(
        user, "SELECT FROM tieout.job WHERE user_id = %s AND kind = %s", (user.user_id, JOB_KIND)
    )
    assert len(waiting) == jobs


async def test_the_process_takes_the_job_and_serves_its_health(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    user, done, run = room.new_user(), asyncio.Event(), KeepIndexes.run

    async def run_and_tell(self: KeepIndexes, identity: Identity) -> None:
        await run(self, identity)
        done.set()

    monkeypatch.setattr(KeepIndexes, "run", run_and_tell)
    room.fill(user, ROWS)
    await room.vectors.plan(user, timedelta(0))
    settings = Settings(
        migrator_dsn=room.pg.dsn("migrator"),
        database=DatabaseSettings(room.pg.dsn("worker"), pool_max=3),
        runtime=SETTINGS,
        build_rows=LIMITS.build_rows,
        drop_rows=LIMITS.drop_rows,
        poll=timedelta(milliseconds=50),
    )
    process = Running(await start(await build(settings)))
    try:
        await process.until_ready()
        async with asyncio.timeout(60):
            await done.wait()
    finally:
        await process.close()
    assert (await room.vectors.read(user))[SPACE].usable
    assert len(await room.names(user)) == 1


@pytest.mark.parametrize("role", ["worker", "retriever"])
async def test_no_service_may_build_an_index_itself(pg: Copy, role: str) -> None:
    async with await psycopg.AsyncConnection.connect(pg.dsn(role).reveal(), autocommit=True) as connection:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            await connection.execute("CREATE INDEX x ON retriever.vector_384 (passage_id)")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            await connection.execute("SET ROLE tieout_owner")


async def test_every_key_of_the_tables_is_led_by_the_user_or_is_one_user_s(room: Room) -> None:
    user = room.new_user()
    room.fill(user, ROWS)
    await room.keep(user)
    with psycopg.connect(room.pg.admin_dsn) as connection:
        check = "SELECT tieout.find_keys_without_user('retriever.vector_384')"
        assert connection.execute(check).fetchall() == []
        connection.execute("CREATE INDEX stray ON retriever.vector_384 USING hnsw (embedding halfvec_cosine_ops)")
        assert connection.execute(check).fetchall() == [("retriever.stray",)]
        connection.rollback()
