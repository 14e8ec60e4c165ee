"""From an imported ledger and an uploaded document to walks: retriever, worker's job and graph, all real."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import pytest_asyncio
from google.type.decimal_pb2 import Decimal as DecimalMessage

from services.common.client import Channels
from services.common.db.jobs import JobQueue, Worker
from services.common.db.tenant import DatabaseSettings
from services.common.tokens import TokenMinter
from services.common.types import UserId
from services.retriever.__main__ import build as build_retriever
from services.retriever.settings import Settings as RetrieverSettings
from services.worker.__main__ import make_handlers
from services.worker.settings import Settings as WorkerSettings
from tests.fixtures.pg import Copy, DatabaseFor
from tests.fixtures.server import SETTINGS, serving
from tests.integration.graph.conftest import User, ends
from tests.integration.retriever.document_service import Client
from tests.integration.retriever.ledger_service import LedgerClient, account, page, row
from tieout.graph.v1 import entity_pb2
from tieout.graph.v1 import graph_service_pb2 as pb
from tieout.type.v1 import ledger_pb2

NOBODY = "127.0.0.1:1"
FEES = """<html><head><title>Schedule of Fees</title></head><body><h1>Harborline Bank</h1>
<h2>Everyday Checking: schedule of fees</h2>
<table><tr><th>Service</th><th>Fee</th></tr><tr><td>Outgoing wire</td><td>$30</td></tr></table></body></html>"""


@dataclass
class Person:
    """One user of both services, with the worker that acts for them."""

    ledger: LedgerClient
    documents: Client
    graph: User
    worker: Worker

    async def merchant(self, name: str) -> str:
        """The node of a merchant, by the retriever's id."""
        (candidate,) = (await self.ledger.resolve(mentions=[name])).mentions[0].candidates
        return f"merchant:{candidate.entity_id}"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def retriever_target(pg: Copy, state_directory: Path) -> AsyncIterator[str]:
    """The address of a running retriever on this module's database."""
    settings = RetrieverSettings(
        jwt_public_key_file=state_directory / "keys" / "jwt_public.pem",
        database=DatabaseSettings(pg.dsn("retriever"), pool_max=4),
        runtime=SETTINGS,
    )
    async with serving(await build_retriever(settings)) as server:
        yield server.target


@pytest_asyncio.fixture
async def person(
    pg: Copy,
    graph_target: str,
    retriever_target: str,
    open_stub: Callable[[str], Any],
    database_for: DatabaseFor,
    minter: TokenMinter,
) -> AsyncIterator[Person]:
    """Somebody new. Their worker takes no jobs but the graph's."""
    settings = WorkerSettings(
        embedder_target=NOBODY,
        retriever_target=retriever_target,
        graph_target=graph_target,
        memory_target=NOBODY,
        answerer_target=NOBODY,
        database=DatabaseSettings(pg.dsn("worker")),
        runtime=SETTINGS,
    )
    database = await database_for("worker")
    channels = Channels("worker")
    handlers = {"graph_evidence": make_handlers(settings, database, channels)["graph_evidence"]}
    user_id = UserId(uuid4())
    token = minter.mint(user_id, timedelta(hours=1)).reveal()
    async with grpc.aio.insecure_channel(retriever_target) as channel:
        yield Person(
            LedgerClient.on(channel, token),
            Client.on(channel, token),
            User(user_id, open_stub(f"Bearer {token}")),
            Worker(JobQueue(database), handlers, lease=timedelta(seconds=60)),
        )
    await channels.close()


def coffee(transaction_id: str, day: str, name: str = "BLUE BEAN", **fields: Any) -> dict[str, Any]:
    category = {"primary": "FOOD_AND_DRINK", "detailed": "FOOD_AND_DRINK_COFFEE"}
    return row(
        transaction_id, day, "4.50", name, merchant_name=name.title(), personal_finance_category=category, **fields
    )


async def test_imported_rows_become_a_graph_and_removed_ones_leave_it(person: Person) -> None:
    """Ids are the retriever's; a removed row takes its evidence along, and the last one its merchant."""
    await person.ledger.sync(page(added=[coffee("t1", "2026-01-05"), coffee("t2", "2026-01-06", "RED CUP")]))
    assert await person.worker.run_due() == 1
    bean, cup = await person.merchant("Blue Bean"), await person.merchant("Red Cup")
    categories = [ledger_pb2.ENTITY_KIND_CATEGORY]
    assert {one for one, _ in ends(await person.graph.walk(bean, end_kinds=categories))} == {
        "category:FOOD_AND_DRINK_COFFEE",
        "category:FOOD_AND_DRINK",
    }
    assert await person.graph.resolve("blue bean") == [(bean, 1.0)]
    await person.ledger.sync(page(removed=["t2"]))
    assert await person.worker.run_due() == 1
    assert await person.graph.resolve("red cup") == []
    others = await person.graph.walk("category:FOOD_AND_DRINK_COFFEE", end_kinds=[ledger_pb2.ENTITY_KIND_MERCHANT])
    assert ends(others) == [(bean, "1")]
    assert cup != bean


async def test_merchants_of_one_day_are_near_each_other(person: Person) -> None:
    """Weakly: one of the two days of the one."""
    rows = [coffee("t1", "2026-01-05"), coffee("t2", "2026-01-06"), coffee("t3", "2026-01-06", "RED CUP")]
    await person.ledger.sync(page(added=rows))
    await person.worker.run_due()
    walked = await person.graph.walk(await person.merchant("Blue Bean"), edge_kinds=[entity_pb2.EDGE_KIND_SAME_DAY])
    assert ends(walked) == [(await person.merchant("Red Cup"), "0.5")]


async def test_a_document_is_near_the_account_that_it_is_about(person: Person) -> None:
    """Over the institution that both have; from a merchant of that account it is two steps away."""
    accounts = [
        account("chk", "Everyday Checking", institution_name="Harborline Bank"),
        account("other", "Old Savings"),
    ]
    rows = [coffee("t1", "2026-01-05"), row("t2", "2026-01-06", "9.00", "ALDI", "other")]
    await person.ledger.sync(page(added=rows), accounts=accounts)
    document = await person.documents.upload(FEES)
    assert document.institution == "Harborline Bank"
    assert await person.worker.run_due() == 2
    request = pb.WalkRequest(
        start_node_ids=[await person.merchant("Blue Bean")],
        edge_kinds=[
            entity_pb2.EDGE_KIND_ON_ACCOUNT,
            entity_pb2.EDGE_KIND_HELD_AT,
            entity_pb2.EDGE_KIND_DOCUMENT_ABOUT,
        ],
        end_kinds=[ledger_pb2.ENTITY_KIND_DOCUMENT],
        min_weight=DecimalMessage(value="0"),
        max_hops=3,
    )
    walked = await person.graph.stub.Walk(request)
    assert [path.nodes[-1].entity_id for path in walked.paths] == [document.document_id]
    aldi = pb.WalkRequest()
    aldi.CopyFrom(request)
    aldi.start_node_ids[:] = [await person.merchant("Aldi")]
    assert list((await person.graph.stub.Walk(aldi)).paths) == []
