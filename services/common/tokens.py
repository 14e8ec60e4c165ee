"""Session tokens: an EdDSA JWT for the services, and in its claim `tdb` an HMAC token for the database.

Services hold the public key and can verify; only a calling backend (here `tieout token`) holds what it takes to mint.
The database alone checks `tdb`, so a service can neither forge one nor use it for somebody else.

JWT: RFC 7519; Ed25519: RFC 8037; key ids: RFC 7638; HMAC-SHA256: RFC 2104.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import re
import secrets
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from services.common.errors import ErrorReason, Unauthenticated
from services.common.identity import Identity
from services.common.types import Secret, UserId

ALGORITHM = "EdDSA"
AUDIENCE = "tieout"
ISSUER = "tieout"
LIFETIME = timedelta(minutes=15)
MAX_LIFETIME = timedelta(hours=24)
LEEWAY = timedelta(seconds=5)
MAX_TOKEN_BYTES = 4096
# Users whose id is not a UUID get one from this namespace; it can never change.
USER_NAMESPACE = uuid.UUID("6f1d2b1e-0e0b-5c0a-9d55-3c1d2a7f4e61")
# Tenants that exist for the start-up probe only; no session token may name them.
PROBE_USERS = (
    UserId(uuid.UUID("00000000-0000-4000-8000-00000000000a")),
    UserId(uuid.UUID("00000000-0000-4000-8000-00000000000b")),
)

_TDB = re.compile(
    r"v1\.(?P<kid>[0-9]{1,9})\.(?P<sub>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?P<exp>[0-9]{1,11})\.[0-9a-f]{64}"
)
_PEM = re.compile(rb"-----BEGIN PUBLIC KEY-----.+?-----END PUBLIC KEY-----", re.DOTALL)


def to_user_id(subject: str, issuer: str = ISSUER) -> UserId:
    """The user id of a caller's own id: a UUID as it is, anything else as the UUIDv5 of `<issuer>/<subject>`."""
    try:
        parsed = uuid.UUID(subject)
    except ValueError:
        return UserId(uuid.uuid5(USER_NAMESPACE, f"{issuer}/{subject}"))
    if str(parsed) == subject.lower():
        return UserId(parsed)
    return UserId(uuid.uuid5(USER_NAMESPACE, f"{issuer}/{subject}"))


@dataclass(frozen=True, slots=True)
class TdbKey:
    """The HMAC key that the minter shares with the database and with nobody else. `kid` is 1 to 899,999,999."""

    kid: int
    secret: bytes = field(repr=False)

    def sign(self, user_id: UserId, expires: int) -> Secret:
        """`v1.<kid>.<user id>.<expires, seconds since 1970>.<HMAC of the rest>`."""
        signed = f"v1.{self.kid}.{user_id}.{expires}"
        return Secret(f"{signed}.{hmac.new(self.secret, signed.encode(), hashlib.sha256).hexdigest()}")


class TokenMinter:
    """Makes session tokens. Only a calling backend holds one."""

    def __init__(self, private_key: Ed25519PrivateKey, tdb_key: TdbKey, issuer: str = ISSUER) -> None:
        self._private_key = private_key
        self._tdb_key = tdb_key
        self._issuer = issuer
        self._kid = _thumbprint(private_key.public_key())

    @classmethod
    def load(cls, state: Path, issuer: str = ISSUER) -> TokenMinter:
        """From the keys of a state directory; the newest database key signs."""
        private_key = serialization.load_pem_private_key((state / "keys" / "jwt_private.pem").read_bytes(), None)
        if not isinstance(private_key, Ed25519PrivateKey):
            raise TypeError("keys/jwt_private.pem is not an Ed25519 key")
        return cls(private_key, load_tdb_key(state), issuer)

    def mint(self, user_id: UserId, lifetime: timedelta = LIFETIME, *, now: float | None = None) -> Secret:
        """A token of this user's for `lifetime` (at most a day). `now`: seconds since 1970, for tests of the clock."""
        if user_id in PROBE_USERS:
            raise ValueError("the probe tenants have no sessions")
        if not timedelta(0) < lifetime <= MAX_LIFETIME:
            raise ValueError("a token lives at most a day")
        issued = int(time.time() if now is None else now)
        expires = issued + int(lifetime.total_seconds())
        claims = {
            "sub": str(user_id),
            "iss": self._issuer,
            "aud": AUDIENCE,
            "iat": issued,
            "exp": expires,
            "tdb": self._tdb_key.sign(user_id, expires).reveal(),
        }
        return Secret(jwt.encode(claims, self._private_key, ALGORITHM, headers={"kid": self._kid}))


class TokenVerifier:
    """Checks session tokens with public keys only. Several keys may be accepted at once, so that they can rotate."""

    def __init__(self, public_keys: tuple[Ed25519PublicKey, ...], issuer: str = ISSUER) -> None:
        if not public_keys:
            raise ValueError("no public key")
        self._keys: Mapping[str, Ed25519PublicKey] = {_thumbprint(key): key for key in public_keys}
        self._issuer = issuer

    @classmethod
    def load(cls, public_key_file: Path, issuer: str = ISSUER) -> TokenVerifier:
        """From a PEM file with one Ed25519 public key or several, one after the other."""
        keys = []
        for block in _PEM.findall(public_key_file.read_bytes()):
            key = serialization.load_pem_public_key(block)
            if not isinstance(key, Ed25519PublicKey):
                raise TypeError(f"{public_key_file.name} holds a key that is not Ed25519")
            keys.append(key)
        return cls(tuple(keys), issuer)

    def verify(self, token: str) -> Identity:
        """The caller, or `Unauthenticated` (TOKEN_EXPIRED or TOKEN_INVALID). Which check failed is not told."""
        if len(token) > MAX_TOKEN_BYTES:
            raise _invalid()
        try:
            header = jwt.get_unverified_header(token)
            claims: dict[str, Any] = jwt.decode(
                token,
                self._keys[str(header.get("kid"))],
                algorithms=[ALGORITHM],
                audience=AUDIENCE,
                issuer=self._issuer,
                leeway=LEEWAY,
                options={"require": ["sub", "iss", "aud", "iat", "exp", "tdb"]},
            )
        except jwt.ExpiredSignatureError:
            raise Unauthenticated(
                ErrorReason.ERROR_REASON_TOKEN_EXPIRED, "The session token has expired. Ask for a new one."
            ) from None
        except (jwt.InvalidTokenError, KeyError):
            raise _invalid() from None
        tdb = _TDB.fullmatch(str(claims["tdb"]))
        # The database checks the HMAC; here only that both halves of the token speak of one user and one end.
        if tdb is None or tdb["sub"] != claims["sub"] or int(tdb["exp"]) != claims["exp"]:
            raise _invalid()
        return Identity(UserId(uuid.UUID(tdb["sub"])), Secret(str(claims["tdb"])))


def create_keys(state: Path) -> TdbKey:
    """Make the keys that are missing in `<state>/keys` (mode 0700, files 0600) and return the newest database key."""
    directory = state / "keys"
    directory.mkdir(parents=True, exist_ok=True)
    directory.chmod(0o700)
    private_path = directory / "jwt_private.pem"
    if not private_path.exists():
        private_key = Ed25519PrivateKey.generate()
        _create_private(
            private_path,
            private_key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            ),
        )
        _create_private(
            directory / "jwt_public.pem",
            private_key.public_key().public_bytes(
                serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
            ),
        )
    if not any(directory.glob("tdb_*.key")):
        create_tdb_key(state, 1)
    return load_tdb_key(state)


def create_tdb_key(state: Path, kid: int) -> TdbKey:
    """A new database key under a new `kid`. The database has to know it before the minter uses it."""
    key = TdbKey(kid, secrets.token_bytes(32))
    _create_private(state / "keys" / f"tdb_{kid}.key", key.secret.hex().encode())
    return key


def load_tdb_key(state: Path) -> TdbKey:
    """The database key with the highest `kid`."""
    return load_tdb_keys(state)[-1]


def load_tdb_keys(state: Path) -> tuple[TdbKey, ...]:
    """Every database key of a state directory, by `kid`; empty where there is none."""
    paths = {int(path.stem.removeprefix("tdb_")): path for path in (state / "keys").glob("tdb_*.key")}
    return tuple(TdbKey(kid, bytes.fromhex(paths[kid].read_text(encoding="utf-8").strip())) for kid in sorted(paths))


def _create_private(path: Path, content: bytes) -> None:
    with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(content)


def _thumbprint(key: Ed25519PublicKey) -> str:
    """RFC 7638 (RFC 8037, appendix A.3)."""
    raw = key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    members = {"crv": "Ed25519", "kty": "OKP", "x": base64.urlsafe_b64encode(raw).rstrip(b"=").decode()}
    digest = hashlib.sha256(json.dumps(members, separators=(",", ":"), sort_keys=True).encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _invalid() -> Unauthenticated:
    return Unauthenticated(ErrorReason.ERROR_REASON_TOKEN_INVALID, "The session token is not valid.")
