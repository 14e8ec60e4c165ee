"""The embedder service as built for production, on a real socket, a real PostgreSQL and the real model."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
import numpy as np
import psycopg
import pytest
import pytest_asyncio

from services.answerer.__main__ import open_embedder
from services.common.breaker import CLOSED, OPEN, Breaker
from services.common.client import Channels, Peer
from services.common.db.tenant import DatabaseSettings
from services.common.encoders import REVISION
from services.common.errors import Unavailable, decode
from services.common.identity import Identity
from services.common.local_embedder import SPACE_ID, WIDTH, LocalEmbedder
from services.common.types import UserId
from services.embedder.__main__ import build
from services.embedder.settings import Settings
from tests.fixtures.pg import Copy
from tests.fixtures.server import SETTINGS, Running, serving
from tieout.embedder.v1 import embedder_service_pb2 as pb
from tieout.embedder.v1.embedder_service_pb2_grpc import EmbedderServiceStub
from tieout.type.v1 import erasure_pb2

if TYPE_CHECKING:
    from tieout.embedder.v1.embedder_service_pb2_grpc import EmbedderServiceAsyncStub

PASSAGES = [
    "Larch Bank: Lease agreement\nTenant shall pay $1,150.00 on the first day of each month.",
    "Larch Bank: Schedule of fees\nService | What you pay\nStop payment order | $28.00\nMoney order | $5.00",
    "Larch Bank: Schedule of fees\nService | What you pay\nSavings rate (APY) | 1.20%",
]
QUESTIONS = ["what does the bank charge for a stop payment?", "how much is the annual fee?"]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(pg: Copy, state_directory: Path) -> AsyncIterator[Running]:
    async with serving(await build(_settings(pg, state_directory, reranker=""))) as running:
        yield running


def _settings(pg: Copy, state_directory: Path, **chosen: Any) -> Settings:
    return Settings(
        jwt_public_key_file=state_directory / "keys" / "jwt_public.pem",
        database=DatabaseSettings(pg.dsn("embedder"), pool_max=4),
        runtime=SETTINGS,
        **chosen,
    )


def _plain(server: Running) -> EmbedderServiceAsyncStub:
    return EmbedderServiceStub(server.raw_channel())


def _bearer(token: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {token}"),)


def _question(*texts: str, space_id: str = "") -> pb.EmbedRequest:
    return pb.EmbedRequest(texts=texts, kind=pb.TEXT_KIND_QUESTION, space_id=space_id)


def _matrix(response: pb.EmbedResponse) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.frombuffer(response.vectors.data, "<f4").reshape(response.vectors.count, response.vectors.width)


async def test_vectors_on_the_wire_are_those_of_the_answerers_fallback(server: Running, token_a: str) -> None:
    response = await _plain(server).Embed(_question(*QUESTIONS), metadata=_bearer(token_a))
    fallback = LocalEmbedder()
    local = await fallback.embed(QUESTIONS)
    await fallback.close()
    assert len(response.vectors.data) == 4 * WIDTH * len(QUESTIONS)
    assert np.sum(_matrix(response) * local.vectors, axis=1).min() >= 0.9999


async def test_the_response_names_its_space(server: Running, token_a: str) -> None:
    response = await _plain(server).Embed(_question("a fee"), metadata=_bearer(token_a))
    assert (response.space.space_id, response.space.revision, response.space.width) == (SPACE_ID, REVISION, WIDTH)
    assert response.vectors.space_id == SPACE_ID
    assert [timing.stage for timing in response.timings] == ["queue", "embed"]


async def test_a_question_is_cached_for_its_user_only(server: Running, token_a: str, token_b: str) -> None:
    question = f"what is the fee of {uuid.uuid4()}?"
    first = await _plain(server).Embed(_question(question), metadata=_bearer(token_a))
    again = await _plain(server).Embed(_question(question), metadata=_bearer(token_a))
    other = await _plain(server).Embed(_question(question), metadata=_bearer(token_b))
    assert (first.cached_count, again.cached_count, other.cached_count) == (0, 1, 0)
    assert again.vectors.data == first.vectors.data


async def test_an_expired_vector_is_made_again(server: Running, token_a: str, pg: Copy) -> None:
    question = f"what is the fee of {uuid.uuid4()}?"
    await _plain(server).Embed(_question(question), metadata=_bearer(token_a))
    with psycopg.connect(pg.admin_dsn, autocommit=True) as admin:
        admin.execute("UPDATE embedder.question_vector SET expires_at = statement_timestamp() - interval '1 second'")
    again = await _plain(server).Embed(_question(question), metadata=_bearer(token_a))
    assert again.cached_count == 0


async def test_passages_leave_nothing_in_the_database(server: Running, token_b: str, pg: Copy, user_b: UserId) -> None:
    request = pb.EmbedRequest(texts=[f"passage {uuid.uuid4()}"], kind=pb.TEXT_KIND_PASSAGE)
    with psycopg.connect(pg.admin_dsn, autocommit=True) as admin:
        count = "SELECT count(*) FROM embedder.question_vector WHERE user_id = %s"
        before = admin.execute(count, (user_b,)).fetchone()
        await _plain(server).Embed(request, metadata=_bearer(token_b))
        assert admin.execute(count, (user_b,)).fetchone() == before


async def test_a_text_over_the_window_is_counted(server: Running, token_a: str) -> None:
    request = pb.EmbedRequest(texts=["fee " * 1000, "a fee"], kind=pb.TEXT_KIND_PASSAGE)
    assert (await _plain(server).Embed(request, metadata=_bearer(token_a))).truncated_count == 1


async def test_the_largest_batch_fits_into_a_response(server: Running, token_a: str) -> None:
    request = pb.EmbedRequest(texts=[f"fee {number}" for number in range(256)], kind=pb.TEXT_KIND_PASSAGE)
    response = await _plain(server).Embed(request, metadata=_bearer(token_a))
    assert response.vectors.count == 256


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        (pb.EmbedRequest(kind=pb.TEXT_KIND_QUESTION), "FIELD_INVALID"),
        (pb.EmbedRequest(texts=["fee"]), "FIELD_INVALID"),
        (pb.EmbedRequest(texts=["fee"] * 257, kind=pb.TEXT_KIND_PASSAGE), "FIELD_INVALID"),
        (pb.EmbedRequest(texts=["x" * 8193], kind=pb.TEXT_KIND_PASSAGE), "FIELD_INVALID"),
        (_question("fee", space_id="another-space"), "SPACE_MISMATCH"),
    ],
)
async def test_requests_that_break_a_rule_say_which(
    server: Running, token_a: str, request_: pb.EmbedRequest, reason: str
) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await _plain(server).Embed(request_, metadata=_bearer(token_a))
    assert raised.value.code() == grpc.StatusCode.INVALID_ARGUMENT
    assert decode(raised.value).reason == reason


async def test_rerank_is_unavailable_where_no_model_is_set(server: Running, token_a: str) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await _plain(server).Rerank(pb.RerankRequest(question="fee", passages=["a passage"]), metadata=_bearer(token_a))
    failure = decode(raised.value)
    assert raised.value.code() == grpc.StatusCode.UNAVAILABLE
    assert (failure.reason, failure.metadata) == ("DEPENDENCY_UNAVAILABLE", {"dependency": "reranker"})
    assert failure.retry_after is not None


async def test_a_missing_reranker_is_left_alone_and_vectors_are_still_asked_for(
    server: Running, token_a: str, identity_a: Identity
) -> None:
    """As an answerer asks: each of the two has its own breaker, around the same service."""
    channels, breakers = Channels("answerer"), {}

    def peer(name: str, target: str, reads: Sequence[str], part: str = "") -> grpc.aio.Channel:
        breaker = breakers[part or name] = Breaker(part or name, reset_timeout=timedelta(hours=1))
        service = "tieout.embedder.v1.EmbedderService"
        return channels.open(Peer(name, target, service, tuple(reads), breaker=breaker), lambda: f"Bearer {token_a}")

    embedder, reranker = open_embedder(peer, server.target)
    for _ in range(6):
        with pytest.raises(Unavailable):
            await reranker.rerank(identity_a, "fee", ["a passage", "another"])
    assert (breakers["reranker"].state, breakers["embedder"].state) == (OPEN, CLOSED)
    assert (await embedder.embed(identity_a, "fee")).vectors.width == WIDTH
    await channels.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def reranking(pg: Copy, state_directory: Path, token_a: str) -> AsyncIterator[Running]:
    """An embedder as it is by default, once its cross-encoder is loaded."""
    async with serving(await build(_settings(pg, state_directory))) as running:
        request = pb.RerankRequest(question="fee", passages=["a passage"])
        while True:
            try:
                await _plain(running).Rerank(request, metadata=_bearer(token_a), timeout=30)
                break
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.UNAVAILABLE:
                    raise
        yield running


async def test_the_packaged_cross_encoder_puts_the_passage_that_answers_first(reranking: Running, token_a: str) -> None:
    request = pb.RerankRequest(question="What do I pay for stopping a cheque?", passages=PASSAGES)
    response = await _plain(reranking).Rerank(request, metadata=_bearer(token_a))
    assert response.model.startswith("packaged@")
    assert all(0 <= score <= 1 for score in response.scores)
    assert max(zip(response.scores, PASSAGES, strict=True))[1] == PASSAGES[1]
    listed = await _plain(reranking).ListSpaces(pb.ListSpacesRequest(), metadata=_bearer(token_a))
    assert listed.reranker_available


async def test_a_rerank_that_its_deadline_leaves_no_time_for_is_refused_at_once(
    reranking: Running, token_a: str
) -> None:
    request = pb.RerankRequest(question="fee", passages=["A passage of some length."] * 100)
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await _plain(reranking).Rerank(request, metadata=_bearer(token_a), timeout=0.1)
    assert raised.value.code() in (grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.DEADLINE_EXCEEDED)


async def test_spaces_are_listed_with_their_state(server: Running, token_a: str) -> None:
    response = await _plain(server).ListSpaces(pb.ListSpacesRequest(), metadata=_bearer(token_a))
    assert response.question_space_id == SPACE_ID
    assert [(one.space.space_id, one.available) for one in response.spaces] == [(SPACE_ID, True)]
    assert response.spaces[0].breaker_state == pb.BREAKER_STATE_CLOSED
    assert not response.reranker_available


async def test_nobody_gets_vectors_without_a_token(server: Running) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await _plain(server).Embed(_question("fee"))
    assert raised.value.code() == grpc.StatusCode.UNAUTHENTICATED


async def test_erasing_the_user_clears_the_cache_and_says_how_much(server: Running, token_a: str, token_b: str) -> None:
    question = f"what is the fee of {uuid.uuid4()}?"
    for token in (token_a, token_b):
        await _plain(server).Embed(_question(question), metadata=_bearer(token))
    request = pb.EraseUserRequest(request_id=str(uuid.uuid4()))
    receipt = (await _plain(server).EraseUser(request, metadata=_bearer(token_a))).receipt
    again = (await _plain(server).EraseUser(request, metadata=_bearer(token_a))).receipt
    assert [(one.store, one.remaining_count) for one in receipt.stores] == [("question_vector", 0)]
    assert receipt.stores[0].erased_count >= 1
    assert receipt.state == erasure_pb2.ERASURE_STATE_PENDING
    assert again == receipt
    assert (await _plain(server).Embed(_question(question), metadata=_bearer(token_a))).cached_count == 0
    assert (await _plain(server).Embed(_question(question), metadata=_bearer(token_b))).cached_count == 1


async def test_a_source_has_left_nothing_here(server: Running, token_b: str) -> None:
    request = pb.EraseSourceRequest(
        request_id=str(uuid.uuid4()), source=erasure_pb2.Source(document_id=str(uuid.uuid4()))
    )
    receipt = (await _plain(server).EraseSource(request, metadata=_bearer(token_b))).receipt
    assert [(one.store, one.erased_count) for one in receipt.stores] == [("question_vector", 0)]


async def test_a_call_whose_time_is_up_leaves_the_service_usable(server: Running, token_a: str) -> None:
    request = pb.EmbedRequest(texts=[f"{number} fee " * 150 for number in range(128)], kind=pb.TEXT_KIND_PASSAGE)
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await _plain(server).Embed(
            request, metadata=_bearer(token_a), timeout=timedelta(milliseconds=300).total_seconds()
        )
    assert raised.value.code() in (grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.RESOURCE_EXHAUSTED)
    assert (await _plain(server).Embed(_question("fee"), metadata=_bearer(token_a))).vectors.count == 1
