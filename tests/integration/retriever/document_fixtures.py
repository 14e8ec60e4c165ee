"""Users that have no document yet, on a running retriever, and what is kept of them."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable

import psycopg
import pytest_asyncio

from services.common.db.tenant import Database
from services.common.identity import Identity
from services.common.tokens import TokenMinter, TokenVerifier
from services.common.types import UserId
from services.retriever.adapters.pg_documents import DOCUMENT_TABLES
from tests.fixtures.pg import Copy
from tests.fixtures.server import StartServer
from tests.integration.retriever.document_service import Client
from tests.integration.retriever.ledger_service import LIMITS, METHODS, serve_ledger

NewUser = Callable[[], Awaitable[tuple[Client, Identity]]]


@pytest_asyncio.fixture(loop_scope="session")
async def database(database_for: Callable[[str], Awaitable[Database]]) -> Database:
    return await database_for("retriever")


@pytest_asyncio.fixture(loop_scope="session")
async def new_user(
    start_server: StartServer, database: Database, minter: TokenMinter, verifier: TokenVerifier
) -> NewUser:
    """A client of a user that has nothing yet, and that user's identity."""
    server = await start_server(serve_ledger(database), methods=METHODS, limits=LIMITS)

    async def make() -> tuple[Client, Identity]:
        token = minter.mint(UserId(uuid.uuid4())).reveal()
        return Client.on(server.raw_channel(), token), verifier.verify(token)

    return make


async def count_rows(pg: Copy, user_id: UserId) -> dict[str, int]:
    """What the user has in each table of documents, seen from behind the fence."""
    async with await psycopg.AsyncConnection.connect(pg.admin_dsn) as connection:
        counts = {}
        for table in DOCUMENT_TABLES:
            cursor = await connection.execute(f"SELECT count(*) FROM {table} WHERE user_id = %s", (user_id,))
            row = await cursor.fetchone()
            assert row is not None
            counts[table] = row[0]
        return counts
