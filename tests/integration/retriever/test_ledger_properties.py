"""What holds for every ledger, over the real wire and database: pages and re-delivery, rows without ids, plain sums,
currencies, and splits. The examples are drawn anew by nobody: hypothesis is derandomized."""

from __future__ import annotations

import csv
import io
from collections import Counter
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Any

from google.type.date_pb2 import Date
from google.type.decimal_pb2 import Decimal as DecimalMessage
from google.type.money_pb2 import Money
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.integration.retriever.ledger_fixtures import NewUser, new_user, retriever
from tests.integration.retriever.ledger_reference import Wanted, by_part, entries, stated, sums
from tests.integration.retriever.ledger_service import SPENDING, LedgerClient, account, money, page, row
from tests.integration.retriever.test_ledger_cases import annotate
from tests.unit.retriever.test_ledger_imports import Event, histories
from tieout.retriever.v1 import import_pb2
from tieout.retriever.v1 import retriever_service_pb2 as pb
from tieout.type.v1.ledger_pb2 import AmountRange, AmountSide
from tieout.type.v1.period_pb2 import Period

__all__ = ["new_user", "retriever"]

fixed = settings(
    max_examples=10,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
GROUPS = (pb.GROUP_KEY_MERCHANT, pb.GROUP_KEY_CATEGORY, pb.GROUP_KEY_MONTH, pb.GROUP_KEY_ACCOUNT)
CATEGORIES = (
    "FOOD_AND_DRINK_GROCERIES",
    "FOOD_AND_DRINK_COFFEE",
    "RENT_AND_UTILITIES_RENT",
    "BANK_FEES_ATM_FEES",
    "TRANSFER_OUT_WITHDRAWAL",
    "INCOME_WAGES",
    "",
)
FIRST = date(2026, 1, 1)


async def answers(client: LedgerClient) -> Any:
    """All that a person is told of a ledger, without the revisions that it took to get there."""
    spent = [await client.query(f_kinds=SPENDING, group_by=key) for key in GROUPS]
    told = [(stated(one.total), {group.key: stated(group) for group in one.groups}) for one in spent]
    rows = [(one.row_id, one.source_transaction_id, money(one.amount), one.pending) for one in await client.rows()]
    return told, sorted(rows)


def as_page(events: list[Event]) -> dict[str, Any]:
    return page(
        [row for event in events for row in event.added],
        [row for event in events for row in event.modified],
        [key for event in events for key in event.removed],
    )


@fixed
@given(history=histories(), data=st.data())
async def test_property_pages_and_re_deliveries_of_a_source_with_ids_give_the_same_answers(
    new_user: NewUser, history: list[Event], data: st.DataObject
) -> None:
    whole, split = new_user(), new_user()
    await whole.sync(*(as_page([event]) for event in history))
    cuts = sorted(data.draw(st.sets(st.integers(1, len(history)), max_size=3)) | {0, len(history)})
    for start, end in pairwise(cuts):
        await split.sync(*(as_page([event]) for event in history[start:end]))
    expected = await answers(whole)
    assert await answers(split) == expected
    again = data.draw(st.integers(0, len(history) - 1))
    await split.sync(*(as_page([event]) for event in history[again:]))
    assert [one[1:] for one in (await answers(split))[1]] == [one[1:] for one in expected[1]]
    assert (await answers(split))[0] == expected[0]


LINES = st.lists(
    st.tuples(st.sampled_from(["2026-05-05", "2026-05-06"]), st.sampled_from(["BLUE BEAN", "RED BEAN"]),
              st.sampled_from(["-4.50", "-6.00", "2.25"])),
    min_size=1, max_size=9,
)  # fmt: skip


CHOSEN: dict[str, Any] = {"currency_code": "USD", "sign_rule": import_pb2.SIGN_RULE_POSITIVE_IN}


def csv_of(lines: list[tuple[str, str, str]]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows([("Date", "Description", "Amount"), *lines])
    return text.getvalue().encode()


@fixed
@given(one=LINES, two=LINES)
async def test_property_of_rows_without_ids_the_larger_count_of_overlapping_files_holds_and_the_preview_says_so(
    new_user: NewUser, one: list[tuple[str, str, str]], two: list[tuple[str, str, str]]
) -> None:
    larger = Counter(one) | Counter(two)
    stored = []
    for first, second in ((one, two), (two, one)):
        client = new_user()

        async def load(lines: list[tuple[str, str, str]], client: LedgerClient = client) -> Any:
            return await client.load(csv_of(lines), "bank.csv", **CHOSEN)

        await load(first)
        preview = await client.preview(csv_of(second), "bank.csv", **CHOSEN)
        overlap = (Counter(first) & Counter(second)).total()
        repeated = len(second) - len(set(second))
        notices = " ".join(preview.report.notices)
        assert ("the larger count counts" in notices) is bool(overlap)
        assert ("kept as one of its own" in notices) is bool(repeated)
        assert (preview.report.added_count, preview.report.unchanged_count) == (len(second) - overlap, overlap)
        assert (await load(second)).added_count == len(second) - overlap
        assert (await load(second)).added_count == (await load(first)).added_count == 0
        rows = await client.rows()
        found = Counter((f"{row.date.year}-{row.date.month:02}-{row.date.day:02}", row.descriptor, -money(row.amount))
                        for row in rows)  # fmt: skip
        assert found == Counter({(day, name, Decimal(amount)): n for (day, name, amount), n in larger.items()})
        stored.append(sorted(row.row_id for row in rows))
    assert stored[0] == stored[1]


@st.composite
def ledgers(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Rows of three currencies, four merchants, two accounts and half a year, in and out."""
    rows = []
    for number in range(draw(st.integers(2, 14))):
        currency = draw(st.sampled_from(["USD", "USD", "EUR", "JPY"]))
        size = draw(st.integers(1, 20_000))
        amount = f"{size}" if currency == "JPY" else f"{size // 100}.{size % 100:02}"
        sign = draw(st.sampled_from(["", "", "-"]))
        category = draw(st.sampled_from(CATEGORIES))
        known = {"personal_finance_category": {"detailed": category, "confidence_level": "HIGH"}} if category else {}
        name = draw(st.sampled_from(["Bigmart", "Juniper Roast", "Zorblat", "Casa Lola"]))
        on = FIRST + timedelta(days=draw(st.integers(0, 180)))
        rows.append(
            row(f"t{number}", on.isoformat(), f"{sign}{amount}", name, draw(st.sampled_from(["chk", "card"])),
                iso_currency_code=currency, merchant_name=name, **known)
        )  # fmt: skip
    return rows


def split_of(draw: Any, found: Any) -> pb.RowAnnotation | None:
    """Some rows in two to four parts that add up to them, to the smallest unit."""
    unit = 10**9 if found.amount.currency_code == "JPY" else 10**7
    whole = (found.amount.units * 10**9 + found.amount.nanos) // unit
    if abs(whole) < 4 or not draw(st.booleans()):
        return None
    sign = 1 if whole > 0 else -1
    cuts = sorted(draw(st.sets(st.integers(1, abs(whole) - 1), min_size=1, max_size=3)))
    parts = []
    for start, end in zip([0, *cuts], [*cuts, abs(whole)], strict=True):
        nanos = sign * (end - start) * unit
        amount = Money(
            currency_code=found.amount.currency_code,
            units=int(Decimal(nanos) / 10**9),
            nanos=nanos - int(Decimal(nanos) / 10**9) * 10**9,
        )
        parts.append(pb.RowSplit(amount=amount, category_id=draw(st.sampled_from(CATEGORIES))))
    return pb.RowAnnotation(row_id=found.row_id, splits=parts)


async def filled(client: LedgerClient, ledger: list[dict[str, Any]], data: st.DataObject) -> list[Any]:
    await client.sync(page(ledger), accounts=[account("chk"), account("card", "Amber Card", type="credit")])
    splits = [one for found in await client.rows() if (one := split_of(data.draw, found)) is not None]
    if splits:
        await annotate(client, *splits)
    return await client.rows()


def draw_filter(draw: Any, rows: list[Any]) -> Wanted:
    merchants = sorted({part.merchant_id for one in rows for part in (one.parts or [one])} - {""})
    some = st.lists(st.sampled_from(CATEGORIES[:-1]), max_size=2, unique=True)
    first = draw(st.none() | st.integers(0, 120))
    return Wanted(
        category_ids=tuple(draw(some)),
        excluded_category_ids=tuple(draw(some)),
        kinds=tuple(draw(st.sampled_from([(), tuple(SPENDING), (8,), (1, 2)]))),
        merchant_ids=tuple(draw(st.lists(st.sampled_from(merchants), max_size=2, unique=True))) if merchants else (),
        currency_code=draw(st.sampled_from(["", "", "USD", "JPY"])),
        first=None if first is None else FIRST + timedelta(days=first),
        last=None if first is None else FIRST + timedelta(days=first + draw(st.integers(0, 90))),
        over=draw(st.none() | st.sampled_from([Decimal(10), Decimal("99.99")])),
        side=draw(st.sampled_from([0, 0, 1, 2])),
    )


def fields_of(wanted: Wanted) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "f_category_ids": wanted.category_ids,
        "f_excluded_category_ids": wanted.excluded_category_ids,
        "f_kinds": wanted.kinds,
        "f_merchant_ids": wanted.merchant_ids,
        "f_currency_code": wanted.currency_code,
        "f_side": AmountSide.Name(wanted.side),
    }
    if wanted.over is not None:
        fields["f_amount"] = AmountRange(over=DecimalMessage(value=str(wanted.over)))
    if wanted.first is not None and wanted.last is not None:
        days = [Date(year=one.year, month=one.month, day=one.day) for one in (wanted.first, wanted.last)]
        fields["f_period"] = Period(start_date=days[0], end_date=days[1])
    return fields


@fixed
@given(ledger=ledgers(), data=st.data())
async def test_property_sums_sets_and_groups_equal_a_plain_calculation_and_no_currency_is_added_to_another(
    new_user: NewUser, ledger: list[dict[str, Any]], data: st.DataObject
) -> None:
    client = new_user()
    rows = await filled(client, ledger, data)
    for wanted in (Wanted(), *(draw_filter(data.draw, rows) for _ in range(3))):
        expected = entries(rows, wanted)
        for key, name in (
            (pb.GROUP_KEY_CATEGORY, lambda part: part.category_id or "UNCATEGORIZED"),
            (pb.GROUP_KEY_MERCHANT, lambda part: part.merchant_id),
        ):
            response = await client.query(group_by=key, page_size=500, **fields_of(wanted))
            assert stated(response.total) == sums(expected)
            assert response.total.row_set.row_count == len(expected)
            assert {one.key: stated(one) for one in response.groups} == by_part(expected, name)
            for group in (response.total, *response.groups):
                assert len({one.row_sum.currency_code for one in group.totals}) == len(group.totals)
        alone = await client.query(page_size=500, **fields_of(wanted))
        shown = {one.row_id: money(one.amount) for one in alone.total.row_set.rows}
        assert shown == {entry.row.row_id: entry.amount for entry in expected}
        sizes = {one.row_sum.currency_code: money(one.largest_row.amount) for one in alone.total.totals}
        for currency, largest in sizes.items():
            of_currency = [one.amount for one in expected if one.row.amount.currency_code == currency]
            assert abs(largest) == max(abs(one) for one in of_currency)


@fixed
@given(ledger=ledgers(), data=st.data())
async def test_property_the_sums_by_category_are_the_total_with_splits_too(
    new_user: NewUser, ledger: list[dict[str, Any]], data: st.DataObject
) -> None:
    client = new_user()
    rows = await filled(client, ledger, data)
    for kinds in ((), tuple(SPENDING)):
        response = await client.query(group_by=pb.GROUP_KEY_CATEGORY, f_kinds=kinds)
        added: Counter[str] = Counter()
        for group in response.groups:
            for currency, (net, *_) in stated(group).items():
                added[currency] += net  # type: ignore[assignment]
        assert dict(added) == {currency: net for currency, (net, *_) in stated(response.total).items()}
    whole = {one.row_id: money(one.amount) for one in rows}
    for one in rows:
        assert not one.parts or sum(money(part.amount) for part in one.parts) == whole[one.row_id]
