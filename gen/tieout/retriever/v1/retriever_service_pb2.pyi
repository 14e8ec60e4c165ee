from buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import field_mask_pb2 as _field_mask_pb2
from google.type import date_pb2 as _date_pb2
from google.type import money_pb2 as _money_pb2
from tieout.retriever.v1 import document_pb2 as _document_pb2
from tieout.retriever.v1 import import_pb2 as _import_pb2
from tieout.retriever.v1 import search_pb2 as _search_pb2
from tieout.type.v1 import erasure_pb2 as _erasure_pb2
from tieout.type.v1 import evidence_pb2 as _evidence_pb2
from tieout.type.v1 import ledger_pb2 as _ledger_pb2
from tieout.type.v1 import space_pb2 as _space_pb2
from tieout.type.v1 import timing_pb2 as _timing_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class UploadStage(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    UPLOAD_STAGE_UNSPECIFIED: _ClassVar[UploadStage]
    UPLOAD_STAGE_RECEIVED: _ClassVar[UploadStage]
    UPLOAD_STAGE_READING: _ClassVar[UploadStage]
    UPLOAD_STAGE_CUTTING: _ClassVar[UploadStage]
    UPLOAD_STAGE_STORING: _ClassVar[UploadStage]

class GroupKey(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GROUP_KEY_UNSPECIFIED: _ClassVar[GroupKey]
    GROUP_KEY_MERCHANT: _ClassVar[GroupKey]
    GROUP_KEY_CATEGORY: _ClassVar[GroupKey]
    GROUP_KEY_MONTH: _ClassVar[GroupKey]
    GROUP_KEY_ACCOUNT: _ClassVar[GroupKey]
    GROUP_KEY_COUNTERPARTY: _ClassVar[GroupKey]
    GROUP_KEY_YEAR: _ClassVar[GroupKey]
    GROUP_KEY_WEEK: _ClassVar[GroupKey]
    GROUP_KEY_DAY: _ClassVar[GroupKey]

class GroupOrder(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GROUP_ORDER_UNSPECIFIED: _ClassVar[GroupOrder]
    GROUP_ORDER_NET_SMALLEST: _ClassVar[GroupOrder]
    GROUP_ORDER_MOST_ROWS: _ClassVar[GroupOrder]
    GROUP_ORDER_FEWEST_ROWS: _ClassVar[GroupOrder]

class RowOrder(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROW_ORDER_UNSPECIFIED: _ClassVar[RowOrder]
    ROW_ORDER_NEWEST: _ClassVar[RowOrder]
    ROW_ORDER_LARGEST: _ClassVar[RowOrder]
    ROW_ORDER_SMALLEST: _ClassVar[RowOrder]

class MatchKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MATCH_KIND_UNSPECIFIED: _ClassVar[MatchKind]
    MATCH_KIND_ALIAS: _ClassVar[MatchKind]
    MATCH_KIND_EXACT: _ClassVar[MatchKind]
    MATCH_KIND_DESCRIPTIVE: _ClassVar[MatchKind]
    MATCH_KIND_FORMER_NAME: _ClassVar[MatchKind]
    MATCH_KIND_SHORTENED: _ClassVar[MatchKind]
    MATCH_KIND_FUZZY: _ClassVar[MatchKind]

class Cadence(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CADENCE_UNSPECIFIED: _ClassVar[Cadence]
    CADENCE_WEEKLY: _ClassVar[Cadence]
    CADENCE_MONTHLY: _ClassVar[Cadence]
    CADENCE_QUARTERLY: _ClassVar[Cadence]
    CADENCE_YEARLY: _ClassVar[Cadence]

class PageImageState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PAGE_IMAGE_STATE_UNSPECIFIED: _ClassVar[PageImageState]
    PAGE_IMAGE_STATE_DRAWN: _ClassVar[PageImageState]
    PAGE_IMAGE_STATE_NO_PAGES: _ClassVar[PageImageState]
    PAGE_IMAGE_STATE_NOT_KEPT: _ClassVar[PageImageState]
    PAGE_IMAGE_STATE_FAILED: _ClassVar[PageImageState]
    PAGE_IMAGE_STATE_OVER_LIMIT: _ClassVar[PageImageState]
UPLOAD_STAGE_UNSPECIFIED: UploadStage
UPLOAD_STAGE_RECEIVED: UploadStage
UPLOAD_STAGE_READING: UploadStage
UPLOAD_STAGE_CUTTING: UploadStage
UPLOAD_STAGE_STORING: UploadStage
GROUP_KEY_UNSPECIFIED: GroupKey
GROUP_KEY_MERCHANT: GroupKey
GROUP_KEY_CATEGORY: GroupKey
GROUP_KEY_MONTH: GroupKey
GROUP_KEY_ACCOUNT: GroupKey
GROUP_KEY_COUNTERPARTY: GroupKey
GROUP_KEY_YEAR: GroupKey
GROUP_KEY_WEEK: GroupKey
GROUP_KEY_DAY: GroupKey
GROUP_ORDER_UNSPECIFIED: GroupOrder
GROUP_ORDER_NET_SMALLEST: GroupOrder
GROUP_ORDER_MOST_ROWS: GroupOrder
GROUP_ORDER_FEWEST_ROWS: GroupOrder
ROW_ORDER_UNSPECIFIED: RowOrder
ROW_ORDER_NEWEST: RowOrder
ROW_ORDER_LARGEST: RowOrder
ROW_ORDER_SMALLEST: RowOrder
MATCH_KIND_UNSPECIFIED: MatchKind
MATCH_KIND_ALIAS: MatchKind
MATCH_KIND_EXACT: MatchKind
MATCH_KIND_DESCRIPTIVE: MatchKind
MATCH_KIND_FORMER_NAME: MatchKind
MATCH_KIND_SHORTENED: MatchKind
MATCH_KIND_FUZZY: MatchKind
CADENCE_UNSPECIFIED: Cadence
CADENCE_WEEKLY: Cadence
CADENCE_MONTHLY: Cadence
CADENCE_QUARTERLY: Cadence
CADENCE_YEARLY: Cadence
PAGE_IMAGE_STATE_UNSPECIFIED: PageImageState
PAGE_IMAGE_STATE_DRAWN: PageImageState
PAGE_IMAGE_STATE_NO_PAGES: PageImageState
PAGE_IMAGE_STATE_NOT_KEPT: PageImageState
PAGE_IMAGE_STATE_FAILED: PageImageState
PAGE_IMAGE_STATE_OVER_LIMIT: PageImageState

class ImportTransactionsRequest(_message.Message):
    __slots__ = ("header", "chunk")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    header: _import_pb2.ImportHeader
    chunk: bytes
    def __init__(self, header: _Optional[_Union[_import_pb2.ImportHeader, _Mapping]] = ..., chunk: _Optional[bytes] = ...) -> None: ...

class ImportTransactionsResponse(_message.Message):
    __slots__ = ("report",)
    REPORT_FIELD_NUMBER: _ClassVar[int]
    report: _import_pb2.ImportReport
    def __init__(self, report: _Optional[_Union[_import_pb2.ImportReport, _Mapping]] = ...) -> None: ...

class ImportTransactionsStreamRequest(_message.Message):
    __slots__ = ("header", "chunk")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    header: _import_pb2.ImportHeader
    chunk: bytes
    def __init__(self, header: _Optional[_Union[_import_pb2.ImportHeader, _Mapping]] = ..., chunk: _Optional[bytes] = ...) -> None: ...

class ImportTransactionsStreamResponse(_message.Message):
    __slots__ = ("sequence", "progress", "report")
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    REPORT_FIELD_NUMBER: _ClassVar[int]
    sequence: int
    progress: _import_pb2.ImportProgress
    report: _import_pb2.ImportReport
    def __init__(self, sequence: _Optional[int] = ..., progress: _Optional[_Union[_import_pb2.ImportProgress, _Mapping]] = ..., report: _Optional[_Union[_import_pb2.ImportReport, _Mapping]] = ...) -> None: ...

class PreviewImportRequest(_message.Message):
    __slots__ = ("header", "chunk")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    header: _import_pb2.ImportHeader
    chunk: bytes
    def __init__(self, header: _Optional[_Union[_import_pb2.ImportHeader, _Mapping]] = ..., chunk: _Optional[bytes] = ...) -> None: ...

class PreviewImportResponse(_message.Message):
    __slots__ = ("report", "rows", "options", "choices")
    REPORT_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    report: _import_pb2.ImportReport
    rows: _containers.RepeatedCompositeFieldContainer[_ledger_pb2.LedgerRow]
    options: _import_pb2.ImportOptions
    choices: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, report: _Optional[_Union[_import_pb2.ImportReport, _Mapping]] = ..., rows: _Optional[_Iterable[_Union[_ledger_pb2.LedgerRow, _Mapping]]] = ..., options: _Optional[_Union[_import_pb2.ImportOptions, _Mapping]] = ..., choices: _Optional[_Iterable[str]] = ...) -> None: ...

class UploadHeader(_message.Message):
    __slots__ = ("request_id", "file_name", "size_bytes", "sha256", "caller_key", "effective_date")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    FILE_NAME_FIELD_NUMBER: _ClassVar[int]
    SIZE_BYTES_FIELD_NUMBER: _ClassVar[int]
    SHA256_FIELD_NUMBER: _ClassVar[int]
    CALLER_KEY_FIELD_NUMBER: _ClassVar[int]
    EFFECTIVE_DATE_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    file_name: str
    size_bytes: int
    sha256: str
    caller_key: str
    effective_date: _date_pb2.Date
    def __init__(self, request_id: _Optional[str] = ..., file_name: _Optional[str] = ..., size_bytes: _Optional[int] = ..., sha256: _Optional[str] = ..., caller_key: _Optional[str] = ..., effective_date: _Optional[_Union[_date_pb2.Date, _Mapping]] = ...) -> None: ...

class UploadDocumentRequest(_message.Message):
    __slots__ = ("header", "chunk")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    header: UploadHeader
    chunk: bytes
    def __init__(self, header: _Optional[_Union[UploadHeader, _Mapping]] = ..., chunk: _Optional[bytes] = ...) -> None: ...

class UploadDocumentResponse(_message.Message):
    __slots__ = ("document",)
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    document: _document_pb2.Document
    def __init__(self, document: _Optional[_Union[_document_pb2.Document, _Mapping]] = ...) -> None: ...

class UploadDocumentStreamRequest(_message.Message):
    __slots__ = ("header", "chunk")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    header: UploadHeader
    chunk: bytes
    def __init__(self, header: _Optional[_Union[UploadHeader, _Mapping]] = ..., chunk: _Optional[bytes] = ...) -> None: ...

class UploadProgress(_message.Message):
    __slots__ = ("stage", "page", "page_count")
    STAGE_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    PAGE_COUNT_FIELD_NUMBER: _ClassVar[int]
    stage: UploadStage
    page: int
    page_count: int
    def __init__(self, stage: _Optional[_Union[UploadStage, str]] = ..., page: _Optional[int] = ..., page_count: _Optional[int] = ...) -> None: ...

class UploadDocumentStreamResponse(_message.Message):
    __slots__ = ("sequence", "progress", "document")
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    sequence: int
    progress: UploadProgress
    document: _document_pb2.Document
    def __init__(self, sequence: _Optional[int] = ..., progress: _Optional[_Union[UploadProgress, _Mapping]] = ..., document: _Optional[_Union[_document_pb2.Document, _Mapping]] = ...) -> None: ...

class RowAnnotation(_message.Message):
    __slots__ = ("row_id", "category_id", "tags", "note", "merchant_alias", "splits")
    ROW_ID_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_ID_FIELD_NUMBER: _ClassVar[int]
    TAGS_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    MERCHANT_ALIAS_FIELD_NUMBER: _ClassVar[int]
    SPLITS_FIELD_NUMBER: _ClassVar[int]
    row_id: str
    category_id: str
    tags: _containers.RepeatedScalarFieldContainer[str]
    note: str
    merchant_alias: str
    splits: _containers.RepeatedCompositeFieldContainer[RowSplit]
    def __init__(self, row_id: _Optional[str] = ..., category_id: _Optional[str] = ..., tags: _Optional[_Iterable[str]] = ..., note: _Optional[str] = ..., merchant_alias: _Optional[str] = ..., splits: _Optional[_Iterable[_Union[RowSplit, _Mapping]]] = ...) -> None: ...

class RowSplit(_message.Message):
    __slots__ = ("category_id", "amount", "merchant_name", "note")
    CATEGORY_ID_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    MERCHANT_NAME_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    category_id: str
    amount: _money_pb2.Money
    merchant_name: str
    note: str
    def __init__(self, category_id: _Optional[str] = ..., amount: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., merchant_name: _Optional[str] = ..., note: _Optional[str] = ...) -> None: ...

class AnnotateRowsRequest(_message.Message):
    __slots__ = ("request_id", "annotations", "update_mask")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    ANNOTATIONS_FIELD_NUMBER: _ClassVar[int]
    UPDATE_MASK_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    annotations: _containers.RepeatedCompositeFieldContainer[RowAnnotation]
    update_mask: _field_mask_pb2.FieldMask
    def __init__(self, request_id: _Optional[str] = ..., annotations: _Optional[_Iterable[_Union[RowAnnotation, _Mapping]]] = ..., update_mask: _Optional[_Union[_field_mask_pb2.FieldMask, _Mapping]] = ...) -> None: ...

class AnnotateRowsResponse(_message.Message):
    __slots__ = ("ledger_revision", "changed_count")
    LEDGER_REVISION_FIELD_NUMBER: _ClassVar[int]
    CHANGED_COUNT_FIELD_NUMBER: _ClassVar[int]
    ledger_revision: int
    changed_count: int
    def __init__(self, ledger_revision: _Optional[int] = ..., changed_count: _Optional[int] = ...) -> None: ...

class QueryLedgerRequest(_message.Message):
    __slots__ = ("filter", "group_by", "as_of_date", "ledger_revision", "order", "page_size", "with_row_ids", "without_rows", "max_groups", "group_order", "without_coverage", "with_out_set")
    FILTER_FIELD_NUMBER: _ClassVar[int]
    GROUP_BY_FIELD_NUMBER: _ClassVar[int]
    AS_OF_DATE_FIELD_NUMBER: _ClassVar[int]
    LEDGER_REVISION_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    WITH_ROW_IDS_FIELD_NUMBER: _ClassVar[int]
    WITHOUT_ROWS_FIELD_NUMBER: _ClassVar[int]
    MAX_GROUPS_FIELD_NUMBER: _ClassVar[int]
    GROUP_ORDER_FIELD_NUMBER: _ClassVar[int]
    WITHOUT_COVERAGE_FIELD_NUMBER: _ClassVar[int]
    WITH_OUT_SET_FIELD_NUMBER: _ClassVar[int]
    filter: _ledger_pb2.LedgerFilter
    group_by: GroupKey
    as_of_date: _date_pb2.Date
    ledger_revision: int
    order: RowOrder
    page_size: int
    with_row_ids: bool
    without_rows: bool
    max_groups: int
    group_order: GroupOrder
    without_coverage: bool
    with_out_set: bool
    def __init__(self, filter: _Optional[_Union[_ledger_pb2.LedgerFilter, _Mapping]] = ..., group_by: _Optional[_Union[GroupKey, str]] = ..., as_of_date: _Optional[_Union[_date_pb2.Date, _Mapping]] = ..., ledger_revision: _Optional[int] = ..., order: _Optional[_Union[RowOrder, str]] = ..., page_size: _Optional[int] = ..., with_row_ids: _Optional[bool] = ..., without_rows: _Optional[bool] = ..., max_groups: _Optional[int] = ..., group_order: _Optional[_Union[GroupOrder, str]] = ..., without_coverage: _Optional[bool] = ..., with_out_set: _Optional[bool] = ...) -> None: ...

class CurrencyTotal(_message.Message):
    __slots__ = ("row_sum", "out_sum", "in_sum", "row_count", "out_count", "in_count", "smallest_row", "largest_row")
    ROW_SUM_FIELD_NUMBER: _ClassVar[int]
    OUT_SUM_FIELD_NUMBER: _ClassVar[int]
    IN_SUM_FIELD_NUMBER: _ClassVar[int]
    ROW_COUNT_FIELD_NUMBER: _ClassVar[int]
    OUT_COUNT_FIELD_NUMBER: _ClassVar[int]
    IN_COUNT_FIELD_NUMBER: _ClassVar[int]
    SMALLEST_ROW_FIELD_NUMBER: _ClassVar[int]
    LARGEST_ROW_FIELD_NUMBER: _ClassVar[int]
    row_sum: _money_pb2.Money
    out_sum: _money_pb2.Money
    in_sum: _money_pb2.Money
    row_count: int
    out_count: int
    in_count: int
    smallest_row: _ledger_pb2.LedgerRow
    largest_row: _ledger_pb2.LedgerRow
    def __init__(self, row_sum: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., out_sum: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., in_sum: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., row_count: _Optional[int] = ..., out_count: _Optional[int] = ..., in_count: _Optional[int] = ..., smallest_row: _Optional[_Union[_ledger_pb2.LedgerRow, _Mapping]] = ..., largest_row: _Optional[_Union[_ledger_pb2.LedgerRow, _Mapping]] = ...) -> None: ...

class LedgerGroup(_message.Message):
    __slots__ = ("key", "label", "totals", "row_set", "first_row", "last_row", "in_set", "rule_ids", "out_set")
    KEY_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    TOTALS_FIELD_NUMBER: _ClassVar[int]
    ROW_SET_FIELD_NUMBER: _ClassVar[int]
    FIRST_ROW_FIELD_NUMBER: _ClassVar[int]
    LAST_ROW_FIELD_NUMBER: _ClassVar[int]
    IN_SET_FIELD_NUMBER: _ClassVar[int]
    RULE_IDS_FIELD_NUMBER: _ClassVar[int]
    OUT_SET_FIELD_NUMBER: _ClassVar[int]
    key: str
    label: str
    totals: _containers.RepeatedCompositeFieldContainer[CurrencyTotal]
    row_set: _ledger_pb2.RowSet
    first_row: _ledger_pb2.LedgerRow
    last_row: _ledger_pb2.LedgerRow
    in_set: _ledger_pb2.RowSet
    rule_ids: _containers.RepeatedScalarFieldContainer[str]
    out_set: _ledger_pb2.RowSet
    def __init__(self, key: _Optional[str] = ..., label: _Optional[str] = ..., totals: _Optional[_Iterable[_Union[CurrencyTotal, _Mapping]]] = ..., row_set: _Optional[_Union[_ledger_pb2.RowSet, _Mapping]] = ..., first_row: _Optional[_Union[_ledger_pb2.LedgerRow, _Mapping]] = ..., last_row: _Optional[_Union[_ledger_pb2.LedgerRow, _Mapping]] = ..., in_set: _Optional[_Union[_ledger_pb2.RowSet, _Mapping]] = ..., rule_ids: _Optional[_Iterable[str]] = ..., out_set: _Optional[_Union[_ledger_pb2.RowSet, _Mapping]] = ...) -> None: ...

class QueryLedgerResponse(_message.Message):
    __slots__ = ("total", "groups", "ledger_revision", "semantics_version", "coverage", "timings")
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    LEDGER_REVISION_FIELD_NUMBER: _ClassVar[int]
    SEMANTICS_VERSION_FIELD_NUMBER: _ClassVar[int]
    COVERAGE_FIELD_NUMBER: _ClassVar[int]
    TIMINGS_FIELD_NUMBER: _ClassVar[int]
    total: LedgerGroup
    groups: _containers.RepeatedCompositeFieldContainer[LedgerGroup]
    ledger_revision: int
    semantics_version: str
    coverage: _ledger_pb2.Coverage
    timings: _containers.RepeatedCompositeFieldContainer[_timing_pb2.StageTiming]
    def __init__(self, total: _Optional[_Union[LedgerGroup, _Mapping]] = ..., groups: _Optional[_Iterable[_Union[LedgerGroup, _Mapping]]] = ..., ledger_revision: _Optional[int] = ..., semantics_version: _Optional[str] = ..., coverage: _Optional[_Union[_ledger_pb2.Coverage, _Mapping]] = ..., timings: _Optional[_Iterable[_Union[_timing_pb2.StageTiming, _Mapping]]] = ...) -> None: ...

class ListRowsRequest(_message.Message):
    __slots__ = ("filter", "as_of_date", "ledger_revision", "order", "page_size", "page_token")
    FILTER_FIELD_NUMBER: _ClassVar[int]
    AS_OF_DATE_FIELD_NUMBER: _ClassVar[int]
    LEDGER_REVISION_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    filter: _ledger_pb2.LedgerFilter
    as_of_date: _date_pb2.Date
    ledger_revision: int
    order: RowOrder
    page_size: int
    page_token: str
    def __init__(self, filter: _Optional[_Union[_ledger_pb2.LedgerFilter, _Mapping]] = ..., as_of_date: _Optional[_Union[_date_pb2.Date, _Mapping]] = ..., ledger_revision: _Optional[int] = ..., order: _Optional[_Union[RowOrder, str]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListRowsResponse(_message.Message):
    __slots__ = ("rows", "next_page_token", "total_count", "ledger_revision")
    ROWS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    TOTAL_COUNT_FIELD_NUMBER: _ClassVar[int]
    LEDGER_REVISION_FIELD_NUMBER: _ClassVar[int]
    rows: _containers.RepeatedCompositeFieldContainer[_ledger_pb2.LedgerRow]
    next_page_token: str
    total_count: int
    ledger_revision: int
    def __init__(self, rows: _Optional[_Iterable[_Union[_ledger_pb2.LedgerRow, _Mapping]]] = ..., next_page_token: _Optional[str] = ..., total_count: _Optional[int] = ..., ledger_revision: _Optional[int] = ...) -> None: ...

class Mention(_message.Message):
    __slots__ = ("text", "kinds")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    text: str
    kinds: _containers.RepeatedScalarFieldContainer[_ledger_pb2.EntityKind]
    def __init__(self, text: _Optional[str] = ..., kinds: _Optional[_Iterable[_Union[_ledger_pb2.EntityKind, str]]] = ...) -> None: ...

class Candidate(_message.Message):
    __slots__ = ("kind", "entity_id", "display_name", "match", "similarity", "category_ids", "row_count", "near_merchant_ids")
    KIND_FIELD_NUMBER: _ClassVar[int]
    ENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SIMILARITY_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_IDS_FIELD_NUMBER: _ClassVar[int]
    ROW_COUNT_FIELD_NUMBER: _ClassVar[int]
    NEAR_MERCHANT_IDS_FIELD_NUMBER: _ClassVar[int]
    kind: _ledger_pb2.EntityKind
    entity_id: str
    display_name: str
    match: MatchKind
    similarity: float
    category_ids: _containers.RepeatedScalarFieldContainer[str]
    row_count: int
    near_merchant_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, kind: _Optional[_Union[_ledger_pb2.EntityKind, str]] = ..., entity_id: _Optional[str] = ..., display_name: _Optional[str] = ..., match: _Optional[_Union[MatchKind, str]] = ..., similarity: _Optional[float] = ..., category_ids: _Optional[_Iterable[str]] = ..., row_count: _Optional[int] = ..., near_merchant_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class NameSpan(_message.Message):
    __slots__ = ("start", "end", "candidates")
    START_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    CANDIDATES_FIELD_NUMBER: _ClassVar[int]
    start: int
    end: int
    candidates: _containers.RepeatedCompositeFieldContainer[Candidate]
    def __init__(self, start: _Optional[int] = ..., end: _Optional[int] = ..., candidates: _Optional[_Iterable[_Union[Candidate, _Mapping]]] = ...) -> None: ...

class ResolvedMention(_message.Message):
    __slots__ = ("text", "candidates", "nearest_names")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    CANDIDATES_FIELD_NUMBER: _ClassVar[int]
    NEAREST_NAMES_FIELD_NUMBER: _ClassVar[int]
    text: str
    candidates: _containers.RepeatedCompositeFieldContainer[Candidate]
    nearest_names: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, text: _Optional[str] = ..., candidates: _Optional[_Iterable[_Union[Candidate, _Mapping]]] = ..., nearest_names: _Optional[_Iterable[str]] = ...) -> None: ...

class ResolveNamesRequest(_message.Message):
    __slots__ = ("question", "mentions", "as_of_date")
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    MENTIONS_FIELD_NUMBER: _ClassVar[int]
    AS_OF_DATE_FIELD_NUMBER: _ClassVar[int]
    question: str
    mentions: _containers.RepeatedCompositeFieldContainer[Mention]
    as_of_date: _date_pb2.Date
    def __init__(self, question: _Optional[str] = ..., mentions: _Optional[_Iterable[_Union[Mention, _Mapping]]] = ..., as_of_date: _Optional[_Union[_date_pb2.Date, _Mapping]] = ...) -> None: ...

class ResolveNamesResponse(_message.Message):
    __slots__ = ("spans", "mentions", "coverage", "ledger_revision")
    SPANS_FIELD_NUMBER: _ClassVar[int]
    MENTIONS_FIELD_NUMBER: _ClassVar[int]
    COVERAGE_FIELD_NUMBER: _ClassVar[int]
    LEDGER_REVISION_FIELD_NUMBER: _ClassVar[int]
    spans: _containers.RepeatedCompositeFieldContainer[NameSpan]
    mentions: _containers.RepeatedCompositeFieldContainer[ResolvedMention]
    coverage: _ledger_pb2.Coverage
    ledger_revision: int
    def __init__(self, spans: _Optional[_Iterable[_Union[NameSpan, _Mapping]]] = ..., mentions: _Optional[_Iterable[_Union[ResolvedMention, _Mapping]]] = ..., coverage: _Optional[_Union[_ledger_pb2.Coverage, _Mapping]] = ..., ledger_revision: _Optional[int] = ...) -> None: ...

class PriceStep(_message.Message):
    __slots__ = ("before", "after")
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    before: _ledger_pb2.LedgerRow
    after: _ledger_pb2.LedgerRow
    def __init__(self, before: _Optional[_Union[_ledger_pb2.LedgerRow, _Mapping]] = ..., after: _Optional[_Union[_ledger_pb2.LedgerRow, _Mapping]] = ...) -> None: ...

class RecurringCharge(_message.Message):
    __slots__ = ("merchant_id", "merchant_name", "cadence", "latest_row", "price_steps", "active", "charge_count", "subscription")
    MERCHANT_ID_FIELD_NUMBER: _ClassVar[int]
    MERCHANT_NAME_FIELD_NUMBER: _ClassVar[int]
    CADENCE_FIELD_NUMBER: _ClassVar[int]
    LATEST_ROW_FIELD_NUMBER: _ClassVar[int]
    PRICE_STEPS_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    CHARGE_COUNT_FIELD_NUMBER: _ClassVar[int]
    SUBSCRIPTION_FIELD_NUMBER: _ClassVar[int]
    merchant_id: str
    merchant_name: str
    cadence: Cadence
    latest_row: _ledger_pb2.LedgerRow
    price_steps: _containers.RepeatedCompositeFieldContainer[PriceStep]
    active: bool
    charge_count: int
    subscription: bool
    def __init__(self, merchant_id: _Optional[str] = ..., merchant_name: _Optional[str] = ..., cadence: _Optional[_Union[Cadence, str]] = ..., latest_row: _Optional[_Union[_ledger_pb2.LedgerRow, _Mapping]] = ..., price_steps: _Optional[_Iterable[_Union[PriceStep, _Mapping]]] = ..., active: _Optional[bool] = ..., charge_count: _Optional[int] = ..., subscription: _Optional[bool] = ...) -> None: ...

class ListRecurringRequest(_message.Message):
    __slots__ = ("as_of_date", "ledger_revision", "merchant_id")
    AS_OF_DATE_FIELD_NUMBER: _ClassVar[int]
    LEDGER_REVISION_FIELD_NUMBER: _ClassVar[int]
    MERCHANT_ID_FIELD_NUMBER: _ClassVar[int]
    as_of_date: _date_pb2.Date
    ledger_revision: int
    merchant_id: str
    def __init__(self, as_of_date: _Optional[_Union[_date_pb2.Date, _Mapping]] = ..., ledger_revision: _Optional[int] = ..., merchant_id: _Optional[str] = ...) -> None: ...

class ListRecurringResponse(_message.Message):
    __slots__ = ("charges", "ledger_revision", "semantics_version")
    CHARGES_FIELD_NUMBER: _ClassVar[int]
    LEDGER_REVISION_FIELD_NUMBER: _ClassVar[int]
    SEMANTICS_VERSION_FIELD_NUMBER: _ClassVar[int]
    charges: _containers.RepeatedCompositeFieldContainer[RecurringCharge]
    ledger_revision: int
    semantics_version: str
    def __init__(self, charges: _Optional[_Iterable[_Union[RecurringCharge, _Mapping]]] = ..., ledger_revision: _Optional[int] = ..., semantics_version: _Optional[str] = ...) -> None: ...

class SearchRequest(_message.Message):
    __slots__ = ("query", "vector", "document_ids", "as_of_date", "page_size", "keyword_only", "uncalibrated", "with_blocks")
    QUERY_FIELD_NUMBER: _ClassVar[int]
    VECTOR_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_IDS_FIELD_NUMBER: _ClassVar[int]
    AS_OF_DATE_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    KEYWORD_ONLY_FIELD_NUMBER: _ClassVar[int]
    UNCALIBRATED_FIELD_NUMBER: _ClassVar[int]
    WITH_BLOCKS_FIELD_NUMBER: _ClassVar[int]
    query: str
    vector: _space_pb2.Vectors
    document_ids: _containers.RepeatedScalarFieldContainer[str]
    as_of_date: _date_pb2.Date
    page_size: int
    keyword_only: bool
    uncalibrated: bool
    with_blocks: bool
    def __init__(self, query: _Optional[str] = ..., vector: _Optional[_Union[_space_pb2.Vectors, _Mapping]] = ..., document_ids: _Optional[_Iterable[str]] = ..., as_of_date: _Optional[_Union[_date_pb2.Date, _Mapping]] = ..., page_size: _Optional[int] = ..., keyword_only: _Optional[bool] = ..., uncalibrated: _Optional[bool] = ..., with_blocks: _Optional[bool] = ...) -> None: ...

class SearchResponse(_message.Message):
    __slots__ = ("hits", "summary", "documents", "timings")
    HITS_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    DOCUMENTS_FIELD_NUMBER: _ClassVar[int]
    TIMINGS_FIELD_NUMBER: _ClassVar[int]
    hits: _containers.RepeatedCompositeFieldContainer[_search_pb2.SearchHit]
    summary: _search_pb2.SearchSummary
    documents: _containers.RepeatedCompositeFieldContainer[_document_pb2.Document]
    timings: _containers.RepeatedCompositeFieldContainer[_timing_pb2.StageTiming]
    def __init__(self, hits: _Optional[_Iterable[_Union[_search_pb2.SearchHit, _Mapping]]] = ..., summary: _Optional[_Union[_search_pb2.SearchSummary, _Mapping]] = ..., documents: _Optional[_Iterable[_Union[_document_pb2.Document, _Mapping]]] = ..., timings: _Optional[_Iterable[_Union[_timing_pb2.StageTiming, _Mapping]]] = ...) -> None: ...

class PageImageOptions(_message.Message):
    __slots__ = ("dots_per_inch",)
    DOTS_PER_INCH_FIELD_NUMBER: _ClassVar[int]
    dots_per_inch: int
    def __init__(self, dots_per_inch: _Optional[int] = ...) -> None: ...

class PageImage(_message.Message):
    __slots__ = ("token", "state", "page", "png", "width", "height", "outlines")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    PNG_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    OUTLINES_FIELD_NUMBER: _ClassVar[int]
    token: str
    state: PageImageState
    page: int
    png: bytes
    width: int
    height: int
    outlines: _containers.RepeatedCompositeFieldContainer[_evidence_pb2.Box]
    def __init__(self, token: _Optional[str] = ..., state: _Optional[_Union[PageImageState, str]] = ..., page: _Optional[int] = ..., png: _Optional[bytes] = ..., width: _Optional[int] = ..., height: _Optional[int] = ..., outlines: _Optional[_Iterable[_Union[_evidence_pb2.Box, _Mapping]]] = ...) -> None: ...

class GetEvidenceRequest(_message.Message):
    __slots__ = ("citations", "ledger_revision", "page_images")
    CITATIONS_FIELD_NUMBER: _ClassVar[int]
    LEDGER_REVISION_FIELD_NUMBER: _ClassVar[int]
    PAGE_IMAGES_FIELD_NUMBER: _ClassVar[int]
    citations: _containers.RepeatedScalarFieldContainer[str]
    ledger_revision: int
    page_images: PageImageOptions
    def __init__(self, citations: _Optional[_Iterable[str]] = ..., ledger_revision: _Optional[int] = ..., page_images: _Optional[_Union[PageImageOptions, _Mapping]] = ...) -> None: ...

class GetEvidenceResponse(_message.Message):
    __slots__ = ("citations", "page_images")
    CITATIONS_FIELD_NUMBER: _ClassVar[int]
    PAGE_IMAGES_FIELD_NUMBER: _ClassVar[int]
    citations: _containers.RepeatedCompositeFieldContainer[_evidence_pb2.Citation]
    page_images: _containers.RepeatedCompositeFieldContainer[PageImage]
    def __init__(self, citations: _Optional[_Iterable[_Union[_evidence_pb2.Citation, _Mapping]]] = ..., page_images: _Optional[_Iterable[_Union[PageImage, _Mapping]]] = ...) -> None: ...

class GetCoverageRequest(_message.Message):
    __slots__ = ("as_of_date",)
    AS_OF_DATE_FIELD_NUMBER: _ClassVar[int]
    as_of_date: _date_pb2.Date
    def __init__(self, as_of_date: _Optional[_Union[_date_pb2.Date, _Mapping]] = ...) -> None: ...

class GetCoverageResponse(_message.Message):
    __slots__ = ("coverage", "ledger_revision", "semantics_version", "pending_job_count")
    COVERAGE_FIELD_NUMBER: _ClassVar[int]
    LEDGER_REVISION_FIELD_NUMBER: _ClassVar[int]
    SEMANTICS_VERSION_FIELD_NUMBER: _ClassVar[int]
    PENDING_JOB_COUNT_FIELD_NUMBER: _ClassVar[int]
    coverage: _ledger_pb2.Coverage
    ledger_revision: int
    semantics_version: str
    pending_job_count: int
    def __init__(self, coverage: _Optional[_Union[_ledger_pb2.Coverage, _Mapping]] = ..., ledger_revision: _Optional[int] = ..., semantics_version: _Optional[str] = ..., pending_job_count: _Optional[int] = ...) -> None: ...

class ListDocumentsRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListDocumentsResponse(_message.Message):
    __slots__ = ("documents", "next_page_token")
    DOCUMENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    documents: _containers.RepeatedCompositeFieldContainer[_document_pb2.Document]
    next_page_token: str
    def __init__(self, documents: _Optional[_Iterable[_Union[_document_pb2.Document, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

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

class GetErasureRequest(_message.Message):
    __slots__ = ("erasure_id",)
    ERASURE_ID_FIELD_NUMBER: _ClassVar[int]
    erasure_id: str
    def __init__(self, erasure_id: _Optional[str] = ...) -> None: ...

class GetErasureResponse(_message.Message):
    __slots__ = ("receipt",)
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    receipt: _erasure_pb2.ErasureReceipt
    def __init__(self, receipt: _Optional[_Union[_erasure_pb2.ErasureReceipt, _Mapping]] = ...) -> None: ...
