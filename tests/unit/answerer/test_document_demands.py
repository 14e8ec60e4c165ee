"""What a question demands in so many words: an answer that does not give it is another question's."""

from __future__ import annotations

from decimal import Decimal

import pytest

from services.answerer.documents import core
from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from services.answerer.model import SearchHit, SearchSummary
from tests.unit.answerer.document_vault import TODAY, Paper, ask

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


CHANGES = Paper("changes.eml", "Wren Card: changes", institution="Wren Card").table(
    ["Item", "From July 1, 2027"], ["Annual fee", "$35.00"]
)


def ask_weighed(question: str, paper: Paper, near: str) -> DocumentAnswer | DocumentRefusal:
    """What the paper answers where the texts with the word `near` are nearest to the question by far."""
    hits = [SearchHit(passage=passage) for passage in paper.passages]
    inquiry = core.Inquiry(question, TODAY, hits, SearchSummary(), [paper.document])
    found = inquiry.by_words()
    if isinstance(found, DocumentAnswer):
        return found
    return inquiry.with_nearness({text: 0.9 if near in text.lower() else 0.1 for text in found.unweighed})


@pytest.mark.parametrize(
    ("question", "paper", "near"),
    [
        pytest.param("How many days of dental work does Plan D cover?", COVER, "dental", id="the letter of no plan"),
        pytest.param(
            "How many days' notice must I give to leave Plan B?", COVER, "waiting", id="days of another thing"
        ),
        pytest.param("How many days of illness leave are covered?", COVER, "dental", id="of what is not spoken of"),
        pytest.param("How much of a bill is my share?", COVER, "share", id="what it is at most"),
        pytest.param("what is left of the bill after my share?", COVER, "share", id="what is taken, not what is left"),
        pytest.param("prepaid interest per day at closing", CLOSING, "prepaid", id="for six of them"),
        pytest.param("What's my credit score?", CLOSING, "credit", id="the head of what is asked"),
        pytest.param("payment including escrow each month", CLOSING, "escrow", id="a part of what is asked"),
        pytest.param("What would a wire be under the Be As You Are plan?", CLOSING, "wire", id="a name of no paper"),
        pytest.param("What's the annual fee right now?", CHANGES, "annual", id="what is yet to come"),
        pytest.param("What's the gap between the day and the night unit price?", POWER, "", id="another column"),
    ],
)
def test_an_answer_that_does_not_give_what_is_demanded_is_not_given(
    question: str, paper: Paper, near: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be given, were nothing demanded."""
    assert isinstance(ask_weighed(question, paper, near), DocumentRefusal)
    monkeypatch.setattr(core, "is_unmet", lambda _matcher, _found: False)
    assert isinstance(ask_weighed(question, paper, near), DocumentAnswer)


@pytest.mark.parametrize(
    ("question", "paper"),
    [
        ("What does a wire transfer cost?", CLOSING),
        ("What premium do I pay for the listed bicycles?", HOME),
        ("Live quotes for both Norway and Chile?", QUOTES),
        ("How many days of rehabilitation does Plan D cover?", COVER),
        ("How much have you paid out on my claims this year?", COVER),
    ],
)
def test_half_of_what_is_asked_is_no_answer(question: str, paper: Paper) -> None:
    """Torn, blank, one of both, of another plan, or what only the asker did: whatever it is that refuses."""
    assert isinstance(ask_weighed(question, paper, ""), DocumentRefusal)


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
