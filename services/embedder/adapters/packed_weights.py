"""Model folders whose weights are kept as int8, a quarter of the size, and made whole again when they are loaded.

A matrix is kept as one int8 a number and one float32 scale a row (symmetric, largest magnitude of the row = 127), so a
number is off by at most 1/254 of its row's largest. Vectors (biases, norms) stay float32. All else in the folder
(configuration) is kept as it is, but for the tokenizer of the model that it was trained from, which is there already.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt
from safetensors.numpy import load_file, save_file

PACKED, WHOLE = "model.int8.safetensors", "model.safetensors"
TOKENIZER = "tokenizer.json"
# Who calls a tokenizer says how it cuts and pads.
BY_CALLER = ("padding", "truncation")
SCALE = ".scale"
LARGEST = 127


def pack(source: Path, target: Path, base: Path | None = None) -> None:
    """Write the model folder `source` into `target`, every weights file in it as int8. Raises `OSError`.

    A tokenizer that is the one in the model folder `base` is left out; `unpack` takes it from there.
    """
    for file in _files(source):
        if base is not None and file.name == TOKENIZER and _tokenizer(file) == _tokenizer(base / TOKENIZER):
            continue
        place = target / file.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        if file.name == WHOLE:
            save_file(_packed(load_file(file)), place.with_name(PACKED))
        else:
            shutil.copyfile(file, place)


def digest(packed: Path) -> str:
    """The first twelve hex digits of the SHA-256 of the packed weights, one file after another: their revision."""
    whole = hashlib.sha256()
    for file in _files(packed):
        if file.name == PACKED:
            whole.update(file.read_bytes())
    return whole.hexdigest()[:12]


def unpack(packed: Path, cache: Path, base: Path | None = None) -> Path:
    """A folder under `cache` that holds the model with float32 weights; made once for each revision of the weights.

    `base`: the model folder whose tokenizer was left out. Where `cache` cannot be written, a private temporary folder
    stands in for it. Raises `OSError` where neither can be.
    """
    name = f"{packed.name}-{digest(packed)}"
    try:
        cache.mkdir(parents=True, exist_ok=True, mode=0o700)
        if (cache / name).is_dir():
            return cache / name
        making = Path(tempfile.mkdtemp(prefix=f".{name}.", dir=cache))
    except OSError:
        making = Path(tempfile.mkdtemp(prefix=name))
        _unpack(packed, making, base)
        return making
    _unpack(packed, making, base)
    try:
        making.replace(cache / name)
    except OSError:
        # Another process was first; what it made is the same.
        shutil.rmtree(making)
    return cache / name


def _unpack(packed: Path, target: Path, base: Path | None) -> None:
    if base is not None and not (packed / TOKENIZER).exists():
        (target / TOKENIZER).write_text(json.dumps(_tokenizer(base / TOKENIZER), ensure_ascii=False), encoding="utf-8")
    for file in _files(packed):
        place = target / file.relative_to(packed)
        place.parent.mkdir(parents=True, exist_ok=True)
        if file.name == PACKED:
            save_file(_whole(load_file(file)), place.with_name(WHOLE), metadata={"format": "pt"})
        else:
            shutil.copyfile(file, place)


def _tokenizer(file: Path) -> dict[str, object]:
    content: dict[str, object] = json.loads(file.read_text(encoding="utf-8"))
    return content | dict.fromkeys(BY_CALLER)


def _files(folder: Path) -> list[Path]:
    """The files of a folder and of those in it, in one order everywhere."""
    found = [file for file in sorted(folder.rglob("*")) if file.is_file() and "__pycache__" not in file.parts]
    if not found:
        raise FileNotFoundError(folder)
    return found


def _packed(weights: Mapping[str, npt.NDArray[np.generic]]) -> dict[str, npt.NDArray[np.generic]]:
    kept: dict[str, npt.NDArray[np.generic]] = {}
    for name, weight in weights.items():
        numbers = weight.astype(np.float32)
        if numbers.ndim != 2:
            kept[name] = numbers
            continue
        scale = np.maximum(np.abs(numbers).max(axis=1), 1e-12).astype(np.float32) / LARGEST
        kept[name] = np.rint(numbers / scale[:, None]).astype(np.int8)
        kept[name + SCALE] = scale
    return kept


def _whole(kept: Mapping[str, npt.NDArray[np.generic]]) -> dict[str, npt.NDArray[np.float32]]:
    return {
        name: (
            weight.astype(np.float32) * kept[name + SCALE].astype(np.float32)[:, None]
            if name + SCALE in kept
            else weight.astype(np.float32)
        )
        for name, weight in kept.items()
        if not name.endswith(SCALE)
    }
