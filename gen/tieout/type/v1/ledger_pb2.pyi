from buf.validate import validate_pb2 as _validate_pb2
from google.type import date_pb2 as _date_pb2
from google.type import dayofweek_pb2 as _dayofweek_pb2
from google.type import decimal_pb2 as _decimal_pb2
from google.type import money_pb2 as _money_pb2
from tieout.type.v1 import period_pb2 as _period_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MovementKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MOVEMENT_KIND_UNSPECIFIED: _ClassVar[MovementKind]
    MOVEMENT_KIND_PURCHASE: _ClassVar[MovementKind]
    MOVEMENT_KIND_REFUND: _ClassVar[MovementKind]
    MOVEMENT_KIND_REVERSAL: _ClassVar[MovementKind]
    MOVEMENT_KIND_FEE: _ClassVar[MovementKind]
    MOVEMENT_KIND_FEE_REFUND: _ClassVar[MovementKind]
    MOVEMENT_KIND_INTEREST_CHARGED: _ClassVar[MovementKind]
    MOVEMENT_KIND_INTEREST_EARNED: _ClassVar[MovementKind]
    MOVEMENT_KIND_INCOME: _ClassVar[MovementKind]
    MOVEMENT_KIND_TRANSFER: _ClassVar[MovementKind]
    MOVEMENT_KIND_CARD_PAYMENT: _ClassVar[MovementKind]
    MOVEMENT_KIND_LOAN_PAYMENT: _ClassVar[MovementKind]
    MOVEMENT_KIND_CASH_WITHDRAWAL: _ClassVar[MovementKind]
    MOVEMENT_KIND_PERSON_PAYMENT: _ClassVar[MovementKind]
    MOVEMENT_KIND_DEPOSIT: _ClassVar[MovementKind]
    MOVEMENT_KIND_UNDECIDED: _ClassVar[MovementKind]

class AmountSide(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    AMOUNT_SIDE_UNSPECIFIED: _ClassVar[AmountSide]
    AMOUNT_SIDE_OUT: _ClassVar[AmountSide]
    AMOUNT_SIDE_IN: _ClassVar[AmountSide]

class EntityKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ENTITY_KIND_UNSPECIFIED: _ClassVar[EntityKind]
    ENTITY_KIND_MERCHANT: _ClassVar[EntityKind]
    ENTITY_KIND_CATEGORY: _ClassVar[EntityKind]
    ENTITY_KIND_ACCOUNT: _ClassVar[EntityKind]
    ENTITY_KIND_PERSON: _ClassVar[EntityKind]
    ENTITY_KIND_PAYER: _ClassVar[EntityKind]
    ENTITY_KIND_COUNTRY: _ClassVar[EntityKind]
    ENTITY_KIND_INSTITUTION: _ClassVar[EntityKind]
    ENTITY_KIND_DOCUMENT: _ClassVar[EntityKind]
MOVEMENT_KIND_UNSPECIFIED: MovementKind
MOVEMENT_KIND_PURCHASE: MovementKind
MOVEMENT_KIND_REFUND: MovementKind
MOVEMENT_KIND_REVERSAL: MovementKind
MOVEMENT_KIND_FEE: MovementKind
MOVEMENT_KIND_FEE_REFUND: MovementKind
MOVEMENT_KIND_INTEREST_CHARGED: MovementKind
MOVEMENT_KIND_INTEREST_EARNED: MovementKind
MOVEMENT_KIND_INCOME: MovementKind
MOVEMENT_KIND_TRANSFER: MovementKind
MOVEMENT_KIND_CARD_PAYMENT: MovementKind
MOVEMENT_KIND_LOAN_PAYMENT: MovementKind
MOVEMENT_KIND_CASH_WITHDRAWAL: MovementKind
MOVEMENT_KIND_PERSON_PAYMENT: MovementKind
MOVEMENT_KIND_DEPOSIT: MovementKind
MOVEMENT_KIND_UNDECIDED: MovementKind
AMOUNT_SIDE_UNSPECIFIED: AmountSide
AMOUNT_SIDE_OUT: AmountSide
AMOUNT_SIDE_IN: AmountSide
ENTITY_KIND_UNSPECIFIED: EntityKind
ENTITY_KIND_MERCHANT: EntityKind
ENTITY_KIND_CATEGORY: EntityKind
ENTITY_KIND_ACCOUNT: EntityKind
ENTITY_KIND_PERSON: EntityKind
ENTITY_KIND_PAYER: EntityKind
ENTITY_KIND_COUNTRY: EntityKind
ENTITY_KIND_INSTITUTION: EntityKind
ENTITY_KIND_DOCUMENT: EntityKind

class AmountRange(_message.Message):
    __slots__ = ("over", "at_least", "under", "at_most")
    OVER_FIELD_NUMBER: _ClassVar[int]
    AT_LEAST_FIELD_NUMBER: _ClassVar[int]
    UNDER_FIELD_NUMBER: _ClassVar[int]
    AT_MOST_FIELD_NUMBER: _ClassVar[int]
    over: _decimal_pb2.Decimal
    at_least: _decimal_pb2.Decimal
    under: _decimal_pb2.Decimal
    at_most: _decimal_pb2.Decimal
    def __init__(self, over: _Optional[_Union[_decimal_pb2.Decimal, _Mapping]] = ..., at_least: _Optional[_Union[_decimal_pb2.Decimal, _Mapping]] = ..., under: _Optional[_Union[_decimal_pb2.Decimal, _Mapping]] = ..., at_most: _Optional[_Union[_decimal_pb2.Decimal, _Mapping]] = ...) -> None: ...

class LedgerFilter(_message.Message):
    __slots__ = ("merchant_ids", "category_ids", "excluded_category_ids", "kinds", "account_ids", "counterparty_ids", "currency_code", "amount", "period", "weekdays", "side", "country_codes", "abroad", "text", "pending", "merchant_only", "row_ids", "excluded_merchant_ids")
    MERCHANT_IDS_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_IDS_FIELD_NUMBER: _ClassVar[int]
    EXCLUDED_CATEGORY_IDS_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_IDS_FIELD_NUMBER: _ClassVar[int]
    COUNTERPARTY_IDS_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    PERIOD_FIELD_NUMBER: _ClassVar[int]
    WEEKDAYS_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    COUNTRY_CODES_FIELD_NUMBER: _ClassVar[int]
    ABROAD_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    PENDING_FIELD_NUMBER: _ClassVar[int]
    MERCHANT_ONLY_FIELD_NUMBER: _ClassVar[int]
    ROW_IDS_FIELD_NUMBER: _ClassVar[int]
    EXCLUDED_MERCHANT_IDS_FIELD_NUMBER: _ClassVar[int]
    merchant_ids: _containers.RepeatedScalarFieldContainer[str]
    category_ids: _containers.RepeatedScalarFieldContainer[str]
    excluded_category_ids: _containers.RepeatedScalarFieldContainer[str]
    kinds: _containers.RepeatedScalarFieldContainer[MovementKind]
    account_ids: _containers.RepeatedScalarFieldContainer[str]
    counterparty_ids: _containers.RepeatedScalarFieldContainer[str]
    currency_code: str
    amount: AmountRange
    period: _period_pb2.Period
    weekdays: _containers.RepeatedScalarFieldContainer[_dayofweek_pb2.DayOfWeek]
    side: AmountSide
    country_codes: _containers.RepeatedScalarFieldContainer[str]
    abroad: bool
    text: str
    pending: bool
    merchant_only: bool
    row_ids: _containers.RepeatedScalarFieldContainer[str]
    excluded_merchant_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, merchant_ids: _Optional[_Iterable[str]] = ..., category_ids: _Optional[_Iterable[str]] = ..., excluded_category_ids: _Optional[_Iterable[str]] = ..., kinds: _Optional[_Iterable[_Union[MovementKind, str]]] = ..., account_ids: _Optional[_Iterable[str]] = ..., counterparty_ids: _Optional[_Iterable[str]] = ..., currency_code: _Optional[str] = ..., amount: _Optional[_Union[AmountRange, _Mapping]] = ..., period: _Optional[_Union[_period_pb2.Period, _Mapping]] = ..., weekdays: _Optional[_Iterable[_Union[_dayofweek_pb2.DayOfWeek, str]]] = ..., side: _Optional[_Union[AmountSide, str]] = ..., country_codes: _Optional[_Iterable[str]] = ..., abroad: _Optional[bool] = ..., text: _Optional[str] = ..., pending: _Optional[bool] = ..., merchant_only: _Optional[bool] = ..., row_ids: _Optional[_Iterable[str]] = ..., excluded_merchant_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class RowPart(_message.Message):
    __slots__ = ("number", "amount", "category_id", "category_inferred", "kind", "merchant_id", "merchant_name", "note", "rule_ids")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_ID_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_INFERRED_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    MERCHANT_ID_FIELD_NUMBER: _ClassVar[int]
    MERCHANT_NAME_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    RULE_IDS_FIELD_NUMBER: _ClassVar[int]
    number: int
    amount: _money_pb2.Money
    category_id: str
    category_inferred: bool
    kind: MovementKind
    merchant_id: str
    merchant_name: str
    note: str
    rule_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, number: _Optional[int] = ..., amount: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., category_id: _Optional[str] = ..., category_inferred: _Optional[bool] = ..., kind: _Optional[_Union[MovementKind, str]] = ..., merchant_id: _Optional[str] = ..., merchant_name: _Optional[str] = ..., note: _Optional[str] = ..., rule_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class LedgerRow(_message.Message):
    __slots__ = ("row_id", "source_transaction_id", "account_id", "account_name", "date", "amount", "descriptor", "merchant_id", "merchant_name", "counterparty_id", "counterparty_name", "category_id", "category_inferred", "kind", "rule_ids", "pending", "country_code", "from_revision", "citation", "tags", "note", "parts", "whole_amount")
    ROW_ID_FIELD_NUMBER: _ClassVar[int]
    SOURCE_TRANSACTION_ID_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_NAME_FIELD_NUMBER: _ClassVar[int]
    DATE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTOR_FIELD_NUMBER: _ClassVar[int]
    MERCHANT_ID_FIELD_NUMBER: _ClassVar[int]
    MERCHANT_NAME_FIELD_NUMBER: _ClassVar[int]
    COUNTERPARTY_ID_FIELD_NUMBER: _ClassVar[int]
    COUNTERPARTY_NAME_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_ID_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_INFERRED_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    RULE_IDS_FIELD_NUMBER: _ClassVar[int]
    PENDING_FIELD_NUMBER: _ClassVar[int]
    COUNTRY_CODE_FIELD_NUMBER: _ClassVar[int]
    FROM_REVISION_FIELD_NUMBER: _ClassVar[int]
    CITATION_FIELD_NUMBER: _ClassVar[int]
    TAGS_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    WHOLE_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    row_id: str
    source_transaction_id: str
    account_id: str
    account_name: str
    date: _date_pb2.Date
    amount: _money_pb2.Money
    descriptor: str
    merchant_id: str
    merchant_name: str
    counterparty_id: str
    counterparty_name: str
    category_id: str
    category_inferred: bool
    kind: MovementKind
    rule_ids: _containers.RepeatedScalarFieldContainer[str]
    pending: bool
    country_code: str
    from_revision: int
    citation: str
    tags: _containers.RepeatedScalarFieldContainer[str]
    note: str
    parts: _containers.RepeatedCompositeFieldContainer[RowPart]
    whole_amount: _money_pb2.Money
    def __init__(self, row_id: _Optional[str] = ..., source_transaction_id: _Optional[str] = ..., account_id: _Optional[str] = ..., account_name: _Optional[str] = ..., date: _Optional[_Union[_date_pb2.Date, _Mapping]] = ..., amount: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., descriptor: _Optional[str] = ..., merchant_id: _Optional[str] = ..., merchant_name: _Optional[str] = ..., counterparty_id: _Optional[str] = ..., counterparty_name: _Optional[str] = ..., category_id: _Optional[str] = ..., category_inferred: _Optional[bool] = ..., kind: _Optional[_Union[MovementKind, str]] = ..., rule_ids: _Optional[_Iterable[str]] = ..., pending: _Optional[bool] = ..., country_code: _Optional[str] = ..., from_revision: _Optional[int] = ..., citation: _Optional[str] = ..., tags: _Optional[_Iterable[str]] = ..., note: _Optional[str] = ..., parts: _Optional[_Iterable[_Union[RowPart, _Mapping]]] = ..., whole_amount: _Optional[_Union[_money_pb2.Money, _Mapping]] = ...) -> None: ...

class RowSet(_message.Message):
    __slots__ = ("row_count", "digest", "ledger_revision", "rows", "next_page_token", "row_ids", "source_transaction_ids", "account_ids")
    ROW_COUNT_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    LEDGER_REVISION_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    ROW_IDS_FIELD_NUMBER: _ClassVar[int]
    SOURCE_TRANSACTION_IDS_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_IDS_FIELD_NUMBER: _ClassVar[int]
    row_count: int
    digest: str
    ledger_revision: int
    rows: _containers.RepeatedCompositeFieldContainer[LedgerRow]
    next_page_token: str
    row_ids: _containers.RepeatedScalarFieldContainer[str]
    source_transaction_ids: _containers.RepeatedScalarFieldContainer[str]
    account_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, row_count: _Optional[int] = ..., digest: _Optional[str] = ..., ledger_revision: _Optional[int] = ..., rows: _Optional[_Iterable[_Union[LedgerRow, _Mapping]]] = ..., next_page_token: _Optional[str] = ..., row_ids: _Optional[_Iterable[str]] = ..., source_transaction_ids: _Optional[_Iterable[str]] = ..., account_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class AccountCoverage(_message.Message):
    __slots__ = ("account_id", "account_name", "first_date", "last_date", "row_count", "history_loading", "currency_code", "account_type", "account_subtype", "mask", "institution")
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_NAME_FIELD_NUMBER: _ClassVar[int]
    FIRST_DATE_FIELD_NUMBER: _ClassVar[int]
    LAST_DATE_FIELD_NUMBER: _ClassVar[int]
    ROW_COUNT_FIELD_NUMBER: _ClassVar[int]
    HISTORY_LOADING_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_TYPE_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_SUBTYPE_FIELD_NUMBER: _ClassVar[int]
    MASK_FIELD_NUMBER: _ClassVar[int]
    INSTITUTION_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    account_name: str
    first_date: _date_pb2.Date
    last_date: _date_pb2.Date
    row_count: int
    history_loading: bool
    currency_code: str
    account_type: str
    account_subtype: str
    mask: str
    institution: str
    def __init__(self, account_id: _Optional[str] = ..., account_name: _Optional[str] = ..., first_date: _Optional[_Union[_date_pb2.Date, _Mapping]] = ..., last_date: _Optional[_Union[_date_pb2.Date, _Mapping]] = ..., row_count: _Optional[int] = ..., history_loading: _Optional[bool] = ..., currency_code: _Optional[str] = ..., account_type: _Optional[str] = ..., account_subtype: _Optional[str] = ..., mask: _Optional[str] = ..., institution: _Optional[str] = ...) -> None: ...

class Coverage(_message.Message):
    __slots__ = ("first_date", "last_date", "history_loading", "accounts", "document_count")
    FIRST_DATE_FIELD_NUMBER: _ClassVar[int]
    LAST_DATE_FIELD_NUMBER: _ClassVar[int]
    HISTORY_LOADING_FIELD_NUMBER: _ClassVar[int]
    ACCOUNTS_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_COUNT_FIELD_NUMBER: _ClassVar[int]
    first_date: _date_pb2.Date
    last_date: _date_pb2.Date
    history_loading: bool
    accounts: _containers.RepeatedCompositeFieldContainer[AccountCoverage]
    document_count: int
    def __init__(self, first_date: _Optional[_Union[_date_pb2.Date, _Mapping]] = ..., last_date: _Optional[_Union[_date_pb2.Date, _Mapping]] = ..., history_loading: _Optional[bool] = ..., accounts: _Optional[_Iterable[_Union[AccountCoverage, _Mapping]]] = ..., document_count: _Optional[int] = ...) -> None: ...
