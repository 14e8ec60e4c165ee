"""Requirement 21: a token is verified once and forgotten when it ends."""

from __future__ import annotations

import time

import pytest

from services.common.errors import ErrorReason, Unauthenticated
from services.common.identity import Identity
from services.common.interceptors import auth
from services.common.interceptors.auth import bearer
from services.common.types import Secret
from tests.fixtures.tokens import USER_A


class Verifier:
    """Counts its work; refuses "bad"."""

    def __init__(self, lifetime: float) -> None:
        self.count = 0
        self.ends = int(time.time() + lifetime)

    def __call__(self, token: str) -> Identity:
        self.count += 1
        if token == "bad":
            raise Unauthenticated(ErrorReason.ERROR_REASON_TOKEN_INVALID, "bad")
        return Identity(USER_A, Secret(f"v1.1.{USER_A}.{self.ends}.mac"))


async def test_a_good_token_is_verified_once() -> None:
    """Each token for itself."""
    verify = Verifier(60)
    authenticate = bearer(verify)
    callers = [await authenticate(token) for token in ("one", "one", "two", "one")]
    assert {caller.user_id for caller in callers} == {USER_A}
    assert verify.count == 2


async def test_a_token_that_has_ended_is_verified_again() -> None:
    """Remembering never outlives the token."""
    verify = Verifier(-1)
    authenticate = bearer(verify)
    await authenticate("one")
    await authenticate("one")
    assert verify.count == 2


async def test_a_bad_token_is_never_remembered() -> None:
    """Nor does it become good."""
    verify = Verifier(60)
    authenticate = bearer(verify)
    for _ in range(2):
        with pytest.raises(Unauthenticated):
            await authenticate("bad")
    assert verify.count == 2


async def test_the_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest is forgotten first."""
    monkeypatch.setattr(auth, "REMEMBERED_TOKENS", 2)
    verify = Verifier(60)
    authenticate = bearer(verify)
    for token in ("one", "two", "three", "two", "three"):
        await authenticate(token)
    assert verify.count == 3
    await authenticate("one")
    assert verify.count == 4
