"""Vectors on the wire and the size of a response."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from services.embedder.model import MESSAGE_BYTES, max_texts, pack, question_digest, unpack


def test_vectors_are_little_endian_float32_in_the_order_of_the_texts() -> None:
    vectors = np.array([[1.0, -2.5], [0.25, 3.0]], np.float32)
    assert pack(vectors) == struct.pack("<4f", 1.0, -2.5, 0.25, 3.0)


def test_big_endian_input_is_written_little_endian() -> None:
    vectors = np.array([[1.0, -2.5]], ">f4")
    assert pack(vectors.astype(np.float32)) == struct.pack("<2f", 1.0, -2.5)


def test_unpacking_gives_back_what_was_packed() -> None:
    vectors = np.random.default_rng(7).normal(size=(5, 384)).astype(np.float32)
    assert np.array_equal(unpack(pack(vectors), 384), vectors)


def test_bytes_that_are_no_whole_vector_are_refused() -> None:
    with pytest.raises(ValueError, match="reshape"):
        unpack(b"\0" * 8, 3)


@pytest.mark.parametrize("width", [384, 512, 768, 1024, 4096, 16384])
def test_a_full_response_fits_into_a_message(width: int) -> None:
    assert max_texts(width) >= 1
    assert max_texts(width) * width * 4 < MESSAGE_BYTES


def test_wide_vectors_allow_fewer_texts() -> None:
    assert max_texts(384) == 256
    assert max_texts(8192) < 256


def test_other_words_have_another_digest() -> None:
    assert len({question_digest(text) for text in ("fee", "Fee", "fee ", "")}) == 4
