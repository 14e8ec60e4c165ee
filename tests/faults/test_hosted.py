"""Questions of both benchmarks while the hosted parts are ill in every way that we know of, or the language model lies.

The local model answers in the place of the hosted one, in its own space, and our own words in the place of the language
model's: each question comes to what it comes to without anything hosted, no number leaves the service that is not tied
out, and the answer says what was missing (promises 1, 3, 5 and 6).
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.faults.chat import LIES, Model, every_lie, honest
from tests.faults.checks import Watch, check, closed, recovered, tripped
from tests.faults.conftest import SECONDS, VAULT_QUESTIONS, WHOLE, Exam, Report
from tests.faults.room import EMBEDDED, PHRASED, Run
from tests.faults.stack import WiredStack
from tests.fixtures.collector import Collector
from tests.fixtures.hosted import EVERYWHERE, OF_CHAT, OF_EMBEDDINGS, Fault, HostedServer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(SECONDS)]

EMBEDDER, LANGUAGE = "hosted embedder", "language model"
# Items in another order, each with its index, are a right reply.
HARMLESS = {Fault.REORDERED}
# Asked to wait, nothing is sent meanwhile, so that little fails.
RESTING = {Fault.RATE_LIMITED}

# What is wrong with the embedding model and with the language model. Both at once, as an answer goes from the one to
# the other: what the first does to it would show in what it comes to.
ILLS = [
    *((one, one) for one in EVERYWHERE),
    (Fault.WRONG_WIDTH, Fault.EMPTY),
    (Fault.NOT_A_NUMBER, Fault.TOOL_CALL),
    (Fault.ZERO, Fault.HUGE),
]
# And what is wrong with the embedding model while the language model lies.
LIED_TO = [Fault.REORDERED, Fault.MISSING, Fault.OTHER_MODEL, Fault.OTHER_VECTORS]
# So many times `make faults` has both benchmarks lied to while nothing else is wrong.
ROUNDS = 3 if WHOLE else 0


def _named(faults: Iterable[Fault]) -> str:
    return "+".join(one.name.lower() for one in faults)


@pytest.fixture(scope="module")
def liar() -> Model:
    """Tells the lies in turn, over all tests."""
    return every_lie()


def test_the_questions_are_about_the_hosted_parts(exam: Exam) -> None:
    """Enough of them need vectors, enough are worded, and with all well each comes to what it comes to without."""
    assert {*(one for one, _ in ILLS), *LIED_TO} == set(OF_EMBEDDINGS)
    assert {one for _, one in ILLS} == set(OF_CHAT)
    assert len(exam.needing) >= VAULT_QUESTIONS
    assert sum(PHRASED in one.stages for one in exam.healthy.told) >= len(exam.healthy.told) // 4
    assert exam.healthy.lacking == []
    assert exam.healthy.changed(exam.alone) == {}
    assert exam.healthy.untied == exam.alone.untied


@pytest.mark.parametrize("ill", ILLS, ids=_named)
async def test_an_ill_hosted_part_changes_no_answer_and_is_named(
    stack: WiredStack,
    hosted: HostedServer,
    exam: Exam,
    collector: Collector,
    report: Report,
    ill: tuple[Fault, Fault],
) -> None:
    watch = Watch(stack)
    hosted.embeddings.always(ill[0])
    hosted.chat.always(ill[1])
    try:
        run = await exam.ask()
        report(f"hosted embedder {_named(ill).replace('+', ', language model ')}", run)
        if not set(ill) <= RESTING:
            await tripped(collector, "embedder", EMBEDDER)
            await tripped(collector, "answerer", LANGUAGE)
    finally:
        hosted.embeddings.heal()
        hosted.chat.always(honest)
    await _check(run, exam, watch, collector)
    _names_embedder(run, exam)
    assert not run.unsaid(PHRASED, LANGUAGE)


async def test_hosted_parts_that_are_away_change_no_answer_and_are_named(
    stack: WiredStack, hosted: HostedServer, exam: Exam, collector: Collector, report: Report
) -> None:
    watch = Watch(stack)
    await hosted.refuse()
    try:
        run = await exam.ask()
        report("hosted embedder refused, language model refused", run)
        await tripped(collector, "embedder", EMBEDDER)
        await tripped(collector, "answerer", LANGUAGE)
    finally:
        await hosted.accept()
    await _check(run, exam, watch, collector)
    _names_embedder(run, exam)
    assert not run.unsaid(PHRASED, LANGUAGE)


@pytest.mark.parametrize("fault", [*LIED_TO, *[None] * ROUNDS], ids=lambda one: one.name.lower() if one else "well")
async def test_no_lie_of_a_language_model_leaves_the_service(
    stack: WiredStack,
    hosted: HostedServer,
    exam: Exam,
    collector: Collector,
    report: Report,
    liar: Model,
    fault: Fault | None,
) -> None:
    """Each question meets another lie in each run, and each lie is told in two at least."""
    watch = Watch(stack)
    hosted.chat.requests.clear()
    hosted.embeddings.always(fault)
    hosted.chat.always(liar)
    try:
        run = await exam.ask()
        report(f"hosted embedder {fault.name.lower() if fault else 'well'}, language model lies", run)
        if fault not in HARMLESS | {None}:
            await tripped(collector, "embedder", EMBEDDER)
    finally:
        hosted.embeddings.heal()
        hosted.chat.always(honest)
    assert len(hosted.chat.requests) * len(LIED_TO) >= 2 * len(LIES)
    await _check(run, exam, watch, collector)
    if fault not in HARMLESS | {None}:
        _names_embedder(run, exam)


async def _check(run: Run, exam: Exam, watch: Watch, collector: Collector) -> None:
    await recovered(exam)
    await closed(collector, "embedder", EMBEDDER)
    await closed(collector, "answerer", LANGUAGE)
    assert run.failures == []
    assert run.changed(exam.alone) == {}
    check(run, exam, watch)


def _names_embedder(run: Run, exam: Exam) -> None:
    # Clauses are compared in the local space. On a busy machine the service that asks it may be late as a whole.
    assert not run.unsaid(EMBEDDED, EMBEDDER, "embedder") & exam.needing
