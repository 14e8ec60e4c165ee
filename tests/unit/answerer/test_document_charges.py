"""What is charged in percent: of an amount in the question, or of what another cell of the paper prints."""

from __future__ import annotations

from decimal import Decimal

import pytest

from services.answerer.documents.charges import charge_in_percent
from services.answerer.documents.core import CALIBRATION, read_matcher
from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from services.answerer.model import FigureOp, SearchHit
from tests.unit.answerer.document_vault import TODAY, Paper, ask

TARIFF = Paper("tariff.html", "Heron Card: tariff", institution="Heron Card").table(
    ["Service", "Charge"],
    ["Cash withdrawal", "2.5%, at least $4.00"],
    ["Balance transfer", "3% or $6, whichever is greater"],
    ["Foreign purchase", "1.5%"],
)
LOAN = (
    Paper("loan.docx", "Brisk Lending: car loan", institution="Brisk Lending")
    .table(
        ["", "Months > 24", "Months > 48"],
        ["Amount borrowed", "$9,000.00", "$9,000.00"],
        ["Monthly payment", "$412.00", "$221.00"],
        ["Total of payments", "$9,888.00", "$10,608.00"],
    )
    .prose(
        "A payment more than ten days late costs 4% of the payment or $15.00, whichever is less.",
        "Repaying in the first 12 months carries a charge of 2% of the amount repaid.",
        "You may repay up to 10% of the amount borrowed each year without a charge.",
    )
)
HOME = Paper("home.pdf", "Larch Mutual: home policy", institution="Larch Mutual").table(
    ["Cover", "Limit", "Premium"], ["Building", "$300,000", "$900.00"], ["Contents", "$80,000", "$140.00"]
).table(["Deductible", "Amount"], ["All other loss", "$500"], ["Earthquake", "10% of the building limit"])  # fmt: skip
CUSTODY = (
    Paper("broker.html", "Teal Broker: prices", institution="Teal Broker")
    .table(
        ["Portfolio value", "Custody fee a year"],
        ["up to $20,000", "0.20%"],
        ["above $20,000 up to $100,000", "0.10%"],
        ["above $100,000", "0.05%"],
    )
    .prose("Each rate applies only to the part of the portfolio within its band.")
)


@pytest.mark.parametrize(
    ("question", "papers", "value"),
    [
        pytest.param("fee for a cash withdrawal of $100", [TARIFF], "4.00", id="the least is more"),
        pytest.param("fee for a cash withdrawal of $400", [TARIFF], "10.00", id="the rate is more"),
        pytest.param("moving a $1,000 balance to the Heron card, fee?", [TARIFF], "30.00", id="the greater of two"),
        pytest.param("late charge on the 48 month plan, in dollars?", [LOAN], "8.84", id="of that plan's payment"),
        pytest.param("late charge on the 24 month plan, in dollars?", [LOAN], "15.00", id="the lesser of two"),
        pytest.param("deductible for an earthquake in dollars", [HOME], "30000", id="of a cell in another table"),
        pytest.param("custody fee on a portfolio of $70,000", [CUSTODY], "90.00", id="each band at its own rate"),
    ],
)
def test_a_rate_is_taken_of_what_it_is_charged_on(question: str, papers: list[Paper], value: str) -> None:
    answer = ask(question, *papers)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == Decimal(value)
    assert answer.currency == "USD"
    leaves = [one for one in answer.figures if one.op is FigureOp.CELL]
    assert leaves
    assert all(one.citation in {passage.citation for passage in answer.passages} for one in leaves)


@pytest.mark.parametrize(
    ("question", "papers"),
    [
        pytest.param("what is the charge for repaying early, in dollars?", [LOAN], id="what is free is no charge"),
        pytest.param("charge if I repay $1,000 in month 20", [LOAN], id="after the time that it is charged in"),
        pytest.param("late charge if the payment is 5 days late, in dollars", [LOAN], id="not late enough"),
        pytest.param("fee for a cheque of $400", [TARIFF], id="no such service"),
    ],
)
def test_a_rate_for_something_else_is_not_charged(question: str, papers: list[Paper]) -> None:
    assert isinstance(ask(question, *papers), DocumentRefusal)


def test_nearness_finds_what_is_called_otherwise() -> None:
    """A word that no paper holds is no hindrance where the meaning is near, and nothing else is."""
    question = "taking $400 out of a machine: fee?"
    hits = [SearchHit(passage=passage) for passage in TARIFF.passages]
    matcher = read_matcher(question, TODAY, hits, [TARIFF.document])
    near = {"Cash withdrawal – Charge": 0.6, "Balance transfer – Charge": 0.3, "Foreign purchase – Charge": 0.2}
    assert charge_in_percent(matcher, CALIBRATION) is None
    answer = charge_in_percent(matcher, CALIBRATION, near)
    assert answer is None or answer.value == Decimal("10.00")


def test_a_percentage_in_a_sentence_is_of_what_it_says() -> None:
    """However near, a sentence that says little of the question is not what it asks for."""
    question = "what do I pay for insuring a $2,000 bicycle on the journey?"
    paper = Paper("ferry.md", "Gull Ferries: rules").prose("On a late change the surcharge is 8% of the fare.")
    hits = [SearchHit(passage=passage) for passage in paper.passages]
    matcher = read_matcher(question, TODAY, hits, [paper.document])
    near = {"On a late change the surcharge is 8% of the fare.": 0.7}
    assert charge_in_percent(matcher, CALIBRATION, near) is None
