"""One RPC as the interceptors see it, and the form that each of them has."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc
from google.protobuf.message import Message

from services.common.errors import Outcome

Context = grpc.aio.ServicerContext[Any, Any]


@dataclass(slots=True)
class Call:
    """What is known of a running RPC. `outcome` stays None while it succeeds."""

    method: str  # "/tieout.retriever.v1.RetrieverService/QueryLedger"
    context: Context
    metadata: dict[str, str]
    request_id: str = ""
    outcome: Outcome | None = None
    is_cut: bool = False  # Ended by the server's drain, not by its caller.
    request_bytes: int = 0
    request_count: int = 0
    response_bytes: int = 0
    response_count: int = 0
    stages: dict[str, float] = field(default_factory=dict)

    @property
    def service(self) -> str:
        """Full name of the service, "tieout.retriever.v1.RetrieverService"."""
        return self.method.split("/")[1]

    @property
    def name(self) -> str:
        """Bare name of the method, "QueryLedger"."""
        return self.method.rsplit("/", 1)[1]


class Step:
    """One interceptor. It acts around the whole call, whatever the cardinality, and may look at each message.

    Raising before `yield` ends the call without its handler; what the handler or a later step raises comes out of
    the `yield`.
    """

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncIterator[None]:
        """Everything inside of this step."""
        yield

    def on_request(self, call: Call, message: Message) -> None:
        """Each message that came, before the handler sees it."""

    def on_response(self, call: Call, message: Message) -> None:
        """Each message of the handler, before it goes out."""
