"""Settings come from the environment, typed; what is wrong is named; secrets do not print."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Literal

import pytest

from services.common.runtime import RuntimeSettings
from services.common.settings import SettingsError, group, load, redacted
from services.common.types import Secret


@dataclass(frozen=True, slots=True)
class Inner:
    dsn: Secret
    pool_max: int = 10

    def __post_init__(self) -> None:
        if self.pool_max < 1:
            raise ValueError("pool_max is at least 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    target: str
    ratio: float = 0.5
    floor: Decimal = Decimal("0.35")
    wait: timedelta = timedelta(milliseconds=2)
    model: Path | None = None
    tags: tuple[str, ...] = ()
    mode: Literal["exact", "fast"] = "exact"
    rerank: bool = False
    database: Inner = group("DATABASE")
    runtime: RuntimeSettings = group()


GOOD = {"TIEOUT_GRAPH_TARGET": "127.0.0.1:1", "TIEOUT_GRAPH_DATABASE_DSN": "postgresql://u:hunter2@h/d"}


def test_every_type_is_read_and_defaults_hold() -> None:
    """One variable a field; unset and empty ones take the field's default."""
    settings = load(
        Settings,
        "graph",
        {
            **GOOD,
            "TIEOUT_GRAPH_WAIT": "250ms",
            "TIEOUT_GRAPH_FLOOR": "0.1",
            "TIEOUT_GRAPH_MODEL": "/m",
            "TIEOUT_GRAPH_TAGS": "a, b,",
            "TIEOUT_GRAPH_RERANK": "yes",
            "TIEOUT_GRAPH_RATIO": "",
            "TIEOUT_GRAPH_DATABASE_POOL_MAX": "3",
            "TIEOUT_GRAPH_DRAIN_DELAY": "0s",
            "TIEOUT_MEMORY_TARGET": "another service's",
        },
    )
    assert settings.wait == timedelta(milliseconds=250)
    assert settings.floor == Decimal("0.1")
    assert settings.model == Path("/m")
    assert settings.tags == ("a", "b")
    assert settings.rerank
    assert settings.ratio == 0.5
    assert (settings.database.pool_max, settings.database.dsn.reveal()) == (3, "postgresql://u:hunter2@h/d")
    assert settings.runtime == RuntimeSettings(drain_delay=timedelta(0))


def test_all_that_is_wrong_is_named_at_once_without_its_values() -> None:
    """An operator fixes them in one go, and a secret in the wrong variable is not printed."""
    with pytest.raises(SettingsError) as raised:
        load(
            Settings,
            "graph",
            {"TIEOUT_GRAPH_WAIT": "hunter2", "TIEOUT_GRAPH_MODE": "slow", "TIEOUT_GRAPH_DATABASE_POOL_MAX": "x"},
        )
    lines = sorted(str(raised.value).splitlines())
    assert [line.split(":")[0] for line in lines] == [
        "TIEOUT_GRAPH_DATABASE_DSN",
        "TIEOUT_GRAPH_DATABASE_POOL_MAX",
        "TIEOUT_GRAPH_MODE",
        "TIEOUT_GRAPH_TARGET",
        "TIEOUT_GRAPH_WAIT",
    ]
    assert "hunter2" not in str(raised.value)
    assert "exact, fast" in str(raised.value)


def test_a_rule_between_fields_is_reported_like_the_rest() -> None:
    """What a dataclass checks itself ends as a settings error with its group's prefix."""
    with pytest.raises(SettingsError, match=r"TIEOUT_GRAPH_DATABASE_\*: pool_max is at least 1"):
        load(Settings, "graph", {**GOOD, "TIEOUT_GRAPH_DATABASE_POOL_MAX": "0"})


def test_the_dump_shows_no_secret() -> None:
    """What is logged at start is safe to paste into an issue."""
    settings = load(Settings, "graph", {**GOOD, "TIEOUT_GRAPH_TARGET": "redis://me:hunter2@cache/0"})
    shown = redacted(settings)
    assert "hunter2" not in repr(shown)
    assert shown["database"] == {"dsn": "***", "pool_max": 10}
    assert shown["target"] == "redis://me:***@cache/0"
