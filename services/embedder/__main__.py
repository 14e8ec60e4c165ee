"""Wiring of the embedder service."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

from services.common import telemetry
from services.common.breaker import Breaker
from services.common.db import guard
from services.common.db.tenant import Database
from services.common.errors import Unavailable
from services.common.interceptors.auth import bearer, jobs
from services.common.local_embedder import LocalEmbedder
from services.common.openai_endpoint import Endpoint
from services.common.runtime import Limit, MethodPolicy, Served, ServiceSpec, run, serve
from services.common.settings import load
from services.common.tokens import TokenVerifier
from services.embedder.adapters.cross_encoder import CrossEncoderReranker
from services.embedder.adapters.hosted_model import PART, HostedModel
from services.embedder.adapters.local_model import LocalModel
from services.embedder.adapters.pg_erasure import PgErasure
from services.embedder.adapters.pg_question_cache import PgQuestionCache
from services.embedder.adapters.pg_space_registry import PgSpaceRegistry
from services.embedder.core import Embedding, Erasing, Reranking
from services.embedder.model import hosted_space
from services.embedder.ports import EmbeddingModel
from services.embedder.servicer import EmbedderServicer
from services.embedder.settings import HostedSettings, Settings
from tieout.embedder.v1 import embedder_service_pb2_grpc

NAME = "embedder"
METHODS = {
    "Embed": MethodPolicy(deadline=timedelta(seconds=60), permit="embed", jobs=True),
    "Rerank": MethodPolicy(deadline=timedelta(seconds=30), permit="rerank"),
    "ListSpaces": MethodPolicy(deadline=timedelta(seconds=5), jobs=True),
    "EraseSource": MethodPolicy(jobs=True),
    "EraseUser": MethodPolicy(jobs=True),
}
# Calls beyond what one model thread can serve wait in its own queue, which knows questions from passages.
LIMITS = {"embed": Limit(running=64, waiting=64), "rerank": Limit(running=2, waiting=16)}


async def build(settings: Settings) -> ServiceSpec:
    """The service with everything real. The model loads in the background: until then the service is not ready."""
    database = await Database.open(settings.database, name=NAME)
    await guard.check(database)
    local = LocalEmbedder(
        queue_texts=settings.queue_texts,
        threads=settings.model_threads,
        engine=settings.model_engine,
        cache=settings.model_cache,
    )
    reranker = (
        CrossEncoderReranker(
            settings.reranker,
            settings.reranker_revision,
            Breaker("reranker"),
            threads=settings.model_threads,
            cache=settings.reranker_cache,
        )
        if settings.reranker
        else None
    )

    async def probe_model() -> None:
        if not local.ready:
            raise Unavailable("embedding model")

    reranker_tried = asyncio.Event()

    async def warm_up_reranker() -> None:
        """Without it passages keep the order of the search: no reason to end, or to stay out of service."""
        try:
            if reranker is not None:
                await reranker.warm_up()
        except OSError as error:
            telemetry.log.error("reranker_missing", error=type(error).__name__)
        reranker_tried.set()

    async def probe_reranker() -> None:
        if not reranker_tried.is_set():
            raise Unavailable("reranker")

    background: dict[str, Any] = {"model": local.warm_up, "reranker": warm_up_reranker}
    models: list[EmbeddingModel] = [LocalModel(local, Breaker("embedding model"))]
    closing = [local.close, *([reranker.close] if reranker is not None else [])]
    if settings.hosted.configured:
        endpoint = Endpoint(PART, settings.hosted, Breaker(PART, reset_timeout=settings.breaker_reset))
        hosted = _open_hosted(settings.hosted, endpoint, database)
        models.insert(0 if settings.hosted.for_questions else 1, hosted)
        background[PART] = hosted.keep_trying
        closing.append(endpoint.close)
    verifier = TokenVerifier.load(settings.jwt_public_key_file)
    embedding = Embedding(models, PgQuestionCache(database), settings.cache_life)
    return ServiceSpec(
        name=NAME,
        settings=settings.runtime,
        services=[
            Served(
                embedder_service_pb2_grpc.add_EmbedderServiceServicer_to_server,
                EmbedderServicer(embedding, Reranking(reranker), Erasing(PgErasure(database))),
            )
        ],
        schemes={"bearer": bearer(verifier.verify), "tieoutjob": jobs(database)},
        methods=METHODS,
        limits=LIMITS,
        probes={"database": database.ping, "model": probe_model, "reranker": probe_reranker},
        background=background,
        close=[*closing, database.close],
    )


def _open_hosted(settings: HostedSettings, endpoint: Endpoint, database: Database) -> HostedModel:
    return HostedModel(
        endpoint,
        hosted_space(settings.model, settings.revision, settings.dimensions),
        PgSpaceRegistry(database),
        question_timeout=settings.question_timeout,
        model_in_replies=settings.reply_model,
        ask_width=settings.ask_dimensions,
    )


async def main() -> None:
    """Serve until told to stop."""
    await serve(await build(load(Settings, NAME)))


if __name__ == "__main__":
    run(NAME, main)
