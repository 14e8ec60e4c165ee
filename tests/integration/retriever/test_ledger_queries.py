"""What queries, pages, citations, annotations and erasures of a ledger promise, over the real wire and database."""

from __future__ import annotations

import hashlib
import uuid
from decimal import Decimal
from typing import Any

import grpc
import psycopg
import pytest
from google.protobuf.field_mask_pb2 import FieldMask
from google.type.date_pb2 import Date
from google.type.decimal_pb2 import Decimal as DecimalMessage
from psycopg.sql import SQL

from services.common import errors
from services.retriever.adapters.pg_ledger import LEDGER_TABLES
from tests.fixtures.pg import Copy
from tests.integration.retriever.ledger_fixtures import NewUser, new_user, retriever, user
from tests.integration.retriever.ledger_service import SPENDING, LedgerClient, account, money, page, row
from tieout.retriever.v1 import retriever_service_pb2 as pb
from tieout.type.v1.erasure_pb2 import Source
from tieout.type.v1.ledger_pb2 import AMOUNT_SIDE_OUT, AmountRange, LedgerFilter
from tieout.type.v1.period_pb2 import Period

__all__ = ["new_user", "retriever", "user"]

COFFEE = {"personal_finance_category": {"detailed": "FOOD_AND_DRINK_COFFEE", "confidence_level": "HIGH"}}
MARCH_7 = Date(year=2026, month=3, day=7)
GROCERIES = {"personal_finance_category": {"detailed": "FOOD_AND_DRINK_GROCERIES", "confidence_level": "HIGH"}}


def entity(name: str, entity_id: str) -> dict[str, Any]:
    return {"merchant_name": name, "merchant_entity_id": entity_id}


async def fill(client: LedgerClient) -> None:
    """Six rows of two merchants on two accounts in two months."""
    await client.sync(
        page([
            row("a", "2026-03-02", "4.50", "SQ *BLUE BEAN", **COFFEE, **entity("Blue Bean", "e1")),
            row("b", "2026-03-07", "5.50", "SQ *BLUE BEAN", **COFFEE, **entity("Blue Bean", "e1")),
            row("c", "2026-03-09", "61.20", "GREEN GROCER 0042", **GROCERIES, **entity("Green Grocer", "e2")),
            row("d", "2026-04-01", "-11.20", "GREEN GROCER 0042", **GROCERIES, **entity("Green Grocer", "e2")),
            row("e", "2026-04-04", "20.00", "GREEN GROCER 0042", "sav", **GROCERIES, **entity("Green Grocer", "e2")),
            row("f", "2026-04-05", "-1500.00", "ACME DES:PAYROLL ID:1"),
        ]),
        accounts=[account("chk"), account("sav", "Rainy Day Savings", subtype="savings")],
    )  # fmt: skip


async def test_a_merchant_is_left_out(user: LedgerClient) -> None:
    await fill(user)
    bean = next(one for one in (await user.query()).total.row_set.rows if one.source_transaction_id == "a").merchant_id
    assert sources(await user.query(f_excluded_merchant_ids=[bean], f_side=AMOUNT_SIDE_OUT)) == ["c", "e"]


async def failure(call: Any) -> errors.Failure:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call
    return errors.decode(raised.value)


async def annotate(
    client: LedgerClient, *annotations: pb.RowAnnotation, mask: tuple[str, ...] = ()
) -> pb.AnnotateRowsResponse:
    request = pb.AnnotateRowsRequest(
        request_id=str(uuid.uuid4()), annotations=annotations, update_mask=FieldMask(paths=mask)
    )
    response: pb.AnnotateRowsResponse = await client.stub.AnnotateRows(request, metadata=client.metadata)
    return response


def sources(response: pb.QueryLedgerResponse) -> list[str]:
    return [one.source_transaction_id for one in response.total.row_set.rows]


# --- queries ---------------------------------------------------------------------------------------------------------


async def test_a_query_says_sums_counts_extremes_ends_coverage_and_semantics(user: LedgerClient) -> None:
    await fill(user)
    response = await user.query(f_kinds=SPENDING)
    total = response.total.totals[0]
    assert (money(total.row_sum), money(total.out_sum), money(total.in_sum)) == (
        Decimal(80),
        Decimal("91.20"),
        Decimal("11.20"),
    )
    assert (total.row_count, total.out_count, total.in_count) == (5, 4, 1)
    assert (total.smallest_row.source_transaction_id, total.largest_row.source_transaction_id) == ("a", "c")
    assert (response.total.first_row.source_transaction_id, response.total.last_row.source_transaction_id) == ("a", "e")
    assert response.semantics_version == "v1"
    assert (response.coverage.first_date, response.coverage.last_date) == (
        Date(year=2026, month=3, day=2),
        Date(year=2026, month=4, day=5),
    )
    assert [one.account_name for one in response.coverage.accounts] == ["Everyday Checking", "Rainy Day Savings"]


async def test_the_rows_that_took_money_out_come_with_a_set_as_a_query_of_their_own_gives_them(
    user: LedgerClient,
) -> None:
    await fill(user)
    whole = (await user.query(f_kinds=SPENDING, with_row_ids=True, with_out_set=True)).total
    digest = whole.out_set.digest
    (cited,) = await evidence(user, f"rows:{digest}")
    assert [one.source_transaction_id for one in cited.row_set.rows] == ["a", "b", "c", "e"]
    apart = (await user.query(f_kinds=SPENDING, f_side=AMOUNT_SIDE_OUT, with_row_ids=True)).total.row_set
    assert (digest, whole.out_set.row_count) == (apart.digest, 4)
    assert list(whole.out_set.row_ids) == list(apart.row_ids)
    assert list(whole.out_set.source_transaction_ids) == list(apart.source_transaction_ids)
    assert not (await user.query(f_kinds=SPENDING, with_row_ids=True)).total.HasField("out_set"), "nobody asked"
    coffee = await user.query(f_category_ids=["FOOD_AND_DRINK_COFFEE"], with_row_ids=True, with_out_set=True)
    assert not coffee.total.HasField("out_set"), "no row brought money in: it is the whole set"


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"f_category_ids": ["FOOD_AND_DRINK_COFFEE"]}, "ab"),
        ({"f_category_ids": ["FOOD_AND_DRINK"], "f_excluded_category_ids": ["FOOD_AND_DRINK_COFFEE"]}, "cde"),
        ({"f_side": AMOUNT_SIDE_OUT}, "abce"),
        ({"f_amount": AmountRange(over=DecimalMessage(value="4.50"), at_most=DecimalMessage(value="20"))}, "bde"),
        ({"f_amount": AmountRange(at_least=DecimalMessage(value="5.50"), under=DecimalMessage(value="20.00"))}, "bd"),
        ({"f_period": Period(start_date=MARCH_7, end_date=Date(year=2026, month=4, day=1))}, "bcd"),
        ({"f_period": Period(end_date=MARCH_7)}, "ab"),
        ({"f_weekdays": [6, 7]}, "bef"),
        ({"f_merchant_only": True}, "abcde"),
        ({"f_text": "Grócer 0042"}, "cde"),
        ({"f_text": "grocer green"}, "cde"),
        ({"f_text": "groc"}, ""),
        ({"f_currency_code": "usd"}, "abcdef"),
        ({"f_currency_code": "EUR"}, ""),
        ({"f_pending": True}, ""),
        ({"f_pending": False}, "abcdef"),
        ({"as_of_date": Date(year=2026, month=3, day=31)}, "abc"),
        ({"order": pb.ROW_ORDER_NEWEST}, "fedcba"),
        ({"order": pb.ROW_ORDER_LARGEST}, "fcedba"),
        ({"order": pb.ROW_ORDER_SMALLEST}, "abdecf"),
    ],
)  # fmt: skip
async def test_every_filter_and_order_of_rows_holds(new_user: NewUser, wanted: dict[str, Any], expected: str) -> None:
    client = new_user()
    await fill(client)
    assert "".join(sources(await client.query(**wanted))) == expected


async def test_abroad_is_outside_the_country_of_most_located_rows(user: LedgerClient) -> None:
    at_home = [row(f"h{number}", "2026-05-02", "1.00", "KIOSK", location={"country": "GB"}) for number in range(3)]
    spain = row("s", "2026-05-03", "9.00", "TAPAS BAR", location={"country": "ES"})
    fee = row("x", "2026-05-03", "0.50", "FOREIGN TRANSACTION FEE", location={"country": "ES"})
    await user.sync(page([*at_home, spain, fee, row("n", "2026-05-03", "2.00", "NOWHERE")]))
    assert sources(await user.query(f_abroad=True)) == ["s"]
    assert sorted(sources(await user.query(f_country_codes=["es"]))) == ["s", "x"]


async def test_groups_add_up_to_the_whole_and_come_largest_first(user: LedgerClient) -> None:
    await fill(user)
    for key, labels in (
        (pb.GROUP_KEY_MERCHANT, ["Green Grocer", "Blue Bean"]),
        (pb.GROUP_KEY_CATEGORY, ["groceries", "coffee"]),
        (pb.GROUP_KEY_MONTH, ["2026-03", "2026-04"]),
        (pb.GROUP_KEY_ACCOUNT, ["Everyday Checking", "Rainy Day Savings"]),
        (pb.GROUP_KEY_YEAR, ["2026"]),
        (pb.GROUP_KEY_WEEK, ["2026-03-09", "2026-03-02", "2026-03-30"]),
    ):
        response = await user.query(f_kinds=SPENDING, group_by=key)
        assert [one.label for one in response.groups] == labels
        assert sum(money(one.totals[0].row_sum) for one in response.groups) == money(response.total.totals[0].row_sum)
        assert sum(one.row_set.row_count for one in response.groups) == response.total.row_set.row_count
        assert [len(one.row_set.rows) for one in response.groups] == [one.row_set.row_count for one in response.groups]


async def test_a_group_s_rows_beyond_its_first_page_are_a_token_away(user: LedgerClient) -> None:
    await fill(user)
    response = await user.query(f_kinds=SPENDING, group_by=pb.GROUP_KEY_MERCHANT, page_size=1)
    grocer = response.groups[0].row_set
    rest = await user.stub.ListRows(pb.ListRowsRequest(page_token=grocer.next_page_token), metadata=user.metadata)
    assert [one.source_transaction_id for one in (*grocer.rows, *rest.rows)] == ["c", "d", "e"]
    assert (rest.total_count, rest.next_page_token) == (3, "")


async def test_the_digest_is_over_the_ids_and_versions_of_the_set_by_age(user: LedgerClient) -> None:
    await fill(user)
    response = await user.query(f_kinds=SPENDING)
    for order in (pb.ROW_ORDER_LARGEST, pb.ROW_ORDER_NEWEST):
        assert (await user.query(f_kinds=SPENDING, order=order)).total.row_set.digest == response.total.row_set.digest
    by_age = sorted(
        response.total.row_set.rows, key=lambda one: (one.date.year, one.date.month, one.date.day, one.row_id)
    )
    named = ",".join(f"{one.row_id}@{one.from_revision}" for one in by_age)
    assert response.total.row_set.digest == hashlib.sha256(named.encode()).hexdigest()
    nothing = await user.query(f_currency_code="CHF")
    assert nothing.total.row_set.digest == hashlib.sha256(b"").hexdigest()


async def test_an_older_revision_reads_as_it_stood(user: LedgerClient) -> None:
    await fill(user)
    before = await user.query(f_kinds=SPENDING)
    await user.sync(
        page([row("g", "2026-04-06", "7.00", "SQ *BLUE BEAN", **COFFEE)], removed=["a"]), accounts=[account("chk")]
    )
    after = await user.query(f_kinds=SPENDING)
    again = await user.query(f_kinds=SPENDING, ledger_revision=before.ledger_revision)
    assert money(after.total.totals[0].row_sum) == Decimal("82.50")
    assert again.total == before.total
    assert (await failure(user.query(ledger_revision=99))).reason == "FIELD_INVALID"


# --- pages and citations ---------------------------------------------------------------------------------------------


async def test_a_page_token_is_good_for_its_user_and_query_only(new_user: NewUser) -> None:
    mine, other = new_user(), new_user()
    await fill(mine)
    await fill(other)
    first = await mine.stub.ListRows(pb.ListRowsRequest(page_size=2), metadata=mine.metadata)
    token = first.next_page_token
    changed = token[:-3] + ("AAA" if not token.endswith("AAA") else "BBB")
    for client, bad in ((other, token), (mine, changed), (mine, "x"), (mine, "é")):
        failed = await failure(client.stub.ListRows(pb.ListRowsRequest(page_token=bad), metadata=client.metadata))
        assert failed.reason == "PAGE_TOKEN_INVALID"


async def test_pages_stay_on_the_revision_that_they_began_at(user: LedgerClient) -> None:
    await fill(user)
    first = await user.stub.ListRows(pb.ListRowsRequest(page_size=2), metadata=user.metadata)
    await user.sync(page(removed=["c", "d"]), accounts=[account("chk")])
    rest = await user.stub.ListRows(pb.ListRowsRequest(page_token=first.next_page_token), metadata=user.metadata)
    assert [one.source_transaction_id for one in (*first.rows, *rest.rows)] == list("abcdef")


async def evidence(client: LedgerClient, *citations: str, **fields: Any) -> list[Any]:
    request = pb.GetEvidenceRequest(citations=citations, **fields)
    return list((await client.stub.GetEvidence(request, metadata=client.metadata)).citations)


async def test_citations_lead_back_to_rows_and_whole_sets_of_their_user_only(new_user: NewUser) -> None:
    mine, other = new_user(), new_user()
    await fill(mine)
    response = await mine.query(f_kinds=SPENDING)
    first, digest = response.total.row_set.rows[0], response.total.row_set.digest
    tokens = (
        first.citation,
        f"[Citation ID: rows:{digest}]",
        f"rows:{digest}",
        "rows:" + "0" * 64,
        "[Citation ID: acc_x:txn_y]",
        "nonsense",
    )
    found = await evidence(mine, *tokens)
    assert [one.WhichOneof("source") for one in found] == ["row", "row_set", "row_set"]
    assert found[0].row == first
    assert (found[1].row_set.row_count, found[1].row_set.digest) == (5, digest)
    assert await evidence(other, *tokens) == []


async def test_a_set_is_read_again_as_it_stood(user: LedgerClient) -> None:
    await fill(user)
    response = await user.query(f_kinds=SPENDING)
    await user.sync(page(removed=["a"]), accounts=[account("chk")])
    (found,) = await evidence(user, f"rows:{response.total.row_set.digest}")
    assert found.row_set.rows == response.total.row_set.rows


# --- the user's own words --------------------------------------------------------------------------------------------


async def test_the_user_s_category_stands_over_the_bank_s_until_taken_back(user: LedgerClient) -> None:
    await fill(user)
    ids = {one.source_transaction_id: one.row_id for one in await user.rows()}
    made = await annotate(user, pb.RowAnnotation(row_id=ids["a"], category_id="FOOD_AND_DRINK_GROCERIES"))
    assert (made.ledger_revision, made.changed_count) == (2, 1)
    assert await user.spend(f_category_ids=["FOOD_AND_DRINK_COFFEE"]) == Decimal("5.50")
    (changed,) = await user.rows(row_ids=[ids["a"]])
    assert "v1.category.user" in changed.rule_ids
    await annotate(user, pb.RowAnnotation(row_id=ids["a"]), mask=("category_id",))
    assert await user.spend(f_category_ids=["FOOD_AND_DRINK_COFFEE"]) == Decimal("10.00")


async def test_an_annotation_of_a_row_that_is_not_there_stores_nothing(new_user: NewUser) -> None:
    mine, other = new_user(), new_user()
    await fill(mine)
    (theirs, *_) = await mine.rows()
    for row_id in (theirs.row_id, "txn_missing"):
        failed = await failure(annotate(other, pb.RowAnnotation(row_id=row_id, note="mine now")))
        assert failed.reason == "RESOURCE_NOT_FOUND"
    assert (
        await failure(annotate(mine, pb.RowAnnotation(row_id=theirs.row_id, category_id="NO_SUCH")))
    ).reason == "FIELD_INVALID"
    assert [one.note for one in await mine.rows()] == [""] * 6


async def test_a_repeated_request_gives_the_first_response(user: LedgerClient) -> None:
    content = b"Date,Description,Amount\n2026-05-05,BLUE BEAN,-4.50\n"
    request_id = str(uuid.uuid4())
    first = await user.load(content, "may.csv", request_id=request_id, currency_code="USD")
    again = await user.load(content, "may.csv", request_id=request_id, currency_code="USD")
    assert first == again
    failed = await failure(
        user.load(content + b"2026-05-06,BLUE BEAN,-4.50\n", "may.csv", request_id=request_id, currency_code="USD")
    )
    assert failed.reason == "REQUEST_ID_REUSED"


async def test_a_preview_says_what_an_import_would_do_and_stores_nothing(user: LedgerClient) -> None:
    content = b"Date,Description,Amount\n2026-05-05,BLUE BEAN,-4.50\n2026-05-06,PAYROLL,900.00\nsoon,X,1\n"
    preview = await user.preview(content, "may.csv", currency_code="USD")
    assert (preview.report.added_count, preview.report.refused_count, list(preview.choices)) == (2, 1, [])
    assert [one.merchant_name for one in preview.rows] == ["Blue Bean", ""]
    assert (preview.options.account_key, preview.options.currency_code) == ("may", "USD")
    assert await user.rows() == []
    report = await user.load(content, "may.csv", currency_code="USD")
    assert (report.added_count, report.refused_count) == (2, 1)


@pytest.mark.parametrize(
    "content",
    [
        b"hello",
        b"\x00\x01\x02\x03",
        b"%PDF-1.7 x",
        b"OFXHEADER:100\n<OFX>",
        b'{"sync": []}',
        b'{"added": [',
        b"a,b,c\n1,2,3\n",
    ],
)
async def test_a_file_of_no_known_format_is_refused_and_nothing_is_stored(user: LedgerClient, content: bytes) -> None:
    assert (await failure(user.load(content, "x"))).reason == "FORMAT_UNREADABLE"
    assert (await user.query()).ledger_revision == 0


async def test_a_broken_row_of_a_page_is_refused_and_the_others_are_kept(user: LedgerClient) -> None:
    broken = {
        "transaction_id": "z",
        "account_id": "chk",
        "amount": 1,
        "date": "2026-13-01",
        "iso_currency_code": "USD",
        "name": "X",
    }
    report = await user.sync(page([row("a", "2026-05-02", "1.00", "SHOP"), broken, {"account_id": "chk"}]))
    assert (report.added_count, [one.position for one in report.refused_rows]) == (1, [2, 3])


# --- erasure ---------------------------------------------------------------------------------------------------------


async def erase(client: LedgerClient, **source: str) -> pb.EraseSourceResponse:
    request = pb.EraseSourceRequest(request_id=str(uuid.uuid4()), source=Source(**source))
    response: pb.EraseSourceResponse = await client.stub.EraseSource(request, metadata=client.metadata)
    return response


async def test_an_erased_account_is_gone_from_every_revision_and_others_stay(user: LedgerClient) -> None:
    await fill(user)
    before = await user.query()
    accounts = {one.account_name: one.account_id for one in before.coverage.accounts}
    receipt = (await erase(user, account_id=accounts["Rainy Day Savings"])).receipt
    counts = {one.store: (one.erased_count, one.remaining_count) for one in receipt.stores}
    assert counts["ledger_row"] == (1, 0)
    assert counts["account"] == (1, 0)
    assert sources(await user.query()) == ["a", "b", "c", "d", "f"]
    assert sources(await user.query(ledger_revision=before.ledger_revision)) == ["a", "b", "c", "d", "f"]
    assert await evidence(user, f"rows:{before.total.row_set.digest}") == []
    found = await user.stub.GetErasure(pb.GetErasureRequest(erasure_id=receipt.erasure_id), metadata=user.metadata)
    assert found.receipt == receipt
    assert (await failure(erase(user, account_id=accounts["Rainy Day Savings"]))).reason == "RESOURCE_NOT_FOUND"


async def test_an_erased_import_takes_only_the_rows_that_it_alone_brought(user: LedgerClient) -> None:
    shared = "2026-05-05,BLUE BEAN,-4.50\n"
    head = "Date,Description,Amount\n"
    options = {"currency_code": "USD", "account_key": "main"}
    await user.load((head + shared).encode(), "a.csv", **options)
    second = await user.load((head + shared + "2026-05-06,GREEN GROCER,-9.00\n").encode(), "b.csv", **options)
    await erase(user, import_id=second.import_id)
    assert [one.descriptor for one in await user.rows()] == ["BLUE BEAN"]


async def test_nobody_erases_another_s_source(new_user: NewUser) -> None:
    mine, other = new_user(), new_user()
    await fill(mine)
    await fill(other)
    account_id = (await mine.query()).coverage.accounts[0].account_id
    await erase(other, account_id=account_id)
    assert (await mine.query()).total.row_set.row_count == 6


async def test_an_erased_user_leaves_no_row_in_any_table_of_the_ledger(new_user: NewUser, pg: Copy) -> None:
    mine, other = new_user(), new_user()
    await fill(mine)
    await fill(other)
    ids = [one.row_id for one in await mine.rows()]
    await annotate(mine, pb.RowAnnotation(row_id=ids[0], note="x", merchant_alias="Beans"))
    await mine.stub.EraseUser(pb.EraseUserRequest(request_id=str(uuid.uuid4())), metadata=mine.metadata)
    assert (await mine.query()).total.row_set.row_count == 0
    assert (await other.query()).total.row_set.row_count == 6
    with psycopg.connect(pg.admin_dsn) as connection:
        connection.execute("SET row_security = off")
        for table in LEDGER_TABLES:
            found = connection.execute(f"SELECT DISTINCT user_id FROM {table}").fetchall()
            assert mine.user_id not in {one[0] for one in found}, table


# --- names -----------------------------------------------------------------------------------------------------------


async def test_names_follow_the_newest_revision(user: LedgerClient) -> None:
    await fill(user)
    assert [one.candidates[0].display_name for one in (await user.resolve("coffee at Blue Bean")).spans] == [
        "coffee",
        "Blue Bean",
    ]
    ids = {one.source_transaction_id: one.row_id for one in await user.rows()}
    await annotate(user, pb.RowAnnotation(row_id=ids["a"], merchant_alias="The Usual Place"))
    response = await user.resolve("what did the usual place cost me")
    assert [one.candidates[0].entity_id for one in response.spans] == [(await user.rows())[0].merchant_id]
    assert response.ledger_revision == 2


async def test_a_name_of_nothing_has_no_candidates_and_the_nearest_names_beside_it(user: LedgerClient) -> None:
    await fill(user)
    (mention,) = (await user.resolve(mentions=["Blue Barn"])).mentions
    assert (list(mention.candidates), "Blue Bean" in mention.nearest_names) == ([], True)


async def test_recurring_charges_are_found_with_their_price_steps(user: LedgerClient) -> None:
    films = {"personal_finance_category": {"detailed": "ENTERTAINMENT_TV_AND_MOVIES", "confidence_level": "HIGH"}}
    prices = ["9.99", "9.99", "9.99", "11.99", "11.99"]
    charges = [row(f"s{n}", f"2026-0{n + 1}-12", price, "FILMBOX", **films) for n, price in enumerate(prices)]
    await user.sync(page([*charges, row("x", "2026-02-01", "9.99", "CORNER SHOP")]))
    request = pb.ListRecurringRequest(as_of_date=Date(year=2026, month=6, day=1))
    (charge,) = (await user.stub.ListRecurring(request, metadata=user.metadata)).charges
    assert (charge.merchant_name, charge.cadence, charge.active, charge.subscription) == (
        "Filmbox",
        pb.CADENCE_MONTHLY,
        True,
        True,
    )
    (step,) = charge.price_steps
    assert (step.before.source_transaction_id, step.after.source_transaction_id) == ("s2", "s3")
    later = pb.ListRecurringRequest(as_of_date=Date(year=2026, month=7, day=1))
    (ended,) = (await user.stub.ListRecurring(later, metadata=user.metadata)).charges
    assert not ended.active


async def test_another_user_s_ids_find_nothing(new_user: NewUser) -> None:
    mine, other = new_user(), new_user()
    await fill(mine)
    (first, *_) = await mine.rows()
    for wanted in (
        LedgerFilter(row_ids=[first.row_id]),
        LedgerFilter(account_ids=[first.account_id]),
        LedgerFilter(merchant_ids=[first.merchant_id]),
    ):
        response = await other.stub.ListRows(pb.ListRowsRequest(filter=wanted), metadata=other.metadata)
        assert (response.total_count, list(response.rows)) == (0, [])


@pytest.mark.parametrize("text", ["'; DROP TABLE retriever.ledger_row; --", "%", "_", "%(user)s", "\\", "100%s"])
async def test_what_looks_like_sql_is_only_text(user: LedgerClient, text: str) -> None:
    await user.sync(
        page([row("a", "2026-05-02", "1.00", f"SHOP {text}", merchant_name=text)]), accounts=[account("chk", text)]
    )
    assert (
        await user.query(f_merchant_ids=[text], f_account_ids=[text], f_category_ids=[text])
    ).total.row_set.row_count == 0
    assert (await user.query(f_text="shop")).total.row_set.row_count == 1
    assert (await user.rows())[0].descriptor == f"SHOP {text}"


async def test_what_a_process_remembers_of_an_erased_ledger_is_not_said_of_the_next_one(
    user: LedgerClient, pg: Copy
) -> None:
    await user.sync(page([row("a", "2026-03-02", "4.50", "BLUE BEAN", merchant_name="Blue Bean")]))
    before = await user.resolve(mentions=["Blue Bean"])
    assert [one.display_name for one in before.mentions[0].candidates] == ["Blue Bean"]
    # As the worker erases: past this process, which learns of it from the database alone.
    with psycopg.connect(pg.admin_dsn) as connection:
        for table in LEDGER_TABLES:
            connection.execute(SQL("DELETE FROM {} WHERE user_id = %s").format(SQL(table)), (user.user_id,))
    await user.sync(page([row("b", "2026-05-02", "9.00", "MOSSY OAK", merchant_name="Mossy Oak")]))
    after = await user.resolve(mentions=["Blue Bean", "Mossy Oak"])
    assert after.ledger_revision == before.ledger_revision
    assert [len(one.candidates) for one in after.mentions] == [0, 1]
    covered = [(await user.query()).coverage, after.coverage]
    assert [one.accounts[0].first_date.month for one in covered] == [5, 5]


async def test_each_rule_that_decided_a_row_can_be_cited_and_read(user: LedgerClient) -> None:
    await user.sync(
        page([row("a", "2026-05-02", "12.50", "NON-NETWORK ATM FEE"), row("b", "2026-05-03", "9", "ZORBLAT")])
    )
    rules = sorted({rule for one in await user.rows() for rule in one.rule_ids})
    assert "v1.kind.fee.atm" in rules
    tokens = [f"[Citation ID: policy:{rule}]" for rule in rules]
    request = pb.GetEvidenceRequest(citations=[*tokens, "policy:v1.kind.magic", f"policy:{rules[0]}"])
    found = (await user.stub.GetEvidence(request, metadata=user.metadata)).citations
    assert [one.token for one in found] == [*tokens, tokens[0]]
    assert [one.rule.rule_id for one in found[:-1]] == rules
    assert all(one.rule.text and one.rule.semantics_version == "v1" for one in found)
