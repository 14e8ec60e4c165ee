"""What something comes to over a time, or for so many of it, from what it costs once."""

from __future__ import annotations

from decimal import Decimal

import pytest

from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from services.answerer.documents.repeated import read_repetition
from services.answerer.model import FigureOp
from tests.unit.answerer.document_vault import Paper, ask

PLANS = Paper("plans.md", "Selkirk Savings: chequing plans", institution="Selkirk Savings").table(
    ["", "Basic", "Premier"], ["Monthly fee", "$4.95", "$30.95"], ["Chargeback", "$22.50", "$20.00"]
)
TRAVEL = Paper("travel.docx", "Fernleaf: travel and expenses").table(
    ["Place", "Lodging, per night", "Meals, per day"], ["Paris", "$240", "$90"], ["Elsewhere", "$150", "$70"]
)
LEASE = Paper("lease.docx", "Lease of 12 Alder Row").prose(
    "The rent for the flat is $1,385.00 a month.",
    "Visits to the box: three a month are free and each further visit costs $5.00.",
    "The late charge is $60.00.",
)


@pytest.mark.parametrize(
    ("question", "papers", "value"),
    [
        ("Basic monthly fee over a whole year?", [PLANS], "59.40"),
        ("How much is the rent for the flat over a full 12 months?", [LEASE], "16620.00"),
        ("four chargebacks on Premier, cost?", [PLANS], "80.00"),
        ("lodging for four nights in Paris", [TRAVEL], "960"),
    ],
)
def test_a_price_is_multiplied_by_how_often_it_comes(question: str, papers: list[Paper], value: str) -> None:
    """A month's fee twelve times a year, a night's price for each night."""
    answer = ask(question, *papers)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == Decimal(value)
    assert answer.figures[-1].op is FigureOp.MULTIPLY


@pytest.mark.parametrize(
    ("question", "papers"),
    [
        pytest.param("late charge for a whole year", [LEASE], id="nothing says how often"),
        pytest.param("five visits to the box", [LEASE], id="the first are free"),
        pytest.param("meals for four nights in Paris", [TRAVEL], id="priced by the day, asked by the night"),
        pytest.param("Premier monthly fee, four cheques", [PLANS], id="a fee that is for no cheque"),
    ],
)
def test_what_does_not_come_again_is_not_multiplied(question: str, papers: list[Paper]) -> None:
    answer = ask(question, *papers)
    assert isinstance(answer, DocumentRefusal) or answer.figures[-1].op is not FigureOp.MULTIPLY


@pytest.mark.parametrize("question", ["fee in year 2", "the 36-month deposit"])
def test_a_time_that_names_something_is_no_stretch(question: str) -> None:
    assert not list(read_repetition(question))
