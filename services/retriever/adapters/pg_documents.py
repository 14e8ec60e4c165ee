"""Documents in PostgreSQL: one transaction a write, exact BM25 in one statement, exact vectors by covering index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import LiteralString
from uuid import UUID, uuid4

import numpy as np
from pgvector import HalfVector
from psycopg import sql
from psycopg.types.json import Jsonb

from services.common.db.erasure import record
from services.common.db.jobs import enqueue
from services.common.db.tenant import Database, Row, Transaction
from services.common.erasure import Erased
from services.common.errors import InvalidArgument, NotFound
from services.common.idempotency import once
from services.common.identity import Identity
from services.common.local_embedder import SPACE_ID
from services.common.printed import Scale
from services.common.types import Page, RequestKey
from services.retriever.documents.model import (
    Cell,
    KeywordLeg,
    KeywordMatch,
    NewDocument,
    Pages,
    ParsedDocument,
    Place,
    Posting,
    QuestionVector,
    Scope,
    StoredDocument,
    StoredPassage,
    UnreadReason,
    VectorLeg,
)

EMBED_JOB = "embed_passages"
GRAPH_JOB = "graph_evidence"
# Files are kept in parts, so that no row is so large that the server holds several copies of 64 MiB.
FILE_PART = 1024 * 1024

_LOCK: LiteralString = """
INSERT INTO retriever.document_writer AS writer (user_id) VALUES (%s)
ON CONFLICT (user_id) DO UPDATE SET passage_count = writer.passage_count
RETURNING last_passage_id, last_segment
"""
_DOCUMENT: LiteralString = """
SELECT d.document_id, d.version, d.segment, d.first_passage_id, d.last_passage_id, d.caller_key, d.display_name,
       d.title, d.institution, d.media_type, d.effective_date, d.family_id, d.family_words, d.sha256, d.size_bytes,
       d.passage_count, d.cell_count, d.notices, d.created_at, d.page_count, d.unread_pages, d.recognized_pages
FROM retriever.document AS d WHERE d.user_id = %s
"""
_BY_AGE: LiteralString = " ORDER BY d.created_at DESC, d.document_id DESC"
_AFTER: LiteralString = """ AND (%s::uuid IS NULL OR (d.created_at, d.document_id) < (
    SELECT l.created_at, l.document_id FROM retriever.document AS l WHERE l.user_id = %s AND l.document_id = %s))
"""
_EMBEDDED: LiteralString = """
SELECT d.document_id FROM retriever.document AS d
WHERE d.user_id = %s AND d.document_id = ANY (%s) AND d.passage_count <= (
    SELECT count(*) FROM retriever.vector_384 AS v
    WHERE v.user_id = d.user_id AND v.space_id = %s AND v.passage_id BETWEEN d.first_passage_id AND d.last_passage_id)
"""
_REMOVE: LiteralString = """
UPDATE retriever.document_writer AS writer
SET passage_count = writer.passage_count - d.passage_count, length_sum = writer.length_sum - d.length_sum
FROM retriever.document AS d
WHERE writer.user_id = %(user)s AND d.user_id = %(user)s AND d.document_id = %(document)s
"""
_INSERT_DOCUMENT: LiteralString = """
INSERT INTO retriever.document (user_id, document_id, version, segment, first_passage_id, last_passage_id, caller_key,
    display_name, title, institution, media_type, effective_date, family_id, family_words, sha256, size_bytes,
    passage_count, cell_count, length_sum, notices, page_count, unread_pages, recognized_pages)
VALUES (%(user)s, coalesce(%(document)s, uuidv7()), %(version)s, %(segment)s, %(first)s, %(last)s, %(caller_key)s,
    %(display_name)s, %(title)s, %(institution)s, %(media_type)s, %(effective_date)s, %(family)s, %(family_words)s,
    %(sha256)s, %(size_bytes)s, %(passage_count)s, %(cell_count)s, %(length_sum)s, %(notices)s,
    %(page_count)s, %(unread_pages)s, %(recognized_pages)s)
RETURNING document_id
"""
_ADD: LiteralString = """
UPDATE retriever.document_writer SET passage_count = passage_count + %s, length_sum = length_sum + %s,
    last_passage_id = %s, last_segment = %s
WHERE user_id = %s
"""
_BM25: LiteralString = """
WITH collection AS (
    SELECT passage_count::float8 AS n, coalesce(length_sum::float8 / nullif(passage_count, 0), 1) AS average
    FROM retriever.document_writer WHERE user_id = %(user)s
), held AS MATERIALIZED (
    SELECT lexeme, segment, passage_ids, frequencies, lengths FROM retriever.posting
    WHERE user_id = %(user)s AND lexeme = ANY (%(terms)s)
), weight AS (
    SELECT lexeme, ln(1 + ((SELECT n FROM collection) - sum(cardinality(passage_ids)) + 0.5)
                        / (sum(cardinality(passage_ids)) + 0.5))::float8 AS idf
    FROM held GROUP BY lexeme
), scored AS (
    SELECT x.passage_id, array_agg(held.lexeme) AS terms,
           sum(weight.idf * x.frequency * 2.2
               / (x.frequency + 1.2 * (0.25 + 0.75 * x.length / (SELECT average FROM collection)))) AS score
    FROM held JOIN weight USING (lexeme),
         LATERAL ROWS FROM (unnest(held.passage_ids), unnest(held.frequencies), unnest(held.lengths))
             AS x (passage_id, frequency, length)
    WHERE held.segment = ANY (%(segments)s)
    GROUP BY x.passage_id ORDER BY score DESC, x.passage_id LIMIT %(limit)s
)
SELECT (SELECT n FROM collection)::bigint AS passage_count,
       (SELECT coalesce(jsonb_object_agg(lexeme, idf), '{}') FROM weight) AS weights,
       (SELECT coalesce(jsonb_agg(jsonb_build_array(passage_id, score, terms) ORDER BY score DESC, passage_id), '[]')
        FROM scored) AS matches
"""
_PASSAGE: LiteralString = """
SELECT p.passage_id, p.document_id, p.chunk_id, p.parent_position, p.heading_path, p.body, d.display_name, d.version,
       d.effective_date, d.media_type, p.page, p.box, p.recognized,
       coalesce((SELECT jsonb_agg(jsonb_build_object(
                     'row_path', c.row_path, 'column_path', c.column_path, 'printed', c.printed,
                     'number', c.number::text, 'unit', c.unit, 'scale', c.scale, 'period', c.period,
                     'footnotes', c.footnotes, 'table_caption', c.table_caption, 'page', c.page, 'box', c.box,
                     'table_number', c.table_number) ORDER BY c.position)
                 FROM retriever.cell AS c WHERE c.user_id = p.user_id AND c.passage_id = p.passage_id), '[]') AS cells
FROM retriever.passage AS p
JOIN retriever.document AS d ON d.user_id = p.user_id AND d.document_id = p.document_id
WHERE p.user_id = %s
"""
# All vectors are compared, but where the user has an index that was measured and most of it is in scope: an index that
# is asked for a small part gives up before it has found that. Only one of `compared` and `near` is carried out.
_VECTOR = sql.SQL("""
WITH told AS MATERIALIZED (
    SELECT counted_to FROM retriever.vector_index
    WHERE user_id = %(user)s AND space_id = %(space)s AND width = {width} AND usable AND row_count <= 2 * %(in_scope)s
), compared AS MATERIALIZED (
    SELECT passage_id, embedding <=> %(vector)s::halfvec({width}) AS distance FROM retriever.{table}
    WHERE user_id = %(user)s AND space_id = %(space)s AND %(ranges)s::int8multirange @> passage_id
      AND NOT EXISTS (TABLE told)
), near AS MATERIALIZED (
    -- CASE: the planner takes it for half of the rows, as what is in scope is at least, and `@>` for one in a thousand.
    SELECT passage_id, embedding <=> %(vector)s::halfvec({width}) AS distance FROM retriever.{table}
    WHERE user_id = %(user)s AND space_id = %(space)s AND EXISTS (TABLE told)
      AND CASE WHEN %(ranges)s::int8multirange @> passage_id THEN true ELSE false END
    ORDER BY embedding <=> %(vector)s::halfvec({width}) LIMIT %(limit)s
), counted AS MATERIALIZED (
    SELECT CASE WHEN EXISTS (TABLE told) THEN (
        SELECT %(in_scope)s - coalesce(sum(upper(r) - greatest(lower(r), t.counted_to + 1)), 0) + (
            SELECT count(*) FROM retriever.{table}
            WHERE user_id = %(user)s AND space_id = %(space)s AND passage_id > (SELECT counted_to FROM told)
              AND %(ranges)s::int8multirange @> passage_id)
        FROM told AS t LEFT JOIN unnest(%(ranges)s::int8multirange) AS r ON upper(r) > t.counted_to + 1
        GROUP BY t.counted_to
    ) ELSE (SELECT count(*) FROM compared) END AS n
)
SELECT passage_id, 1 - distance AS cosine, (SELECT n FROM counted)::bigint AS compared_count
FROM (TABLE compared UNION ALL TABLE near) AS found ORDER BY distance, passage_id LIMIT %(limit)s
""")
_SPACES: LiteralString = "SELECT space_id, width FROM embedder.space WHERE retired_at IS NULL AND model <> 'probe'"
_REFUSED: LiteralString = """
SELECT count(*) AS n FROM retriever.vector_refusal AS r
WHERE r.user_id = %(user)s AND r.space_id = %(space)s AND %(ranges)s::int8multirange @> r.passage_id
  AND retriever.is_set_aside(r.space_id, r.passage_id)
"""
_CITED: LiteralString = (
    _PASSAGE + " AND (p.document_id, p.chunk_id) IN (SELECT * FROM unnest(%s::uuid[], %s::text[]))"  # noqa: S608 - literals
)
_FILE: LiteralString = (
    "SELECT content FROM retriever.document_file WHERE user_id = %s AND document_id = %s ORDER BY position"
)
# Leaves first, so that what a foreign key would take along is counted.
_IN_SEGMENT = "user_id = %(user)s AND segment = %(segment)s"
_IN_RANGE = "user_id = %(user)s AND passage_id BETWEEN %(first)s AND %(last)s"
_IN_DOCUMENT = "user_id = %(user)s AND document_id = %(document)s"
_STORES: tuple[tuple[LiteralString, LiteralString], ...] = (
    ("posting", _IN_SEGMENT),
    ("vector_384", _IN_RANGE),
    ("vector_512", _IN_RANGE),
    ("vector_768", _IN_RANGE),
    ("vector_1024", _IN_RANGE),
    ("vector_refusal", _IN_RANGE),
    ("cell", _IN_RANGE),
    ("passage", _IN_DOCUMENT),
    ("parent", _IN_DOCUMENT),
    ("document_file", _IN_DOCUMENT),
    ("document", _IN_DOCUMENT),
)
DOCUMENT_TABLES = (
    *(f"retriever.{table}" for table, _ in _STORES),
    "retriever.document_writer",
    "retriever.vector_index",
)
"""All that a user's documents are kept in, in the order in which it can be deleted."""


class PgDocuments:
    """The port `DocumentStore` on PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(
        self,
        identity: Identity,
        key: RequestKey,
        new: NewDocument,
        parsed: ParsedDocument,
        postings: Mapping[str, Posting],
        length_sum: int,
        family_id: UUID | None,
        file: bytes,
    ) -> StoredDocument:
        """Replace what the caller's key names, whole or not at all, and enqueue what follows from it."""
        async with self._database.transaction(identity) as tx:

            async def write() -> UUID:
                return await self._replace(tx, identity, new, parsed, postings, length_sum, family_id, file)

            document_id = await once(
                tx, identity, key, write, encode=lambda one: one.bytes, decode=lambda data: UUID(bytes=data)
            )
            return await self._get(tx, identity, document_id)

    async def list_documents(self, identity: Identity, page: Page | None = None) -> list[StoredDocument]:
        """Newest first; a page starts after the document that its position names."""
        if page is None:
            rows = await self._database.fetch(identity, _DOCUMENT + _BY_AGE, (identity.user_id,))
            return [_document(row) for row in rows]
        after = _uuid(page.position) if page.position else None
        rows = await self._database.fetch(
            identity,
            _DOCUMENT + _AFTER + _BY_AGE + " LIMIT %s",
            (identity.user_id, after, identity.user_id, after, page.size + 1),
        )
        listed = [_document(row) for row in rows]
        ids = [one.document_id for one in listed]
        embedded = await self._database.fetch(identity, _EMBEDDED, (identity.user_id, ids, SPACE_ID))
        complete = {row["document_id"] for row in embedded}
        return [replace(one, is_complete=one.document_id in complete) for one in listed]

    async def count_documents(self, identity: Identity) -> int:
        """Documents of the user."""
        rows = await self._database.fetch(
            identity, "SELECT count(*) AS n FROM retriever.document WHERE user_id = %s", (identity.user_id,)
        )
        return int(rows[0]["n"])

    async def match_keywords(self, identity: Identity, terms: Sequence[str], scope: Scope, limit: int) -> KeywordLeg:
        """BM25 in one statement; document frequencies and the mean length are those of the user's whole collection."""
        parameters = {"user": identity.user_id, "terms": list(terms), "segments": list(scope.segments), "limit": limit}
        row = (await self._database.fetch(identity, _BM25, parameters))[0]
        matches = tuple(KeywordMatch(int(one[0]), float(one[1]), frozenset(one[2])) for one in row["matches"])
        return KeywordLeg(matches, row["weights"], row["passage_count"] or 0)

    async def list_spaces(self) -> Mapping[str, int]:
        """The registry belongs to the embedder; what refers to it is here."""
        return {row["space_id"]: row["width"] for row in await self._database.fetch_without_user(_SPACES)}

    async def match_vector(self, identity: Identity, vector: QuestionVector, scope: Scope, limit: int) -> VectorLeg:
        """Every vector of the space in scope is compared, or an index is asked; halves on disk, as the column is."""
        numbers = np.frombuffer(vector.data, dtype="<f4")
        if not np.isfinite(numbers).all() or not numbers.any():
            raise InvalidArgument("vector", "its numbers are finite and not all zero")
        query = _VECTOR.format(width=sql.Literal(vector.width), table=sql.Identifier(f"vector_{vector.width}"))
        total = sum(last - first + 1 for first, last in scope.ranges)
        parameters = {
            "user": identity.user_id,
            "space": vector.space_id,
            "in_scope": total,
            "vector": HalfVector(numbers),
            "ranges": "{" + ",".join(f"[{first},{last}]" for first, last in scope.ranges) + "}",
            "limit": limit,
        }
        rows = await self._database.fetch(identity, query, parameters)
        missing = total - (rows[0]["compared_count"] if rows else 0)
        refused = (await self._database.fetch(identity, _REFUSED, parameters))[0]["n"] if missing else 0
        return VectorLeg(tuple((row["passage_id"], float(row["cosine"])) for row in rows), missing, refused)

    async def get_passages(self, identity: Identity, passage_ids: Sequence[int]) -> list[StoredPassage]:
        """Passages with their cells."""
        if not passage_ids:
            return []
        rows = await self._database.fetch(
            identity, _PASSAGE + " AND p.passage_id = ANY (%s)", (identity.user_id, list(passage_ids))
        )
        return [_passage(row) for row in rows]

    async def find_passages(self, identity: Identity, chunks: Sequence[tuple[UUID, str]]) -> list[StoredPassage]:
        """Passages by what a citation says."""
        if not chunks:
            return []
        rows = await self._database.fetch(
            identity,
            _CITED,
            (identity.user_id, [one[0] for one in chunks], [one[1] for one in chunks]),
        )
        return [_passage(row) for row in rows]

    async def read_file(self, identity: Identity, document_id: UUID) -> bytes:
        """The kept file, put together from its parts."""
        rows = await self._database.fetch(identity, _FILE, (identity.user_id, document_id))
        return b"".join(row["content"] for row in rows)

    async def erase_document(self, tx: Transaction, identity: Identity, erasure: UUID, document_id: str) -> None:
        """Delete a document with all that was made of it, and record a line of the receipt for each store."""
        rows = await tx.fetch(_DOCUMENT + " AND d.document_id = %s", (identity.user_id, _uuid(document_id)))
        if rows:
            await _lock(tx, identity)
            for line in await _delete(tx, identity, _document(rows[0])):
                await record(tx, erasure, line)

    async def _get(self, tx: Transaction, identity: Identity, document_id: UUID) -> StoredDocument:
        rows = await tx.fetch(_DOCUMENT + " AND d.document_id = %s", (identity.user_id, document_id))
        if not rows:
            raise NotFound(f"documents/{document_id}")
        return _document(rows[0])

    async def _replace(
        self,
        tx: Transaction,
        identity: Identity,
        new: NewDocument,
        parsed: ParsedDocument,
        postings: Mapping[str, Posting],
        length_sum: int,
        family_id: UUID | None,
        file: bytes,
    ) -> UUID:
        last_passage, last_segment = await _lock(tx, identity)
        known = [_document(row) for row in await tx.fetch(_DOCUMENT, (identity.user_id,))]
        old = next((one for one in known if one.caller_key == new.caller_key), None)
        if old is not None:
            await _delete(tx, identity, old)
        first, last = last_passage + 1, last_passage + len(parsed.passages)
        effective_date = new.effective_date or parsed.profile.effective_date
        rows = await tx.fetch(
            _INSERT_DOCUMENT,
            {
                "user": identity.user_id,
                "document": old.document_id if old is not None else None,
                "version": old.version + 1 if old is not None else 1,
                "segment": last_segment + 1,
                "first": first,
                "last": last,
                "caller_key": new.caller_key,
                "display_name": new.display_name,
                "title": parsed.profile.title,
                "institution": parsed.profile.institution,
                "media_type": parsed.media_type.value,
                "effective_date": effective_date,
                "family": family_id or uuid4(),
                "family_words": sorted(parsed.profile.family),
                "sha256": new.sha256,
                "size_bytes": new.size_bytes,
                "passage_count": len(parsed.passages),
                "cell_count": parsed.cell_count,
                "length_sum": length_sum,
                "notices": list(parsed.notices),
                "page_count": parsed.pages.count,
                "unread_pages": Jsonb([[page, int(reason)] for page, reason in parsed.pages.unread]),
                "recognized_pages": list(parsed.pages.recognized),
            },
        )
        document_id: UUID = rows[0]["document_id"]
        user = identity.user_id
        await tx.executemany(
            "INSERT INTO retriever.document_file (user_id, document_id, position, content) VALUES (%s, %s, %s, %s)",
            [
                (user, document_id, at, file[start : start + FILE_PART])
                for at, start in enumerate(range(0, len(file), FILE_PART))
            ],
        )
        await tx.executemany(
            "INSERT INTO retriever.parent (user_id, document_id, position, heading_path, body, "
            "token_count) VALUES (%s, %s, %s, %s, %s, %s)",
            [
                (user, document_id, at, list(one.heading_path), one.text, one.token_count)
                for at, one in enumerate(parsed.parents)
            ],
        )
        await tx.executemany(
            "INSERT INTO retriever.passage (user_id, passage_id, document_id, chunk_id, parent_position, "
            "heading_path, body, token_count, page, box, recognized) "
            "VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [
                (
                    user,
                    first + at,
                    document_id,
                    one.chunk_id,
                    one.parent_index,
                    list(one.heading_path),
                    one.text,
                    one.token_count,
                    *_printed_at(one.place),
                    one.recognized,
                )
                for at, one in enumerate(parsed.passages)
            ],
        )
        await tx.executemany(
            "INSERT INTO retriever.cell (user_id, passage_id, position, row_path, column_path, printed, "
            "number, unit, scale, period, "
            "footnotes, table_caption, page, box, table_number) "
            "VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [
                (user, first + at, place, list(cell.row_path), list(cell.column_path), cell.printed, cell.number,
                 cell.unit, int(cell.scale), cell.period, list(cell.footnotes), cell.table_caption,
                 *_printed_at(cell.place), cell.table_number)
                for at, passage in enumerate(parsed.passages)
                for place, cell in enumerate(passage.cells)
            ],
        )  # fmt: skip
        await tx.executemany(
            "INSERT INTO retriever.posting (user_id, lexeme, segment, passage_ids, frequencies, lengths) "
            "VALUES (%s, %s, %s, %s, %s::smallint[], %s::integer[])",
            [
                (
                    user,
                    lexeme,
                    last_segment + 1,
                    [first + at for at in one.positions],
                    list(one.frequencies),
                    list(one.lengths),
                )
                for lexeme, one in postings.items()
            ],
        )
        await tx.execute(_ADD, (len(parsed.passages), length_sum, last, last_segment + 1, user))
        payload = {"document_id": str(document_id), "version": old.version + 1 if old is not None else 1}
        # A job that waits under the same key stands for a new one, so the key names the version too.
        await enqueue(tx, EMBED_JOB, payload, dedupe_key=f"{document_id}:{payload['version']}")
        await enqueue(tx, GRAPH_JOB, {"account_ids": []}, dedupe_key="documents")
        return document_id


async def _lock(tx: Transaction, identity: Identity) -> tuple[int, int]:
    """Make this user's other writers wait; the last passage id and segment that were given out."""
    row = (await tx.fetch(_LOCK, (identity.user_id,)))[0]
    return row["last_passage_id"], row["last_segment"]


async def _delete(tx: Transaction, identity: Identity, document: StoredDocument) -> list[Erased]:
    """Delete a document's rows, store by store, and count what a query finds after."""
    parameters = {
        "user": identity.user_id,
        "document": document.document_id,
        "segment": document.segment,
        "first": document.passage_ids[0],
        "last": document.passage_ids[1],
    }
    await tx.execute(_REMOVE, parameters)
    lines = []
    for table, condition in _STORES:
        where = sql.SQL(condition)
        name = sql.Identifier("retriever", table)
        erased = await tx.execute(sql.SQL("DELETE FROM {} WHERE {}").format(name, where), parameters)
        left = await tx.fetch(sql.SQL("SELECT count(*) AS n FROM {} WHERE {}").format(name, where), parameters)
        lines.append(Erased("retriever", table, erased, remaining_count=int(left[0]["n"])))
    return lines


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise NotFound(f"documents/{text[:64]}") from None


def _document(row: Row) -> StoredDocument:
    return StoredDocument(
        row["document_id"],
        row["version"],
        row["caller_key"],
        row["display_name"],
        row["title"],
        row["institution"],
        row["media_type"],
        row["effective_date"],
        row["sha256"],
        row["size_bytes"],
        row["passage_count"],
        row["cell_count"],
        row["created_at"],
        tuple(row["notices"]),
        segment=row["segment"],
        passage_ids=(row["first_passage_id"], row["last_passage_id"]),
        family_id=row["family_id"],
        family_words=frozenset(row["family_words"]),
        pages=Pages(
            row["page_count"],
            tuple((page, UnreadReason(reason)) for page, reason in row["unread_pages"]),
            tuple(row["recognized_pages"]),
        ),
    )


def _passage(row: Row) -> StoredPassage:
    return StoredPassage(
        row["passage_id"],
        row["document_id"],
        row["chunk_id"],
        row["display_name"],
        row["version"],
        row["effective_date"],
        tuple(row["heading_path"]),
        row["body"],
        row["parent_position"],
        tuple(
            Cell(
                tuple(cell["row_path"]),
                tuple(cell["column_path"]),
                cell["printed"],
                None if cell["number"] is None else Decimal(cell["number"]),
                cell["unit"],
                Scale(cell["scale"]),
                cell["period"],
                tuple(cell["footnotes"]),
                cell["table_caption"],
                _place(cell["page"], cell["box"]),
                cell["table_number"],
            )
            for cell in row["cells"]
        ),
        _place(row["page"], row["box"]),
        row["recognized"],
        row["media_type"],
    )


def _printed_at(place: Place | None) -> tuple[int, list[float] | None]:
    return (place.page, list(place.box)) if place is not None else (0, None)


def _place(page: int, box: Sequence[float] | None) -> Place | None:
    if not page or box is None:
        return None
    left, top, right, bottom = box
    return Place(page, (left, top, right, bottom))
