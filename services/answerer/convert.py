"""tieout.answerer.v1 messages to the model and back: the same fields by the same names."""

from __future__ import annotations

from services.answerer.model import (
    Answer,
    AskEvidence,
    AskStatus,
    AskText,
    Question,
    ReplayResponse,
    VerifyAnswerResponse,
)
from services.common.erasure import Receipt, receipt_to_proto
from services.common.mapping import from_message, to_message
from tieout.answerer.v1 import answer_pb2
from tieout.answerer.v1 import answerer_service_pb2 as pb
from tieout.type.v1 import erasure_pb2


def question_from_proto(message: pb.Question) -> Question:
    """The question."""
    return from_message(message, Question)


def answer_to_proto(answer: Answer) -> answer_pb2.Answer:
    """The answer."""
    return to_message(answer, answer_pb2.Answer())


def event_to_proto(sequence: int, event: AskStatus | AskEvidence | AskText | Answer) -> pb.AskStreamResponse:
    """One event of a stream, numbered from 1."""
    response = pb.AskStreamResponse(sequence=sequence)
    match event:
        case AskStatus():
            to_message(event, response.status)
            response.status.SetInParent()
        case AskEvidence():
            to_message(event, response.evidence)
        case AskText():
            to_message(event, response.text)
        case Answer():
            to_message(event, response.final)
    return response


def verification_to_proto(response: VerifyAnswerResponse) -> pb.VerifyAnswerResponse:
    """What a verification found."""
    return to_message(response, pb.VerifyAnswerResponse())


def replay_to_proto(response: ReplayResponse) -> pb.ReplayResponse:
    """What a replay came to."""
    return to_message(response, pb.ReplayResponse())


def receipt(value: Receipt) -> erasure_pb2.ErasureReceipt:
    """The receipt of an erasure."""
    return receipt_to_proto(value)
