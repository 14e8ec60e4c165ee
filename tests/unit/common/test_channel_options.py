"""gRPC ignores an option whose name it does not know: a call of a minute then ends with "too many pings"."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import grpc
import pytest

from services.common import runtime
from services.common.client import Peer, channel_options

NAMES = sorted(
    {name for name, _ in runtime._SERVER_OPTIONS}
    | {name for name, _ in channel_options(Peer("retriever", "127.0.0.1:9", timeout=timedelta(seconds=1)))}
)


@pytest.fixture(scope="module")
def core() -> bytes:
    """The library as it is loaded, with the names of its options in it."""
    (library,) = (Path(grpc.__file__).parent / "_cython").glob("cygrpc*.so")
    return library.read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_one_that_grpc_knows(name: str, core: bytes) -> None:
    assert f"{name}\0".encode() in core


def test_servers_take_pings_as_often_as_clients_send_them() -> None:
    allowed = dict(runtime._SERVER_OPTIONS)["grpc.http2.min_ping_interval_without_data_ms"]
    sent = dict(channel_options(Peer("retriever", "127.0.0.1:9", timeout=timedelta(seconds=1))))
    assert allowed * 2 < int(sent["grpc.keepalive_time_ms"])
