"""Every sum, count and set of QueryLedger equals a plain calculation in Python over the benchmark's ledgers."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from google.type.date_pb2 import Date

from tests.integration.retriever.ledger_fixtures import NewUser, new_user, retriever
from tests.integration.retriever.ledger_service import SPENDING, LedgerClient, money
from tieout.retriever.v1 import retriever_service_pb2 as pb
from tieout.type.v1.ledger_pb2 import AMOUNT_SIDE_OUT
from tieout.type.v1.period_pb2 import Period

__all__ = ["new_user", "retriever"]

BENCH = Path(__file__).parents[2] / "eval" / "ledger" / "dev"
USERS = sorted(path.name for path in (BENCH / "users").iterdir()) if BENCH.exists() else []


def live_rows(user: str) -> dict[str, dict[str, Any]]:
    """The rows that a user's pages leave, by the rules of the semantics' first section and nothing else."""
    document = json.loads(
        (BENCH / "users" / user / "transactions.json").read_text(encoding="utf-8"),
        parse_float=Decimal,
        parse_int=Decimal,
    )
    first: dict[tuple[Any, ...], str] = {}
    kept_accounts = set()
    for one in document["accounts"]:
        identity = (one.get("institution_id"), one["mask"], one["name"], one["subtype"])
        if one["mask"] is None or first.setdefault(identity, one["account_id"]) == one["account_id"]:
            kept_accounts.add(one["account_id"])
    live: dict[str, dict[str, Any]] = {}
    replaced: set[str] = set()
    for page in document["sync"]:
        for one in (*page["added"], *page["modified"]):
            if one["account_id"] in kept_accounts:
                live[one["transaction_id"]] = one
                replaced.add(one["pending_transaction_id"])
        for one in page["removed"]:
            live.pop(one["transaction_id"], None)
    return {key: one for key, one in live.items() if key not in replaced}


def totals(rows: Iterable[Any]) -> dict[str, tuple[Decimal, Decimal, Decimal, int]]:
    """Net, out, in and count by currency."""
    found: dict[str, list[Decimal]] = defaultdict(list)
    for row in rows:
        found[row.amount.currency_code].append(money(row.amount))
    return {
        currency: (sum(amounts, Decimal(0)), sum((one for one in amounts if one > 0), Decimal(0)),
                   -sum((one for one in amounts if one < 0), Decimal(0)), len(amounts))
        for currency, amounts in found.items()
    }  # fmt: skip


def stated(group: pb.LedgerGroup) -> dict[str, tuple[Decimal, Decimal, Decimal, int]]:
    return {
        one.row_sum.currency_code: (money(one.row_sum), money(one.out_sum), money(one.in_sum), one.row_count)
        for one in group.totals
    }


GROUPS: list[tuple[int, Callable[[Any], str]]] = [
    (pb.GROUP_KEY_MERCHANT, lambda row: row.merchant_id),
    (pb.GROUP_KEY_CATEGORY, lambda row: row.category_id or "UNCATEGORIZED"),
    (pb.GROUP_KEY_MONTH, lambda row: f"{row.date.year}-{row.date.month:02}"),
    (pb.GROUP_KEY_ACCOUNT, lambda row: row.account_id),
    (pb.GROUP_KEY_COUNTERPARTY, lambda row: row.counterparty_id),
]


async def check(client: LedgerClient, rows: list[Any], keep: Callable[[Any], bool], **fields: Any) -> None:
    kept = [row for row in rows if keep(row)]
    for key, value in GROUPS:
        response = await client.query(group_by=key, page_size=1, **fields)
        assert stated(response.total) == totals(kept)
        groups: dict[str, list[Any]] = defaultdict(list)
        for row in kept:
            groups[value(row)].append(row)
        groups.pop("", None)
        assert {one.key: stated(one) for one in response.groups} == {
            name: totals(rows) for name, rows in groups.items()
        }


@pytest.mark.parametrize("user", USERS)
async def test_a_ledger_is_the_rows_that_its_pages_leave_and_its_sums_are_theirs(new_user: NewUser, user: str) -> None:
    client = new_user()
    report = await client.load((BENCH / "users" / user / "transactions.json").read_bytes(), "transactions.json")
    expected = live_rows(user)
    rows = await client.rows()
    assert (report.added_count, report.refused_count) == (len(expected), 0)
    assert {row.source_transaction_id: (money(row.amount), row.amount.currency_code) for row in rows} == {
        key: (one["amount"], one["iso_currency_code"] or one["unofficial_currency_code"])
        for key, one in expected.items()
    }
    assert all(row.rule_ids for row in rows)
    quarter = Period(start_date=Date(year=2025, month=7, day=1), end_date=Date(year=2025, month=9, day=30))
    await check(client, rows, lambda _row: True)
    await check(client, rows, lambda row: row.kind in SPENDING, f_kinds=SPENDING)
    await check(
        client,
        rows,
        lambda row: (
            row.kind in SPENDING and row.date.year == 2025 and row.date.month in (7, 8, 9) and money(row.amount) > 0
        ),
        f_kinds=SPENDING,
        f_period=quarter,
        f_side=AMOUNT_SIDE_OUT,
    )
    again = await client.load((BENCH / "users" / user / "transactions.json").read_bytes(), "transactions.json")
    assert (again.added_count, again.changed_count, again.removed_count) == (0, 0, 0)
    assert again.ledger_revision == report.ledger_revision


@pytest.mark.parametrize("user", USERS)
async def test_every_row_that_the_benchmark_cites_is_in_the_ledger(user: str) -> None:
    questions = [json.loads(line) for line in (BENCH / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    cited = {row for one in questions if one["user"] == user for row in one["expect"].get("rows", [])}
    assert cited <= set(live_rows(user))
