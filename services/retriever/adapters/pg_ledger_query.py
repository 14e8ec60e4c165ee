"""The statements that read the ledger: a filter as SQL, and a query's sums, sets and first rows in one statement."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any, LiteralString
from uuid import UUID

from services.retriever.adapters.pg_ledger_parts import (
    PARTS_OF,
    ROW_OF,
    as_entry,
    entries,
    is_by_part,
    on_entries,
    read_parts,
    row_id_of,
)
from services.retriever.model import (
    AccountId,
    GroupKey,
    GroupOrder,
    LedgerQuery,
    LedgerRow,
    MovementKind,
    Reading,
    Revision,
    RowDetail,
    RowId,
    RowOrder,
    Side,
)

# Rows of all groups together in one answer, the groups with the largest sums first: the rest is a page token away.
ROWS_IN_GROUPS = 600
# Rows of a set that are named by id; a larger one has its digest only.
MAX_IDS = 1000
# Rows of all groups together that are named by id.
NAMED_ROWS = 10_000

_ROW: LiteralString = """
SELECT r.row_id, r.from_revision, r.account_id, a.name AS account_name, r.source_transaction_id, r.date, r.amount,
       r.currency, r.kind, r.merchant_id, r.merchant_name, r.counterparty_id, r.counterparty_name, r.category_id,
       r.category_inferred, r.pending, r.country_code, r.descriptor, r.folded_text, r.rule_ids, r.tags, r.note,
"""
_PARTS_COLUMN: LiteralString = f"{PARTS_OF}::text AS parts"
_FROM: LiteralString = """
FROM retriever.ledger_row r JOIN retriever.account a ON a.user_id = r.user_id AND a.account_id = r.account_id
"""
FIND: LiteralString = f"""{_ROW} {_PARTS_COLUMN} {_FROM}
WHERE r.user_id = %(user)s AND r.row_id = ANY (%(rows)s) AND r.from_revision <= %(at)s AND r.to_revision > %(at)s
"""
"""Rows by id at a revision."""
_NEWEST: LiteralString = """
    (SELECT revision FROM retriever.ledger WHERE user_id = %(user)s) AS revision,
    (SELECT has_parts FROM retriever.ledger WHERE user_id = %(user)s) AS has_parts"""
_LIST: LiteralString = """
__ROW__ c.entry, c.total, __PARTS__, __NEWEST__
FROM (
    SELECT r.row_id AS entry, r.from_revision, count(*) OVER () AS total,
           row_number() OVER (ORDER BY __ORDER__) AS place
    FROM __SOURCE__ r WHERE __WHERE__ ORDER BY __ORDER__ OFFSET %(position)s LIMIT %(size)s
) c
-- OFFSET 0: as in a query.
CROSS JOIN LATERAL (
    SELECT * FROM retriever.ledger_row r
    WHERE r.user_id = %(user)s AND r.row_id = __ROW_OF__ AND r.from_revision = c.from_revision OFFSET 0
) r
JOIN retriever.account a ON a.user_id = r.user_id AND a.account_id = r.account_id
ORDER BY c.place
"""

# The order of columns is that of `read_body`.
_BODY: LiteralString = """json_build_array(
                __ENTRY__, r.account_id, r.source_transaction_id, r.date, r.amount::text, r.currency, r.kind,
                r.merchant_id, r.merchant_name, r.counterparty_id, r.counterparty_name, r.category_id,
                r.category_inferred, r.pending, r.country_code, r.descriptor, r.folded_text, r.rule_ids, r.tags,
                r.note, r.from_revision, __PARTS__)"""
_STEADY: LiteralString = """
WITH matched AS MATERIALIZED (
    SELECT r.row_id, r.from_revision, r.merchant_id, r.currency,
           r.amount <> lag(r.amount) OVER (PARTITION BY r.merchant_id, r.currency ORDER BY r.date, r.row_id) AS changed
    FROM __SOURCE__ r WHERE __WHERE__
),
steady AS MATERIALIZED (
    SELECT merchant_id, currency FROM matched GROUP BY merchant_id, currency
    HAVING count(*) >= %(least)s AND count(*) FILTER (WHERE changed) * %(rows_per_change)s <= count(*)
),
needed AS MATERIALIZED (
    SELECT row_id, from_revision FROM matched
    WHERE (merchant_id, currency) IN (SELECT merchant_id, currency FROM steady)
)
SELECT __NEWEST__,
    (SELECT json_object_agg(account_id, name)::text FROM retriever.account WHERE user_id = %(user)s) AS accounts,
    (SELECT json_agg(__BODY__)::text
     FROM needed m
     -- OFFSET 0: as in a query.
     CROSS JOIN LATERAL (
         SELECT * FROM retriever.ledger_row r
         WHERE r.user_id = %(user)s AND r.row_id = __ROW_OF__ AND r.from_revision = m.from_revision OFFSET 0
     ) r) AS bodies
"""

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

_GROUP_ORDERS: dict[GroupOrder, LiteralString] = {
    GroupOrder.NET_LARGEST: "net DESC",
    GroupOrder.NET_SMALLEST: "net",
    GroupOrder.MOST_ROWS: "rows DESC",
    GroupOrder.FEWEST_ROWS: "rows",
}

_AT_NEWEST: LiteralString = "r.to_revision = 9223372036854775807"
_AT_REVISION: LiteralString = "r.from_revision <= %(revision)s AND r.to_revision > %(revision)s"


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
        ("r.merchant_id <> ALL (%(not_merchants)s)", "not_merchants", list(wanted.excluded_merchant_ids)),
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

# One row: coverage, sums by currency, sets, ids, pages and the rows that these show, each as JSON. The key NULL is the
# whole set. `matched` is sorted as the digests and the pages by age need it, which PostgreSQL 17 carries on.
_QUERY: LiteralString = """
WITH ledger AS MATERIALIZED (
    SELECT revision, generation || '@' || CASE WHEN %(revision)s > 0 THEN %(revision)s ELSE revision END AS state,
           has_parts
    FROM retriever.ledger WHERE user_id = %(user)s
),
matched AS MATERIALIZED (__MATCHED__),
totals AS MATERIALIZED (
    SELECT NULL::text AS key, __SUMS__, min(abs(amount)) AS least, max(abs(amount)) AS most
    FROM matched GROUP BY currency
),
sets AS MATERIALIZED (
    SELECT NULL::text AS key, NULL::text AS label, count(*) AS row_count, __DIGEST__ AS digest FROM matched
)__SHOWN_PARTS____GROUPED____NAMED____OUTWARD__,
remembered AS (
    INSERT INTO retriever.row_set (user_id, digest, revision, query)
    SELECT %(user)s, s.digest, CASE WHEN %(revision)s > 0 THEN %(revision)s ELSE l.revision END, s.query
    FROM (SELECT digest, row_count, %(encoded)s::jsonb AS query FROM sets __REMEMBERED__) s, ledger l
    WHERE s.row_count > 0 AND __FITS__ ON CONFLICT (user_id, digest) DO NOTHING
)
SELECT
    (SELECT revision FROM ledger) AS revision,
    (SELECT has_parts FROM ledger) AS has_parts,
    (SELECT state FROM ledger) AS state,
    __COVERAGE_COLUMNS__
    (SELECT json_agg(json_build_array(key, currency, row_sum::text, out_sum::text, in_sum::text, row_count, out_count,
                                      in_count))::text FROM __TOTALS__) AS totals,
    (SELECT json_agg(json_build_array(key, label, row_count, digest) ORDER BY place)::text FROM __SETS__) AS sets,
    __NAMED_COLUMNS__,
    __OUTWARD_COLUMNS__,
    __SHOWN_COLUMNS__
"""
_MATCHED: LiteralString = """
    SELECT r.row_id, r.from_revision, r.date, r.amount, r.currency, r.account_id, r.source_transaction_id,
           __KEY__ AS key, __LABEL__ AS label__RULES__
    FROM __SOURCE__ r __ACCOUNT__
    WHERE __WHERE__
    ORDER BY r.date, r.row_id
"""
_SUMS: LiteralString = """currency, sum(amount) AS row_sum,
           coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS out_sum,
           coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS in_sum, count(*) AS row_count,
           count(*) FILTER (WHERE amount > 0) AS out_count, count(*) FILTER (WHERE amount < 0) AS in_count"""
_DIGEST: LiteralString = """encode(sha256(convert_to(
               string_agg(row_id || '@' || from_revision, ',' ORDER BY date, row_id), 'UTF8')), 'hex')"""
_COVERAGE_COLUMNS: LiteralString = """
    (SELECT json_agg(json_build_array(a.account_id, a.source_account_id, a.item_id, a.name, a.official_name, a.mask,
                a.account_type, a.account_subtype, a.currency, a.institution, coalesce(i.history_loading, false)))::text
     FROM retriever.account a
     LEFT JOIN retriever.ledger_item i ON i.user_id = a.user_id AND i.item_id = a.item_id
     WHERE a.user_id = %(user)s) AS accounts,
    (SELECT count(*) FROM retriever.document WHERE user_id = %(user)s) AS documents,
    (SELECT json_agg(json_build_array(d.account_id, d.first, d.last, d.rows))::text FROM (
        SELECT r.account_id, min(r.date) AS first, max(r.date) AS last, count(*) AS rows FROM retriever.ledger_row r
        WHERE r.user_id = %(user)s AND __AT__ AND (%(as_of)s::date IS NULL OR r.date <= %(as_of)s)
          AND (SELECT state FROM ledger) IS DISTINCT FROM %(known)s
        GROUP BY r.account_id) d) AS days,"""
# The rows that are sent whole: the first ones, and those at the ends by day and by size.
_SHOWN: LiteralString = """,
page AS MATERIALIZED (
    SELECT r.row_id, r.from_revision, row_number() OVER () AS place
    FROM (SELECT * FROM matched r ORDER BY __ORDER__ LIMIT %(page_size)s) r
),
extremes AS MATERIALIZED (
    SELECT t.currency, smallest.row_id AS smallest, smallest.from_revision AS smallest_from,
           largest.row_id AS largest, largest.from_revision AS largest_from
    FROM totals t,
    LATERAL (SELECT m.row_id, m.from_revision FROM matched m
             WHERE m.currency = t.currency AND abs(m.amount) = t.least ORDER BY m.date, m.row_id LIMIT 1) smallest,
    LATERAL (SELECT m.row_id, m.from_revision FROM matched m
             WHERE m.currency = t.currency AND abs(m.amount) = t.most ORDER BY m.date, m.row_id LIMIT 1) largest
),
ends AS MATERIALIZED (
    (SELECT 'first' AS which, row_id, from_revision FROM matched ORDER BY date, row_id LIMIT 1)
    UNION ALL
    (SELECT 'last', row_id, from_revision FROM matched ORDER BY date, row_id
     OFFSET (SELECT greatest(row_count - 1, 0) FROM sets) LIMIT 1)
)"""
_SHOWN_COLUMNS: LiteralString = """
    (SELECT json_object_agg(account_id, name)::text FROM retriever.account WHERE user_id = %(user)s) AS account_names,
    (SELECT json_agg(json_build_array(currency, smallest, largest))::text FROM extremes) AS extremes,
    (SELECT json_object_agg(which, row_id)::text FROM ends) AS ends,
    (SELECT json_agg(json_build_array(key, row_id) ORDER BY key, place)::text FROM __PAGES__) AS pages,
    (SELECT json_agg(__BODY__)::text
     FROM (SELECT row_id, from_revision FROM __SHOWN__
           UNION SELECT row_id, from_revision FROM ends
           UNION SELECT smallest, smallest_from FROM extremes
           UNION SELECT largest, largest_from FROM extremes) n
     -- OFFSET 0: one look at the key for each row that is shown; the planner would read all rows of the user.
     CROSS JOIN LATERAL (
         SELECT * FROM retriever.ledger_row r
         WHERE r.user_id = %(user)s AND r.row_id = __ROW_OF__ AND r.from_revision = n.from_revision OFFSET 0
     ) r) AS bodies"""
_NOT_SHOWN: LiteralString = "NULL AS account_names, NULL AS extremes, NULL AS ends, NULL AS pages, NULL AS bodies"
# The rows that are sent by id, and the set of those that brought money in. Larger sets have their digest only.
_NAMED: LiteralString = """,
inward AS MATERIALIZED (SELECT r.row_id, r.from_revision, r.date, r.amount, r.source_transaction_id FROM matched r
                        WHERE r.amount < 0),
in_set AS MATERIALIZED (SELECT count(*) AS row_count, __DIGEST__ AS digest FROM inward)"""
# The others, where the set has some that brought money in: a sum before refunds is no query of its own.
_OUTWARD: LiteralString = """,
outward AS MATERIALIZED (SELECT r.row_id, r.from_revision, r.date, r.amount, r.source_transaction_id FROM matched r
                         WHERE r.amount > 0 AND (SELECT row_count FROM in_set) > 0),
out_set AS MATERIALIZED (SELECT count(*) AS row_count, __DIGEST__ AS digest FROM outward)"""
_OUTWARD_COLUMNS: LiteralString = """
    (SELECT json_build_array(row_count, digest)::text FROM out_set) AS out_set,
    (SELECT json_build_array(json_agg(r.row_id ORDER BY __ORDER__),
                             json_agg(r.source_transaction_id ORDER BY __ORDER__))::text
     FROM outward r WHERE (SELECT row_count FROM out_set) <= %(most_ids)s) AS out_ids"""
_NO_OUTWARD: LiteralString = "NULL AS out_set, NULL AS out_ids"
_NAMED_COLUMNS: LiteralString = """
    (SELECT json_build_array(json_agg(r.row_id ORDER BY __ORDER__),
                             json_agg(r.source_transaction_id ORDER BY __ORDER__))::text
     FROM matched r WHERE (SELECT row_count FROM sets) <= %(most_ids)s) AS row_ids,
    (SELECT json_agg(account_id ORDER BY account_id)::text FROM (SELECT DISTINCT account_id FROM matched) a)
        AS account_ids,
    (SELECT json_build_array(row_count, digest)::text FROM in_set) AS in_set,
    (SELECT json_build_array(json_agg(r.row_id ORDER BY __ORDER__),
                             json_agg(r.source_transaction_id ORDER BY __ORDER__))::text
     FROM inward r WHERE (SELECT row_count FROM in_set) <= %(most_ids)s) AS in_ids,
    (SELECT json_agg(DISTINCT rule ORDER BY rule)::text
     FROM (SELECT DISTINCT rule_ids FROM matched WHERE (SELECT row_count FROM sets) <= %(most_ids)s) d,
          unnest(d.rule_ids) rule) AS rule_ids,
    __GROUP_IDS__ AS group_ids"""
_NOT_NAMED: LiteralString = """
    NULL AS row_ids, NULL AS account_ids, NULL AS in_set, NULL AS in_ids, NULL AS rule_ids, NULL AS group_ids"""
# Numbers as `services.retriever.ledger.queries` writes them.
_REMEMBERED_IN: LiteralString = """
    UNION ALL
    SELECT digest, row_count, %(encoded)s::jsonb || jsonb_build_object(
        'filter', coalesce(%(encoded)s::jsonb -> 'filter', '{}'::jsonb) || '{"side": 2}'::jsonb) FROM in_set"""
_REMEMBERED_OUT: LiteralString = """
    UNION ALL
    SELECT digest, row_count, %(encoded)s::jsonb || jsonb_build_object(
        'filter', coalesce(%(encoded)s::jsonb -> 'filter', '{}'::jsonb) || '{"side": 1}'::jsonb) FROM out_set"""
_REMEMBERED_GROUPS: LiteralString = """
    UNION ALL
    SELECT s.digest, s.row_count,
           %(encoded)s::jsonb || jsonb_build_object('group', %(group)s::int, 'group_value', s.key)
    FROM group_sets s WHERE s.key IN (SELECT key FROM named)"""
_GROUPS_NAMED: LiteralString = """,
named AS MATERIALIZED (
    SELECT key FROM (
        SELECT key, row_count, sum(row_count) OVER (ORDER BY place) AS so_far FROM group_sets
    ) g WHERE row_count <= %(most_ids)s AND so_far <= %(most_named)s
)"""
_GROUP_IDS: LiteralString = """(
        SELECT json_agg(json_build_array(key, row_ids, source_ids))::text FROM (
            SELECT r.key, json_agg(r.row_id ORDER BY __ORDER__) AS row_ids,
                   json_agg(r.source_transaction_id ORDER BY __ORDER__) AS source_ids
            FROM __KEYED__ r WHERE r.key IN (SELECT key FROM named) GROUP BY r.key) g)"""
# What a grouped query has besides: the same by key, and the first rows of the first groups.
_GROUPED: LiteralString = """__KEYED_ROWS__,
group_totals AS MATERIALIZED (SELECT key, __SUMS__ FROM __KEYED__ WHERE key <> '' GROUP BY key, currency),
group_places AS MATERIALIZED (
    SELECT key, row_number() OVER (ORDER BY __GROUP_ORDER__, key COLLATE "C") AS place
    FROM (SELECT key, max(row_sum) AS net, sum(row_count) AS rows FROM group_totals GROUP BY key) g
    ORDER BY place LIMIT nullif(%(max_groups)s, 0)
),
group_sets AS MATERIALIZED (
    SELECT m.key, max(m.label) AS label, count(*) AS row_count, __DIGEST__ AS digest, min(p.place) AS place
    FROM __KEYED__ m JOIN group_places p ON p.key = m.key GROUP BY m.key
)"""
_GROUPED_PAGES: LiteralString = """,
ranked AS MATERIALIZED (
    SELECT key, sum(least(row_count, %(page_size)s)) OVER (ORDER BY place) <= %(budget)s AS open FROM group_sets
),
group_page AS MATERIALIZED (
    SELECT p.key, p.row_id, p.from_revision, p.place
    FROM (SELECT r.key, r.row_id, r.from_revision, row_number() OVER (PARTITION BY r.key ORDER BY __ORDER__) AS place
          FROM __KEYED__ r WHERE r.key IN (SELECT key FROM ranked WHERE open)) p
    WHERE p.place <= %(page_size)s
)"""
_EVERY_TOTAL: LiteralString = """(
    SELECT key, currency, row_sum, out_sum, in_sum, row_count, out_count, in_count FROM totals
    UNION ALL SELECT key, currency, row_sum, out_sum, in_sum, row_count, out_count, in_count FROM group_totals
    WHERE key IN (SELECT key FROM group_places)) t"""
_EVERY_SET: LiteralString = "(SELECT *, 0 AS place FROM sets UNION ALL TABLE group_sets) s"
_EVERY_PAGE: LiteralString = (
    "(SELECT NULL::text AS key, row_id, place FROM page UNION ALL SELECT key, row_id, place FROM group_page) p"
)
_EVERY_SHOWN: LiteralString = (
    "(SELECT row_id, from_revision FROM page UNION ALL SELECT row_id, from_revision FROM group_page) p"
)


@dataclass(frozen=True, slots=True)
class _Source:
    """Where a query's rows come from, and how a row that is shown is looked up by what the query calls it."""

    rows: LiteralString
    where: LiteralString
    row_of: LiteralString
    entry: LiteralString
    parts: LiteralString
    is_plain: bool
    """Whole rows only."""


def _source(query: LedgerQuery, where: LiteralString, alias: LiteralString, *, split: bool, by: GroupKey) -> _Source:
    if not split:
        return _Source("retriever.ledger_row", where, alias + ".row_id", "r.row_id", "NULL", True)
    at: LiteralString = _AT_REVISION if query.revision else _AT_NEWEST
    return _Source(
        entries(query, at, by), on_entries(where), ROW_OF.replace("{}", alias), alias + ".row_id", PARTS_OF, False
    )


def build_query(
    query: LedgerQuery, detail: RowDetail, encoded: str, user: UUID, known: str | None, *, split: bool = False
) -> tuple[LiteralString, dict[str, Any]]:
    """The statement of a query and its parameters. Only literals of this module become SQL; values are bound.

    `known`: the `state` of the ledger whose days the caller has already; they are not read again then.
    `split`: the ledger has rows in parts. Without it the statement is faster, and wrong where `has_parts` comes true.
    """
    where, params = build_where(query, user)
    source = _source(query, where, "n", split=split, by=query.group if query.group_value else GroupKey.NONE)
    grouped = query.group is not GroupKey.NONE and not query.group_value
    key, label = _GROUPS[query.group] if grouped else _GROUPS[GroupKey.NONE]
    account: LiteralString = (
        "JOIN retriever.account a ON a.user_id = r.user_id AND a.account_id = r.account_id"
        if query.group is GroupKey.ACCOUNT
        else ""
    )
    at: LiteralString = _AT_REVISION if query.revision else _AT_NEWEST
    keyed: LiteralString = ""
    if split and grouped and is_by_part(query.group):
        keyed = ",\nkeyed AS MATERIALIZED (" + _MATCHED.replace("__SOURCE__", entries(query, at, query.group)) + ")"
    text = _write_query(
        source,
        keyed,
        at,
        key,
        label,
        account,
        query.order,
        grouped,
        detail.group_order,
        detail.rows,
        detail.ids,
        detail.ids and detail.out_set and not grouped,
        detail.coverage,
    )
    params |= {"page_size": detail.page_size, "budget": ROWS_IN_GROUPS, "encoded": encoded, "known": known}
    params |= {
        "max_groups": detail.max_groups,
        "most_ids": MAX_IDS,
        "most_named": NAMED_ROWS,
        "group": int(query.group),
    }
    return text, params


@lru_cache(maxsize=512)
def _write_query(
    source: _Source,
    keyed: LiteralString,
    at: LiteralString,
    key: LiteralString,
    label: LiteralString,
    account: LiteralString,
    order: RowOrder,
    grouped: bool,
    group_order: GroupOrder,
    rows: bool,
    ids: bool,
    out_set: bool,
    coverage: bool,
) -> LiteralString:
    """The statement for everything that changes its text; there are few shapes, and writing one takes a while."""
    groups: LiteralString = _GROUPED if grouped else ""
    paged = grouped and rows and not ids
    if paged:
        groups += _GROUPED_PAGES
    if grouped and ids:
        groups += _GROUPS_NAMED
    remembered: LiteralString = _REMEMBERED_IN if ids else ""
    if out_set:
        remembered += _REMEMBERED_OUT
    if grouped and ids:
        remembered += _REMEMBERED_GROUPS
    return (
        _QUERY.replace("__MATCHED__", _MATCHED.replace("__SOURCE__", source.rows))
        .replace("__SHOWN_PARTS__", _SHOWN if rows else "")
        .replace("__SHOWN_COLUMNS__", _SHOWN_COLUMNS if rows else _NOT_SHOWN)
        .replace("__COVERAGE_COLUMNS__", _COVERAGE_COLUMNS if coverage else "")
        .replace("__NAMED__", _NAMED if ids else "")
        .replace("__NAMED_COLUMNS__", _NAMED_COLUMNS if ids else _NOT_NAMED)
        .replace("__OUTWARD__", _OUTWARD if out_set else "")
        .replace("__OUTWARD_COLUMNS__", _OUTWARD_COLUMNS if out_set else _NO_OUTWARD)
        .replace("__GROUP_IDS__", _GROUP_IDS if grouped else "NULL")
        .replace("__REMEMBERED__", remembered)
        .replace("__GROUPED__", groups)
        .replace("__KEYED_ROWS__", keyed)
        .replace("__KEYED__", "keyed" if keyed else "matched")
        .replace("__FITS__", "NOT l.has_parts" if source.is_plain else "true")
        .replace("__ROW_OF__", source.row_of)
        # Nobody reads the words of rows that are only shown.
        .replace("__BODY__", _BODY.replace("r.folded_text", "''"))
        .replace("__ENTRY__", source.entry)
        .replace("__PARTS__", source.parts)
        .replace("__TOTALS__", _EVERY_TOTAL if grouped else "totals")
        .replace("__SETS__", _EVERY_SET if grouped else "(SELECT *, 0 AS place FROM sets) s")
        .replace("__PAGES__", _EVERY_PAGE if paged else "(SELECT NULL::text AS key, row_id, place FROM page) p")
        .replace("__SHOWN__", _EVERY_SHOWN if paged else "page")
        .replace("__SUMS__", _SUMS)
        .replace("__DIGEST__", _DIGEST)
        .replace("__KEY__", key)
        .replace("__LABEL__", label)
        .replace("__RULES__", ", r.rule_ids" if ids else "")
        .replace("__ORDER__", _ORDERS[order])
        .replace("__GROUP_ORDER__", _GROUP_ORDERS[group_order])
        .replace("__ACCOUNT__", account)
        .replace("__WHERE__", source.where)
        .replace("__AT__", at)
    )


def build_list(
    query: LedgerQuery, position: int, size: int, user: UUID, *, split: bool = False
) -> tuple[LiteralString, dict[str, Any]]:
    """The statement for the rows of a query's set from a position, and its parameters. `split`: as in a query."""
    where, params = build_where(query, user)
    source = _source(query, where, "c", split=split, by=query.group if query.group_value else GroupKey.NONE)
    statement = (
        _LIST.replace("__ROW__", _ROW)
        .replace("__PARTS__", _PARTS_COLUMN)
        .replace("__NEWEST__", _NEWEST)
        .replace("__SOURCE__", source.rows)
        .replace("__WHERE__", source.where)
        .replace("__ROW_OF__", source.row_of.replace("c.row_id", "c.entry"))
        .replace("__ORDER__", _ORDERS[query.order])
    )
    return statement, params | {"position": position, "size": size}


def build_steady(
    query: LedgerQuery, least: int, rows_per_change: int, user: UUID, *, split: bool = False
) -> tuple[LiteralString, dict[str, Any]]:
    """The statement for merchants whose amounts hold, and its parameters. `split`: as in a query."""
    where, params = build_where(query, user)
    source = _source(query, where, "m", split=split, by=GroupKey.MERCHANT)
    statement = (
        _STEADY.replace("__BODY__", _BODY)
        .replace("__ENTRY__", source.entry)
        .replace("__PARTS__", source.parts)
        .replace("__NEWEST__", _NEWEST)
        .replace("__SOURCE__", source.rows)
        .replace("__WHERE__", source.where)
        .replace("__ROW_OF__", source.row_of)
    )
    return statement, params | {"least": least, "rows_per_change": rows_per_change}


def read_body(body: list[Any], account_names: Mapping[AccountId, str]) -> LedgerRow:
    """A row as `bodies` has it."""
    entry, account_id, source_id, day, amount, currency, kind, merchant_id, merchant, counterparty_id = body[:10]
    counterparty, category_id, inferred, pending, country, descriptor, folded, rules, tags, note, since = body[10:21]
    reading = Reading(
        RowId(row_id_of(entry)), account_id, source_id, date.fromisoformat(day), Decimal(amount), currency,
        MovementKind(kind), merchant_id, merchant, counterparty_id, counterparty, category_id, inferred, pending,
        country, descriptor, folded, tuple(rules), tuple(tags), note, read_parts(body[21]),
    )  # fmt: skip
    return as_entry(LedgerRow(reading, since, account_names[account_id]), entry)


def read_row(row: Mapping[str, Any]) -> LedgerRow:
    """A row of a list or of `FIND` as the model has it."""
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
        read_parts(json.loads(row["parts"] or "[]")),
    )
    whole = LedgerRow(reading, Revision(row["from_revision"]), row["account_name"])
    return as_entry(whole, row.get("entry", ""))
