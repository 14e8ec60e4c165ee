"""Bank formats over the real wire and database: what a file becomes in answers; the same again changes nothing."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import grpc
import pytest

from services.common import errors
from tests.integration.retriever.ledger_fixtures import new_user, retriever, user
from tests.integration.retriever.ledger_service import LedgerClient
from tieout.retriever.v1.import_pb2 import (
    DATE_ORDER_DMY,
    LEDGER_FORMAT_CAMT053,
    LEDGER_FORMAT_MT940,
    LEDGER_FORMAT_OFX,
    LEDGER_FORMAT_QIF,
    ImportReport,
)
from tieout.type.v1.ledger_pb2 import MovementKind

__all__ = ["new_user", "retriever", "user"]


def ofx(*rows: tuple[str, str, str, str, str]) -> bytes:
    """A card's statement of rows (type, day, amount, id, name)."""
    listed = "".join(
        f"<STMTTRN><TRNTYPE>{kind}<DTPOSTED>{day}<TRNAMT>{amount}<FITID>{fitid}<NAME>{name}</STMTTRN>\n"
        for kind, day, amount, fitid, name in rows
    )
    return (
        "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n<OFX><CREDITCARDMSGSRSV1>"
        "<CCSTMTTRNRS><CCSTMTRS><CURDEF>USD<CCACCTFROM><ACCTID>4000123412341234</CCACCTFROM><BANKTRANLIST>"
        f"{listed}</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>"
    ).encode()


def mt940(*lines: str, closing: str) -> bytes:
    body = "".join(f"{line}\n" for line in lines)
    return f":20:S\n:25:12030000/202051\n:28C:7/1\n:60F:C260501EUR1000,00\n{body}:62F:{closing}\n-\n".encode()


async def load_twice(client: LedgerClient, content: bytes, **options: Any) -> ImportReport:
    """The report of the first import; the second changes nothing."""
    first = await client.load(content, **options)
    again = await client.load(content, **options)
    assert (again.added_count, again.changed_count, again.removed_count) == (0, 0, 0)
    assert again.ledger_revision == first.ledger_revision
    return first


async def test_case_b05_of_ofx_a_purchase_and_its_fee_share_an_id_and_both_count(user: LedgerClient) -> None:
    content = ofx(
        ("DEBIT", "20260505", "-100.00", "F9", "HOTEL PARIS"),
        ("FEE", "20260505", "-3.00", "F9", "FOREIGN TRANSACTION FEE"),
    )
    report = await load_twice(user, content)
    assert (report.format, report.added_count, report.refused_count) == (LEDGER_FORMAT_OFX, 2, 0)
    assert await user.spend_at("Hotel Paris") == (Decimal("100.00"), 1)
    assert await user.spend(f_kinds=[MovementKind.MOVEMENT_KIND_FEE]) == Decimal("3.00")
    assert await user.spend() == Decimal("103.00")


async def test_case_b08_of_mt940_a_reversal_takes_its_row_back(user: LedgerClient) -> None:
    content = mt940(
        ":61:260505D800,00NMSCNONREF", ":86:BLUE BEAN", ":61:260506RD800,00NMSCNONREF", ":86:BLUE BEAN",
        closing="C260506EUR1000,00",
    )  # fmt: skip
    report = await load_twice(user, content)
    assert (report.format, report.added_count) == (LEDGER_FORMAT_MT940, 2)
    assert await user.spend_at("Blue Bean") == (Decimal(0), 2)


async def test_of_a_statement_that_does_not_close_nothing_is_stored_and_the_report_says_why(user: LedgerClient) -> None:
    content = mt940(":61:260505D800,00NMSCNONREF", ":86:BLUE BEAN", closing="C260506EUR999,00")
    report = await user.load(content)
    assert (report.added_count, report.refused_count) == (0, 1)
    assert (report.refused_rows[0].position, "does not close" in report.refused_rows[0].reason) == (5, True)
    assert list(report.notices)
    assert await user.rows() == []


async def test_case_b21_of_camt_053_an_instant_is_the_day_of_the_user(user: LedgerClient) -> None:
    content = (
        b'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id>'
        b"<IBAN>GB33BUKB20201555555555</IBAN></Id><Ccy>GBP</Ccy></Acct>"
        b'<Ntry><Amt Ccy="GBP">9.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt>'
        b"<DtTm>2026-07-01T00:30:00+01:00</DtTm></BookgDt>"
        b"<NtryDtls><TxDtls><RltdPties><Cdtr><Pty><Nm>Night Bus</Nm></Pty>"
        b"</Cdtr></RltdPties></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>"
    )
    report = await load_twice(user, content, time_zone="Europe/London")
    assert report.format == LEDGER_FORMAT_CAMT053
    (row,) = await user.rows()
    assert (row.date.month, row.date.day, row.descriptor) == (7, 1, "Night Bus")


async def test_a_qif_whose_days_fit_two_orders_is_stored_once_the_order_is_said(user: LedgerClient) -> None:
    content = b"!Type:CCard\nD03/04/2026\nT-4.50\nPBLUE BEAN\nLFood:Coffee\n^\nD05/06/2026\nT-9,00\nPGREEN GROCER\n^\n"
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await user.load(content, currency_code="USD")
    failure = errors.decode(raised.value)
    assert (failure.reason, failure.metadata["choice"]) == ("FORMAT_AMBIGUOUS", "date_order")
    assert await user.rows() == []
    preview = await user.preview(content, currency_code="USD")
    assert ["date_order" in choice for choice in preview.choices] == [True]
    report = await load_twice(user, content, currency_code="USD", date_order=DATE_ORDER_DMY)
    assert (report.format, report.added_count) == (LEDGER_FORMAT_QIF, 2)
    assert await user.spend() == Decimal("13.50")
    assert sorted((row.date.day, row.date.month) for row in await user.rows()) == [(3, 4), (5, 6)]
