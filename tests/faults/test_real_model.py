"""A real small language model behind a real server: its text may be poor, its numbers may not be wrong."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.faults import llama_server
from tests.faults.checks import Watch, check
from tests.faults.conftest import Exams, Report
from tests.faults.room import Run
from tests.faults.stack import WiredStack

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(not os.environ.get("TIEOUT_FAULTS_LLM"), reason="make test-llm"),
]

CHECKOUT = Path(__file__).resolve().parents[2]
QUESTIONS = 50
STAGE = "language.phrase"
START_SECONDS = 300.0
# The model may take most of a question's 30 s.
PATIENT = {"TIEOUT_ANSWERER_LANGUAGE_TIMEOUT": "25s", "TIEOUT_ANSWERER_LANGUAGE_WINDOW_TOKENS": "4096"}


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
    stack: WiredStack, exams: Exams, report: Report, tmp_path: Path
) -> None:
    exam, before = exams.ledger, dict(stack.environment)
    questions = exam.questions[:QUESTIONS]
    alone = Run(tuple(one for one in exam.alone.told if one.question in questions))
    async with llama(tmp_path / "llama.log") as base_url:
        stack.environment |= {**PATIENT, "TIEOUT_ANSWERER_LANGUAGE_BASE_URL": base_url}
        try:
            await stack.restart("answerer")
            async with asyncio.timeout(START_SECONDS):
                while (await exam.room.ask(questions[:1])).failures:
                    pass  # The caller's channel is still dialling the old process.
            watch = Watch(stack)
            run = await exam.room.ask(questions, together=1)
        finally:
            stack.environment.update(before)
            await stack.restart("answerer")
    asked = [one for one in run.told if STAGE in one.stages]
    worded = [one for one in asked if "language model" not in one.degraded]
    report(f"SmolLM2-135M, {len(asked)} of {len(questions)} texts offered to it, {len(worded)} worded", run)
    assert len(questions) == QUESTIONS
    assert run.failures == []
    assert asked
    assert run.changed(alone) == {}
    check(run, exam, watch)
