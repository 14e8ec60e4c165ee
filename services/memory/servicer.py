"""tieout.memory.v1.MemoryService: messages in, use cases, messages out."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import Any

from services.common import identity
from services.common.erasure import Scope, Source, receipt_to_proto, source_from_proto
from services.common.paging import PageTokens
from services.common.types import currency_from_proto, page_size, request_key, zone_from_proto
from services.memory import convert
from services.memory.core import Memory
from tieout.memory.v1 import memory_service_pb2 as pb
from tieout.memory.v1 import memory_service_pb2_grpc

SERVICE = "tieout.memory.v1.MemoryService"
RECALL_DEFAULT, RECALL_MAX = 20, 100
PAGE_DEFAULT, PAGE_MAX = 50, 200
HOME_CURRENCY = "USD"


class MemoryServicer(memory_service_pb2_grpc.MemoryServiceServicer):
    """The RPCs."""

    def __init__(self, memory: Memory, pages: PageTokens) -> None:
        self._memory = memory
        self._pages = pages

    async def Remember(self, request: pb.RememberRequest, context: Any) -> pb.RememberResponse:  # noqa: N802
        """Keep a statement and its facts."""
        stated = convert.instant(request.stated_time, "stated_time") if request.HasField("stated_time") else None
        remembered = await self._memory.remember(
            identity.current(),
            request_key(f"{SERVICE}/Remember", request.request_id, request),
            request.text,
            stated_at=stated,
            zone=zone_from_proto(request.time_zone),
            currency=currency_from_proto(request.currency_code) or HOME_CURRENCY,
        )
        now = datetime.now(UTC)
        return pb.RememberResponse(
            statement_id=str(remembered.statement_id),
            facts=[convert.fact_to_proto(fact, now) for fact in remembered.facts],
            superseded_facts=[convert.fact_to_proto(fact, now) for fact in remembered.superseded],
        )

    async def Recall(self, request: pb.RecallRequest, context: Any) -> pb.RecallResponse:  # noqa: N802
        """The facts that a question needs."""
        clock = convert.clock_from_proto(request)
        recollection = await self._memory.recall(
            identity.current(),
            request.text,
            clock,
            convert.attributes_from_proto(request.attributes),
            min(request.limit, RECALL_MAX) or RECALL_DEFAULT,
        )
        return convert.recollection_to_proto(recollection, clock.valid or datetime.now(UTC))

    async def ListFacts(self, request: pb.ListFactsRequest, context: Any) -> pb.ListFactsResponse:  # noqa: N802
        """A page of facts."""
        caller = identity.current()
        clock = convert.clock_from_proto(request)
        sealed_for = f"ListFacts {_query_hash(request)}"
        position = self._pages.open(caller, sealed_for, request.page_token)["position"] if request.page_token else ""
        page = await self._memory.list_facts(
            caller,
            clock,
            convert.attributes_from_proto(request.attributes),
            history=request.include_history,
            size=page_size(request.page_size, default=PAGE_DEFAULT, maximum=PAGE_MAX),
            position=position,
        )
        at = clock.valid or datetime.now(UTC)
        return pb.ListFactsResponse(
            facts=[convert.fact_to_proto(fact, at) for fact in page.facts],
            next_page_token=self._pages.seal(caller, sealed_for, {"position": page.next_position})
            if page.next_position
            else "",
        )

    async def Retract(self, request: pb.RetractRequest, context: Any) -> pb.RetractResponse:  # noqa: N802
        """Take a fact back."""
        key = request_key(f"{SERVICE}/Retract", request.request_id, request)
        retracted = await self._memory.retract(identity.current(), key, convert.fact_id_from_proto(request.fact_id))
        now = datetime.now(UTC)
        return pb.RetractResponse(
            fact=convert.fact_to_proto(retracted.fact, now),
            unknown_facts=[convert.fact_to_proto(fact, now) for fact in retracted.unknown],
        )

    async def Forget(self, request: pb.ForgetRequest, context: Any) -> pb.ForgetResponse:  # noqa: N802
        """Erase a fact or a statement, here and by a job everywhere."""
        key = request_key(f"{SERVICE}/Forget", request.request_id, request)
        receipt = await self._memory.forget(identity.current(), key, convert.target_from_proto(request))
        return pb.ForgetResponse(receipt=receipt_to_proto(receipt))

    async def EraseSource(self, request: pb.EraseSourceRequest, context: Any) -> pb.EraseSourceResponse:  # noqa: N802
        """What hangs on a source; facts derived from it become unknown."""
        key = request_key(f"{SERVICE}/EraseSource", request.request_id, request)
        source = convert.checked_source(source_from_proto(request.source))
        receipt = await self._memory.erase(identity.current(), key, source, request.erasure_id)
        return pb.EraseSourceResponse(receipt=receipt_to_proto(receipt))

    async def EraseUser(self, request: pb.EraseUserRequest, context: Any) -> pb.EraseUserResponse:  # noqa: N802
        """Everything of the user's here, and by a job everywhere."""
        key = request_key(f"{SERVICE}/EraseUser", request.request_id, request)
        receipt = await self._memory.erase(identity.current(), key, Source(Scope.USER), request.erasure_id)
        return pb.EraseUserResponse(receipt=receipt_to_proto(receipt))


def _query_hash(request: pb.ListFactsRequest) -> str:
    """What a page token is good for: the request without its page."""
    query = pb.ListFactsRequest()
    query.CopyFrom(request)
    query.ClearField("page_token")
    query.ClearField("page_size")
    return hashlib.sha256(query.SerializeToString(deterministic=True)).hexdigest()
