"""Which plan, account or offer has the most or the least: the name of a column, by one row."""

from __future__ import annotations

import pytest

from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from tests.unit.answerer.document_vault import Paper, ask

PLANS = Paper("plans.md", "Selkirk Savings: chequing plans", institution="Selkirk Savings").table(
    ["", "Basic", "Plus", "Premier"],
    ["Monthly fee", "$4.95", "$9.00", "$30.95"],
    ["Each further cheque", "$2.00", "$1.25", "Free"],
    ["Wire abroad", "$20.00", "$20.00", "$35.00"],
)
DEPOSITS = Paper("deposits.docx", "Corvo Savings: term deposits").table(
    ["", "Corvo 12", "Corvo 24"], ["Gross yearly rate", "2.10%", "2.40%"], ["Smallest amount", "$500.00", "$5,000.00"]
)
HOLDINGS = (
    Paper("holdings.pdf", "Ashby Brokers: account summary")
    .table(["Holding", "Unrealized gain"], ["Stocks > Pallister Water", "$1,277.40"], ["Stocks > Tovane", "($515.10)"])
    .table(["Holding", "Unrealized gain"], ["Funds > Broadline Total Market", "$2,452.50"], ["Total", "$3,214.80"])
)


@pytest.mark.parametrize(
    ("question", "papers", "name"),
    [
        ("Which plan is cheapest per further cheque?", [PLANS], "Premier"),
        ("Which plan has the lowest monthly fee?", [PLANS], "Basic"),
        ("Which is dearer per further cheque, Basic or Plus?", [PLANS], "Basic"),
        ("deposit with the best rate", [DEPOSITS], "Corvo 24"),
        ("Which of the holdings has the biggest unrealized gain?", [HOLDINGS], "Broadline Total Market"),
    ],
)
def test_the_name_of_the_one_with_the_most_or_the_least(question: str, papers: list[Paper], name: str) -> None:
    """A column is called so; "Total" inside a name makes no total of a row."""
    answer = ask(question, *papers)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == name


@pytest.mark.parametrize(
    ("question", "papers"),
    [
        pytest.param("Which plan is cheapest for a wire abroad?", [PLANS], id="two are alike"),
        pytest.param("Which plan has the lowest overdraft fee?", [PLANS], id="no such row"),
        pytest.param("Which plan is best?", [PLANS], id="best in nothing"),
    ],
)
def test_no_name_where_none_stands_out(question: str, papers: list[Paper]) -> None:
    assert isinstance(ask(question, *papers), DocumentRefusal)
