"""Requirements 3, 19 and 25 for a whole process: how it starts, ends and what it prints."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.wrappers_pb2 import StringValue

from tests.fixtures.collector import Collector
from tests.integration.runtime.echo import EchoStub

CHECKOUT = Path(__file__).resolve().parents[3]


class Example:
    """The example service as a process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.lines: list[dict[str, Any]] = []
        self.words: list[str] = []

    async def until(self, event: str) -> dict[str, Any]:
        """Read its output up to that event."""
        assert self.process.stdout is not None
        async with asyncio.timeout(30):
            async for raw in self.process.stdout:
                text = raw.decode().strip()
                if not text.startswith("{"):
                    self.words.append(text)
                    continue
                self.lines.append(json.loads(text))
                if self.lines[-1]["event"] == event:
                    return self.lines[-1]
        raise AssertionError(f"ended before {event}: {self.lines} {self.words}")

    async def end(self) -> int:
        """Read the rest of its output and return its exit code."""
        out, _ = await asyncio.wait_for(self.process.communicate(), 30)
        for text in out.decode().splitlines():
            if text.startswith("{"):
                self.lines.append(json.loads(text))
            else:
                self.words.append(text)
        assert self.process.returncode is not None
        return self.process.returncode


@asynccontextmanager
async def example(state: Path, **changes: str) -> AsyncIterator[Example]:
    environ = {
        **os.environ,
        "PYTHONPATH": f"{CHECKOUT}:{CHECKOUT / 'gen'}",
        "TIEOUT_EXAMPLE_JWT_PUBLIC_KEY_FILE": str(state / "keys" / "jwt_public.pem"),
        "TIEOUT_EXAMPLE_DATA_ADDRESS": "127.0.0.1:0",
        "TIEOUT_EXAMPLE_ADMIN_ADDRESS": "127.0.0.1:0",
        "TIEOUT_EXAMPLE_DRAIN_DELAY": "50ms",
        "OTEL_EXPORTER_OTLP_ENDPOINT": "",
        **changes,
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.integration.runtime.example_service",
        cwd=CHECKOUT,
        env=environ,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield Example(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def test_sigterm_finishes_the_running_call_and_exits_with_zero(state_directory: Path, token_a: str) -> None:
    """3, 25: calls end, resources close, telemetry is flushed, and every line on the way was JSON."""
    async with example(state_directory) as service:
        started = await service.until("started")
        await service.until("readiness")
        async with grpc.aio.insecure_channel(f"127.0.0.1:{started['data_port']}") as channel:
            metadata = (("authorization", f"Bearer {token_a}"),)
            stream = EchoStub(channel).StreamStream(metadata=metadata, timeout=20)
            await stream.write(StringValue(value="one"))
            assert (await stream.read()).value == "one"
            service.process.send_signal(signal.SIGTERM)
            await service.until("draining")
            await stream.write(StringValue(value="two"))
            await stream.done_writing()
            assert (await stream.read()).value == "two"
            assert await stream.code() is grpc.StatusCode.OK
        assert await service.end() == 0
        assert service.words == ["closed"]
        assert service.lines[-1]["event"] == "stopped"
        calls = [line for line in service.lines if line["event"] == "rpc"]
        assert [(line["code"], line["request_count"], line["service"]) for line in calls] == [("OK", 2, "example")]


async def test_spans_and_metrics_reach_a_collector_before_the_process_ends(state_directory: Path, token_a: str) -> None:
    """3, 25: with an endpoint set they are exported, the last call's too, and hold no payload."""
    async with (
        Collector() as collector,
        example(state_directory, OTEL_EXPORTER_OTLP_ENDPOINT=collector.endpoint) as service,
    ):
        started = await service.until("started")
        await service.until("readiness")
        async with grpc.aio.insecure_channel(f"127.0.0.1:{started['data_port']}") as channel:
            metadata = (("authorization", f"Bearer {token_a}"), ("traceparent", f"00-{'a' * 32}-{'b' * 16}-01"))
            await EchoStub(channel).UnaryUnary(StringValue(value="Alice"), metadata=metadata, timeout=20)
        service.process.send_signal(signal.SIGTERM)
        assert await service.end() == 0
    (span,) = [span for span in collector.spans if span.name.endswith("EchoService/UnaryUnary")]
    assert span.trace_id == b"\xaa" * 16
    assert span.parent_span_id == b"\xbb" * 8
    assert collector.resources == {"tieout-example"}
    assert {"rpc.server.call.duration", "tieout.runtime.loop_lag", "tieout.runtime.ready"} <= set(collector.metrics)
    assert "Alice" not in repr(collector.spans)


async def test_a_second_signal_ends_at_once(state_directory: Path, token_a: str) -> None:
    """3: an impatient operator does not wait for the drain."""
    async with example(state_directory, TIEOUT_EXAMPLE_DRAIN_DELAY="300s") as service:
        await service.until("started")
        service.process.send_signal(signal.SIGINT)
        await service.until("draining")
        service.process.send_signal(signal.SIGINT)
        assert await service.end() == 1


async def test_settings_that_are_wrong_are_named(state_directory: Path) -> None:
    """Exit code 2 and one line a variable, without a traceback."""
    changes = {"TIEOUT_EXAMPLE_GRACE": "soon", "TIEOUT_EXAMPLE_JWT_PUBLIC_KEY_FILE": ""}
    async with example(state_directory, **changes) as service:
        _, errors = await asyncio.wait_for(service.process.communicate(), 30)
        assert service.process.returncode == 2
        assert errors.decode().splitlines() == [
            "tieout-example: settings:",
            "TIEOUT_EXAMPLE_JWT_PUBLIC_KEY_FILE: not set; expected a path",
            "TIEOUT_EXAMPLE_GRACE: cannot be read; expected a duration (250ms, 30s, 5m, 24h, 90d)",
        ]


async def test_a_port_that_is_taken_ends_the_start_and_closes_what_was_opened(state_directory: Path) -> None:
    """19: refused, not shared."""
    async with example(state_directory) as first:
        started = await first.until("started")
        taken = f"127.0.0.1:{started['data_port']}"
        async with example(state_directory, TIEOUT_EXAMPLE_DATA_ADDRESS=taken) as second:
            out, errors = await asyncio.wait_for(second.process.communicate(), 30)
            assert out.decode().splitlines() == ["closed"]
            assert second.process.returncode == 1
            assert errors.decode().splitlines()[-1] == f"tieout-example: cannot listen on {taken}: is the port taken?"


async def test_background_work_that_breaks_ends_the_process(state_directory: Path) -> None:
    """A service without its housekeeping is drained and ends with 1, so that its supervisor starts it anew."""
    async with example(state_directory) as service:
        await service.until("readiness")
        service.process.send_signal(signal.SIGUSR1)
        failed = await service.until("background work failed")
        assert (failed["task"], failed["exception"]) == ("breaking", "RuntimeError")
        assert await service.end() == 1
        assert service.words == ["closed"]
