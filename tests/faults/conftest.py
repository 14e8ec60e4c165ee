"""One stack for this folder: people of both benchmarks, asked first without anything hosted, then with all of it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import pytest_asyncio

from services.cli.bench import Question
from services.common import calibration
from services.common.local_embedder import SPACE_ID
from services.embedder.model import hosted_space
from tests.faults.chat import honest
from tests.faults.room import NEEDED, Room, Run
from tests.faults.stack import WiredStack, wired_stack
from tests.fixtures.collector import Collector
from tests.fixtures.hosted import HostedServer

EVAL = Path(__file__).resolve().parents[1] / "eval"
# `make faults` takes everybody and everything.
WHOLE = bool(os.environ.get("TIEOUT_FAULTS_WHOLE"))
SECONDS = 4 * 3600 if WHOLE else 600
# Those of each benchmark that are read in soonest.
VAULT_USERS = () if WHOLE else ("v02", "v04", "v05")
LEDGER_USERS = () if WHOLE else ("d3", "d6")
QUESTIONS = 60
MODEL, REVISION, WIDTH = "played-model", "one", 768
BY_LOCAL_MODEL = "the question was embedded by the local model"
READY_SECONDS = 600.0 if WHOLE else 120.0


@dataclass(frozen=True, slots=True)
class Exam:
    """Questions of one benchmark, and what they came to while nothing was broken."""

    room: Room
    questions: list[Question]
    alone: Run
    """Without the hosted parts."""
    healthy: Run
    """With them."""

    async def ask(self) -> Run:
        """All of them once more."""
        return await self.room.ask(self.questions)


@dataclass(frozen=True, slots=True)
class Exams:
    """Both benchmarks. Of the vault only questions that keywords do not settle, chosen by measuring."""

    vault: Exam
    ledger: Exam


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def collector() -> AsyncIterator[Collector]:
    """Where the processes send their metrics."""
    async with Collector() as started:
        yield started


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def hosted() -> AsyncIterator[HostedServer]:
    """What plays the hosted parts: an embedding model, and a language model that keeps to what it is asked."""
    async with HostedServer() as started:
        started.chat.always(honest)
        yield started


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def stack(hosted: HostedServer, collector: Collector) -> AsyncIterator[WiredStack]:
    """Started once; a test that breaks something mends it."""
    async with wired_stack(collector) as started:
        yield started


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def exams(
    stack: WiredStack, hosted: HostedServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Exams]:
    """Asked without anything hosted; then the hosted parts are configured, and the worker fills their space."""
    async with AsyncExitStack() as opened:
        rooms = Room(stack, EVAL / "vault" / "dev", VAULT_USERS), Room(stack, EVAL / "ledger" / "dev", LEDGER_USERS)
        for room in rooms:
            await room.open(opened)
        chosen = await _needing_vectors(rooms[0]), await rooms[1].ask(_some(rooms[1].questions))
        _told.extend(f"nothing hosted, {room.name}: {run}" for room, run in zip(rooms, chosen, strict=True))
        stack.environment |= _hosted_settings(hosted, tmp_path_factory.mktemp("calibrations"))
        await stack.restart("retriever", "embedder", "worker", "answerer")
        await _until_filled(stack, rooms[0], _one_of_each_user(chosen[0]))
        exams = [await _with_hosted(room, run) for room, run in zip(rooms, chosen, strict=True)]
        yield Exams(*exams)


@pytest.fixture
def exam(exams: Exams) -> Exam:
    """60 vault questions that need vectors."""
    return exams.vault


def _some(questions: list[Question]) -> list[Question]:
    return questions if WHOLE else questions[:: max(1, len(questions) // QUESTIONS)][:QUESTIONS]


async def _needing_vectors(room: Room) -> Run:
    run = await room.ask()
    needing = [one for one in run.told if NEEDED in one.stages and await room.needs_vector(one.question)]
    assert len(needing) >= QUESTIONS, f"only {len(needing)} questions need a vector"
    return Run(tuple(needing if WHOLE else needing[:QUESTIONS]))


async def _with_hosted(room: Room, alone: Run) -> Exam:
    questions = [one.question for one in alone.told]
    healthy = await room.ask(questions)
    _told.append(f"nothing broken, {room.name}: {healthy}")
    return Exam(room, questions, alone, healthy)


def _hosted_settings(hosted: HostedServer, calibrations: Path) -> dict[str, str]:
    """Its vectors are those of the local model in another space, so that space's floors are the local ones."""
    space = hosted_space(MODEL, REVISION, WIDTH)
    measured = calibration.load()[SPACE_ID]
    named = calibration.CalibratedSpace(space.space_id, MODEL, REVISION, WIDTH)
    calibration.write(replace(measured, space=named), calibrations)
    return {
        "TIEOUT_RETRIEVER_CALIBRATIONS": str(calibrations),
        "TIEOUT_EMBEDDER_HOSTED_BASE_URL": hosted.base_url,
        "TIEOUT_EMBEDDER_HOSTED_MODEL": MODEL,
        "TIEOUT_EMBEDDER_HOSTED_REVISION": REVISION,
        "TIEOUT_EMBEDDER_HOSTED_DIMENSIONS": str(WIDTH),
        "TIEOUT_ANSWERER_LANGUAGE_BASE_URL": hosted.base_url,
        "TIEOUT_ANSWERER_LANGUAGE_MODEL": MODEL,
    }


def _one_of_each_user(run: Run) -> list[Question]:
    return list({one.question.user: one.question for one in run.told}.values())


async def _until_filled(stack: WiredStack, room: Room, questions: list[Question]) -> None:
    """Until the worker has filled space H, questions go there, and the answerer's own model stands by."""

    async def missing() -> set[str]:
        run = await room.ask(questions)
        return {effect for one in run.told for effect in one.degraded.values()} | {str(one) for one in run.failures}

    async with asyncio.timeout(READY_SECONDS):
        while await missing():
            pass
        await stack.wires["embedder"].stop()
        while await missing() != {BY_LOCAL_MODEL}:
            pass
        await stack.wires["embedder"].start()
        while await missing():
            pass


Report = Callable[[str, Run], None]
_told: list[str] = []


@pytest.fixture
def report() -> Report:
    """`report("what was broken", run)`: one line for the end of pytest's output."""
    return lambda what, run: _told.append(f"{what}: {run}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What the questions came to, fault by fault."""
    if _told:
        terminalreporter.section("faults")
        for line in _told:
            terminalreporter.line(line)
