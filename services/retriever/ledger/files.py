"""Which format a ledger file has, by its content, and its reader."""

from __future__ import annotations

import re

from services.common.errors import ErrorReason, InvalidArgument
from services.retriever.ledger.bank_csv import read_csv
from services.retriever.ledger.plaid import looks_like_plaid, read_plaid
from services.retriever.model import ImportOptions, LedgerFormat, ParsedFile

# Known formats that this version does not read; saying so is kinder than "no header row".
_NOT_READ = (
    (re.compile(rb"OFXHEADER|<OFX>", re.IGNORECASE), "OFX"),
    (re.compile(rb"^\s*!(?:Type|Account|Option)", re.IGNORECASE), "QIF"),
    (re.compile(rb"camt\.05[234]"), "camt"),
    (re.compile(rb"^\s*(?:\{1:|:20:)"), "MT940"),
    (re.compile(rb"^%PDF|^PK\x03\x04|^\xd0\xcf\x11\xe0"), "PDF or spreadsheet"),
)


def read_file(content: bytes, file_name: str, options: ImportOptions) -> ParsedFile:
    """Read a ledger file. Raises `InvalidArgument` (FORMAT_UNREADABLE) where no reader fits.

    What has to be chosen by the caller first is in the result's `choices`; its rows must not be stored then.
    """
    if options.format in (LedgerFormat.UNSPECIFIED, LedgerFormat.PLAID) and looks_like_plaid(content):
        return read_plaid(content, options)
    if options.format is LedgerFormat.PLAID:
        raise _unreadable("no Plaid page is in the file")
    for pattern, name in _NOT_READ:
        if pattern.search(content[:4096]):
            raise _unreadable(f"{name} files are not read by this version")
    if options.format not in (LedgerFormat.UNSPECIFIED, LedgerFormat.CSV):
        raise _unreadable(f"{options.format.name} files are not read by this version")
    return read_csv(content, file_name, options)


def _unreadable(detail: str) -> InvalidArgument:
    return InvalidArgument(
        "file", detail, reason=ErrorReason.ERROR_REASON_FORMAT_UNREADABLE, metadata={"detail": detail}
    )
