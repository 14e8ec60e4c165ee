import datetime

from buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ErasureState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ERASURE_STATE_UNSPECIFIED: _ClassVar[ErasureState]
    ERASURE_STATE_PENDING: _ClassVar[ErasureState]
    ERASURE_STATE_DONE: _ClassVar[ErasureState]
ERASURE_STATE_UNSPECIFIED: ErasureState
ERASURE_STATE_PENDING: ErasureState
ERASURE_STATE_DONE: ErasureState

class ErasedStore(_message.Message):
    __slots__ = ("service", "store", "erased_count", "redacted_count", "remaining_count")
    SERVICE_FIELD_NUMBER: _ClassVar[int]
    STORE_FIELD_NUMBER: _ClassVar[int]
    ERASED_COUNT_FIELD_NUMBER: _ClassVar[int]
    REDACTED_COUNT_FIELD_NUMBER: _ClassVar[int]
    REMAINING_COUNT_FIELD_NUMBER: _ClassVar[int]
    service: str
    store: str
    erased_count: int
    redacted_count: int
    remaining_count: int
    def __init__(self, service: _Optional[str] = ..., store: _Optional[str] = ..., erased_count: _Optional[int] = ..., redacted_count: _Optional[int] = ..., remaining_count: _Optional[int] = ...) -> None: ...

class ErasureReceipt(_message.Message):
    __slots__ = ("erasure_id", "state", "stores", "request_time", "complete_time")
    ERASURE_ID_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    STORES_FIELD_NUMBER: _ClassVar[int]
    REQUEST_TIME_FIELD_NUMBER: _ClassVar[int]
    COMPLETE_TIME_FIELD_NUMBER: _ClassVar[int]
    erasure_id: str
    state: ErasureState
    stores: _containers.RepeatedCompositeFieldContainer[ErasedStore]
    request_time: _timestamp_pb2.Timestamp
    complete_time: _timestamp_pb2.Timestamp
    def __init__(self, erasure_id: _Optional[str] = ..., state: _Optional[_Union[ErasureState, str]] = ..., stores: _Optional[_Iterable[_Union[ErasedStore, _Mapping]]] = ..., request_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., complete_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Source(_message.Message):
    __slots__ = ("account_id", "import_id", "document_id", "statement_id", "fact_id")
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    IMPORT_ID_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_ID_FIELD_NUMBER: _ClassVar[int]
    STATEMENT_ID_FIELD_NUMBER: _ClassVar[int]
    FACT_ID_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    import_id: str
    document_id: str
    statement_id: str
    fact_id: str
    def __init__(self, account_id: _Optional[str] = ..., import_id: _Optional[str] = ..., document_id: _Optional[str] = ..., statement_id: _Optional[str] = ..., fact_id: _Optional[str] = ...) -> None: ...
