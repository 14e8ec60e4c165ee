"""What found passages name and do not hold is looked for once more, in their own paper, by the real services."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from tests.integration.answerer.conftest import NewUser, User
from tests.integration.answerer.test_document_cases import amount, cited, html, rows, upload
from tieout.retriever.v1 import retriever_service_pb2

LATE = "What is the late fee in dollars if my payment is 3 weeks overdue?"
RULE = (
    "<p>Where a payment is more than 15 days late we charge a late fee of 5% of the monthly principal and interest "
    "payment.</p>"
)


async def first_search(user: User, question: str) -> str:
    """The texts that the question's own words bring."""
    request = retriever_service_pb2.SearchRequest(query=question, page_size=50, keyword_only=True)
    return "\n".join(hit.passage.text for hit in (await user.retriever.Search(request)).hits)


def note(terms: str) -> str:
    """A lender's paper: its terms in a table, and what lateness costs."""
    return html(terms, after=RULE).replace("account fees", "home note")


def schedule() -> str:
    """360 repayments of a boat, the balance after number n being 400,000 - 1,000 n."""
    days = [date(2026 + (number + 8) // 12, (number + 8) % 12 + 1, 1) for number in range(1, 361)]
    lines = [
        f"{number},{day.isoformat()},1900.00,{1900 - number}.50,{number}.50,312.40,118.75,{400_000 - 1_000 * number}.00"
        for number, day in enumerate(days, start=1)
    ]
    return "\n".join(["No.,Due,Payment,Interest,Principal,Escrow,Insurance,Balance", *lines])


@pytest.mark.parametrize(
    ("question", "row", "left"),
    [
        ("What will I still owe on the boat loan after 29 years of payments?", 348, "52,000"),
        ("What do I still owe on the boat loan after the 330th payment?", 330, "70,000"),
    ],
)
async def test_the_row_of_a_long_schedule_is_found_by_the_number_that_it_bears(
    new_user: NewUser, question: str, row: int, left: str
) -> None:
    user = await new_user(rows=())
    await upload(user, schedule(), "boat_loan.csv")
    assert f"\n{row} | " not in await first_search(user, question)
    answer = await user.ask(question)
    assert answer.HasField("grounded"), answer.text
    assert f"Balance: {left} " in answer.text
    (passage,) = await cited(user, answer)
    assert f"\n{row} | " in passage.text
    past_its_end = await user.ask("What do I still owe on the boat loan after the 400th payment?")
    assert past_its_end.HasField("refusal"), past_its_end.text


async def test_the_amount_that_a_percentage_is_of_is_found_by_its_name_in_the_same_paper(new_user: NewUser) -> None:
    user = await new_user(rows=())
    terms = rows(("Term", "Amount"), ("Sum lent", "$318,000.00"), ("Monthly principal and interest", "$1,983.91"))
    await upload(user, note(terms), "note.html")
    assert "1,983.91" not in await first_search(user, LATE)
    answer = await user.ask(LATE)
    assert amount(answer) == Decimal("99.20")
    assert len(await cited(user, answer)) == 2


async def test_the_amount_of_another_paper_is_no_base_of_a_percentage(new_user: NewUser) -> None:
    user = await new_user(rows=())
    await upload(user, note(rows(("Term", "Amount"), ("Sum lent", "$318,000.00"))), "note.html")
    other = rows(("Term", "Amount"), ("Monthly principal and interest", "$1,983.91"))
    await upload(user, html(other).replace("account fees", "car finance"), "car.html")
    answer = await user.ask(LATE)
    assert answer.HasField("refusal"), answer.text
