"""Every call has an id: the caller's `x-request-id` or a new one. It is in each log line, trailer and peer call."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from uuid import uuid4

import structlog

from services.common.errors import REQUEST_ID_KEY
from services.common.interceptors.call import Call, Step

# What a caller sends ends up in our logs, so it is an id or it is replaced.
_SAFE = re.compile(r"[A-Za-z0-9._-]{1,64}")
_current: ContextVar[str | None] = ContextVar("request_id", default=None)


def current() -> str | None:
    """The id of the running call; None outside one."""
    return _current.get()


class RequestIdStep(Step):
    """Names the call."""

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncIterator[None]:
        given = call.metadata.get(REQUEST_ID_KEY, "")
        call.request_id = given if _SAFE.fullmatch(given) else str(uuid4())
        _current.set(call.request_id)
        structlog.contextvars.bind_contextvars(request_id=call.request_id)
        call.context.set_trailing_metadata(((REQUEST_ID_KEY, call.request_id),))
        yield
