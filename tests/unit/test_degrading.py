"""What docs/degrading.md promises is proven by tests that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "degrading.md"
_NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def _tests(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {one.name for one in tree.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_each_row_names_a_test_that_is_there() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")][2:]
    assert len(rows) >= 9
    for row in rows:
        named = _NAMED.findall(row)
        assert named, f"proven by nothing: {row[:60]}"
        for file, test in named:
            assert test in _tests(ROOT / file), f"{file} has no {test}"
