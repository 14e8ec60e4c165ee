"""Whose call this is. The auth interceptor sets it from the verified token; nothing else does."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass

from services.common.errors import ErrorReason, Unauthenticated
from services.common.types import Secret, UserId


@dataclass(frozen=True, slots=True)
class Identity:
    """One user, and the proof of it that PostgreSQL checks.

    `tdb` is the token claim that goes to the database as a bound parameter; without it `user_id` opens nothing.
    `is_job` marks a worker's leased job, which acts for the user but is not the user's own call.
    """

    user_id: UserId
    tdb: Secret
    is_job: bool = False


_current: ContextVar[Identity | None] = ContextVar("identity", default=None)


def current() -> Identity:
    """The caller of this RPC. Outside an authenticated RPC raises `Unauthenticated`, so a forgotten check fails shut.

    Servicers call it once and pass the value on; core and adapters take it as an argument.
    """
    identity = _current.get()
    if identity is None:
        raise Unauthenticated(ErrorReason.ERROR_REASON_TOKEN_MISSING, "The call carries no session token.")
    return identity


def current_or_none() -> Identity | None:
    """The caller if there is one. For telemetry; whoever needs a caller takes `current()`."""
    return _current.get()


def bind(identity: Identity) -> None:
    """Set the caller for the running task (the auth interceptor's; each RPC has its own task and so its own value)."""
    _current.set(identity)
