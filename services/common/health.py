"""grpc.health.v1 for one process: the same object on the data and on the admin listener.

Names: "" and "readiness" and each full service name follow readiness; "liveness" says only that the loop turns, so
that a database that is down takes the process out of service and does not get it killed. All are NOT_SERVING
before start. https://github.com/grpc/grpc/blob/master/doc/health-checking.md
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from typing import Any

from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.common import telemetry
from services.common.errors import NotFound, Unavailable

LIVENESS = "liveness"
READINESS = "readiness"
SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
SERVICE_UNKNOWN = health_pb2.HealthCheckResponse.SERVICE_UNKNOWN

ROUNDS_TO_FAIL = 2

Probe = Callable[[], Awaitable[object]]
"""Raises while its dependency is not usable."""

_ready = telemetry.meter.create_gauge("tieout.runtime.ready", description="1 while the process serves, else 0.")


class Health(health_pb2_grpc.HealthServicer):  # type: ignore[misc]  # the package ships no types
    """The state of each name. `drain()` is final: all but liveness stay NOT_SERVING and every Watch ends."""

    def __init__(self, services: Iterable[str]) -> None:
        self._following = ("", READINESS, *services)
        self._status = dict.fromkeys((LIVENESS, *self._following), NOT_SERVING)
        self._changed = asyncio.Condition()
        self._draining = False

    async def set_live(self) -> None:
        """The server has started."""
        await self._set((LIVENESS,), SERVING)

    async def set_ready(self, ready: bool) -> None:
        """Take calls, or take none."""
        if not self._draining:
            await self._set(self._following, SERVING if ready else NOT_SERVING)

    async def drain(self) -> None:
        """Take no more calls, tell every watcher so and let it go."""
        self._draining = True
        await self._set(self._following, NOT_SERVING)

    @property
    def is_ready(self) -> bool:
        """Whether the process takes calls."""
        return bool(self._status[READINESS] == SERVING)

    async def _set(self, names: Iterable[str], status: Any) -> None:
        async with self._changed:
            self._status.update(dict.fromkeys(names, status))
            _ready.set(int(self.is_ready))
            self._changed.notify_all()

    async def Check(self, request: Any, _context: Any) -> Any:  # noqa: N802 - gRPC's name
        """The state of one name now."""
        status = self._status.get(request.service)
        if status is None:
            raise NotFound("health service")
        return health_pb2.HealthCheckResponse(status=status)

    async def List(self, _request: Any, _context: Any) -> Any:  # noqa: N802 - gRPC's name
        """The state of every name now."""
        statuses = {name: health_pb2.HealthCheckResponse(status=status) for name, status in self._status.items()}
        return health_pb2.HealthListResponse(statuses=statuses)

    async def Watch(self, request: Any, _context: Any) -> AsyncIterator[Any]:  # noqa: N802 - gRPC's name
        """The state of one name now and at each change, until the server drains (an open Watch would hold it up)."""
        late = self._draining
        if late:
            # A client whose Watch ends after a message opens the next at once; after an error it backs off (gRFC A17).
            raise Unavailable("")
        sent = None
        while True:
            async with self._changed:
                await self._changed.wait_for(
                    lambda: self._draining or self._status.get(request.service, SERVICE_UNKNOWN) != sent  # noqa: B023
                )
                status = self._status.get(request.service, SERVICE_UNKNOWN)
                last = self._draining
            if status != sent:
                yield health_pb2.HealthCheckResponse(status=status)
                sent = status
            if last:
                return


async def follow(health: Health, probes: Mapping[str, Probe], period: float, patience: float) -> None:
    """Keep readiness true to its probes, both ways, for ever.

    A probe that raises, or takes longer than `patience` seconds, has failed. Ready becomes not ready after
    `ROUNDS_TO_FAIL` rounds with a failure: callers leave a server that is not ready, and one that was busy for a moment
    (no free connection for its ping) must not lose them all. The way back takes one round. Changes are logged with the
    names of the probes that fail.
    """
    failing_before: list[str] | None = None
    failed_rounds = 0
    while True:
        results = await asyncio.gather(
            *(asyncio.wait_for(probe(), patience) for probe in probes.values()), return_exceptions=True
        )
        failing = [name for name, result in zip(probes, results, strict=True) if isinstance(result, BaseException)]
        if failing != failing_before:
            telemetry.log.info("readiness", passing=not failing, failing=failing)
        failing_before = failing
        failed_rounds = failed_rounds + 1 if failing else 0
        if not failing or failed_rounds >= ROUNDS_TO_FAIL:
            await health.set_ready(not failing)
        await asyncio.sleep(period)
