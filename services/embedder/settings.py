"""What an operator may set: TIEOUT_EMBEDDER_<NAME>."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from services.common.db.tenant import DatabaseSettings
from services.common.encoders import Engine
from services.common.openai_endpoint import EndpointSettings
from services.common.runtime import RuntimeSettings
from services.common.settings import group
from services.embedder.model import WIDTHS


@dataclass(frozen=True, slots=True, kw_only=True)
class HostedSettings(EndpointSettings):
    """A hosted model, TIEOUT_EMBEDDER_HOSTED_<NAME>. Another model, revision or width is another space."""

    revision: str = ""
    """What tells this model from another one that the endpoint calls by the same name; change it when that changes."""
    dimensions: int = 0
    """Width of the vectors: 384, 512, 768 or 1024."""
    ask_dimensions: bool = True
    """Whether requests ask for that width. False: the model has that one and refuses to be asked."""
    question_timeout: timedelta = timedelta(milliseconds=1500)
    """The longest that a question waits for it before the local model takes its place."""
    for_questions: bool = True
    """False: its space is filled beside the local one, which questions use until this is true."""
    reply_model: str = ""
    """The name of the model in replies, where it is not the one of requests. Another name in a reply is refused."""

    def __post_init__(self) -> None:
        EndpointSettings.__post_init__(self)
        if self.base_url and self.dimensions not in WIDTHS:
            raise ValueError("dimensions of a hosted model are 384, 512, 768 or 1024")


@dataclass(frozen=True, slots=True)
class Settings:
    """Defaults are for the packaged model on two cores."""

    jwt_public_key_file: Path
    """PEM file with the public keys that session tokens are verified with."""
    database: DatabaseSettings = group("DATABASE")
    """Role tieout_embedder."""
    runtime: RuntimeSettings = group()
    """Listeners, drain, logs."""
    hosted: HostedSettings = group("HOSTED", default=HostedSettings)
    """The model for questions while it is well. Without a base URL: the local one alone."""
    queue_texts: int = 1024
    """Texts that may wait for the model; a call that comes on top is told RESOURCE_EXHAUSTED."""
    model_threads: int = 0
    """Threads of torch; 0: one a core."""
    model_engine: Engine = "auto"
    """What runs the model: "openvino", "sentence-transformers", or the faster one that the processor bears."""
    breaker_reset: timedelta = timedelta(seconds=10)
    """How long a hosted model that failed again and again is left alone before it is tried again."""
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
