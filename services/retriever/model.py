"""What the ledger is made of. Data only: rows as the source says them, rows as the policy reads them, questions about
them and what they come to. Amounts are signed from the user's side: positive left the account."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from enum import IntEnum
from typing import NewType

AccountId = NewType("AccountId", str)
RowId = NewType("RowId", str)
MerchantId = NewType("MerchantId", str)
Revision = NewType("Revision", int)

LIVE = 2**63 - 1
"""`to_revision` of a row version that holds now."""
SEMANTICS_VERSION = "v1"


class MovementKind(IntEnum):
    """`tieout.type.v1.MovementKind`, value by value."""

    PURCHASE = 1
    REFUND = 2
    REVERSAL = 3
    FEE = 4
    FEE_REFUND = 5
    INTEREST_CHARGED = 6
    INTEREST_EARNED = 7
    INCOME = 8
    TRANSFER = 9
    CARD_PAYMENT = 10
    LOAN_PAYMENT = 11
    CASH_WITHDRAWAL = 12
    PERSON_PAYMENT = 13
    DEPOSIT = 14
    UNDECIDED = 15


SPENDING = frozenset(
    {
        MovementKind.PURCHASE,
        MovementKind.REFUND,
        MovementKind.REVERSAL,
        MovementKind.FEE,
        MovementKind.FEE_REFUND,
        MovementKind.INTEREST_CHARGED,
        MovementKind.LOAN_PAYMENT,
    }
)


class EntityKind(IntEnum):
    """`tieout.type.v1.EntityKind`, value by value."""

    MERCHANT = 1
    CATEGORY = 2
    ACCOUNT = 3
    PERSON = 4
    PAYER = 5
    COUNTRY = 6
    INSTITUTION = 7
    DOCUMENT = 8


class MatchKind(IntEnum):
    """`tieout.retriever.v1.MatchKind`, value by value: best first."""

    ALIAS = 1
    EXACT = 2
    DESCRIPTIVE = 3
    FORMER_NAME = 4
    SHORTENED = 5
    FUZZY = 6


class LedgerFormat(IntEnum):
    """`tieout.retriever.v1.LedgerFormat`, value by value."""

    UNSPECIFIED = 0
    PLAID = 1
    CSV = 2
    OFX = 3
    QIF = 4
    CAMT053 = 5
    MT940 = 6


class DateOrder(IntEnum):
    """Order of day, month and year in a column of dates."""

    UNSPECIFIED = 0
    YMD = 1
    DMY = 2
    MDY = 3


class SignRule(IntEnum):
    """What a positive amount means in a single amount column."""

    UNSPECIFIED = 0
    POSITIVE_IN = 1
    POSITIVE_OUT = 2


class Side(IntEnum):
    """Which way the money went."""

    BOTH = 0
    OUT = 1
    IN = 2


class GroupKey(IntEnum):
    """`tieout.retriever.v1.GroupKey`, value by value."""

    NONE = 0
    MERCHANT = 1
    CATEGORY = 2
    MONTH = 3
    ACCOUNT = 4
    COUNTERPARTY = 5
    YEAR = 6
    WEEK = 7
    DAY = 8


class GroupOrder(IntEnum):
    """`tieout.retriever.v1.GroupOrder`, value by value; ties by key."""

    NET_LARGEST = 0
    NET_SMALLEST = 1
    MOST_ROWS = 2
    FEWEST_ROWS = 3


class RowOrder(IntEnum):
    """`tieout.retriever.v1.RowOrder`, value by value."""

    OLDEST = 0
    NEWEST = 1
    LARGEST = 2
    SMALLEST = 3


# --- what a source says ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Account:
    """One account at one bank."""

    account_id: AccountId
    source_account_id: str
    item_id: str
    name: str
    official_name: str = ""
    mask: str = ""
    account_type: str = ""
    account_subtype: str = ""
    currency: str = ""
    institution: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One connection to a source, with the cursor up to which its rows are stored."""

    item_id: str
    sync_cursor: str = ""
    history_loading: bool = False


@dataclass(frozen=True, slots=True)
class SourcePart:
    """One part of a row, as the user or the source says it. `category_id`, `merchant_name`: "" for the row's own."""

    amount: Decimal
    category_id: str = ""
    merchant_name: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A live row as its source says it. `row_id` stays the same from pending to posted."""

    row_id: RowId
    account_id: AccountId
    source_key: str
    """The source's id; without one: content and n-th occurrence."""
    date: date
    amount: Decimal
    currency: str
    descriptor: str
    source_transaction_id: str = ""
    pending_transaction_id: str = ""
    long_descriptor: str = ""
    merchant_name: str = ""
    merchant_entity_id: str = ""
    bank_category: str = ""
    bank_confidence: str = ""
    counterparty: str = ""
    counterparty_type: str = ""
    pending: bool = False
    city: str = ""
    country_code: str = ""
    reversal: bool = False
    """The bank says that this row takes back an earlier one."""
    parts: tuple[SourcePart, ...] = ()
    """Parts into which the source splits the row."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """The user's own words for one row."""

    row_id: RowId
    category_id: str = ""
    tags: tuple[str, ...] = ()
    note: str = ""
    parts: tuple[SourcePart, ...] | None = None
    """None: nothing is said of parts, and the source's hold. Empty: the row is whole."""


# --- how the policy reads it -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Part:
    """What the policy makes of one part of a row. `number` is from 1."""

    number: int
    amount: Decimal
    kind: MovementKind
    merchant_id: str
    merchant_name: str
    category_id: str
    category_inferred: bool
    note: str
    rule_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What the policy makes of one row: all that a question can be asked about."""

    row_id: RowId
    account_id: AccountId
    source_transaction_id: str
    date: date
    amount: Decimal
    currency: str
    kind: MovementKind
    merchant_id: str
    merchant_name: str
    counterparty_id: str
    counterparty_name: str
    category_id: str
    category_inferred: bool
    pending: bool
    country_code: str
    descriptor: str
    folded_text: str
    rule_ids: tuple[str, ...]
    tags: tuple[str, ...] = ()
    note: str = ""
    parts: tuple[Part, ...] = ()
    """Of a split row; they add up to `amount`."""

    def summed(self, parts: Sequence[Part]) -> Reading:
        """The reading of some of the parts together: their sum, and each word that is the same in all of them."""
        largest = max(parts, key=lambda part: (abs(part.amount), -part.number))
        categories = {part.category_id for part in parts}
        merchants = {(part.merchant_id, part.merchant_name) for part in parts}
        merchant_id, merchant_name = merchants.pop() if len(merchants) == 1 else ("", "")
        return replace(
            self,
            amount=sum((part.amount for part in parts), Decimal(0)),
            kind=largest.kind,
            merchant_id=merchant_id,
            merchant_name=merchant_name,
            category_id=largest.category_id if len(categories) == 1 else "",
            category_inferred=largest.category_inferred and len(categories) == 1,
            rule_ids=tuple(dict.fromkeys((*self.rule_ids, *(rule for part in parts for rule in part.rule_ids)))),
            note=parts[0].note if len(parts) == 1 and parts[0].note else self.note,
        )


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A reading with the revision that it holds from, and its account's name: what a caller sees."""

    reading: Reading
    from_revision: Revision
    account_name: str
    whole_amount: Decimal | None = None
    """The row's own amount, where the reading is that of some of its parts only."""

    def narrowed(self, numbers: Collection[int]) -> LedgerRow:
        """The row as those of its parts that a query wants; the row itself where these are all."""
        wanted = [part for part in self.reading.parts if part.number in numbers]
        if len(wanted) == len(self.reading.parts):
            return self
        return replace(self, reading=self.reading.summed(wanted), whole_amount=self.reading.amount)

    @property
    def citation(self) -> str:
        """The token that an answer prints for this row."""
        return f"[Citation ID: {self.reading.account_id}:{self.reading.row_id}]"


# --- questions -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AmountRange:
    """Bounds for the size of an amount, its sign set aside."""

    over: Decimal | None = None
    at_least: Decimal | None = None
    under: Decimal | None = None
    at_most: Decimal | None = None


@dataclass(frozen=True, slots=True)
class LedgerFilter:
    """Which rows: every field that is set must hold; within one list any entry may."""

    merchant_ids: tuple[str, ...] = ()
    category_ids: tuple[str, ...] = ()
    excluded_category_ids: tuple[str, ...] = ()
    kinds: tuple[MovementKind, ...] = ()
    account_ids: tuple[str, ...] = ()
    counterparty_ids: tuple[str, ...] = ()
    currency: str = ""
    amount: AmountRange = AmountRange()
    start: date | None = None
    end: date | None = None
    weekdays: tuple[int, ...] = ()
    """ISO: Monday is 1."""
    side: Side = Side.BOTH
    country_codes: tuple[str, ...] = ()
    abroad: bool = False
    text: str = ""
    pending: bool | None = None
    merchant_only: bool = False
    row_ids: tuple[str, ...] = ()
    excluded_merchant_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LedgerQuery:
    """A set of rows at a revision, in an order. `group` and `group_value` narrow it to one group of a grouped query."""

    filter: LedgerFilter = LedgerFilter()
    as_of: date | None = None
    revision: Revision = Revision(0)
    """0: the newest."""
    order: RowOrder = RowOrder.OLDEST
    group: GroupKey = GroupKey.NONE
    group_value: str = ""


@dataclass(frozen=True, slots=True)
class CurrencyTotal:
    """Sums over the rows of one currency."""

    currency: str
    row_sum: Decimal
    out_sum: Decimal
    in_sum: Decimal
    row_count: int
    out_count: int
    in_count: int
    smallest: LedgerRow | None = None
    largest: LedgerRow | None = None


@dataclass(frozen=True, slots=True)
class RowDetail:
    """What comes of the rows of a set, beside its digest."""

    page_size: int = 50
    """Rows of each first page."""
    rows: bool = True
    """Whole rows: the first page, and those at the ends by day and by size."""
    ids: bool = False
    """The ids of all rows and of their accounts, and the set of those that brought money in."""
    max_groups: int = 0
    """0: all."""
    group_order: GroupOrder = GroupOrder.NET_LARGEST
    coverage: bool = True
    """The days that the data covers."""
    out_set: bool = False
    """With `ids`: the set of those that took money out, where others brought some in."""


@dataclass(frozen=True, slots=True)
class RowSet:
    """A complete set, named by its digest, with its first rows, and where asked for the ids of all in order."""

    row_count: int
    digest: str
    revision: Revision
    rows: tuple[LedgerRow, ...]
    row_ids: tuple[str, ...] = ()
    source_ids: tuple[str, ...] = ()
    account_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """One group of a query; the whole set has key ""."""

    key: str
    label: str
    totals: tuple[CurrencyTotal, ...]
    row_set: RowSet
    first: LedgerRow | None
    last: LedgerRow | None
    in_set: RowSet | None = None
    out_set: RowSet | None = None
    rule_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class QueryResult:
    """What a query comes to."""

    total: Group
    groups: tuple[Group, ...]
    revision: Revision
    coverage: Coverage | None


@dataclass(frozen=True, slots=True)
class RowPage:
    """Rows of a set after a position; `position` is where the next page starts, -1 after the last."""

    rows: tuple[LedgerRow, ...]
    total_count: int
    revision: Revision
    position: int


@dataclass(frozen=True, slots=True)
class AccountCoverage:
    """The days for which one account has rows."""

    account: Account
    first: date | None
    last: date | None
    row_count: int
    history_loading: bool


@dataclass(frozen=True, slots=True)
class Coverage:
    """The days that a ledger covers. `last` is "today" of the question, or the day of the last row without one."""

    first: date | None
    last: date | None
    history_loading: bool
    accounts: tuple[AccountCoverage, ...]
    document_count: int = 0


@dataclass(frozen=True, slots=True)
class LedgerStatus:
    """Where a user's ledger stands."""

    coverage: Coverage
    revision: Revision
    pending_job_count: int
    state: str
    """Names the content of the ledger: the same text means the same rows. A revision's number comes again after an
    erasure of everything, this does not."""


# --- names -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """Something of the user's that has a name."""

    kind: EntityKind
    entity_id: str
    display_name: str
    row_count: int
    aliases: tuple[str, ...] = ()
    former_names: tuple[str, ...] = ()
    category_id: str = ""
    """For a merchant: its own most frequent category."""
    account_type: str = ""
    account_subtype: str = ""
    mask: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing that a name can stand for."""

    kind: EntityKind
    entity_id: str
    display_name: str
    match: MatchKind
    similarity: float
    row_count: int
    category_ids: tuple[str, ...] = ()
    near_merchant_ids: tuple[str, ...] = ()
    """For a category: merchants that are mostly in it, or whose name tells of it."""


@dataclass(frozen=True, slots=True)
class NameSpan:
    """A stretch of a question, in code points, that names something."""

    start: int
    end: int
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Mention:
    """A stretch that must be a name, and what it may stand for (empty: anything)."""

    text: str
    kinds: frozenset[EntityKind] = frozenset()


@dataclass(frozen=True, slots=True)
class ResolvedMention:
    """What a mention stands for, or the nearest names that do exist."""

    text: str
    candidates: tuple[Candidate, ...]
    nearest_names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResolvedNames:
    """All names of a question."""

    spans: tuple[NameSpan, ...]
    mentions: tuple[ResolvedMention, ...]
    coverage: Coverage
    revision: Revision


# --- recurring charges -----------------------------------------------------------------------------------------------


class Cadence(IntEnum):
    """`tieout.retriever.v1.Cadence`, value by value."""

    WEEKLY = 1
    MONTHLY = 2
    QUARTERLY = 3
    YEARLY = 4


@dataclass(frozen=True, slots=True)
class RecurringCharge:
    """A charge that comes back. `steps` are pairs of the last row at the old price and the first at the new one."""

    merchant_id: str
    merchant_name: str
    cadence: Cadence
    latest: LedgerRow
    steps: tuple[tuple[LedgerRow, LedgerRow], ...]
    active: bool
    charge_count: int
    subscription: bool


# --- imports, annotations, erasure -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the caller knows of a file."""

    format: LedgerFormat = LedgerFormat.UNSPECIFIED
    account_key: str = ""
    account_name: str = ""
    account_subtype: str = ""
    currency: str = ""
    date_order: DateOrder = DateOrder.UNSPECIFIED
    sign_rule: SignRule = SignRule.UNSPECIFIED
    time_zone: str = ""


@dataclass(frozen=True, slots=True)
class ImportFile:
    """A file as it came, complete and checked against its hash."""

    file_name: str
    sha256: str
    content: bytes
    options: ImportOptions


@dataclass(frozen=True, slots=True)
class RefusedRow:
    """A row of a file that is not stored. `position` is from 1: line, or place among Plaid's rows."""

    position: int
    reason: str


@dataclass(frozen=True, slots=True)
class Upsert:
    """A row that is there from now on."""

    account: str
    """The source's account id."""
    row: SourceRow
    """Its `row_id` and `account_id` are still empty."""


@dataclass(frozen=True, slots=True)
class Removal:
    """A source's id that is gone from now on."""

    source_transaction_id: str


SourceChange = Upsert | Removal


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """A ledger file read: accounts, and changes in the order in which they hold."""

    format: LedgerFormat
    item: Item
    accounts: tuple[Account, ...]
    changes: tuple[SourceChange, ...]
    refused: tuple[RefusedRow, ...]
    options: ImportOptions
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What the caller has to choose, with the options, before this can be stored."""
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportRecord:
    """An import as it is kept: which file brought which rows."""

    import_id: str
    format: LedgerFormat
    file_name: str
    sha256: str
    item: Item
    brought: AbstractSet[RowId]


@dataclass(frozen=True, slots=True)
class LedgerState:
    """All that is live of a user's ledger: what an import changes and what the policy reads."""

    revision: Revision
    accounts: Mapping[AccountId, Account]
    items: Mapping[str, Item]
    rows: Mapping[RowId, SourceRow]
    annotations: Mapping[RowId, Annotation]
    aliases: Mapping[str, str]
    """Merchant id → the user's own name for it."""
    readings: Mapping[RowId, Reading]
    """The policy's reading, at this revision, of the rows that were asked for."""
    closed: Mapping[str, RowId] = field(default_factory=dict)
    """Ids of rows that are gone, by which a posted row may still name its pending one → the row's id."""


class ImportStage(IntEnum):
    """`tieout.retriever.v1.ImportStage`, value by value."""

    READING = 1
    COMPARING = 2
    DECIDING = 3
    STORING = 4


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """How far an import has come. `row_total` is 0 while it is not known."""

    stage: ImportStage
    row_count: int = 0
    row_total: int = 0


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did."""

    import_id: str
    format: LedgerFormat
    revision: Revision
    added: int
    changed: int
    removed: int
    unchanged: int
    refused_count: int
    refused: tuple[RefusedRow, ...]
    accounts: tuple[AccountCoverage, ...]
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What an import would do."""

    report: ImportReport
    rows: tuple[LedgerRow, ...]
    options: ImportOptions
    choices: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class RowChange:
    """The user's words for one row; `None` leaves a field as it is."""

    row_id: RowId
    category_id: str | None = None
    tags: tuple[str, ...] | None = None
    note: str | None = None
    merchant_alias: str | None = None
    parts: tuple[SourcePart, ...] | None = None
    currency: str = ""
    """Of the parts; "" without any."""


@dataclass(frozen=True, slots=True)
class LedgerChange:
    """What a ledger becomes: the whole of it after a change, of which the store writes what differs."""

    accounts: Mapping[AccountId, Account]
    rows: Mapping[RowId, SourceRow]
    annotations: Mapping[RowId, Annotation]
    aliases: Mapping[str, str]
    readings: Mapping[RowId, Reading] | None
    """Of all rows. None: they stay as they are."""
    former_names: Mapping[str, tuple[str, ...]]
    imported: ImportRecord | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What a change made: its revision (the one before when nothing changed) and how many rows have a new version."""

    revision: Revision
    changed_rows: int
