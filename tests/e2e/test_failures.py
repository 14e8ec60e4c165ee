"""Each process is killed under a stream of questions: answers stay right, or there are none; all recover."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence

import grpc
import pytest

from services.cli.demo import find_fault
from services.cli.demo.script import QUESTIONS, Asked
from services.cli.render import refusal_name
from services.cli.session import CallFailed, Session
from services.cli.stack import Stack
from services.cli.state import PROCESSES
from tests.e2e.steps import ask, question

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

STREAMED = tuple(one for one in QUESTIONS if one.person == "ines")
STREAMS = 2
RECOVERY_SECONDS = 60.0
RIGHT, DEGRADED, UNAVAILABLE = "right", "degraded", "unavailable"


async def _outcome(session: Session, asked: Asked) -> str:
    """What a question came to; anything but the three that are allowed is told in words."""
    try:
        answer = await ask(session, asked)
    except CallFailed as error:
        # A call that is cut, or that waits for a part that is gone, ends by its status; both may be repeated.
        if error.failure.code in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED):
            return UNAVAILABLE
        return f"{asked.question}: {error}"
    if not find_fault(asked.expected, answer):
        return RIGHT
    # Before the fallback is warm a passage can be out of the keywords' reach; the refusal then names what was missing.
    if refusal_name(answer) == "DEGRADED" or (refusal_name(answer) and answer.degraded):
        return DEGRADED
    return f"{asked.question}: {find_fault(asked.expected, answer)}"


async def _stream(session: Session, questions: Sequence[Asked], stop: asyncio.Event, seen: Counter[str]) -> None:
    while not stop.is_set():
        for asked in questions:
            seen[await _outcome(session, asked)] += 1


async def _not_right(session: Session) -> list[str]:
    outcomes = [await _outcome(session, asked) for asked in STREAMED]
    return [outcome for outcome in outcomes if outcome != RIGHT]


async def test_without_the_embedder_the_answerers_own_model_answers_and_says_so(stack: Stack, ines: Session) -> None:
    by_meaning = question("Price of sending money abroad")

    async def effects() -> list[str]:
        return [f"{one.part}: {one.effect}" for one in (await ask(ines, by_meaning)).degraded]

    without = ["embedder: the question was embedded by the local model"]

    async with asyncio.timeout(RECOVERY_SECONDS):
        # Whatever an earlier test ended is whole again: also the breaker, and what an answerer loads after its start.
        while await effects():
            pass
    before = await ask(ines, by_meaning)
    assert not before.degraded
    await stack.kill("embedder")
    async with asyncio.timeout(RECOVERY_SECONDS):
        # The answerer loads its own model after its start; until then it has keywords only, and says that.
        while await effects() != without:
            pass
    during = await ask(ines, by_meaning)
    await stack.spawn("embedder")
    await stack.ready("embedder")
    assert during.grounded.value == before.grounded.value
    async with asyncio.timeout(RECOVERY_SECONDS):
        while await effects():
            pass


@pytest.mark.parametrize("victim", PROCESSES)
async def test_no_answer_is_wrong_while_a_process_is_down(stack: Stack, ines: Session, victim: str) -> None:
    assert await _not_right(ines) == []
    stop, seen = asyncio.Event(), Counter[str]()
    streams = [asyncio.create_task(_stream(ines, STREAMED[number:], stop, seen)) for number in range(STREAMS)]
    try:
        await stack.kill(victim)
        down: Counter[str] = Counter()
        for asked in STREAMED:
            down[await _outcome(ines, asked)] += 1
        await stack.spawn(victim)
        await stack.ready(victim)
        async with asyncio.timeout(RECOVERY_SECONDS):
            while await _not_right(ines):
                pass
    finally:
        stop.set()
        await asyncio.gather(*streams)
    wrong = {
        outcome: count for outcome, count in (seen + down).items() if outcome not in (RIGHT, DEGRADED, UNAVAILABLE)
    }
    assert not wrong
    assert seen[RIGHT] > 0
    if victim in ("answerer", "retriever"):
        assert down[UNAVAILABLE] == len(STREAMED)
    if victim == "worker":
        assert down[RIGHT] == len(STREAMED)
