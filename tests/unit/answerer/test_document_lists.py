"""Names that are asked for all together, and a charge that a cell says there is or is not."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

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


def _costs(name: str, *prices: str) -> Paper:
    head = ["Item", "Buyer > At the notary", "Buyer > Earlier", "Seller"]
    return Paper(f"{name}.html", f"Aldermoor Homes: {name}", institution="Aldermoor Homes").table(
        head,
        ["Lender fees > Opening the file", prices[0], "", ""],
        ["Lender fees > Valuation", prices[1], "", ""],
        ["Public costs > Land register", prices[2], "", ""],
        ["Public costs > Notice board", "", "$40.00", ""],
    )


NOTARY = [
    _costs("final statement", "$310.00", "$120.00", "$75.00"),
    _costs("first offer", "$280.00", "$99.00", "$70.00"),
]


def test_a_section_of_the_named_paper_is_added_up() -> None:
    answer = ask("total lender fees of the buyer on the final statement", *NOTARY)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == Decimal("430.00")


def test_a_section_over_two_columns_is_not_added_up_unasked() -> None:
    answer = ask("total public costs on the final statement", *NOTARY)
    assert not (isinstance(answer, DocumentAnswer) and answer.value in (Decimal("75.00"), Decimal("115.00")))


def _boats(year: int, *prices: str) -> Paper:
    paper = Paper(f"boats-{year}.pdf", "Boat cover", institution="Ebbtide Mutual", effective=date(year, 4, 1))
    return paper.table(
        ["Cover", "Premium > Dinghy Wren", "Premium > Yawl Tern"],
        ["Hull", "$80.00", "$210.00"],
        ["Total by boat", *prices],
    )


def test_both_columns_are_added_in_the_paper_of_the_named_year() -> None:
    answer = ask(
        "total premium for both boats, 2026 cover",
        _boats(2025, "$95.00", "$240.00"),
        _boats(2026, "$99.00", "$251.00"),
    )
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == Decimal("350.00")
