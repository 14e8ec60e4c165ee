"""60 questions that need vectors while the hosted embedding model is ill, in every way that we know of.

The local model answers in its place, in its own space: each question comes to what it comes to without anything hosted,
and says that the hosted embedder was missing.
"""

from __future__ import annotations

import pytest

from tests.faults.checks import Watch, check, closed, recovered, tripped
from tests.faults.conftest import SECONDS, Exam, Report
from tests.faults.room import NEEDED, Run
from tests.faults.stack import WiredStack
from tests.fixtures.collector import Collector
from tests.fixtures.hosted import OF_EMBEDDINGS, Fault, HostedServer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(SECONDS)]

PART = "hosted embedder"
# Items in another order, each with its index, are a right reply.
HARMLESS = {Fault.REORDERED}
# Asked to wait, nothing is sent meanwhile, so that little fails.
RESTING = {Fault.RATE_LIMITED}


def test_the_questions_need_the_hosted_model(exam: Exam) -> None:
    """And it is used while it is well, with the same outcomes as the local one, whose vectors these are."""
    assert all(NEEDED in one.stages for one in exam.healthy.told)
    # A busy machine may make it late for some.
    assert sum(PART not in one.degraded for one in exam.healthy.told) > len(exam.questions) // 2
    assert exam.healthy.changed(exam.alone) == {}


@pytest.mark.parametrize("fault", [*OF_EMBEDDINGS, "refused"], ids=lambda one: getattr(one, "name", one).lower())
async def test_an_ill_hosted_embedder_makes_no_answer_wrong_and_is_named(
    stack: WiredStack, hosted: HostedServer, exam: Exam, collector: Collector, report: Report, fault: Fault | str
) -> None:
    watch = Watch(stack)
    run = await _while_ill(hosted, exam, collector, fault)
    report(f"hosted embedder {getattr(fault, 'name', fault)}", run)
    await recovered(exam)
    await closed(collector, "embedder", PART)
    assert run.failures == []
    if fault not in HARMLESS:
        # On a busy machine the service that asks it may be late as a whole.
        assert run.unsaid(NEEDED, PART, "embedder") == []
        assert run.changed(exam.alone) == {}
    check(run, exam, watch)


async def _while_ill(hosted: HostedServer, exam: Exam, collector: Collector, fault: Fault | str) -> Run:
    if isinstance(fault, Fault):
        hosted.embeddings.always(fault)
    else:
        await hosted.refuse()
    try:
        run = await exam.ask()
        if fault not in HARMLESS | RESTING:
            await tripped(collector, "embedder", PART)
        return run
    finally:
        hosted.embeddings.heal()
        if not isinstance(fault, Fault):
            await hosted.accept()
