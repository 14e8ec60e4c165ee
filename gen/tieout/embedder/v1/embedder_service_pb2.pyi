import datetime

from buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.type import decimal_pb2 as _decimal_pb2
from tieout.type.v1 import erasure_pb2 as _erasure_pb2
from tieout.type.v1 import space_pb2 as _space_pb2
from tieout.type.v1 import timing_pb2 as _timing_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TextKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEXT_KIND_UNSPECIFIED: _ClassVar[TextKind]
    TEXT_KIND_QUESTION: _ClassVar[TextKind]
    TEXT_KIND_PASSAGE: _ClassVar[TextKind]

class BreakerState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BREAKER_STATE_UNSPECIFIED: _ClassVar[BreakerState]
    BREAKER_STATE_CLOSED: _ClassVar[BreakerState]
    BREAKER_STATE_OPEN: _ClassVar[BreakerState]
    BREAKER_STATE_HALF_OPEN: _ClassVar[BreakerState]
TEXT_KIND_UNSPECIFIED: TextKind
TEXT_KIND_QUESTION: TextKind
TEXT_KIND_PASSAGE: TextKind
BREAKER_STATE_UNSPECIFIED: BreakerState
BREAKER_STATE_CLOSED: BreakerState
BREAKER_STATE_OPEN: BreakerState
BREAKER_STATE_HALF_OPEN: BreakerState

class EmbedRequest(_message.Message):
    __slots__ = ("texts", "space_id", "kind", "usable_space_ids")
    TEXTS_FIELD_NUMBER: _ClassVar[int]
    SPACE_ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    USABLE_SPACE_IDS_FIELD_NUMBER: _ClassVar[int]
    texts: _containers.RepeatedScalarFieldContainer[str]
    space_id: str
    kind: TextKind
    usable_space_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, texts: _Optional[_Iterable[str]] = ..., space_id: _Optional[str] = ..., kind: _Optional[_Union[TextKind, str]] = ..., usable_space_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class EmbedResponse(_message.Message):
    __slots__ = ("vectors", "space", "truncated_count", "cached_count", "timings", "missed_space_id")
    VECTORS_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    TRUNCATED_COUNT_FIELD_NUMBER: _ClassVar[int]
    CACHED_COUNT_FIELD_NUMBER: _ClassVar[int]
    TIMINGS_FIELD_NUMBER: _ClassVar[int]
    MISSED_SPACE_ID_FIELD_NUMBER: _ClassVar[int]
    vectors: _space_pb2.Vectors
    space: _space_pb2.Space
    truncated_count: int
    cached_count: int
    timings: _containers.RepeatedCompositeFieldContainer[_timing_pb2.StageTiming]
    missed_space_id: str
    def __init__(self, vectors: _Optional[_Union[_space_pb2.Vectors, _Mapping]] = ..., space: _Optional[_Union[_space_pb2.Space, _Mapping]] = ..., truncated_count: _Optional[int] = ..., cached_count: _Optional[int] = ..., timings: _Optional[_Iterable[_Union[_timing_pb2.StageTiming, _Mapping]]] = ..., missed_space_id: _Optional[str] = ...) -> None: ...

class RerankRequest(_message.Message):
    __slots__ = ("question", "passages")
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    PASSAGES_FIELD_NUMBER: _ClassVar[int]
    question: str
    passages: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, question: _Optional[str] = ..., passages: _Optional[_Iterable[str]] = ...) -> None: ...

class RerankResponse(_message.Message):
    __slots__ = ("scores", "model", "timings")
    SCORES_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    TIMINGS_FIELD_NUMBER: _ClassVar[int]
    scores: _containers.RepeatedScalarFieldContainer[float]
    model: str
    timings: _containers.RepeatedCompositeFieldContainer[_timing_pb2.StageTiming]
    def __init__(self, scores: _Optional[_Iterable[float]] = ..., model: _Optional[str] = ..., timings: _Optional[_Iterable[_Union[_timing_pb2.StageTiming, _Mapping]]] = ...) -> None: ...

class SpaceStatus(_message.Message):
    __slots__ = ("space", "available", "breaker_state", "retry_delay", "cache_hit_ratio", "refused_count")
    SPACE_FIELD_NUMBER: _ClassVar[int]
    AVAILABLE_FIELD_NUMBER: _ClassVar[int]
    BREAKER_STATE_FIELD_NUMBER: _ClassVar[int]
    RETRY_DELAY_FIELD_NUMBER: _ClassVar[int]
    CACHE_HIT_RATIO_FIELD_NUMBER: _ClassVar[int]
    REFUSED_COUNT_FIELD_NUMBER: _ClassVar[int]
    space: _space_pb2.Space
    available: bool
    breaker_state: BreakerState
    retry_delay: _duration_pb2.Duration
    cache_hit_ratio: _decimal_pb2.Decimal
    refused_count: int
    def __init__(self, space: _Optional[_Union[_space_pb2.Space, _Mapping]] = ..., available: _Optional[bool] = ..., breaker_state: _Optional[_Union[BreakerState, str]] = ..., retry_delay: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., cache_hit_ratio: _Optional[_Union[_decimal_pb2.Decimal, _Mapping]] = ..., refused_count: _Optional[int] = ...) -> None: ...

class ListSpacesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListSpacesResponse(_message.Message):
    __slots__ = ("spaces", "question_space_id", "reranker_available")
    SPACES_FIELD_NUMBER: _ClassVar[int]
    QUESTION_SPACE_ID_FIELD_NUMBER: _ClassVar[int]
    RERANKER_AVAILABLE_FIELD_NUMBER: _ClassVar[int]
    spaces: _containers.RepeatedCompositeFieldContainer[SpaceStatus]
    question_space_id: str
    reranker_available: bool
    def __init__(self, spaces: _Optional[_Iterable[_Union[SpaceStatus, _Mapping]]] = ..., question_space_id: _Optional[str] = ..., reranker_available: _Optional[bool] = ...) -> None: ...

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
