"""A figure that was restated: the restated print governs, the first one answers who asks for it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from services.answerer.documents.model import DocumentAnswer
from services.answerer.model import Scale
from tests.unit.answerer.document_vault import Paper, ask

REPORT = Paper("pelham.pdf", "Pelham Group: income, in SEK million", institution="Pelham Group").table(
    ["", "2025", "2024 > restated", "2024 > as reported"],
    ["Turbine sales", "812", "744", "770"],
    ["Service sales", "301", "290", "264"],
    caption="Income statement, in SEK million",
)
EARLIER = Paper(
    "orrin-2023.pdf", "Orrin Foods annual report", "For the year ended June 30, 2023", institution="Orrin Foods"
).table(["", "Fiscal year ended June 30, > 2023", "Fiscal year ended June 30, > 2022"], ["Dairy sales", "515", "480"])
LATER = Paper(
    "orrin-2024.pdf", "Orrin Foods annual report", "For the year ended June 30, 2024", institution="Orrin Foods"
).table(["", "Fiscal year ended June 30, > 2024", "Fiscal year ended June 30, > 2023"], ["Dairy sales", "560", "498"])


@pytest.mark.parametrize(
    ("question", "papers", "value"),
    [
        pytest.param("Pelham turbine sales in 2024", [REPORT], "744", id="the restated column governs"),
        pytest.param("Pelham turbine sales in 2024 as originally reported", [REPORT], "770", id="the first column"),
        pytest.param("what were turbine sales in 2024 before they were restated?", [REPORT], "770", id="before"),
        pytest.param("how much did turbine sales grow from 2024 to 2025?", [REPORT], "68", id="growth on restated"),
        pytest.param("dairy sales of Orrin in 2023", [EARLIER, LATER], "498", id="the later report governs"),
        pytest.param(
            "dairy sales of Orrin in 2023 before it was restated?", [EARLIER, LATER], "515", id="the earlier report"
        ),
    ],
)
def test_the_print_that_is_meant(question: str, papers: list[Paper], value: str) -> None:
    answer = ask(question, *papers)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == Decimal(value)


def test_growth_in_percent_is_a_percentage_wherever_the_years_stand() -> None:
    answer = ask("growth of service sales in percent, 2025 on restated 2024", REPORT)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == Decimal("3.79")


def test_a_scale_is_read_in_any_currency() -> None:
    answer = ask("Pelham turbine sales in 2025", REPORT)
    assert isinstance(answer, DocumentAnswer)
    assert answer.scale is Scale.MILLION
