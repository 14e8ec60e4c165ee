"""A connection whose query ends with the call that asked it, however the race between the two goes."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from psycopg import AsyncConnection, errors, waiting
from psycopg.abc import RV, PQGen
from psycopg.pq import TransactionStatus
from psycopg.rows import DictRow

logger = logging.getLogger(__name__)

# A request to cancel that comes between two statements of a pipeline is forgotten by the server (postgres.c): it is
# sent again at this pace for as long as something runs.
AGAIN_SECONDS = 0.1
# Then the connection is given up; the server ends what runs on it by `client_connection_check_interval`.
PATIENCE_SECONDS = 5.0


class Connection(AsyncConnection[DictRow]):
    """psycopg's, which sends a request to cancel once."""

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
        cancelling = asyncio.create_task(self._keep_cancelling())
        try:
            await waiting.wait_async(gen, self.pgconn.socket, interval=interval, timeout=PATIENCE_SECONDS)
        except errors.QueryCanceled:
            pass
        except BaseException as error:  # noqa: BLE001 - whatever it is, nobody knows what the connection is in.
            logger.warning("a cancelled query was not heard of again (%s)", type(error).__name__)
            self.pgconn.finish()
        finally:
            cancelling.cancel()

    async def _keep_cancelling(self) -> None:
        while self._runs():
            try:
                await self.cancel_safe(timeout=PATIENCE_SECONDS)
            except errors.Error as error:
                logger.warning("a request to cancel did not arrive (%s)", type(error).__name__)
            await asyncio.sleep(AGAIN_SECONDS)
