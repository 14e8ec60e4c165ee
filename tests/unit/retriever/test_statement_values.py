"""Amounts, days and charsets of files that programs wrote: exact, or refused, never guessed."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.errors import InvalidArgument
from services.retriever.ledger.charsets import codec_name, decode_text
from services.retriever.ledger.decimal_marks import find_decimal_mark, read_amount
from services.retriever.ledger.refusals import AMBIGUOUS_AMOUNT, NO_AMOUNT, RowRefusal
from services.retriever.ledger.stated_days import find_zone, read_day

LONDON = ZoneInfo("Europe/London")
NEW_YORK = ZoneInfo("America/New_York")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-9,00", "-9.00"),
        ("4.711,98 €", "4711.98"),
        ("1,000.20", "1000.20"),
        ("1,00,000.00", "100000.00"),
        ("1,00,00,000.5", "10000000.5"),
        ("1.234.567", "1234567"),
        ("+0000000000100.00000", "100.00000"),
        ("−12.30", "-12.30"),
        ("12.30-", "-12.30"),
        ("(12.30)", "-12.30"),
        ("1'234.50", "1234.50"),
        ("1 234,50", "1234.50"),
        ("EUR 5,1", "5.1"),
        ("$120", "120"),
        (".50", "0.50"),
        ("5,", "5"),
        ("0,123", "0.123"),
        ("1234,567", "1234.567"),
        ("-0.00", "0.00"),
    ],
)
def test_case_b24_a_value_that_says_itself_what_it_is_needs_no_other(text: str, value: str) -> None:
    read = read_amount(text)
    assert read == Decimal(value)
    assert not (read.is_zero() and read.is_signed())


@pytest.mark.parametrize(
    "text", ["", "n/a", "NaN", "1E5", "12abc", "1.2.3", "1,2,3.4.5", "--5", "-5-", "(5", "1 23", "1_000", "٣"]
)
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(RowRefusal, match=NO_AMOUNT):
        read_amount(text, ".")


def test_a_lone_mark_before_three_digits_is_read_by_the_file_or_not_at_all() -> None:
    with pytest.raises(RowRefusal, match=AMBIGUOUS_AMOUNT):
        read_amount("1,234")
    assert read_amount("1,234", find_decimal_mark(["1,234", "5.00"])) == 1234
    assert read_amount("1,234", find_decimal_mark(["1,234", "5,00"])) == Decimal("1.234")
    assert read_amount("1.234", find_decimal_mark(["1.234", "9,00"])) == 1234
    with pytest.raises(RowRefusal, match=AMBIGUOUS_AMOUNT):
        read_amount("1,234", find_decimal_mark(["5.00", "5,00"]))


def test_case_b15_a_currency_of_three_decimals_keeps_them() -> None:
    assert read_amount("1.234", "", "BHD") == Decimal("1.234")
    assert read_amount("1,234", "", "KWD") == Decimal("1.234")


@given(
    value=st.decimals(min_value=-(10**9), max_value=10**9, places=2, allow_nan=False),
    mark=st.sampled_from(".,"),
    grouped=st.booleans(),
)
def test_an_amount_reads_back_as_it_was_printed(value: Decimal, mark: str, grouped: bool) -> None:
    printed = f"{value:,.2f}" if grouped else f"{value:.2f}"
    if mark == ",":
        printed = printed.translate({ord("."): ",", ord(","): "."})
    assert read_amount(printed) == value


@pytest.mark.parametrize(
    ("text", "zone", "day"),
    [
        ("2026-07-01T00:30:00+01:00", LONDON, "2026-07-01"),
        ("20260701003000.000[+1:BST]", LONDON, "2026-07-01"),
        ("20260701003000.000[+1:BST]", NEW_YORK, "2026-06-30"),
        ("2026-07-01T02:30:00Z", NEW_YORK, "2026-06-30"),
        ("2026-07-01T23:30:00.123456789-04:00", LONDON, "2026-07-02"),
        ("20260701093000[-3.5:NST]", LONDON, "2026-07-01"),
        # A day that a program wrote as an instant stays that day everywhere.
        ("20260701000000.000[-4:EDT]", ZoneInfo("America/Los_Angeles"), "2026-07-01"),
        ("20260701120000[0:GMT]", ZoneInfo("Pacific/Auckland"), "2026-07-01"),
        ("2026-07-01T00:00:00+02:00", NEW_YORK, "2026-07-01"),
        # Without an offset nothing says which instant it is.
        ("20260701233000", LONDON, "2026-07-01"),
        ("20091217162416.000[-:EST]", LONDON, "2009-12-17"),
        ("20260701", NEW_YORK, "2026-07-01"),
    ],
)
def test_case_b21_an_instant_becomes_the_day_in_the_user_s_zone(text: str, zone: ZoneInfo, day: str) -> None:
    assert read_day(text, zone) == date.fromisoformat(day)


@pytest.mark.parametrize("text", ["", "00000000", "20260231", "2026", "010126", "20261301", "20260701250000Z", "soon"])
def test_case_b25_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(RowRefusal):
        read_day(text, LONDON)


def test_an_unknown_time_zone_is_the_caller_s_mistake() -> None:
    with pytest.raises(InvalidArgument):
        find_zone("Europe/Londinium")


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [
        ("utf-8", ""),
        ("utf-8", "1252"),
        ("utf-8-sig", ""),
        ("utf-16", ""),
        ("utf-16-le", ""),
        ("utf-16-be", ""),
        ("cp1252", ""),
        ("cp1252", "1252"),
        ("latin-1", "8859-1"),
        ("latin-1", "UTF-8"),
    ],
)
def test_text_is_read_in_the_charset_that_it_has_whatever_it_declares(encoding: str, declared: str) -> None:
    text = "DATE,PAYEE\n2026-01-02,Café René & Müller\n"
    assert decode_text(text.encode(encoding), declared) == text


def test_a_declared_charset_beyond_the_western_ones_is_believed() -> None:
    assert decode_text("Żabka Łódź".encode("cp1250"), "1250") == "Żabka Łódź"
    assert decode_text("Ресторан".encode("cp1251"), "windows-1251") == "Ресторан"
    assert codec_name("NONE") == ""
