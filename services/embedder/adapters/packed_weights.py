"""Model folders whose weights are kept as int8, a quarter of the size, and made whole again when they are loaded.

A matrix is kept as one int8 a number and one float32 scale a row (symmetric, largest magnitude of the row = 127), so a
number is off by at most 1/254 of its row's largest. Vectors (biases, norms) stay float32. All else in the folder
(configuration, tokenizer) is kept as it is.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from pathlib import Path

import numpy as np
import numpy.typing as npt
from safetensors.numpy import load_file, save_file

PACKED, WHOLE = "model.int8.safetensors", "model.safetensors"
SCALE = ".scale"
LARGEST = 127


def pack(source: Path, target: Path) -> None:
    """Write the model folder `source` into `target` with its weights as int8. Raises `OSError`."""
    target.mkdir(parents=True, exist_ok=True)
    kept: dict[str, npt.NDArray[np.generic]] = {}
    for name, weight in load_file(source / WHOLE).items():
        if weight.ndim != 2:
            kept[name] = weight.astype(np.float32)
            continue
        scale = np.maximum(np.abs(weight).max(axis=1), 1e-12).astype(np.float32) / LARGEST
        kept[name] = np.rint(weight / scale[:, None]).astype(np.int8)
        kept[name + SCALE] = scale
    save_file(kept, target / PACKED)
    for file in sorted(source.iterdir()):
        if file.is_file() and file.name != WHOLE:
            shutil.copyfile(file, target / file.name)


def digest(packed: Path) -> str:
    """The first twelve hex digits of the SHA-256 of the packed weights: their revision."""
    with (packed / PACKED).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:12]


def unpack(packed: Path, cache: Path) -> Path:
    """A folder under `cache` that holds the model with float32 weights; made once for each revision of the weights.

    Where `cache` cannot be written, a private temporary folder stands in for it. Raises `OSError` where neither can be.
    """
    name = f"{packed.name}-{digest(packed)}"
    try:
        cache.mkdir(parents=True, exist_ok=True, mode=0o700)
        if (cache / name / WHOLE).is_file():
            return cache / name
        making = Path(tempfile.mkdtemp(prefix=f".{name}.", dir=cache))
    except OSError:
        making = Path(tempfile.mkdtemp(prefix=name))
        cache = making
    for file in sorted(packed.iterdir()):
        if file.is_file() and file.name != PACKED:
            shutil.copyfile(file, making / file.name)
    save_file(_whole(load_file(packed / PACKED)), making / WHOLE, metadata={"format": "pt"})
    if cache == making:
        return making
    try:
        making.replace(cache / name)
    except OSError:
        # Another process was first; what it made is the same.
        shutil.rmtree(making)
    return cache / name


def _whole(kept: dict[str, npt.NDArray[np.generic]]) -> dict[str, npt.NDArray[np.float32]]:
    return {
        name: (
            weight.astype(np.float32) * kept[name + SCALE].astype(np.float32)[:, None]
            if name + SCALE in kept
            else weight.astype(np.float32)
        )
        for name, weight in kept.items()
        if not name.endswith(SCALE)
    }
