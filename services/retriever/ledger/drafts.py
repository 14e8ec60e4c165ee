"""Rows and merchants while the policy reads them."""

from __future__ import annotations

from dataclasses import dataclass

from services.retriever.ledger.merchants import Business
from services.retriever.model import MovementKind, SourceRow


@dataclass(slots=True)
class Draft:
    """A row while the policy reads it."""

    row: SourceRow
    trusted: str
    """Category by the user or, trusted, by the bank."""
    by_user: bool
    business: Business
    rules: list[str]
    kind: MovementKind | None = None
    merchant: str = ""
    name_hint: str = ""
    """Name of a merchant that no id and no bank names."""
    counterparty_kind: str = ""
    counterparty: str = ""
    category: str = ""
    inferred: bool = False


@dataclass(slots=True)
class Merchant:
    """What is known of one merchant from all its rows."""

    merchant_id: str
    name: str = ""
    former: tuple[str, ...] = ()
    category: str = ""
