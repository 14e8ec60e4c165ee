"""Messages to frozen dataclasses and back, field by field of the same name.

A service whose model mirrors its contract needs no hand-written copying: a field that is missing on one side is left
alone, an enum keeps its number, and the value types of `services.common.types` take the place of their messages. A
test of the service holds the two together (`missing_fields`).

For each pair of class and message one reader and one writer is compiled, with a line for each field, as `dataclasses`
compiles its own methods: answers pass here by the thousand fields, and looking each up again costs more than copying.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import IntEnum
from functools import lru_cache
from typing import Any, TypeVar

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from services.common.types import (
    Money,
    date_from_proto,
    instant_from_proto,
    instant_to_proto,
    money_from_proto,
    put_money,
)

T = TypeVar("T")
M = TypeVar("M", bound=Message)
Read = Callable[[Any], Any]
Fill = Callable[[Any, Any], None]
"""Of a value and the message that it fills."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Codec:
    """One value of a field. A scalar has `write`, from the model's value to the wire's; a message has `fill`."""

    read: Read | None = None
    """None: the value itself."""
    write: Read | None = None
    fill: Fill | None = None


def from_message(message: Message, cls: type[T]) -> T:
    """The dataclass of `message`. Absent messages and optional scalars are None; repeated fields are tuples."""
    found: T = _reader(typing.cast("Any", cls), message.DESCRIPTOR)(message)
    return found


def to_message(value: Any, message: M) -> M:
    """Fill `message` from the dataclass `value` and return it. What equals its default is left unset."""
    _writer(typing.cast("Any", type(value)), message.DESCRIPTOR)(value, message)
    return message


def missing_fields(cls: type[Any], descriptor: Descriptor) -> set[str]:
    """Fields that only one side has. For the test that keeps a model and its contract together."""
    return {one.name for one in dataclasses.fields(cls)} ^ {one.name for one in descriptor.fields}


@lru_cache(maxsize=1024)
def _reader(cls: type[Any], descriptor: Descriptor) -> Read:
    names: dict[str, Any] = {"cls": cls}
    arguments = []
    for one, kind, wire in _fields(cls, descriptor):
        name, codec = one.name, _codec(kind, wire)
        names[f"read_{name}"] = codec.read
        value = f"message.{name}"
        if _is_map(wire):
            given = f"{{key: read_{name}({value}[key]) for key in {value}}}" if codec.read else f"dict({value})"
        elif wire.is_repeated:
            given = f"tuple([read_{name}(one) for one in {value}])" if codec.read else f"tuple({value})"
        else:
            given = f"read_{name}({value})" if codec.read else value
        if not wire.is_repeated and _has_presence(wire):
            names[f"absent_{name}"] = None if one.default is dataclasses.MISSING else one.default
            given = f"{given} if message.HasField('{name}') else absent_{name}"
        arguments.append(f"{name}={given}")
    return _compile("read", f"def read(message):\n    return cls({', '.join(arguments)})", names)


@lru_cache(maxsize=1024)
def _writer(cls: type[Any], descriptor: Descriptor) -> Fill:
    names: dict[str, Any] = {}
    lines = ["def write(value, message):", "    pass"]
    for one, kind, wire in _fields(cls, descriptor):
        name, codec = one.name, _codec(kind, wire)
        default = None if one.default is dataclasses.MISSING else one.default
        names |= {f"write_{name}": codec.write, f"fill_{name}": codec.fill, f"default_{name}": default}
        lines.append(f"    it = value.{name}")
        # An optional scalar is set even at 0; a oneof's scalar is not, or it would choose the branch.
        is_set = "it is not None"
        if wire.is_repeated:
            is_set = "it"
        elif default is not None:
            is_set += f" and it != default_{name}"
        made = f"write_{name}(it)" if codec.write else "it"
        if _is_map(wire):
            each = f"message.{name}[key] = {made}" if codec.fill is None else f"fill_{name}(it, message.{name}[key])"
            lines.append(f"    for key, it in sorted(it.items()):\n        {each}")
        elif wire.is_repeated and codec.fill is not None:
            lines.append(f"    for one in it:\n        fill_{name}(one, message.{name}.add())")
        elif wire.is_repeated:
            every = f"[write_{name}(one) for one in it]" if codec.write else "it"
            lines.append(f"    if {is_set}:\n        message.{name}.extend({every})")
        elif codec.fill is not None:
            # Also a message in which nothing is set is there.
            filled = f"part = message.{name}; part.SetInParent(); fill_{name}(it, part)"
            lines.append(f"    if {is_set}:\n        {filled}")
        else:
            lines.append(f"    if {is_set}:\n        message.{name} = {made}")
    return _compile("write", "\n".join(lines), names)


def _compile(name: str, source: str, names: dict[str, Any]) -> Callable[..., Any]:
    # The source is made of field names of our own classes alone.
    exec(source, names)  # noqa: S102
    compiled: Callable[..., Any] = names[name]
    return compiled


def _fields(cls: type[Any], descriptor: Descriptor) -> list[tuple[dataclasses.Field[Any], Any, FieldDescriptor]]:
    hints = typing.get_type_hints(cls)
    return [
        (one, _inner(hints[one.name]), descriptor.fields_by_name[one.name])
        for one in dataclasses.fields(cls)
        if one.name in descriptor.fields_by_name
    ]


def _is_map(wire: FieldDescriptor) -> bool:
    return wire.message_type is not None and bool(wire.message_type.GetOptions().map_entry)


def _has_presence(wire: FieldDescriptor) -> bool:
    return bool(wire.has_presence) and (wire.message_type is not None or wire.containing_oneof is not None)


def _inner(hint: Any) -> Any:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return next(arg for arg in arguments if arg is not type(None))
    if origin is tuple:
        return arguments[0]
    if origin is dict:
        return arguments[1]
    return hint


def _codec(kind: Any, wire: FieldDescriptor) -> _Codec:
    if isinstance(kind, type) and issubclass(kind, IntEnum):
        return _Codec(_enum_reader(kind), int)
    known = _VALUES.get(kind)
    if known is not None:
        return known
    if dataclasses.is_dataclass(kind):
        content = wire.message_type
        if content is not None and _is_map(wire):
            content = content.fields_by_name["value"].message_type
        if content is None:
            raise TypeError("a dataclass stands for a message only")
        return _Codec(lambda one: from_message(one, typing.cast("type[Any]", kind)), None, to_message)
    return _Codec()


def _enum_reader(kind: type[IntEnum]) -> Read:
    members = {member.value: member for member in kind}
    fallback = next(iter(kind))
    return lambda number: members.get(number, fallback)


def _put_decimal(value: Decimal, message: Any) -> None:
    message.value = str(value)


def _put_date(day: date, message: Any) -> None:
    message.year, message.month, message.day = day.year, day.month, day.day


_VALUES: dict[Any, _Codec] = {
    Money: _Codec(money_from_proto, None, put_money),
    Decimal: _Codec(lambda message: Decimal(message.value or "0"), None, _put_decimal),
    date: _Codec(date_from_proto, None, _put_date),
    datetime: _Codec(instant_from_proto, None, lambda instant, message: message.CopyFrom(instant_to_proto(instant))),
    timedelta: _Codec(lambda message: message.ToTimedelta(), None, lambda span, message: message.FromTimedelta(span)),
}
