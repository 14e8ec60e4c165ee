"""Questions while a peer is down. Nothing else stands in this module, as peers do not come back."""

from __future__ import annotations

import pytest

from tests.integration.answerer.conftest import NewUser, Services
from tieout.answerer.v1 import answer_pb2


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("graph", "What else do I buy on days when I go to Juniper Roast?"),
        ("memory", "How much did I say I want to have saved?"),
    ],
)
async def test_promise_6_a_peer_that_is_down_is_named(
    part: str, text: str, new_user: NewUser, services: Services
) -> None:
    """The peer stays away for the rest of this module, which has a stack of its own."""
    user = await new_user()
    before = await user.ask("How much did I spend at Casa Lola in May?")
    await services.processes[part].drain()
    refused = await user.ask(text)
    assert refused.refusal.reason == answer_pb2.REFUSAL_REASON_DEGRADED
    assert refused.refusal.degraded.part == part
    after = await user.ask("How much did I spend at Casa Lola in May?")
    assert after.grounded == before.grounded
    assert list(after.figures) == list(before.figures)
