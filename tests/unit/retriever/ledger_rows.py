"""Source rows and readings for tests of the money semantics: small makers with sensible defaults."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from services.retriever.ledger import ids
from services.retriever.ledger.semantics import LedgerReading, read_ledger
from services.retriever.model import Account, AccountId, Annotation, Reading, RowId, SourceRow


def _account(key: str, name: str, kind: str, subtype: str) -> Account:
    return Account(AccountId(f"acc_{key}"), key, "item", name, account_type=kind, account_subtype=subtype)


CHECKING = _account("chk", "Everyday Checking", "depository", "checking")
SAVINGS = _account("sav", "Rainy Day Savings", "depository", "savings")
CARD = _account("card", "Travel Card", "credit", "credit card")
ACCOUNTS = {account.account_id: account for account in (CHECKING, SAVINGS, CARD)}


def source_row(
    key: str, amount: str, descriptor: str, *, day: str = "2026-05-05", account: Account = CHECKING, **fields: Any
) -> SourceRow:
    """A row of a source that gives nothing but a descriptor, unless `fields` say more."""
    return replace(
        SourceRow(
            ids.row_id(account.account_id, key),
            account.account_id,
            key,
            date.fromisoformat(day),
            Decimal(amount),
            "USD",
            descriptor,
            source_transaction_id=key,
        ),
        **fields,
    )


def read(
    rows: Iterable[SourceRow],
    annotations: Mapping[RowId, Annotation] | None = None,
    aliases: Mapping[str, str] | None = None,
) -> dict[str, Reading]:
    """Readings by the source's id."""
    return {one.source_transaction_id: one for one in read_all(rows, annotations, aliases).rows.values()}


def read_all(
    rows: Iterable[SourceRow],
    annotations: Mapping[RowId, Annotation] | None = None,
    aliases: Mapping[str, str] | None = None,
) -> LedgerReading:
    """The reading of a whole ledger."""
    return read_ledger(ACCOUNTS, rows, annotations or {}, aliases or {})
