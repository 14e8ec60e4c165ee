"""Calculations over lines of tables: each kind of question, on papers made up for it."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from services.answerer.documents.model import DocumentAnswer, DocumentRefusal, ValueKind
from services.answerer.documents.periods import Period, asked_periods, label_period, without_periods
from services.answerer.documents.tasks import Operation, read_calculation
from services.answerer.model import FigureUnit, RefusalReason, Scale
from tests.unit.answerer.document_vault import Paper, ask

RESULTS = Paper("quarry.html", "Quarry Stone plc: results", "In thousands").table(
    ["", "Year ended June 30, > 2025", "Year ended June 30, > 2024", "Year ended June 30, > 2023"],
    ["Aggregates", "4,200", "4,000", "3,500"],
    ["Asphalt", "1,100", "900", "700"],
    ["Total sales", "5,300", "4,900", "4,200"],
    ["Haulage costs", "(310)", "(280)", "(250)"],
    ["Operating income (loss)", "420", "(60)", "150"],
    ["Gross margin", "31.5%", "30.0%", "28.5%"],
    scale=Scale.THOUSAND,
    caption="In thousands",
)
COUNTS = Paper("ferry.html", "Skerry Ferries: traffic").table(
    ["Route", "2025", "2024"],
    ["North", "120", "150"],
    ["South", "480", "410"],
    ["East", "230", "260"],
)
CREDITS = (
    Paper("cover.html", "Marram Insurance: contents cover", institution="Marram Insurance")
    .table(["Credit", "Amount"], ["Alarm credit", "($25.00)"], ["Loyalty credit", "($40.00)"])
    .table(
        ["Extra", "Premium"],
        ["Bicycles", "$18.00"],
        ["Instruments", "$32.50"],
        caption="Optional extras",
    )
)
FEES_OLD = Paper("tern-2024.html", "Tern Bank: prices", institution="Tern Bank", effective=date(2024, 2, 1)).table(
    ["Service", "Fee"], ["Draft abroad", "$14.00"], ["Locker", "$60.00"]
)
FEES_NEW = Paper("tern-2026.html", "Tern Bank: prices", institution="Tern Bank", effective=date(2026, 2, 1)).table(
    ["Service", "Fee"], ["Draft abroad", "$17.50"], ["Locker", "$66.00"]
)
BROKER = (
    Paper("plover.html", "Plover Brokers: charges", institution="Plover Brokers")
    .table(
        ["Product", "Online", "By phone", "Minimum"],
        ["Government bonds", "$2.00 per bond", "$4.00 per bond", "$15.00"],
        ["Silver", "0.80% of value", "1.20% of value", "$30.00"],
    )
    .table(["Card", "Charge"], ["Cash abroad", "3% or $6, whichever is greater"])
    .table(
        ["Assets", "Yearly rate"],
        ["First $100,000", "1.00%"],
        ["Next $400,000", "0.60%"],
        ["Above $500,000", "0.40%"],
    )
    .prose("The custody fee is worked out on each band of assets separately.", "The lowest fee in a year is $90.00.")
)
RATES = Paper("dunlin.html", "Dunlin Savings: rates").table(
    ["Balance", "Rate > Easy access", "Rate > Fixed"],
    ["$1 to $9,999", "2.10%", "2.90%"],
    ["$10,000 to $49,999", "2.60%", "3.40%"],
    ["$50,000 and over", "3.00%", "3.80%"],
)


def value(question: str, *papers: Paper) -> Decimal | str | tuple[str, ...] | date:
    """What is answered; a refusal fails the test with its reason."""
    found = ask(question, *papers)
    assert isinstance(found, DocumentAnswer), found
    return found.value


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was the change in asphalt from 2024 to 2025?", "200"),
        ("What is the increase / (decrease) in Aggregates from 2023 to 2024?", "500"),
        ("What was the percentage change in Total sales between 2024 and 2025?", "8.16"),
        ("What is the average Aggregates for 2023, 2024 and 2025?", "3900"),
        ("What was the total asphalt from 2023 to 2025?", "2700"),
        ("What is the change in operating income (loss) in 2025 from 2024?", "480"),
        ("What is the ratio of asphalt to aggregates in 2024?", "0.225"),
        ("What is asphalt as a percentage of total sales in 2025?", "20.75"),
        ("In 2024, what is the difference between aggregates and asphalt?", "3100"),
    ],
)
def test_a_calculation_takes_the_line_and_the_periods_that_are_named(question: str, expected: str) -> None:
    found = value(question, RESULTS)
    assert isinstance(found, Decimal)
    assert found.quantize(Decimal(expected)) == Decimal(expected)


def test_the_scale_of_the_table_is_the_scale_of_what_is_made_of_it() -> None:
    found = ask("What was the change in Aggregates from 2024 to 2025?", RESULTS)
    assert isinstance(found, DocumentAnswer)
    assert (found.kind, found.scale) == (ValueKind.FIGURE, Scale.THOUSAND)


def test_between_two_rates_the_change_is_in_points() -> None:
    found = ask("What is the percentage change in gross margin between 2024 and 2025?", RESULTS)
    assert isinstance(found, DocumentAnswer)
    assert (found.value, found.unit) == (Decimal("1.5"), FigureUnit.PERCENT)


def test_a_change_of_what_is_printed_as_going_out_is_offered_with_both_signs() -> None:
    found = ask("What is the change in haulage costs from 2024 to 2025?", RESULTS)
    assert isinstance(found, DocumentRefusal)
    assert found.reason is RefusalReason.AMBIGUOUS
    assert [one.printed for one in found.readings] == ["-30", "30"]


def test_a_line_that_the_table_does_not_have_is_not_the_nearest_one() -> None:
    assert isinstance(ask("What was the change in concrete from 2024 to 2025?", RESULTS), DocumentRefusal)


def test_a_year_that_the_line_does_not_have_gives_no_change() -> None:
    assert isinstance(ask("What was the change in asphalt from 2019 to 2025?", RESULTS), DocumentRefusal)


def test_values_of_two_years_come_in_the_order_in_which_they_are_named() -> None:
    question = "What are the respective values of asphalt in 2023 and 2025?"
    assert value(question, RESULTS) == ("700", "1,100")


def test_the_year_of_the_most_is_a_year() -> None:
    assert value("In which year was asphalt the lowest?", RESULTS) == Decimal(2023)


def test_years_beyond_a_threshold_are_listed_and_counted() -> None:
    assert value("In which years did total sales exceed 4,500 thousand?", RESULTS) == ("2025", "2024")
    assert value("How many years did total sales exceed 4,500 thousand?", RESULTS) == Decimal(2)


def test_the_row_of_the_most_is_named() -> None:
    assert value("Which route had the highest number in 2025?", COUNTS) == "South"


def test_rows_under_one_head_are_added_up() -> None:
    assert value("Optional extras added up, please", CREDITS) == Decimal("50.50")
    assert value("both credits on the contents cover added together", CREDITS) == Decimal("65.00")


def test_two_versions_of_a_price_are_compared_by_the_years_since_which_they_hold() -> None:
    assert value("By how much did the locker fee change between 2024 and 2026?", FEES_OLD, FEES_NEW) == Decimal("6.00")


def test_so_many_of_one_thing_and_one_of_another_are_added() -> None:
    question = "What would two drafts abroad plus one locker cost me in total?"
    assert value(question, FEES_NEW) == Decimal("101.00")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("I buy 5 government bonds online, what is the charge?", "15.00"),
        ("Charge for 40 government bonds online?", "80.00"),
        ("Silver worth $20,000 online, what charge?", "160.00"),
        ("Silver worth $2,000 online, what charge?", "30.00"),
        ("What is the charge for $500 cash abroad?", "15.00"),
        ("What is the charge for $50 cash abroad?", "6"),
        ("Yearly custody fee on $250,000?", "1900.00"),
        ("Yearly custody fee on $5,000?", "90.00"),
    ],
)
def test_prices_for_amounts_keep_to_the_least_and_to_the_steps(question: str, expected: str) -> None:
    assert value(question, BROKER) == Decimal(expected)


def test_a_balance_finds_the_band_that_it_lies_in() -> None:
    assert value("fixed rate for a balance of $12,500", RATES) == Decimal("3.40")
    assert value("easy access rate on 60k", RATES) == Decimal("3.00")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in 2019 from 2018", (Period(2019), Period(2018))),
        ("for 2017-2019", (Period(2017), Period(2018), Period(2019))),
        ("FY19 and F18", (Period(2019), Period(2018))),
        ("in 2018/2019", (Period(2018, until=2019),)),
        ("the third quarter of fiscal 2018", (Period(2018, quarter=3),)),
        ("from Q4 2025 to Q1 2026", (Period(2025, quarter=4), Period(2026, quarter=1))),
        ("at June 30 and December 31, 2019", (Period(2019, 6, 30), Period(2019, 12, 31))),
        ("quarters ended July 27 and April 27 in 2019", (Period(2019, 7, 27), Period(2019, 4, 27))),
        ("outstanding at 1 April in 2019", (Period(2019),)),
        ("a fee of $2,019 or 1,998", ()),
    ],
)
def test_periods_are_read_as_people_write_them(text: str, expected: tuple[Period, ...]) -> None:
    assert asked_periods(text) == expected


def test_a_label_with_two_years_is_of_no_one_period() -> None:
    assert label_period(("2019 vs 2018",)) is None
    assert label_period(("Year ended September 30,", "2018")) == Period(2018, 9, 30)
    assert without_periods("Outstanding, December 31, 2019") == "Outstanding"


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("What was the percentage increase in rent from 2020 to 2021?", Operation.PERCENT_CHANGE),
        ("How much did rent go up from 2020 to 2021?", Operation.CHANGE),
        ("What is the average rent?", Operation.AVERAGE),
        ("What is the weighted-average rate in 2020?", None),
        ("What was the reason for the increase in rent?", None),
        ("Why did rent change from 2020 to 2021?", None),
    ],
)
def test_only_what_asks_for_a_number_is_a_calculation(question: str, operation: Operation | None) -> None:
    found = read_calculation(question)
    assert (found.operation if found else None) is operation


def test_what_has_come_together_since_january_is_no_answer_for_a_month() -> None:
    slip = Paper("slip-2026-09.pdf", "Payslip").table(
        ["", "Payment", "Cumulative 2026"], ["Net pay", "$2,310.40", "$20,793.60"]
    )
    assert value("What was my net pay in September 2026?", slip) == Decimal("2310.40")
    assert value("net pay year to date on the September slip", slip) == Decimal("20793.60")


LEAVE = Paper("leave.md", "Sick pay at Tamsin Works").table(
    ["Full years with us", "Weeks at full pay"], ["Less than 2", "4"], ["2 to 5", "10"], ["6 or more", "16"]
)
EXIT = Paper("exit.md", "Brill Mobile: charges").table(
    ["Charge", "Amount"], ["Contract ended within 60 days of start", "$85.00"], ["Paper invoice", "$2.50"]
)


@pytest.mark.parametrize(
    ("question", "paper", "value"),
    [
        ("weeks at full pay after 2 years", LEAVE, Decimal(10)),
        ("weeks at full pay with 9 years", LEAVE, Decimal(16)),
        ("weeks at full pay after 18 months", LEAVE, Decimal(4)),
        ("charge for a contract ended 1 month after the start", EXIT, Decimal("85.00")),
    ],
)
def test_a_length_is_found_in_the_band_that_holds_it(question: str, paper: Paper, value: Decimal) -> None:
    """What the head counts need not stand in each label; days and months are compared."""
    answer = ask(question, paper)
    assert isinstance(answer, DocumentAnswer)
    assert answer.value == value


def test_a_length_beyond_the_days_is_in_no_band() -> None:
    assert isinstance(ask("charge for a contract ended 6 months after the start", EXIT), DocumentRefusal)
