"""Requirements 18 and 25: one final status a call, in span, metric and log line; one trace across services."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from itertools import pairwise
from typing import Any

import pytest
from google.protobuf.wrappers_pb2 import StringValue
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.trace import SpanContext, SpanKind, StatusCode

from services.common import telemetry
from services.common.client import Channels, Peer
from services.common.errors import TieoutError
from services.common.runtime import Process
from services.common.telemetry import stage, tenant
from tests.fixtures.server import StartServer, until
from tests.fixtures.tokens import USER_A
from tests.integration.runtime.conftest import Recorded
from tests.integration.runtime.echo import KINDS, SERVICE, EchoServicer, EchoStub, call, serve_echo


async def settled(process: Process) -> None:
    """Wait until the last handler has told its end; the caller may have its answer a moment earlier."""
    await until(lambda: process.running_count == 0)


def context_of(span: ReadableSpan) -> SpanContext:
    """Its ids."""
    context = span.get_span_context()
    assert context is not None
    return context


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("word", "code", "reason", "fault"),
    [
        ("fine", "OK", "", False),
        ("!missing", "NOT_FOUND", "RESOURCE_NOT_FOUND", False),
        ("!down", "UNAVAILABLE", "DEPENDENCY_UNAVAILABLE", True),
        ("!leak", "INTERNAL", "INTERNAL", True),
    ],
)
async def test_span_metric_and_log_line_tell_the_same_end(
    kind: str,
    word: str,
    code: str,
    reason: str,
    fault: bool,
    start_server: StartServer,
    token_a: str,
    recorded: Recorded,
) -> None:
    """25: contrib's instrumentation shows status 0 for rich errors; ours shows what the caller got."""
    server = await start_server(serve_echo(EchoServicer()))
    await asyncio.gather(call(EchoStub(server.channel(token_a)), kind, word), return_exceptions=True)
    await settled(server.process)
    (line,) = recorded.calls()
    assert (line["method"], line["code"], line["reason"]) == (f"{SERVICE}/{kind}", code, reason)
    assert line["level"] == ("warning" if fault else "info")
    assert line["tenant"] == tenant(USER_A)
    assert line["request_count"] == 1
    assert line["request_bytes"] == len(word) + 2
    assert line["response_count"] == (1 if code == "OK" else 0)
    assert 0 < line["ms"] < 5000
    assert 0 < line["deadline_left_ms"] <= 11_000
    (span,) = [s for s in recorded.spans.get_finished_spans() if s.kind is SpanKind.SERVER and kind in s.name]
    assert span.attributes is not None
    assert span.attributes["rpc.response.status_code"] == code
    assert (span.status.status_code is StatusCode.ERROR) == fault
    assert span.events == ()
    assert line["trace_id"] == f"{context_of(span).trace_id:032x}"
    points = [
        point
        for point in recorded.points("rpc.server.call.duration")
        if point.attributes["rpc.method"] == f"{SERVICE}/{kind}"
        and point.attributes["rpc.response.status_code"] == code
    ]
    assert points
    assert points[0].sum < 5 * points[0].count


class Asking(EchoServicer):
    """A service that asks a second one, and times its stages."""

    def __init__(self, peer: EchoStub) -> None:
        super().__init__()
        self._peer = peer

    async def UnaryUnary(self, request: StringValue, _context: Any) -> StringValue:  # noqa: N802
        with stage("plan"):
            await asyncio.sleep(0)
        with stage("search"):
            words = await call(self._peer, "UnaryUnary", request.value)
        assert set(telemetry.stages()) == {"plan", "search"}
        return StringValue(value=words[0])


async def test_one_trace_and_one_request_id_across_two_services(
    start_server: StartServer, token_a: str, recorded: Recorded
) -> None:
    """25: client span, server span, client span, server span, each the child of the one before; identity goes along."""
    second = await start_server(serve_echo(EchoServicer()))
    channels = Channels("first")
    asking = Asking(EchoStub(channels.open(Peer("second", second.target))))
    first = await start_server(serve_echo(asking), close=[channels.close])
    stub = EchoStub(first.channel(token_a))
    assert await call(stub, "UnaryUnary", "whoami", metadata=(("x-request-id", "r-7"),)) == [str(USER_A)]
    await settled(first.process)
    spans = [span for span in recorded.spans.get_finished_spans() if SERVICE in span.name]
    spans.sort(key=lambda span: span.start_time or 0)
    assert [span.kind for span in spans] == [SpanKind.CLIENT, SpanKind.SERVER] * 2
    assert len({context_of(span).trace_id for span in spans}) == 1
    for parent, child in pairwise(spans):
        assert child.parent is not None
        assert child.parent.span_id == context_of(parent).span_id
    inner, outer = recorded.calls()
    assert inner["request_id"] == outer["request_id"] == "r-7"
    assert inner["trace_id"] == outer["trace_id"]
    assert inner["tenant"] == outer["tenant"]
    assert outer["search_ms"] >= inner["ms"] > 0
    assert outer["plan_ms"] >= 0
    assert "plan_ms" not in inner


async def test_a_reply_says_where_the_time_went(start_server: StartServer, token_a: str) -> None:
    """18: stages are in the trailer `server-timing`, in milliseconds, beside the request id."""

    class Timed(EchoServicer):
        async def UnaryUnary(self, request: StringValue, _context: Any) -> StringValue:  # noqa: N802
            telemetry.add_stage("queue", 0.0125)
            telemetry.add_stage("model", 0.25)
            return request

    server = await start_server(serve_echo(Timed()))
    calling = EchoStub(server.raw_channel()).UnaryUnary(
        StringValue(value="x"), metadata=(("authorization", f"Bearer {token_a}"),), timeout=5
    )
    await calling
    trailers = dict(await calling.trailing_metadata())
    assert trailers["server-timing"] == "queue;dur=12.5, model;dur=250.0"
    assert trailers["x-request-id"]


async def test_nothing_that_a_user_wrote_is_told(start_server: StartServer, token_a: str, recorded: Recorded) -> None:
    """25: no payload, token or user id in logs, spans or metrics, at debug level, in success and failure."""
    server = await start_server(serve_echo(EchoServicer()))
    stub = EchoStub(server.channel(token_a))
    for kind in KINDS:
        for text in ("Alice-paid-1234.56", "!leak"):
            await asyncio.gather(call(stub, kind, text), return_exceptions=True)
    await settled(server.process)
    assert len(recorded.calls()) == 8
    spans = "".join(span.to_json() for span in recorded.spans.get_finished_spans())
    points = repr(recorded.points("rpc.server.call.duration")) + repr(recorded.points("rpc.client.call.duration"))
    for told in (recorded.text, spans, points):
        for hidden in ("Alice", "1234.56", "hunter2", token_a, token_a.split(".")[1], str(USER_A)):
            assert hidden not in told


async def test_health_is_quiet(start_server: StartServer, recorded: Recorded) -> None:
    """25: probes come every second and say nothing new: debug only."""
    await start_server(serve_echo(EchoServicer()))
    levels = {line["level"] for line in recorded.lines if "grpc.health" in line.get("method", "")}
    assert levels <= {"debug"}


async def test_a_blocked_loop_shows(recorded: Recorded) -> None:
    """18: what blocks the loop for 100 ms is seen as a lag of nearly that."""
    watching = asyncio.create_task(telemetry.watch_loop(0.01))
    await asyncio.sleep(0)
    recorded.points("tieout.runtime.loop_lag")  # Takes what was measured before.
    blocked_until = time.monotonic() + 0.1
    while time.monotonic() < blocked_until:
        pass
    for _ in range(5):
        await asyncio.sleep(0)
    (point,) = recorded.points("tieout.runtime.loop_lag")
    watching.cancel()
    assert 0.05 < point.value < 5


async def test_the_log_of_a_library_is_json_and_masked(recorded: Recorded) -> None:
    """25: psycopg, grpc and the rest write through the same formatter; their tracebacks stay out."""
    import logging

    logger = logging.getLogger("psycopg.pool")
    try:
        raise RuntimeError("postgresql://u:hunter2@h/d")
    except RuntimeError:
        logger.exception("error connecting to %s: 'Alice' owes 12.50", "postgresql://u:hunter2@h/d")
    (line,) = [line for line in recorded.lines if line.get("logger") == "psycopg.pool"]
    assert (line["level"], line["exception"], line["service"]) == ("error", "RuntimeError", "test")
    for hidden in ("hunter2", "Alice", "12.50"):
        assert hidden not in recorded.text


async def test_client_calls_are_measured_by_their_end(
    start_server: StartServer, token_a: str, recorded: Recorded
) -> None:
    """25: one point a call and status at the client too."""
    server = await start_server(serve_echo(EchoServicer()))
    stub = EchoStub(server.channel(token_a, name="measured"))
    await call(stub, "UnaryUnary", "x")
    with pytest.raises(TieoutError):
        await call(stub, "UnaryStream", "!conflict")
    points = [p for p in recorded.points("rpc.client.call.duration") if p.attributes["tieout.peer"] == "measured"]
    assert {(p.attributes["rpc.response.status_code"], p.count) for p in points} == {("OK", 1), ("ABORTED", 1)}


WITHOUT_EXPORTER = """
import json
from services.common import telemetry

telemetry.configure("answerer")
came = {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}
for carried in (came, {}):
    with telemetry.tracer.start_as_current_span("call", context=telemetry.propagator.extract(carried)) as span:
        telemetry.server_duration.record(0.1)
        goes: dict[str, str] = {}
        telemetry.propagator.inject(goes)
        telemetry.log.info("said", recorded=span.is_recording(), goes=goes["traceparent"])
"""


async def test_without_an_exporter_the_log_lines_of_all_services_still_join() -> None:
    """Nothing is recorded that goes nowhere; the trace's id is in the line and goes on to the next service."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        WITHOUT_EXPORTER,
        stdout=asyncio.subprocess.PIPE,
        env={key: value for key, value in os.environ.items() if not key.startswith("OTEL_")},
    )
    printed, _ = await process.communicate()
    followed, begun = (json.loads(line) for line in printed.splitlines())
    assert followed["trace_id"] == "0af7651916cd43dd8448eb211c80319c"
    assert begun["trace_id"] not in ("", "0" * 32, followed["trace_id"])
    for line in (followed, begun):
        assert line["goes"].split("-")[1] == line["trace_id"]
        assert line["recorded"] is False
