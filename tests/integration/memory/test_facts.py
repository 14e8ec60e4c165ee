"""What the memory promises about facts, over the wire and on a real database."""

from __future__ import annotations

from collections.abc import Callable

from tests.integration.memory.conftest import User, at, shown
from tieout.memory.v1 import fact_pb2 as pb


async def test_a_contradiction_replaces_and_never_empties(user: User) -> None:
    """A1: the old rent closes at the new one's start; one is current and both are in the history."""
    first = await user.say("My rent is 1,500 a month.", "2026-01-10T09:00:00")
    second = await user.say("My rent is now 1,650 a month.", "2026-05-01T09:00:00")
    current = await user.facts()
    assert [shown(fact) for fact in current] == ["1650.00 USD"]
    assert [shown(fact) for fact in second.superseded_facts] == ["1500.00 USD"]
    old = second.superseded_facts[0]
    assert old.fact_id == first.facts[0].fact_id
    assert old.state == pb.FACT_STATE_SUPERSEDED
    assert old.valid_to_time == current[0].valid_from_time == at("2026-05-01T09:00:00")
    assert old.superseded_by_fact_id == current[0].fact_id
    assert current[0].supersedes_fact_id == old.fact_id
    assert sorted(shown(fact) for fact in await user.facts(history=True)) == ["1500.00 USD", "1650.00 USD"]


async def test_facts_of_others_are_never_recalled(new_user: Callable[[], User]) -> None:
    """A2: A's and B's homes; each question brings back its own."""
    a, b = new_user(), new_user()
    await a.say("I live in the USA.")
    await b.say("I live in France.")
    assert await a.values("Where do I live?") == ["the USA"]
    assert await b.values("Where do I live?") == ["France"]


async def test_a_superseded_value_is_never_recalled(user: User) -> None:
    """Neither as a value nor inside the words of the fact that took its slot."""
    await user.say("My big shop is Waitrose.", "2024-05-01T07:30:00")
    await user.say("Actually, my big shop is Tesco, not Waitrose.", "2025-06-01T07:30:00")
    recalled = await user.recall("What did I spend at my big shop in 2023, and at Waitrose?")
    assert [shown(one.fact) for one in recalled.facts] == ["Tesco"]
    assert "waitrose" not in str(recalled).casefold()
    assert [shown(fact) for fact in await user.facts()] == ["Tesco"]
