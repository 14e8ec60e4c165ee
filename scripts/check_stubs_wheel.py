"""Build the wheel `tieout` and import every stub from it with nothing of the checkout on the path.

What a client installs must work alone: no `services`, no file outside `tieout/` and `buf/`, typed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
PACKAGED = ("pyproject.toml", "README.md", "LICENSE", "gen")
IMPORT_ALL = """
import importlib, sys
wheel, site_packages, *modules = sys.argv[1:]
sys.path[:] = [wheel, *sys.path, site_packages]
for module in modules:
    assert importlib.import_module(module).__file__.startswith(wheel), module
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        wheel = build(Path(folder))
        unpacked = Path(folder) / "unpacked"
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
            archive.extractall(unpacked)
        check_contents(names)
        modules = [name[:-3].replace("/", ".") for name in names if name.endswith(("_pb2.py", "_grpc.py"))]
        # -I and -S: no working directory, no environment, no .pth file that would lead back to the checkout.
        command = [sys.executable, "-I", "-S", "-c", IMPORT_ALL, str(unpacked), sysconfig.get_path("purelib"), *modules]
        subprocess.run(command, check=True, cwd=folder)
    print(f"{wheel.name}: {len(modules)} modules import on their own")


def build(folder: Path) -> Path:
    """Build from a copy, so that the checkout stays free of build folders."""
    source = folder / "source"
    source.mkdir()
    for name in PACKAGED:
        original = CHECKOUT / name
        if original.is_dir():
            shutil.copytree(original, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(original, source / name)
    pip_wheel = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip_wheel, "-w", str(folder), str(source)], check=True)
    (wheel,) = folder.glob("tieout-*.whl")
    return wheel


def check_contents(names: list[str]) -> None:
    """Raise SystemExit when the wheel lacks a stub or holds what is not one."""
    foreign = [name for name in names if not name.startswith(("tieout/", "buf/")) and ".dist-info/" not in name]
    if foreign:
        raise SystemExit(f"the wheel holds more than stubs: {foreign}")
    untyped = [name for name in names if name.endswith("_pb2.py") and name + "i" not in names]
    if untyped or "tieout/py.typed" not in names:
        raise SystemExit(f"the wheel lacks types: {untyped or 'tieout/py.typed'}")
    if not any(name.endswith("_pb2_grpc.py") for name in names):
        raise SystemExit("the wheel holds no service")


if __name__ == "__main__":
    main()
