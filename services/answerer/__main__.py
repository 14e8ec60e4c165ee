"""Wiring of the answerer service."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import timedelta

import grpc

from services.answerer.adapters.chat_model import ChatModel
from services.answerer.adapters.local_fallback import LocalFallback
from services.answerer.adapters.peers import PeerEmbedder, PeerGraph, PeerMemory, PeerRetriever
from services.answerer.adapters.pg_answers import PgAnswers
from services.answerer.asked import Peers
from services.answerer.core import Answerer
from services.answerer.language.writer import PART, Writer
from services.answerer.ports import Reranker
from services.answerer.servicer import AnswererServicer
from services.answerer.settings import LanguageSettings, Settings
from services.common import telemetry
from services.common.breaker import Breaker
from services.common.client import Channels, Peer
from services.common.db import guard
from services.common.db.tenant import Database
from services.common.encoders import ModelFault
from services.common.interceptors.auth import bearer, jobs
from services.common.local_embedder import LocalEmbedder
from services.common.openai_endpoint import Endpoint
from services.common.runtime import Limit, MethodPolicy, Served, ServiceSpec, run, serve
from services.common.settings import load
from services.common.tokens import TokenVerifier
from tieout.answerer.v1 import answerer_service_pb2_grpc

NAME = "answerer"
METHODS = {
    "Ask": MethodPolicy(deadline=timedelta(seconds=30), permit="ask"),
    "AskStream": MethodPolicy(deadline=timedelta(seconds=60), permit="ask"),
    "GetAnswer": MethodPolicy(deadline=timedelta(seconds=10)),
    "VerifyAnswer": MethodPolicy(deadline=timedelta(seconds=30), permit="ask"),
    "Replay": MethodPolicy(deadline=timedelta(seconds=30), permit="ask"),
    "EraseSource": MethodPolicy(deadline=timedelta(seconds=60), jobs=True),
    "EraseUser": MethodPolicy(deadline=timedelta(seconds=60), jobs=True),
}
LIMITS = {"ask": Limit(running=16, waiting=64)}
# What one call to a part that only helps may take of the time left: three that stay silent in turn leave 30 % of it.
HELPFUL_SHARE = 1 / 3
RETRIEVER_READS = (
    "QueryLedger", "ListRows", "ResolveNames", "ListRecurring", "Search", "GetEvidence", "GetCoverage",
)  # fmt: skip


async def build(settings: Settings) -> ServiceSpec:
    """The service with everything real."""
    database = await Database.open(settings.database, name=NAME)
    try:
        await guard.check(database)
    except BaseException:
        await database.close()
        raise
    channels = Channels(NAME, settings.runtime.tls)

    def peer(
        name: str, target: str, reads: Sequence[str], part: str = "", share: float = HELPFUL_SHARE
    ) -> grpc.aio.Channel:
        breaker = Breaker(part or name, reset_timeout=settings.breaker_reset)
        service = f"tieout.{name}.v1.{name.capitalize()}Service"
        return channels.open(Peer(name, target, service, tuple(reads), share=share, breaker=breaker))

    retriever = PeerRetriever(peer("retriever", settings.retriever_target, RETRIEVER_READS, share=1.0))
    embedder, reranking = open_embedder(peer, settings.embedder_target)
    local = LocalEmbedder() if settings.local_fallback else None
    peers = Peers(
        ledger=retriever,
        documents=retriever,
        memory=PeerMemory(peer("memory", settings.memory_target, ("Recall",))),
        graph=PeerGraph(peer("graph", settings.graph_target, ("Resolve", "Walk"))),
        embedder=embedder,
        fallback=LocalFallback(local) if local is not None else None,
    )
    endpoint = _language_endpoint(settings.language, settings.breaker_reset)
    reranker = reranking if settings.rerank else None
    writer = _writer(endpoint, settings.language, reranker) if endpoint is not None else None
    answerer = Answerer(peers, PgAnswers(database), writer=writer, keep_question=settings.keep_question)

    async def warm_up() -> None:
        """Until this is done, a question whose embedder is down is searched by keyword only."""
        if local is None:
            return
        await asyncio.sleep(settings.local_fallback_delay.total_seconds())
        try:
            await local.warm_up()
        except ModelFault:
            telemetry.log.warning("local_fallback_missing")

    verifier = TokenVerifier.load(settings.jwt_public_key_file)
    return ServiceSpec(
        name=NAME,
        settings=settings.runtime,
        services=[Served(answerer_service_pb2_grpc.add_AnswererServiceServicer_to_server, AnswererServicer(answerer))],
        schemes={"bearer": bearer(verifier.verify), "tieoutjob": jobs(database)},
        methods=METHODS,
        limits=LIMITS,
        probes={"database": database.ping},
        background={"local-fallback": warm_up},
        close=[
            channels.close,
            *([local.close] if local is not None else []),
            *([endpoint.close] if endpoint is not None else []),
            database.close,
        ],
    )


def open_embedder(peer: Callable[..., grpc.aio.Channel], target: str) -> tuple[PeerEmbedder, PeerEmbedder]:
    """Who makes vectors, and who orders passages: one service behind two breakers.

    A cross-encoder that is not there says nothing about the vectors of the same service, and the other way round.
    """
    return (
        PeerEmbedder(peer("embedder", target, ("Embed",))),
        PeerEmbedder(peer("embedder", target, ("Rerank",), "reranker")),
    )


# A whole completion is JSON of a few hundred tokens.
MAX_REPLY_BYTES = 256 * 1024


def _language_endpoint(settings: LanguageSettings, breaker_reset: timedelta) -> Endpoint | None:
    if not settings.configured:
        return None
    return Endpoint(PART, settings, Breaker(PART, reset_timeout=breaker_reset), max_reply_bytes=MAX_REPLY_BYTES)


def _writer(endpoint: Endpoint, settings: LanguageSettings, reranker: Reranker | None) -> Writer:
    return Writer(
        ChatModel(endpoint),
        reranker,
        window=settings.window_tokens,
        seconds=settings.timeout.total_seconds(),
        roles=frozenset(settings.roles),
    )


async def main() -> None:
    """Serve until told to stop."""
    await serve(await build(load(Settings, NAME)))


if __name__ == "__main__":
    run(NAME, main)
