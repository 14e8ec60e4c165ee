"""SWIFT MT940 customer statements, with the ways in which banks depart from the standard.

SWIFT Standards MT, category 9, MT 940; DFÜ-Abkommen, appendix 3, chapter 8 (the ?nn parts of field 86).
A row is dated by its entry date (the booking), by its value date where it has none. Marks: D and RC (reversal of a
credit) left the account, C and RD (reversal of a debit) came in. Amounts have a decimal comma, of some banks a point.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from babel.numbers import list_currencies

from services.retriever.ledger.charsets import decode_text, split_lines
from services.retriever.ledger.decimal_marks import read_amount
from services.retriever.ledger.refusals import NO_DATE, NOT_A_LINE, NOT_BOOKED, OUTSIDE, RowRefusal
from services.retriever.ledger.stated_types import StatedType
from services.retriever.ledger.statements import (
    Balance,
    Booking,
    StatedAccount,
    Statement,
    collect,
    unreadable,
)
from services.retriever.model import ImportOptions, LedgerFormat, ParsedFile, RefusedRow

INTERIM = "an MT942 lists movements within the day, which come again in the statement: import the MT940 instead"

# A field starts a line. Other numbers in colons are text: a wrapped ":26:37" of a time, Rabobank's ":940:".
_TAG = re.compile(r"(?:\{4:)?:(?P<tag>13D?|20|21|25P?|28C?|34F|60[FM]?|61|62[FM]?|64|65|86|90[CD]|NS):(?P<text>.*)")
_HEAD = re.compile(rb"^(?:\{4:)?\s*:(?:20|25P?|28C?|60[FM]?|61|62[FM]?|64|86):", re.MULTILINE)
_END = re.compile(r"-\}?|-X{3}|-\x03")
_BROKEN_TIME = re.compile(r"(?:T|\s)\d{1,2}$")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\ufeff]")

_LINE = re.compile(
    r"(?P<value>\d{6})(?P<entry>\d{4}|\s{4})?(?P<mark>E[DC]|R?[DC])(?P<funds>[A-Z])?\s?(?P<amount>[\d.,]+)"
    r"(?P<type>[A-Z][A-Z0-9 ]{3})?(?P<rest>[^\n]*)(?P<more>.*)",
    re.ASCII | re.DOTALL | re.IGNORECASE,
)
_BALANCE = re.compile(
    r"(?P<mark>[DC])(?P<day>\d{6})(?P<currency>[A-Z]{3})?(?P<amount>[\d.,]+)", re.ASCII | re.IGNORECASE
)
_CUSTOMER_REFERENCE = 16
_NO_REFERENCE = frozenset({"", "NONREF", "NOREF", "NOTPROVIDED"})

_TYPES = {
    **dict.fromkeys(("CHG", "COM"), StatedType.FEE),
    "INT": StatedType.INTEREST,
    "DIV": StatedType.DIVIDEND,
}
_BUSINESS_CODES = {
    **dict.fromkeys(("808", "809", "810"), StatedType.FEE),
    "814": StatedType.INTEREST,
    **dict.fromkeys(("053", "153"), StatedType.WAGES),
    "083": StatedType.CASH,
    "082": StatedType.DEPOSIT,
}


def looks_like_mt940(head: bytes) -> bool:
    """Whether a file's start, as `files` prepares it, has a field of an MT940."""
    return _HEAD.search(head) is not None


def read_mt940(content: bytes, file_name: str, options: ImportOptions) -> ParsedFile:
    """Read all statements of a file. Raises `InvalidArgument` (FORMAT_UNREADABLE) where there is none."""
    try:
        text = decode_text(content)
    except ValueError:
        raise unreadable("the charset can't be read") from None
    messages = list(_read_messages(text))
    if any(message.interim for message in messages) and not any(message.opening for message in messages):
        raise unreadable(INTERIM)
    if not any(message.opening or message.closing for message in messages):
        raise unreadable("the MT940 holds no statement: no opening and no closing balance")
    return collect((_read_statement(message) for message in messages), LedgerFormat.MT940, options, file_name)


# --- messages --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Field:
    tag: str
    line: int
    lines: list[str]


@dataclass(slots=True)
class _Message:
    """One statement, or one page of it: its fields as they stand, a row with the fields behind it."""

    account: str = ""
    number: str = ""
    opening: _Field | None = None
    closing: _Field | None = None
    interim: bool = False
    rows: list[tuple[_Field, list[_Field]]] = field(default_factory=list)

    @property
    def started(self) -> bool:
        return bool(self.account or self.number or self.opening or self.rows or self.interim)


def _read_messages(text: str) -> Iterator[_Message]:
    message = _Message()
    for one in _read_fields(text):
        if one.tag == "end" or (one.tag == "20" and message.started):
            if message.started:
                yield message
            message = _Message()
            continue
        _place(message, one)
    if message.started:
        yield message


def _place(message: _Message, one: _Field) -> None:
    if one.tag in ("25", "25P"):
        message.account = "".join(one.lines)
    elif one.tag in ("28", "28C"):
        message.number = one.lines[0].strip()
    elif one.tag.startswith("60"):
        message.opening = message.opening or one
    elif one.tag.startswith("62"):
        message.closing = message.closing or one
    elif one.tag == "61":
        message.rows.append((one, []))
    elif one.tag in ("13", "13D", "34F", "90C", "90D"):
        message.interim = True
    elif one.tag in ("86", "NS") and message.rows and message.closing is None:
        # Behind the closing balance field 86 speaks of the whole statement.
        message.rows[-1][1].append(one)


def _read_fields(text: str) -> Iterator[_Field]:
    """Fields in order; "end" where a message ends."""
    current: _Field | None = None
    for number, raw in enumerate(split_lines(text), start=1):
        line = _CONTROL.sub("", raw)
        if _END.fullmatch(line.rstrip()):
            if current is not None:
                yield current
            current = None
            yield _Field("end", number, [])
            continue
        tag = _TAG.fullmatch(line)
        if tag is not None and not _continues_a_time(current, tag):
            if current is not None:
                yield current
            current = _Field(tag["tag"], number, [tag["text"]])
        elif current is not None:
            current.lines.append(line)
    if current is not None:
        yield current


def _continues_a_time(current: _Field | None, tag: re.Match[str]) -> bool:
    """Whether a line that looks like field 20, 21, 25 or 28 is the rest of a time in field 86 ("…T16", ":20:37 …")."""
    return (
        current is not None
        and current.tag == "86"
        and tag["tag"] in ("13", "20", "21", "25", "28")
        and re.match(r"\d{2}(?!\d)", tag["text"]) is not None
        and _BROKEN_TIME.search(current.lines[-1]) is not None
    )


# --- statements ------------------------------------------------------------------------------------------------------


def _read_statement(message: _Message) -> Statement:
    number, bank, named = _read_account(message.account)
    statement = Statement(StatedAccount(number, institution=bank, account_type="depository"), message.number)
    statement.opening = _read_balance(message.opening, statement)
    statement.closing = _read_balance(message.closing, statement)
    currency = next((one.currency for one in (statement.opening, statement.closing) if one and one.currency), named)
    statement.account = StatedAccount(number, institution=bank, account_type="depository", currency=currency)
    for line, texts in message.rows:
        if message.opening is None and message.closing is None:
            statement.refused.append(RefusedRow(line.line, OUTSIDE))
            continue
        row = _LINE.fullmatch("\n".join(line.lines).strip())
        if row is None:
            statement.refused.append(RefusedRow(line.line, NOT_A_LINE))
            continue
        try:
            statement.bookings.append(_read_row(row, line.line, texts, currency))
        except RowRefusal as refusal:
            statement.refused.append(RefusedRow(line.line, str(refusal)))
    return statement


def _read_account(text: str) -> tuple[str, str, str]:
    """Number, bank and currency of field 25: an IBAN, bank code and number, or a number; a currency may follow."""
    text = "".join(text.split())
    currency = text[-3:] if text[-3:] in list_currencies() and text[-4:-3].isdigit() else ""
    text = text.removesuffix(currency)
    bank, slash, number = text.partition("/")
    return (text, bank, currency) if slash and number else (text, "", currency)


def _read_balance(stated: _Field | None, statement: Statement) -> Balance | None:
    if stated is None:
        return None
    found = _BALANCE.match(stated.lines[0].strip())
    try:
        amount = read_amount(found["amount"], ",") if found is not None else None
    except RowRefusal:
        amount = None
    if found is None or amount is None:
        statement.notices.append("A balance can't be read.")
        return None
    return Balance(-amount if found["mark"].upper() == "D" else amount, (found["currency"] or "").upper())


def _read_row(row: re.Match[str], line: int, texts: Sequence[_Field], currency: str) -> Booking:
    mark = row["mark"].upper()
    if mark.startswith("E"):
        raise RowRefusal(NOT_BOOKED)
    # The type code is what ends the amount; without it nothing may follow but a blank.
    if row["type"] is None and row["rest"].strip():
        raise RowRefusal(NOT_A_LINE)
    amount = read_amount(row["amount"], "," if "." not in row["amount"] else "", currency)
    day = _read_day(row["value"], row["entry"] or "")
    customer, bank, supplement = _read_references(row["rest"], row["more"])
    text = _read_text(texts, supplement)
    code = (row["type"] or "")[1:].strip().upper()
    return Booking(
        position=line,
        stated_day=day.isoformat(),
        day=day,
        amount=amount if mark in ("D", "RC") else -amount,
        currency=currency,
        descriptor=text.descriptor or (customer if customer.upper() not in _NO_REFERENCE else ""),
        details=text.details,
        reference=bank if bank.upper() not in _NO_REFERENCE else "",
        stated_type=_TYPES.get(code) or _BUSINESS_CODES.get(text.code),
        reversal=mark in ("RC", "RD"),
    )


def _read_day(value: str, entry: str) -> date:
    """The entry date, with the year that is nearest to the value date; without one the value date.

    Banks that count months of 30 days value interest on a 30 February: that is the last of it.
    """
    year, month, day = int(value[:2]), int(value[2:4]), int(value[4:])
    year += 2000 if year < 80 else 1900
    valued = date(year, 3, 1) - timedelta(days=1) if (month, day) in ((2, 29), (2, 30)) else _day(year, month, day)
    entered = (_day(near, int(entry[:2]), int(entry[2:])) for near in (year - 1, year, year + 1) if entry.strip())
    candidates = [candidate for candidate in entered if candidate is not None]
    if entry.strip() and valued is not None and candidates:
        return min(candidates, key=lambda candidate: abs(candidate - valued))
    if entry.strip() or valued is None:
        raise RowRefusal(NO_DATE)
    return valued


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _read_references(rest: str, more: str) -> tuple[str, str, str]:
    """Customer's reference, bank's reference, and what stands behind them: the standard's 16 characters end the first,
    unless "//" does."""
    supplement = more.strip()
    customer, marked, bank = rest.partition("//")
    if not marked:
        customer, behind = rest[:_CUSTOMER_REFERENCE], rest[_CUSTOMER_REFERENCE:]
        supplement = f"{behind.strip()}\n{supplement}".strip()
    return customer.strip(), bank.strip(), supplement


# --- texts -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Text:
    descriptor: str
    details: str
    code: str = ""


_PARTS = re.compile(r"(?P<code>\d{3})(?P<mark>[?~<>^@|!;*#&$%+])(?=\d{2})")
_LENGTH = 27
_SEPA_WORD = re.compile(
    r"(?P<word>EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP|SQTP|MDAT|DDAT|ORCR|ORMR)\+"
)
_SLASHED = re.compile(r"/(?P<key>NAME|REMI|CNTP|TRTP)/")
_NON_SWIFT = re.compile(r"(?P<code>\d{2})(?P<text>.*)")


def _read_text(fields: Sequence[_Field], supplement: str) -> _Text:
    """Whom a row names first, then what it says, from whichever way of writing the bank has."""
    information = [one for one in fields if one.tag == "86"]
    blocks = [_join(one.lines) for one in information]
    if len(blocks) == 1 and (parts := _PARTS.match(blocks[0])):
        return _read_parts("".join(information[0].lines), parts)
    text = " ".join(block for block in blocks if block)
    slashed = _read_slashed(text)
    if slashed is not None:
        return slashed
    if not text:
        text = _read_non_swift([line for one in fields if one.tag == "NS" for line in one.lines])
    supplement = _collapse(supplement)
    # Some banks name the other side behind the references.
    if supplement and re.match(r"[^\W\d_]", supplement):
        return _Text(supplement, text)
    return _Text(text or supplement, supplement if text else "")


def _collapse(text: str) -> str:
    return " ".join(text.split())


def _join(lines: Sequence[str]) -> str:
    """Lines of a field as one: a full line was cut where it was full, a shorter one where a word ended."""
    text = ""
    for line in lines:
        text += line if len(line) >= 64 else f"{line} "
    return _collapse(text)


def _read_parts(text: str, parts: re.Match[str]) -> _Text:
    mark = parts["mark"]
    pieces: dict[str, str] = {}
    for piece in text[3:].split(mark):
        code, content = piece[:2], piece[2:]
        if code.isdigit():
            pieces[code] = pieces.get(code, "") + content
        elif pieces:
            # The mark itself occurs in a text.
            last = next(reversed(pieces))
            pieces[last] += mark + piece
    name = _collapse("".join(pieces.get(code, "") for code in ("32", "33")))
    purpose = _purpose([pieces[code] for code in sorted(pieces) if code[0] in "26"])
    posting = _collapse(pieces.get("00", ""))
    descriptor, *others = [one for one in (name, purpose, posting) if one] or [""]
    if not name and posting:
        # What the bank calls the row says more of its own bookings than the purpose ("ENTGELTABSCHLUSS: Pauschalen").
        descriptor, others = _collapse(f"{posting} {purpose}"), []
    return _Text(descriptor, " ".join(others), parts["code"])


def _purpose(lines: Sequence[str]) -> str:
    """What the parts ?20 to ?29 and ?60 to ?63 say; of SEPA's labelled fields the remittance alone."""
    text = "".join(line if len(line) >= _LENGTH else f"{line} " for line in lines)
    words = list(_SEPA_WORD.finditer(text))
    if not words:
        return _collapse(text)
    kept = [text[: words[0].start()]]
    ends = [word.start() for word in words[1:]] + [len(text)]
    kept += [text[word.end() : end] for word, end in zip(words, ends, strict=True) if word["word"] == "SVWZ"]
    return _collapse(" ".join(kept)) or _collapse(text)


def _read_slashed(text: str) -> _Text | None:
    """The Dutch way: /TRTP/SEPA OVERBOEKING/IBAN/…/NAME/…/REMI/…"""
    found = {one["key"]: one.end() for one in _SLASHED.finditer(text)}
    if not {"NAME", "REMI", "CNTP"} & set(found):
        return None
    values = {key: text[end:] for key, end in found.items()}
    ends = r"/(?:NAME|REMI|CNTP|TRTP|IBAN|BIC|EREF|MARF|CSID|PURP|ISDT|ORDP|BENM|RTRN|ULTB|ULTD|ID|ADDR)/"
    cut = {key: re.split(ends, value, maxsplit=1)[0].strip(" /") for key, value in values.items()}
    name = cut.get("NAME", "")
    if not name and "CNTP" in cut:
        parts = cut["CNTP"].split("/")
        name = parts[2] if len(parts) > 2 else ""
    remittance = re.sub(r"^(?:USTD|STRD/\w*)/+", "", cut.get("REMI", ""))
    descriptor, *others = [_collapse(one) for one in (name, remittance, cut.get("TRTP", "")) if one] or [text]
    return _Text(descriptor, " ".join(others))


def _read_non_swift(lines: Sequence[str]) -> str:
    """The texts of field NS: purpose (01 to 14), name (15, 16), posting text (17)."""
    pieces = [found for line in lines if (found := _NON_SWIFT.match(line))]
    name = " ".join(one["text"] for one in pieces if one["code"] in ("15", "16"))
    rest = " ".join(one["text"] for one in pieces if one["code"] <= "14" and not one["text"].isdigit())
    return _collapse(f"{name} {rest}")
