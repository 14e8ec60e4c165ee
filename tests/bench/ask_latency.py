"""How long `Ask` takes for a user of 12,000 rows, over a whole stack on this machine, and what it costs, part by part.

    python tests/bench/ask_latency.py [--rows 12000] [--rounds 20] [--json FILE]

One caller asks one question after the other. The rows come from a fixed seed, the stack is a temporary one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
import uuid
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg

CHECKOUT = Path(__file__).parents[2]
sys.path[:0] = [str(CHECKOUT), str(CHECKOUT / "gen")]

from services.cli.session import Session  # noqa: E402 - the import roots are set above, so that it runs as a script.
from services.cli.stack import Stack, temporary_stack  # noqa: E402
from services.cli.state import SERVICES  # noqa: E402
from services.common.tokens import TokenMinter  # noqa: E402
from services.common.types import UserId  # noqa: E402
from tests.bench import processes  # noqa: E402
from tests.bench.processes import quantile  # noqa: E402

SEED = 20261130
LAST_DAY = date(2026, 10, 31)
DAYS = 4 * 365
AS_OF = datetime(2026, 10, 31, 20, 0, tzinfo=UTC)
DRAIN_SECONDS = 600.0

SHOPS: tuple[tuple[str, str, str, float, float], ...] = (
    ("Starbucks", "FOOD_AND_DRINK", "FOOD_AND_DRINK_COFFEE", 3, 12),
    ("Blue Bottle Coffee", "FOOD_AND_DRINK", "FOOD_AND_DRINK_COFFEE", 4, 14),
    ("Trader Joe's", "FOOD_AND_DRINK", "FOOD_AND_DRINK_GROCERIES", 12, 140),
    ("Safeway", "FOOD_AND_DRINK", "FOOD_AND_DRINK_GROCERIES", 8, 160),
    ("Chipotle", "FOOD_AND_DRINK", "FOOD_AND_DRINK_FAST_FOOD", 9, 24),
    ("Shell", "TRANSPORTATION", "TRANSPORTATION_GAS", 25, 70),
    ("Uber", "TRANSPORTATION", "TRANSPORTATION_TAXIS_AND_RIDE_SHARES", 7, 55),
    ("Amazon", "GENERAL_MERCHANDISE", "GENERAL_MERCHANDISE_ONLINE_MARKETPLACES", 5, 220),
    ("Target", "GENERAL_MERCHANDISE", "GENERAL_MERCHANDISE_SUPERSTORES", 10, 130),
    ("REI", "GENERAL_MERCHANDISE", "GENERAL_MERCHANDISE_SPORTING_GOODS", 20, 300),
    ("CVS", "MEDICAL", "MEDICAL_PHARMACIES_AND_SUPPLEMENTS", 4, 60),
)
SMALL_SHOPS = tuple(
    f"{first} {second}"
    for first in ("Amber", "Birch", "Cedar", "Delta", "Ember", "Fjord", "Garnet", "Harbor", "Indigo", "Juniper",
                  "Kestrel", "Lantern", "Maple", "Nimbus", "Opal", "Prairie", "Quartz", "Raven", "Sable", "Tundra")
    for second in ("Bakery", "Bistro", "Books", "Cycles", "Diner", "Florist", "Garage", "Hardware", "Kitchen",
                   "Laundry", "Market", "Noodles", "Optics", "Pottery", "Records", "Salon", "Tailor", "Tavern", "Toys",
                   "Yarn")
)  # fmt: skip
"""Merchants with a handful of rows each: what names are looked for among."""

QUESTIONS = (
    "How much did I spend on coffee last month?",
    "How much did I spend at Starbucks in March 2026?",
    "Total spending in September 2026",
    "How many times did I go to Trader Joe's this year?",
    "What's my Netflix costing me a year?",
    "What was my largest purchase in August 2026?",
    "Average grocery purchase in 2025",
    "How much did I spend in 2025?",
    "Top 5 merchants this year",
    "Which month of 2025 did I spend the most?",
    "How much income did I have in 2026?",
    "List my Uber rides over $40 in July 2026",
    "When did I last buy something at REI?",
    "Did I spend more at Amazon or Target in 2025?",
    "What share of my spending in 2026 went to groceries?",
)


def rows_of(count: int) -> Iterator[dict[str, Any]]:
    """Transactions as Plaid gives them, oldest first."""
    source = random.Random(SEED)
    for number in range(count):
        day = LAST_DAY - timedelta(days=DAYS - number * DAYS // count)
        base = {
            "transaction_id": f"t{number:06}", "pending_transaction_id": None, "iso_currency_code": "USD",
            "date": day.isoformat(), "pending": False, "merchant_entity_id": None,
            "account_id": source.choice(("chk", "card", "card")),
        }  # fmt: skip
        if number % 120 == 0:
            yield base | {
                "account_id": "chk", "amount": -2450.00, "name": "ACME CORP PAYROLL DIRECT DEP", "merchant_name": None,
                "personal_finance_category": {"primary": "INCOME", "detailed": "INCOME_WAGES",
                                              "confidence_level": "VERY_HIGH"},
            }  # fmt: skip
            continue
        if number % 250 == 1:
            name, primary, detailed = "Netflix", "ENTERTAINMENT", "ENTERTAINMENT_TV_AND_MOVIES"
            low = high = 15.49
        elif source.random() < 0.3:
            name, primary, detailed, low, high = source.choice(SMALL_SHOPS), "", "", 5.0, 90.0
        else:
            name, primary, detailed, low, high = source.choice(SHOPS)
        sign = -1 if name != "Netflix" and source.random() < 0.02 else 1
        yield base | {
            "amount": sign * round(source.uniform(low, high), 2),
            "name": f"SQ *{name.upper()} {source.randrange(1000, 9999)}",
            "merchant_name": name,
            "personal_finance_category": {"primary": primary, "detailed": detailed,
                                          "confidence_level": "VERY_HIGH"} if primary else None,
        }  # fmt: skip


def ledger_of(count: int) -> bytes:
    """An item dump with two accounts."""
    accounts = [
        {"account_id": key, "name": name, "type": kind, "subtype": subtype, "mask": mask,
         "balances": {"iso_currency_code": "USD"}}
        for key, name, kind, subtype, mask in (
            ("chk", "Everyday Checking", "depository", "checking", "1111"),
            ("card", "Travel Card", "credit", "credit card", "2222"),
        )
    ]  # fmt: skip
    page = {"added": list(rows_of(count)), "modified": [], "removed": [], "has_more": False}
    return json.dumps({"accounts": accounts, "sync": [page]}).encode()


async def measure(stack: Stack, count: int, rounds: int) -> dict[str, Any]:
    """Import, then ask every question `rounds` times after one round that is not counted."""
    user = UserId(uuid.UUID(int=SEED))
    session = Session({name: stack.addresses[name].data for name in SERVICES}, TokenMinter.load(stack.state), user)
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "transactions.json"
        path.write_bytes(ledger_of(count))
        async with session:
            started = time.perf_counter()
            report = await session.import_file(path)
            imported = time.perf_counter() - started
            assert report.added_count == count, report
            await session.drain(DRAIN_SECONDS)
            # What autovacuum does within a minute of an import, and a temporary server does not do at all.
            with psycopg.connect(stack.database.admin_dsn(), autocommit=True) as connection:
                connection.execute("VACUUM (ANALYZE)")
            taken: dict[str, list[float]] = defaultdict(list)
            states: dict[str, str] = {}
            first: list[float] = []
            ends, spent = processes.log_ends(stack), processes.cpu(stack)
            for number in range(rounds + 1):
                if number == 1:
                    ends, spent = processes.log_ends(stack), processes.cpu(stack)
                for question in QUESTIONS:
                    started = time.perf_counter()
                    answer = await session.ask(question, AS_OF)
                    elapsed = (time.perf_counter() - started) * 1000
                    states[question] = answer.WhichOneof("outcome") or ""
                    (taken[question] if number else first).append(elapsed)
            cost = processes.tables(
                spent, processes.cpu(stack), rounds * len(QUESTIONS), told := processes.calls(stack, ends),
                processes.memory(stack),
            )  # fmt: skip
    stages = told["Ask"].stages
    every = [one for values in taken.values() for one in values]
    return {
        "rows": count, "asked": len(every), "import_seconds": imported, "load": os.getloadavg()[0],
        "ask": {"p50": quantile(every, 0.5), "p99": quantile(every, 0.99), "min": min(every)},
        "first": first, "cost": list(cost),
        "stages": {name: {"p50": quantile(values, 0.5), "p99": quantile(values, 0.99), "calls": len(values)}
                   for name, values in stages.items()},
        "questions": {question: {"p50": quantile(values, 0.5), "min": min(values), "outcome": states[question]}
                      for question, values in taken.items()},
    }  # fmt: skip


def table(found: dict[str, Any]) -> Iterator[str]:
    """What was found, as lines for people."""
    ask = found["ask"]
    yield f"{found['rows']} rows, {found['asked']} questions, load {found['load']:.1f}"
    yield f"import {found['import_seconds']:.1f} s"
    yield f"Ask: p50 {ask['p50']:.1f} ms, p99 {ask['p99']:.1f} ms, min {ask['min']:.1f} ms"
    first = found["first"]
    yield f"first question after start {first[0]:.1f} ms; each question's first time p50 {quantile(first, 0.5):.1f} ms"
    for name, one in found["stages"].items():
        yield f"  {name:12} p50 {one['p50']:6.1f} ms  p99 {one['p99']:6.1f} ms  ({one['calls']})"
    for question, one in found["questions"].items():
        yield f"  p50 {one['p50']:6.1f} ms  min {one['min']:5.1f} ms  {one['outcome']:9} {question}"
    yield from found["cost"]


async def main() -> None:
    """Start, measure, print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rows", type=int, default=12_000)
    options.add_argument("--rounds", type=int, default=20)
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    async with temporary_stack() as stack:
        found = await measure(stack, chosen.rows, chosen.rounds)
    sys.stdout.writelines(f"{line}\n" for line in table(found))
    if chosen.json:
        chosen.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    asyncio.run(main())
