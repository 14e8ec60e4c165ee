"""Messages to frozen dataclasses and back, field by field of the same name.

A service whose model mirrors its contract needs no hand-written copying: a field that is missing on one side is left
alone, an enum keeps its number, and the value types of `services.common.types` take the place of their messages. A
test of the service holds the two together (`missing_fields`).
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
from google.protobuf.message_factory import GetMessageClass

from services.common.types import (
    Money,
    date_from_proto,
    date_to_proto,
    instant_from_proto,
    instant_to_proto,
    money_from_proto,
    money_to_proto,
)

T = TypeVar("T")
M = TypeVar("M", bound=Message)
Convert = Callable[[Any], Any]


@dataclasses.dataclass(frozen=True, slots=True)
class _Field:
    name: str
    repeated: bool
    presence: bool
    composite: bool
    default: Any
    read: Convert
    write: Callable[[Any, Any], None]


def from_message(message: Message, cls: type[T]) -> T:
    """The dataclass of `message`. Absent messages and optional scalars are None; repeated fields are tuples."""
    values: dict[str, Any] = {}
    for one in _fields(typing.cast("Any", cls), message.DESCRIPTOR):
        if one.repeated:
            content = getattr(message, one.name)
            if content:
                values[one.name] = one.read(content)
        elif not one.presence or message.HasField(one.name):
            values[one.name] = one.read(getattr(message, one.name))
    return cls(**values)


def to_message(value: Any, message: M) -> M:
    """Fill `message` from the dataclass `value` and return it. What equals its default is left unset."""
    for one in _fields(typing.cast("Any", type(value)), message.DESCRIPTOR):
        content = getattr(value, one.name)
        # An optional scalar is set even at 0; a oneof's scalar is not, or it would choose the branch.
        if content is None or (one.default is not None and content == one.default):
            continue
        one.write(message, content)
    return message


def missing_fields(cls: type[Any], descriptor: Descriptor) -> set[str]:
    """Fields that only one side has. For the test that keeps a model and its contract together."""
    return {one.name for one in dataclasses.fields(cls)} ^ {one.name for one in descriptor.fields}


@lru_cache(maxsize=1024)
def _fields(cls: type[Any], descriptor: Descriptor) -> tuple[_Field, ...]:
    hints = typing.get_type_hints(cls)
    found = []
    for one in dataclasses.fields(cls):
        wire = descriptor.fields_by_name.get(one.name)
        if wire is not None:
            found.append(_field(one, hints[one.name], wire))
    return tuple(found)


def _field(one: dataclasses.Field[Any], hint: Any, wire: FieldDescriptor) -> _Field:
    kind = _inner(hint)
    default = one.default if one.default is not dataclasses.MISSING else None
    if wire.message_type is not None and wire.message_type.GetOptions().map_entry:
        return _Field(one.name, True, False, True, {}, *_map_codec(one.name, kind, wire))
    if wire.is_repeated:
        return _Field(one.name, True, False, wire.message_type is not None, (), *_list_codec(one.name, kind, wire))
    read, write = _scalar_codec(one.name, kind, wire)
    presence = wire.has_presence and (wire.message_type is not None or wire.containing_oneof is not None)
    return _Field(one.name, False, presence, wire.message_type is not None, default, read, write)


def _inner(hint: Any) -> Any:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return next(arg for arg in arguments if arg is not type(None))
    if origin is tuple:
        return arguments[0]
    if origin is dict:
        return arguments[1]
    return hint


def _codec(kind: Any, wire: FieldDescriptor | None) -> tuple[Convert, Convert]:
    """(from the wire, to the wire) of one value; for messages the second makes a new message."""
    if isinstance(kind, type) and issubclass(kind, IntEnum):
        members = {member.value: member for member in kind}
        fallback = next(iter(kind))
        return (lambda number: members.get(number, fallback)), int
    if kind is Money:
        return money_from_proto, money_to_proto
    if kind is Decimal:
        return (lambda message: Decimal(message.value or "0")), (lambda value: {"value": str(value)})
    if kind is date:
        return date_from_proto, date_to_proto
    if kind is datetime:
        return instant_from_proto, instant_to_proto
    if kind is timedelta:
        return (lambda message: message.ToTimedelta()), (lambda value: value)
    if dataclasses.is_dataclass(kind):
        made = GetMessageClass(_message_type(wire))
        return (lambda message: from_message(message, typing.cast("type[Any]", kind))), (
            lambda value: to_message(value, made())
        )
    return (lambda value: value), (lambda value: value)


def _message_type(wire: FieldDescriptor | None) -> Descriptor:
    if wire is None or wire.message_type is None:
        raise TypeError("a dataclass stands for a message only")
    return wire.message_type


def _scalar_codec(name: str, kind: Any, wire: FieldDescriptor) -> tuple[Convert, Callable[[Any, Any], None]]:
    read, make = _codec(kind, wire)

    def write(message: Any, value: Any) -> None:
        made = make(value)
        if wire.message_type is None:
            setattr(message, name, made)
        elif isinstance(made, dict):
            getattr(message, name).value = made["value"]
        elif isinstance(made, timedelta):
            getattr(message, name).FromTimedelta(made)
        else:
            getattr(message, name).CopyFrom(made)

    return read, write


def _list_codec(name: str, kind: Any, wire: FieldDescriptor) -> tuple[Convert, Callable[[Any, Any], None]]:
    read, make = _codec(kind, wire)

    def read_all(values: Any) -> tuple[Any, ...]:
        return tuple(read(value) for value in values)

    def write(message: Any, values: Any) -> None:
        target = getattr(message, name)
        for value in values:
            made = make(value)
            if isinstance(made, dict):
                target.add(value=made["value"])
            elif isinstance(made, timedelta):
                target.add().FromTimedelta(made)
            else:
                target.append(made)

    return read_all, write


def _map_codec(name: str, kind: Any, wire: FieldDescriptor) -> tuple[Convert, Callable[[Any, Any], None]]:
    value_field = _message_type(wire).fields_by_name["value"]
    read, make = _codec(kind, value_field)

    def read_all(values: Any) -> dict[str, Any]:
        return {key: read(values[key]) for key in values}

    def write(message: Any, values: Any) -> None:
        target = getattr(message, name)
        for key, value in sorted(values.items()):
            made = make(value)
            if isinstance(made, dict):
                target[key].value = made["value"]
            elif value_field.message_type is not None:
                target[key].CopyFrom(made)
            else:
                target[key] = made

    return read_all, write
