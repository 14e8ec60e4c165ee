"""What tests of bank formats read with, and see of what was read."""

from __future__ import annotations

from decimal import Decimal

from services.retriever.ledger.files import read_file
from services.retriever.model import ImportOptions, ParsedFile, SourceRow, Upsert

USD = ImportOptions(currency="USD")


def parse(text: str | bytes, options: ImportOptions | None = None, name: str = "statement") -> ParsedFile:
    """A file read by its content."""
    return read_file(text.encode() if isinstance(text, str) else text, name, options or ImportOptions())


def source_rows(parsed: ParsedFile) -> list[SourceRow]:
    """The rows as the source says them."""
    return [change.row for change in parsed.changes if isinstance(change, Upsert)]


def rows(parsed: ParsedFile) -> list[tuple[str, Decimal, str]]:
    """Day, amount (positive for money out) and descriptor of each row."""
    return [(row.date.isoformat(), row.amount, row.descriptor) for row in source_rows(parsed)]


def keys(parsed: ParsedFile) -> list[tuple[str, str]]:
    """Account and key of each row: what makes it the same row in another file."""
    return [(change.account, change.row.source_key) for change in parsed.changes if isinstance(change, Upsert)]


def reasons(parsed: ParsedFile) -> list[tuple[int, str]]:
    """Place and reason of each refused row."""
    return [(one.position, one.reason) for one in parsed.refused]
