"""What the processes of a stack cost: CPU time, memory, and the calls that their logs tell of.

CPU time is read from the scheduler, so that it holds on a busy machine too, where a clock on the wall tells little.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from services.cli.stack import Stack
from services.cli.state import PROCESSES

MEBIBYTE = 1024


@dataclass
class Calls:
    """Calls of one method, as its service logged them."""

    count: int = 0
    response_bytes: int = 0
    stages: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))


def quantile(values: Sequence[float], share: float) -> float:
    """The smallest value that `share` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def cpu(stack: Stack) -> dict[str, float]:
    """Milliseconds of CPU that each service, and the connections of each to PostgreSQL, have had so far."""
    found = {name: _cpu(stack.pid(name)) for name in PROCESSES}
    with psycopg.connect(stack.database.admin_dsn(), autocommit=True) as connection:
        backends = connection.execute("SELECT pid, usename FROM pg_stat_activity WHERE usename LIKE 'tieout%'")
        for pid, role in backends.fetchall():
            name = role.replace("tieout_", "postgres for ")
            found[name] = found.get(name, 0.0) + _cpu(pid)
    return found


def memory(stack: Stack) -> dict[str, tuple[float, float]]:
    """RSS and PSS of each process in MiB; PSS shares out what several processes hold together."""
    found = {name: _memory(stack.pid(name)) for name in PROCESSES}
    with psycopg.connect(stack.database.admin_dsn(), autocommit=True) as connection:
        backends = connection.execute("SELECT pid FROM pg_stat_activity").fetchall()
    parts = [_memory(pid) for (pid,) in backends]
    found[f"postgres ({len(parts)})"] = (sum(rss for rss, _ in parts), sum(pss for _, pss in parts))
    return found


def calls(stack: Stack, since: dict[str, int]) -> dict[str, Calls]:
    """Calls by method, from the logs after the places of `log_ends`."""
    found: dict[str, Calls] = defaultdict(Calls)
    for name in PROCESSES:
        with stack.log_file(name).open(errors="replace") as log:
            log.seek(since.get(name, 0))
            for line in log:
                if '"event": "rpc"' not in line:
                    continue
                call = json.loads(line)
                one = found[call["method"].rsplit("/", 1)[1]]
                one.count += 1
                one.response_bytes += call["response_bytes"]
                one.stages["whole call"].append(call["ms"])
                for key, value in call.items():
                    if key.endswith("_ms") and key != "deadline_left_ms":
                        one.stages[key.removesuffix("_ms")].append(value)
    return found


def log_ends(stack: Stack) -> dict[str, int]:
    """Where each log ends now."""
    return {name: stack.log_file(name).stat().st_size for name in PROCESSES}


def tables(
    before: dict[str, float],
    after: dict[str, float],
    asked: int,
    told: dict[str, Calls],
    held: dict[str, tuple[float, float]],
) -> Iterator[str]:
    """CPU and calls for each question, and memory, as lines for people."""
    spent = {name: (after[name] - before.get(name, 0.0)) / asked for name in after}
    yield f"CPU for each question: {sum(spent.values()):.1f} ms"
    yield from (f"  {name:22} {one:6.2f} ms" for name, one in spent.items() if one >= 0.05)
    yield "calls for each question, and the bytes of each response"
    yield from (
        f"  {name:22} {one.count / asked:6.2f}   {one.response_bytes / one.count / 1000:7.1f} kB"
        for name, one in told.items()
    )
    yield "memory                       RSS       PSS"
    yield from (f"  {name:22} {rss:6.0f}    {pss:6.0f} MiB" for name, (rss, pss) in held.items())


def _cpu(pid: int) -> float:
    total = 0
    for task in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        try:
            total += int(task.read_text(encoding="utf-8").split()[0])
        except OSError:  # A thread that ended meanwhile.
            continue
    return total / 1e6


def _memory(pid: int) -> tuple[float, float]:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0.0, 0.0
    sizes = {line.split(":")[0]: int(line.split()[1]) for line in lines[1:]}
    return sizes["Rss"] / MEBIBYTE, sizes["Pss"] / MEBIBYTE
