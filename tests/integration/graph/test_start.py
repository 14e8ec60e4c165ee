"""The graph service starts only where it can keep users apart, and says when it is ready."""

from __future__ import annotations

from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.common.db.tenant import DatabaseSettings, UnsafeDatabase
from services.common.types import Secret
from services.graph.__main__ import build
from services.graph.settings import Settings
from tests.fixtures.pg import Copy
from tests.fixtures.server import SETTINGS


@pytest.mark.parametrize("role", ["superuser", "migrator"])
async def test_a_role_that_sees_past_the_fence_is_refused(role: str, pg: Copy, state_directory: Path) -> None:
    """A superuser, and the role that owns the tables."""
    dsn = Secret(pg.admin_dsn) if role == "superuser" else pg.dsn(role)
    settings = Settings(
        jwt_public_key_file=state_directory / "keys" / "jwt_public.pem",
        database=DatabaseSettings(dsn, pool_max=2),
        runtime=SETTINGS,
    )
    with pytest.raises(UnsafeDatabase):
        await build(settings)


async def test_it_is_ready_by_its_full_name(graph_target: str) -> None:
    """On the data listener, without a token."""
    async with grpc.aio.insecure_channel(graph_target) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        for name in ("", "liveness", "readiness", "tieout.graph.v1.GraphService"):
            watch = stub.Watch(health_pb2.HealthCheckRequest(service=name), timeout=10)
            async for response in watch:
                if response.status == health_pb2.HealthCheckResponse.SERVING:
                    break
            else:
                pytest.fail(f"{name} is not served")
            watch.cancel()
