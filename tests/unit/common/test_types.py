"""Value types: exact money, full dates, secrets that stay secret."""

from __future__ import annotations

import copy
import json
import pickle
from datetime import UTC, date, datetime
from decimal import Decimal
from uuid import UUID, uuid4

import pytest
from google.protobuf.wrappers_pb2 import StringValue
from google.type.date_pb2 import Date as DateMessage
from google.type.money_pb2 import Money as MoneyMessage
from hypothesis import given
from hypothesis import strategies as st

from services.common.errors import InvalidArgument
from services.common.types import (
    Money,
    Secret,
    currency_from_proto,
    date_from_proto,
    date_to_proto,
    instant_from_proto,
    instant_to_proto,
    money_from_proto,
    money_to_proto,
    page_size,
    parse_request_id,
    request_key,
    zone_from_proto,
)


@pytest.mark.parametrize(
    ("amount", "units", "nanos"),
    [
        ("-0.05", 0, -50_000_000),
        ("0.05", 0, 50_000_000),
        ("-1.75", -1, -750_000_000),
        ("-0.00", 0, 0),
        ("0", 0, 0),
        ("1E+3", 1000, 0),
        ("0E+12", 0, 0),
        ("0.000000001", 0, 1),
        ("9223372036854775807.999999999", 9223372036854775807, 999_999_999),
        ("-9223372036854775807.999999999", -9223372036854775807, -999_999_999),
    ],
)
def test_money_keeps_units_and_nanos_of_one_sign(amount: str, units: int, nanos: int) -> None:
    """google/type/money.proto, with its sign cases."""
    message = money_to_proto(Money(Decimal(amount), "USD"))
    assert (message.units, message.nanos, message.currency_code) == (units, nanos, "USD")
    assert money_from_proto(message).amount == Decimal(amount)


@given(st.decimals(min_value=-(10**18), max_value=10**18, places=9), st.sampled_from(["USD", "JPY", "USDT"]))
def test_money_survives_the_wire(amount: Decimal, currency: str) -> None:
    """Every amount of nine decimals comes back as it was."""
    money = Money(amount, currency)
    assert money_from_proto(MoneyMessage.FromString(money_to_proto(money).SerializeToString())) == money


def test_money_has_no_negative_zero() -> None:
    """A refund of nothing is nothing: −0 would print as a debt."""
    assert str(Money(Decimal("-0.00"), "EUR").amount) == "0.00"


@pytest.mark.parametrize("amount", ["0.0000000001", "9223372036854775808", "1E+30"])
def test_money_that_does_not_fit_is_refused_not_rounded(amount: str) -> None:
    """Nothing is lost silently."""
    with pytest.raises(ValueError, match="amount"):
        money_to_proto(Money(Decimal(amount), "USD"))


@pytest.mark.parametrize("amount", [Decimal("NaN"), Decimal("Infinity")])
def test_money_is_finite(amount: Decimal) -> None:
    """NaN compares false with everything and would pass every check."""
    with pytest.raises(ValueError, match="finite"):
        Money(amount, "USD")


def test_money_is_never_a_float() -> None:
    """0.1 + 0.2 is not 0.3."""
    with pytest.raises(TypeError, match="Decimal"):
        Money(0.1, "USD")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("units", "nanos", "currency"),
    [(1, -1, "USD"), (-1, 1, "USD"), (0, 1_000_000_000, "USD"), (1, 0, "usd"), (1, 0, "")],
)
def test_money_of_a_caller_is_checked(units: int, nanos: int, currency: str) -> None:
    """A caller's mistake is INVALID_ARGUMENT with the field, not a crash."""
    with pytest.raises(InvalidArgument) as raised:
        money_from_proto(MoneyMessage(units=units, nanos=nanos, currency_code=currency), "fee")
    assert raised.value.metadata["field"] == "fee"


def test_dates_are_full_and_civil() -> None:
    """google.type.Date allows a month without a day; an amount's date does not."""
    assert date_from_proto(date_to_proto(date(2024, 2, 29))) == date(2024, 2, 29)
    for message in (DateMessage(year=2024, month=2), DateMessage(year=2023, month=2, day=29), DateMessage()):
        with pytest.raises(InvalidArgument):
            date_from_proto(message)


def test_instants_carry_their_zone() -> None:
    """A naive datetime would be read as the server's own time zone."""
    instant = datetime(2026, 11, 30, 12, 0, 0, 123456, tzinfo=UTC)
    assert instant_from_proto(instant_to_proto(instant)) == instant
    with pytest.raises(ValueError, match="time zone"):
        instant_to_proto(datetime(2026, 11, 30))  # noqa: DTZ001 - that is the case


def test_a_secret_cannot_leave_by_accident() -> None:
    """Printing, formatting, logging as JSON, pickling and copying show nothing or fail."""
    secret = Secret("hunter2")
    for shown in (repr(secret), str(secret), f"{secret}", f"{secret!s:>20}", "%s" % secret, repr([secret])):  # noqa: UP031
        assert "hunter2" not in shown
    with pytest.raises(TypeError):
        json.dumps(secret)
    with pytest.raises(TypeError):
        pickle.dumps(secret)
    with pytest.raises(TypeError):
        copy.deepcopy(secret)
    assert secret.reveal() == "hunter2"
    assert secret == Secret("hunter2")
    assert secret != "hunter2"


@pytest.mark.parametrize("text", ["", "1", str(UUID(int=5)), f"{{{uuid4()}}}", uuid4().hex, "not-a-uuid"])
def test_a_request_id_is_a_uuid4(text: str) -> None:
    """AIP-155; other spellings of a UUID would be other ids in the ledger."""
    with pytest.raises(InvalidArgument) as raised:
        parse_request_id(text)
    assert raised.value.metadata["field"] == "request_id"


def test_a_request_key_tells_payloads_and_methods_apart() -> None:
    """The same id for another payload or method is another request."""
    request_id = str(uuid4())
    same = [request_key("a.B/C", request_id, StringValue(value="x")) for _ in range(2)]
    assert same[0] == same[1]
    assert request_key("a.B/C", request_id, StringValue(value="y")).request_hash != same[0].request_hash
    assert request_key("a.B/D", request_id, StringValue(value="x")).request_hash != same[0].request_hash


def test_page_sizes_follow_aip_158() -> None:
    """Zero is the default, too many is cut, negative is refused."""
    assert [page_size(n, default=50, maximum=1000) for n in (0, 1, 1000, 5000)] == [50, 1, 1000, 1000]
    with pytest.raises(InvalidArgument):
        page_size(-1, default=50, maximum=1000)


@pytest.mark.parametrize(
    "name", ["x" * 5000, "America", "../etc/passwd", "/etc/passwd", "a\0b", "Europe/Londinium", " "]
)
def test_a_name_of_no_time_zone_is_refused_by_its_field(name: str) -> None:
    """Whatever looking for its file comes to: none there, a folder, a name that no file can have."""
    with pytest.raises(InvalidArgument) as caught:
        zone_from_proto(name, "header.options.time_zone")
    assert [one.field for one in caught.value.violations] == ["header.options.time_zone"]


def test_no_time_zone_is_utc() -> None:
    assert zone_from_proto("").key == "UTC"
    assert zone_from_proto("Europe/London").key == "Europe/London"


def test_a_currency_is_a_code_or_nothing() -> None:
    assert [currency_from_proto(code) for code in ("", "usd", "USDC")] == ["", "USD", "USDC"]
    for code in ("U$D", "x'", "\u20ac", " ", "A" * 13):
        with pytest.raises(InvalidArgument):
            currency_from_proto(code)
