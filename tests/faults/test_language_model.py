"""Questions of both benchmarks while the language model is ill, or lies in every way that we know of.

Each question comes to the same figures, citations and refusals as without a model, no number leaves the service that is
not tied out, and an answer whose wording was dropped says so (promises 1, 3, 5 and 6).
"""

from __future__ import annotations

import pytest

from tests.faults.chat import every_lie, honest
from tests.faults.checks import Watch, check, closed, recovered, tripped
from tests.faults.conftest import SECONDS, WHOLE, Exam, Exams, Report
from tests.faults.room import Run
from tests.faults.stack import WiredStack
from tests.fixtures.collector import Collector
from tests.fixtures.hosted import OF_CHAT, Fault, HostedServer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(SECONDS)]

PART = "language model"
STAGE = "language.phrase"
BENCHMARKS = ("vault", "ledger")
# Each question meets as many lies; they are told in turn.
ROUNDS = 12 if WHOLE else 3


@pytest.fixture(params=BENCHMARKS)
def asked(request: pytest.FixtureRequest, exams: Exams) -> Exam:
    """The questions of one benchmark."""
    found: Exam = getattr(exams, request.param)
    return found


def test_an_honest_model_changes_no_figure(asked: Exam) -> None:
    """And it was asked, so that what follows is about something."""
    assert asked.healthy.changed(asked.alone) == {}
    assert sum(STAGE in one.stages for one in asked.healthy.told) >= len(asked.questions) // 4
    assert asked.healthy.untied.items() <= asked.alone.untied.items()


@pytest.mark.parametrize("fault", [*OF_CHAT, "refused"], ids=lambda one: getattr(one, "name", one).lower())
async def test_an_ill_language_model_changes_no_figure_and_is_named(
    stack: WiredStack, hosted: HostedServer, exams: Exams, collector: Collector, report: Report, fault: Fault | str
) -> None:
    exam, watch = exams.ledger, Watch(stack)
    if isinstance(fault, Fault):
        hosted.chat.always(fault)
    else:
        await hosted.refuse()
    try:
        run = await exam.ask()
        if fault not in (Fault.HUGE, Fault.RATE_LIMITED):
            await tripped(collector, "answerer", PART)
    finally:
        hosted.chat.always(honest)
        if not isinstance(fault, Fault):
            await hosted.accept()
    report(f"language model {getattr(fault, 'name', fault)}", run)
    await recovered(exam)
    await closed(collector, "answerer", PART)
    _check_without_it(run, exam)
    check(run, exam, watch)


async def test_no_lie_of_a_language_model_leaves_the_service(
    stack: WiredStack, hosted: HostedServer, asked: Exam, report: Report
) -> None:
    watch = Watch(stack)
    hosted.chat.always(every_lie())
    try:
        for number in range(ROUNDS):
            run = await asked.ask()
            report(f"language model lies, {asked.room.name}, round {number + 1}", run)
            assert run.failures == []
            assert run.changed(asked.alone) == {}
            assert run.untied.items() <= asked.alone.untied.items()
            check(run, asked, watch)
    finally:
        hosted.chat.always(honest)
    await recovered(asked)


def _check_without_it(run: Run, exam: Exam) -> None:
    assert run.failures == []
    assert run.unsaid(STAGE, PART) == []
    assert run.changed(exam.alone) == {}
