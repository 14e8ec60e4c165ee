"""What the documents' use cases need from a store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol
from uuid import UUID

from services.common.identity import Identity
from services.common.types import Page, RequestKey
from services.retriever.documents.model import (
    KeywordLeg,
    NewDocument,
    ParsedDocument,
    Posting,
    QuestionVector,
    Scope,
    StoredDocument,
    StoredPassage,
    VectorLeg,
)


class DocumentStore(Protocol):
    """Documents of one user at a time; every call names whose."""

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
        """Store a document in place of the one with its caller key, and enqueue the job that embeds it. Once a key.

        `family_id` None: it is no version of another document. `file` is kept with it; empty: none is.
        """
        ...

    async def list_documents(self, identity: Identity, page: Page | None = None) -> list[StoredDocument]:
        """The user's documents, newest first; with a page one more than its size, to tell whether there is another."""
        ...

    async def count_documents(self, identity: Identity) -> int:
        """How many documents the user has."""
        ...

    async def match_keywords(self, identity: Identity, terms: Sequence[str], scope: Scope, limit: int) -> KeywordLeg:
        """Exact BM25 over the scope, with the whole collection's statistics."""
        ...

    async def list_spaces(self) -> Mapping[str, int]:
        """The registered spaces that were not given up, with the width of their vectors."""

    async def match_vector(self, identity: Identity, vector: QuestionVector, scope: Scope, limit: int) -> VectorLeg:
        """Exact nearest neighbours by cosine over the scope, in the vector's own space."""
        ...

    async def get_passages(self, identity: Identity, passage_ids: Sequence[int]) -> list[StoredPassage]:
        """Passages with their cells, in no order; unknown ids are left out."""
        ...

    async def find_passages(self, identity: Identity, chunks: Sequence[tuple[UUID, str]]) -> list[StoredPassage]:
        """Passages by document and chunk id, in no order; unknown ones are left out."""
        ...

    async def read_file(self, identity: Identity, document_id: UUID) -> bytes:
        """The file that was kept with a document; empty: none was."""
        ...
