"""A hundred thousand rows of a bank file in bounded memory, measured on processes of their own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROWS = 100_000
FEWER_ROWS = 20_000
MOST_MIB = 300
CHECKOUT = Path(__file__).parents[3]

# VmHWM and not ru_maxrss: the latter begins at what the process that forked this one had reached.
READ = """
import re, sys
from pathlib import Path
from services.retriever.ledger.files import read_file
from services.retriever.model import ImportOptions
def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text(encoding="utf-8"))[1]) // 1024
before = peak()
parsed = read_file(Path(sys.argv[1]).read_bytes(), "statement", ImportOptions(currency="EUR"))
print(len(parsed.changes), len(parsed.refused), before, peak())
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


def read_apart(name: str, rows: int, directory: Path) -> tuple[int, int]:
    """MiB at most of a new process, before and after it reads a file of so many rows."""
    head, make, end = FORMATS[name]
    path = directory / name
    with path.open("w") as file:
        file.write(head)
        file.writelines(make(number) for number in range(rows))
        file.write(end)
    command = [sys.executable, "-c", READ, str(path)]
    done = subprocess.run(command, cwd=CHECKOUT, check=True, capture_output=True, text=True)
    changes, refused, before, after = (int(one) for one in done.stdout.split())
    assert (changes, refused) == (rows, 0)
    return before, after


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_hundred_thousand_rows_fit_in_bounded_memory(tmp_path: Path) -> None:
    _, after = read_apart("camt", ROWS, tmp_path)
    assert after < MOST_MIB


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("name", FORMATS)
def test_a_format_s_memory_for_each_row_keeps_a_hundred_thousand_within_the_bound(name: str, tmp_path: Path) -> None:
    before, after = read_apart(name, FEWER_ROWS, tmp_path)
    assert before + (after - before) * (ROWS / FEWER_ROWS) < MOST_MIB
