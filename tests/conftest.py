"""Fixtures that tests of every tier share, one plugin each."""

from __future__ import annotations

import importlib.util

FIXTURES = ("pg", "tokens", "server", "proxy")

pytest_plugins = [f"tests.fixtures.{name}" for name in FIXTURES if importlib.util.find_spec(f"tests.fixtures.{name}")]
