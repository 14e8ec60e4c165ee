"""Answers in PostgreSQL: each as the message that was sent, beside the sources that it used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from services.answerer.model import Answer, AnswerState
from services.common.db.erasure import erase_rows, read_rows, record, take_part
from services.common.db.tenant import Database, Transaction, statement
from services.common.erasure import Erased, Receipt, Scope, Source
from services.common.errors import ErrorReason, InvalidArgument
from services.common.idempotency import once
from services.common.identity import Identity
from services.common.mapping import from_message, to_message
from services.common.types import RequestKey
from tieout.answerer.v1 import answer_pb2

# One statement, so that an answer without a request id is one round trip and one transaction by itself.
_INSERT = """
WITH kept AS (
    INSERT INTO answerer.answer (user_id, answer_id, created_at, ledger_revision, rule, body, question)
    VALUES (%(user)s, %(answer)s, %(created)s, %(revision)s, %(rule)s, %(body)s, %(question)s)
)
INSERT INTO answerer.answer_source (user_id, answer_id, scope, source_id)
SELECT %(user)s, %(answer)s, given.scope, given.source_id
FROM unnest(%(scopes)s::text[], %(sources)s::text[]) AS given (scope, source_id)
ON CONFLICT DO NOTHING
"""
_GET = "SELECT body FROM answerer.answer WHERE user_id = %s AND answer_id = %s"
_FIND_REQUEST = """
SELECT request_sha256, response FROM tieout.request WHERE user_id = %s AND method = %s AND request_id = %s
"""
_USED = """
SELECT a.answer_id, a.body FROM answerer.answer a
WHERE a.user_id = %(user)s AND NOT a.erased AND EXISTS (
    SELECT FROM answerer.answer_source s WHERE s.user_id = a.user_id AND s.answer_id = a.answer_id
    AND s.scope = %(scope)s AND s.source_id = ANY (%(sources)s)
) FOR UPDATE
"""
_REDACT = """
UPDATE answerer.answer SET body = %s, question = NULL, rule = '', erased = true WHERE user_id = %s AND answer_id = %s
"""
_DROP_SOURCES = "DELETE FROM answerer.answer_source WHERE user_id = %s AND answer_id = ANY (%s::uuid[])"
_LEFT = """
SELECT count(*) AS "left" FROM answerer.answer_source s
WHERE s.user_id = %(user)s AND s.scope = %(scope)s AND s.source_id = ANY (%(sources)s)
"""


class PgAnswers:
    """The store of answers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(
        self, identity: Identity, answer: Answer, sources: Sequence[Source], question: str, key: RequestKey | None
    ) -> Answer:
        """Keep an answer; with a key that came before, give the answer of then."""
        row = _row(identity, answer, sources, question)
        if key is None:
            await self._database.fetch(identity, statement(_INSERT), row)
            return answer
        async with self._database.transaction(identity) as tx:

            async def write() -> Answer:
                await tx.execute(_INSERT, row)
                return answer

            return await once(tx, identity, key, write, encode=lambda _: row["body"], decode=_decode)

    async def find_by_request(self, identity: Identity, key: RequestKey) -> Answer | None:
        """The answer that a request was given."""
        rows = await self._database.fetch(identity, _FIND_REQUEST, (identity.user_id, key.method, key.request_id))
        if not rows:
            return None
        if bytes(rows[0]["request_sha256"]) != key.request_hash:
            raise InvalidArgument(
                "request_id",
                "was used before with another payload; a new request has a new id",
                reason=ErrorReason.ERROR_REASON_REQUEST_ID_REUSED,
                metadata={"request_id": str(key.request_id)},
            )
        earlier = _decode(bytes(rows[0]["response"]))
        # The answer as it stands, not as it was sent: what it quoted may be erased by now.
        return await self.get(identity, UUID(earlier.answer_id)) or earlier

    async def get(self, identity: Identity, answer_id: UUID) -> Answer | None:
        """A kept answer or its tombstone."""
        rows = await self._database.fetch(identity, _GET, (identity.user_id, answer_id))
        return _decode(bytes(rows[0]["body"])) if rows else None

    async def erase(self, identity: Identity, key: RequestKey, source: Source, erasure_id: str) -> Receipt:
        """Take part in an erasure: answers that used the source become tombstones."""

        async def erase_here(tx: Transaction, erasure: UUID) -> None:
            await _forget_requests(tx, identity)
            if source.scope is Scope.USER:
                for table in ("answerer.answer_source", "answerer.answer"):
                    await erase_rows(tx, erasure, table)
                return
            scope, sources, gone = source.scope, [source.source_id], None
            if scope is Scope.IMPORT:
                # Found by the accounts of their rows, kept where none of the import's own rows is among them.
                accounts, gone = await read_rows(tx, identity, erasure)
                scope, sources = Scope.ACCOUNT, list(accounts)
            chosen = {"user": identity.user_id, "scope": scope.value, "sources": sources}

            async def find_used() -> list[Answer]:
                found = [_decode(bytes(row["body"])) for row in await tx.fetch(_USED, chosen)]
                return [answer for answer in found if gone is None or _may_have_used(answer, gone)]

            used = await find_used()
            for answer in used:
                await tx.execute(_REDACT, (_encode(_tombstone(answer)), identity.user_id, UUID(answer.answer_id)))
            await tx.execute(_DROP_SOURCES, (identity.user_id, [UUID(answer.answer_id) for answer in used]))
            left = len(await find_used()) if gone is not None else (await tx.fetch(_LEFT, chosen))[0]["left"]
            await record(tx, erasure, Erased("answerer", "answer", 0, len(used), left))

        return await take_part(self._database, identity, key, source, erasure_id, erase_here)


def _row(identity: Identity, answer: Answer, sources: Sequence[Source], question: str) -> dict[str, Any]:
    return {
        "user": identity.user_id,
        "answer": UUID(answer.answer_id),
        "created": answer.create_time,
        "revision": answer.ledger_revision,
        "rule": answer.plan.rule if answer.plan is not None else "",
        "body": _encode(answer),
        "question": question or None,
        "scopes": [one.scope.value for one in sources],
        "sources": [one.source_id for one in sources],
    }


async def _forget_requests(tx: Transaction, identity: Identity) -> None:
    """Remembered responses of `Ask` hold whole answers: a repeated request must not bring one back."""
    await tx.execute(
        "DELETE FROM tieout.request WHERE user_id = %s AND method = 'tieout.answerer.v1.AnswererService/Ask'",
        (identity.user_id,),
    )


def _may_have_used(answer: Answer, row_ids: frozenset[str]) -> bool:
    """Whether an answer rests on one of these rows; a set too large to name its rows may hold any."""
    sets = [one.row_set for one in answer.citations if one.row_set is not None]
    if answer.grounded is not None and answer.grounded.row_set is not None:
        sets.append(answer.grounded.row_set)
    leaves = [one.rows for one in answer.figures if one.rows is not None]
    named = {row_id for leaf in leaves for row_id in leaf.row_ids}
    named |= {row.row_id for one in sets for row in one.rows} | {row_id for one in sets for row_id in one.row_ids}
    named |= {one.row.row_id for one in answer.citations if one.row is not None}
    if named & row_ids:
        return True
    complete = {leaf.digest for leaf in leaves if leaf.row_count == len(leaf.row_ids)}
    complete |= {one.digest for one in sets if one.row_count in (len(one.rows), len(one.row_ids))}
    return any(digest not in complete for digest in ({leaf.digest for leaf in leaves} | {one.digest for one in sets}))


def _tombstone(answer: Answer) -> Answer:
    return Answer(
        answer_id=answer.answer_id,
        ledger_revision=answer.ledger_revision,
        state=AnswerState.ERASED,
        create_time=answer.create_time,
    )


def _encode(answer: Answer) -> bytes:
    return to_message(answer, answer_pb2.Answer()).SerializeToString(deterministic=True)


def _decode(body: bytes) -> Answer:
    return from_message(answer_pb2.Answer.FromString(body), Answer)
