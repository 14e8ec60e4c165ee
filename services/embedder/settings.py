"""What an operator may set: TIEOUT_EMBEDDER_<NAME>."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from services.common.db.tenant import DatabaseSettings
from services.common.encoders import Engine
from services.common.runtime import RuntimeSettings
from services.common.settings import group


@dataclass(frozen=True, slots=True)
class Settings:
    """Defaults are for the packaged model on two cores."""

    jwt_public_key_file: Path
    """PEM file with the public keys that session tokens are verified with."""
    database: DatabaseSettings = group("DATABASE")
    """Role tieout_embedder."""
    runtime: RuntimeSettings = group()
    """Listeners, drain, logs."""
    queue_texts: int = 1024
    """Texts that may wait for the model; a call that comes on top is told RESOURCE_EXHAUSTED."""
    model_threads: int = 0
    """Threads of torch; 0: one a core."""
    model_engine: Engine = "auto"
    """What runs the model: "openvino", "sentence-transformers", or the faster one that the processor bears."""
    cache_life: timedelta = timedelta(hours=24)
    """How long a question's vector is kept."""
    reranker: str = "packaged"
    """The cross-encoder for Rerank: `packaged`, or the path or id of another. Empty: Rerank is UNAVAILABLE."""
    reranker_revision: str = ""
    """Its revision, where `reranker` is an id."""
    reranker_cache: Path | None = None
    """Where the packaged one is made whole, 80 MB once. None: `tieout` in the user's cache directory."""
    model_cache: Path | None = None
    """Where OpenVINO's form of the model is kept, 90 MB made once. None: `tieout` in the user's cache directory."""
