from google.type import date_pb2 as _date_pb2
from google.type import decimal_pb2 as _decimal_pb2
from tieout.memory.v1 import fact_pb2 as _fact_pb2
from tieout.retriever.v1 import retriever_service_pb2 as _retriever_service_pb2
from tieout.type.v1 import ledger_pb2 as _ledger_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Measure(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MEASURE_UNSPECIFIED: _ClassVar[Measure]
    MEASURE_SUM: _ClassVar[Measure]
    MEASURE_COUNT: _ClassVar[Measure]
    MEASURE_AVERAGE: _ClassVar[Measure]
    MEASURE_MEDIAN: _ClassVar[Measure]
    MEASURE_MINIMUM: _ClassVar[Measure]
    MEASURE_MAXIMUM: _ClassVar[Measure]
    MEASURE_FIRST: _ClassVar[Measure]
    MEASURE_LAST: _ClassVar[Measure]
    MEASURE_LIST: _ClassVar[Measure]
    MEASURE_SHARE: _ClassVar[Measure]
    MEASURE_CHANGE: _ClassVar[Measure]
    MEASURE_COMPARE: _ClassVar[Measure]
    MEASURE_LOOK_UP: _ClassVar[Measure]
    MEASURE_QUOTE: _ClassVar[Measure]
    MEASURE_EXISTS: _ClassVar[Measure]
    MEASURE_DAYS_SINCE: _ClassVar[Measure]
    MEASURE_TOP: _ClassVar[Measure]
    MEASURE_RECURRING: _ClassVar[Measure]
    MEASURE_PRICE_STEP: _ClassVar[Measure]
    MEASURE_RECALL: _ClassVar[Measure]

class Subject(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SUBJECT_UNSPECIFIED: _ClassVar[Subject]
    SUBJECT_LEDGER: _ClassVar[Subject]
    SUBJECT_DOCUMENTS: _ClassVar[Subject]
    SUBJECT_MEMORY: _ClassVar[Subject]

class Netting(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NETTING_UNSPECIFIED: _ClassVar[Netting]
    NETTING_NET: _ClassVar[Netting]
    NETTING_GROSS: _ClassVar[Netting]
    NETTING_REFUNDS: _ClassVar[Netting]
    NETTING_INFLOW: _ClassVar[Netting]

class Per(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PER_UNSPECIFIED: _ClassVar[Per]
    PER_PURCHASE: _ClassVar[Per]
    PER_DAY: _ClassVar[Per]
    PER_WEEK: _ClassVar[Per]
    PER_MONTH: _ClassVar[Per]
    PER_YEAR: _ClassVar[Per]

class AnswerForm(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ANSWER_FORM_UNSPECIFIED: _ClassVar[AnswerForm]
    ANSWER_FORM_MONEY: _ClassVar[AnswerForm]
    ANSWER_FORM_NUMBER: _ClassVar[AnswerForm]
    ANSWER_FORM_PERCENT: _ClassVar[AnswerForm]
    ANSWER_FORM_DATE: _ClassVar[AnswerForm]
    ANSWER_FORM_NAME: _ClassVar[AnswerForm]
    ANSWER_FORM_NAMES: _ClassVar[AnswerForm]
    ANSWER_FORM_ROWS: _ClassVar[AnswerForm]
    ANSWER_FORM_YES_NO: _ClassVar[AnswerForm]
    ANSWER_FORM_QUOTATION: _ClassVar[AnswerForm]

class ResolutionSource(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RESOLUTION_SOURCE_UNSPECIFIED: _ClassVar[ResolutionSource]
    RESOLUTION_SOURCE_RETRIEVER: _ClassVar[ResolutionSource]
    RESOLUTION_SOURCE_MEMORY: _ClassVar[ResolutionSource]
    RESOLUTION_SOURCE_GRAPH: _ClassVar[ResolutionSource]
MEASURE_UNSPECIFIED: Measure
MEASURE_SUM: Measure
MEASURE_COUNT: Measure
MEASURE_AVERAGE: Measure
MEASURE_MEDIAN: Measure
MEASURE_MINIMUM: Measure
MEASURE_MAXIMUM: Measure
MEASURE_FIRST: Measure
MEASURE_LAST: Measure
MEASURE_LIST: Measure
MEASURE_SHARE: Measure
MEASURE_CHANGE: Measure
MEASURE_COMPARE: Measure
MEASURE_LOOK_UP: Measure
MEASURE_QUOTE: Measure
MEASURE_EXISTS: Measure
MEASURE_DAYS_SINCE: Measure
MEASURE_TOP: Measure
MEASURE_RECURRING: Measure
MEASURE_PRICE_STEP: Measure
MEASURE_RECALL: Measure
SUBJECT_UNSPECIFIED: Subject
SUBJECT_LEDGER: Subject
SUBJECT_DOCUMENTS: Subject
SUBJECT_MEMORY: Subject
NETTING_UNSPECIFIED: Netting
NETTING_NET: Netting
NETTING_GROSS: Netting
NETTING_REFUNDS: Netting
NETTING_INFLOW: Netting
PER_UNSPECIFIED: Per
PER_PURCHASE: Per
PER_DAY: Per
PER_WEEK: Per
PER_MONTH: Per
PER_YEAR: Per
ANSWER_FORM_UNSPECIFIED: AnswerForm
ANSWER_FORM_MONEY: AnswerForm
ANSWER_FORM_NUMBER: AnswerForm
ANSWER_FORM_PERCENT: AnswerForm
ANSWER_FORM_DATE: AnswerForm
ANSWER_FORM_NAME: AnswerForm
ANSWER_FORM_NAMES: AnswerForm
ANSWER_FORM_ROWS: AnswerForm
ANSWER_FORM_YES_NO: AnswerForm
ANSWER_FORM_QUOTATION: AnswerForm
RESOLUTION_SOURCE_UNSPECIFIED: ResolutionSource
RESOLUTION_SOURCE_RETRIEVER: ResolutionSource
RESOLUTION_SOURCE_MEMORY: ResolutionSource
RESOLUTION_SOURCE_GRAPH: ResolutionSource

class ResolvedName(_message.Message):
    __slots__ = ("text", "candidate", "source", "source_id")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_ID_FIELD_NUMBER: _ClassVar[int]
    text: str
    candidate: _retriever_service_pb2.Candidate
    source: ResolutionSource
    source_id: str
    def __init__(self, text: _Optional[str] = ..., candidate: _Optional[_Union[_retriever_service_pb2.Candidate, _Mapping]] = ..., source: _Optional[_Union[ResolutionSource, str]] = ..., source_id: _Optional[str] = ...) -> None: ...

class Selection(_message.Message):
    __slots__ = ("filter", "netting", "label", "period_label")
    FILTER_FIELD_NUMBER: _ClassVar[int]
    NETTING_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    PERIOD_LABEL_FIELD_NUMBER: _ClassVar[int]
    filter: _ledger_pb2.LedgerFilter
    netting: Netting
    label: str
    period_label: str
    def __init__(self, filter: _Optional[_Union[_ledger_pb2.LedgerFilter, _Mapping]] = ..., netting: _Optional[_Union[Netting, str]] = ..., label: _Optional[str] = ..., period_label: _Optional[str] = ...) -> None: ...

class DocumentQuery(_message.Message):
    __slots__ = ("text", "document_ids", "limit")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_IDS_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    text: str
    document_ids: _containers.RepeatedScalarFieldContainer[str]
    limit: int
    def __init__(self, text: _Optional[str] = ..., document_ids: _Optional[_Iterable[str]] = ..., limit: _Optional[int] = ...) -> None: ...

class FactQuery(_message.Message):
    __slots__ = ("attribute", "qualifier")
    ATTRIBUTE_FIELD_NUMBER: _ClassVar[int]
    QUALIFIER_FIELD_NUMBER: _ClassVar[int]
    attribute: _fact_pb2.FactAttribute
    qualifier: str
    def __init__(self, attribute: _Optional[_Union[_fact_pb2.FactAttribute, str]] = ..., qualifier: _Optional[str] = ...) -> None: ...

class Plan(_message.Message):
    __slots__ = ("subject", "measure", "selections", "per", "group_by", "order", "limit", "form", "document", "fact", "as_of_date", "time_zone", "names", "semantics_version", "rule", "reading", "constants")
    class ConstantsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: _decimal_pb2.Decimal
        def __init__(self, key: _Optional[str] = ..., value: _Optional[_Union[_decimal_pb2.Decimal, _Mapping]] = ...) -> None: ...
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    MEASURE_FIELD_NUMBER: _ClassVar[int]
    SELECTIONS_FIELD_NUMBER: _ClassVar[int]
    PER_FIELD_NUMBER: _ClassVar[int]
    GROUP_BY_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    FORM_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    FACT_FIELD_NUMBER: _ClassVar[int]
    AS_OF_DATE_FIELD_NUMBER: _ClassVar[int]
    TIME_ZONE_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    SEMANTICS_VERSION_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    READING_FIELD_NUMBER: _ClassVar[int]
    CONSTANTS_FIELD_NUMBER: _ClassVar[int]
    subject: Subject
    measure: Measure
    selections: _containers.RepeatedCompositeFieldContainer[Selection]
    per: Per
    group_by: _retriever_service_pb2.GroupKey
    order: _retriever_service_pb2.RowOrder
    limit: int
    form: AnswerForm
    document: DocumentQuery
    fact: FactQuery
    as_of_date: _date_pb2.Date
    time_zone: str
    names: _containers.RepeatedCompositeFieldContainer[ResolvedName]
    semantics_version: str
    rule: str
    reading: str
    constants: _containers.MessageMap[str, _decimal_pb2.Decimal]
    def __init__(self, subject: _Optional[_Union[Subject, str]] = ..., measure: _Optional[_Union[Measure, str]] = ..., selections: _Optional[_Iterable[_Union[Selection, _Mapping]]] = ..., per: _Optional[_Union[Per, str]] = ..., group_by: _Optional[_Union[_retriever_service_pb2.GroupKey, str]] = ..., order: _Optional[_Union[_retriever_service_pb2.RowOrder, str]] = ..., limit: _Optional[int] = ..., form: _Optional[_Union[AnswerForm, str]] = ..., document: _Optional[_Union[DocumentQuery, _Mapping]] = ..., fact: _Optional[_Union[FactQuery, _Mapping]] = ..., as_of_date: _Optional[_Union[_date_pb2.Date, _Mapping]] = ..., time_zone: _Optional[str] = ..., names: _Optional[_Iterable[_Union[ResolvedName, _Mapping]]] = ..., semantics_version: _Optional[str] = ..., rule: _Optional[str] = ..., reading: _Optional[str] = ..., constants: _Optional[_Mapping[str, _decimal_pb2.Decimal]] = ...) -> None: ...
