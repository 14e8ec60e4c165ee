"""Generate the Python stubs under `gen/` from `protos/`; `make gen` runs it.

`gen/` is an import root, so directories equal proto packages and no generated import needs rewriting. Nothing under
`google/` is ever generated: it would shadow the namespace package that the installed wheels share.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from scripts import protoc

GENERATED_ROOTS = ("tieout", "buf")


def generate(out: Path) -> None:
    """Make `tieout/` and `buf/` under `out` what the sources say.

    `out` is untouched when protoc refuses a source, and a file that would not change keeps its modification time,
    so running services and other people's tests never meet a half-written tree.
    """
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder)
        protoc.run(f"--python_out={fresh}", f"--pyi_out={fresh}", *protoc.sources(), protoc.VALIDATE)
        services = [source for source in protoc.sources() if _declares_service(source)]
        if services:
            protoc.run(f"--grpc_python_out={fresh}", f"--mypy_grpc_out=quiet:{fresh}", *services)
        (fresh / "tieout" / "py.typed").touch()
        _replace(fresh, out)


def _replace(fresh: Path, out: Path) -> None:
    wanted = {path.relative_to(fresh) for path in fresh.rglob("*") if path.is_file()}
    for name in wanted:
        target = out / name
        if not target.exists() or target.read_bytes() != (fresh / name).read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(fresh / name, target)
    for root in GENERATED_ROOTS:
        for path in sorted((out / root).rglob("*.py*")):
            if path.is_file() and path.suffix != ".pyc" and path.relative_to(out) not in wanted:
                path.unlink()


def _declares_service(source: str) -> bool:
    return any(
        line.startswith("service ") for line in (protoc.PROTOS / source).read_text(encoding="utf-8").splitlines()
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--out", type=Path, default=protoc.CHECKOUT / "gen", help="import root to write to")
    generate(parser.parse_args().out.resolve())


if __name__ == "__main__":
    main()
