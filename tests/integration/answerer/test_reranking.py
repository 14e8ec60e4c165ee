"""Passages are reranked by the embedder on its socket, and stand in the order of the search while it is down."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest_asyncio

from services.answerer.__main__ import build as build_answerer
from services.answerer.settings import Settings as AnswererSettings
from services.common.db.tenant import DatabaseSettings
from services.common.runtime import Process, start
from services.embedder.__main__ import build as build_embedder
from services.embedder.settings import Settings as EmbedderSettings
from services.retriever.__main__ import build as build_retriever
from services.retriever.settings import Settings as RetrieverSettings
from tests.fixtures.pg import Copy
from tests.fixtures.server import SETTINGS
from tests.integration.answerer.conftest import NOWHERE, NewUser, Services
from tieout.answerer.v1 import answer_pb2
from tieout.retriever.v1 import retriever_service_pb2

FEES = """# Larch Bank: Schedule of fees

| Service | What you pay |
|---|---|
| Stop payment order | $28.00 |
| Outgoing international wire | $45.00 |
| Paper statement | $2.00 |
"""
LEASE = "# Lease\n\nTenant shall pay $1,150.00 on the first day of each month. A stop of payment is a default.\n"
"""Says some of the question's words too, so that keywords do not settle the search."""
QUESTION = "What does stopping a payment cost at Larch Bank?"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def services(pg: Copy, state_directory: Path) -> AsyncIterator[Services]:
    """Retriever, embedder with the packaged cross-encoder, and an answerer whose own model can stand in for vectors."""
    started = Services()
    common = {"jwt_public_key_file": state_directory / "keys" / "jwt_public.pem", "runtime": SETTINGS}

    def database(role: str) -> DatabaseSettings:
        return DatabaseSettings(pg.dsn(role), pool_max=4)

    async with AsyncExitStack() as stack:

        async def run(name: str, spec: object) -> Process:
            process = await start(spec)  # type: ignore[arg-type]
            stack.push_async_callback(process.drain)
            started.processes[name] = process
            started.targets[name] = f"127.0.0.1:{process.data_port}"
            return process

        await run("retriever", await build_retriever(RetrieverSettings(database=database("retriever"), **common)))  # type: ignore[arg-type]
        await run("embedder", await build_embedder(EmbedderSettings(database=database("embedder"), **common)))  # type: ignore[arg-type]
        settings = AnswererSettings(
            database=database("answerer"),
            retriever_target=started.targets["retriever"],
            embedder_target=started.targets["embedder"],
            memory_target=NOWHERE,
            graph_target=NOWHERE,
            local_fallback_delay=timedelta(0),
            breaker_reset=timedelta(milliseconds=100),
            **common,  # type: ignore[arg-type]
        )
        await run("answerer", await build_answerer(settings))
        started.targets |= {"memory": NOWHERE, "graph": NOWHERE}
        yield started


def parts(answer: answer_pb2.Answer) -> set[str]:
    """What did not take part."""
    return {one.part for one in answer.degraded} - {"memory", "graph", "vectors"}


def stages(answer: answer_pb2.Answer) -> set[str]:
    return {one.stage for one in answer.timings}


async def upload(stub: object, text: str, name: str) -> None:
    content = text.encode()
    header = retriever_service_pb2.UploadHeader(
        request_id=str(uuid4()), file_name=name, size_bytes=len(content), sha256=hashlib.sha256(content).hexdigest()
    )
    request = retriever_service_pb2.UploadDocumentRequest
    await stub.UploadDocument(iter([request(header=header), request(chunk=content)]))  # type: ignore[attr-defined]


async def test_promise_6_without_the_embedder_passages_keep_the_order_of_the_search_and_the_answer_says_so(
    new_user: NewUser, services: Services
) -> None:
    user = await new_user(rows=())
    for name, text in (("fees.md", FEES), ("lease.md", LEASE)):
        await upload(user.retriever, text, name)
    before = await user.ask(QUESTION)
    # The model loads while the first questions come; until then it is missed by name.
    while parts(before):
        assert parts(before) <= {"embedder", "reranker"}
        before = await user.ask(QUESTION)
    assert "rerank" in stages(before)
    assert "$28.00" in before.text
    await services.processes["embedder"].drain()
    after = await user.ask(QUESTION)
    assert parts(after) == {"embedder", "reranker"}
    assert after.grounded.value == before.grounded.value
