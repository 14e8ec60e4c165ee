"""Weights kept as int8 give the scores of the weights that they were made from, and a folder that is made once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from safetensors.numpy import load_file

from services.common.encoders import packaged_model_path
from services.embedder.adapters import packed_weights
from services.embedder.adapters.cross_encoder import PACKAGED_FOLDER

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

QUESTION = "What does the bank charge when a cheque is sent back?"
PASSAGES = [
    "Northfield Bank: Fees > Section 1\nService | What you pay\nReturned item (NSF) | $30.00\nMoney order | $5",
    "Northfield Bank: Fees > Section 2\nItem | Amount\nSafe deposit box, small | $45.00\nCoin counting | 5%",
    "Tenant shall not sublet the premises or assign this agreement without Landlord's prior written consent.",
    "Revenue increased by 12% to $1,496.5 million for the year ended September 30, 2019.",
]
LARGEST_DIFFERENCE = 0.02


def scores(path: Path) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The probabilities of the fixed pairs under the model in a folder."""
    from sentence_transformers import CrossEncoder

    model: CrossEncoder = CrossEncoder(str(path), device="cpu")
    pairs = [(QUESTION, passage) for passage in PASSAGES]
    return np.asarray(model.predict(pairs, show_progress_bar=False, convert_to_numpy=True), np.float64)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cross-encoder over the packaged encoder, float32, with a head of fixed random weights."""
    import torch
    from sentence_transformers import CrossEncoder

    torch.manual_seed(5)
    path = tmp_path_factory.mktemp("whole")
    CrossEncoder(str(packaged_model_path()), num_labels=1, max_length=256, device="cpu").save_pretrained(str(path))
    return path


@pytest.fixture(scope="module")
def packed(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("packed") / "model"
    packed_weights.pack(whole, path)
    return path


def test_scores_of_the_packed_model_are_those_of_the_whole_one(whole: Path, packed: Path, tmp_path: Path) -> None:
    again = packed_weights.unpack(packed, tmp_path)
    assert np.abs(scores(whole) - scores(again)).max() <= LARGEST_DIFFERENCE


def test_every_weight_is_off_by_half_a_step_of_its_row_at_most(whole: Path, packed: Path, tmp_path: Path) -> None:
    before = load_file(whole / packed_weights.WHOLE)
    after = load_file(packed_weights.unpack(packed, tmp_path) / packed_weights.WHOLE)
    assert set(before) == set(after)
    for name, weight in before.items():
        step = np.abs(weight).max(axis=-1, keepdims=True) / packed_weights.LARGEST if weight.ndim == 2 else 0.0
        assert np.all(np.abs(weight - after[name]) <= step * 0.5001 + 1e-9), name


def test_packing_takes_a_quarter_of_the_room(whole: Path, packed: Path) -> None:
    before = (whole / packed_weights.WHOLE).stat().st_size
    assert (packed / packed_weights.PACKED).stat().st_size < 0.26 * before


def test_a_model_is_made_whole_once_and_the_cache_is_used_after(packed: Path, tmp_path: Path) -> None:
    first = packed_weights.unpack(packed, tmp_path)
    made = (first / packed_weights.WHOLE).stat().st_mtime_ns
    assert packed_weights.unpack(packed, tmp_path) == first
    assert (first / packed_weights.WHOLE).stat().st_mtime_ns == made
    assert [one.name for one in tmp_path.iterdir()] == [first.name]


def test_other_weights_get_a_folder_of_their_own(packed: Path, tmp_path: Path) -> None:
    first = packed_weights.unpack(packed, tmp_path)
    changed = tmp_path / "changed" / packed.name
    changed.mkdir(parents=True)
    for file in packed.iterdir():
        (changed / file.name).write_bytes(file.read_bytes())
    content = bytearray((packed / packed_weights.PACKED).read_bytes())
    content[-1] ^= 1
    (changed / packed_weights.PACKED).write_bytes(content)
    assert packed_weights.unpack(changed, tmp_path) != first


def test_where_the_cache_cannot_be_written_a_private_folder_takes_its_place(packed: Path, tmp_path: Path) -> None:
    # A file where the folder should be stops everybody, root too.
    blocked = tmp_path / "file"
    blocked.write_text("")
    made = packed_weights.unpack(packed, blocked / "cache")
    assert (made / packed_weights.WHOLE).is_file()
    assert made.stat().st_mode & 0o077 == 0


def test_the_shipped_weights_give_the_scores_of_the_trained_ones(tmp_path: Path) -> None:
    recorded = json.loads((PACKAGED_FOLDER / "recipe.json").read_text(encoding="utf-8"))["float32_scores"]
    from sentence_transformers import CrossEncoder

    whole = packed_weights.unpack(PACKAGED_FOLDER, tmp_path, packaged_model_path())
    model = CrossEncoder(str(whole), device="cpu", trust_remote_code=True)
    pairs = [(one["question"], one["passage"]) for one in recorded]
    now = model.predict(pairs, show_progress_bar=False, convert_to_numpy=True)
    assert np.abs(np.asarray(now) - [one["score"] for one in recorded]).max() <= LARGEST_DIFFERENCE


def test_a_tokenizer_that_is_there_already_is_left_out_and_put_back(whole: Path, tmp_path: Path) -> None:
    base = packaged_model_path()
    packed_weights.pack(whole, tmp_path / "packed", base)
    assert not (tmp_path / "packed" / packed_weights.TOKENIZER).exists()
    again = packed_weights.unpack(tmp_path / "packed", tmp_path / "cache", base)
    assert np.abs(scores(whole) - scores(again)).max() <= LARGEST_DIFFERENCE
    other = json.loads((whole / packed_weights.TOKENIZER).read_text(encoding="utf-8"))
    other["normalizer"]["lowercase"] = not other["normalizer"]["lowercase"]
    changed = tmp_path / "changed"
    changed.mkdir()
    for file in whole.iterdir():
        if file.is_file():
            (changed / file.name).write_bytes(file.read_bytes())
    (changed / packed_weights.TOKENIZER).write_text(json.dumps(other), encoding="utf-8")
    packed_weights.pack(changed, tmp_path / "kept", base)
    assert (tmp_path / "kept" / packed_weights.TOKENIZER).exists()


def test_the_shipped_weights_are_small_and_say_where_they_come_from() -> None:
    assert sum(file.stat().st_size for file in PACKAGED_FOLDER.rglob("*")) < 30 * 1024 * 1024
    notice = (PACKAGED_FOLDER / "NOTICE.md").read_text(encoding="utf-8")
    for named in ("TAT-QA", "CC BY 4.0", "creativecommons.org/licenses/by/4.0", "all-MiniLM-L6-v2", "Apache-2.0"):
        assert named in notice
