"""Rows in parts: a split counts by its parts in every question and once as a row, exactly, in every revision."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from google.protobuf.field_mask_pb2 import FieldMask
from google.type.decimal_pb2 import Decimal as DecimalMessage
from google.type.money_pb2 import Money

from tests.integration.retriever.ledger_fixtures import NewUser, new_user, retriever, user
from tests.integration.retriever.ledger_service import SPENDING, LedgerClient, money, page, row
from tests.integration.retriever.test_ledger_cases import annotate, failure
from tieout.retriever.v1 import retriever_service_pb2 as pb
from tieout.type.v1.erasure_pb2 import Source
from tieout.type.v1.ledger_pb2 import AmountRange, MovementKind

__all__ = ["new_user", "retriever", "user"]

GROCERIES, PETS, TOYS = (
    "FOOD_AND_DRINK_GROCERIES",
    "GENERAL_MERCHANDISE_PET_SUPPLIES",
    "GENERAL_MERCHANDISE_SPORTING_GOODS",
)


def trusted(category: str) -> dict[str, Any]:
    return {"personal_finance_category": {"detailed": category, "confidence_level": "HIGH"}}


def part(amount: str, category: str = "", **fields: str) -> pb.RowSplit:
    units, _, cents = amount.lstrip("-").partition(".")
    sign = -1 if amount.startswith("-") else 1
    value = Money(currency_code="USD", units=sign * int(units), nanos=sign * int((cents or "0").ljust(9, "0")))
    return pb.RowSplit(category_id=category, amount=value, **fields)


async def split(client: LedgerClient, transaction: str, *parts: pb.RowSplit) -> pb.AnnotateRowsResponse:
    (found,) = [one for one in await client.rows() if one.source_transaction_id == transaction]
    request = pb.AnnotateRowsRequest(
        request_id=LedgerClient.header(b"x", "", "").request_id,
        annotations=[pb.RowAnnotation(row_id=found.row_id, splits=parts)],
        update_mask=FieldMask(paths=["splits"]),
    )
    response: pb.AnnotateRowsResponse = await client.stub.AnnotateRows(request, metadata=client.metadata)
    return response


async def shop(client: LedgerClient) -> None:
    """One big shop in two parts beside whole rows."""
    await client.sync(
        page([
            row("a", "2026-05-02", "100.00", "BIGMART", **trusted(GROCERIES)),
            row("b", "2026-05-03", "20.00", "BIGMART", **trusted(GROCERIES)),
            row("c", "2026-05-04", "45.00", "PAWSOME", **trusted(PETS)),
        ])
    )  # fmt: skip
    await split(client, "a", part("59.99", GROCERIES, note="food"), part("40.01", PETS, note="litter"))


def sums(group: pb.LedgerGroup) -> tuple[Decimal, int, int]:
    (total,) = group.totals
    return money(total.row_sum), total.row_count, group.row_set.row_count


async def test_every_sum_takes_the_parts_that_it_asks_for_and_every_count_the_row_once(user: LedgerClient) -> None:
    await shop(user)
    assert sums((await user.query()).total) == (Decimal("165.00"), 3, 3)
    assert sums((await user.query(f_category_ids=[GROCERIES])).total) == (Decimal("79.99"), 2, 2)
    assert sums((await user.query(f_category_ids=[PETS])).total) == (Decimal("85.01"), 2, 2)
    assert sums((await user.query(f_category_ids=[GROCERIES, PETS])).total) == (Decimal("165.00"), 3, 3)
    assert sums((await user.query(f_excluded_category_ids=[PETS])).total) == (Decimal("79.99"), 2, 2)
    assert await user.spend_at("Bigmart") == (Decimal("120.00"), 2)


async def test_groups_add_up_to_the_whole(user: LedgerClient) -> None:
    await shop(user)
    for key in (pb.GROUP_KEY_CATEGORY, pb.GROUP_KEY_MERCHANT, pb.GROUP_KEY_MONTH, pb.GROUP_KEY_ACCOUNT):
        response = await user.query(group_by=key)
        assert sum(sums(one)[0] for one in response.groups) == sums(response.total)[0] == Decimal("165.00")
        assert response.total.row_set.row_count == 3
    by_category = {one.key: sums(one) for one in (await user.query(group_by=pb.GROUP_KEY_CATEGORY)).groups}
    assert by_category == {GROCERIES: (Decimal("79.99"), 2, 2), PETS: (Decimal("85.01"), 2, 2)}


async def test_a_row_shows_what_was_asked_of_it_and_all_its_parts(user: LedgerClient) -> None:
    await shop(user)
    response = await user.query(f_category_ids=[PETS], order=pb.ROW_ORDER_LARGEST)
    whole, narrowed = response.total.row_set.rows
    assert not whole.HasField("whole_amount")
    assert (money(narrowed.amount), money(narrowed.whole_amount)) == (Decimal("40.01"), Decimal("100.00"))
    assert (narrowed.category_id, narrowed.note, narrowed.merchant_name) == (PETS, "litter", "Bigmart")
    assert [(one.number, money(one.amount), one.category_id) for one in narrowed.parts] == [
        (1, Decimal("59.99"), GROCERIES),
        (2, Decimal("40.01"), PETS),
    ]
    assert "v1.part.user" in narrowed.rule_ids
    assert {rule for one in narrowed.parts for rule in one.rule_ids} >= {"v1.part.user", "v1.kind.category.purchase"}
    listed = await user.rows(category_ids=[PETS])
    assert [money(one.amount) for one in listed] == [Decimal("40.01"), Decimal("45.00")]
    (total,) = response.total.totals
    assert money(total.largest_row.amount) == Decimal("45.00")
    assert money(total.smallest_row.amount) == Decimal("40.01")
    assert money(response.total.first_row.amount) == Decimal("40.01")
    (everything,) = [one for one in await user.rows() if one.source_transaction_id == "a"]
    assert money(everything.amount) == 100
    assert everything.category_id == ""
    assert not everything.HasField("whole_amount")


async def test_a_bound_on_amounts_looks_at_all_that_is_wanted_of_a_row(user: LedgerClient) -> None:
    await shop(user)
    over_50 = AmountRange(over=DecimalMessage(value="50"))
    assert sums((await user.query(f_amount=over_50)).total) == (Decimal("100.00"), 1, 1)
    assert sums((await user.query(f_amount=over_50, f_category_ids=[GROCERIES])).total) == (Decimal("59.99"), 1, 1)
    assert (await user.query(f_amount=over_50, f_category_ids=[PETS])).total.row_set.row_count == 0
    grouped = await user.query(f_amount=over_50, group_by=pb.GROUP_KEY_CATEGORY)
    assert {one.key: sums(one)[0] for one in grouped.groups} == {GROCERIES: Decimal("59.99"), PETS: Decimal("40.01")}


@pytest.mark.parametrize("with_row_ids", [False, True])
async def test_a_digest_names_the_parts_and_reads_them_again(user: LedgerClient, with_row_ids: bool) -> None:
    await shop(user)
    whole = await user.query(with_row_ids=with_row_ids, group_by=pb.GROUP_KEY_CATEGORY)
    food = await user.query(f_category_ids=[GROCERIES], with_row_ids=with_row_ids)
    by_category = {one.key: one.row_set for one in whole.groups}
    assert food.total.row_set.digest == by_category[GROCERIES].digest
    assert len({whole.total.row_set.digest, food.total.row_set.digest, by_category[PETS].digest}) == 3
    if with_row_ids:
        ids = {one.source_transaction_id: one.row_id for one in await user.rows()}
        assert list(food.total.row_set.row_ids) == [ids["a"], ids["b"]]
        assert list(by_category[PETS].row_ids) == [ids["a"], ids["c"]]
    digests = [whole.total.row_set.digest, food.total.row_set.digest]
    request = pb.GetEvidenceRequest(citations=[f"rows:{digest}" for digest in digests])
    sets = [one.row_set for one in (await user.stub.GetEvidence(request, metadata=user.metadata)).citations]
    assert [one.digest for one in sets] == digests
    assert [[money(one.amount) for one in found.rows] for found in sets] == [[100, 20, 45], [Decimal("59.99"), 20]]


async def test_pages_of_a_group_show_its_parts(user: LedgerClient) -> None:
    await shop(user)
    response = await user.query(group_by=pb.GROUP_KEY_CATEGORY, page_size=1)
    seen = {}
    for group in response.groups:
        rows = list(group.row_set.rows)
        token = group.row_set.next_page_token
        assert token
        more = await user.stub.ListRows(pb.ListRowsRequest(page_token=token), metadata=user.metadata)
        rows += more.rows
        assert more.total_count == group.row_set.row_count
        seen[group.key] = [money(one.amount) for one in rows]
    assert seen == {GROCERIES: [Decimal("59.99"), 20], PETS: [Decimal("40.01"), 45]}


async def test_a_split_makes_a_revision_and_the_one_before_reads_as_it_did(user: LedgerClient) -> None:
    await user.sync(page([row("a", "2026-05-02", "100.00", "BIGMART", **trusted(GROCERIES))]))
    before = await user.query(f_category_ids=[GROCERIES])
    first = await split(user, "a", part("60", GROCERIES), part("40", PETS))
    assert (first.ledger_revision, first.changed_count) == (before.ledger_revision + 1, 1)
    again = await split(user, "a", part("60", GROCERIES), part("40", PETS))
    assert (again.ledger_revision, again.changed_count) == (first.ledger_revision, 0)
    await split(user, "a", part("50", GROCERIES), part("50", TOYS))
    assert await user.spend(f_category_ids=[PETS]) == 0
    assert await user.spend(f_category_ids=[PETS], ledger_revision=first.ledger_revision) == 40
    old = await user.query(f_category_ids=[GROCERIES], ledger_revision=before.ledger_revision)
    assert old.total == before.total
    await split(user, "a")
    (found,) = await user.rows()
    assert (found.category_id, len(found.parts)) == (GROCERIES, 0)


async def test_a_split_survives_pending_to_posted_and_a_tip_is_the_rest(user: LedgerClient) -> None:
    pending = row("p", "2026-05-02", "100.00", "BIGMART", pending=True, **trusted(GROCERIES))
    await user.sync(page([pending]))
    await split(user, "p", part("60", TOYS), part("40", PETS))

    async def posted_with(amount: str, key: str, before: str) -> dict[str, Decimal]:
        row_ = row(key, "2026-05-04", amount, "BIGMART", pending_transaction_id=before, **trusted(GROCERIES))
        await user.sync(page([row_], removed=[before]))
        groups = (await user.query(group_by=pb.GROUP_KEY_CATEGORY)).groups
        assert sum(sums(one)[0] for one in groups) == Decimal(amount)
        return {one.key: sums(one)[0] for one in groups}

    assert await posted_with("100.00", "t", "p") == {TOYS: 60, PETS: 40}
    assert await posted_with("118.50", "u", "t") == {TOYS: 60, PETS: 40, GROCERIES: Decimal("18.50")}
    assert await posted_with("90.00", "v", "u") == {GROCERIES: 90}
    (found,) = await user.rows()
    assert "v1.part.does-not-fit" in found.rule_ids
    assert await posted_with("100.00", "w", "v") == {TOYS: 60, PETS: 40}


async def test_a_part_can_be_of_another_merchant_and_of_another_kind(user: LedgerClient) -> None:
    await user.sync(
        page([
            row("a", "2026-05-02", "100.00", "BIGMART", **trusted(GROCERIES)),
            row("c", "2026-05-04", "45.00", "PAWSOME", **trusted(PETS)),
        ])
    )  # fmt: skip
    await split(user, "a", part("50"), part("30", PETS, merchant_name="Pawsome"), part("20", "TRANSFER_OUT_WITHDRAWAL"))
    assert await user.spend() == Decimal(125)
    assert await user.spend_at("Bigmart") == (Decimal(50), 1)
    assert await user.spend_at("Pawsome") == (Decimal(75), 2)
    cash = await user.query(f_kinds=[MovementKind.MOVEMENT_KIND_CASH_WITHDRAWAL])
    assert sums(cash.total) == (Decimal(20), 1, 1)
    assert {one.key: sums(one)[0] for one in (await user.query(group_by=pb.GROUP_KEY_CATEGORY)).groups} == {
        GROCERIES: 50,
        PETS: 75,
        "TRANSFER_OUT_WITHDRAWAL": 20,
    }
    merchants = {one.label: sums(one)[0] for one in (await user.query(group_by=pb.GROUP_KEY_MERCHANT)).groups}
    assert merchants == {"Bigmart": 50, "Pawsome": 75}


async def test_parts_that_are_not_the_row_s_money_are_refused_and_nothing_is_stored(user: LedgerClient) -> None:
    await user.sync(page([row("a", "2026-05-02", "100.00", "BIGMART", **trusted(GROCERIES))]))
    (found,) = await user.rows()
    other = pb.RowSplit(amount=Money(currency_code="EUR", units=100))
    for parts in (
        [part("60"), part("39.99")],
        [part("130"), part("-30")],
        [part("100"), part("0")],
        [part("100", "FOOD")],
        [other],
        [part("60"), other],
        [part("100", merchant_name="!!!")],
    ):
        failed = await failure(annotate(user, pb.RowAnnotation(row_id=found.row_id, splits=parts)))
        assert failed.reason == "FIELD_INVALID", parts
    (same,) = await user.rows()
    assert same == found


async def test_names_of_parts_are_known_to_questions(user: LedgerClient) -> None:
    await user.sync(page([row("a", "2026-05-02", "100.00", "BIGMART", **trusted(GROCERIES))]))
    await split(user, "a", part("60"), part("40", TOYS, merchant_name="Slope & Sail"))
    (mention,) = (await user.resolve(mentions=["slope and sail"])).mentions
    assert [one.display_name for one in mention.candidates] == ["Slope & Sail"]
    response = await user.query(f_merchant_ids=[mention.candidates[0].entity_id], f_kinds=SPENDING)
    assert sums(response.total) == (Decimal(40), 1, 1)


async def test_a_split_on_an_erased_account_leaves_nothing(new_user: NewUser) -> None:
    client = new_user()
    await shop(client)
    (account,) = (await client.query()).coverage.accounts
    request = pb.EraseSourceRequest(
        request_id=LedgerClient.header(b"x", "", "").request_id, source=Source(account_id=account.account_id)
    )
    receipt = (await client.stub.EraseSource(request, metadata=client.metadata)).receipt
    assert {one.store: one.erased_count for one in receipt.stores}["ledger_part"] == 2
    assert await client.rows() == []


async def test_the_rules_of_a_set_are_those_of_its_rows_and_of_their_parts(user: LedgerClient) -> None:
    await shop(user)
    whole = await user.query(f_kinds=SPENDING, with_row_ids=True)
    held = {rule for one in await user.rows() for rule in one.rule_ids}
    assert set(whole.total.rule_ids) == held | {"v1.part.user"}
    assert list(whole.total.rule_ids) == sorted(whole.total.rule_ids)
    assert not (await user.query(f_kinds=SPENDING)).total.rule_ids, "nobody asked for the rows"
