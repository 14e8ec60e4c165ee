"""ISO 20022 bank statements: camt.053, and the booked rows of camt.052, in versions 1 to 13.

https://www.iso20022.org/catalogue-messages, Bank-to-Customer Cash Management. CdtDbtInd is the direction of the booking
itself, also where RvslInd says that it reverses another. The file is read entry by entry; entities and the network are
off, and a document type is refused.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from functools import cache
from zoneinfo import ZoneInfo

from lxml import etree

from services.retriever.ledger.decimal_marks import read_amount
from services.retriever.ledger.refusals import NO_AMOUNT, NO_DATE, NO_DIRECTION, NOT_BOOKED, RowRefusal
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
from services.retriever.model import ImportOptions, LedgerFormat, ParsedFile, RefusedRow

INTERIM = "This is a report within the day (camt.052): its booked rows are read, they come again in the statement."

A_NOTIFICATION = "camt.054 repeats rows of the account's statements: import the camt.053 instead"

NEWEST_VERSION = 13
_HEAD = re.compile(rb"camt\.05[234]|BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)")
# Austria's banks name the message without the version of the standard.
_MESSAGE = re.compile(r"camt\.(?P<kind>\d{3})(?:\.\d{3}\.(?P<version>\d{2}))?")
_STATEMENTS = ("Stmt", "Rpt")
_READ = tuple(f"{{*}}{name}" for name in ("Document", *_STATEMENTS, "Ntfctn", "Acct", "Bal", "Ntry"))
_OPENING = ("OPBD", "PRCD")
_CLOSING = ("CLBD",)
_NO_REFERENCE = frozenset({"", "NONREF", "NOTPROVIDED", "NOT PROVIDED", "NOREF"})
# Sub-families and families of the bank transaction code, by what they mean in every domain.
_SUBFAMILIES = {
    **dict.fromkeys(("CHRG", "FEES", "COMM"), StatedType.FEE),
    "INTR": StatedType.INTEREST,
    "DVCA": StatedType.DIVIDEND,
    "SALA": StatedType.WAGES,
    "PAYR": StatedType.WAGES,
    "CWDL": StatedType.CASH,
    "CDPT": StatedType.DEPOSIT,
}


def looks_like_camt(head: bytes) -> bool:
    """Whether a file's start, as `files` prepares it, is that of a camt.052, 053 or 054."""
    return _HEAD.search(head) is not None


def read_camt053(content: bytes, file_name: str, options: ImportOptions) -> ParsedFile:
    """Read all statements of a file. Raises `InvalidArgument` (FORMAT_UNREADABLE) for other messages and broken XML."""
    reader = _Reader(content, find_zone(options.time_zone))
    try:
        parsed = collect(reader.read(), LedgerFormat.CAMT053, options, file_name)
    except etree.XMLSyntaxError as error:
        raise unreadable(f"the XML is broken at line {error.lineno or 1}") from None
    if not reader.found:
        raise unreadable("the message holds no statement")
    return replace(parsed, notices=(INTERIM, *parsed.notices)) if reader.interim else parsed


class _Reader:
    def __init__(self, content: bytes, zone: ZoneInfo) -> None:
        self._content = content
        self._zone = zone
        self.found = False
        self.interim = False

    def read(self) -> Iterator[Statement]:
        """The statements in order; an entry is let go once it is read."""
        events = etree.iterparse(
            io.BytesIO(self._content),
            events=("start", "end"),
            tag=_READ,
            resolve_entities=False,
            load_dtd=False,
            no_network=True,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
        )
        statement: Statement | None = None
        checked = False
        for event, element in events:
            if not checked:
                self._check_message(element.getroottree().getroot())
                checked = True
            name = _name(element)
            if event == "start":
                if name == "Ntfctn":
                    raise unreadable(A_NOTIFICATION)
                if name in _STATEMENTS:
                    self.found = True
                    statement = Statement(StatedAccount())
            elif statement is not None and name in _STATEMENTS:
                yield statement
                statement = None
                _let_go(element)
            elif statement is not None and _name(element.getparent()) in _STATEMENTS:
                if name == "Ntry":
                    self._read_entry(element, statement)
                    _let_go(element)
                elif name == "Acct":
                    statement.account = _read_account(element)
                    statement.label = _find(element.getparent(), "Id")
                elif name == "Bal":
                    _read_balance(element, statement)

    def _check_message(self, root: etree._Element) -> None:
        if root.getroottree().docinfo.doctype:
            raise unreadable("a statement has no document type; this file may not be what it says")
        found = _MESSAGE.search(root.nsmap.get(root.prefix) or "")
        if found is None:
            return
        kind, version = found["kind"], int(found["version"] or 0)
        if kind == "054":
            raise unreadable(A_NOTIFICATION)
        if kind not in ("052", "053"):
            raise unreadable(f"camt.{kind} is no statement")
        if version > NEWEST_VERSION:
            raise unreadable(f"version {version} of camt.{kind} is not known yet, up to {NEWEST_VERSION} are")
        self.interim = kind == "052"

    # --- entries -----------------------------------------------------------------------------------------------------

    def _read_entry(self, entry: etree._Element, statement: Statement) -> None:
        line = entry.sourceline or 1
        status = _find(entry, "Sts/Cd") or _find(entry, "Sts")
        if status not in ("", "BOOK"):
            statement.refused.append(RefusedRow(line, NOT_BOOKED))
            return
        try:
            stated_day, day = self._read_day(entry)
            amount, currency = _read_amount(entry, "Amt")
        except RowRefusal as refusal:
            statement.refused.append(RefusedRow(line, str(refusal)))
            return
        direction = _find(entry, "CdtDbtInd")
        if direction not in ("CRDT", "DBIT"):
            statement.refused.append(RefusedRow(line, NO_DIRECTION))
            return
        out = direction == "DBIT"
        details = [*entry.iterfind("{*}NtryDtls/{*}TxDtls"), *entry.iterfind("{*}TxDtls")]
        parts = _parts_of_a_batch(details, amount, currency, out=out)
        for detail, part, part_out in parts or [(details[0] if len(details) == 1 else None, amount, out)]:
            text = _read_text(entry, detail, out=part_out)
            statement.bookings.append(
                Booking(
                    position=line,
                    stated_day=stated_day,
                    day=day,
                    amount=part if part_out else -part,
                    currency=currency,
                    descriptor=text.descriptor,
                    details=text.details,
                    reference=_reference(entry, detail),
                    stated_type=_stated_type(entry, detail),
                    city=text.city,
                    reversal=_is_reversal(entry),
                )
            )

    def _read_day(self, entry: etree._Element) -> tuple[str, date]:
        for place in ("BookgDt", "ValDt"):
            stated = _find(entry, f"{place}/Dt")
            if stated:
                return stated[:10], read_day(stated[:10], self._zone)
            stated = _find(entry, f"{place}/DtTm")
            if stated:
                return stated[:10], read_day(stated, self._zone)
        raise RowRefusal(NO_DATE)


def _read_amount(element: etree._Element, place: str) -> tuple[Decimal, str]:
    found = element.find(_path(place))
    if found is None or not found.text:
        raise RowRefusal(NO_AMOUNT)
    currency = str(found.get("Ccy") or "").upper()
    return read_amount(found.text, ".", currency), currency


def _parts_of_a_batch(
    details: list[etree._Element], amount: Decimal, currency: str, *, out: bool
) -> list[tuple[etree._Element | None, Decimal, bool]]:
    """The transactions of an entry, each with its amount and whether it went out, where there are several and they come
    to the entry in its currency; else none, and the entry stays one row."""
    if len(details) < 2:
        return []
    parts: list[tuple[etree._Element | None, Decimal, bool]] = []
    total = Decimal(0)
    for detail in details:
        place = "Amt" if detail.find(_path("Amt")) is not None else "AmtDtls/TxAmt/Amt"
        try:
            part, part_currency = _read_amount(detail, place)
        except RowRefusal:
            return []
        direction = _find(detail, "CdtDbtInd")
        part_out = direction == "DBIT" if direction in ("CRDT", "DBIT") else out
        if part_currency != currency:
            return []
        total += part if part_out == out else -part
        parts.append((detail, part, part_out))
    return parts if total == amount else []


def _reference(entry: etree._Element, detail: etree._Element | None) -> str:
    own = _find(detail, "Refs/AcctSvcrRef") if detail is not None else ""
    for reference in (own, _find(entry, "AcctSvcrRef")):
        if reference.upper() not in _NO_REFERENCE:
            return reference
    return ""


def _stated_type(entry: etree._Element, detail: etree._Element | None) -> StatedType | None:
    for element in (detail, entry):
        if element is not None:
            found = _SUBFAMILIES.get(_find(element, "BkTxCd/Domn/Fmly/SubFmlyCd"))
            if found is not None:
                return found
    return None


@dataclass(frozen=True, slots=True)
class _Text:
    descriptor: str
    details: str
    city: str


def _read_text(entry: etree._Element, detail: etree._Element | None, *, out: bool) -> _Text:
    """Who was paid or paid, else what the bank or the payer wrote; the rest of it is the details."""
    information = _find(entry, "AddtlNtryInf")
    if detail is None:
        return _Text(information, "", "")
    # In a reversal creditor and debtor are those of the row that is taken back.
    role = "Cdtr" if out != _is_reversal(entry) else "Dbtr"
    name = _party(detail, f"Ultmt{role}") or _party(detail, role)
    remittance = " ".join(
        text
        for place in ("RmtInf/Ustrd", "RmtInf/Strd/CdtrRefInf/Ref", "RmtInf/Strd/CdtrRefInf/CdtrRef", "AddtlTxInf")
        for found in detail.iterfind(_path(place))
        if (text := _text(found))
    )
    texts = [text for text in (name, remittance, information) if text]
    descriptor, *others = texts or [""]
    city = _find(detail, f"RltdPties/{role}/PstlAdr/TwnNm") or _find(detail, f"RltdPties/{role}/Pty/PstlAdr/TwnNm")
    return _Text(descriptor, " ".join(other for other in others if other != descriptor), city)


def _is_reversal(entry: etree._Element) -> bool:
    return _find(entry, "RvslInd").lower() in ("true", "1")


def _party(detail: etree._Element, role: str) -> str:
    for place in (f"RltdPties/{role}/Nm", f"RltdPties/{role}/Pty/Nm", f"RltdPties/{role}/Agt/FinInstnId/Nm"):
        name = _find(detail, place)
        if name:
            return name
    return ""


# --- accounts and balances -------------------------------------------------------------------------------------------


def _read_account(element: etree._Element) -> StatedAccount:
    places = ("Id/IBAN", "Id/BBAN", "Id/UPIC", "Id/Othr/Id", "Id/PrtryAcct/Id")
    number = next((found for place in places if (found := _find(element, place))), "")
    servicer = "Svcr/FinInstnId"
    names = ("Nm", "NmAndAdr/Nm", "CmbndId/Nm", "BIC", "BICFI")
    institution = next((found for name in names if (found := _find(element, f"{servicer}/{name}"))), "")
    return StatedAccount(
        number=number,
        institution=institution,
        name=_find(element, "Nm"),
        account_type="depository",
        currency=_find(element, "Ccy").upper(),
    )


def _read_balance(element: etree._Element, statement: Statement) -> None:
    code = _find(element, "Tp/CdOrPrtry/Cd") or _find(element, "Tp/Cd")
    if code not in (*_OPENING, *_CLOSING):
        return
    try:
        amount, currency = _read_amount(element, "Amt")
    except RowRefusal:
        statement.notices.append("A balance can't be read.")
        return
    balance = Balance(-amount if _find(element, "CdtDbtInd") == "DBIT" else amount, currency)
    if code in _CLOSING:
        statement.closing = balance
    elif code == "OPBD" or statement.opening is None:
        statement.opening = balance


# --- elements --------------------------------------------------------------------------------------------------------


def _name(element: etree._Element | None) -> str:
    return "" if element is None else str(element.tag).rpartition("}")[2]


@cache
def _path(place: str) -> str:
    """A path in whatever namespace: versions differ in it, and some banks leave it out."""
    return "/".join(f"{{*}}{step}" for step in place.split("/"))


def _find(element: etree._Element, place: str) -> str:
    found = element.find(_path(place))
    return "" if found is None else _text(found)


def _text(element: etree._Element) -> str:
    return " ".join((element.text or "").split())


def _let_go(element: etree._Element) -> None:
    element.clear()
    while element.getprevious() is not None and _name(element.getprevious()) == _name(element):
        del element.getparent()[element.getparent().index(element) - 1]
