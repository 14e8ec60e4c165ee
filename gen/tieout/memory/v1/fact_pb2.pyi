import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.type import date_pb2 as _date_pb2
from google.type import decimal_pb2 as _decimal_pb2
from google.type import money_pb2 as _money_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class FactRank(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FACT_RANK_UNSPECIFIED: _ClassVar[FactRank]
    FACT_RANK_STATED: _ClassVar[FactRank]
    FACT_RANK_CONFIRMED: _ClassVar[FactRank]
    FACT_RANK_DERIVED: _ClassVar[FactRank]
    FACT_RANK_INFERRED: _ClassVar[FactRank]

class FactState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FACT_STATE_UNSPECIFIED: _ClassVar[FactState]
    FACT_STATE_CURRENT: _ClassVar[FactState]
    FACT_STATE_SUPERSEDED: _ClassVar[FactState]
    FACT_STATE_RETRACTED: _ClassVar[FactState]
    FACT_STATE_UNKNOWN: _ClassVar[FactState]

class FactAttribute(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FACT_ATTRIBUTE_UNSPECIFIED: _ClassVar[FactAttribute]
    FACT_ATTRIBUTE_NAME_FOR: _ClassVar[FactAttribute]
    FACT_ATTRIBUTE_RENT: _ClassVar[FactAttribute]
    FACT_ATTRIBUTE_PAY_DAY: _ClassVar[FactAttribute]
    FACT_ATTRIBUTE_SAVINGS_GOAL: _ClassVar[FactAttribute]
    FACT_ATTRIBUTE_BUDGET: _ClassVar[FactAttribute]
    FACT_ATTRIBUTE_INCOME: _ClassVar[FactAttribute]
    FACT_ATTRIBUTE_HOME: _ClassVar[FactAttribute]
    FACT_ATTRIBUTE_NOTE: _ClassVar[FactAttribute]
FACT_RANK_UNSPECIFIED: FactRank
FACT_RANK_STATED: FactRank
FACT_RANK_CONFIRMED: FactRank
FACT_RANK_DERIVED: FactRank
FACT_RANK_INFERRED: FactRank
FACT_STATE_UNSPECIFIED: FactState
FACT_STATE_CURRENT: FactState
FACT_STATE_SUPERSEDED: FactState
FACT_STATE_RETRACTED: FactState
FACT_STATE_UNKNOWN: FactState
FACT_ATTRIBUTE_UNSPECIFIED: FactAttribute
FACT_ATTRIBUTE_NAME_FOR: FactAttribute
FACT_ATTRIBUTE_RENT: FactAttribute
FACT_ATTRIBUTE_PAY_DAY: FactAttribute
FACT_ATTRIBUTE_SAVINGS_GOAL: FactAttribute
FACT_ATTRIBUTE_BUDGET: FactAttribute
FACT_ATTRIBUTE_INCOME: FactAttribute
FACT_ATTRIBUTE_HOME: FactAttribute
FACT_ATTRIBUTE_NOTE: FactAttribute

class FactValue(_message.Message):
    __slots__ = ("text", "money", "date", "number", "due_date", "per")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    MONEY_FIELD_NUMBER: _ClassVar[int]
    DATE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    DUE_DATE_FIELD_NUMBER: _ClassVar[int]
    PER_FIELD_NUMBER: _ClassVar[int]
    text: str
    money: _money_pb2.Money
    date: _date_pb2.Date
    number: _decimal_pb2.Decimal
    due_date: _date_pb2.Date
    per: str
    def __init__(self, text: _Optional[str] = ..., money: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., date: _Optional[_Union[_date_pb2.Date, _Mapping]] = ..., number: _Optional[_Union[_decimal_pb2.Decimal, _Mapping]] = ..., due_date: _Optional[_Union[_date_pb2.Date, _Mapping]] = ..., per: _Optional[str] = ...) -> None: ...

class Fact(_message.Message):
    __slots__ = ("fact_id", "subject", "attribute", "qualifier", "value", "rank", "state", "valid_from_time", "valid_to_time", "record_time", "retract_time", "statement_id", "quotation", "row_ids", "input_fact_ids", "supersedes_fact_id", "superseded_by_fact_id", "statement_count", "stated_time")
    FACT_ID_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTE_FIELD_NUMBER: _ClassVar[int]
    QUALIFIER_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    VALID_FROM_TIME_FIELD_NUMBER: _ClassVar[int]
    VALID_TO_TIME_FIELD_NUMBER: _ClassVar[int]
    RECORD_TIME_FIELD_NUMBER: _ClassVar[int]
    RETRACT_TIME_FIELD_NUMBER: _ClassVar[int]
    STATEMENT_ID_FIELD_NUMBER: _ClassVar[int]
    QUOTATION_FIELD_NUMBER: _ClassVar[int]
    ROW_IDS_FIELD_NUMBER: _ClassVar[int]
    INPUT_FACT_IDS_FIELD_NUMBER: _ClassVar[int]
    SUPERSEDES_FACT_ID_FIELD_NUMBER: _ClassVar[int]
    SUPERSEDED_BY_FACT_ID_FIELD_NUMBER: _ClassVar[int]
    STATEMENT_COUNT_FIELD_NUMBER: _ClassVar[int]
    STATED_TIME_FIELD_NUMBER: _ClassVar[int]
    fact_id: str
    subject: str
    attribute: FactAttribute
    qualifier: str
    value: FactValue
    rank: FactRank
    state: FactState
    valid_from_time: _timestamp_pb2.Timestamp
    valid_to_time: _timestamp_pb2.Timestamp
    record_time: _timestamp_pb2.Timestamp
    retract_time: _timestamp_pb2.Timestamp
    statement_id: str
    quotation: str
    row_ids: _containers.RepeatedScalarFieldContainer[str]
    input_fact_ids: _containers.RepeatedScalarFieldContainer[str]
    supersedes_fact_id: str
    superseded_by_fact_id: str
    statement_count: int
    stated_time: _timestamp_pb2.Timestamp
    def __init__(self, fact_id: _Optional[str] = ..., subject: _Optional[str] = ..., attribute: _Optional[_Union[FactAttribute, str]] = ..., qualifier: _Optional[str] = ..., value: _Optional[_Union[FactValue, _Mapping]] = ..., rank: _Optional[_Union[FactRank, str]] = ..., state: _Optional[_Union[FactState, str]] = ..., valid_from_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., valid_to_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., record_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., retract_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., statement_id: _Optional[str] = ..., quotation: _Optional[str] = ..., row_ids: _Optional[_Iterable[str]] = ..., input_fact_ids: _Optional[_Iterable[str]] = ..., supersedes_fact_id: _Optional[str] = ..., superseded_by_fact_id: _Optional[str] = ..., statement_count: _Optional[int] = ..., stated_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...
