"""Vectors of two spaces side by side, with a hosted model that comes and goes: nothing is lost and nobody waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
import pytest_asyncio
from click.testing import CliRunner

from services.cli.__main__ import cli
from services.common.client import Channels
from services.common.db.backfill import read_backlog
from services.common.db.jobs import JobQueue, Worker, enqueue
from services.common.db.tenant import Database, DatabaseSettings
from services.common.identity import Identity
from services.common.local_embedder import SPACE_ID
from services.common.types import UserId
from services.embedder.__main__ import build as build_embedder
from services.embedder.model import hosted_space
from services.embedder.settings import HostedSettings
from services.embedder.settings import Settings as EmbedderSettings
from services.worker.__main__ import make_handlers
from services.worker.settings import Settings
from services.worker.vectors import Pace
from tests.fixtures.hosted import Fault, HostedServer
from tests.fixtures.pg import Copy, DatabaseFor
from tests.fixtures.server import SETTINGS, Running, serving
from tieout.embedder.v1 import embedder_service_pb2 as pb
from tieout.embedder.v1.embedder_service_pb2_grpc import EmbedderServiceStub

NOBODY = "127.0.0.1:1"
MODEL, WIDTH = "embed-backfill", 512
HOSTED_ID = hosted_space(MODEL, "", WIDTH).space_id
TEXTS = tuple(f"Fee number {number} is ${number}.00." for number in range(1, 41))


class Clock:
    """Time that passes when a test says so: the process of the worker rests by it."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Stage:
    """A worker and an embedder beside a scripted hosted model, over a real database."""

    def __init__(
        self,
        admin: psycopg.Connection[Any],
        hosted: HostedServer,
        embedder: Running,
        worker: Worker,
        clock: Clock,
        retriever: Database,
        token: str,
    ) -> None:
        self.admin = admin
        self.hosted = hosted
        self.worker = worker
        self.clock = clock
        self._embedder = embedder
        self._retriever = retriever
        self._metadata = (("authorization", f"Bearer {token}"),)

    async def until(self, available: bool) -> None:
        """Return once the hosted space is, or is not, available; questions are asked meanwhile."""
        stub: Any = EmbedderServiceStub(self._embedder.raw_channel())
        async with asyncio.timeout(60):
            while True:
                listed = await stub.ListSpaces(pb.ListSpacesRequest(), metadata=self._metadata)
                if any(one.space.space_id == HOSTED_ID and one.available is available for one in listed.spaces):
                    return
                question = pb.EmbedRequest(texts=[str(uuid4())], kind=pb.TEXT_KIND_QUESTION)
                await stub.Embed(question, metadata=self._metadata)

    async def upload(self, identity: Identity, texts: tuple[str, ...] = TEXTS) -> UUID:
        """A document, stored as the retriever stores it, and its job."""
        document_id = uuid4()
        with self.admin.transaction():
            self.admin.execute("SELECT set_config('tieout.identity', %s, true)", (identity.tdb.reveal(),))
            self.admin.execute(
                "INSERT INTO retriever.document (user_id, document_id, version, segment, first_passage_id,"
                " last_passage_id, caller_key, display_name, title, institution, media_type, sha256, size_bytes,"
                " passage_count, cell_count, length_sum)"
                " VALUES (%s, %s, 1, 1, 1, %s, 'k', 'n', 't', '', 'text/plain', '', 1, %s, 0, 0)",
                (identity.user_id, document_id, len(texts), len(texts)),
            )
            for number, text in enumerate(texts, 1):
                self.admin.execute(
                    "INSERT INTO retriever.passage (user_id, passage_id, document_id, chunk_id, parent_position,"
                    " heading_path, body, token_count) VALUES (%s, %s, %s, %s, 0, '{}', %s, 1)",
                    (identity.user_id, number, document_id, f"c{number}", text),
                )
        async with self._retriever.transaction(identity) as tx:
            await enqueue(tx, "embed_passages", {"document_id": str(document_id), "version": 1})
        return document_id

    async def work(self) -> None:
        """Run what is due, as often as the process has rested meanwhile."""
        for _ in range(8):
            self.clock.now += 60
            await self.worker.run_due()
            self.admin.execute(
                "UPDATE tieout.job SET due_at = now() WHERE state = 'queued' AND due_at < now() + interval '1 hour'"
            )

    def counts(self, identity: Identity) -> tuple[int, int]:
        """Vectors in the local and in the hosted space."""
        row = self.admin.execute(
            "SELECT (SELECT count(*) FROM retriever.vector_384 WHERE user_id = %(u)s AND space_id = %(l)s),"
            " (SELECT count(*) FROM retriever.vector_512 WHERE user_id = %(u)s AND space_id = %(h)s)",
            {"u": identity.user_id, "l": SPACE_ID, "h": HOSTED_ID},
        ).fetchone()
        assert row is not None
        return row[0], row[1]

    async def hosted_status(self) -> pb.SpaceStatus:
        """The hosted space as ListSpaces tells of it."""
        stub: Any = EmbedderServiceStub(self._embedder.raw_channel())
        listed = await stub.ListSpaces(pb.ListSpacesRequest(), metadata=self._metadata)
        status: pb.SpaceStatus = next(one for one in listed.spaces if one.space.space_id == HOSTED_ID)
        return status

    def bring_forward(self, identity: Identity) -> None:
        """The user's jobs are due now."""
        self.admin.execute("UPDATE tieout.job SET due_at = now() WHERE user_id = %s", (identity.user_id,))

    def texts_sent(self, first: int) -> list[str]:
        """Passages that the hosted model was sent, from one request on; not the canary, nor questions of `until`."""
        sent = [text for one in self.hosted.embeddings.requests[first:] for text in one.body["input"]]
        return [text for text in sent if text in {*TEXTS, REFUSED}]

    def jobs(self, identity: Identity) -> list[tuple[Any, ...]]:
        """The user's jobs: kind, state, what is missing."""
        query = "SELECT kind, state, payload -> 'missing' FROM tieout.job WHERE user_id = %s"
        return self.admin.execute(query, (identity.user_id,)).fetchall()


def worker_settings(pg: Copy, embedder: str) -> Settings:
    """Of a worker that has no other service."""
    return Settings(
        embedder_target=embedder,
        retriever_target=NOBODY,
        graph_target=NOBODY,
        memory_target=NOBODY,
        answerer_target=NOBODY,
        database=DatabaseSettings(pg.dsn("worker")),
        runtime=SETTINGS,
    )


@pytest.fixture(scope="module")
def admin(pg: Copy) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(pg.admin_dsn, autocommit=True) as connection:
        yield connection


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def embedder(pg: Copy, state_directory: Path) -> AsyncIterator[tuple[HostedServer, Running]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("services.embedder.adapters.hosted_model.TRY_PERIOD", timedelta(milliseconds=20))
        async with HostedServer() as hosted:
            settings = EmbedderSettings(
                jwt_public_key_file=state_directory / "keys" / "jwt_public.pem",
                database=DatabaseSettings(pg.dsn("embedder"), pool_max=4),
                runtime=SETTINGS,
                reranker="",
                hosted=HostedSettings(
                    base_url=hosted.base_url, model=MODEL, dimensions=WIDTH, timeout=timedelta(seconds=8)
                ),
            )
            async with serving(await build_embedder(settings)) as running:
                yield hosted, running


@pytest_asyncio.fixture(loop_scope="session")
async def stage(
    admin: psycopg.Connection[Any],
    pg: Copy,
    embedder: tuple[HostedServer, Running],
    database_for: DatabaseFor,
    token_a: str,
) -> AsyncIterator[Stage]:
    hosted, running = embedder
    database, clock = await database_for("worker"), Clock()
    channels, pace = Channels("worker"), Pace(50.0, clock)
    worker = Worker(
        JobQueue(database),
        make_handlers(worker_settings(pg, running.target), database, channels, pace),
        lease=timedelta(seconds=60),
        is_paused=lambda kind: kind == "backfill" and pace.is_resting(),
    )
    built = Stage(admin, hosted, running, worker, clock, await database_for("retriever"), token_a)
    hosted.embeddings.heal()
    await built.until(available=True)
    yield built
    await channels.close()
    admin.execute("DELETE FROM tieout.job WHERE kind <> 'probe'")


@pytest.fixture
def identity(make_identity: Callable[[UserId], Identity]) -> Identity:
    """A user of this test's own."""
    return make_identity(UserId(uuid4()))


async def test_a_document_gets_vectors_of_both_spaces_while_both_are_up(stage: Stage, identity: Identity) -> None:
    await stage.upload(identity)
    await stage.worker.run_due()
    assert stage.counts(identity) == (40, 40)
    assert stage.jobs(identity) == [("backfill", "queued", {})]


async def test_what_a_space_missed_is_filled_when_it_is_back(stage: Stage, identity: Identity, pg: Copy) -> None:
    """The local vectors are there at once; the rest waits in the queue, however long, and is told in numbers."""
    await stage.hosted.refuse()
    await stage.until(available=False)
    await stage.upload(identity)
    await stage.worker.run_due()
    assert stage.counts(identity) == (40, 0)
    assert stage.jobs(identity) == [("backfill", "queued", {HOSTED_ID: 40})]
    assert await stage.worker.run_due() == 0, "it is due, and the process rests"
    backlog = read_backlog(pg.admin_dsn)
    assert (backlog.due_users, backlog.missing) == (1, {HOSTED_ID: 40})
    await stage.hosted.accept()
    await stage.until(available=True)
    await stage.work()
    assert stage.counts(identity) == (40, 40)
    backlog = read_backlog(pg.admin_dsn)
    assert (backlog.due_users, backlog.dead_users, backlog.missing) == (0, 0, {})


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.OTHER_VECTORS, Fault.MISSING, Fault.HANG])
async def test_a_model_that_fails_in_the_middle_holds_back_no_local_vector_and_leaves_no_gap(
    fault: Fault, stage: Stage, identity: Identity
) -> None:
    stage.hosted.embeddings.script(None, fault)
    await stage.upload(identity)
    await stage.worker.run_one()
    local, hosted = stage.counts(identity)
    assert (local, hosted < 40) == (40, True)
    await stage.work()
    assert stage.counts(identity) == (40, 40)
    assert stage.jobs(identity) == [("backfill", "queued", {})]


async def test_an_embedder_service_that_is_down_at_the_upload_leaves_no_gap_and_no_dead_job(
    stage: Stage, identity: Identity, pg: Copy, database_for: DatabaseFor
) -> None:
    """Some tries, then the user's backfill waits for it, however long that takes."""
    database, channels = await database_for("worker"), Channels("worker")
    handlers = make_handlers(worker_settings(pg, NOBODY), database, channels)
    lonely = Worker(JobQueue(database), {"embed_passages": handlers["embed_passages"]}, lease=timedelta(seconds=60))
    await stage.upload(identity)
    for _ in range(4):
        assert await lonely.run_due() == 1
        stage.admin.execute("UPDATE tieout.job SET due_at = now() WHERE user_id = %s", (identity.user_id,))
    await channels.close()
    assert stage.jobs(identity) == [("backfill", "queued", {})]
    assert stage.counts(identity) == (0, 0)
    await stage.work()
    assert stage.counts(identity) == (40, 40)


async def test_a_worker_that_dies_in_the_middle_loses_nothing(stage: Stage, identity: Identity) -> None:
    """The lease of the one ends, the next one goes on where it stopped and makes no vector twice."""
    await stage.upload(identity)
    arrived = asyncio.Event()

    def hang(_request: Any) -> Fault:
        arrived.set()
        return Fault.HANG

    stage.hosted.embeddings.script(None, hang)
    running = asyncio.create_task(stage.worker.run_one())
    await asyncio.wait_for(arrived.wait(), 30)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    stage.hosted.embeddings.heal()
    stage.admin.execute("UPDATE tieout.job SET due_at = now() - interval '1 s' WHERE user_id = %s", (identity.user_id,))
    await stage.work()
    assert stage.counts(identity) == (40, 40)


async def test_a_space_that_is_new_is_filled_by_tieout_backfill(
    stage: Stage, identity: Identity, pg: Copy, tmp_path: Path
) -> None:
    """A change of the model: every user's next look is brought forward, and the command says what is missing."""
    await stage.upload(identity)
    await stage.worker.run_due()
    stage.admin.execute("DELETE FROM retriever.vector_512 WHERE user_id = %s", (identity.user_id,))
    assert await stage.worker.run_due() == 0
    command = ["--state", str(tmp_path), "backfill", HOSTED_ID, "--dsn", pg.admin_dsn]
    first = await asyncio.to_thread(CliRunner().invoke, cli, command)
    assert (first.exit_code, first.output.splitlines()[0]) == (1, "1 users brought forward")
    following = asyncio.create_task(asyncio.to_thread(CliRunner().invoke, cli, [*command, "--follow"]))
    async with asyncio.timeout(60):
        while not following.done():
            await stage.work()
    assert (await following).exit_code == 0
    assert (await following).output.splitlines()[-1] == "0 users to look at; nothing known to be missing"
    assert stage.counts(identity) == (40, 40)


async def test_the_backfill_of_one_user_sees_no_other(
    stage: Stage, identity: Identity, make_identity: Callable[[UserId], Identity]
) -> None:
    other = make_identity(UserId(uuid4()))
    await stage.upload(identity)
    await stage.upload(other, TEXTS[:3])
    await stage.worker.run_due()
    stage.admin.execute("DELETE FROM retriever.vector_384 WHERE user_id IN (%s, %s)", (identity.user_id, other.user_id))
    stage.admin.execute("DELETE FROM tieout.job WHERE user_id = %s", (identity.user_id,))
    stage.admin.execute("UPDATE tieout.job SET due_at = now() WHERE user_id = %s", (other.user_id,))
    stage.clock.now += 60
    await stage.worker.run_one()
    assert (stage.counts(other), stage.counts(identity)) == ((3, 3), (0, 40))


async def test_a_user_whose_documents_are_gone_has_no_next_look(
    stage: Stage, identity: Identity, database_for: DatabaseFor
) -> None:
    retriever = await database_for("retriever")
    await stage.upload(identity)
    await stage.worker.run_due()
    await retriever.fetch(identity, "DELETE FROM retriever.document WHERE user_id = %s", (identity.user_id,))
    stage.admin.execute("UPDATE tieout.job SET due_at = now() WHERE user_id = %s", (identity.user_id,))
    stage.clock.now += 60
    await stage.worker.run_due()
    assert stage.jobs(identity) == []


REFUSED = "The words that this provider does not take."


def refuse(request: Any) -> Any:
    """400 for each request with that text in it."""
    return Fault.BAD_REQUEST if REFUSED in request.body["input"] else ""


async def test_a_text_that_the_provider_refuses_is_set_aside_and_the_others_of_its_batch_are_not(
    stage: Stage, identity: Identity, pg: Copy, tmp_path: Path
) -> None:
    """Seen in ListSpaces and by the operator, not tried again by itself, and tried again by `tieout backfill`."""
    before = await stage.hosted_status()
    stage.hosted.embeddings.always(refuse)
    await stage.upload(identity, (*TEXTS[:20], REFUSED, *TEXTS[20:]))
    await stage.worker.run_due()
    assert stage.counts(identity) == (41, 40)
    status = await stage.hosted_status()
    assert (status.available, status.breaker_state) == (True, pb.BREAKER_STATE_CLOSED), "the provider is well"
    assert status.refused_count > before.refused_count
    kept = stage.admin.execute(
        "SELECT space_id, passage_id, reason FROM retriever.vector_refusal WHERE user_id = %s", (identity.user_id,)
    ).fetchall()
    assert kept == [(HOSTED_ID, 21, "TEXT_REFUSED")]

    stage.bring_forward(identity)
    sent = len(stage.hosted.embeddings.requests)
    await stage.work()
    assert stage.texts_sent(sent) == [], "no turn of its own tries it again"
    backlog = read_backlog(pg.admin_dsn)
    assert (backlog.missing, backlog.refused) == ({}, {HOSTED_ID: 1})

    stage.hosted.embeddings.heal()
    command = ["--state", str(tmp_path), "backfill", "--dsn", pg.admin_dsn]
    result = await asyncio.to_thread(CliRunner().invoke, cli, command)
    assert f"{HOSTED_ID}: 1 passages refused by the model" in result.output
    await stage.work()
    assert stage.texts_sent(sent) == [REFUSED]
    assert stage.counts(identity) == (41, 41)
    left = "SELECT count(*) FROM retriever.vector_refusal WHERE user_id = %s"
    assert stage.admin.execute(left, (identity.user_id,)).fetchone() == (0,)


async def test_a_provider_that_refuses_everything_is_ill_and_no_text_is_set_aside(
    stage: Stage, identity: Identity
) -> None:
    """A wrong parameter or model: the canary alone is refused as well."""
    stage.hosted.embeddings.always(Fault.BAD_REQUEST)
    await stage.upload(identity)
    for _ in range(6):
        await stage.worker.run_one()
        stage.bring_forward(identity)
        stage.clock.now += 60
    await stage.until(available=False)
    assert stage.counts(identity) == (40, 0)
    query = "SELECT count(*) FROM retriever.vector_refusal WHERE user_id = %s"
    assert stage.admin.execute(query, (identity.user_id,)).fetchone() == (0,)
    stage.hosted.embeddings.heal()
    await stage.until(available=True)
    await stage.work()
    assert stage.counts(identity) == (40, 40)


async def test_vectors_of_a_space_that_was_given_up_are_removed_in_bounded_turns(
    stage: Stage,
    identity: Identity,
    make_identity: Callable[[UserId], Identity],
    pg: Copy,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By an explicit command, every user's, while what is in use stays; then the space is out of the registry."""
    monkeypatch.setattr("services.worker.vectors.REMOVED_AT_ONCE", 16)
    other, old = make_identity(UserId(uuid4())), "given-up-512"
    stage.admin.execute(
        "INSERT INTO embedder.space (space_id, model, revision, width, pooling, normalised, canary)"
        " SELECT %s, 'given-up', '', width, pooling, normalised, canary FROM embedder.space WHERE space_id = %s",
        (old, HOSTED_ID),
    )
    for one in (identity, other):
        await stage.upload(one)
        await stage.worker.run_due()
        stage.admin.execute(
            "INSERT INTO retriever.vector_512 (user_id, space_id, passage_id, embedding)"
            " SELECT user_id, %s, passage_id, embedding FROM retriever.vector_512 WHERE user_id = %s",
            (old, one.user_id),
        )
    stage.admin.execute(
        "INSERT INTO retriever.vector_index (user_id, space_id, width, usable, recall, row_count)"
        " VALUES (%s, %s, 512, true, 1, 40)",
        (identity.user_id, old),
    )

    def left(one: Identity) -> int:
        query = "SELECT count(*) FROM retriever.vector_512 WHERE user_id = %s AND space_id = %s"
        row = stage.admin.execute(query, (one.user_id, old)).fetchone()
        assert row is not None
        return int(row[0])

    def run(*words: str) -> Any:
        return CliRunner().invoke(cli, ["--state", str(tmp_path), "retire-space", *words, "--dsn", pg.admin_dsn])

    for refused in (SPACE_ID, "probe-512", "no-such-space"):
        assert (await asyncio.to_thread(run, refused)).exit_code == 2
    first = await asyncio.to_thread(run, old)
    assert (first.exit_code, first.output.splitlines()[0]) == (1, "2 users brought forward")
    stage.clock.now += 60
    await stage.worker.run_one()
    assert sorted((left(identity), left(other))) == [24, 40]
    assert read_backlog(pg.admin_dsn).retired == {old: 24}
    following = asyncio.create_task(asyncio.to_thread(run, old, "--follow"))
    async with asyncio.timeout(60):
        while not following.done():
            await stage.work()
    last = await following
    assert (last.exit_code, last.output.splitlines()[-1]) == (0, f"{old}: gone")
    assert (left(identity), left(other)) == (0, 0)
    assert stage.counts(identity) == stage.counts(other) == (40, 40)
    kinds = sorted(kind for kind, *_ in stage.jobs(identity))
    assert kinds == ["backfill", "partial_index"], "the index of a space that is gone is dropped"
    assert stage.admin.execute("SELECT FROM embedder.space WHERE space_id = %s", (old,)).fetchone() is None


async def test_a_space_that_was_given_up_is_not_filled_again(stage: Stage, identity: Identity) -> None:
    """Although an embedder that runs still offers it."""
    stage.admin.execute("UPDATE embedder.space SET retired_at = now() WHERE space_id = %s", (HOSTED_ID,))
    try:
        await stage.upload(identity)
        await stage.work()
        assert stage.counts(identity) == (40, 0)
        assert stage.jobs(identity) == [("backfill", "queued", {})]
    finally:
        stage.admin.execute("UPDATE embedder.space SET retired_at = NULL WHERE space_id = %s", (HOSTED_ID,))
