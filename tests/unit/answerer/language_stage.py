"""A world in memory with a language model behind a real socket, and what its requests hold."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from services.answerer.model import Answer, Question
from services.common.breaker import Breaker
from tests.fixtures.hosted import HostedServer, Request
from tests.unit.answerer.peer_fakes import ALICE, World

SPENT = "How much did I spend at Juniper Roast in May?"
UNREAD = "How much did I splash out at Juniper Roast in May?"
PLAN = {
    "rows": "spending",
    "measure": "sum",
    "per": "none",
    "group_by": "none",
    "period": "in May",
    "names": ["Juniper Roast"],
}
"""What an honest model proposes for `UNREAD`."""
REFUSED = "Should I buy a car?"


@dataclass
class Stage:
    """A world with a model, and the server that plays it."""

    world: World
    hosted: HostedServer
    breaker: Breaker

    async def ask(self, text: str) -> Answer:
        """One question as of 18 June 2026."""
        return await self.world.answerer.ask(ALICE, Question(text, time_zone="UTC"))


Open = Callable[..., Awaitable[Stage]]


def same(one: Answer, other: Answer) -> bool:
    """Whether two answers differ in nothing but words, times and ids."""
    kept = ("grounded", "refusal", "citations", "figures", "plan", "ledger_revision", "coverage", "gate", "notices")
    return all(getattr(one, name) == getattr(other, name) for name in kept)


def parts(answer: Answer) -> list[str]:
    """The parts that did not take part."""
    return [one.part for one in answer.degraded]


def blocks(request: Request) -> dict[str, str]:
    """The data of a request, by the names of its blocks."""
    data = request.body["messages"][1]["content"]
    found = re.findall(r"<<<(\S+) (\S+)\n(.*?)\n\1>>>", data, re.DOTALL)
    assert "\n".join(f"<<<{token} {name}\n{text}\n{token}>>>" for token, name, text in found) == data
    return {name: text for _, name, text in found}


def reworded(request: Request) -> dict[str, str]:
    """An honest model's wording: the template with its first name said first."""
    text = blocks(request)["text"]
    return {"text": text.replace("You spent {f1} at {n1},", "At {n1} you have spent {f1} during")}


async def plain(text: str, world: World | None = None) -> Answer:
    """The answer without a model."""
    return await (world or World()).answerer.ask(ALICE, Question(text, time_zone="UTC"))
