"""What the answerer needs from others, each named after what it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, Protocol
from uuid import UUID

from services.answerer.model import (
    Answer,
    Citation,
    Coverage,
    EdgeKind,
    EntityKind,
    FactAttribute,
    GroupKey,
    GroupOrder,
    LedgerFilter,
    ListRecurringResponse,
    ListRowsResponse,
    Mention,
    QueryLedgerResponse,
    QuestionVector,
    RecallResponse,
    ResolvedNode,
    ResolveNamesResponse,
    RowOrder,
    SearchResponse,
    Vectors,
    WalkResponse,
)
from services.common.erasure import Receipt, Source
from services.common.identity import Identity
from services.common.types import RequestKey


class Ledger(Protocol):
    """The user's rows and names (the retriever). Raises `Unavailable` when it is down."""

    async def resolve_names(
        self, identity: Identity, question: str, mentions: Sequence[Mention], as_of: date
    ) -> ResolveNamesResponse:
        """What the names of a question stand for."""
        ...

    async def query(
        self,
        identity: Identity,
        chosen: LedgerFilter,
        as_of: date,
        *,
        group_by: GroupKey = GroupKey.UNSPECIFIED,
        order: RowOrder = RowOrder.UNSPECIFIED,
        revision: int = 0,
        page_size: int = 0,
        with_row_ids: bool = False,
        without_rows: bool = False,
        max_groups: int = 0,
        group_order: GroupOrder = GroupOrder.UNSPECIFIED,
        without_coverage: bool = False,
        with_out_set: bool = False,
    ) -> QueryLedgerResponse:
        """Sums, counts, ids and first rows over the complete set; of the groups, the first `max_groups` (0: all)."""
        ...

    async def list_rows(
        self,
        identity: Identity,
        chosen: LedgerFilter,
        as_of: date,
        *,
        order: RowOrder = RowOrder.UNSPECIFIED,
        revision: int = 0,
        page_size: int = 0,
        page_token: str = "",
    ) -> ListRowsResponse:
        """One page of rows."""
        ...

    async def list_recurring(
        self, identity: Identity, as_of: date, *, revision: int = 0, merchant_id: str = ""
    ) -> ListRecurringResponse:
        """Charges that come back."""
        ...

    async def get_coverage(self, identity: Identity, as_of: date) -> tuple[Coverage, int]:
        """The days covered and the newest ledger revision."""
        ...


class Documents(Protocol):
    """The user's passages (the retriever). Raises `Unavailable` when it is down."""

    async def search(
        self,
        identity: Identity,
        query: str,
        as_of: date,
        *,
        vector: Vectors | None = None,
        keyword_only: bool = False,
        document_ids: Sequence[str] = (),
    ) -> SearchResponse:
        """Passages for a question, of these documents where some are named."""
        ...

    async def get_evidence(self, identity: Identity, tokens: Sequence[str]) -> tuple[Citation, ...]:
        """What citation tokens point to; unknown ones are left out."""
        ...


class QuestionEmbedder(Protocol):
    """Turns a question into a vector. Raises `Unavailable` when it is down."""

    async def embed(self, identity: Identity, text: str, usable: Sequence[str] = ()) -> QuestionVector:
        """One vector of the space that the embedder names, among the `usable` ones where there are any."""
        ...

    async def embed_together(self, identity: Identity, texts: Sequence[str], space_id: str) -> Vectors:
        """One vector a text, all of this space and kept nowhere; for comparing a question with what was found."""
        ...


class Reranker(Protocol):
    """Orders passages by how well they answer. Raises `Unavailable` when there is none."""

    async def rerank(self, identity: Identity, question: str, passages: Sequence[str]) -> tuple[float, ...]:
        """One score a passage, in order; higher answers better."""
        ...


class Memory(Protocol):
    """What the user said. Raises `Unavailable` when it is down."""

    async def recall(
        self,
        identity: Identity,
        text: str,
        *,
        attributes: Sequence[FactAttribute] = (),
        as_of_valid: datetime | None = None,
        limit: int = 0,
    ) -> RecallResponse:
        """Facts that a text names, best first, and own names that were never said."""
        ...


class Graph(Protocol):
    """What is near what. Raises `Unavailable` when it is down."""

    async def resolve(self, identity: Identity, text: str, kinds: Sequence[EntityKind]) -> tuple[ResolvedNode, ...]:
        """Nodes by a name, best first."""
        ...

    async def walk(
        self,
        identity: Identity,
        start_node_ids: Sequence[str],
        *,
        edge_kinds: Sequence[EdgeKind] = (),
        end_kinds: Sequence[EntityKind] = (),
        max_hops: int = 0,
        limit: int = 0,
    ) -> WalkResponse:
        """Walks from nodes, heaviest first."""
        ...


class LanguageModel(Protocol):
    """A model that writes. Raises `Unavailable`, `Internal` or `DeadlineExceeded` when it gives nothing in time."""

    async def complete(
        self, instructions: str, data: str, schema: Mapping[str, Any], reply_tokens: int, seconds: float
    ) -> str:
        """The text of one reply, which should be an object of `schema` and may be anything."""
        ...


class AnswerStore(Protocol):
    """Answers as given. What is another user's is as if it were not there."""

    async def save(
        self, identity: Identity, answer: Answer, sources: Sequence[Source], question: str, key: RequestKey | None
    ) -> Answer:
        """Keep an answer with the sources that it used, and the question's words unless they are empty.

        Where `key` came before, the answer of then; another request under the same id raises `InvalidArgument`.
        """
        ...

    async def find_by_request(self, identity: Identity, key: RequestKey) -> Answer | None:
        """The answer that a request was given, or None. Another request under the same id raises `InvalidArgument`."""
        ...

    async def get(self, identity: Identity, answer_id: UUID) -> Answer | None:
        """A kept answer or its tombstone, or None."""
        ...

    async def erase(self, identity: Identity, key: RequestKey, source: Source, erasure_id: str) -> Receipt:
        """Take part in an erasure: answers that used the source lose what they said and stay as tombstones."""
        ...
