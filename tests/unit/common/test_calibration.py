"""A calibration is loaded as it was written, for the space that it was measured on, or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from services.common import calibration
from services.common.calibration import (
    Accept,
    Benchmark,
    CalibratedSpace,
    Calibration,
    CalibrationFault,
    Evidence,
)
from services.common.encoders import REVISION
from services.common.local_embedder import SPACE_ID, WIDTH

MEASURED = Calibration(
    CalibratedSpace("acme/embed-3@512", "acme/embed-3", "2026-01", 512),
    Benchmark("vault/dev", "0f" * 32),
    date(2026, 11, 30),
    Accept(Decimal("0.71"), Decimal("0.10"), Decimal("0.95"), 2, 68, Decimal("0.0898"), Decimal("0.4")),
    Evidence(Decimal("0.33"), Decimal("0.95"), 160, 168, Decimal("0.9158")),
    {"passages that answer": {"p5": Decimal("0.34")}},
)


def test_a_calibration_is_read_as_it_was_written(tmp_path: Path) -> None:
    calibration.write(MEASURED, tmp_path)
    assert calibration.load(packaged=tmp_path) == {"acme/embed-3@512": MEASURED}


def test_the_operators_file_stands_before_the_packaged_one(tmp_path: Path) -> None:
    own = replace(MEASURED, evidence=replace(MEASURED.evidence, floor=Decimal("0.40")))
    for folder, one in (("packaged", MEASURED), ("own", own)):
        calibration.write(one, tmp_path / folder)
    assert calibration.load(tmp_path / "own", tmp_path / "packaged") == {"acme/embed-3@512": own}


def _change(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(content: dict[str, Any]) -> None:
        *outer, last = path.split(".")
        for name in outer:
            content = content[name]
        content[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (_change("space.space_id", "acme/embed-3@1024"), "measured for the space acme/embed-3@1024"),
        (_change("schema_version", 2), "version 2, not 1"),
        (_change("schema_version", "1"), "version 1"),
        (_change("space.width", 500), "width"),
        (_change("benchmark.sha256", ""), "digest"),
        (_change("accept.floor", "1.5"), "cosine"),
        (_change("accept.floor", "high"), "no calibration"),
        (_change("accept.floor", "NaN"), "no calibration"),
        (_change("accept.bound", "0.2"), "above the stated rate"),
        (_change("accept.accepted", 69), "not counted"),
        (_change("evidence.of", 0), "not counted"),
        (_change("evidence", None), "no calibration"),
        (lambda content: content.pop("accept"), "no calibration"),
    ],
)
def test_a_file_of_another_space_or_version_or_that_does_not_hold_together_is_refused(
    tmp_path: Path, change: Callable[[dict[str, Any]], None], why: str
) -> None:
    file = calibration.write(MEASURED, tmp_path)
    content = json.loads(file.read_text(encoding="utf-8"))
    change(content)
    file.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(CalibrationFault, match=why):
        calibration.load(packaged=tmp_path)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"schema_version"'])
def test_a_file_that_is_no_calibration_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "space.json").write_text(text, encoding="utf-8")
    with pytest.raises(CalibrationFault, match=r"space\.json"):
        calibration.load(packaged=tmp_path)


def test_the_local_space_ships_measured_with_the_weights_that_are_packaged() -> None:
    local = calibration.load()[SPACE_ID]
    assert (local.space.width, local.space.revision) == (WIDTH, REVISION)
    assert local.evidence.floor < local.accept.floor
