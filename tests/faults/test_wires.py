"""Questions of both benchmarks while wires between processes are refused, cut again and again, or silent.

No answer is wrong that is right without the hosted parts, none is missing, each says what it went without, the breakers
open and close again, and nothing that nobody foresaw is logged (promise 6).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack

import grpc
import pytest

from tests.faults.checks import HOWS, Watch, broken, check, closed, recovered, tripped
from tests.faults.conftest import SECONDS, WHOLE, Exam, Report
from tests.faults.room import EMBEDDED, TOGETHER, WALKED
from tests.faults.stack import POSTGRES, WiredStack
from tests.fixtures.collector import Collector
from tests.fixtures.server import until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(SECONDS)]

# The stage at which a question notices that the service is away; of the graph only questions that walk it do.
STAGES = {"embedder": EMBEDDED, "memory": "resolve", "graph": WALKED}
# Each in each way: one after the other, and all at once, each in another way.
ONE_BY_ONE = [{service: how} for service in STAGES for how in HOWS]
AT_ONCE = [dict(zip(STAGES, (*HOWS[turn:], *HOWS[:turn]), strict=True)) for turn in range(len(HOWS))]


def _named(hows: Mapping[str, str]) -> str:
    return "+".join(f"{service}-{how}" for service, how in hows.items())


@pytest.mark.parametrize("hows", [*ONE_BY_ONE, *AT_ONCE] if WHOLE else AT_ONCE, ids=_named)
async def test_without_helping_services_every_question_is_answered_or_refused_and_says_so(
    stack: WiredStack, exam: Exam, collector: Collector, report: Report, hows: Mapping[str, str]
) -> None:
    watch = Watch(stack)
    async with AsyncExitStack() as breaking:
        for service, how in hows.items():
            await breaking.enter_async_context(broken(stack.wires[service], how))
        run = await exam.ask()
        report(f"wire to {_named(hows).replace('+', ', to ').replace('-', ' ')}", run)
        for service, how in hows.items():
            if how != "cut" and service != "graph":
                await tripped(collector, "answerer", service)
    await recovered(exam)
    for service in hows:
        await closed(collector, "answerer", service)
    assert run.failures == []
    for service, how in hows.items():
        if how != "cut":  # Between two cuts a call may get through.
            assert not run.unsaid(STAGES[service], service)
    check(run, exam, watch)


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("wire", ["retriever", POSTGRES])
async def test_without_the_rows_a_question_ends_at_once_and_says_when_to_ask_again(
    stack: WiredStack, exam: Exam, collector: Collector, report: Report, wire: str, how: str
) -> None:
    watch = Watch(stack)
    async with broken(stack.wires[wire], how):
        run = await exam.ask()
        report(f"wire to {wire} {how}", run)
        if how != "cut":  # A retriever that has no rows is as ill to its callers as one that is away.
            await tripped(collector, "answerer", "retriever")
    await recovered(exam)
    await closed(collector, "answerer", "retriever")
    assert run.failures
    assert {one.code for one in run.failures} <= {grpc.StatusCode.UNAVAILABLE}
    # Where the answerer has left the load balancer nobody is there to say so.
    assert all(one.retry_after is not None for one in run.failures if one.reason)
    # What is asked for may be refused whatever the rows say.
    assert run.answered.changed(exam.alone) == {}
    if how != "cut":
        assert not any(one.outcome == "right" for one in run.told)
    check(run, exam, watch)


async def test_a_restart_of_postgresql_ends_calls_as_unavailable_and_is_over_when_it_is_back(
    stack: WiredStack, exam: Exam, collector: Collector, report: Report
) -> None:
    watch, before = Watch(stack), exam.room.asked_count
    asking = asyncio.create_task(exam.ask())
    # In the middle of the questions: some have been answered, most have not.
    await until(lambda: exam.room.asked_count - before >= 2 * TOGETHER, SECONDS)
    stack.restart_database()
    run = await asking
    report("PostgreSQL restarted", run)
    await recovered(exam)
    await closed(collector, "answerer", "retriever")
    assert {one.code for one in run.failures} <= {grpc.StatusCode.UNAVAILABLE}
    check(run, exam, watch)
    # And those that it cut off.
    again = await exam.room.ask([one.question for one in run.told if one.failure is not None] or exam.few)
    assert again.failures == []
    assert again.changed(exam.alone) == {}
