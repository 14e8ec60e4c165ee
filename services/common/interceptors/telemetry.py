"""One final status feeds the server span, the duration histogram and one JSON log line."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext

import grpc
from google.protobuf.message import Message
from opentelemetry import trace
from opentelemetry.trace import SpanKind, StatusCode

from services.common import deadline, identity, telemetry
from services.common.errors import REQUEST_ID_KEY
from services.common.interceptors.call import Call, Step
from services.common.tls import caller_names


class TelemetryStep(Step):
    """Measures the call. `quiet` methods (health, reflection) are logged at debug and leave no span."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet

    def on_request(self, call: Call, message: Message) -> None:
        call.request_count += 1
        call.request_bytes += message.ByteSize()

    def on_response(self, call: Call, message: Message) -> None:
        call.response_count += 1
        call.response_bytes += message.ByteSize()

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncIterator[None]:
        started = time.perf_counter()
        call.stages = telemetry.start_stages()
        method = call.method.removeprefix("/")
        with self._span(call, method) as span:
            try:
                yield
            except asyncio.CancelledError:
                self._finish(call, span, started, _code_when_cancelled(call))
                raise
            except BaseException:
                code = call.outcome.code if call.outcome is not None else grpc.StatusCode.UNKNOWN
                self._finish(call, span, started, code)
                raise
            _tell_timing(call)
            self._finish(call, span, started, grpc.StatusCode.OK)

    def _span(self, call: Call, method: str) -> AbstractContextManager[trace.Span]:
        if self._quiet:
            return nullcontext(trace.INVALID_SPAN)
        return telemetry.tracer.start_as_current_span(
            method,
            context=telemetry.propagator.extract(call.metadata),
            kind=SpanKind.SERVER,
            attributes={"rpc.system.name": "grpc", "rpc.method": method},
            # Exception texts may quote what a user wrote; the status says enough.
            record_exception=False,
            set_status_on_exception=False,
        )

    def _finish(self, call: Call, span: trace.Span, started: float, code: grpc.StatusCode) -> None:
        seconds = time.perf_counter() - started
        attributes = {
            "rpc.system.name": "grpc",
            "rpc.method": call.method.removeprefix("/"),
            "rpc.response.status_code": code.name,
        }
        reason = call.outcome.reason if call.outcome is not None else ""
        if code.name in telemetry.SERVER_FAULTS:
            attributes["error.type"] = reason or code.name
            span.set_status(StatusCode.ERROR)
        span.set_attributes({**attributes, "tieout.reason": reason, "tieout.request_id": call.request_id})
        telemetry.server_duration.record(seconds, attributes)
        write = telemetry.log.debug if self._quiet else telemetry.log.info
        if code.name in telemetry.SERVER_FAULTS and code is not grpc.StatusCode.DEADLINE_EXCEEDED:
            write = telemetry.log.warning
        caller = identity.current_or_none()
        left = deadline.remaining()
        write(
            "rpc",
            method=attributes["rpc.method"],
            code=code.name,
            reason=reason,
            ms=_ms(seconds),
            deadline_left_ms=None if left is None else _ms(left),
            tenant=None if caller is None else telemetry.tenant(caller.user_id),
            peer=call.context.peer(),
            peer_names=caller_names(call.context.auth_context()) or None,
            request_bytes=call.request_bytes,
            request_count=call.request_count,
            response_bytes=call.response_bytes,
            response_count=call.response_count,
            **{f"{name}_ms": _ms(spent) for name, spent in call.stages.items()},
        )


def _tell_timing(call: Call) -> None:
    """Where the time went, for the caller: trailer `server-timing` as browsers know it (W3C Server Timing)."""
    timing = ", ".join(f"{name};dur={_ms(spent)}" for name, spent in call.stages.items())
    if timing:
        call.context.set_trailing_metadata(((REQUEST_ID_KEY, call.request_id), ("server-timing", timing)))


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 2)


def _code_when_cancelled(call: Call) -> grpc.StatusCode:
    """gRPC cancels the handler both when the caller goes away and when its clock has run out."""
    left = call.context.time_remaining()
    expired = left is not None and left <= 0  # type: ignore[redundant-expr]  # None without a deadline
    return grpc.StatusCode.DEADLINE_EXCEEDED if expired else grpc.StatusCode.CANCELLED
