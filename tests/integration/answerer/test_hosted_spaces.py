"""A question by meaning in two spaces: the hosted one while it is up, else the local one, each with its own vectors."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import psycopg
import pytest
import pytest_asyncio

from services.answerer.__main__ import build as build_answerer
from services.answerer.settings import Settings as AnswererSettings
from services.common import calibration
from services.common.client import Channels
from services.common.db.jobs import JobQueue, Worker
from services.common.db.tenant import DatabaseSettings
from services.common.local_embedder import SPACE_ID
from services.common.runtime import Process, ServiceSpec, start
from services.common.tokens import TokenMinter
from services.common.types import UserId
from services.embedder.__main__ import build as build_embedder
from services.embedder.model import hosted_space
from services.embedder.settings import HostedSettings
from services.embedder.settings import Settings as EmbedderSettings
from services.retriever.__main__ import build as build_retriever
from services.retriever.settings import Settings as RetrieverSettings
from services.worker.__main__ import make_handlers
from services.worker.settings import Settings as WorkerSettings
from tests.fixtures.hosted import Fault, HostedServer
from tests.fixtures.pg import Copy, DatabaseFor
from tests.fixtures.server import SETTINGS
from tests.integration.answerer.conftest import NOWHERE, question
from tests.integration.retriever.document_service import Client
from tieout.answerer.v1 import answer_pb2
from tieout.answerer.v1 import answerer_service_pb2 as pb
from tieout.answerer.v1.answerer_service_pb2_grpc import AnswererServiceStub
from tieout.embedder.v1 import embedder_service_pb2
from tieout.embedder.v1.embedder_service_pb2_grpc import EmbedderServiceStub

MODEL, WIDTH = "embed-answers", 768
HOSTED = hosted_space(MODEL, "", WIDTH)
PAPERS = {
    "lease.md": "# Larch Street lease\n\nThe tenant may keep one cat or one small dog in the apartment.\n\n"
    "Rent falls due on the first day of each month.",
    "card.md": "# Amber Card agreement\n\nPurchases that you make outside of the country cost nothing extra.\n\n"
    "The annual fee is $95.00.",
}
# Its words alone do not settle it.
QUESTION = "How much is the yearly charge of the Amber Card?"
Degraded = dict[str, str]


class Stage:
    """The services, and one user with papers."""

    def __init__(self, processes: dict[str, Process], hosted: HostedServer, admin: Any, token: str) -> None:
        self.processes = processes
        self.hosted = hosted
        self.admin = admin
        self.user_id: UserId | None = None
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._channels: dict[str, grpc.aio.Channel] = {}

    def channel(self, name: str) -> grpc.aio.Channel:
        """A plain channel to a service."""
        if name not in self._channels:
            self._channels[name] = grpc.aio.insecure_channel(f"127.0.0.1:{self.processes[name].data_port}")
        return self._channels[name]

    async def close(self) -> None:
        """End the channels."""
        for channel in self._channels.values():
            await channel.close()

    async def ask(self, text: str = QUESTION) -> tuple[answer_pb2.Answer, Degraded]:
        """The answer, and what did not take part by its name."""
        stub: Any = AnswererServiceStub(self.channel("answerer"))
        request = pb.AskRequest(question=question(text))
        answer = (await stub.Ask(request, metadata=self._metadata, timeout=240)).answer
        return answer, {one.part: one.effect for one in answer.degraded}

    async def until(self, question_space: str) -> None:
        """Return once questions are embedded in that space."""
        stub: Any = EmbedderServiceStub(self.channel("embedder"))
        async with asyncio.timeout(60):
            while True:
                listed = await stub.ListSpaces(embedder_service_pb2.ListSpacesRequest(), metadata=self._metadata)
                if listed.question_space_id == question_space:
                    return

    def sent(self) -> list[str]:
        """All texts that the hosted model was sent."""
        return [text for one in self.hosted.embeddings.requests for text in one.body["input"]]


@pytest.fixture(scope="module")
def admin(pg: Copy) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(pg.admin_dsn, autocommit=True) as connection:
        yield connection


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def stage(
    pg: Copy,
    state_directory: Path,
    minter: TokenMinter,
    admin: Any,
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[Stage]:
    """Everything by its production builder; the worker runs when it is told to."""
    common: dict[str, Any] = {
        "jwt_public_key_file": state_directory / "keys" / "jwt_public.pem",
        "runtime": SETTINGS,
    }
    calibrations = tmp_path_factory.mktemp("calibrations")
    named = calibration.CalibratedSpace(HOSTED.space_id, MODEL, "", WIDTH)
    # The scripted model's vectors are the local model's, turned: the same cosines, so the same floors.
    calibration.write(replace(calibration.load()[SPACE_ID], space=named), calibrations)
    processes: dict[str, Process] = {}
    async with AsyncExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr("services.embedder.adapters.hosted_model.TRY_PERIOD", timedelta(milliseconds=20))
        # Which part is away is what is asked here: an embedder that is only starved is not.
        patch.setattr("services.answerer.adapters.peers.EMBED_SECONDS", 60.0)
        hosted = await stack.enter_async_context(HostedServer())

        async def run(name: str, build: Callable[[Any], Any], settings: Any) -> str:
            spec: ServiceSpec = await build(settings)
            processes[name] = await start(spec)
            stack.push_async_callback(processes[name].drain)
            return f"127.0.0.1:{processes[name].data_port}"

        def database(role: str) -> DatabaseSettings:
            return DatabaseSettings(pg.dsn(role), pool_max=4)

        retriever = await run(
            "retriever",
            build_retriever,
            RetrieverSettings(database=database("retriever"), calibrations=calibrations, **common),
        )
        embedder = await run(
            "embedder",
            build_embedder,
            EmbedderSettings(
                database=database("embedder"),
                reranker="",
                cache_life=timedelta(milliseconds=1),
                hosted=HostedSettings(
                    base_url=hosted.base_url, model=MODEL, dimensions=WIDTH, question_timeout=timedelta(seconds=30)
                ),
                **common,
            ),
        )
        await run(
            "answerer",
            build_answerer,
            AnswererSettings(
                database=database("answerer"),
                retriever_target=retriever,
                embedder_target=embedder,
                memory_target=NOWHERE,
                graph_target=NOWHERE,
                local_fallback_delay=timedelta(0),
                rerank=False,
                **common,
            ),
        )
        user_id = UserId(uuid4())
        token = minter.mint(user_id, timedelta(hours=1)).reveal()
        built = Stage(processes, hosted, admin, token)
        built.user_id = user_id
        stack.push_async_callback(built.close)
        await built.until(HOSTED.space_id)
        client = Client.on(built.channel("retriever"), token)
        for name, text in PAPERS.items():
            await client.upload(text, name)
        yield built


@pytest_asyncio.fixture(loop_scope="session")
async def worker(stage: Stage, pg: Copy, database_for: DatabaseFor) -> AsyncIterator[Worker]:
    def target(name: str) -> str:
        return f"127.0.0.1:{stage.processes[name].data_port}"

    settings = WorkerSettings(
        embedder_target=target("embedder"),
        retriever_target=target("retriever"),
        graph_target=NOWHERE,
        memory_target=NOWHERE,
        answerer_target=target("answerer"),
        database=DatabaseSettings(pg.dsn("worker")),
        runtime=SETTINGS,
    )
    database, channels = await database_for("worker"), Channels("worker")
    handlers = make_handlers(settings, database, channels)
    wanted = {kind: handlers[kind] for kind in ("embed_passages", "backfill")}
    yield Worker(JobQueue(database), wanted, lease=timedelta(seconds=60))
    await channels.close()


async def test_promise_6_each_space_answers_with_its_own_vectors_and_the_answer_says_what_it_lacked(
    stage: Stage, worker: Worker
) -> None:
    """One user's papers from the upload on, while parts go and come; the steps need each other."""
    # Not embedded yet: nothing is found by meaning, and the answer says of how many passages that is.
    _, degraded = await stage.ask()
    assert degraded["vectors"] == "2 of 2 passages were found by keyword only"

    await worker.run_due()
    healthy, degraded = await stage.ask()
    assert not {"hosted embedder", "embedder", "vectors"} & degraded.keys()
    assert QUESTION in stage.sent()
    assert healthy.text.startswith("$95.00")

    # Ill: the local vectors take over in the same call, and there is one for every passage.
    stage.hosted.embeddings.script(Fault.OTHER_VECTORS)
    local, degraded = await stage.ask()
    assert degraded["hosted embedder"] == "the question was embedded by the local model"
    assert "vectors" not in degraded
    assert local.text == healthy.text

    # Half filled: the full space is searched instead, with its own floor, and it is said. Never are the two mixed.
    stage.admin.execute(
        "DELETE FROM retriever.vector_768 WHERE user_id = %(u)s AND passage_id ="
        " (SELECT max(passage_id) FROM retriever.vector_768 WHERE user_id = %(u)s)",
        {"u": stage.user_id},
    )
    half, degraded = await stage.ask()
    assert degraded["vectors"] == (
        "1 of 2 passages have no vector yet in the space of first choice: another was searched"
    )
    assert half.text == healthy.text

    # Half filled, both: what has no vector is found by keyword.
    stage.admin.execute("DELETE FROM retriever.vector_384 WHERE user_id = %s", (stage.user_id,))
    _, degraded = await stage.ask()
    assert degraded["vectors"] == "1 of 2 passages were found by keyword only"

    # A text that the provider refuses makes no space half filled.
    stage.admin.execute(
        "INSERT INTO retriever.vector_refusal (user_id, space_id, passage_id, reason)"
        " SELECT user_id, %s, max(passage_id), 'TEXT_REFUSED' FROM retriever.passage WHERE user_id = %s GROUP BY 1",
        (HOSTED.space_id, stage.user_id),
    )
    stage.admin.execute(
        "UPDATE tieout.job SET due_at = now() WHERE kind = 'backfill' AND user_id = %s", (stage.user_id,)
    )
    await worker.run_due()
    _, degraded = await stage.ask()
    assert degraded["vectors"] == "1 of 2 passages were found by keyword only"
    stage.admin.execute("DELETE FROM retriever.vector_refusal WHERE user_id = %s", (stage.user_id,))
    stage.admin.execute(
        "UPDATE tieout.job SET due_at = now() WHERE kind = 'backfill' AND user_id = %s", (stage.user_id,)
    )
    await worker.run_due()
    _, degraded = await stage.ask()
    assert "vectors" not in degraded

    # The embedder service itself is gone: the answerer's own local model, in the local space.
    await stage.processes["embedder"].drain()
    async with asyncio.timeout(60):
        while True:
            alone, degraded = await stage.ask()
            if degraded["embedder"] == "the question was embedded by the local model":
                break
    assert "vectors" not in degraded
    assert alone.text == healthy.text
