"""Page tokens open for their own user, method and key, and for nobody else."""

from __future__ import annotations

import uuid

import pytest

from services.common.errors import InvalidArgument
from services.common.identity import Identity
from services.common.paging import MAX_LENGTH, PageTokens
from services.common.types import Secret, UserId

ALICE = Identity(UserId(uuid.UUID(int=1)), Secret("a"))
BOB = Identity(UserId(uuid.UUID(int=2)), Secret("b"))
KEY = Secret("one key for all processes")


def test_a_token_gives_back_what_was_sealed_in_any_process_with_the_key() -> None:
    content = {"query": {"merchant_ids": ["mer_x"]}, "position": 100}
    token = PageTokens(KEY).seal(ALICE, "ListRows", content)
    assert PageTokens(KEY).open(ALICE, "ListRows", token) == content


@pytest.mark.parametrize(
    ("identity", "method", "key", "change"),
    [
        (BOB, "ListRows", KEY, ""),
        (ALICE, "ListFacts", KEY, ""),
        (ALICE, "ListRows", Secret("another key"), ""),
        (ALICE, "ListRows", None, ""),
        (ALICE, "ListRows", KEY, "A"),
        (ALICE, "ListRows", KEY, "?"),
    ],
)
def test_any_other_use_is_refused(identity: Identity, method: str, key: Secret | None, change: str) -> None:
    token = PageTokens(KEY).seal(ALICE, "ListRows", {"position": 1}) + change
    with pytest.raises(InvalidArgument) as raised:
        PageTokens(key).open(identity, method, token)
    assert raised.value.reason_name == "PAGE_TOKEN_INVALID"


def test_a_token_never_outgrows_its_field() -> None:
    content = {"row_ids": [uuid.UUID(int=n**9).hex for n in range(1000)]}
    assert len(PageTokens(KEY).seal(ALICE, "ListRows", content)) <= MAX_LENGTH
