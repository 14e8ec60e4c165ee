from buf.validate import validate_pb2 as _validate_pb2
from google.type import decimal_pb2 as _decimal_pb2
from tieout.graph.v1 import entity_pb2 as _entity_pb2
from tieout.type.v1 import erasure_pb2 as _erasure_pb2
from tieout.type.v1 import ledger_pb2 as _ledger_pb2
from tieout.type.v1 import timing_pb2 as _timing_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Support(_message.Message):
    __slots__ = ("support_id", "source_id", "nodes", "edges")
    SUPPORT_ID_FIELD_NUMBER: _ClassVar[int]
    SOURCE_ID_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    EDGES_FIELD_NUMBER: _ClassVar[int]
    support_id: str
    source_id: str
    nodes: _containers.RepeatedCompositeFieldContainer[_entity_pb2.Node]
    edges: _containers.RepeatedCompositeFieldContainer[_entity_pb2.Edge]
    def __init__(self, support_id: _Optional[str] = ..., source_id: _Optional[str] = ..., nodes: _Optional[_Iterable[_Union[_entity_pb2.Node, _Mapping]]] = ..., edges: _Optional[_Iterable[_Union[_entity_pb2.Edge, _Mapping]]] = ...) -> None: ...

class UpsertEvidenceRequest(_message.Message):
    __slots__ = ("request_id", "supports", "removed_support_ids")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    SUPPORTS_FIELD_NUMBER: _ClassVar[int]
    REMOVED_SUPPORT_IDS_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    supports: _containers.RepeatedCompositeFieldContainer[Support]
    removed_support_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, request_id: _Optional[str] = ..., supports: _Optional[_Iterable[_Union[Support, _Mapping]]] = ..., removed_support_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class UpsertEvidenceResponse(_message.Message):
    __slots__ = ("node_count", "edge_count")
    NODE_COUNT_FIELD_NUMBER: _ClassVar[int]
    EDGE_COUNT_FIELD_NUMBER: _ClassVar[int]
    node_count: int
    edge_count: int
    def __init__(self, node_count: _Optional[int] = ..., edge_count: _Optional[int] = ...) -> None: ...

class ResolveRequest(_message.Message):
    __slots__ = ("text", "kinds", "limit")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    text: str
    kinds: _containers.RepeatedScalarFieldContainer[_ledger_pb2.EntityKind]
    limit: int
    def __init__(self, text: _Optional[str] = ..., kinds: _Optional[_Iterable[_Union[_ledger_pb2.EntityKind, str]]] = ..., limit: _Optional[int] = ...) -> None: ...

class ResolvedNode(_message.Message):
    __slots__ = ("node", "similarity")
    NODE_FIELD_NUMBER: _ClassVar[int]
    SIMILARITY_FIELD_NUMBER: _ClassVar[int]
    node: _entity_pb2.Node
    similarity: float
    def __init__(self, node: _Optional[_Union[_entity_pb2.Node, _Mapping]] = ..., similarity: _Optional[float] = ...) -> None: ...

class ResolveResponse(_message.Message):
    __slots__ = ("nodes",)
    NODES_FIELD_NUMBER: _ClassVar[int]
    nodes: _containers.RepeatedCompositeFieldContainer[ResolvedNode]
    def __init__(self, nodes: _Optional[_Iterable[_Union[ResolvedNode, _Mapping]]] = ...) -> None: ...

class WalkRequest(_message.Message):
    __slots__ = ("start_node_ids", "max_hops", "min_weight", "edge_kinds", "end_kinds", "budget", "limit")
    START_NODE_IDS_FIELD_NUMBER: _ClassVar[int]
    MAX_HOPS_FIELD_NUMBER: _ClassVar[int]
    MIN_WEIGHT_FIELD_NUMBER: _ClassVar[int]
    EDGE_KINDS_FIELD_NUMBER: _ClassVar[int]
    END_KINDS_FIELD_NUMBER: _ClassVar[int]
    BUDGET_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    start_node_ids: _containers.RepeatedScalarFieldContainer[str]
    max_hops: int
    min_weight: _decimal_pb2.Decimal
    edge_kinds: _containers.RepeatedScalarFieldContainer[_entity_pb2.EdgeKind]
    end_kinds: _containers.RepeatedScalarFieldContainer[_ledger_pb2.EntityKind]
    budget: int
    limit: int
    def __init__(self, start_node_ids: _Optional[_Iterable[str]] = ..., max_hops: _Optional[int] = ..., min_weight: _Optional[_Union[_decimal_pb2.Decimal, _Mapping]] = ..., edge_kinds: _Optional[_Iterable[_Union[_entity_pb2.EdgeKind, str]]] = ..., end_kinds: _Optional[_Iterable[_Union[_ledger_pb2.EntityKind, str]]] = ..., budget: _Optional[int] = ..., limit: _Optional[int] = ...) -> None: ...

class Path(_message.Message):
    __slots__ = ("nodes", "edges", "weight")
    NODES_FIELD_NUMBER: _ClassVar[int]
    EDGES_FIELD_NUMBER: _ClassVar[int]
    WEIGHT_FIELD_NUMBER: _ClassVar[int]
    nodes: _containers.RepeatedCompositeFieldContainer[_entity_pb2.Node]
    edges: _containers.RepeatedCompositeFieldContainer[_entity_pb2.Edge]
    weight: _decimal_pb2.Decimal
    def __init__(self, nodes: _Optional[_Iterable[_Union[_entity_pb2.Node, _Mapping]]] = ..., edges: _Optional[_Iterable[_Union[_entity_pb2.Edge, _Mapping]]] = ..., weight: _Optional[_Union[_decimal_pb2.Decimal, _Mapping]] = ...) -> None: ...

class WalkResponse(_message.Message):
    __slots__ = ("paths", "visited_count", "truncated", "timings")
    PATHS_FIELD_NUMBER: _ClassVar[int]
    VISITED_COUNT_FIELD_NUMBER: _ClassVar[int]
    TRUNCATED_FIELD_NUMBER: _ClassVar[int]
    TIMINGS_FIELD_NUMBER: _ClassVar[int]
    paths: _containers.RepeatedCompositeFieldContainer[Path]
    visited_count: int
    truncated: bool
    timings: _containers.RepeatedCompositeFieldContainer[_timing_pb2.StageTiming]
    def __init__(self, paths: _Optional[_Iterable[_Union[Path, _Mapping]]] = ..., visited_count: _Optional[int] = ..., truncated: _Optional[bool] = ..., timings: _Optional[_Iterable[_Union[_timing_pb2.StageTiming, _Mapping]]] = ...) -> None: ...

class ListNeighboursRequest(_message.Message):
    __slots__ = ("node_id", "edge_kinds", "page_size", "page_token")
    NODE_ID_FIELD_NUMBER: _ClassVar[int]
    EDGE_KINDS_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    node_id: str
    edge_kinds: _containers.RepeatedScalarFieldContainer[_entity_pb2.EdgeKind]
    page_size: int
    page_token: str
    def __init__(self, node_id: _Optional[str] = ..., edge_kinds: _Optional[_Iterable[_Union[_entity_pb2.EdgeKind, str]]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class Neighbour(_message.Message):
    __slots__ = ("edge", "node")
    EDGE_FIELD_NUMBER: _ClassVar[int]
    NODE_FIELD_NUMBER: _ClassVar[int]
    edge: _entity_pb2.Edge
    node: _entity_pb2.Node
    def __init__(self, edge: _Optional[_Union[_entity_pb2.Edge, _Mapping]] = ..., node: _Optional[_Union[_entity_pb2.Node, _Mapping]] = ...) -> None: ...

class ListNeighboursResponse(_message.Message):
    __slots__ = ("neighbours", "next_page_token")
    NEIGHBOURS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    neighbours: _containers.RepeatedCompositeFieldContainer[Neighbour]
    next_page_token: str
    def __init__(self, neighbours: _Optional[_Iterable[_Union[Neighbour, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

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
