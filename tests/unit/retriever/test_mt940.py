"""MT940 in the ways of many banks, and beside another reader of it."""

from __future__ import annotations

from decimal import Decimal

import mt940 as another_reader
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.errors import InvalidArgument
from services.retriever.ledger import refusals
from services.retriever.model import LedgerFormat
from tests.unit.retriever.bank_files import keys, parse, reasons, rows, source_rows


def statement(
    *lines: str, opening: str = "C260501EUR1000,00", closing: str = "", account: str = "12030000/202051"
) -> str:
    closing = f":62F:{closing}\n" if closing else ""
    body = "".join(f"{line}\n" for line in lines)
    return f":20:STARTUMS\n:25:{account}\n:28C:7/1\n:60F:{opening}\n{body}{closing}-\n"


def test_a_statement_gives_its_account_and_rows_and_closes() -> None:
    parsed = parse(
        statement(
            ":61:2605050505D4,50NMSCNONREF//B77",
            ":86:105?00BASISLASTSCHRIFT?20EREF+123?21SVWZ+Kaffee und?22Kuchen?30BANKDEFF?31DE02?32BLUE BEAN GmbH",
            ":61:2605060506C2000,NTRFNONREF",
            ":86:ACME PAYROLL MAY",
            closing="C260506EUR2995,5",
        )
    )
    (account,) = parsed.accounts
    assert parsed.format is LedgerFormat.MT940
    assert (account.mask, account.institution, account.currency) == ("2051", "12030000", "EUR")
    assert rows(parsed) == [
        ("2026-05-05", Decimal("4.50"), "BLUE BEAN GmbH"),
        ("2026-05-06", Decimal("-2000.00"), "ACME PAYROLL MAY"),
    ]
    first, second = source_rows(parsed)
    assert first.long_descriptor == "Kaffee und Kuchen BASISLASTSCHRIFT"
    assert (first.source_transaction_id, second.source_transaction_id) == ("B77", "")


def test_case_b08_reversals_have_the_sign_of_what_they_take_back() -> None:
    debit = parse(statement(":61:260505D800,00NTRFNONREF", ":61:260505RD800,00NTRFNONREF", closing="C260505EUR1000,"))
    credit = parse(statement(":61:260505C204,88NTRFNONREF", ":61:260505RC204,88NTRFNONREF", closing="C260505EUR1000,"))
    assert [one.amount for one in source_rows(debit)] == [Decimal("800.00"), Decimal("-800.00")]
    assert [one.amount for one in source_rows(credit)] == [Decimal("-204.88"), Decimal("204.88")]
    assert [one.reversal for one in (*source_rows(debit), *source_rows(credit))] == [False, True] * 2


def test_the_funds_code_is_no_reversal() -> None:
    parsed = parse(statement(":61:2605050505DR6,00NTRFNONREF", ":61:260505CR9,NTRFNONREF"))
    assert [one.amount for one in source_rows(parsed)] == [Decimal("6.00"), Decimal("-9.00")]


@pytest.mark.parametrize(
    ("line", "day"),
    [
        (":61:2605050506D1,NTRFNONREF", "2026-05-06"),
        (":61:260505D1,NTRFNONREF", "2026-05-05"),
        (":61:260505    D1,NTRFNONREF", "2026-05-05"),
        (":61:2601021231D1,NTRFNONREF", "2025-12-31"),
        (":61:2512310102D1,NTRFNONREF", "2026-01-02"),
        # Months of thirty days.
        (":61:2602300301D1,NTRFNONREF", "2026-03-01"),
        (":61:260230D1,NTRFNONREF", "2026-02-28"),
    ],
)
def test_a_row_is_dated_by_its_booking(line: str, day: str) -> None:
    assert [row[0] for row in rows(parse(statement(line)))] == [day]


@pytest.mark.parametrize(
    ("amount", "currency", "value"),
    [
        ("9,00", "EUR", "9.00"),
        ("9,", "EUR", "9.00"),
        ("000000000001,62", "EUR", "1.62"),
        ("4.50", "EUR", "4.50"),
        ("4.711,98", "EUR", "4711.98"),
        ("500,", "JPY", "500"),
        ("1,234", "BHD", "1.234"),
        ("1,234", "EUR", "1.234"),
    ],
)
def test_case_b24_and_b15_amounts_are_read_exactly(amount: str, currency: str, value: str) -> None:
    parsed = parse(statement(f":61:260505D{amount}NTRFNONREF", opening=f"C260501{currency}0,"))
    assert [str(one.amount) for one in source_rows(parsed)] == [value]


def test_a_line_that_cannot_be_read_is_refused_with_its_place_and_the_rest_is_kept() -> None:
    parsed = parse(
        statement(
            ":61:260505D1,00NTRFNONREF",
            ":61:nonsense",
            ":61:261305D1,00NTRFNONREF",
            ":61:260505D1.234NTRFNONREF",
            ":61:260505ED1,00NTRFNONREF",
            ":61:260506D2,00NTRFNONREF",
            closing="C260506EUR990,00",
        )
    )
    assert [one.amount for one in source_rows(parsed)] == [Decimal("1.00"), Decimal("2.00")]
    assert reasons(parsed) == [
        (6, refusals.NOT_A_LINE),
        (7, refusals.NO_DATE),
        (8, refusals.AMBIGUOUS_AMOUNT),
        (9, refusals.NOT_BOOKED),
    ]


def test_lines_without_a_type_code_stay_two_rows() -> None:
    parsed = parse(statement(":61:260505D1,00", ":61:260505D2,00", closing="C260505EUR997,"))
    assert [one.amount for one in source_rows(parsed)] == [Decimal("1.00"), Decimal("2.00")]


def test_pages_and_accounts_of_one_file() -> None:
    pages = (
        ":20:A\n:25:1222333444\n:28:1/1\n:60F:C260315EUR0,00\n:61:260317C50,00NTRF\n:62M:C26031550,00\n"
        ":20:A\n:25:1222333444\n:28:1/2\n:60M:C260315EUR50,00\n:61:260322C20,00NTRF\n:62F:C260315EUR70,00\n"
        ":20:B\n:25:DE02120300000000202051EUR\n:28:2/1\n:60F:C260324EUR145,00\n:61:260324D50,00NTRF\n:62F:C260324EUR95,\n-\n"
    )
    parsed = parse(pages)
    assert [(one.mask, one.currency) for one in parsed.accounts] == [("3444", "EUR"), ("2051", "EUR")]
    assert [one.amount for one in source_rows(parsed)] == [Decimal("-50.00"), Decimal("-20.00"), Decimal("50.00")]
    assert parsed.notices == ()


@pytest.mark.parametrize(
    ("details", "descriptor"),
    [
        # The standard wraps after 65 characters, in the middle of words.
        ((":86:" + "X" * 60 + " TAIL", "END"), "X" * 60 + " TAILEND"),
        ((":86:SHORT LINE", "NEXT LINE"), "SHORT LINE NEXT LINE"),
        # Rabobank repeats the field.
        ((":86:BETALINGSKENM. 1", ":86:FACTUUR 2"), "BETALINGSKENM. 1 FACTUUR 2"),
        # A time that the wrapping broke looks like a field.
        ((":86:KAUF 12-09-2026T16", ":20:37 FILIALE 7"), "KAUF 12-09-2026T16 :20:37 FILIALE 7"),
        ((":86:/TRTP/SEPA OVERBOEKING/IBAN/NL02/BIC/X/NAME/J. DE VRIES/REMI/HUUR MEI/EREF/1",), "J. DE VRIES"),
        ((":86:/CNTP/NL02/INGBNL2A/J. DE VRIES/UTRECHT//REMI/USTD//HUUR MEI/",), "J. DE VRIES"),
        # Other marks than the question mark.
        ((":86:020~00PRZELEW~20CZYNSZ~32JAN NOWAK~33 WARSZAWA",), "JAN NOWAK WARSZAWA"),
        ((":86:805?00ENTGELTABSCHLUSS?20Pauschalen",), "ENTGELTABSCHLUSS Pauschalen"),
    ],
)
def test_a_row_is_named_whatever_way_the_bank_writes_it(details: tuple[str, ...], descriptor: str) -> None:
    (one,) = source_rows(parse(statement(":61:260505D1,00NMSCNONREF", *details)))
    assert one.descriptor == descriptor


def test_information_behind_the_closing_balance_belongs_to_no_row() -> None:
    text = statement(":61:260505D1,00NMSCNONREF", ":86:CAFE", closing="C260505EUR999,")
    (one,) = source_rows(parse(text.replace("\n-\n", "\n:64:C260505EUR999,\n:86:SUM OF ALL\n-\n")))
    assert one.descriptor == "CAFE"


def test_a_swift_envelope_and_control_characters_change_nothing() -> None:
    bare = statement(":61:260505D1,00NMSCNONREF", ":86:CAFE", closing="C260505EUR999,")
    wrapped = "{1:F01BANKDEFFXXXX0000000000}{2:I940BANKDEFFXXXXN}{4:\r\n" + bare.replace("\n", "\r\n").replace(
        "-\r\n", "-}"
    )
    assert parse(wrapped).changes == parse(bare).changes
    assert parse(f"\x01{bare}\x03").changes == parse(bare).changes
    assert parse(bare.replace("CAFE", "CAFÉ").encode("cp1252")).changes == parse(bare.replace("CAFE", "CAFÉ")).changes


def test_a_statement_that_does_not_close_is_refused() -> None:
    parsed = parse(statement(":61:260505D1,00NMSCNONREF", closing="C260505EUR998,"))
    assert (rows(parsed), reasons(parsed)) == ([], [(5, refusals.NOT_CLOSING)])
    assert parsed.accounts == ()


def test_case_b04_equal_rows_are_two() -> None:
    line = ":61:260505D4,50NMSCNONREF//B1"
    assert len(set(keys(parse(statement(line, line, ":61:260505D4,50NMSC", ":61:260505D4,50NMSC"))))) == 4


def test_an_mt942_and_a_file_without_a_statement_are_refused() -> None:
    with pytest.raises(InvalidArgument, match="MT942"):
        parse(":20:X\n:25:1\n:28C:1/1\n:34F:PLN0\n:13D:2601191815+0100\n:61:260119C1,NTRFNONREF\n:90C:1PLN1,\n-\n")
    with pytest.raises(InvalidArgument, match="no statement"):
        parse(":61:260119C1,NTRFNONREF\n")


@given(
    st.lists(
        st.tuples(
            st.dates().filter(lambda day: 1980 <= day.year <= 2079),
            st.sampled_from(["C", "D", "RC", "RD"]),
            st.decimals(min_value=Decimal("0.01"), max_value=10**9, places=2),
            st.text("ABCDEFGHIJ ", min_size=1, max_size=20).map(str.strip).filter(bool),
        ),
        max_size=8,
    )
)
def test_whatever_is_written_is_read_back_as_another_reader_reads_it(
    bookings: list[tuple[object, str, Decimal, str]],
) -> None:
    lines: list[str] = []
    for day, mark, amount, text in bookings:
        lines += [f":61:{day:%y%m%d}{mark}{amount}NMSCNONREF".replace(".", ","), f":86:{text}"]
    content = statement(*lines)
    parsed = parse(content)
    assert [row[2] for row in rows(parsed)] == [" ".join(text.split()) for *_, text in bookings]
    other = another_reader.parse(content, options=another_reader.Options.all())
    assert [one.amount for one in source_rows(parsed)] == [-one.data["amount"].amount for one in other]
    assert [one.date.strftime("%y%m%d") for one in source_rows(parsed)] == [f"{day:%y%m%d}" for day, *_ in bookings]
