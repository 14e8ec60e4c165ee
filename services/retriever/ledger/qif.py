"""QIF, as Quicken and others write it: accounts, splits, categories, transfers.

https://web.archive.org/web/20100222214101/http://web.intuit.com/support/quicken/docs/d_qif.html
Amounts are signed from the account's side: negative left it. The order of day and month is decided for the whole file,
and asked for where the file allows two. A transaction with splits is one row in parts: each category gets its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal

from services.retriever.ledger.categories import read_bank_category
from services.retriever.ledger.charsets import decode_text, split_lines
from services.retriever.ledger.csv_values import DateColumn
from services.retriever.ledger.decimal_marks import find_decimal_mark, read_amount
from services.retriever.ledger.refusals import A_TRADE, NO_DATE, TRUNCATED, RowRefusal
from services.retriever.ledger.stated_days import find_zone
from services.retriever.ledger.stated_types import StatedType
from services.retriever.ledger.statements import (
    Balance,
    Booking,
    StatedAccount,
    Statement,
    collect,
    unreadable,
)
from services.retriever.model import (
    DateOrder,
    ImportOptions,
    LedgerFormat,
    ParsedFile,
    RefusedRow,
    SignRule,
    SourcePart,
)

_HEADER = re.compile(rb"^!(?:Type:|Account|Option:|Clear:)", re.IGNORECASE | re.MULTILINE)
_ROW_TYPES = {
    "bank": ("depository", "checking"),
    "cash": ("depository", "cash"),
    "ccard": ("credit", "credit card"),
    "oth a": ("", ""),
    "oth l": ("loan", ""),
}
_TRADES = frozenset({"invst", "port", "401(k)/403(b)"})
_DATE = re.compile(
    r"(?P<first>\d{1,4})\s*[-/.]\s*(?P<second>\d{1,2})\s*(?P<mark>[-/.'])\s*(?P<third>\d{2,4})", re.ASCII
)


def looks_like_qif(head: bytes) -> bool:
    """Whether a file's start, as `files` prepares it, is QIF's."""
    return _HEADER.search(head) is not None


def read_qif(content: bytes, file_name: str, options: ImportOptions) -> ParsedFile:
    """Read all accounts of a file. Raises `InvalidArgument` (FORMAT_UNREADABLE) where it lists no transactions."""
    try:
        text = decode_text(content)
    except ValueError:
        raise unreadable("the charset can't be read") from None
    records = list(_read_records(split_lines(text)))
    rows = [record for record in records if record.section in _ROW_TYPES]
    trades = [record for record in records if record.section in _TRADES]
    if not rows and not trades:
        raise unreadable("the QIF holds no transactions, only lists of accounts, categories or securities")
    printed = [_unify_year(row.get("D")) for row in rows]
    dates = DateColumn.read([one for one in printed if one], options.date_order, find_zone(options.time_zone))
    ambiguous = len(dates.orders) > 1
    accounts = {record.get("N"): record for record in records if record.section == "account" and record.get("N")}
    marks = find_decimal_mark(amount for row in rows for amount in (row.get("T"), *(part.amount for part in row.parts)))
    reader = _Rows(accounts, dates, marks, options)
    parsed = collect(() if ambiguous else reader.read(rows, trades), LedgerFormat.QIF, options, file_name)
    orders = {"date_order": tuple(order.name for order in dates.orders)} if ambiguous else {}
    understood = replace(parsed.options, date_order=DateOrder.UNSPECIFIED if ambiguous else dates.orders[0])
    if ambiguous and not options.currency:
        orders["currency_code"] = ("an ISO 4217 code",)
    return replace(parsed, options=understood, choices={**parsed.choices, **orders})


def _unify_year(text: str) -> str:
    """A date with a four-digit year, for a column of dates; "" for none. `1/ 1'00` is in 2000, `12/19/98` in 1998."""
    found = _DATE.fullmatch(text.strip())
    if found is None or len(found["first"]) == 3:
        return ""
    if len(found["first"]) == 4:
        return f"{found['first']}-{int(found['second']):02d}-{int(found['third']):02d}"
    if len(found["third"]) == 3:
        return ""
    year = int(found["third"])
    if len(found["third"]) == 2:
        year += 2000 if found["mark"] == "'" or year < 69 else 1900
    return f"{found['first']}/{found['second']}/{year}"


# --- records ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Part:
    """One line of a split."""

    category: str
    memo: str = ""
    amount: str = ""


@dataclass(slots=True)
class _Record:
    section: str
    account: str
    line: int
    complete: bool = False
    fields: dict[str, str] = field(default_factory=dict)
    parts: list[_Part] = field(default_factory=list)

    def get(self, code: str) -> str:
        return self.fields.get(code, "")


def _read_records(lines: Sequence[str]) -> Iterator[_Record]:
    """Records by section ("bank", "account", "cat"); each knows the account that was named last before it."""
    section = account = ""
    record: _Record | None = None
    for number, line in enumerate(lines, start=1):
        text = line.strip("\x00\x1a\ufeff \t")
        if text.startswith("!") and record is None:
            name = text[1:].strip().lower()
            if not name.startswith(("option:", "clear:")):
                section = " ".join(name.removeprefix("type:").split())
        elif text == "^":
            if record is not None:
                record.complete = True
                if record.section == "account":
                    account = record.get("N")
                yield record
            record = None
        elif text and section:
            record = record or _Record(section, account, number)
            _read_field(record, text[0], text[1:].strip())
    if record is not None:
        yield record


def _read_field(record: _Record, code: str, value: str) -> None:
    if code == "S":
        record.parts.append(_Part(value))
    elif record.parts and code == "E":
        record.parts[-1].memo = value
    elif record.parts and code in "$£€":
        record.parts[-1].amount = value
    else:
        # Of repeated fields the first is the transaction's: those of splits follow it.
        record.fields.setdefault(code, value)


# --- rows ------------------------------------------------------------------------------------------------------------


class _Rows:
    def __init__(self, accounts: Mapping[str, _Record], dates: DateColumn, mark: str, options: ImportOptions) -> None:
        self._accounts = accounts
        self._dates = dates
        self._mark = mark
        self._options = options

    def read(self, rows: Sequence[_Record], trades: Sequence[_Record]) -> Iterator[Statement]:
        """One statement for each account."""
        statements: dict[str, Statement] = {}
        for row in rows:
            if row.account not in statements:
                statements[row.account] = Statement(self._account(row))
            self._add(statements[row.account], row)
        for trade in trades:
            statement = statements.setdefault(trade.account, Statement(self._account(trade)))
            statement.refused.append(RefusedRow(trade.line, A_TRADE))
        for name, statement in statements.items():
            self._check_balance(statement, self._accounts.get(name))
            yield statement

    def _account(self, row: _Record) -> StatedAccount:
        stated = self._accounts.get(row.account)
        section = stated.get("T").lower() if stated is not None else ""
        account_type, subtype = _ROW_TYPES.get(section) or _ROW_TYPES.get(row.section) or ("investment", "brokerage")
        return StatedAccount(key=row.account, name=row.account, account_type=account_type, account_subtype=subtype)

    def _add(self, statement: Statement, row: _Record) -> None:
        if not row.complete:
            statement.refused.append(RefusedRow(row.line, TRUNCATED))
            return
        printed = _unify_year(row.get("D"))
        day = self._dates.day(printed) if printed else None
        if day is None:
            statement.refused.append(RefusedRow(row.line, NO_DATE))
            return
        try:
            amount = self._amount(row.get("T") or row.get("U"))
            parts = [(part, self._amount(part.amount)) for part in row.parts if part.amount]
        except RowRefusal as refusal:
            statement.refused.append(RefusedRow(row.line, str(refusal)))
            return
        if _is_opening(row, self._options):
            statement.opening = Balance(-amount)
            return
        if parts and sum(value for _, value in parts) != amount:
            statement.notices.append(f"The parts of the split at line {row.line} do not add up; it is kept whole.")
            parts = []
        statement.bookings.append(self._booking(row, day, amount, [one for one in parts if one[1]]))

    def _amount(self, text: str) -> Decimal:
        amount = read_amount(text, self._mark)
        return amount if self._options.sign_rule is SignRule.POSITIVE_OUT else -amount

    def _booking(self, row: _Record, day: date, amount: Decimal, parts: Sequence[tuple[_Part, Decimal]]) -> Booking:
        check = f"Check {row.get('N')}" if row.get("N").isdigit() else row.get("N")
        descriptor, *others = [one for one in (row.get("P"), row.get("M"), check) if one] or [""]
        single = parts[0][0].category if len(parts) == 1 else ""
        return Booking(
            position=row.line,
            stated_day=day.isoformat(),
            day=day,
            amount=amount,
            currency="",
            descriptor=descriptor or " ".join(dict.fromkeys(part.memo for part, _ in parts if part.memo)),
            details=" ".join(others),
            category=self._category(single or ("" if parts else row.get("L")), amount),
            parts=tuple(
                SourcePart(value, self._category(part.category, value), note=part.memo) for part, value in parts
            )
            if len(parts) > 1
            else (),
        )

    def _category(self, stated: str, amount: Decimal) -> str:
        name = stated.partition("/")[0]
        return self._transfer(name.strip("[]"), amount) if name.startswith("[") else read_bank_category(name)

    def _transfer(self, other: str, amount: Decimal) -> str:
        """The category of a transfer to or from another account of the user's."""
        account = self._accounts.get(other)
        card = account is not None and account.get("T").lower() == "ccard"
        stated = StatedType.CARD_PAYMENT if card else StatedType.TRANSFER
        return stated.value[0 if amount >= 0 else 1]

    def _check_balance(self, statement: Statement, stated: _Record | None) -> None:
        """The statement balance of an account (`$` with its day `/`) counts what had cleared by then."""
        if stated is None or not stated.get("$") or not stated.get("/") or statement.opening is None:
            return
        day = self._dates.day(_unify_year(stated.get("/")))
        try:
            balance = read_amount(stated.get("$"), self._mark)
        except RowRefusal:
            return
        if day is None:
            return
        come_to = statement.opening.amount - sum(one.amount for one in statement.bookings if one.day <= day)
        if come_to != balance:
            statement.notices.append("The rows up to the last reconciliation do not come to its balance.")


def _is_opening(row: _Record, options: ImportOptions) -> bool:
    """Quicken writes an account's opening balance as a transfer from the account to itself."""
    own = row.get("L").strip("[]").lower()
    names = {row.account.lower(), options.account_name.lower(), options.account_key.lower()} - {""}
    return (
        row.get("P").lower() == "opening balance" and row.get("L").startswith("[") and (own in names or not row.account)
    )
