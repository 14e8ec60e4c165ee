"""What the answerer speaks of, field by field as in the contract (`protos/tieout/**`), where units and ranges stand.

`services.common.mapping` turns these into messages and back by their names, so a field has the name that it has there.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from decimal import Decimal
from enum import IntEnum

from services.common.types import Money


class MovementKind(IntEnum):
    """What a row is, by the money-semantics policy. The retriever decides it and says by which rule."""

    UNSPECIFIED = 0
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


class AmountSide(IntEnum):
    """Which way the money went, from the user's side."""

    UNSPECIFIED = 0
    OUT = 1
    IN = 2


class EntityKind(IntEnum):
    """What a name can stand for."""

    UNSPECIFIED = 0
    MERCHANT = 1
    CATEGORY = 2
    ACCOUNT = 3
    PERSON = 4
    PAYER = 5
    COUNTRY = 6
    INSTITUTION = 7
    DOCUMENT = 8


class Scale(IntEnum):
    """What multiplies a printed figure."""

    UNSPECIFIED = 0
    THOUSAND = 1
    MILLION = 2
    BILLION = 3
    PERCENT = 4
    BASIS_POINT = 5


class GroupKey(IntEnum):
    """What a ledger query is grouped by."""

    UNSPECIFIED = 0
    MERCHANT = 1
    CATEGORY = 2
    MONTH = 3
    ACCOUNT = 4
    COUNTERPARTY = 5
    YEAR = 6
    WEEK = 7
    DAY = 8


class GroupOrder(IntEnum):
    """Order of groups."""

    UNSPECIFIED = 0
    NET_SMALLEST = 1
    MOST_ROWS = 2
    FEWEST_ROWS = 3


class RowOrder(IntEnum):
    """Order of rows."""

    UNSPECIFIED = 0
    NEWEST = 1
    LARGEST = 2
    SMALLEST = 3


class MatchKind(IntEnum):
    """How a name was matched, best first."""

    UNSPECIFIED = 0
    ALIAS = 1
    EXACT = 2
    DESCRIPTIVE = 3
    FORMER_NAME = 4
    SHORTENED = 5
    FUZZY = 6


class Cadence(IntEnum):
    """How often a recurring charge comes."""

    UNSPECIFIED = 0
    WEEKLY = 1
    MONTHLY = 2
    QUARTERLY = 3
    YEARLY = 4


class SearchState(IntEnum):
    """What a search came to."""

    UNSPECIFIED = 0
    KEYWORD_CONFIDENT = 1
    NEEDS_VECTOR = 2
    FUSED = 3
    KEYWORD_ONLY = 4
    NO_DOCUMENTS = 5


class IndexState(IntEnum):
    """How far a document's indexes have come."""

    UNSPECIFIED = 0
    KEYWORD = 1
    COMPLETE = 2


class FactRank(IntEnum):
    """Who stands behind a fact, strongest first."""

    UNSPECIFIED = 0
    STATED = 1
    CONFIRMED = 2
    DERIVED = 3
    INFERRED = 4


class FactState(IntEnum):
    """Where a fact stands."""

    UNSPECIFIED = 0
    CURRENT = 1
    SUPERSEDED = 2
    RETRACTED = 3
    UNKNOWN = 4


class FactAttribute(IntEnum):
    """What a fact is about."""

    UNSPECIFIED = 0
    NAME_FOR = 1
    RENT = 2
    PAY_DAY = 3
    SAVINGS_GOAL = 4
    BUDGET = 5
    INCOME = 6
    HOME = 7
    NOTE = 8


class EdgeKind(IntEnum):
    """How two nodes hang together."""

    UNSPECIFIED = 0
    IN_CATEGORY = 1
    ON_ACCOUNT = 2
    SAME_DAY = 3
    DOCUMENT_ABOUT = 4
    HELD_AT = 5
    PART_OF = 6


class Measure(IntEnum):
    """What is asked for."""

    UNSPECIFIED = 0
    SUM = 1
    COUNT = 2
    AVERAGE = 3
    MEDIAN = 4
    MINIMUM = 5
    MAXIMUM = 6
    FIRST = 7
    LAST = 8
    LIST = 9
    SHARE = 10
    CHANGE = 11
    COMPARE = 12
    LOOK_UP = 13
    QUOTE = 14
    EXISTS = 15
    DAYS_SINCE = 16
    TOP = 17
    RECURRING = 18
    PRICE_STEP = 19
    RECALL = 20


class Subject(IntEnum):
    """Where the answer comes from."""

    UNSPECIFIED = 0
    LEDGER = 1
    DOCUMENTS = 2
    MEMORY = 3


class Netting(IntEnum):
    """How refunds count."""

    UNSPECIFIED = 0
    NET = 1
    GROSS = 2
    REFUNDS = 3
    INFLOW = 4


class Per(IntEnum):
    """What an average is taken over."""

    UNSPECIFIED = 0
    PURCHASE = 1
    DAY = 2
    WEEK = 3
    MONTH = 4
    YEAR = 5


class AnswerForm(IntEnum):
    """The form that the answer takes."""

    UNSPECIFIED = 0
    MONEY = 1
    NUMBER = 2
    PERCENT = 3
    DATE = 4
    NAME = 5
    NAMES = 6
    ROWS = 7
    YES_NO = 8
    QUOTATION = 9


class ResolutionSource(IntEnum):
    """How a stretch of the question became an entity."""

    UNSPECIFIED = 0
    RETRIEVER = 1
    MEMORY = 2
    GRAPH = 3


class FigureOp(IntEnum):
    """How a figure is made from its inputs."""

    UNSPECIFIED = 0
    ROW_SUM = 1
    ROW_COUNT = 2
    ROW_AMOUNT = 3
    CELL = 4
    FACT = 5
    CONSTANT = 6
    ADD = 7
    SUBTRACT = 8
    MULTIPLY = 9
    DIVIDE = 10
    PERCENT_CHANGE = 11
    PERCENT_OF = 12
    AVERAGE = 13
    NEGATE = 14
    MAX = 15
    MIN = 16
    COUNT = 17
    MEDIAN = 18
    DAYS_BETWEEN = 19
    NEXT_DAY = 20


class FigureUnit(IntEnum):
    """What a figure's value is in."""

    UNSPECIFIED = 0
    MONEY = 1
    COUNT = 2
    PERCENT = 3
    PERCENTAGE_POINT = 4
    DAYS = 5
    WEEKS = 6
    MONTHS = 7
    YEARS = 8
    DATE = 9


class Polarity(IntEnum):
    """Yes or no."""

    UNSPECIFIED = 0
    YES = 1
    NO = 2


class RefusalReason(IntEnum):
    """Why a question is refused. A refusal is an answer."""

    UNSPECIFIED = 0
    NO_DATA = 1
    OUT_OF_COVERAGE = 2
    NOT_IN_DATA = 3
    BELOW_FLOOR = 4
    AMBIGUOUS = 5
    CONFLICT = 6
    OUT_OF_SCOPE = 7
    UNSUPPORTED = 8
    DEGRADED = 9


class GateStratum(IntEnum):
    """Kind of question that the gate is calibrated for."""

    UNSPECIFIED = 0
    LEDGER = 1
    LOOKUP = 2
    DOCUMENT = 3
    MEMORY = 4


class AnswerState(IntEnum):
    """Where a stored answer stands."""

    UNSPECIFIED = 0
    CURRENT = 1
    STALE = 2
    ERASED = 3


class Verdict(IntEnum):
    """What a verification found."""

    UNSPECIFIED = 0
    HOLDS = 1
    STALE = 2
    BROKEN = 3
    NOT_VERIFIABLE = 4


@dataclass(frozen=True, slots=True)
class AmountRange:
    """Bounds for the size of a row's amount, sign set aside. Each is optional; all that are set hold at once."""

    over: Decimal | None = None
    at_least: Decimal | None = None
    under: Decimal | None = None
    at_most: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Period:
    """A run of calendar days in the user's time zone, inclusive at both ends."""

    start_date: dt.date | None = None
    end_date: dt.date | None = None


@dataclass(frozen=True, slots=True)
class LedgerFilter:
    """Which rows. Every field that is set must hold; an empty list or absent message does not restrict.

    Within one list any entry may hold.
    """

    merchant_ids: tuple[str, ...] = ()
    category_ids: tuple[str, ...] = ()
    excluded_category_ids: tuple[str, ...] = ()
    kinds: tuple[MovementKind, ...] = ()
    account_ids: tuple[str, ...] = ()
    counterparty_ids: tuple[str, ...] = ()
    currency_code: str = ""
    amount: AmountRange | None = None
    period: Period | None = None
    weekdays: tuple[int, ...] = ()
    side: AmountSide = AmountSide.UNSPECIFIED
    country_codes: tuple[str, ...] = ()
    abroad: bool = False
    text: str = ""
    pending: bool | None = None
    merchant_only: bool = False
    row_ids: tuple[str, ...] = ()
    excluded_merchant_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RowPart:
    """One part of a split row."""

    number: int = 0
    amount: Money | None = None
    category_id: str = ""
    category_inferred: bool = False
    kind: MovementKind = MovementKind.UNSPECIFIED
    merchant_id: str = ""
    merchant_name: str = ""
    note: str = ""
    rule_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One row of a user's ledger, as it stood at a ledger revision."""

    row_id: str = ""
    source_transaction_id: str = ""
    account_id: str = ""
    account_name: str = ""
    date: dt.date | None = None
    amount: Money | None = None
    descriptor: str = ""
    merchant_id: str = ""
    merchant_name: str = ""
    counterparty_id: str = ""
    counterparty_name: str = ""
    category_id: str = ""
    category_inferred: bool = False
    kind: MovementKind = MovementKind.UNSPECIFIED
    rule_ids: tuple[str, ...] = ()
    pending: bool = False
    country_code: str = ""
    from_revision: int = 0
    citation: str = ""
    tags: tuple[str, ...] = ()
    note: str = ""
    parts: tuple[RowPart, ...] = ()
    whole_amount: Money | None = None


@dataclass(frozen=True, slots=True)
class RowSet:
    """A complete set of rows, named by its digest, with its first page."""

    row_count: int = 0
    digest: str = ""
    ledger_revision: int = 0
    rows: tuple[LedgerRow, ...] = ()
    next_page_token: str = ""
    row_ids: tuple[str, ...] = ()
    source_transaction_ids: tuple[str, ...] = ()
    account_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AccountCoverage:
    """The days for which one account has rows."""

    account_id: str = ""
    account_name: str = ""
    first_date: dt.date | None = None
    last_date: dt.date | None = None
    row_count: int = 0
    history_loading: bool = False
    currency_code: str = ""
    account_type: str = ""
    account_subtype: str = ""
    mask: str = ""
    institution: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The days that a user's ledger covers."""

    first_date: dt.date | None = None
    last_date: dt.date | None = None
    history_loading: bool = False
    accounts: tuple[AccountCoverage, ...] = ()
    document_count: int = 0


@dataclass(frozen=True, slots=True)
class Box:
    """A box on a page, in points from the top left corner."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a document's table."""

    cell_id: str = ""
    row_path: tuple[str, ...] = ()
    column_path: tuple[str, ...] = ()
    printed: str = ""
    number: str = ""
    unit: str = ""
    scale: Scale = Scale.UNSPECIFIED
    period: str = ""
    footnotes: tuple[str, ...] = ()
    page: int = 0
    box: Box | None = None
    table_caption: str = ""
    table_number: int = 0


@dataclass(frozen=True, slots=True)
class Passage:
    """A child chunk of a document: what search matches and what an answer quotes."""

    document_id: str = ""
    chunk_id: str = ""
    document_name: str = ""
    document_version: int = 0
    effective_date: dt.date | None = None
    text: str = ""
    heading_path: tuple[str, ...] = ()
    page: int = 0
    parent_id: str = ""
    cells: tuple[Cell, ...] = ()
    citation: str = ""
    box: Box | None = None
    recognized: bool = False


@dataclass(frozen=True, slots=True)
class FactEvidence:
    """Something the user said, or that follows from rows."""

    fact_id: str = ""
    quotation: str = ""
    stated_time: dt.datetime | None = None
    citation: str = ""


@dataclass(frozen=True, slots=True)
class PathEvidence:
    """One walk over the graph that named something."""

    node_names: tuple[str, ...] = ()
    node_ids: tuple[str, ...] = ()
    row_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing that an answer may use. Nothing outside the evidence reaches an answer."""

    row_set: RowSet | None = None
    passage: Passage | None = None
    fact: FactEvidence | None = None
    path: PathEvidence | None = None


@dataclass(frozen=True, slots=True)
class PolicyRule:
    """A rule of the money-semantics policy."""

    rule_id: str = ""
    text: str = ""
    semantics_version: str = ""


@dataclass(frozen=True, slots=True)
class Citation:
    """A source that an answer names."""

    token: str = ""
    row: LedgerRow | None = None
    row_set: RowSet | None = None
    passage: Passage | None = None
    fact: FactEvidence | None = None
    rule: PolicyRule | None = None


@dataclass(frozen=True, slots=True)
class StageTiming:
    """Time spent in one stage of a call."""

    stage: str = ""
    duration: dt.timedelta | None = None


@dataclass(frozen=True, slots=True)
class Space:
    """One embedding model at one revision, width, pooling and normalisation. Vectors of two are never compared."""

    space_id: str = ""
    model: str = ""
    revision: str = ""
    width: int = 0
    pooling: str = ""
    normalised: bool = False
    floor: Decimal | None = None
    calibration_version: str = ""


@dataclass(frozen=True, slots=True)
class Vectors:
    """Vectors of one space."""

    space_id: str = ""
    width: int = 0
    data: bytes = b""
    count: int = 0


@dataclass(frozen=True, slots=True)
class QuestionVector:
    """One vector of a question; `missed_space_id` names the space that was to be used and could not, or is empty."""

    vectors: Vectors
    missed_space_id: str = ""


@dataclass(frozen=True, slots=True)
class CurrencyTotal:
    """Sums over the rows of one currency. Amounts are signed from the user's side: positive left the account."""

    row_sum: Money | None = None
    out_sum: Money | None = None
    in_sum: Money | None = None
    row_count: int = 0
    out_count: int = 0
    in_count: int = 0
    smallest_row: LedgerRow | None = None
    largest_row: LedgerRow | None = None


@dataclass(frozen=True, slots=True)
class LedgerGroup:
    """One group of a ledger query."""

    key: str = ""
    label: str = ""
    totals: tuple[CurrencyTotal, ...] = ()
    row_set: RowSet | None = None
    first_row: LedgerRow | None = None
    last_row: LedgerRow | None = None
    in_set: RowSet | None = None
    rule_ids: tuple[str, ...] = ()
    out_set: RowSet | None = None


@dataclass(frozen=True, slots=True)
class QueryLedgerRequest:
    """Request of QueryLedger."""

    filter: LedgerFilter | None = None
    group_by: GroupKey = GroupKey.UNSPECIFIED
    as_of_date: dt.date | None = None
    ledger_revision: int = 0
    order: RowOrder = RowOrder.UNSPECIFIED
    page_size: int = 0
    with_row_ids: bool = False
    without_rows: bool = False
    max_groups: int = 0
    group_order: GroupOrder = GroupOrder.UNSPECIFIED
    without_coverage: bool = False
    with_out_set: bool = False


@dataclass(frozen=True, slots=True)
class QueryLedgerResponse:
    """Response of QueryLedger."""

    total: LedgerGroup | None = None
    groups: tuple[LedgerGroup, ...] = ()
    ledger_revision: int = 0
    semantics_version: str = ""
    coverage: Coverage | None = None
    timings: tuple[StageTiming, ...] = ()


@dataclass(frozen=True, slots=True)
class ListRowsRequest:
    """Request of ListRows."""

    filter: LedgerFilter | None = None
    as_of_date: dt.date | None = None
    ledger_revision: int = 0
    order: RowOrder = RowOrder.UNSPECIFIED
    page_size: int = 0
    page_token: str = ""


@dataclass(frozen=True, slots=True)
class ListRowsResponse:
    """Response of ListRows."""

    rows: tuple[LedgerRow, ...] = ()
    next_page_token: str = ""
    total_count: int = 0
    ledger_revision: int = 0


@dataclass(frozen=True, slots=True)
class Mention:
    """A part of a question that should be a name."""

    text: str = ""
    kinds: tuple[EntityKind, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing that a name can stand for."""

    kind: EntityKind = EntityKind.UNSPECIFIED
    entity_id: str = ""
    display_name: str = ""
    match: MatchKind = MatchKind.UNSPECIFIED
    similarity: float = 0.0
    category_ids: tuple[str, ...] = ()
    row_count: int = 0
    near_merchant_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NameSpan:
    """A stretch of the question that names something."""

    start: int = 0
    end: int = 0
    candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class ResolvedMention:
    """What one mention was resolved to."""

    text: str = ""
    candidates: tuple[Candidate, ...] = ()
    nearest_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResolveNamesResponse:
    """Response of ResolveNames."""

    spans: tuple[NameSpan, ...] = ()
    mentions: tuple[ResolvedMention, ...] = ()
    coverage: Coverage | None = None
    ledger_revision: int = 0


@dataclass(frozen=True, slots=True)
class PriceStep:
    """A step of a recurring charge's price."""

    before: LedgerRow | None = None
    after: LedgerRow | None = None


@dataclass(frozen=True, slots=True)
class RecurringCharge:
    """A charge that comes back at a constant price, found in the rows."""

    merchant_id: str = ""
    merchant_name: str = ""
    cadence: Cadence = Cadence.UNSPECIFIED
    latest_row: LedgerRow | None = None
    price_steps: tuple[PriceStep, ...] = ()
    active: bool = False
    charge_count: int = 0
    subscription: bool = False


@dataclass(frozen=True, slots=True)
class ListRecurringResponse:
    """Response of ListRecurring."""

    charges: tuple[RecurringCharge, ...] = ()
    ledger_revision: int = 0
    semantics_version: str = ""


@dataclass(frozen=True, slots=True)
class PassageBlock:
    """A line of a passage's text, and what of the question it holds."""

    start: int = 0
    end: int = 0
    term_coverage: float = 0.0


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A passage that a search found, with the scores that speak for it."""

    passage: Passage | None = None
    keyword_score: float = 0.0
    keyword_rank: int = 0
    vector_score: float | None = None
    vector_rank: int = 0
    fused_score: float = 0.0
    term_coverage: float = 0.0
    collapsed_chunk_ids: tuple[str, ...] = ()
    fused_rank: int = 0
    rerank_score: float | None = None
    blocks: tuple[PassageBlock, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchSummary:
    """How good a search's evidence can be."""

    state: SearchState = SearchState.UNSPECIFIED
    space_id: str = ""
    floor: Decimal | None = None
    missing_vector_count: int = 0
    searched_count: int = 0
    unmatched_terms: tuple[str, ...] = ()
    usable_space_ids: tuple[str, ...] = ()
    refused_vector_count: int = 0


@dataclass(frozen=True, slots=True)
class Document:
    """One version of an uploaded document."""

    name: str = ""
    document_id: str = ""
    version: int = 0
    display_name: str = ""
    caller_key: str = ""
    title: str = ""
    institution: str = ""
    media_type: str = ""
    effective_date: dt.date | None = None
    sha256: str = ""
    size_bytes: int = 0
    passage_count: int = 0
    cell_count: int = 0
    index_state: IndexState = IndexState.UNSPECIFIED
    create_time: dt.datetime | None = None
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResponse:
    """Response of Search."""

    hits: tuple[SearchHit, ...] = ()
    summary: SearchSummary | None = None
    documents: tuple[Document, ...] = ()
    timings: tuple[StageTiming, ...] = ()


@dataclass(frozen=True, slots=True)
class FactValue:
    """What a fact says."""

    text: str = ""
    money: Money | None = None
    date: dt.date | None = None
    number: Decimal | None = None
    due_date: dt.date | None = None
    per: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing known of the user, with when it held and when it was known."""

    fact_id: str = ""
    subject: str = ""
    attribute: FactAttribute = FactAttribute.UNSPECIFIED
    qualifier: str = ""
    value: FactValue | None = None
    rank: FactRank = FactRank.UNSPECIFIED
    state: FactState = FactState.UNSPECIFIED
    valid_from_time: dt.datetime | None = None
    valid_to_time: dt.datetime | None = None
    record_time: dt.datetime | None = None
    retract_time: dt.datetime | None = None
    statement_id: str = ""
    quotation: str = ""
    row_ids: tuple[str, ...] = ()
    input_fact_ids: tuple[str, ...] = ()
    supersedes_fact_id: str = ""
    superseded_by_fact_id: str = ""
    statement_count: int = 0
    stated_time: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class RecalledFact:
    """A fact with where the question names it."""

    fact: Fact | None = None
    start: int = 0
    end: int = 0
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class UnknownName:
    """A name of the user's own ("my dentist") that the question uses and that was never said."""

    start: int = 0
    end: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class RecallResponse:
    """Response of Recall."""

    facts: tuple[RecalledFact, ...] = ()
    unknown_names: tuple[UnknownName, ...] = ()


@dataclass(frozen=True, slots=True)
class Node:
    """A thing of the user's: ids are the retriever's, so that a name is decided in one place only."""

    node_id: str = ""
    kind: EntityKind = EntityKind.UNSPECIFIED
    entity_id: str = ""
    display_name: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """A weighted connection of two nodes."""

    from_node_id: str = ""
    to_node_id: str = ""
    kind: EdgeKind = EdgeKind.UNSPECIFIED
    weight: Decimal | None = None
    support_count: int = 0
    support_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResolvedNode:
    """A node with how near its name is."""

    node: Node | None = None
    similarity: float = 0.0


@dataclass(frozen=True, slots=True)
class Path:
    """One walk."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    weight: Decimal | None = None


@dataclass(frozen=True, slots=True)
class WalkResponse:
    """Response of Walk."""

    paths: tuple[Path, ...] = ()
    visited_count: int = 0
    truncated: bool = False
    timings: tuple[StageTiming, ...] = ()


@dataclass(frozen=True, slots=True)
class ResolvedName:
    """A name of the question with what it stands for."""

    text: str = ""
    candidate: Candidate | None = None
    source: ResolutionSource = ResolutionSource.UNSPECIFIED
    source_id: str = ""


@dataclass(frozen=True, slots=True)
class Selection:
    """One set of rows with how it counts."""

    filter: LedgerFilter | None = None
    netting: Netting = Netting.UNSPECIFIED
    label: str = ""
    period_label: str = ""


@dataclass(frozen=True, slots=True)
class DocumentQuery:
    """What is searched for in documents."""

    text: str = ""
    document_ids: tuple[str, ...] = ()
    limit: int = 0


@dataclass(frozen=True, slots=True)
class FactQuery:
    """What is asked of the memory."""

    attribute: FactAttribute = FactAttribute.UNSPECIFIED
    qualifier: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """The typed reading of a question: the only thing that is executed. It never carries a tenant."""

    subject: Subject = Subject.UNSPECIFIED
    measure: Measure = Measure.UNSPECIFIED
    selections: tuple[Selection, ...] = ()
    per: Per = Per.UNSPECIFIED
    group_by: GroupKey = GroupKey.UNSPECIFIED
    order: RowOrder = RowOrder.UNSPECIFIED
    limit: int = 0
    form: AnswerForm = AnswerForm.UNSPECIFIED
    document: DocumentQuery | None = None
    fact: FactQuery | None = None
    as_of_date: dt.date | None = None
    time_zone: str = ""
    names: tuple[ResolvedName, ...] = ()
    semantics_version: str = ""
    rule: str = ""
    reading: str = ""
    constants: dict[str, Decimal] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RowLeaf:
    """The rows under a leaf."""

    digest: str = ""
    row_count: int = 0
    row_ids: tuple[str, ...] = ()
    filter: LedgerFilter | None = None
    row_sign: int = 0
    source_transaction_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A value with how it was calculated. Figures form a directed acyclic graph whose leaves are the user's data."""

    figure_id: str = ""
    op: FigureOp = FigureOp.UNSPECIFIED
    input_ids: tuple[str, ...] = ()
    value: Decimal | None = None
    unit: FigureUnit = FigureUnit.UNSPECIFIED
    currency_code: str = ""
    scale: Scale = Scale.UNSPECIFIED
    label: str = ""
    formula: str = ""
    rows: RowLeaf | None = None
    cell: Cell | None = None
    citation: str = ""
    rounding: int | None = None
    rendered: str = ""
    side: bool = False


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A stretch of the answer's text with where it comes from. The text is their renderings in order."""

    rendered: str = ""
    literal: bool = False
    figure_id: str = ""
    plan_value: str = ""
    entity_id: str = ""
    quotation_of: str = ""
    citation: str = ""
    row_id: str = ""


@dataclass(frozen=True, slots=True)
class MoneyByCurrency:
    """Amounts of several currencies."""

    amounts: tuple[Money, ...] = ()


@dataclass(frozen=True, slots=True)
class NumberValue:
    """A number with its unit."""

    value: Decimal | None = None
    unit: FigureUnit = FigureUnit.UNSPECIFIED


@dataclass(frozen=True, slots=True)
class TextValue:
    """Words."""

    text: str = ""
    polarity: Polarity = Polarity.UNSPECIFIED


@dataclass(frozen=True, slots=True)
class NameList:
    """Names."""

    names: tuple[str, ...] = ()
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class DocumentFigure:
    """A figure as a document prints it."""

    value: Decimal | None = None
    scale: Scale = Scale.UNSPECIFIED
    currency_code: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class AnswerValue:
    """The value of an answer, typed."""

    money: Money | None = None
    money_by_currency: MoneyByCurrency | None = None
    number: NumberValue | None = None
    date: dt.date | None = None
    text: TextValue | None = None
    names: NameList | None = None
    rows: RowSet | None = None
    document_figure: DocumentFigure | None = None


@dataclass(frozen=True, slots=True)
class NoDataDetail:
    """Details of NO_DATA."""

    mention: str = ""
    nearest_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OutOfCoverageDetail:
    """Details of OUT_OF_COVERAGE."""

    coverage: Coverage | None = None


@dataclass(frozen=True, slots=True)
class NotInDataDetail:
    """Details of NOT_IN_DATA."""

    missing: str = ""
    held_instead: str = ""


@dataclass(frozen=True, slots=True)
class BelowFloorDetail:
    """Details of BELOW_FLOOR."""

    best_score: Decimal | None = None
    floor: Decimal | None = None
    space_id: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the question."""

    description: str = ""
    plan: Plan | None = None
    figure: Figure | None = None


@dataclass(frozen=True, slots=True)
class AmbiguousDetail:
    """Details of AMBIGUOUS."""

    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True)
class ConflictDetail:
    """Details of CONFLICT."""

    sources: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class UnsupportedDetail:
    """Details of UNSUPPORTED."""

    nearest_question: str = ""
    nearest_plan: Plan | None = None


@dataclass(frozen=True, slots=True)
class DegradedDetail:
    """Details of DEGRADED."""

    part: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal with the smallest thing that would fix it."""

    reason: RefusalReason = RefusalReason.UNSPECIFIED
    no_data: NoDataDetail | None = None
    out_of_coverage: OutOfCoverageDetail | None = None
    not_in_data: NotInDataDetail | None = None
    below_floor: BelowFloorDetail | None = None
    ambiguous: AmbiguousDetail | None = None
    conflict: ConflictDetail | None = None
    unsupported: UnsupportedDetail | None = None
    degraded: DegradedDetail | None = None


@dataclass(frozen=True, slots=True)
class Grounded:
    """An answer that the evidence carries."""

    value: AnswerValue | None = None
    value_figure_id: str = ""
    row_set: RowSet | None = None


@dataclass(frozen=True, slots=True)
class Degradation:
    """A part that did not take part."""

    part: str = ""
    effect: str = ""


@dataclass(frozen=True, slots=True)
class Gate:
    """Whether the evidence is enough, and how sure that is."""

    stratum: GateStratum = GateStratum.UNSPECIFIED
    score: float = 0.0
    threshold: float = 0.0
    calibration_version: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question."""

    answer_id: str = ""
    grounded: Grounded | None = None
    refusal: Refusal | None = None
    text: str = ""
    pieces: tuple[TextPiece, ...] = ()
    citations: tuple[Citation, ...] = ()
    figures: tuple[Figure, ...] = ()
    plan: Plan | None = None
    ledger_revision: int = 0
    coverage: Coverage | None = None
    degraded: tuple[Degradation, ...] = ()
    gate: Gate | None = None
    timings: tuple[StageTiming, ...] = ()
    state: AnswerState = AnswerState.UNSPECIFIED
    create_time: dt.datetime | None = None
    notices: tuple[str, ...] = ()
    other_readings: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question with what it needs to be read."""

    text: str = ""
    as_of_time: dt.datetime | None = None
    time_zone: str = ""
    locale: str = ""
    home_currency_code: str = ""
    previous_answer_id: str = ""


@dataclass(frozen=True, slots=True)
class FigureDifference:
    """A figure that comes out otherwise today."""

    figure_id: str = ""
    answered: Decimal | None = None
    current: Decimal | None = None


@dataclass(frozen=True, slots=True)
class VerifyAnswerResponse:
    """Response of VerifyAnswer."""

    verdict: Verdict = Verdict.UNSPECIFIED
    differences: tuple[FigureDifference, ...] = ()
    answered_revision: int = 0
    current_revision: int = 0
    replay_digest: str = ""
    answered_digest: str = ""


@dataclass(frozen=True, slots=True)
class ReplayResponse:
    """Response of Replay."""

    figures: tuple[Figure, ...] = ()
    value: AnswerValue | None = None
    ledger_revision: int = 0
    replay_digest: str = ""
    answered_digest: str = ""
    equal: bool = False


@dataclass(frozen=True, slots=True)
class AskStatus:
    """A stage that an answer has come to."""

    stage: str = ""


@dataclass(frozen=True, slots=True)
class AskEvidence:
    """Evidence that the answer rests on."""

    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class AskText:
    """Text that has closed: every number and citation of it is tied out."""

    pieces: tuple[TextPiece, ...] = ()
