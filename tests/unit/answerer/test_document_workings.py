"""What has to be worked out is not answered by a figure that is only read off."""

from __future__ import annotations

from decimal import Decimal

import pytest

from services.answerer.documents import core
from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from services.answerer.documents.workings import DEMANDS
from services.answerer.model import SearchHit
from tests.unit.answerer.document_vault import TODAY, Paper
from tests.unit.answerer.test_document_demands import ask_weighed

LEASE = (
    Paper("lease.html", "Gannet Boats: berth agreement", institution="Gannet Boats")
    .table(
        ["Item", "Amount"],
        ["Berth instalment, 36 of", "$212.40"],
        ["Winch hire", "$18.00"],
        ["Berth deposit", "$900.00"],
        ["Crane deposit", "$250.00"],
        ["Yearly insurance", "$340.00"],
    )
    .prose(
        "The berth rate is 3.1% for the first four years.",
        "Storm damage to the pontoon costs a handling fee of $60.",
        "Once the harbour master has approved a mast, it may be stepped.",
    )
)
SALES = Paper("sales.html", "Plover Cards: June statement", institution="Plover Cards").table(
    ["Card", "Sales > Number", "Sales > Amount"], ["Green card", "317", "4,180.00"], ["Grey card", "552", "6,020.00"]
)
TARIFF = Paper("tariff.html", "Tern Marina: tariff", institution="Tern Marina").table(
    ["Service", "Price"], ["Mooring", "$31.00"], ["Washing", "$8.00"]
)
PAY = Paper("pay.html", "Knot & Son: June payroll", institution="Knot & Son").table(
    ["Person", "Tax", "Net"], ["Ida Rask", "$210.00", "$1,900.00"], ["Tom Lund", "—", "$800.00"]
)


@pytest.mark.parametrize(
    ("plain", "question", "paper"),
    [
        pytest.param("Winch hire?", "Winch hire over two months?", LEASE, id="one for all of a time"),
        pytest.param("Winch hire?", "A month's winch hire?", LEASE, id="one that is for no time"),
        pytest.param("Winch hire?", "14 days of winch hire come to what?", LEASE, id="one of so many"),
        pytest.param("Berth deposit?", "How far is the berth above the crane deposit?", LEASE, id="one of two apart"),
        pytest.param("Berth deposit?", "berth deposit + crane deposit", LEASE, id="one of two added"),
        pytest.param("Number of green card sales?", "Green card sales?", SALES, id="a count for an amount"),
        pytest.param("Winch hire?", "How many winches?", LEASE, id="an amount for a number"),
        pytest.param("Winch hire?", "What isn't covered?", LEASE, id="an amount for things"),
        pytest.param("Winch hire?", "QRX winch hire?", LEASE, id="an abbreviation of something else"),
        pytest.param("Berth deposit?", "By what percent did the deposit rise?", LEASE, id="an amount for a percentage"),
        pytest.param("Berth deposit?", "How much of the deposit do I still owe today?", LEASE, id="as it stands"),
        pytest.param("Mooring price?", "How much have I paid for mooring?", TARIFF, id="a price for what was paid"),
    ],
)
def test_a_figure_that_is_only_read_off_is_not_what_was_to_be_worked_out(
    plain: str, question: str, paper: Paper
) -> None:
    """What answers the plain question does not answer the other one, and nothing forbids the plain one's answer."""
    found = ask_weighed(plain, paper, "")
    assert isinstance(found, DocumentAnswer)
    assert not any(demand(_matcher(plain, paper), found) for demand in DEMANDS)
    assert any(demand(_matcher(question, paper), found) for demand in DEMANDS)
    again = ask_weighed(question, paper, "")
    assert isinstance(again, DocumentRefusal) or again.value != found.value


def test_a_condition_is_no_report(monkeypatch: pytest.MonkeyPatch) -> None:
    """ "Once the harbour master has approved it" does not say that he has."""
    question = "Has the harbour master approved our mast?"
    assert isinstance(ask_weighed(question, LEASE, "harbour"), DocumentRefusal)
    monkeypatch.setattr(core, "is_unmet", lambda _matcher, _found: False)
    assert isinstance(ask_weighed(question, LEASE, "harbour"), DocumentAnswer)


@pytest.mark.parametrize(
    ("question", "paper", "value"),
    [
        pytest.param("Winch hire?", LEASE, "18.00", id="asked for as it is"),
        pytest.param("Insurance over a year?", LEASE, "340.00", id="the label is of that time"),
        pytest.param("Berth deposit plus crane deposit?", LEASE, "1150.00", id="both were added"),
        pytest.param("Number of green card sales?", SALES, "317", id="the number is asked for"),
        pytest.param("Tom Lund's tax?", PAY, "0", id="a dash among amounts is zero"),
    ],
)
def test_what_is_asked_for_as_it_is_printed_is_given(question: str, paper: Paper, value: str) -> None:
    found = ask_weighed(question, paper, "")
    assert isinstance(found, DocumentAnswer)
    assert found.value == Decimal(value)


def _matcher(question: str, paper: Paper) -> Matcher:
    hits = [SearchHit(passage=passage) for passage in paper.passages]
    return core.read_matcher(question, TODAY, hits, [paper.document])
