"""Custom users of Plaid's sandbox: rows and accounts without ids."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from services.common.errors import InvalidArgument
from services.retriever.ledger import refusals
from services.retriever.model import LedgerFormat
from tests.unit.retriever.bank_files import keys, parse, reasons, rows


def transaction(amount: object, **fields: object) -> dict[str, object]:
    return {
        "date_transacted": "2026-05-04",
        "date_posted": "2026-05-05",
        "amount": amount,
        "description": "BLUE BEAN",
        "currency": "USD",
        **fields,
    }


def user(*accounts: dict[str, object]) -> str:
    return json.dumps({"override_accounts": accounts})


def test_rows_are_dated_when_posted_and_equal_ones_are_two() -> None:
    content = user(
        {
            "type": "depository",
            "subtype": "checking",
            "transactions": [transaction(4.5), transaction(4.5), transaction(-2000)],
        },
        {
            "type": "credit",
            "subtype": "credit card",
            "meta": {"name": "Plaid Card"},
            "transactions": [transaction(1.1)],
        },
    )
    parsed = parse(content)
    assert parsed.format is LedgerFormat.PLAID
    assert [(one.name, one.account_type) for one in parsed.accounts] == [
        ("checking", "depository"),
        ("Plaid Card", "credit"),
    ]
    assert [row[:2] for row in rows(parsed)] == [
        ("2026-05-05", Decimal("4.50")),
        ("2026-05-05", Decimal("4.50")),
        ("2026-05-05", Decimal("-2000.00")),
        ("2026-05-05", Decimal("1.10")),
    ]
    assert len(set(keys(parsed))) == 4


def test_a_row_without_a_date_or_an_amount_is_refused() -> None:
    holes = [transaction(1), transaction(None), transaction(1, date_posted=None, date_transacted=None)]
    parsed = parse(user({"type": "depository", "transactions": holes}))
    assert (len(rows(parsed)), reasons(parsed)) == (1, [(2, refusals.NO_AMOUNT), (3, refusals.NO_DATE)])


def test_other_json_is_refused_and_says_so() -> None:
    with pytest.raises(InvalidArgument, match="no account of the custom user"):
        parse(user({"type": "loan", "subtype": "student"}))
    with pytest.raises(InvalidArgument, match="neither a page nor a user"):
        parse('{"w2": {}}')
