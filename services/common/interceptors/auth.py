"""Who is calling: `authorization: Bearer <session token>`, or `TieoutJob <tdb>` from the worker, and nothing else."""

from __future__ import annotations

import hashlib
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Protocol

from services.common import identity
from services.common.errors import ErrorReason, PermissionDenied, Unauthenticated
from services.common.identity import Identity
from services.common.interceptors.call import Call, Step
from services.common.interceptors.policy import Policies
from services.common.types import Secret

AUTHORIZATION = "authorization"
REMEMBERED_TOKENS = 4096
Authenticate = Callable[[str], Awaitable[Identity]]
"""Credentials without their scheme → the caller; raises `Unauthenticated` with the reason."""


# Key ids from 900,000,000 on belong to the database, which signs job identities by itself.
_JOB_TDB = re.compile(r"v1\.9\d{8}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d{1,11}\.[0-9a-f]{64}")
_authorization: ContextVar[str | None] = ContextVar("authorization", default=None)


def forwarded() -> str | None:
    """The `authorization` that the running call was let in with; peers get the same. None outside a call."""
    return _authorization.get()


def bearer(verify: Callable[[str], Identity]) -> Authenticate:
    """The scheme of users' calls; `verify` is `TokenVerifier.verify`.

    A session's calls, and those that they cause at peers, all carry one token: verified once (120 µs) it is remembered
    by its hash until it ends.
    """
    known: OrderedDict[bytes, tuple[Identity, int]] = OrderedDict()

    async def authenticate(credentials: str) -> Identity:
        digest = hashlib.sha256(credentials.encode()).digest()
        caller, ends = known.get(digest, (None, 0))
        if caller is not None and time.time() < ends:
            return caller
        known.pop(digest, None)
        caller = verify(credentials)
        known[digest] = (caller, int(caller.tdb.reveal().split(".")[3]))
        if len(known) > REMEMBERED_TOKENS:
            known.popitem(last=False)
        return caller

    return authenticate


class JobVerifier(Protocol):
    """The part of `Database` that knows the identities of leased jobs."""

    async def verify_job(self, tdb: Secret) -> Identity:
        """The identity of a job; a user's own token raises `Unauthenticated`."""
        ...


def jobs(database: JobVerifier) -> Authenticate:
    """The scheme of the worker's calls: a `tdb` that the database minted for a leased job, and that it accepts now."""

    async def authenticate(credentials: str) -> Identity:
        if not _JOB_TDB.fullmatch(credentials):  # Spares the database what cannot be one.
            raise Unauthenticated(ErrorReason.ERROR_REASON_TOKEN_INVALID, "This is not the identity of a job.")
        return await database.verify_job(Secret(credentials))

    return authenticate


class AuthStep(Step):
    """Verifies the token and binds the identity. `schemes` maps "bearer" and "tieoutjob" to what verifies them."""

    def __init__(self, schemes: Mapping[str, Authenticate], policies: Policies) -> None:
        self._schemes = {name.lower(): verify for name, verify in schemes.items()}
        self._policies = policies

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncIterator[None]:
        header = call.metadata.get(AUTHORIZATION, "")
        scheme, _, credentials = header.partition(" ")
        if not credentials:
            raise Unauthenticated(
                ErrorReason.ERROR_REASON_TOKEN_MISSING, "Send a session token as `authorization: Bearer`."
            )
        verify = self._schemes.get(scheme.lower())
        if verify is None:
            raise Unauthenticated(ErrorReason.ERROR_REASON_TOKEN_INVALID, "This authorization scheme is not known.")
        caller = await verify(credentials.strip())
        if caller.is_job and not self._policies.of(call.method).jobs:
            raise PermissionDenied(call.method)
        identity.bind(caller)
        _authorization.set(header)
        yield
