"""Passages and their vectors, by the functions that the retriever's schema has for this job."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from pgvector import HalfVector

from services.common.db.jobs import enqueue
from services.common.db.tenant import Database
from services.common.identity import Identity
from services.worker.model import Backlog, DocumentVersion, Gap, PassageText, PassageVectors, VectorSpace

BACKFILL_JOB = "backfill"
_FIND = "SELECT passage_id, body FROM retriever.find_passages_without_vector(%s, %s, %s, %s, %s)"
_FIND_ANY = "SELECT passage_id, body FROM retriever.find_passages_without_vector(%s, %s, %s)"
_COUNT = "SELECT total, missing, refused FROM retriever.count_passages_without_vector(%s, %s)"
_STORE = "SELECT retriever.store_vector(%s, %s, %s)"
_BACKLOG = "SELECT missing, refused, retired FROM tieout.get_backfill()"
_SET_ASIDE = "SELECT retriever.set_aside(%s, %s, %s)"
_REMOVE_RETIRED = "SELECT space_id, remaining FROM retriever.remove_retired_vectors(%s)"


class PgPassages:
    """What the worker's role may see of the retriever."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find_without_vector(
        self, identity: Identity, document: DocumentVersion, space: VectorSpace, limit: int
    ) -> Sequence[PassageText]:
        """In reading order."""
        rows = await self._database.fetch(
            identity, _FIND, (space.space_id, space.width, document.document_id, document.version, limit)
        )
        return [PassageText(row["passage_id"], row["body"]) for row in rows]

    async def find_any_without_vector(
        self, identity: Identity, space: VectorSpace, limit: int
    ) -> Sequence[PassageText]:
        """Of all documents, in reading order."""
        rows = await self._database.fetch(identity, _FIND_ANY, (space.space_id, space.width, limit))
        return [PassageText(row["passage_id"], row["body"]) for row in rows]

    async def count_without_vector(self, identity: Identity, space: VectorSpace) -> Gap:
        """Of all documents."""
        row = (await self._database.fetch(identity, _COUNT, (space.space_id, space.width)))[0]
        return Gap(row["total"], row["missing"], row["refused"])

    async def store_vectors(self, identity: Identity, passages: Sequence[PassageText], vectors: PassageVectors) -> None:
        """One transaction a batch."""
        async with self._database.transaction(identity) as tx:
            await tx.executemany(
                _STORE,
                [
                    (vectors.space_id, passage.passage_id, HalfVector(vector))
                    for passage, vector in zip(passages, vectors.vectors, strict=True)
                ],
            )

    async def sum_backlogs(self) -> Backlog:
        """What the last look at each user found, over all users, in numbers only."""
        row = (await self._database.fetch_without_user(_BACKLOG))[0]
        return Backlog(row["missing"], row["refused"], row["retired"])

    async def set_aside(self, identity: Identity, space: VectorSpace, passage: PassageText, reason: str) -> None:
        """With the time of now, so that a later word of the operator's counts."""
        await self._database.fetch(identity, _SET_ASIDE, (space.space_id, passage.passage_id, reason))

    async def remove_retired(self, identity: Identity, limit: int) -> Mapping[str, int]:
        """In the order of passages."""
        rows = await self._database.fetch(identity, _REMOVE_RETIRED, (limit,))
        return {row["space_id"]: row["remaining"] for row in rows if row["remaining"]}

    async def plan_backfill(self, identity: Identity, delay: timedelta, backlog: Backlog, failures: int = 0) -> None:
        """One job a user, however often it is planned."""
        payload = {
            "missing": dict(backlog.missing),
            "refused": dict(backlog.refused),
            "retired": dict(backlog.retired),
            "failures": failures,
        }
        async with self._database.transaction(identity) as tx:
            await enqueue(tx, BACKFILL_JOB, payload, dedupe_key=BACKFILL_JOB, delay=delay)
