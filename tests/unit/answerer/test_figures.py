"""Figures against plain arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.answerer.figures import (
    Calculation,
    CurrencyMismatch,
    RowSource,
    figures_digest,
    number,
    render_money,
    round_half_up,
)
from services.answerer.model import Figure, FigureOp, FigureUnit, LedgerFilter
from tests.unit.answerer.ledger_fake import make_row

CENTS = st.integers(-10_000_000, 10_000_000).map(lambda cents: Decimal(cents).scaleb(-2))


def _money(calculation: Calculation, value: Decimal, currency: str = "USD") -> Figure:
    return calculation.row_sum(RowSource(LedgerFilter(), "d", 0, (), ()), value, currency, "sum")


@given(CENTS, CENTS)
def test_a_percentage_is_the_exact_ratio_rounded_once_half_up(part: Decimal, whole: Decimal) -> None:
    if whole == 0:
        return
    calculation = Calculation()
    figure = calculation.percent_of(_money(calculation, part), _money(calculation, whole), "share")
    exact = Fraction(part) / Fraction(whole) * 100
    tenths = abs(exact) * 10
    rounded = Fraction(int(tenths + Fraction(1, 2)), 10) * (-1 if exact < 0 else 1)
    assert Fraction(number(figure)) == rounded


@given(CENTS, st.integers(1, 400))
def test_an_average_is_rounded_half_up_to_the_cent(total: Decimal, count: int) -> None:
    calculation = Calculation()
    divisor = calculation.constant(Decimal(count), FigureUnit.MONTHS, "months")
    figure = calculation.divide(_money(calculation, total), divisor, "average", rounding=2)
    exact = abs(Fraction(total) / count) * 100
    assert abs(Fraction(number(figure))) == Fraction(int(exact + Fraction(1, 2)), 100)


@given(st.lists(CENTS, min_size=1, max_size=40))
def test_sum_difference_and_median_are_those_of_the_plain_numbers(values: list[Decimal]) -> None:
    calculation = Calculation()
    figures = [_money(calculation, value) for value in values]
    assert number(calculation.add(figures, "sum")) == sum(values, Decimal(0))
    assert number(calculation.subtract(figures[0], figures[-1], "less")) == values[0] - values[-1]
    ordered = sorted(values)
    middle = len(ordered) // 2
    want = ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
    assert number(calculation.median(figures, "median", rounding=2)) == want.quantize(Decimal("0.01"), ROUND_HALF_UP)


def test_currencies_never_meet() -> None:
    calculation = Calculation()
    dollars, euros = _money(calculation, Decimal(1)), _money(calculation, Decimal(1), "EUR")
    makers: list[Callable[[], Figure]] = [
        lambda: calculation.add([dollars, euros], "sum"),
        lambda: calculation.subtract(dollars, euros, "less"),
        lambda: calculation.percent_of(dollars, euros, "share"),
        lambda: calculation.percent_change(dollars, euros, "change"),
    ]
    for make in makers:
        with pytest.raises(CurrencyMismatch):
            make()


def test_inputs_stand_before_what_uses_them() -> None:
    calculation = Calculation()
    one, two = _money(calculation, Decimal(4)), _money(calculation, Decimal(5))
    calculation.percent_change(one, two, "change")
    seen: set[str] = set()
    for figure in calculation.figures:
        assert set(figure.input_ids) <= seen
        seen.add(figure.figure_id)
    assert calculation.figures[-1].op is FigureOp.PERCENT_CHANGE
    assert number(calculation.figures[-1]) == Decimal("25.0")


def test_a_row_amount_counts_money_in_as_positive_where_income_is_asked() -> None:
    calculation = Calculation()
    figure = calculation.row_amount(make_row(1, date(2026, 1, 1), "-5.00", "Lintel"), LedgerFilter(), "pay", sign=-1)
    assert number(figure) == Decimal("5.00")
    assert figure.rows is not None
    assert figure.rows.row_ids == ("r0001",)


@pytest.mark.parametrize(
    ("value", "currency", "shown"),
    [
        ("1204.5", "USD", "$1,204.50"),
        ("-3.2", "GBP", "-£3.20"),
        ("0.00", "EUR", "€0.00"),
        ("-0.00", "USD", "$0.00"),
        ("500", "JPY", "JPY 500"),
        ("1.234", "BHD", "BHD 1.234"),
        ("12", "CHF", "CHF 12.00"),
    ],
)
def test_money_is_written_with_its_currencys_decimals(value: str, currency: str, shown: str) -> None:
    assert render_money(Decimal(value), currency) == shown


def test_rounding_goes_away_from_zero_at_a_half_and_never_to_minus_zero() -> None:
    assert [str(round_half_up(Decimal(text), 1)) for text in ("0.25", "-0.25", "0.05", "-0.04")] == [
        "0.3",
        "-0.3",
        "0.1",
        "0.0",
    ]


def test_equal_figures_have_equal_digests_and_others_do_not() -> None:
    def made(value: str) -> tuple[Figure, ...]:
        calculation = Calculation()
        _money(calculation, Decimal(value))
        return calculation.figures

    assert figures_digest(made("1.00")) == figures_digest(made("1.00"))
    assert figures_digest(made("1.00")) != figures_digest(made("1.01"))
