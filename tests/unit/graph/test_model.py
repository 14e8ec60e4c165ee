"""Names as names are compared, and ids as they are made."""

from __future__ import annotations

import unicodedata

import pytest

from services.graph.model import EntityKind, Node, fold


@pytest.mark.parametrize(
    ("name", "folded"),
    [
        ("CAFÉ  René", "cafe rene"),
        (unicodedata.normalize("NFD", "Café René"), "cafe rene"),
        ("Powell's Books", "powells books"),
        ("7-ELEVEN #1234", "7 eleven 1234"),
        ("ﬁne ＷＩＤＥ", "fine wide"),
        ("Straße", "strasse"),
        ("—", ""),
    ],
)
def test_names_fold_to_letters_and_digits(name: str, folded: str) -> None:
    assert fold(name) == folded


def test_an_id_is_kind_and_entity() -> None:
    assert Node(EntityKind.MERCHANT, "m:1", "DGI").node_id == "merchant:m:1"
