"""CSV of any bank: delimiter, header, date order, decimal mark, sign and charset are found from the whole file.

What the file leaves open is never guessed: it comes back in `choices`, and nothing may be stored before it is answered.
A row without a source's id is known by its content and how often that content came before in the file, so two equal
purchases are two rows, the same file again changes nothing, and of overlapping files the larger count holds.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from itertools import pairwise
from pathlib import PurePath

from services.retriever.ledger import ids
from services.retriever.ledger.amounts import is_storable
from services.retriever.ledger.brands import find_brand
from services.retriever.ledger.categories import read_bank_category
from services.retriever.ledger.charsets import SAMPLE, decode_text
from services.retriever.ledger.csv_values import Amount, DateColumn, choose_decimal_mark, find_currency, read_amount
from services.retriever.ledger.descriptors import read_kind
from services.retriever.ledger.folding import fold
from services.retriever.ledger.merchants import read_descriptor
from services.retriever.ledger.refusals import NOT_STORABLE, RowRefusal
from services.retriever.ledger.stated_days import find_zone
from services.retriever.ledger.statements import unreadable
from services.retriever.ledger.tables import WORDS, read_sections
from services.retriever.model import (
    Account,
    AccountId,
    DateOrder,
    ImportOptions,
    Item,
    LedgerFormat,
    MovementKind,
    ParsedFile,
    RefusedRow,
    RowId,
    SignRule,
    SourceChange,
    SourceRow,
    Upsert,
)

MAX_PREAMBLE = 40
DELIMITERS = ",;\t|"

_ROLES = {name: role for role, names in read_sections("csv_headers.txt") for name in names}
_OUT_WORDS = WORDS["money out"]
_IN_WORDS = WORDS["money in"]
_NOT_BOOKED = WORDS["not booked"]
_IN_KINDS = frozenset(
    {MovementKind.INCOME, MovementKind.INTEREST_EARNED, MovementKind.FEE_REFUND, MovementKind.DEPOSIT}
)
_OUT_KINDS = frozenset({MovementKind.FEE, MovementKind.INTEREST_CHARGED, MovementKind.CASH_WITHDRAWAL})


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Layout:
    """Which column holds what; -1: none."""

    date: int
    amount: int = -1
    debit: int = -1
    credit: int = -1
    side: int = -1
    payee: int = -1
    texts: tuple[int, ...] = ()
    currency: int = -1
    category: int = -1
    balance: int = -1
    state: int = -1
    header_currency: str = ""


@dataclass(frozen=True, slots=True)
class _Booking:
    line: _Line
    day: date
    amount: Decimal
    """As printed; its sign is not read yet unless the columns say it."""
    signed: bool
    """Whether the sign is settled: positive left the account."""
    currency: str
    balance: Decimal | None


def read_csv(content: bytes, file_name: str, options: ImportOptions) -> ParsedFile:
    """Read a bank's CSV. Raises `InvalidArgument` (FORMAT_UNREADABLE) where dates and amounts can't be found."""
    lines = _split(_decode(content))
    layout, body = _find_layout(lines)
    choices: dict[str, tuple[str, ...]] = {}
    refused: list[RefusedRow] = []

    dates = DateColumn.read(
        [_cell(line, layout.date) for line in body], options.date_order, find_zone(options.time_zone)
    )
    if len(dates.orders) > 1:
        choices["date_order"] = tuple(order.name for order in dates.orders)
    bookings = list(_read_bookings(body, layout, dates, options, refused)) if "date_order" not in choices else []
    sign = _find_sign(bookings, layout, options)
    if sign is None and any(not booking.signed for booking in bookings):
        choices["sign_rule"] = (SignRule.POSITIVE_IN.name, SignRule.POSITIVE_OUT.name)
    if any(not booking.currency for booking in bookings):
        choices["currency_code"] = ("an ISO 4217 code",)
    key = options.account_key or PurePath(file_name.replace("\\", "/")).stem or "file"
    understood = replace(
        options,
        format=LedgerFormat.CSV,
        account_key=key,
        date_order=dates.orders[0] if len(dates.orders) == 1 else DateOrder.UNSPECIFIED,
        sign_rule=sign or SignRule.UNSPECIFIED,
        currency=options.currency or (bookings[0].currency if bookings else ""),
    )
    account = _account(key, understood)
    changes = () if choices else tuple(_changes(bookings, layout, sign, account))
    if not body or (not choices and not changes and not refused):
        raise unreadable("no row with a date and an amount")
    item = Item(account.item_id)
    return ParsedFile(LedgerFormat.CSV, item, (account,), changes, tuple(refused), understood, choices)


# --- text ------------------------------------------------------------------------------------------------------------


def _decode(content: bytes) -> str:
    try:
        text = decode_text(content)
    except ValueError:
        raise unreadable("the charset is not known") from None
    if "\x00" in text[:SAMPLE]:
        raise unreadable("the file is binary")
    return text


def _split(text: str) -> list[_Line]:
    text = text.replace("\x00", "")
    best: tuple[tuple[int, int], list[_Line]] | None = None
    for delimiter in DELIMITERS:
        if delimiter not in text:
            continue
        lines = [line for line in _parse(text, delimiter) if any(line.cells)]
        widths = Counter(len(line.cells) for line in lines if len(line.cells) > 1)
        if not widths:
            continue
        width, count = max(widths.items(), key=lambda pair: (pair[1], pair[0]))
        score = (count, width)
        if best is None or score > best[0]:
            best = (score, lines)
    if best is None:
        raise unreadable("no columns")
    return best[1]


def _parse(text: str, delimiter: str) -> Iterator[_Line]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    try:
        for cells in reader:
            yield _Line(reader.line_num, tuple(" ".join(cell.split()) for cell in cells))
    except csv.Error:
        raise unreadable("a quoted cell does not end") from None


# --- layout ----------------------------------------------------------------------------------------------------------


def _role(cell: str) -> str:
    name = re.sub(r"\s+", " ", fold(cell))
    if name in _ROLES:
        return _ROLES[name]
    # "Amount (GBP)", "Betrag (EUR)", "Paid out (£)"; the longest known name that starts the cell.
    for length in range(len(name.split()), 0, -1):
        start = " ".join(name.split()[:length])
        if start in _ROLES and length >= len(name.split()) - 1:
            return _ROLES[start]
    return ""


def _find_layout(lines: Sequence[_Line]) -> tuple[_Layout, list[_Line]]:
    for place, line in enumerate(lines[:MAX_PREAMBLE]):
        roles = [_role(cell) for cell in line.cells]
        if "date" in roles and ({"amount", "debit", "credit"} & set(roles)):
            body = [one for one in lines[place + 1 :] if len(one.cells) > 1]
            return _with_header(line, roles, body), body
    body = [one for one in lines if len(one.cells) > 1]
    return _without_header(body), body


def _with_header(header: _Line, roles: list[str], body: Sequence[_Line]) -> _Layout:
    def first(role: str) -> int:
        return roles.index(role) if role in roles else -1

    days = [place for place, role in enumerate(roles) if role == "date"]
    # Of several dates the booking's counts; it stands under its own name, or first.
    posted = [place for place in days if re.search(r"post|book|buchung|complet|comptable", fold(header.cells[place]))]
    amount, debit, credit = first("amount"), first("debit"), first("credit")
    if debit >= 0 and credit >= 0:
        amount = -1
    elif amount < 0:
        amount, debit, credit = (debit if debit >= 0 else credit), -1, -1
    else:
        debit = credit = -1
    side = first("side")
    if side >= 0 and not _tells_side(_cell(line, side) for line in body):
        side = -1
    amount_header = header.cells[max(amount, debit)]
    texts = tuple(place for place, role in enumerate(roles) if role == "text")
    payee = first("payee")
    if payee < 0 and not texts:
        texts = _longest_text(body, {place for place, role in enumerate(roles) if role})
    return _Layout(
        (posted or days)[0],
        amount,
        debit,
        credit,
        side,
        payee,
        texts,
        first("currency"),
        first("category"),
        first("balance"),
        first("state"),
        find_currency(amount_header),
    )


def _tells_side(cells: Iterator[str]) -> bool:
    words = {fold(cell) for cell in cells} - {""}
    return bool(words) and words <= (_OUT_WORDS | _IN_WORDS)


def _without_header(body: Sequence[_Line]) -> _Layout:
    """Columns by what nearly all their cells are. With several number columns the file is not understood."""
    width = Counter(len(line.cells) for line in body).most_common(1)[0][0] if body else 0
    sample = [line for line in body if len(line.cells) == width]
    days: list[int] = []
    numbers: list[int] = []
    for place in range(width):
        cells = [line.cells[place] for line in sample if line.cells[place]]
        if not cells:
            continue
        if sum(1 for cell in cells if DateColumn.may_be(cell)) >= 0.9 * len(cells):
            days.append(place)
        elif sum(1 for cell in cells if Amount.may_be(cell)) >= 0.9 * len(cells):
            numbers.append(place)
    if not days or len(numbers) != 1:
        raise unreadable("no header row, and no single column of dates and of amounts")
    return _Layout(days[0], numbers[0], texts=_longest_text(sample, {*days, *numbers}))


def _longest_text(body: Sequence[_Line], taken: set[int]) -> tuple[int, ...]:
    width = max((len(line.cells) for line in body), default=0)
    lengths = {
        place: sum(len(_cell(line, place)) for line in body if not Amount.may_be(_cell(line, place)))
        for place in range(width)
        if place not in taken
    }
    best = max(lengths, key=lambda place: (lengths[place], -place), default=-1)
    return (best,) if best >= 0 and lengths[best] else ()


def _cell(line: _Line, place: int) -> str:
    return line.cells[place] if 0 <= place < len(line.cells) else ""


# --- rows ------------------------------------------------------------------------------------------------------------


def _read_bookings(
    body: Sequence[_Line], layout: _Layout, dates: DateColumn, options: ImportOptions, refused: list[RefusedRow]
) -> Iterator[_Booking]:
    columns = [place for place in (layout.amount, layout.debit, layout.credit, layout.balance) if place >= 0]
    currency = options.currency or layout.header_currency or _only_currency(body, columns)
    mark = choose_decimal_mark([_cell(line, place) for line in body for place in columns], currency)
    for line in body:
        day = dates.day(_cell(line, layout.date))
        if day is None:
            refused.append(RefusedRow(line.number, "the date can't be read"))
            continue
        if fold(_cell(line, layout.state)) in _NOT_BOOKED:
            refused.append(RefusedRow(line.number, "the bank did not book it"))
            continue
        own = _cell(line, layout.currency).upper() or currency
        try:
            amount, signed, printed = _read_amount(line, layout, mark, own)
        except RowRefusal as refusal:
            refused.append(RefusedRow(line.number, str(refusal)))
            continue
        if amount is None:
            refused.append(RefusedRow(line.number, "the amount can't be read"))
            continue
        stated = _cell(line, layout.currency).upper() or find_currency(printed) or currency
        # Without any currency the caller has to choose one for the file.
        if not is_storable(amount, stated or "XXX"):
            refused.append(RefusedRow(line.number, NOT_STORABLE))
            continue
        yield _Booking(line, day, amount, signed, stated, _read_balance(line, layout, mark, stated))


def _only_currency(body: Sequence[_Line], columns: Sequence[int]) -> str:
    """The currency that amounts of the file name, when it is one."""
    found = {find_currency(_cell(line, place)) for line in body for place in columns} - {""}
    return found.pop() if len(found) == 1 else ""


def _read_balance(line: _Line, layout: _Layout, mark: str, currency: str) -> Decimal | None:
    """The balance after a row; it only helps to find the sign rule, so one that is not clear is left out."""
    try:
        return read_amount(_cell(line, layout.balance), mark, currency)
    except RowRefusal:
        return None


def _read_amount(line: _Line, layout: _Layout, mark: str, currency: str) -> tuple[Decimal | None, bool, str]:
    """Amount, whether its sign is settled, and the cell it was read from."""
    if layout.amount < 0:
        out, into = _cell(line, layout.debit), _cell(line, layout.credit)
        paid, received = read_amount(out, mark, currency), read_amount(into, mark, currency)
        if paid and received:
            return None, True, out
        if received:
            return -abs(received), True, into
        return (abs(paid), True, out) if paid is not None else (None if received is None else Decimal(0), True, out)
    printed = _cell(line, layout.amount)
    amount = read_amount(printed, mark, currency)
    if amount is None:
        return None, False, printed
    side = fold(_cell(line, layout.side)) if layout.side >= 0 else ""
    suffix = re.search(r"\b(cr|dr)\b\.?$", printed.strip(), re.IGNORECASE)
    if side in _OUT_WORDS or (suffix and suffix[1].lower() == "dr"):
        return abs(amount), True, printed
    if side in _IN_WORDS or (suffix and suffix[1].lower() == "cr"):
        return -abs(amount), True, printed
    return amount, False, printed


def _find_sign(bookings: Sequence[_Booking], layout: _Layout, options: ImportOptions) -> SignRule | None:
    """What a positive amount means, by the caller, the running balance, what rows say of themselves, or their signs."""
    if options.sign_rule is not SignRule.UNSPECIFIED:
        return options.sign_rule
    unsettled = [booking for booking in bookings if not booking.signed and booking.amount]
    if not unsettled:
        return SignRule.POSITIVE_OUT if bookings and layout.amount < 0 else None
    by_balance = _sign_by_balance(bookings)
    if by_balance is not None:
        return by_balance
    votes: Counter[SignRule] = Counter()
    for booking in unsettled:
        direction = _direction(_descriptor(booking.line, layout))
        if direction:
            votes[SignRule.POSITIVE_OUT if (booking.amount > 0) == (direction > 0) else SignRule.POSITIVE_IN] += 1
    # A purchase's refund votes against the rest; two thirds decide.
    if votes:
        rule, count = votes.most_common(1)[0]
        if count * 3 >= votes.total() * 2:
            return rule
        return None
    if all(booking.amount < 0 for booking in unsettled):
        return SignRule.POSITIVE_IN
    return None


def _sign_by_balance(bookings: Sequence[_Booking]) -> SignRule | None:
    votes: Counter[SignRule] = Counter()
    for one, other in pairwise(bookings):
        if one.balance is None or other.balance is None or not one.amount or not other.amount:
            continue
        step = other.balance - one.balance
        # Oldest first: the step is the later row's; newest first: it is the earlier line's, the other way round.
        for moved, amount in ((step, other.amount), (-step, one.amount)):
            if moved == amount:
                votes[SignRule.POSITIVE_IN] += 1
            elif moved == -amount:
                votes[SignRule.POSITIVE_OUT] += 1
    if not votes:
        return None
    rule, count = votes.most_common(1)[0]
    return rule if count * 4 >= votes.total() * 3 else None


def _direction(descriptor: str) -> int:
    """1 where a descriptor says by itself that money went out, -1 that it came in, 0 where it says neither."""
    came_in = read_kind(descriptor, "", money_out=False, credit_account=False)
    went_out = read_kind(descriptor, "", money_out=True, credit_account=False)
    if came_in is not None and came_in.kind in _IN_KINDS and (went_out is None or went_out.kind not in _OUT_KINDS):
        return -1
    if went_out is not None and went_out.kind in _OUT_KINDS and (came_in is None or came_in.kind not in _IN_KINDS):
        return 1
    if came_in is None and went_out is None and find_brand(read_descriptor(descriptor).key) is not None:
        return 1
    return 0


def _descriptor(line: _Line, layout: _Layout) -> str:
    payee = _cell(line, layout.payee)
    return payee or next((text for place in layout.texts if (text := _cell(line, place))), "")


def _changes(
    bookings: Sequence[_Booking], layout: _Layout, sign: SignRule | None, account: Account
) -> Iterator[SourceChange]:
    seen: Counter[str] = Counter()
    for booking in bookings:
        amount = booking.amount
        if not booking.signed and sign is SignRule.POSITIVE_IN:
            amount = -amount
        amount = amount + 0 if amount else Decimal(0)
        descriptor = _descriptor(booking.line, layout)
        others = [text for place in layout.texts if (text := _cell(booking.line, place)) and text != descriptor]
        content = "\x1f".join(
            (booking.day.isoformat(), f"{amount.normalize():f}", booking.currency, descriptor, *others)
        )
        seen[content] += 1
        digest = hashlib.sha256(content.encode()).hexdigest()[:32]
        category = read_bank_category(_cell(booking.line, layout.category))
        row = SourceRow(
            row_id=RowId(""),
            account_id=AccountId(""),
            source_key=f"{digest}#{seen[content]}",
            date=booking.day,
            amount=amount,
            currency=booking.currency,
            descriptor=descriptor or "(no description)",
            long_descriptor=" ".join(others),
            bank_category=category,
            pending=fold(_cell(booking.line, layout.state)) in ("pending", "vorgemerkt", "authorised", "authorized"),
        )
        yield Upsert(account.source_account_id, row)


def _account(key: str, options: ImportOptions) -> Account:
    source = f"file:{key}"
    subtype = options.account_subtype.lower()
    credit = "credit" in subtype or subtype in ("card", "charge card")
    return Account(
        ids.account_id("file", key),
        source,
        f"file-{hashlib.sha256(key.encode()).hexdigest()[:16]}",
        options.account_name or key,
        account_type="credit" if credit else ("depository" if subtype else ""),
        account_subtype=subtype,
        currency=options.currency,
    )
