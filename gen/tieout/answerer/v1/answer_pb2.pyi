import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.type import date_pb2 as _date_pb2
from google.type import decimal_pb2 as _decimal_pb2
from google.type import money_pb2 as _money_pb2
from tieout.answerer.v1 import plan_pb2 as _plan_pb2
from tieout.type.v1 import evidence_pb2 as _evidence_pb2
from tieout.type.v1 import ledger_pb2 as _ledger_pb2
from tieout.type.v1 import timing_pb2 as _timing_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class FigureOp(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FIGURE_OP_UNSPECIFIED: _ClassVar[FigureOp]
    FIGURE_OP_ROW_SUM: _ClassVar[FigureOp]
    FIGURE_OP_ROW_COUNT: _ClassVar[FigureOp]
    FIGURE_OP_ROW_AMOUNT: _ClassVar[FigureOp]
    FIGURE_OP_CELL: _ClassVar[FigureOp]
    FIGURE_OP_FACT: _ClassVar[FigureOp]
    FIGURE_OP_CONSTANT: _ClassVar[FigureOp]
    FIGURE_OP_ADD: _ClassVar[FigureOp]
    FIGURE_OP_SUBTRACT: _ClassVar[FigureOp]
    FIGURE_OP_MULTIPLY: _ClassVar[FigureOp]
    FIGURE_OP_DIVIDE: _ClassVar[FigureOp]
    FIGURE_OP_PERCENT_CHANGE: _ClassVar[FigureOp]
    FIGURE_OP_PERCENT_OF: _ClassVar[FigureOp]
    FIGURE_OP_AVERAGE: _ClassVar[FigureOp]
    FIGURE_OP_NEGATE: _ClassVar[FigureOp]
    FIGURE_OP_MAX: _ClassVar[FigureOp]
    FIGURE_OP_MIN: _ClassVar[FigureOp]
    FIGURE_OP_COUNT: _ClassVar[FigureOp]
    FIGURE_OP_MEDIAN: _ClassVar[FigureOp]
    FIGURE_OP_DAYS_BETWEEN: _ClassVar[FigureOp]
    FIGURE_OP_NEXT_DAY: _ClassVar[FigureOp]

class FigureUnit(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FIGURE_UNIT_UNSPECIFIED: _ClassVar[FigureUnit]
    FIGURE_UNIT_MONEY: _ClassVar[FigureUnit]
    FIGURE_UNIT_COUNT: _ClassVar[FigureUnit]
    FIGURE_UNIT_PERCENT: _ClassVar[FigureUnit]
    FIGURE_UNIT_PERCENTAGE_POINT: _ClassVar[FigureUnit]
    FIGURE_UNIT_DAYS: _ClassVar[FigureUnit]
    FIGURE_UNIT_WEEKS: _ClassVar[FigureUnit]
    FIGURE_UNIT_MONTHS: _ClassVar[FigureUnit]
    FIGURE_UNIT_YEARS: _ClassVar[FigureUnit]
    FIGURE_UNIT_DATE: _ClassVar[FigureUnit]

class Polarity(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    POLARITY_UNSPECIFIED: _ClassVar[Polarity]
    POLARITY_YES: _ClassVar[Polarity]
    POLARITY_NO: _ClassVar[Polarity]

class RefusalReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REFUSAL_REASON_UNSPECIFIED: _ClassVar[RefusalReason]
    REFUSAL_REASON_NO_DATA: _ClassVar[RefusalReason]
    REFUSAL_REASON_OUT_OF_COVERAGE: _ClassVar[RefusalReason]
    REFUSAL_REASON_NOT_IN_DATA: _ClassVar[RefusalReason]
    REFUSAL_REASON_BELOW_FLOOR: _ClassVar[RefusalReason]
    REFUSAL_REASON_AMBIGUOUS: _ClassVar[RefusalReason]
    REFUSAL_REASON_CONFLICT: _ClassVar[RefusalReason]
    REFUSAL_REASON_OUT_OF_SCOPE: _ClassVar[RefusalReason]
    REFUSAL_REASON_UNSUPPORTED: _ClassVar[RefusalReason]
    REFUSAL_REASON_DEGRADED: _ClassVar[RefusalReason]

class GateStratum(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GATE_STRATUM_UNSPECIFIED: _ClassVar[GateStratum]
    GATE_STRATUM_LEDGER: _ClassVar[GateStratum]
    GATE_STRATUM_LOOKUP: _ClassVar[GateStratum]
    GATE_STRATUM_DOCUMENT: _ClassVar[GateStratum]
    GATE_STRATUM_MEMORY: _ClassVar[GateStratum]

class AnswerState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ANSWER_STATE_UNSPECIFIED: _ClassVar[AnswerState]
    ANSWER_STATE_CURRENT: _ClassVar[AnswerState]
    ANSWER_STATE_STALE: _ClassVar[AnswerState]
    ANSWER_STATE_ERASED: _ClassVar[AnswerState]
FIGURE_OP_UNSPECIFIED: FigureOp
FIGURE_OP_ROW_SUM: FigureOp
FIGURE_OP_ROW_COUNT: FigureOp
FIGURE_OP_ROW_AMOUNT: FigureOp
FIGURE_OP_CELL: FigureOp
FIGURE_OP_FACT: FigureOp
FIGURE_OP_CONSTANT: FigureOp
FIGURE_OP_ADD: FigureOp
FIGURE_OP_SUBTRACT: FigureOp
FIGURE_OP_MULTIPLY: FigureOp
FIGURE_OP_DIVIDE: FigureOp
FIGURE_OP_PERCENT_CHANGE: FigureOp
FIGURE_OP_PERCENT_OF: FigureOp
FIGURE_OP_AVERAGE: FigureOp
FIGURE_OP_NEGATE: FigureOp
FIGURE_OP_MAX: FigureOp
FIGURE_OP_MIN: FigureOp
FIGURE_OP_COUNT: FigureOp
FIGURE_OP_MEDIAN: FigureOp
FIGURE_OP_DAYS_BETWEEN: FigureOp
FIGURE_OP_NEXT_DAY: FigureOp
FIGURE_UNIT_UNSPECIFIED: FigureUnit
FIGURE_UNIT_MONEY: FigureUnit
FIGURE_UNIT_COUNT: FigureUnit
FIGURE_UNIT_PERCENT: FigureUnit
FIGURE_UNIT_PERCENTAGE_POINT: FigureUnit
FIGURE_UNIT_DAYS: FigureUnit
FIGURE_UNIT_WEEKS: FigureUnit
FIGURE_UNIT_MONTHS: FigureUnit
FIGURE_UNIT_YEARS: FigureUnit
FIGURE_UNIT_DATE: FigureUnit
POLARITY_UNSPECIFIED: Polarity
POLARITY_YES: Polarity
POLARITY_NO: Polarity
REFUSAL_REASON_UNSPECIFIED: RefusalReason
REFUSAL_REASON_NO_DATA: RefusalReason
REFUSAL_REASON_OUT_OF_COVERAGE: RefusalReason
REFUSAL_REASON_NOT_IN_DATA: RefusalReason
REFUSAL_REASON_BELOW_FLOOR: RefusalReason
REFUSAL_REASON_AMBIGUOUS: RefusalReason
REFUSAL_REASON_CONFLICT: RefusalReason
REFUSAL_REASON_OUT_OF_SCOPE: RefusalReason
REFUSAL_REASON_UNSUPPORTED: RefusalReason
REFUSAL_REASON_DEGRADED: RefusalReason
GATE_STRATUM_UNSPECIFIED: GateStratum
GATE_STRATUM_LEDGER: GateStratum
GATE_STRATUM_LOOKUP: GateStratum
GATE_STRATUM_DOCUMENT: GateStratum
GATE_STRATUM_MEMORY: GateStratum
ANSWER_STATE_UNSPECIFIED: AnswerState
ANSWER_STATE_CURRENT: AnswerState
ANSWER_STATE_STALE: AnswerState
ANSWER_STATE_ERASED: AnswerState

class RowLeaf(_message.Message):
    __slots__ = ("digest", "row_count", "row_ids", "filter", "row_sign", "source_transaction_ids")
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    ROW_COUNT_FIELD_NUMBER: _ClassVar[int]
    ROW_IDS_FIELD_NUMBER: _ClassVar[int]
    FILTER_FIELD_NUMBER: _ClassVar[int]
    ROW_SIGN_FIELD_NUMBER: _ClassVar[int]
    SOURCE_TRANSACTION_IDS_FIELD_NUMBER: _ClassVar[int]
    digest: str
    row_count: int
    row_ids: _containers.RepeatedScalarFieldContainer[str]
    filter: _ledger_pb2.LedgerFilter
    row_sign: int
    source_transaction_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, digest: _Optional[str] = ..., row_count: _Optional[int] = ..., row_ids: _Optional[_Iterable[str]] = ..., filter: _Optional[_Union[_ledger_pb2.LedgerFilter, _Mapping]] = ..., row_sign: _Optional[int] = ..., source_transaction_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class Figure(_message.Message):
    __slots__ = ("figure_id", "op", "input_ids", "value", "unit", "currency_code", "scale", "label", "formula", "rows", "cell", "citation", "rounding", "rendered", "side")
    FIGURE_ID_FIELD_NUMBER: _ClassVar[int]
    OP_FIELD_NUMBER: _ClassVar[int]
    INPUT_IDS_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    SCALE_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    FORMULA_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    CITATION_FIELD_NUMBER: _ClassVar[int]
    ROUNDING_FIELD_NUMBER: _ClassVar[int]
    RENDERED_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    figure_id: str
    op: FigureOp
    input_ids: _containers.RepeatedScalarFieldContainer[str]
    value: _decimal_pb2.Decimal
    unit: FigureUnit
    currency_code: str
    scale: _evidence_pb2.Scale
    label: str
    formula: str
    rows: RowLeaf
    cell: _evidence_pb2.Cell
    citation: str
    rounding: int
    rendered: str
    side: bool
    def __init__(self, figure_id: _Optional[str] = ..., op: _Optional[_Union[FigureOp, str]] = ..., input_ids: _Optional[_Iterable[str]] = ..., value: _Optional[_Union[_decimal_pb2.Decimal, _Mapping]] = ..., unit: _Optional[_Union[FigureUnit, str]] = ..., currency_code: _Optional[str] = ..., scale: _Optional[_Union[_evidence_pb2.Scale, str]] = ..., label: _Optional[str] = ..., formula: _Optional[str] = ..., rows: _Optional[_Union[RowLeaf, _Mapping]] = ..., cell: _Optional[_Union[_evidence_pb2.Cell, _Mapping]] = ..., citation: _Optional[str] = ..., rounding: _Optional[int] = ..., rendered: _Optional[str] = ..., side: _Optional[bool] = ...) -> None: ...

class TextPiece(_message.Message):
    __slots__ = ("rendered", "literal", "figure_id", "plan_value", "entity_id", "quotation_of", "citation", "row_id")
    RENDERED_FIELD_NUMBER: _ClassVar[int]
    LITERAL_FIELD_NUMBER: _ClassVar[int]
    FIGURE_ID_FIELD_NUMBER: _ClassVar[int]
    PLAN_VALUE_FIELD_NUMBER: _ClassVar[int]
    ENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    QUOTATION_OF_FIELD_NUMBER: _ClassVar[int]
    CITATION_FIELD_NUMBER: _ClassVar[int]
    ROW_ID_FIELD_NUMBER: _ClassVar[int]
    rendered: str
    literal: bool
    figure_id: str
    plan_value: str
    entity_id: str
    quotation_of: str
    citation: str
    row_id: str
    def __init__(self, rendered: _Optional[str] = ..., literal: _Optional[bool] = ..., figure_id: _Optional[str] = ..., plan_value: _Optional[str] = ..., entity_id: _Optional[str] = ..., quotation_of: _Optional[str] = ..., citation: _Optional[str] = ..., row_id: _Optional[str] = ...) -> None: ...

class AnswerValue(_message.Message):
    __slots__ = ("money", "money_by_currency", "number", "date", "text", "names", "rows", "document_figure")
    MONEY_FIELD_NUMBER: _ClassVar[int]
    MONEY_BY_CURRENCY_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    DATE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_FIGURE_FIELD_NUMBER: _ClassVar[int]
    money: _money_pb2.Money
    money_by_currency: MoneyByCurrency
    number: NumberValue
    date: _date_pb2.Date
    text: TextValue
    names: NameList
    rows: _ledger_pb2.RowSet
    document_figure: DocumentFigure
    def __init__(self, money: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., money_by_currency: _Optional[_Union[MoneyByCurrency, _Mapping]] = ..., number: _Optional[_Union[NumberValue, _Mapping]] = ..., date: _Optional[_Union[_date_pb2.Date, _Mapping]] = ..., text: _Optional[_Union[TextValue, _Mapping]] = ..., names: _Optional[_Union[NameList, _Mapping]] = ..., rows: _Optional[_Union[_ledger_pb2.RowSet, _Mapping]] = ..., document_figure: _Optional[_Union[DocumentFigure, _Mapping]] = ...) -> None: ...

class MoneyByCurrency(_message.Message):
    __slots__ = ("amounts",)
    AMOUNTS_FIELD_NUMBER: _ClassVar[int]
    amounts: _containers.RepeatedCompositeFieldContainer[_money_pb2.Money]
    def __init__(self, amounts: _Optional[_Iterable[_Union[_money_pb2.Money, _Mapping]]] = ...) -> None: ...

class NumberValue(_message.Message):
    __slots__ = ("value", "unit")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    value: _decimal_pb2.Decimal
    unit: FigureUnit
    def __init__(self, value: _Optional[_Union[_decimal_pb2.Decimal, _Mapping]] = ..., unit: _Optional[_Union[FigureUnit, str]] = ...) -> None: ...

class TextValue(_message.Message):
    __slots__ = ("text", "polarity")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    POLARITY_FIELD_NUMBER: _ClassVar[int]
    text: str
    polarity: Polarity
    def __init__(self, text: _Optional[str] = ..., polarity: _Optional[_Union[Polarity, str]] = ...) -> None: ...

class NameList(_message.Message):
    __slots__ = ("names", "ordered")
    NAMES_FIELD_NUMBER: _ClassVar[int]
    ORDERED_FIELD_NUMBER: _ClassVar[int]
    names: _containers.RepeatedScalarFieldContainer[str]
    ordered: bool
    def __init__(self, names: _Optional[_Iterable[str]] = ..., ordered: _Optional[bool] = ...) -> None: ...

class DocumentFigure(_message.Message):
    __slots__ = ("value", "scale", "currency_code", "unit")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    SCALE_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    value: _decimal_pb2.Decimal
    scale: _evidence_pb2.Scale
    currency_code: str
    unit: str
    def __init__(self, value: _Optional[_Union[_decimal_pb2.Decimal, _Mapping]] = ..., scale: _Optional[_Union[_evidence_pb2.Scale, str]] = ..., currency_code: _Optional[str] = ..., unit: _Optional[str] = ...) -> None: ...

class NoDataDetail(_message.Message):
    __slots__ = ("mention", "nearest_names")
    MENTION_FIELD_NUMBER: _ClassVar[int]
    NEAREST_NAMES_FIELD_NUMBER: _ClassVar[int]
    mention: str
    nearest_names: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, mention: _Optional[str] = ..., nearest_names: _Optional[_Iterable[str]] = ...) -> None: ...

class OutOfCoverageDetail(_message.Message):
    __slots__ = ("coverage",)
    COVERAGE_FIELD_NUMBER: _ClassVar[int]
    coverage: _ledger_pb2.Coverage
    def __init__(self, coverage: _Optional[_Union[_ledger_pb2.Coverage, _Mapping]] = ...) -> None: ...

class NotInDataDetail(_message.Message):
    __slots__ = ("missing", "held_instead")
    MISSING_FIELD_NUMBER: _ClassVar[int]
    HELD_INSTEAD_FIELD_NUMBER: _ClassVar[int]
    missing: str
    held_instead: str
    def __init__(self, missing: _Optional[str] = ..., held_instead: _Optional[str] = ...) -> None: ...

class BelowFloorDetail(_message.Message):
    __slots__ = ("best_score", "floor", "space_id")
    BEST_SCORE_FIELD_NUMBER: _ClassVar[int]
    FLOOR_FIELD_NUMBER: _ClassVar[int]
    SPACE_ID_FIELD_NUMBER: _ClassVar[int]
    best_score: _decimal_pb2.Decimal
    floor: _decimal_pb2.Decimal
    space_id: str
    def __init__(self, best_score: _Optional[_Union[_decimal_pb2.Decimal, _Mapping]] = ..., floor: _Optional[_Union[_decimal_pb2.Decimal, _Mapping]] = ..., space_id: _Optional[str] = ...) -> None: ...

class Reading(_message.Message):
    __slots__ = ("description", "plan", "figure")
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    description: str
    plan: _plan_pb2.Plan
    figure: Figure
    def __init__(self, description: _Optional[str] = ..., plan: _Optional[_Union[_plan_pb2.Plan, _Mapping]] = ..., figure: _Optional[_Union[Figure, _Mapping]] = ...) -> None: ...

class AmbiguousDetail(_message.Message):
    __slots__ = ("readings",)
    READINGS_FIELD_NUMBER: _ClassVar[int]
    readings: _containers.RepeatedCompositeFieldContainer[Reading]
    def __init__(self, readings: _Optional[_Iterable[_Union[Reading, _Mapping]]] = ...) -> None: ...

class ConflictDetail(_message.Message):
    __slots__ = ("sources",)
    SOURCES_FIELD_NUMBER: _ClassVar[int]
    sources: _containers.RepeatedCompositeFieldContainer[_evidence_pb2.Citation]
    def __init__(self, sources: _Optional[_Iterable[_Union[_evidence_pb2.Citation, _Mapping]]] = ...) -> None: ...

class UnsupportedDetail(_message.Message):
    __slots__ = ("nearest_question", "nearest_plan")
    NEAREST_QUESTION_FIELD_NUMBER: _ClassVar[int]
    NEAREST_PLAN_FIELD_NUMBER: _ClassVar[int]
    nearest_question: str
    nearest_plan: _plan_pb2.Plan
    def __init__(self, nearest_question: _Optional[str] = ..., nearest_plan: _Optional[_Union[_plan_pb2.Plan, _Mapping]] = ...) -> None: ...

class DegradedDetail(_message.Message):
    __slots__ = ("part",)
    PART_FIELD_NUMBER: _ClassVar[int]
    part: str
    def __init__(self, part: _Optional[str] = ...) -> None: ...

class Refusal(_message.Message):
    __slots__ = ("reason", "no_data", "out_of_coverage", "not_in_data", "below_floor", "ambiguous", "conflict", "unsupported", "degraded")
    REASON_FIELD_NUMBER: _ClassVar[int]
    NO_DATA_FIELD_NUMBER: _ClassVar[int]
    OUT_OF_COVERAGE_FIELD_NUMBER: _ClassVar[int]
    NOT_IN_DATA_FIELD_NUMBER: _ClassVar[int]
    BELOW_FLOOR_FIELD_NUMBER: _ClassVar[int]
    AMBIGUOUS_FIELD_NUMBER: _ClassVar[int]
    CONFLICT_FIELD_NUMBER: _ClassVar[int]
    UNSUPPORTED_FIELD_NUMBER: _ClassVar[int]
    DEGRADED_FIELD_NUMBER: _ClassVar[int]
    reason: RefusalReason
    no_data: NoDataDetail
    out_of_coverage: OutOfCoverageDetail
    not_in_data: NotInDataDetail
    below_floor: BelowFloorDetail
    ambiguous: AmbiguousDetail
    conflict: ConflictDetail
    unsupported: UnsupportedDetail
    degraded: DegradedDetail
    def __init__(self, reason: _Optional[_Union[RefusalReason, str]] = ..., no_data: _Optional[_Union[NoDataDetail, _Mapping]] = ..., out_of_coverage: _Optional[_Union[OutOfCoverageDetail, _Mapping]] = ..., not_in_data: _Optional[_Union[NotInDataDetail, _Mapping]] = ..., below_floor: _Optional[_Union[BelowFloorDetail, _Mapping]] = ..., ambiguous: _Optional[_Union[AmbiguousDetail, _Mapping]] = ..., conflict: _Optional[_Union[ConflictDetail, _Mapping]] = ..., unsupported: _Optional[_Union[UnsupportedDetail, _Mapping]] = ..., degraded: _Optional[_Union[DegradedDetail, _Mapping]] = ...) -> None: ...

class Grounded(_message.Message):
    __slots__ = ("value", "value_figure_id", "row_set")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIGURE_ID_FIELD_NUMBER: _ClassVar[int]
    ROW_SET_FIELD_NUMBER: _ClassVar[int]
    value: AnswerValue
    value_figure_id: str
    row_set: _ledger_pb2.RowSet
    def __init__(self, value: _Optional[_Union[AnswerValue, _Mapping]] = ..., value_figure_id: _Optional[str] = ..., row_set: _Optional[_Union[_ledger_pb2.RowSet, _Mapping]] = ...) -> None: ...

class Degradation(_message.Message):
    __slots__ = ("part", "effect")
    PART_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    part: str
    effect: str
    def __init__(self, part: _Optional[str] = ..., effect: _Optional[str] = ...) -> None: ...

class Gate(_message.Message):
    __slots__ = ("stratum", "score", "threshold", "calibration_version")
    STRATUM_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    THRESHOLD_FIELD_NUMBER: _ClassVar[int]
    CALIBRATION_VERSION_FIELD_NUMBER: _ClassVar[int]
    stratum: GateStratum
    score: float
    threshold: float
    calibration_version: str
    def __init__(self, stratum: _Optional[_Union[GateStratum, str]] = ..., score: _Optional[float] = ..., threshold: _Optional[float] = ..., calibration_version: _Optional[str] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("answer_id", "grounded", "refusal", "text", "pieces", "citations", "figures", "plan", "ledger_revision", "coverage", "degraded", "gate", "timings", "state", "create_time", "notices", "other_readings")
    ANSWER_ID_FIELD_NUMBER: _ClassVar[int]
    GROUNDED_FIELD_NUMBER: _ClassVar[int]
    REFUSAL_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    PIECES_FIELD_NUMBER: _ClassVar[int]
    CITATIONS_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    LEDGER_REVISION_FIELD_NUMBER: _ClassVar[int]
    COVERAGE_FIELD_NUMBER: _ClassVar[int]
    DEGRADED_FIELD_NUMBER: _ClassVar[int]
    GATE_FIELD_NUMBER: _ClassVar[int]
    TIMINGS_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    NOTICES_FIELD_NUMBER: _ClassVar[int]
    OTHER_READINGS_FIELD_NUMBER: _ClassVar[int]
    answer_id: str
    grounded: Grounded
    refusal: Refusal
    text: str
    pieces: _containers.RepeatedCompositeFieldContainer[TextPiece]
    citations: _containers.RepeatedCompositeFieldContainer[_evidence_pb2.Citation]
    figures: _containers.RepeatedCompositeFieldContainer[Figure]
    plan: _plan_pb2.Plan
    ledger_revision: int
    coverage: _ledger_pb2.Coverage
    degraded: _containers.RepeatedCompositeFieldContainer[Degradation]
    gate: Gate
    timings: _containers.RepeatedCompositeFieldContainer[_timing_pb2.StageTiming]
    state: AnswerState
    create_time: _timestamp_pb2.Timestamp
    notices: _containers.RepeatedScalarFieldContainer[str]
    other_readings: _containers.RepeatedCompositeFieldContainer[Reading]
    def __init__(self, answer_id: _Optional[str] = ..., grounded: _Optional[_Union[Grounded, _Mapping]] = ..., refusal: _Optional[_Union[Refusal, _Mapping]] = ..., text: _Optional[str] = ..., pieces: _Optional[_Iterable[_Union[TextPiece, _Mapping]]] = ..., citations: _Optional[_Iterable[_Union[_evidence_pb2.Citation, _Mapping]]] = ..., figures: _Optional[_Iterable[_Union[Figure, _Mapping]]] = ..., plan: _Optional[_Union[_plan_pb2.Plan, _Mapping]] = ..., ledger_revision: _Optional[int] = ..., coverage: _Optional[_Union[_ledger_pb2.Coverage, _Mapping]] = ..., degraded: _Optional[_Iterable[_Union[Degradation, _Mapping]]] = ..., gate: _Optional[_Union[Gate, _Mapping]] = ..., timings: _Optional[_Iterable[_Union[_timing_pb2.StageTiming, _Mapping]]] = ..., state: _Optional[_Union[AnswerState, str]] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., notices: _Optional[_Iterable[str]] = ..., other_readings: _Optional[_Iterable[_Union[Reading, _Mapping]]] = ...) -> None: ...
