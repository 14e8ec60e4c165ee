"""Bank files that something happened to: they are read or refused, and nothing else comes of them."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.common.errors import InvalidArgument
from services.retriever.model import ImportOptions
from tests.unit.retriever.bank_files import keys, parse

SAMPLES = {
    "ofx": (
        b"OFXHEADER:100\nVERSION:102\nCHARSET:1252\n\n<OFX><SIGNONMSGSRSV1><SONRS><FI><ORG>Bank</FI></SONRS>"
        b"</SIGNONMSGSRSV1><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>5<ACCTID>1001<ACCTTYPE>"
        b"CHECKING</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>FEE<DTPOSTED>20260505003000[-5:EST]<TRNAMT>-1,000.20"
        b"<FITID>A1<NAME>BLUE &amp; BEAN<MEMO>COFFEE</STMTTRN><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260506<TRNAMT>5"
        b"<FITID>A2<CORRECTFITID>A1<CORRECTACTION>REPLACE</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>9,00"
        b"</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"
    ),
    "qif": (
        b"!Account\nNVisa\nTCCard\n$5.00\n/02/01/2026\n^\n!Type:CCard\nD1/13'26\nT-1,000.20\nPShop\nLFood/x\nSA\n$-1\n^\n"
        b"D01/14/2026\nT0.00\nPOpening Balance\nL[Visa]\n^\n"
    ),
    "mt940": (
        b":20:A\n:25:DE02EUR\n:28C:1/1\n:60F:C260501EUR1,00\n:61:2602300301RD1,5NMSCREF//B1\nmore\n"
        b":86:105?00X?20SVWZ+a?32B\n:NS:15Name\n:62F:C260501EUR2,5\n:86:end\n-\n"
    ),
    "camt": (
        b'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id>'
        b"<IBAN>DE02</IBAN></Id></Acct><Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy='EUR'>5</Amt></Bal>"
        b"<Ntry><Amt Ccy='EUR'>1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>2026-05-05T00:30:00Z"
        b"</DtTm></BookgDt><NtryDtls><TxDtls><Amt Ccy='EUR'>1.00</Amt></TxDtls></NtryDtls></Ntry></Stmt>"
        b"</BkToCstmrStmt></Document>"
    ),
    "user": b'{"override_accounts": [{"transactions": [{"date_posted": "2026-05-05", "amount": 1}]}]}',
}
PIECES = st.one_of(
    st.binary(max_size=6),
    st.sampled_from(
        [
            b"\n",
            b"\x00",
            b"^\n",
            b"-\n",
            b"<",
            b"</STMTTRN>",
            b":61:",
            b":20:",
            b"?32",
            b"9" * 30,
            b"1E9",
            b"null",
            b"[25]",
        ]
    ),
)
EDITS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 30), PIECES), max_size=5)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_is_read(name: str) -> None:
    assert len(keys(parse(SAMPLES[name], ImportOptions(currency="USD")))) >= 1


@settings(max_examples=300)
@given(name=st.sampled_from(sorted(SAMPLES)), edits=EDITS, zone=st.sampled_from(["", "Europe/London"]))
def test_a_damaged_file_is_read_or_refused(name: str, edits: list[tuple[float, int, bytes]], zone: str) -> None:
    content = SAMPLES[name]
    for place, length, piece in edits:
        start = int(place * len(content))
        content = content[:start] + piece + content[start + length :]
    with contextlib.suppress(InvalidArgument):
        parsed = parse(content, ImportOptions(currency="USD", time_zone=zone))
        assert len(set(keys(parsed))) == len(keys(parsed))
