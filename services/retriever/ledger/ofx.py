"""OFX 1.x (SGML), 2.x (XML) and QFX, by one pass over the tags: what 1.x leaves open and 2.x closes reads the same.

https://financialdataexchange.org/ofx: OFX 2.3, section 11 (banking), section 13 (investments).
Amounts are signed from the account's side: negative left it. A date without an offset is the day that it states.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from zoneinfo import ZoneInfo

from services.retriever.ledger.charsets import decode_text
from services.retriever.ledger.decimal_marks import find_decimal_mark, read_amount
from services.retriever.ledger.refusals import A_TRADE, CORRECTION, NOT_BOOKED, TRUNCATED, RowRefusal
from services.retriever.ledger.stated_days import find_zone, read_day
from services.retriever.ledger.stated_types import StatedType
from services.retriever.ledger.statements import (
    Balance,
    Booking,
    StatedAccount,
    Statement,
    collect,
    unreadable,
)
from services.retriever.model import ImportOptions, LedgerFormat, ParsedFile, RefusedRow, SignRule

_HEAD = re.compile(rb"OFXHEADER|<\?OFX\b|<OFX>", re.IGNORECASE)
_CHARSET = re.compile(rb"^\s*CHARSET\s*:\s*([\w.-]+)", re.IGNORECASE | re.MULTILINE)
_ENCODING = re.compile(rb"ENCODING\s*[:=]\s*[\"']?(UTF-?8|UTF-?16|[\w.-]+)", re.IGNORECASE)
_TAG = re.compile(
    r"<(?P<close>/)?(?P<name>[A-Za-z][\w.]*)[^<>]*>(?P<text>(?:<!\[CDATA\[.*?\]\]>|[^<]|<(?![/A-Za-z!?]))*)",
    re.DOTALL,
)
_AMOUNT = re.compile(r"<(?:TRNAMT|BALAMT)>\s*([^<]*)", re.IGNORECASE)
_CURDEF = re.compile(r"<CURDEF>\s*([A-Z]{3})", re.IGNORECASE)
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,6}|#[xX][0-9A-Fa-f]{1,6});")

_STATEMENTS = {"STMTRS": "", "CCSTMTRS": "credit card", "INVSTMTRS": "brokerage"}
_ACCOUNTS = frozenset({"BANKACCTFROM", "CCACCTFROM", "INVACCTFROM"})
# Only what these hold is read by place; the others may be left open without harm.
_AGGREGATES = frozenset(
    {
        *_STATEMENTS,
        *_ACCOUNTS,
        "FI",
        "STATUS",
        "ACCTINFO",
        "BANKTRANLISTP",
        "STMTTRN",
        "STMTTRNP",
        "INVTRAN",
        "INVBANKTRAN",
        "PAYEE",
        "CURRENCY",
        "ORIGCURRENCY",
        "BANKACCTTO",
        "CCACCTTO",
        "LEDGERBAL",
        "AVAILBAL",
        "BAL",
    }
)
_INSIDE_A_ROW = frozenset({"PAYEE", "CURRENCY", "ORIGCURRENCY", "BANKACCTTO", "CCACCTTO"})
_ACCOUNT_TYPES = {
    "CHECKING": ("depository", "checking"),
    "SAVINGS": ("depository", "savings"),
    "MONEYMRKT": ("depository", "money market"),
    "CD": ("depository", "cd"),
    "CREDITLINE": ("loan", "line of credit"),
    "credit card": ("credit", "credit card"),
    "brokerage": ("investment", "brokerage"),
}
_TYPES = {
    "FEE": StatedType.FEE,
    "SRVCHG": StatedType.FEE,
    "INT": StatedType.INTEREST,
    "DIV": StatedType.DIVIDEND,
    "ATM": StatedType.CASH,
    "CASH": StatedType.CASH,
    "DEP": StatedType.DEPOSIT,
    "DIRECTDEP": StatedType.DIRECT_DEPOSIT,
    "XFER": StatedType.TRANSFER,
}


def looks_like_ofx(head: bytes) -> bool:
    """Whether a file's start, as `files` prepares it, is OFX's."""
    return _HEAD.search(head) is not None


def read_ofx(content: bytes, file_name: str, options: ImportOptions) -> ParsedFile:
    """Read all statements of a file. Raises `InvalidArgument` (FORMAT_UNREADABLE) where there is none."""
    try:
        text = decode_text(content, _declared_charset(content[:2000]))
    except ValueError:
        raise unreadable("the charset can't be read") from None
    reader = _Reader(text, options)
    parsed = collect(reader.read(), LedgerFormat.OFX, options, file_name, count_per_statement=True)
    if not reader.found:
        raise unreadable(reader.failure or "the OFX holds no statement")
    if reader.contradicted and options.sign_rule is SignRule.UNSPECIFIED:
        signs = {"sign_rule": (SignRule.POSITIVE_IN.name, SignRule.POSITIVE_OUT.name)}
        return replace(parsed, changes=(), choices={**parsed.choices, **signs})
    return parsed


def _declared_charset(head: bytes) -> str:
    encoding = _ENCODING.search(head)
    named = encoding[1].decode().upper() if encoding else ""
    if named not in ("", "USASCII", "UNICODE", "NONE"):
        return named
    charset = _CHARSET.search(head)
    return charset[1].decode() if charset else ""


@dataclass(slots=True)
class _Raw:
    """A STMTTRN as it stands: leaves by name, those of inner aggregates by "OUTER/NAME"."""

    line: int
    pending: bool
    values: dict[str, str] = field(default_factory=dict)

    def get(self, name: str) -> str:
        return self.values.get(name, "")


@dataclass(slots=True)
class _RawStatement:
    kind: str
    currency: str = ""
    account: dict[str, str] = field(default_factory=dict)
    closing: str = ""
    statement: Statement = field(default_factory=lambda: Statement(StatedAccount()))


class _Reader:
    """One pass over a file. `found`: a statement or a list of accounts; `failure`: why the bank sent none."""

    def __init__(self, text: str, options: ImportOptions) -> None:
        self._text = text
        self._zone: ZoneInfo = find_zone(options.time_zone)
        self._options = options
        self._institution = ""
        self._statement: _RawStatement | None = None
        self._row: _Raw | None = None
        self._listed: dict[str, str] | None = None
        self._open: list[str] = []
        # Rows repeat each other's texts: equal ones are one in memory.
        self._texts: dict[str, str] = {}
        self._failed_code = ""
        self._against = 0
        curdef = _CURDEF.search(text)
        self._mark = find_decimal_mark((one[1] for one in _AMOUNT.finditer(text)), curdef[1].upper() if curdef else "")
        self.found = False
        self.failure = ""

    @property
    def contradicted(self) -> bool:
        """Whether more rows go against the type that the bank states than agree with it."""
        return self._against > 0

    def read(self) -> Iterator[Statement]:
        """The statements in order."""
        line, position = 1, 0
        for tag in _TAG.finditer(self._text):
            line += self._text.count("\n", position, tag.start())
            position = tag.start()
            name = tag["name"].upper()
            if tag["close"]:
                yield from self._close(name)
                continue
            value = _clean(tag["text"])
            if name in _AGGREGATES and not value:
                yield from self._start(name, line)
            elif value:
                self._leaf(name, value)
        if self._statement is not None:
            yield self._finish()

    # --- tags --------------------------------------------------------------------------------------------------------

    def _start(self, name: str, line: int) -> Iterator[Statement]:
        if name in _STATEMENTS:
            if self._statement is not None:
                yield self._finish()
            self._statement = _RawStatement(_STATEMENTS[name])
            self.found = True
        elif name in ("STMTTRN", "STMTTRNP"):
            # Where the end tag of the row before is missing, this one ends it.
            self._end_row()
            if self._statement is not None:
                self._row = _Raw(line, name == "STMTTRNP" or "BANKTRANLISTP" in self._open)
        elif name == "INVTRAN" and self._statement is not None:
            self._statement.statement.refused.append(RefusedRow(line, A_TRADE))
        elif name in ("LEDGERBAL", "AVAILBAL"):
            self._end_row()
        elif name == "ACCTINFO":
            self._listed = {}
        self._open.append(name)

    def _close(self, name: str) -> Iterator[Statement]:
        if name in self._open:
            while self._open.pop() != name:
                pass
        if name in ("STMTTRN", "STMTTRNP", "BANKTRANLIST", "BANKTRANLISTP"):
            self._end_row()
        elif name in _STATEMENTS and self._statement is not None:
            yield self._finish()
        elif name == "ACCTINFO" and self._listed is not None:
            self.found = True
            yield Statement(self._account("", self._listed, ""))
            self._listed = None

    def _leaf(self, name: str, value: str) -> None:
        place = self._open[-1] if self._open else ""
        if self._row is not None and place not in _STATEMENTS:
            key = f"{place}/{name}" if place in _INSIDE_A_ROW else name
            self._row.values.setdefault(key, value)
        elif place in _ACCOUNTS:
            account = self._listed
            if account is None and self._statement is not None:
                account = self._statement.account
            if account is not None:
                account.setdefault(name, value)
                account.setdefault("kind", "credit card" if place == "CCACCTFROM" else "")
        elif place == "ACCTINFO" and name == "DESC" and self._listed is not None:
            self._listed.setdefault("DESC", value)
        elif place == "LEDGERBAL" and name == "BALAMT" and self._statement is not None:
            self._statement.closing = self._statement.closing or value
        elif name == "CURDEF" and self._statement is not None:
            self._statement.currency = self._statement.currency or value.upper()
        elif name == "ORG" and not self._institution:
            self._institution = value
        elif name == "CODE" and place == "STATUS":
            self._failed_code = value
        elif name == "SEVERITY" and value.upper() == "ERROR":
            self.failure = f"the bank sent an error instead of a statement (code {self._failed_code or 'unknown'})"

    # --- statements --------------------------------------------------------------------------------------------------

    def _end_row(self) -> None:
        row, self._row = self._row, None
        raw = self._statement
        if row is None or raw is None:
            return
        if row.pending:
            raw.statement.refused.append(RefusedRow(row.line, NOT_BOOKED))
            return
        try:
            booking = self._booking(row, raw.currency or self._options.currency.upper())
        except RowRefusal as refusal:
            raw.statement.refused.append(RefusedRow(row.line, str(refusal)))
            return
        if row.get("CORRECTFITID") and not _correct(raw.statement, row.get("CORRECTFITID")):
            raw.statement.refused.append(RefusedRow(row.line, CORRECTION))
        elif row.get("CORRECTACTION").upper() != "DELETE":
            raw.statement.bookings.append(booking)
            self._against += _contradiction(row.get("TRNTYPE").upper(), booking.amount)

    def _finish(self) -> Statement:
        raw, self._statement = self._statement, None
        assert raw is not None, "a statement is open"
        statement = raw.statement
        if self._row is not None:
            statement.refused.append(RefusedRow(self._row.line, TRUNCATED))
            self._row = None
        statement.account = self._account(raw.kind, raw.account, raw.currency)
        if raw.closing:
            try:
                statement.closing = Balance(read_amount(raw.closing, self._mark or "."), raw.currency)
            except RowRefusal:
                statement.notices.append("The closing balance can't be read.")
        return statement

    def _account(self, kind: str, values: dict[str, str], currency: str) -> StatedAccount:
        kind = kind or values.get("kind", "") or values.get("ACCTTYPE", "").upper()
        account_type, subtype = _ACCOUNT_TYPES.get(kind, ("", ""))
        bank = values.get("BANKID", "") or values.get("BROKERID", "")
        number = values.get("ACCTID", "")
        return StatedAccount(
            number=f"{bank}/{number}" if bank and number else number,
            institution=self._institution,
            name=values.get("DESC", ""),
            account_type=account_type,
            account_subtype=subtype,
            currency=currency,
        )

    def _booking(self, row: _Raw, currency: str) -> Booking:
        stated_day = row.get("DTPOSTED")
        day = read_day(stated_day, self._zone)
        # CURRENCY says what the amounts are in; ORIGCURRENCY only what they were before.
        currency = self._share(row.get("CURRENCY/CURSYM").upper() or currency)
        printed = row.get("TRNAMT")
        # There are no thousands marks by the standard, so a lone point is decimal unless the file shows otherwise. A
        # lone comma before three digits stays open: banks do write it for thousands.
        amount = read_amount(printed, self._mark or ("" if "," in printed else "."), currency)
        name = row.get("NAME") or row.get("PAYEE/NAME")
        check = f"Check {row.get('CHECKNUM')}" if row.get("CHECKNUM") else ""
        descriptor, *others = [part for part in (name, row.get("MEMO"), row.get("EXTDNAME"), check) if part] or [""]
        return Booking(
            position=row.line,
            stated_day=self._share(re.sub(r"\D", "", stated_day)[:8]),
            day=day,
            amount=amount if self._options.sign_rule is SignRule.POSITIVE_OUT else -amount,
            currency=currency,
            descriptor=self._share(descriptor),
            details=self._share(" ".join(other for other in others if other != descriptor)),
            reference=row.get("FITID"),
            stated_type=_TYPES.get(row.get("TRNTYPE").upper()),
            city=self._share(row.get("PAYEE/CITY")),
        )

    def _share(self, text: str) -> str:
        return self._texts.setdefault(text, text)


def _contradiction(trntype: str, amount: Decimal) -> int:
    """1 for a row whose sign says the opposite of its type, -1 for one that agrees, 0 for one that says nothing."""
    if trntype not in ("DEBIT", "CREDIT") or not amount:
        return 0
    return -1 if (amount > 0) == (trntype == "DEBIT") else 1


def _correct(statement: Statement, wrong: str) -> bool:
    """Take out the rows that a later one of the same statement corrects; False where there is none."""
    kept = [booking for booking in statement.bookings if booking.reference != wrong]
    found = len(kept) < len(statement.bookings)
    statement.bookings = kept
    return found


def _clean(text: str) -> str:
    if "<![CDATA[" in text:
        text = _CDATA.sub(lambda section: section[1].replace("&", "&amp;"), text)
    if "&" in text:
        text = _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
    return " ".join(text.replace("\x00", "").split())
