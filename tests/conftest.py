"""Fixtures that tests of every tier share, one plugin each."""

from __future__ import annotations

pytest_plugins = [
    "tests.fixtures.pg",
    "tests.fixtures.tokens",
    "tests.fixtures.server",
    "tests.fixtures.proxy",
    "tests.fixtures.hosted",
    "tests.fixtures.dns",
]
