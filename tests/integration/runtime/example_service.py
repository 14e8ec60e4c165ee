"""A service's `__main__` as small as it gets; `test_process.py` and `test_rolling.py` run it as a process.

With a peer's target it asks that for what it answers, as the answerer asks the retriever.
"""

from __future__ import annotations

import asyncio
import signal
from dataclasses import dataclass
from pathlib import Path

from google.protobuf.wrappers_pb2 import StringValue

from services.common.breaker import Breaker
from services.common.client import Channels, Peer
from services.common.interceptors.auth import bearer
from services.common.runtime import RuntimeSettings, ServiceSpec, run, serve
from services.common.settings import group, load
from services.common.tokens import TokenVerifier
from tests.integration.runtime.echo import SERVICE, EchoServicer, EchoStub, serve_echo


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    jwt_public_key_file: Path
    peer_target: str = ""
    runtime: RuntimeSettings = group()


class Relay(EchoServicer):
    """Answers what its peer answers."""

    def __init__(self, stub: EchoStub) -> None:
        super().__init__()
        self._stub = stub

    async def _answer(self, word: str) -> StringValue:
        answer: StringValue = await self._stub.UnaryUnary(StringValue(value=word))
        return answer


async def close() -> None:
    print("closed", flush=True)  # noqa: T201


async def main() -> None:
    told_to_break = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, told_to_break.set)

    async def break_when_told() -> None:
        await told_to_break.wait()
        raise RuntimeError("broken")

    settings = load(Settings, "example")
    channels = Channels("example")
    servicer = EchoServicer()
    if settings.peer_target:
        peer = Peer("peer", settings.peer_target, SERVICE, ("UnaryUnary",), breaker=Breaker("peer"))
        servicer = Relay(EchoStub(channels.open(peer)))
    verifier = TokenVerifier.load(settings.jwt_public_key_file)
    await serve(
        ServiceSpec(
            name="example",
            settings=settings.runtime,
            services=[serve_echo(servicer)],
            schemes={"bearer": bearer(verifier.verify)},
            background={"breaking": break_when_told},
            close=[close, channels.close],
        )
    )


if __name__ == "__main__":
    run("example", main)
