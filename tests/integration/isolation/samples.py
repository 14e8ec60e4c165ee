"""A valid request of every RPC, made of what a person has. A new RPC without one fails the tests that need it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import numpy as np
from google.protobuf.message import Message
from google.type.date_pb2 import Date
from google.type.decimal_pb2 import Decimal

from services.common.local_embedder import SPACE_ID, WIDTH
from tests.integration.isolation.contract import Rpc
from tests.integration.isolation.stack import User, import_parts, question, upload_parts
from tieout.answerer.v1 import answerer_service_pb2 as answerer
from tieout.embedder.v1 import embedder_service_pb2 as embedder
from tieout.graph.v1 import entity_pb2
from tieout.graph.v1 import graph_service_pb2 as graph
from tieout.memory.v1 import memory_service_pb2 as memory
from tieout.retriever.v1 import retriever_service_pb2 as retriever
from tieout.type.v1 import erasure_pb2, ledger_pb2, space_pb2
from tieout.type.v1.period_pb2 import Period

LAST_DAY = Date(year=2026, month=10, day=31)


def sample(rpc: Rpc, user: User) -> list[Message]:
    """The messages of a request that succeeds for this user. Ids of requests are new each time."""
    made = _SAMPLES[rpc.id](user)
    return made if isinstance(made, list) else [made]


def _filter(user: User) -> ledger_pb2.LedgerFilter:
    return ledger_pb2.LedgerFilter(
        merchant_ids=user.has.merchants,
        category_ids=["FOOD_AND_DRINK_COFFEE"],
        excluded_category_ids=["FOOD_AND_DRINK_GROCERIES"],
        account_ids=user.has.accounts,
        currency_code="USD",
        amount=ledger_pb2.AmountRange(at_least=Decimal(value="1.00"), at_most=Decimal(value="99999.00")),
        period=Period(start_date=Date(year=2026, month=10, day=1), end_date=LAST_DAY),
        text=user.person.word,
        row_ids=user.has.rows,
    )


def _erase_source(module: Any) -> Callable[[User], Message]:
    return lambda user: module.EraseSourceRequest(
        request_id=str(uuid4()), source=erasure_pb2.Source(account_id=user.has.accounts[0])
    )


def _erase_user(module: Any) -> Callable[[User], Message]:
    return lambda _user: module.EraseUserRequest(request_id=str(uuid4()))


def _annotate(user: User) -> Message:
    annotation = retriever.RowAnnotation(
        row_id=user.has.rows[0], note="seen", tags=["mine"], category_id="FOOD_AND_DRINK_COFFEE"
    )
    return retriever.AnnotateRowsRequest(request_id=str(uuid4()), annotations=[annotation])


def _support(user: User) -> Message:
    person = user.person
    mine = entity_pb2.Node(
        node_id=f"merchant:{person.word}",
        kind=ledger_pb2.ENTITY_KIND_MERCHANT,
        entity_id=person.word,
        display_name=f"{person.word} Kiosk",
    )
    other = entity_pb2.Node(
        node_id="account:jar", kind=ledger_pb2.ENTITY_KIND_ACCOUNT, entity_id="jar", display_name=f"{person.word} Jar"
    )
    edge = entity_pb2.Edge(
        from_node_id=mine.node_id,
        to_node_id=other.node_id,
        kind=entity_pb2.EDGE_KIND_ON_ACCOUNT,
        weight=Decimal(value="1"),
    )
    support = graph.Support(support_id=f"txn_{person.word}", source_id="jar", nodes=[mine, other], edges=[edge])
    return graph.UpsertEvidenceRequest(request_id=str(uuid4()), supports=[support])


def _vector() -> space_pb2.Vectors:
    numbers = np.zeros(WIDTH, "<f4")
    numbers[0] = 1
    return space_pb2.Vectors(space_id=SPACE_ID, width=WIDTH, count=1, data=numbers.tobytes())


_SAMPLES: dict[str, Callable[[User], Message | list[Message]]] = {
    "embedder.Embed": lambda user: embedder.EmbedRequest(
        texts=[user.person.questions[0]], space_id=SPACE_ID, kind=embedder.TEXT_KIND_QUESTION
    ),
    "embedder.Rerank": lambda user: embedder.RerankRequest(question=user.person.questions[0], passages=["A fee."]),
    "embedder.ListSpaces": lambda _user: embedder.ListSpacesRequest(),
    "embedder.EraseSource": _erase_source(embedder),
    "embedder.EraseUser": _erase_user(embedder),
    "retriever.ImportTransactions": lambda user: import_parts(
        user.person.savings(),
        f"{user.person.word} Savings.csv",
        account_key=f"{user.person.word} Savings",
        currency_code="USD",
    ),
    "retriever.ImportTransactionsStream": lambda user: import_parts(
        user.person.savings(),
        f"{user.person.word} Savings.csv",
        kind=retriever.ImportTransactionsStreamRequest,
        account_key=f"{user.person.word} Savings",
        currency_code="USD",
    ),
    "retriever.PreviewImport": lambda user: import_parts(
        user.person.savings(),
        f"{user.person.word} Savings.csv",
        kind=retriever.PreviewImportRequest,
        account_key=f"{user.person.word} Savings",
        currency_code="USD",
    ),
    "retriever.UploadDocument": lambda user: upload_parts(user.person.fees(), f"{user.person.word}-fees.html"),
    "retriever.UploadDocumentStream": lambda user: upload_parts(
        user.person.fees(), f"{user.person.word}-fees.html", kind=retriever.UploadDocumentStreamRequest
    ),
    "retriever.AnnotateRows": _annotate,
    "retriever.QueryLedger": lambda user: retriever.QueryLedgerRequest(filter=_filter(user), as_of_date=LAST_DAY),
    "retriever.ListRows": lambda user: retriever.ListRowsRequest(
        filter=_filter(user), as_of_date=LAST_DAY, page_size=1
    ),
    "retriever.ResolveNames": lambda user: retriever.ResolveNamesRequest(
        question=user.person.questions[0], mentions=[retriever.Mention(text=user.person.gym)], as_of_date=LAST_DAY
    ),
    "retriever.ListRecurring": lambda _user: retriever.ListRecurringRequest(as_of_date=LAST_DAY),
    "retriever.Search": lambda user: retriever.SearchRequest(
        query="What does a stop payment cost?", vector=_vector(), document_ids=user.has.documents
    ),
    "retriever.GetEvidence": lambda user: retriever.GetEvidenceRequest(citations=user.has.row_citations[:1]),
    "retriever.GetCoverage": lambda _user: retriever.GetCoverageRequest(as_of_date=LAST_DAY),
    "retriever.ListDocuments": lambda _user: retriever.ListDocumentsRequest(page_size=1),
    "retriever.EraseSource": _erase_source(retriever),
    "retriever.EraseUser": _erase_user(retriever),
    "retriever.GetErasure": lambda user: retriever.GetErasureRequest(erasure_id=user.has.erasures[0]),
    "graph.UpsertEvidence": _support,
    "graph.Resolve": lambda user: graph.ResolveRequest(text=user.person.merchant),
    "graph.Walk": lambda user: graph.WalkRequest(start_node_ids=user.has.nodes[:1], min_weight=Decimal(value="0.1")),
    "graph.ListNeighbours": lambda user: graph.ListNeighboursRequest(node_id=user.has.nodes[0], page_size=1),
    "graph.EraseSource": _erase_source(graph),
    "graph.EraseUser": _erase_user(graph),
    "memory.Remember": lambda user: memory.RememberRequest(
        request_id=str(uuid4()), text=f"My barber is {user.person.word} Barbers.", time_zone="UTC", currency_code="USD"
    ),
    "memory.Recall": lambda _user: memory.RecallRequest(text="How much did my gym cost me?"),
    "memory.ListFacts": lambda _user: memory.ListFactsRequest(page_size=1),
    "memory.Retract": lambda user: memory.RetractRequest(request_id=str(uuid4()), fact_id=user.has.facts[0]),
    "memory.Forget": lambda user: memory.ForgetRequest(request_id=str(uuid4()), fact_id=user.has.facts[0]),
    "memory.EraseSource": _erase_source(memory),
    "memory.EraseUser": _erase_user(memory),
    "answerer.Ask": lambda user: answerer.AskRequest(question=_question(user), request_id=str(uuid4())),
    "answerer.AskStream": lambda user: answerer.AskStreamRequest(question=_question(user)),
    "answerer.GetAnswer": lambda user: answerer.GetAnswerRequest(answer_id=user.has.answers[0]),
    "answerer.VerifyAnswer": lambda user: answerer.VerifyAnswerRequest(answer_id=user.has.answers[0]),
    "answerer.Replay": lambda user: answerer.ReplayRequest(answer_id=user.has.answers[0]),
    "answerer.EraseSource": _erase_source(answerer),
    "answerer.EraseUser": _erase_user(answerer),
}


def _question(user: User) -> answerer.Question:
    message = question(user.person.questions[0])
    message.time_zone, message.locale, message.home_currency_code = "UTC", "en-US", "USD"
    return message
