"""The ledger in PostgreSQL. Every query says `user_id = %s`, for the planner; row-level security says it for safety."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import asdict, astuple, fields
from datetime import date
from decimal import Decimal
from functools import partial
from typing import Any, LiteralString
from uuid import UUID

from services.common.db.erasure import name_rows, record
from services.common.db.jobs import enqueue
from services.common.db.tenant import Database, Row, Transaction, statement
from services.common.erasure import Erased, Scope, Source
from services.common.errors import InvalidArgument, NotFound
from services.common.idempotency import once
from services.common.identity import Identity
from services.common.types import RequestKey, UserId
from services.retriever.adapters.pg_ledger_parts import PARTS_OF, read_parts, row_id_of
from services.retriever.adapters.pg_ledger_query import (
    FIND,
    build_list,
    build_query,
    build_steady,
    read_body,
    read_row,
)
from services.retriever.model import (
    LIVE,
    SEMANTICS_VERSION,
    Account,
    AccountCoverage,
    AccountId,
    Annotation,
    Change,
    Coverage,
    CurrencyTotal,
    EntityKind,
    Group,
    ImportProgress,
    ImportReport,
    ImportStage,
    Item,
    LedgerChange,
    LedgerFormat,
    LedgerQuery,
    LedgerRow,
    LedgerState,
    LedgerStatus,
    MovementKind,
    NamedEntity,
    Part,
    QueryResult,
    Reading,
    RefusedRow,
    Revision,
    RowDetail,
    RowId,
    RowPage,
    RowSet,
    SourcePart,
    SourceRow,
)
from services.retriever.ports import MakeReport, Plan, Tell

_LOCK = """
INSERT INTO retriever.ledger (user_id, semantics_version) VALUES (%s, %s)
ON CONFLICT (user_id) DO UPDATE SET semantics_version = excluded.semantics_version
RETURNING revision
"""
_STATE_ROWS = """
SELECT row_id, account_id, source_key, date, amount, currency, descriptor, source_transaction_id,
    pending_transaction_id,
       long_descriptor, merchant_name, merchant_entity_id, bank_category, bank_confidence, counterparty,
           counterparty_type,
       pending, city, country_code, reversal, parts::text AS parts
FROM retriever.source_row WHERE user_id = %(user)s AND row_id > %(after)s ORDER BY row_id LIMIT %(size)s
"""
_STATE_READINGS: LiteralString = """
SELECT r.row_id, r.account_id, r.source_transaction_id, r.date, r.amount, r.currency, r.kind, r.merchant_id,
       r.merchant_name, r.counterparty_id, r.counterparty_name, r.category_id, r.category_inferred, r.pending,
       r.country_code, r.descriptor, r.folded_text, r.rule_ids, r.tags, r.note, __PARTS__::text AS parts
FROM retriever.ledger_row r
WHERE r.user_id = %(user)s AND r.to_revision = 9223372036854775807 AND __WHICH__
""".replace("__PARTS__", PARTS_OF)
_ALL_READINGS = _STATE_READINGS.replace("__WHICH__", "r.row_id > %(after)s ORDER BY r.row_id LIMIT %(size)s")
_READINGS_OF = _STATE_READINGS.replace("__WHICH__", "r.row_id = ANY (%(rows)s)")
_STATE_CLOSED = """
SELECT DISTINCT ON (source_transaction_id) source_transaction_id, row_id FROM retriever.ledger_row
WHERE user_id = %s AND source_transaction_id = ANY (%s) ORDER BY source_transaction_id, from_revision DESC
"""
_STATE_ACCOUNTS = """
SELECT account_id, source_account_id, item_id, name, official_name, mask, account_type, account_subtype, currency,
    institution
FROM retriever.account WHERE user_id = %s
"""

_PUT_ITEM = """
INSERT INTO retriever.ledger_item (user_id, item_id, sync_cursor, history_loading) VALUES (%s, %s, %s, %s)
ON CONFLICT (user_id, item_id) DO UPDATE SET
    sync_cursor = CASE WHEN excluded.sync_cursor = '' THEN ledger_item.sync_cursor ELSE excluded.sync_cursor END,
    history_loading = excluded.history_loading
"""
_PUT_ACCOUNT = """
INSERT INTO retriever.account (user_id, account_id, source_account_id, item_id, name, official_name, mask, account_type,
                               account_subtype, currency, institution)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (user_id, account_id) DO UPDATE SET
    name = excluded.name, official_name = excluded.official_name, mask = excluded.mask,
        account_type = excluded.account_type,
    account_subtype = excluded.account_subtype, currency = excluded.currency, institution = excluded.institution
"""
# Rows come as one JSON array a statement: planned and checked against the user's token once for thousands of them.
_PUT_SOURCE_ROWS = """
INSERT INTO retriever.source_row (user_id, row_id, account_id, source_key, date, amount, currency, descriptor,
    source_transaction_id, pending_transaction_id, long_descriptor, merchant_name, merchant_entity_id, bank_category,
    bank_confidence, counterparty, counterparty_type, pending, city, country_code, reversal, parts)
SELECT %(user)s, row_id, account_id, source_key, date, amount, currency, descriptor,
    source_transaction_id, pending_transaction_id, long_descriptor, merchant_name, merchant_entity_id, bank_category,
    bank_confidence, counterparty, counterparty_type, pending, city, country_code, reversal, parts
FROM json_populate_recordset(NULL::retriever.source_row, %(rows)s::json)
ON CONFLICT (user_id, row_id) DO UPDATE SET
    source_key = excluded.source_key, date = excluded.date, amount = excluded.amount, currency = excluded.currency,
    descriptor = excluded.descriptor, source_transaction_id = excluded.source_transaction_id,
    pending_transaction_id = excluded.pending_transaction_id, long_descriptor = excluded.long_descriptor,
    merchant_name = excluded.merchant_name, merchant_entity_id = excluded.merchant_entity_id,
    bank_category = excluded.bank_category, bank_confidence = excluded.bank_confidence,
    counterparty = excluded.counterparty, counterparty_type = excluded.counterparty_type, pending = excluded.pending,
    city = excluded.city, country_code = excluded.country_code, reversal = excluded.reversal, parts = excluded.parts
"""
_PUT_READINGS = """
INSERT INTO retriever.ledger_row (user_id, from_revision, row_id, account_id, source_transaction_id, date, amount,
    currency, kind, merchant_id, merchant_name, counterparty_id, counterparty_name, category_id, category_inferred,
    pending, country_code, descriptor, folded_text, rule_ids, tags, note, part_count)
SELECT %(user)s, %(revision)s, row_id, account_id, source_transaction_id, date, amount,
    currency, kind, merchant_id, merchant_name, counterparty_id, counterparty_name, category_id, category_inferred,
    pending, country_code, descriptor, folded_text, rule_ids, tags, note, part_count
FROM json_populate_recordset(NULL::retriever.ledger_row, %(rows)s::json)
"""
_PUT_PARTS = """
INSERT INTO retriever.ledger_part (user_id, row_id, from_revision, part, amount, kind, merchant_id, merchant_name,
    category_id, category_inferred, note, rule_ids)
SELECT %(user)s, row_id, %(revision)s, part, amount, kind, merchant_id, merchant_name,
    category_id, category_inferred, note, rule_ids
FROM json_populate_recordset(NULL::retriever.ledger_part, %(rows)s::json)
"""
_ROWS_AT_ONCE = 1000
_END_READINGS = """
UPDATE retriever.ledger_row SET to_revision = %s WHERE user_id = %s AND row_id = ANY (%s) AND to_revision = %s
"""
_PUT_ANNOTATION = """
INSERT INTO retriever.annotation (user_id, row_id, category_id, tags, note, parts) VALUES (%s, %s, %s, %s, %s, %s)
ON CONFLICT (user_id, row_id) DO UPDATE SET category_id = excluded.category_id, tags = excluded.tags,
    note = excluded.note, parts = excluded.parts
"""
_PUT_ALIAS = """
INSERT INTO retriever.merchant_alias (user_id, merchant_id, alias) VALUES (%s, %s, %s)
ON CONFLICT (user_id, merchant_id) DO UPDATE SET alias = excluded.alias
"""
_PUT_FORMER = """
INSERT INTO retriever.merchant (user_id, merchant_id, former_names)
SELECT %(user)s, merchant_id, former_names FROM json_populate_recordset(NULL::retriever.merchant, %(rows)s::json)
"""
_PUT_IMPORT_ROWS = """
INSERT INTO retriever.import_row (user_id, import_id, row_id)
SELECT %(user)s, %(import)s, row_id FROM unnest(%(rows)s::text[]) AS row_id ON CONFLICT DO NOTHING
"""

_COVERAGE = """
WITH ledger AS MATERIALIZED (
    SELECT revision, generation || '@' || revision AS state FROM retriever.ledger WHERE user_id = %(user)s
)
SELECT (SELECT revision FROM ledger) AS revision, (SELECT state FROM ledger) AS state,
    (SELECT json_agg(json_build_array(a.account_id, a.source_account_id, a.item_id, a.name, a.official_name, a.mask,
                a.account_type, a.account_subtype, a.currency, a.institution, coalesce(i.history_loading, false)))::text
     FROM retriever.account a
     LEFT JOIN retriever.ledger_item i ON i.user_id = a.user_id AND i.item_id = a.item_id
     WHERE a.user_id = %(user)s) AS accounts,
    (SELECT count(*) FROM retriever.document WHERE user_id = %(user)s) AS documents,
    (SELECT count(*) FROM tieout.job WHERE user_id = %(user)s AND state <> 'dead'
        AND kind NOT IN ('retention', 'backfill')) AS jobs,
    (SELECT json_agg(json_build_array(d.account_id, d.first, d.last, d.rows))::text FROM (
        SELECT account_id, min(date) AS first, max(date) AS last, count(*) AS rows FROM retriever.ledger_row
        WHERE user_id = %(user)s AND to_revision = 9223372036854775807
          AND (SELECT state FROM ledger) IS DISTINCT FROM %(known)s
        GROUP BY account_id) d) AS days
"""

_ENTITIES = """
WITH live AS MATERIALIZED (
    SELECT coalesce(p.merchant_id, r.merchant_id) AS merchant_id,
           coalesce(p.merchant_name, r.merchant_name) AS merchant_name,
           coalesce(p.category_id, r.category_id) AS category_id, coalesce(p.part, 1) = 1 AS begins,
           r.counterparty_id, r.counterparty_name, r.country_code, r.account_id
    FROM retriever.ledger_row r
    LEFT JOIN retriever.ledger_part p ON r.part_count > 0 AND p.user_id = %(user)s AND p.row_id = r.row_id
                                         AND p.from_revision = r.from_revision
    WHERE r.user_id = %(user)s AND r.to_revision = 9223372036854775807
)
SELECT 1 AS kind, l.merchant_id AS id, max(l.merchant_name) AS name, count(*) AS rows,
       coalesce(mode() WITHIN GROUP (ORDER BY l.category_id), '') AS category,
       coalesce(max(m.former_names), '{}') AS former, '' AS type, '' AS subtype, '' AS mask
FROM live l LEFT JOIN retriever.merchant m ON m.user_id = %(user)s AND m.merchant_id = l.merchant_id
WHERE l.merchant_id <> '' GROUP BY l.merchant_id
UNION ALL
SELECT CASE WHEN counterparty_id LIKE 'per%%' THEN 4 ELSE 5 END, counterparty_id, max(counterparty_name),
    count(*) FILTER (WHERE begins), '', '{}', '', '', ''
FROM live WHERE counterparty_id <> '' GROUP BY counterparty_id
UNION ALL
SELECT 6, country_code, country_code, count(*) FILTER (WHERE begins), '', '{}', '', '',
    '' FROM live WHERE country_code <> '' GROUP BY country_code
UNION ALL
SELECT 2, category_id, category_id, count(*), '', '{}', '', '',
    '' FROM live WHERE category_id <> '' GROUP BY category_id
UNION ALL
SELECT 7, 'ins:' || a.institution, a.institution, 0, '', '{}', '', '', ''
FROM retriever.account a WHERE a.user_id = %(user)s AND a.institution <> '' GROUP BY a.institution
UNION ALL
SELECT 3, a.account_id, a.name, (SELECT count(*) FROM live l WHERE l.begins AND l.account_id = a.account_id), '',
    CASE WHEN a.official_name = '' THEN '{}' ELSE ARRAY[a.official_name] END,
       a.account_type, a.account_subtype, a.mask
FROM retriever.account a WHERE a.user_id = %(user)s
"""


_CARD_PAYMENTS = """
SELECT DISTINCT descriptor FROM retriever.ledger_row
WHERE user_id = %s AND to_revision = 9223372036854775807 AND kind = %s LIMIT 200
"""


Days = dict[str, tuple[date, date, int]]
"""By account: the first day with a row, the last one, and how many rows."""


class PgLedger:
    """The ledger's store. The days of `cached_days` users and days asked on are kept in this process, by revision."""

    def __init__(self, database: Database, *, cached_days: int = 4096) -> None:
        self._database = database
        self._days: OrderedDict[tuple[UserId, date | None], tuple[str, Days]] = OrderedDict()
        self._cached_days = cached_days
        # Users some of whose rows are or were split.
        self._split: OrderedDict[UserId, None] = OrderedDict()

    def _remember(self, identity: Identity, as_of: date | None, known: tuple[str, Days] | None, row: Row) -> Days:
        """The days of a ledger's state: those that were known of it, or those that came with it."""
        if known is not None and row["state"] == known[0]:
            return known[1]
        days = _days_of(row)
        if row["state"] is not None:
            self._days[(identity.user_id, as_of)] = (row["state"], days)
            while len(self._days) > self._cached_days:
                self._days.popitem(last=False)
        return days

    # --- writing -----------------------------------------------------------------------------------------------------

    async def read_state(self, identity: Identity, closed: frozenset[str]) -> LedgerState:
        """All that is live, as one snapshot."""
        async with self._database.transaction(identity, isolation="repeatable read") as tx:
            rows = await tx.fetch("SELECT revision FROM retriever.ledger WHERE user_id = %s", (identity.user_id,))
            return await _read_state(tx, identity, Revision(rows[0]["revision"] if rows else 0), closed)

    async def import_rows(
        self,
        identity: Identity,
        key: RequestKey,
        closed: frozenset[str],
        plan: Plan,
        make_report: MakeReport,
        tell: Tell,
    ) -> ImportReport:
        """Store what a file changes, its cursor, the new revision and the job for the graph, all together."""
        async with self._database.transaction(identity) as tx:

            async def write() -> ImportReport:
                change, _ = await _change(tx, identity, "import", plan, closed=closed, tell=tell)
                (row,) = await tx.fetch(_COVERAGE, {"user": identity.user_id, "known": None})
                return make_report(change, _coverage_of(row, _days_of(row), None))

            return await once(tx, identity, key, write, encode=_encode_report, decode=_decode_report)

    async def annotate(self, identity: Identity, key: RequestKey, row_ids: Sequence[RowId], plan: Plan) -> Change:
        """Store the user's words and the revision that they make."""
        async with self._database.transaction(identity) as tx:

            async def write() -> Change:
                change, _ = await _change(tx, identity, "annotation", plan, row_ids=row_ids)
                return change

            return await once(
                tx,
                identity,
                key,
                write,
                encode=lambda change: json.dumps([change.revision, change.changed_rows]).encode(),
                decode=lambda data: Change(*json.loads(data)),
            )

    # --- reading -----------------------------------------------------------------------------------------------------

    async def query(self, identity: Identity, query: LedgerQuery, detail: RowDetail, encoded: str) -> QueryResult:
        """One statement: sums, sets with their digests, first rows, ids and coverage."""
        known = self._days.get((identity.user_id, query.as_of))
        user = identity.user_id
        (row,) = await self._read(identity, partial(build_query, query, detail, encoded, user, known and known[0]))
        coverage = None
        if detail.coverage:
            coverage = _coverage_of(row, self._remember(identity, query.as_of, known, row), query.as_of)
        return _read_result(row, query, coverage)

    async def _read(self, identity: Identity, build: Callable[..., tuple[LiteralString, dict[str, Any]]]) -> list[Row]:
        """The rows of a statement; of the one for ledgers with split rows where that is what the ledger is."""
        split = identity.user_id in self._split
        text, params = build(split=split)
        rows = await self._database.fetch(identity, statement(text), params)
        if not split and rows and rows[0]["has_parts"]:
            self._split[identity.user_id] = None
            while len(self._split) > self._cached_days:
                self._split.popitem(last=False)
            text, params = build(split=True)
            rows = await self._database.fetch(identity, statement(text), params)
        return rows

    async def list_rows(self, identity: Identity, query: LedgerQuery, position: int, size: int) -> RowPage:
        """Rows of a set from a position."""
        rows = await self._read(identity, partial(build_list, query, position, size, identity.user_id))
        if not rows:
            newest = await self._database.fetch(
                identity, "SELECT revision FROM retriever.ledger WHERE user_id = %s", (identity.user_id,)
            )
            revision = Revision(newest[0]["revision"] if newest else 0)
            _require_revision(query.revision, revision)
            return RowPage((), 0, query.revision or revision, -1)
        _require_revision(query.revision, rows[0]["revision"])
        total = rows[0]["total"]
        end = position + len(rows)
        return RowPage(
            tuple(read_row(row) for row in rows),
            total,
            Revision(query.revision or rows[0]["revision"]),
            end if end < total else -1,
        )

    async def list_steady(
        self, identity: Identity, query: LedgerQuery, least: int, rows_per_change: int
    ) -> tuple[list[LedgerRow], Revision]:
        """One statement: the narrow index says which merchants, and only their rows are read."""
        (row,) = await self._read(identity, partial(build_steady, query, least, rows_per_change, identity.user_id))
        newest = row["revision"] or 0
        _require_revision(query.revision, newest)
        names = json.loads(row["accounts"] or "{}")
        rows = [read_body(body, names) for body in json.loads(row["bodies"] or "[]")]
        return rows, Revision(query.revision or newest)

    async def find_rows(self, identity: Identity, row_ids: Sequence[str], revision: Revision) -> list[LedgerRow]:
        """Rows by id at a revision."""
        at = revision or LIVE - 1
        params = {"user": identity.user_id, "rows": list(row_ids), "at": at}
        rows = await self._database.fetch(identity, FIND, params)
        return [read_row(row) for row in rows]

    async def find_row_set(self, identity: Identity, digest: str) -> str | None:
        """The query that a digest was given out for."""
        rows = await self._database.fetch(
            identity,
            "SELECT query::text AS query, revision FROM retriever.row_set WHERE user_id = %s AND digest = %s",
            (identity.user_id, digest),
        )
        return json.dumps({**json.loads(rows[0]["query"]), "revision": rows[0]["revision"]}) if rows else None

    async def read_status(self, identity: Identity) -> LedgerStatus:
        """Coverage, revision and jobs that still wait."""
        known = self._days.get((identity.user_id, None))
        params = {"user": identity.user_id, "known": known and known[0]}
        (row,) = await self._database.fetch(identity, statement(_COVERAGE), params)
        coverage = _coverage_of(row, self._remember(identity, None, known, row), None)
        return LedgerStatus(coverage, Revision(row["revision"] or 0), row["jobs"], row["state"] or "")

    async def read_entities(self, identity: Identity) -> tuple[Revision, list[NamedEntity], list[str]]:
        """Everything that has a name, and the descriptors of card payments, as one snapshot with its revision."""
        async with self._database.transaction(identity, isolation="repeatable read") as tx:
            newest = await tx.fetch("SELECT revision FROM retriever.ledger WHERE user_id = %s", (identity.user_id,))
            found = await tx.fetch(_ENTITIES, {"user": identity.user_id})
            payments = await tx.fetch(_CARD_PAYMENTS, (identity.user_id, int(MovementKind.CARD_PAYMENT)))
            aliases = await tx.fetch(
                "SELECT merchant_id, alias FROM retriever.merchant_alias WHERE user_id = %s", (identity.user_id,)
            )
        by_merchant = {row["merchant_id"]: (row["alias"],) for row in aliases}
        entities = [
            NamedEntity(
                EntityKind(row["kind"]),
                row["id"],
                row["name"],
                row["rows"],
                by_merchant.get(row["id"], ()),
                tuple(row["former"]),
                row["category"],
                row["type"],
                row["subtype"],
                row["mask"],
            )
            for row in found
        ]
        return Revision(newest[0]["revision"] if newest else 0), entities, [row["descriptor"] for row in payments]


# In an order that foreign keys allow.
LEDGER_TABLES = (
    "retriever.row_set",
    "retriever.import_row",
    "retriever.ledger_part",
    "retriever.ledger_row",
    "retriever.source_row",
    "retriever.annotation",
    "retriever.merchant_alias",
    "retriever.merchant",
    "retriever.account",
    "retriever.ledger_item",
    "retriever.ledger_import",
    "retriever.revision",
    "retriever.ledger",
)


async def erase_source(tx: Transaction, identity: Identity, erasure: UUID, source: Source, plan: Plan) -> None:
    """Erase an account or an import with all versions of its rows; the rest of the ledger is read anew."""
    user = identity.user_id
    if source.scope is Scope.ACCOUNT:
        rows = await tx.fetch(
            "SELECT row_id FROM retriever.ledger_row WHERE user_id = %s AND account_id = %s GROUP BY row_id",
            (user, source.source_id),
        )
        if (
            not await tx.fetch(
                "SELECT FROM retriever.account WHERE user_id = %s AND account_id = %s", (user, source.source_id)
            )
            and not identity.is_job
        ):
            raise NotFound(f"accounts/{source.source_id}")
    elif source.scope is Scope.IMPORT:
        try:
            UUID(source.source_id)
        except ValueError:
            raise NotFound(f"imports/{source.source_id}") from None
        if (
            not await tx.fetch(
                "SELECT FROM retriever.ledger_import WHERE user_id = %s AND import_id = %s", (user, source.source_id)
            )
            and not identity.is_job
        ):
            raise NotFound(f"imports/{source.source_id}")
        rows = await tx.fetch(
            """SELECT row_id FROM retriever.import_row WHERE user_id = %s GROUP BY row_id
               HAVING count(*) = 1 AND bool_and(import_id = %s)""",
            (user, source.source_id),
        )
    else:
        await record(tx, erasure, Erased("retriever", "ledger_row", 0))
        return
    gone = [row["row_id"] for row in rows]
    await _lock(tx, identity)
    if source.scope is Scope.IMPORT:
        held = await tx.fetch(
            "SELECT DISTINCT account_id FROM retriever.ledger_row WHERE user_id = %s AND row_id = ANY (%s)",
            (user, gone),
        )
        await name_rows(tx, identity, erasure, [row["account_id"] for row in held], gone)
    aliases = await _count_aliases(tx, user)
    await tx.execute("DELETE FROM retriever.source_row WHERE user_id = %s AND row_id = ANY (%s)", (user, gone))
    parts = await tx.execute("DELETE FROM retriever.ledger_part WHERE user_id = %s AND row_id = ANY (%s)", (user, gone))
    erased = await tx.execute("DELETE FROM retriever.ledger_row WHERE user_id = %s AND row_id = ANY (%s)", (user, gone))
    noted = await tx.execute("DELETE FROM retriever.annotation WHERE user_id = %s AND row_id = ANY (%s)", (user, gone))
    # A digest that held an erased row can't be read again.
    sets = await tx.execute("DELETE FROM retriever.row_set WHERE user_id = %s", (user,))
    if source.scope is Scope.ACCOUNT:
        accounts = await tx.execute(
            "DELETE FROM retriever.account WHERE user_id = %s AND account_id = %s", (user, source.source_id)
        )
        await record(tx, erasure, Erased("retriever", "account", accounts))
    else:
        await tx.execute(
            "DELETE FROM retriever.import_row WHERE user_id = %s AND import_id = %s", (user, source.source_id)
        )
        imports = await tx.execute(
            "DELETE FROM retriever.ledger_import WHERE user_id = %s AND import_id = %s", (user, source.source_id)
        )
        await record(tx, erasure, Erased("retriever", "ledger_import", imports))
    left = await tx.fetch(
        "SELECT count(*) AS rows FROM retriever.ledger_row WHERE user_id = %s AND row_id = ANY (%s)", (user, gone)
    )
    await record(tx, erasure, Erased("retriever", "ledger_row", erased, 0, left[0]["rows"]))
    await record(tx, erasure, Erased("retriever", "ledger_part", parts))
    await record(tx, erasure, Erased("retriever", "annotation", noted))
    await record(tx, erasure, Erased("retriever", "row_set", sets))
    if erased:
        await _change(tx, identity, "erasure", plan, always=True)
    await record(tx, erasure, Erased("retriever", "merchant_alias", aliases - await _count_aliases(tx, user)))


async def _count_aliases(tx: Transaction, user: UUID) -> int:
    found = await tx.fetch("SELECT count(*) AS aliases FROM retriever.merchant_alias WHERE user_id = %s", (user,))
    return int(found[0]["aliases"])


async def _lock(tx: Transaction, identity: Identity) -> Revision:
    return Revision((await tx.fetch(_LOCK, (identity.user_id, SEMANTICS_VERSION)))[0]["revision"])


async def _read_state(
    tx: Transaction, identity: Identity, revision: Revision, closed: frozenset[str], row_ids: Sequence[RowId] = ()
) -> LedgerState:
    """All that is live, with the readings of `row_ids`."""
    user = (identity.user_id,)
    accounts = [Account(**row) for row in await tx.fetch(_STATE_ACCOUNTS, user)]
    items = await tx.fetch(
        "SELECT item_id, sync_cursor, history_loading FROM retriever.ledger_item WHERE user_id = %s", user
    )
    texts: dict[Any, Any] = {}
    rows = [_source_row(_share(row, texts)) async for row in _fetch_all(tx, _STATE_ROWS, identity)]
    readings: list[Reading] = []
    if row_ids:
        asked = {"user": identity.user_id, "rows": list(row_ids)}
        readings = [_reading(row) for row in await tx.fetch(_READINGS_OF, asked)]
    notes = await tx.fetch(
        """SELECT row_id, category_id, tags, note, parts::text AS parts FROM retriever.annotation
           WHERE user_id = %s""",
        user,
    )
    aliases = await tx.fetch("SELECT merchant_id, alias FROM retriever.merchant_alias WHERE user_id = %s", user)
    ended = await tx.fetch(_STATE_CLOSED, (*user, sorted(closed))) if closed else []
    return LedgerState(
        revision,
        {account.account_id: account for account in accounts},
        {row["item_id"]: Item(**row) for row in items},
        {row.row_id: row for row in rows},
        {
            row["row_id"]: Annotation(
                row["row_id"], row["category_id"], tuple(row["tags"]), row["note"], _decode_said(row["parts"])
            )
            for row in notes
        },
        {row["merchant_id"]: row["alias"] for row in aliases},
        {reading.row_id: reading for reading in readings},
        {row["source_transaction_id"]: RowId(row["row_id"]) for row in ended},
    )


_OWN_TEXTS = frozenset({"row_id", "source_key", "source_transaction_id", "pending_transaction_id"})
"""Columns that differ from row to row."""


def _share(row: Row, texts: dict[Any, Any]) -> Row:
    """A row whose texts and days are one in memory with the equal ones of other rows."""
    return {
        name: texts.setdefault(value, value) if type(value) in (str, date) and name not in _OWN_TEXTS else value
        for name, value in row.items()
    }


async def _fetch_all(tx: Transaction, query: LiteralString, identity: Identity) -> AsyncIterator[Row]:
    """All rows of a statement in the order of their ids, some at a time."""
    after = ""
    while True:
        found = await tx.fetch(query, {"user": identity.user_id, "after": after, "size": _ROWS_AT_ONCE})
        for row in found:
            yield row
        if len(found) < _ROWS_AT_ONCE:
            return
        after = found[-1]["row_id"]


def _source_row(row: Mapping[str, Any]) -> SourceRow:
    return SourceRow(**{**row, "parts": _decode_said(row["parts"]) or ()})


def _reading(row: Mapping[str, Any]) -> Reading:
    return Reading(
        **{
            **row,
            "kind": MovementKind(row["kind"]),
            "rule_ids": tuple(row["rule_ids"]),
            "tags": tuple(row["tags"]),
            "parts": read_parts(json.loads(row["parts"] or "[]")),
        }
    )


def _encode_said(parts: Sequence[SourcePart] | None) -> str | None:
    return None if parts is None else json.dumps([asdict(part) for part in parts], default=str)


def _decode_said(text: str | None) -> tuple[SourcePart, ...] | None:
    if text is None:
        return None
    return tuple(SourcePart(**{**part, "amount": Decimal(part["amount"])}) for part in json.loads(text))


async def _change(
    tx: Transaction,
    identity: Identity,
    cause: str,
    plan: Plan,
    *,
    closed: frozenset[str] = frozenset(),
    row_ids: Sequence[RowId] = (),
    always: bool = False,
    tell: Tell = lambda _: None,
) -> tuple[Change, LedgerChange]:
    """Write what differs between the ledger and what `plan` makes of it, as one new revision."""
    user = identity.user_id
    before = await _read_state(tx, identity, await _lock(tx, identity), closed, row_ids)
    after = await plan(before)
    ended, begun = await _compare_readings(tx, identity, after.readings)
    revision = Revision(before.revision + 1) if ended or begun or always else before.revision
    if after.imported is not None:
        await tx.execute(_PUT_ITEM, (user, *astuple(after.imported.item)))
    changed_accounts = [one for key, one in after.accounts.items() if before.accounts.get(key) != one]
    await tx.executemany(_PUT_ACCOUNT, [(user, *astuple(account)) for account in changed_accounts])
    gone = [row_id for row_id in before.rows if row_id not in after.rows]
    if gone:
        await tx.execute("DELETE FROM retriever.source_row WHERE user_id = %s AND row_id = ANY (%s)", (user, gone))
    changed_rows = [row for row_id, row in after.rows.items() if before.rows.get(row_id) != row]
    stored = _Counter(tell, len(changed_rows) + len(begun))
    await _put(tx, _PUT_SOURCE_ROWS, {"user": user}, changed_rows, stored)
    noted = [one for key, one in after.annotations.items() if before.annotations.get(key) != one]
    await tx.executemany(
        _PUT_ANNOTATION,
        [(user, one.row_id, one.category_id, list(one.tags), one.note, _encode_said(one.parts)) for one in noted],
    )
    await _write_aliases(tx, user, before.aliases, after.aliases)
    if revision != before.revision:
        await tx.execute("UPDATE retriever.ledger SET revision = %s WHERE user_id = %s", (revision, user))
        await tx.execute(
            "INSERT INTO retriever.revision (user_id, revision, cause) VALUES (%s, %s, %s)", (user, revision, cause)
        )
        if ended:
            await tx.execute(_END_READINGS, (revision, user, list(ended), LIVE))
        await _put(tx, _PUT_READINGS, {"user": user, "revision": revision}, begun, stored)
        await _put_parts(tx, {"user": user, "revision": revision}, begun)
        await tx.execute("DELETE FROM retriever.merchant WHERE user_id = %s", (user,))
        former = [{"merchant_id": key, "former_names": names} for key, names in after.former_names.items()]
        await tx.execute(_PUT_FORMER, {"user": user, "rows": json.dumps(former)})
        touched = sorted({one.account_id for one in begun} | set(ended.values()))
        await enqueue(tx, "graph_evidence", {"revision": revision, "account_ids": touched})
    if after.imported is not None:
        await _write_import(tx, user, revision, after)
    return Change(revision, len({*ended, *(one.row_id for one in begun)})), after


async def _compare_readings(
    tx: Transaction, identity: Identity, readings: Mapping[RowId, Reading] | None
) -> tuple[dict[RowId, AccountId], list[Reading]]:
    """The stored readings that no longer hold, with their accounts, and the new ones; some rows at a time."""
    if readings is None:
        return {}, []
    ended: dict[RowId, AccountId] = {}
    begun = dict(readings)
    async for row in _fetch_all(tx, _ALL_READINGS, identity):
        stored = _reading(row)
        if begun.get(stored.row_id) == stored:
            del begun[stored.row_id]
        else:
            ended[stored.row_id] = stored.account_id
    return ended, list(begun.values())


async def _write_aliases(tx: Transaction, user: UUID, before: Mapping[str, str], after: Mapping[str, str]) -> None:
    dropped = [merchant for merchant in before if merchant not in after]
    if dropped:
        await tx.execute(
            "DELETE FROM retriever.merchant_alias WHERE user_id = %s AND merchant_id = ANY (%s)", (user, dropped)
        )
    changed = [(user, merchant, alias) for merchant, alias in after.items() if before.get(merchant) != alias]
    await tx.executemany(_PUT_ALIAS, changed)


async def _write_import(tx: Transaction, user: UUID, revision: Revision, after: LedgerChange) -> None:
    imported = after.imported
    assert imported is not None, "called for imports only"
    await tx.execute(
        """INSERT INTO retriever.ledger_import (user_id, import_id, revision, format, file_name, sha256)
           VALUES (%s, %s, %s, %s, %s, %s)""",
        (user, imported.import_id, revision, imported.format.name, imported.file_name, imported.sha256),
    )
    brought = sorted(imported.brought)
    for start in range(0, len(brought), _ROWS_AT_ONCE):
        some = {"user": user, "import": imported.import_id, "rows": brought[start : start + _ROWS_AT_ONCE]}
        await tx.execute(_PUT_IMPORT_ROWS, some)


_FIELDS: dict[type, tuple[str, ...]] = {
    cls: tuple(one.name for one in fields(cls) if one.name != "parts") for cls in (SourceRow, Reading)
}
_PART_FIELDS = tuple(one.name for one in fields(Part) if one.name != "number")


class _Counter:
    """Tells how many rows of all that are written are stored."""

    def __init__(self, tell: Tell, total: int) -> None:
        self._tell, self._total, self._done = tell, total, 0
        self.add(0)

    def add(self, rows: int) -> None:
        self._done += rows
        self._tell(ImportProgress(ImportStage.STORING, self._done, self._total))


async def _put(
    tx: Transaction,
    statement: LiteralString,
    params: Mapping[str, Any],
    rows: Sequence[SourceRow | Reading],
    stored: _Counter,
) -> None:
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        part = rows[start : start + _ROWS_AT_ONCE]
        content = [_columns(row) for row in part]
        await tx.execute(statement, {**params, "rows": json.dumps(content, default=str)})
        stored.add(len(part))


def _columns(row: SourceRow | Reading) -> dict[str, Any]:
    columns = {name: getattr(row, name) for name in _FIELDS[type(row)]}
    if isinstance(row, SourceRow):
        return columns | {"parts": [asdict(part) for part in row.parts]}
    return columns | {"part_count": len(row.parts)}


async def _put_parts(tx: Transaction, params: Mapping[str, Any], rows: Sequence[Reading]) -> None:
    parts = [
        {"row_id": row.row_id, "part": part.number, **{name: getattr(part, name) for name in _PART_FIELDS}}
        for row in rows
        for part in row.parts
    ]
    for start in range(0, len(parts), _ROWS_AT_ONCE):
        content = json.dumps(parts[start : start + _ROWS_AT_ONCE], default=str)
        await tx.execute(_PUT_PARTS, {**params, "rows": content})
    if parts:
        await tx.execute("UPDATE retriever.ledger SET has_parts = true WHERE user_id = %s", (params["user"],))


# --- from rows of the database ---------------------------------------------------------------------------------------


def _coverage_of(row: Row, days: Days, as_of: date | None) -> Coverage:
    """Accounts as they are now, with the days of their rows."""
    found = []
    for *account, loading in json.loads(row["accounts"] or "[]"):
        first, last, count = days.get(account[0], (None, None, 0))
        found.append(AccountCoverage(Account(*account), first, last, count, loading))
    accounts = tuple(sorted(found, key=lambda one: (one.account.name, one.account.account_id)))
    firsts = [one.first for one in accounts if one.first is not None]
    lasts = [one.last for one in accounts if one.last is not None]
    return Coverage(
        min(firsts, default=None),
        (as_of or max(lasts)) if lasts else None,
        any(one.history_loading for one in accounts),
        accounts,
        row["documents"],
    )


def _days_of(row: Row) -> Days:
    return {
        account: (date.fromisoformat(first), date.fromisoformat(last), count)
        for account, first, last, count in json.loads(row["days"] or "[]")
    }


def _require_revision(asked: int, newest: int) -> None:
    if asked > newest:
        raise InvalidArgument("ledger_revision", "a revision that the ledger has reached")


_PARTS = (
    "totals", "sets", "row_ids", "account_ids", "in_set", "in_ids", "out_set", "out_ids", "rule_ids", "group_ids",
    "extremes", "ends", "pages", "bodies",
)  # fmt: skip
_EMPTY_DIGEST = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def _ids(columns: Sequence[list[str] | None]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Row ids and source ids; none for a set that is too large or empty."""
    ids, sources = columns or (None, None)
    return tuple(row_id_of(one) for one in ids or ()), tuple(sources or ())


def _read_result(row: Row, query: LedgerQuery, coverage: Coverage | None) -> QueryResult:
    """The one row of the one statement."""
    newest = row["revision"] or 0
    _require_revision(query.revision, newest)
    revision = Revision(query.revision or newest)
    part: dict[str, Any] = {name: json.loads(row[name] or "[]") for name in _PARTS}
    names = json.loads(row["account_names"] or "{}")
    bodies = {body[0]: read_body(body, names) for body in part["bodies"]}
    extremes = {currency: (bodies[smallest], bodies[largest]) for currency, smallest, largest in part["extremes"]}
    totals: dict[str | None, list[CurrencyTotal]] = {}
    for key, currency, row_sum, out_sum, in_sum, *counts in sorted(part["totals"], key=lambda one: one[1]):
        ends = extremes.get(currency, (None, None)) if key is None else (None, None)
        total = CurrencyTotal(currency, Decimal(row_sum), Decimal(out_sum), Decimal(in_sum), *counts, *ends)
        totals.setdefault(key, []).append(total)
    pages: dict[str | None, list[LedgerRow]] = {}
    for key, row_id in part["pages"]:
        pages.setdefault(key, []).append(bodies[row_id])

    named = {key: _ids((ids, sources)) for key, ids, sources in part["group_ids"]}
    named[None] = _ids(part["row_ids"])
    accounts = tuple(part["account_ids"])

    def side(name: str) -> RowSet | None:
        count, digest = part[f"{name}_set"] or (0, "")
        return RowSet(count, digest, revision, (), *_ids(part[f"{name}_ids"])) if count else None

    sides = side("in"), side("out")

    def group(key: str | None, label: str | None, count: int, digest: str | None) -> Group:
        whole = key is None
        ids, sources = named.get(key, ((), ()))
        row_set = RowSet(
            count, digest or _EMPTY_DIGEST, revision, tuple(pages.get(key, ())), ids, sources, accounts if whole else ()
        )
        first, last = (bodies[part["ends"][end]] if whole and part["ends"] else None for end in ("first", "last"))
        sums = tuple(totals.get(key, ()))
        rules = tuple(part["rule_ids"]) if whole else ()
        return Group(
            key or "", label or key or "", sums, row_set, first, last, *(sides if whole else (None, None)), rules
        )

    whole, groups = None, []
    for one in part["sets"]:
        if one[0] is None:
            whole = group(*one)
        else:
            groups.append(group(*one))
    assert whole is not None, "the whole set is there without a row, too"
    return QueryResult(whole, tuple(groups), revision, coverage)


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def _encode_report(report: ImportReport) -> bytes:
    return json.dumps(asdict(report), default=str).encode()


def _decode_report(data: bytes) -> ImportReport:
    raw = json.loads(data)
    raw["format"] = LedgerFormat(raw["format"])
    raw["refused"] = tuple(RefusedRow(**one) for one in raw["refused"])
    raw["notices"] = tuple(raw["notices"])
    raw["accounts"] = tuple(
        AccountCoverage(
            Account(**{**one["account"], "account_id": AccountId(one["account"]["account_id"])}),
            _day(one["first"]),
            _day(one["last"]),
            one["row_count"],
            one["history_loading"],
        )
        for one in raw["accounts"]
    )
    return ImportReport(**raw)
