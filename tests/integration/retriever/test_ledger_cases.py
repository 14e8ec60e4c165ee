"""The cases from the field about ledgers and imports, each with its number, over the real wire and database."""

from __future__ import annotations

import asyncio
from decimal import Decimal

import grpc
import pytest
from google.type.date_pb2 import Date
from google.type.money_pb2 import Money

from services.common import errors
from tests.integration.retriever.ledger_fixtures import NewUser, new_user, retriever, user
from tests.integration.retriever.ledger_service import LedgerClient, account, money, page, row
from tieout.retriever.v1 import retriever_service_pb2 as pb
from tieout.type.v1.ledger_pb2 import AMOUNT_SIDE_IN, MovementKind
from tieout.type.v1.period_pb2 import Period

__all__ = ["new_user", "retriever", "user"]

INCOME = [MovementKind.MOVEMENT_KIND_INCOME, MovementKind.MOVEMENT_KIND_INTEREST_EARNED]


def month(year: int, number: int, last: int) -> Period:
    return Period(start_date=Date(year=year, month=number, day=1), end_date=Date(year=year, month=number, day=last))


async def annotate(client: LedgerClient, *annotations: pb.RowAnnotation) -> pb.AnnotateRowsResponse:
    request = pb.AnnotateRowsRequest(request_id=LedgerClient.header(b"x", "", "").request_id, annotations=annotations)
    response: pb.AnnotateRowsResponse = await client.stub.AnnotateRows(request, metadata=client.metadata)
    return response


async def failure(call: object) -> errors.Failure:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call  # type: ignore[misc]
    return errors.decode(raised.value)


async def test_case_b01_a_posted_row_takes_the_place_of_its_pending_one_and_keeps_what_the_user_said(
    user: LedgerClient,
) -> None:
    await user.sync(page([row("p1", "2026-03-30", "14.20", "TACO HUT", pending=True)]))
    (pending,) = await user.rows()
    await annotate(
        user, pb.RowAnnotation(row_id=pending.row_id, category_id="FOOD_AND_DRINK_RESTAURANT", note="team lunch")
    )
    posted = row("t1", "2026-04-01", "17.20", "TACO HUT", pending_transaction_id="p1")
    report = await user.sync(page([posted], removed=["p1"]))
    assert (report.added_count, report.removed_count) == (1, 1)
    assert await user.spend_at("Taco Hut") == (Decimal("17.20"), 1)
    (found,) = await user.rows()
    assert found.row_id == pending.row_id
    assert (found.source_transaction_id, found.category_id, found.note) == (
        "t1",
        "FOOD_AND_DRINK_RESTAURANT",
        "team lunch",
    )
    assert not found.pending


async def test_case_b01_the_link_holds_over_pages_and_without_a_removal(new_user: NewUser) -> None:
    posted = row("t1", "2026-04-01", "17.20", "TACO HUT", pending_transaction_id="p1")
    pending = row("p1", "2026-03-30", "14.20", "TACO HUT", pending=True)
    for pages in (
        [page([pending]), page(removed=["p1"]), page([posted])],
        [page([pending]), page([posted])],
        [page([posted]), page([pending])],
    ):
        client = new_user()
        await client.sync(*pages)
        assert [one.source_transaction_id for one in await client.rows()] == ["t1"]


async def test_case_b02_an_expired_hold_is_no_spending(user: LedgerClient) -> None:
    await user.sync(page([row("h1", "2026-05-04", "150.00", "FUEL STOP", pending=True)]))
    await user.sync(page([row("t2", "2026-05-05", "41.37", "FUEL STOP")], removed=["h1"]))
    assert await user.spend() == Decimal("41.37")
    await user.sync(page(removed=["t2"]))
    response = await user.query()
    assert (response.total.row_set.row_count, list(response.total.totals)) == (0, [])


async def test_case_b03_tags_follow_the_link_and_are_never_guessed(new_user: NewUser) -> None:
    for link, tags in (("p1", ["work"]), (None, [])):
        client = new_user()
        await client.sync(page([row("p1", "2026-03-30", "14.20", "TACO HUT", pending=True)]))
        (pending,) = await client.rows()
        await annotate(client, pb.RowAnnotation(row_id=pending.row_id, tags=["work"]))
        await client.sync(
            page([row("t1", "2026-04-01", "14.20", "TACO HUT", pending_transaction_id=link)], removed=["p1"])
        )
        (found,) = await client.rows()
        assert list(found.tags) == tags


async def test_case_b03_the_user_s_words_follow_a_pending_row_that_an_earlier_update_removed(
    user: LedgerClient,
) -> None:
    await user.sync(page([row("p1", "2026-03-30", "14.20", "TACO HUT", pending=True)]))
    (pending,) = await user.rows()
    await annotate(user, pb.RowAnnotation(row_id=pending.row_id, tags=["work"]))
    await user.sync(page(removed=["p1"]))
    await user.sync(page([row("t1", "2026-04-01", "14.20", "TACO HUT", pending_transaction_id="p1")]))
    (found,) = await user.rows()
    assert (found.row_id, list(found.tags)) == (pending.row_id, ["work"])


async def test_case_b04_equal_lines_are_two_rows_and_the_same_file_again_changes_nothing(user: LedgerClient) -> None:
    content = b"2026-05-05,BLUE BEAN,-4.50\n2026-05-05,BLUE BEAN,-4.50\n"
    first = await user.load(content, "may.csv", currency_code="USD")
    again = await user.load(content, "may.csv", currency_code="USD")
    assert (first.added_count, again.added_count, again.unchanged_count) == (2, 0, 2)
    assert again.ledger_revision == first.ledger_revision
    assert await user.spend_at("Blue Bean") == (Decimal("9.00"), 2)


async def test_case_b04_of_overlapping_files_the_larger_count_holds(user: LedgerClient) -> None:
    options = {"currency_code": "USD", "account_key": "main"}
    await user.load(
        b"Date,Description,Amount\n2026-05-04,BLUE BEAN,-4.50\n2026-05-05,BLUE BEAN,-4.50\n", "a.csv", **options
    )
    report = await user.load(
        b"Date,Description,Amount\n2026-05-05,BLUE BEAN,-4.50\n2026-05-05,BLUE BEAN,-4.50\n"
        b"2026-05-06,BLUE BEAN,-4.50\n",
        "b.csv",
        **options,
    )
    assert (report.added_count, report.unchanged_count) == (2, 1)
    assert await user.spend_at("Blue Bean") == (Decimal("18.00"), 4)


async def test_case_b05_a_foreign_purchase_and_its_fee_are_two_rows(user: LedgerClient) -> None:
    content = b"Date,Description,Amount\n2026-05-05,HOTEL PARIS,-100.00\n2026-05-05,FOREIGN TRANSACTION FEE,-3.00\n"
    await user.load(content, "card.csv", currency_code="USD")
    assert await user.spend_at("Hotel Paris") == (Decimal("100.00"), 1)
    assert await user.spend(f_kinds=[MovementKind.MOVEMENT_KIND_FEE]) == Decimal("3.00")
    assert await user.spend() == Decimal("103.00")


async def test_case_b06_equal_amounts_near_a_month_s_end_stay_apart(user: LedgerClient) -> None:
    await user.sync(
        page(
            [
                row("a", "2026-08-30", "1.50", "METRO"),
                row("b", "2026-09-01", "1.50", "METRO"),
                row("c", "2026-09-01", "1.50", "METRO"),
            ]
        )
    )
    assert await user.spend(f_period=month(2026, 8, 31)) == Decimal("1.50")
    assert await user.spend(f_period=month(2026, 9, 30)) == Decimal("3.00")


async def test_case_b07_a_refund_lowers_its_category_and_is_no_income(user: LedgerClient) -> None:
    clothes = {
        "personal_finance_category": {
            "detailed": "GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES",
            "confidence_level": "HIGH",
        }
    }
    await user.sync(
        page(
            [
                row("a", "2026-05-02", "80.00", "LOOMWEAR", **clothes),
                row("b", "2026-05-09", "-30.00", "LOOMWEAR", **clothes),
            ]
        )
    )
    response = await user.query(f_category_ids=["GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES"])
    total = response.total.totals[0]
    assert (money(total.row_sum), money(total.out_sum), money(total.in_sum)) == (Decimal(50), Decimal(80), Decimal(30))
    assert [one.source_transaction_id for one in response.total.row_set.rows] == ["a", "b"]
    assert (await user.query(f_kinds=INCOME)).total.row_set.row_count == 0


async def test_case_b09_a_card_payment_is_neither_spending_nor_income(user: LedgerClient) -> None:
    card = account("card", "Everyday Card", type="credit", subtype="credit card")
    await user.sync(
        page([
            row("a", "2026-05-02", "480.00", "HARDWARE BARN", "card"),
            row("b", "2026-05-20", "480.00", "CARD PAYMENT"),
            row("c", "2026-05-21", "-480.00", "PAYMENT THANK YOU", "card"),
        ]),
        accounts=[account("chk"), card],
    )  # fmt: skip
    assert await user.spend() == Decimal("480.00")
    assert (await user.query(f_kinds=INCOME)).total.row_set.row_count == 0
    paid = await user.query(f_kinds=[MovementKind.MOVEMENT_KIND_CARD_PAYMENT], f_side=AMOUNT_SIDE_IN)
    assert money(paid.total.totals[0].in_sum) == Decimal("480.00")


async def test_case_b10_rows_of_two_currencies_are_never_paired(user: LedgerClient) -> None:
    rand = {"iso_currency_code": "ZAR"}
    await user.sync(
        page(
            [
                row("a", "2026-05-02", "1850.00", "ZAR GROCER", **rand),
                row("b", "2026-05-04", "-100.00", "PAYCHECK", "usd"),
            ]
        ),
        accounts=[account("chk"), account("usd", "Dollar Account")],
    )
    kinds = {one.source_transaction_id: one.kind for one in await user.rows()}
    assert kinds == {"a": MovementKind.MOVEMENT_KIND_PURCHASE, "b": MovementKind.MOVEMENT_KIND_INCOME}


@pytest.mark.parametrize("together", [True, False], ids=["in one file", "in two"])
async def test_case_b11_an_account_linked_twice_counts_once(user: LedgerClient, together: bool) -> None:
    first = account("a1", "Everyday Checking", mask="4821", institution_id="ins_9")
    second = account("b1", "Everyday Checking", mask="4821", institution_id="ins_9")
    rows = [row(f"x{number}", f"2026-05-0{number}", "10.00", "BOOK NOOK", "a1") for number in (1, 2, 3)]
    twins = [row(f"y{number}", f"2026-05-0{number}", "10.00", "BOOK NOOK", "b1") for number in (1, 2, 3)]
    if together:
        report = await user.sync(page([*rows, *twins]), accounts=[first, second])
    else:
        await user.sync(page(rows), accounts=[first])
        report = await user.sync(page(twins), accounts=[second])
    assert await user.spend() == Decimal("30.00")
    assert "linked twice" in report.notices[0]


async def test_case_b12_plaid_s_positive_amount_left_the_account(user: LedgerClient) -> None:
    await user.sync(page([row("a", "2026-05-02", "12.50", "CAFE"), row("b", "2026-05-04", "-2000.00", "PAYROLL")]))
    assert await user.spend() == Decimal("12.50")
    income = await user.query(f_kinds=INCOME)
    assert money(income.total.totals[0].in_sum) == Decimal(2000)


async def test_case_b13_a_debit_column_is_not_the_amount_column(user: LedgerClient) -> None:
    content = b'Date,Amount Debit,Amount Credit\n2026-05-05,25.00,""\n2026-05-06,"",40.00\n'
    report = await user.load(content, "bank.csv", currency_code="USD")
    total = (await user.query()).total.totals[0]
    assert (report.added_count, money(total.out_sum), money(total.in_sum)) == (2, Decimal(25), Decimal(40))


async def test_case_b14_currencies_are_never_added(user: LedgerClient) -> None:
    euros, forints = {"iso_currency_code": "EUR"}, {"iso_currency_code": "HUF"}
    await user.sync(
        page([row("a", "2026-05-02", "7.00", "BAKER", **euros), row("b", "2026-05-02", "1900", "BAKER", **forints)])
    )
    totals = (await user.query()).total.totals
    assert [(one.row_sum.currency_code, money(one.row_sum)) for one in totals] == [
        ("EUR", Decimal(7)),
        ("HUF", Decimal(1900)),
    ]


async def test_case_b15_a_currency_keeps_its_decimals(user: LedgerClient) -> None:
    yen, dinars = {"iso_currency_code": "JPY"}, {"iso_currency_code": "BHD"}
    await user.sync(
        page([row("a", "2026-05-02", "500", "KONBINI", **yen), row("b", "2026-05-02", "1.234", "SOUQ", **dinars)])
    )
    totals = {one.row_sum.currency_code: money(one.row_sum) for one in (await user.query()).total.totals}
    assert totals == {"JPY": Decimal(500), "BHD": Decimal("1.234")}


async def test_case_b16_processor_store_number_and_city_do_not_hide_the_shop(user: LedgerClient) -> None:
    await user.sync(
        page([
            row("a", "2026-05-02", "4.50", "SQ *BLUE BEAN 0423 AUSTIN TX"),
            row("b", "2026-05-03", "6.00", "TST* BLUE BEAN AUSTIN"),
            row("c", "2026-05-04", "5.00", "PAYPAL *BLUE BEAN"),
        ])
    )  # fmt: skip
    assert await user.spend_at("Blue Bean") == (Decimal("15.50"), 3)


async def test_case_b17_a_word_in_a_longer_name_is_no_match(user: LedgerClient) -> None:
    await user.sync(
        page([
            row("a", "2026-05-02", "18.00", "UBER TRIP"),
            row("b", "2026-05-03", "25.00", "UBER EATS"),
            row("c", "2026-05-04", "27000", "SPAXX SWEEP"),
        ])
    )  # fmt: skip
    assert await user.spend_at("Uber rides") == (Decimal("18.00"), 1)
    assert await user.spend() == Decimal("43.00")
    mention = (await user.resolve(mentions=["spa"])).mentions[0]
    assert list(mention.candidates) == []


async def test_case_b18_store_numbers_join_and_the_user_s_alias_joins(user: LedgerClient) -> None:
    await user.sync(
        page([
            row("a", "2026-05-02", "3.00", "STARBRIGHT 1234"),
            row("b", "2026-05-03", "4.00", "STARBRIGHT 5678"),
            row("c", "2026-05-04", "12.00", "VIDPREM"),
            row("d", "2026-05-05", "6.00", "CLOUDBOX"),
        ])
    )  # fmt: skip
    assert await user.spend_at("Starbright") == (Decimal("7.00"), 2)
    ids = {one.source_transaction_id: one.row_id for one in await user.rows()}
    before = await user.query()
    changed = await annotate(
        user,
        pb.RowAnnotation(row_id=ids["c"], merchant_alias="Gigglo"),
        pb.RowAnnotation(row_id=ids["d"], merchant_alias="Gigglo"),
    )
    assert changed.changed_count == 2
    for name in ("Gigglo", "Vidprem", "cloudbox"):
        assert await user.spend_at(name) == (Decimal("18.00"), 2)
    at_before = await user.query(ledger_revision=before.ledger_revision)
    assert at_before.total.row_set.digest == before.total.row_set.digest


async def test_case_b19_a_parent_category_holds_its_children_once(user: LedgerClient) -> None:
    content = (
        b"Date,Payee,Category,Amount\n2026-07-01,AA,Food,-10\n2026-07-01,BB,Food>Coffee,-15\n"
        b"2026-07-01,CC,Food>Groceries,-60\n"
    )
    await user.load(content, "bank.csv", currency_code="USD")
    assert await user.spend(f_category_ids=["FOOD_AND_DRINK"]) == Decimal(85)
    assert await user.spend(f_category_ids=["FOOD_AND_DRINK_COFFEE"]) == Decimal(15)


async def test_case_b20_a_split_row_counts_by_its_parts_and_once(user: LedgerClient) -> None:
    await user.sync(page([row("a", "2026-05-02", "100.00", "LANDLORD")]))
    (found,) = await user.rows()
    await annotate(
        user,
        pb.RowAnnotation(
            row_id=found.row_id,
            splits=[
                pb.RowSplit(category_id="RENT_AND_UTILITIES_RENT", amount=Money(currency_code="USD", units=70)),
                pb.RowSplit(category_id="RENT_AND_UTILITIES_WATER", amount=Money(currency_code="USD", units=30)),
            ],
        ),
    )
    assert await user.spend() == Decimal("100.00")
    assert await user.spend(f_category_ids=["RENT_AND_UTILITIES_RENT"]) == Decimal("70.00")
    assert await user.spend(f_category_ids=["RENT_AND_UTILITIES"]) == Decimal("100.00")
    assert (await user.query()).total.totals[0].row_count == 1


async def test_case_b21_an_instant_belongs_to_its_day_in_the_user_s_zone(user: LedgerClient) -> None:
    content = b"Date,Description,Amount\n2026-07-01T00:30+01:00,NIGHT BUS,-9.00\n"
    await user.load(content, "bank.csv", currency_code="GBP", time_zone="Europe/London")
    assert await user.spend(f_period=month(2026, 7, 31)) == Decimal("9.00")
    assert await user.spend(f_period=month(2026, 6, 30)) == 0


async def test_case_b22_both_ends_of_a_period_count(user: LedgerClient) -> None:
    await user.sync(
        page(
            [
                row("a", "2026-01-01", "1.00", "FIRST", datetime="2026-01-01T00:00:00Z"),
                row("b", "2026-01-31", "2.00", "LAST", datetime="2026-01-31T23:59:59Z"),
            ]
        )
    )
    assert await user.spend(f_period=month(2026, 1, 31)) == Decimal("3.00")


async def test_case_b23_removed_rows_go_and_unknown_ones_do_no_harm(user: LedgerClient) -> None:
    await user.sync(page([row("t1", "2026-05-02", "10.00", "SHOP")]))
    report = await user.sync(page([row("t9", "2026-05-03", "5.00", "SHOP")]), page(removed=["t9", "t1", "never-seen"]))
    assert (report.added_count, report.removed_count) == (0, 1)
    assert await user.rows() == []


async def test_case_b24_numbers_are_read_as_they_are_printed(new_user: NewUser) -> None:
    for content, currency, expected in (
        (
            "Datum;Text;Betrag\n01.02.2026;REWE;-9,00\n03.02.2026;GEHALT;4.711,98 €\n",
            "EUR",
            (Decimal("9.00"), Decimal("4711.98")),
        ),
        (
            'Date,Description,Amount\n2026-02-01,SHOP,"-1,000.20"\n2026-02-02,PAYROLL,2.00\n',
            "USD",
            (Decimal("1000.20"), Decimal(2)),
        ),
        (
            'Date,Description,Amount\n2026-02-01,SHOP,"-1,00,000.00"\n2026-02-02,SALARY,2.00\n',
            "INR",
            (Decimal(100000), Decimal(2)),
        ),
    ):
        client = new_user()
        await client.load(content.encode(), "bank.csv", currency_code=currency)
        total = (await client.query()).total.totals[0]
        assert (money(total.out_sum), money(total.in_sum)) == expected


async def test_case_b25_the_date_order_is_the_column_s_and_never_a_guess(new_user: NewUser) -> None:
    client = new_user()
    content = b"Date,Description,Amount\n03/04/2026,A,-1.00\n13/04/2026,B,-2.00\n31/02/2026,C,-4.00\n"
    report = await client.load(content, "bank.csv", currency_code="USD")
    days = [(one.date.month, one.date.day) for one in await client.rows()]
    assert days == [(4, 3), (4, 13)]
    assert [(one.position, one.reason) for one in report.refused_rows] == [(4, "the date can't be read")]

    client = new_user()
    unclear = b"Date,Description,Amount\n03/04/2026,A,-1.00\n05/04/2026,B,-2.00\n"
    failed = await failure(client.load(unclear, "bank.csv", currency_code="USD"))
    assert failed.reason == "FORMAT_AMBIGUOUS"
    assert failed.metadata == {"choice": "date_order", "options": "DMY,MDY"}
    assert await client.rows() == []
    preview = await client.preview(unclear, "bank.csv", currency_code="USD")
    assert list(preview.choices) == ["date_order: DMY or MDY"]
    await client.load(unclear, "bank.csv", currency_code="USD", date_order="DATE_ORDER_MDY")
    assert [(one.date.month, one.date.day) for one in await client.rows()] == [(3, 4), (5, 4)]


async def test_case_b26_case_accents_and_composition_make_no_other_merchant(user: LedgerClient) -> None:
    composed, decomposed = "CAF\u00c9 REN\u00c9", "Cafe\u0301 Rene\u0301"
    await user.sync(page([row("a", "2026-05-02", "4.00", composed), row("b", "2026-05-03", "5.00", decomposed)]))
    assert await user.spend_at("cafe rene") == (Decimal("9.00"), 2)


async def test_case_b27_zero_has_no_sign(user: LedgerClient) -> None:
    await user.sync(page([row("a", "2026-05-02", "10.00", "SHOP"), row("b", "2026-05-03", "-10.00", "SHOP")]))
    total = (await user.query()).total.totals[0]
    assert (total.row_sum.units, total.row_sum.nanos) == (0, 0)
    assert not str(money(total.row_sum)).startswith("-")


async def test_case_b28_a_set_is_complete_beyond_any_page(user: LedgerClient) -> None:
    await user.sync(page([row(f"t{number}", "2026-05-02", "1.01", "KIOSK") for number in range(1203)]))
    response = await user.query(page_size=50)
    assert money(response.total.totals[0].row_sum) == Decimal("1215.03")
    assert (response.total.row_set.row_count, len(response.total.row_set.rows)) == (1203, 50)
    rest = await user.stub.ListRows(
        pb.ListRowsRequest(page_token=response.total.row_set.next_page_token, page_size=1000), metadata=user.metadata
    )
    last = await user.stub.ListRows(
        pb.ListRowsRequest(page_token=rest.next_page_token, page_size=1000), metadata=user.metadata
    )
    seen = [one.row_id for part in (response.total.row_set, rest, last) for one in part.rows]
    assert (len(seen), len(set(seen)), last.next_page_token) == (1203, 1203, "")


async def test_imports_of_one_user_at_once_all_hold(user: LedgerClient) -> None:
    """Two writers of one user wait for each other; nothing is lost and no revision is used twice."""
    reports = await asyncio.gather(
        *(user.sync(page([row(f"t{number}", "2026-05-02", "1.00", "KIOSK")])) for number in range(6))
    )
    assert sorted(one.ledger_revision for one in reports) == [1, 2, 3, 4, 5, 6]
    assert await user.spend() == Decimal("6.00")
