"""Plans carried out against a straightforward reference over the same rows."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from services.answerer.execution import Outcome, execute
from services.answerer.figures import figures_digest, number
from services.answerer.grammar import Decline, Planned, read
from services.answerer.model import FigureOp, LedgerRow, MovementKind, Plan
from tests.unit.answerer.ledger_fake import CARD, CHECKING, TODAY, FakeLedger, make_row
from tests.unit.answerer.peer_fakes import ALICE

SHOPS = (
    ("Juniper Roast", "FOOD_AND_DRINK_COFFEE"),
    ("Marlpit Grocers", "FOOD_AND_DRINK_GROCERIES"),
    ("Osteria Blu", "FOOD_AND_DRINK_RESTAURANT"),
)
SPENDING = {
    MovementKind.PURCHASE, MovementKind.REFUND, MovementKind.FEE, MovementKind.INTEREST_CHARGED,
}  # fmt: skip
FIRST = date(2026, 1, 1)


@st.composite
def ledgers(draw: st.DrawFn) -> list[LedgerRow]:
    """Rows of 2026 up to today, of several shops and kinds; one on the first day, so that the year is covered."""
    rows = [
        make_row(0, FIRST, "1.00", *SHOPS[0]),
        make_row(1, FIRST, "2.00", *SHOPS[1]),
        make_row(2, FIRST, "3.00", *SHOPS[2]),
    ]
    for place in range(3, 3 + draw(st.integers(0, 40))):
        name, category = draw(st.sampled_from(SHOPS))
        kind = draw(
            st.sampled_from(
                [MovementKind.PURCHASE] * 5
                + [MovementKind.REFUND, MovementKind.TRANSFER, MovementKind.FEE, MovementKind.INCOME]
            )
        )
        cents = draw(st.integers(1, 50_000))
        amount = -cents if kind in (MovementKind.REFUND, MovementKind.INCOME) else cents
        day = FIRST + timedelta(days=draw(st.integers(0, (TODAY - FIRST).days)))
        label = {MovementKind.FEE: "BANK_FEES_OTHER_BANK_FEES", MovementKind.INCOME: "INCOME_WAGES"}.get(kind, category)
        account = draw(st.sampled_from([CHECKING, CARD]))
        rows.append(make_row(place, day, str(Decimal(amount).scaleb(-2)), name, label, kind, account))
    return rows


def _run(rows: list[LedgerRow], question: str) -> tuple[Plan, Outcome | None]:
    ledger = FakeLedger(rows)
    reading = read(question, TODAY, ledger.spans(question), (), ledger.coverage(TODAY))
    assert isinstance(reading, Planned), reading
    try:
        return reading.plan, asyncio.run(execute(ledger, ALICE, reading.plan, coverage=ledger.coverage(TODAY)))
    except Decline:
        return reading.plan, None


def _amount(row: LedgerRow) -> Decimal:
    assert row.amount is not None
    return row.amount.amount


def _spent(rows: list[LedgerRow]) -> list[LedgerRow]:
    return [row for row in rows if row.kind in SPENDING]


def _money(outcome: Outcome | None) -> Decimal:
    assert outcome is not None
    assert outcome.value.money is not None
    return outcome.value.money.amount


@given(ledgers())
@settings(max_examples=60, deadline=None)
def test_totals_are_those_of_the_plain_sum(rows: list[LedgerRow]) -> None:
    _, outcome = _run(rows, "How much did I spend this year?")
    assert _money(outcome) == sum((_amount(row) for row in _spent(rows)), Decimal(0))
    _, at_shop = _run(rows, "How much did I spend at Marlpit Grocers this year?")
    shop = [row for row in _spent(rows) if row.merchant_name == "Marlpit Grocers"]
    assert _money(at_shop) == sum((_amount(row) for row in shop), Decimal(0))


@given(ledgers())
@settings(max_examples=40, deadline=None)
def test_the_categories_of_a_ledger_add_up_to_its_total(rows: list[LedgerRow]) -> None:
    _, total = _run(rows, "How much did I spend this year?")
    parts = [
        _money(_run(rows, f"How much did I spend on {name} this year?")[1])
        for name in ("coffee", "groceries", "restaurants")
    ]
    fees = _money(_run(rows, "How much did I pay in bank fees this year?")[1])
    assert sum(parts, fees) == _money(total)


@given(ledgers())
@settings(max_examples=40, deadline=None)
def test_counts_and_averages_leave_refunds_out(rows: list[LedgerRow]) -> None:
    bought = [row for row in _spent(rows) if row.merchant_name == "Juniper Roast" and _amount(row) > 0]
    _, counted = _run(rows, "How many purchases at Juniper Roast this year?")
    assert counted is not None
    assert number(counted.value_figures[0]) == len(bought)
    _, average = _run(rows, "What's my average purchase at Juniper Roast this year?")
    want = sum((_amount(row) for row in bought), Decimal(0)) / len(bought)
    assert _money(average) == want.quantize(Decimal("0.01"), ROUND_HALF_UP)


@given(ledgers())
@settings(max_examples=40, deadline=None)
def test_the_largest_row_is_the_largest_and_every_equal_one_is_cited(rows: list[LedgerRow]) -> None:
    _, outcome = _run(rows, "What was my largest purchase this year?")
    out = [row for row in _spent(rows) if _amount(row) > 0]
    largest = max(_amount(row) for row in out)
    assert _money(outcome) == largest
    assert outcome is not None
    assert outcome.row_set is not None
    assert outcome.row_set.row_count == sum(_amount(row) == largest for row in out)


@given(ledgers())
@settings(max_examples=40, deadline=None)
def test_top_merchants_are_ordered_by_net_or_refused_on_a_tie(rows: list[LedgerRow]) -> None:
    net: dict[str, Decimal] = defaultdict(Decimal)
    for row in _spent(rows):
        if row.merchant_id:
            net[row.merchant_name] += _amount(row)
    ranked = sorted(net, key=lambda name: -net[name])
    _, outcome = _run(rows, "top 2 merchants this year")
    if net[ranked[1]] == net[ranked[2]]:
        assert outcome is None
        return
    assert outcome is not None
    assert outcome.value.names is not None
    assert {net[name] for name in outcome.value.names.names} == {net[ranked[0]], net[ranked[1]]}


@given(ledgers())
@settings(max_examples=40, deadline=None)
def test_promise_8_a_share_is_made_of_its_two_sums(rows: list[LedgerRow]) -> None:
    plan, outcome = _run(rows, "What share of my spending this year was groceries?")
    if outcome is None:
        return
    share, part, whole = outcome.value_figures
    assert share.op is FigureOp.PERCENT_OF
    assert number(share) == (number(part) / number(whole) * 100).quantize(Decimal("0.1"), ROUND_HALF_UP)
    again = asyncio.run(execute(FakeLedger(rows), ALICE, plan))
    assert figures_digest(again.figures) == figures_digest(outcome.figures)


@given(ledgers())
@settings(max_examples=40, deadline=None)
def test_the_parts_of_a_breakdown_come_to_its_total(rows: list[LedgerRow]) -> None:
    for question in (
        "What did I spend by category in 2026?",
        "What did I spend by merchant in 2026?",
        "my spending in 2026 month by month",
        "spending in 2026 broken down by account",
    ):
        plan, outcome = _run(rows, question)
        assert plan.rule == "breakdown"
        assert outcome is not None
        parts = [number(figure) for _, _, figure in outcome.names if figure is not None]
        assert sum(parts) == sum(number(one) for one in outcome.value_figures), question


def test_a_mean_keeps_cents_in_a_currency_without_a_minor_unit() -> None:
    rows = [
        make_row(0, FIRST, "1200.50", *SHOPS[0], currency="JPY"),
        make_row(1, FIRST, "900", *SHOPS[0], currency="JPY"),
    ]
    _, outcome = _run(rows, "average purchase at Juniper Roast in 2026")
    assert outcome is not None
    assert [number(one) for one in outcome.value_figures] == [Decimal("1050.25")]
