"""A hundred thousand rows of each bank format in bounded memory, measured on a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROWS = 100_000
MOST_MIB = 300
CHECKOUT = Path(__file__).parents[3]

READ = """
import resource, sys
from pathlib import Path
from services.retriever.ledger.files import read_file
from services.retriever.model import ImportOptions
parsed = read_file(Path(sys.argv[1]).read_bytes(), "statement", ImportOptions(currency="EUR"))
print(len(parsed.changes), len(parsed.refused), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def ofx_row(number: int) -> str:
    return (
        f"<STMTTRN>\n<TRNTYPE>DEBIT\n<DTPOSTED>2026{number % 12 + 1:02d}{number % 28 + 1:02d}120000\n"
        f"<TRNAMT>-{number % 500}.{number % 100:02d}\n<FITID>2026{number:09d}\n<NAME>SHOP NUMBER {number % 977}\n"
        f"<MEMO>CARD PURCHASE {number % 977} SOMEWHERE\n</STMTTRN>\n"
    )


def qif_row(number: int) -> str:
    return (
        f"D{number % 12 + 1}/{number % 28 + 1}/2026\nT-{number % 500}.{number % 100:02d}\nPSHOP NUMBER {number % 977}\n"
        f"MCARD PURCHASE {number % 977}\nLFood:Groceries\n^\n"
    )


def mt940_row(number: int) -> str:
    return (
        f":61:26{number % 12 + 1:02d}{number % 28 + 1:02d}D{number % 500},{number % 100:02d}NMSCNONREF\n"
        f":86:105?00BASISLASTSCHRIFT?20SVWZ+RECHNUNG {number}?32SHOP NUMBER {number % 977}\n"
    )


def camt_row(number: int) -> str:
    return (
        f'<Ntry><Amt Ccy="EUR">{number % 500}.{number % 100:02d}</Amt><CdtDbtInd>DBIT</CdtDbtInd>'
        f"<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-{number % 12 + 1:02d}-{number % 28 + 1:02d}</Dt></BookgDt>"
        f"<AcctSvcrRef>R{number}</AcctSvcrRef>"
        f"<NtryDtls><TxDtls><RltdPties><Cdtr><Pty><Nm>SHOP NUMBER {number % 977}</Nm></Pty></Cdtr></RltdPties>"
        f"<RmtInf><Ustrd>CARD PURCHASE {number % 977}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n"
    )


OFX_HEAD = (
    "OFXHEADER:100\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>2"
    "</BANKACCTFROM><BANKTRANLIST>\n"
)
CAMT_HEAD = (
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id>'
    "<IBAN>DE02120300000000202051</IBAN></Id><Ccy>EUR</Ccy></Acct>\n"
)
FORMATS = {
    "ofx": (OFX_HEAD, ofx_row, "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"),
    "qif": ("!Type:Bank\n", qif_row, ""),
    "mt940": (":20:X\n:25:DE02120300000000202051\n:28C:1/1\n:60F:C260101EUR1000,00\n", mt940_row, "-\n"),
    "camt": (CAMT_HEAD, camt_row, "</Stmt></BkToCstmrStmt></Document>"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_a_hundred_thousand_rows_fit_in_bounded_memory(name: str, tmp_path: Path) -> None:
    head, make, end = FORMATS[name]
    path = tmp_path / name
    with path.open("w") as file:
        file.write(head)
        file.writelines(make(number) for number in range(ROWS))
        file.write(end)
    command = [sys.executable, "-c", READ, str(path)]
    done = subprocess.run(command, cwd=CHECKOUT, check=True, capture_output=True, text=True)
    changes, refused, mebibytes = (int(one) for one in done.stdout.split())
    assert (changes, refused) == (ROWS, 0)
    assert mebibytes < MOST_MIB
