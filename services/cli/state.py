"""Where a stack keeps its keys and database, and where a running one says how it is reached."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

STACK_FILE = "stack.json"
SERVICES = ("embedder", "retriever", "graph", "memory", "answerer")
PROCESSES = (*SERVICES, "worker")


@dataclass(frozen=True, slots=True)
class Addresses:
    """The two listeners of a process; `data` is empty for the worker."""

    data: str
    admin: str


@dataclass(frozen=True, slots=True)
class RunningStack:
    """What `stack.json` says: the supervisor's process id, and each process's listeners by name."""

    pid: int
    addresses: dict[str, Addresses]


def state_directory() -> Path:
    """`TIEOUT_STATE_DIR`, or `.tieout` in the checkout."""
    configured = os.environ.get("TIEOUT_STATE_DIR")
    return Path(configured) if configured else Path(__file__).resolve().parents[2] / ".tieout"


def write_stack(state: Path, stack: RunningStack) -> None:
    """Publish a running stack; a reader sees the old file or the new one."""
    part = state / f".{STACK_FILE}.{stack.pid}"
    part.write_text(json.dumps(asdict(stack), indent=1) + "\n")
    part.replace(state / STACK_FILE)


def read_stack(state: Path) -> RunningStack | None:
    """The stack that runs on this state directory, or None."""
    try:
        content = json.loads((state / STACK_FILE).read_text(encoding="utf-8"))
        os.kill(content["pid"], 0)
    except (OSError, ValueError, KeyError):
        return None
    return RunningStack(content["pid"], {name: Addresses(**one) for name, one in content["addresses"].items()})


def remove_stack(state: Path) -> None:
    """Take back what `write_stack` published."""
    (state / STACK_FILE).unlink(missing_ok=True)
