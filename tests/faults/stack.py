"""A stack of real processes in which every wire can be cut: between services, to PostgreSQL, and to what is hosted."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path

from psycopg.conninfo import make_conninfo

from services.cli.stack import Stack
from services.cli.state import PROCESSES, SERVICES
from tests.fixtures.collector import Collector
from tests.fixtures.proxy import Proxy

POSTGRES = "postgres"
# Short enough that a fault and what follows it fit into a test. The budgets are those that are shipped.
QUICK = {
    "OTEL_METRIC_EXPORT_INTERVAL": "500",
    "TIEOUT_ANSWERER_BREAKER_RESET": "300ms",
    "TIEOUT_ANSWERER_LOCAL_FALLBACK_DELAY": "0s",
    "TIEOUT_EMBEDDER_BREAKER_RESET": "300ms",
    "TIEOUT_WORKER_BACKFILL_PERIOD": "1s",
    "TIEOUT_WORKER_BACKFILL_RATE": "1000",
    # A question that was asked before would not need the model again.
    "TIEOUT_EMBEDDER_CACHE_LIFE": "1ms",
    # The cross-encoder takes most of a small machine's time, and is not what is broken here.
    "TIEOUT_ANSWERER_RERANK": "false",
}


class WiredStack(Stack):
    """Processes that reach each other and PostgreSQL through proxies only. The test itself calls them directly."""

    def __init__(self, state: Path, wires: Mapping[str, Proxy], environment: dict[str, str]) -> None:
        super().__init__(state, temporary=True, environment=environment)
        self.wires = wires
        self.environment = environment
        for service in SERVICES:
            self._lead(service, self.addresses[service].data)

    def start_database(self) -> None:
        super().start_database()
        self._lead(POSTGRES, f"127.0.0.1:{self.database.port}")

    def restart_database(self) -> None:
        """PostgreSQL crashes and comes back. Blocks, as the server ends with the thread that starts it."""
        self.database.kill()
        self.database.start()
        self._lead(POSTGRES, f"127.0.0.1:{self.database.port}")

    def _lead(self, wire: str, address: str) -> None:
        host, _, port = address.rpartition(":")
        self.wires[wire].lead_to(host, int(port))

    def _variables(self, name: str) -> dict[str, str]:
        variables = super()._variables(name)
        prefix = f"TIEOUT_{name.upper()}_"
        dsn = variables[prefix + "DATABASE_DSN"]
        variables[prefix + "DATABASE_DSN"] = make_conninfo(dsn, port=self.wires[POSTGRES].port)
        for service in SERVICES:
            variables[f"{prefix}{service.upper()}_TARGET"] = self.wires[service].target
        return variables

    async def restart(self, *names: str) -> None:
        """Let processes end and start again, with the settings of now."""
        for step in (self.end, self.spawn, self.ready):
            await asyncio.gather(*(step(name) for name in names))

    def logged(self) -> dict[str, list[str]]:
        """All lines that each process has written so far."""
        return {
            name: self.log_file(name).read_text(encoding="utf-8", errors="replace").splitlines() for name in PROCESSES
        }


@contextmanager
def _state_directory() -> Iterator[Path]:
    directory = Path(tempfile.mkdtemp(prefix="tieout-faults-"))
    directory.chmod(0o711)  # PostgreSQL may run as another user.
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


@asynccontextmanager
async def wired_stack(collector: Collector, settings: Mapping[str, str]) -> AsyncIterator[WiredStack]:
    """Started, and gone afterwards. What is hosted is not configured yet."""
    async with AsyncExitStack() as opened:
        wires = {name: await opened.enter_async_context(Proxy("127.0.0.1", 0)) for name in (*SERVICES, POSTGRES)}
        state = opened.enter_context(_state_directory())
        environment = {**QUICK, **settings, "OTEL_EXPORTER_OTLP_ENDPOINT": collector.endpoint}
        stack = WiredStack(state, wires, environment)
        await stack.start()
        opened.push_async_callback(stack.stop)
        yield stack
