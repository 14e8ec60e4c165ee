"""Every fault from the field about ledgers and imports is a test that has its number in its name."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
SHARED = Path(os.environ.get("TIEOUT_SHARED") or TESTS.parents[1] / "shared")
CASES = SHARED / "design" / "cases.md"
KNOWN = 28
"""Ledger and import cases as of today; the list itself may know more."""


def covered() -> set[int]:
    names = (re.findall(r"def test_case_b(\d+)_", path.read_text("utf-8")) for path in TESTS.rglob("test_*.py"))
    return {int(number) for found in names for number in found}


def test_every_known_case_has_a_test_of_its_number() -> None:
    assert set(range(1, KNOWN + 1)) - covered() == set()


@pytest.mark.skipif(not CASES.is_file(), reason="the list of cases is not there")
def test_every_listed_case_has_a_test_of_its_number() -> None:
    listed = {int(number) for number in re.findall(r"^\| B(\d+) \|", CASES.read_text("utf-8"), re.MULTILINE)}
    assert len(listed) >= KNOWN
    assert listed - covered() == set()
