"""The answerer's other peers in memory, each with a switch that takes it down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from uuid import UUID, uuid4

from services.answerer.asked import Peers
from services.answerer.core import Answerer
from services.answerer.language.writer import Writer
from services.answerer.model import (
    Answer,
    Citation,
    EdgeKind,
    EntityKind,
    Fact,
    FactAttribute,
    FactState,
    FactValue,
    Node,
    Path,
    PolicyRule,
    QuestionVector,
    RecalledFact,
    RecallResponse,
    ResolvedNode,
    SearchResponse,
    SearchState,
    SearchSummary,
    Vectors,
    WalkResponse,
)
from services.common.erasure import Receipt, Source
from services.common.errors import Unavailable
from services.common.identity import Identity
from services.common.types import RequestKey, Secret, UserId
from services.retriever.ledger.policy import rules as rules_of_policy
from tests.unit.answerer.ledger_fake import FakeLedger, sample_rows

ALICE = Identity(UserId(UUID("11111111-1111-4111-8111-111111111111")), Secret("a"))
BOB = Identity(UserId(UUID("22222222-2222-4222-8222-222222222222")), Secret("b"))
NOW = datetime(2026, 6, 18, 9, 30, tzinfo=UTC)


@dataclass
class FakeMemory:
    """Facts by the words that name them in a question."""

    facts: dict[str, Fact] = field(default_factory=dict)
    down: bool = False

    async def recall(
        self,
        identity: Identity,
        text: str,
        *,
        attributes: Sequence[FactAttribute] = (),
        as_of_valid: datetime | None = None,
        limit: int = 0,
    ) -> RecallResponse:
        if self.down:
            raise Unavailable("memory")
        found = []
        for words, fact in self.facts.items():
            place = text.lower().find(words)
            if place >= 0:
                found.append(RecalledFact(fact, place, place + len(words), 1.0))
        return RecallResponse(tuple(found))


@dataclass
class FakeGraph:
    """Walks by start node and kind of edge."""

    walks: dict[tuple[str, EdgeKind], tuple[Node, ...]] = field(default_factory=dict)
    down: bool = False

    async def resolve(self, identity: Identity, text: str, kinds: Sequence[EntityKind]) -> tuple[ResolvedNode, ...]:
        return ()

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
        if self.down:
            raise Unavailable("graph")
        start = Node(start_node_ids[0], EntityKind.MERCHANT, start_node_ids[0].partition(":")[2], "start")
        ends = self.walks.get((start_node_ids[0], edge_kinds[0]), ())
        return WalkResponse(tuple(Path((start, end)) for end in ends))


@dataclass
class FakeDocuments:
    """A search with one prepared response; it records whether it was asked with a vector."""

    response: SearchResponse = field(
        default_factory=lambda: SearchResponse(summary=SearchSummary(SearchState.NO_DOCUMENTS))
    )
    evidence: tuple[Citation, ...] = ()
    asked: list[tuple[bool, bool]] = field(default_factory=list)

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
        self.asked.append((vector is not None, keyword_only))
        return self.response

    async def get_evidence(self, identity: Identity, tokens: Sequence[str]) -> tuple[Citation, ...]:
        rules = {
            f"[Citation ID: policy:{rule_id}]": PolicyRule(rule_id, text, "v1")
            for rule_id, text in rules_of_policy().items()
        }
        named = tuple(Citation(one, rule=rules[one]) for one in tokens if one in rules)
        return (*(one for one in self.evidence if one.token in tokens), *named)


@dataclass
class FakeEmbedder:
    """One vector, or none."""

    down: bool = False
    space: str = "space-h"
    missed: str = ""
    asked_for: list[str] = field(default_factory=list)

    async def embed(self, identity: Identity, text: str, usable: Sequence[str] = ()) -> QuestionVector:
        if self.down:
            raise Unavailable("embedder")
        return QuestionVector(Vectors(self.space, 1, b"\0\0\0\0", 1), self.missed)

    async def embed_together(self, identity: Identity, texts: Sequence[str], space_id: str) -> Vectors:
        self.asked_for.append(space_id)
        if self.down:
            raise Unavailable("embedder")
        return Vectors(space_id, 1, b"\0\0\0\0" * len(texts), len(texts))


@dataclass
class FakeStore:
    """Answers by user and id."""

    answers: dict[tuple[UserId, str], Answer] = field(default_factory=dict)
    requests: dict[tuple[UserId, UUID], str] = field(default_factory=dict)
    questions: list[str] = field(default_factory=list)

    async def save(
        self, identity: Identity, answer: Answer, sources: Sequence[Source], question: str, key: RequestKey | None
    ) -> Answer:
        self.answers[identity.user_id, answer.answer_id] = answer
        self.questions.append(question)
        if key is not None:
            self.requests[identity.user_id, key.request_id] = answer.answer_id
        return answer

    async def find_by_request(self, identity: Identity, key: RequestKey) -> Answer | None:
        answer_id = self.requests.get((identity.user_id, key.request_id))
        return self.answers.get((identity.user_id, answer_id)) if answer_id else None

    async def get(self, identity: Identity, answer_id: UUID) -> Answer | None:
        return self.answers.get((identity.user_id, str(answer_id)))

    async def erase(self, identity: Identity, key: RequestKey, source: Source, erasure_id: str) -> Receipt:
        raise NotImplementedError


@dataclass
class World:
    """An answerer with all its peers in memory."""

    ledger: FakeLedger = field(default_factory=lambda: FakeLedger(sample_rows()))
    memory: FakeMemory = field(default_factory=FakeMemory)
    graph: FakeGraph = field(default_factory=FakeGraph)
    documents: FakeDocuments = field(default_factory=FakeDocuments)
    embedder: FakeEmbedder = field(default_factory=FakeEmbedder)
    fallback: FakeEmbedder | None = None
    store: FakeStore = field(default_factory=FakeStore)
    keep_question: bool = False
    writer: Writer | None = None

    @property
    def answerer(self) -> Answerer:
        """The real core over the fakes."""
        peers = Peers(self.ledger, self.documents, self.memory, self.graph, self.embedder, self.fallback)
        return Answerer(peers, self.store, writer=self.writer, keep_question=self.keep_question, now=lambda: NOW)


def own_name(words: str, merchant: str, quotation: str) -> dict[str, Fact]:
    """A fact that `words` stand for `merchant`."""
    fact = Fact(
        str(uuid4()),
        "user",
        FactAttribute.NAME_FOR,
        words,
        FactValue(merchant),
        state=FactState.CURRENT,
        statement_id=str(uuid4()),
        quotation=quotation,
    )
    return {words: fact}


def with_rows(world: World, *changes: object) -> World:
    """The same world over other rows."""
    return replace(world, ledger=FakeLedger([*sample_rows(), *changes]))  # type: ignore[list-item]
