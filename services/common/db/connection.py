"""A connection whose query ends with the call that asked it, and a pool that gets each one back, however races go."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from psycopg import AsyncConnection, AsyncPipeline, errors, waiting
from psycopg.abc import RV, PQGen
from psycopg.pq import ConnStatus, PipelineStatus, TransactionStatus
from psycopg.rows import DictRow
from psycopg_pool import AsyncConnectionPool

logger = logging.getLogger(__name__)

# A request to cancel that comes between two statements of a pipeline is forgotten by the server (postgres.c): it is
# sent again at this pace for as long as something runs.
AGAIN_SECONDS = 0.1
# Then the connection is given up; the server ends what runs on it by `client_connection_check_interval`.
PATIENCE_SECONDS = 5.0


class Connection(AsyncConnection[DictRow]):
    """psycopg's, which sends a request to cancel once."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.prepared: OrderedDict[tuple[str, tuple[int, ...]], bytes] = OrderedDict()
        """The names of statements by text and types, those first that were not used for longest."""
        self.numbers = itertools.count()
        """For the next names."""

    def is_ended(self) -> bool:
        """Whether the server has closed it, as far as that has arrived; nothing is asked."""
        try:
            # The first reads what the server said last, the second that nothing follows.
            self.pgconn.consume_input()
            self.pgconn.consume_input()
        except errors.OperationalError:
            return True
        return False

    @asynccontextmanager
    async def pipeline(self) -> AsyncIterator[AsyncPipeline]:
        """psycopg's, which a cancellation on a busy loop can leave half entered; the connection is given up then."""
        was_off = self.pgconn.pipeline_status == PipelineStatus.OFF
        try:
            async with super().pipeline() as pipeline:
                yield pipeline
        finally:
            if was_off and self.pgconn.status == ConnStatus.OK and self.pgconn.pipeline_status != PipelineStatus.OFF:
                self.pgconn.finish()

    async def wait(self, gen: PQGen[RV], interval: float = AGAIN_SECONDS, timeout: float | None = None) -> RV:
        """Run a generator of the driver to its end; one that is cancelled leaves nothing running on the server."""
        try:
            return await waiting.wait_async(gen, self.pgconn.socket, interval=interval, timeout=timeout)
        except (asyncio.CancelledError, KeyboardInterrupt):
            if self._runs():
                await self._end(gen, interval)
            raise

    def _runs(self) -> bool:
        return self.pgconn.transaction_status == TransactionStatus.ACTIVE

    async def _end(self, gen: PQGen[Any], interval: float) -> None:
        ended = asyncio.Event()
        cancelling = asyncio.create_task(self._keep_cancelling(ended))
        try:
            await waiting.wait_async(gen, self.pgconn.socket, interval=interval, timeout=PATIENCE_SECONDS)
        except errors.QueryCanceled:
            pass
        except BaseException as error:  # noqa: BLE001 - whatever it is, nobody knows what the connection is in.
            logger.warning("a cancelled query was not heard of again (%s)", type(error).__name__)
            self.pgconn.finish()
        finally:
            ended.set()
            await self._let_arrive(cancelling)

    async def _let_arrive(self, cancelling: asyncio.Task[None]) -> None:
        """A request that is still under way would end the statement of whoever gets the connection next."""
        arrived: set[asyncio.Task[None]] = set()
        try:
            arrived, _ = await asyncio.wait({cancelling}, timeout=PATIENCE_SECONDS)
        finally:
            if not arrived:
                cancelling.cancel()
                self.pgconn.finish()

    async def _keep_cancelling(self, ended: asyncio.Event) -> None:
        while not ended.is_set():
            try:
                await self.cancel_safe(timeout=PATIENCE_SECONDS)
            except errors.Error as error:
                logger.warning("a request to cancel did not arrive (%s)", type(error).__name__)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), AGAIN_SECONDS)


class Pool(AsyncConnectionPool[Connection]):
    """psycopg_pool's, which loses a connection for good whose call is cancelled while it hands it back, and hands out
    those that have ended."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._returning: set[asyncio.Task[None]] = set()

    async def getconn(self, timeout: float | None = None) -> Connection:
        """The next connection that the server has not closed: after a restart no call is handed one that went with it.

        The pool's own way to check makes a round trip, and waits a second after each that fails.
        """
        while (connection := await super().getconn(timeout)).is_ended():
            await self.putconn(connection)
        return connection

    async def putconn(self, conn: Connection) -> None:
        """Hand a connection back, to the end, whoever stops waiting for it."""
        returning = asyncio.create_task(super().putconn(conn))
        self._returning.add(returning)
        returning.add_done_callback(self._returning.discard)
        await asyncio.shield(returning)
