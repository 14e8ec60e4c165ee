"""Questions are embedded in a space that was measured, and the answer says so where that is not the first choice."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from uuid import uuid4

import pytest_asyncio

from services.common import calibration
from services.common.calibration import CalibratedSpace
from services.common.local_embedder import SPACE_ID
from services.embedder.model import hosted_space
from services.embedder.settings import HostedSettings
from tests.fixtures.hosted import HostedServer
from tests.fixtures.pg import Copy
from tests.integration.answerer.conftest import NewUser, Services, document_services
from tieout.answerer.v1 import answer_pb2
from tieout.retriever.v1 import retriever_service_pb2

FEES = """# Larch Bank: Schedule of fees

| Service | What you pay |
|---|---|
| Stop payment order | $28.00 |
| Outgoing international wire | $45.00 |
"""
LEASE = "# Lease\n\nTenant shall pay $1,150.00 on the first day of each month. A stop of payment is a default.\n"
"""Says some of the question's words too, so that keywords do not settle the search."""
QUESTION = "What does stopping a payment cost at Larch Bank?"
SPACE = hosted_space("acme-embed", "", 512)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def hosted() -> AsyncIterator[HostedServer]:
    async with HostedServer() as server:
        yield server


@pytest_asyncio.fixture(loop_scope="session", params=[False, True], ids=["unmeasured", "measured"])
async def services(
    request: object, pg: Copy, state_directory: Path, tmp_path: Path, hosted: HostedServer
) -> AsyncIterator[Services]:
    """Retriever, an embedder with a hosted model, an answerer without a model of its own; with a calibration or not."""
    if request.param:  # type: ignore[attr-defined]
        local = calibration.load()[SPACE_ID]
        measured = CalibratedSpace(SPACE.space_id, SPACE.model, SPACE.revision, SPACE.width)
        calibration.write(replace(local, space=measured), tmp_path)
    model = HostedSettings(base_url=hosted.base_url, model=SPACE.model, dimensions=SPACE.width)
    async with document_services(
        pg,
        state_directory,
        retriever={"calibrations": tmp_path},
        embedder={"hosted": model, "reranker": ""},
        answerer={"local_fallback": False},
    ) as started:
        yield started


def effects(answer: answer_pb2.Answer) -> dict[str, str]:
    """What did not take part, and what that came to."""
    return {one.part: one.effect for one in answer.degraded if one.part not in {"memory", "graph"}}


async def test_the_answer_comes_by_keyword_and_names_what_is_missing(
    new_user: NewUser, services: Services, hosted: HostedServer, request: object
) -> None:
    del services
    hosted.embeddings.requests.clear()
    user = await new_user(rows=())
    for name, text in (("fees.md", FEES), ("lease.md", LEASE)):
        content = text.encode()
        header = retriever_service_pb2.UploadHeader(
            request_id=str(uuid4()),
            file_name=name,
            size_bytes=len(content),
            sha256=hashlib.sha256(content).hexdigest(),
        )
        part = retriever_service_pb2.UploadDocumentRequest
        await user.retriever.UploadDocument(iter([part(header=header), part(chunk=content)]))
    async with asyncio.timeout(180):
        while "vectors" not in effects(answer := await user.ask(QUESTION)):
            # The local model of the embedder loads while the first questions come.
            assert set(effects(answer)) <= {"embedder", "hosted embedder"}
    assert answer.grounded.value.money.units == Decimal(28)
    is_measured = "unmeasured" not in request.node.name  # type: ignore[attr-defined]
    # No vector of a passage is there in either case; what is not measured is not even asked for the question's.
    said = effects(answer)["vectors"].split("; ")
    unmeasured = ["nothing says how near is near in the space of first choice: another was searched"]
    assert said == [*([] if is_measured else unmeasured), "2 of 2 passages were found by keyword only"]
    sent = {text for one in hosted.embeddings.requests for text in one.body["input"]}
    assert (QUESTION in sent) is is_measured
