"""The statements that read the ledger: a filter as SQL, and a query's sums, sets and first rows in one statement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, LiteralString
from uuid import UUID

from services.retriever.model import (
    AccountId,
    GroupKey,
    LedgerQuery,
    LedgerRow,
    MovementKind,
    Reading,
    Revision,
    RowId,
    RowOrder,
    Side,
)

# Rows of all groups together in one answer, the groups with the largest sums first: the rest is a page token away.
ROWS_IN_GROUPS = 600

_ROW: LiteralString = """
SELECT r.row_id, r.from_revision, r.account_id, a.name AS account_name, r.source_transaction_id, r.date, r.amount,
       r.currency, r.kind, r.merchant_id, r.merchant_name, r.counterparty_id, r.counterparty_name, r.category_id,
       r.category_inferred, r.pending, r.country_code, r.descriptor, r.folded_text, r.rule_ids, r.tags, r.note
"""
_FROM: LiteralString = """
FROM retriever.ledger_row r JOIN retriever.account a ON a.user_id = r.user_id AND a.account_id = r.account_id
"""
FIND: LiteralString = f"""{_ROW} {_FROM}
WHERE r.user_id = %(user)s AND r.row_id = ANY (%(rows)s) AND r.from_revision <= %(at)s AND r.to_revision > %(at)s
"""
"""Rows by id at a revision."""
_NEWEST: LiteralString = "(SELECT revision FROM retriever.ledger WHERE user_id = %(user)s) AS revision"
LIST: LiteralString = _ROW + ", count(*) OVER () AS total, " + _NEWEST + _FROM + " WHERE "
"""Goes before a condition, and `PART` after the order."""
PART: LiteralString = " OFFSET %(position)s LIMIT %(size)s"

_GROUPS: dict[GroupKey, tuple[LiteralString, LiteralString]] = {
    GroupKey.NONE: ("NULL::text", "NULL::text"),
    GroupKey.MERCHANT: ("r.merchant_id", "r.merchant_name"),
    GroupKey.CATEGORY: ("CASE WHEN r.category_id = '' THEN 'UNCATEGORIZED' ELSE r.category_id END", "NULL::text"),
    GroupKey.MONTH: ("to_char(r.date, 'YYYY-MM')", "NULL::text"),
    GroupKey.ACCOUNT: ("r.account_id", "a.name"),
    GroupKey.COUNTERPARTY: ("r.counterparty_id", "r.counterparty_name"),
    GroupKey.YEAR: ("to_char(r.date, 'YYYY')", "NULL::text"),
    GroupKey.WEEK: ("to_char(date_trunc('week', r.date), 'YYYY-MM-DD')", "NULL::text"),
    GroupKey.DAY: ("to_char(r.date, 'YYYY-MM-DD')", "NULL::text"),
}

_ORDERS: dict[RowOrder, LiteralString] = {
    RowOrder.OLDEST: "r.date, r.row_id",
    RowOrder.NEWEST: "r.date DESC, r.row_id",
    RowOrder.LARGEST: "abs(r.amount) DESC, r.date, r.row_id",
    RowOrder.SMALLEST: "abs(r.amount), r.date, r.row_id",
}

_AT_NEWEST: LiteralString = "r.to_revision = 9223372036854775807"
_AT_REVISION: LiteralString = "r.from_revision <= %(revision)s AND r.to_revision > %(revision)s"


def order_by(order: RowOrder) -> LiteralString:
    """The order of rows as SQL; it is total."""
    return _ORDERS[order]


def build_where(query: LedgerQuery, user: UUID) -> tuple[LiteralString, dict[str, Any]]:
    """The condition on `r` (with `a`, its account) and its parameters."""
    wanted, amount = query.filter, query.filter.amount
    # Condition, parameter, value; one that is None or empty restricts nothing.
    bound: list[tuple[LiteralString, str, Any]] = [
        ("r.date <= %(as_of)s", "as_of", query.as_of),
        ("r.date >= %(start)s", "start", wanted.start),
        ("r.date <= %(end)s", "end", wanted.end),
        ("r.merchant_id = ANY (%(merchants)s)", "merchants", list(wanted.merchant_ids)),
        ("r.category_id = ANY (%(categories)s)", "categories", list(wanted.category_ids)),
        ("r.category_id <> ALL (%(not_categories)s)", "not_categories", list(wanted.excluded_category_ids)),
        ("r.kind = ANY (%(kinds)s)", "kinds", [int(kind) for kind in wanted.kinds]),
        ("r.account_id = ANY (%(accounts)s)", "accounts", list(wanted.account_ids)),
        ("r.counterparty_id = ANY (%(counterparties)s)", "counterparties", list(wanted.counterparty_ids)),
        ("r.currency = %(currency)s", "currency", wanted.currency or None),
        ("abs(r.amount) > %(over)s", "over", amount.over),
        ("abs(r.amount) >= %(at_least)s", "at_least", amount.at_least),
        ("abs(r.amount) < %(under)s", "under", amount.under),
        ("abs(r.amount) <= %(at_most)s", "at_most", amount.at_most),
        ("extract(isodow FROM r.date)::int = ANY (%(weekdays)s)", "weekdays", list(wanted.weekdays)),
        ("r.country_code = ANY (%(countries)s)", "countries", list(wanted.country_codes)),
        ("r.pending = %(pending)s", "pending", wanted.pending),
        ("r.row_id = ANY (%(row_ids)s)", "row_ids", list(wanted.row_ids)),
        *((_WORDS[place], f"word{place}", f"% {word} %") for place, word in enumerate(wanted.text.split())),
    ]
    grouped = query.group is not GroupKey.NONE and bool(query.group_value)
    plain: list[tuple[LiteralString, bool]] = [
        ("r.user_id = %(user)s", True),
        (_AT_REVISION if query.revision else _AT_NEWEST, True),
        ("r.amount > 0", wanted.side is Side.OUT),
        ("r.amount < 0", wanted.side is Side.IN),
        ("r.merchant_id <> ''", wanted.merchant_only),
        (_HOME_AT_REVISION if query.revision else _HOME_AT_NEWEST, wanted.abroad),
        (_GROUPS[query.group][0] + " = %(group_value)s", grouped),
    ]
    chosen = [(condition, name, value) for condition, name, value in bound if value is not None and value != []]
    conditions = [condition for condition, holds in plain if holds] + [condition for condition, _, _ in chosen]
    params: dict[str, Any] = {"user": user, "revision": query.revision, "as_of": query.as_of}
    params |= {"group_value": query.group_value} | {name: value for _, name, value in chosen}
    return " AND ".join(conditions), params


_HOME: LiteralString = """r.merchant_id <> '' AND r.country_code <> '' AND r.country_code <> (
    SELECT mode() WITHIN GROUP (ORDER BY r.country_code) FROM retriever.ledger_row r
    WHERE r.user_id = %(user)s AND r.country_code <> '' AND (%(as_of)s::date IS NULL OR r.date <= %(as_of)s) AND """
_HOME_AT_NEWEST: LiteralString = _HOME + _AT_NEWEST + ")"
_HOME_AT_REVISION: LiteralString = _HOME + _AT_REVISION + ")"
# Whole words of the folded text, which holds letters, digits and single blanks only.
_WORDS: tuple[LiteralString, ...] = (
    "' ' || r.folded_text || ' ' LIKE %(word0)s",
    "' ' || r.folded_text || ' ' LIKE %(word1)s",
    "' ' || r.folded_text || ' ' LIKE %(word2)s",
    "' ' || r.folded_text || ' ' LIKE %(word3)s",
    "' ' || r.folded_text || ' ' LIKE %(word4)s",
    "' ' || r.folded_text || ' ' LIKE %(word5)s",
    "' ' || r.folded_text || ' ' LIKE %(word6)s",
    "' ' || r.folded_text || ' ' LIKE %(word7)s",
)
# Which rows stand at the ends of a set. One set: the first of each order; many: sorted within each.
_ENDS_OF_ONE: tuple[LiteralString, LiteralString] = (
    """(SELECT m.row_id FROM matched m WHERE m.currency = g.currency ORDER BY abs(m.amount), m.date, m.row_id LIMIT 1)
               AS smallest,
           (SELECT m.row_id FROM matched m WHERE m.currency = g.currency ORDER BY abs(m.amount) DESC, m.date, m.row_id
            LIMIT 1) AS largest""",
    """(SELECT m.row_id FROM matched m ORDER BY m.date, m.row_id LIMIT 1) AS first_id,
           (SELECT m.row_id FROM matched m ORDER BY m.date DESC, m.row_id DESC LIMIT 1) AS last_id""",
)
_ENDS_OF_MANY: tuple[LiteralString, LiteralString] = (
    """(array_agg(row_id ORDER BY abs(amount), date, row_id))[1] AS smallest,
           (array_agg(row_id ORDER BY abs(amount) DESC, date, row_id))[1] AS largest""",
    """(array_agg(row_id ORDER BY date, row_id))[1] AS first_id,
           (array_agg(row_id ORDER BY date DESC, row_id DESC))[1] AS last_id""",
)

# Four sections: 0 revision and coverage, 1 sums by currency, 2 sets, 3 rows. A NULL key is the whole set.
_QUERY: LiteralString = """
WITH ledger AS (SELECT user_id, revision FROM retriever.ledger WHERE user_id = %(user)s),
matched AS MATERIALIZED (
    SELECT r.row_id, r.from_revision, r.date, r.amount, r.currency, __KEY__ AS key, __LABEL__ AS label,
           row_number() OVER (ORDER BY __ORDER__) AS place_in_all
    FROM retriever.ledger_row r __ACCOUNT__
    WHERE __WHERE__
),
totals AS (
    SELECT __WHOLE__, currency, sum(amount) AS row_sum,
           coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS out_sum,
           coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS in_sum, count(*) AS row_count,
           count(*) FILTER (WHERE amount > 0) AS out_count, count(*) FILTER (WHERE amount < 0) AS in_count,
           __EXTREMES__
    FROM matched g GROUP BY GROUPING SETS ((currency)__GROUPED_TOTALS__)
),
sets AS (
    SELECT __WHOLE__, max(label) AS label, count(*) AS row_count,
           encode(sha256(convert_to(
               string_agg(row_id || '@' || from_revision, ',' ORDER BY row_id COLLATE "C"), 'UTF8')), 'hex') AS digest,
           __ENDS__
    FROM matched GROUP BY GROUPING SETS (()__GROUPED_SETS__)
),
remembered AS (
    INSERT INTO retriever.row_set (user_id, digest, revision, query)
    SELECT l.user_id, s.digest, CASE WHEN %(revision)s > 0 THEN %(revision)s ELSE l.revision END, %(encoded)s::jsonb
    FROM sets s, ledger l WHERE s.whole = 1 AND s.row_count > 0 ON CONFLICT (user_id, digest) DO NOTHING
),
ranked AS (
    SELECT s.key, sum(least(s.row_count, %(page_size)s)) OVER (ORDER BY t.net DESC, s.key) <= %(budget)s AS open
    FROM sets s JOIN (SELECT key, max(row_sum) AS net FROM totals WHERE whole = 0 GROUP BY key) t ON t.key = s.key
    WHERE s.whole = 0
),
placed AS (SELECT row_id, from_revision, key, place_in_all, __PLACE__ AS place FROM matched),
shown AS (
    SELECT row_id, from_revision, key, CASE WHEN place_in_all <= %(page_size)s THEN place_in_all END AS place_in_all,
           CASE WHEN place <= %(page_size)s AND key IN (SELECT r.key FROM ranked r WHERE r.open) THEN place END AS place
    FROM placed
),
needed AS MATERIALIZED (
    SELECT * FROM shown WHERE place_in_all IS NOT NULL OR place IS NOT NULL
       OR row_id IN (SELECT smallest FROM totals UNION SELECT largest FROM totals
                     UNION SELECT first_id FROM sets UNION SELECT last_id FROM sets)
)
SELECT 0 AS section, NULL::text AS key, NULL::text AS label, NULL::text AS currency, NULL::numeric AS row_sum,
       NULL::numeric AS out_sum, NULL::numeric AS in_sum, NULL::bigint AS row_count, NULL::bigint AS out_count,
       NULL::bigint AS in_count, NULL::text AS first_id, NULL::text AS last_id, NULL::text AS digest,
       NULL::bigint AS place, NULL::bigint AS place_in_all,
       jsonb_build_object(
           'revision', l.revision, 'account_id', a.account_id, 'source_account_id', a.source_account_id,
           'item_id', a.item_id, 'name', a.name, 'official_name', a.official_name, 'mask', a.mask,
           'account_type', a.account_type, 'account_subtype', a.account_subtype, 'currency', a.currency,
           'institution', a.institution, 'history_loading', i.history_loading, 'first', c.first, 'last', c.last,
           'rows', coalesce(c.rows, 0)) AS body
FROM ledger l
LEFT JOIN retriever.account a ON a.user_id = l.user_id
LEFT JOIN retriever.ledger_item i ON i.user_id = a.user_id AND i.item_id = a.item_id
LEFT JOIN (
    SELECT r.account_id, min(r.date) AS first, max(r.date) AS last, count(*) AS rows FROM retriever.ledger_row r
    WHERE r.user_id = %(user)s AND __AT__ AND (%(as_of)s::date IS NULL OR r.date <= %(as_of)s) GROUP BY r.account_id
) c ON c.account_id = a.account_id
UNION ALL
SELECT 1, CASE WHEN whole = 1 THEN NULL ELSE key END, NULL, currency, row_sum, out_sum, in_sum, row_count, out_count,
       in_count, smallest, largest, NULL, NULL, NULL, NULL
FROM totals
UNION ALL
SELECT 2, CASE WHEN whole = 1 THEN NULL ELSE key END, label, NULL, NULL, NULL, NULL, row_count, NULL, NULL, first_id,
       last_id, digest, NULL, NULL, NULL
FROM sets
UNION ALL
SELECT 3, n.key, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, n.place, n.place_in_all,
       jsonb_build_object(
           'row_id', r.row_id, 'from_revision', r.from_revision, 'account_id', r.account_id, 'account_name', a.name,
           'source_transaction_id', r.source_transaction_id, 'date', r.date, 'amount', r.amount::text,
           'currency', r.currency, 'kind', r.kind, 'merchant_id', r.merchant_id, 'merchant_name', r.merchant_name,
           'counterparty_id', r.counterparty_id, 'counterparty_name', r.counterparty_name,
           'category_id', r.category_id, 'category_inferred', r.category_inferred, 'pending', r.pending,
           'country_code', r.country_code, 'descriptor', r.descriptor, 'folded_text', '', 'rule_ids', r.rule_ids,
           'tags', r.tags, 'note', r.note)
FROM needed n
-- OFFSET 0: one look at the key for each row that is shown; the planner would read all rows of the user.
CROSS JOIN LATERAL (
    SELECT * FROM retriever.ledger_row r
    WHERE r.user_id = %(user)s AND r.row_id = n.row_id AND r.from_revision = n.from_revision OFFSET 0
) r
JOIN retriever.account a ON a.user_id = r.user_id AND a.account_id = r.account_id
"""


def build_query(query: LedgerQuery, page_size: int, encoded: str, user: UUID) -> tuple[LiteralString, dict[str, Any]]:
    """The statement of a query and its parameters. Only literals of this module become SQL; values are bound."""
    where, params = build_where(query, user)
    key, label = _GROUPS[query.group] if not query.group_value else _GROUPS[GroupKey.NONE]
    grouped = query.group is not GroupKey.NONE and not query.group_value
    account: LiteralString = (
        "JOIN retriever.account a ON a.user_id = r.user_id AND a.account_id = r.account_id"
        if query.group is GroupKey.ACCOUNT
        else ""
    )
    at: LiteralString = _AT_REVISION if query.revision else _AT_NEWEST
    totals: LiteralString = ", (key, currency)" if grouped else ""
    sets: LiteralString = ", (key)" if grouped else ""
    place: LiteralString = "row_number() OVER (PARTITION BY key ORDER BY place_in_all)" if grouped else "NULL::bigint"
    whole: LiteralString = "GROUPING(key) AS whole, key" if grouped else "1 AS whole, NULL::text AS key"
    ends = _ENDS_OF_MANY if grouped else _ENDS_OF_ONE
    statement = (
        _QUERY.replace("__KEY__", key)
        .replace("__WHOLE__", whole)
        .replace("__EXTREMES__", ends[0])
        .replace("__ENDS__", ends[1])
        .replace("__LABEL__", label)
        .replace("__ORDER__", _ORDERS[query.order])
        .replace("__ACCOUNT__", account)
        .replace("__WHERE__", where)
        .replace("__GROUPED_TOTALS__", totals)
        .replace("__GROUPED_SETS__", sets)
        .replace("__PLACE__", place)
        .replace("__AT__", at)
    )
    params |= {"page_size": page_size, "budget": ROWS_IN_GROUPS, "encoded": encoded}
    return statement, params


def read_row(row: Mapping[str, Any]) -> LedgerRow:
    """A row of `LIST` or `FIND` as the model has it."""
    reading = Reading(
        RowId(row["row_id"]),
        AccountId(row["account_id"]),
        row["source_transaction_id"],
        row["date"],
        row["amount"],
        row["currency"],
        MovementKind(row["kind"]),
        row["merchant_id"],
        row["merchant_name"],
        row["counterparty_id"],
        row["counterparty_name"],
        row["category_id"],
        row["category_inferred"],
        row["pending"],
        row["country_code"],
        row["descriptor"],
        row["folded_text"],
        tuple(row["rule_ids"]),
        tuple(row["tags"]),
        row["note"],
    )
    return LedgerRow(reading, Revision(row["from_revision"]), row["account_name"])
