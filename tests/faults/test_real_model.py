"""A real small language model behind a real server: its text may be poor, its numbers may not be wrong."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.faults import llama_server
from tests.faults.checks import METRIC_SECONDS, Watch, check
from tests.faults.conftest import LEDGER, WORDED, Exam, Report
from tests.faults.room import PHRASED, Run
from tests.faults.stack import WiredStack
from tests.fixtures.collector import Collector
from tests.fixtures.server import until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(not WORDED, reason="make test-llm"),
]

CHECKOUT = Path(__file__).resolve().parents[2]
QUESTIONS = 50
# A model that is late or left alone for a moment; one whose reply was cut off had the time, and did not end.
LATE = {"Unavailable", "DeadlineExceeded", "late"}
START_SECONDS = 300.0
# The model may take most of a question's 30 s. One that rambles is cut off again and again, and still asked.
PATIENT = {
    "TIEOUT_ANSWERER_LANGUAGE_TIMEOUT": "25s",
    "TIEOUT_ANSWERER_LANGUAGE_WINDOW_TOKENS": str(llama_server.WINDOW_TOKENS),
    "TIEOUT_ANSWERER_BREAKER_RESET": "1ms",
}


@asynccontextmanager
async def llama(log: Path) -> AsyncIterator[str]:
    """The base URL of the model's server, which is a process of its own."""
    with log.open("wb") as out:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            llama_server.__name__,
            cwd=CHECKOUT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=out,
        )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(START_SECONDS):
            line = await process.stdout.readline()
        assert line.startswith(b"base_url="), f"see {log}"
        yield line.decode().strip().removeprefix("base_url=")
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def test_the_numbers_of_a_real_model_are_ours(
    stack: WiredStack, exam: Exam, collector: Collector, report: Report, tmp_path: Path
) -> None:
    before = dict(stack.environment)
    grounded = [one for one in exam.everything.of(LEDGER).told if one.prediction["status"] == "answered"]
    alone = Run(tuple(grounded[:: len(grounded) // QUESTIONS][:QUESTIONS]))
    assert len(alone.told) == QUESTIONS
    async with llama(tmp_path / "llama.log") as base_url:
        stack.environment |= {**PATIENT, "TIEOUT_ANSWERER_LANGUAGE_BASE_URL": base_url}
        try:
            await stack.restart("answerer")
            async with asyncio.timeout(START_SECONDS):
                while (await exam.room.ask(alone.asked[:1])).failures:
                    pass  # The caller's channel is still dialling the old process.
            collector.forget("answerer")
            watch = Watch(stack)
            run = await exam.room.ask(alone.asked, together=1)
            outcomes = await _outcomes(collector, sum(PHRASED in one.stages for one in run.told))
        finally:
            stack.environment.update(before)
            await stack.restart("answerer")
    report(f"SmolLM2-135M words the texts; became of them: {outcomes}", run)
    assert run.failures == []
    assert run.changed(alone) == {}
    assert run.untied == {}
    check(run, exam, watch)
    assert outcomes.keys() - LATE, "no text came in time"


async def _outcomes(collector: Collector, least: int) -> Mapping[str, int]:
    """What became of the texts that the model was asked for: "used", or why not, as the metrics count it."""

    def counted() -> Mapping[str, int]:
        spread = collector.spread("tieout.answerer.language", "answerer", "outcome", role="phrase")
        return {outcome: int(count) for outcome, count in spread.items()}

    await until(lambda: sum(counted().values()) >= least, METRIC_SECONDS)
    return counted()
