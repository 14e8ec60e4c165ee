"""What the memory does: keep what was said, read facts from it, give them back, take them back, forget them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from services.common.erasure import Erased, Receipt, Scope, Source
from services.common.errors import InvalidArgument, NotFound
from services.common.identity import Identity
from services.common.types import RequestKey
from services.memory import grammar, recall, redaction, timeline
from services.memory.model import (
    Attribute,
    Clock,
    Fact,
    FactId,
    FactPage,
    Rank,
    Reading,
    Recollection,
    Remembered,
    Retracted,
    Saying,
    Standing,
    Statement,
    StatementId,
)
from services.memory.ports import Done, FactStore, FactWriter

# Clocks of callers differ; a statement from further ahead than this is a mistake.
CLOCK_SKEW = timedelta(days=1)


class Memory:
    """The use cases of the memory service."""

    def __init__(self, store: FactStore, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._store = store
        self._now = now

    async def remember(
        self,
        identity: Identity,
        key: RequestKey,
        text: str,
        *,
        stated_at: datetime | None,
        zone: ZoneInfo,
        currency: str,
    ) -> Remembered:
        """Keep a statement and place each fact that it says in its slot's history, all in one transaction.

        What it says to hold no longer ends with it, and is among the superseded facts.
        """
        now = self._now()
        said = stated_at or now
        if said > now + CLOCK_SKEW:
            raise InvalidArgument("stated_time", "not in the future")
        statement = Statement(StatementId(uuid4()), text, said, zone.key, currency)
        frame = grammar.Frame(said, zone, currency)
        readings, endings = grammar.read(text, frame), grammar.read_endings(text, frame)

        async def write(writer: FactWriter) -> Done:
            await writer.add_statement(statement)
            made: list[FactId] = []
            replaced: list[FactId] = []
            for ending in endings:
                ended = timeline.end(await writer.find_slot(ending.slot), ending.value, said)
                await writer.store(ended)
                replaced += [fact.fact_id for fact in ended]
            for reading in readings:
                fact_id, superseded = await _place(writer, statement, reading)
                made.append(fact_id)
                replaced += superseded
            return Done(statement.statement_id, tuple(dict.fromkeys(made)), tuple(dict.fromkeys(replaced)))

        done = await self._store.once(identity, key, write)
        assert done.statement_id is not None, "remembering makes a statement"
        facts = await self._store.find_facts(identity, (*done.fact_ids, *done.other_ids))
        return Remembered(
            done.statement_id,
            tuple(fact for fact in facts if fact.fact_id in done.fact_ids),
            tuple(fact for fact in facts if fact.fact_id in done.other_ids),
        )

    async def recall(
        self, identity: Identity, question: str, clock: Clock, attributes: Sequence[Attribute], limit: int
    ) -> Recollection:
        """What a question needs of what is known. Inferred facts stay out until somebody stands behind them."""
        # Names are looked at in any case: one that is known must not be told as unknown.
        wanted = {*attributes, Attribute.NAME_FOR} if attributes else set()
        facts = await self._store.find_held(identity, clock, sorted(wanted))
        usable = [fact for fact in facts if fact.rank is not Rank.INFERRED]
        return recall.recall(question, usable, attributes or tuple(Attribute), limit)

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
        """A page of facts, newest first."""
        return await self._store.list_facts(identity, clock, attributes, history=history, size=size, position=position)

    async def retract(self, identity: Identity, key: RequestKey, fact_id: FactId) -> Retracted:
        """Take a fact back. Its history stays, what it had replaced stays replaced, what follows from it is unknown."""

        async def write(writer: FactWriter) -> Done:
            fact = await writer.find(fact_id)
            if fact is None:
                raise _no_fact(fact_id)
            if fact.standing is not Standing.RETRACTED:
                await writer.store([replace(fact, standing=Standing.RETRACTED)])
            dependents = await writer.find_dependents([fact_id])
            return Done(None, (fact_id,), await _make_unknown(writer, dependents))

        done = await self._store.once(identity, key, write)
        facts = await self._store.find_facts(identity, (fact_id, *done.other_ids))
        if not facts or facts[0].fact_id != fact_id:  # Erased since the first request with this id.
            raise _no_fact(fact_id)
        return Retracted(facts[0], facts[1:])

    async def forget(self, identity: Identity, key: RequestKey, source: Source) -> Receipt:
        """Erase a fact or a statement here at once, and by a job what other services took from it."""
        return await self.erase(identity, key, source, "")

    async def erase(self, identity: Identity, key: RequestKey, source: Source, erasure_id: str) -> Receipt:
        """Erase what is held of a source. What a job names may be gone by now; for a user that is NOT_FOUND."""

        async def erase_here(writer: FactWriter) -> Sequence[Erased]:
            match source.scope:
                case Scope.USER:
                    return await writer.erase_all()
                case Scope.FACT:
                    erased = await _erase_fact(writer, FactId(UUID(source.source_id)))
                case Scope.STATEMENT:
                    erased = await _erase_statement(writer, StatementId(UUID(source.source_id)))
                case _:
                    await _make_unknown(writer, await writer.find_derived_from(source.source_id))
                    return await writer.erase_rows_of(source.source_id)
            if erased is None and not identity.is_job:
                raise NotFound(f"{source.scope.value}s/{source.source_id}")
            return erased or (Erased("memory", "fact", 0), Erased("memory", "statement", 0))

        return await self._store.erase(identity, key, source, erasure_id, erase_here)


async def _place(writer: FactWriter, statement: Statement, reading: Reading) -> tuple[FactId, list[FactId]]:
    """Put one reading into its slot's history. Returns its fact and the facts that it took the slot from."""
    history = await writer.find_slot(reading.slot)
    if not reading.slot.attribute.single:
        history = tuple(fact for fact in history if fact.value == reading.value)
    since = reading.since or statement.stated_at
    saying = Saying(statement.statement_id, statement.stated_at, since, reading.start, reading.end)
    arranged, fact_id = timeline.place(history, reading, saying, lambda: FactId(uuid4()))
    before = {fact.fact_id: fact for fact in history}
    await writer.store([fact for fact in arranged if before.get(fact.fact_id) != fact])
    return fact_id, [
        fact.fact_id
        for fact in arranged
        if fact.superseded_by == fact_id
        and (old := before.get(fact.fact_id)) is not None
        and old.superseded_by != fact_id
    ]


async def _make_unknown(writer: FactWriter, facts: Sequence[Fact]) -> tuple[FactId, ...]:
    fallen = [replace(fact, standing=Standing.UNKNOWN) for fact in facts if fact.standing is Standing.HELD]
    await writer.store(fallen)
    return tuple(fact.fact_id for fact in fallen)


async def _erase_fact(writer: FactWriter, fact_id: FactId) -> tuple[Erased, ...] | None:
    """The fact, what was derived from it, and the words that say it; also where they stand in other facts' words."""
    fact = await writer.find(fact_id)
    if fact is None:
        return None
    going = [fact, *await writer.find_dependents([fact_id])]
    going_ids = {one.fact_id for one in going}
    emptied: list[StatementId] = []
    redacted: dict[StatementId, Statement] = {}
    for saying in fact.sayings:
        staying = [one for one in await writer.find_resting_on(saying.statement_id) if one.fact_id not in going_ids]
        if staying:
            (statement,) = await writer.find_statements([saying.statement_id])
            text = redaction.blank(statement.text, saying.start, saying.end)
            redacted[statement.statement_id] = replace(statement, text=text)
        else:
            emptied.append(saying.statement_id)
    siblings = [one for one in await writer.find_slot(fact.slot) if one.fact_id not in going_ids]
    if all(one.value != fact.value for one in siblings):
        for statement in await writer.find_statements(
            [saying.statement_id for one in siblings for saying in one.sayings if saying.statement_id not in redacted]
        ):
            text = redaction.without(statement.text, fact.value, statement.currency)
            if text != statement.text:
                redacted[statement.statement_id] = replace(statement, text=text)
    for statement in redacted.values():
        await writer.rewrite(statement)
    await writer.erase_elsewhere([one for one in going_ids if one != fact_id])
    lines = [*await writer.erase_facts(list(going_ids)), *await writer.erase_statements(emptied)]
    return (*lines, Erased("memory", "statement", 0, redacted_count=len(redacted)))


async def _erase_statement(writer: FactWriter, statement_id: StatementId) -> tuple[Erased, ...] | None:
    """The statement and the facts that nothing else says; other facts of it lose one saying.

    Answers know which fact scoped them, not which statement says it, so each fact is erased elsewhere by its own id.
    """
    if not await writer.find_statements([statement_id]):
        return None
    facts = await writer.find_resting_on(statement_id)
    alone = [fact for fact in facts if len(fact.sayings) == 1]
    shared = [fact for fact in facts if len(fact.sayings) > 1]
    dependents = await writer.find_dependents([fact.fact_id for fact in alone])
    going_ids = [fact.fact_id for fact in (*alone, *dependents)]
    lines = [*await writer.erase_facts(going_ids)]
    await writer.erase_elsewhere(going_ids)
    lines += await writer.erase_sayings(statement_id)
    await writer.store(
        [
            replace(fact, sayings=kept, statement_count=len(kept))
            for fact in shared
            if (kept := tuple(one for one in fact.sayings if one.statement_id != statement_id))
        ]
    )
    return (*lines, *await writer.erase_statements([statement_id]))


def _no_fact(fact_id: FactId) -> NotFound:
    return NotFound(f"facts/{fact_id}")
