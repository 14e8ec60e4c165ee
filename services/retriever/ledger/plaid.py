"""Plaid's JSON: pages of /transactions/sync, dumps of an item, benchmark files ({"accounts": …, "sync": [page, …]}).

Amounts are read from the raw JSON as decimals; the official client's floats never occur.
https://plaid.com/docs/api/products/transactions/#transactionssync
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from services.retriever.ledger import ids
from services.retriever.ledger.amounts import is_storable
from services.retriever.ledger.json_text import UNREADABLE, read_json
from services.retriever.ledger.statements import unreadable
from services.retriever.model import (
    Account,
    AccountId,
    ImportOptions,
    Item,
    LedgerFormat,
    ParsedFile,
    RefusedRow,
    Removal,
    RowId,
    SourceChange,
    SourceRow,
    Upsert,
)

_UNKNOWN = AccountId("")
# Plaid's ids have 37 characters. A key of an index has an end.
_MAX_ID = 256


def looks_like_plaid(content: bytes) -> bool:
    """Whether a file may be Plaid's: JSON with the words of its answers."""
    head = content[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    return head[:1] in (b"{", b"[") and any(
        word in content for word in (b'"added"', b'"transactions"', b'"sync"', b'"account_id"')
    )


def read_plaid(content: bytes, options: ImportOptions) -> ParsedFile:
    """Accounts and changes in order. A row that breaks the format is refused with its place, the others are kept."""
    try:
        document = read_json(content)
    except (ValueError, RecursionError):
        raise unreadable("the JSON is broken") from None
    pages = list(_pages(document))
    if not pages:
        raise unreadable("no page of /transactions/sync and no list of transactions")
    accounts = _read_accounts(document, pages)
    changes: list[SourceChange] = []
    refused: list[RefusedRow] = []
    position = 0
    known = {account.source_account_id for account in accounts}
    for page in pages:
        for raw in (*_items(page, "added"), *_items(page, "modified")):
            position += 1
            try:
                row = _read_row(raw, options)
            except (KeyError, TypeError, ValueError, ArithmeticError) as error:
                refused.append(RefusedRow(position, _reason(error)))
                continue
            account = str(raw["account_id"])
            if account not in known:
                known.add(account)
                accounts.append(_bare_account(account, row.currency))
            changes.append(Upsert(account, row))
        for raw in _items(page, "removed"):
            transaction = raw.get("transaction_id") if isinstance(raw, Mapping) else raw
            if _is_id(transaction):
                changes.append(Removal(str(transaction)))
    item = _read_item(document, pages, accounts)
    accounts = [
        Account(
            account.account_id,
            account.source_account_id,
            item.item_id,
            account.name,
            account.official_name,
            account.mask,
            account.account_type,
            account.account_subtype,
            account.currency,
            account.institution,
        )
        for account in accounts
    ]
    return ParsedFile(LedgerFormat.PLAID, item, tuple(accounts), tuple(changes), tuple(refused), options)


def _reason(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"the field {error.args[0]} is missing"
    return "a field cannot be read"


def _pages(document: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(document, list):
        for one in document:
            yield from _pages(one)
    elif isinstance(document, Mapping):
        if isinstance(document.get("sync"), list):
            yield from (page for page in document["sync"] if isinstance(page, Mapping))
        elif any(isinstance(document.get(name), list) for name in ("added", "modified", "removed")):
            yield document
        elif isinstance(document.get("transactions"), list):
            yield {**document, "added": document["transactions"]}


def _items(page: Mapping[str, Any], name: str) -> list[Any]:
    found = page.get(name)
    return found if isinstance(found, list) else []


def _read_row(raw: Any, options: ImportOptions) -> SourceRow:
    if not isinstance(raw, Mapping):
        raise TypeError("a row is an object")
    amount = raw["amount"]
    if isinstance(amount, str):
        amount = Decimal(amount)
    if not isinstance(amount, Decimal):
        raise TypeError("amount")
    transaction = str(raw["transaction_id"])
    for name in ("transaction_id", "account_id"):
        if not raw.get(name):
            raise KeyError(name)
        if not _is_id(raw[name]):
            raise ValueError(name)
    if raw.get("pending_transaction_id") and not _is_id(raw["pending_transaction_id"]):
        raise ValueError("pending_transaction_id")
    category = raw.get("personal_finance_category")
    category = category if isinstance(category, Mapping) else {}
    location = raw.get("location")
    location = location if isinstance(location, Mapping) else {}
    counterparty = _first_counterparty(raw)
    currency = raw.get("iso_currency_code") or raw.get("unofficial_currency_code") or options.currency
    if not currency:
        raise KeyError("iso_currency_code")
    if not is_storable(amount, str(currency).upper()):
        raise ValueError("amount")
    return SourceRow(
        row_id=RowId(""),
        account_id=_UNKNOWN,
        source_key=transaction,
        source_transaction_id=transaction,
        pending_transaction_id=_text(raw, "pending_transaction_id"),
        date=date.fromisoformat(str(raw["date"])[:10]),
        amount=amount + 0 if amount else Decimal(0),
        currency=str(currency).upper(),
        descriptor=_text(raw, "name") or _text(raw, "original_description") or _text(raw, "merchant_name"),
        long_descriptor=_text(raw, "original_description"),
        merchant_name=_text(raw, "merchant_name"),
        merchant_entity_id=_name_of(raw, "merchant_entity_id"),
        bank_category=_name_of(category, "detailed"),
        # Rows from before confidence levels have none: the bank's category stands.
        bank_confidence=_text(category, "confidence_level"),
        counterparty=_text(counterparty, "name"),
        counterparty_type=_text(counterparty, "type"),
        pending=bool(raw.get("pending")),
        city=_text(location, "city"),
        country_code=_text(location, "country").upper()[:2],
    )


def _text(raw: Mapping[str, Any], name: str) -> str:
    value = raw.get(name)
    return "" if value is None else str(value).strip()


def _name_of(raw: Mapping[str, Any], name: str) -> str:
    """An id that a row is not known by: one that cannot be read is as good as none."""
    value = _text(raw, name)
    return value if _is_id(value) else ""


def _is_id(value: Any) -> bool:
    """Whether a value names something: two ids that could not be read might be taken for one."""
    return bool(value) and len(str(value)) <= _MAX_ID and UNREADABLE not in str(value)


def _first_counterparty(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    found = raw.get("counterparties")
    if isinstance(found, list):
        for one in found:
            if isinstance(one, Mapping) and one.get("type") in (
                "merchant",
                "income_source",
                "marketplace",
                "financial_institution",
            ):
                return one
    return {}


def _read_accounts(document: Any, pages: list[Mapping[str, Any]]) -> list[Account]:
    found: dict[str, Account] = {}
    sources = [document] if isinstance(document, Mapping) else []
    for source in (*sources, *pages):
        institution = _institution(source)
        for raw in _items(source, "accounts"):
            if not isinstance(raw, Mapping) or not _is_id(raw.get("account_id")):
                continue
            balances = raw.get("balances")
            balances = balances if isinstance(balances, Mapping) else {}
            source_id = str(raw["account_id"])
            found[source_id] = Account(
                ids.account_id("plaid", source_id),
                source_id,
                "",
                _text(raw, "name") or _text(raw, "official_name") or source_id,
                _text(raw, "official_name"),
                _text(raw, "mask"),
                _text(raw, "type"),
                _text(raw, "subtype"),
                (_text(balances, "iso_currency_code") or _text(balances, "unofficial_currency_code")).upper(),
                _text(raw, "institution_name") or _text(raw, "institution_id") or institution,
            )
    return list(found.values())


def _institution(source: Mapping[str, Any]) -> str:
    item = source.get("item")
    item = item if isinstance(item, Mapping) else {}
    return (
        _text(item, "institution_name")
        or _text(item, "institution_id")
        or _text(source, "institution_name")
        or _text(source, "institution_id")
    )


def _bare_account(source_id: str, currency: str) -> Account:
    return Account(ids.account_id("plaid", source_id), source_id, "", source_id, currency=currency)


def _read_item(document: Any, pages: list[Mapping[str, Any]], accounts: list[Account]) -> Item:
    raw = document.get("item") if isinstance(document, Mapping) else None
    item_id = _name_of(raw, "item_id") if isinstance(raw, Mapping) else ""
    if not item_id:
        names = "\x1f".join(sorted(account.source_account_id for account in accounts))
        item_id = f"accounts-{hashlib.sha256(names.encode()).hexdigest()[:16]}"
    cursor = next((_text(page, "next_cursor") for page in reversed(pages) if page.get("next_cursor")), "")
    status = next(
        (
            _text(page, "transactions_update_status")
            for page in reversed(pages)
            if page.get("transactions_update_status")
        ),
        "",
    )
    loading = status in ("NOT_READY", "INITIAL_UPDATE_COMPLETE")
    return Item(item_id, cursor, loading)
