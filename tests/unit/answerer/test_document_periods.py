"""Years, slips, reports and versions: which print of a figure a question is about."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from services.answerer.documents.model import DocumentAnswer, DocumentRefusal, ValueKind
from services.answerer.model import FigureUnit, RefusalReason, Scale
from tests.unit.answerer.document_vault import Paper, ask

SLIP = (
    Paper("slip.pdf", "Statement of earnings")
    .prose("Worker | Ada Quill", "Pay period | April 1 to April 30, 2026", "Pay date | April 30, 2026")
    .table(
        ["Earnings", "Rate", "Hours", "Amount > This period", "Amount > Year to date"],
        ["Overtime", "$40.00", "3.00", "$120.00", "$960.00"],
        ["Net pay", "", "", "$3,100.00", "$12,400.00"],
    )
)
HEAD = ["", "Year ended June 30, > 2025", "Year ended June 30, > 2024"]
FISCAL = ["", "Fiscal year ended June 30, > 2025", "Fiscal year ended June 30, > 2024"]


def _report(name: str, year: int, head: list[str], *rows: list[str]) -> Paper:
    paper = Paper(name, "Heath Pumps, Inc.", f"Annual report for the year ended June 30, {year}.",
                  institution="Heath Pumps, Inc")  # fmt: skip
    return paper.table(head, *rows, scale=Scale.THOUSAND, unit="USD")


LATER = _report(
    "heath-2025.pdf", 2025, FISCAL,
    ["Service revenue", "900", "750"], ["Cost of service revenue", "(400)", "(390)"], ["Net income", "210", "180"],
).prose("Net income for 2024 was reduced by $0.02 million to correct an error.")  # fmt: skip
EARLIER = _report(
    "heath-2024.pdf", 2024, ["", "Fiscal year ended June 30, > 2024", "Fiscal year ended June 30, > 2023"],
    ["Service revenue", "750", "700"], ["Net income", "200", "150"],
)  # fmt: skip
POLICY = Paper("policy.pdf", "Motor declarations", institution="Larch Mutual").table(
    ["Cover", "Limit", "Six-month premium > 2019 Falcon Wagon", "Six-month premium > 2012 Elm Van"],
    ["Glass", "$500", "$21.50", "$14.25"],
)


def _offer(name: str, rate: str) -> Paper:
    return Paper(name, "Personal loan offer", institution=name).table(["Item", "Value"], ["Interest rate", rate])


def _schedule(name: str, day: date, fee: str) -> Paper:
    paper = Paper(name, "Fees of the Birch account", institution="Elm Bank", effective=day)
    return paper.table(["Service", "Fee"], ["Overdraft item", fee])


def _answered(question: str, *papers: Paper) -> DocumentAnswer:
    found = ask(question, *papers)
    assert isinstance(found, DocumentAnswer), found
    return found


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("take home pay in april", "3100.00"),
        ("how much overtime did I make in April 2026", "120.00"),
        ("year to date overtime pay, april slip", "960.00"),
    ],
)
def test_a_slip_is_of_the_month_that_it_states_and_its_amount_is_no_rate(question: str, value: str) -> None:
    assert _answered(question, SLIP).value == Decimal(value)


def test_a_slip_says_nothing_of_another_month() -> None:
    assert isinstance(ask("take home pay in march", SLIP), DocumentRefusal)


def test_a_column_for_a_full_year_answers_a_question_that_names_the_year() -> None:
    found = _answered("Heath Pumps service revenue 2025", LATER)
    assert (found.kind, found.value, found.scale) == (ValueKind.FIGURE, Decimal(900), Scale.THOUSAND)


def test_a_later_report_governs_over_the_first_print() -> None:
    assert _answered("Heath Pumps net income 2024", EARLIER, LATER).value == Decimal(180)


def test_what_something_cost_is_not_what_it_brought_in() -> None:
    found = _answered("growth in service revenue 2024 to 2025 in percent", EARLIER, LATER)
    assert (found.value, found.unit) == (Decimal("20.00"), FigureUnit.PERCENT)


def test_by_how_much_something_changed_is_not_how_much_it_is() -> None:
    only = Paper("note.txt", "Heath Pumps, Inc.").prose("Product revenue for 2024 was reduced by $6 million.")
    assert isinstance(ask("Heath Pumps product revenue 2024", only), DocumentRefusal)


def test_the_year_of_a_thing_is_no_period_and_a_six_month_price_no_column_for_six_months() -> None:
    assert _answered("glass premium for the van", POLICY).value == Decimal("14.25")


def test_versions_are_compared_by_the_years_in_which_they_begin() -> None:
    old, new = _schedule("a.pdf", date(2023, 2, 1), "$30.00"), _schedule("b.pdf", date(2025, 2, 1), "$24.00")
    found = _answered("by how much did the Birch overdraft fee drop between 2023 and 2025", old, new)
    assert (found.kind, found.value) == (ValueKind.MONEY, Decimal("6.00"))


def test_a_word_that_all_offers_bear_picks_none_of_them() -> None:
    found = ask("interest rate on the loan offer?", _offer("Oak Lending", "9.1%"), _offer("Yew Lending", "8.4%"))
    assert isinstance(found, DocumentRefusal)
    assert found.reason is RefusalReason.AMBIGUOUS


def test_a_number_of_years_that_no_label_says_is_not_left_out() -> None:
    plan = Paper("plan.csv", "Repayment plan").table(["Number", "Payment", "Balance"], ["1", "$90.00", "$910.00"])
    assert isinstance(ask("what will I owe after 10 years of payments?", plan), DocumentRefusal)


def test_who_somebody_is_under_a_paper_is_its_definition() -> None:
    form = Paper("form.pdf", "Tenants policy").prose('"Lodger" means a person who pays for a room. Glass is covered.')
    assert "means a person" in str(_answered("who is a lodger under the policy", form).value)
