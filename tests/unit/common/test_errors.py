"""Requirements 6 and 7: one table, a reason on every error, nothing of ours or a driver's leaks."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta

import grpc
import psycopg
import psycopg_pool
import pytest
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from psycopg import errors as pg

from services.common.errors import (
    PUSHBACK_KEY,
    Conflict,
    DeadlineExceeded,
    ErrorReason,
    FailedPrecondition,
    Internal,
    InvalidArgument,
    NotFound,
    Outcome,
    Overloaded,
    PermissionDenied,
    TieoutError,
    Unauthenticated,
    Unavailable,
    Unimplemented,
    Violation,
    masked,
    outcome,
    translate,
)

C = grpc.StatusCode


def details(ended: Outcome) -> tuple[ErrorInfo, BadRequest | None, RetryInfo | None]:
    """The details of a status; fails when one type is there twice."""
    found: dict[str, object] = {}
    for packed in ended.status.details:
        for kind in (ErrorInfo, BadRequest, RetryInfo):
            if packed.Is(kind.DESCRIPTOR):
                assert kind.__name__ not in found
                found[kind.__name__] = kind.FromString(packed.value)
    return found["ErrorInfo"], found.get("BadRequest"), found.get("RetryInfo")


@pytest.mark.parametrize(
    ("error", "code", "reason"),
    [
        (InvalidArgument("q", "too long"), C.INVALID_ARGUMENT, "FIELD_INVALID"),
        (NotFound("answers/1"), C.NOT_FOUND, "RESOURCE_NOT_FOUND"),
        (Unauthenticated(ErrorReason.ERROR_REASON_TOKEN_EXPIRED, "x"), C.UNAUTHENTICATED, "TOKEN_EXPIRED"),
        (PermissionDenied("/a.B/C"), C.PERMISSION_DENIED, "CALLER_NOT_ALLOWED"),
        (Overloaded("ask"), C.RESOURCE_EXHAUSTED, "OVERLOADED"),
        (Unavailable("graph"), C.UNAVAILABLE, "DEPENDENCY_UNAVAILABLE"),
        (Unavailable("database"), C.UNAVAILABLE, "DATABASE_UNAVAILABLE"),
        (Unavailable(""), C.UNAVAILABLE, "DRAINING"),
        (Conflict(), C.ABORTED, "WRITE_CONFLICT"),
        (
            FailedPrecondition(ErrorReason.ERROR_REASON_STATE_NOT_ALLOWED, "x"),
            C.FAILED_PRECONDITION,
            "STATE_NOT_ALLOWED",
        ),
        (DeadlineExceeded(), C.DEADLINE_EXCEEDED, "DEADLINE_EXCEEDED"),
        (Unimplemented(), C.UNIMPLEMENTED, "NOT_IMPLEMENTED"),
        (Internal("x"), C.INTERNAL, "INTERNAL"),
    ],
)
def test_every_failure_has_its_code_and_reason(error: TieoutError, code: C, reason: str) -> None:
    """6: ErrorInfo on all of them, of our domain, in the form that AIP-193 asks for."""
    ended = outcome(error, "r-1")
    info, _, retry = details(ended)
    assert (ended.code, info.reason, info.domain) == (code, reason, "tieout")
    assert re.fullmatch(r"[A-Z][A-Z0-9_]+[A-Z0-9]", info.reason)
    assert len(info.reason) <= 63
    assert (retry is not None) == (code in (C.UNAVAILABLE, C.RESOURCE_EXHAUSTED))


def test_what_changes_in_a_message_is_in_its_metadata() -> None:
    """AIP-193: a program never has to parse the sentence."""
    for error in (NotFound("answers/1"), PermissionDenied("/a.B/C"), Overloaded("ask"), Unavailable("graph")):
        (value,) = error.metadata.values()
        assert value in error.message


def test_retry_information_goes_both_ways_it_is_read() -> None:
    """7: RetryInfo for people's clients, pushback metadata for gRPC's own retries, the same time in both."""
    ended = outcome(Unavailable("graph", timedelta(milliseconds=1500)), "r-1")
    _, _, retry = details(ended)
    assert retry is not None
    assert retry.retry_delay.ToTimedelta() == timedelta(milliseconds=1500)
    assert (PUSHBACK_KEY, "1500") in ended.trailers


def test_an_unforeseen_error_shows_the_request_id_only() -> None:
    """6: neither its text nor its class."""
    ended = outcome(translate(RuntimeError("postgresql://u:hunter2@h/d")), "r-1")
    assert ended.code is C.INTERNAL
    assert ended.message == "Internal error. Quote the request id r-1."
    shown = ended.status.SerializeToString()
    assert b"hunter2" not in shown
    assert b"RuntimeError" not in shown


def test_details_stay_small() -> None:
    """6: at most 20 violations, and all of it under 8 KiB as it travels (base64), whatever a caller provokes."""
    many = [Violation(f"words[{n}]" * 50, "ä" * 5000) for n in range(2000)]
    for error in (
        InvalidArgument("word", "y" * 5000, violations=many),
        InvalidArgument("word", "y", metadata={f"key{n}": "z" * 5000 for n in range(500)}),
        NotFound("n" * 100_000),
    ):
        ended = outcome(error, "r-1")
        info, bad, _ = details(ended)
        assert info.reason
        assert bad is None or 0 < len(bad.field_violations) <= 20
        assert ended.status.ByteSize() * 4 / 3 + len(ended.message.encode()) * 3 < 8 * 1024 + 3 * 300 * 2


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (pg.InvalidAuthorizationSpecification(), C.UNAUTHENTICATED),
        (pg.QueryCanceled(), C.DEADLINE_EXCEEDED),
        (pg.SerializationFailure(), C.ABORTED),
        (pg.DeadlockDetected(), C.ABORTED),
        (pg.UniqueViolation(), C.ABORTED),
        (pg.ForeignKeyViolation(), C.NOT_FOUND),
        (pg.AdminShutdown(), C.UNAVAILABLE),
        (pg.CannotConnectNow(), C.UNAVAILABLE),
        (pg.TooManyConnections(), C.UNAVAILABLE),
        (pg.ConnectionFailure(), C.UNAVAILABLE),
        (psycopg.OperationalError("connection refused"), C.UNAVAILABLE),
        (psycopg.InterfaceError("the connection is closed"), C.UNAVAILABLE),
        (psycopg_pool.PoolTimeout("no connection"), C.UNAVAILABLE),
        (psycopg_pool.PoolClosed("closed"), C.UNAVAILABLE),
        (pg.InvalidTextRepresentation(), C.INVALID_ARGUMENT),
        (psycopg.DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes"), C.INVALID_ARGUMENT),
        (pg.InsufficientPrivilege(), C.INTERNAL),
        (pg.UndefinedTable(), C.INTERNAL),
        (TimeoutError(), C.DEADLINE_EXCEEDED),
        (ExceptionGroup("g", [RuntimeError("x"), ExceptionGroup("h", [NotFound("rows/1")])]), C.NOT_FOUND),
        (BaseExceptionGroup("g", [asyncio.CancelledError(), RuntimeError("x")]), C.INTERNAL),
    ],
)
def test_foreign_errors_become_neutral_ones(error: BaseException, code: C) -> None:
    """7: by SQLSTATE where there is one; the driver's sentence never goes out."""
    failure = translate(error)
    assert failure.code is code
    if not isinstance(failure, Internal) and str(error):
        assert str(error) not in failure.message


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            'duplicate key value violates unique constraint "p"\nDETAIL:  Key (name)=(Alice) exists',
            "duplicate key value",
        ),
        ("connection to postgresql://u:hunter2@db:5432/d failed", "connection to"),
        ("password=hunter2 host=db", "host=db"),
        ("token v1.1.a1000000-0000-4000-8000-000000000001.99.hunter2 is bad", "is bad"),
        ("authorization: Bearer eyJhbGciOiJFZERTQSJ9.hunter2.sig", "authorization"),
        ("invalid amount 1234.56 of 'hunter2'", "invalid amount"),
    ],
)
def test_what_is_logged_of_an_exception_quotes_nothing(text: str, kept: str) -> None:
    """25: the sentence stays readable; addresses, secrets, quoted values, numbers and row contents go."""
    shown = masked(text)
    assert kept in shown
    for hidden in ("hunter2", "Alice", "1234", "a1000000"):
        assert hidden not in shown
