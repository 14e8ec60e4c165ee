"""The measured floors of the embedding spaces, from calibration files: the packaged ones and those of the operator."""

from __future__ import annotations

from pathlib import Path

from services.common import calibration
from services.retriever.documents.model import SpaceFloor


def load_floors(more: Path | None = None) -> dict[str, SpaceFloor]:
    """Floors by space id; a file in `more` stands before the packaged one. Raises `CalibrationFault`."""
    return {
        space_id: SpaceFloor(space_id, one.space.width, one.accept.floor, float(one.evidence.floor), one.version)
        for space_id, one in calibration.load(more).items()
    }
