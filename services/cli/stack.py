"""A stack on one machine: the embedded PostgreSQL, the five services and the worker as processes of one supervisor.

`run_up` is `tieout up`; `Stack` is what the demonstration, the benchmark and the end-to-end tests start.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.cli.serving import SUPERVISOR_VARIABLE
from services.cli.state import PROCESSES, SERVICES, Addresses, RunningStack, read_stack, remove_stack, write_stack
from services.common import addresses
from services.common.db import migrate
from services.common.db.embedded import EmbeddedServer
from services.common.health import READINESS, SERVING
from services.common.runtime import stop_requested
from services.common.types import Secret

READY_SECONDS = 90.0
STOP_SECONDS = 15.0
# Between the end of a process and its next start; doubled while it keeps ending.
RESTART_SECONDS = (1.0, 30.0)
LOG_TAIL_LINES = 15
# What the second process of a service is called.
SPARE = "-2"
# Nothing balances load on one machine, so nobody has to learn that a process is going down.
LOCAL_SETTINGS = {"DRAIN_DELAY": "0s", "GRACE": "5s", "PROBE_PERIOD": "500ms", "REFLECTION_ON_DATA": "true"}

Report = Callable[[str], None]


class StackError(Exception):
    """A part of the stack did not start; the message says which and shows the end of its log."""


class Stack:
    """Processes of one state directory. Start and stop it in the main thread.

    `fixed_ports` takes the usual ports, so that addresses are known beforehand; otherwise any free ones.
    `temporary` keeps nothing: the state directory goes with the stack, and its database skips durability.
    `spares` gives each service a second address, which its callers know: a process "retriever-2" may be spawned there,
    as a new pod stands beside the one that it replaces.
    """

    def __init__(
        self,
        state: Path,
        *,
        fixed_ports: bool = False,
        temporary: bool = False,
        spares: bool = False,
        report: Report = lambda _line: None,
        environment: dict[str, str] | None = None,
    ) -> None:
        self.state = state.absolute()
        self._report = report
        self._temporary = temporary
        self._environment = environment or {}
        self._database = EmbeddedServer(self.state / "postgres", temporary=temporary)
        self._dsns: dict[str, Secret] = {}
        self._processes: dict[str, asyncio.subprocess.Process] = {}
        self._wanted: set[str] = set()
        self.addresses = _fixed_addresses() if fixed_ports else _free_addresses(PROCESSES)
        if spares:
            self.addresses |= _free_addresses([name + SPARE for name in SERVICES])

    @property
    def database(self) -> EmbeddedServer:
        """The embedded server, for what an administrator may look at."""
        return self._database

    def target(self, service: str) -> str:
        """The gRPC target of a service: its address, or both, between which gRPC takes turns."""
        listed = [self.addresses[name].data for name in (service, service + SPARE) if name in self.addresses]
        return listed[0] if len(listed) == 1 else f"ipv4:{','.join(listed)}"

    def log_file(self, process: str) -> Path:
        """Where a process writes its log."""
        return self.state / "logs" / f"{process}.log"

    def pid(self, process: str) -> int:
        """The process id of a running process."""
        return self._processes[process].pid

    async def start(self) -> None:
        """Return when every process is ready. Raises `StackError`; then nothing is left running."""
        try:
            self.start_database()
            await asyncio.gather(*(self.spawn(name) for name in PROCESSES))
            await asyncio.gather(*(self.ready(name) for name in PROCESSES))
        except BaseException:
            await self.stop()
            raise
        write_stack(self.state, RunningStack(os.getpid(), self.addresses))

    def start_database(self) -> None:
        """PostgreSQL, its schema, the keys and each role's password. Blocks for a second or two."""
        self.state.mkdir(parents=True, exist_ok=True)
        (self.state / "logs").mkdir(exist_ok=True)
        started = time.monotonic()
        self._database.start()
        self._dsns = migrate.provision(self._database, self.state)
        self._report(f"PostgreSQL ready on port {self._database.port} ({time.monotonic() - started:.1f} s)")

    async def spawn(self, name: str) -> None:
        """Start one process, without waiting for it to be ready."""
        self._wanted.add(name)
        with self.log_file(name).open("ab") as log:
            self._processes[name] = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "services.cli",
                "serve",
                name.removesuffix(SPARE),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self._variables(name),
                # Ctrl-C goes to the supervisor alone, which then stops the others in order.
                start_new_session=True,
            )

    async def ready(self, name: str, seconds: float = READY_SECONDS) -> None:
        """Return when the process says that it serves; raises `StackError` when it ends or takes too long."""
        started = time.monotonic()
        process = self._processes[name]
        ended = asyncio.create_task(process.wait())
        serving = asyncio.create_task(_wait_until_serving(self.addresses[name].admin))
        await asyncio.wait((ended, serving), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        try:
            if serving.done() and not serving.exception():
                self._report(f"{name} ready ({time.monotonic() - started:.1f} s)")
                return
            what = f"ended with code {process.returncode}" if ended.done() else f"not ready after {seconds:.0f} s"
            raise StackError(f"{name}: {what}; the end of {self.log_file(name)}:\n{self._log_tail(name)}")
        finally:
            ended.cancel()
            serving.cancel()

    async def end(self, name: str) -> None:
        """Let a process drain and end, as Kubernetes would. It stays down until it is spawned again."""
        await self._end(name)

    async def kill(self, name: str) -> None:
        """End a process at once, as a crash would. It stays down until it is spawned again."""
        await self._end(name, hard=True)

    async def stop(self) -> None:
        """Stop everything in order: the worker, then who asks, then who is asked, then PostgreSQL."""
        for name in ("worker", "answerer"):
            await self._end(name)
        await asyncio.gather(*(self._end(name) for name in tuple(self._processes)))
        self._database.stop()
        remove_stack(self.state)
        if self._temporary:
            shutil.rmtree(self.state, ignore_errors=True)

    async def keep_running(self) -> None:
        """Start again what ends by itself, for ever, with growing pauses."""
        async with asyncio.TaskGroup() as group:
            for name in PROCESSES:
                group.create_task(self._keep_running(name))

    async def _keep_running(self, name: str) -> None:
        shortest, longest = RESTART_SECONDS
        pause = shortest
        while True:
            process = self._processes[name]
            started = time.monotonic()
            code = await process.wait()
            pause = shortest if time.monotonic() - started > longest else min(pause * 2, longest)
            if name not in self._wanted:
                return
            self._report(f"{name} ended with code {code}; started again in {pause:.0f} s (log: {self.log_file(name)})")
            await asyncio.sleep(pause)
            await self.spawn(name)
            with contextlib.suppress(StackError):
                await self.ready(name)

    async def _end(self, name: str, *, hard: bool = False) -> None:
        self._wanted.discard(name)
        process = self._processes.pop(name, None)
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            if hard:
                process.kill()
            else:
                process.terminate()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()

    def _variables(self, name: str) -> dict[str, str]:
        """The process's settings. Each gets its own role's DSN and no other's."""
        service = name.removesuffix(SPARE)
        prefix = f"TIEOUT_{service.upper()}_"
        variables = {prefix + key: value for key, value in LOCAL_SETTINGS.items()}
        variables[prefix + "DATABASE_DSN"] = self._dsns[f"tieout_{service}"].reveal()
        variables[prefix + "DATA_ADDRESS"] = self.addresses[name].data
        variables[prefix + "ADMIN_ADDRESS"] = self.addresses[name].admin
        variables[prefix + "JWT_PUBLIC_KEY_FILE"] = str(self.state / "keys" / "jwt_public.pem")
        for peer in SERVICES:
            variables[f"{prefix}{peer.upper()}_TARGET"] = self.target(peer)
        return {
            # Imports must not compile again in each of the processes.
            **{key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"},
            "GRPC_ENABLE_FORK_SUPPORT": "0",
            "PYTHONUTF8": "1",
            SUPERVISOR_VARIABLE: str(os.getpid()),
            **variables,
            **self._environment,
        }

    def _log_tail(self, name: str) -> str:
        lines = self.log_file(name).read_text(errors="replace").splitlines()
        return "\n".join(f"  {line}" for line in lines[-LOG_TAIL_LINES:])


@asynccontextmanager
async def temporary_stack(
    report: Report = lambda _line: None,
    *,
    keep: bool = False,
    spares: bool = False,
    environment: dict[str, str] | None = None,
) -> AsyncIterator[Stack]:
    """A stack on an empty database that is gone afterwards. `keep` leaves its state directory behind."""
    directory = Path(tempfile.mkdtemp(prefix="tieout-"))
    directory.chmod(0o711)
    stack = Stack(directory, temporary=not keep, spares=spares, report=report, environment=environment)
    await stack.start()
    try:
        yield stack
    finally:
        await stack.stop()


def run_up(state: Path, *, fixed_ports: bool = True) -> None:
    """`tieout up`: keep a stack running until SIGTERM or Ctrl-C."""
    if read_stack(state) is not None:
        raise SystemExit(f"a stack is running on {state} already")
    asyncio.run(_up(state, fixed_ports))


async def _up(state: Path, fixed_ports: bool) -> None:
    stop = stop_requested()
    stack = Stack(state, fixed_ports=fixed_ports, report=lambda line: print(line, flush=True))
    starting = asyncio.create_task(stack.start())
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait((starting, stopping), return_when=asyncio.FIRST_COMPLETED)
    if not starting.done():
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        return
    try:
        await starting
    except (StackError, OSError, migrate.MigrationError) as error:
        raise SystemExit(str(error)) from None
    where = f"answerer on {stack.addresses['answerer'].data}; logs in {stack.state / 'logs'}"
    print(f"{where}; Ctrl-C stops everything", flush=True)
    keeping = asyncio.create_task(stack.keep_running())
    await stopping
    print("stopping")
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)
    await stack.stop()


def run_migrate(state: Path, dsn: str | None) -> tuple[str, ...]:
    """`tieout migrate`: the names of the migrations that were applied.

    On a database of its own the keys are made where they are missing. On one that is given by DSN, keys that lie in the
    state directory are used as they are (it may be read-only), and a service whose `TIEOUT_<SERVICE>_DATABASE_DSN` is
    in the environment has its role's password set to that DSN's.
    """
    from services.common.tokens import create_keys, load_tdb_keys

    if dsn is not None:
        applied = migrate.migrate(dsn)
        for key in load_tdb_keys(state) or (create_keys(state),):
            migrate.add_key(dsn, key)
        variables = {f"tieout_{name}": f"TIEOUT_{name.upper()}_DATABASE_DSN" for name in PROCESSES}
        given = {role: os.environ[variable] for role, variable in variables.items() if os.environ.get(variable)}
        migrate.set_passwords(dsn, given)
        return applied
    create_keys(state)
    server = EmbeddedServer(state / "postgres")
    server.start()
    try:
        applied = migrate.migrate(server.admin_dsn())
        migrate.provision(server, state)
        return applied
    finally:
        server.stop()


async def _wait_until_serving(address: str) -> None:
    """Follow the process's own word on readiness, from before it listens."""
    options = [("grpc.initial_reconnect_backoff_ms", 50), ("grpc.max_reconnect_backoff_ms", 200)]
    while True:
        async with grpc.aio.insecure_channel(address, options=options) as channel:
            health = health_pb2_grpc.HealthStub(channel)
            watch = health.Watch(health_pb2.HealthCheckRequest(service=READINESS), wait_for_ready=True)
            with contextlib.suppress(grpc.aio.AioRpcError):
                async for response in watch:
                    if response.status == SERVING:
                        return


def _fixed_addresses() -> dict[str, Addresses]:
    found = {name: Addresses(addresses.data_address(name), addresses.admin_address(name)) for name in SERVICES}
    last = max(addresses.DATA_PORTS.values()) + 1
    return {
        **found,
        "worker": Addresses(f"{addresses.HOST}:{last}", f"{addresses.HOST}:{last + addresses.ADMIN_OFFSET}"),
    }


def _free_addresses(names: Sequence[str]) -> dict[str, Addresses]:
    """Ports that nobody listens on now. All are held at once while they are chosen, so that none comes twice."""
    with contextlib.ExitStack() as held:
        ports = []
        for _ in range(2 * len(names)):
            probe = held.enter_context(socket.socket())
            probe.bind((addresses.HOST, 0))
            ports.append(f"{addresses.HOST}:{probe.getsockname()[1]}")
    return {name: Addresses(ports[2 * place], ports[2 * place + 1]) for place, name in enumerate(names)}
