"""grpc.health.v1 from the command line."""

from __future__ import annotations

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

NO_CONNECTION, CHECK_FAILED, UNHEALTHY = 2, 3, 4


def probe_address(address: str, service: str, timeout: float) -> tuple[int, str]:
    """The exit code of grpc-health-probe, and the status in words."""
    with grpc.insecure_channel(address) as channel:
        try:
            grpc.channel_ready_future(channel).result(timeout)
        except grpc.FutureTimeoutError:
            return NO_CONNECTION, f"no connection to {address} within {timeout:g} s"
        try:
            request = health_pb2.HealthCheckRequest(service=service)
            response = health_pb2_grpc.HealthStub(channel).Check(request, timeout=timeout)
        except grpc.RpcError as error:
            return CHECK_FAILED, f"{error.code().name}: {error.details()}"
    name = health_pb2.HealthCheckResponse.ServingStatus.Name(response.status)
    return (0 if response.status == health_pb2.HealthCheckResponse.SERVING else UNHEALTHY), name
