from google.type import decimal_pb2 as _decimal_pb2
from tieout.type.v1 import evidence_pb2 as _evidence_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SearchState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEARCH_STATE_UNSPECIFIED: _ClassVar[SearchState]
    SEARCH_STATE_KEYWORD_CONFIDENT: _ClassVar[SearchState]
    SEARCH_STATE_NEEDS_VECTOR: _ClassVar[SearchState]
    SEARCH_STATE_FUSED: _ClassVar[SearchState]
    SEARCH_STATE_KEYWORD_ONLY: _ClassVar[SearchState]
    SEARCH_STATE_NO_DOCUMENTS: _ClassVar[SearchState]
SEARCH_STATE_UNSPECIFIED: SearchState
SEARCH_STATE_KEYWORD_CONFIDENT: SearchState
SEARCH_STATE_NEEDS_VECTOR: SearchState
SEARCH_STATE_FUSED: SearchState
SEARCH_STATE_KEYWORD_ONLY: SearchState
SEARCH_STATE_NO_DOCUMENTS: SearchState

class PassageBlock(_message.Message):
    __slots__ = ("start", "end", "term_coverage")
    START_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    TERM_COVERAGE_FIELD_NUMBER: _ClassVar[int]
    start: int
    end: int
    term_coverage: float
    def __init__(self, start: _Optional[int] = ..., end: _Optional[int] = ..., term_coverage: _Optional[float] = ...) -> None: ...

class SearchHit(_message.Message):
    __slots__ = ("passage", "keyword_score", "keyword_rank", "vector_score", "vector_rank", "fused_score", "term_coverage", "collapsed_chunk_ids", "fused_rank", "rerank_score", "blocks")
    PASSAGE_FIELD_NUMBER: _ClassVar[int]
    KEYWORD_SCORE_FIELD_NUMBER: _ClassVar[int]
    KEYWORD_RANK_FIELD_NUMBER: _ClassVar[int]
    VECTOR_SCORE_FIELD_NUMBER: _ClassVar[int]
    VECTOR_RANK_FIELD_NUMBER: _ClassVar[int]
    FUSED_SCORE_FIELD_NUMBER: _ClassVar[int]
    TERM_COVERAGE_FIELD_NUMBER: _ClassVar[int]
    COLLAPSED_CHUNK_IDS_FIELD_NUMBER: _ClassVar[int]
    FUSED_RANK_FIELD_NUMBER: _ClassVar[int]
    RERANK_SCORE_FIELD_NUMBER: _ClassVar[int]
    BLOCKS_FIELD_NUMBER: _ClassVar[int]
    passage: _evidence_pb2.Passage
    keyword_score: float
    keyword_rank: int
    vector_score: float
    vector_rank: int
    fused_score: float
    term_coverage: float
    collapsed_chunk_ids: _containers.RepeatedScalarFieldContainer[str]
    fused_rank: int
    rerank_score: float
    blocks: _containers.RepeatedCompositeFieldContainer[PassageBlock]
    def __init__(self, passage: _Optional[_Union[_evidence_pb2.Passage, _Mapping]] = ..., keyword_score: _Optional[float] = ..., keyword_rank: _Optional[int] = ..., vector_score: _Optional[float] = ..., vector_rank: _Optional[int] = ..., fused_score: _Optional[float] = ..., term_coverage: _Optional[float] = ..., collapsed_chunk_ids: _Optional[_Iterable[str]] = ..., fused_rank: _Optional[int] = ..., rerank_score: _Optional[float] = ..., blocks: _Optional[_Iterable[_Union[PassageBlock, _Mapping]]] = ...) -> None: ...

class SearchSummary(_message.Message):
    __slots__ = ("state", "space_id", "floor", "missing_vector_count", "searched_count", "unmatched_terms", "usable_space_ids", "refused_vector_count")
    STATE_FIELD_NUMBER: _ClassVar[int]
    SPACE_ID_FIELD_NUMBER: _ClassVar[int]
    FLOOR_FIELD_NUMBER: _ClassVar[int]
    MISSING_VECTOR_COUNT_FIELD_NUMBER: _ClassVar[int]
    SEARCHED_COUNT_FIELD_NUMBER: _ClassVar[int]
    UNMATCHED_TERMS_FIELD_NUMBER: _ClassVar[int]
    USABLE_SPACE_IDS_FIELD_NUMBER: _ClassVar[int]
    REFUSED_VECTOR_COUNT_FIELD_NUMBER: _ClassVar[int]
    state: SearchState
    space_id: str
    floor: _decimal_pb2.Decimal
    missing_vector_count: int
    searched_count: int
    unmatched_terms: _containers.RepeatedScalarFieldContainer[str]
    usable_space_ids: _containers.RepeatedScalarFieldContainer[str]
    refused_vector_count: int
    def __init__(self, state: _Optional[_Union[SearchState, str]] = ..., space_id: _Optional[str] = ..., floor: _Optional[_Union[_decimal_pb2.Decimal, _Mapping]] = ..., missing_vector_count: _Optional[int] = ..., searched_count: _Optional[int] = ..., unmatched_terms: _Optional[_Iterable[str]] = ..., usable_space_ids: _Optional[_Iterable[str]] = ..., refused_vector_count: _Optional[int] = ...) -> None: ...
