"""One running retriever for all ledger tests of a module, and users that have nothing yet."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta

import pytest_asyncio

from services.common.db.tenant import Database
from services.common.interceptors.auth import Authenticate
from services.common.runtime import ServiceSpec
from services.common.tokens import TokenMinter
from services.common.types import UserId
from tests.fixtures.server import SETTINGS, Running, serving
from tests.integration.retriever.ledger_service import LIMITS, METHODS, LedgerClient, serve_ledger

NewUser = Callable[[], LedgerClient]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def retriever(
    database_for: Callable[[str], Awaitable[Database]], bearer_scheme: Authenticate
) -> AsyncIterator[Running]:
    """The retriever on this module's database."""
    served = serve_ledger(await database_for("retriever"))
    spec = ServiceSpec(
        "retriever", SETTINGS, [served], schemes={"bearer": bearer_scheme}, methods=METHODS, limits=LIMITS
    )
    async with serving(spec) as server:
        yield server


@pytest_asyncio.fixture(loop_scope="session")
async def new_user(retriever: Running, minter: TokenMinter) -> NewUser:
    """Each call gives a client of another user."""

    def make() -> LedgerClient:
        token = minter.mint(UserId(uuid.uuid4()), timedelta(hours=1)).reveal()
        return LedgerClient.on(retriever.raw_channel(), token)

    return make


@pytest_asyncio.fixture(loop_scope="session")
async def user(new_user: NewUser) -> LedgerClient:
    """A user without rows."""
    return new_user()
