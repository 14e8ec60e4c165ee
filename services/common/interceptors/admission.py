"""A permit before work: a bounded number of calls of each class runs, a bounded number waits, the rest is shed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from services.common.admission import Limit, Permits
from services.common.interceptors.call import Call, Step
from services.common.interceptors.policy import Policies


class AdmissionStep(Step):
    """Takes the permit of the method's class."""

    def __init__(self, limits: Mapping[str, Limit], policies: Policies) -> None:
        self._permits = {name: Permits(name, limit) for name, limit in {"default": Limit(), **limits}.items()}
        self._policies = policies
        unknown = {policy.permit for policy in policies} - self._permits.keys()
        if unknown:
            raise ValueError(f"no limit is set for the permit classes {sorted(unknown)}")

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncIterator[None]:
        async with self._permits[self._policies.of(call.method).permit].take():
            yield
