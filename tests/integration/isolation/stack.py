"""The five services and the worker's handlers in this process, on one database; and users that call them."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import Any, LiteralString
from uuid import uuid4

import grpc
import psycopg
from google.protobuf.message import Message
from google.type.money_pb2 import Money
from grpc_health.v1 import health_pb2, health_pb2_grpc
from psycopg import sql

from services.answerer.__main__ import build as build_answerer
from services.answerer.settings import LanguageSettings
from services.answerer.settings import Settings as AnswererSettings
from services.common.client import Channels
from services.common.db.jobs import JobQueue, Worker
from services.common.db.tenant import Database, DatabaseSettings
from services.common.errors import Failure, decode
from services.common.health import SERVING
from services.common.runtime import ServiceSpec, start
from services.common.tokens import TokenMinter
from services.common.types import UserId, instant_to_proto
from services.embedder.__main__ import build as build_embedder
from services.embedder.settings import Settings as EmbedderSettings
from services.graph.__main__ import build as build_graph
from services.graph.settings import Settings as GraphSettings
from services.memory.__main__ import build as build_memory
from services.memory.settings import Settings as MemorySettings
from services.retriever.__main__ import build as build_retriever
from services.retriever.settings import Settings as RetrieverSettings
from services.worker.__main__ import make_handlers
from services.worker.settings import Settings as WorkerSettings
from tests.faults.chat import obedient
from tests.fixtures.hosted import HostedServer
from tests.fixtures.pg import Copy
from tests.fixtures.server import SETTINGS, Running
from tests.integration.isolation.contract import BY_ID, Rpc
from tests.integration.isolation.people import AS_OF, SAID_AT, Holdings, Person, make_person
from tieout.answerer.v1 import answer_pb2, answerer_service_pb2
from tieout.graph.v1 import graph_service_pb2
from tieout.memory.v1 import memory_service_pb2
from tieout.retriever.v1 import import_pb2, retriever_service_pb2
from tieout.type.v1 import ledger_pb2

CALL_SECONDS = 30.0
READY_SECONDS = 90.0
CHUNK = 64 * 1024
# So few that two users cannot help sharing them.
POOL = 2
# A second answerer on the same data, whose language model does what it reads.
WITH_MODEL = "answerer with a language model"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a call ended: a failure, or the responses."""

    failure: Failure | None
    responses: tuple[Message, ...] = ()

    @property
    def code(self) -> str:
        """Name of the status."""
        return self.failure.code.name if self.failure is not None else "OK"

    @property
    def reason(self) -> str:
        """Reason of a failure, "" of a success."""
        return (self.failure.reason or "?") if self.failure is not None else ""

    @property
    def fields(self) -> tuple[str, ...]:
        """Fields that a failure names, without places in lists."""
        found = self.failure.violations if self.failure is not None else ()
        return tuple(re.sub(r"\[\d+\]", "", one.field) for one in found)

    def told(self) -> str:
        """All that the caller was told, as text."""
        return str(self.failure) if self.failure is not None else "\n".join(str(one) for one in self.responses)


@dataclass(slots=True)
class Service:
    """One running service with what a test looks at inside."""

    running: Running
    pool: Database

    @property
    def handlers(self) -> int:
        """Handlers that run."""
        return self.running.process.running_count


@dataclass
class Stack:
    """Five services, the worker's handlers, and the database behind them."""

    copy: Copy
    minter: TokenMinter
    services: dict[str, Service]
    worker: Worker
    queue: JobQueue
    channels: dict[str, grpc.aio.Channel]
    admin: psycopg.Connection[Any]
    log: StringIO
    users: list[User] = field(default_factory=list)

    def faults(self) -> str:
        """What the services have logged as unexpected, the latest last."""
        return "\n".join([line for line in self.log.getvalue().splitlines() if '"unexpected"' in line][-5:])

    async def call(
        self, rpc: Rpc, messages: Sequence[Message], metadata: Iterable[tuple[str, str]] = (), **options: Any
    ) -> Outcome:
        """Make a call as a foreign client would: no retries, no help. `raw` sends bytes instead of messages."""
        outcome = None
        try:
            outcome = Outcome(None, tuple([one async for one in self.open(rpc, messages, metadata, **options)]))
        except grpc.aio.AioRpcError as error:
            outcome = Outcome(decode(error))
        return outcome

    async def open(
        self,
        rpc: Rpc,
        messages: Sequence[Message],
        metadata: Iterable[tuple[str, str]] = (),
        *,
        timeout: float = CALL_SECONDS,
        raw: Sequence[bytes] = (),
        at: str = "",
    ) -> AsyncIterator[Message]:
        """The responses as they come. `at`: another process than the one that usually serves the method."""
        channel = self.channels[at or rpc.service]
        kinds = {
            (False, False): channel.unary_unary,
            (False, True): channel.unary_stream,
            (True, False): channel.stream_unary,
            (True, True): channel.stream_stream,
        }
        stub = kinds[rpc.is_upload, rpc.is_stream](
            f"/{rpc.method}",
            request_serializer=(lambda sent: sent) if raw else rpc.request.SerializeToString,
            response_deserializer=rpc.response.FromString,
        )
        sent: Sequence[Any] = raw or messages
        call: Any = stub(iter(sent) if rpc.is_upload else sent[0], metadata=tuple(metadata), timeout=timeout)  # type: ignore[operator]
        try:
            if rpc.is_stream:
                async for response in call:
                    yield response
            else:
                yield await call
        finally:
            call.cancel()

    def new_user(self) -> User:
        """Somebody without data."""
        user_id = UserId(uuid4())
        user = User(self, user_id, self.minter.mint(user_id, timedelta(hours=1)).reveal(), make_person())
        self.users.append(user)
        return user

    async def run_jobs(self, user: User, limit: int = 20) -> None:
        """Run the worker's jobs of a user, those that wait for another try as well, until only later looks are planned.

        Jobs of others, which tests leave behind by the hundred, are put off.
        """
        for _ in range(limit):
            self.admin.execute(
                "UPDATE tieout.job"
                " SET due_at = now() + CASE WHEN user_id = %s THEN interval '-1 day' ELSE interval '1 day' END"
                " WHERE state = 'queued' AND kind NOT IN ('retention', 'backfill')",
                (user.user_id,),
            )
            if not await self.worker.run_due():
                return
        raise AssertionError("the jobs of a user do not come to an end")

    def jobs(self, user: User) -> list[tuple[Any, ...]]:
        """The user's jobs: kind, state, class of the last error."""
        query = (
            "SELECT kind, state, error_class FROM tieout.job"
            " WHERE user_id = %s AND kind NOT IN ('retention', 'backfill')"
        )
        return self.admin.execute(query, (user.user_id,)).fetchall()

    @cached_property
    def fenced_tables(self) -> tuple[str, ...]:
        """All tables that hold rows of users, by the catalogue."""
        rows = self.admin.execute(
            """
            SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
              AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'user_id')
            ORDER BY 1
            """
        ).fetchall()
        return tuple(row[0] for row in rows)

    def _by_table(self, what: LiteralString, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """One expression over the rows `t` of a user in each table; an administrator alone can ask that."""
        parts = (
            sql.SQL(
                "SELECT {name} AS table_name, ({what})::text AS found FROM {table} t WHERE user_id = %(user)s"
            ).format(
                name=sql.Literal(table),
                what=sql.SQL(what),
                table=sql.Identifier(*table.split(".")),
            )
            for table in self.fenced_tables
        )
        return dict(self.admin.execute(sql.SQL(" UNION ALL ").join(parts), parameters).fetchall())

    def counts(self, user: User) -> dict[str, int]:
        """Rows of a user in each table."""
        found = self._by_table("count(*)", {"user": user.user_id})
        return {table: int(count) for table, count in found.items()}

    def fingerprint(self, user: User) -> dict[str, str]:
        """A digest of a user's rows in each table. Jobs are left out: their times change by themselves."""
        found = self._by_table("md5(string_agg(t::text, '' ORDER BY t::text))", {"user": user.user_id})
        return {table: digest for table, digest in found.items() if table != "tieout.job"}

    def find_words(self, user: User, words: str) -> list[str]:
        """Tables in which words occur in some row of a user's, as text or inside of stored messages."""
        found = self._by_table(
            "count(*) FILTER (WHERE position(lower(%(words)s) in lower(t::text)) > 0"
            " OR position(encode(convert_to(%(words)s, 'UTF8'), 'hex') in t::text) > 0)",
            {"user": user.user_id, "words": words},
        )
        return [table for table, count in found.items() if int(count)]


@dataclass
class User:
    """Somebody with a token, and what they have."""

    stack: Stack
    user_id: UserId
    token: str
    person: Person
    has: Holdings = field(default_factory=Holdings)

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What makes a call theirs."""
        return (("authorization", f"Bearer {self.token}"),)

    async def call(self, rpc: Rpc | str, *messages: Message, **options: Any) -> Outcome:
        """A call of theirs."""
        known = BY_ID[rpc] if isinstance(rpc, str) else rpc
        return await self.stack.call(known, messages, self.metadata, **options)

    async def get(self, rpc: str, message: Message | Sequence[Message]) -> Any:
        """The response of a call that has to succeed; the last one of a stream."""
        messages = [message] if isinstance(message, Message) else message
        outcome = await self.call(rpc, *messages)
        assert outcome.failure is None, f"{rpc}: {outcome.failure}\n{self.stack.faults()}"
        return outcome.responses[-1]

    async def load_ledger(self, content: bytes, name: str, **options: Any) -> import_pb2.ImportReport:
        """Import a file."""
        response = await self.get("retriever.ImportTransactions", import_parts(content, name, **options))
        report: import_pb2.ImportReport = response.report
        return report

    async def upload(self, content: bytes, name: str, **fields: Any) -> str:
        """Upload a document; its id."""
        response = await self.get("retriever.UploadDocument", upload_parts(content, name, **fields))
        return str(response.document.document_id)

    async def say(self, text: str) -> memory_service_pb2.RememberResponse:
        """Remember a statement of July."""
        request = memory_service_pb2.RememberRequest(request_id=str(uuid4()), text=text)
        request.stated_time.CopyFrom(instant_to_proto(datetime.fromisoformat(SAID_AT)))
        response: memory_service_pb2.RememberResponse = await self.get("memory.Remember", request)
        return response

    async def ask(self, text: str) -> answer_pb2.Answer:
        """Ask at the end of October."""
        request = answerer_service_pb2.AskRequest(question=question(text))
        response = await self.get("answerer.Ask", request)
        answer: answer_pb2.Answer = response.answer
        return answer

    async def ask_both(self, text: str) -> answer_pb2.Answer:
        """Ask, and once more where a language model that obeys whatever it reads words the answers: all is the same."""
        plain = await self.ask(text)
        request = answerer_service_pb2.AskRequest(question=question(text))
        outcome = await self.call("answerer.Ask", request, at=WITH_MODEL)
        assert outcome.failure is None, f"{outcome.failure}\n{self.stack.faults()}"
        worded: Any = outcome.responses[0]
        assert _kept(worded.answer) == _kept(plain)
        assert worded.answer.text == plain.text
        return plain

    async def run_jobs(self) -> None:
        """What follows from all that was stored."""
        await self.stack.run_jobs(self)

    async def load(self, *, ask: bool = True) -> User:
        """Everything that this person has, into every service; and what it is called there."""
        person, has = self.person, self.has
        for content, name in ((person.plaid(), "plaid.json"), (person.savings(), f"{person.word} Savings.csv")):
            report = await self.load_ledger(content, name, currency_code="USD")
            has.imports.append(report.import_id)
            has.accounts += [one.account_id for one in report.accounts]
        has.savings_account = has.accounts[-1]
        has.documents.append(await self.upload(person.fees(), f"{person.word}-fees.html"))
        has.documents.append(await self.upload(person.notes(), f"{person.word}-notes.md"))
        for statement in person.statements:
            said = await self.say(statement)
            has.statements.append(said.statement_id)
            has.facts += [fact.fact_id for fact in said.facts]
        await self.run_jobs()
        request = retriever_service_pb2.ListRowsRequest(page_size=1000)
        rows = (await self.get("retriever.ListRows", request)).rows
        has.rows = [row.row_id for row in rows]
        has.row_citations = [row.citation for row in rows]
        has.merchants = _distinct(row.merchant_id for row in rows)
        has.card = next(row.account_id for row in rows if row.merchant_name == person.merchant)
        has.recurring = next(row.merchant_id for row in rows if row.merchant_name == person.landlord)
        has.counterparties = _distinct(row.counterparty_id for row in rows)
        wanted = ledger_pb2.LedgerFilter(merchant_ids=has.merchants[:1])
        found = await self.get("retriever.QueryLedger", retriever_service_pb2.QueryLedgerRequest(filter=wanted))
        has.set_citations = [f"[Citation ID: rows:{found.total.row_set.digest}]"]
        searched = await self.get(
            "retriever.Search", retriever_service_pb2.SearchRequest(query="stop payment", keyword_only=True)
        )
        has.passage_citations = [hit.passage.citation for hit in searched.hits]
        resolved = await self.get("graph.Resolve", graph_service_pb2.ResolveRequest(text=person.merchant))
        has.nodes = [one.node.node_id for one in resolved.nodes]
        near = await self.get("graph.ListNeighbours", graph_service_pb2.ListNeighboursRequest(node_id=has.nodes[0]))
        has.supports = _distinct(one for neighbour in near.neighbours for one in neighbour.edge.support_ids)
        if ask:
            has.answers = [(await self.ask(text)).answer_id for text in person.questions]
        books = next(row for row in rows if row.merchant_name == person.books)
        whole = books.amount
        annotation = retriever_service_pb2.RowAnnotation(
            row_id=books.row_id,
            note=f"for {person.word}",
            tags=[person.word],
            merchant_alias=f"{person.word} Library",
            splits=[
                retriever_service_pb2.RowSplit(amount=Money(currency_code=whole.currency_code, units=1)),
                retriever_service_pb2.RowSplit(
                    amount=Money(currency_code=whole.currency_code, units=whole.units - 1, nanos=whole.nanos),
                    note=f"for {person.word}",
                ),
            ],
        )
        await self.get(
            "retriever.AnnotateRows",
            retriever_service_pb2.AnnotateRowsRequest(request_id=str(uuid4()), annotations=[annotation]),
        )
        slip = await self.say(f"My dentist is {person.word} Dental.")
        forget = memory_service_pb2.ForgetRequest(request_id=str(uuid4()), statement_id=slip.statement_id)
        has.erasures.append((await self.get("memory.Forget", forget)).receipt.erasure_id)
        await self.run_jobs()
        return self


def _kept(answer: answer_pb2.Answer) -> answer_pb2.Answer:
    """All of an answer that is the same each time that it is asked for, but for its wording."""
    same = answer_pb2.Answer()
    same.CopyFrom(answer)
    for name in ("answer_id", "text", "pieces", "degraded", "timings", "create_time"):
        same.ClearField(name)
    return same


def question(text: str) -> answerer_service_pb2.Question:
    """A question at the end of October."""
    message = answerer_service_pb2.Question(text=text)
    message.as_of_time.CopyFrom(instant_to_proto(datetime.fromisoformat(AS_OF)))
    return message


def import_parts(content: bytes, name: str, *, kind: Any = None, request_id: str = "", **options: Any) -> list[Message]:
    """The messages of an import, or with `kind` of a preview."""
    kind = kind or retriever_service_pb2.ImportTransactionsRequest
    header = import_pb2.ImportHeader(
        request_id=request_id or str(uuid4()),
        file_name=name,
        size_bytes=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        options=import_pb2.ImportOptions(**options),
    )
    return [kind(header=header), *(kind(chunk=part) for part in _chunks(content))]


def upload_parts(
    content: bytes,
    name: str,
    *,
    kind: type[
        retriever_service_pb2.UploadDocumentRequest | retriever_service_pb2.UploadDocumentStreamRequest
    ] = retriever_service_pb2.UploadDocumentRequest,
    **fields: Any,
) -> list[Message]:
    """The messages of an upload."""
    header = retriever_service_pb2.UploadHeader(
        **{
            "request_id": str(uuid4()),
            "file_name": name,
            "size_bytes": len(content),
            "sha256": hashlib.sha256(content).hexdigest(),
            **fields,
        }
    )
    return [kind(header=header), *(kind(chunk=part) for part in _chunks(content))]


def pool_of(spec: ServiceSpec) -> Database:
    """The pool that a service will close at its end."""
    owners = (getattr(close, "__self__", None) for close in spec.close)
    (pool,) = (owner for owner in owners if isinstance(owner, Database))
    return pool


async def _until_ready(running: Running) -> None:
    """Wait for SERVING; on a busy machine the model takes its time to load."""
    stub = health_pb2_grpc.HealthStub(running.raw_channel(running.admin_target))
    watch = stub.Watch(health_pb2.HealthCheckRequest(service="readiness"), timeout=READY_SECONDS)
    async for response in watch:
        if response.status == SERVING:
            break
    watch.cancel()


def _chunks(content: bytes) -> list[bytes]:
    return [content[start : start + CHUNK] for start in range(0, len(content), CHUNK)]


def _distinct(values: Iterable[str]) -> list[str]:
    return [one for one in dict.fromkeys(values) if one]


@asynccontextmanager
async def running_stack(copy: Copy, state: Path, minter: TokenMinter, log: StringIO) -> AsyncIterator[Stack]:
    """The stack for as long as the block."""
    jwt = state / "keys" / "jwt_public.pem"

    def database(role: str) -> DatabaseSettings:
        dsn = copy.dsn(role)
        return DatabaseSettings(dsn, pool_max=POOL, acquire_timeout=timedelta(seconds=10))

    async with AsyncExitStack() as stack:
        services: dict[str, Service] = {}

        async def run(name: str, spec: ServiceSpec) -> str:
            process = await start(spec)
            running = Running(process)
            stack.push_async_callback(running.close)
            services[name] = Service(running, pool_of(spec))
            return running.target

        common: dict[str, Any] = {"jwt_public_key_file": jwt, "runtime": SETTINGS}
        specs: dict[str, Any] = {
            "embedder": await build_embedder(
                # What it would be sent goes nowhere and is kept nowhere.
                EmbedderSettings(database=database("embedder"), reranker="", **common)
            ),
            "retriever": await build_retriever(RetrieverSettings(database=database("retriever"), **common)),
            "graph": await build_graph(GraphSettings(database=database("graph"), **common)),
            "memory": await build_memory(MemorySettings(database=database("memory"), **common)),
        }
        targets: dict[str, Any] = {f"{name}_target": await run(name, spec) for name, spec in specs.items()}
        # The embedder is here, so that the answerer needs no model of its own.
        asking = AnswererSettings(database=database("answerer"), local_fallback=False, **targets, **common)
        answerer = await run("answerer", await build_answerer(asking))
        hosted = await stack.enter_async_context(HostedServer())
        hosted.chat.always(obedient)
        language = LanguageSettings(base_url=hosted.base_url, model="obedient", roles=("phrase", "search", "plan"))
        with_model = Running(await start(await build_answerer(replace(asking, language=language))))
        stack.push_async_callback(with_model.close)
        await asyncio.gather(*map(_until_ready, (with_model, *(one.running for one in services.values()))))
        settings = WorkerSettings(database=database("worker"), runtime=SETTINGS, answerer_target=answerer, **targets)
        pool = await Database.open(settings.database, name="worker")
        stack.push_async_callback(pool.close)
        peers = Channels("worker")
        stack.push_async_callback(peers.close)
        queue = JobQueue(pool)
        worker = Worker(queue, make_handlers(settings, pool, peers), lease=timedelta(seconds=60))
        listening = {name: one.running.target for name, one in services.items()} | {WITH_MODEL: with_model.target}
        channels = {name: grpc.aio.insecure_channel(target) for name, target in listening.items()}
        for channel in channels.values():
            stack.push_async_callback(channel.close)
        admin = stack.enter_context(psycopg.connect(copy.admin_dsn, autocommit=True))
        yield Stack(copy, minter, services, worker, queue, channels, admin, log)
