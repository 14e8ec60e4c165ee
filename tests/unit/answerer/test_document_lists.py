"""Names that are asked for all together, and a charge that a cell says there is or is not."""

from __future__ import annotations

import pytest

from services.answerer.documents.model import DocumentAnswer, DocumentRefusal, ValueKind
from services.answerer.model import Polarity, RefusalReason, Scale
from tests.unit.answerer.document_vault import Paper, ask

COSTS = Paper("closing.pdf", "Settlement sheet", institution="Finch Loans").table(
    ["Item", "At settlement"],
    ["Services you could not choose > Appraisal", "$410.00"],
    ["Services you could not choose > Credit report", "$38.00"],
    ["Services you chose > Survey", "$390.00"],
    ["Services you chose > Pest check", "$120.00"],
    ["Early repayment charge", "None"],
    ["Late payment charge", "$45.00"],
    ["Copy of the deed", ""],
)
SEGMENTS = Paper("plover.html", "Plover Tools: results", institution="Plover Tools").table(
    ["Segment result", "2025", "2024"],
    ["Pumps", "14.2", "11.0"],
    ["Valves", "(3.1)", "2.0"],
    ["Software", "(1.4)", "(0.9)"],
    ["Total", "9.7", "12.1"],
    scale=Scale.MILLION,
    unit="USD",
)


@pytest.mark.parametrize(
    ("question", "paper", "names"),
    [
        ("Name the services I chose on the settlement sheet", COSTS, ("Survey", "Pest check")),
        ("Which Plover segments ran at a loss in 2025?", SEGMENTS, ("Valves", "Software")),
    ],
)
def test_all_names_are_listed_and_no_others(question: str, paper: Paper, names: tuple[str, ...]) -> None:
    found = ask(question, paper)
    assert isinstance(found, DocumentAnswer), found
    assert (found.kind, found.value) == (ValueKind.LIST, names)
    assert all(name in found.passage.text for name in (str(one).split(" > ")[-1] for one in names))


def test_losses_of_no_one_year_are_not_listed() -> None:
    assert isinstance(ask("Which Plover segments ran at a loss?", SEGMENTS), DocumentRefusal)


@pytest.mark.parametrize(
    ("question", "printed", "polarity"),
    [
        ("Is there a charge for early repayment?", "None", Polarity.NO),
        ("Is there a charge for a late payment?", "$45.00", Polarity.YES),
    ],
)
def test_a_cell_says_whether_something_is_charged_for(question: str, printed: str, polarity: Polarity) -> None:
    found = ask(question, COSTS)
    assert isinstance(found, DocumentAnswer), found
    assert (found.value, found.polarity) == (printed, polarity)


def test_a_blank_cell_says_neither() -> None:
    found = ask("Is there a charge for a copy of the deed?", COSTS)
    assert isinstance(found, DocumentRefusal)
    assert found.reason is RefusalReason.NOT_IN_DATA
