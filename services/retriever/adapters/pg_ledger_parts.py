"""Split rows in SQL: what stands in the place of `retriever.ledger_row` in a query on a ledger that has such rows.

An entry is a row as a query sees it: a whole row, or those parts of a split one that the query wants, added up. Its
`row_id` names the parts where they are not all: `txn_…#1+3`. `sized` is what a filter on amounts looks at: all that the
query wants of the row, also where the entries are by category or merchant.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, LiteralString

from services.retriever.model import GroupKey, LedgerQuery, LedgerRow, MovementKind, Part

PARTS_OF: LiteralString = """CASE WHEN r.part_count > 0 THEN (
    SELECT json_agg(json_build_array(p.part, p.amount::text, p.kind, p.merchant_id, p.merchant_name, p.category_id,
                                     p.category_inferred, p.note, p.rule_ids) ORDER BY p.part)
    FROM retriever.ledger_part p
    WHERE p.user_id = %(user)s AND p.row_id = r.row_id AND p.from_revision = r.from_revision) END"""
"""The parts of the row `r` as `read_parts` reads them; NULL where it is whole."""
ROW_OF: LiteralString = "split_part({}.row_id, '#', 1)"
"""The row that an entry is of."""

_ENTRIES: LiteralString = """(
    SELECT r.user_id, r.row_id, r.from_revision, r.to_revision, r.account_id, r.source_transaction_id, r.date, r.amount,
           r.amount AS sized, r.currency, r.kind, r.merchant_id, r.merchant_name, r.counterparty_id,
           r.counterparty_name, r.category_id, r.pending, r.country_code, r.folded_text, r.rule_ids
    FROM retriever.ledger_row r WHERE r.user_id = %(user)s AND __AT__ AND r.part_count = 0
    UNION ALL
    SELECT r.user_id,
           r.row_id || CASE WHEN count(*) = r.part_count THEN ''
                            ELSE '#' || string_agg(p.part::text, '+' ORDER BY p.part) END,
           r.from_revision, r.to_revision, r.account_id, r.source_transaction_id, r.date, sum(p.amount), __SIZED__,
           r.currency, min(p.kind), min(p.merchant_id), min(p.merchant_name), r.counterparty_id, r.counterparty_name,
           min(p.category_id), r.pending, r.country_code, r.folded_text,
           r.rule_ids || string_to_array(string_agg(array_to_string(p.rule_ids, ' '), ' '), ' ')
    FROM retriever.ledger_part p
    JOIN retriever.ledger_row r ON r.user_id = p.user_id AND r.row_id = p.row_id AND r.from_revision = p.from_revision
    WHERE p.user_id = %(user)s AND r.user_id = %(user)s AND __AT__ __WANTED__
    GROUP BY r.user_id, r.row_id, r.from_revision __BY__
)"""
_BY: dict[GroupKey, LiteralString] = {GroupKey.MERCHANT: ", p.merchant_id", GroupKey.CATEGORY: ", p.category_id"}


def is_by_part(group: GroupKey) -> bool:
    """Whether the parts of one row can be in several groups."""
    return group in _BY


def entries(query: LedgerQuery, at: LiteralString, by: GroupKey = GroupKey.NONE) -> LiteralString:
    """The entries of a query, one for each row, or with `by` one for each row and merchant or category.

    The parameters are those of the query's own condition, which holds for entries as it does for rows.
    """
    wanted = query.filter
    conditions: list[tuple[LiteralString, bool]] = [
        ("AND p.merchant_id = ANY (%(merchants)s)", bool(wanted.merchant_ids)),
        ("AND p.merchant_id <> ALL (%(not_merchants)s)", bool(wanted.excluded_merchant_ids)),
        ("AND p.category_id = ANY (%(categories)s)", bool(wanted.category_ids)),
        ("AND p.category_id <> ALL (%(not_categories)s)", bool(wanted.excluded_category_ids)),
        ("AND p.kind = ANY (%(kinds)s)", bool(wanted.kinds)),
        ("AND p.merchant_id <> ''", wanted.merchant_only or wanted.abroad),
    ]
    part: LiteralString = " ".join(condition for condition, holds in conditions if holds)
    sized: LiteralString = "sum(p.amount)"
    if is_by_part(by):
        sized = "sum(sum(p.amount)) OVER (PARTITION BY r.row_id, r.from_revision)"
    return (
        _ENTRIES.replace("__AT__", at)
        .replace("__SIZED__", sized)
        .replace("__WANTED__", part)
        .replace("__BY__", _BY.get(by, ""))
    )


def on_entries(where: LiteralString) -> LiteralString:
    """A condition on rows as one on entries."""
    return (
        where.replace("abs(r.amount)", "abs(r.sized)")
        .replace("r.amount > 0", "r.sized > 0")
        .replace("r.amount < 0", "r.sized < 0")
        .replace("r.row_id = ANY", f"{ROW_OF.replace('{}', 'r')} = ANY")
    )


def row_id_of(entry: str) -> str:
    """The row that an entry is of."""
    return entry.partition("#")[0]


def as_entry(row: LedgerRow, entry: str) -> LedgerRow:
    """A row as an entry shows it."""
    _, marked, numbers = entry.partition("#")
    return row.narrowed({int(one) for one in numbers.split("+")}) if marked else row


def read_parts(content: list[list[Any]] | None) -> tuple[Part, ...]:
    """Parts as `PARTS_OF` has them."""
    return tuple(
        Part(
            number,
            Decimal(amount),
            MovementKind(kind),
            merchant_id,
            merchant,
            category_id,
            inferred,
            note,
            tuple(rules),
        )
        for number, amount, kind, merchant_id, merchant, category_id, inferred, note, rules in content or ()
    )
