"""What an operator may set: TIEOUT_ANSWERER_<NAME>."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Literal

from services.common.db.tenant import DatabaseSettings
from services.common.openai_endpoint import EndpointSettings
from services.common.runtime import RuntimeSettings
from services.common.settings import group


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageSettings(EndpointSettings):
    """A language model that words answers. Without a base URL there is none, and answers are in our own words."""

    timeout: timedelta = timedelta(seconds=4)
    """What one question may wait for the model in all; less where its deadline leaves less."""
    window_tokens: int = 4096
    """Tokens that the model reads and writes at once, as it is served. Passages that it does not hold are not sent."""
    roles: tuple[Literal["phrase", "search", "plan"], ...] = ("phrase", "search")
    """What it is asked for: other words for an answer, a text to search by, a plan for a question with an unknown verb.
    The last may answer what would be refused, on the model's word for the verb, and the answer says so."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Defaults are for one process."""

    jwt_public_key_file: Path
    """PEM file with the public keys that session tokens are verified with."""
    retriever_target: str
    """gRPC target of the retriever; without it nothing can be answered."""
    embedder_target: str
    """gRPC target of the embedder."""
    graph_target: str
    """gRPC target of the graph."""
    memory_target: str
    """gRPC target of the memory."""
    database: DatabaseSettings = group("DATABASE")
    """Role tieout_answerer."""
    runtime: RuntimeSettings = group()
    """Listeners, drain, logs."""
    local_fallback: bool = True
    """Load the local model here too, for when the embedder is down. False: keyword search then."""
    local_fallback_delay: timedelta = timedelta(seconds=20)
    """Between start and that load, so that it does not compete with the embedder's own on a small machine."""
    rerank: bool = True
    """Have the embedder order the passages that a language model reads. False: they keep the answer's order."""
    language: LanguageSettings = group("LANGUAGE", LanguageSettings)
    """The language model."""
    keep_question: bool = False
    """Keep the question's text with its answer."""
    breaker_reset: timedelta = timedelta(seconds=5)
    """How long an ill peer is left alone before it is tried again."""
