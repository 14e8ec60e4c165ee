"""docs/grpc.md names the tests of each rule of the wire: they exist, and no rule is without one."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
RULES = dict(
    re.findall(
        r"^\| (\d+) \| [^|]+ \| ([^|]+) \|$", (CHECKOUT / "docs/grpc.md").read_text(encoding="utf-8"), re.MULTILINE
    )
)


@cache
def functions_of(path: str) -> frozenset[str]:
    """The names of the test functions of a file."""
    tree = ast.parse((CHECKOUT / path).read_text(encoding="utf-8"))
    return frozenset(one.name for one in tree.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))


def test_there_are_the_25_rules() -> None:
    assert list(RULES) == [str(number) for number in range(1, 26)]


@pytest.mark.parametrize("number", RULES)
def test_what_holds_a_rule_exists(number: str) -> None:
    held_by = re.findall(r"`([^`]+)`", RULES[number])
    assert held_by
    targets = re.findall(r"^([a-z-]+):", (CHECKOUT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for one in held_by:
        if one.startswith("make "):
            assert one.removeprefix("make ") in targets
        else:
            path, _, name = one.partition("::")
            assert name in functions_of(path), one
