"""Telemetry that a test can read: spans and metrics in memory, log lines in a list."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from services.common import telemetry


class Recorded:
    """What one process told the world."""

    def __init__(self, spans: InMemorySpanExporter, metrics: InMemoryMetricReader, stream: io.StringIO) -> None:
        self.spans = spans
        self._metrics = metrics
        self._stream = stream

    @property
    def text(self) -> str:
        """All log output as written."""
        return self._stream.getvalue()

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The log lines; fails on one that is not JSON."""
        return [json.loads(line) for line in self.text.splitlines()]

    def calls(self) -> list[dict[str, Any]]:
        """The lines of finished calls, health left out."""
        return [line for line in self.lines if line["event"] == "rpc" and "grpc." not in line["method"]]

    def points(self, name: str) -> list[Any]:
        """The data points of one metric."""
        data = self._metrics.get_metrics_data()
        return [
            point
            for resource in (data.resource_metrics if data is not None else ())
            for scope in resource.scope_metrics
            for metric in scope.metrics
            if metric.name == name
            for point in metric.data.data_points
        ]


@pytest.fixture(scope="session")
def _in_memory() -> tuple[InMemorySpanExporter, InMemoryMetricReader]:
    spans, metrics = InMemorySpanExporter(), InMemoryMetricReader()
    telemetry.configure("test", span_processors=[SimpleSpanProcessor(spans)], metric_readers=[metrics])
    return spans, metrics


@pytest.fixture
def recorded(_in_memory: tuple[InMemorySpanExporter, InMemoryMetricReader]) -> Iterator[Recorded]:
    """What is told during this test."""
    spans, metrics = _in_memory
    stream = io.StringIO()
    telemetry.configure("test", log_level="DEBUG", log_stream=stream)
    spans.clear()
    yield Recorded(spans, metrics, stream)
    telemetry.configure("test", log_stream=io.StringIO())
