"""Two users over pools of two connections, call upon call, a third of them given up: every answer is its own user's."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from typing import Any

from tests.integration.isolation.contract import BY_ID
from tests.integration.isolation.stack import Outcome, Stack, User, question
from tests.integration.isolation.test_cancellation import until_clean
from tieout.answerer.v1 import answerer_service_pb2
from tieout.memory.v1 import memory_service_pb2
from tieout.retriever.v1 import retriever_service_pb2

CALLS = 300
AT_ONCE = 16
SEED = 20261031
RPCS = ("answerer.Ask", "answerer.AskStream", "retriever.Search", "retriever.ListRows", "memory.Recall")


def _request(rpc: str, user: User, number: int) -> Any:
    """The same words of both users wherever words allow it, so that only the token tells them apart."""
    person = user.person
    # The gym, the goal and the rows are asked for by nobody's name.
    texts = (person.questions[1], person.questions[0], "How much did I spend in October 2026?")
    match rpc:
        case "answerer.Ask":
            return answerer_service_pb2.AskRequest(question=question(texts[number % 3]))
        case "answerer.AskStream":
            return answerer_service_pb2.AskStreamRequest(question=question(texts[number % 3]))
        case "retriever.Search":
            return retriever_service_pb2.SearchRequest(query="What does a stop payment cost?", keyword_only=True)
        case "retriever.ListRows":
            return retriever_service_pb2.ListRowsRequest(page_size=20)
        case _:
            return memory_service_pb2.RecallRequest(text="How much did my gym cost me?")


async def test_promise_4_every_answer_belongs_to_the_user_who_asked(stack: Stack, ada: User, bela: User) -> None:
    """Interleaved as the loop pleases, cancelled at random: nothing of the other's, and something of one's own."""
    rng, limit = random.Random(SEED), asyncio.Semaphore(AT_ONCE)
    plan = [(rng.choice(RPCS), rng.randrange(2), rng.randrange(3), rng.random()) for _ in range(CALLS)]
    outcomes: Counter[str] = Counter()

    async def one(rpc: str, who: int, number: int, chance: float) -> None:
        user, other = (ada, bela) if who else (bela, ada)
        async with limit:
            call = asyncio.create_task(user.call(BY_ID[rpc], _request(rpc, user, number)))
            if chance < 1 / 3:
                # Anywhere between the start of a call and its end.
                await asyncio.wait((call,), timeout=chance * 0.1)
                call.cancel()
            try:
                outcome = await call
            except asyncio.CancelledError:
                outcomes["given up"] += 1
                return
        assert outcome.code == "OK", f"{rpc}: {outcome.told()}\n{stack.faults()}"
        outcomes["answered"] += 1
        _assert_whose(outcome, user, other)

    await asyncio.gather(*(one(*call) for call in plan))
    await until_clean(stack)
    assert outcomes["answered"] > CALLS / 2
    assert outcomes["given up"] > CALLS / 10


def _assert_whose(outcome: Outcome, user: User, other: User) -> None:
    told = outcome.told()
    has = other.has
    assert not [
        one for one in (*other.person.secrets, *has.rows, *has.documents, *has.facts, *has.accounts) if one in told
    ]
    assert user.person.word in told or any(one in told for one in user.has.accounts)
