"""The rules that stand in the proto (buf.validate), checked on every message before the handler sees it."""

from __future__ import annotations

import protovalidate
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


def _path(broken: Broken) -> str:
    """The field as a caller writes it: "header.size_bytes", "texts[3]". A map's key may be a user's text: left out."""
    parts: list[str] = []
    for element in broken.proto.field.elements if broken.proto.field is not None else ():
        subscript = element.subscript
        index = f"[{subscript.value}]" if subscript is not None and subscript.field == "index" else ""
        parts.append(f"{element.field_name}{index}")
    return ".".join(parts) or "request"
