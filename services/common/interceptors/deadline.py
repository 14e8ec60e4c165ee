"""Every call has an end: the caller's deadline, cut to the method's cap; the cap where the caller set none."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from services.common import deadline
from services.common.interceptors.call import Call, Step
from services.common.interceptors.policy import Policies


class DeadlineStep(Step):
    """Sets the budget that SQL, model queue and peer calls spend."""

    def __init__(self, policies: Policies) -> None:
        self._policies = policies

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncIterator[None]:
        cap = self._policies.of(call.method).deadline.total_seconds()
        left = call.context.time_remaining()
        if left is not None and left <= cap:  # type: ignore[redundant-expr]  # None without a deadline
            deadline.set_budget(left)
            yield  # gRPC itself ends the call at the caller's deadline.
            return
        deadline.set_budget(cap)
        async with asyncio.timeout(cap):
            yield
