"""Ids made from what a thing is: the same ledger gets the same ids again. All are safe inside a citation token."""

from __future__ import annotations

import base64
import hashlib

from services.retriever.model import AccountId, RowId


def _digest(prefix: str, *parts: str, length: int = 16) -> str:
    content = "\x1f".join(parts).encode()
    return f"{prefix}_{base64.b32encode(hashlib.sha256(content).digest()).decode().lower()[:length]}"


def account_id(source: str, source_account_id: str) -> AccountId:
    """Of an account of a source ("plaid", "file")."""
    return AccountId(_digest("acc", source, source_account_id, length=12))


def row_id(account: AccountId, source_key: str) -> RowId:
    """Of a row of an account, by its source's id or content key."""
    return RowId(_digest("txn", account, source_key))


def merchant_id(basis: str, key: str) -> str:
    """Of a merchant: basis "entity" with the aggregator's id, or "name" with a folded name."""
    return _digest("mer", basis, key, length=12)


def counterparty_id(kind: str, key: str) -> str:
    """Of a person or payer, by folded name."""
    return _digest(kind, key, length=12)
