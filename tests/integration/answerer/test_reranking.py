"""What a language model reads is ordered by the embedder's cross-encoder; without either the answer is the same."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
import pytest_asyncio

from services.answerer.settings import LanguageSettings
from tests.fixtures.hosted import HostedServer, Request
from tests.fixtures.pg import Copy
from tests.integration.answerer.conftest import NewUser, Services, document_services
from tieout.answerer.v1 import answer_pb2
from tieout.retriever.v1 import retriever_service_pb2

REMARK = (
    "Set by the board in its spring meeting after the yearly review of what such orders cost the bank and its members,"
    " and printed in the notice of that year"
)
SERVICES = (
    "Stop payment order", "Paper statement", "Outgoing wire", "Incoming wire", "Replacement card", "Cashier check",
    "Copy of a check", "Rush delivery", "Dormant account", "Account research", "Coin counting", "Safe deposit box",
    "Night deposit bag", "Letter of reference", "Collection item", "Levy", "Notary", "Fax", "Gift card", "Money order",
)  # fmt: skip
FEES = "# Larch Bank: Fees\n\n| Service | Fee | Remark |\n|---|---|---|\n" + "".join(
    f"| {service} | ${10 + place}.00 | {REMARK} |\n" for place, service in enumerate(SERVICES)
)
"""So long that it is cut into several passages."""
ALL, ONE = "What is the highest fee?", "What does a stop payment order cost at Larch Bank?"


def as_it_is(request: Request) -> dict[str, str]:
    """The text to word, unchanged."""
    data = request.body["messages"][1]["content"]
    found = re.search(r"<<<(\S+) text\n(.*?)\n\1>>>", data, re.DOTALL)
    assert found
    return {"text": found[2]}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def hosted() -> AsyncIterator[HostedServer]:
    async with HostedServer() as server:
        server.chat.always(as_it_is)
        yield server


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def services(pg: Copy, state_directory: Path, hosted: HostedServer) -> AsyncIterator[Services]:
    """Retriever, embedder with the packaged cross-encoder, and an answerer with a language model."""
    language = LanguageSettings(base_url=hosted.base_url, model="writer", roles=("phrase",))
    answerer = {"local_fallback_delay": timedelta(0), "language": language}
    async with document_services(pg, state_directory, answerer=answerer) as started:
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


@pytest.mark.timeout(300)
async def test_promise_6_without_the_reranker_the_answer_is_the_same_and_says_what_was_missing(
    new_user: NewUser, services: Services
) -> None:
    user = await new_user(rows=())
    await upload(user.retriever, FEES, "fees.md")
    before = await user.ask(ALL)
    # The models load while the first questions come; until then they are missed by name.
    async with asyncio.timeout(180):
        while parts(before):
            assert parts(before) <= {"embedder", "reranker"}
            before = await user.ask(ALL)
    assert "Money order" in before.text
    assert len([one for one in before.citations if one.HasField("passage")]) >= 3
    assert "rerank" in stages(before)
    await services.processes["embedder"].drain()
    after = await user.ask(ALL)
    assert parts(after) == {"embedder", "reranker"}
    assert after.text == before.text
    assert after.grounded.value == before.grounded.value


async def test_an_answer_of_few_passages_is_not_reranked(new_user: NewUser, services: Services) -> None:
    del services
    user = await new_user(rows=())
    await upload(user.retriever, FEES, "fees.md")
    answer = await user.ask(ONE)
    assert "$10.00" in answer.text
    assert "rerank" not in stages(answer)
    assert "reranker" not in parts(answer)
