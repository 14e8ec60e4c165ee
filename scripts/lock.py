"""Resolve the dependency groups of pyproject.toml into requirements.lock; `make lock` runs it.

pip itself resolves, so the indexes that a machine is set up with are the ones used, and installing needs no tool that a
fresh virtual environment doesn't have. Local version labels (`+cpu`) are dropped: which build of a version fits is the
business of the machine that installs.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parent.parent
LOCK = CHECKOUT / "requirements.lock"
HEADER = "# Made by `make lock` from the dependency groups of pyproject.toml. Install with `make install`.\n"


NOT_LOCKED = frozenset({"train"})


def wanted() -> list[str]:
    """Return the requirement lines of the dependency groups that are locked."""
    groups = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    return [requirement for name, group in groups.items() if name not in NOT_LOCKED for requirement in group]


def resolve(requirements: list[str], keep: list[str]) -> dict[str, str]:
    """Return name to version for the whole closure; versions in `keep` are held where the requirements allow it."""
    with tempfile.TemporaryDirectory() as folder:
        report, held = Path(folder) / "report.json", Path(folder) / "held.txt"
        held.write_text("\n".join(keep))
        dry_run = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
        subprocess.run([*dry_run, "--report", report, "--constraint", held, *requirements], check=True)
        installs: list[dict[str, Any]] = json.loads(report.read_text(encoding="utf-8"))["install"]
    return {
        install["metadata"]["name"].lower().replace("_", "-").replace(".", "-"): install["metadata"]["version"]
        for install in installs
    }


def main() -> None:
    upgrade = "--upgrade" in sys.argv[1:]
    requirements = wanted()
    pinned_in_pyproject = {line.partition("==")[0].partition("[")[0] for line in requirements if "==" in line}
    before = [] if upgrade or not LOCK.exists() else LOCK.read_text(encoding="utf-8").splitlines()
    keep = [line for line in before if line[:1] != "#" and line.partition("==")[0] not in pinned_in_pyproject]
    versions = resolve(requirements, keep)
    lines = (f"{name}=={version.partition('+')[0]}\n" for name, version in sorted(versions.items()))
    LOCK.write_text(HEADER + "".join(lines))


if __name__ == "__main__":
    main()
