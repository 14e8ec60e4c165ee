"""Every rule whose id a row can carry or an answer can cite can be read, and no other is listed."""

from __future__ import annotations

import re
from pathlib import Path

from services.retriever.ledger import descriptors
from services.retriever.ledger.policy import find_rule, rules
from services.retriever.model import MovementKind

SERVICES = Path(__file__).parents[3] / "services"
LEDGER = SERVICES / "retriever" / "ledger"
CITING = (SERVICES / "answerer" / "citing.py", SERVICES / "answerer" / "offers.py")
# Kinds that no category has: they are decided otherwise.
WITHOUT_CATEGORY = {MovementKind.REVERSAL, MovementKind.UNDECIDED}


def carried() -> set[str]:
    written = {
        rule_id
        for path in LEDGER.glob("*.py")
        for rule_id in re.findall(r'(?<!f)"(v1\.[a-z.-]+)"', path.read_text("utf-8"))
    }
    by_descriptor = {rule.rule_id for rule in descriptors.RULES}
    by_category = {
        f"v1.kind.category.{kind.name.lower().replace('_', '-')}"
        for kind in MovementKind
        if kind not in WITHOUT_CATEGORY
    }
    return written | by_descriptor | by_category


def cited() -> set[str]:
    return {rule_id for path in CITING for rule_id in re.findall(r'"(v1\.[a-z.-]+)"', path.read_text("utf-8"))}


def test_every_rule_that_a_row_can_carry_or_an_answer_cite_says_what_it_means_and_no_other_is_listed() -> None:
    of_sets = {one for one in cited() if one.startswith("v1.set.")}
    assert set(rules()) == carried() | of_sets
    assert cited() - of_sets <= carried()
    assert all(text.endswith(".") and len(text) > 20 for text in rules().values())


def test_a_rule_of_no_policy_is_none() -> None:
    assert find_rule("v1.kind.magic") is None
    assert find_rule("v2.kind.fee") is None
