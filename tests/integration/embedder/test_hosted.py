"""The embedder with a hosted model that is well, ill or another one, on real sockets: what a question gets."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
import numpy as np
import psycopg
import pytest
import pytest_asyncio

from services.common.breaker import Breaker
from services.common.db.tenant import DatabaseSettings
from services.common.errors import FailedPrecondition, decode
from services.common.local_embedder import SPACE_ID
from services.common.openai_endpoint import Endpoint, EndpointSettings
from services.embedder.__main__ import build
from services.embedder.adapters.hosted_model import CANARY, PART, HostedModel
from services.embedder.adapters.pg_space_registry import PgSpaceRegistry
from services.embedder.model import hosted_space
from services.embedder.settings import HostedSettings, Settings
from tests.fixtures.hosted import OF_EMBEDDINGS, Fault, HostedServer, Request, StartHosted, vectors_of
from tests.fixtures.pg import Copy, DatabaseFor
from tests.fixtures.server import SETTINGS, Running, serving
from tieout.embedder.v1 import embedder_service_pb2 as pb
from tieout.embedder.v1.embedder_service_pb2_grpc import EmbedderServiceStub

if TYPE_CHECKING:
    from tieout.embedder.v1.embedder_service_pb2_grpc import EmbedderServiceAsyncStub

WIDTH, MODEL = 768, "embed-1"
# All that is wrong with a reply; one that is only out of order is put right.
FAULTS = tuple(fault for fault in OF_EMBEDDINGS if fault is not Fault.REORDERED)
Start = Callable[..., Coroutine[Any, Any, "Hosted"]]


class Hosted:
    """An embedder whose hosted model is the scripted server."""

    def __init__(self, running: Running, server: HostedServer, token: str, model: str) -> None:
        self.running = running
        self.server = server
        self.space_id = hosted_space(model, "", WIDTH).space_id
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._stub: EmbedderServiceAsyncStub = EmbedderServiceStub(running.raw_channel())

    async def ask(self, text: str = "", *, timeout: float = 30.0) -> pb.EmbedResponse:
        """A question without a space, new each time."""
        request = pb.EmbedRequest(texts=[text or f"fee {uuid.uuid4()}"], kind=pb.TEXT_KIND_QUESTION)
        return await self._stub.Embed(request, metadata=self._metadata, timeout=timeout)

    async def embed(self, *texts: str, space_id: str = "") -> pb.EmbedResponse:
        """Passages in the hosted space, or another that is named."""
        request = pb.EmbedRequest(texts=texts, kind=pb.TEXT_KIND_PASSAGE, space_id=space_id or self.space_id)
        return await self._stub.Embed(request, metadata=self._metadata, timeout=60.0)

    async def list(self) -> pb.ListSpacesResponse:
        """The spaces now."""
        return await self._stub.ListSpaces(pb.ListSpacesRequest(), metadata=self._metadata)

    async def until(self, available: bool) -> pb.SpaceStatus:
        """The hosted space's status once it is, or is not, available."""
        async with asyncio.timeout(60):
            while True:
                status = next(one for one in (await self.list()).spaces if one.space.space_id == self.space_id)
                if status.available is available:
                    return status


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def open_embedder(pg: Copy, state_directory: Path, token_a: str) -> AsyncIterator[Start]:
    """`await open_embedder(server)`: an embedder whose hosted model is that server; it ends with the module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("services.embedder.adapters.hosted_model.TRY_PERIOD", timedelta(milliseconds=20))
        async with AsyncExitStack() as stack:

            async def begin(server: HostedServer, *, model: str = "", **chosen: Any) -> Hosted:
                model = model or f"embed-{uuid.uuid4()}"
                chosen = {"question_timeout": timedelta(seconds=2.5), "timeout": timedelta(seconds=4), **chosen}
                settings = Settings(
                    jwt_public_key_file=state_directory / "keys" / "jwt_public.pem",
                    database=DatabaseSettings(pg.dsn("embedder"), pool_max=4),
                    runtime=SETTINGS,
                    reranker="",
                    hosted=HostedSettings(base_url=server.base_url, model=model, dimensions=WIDTH, **chosen),
                )
                running = await stack.enter_async_context(serving(await build(settings)))
                return Hosted(running, server, token_a, model)

            yield begin


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def one_embedder(open_embedder: Start) -> AsyncIterator[Hosted]:
    async with HostedServer() as server:
        yield await open_embedder(server, model=MODEL)


@pytest_asyncio.fixture(loop_scope="session")
async def hosted(one_embedder: Hosted) -> AsyncIterator[Hosted]:
    """The one embedder of most tests, with its hosted model in use; a healthy call after each test ends its faults."""
    await one_embedder.until(available=True)
    yield one_embedder
    one_embedder.server.embeddings.heal()
    async with asyncio.timeout(60):
        while (await one_embedder.ask()).missed_space_id:
            await one_embedder.until(available=True)


def _matrix(response: pb.EmbedResponse) -> Any:
    return np.frombuffer(response.vectors.data, "<f4").reshape(response.vectors.count, response.vectors.width)


async def test_a_question_is_embedded_by_the_hosted_model_while_it_is_well(hosted: Hosted) -> None:
    response = await hosted.ask("what is the fee?")
    assert (response.vectors.space_id, response.space.space_id, response.vectors.width) == (
        hosted.space_id,
        hosted.space_id,
        WIDTH,
    )
    assert response.missed_space_id == ""
    expected = await vectors_of(["what is the fee?"], MODEL, WIDTH)
    assert _matrix(response)[0] @ expected[0] == pytest.approx(1.0, abs=1e-5)
    asked = hosted.server.embeddings.requests[-1].body
    assert (asked["model"], asked["dimensions"], asked["input"]) == (MODEL, WIDTH, [CANARY, "what is the fee?"])
    listed = await hosted.list()
    assert listed.question_space_id == hosted.space_id
    assert [one.space.space_id for one in listed.spaces] == [hosted.space_id, SPACE_ID]


@pytest.mark.parametrize("fault", FAULTS)
async def test_whatever_is_wrong_the_question_gets_a_local_vector_and_hears_of_it(fault: Fault, hosted: Hosted) -> None:
    """In the same call, within its deadline; the local vector is the local model's own."""
    hosted.server.embeddings.script(fault)
    question = f"what is the fee of {uuid.uuid4()}?"
    response = await hosted.ask(question, timeout=20.0)
    assert (response.vectors.space_id, response.vectors.width) == (SPACE_ID, 384)
    assert response.missed_space_id == hosted.space_id
    local = await hosted.embed(question, space_id=SPACE_ID)
    assert _matrix(response)[0] @ _matrix(local)[0] == pytest.approx(1.0, abs=1e-4)


async def test_nobody_listening_is_a_local_vector_and_then_an_open_breaker(hosted: Hosted) -> None:
    """After some failures nothing is tried any more; when the server is back, the breaker closes by itself."""
    await hosted.server.refuse()
    for _ in range(5):
        assert (await hosted.ask()).missed_space_id == hosted.space_id
    status = await hosted.until(available=False)
    assert status.breaker_state == pb.BREAKER_STATE_OPEN
    assert status.retry_delay.ToTimedelta() > timedelta(0)
    listed = await hosted.list()
    assert listed.question_space_id == SPACE_ID
    assert [one.space.space_id for one in listed.spaces] == [SPACE_ID, hosted.space_id]
    await hosted.server.accept()
    assert (await hosted.until(available=True)).breaker_state == pb.BREAKER_STATE_CLOSED
    assert (await hosted.ask()).vectors.space_id == hosted.space_id


async def test_a_slow_model_leaves_the_local_one_time_within_the_callers_deadline(
    open_embedder: Start, start_hosted: StartHosted
) -> None:
    """Half of what is left at most, however long the endpoint might take."""
    minute = timedelta(seconds=60)
    hosted = await open_embedder(await start_hosted(), question_timeout=minute, timeout=minute)
    await hosted.until(available=True)
    hosted.server.embeddings.always(Fault.HANG)
    response = await hosted.ask(timeout=4.0)
    assert (response.vectors.space_id, response.missed_space_id) == (SPACE_ID, hosted.space_id)


async def test_a_caller_in_a_hurry_gets_the_local_model_and_the_endpoint_no_blame(hosted: Hosted) -> None:
    await hosted.ask("warm")
    before = len(hosted.server.requests)
    for _ in range(6):
        try:
            response = await hosted.ask(timeout=0.15)
        except grpc.aio.AioRpcError as error:
            assert error.code() == grpc.StatusCode.DEADLINE_EXCEEDED  # noqa: PT017 - a busy machine
        else:
            assert response.vectors.space_id == SPACE_ID
    assert len(hosted.server.requests) == before
    assert (await hosted.until(available=True)).breaker_state == pb.BREAKER_STATE_CLOSED


async def test_items_out_of_order_are_put_right(hosted: Hosted) -> None:
    hosted.server.embeddings.script(Fault.REORDERED)
    texts = ["a fee", "a rate", "a rent"]
    response = await hosted.embed(*texts)
    expected = await vectors_of(texts, MODEL, WIDTH)
    assert np.sum(_matrix(response) * expected, axis=1).tolist() == pytest.approx([1.0] * 3, abs=1e-5)


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_named_space_is_never_answered_by_another(fault: Fault, hosted: Hosted) -> None:
    """A job that fills the space learns that it has to wait, whatever was wrong."""
    hosted.server.embeddings.script(fault)
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await hosted.embed("a passage", "another")
    failure = decode(raised.value)
    assert (failure.code, failure.metadata) == (grpc.StatusCode.UNAVAILABLE, {"dependency": "hosted embedder"})
    assert failure.retry_after is not None
    hosted.server.embeddings.heal()
    await hosted.until(available=True)
    assert (await hosted.embed("a passage")).vectors.space_id == hosted.space_id


async def test_until_the_time_that_the_endpoint_asked_for_nothing_is_sent(hosted: Hosted) -> None:
    hosted.server.embeddings.script(Fault.RATE_LIMITED)
    assert (await hosted.ask()).missed_space_id == hosted.space_id
    sent = len(hosted.server.requests)
    status = await hosted.until(available=False)
    assert status.breaker_state == pb.BREAKER_STATE_CLOSED
    assert status.retry_delay.ToTimedelta() <= timedelta(seconds=1)
    assert (await hosted.ask()).missed_space_id == hosted.space_id
    assert len(hosted.server.requests) == sent
    await hosted.until(available=True)
    assert (await hosted.ask()).missed_space_id == ""


@pytest.mark.parametrize("fault", [Fault.OTHER_VECTORS, Fault.OTHER_MODEL])
async def test_a_model_that_was_exchanged_is_not_used_under_the_old_name(
    fault: Fault, hosted: Hosted, open_embedder: Start, start_hosted: StartHosted, pg: Copy
) -> None:
    """A space keeps its first canary: a process that starts later refuses such an endpoint from its first call on."""
    with psycopg.connect(pg.admin_dsn, autocommit=True) as admin:
        query = "SELECT model, width FROM embedder.space WHERE space_id = %s"
        assert admin.execute(query, (hosted.space_id,)).fetchall() == [(MODEL, WIDTH)]
    server = await start_hosted()
    server.embeddings.always(fault)
    later = await open_embedder(server, model=MODEL)
    async with asyncio.timeout(60):
        while len(server.requests) < 5:
            assert (await later.ask()).vectors.space_id == SPACE_ID
    status = await later.until(available=False)
    assert status.breaker_state != pb.BREAKER_STATE_CLOSED
    server.embeddings.heal()
    await later.until(available=True)


async def test_a_new_space_is_recorded_when_two_replies_agree_and_until_then_the_local_model_serves(
    open_embedder: Start, start_hosted: StartHosted
) -> None:
    """A hosted model that is away, or odd, at its first use keeps nobody waiting and decides nothing."""
    server = await start_hosted()
    server.embeddings.always(Fault.SERVER_ERROR)
    hosted = await open_embedder(server)
    assert (await hosted.ask()).vectors.space_id == SPACE_ID
    replies = iter([Fault.OTHER_VECTORS])
    server.embeddings.always(lambda _request: next(replies, ""))
    await hosted.until(available=True)
    assert (await hosted.ask()).vectors.space_id == hosted.space_id


async def test_a_large_batch_goes_in_parts_each_with_its_own_proof(hosted: Hosted) -> None:
    before = len(hosted.server.requests)
    response = await hosted.embed(*(f"passage {number}" for number in range(70)))
    assert response.vectors.count == 70
    sent = hosted.server.requests[before:]
    assert [len(one.body["input"]) for one in sent] == [33, 33, 7]
    assert all(one.body["input"][0] == CANARY for one in sent)


async def test_vectors_of_both_spaces_are_cached_apart(hosted: Hosted) -> None:
    question = f"fee {uuid.uuid4()}"
    first = await hosted.ask(question)
    hosted.server.embeddings.script(Fault.SERVER_ERROR)
    again = await hosted.ask(question)
    assert (first.cached_count, again.cached_count, again.vectors.data) == (0, 1, first.vectors.data)
    request = pb.EmbedRequest(texts=[question], kind=pb.TEXT_KIND_QUESTION, space_id=SPACE_ID)
    local = await hosted._stub.Embed(request, metadata=hosted._metadata)
    assert (local.cached_count, local.vectors.width) == (0, 384)


REFUSED = "The words that this provider does not take."


def refuse(request: Request) -> Fault | str:
    """400 for each request with that text in it."""
    return Fault.BAD_REQUEST if REFUSED in request.body["input"] else ""


async def test_a_text_that_the_provider_refuses_is_no_illness_of_the_provider(hosted: Hosted) -> None:
    """Its question gets a local vector, its passage a word of its own, and the breaker hears nothing of either."""
    hosted.server.embeddings.always(refuse)
    before = (await hosted.until(available=True)).refused_count
    for _ in range(6):
        response = await hosted.ask(REFUSED)
        assert (response.vectors.space_id, response.missed_space_id) == (SPACE_ID, hosted.space_id)
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await hosted.embed("a fee", REFUSED)
        failure = decode(raised.value)
        assert (failure.code, failure.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "TEXT_REFUSED")
        assert failure.metadata == {"space_id": hosted.space_id}
        assert REFUSED not in str(raised.value)
    assert (await hosted.embed("a fee")).vectors.count == 1
    status = await hosted.until(available=True)
    assert (status.breaker_state, status.refused_count - before) == (pb.BREAKER_STATE_CLOSED, 12)


async def test_a_provider_that_refuses_its_canary_too_is_set_up_wrongly_and_left_alone(hosted: Hosted) -> None:
    hosted.server.embeddings.always(Fault.BAD_REQUEST)
    for _ in range(5):
        assert (await hosted.ask()).missed_space_id == hosted.space_id
    assert (await hosted.until(available=False)).breaker_state == pb.BREAKER_STATE_OPEN
    hosted.server.embeddings.heal()
    await hosted.until(available=True)


async def test_a_question_is_embedded_in_a_space_that_is_of_use_to_its_caller(hosted: Hosted) -> None:
    """What is of no use is not even asked; the first choice is named as missed."""

    async def ask(*usable: str) -> pb.EmbedResponse:
        request = pb.EmbedRequest(texts=[f"fee {uuid.uuid4()}"], kind=pb.TEXT_KIND_QUESTION, usable_space_ids=usable)
        return await hosted._stub.Embed(request, metadata=hosted._metadata, timeout=30.0)

    sent = len(hosted.server.requests)
    local = await ask(SPACE_ID, "of-somebody-else")
    assert (local.space.space_id, local.missed_space_id) == (SPACE_ID, hosted.space_id)
    assert len(hosted.server.requests) == sent
    both = await ask(SPACE_ID, hosted.space_id)
    assert (both.space.space_id, both.missed_space_id) == (hosted.space_id, "")
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await ask("of-somebody-else")
    assert raised.value.code() == grpc.StatusCode.UNAVAILABLE


async def test_a_space_that_is_not_made_here_is_refused_with_those_that_are(hosted: Hosted) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await hosted.embed("a fee", space_id="of-somebody-else")
    failure = decode(raised.value)
    assert (failure.code, failure.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "SPACE_MISMATCH")
    assert [one.field for one in failure.violations] == ["space_id"]
    assert failure.metadata["space_id"] == "of-somebody-else"
    assert failure.metadata["spaces"] == f"{hosted.space_id}, {SPACE_ID}"


async def test_nothing_is_made_in_a_space_that_was_given_up(
    start_hosted: StartHosted, database_for: DatabaseFor, pg: Copy
) -> None:
    """An embedder that is still set to it says so and goes on with the local model."""
    server, space = await start_hosted(), hosted_space("given-up", "", WIDTH)
    pg.register_space(space.space_id, WIDTH)
    with psycopg.connect(pg.admin_dsn, autocommit=True) as admin:
        admin.execute("UPDATE embedder.space SET retired_at = now() WHERE space_id = %s", (space.space_id,))
    endpoint = Endpoint(PART, EndpointSettings(base_url=server.base_url, model="given-up"), Breaker(PART))
    registry = PgSpaceRegistry(await database_for("embedder"))
    model = HostedModel(endpoint, space, registry, question_timeout=timedelta(seconds=5))
    with pytest.raises(FailedPrecondition):
        await model.prove()
    assert not model.available
    assert not server.requests
    await endpoint.close()
