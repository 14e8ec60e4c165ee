"""What a question demands in so many words: an answer that does not give it is another question's."""

from __future__ import annotations

from decimal import Decimal

import pytest

from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from tests.unit.answerer.document_vault import Paper, ask

COVER = (
    Paper("cover.html", "Merel Zorg: cover", institution="Merel Zorg")
    .table(
        ["Benefit", "Plan A", "Plan B", "Plan C"],
        ["Deductible per year", "$900", "$600", "$300"],
        ["Days of rehabilitation", "30", "60", "90"],
    )
    .prose("A waiting period of 45 days applies to dental work.", "Your share of a bill is at most $2,000 a year.")
)
CARD = Paper("card.pdf", "Wren Card: rates", institution="Wren Card").table(
    ["Item", "Amount", "From July 1, 2027"], ["Annual fee", "$20.00", "$35.00"], ["Late fee", "$25.00", "$29.00"]
)
CLOSING = Paper("closing.pdf", "Osprey Bank: closing statement", institution="Osprey Bank").table(
    ["Item", "Amount"],
    ["Prepaid interest, 6 days", "$300.00"],
    ["Credit report", "$40.00"],
    ["Monthly escrow", "$210.00"],
    ["Wire transfer", "$5.00 for each, at"],
)
HOME = Paper("home.pdf", "Larch Mutual: declarations", institution="Larch Mutual").table(
    ["Endorsement", "Limit", "Premium"], ["Listed bicycles", "$4,000", ""], ["Sewer backup", "$9,000", "$70.00"]
)
QUOTES = Paper("quotes.html", "Alder Broker: prices", institution="Alder Broker").table(
    ["Service", "Charge"], ["Live quotes for Norway, per month", "$9.00"], ["Live quotes for Peru, per month", "$3.00"]
)
POWER = Paper("power.html", "Bittern Power: bill", institution="Bittern Power").table(
    ["Units", "Unit price", "Amount"], ["Day units", "$0.30", "$120.00"], ["Night units", "$0.10", "$25.00"]
)


@pytest.mark.parametrize(
    ("question", "papers"),
    [
        pytest.param("How many days of rehabilitation does Plan D cover?", [COVER], id="the letter of another plan"),
        pytest.param("How many days' notice must I give to leave Plan B?", [COVER], id="days of something else"),
        pytest.param("How much of a bill is my share?", [COVER], id="what it is at most"),
        pytest.param("How much have you paid out on my claims this year?", [COVER], id="what only its reader did"),
        pytest.param("prepaid interest per day at closing", [CLOSING], id="for six of them"),
        pytest.param("What's my credit score?", [CLOSING], id="the head of what is asked"),
        pytest.param("payment including escrow each month", [CLOSING], id="a part of what is asked"),
        pytest.param("What does a wire transfer cost?", [CLOSING], id="torn in the middle"),
        pytest.param("What premium do I pay for the listed bicycles?", [HOME], id="the limit of a blank premium"),
        pytest.param("Live quotes for both Norway and Chile?", [QUOTES], id="one of both"),
        pytest.param("What would a wire transfer be under the Be As You Are plan?", [CLOSING], id="a name of no paper"),
    ],
)  # fmt: skip
def test_an_answer_that_does_not_give_what_is_demanded_is_not_given(question: str, papers: list[Paper]) -> None:
    assert isinstance(ask(question, *papers), DocumentRefusal)


@pytest.mark.parametrize(
    ("question", "papers", "value"),
    [
        pytest.param("Deductible on Plan B?", [COVER], "600", id="the plan's letter chooses the column"),
        pytest.param("Deductible per year on Plan A?", [COVER], "900", id="and the letter that is a word too"),
        pytest.param("What's the annual fee right now?", [CARD], "20.00", id="what holds today"),
        pytest.param("What will the annual fee be from July 2027?", [CARD], "35.00", id="what will hold"),
        pytest.param("What does sewer backup cost me in premium?", [HOME], "70.00", id="the premium that is there"),
        pytest.param("What is the limit for listed bicycles?", [HOME], "4000", id="the limit where it is asked for"),
        pytest.param("unit price of day units", [POWER], "0.30", id="the column that is named"),
    ],
)
def test_what_is_demanded_is_found_where_it_stands(question: str, papers: list[Paper], value: str) -> None:
    found = ask(question, *papers)
    assert isinstance(found, DocumentAnswer), found
    assert found.value == Decimal(value)


def test_a_cell_without_labels_has_no_text_to_weigh() -> None:
    """A torn table leaves such cells; an embedder refuses an empty text."""
    torn = Paper("torn.pdf", "Sora Life: contract", institution="Sora Life").table(["", ""], ["", "3% of the premium"])
    found = ask("What is the charge for getting a lapsed policy back?", torn)
    assert isinstance(found, DocumentRefusal)
    assert all(text.strip() for text in found.unweighed)
