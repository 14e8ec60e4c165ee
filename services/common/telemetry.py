"""Traces, metrics and logs of one process, and the clock for the stages of a call.

Spans and metrics go out by OTLP when OTEL_EXPORTER_OTLP_ENDPOINT is set and nowhere otherwise; trace ids exist in
either case, so log lines of five services join. Logs are JSON lines on standard output. Nothing here, and nothing
that uses it, records payloads, tokens, names or amounts; a user appears as a pseudonym only (`tenant`).

Names: https://opentelemetry.io/docs/specs/semconv/rpc/ ; own metrics are `tieout.<service>.<thing>`.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import sys
import time
from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TextIO

import structlog
from opentelemetry import metrics, trace
from opentelemetry.metrics import CallbackOptions, Observation
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import MetricReader, PeriodicExportingMetricReader
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from services.common.types import UserId

# W3C trace context only: baggage would let a caller write into our telemetry.
propagator = TraceContextTextMapPropagator()
tracer = trace.get_tracer("tieout")
meter = metrics.get_meter("tieout")
log: structlog.typing.FilteringBoundLogger = structlog.get_logger()

# The bounds that the RPC conventions advise, in seconds.
DURATION_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0)
server_duration = meter.create_histogram(
    "rpc.server.call.duration", unit="s", explicit_bucket_boundaries_advisory=DURATION_BOUNDS
)
client_duration = meter.create_histogram(
    "rpc.client.call.duration", unit="s", explicit_bucket_boundaries_advisory=DURATION_BOUNDS
)
# One export, its retries included; the last one is part of a process's drain.
EXPORT_SECONDS = 3.0
# The statuses that are a server's fault; all others are the caller's or nobody's.
SERVER_FAULTS = frozenset(("UNKNOWN", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS"))


class Telemetry:
    """The exporters of this process. `flush` before exit, or the last spans are lost."""

    def __init__(self, tracers: TracerProvider, meters: MeterProvider) -> None:
        self._tracers = tracers
        self._meters = meters

    async def flush(self) -> None:
        """Send what is buffered. A collector that is away costs the export timeout once, not more."""
        milliseconds = round(EXPORT_SECONDS * 1000)
        await asyncio.gather(
            asyncio.to_thread(self._tracers.force_flush, milliseconds),
            asyncio.to_thread(self._meters.force_flush, milliseconds),
        )


_configured: Telemetry | None = None


def configure(
    service: str,
    *,
    log_level: str = "INFO",
    log_stream: TextIO | None = None,
    span_processors: Sequence[SpanProcessor] = (),
    metric_readers: Sequence[MetricReader] = (),
) -> Telemetry:
    """Set up this process. The first call decides where spans and metrics go; a later one changes the logs only."""
    global _configured  # noqa: PLW0603 - OpenTelemetry's own providers are process-wide too.
    _configure_logs(service, log_level, log_stream or sys.stdout)
    if _configured is not None:
        return _configured
    processors, readers = list(span_processors), list(metric_readers)
    if os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT"):
        from opentelemetry.exporter.otlp.proto.grpc.metric_exporter import OTLPMetricExporter
        from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter

        processors.append(BatchSpanProcessor(OTLPSpanExporter(timeout=EXPORT_SECONDS)))
        readers.append(PeriodicExportingMetricReader(OTLPMetricExporter(timeout=EXPORT_SECONDS)))
    resource = Resource.create({"service.name": f"tieout-{service}", "service.namespace": "tieout"})
    # A span that goes nowhere is its ids alone: those join the log lines.
    sampler = None if processors else ALWAYS_OFF
    tracers = TracerProvider(sampler=sampler, resource=resource, shutdown_on_exit=False)
    for processor in processors:
        tracers.add_span_processor(processor)
    meters = MeterProvider(metric_readers=readers, resource=resource, shutdown_on_exit=False)
    trace.set_tracer_provider(tracers)
    if readers:
        metrics.set_meter_provider(meters)
    _configured = Telemetry(tracers, meters)
    return _configured


def _configure_logs(service: str, level: str, stream: TextIO) -> None:
    def add_service(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        event["service"] = service
        return event

    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        add_service,
        _add_trace,
    ]
    numeric = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(numeric),
        logger_factory=structlog.WriteLoggerFactory(file=stream),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, _without_values],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [one for one in root.handlers if not getattr(one, "_tieout", False)]
    handler._tieout = True  # type: ignore[attr-defined]  # noqa: SLF001 - marks ours, so that pytest's stay.
    root.addHandler(handler)
    root.setLevel(max(numeric, logging.WARNING))


def _add_trace(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    span = trace.get_current_span().get_span_context()
    if span.is_valid:
        event["trace_id"] = f"{span.trace_id:032x}"
    return event


def _without_values(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A library's log line: its sentence masked and its traceback cut to the exception's class."""
    from services.common.errors import masked

    event["event"] = masked(str(event.get("event", "")))
    record: logging.LogRecord | None = event.get("_record")
    if record is not None:
        event["logger"] = record.name
        if record.exc_info and record.exc_info[0] is not None:
            event["exception"] = record.exc_info[0].__name__
            record.exc_info = None
            record.exc_text = None
    event.pop("exc_info", None)
    return event


def tenant(user_id: UserId) -> str:
    """The pseudonym of a user in telemetry: the same in all services, and found again from the id by support."""
    return hashlib.sha256(user_id.bytes).hexdigest()[:16]


# --- where the time of a call went -----------------------------------------------------------------------------------

_stages: ContextVar[dict[str, float] | None] = ContextVar("stages", default=None)


def start_stages() -> dict[str, float]:
    """A fresh record for the running call; tasks that it starts add to the same one."""
    record: dict[str, float] = {}
    _stages.set(record)
    return record


def stages() -> dict[str, float]:
    """Seconds spent so far in each stage of the running call, by name; empty outside a call."""
    return dict(_stages.get() or {})


def add_stage(name: str, seconds: float) -> None:
    """Add time that was measured elsewhere (a thread, a peer's answer)."""
    record = _stages.get()
    if record is not None:
        record[name] = record.get(name, 0.0) + seconds


@contextmanager
def stage(name: str) -> Iterator[None]:
    """Time a stage ("queue", "db", "model", "plan", …). Stages that run at the same time add up past the total."""
    started = time.perf_counter()
    try:
        yield
    finally:
        add_stage(name, time.perf_counter() - started)


_worst_lag = 0.0


async def watch_loop(period: float = 0.25) -> None:
    """Measure for ever how late the loop is. Anything that blocks it shows here."""
    global _worst_lag  # noqa: PLW0603 - one loop a process.
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + period
        await asyncio.sleep(period)
        _worst_lag = max(_worst_lag, loop.time() - due)


def _take_worst_lag(_options: CallbackOptions) -> Iterable[Observation]:
    global _worst_lag
    worst, _worst_lag = _worst_lag, 0.0
    return (Observation(worst),)


# The worst since the last export: a single late moment between two of them is what makes a caller wait.
meter.create_observable_gauge(
    "tieout.runtime.loop_lag",
    [_take_worst_lag],
    unit="s",
    description="How late the event loop ran a timer, the worst since the last export; alert at 50 ms.",
)
