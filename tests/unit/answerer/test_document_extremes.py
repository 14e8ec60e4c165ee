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


DEPOSITS = Paper("deposits.html", "Lowmoor Credit Union: fixed deposits").table(
    ["Term", "$1,000 to $19,999 > Rate", "$1,000 to $19,999 > Yield", "$20,000 and over > Rate"],
    ["9 months", "2.10%", "2.12%", "2.20%"],
    ["15 months", "2.45%", "2.48%", "2.40%"],
    ["2 years", "2.30%", "2.33%", "2.65%"],
)
SHOPS = Paper("shops.xlsx", "Takings of Pellow Bakeries").table(
    ["Shop", "2025", "2024", "Change"],
    ["Quay", "310", "305", "1.6%"],
    ["Market", "290", "240", "20.8%"],
    ["Station", "120", "300", "(60.0)%"],
    ["Total", "720", "845", "(14.8)%"],
)
ROOMS = Paper("rooms.pdf", "Hall hire").table(["Room", "Price"], ["Annex", "—"], ["Main", "$90"], ["Loft", "$40"])


@pytest.mark.parametrize(
    ("question", "paper", "name"),
    [
        ("Which term pays the most for $5,000?", DEPOSITS, "15 months"),
        ("Which term pays the most on $30,000 at Lowmoor?", DEPOSITS, "2 years"),
        ("which shop grew fastest", SHOPS, "Market"),
        ("Which shop had the lowest takings in 2025?", SHOPS, "Station"),
        ("Which room is the dearest?", ROOMS, "Main"),
    ],
)
def test_the_row_with_the_most_or_the_least_is_named(question: str, paper: Paper, name: str) -> None:
    answer = ask(question, paper)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == name


@pytest.mark.parametrize(
    ("question", "paper"),
    [
        ("Which term pays the most?", DEPOSITS),
        ("Which shop had the lowest takings?", SHOPS),
        ("Which room is the cheapest?", ROOMS),
        ("Which branch grew fastest?", SHOPS),
    ],
)
def test_no_row_is_named_where_columns_differ_or_nothing_is_called_so(question: str, paper: Paper) -> None:
    assert not isinstance(ask(question, paper), DocumentAnswer)
