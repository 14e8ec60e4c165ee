"""Who is calling: `authorization: Bearer <session token>`, or `TieoutJob <tdb>` from the worker, and nothing else."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any, LiteralString, Protocol
from uuid import UUID

from services.common import identity
from services.common.errors import ErrorReason, PermissionDenied, Unauthenticated
from services.common.identity import Identity
from services.common.interceptors.call import Call, Step
from services.common.interceptors.policy import Policies
from services.common.types import Secret, UserId

AUTHORIZATION = "authorization"
Authenticate = Callable[[str], Awaitable[Identity]]
"""Credentials without their scheme → the caller; raises `Unauthenticated` with the reason."""


# Key ids from 900,000,000 on belong to the database, which signs job identities by itself.
_JOB_TDB = re.compile(r"v1\.9\d{8}\.(?P<sub>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.\d{1,11}\.[0-9a-f]{64}")
_authorization: ContextVar[str | None] = ContextVar("authorization", default=None)


def forwarded() -> str | None:
    """The `authorization` that the running call was let in with; peers get the same. None outside a call."""
    return _authorization.get()


def bearer(verify: Callable[[str], Identity]) -> Authenticate:
    """The scheme of users' calls; `verify` is `TokenVerifier.verify`."""

    async def authenticate(credentials: str) -> Identity:
        return verify(credentials)

    return authenticate


class Asked(Protocol):
    """The part of `Database` that knows whether an identity is good."""

    async def fetch(self, identity: Identity, query: LiteralString, params: Sequence[Any] = ()) -> list[dict[str, Any]]:
        """Rows of one statement under this identity."""
        ...


def jobs(database: Asked) -> Authenticate:
    """The scheme of the worker's calls: a `tdb` that the database minted for a leased job and accepts now.

    A user's own `tdb` is refused here, though the database would take it: it must not open methods that are for jobs.
    """

    async def authenticate(credentials: str) -> Identity:
        match = _JOB_TDB.fullmatch(credentials)
        if match is None:
            raise Unauthenticated(ErrorReason.ERROR_REASON_TOKEN_INVALID, "This is not the identity of a job.")
        caller = Identity(UserId(UUID(match["sub"])), Secret(credentials), is_job=True)
        rows = await database.fetch(caller, "SELECT tieout.get_current_job_user_id() AS user_id")
        if [row["user_id"] for row in rows] != [caller.user_id]:
            raise Unauthenticated(ErrorReason.ERROR_REASON_TOKEN_INVALID, "This is not the identity of a job.")
        return caller

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
