"""Wiring of the retriever service."""

from __future__ import annotations

import asyncio
import ctypes
from datetime import timedelta

from services.common.db import guard
from services.common.db.tenant import Database
from services.common.interceptors.auth import bearer, jobs
from services.common.paging import PageTokens
from services.common.runtime import Limit, MethodPolicy, Served, ServiceSpec, run, serve
from services.common.settings import load
from services.common.tokens import TokenVerifier
from services.retriever.adapters.document_floors import load_floors
from services.retriever.adapters.pg_documents import PgDocuments
from services.retriever.adapters.pg_erasure import PgErasure
from services.retriever.adapters.pg_ledger import PgLedger
from services.retriever.core import LedgerCore
from services.retriever.document_core import DocumentCore
from services.retriever.documents.tokens import count_tokens
from services.retriever.ledger import merchants, names
from services.retriever.servicer import RetrieverServicer
from services.retriever.settings import Settings
from tieout.retriever.v1 import retriever_service_pb2_grpc

NAME = "retriever"
# malloc.h
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
UPLOAD = MethodPolicy(deadline=timedelta(minutes=5), permit="upload")
READ = MethodPolicy(deadline=timedelta(seconds=10), permit="read", jobs=True)
METHODS = {
    "ImportTransactions": UPLOAD,
    "ImportTransactionsStream": UPLOAD,
    "PreviewImport": UPLOAD,
    "UploadDocument": UPLOAD,
    "UploadDocumentStream": UPLOAD,
    "AnnotateRows": MethodPolicy(deadline=timedelta(seconds=60), permit="upload"),
    "QueryLedger": READ,
    "ListRows": READ,
    "ResolveNames": READ,
    "ListRecurring": READ,
    "Search": READ,
    "GetEvidence": READ,
    "GetCoverage": READ,
    "ListDocuments": READ,
    "GetErasure": READ,
    "EraseSource": MethodPolicy(deadline=timedelta(seconds=60), jobs=True),
    "EraseUser": MethodPolicy(deadline=timedelta(seconds=60), jobs=True),
}
LIMITS = {"upload": Limit(running=4, waiting=16), "read": Limit(running=32, waiting=128)}


async def build(settings: Settings) -> ServiceSpec:
    """The service with everything real."""
    database = await Database.open(settings.database, name=NAME)
    await guard.check(database)
    documents = PgDocuments(database)
    ledger = LedgerCore(PgLedger(database), PgErasure(database, documents), cached_users=settings.cached_users)
    searched = DocumentCore(documents, count_tokens, load_floors(settings.calibrations))
    servicer = RetrieverServicer(ledger, searched, PageTokens(settings.page_token_key))
    verifier = TokenVerifier.load(settings.jwt_public_key_file)
    return ServiceSpec(
        name=NAME,
        settings=settings.runtime,
        services=[Served(retriever_service_pb2_grpc.add_RetrieverServiceServicer_to_server, servicer)],
        schemes={"bearer": bearer(verifier.verify), "tieoutjob": jobs(database)},
        methods=METHODS,
        limits=LIMITS,
        probes={"database": database.ping},
        background={"tables": _warm_up},
        close=[database.close],
    )


async def _warm_up() -> None:
    await asyncio.to_thread(names.warm_up)
    await asyncio.to_thread(merchants.known_cities)


def _give_memory_back() -> None:
    """Have glibc return large freed blocks to the system: by default it keeps them after a large import, in pieces.

    mallopt(3): a threshold that is set is no longer raised by what is freed. Nothing happens with another libc.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        for parameter, value in ((_M_MMAP_THRESHOLD, 256 * 1024), (_M_TRIM_THRESHOLD, 128 * 1024), (_M_ARENA_MAX, 2)):
            mallopt(parameter, value)


async def main() -> None:
    """Serve until told to stop."""
    _give_memory_back()
    await serve(await build(load(Settings, NAME)))


if __name__ == "__main__":
    run(NAME, main)
