from buf.validate import validate_pb2 as _validate_pb2
from tieout.type.v1 import ledger_pb2 as _ledger_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class LedgerFormat(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LEDGER_FORMAT_UNSPECIFIED: _ClassVar[LedgerFormat]
    LEDGER_FORMAT_PLAID: _ClassVar[LedgerFormat]
    LEDGER_FORMAT_CSV: _ClassVar[LedgerFormat]
    LEDGER_FORMAT_OFX: _ClassVar[LedgerFormat]
    LEDGER_FORMAT_QIF: _ClassVar[LedgerFormat]
    LEDGER_FORMAT_CAMT053: _ClassVar[LedgerFormat]
    LEDGER_FORMAT_MT940: _ClassVar[LedgerFormat]

class DateOrder(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DATE_ORDER_UNSPECIFIED: _ClassVar[DateOrder]
    DATE_ORDER_YMD: _ClassVar[DateOrder]
    DATE_ORDER_DMY: _ClassVar[DateOrder]
    DATE_ORDER_MDY: _ClassVar[DateOrder]

class SignRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SIGN_RULE_UNSPECIFIED: _ClassVar[SignRule]
    SIGN_RULE_POSITIVE_IN: _ClassVar[SignRule]
    SIGN_RULE_POSITIVE_OUT: _ClassVar[SignRule]

class ImportStage(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    IMPORT_STAGE_UNSPECIFIED: _ClassVar[ImportStage]
    IMPORT_STAGE_READING: _ClassVar[ImportStage]
    IMPORT_STAGE_COMPARING: _ClassVar[ImportStage]
    IMPORT_STAGE_DECIDING: _ClassVar[ImportStage]
    IMPORT_STAGE_STORING: _ClassVar[ImportStage]
LEDGER_FORMAT_UNSPECIFIED: LedgerFormat
LEDGER_FORMAT_PLAID: LedgerFormat
LEDGER_FORMAT_CSV: LedgerFormat
LEDGER_FORMAT_OFX: LedgerFormat
LEDGER_FORMAT_QIF: LedgerFormat
LEDGER_FORMAT_CAMT053: LedgerFormat
LEDGER_FORMAT_MT940: LedgerFormat
DATE_ORDER_UNSPECIFIED: DateOrder
DATE_ORDER_YMD: DateOrder
DATE_ORDER_DMY: DateOrder
DATE_ORDER_MDY: DateOrder
SIGN_RULE_UNSPECIFIED: SignRule
SIGN_RULE_POSITIVE_IN: SignRule
SIGN_RULE_POSITIVE_OUT: SignRule
IMPORT_STAGE_UNSPECIFIED: ImportStage
IMPORT_STAGE_READING: ImportStage
IMPORT_STAGE_COMPARING: ImportStage
IMPORT_STAGE_DECIDING: ImportStage
IMPORT_STAGE_STORING: ImportStage

class ImportOptions(_message.Message):
    __slots__ = ("format", "account_key", "account_name", "account_subtype", "currency_code", "date_order", "sign_rule", "time_zone")
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_KEY_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_NAME_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_SUBTYPE_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    DATE_ORDER_FIELD_NUMBER: _ClassVar[int]
    SIGN_RULE_FIELD_NUMBER: _ClassVar[int]
    TIME_ZONE_FIELD_NUMBER: _ClassVar[int]
    format: LedgerFormat
    account_key: str
    account_name: str
    account_subtype: str
    currency_code: str
    date_order: DateOrder
    sign_rule: SignRule
    time_zone: str
    def __init__(self, format: _Optional[_Union[LedgerFormat, str]] = ..., account_key: _Optional[str] = ..., account_name: _Optional[str] = ..., account_subtype: _Optional[str] = ..., currency_code: _Optional[str] = ..., date_order: _Optional[_Union[DateOrder, str]] = ..., sign_rule: _Optional[_Union[SignRule, str]] = ..., time_zone: _Optional[str] = ...) -> None: ...

class ImportHeader(_message.Message):
    __slots__ = ("request_id", "file_name", "size_bytes", "sha256", "options")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    FILE_NAME_FIELD_NUMBER: _ClassVar[int]
    SIZE_BYTES_FIELD_NUMBER: _ClassVar[int]
    SHA256_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    file_name: str
    size_bytes: int
    sha256: str
    options: ImportOptions
    def __init__(self, request_id: _Optional[str] = ..., file_name: _Optional[str] = ..., size_bytes: _Optional[int] = ..., sha256: _Optional[str] = ..., options: _Optional[_Union[ImportOptions, _Mapping]] = ...) -> None: ...

class RefusedRow(_message.Message):
    __slots__ = ("position", "reason")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    position: int
    reason: str
    def __init__(self, position: _Optional[int] = ..., reason: _Optional[str] = ...) -> None: ...

class ImportReport(_message.Message):
    __slots__ = ("import_id", "format", "ledger_revision", "added_count", "changed_count", "removed_count", "unchanged_count", "refused_count", "refused_rows", "accounts", "notices")
    IMPORT_ID_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    LEDGER_REVISION_FIELD_NUMBER: _ClassVar[int]
    ADDED_COUNT_FIELD_NUMBER: _ClassVar[int]
    CHANGED_COUNT_FIELD_NUMBER: _ClassVar[int]
    REMOVED_COUNT_FIELD_NUMBER: _ClassVar[int]
    UNCHANGED_COUNT_FIELD_NUMBER: _ClassVar[int]
    REFUSED_COUNT_FIELD_NUMBER: _ClassVar[int]
    REFUSED_ROWS_FIELD_NUMBER: _ClassVar[int]
    ACCOUNTS_FIELD_NUMBER: _ClassVar[int]
    NOTICES_FIELD_NUMBER: _ClassVar[int]
    import_id: str
    format: LedgerFormat
    ledger_revision: int
    added_count: int
    changed_count: int
    removed_count: int
    unchanged_count: int
    refused_count: int
    refused_rows: _containers.RepeatedCompositeFieldContainer[RefusedRow]
    accounts: _containers.RepeatedCompositeFieldContainer[_ledger_pb2.AccountCoverage]
    notices: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, import_id: _Optional[str] = ..., format: _Optional[_Union[LedgerFormat, str]] = ..., ledger_revision: _Optional[int] = ..., added_count: _Optional[int] = ..., changed_count: _Optional[int] = ..., removed_count: _Optional[int] = ..., unchanged_count: _Optional[int] = ..., refused_count: _Optional[int] = ..., refused_rows: _Optional[_Iterable[_Union[RefusedRow, _Mapping]]] = ..., accounts: _Optional[_Iterable[_Union[_ledger_pb2.AccountCoverage, _Mapping]]] = ..., notices: _Optional[_Iterable[str]] = ...) -> None: ...

class ImportProgress(_message.Message):
    __slots__ = ("stage", "row_count", "row_total")
    STAGE_FIELD_NUMBER: _ClassVar[int]
    ROW_COUNT_FIELD_NUMBER: _ClassVar[int]
    ROW_TOTAL_FIELD_NUMBER: _ClassVar[int]
    stage: ImportStage
    row_count: int
    row_total: int
    def __init__(self, stage: _Optional[_Union[ImportStage, str]] = ..., row_count: _Optional[int] = ..., row_total: _Optional[int] = ...) -> None: ...
