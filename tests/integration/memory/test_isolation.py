"""Nobody reaches another's facts: by no id, no token, no cancelled call."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import grpc
import psycopg
import pytest

from services.common.tokens import TokenMinter
from tests.fixtures.pg import Copy
from tests.fixtures.server import until
from tests.integration.memory.conftest import User, refusal, shown
from tieout.memory.v1 import memory_service_pb2 as pb
from tieout.memory.v1.memory_service_pb2_grpc import MemoryServiceStub
from tieout.type.v1 import erasure_pb2


async def test_another_users_fact_is_as_if_it_were_not_there(new_user: Callable[[], User]) -> None:
    """Every RPC that takes an id: a hidden one and a missing one give the very same answer, and change nothing."""
    a, b = new_user(), new_user()
    said = await b.say("My gym is Equinox.")
    hidden = {"fact": said.facts[0].fact_id, "statement": said.statement_id}
    missing = {"fact": str(uuid4()), "statement": str(uuid4())}

    def calls(ids: dict[str, str]) -> list[Awaitable[Any]]:
        fact = erasure_pb2.Source(fact_id=ids["fact"])
        statement = erasure_pb2.Source(statement_id=ids["statement"])
        return [
            a.stub.Retract(pb.RetractRequest(request_id=str(uuid4()), fact_id=ids["fact"])),
            a.stub.Forget(pb.ForgetRequest(request_id=str(uuid4()), fact_id=ids["fact"])),
            a.stub.Forget(pb.ForgetRequest(request_id=str(uuid4()), statement_id=ids["statement"])),
            a.stub.EraseSource(pb.EraseSourceRequest(request_id=str(uuid4()), source=fact)),
            a.stub.EraseSource(pb.EraseSourceRequest(request_id=str(uuid4()), source=statement)),
        ]

    for of_b, of_nobody in zip(calls(hidden), calls(missing), strict=True):
        assert await refusal(of_b) == await refusal(of_nobody) == ("NOT_FOUND", "RESOURCE_NOT_FOUND")
    assert await a.facts(history=True) == []
    assert await b.values("my gym") == ["Equinox"]


async def test_anothers_erasure_is_not_carried_on(new_user: Callable[[], User]) -> None:
    """The id of an erasure opens nothing; for a user it is not even theirs to give."""
    a, b = new_user(), new_user()
    fact = (await b.say("My gym is Equinox.")).facts[0]
    erasure_id = (await b.forget(fact_id=fact.fact_id)).erasure_id
    request = pb.EraseUserRequest(request_id=str(uuid4()), erasure_id=erasure_id)
    assert await refusal(a.stub.EraseUser(request)) == ("INVALID_ARGUMENT", "FIELD_INVALID")


async def test_the_same_request_id_of_two_users_are_two_requests(new_user: Callable[[], User]) -> None:
    a, b = new_user(), new_user()
    request_id = str(uuid4())
    await a.say("I live in Rome.", request_id=request_id)
    await b.say("I live in Oslo.", request_id=request_id)
    assert (await a.values("where do I live"), await b.values("where do I live")) == (["Rome"], ["Oslo"])


async def test_a_call_without_a_user_is_an_error(memory_target: str, minter: TokenMinter, user: User) -> None:
    """A2: never everybody's facts. No token, a broken one, an ended one, a database claim in place of a token."""
    ended = minter.mint(user.user_id, timedelta(seconds=60), now=0).reveal()
    async with grpc.aio.insecure_channel(memory_target) as channel:
        stub = MemoryServiceStub(channel)
        for metadata, reason in (
            ((), "TOKEN_MISSING"),
            ((("authorization", "Bearer x.y.z"),), "TOKEN_INVALID"),
            ((("authorization", f"Bearer {ended}"),), "TOKEN_EXPIRED"),
            ((("authorization", "Basic abc"),), "TOKEN_INVALID"),
        ):
            for call in (stub.Recall(pb.RecallRequest(text="my gym"), metadata=metadata),):
                with pytest.raises(grpc.aio.AioRpcError) as caught:
                    await call
                assert caught.value.code() == grpc.StatusCode.UNAUTHENTICATED
                assert reason in str(caught.value.trailing_metadata())


async def test_cancelled_calls_leave_the_pool_whole_and_mix_no_users(
    memory_target: str, new_user: Callable[[], User], pg: Copy
) -> None:
    """A third of 300 calls of three users is cancelled under way: no answer is another's, and no query is left."""
    rng = random.Random(20260101)
    users = [new_user() for _ in range(3)]
    homes = ("Rome", "Oslo", "Lima")
    for one, home in zip(users, homes, strict=True):
        await one.say(f"I live in {home}.")

    async def ask(number: int) -> bool:
        index = number % 3
        call = asyncio.create_task(users[index].recall("where do I live"))
        if rng.random() < 1 / 3:
            await asyncio.sleep(rng.random() * 0.004)
            call.cancel()
        try:
            answer = await call
        except asyncio.CancelledError:
            return False
        return [shown(one.fact) for one in answer.facts] == [homes[index]]

    limit = asyncio.Semaphore(16)

    async def bounded(number: int) -> bool | None:
        async with limit:
            return await ask(number)

    answers = await asyncio.gather(*(bounded(number) for number in range(300)))
    assert answers.count(True) >= 150
    # Twice as many as the pool has: all of them are served again.
    again = await asyncio.gather(*(users[number % 3].values("where do I live") for number in range(8)))
    assert again == [[homes[number % 3]] for number in range(8)]
    await until(lambda: running_queries(pg) == 0)


def running_queries(pg: Copy) -> int:
    """Queries of the service that run now."""
    with psycopg.connect(pg.admin_dsn, autocommit=True) as connection:
        return connection.execute(
            "SELECT FROM pg_stat_activity WHERE usename = 'tieout_memory' AND datname = current_database() "
            "AND state <> 'idle'"
        ).rowcount
