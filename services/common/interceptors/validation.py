"""The rules that stand in the proto (buf.validate), and one that holds for all text, checked on every message before
the handler sees it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import protovalidate
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from protovalidate import Violation as Broken

from services.common.errors import MAX_VIOLATIONS, InvalidArgument, Violation
from services.common.interceptors.call import Call, Step


class ValidationStep(Step):
    """Turns broken rules into `BadRequest`. The values themselves are never repeated."""

    def __init__(self) -> None:
        self._validator = protovalidate.Validator()

    def on_request(self, call: Call, message: Message) -> None:
        broken = self._validator.collect_violations(message)
        if broken:
            found = [Violation(_path(one), one.proto.message or one.proto.rule_id) for one in broken[:MAX_VIOLATIONS]]
            raise InvalidArgument(found[0].field, found[0].description, violations=found)
        # Nearly all messages have no such byte, and the look at the whole of them costs microseconds.
        if b"\0" in message.SerializeToString():
            for path, text in _texts(message):
                if "\0" in text:
                    raise InvalidArgument(path, "text without the character U+0000, which no store can keep")


def _path(broken: Broken) -> str:
    """The field as a caller writes it: "header.size_bytes", "texts[3]". A map's key may be a user's text: left out."""
    parts: list[str] = []
    for element in broken.proto.field.elements if broken.proto.field is not None else ():
        subscript = element.subscript
        index = f"[{subscript.value}]" if subscript is not None and subscript.field == "index" else ""
        parts.append(f"{element.field_name}{index}")
    return ".".join(parts) or "request"


def _texts(message: Message, prefix: str = "") -> Iterator[tuple[str, str]]:
    """All text of a message by the path of its field. Of a map that is its keys and values, which have no path."""
    for field, value in message.ListFields():
        path = f"{prefix}{field.name}"
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            for key, one in value.items():
                yield from _leaf(path, key)
                yield from _leaf(path, one)
        elif not field.is_repeated:
            yield from _leaf(path, value)
        elif field.type in (FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_MESSAGE):
            for place, one in enumerate(value):
                yield from _leaf(f"{path}[{place}]", one)


def _leaf(path: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Message):
        yield from _texts(value, f"{path}.")
