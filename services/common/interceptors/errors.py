"""Every exception ends here and leaves as a status with a reason; its own text goes to the log, masked, only."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from services.common import telemetry
from services.common.errors import Internal, TieoutError, Unavailable, abort_status, masked, outcome, translate
from services.common.interceptors.call import Call, Step


class ErrorsStep(Step):
    """Turns exceptions into statuses."""

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncIterator[None]:
        try:
            yield
        except asyncio.CancelledError:
            task = asyncio.current_task()
            assert task is not None, "a call runs in its task"
            if call.is_cut and not call.context.cancelled():
                task.uncancel()
                await self._abort(call, Unavailable(""), None)
            if task.cancelling():
                raise
            # Nobody cancelled this call: something inside let a stray cancellation out. gRPC would send no status
            # at all and the caller would wait for ever.
            await self._abort(call, Internal("a stray CancelledError left the handler"), None)
        except Exception as error:  # noqa: BLE001 - whatever it is, the caller gets a status that we chose.
            await self._abort(call, translate(error), error)

    async def _abort(self, call: Call, failure: TieoutError, cause: Exception | None) -> None:
        if isinstance(failure, Internal):
            origin = failure.__cause__ or cause or failure
            telemetry.log.error(
                "unexpected",
                method=call.method.removeprefix("/"),
                exception=type(origin).__name__,
                sqlstate=getattr(origin, "sqlstate", None),
                text=masked(failure.message),
                where=_where(cause),
            )
        await call.read_on()
        call.outcome = outcome(failure, call.request_id)
        await call.context.abort_with_status(abort_status(call.outcome, call.request_id))


def _where(error: BaseException | None) -> list[str]:
    """The last frames, by place only: source lines and locals may hold what a user wrote."""
    frames = traceback.extract_tb(error.__traceback__)[-6:] if error is not None else []
    return [f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}" for frame in frames]
