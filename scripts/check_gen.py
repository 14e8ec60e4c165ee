"""Fail when `gen/` is not what the pinned generators make of `protos/`."""

from __future__ import annotations

import difflib
import sys
import tempfile
from pathlib import Path

from scripts import gen_protos, protoc

COMMITTED = protoc.CHECKOUT / "gen"
GENERATED_SUFFIXES = {".py", ".pyi", ".typed"}


def differences(committed: Path, regenerated: Path) -> list[str]:
    """Return one unified diff for each file that differs, is missing, or is there without a source."""
    before, after = _files(committed), _files(regenerated)
    return [
        "".join(
            difflib.unified_diff(
                before.get(name, "").splitlines(keepends=True),
                after.get(name, "").splitlines(keepends=True),
                fromfile=f"gen/{name} (committed)" if name in before else "(not committed)",
                tofile=f"gen/{name} (regenerated)" if name in after else "(has no source)",
                n=1,
            ),
        )
        for name in sorted(before.keys() | after.keys())
        if before.get(name) != after.get(name)
    ]


def _files(root: Path) -> dict[str, str]:
    return {
        str(path.relative_to(root)): path.read_text(encoding="utf-8")
        for path in sorted(root.rglob("*"))
        if path.suffix in GENERATED_SUFFIXES
    }


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        regenerated = Path(folder)
        gen_protos.generate(regenerated)
        found = differences(COMMITTED, regenerated)
    for difference in found:
        sys.stderr.write(difference or "an empty file was added or removed\n")
    if found:
        sys.stderr.write(f"\n{len(found)} generated file(s) differ: run `make gen` and commit gen/\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
