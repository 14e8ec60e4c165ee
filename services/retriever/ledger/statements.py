"""Statements as the readers of bank formats find them, made into a parsed file: ids, keys, balances, refusals.

A row with its source's id is known by that id, its stated day and its amount, because banks give one id to a purchase
and its foreign fee; a row without one by its content. Rows equal in that are told apart by their n-th occurrence.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from pathlib import PurePath

from babel.numbers import get_currency_precision, list_currencies

from services.common.errors import ErrorReason, InvalidArgument
from services.retriever.ledger import ids
from services.retriever.ledger.amounts import MOST, is_storable
from services.retriever.ledger.refusals import NOT_CLOSING, NOT_STORABLE
from services.retriever.ledger.stated_types import StatedType, category_of
from services.retriever.model import (
    Account,
    AccountId,
    ImportOptions,
    Item,
    LedgerFormat,
    ParsedFile,
    RefusedRow,
    RowId,
    SourceChange,
    SourcePart,
    SourceRow,
    Upsert,
)

NO_DESCRIPTION = "(no description)"
_MAX_ID = 255
_COUNTERS = 10_000


@dataclass(frozen=True, slots=True)
class StatedAccount:
    """An account as a file names it, by a number or, where it names none, by a key that is the user's or the file's."""

    number: str = ""
    key: str = ""
    institution: str = ""
    name: str = ""
    account_type: str = ""
    """In Plaid's words, as the subtype."""
    account_subtype: str = ""
    currency: str = ""


@dataclass(frozen=True, slots=True)
class Balance:
    """A balance as stated: positive is the user's money. `currency` is "" where it is not stated."""

    amount: Decimal
    currency: str = ""


@dataclass(frozen=True, slots=True)
class Booking:
    """A booked row. `amount` is positive for money out; `reference` is the source's id, "" without one."""

    position: int
    stated_day: str
    """The day as the file writes it, before any time zone: part of the row's key."""
    day: date
    amount: Decimal
    currency: str
    descriptor: str
    details: str = ""
    reference: str = ""
    stated_type: StatedType | None = None
    category: str = ""
    """Where the file says the category itself."""
    city: str = ""
    reversal: bool = False
    """Whether the file says that this row takes back an earlier one."""
    parts: tuple[SourcePart, ...] = ()
    """Into which the file splits the row; they add up to it."""


@dataclass(slots=True)
class Statement:
    """Rows of one account, with the balances between which they stand."""

    account: StatedAccount
    label: str = ""
    """The bank's own number of the statement."""
    opening: Balance | None = None
    closing: Balance | None = None
    bookings: list[Booking] = field(default_factory=list)
    refused: list[RefusedRow] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)


def unreadable(detail: str) -> InvalidArgument:
    """The refusal of a whole file."""
    return InvalidArgument(
        "file", detail, reason=ErrorReason.ERROR_REASON_FORMAT_UNREADABLE, metadata={"detail": detail}
    )


def collect(
    statements: Iterable[Statement],
    ledger_format: LedgerFormat,
    options: ImportOptions,
    file_name: str,
    *,
    count_per_statement: bool = False,
) -> ParsedFile:
    """A parsed file of its statements. Rows of a statement whose balances do not close are refused, the others kept.

    Equal rows are counted over the file, or for each statement where a format repeats rows between statements.
    """
    collection = _Collection(ledger_format, options, file_name, count_per_statement=count_per_statement)
    for statement in statements:
        collection.add(statement)
    return collection.finish()


class _Collection:
    def __init__(
        self, ledger_format: LedgerFormat, options: ImportOptions, file_name: str, *, count_per_statement: bool
    ) -> None:
        self._format = ledger_format
        self._options = options
        self._default_key = options.account_key or PurePath(file_name.replace("\\", "/")).stem or "file"
        self._count_per_statement = count_per_statement
        self._accounts: dict[str, Account] = {}
        self._stated: dict[StatedAccount, str] = {}
        self._numbers: set[str] = set()
        self._counts: dict[str, Counter[str]] = defaultdict(Counter)
        self._seen: set[int] = set()
        # One text in memory for all rows that have an equal one.
        self._texts: dict[str, str] = {}
        self._closing: dict[str, Balance] = {}
        self._changes: list[SourceChange] = []
        self._refused: list[RefusedRow] = []
        self._notices: list[str] = []
        self._without_currency = False
        self._shared = 0

    def add(self, statement: Statement) -> None:
        """One statement's rows, once."""
        gap = _find_gap(statement)
        self._refused += statement.refused
        self._notices += statement.notices
        if statement.label and statement.closing is not None and statement.bookings:
            rows = tuple((one.stated_day, one.amount, one.descriptor) for one in statement.bookings)
            signature = hash((statement.account, statement.label, statement.opening, statement.closing, rows))
            if signature in self._seen:
                self._notices.append(f"Statement {statement.label} is in the file twice; it is read once.")
                return
            self._seen.add(signature)
        if gap and statement.bookings and not statement.refused:
            self._notices.append(
                f"{_name(statement)} does not close: its closing balance is {gap:+f} off. "
                f"Its rows are refused: {len(statement.bookings)}."
            )
            self._refused += [RefusedRow(booking.position, NOT_CLOSING) for booking in statement.bookings]
            return
        if gap:
            self._notices.append(f"{_name(statement)} does not close without the rows that were refused.")
        if not statement.bookings and not statement.account.number and not statement.account.key:
            return
        source = self._account(statement.account)
        self._check_sequence(source, statement)
        self._add_rows(source, statement)

    def finish(self) -> ParsedFile:
        """All that was added."""
        choices = {"currency_code": ("an ISO 4217 code",)} if self._without_currency else {}
        if not self._changes and not self._refused and not choices:
            self._notices.append("The file holds no rows.")
        if self._shared:
            self._notices.append(f"Rows that share the bank's id with another row, each kept: {self._shared}.")
        item_id = _item_id(sorted(self._accounts)) if self._accounts else _item_id([f"file:{self._default_key}"])
        accounts = tuple(replace(account, item_id=item_id) for account in self._accounts.values())
        return ParsedFile(
            self._format,
            Item(item_id),
            accounts,
            () if choices else tuple(self._changes),
            tuple(sorted(self._refused, key=lambda refused: refused.position)),
            replace(self._options, format=self._format),
            choices,
            tuple(dict.fromkeys(self._notices)),
        )

    # --- accounts ----------------------------------------------------------------------------------------------------

    def _account(self, stated: StatedAccount) -> str:
        """The source id of an account; the account is made when it is seen first."""
        known = self._stated.get(stated)
        if known is not None:
            return known
        identity = stated.number or f"key:{stated.key}"
        self._numbers.add(identity)
        if len(self._numbers) > 1 and self._options.account_key:
            raise InvalidArgument("header.options.account_key", "empty for a file that holds several accounts")
        account = _make_account(stated, self._options, self._default_key)
        if account.source_account_id in self._accounts:
            known_account = self._accounts[account.source_account_id]
            account = replace(known_account, currency=known_account.currency or account.currency)
        self._accounts[account.source_account_id] = account
        self._stated[stated] = account.source_account_id
        return account.source_account_id

    def _check_sequence(self, source: str, statement: Statement) -> None:
        before = self._closing.get(source)
        if before is not None and statement.opening is not None and before.amount != statement.opening.amount:
            self._notices.append(f"{_name(statement)} does not open with what the one before it closed with.")
        if statement.closing is not None:
            self._closing[source] = statement.closing

    # --- rows --------------------------------------------------------------------------------------------------------

    def _add_rows(self, source: str, statement: Statement) -> None:
        if self._count_per_statement:
            self._counts.clear()
        counts = self._counts[source]
        references = Counter(reference for one in statement.bookings if (reference := _source_id(one.reference)))
        self._shared += sum(count for count in references.values() if count > 1)
        del references
        credit = self._accounts[source].account_type == "credit"
        statement.bookings.reverse()
        while statement.bookings:  # A large statement needs the room of its bookings for its rows.
            booking = statement.bookings.pop()
            currency = booking.currency or self._options.currency.upper()
            if not currency:
                self._without_currency = True
                continue
            amount = _plain(booking.amount, currency)
            if not is_storable(amount, currency):
                self._refused.append(RefusedRow(booking.position, NOT_STORABLE))
                continue
            reference = _source_id(booking.reference)
            key = _key(booking, amount, currency, reference)
            counts[key] += 1
            category = booking.category or category_of(
                booking.stated_type,
                booking.descriptor,
                booking.details,
                money_out=(amount >= 0) != booking.reversal,
                credit_account=credit,
            )
            row = SourceRow(
                row_id=RowId(""),
                account_id=AccountId(""),
                source_key=f"{key}#{counts[key]}",
                source_transaction_id=reference,
                date=booking.day,
                amount=amount,
                currency=currency,
                descriptor=self._texts.setdefault(booking.descriptor, booking.descriptor) or NO_DESCRIPTION,
                long_descriptor=self._texts.setdefault(booking.details, booking.details),
                bank_category=category,
                city=booking.city,
                reversal=booking.reversal,
                parts=tuple(replace(part, amount=_plain(part.amount, currency)) for part in booking.parts),
            )
            self._changes.append(Upsert(source, row))


def _name(statement: Statement) -> str:
    return f"Statement {statement.label}" if statement.label else "A statement"


def _find_gap(statement: Statement) -> Decimal:
    """By how much the closing balance is off; 0 where it is right, and where the file does not state both in one
    currency."""
    opening, closing = statement.opening, statement.closing
    if opening is None or closing is None:
        return Decimal(0)
    currencies = {opening.currency, closing.currency} - {""}
    currencies |= {booking.currency for booking in statement.bookings}
    if len(currencies) > 1:
        statement.notices.append(f"{_name(statement)} is in several currencies; its balances were not compared.")
        return Decimal(0)
    return closing.amount - opening.amount + sum((booking.amount for booking in statement.bookings), Decimal(0))


def _source_id(reference: str) -> str:
    """A row's id at its source; "" for a small number, which some banks count anew in every download, and for what is
    longer than an id may be (FITID: 255 characters, OFX 2.3, 3.2.3)."""
    counted = reference.isdecimal() and len(reference) < 12 and int(reference) < _COUNTERS
    return "" if counted or len(reference) > _MAX_ID else reference


def _key(booking: Booking, amount: Decimal, currency: str, reference: str) -> str:
    parts = ["id", reference] if reference else ["content", booking.descriptor, booking.details]
    content = "\x1f".join((*parts, booking.stated_day, f"{amount.normalize():f}", currency))
    return hashlib.sha256(content.encode()).hexdigest()[:32]


def _plain(amount: Decimal, currency: str) -> Decimal:
    """An amount with its currency's decimals where they hold it: 3.77000 USD is 3.77. No zero is negative."""
    places = get_currency_precision(currency) if currency in list_currencies() else 2
    rounded = amount.quantize(Decimal(1).scaleb(-places)) if abs(amount) < MOST else amount
    exact = rounded if rounded == amount else amount
    return exact or abs(exact)


def _item_id(sources: Sequence[str]) -> str:
    return f"file-{hashlib.sha256('|'.join(sources).encode()).hexdigest()[:16]}"


def _make_account(stated: StatedAccount, options: ImportOptions, default_key: str) -> Account:
    number = "".join(stated.number.split())
    subtype = options.account_subtype.lower() or stated.account_subtype
    if options.account_subtype:
        credit = "credit" in subtype or subtype in ("card", "charge card")
        account_type = "credit" if credit else "depository"
    else:
        account_type = stated.account_type
    key = options.account_key or ("" if number else stated.key or default_key)
    # A card's number is worth stealing: what is stored is its digest and its last four digits.
    digest = hashlib.sha256(number.encode()).hexdigest()[:24]
    source = f"file:{key}" if key else f"account:{digest}"
    mask = "".join(character for character in number if character.isalnum())[-4:]
    described = " ".join(part for part in (stated.institution, stated.account_subtype, mask) if part)
    return Account(
        ids.account_id("file", key) if key else ids.account_id("account", digest),
        source,
        "",
        options.account_name or stated.name or options.account_key or (described if number else key),
        mask=mask,
        account_type=account_type,
        account_subtype=subtype,
        currency=(stated.currency or options.currency).upper(),
        institution=stated.institution,
    )
