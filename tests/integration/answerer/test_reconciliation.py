"""Documents and rows in one question: what a paper states against what was paid, through the real services."""

from __future__ import annotations

import pytest

from tests.integration.answerer.conftest import NewUser, User, row
from tests.integration.answerer.test_document_cases import upload
from tieout.answerer.v1 import answer_pb2
from tieout.answerer.v1 import answerer_service_pb2 as pb

SCHEDULE = """# Quayside Bank: schedule of fees

Effective January 1, 2026.

| Service | Fee |
| --- | --- |
| Overdraft, each item | $29.00 |
| Stop payment order | $31.00 |
| Foreign transaction | 3% of the amount |
| Wire transfer, outgoing | $25.00 |
"""
LEASE = """# Residential lease

14 Tannery Row. Landlord: Millrace Homes.

The rent is $1,385.00 a month, due on the first day of each month. The late fee is $60.00.
"""


def fee(transaction_id: str, day: str, amount: str, kind: str = "BANK_FEES_OVERDRAFT_FEES") -> dict[str, object]:
    return row(transaction_id, day, amount, "Quayside Bank", kind)


def rent(transaction_id: str, day: str, amount: str) -> dict[str, object]:
    return row(transaction_id, day, amount, "Millrace Homes", "RENT_AND_UTILITIES_RENT")


async def with_papers(new_user: NewUser, *rows: dict[str, object]) -> User:
    user = await new_user(rows=[*rows, row("c1", "2026-01-02", "3.10", "Juniper Roast")])
    await upload(user, SCHEDULE, "quayside-fees.md")
    await upload(user, LEASE, "lease.md")
    return user


def said(answer: answer_pb2.Answer) -> str:
    """Yes, no, or the reason of a refusal."""
    if answer.WhichOneof("outcome") == "refusal":
        return answer_pb2.RefusalReason.Name(answer.refusal.reason).removeprefix("REFUSAL_REASON_")
    return answer_pb2.Polarity.Name(answer.grounded.value.text.polarity).removeprefix("POLARITY_")


@pytest.mark.parametrize(
    ("text", "amounts", "expected"),
    [
        ("Was I charged the overdraft fee my bank states?", ("29.00", "29.00"), "YES"),
        ("Was I charged the overdraft fee my bank states?", ("29.00", "35.00"), "NO"),
        ("Did my bank charge me more for overdrafts than its schedule says?", ("29.00", "35.00"), "YES"),
        ("Did my bank charge me more for overdrafts than its schedule says?", ("25.00",), "NO"),
        ("Was I billed the overdraft fee that the schedule lists?", ("29.00",), "YES"),
    ],
)
async def test_each_charge_is_compared_with_the_printed_fee(
    new_user: NewUser, text: str, amounts: tuple[str, ...], expected: str
) -> None:
    user = await with_papers(
        new_user, *(fee(f"o{place}", f"2026-05-0{place + 1}", a) for place, a in enumerate(amounts))
    )
    answer = await user.ask(text)
    assert said(answer) == expected, answer.text
    assert "$29.00" in answer.text
    tokens = [one.token for one in answer.citations]
    assert f"[Citation ID: rows:{answer.grounded.row_set.digest}]" in tokens
    assert any(one.passage.document_name == "quayside-fees.md" for one in answer.citations)
    assert answer.grounded.row_set.row_count == len(amounts)
    figures = {one.figure_id: one for one in answer.figures}
    assert {one.value.value for one in figures.values() if one.HasField("rows")} >= set(amounts)


async def test_the_difference_is_a_figure_of_both_sides(new_user: NewUser) -> None:
    user = await with_papers(new_user, fee("o1", "2026-05-02", "35.00"))
    answer = await user.ask("Did my bank charge me more for overdrafts than its schedule says?")
    figures = {one.figure_id: one for one in answer.figures}
    difference = next(one for one in figures.values() if one.op == answer_pb2.FIGURE_OP_SUBTRACT)
    assert difference.value.value == "6.00"
    sides = [figures[one] for one in difference.input_ids]
    assert sides[0].rows.source_transaction_ids == ["o1"]
    assert sides[1].cell.printed == "$29.00"
    assert "$6.00" in answer.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Does my rent in the lease match what I paid last month?", "YES"),
        ("Does my rent in the lease match what I paid in April?", "NO"),
        ("Did I pay more rent than my lease says in April?", "YES"),
    ],
)
async def test_rent_is_compared_for_the_month_that_is_named(new_user: NewUser, text: str, expected: str) -> None:
    user = await with_papers(new_user, rent("r1", "2026-05-01", "1385.00"), rent("r2", "2026-04-01", "1400.00"))
    answer = await user.ask(text)
    assert said(answer) == expected, answer.text
    assert answer.grounded.row_set.row_count == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        # No row of the kind: the paper alone decides nothing.
        ("Was I charged the overdraft fee my bank states?", "NO_DATA"),
        # The paper does not say.
        ("Was I charged the notary fee my bank states?", "NOT_IN_DATA"),
        # A rate says nothing of a row without what it was charged on.
        ("Did my bank charge me more for foreign transactions than its schedule says?", "NOT_IN_DATA"),
    ],
)
async def test_a_side_that_is_missing_is_named_as_the_reason(new_user: NewUser, text: str, reason: str) -> None:
    user = await with_papers(new_user, rent("r1", "2026-05-01", "1385.00"))
    answer = await user.ask(text)
    assert said(answer) == reason, answer.text


async def test_a_comparison_is_stale_once_its_rows_change(new_user: NewUser) -> None:
    user = await with_papers(new_user, fee("o1", "2026-05-02", "29.00"))
    answer = await user.ask("Was I charged the overdraft fee my bank states?")
    assert (await user.verify(answer.answer_id)).verdict == pb.VERDICT_HOLDS
    await user.sync(fee("o2", "2026-05-20", "35.00"))
    assert (await user.verify(answer.answer_id)).verdict == pb.VERDICT_STALE
