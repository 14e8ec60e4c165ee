"""Who pays: by a column of names, or by the head of the column that has the amount."""

from __future__ import annotations

import pytest

from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from tests.unit.answerer.document_vault import Paper, ask

SHOP = Paper("unit.pdf", "Lease of unit 7").table(
    ["Cost", "Payable by", "A month"],
    ["Glass repairs", "Lessor", "—"],
    ["Waste water", "Lessee", "$31.00"],
    ["Signs and waste bins", "Lessee", "$12.00"],
    ["Roof", "Lessor", "—"],
)
SALE = Paper("sale.html", "Settlement of the sale").table(
    ["Item", "Seller-paid", "Buyer-paid", "Paid by the agent"],
    ["Deed tax", "$410.00", "", ""],
    ["Courier", "", "", "$55.00"],
    ["Recording", "$20.00", "$20.00", ""],
)


@pytest.mark.parametrize(
    ("question", "paper", "name"),
    [
        ("Who pays for the roof?", SHOP, "Lessor"),
        ("who is responsible for waste water", SHOP, "Lessee"),
        ("Who paid the $55 for the courier?", SALE, "Paid by the agent"),
        ("who paid the deed tax - me?", SALE, "Seller-paid"),
    ],
)
def test_who_pays_is_the_name_or_the_head(question: str, paper: Paper, name: str) -> None:
    answer = ask(question, paper)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == name


def test_the_rows_of_one_payer_are_listed() -> None:
    answer = ask("Which costs does the lease say the lessee pays for?", SHOP)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == ("Waste water", "Signs and waste bins")


@pytest.mark.parametrize("question", ["Who paid for the recording?", "Who paid the $60 for the courier?"])
def test_an_amount_that_two_share_or_that_is_not_there_names_nobody(question: str) -> None:
    assert isinstance(ask(question, SALE), DocumentRefusal)
