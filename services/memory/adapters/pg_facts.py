"""Statements and facts in PostgreSQL (schema `memory`)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, LiteralString
from uuid import UUID

from services.common.db.erasure import begin, record, take_part
from services.common.db.tenant import Database, Row, Transaction, statement
from services.common.erasure import Erased, Receipt, Scope, Source
from services.common.idempotency import once
from services.common.identity import Identity
from services.common.types import Money, RequestKey
from services.memory.model import (
    Attribute,
    Clock,
    Fact,
    FactId,
    FactPage,
    Rank,
    Saying,
    Slot,
    Standing,
    Statement,
    StatementId,
    Value,
)
from services.memory.ports import Done, Erase, Write

MAX_HELD = 5000

_LOCK = "INSERT INTO memory.writer (user_id) VALUES (%s) ON CONFLICT (user_id) DO UPDATE SET turn = writer.turn + 1"

# One row a fact, as it was known at `recorded` (null: now).
_FACTS: LiteralString = """
SELECT f.*, v.valid_from, v.valid_to, v.standing, v.supersedes_fact_id, v.superseded_by_fact_id, v.statement_count,
       h.recorded_at, CASE WHEN v.standing = 'retracted' THEN h.retracted_at END AS retracted_at,
       coalesce(s.statement_ids, '{}') AS statement_ids, coalesce(s.stated, '{}') AS stated,
       coalesce(s.since, '{}') AS since, coalesce(s.starts, '{}') AS starts, coalesce(s.ends, '{}') AS ends,
       coalesce(s.quotation, '') AS quotation,
       ARRAY(SELECT r.row_id FROM memory.fact_row r
             WHERE r.user_id = f.user_id AND r.fact_id = f.fact_id ORDER BY r.row_id) AS row_ids,
       ARRAY(SELECT i.input_fact_id FROM memory.fact_input i
             WHERE i.user_id = f.user_id AND i.fact_id = f.fact_id ORDER BY i.input_fact_id) AS input_fact_ids
FROM memory.fact f
JOIN memory.fact_version v ON v.user_id = f.user_id AND v.fact_id = f.fact_id
     AND CASE WHEN %(recorded)s::timestamptz IS NULL THEN v.recorded_to IS NULL
              ELSE v.recorded_from <= %(recorded)s AND (v.recorded_to IS NULL OR v.recorded_to > %(recorded)s) END
CROSS JOIN LATERAL (
    SELECT min(w.recorded_from) AS recorded_at,
           min(w.recorded_from) FILTER (WHERE w.standing = 'retracted') AS retracted_at
    FROM memory.fact_version w WHERE w.user_id = f.user_id AND w.fact_id = f.fact_id
) h
LEFT JOIN LATERAL (
    SELECT array_agg(p.statement_id ORDER BY t.stated_at, t.recorded_at) AS statement_ids,
           array_agg(t.stated_at ORDER BY t.stated_at, t.recorded_at) AS stated,
           array_agg(p.since ORDER BY t.stated_at, t.recorded_at) AS since,
           array_agg(p.span_start ORDER BY t.stated_at, t.recorded_at) AS starts,
           array_agg(p.span_end ORDER BY t.stated_at, t.recorded_at) AS ends,
           (array_agg(substr(t.body, p.span_start + 1, p.span_end - p.span_start)
                      ORDER BY t.stated_at, t.recorded_at))[1] AS quotation
    FROM memory.fact_statement p
    JOIN memory.statement t ON t.user_id = p.user_id AND t.statement_id = p.statement_id
    WHERE p.user_id = f.user_id AND p.fact_id = f.fact_id
) s ON true
WHERE f.user_id = %(user)s
"""
_HELD: LiteralString = """
  AND v.standing = 'held'
  AND (v.valid_from IS NULL OR v.valid_from <= coalesce(%(valid)s::timestamptz, statement_timestamp()))
  AND (v.valid_to IS NULL OR v.valid_to > coalesce(%(valid)s::timestamptz, statement_timestamp()))
"""
_OF_ATTRIBUTES: LiteralString = """
  AND (cardinality(%(attributes)s::smallint[]) = 0 OR f.attribute = ANY (%(attributes)s))
"""
_AFTER: LiteralString = """
  AND (%(after_at)s::timestamptz IS NULL OR (h.recorded_at, f.fact_id) < (%(after_at)s, %(after_id)s::uuid))
"""
_NEWEST_FIRST: LiteralString = """
ORDER BY h.recorded_at DESC, f.fact_id DESC LIMIT %(limit)s
"""
_DEPENDENTS: LiteralString = """
WITH RECURSIVE fallen (fact_id) AS (
    SELECT fact_id FROM memory.fact_input WHERE user_id = %(user)s AND input_fact_id = ANY (%(ids)s::uuid[])
    UNION
    SELECT i.fact_id FROM memory.fact_input i JOIN fallen ON i.input_fact_id = fallen.fact_id WHERE i.user_id = %(user)s
)
SELECT fact_id FROM fallen
"""


class PgFacts:
    """The store of one service; every method runs as the caller."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def once(self, identity: Identity, key: RequestKey, write: Write) -> Done:
        """Run `write` in one transaction, once for each key; a repeated key gives the first result."""
        async with self._database.transaction(identity) as tx:

            async def locked() -> Done:
                await tx.execute(_LOCK, (identity.user_id,))
                return await write(PgFactWriter(tx, identity))

            return await once(tx, identity, key, locked, encode=_encode, decode=_decode)

    async def erase(
        self, identity: Identity, key: RequestKey, source: Source, erasure_id: str, erase: Erase
    ) -> Receipt:
        """Take part in an erasure: run `erase` in one transaction and record its lines in the receipt."""

        async def erase_here(tx: Transaction, erasure: UUID) -> None:
            await tx.execute(_LOCK, (identity.user_id,))
            for line in await erase(PgFactWriter(tx, identity)):
                await record(tx, erasure, line)

        return await take_part(self._database, identity, key, source, erasure_id, erase_here)

    async def find_facts(self, identity: Identity, fact_ids: Sequence[FactId]) -> tuple[Fact, ...]:
        """Facts as they stand now, in the order asked; those that are gone are left out."""
        if not fact_ids:
            return ()
        rows = await self._database.fetch(
            identity,
            _FACTS + " AND f.fact_id = ANY (%(ids)s::uuid[])",
            {"user": identity.user_id, "recorded": None, "ids": list(fact_ids)},
        )
        found = {fact.fact_id: fact for fact in map(_fact, rows)}
        return tuple(found[fact_id] for fact_id in fact_ids if fact_id in found)

    async def find_held(self, identity: Identity, clock: Clock, attributes: Sequence[Attribute]) -> tuple[Fact, ...]:
        """Facts that held at the clock's valid time as known at its record time, newest first, at most 5,000."""
        parameters = {**_at(identity, clock, attributes), "limit": MAX_HELD}
        held = statement(_FACTS + _HELD + _OF_ATTRIBUTES + _NEWEST_FIRST)
        rows = await self._database.fetch(identity, held, parameters)
        return tuple(_fact(row) for row in rows)

    async def list_facts(
        self,
        identity: Identity,
        clock: Clock,
        attributes: Sequence[Attribute],
        *,
        history: bool,
        size: int,
        position: str,
    ) -> FactPage:
        """A page of facts, newest first; with `history` whatever was known at the record time."""
        after_at, after_id = _read_position(position)
        rows = await self._database.fetch(
            identity,
            _FACTS + ("" if history else _HELD) + _OF_ATTRIBUTES + _AFTER + _NEWEST_FIRST,
            {**_at(identity, clock, attributes), "limit": size + 1, "after_at": after_at, "after_id": after_id},
        )
        facts = tuple(_fact(row) for row in rows[:size])
        last = facts[-1] if len(rows) > size else None
        position = f"{last.recorded_at.isoformat()}|{last.fact_id}" if last is not None and last.recorded_at else ""
        return FactPage(facts, position)


class PgFactWriter:
    """One locked transaction of one user."""

    def __init__(self, tx: Transaction, identity: Identity) -> None:
        self._tx = tx
        self._user = identity.user_id

    async def add_statement(self, statement: Statement) -> None:
        """Keep the words."""
        await self._tx.execute(
            "INSERT INTO memory.statement (user_id, statement_id, body, stated_at, recorded_at, time_zone, currency) "
            "VALUES (%s, %s, %s, %s, clock_timestamp(), %s, %s)",
            (
                self._user,
                statement.statement_id,
                statement.text,
                statement.stated_at,
                statement.time_zone,
                statement.currency,
            ),
        )

    async def find(self, fact_id: FactId) -> Fact | None:
        """One fact as it stands now."""
        facts = await self._find(" AND f.fact_id = %(id)s", {"id": fact_id})
        return facts[0] if facts else None

    async def find_slot(self, slot: Slot) -> tuple[Fact, ...]:
        """Everything in the slot as it stands now, retracted facts included."""
        return await self._find(
            " AND f.attribute = %(attribute)s AND f.slot = %(slot)s",
            {"attribute": int(slot.attribute), "slot": slot.key},
        )

    async def find_dependents(self, fact_ids: Sequence[FactId]) -> tuple[Fact, ...]:
        """Facts derived from these, directly or not, as they stand now."""
        rows = await self._tx.fetch(_DEPENDENTS, {"user": self._user, "ids": list(fact_ids)})
        ids = [row["fact_id"] for row in rows if row["fact_id"] not in fact_ids]
        return await self._find(" AND f.fact_id = ANY (%(ids)s::uuid[])", {"ids": ids}) if ids else ()

    async def find_derived_from(self, source_id: str) -> tuple[Fact, ...]:
        """Facts derived from rows of an account or document, as they stand now."""
        return await self._find(
            " AND EXISTS (SELECT FROM memory.fact_row r WHERE r.user_id = f.user_id AND r.fact_id = f.fact_id"
            " AND r.source_id = %(source)s)",
            {"source": source_id},
        )

    async def find_resting_on(self, statement_id: StatementId) -> tuple[Fact, ...]:
        """Facts that a statement says, as they stand now."""
        return await self._find(
            " AND EXISTS (SELECT FROM memory.fact_statement p WHERE p.user_id = f.user_id AND p.fact_id = f.fact_id"
            " AND p.statement_id = %(statement)s)",
            {"statement": statement_id},
        )

    async def find_statements(self, statement_ids: Sequence[StatementId]) -> tuple[Statement, ...]:
        """Statements by id; those that are gone are left out."""
        rows = await self._tx.fetch(
            "SELECT statement_id, body, stated_at, time_zone, currency FROM memory.statement "
            "WHERE user_id = %s AND statement_id = ANY (%s::uuid[]) ORDER BY statement_id",
            (self._user, list(statement_ids)),
        )
        return tuple(
            Statement(row["statement_id"], row["body"], row["stated_at"], row["time_zone"], row["currency"])
            for row in rows
        )

    async def store(self, facts: Sequence[Fact]) -> None:
        """Write what is new of these: the fact itself, its sayings, and a version with spans, links and standing."""
        if not facts:
            return
        ids = [fact.fact_id for fact in facts]
        moment = (
            await self._tx.fetch(
                "SELECT greatest(clock_timestamp(), max(recorded_from) + interval '1 microsecond') AS at "
                "FROM memory.fact_version WHERE user_id = %s AND fact_id = ANY (%s::uuid[])",
                (self._user, ids),
            )
        )[0]["at"]
        await self._tx.executemany(_INSERT_FACT, [self._columns(fact) for fact in facts])
        await self._tx.execute(
            "UPDATE memory.fact_version SET recorded_to = %s "
            "WHERE user_id = %s AND fact_id = ANY (%s::uuid[]) AND recorded_to IS NULL",
            (moment, self._user, ids),
        )
        await self._tx.executemany(_INSERT_VERSION, [self._version(fact, moment) for fact in facts])
        await self._tx.executemany(
            "DELETE FROM memory.fact_statement "
            "WHERE user_id = %s AND fact_id = %s AND statement_id <> ALL (%s::uuid[])",
            [(self._user, fact.fact_id, [one.statement_id for one in fact.sayings]) for fact in facts],
        )
        await self._tx.executemany(
            "INSERT INTO memory.fact_statement (user_id, fact_id, statement_id, span_start, span_end, since) "
            "VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
            [
                (self._user, fact.fact_id, one.statement_id, one.start, one.end, one.since)
                for fact in facts
                for one in fact.sayings
            ],
        )

    async def rewrite(self, statement: Statement) -> None:
        """Replace a statement's words (redaction only), and a note's that quotes all of them."""
        await self._tx.execute(
            "UPDATE memory.statement SET body = %s WHERE user_id = %s AND statement_id = %s",
            (statement.text, self._user, statement.statement_id),
        )
        await self._tx.execute(
            "UPDATE memory.fact f SET value_text = substr(%s, p.span_start + 1, p.span_end - p.span_start) "
            "FROM memory.fact_statement p WHERE f.user_id = %s AND p.user_id = f.user_id AND p.fact_id = f.fact_id "
            "AND p.statement_id = %s AND f.attribute = %s",
            (statement.text, self._user, statement.statement_id, int(Attribute.NOTE)),
        )

    async def erase_facts(self, fact_ids: Sequence[FactId]) -> tuple[Erased, ...]:
        """Erase facts with versions, sayings and inputs, and every link to them."""
        await self._tx.execute(
            "UPDATE memory.fact_version SET supersedes_fact_id = NULL "
            "WHERE user_id = %s AND supersedes_fact_id = ANY (%s::uuid[])",
            (self._user, list(fact_ids)),
        )
        await self._tx.execute(
            "UPDATE memory.fact_version SET superseded_by_fact_id = NULL "
            "WHERE user_id = %s AND superseded_by_fact_id = ANY (%s::uuid[])",
            (self._user, list(fact_ids)),
        )
        lines = []
        for store, delete, count in _ERASE_FACTS:
            erased = await self._tx.execute(delete, (self._user, list(fact_ids)))
            left = (await self._tx.fetch(count, (self._user, list(fact_ids))))[0]["left"]
            lines.append(Erased("memory", store, erased, remaining_count=left))
        return tuple(lines)

    async def erase_sayings(self, statement_id: StatementId) -> tuple[Erased, ...]:
        """Take a statement from under the facts that rest on others as well."""
        erased = await self._tx.execute(
            "DELETE FROM memory.fact_statement WHERE user_id = %s AND statement_id = %s", (self._user, statement_id)
        )
        return (Erased("memory", "fact_statement", erased),)

    async def erase_statements(self, statement_ids: Sequence[StatementId]) -> tuple[Erased, ...]:
        """Erase statements."""
        erased = await self._tx.execute(
            "DELETE FROM memory.statement WHERE user_id = %s AND statement_id = ANY (%s::uuid[])",
            (self._user, list(statement_ids)),
        )
        left = await self._tx.fetch(
            'SELECT count(*) AS "left" FROM memory.statement WHERE user_id = %s AND statement_id = ANY (%s::uuid[])',
            (self._user, list(statement_ids)),
        )
        return (Erased("memory", "statement", erased, remaining_count=left[0]["left"]),)

    async def erase_rows_of(self, source_id: str) -> tuple[Erased, ...]:
        """Erase which rows of an account or document facts were derived from."""
        erased = await self._tx.execute(
            "DELETE FROM memory.fact_row WHERE user_id = %s AND source_id = %s", (self._user, source_id)
        )
        left = await self._tx.fetch(
            'SELECT count(*) AS "left" FROM memory.fact_row WHERE user_id = %s AND source_id = %s',
            (self._user, source_id),
        )
        return (Erased("memory", "fact_row", erased, remaining_count=left[0]["left"]),)

    async def erase_elsewhere(self, fact_ids: Sequence[FactId]) -> None:
        """Begin an erasure of each fact, so that a job erases what other services took from it."""
        for fact_id in fact_ids:
            await begin(self._tx, Source(Scope.FACT, str(fact_id)))

    async def erase_all(self) -> tuple[Erased, ...]:
        """Erase everything of the user here."""
        lines = []
        for store, delete, count in _ERASE_ALL:
            erased = await self._tx.execute(delete, (self._user,))
            left = (await self._tx.fetch(count, (self._user,)))[0]["left"]
            lines.append(Erased("memory", store, erased, remaining_count=left))
        return tuple(lines)

    async def _find(self, condition: LiteralString, parameters: dict[str, Any]) -> tuple[Fact, ...]:
        rows = await self._tx.fetch(
            _FACTS + condition + " ORDER BY f.fact_id", {"user": self._user, "recorded": None, **parameters}
        )
        return tuple(_fact(row) for row in rows)

    def _columns(self, fact: Fact) -> tuple[Any, ...]:
        value = fact.value
        return (
            self._user,
            fact.fact_id,
            int(fact.slot.attribute),
            fact.slot.key,
            fact.qualifier,
            value.text,
            value.money.amount if value.money else None,
            value.money.currency if value.money else None,
            value.day,
            value.number,
            value.due,
            value.per,
            int(fact.rank),
        )

    def _version(self, fact: Fact, moment: datetime) -> tuple[Any, ...]:
        return (
            self._user,
            fact.fact_id,
            moment,
            fact.valid_from,
            fact.valid_to,
            fact.standing.value,
            fact.supersedes,
            fact.superseded_by,
            fact.statement_count,
        )


_INSERT_FACT: LiteralString = """
INSERT INTO memory.fact (user_id, fact_id, attribute, slot, qualifier, value_text, value_amount, value_currency,
                         value_date, value_number, due_date, per, rank)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (user_id, fact_id) DO UPDATE SET rank = excluded.rank
"""
_INSERT_VERSION: LiteralString = """
INSERT INTO memory.fact_version (user_id, fact_id, recorded_from, valid_from, valid_to, standing, supersedes_fact_id,
                                 superseded_by_fact_id, statement_count)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
# Children first, so that each store is counted by itself and not by a cascade.
_OF_FACTS: tuple[LiteralString, ...] = ("fact_statement", "fact_input", "fact_row", "fact_version", "fact")
_STORES: tuple[LiteralString, ...] = (*_OF_FACTS, "statement", "writer")
_ERASE_FACTS = tuple(
    (
        store,
        "DELETE FROM memory." + store + " WHERE user_id = %s AND fact_id = ANY (%s::uuid[])",  # noqa: S608 - above
        'SELECT count(*) AS "left" FROM memory.' + store + " WHERE user_id = %s AND fact_id = ANY (%s::uuid[])",  # noqa: S608
    )
    for store in _OF_FACTS
)
_ERASE_ALL = tuple(
    (
        store,
        "DELETE FROM memory." + store + " WHERE user_id = %s",  # noqa: S608 - the names above
        'SELECT count(*) AS "left" FROM memory.' + store + " WHERE user_id = %s",  # noqa: S608
    )
    for store in _STORES
)


def _at(identity: Identity, clock: Clock, attributes: Sequence[Attribute]) -> dict[str, Any]:
    return {
        "user": identity.user_id,
        "recorded": clock.recorded,
        "valid": clock.valid,
        "attributes": [int(attribute) for attribute in attributes],
    }


def _fact(row: Row) -> Fact:
    sayings = zip(row["statement_ids"], row["stated"], row["since"], row["starts"], row["ends"], strict=True)
    money = Money(row["value_amount"], row["value_currency"]) if row["value_amount"] is not None else None
    return Fact(
        fact_id=row["fact_id"],
        slot=Slot(Attribute(row["attribute"]), row["slot"]),
        qualifier=row["qualifier"],
        value=Value(
            text=row["value_text"],
            money=money,
            day=row["value_date"],
            number=row["value_number"],
            due=row["due_date"],
            per=row["per"],
        ),
        rank=Rank(row["rank"]),
        standing=Standing(row["standing"]),
        valid_from=row["valid_from"],
        valid_to=row["valid_to"],
        supersedes=row["supersedes_fact_id"],
        superseded_by=row["superseded_by_fact_id"],
        sayings=tuple(
            Saying(StatementId(one), stated, since, start, end) for one, stated, since, start, end in sayings
        ),
        statement_count=row["statement_count"],
        recorded_at=row["recorded_at"],
        retracted_at=row["retracted_at"],
        quotation=row["quotation"],
        row_ids=tuple(row["row_ids"]),
        input_fact_ids=tuple(row["input_fact_ids"]),
    )


def _read_position(position: str) -> tuple[datetime | None, UUID | None]:
    if not position:
        return None, None
    at, _, fact_id = position.partition("|")
    return datetime.fromisoformat(at), UUID(fact_id)


def _encode(done: Done) -> bytes:
    ids = [done.statement_id] if done.statement_id else []
    return json.dumps([[str(one) for one in part] for part in (ids, done.fact_ids, done.other_ids)]).encode()


def _decode(data: bytes) -> Done:
    statement_ids, fact_ids, other_ids = json.loads(data)
    return Done(
        StatementId(UUID(statement_ids[0])) if statement_ids else None,
        tuple(FactId(UUID(one)) for one in fact_ids),
        tuple(FactId(UUID(one)) for one in other_ids),
    )
