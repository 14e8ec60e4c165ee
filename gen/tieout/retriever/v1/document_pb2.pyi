import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.type import date_pb2 as _date_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class IndexState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    INDEX_STATE_UNSPECIFIED: _ClassVar[IndexState]
    INDEX_STATE_KEYWORD: _ClassVar[IndexState]
    INDEX_STATE_COMPLETE: _ClassVar[IndexState]

class UnreadReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    UNREAD_REASON_UNSPECIFIED: _ClassVar[UnreadReason]
    UNREAD_REASON_IMAGE_ONLY: _ClassVar[UnreadReason]
    UNREAD_REASON_DAMAGED: _ClassVar[UnreadReason]
    UNREAD_REASON_UNNAMED_LETTERS: _ClassVar[UnreadReason]
INDEX_STATE_UNSPECIFIED: IndexState
INDEX_STATE_KEYWORD: IndexState
INDEX_STATE_COMPLETE: IndexState
UNREAD_REASON_UNSPECIFIED: UnreadReason
UNREAD_REASON_IMAGE_ONLY: UnreadReason
UNREAD_REASON_DAMAGED: UnreadReason
UNREAD_REASON_UNNAMED_LETTERS: UnreadReason

class UnreadPage(_message.Message):
    __slots__ = ("page", "reason")
    PAGE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    page: int
    reason: UnreadReason
    def __init__(self, page: _Optional[int] = ..., reason: _Optional[_Union[UnreadReason, str]] = ...) -> None: ...

class Document(_message.Message):
    __slots__ = ("name", "document_id", "version", "display_name", "caller_key", "title", "institution", "media_type", "effective_date", "sha256", "size_bytes", "passage_count", "cell_count", "index_state", "create_time", "notices", "page_count", "unread_pages", "recognized_pages")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    CALLER_KEY_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    INSTITUTION_FIELD_NUMBER: _ClassVar[int]
    MEDIA_TYPE_FIELD_NUMBER: _ClassVar[int]
    EFFECTIVE_DATE_FIELD_NUMBER: _ClassVar[int]
    SHA256_FIELD_NUMBER: _ClassVar[int]
    SIZE_BYTES_FIELD_NUMBER: _ClassVar[int]
    PASSAGE_COUNT_FIELD_NUMBER: _ClassVar[int]
    CELL_COUNT_FIELD_NUMBER: _ClassVar[int]
    INDEX_STATE_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    NOTICES_FIELD_NUMBER: _ClassVar[int]
    PAGE_COUNT_FIELD_NUMBER: _ClassVar[int]
    UNREAD_PAGES_FIELD_NUMBER: _ClassVar[int]
    RECOGNIZED_PAGES_FIELD_NUMBER: _ClassVar[int]
    name: str
    document_id: str
    version: int
    display_name: str
    caller_key: str
    title: str
    institution: str
    media_type: str
    effective_date: _date_pb2.Date
    sha256: str
    size_bytes: int
    passage_count: int
    cell_count: int
    index_state: IndexState
    create_time: _timestamp_pb2.Timestamp
    notices: _containers.RepeatedScalarFieldContainer[str]
    page_count: int
    unread_pages: _containers.RepeatedCompositeFieldContainer[UnreadPage]
    recognized_pages: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, name: _Optional[str] = ..., document_id: _Optional[str] = ..., version: _Optional[int] = ..., display_name: _Optional[str] = ..., caller_key: _Optional[str] = ..., title: _Optional[str] = ..., institution: _Optional[str] = ..., media_type: _Optional[str] = ..., effective_date: _Optional[_Union[_date_pb2.Date, _Mapping]] = ..., sha256: _Optional[str] = ..., size_bytes: _Optional[int] = ..., passage_count: _Optional[int] = ..., cell_count: _Optional[int] = ..., index_state: _Optional[_Union[IndexState, str]] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., notices: _Optional[_Iterable[str]] = ..., page_count: _Optional[int] = ..., unread_pages: _Optional[_Iterable[_Union[UnreadPage, _Mapping]]] = ..., recognized_pages: _Optional[_Iterable[int]] = ...) -> None: ...
