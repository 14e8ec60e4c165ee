"""Imports that are followed: stages in order, rows counted to the end, one result a request, nothing half done."""

from __future__ import annotations

import asyncio
import uuid
from itertools import pairwise
from typing import Any

import grpc
import pytest

from services.common import errors
from services.retriever import core
from services.retriever.ledger import spool
from tests.integration.retriever.ledger_fixtures import NewUser, new_user, retriever, user
from tests.integration.retriever.ledger_service import LedgerClient
from tieout.retriever.v1 import import_pb2

__all__ = ["new_user", "retriever", "user"]

ROWS = 6000
CONTENT = "\n".join(["Date,Description,Amount", *(f"2026-05-{n % 28 + 1:02},SHOP {n},-{n}.25" for n in range(ROWS))])


async def events_of(call: Any) -> list[Any]:
    return [event async for event in call]


async def test_an_import_tells_each_stage_and_its_rows_and_ends_with_the_report(user: LedgerClient) -> None:
    events = await events_of(user.follow(CONTENT.encode(), "bank.csv", currency_code="USD"))
    assert [event.sequence for event in events] == list(range(1, len(events) + 1))
    assert [event.WhichOneof("event") for event in events] == ["progress"] * (len(events) - 1) + ["report"]
    progress = [event.progress for event in events[:-1]]
    stages = [one.stage for one in progress]
    assert stages == sorted(stages)
    assert set(stages) == {1, 2, 3, 4}
    for before, after in pairwise(progress):
        assert before.stage != after.stage or before.row_count <= after.row_count
    last = {one.stage: (one.row_count, one.row_total) for one in progress}
    assert last[import_pb2.IMPORT_STAGE_READING] == (ROWS, ROWS)
    assert last[import_pb2.IMPORT_STAGE_DECIDING] == (ROWS, ROWS)
    # The rows and what the policy makes of them; several steps, so that a person sees it move.
    assert last[import_pb2.IMPORT_STAGE_STORING] == (2 * ROWS, 2 * ROWS)
    assert len({one.row_count for one in progress if one.stage == import_pb2.IMPORT_STAGE_STORING}) > 3
    assert events[-1].report.added_count == ROWS


async def test_a_request_is_carried_out_once_by_whichever_way_it_comes(user: LedgerClient) -> None:
    request_id = str(uuid.uuid4())
    report = await user.load(
        b"Date,Description,Amount\n2026-05-05,A,-1\n", "a.csv", request_id=request_id, currency_code="USD"
    )
    call = user.follow(
        b"Date,Description,Amount\n2026-05-05,A,-1\n", "a.csv", request_id=request_id, currency_code="USD"
    )
    assert (await events_of(call))[-1].report == report


async def test_a_file_that_leaves_a_choice_open_ends_with_it_and_stores_nothing(user: LedgerClient) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await events_of(user.follow(b"Date,Description,Amount\n03/04/2026,A,-1\n", "a.csv", currency_code="USD"))
    assert errors.decode(raised.value).reason == "FORMAT_AMBIGUOUS"
    assert await user.rows() == []


async def test_a_caller_that_leaves_an_import_leaves_no_row(user: LedgerClient) -> None:
    call = user.follow(CONTENT.encode(), "bank.csv", currency_code="USD")
    async for event in call:
        if event.progress.stage == import_pb2.IMPORT_STAGE_DECIDING:
            break
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await events_of(call)
    report = await user.load(CONTENT.encode(), "bank.csv", currency_code="USD")
    assert report.added_count == ROWS, "nothing of the first was stored"


async def test_a_large_file_comes_to_the_same_rows_as_a_small_one(
    new_user: NewUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its changes wait in a temporary file, a few at a time, while the ledger is read."""
    lines = CONTENT.splitlines()[:300]
    changed = [*lines[:100], "2026-05-09,SHOP ANEW,-4.10", *lines[101:], "2026-05-30,SHOP LATE,-9.99"]
    whole, spooled = new_user(), new_user()
    files = [("\n".join(one).encode(), "bank.csv") for one in (lines, lines, changed)]
    reports = [await whole.load(*one, currency_code="USD") for one in files]
    monkeypatch.setattr(core, "LARGE", 10)
    monkeypatch.setattr(spool, "AT_ONCE", 7)
    again = [await spooled.load(*one, currency_code="USD") for one in files]
    for one, two in zip(reports, again, strict=True):
        assert (one.added_count, one.changed_count, one.removed_count, one.unchanged_count) == (
            two.added_count,
            two.changed_count,
            two.removed_count,
            two.unchanged_count,
        )
    said = [[(row.date, row.descriptor, row.amount) for row in await one.rows()] for one in (whole, spooled)]
    assert said[0] == said[1]
    assert again[2].added_count == 2
