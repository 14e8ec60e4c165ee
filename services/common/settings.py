"""Typed settings from the environment: `TIEOUT_<SERVICE>_<NAME>` → one frozen dataclass.

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Settings:
        retriever_target: str
        batch_wait: timedelta = timedelta(milliseconds=2)
        database: DatabaseSettings = group("DATABASE")   # its `dsn` is TIEOUT_ANSWERER_DATABASE_DSN
        runtime: RuntimeSettings = group()               # its `data_address` is TIEOUT_ANSWERER_DATA_ADDRESS

    settings = load(Settings, "answerer")

Defaults stand at the fields, once. A missing or unreadable variable raises `SettingsError`, which names every one
of them; values are never in the message.
"""

from __future__ import annotations

import dataclasses
import os
import re
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, TypeVar

from services.common.types import Secret

T = TypeVar("T")

_DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_TRUE, _FALSE = frozenset(("true", "1", "yes", "on")), frozenset(("false", "0", "no", "off"))


class SettingsError(Exception):
    """Variables that are missing or cannot be read, all of them, one a line."""


@dataclass(frozen=True, slots=True)
class _Problem:
    variable: str
    what: str


def group(prefix: str = "", default: Callable[[], Any] | None = None) -> Any:
    """A field that is itself a settings dataclass; its variables carry `prefix` after the service's name.

    `default` makes the value of an object that code, not the environment, builds.
    """
    metadata = {"prefix": prefix}
    if default is None:
        return dataclasses.field(metadata=metadata)
    return dataclasses.field(default_factory=default, metadata=metadata)


def load(cls: type[T], service: str, environ: Mapping[str, str] | None = None) -> T:
    """Read one settings object of `service` ("answerer"). Unset or empty variables take the field's default."""
    problems: list[_Problem] = []
    value = _load(cls, f"TIEOUT_{service.upper()}_", os.environ if environ is None else environ, problems)
    if problems:
        raise SettingsError("\n".join(f"{problem.variable}: {problem.what}" for problem in problems))
    return typing.cast("T", value)


def _load(cls: type[Any], prefix: str, environ: Mapping[str, str], problems: list[_Problem]) -> Any:
    hints = typing.get_type_hints(cls)
    values: dict[str, Any] = {}
    for field in dataclasses.fields(cls):
        kind = hints[field.name]
        if dataclasses.is_dataclass(kind):
            inner = field.metadata.get("prefix", "")
            values[field.name] = _load(
                typing.cast("type", kind), prefix + (f"{inner}_" if inner else ""), environ, problems
            )
            continue
        variable = prefix + field.name.upper()
        text = environ.get(variable, "")
        if text == "":
            if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
                problems.append(_Problem(variable, f"not set; expected {_expected(kind)}"))
            continue
        try:
            values[field.name] = _parse(kind, text)
        except (ValueError, InvalidOperation):
            problems.append(_Problem(variable, f"cannot be read; expected {_expected(kind)}"))
    if problems:
        return None
    try:
        return cls(**values)
    except ValueError as error:  # A rule of the dataclass itself; its sentences hold no values.
        problems.append(_Problem(f"{prefix}*", str(error)))
        return None


def _parse(kind: Any, text: str) -> Any:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return _parse(next(one for one in arguments if one is not type(None)), text)
    if origin is tuple:
        return tuple(_parse(arguments[0], part.strip()) for part in text.split(",") if part.strip())
    if origin is typing.Literal:
        if text not in arguments:
            raise ValueError
        return text
    if kind is bool:
        if text.lower() not in _TRUE | _FALSE:
            raise ValueError
        return text.lower() in _TRUE
    if kind is timedelta:
        match = _DURATION.fullmatch(text.strip())
        if match is None:
            raise ValueError
        return timedelta(seconds=float(match[1]) * _SECONDS[match[2]])
    if kind in (str, int, float, Decimal, Path, Secret):
        return kind(text)
    raise TypeError(f"settings of type {kind} are not read from the environment")


def _expected(kind: Any) -> str:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return _expected(next(one for one in arguments if one is not type(None)))
    if origin is tuple:
        return f"a comma-separated list of {_expected(arguments[0])}"
    if origin is typing.Literal:
        return "one of " + ", ".join(arguments)
    return {
        str: "text",
        int: "a whole number",
        float: "a number",
        Decimal: "a decimal number",
        bool: "true or false",
        timedelta: "a duration (250ms, 30s, 5m, 24h, 90d)",
        Path: "a path",
        Secret: "a secret",
    }.get(kind, str(kind))


def redacted(settings: Any) -> dict[str, Any]:
    """The settings for a log line: plain values, secrets and addresses with passwords as `***`."""
    shown: dict[str, Any] = {}
    for field in dataclasses.fields(settings):
        value = getattr(settings, field.name)
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            shown[field.name] = redacted(value)
        elif isinstance(value, Secret):
            shown[field.name] = "***" if value else ""
        elif isinstance(value, (bool, int, float, type(None))):
            shown[field.name] = value
        else:
            shown[field.name] = re.sub(r"(://[^:/@\s]*:)[^@\s]*@", r"\1***@", str(value))
    return shown
