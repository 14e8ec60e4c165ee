"""One RPC as the interceptors see it, and the form that each of them has."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import grpc
from google.protobuf.message import Message

from services.common.errors import Outcome

READ_ON_BYTES = 1024 * 1024
READ_ON_SECONDS = 0.25

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
    unread: AsyncIterator[bytes] | None = None  # What a caller who reads and writes at once still sends.

    @property
    def service(self) -> str:
        """Full name of the service, "tieout.retriever.v1.RetrieverService"."""
        return self.method.split("/")[1]

    @property
    def name(self) -> str:
        """Bare name of the method, "QueryLedger"."""
        return self.method.rsplit("/", 1)[1]

    async def read_on(self) -> None:
        """Read a little of what still comes, before a refusal goes out. A client of grpcio that is just writing on a
        stream both ways makes INTERNAL of its refusal, under load nearly always; one that has finished does not."""
        if self.unread is None:
            return
        left = READ_ON_BYTES
        # Whatever ends the reading, the refusal is what counts.
        with suppress(Exception):
            async with asyncio.timeout(READ_ON_SECONDS):
                async for content in self.unread:
                    left -= max(1, len(content))
                    if left <= 0:
                        return


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
