"""Every way a call can fail, and the one table that turns it into a `google.rpc.Status`.

Core raises the classes below. The error interceptor calls `translate` (any exception → one of them) and `outcome`
(one of them → status, details, trailers). A client calls `decode`. Nothing else builds or reads a Status.

Formats: https://google.aip.dev/193 and google/rpc/error_details.proto; pushback: gRFC A6.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import ClassVar

import grpc
from google.protobuf.any_pb2 import Any
from google.protobuf.duration_pb2 import Duration
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from tieout.type.v1.error_reason_pb2 import ErrorReason

__all__ = [
    "DETAILS_KEY",
    "DOMAIN",
    "MAX_VIOLATIONS",
    "PUSHBACK_KEY",
    "REASON_PREFIX",
    "REQUEST_ID_KEY",
    "Conflict",
    "DeadlineExceeded",
    "ErrorReason",
    "FailedPrecondition",
    "Failure",
    "Internal",
    "InvalidArgument",
    "MessageTooLarge",
    "NotFound",
    "Outcome",
    "Overloaded",
    "PermissionDenied",
    "TieoutError",
    "Unauthenticated",
    "Unavailable",
    "Unimplemented",
    "Violation",
    "abort_status",
    "decode",
    "from_peer",
    "masked",
    "outcome",
    "translate",
]

DOMAIN = "tieout"
REASON_PREFIX = "ERROR_REASON_"
MAX_VIOLATIONS = 20
MAX_TEXT = 300
# Details travel base64-coded in one trailer and peers may drop more than 8 KiB of metadata, silently.
MAX_DETAILS_BYTES = 5 * 1024
DETAILS_KEY = "grpc-status-details-bin"
PUSHBACK_KEY = "grpc-retry-pushback-ms"
REQUEST_ID_KEY = "x-request-id"
DEFAULT_RETRY = timedelta(milliseconds=200)


@dataclass(frozen=True, slots=True)
class Violation:
    """One field that breaks its rule. `field` is a path in the request ("header.size_bytes")."""

    field: str
    description: str


class TieoutError(Exception):
    """A failure that has a name. `message` is shown to the caller: no secrets, no other user's data.

    `metadata` repeats every changing value of the message, so that programs never parse the text.
    `retry_after` goes out with UNAVAILABLE and RESOURCE_EXHAUSTED only.
    """

    code: ClassVar[grpc.StatusCode] = grpc.StatusCode.INTERNAL

    def __init__(
        self,
        reason: ErrorReason,
        message: str,
        metadata: Mapping[str, str] | None = None,
        *,
        violations: Sequence[Violation] = (),
        retry_after: timedelta | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.metadata = dict(metadata or {})
        self.violations = tuple(violations)
        self.retry_after = retry_after

    @property
    def reason_name(self) -> str:
        """The reason as it is sent, without the enum's prefix."""
        return ErrorReason.Name(self.reason).removeprefix(REASON_PREFIX)


class InvalidArgument(TieoutError):
    """The request breaks a rule, whatever the state of the system. Sending it again cannot help."""

    code = grpc.StatusCode.INVALID_ARGUMENT

    def __init__(
        self,
        field: str,
        description: str,
        *,
        reason: ErrorReason = ErrorReason.ERROR_REASON_FIELD_INVALID,
        metadata: Mapping[str, str] | None = None,
        violations: Sequence[Violation] = (),
    ) -> None:
        super().__init__(
            reason,
            f"{field}: {description}",
            {"field": field, **(metadata or {})},
            violations=violations or (Violation(field, description),),
        )


class NotFound(TieoutError):
    """No such thing of this user's. Raise the same for a thing that is another user's."""

    code = grpc.StatusCode.NOT_FOUND

    def __init__(self, resource: str) -> None:
        reason = ErrorReason.ERROR_REASON_RESOURCE_NOT_FOUND
        super().__init__(reason, f"{resource} was not found.", {"resource": resource})


class Unauthenticated(TieoutError):
    """Nobody known is calling."""

    code = grpc.StatusCode.UNAUTHENTICATED


class PermissionDenied(TieoutError):
    """The caller is known and may not call this method."""

    code = grpc.StatusCode.PERMISSION_DENIED

    def __init__(self, method: str) -> None:
        reason = ErrorReason.ERROR_REASON_CALLER_NOT_ALLOWED
        super().__init__(reason, f"This caller may not call {method}.", {"method": method})


class Overloaded(TieoutError):
    """Load was shed before any work. `permit` is the class of method that is full."""

    code = grpc.StatusCode.RESOURCE_EXHAUSTED

    def __init__(self, permit: str, retry_after: timedelta = DEFAULT_RETRY) -> None:
        reason = ErrorReason.ERROR_REASON_OVERLOADED
        super().__init__(reason, f"Too many {permit} calls at once.", {"class": permit}, retry_after=retry_after)


class Unavailable(TieoutError):
    """Something that this call needs is down, or this server is going down. Nothing was done; retrying may help.

    `dependency` is a service's name, "database", or "" for this server's own drain.
    """

    code = grpc.StatusCode.UNAVAILABLE

    def __init__(self, dependency: str, retry_after: timedelta = DEFAULT_RETRY) -> None:
        self.dependency = dependency
        if not dependency:
            reason, message = ErrorReason.ERROR_REASON_DRAINING, "This server is going down."
        elif dependency == "database":
            reason, message = ErrorReason.ERROR_REASON_DATABASE_UNAVAILABLE, "The database is not reachable."
        else:
            reason = ErrorReason.ERROR_REASON_DEPENDENCY_UNAVAILABLE
            message = f"The {dependency} service is not reachable."
        metadata = {"dependency": dependency} if reason == ErrorReason.ERROR_REASON_DEPENDENCY_UNAVAILABLE else {}
        super().__init__(reason, message, metadata, retry_after=retry_after)


class Conflict(TieoutError):
    """Another write of the same user's came in between; the whole request may be retried."""

    code = grpc.StatusCode.ABORTED

    def __init__(self, message: str = "Another write came in between. Retry the whole request.") -> None:
        super().__init__(ErrorReason.ERROR_REASON_WRITE_CONFLICT, message)


class FailedPrecondition(TieoutError):
    """The state of the thing does not allow this; the caller has to change something first."""

    code = grpc.StatusCode.FAILED_PRECONDITION


class DeadlineExceeded(TieoutError):
    """The time budget ran out."""

    code = grpc.StatusCode.DEADLINE_EXCEEDED

    def __init__(
        self,
        message: str = "The time budget of the call ran out.",
        *,
        reason: ErrorReason = ErrorReason.ERROR_REASON_DEADLINE_EXCEEDED,
        metadata: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(reason, message, metadata)


class Unimplemented(TieoutError):
    """The method is not served by this version."""

    code = grpc.StatusCode.UNIMPLEMENTED

    def __init__(self, message: str = "This method is not served by this version.") -> None:
        super().__init__(ErrorReason.ERROR_REASON_NOT_IMPLEMENTED, message)


class MessageTooLarge(TieoutError):
    """A message over the size limit, found by us or by a peer."""

    code = grpc.StatusCode.RESOURCE_EXHAUSTED

    def __init__(self, limit_bytes: int) -> None:
        reason = ErrorReason.ERROR_REASON_MESSAGE_TOO_LARGE
        message = f"A message is over the limit of {limit_bytes} bytes."
        super().__init__(reason, message, {"limit_bytes": str(limit_bytes)})


class Internal(TieoutError):
    """A fault of ours. `message` is logged; the caller sees a request id only."""

    def __init__(self, message: str) -> None:
        super().__init__(ErrorReason.ERROR_REASON_INTERNAL, message)


# --- any exception → TieoutError -------------------------------------------------------------------------------------


def translate(error: BaseException) -> TieoutError:
    """The domain error that says the same. What nobody foresaw becomes `Internal`, its text kept from the caller."""
    if isinstance(error, TieoutError):
        return error
    if isinstance(error, BaseExceptionGroup):
        named = [translate(leaf) for leaf in _leaves(error) if not isinstance(leaf, asyncio.CancelledError)]
        return next((one for one in named if not isinstance(one, Internal)), named[0] if named else Internal("empty"))
    if isinstance(error, grpc.aio.AioRpcError):
        return from_peer(error, "called")
    if _is_driver_error(error):
        return _from_driver(error)
    if isinstance(error, TimeoutError):
        return DeadlineExceeded()
    return Internal(f"{type(error).__name__}: {error}")


def _leaves(group: BaseExceptionGroup[BaseException]) -> Iterator[BaseException]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error


def _is_driver_error(error: BaseException) -> bool:
    # By name: this module serves processes without a database too, and only adapters import the driver.
    return any(cls.__module__.split(".")[0] in ("psycopg", "psycopg_pool") for cls in type(error).__mro__)


def _from_driver(error: BaseException) -> TieoutError:
    """SQLSTATE (PostgreSQL manual, appendix A) → neutral sentence. The driver's own text never leaves the process."""
    state = getattr(error, "sqlstate", None)
    if state is None:
        names = {cls.__name__ for cls in type(error).__mro__}
        if "DataError" in names:
            return InvalidArgument("request", "a value that cannot be stored (a NUL character, or out of range)")
        if names & {"OperationalError", "InterfaceError"}:  # Refused, closed, or the pool gave none in time.
            return Unavailable("database")
        return Internal(f"{type(error).__name__}: {error}")
    match state:
        case "28000":
            reason = ErrorReason.ERROR_REASON_TOKEN_INVALID
            return Unauthenticated(reason, "The database does not accept the session token.")
        case "57014" | "25P04":
            return DeadlineExceeded()
        case "40001" | "40P01" | "55P03" | "23505":
            return Conflict()
        case "23503":
            return NotFound("What the request refers to")
        case "57P01" | "57P02" | "57P03" | "57P05" | "25006":
            return Unavailable("database")
        case "22P02" | "22003" | "22008" | "22021" | "22P05":
            return InvalidArgument("request", "a value that cannot be stored (a NUL character, or out of range)")
    if state[:2] in ("08", "53"):
        return Unavailable("database")
    return Internal(f"{type(error).__name__} {state}: {error}")


def from_peer(error: grpc.aio.AioRpcError, peer: str) -> TieoutError:
    """What a failed call to the service `peer` means to our own caller.

    A peer that finds our request invalid is our fault, so INTERNAL; its text is logged and goes no further.
    """
    told = decode(error)
    code = error.code()
    # Nobody here cancelled the call, or this would be a CancelledError: it reached a server that was stopping.
    if code in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED):
        return Unavailable(peer, told.retry_after or DEFAULT_RETRY)
    if code == grpc.StatusCode.DEADLINE_EXCEEDED:
        return DeadlineExceeded(metadata={"dependency": peer})
    if code == grpc.StatusCode.RESOURCE_EXHAUSTED and told.reason == "OVERLOADED":
        return Overloaded(peer, told.retry_after or DEFAULT_RETRY)
    if code == grpc.StatusCode.ABORTED:
        return Conflict()
    if told.reason is not None and told.reason_value is not None:
        if code == grpc.StatusCode.NOT_FOUND:
            return NotFound(told.metadata.get("resource", "What the request refers to"))
        if code == grpc.StatusCode.UNAUTHENTICATED:
            return Unauthenticated(told.reason_value, told.message, told.metadata)
        if code == grpc.StatusCode.PERMISSION_DENIED:
            return PermissionDenied(told.metadata.get("method", peer))
        if code == grpc.StatusCode.FAILED_PRECONDITION:
            return FailedPrecondition(told.reason_value, told.message, told.metadata)
        if code == grpc.StatusCode.UNIMPLEMENTED:
            return Unimplemented(told.message)
    return Internal(f"{peer} answered {code.name} {told.reason or ''}: {told.message}")


# --- TieoutError → google.rpc.Status ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a call ended, as the caller sees it."""

    code: grpc.StatusCode
    reason: str
    message: str
    status: Status
    retry_after: timedelta | None

    @property
    def trailers(self) -> tuple[tuple[str, str | bytes], ...]:
        """Trailing metadata: the details, and pushback where a retry makes sense."""
        pairs: list[tuple[str, str | bytes]] = [(DETAILS_KEY, self.status.SerializeToString())]
        if self.retry_after is not None:
            pairs.append((PUSHBACK_KEY, str(round(self.retry_after.total_seconds() * 1000))))
        return tuple(pairs)


def outcome(error: TieoutError, request_id: str) -> Outcome:
    """The status of a failed call: ErrorInfo always, BadRequest (at most 20) and RetryInfo where they apply."""
    message, metadata = error.message, error.metadata
    if isinstance(error, Internal):
        message, metadata = f"Internal error. Quote the request id {request_id}.", {"request_id": request_id}
    retryable = error.code in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.RESOURCE_EXHAUSTED)
    retry_after = error.retry_after if retryable else None
    details: list[ErrorInfo | BadRequest | RetryInfo] = [
        ErrorInfo(
            reason=error.reason_name,
            domain=DOMAIN,
            metadata={key: _short(value) for key, value in list(metadata.items())[:20]},
        )
    ]
    if retry_after is not None:
        delay = Duration()
        delay.FromTimedelta(retry_after)
        details.append(RetryInfo(retry_delay=delay))
    violations = error.violations[:MAX_VIOLATIONS]
    while True:
        status = Status(code=error.code.value[0], message=_short(message))
        for detail in details:
            packed = Any()
            packed.Pack(detail)
            status.details.append(packed)
        if violations:
            bad = BadRequest(
                field_violations=[
                    BadRequest.FieldViolation(field=_short(one.field), description=_short(one.description))
                    for one in violations
                ]
            )
            packed = Any()
            packed.Pack(bad)
            status.details.append(packed)
        if status.ByteSize() <= MAX_DETAILS_BYTES or not violations:
            break
        violations = violations[: len(violations) // 2]
    if status.ByteSize() > MAX_DETAILS_BYTES:
        info = ErrorInfo(reason=error.reason_name, domain=DOMAIN)
        status.details[0].Pack(info)
    return Outcome(error.code, error.reason_name, _short(message), status, retry_after)


def _short(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


def abort_status(ended: Outcome, request_id: str) -> grpc.Status:
    """What `context.abort_with_status` takes."""
    return _Status(ended.code, ended.message, (*ended.trailers, (REQUEST_ID_KEY, request_id)))


@dataclass(frozen=True)
class _Status(grpc.Status):
    code: grpc.StatusCode
    details: str
    trailing_metadata: tuple[tuple[str, str | bytes], ...]


# --- a failed call as its client sees it -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed call, read back. `reason` is None when the far end is not one of ours (or never answered)."""

    code: grpc.StatusCode
    message: str
    reason: str | None = None
    metadata: dict[str, str] = field(default_factory=dict)
    violations: tuple[Violation, ...] = ()
    retry_after: timedelta | None = None

    @property
    def reason_value(self) -> ErrorReason | None:
        """The reason as an enum value, None when this version does not know it."""
        name = f"{REASON_PREFIX}{self.reason}"
        return getattr(ErrorReason, name, None)


def decode(error: grpc.aio.AioRpcError) -> Failure:
    """Everything that a failed call told."""
    reason: str | None = None
    metadata: dict[str, str] = {}
    violations: tuple[Violation, ...] = ()
    retry_after: timedelta | None = None
    try:
        status = rpc_status.from_call(error)
    except ValueError:  # Code or message of status and details disagree: a proxy rewrote one of them.
        status = None
    for packed in status.details if status is not None else ():
        if packed.Is(ErrorInfo.DESCRIPTOR):
            info = ErrorInfo.FromString(packed.value)
            if info.domain == DOMAIN:
                reason, metadata = info.reason, dict(info.metadata)
        elif packed.Is(BadRequest.DESCRIPTOR):
            bad = BadRequest.FromString(packed.value)
            violations = tuple(Violation(one.field, one.description) for one in bad.field_violations)
        elif packed.Is(RetryInfo.DESCRIPTOR):
            retry_after = RetryInfo.FromString(packed.value).retry_delay.ToTimedelta()
    return Failure(error.code(), error.details() or "", reason, metadata, violations, retry_after)


# --- what may be logged of an exception ------------------------------------------------------------------------------

_MASKS = (
    (re.compile(r"\w+://\S+"), "<url>"),
    (re.compile(r"\b(password|token|secret|key|authorization)\b\s*[=:]\s*\S+(\s+\S{20,})?", re.IGNORECASE), r"\1=<…>"),
    (re.compile(r"\beyJ[\w.-]+|\bv1\.[\w-]+\.[\w.-]+"), "<token>"),
    (re.compile(r"\"[^\"]*\"|'[^']*'|\([^()]*\)=\([^()]*\)"), "<value>"),
    (re.compile(r"\d[\d.,]*"), "#"),
)


def masked(text: str) -> str:
    """The sentence without what it may quote: addresses, secrets, quoted values, numbers. First line only, as a
    driver's DETAIL and CONTEXT lines repeat row contents."""
    line = text.split("\n", 1)[0][:MAX_TEXT]
    for pattern, replacement in _MASKS:
        line = pattern.sub(replacement, line)
    return line
