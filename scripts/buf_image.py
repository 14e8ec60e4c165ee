"""Build an image of `protos/` with protoc, and let buf lint it or compare it with the committed baseline.

buf would fetch the imported protos from its registry; an image made by protoc holds them already, so this runs offline.

- `lint`: the rules of buf.yaml (`make proto-lint`).
- `breaking`: against `protos/baseline.binpb`, the contract as last released (`make proto-breaking`).
- `baseline`: write that file. Only when a release closes: it is what later changes are held to.
- `protoset PATH`: a descriptor set for `grpcurl -protoset` and `ghz --protoset`, where reflection is switched off.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from scripts import protoc

BASELINE = protoc.PROTOS / "baseline.binpb"


def build(path: Path, *, source_info: bool) -> None:
    """Write all our files and what they import as one FileDescriptorSet."""
    path.parent.mkdir(parents=True, exist_ok=True)
    options = ["--include_imports", *(["--include_source_info"] if source_info else [])]
    protoc.run(f"--descriptor_set_out={path}", *options, *protoc.sources())


def buf(*arguments: str) -> int:
    """Run buf on our own packages only; its findings go to standard output."""
    command = Path(sys.executable).with_name("buf")
    return subprocess.run(
        [command, *arguments, "--path", "tieout", "--config", "buf.yaml"],
        cwd=protoc.CHECKOUT,
        check=False,
    ).returncode


def lint() -> int:
    with tempfile.TemporaryDirectory() as folder:
        image = Path(folder) / "image.binpb"
        build(image, source_info=True)
        return buf("lint", str(image))


def breaking() -> int:
    if not BASELINE.exists():
        print(f"{BASELINE.relative_to(protoc.CHECKOUT)} is not there yet: nothing to compare with, skipped")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        image = Path(folder) / "image.binpb"
        build(image, source_info=True)
        return buf("breaking", str(image), "--against", str(BASELINE))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("action", choices=["lint", "breaking", "baseline", "protoset"])
    parser.add_argument("path", nargs="?", type=Path, default=protoc.CHECKOUT / "build" / "tieout.protoset")
    arguments = parser.parse_args()
    match arguments.action:
        case "lint":
            return lint()
        case "breaking":
            return breaking()
        case "baseline":
            build(BASELINE, source_info=False)
        case "protoset":
            build(arguments.path, source_info=False)
            print(arguments.path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
