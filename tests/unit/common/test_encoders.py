"""Two engines, one model: the fast path gives the reference's vectors, whatever the text."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from services.common import encoders
from services.common.encoders import (
    Engine,
    ModelFault,
    OpenVinoEncoder,
    SentenceTransformersEncoder,
    load_model,
    open_encoder,
    packaged_model_path,
)

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

SENTENCE = "The monthly maintenance fee is waived when the average daily balance is $1,500 or more. "
TEXTS = [
    "How much is the annual fee?",
    "",
    "7-ELEVEN #1234",
    "Gebühr für Auslandsüberweisung – 4.711,98 €",
    "海外汇款手续费",
    "UPPER and lower, Crème Brûlée",
    "x" * 3000,
    SENTENCE,
    SENTENCE * 12,
    SENTENCE * 40,
    "\u202eabc\u200b zero width",
    "a\tb\nc\u00a0d",
]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def fast(cache: Path) -> OpenVinoEncoder:
    made = open_encoder(packaged_model_path(), engine="openvino", cache=cache)
    assert isinstance(made, OpenVinoEncoder)
    return made


@pytest.fixture(scope="module")
def reference() -> SentenceTransformersEncoder:
    return SentenceTransformersEncoder(load_model(packaged_model_path()))


def test_both_engines_make_the_same_vectors(fast: OpenVinoEncoder, reference: SentenceTransformersEncoder) -> None:
    """Alone and together; so that an index made by one serves the other."""
    expected, _ = reference.encode(TEXTS)
    together, _ = fast.encode(TEXTS)
    alone = np.concatenate([fast.encode([text])[0] for text in TEXTS])
    assert np.sum(expected * together, axis=1).min() >= 0.9999
    assert np.sum(expected * alone, axis=1).min() >= 0.9999
    assert np.linalg.norm(together, axis=1) == pytest.approx(1.0, abs=1e-3)


def test_both_engines_cut_the_same_texts(fast: OpenVinoEncoder, reference: SentenceTransformersEncoder) -> None:
    assert fast.encode(TEXTS)[1] == reference.encode(TEXTS)[1]


def test_the_form_of_the_model_is_made_once_and_again_when_damaged(
    fast: OpenVinoEncoder, cache: Path, tmp_path: Path
) -> None:
    # A copy: the loaded model has the file itself mapped into memory.
    (made,) = cache.iterdir()
    folder = shutil.copytree(made, tmp_path / made.name)
    before = (folder / "model.bin").stat().st_mtime_ns
    OpenVinoEncoder(packaged_model_path(), 0, tmp_path)
    assert (folder / "model.bin").stat().st_mtime_ns == before
    (folder / "model.xml").write_text("damaged")
    OpenVinoEncoder(packaged_model_path(), 0, tmp_path)
    assert (folder / "model.xml").read_text(encoding="utf-8") == (made / "model.xml").read_text(encoding="utf-8")


def test_without_the_fast_path_the_reference_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoders, "_has_fast_path", lambda: False)
    assert open_encoder(packaged_model_path()).engine == "sentence-transformers"


def test_a_folder_that_cannot_be_written_costs_the_fast_path_and_not_the_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked for by name it is missing; left to choose, the reference serves."""
    taken = tmp_path / "taken"
    taken.write_text("a file where the folder should be")
    monkeypatch.setattr(encoders, "_has_fast_path", lambda: True)
    assert open_encoder(packaged_model_path(), cache=taken).engine == "sentence-transformers"
    with pytest.raises(ModelFault, match="cannot be written"):
        open_encoder(packaged_model_path(), engine="openvino", cache=taken)


def test_other_weights_are_refused_by_either_engine(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(packaged_model_path(), folder)
    with (folder / "model.safetensors").open("ab") as file:
        file.write(b"\0")
    engines: tuple[Engine, ...] = ("openvino", "sentence-transformers")
    for engine in engines:
        with pytest.raises(ModelFault, match="not the published file"):
            open_encoder(folder, engine=engine, cache=tmp_path)


# A short switch of threads and others that compute make the place where they would meet likely.
MANY_AT_ONCE = """
import contextlib, os, sys, threading
from pathlib import Path
from services.common.encoders import OpenVinoEncoder, packaged_model_path

together, encode = threading.Barrier(3), OpenVinoEncoder.encode

def compute():
    while True:
        sum(range(50))

def first(self, texts):
    with contextlib.suppress(threading.BrokenBarrierError):
        together.wait(2)
    return encode(self, texts)

sys.setswitchinterval(1e-6)
OpenVinoEncoder.encode = first
for _ in range(2):
    threading.Thread(target=compute, daemon=True).start()
loading = [
    threading.Thread(target=OpenVinoEncoder, args=(packaged_model_path(), 0, Path(sys.argv[1])), daemon=True)
    for _ in range(3)
]
for thread in loading:
    thread.start()
for thread in loading:
    thread.join()
os._exit(0)
"""


def test_models_of_one_process_may_be_loaded_at_once(fast: OpenVinoEncoder, cache: Path) -> None:
    """Without a lock around the first call, about every other run of this stands still for ever."""
    program = [sys.executable, "-c", MANY_AT_ONCE, str(cache)]
    assert subprocess.run(program, check=False, timeout=60).returncode == 0


def test_nothing_is_told_to_the_maker_of_the_engine() -> None:
    """Its telemetry is on unless forbidden; what would send it cannot even be imported, in the conversion as well."""
    program = (
        "import sys; from services.common.encoders import import_openvino; import_openvino();"
        "from openvino.tools.ovc import telemetry_utils as t;"
        "sys.exit(t.tm.__name__ != 'openvino.tools.ovc.telemetry_stub')"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
