"""The bank files of other projects: each imports with nothing lost, or is refused for the reason that is written here.

The counts are those of the files themselves: of their rows (`<STMTTRN>`, `:61:`, `<Ntry>`, `^`), counted apart from any
reader of ours.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import mt940 as another_reader
import pytest

from services.common.errors import InvalidArgument
from services.retriever.ledger import refusals
from services.retriever.ledger.files import read_file
from services.retriever.model import ImportOptions, ParsedFile, SignRule
from tests.unit.retriever.bank_files import keys, source_rows

SHARED = Path(os.environ.get("TIEOUT_SHARED") or Path(__file__).parents[4] / "shared") / "files"
FOLDERS = (
    "jseutter__ofxparse",
    "actualbudget__actual",
    "wolph__mt940",
    "genkgo__camt",
    "isaacharrisholt__quiffen",
    "plaid__sandbox-custom-users",
    "docling-project__docling",
)
ENDINGS = (".ofx", ".qfx", ".qif", ".csv", ".xml", ".sta", ".json")
# What a person answers when a file leaves it open.
ANSWERS = ImportOptions(currency="USD", sign_rule=SignRule.POSITIVE_IN)

# Files that are refused whole, with a part of the reason.
REFUSED = {
    "bank_small.ofx": "no statement",
    "error_message.ofx": "error instead of a statement",
    "account_identification_iban.sta": "no statement",
    "account_identification_legacy.sta": "no statement",
    "available_balance.sta": "no statement",
    "closing_balance.sta": "no statement",
    "reference.sta": "no statement",
    "statement_line.sta": "no statement",
    "mt942.sta": "MT942",
    "empty_non_swift.sta": "no columns",
    "invalid_statement.sta": "no columns",
    "camt053.v2.wrong.xml": "no statement",
    "camt054.v2.with-account-name.xml": "camt.054 repeats",
    "camt054.v4.xml": "camt.054 repeats",
    "camt054.v8-with-UETR.xml": "camt.054 repeats",
    "camt054.v8.xml": "camt.054 repeats",
    "test_category_inherit.qif": "no transactions",
    "test_clear_autoswitch.qif": "no transactions",
    "test_nosymbol.qif": "no transactions",
    "csv-comma.csv": "no header row",
    "csv-semicolon.csv": "no header row",
    "csv-tab.csv": "no header row",
    "csv-too-many-columns.csv": "no header row",
    "csv-single-column.csv": "no columns",
    "paystub_and_risk_signals.json": "neither a page nor a user",
    "risk_signals_password_protected.json": "neither a page nor a user",
    "risk_signals_virus_detected.json": "neither a page nor a user",
    "w2.json": "neither a page nor a user",
}
# Statements whose own balances do not close, because rows were cut out of them or made up.
NOT_CLOSING = {
    "ing.sta": 7,
    "postfinance.sta": 2,
    "rabobank.sta": 3,
    "with_newline_in_tnr.sta": 2,
    "malformed_details.sta": 1,
    "overly_long_details.sta": 1,
    "whitespace.sta": 1,
    "camt053.v2.five.decimals.xml": 1,
}
# A row behind the end of its statement.
ORPHANS = {"multiline.sta"}

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the shared folder is not there"),
]


def find_files() -> Iterator[Path]:
    for folder in FOLDERS:
        yield from sorted(path for path in (SHARED / folder).rglob("*") if path.suffix.lower() in ENDINGS)


def read(path: Path) -> ParsedFile:
    return read_file(path.read_bytes(), path.name, ANSWERS)


def count_rows(path: Path) -> int:
    """Rows as the file shows them to the eye."""
    content = path.read_bytes()
    text = content.decode("utf-16-be" if content[:1] == b"\x00" else "latin-1")
    match path.suffix.lower():
        case ".ofx" | ".qfx":
            return len(re.findall(r"<STMTTRN>|<INVTRAN>", text))
        case ".sta":
            return len(re.findall(r"^:61:", text, re.MULTILINE))
        case ".xml":
            return len(re.findall(r"<Ntry>", text))
        case ".json":
            return sum(len(one.get("transactions") or ()) for one in json.loads(text).get("override_accounts", ()))
        case ".csv":
            return len(text.strip().split("\n")) - 1
        case _:
            return -1


FILES = list(find_files())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_is_imported_with_nothing_lost_or_refused_for_a_reason(path: Path) -> None:
    transactions = count_rows(path)
    if path.name in REFUSED or (path.suffix == ".json" and transactions == 0):
        with pytest.raises(InvalidArgument, match=REFUSED.get(path.name, "no account of the custom user")):
            read(path)
        return
    parsed = read(path)
    assert not parsed.choices, "every question is answered"
    assert len(set(keys(parsed))) == len(parsed.changes)
    not_closing = [one for one in parsed.refused if one.reason == refusals.NOT_CLOSING]
    assert len(not_closing) == NOT_CLOSING.get(path.name, 0)
    if transactions >= 0:
        assert len(parsed.changes) + len(parsed.refused) == transactions
    allowed = {refusals.A_TRADE, refusals.NO_DATE, refusals.NOT_BOOKED, refusals.NOT_CLOSING, refusals.OUTSIDE}
    assert {one.reason for one in parsed.refused} <= allowed
    assert parsed.changes or parsed.refused or "The file holds no rows." in parsed.notices


@pytest.mark.parametrize(
    ("name", "count", "parts"), [("test.qif", 5, 8), ("test_split.qif", 1, 2), ("data-payee-memo.qif", 4, 0)]
)
def test_quicken_s_transactions_and_their_parts_are_counted_by_hand(name: str, count: int, parts: int) -> None:
    rows = source_rows(read(next(one for one in FILES if one.name == name)))
    assert (len(rows), sum(len(row.parts) for row in rows)) == (count, parts)
    assert all(sum(part.amount for part in row.parts) == row.amount for row in rows if row.parts)


CLOSING = [path for path in FILES if path.suffix == ".sta" and path.name not in {*REFUSED, *NOT_CLOSING, *ORPHANS}]


@pytest.mark.parametrize("path", CLOSING, ids=lambda path: path.name)
def test_another_reader_of_mt940_finds_the_same_amounts(path: Path) -> None:
    parsed = read(path)
    statements = another_reader.parse_statements(path.read_bytes(), options=another_reader.Options.all())
    amounts = [-transaction.data["amount"].amount for one in statements for transaction in one.transactions]
    assert [row.amount for row in source_rows(parsed)] == amounts


def test_the_folder_is_the_one_that_is_meant() -> None:
    assert {path.name for path in FILES} >= {*REFUSED, *NOT_CLOSING}


# Folders of the shared files that hold no bank files: documents, tables of documents and filings.
OTHERS = {
    "camelot-dev__camelot",
    "jsvine__pdfplumber",
    "dgunning__edgartools",
}


def test_every_folder_is_read_or_is_known_to_hold_no_bank_file() -> None:
    found = {path.name for path in SHARED.iterdir() if path.is_dir()}
    assert found == {*FOLDERS, *OTHERS}, "a new folder has to be sorted"


@pytest.mark.parametrize("folder", [one for one in FOLDERS if one != "docling-project__docling"])
def test_no_file_of_a_bank_folder_is_passed_over_for_its_ending(folder: str) -> None:
    passed = {
        path.name
        for path in (SHARED / folder).rglob("*")
        if path.is_file() and path.suffix.lower() not in ENDINGS and not path.name.startswith("LICENSE")
    }
    assert passed == set()
