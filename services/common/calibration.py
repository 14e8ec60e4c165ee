"""What was measured for one embedding space, as the file that `tieout calibrate` writes and the retriever loads.

Two floors for the cosine of a question and a passage. `accept`: the best passage of a question that the papers do not
answer reaches it at most at the stated rate; `evidence`: nearly all passages that answer lie above it. Both stand with
their Clopper–Pearson bound (Clopper and Pearson, Biometrika 26, 1934), the questions behind it and the benchmark.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any
from urllib.parse import quote

SCHEMA_VERSION = 1
PACKAGED = Path(__file__).parent / "calibrations"
# The widths that vectors are kept in.
WIDTHS = (384, 512, 768, 1024)
DIGEST_DIGITS = 64


class CalibrationFault(Exception):
    """A file that is no calibration of the space that it is named after, in this version of the format."""


@dataclass(frozen=True, slots=True)
class CalibratedSpace:
    """The space that was measured; vectors of another model, revision or width are another space."""

    space_id: str
    model: str
    revision: str
    width: int


@dataclass(frozen=True, slots=True)
class Accept:
    """The cosine from which a best passage is accepted: of `of` questions to refuse, `accepted` reached it.

    `bound`: what the rate of false accepts is at most, at this `confidence`; never above `rate`. `kept`: the share of
    questions to answer whose passage that answers reaches the floor.
    """

    floor: Decimal
    rate: Decimal
    confidence: Decimal
    accepted: int
    of: int
    bound: Decimal
    kept: Decimal


@dataclass(frozen=True, slots=True)
class Evidence:
    """The cosine below which a passage that no word finds is no evidence: of `of` that answer, `kept` reach it.

    `bound`: what the share of those kept is at least, at this `confidence`.
    """

    floor: Decimal
    confidence: Decimal
    kept: int
    of: int
    bound: Decimal


@dataclass(frozen=True, slots=True)
class Benchmark:
    """What was measured on: its name, and the SHA-256 of its questions and papers as hexadecimal digits."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Calibration:
    """All that is known of a space. `scores`: quantiles of the cosines, by what they are of, for people to look at."""

    space: CalibratedSpace
    benchmark: Benchmark
    measured_on: date
    accept: Accept
    evidence: Evidence
    scores: Mapping[str, Mapping[str, Decimal]]
    schema_version: int = SCHEMA_VERSION

    @property
    def version(self) -> str:
        """Names this calibration in what rests on it."""
        return f"{self.measured_on}-{self.benchmark.sha256[:8]}"


def write(calibration: Calibration, folder: Path) -> Path:
    """Write the file of its space into the folder; another one of that space is replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / _file_name(calibration.space.space_id)
    content = {"schema_version": calibration.schema_version} | asdict(calibration)
    file.write_text(json.dumps(content, indent=2, default=str, ensure_ascii=False) + "\n", encoding="utf-8")
    return file


def load(more: Path | None = None, packaged: Path = PACKAGED) -> dict[str, Calibration]:
    """Calibrations by space id: the packaged ones, and those in `more`, which stand before them.

    Raises `CalibrationFault` for a file of another space than its name's, of another version, or that does not hold
    together: a floor that is not understood must not be searched with.
    """
    folders = [packaged] if more is None else [packaged, more]
    files = [file for folder in folders for file in sorted(folder.glob("*.json"))]
    return {one.space.space_id: one for one in map(read, files)}


def read(file: Path) -> Calibration:
    """One file. Raises `CalibrationFault`."""
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        if content["schema_version"] != SCHEMA_VERSION:
            raise CalibrationFault(f"{file.name}: version {content['schema_version']}, not {SCHEMA_VERSION}")
        found = _calibration(content)
        _check(found, file.name)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, InvalidOperation) as error:
        raise CalibrationFault(f"{file.name}: no calibration ({type(error).__name__})") from error
    if _file_name(found.space.space_id) != file.name:
        raise CalibrationFault(f"{file.name}: measured for the space {found.space.space_id}")
    return found


def _file_name(space_id: str) -> str:
    return quote(space_id, safe="") + ".json"


def _calibration(content: Mapping[str, Any]) -> Calibration:
    space, benchmark = content["space"], content["benchmark"]
    accept, evidence = content["accept"], content["evidence"]
    return Calibration(
        CalibratedSpace(str(space["space_id"]), str(space["model"]), str(space["revision"]), int(space["width"])),
        Benchmark(str(benchmark["name"]), str(benchmark["sha256"])),
        date.fromisoformat(content["measured_on"]),
        Accept(
            Decimal(accept["floor"]),
            Decimal(accept["rate"]),
            Decimal(accept["confidence"]),
            int(accept["accepted"]),
            int(accept["of"]),
            Decimal(accept["bound"]),
            Decimal(accept["kept"]),
        ),
        Evidence(
            Decimal(evidence["floor"]),
            Decimal(evidence["confidence"]),
            int(evidence["kept"]),
            int(evidence["of"]),
            Decimal(evidence["bound"]),
        ),
        {
            name: {quantile: Decimal(value) for quantile, value in values.items()}
            for name, values in content["scores"].items()
        },
    )


def _check(found: Calibration, name: str) -> None:
    accept, evidence = found.accept, found.evidence
    shares = (accept.rate, accept.confidence, accept.bound, accept.kept, evidence.confidence, evidence.bound)
    for holds, what in (
        (found.space.width in WIDTHS, f"its width is none of {WIDTHS}"),
        (len(found.benchmark.sha256) == DIGEST_DIGITS, "its benchmark has no digest"),
        (all(-1 <= one.floor <= 1 for one in (accept, evidence)), "a floor is no cosine"),
        (all(0 <= one <= 1 for one in shares), "a share is not between 0 and 1"),
        (0 <= accept.accepted <= accept.of >= 1, "its false accepts are not counted"),
        (0 <= evidence.kept <= evidence.of >= 1, "its passages are not counted"),
        (accept.bound <= accept.rate, "the bound is above the stated rate"),
    ):
        if not holds:
            raise CalibrationFault(f"{name}: {what}")
