"""One stack a run: PostgreSQL, five services and the worker as processes, with one person's data of the demo."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from services.cli.session import Session
from services.cli.stack import Stack, temporary_stack
from services.cli.state import SERVICES
from services.common.tokens import TokenMinter, to_user_id
from tests.e2e.steps import OpenSession, load, person


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def stack() -> AsyncIterator[Stack]:
    """Started once; a test that takes a process down brings it back."""
    async with temporary_stack() as started:
        yield started


@pytest.fixture(scope="session")
def open_session(stack: Stack) -> OpenSession:
    """`async with open_session("ines") as session`: calls as that user."""
    minter = TokenMinter.load(stack.state)
    targets = {name: stack.addresses[name].data for name in SERVICES}
    return lambda user: Session(targets, minter, to_user_id(user))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def ines(open_session: OpenSession) -> AsyncIterator[Session]:
    """Ines with all of her data indexed."""
    async with open_session("ines") as session:
        await load(session, person("ines"))
        yield session
