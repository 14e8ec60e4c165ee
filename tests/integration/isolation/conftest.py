"""One stack for all tests of this folder, and the users who live in it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from io import StringIO
from pathlib import Path

import pytest
import pytest_asyncio

from services.common import telemetry
from services.common.db.embedded import EmbeddedServer
from services.common.tokens import TokenMinter
from services.common.types import Secret
from tests.fixtures.pg import Copy, _copy
from tests.integration.isolation.logged import leaks
from tests.integration.isolation.stack import Stack, User, running_stack


@pytest.fixture(scope="session")
def log() -> StringIO:
    """All that was logged so far by what the tests of this folder ran, at the most talkative level."""
    stream = StringIO()
    telemetry._configure_logs("isolation", "DEBUG", stream)
    return stream


@pytest.fixture(autouse=True)
def _logging(log: StringIO) -> None:
    """Log here again, wherever the tests of other folders have put it. Spans and metrics stay theirs."""
    telemetry._configure_logs("isolation", "DEBUG", log)


@pytest.fixture(scope="session")
def shared_copy(pg_server: EmbeddedServer, pg_passwords: dict[str, Secret]) -> Iterator[Copy]:
    """The database of the stack."""
    copy = _copy(pg_server, pg_passwords)
    yield copy
    pg_server.drop_database(copy.name)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def stack(log: StringIO, shared_copy: Copy, state_directory: Path, minter: TokenMinter) -> AsyncIterator[Stack]:
    """Five services and a worker."""
    async with running_stack(shared_copy, state_directory, minter, log) as started:
        yield started
    # Also what was logged after the test of the logs had run, and at the end.
    assert leaks(log.getvalue(), started.users) == set()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def ada(stack: Stack) -> User:
    """User A, who attacks. Her data is only read."""
    return await stack.new_user().load()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def bela(stack: Stack) -> User:
    """User B, whose data is only read, and by B alone."""
    return await stack.new_user().load()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def cleo(stack: Stack) -> User:
    """A user whose data tests may change and erase; none counts on it."""
    return await stack.new_user().load()
