"""One process of one service: its listeners, its background work, its start and its end.

    async def main() -> None:
        settings = load(Settings, "graph")
        database = await Database.open(settings.database)
        verifier = TokenVerifier.load(settings.jwt_public_key_file)
        core = Graph(PgGraphStore(database))
        await serve(ServiceSpec(
            name="graph",
            settings=settings.runtime,
            services=[Served(graph_service_pb2_grpc.add_GraphServiceServicer_to_server, GraphServicer(core))],
            schemes={"bearer": bearer(verifier.verify), "tieoutjob": jobs(database)},
            methods={"UpsertEvidence": MethodPolicy(deadline=timedelta(seconds=60), permit="bulk", jobs=True)},
            limits={"bulk": Limit(running=4, waiting=16)},
            probes={"database": database.ping},
            close=[database.close],
        ))

    if __name__ == "__main__":
        run("graph", main)

Tests start the same `ServiceSpec` with `start` on 127.0.0.1:0: the test server is the production one.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Literal

import grpc
import uvloop
from grpc_channelz.v1 import channelz
from grpc_health.v1 import health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from services.common import addresses, health, telemetry
from services.common.admission import Limit
from services.common.errors import TieoutError
from services.common.health import Health, Probe
from services.common.interceptors.auth import Authenticate
from services.common.interceptors.chain import Chain
from services.common.interceptors.limits import MAX_MESSAGE_BYTES
from services.common.interceptors.policy import MethodPolicy, Policies
from services.common.settings import SettingsError, group
from services.common.tls import Certificates, TlsSettings

__all__ = [
    "Limit",
    "MethodPolicy",
    "Process",
    "RuntimeSettings",
    "Served",
    "ServiceSpec",
    "run",
    "serve",
    "start",
    "stop_requested",
]

Close = Callable[[], Awaitable[object]]
Background = Callable[[], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class RuntimeSettings:
    """What an operator may set of any service; read as a `group()` of its settings."""

    data_address: str = ""
    """Listener for calls. Empty: the service's usual port on 127.0.0.1; port 0: any free one."""
    admin_address: str = ""
    """Listener for health, reflection and channelz. Empty: the usual one."""
    reflection_on_data: bool = False
    """Reflection on the data listener too, for grpcurl and ghz on a developer's machine."""
    channelz: bool = False
    """Channelz on the admin listener."""
    drain_delay: timedelta = timedelta(seconds=2)
    """How long no call may have come, after NOT_SERVING, until new ones are refused: everybody who balances load has
    heard of it then. Where calls keep coming, twice as long."""
    grace: timedelta = timedelta(seconds=20)
    """How long running calls may go on after that. The pod's termination grace is longer than twice the delay, this
    and 5 s."""
    probe_period: timedelta = timedelta(seconds=2)
    """Between two rounds of readiness probes."""
    probe_patience: timedelta = timedelta(seconds=1)
    """A probe that takes longer has failed."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """What is logged; health checks are at DEBUG."""
    tls: TlsSettings = group("TLS", TlsSettings)
    """Mutual TLS of the data listener and of the channels to peers. The admin listener is always plain: the kubelet
    probes it, and a network policy keeps everybody else away."""


@dataclass(frozen=True, slots=True)
class Served:
    """One gRPC service: the generated `add_…Servicer_to_server` and the servicer."""

    add: Callable[[Any, grpc.aio.Server], None]
    servicer: Any


@dataclass(frozen=True, slots=True)
class ServiceSpec:
    """Everything that differs between services."""

    name: str
    """"retriever"."""
    settings: RuntimeSettings
    """The operator's."""
    services: Sequence[Served]
    """What the data listener answers."""
    schemes: Mapping[str, Authenticate]
    """Authorization scheme → its verification: "bearer", "tieoutjob"."""
    methods: Mapping[str, MethodPolicy] = field(default_factory=dict)
    """Rules by bare method name; others get `MethodPolicy()`."""
    limits: Mapping[str, Limit] = field(default_factory=dict)
    """Admission by permit class; "default" may be among them."""
    probes: Mapping[str, Probe] = field(default_factory=dict)
    """Readiness: each raises while its dependency is not usable."""
    background: Mapping[str, Background] = field(default_factory=dict)
    """Work that runs beside the calls until the drain (warm-up, housekeeping). One that fails ends the process."""
    close: Sequence[Close] = ()
    """Called one after another when no handler runs any more: channels first, then the pool."""


class Process:
    """A started service. `drain()` ends it in order; `failed` is set when background work broke."""

    def __init__(self, spec: ServiceSpec) -> None:
        self._spec = spec
        self._chain = Chain(Policies(spec.methods), spec.schemes, spec.limits)
        self._data = grpc.aio.server(interceptors=[self._chain], options=_SERVER_OPTIONS)
        self._admin = grpc.aio.server(interceptors=[self._chain], options=_SERVER_OPTIONS)
        names = _Names(self._data)
        for served in spec.services:
            served.add(served.servicer, names)  # type: ignore[arg-type]  # records the name, then registers
        self.service_names = tuple(names.found)
        self.health = Health(self.service_names)
        self._tasks: list[asyncio.Task[None]] = []
        self.failed: asyncio.Future[BaseException] = asyncio.get_running_loop().create_future()
        self.data_port = 0
        self.admin_port = 0

    async def start(self) -> None:
        """Bind both listeners and answer. Raises `OSError` when a port is taken. Ready once the probes pass."""
        settings, name = self._spec.settings, self._spec.name
        for server in (self._data, self._admin):
            health_pb2_grpc.add_HealthServicer_to_server(self.health, server)
        shown = (*self.service_names, "grpc.health.v1.Health", reflection.SERVICE_NAME)
        reflection.enable_server_reflection(shown, self._admin)
        if settings.reflection_on_data:
            reflection.enable_server_reflection(shown, self._data)
        if settings.channelz:
            channelz.add_channelz_servicer(self._admin)
        credentials = Certificates(settings.tls).server_credentials() if settings.tls.enabled else None
        self.data_port = _bind(self._data, settings.data_address or addresses.data_address(name), credentials)
        self.admin_port = _bind(self._admin, settings.admin_address or addresses.admin_address(name))
        await self._admin.start()
        await self._data.start()
        await self.health.set_live()
        period, patience = settings.probe_period.total_seconds(), settings.probe_patience.total_seconds()
        self._spawn("readiness", health.follow(self.health, self._spec.probes, period, patience))
        self._spawn("loop lag", telemetry.watch_loop())
        for title, work in self._spec.background.items():
            self._spawn(title, work())
        telemetry.log.info("started", name=name, data_port=self.data_port, admin_port=self.admin_port)

    async def drain(self) -> None:
        """End without losing a call: out of service, end watchers, wait until nobody calls, finish, close, flush."""
        settings = self._spec.settings
        telemetry.log.info("draining", running=self._chain.running_count)
        await self.health.drain()
        delay = settings.drain_delay.total_seconds()
        await self._chain.quiet(delay, 2 * delay)
        grace = settings.grace.total_seconds()
        stopping = asyncio.create_task(self._data.stop(grace + _CUT_SECONDS))
        await asyncio.wait((stopping,), timeout=grace)
        self._chain.cut()
        await stopping
        await self._chain.drained()
        await self.end()
        telemetry.log.info("stopped")

    async def end(self) -> None:
        """Stop background work, close what the service holds, and both listeners, without waiting for calls."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for close in self._spec.close:
            await close()
        await self._data.stop(None)
        await self._admin.stop(None)

    @property
    def running_count(self) -> int:
        """Handlers that run now."""
        return self._chain.running_count

    def _spawn(self, title: str, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name=title)
        task.add_done_callback(self._ended)
        self._tasks.append(task)

    def _ended(self, task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None and not self.failed.done():
            telemetry.log.error("background work failed", task=task.get_name(), exception=type(error).__name__)
            self.failed.set_result(error)


# What a call that is cut at the end of the grace has to tell its caller so; gRPC cuts it without a word after that.
_CUT_SECONDS = 2.0

# Numbers are explained in docs/decisions/0020-interceptors-and-runtime.md; sizes are the same in client.py.
_SERVER_OPTIONS: list[tuple[str, int]] = [
    ("grpc.so_reuseport", 0),  # A second process on the same port must fail, not take half of the calls.
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
    ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
    # By default the third early ping between two answers ends a connection, and a client that measures the bandwidth of
    # a large answer which it reads slowly sends as many. A flood still ends.
    ("grpc.http2.max_ping_strikes", 100),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.max_connection_age_ms", 300_000),
    ("grpc.max_connection_age_grace_ms", 120_000),
]


class _Names:
    """Stands in for the server while servicers are added, to learn their full names."""

    def __init__(self, server: grpc.aio.Server) -> None:
        self._server = server
        self.found: list[str] = []

    def add_generic_rpc_handlers(self, handlers: Sequence[Any]) -> None:
        self.found.extend(handler.service_name() for handler in handlers)
        self._server.add_generic_rpc_handlers(handlers)

    def add_registered_method_handlers(self, _service: str, _handlers: Mapping[str, Any]) -> None:
        """Registered handlers would go past the interceptors' view of generic ones; the generic ones suffice."""


def _bind(server: grpc.aio.Server, address: str, credentials: grpc.ServerCredentials | None = None) -> int:
    try:
        port = server.add_secure_port(address, credentials) if credentials else server.add_insecure_port(address)
    except RuntimeError as error:
        raise OSError(f"cannot listen on {address}: is the port taken?") from error
    if not port:
        raise OSError(f"cannot listen on {address}: is the port taken?")
    return int(port)


async def start(spec: ServiceSpec) -> Process:
    """Start a service and return it; the caller drains it. `serve` for a process of its own."""
    process = Process(spec)
    try:
        await process.start()
    except BaseException:
        await process.end()
        raise
    return process


async def serve(spec: ServiceSpec) -> None:
    """Start, answer until SIGTERM or SIGINT (or until background work breaks), drain. A second signal ends at once."""
    exporters = telemetry.configure(spec.name, log_level=spec.settings.log_level)
    stop = stop_requested()
    process = await start(spec)
    stopped = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((stopped, process.failed), return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopped.cancel()
        await process.drain()
        await exporters.flush()
    if process.failed.done():
        raise RuntimeError("background work failed") from process.failed.result()


def stop_requested() -> asyncio.Event:
    """An event that the first SIGTERM or SIGINT sets. A second signal ends the process at once."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, _stop_or_exit, stop)
    return stop


def _stop_or_exit(stop: asyncio.Event) -> None:
    if stop.is_set():
        raise SystemExit(1)
    stop.set()


def run(name: str, main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """The last line of a service's `__main__`. Settings that are wrong end with exit code 2 and name the variables;
    a start that something else prevents (the database is away, the port is taken) with 1 and a sentence."""
    telemetry.configure(name)
    try:
        # A fifth less processor for each question than on asyncio's own loop (docs/decisions/0118-uvloop.md).
        uvloop.run(main())
    except SettingsError as error:
        sys.stderr.write(f"tieout-{name}: settings:\n{error}\n")
        raise SystemExit(2) from None
    except (TieoutError, OSError) as error:
        sys.stderr.write(f"tieout-{name}: {error}\n")
        raise SystemExit(1) from None
