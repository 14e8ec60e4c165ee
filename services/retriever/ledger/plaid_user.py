"""Plaid sandbox "custom users": accounts with transactions that have no ids, as one writes them for tests.

https://plaid.com/docs/sandbox/user-custom/. An amount is positive for money out, as in all of Plaid. A row is dated by
`date_posted`. An account without a number is known by the file and its place in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from services.retriever.ledger.json_text import read_json
from services.retriever.ledger.refusals import NO_AMOUNT, NO_DATE, RowRefusal
from services.retriever.ledger.stated_days import find_zone, read_day
from services.retriever.ledger.statements import Booking, StatedAccount, Statement, collect, unreadable
from services.retriever.model import ImportOptions, LedgerFormat, ParsedFile, RefusedRow


def looks_like_plaid_user(content: bytes) -> bool:
    """Whether a file may be a custom user: JSON that overrides accounts."""
    return content[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{" and b'"override_accounts"' in content


def read_plaid_user(content: bytes, file_name: str, options: ImportOptions) -> ParsedFile:
    """Read all accounts of a custom user. Raises `InvalidArgument` (FORMAT_UNREADABLE) where none has transactions."""
    try:
        document = read_json(content)
    except (ValueError, RecursionError):
        raise unreadable("the JSON is broken") from None
    accounts = _items(document, "override_accounts")
    if not any(_items(account, "transactions") for account in accounts):
        raise unreadable("no account of the custom user has transactions")
    return collect(_read_accounts(accounts, file_name, options), LedgerFormat.PLAID, options, file_name)


def _read_accounts(accounts: list[Any], file_name: str, options: ImportOptions) -> Iterator[Statement]:
    zone = find_zone(options.time_zone)
    position = 0
    for place, account in enumerate(accounts, start=1):
        statement = Statement(_read_account(account, f"{file_name}:{place}"))
        for raw in _items(account, "transactions"):
            position += 1
            try:
                if not isinstance(raw, Mapping):
                    raise RowRefusal(NO_DATE)
                stated = _text(raw, "date_posted") or _text(raw, "date_transacted")
                day = read_day(stated, zone)
                amount = raw.get("amount")
                if not isinstance(amount, Decimal) or not amount.is_finite():
                    raise RowRefusal(NO_AMOUNT)
            except RowRefusal as refusal:
                statement.refused.append(RefusedRow(position, str(refusal)))
                continue
            statement.bookings.append(
                Booking(
                    position=position,
                    stated_day=stated,
                    day=day,
                    amount=amount,
                    currency=(_text(raw, "currency") or _text(account, "currency")).upper(),
                    descriptor=_text(raw, "description"),
                )
            )
        yield statement


def _read_account(account: Any, key: str) -> StatedAccount:
    meta, numbers = (account.get(name) if isinstance(account, Mapping) else None for name in ("meta", "numbers"))
    subtype = _text(account, "subtype")
    return StatedAccount(
        number=_text(numbers, "account") or _text(numbers, "international_iban"),
        key=key,
        name=_text(meta, "name") or subtype,
        account_type=_text(account, "type"),
        account_subtype=subtype,
        currency=_text(account, "currency").upper(),
    )


def _items(raw: Any, name: str) -> list[Any]:
    found = raw.get(name) if isinstance(raw, Mapping) else None
    return found if isinstance(found, list) else []


def _text(raw: Any, name: str) -> str:
    value = raw.get(name) if isinstance(raw, Mapping) else None
    return "" if value is None else " ".join(str(value).split())
