"""Every rule that stands in the protos (buf.validate) is kept at the door; a refusal names the field by its path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from buf.validate import validate_pb2
from tests.integration.isolation.contract import RPCS, Rpc, put
from tests.integration.isolation.samples import sample
from tests.integration.isolation.stack import Stack, User

# Four bytes in UTF-8, two units in UTF-16: limits count characters.
WIDE = "\U0001d11e"
TEXT = FieldDescriptor.TYPE_STRING


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule on one field of one request."""

    rpc: Rpc
    path: str
    name: str
    limit: Any
    descriptor: FieldDescriptor

    @property
    def id(self) -> str:
        """For the test's name."""
        return f"{self.rpc.id}-{self.path}-{self.name}"


def _rules(rpc: Rpc, message: Descriptor, prefix: str = "") -> Iterator[Rule]:
    for oneof in message.oneofs:
        if _extension(oneof, validate_pb2.oneof).required:
            yield Rule(rpc, f"{prefix}{oneof.name}", "oneof.required", True, oneof.fields[0])
    for field in message.fields:
        path = f"{prefix}{field.name}"
        rules = _extension(field, validate_pb2.field)
        for name, limit in _set(rules, ""):
            yield Rule(rpc, path, name, limit, field)
        if field.message_type is not None:
            yield from _rules(rpc, field.message_type, f"{path}.")


def _extension(described: Any, extension: Any) -> Any:
    return described.GetOptions().Extensions[extension]


def _set(rules: Message, prefix: str) -> Iterator[tuple[str, Any]]:
    """The rules that are set, as "string.max_len" and "repeated.items.string.max_len" with their limits."""
    for field, value in rules.ListFields():
        name = f"{prefix}{field.name}"
        if field.message_type is not None and not field.is_repeated:
            yield from _set(value, f"{name}.")
        else:
            yield name, value


RULES = tuple(rule for rpc in RPCS for rule in _rules(rpc, rpc.descriptor.input_type))

# Rules with a value that is just good. (No reranker is configured here, so that its texts go nowhere.)
LIMITS = [
    pytest.param(rule, id=rule.id)
    for rule in RULES
    if rule.name.split(".")[-1] in ("min_len", "max_len", "gte", "min_items", "max_items")
    and rule.rpc.name != "Rerank"
    and not rule.name.startswith("bytes")
]


def break_rule(rule: Rule, messages: list[Message]) -> list[Message]:
    """The request with just this rule broken. A kind of rule that is not known here fails."""
    match rule.name.removeprefix("repeated.items."):
        case "string.min_len":
            return put(messages, rule.path, WIDE * (rule.limit - 1))
        case "string.max_len":
            return put(messages, rule.path, WIDE * (rule.limit + 1))
        case "string.uuid":
            return put(messages, rule.path, "01234567-89ab-4cde-8f01-23456789abcg")
        case "string.pattern":
            return put(messages, rule.path, "usd" if "A-Z" in rule.limit else "g" * 64)
        case "bytes.max_len":
            return put(messages, rule.path, b"x" * (rule.limit + 1))
        case "int32.gte" | "int64.gte":
            return put(messages, rule.path, rule.limit - 1)
        case "int32.lte" | "int64.lte":
            return put(messages, rule.path, rule.limit + 1)
        case "enum.defined_only":
            return put(messages, rule.path, 99)
        case "enum.not_in":
            return put(messages, rule.path, rule.limit[0])
        case "repeated.min_items":
            return _with_items(messages, rule, rule.limit - 1)
        case "repeated.max_items":
            return _with_items(messages, rule, rule.limit + 1)
        case "required" | "oneof.required":
            return _without(messages, rule)
        case unknown:
            raise AssertionError(f"no request is known that breaks {unknown}")


def keep_rule(rule: Rule, messages: list[Message]) -> list[Message]:
    """The request with a value just inside the limit."""
    match rule.name.removeprefix("repeated.items."):
        case "string.max_len" | "string.min_len":
            return put(messages, rule.path, WIDE * rule.limit)
        case "repeated.max_items" | "repeated.min_items":
            return _with_items(messages, rule, rule.limit)
        case _:
            return put(messages, rule.path, rule.limit)


def _with_items(messages: list[Message], rule: Rule, count: int) -> list[Message]:
    if rule.descriptor.message_type is None:
        value: Any = "x" if rule.descriptor.type == TEXT else 1
        return put(messages, rule.path, *[value] * count)
    # Elements as the sample has them, as an empty one may break rules of its own.
    *parents, last = rule.path.split(".")
    copies = [type(one).FromString(one.SerializeToString()) for one in messages]
    place: Any = copies[0]
    for name in parents:
        place = getattr(place, name)
        place = (place[0] if len(place) else place.add()) if hasattr(place, "add") else place
    items = getattr(place, last)
    first = type(items[0]).FromString(items[0].SerializeToString()) if items else None
    del items[:]
    for _ in range(count):
        items.add() if first is None else items.append(first)
    return copies


def _without(messages: list[Message], rule: Rule) -> list[Message]:
    copies = [type(one).FromString(one.SerializeToString()) for one in messages]
    *parents, last = rule.path.split(".")
    place: Any = copies[0]
    for name in parents:
        place = getattr(place, name)
    oneof = place.DESCRIPTOR.oneofs_by_name.get(last)
    for name in [field.name for field in oneof.fields] if oneof is not None else [last]:
        place.ClearField(name)
    return copies


def test_the_protos_have_rules() -> None:
    """A reader of rules that finds none would let the tests below pass."""
    assert len(RULES) > 150
    assert {rule.name.split(".")[0] for rule in RULES} >= {
        "string",
        "repeated",
        "int32",
        "int64",
        "enum",
        "bytes",
        "required",
        "oneof",
    }


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
async def test_a_broken_rule_is_refused_by_the_path_of_its_field(rule: Rule, stack: Stack, ada: User) -> None:
    nobody = stack.new_user()
    nobody.has = ada.has
    outcome = await nobody.call(rule.rpc, *break_rule(rule, sample(rule.rpc, ada)))
    assert (outcome.code, outcome.reason) == ("INVALID_ARGUMENT", "FIELD_INVALID")
    assert rule.path in outcome.fields


@pytest.mark.parametrize("rule", LIMITS)
async def test_limits_are_counted_in_characters_and_the_limit_itself_is_good(
    rule: Rule, stack: Stack, ada: User
) -> None:
    """What a rule allows may still be refused for its meaning, but not by the rule."""
    nobody = stack.new_user()
    nobody.has = ada.has
    outcome = await nobody.call(rule.rpc, *keep_rule(rule, sample(rule.rpc, ada)))
    assert outcome.code in {"OK", "INVALID_ARGUMENT", "NOT_FOUND", "FAILED_PRECONDITION", "UNIMPLEMENTED"}
    told = [] if outcome.failure is None else [one.description for one in outcome.failure.violations]
    assert not [one for one in told if "characters" in one or "items" in one or "must be" in one]
