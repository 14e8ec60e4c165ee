"""Rows in parts: a row that the user or the source splits counts by its parts, each with its own category and kind.

The parts of a row always add up to it. A row whose amount grew when it posted (a tip) has one more part, the rest, in
the row's own category; one that shrank below its parts is whole again until the user splits it anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from services.retriever.ledger import ids
from services.retriever.ledger.categories import DETAILED
from services.retriever.ledger.drafts import Draft, Merchant
from services.retriever.ledger.merchants import name_key
from services.retriever.ledger.movements import WITHOUT_MERCHANT, kind_of_category
from services.retriever.model import Annotation, Part, Reading, RowId, SourcePart


class PartReader:
    """Reads the parts of rows, with the merchants of a ledger by name."""

    def __init__(self, merchants: Mapping[str, Merchant], aliases: Mapping[str, str]) -> None:
        self._aliases = aliases
        self._names = {merchant_id: merchant.name for merchant_id, merchant in merchants.items()}
        self._by_name: dict[str, str] = {}
        for merchant_id in sorted(merchants):
            for name in (merchants[merchant_id].name, *merchants[merchant_id].former):
                if key := name_key(name):
                    self._by_name.setdefault(key, merchant_id)

    def split(self, draft: Draft, whole: Reading, annotations: Mapping[RowId, Annotation]) -> Reading:
        """The reading with its parts; the same where nobody splits the row or the parts do not fit it."""
        annotation = annotations.get(whole.row_id)
        by_user = annotation is not None and annotation.parts is not None
        said = annotation.parts if annotation is not None and annotation.parts is not None else draft.row.parts
        if not said:
            return whole
        rest = whole.amount - sum((one.amount for one in said), Decimal(0))
        if rest and (rest > 0) != (whole.amount > 0):
            return replace(whole, rule_ids=(*whole.rule_ids, "v1.part.does-not-fit"))
        rule = "v1.part.user" if by_user else "v1.part.source"
        parts = [self._read(whole, number, one, rule) for number, one in enumerate(said, start=1)]
        if rest:
            parts.append(self._read(whole, len(parts) + 1, SourcePart(rest), "v1.part.rest"))
        return replace(whole, parts=tuple(parts)).summed(parts)

    def _read(self, whole: Reading, number: int, said: SourcePart, rule: str) -> Part:
        own = said.category_id in DETAILED
        category = said.category_id if own else whole.category_id
        other_side = (said.amount > 0) != (whole.amount > 0)
        if own or (other_side and category in DETAILED):
            kind = kind_of_category(category, said.amount, names_someone=bool(whole.counterparty_id))
            decided = f"v1.kind.category.{kind.name.lower().replace('_', '-')}"
        else:
            kind, decided = whole.kind, ""
        merchant = "" if kind in WITHOUT_MERCHANT else self._merchant(said.merchant_name) or whole.merchant_id
        return Part(
            number,
            said.amount,
            kind,
            merchant,
            self._names.get(merchant, ""),
            category,
            whole.category_inferred and not own,
            said.note,
            (rule, decided) if decided else (rule,),
        )

    def _merchant(self, name: str) -> str:
        key = name_key(name)
        if not key:
            return ""
        known = self._by_name.get(key)
        if known is None:
            known = self._by_name[key] = ids.merchant_id("name", key)
            self._names[known] = self._aliases.get(known, name)
        return known
