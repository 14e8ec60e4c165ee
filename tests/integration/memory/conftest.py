"""The memory service by its production builder on a real socket, and a new user for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import pytest
import pytest_asyncio

from services.common.client import Channels, Peer
from services.common.db.tenant import DatabaseSettings
from services.common.errors import TieoutError, decode
from services.common.tokens import TokenMinter
from services.common.types import UserId, instant_to_proto
from services.memory.__main__ import build
from services.memory.settings import Settings
from tests.fixtures.pg import Copy
from tests.fixtures.server import SETTINGS, serving
from tieout.memory.v1 import fact_pb2
from tieout.memory.v1 import memory_service_pb2 as pb
from tieout.memory.v1.memory_service_pb2_grpc import MemoryServiceStub


@dataclass
class User:
    """Somebody who talks to the memory."""

    user_id: UserId
    stub: Any
    last: pb.RememberResponse = field(default_factory=pb.RememberResponse)

    async def say(self, text: str, at: str = "", *, request_id: str = "", **fields: Any) -> pb.RememberResponse:
        """Remember a statement; `at` is an ISO instant."""
        request = pb.RememberRequest(request_id=request_id or str(uuid4()), text=text, **fields)
        if at:
            request.stated_time.CopyFrom(instant_to_proto(datetime.fromisoformat(at).replace(tzinfo=UTC)))
        self.last = await self.stub.Remember(request)
        return self.last

    async def recall(self, question: str, **fields: Any) -> pb.RecallResponse:
        """Ask what is known."""
        return await self.stub.Recall(pb.RecallRequest(text=question, **fields))  # type: ignore[no-any-return]

    async def values(self, question: str) -> list[str]:
        """The texts and amounts that a question brings back."""
        return [shown(one.fact) for one in (await self.recall(question)).facts]

    async def facts(self, *, history: bool = False, **fields: Any) -> list[fact_pb2.Fact]:
        """All facts, newest first."""
        request = pb.ListFactsRequest(include_history=history, page_size=200, **fields)
        return list((await self.stub.ListFacts(request)).facts)

    async def retract(self, fact_id: str) -> pb.RetractResponse:
        """Take a fact back."""
        return await self.stub.Retract(pb.RetractRequest(request_id=str(uuid4()), fact_id=fact_id))  # type: ignore[no-any-return]

    async def forget(self, **target: str) -> Any:
        """Forget a fact or a statement; the receipt."""
        return (await self.stub.Forget(pb.ForgetRequest(request_id=str(uuid4()), **target))).receipt


async def refusal(call: Awaitable[Any]) -> tuple[str, str | None]:
    """Code and reason that a call fails with, as they stand on the wire."""
    with pytest.raises(TieoutError) as caught:
        await call
    error = caught.value.__cause__
    assert isinstance(error, grpc.aio.AioRpcError)
    return error.code().name, decode(error).reason


def shown(fact: fact_pb2.Fact) -> str:
    """A fact's value as one short text."""
    value = fact.value
    if value.HasField("money"):
        return f"{value.money.units}.{value.money.nanos // 10_000_000:02d} {value.money.currency_code}"
    return value.number.value if value.HasField("number") else value.text


def at(text: str) -> Any:
    """A Timestamp of an ISO instant, UTC."""
    return instant_to_proto(datetime.fromisoformat(text).replace(tzinfo=UTC))


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def memory_target(pg: Copy, state_directory: Path) -> AsyncIterator[str]:
    """The address of a running memory service on this module's database."""
    spec = await build(
        Settings(
            jwt_public_key_file=state_directory / "keys" / "jwt_public.pem",
            database=DatabaseSettings(pg.dsn("memory"), pool_max=4),
            runtime=SETTINGS,
        )
    )
    async with serving(spec) as server:
        yield server.target


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def open_stub(memory_target: str) -> AsyncIterator[Callable[[str], Any]]:
    """A stub that sends the given `authorization`."""
    channels = Channels("test")

    def open_as(authorization: str) -> Any:
        return MemoryServiceStub(channels.open(Peer("memory", memory_target), lambda: authorization or None))

    yield open_as
    await channels.close()


@pytest_asyncio.fixture
async def new_user(open_stub: Callable[[str], Any], minter: TokenMinter) -> Callable[[], User]:
    """Makes users that nobody has seen before."""

    def make() -> User:
        user_id = UserId(uuid4())
        token = minter.mint(user_id, timedelta(hours=1)).reveal()
        return User(user_id, open_stub(f"Bearer {token}"))

    return make


@pytest_asyncio.fixture
async def user(new_user: Callable[[], User]) -> User:
    """One such user."""
    return new_user()
