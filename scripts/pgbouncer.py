"""A PgBouncer that is new enough, for tests: `python -m scripts.pgbouncer --version`.

One of at least `OLDEST` that is on the path is taken as it is. Elsewhere it comes from packages of Debian 13 (1.24.1
with the security fixes of 1.25.2; ISC licence), with the libraries that it was built on, unpacked into build/tools and
run by their own loader: nothing on the machine changes, and an older Debian will do. Without apt-get there is none.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from scripts.kubectl import TOOLS

OLDEST = (1, 21)
"""Before it, PgBouncer in transaction mode knows nothing of prepared statements."""
SUITE = "trixie"
KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
PACKAGES = (
    "pgbouncer", "libc6", "libaudit1", "libcap-ng0", "libcap2", "libcares2", "libevent-2.1-7t64", "libpam0g",
    "libssl3t64", "libsystemd0", "libzstd1", "zlib1g",
)  # fmt: skip


class Missing(Exception):
    """There is none to be had here; the message says why."""


@functools.cache
def pgbouncer() -> tuple[str, ...]:
    """The command that runs it, fetching it first where it is missing. Raises `Missing`."""
    installed = shutil.which("pgbouncer")
    if installed is not None and version((installed,)) >= OLDEST:
        return (installed,)
    folder = TOOLS / "pgbouncer"
    if not folder.exists():
        _fetch(folder)
    (loader,) = folder.glob("usr/lib/*/ld-linux-*.so.*")
    return str(loader), "--library-path", str(loader.parent), str(folder / "usr/sbin/pgbouncer")


def version(command: tuple[str, ...]) -> tuple[int, ...]:
    """Its version: (1, 24, 1)."""
    told = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"PgBouncer (\d+(?:\.\d+)+)", told)
    return tuple(int(part) for part in found[1].split(".")) if found else ()


def _fetch(folder: Path) -> None:
    if shutil.which("apt-get") is None or not KEYRING.exists():
        raise Missing(f"no PgBouncer of at least {'.'.join(map(str, OLDEST))} on the path, and no apt-get of Debian's")
    TOOLS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=TOOLS) as work:
        # Lists and packages of its own: what this machine installs from stays as it is.
        sources, lists, debs, unpacked = (Path(work) / name for name in ("sources.list", "lists", "debs", "unpacked"))
        sources.write_text(f"deb [signed-by={KEYRING}] http://deb.debian.org/debian {SUITE} main\n", encoding="utf-8")
        for made in (lists / "partial", debs, unpacked):
            made.mkdir(parents=True)
        apt = [
            "apt-get", "--quiet", "--quiet", f"-oDir::Etc::SourceList={sources}", "-oDir::Etc::SourceParts=-",
            f"-oDir::State::Lists={lists}", "-oDir::Cache::PkgCache=", "-oDir::Cache::SrcPkgCache=",
            "-oAPT::Sandbox::User=",
        ]  # fmt: skip
        for wanted in (["update"], ["download", *PACKAGES]):
            done = subprocess.run([*apt, *wanted], cwd=debs, capture_output=True, text=True, check=False)
            if done.returncode:
                raise Missing(f"the packages of Debian {SUITE} are out of reach: {done.stderr.strip()[-300:]}")
        for deb in debs.glob("*.deb"):
            subprocess.run(["dpkg-deb", "--extract", deb, unpacked], check=True)
        unpacked.replace(folder)


if __name__ == "__main__":
    command = pgbouncer()
    os.execv(command[0], [*command, *sys.argv[1:]])  # noqa: S606 - this is what it is for
