"""Forgetting goes through every store of the memory, and a job carries it to the others."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from uuid import uuid4

import psycopg
import pytest_asyncio

from services.common.db.tenant import Database
from tests.fixtures.pg import Copy
from tests.integration.memory.conftest import User, refusal, shown
from tests.integration.memory.test_facts import derive, size_of
from tieout.memory.v1 import fact_pb2
from tieout.memory.v1 import memory_service_pb2 as pb
from tieout.type.v1 import erasure_pb2

NOT_FOUND = ("NOT_FOUND", "RESOURCE_NOT_FOUND")


def everything(pg: Copy, user: User) -> str:
    """All that any table of the database holds of a user, as text."""
    found = []
    with psycopg.connect(pg.admin_dsn, autocommit=True) as connection:
        tables = connection.execute(
            "SELECT c.oid::regclass::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid "
            "WHERE c.relkind = 'r' AND a.attname = 'user_id' AND c.relnamespace::regnamespace::text IN "
            "('tieout', 'embedder', 'retriever', 'graph', 'memory', 'answerer')"
        ).fetchall()
        for (table,) in tables:
            rows = connection.execute(f"SELECT t::text FROM {table} t WHERE user_id = %s", (user.user_id,))
            found += [row[0] for row in rows]
    return "\n".join(found)


def lost(receipt: erasure_pb2.ErasureReceipt) -> dict[str, tuple[int, int]]:
    """Erased and redacted by store, where anything was."""
    assert all(store.remaining_count == 0 and store.service == "memory" for store in receipt.stores)
    return {
        store.store: (store.erased_count, store.redacted_count)
        for store in receipt.stores
        if store.erased_count or store.redacted_count
    }


async def test_a_forgotten_fact_is_gone_everywhere(user: User, pg: Copy) -> None:
    """With versions, words and what was derived from it; the receipt counts them and a job waits for the others."""
    await user.say("My gym is Equinox.", "2026-01-01T00:00:00")
    fact = (await user.say("My gym is Zanzibar Fitness.", "2026-02-01T00:00:00")).facts[0]
    await user.say("my gym is zanzibar fitness!", "2026-03-01T00:00:00")
    derive(pg, user, "sports", [fact.fact_id], value="Zanzibar")
    receipt = await user.forget(fact_id=fact.fact_id)
    assert receipt.state == erasure_pb2.ERASURE_STATE_PENDING
    assert lost(receipt) == {
        "fact": (2, 0),
        "fact_input": (1, 0),
        "fact_statement": (2, 0),
        "fact_version": (3, 0),
        "statement": (2, 0),
    }
    assert "zanzibar" not in everything(pg, user).casefold()
    assert await user.values("my gym") == []
    (left,) = await user.facts(history=True)
    assert (shown(left), left.state, left.superseded_by_fact_id) == ("Equinox", fact_pb2.FACT_STATE_SUPERSEDED, "")
    derived, own = sorted(jobs_of(pg, user), key=lambda job: job[2] == fact.fact_id)
    assert own == ("erase", "fact", fact.fact_id, receipt.erasure_id)
    assert derived[:2] == ("erase", "fact")
    assert await refusal(user.retract(fact.fact_id)) == NOT_FOUND
    assert await refusal(user.forget(fact_id=fact.fact_id)) == NOT_FOUND


async def test_a_forgotten_fact_leaves_no_words_in_what_stays(user: User, pg: Copy) -> None:
    """A statement that says more keeps the rest, and one about the same slot loses the old value."""
    text = "My rent is $900. My gym is Zanzibar Fitness. I like swimming."
    facts = {shown(fact): fact for fact in (await user.say(text)).facts}
    await user.say("My gym is Crunch now (not Zanzibar Fitness).")
    receipt = await user.forget(fact_id=facts["Zanzibar Fitness"].fact_id)
    assert lost(receipt)["statement"] == (0, 2)
    assert "zanzibar" not in everything(pg, user).casefold()
    assert {fact.quotation for fact in await user.facts()} >= {"My rent is $900.", "I like swimming."}
    assert sorted(await user.values("my gym and my rent")) == ["900.00 USD", "Crunch"]


async def test_a_forgotten_amount_leaves_no_digits_in_what_stays(user: User, pg: Copy) -> None:
    """Also where the correction repeats it in another form."""
    old = (await user.say("My rent is $1,234.", "2026-01-01T00:00:00")).facts[0]
    await user.say("My rent is $1,300, not 1234 dollars.", "2026-02-01T00:00:00")
    await user.forget(fact_id=old.fact_id)
    left = everything(pg, user)
    assert "1,234" not in left
    assert "1234 dollars" not in left
    assert await user.values("my rent") == ["1300.00 USD"]


async def test_a_forgotten_statement_takes_what_only_it_says(user: User, pg: Copy) -> None:
    """A fact that another statement says too stays, with one saying less."""
    first = await user.say("My gym is Equinox. My vet is Zanzibar Vets.")
    second = await user.say("My gym is Equinox.")
    receipt = await user.forget(statement_id=first.statement_id)
    assert lost(receipt)["fact"] == (1, 0)
    assert "zanzibar" not in everything(pg, user).casefold()
    (fact,) = await user.facts(history=True)
    assert (shown(fact), fact.statement_count, fact.statement_id) == ("Equinox", 1, second.statement_id)
    vet = next(one.fact_id for one in first.facts if shown(one) == "Zanzibar Vets")
    erased = [(scope, source) for _, scope, source, _ in jobs_of(pg, user)]
    assert sorted(erased) == sorted([("statement", first.statement_id), ("fact", vet)])
    assert await refusal(user.forget(statement_id=first.statement_id)) == NOT_FOUND


async def test_forgetting_twice_with_one_request_gives_one_receipt(user: User) -> None:
    fact = (await user.say("My gym is Equinox.")).facts[0]
    request = pb.ForgetRequest(request_id=str(uuid4()), fact_id=fact.fact_id)
    first, second = await user.stub.Forget(request), await user.stub.Forget(request)
    assert first == second


async def test_a_repeated_remember_brings_no_forgotten_words_back(user: User, pg: Copy) -> None:
    """The same request id after the erasure: the words are gone from the request ledger as well."""
    request_id = str(uuid4())
    said = await user.say("My gym is Zanzibar Fitness.", request_id=request_id)
    await user.forget(statement_id=said.statement_id)
    again = await user.say("My gym is Zanzibar Fitness.", request_id=request_id)
    assert (again.statement_id, list(again.facts)) == (said.statement_id, [])
    assert "zanzibar" not in everything(pg, user).casefold()


async def test_facts_derived_from_an_erased_source_are_unknown(user: User, pg: Copy) -> None:
    """Only those of that account; the rows that they came from are no longer named."""
    derive(pg, user, "subscription", [], source="acc-1")
    derive(pg, user, "other", [], source="acc-2")
    request = pb.EraseSourceRequest(request_id=str(uuid4()), source=erasure_pb2.Source(account_id="acc-1"))
    receipt = (await user.stub.EraseSource(request)).receipt
    assert lost(receipt) == {"fact_row": (1, 0)}
    states = {fact.qualifier: fact.state for fact in await user.facts(history=True)}
    assert states == {"subscription": fact_pb2.FACT_STATE_UNKNOWN, "other": fact_pb2.FACT_STATE_CURRENT}


async def test_an_erased_user_leaves_nothing(user: User, new_user: Callable[[], User], pg: Copy) -> None:
    """And others keep everything of theirs."""
    other = new_user()
    for one in (user, other):
        await one.say("My gym is Zanzibar Fitness.")
        await one.say("My rent is $900.")
    receipt = (await user.stub.EraseUser(pb.EraseUserRequest(request_id=str(uuid4())))).receipt
    assert lost(receipt)["statement"] == (2, 0)
    assert set(size_of(pg, user)) == {0}
    assert "zanzibar" not in everything(pg, user).casefold()
    assert len(await other.facts()) == 2
    assert [(kind, scope) for kind, scope, _, _ in jobs_of(pg, user)] == [("erase", "user")]


@pytest_asyncio.fixture
async def job_stub(
    pg: Copy, user: User, database_for: Callable[..., Awaitable[Database]], open_stub: Callable[[str], Any]
) -> AsyncIterator[Any]:
    """A stub with the identity of a leased job of the user's."""
    with psycopg.connect(pg.admin_dsn, autocommit=True) as connection:
        connection.execute("DELETE FROM tieout.job WHERE state <> 'dead'")
        connection.execute("INSERT INTO tieout.job (user_id, kind) VALUES (%s, 'erase')", (user.user_id,))
    worker = await database_for("worker")
    (row,) = await worker.fetch_without_user("SELECT * FROM tieout.lease_job(%s, 60)", (["erase"],))
    yield open_stub(f"TieoutJob {row['tdb']}")


async def test_a_job_takes_part_in_an_erasure_that_is_under_way(user: User, job_stub: Any, pg: Copy) -> None:
    """It adds to the receipt and enqueues nothing; what is gone already is no fault; reading is not for jobs."""
    fact = (await user.say("My gym is Equinox.")).facts[0]
    erasure_id = (await user.forget(fact_id=fact.fact_id)).erasure_id
    before = len(jobs_of(pg, user))
    source = erasure_pb2.Source(fact_id=fact.fact_id)
    request = pb.EraseSourceRequest(request_id=str(uuid4()), source=source, erasure_id=erasure_id)
    receipt = (await job_stub.EraseSource(request)).receipt
    assert receipt.erasure_id == erasure_id
    assert lost(receipt)["fact"] == (1, 0)
    assert len(jobs_of(pg, user)) == before
    missing = pb.EraseUserRequest(request_id=str(uuid4()), erasure_id=str(uuid4()))
    assert await refusal(job_stub.EraseUser(missing)) == NOT_FOUND
    for call in (job_stub.Recall(pb.RecallRequest(text="my gym")), job_stub.ListFacts(pb.ListFactsRequest())):
        assert await refusal(call) == ("PERMISSION_DENIED", "CALLER_NOT_ALLOWED")


def jobs_of(pg: Copy, user: User) -> list[tuple[str, str, str, str]]:
    """Kind, scope, source and erasure of the user's jobs."""
    with psycopg.connect(pg.admin_dsn, autocommit=True) as connection:
        rows = connection.execute(
            "SELECT kind, payload->>'scope', payload->>'source_id', payload->>'erasure_id' FROM tieout.job "
            "WHERE user_id = %s AND payload <> '{}' ORDER BY job_id",
            (user.user_id,),
        )
        return [(row[0], row[1], row[2], row[3]) for row in rows]
