"""The money-semantics policy as people read it: what each rule says whose id a row carries."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources


@cache
def rules() -> dict[str, str]:
    """Rule ids → what the rule says."""
    text = resources.files("services.retriever.ledger").joinpath("data", "policy_v1.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def find_rule(rule_id: str) -> str | None:
    """What a rule says; None for an id that is no rule of this policy."""
    return rules().get(rule_id)
