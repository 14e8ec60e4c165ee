"""Answers benches through the real services and fails where a figure misses its floor: `python -m tests.eval.gate [NAME ...]`.

gates.toml says which benches and what they have to reach.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.eval import score

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
GATES = HERE / "gates.toml"


class Unreachable(Exception):
    """The bench came to no predictions."""


@dataclass(frozen=True)
class Gate:
    """One bench with its floors. `folder` or `module` says where its questions come from."""

    name: str
    folder: str = ""
    module: str = ""
    arguments: tuple[str, ...] = ()
    every: int = 1
    at_least: dict[str, float] = field(default_factory=dict)
    at_most: dict[str, float] = field(default_factory=dict)

    def misses(self, summary: dict[str, Any]) -> list[str]:
        """The figures that miss: one line each. A figure that the summary lacks or that is none misses too."""
        out = []
        for word, floors, met in (
            ("at least", self.at_least, lambda got, floor: got >= floor),
            ("at most", self.at_most, lambda got, floor: got <= floor),
        ):
            for key, floor in floors.items():
                got = summary.get(key)
                if got is None or not met(got, floor):
                    out.append(f"{key} is {got}, and has to be {word} {floor}")
        return out


def read_gates(path: Path = GATES) -> list[Gate]:
    """The gates of a file, in its order. A gate without a floor, or with a word that none knows, is an error."""
    gates = []
    for name, content in tomllib.loads(path.read_text("utf-8")).items():
        gate = Gate(name, **{**content, "arguments": tuple(content.get("arguments", ()))})
        if bool(gate.folder) == bool(gate.module):
            raise ValueError(f"{name}: either a folder or a module")
        if not gate.at_least and not gate.at_most:
            raise ValueError(f"{name}: no floor")
        gates.append(gate)
    return gates


def bench_folder(gate: Gate, work: Path) -> Path:
    """The gate's bench, under `work` where it is generated or thinned out."""
    source = ROOT / gate.folder
    if gate.module:
        source = work / "bench"
        _run([sys.executable, "-m", gate.module, str(source), *gate.arguments], work / "generate.log")
    if gate.every == 1:
        return source
    thinned = work / "thinned"
    thinned.mkdir(parents=True, exist_ok=True)
    lines = (source / "questions.jsonl").read_text("utf-8").splitlines(keepends=True)
    (thinned / "questions.jsonl").write_text("".join(lines[:: gate.every]), "utf-8")
    users = thinned / "users"
    users.unlink(missing_ok=True)
    users.symlink_to((source / "users").resolve())
    return thinned


def _run(command: list[str], log: Path) -> None:
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as out:
        code = subprocess.run(command, cwd=ROOT, stdout=out, stderr=out, check=False).returncode
    if code:
        tail = "\n".join(log.read_text("utf-8", "replace").splitlines()[-15:])
        raise Unreachable(f"{' '.join(command[1:4])} ended with code {code}; the end of {log}:\n{tail}")


def pass_gate(gate: Gate, work: Path) -> list[str]:
    """What misses, nothing where the gate is passed."""
    folder = bench_folder(gate, work)
    predictions = work / "predictions.jsonl"
    _run([sys.executable, "-m", "services.cli", "bench", str(folder), "--out", str(predictions)], work / "bench.log")
    summary, items = score.score(str(folder), str(predictions))
    (work / "scores.json").write_text(json.dumps({"summary": summary, "items": items}, indent=1), "utf-8")
    floors = ", ".join(f"{key} {summary.get(key)}" for key in (*gate.at_least, *gate.at_most))
    print(f"{gate.name}: {summary['n']} questions; {floors}", flush=True)
    return gate.misses(summary)


def main() -> None:
    cli = argparse.ArgumentParser(description=__doc__)
    cli.add_argument("names", nargs="*", help="gates of gates.toml; none: all")
    cli.add_argument("--work", type=Path, default=ROOT / "build" / "gate", help="where predictions and scores go")
    asked = cli.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    gates = read_gates()
    if unknown := set(asked.names) - {gate.name for gate in gates}:
        raise SystemExit(f"no gate {', '.join(sorted(unknown))} in {GATES.name}")
    failed = False
    for gate in gates:
        if asked.names and gate.name not in asked.names:
            continue
        started = time.monotonic()
        try:
            missed = pass_gate(gate, asked.work.absolute() / gate.name)
        except Unreachable as fault:
            missed = [str(fault)]
        print(f"{gate.name}: {'FAILED' if missed else 'passed'} in {time.monotonic() - started:.0f} s", flush=True)
        for line in missed:
            print(f"  {line}", flush=True)
        failed = failed or bool(missed)
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
