"""Erasure reaches every store and ends in a receipt that says so."""

from __future__ import annotations

import asyncio

from services.cli.render import refusal_name
from services.cli.session import Session, parse_instant
from services.cli.state import SERVICES
from tests.e2e.steps import OpenSession, ask, load, person, question
from tieout.type.v1 import erasure_pb2

DONE_SECONDS = 60.0


async def _done(session: Session, receipt: erasure_pb2.ErasureReceipt) -> erasure_pb2.ErasureReceipt:
    async with asyncio.timeout(DONE_SECONDS):
        while receipt.state != erasure_pb2.ERASURE_STATE_DONE:
            await asyncio.sleep(0.1)
            receipt = await session.get_erasure(receipt.erasure_id)
    return receipt


async def test_an_erased_document_is_gone_and_the_ledger_stays(open_session: OpenSession) -> None:
    async with open_session("erase-one") as session:
        await load(session, person("ines"))
        fee, coffee = question("What does Lakehead charge"), question("How much did I spend on coffee last")
        assert not refusal_name(await ask(session, fee))
        before = await ask(session, coffee)
        document_id = (await session.list_documents())[0].document_id
        started = await session.erase_source(erasure_pb2.Source(document_id=document_id))
        receipt = await _done(session, started)
        assert {store.service for store in receipt.stores} >= set(SERVICES)
        assert all(store.remaining_count == 0 for store in receipt.stores)
        assert any(store.service == "retriever" and store.erased_count for store in receipt.stores)
        assert refusal_name(await ask(session, fee))
        after = await ask(session, coffee)
        assert after.grounded.value == before.grounded.value


async def test_an_erased_user_leaves_nothing_anywhere(open_session: OpenSession, ines: Session) -> None:
    async with open_session("erase-all") as session:
        await load(session, person("ines"))
        answer = await ask(session, question("How much did my gym"))
        assert not refusal_name(answer)
        receipt = await _done(session, await session.erase_user())
        assert {store.service for store in receipt.stores} == {*SERVICES, "tieout"}
        assert all(store.remaining_count == 0 for store in receipt.stores)
        for service in ("retriever", "memory", "answerer", "graph"):
            assert any(store.service == service and store.erased_count for store in receipt.stores), service
        assert refusal_name(
            await session.ask("How much did I spend on coffee last month?", parse_instant("2026-10-31"))
        )
        assert (await session.coverage()).coverage.document_count == 0
    # Another user with the same data keeps it.
    assert not refusal_name(await ask(ines, question("How much did my gym")))
