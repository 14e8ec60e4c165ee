"""Which format a ledger file has, by its content, and its reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from services.retriever.ledger.bank_csv import read_csv
from services.retriever.ledger.camt053 import looks_like_camt, read_camt053
from services.retriever.ledger.mt940 import looks_like_mt940, read_mt940
from services.retriever.ledger.ofx import looks_like_ofx, read_ofx
from services.retriever.ledger.plaid import looks_like_plaid, read_plaid
from services.retriever.ledger.plaid_user import looks_like_plaid_user, read_plaid_user
from services.retriever.ledger.qif import looks_like_qif, read_qif
from services.retriever.ledger.statements import unreadable
from services.retriever.model import ImportOptions, LedgerFormat, ParsedFile

_START = 4096


@dataclass(frozen=True, slots=True)
class _Reader:
    format: LedgerFormat
    recognises: Callable[[bytes], bool]
    read: Callable[[bytes, str, ImportOptions], ParsedFile]


_READERS = (
    _Reader(LedgerFormat.PLAID, looks_like_plaid_user, read_plaid_user),
    _Reader(LedgerFormat.PLAID, looks_like_plaid, lambda content, _, options: read_plaid(content, options)),
    _Reader(LedgerFormat.OFX, lambda content: looks_like_ofx(_start(content)), read_ofx),
    _Reader(LedgerFormat.CAMT053, lambda content: looks_like_camt(_start(content)), read_camt053),
    _Reader(LedgerFormat.QIF, lambda content: looks_like_qif(_start(content)), read_qif),
    _Reader(LedgerFormat.MT940, lambda content: looks_like_mt940(_start(content)), read_mt940),
)

# Known formats that are no ledger files; saying so is kinder than "no header row".
_NOT_READ = (
    (re.compile(rb"%PDF|PK\x03\x04|\xd0\xcf\x11\xe0"), "PDFs, spreadsheets and archives are no ledger files"),
    (re.compile(rb"\s*<(?:!doctype\s+html|html)", re.IGNORECASE), "a web page is no ledger file"),
    (re.compile(rb"\s*<\?xml", re.IGNORECASE), "the XML is neither camt nor OFX"),
    (re.compile(rb"\s*(?:\{|\[\s*\{)"), "the JSON is neither a page nor a user of Plaid's"),
)


def read_file(content: bytes, file_name: str, options: ImportOptions) -> ParsedFile:
    """Read a ledger file. Raises `InvalidArgument` (FORMAT_UNREADABLE) where no reader fits.

    What has to be chosen by the caller first is in the result's `choices`; its rows must not be stored then.
    """
    wanted = options.format
    if wanted is LedgerFormat.CSV:
        return read_csv(content, file_name, options)
    for reader in _READERS:
        if wanted in (LedgerFormat.UNSPECIFIED, reader.format) and reader.recognises(content):
            return reader.read(content, file_name, options)
    if wanted is not LedgerFormat.UNSPECIFIED:
        raise unreadable(f"nothing in the file is {wanted.name}")
    for pattern, detail in _NOT_READ:
        if pattern.match(_start(content)):
            raise unreadable(detail)
    return read_csv(content, file_name, options)


def _start(content: bytes) -> bytes:
    """The start of a file in whatever charset, without the marks and zeros of the wide ones, lines ended by LF."""
    start = content[:_START].removeprefix(b"\xef\xbb\xbf").removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff")
    return start.replace(b"\x00", b"").replace(b"\r", b"\n")
