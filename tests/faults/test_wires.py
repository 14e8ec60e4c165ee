"""60 questions that need vectors while a wire between two processes is refused, cut again and again, or silent.

No answer is wrong that is right without the hosted parts, none is missing, each says what it went without, the breaker
opens and closes again, and nothing that nobody foresaw is logged (promise 6).
"""

from __future__ import annotations

import asyncio

import grpc
import pytest

from tests.faults.checks import HOWS, Watch, broken, check, closed, recovered, tripped
from tests.faults.conftest import SECONDS, Exam, Report
from tests.faults.room import NEEDED, TOGETHER
from tests.faults.stack import POSTGRES, WiredStack
from tests.fixtures.collector import Collector
from tests.fixtures.server import until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(SECONDS)]

# The stage at which a question notices that the service is away; of the graph only questions that walk it do.
STAGES = {"embedder": NEEDED, "memory": "resolve", "graph": "walk"}


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("service", STAGES)
async def test_without_a_helping_service_every_question_is_answered_or_refused_and_says_so(
    stack: WiredStack, exam: Exam, collector: Collector, report: Report, service: str, how: str
) -> None:
    watch = Watch(stack)
    async with broken(stack.wires[service], how):
        run = await exam.ask()
        if how != "cut" and service != "graph":
            await tripped(collector, "answerer", service)
    report(f"wire to {service} {how}", run)
    await recovered(exam)
    await closed(collector, "answerer", service)
    assert run.failures == []
    if how != "cut":  # Between two cuts a call may get through.
        assert run.unsaid(STAGES[service], service) == []
    check(run, exam, watch)


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("wire", ["retriever", POSTGRES])
async def test_without_the_rows_a_question_ends_at_once_and_says_when_to_ask_again(
    stack: WiredStack, exam: Exam, report: Report, wire: str, how: str
) -> None:
    watch = Watch(stack)
    async with broken(stack.wires[wire], how):
        run = await exam.ask()
    report(f"wire to {wire} {how}", run)
    await recovered(exam)
    assert {one.code for one in run.failures} <= {grpc.StatusCode.UNAVAILABLE}
    # Where the answerer has left the load balancer nobody is there to say so.
    assert all(one.retry_after is not None for one in run.failures if one.reason)
    if how != "cut":
        assert len(run.failures) == len(exam.questions)
    check(run, exam, watch)


async def test_a_restart_of_postgresql_ends_calls_as_unavailable_and_is_over_when_it_is_back(
    stack: WiredStack, exam: Exam, report: Report
) -> None:
    watch, before = Watch(stack), exam.room.asked_count
    asking = asyncio.create_task(exam.ask())
    # In the middle of the questions: some have been answered, most have not.
    await until(lambda: exam.room.asked_count - before >= TOGETHER)
    stack.restart_database()
    run = await asking
    report("PostgreSQL restarted", run)
    await recovered(exam)
    assert {one.code for one in run.failures} <= {grpc.StatusCode.UNAVAILABLE}
    check(run, exam, watch)
    assert (await exam.ask()).changed(exam.alone) == {}
