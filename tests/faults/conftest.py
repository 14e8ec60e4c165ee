"""One stack for this folder: people of both benchmarks, asked first without anything hosted, then with all of it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterable
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
from tests.faults.room import COLUMNS, EMBEDDED, PHRASED, WALKED, Room, Run, Told
from tests.faults.stack import WiredStack, wired_stack
from tests.fixtures.collector import Collector
from tests.fixtures.hosted import HostedServer

CHECKOUT = Path(__file__).resolve().parents[2]
VAULT, LEDGER = "vault", "ledger"
FOLDERS = [CHECKOUT / "tests" / "eval" / name / "dev" for name in (VAULT, LEDGER)]
# `make faults` takes everybody and everything.
WHOLE = bool(os.environ.get("TIEOUT_FAULTS_WHOLE"))
# `make test-llm` needs more questions of the ledger.
WORDED = bool(os.environ.get("TIEOUT_FAULTS_LLM"))
# `make faults` writes what each fault came to as soon as it is known, as it may be run in pieces, or stopped.
TABLE = CHECKOUT / "build" / "faults.md"
SECONDS = 7200 if WHOLE else 900
# Those of each benchmark that are read in soonest.
USERS = () if WHOLE else ("v02", "v04", "v05", "d6", *(["d3"] if WORDED else []))
VAULT_QUESTIONS, LEDGER_QUESTIONS, WALKING = 60, 15, 5
MODEL, REVISION, WIDTH = "played-model", "one", 768
BY_LOCAL_MODEL = "the question was embedded by the local model"
READY_SECONDS = 1800.0


@dataclass(frozen=True, slots=True)
class Exam:
    """Questions of both benchmarks, and what they came to while nothing was broken."""

    room: Room
    everything: Run
    """All questions of these people, without the hosted parts."""
    alone: Run
    """Without the hosted parts."""
    healthy: Run
    """With them, all well."""
    needing: frozenset[str]
    """Ids of those whose search needs a vector: what keywords find does not settle them."""

    async def ask(self) -> Run:
        """All of them once more."""
        return await self.room.ask(self.alone.asked)

    @property
    def few(self) -> list[Question]:
        """As few as go through every part that may be missing."""
        return _one_of_each_stage(self.healthy)


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
async def stack(collector: Collector, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[WiredStack]:
    """Started once; a test that breaks something mends it."""
    calibrations = tmp_path_factory.mktemp("calibrations")
    _calibrate(calibrations)
    async with wired_stack(collector, {"TIEOUT_RETRIEVER_CALIBRATIONS": str(calibrations)}) as started:
        yield started


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def exam(stack: WiredStack, hosted: HostedServer) -> AsyncIterator[Exam]:
    """Asked without anything hosted; then the hosted parts are configured, and the worker fills their space."""
    async with AsyncExitStack() as opened:
        room = Room(stack, FOLDERS, USERS)
        await room.open(opened)
        everything = await room.ask()
        needing = await _needing_vectors(room, everything)
        some = (*needing[:VAULT_QUESTIONS], *_of_ledger(everything))
        alone = everything if WHOLE else Run(some)
        tell("nothing hosted", alone)
        stack.environment |= _hosted_settings(hosted)
        await stack.restart("embedder", "answerer")
        await _until_filled(stack, room, alone)
        healthy = await _well(room, alone)
        tell("nothing broken", healthy)
        yield Exam(room, everything, alone, healthy, frozenset(one.question.question_id for one in needing))


async def _needing_vectors(room: Room, run: Run) -> list[Told]:
    """Those that keywords do not settle, by the retriever's own word."""
    embedded = [one for one in run.of(VAULT).told if EMBEDDED in one.stages]
    needing = [one for one in embedded if await room.needs_vector(one.question)]
    assert len(needing) >= VAULT_QUESTIONS, f"only {len(needing)} questions need a vector"
    return needing


def _of_ledger(run: Run) -> list[Told]:
    """Some that walk the graph, and others from all over."""
    walking = [one for one in run.of(LEDGER).told if WALKED in one.stages][:WALKING]
    others = [one for one in run.of(LEDGER).told if one not in walking]
    wanted = LEDGER_QUESTIONS - len(walking)
    return [*walking, *others[:: len(others) // wanted][:wanted]]


def _calibrate(folder: Path) -> None:
    """The hosted vectors are those of the local model in another space, so that space's floors are the local ones."""
    space = hosted_space(MODEL, REVISION, WIDTH)
    named = calibration.CalibratedSpace(space.space_id, MODEL, REVISION, WIDTH)
    calibration.write(replace(calibration.load()[SPACE_ID], space=named), folder)


def _hosted_settings(hosted: HostedServer) -> dict[str, str]:
    return {
        "TIEOUT_EMBEDDER_HOSTED_BASE_URL": hosted.base_url,
        "TIEOUT_EMBEDDER_HOSTED_MODEL": MODEL,
        "TIEOUT_EMBEDDER_HOSTED_REVISION": REVISION,
        "TIEOUT_EMBEDDER_HOSTED_DIMENSIONS": str(WIDTH),
        "TIEOUT_ANSWERER_LANGUAGE_BASE_URL": hosted.base_url,
        "TIEOUT_ANSWERER_LANGUAGE_MODEL": MODEL,
    }


async def _until_filled(stack: WiredStack, room: Room, alone: Run) -> None:
    """Until the worker has filled the hosted space, questions go there, and the answerer's own model stands by."""
    embedded = [one.question for one in alone.told if EMBEDDED in one.stages]
    of_each_user = list({one.user: one for one in embedded}.values())

    async def missing(questions: list[Question]) -> set[str]:
        run = await room.ask(questions)
        return {effect for one in run.told for effect in one.degraded.values()} | {str(one) for one in run.failures}

    async with asyncio.timeout(READY_SECONDS):
        while await missing(of_each_user):
            pass
        await stack.wires["embedder"].stop()
        while BY_LOCAL_MODEL not in await missing(of_each_user[:1]):
            pass
        await stack.wires["embedder"].start()
        while await missing(of_each_user[:1]):
            pass


async def _well(room: Room, alone: Run) -> Run:
    """With all parts well. On a busy machine one may be late for some: these are asked again."""
    told = {one.question: one for one in (await room.ask(alone.asked)).told}
    async with asyncio.timeout(READY_SECONDS):
        while lacking := Run(tuple(told.values())).lacking:
            told |= {one.question: one for one in (await room.ask(lacking)).told}
    return Run(tuple(told.values()))


def _one_of_each_stage(run: Run) -> list[Question]:
    firsts = (next((one.question for one in run.told if stage in one.stages), None) for stage in STAGES_OF_PARTS)
    return list(dict.fromkeys(one for one in firsts if one is not None))


STAGES_OF_PARTS = (EMBEDDED, PHRASED, WALKED)
Report = Callable[[str, Run], None]
_told: list[str] = []


def tell(what: str, run: Run) -> None:
    """A row of each benchmark, for the end of pytest's output and for the table of the whole matrix."""
    rows = [_row([what, name, *run.of(name).columns()]) for name in (VAULT, LEDGER)]
    if WHOLE:
        TABLE.parent.mkdir(exist_ok=True)
        with TABLE.open("a", encoding="utf-8") as file:
            file.write("".join(f"{row}\n" for row in ([] if _told else _heading()) + rows))
    _told.extend(rows)


def _heading() -> list[str]:
    names = ["fault", "benchmark", *COLUMNS]
    return ["", _row(names), _row(["---"] * len(names))]


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


@pytest.fixture
def report() -> Report:
    """`report("what was broken", run)`: what the questions came to meanwhile."""
    return tell


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What the questions came to, fault by fault."""
    if _told:
        terminalreporter.section("faults")
        for line in [*_heading(), *_told]:
            terminalreporter.line(line)
