"""What QueryLedger should come to, calculated plainly in Python over the rows that ListRows gives."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from tests.integration.retriever.ledger_service import money
from tieout.retriever.v1 import retriever_service_pb2 as pb

Sums = dict[str, tuple[Decimal, Decimal, Decimal, int]]
"""By currency: net, out, in and how many rows."""


@dataclass(frozen=True)
class Wanted:
    """A filter: of the parts of a row, of the row, and of what is wanted of it together."""

    category_ids: tuple[str, ...] = ()
    excluded_category_ids: tuple[str, ...] = ()
    kinds: tuple[int, ...] = ()
    merchant_ids: tuple[str, ...] = ()
    currency_code: str = ""
    first: date | None = None
    last: date | None = None
    over: Decimal | None = None
    side: int = 0


@dataclass
class Entry:
    """A row with those of its parts that are wanted."""

    row: Any
    parts: list[Any] = field(default_factory=list)

    @property
    def amount(self) -> Decimal:
        """What is wanted of the row."""
        return sum((money(part.amount) for part in self.parts), Decimal(0))


def day(row: Any) -> date:
    """The row's day."""
    return date(row.date.year, row.date.month, row.date.day)


def entries(rows: Iterable[Any], wanted: Wanted) -> list[Entry]:
    """Each row once, with what is wanted of it. A row that is not split is its own only part."""
    found = []
    for row in rows:
        parts = [
            part
            for part in (row.parts or [row])
            if (not wanted.category_ids or part.category_id in wanted.category_ids)
            and part.category_id not in wanted.excluded_category_ids
            and (not wanted.kinds or part.kind in wanted.kinds)
            and (not wanted.merchant_ids or part.merchant_id in wanted.merchant_ids)
        ]
        entry = Entry(row, parts)
        keeps = (
            bool(parts)
            and wanted.currency_code in ("", row.amount.currency_code)
            and (wanted.first is None or day(row) >= wanted.first)
            and (wanted.last is None or day(row) <= wanted.last)
            and (wanted.over is None or abs(entry.amount) > wanted.over)
            and (wanted.side == 0 or (entry.amount > 0 if wanted.side == 1 else entry.amount < 0))
        )
        if keeps:
            found.append(entry)
    return found


def sums(found: Sequence[Entry]) -> Sums:
    """Sums of each currency, never of two."""
    amounts: dict[str, list[Decimal]] = defaultdict(list)
    for entry in found:
        amounts[entry.row.amount.currency_code].append(entry.amount)
    return {
        currency: (
            sum(each, Decimal(0)),
            sum((one for one in each if one > 0), Decimal(0)),
            -sum((one for one in each if one < 0), Decimal(0)),
            len(each),
        )
        for currency, each in amounts.items()
    }


def by_part(found: Sequence[Entry], key: Callable[[Any], str]) -> dict[str, Sums]:
    """Sums by a word of the parts: a row is in each group that one of its parts is in, with that part."""
    groups: dict[str, list[Entry]] = defaultdict(list)
    for entry in found:
        split: dict[str, list[Any]] = defaultdict(list)
        for part in entry.parts:
            split[key(part)].append(part)
        for name, parts in split.items():
            groups[name].append(Entry(entry.row, parts))
    return {name: sums(group) for name, group in groups.items() if name}


def stated(group: pb.LedgerGroup) -> Sums:
    """The sums that a response states."""
    return {
        one.row_sum.currency_code: (money(one.row_sum), money(one.out_sum), money(one.in_sum), one.row_count)
        for one in group.totals
    }
