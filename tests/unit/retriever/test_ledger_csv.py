"""Bank CSV as banks write it: what is decided for a whole file, what is asked, what is refused."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from services.common.errors import InvalidArgument
from services.retriever.ledger.bank_csv import read_csv
from services.retriever.ledger.csv_values import choose_decimal_mark, find_currency, read_amount
from services.retriever.ledger.refusals import AMBIGUOUS_AMOUNT
from services.retriever.model import DateOrder, ImportOptions, ParsedFile, SignRule, Upsert

USD = ImportOptions(currency="USD")


def parse(text: str | bytes, options: ImportOptions = USD, name: str = "bank.csv") -> ParsedFile:
    return read_csv(text.encode() if isinstance(text, str) else text, name, options)


def rows(parsed: ParsedFile) -> list[tuple[str, Decimal, str]]:
    return [
        (change.row.date.isoformat(), change.row.amount, change.row.descriptor)
        for change in parsed.changes
        if isinstance(change, Upsert)
    ]


@pytest.mark.parametrize(
    ("text", "mark", "value"),
    [
        ("-9,00", ",", "-9.00"),
        ("4.711,98 €", ",", "4711.98"),
        ("1,000.20", ".", "1000.20"),
        ("1,00,000.00", ".", "100000.00"),
        ("1'234.50", ".", "1234.50"),
        ("1 234,50", ",", "1234.50"),
        ("(12.30)", ".", "-12.30"),
        ("12.30-", ".", "-12.30"),
        ("$ 5", ".", "5"),
        ("GBP 5.10", ".", "5.10"),
        (".50", ".", "0.50"),
        ("0.00", ".", "0.00"),
    ],
)
def test_a_printed_number_is_read_exactly(text: str, mark: str, value: str) -> None:
    assert read_amount(text, mark) == Decimal(value)


@pytest.mark.parametrize("text", ["", "n/a", "1.2.3", "12,34,5", "1,2,3.4.5", "--"])
def test_a_broken_number_is_none(text: str) -> None:
    assert read_amount(text, ".") is None


def test_an_amount_that_can_be_read_in_two_ways_is_refused_and_not_guessed() -> None:
    content = b"Date,Description,Amount\n2026-05-01,SHOP,-1,234\n2026-05-02,SHOP,-500\n".replace(b"-1,234", b'"-1,234"')
    options = ImportOptions(currency="EUR", sign_rule=SignRule.POSITIVE_IN)
    parsed = read_csv(content, "a.csv", options)
    assert [(one.position, one.reason) for one in parsed.refused] == [(2, AMBIGUOUS_AMOUNT)]
    assert [one.row.amount for one in parsed.changes if isinstance(one, Upsert)] == [Decimal(500)]
    in_yen = read_csv(content, "a.csv", replace(options, currency="JPY"))
    assert [one.row.amount for one in in_yen.changes if isinstance(one, Upsert)] == [Decimal(1234), Decimal(500)]


@pytest.mark.parametrize(
    ("cells", "currency", "mark"),
    [
        (["1,234", "5,00"], "", ","),
        (["1,234", "5.00"], "", "."),
        (["1,234", "2,500"], "", ""),
        (["1.234", "2.500"], "EUR", ""),
        (["1.234", "2.500"], "JPY", ","),
        (["1.234"], "BHD", "."),
        (["1.234.567"], "", ","),
        (["5.00", "5,00"], "", ""),
        (["12", "7"], "", ""),
    ],
)
def test_the_decimal_mark_is_what_the_cells_prove(cells: list[str], currency: str, mark: str) -> None:
    assert choose_decimal_mark(cells, currency) == mark


def test_a_dollar_sign_alone_names_no_currency() -> None:
    assert [find_currency(text) for text in ("$5", "US$5", "5 €", "Amount (GBP)", "TOTAL", "£1")] == [
        "",
        "USD",
        "EUR",
        "GBP",
        "",
        "GBP",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Date,Description,Amount\n2026-03-04,SHOP,-1.50\n2026-03-05,PAYROLL,20.00\n",
        "Date;Description;Amount\n2026-03-04;SHOP;-1.50\n2026-03-05;PAYROLL;20.00\n",
        "Date\tDescription\tAmount\n2026-03-04\tSHOP\t-1.50\n2026-03-05\tPAYROLL\t20.00\n",
        "Account 1\nOn Monday\n\nDate,Description,Amount\n2026-03-04,SHOP,-1.50\n2026-03-05,PAYROLL,20.00\n",
        "Posted Date,Date,Payee,Debit,Credit\n2026-03-04,2026-03-01,SHOP,1.5,\n2026-03-05,2026-03-02,PAYROLL,,20\n",
        "Date,Amount,Type,Details\n2026-03-04,1.50,DR,SHOP\n2026-03-05,20.00,CR,PAYROLL\n",
        "Buchungstag;Empfänger;Verwendungszweck;Betrag\n04.03.2026;SHOP;x;-1,50\n05.03.2026;PAYROLL;y;20,00\n",
        "Date,Description,Amount,Balance\n2026-03-04,SHOP,1.50,98.50\n2026-03-05,PAYROLL,-20.00,118.50\n",
        "4 Mar 2026,SHOP,-1.50\n5 Mar 2026,PAYROLL,20.00\n",
        '"Mar 4, 2026","SHOP","-$1.50"\n"Mar 5, 2026","PAYROLL","$20.00"\n',
    ],
)  # fmt: skip
def test_layouts_of_many_banks_say_the_same(text: str) -> None:
    assert rows(parse(text)) == [("2026-03-04", Decimal("1.50"), "SHOP"), ("2026-03-05", Decimal(-20), "PAYROLL")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "windows-1252"])
def test_the_charset_is_found(encoding: str) -> None:
    text = "Date,Payee,Amount\n2026-03-04,Café René €,-1.50\n2026-03-05,Søren Ågård,-2.00\n"
    assert [row[2] for row in rows(parse(text.encode(encoding)))] == ["Café René €", "Søren Ågård"]


@pytest.mark.parametrize(
    ("dates", "orders"),
    [
        (["03/04/2026", "13/04/2026"], [DateOrder.DMY]),
        (["03/04/2026", "04/13/2026"], [DateOrder.MDY]),
        (["03/04/2026", "05/04/2026"], [DateOrder.DMY, DateOrder.MDY]),
        (["03.04.2026", "05.04.2026"], [DateOrder.DMY]),
        (["05/05/2026"], [DateOrder.DMY]),
        (["2026-04-03", "2026/04/05"], [DateOrder.YMD]),
    ],
)
def test_the_order_of_dates_is_decided_for_the_column_or_asked(dates: list[str], orders: list[DateOrder]) -> None:
    parsed = parse("Date,Description,Amount\n" + "".join(f"{day},SHOP,-1.00\n" for day in dates))
    if len(orders) == 1:
        assert (parsed.options.date_order, dict(parsed.choices)) == (orders[0], {})
        assert len(parsed.changes) == len(dates)
    else:
        assert dict(parsed.choices) == {"date_order": tuple(order.name for order in orders)}
        assert parsed.changes == ()


@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        ("2026-03-04,SHOP,-1.50\n", SignRule.POSITIVE_IN),
        ("2026-03-04,STARBUCKS 123,1.50\n2026-03-05,PAYROLL,-20\n", SignRule.POSITIVE_OUT),
        ("2026-03-04,STARBUCKS 123,-1.50\n2026-03-05,PAYROLL,20\n", SignRule.POSITIVE_IN),
        ("2026-03-04,FOO,1.50\n2026-03-05,BAR,20\n", SignRule.UNSPECIFIED),
        ("2026-03-04,FOO,1.50\n2026-03-05,BAR,-20\n", SignRule.UNSPECIFIED),
    ],
)
def test_what_a_positive_amount_means_is_found_or_asked(lines: str, rule: SignRule) -> None:
    parsed = parse("Date,Description,Amount\n" + lines)
    assert parsed.options.sign_rule is rule
    assert ("sign_rule" in parsed.choices) is (rule is SignRule.UNSPECIFIED)
    assert bool(parsed.changes) is (rule is not SignRule.UNSPECIFIED)


def test_a_file_that_names_no_currency_asks_for_it() -> None:
    parsed = parse("Date,Description,Amount\n2026-03-04,SHOP,-1.50\n", ImportOptions())
    assert ("currency_code" in parsed.choices, parsed.changes) == (True, ())


def test_rows_that_cannot_be_read_or_were_not_booked_are_refused_with_their_line() -> None:
    parsed = parse(
        "Date,Description,Amount,Status\n2026-03-04,A,-1,booked\n2026-02-31,B,-1,booked\n2026-03-05,C,x,booked\n2026-03-06,D,-1,declined\n"
    )
    assert [row[2] for row in rows(parsed)] == ["A"]
    assert [one.position for one in parsed.refused] == [3, 4, 5]


def test_equal_rows_are_told_apart_by_their_occurrence_only() -> None:
    line = "2026-03-04,SHOP,-1.50\n"
    first, second = (parse("Date,Description,Amount\n" + line * count) for count in (2, 3))
    keys = [
        [change.row.source_key for change in parsed.changes if isinstance(change, Upsert)] for parsed in (first, second)
    ]
    assert len(set(keys[1])) == 3
    assert keys[1][:2] == keys[0]


def test_the_account_is_the_caller_s_key_or_the_file_s_name() -> None:
    text = "2026-03-04,SHOP,-1.50\n"
    assert parse(text, name="C:\\export\\main.csv").accounts[0].name == "main"
    named = parse(
        text, ImportOptions(currency="USD", account_key="k", account_name="Main", account_subtype="Credit Card")
    )
    (account,) = named.accounts
    assert (account.name, account.account_type, account.account_subtype) == ("Main", "credit", "credit card")


@pytest.mark.parametrize("text", ["", "hello\n", "a,b\n1,2\n", "Date,Description\n2026-01-01,x\n"])
def test_a_table_without_dates_and_amounts_is_unreadable(text: str) -> None:
    with pytest.raises(InvalidArgument):
        parse(text)
