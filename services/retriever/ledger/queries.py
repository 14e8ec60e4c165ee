"""A query as JSON, for page tokens and for the query behind a digest."""

from __future__ import annotations

from dataclasses import fields
from datetime import date
from decimal import Decimal
from enum import IntEnum
from typing import Any

from services.retriever.model import (
    AmountRange,
    GroupKey,
    LedgerFilter,
    LedgerQuery,
    MovementKind,
    Revision,
    RowOrder,
    Side,
)


def encode_query(query: LedgerQuery) -> dict[str, Any]:
    """Only what differs from the default, so that tokens stay short."""
    return _differences(query, _DEFAULT)


_DEFAULT = LedgerQuery()


def _differences(value: Any, default: Any) -> dict[str, Any]:
    names = [one.name for one in fields(value)]
    both = [(name, getattr(value, name), getattr(default, name)) for name in names]
    return {name: _short(one, other) for name, one, other in both if one != other}


def _short(value: Any, default: Any) -> Any:
    if isinstance(value, LedgerFilter | AmountRange):
        return _differences(value, default)
    if isinstance(value, IntEnum):
        return int(value)
    if isinstance(value, date | Decimal):
        return str(value)
    if isinstance(value, tuple):
        return [_short(one, None) for one in value]
    return value


def decode_query(content: dict[str, Any]) -> LedgerQuery:
    """The inverse of `encode_query`."""
    wanted = dict(content.get("filter", {}))
    amount = AmountRange(**{name: Decimal(text) for name, text in wanted.pop("amount", {}).items()})
    values: dict[str, Any] = {}
    for one in fields(LedgerFilter):
        if one.name not in wanted:
            continue
        value = wanted[one.name]
        if one.name in ("start", "end"):
            value = date.fromisoformat(value)
        elif one.name == "kinds":
            value = tuple(MovementKind(kind) for kind in value)
        elif one.name == "side":
            value = Side(value)
        elif isinstance(value, list):
            value = tuple(value)
        values[one.name] = value
    return LedgerQuery(
        LedgerFilter(amount=amount, **values),
        date.fromisoformat(content["as_of"]) if content.get("as_of") else None,
        Revision(content.get("revision", 0)),
        RowOrder(content.get("order", 0)),
        GroupKey(content.get("group", 0)),
        content.get("group_value", ""),
    )
