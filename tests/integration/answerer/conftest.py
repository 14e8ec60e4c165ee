"""The answerer with the peers that it reads, all by their production builders on real sockets; no embedder runs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import pytest
import pytest_asyncio

from services.answerer.__main__ import build as build_answerer
from services.answerer.settings import Settings as AnswererSettings
from services.common.client import Channels, Peer
from services.common.db.tenant import DatabaseSettings
from services.common.runtime import Process, ServiceSpec, start
from services.common.tokens import TokenMinter
from services.common.types import UserId, instant_to_proto
from services.embedder.__main__ import build as build_embedder
from services.embedder.settings import Settings as EmbedderSettings
from services.graph.__main__ import build as build_graph
from services.graph.settings import Settings as GraphSettings
from services.memory.__main__ import build as build_memory
from services.memory.settings import Settings as MemorySettings
from services.retriever.__main__ import build as build_retriever
from services.retriever.settings import Settings as RetrieverSettings
from tests.fixtures.pg import Copy
from tests.fixtures.server import SETTINGS
from tieout.answerer.v1 import answer_pb2
from tieout.answerer.v1 import answerer_service_pb2 as pb
from tieout.answerer.v1.answerer_service_pb2_grpc import AnswererServiceStub
from tieout.graph.v1 import entity_pb2, graph_service_pb2
from tieout.graph.v1.graph_service_pb2_grpc import GraphServiceStub
from tieout.memory.v1 import memory_service_pb2
from tieout.memory.v1.memory_service_pb2_grpc import MemoryServiceStub
from tieout.retriever.v1 import import_pb2, retriever_service_pb2
from tieout.retriever.v1.retriever_service_pb2_grpc import RetrieverServiceStub
from tieout.type.v1 import erasure_pb2, ledger_pb2

AS_OF = datetime(2026, 6, 18, 12, tzinfo=UTC)
CHUNK = 128 * 1024
NOWHERE = "127.0.0.1:9"  # The discard port: nothing listens, a call ends as UNAVAILABLE at once.


@dataclass
class Services:
    """Processes by name, so that a test can take one down."""

    targets: dict[str, str] = field(default_factory=dict)
    processes: dict[str, Process] = field(default_factory=dict)


@dataclass
class User:
    """Somebody with a token, and stubs that carry it."""

    user_id: UserId
    answerer: Any
    retriever: Any
    memory: Any
    graph: Any

    async def ask(self, text: str, **fields: Any) -> answer_pb2.Answer:
        """One question as of 18 June 2026."""
        request = pb.AskRequest(question=question(text), **fields)
        response: pb.AskResponse = await self.answerer.Ask(request)
        return response.answer

    async def verify(self, answer_id: str) -> pb.VerifyAnswerResponse:
        """Compute an answer again."""
        return await self.answerer.VerifyAnswer(pb.VerifyAnswerRequest(answer_id=answer_id))  # type: ignore[no-any-return]

    async def sync(self, *added: dict[str, Any], removed: Sequence[str] = ()) -> None:
        """Import one page of a Plaid sync."""
        page = {
            "added": list(added),
            "modified": [],
            "removed": [{"transaction_id": one} for one in removed],
            "has_more": False,
        }
        content = json.dumps({"accounts": ACCOUNTS, "sync": [page]}, default=str).encode()
        header = import_pb2.ImportHeader(
            request_id=str(uuid4()),
            file_name="sync.json",
            size_bytes=len(content),
            sha256=hashlib.sha256(content).hexdigest(),
        )
        request = retriever_service_pb2.ImportTransactionsRequest
        chunks = [request(chunk=content[start : start + CHUNK]) for start in range(0, len(content), CHUNK)]
        await self.retriever.ImportTransactions(iter([request(header=header), *chunks]))

    async def rows(self, **fields: Any) -> list[ledger_pb2.LedgerRow]:
        """Rows of the ledger that a filter finds."""
        request = retriever_service_pb2.ListRowsRequest(filter=ledger_pb2.LedgerFilter(**fields), page_size=1000)
        return list((await self.retriever.ListRows(request)).rows)

    async def remember(self, text: str) -> memory_service_pb2.RememberResponse:
        """Say something."""
        return await self.memory.Remember(memory_service_pb2.RememberRequest(request_id=str(uuid4()), text=text))  # type: ignore[no-any-return]

    async def connect(self, start: entity_pb2.Node, end: entity_pb2.Node, kind: Any, support_id: str) -> None:
        """Tell the graph of one edge."""
        edge = entity_pb2.Edge(from_node_id=start.node_id, to_node_id=end.node_id, kind=kind)
        support = graph_service_pb2.Support(support_id=support_id, source_id="test", nodes=[start, end], edges=[edge])
        await self.graph.UpsertEvidence(
            graph_service_pb2.UpsertEvidenceRequest(request_id=str(uuid4()), supports=[support])
        )

    async def erase(self, **source: str) -> erasure_pb2.ErasureReceipt:
        """The answerer's part in an erasure of a source."""
        request = pb.EraseSourceRequest(request_id=str(uuid4()), source=erasure_pb2.Source(**source))
        response: pb.EraseSourceResponse = await self.answerer.EraseSource(request)
        return response.receipt


@asynccontextmanager
async def document_services(
    pg: Copy,
    state_directory: Path,
    *,
    answerer: Mapping[str, Any],
    embedder: Mapping[str, Any] | None = None,
    retriever: Mapping[str, Any] | None = None,
) -> AsyncIterator[Services]:
    """What a question of a paper takes, with these settings: retriever, embedder and answerer."""
    started = Services(targets={"memory": NOWHERE, "graph": NOWHERE})

    def common(role: str) -> dict[str, Any]:
        return {
            "jwt_public_key_file": state_directory / "keys" / "jwt_public.pem",
            "runtime": SETTINGS,
            "database": DatabaseSettings(pg.dsn(role), pool_max=4),
        }

    async with AsyncExitStack() as stack:

        async def run(name: str, spec: ServiceSpec) -> None:
            process = await start(spec)
            stack.push_async_callback(process.drain)
            started.processes[name] = process
            started.targets[name] = f"127.0.0.1:{process.data_port}"

        await run("retriever", await build_retriever(RetrieverSettings(**common("retriever"), **(retriever or {}))))
        await run("embedder", await build_embedder(EmbedderSettings(**common("embedder"), **(embedder or {}))))
        targets: dict[str, Any] = {f"{name}_target": target for name, target in started.targets.items()}
        settings = AnswererSettings(
            **common("answerer"), **targets, breaker_reset=timedelta(milliseconds=100), **answerer
        )
        await run("answerer", await build_answerer(settings))
        yield started


def question(text: str) -> pb.Question:
    """A question as of 18 June 2026."""
    message = pb.Question(text=text)
    message.as_of_time.CopyFrom(instant_to_proto(AS_OF))
    return message


ACCOUNTS = [
    {
        "account_id": "chk",
        "name": "Everyday Checking",
        "mask": "1111",
        "type": "depository",
        "subtype": "checking",
        "balances": {"iso_currency_code": "USD"},
    },
    {
        "account_id": "card",
        "name": "Amber Card",
        "mask": "2222",
        "type": "credit",
        "subtype": "credit card",
        "balances": {"iso_currency_code": "USD"},
    },
]


def row(
    transaction_id: str, day: str, amount: str, name: str, category: str = "FOOD_AND_DRINK_COFFEE", account: str = "chk"
) -> dict[str, Any]:
    """A Plaid transaction of a merchant."""
    return {
        "transaction_id": transaction_id,
        "account_id": account,
        "amount": Decimal(amount),
        "iso_currency_code": "USD",
        "date": day,
        "name": name,
        "merchant_name": name,
        "pending": False,
        "personal_finance_category": {
            "primary": category.rpartition("_")[0],
            "detailed": category,
            "confidence_level": "VERY_HIGH",
        },
    }


LEDGER = (
    row("t1", "2026-01-05", "3.10", "Juniper Roast"),
    row("t2", "2026-05-02", "6.30", "Juniper Roast"),
    row("t3", "2026-05-09", "3.70", "Juniper Roast"),
    row("t4", "2026-05-12", "48.02", "Marlpit Grocers", "FOOD_AND_DRINK_GROCERIES"),
    row("t5", "2026-05-26", "120.40", "Marlpit Grocers", "FOOD_AND_DRINK_GROCERIES"),
    row("t6", "2026-05-28", "-20.40", "Marlpit Grocers", "FOOD_AND_DRINK_GROCERIES"),
    row("t7", "2026-05-30", "41.00", "Casa Lola", "FOOD_AND_DRINK_RESTAURANT", "card"),
)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def services(pg: Copy, state_directory: Path) -> AsyncIterator[Services]:
    """Retriever, memory, graph and answerer."""
    started = Services()
    common = {"jwt_public_key_file": state_directory / "keys" / "jwt_public.pem", "runtime": SETTINGS}

    def database(role: str) -> DatabaseSettings:
        return DatabaseSettings(pg.dsn(role), pool_max=4)

    async with AsyncExitStack() as stack:

        async def run(name: str, spec: ServiceSpec) -> None:
            process = await start(spec)
            stack.push_async_callback(process.drain)
            started.processes[name] = process
            started.targets[name] = f"127.0.0.1:{process.data_port}"

        await run("retriever", await build_retriever(RetrieverSettings(database=database("retriever"), **common)))  # type: ignore[arg-type]
        await run("memory", await build_memory(MemorySettings(database=database("memory"), **common)))  # type: ignore[arg-type]
        await run("graph", await build_graph(GraphSettings(database=database("graph"), **common)))  # type: ignore[arg-type]
        settings = AnswererSettings(
            database=database("answerer"),
            retriever_target=started.targets["retriever"],
            memory_target=started.targets["memory"],
            graph_target=started.targets["graph"],
            embedder_target=NOWHERE,
            local_fallback=False,
            breaker_reset=timedelta(milliseconds=100),
            **common,  # type: ignore[arg-type]
        )
        await run("answerer", await build_answerer(settings))
        yield started


NewUser = Callable[..., Awaitable[User]]


@pytest.fixture
async def new_user(services: Services, minter: TokenMinter) -> AsyncIterator[NewUser]:
    """Makes users with the ledger above."""
    channels = Channels("test")

    async def make(*, rows: Sequence[dict[str, Any]] = LEDGER) -> User:
        user_id = UserId(uuid4())
        token = minter.mint(user_id, timedelta(minutes=10)).reveal()

        def channel(name: str) -> grpc.aio.Channel:
            return channels.open(
                Peer(name, services.targets[name], timeout=timedelta(seconds=30)), lambda: f"Bearer {token}"
            )

        user = User(
            user_id,
            AnswererServiceStub(channel("answerer")),
            RetrieverServiceStub(channel("retriever")),
            MemoryServiceStub(channel("memory")),
            GraphServiceStub(channel("graph")),
        )
        if rows:
            await user.sync(*rows)
        return user

    yield make
    await channels.close()


@pytest.fixture
async def user(new_user: NewUser) -> User:
    """Somebody with the ledger above."""
    return await new_user()
