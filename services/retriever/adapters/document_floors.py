"""The measured floors of the embedding spaces, from the data file that says how they were measured."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

from services.retriever.documents.model import SpaceFloor

FILE = Path(__file__).parent.parent / "documents" / "floors.json"


def load_floors(file: Path = FILE) -> dict[str, SpaceFloor]:
    """Floors by space id."""
    data = json.loads(file.read_text(encoding="utf-8"))
    return {
        one["space_id"]: SpaceFloor(one["space_id"], one["width"], Decimal(one["floor"]), data["version"])
        for one in data["floors"]
    }
