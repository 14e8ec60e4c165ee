"""OFX as banks write it: 1.x with its open tags, 2.x, several accounts, ids that are none."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.common.errors import InvalidArgument
from services.retriever.ledger import refusals
from services.retriever.model import ImportOptions, LedgerFormat, SignRule
from tests.unit.retriever.bank_files import USD, keys, parse, reasons, rows, source_rows

HEADER = (
    "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\n"
    "COMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n"
)


def row(day: str, amount: str, name: str, fitid: str = "", trntype: str = "DEBIT", more: str = "") -> str:
    """A transaction as OFX 1.x writes it, without end tags."""
    fitid = f"<FITID>{fitid}\n" if fitid else ""
    return f"<STMTTRN>\n<TRNTYPE>{trntype}\n<DTPOSTED>{day}\n<TRNAMT>{amount}\n{fitid}<NAME>{name}\n{more}</STMTTRN>\n"


def statement(*stmttrns: str, account: str = "1001", currency: str = "USD", more: str = "") -> str:
    """One account's statement."""
    return (
        f"<STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>{currency}\n"
        f"<BANKACCTFROM><BANKID>55<ACCTID>{account}<ACCTTYPE>CHECKING</BANKACCTFROM>\n"
        f"<BANKTRANLIST><DTSTART>20260501<DTEND>20260531\n{''.join(stmttrns)}</BANKTRANLIST>{more}</STMTRS></STMTTRNRS>"
    )


def ofx(*statements: str, header: str = HEADER) -> str:
    return (
        f"{header}<OFX><SIGNONMSGSRSV1><SONRS><FI><ORG>Riverbank<FID>1</FI></SONRS></SIGNONMSGSRSV1>"
        f"<BANKMSGSRSV1>{''.join(statements)}</BANKMSGSRSV1></OFX>"
    )


def test_a_statement_of_ofx_1_gives_its_account_and_its_rows() -> None:
    parsed = parse(ofx(statement(row("20260505", "-4.50", "BLUE BEAN", "A7"), row("20260506", "2000", "ACME PAYROLL"))))
    (account,) = parsed.accounts
    assert parsed.format is LedgerFormat.OFX
    assert (account.mask, account.institution, account.currency) == ("1001", "Riverbank", "USD")
    assert (account.account_type, account.account_subtype) == ("depository", "checking")
    assert "1001" not in account.source_account_id
    assert rows(parsed) == [
        ("2026-05-05", Decimal("4.50"), "BLUE BEAN"),
        ("2026-05-06", Decimal("-2000.00"), "ACME PAYROLL"),
    ]
    assert [one.source_transaction_id for one in source_rows(parsed)] == ["A7", ""]


def test_end_tags_and_the_header_of_ofx_2_change_nothing() -> None:
    closed = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="220"?>\n'
        "<OFX><SIGNONMSGSRSV1><SONRS><FI><ORG>Riverbank</ORG><FID>1</FID></FI></SONRS></SIGNONMSGSRSV1><BANKMSGSRSV1>"
        "<STMTTRNRS><STMTRS><CURDEF>USD</CURDEF><BANKACCTFROM><BANKID>55</BANKID><ACCTID>1001</ACCTID>"
        "<ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM><BANKTRANLIST>"
        "<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260505</DTPOSTED><TRNAMT>-4.50</TRNAMT><FITID>A7</FITID>"
        "<NAME>CAFÉ &amp; BEAN</NAME><MEMO></MEMO></STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"
    )
    open_ = parse(ofx(statement(row("20260505", "-4.50", "CAFÉ &amp; BEAN", "A7"))))
    parsed = parse(closed)
    assert keys(parsed) == keys(open_)
    assert rows(parsed) == [("2026-05-05", Decimal("4.50"), "CAFÉ & BEAN")]


def test_a_missing_end_of_a_row_is_the_start_of_the_next() -> None:
    text = ofx(statement(row("20260505", "-4.50", "BLUE BEAN"), row("20260506", "-9.00", "GREEN GROCER")))
    assert rows(parse(text.replace("</STMTTRN>", ""))) == rows(parse(text))


def test_a_row_in_which_the_file_ends_is_refused_and_the_others_are_kept() -> None:
    text = ofx(statement(row("20260505", "-4.50", "BLUE BEAN"), row("20260506", "-9.00", "GREEN GROCER")))
    parsed = parse(text[: text.index("GREEN GRO")])
    assert [one[2] for one in rows(parsed)] == ["BLUE BEAN"]
    assert reasons(parsed) == [(text[: text.rindex("<STMTTRN>")].count("\n") + 1, refusals.TRUNCATED)]


def test_case_b05_a_purchase_and_its_fee_under_one_id_are_two_rows() -> None:
    both = (row("20260505", "-100.00", "HOTEL PARIS", "F9"), row("20260505", "-3.00", "FOREIGN TRANSACTION FEE", "F9"))
    parsed = parse(ofx(statement(*both)))
    assert [one.amount for one in source_rows(parsed)] == [Decimal("100.00"), Decimal("3.00")]
    assert len(set(keys(parsed))) == 2
    assert any("share the bank's id" in notice for notice in parsed.notices)
    # The same row alone, and under a name that the bank has changed since, is still the same row.
    alone = parse(ofx(statement(row("20260505", "-100.00", "HOTEL DE PARIS 75001", "F9"))))
    assert keys(alone)[0] in keys(parsed)


def test_case_b04_equal_rows_are_two_in_a_statement_and_once_in_overlapping_ones() -> None:
    pair = (row("20260505", "-4.50", "BLUE BEAN"), row("20260505", "-4.50", "BLUE BEAN"))
    assert len(set(keys(parse(ofx(statement(*pair)))))) == 2
    overlapping = parse(ofx(statement(*pair), statement(pair[0], row("20260601", "-4.50", "BLUE BEAN"))))
    assert len(set(keys(overlapping))) == 3


def test_ids_that_only_number_the_rows_of_a_download_are_no_ids() -> None:
    may = row("20260505", "-4.50", "BLUE BEAN", "1"), row("20260506", "-9.00", "GREEN GROCER", "2")
    june = row("20260506", "-9.00", "GREEN GROCER", "1"), row("20260601", "-7.00", "RED RADISH", "2")
    first, second = parse(ofx(statement(*may))), parse(ofx(statement(*june)))
    assert len(set(keys(first)) | set(keys(second))) == 3
    assert {one.source_transaction_id for one in source_rows(first)} == {""}


def test_several_accounts_keep_their_rows_apart() -> None:
    parsed = parse(
        ofx(
            statement(row("20260505", "-4.50", "BLUE BEAN"), account="1001"),
            statement(row("20260505", "-9.00", "GREEN GROCER"), account="2002", currency="EUR"),
        )
    )
    assert [account.mask for account in parsed.accounts] == ["1001", "2002"]
    assert [(account, row.currency) for (account, _), row in zip(keys(parsed), source_rows(parsed), strict=True)] == [
        (parsed.accounts[0].source_account_id, "USD"),
        (parsed.accounts[1].source_account_id, "EUR"),
    ]
    assert len({account.item_id for account in parsed.accounts}) == 1
    with pytest.raises(InvalidArgument, match="several accounts"):
        parse(ofx(statement(account="1001"), statement(account="2002")), ImportOptions(account_key="main"))


def test_the_caller_may_name_the_one_account() -> None:
    named = ImportOptions(account_key="main", account_name="My money", account_subtype="credit card")
    (account,) = parse(ofx(statement(row("20260505", "-4.50", "BLUE BEAN"))), named).accounts
    assert (account.source_account_id, account.name, account.account_type) == ("file:main", "My money", "credit")


def test_a_card_is_known_by_its_digest_and_last_four_digits() -> None:
    text = (
        f"{HEADER}<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>USD<CCACCTFROM><ACCTID>4111111111111111"
        f"</CCACCTFROM><BANKTRANLIST>{row('20260505', '-4.50', 'BLUE BEAN', 'X1')}</BANKTRANLIST></CCSTMTRS>"
        "</CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>"
    )
    (account,) = parse(text).accounts
    assert (account.account_type, account.account_subtype, account.mask) == ("credit", "credit card", "1111")
    assert "411111" not in repr(account)


def test_the_account_that_money_goes_to_is_not_the_account_of_the_statement() -> None:
    other = "<BANKACCTTO><BANKID>99<ACCTID>9999<ACCTTYPE>SAVINGS</BANKACCTTO>\n"
    parsed = parse(ofx(statement(row("20260505", "-50.00", "TO SAVINGS", "T1", "XFER", other))))
    assert [account.mask for account in parsed.accounts] == ["1001"]


@pytest.mark.parametrize(
    ("amounts", "values"),
    [
        (("-9,00", "4.711,98"), ("9.00", "-4711.98")),
        (("-1,000.20", "1,00,000.00"), ("1000.20", "-100000.00")),
        (("-30.000", "-3.77000"), ("30.00", "3.77")),
        (("-1,234", "5.00"), ("1234.00", "-5.00")),
    ],
)
def test_case_b24_amounts_are_read_exactly(amounts: tuple[str, str], values: tuple[str, str]) -> None:
    parsed = parse(ofx(statement(*(row("20260505", one, "SHOP", trntype="OTHER") for one in amounts))))
    assert [str(one.amount) for one in source_rows(parsed)] == list(values)


def test_an_amount_that_is_two_numbers_is_refused() -> None:
    parsed = parse(ofx(statement(row("20260505", "-1,234", "SHOP"), row("20260505", "-7", "SHOP"))))
    assert [reason for _, reason in reasons(parsed)] == [refusals.AMBIGUOUS_AMOUNT]
    assert [one.amount for one in source_rows(parsed)] == [7]


def test_case_b15_the_currency_decides_the_decimals() -> None:
    yen = parse(ofx(statement(row("20260505", "-500", "KISSATEN"), currency="JPY")))
    dinar = parse(ofx(statement(row("20260505", "-1.234", "MANAMA CAFE"), currency="BHD")))
    assert [str(one.amount) for one in (*source_rows(yen), *source_rows(dinar))] == ["500", "1.234"]


def test_case_b21_an_instant_becomes_the_day_of_the_user() -> None:
    text = ofx(statement(row("20260701003000.000[+1:BST]", "-9.00", "NIGHT BUS", "N1")))
    london, utc = parse(text, ImportOptions(time_zone="Europe/London")), parse(text)
    assert [one.date.isoformat() for one in (*source_rows(london), *source_rows(utc))] == ["2026-07-01", "2026-06-30"]
    # The zone is the user's affair; the row is the same.
    assert keys(london) == keys(utc)


def test_a_row_s_own_currency_is_what_its_amount_is_in() -> None:
    own = "<CURRENCY><CURRATE>1.06<CURSYM>EUR</CURRENCY>"
    before = "<ORIGCURRENCY><CURRATE>1.06<CURSYM>EUR</ORIGCURRENCY>"
    parsed = parse(ofx(statement(row("20260505", "-4", "CAFE", more=own), row("20260505", "-5", "CAFE", more=before))))
    assert [one.currency for one in source_rows(parsed)] == ["EUR", "USD"]


def test_a_currency_that_nobody_states_is_asked_for() -> None:
    text = ofx(statement(row("20260505", "-4.50", "BLUE BEAN"), currency=""))
    asked = parse(text)
    assert (list(asked.choices), asked.changes) == (["currency_code"], ())
    assert [one.currency for one in source_rows(parse(text, USD))] == ["USD"]


def test_signs_that_contradict_the_stated_types_are_asked_about() -> None:
    text = ofx(statement(row("20260505", "4.50", "BLUE BEAN", "A"), row("20260506", "-90", "THANK YOU", "B", "CREDIT")))
    asked = parse(text)
    assert (list(asked.choices), asked.changes) == (["sign_rule"], ())
    answered = parse(text, ImportOptions(sign_rule=SignRule.POSITIVE_OUT))
    assert [one.amount for one in source_rows(answered)] == [Decimal("4.50"), Decimal("-90.00")]


@pytest.mark.parametrize(
    ("trntype", "amount", "name", "category"),
    [
        ("FEE", "-3", "MISC 0042", "BANK_FEES_OTHER_BANK_FEES"),
        ("INT", "0.42", "CAPITALISATION", "INCOME_INTEREST_EARNED"),
        ("ATM", "-60", "7TH AVE 0042", "TRANSFER_OUT_WITHDRAWAL"),
        ("XFER", "-60", "TO 0042", "TRANSFER_OUT_ACCOUNT_TRANSFER"),
        # The text tells more than the type.
        ("FEE", "-3", "FOREIGN TRANSACTION FEE", ""),
        ("XFER", "-60", "Hill Street Dental LLC", ""),
        ("DEBIT", "-60", "MISC 0042", ""),
    ],
)
def test_a_stated_type_gives_the_category_where_the_text_is_silent(
    trntype: str, amount: str, name: str, category: str
) -> None:
    (one,) = source_rows(parse(ofx(statement(row("20260505", amount, name, "A", trntype)))))
    assert one.bank_category == category


def test_a_correction_takes_the_place_of_the_row_that_it_names() -> None:
    wrong, right = row("20260505", "-45.0", "CAFE", "A"), row("20260505", "-4.50", "CAFE", "B", more="")
    right = right.replace("<NAME>", "<CORRECTFITID>A\n<CORRECTACTION>REPLACE\n<NAME>")
    assert [one.amount for one in source_rows(parse(ofx(statement(wrong, right))))] == [Decimal("4.50")]
    alone = parse(ofx(statement(right)))
    assert (rows(alone), [reason for _, reason in reasons(alone)]) == ([], [refusals.CORRECTION])


def test_pending_rows_and_trades_are_refused_with_the_reason() -> None:
    pending = "<BANKTRANLISTP><STMTTRNP><TRNTYPE>DEBIT<DTTRAN>20260505<TRNAMT>-4<NAME>HOLD</STMTTRNP></BANKTRANLISTP>"
    parsed = parse(ofx(statement(row("20260505", "-4.50", "CAFE"), more=pending)))
    assert [reason for _, reason in reasons(parsed)] == [refusals.NOT_BOOKED]
    trade = (
        f"{HEADER}<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><CURDEF>USD<INVACCTFROM><BROKERID>b<ACCTID>7777"
        "</INVACCTFROM><INVTRANLIST><BUYMF><INVBUY><INVTRAN><FITID>9<DTTRADE>20260505</INVTRAN><TOTAL>-197.2</INVBUY>"
        f"</BUYMF><INVBANKTRAN>{row('20260505', '-3.65', 'CASH OUT', 'C')}</INVBANKTRAN></INVTRANLIST></INVSTMTRS>"
        "</INVSTMTTRNRS></INVSTMTMSGSRSV1></OFX>"
    )
    parsed = parse(trade)
    assert [reason for _, reason in reasons(parsed)] == [refusals.A_TRADE]
    assert rows(parsed) == [("2026-05-05", Decimal("3.65"), "CASH OUT")]


def test_a_file_without_a_statement_is_refused_and_says_why() -> None:
    with pytest.raises(InvalidArgument, match="no statement"):
        parse(f"{HEADER}<OFX></OFX>")
    failed = "<OFX><BANKMSGSRSV1><STMTTRNRS><STATUS><CODE>2000<SEVERITY>ERROR</STATUS></STMTTRNRS></BANKMSGSRSV1></OFX>"
    with pytest.raises(InvalidArgument, match="code 2000"):
        parse(HEADER + failed)


NAMES = st.text(
    st.characters(codec="utf-8", exclude_characters="<>&\x00", exclude_categories=("Cc", "Cs", "Z")), min_size=1
)


@settings(max_examples=60)
@given(
    bookings=st.lists(
        st.tuples(
            st.dates(),
            st.decimals(min_value=-(10**7), max_value=10**7, places=2, allow_nan=False),
            NAMES,
        ),
        max_size=12,
    ),
    encoding=st.sampled_from(["utf-8", "utf-16"]),
)
def test_whatever_is_written_is_read_back(bookings: list[tuple[object, Decimal, str]], encoding: str) -> None:
    stmttrns = [row(f"{day:%Y%m%d}".zfill(8), f"{amount}", name, trntype="OTHER") for day, amount, name in bookings]
    parsed = parse(ofx(statement(*stmttrns)).encode(encoding))
    assert parsed.refused == ()
    assert rows(parsed) == [(f"{day}", -amount, name) for day, amount, name in bookings]
    assert len(set(keys(parsed))) == len(bookings)
    assert keys(parse(ofx(statement(*stmttrns)))) == keys(parsed)
