"""Logs say what happened to which pseudonym, and nothing of what anybody has, says or asks."""

from __future__ import annotations

import json
from io import StringIO
from uuid import uuid4

import pytest

from services.common.telemetry import tenant
from tests.fixtures.server import until
from tests.integration.isolation.contract import RPCS
from tests.integration.isolation.logged import leaks
from tests.integration.isolation.samples import sample
from tests.integration.isolation.stack import Stack, question
from tests.integration.isolation.test_texts import HOSTILE
from tieout.answerer.v1 import answerer_service_pb2
from tieout.memory.v1 import memory_service_pb2


@pytest.mark.parametrize(
    "line",
    [
        "authorization: Bearer abc",
        "eyJhbGciOiJFZERTQSJ9.eyJzdWIi",
        "v1.1.a1000000-0000-4000-8000-000000000001.1796047920.00",
        "{user_id}",
        "bought at {word}",
        '"amount": {price}',
        "“What does it charge for a Stop Payment?”",
    ],
)
def test_a_leak_in_a_log_would_be_found(line: str, stack: Stack) -> None:
    user = stack.new_user()
    text = (
        line.format(user_id=user.user_id, word=user.person.word.upper(), price=user.person.prices[0])
        if "{" in line
        else line
    )
    assert leaks(f'{{"event": "rpc", "ms": 3.4, "text": {json.dumps(text)}}}', [user])
    assert not leaks('{"event": "rpc", "ms": 40001.3, "tenant": "a1"}', [user])


async def test_logs_hold_no_payloads_tokens_names_or_amounts(stack: Stack, log: StringIO) -> None:
    """One who has everything makes every call, well and badly, and the worker's jobs run; and all else so far too."""
    user = await stack.new_user().load()
    for rpc in RPCS:
        if not rpc.erases:
            assert (await user.call(rpc, *sample(rpc, user))).code in ("OK", "UNAVAILABLE")
            await user.call(rpc, rpc.request())
    for text in (HOSTILE["sql, slow"], HOSTILE["formats"], HOSTILE["citation"], HOSTILE["path"]):
        asked = answerer_service_pb2.AskRequest(question=question(f"{text} {user.person.merchant}"[:2000]))
        await user.call("answerer.Ask", asked)
        said = memory_service_pb2.RememberRequest(request_id=str(uuid4()), text=f"{user.person.word} {text}"[:2000])
        await user.call("memory.Remember", said)
    await user.run_jobs()
    for rpc in RPCS:
        if rpc.erases:
            await user.call(rpc, *sample(rpc, user))
    await user.run_jobs()
    await until(lambda: all(service.handlers == 0 for service in stack.services.values()))
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    mine = [line for line in lines if line.get("tenant") == tenant(user.user_id)]
    assert {line["method"] for line in mine} == {rpc.method for rpc in RPCS}
    assert leaks(log.getvalue(), stack.users) == set()
