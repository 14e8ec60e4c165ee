import datetime

from buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.type import decimal_pb2 as _decimal_pb2
from tieout.answerer.v1 import answer_pb2 as _answer_pb2
from tieout.type.v1 import erasure_pb2 as _erasure_pb2
from tieout.type.v1 import evidence_pb2 as _evidence_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Verdict(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VERDICT_UNSPECIFIED: _ClassVar[Verdict]
    VERDICT_HOLDS: _ClassVar[Verdict]
    VERDICT_STALE: _ClassVar[Verdict]
    VERDICT_BROKEN: _ClassVar[Verdict]
    VERDICT_NOT_VERIFIABLE: _ClassVar[Verdict]
VERDICT_UNSPECIFIED: Verdict
VERDICT_HOLDS: Verdict
VERDICT_STALE: Verdict
VERDICT_BROKEN: Verdict
VERDICT_NOT_VERIFIABLE: Verdict

class Question(_message.Message):
    __slots__ = ("text", "as_of_time", "time_zone", "locale", "home_currency_code", "previous_answer_id")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    AS_OF_TIME_FIELD_NUMBER: _ClassVar[int]
    TIME_ZONE_FIELD_NUMBER: _ClassVar[int]
    LOCALE_FIELD_NUMBER: _ClassVar[int]
    HOME_CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    PREVIOUS_ANSWER_ID_FIELD_NUMBER: _ClassVar[int]
    text: str
    as_of_time: _timestamp_pb2.Timestamp
    time_zone: str
    locale: str
    home_currency_code: str
    previous_answer_id: str
    def __init__(self, text: _Optional[str] = ..., as_of_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., time_zone: _Optional[str] = ..., locale: _Optional[str] = ..., home_currency_code: _Optional[str] = ..., previous_answer_id: _Optional[str] = ...) -> None: ...

class AskRequest(_message.Message):
    __slots__ = ("question", "request_id")
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    question: Question
    request_id: str
    def __init__(self, question: _Optional[_Union[Question, _Mapping]] = ..., request_id: _Optional[str] = ...) -> None: ...

class AskResponse(_message.Message):
    __slots__ = ("answer",)
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    answer: _answer_pb2.Answer
    def __init__(self, answer: _Optional[_Union[_answer_pb2.Answer, _Mapping]] = ...) -> None: ...

class AskStreamRequest(_message.Message):
    __slots__ = ("question",)
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    question: Question
    def __init__(self, question: _Optional[_Union[Question, _Mapping]] = ...) -> None: ...

class AskStatus(_message.Message):
    __slots__ = ("stage",)
    STAGE_FIELD_NUMBER: _ClassVar[int]
    stage: str
    def __init__(self, stage: _Optional[str] = ...) -> None: ...

class AskEvidence(_message.Message):
    __slots__ = ("evidence",)
    EVIDENCE_FIELD_NUMBER: _ClassVar[int]
    evidence: _containers.RepeatedCompositeFieldContainer[_evidence_pb2.Evidence]
    def __init__(self, evidence: _Optional[_Iterable[_Union[_evidence_pb2.Evidence, _Mapping]]] = ...) -> None: ...

class AskText(_message.Message):
    __slots__ = ("pieces",)
    PIECES_FIELD_NUMBER: _ClassVar[int]
    pieces: _containers.RepeatedCompositeFieldContainer[_answer_pb2.TextPiece]
    def __init__(self, pieces: _Optional[_Iterable[_Union[_answer_pb2.TextPiece, _Mapping]]] = ...) -> None: ...

class AskStreamResponse(_message.Message):
    __slots__ = ("sequence", "status", "evidence", "text", "final")
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    FINAL_FIELD_NUMBER: _ClassVar[int]
    sequence: int
    status: AskStatus
    evidence: AskEvidence
    text: AskText
    final: _answer_pb2.Answer
    def __init__(self, sequence: _Optional[int] = ..., status: _Optional[_Union[AskStatus, _Mapping]] = ..., evidence: _Optional[_Union[AskEvidence, _Mapping]] = ..., text: _Optional[_Union[AskText, _Mapping]] = ..., final: _Optional[_Union[_answer_pb2.Answer, _Mapping]] = ...) -> None: ...

class GetAnswerRequest(_message.Message):
    __slots__ = ("answer_id",)
    ANSWER_ID_FIELD_NUMBER: _ClassVar[int]
    answer_id: str
    def __init__(self, answer_id: _Optional[str] = ...) -> None: ...

class GetAnswerResponse(_message.Message):
    __slots__ = ("answer",)
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    answer: _answer_pb2.Answer
    def __init__(self, answer: _Optional[_Union[_answer_pb2.Answer, _Mapping]] = ...) -> None: ...

class VerifyAnswerRequest(_message.Message):
    __slots__ = ("answer_id",)
    ANSWER_ID_FIELD_NUMBER: _ClassVar[int]
    answer_id: str
    def __init__(self, answer_id: _Optional[str] = ...) -> None: ...

class FigureDifference(_message.Message):
    __slots__ = ("figure_id", "answered", "current")
    FIGURE_ID_FIELD_NUMBER: _ClassVar[int]
    ANSWERED_FIELD_NUMBER: _ClassVar[int]
    CURRENT_FIELD_NUMBER: _ClassVar[int]
    figure_id: str
    answered: _decimal_pb2.Decimal
    current: _decimal_pb2.Decimal
    def __init__(self, figure_id: _Optional[str] = ..., answered: _Optional[_Union[_decimal_pb2.Decimal, _Mapping]] = ..., current: _Optional[_Union[_decimal_pb2.Decimal, _Mapping]] = ...) -> None: ...

class VerifyAnswerResponse(_message.Message):
    __slots__ = ("verdict", "differences", "answered_revision", "current_revision", "replay_digest", "answered_digest")
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    DIFFERENCES_FIELD_NUMBER: _ClassVar[int]
    ANSWERED_REVISION_FIELD_NUMBER: _ClassVar[int]
    CURRENT_REVISION_FIELD_NUMBER: _ClassVar[int]
    REPLAY_DIGEST_FIELD_NUMBER: _ClassVar[int]
    ANSWERED_DIGEST_FIELD_NUMBER: _ClassVar[int]
    verdict: Verdict
    differences: _containers.RepeatedCompositeFieldContainer[FigureDifference]
    answered_revision: int
    current_revision: int
    replay_digest: str
    answered_digest: str
    def __init__(self, verdict: _Optional[_Union[Verdict, str]] = ..., differences: _Optional[_Iterable[_Union[FigureDifference, _Mapping]]] = ..., answered_revision: _Optional[int] = ..., current_revision: _Optional[int] = ..., replay_digest: _Optional[str] = ..., answered_digest: _Optional[str] = ...) -> None: ...

class ReplayRequest(_message.Message):
    __slots__ = ("answer_id",)
    ANSWER_ID_FIELD_NUMBER: _ClassVar[int]
    answer_id: str
    def __init__(self, answer_id: _Optional[str] = ...) -> None: ...

class ReplayResponse(_message.Message):
    __slots__ = ("figures", "value", "ledger_revision", "replay_digest", "answered_digest", "equal")
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    LEDGER_REVISION_FIELD_NUMBER: _ClassVar[int]
    REPLAY_DIGEST_FIELD_NUMBER: _ClassVar[int]
    ANSWERED_DIGEST_FIELD_NUMBER: _ClassVar[int]
    EQUAL_FIELD_NUMBER: _ClassVar[int]
    figures: _containers.RepeatedCompositeFieldContainer[_answer_pb2.Figure]
    value: _answer_pb2.AnswerValue
    ledger_revision: int
    replay_digest: str
    answered_digest: str
    equal: bool
    def __init__(self, figures: _Optional[_Iterable[_Union[_answer_pb2.Figure, _Mapping]]] = ..., value: _Optional[_Union[_answer_pb2.AnswerValue, _Mapping]] = ..., ledger_revision: _Optional[int] = ..., replay_digest: _Optional[str] = ..., answered_digest: _Optional[str] = ..., equal: _Optional[bool] = ...) -> None: ...

class EraseSourceRequest(_message.Message):
    __slots__ = ("request_id", "source", "erasure_id")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    ERASURE_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    source: _erasure_pb2.Source
    erasure_id: str
    def __init__(self, request_id: _Optional[str] = ..., source: _Optional[_Union[_erasure_pb2.Source, _Mapping]] = ..., erasure_id: _Optional[str] = ...) -> None: ...

class EraseSourceResponse(_message.Message):
    __slots__ = ("receipt",)
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    receipt: _erasure_pb2.ErasureReceipt
    def __init__(self, receipt: _Optional[_Union[_erasure_pb2.ErasureReceipt, _Mapping]] = ...) -> None: ...

class EraseUserRequest(_message.Message):
    __slots__ = ("request_id", "erasure_id")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    ERASURE_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    erasure_id: str
    def __init__(self, request_id: _Optional[str] = ..., erasure_id: _Optional[str] = ...) -> None: ...

class EraseUserResponse(_message.Message):
    __slots__ = ("receipt",)
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    receipt: _erasure_pb2.ErasureReceipt
    def __init__(self, receipt: _Optional[_Union[_erasure_pb2.ErasureReceipt, _Mapping]] = ...) -> None: ...
