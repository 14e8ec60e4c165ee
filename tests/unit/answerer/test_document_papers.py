"""One question put to several papers."""

from __future__ import annotations

from decimal import Decimal

import pytest

from services.answerer.documents.model import DocumentAnswer, DocumentRefusal, ValueKind
from services.answerer.model import FigureOp, Scale
from tests.unit.answerer.document_vault import Paper, ask

ALDER = (
    Paper("alder_offer.html", "Car loan offer", "Alder Finance. Offer of May 4, 2026.", institution="Alder Finance")
    .table(
        ["", "Months > 24", "Months > 48"],
        ["Annual percentage rate", "8.20%", "9.10%"],
        ["Total of payments", "$10,900.00", "$12,400.00"],
    )
)  # fmt: skip
BIRCH = Paper(
    "Birch offer.docx", "Loan offer", "Birch Motors Credit. Given on May 7, 2026.", institution="Birch"
).table(["Item", "Value"], ["APR", "8.75%"], ["Term", "48 months"], ["Total to repay", "$12,150.00"])
QUILL = Paper("quill.html", "Quill Foods: annual report 2025", institution="Quill Foods").table(
    ["", "2025", "2024"], ["Revenue", "412,300", "401,000"], scale=Scale.THOUSAND, unit="USD"
)
TERN = Paper("tern.html", "Tern Shipping: five years", institution="Tern Shipping").table(
    ["Item", "2025", "2024"], ["Revenue", "2,050", "1,990"], scale=Scale.MILLION, unit="USD"
)


def test_the_paper_with_less_is_named() -> None:
    answer = ask("which offer has the lower APR at 48 months?", ALDER, BIRCH)
    assert isinstance(answer, DocumentAnswer)
    assert answer.kind is ValueKind.TEXT
    assert "Birch" in str(answer.value)
    assert {passage.document_id for passage in answer.passages} == {"alder_offer.html", "Birch offer.docx"}


def test_two_papers_are_compared() -> None:
    answer = ask("How much cheaper is Birch than Alder over 48 months, total paid?", ALDER, BIRCH)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == Decimal("250.00")
    assert answer.figures[-1].op is FigureOp.SUBTRACT


def test_two_houses_are_added_in_the_scale_that_is_asked_for() -> None:
    answer = ask("Combine Quill 2025 revenue with Tern 2025 revenue, in millions of dollars", QUILL, TERN)
    assert isinstance(answer, DocumentAnswer)
    assert (answer.value, answer.scale) == (Decimal("2462.3"), Scale.MILLION)


def test_who_has_more_is_told_across_scales() -> None:
    answer = ask("Who had more revenue in the latest year, Quill or Tern?", QUILL, TERN)
    assert isinstance(answer, DocumentAnswer)
    assert "Tern" in str(answer.value)


@pytest.mark.parametrize(
    ("question", "papers"),
    [
        pytest.param("which offer has the lower APR at 24 months?", [ALDER, BIRCH], id="one paper has no such term"),
        pytest.param("which offer has the lower arrangement fee?", [ALDER, BIRCH], id="neither says it"),
        pytest.param("Combine Quill revenue with Tern revenue", [QUILL, TERN], id="no year"),
        pytest.param("How much cheaper is Birch than Cedar over 48 months?", [ALDER, BIRCH], id="no such paper"),
    ],
)
def test_papers_that_do_not_all_say_it_are_not_compared(question: str, papers: list[Paper]) -> None:
    assert isinstance(ask(question, *papers), DocumentRefusal)
