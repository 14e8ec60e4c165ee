"""A service's `__main__` as small as it gets; `test_process.py` runs it as a process."""

from __future__ import annotations

import asyncio
import signal
from dataclasses import dataclass
from pathlib import Path

from services.common.interceptors.auth import bearer
from services.common.runtime import RuntimeSettings, ServiceSpec, run, serve
from services.common.settings import group, load
from services.common.tokens import TokenVerifier
from tests.integration.runtime.echo import EchoServicer, serve_echo


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    jwt_public_key_file: Path
    runtime: RuntimeSettings = group()


async def close() -> None:
    print("closed", flush=True)  # noqa: T201


async def main() -> None:
    told_to_break = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, told_to_break.set)

    async def break_when_told() -> None:
        await told_to_break.wait()
        raise RuntimeError("broken")

    settings = load(Settings, "example")
    verifier = TokenVerifier.load(settings.jwt_public_key_file)
    await serve(
        ServiceSpec(
            name="example",
            settings=settings.runtime,
            services=[serve_echo(EchoServicer())],
            schemes={"bearer": bearer(verifier.verify)},
            background={"breaking": break_when_told},
            close=[close],
        )
    )


if __name__ == "__main__":
    run("example", main)
