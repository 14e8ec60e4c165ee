"""tieout.answerer.v1.AnswererService: messages in, use cases, messages out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any
from uuid import UUID

from services.answerer import convert
from services.answerer.core import Answerer
from services.common import identity
from services.common.erasure import Scope, Source, source_from_proto
from services.common.errors import InvalidArgument
from services.common.types import request_key
from tieout.answerer.v1 import answerer_service_pb2 as pb
from tieout.answerer.v1 import answerer_service_pb2_grpc

SERVICE = "tieout.answerer.v1.AnswererService"


class AnswererServicer(answerer_service_pb2_grpc.AnswererServiceServicer):
    """The RPCs."""

    def __init__(self, answerer: Answerer) -> None:
        self._answerer = answerer

    async def Ask(self, request: pb.AskRequest, context: Any) -> pb.AskResponse:  # noqa: N802
        """One question, one answer."""
        key = request_key(f"{SERVICE}/Ask", request.request_id, request) if request.request_id else None
        question = convert.question_from_proto(request.question)
        answer = await self._answerer.ask(identity.current(), question, key)
        return pb.AskResponse(answer=convert.answer_to_proto(answer))

    async def AskStream(  # noqa: N802
        self, request: pb.AskStreamRequest, context: Any
    ) -> AsyncIterator[pb.AskStreamResponse]:
        """The same as numbered events. A caller that goes away ends the work."""
        question = convert.question_from_proto(request.question)
        async with aclosing(self._answerer.ask_stream(identity.current(), question)) as events:
            sequence = 0
            async for event in events:
                sequence += 1
                yield convert.event_to_proto(sequence, event)

    async def GetAnswer(self, request: pb.GetAnswerRequest, context: Any) -> pb.GetAnswerResponse:  # noqa: N802
        """An answer given before."""
        answer = await self._answerer.get(identity.current(), _answer_id(request.answer_id))
        return pb.GetAnswerResponse(answer=convert.answer_to_proto(answer))

    async def VerifyAnswer(self, request: pb.VerifyAnswerRequest, context: Any) -> pb.VerifyAnswerResponse:  # noqa: N802
        """An answer computed again."""
        found = await self._answerer.verify(identity.current(), _answer_id(request.answer_id))
        return convert.verification_to_proto(found)

    async def Replay(self, request: pb.ReplayRequest, context: Any) -> pb.ReplayResponse:  # noqa: N802
        """An answer's figures computed again on the same versions."""
        found = await self._answerer.replay(identity.current(), _answer_id(request.answer_id))
        return convert.replay_to_proto(found)

    async def EraseSource(self, request: pb.EraseSourceRequest, context: Any) -> pb.EraseSourceResponse:  # noqa: N802
        """Take the text from answers that used a source."""
        key = request_key(f"{SERVICE}/EraseSource", request.request_id, request)
        source = source_from_proto(request.source)
        receipt = await self._answerer.erase(identity.current(), key, source, request.erasure_id)
        return pb.EraseSourceResponse(receipt=convert.receipt(receipt))

    async def EraseUser(self, request: pb.EraseUserRequest, context: Any) -> pb.EraseUserResponse:  # noqa: N802
        """The user's answers here, and by a job everything of theirs everywhere."""
        key = request_key(f"{SERVICE}/EraseUser", request.request_id, request)
        receipt = await self._answerer.erase(identity.current(), key, Source(Scope.USER), request.erasure_id)
        return pb.EraseUserResponse(receipt=convert.receipt(receipt))


def _answer_id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise InvalidArgument("answer_id", "the UUID of an answer") from None
