"""JSON of a ledger file as text that can be stored."""

from __future__ import annotations

from decimal import Decimal

import pytest

from services.retriever.ledger.json_text import read_json


def test_what_cannot_be_kept_is_marked_in_keys_and_values() -> None:
    read = read_json(rb'{"a\u0000": ["b\ud800c", {"d": "\uDC00"}], "pair": "\ud83d\ude00", "n": 1.10}')
    assert read == {"a\ufffd": ["b\ufffdc", {"d": "\ufffd"}], "pair": "\U0001f600", "n": Decimal("1.10")}


def test_a_surrogate_in_the_bytes_is_marked_too() -> None:
    """`json.loads` of bytes would let it through."""
    assert set(read_json(b'["\xed\xa0\x80"]')[0]) == {"\ufffd"}


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-32"])
def test_other_encodings_are_read(codec: str) -> None:
    assert read_json('{"name": "Café"}'.encode(codec)) == {"name": "Café"}
