import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.type import date_pb2 as _date_pb2
from tieout.type.v1 import ledger_pb2 as _ledger_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Scale(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SCALE_UNSPECIFIED: _ClassVar[Scale]
    SCALE_THOUSAND: _ClassVar[Scale]
    SCALE_MILLION: _ClassVar[Scale]
    SCALE_BILLION: _ClassVar[Scale]
    SCALE_PERCENT: _ClassVar[Scale]
    SCALE_BASIS_POINT: _ClassVar[Scale]
SCALE_UNSPECIFIED: Scale
SCALE_THOUSAND: Scale
SCALE_MILLION: Scale
SCALE_BILLION: Scale
SCALE_PERCENT: Scale
SCALE_BASIS_POINT: Scale

class Box(_message.Message):
    __slots__ = ("left", "top", "right", "bottom")
    LEFT_FIELD_NUMBER: _ClassVar[int]
    TOP_FIELD_NUMBER: _ClassVar[int]
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    BOTTOM_FIELD_NUMBER: _ClassVar[int]
    left: float
    top: float
    right: float
    bottom: float
    def __init__(self, left: _Optional[float] = ..., top: _Optional[float] = ..., right: _Optional[float] = ..., bottom: _Optional[float] = ...) -> None: ...

class Cell(_message.Message):
    __slots__ = ("cell_id", "row_path", "column_path", "printed", "number", "unit", "scale", "period", "footnotes", "page", "box", "table_caption", "table_number")
    CELL_ID_FIELD_NUMBER: _ClassVar[int]
    ROW_PATH_FIELD_NUMBER: _ClassVar[int]
    COLUMN_PATH_FIELD_NUMBER: _ClassVar[int]
    PRINTED_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SCALE_FIELD_NUMBER: _ClassVar[int]
    PERIOD_FIELD_NUMBER: _ClassVar[int]
    FOOTNOTES_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    BOX_FIELD_NUMBER: _ClassVar[int]
    TABLE_CAPTION_FIELD_NUMBER: _ClassVar[int]
    TABLE_NUMBER_FIELD_NUMBER: _ClassVar[int]
    cell_id: str
    row_path: _containers.RepeatedScalarFieldContainer[str]
    column_path: _containers.RepeatedScalarFieldContainer[str]
    printed: str
    number: str
    unit: str
    scale: Scale
    period: str
    footnotes: _containers.RepeatedScalarFieldContainer[str]
    page: int
    box: Box
    table_caption: str
    table_number: int
    def __init__(self, cell_id: _Optional[str] = ..., row_path: _Optional[_Iterable[str]] = ..., column_path: _Optional[_Iterable[str]] = ..., printed: _Optional[str] = ..., number: _Optional[str] = ..., unit: _Optional[str] = ..., scale: _Optional[_Union[Scale, str]] = ..., period: _Optional[str] = ..., footnotes: _Optional[_Iterable[str]] = ..., page: _Optional[int] = ..., box: _Optional[_Union[Box, _Mapping]] = ..., table_caption: _Optional[str] = ..., table_number: _Optional[int] = ...) -> None: ...

class Passage(_message.Message):
    __slots__ = ("document_id", "chunk_id", "document_name", "document_version", "effective_date", "text", "heading_path", "page", "parent_id", "cells", "citation", "box", "recognized")
    DOCUMENT_ID_FIELD_NUMBER: _ClassVar[int]
    CHUNK_ID_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_NAME_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_VERSION_FIELD_NUMBER: _ClassVar[int]
    EFFECTIVE_DATE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    HEADING_PATH_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    PARENT_ID_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    CITATION_FIELD_NUMBER: _ClassVar[int]
    BOX_FIELD_NUMBER: _ClassVar[int]
    RECOGNIZED_FIELD_NUMBER: _ClassVar[int]
    document_id: str
    chunk_id: str
    document_name: str
    document_version: int
    effective_date: _date_pb2.Date
    text: str
    heading_path: _containers.RepeatedScalarFieldContainer[str]
    page: int
    parent_id: str
    cells: _containers.RepeatedCompositeFieldContainer[Cell]
    citation: str
    box: Box
    recognized: bool
    def __init__(self, document_id: _Optional[str] = ..., chunk_id: _Optional[str] = ..., document_name: _Optional[str] = ..., document_version: _Optional[int] = ..., effective_date: _Optional[_Union[_date_pb2.Date, _Mapping]] = ..., text: _Optional[str] = ..., heading_path: _Optional[_Iterable[str]] = ..., page: _Optional[int] = ..., parent_id: _Optional[str] = ..., cells: _Optional[_Iterable[_Union[Cell, _Mapping]]] = ..., citation: _Optional[str] = ..., box: _Optional[_Union[Box, _Mapping]] = ..., recognized: _Optional[bool] = ...) -> None: ...

class FactEvidence(_message.Message):
    __slots__ = ("fact_id", "quotation", "stated_time", "citation")
    FACT_ID_FIELD_NUMBER: _ClassVar[int]
    QUOTATION_FIELD_NUMBER: _ClassVar[int]
    STATED_TIME_FIELD_NUMBER: _ClassVar[int]
    CITATION_FIELD_NUMBER: _ClassVar[int]
    fact_id: str
    quotation: str
    stated_time: _timestamp_pb2.Timestamp
    citation: str
    def __init__(self, fact_id: _Optional[str] = ..., quotation: _Optional[str] = ..., stated_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., citation: _Optional[str] = ...) -> None: ...

class PathEvidence(_message.Message):
    __slots__ = ("node_names", "node_ids", "row_ids")
    NODE_NAMES_FIELD_NUMBER: _ClassVar[int]
    NODE_IDS_FIELD_NUMBER: _ClassVar[int]
    ROW_IDS_FIELD_NUMBER: _ClassVar[int]
    node_names: _containers.RepeatedScalarFieldContainer[str]
    node_ids: _containers.RepeatedScalarFieldContainer[str]
    row_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, node_names: _Optional[_Iterable[str]] = ..., node_ids: _Optional[_Iterable[str]] = ..., row_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class Evidence(_message.Message):
    __slots__ = ("row_set", "passage", "fact", "path")
    ROW_SET_FIELD_NUMBER: _ClassVar[int]
    PASSAGE_FIELD_NUMBER: _ClassVar[int]
    FACT_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    row_set: _ledger_pb2.RowSet
    passage: Passage
    fact: FactEvidence
    path: PathEvidence
    def __init__(self, row_set: _Optional[_Union[_ledger_pb2.RowSet, _Mapping]] = ..., passage: _Optional[_Union[Passage, _Mapping]] = ..., fact: _Optional[_Union[FactEvidence, _Mapping]] = ..., path: _Optional[_Union[PathEvidence, _Mapping]] = ...) -> None: ...

class PolicyRule(_message.Message):
    __slots__ = ("rule_id", "text", "semantics_version")
    RULE_ID_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    SEMANTICS_VERSION_FIELD_NUMBER: _ClassVar[int]
    rule_id: str
    text: str
    semantics_version: str
    def __init__(self, rule_id: _Optional[str] = ..., text: _Optional[str] = ..., semantics_version: _Optional[str] = ...) -> None: ...

class Citation(_message.Message):
    __slots__ = ("token", "row", "row_set", "passage", "fact", "rule")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    ROW_SET_FIELD_NUMBER: _ClassVar[int]
    PASSAGE_FIELD_NUMBER: _ClassVar[int]
    FACT_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    token: str
    row: _ledger_pb2.LedgerRow
    row_set: _ledger_pb2.RowSet
    passage: Passage
    fact: FactEvidence
    rule: PolicyRule
    def __init__(self, token: _Optional[str] = ..., row: _Optional[_Union[_ledger_pb2.LedgerRow, _Mapping]] = ..., row_set: _Optional[_Union[_ledger_pb2.RowSet, _Mapping]] = ..., passage: _Optional[_Union[Passage, _Mapping]] = ..., fact: _Optional[_Union[FactEvidence, _Mapping]] = ..., rule: _Optional[_Union[PolicyRule, _Mapping]] = ...) -> None: ...
