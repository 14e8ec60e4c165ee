"""Where each service listens and is found unless a setting says otherwise."""

from __future__ import annotations

HOST = "127.0.0.1"
DATA_PORTS = {"embedder": 57101, "retriever": 57102, "graph": 57103, "memory": 57104, "answerer": 57105}
ADMIN_OFFSET = 100


def data_address(service: str) -> str:
    """The listener for calls; "127.0.0.1:0" (a free port) for a service without a fixed one."""
    return f"{HOST}:{DATA_PORTS.get(service, 0)}"


def admin_address(service: str) -> str:
    """The listener for health, reflection and channelz."""
    port = DATA_PORTS.get(service)
    return f"{HOST}:{port + ADMIN_OFFSET if port else 0}"
