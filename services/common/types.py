"""Value types that every service speaks: who, how much, which day, which page; and their protobuf forms.

Nothing here does I/O. Money is `Decimal` from end to end: a float never touches an amount.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Context, Decimal
from typing import NewType, NoReturn
from uuid import UUID
from zoneinfo import ZoneInfo

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from google.type.date_pb2 import Date as DateMessage
from google.type.money_pb2 import Money as MoneyMessage

from services.common.errors import InvalidArgument

UserId = NewType("UserId", UUID)
RequestId = NewType("RequestId", UUID)

MAX_UNITS = 2**63 - 1
# Whatever the thread's context: units and nanos have 28 digits at most.
EXACT = Context(prec=40)
CURRENCY = re.compile(r"[A-Z0-9]{2,12}")


class Secret:
    """Text that cannot be printed, formatted, logged, pickled or compared in variable time.

    `reveal()` is the only way out; grep for it to see every place that a secret leaves.
    """

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """The text itself, for the one call that needs it."""
        return self._text

    def __repr__(self) -> str:
        return "Secret(***)"

    __str__ = __repr__

    def __format__(self, _spec: str) -> str:
        return repr(self)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Secret cannot be pickled or copied")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        return hmac.compare_digest(self._text.encode(), other._text.encode())

    def __hash__(self) -> int:
        return hash(self._text)

    def __bool__(self) -> bool:
        return bool(self._text)


@dataclass(frozen=True, slots=True)
class Money:
    """An exact amount of one currency.

    `currency` is an ISO 4217 code, or an aggregator's unofficial one (upper case letters and digits). `amount` has at
    most nine decimals and fits `google.type.Money` (units in int64); anything else raises `ValueError`, it is never
    rounded. Negative zero becomes zero.
    """

    amount: Decimal
    currency: str

    def __post_init__(self) -> None:
        if not isinstance(self.amount, Decimal):
            raise TypeError(f"an amount is a Decimal, not {type(self.amount).__name__}")
        if not self.amount.is_finite():
            raise ValueError("an amount is finite")
        if not CURRENCY.fullmatch(self.currency):
            raise ValueError("a currency is 2 to 12 upper case letters and digits")
        if self.amount.is_zero() and self.amount.is_signed():
            object.__setattr__(self, "amount", self.amount.copy_abs())


def money_to_proto(money: Money) -> MoneyMessage:
    """`google.type.Money` of the same value: units and nanos carry the same sign (−0.05 is 0 and −50,000,000)."""
    message = MoneyMessage()
    put_money(money, message)
    return message


def put_money(money: Money, message: MoneyMessage) -> None:
    """Fill `message` as `money_to_proto` does."""
    numerator, denominator = money.amount.as_integer_ratio()
    scale, rest = divmod(10**9, denominator)
    if rest:
        raise ValueError("an amount has at most nine decimals")
    units, nanos = divmod(abs(numerator) * scale, 10**9)
    if units > MAX_UNITS:
        raise ValueError("an amount's units fit a signed 64-bit integer")
    message.currency_code = money.currency
    message.units, message.nanos = (-units, -nanos) if numerator < 0 else (units, nanos)


def money_from_proto(message: MoneyMessage, field: str = "amount") -> Money:
    """The exact value of a `google.type.Money`, with at least two decimals.

    Raises `InvalidArgument(field)` when signs differ, nanos are out of range, or the currency is not a code.
    """
    units, nanos = message.units, message.nanos
    if abs(nanos) >= 10**9:
        raise InvalidArgument(field, "nanos lie between -999,999,999 and 999,999,999")
    if (units > 0 > nanos) or (units < 0 < nanos):
        raise InvalidArgument(field, "units and nanos have the same sign")
    # Whole cents first: nearly all amounts are.
    decimals, unit = 2, 10**7
    while nanos % unit:
        decimals, unit = decimals + 1, unit // 10
    try:
        return Money(Decimal(units * 10**decimals + nanos // unit).scaleb(-decimals, EXACT), message.currency_code)
    except ValueError as error:
        raise InvalidArgument(field, str(error)) from None


def date_to_proto(day: date) -> DateMessage:
    """`google.type.Date` of a civil date."""
    return DateMessage(year=day.year, month=day.month, day=day.day)


def date_from_proto(message: DateMessage, field: str = "date") -> date:
    """The civil date of a `google.type.Date`; partial dates (a zero part) raise `InvalidArgument(field)`."""
    try:
        return date(message.year, message.month, message.day)
    except ValueError:
        raise InvalidArgument(field, "a full calendar date: year, month and day") from None


def instant_to_proto(instant: datetime) -> Timestamp:
    """`Timestamp` of an aware instant; a naive one raises `ValueError`, as its meaning is unknown."""
    if instant.tzinfo is None:
        raise ValueError("an instant carries its time zone")
    message = Timestamp()
    message.FromDatetime(instant)
    return message


def instant_from_proto(message: Timestamp) -> datetime:
    """The instant in UTC, to the microsecond."""
    return message.ToDatetime(tzinfo=UTC)


def zone_from_proto(name: str, field: str = "time_zone") -> ZoneInfo:
    """The IANA time zone of this name; empty is UTC. Anything else raises `InvalidArgument(field)`."""
    try:
        return ZoneInfo(name or "UTC")
    except (KeyError, ValueError, OSError):  # Not there; no name, or no file of a zone; a folder, or too long a name.
        raise InvalidArgument(field, "an IANA time zone, such as Europe/London") from None


def currency_from_proto(code: str, field: str = "currency_code") -> str:
    """An ISO 4217 code in upper case, or ""; anything else raises `InvalidArgument(field)`."""
    upper = code.upper()
    if upper and not CURRENCY.fullmatch(upper):
        raise InvalidArgument(field, "an ISO 4217 code")
    return upper


def parse_request_id(text: str) -> RequestId:
    """The UUID4 of a mutating request (AIP-155); anything else raises `InvalidArgument("request_id")`."""
    try:
        value = UUID(text)
    except ValueError:
        value = UUID(int=0)
    if value.version != 4 or str(value) != text.lower():
        raise InvalidArgument("request_id", "a UUID4, new for each new request")
    return RequestId(value)


@dataclass(frozen=True, slots=True)
class RequestKey:
    """What makes a mutating request the same one again: its method, its id and the hash of all that it asked."""

    method: str
    request_id: RequestId
    request_hash: bytes


def request_key(method: str, request_id: str, request: Message) -> RequestKey:
    """The key of `request`. `method` is `<package>.<Service>/<Method>`.

    For an upload pass its header message: it holds the content's SHA-256.
    """
    content = request.SerializeToString(deterministic=True)
    digest = hashlib.sha256(f"{method}\n".encode() + content).digest()
    return RequestKey(method, parse_request_id(request_id), digest)


@dataclass(frozen=True, slots=True)
class Page:
    """Which part of a list: at most `size` items after `position` (empty: from the start)."""

    size: int
    position: str = ""


def page_size(requested: int, *, default: int, maximum: int) -> int:
    """AIP-158: 0 means the default, more than the maximum is cut to it, a negative one raises `InvalidArgument`."""
    if requested < 0:
        raise InvalidArgument("page_size", "0 for the default, or a positive number")
    return min(requested, maximum) if requested else default
