"""camt.053: thirteen versions, batches, balances, what is booked and what is not, and XML that means harm."""

from __future__ import annotations

from decimal import Decimal

import pytest

from services.common.errors import InvalidArgument
from services.retriever.ledger import refusals
from services.retriever.model import ImportOptions, LedgerFormat
from tests.unit.retriever.bank_files import keys, parse, reasons, rows, source_rows

IBAN = "DE02120300000000202051"


def entry(
    amount: str, direction: str = "DBIT", *, day: str = "<Dt>2026-05-05</Dt>", more: str = "", **fields: str
) -> str:
    """An entry as versions 2 to 7 write it; `status`, `reference`, `currency` and the texts are optional."""
    reference = f"<AcctSvcrRef>{fields['reference']}</AcctSvcrRef>" if "reference" in fields else ""
    return (
        f'<Ntry><Amt Ccy="{fields.get("currency", "EUR")}">{amount}</Amt><CdtDbtInd>{direction}</CdtDbtInd>'
        f"<Sts>{fields.get('status', 'BOOK')}</Sts><BookgDt>{day}</BookgDt>{reference}{more}</Ntry>"
    )


def detail(text: str = "", party: str = "", amount: str = "", role: str = "Cdtr") -> str:
    amount = f'<Amt Ccy="EUR">{amount}</Amt>' if amount else ""
    party = f"<RltdPties><{role}><Nm>{party}</Nm></{role}></RltdPties>" if party else ""
    text = f"<RmtInf><Ustrd>{text}</Ustrd></RmtInf>" if text else ""
    return f"<TxDtls>{amount}{party}{text}</TxDtls>"


def balance(code: str, amount: str, direction: str = "CRDT", currency: str = "EUR") -> str:
    return (
        f'<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp><Amt Ccy="{currency}">{amount}</Amt>'
        f"<CdtDbtInd>{direction}</CdtDbtInd></Bal>"
    )


def statement(*parts: str, label: str = "S1", element: str = "Stmt") -> str:
    account = f"<Acct><Id><IBAN>{IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>"
    return f"<{element}><Id>{label}</Id>{account}{''.join(parts)}</{element}>"


def message(*statements: str, version: int = 2, kind: str = "053", name: str = "BkToCstmrStmt") -> str:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.{kind}.001.'
        f'{version:02d}"><{name}><GrpHdr><MsgId>M</MsgId></GrpHdr>{"".join(statements)}</{name}></Document>'
    )


@pytest.mark.parametrize("version", range(1, 14))
def test_all_versions_are_read(version: int) -> None:
    booked = entry("8.85", more=f"<NtryDtls>{detail('Invoice 7', 'Blue Bean')}</NtryDtls>")
    if version == 1:
        booked = booked.replace("<NtryDtls>", "").replace("</NtryDtls>", "")
    if version >= 8:
        booked = booked.replace("<Sts>BOOK</Sts>", "<Sts><Cd>BOOK</Cd></Sts>")
        booked = booked.replace("<Nm>Blue Bean</Nm>", "<Pty><Nm>Blue Bean</Nm></Pty>")
    parsed = parse(message(statement(balance("OPBD", "18.85"), balance("CLBD", "10.00"), booked), version=version))
    assert parsed.format is LedgerFormat.CAMT053
    assert rows(parsed) == [("2026-05-05", Decimal("8.85"), "Blue Bean")]
    assert source_rows(parsed)[0].long_descriptor == "Invoice 7"
    (account,) = parsed.accounts
    assert (account.mask, account.currency) == ("2051", "EUR")


def test_a_version_that_nobody_knows_yet_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="version 14"):
        parse(message(statement(), version=14))


def test_booked_rows_of_a_camt_052_are_read_and_a_camt_054_is_refused() -> None:
    report = message(
        statement(entry("1.00", reference="R1"), entry("2.00", status="PDNG"), element="Rpt"),
        kind="052",
        name="BkToCstmrAcctRpt",
    )
    parsed = parse(report)
    assert [one.amount for one in source_rows(parsed)] == [Decimal("1.00")]
    assert [reason for _, reason in reasons(parsed)] == [refusals.NOT_BOOKED]
    # The statement brings the same row again, not another one.
    assert keys(parsed) == keys(parse(message(statement(entry("1.00", reference="R1")), version=8)))
    with pytest.raises(InvalidArgument, match=r"camt\.054"):
        parse(message(statement(entry("1.00"), element="Ntfctn"), kind="054", name="BkToCstmrDbtCdtNtfctn"))


def test_the_direction_is_the_booking_s_own_also_in_a_reversal() -> None:
    parsed = parse(
        message(
            statement(
                balance("OPBD", "10.00"),
                balance("CLBD", "10.00"),
                entry("800.00", "DBIT"),
                entry("800.00", "CRDT", more="<RvslInd>true</RvslInd>"),
            )
        )
    )
    assert [one.amount for one in source_rows(parsed)] == [Decimal("800.00"), Decimal("-800.00")]
    assert [one.reversal for one in source_rows(parsed)] == [False, True]


def test_a_statement_that_does_not_close_is_refused_and_the_others_are_kept() -> None:
    wrong = statement(balance("OPBD", "10.00"), balance("CLBD", "9.99"), entry("1.00"), label="S1")
    right = statement(balance("PRCD", "5.00", "DBIT"), balance("CLBD", "6.00", "DBIT"), entry("1.00"), label="S2")
    parsed = parse(message(wrong, right))
    assert [reason for _, reason in reasons(parsed)] == [refusals.NOT_CLOSING]
    assert len(rows(parsed)) == 1
    assert any("Statement S1 does not close" in notice and "+0.99" in notice for notice in parsed.notices)


def test_a_refused_row_explains_why_its_statement_does_not_close() -> None:
    broken = entry("2.00", day="")
    parsed = parse(message(statement(balance("OPBD", "10.00"), balance("CLBD", "7.00"), entry("1.00"), broken)))
    assert ([one.amount for one in source_rows(parsed)], reasons(parsed)) == (
        [Decimal("1.00")],
        [(2, refusals.NO_DATE)],
    )
    assert any("without the rows that were refused" in notice for notice in parsed.notices)


def test_balances_in_two_currencies_are_not_compared() -> None:
    parsed = parse(message(statement(balance("OPBD", "10.00"), balance("CLBD", "9.00", currency="SEK"), entry("5.00"))))
    assert len(rows(parsed)) == 1
    assert any("several currencies" in notice for notice in parsed.notices)


def test_statements_that_do_not_follow_each_other_are_pointed_out() -> None:
    first = statement(balance("OPBD", "10.00"), balance("CLBD", "9.00"), entry("1.00"), label="1")
    third = statement(balance("OPBD", "5.00"), balance("CLBD", "4.00"), entry("1.00"), label="3")
    assert any("Statement 3 does not open" in notice for notice in parse(message(first, third)).notices)
    again = parse(message(first, first))
    assert (len(rows(again)), [notice for notice in again.notices if "twice" in notice] != []) == (1, True)


def test_a_batch_is_its_transactions_where_they_come_to_it() -> None:
    parts = detail("March", "Anna", "3.10"), detail("April", "Ben", "3.20"), detail("April", "Ben", "3.20")
    whole = entry("9.50", reference="B1", more=f"<NtryDtls>{''.join(parts)}</NtryDtls>")
    parsed = parse(message(statement(whole)))
    assert [(one.amount, one.descriptor) for one in source_rows(parsed)] == [
        (Decimal("3.10"), "Anna"),
        (Decimal("3.20"), "Ben"),
        (Decimal("3.20"), "Ben"),
    ]
    assert len(set(keys(parsed))) == 3
    other = parse(message(statement(whole.replace(">9.50<", ">9.60<"))))
    assert [one.amount for one in source_rows(other)] == [Decimal("9.60")]


def test_the_one_transaction_of_an_entry_never_changes_its_amount() -> None:
    booked = entry("8.85", more=f"<NtryDtls>{detail('x', 'Anna', '105.750')}</NtryDtls>")
    assert [one.amount for one in source_rows(parse(message(statement(booked))))] == [Decimal("8.85")]


@pytest.mark.parametrize(
    ("direction", "role", "more", "name"),
    [
        ("DBIT", "Cdtr", "", "Anna"),
        ("DBIT", "Dbtr", "", "Invoice"),
        ("CRDT", "Dbtr", "", "Anna"),
        ("CRDT", "Cdtr", "<RvslInd>true</RvslInd>", "Anna"),
    ],
)
def test_a_row_is_named_after_the_other_side(direction: str, role: str, more: str, name: str) -> None:
    booked = entry("1.00", direction, more=f"{more}<NtryDtls>{detail('Invoice', 'Anna', role=role)}</NtryDtls>")
    assert source_rows(parse(message(statement(booked))))[0].descriptor == name


def test_case_b21_an_instant_becomes_the_day_of_the_user() -> None:
    booked = entry("9.00", day="<DtTm>2026-07-01T00:30:00+01:00</DtTm>")
    (london,) = source_rows(parse(message(statement(booked)), ImportOptions(time_zone="Europe/London")))
    (utc,) = source_rows(parse(message(statement(booked))))
    assert (london.date.isoformat(), utc.date.isoformat()) == ("2026-07-01", "2026-06-30")


def test_case_b15_amounts_have_the_decimals_of_their_currency() -> None:
    parsed = parse(message(statement(entry("500", currency="JPY"), entry("1.234", currency="BHD"), entry("5.00000"))))
    assert [str(one.amount) for one in source_rows(parsed)] == ["500", "1.234", "5.00"]


def test_case_b04_and_b05_rows_are_told_apart_by_id_amount_and_occurrence() -> None:
    booked = entry("4.50"), entry("4.50"), entry("100", reference="F9"), entry("3", reference="F9")
    parsed = parse(message(statement(*booked, entry("7", reference="NONREF"))))
    assert len(set(keys(parsed))) == 5
    assert [one.source_transaction_id for one in source_rows(parsed)] == ["", "", "F9", "F9", ""]


def test_a_bank_transaction_code_gives_the_category_where_the_text_is_silent() -> None:
    code = "<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>CCRD</Cd><SubFmlyCd>CWDL</SubFmlyCd></Fmly></Domn></BkTxCd>"
    booked = entry("60.00", more=f"{code}<AddtlNtryInf>MAIN STREET 0042</AddtlNtryInf>")
    (one,) = source_rows(parse(message(statement(booked))))
    assert (one.descriptor, one.bank_category) == ("MAIN STREET 0042", "TRANSFER_OUT_WITHDRAWAL")


def test_entities_are_not_expanded_and_a_document_type_is_refused() -> None:
    text = message(statement(entry("1.00", more="<AddtlNtryInf>&secret;</AddtlNtryInf>")))
    head, body = text.split("\n", 1)
    hostile = f'{head}\n<!DOCTYPE Document [<!ENTITY secret SYSTEM "file:///etc/hostname">]>\n{body}'
    with pytest.raises(InvalidArgument, match="document type"):
        parse(hostile)


def test_broken_xml_is_refused_whole_because_its_end_is_not_known() -> None:
    text = message(statement(entry("1.00"), entry("2.00")))
    with pytest.raises(InvalidArgument, match="broken at line 2"):
        parse(text[: text.index("</Stmt>")])


def test_a_message_without_a_statement_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="no statement"):
        parse(message())
