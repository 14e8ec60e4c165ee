"""QIF: orders of dates, splits, categories, transfers, several accounts."""

from __future__ import annotations

from decimal import Decimal

import pytest

from services.common.errors import InvalidArgument
from services.retriever.ledger import refusals
from services.retriever.model import DateOrder, ImportOptions, LedgerFormat, SourcePart
from tests.unit.retriever.bank_files import USD, keys, parse, reasons, rows, source_rows


def record(day: str, amount: str, payee: str = "SHOP", *more: str) -> str:
    return "\n".join((f"D{day}", f"T{amount}", f"P{payee}", *more, "^", ""))


def bank(*records: str, kind: str = "Bank") -> str:
    return f"!Type:{kind}\n{''.join(records)}"


def test_rows_become_an_account_that_the_caller_or_the_file_names() -> None:
    text = bank(record("01/23/2019", "-10.00", "Payee Name", "MNote"), record("01/24/2019", "1,000.20", "Acme Payroll"))
    parsed = parse(text, USD, name="downloads/checking.qif")
    assert parsed.format is LedgerFormat.QIF
    assert [account.source_account_id for account in parsed.accounts] == ["file:checking"]
    assert rows(parsed) == [
        ("2019-01-23", Decimal("10.00"), "Payee Name"),
        ("2019-01-24", Decimal("-1000.20"), "Acme Payroll"),
    ]
    assert source_rows(parsed)[0].long_descriptor == "Note"
    named = parse(text, ImportOptions(currency="USD", account_key="main"))
    assert [account.source_account_id for account in named.accounts] == ["file:main"]


def test_a_currency_is_asked_for_because_the_format_states_none() -> None:
    asked = parse(bank(record("01/23/2019", "-10.00")))
    assert (list(asked.choices), asked.changes) == (["currency_code"], ())


def test_an_order_of_dates_that_the_file_leaves_open_is_asked_for() -> None:
    text = bank(record("03/04/2026", "-1.00"), record("05/06/2026", "-2.00"))
    asked = parse(text, USD)
    assert (asked.choices, asked.changes) == ({"date_order": ("DMY", "MDY")}, ())
    for order, day in ((DateOrder.DMY, "2026-04-03"), (DateOrder.MDY, "2026-03-04")):
        answered = parse(text, ImportOptions(currency="USD", date_order=order))
        assert source_rows(answered)[0].date.isoformat() == day
        assert answered.options.date_order is order


def test_case_b25_the_order_is_decided_once_and_an_impossible_day_is_refused() -> None:
    parsed = parse(bank(record("03/04/2026", "-1"), record("13/04/2026", "-2"), record("31/02/2026", "-3")), USD)
    assert [row[0] for row in rows(parsed)] == ["2026-04-03", "2026-04-13"]
    assert reasons(parsed) == [(10, refusals.NO_DATE)]


@pytest.mark.parametrize(
    ("stated", "day"),
    [
        ("2/14'2020", "2020-02-14"),
        ("1/ 1'00", "2000-01-01"),
        ("12/19/18", "2018-12-19"),
        ("12/19/98", "1998-12-19"),
        ("12/19'98", "2098-12-19"),
        ("2026-12-19", "2026-12-19"),
        ("19.12.2026", "2026-12-19"),
    ],
)
def test_dates_are_read_in_all_the_ways_that_programs_write_them(stated: str, day: str) -> None:
    assert [row[0] for row in rows(parse(bank(record(stated, "-1.00")), USD))] == [day]


@pytest.mark.parametrize(
    ("amounts", "values"),
    [
        (("-9,00", "4.711,98"), ("9.00", "-4711.98")),
        (("-1,000.20", "1,00,000.00"), ("1000.20", "-100000.00")),
        (("-1,234", "5.00"), ("1234.00", "-5.00")),
    ],
)
def test_case_b24_amounts_are_read_exactly(amounts: tuple[str, str], values: tuple[str, str]) -> None:
    parsed = parse(bank(*(record("01/23/2019", one) for one in amounts)), USD)
    assert [str(one.amount) for one in source_rows(parsed)] == list(values)


def test_case_b20_a_split_is_its_parts() -> None:
    text = bank(
        record(
            "01/23/2019", "-100.00", "Landlord", "L--Split--", "SRent", "ErentMay", "$-70.00", "SUtilities", "$-30.00"
        ),
        record("01/24/2019", "-50.00", "Odd", "SFood", "$-20.00", "SCoffee", "$-20.00"),
    )
    parsed = parse(text, USD)
    split, odd = source_rows(parsed)
    assert (split.amount, split.descriptor, split.bank_category) == (Decimal("100.00"), "Landlord", "")
    assert split.parts == (
        SourcePart(Decimal("70.00"), "RENT_AND_UTILITIES_RENT", note="rentMay"),
        SourcePart(Decimal("30.00")),
    )
    assert (odd.amount, odd.parts) == (Decimal("50.00"), ())
    assert any("do not add up" in notice for notice in parsed.notices)


def test_a_pay_slip_in_parts_has_parts_of_both_signs_and_a_split_into_one_is_no_split() -> None:
    text = bank(
        record("01/23/2019", "2500.00", "Acme", "S[Savings]", "$-200.00", "STaxes", "$-800.00", "SSalary", "$3500.00"),
        record("01/24/2019", "-50.00", "Shop", "SFood:Groceries", "$-50.00", "SFood", "$0.00"),
    )
    slip, shop = source_rows(parse(text, USD))
    assert [part.amount for part in slip.parts] == [Decimal(200), Decimal(800), Decimal(-3500)]
    assert slip.parts[0].category_id == "TRANSFER_OUT_ACCOUNT_TRANSFER"
    assert slip.amount == sum(part.amount for part in slip.parts)
    assert (shop.parts, shop.bank_category) == ((), "FOOD_AND_DRINK_GROCERIES")


def test_accounts_types_and_transfers_between_them() -> None:
    text = (
        "!Option:AutoSwitch\n!Account\nNChecking\nTBank\n^\nNVisa\nTCCard\n^\n!Clear:AutoSwitch\n"
        f"!Account\nNChecking\nTBank\n^\n{bank(record('01/23/2019', '-80.00', 'Card', 'L[Visa]'))}"
        "!Account\nNVisa\nTCCard\n^\n"
        f"{bank(record('01/20/2019', '-80.00', 'Market', 'LFood:Groceries/Home'), kind='CCard')}"
        f"{record('01/23/2019', '-5.00', 'Move', 'L[Savings]')}"
    )
    parsed = parse(text, USD)
    assert [(one.name, one.account_type) for one in parsed.accounts] == [("Checking", "depository"), ("Visa", "credit")]
    assert [one.bank_category for one in source_rows(parsed)] == [
        "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT",
        "FOOD_AND_DRINK_GROCERIES",
        "TRANSFER_OUT_ACCOUNT_TRANSFER",
    ]


def test_an_opening_balance_is_no_row_and_is_held_against_the_reconciled_one() -> None:
    account = "!Account\nNChecking\nTBank\n/01/31/2019\n${}\n^\n"
    body = bank(
        record("01/01/2019", "500.00", "Opening Balance", "L[Checking]"),
        record("01/23/2019", "-80.00"),
        record("02/02/2019", "-9.00"),
    )
    closing = parse(account.format("420.00") + body, USD)
    assert [one.amount for one in source_rows(closing)] == [Decimal("80.00"), Decimal("9.00")]
    assert closing.notices == ()
    assert any("reconciliation" in notice for notice in parse(account.format("421.00") + body, USD).notices)


def test_case_b04_equal_rows_are_two_and_stay_the_same_two() -> None:
    text = bank(record("01/23/2019", "-4.50"), record("01/23/2019", "-4.50"))
    assert len(set(keys(parse(text, USD)))) == 2
    assert keys(parse(text.replace("\n", "\r\n").encode("utf-16"), USD)) == keys(parse(text, USD))


def test_trades_and_a_row_without_its_end_are_refused() -> None:
    text = bank(record("01/23/2019", "-4.50"), record("01/24/2019", "-9.00")).removesuffix("^\n")
    parsed = parse(f"!Type:Invst\nD01/23/2019\nNBuy\nYAAPL\n$100.00\n^\n{text}", USD)
    assert reasons(parsed) == [(2, refusals.A_TRADE), (12, refusals.TRUNCATED)]
    assert [one.amount for one in source_rows(parsed)] == [Decimal("4.50")]


def test_lists_without_transactions_are_refused() -> None:
    with pytest.raises(InvalidArgument, match="no transactions"):
        parse("!Type:Cat\nNFood\nE\n^\n")
