import datetime

from buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from tieout.memory.v1 import fact_pb2 as _fact_pb2
from tieout.type.v1 import erasure_pb2 as _erasure_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RememberRequest(_message.Message):
    __slots__ = ("request_id", "text", "stated_time", "time_zone", "currency_code")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    STATED_TIME_FIELD_NUMBER: _ClassVar[int]
    TIME_ZONE_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    text: str
    stated_time: _timestamp_pb2.Timestamp
    time_zone: str
    currency_code: str
    def __init__(self, request_id: _Optional[str] = ..., text: _Optional[str] = ..., stated_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., time_zone: _Optional[str] = ..., currency_code: _Optional[str] = ...) -> None: ...

class RememberResponse(_message.Message):
    __slots__ = ("statement_id", "facts", "superseded_facts")
    STATEMENT_ID_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    SUPERSEDED_FACTS_FIELD_NUMBER: _ClassVar[int]
    statement_id: str
    facts: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Fact]
    superseded_facts: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Fact]
    def __init__(self, statement_id: _Optional[str] = ..., facts: _Optional[_Iterable[_Union[_fact_pb2.Fact, _Mapping]]] = ..., superseded_facts: _Optional[_Iterable[_Union[_fact_pb2.Fact, _Mapping]]] = ...) -> None: ...

class RecallRequest(_message.Message):
    __slots__ = ("text", "attributes", "as_of_valid_time", "as_of_recorded_time", "limit")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    AS_OF_VALID_TIME_FIELD_NUMBER: _ClassVar[int]
    AS_OF_RECORDED_TIME_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    text: str
    attributes: _containers.RepeatedScalarFieldContainer[_fact_pb2.FactAttribute]
    as_of_valid_time: _timestamp_pb2.Timestamp
    as_of_recorded_time: _timestamp_pb2.Timestamp
    limit: int
    def __init__(self, text: _Optional[str] = ..., attributes: _Optional[_Iterable[_Union[_fact_pb2.FactAttribute, str]]] = ..., as_of_valid_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., as_of_recorded_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., limit: _Optional[int] = ...) -> None: ...

class RecalledFact(_message.Message):
    __slots__ = ("fact", "start", "end", "score")
    FACT_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    fact: _fact_pb2.Fact
    start: int
    end: int
    score: float
    def __init__(self, fact: _Optional[_Union[_fact_pb2.Fact, _Mapping]] = ..., start: _Optional[int] = ..., end: _Optional[int] = ..., score: _Optional[float] = ...) -> None: ...

class UnknownName(_message.Message):
    __slots__ = ("start", "end", "name")
    START_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    start: int
    end: int
    name: str
    def __init__(self, start: _Optional[int] = ..., end: _Optional[int] = ..., name: _Optional[str] = ...) -> None: ...

class RecallResponse(_message.Message):
    __slots__ = ("facts", "unknown_names")
    FACTS_FIELD_NUMBER: _ClassVar[int]
    UNKNOWN_NAMES_FIELD_NUMBER: _ClassVar[int]
    facts: _containers.RepeatedCompositeFieldContainer[RecalledFact]
    unknown_names: _containers.RepeatedCompositeFieldContainer[UnknownName]
    def __init__(self, facts: _Optional[_Iterable[_Union[RecalledFact, _Mapping]]] = ..., unknown_names: _Optional[_Iterable[_Union[UnknownName, _Mapping]]] = ...) -> None: ...

class ListFactsRequest(_message.Message):
    __slots__ = ("attributes", "include_history", "page_size", "page_token", "as_of_valid_time", "as_of_recorded_time")
    ATTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_HISTORY_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    AS_OF_VALID_TIME_FIELD_NUMBER: _ClassVar[int]
    AS_OF_RECORDED_TIME_FIELD_NUMBER: _ClassVar[int]
    attributes: _containers.RepeatedScalarFieldContainer[_fact_pb2.FactAttribute]
    include_history: bool
    page_size: int
    page_token: str
    as_of_valid_time: _timestamp_pb2.Timestamp
    as_of_recorded_time: _timestamp_pb2.Timestamp
    def __init__(self, attributes: _Optional[_Iterable[_Union[_fact_pb2.FactAttribute, str]]] = ..., include_history: _Optional[bool] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., as_of_valid_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., as_of_recorded_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ListFactsResponse(_message.Message):
    __slots__ = ("facts", "next_page_token")
    FACTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    facts: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Fact]
    next_page_token: str
    def __init__(self, facts: _Optional[_Iterable[_Union[_fact_pb2.Fact, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class RetractRequest(_message.Message):
    __slots__ = ("request_id", "fact_id")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    FACT_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    fact_id: str
    def __init__(self, request_id: _Optional[str] = ..., fact_id: _Optional[str] = ...) -> None: ...

class RetractResponse(_message.Message):
    __slots__ = ("fact", "unknown_facts")
    FACT_FIELD_NUMBER: _ClassVar[int]
    UNKNOWN_FACTS_FIELD_NUMBER: _ClassVar[int]
    fact: _fact_pb2.Fact
    unknown_facts: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Fact]
    def __init__(self, fact: _Optional[_Union[_fact_pb2.Fact, _Mapping]] = ..., unknown_facts: _Optional[_Iterable[_Union[_fact_pb2.Fact, _Mapping]]] = ...) -> None: ...

class ForgetRequest(_message.Message):
    __slots__ = ("request_id", "fact_id", "statement_id")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    FACT_ID_FIELD_NUMBER: _ClassVar[int]
    STATEMENT_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    fact_id: str
    statement_id: str
    def __init__(self, request_id: _Optional[str] = ..., fact_id: _Optional[str] = ..., statement_id: _Optional[str] = ...) -> None: ...

class ForgetResponse(_message.Message):
    __slots__ = ("receipt",)
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    receipt: _erasure_pb2.ErasureReceipt
    def __init__(self, receipt: _Optional[_Union[_erasure_pb2.ErasureReceipt, _Mapping]] = ...) -> None: ...

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
