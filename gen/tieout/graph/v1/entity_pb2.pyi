from google.type import decimal_pb2 as _decimal_pb2
from tieout.type.v1 import ledger_pb2 as _ledger_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class EdgeKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EDGE_KIND_UNSPECIFIED: _ClassVar[EdgeKind]
    EDGE_KIND_IN_CATEGORY: _ClassVar[EdgeKind]
    EDGE_KIND_ON_ACCOUNT: _ClassVar[EdgeKind]
    EDGE_KIND_SAME_DAY: _ClassVar[EdgeKind]
    EDGE_KIND_DOCUMENT_ABOUT: _ClassVar[EdgeKind]
    EDGE_KIND_HELD_AT: _ClassVar[EdgeKind]
    EDGE_KIND_PART_OF: _ClassVar[EdgeKind]
EDGE_KIND_UNSPECIFIED: EdgeKind
EDGE_KIND_IN_CATEGORY: EdgeKind
EDGE_KIND_ON_ACCOUNT: EdgeKind
EDGE_KIND_SAME_DAY: EdgeKind
EDGE_KIND_DOCUMENT_ABOUT: EdgeKind
EDGE_KIND_HELD_AT: EdgeKind
EDGE_KIND_PART_OF: EdgeKind

class Node(_message.Message):
    __slots__ = ("node_id", "kind", "entity_id", "display_name")
    NODE_ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    ENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    node_id: str
    kind: _ledger_pb2.EntityKind
    entity_id: str
    display_name: str
    def __init__(self, node_id: _Optional[str] = ..., kind: _Optional[_Union[_ledger_pb2.EntityKind, str]] = ..., entity_id: _Optional[str] = ..., display_name: _Optional[str] = ...) -> None: ...

class Edge(_message.Message):
    __slots__ = ("from_node_id", "to_node_id", "kind", "weight", "support_count", "support_ids")
    FROM_NODE_ID_FIELD_NUMBER: _ClassVar[int]
    TO_NODE_ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    WEIGHT_FIELD_NUMBER: _ClassVar[int]
    SUPPORT_COUNT_FIELD_NUMBER: _ClassVar[int]
    SUPPORT_IDS_FIELD_NUMBER: _ClassVar[int]
    from_node_id: str
    to_node_id: str
    kind: EdgeKind
    weight: _decimal_pb2.Decimal
    support_count: int
    support_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, from_node_id: _Optional[str] = ..., to_node_id: _Optional[str] = ..., kind: _Optional[_Union[EdgeKind, str]] = ..., weight: _Optional[_Union[_decimal_pb2.Decimal, _Mapping]] = ..., support_count: _Optional[int] = ..., support_ids: _Optional[_Iterable[str]] = ...) -> None: ...
