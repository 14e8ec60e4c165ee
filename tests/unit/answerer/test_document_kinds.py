"""The words that ask for a price, a limit, money in or out tell apart what one row prints."""

from __future__ import annotations

from decimal import Decimal

import pytest

from services.answerer.documents.core import answer_from_passages
from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from services.answerer.model import RefusalReason, SearchHit, SearchSummary
from tests.unit.answerer.document_vault import TODAY, Paper

RIDERS = Paper("boat.pdf", "Boat cover summary 2026").table(
    ["Cover", "Limit", "Deductible", "Premium"],
    ["Outboard motor", "$9,000", "$250", "$61.00"],
    ["Trailer", "$2,500", "$100", "$18.00"],
)
SERVICES = Paper("services.html", "Counter services").table(
    ["Service", "Price", "Done"], ["Certified copy", "$6.50", "Each copy"], ["Safe custody", "$40.00", "Each year"]
)
MONTH = Paper("may.csv", "Current account, May 2026").table(
    ["Entry", "Paid out", "Paid in", "Balance"],
    ["Window cleaner", "$35.00", "", "$965.00"],
    ["Council grant", "", "$210.00", "$1,175.00"],
)


def told(question: str, *papers: Paper) -> DocumentAnswer | DocumentRefusal:
    hits = [SearchHit(passage=passage) for paper in papers for passage in paper.passages]
    return answer_from_passages(question, TODAY, hits, SearchSummary(), [paper.document for paper in papers])


@pytest.mark.parametrize(
    ("question", "paper", "value"),
    [
        ("What do I pay for the trailer?", RIDERS, Decimal("18.00")),
        ("How much is the trailer insured for?", RIDERS, Decimal(2500)),
        ("what's the deductible on the outboard motor", RIDERS, Decimal(250)),
        ("What do they want for a certified copy?", SERVICES, Decimal("6.50")),
        ("How much went out to the window cleaner?", MONTH, Decimal("35.00")),
        ("How much did the council grant pay me?", MONTH, Decimal("210.00")),
        ("balance after the council grant", MONTH, Decimal("1175.00")),
    ],
)
def test_the_asked_kind_picks_the_column(question: str, paper: Paper, value: Decimal) -> None:
    answer = told(question, paper)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == value


def test_a_row_of_two_figures_stays_open_where_no_kind_is_asked() -> None:
    answer = told("trailer", RIDERS)
    assert isinstance(answer, DocumentRefusal)
    assert answer.reason is RefusalReason.AMBIGUOUS


DUTY = Paper("duty.csv", "Stamp duty of Port Elsin").table(
    ["Rate", "Home from", "Home to", "Shop from", "Shop to"],
    ["2%", "0", "150,000", "0", "90,000"],
    ["5%", "150,001", "", "90,001", "400,000"],
)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("top of the 2% band for homes", Decimal(150000)),
        ("Where does the 5% bracket start for a shop?", Decimal(90001)),
        ("where does the 5% bracket end for a shop", Decimal(400000)),
    ],
)
def test_the_edge_of_a_band_stands_in_its_own_column(question: str, value: Decimal) -> None:
    answer = told(question, DUTY)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == value


@pytest.mark.parametrize("question", ["top of the 5% band for homes", "top of the 2% band"])
def test_an_open_band_or_two_of_them_have_no_edge_to_tell(question: str) -> None:
    assert isinstance(told(question, DUTY), DocumentRefusal)


def _loan(name: str, title: str, rate: str) -> Paper:
    return Paper(name, title).table(
        ["Term", "Amount"], ["Sum lent", "$20,000"], ["Interest rate", rate], ["Penalty rate", "9.9%"]
    )


OFFER = _loan("offer.pdf", "Orchard loan: preliminary offer", "6.1%")
DEED = _loan("deed.pdf", "Orchard loan: signed deed", "5.8%")


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("what rate did the preliminary offer quote", Decimal("6.1")),
        ("What rate is on the signed deed?", Decimal("5.8")),
    ],
)
def test_the_rate_of_a_named_paper_is_its_interest_rate(question: str, value: Decimal) -> None:
    answer = told(question, OFFER, DEED)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == value


@pytest.mark.parametrize("question", ["What rate is the orchard loan at?", "What rate is on the signed waiver?"])
def test_two_papers_or_none_bear_no_one_rate(question: str) -> None:
    assert isinstance(told(question, OFFER, DEED), DocumentRefusal)
