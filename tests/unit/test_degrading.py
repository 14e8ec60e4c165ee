"""Each row of the table of what happens when a part is down names tests, and they are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
# What follows the table are figures.
TABLE, _, _ = (CHECKOUT / "docs" / "degrading.md").read_text(encoding="utf-8").partition("\n## ")
ROWS = [line for line in TABLE.splitlines() if line.startswith("| ") and not line.startswith("| down |")]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[2:40])
def test_a_row_is_proven_by_tests_that_exist(row: str) -> None:
    named = re.findall(r"`(tests/\S+?)::(\w+)`", row)
    assert named
    for path, name in named:
        tree = ast.parse((CHECKOUT / path).read_text(encoding="utf-8"))
        assert name in {
            node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        }
