"""Session tokens: what passes, what does not, and that nothing of them can be printed."""

from __future__ import annotations

import base64
import json
import stat
import time
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from services.common import tokens
from services.common.errors import ErrorReason, Unauthenticated
from services.common.types import UserId

USER = UserId(UUID("a1000000-0000-4000-8000-000000000001"))
OTHER = UserId(UUID("b2000000-0000-4000-8000-000000000002"))
KEY = tokens.TdbKey(1, bytes(range(32)))
NOW = int(time.time())


@pytest.fixture(scope="module")
def private_key() -> Ed25519PrivateKey:
    """The minter's."""
    return Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


@pytest.fixture(scope="module")
def minting(private_key: Ed25519PrivateKey) -> tokens.TokenMinter:
    """A minter with fixed keys."""
    return tokens.TokenMinter(private_key, KEY)


@pytest.fixture(scope="module")
def verifying(private_key: Ed25519PrivateKey) -> tokens.TokenVerifier:
    """The verifier of its tokens."""
    return tokens.TokenVerifier((private_key.public_key(),))


def reason(verifying: tokens.TokenVerifier, token: str) -> ErrorReason:
    """Why a token is refused."""
    with pytest.raises(Unauthenticated) as caught:
        verifying.verify(token)
    return caught.value.reason


def claims(**changes: Any) -> dict[str, Any]:
    """Good claims but for `changes`; None removes one."""
    good = {
        "sub": str(USER),
        "iss": "tieout",
        "aud": "tieout",
        "iat": NOW,
        "exp": NOW + 600,
        "tdb": KEY.sign(USER, NOW + 600).reveal(),
    }
    return {name: value for name, value in (good | changes).items() if value is not None}


def test_a_minted_token_verifies(minting: tokens.TokenMinter, verifying: tokens.TokenVerifier) -> None:
    """The service learns the user and the database's token, and nothing else."""
    identity = verifying.verify(minting.mint(USER).reveal())
    assert identity.user_id == USER
    assert not identity.is_job
    version, kid, subject, _, mac = identity.tdb.reveal().split(".")
    assert (version, kid, subject, len(mac)) == ("v1", "1", str(USER), 64)


def test_claims_are_the_published_ones(minting: tokens.TokenMinter) -> None:
    """Ten lines in any language can mint: Ed25519, a kid in the header, six claims, one end for both halves."""
    token = minting.mint(USER, timedelta(minutes=5), now=NOW).reveal()
    header, payload = (json.loads(base64.urlsafe_b64decode(part + "==")) for part in token.split(".")[:2])
    assert header.keys() == {"alg", "typ", "kid"}
    assert header["alg"] == "EdDSA"
    assert payload.keys() == {"sub", "iss", "aud", "iat", "exp", "tdb"}
    assert (payload["iss"], payload["aud"], payload["iat"], payload["exp"]) == ("tieout", "tieout", NOW, NOW + 300)
    assert payload["tdb"].split(".")[3] == str(NOW + 300)


def test_the_database_token_is_hmac_sha256() -> None:
    """A fixed vector, for whoever mints in another language."""
    assert tokens.TdbKey(7, b"k" * 32).sign(USER, 1_800_000_000).reveal() == (
        "v1.7.a1000000-0000-4000-8000-000000000001.1800000000."
        "b7752af42883e3251479b75c69445a6ae273790f0b15b5955aa05d15f659c25b"
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"iss": "somebody"},
        {"aud": "tieout-probe"},
        {"aud": ["other"]},
        {"sub": str(OTHER)},
        {"tdb": KEY.sign(OTHER, NOW + 600).reveal()},
        {"tdb": KEY.sign(USER, NOW + 601).reveal()},
        {"tdb": "v1.1.x"},
        {"tdb": 7},
        {"iat": NOW + 600},
        {"sub": None},
        {"iss": None},
        {"aud": None},
        {"iat": None},
        {"exp": None},
        {"tdb": None},
    ],
    ids=str,
)
def test_a_claim_that_is_wrong_or_missing_is_refused(
    private_key: Ed25519PrivateKey,
    verifying: tokens.TokenVerifier,
    minting: tokens.TokenMinter,
    changes: dict[str, Any],
) -> None:
    """Well signed does not help; and both halves have to speak of one user and one end."""
    kid = jwt.get_unverified_header(minting.mint(USER).reveal())["kid"]
    good = jwt.encode(claims(), private_key, "EdDSA", headers={"kid": kid})
    assert verifying.verify(good).user_id == USER
    token = jwt.encode(claims(**changes), private_key, "EdDSA", headers={"kid": kid})
    assert reason(verifying, token) == ErrorReason.ERROR_REASON_TOKEN_INVALID


def test_an_expired_token_says_so(minting: tokens.TokenMinter, verifying: tokens.TokenVerifier) -> None:
    """The caller is told to get a new one, after a leeway of seconds."""
    now = time.time()
    gone = minting.mint(USER, timedelta(minutes=1), now=now - 120).reveal()
    assert reason(verifying, gone) == ErrorReason.ERROR_REASON_TOKEN_EXPIRED
    just_gone = minting.mint(USER, timedelta(minutes=1), now=now - 61).reveal()
    assert verifying.verify(just_gone).user_id == USER


def test_only_ed25519_is_accepted(
    private_key: Ed25519PrivateKey, minting: tokens.TokenMinter, verifying: tokens.TokenVerifier
) -> None:
    """Neither `none` nor an HMAC over the public key passes: the algorithm is ours to choose."""
    kid = jwt.get_unverified_header(minting.mint(USER).reveal())["kid"]
    public = private_key.public_key().public_bytes_raw()
    for token in (
        jwt.encode(claims(), "", "none", headers={"kid": kid}),
        jwt.encode(claims(), public, "HS256", headers={"kid": kid}),
    ):
        assert reason(verifying, token) == ErrorReason.ERROR_REASON_TOKEN_INVALID


def test_another_key_or_kid_is_refused(minting: tokens.TokenMinter, verifying: tokens.TokenVerifier) -> None:
    """A stranger's signature, under its own kid, under ours, and under none."""
    stranger = Ed25519PrivateKey.from_private_bytes(bytes(32))
    kid = jwt.get_unverified_header(minting.mint(USER).reveal())["kid"]
    for headers in (None, {"kid": kid}, {"kid": "x"}, {"kid": "../../etc/passwd"}):
        token = jwt.encode(claims(), stranger, "EdDSA", headers=headers)
        assert reason(verifying, token) == ErrorReason.ERROR_REASON_TOKEN_INVALID


@pytest.mark.parametrize("text", ["", "x", "a.b.c", "é.é.é", "." * 9, "A" * 5000, "eyJhbGciOiJFZERTQSJ9..", "\n"])
def test_garbage_is_refused(verifying: tokens.TokenVerifier, text: str) -> None:
    """Whatever a header may hold ends as an invalid token and never as another error."""
    assert reason(verifying, text) == ErrorReason.ERROR_REASON_TOKEN_INVALID


def test_a_changed_token_is_refused(minting: tokens.TokenMinter, verifying: tokens.TokenVerifier) -> None:
    """One character, anywhere."""
    token = minting.mint(USER).reveal()
    for position in range(0, len(token), 7):
        changed = token[:position] + ("A" if token[position] != "A" else "B") + token[position + 1 :]
        with pytest.raises(Unauthenticated):
            verifying.verify(changed)


def test_two_public_keys_are_accepted_while_they_rotate(tmp_path: Path) -> None:
    """A file with two keys verifies tokens of both, and one without a key is refused."""
    path = tmp_path / "public.pem"
    states = [tmp_path / "old", tmp_path / "new"]
    for state in states:
        tokens.create_keys(state)
    path.write_bytes(b"".join((state / "keys" / "jwt_public.pem").read_bytes() for state in states))
    both = tokens.TokenVerifier.load(path)
    for state in states:
        assert both.verify(tokens.TokenMinter.load(state).mint(USER).reveal()).user_id == USER
    path.write_text("")
    with pytest.raises(ValueError, match="no public key"):
        tokens.TokenVerifier.load(path)


def test_keys_are_made_once_and_private(tmp_path: Path) -> None:
    """A second start keeps them, and only their owner reads them; the newest database key signs."""
    first = tokens.create_keys(tmp_path)
    content = {path.name: path.read_bytes() for path in (tmp_path / "keys").iterdir()}
    assert content.keys() == {"jwt_private.pem", "jwt_public.pem", "tdb_1.key"}
    assert tokens.create_keys(tmp_path) == first
    assert {path.name: path.read_bytes() for path in (tmp_path / "keys").iterdir()} == content
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in (tmp_path / "keys").iterdir())
    assert len(first.secret) == 32
    second = tokens.create_tdb_key(tmp_path, 12)
    assert tokens.load_tdb_key(tmp_path) == second
    with pytest.raises(FileExistsError):
        tokens.create_tdb_key(tmp_path, 12)


def test_secrets_do_not_print(minting: tokens.TokenMinter) -> None:
    """Tokens and keys stay out of logs, however they are formatted."""
    token = minting.mint(USER)
    for shown in (repr(token), str(token), f"{token}", repr(KEY), repr(KEY.sign(USER, NOW))):
        assert token.reveal() not in shown
        assert KEY.secret.hex() not in shown
        assert "v1." not in shown
    assert repr(KEY) == "TdbKey(kid=1)"


def test_probe_tenants_have_no_sessions(minting: tokens.TokenMinter) -> None:
    """Their ids are for the start-up probe only."""
    for probe in tokens.PROBE_USERS:
        with pytest.raises(ValueError, match="probe"):
            minting.mint(probe)


@pytest.mark.parametrize("lifetime", [timedelta(0), timedelta(seconds=-1), timedelta(days=2)])
def test_a_lifetime_has_bounds(minting: tokens.TokenMinter, lifetime: timedelta) -> None:
    """More than nothing, a day at most."""
    with pytest.raises(ValueError, match="at most a day"):
        minting.mint(USER, lifetime)


def test_user_ids_that_are_no_uuid_are_mapped(minting: tokens.TokenMinter) -> None:
    """A UUID stays; anything else becomes the UUIDv5 of issuer and id, the same one for ever, apart for each issuer."""
    assert tokens.to_user_id(str(USER)) == USER
    assert tokens.to_user_id(str(USER).upper()) == USER
    assert tokens.to_user_id("alice") == UUID("478c3a74-b22c-534e-828a-eafd1471520d")
    assert tokens.to_user_id("alice") == tokens.to_user_id("alice", "tieout") != tokens.to_user_id("alice", "bank")
    assert tokens.to_user_id(f"{{{USER}}}") != USER
    assert tokens.to_user_id("alice").version == 5
