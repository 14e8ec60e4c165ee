"""Who is not known gets nothing: every RPC of every service, every way to come without a good token."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from services.common import tokens
from services.common.db.jobs import Job
from services.common.types import UserId
from tests.fixtures.server import until
from tests.integration.isolation.contract import RPCS, Rpc
from tests.integration.isolation.samples import sample
from tests.integration.isolation.stack import Stack, User

# Written down once more, so that nobody opens a method to jobs by accident.
FOR_JOBS = {
    "embedder.Embed",
    "embedder.ListSpaces",
    "retriever.QueryLedger",
    "retriever.ListRows",
    "retriever.ResolveNames",
    "retriever.ListRecurring",
    "retriever.Search",
    "retriever.GetEvidence",
    "retriever.GetCoverage",
    "retriever.ListDocuments",
    "retriever.GetErasure",
    "graph.UpsertEvidence",
    *(
        f"{service}.{name}"
        for service in ("embedder", "retriever", "graph", "memory", "answerer")
        for name in ("EraseSource", "EraseUser")
    ),
}
# These ask the database nothing, so that it cannot refuse them a claim that only it can check.
WITHOUT_DATABASE = {"embedder.ListSpaces", "embedder.Rerank"}

every_rpc = pytest.mark.parametrize("rpc", RPCS, ids=lambda rpc: rpc.id)


class Forger:
    """Makes tokens of any kind. It has all of the minter's keys, to change one thing at a time."""

    def __init__(self, state: Path) -> None:
        loaded = serialization.load_pem_private_key((state / "keys" / "jwt_private.pem").read_bytes(), None)
        assert isinstance(loaded, Ed25519PrivateKey)
        self.key = loaded
        self.public_pem = (state / "keys" / "jwt_public.pem").read_bytes()
        self.raw_public = loaded.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
        self.tdb_key = tokens.load_tdb_key(state)
        self.kid = tokens._thumbprint(loaded.public_key())

    def claims(self, user_id: UserId, *, expires: int = 0, **changes: Any) -> dict[str, Any]:
        """Good claims with changes; None takes one away."""
        now = int(time.time())
        expires = expires or now + 600
        claims = {
            "sub": str(user_id),
            "iss": tokens.ISSUER,
            "aud": tokens.AUDIENCE,
            "iat": now - 10,
            "exp": expires,
            "tdb": self.tdb_key.sign(user_id, expires).reveal(),
            **changes,
        }
        return {name: value for name, value in claims.items() if value is not None}

    def sign(self, claims: Mapping[str, Any], key: Any = None, **header: Any) -> str:
        """A JWT by the minter's key, or another."""
        headers = {"kid": self.kid, **header}
        return jwt.encode(
            dict(claims), key or self.key, "EdDSA", headers={k: v for k, v in headers.items() if v is not None}
        )

    def hmac_signed(self, claims: Mapping[str, Any], secret: bytes, algorithm: str = "HS256") -> str:
        """A JWT whose signature is an HMAC under what everybody knows."""
        signed = f"{_part({'alg': algorithm, 'typ': 'JWT', 'kid': self.kid})}.{_part(claims)}"
        digest = hmac.new(secret, signed.encode(), hashlib.sha256).digest()
        return f"{signed}.{_base64(digest)}"

    def unsigned(self, claims: Mapping[str, Any], algorithm: str) -> str:
        """A JWT without a signature."""
        return f"{_part({'alg': algorithm, 'typ': 'JWT', 'kid': self.kid})}.{_part(claims)}."


def _base64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _part(content: Mapping[str, Any]) -> str:
    return _base64(json.dumps(content).encode())


@dataclass(frozen=True, slots=True)
class Bad:
    """One way to come without a good token: the `authorization` made of it, and the reason that is told."""

    name: str
    authorization: Callable[[Forger, UserId], str | None]
    reason: str = "TOKEN_INVALID"
    needs_database: bool = False


def _bearer(make: Callable[[Forger, UserId], str]) -> Callable[[Forger, UserId], str]:
    return lambda forger, user: f"Bearer {make(forger, user)}"


def _with_tail_changed(text: str) -> str:
    head, _, signature = text.rpartition(".")
    return f"{head}.{'A' if signature[0] != 'A' else 'B'}{signature[1:]}"


def _swapped(forger: Forger, user: UserId) -> str:
    header, _, signature = forger.sign(forger.claims(UserId(uuid4()))).split(".")
    return f"{header}.{_part(forger.claims(user))}.{signature}"


BAD = (
    Bad("nothing", lambda _f, _u: None, "TOKEN_MISSING"),
    Bad("an empty value", lambda _f, _u: "", "TOKEN_MISSING"),
    Bad("a scheme alone", lambda _f, _u: "Bearer ", "TOKEN_MISSING"),
    Bad("another scheme", lambda f, u: f"Basic {f.sign(f.claims(u))}"),
    Bad("no JWT", lambda _f, _u: "Bearer x.y.z"),
    Bad("not even letters", lambda _f, _u: "Bearer '; DROP TABLE tieout.key; --"),
    Bad("its end is over", _bearer(lambda f, u: f.sign(f.claims(u, expires=int(time.time()) - 60))), "TOKEN_EXPIRED"),
    Bad("signature of another key", _bearer(lambda f, u: f.sign(f.claims(u), Ed25519PrivateKey.generate()))),
    Bad("signature changed", _bearer(lambda f, u: _with_tail_changed(f.sign(f.claims(u))))),
    Bad("signature left out", _bearer(lambda f, u: f.sign(f.claims(u)).rpartition(".")[0] + ".")),
    Bad("claims of another under one's signature", _bearer(_swapped)),
    Bad("unknown kid", _bearer(lambda f, u: f.sign(f.claims(u), kid="unknown"))),
    Bad("no kid", _bearer(lambda f, u: f.sign(f.claims(u), kid=None))),
    Bad("kid as a path", _bearer(lambda f, u: f.sign(f.claims(u), kid="../../keys/jwt_public.pem"))),
    Bad("another audience", _bearer(lambda f, u: f.sign(f.claims(u, aud="tieout-probe")))),
    Bad("no audience", _bearer(lambda f, u: f.sign(f.claims(u, aud=None)))),
    Bad("another issuer", _bearer(lambda f, u: f.sign(f.claims(u, iss="elsewhere")))),
    Bad("no issuer", _bearer(lambda f, u: f.sign(f.claims(u, iss=None)))),
    Bad("no end", _bearer(lambda f, u: f.sign(f.claims(u, exp=None)))),
    Bad("an end that is no number", _bearer(lambda f, u: f.sign(f.claims(u, exp="never")))),
    Bad("not yet good", _bearer(lambda f, u: f.sign(f.claims(u, nbf=int(time.time()) + 600)))),
    Bad("issued in the future", _bearer(lambda f, u: f.sign(f.claims(u, iat=int(time.time()) + 600)))),
    Bad("alg none", _bearer(lambda f, u: f.unsigned(f.claims(u), "none"))),
    Bad("alg NONE", _bearer(lambda f, u: f.unsigned(f.claims(u), "NONE"))),
    Bad("alg EdDSA, unsigned", _bearer(lambda f, u: f.unsigned(f.claims(u), "EdDSA"))),
    Bad("HS256 under the public key's PEM", _bearer(lambda f, u: f.hmac_signed(f.claims(u), f.public_pem))),
    Bad("HS256 under the public key's bytes", _bearer(lambda f, u: f.hmac_signed(f.claims(u), f.raw_public))),
    Bad("HS256 under nothing", _bearer(lambda f, u: f.hmac_signed(f.claims(u), b""))),
    Bad("EdDSA with an HMAC", _bearer(lambda f, u: f.hmac_signed(f.claims(u), f.public_pem, "EdDSA"))),
    Bad("no claim for the database", _bearer(lambda f, u: f.sign(f.claims(u, tdb=None)))),
    Bad("a claim for the database that is none", _bearer(lambda f, u: f.sign(f.claims(u, tdb="v1.1.x.1.x")))),
    Bad(
        "the database's claim of another",
        _bearer(lambda f, u: f.sign(f.claims(u, tdb=f.claims(UserId(uuid4()))["tdb"]))),
    ),
    Bad(
        "a longer life here than in the database",
        _bearer(lambda f, u: f.sign(f.claims(u, exp=int(time.time()) + 9000))),
    ),
    Bad("a subject that is no UUID", _bearer(lambda f, u: f.sign(f.claims(u, sub="ada")))),
    Bad("a subject in capitals", _bearer(lambda f, u: f.sign(f.claims(u, sub=str(u).upper())))),
    Bad("the probe tenant", _bearer(lambda f, _u: f.sign(f.claims(tokens.PROBE_USERS[0], tdb=None)))),
    Bad("longer than a token is", _bearer(lambda f, u: f.sign(f.claims(u, more="x" * 3200)))),
    Bad("a user's claim as a job", lambda f, u: f"TieoutJob {f.claims(u)['tdb']}"),
    Bad("a user's token as a job", lambda f, u: f"TieoutJob {f.sign(f.claims(u))}"),
    Bad("a user's claim as a token", _bearer(lambda f, u: f.claims(u)["tdb"])),
    Bad(
        "a job's claim that nobody minted",
        lambda _f, u: f"TieoutJob v1.900000001.{u}.{int(time.time()) + 600}.{'0' * 64}",
        needs_database=True,
    ),
    Bad("a user's claim with a job's kid", lambda f, u: f"TieoutJob {_as_job(f, u)}", needs_database=True),
)


def _as_job(forger: Forger, user: UserId) -> str:
    return tokens.TdbKey(900000001, forger.tdb_key.secret).sign(user, int(time.time()) + 600).reveal()


@pytest.fixture(scope="session")
def forger(state_directory: Path) -> Forger:
    """One who can sign."""
    return Forger(state_directory)


async def _call(stack: Stack, rpc: Rpc, authorization: str | None, messages: Any) -> tuple[str, str]:
    metadata = () if authorization is None else (("authorization", authorization),)
    outcome = await stack.call(rpc, messages, metadata)
    return outcome.code, outcome.reason


@every_rpc
async def test_nobody_unknown_is_let_in(rpc: Rpc, stack: Stack, ada: User, forger: Forger, log: StringIO) -> None:
    """And none of them costs the database a thought, but for a job's claim, that only it can judge. What is wrong with
    the request itself is not told either."""
    service, start = stack.services[rpc.service], log.tell()
    wrong = []
    for bad in BAD:
        authorization = bad.authorization(forger, ada.user_id)
        for messages in (sample(rpc, ada), [rpc.request()]):
            found = await _call(stack, rpc, authorization, messages)
            if found != ("UNAUTHENTICATED", bad.reason):
                wrong.append((bad.name, found))
    assert not wrong
    await until(lambda: service.handlers == 0)
    told = [json.loads(line) for line in log.getvalue()[start:].splitlines()]
    ends = [line for line in told if line.get("method") == rpc.method]
    assert len(ends) == 2 * len(BAD)
    assert sum("db_ms" in line for line in ends) == 2 * sum(bad.needs_database for bad in BAD)
    assert not any(line["tenant"] for line in ends)


@pytest.mark.parametrize("rpc", [one for one in RPCS if one.id not in WITHOUT_DATABASE], ids=lambda rpc: rpc.id)
async def test_a_claim_that_only_the_database_can_refuse_is_refused(
    rpc: Rpc, stack: Stack, ada: User, forger: Forger
) -> None:
    """A service that signed tokens could still not become somebody: the database checks its own half."""
    user, later = ada.user_id, int(time.time()) + 600
    good = forger.tdb_key.sign(user, later).reveal()
    others = forger.tdb_key.sign(UserId(uuid4()), later).reveal()
    forged = {
        "another key": tokens.TdbKey(forger.tdb_key.kid, b"x" * 32).sign(user, later).reveal(),
        "an unknown kid": tokens.TdbKey(77, forger.tdb_key.secret).sign(user, later).reveal(),
        "the HMAC of nothing": f"{good.rpartition('.')[0]}.{'0' * 64}",
        "the HMAC of another": f"{good.rpartition('.')[0]}.{others.rpartition('.')[2]}",
    }
    let_in = {}
    for name, tdb in forged.items():
        token = forger.sign(forger.claims(user, expires=later, tdb=tdb))
        found = await _call(stack, rpc, f"Bearer {token}", sample(rpc, ada))
        if found != ("UNAUTHENTICATED", "TOKEN_INVALID"):
            let_in[name] = found
    assert not let_in


@every_rpc
async def test_a_job_may_call_what_jobs_need_and_nothing_else(rpc: Rpc, stack: Stack, leased: Job, cleo: User) -> None:
    """The worker's identity is the database's own, for one user and one lease; a session it is not."""
    found = await _call(stack, rpc, f"TieoutJob {leased.identity.tdb.reveal()}", [rpc.request()])
    refused = ("PERMISSION_DENIED", "CALLER_NOT_ALLOWED")
    assert (found != refused) if rpc.id in FOR_JOBS else (found == refused)
    assert found[0] != "UNAUTHENTICATED"


def test_jobs_are_allowed_only_what_exists() -> None:
    assert {rpc.id for rpc in RPCS} >= FOR_JOBS
    assert {rpc.id for rpc in RPCS} >= WITHOUT_DATABASE


@pytest.fixture
async def leased(stack: Stack, cleo: User) -> Job:
    """A job of a user that a worker has just leased."""
    kind = f"test_{uuid4().hex}"
    stack.admin.execute("INSERT INTO tieout.job (user_id, kind) VALUES (%s, %s)", (cleo.user_id, kind))
    job = await stack.queue.lease([kind], timedelta(seconds=60))
    assert job is not None
    return job


async def test_a_good_token_beside_the_bad_ones_is_let_in(stack: Stack, ada: User, forger: Forger) -> None:
    """The forger changes one thing at a time: its unchanged tokens are good."""
    for rpc in RPCS:
        if not rpc.erases and not rpc.writes:
            token = forger.sign(forger.claims(ada.user_id))
            code, _ = await _call(stack, rpc, f"Bearer {token}", sample(rpc, ada))
            assert code == ("UNAVAILABLE" if rpc.id == "embedder.Rerank" else "OK"), rpc.id
